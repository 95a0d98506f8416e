"""Objects and buildings → their outlines, foot on y = 0, in mm: made for 3 mm acrylic, good down to 25 mm high
(docs/look.md).

All stand on the same plinth. Inner corners have a radius of 1 mm or more, so that at half the size they still have
0.5 mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from fabgen.artwork.path import circle
from fabgen.figures.silhouettes.outlines import (
    Silhouette,
    asymmetric,
    bend,
    closed_path,
    level_line,
    open_line,
    plinth,
    plinth_left,
    symmetric,
)


def dragon() -> Silhouette:
    """A horned head with an open mouth, a jagged wing and a tail."""
    return asymmetric(
        (13, 0, 0.8), (13, 4.5, 1.5), (9.5, 5.5, 1.2), (10.5, 15, 5), (6, 22, 5), (7, 27.5, 2), (16, 26.5, 1.2),
        (13, 30.5, 1), (19.5, 32.5, 1.4), (14, 38.5, 2.2), (10, 39.5, 1.2), (3.5, 47, 0.9), (3.5, 39, 1.5),
        (-0.4, 30, 1.4), (-3.4, 30, 1.4), (-5, 49, 1), (-10.5, 39, 3), (-17.5, 41, 1), (-15, 32, 3), (-21, 29, 1),
        (-13, 20, 4), (-12.5, 12, 3), (-17, 14, 2), (-20, 20, 1), (-20.5, 9, 4), (-13, 4.5, 1.5), (-13, 0, 0.8),
        holes=(circle((10.3, 34.4), 1.5),), fine=44,
        lines=(open_line((-7.6, 34, 0), (-9.6, 22, 0)), open_line((4.2, 31.4, 0), (1.6, 24, 8), (2.4, 13, 0))),
    )


def wolf() -> Silhouette:
    """A sitting wolf that howls: the muzzle up, the ears back."""
    return asymmetric(
        (13, 0, 0.8), (13, 4.5, 1.5), (8.6, 6, 1.5), (7.6, 16, 6), (9.2, 24, 4), (8.6, 30, 3), (18.5, 41, 1.3),
        (13.6, 40.6, 1.2), (15.5, 51, 1.6), (11.5, 51.5, 1.4), (5, 43.6, 2), (-3, 47.5, 1), (-1.2, 38.5, 2),
        (-5.5, 28, 6), (-10.5, 18, 8), (-11.5, 9.5, 3), (-17, 14, 3), (-21, 21, 1), (-22, 8, 5), (-13, 4.5, 1.5),
        (-13, 0, 0.8),
        lines=(open_line((2.6, 33, 0), (4.4, 22, 8), (2.6, 9, 0)), open_line((-2, 18, 0), (-1, 11, 4), (-6, 8.6, 0))),
    )


def cat() -> Silhouette:
    """A sitting cat from behind: two ears, and the tail up beside it."""
    return asymmetric(
        (13, 0, 0.8), (13, 4.5, 1.5), (10.4, 6, 2), (10.5, 14, 7), (5, 26, 4), (8.6, 28.5, 3), (9, 36, 3),
        (8.8, 46.5, 0.9), (3.4, 41, 1.6), (-3.4, 41, 1.6), (-8.8, 46.5, 0.9), (-9, 36, 3), (-8.6, 28.5, 3),
        (-5, 26, 4), (-10, 13, 5), (-13.5, 10.5, 2.5), (-14.6, 23, 2.7), (-20.4, 23, 2.7), (-20, 7, 7),
        (-13, 4.5, 1.5), (-13, 0, 0.8),
        lines=(open_line((2.5, 21.4, 0), (6.1, 14, 5), (3.6, 8.6, 0)),
               open_line((-2.5, 21.4, 0), (-6.1, 14, 5), (-3.6, 8.6, 0))),
    )


def falcon() -> Silhouette:
    """A falcon: a hooked beak, and a folded wing that ends in the tail."""
    return asymmetric(
        (13, 0, 0.8), (13, 4.5, 1.5), (6.5, 6, 1.5), (6.6, 9, 2), (11, 18, 7), (10.5, 29, 6), (8.4, 35.2, 1.2),
        (14.6, 32.4, 1), (14.8, 39.5, 4.2), (9, 47, 6), (-2, 45.8, 6.5), (-4, 34, 5), (-9.5, 24, 6), (-15.5, 7, 1.2),
        (-10.5, 8, 1), (-7, 11.5, 1.2), (-4.2, 9, 1.5), (-4.6, 6, 1.5), (-13, 4.5, 1.5), (-13, 0, 0.8),
        holes=(circle((6.2, 40.2), 1.5),), fine=42,
        lines=(open_line((1.6, 33, 0), (0.4, 22.6, 9), (-5, 15.6, 0)),),
    )


def owl() -> Silhouette:
    """An owl: two ear tufts and two round eyes."""
    return symmetric(
        *plinth(), (7, 5.4, 1.1), (7, 7.2, 1), (12.4, 9.5, 5), (12.4, 23.5, 3), (10.9, 26, 1.5), (12.4, 29, 2.5),
        (12.2, 46, 1), (5, 41, 2), (0, 41.8, 3), holes=(circle((5, 33.4), 2.1), circle((-5, 33.4), 2.1)),
        lines=(open_line((7.4, 23.4, 0), (5.6, 14.4, 6), (3.0, 10.8, 0)),
               open_line((-7.4, 23.4, 0), (-5.6, 14.4, 6), (-3.0, 10.8, 0))),
    )


def hare() -> Silhouette:
    """A hare: two long ears."""
    return symmetric(
        *plinth(), (8.4, 6.2, 1.2), (11.4, 11, 4), (9.5, 18, 4), (5.8, 20.5, 1.5), (9.8, 24, 3.5), (8.6, 32.5, 3),
        (9.4, 49, 3), (1.9, 49.6, 2.2), (1.5, 35, 1.2),
        lines=(open_line((5.2, 34, 0), (5.6, 43.6, 0)), open_line((-5.2, 34, 0), (-5.6, 43.6, 0))),
    )


def elephant() -> Silhouette:
    """An elephant: a trunk, and a back like a hill."""
    return asymmetric(
        (16, 0, 0.8), (16, 4.5, 1.5), (10.5, 5.5, 1.2), (10.5, 13, 1.5), (13.8, 17, 1.5), (15.5, 9.5, 4),
        (21.5, 7.2, 3), (24, 13, 1.2), (20.3, 13.2, 1), (21.5, 27, 6), (14.5, 37.5, 7), (3, 33.5, 4), (-9, 36, 8),
        (-16.8, 27, 7), (-15.4, 14, 4), (-15.2, 5.5, 1.2), (-16, 4.5, 1.5), (-16, 0, 0.8),
        holes=(closed_path((3.6, 6.5, 1), (3.0, 14.5, 3), (-6.4, 14.5, 3), (-7, 6.5, 1)),), fine=34,
        lines=(open_line((8, 30.6, 0), (4.8, 25.6, 3), (8.6, 19.6, 2.4), (12.2, 25, 0)),),
    )


ANIMALS: dict[str, Callable[[], Silhouette]] = {
    "dragon": dragon, "wolf": wolf, "cat": cat, "falcon": falcon, "owl": owl, "hare": hare, "elephant": elephant,
}


def king() -> Silhouette:
    """A crown with a cross on it."""
    return symmetric(
        *plinth(), (8.8, 6.8, 2.2), (5.8, 11.4, 9), (4.4, 23, 2), (9.4, 25.4, 1.3), (9.4, 29, 1.3), (5, 29.3, 1.2),
        (9.8, 39, 1.6),
        (3.4, 42, 1.4), (3.4, 45, 1), (7.6, 45, 0.9), (7.6, 51, 0.9), (3.4, 51, 1), (3.4, 55, 0.9),
        lines=(level_line(6, 3.7), level_line(4.4, 36)),
    )


def queen() -> Silhouette:
    """A coronet with four points."""
    return symmetric(
        *plinth(), (8.8, 6.8, 2.2), (5.8, 11, 9), (4.6, 21.6, 2), (9.4, 24, 1.3), (9.4, 27.5, 1.3), (6.6, 27.8, 1.2),
        (12.4, 48, 1), (7.7, 40.8, 1.2), (4.4, 50, 1.1), (0, 40.6, 1.5),
        lines=(level_line(6, 3.7), level_line(4.6, 34.4)),
    )


def wizard() -> Silhouette:
    """A wizard: a brimmed hat with a bent tip, over a nose and a beard."""
    return asymmetric(
        (13, 0, 0.8), (13, 4.5, 1.5), (9.5, 7, 2), (7.4, 13.5, 3), (10.8, 16.6, 1.1), (7.2, 25, 1.5),
        (11, 26.6, 1.4), (7.2, 29.8, 1.1), (13, 31.6, 1.2), (12.2, 35.2, 1.2), (6.4, 35, 2), (2.6, 46, 5),
        (-8.5, 53, 1.1), (-4.2, 45, 2), (-6.6, 34.4, 2), (-12.6, 32.6, 1.2), (-12.2, 29.4, 1.2), (-6.2, 29.5, 1.2),
        (-7.6, 20, 4), (-10, 7, 2), (-13, 4.5, 1.5), (-13, 0, 0.8),
        lines=(open_line((1.6, 27.4, 0), (4, 20, 6), (2.8, 10, 0)), open_line((-2, 38.7, 0), (1.2, 38.7, 0))),
    )


def ghost() -> Silhouette:
    """A ghost: a round head over a ragged hem, with eyes and a mouth."""
    return symmetric(
        *plinth(), (4.9, 6.2, 1.2), (4.9, 10, 1.2), (7, 13, 1.4), (12.4, 8.6, 1.5), (12.2, 20, 2),
        *bend(0, 29, 12.2, 0, 90), holes=(circle((4.8, 31), 2.1), circle((-4.8, 31), 2.1), circle((0, 22.6), 2.1)),
    )


def robot() -> Silhouette:
    """A robot: a square head with two eyes and an aerial."""
    return symmetric(
        *plinth(), (4.9, 5.8, 1), (4.9, 8.6, 1), (8.6, 8.6, 1.2), (8.6, 14, 1), (12.4, 14, 1.4), (12.4, 23, 1.4),
        (4.2, 23.4, 1), (4.2, 26, 1), (11.8, 26, 1.6), (11.8, 40, 2), (3.2, 40, 1.2), (3.2, 46.5, 3.1),
        holes=(circle((4.6, 33), 1.7), circle((-4.6, 33), 1.7)),
        lines=(level_line(7.4, 18.5), level_line(1.8, 28.6)),
    )


PEOPLE: dict[str, Callable[[], Silhouette]] = {
    "king": king, "queen": queen, "wizard": wizard, "ghost": ghost, "robot": robot,
}


def castle() -> Silhouette:
    """A castle: two turrets with pointed roofs, and a gate between them."""
    return symmetric(
        (15, 0, 0.8), (15, 4.5, 1.5), (12.6, 6, 1), (12.6, 31, 1), (14.9, 31, 0.9), (9, 46, 0.9), (3.1, 31, 0.9),
        (5.4, 31, 1), (5.4, 25, 1), (2.4, 25, 1), (2.4, 29, 0.8),
        holes=(closed_path((3.4, 7.5, 1), (3.4, 18, 3.4), (-3.4, 18, 3.4), (-3.4, 7.5, 1)),), fine=40,
        lines=(level_line(8, 21.5), open_line((9, 28, 0), (9, 35.6, 0)), open_line((-9, 28, 0), (-9, 35.6, 0))),
    )


def ship() -> Silhouette:
    """A ship: a hull with high ends under a full sail."""
    return asymmetric(
        (14, 0, 0.8), (14, 4.5, 2), (11.5, 5.5, 1), (18.5, 13, 4), (23, 23, 1.2), (15.5, 17.5, 2.5),
        (3.4, 16.5, 1.2), (3.4, 20.5, 1.2), (11, 20.5, 1.2), (17, 31, 8), (12.5, 43, 1.2), (3.4, 43, 1.2),
        (3.4, 48, 0.9), (-3.4, 48, 0.9), (-3.4, 43, 1.2), (-11.5, 43, 1.2), (-7, 31, 8), (-11.5, 20.5, 1.2),
        (-3.4, 20.5, 1.2), (-3.4, 16.5, 1.2), (-15.5, 17.5, 2.5), (-23, 23, 1.2), (-18.5, 13, 4), (-11.5, 5.5, 1),
        (-14, 4.5, 2), (-14, 0, 0.8),
        lines=(level_line(9.6, 12.6), open_line((-4.4, 26.6, 0), (10.2, 26.6, 0)),
               open_line((-4.4, 36, 0), (11, 36, 0))),
    )


def fir() -> Silhouette:
    """A fir with three tiers of branches."""
    return symmetric(
        *plinth(), (4.8, 6.4, 1.5), (4.8, 10.5, 1.2), (12.4, 10.5, 1.4), (6.8, 19, 1.2), (11, 19, 1.4),
        (5.4, 27.5, 1.2), (9.2, 27.5, 1.4), (0, 43, 1),
        lines=(open_line((-4.6, 14, 0), (0, 18.2, 2), (4.6, 14, 0)),
               open_line((-3.4, 23, 0), (0, 26.6, 2), (3.4, 23, 0))),
    )


def house() -> Silhouette:
    """A house: a gable with a chimney, and a door."""
    return asymmetric(
        (14, 0, 0.8), (14, 4.5, 1.5), (10.8, 5.5, 1), (10.8, 21, 1), (14.6, 21, 1), (10.4, 26, 1), (10.4, 36, 0.8),
        (5.2, 36, 0.8), (5.2, 32.5, 1), (0, 38.5, 1.2), (-14.6, 21, 1), (-10.8, 21, 1), (-10.8, 5.5, 1),
        (-14, 4.5, 1.5), (-14, 0, 0.8),
        holes=(closed_path((3.2, 8, 0.8), (3.2, 17, 3.2), (-3.2, 17, 3.2), (-3.2, 8, 0.8)),), fine=32,
        lines=(level_line(7.6, 22.4),),
    )


def flag() -> Silhouette:
    """A banner with a swallow's tail on its pole."""
    return asymmetric(
        *plinth(), (5, 7, 2.5), (5, 13, 1), (3.4, 14.5, 1), (3.4, 24, 1.2), (17.5, 21.5, 1.2), (12, 32.5, 1.2),
        (17.5, 43.5, 1.2), (3.4, 46, 1.2), (3.4, 51, 1), (-3.4, 51, 1), (-3.4, 14.5, 1), (-5, 13, 1), (-5, 7, 2.5),
        *plinth_left(),
        lines=(open_line((1.4, 29.6, 0), (8.4, 28.7, 0)), open_line((1.4, 38, 0), (8.8, 37.1, 0))),
    )


def star() -> Silhouette:
    """A five-pointed star on a column."""
    tips, valleys, middle = 13.1, 6.4, 30.0
    spokes = ((tips, -54, 1.0), (valleys, -18, 1.2), (tips, 18, 1.0), (valleys, 54, 1.2))
    angles = ((d, math.radians(degrees), r) for d, degrees, r in spokes)
    points = [(d * math.cos(a), middle + d * math.sin(a), r) for d, a, r in angles]
    return symmetric((12.6, 0, 0.8), (12.6, 4.5, 2), (5.2, 7.5, 2.5), (4, 23, 1.2), *points, (0, middle + tips, 1),
                     lines=(open_line((0, 10, 0), (0, 19, 0)),))


def die() -> Silhouette:
    """A cube that shows five."""
    return symmetric(
        (13, 0, 0.8), (13, 4.5, 1.5), (9.5, 6, 1.2), (12.8, 8.5, 2.2), (12.8, 34, 2.5),
        holes=tuple(circle((x, 21.2 + y), 2.1) for x, y in ((0, 0), (7, 7), (-7, 7), (-7, -7), (7, -7))),
    )


def gem() -> Silhouette:
    """A cut diamond on its point."""
    return symmetric(
        *plinth(14), (4.9, 5.4, 1.2), (13.9, 22.5, 1.2), (8, 32, 1.2),
        holes=(closed_path((5.2, 21, 0.7), (-5.2, 21, 0.7), (0, 12.2, 0.7)),), fine=32,
    )


def shield() -> Silhouette:
    """A shield with a cross in it."""
    right = ((1.9, 21.5, 0.8), (1.9, 28, 0.8), (5.5, 28, 0.8), (5.5, 31.8, 0.8), (1.9, 31.8, 0.8), (1.9, 37, 0.8))
    return symmetric(
        *plinth(), (4.8, 5.6, 1), (4.8, 9, 0.9), (9.6, 17.5, 9), (12.4, 29, 10), (12.4, 43, 1.2), (0, 45.5, 14),
        holes=(closed_path(*right, *((-x, y, r) for x, y, r in reversed(right))),), fine=40,
    )


def rocket() -> Silhouette:
    """A rocket: a pointed nose, two fins and a porthole."""
    return symmetric(
        *plinth(), (4.8, 6.4, 1.5), (4.8, 10, 1), (12.4, 7.6, 1), (12.2, 14.5, 2.2), (6.8, 21, 2.4), (7.6, 38, 12),
        (0, 54, 2), holes=(circle((0, 34), 2.2),), fine=45,
        lines=(level_line(3.4, 25),),
    )


def anchor() -> Silhouette:
    """An anchor: two flukes, a stock and a ring."""
    return symmetric(
        *plinth(), (4.8, 6.2, 1.6), (4.8, 8.6, 1), *bend(0, 21, 12.6, -66, -22), (12.5, 24, 0.9), (7.2, 18.6, 0.9),
        (3.4, 14.5, 2), (3.4, 31, 1.2), (9.5, 31, 1.2), (9.5, 36.6, 1.2), (4, 36.8, 1.2), *bend(0, 42, 6, -30, 90),
        holes=(circle((0, 42), 2.2),), fine=40,
    )


def crown() -> Silhouette:
    """A crown: three points over a band with jewels."""
    return symmetric(
        (12.5, 0, 0.8), (12.5, 4.5, 2), (4.9, 7, 2.5), (4.9, 11, 1.5), (10.6, 12.5, 1.2), (12.4, 32, 1.2),
        (6.5, 24.5, 1.2), (0, 36, 1.3),
        holes=(circle((0, 18.6), 1.7), circle((6.3, 18.4), 1.5), circle((-6.3, 18.4), 1.5)), fine=34,
    )


def moon() -> Silhouette:
    """A crescent."""
    return asymmetric(
        *plinth(), (4.9, 6.5, 2), (4.9, 10, 1.2), *bend(2.6, 28, 14, -78, -52), (14, 19.8, 1),
        *bend(8.4, 29.2, 10.2, -88, -280), (13.6, 39.6, 1), *bend(2.6, 28, 14, 54, 232), (-4.9, 6.5, 2),
        *plinth_left(),
        lines=(open_line((-3.2, 20, 0), (-8.4, 28.4, 11), (-3.6, 36.4, 0)),),
    )


OBJECTS: dict[str, Callable[[], Silhouette]] = {
    "castle": castle, "ship": ship, "fir": fir, "house": house, "flag": flag, "star": star, "die": die, "gem": gem,
    "shield": shield, "rocket": rocket, "anchor": anchor, "crown": crown, "moon": moon,
}
