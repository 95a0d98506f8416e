"""A part's drawing → the same as lines where its areas are not filled: outlines, or outlines with a hatch inside them.

Sweeping an area takes many times as long as following its outline. Lines take a role that the machine scores, so that
nothing after this knows another way to mark; words and marks keep their shapes. Large words are outlines anyway. With
single lines, all words are set in a font of strokes, and signs that are made of strokes become these.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, Shape
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, line
from fabgen.artwork.strokes import text_strokes, unstroked
from fabgen.base import Problem, Where, words
from fabgen.make.areas import AREA_FLAT, area, ink_of, lettered, outline
from fabgen.make.machine import Engraving, Machine, Operation

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry
    from typing_extensions import TypeIs

INSET = 0.15  # mm between a hatch and the outline around it: about half of what a beam marks
SINGLE = "single-line"
SHORT = 0.2  # mm: shorter lines of a hatch are left out


def styled(part: Part, machine: Machine) -> Part:
    """The part as the machine marks it: as it is where areas are filled."""
    role = _scored(machine)
    if machine.engraving.style == "fill" or role is None:
        return part
    items = tuple(one for item in part.drawing.items for one in _lined(item, machine, role))
    return replace(part, drawing=Drawing(items))


def _scored(machine: Machine) -> Role | None:
    """A role that the machine scores."""
    return next((role for role in (Role.GRID, *Role) if machine.roles[role] is Operation.SCORE), None)


def _lined(item: Item, machine: Machine, role: Role) -> Iterator[Item]:
    """An item as lines; as it is where it is not engraved."""
    single = machine.engraving.style == SINGLE
    if single and _worded(item, machine) and not unstroked(item.text.string):
        if strokes := text_strokes(item.text):
            yield Shape(strokes, role)
    elif machine.roles[item.role] is not Operation.ENGRAVE:
        yield item
    elif isinstance(item, Lettering):
        if ink_of(item.text) > machine.engraved_text:
            yield item
        elif item.text.string.strip():
            yield Shape(lettered(item.text), role)
    elif single and item.strokes:
        yield Shape(item.strokes, role)
    elif not all(path.closed for path in item.paths):
        yield item
    else:
        paths = area(item.paths)
        yield Shape(paths, role)
        if hatch := hatched(paths, machine.engraving):
            yield Shape(hatch, role)


def _worded(item: Item, machine: Machine) -> TypeIs[Lettering]:
    """Whether these are words that are marked."""
    return isinstance(item, Lettering) and machine.roles[item.role] in (Operation.ENGRAVE, Operation.SCORE)


def outlined_words(parts: Iterable[Part], machine: Machine) -> list[Problem]:
    """A notice of words that are outlined although single lines were asked for: the font lacks a character of them."""
    if machine.engraving.style != SINGLE:
        return []
    words_ = dict.fromkeys(item.text.string for part in parts for item in part.drawing.items
                           if _worded(item, machine) and unstroked(item.text.string))
    lacking = dict.fromkeys(c for string in words_ for c in unstroked(string))
    what = f"{words(map(repr, words_))} {'is' if len(words_) == 1 else 'are'} outlined: the font of single lines has no"
    return [Problem(Where(), f"{what} {words(lacking)}", level="notice")] if words_ else []


def replaced(part: Part, machine: Machine, style: str) -> list[Path]:
    """The lines that another style makes of what is engraved on a part."""
    role = _scored(machine)
    other = machine.model_copy(update={"engraving": Engraving.model_validate({"style": style})})
    engraved = [item for item in part.drawing.items if machine.roles[item.role] is Operation.ENGRAVE]
    lined = [one for item in engraved for one in _lined(item, other, role)] if role else []
    return [path for one in lined if isinstance(one, Shape) for path in one.paths]


def hatched(paths: Sequence[Path], engraving: Engraving) -> tuple[Path, ...]:
    """Lines at the pitch and angle of an engraving inside an even-odd area, clear of its outline; none without a
    hatch. They lie on one grid through the part's origin, so that neighbours match."""
    import shapely

    if engraving.style != "hatch":
        return ()
    body: BaseGeometry = shapely.Polygon()
    for path in paths:
        body = body.symmetric_difference(outline(path, AREA_FLAT).buffer(0))
    inner = body.buffer(-INSET)
    found = [piece for ruler in _rulers(inner, engraving) for piece in _pieces(inner.intersection(ruler))]
    return tuple(line(*piece.coords) for piece in found if piece.length >= SHORT)


def _rulers(body: BaseGeometry, engraving: Engraving) -> Iterator[BaseGeometry]:
    import shapely

    if body.is_empty:
        return
    angle = math.radians(engraving.angle)
    c, s = math.cos(angle), math.sin(angle)
    x0, y0, x1, y1 = body.bounds
    corners = [(x, y) for x in (x0, x1) for y in (y0, y1)]
    along = [x * c + y * s for x, y in corners]
    off = [y * c - x * s for x, y in corners]
    for n in range(math.ceil(min(off) / engraving.pitch), math.floor(max(off) / engraving.pitch) + 1):
        d = n * engraving.pitch
        ends = [(t * c - d * s, t * s + d * c) for t in (min(along) - 1, max(along) + 1)]
        yield shapely.LineString(ends)


def _pieces(shape: BaseGeometry) -> list[BaseGeometry]:
    return [piece for piece in getattr(shape, "geoms", [shape]) if piece.length > 0]
