"""Animals → their outlines, foot on y = 0, in mm: made for 3 mm acrylic, good down to 25 mm high (docs/look.md).

All stand on the same plinth. Inner corners have a radius of 1 mm or more, so that at half the size they still have
0.5 mm.
"""

from __future__ import annotations

from collections.abc import Callable

from fabgen.artwork.path import circle
from fabgen.figures.outlines import Silhouette, asymmetric, closed_path, plinth, symmetric


def dragon() -> Silhouette:
    """A horned head with an open mouth, a jagged wing and a tail."""
    return asymmetric(
        (13, 0, 0.8), (13, 4.5, 1.5), (9.5, 5.5, 1.2), (10.5, 15, 5), (6, 22, 5), (7, 27.5, 2), (16, 26.5, 1.2),
        (13, 30.5, 1), (19.5, 32.5, 1.4), (14, 38.5, 2.2), (10, 39.5, 1.2), (3.5, 47, 0.9), (3.5, 39, 1.5),
        (-0.4, 30, 1.4), (-3.4, 30, 1.4), (-5, 49, 1), (-10.5, 39, 3), (-17.5, 41, 1), (-15, 32, 3), (-21, 29, 1),
        (-13, 20, 4), (-12.5, 12, 3), (-17, 14, 2), (-20, 20, 1), (-20.5, 9, 4), (-13, 4.5, 1.5), (-13, 0, 0.8),
        holes=(circle((10.3, 34.4), 1.5),), fine=44,
    )


def wolf() -> Silhouette:
    """A sitting wolf that howls: the muzzle up, the ears back."""
    return asymmetric(
        (13, 0, 0.8), (13, 4.5, 1.5), (8.6, 6, 1.5), (7.6, 16, 6), (9.2, 24, 4), (8.6, 30, 3), (18.5, 41, 1.3),
        (13.6, 40.6, 1.2), (15.5, 51, 1.6), (11.5, 51.5, 1.4), (5, 43.6, 2), (-3, 47.5, 1), (-1.2, 38.5, 2),
        (-5.5, 28, 6), (-10.5, 18, 8), (-11.5, 9.5, 3), (-17, 14, 3), (-21, 21, 1), (-22, 8, 5), (-13, 4.5, 1.5),
        (-13, 0, 0.8),
    )


def cat() -> Silhouette:
    """A sitting cat from behind: two ears, and the tail up beside it."""
    return asymmetric(
        (13, 0, 0.8), (13, 4.5, 1.5), (10.4, 6, 2), (10.5, 14, 7), (5, 26, 4), (8.6, 28.5, 3), (9, 36, 3),
        (8.8, 46.5, 0.9), (3.4, 41, 1.6), (-3.4, 41, 1.6), (-8.8, 46.5, 0.9), (-9, 36, 3), (-8.6, 28.5, 3),
        (-5, 26, 4), (-10, 13, 5), (-13.5, 10.5, 2.5), (-14.6, 23, 2.7), (-20.4, 23, 2.7), (-20, 7, 7),
        (-13, 4.5, 1.5), (-13, 0, 0.8),
    )


def falcon() -> Silhouette:
    """A falcon: a hooked beak, and a folded wing that ends in the tail."""
    return asymmetric(
        (13, 0, 0.8), (13, 4.5, 1.5), (6.5, 6, 1.5), (6.6, 9, 2), (11, 18, 7), (10.5, 29, 6), (8.4, 35.2, 1.2),
        (14.6, 32.4, 1), (14.8, 39.5, 4.2), (9, 47, 6), (-2, 45.8, 6.5), (-4, 34, 5), (-9.5, 24, 6), (-15.5, 7, 1.2),
        (-10.5, 8, 1), (-7, 11.5, 1.2), (-4.2, 9, 1.5), (-4.6, 6, 1.5), (-13, 4.5, 1.5), (-13, 0, 0.8),
        holes=(circle((6.2, 40.2), 1.5),), fine=42,
    )


def owl() -> Silhouette:
    """An owl: two ear tufts and two round eyes."""
    return symmetric(
        *plinth(), (7, 5.4, 1.1), (7, 7.2, 1), (12.4, 9.5, 5), (12.4, 23.5, 3), (10.9, 26, 1.5), (12.4, 29, 2.5),
        (12.2, 46, 1), (5, 41, 2), (0, 41.8, 3), holes=(circle((5, 33.4), 2.1), circle((-5, 33.4), 2.1)),
    )


def hare() -> Silhouette:
    """A hare: two long ears."""
    return symmetric(
        *plinth(), (8.4, 6.2, 1.2), (11.4, 11, 4), (9.5, 18, 4), (5.8, 20.5, 1.5), (9.8, 24, 3.5), (8.2, 32.5, 3),
        (8.6, 49, 3), (2.6, 49.6, 2.2), (1.8, 35, 1.2),
    )


def elephant() -> Silhouette:
    """An elephant: a trunk, and a back like a hill."""
    return asymmetric(
        (16, 0, 0.8), (16, 4.5, 1.5), (10.5, 5.5, 1.2), (10.5, 13, 1.5), (13.8, 17, 1.5), (15.5, 9.5, 4),
        (21.5, 7.2, 3), (24, 13, 1.2), (20.3, 13.2, 1), (21.5, 27, 6), (14.5, 37.5, 7), (3, 33.5, 4), (-9, 36, 8),
        (-16.8, 27, 7), (-15.4, 14, 4), (-15.2, 5.5, 1.2), (-16, 4.5, 1.5), (-16, 0, 0.8),
        holes=(closed_path((3.6, 6.5, 1), (3.0, 14.5, 3), (-6.4, 14.5, 3), (-7, 6.5, 1)),), fine=34,
    )


ANIMALS: dict[str, Callable[[], Silhouette]] = {
    "dragon": dragon, "wolf": wolf, "cat": cat, "falcon": falcon, "owl": owl, "hare": hare, "elephant": elephant,
}
