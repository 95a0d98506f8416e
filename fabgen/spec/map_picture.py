"""Layers of a map's drawing that are no spaces: its sea, its waves, a compass rose → painted shapes in mm, y up, which
are printed in the colours of the drawing or engraved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fabgen.artwork.path import Path as Outline
from fabgen.artwork.path import polygon
from fabgen.artwork.svg_file import SvgStroke, read_svg_page
from fabgen.core.problems import FabgenError, Problem
from fabgen.core.yaml_models import YamlSource
from fabgen.spec.board import Map
from fabgen.spec.map_file import read_document_with_ids, strokes_of_layer
from fabgen.spec.spaces import PaintedShape

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

FLAT = 0.02  # mm: the tolerance of strokes as areas


def read_picture(map_: Map, source: YamlSource, folder: Path, problems: list[Problem]) -> tuple[PaintedShape, ...]:
    """The shapes of all layers that are printed or engraved, in painting order. Problems are added to `problems`."""
    if not map_.file or not (map_.printed or map_.engraved):
        return ()
    document = read_document_with_ids(folder / map_.file)
    strokes, _ = read_svg_page(document, shapes_only=True)
    ids: dict[str, set[str]] = {"printed": set(), "engraved": set()}
    for key, layers in (("printed", map_.printed), ("engraved", map_.engraved)):
        for number, layer in enumerate(layers):
            try:
                ids[key] |= {stroke.id for stroke in strokes_of_layer(strokes, document.root, layer)}
            except FabgenError as error:
                where = source.value_location("board", "map", key, number)
                problems += [replace(problem, where=where) for problem in error.problems]
    return tuple(
        replace(shape, is_printed=stroke.id in ids["printed"], is_engraved=stroke.id in ids["engraved"])
        for stroke in strokes
        if stroke.id in ids["printed"] | ids["engraved"]
        for shape in _painted_shapes(stroke)
    )


def _painted_shapes(stroke: SvgStroke) -> Iterator[PaintedShape]:
    """The fill of an element, then its stroke as an area."""
    if stroke.fill is not None:
        closed = tuple(replace(path, closed=True) for path in stroke.paths)
        yield PaintedShape(closed, stroke.fill_colour, is_ink=stroke.fill)
    if stroke.stroke is not None and stroke.width > 0:
        yield PaintedShape(tuple(_stroke_outlines(stroke)), stroke.stroke_colour, is_ink=stroke.stroke)


def _stroke_outlines(stroke: SvgStroke) -> Iterator[Outline]:
    import shapely

    lines = [shapely.LineString(path.trace(FLAT)) for path in stroke.paths]
    yield from region_paths(shapely.union_all([line.buffer(stroke.width / 2, quad_segs=4) for line in lines]))


def region_paths(region: BaseGeometry) -> Sequence[Outline]:
    """The outlines of a region, holes too, to be filled by the even-odd rule."""
    parts = [part for part in getattr(region, "geoms", [region]) if part.geom_type == "Polygon" and not part.is_empty]
    rings = [ring for part in parts for ring in (part.exterior, *part.interiors)]
    return [polygon([(float(x), float(y)) for x, y in ring.coords[:-1]]) for ring in rings]
