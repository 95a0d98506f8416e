"""Names of spaces of a map: inside, clear of borders and of the piece in the middle, of one size wherever that fits;
and parts of a board on paper that cut few of them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from fabgen.artwork.text import text_width
from fabgen.figures.boards.board import _clear_seams
from fabgen.figures.boards.map_names import NameSpot, map_name_spots
from fabgen.figures.boards.space_lines import hatch_area
from fabgen.spec.spaces import Spaces

SIDE = 40.0
CAPS = (3.0, 2.6, 2.2, 1.8)
NOTHING = Point()


def spaces(**areas: tuple[float, float, float, float]) -> Spaces:
    outlines = {name: ((x, y), (u, y), (u, v), (x, v)) for name, (x, y, u, v) in areas.items()}
    middles = {name: ((x + u) / 2, (y + v) / 2) for name, (x, y, u, v) in areas.items()}
    return Spaces(outlines, middles, SIDE)


def names_of(land: Spaces, obstacles: BaseGeometry = NOTHING) -> dict[str, NameSpot]:
    return map_name_spots(land, {name: name for name in land.outlines}, obstacles, CAPS)


def words(spot: NameSpot) -> Polygon:
    (name,), (x, y) = spot.lines, spot.at
    half = text_width(name, spot.cap) / 2
    return box(x - half, y, x + half, y + spot.cap)


def test_a_name_stands_beside_the_piece_and_inside() -> None:
    found = names_of(spaces(kent=(0, 0, 50, 80)))
    word = words(found["kent"])
    assert found["kent"].cap == 3.0
    assert word.distance(box(25 - 0.3 * SIDE, 40 - 0.48 * SIDE, 25 + 0.3 * SIDE, 40 + 0.48 * SIDE)) >= 0.3 * 3.0
    assert word.distance(box(0, 0, 50, 80).exterior) >= 0.3 * 3.0
    assert word.centroid.y < 40  # below, where a piece's foot is


def test_a_hole_is_no_room() -> None:
    plain = spaces(kent=(0, 0, 50, 80))
    lake = Spaces(plain.outlines, plain.middles, SIDE, {"kent": (((5, 2), (5, 25), (45, 25), (45, 2)),)})
    assert words(names_of(lake)["kent"]).centroid.y > 40


def test_one_size_but_for_the_space_that_is_too_small() -> None:
    wide = {f"land{n}": (60.0 * n, 0.0, 60.0 * n + 55, 80.0) for n in range(6)}
    found = names_of(spaces(**wide, westmorland=(0, 100, 26, 180)))
    assert {found[name].cap for name in wide} == {3.0}
    assert found["westmorland"].cap < 3.0
    assert "westmorland" not in names_of(spaces(westmorland=(0, 0, 12, 80)))


def test_names_keep_off_roads() -> None:
    road = LineString([(25, 0), (25, 80)]).buffer(2)
    found = names_of(spaces(kent=(0, 0, 50, 80)), road)
    assert words(found["kent"]).distance(road) >= 0.3 * found["kent"].cap


def test_corner_ticks_give_way_to_a_name() -> None:
    ring = [(0.0, 0.0), (50.0, 0.0), (50.0, 80.0), (0.0, 80.0)]
    assert len(hatch_area("corners", [ring], (25, 40), SIDE)) == 4
    left = hatch_area("corners", [ring], (25, 40), SIDE, box(0, 0, 20, 10))
    assert len(left) == 3
    assert not any(LineString(path.flatten(0.1)).intersects(box(0, 0, 20, 10)) for path in left)


@pytest.mark.parametrize(("taken", "cut"), [([(20.0, 44.0)], 0), ([(0.0, 200.0)], 1)])
def test_a_seam_avoids_words_where_it_can(taken: list[tuple[float, float]], cut: int) -> None:
    steps = _clear_seams(10.0, 110.0, taken)
    assert max(sum(first < at < last for first, last in taken) for at in steps) == cut


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 300), st.floats(5, 40)).map(lambda t: (t[0], t[0] + t[1])), max_size=12))
def test_seams_are_never_far_apart(taken: list[tuple[float, float]]) -> None:
    steps = [13.0, *_clear_seams(13.0, 313.0, taken), 313.0]
    assert steps == sorted(steps)
    assert all(b - a <= 48.0 + 1e-9 for a, b in pairwise(steps))
