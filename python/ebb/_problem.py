"""A user's mistake as an exception: where it is, what is wrong, what to do."""
from __future__ import annotations

from typing import NamedTuple, Sequence


class Finding(NamedTuple):
    """One problem: `place` is "file:line:column: key", or the key for a dict; `hint` may be empty."""

    place: str
    what: str
    hint: str


def _finding(place: str, what: str, hint: str) -> Finding:
    # A dict reaches ebb as settings of a command line, one for each section: only the key means something here.
    return Finding(place.rsplit(": ", 1)[-1] if place.startswith("--set ") else place, what, hint)


class Problem(ValueError):
    """What ebb refuses, and why.

    `place`, `what` and `hint` are those of the first problem. `problems` has all that were found: ebb reports every
    mistake of a configuration at once.
    """

    def __init__(self, problems: Sequence[tuple[str, str, str]]):
        self.problems = [_finding(*p) for p in problems]
        self.place, self.what, self.hint = self.problems[0]
        super().__init__(str(self))

    def __str__(self) -> str:
        return "\n".join(f"{p.place}: {p.what}" + (f"\n    hint: {p.hint}" if p.hint else "") for p in self.problems)
