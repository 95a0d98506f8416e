"""Arrows end at the edge of what is drawn at their ends, arcs of a chain bend to one side, and numbers lie in corners
of the cells where moves end."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest
from measure import things
from shapely import Point, Polygon, box

from fabgen.artwork.drawing import Role
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.positions.arrow_sides import choose_bows
from fabgen.figures.positions.arrow_ways import ArrowWay
from fabgen.spec.load import load_spec

NOTHING = Polygon()


def test_an_arc_passes_its_bow_in_the_middle_and_keeps_to_a_circle() -> None:
    """From (0, 0) to (20, 0) with a bow of 5: radius (100 + 25) / 10 = 12.5, centre (10, -7.5), half an angle of
    asin(10 / 12.5) = 53.13 degrees, so the arc is 2 x 0.9273 x 12.5 = 23.18 mm long."""
    way = ArrowWay((0, 0), (20, 0), 5)
    assert way.length == pytest.approx(23.182, abs=0.001)
    assert way.place(0.5) == pytest.approx((10, 5))
    assert way.place(0) == pytest.approx((0, 0))
    assert way.place(1) == pytest.approx((20, 0))
    assert all(math.dist(place, (10, -7.5)) == pytest.approx(12.5) for place in way.places())
    assert ArrowWay((0, 0), (20, 0), -5).place(0.5) == pytest.approx((10, -5))


def test_a_part_of_an_arc_is_on_the_same_circle() -> None:
    part = ArrowWay((0, 0), (20, 0), 5).part(0.25, 0.75)
    assert part.length == pytest.approx(23.182 / 2, abs=0.001)
    assert all(math.dist(place, (10, -7.5)) == pytest.approx(12.5) for place in part.places())


def test_a_way_is_cut_where_it_leaves_its_start_and_where_it_meets_its_end() -> None:
    way = ArrowWay((0, 0), (20, 0)).clear_part(Point(0, 0).buffer(4), Point(20, 0).buffer(5), 3)
    assert (way.start[0], way.end[0]) == pytest.approx((4, 15), abs=20 / 400 + 0.03)


def test_a_way_without_room_begins_nearer_to_its_start() -> None:
    """The areas leave 1 of 10 mm, and 4 mm are asked for: it begins at 2, and ends where it would."""
    way = ArrowWay((0, 0), (10, 0)).clear_part(Point(0, 0).buffer(5), Point(10, 0).buffer(4), 4)
    assert (way.start[0], way.end[0]) == pytest.approx((2, 6), abs=0.1)
    crowded = ArrowWay((0, 0), (10, 0)).clear_part(Point(0, 0).buffer(2), Point(10, 0).buffer(9), 4)
    assert (crowded.start[0], crowded.end[0]) == pytest.approx((0, 4), abs=0.1)  # and then ends nearer to its end


GAME = """fabgen: 1
title: Chains
designer: Nobody
players: {black: {forward: up, material: acrylic-3mm/black}, white: {forward: down, material: acrylic-3mm/white}}
board: {grid: 6x6, cell: 20 mm, border: 10 mm, material: birch-ply-3mm}
pieces:
  man: {each: 4, moves: fF, body: {tile: disc, base: 16 mm}}
setup: {black: {man: a1}, white: {man: f6}}
rules:
  set: standard
  hops: {man: [{over: any, to: K, takes: nothing}]}
  chain: {again: may}
examples:
  - {id: chain, title: T, position: "black: man b2 c3 d5 f3; turn: black", piece: b2, legal: [b2-d4-d6]}
"""


def test_arrows_and_numbers_of_a_chain_cover_no_piece_and_no_mark(tmp_path: Path) -> None:
    """The arrows of b2-d4-d6 leave at least 0.03 of a cell of 11 mm to every piece. Their numbers are in the middles of
    the diamonds on d4 and d6, where the piece may stop: within the hole, which is 0.49 of a cell from corner to corner
    (0.9 of 0.94, less the stroke of 0.9 of 0.14 on both sides, times the root of two)."""
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    figure = draw_figure(load_spec(tmp_path / "game.yaml"), "example", "chain").drawing
    arrows, pieces = things(figure, Role.PATH), things(figure, Role.PIECE)
    assert len(arrows) == 2
    assert all(arrow.distance(piece) > 0.03 * 11 for arrow in arrows for piece in pieces)
    numbers = [item.bounds() for item in figure.items if item.group.startswith("numbers/")]
    half = 0.245 * 11
    for (x0, y0, x1, y1), (x, y) in zip(numbers, [(3.5 * 11, 3.5 * 11), (3.5 * 11, 5.5 * 11)], strict=True):
        assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((x, y), abs=0.3)
        assert (x1 - x0) / 2 + (y1 - y0) / 2 < half + 0.3
    assert [i.group for i in figure.items if i.group.startswith("marks/")] == ["marks/d4", "marks/d6"]


def test_a_way_on_which_a_piece_may_not_stop_has_a_hollow_black_diamond(tmp_path: Path) -> None:
    """Here a turn must end further forward than it began: a piece may not stop on c2, sideways of a2, but on c4."""
    text = GAME.replace("again: may", "final: further")
    text = text.replace("b2 c3 d5 f3; turn: black\", piece: b2, legal: [b2-d4-d6]",
                        "a2 b2 c3; turn: black\", piece: a2, legal: [a2-c2-c4]")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    figure = draw_figure(load_spec(tmp_path / "game.yaml"), "example", "chain").drawing
    assert [i.group for i in figure.items if i.group.startswith("marks/")] == ["marks/c4"]
    assert {i.group for i in figure.only(Role.REFUSED).items} == {"refusals/c2"}


RIGHT, UP = ((5.0, 15.0), (25.0, 15.0)), ((25.0, 15.0), (25.0, 35.0))
BOARD = (80.0, 80.0)


def bows(*chords: tuple[tuple[float, float], tuple[float, float]], obstacle: Polygon = NOTHING) -> list[float]:
    """Which way the arcs of a chain bend, on cells of 10 mm: 1 to the left, -1 to the right."""
    chosen = choose_bows(chords, range(len(chords)), 6.2, [obstacle] * len(chords), BOARD)
    assert {abs(bow) for bow in chosen} == {6.2}
    return [math.copysign(1, bow) for bow in chosen]


def test_an_arc_passes_over_what_it_jumps_and_an_upright_one_on_the_inner_side() -> None:
    """Left of a way to the right is up; of one to the left it is down. x = 25 is left of the middle of the board: the
    inner side of a way upwards there is its right."""
    assert bows(RIGHT) == [1]
    assert bows((RIGHT[1], RIGHT[0])) == [-1]
    assert bows(UP) == [-1]


def test_arcs_of_a_chain_bend_to_one_side() -> None:
    """Slanting, straight up, slanting: all on the left of the way, though the second alone would bend to the right.
    Where the first of two may not pass above, both bend to the right."""
    assert bows(*pairwise([(10.0, 10.0), (30.0, 30.0), (30.0, 50.0), (50.0, 70.0)])) == [1, 1, 1]
    assert bows(((30.0, 30.0), (30.0, 50.0))) == [-1]
    assert bows(RIGHT, ((25.0, 15.0), (45.0, 35.0)), obstacle=box(10, 18, 20, 30)) == [-1, -1]


def test_a_chain_that_turns_at_right_angles_bends_outwards() -> None:
    """Down to the right, up to the right, up to the left: arcs on the inner side would leave a cell as they came."""
    corners = [(15.0, 35.0), (35.0, 15.0), (55.0, 35.0), (35.0, 55.0)]
    assert bows(*pairwise(corners)) == [-1, -1, -1]
