"""What a game is, as a text."""

from ._files import named
from ._native import FairyringError, Game, run


def show(game):
    """Returns the page about a game: board, pieces, options, rules in words, rulings.

    `game` is a `Game`, a name, a path, or the text of rules.
    """
    options = []
    if isinstance(game, Game):
        for name, value in game.options.items():
            options += ["--set", f"{name}={value}"]
    with named(game) as name:
        code, out, err = run(["show", name, *options])
    if code:
        raise FairyringError(err.strip() or out.strip())
    return out
