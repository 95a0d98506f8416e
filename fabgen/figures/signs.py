"""The size of a token → a sign that fits it, drawn for a size of 1 and enlarged: filled areas and strokes of 0.075.

Each sign keeps within 0.72 of the size, and within a disc of 0.9 of it. On the smallest token, of 8 mm, a stroke is
0.6 mm wide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from fabgen.artwork.drawing import Drawing, Role, draw, combine_drawings
from fabgen.artwork.path import Path, circle, polygon, rectangle, rounded_polygon, rotation
from fabgen.figures.outlines import Rounded, bend, closed_path

STROKE = 0.075
SOFT = 0.02  # radius of corners


def _fill(size: float, *parts: tuple[Path, ...]) -> Drawing:
    """Areas that do not touch, each with its holes."""
    return combine_drawings(draw(Role.MARK, *part) for part in parts).scaled(size)


def sun(size: float) -> Drawing:
    """A disc with eight rays."""
    ray = rectangle(0.245, -STROKE / 2, 0.105, STROKE, SOFT)
    return _fill(size, (circle((0, 0), 0.18),), *((ray.transformed(rotation(45.0 * n)),) for n in range(8)))


def moon(size: float) -> Drawing:
    """A crescent, open to the right."""
    outer, inner = bend(0.03, 0, 0.34, 62, 298), bend(0.15, 0, 0.26, 272, 88)
    return _fill(size, (closed_path(*outer, (0.24, -0.28, SOFT), *inner, (0.24, 0.28, SOFT)),))


def drop(size: float) -> Drawing:
    """A drop of water."""
    return _fill(size, (closed_path(*bend(0, -0.11, 0.24, -208, 28), (0, 0.36, SOFT)),))


def flame(size: float) -> Drawing:
    """A leaning flame with a light heart."""
    outer = closed_path((0.24, -0.12, 0.2), (0.22, 0.14, 0.08), (0.13, 0.02, SOFT), (0.02, 0.38, SOFT), (-0.24, 0.08, 0.14),
                    (-0.28, -0.2, 0.2), (-0.1, -0.36, 0.14), (0.14, -0.36, 0.16))
    heart = closed_path(*bend(-0.02, -0.19, 0.085, -210, 30), (-0.02, 0.0, SOFT))
    return _fill(size, (outer, heart))


def leaf(size: float) -> Drawing:
    """A leaf on its stem, with its rib."""
    half = STROKE / 2
    right: list[Rounded] = [(half, -0.37, SOFT), (half, -0.27, SOFT), (0.25, -0.17, 0.2), (0.25, 0.15, 0.24)]
    blade = closed_path(*right, (0, 0.37, SOFT), *_mirror(right))
    return _fill(size, (blade, rectangle(-0.025, -0.16, 0.05, 0.34, 0.024)))


def _mirror(right: Sequence[Rounded]) -> list[Rounded]:
    """The left side of a symmetric sign from its right side."""
    return [(-x, y, r) for x, y, r in reversed(right)]


def lock(size: float) -> Drawing:
    """A closed padlock with its keyhole."""
    inner = 0.19 - STROKE
    body: list[Rounded] = [(0.27, -0.36, 0.05), (0.27, 0.04, 0.05), (0.19, 0.04, 0.01)]
    shackle = closed_path(*body, *bend(0, 0.17, 0.19, 0, 180), *_mirror(body))
    gap = closed_path((inner, 0.04, 0.01), *bend(0, 0.17, inner, 0, 180), (-inner, 0.04, 0.01))
    hole = closed_path(*bend(0, -0.11, 0.06, -60, 240), (-0.03, -0.26, 0.01), (0.03, -0.26, 0.01))
    return _fill(size, (shackle, gap, hole))


def eye(size: float) -> Drawing:
    """An open eye."""
    lid = _lens(0.36, 0.22)
    return _fill(size, (lid, _lens(0.36 - 1.9 * STROKE, 0.22 - STROKE)), (circle((0, 0), 0.085),))


def _lens(half: float, rise: float) -> Path:
    """Two arcs that meet in points: `half` of the way to either side, `rise` above and below."""
    radius = (half * half + rise * rise) / (2 * rise)
    spread = math.degrees(math.asin(half / radius))
    upper = bend(0, rise - radius, radius, 90 - 0.92 * spread, 90 + 0.92 * spread)
    lower = bend(0, radius - rise, radius, 270 - 0.92 * spread, 270 + 0.92 * spread)
    return closed_path((half, 0, SOFT / 2), *upper, (-half, 0, SOFT / 2), *lower)


def arrow_up(size: float) -> Drawing:
    """An arrow that points forward."""
    right: list[Rounded] = [(0.06, -0.35, SOFT), (0.06, 0.02, SOFT), (0.24, 0.02, SOFT)]
    return _fill(size, (closed_path(*right, (0, 0.36, SOFT), *_mirror(right)),))


def heart(size: float) -> Drawing:
    """A heart."""
    lobe = bend(0.165, 0.12, 0.175, -38, 150)
    return _fill(size, (closed_path((0, -0.35, SOFT), *lobe, (0, 0.17, 0.01), *_mirror(lobe)),))


def square(size: float) -> Drawing:
    """A plain square."""
    half, inner = 0.27, 0.27 - STROKE
    hole = rectangle(-inner, -inner, 2 * inner, 2 * inner)
    return _fill(size, (rectangle(-half, -half, 2 * half, 2 * half, 0.03), hole))


def triangle(size: float) -> Drawing:
    """A plain triangle with a corner ahead."""
    return _fill(size, (_regular_polygon(0.39, 3, 0.03), _regular_polygon(0.39 - 2 * STROKE, 3, 0.0)))


def _regular_polygon(radius: float, count: int, soft: float) -> Path:
    """A regular polygon with a corner ahead."""
    angles = [math.radians(90 + 360 * n / count) for n in range(count)]
    points = [(radius * math.cos(a), radius * math.sin(a) - 0.06) for a in angles]
    return rounded_polygon([(p, soft) for p in points]) if soft else polygon(points)


def bolt(size: float) -> Drawing:
    """A flash of lightning."""
    corners = ((-0.1, -0.37), (0.22, 0.08), (0.03, 0.08), (0.13, 0.37), (-0.2, -0.06), (0.0, -0.06))
    return _fill(size, (closed_path(*((x, y, SOFT / 2) for x, y in corners)),))


def hourglass(size: float) -> Drawing:
    """An hourglass."""
    right: list[Rounded] = [(0.22, -0.36, SOFT), (0.22, -0.29, SOFT), (0.045, -0.02, SOFT), (0.045, 0.02, SOFT),
                            (0.22, 0.29, SOFT), (0.22, 0.36, SOFT)]
    outline = closed_path(*right, *_mirror(right))
    return _fill(size, (outline, closed_path((0.12, 0.27, 0.01), (-0.12, 0.27, 0.01), (0, 0.09, 0.01))))


def key(size: float) -> Drawing:
    """A key, its bit to the right."""
    half = STROKE / 2
    bow = bend(0, 0.2, 0.17, -70, 250)
    bits: tuple[Rounded, ...] = ((-half, -0.37, 0.01), (0.15, -0.37, 0.01), (0.15, -0.295, 0.01), (half, -0.295, 0.01),
                                 (half, -0.22, 0.01), (0.15, -0.22, 0.01), (0.15, -0.145, 0.01), (half, -0.145, 0.01),
                                 (half, 0.02, 0.01))
    return _fill(size, (closed_path(*bits, *bow, (-half, 0.02, 0.01)), circle((0, 0.2), 0.17 - STROKE)))


SIGNS: dict[str, Callable[[float], Drawing]] = {
    "arrow": arrow_up, "bolt": bolt, "drop": drop, "eye": eye, "flame": flame, "heart": heart, "hourglass": hourglass,
    "key": key, "leaf": leaf, "lock": lock, "moon": moon, "square": square, "sun": sun, "triangle": triangle,
}
