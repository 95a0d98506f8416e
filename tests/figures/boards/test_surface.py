"""Boards of hexagons, points and holes: every line once, what is drawn in a cell stays in it, names stand beside what
stands in the middle."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import points
from shapely import LineString, Point, Polygon, box, unary_union

from fabgen.artwork.drawing import Lettering
from fabgen.figures.boards.map_names import name_box
from fabgen.figures.boards.space_lines import join_edges
from fabgen.figures.boards.surface import Surface, draw_rim
from fabgen.rules.boards import Board, hexagon_board, rhombus_board, triangle_board
from fabgen.spec.spaces import spaces_of

SIDE = 30.0
OUTLINES = [
    hexagon_board(3),
    hexagon_board(3, "rows"),
    rhombus_board(4, 3),
    rhombus_board(3, 4, "files"),
    triangle_board(4),
    triangle_board(4, "files"),
    hexagon_board(3).without(("a1", "c3")),
]


def surface(lattice: Board, **more: object) -> Surface:
    return Surface(lattice, spaces_of(lattice, SIDE), **more)  # type: ignore[arg-type]


def drawn(one: Surface) -> list[LineString]:
    return [LineString([*points(path), *([path.start] if path.closed else [])]) for path in one.grid_lines()]


@pytest.mark.parametrize("lattice", OUTLINES, ids=str)
def test_every_border_stands_once(lattice: Board) -> None:
    edges = 6 * len(lattice.cells) - len(lattice.pairs)
    lines = drawn(surface(lattice))
    assert sum(line.length for line in lines) == pytest.approx(edges * SIDE / math.sqrt(3))
    assert unary_union(lines).length == pytest.approx(edges * SIDE / math.sqrt(3))
    assert len(lines) < edges / 2  # drawn through, not edge by edge


def test_a_grid_with_holes_by_hand() -> None:
    lattice = Board(3, 3).without(("b2", "c3"))
    lines = drawn(surface(lattice))
    assert len(lines) == 8  # straight from end to end, as without holes
    assert sum(line.length for line in lines) == pytest.approx(22 * SIDE)  # 24 edges, less two of the corner c3
    assert [Polygon(hole).centroid.coords[0] for hole in surface(lattice).void_outlines()] == [pytest.approx((45, 45))]


@pytest.mark.parametrize(("lattice", "count"), [(Board(3, 2), 5), (hexagon_board(2), 9), (Board(2, 2), 4)], ids=str)
def test_points_are_joined_by_straight_lines(lattice: Board, count: int) -> None:
    one = surface(lattice, is_point_board=True)
    lines = drawn(one)
    assert len(lines) == count
    assert sum(line.length for line in lines) == pytest.approx(len(lattice.pairs) * SIDE)


@pytest.mark.sample(5)
@pytest.mark.parametrize("lattice", OUTLINES, ids=str)
@pytest.mark.parametrize("pattern", ["stripes", "falling", "dots", "corners", "crosshatch"])
def test_patterns_stay_inside(lattice: Board, pattern: str) -> None:
    one = surface(lattice, caps=(2.4,))
    assert one.spaces.outlines
    for cell, corners in one.spaces.outlines.items():
        room = Polygon(corners).buffer(-0.099 * SIDE, join_style="mitre")
        paths = one.pattern_paths(pattern, cell)
        assert paths
        for path in paths:
            assert room.contains(LineString(points(path)))
            clear = box(*name_box(one.name_spots[cell])).buffer(-0.01)
            assert pattern == "corners" or not clear.intersects(LineString(points(path)))


@pytest.mark.parametrize("lattice", OUTLINES, ids=str)
@pytest.mark.parametrize("joined", [False, True])
def test_names_stand_in_their_cells_beside_the_pieces(lattice: Board, joined: bool) -> None:
    one = surface(lattice, caps=(2.4,), is_point_board=joined)
    texts = [item for item in one.draw_names().items if isinstance(item, Lettering)]
    assert {item.text.string for item in texts} == {*lattice.cells}
    for item in texts:
        word, cell = box(*item.bounds()), item.text.string
        middle = Point(one.spaces.middles[cell])
        assert word.distance(middle) > 0.3 * SIDE
        assert joined or Polygon(one.spaces.outlines[cell]).contains(word)
        assert not joined or all(word.distance(line) > 0.3 for line in drawn(one))


@pytest.mark.parametrize("lattice", OUTLINES, ids=str)
def test_files_and_ranks_are_named_once_outside(lattice: Board) -> None:
    one = surface(lattice)
    texts = [item for item in draw_rim(one, 3.0).items if isinstance(item, Lettering)]
    letters = {cell.rstrip("0123456789") for cell in lattice.cells}
    numbers = {cell.lstrip("abcdefgh") for cell in lattice.cells}
    assert sorted(item.text.string for item in texts) == sorted(letters | numbers)
    board = unary_union([Polygon(corners) for corners in one.spaces.outlines.values()])
    words = [box(*item.bounds()) for item in texts]
    assert not any(word.intersects(board.buffer(-0.1)) for word in words)
    assert not any(a.intersects(b) for n, a in enumerate(words) for b in words[:n])


@settings(max_examples=40, deadline=None)
@given(st.sets(st.sampled_from(triangle_board(4).pairs), min_size=1), st.sampled_from([1.0, 61.0, 180.0]))
def test_trails_go_over_every_edge_once(some: set[tuple[str, str]], bend: float) -> None:
    middles = spaces_of(triangle_board(4), SIDE).middles
    lines = join_edges(((middles[one], middles[other]) for one, other in sorted(some)), bend)
    steps = [LineString(pair) for path in lines for ends in [[*points(path), *([path.start] if path.closed else [])]]
             for pair in pairwise(ends)]
    assert sum(step.length for step in steps) == pytest.approx(len(some) * SIDE)
    assert unary_union(steps).length == pytest.approx(len(some) * SIDE)
