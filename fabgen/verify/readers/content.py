"""What a file of any format holds: its size and its elements, in mm, y up; and how Problems name a place in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from fabgen.core.english import count_things
from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.verify.readers.contours import ClosedContours, Contour, closed_contours
from fabgen.verify.readers.scan_rows import FillRow

if TYPE_CHECKING:
    from shapely import Polygon

MOST_LISTED = 6  # Problems of one kind that are reported one by one
BLOCK_ID = re.compile(r"((.+)-(\d{1,5})-to-(\d{1,5}))\..+")  # a line that parts share: the first and the last of them
PART_ID = re.compile(r".+-\d{1,5}\.[^.]+")  # `green-knight-base-1.move-2`
# Scales that programs apply by mistake when they read a file in another unit, and their usual names.
KNOWN_SCALES = {
    96 / 72: "96/72",
    96 / 90: "96/90",
    90 / 96: "90/96",
    72 / 96: "72/96",
    25.4: "25.4 (inches as mm)",
    1 / 25.4: "1/25.4 (mm as inches)",
    96 / 25.4: "96/25.4 (pixels)",
    72 / 25.4: "72/25.4 (points)",
    25.4 / 96: "25.4/96",
    25.4 / 72: "25.4/72",
    10.0: "10",
    0.1: "1/10",
}


@dataclass(frozen=True)
class Element:
    """One mark of a file.

    * `paint`: fill or stroke; empty where it has both or none.
    * `group`: the group or layer that it is in.
    * `order`: its number in the file, from 1.
    * `width`: that of its stroke, as the file writes it.
    """

    id: str
    group: str
    paint: str
    colour: str
    order: int
    rings: tuple[Contour, ...] = field(repr=False)
    width: str = ""  # of its stroke, as the file says it
    rows: tuple[FillRow, ...] = ()  # of its fill from below, where the file holds the way of the beam

    @cached_property
    def closed_contours(self) -> ClosedContours:
        """Its closed rings."""
        return closed_contours(self.rings)

    @property
    def block(self) -> str:
        """The block of parts of which it claims to be a common line; empty for other elements."""
        match = BLOCK_ID.fullmatch(self.id)
        return match[1] if match else ""

    @property
    def areas(self) -> list[Polygon]:
        """The areas that it fills, by the even-odd rule, as separate polygons."""
        return self.closed_contours.areas

    @property
    def spot(self) -> tuple[float, float]:
        """One of its points, in mm from the lower left corner."""
        return self.rings[0].spot


@dataclass(frozen=True)
class Layer:
    """What a file tells the machine to do with its layer `name`: mm/s, per cent of full power (in G-code an S word),
    how often, and when: the lowest priority comes first."""

    name: str
    speed: float
    power: float
    passes: int
    priority: float
    least_power: float | None = None  # where the file has a power for slow stretches


@dataclass(frozen=True)
class FileContent:
    """What a file shows, whatever its format: its path as Problems name it, width and height in mm, elements in the
    order of the file, and layers where the format has them."""

    file: str
    width: float
    height: float
    elements: tuple[Element, ...]
    layers: tuple[Layer, ...] = ()

    @property
    def form(self) -> str:
        """The format, which is the suffix of the file."""
        return self.file.rpartition(".")[2]

    @property
    def is_stripped(self) -> bool:
        """Whether no mark has an id that names a part, because another program has removed the ids."""
        return bool(self.elements) and not any(PART_ID.fullmatch(element.id) for element in self.elements)

    def problem(self, key: str, what: str, hint: str = "", spot: tuple[float, float] | None = None) -> Problem:
        """A Problem of an element. A place is given from the left and the top, as most programs show it."""
        place = (
            f", {format_number(spot[0], 1)} mm from the left and "
            f"{format_number(self.height - spot[1], 1)} mm from the top"
            if spot
            else ""
        )
        return Problem(Location(self.file, key=key), what + place, hint)


def doubled_ids(elements: Iterable[Element], file: str) -> Iterator[Problem]:
    """Problems of elements whose id another element has too."""
    seen: set[str] = set()
    for element in elements:
        if element.id in seen:
            yield Problem(Location(file, key=element.id), "two elements have this id")
        seen.add(element.id)


def join_contours(elements: Iterable[Element]) -> list[Element]:
    """Marks made of contours that are elements of their own: contours of one id and look that follow each other are one
    mark."""
    marks: list[Element] = []
    for element in elements:
        last = marks[-1] if marks else None
        if last and (last.id, last.group, last.paint, last.colour) == (
            element.id,
            element.group,
            element.paint,
            element.colour,
        ):
            marks[-1] = replace(last, rings=(*last.rings, *element.rings))
        else:
            marks.append(replace(element, order=len(marks) + 1))
    return marks


def limit_problems(problems: Iterable[Problem], limit: int = MOST_LISTED) -> list[Problem]:
    """The first Problems of one kind, at most `limit`, and one that says how many more there are."""
    found = list(problems)
    if len(found) <= limit:
        return found
    count_of_others = Problem(
        Location(found[0].where.file),
        f"{count_things(len(found) - limit, 'more problem')} like this: {found[limit].what}",
    )
    return [*found[:limit], count_of_others]


def scale_name(scale: float) -> str:
    """A scale as text, with the mistake that it is known for."""
    mistake = next((name for value, name in KNOWN_SCALES.items() if abs(scale / value - 1) < 2e-4), "")
    return f"{scale:.4g}" + (f" = {mistake}" if mistake else "")
