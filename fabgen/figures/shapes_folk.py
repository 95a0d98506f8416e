"""Kings and other folk → their outlines, foot on y = 0, in mm: made for 3 mm acrylic, good down to 25 mm high
(docs/look.md).

All stand on the same plinth. Inner corners have a radius of 1 mm or more, so that at half the size they still have
0.5 mm.
"""

from __future__ import annotations

from collections.abc import Callable

from fabgen.artwork.path import circle
from fabgen.figures.outlines import Silhouette, bend, asymmetric, plinth, symmetric


def king() -> Silhouette:
    """A crown with a cross on it."""
    return symmetric(
        *plinth(), (7, 7.5, 3), (5, 25, 1.5), (9.4, 25, 1.3), (9.4, 29, 1.3), (5, 29, 1.2), (9.8, 39, 1.6),
        (3.4, 42, 1.4), (3.4, 45, 1), (7.6, 45, 0.9), (7.6, 51, 0.9), (3.4, 51, 1), (3.4, 55, 0.9),
    )


def queen() -> Silhouette:
    """A coronet with four points."""
    return symmetric(
        *plinth(), (7.5, 7.5, 3), (4.9, 19.5, 1.5), (9.4, 19.5, 1.3), (9.4, 23.5, 1.3), (7.2, 23.5, 1.2),
        (12.4, 43.5, 1), (7.9, 35, 1.1), (4.3, 45, 1.1), (0, 35, 1.4),
    )


def wizard() -> Silhouette:
    """A wizard: a brimmed hat with a bent tip, over a nose and a beard."""
    return asymmetric(
        (13, 0, 0.8), (13, 4.5, 1.5), (9.5, 7, 2), (7.4, 13.5, 3), (10.8, 16.6, 1.1), (7.2, 25, 1.5),
        (11, 26.6, 1.4), (7.2, 29.8, 1.1), (13, 31.6, 1.2), (12.2, 35.2, 1.2), (6.4, 35, 2), (2.6, 46, 5),
        (-8.5, 53, 1.1), (-4.2, 45, 2), (-6.6, 34.4, 2), (-12.6, 32.6, 1.2), (-12.2, 29.4, 1.2), (-6.2, 29.5, 1.2),
        (-7.6, 20, 4), (-10, 7, 2), (-13, 4.5, 1.5), (-13, 0, 0.8),
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
    )


PEOPLE: dict[str, Callable[[], Silhouette]] = {
    "king": king, "queen": queen, "wizard": wizard, "ghost": ghost, "robot": robot,
}
