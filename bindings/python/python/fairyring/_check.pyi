import os
from dataclasses import dataclass, field
from typing import Any

from ._native import Game

@dataclass(frozen=True)
class Diagnostic:
    code: str
    severity: str
    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    label: str = ""
    notes: list[str] = field(default_factory=list)
    help: list[str] = field(default_factory=list)
    suggestions: list[dict[str, Any]] = field(default_factory=list)

@dataclass(frozen=True)
class Checked:
    fine: bool
    diagnostics: list[Diagnostic]
    tests: list[dict[str, Any]]
    @property
    def errors(self) -> list[Diagnostic]: ...

def check(game: Game | str | os.PathLike[str]) -> Checked: ...
