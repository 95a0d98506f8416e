"""Part sets for nesting: outlines of board-game parts in mm, how many of each, and the turns that they may take.

Sizes and counts are those of the published comparison that docs/performance.md quotes; gaps are measured between these
outlines.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from shapely import Polygon, affinity, box

PartSet = list[tuple[str, Polygon, int, tuple[int, ...]]]
FREE, ONE, TWO = (0, 90, 180, 270), (0,), (0, 90)


def disc(diameter: float, excess: float = 0.02) -> Polygon:
    """A polygon around a disc, at most `excess` mm larger."""
    radius = diameter / 2
    count = max(16, math.ceil(math.pi / math.acos(radius / (radius + excess)) / 4) * 4)
    reach, step = radius / math.cos(math.pi / count), 2 * math.pi / count
    return Polygon([(reach * math.cos(step * (k + 0.5)), reach * math.sin(step * (k + 0.5))) for k in range(count)])


def hexagon(across: float) -> Polygon:
    """A regular hexagon, `across` mm from side to side."""
    corner = across / math.sqrt(3)
    return Polygon([(corner * math.cos(math.pi / 3 * k), corner * math.sin(math.pi / 3 * k)) for k in range(6)])


def ell(arm: float, width: float) -> Polygon:
    """An L of equal arms."""
    return Polygon([(0, 0), (arm, 0), (arm, width), (width, width), (width, arm), (0, arm)])


def tee(across: float, height: float, width: float) -> Polygon:
    """A T."""
    stem = (across - width) / 2
    return box(stem, 0, stem + width, height).union(box(0, height - width, across, height))


def upright(width: float = 34, height: float = 60, slot: float = 3.2, depth: float = 14) -> Polygon:
    """A standing figure: foot, waist, shoulders, round head; a slot for its base from below."""
    half = width / 2
    side = [
        (half, 0),
        (half, 6),
        (half * 0.62, 10),
        (half * 0.45, height * 0.45),
        (half * 0.62, height * 0.58),
        (half * 0.40, height * 0.66),
    ]
    quarter = [math.pi / 16 * k for k in range(1, 9)]
    side += [(half * 0.40 * math.cos(a), height * (0.66 + 0.34 * math.sin(a))) for a in quarter]
    whole = Polygon(side + [(-x, y) for x, y in reversed(side[:-1])]).buffer(0)
    return whole.difference(box(-slot / 2, -1, slot / 2, depth))


def knight(height: float = 50) -> Polygon:
    """A horse's head on its foot."""
    corners = [
        (0, 0),
        (30, 0),
        (30, 5),
        (27, 8),
        (27, 14),
        (29, 22),
        (28, 32),
        (24, 41),
        (17, 46),
        (15, 50),
        (12, 46),
        (8, 42),
        (4, 35),
        (0, 28),
        (2, 24),
        (7, 25),
        (11, 28),
        (14, 27),
        (11, 20),
        (5, 14),
        (3, 8),
        (0, 5),
    ]
    return affinity.scale(Polygon(corners), height / 50, height / 50, origin=(0, 0))


def meeple(height: float = 24) -> Polygon:
    """A person, arms out."""
    corners = [
        (0, 0),
        (9, 0),
        (12, 6),
        (15, 0),
        (24, 0),
        (18, 10),
        (24, 13),
        (22, 16),
        (16, 16),
        (17, 20),
        (15, 23.5),
        (12, 24),
        (9, 23.5),
        (7, 20),
        (8, 16),
        (2, 16),
        (0, 13),
        (6, 10),
    ]
    return affinity.scale(Polygon(corners), height / 24, height / 24, origin=(0, 0))


def set_a() -> PartSet:
    """60 parts: a board and what belongs to it."""
    return [
        ("board", box(0, 0, 300, 300), 1, ONE),
        ("disc 30", disc(30), 24, ONE),
        ("square 25", box(0, 0, 25, 25), 12, ONE),
        ("upright", upright(), 8, FREE),
        ("knight", knight(), 6, FREE),
        ("L 60", ell(60, 20), 5, FREE),
        ("T 60", tee(60, 45, 20), 4, FREE),
    ]


def set_b() -> PartSet:
    """500 small parts of twelve shapes."""
    return [
        ("disc 18", disc(18), 90, ONE),
        ("disc 24", disc(24), 70, ONE),
        ("disc 30", disc(30), 40, ONE),
        ("square 20", box(0, 0, 20, 20), 60, ONE),
        ("square 25", box(0, 0, 25, 25), 40, ONE),
        ("hexagon 40", hexagon(40), 30, TWO),
        ("upright", upright(), 40, FREE),
        ("small upright", upright(26, 45, 3.2, 11), 30, FREE),
        ("knight", knight(), 30, FREE),
        ("meeple", meeple(), 40, FREE),
        ("L 60", ell(60, 20), 15, FREE),
        ("T 60", tee(60, 45, 20), 15, FREE),
    ]


def set_c() -> PartSet:
    """200 parts, five of them boards."""
    return [
        ("board", box(0, 0, 300, 300), 2, ONE),
        ("half board", box(0, 0, 290, 150), 3, TWO),
        ("disc 30", disc(30), 40, ONE),
        ("disc 40", disc(40), 30, ONE),
        ("square 25", box(0, 0, 25, 25), 20, ONE),
        ("hexagon 50", hexagon(50), 24, TWO),
        ("upright", upright(), 20, FREE),
        ("large upright", upright(44, 80, 3.2, 18), 16, FREE),
        ("knight", knight(), 12, FREE),
        ("large knight", knight(70), 12, FREE),
        ("L 60", ell(60, 20), 12, FREE),
        ("T 60", tee(60, 45, 20), 9, FREE),
    ]


def set_d() -> PartSet:
    """200 parts, no boards, many of them hollow."""
    return [
        ("hexagon 50", hexagon(50), 30, TWO),
        ("disc 40", disc(40), 50, ONE),
        ("large upright", upright(44, 80, 3.2, 18), 40, FREE),
        ("large knight", knight(70), 35, FREE),
        ("L 90", ell(90, 30), 15, FREE),
        ("T 90", tee(90, 70, 25), 10, FREE),
        ("meeple 40", meeple(40), 20, FREE),
    ]


SETS: dict[str, Callable[[], PartSet]] = {"a": set_a, "b": set_b, "c": set_c, "d": set_d}
