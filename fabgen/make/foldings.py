"""Nothing → small pictures of how paper is joined and folded, each in a field of 54 x 26 mm from the origin, and the
steps in words."""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.path import Point, circle, line, polygon, rectangle

STANDEE = [
    "Score the three folds of each strip, then cut it out from mark to mark.",
    "Fold the top with the print outside. Glue the two faces back to back; leave the flaps free.",
    "Fold the flaps outwards, print upwards: they are the foot. A coin under the rear flap steadies it.",
]
TOKEN = [
    "Cut the block out roughly and score its fold.",
    "Fold it away from you, print outside. Glue it all over and press it flat under a book.",
    "When it is dry, cut the tokens out.",
]
TILES = [
    "Cut each tile where it meets the tab of a neighbour; keep the grey tabs, and the white rim outside.",
    "Glue each row, then the rows: a tile lies on the tab that names it, and half-diamonds become whole.",
    "Trim the outside from mark to mark. Thick board under it keeps it flat.",
]
WHOLE = ["Cut the board out, from mark to mark.", "Glue it to thick board, and it lies flat."]


def standee_steps() -> tuple[Drawing, list[str]]:
    """A strip with its folds, the same half folded from the side, and the piece as it stands."""
    strip = draw(Role.HOLE, rectangle(1, 0, 8, 26)) + draw(
        Role.FOLD, *(line((1, y), (9, y)) for y in (4.0, 13.5, 23.0))
    )
    faces = draw(Role.SHADE, rectangle(1, 4, 8, 9.5)) + draw(Role.SHADE, rectangle(1, 13.5, 8, 9.5))
    half = _sheet((22, 4), (27, 2.5), (29.2, 20.5), (31.4, 2.5), (36.4, 4))
    stands = _sheet((44, 1), (48.8, 1), (48.8, 20.5), (49.2, 20.5), (49.2, 1), (54, 1))
    return faces + strip + half + stands + _arrow((12.5, 12), (18, 12)) + _arrow((38, 12), (43.5, 12)), STANDEE


def token_steps() -> tuple[Drawing, list[str]]:
    """A block with its fold, folding from the side, and tokens cut from the doubled sheet."""
    places = [(x, y) for y in (4.2, 9.2, 16.8, 21.8) for x in (3.6, 8.6)]
    block = (
        draw(Role.SHADE, *(circle(p, 2.0) for p in places))
        + draw(Role.HOLE, rectangle(0.5, 1, 11.2, 24))
        + draw(Role.FOLD, line((0.5, 13), (11.7, 13)))
    )
    half = _sheet((22, 4), (27.5, 22), (33, 4))
    cut = draw(
        Role.SHADE, circle((46, 9.5), 2.6), circle((52, 9.5), 2.6), circle((46, 15.5), 2.6), circle((52, 15.5), 2.6)
    )
    rims = draw(
        Role.HOLE, circle((46, 9.5), 2.6), circle((52, 9.5), 2.6), circle((46, 15.5), 2.6), circle((52, 15.5), 2.6)
    )
    return block + half + cut + rims + _arrow((14.5, 12), (20, 12)) + _arrow((35.5, 12), (41, 12)), TOKEN


def tile_steps(count: int) -> tuple[Drawing, list[str]]:
    """A tile with its tab, its neighbour beside it, and both joined."""
    if count == 1:
        return _grid(14, 3, 20) + draw(Role.HOLE, rectangle(14, 3, 20, 20)), WHOLE
    tab = draw(Role.GLUE, polygon([(13, 3), (16.5, 5), (16.5, 19), (13, 21)]))
    diamonds = draw(Role.NOTE, polygon([(13, 22), (11.8, 23.2), (13, 24.4)])) + draw(
        Role.NOTE, polygon([(19.5, 22), (20.7, 23.2), (19.5, 24.4)])
    )
    apart = tab + _grid(1, 3, 12, 18) + _grid(19.5, 3, 12, 18) + diamonds
    joined = (
        _grid(43, 6, 5.5, 8.25)
        + _grid(48.5, 6, 5.5, 8.25)
        + draw(Role.NOTE, polygon([(48.5, 14.9), (47.6, 15.8), (48.5, 16.7), (49.4, 15.8)]))
    )
    return apart + joined + _arrow((35, 12), (40.5, 12)), TILES


def _sheet(*points: Point) -> Drawing:
    """Paper seen from its edge."""
    return draw(Role.EDGE, line(*points))


def _grid(x: float, y: float, width: float, height: float = 0.0) -> Drawing:
    """A board of 2 columns."""
    height = height or width
    rows = round(2 * height / width)
    inner = [
        line((x + width / 2, y), (x + width / 2, y + height)),
        *(line((x, y + height * j / rows), (x + width, y + height * j / rows)) for j in range(1, rows)),
    ]
    return draw(Role.HOLE, rectangle(x, y, width, height), *inner)


def _arrow(start: Point, end: Point) -> Drawing:
    """A short level arrow to the next picture."""
    y, tip = start[1], end[0]
    return draw(Role.TRIM, line(start, (tip - 1.4, y))) + draw(
        Role.NOTE, polygon([(tip - 1.8, y - 0.9), (tip, y), (tip - 1.8, y + 0.9)])
    )
