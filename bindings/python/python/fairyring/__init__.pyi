from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ._check import Checked as Checked
from ._check import Diagnostic as Diagnostic
from ._check import check as check
from ._show import show as show

__version__: str

End = Literal["over", "stuck", "limit", "too-much"]

class FairyringError(Exception): ...

class RulesError(FairyringError):
    code: str | None
    message: str | None
    line: int | None
    column: int | None
    help: list[str] | None
    diagnostics: list[dict[str, Any]]

class PositionError(FairyringError): ...

class TurnError(FairyringError):
    kind: str
    turns: list[str]

class LimitError(FairyringError): ...

class ActionError(FairyringError):
    place: int
    action: int

class Game:
    def __init__(self, name: str, options: dict[str, str | int | bool] | None = None) -> None: ...
    @staticmethod
    def from_text(text: str, options: dict[str, str | int | bool] | None = None) -> Game: ...
    @staticmethod
    def from_file(path: str, options: dict[str, str | int | bool] | None = None) -> Game: ...
    @staticmethod
    def list() -> list[tuple[str, str]]: ...
    @property
    def origin(self) -> tuple[Literal["name", "text"], str]: ...
    @property
    def title(self) -> str: ...
    @property
    def advice(self) -> list[str]: ...
    @property
    def hash(self) -> str: ...
    @property
    def sides(self) -> list[str]: ...
    @property
    def squares(self) -> list[str]: ...
    @property
    def kinds(self) -> list[str]: ...
    @property
    def options(self) -> dict[str, str]: ...
    @property
    def start(self) -> Position: ...
    def position(self, text: str) -> Position: ...
    def perft(self, depth: int, position: Position | None = None) -> int: ...
    def playouts(
        self,
        games: int,
        *,
        limit: int = 10_000,
        seed: int = 0,
        threads: int = 1,
        position: Position | None = None,
    ) -> list[tuple[int, End, Outcome | None]]: ...
    @property
    def action_count(self) -> int: ...
    def action_text(self, action: int) -> str: ...
    @property
    def planes(self) -> list[str]: ...
    @property
    def counters(self) -> list[str]: ...

class Position:
    @property
    def game(self) -> Game: ...
    @property
    def text(self) -> str: ...
    @property
    def side_to_move(self) -> int: ...
    @property
    def side_name(self) -> str: ...
    @property
    def turns(self) -> list[str]: ...
    @property
    def occurrences(self) -> int: ...
    @property
    def pieces(self) -> dict[str, tuple[str, int | None]]: ...
    @property
    def hands(self) -> list[dict[str, int]]: ...
    @property
    def tokens(self) -> dict[str, tuple[str | None, int]]: ...
    def legal_turns(self) -> list[str]: ...
    def play(self, turn: str) -> Position: ...
    def outcome(self) -> Outcome | None: ...
    def is_over(self) -> bool: ...
    def perft(self, depth: int) -> int: ...
    def random_game(self, *, limit: int = 10_000, seed: int = 0) -> tuple[list[str], Position]: ...
    def search(
        self,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        movetime: float | None = None,
        level: int | None = None,
        lines: int = 1,
        seed: int = 0,
    ) -> Thought: ...

class Outcome:
    winner: int | None
    winner_name: str | None
    reason: str
    scores: list[float]
    text: str

class Thought:
    best: str
    lines: list[Line]
    depth: int
    nodes: int

class Line:
    points: int | None
    win: int | None
    loss: int | None
    turns: list[str]

class Batch:
    def __init__(
        self,
        game: Game,
        size: int,
        *,
        seed: int = 0,
        threads: int = 1,
        limit: int = 10_000,
        auto_reset: bool = True,
        observe: bool = True,
        starts: Iterable[Position | str] | None = None,
    ) -> None: ...
    @property
    def game(self) -> Game: ...
    legal_mask: NDArray[np.bool_]
    observations: NDArray[np.uint8] | None
    counters: NDArray[np.int32] | None
    side_to_move: NDArray[np.int64]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    turns: NDArray[np.int64]
    games_played: NDArray[np.int64]
    @property
    def ended(self) -> list[tuple[int, int, int, End, Outcome | None]]: ...
    def step(self, actions: NDArray[np.int64] | Sequence[int]) -> None: ...
    def reset(self, which: Sequence[bool] | None = None) -> None: ...
    def random_actions(self) -> NDArray[np.int64]: ...
    def legal_actions(self, place: int) -> list[int]: ...
    def position(self, place: int) -> Position: ...
    def __len__(self) -> int: ...

def run(arguments: Sequence[str]) -> tuple[int, str, str]: ...
