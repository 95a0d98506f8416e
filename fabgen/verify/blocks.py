"""Lines that cut several parts at once → the outline of each part, as if it had been cut by itself.

The elements of a block are named after its first and last part (`coin-token-1-to-20.line-3`); how many parts there
are, and where, is found from the lines alone. A part is named by what is marked or cut in it, else by its place.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fabgen.core.problems import Problem, count_things
from fabgen.verify.geometry import Points, ring
from fabgen.verify.shapes import parts_of
from fabgen.verify.shown import Element, Shown

if TYPE_CHECKING:
    from shapely import Polygon

SHARED = "shared"  # the paint of an outline that is found from common lines
_BLOCK = re.compile(r"((.+)-(\d{1,5})-to-(\d{1,5}))\..+")
JOIN = 0.005  # mm by which lines are drawn out, so that those which end on each other meet


def block_of(element: Element) -> str:
    """The block that an element claims to be a common line of; nothing for others."""
    match = _BLOCK.fullmatch(element.id)
    return match[1] if match else ""


def blocks(shown: Shown, shared: list[Element]) -> tuple[list[Element], list[Problem]]:
    """The outlines of all parts in the blocks, each in the place of its block's first line."""
    lines: dict[str, list[Element]] = defaultdict(list)
    for element in shared:
        lines[block_of(element)].append(element)
    found: list[Element] = []
    problems: list[Problem] = []
    for name, own in lines.items():
        faces, match = _faces(own), _BLOCK.fullmatch(own[0].id)
        assert match, "only elements with a block's name come here"
        names = [f"{match[2]}-{copy}" for copy in range(int(match[3]), int(match[4]) + 1)]
        if len(faces) != len(names):
            told = f"the common lines of {name} make {count_things(len(faces), 'part')}, not {len(names)}"
            problems.append(shown.problem(own[0].id, told, "", own[0].spot))
        named = zip(_named(shown, names, faces), faces, strict=True)
        found += [_outline(own[0], name, one, face) for one, face in named]
    return found, problems


def _faces(own: list[Element]) -> list[Polygon]:
    """What the lines of a block cut out of the sheet, column by column."""
    import shapely

    drawn = [_longer(line.points) for element in own for line in element.rings]
    faces = parts_of(shapely.polygonize([shapely.node(shapely.MultiLineString(drawn))]))
    solid = [face for face in faces if face.area > 4 * JOIN * JOIN and face.buffer(-JOIN).area > 0]
    return sorted(solid, key=lambda face: tuple(round(v, 1) for v in face.bounds[:2]))


def _longer(points: Points) -> Points:
    """A line drawn out at both ends; a closed one as it is."""
    if (points[0] == points[-1]).all():
        return points
    first, last = points[0] - points[1], points[-1] - points[-2]
    before, after = points[0] + first / np.hypot(*first) * JOIN, points[-1] + last / np.hypot(*last) * JOIN
    return np.concatenate([[before], points, [after]])


def _named(shown: Shown, names: list[str], faces: list[Polygon]) -> list[str]:
    """A name for each face: that of the first mark in it, else one that is left."""
    import shapely

    marks = [e for e in shown.elements if e.id.partition(".")[0] in set(names)]
    tree = shapely.STRtree([shapely.Point(e.spot) for e in marks])
    inside = [sorted(map(int, tree.query(face, predicate="contains"))) if marks else [] for face in faces]
    claimed = [marks[found[0]].id.partition(".")[0] if found else "" for found in inside]
    left = iter([name for name in names if name not in claimed])
    return [name or next(left, f"{names[0]}-extra") for name in claimed]


def _outline(line: Element, block: str, name: str, face: Polygon) -> Element:
    import shapely

    points = shapely.get_coordinates(face.normalize().simplify(JOIN / 10))  # without the ends of drawn out lines
    own = ring(points[:1], [(points[i : i + 1], False) for i in range(1, len(points))], closed=True)
    assert own, "a face has an outline"
    return replace(line, id=f"{name}.edge", group=block, paint=SHARED, rings=(own,))
