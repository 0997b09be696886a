"""Any chess variant from a rules file: exact, fast, alone or by thousands.

>>> import fairyring
>>> game = fairyring.Game("chess")
>>> game.perft(3)
8902
>>> position = game.start.play("e2e4").play("e7e5")
>>> len(position.legal_turns())
29
"""

from ._check import Checked, Diagnostic, check
from ._native import (
    ActionError,
    Batch,
    FairyringError,
    Game,
    LimitError,
    Line,
    Outcome,
    Position,
    PositionError,
    RulesError,
    Thought,
    TurnError,
    __version__,
    run,
)
from ._show import show

__all__ = [
    "ActionError",
    "Batch",
    "Checked",
    "Diagnostic",
    "FairyringError",
    "Game",
    "LimitError",
    "Line",
    "Outcome",
    "Position",
    "PositionError",
    "RulesError",
    "Thought",
    "TurnError",
    "__version__",
    "check",
    "run",
    "show",
]


def _command():
    """The command `fairyring` of the package."""
    import sys

    code, out, err = run(sys.argv[1:])
    sys.stdout.write(out)
    sys.stderr.write(err)
    return code
