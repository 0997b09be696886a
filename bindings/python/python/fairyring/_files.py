"""Games as the program's commands take them: by a name or a path."""

import contextlib
import os
import tempfile

from ._native import Game


@contextlib.contextmanager
def named(game):
    """Gives the name or path by which commands find a game, a path, or the text of rules."""
    if isinstance(game, Game):
        kind, what = game.origin
    else:
        text = os.fspath(game)
        kind, what = ("text" if "\n" in text else "name"), text
    if kind == "name":
        yield what
        return
    with tempfile.TemporaryDirectory(prefix="fairyring-") as folder:
        path = os.path.join(folder, "game.rules")
        with open(path, "w", encoding="utf-8") as file:
            file.write(what)
        yield path
