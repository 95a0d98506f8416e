"""Names of spaces of a map: inside, clear of borders and of the piece in the middle, of one size wherever that fits;
and parts of a board on paper that cut few of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from fabgen.artwork.drawing import Lettering
from fabgen.artwork.text import text_width
from fabgen.figures.boards.board import _clear_seams, draw_board, unnamed_cell_messages
from fabgen.figures.boards.map_names import KnownPlaces, NameSpot, _leader, map_name_spots, name_box
from fabgen.figures.boards.space_lines import hatch_area
from fabgen.figures.boards.surface import figure_caps, least_name_cap, surface_of
from fabgen.figures.positions.coordinates import draw_coordinates
from fabgen.spec.load import load_spec
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


def test_what_is_known_of_former_figures_changes_no_name() -> None:
    """Spaces of many sizes, some with room for a name only where less of the piece is left free, or beside them: under
    other pieces, and in another order, each name stands where it does without what is known."""
    land = spaces(**{f"county{n}": (70.0 * n, 0.0, 70.0 * n + 26 + 5 * n, 30.0 + 6 * (n % 4)) for n in range(8)})
    titles, names = {name: f"{name} by the sea" for name in land.outlines}, [*land.outlines]
    known: KnownPlaces = {}
    for occupied in (names[:3], names, [], names[::2], names[:3]):
        chosen = frozenset(occupied)
        alone = map_name_spots(land, titles, NOTHING, CAPS, chosen)
        assert map_name_spots(land, titles, NOTHING, CAPS, chosen, known) == alone
    assert {at is None for at in known.values()} == {True, False}
    assert {share for (*_, share), at in known.items() if at} == {1.0, 0.8}


def test_a_hole_is_no_room() -> None:
    plain = spaces(kent=(0, 0, 50, 80))
    lake = Spaces(plain.outlines, plain.middles, SIDE, {"kent": (((5, 2), (5, 25), (45, 25), (45, 2)),)})
    assert words(names_of(lake)["kent"]).centroid.y > 40


def test_one_size_but_for_the_space_that_is_too_small() -> None:
    wide = {f"land{n}": (60.0 * n, 0.0, 60.0 * n + 55, 80.0) for n in range(6)}
    found = names_of(spaces(**wide, westmorland=(0, 100, 26, 180)))
    assert {found[name].cap for name in wide} == {3.0}
    assert found["westmorland"].cap < 3.0
    assert names_of(spaces(westmorland=(0, 0, 12, 80)))["westmorland"].lines == ("1",)


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


def in_figure(land: Spaces, *occupied: str) -> dict[str, NameSpot]:
    return map_name_spots(land, {name: name for name in land.outlines}, NOTHING, CAPS, frozenset(occupied))


def test_a_name_away_from_its_space_has_a_line_that_leads_there() -> None:
    """Wight has no room, and its neighbours leave no open ground near it but at its right end, above the sea."""
    land = spaces(kent=(0, 30, 30, 130), wight=(0, 0, 30, 30), sussex=(0, -100, 30, 0), far=(150, 0, 250, 100))
    found = in_figure(land, "wight")
    spot = found["wight"]
    assert words(spot).distance(box(0, 0, 30, 30)) > 0
    start, end = map(Point, spot.leader)
    assert box(0, 0, 30, 30).contains(end)
    assert start.distance(words(spot)) < spot.cap
    line = LineString(spot.leader)
    assert not any(line.intersects(Polygon(land.outlines[name])) for name in ("kent", "sussex", "far"))
    assert not any(line.intersects(words(found[name])) for name in found)
    outline = Polygon(spot.leader_outline())
    assert outline.area == pytest.approx(line.length * 0.09 * spot.cap, rel=1e-6)


def test_a_name_that_is_plainly_beside_its_space_has_none() -> None:
    found = in_figure(spaces(wight=(100, 100, 130, 130), far=(300, 0, 400, 100)), "wight", "far")
    assert words(found["wight"]).distance(box(100, 100, 130, 130)) > 0
    assert not found["wight"].leader


def test_a_space_without_room_for_its_name_has_a_number() -> None:
    """Rutland is a strip between others: there is no open ground at all."""
    land = spaces(rutland=(40, 0, 60, 50), west=(0, 0, 40, 50), east=(60, 0, 110, 50), south=(0, -50, 110, 0),
                  north=(0, 50, 110, 100))
    titles = {name: name for name in land.outlines} | {"rutland": "Schwarzburgrudolstadt"}
    spot = map_name_spots(land, titles, NOTHING, CAPS, frozenset(titles))["rutland"]
    assert (spot.lines, spot.legend) == (("1",), "Schwarzburgrudolstadt")
    assert box(40, 0, 60, 50).contains(words(spot))
    assert map_name_spots(land, titles, NOTHING, CAPS)["rutland"].lines == ("1",)
    assert "rutland" not in map_name_spots(land, titles, NOTHING, CAPS, has_numbers=False)


STRIPS = """\
fabgen: 1
title: Strips
designer: Nobody
players:
  red: {forward: up, material: acrylic-3mm/red}
board:
  cell: 16 mm
  border: BORDER
  material: birch-ply-3mm
  map:
    spaces:
      Schwarzburgrudolstadt: "0,0 20,0 20,40 0,40"
      Ur: "20,0 40,0 40,40 20,40"
      Sachsenhildburghausen: "40,0 60,0 60,40 40,40"
      Land: "60,0 160,0 160,40 60,40"
pieces:
  man: {moves: W, body: {tile: disc, base: 12 mm, face: plain}}
"""


@pytest.mark.parametrize(("border", "shown"), [("13 mm", 2), ("5 mm", 0)])
def test_a_board_has_the_names_of_numbers_in_its_far_border(tmp_path: Path, border: str, shown: int) -> None:
    (tmp_path / "game.yaml").write_text(STRIPS.replace("BORDER", border))
    spec = load_spec(str(tmp_path / "game.yaml"))
    board = draw_board(spec.game, spec.lattice, spec.map_spaces, etched=True)
    top, height = board.bounds()[3], spec.game.board.border
    words = {item.text.string: item for item in board.items if isinstance(item, Lettering)}
    legend = {"1 Schwarzburgrudolstadt", "2 Sachsenhildburghausen"}
    assert len(legend & words.keys()) == len({"1", "2"} & words.keys()) == shown
    for name in legend & words.keys():
        assert top - height < words[name].bounds()[1] < words[name].bounds()[3] < top
    messages = [*unnamed_cell_messages(spec.game, spec.lattice, spec.spaces)]
    assert bool(messages) is (shown == 0)


def test_the_legend_stands_under_the_map_also_where_the_board_is_turned(tmp_path: Path) -> None:
    game = """\
fabgen: 1
title: Strip
designer: Nobody
players:
  red: {forward: up, material: acrylic-3mm/red}
board:
  cell: 40 mm
  material: birch-ply-3mm
  map:
    spaces: {West: "0,0 40,0 40,50 0,50", Schwarzburgrudolstadt: "40,0 66,0 66,50 40,50",
             East: "66,0 110,0 110,50 66,50", South: "0,50 110,50 110,100 0,100", North: "0,-50 110,-50 110,0 0,0"}
pieces:
  duke: {moves: W, body: {tile: disc, base: 20 mm}}
setup: {red: {duke: West}}
"""
    (tmp_path / "game.yaml").write_text(game)
    (tmp_path / "rules.md").write_text("# Strip\n\nMove.\n")
    spec = load_spec(str(tmp_path))
    surface = surface_of(spec.game, spec.lattice, 40.0, spec.map_spaces, figure_caps(40.0))
    surface = replace(surface, occupied=frozenset(spec.lattice.cells))
    assert surface.legend_height == pytest.approx(1.8 * surface.caps[-1])
    for is_flipped in (False, True):
        items = draw_coordinates(surface, 3.0, is_flipped=is_flipped).items
        words_by_text = {item.text.string: item for item in items if isinstance(item, Lettering)}
        assert words_by_text["1 Schwarzburgrudolstadt"].bounds()[3] < 0
        (x0, _, x1, _) = words_by_text["1"].bounds()
        assert 40 < (x0 + x1) / 2 * 110 / surface.spaces.size[0] < 70


def test_leading_lines_cross_nothing_on_the_maps_of_the_trials() -> None:
    """As the set-up shows them: neither another line, nor a name, nor a space that is not theirs."""
    for name in ("narrow-straits", "nineteen-isles"):
        spec = load_spec(str(Path(__file__).parents[2] / "templates" / name))
        caps = figure_caps(11.0, least_name_cap(spec.spaces, 11.0))
        surface = surface_of(spec.game, spec.lattice, 11.0, spec.map_spaces, caps)
        surface = replace(surface, occupied=frozenset(spec.start.pieces))
        lines = {cell: LineString(spot.leader) for cell, spot in surface.name_spots.items() if spot.leader}
        assert lines
        for cell, line in lines.items():
            for other, spot in surface.name_spots.items():
                assert other == cell or not (other in lines and line.intersects(lines[other]))
                assert not line.intersects(box(*name_box(spot))) or other == cell
                assert line.intersects(Polygon(surface.spaces.outlines[other])) == (other == cell)


def test_a_name_stands_in_a_space_that_a_figure_shows_vacant() -> None:
    """Where a piece stands, the name is beside the space; on the board too, where any piece may come."""
    land = spaces(wight=(0, 0, 30, 30), far=(150, 0, 250, 100))
    inside = box(0, 0, 30, 30)
    assert inside.distance(words(in_figure(land, "wight")["wight"])) > 0
    assert inside.distance(words(names_of(land)["wight"])) > 0
    tight = spaces(wight=(0, 0, 30, 30), west=(-80, -50, 0, 80), east=(30, -50, 120, 80), south=(0, -50, 30, 0),
                   north=(0, 30, 30, 80))
    assert inside.contains(words(in_figure(tight, "west")["wight"]))


def test_a_leading_line_goes_through_no_other_space_or_name() -> None:
    spot, area, between = NameSpot((0.0, 0.0), 2.0, ("a",)), box(20, -10, 40, 10), box(8, -1, 10, 3)
    (start, end) = _leader(spot, area, NOTHING, NOTHING)
    assert start[0] < 8 < 20 < end[0]
    assert _leader(spot, area, between, NOTHING) == ()
    assert _leader(spot, area, NOTHING, box(8, -8, 10, 8).boundary)  # a link may be crossed
    assert _leader(spot, area, NOTHING, LineString([start, end]).buffer(0.05)) == ()  # and not followed


def test_a_name_of_one_word_is_divided_after_its_hyphen() -> None:
    """30 mm are too narrow for the whole name, with the least capitals too: 1.8 mm."""
    name = "Châteauneuf-lès-Bains"
    land = spaces(town=(0, 0, 26, 60))
    assert text_width(name, 1.8) > 26 - 2 * 0.3 * 1.8
    (spot,) = map_name_spots(land, {"town": name}, NOTHING, CAPS).values()
    assert spot.lines == ("Châteauneuf-", "lès-Bains")
    assert spot.legend == ""


def test_a_name_is_rather_smaller_than_on_a_road() -> None:
    """A road through the middle leaves 14.5 mm on either side, less than the word is long with the least capitals."""
    name, road = "Crossways", LineString([(15, 0), (15, 60)]).buffer(0.5)
    least = 14.5 - 2 * 0.3 * CAPS[-1]
    cap = next(size / 100 for size in range(100, 400) if text_width(name, size / 100) > least)
    caps = (cap + 0.4, cap)
    land = spaces(town=(0, 0, 30, 60))
    (spot,) = map_name_spots(land, {"town": name}, road, caps).values()
    assert spot.cap == pytest.approx(0.85 * cap)
    assert words(spot).distance(road) > 0
