"""What a laser engraves and scores on a plate → the areas that a picture of the made piece shows.

They are light as frost where that is read on the plate, and dark where the engraving has to be painted. In an ink that
leaves fields white they are dark too, but on plates that are dark in every ink.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from fabgen.artwork.drawing import Drawing, Lettering, Role, combine_drawings, draw
from fabgen.artwork.path import Path, polygon
from fabgen.artwork.text import text_outlines
from fabgen.artwork.themes import load_theme, shows_frost, tone_colour

SCORED = 0.25  # mm: the width of a scored line as it is drawn
FINE = 0.03  # mm: flattening
ALWAYS_DARK = ("black",)  # tones of plates that are dark in every ink
LINES = (Role.GRID, Role.ZONE)  # scored along, whether they close or not


def draw_etched_marks(part: Drawing, tone: str) -> Drawing:
    """All that is engraved and scored on a plate of a tone, each thing an item of its own."""
    is_light = shows_frost(tone_colour(load_theme("colour"), tone))
    frost = Role.FACE if tone in ALWAYS_DARK else Role.ETCHING
    role, light = (frost, "white") if is_light else (Role.MARK, "")
    drawings = []
    for item in part.without(Role.EDGE, Role.HOLE).items:
        paths = [*chain(*text_outlines(item.text))] if isinstance(item, Lettering) else item.paths
        if item.role not in LINES and all(path.closed for path in paths):
            drawings.append(draw(role, *paths, tone=light))
        else:
            drawings.append(draw(role, *(ring for path in paths for ring in _score(path)), tone=light))
    return combine_drawings(drawings)


def _score(path: Path) -> Iterator[Path]:
    """The outlines of a scored line."""
    import shapely

    points: Sequence[tuple[float, float]] = path.flatten(FINE)
    line = shapely.LinearRing(points) if path.closed else shapely.LineString(points)
    band = line.buffer(SCORED / 2, cap_style="flat")
    for ring in (band.exterior, *band.interiors):
        yield polygon([(x, y) for x, y in ring.coords[:-1]])


__all__ = ["draw_etched_marks"]
