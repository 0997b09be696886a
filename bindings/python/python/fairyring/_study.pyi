import os
from collections.abc import Callable, Iterable
from typing import Any, Literal

from ._native import Game, Position

class Report:
    levels: dict[str, dict[str, Any]]
    run: dict[str, Any]
    game: str
    rules: str
    position: str
    seed: int
    limit: int
    def __init__(self, data: dict[str, Any], run: dict[str, Any]) -> None: ...
    def __getitem__(self, level: str | int) -> dict[str, Any]: ...
    def __eq__(self, other: object) -> bool: ...
    def as_dict(self) -> dict[str, Any]: ...

def study(
    game: Game | str | os.PathLike[str] = "chess",
    games: int = 400,
    *,
    levels: str | int | Iterable[str | int] = ("random", 2, 4),
    seed: int = 1,
    limit: int = 1000,
    position: Position | str | None = None,
    precision: float | None = None,
    keep: str | os.PathLike[str] | None = None,
    on: Literal["threads", "processes", "ray"] = "threads",
    workers: int | None = None,
    chunk: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    html: str | os.PathLike[str] | None = None,
    csv: str | os.PathLike[str] | None = None,
    parquet: str | os.PathLike[str] | None = None,
) -> Report: ...
