"""Records of games."""

import os

from ._native import PgnReader


def read_pgn(source, game=None):
    """Reads games of PGN one at a time, and plays them by the rules.

    `source` is a path or a text. Which game was played is said by the tag `Variant` (chess without it), or by `game`. What is wrong
    with a game is its `error`; its `turns` are those before it.
    """
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith(("[", "1."))):
        return PgnReader(text=source, game=game)
    return PgnReader(path=os.fspath(source), game=game)
