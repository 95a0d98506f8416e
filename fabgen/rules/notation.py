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
    mistakes = [
        Mistake(0, found.start(n), f"`{found[n]}` is not on the board", f"cells here are {lattice}")
        for n in (1, 3)
        if found[n] not in lattice
    ]
    if not mistakes and found[1] == found[3]:
        mistakes = [Mistake(0, found.start(3), f"`{text.strip()}` goes nowhere", "a move ends on another cell")]
    if mistakes:
        raise ActionError(mistakes)
    return Action(found[1], found[3], found[3] if found[2] == "x" else None)


@dataclass(frozen=True)
class Spoken:
    """An action's text taken apart, whatever its rule set: the cells it names in order, and for each leg between
    them whether it takes.

    `c3-c4` and `b2-d4xf6` have a path; `pawn@a1` has its cell alone; words such as `pass` have none.
    """

    text: str
    path: tuple[Cell, ...] = ()
    takes: tuple[bool, ...] = ()

    def __str__(self) -> str:
        return self.text

    @property
    def origin(self) -> Cell | None:
        """Where it starts; None for what is placed or only said."""
        return self.path[0] if len(self.path) > 1 else None


_PATH = re.compile(r"([a-z]+[0-9]+(?:[-x][a-z]+[0-9]+)*)(=[a-z][\w -]*)?")
_PLACED = re.compile(r"[^\W\d_][\w -]*@([a-z]+[0-9]+)")
_WORDS = re.compile(r"[a-z][a-z -]*")


def read_spoken(text: str, lattice: Lattice) -> Spoken:
    """An action's text taken apart; raises ActionError for one that no rule set could mean."""
    text = text.strip()
    if match := _PLACED.fullmatch(text):
        cells, takes = [match[1]], []
    elif match := _PATH.fullmatch(text):
        cells, takes = re.split(r"[-x]", match[1]), [leg == "x" for leg in re.findall(r"[-x]", match[1])]
    elif _WORDS.fullmatch(text):
        return Spoken(text)
    else:
        raise ActionError(
            [
                Mistake(
                    0,
                    0,
                    f"`{text}` is not an action",
                    "`c3-c4` moves, `c3xc5` captures, `b2-d4-f6` hops, `pawn@a1` places",
                )
            ]
        )
    if bad := [cell for cell in cells if cell not in lattice]:
        raise ActionError(
            [Mistake(0, text.index(cell), f"`{cell}` is not on the board", f"cells here are {lattice}") for cell in bad]
        )
    return Spoken(text, tuple(cells), tuple(takes))
