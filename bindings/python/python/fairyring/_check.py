"""What is wrong with rules."""

import json
import tempfile
from dataclasses import dataclass, field

from ._files import named
from ._native import run


@dataclass(frozen=True)
class Diagnostic:
    """A mistake in rules, or advice about them. Lines and columns count from 1; they are None where there is no place."""

    code: str
    severity: str
    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    label: str = ""
    notes: list = field(default_factory=list)
    help: list = field(default_factory=list)
    suggestions: list = field(default_factory=list)

    def __str__(self):
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else ""
        return f"{place}{self.severity}[{self.code}]: {self.message}"


@dataclass(frozen=True)
class Checked:
    """What a check has found: whether all is well, the diagnostics, and the tests in the file as dicts."""

    fine: bool
    diagnostics: list
    tests: list

    @property
    def errors(self):
        """The diagnostics that are errors."""
        return [found for found in self.diagnostics if found.severity == "error"]


def check(game):
    """Checks rules and runs the tests in them. `game` is a `Game`, a name, a path, or the text of rules."""
    with named(game) as name:
        _, out, _ = run(["check", "--json", name])
        if name.startswith(tempfile.gettempdir()):
            # A text has no path of its own.
            out = out.replace(json.dumps(name)[1:-1], "game.rules")
    diagnostics, tests, fine = [], [], False
    known = set(Diagnostic.__dataclass_fields__)
    for line in out.splitlines():
        found = json.loads(line)
        if "checked" in found:
            fine = found["fine"]
        elif "test" in found:
            tests.append(found)
        elif "severity" in found:
            diagnostics.append(Diagnostic(**{key: found[key] for key in known & found.keys()}))
    return Checked(fine, diagnostics, tests)
