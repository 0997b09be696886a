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
    PgnGame,
    PgnReader,
    Position,
    PositionError,
    RecordError,
    RulesError,
    StudyError,
    Thought,
    TurnError,
    __version__,
    run,
)
from ._records import read_pgn
from ._show import show
from ._study import Report, study

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
    "PgnGame",
    "PgnReader",
    "Position",
    "PositionError",
    "RecordError",
    "Report",
    "RulesError",
    "StudyError",
    "Thought",
    "TurnError",
    "__version__",
    "check",
    "read_pgn",
    "run",
    "show",
    "study",
]


def _command():
    """The command `fairyring` of the package."""
    import signal
    import sys

    from ._native import _main

    # Ctrl-C ends the program, as it does where it is no part of Python.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _main(sys.argv[1:])
