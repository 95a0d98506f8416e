"""Maps drawn by hand: neighbours whose borders miss each other by a slit or an overlap share one line, whatever the
map; the true neighbours are known from how it was made."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import Polygon

from fabgen.figures.boards.space_lines import border_lines
from fabgen.spec.maps import close_gaps, shared_borders
from fabgen.verify.readers.content import Element
from fabgen.verify.readers.contours import Contour
from fabgen.verify.toolpaths import find_overlaps

CELL, SLIT = 40.0, 1.2  # mm; 3 %
Point = tuple[float, float]


def drawn(seed: int, jitter: float) -> tuple[dict[str, Polygon], dict[frozenset[str], float]]:
    """A dozen spaces between curved borders, each space with its own copy of every node and handle, off by up to
    `jitter` mm in either direction; and how far the ends of each pair's borders lie apart in sum."""
    random = Random(seed)
    frame, spots = shapely.box(0, 0, 200, 140), [(random.uniform(0, 200), random.uniform(0, 140)) for _ in range(12)]
    for _ in range(2):  # towards even sizes
        cells = shapely.voronoi_polygons(shapely.MultiPoint(spots), extend_to=frame).geoms
        spots = [(cell.intersection(frame).centroid.x, cell.intersection(frame).centroid.y) for cell in cells]
    noded = shapely.union_all([cell.intersection(frame).boundary for cell in cells], grid_size=0.01)
    faces = shapely.polygonize([noded]).geoms
    handles: dict[frozenset[Point], dict[Point, Point]] = {}

    def off(at: Point) -> Point:
        return at[0] + random.uniform(-jitter, jitter), at[1] + random.uniform(-jitter, jitter)

    def bend(p: Point, q: Point) -> dict[Point, Point]:
        """The handle at either end."""
        across = (p[1] - q[1], q[0] - p[0])
        shares = random.uniform(-0.16, 0.16), random.uniform(-0.16, 0.16)
        thirds = [(p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t) for t in (1 / 3, 2 / 3)]
        return {end: (x + across[0] * share, y + across[1] * share)
                for end, (x, y), share in zip((p, q), thirds, shares, strict=True)}

    areas, lengths = {}, dict[frozenset[Point], list[str]]()
    for n, face in enumerate(faces):
        ring = [(x, y) for x, y in face.exterior.coords[:-1]]
        own, corners = {at: off(at) for at in ring}, []
        for p, q in pairwise([*ring, ring[0]]):
            way = handles.setdefault(frozenset((p, q)), bend(p, q))
            four = own[p], off(way[p]), off(way[q]), own[q]
            corners += [tuple(sum(math.comb(3, k) * (1 - t) ** (3 - k) * t**k * point[axis]
                                  for k, point in enumerate(four)) for axis in (0, 1))
                        for t in np.linspace(0, 1, 21)[:-1]]
            lengths.setdefault(frozenset((p, q)), []).append(f"s{n}")
        areas[f"s{n}"] = Polygon(corners)
    beside: dict[frozenset[str], float] = {}
    for ends, owners in lengths.items():
        if len(owners) == 2:
            beside[frozenset(owners)] = beside.get(frozenset(owners), 0.0) + math.dist(*ends)
    return areas, beside


def doubled(areas: dict[str, Polygon]) -> list[object]:
    """Lines of a board that lie on another line, as a laser's files are judged."""
    every = [ring for area in areas.values() for ring in (area.exterior, *area.interiors)]
    rings = [[(x, y) for x, y in ring.coords[:-1]] for ring in every]
    lines = [
        np.array([*path.flatten(0.01), *([path.start] if path.closed else [])]) for path in border_lines(rings, "map")
    ]
    return list(find_overlaps([Element(f"line-{n}", "", "stroke", "", n, (Contour(points, False, 0.0),))
                          for n, points in enumerate(lines)]))


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([0.0, 0.05, 0.13, 0.3, SLIT / 2]))
def test_any_map_has_single_lines_and_its_true_neighbours(seed: int, jitter: float) -> None:
    areas, beside = drawn(seed, jitter)
    assume(all(area.is_valid for area in areas.values()))
    made = close_gaps(areas, SLIT)
    assert shapely.coverage_is_valid(list(made.values()))
    assert doubled(made) == []
    found = {frozenset((one, other)): length for one, other, length in shared_borders(made)}
    for pair, length in beside.items():  # a curve is longer than its chord; a node may be off, and a corner filled
        assert length < 4 * SLIT or found.get(pair, 0.0) > length - 4 * SLIT
    for pair, length in found.items():
        assert pair in beside or length < 0.1 * CELL
    for name, area in areas.items():
        assert made[name].symmetric_difference(area).area < 1.5 * SLIT * area.length


def test_the_maps_have_gaps_before_they_are_closed() -> None:
    assert doubled(drawn(1, 0.0)[0]) == []
    assert doubled(drawn(1, 0.004)[0])


@pytest.mark.parametrize(("gap", "shared"), [(-1.1, 40.0), (0.0, 40.0), (0.4, 40.0), (1.15, 40.0), (2.4, 0.0)])
def test_two_squares_by_hand(gap: float, shared: float) -> None:
    """Slits and overlaps up to 1.2 mm become one line; twice as much stays a gap."""
    made = close_gaps({"a": shapely.box(0, 0, 40, 40), "b": shapely.box(40 + gap, 0, 80, 40)}, SLIT)
    assert [round(length, 1) for _, _, length in shared_borders(made)] == ([shared] if shared else [])
    assert made["a"].area == pytest.approx(1600, rel=1e-3)
    assert made["b"].area == pytest.approx(1600 if shared else 40 * (40 - gap), rel=1e-3)


def test_three_corners_that_miss_each_other_have_one_node() -> None:
    """A T of three spaces: the end of the border between two lies on the third one's border, as a corner of all."""
    made = close_gaps({"a": shapely.box(0, 0, 40, 40), "b": shapely.box(40.7, 0.4, 80, 40),
                   "c": Polygon([(0, 40.5), (80, 39.6), (80, 80), (0, 80)])}, SLIT)
    rings = [{*area.exterior.coords} for area in made.values()]
    assert len(rings[0] & rings[1] & rings[2]) == 1
    assert [pair[:2] for pair in shared_borders(made)] == [("a", "b"), ("a", "c"), ("b", "c")]


def test_a_lake_stays_and_an_enclave_fits_its_hole() -> None:
    lake, hole = shapely.box(10, 10, 20, 20), shapely.box(40, 10, 60, 30)
    land, keep = shapely.box(0, 0, 80, 40) - lake - hole, hole.buffer(-0.5, join_style="mitre")
    made = close_gaps({"land": land, "keep": keep}, SLIT)
    assert sorted(Polygon(ring).area for ring in made["land"].interiors) == pytest.approx([100, 400], rel=5e-3)
    assert made["keep"].area == pytest.approx(400, rel=5e-3)
    assert [length for _, _, length in shared_borders(made)] == [pytest.approx(80, rel=5e-3)]
