"""Words and filled shapes → areas that every program fills alike, whether by the even-odd or the non-zero rule."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from fabgen.artwork import regions
from fabgen.artwork.path import Path
from fabgen.artwork.regions import bounded, crossing, nested
from fabgen.artwork.text import Text, text_outlines

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

FLAT = 0.01  # mm: flattening for tests
AREA_FLAT = 0.005  # mm: flattening of the rare areas that must be redrawn


def ink_of(text: Text) -> float:
    """The inked area of words in mm²."""
    return _ink(text.string, text.bold) * text.cap**2


@lru_cache(maxsize=256)
def _ink(string: str, bold: bool) -> float:
    """The inked area of words whose capitals are 1 mm high."""
    return sum(abs(sum(path.area() for path in glyph)) for glyph in text_outlines(Text(string, (0, 0), 1.0, bold=bold)))


def lettered(text: Text) -> tuple[Path, ...]:
    """The outlines of words, one area under either fill rule; fonts may draw a letter as overlapping contours."""
    paths = tuple(path for glyph in text_outlines(text) for path in glyph)
    return area(paths, together=True) if _tangled(text.string, text.bold) else paths


@lru_cache(maxsize=256)
def _tangled(string: str, bold: bool) -> bool:
    return crossing([outline(p) for glyph in text_outlines(Text(string, (0, 0), 10.0, bold=bold)) for p in glyph])


def area(paths: Sequence[Path], together: bool = False) -> tuple[Path, ...]:
    """Closed paths that bound an even-odd area (`together`: their union), turned so that both fill rules see the same.

    Exact where the paths do not cross; where they do, polylines within 0.005 mm.
    """
    shapes = [outline(path, AREA_FLAT) for path in paths]
    if len(paths) > 1 and crossing(shapes):
        return _redrawn(shapes, together)
    return nested(paths, shapes)


def _redrawn(shapes: Sequence[Polygon], together: bool) -> tuple[Path, ...]:
    import shapely

    valid = [shape.buffer(0) for shape in shapes]
    whole: BaseGeometry = shapely.union_all(valid)
    if not together:
        whole = valid[0]
        for shape in valid[1:]:
            whole = whole.symmetric_difference(shape)
    return bounded(whole)


def outline(path: Path, tolerance: float = FLAT) -> Polygon:
    """A closed path as a polygon."""
    return regions.outline(path, tolerance)
