"""Parts by their names → things in a room: a thing that is parted lies with its parts drawn apart; walls stand, plates
lie, each layer over the last. What the pictures of boards and boxes are made of; mm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Part
from fabgen.artwork.path import Point, span
from fabgen.figures.assembly import tone_of
from fabgen.figures.isometric import EYE, Pose, Solid, dotted, flat, solid
from fabgen.figures.kit import FitOf

SPREAD = 0.12  # of the way from the middle: how much further out the parts of a thing lie than they will
SUFFIX = r"( [a-z]+\d+-[a-z]+\d+)?( \d+)?"  # of a part of something that is parted: its cells, its number
JOINED = "Join the parts of walls and panels first, knobs into sockets, with a little glue, on something flat."
Box = tuple[float, float, float, float]


def parted(parts: Iterable[Part], name: str) -> list[Part]:
    """The part of a name, or the parts that it is in."""
    pattern = re.compile(re.escape(name) + SUFFIX)
    return [part for part in parts if pattern.fullmatch(part.name)]


def bounds_of(parts: Sequence[Part]) -> Box:
    """The box around some outlines in their common drawing."""
    boxes = [part.drawing.only(Role.EDGE).bounds() for part in parts]
    return span(p for box in boxes for p in (box[:2], box[2:]))


def middle_of(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def drawn_apart(p: Point, middle: Point) -> Point:
    """A place in a drawing whose parts are drawn apart from its middle."""
    return p[0] + SPREAD * (p[0] - middle[0]), p[1] + SPREAD * (p[1] - middle[1])


def laid(parts: Sequence[Part], fit_of: FitOf, pose: Pose | None = None, *, named: bool = True) -> list[Solid]:
    """The parts of one thing in one pose, drawn apart, the farthest first; each with its name and how many there are
    of it."""
    pose = pose or flat()
    if not parts:
        return []
    middle, found = middle_of(bounds_of(parts)), []
    for part in parts:
        own = middle_of(part.drawing.only(Role.EDGE).bounds())
        there = drawn_apart(own, middle)
        drawing = part.drawing.moved(there[0] - own[0], there[1] - own[1])
        near = sum(a * b for a, b in zip(pose.place(there, 0.0), EYE, strict=True))
        thick = fit_of(part.material).thickness
        found.append((near, solid(drawing, pose, thick, tone_of(part.material), called(part) if named else "")))
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]


def called(part: Part) -> str:
    """How many there are of a part, where there are several, and its name."""
    return (f"{part.count} × " if part.count > 1 else "") + part.name


def posts(box: Box, low: float, high: float) -> Solid:
    """Dotted lines down from the three corners of a plate that are seen."""
    x0, y0, x1, y1 = box
    return dotted(((x, y, high), (x, y, low)) for x, y in ((x0, y0), (x1, y0), (x1, y1)))


def deep(box: Box) -> float:
    """How high a lying plate stands in the picture."""
    return (box[2] - box[0] + box[3] - box[1]) / 2


def standing(walls: Sequence[tuple[str, Pose]], parts: Sequence[Part], fit_of: FitOf, *,
             named: bool = True) -> Iterator[Solid]:
    """Walls by the names of their parts in their poses, in this order; of equal ones the last has the name."""
    last = {name: n for n, (name, _) in enumerate(walls)}
    for n, (name, pose) in enumerate(walls):
        yield from laid(parted(parts, name), fit_of, pose, named=named and last[name] == n)
