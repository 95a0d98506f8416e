"""Action ↔ text: `c3-c4` moves, `c3xc5` captures. The one notation of specs, command line, examples and rulebook."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fabgen.rules.lattice import Cell, Lattice, Mistake, TextError

_ACTION = re.compile(r"\s*([a-z]+[0-9]+)\s*([-x])\s*([a-z]+[0-9]+)\s*")


@dataclass(frozen=True)
class Action:
    """A man goes from origin to target; `captured` is the cell whose man is taken, None for a quiet move."""

    origin: Cell
    target: Cell
    captured: Cell | None = None

    def __str__(self) -> str:
        return f"{self.origin}{'-' if self.captured is None else 'x'}{self.target}"


class ActionError(TextError):
    """A text that is no action on this board."""


def parse_action(text: str, lattice: Lattice) -> Action:
    """The action that a text stands for; raises ActionError with every mistake in it."""
    found = _ACTION.fullmatch(text)
    if not found:
        raise ActionError([Mistake(0, 0, f"`{text}` is not a move", "`c3-c4` moves, `c3xc5` captures")])
    mistakes = [Mistake(0, found.start(n), f"`{found[n]}` is not on the board", f"cells here are {lattice}")
                for n in (1, 3) if found[n] not in lattice]
    if not mistakes and found[1] == found[3]:
        mistakes = [Mistake(0, found.start(3), f"`{text.strip()}` goes nowhere", "a move ends on another cell")]
    if mistakes:
        raise ActionError(mistakes)
    return Action(found[1], found[3], found[3] if found[2] == "x" else None)
