"""A place on a part that shows a drawing → the place in the SVG file, and the element that is drawn there.

The designer finds the place by the rulers of an editor, and the id in its list of objects (Inkscape: Edit > Find).
"""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.artwork.drawing import Role, Shape
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, Point, path_bounds
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


def find_in_file(spec: Spec, key: Key, word: DrawingPath, part: Part, spot: Point) -> tuple[Point, str] | None:
    """The place in a file at which a place on a part is drawn, in mm from the lower left corner of the page, and the id
    of the element there, empty if that has none. None for a picture in greys, and for lines that are scored.

    `spot` is in the part's own mm. The drawing has another size there, and a silhouette may stand on a plinth: of the
    places that it may be then, the one that is nearest to a line counts.
    """
    try:
        strokes, _ = read_svg_page(read_document(spec.folder / word))
    except FabgenError:  # a picture in greys, or a problem that is reported where the drawing is read
        return None
    strokes = [stroke for stroke in strokes if stroke.paths]
    candidates = []
    for factor, (part_x, part_y), (art_x, art_y) in _scales(spec, key, word, part):
        place = (spot[0] - part_x) / factor + art_x, (spot[1] - part_y) / factor + art_y
        candidates += [(_distance(stroke, place) * factor, number, place) for number, stroke in enumerate(strokes)]
    if not candidates:
        return None
    _, nearest, place = min(candidates)
    return place, strokes[nearest].id


def _scales(spec: Spec, key: Key, word: DrawingPath, part: Part) -> Iterator[tuple[float, Point, Point]]:
    """How a drawing may be scaled on its part: the factor, and a point of the part with the same point in the file."""
    if key[-1] in ("standee", "crossed"):
        outline = art_silhouette(word.art, spec.game.pieces[str(key[1])].body.height).outline()
        _, low, _, high = word.art.bounds()
        for height in (outline.bounds()[3], outline.bounds()[3] - PLINTH + SUNK):  # on its own ground, or on a plinth
            yield height / (high - low), _top((outline,)), _top(word.art.areas)
        return
    is_cut = key[-1] in ("tile", "shape")
    role = Role.EDGE if is_cut else Role.MARK
    drawn = [path for item in part.drawing.items if isinstance(item, Shape) and item.role is role
             for path in item.paths if path.closed]
    if drawn and word.art.areas:
        x0, y0, x1, y1 = path_bounds(word.art.areas)
        left, low, right, high = path_bounds(drawn)
        yield max(right - left, high - low) / max(x1 - x0, y1 - y0), (left, low), (x0, y0)


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
