"""A case's panels put together: seen from above at every height, they must not overlap and must leave no gap but the
clearance."""

from __future__ import annotations

from itertools import combinations

import shapely
from shapely import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from fabgen.artwork.part import Fit

STEPS = 23


def spans(panel: BaseGeometry, height: float) -> list[tuple[float, float]]:
    """From where to where a panel reaches at a height."""
    cut = panel.intersection(LineString([(-5000, height), (5000, height)]))
    return [(one.bounds[0], one.bounds[2]) for one in getattr(cut, "geoms", [cut]) if one.length]


def length(panel: BaseGeometry, height: float) -> float:
    """How much of a panel there is at a height."""
    return sum(b - a for a, b in spans(panel, height))


def sliced(floor: BaseGeometry, walls: list[tuple[BaseGeometry, str]], width: float, depth: float, height: float,
           thick: float) -> list[BaseGeometry]:
    """The panels at a height from above: the floor, the front and back along x, the sides along y."""
    made: list[BaseGeometry] = [floor] if height < thick else []
    for wall, where in walls:
        at = {"front": 0.0, "back": depth - thick, "left": 0.0, "right": width - thick}[where]
        level = where in ("front", "back")
        boxes = [box(a, at, b, at + thick) if level else box(at, a, at + thick, b) for a, b in spans(wall, height)]
        made.append(shapely.union_all(boxes))
    return made


def check_case(floor: BaseGeometry, front: Polygon, back: Polygon, left: Polygon, right: Polygon, fit: Fit,
               slack: float = 0.0) -> None:
    """All five panels at heights from below to above: disjoint, and around the inside nothing wider than a clearance is
    open but the reliefs."""
    thick, width, depth = fit.thickness, front.bounds[2], left.bounds[2]
    walls: list[tuple[BaseGeometry, str]] = [(front, "front"), (back, "back"), (left, "left"), (right, "right")]
    ring = box(0, 0, width, depth).difference(box(thick, thick, width - thick, depth - thick))
    top = min(front.bounds[3], left.bounds[3])
    for k in range(STEPS):
        height = (k + 0.37) * top / STEPS
        made = sliced(floor, walls, width, depth, height, thick)
        for one, other in combinations(made, 2):
            assert one.intersection(other).area < 1e-6 + slack, f"two panels overlap at {height:.2f} mm"
        if any(abs(length(wall, height - fit.clearance) - length(wall, height + fit.clearance)) > thick / 2
               for wall, _ in walls):
            continue  # between two fingers: all that is open here is their clearance
        open_ = ring.difference(shapely.union_all(made))
        wide = open_.buffer(-(fit.clearance / 4 + 0.51), join_style="mitre")  # no gap but clearances and reliefs
        assert wide.is_empty, f"a gap at {height:.2f} mm"
