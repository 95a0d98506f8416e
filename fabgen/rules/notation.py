"""Action ↔ text: `c3-c4` moves, `c3xc5` captures. The one notation of specs, command line, examples and rulebook."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from fabgen.base import nearest
from fabgen.rules.lattice import Cell, Lattice, Mistake, TextError


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


class Astray(ActionError):
    """A text that names a cell which is not there."""


def parse_action(text: str, lattice: Lattice) -> Action:
    """The action that a text stands for; raises ActionError with every mistake in it."""
    found = _forms(lattice.name.pattern).action.fullmatch(text)
    if not found:
        raise ActionError([Mistake(0, 0, f"`{text}` is not a move", "`c3-c4` moves, `c3xc5` captures")])
    mistakes = [
        Mistake(0, found.start(n), *lattice.astray(found[n]))
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

    `c3-c4` and `b2-d4xf6` have a path; `pawn@a1` has its cell alone; words such as `pass` have none. Whom a hop goes
    over may stand in brackets, as in `c1x(d2)c3`: it is no part of the path.
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


_WORDS = re.compile(r"[a-z][a-z -]*")


@dataclass(frozen=True)
class _Forms:
    """What actions look like on a board whose cells have names of a pattern."""

    name: str

    @cached_property
    def action(self) -> re.Pattern[str]:
        return re.compile(rf"\s*({self.name})\s*([-x])\s*({self.name})\s*")

    @cached_property
    def over(self) -> re.Pattern[str]:
        return re.compile(rf"\(({self.name})\)")

    @cached_property
    def path(self) -> re.Pattern[str]:
        return re.compile(rf"((?:{self.name})(?:[-x](?:{self.over.pattern})?(?:{self.name}))*)(=[a-z][\w -]*)?")

    @cached_property
    def legs(self) -> re.Pattern[str]:
        return re.compile(rf"([-x])({self.name})")

    @cached_property
    def placed(self) -> re.Pattern[str]:
        return re.compile(rf"[^\W\d_][\w -]*@({self.name})")


@lru_cache(maxsize=8)
def _forms(name: str) -> _Forms:
    return _Forms(name)


def origin_of(text: str, lattice: Lattice) -> Cell:
    """The cell with which an action's text begins; the text where it begins with none."""
    found = re.match(rf"({lattice.name.pattern})(?=[-x=]|$)", text)
    return found[1] if found else text


def read_spoken(text: str, lattice: Lattice) -> Spoken:
    """An action's text taken apart; raises ActionError for one that no rule set could mean."""
    text, forms = text.strip(), _forms(lattice.name.pattern)
    if match := forms.placed.fullmatch(text):
        cells, takes = [match[1]], []
    elif match := forms.path.fullmatch(text):
        path = forms.over.sub("", match[1])
        legs = forms.legs.findall(path)
        first = path[: len(path) - sum(1 + len(cell) for _, cell in legs)]
        cells, takes = [first, *(cell for _, cell in legs)], [sign == "x" for sign, _ in legs]
    elif astray := _astray(text, lattice):
        raise Astray([Mistake(0, text.rindex(astray), f"`{astray}` is not on the board",
                              nearest(astray, lattice.cells) or f"cells here are {lattice}")])
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
    if bad := [cell for cell in (*cells, *forms.over.findall(text)) if cell not in lattice]:
        raise Astray([Mistake(0, text.index(cell), *lattice.astray(cell)) for cell in bad])
    return Spoken(text, tuple(cells), tuple(takes))


def _astray(text: str, lattice: Lattice) -> str:
    """What stands in the place of a cell and is none: the names of a map are words as others are."""
    if lattice.regular:
        return ""
    after = re.match(rf"(?:(?:{lattice.name.pattern})[-x])*", text)
    rest = text[after.end() :] if after else text
    return re.split("[-@ ]", rest)[0] if rest != text or "-" in rest else ""
