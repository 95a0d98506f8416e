"""A part's drawing → the same as lines where its areas are not filled: outlines, or outlines with a hatch inside them.

Sweeping an area takes many times as long as following its outline. The lines get a role that the machine scores, so
that no later step needs to know about another way to mark; words and marks keep their shapes. Large words become
outlines anyway. With single lines, all words are set in a font of strokes, and signs that consist of strokes become
these strokes.

Areas are bounded so that every program fills them alike, whether by the even-odd or the non-zero rule.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from fabgen.artwork import regions
from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, Shape
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, line
from fabgen.artwork.regions import any_cross, boundary_paths, orient_nested
from fabgen.artwork.single_line import missing_stroke_characters, weighted_strokes
from fabgen.artwork.text import TextLine, text_outlines
from fabgen.core.english import join_words
from fabgen.core.problems import Location, Problem
from fabgen.laser.machine import Engraving, Machine
from fabgen.materials.operations import Operation

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry
    from typing_extensions import TypeIs

FLAT = 0.01  # mm: flattening for tests
AREA_FLAT = 0.005  # mm: flattening of the rare areas that must be redrawn
INSET = 0.15  # mm between a hatch and the outline around it: about half of what a beam marks
SINGLE = "single-line"
SHORT = 0.2  # mm: shorter lines of a hatch are left out


def ink_area(text: TextLine) -> float:
    """The inked area of words in mm²."""
    return _unit_ink_area(text.string, text.bold) * text.cap**2


@lru_cache(maxsize=256)
def _unit_ink_area(string: str, bold: bool) -> float:
    """The inked area in mm² of words whose capitals are 1 mm high."""
    return sum(
        abs(sum(path.area() for path in glyph)) for glyph in text_outlines(TextLine(string, (0, 0), 1.0, bold=bold))
    )


def outline_text(text: TextLine) -> tuple[Path, ...]:
    """The outlines of words, which bound one area under either fill rule. (Fonts may draw a letter as overlapping
    contours.)"""
    paths = tuple(path for glyph in text_outlines(text) for path in glyph)
    return normalize_area(paths, as_union=True) if _has_crossing_contours(text.string, text.bold) else paths


@lru_cache(maxsize=256)
def _has_crossing_contours(string: str, bold: bool) -> bool:
    """Whether any letter of a text has contours that cross."""
    glyphs = text_outlines(TextLine(string, (0, 0), 10.0, bold=bold))
    return any_cross([outline_polygon(path) for glyph in glyphs for path in glyph])


def normalize_area(paths: Sequence[Path], *, as_union: bool = False) -> tuple[Path, ...]:
    """Closed paths that bound an even-odd area (`as_union`: the union of their areas), directed so that programs with
    the even-odd and the non-zero rule fill the same.

    Exact where the paths do not cross; where they do, polylines within 0.005 mm.
    """
    polygons = [outline_polygon(path, AREA_FLAT) for path in paths]
    if len(paths) > 1 and any_cross(polygons):
        return _redraw_area(polygons, as_union)
    return orient_nested(paths, polygons)


def _redraw_area(shapes: Sequence[Polygon], as_union: bool) -> tuple[Path, ...]:
    """The area of polygons that cross, as closed paths."""
    import shapely

    valid = [shape.buffer(0) for shape in shapes]
    whole: BaseGeometry = shapely.union_all(valid)
    if not as_union:
        whole = valid[0]
        for shape in valid[1:]:
            whole = whole.symmetric_difference(shape)
    return boundary_paths(whole)


def outline_polygon(path: Path, tolerance: float = FLAT) -> Polygon:
    """A closed path as a polygon."""
    return regions.path_polygon(path, tolerance)


def apply_engraving_style(part: Part, machine: Machine) -> Part:
    """The part as the machine marks it: its scored words in single lines, and lines instead of filled areas unless its
    engraving style is `fill`."""
    role = _find_scored_role(machine)
    if role is None:
        return part
    draw_marks = _draw_scored_lines if machine.engraving.style == "fill" else _draw_as_lines
    items = tuple(mark for item in part.drawing.items for mark in draw_marks(item, machine, role))
    return part if items == part.drawing.items else replace(part, drawing=Drawing(items))


def _find_scored_role(machine: Machine) -> Role | None:
    """A role that the machine scores, or None."""
    return next((role for role in (Role.GRID, *Role) if machine.roles[role] is Operation.SCORE), None)


def _draw_scored_lines(item: Item, machine: Machine, role: Role) -> Iterator[Item]:
    """The single lines of words that are scored, as far as their font has the characters, and those of a broad line;
    any other item itself."""
    if isinstance(item, Shape) and item.is_scored and machine.roles[item.role] is Operation.ENGRAVE:
        yield Shape(item.strokes, role)
    elif not isinstance(item, Lettering) or not has_single_lines(item, machine):
        yield item
    elif strokes := weighted_strokes(item.text):
        yield Shape(strokes, role)


def has_single_lines(words: Lettering, machine: Machine) -> bool:
    """Whether words become single lines: those that are scored, and with that style of engraving all of them."""
    operation = machine.roles[words.role]
    is_line = operation is Operation.SCORE or (operation is Operation.ENGRAVE and machine.engraving.style == SINGLE)
    return is_line and not missing_stroke_characters(words.text.string)


def _draw_as_lines(item: Item, machine: Machine, role: Role) -> Iterator[Item]:
    """The lines for an item that is engraved, and for words that are scored; any other item itself."""
    single = machine.engraving.style == SINGLE
    if isinstance(item, Lettering) and has_single_lines(item, machine):
        yield from _draw_scored_lines(item, machine, role)
    elif machine.roles[item.role] is not Operation.ENGRAVE:
        yield item
    elif isinstance(item, Lettering):
        if ink_area(item.text) > machine.engraved_text:
            yield item
        elif item.text.string.strip():
            yield Shape(outline_text(item.text), role)
    elif (single or item.is_scored) and item.strokes:
        yield Shape(item.strokes, role)
    elif not all(path.closed for path in item.paths):
        yield item
    else:
        paths = normalize_area(item.paths)
        yield Shape(paths, role)
        if hatch := hatch_area(paths, machine.engraving):
            yield Shape(hatch, role)


def _is_marked_text(item: Item, machine: Machine) -> TypeIs[Lettering]:
    """Whether an item is text that is engraved or scored."""
    return isinstance(item, Lettering) and machine.roles[item.role] in (Operation.ENGRAVE, Operation.SCORE)


def report_outlined_words(parts: Iterable[Part], machine: Machine) -> list[Problem]:
    """A notice of words that are outlined although single lines were chosen, because the font lacks one of their
    characters."""
    if machine.engraving.style != SINGLE:
        return []
    outlined = dict.fromkeys(item.text.string for part in parts for item in part.drawing.items
                             if _is_marked_text(item, machine) and missing_stroke_characters(item.text.string))
    lacking = dict.fromkeys(c for string in outlined for c in missing_stroke_characters(string))
    verb = "is" if len(outlined) == 1 else "are"
    message = (
        f"{join_words(map(repr, outlined))} {verb} outlined: the font of single lines has no {join_words(lacking)}"
    )
    return [Problem(Location(), message, level="notice")] if outlined else []


def engraving_as_lines(part: Part, machine: Machine, style: str) -> list[Path]:
    """The lines that another style makes of what is engraved on a part."""
    role = _find_scored_role(machine)
    styled_machine = machine.model_copy(update={"engraving": Engraving.model_validate({"style": style})})
    engraved = [item for item in part.drawing.items if machine.roles[item.role] is Operation.ENGRAVE]
    marks = [mark for item in engraved for mark in _draw_as_lines(item, styled_machine, role)] if role else []
    return [path for mark in marks if isinstance(mark, Shape) for path in mark.paths]


def hatch_area(paths: Sequence[Path], engraving: Engraving) -> tuple[Path, ...]:
    """Lines inside an even-odd area at the pitch and angle of an engraving, clear of the outline; none for styles other
    than `hatch`. They lie on one grid through the part's origin, so that neighbours match."""
    if engraving.style != "hatch":
        return ()
    region = regions.even_odd_area([outline_polygon(path, AREA_FLAT).buffer(0) for path in paths])
    inner = region.buffer(-INSET)
    clipped = (inner.intersection(hatch_line) for hatch_line in _hatch_lines(inner, engraving))
    strokes = [stroke for shape in clipped for stroke in _nonempty_pieces(shape)]
    return tuple(line(*stroke.coords) for stroke in strokes if stroke.length >= SHORT)


def _hatch_lines(region: BaseGeometry, engraving: Engraving) -> Iterator[BaseGeometry]:
    """The lines of the grid that cross a region, longer than it is."""
    import shapely

    if region.is_empty:
        return
    angle = math.radians(engraving.angle)
    c, s = math.cos(angle), math.sin(angle)
    x0, y0, x1, y1 = region.bounds
    corners = [(x, y) for x in (x0, x1) for y in (y0, y1)]
    along = [x * c + y * s for x, y in corners]
    off = [y * c - x * s for x, y in corners]
    for n in range(math.ceil(min(off) / engraving.pitch), math.floor(max(off) / engraving.pitch) + 1):
        d = n * engraving.pitch
        ends = [(t * c - d * s, t * s + d * c) for t in (min(along) - 1, max(along) + 1)]
        yield shapely.LineString(ends)


def _nonempty_pieces(shape: BaseGeometry) -> list[BaseGeometry]:
    """The pieces of a geometry, without empty ones."""
    return [piece for piece in getattr(shape, "geoms", [shape]) if piece.length > 0]
