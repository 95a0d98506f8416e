"""A place on a part that shows a drawing → the element of the SVG file that is drawn there.

The designer can look up the id in an editor (Inkscape: Edit > Find, or the list of objects).
"""

from __future__ import annotations

from fabgen.artwork.path import Path, Point
from fabgen.artwork.svg_artwork import PLINTH, SUNK
from fabgen.artwork.svg_document import read_document
from fabgen.artwork.svg_file import SvgStroke, read_svg_page
from fabgen.core.model_problems import Key
from fabgen.core.problems import FabgenError
from fabgen.figures.silhouettes.silhouettes import art_silhouette
from fabgen.spec.drawings import DrawingPath
from fabgen.spec.load import Spec

FLAT = 0.01  # mm: how far flattened curves may be from the true ones
LEVEL = 0.05  # mm: points that are no farther below the highest point belong to the top


def element_at(spec: Spec, key: Key, word: DrawingPath, spot: Point) -> str:
    """The id of the element of a drawing at a place on the part, in mm from the middle of the part's foot. Empty if the
    element has no id or is not known.

    A silhouette is the drawing at another size, perhaps on a plinth, so both are compared at their tops. Of a drawing
    that is not cut out, the element is known only if it is the only one.
    """
    try:
        strokes, _ = read_svg_page(read_document(spec.folder / word))
    except FabgenError:  # reported where the drawing is read
        return ""
    strokes = [stroke for stroke in strokes if stroke.id and stroke.paths]
    if len(strokes) < 2 or key[-1] not in ("standee", "crossed"):
        return strokes[0].id if len(strokes) == 1 else ""
    outline = art_silhouette(word.art, spec.game.pieces[str(key[1])].body.height).outline()
    _, low, _, high = word.art.bounds()
    (top_x, top_y), (art_x, art_y) = _top((outline,)), _top(word.art.areas)
    candidates = []
    for height in (outline.bounds()[3], outline.bounds()[3] - PLINTH + SUNK):  # on its own ground, or on a plinth
        factor = height / (high - low)
        place = (spot[0] - top_x) / factor + art_x, (spot[1] - top_y) / factor + art_y
        candidates += [(_distance(stroke, place) * factor, number) for number, stroke in enumerate(strokes)]
    return strokes[min(candidates)[1]].id


def _top(paths: tuple[Path, ...]) -> Point:
    """The middle of the highest points of some paths."""
    points = [point for path in paths for point in path.flatten(FLAT)]
    high = max(y for _, y in points)
    level = [x for x, y in points if y > high - LEVEL]
    return (min(level) + max(level)) / 2, high


def _distance(stroke: SvgStroke, place: Point) -> float:
    """How far the lines of an element are from a place, in mm."""
    import shapely

    lines = [shapely.LineString([*points, points[0]]) for path in stroke.paths if len(points := path.flatten(FLAT)) > 1]
    return min((float(line.distance(shapely.Point(place))) for line in lines), default=float("inf"))
