"""The board: cells in their places, each line once, words for both seats, zones told apart without colour."""

from __future__ import annotations

import math
import shutil
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import all_of, points, thing
from shapely import LineString, Point, Polygon, box, get_parts, line_merge, unary_union
from specs import loaded

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.artwork.path import Arc, Line, rectangle
from fabgen.figures.boards.board import (
    board_size,
    draw_art,
    draw_board,
    draw_etched_surface,
    draw_surface,
    draw_zone,
    omitted_credits,
    seam_positions,
    square_centre,
    zone_pattern,
)
from fabgen.figures.boards.grounds import hatch_cell
from fabgen.figures.boards.surface import figure_surface, surface_of
from fabgen.figures.boards.zone_patterns import PATTERNS, SOLIDS
from fabgen.figures.components.component_list import list_components
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.rules.boards import Board
from fabgen.rules.directions import HEXAGONS_IN_ROWS, SQUARES
from fabgen.spec.board import BoardSpec
from fabgen.spec.game import Game
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec
from fabgen.spec.spaces import spaces_of

SIDE, BORDER = 40.0, 13.0


def game(grid: str = "6x6", title: str = "Skirmish", designer: str = "Nobody", **board: object) -> Game:
    made = BoardSpec.model_validate({"grid": grid, "cell": SIDE, "border": BORDER, "material": "m", **board})
    return Game.model_validate({
        "fabgen": 1, "title": title, "designer": designer, "board": made.model_dump(),
        "players": {"white": {"forward": "up", "material": "m"}, "black": {"forward": "down", "material": "m"}},
        "pieces": {"man": {"moves": "W", "body": {"standee": "pawn"}}}})


def board(made: Game) -> Drawing:
    return draw_board(made, Board(*made.grid))


def draw_cells(made: Game, lattice: Board, side: float) -> Drawing:
    """Zones and lines without border, the lower left corner of the cells at the origin."""
    return draw_surface(made, surface_of(made, lattice, side))


def texts(drawing: Drawing, role: Role) -> list[Lettering]:
    return [i for i in drawing.items if isinstance(i, Lettering) and i.role is role]


def segments(drawing: Drawing, *roles: Role) -> list[LineString]:
    paths = [p for i in drawing.items if isinstance(i, Shape) and i.role in roles for p in i.paths]
    return [LineString([start, s.to]) for p in paths for start, s in p if isinstance(s, Line)]


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 12), st.integers(1, 12), st.floats(10, 60), st.sampled_from([0.0, 4.0, 13.0]))
def test_sizes_by_hand(files: int, ranks: int, cell: float, border: float) -> None:
    made = game(f"{files}x{ranks}", cell=cell, border=border)
    drawing = board(made)
    width, height = files * cell + 2 * border, ranks * cell + 2 * border
    assert board_size(made) == pytest.approx((width, height))
    assert drawing.only(Role.EDGE).bounds() == pytest.approx((0, 0, width, height))
    assert drawing.only(Role.GRID).bounds() == pytest.approx((border, border, width - border, height - border))
    xs, ys = seam_positions(made)
    assert xs == pytest.approx([border + cell * i for i in range(1, files)])
    assert ys == pytest.approx([border + cell * i for i in range(1, ranks)])
    lines = segments(drawing, Role.GRID)
    assert len(lines) == files + ranks + 2
    assert sum(one.length for one in lines) == pytest.approx((files + 1) * ranks * cell + (ranks + 1) * files * cell)


def test_cells_lie_where_their_names_say() -> None:
    lattice = Board(6, 6)
    assert square_centre(lattice, "a1", SIDE) == (20, 20)
    assert square_centre(lattice, "c5", SIDE) == (100, 180)
    assert square_centre(lattice, "f6", SIDE) == (220, 220)


def test_no_line_stands_twice_or_lies_upon_another() -> None:
    zones = {"near": {"cells": "a1-f1"}, "far": {"cells": "a6-f6"}, "side": {"cells": "c3"}, "more": {"cells": "d4"}}
    lines = segments(board(game(zones=zones)), Role.GRID, Role.ZONE, Role.EDGE)
    assert len(lines) > 60
    assert unary_union(lines).length == pytest.approx(sum(one.length for one in lines))


@pytest.mark.parametrize("grid", ["6x6", "3x8", "30x2"])
def test_coordinates_are_read_from_both_seats(grid: str) -> None:
    made = game(grid)
    files, ranks = made.grid
    own = [t.text for t in texts(board(made), Role.COORDINATE) if t.text.angle == 0]
    other = [t.text for t in texts(board(made), Role.COORDINATE) if t.text.angle == 180]
    assert len(own) == len(other) == files + ranks
    width, height = board_size(made)
    letters = sorted((t.at[0], t.string) for t in own if t.string.isalpha())
    assert [s for _, s in letters[:3]] == ["A", "B", "C"]
    assert [x for x, _ in letters] == pytest.approx([BORDER + SIDE * (i + 0.5) for i in range(files)])
    if files > 26:
        assert [s for _, s in letters[25:28]] == ["Z", "AA", "AB"]
    numbers = sorted((t.at[1] + t.cap / 2, t.string) for t in own if t.string.isdigit())
    assert [s for _, s in numbers] == [str(n + 1) for n in range(ranks)]
    assert [y for y, _ in numbers] == pytest.approx([BORDER + SIDE * (j + 0.5) for j in range(ranks)])
    for text in other:  # the same word at the same cell, across the board
        same = [t for t in own if t.string == text.string]
        x, y = text.at
        across = [(t.at[0], height - t.at[1]) for t in same if t.string.isalpha()]
        across += [(width - t.at[0], t.at[1] + t.cap) for t in same if t.string.isdigit()]
        assert (x, y) == pytest.approx(across[0])


def test_title_and_designer_are_set_in_a_line_around_a_board_as_it_is_cut() -> None:
    """In a border of 18 mm, the title has capitals of 5.894 / 1.38 = 4.271 mm, as a test below says. Their tails end
    2 mm from the edge: their middle is 2 + 0.33 x 4.271 + 4.271 / 2 = 5.54494 mm from it, as that of the designer's
    is, and of the double rule on all four sides: a line 5.54494 - 1.46 / 2 = 4.81494 mm from the edge, one 0.35 mm
    further in and two 1.3 and 1.46 mm further in. It ends 2.5 mm before and after words, and
    4.2 mm before the corners, around which it bends inwards, around a ring of 1.05 mm. The title is in the middle, the
    designer in that of the far side. The lines around the cells end 1.4 mm outside of them."""
    drawing = draw_board(game(border=18.0), Board(6, 6), etched=True)
    strokes = [*segments(drawing, Role.ZONE), *segments(drawing, Role.GRID)]
    far = 2 * 18 + 6 * SIDE
    outer = [one for one in strokes if min(one.bounds) < 12 or max(one.bounds) > far - 12]
    assert min(min(one.bounds) for one in set(strokes) - set(outer)) == pytest.approx(18 - 1.4)
    boxes = [one.bounds for one in outer if len(one.coords) == 2]
    assert min(box[0] for box in boxes) == min(box[1] for box in boxes) == pytest.approx(4.81494, abs=5e-5)
    assert max(box[2] for box in boxes) == max(box[3] for box in boxes) == pytest.approx(far - 4.81494, abs=5e-5)
    near_ends = sorted(x for x0, _, x1, y1 in boxes if y1 == pytest.approx(4.81494, abs=5e-5) for x in (x0, x1))
    title, designer = (thing(word).bounds for word in texts(drawing, Role.TITLE))
    far_ends = sorted(x for x0, y0, x1, _ in boxes if y0 == pytest.approx(far - 4.81494, abs=5e-5) for x in (x0, x1))
    for ends, word in ((near_ends, title), (far_ends, designer)):
        assert ends == pytest.approx(
            [4.81494 + 4.2, word[0] - 2.5, word[2] + 2.5, far - 4.81494 - 4.2], abs=0.1)
        assert (word[0] + word[2]) / 2 == pytest.approx(far / 2, abs=0.1)
    name = next(word.text for word in texts(drawing, Role.TITLE) if word.text.angle)
    assert far - name.at[1] + name.cap / 2 == pytest.approx(5.54494, abs=5e-5)
    bent = [LineString(path.trace(0.01)) for item in drawing.only(Role.ZONE).items if isinstance(item, Shape)
            for path in item.paths if isinstance(path.segments[0], Arc)]
    for corner in (Point(x, y) for x in (4.81494, far - 4.81494) for y in (4.81494, far - 4.81494)):
        near = [one for one in bent if one.distance(corner) < 9]
        radii = sorted((one.distance(corner), one.hausdorff_distance(corner)) for one in near)
        assert radii == [pytest.approx((radius, radius), abs=0.02) for radius in (1.05, 4.2, 4.55, 5.5, 5.66)]
    narrow = draw_board(game(border=13.0), Board(6, 6), etched=True)
    assert min(min(one.bounds) for one in segments(narrow, Role.ZONE)) > 11  # too narrow for a band


def test_a_bar_is_below_a_number_that_is_read_from_the_side(tmp_path: Path) -> None:
    """With nine ranks, 6 and 9 have a bar: for a number that is read from the left, between it and the cells or the
    edge, and as long as the number is wide."""
    ways = "up", "right", "down", "left"
    seats = "".join(f"  {way}: {{forward: {way}, material: acrylic-3mm/red}}\n" for way in ways)
    (tmp_path / "game.yaml").write_text(
        f"fabgen: 1\ntitle: Nine\ndesigner: Nobody\nplayers:\n{seats}"
        "board: {grid: 9x9, cell: 30 mm, border: 18 mm, material: birch-ply-3mm}\n"
        "pieces: {pawn: {moves: fW, body: {tile: disc}}}\n")
    spec = load_spec(str(tmp_path))
    drawing = draw_board(spec.game, spec.lattice).only(Role.COORDINATE)
    bars = [item.bounds() for item in drawing.items if isinstance(item, Shape)]
    numbers = [item for item in texts(drawing, Role.COORDINATE) if item.text.string in {"6", "9"}]
    assert len(bars) == len(numbers) == 4
    for number in numbers:
        x0, y0, x1, y1 = number.bounds()
        (bar,) = [(a, b, c, d) for a, b, c, d in bars if min(abs(a - x1), abs(c - x0)) < 2 and abs(b + d - y0 - y1) < 1]
        assert bar[3] - bar[1] == pytest.approx(y1 - y0, abs=0.6)
        assert bar[0] >= x1 - 0.05 or bar[2] <= x0 + 0.05


def test_ranks_are_upright_for_players_at_the_left_and_at_the_right() -> None:
    """Of Chess Battle, whose four players sit on all sides: a number at the left is read from there, its head towards
    the cells, and the same number at the right from the right; numbers are as far from the cells as letters."""
    spec = load_spec("chess-battle")
    width, _ = board_size(spec.game)
    words = [item.text for item in texts(draw_board(spec.game, spec.lattice), Role.COORDINATE)]
    numbers = [text for text in words if text.string.isdigit()]
    assert sorted((text.string, text.angle) for text in numbers) == sorted(
        (str(n), angle) for n in range(1, 9) for angle in (90, 270))
    (near,) = {round(text.at[1], 6) for text in words if text.string.isalpha() and text.angle == 0}
    for text in numbers:
        side = text.at[0] if text.angle == 270 else width - text.at[0]
        assert side == pytest.approx(near)
        assert text.at[1] == pytest.approx(18.5 + 44 * (int(text.string) - 0.5))


@pytest.mark.parametrize("border", [10.0, 13.0, 25.0])
def test_nothing_crosses_the_edge_the_grid_or_other_words(border: float) -> None:
    drawing = board(game(border=border, title="A title of some length", designer="Somebody Who Has A Name"))
    edge, grid = all_of(drawing, Role.EDGE), box(border, border, border + 240, border + 240)
    words = [thing(t) for t in (*texts(drawing, Role.COORDINATE), *texts(drawing, Role.TITLE))]
    assert len(words) == 26
    for word in words:
        assert edge.contains(word)
        assert word.distance(edge.exterior) > 0.4  # type: ignore[attr-defined]
        assert not word.intersects(grid)
    assert all(not a.intersects(b) for a, b in combinations(words, 2))


LONG = " ".join(["A very long title that goes on and on"] * 5)


@pytest.mark.parametrize("border", [10.0, 13.0, 25.0])
@pytest.mark.parametrize("title", ["X", "Skirmish", "W" * 40, LONG[:113], LONG])
@pytest.mark.parametrize("designer", ["Nobody", LONG[:75], LONG])
def test_long_words_shrink_part_or_go_but_never_overflow(title: str, designer: str, border: float) -> None:
    made = game(title=title, designer=designer, border=border)
    drawing = board(made)
    shown = texts(drawing, Role.TITLE)
    most = {10.0: 3.1, 13.0: 4.03, 25.0: 8.0}[border]  # 0.31 of the border, from 16 mm on 8 mm at most
    assert all(1.8 - 1e-6 <= t.text.cap <= most + 1e-6 for t in shown)
    below = 2.3 if border == 25 else 1.8  # at least, from the cells to the coordinates
    cap = {10.0: 2.6, 13.0: 2.6, 25.0: 5.5}[border]  # 0.15 of the border, 0.22 from 16 mm on
    room = box(border, 0.5, border + 240, border - below - cap - 0.31 * 3)  # under the coordinates, off the edge
    assert all(room.buffer(1e-6).contains(thing(t)) for t in shown)
    assert all(thing(a).intersection(thing(b)).area < 1e-6 for a, b in combinations(shown, 2))
    gone = list(omitted_credits(made))
    for what, words, anchor in (("title", title, "start"), ("designer", designer, "end")):
        lines = [t.text for t in shown if t.text.anchor == anchor]
        assert len(lines) <= 2
        assert " ".join(t.string for t in sorted(lines, key=lambda t: -t.at[1])) == ("" if any(
            f"the {what} is left out" in one for one in gone) else words)


def test_what_is_left_out_is_reported() -> None:
    """Letters are over 1 mm wide where capitals have 1.8 mm: 189 of them in two lines take about 100 mm, so that three
    cells of 40 mm hold one such text at most, and two cells none."""
    assert list(omitted_credits(game())) == []
    assert list(omitted_credits(game(designer=LONG))) == []
    assert [what.split(" is ")[0] for what in omitted_credits(game("3x3", designer=LONG))] == ["the designer"]
    assert [what.split(" is ")[0] for what in omitted_credits(game("2x2", LONG, LONG))] == ["the title", "the designer"]
    assert list(omitted_credits(game("3x3", LONG, LONG, border=9.9))) == []  # a narrow border carries no words at all


def test_words_of_usual_length_have_their_usual_size() -> None:
    """On a border of 13 mm: 0.31 of it, and 0.52 of that, in thinner letters."""
    title, designer = texts(board(game()), Role.TITLE)
    assert (title.text.cap, designer.text.cap) == pytest.approx((4.03, 2.0956))
    assert title.text.bold
    assert not designer.text.bold


@pytest.mark.parametrize(("border", "cap", "gaps"), [(13.0, 4.03, (0.9, 1.5595, 2.5105)),
                                                      (15.0, 4.65, (1.0583, 1.7639, 3.5278)),
                                                      (16.0, 3.3826, (1.74, 3.4811, 3.1163)),
                                                      (18.0, 4.2710, (1.74, 3.9396, 3.4094))])
def test_coordinates_are_nearer_to_the_cells_than_to_the_title(border: float, cap: float,
                                                               gaps: tuple[float, float, float]) -> None:
    """Of a border of 15 mm, lines around the cells, coordinates of 2.6 mm and a title of 4.65 mm leave 6.35 mm, of
    which 3, 5 and 10 parts of 18 lie between them and behind the title. Of 13 mm, coordinates of 2.6 mm, 2.3 mm from
    the cells, leave 4.07 mm; but 0.5 mm under coordinates with descenders, 1.33 x 2.6 mm high, the title
    with ascenders is 1.05 x 4.03 mm high: it is 13 - 2.3 - 3.458 - 0.5 - 4.2315 = 2.5105 mm from the edge. From 16 mm
    on, coordinates are 0.18 of the border high, 1.6 mm from the line around the cells, which reaches 1.54 mm from
    these. 1.15 x 2.88 mm below coordinates of 2.88 mm, and 2 mm above the edge, 4.67 mm are left for the title with its
    ascenders and descenders, 1.38 times its capitals; 5.89 mm below coordinates of 3.24 mm in a border of 18 mm."""
    drawing = board(game(border=border))
    title, designer = texts(drawing, Role.TITLE)
    below = min(item.text.at[1] for item in texts(drawing, Role.COORDINATE))
    assert title.text.cap == pytest.approx(cap, abs=5e-5)
    assert [title.text.at[1], designer.text.at[1]] == [pytest.approx(gaps[2], abs=5e-3)] * 2
    assert below - title.text.at[1] - cap == pytest.approx(gaps[1], abs=5e-3)
    coordinate_cap = max(2.6, (0.18 if border >= 16 else 0.15) * border)
    assert border - 1.4 - below - coordinate_cap == pytest.approx(gaps[0], abs=5e-3)


@pytest.mark.parametrize(("grid", "names"), [
    ("6x6", []), ("8x8", []), ("10x10", ["6", "6", "9", "9"]), ("17x9", ["6", "6", "9", "9"]),
    ("23x4", ["M", "M", "W", "W"]),  # capitals that turned read as others
])
def test_names_that_turned_read_as_others_are_underlined(grid: str, names: list[str]) -> None:
    drawing = board(game(grid))
    bars = [thing(i) for i in drawing.items if isinstance(i, Shape) and i.role is Role.COORDINATE]
    found = []
    for bar in bars:
        name = min(texts(drawing, Role.COORDINATE), key=lambda t: thing(t).distance(bar))
        x0, y0, x1, y1 = thing(name).bounds
        foot = y1 if name.text.angle == 180 else y0
        assert bar.bounds[0] == pytest.approx(x0)
        assert bar.bounds[2] == pytest.approx(x1)
        assert (bar.centroid.y - foot) * (1 if name.text.angle == 180 else -1) == pytest.approx(0.65)
        found.append(name.text.string)
    assert sorted(found) == names
    assert not any(bar.intersects(all_of(drawing, Role.GRID, Role.TITLE)) for bar in bars)


def test_a_narrow_border_has_no_words() -> None:
    assert texts(board(game(border=9.9)), Role.COORDINATE) == []
    assert texts(board(game(border=9.9)), Role.TITLE) == []


def test_corners_are_round_where_there_is_a_border() -> None:
    assert all_of(board(game()), Role.EDGE).area == pytest.approx(266**2 - (4 - 3.14159265) * 36, abs=0.5)
    assert all_of(board(game(border=0)), Role.EDGE).area == pytest.approx(240**2)


def test_zones_of_two_players_have_different_patterns_and_stay_in_their_cells() -> None:
    made = game(zones={"near": {"cells": "a1-f1", "of": "white"}, "far": {"cells": "a6-f6", "of": "black"}})
    assert zone_pattern(made, "near") != zone_pattern(made, "far")
    near, far = (i for i in draw_cells(made, Board(6, 6), SIDE).items if i.role is Role.ZONE)
    assert isinstance(near, Shape)
    assert isinstance(far, Shape)
    assert (near.tone, far.tone) == ("white", "black")
    for item, low in ((near, 0.0), (far, 200.0)):
        drawn = unary_union([LineString(points(p)) for p in item.paths])
        assert box(0, low, 240, low + 40).buffer(-2).contains(drawn)
        cells = [drawn.intersection(box(40 * i, low, 40 * i + 40, low + 40)).length for i in range(6)]
        assert cells == pytest.approx([cells[0]] * 6)
    assert {len(p.segments) for p in near.paths} != {len(p.segments) for p in far.paths}  # strokes and rings


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_patterns_are_open_to_the_eye_and_reach_across_their_cell(name: str) -> None:
    lines = [LineString(points(p)) for p in PATTERNS[name]((0, 0), SIDE)]
    drawn = unary_union(lines)
    assert drawn.length == pytest.approx(sum(one.length for one in lines))  # nothing twice
    assert [round(abs(v), 3) for v in drawn.bounds] == pytest.approx([round(drawn.bounds[2], 3)] * 4, abs=0.01)
    is_band = name in ("frame", "frames", "dashes", "double")  # 0.56 mm or 1.2 mm off the border
    assert 14 < drawn.bounds[2] < (19.45 if is_band else 18)
    assert drawn.buffer(0.2).area < 0.25 * SIDE**2


def test_every_two_patterns_are_told_apart() -> None:
    drawn = {name: unary_union([LineString(points(p)) for p in PATTERNS[name]((0, 0), SIDE)]) for name in PATTERNS}
    for one, other in combinations(drawn.values(), 2):
        assert one.buffer(0.5).symmetric_difference(other.buffer(0.5)).area > 40


def test_a_zone_of_a_player_with_a_colour_takes_the_colour(tmp_path: Path) -> None:
    spec = loaded(tmp_path, ("white: {forward: up,", "white: {forward: up, colour: sky,"))
    tones = {i.tone for i in draw_cells(spec.game, spec.lattice, 10).items if i.role is Role.SHADE}
    assert tones == {"sky", "black"}


def test_dark_cells_of_a_chequered_board() -> None:
    """a1 is dark; of 36 cells 18 are, in zones and outside of them alike: their tint is all that makes them dark."""
    made = game(chequered=True, zones={"mid": {"cells": "a1 b1", "pattern": "dots"}})
    for drawing, corner in ((board(made), BORDER), (draw_cells(made, Board(6, 6), SIDE), 0.0)):
        shades = [item for item in drawing.only(Role.SHADE).items if isinstance(item, Shape)]
        assert len(shades) == 18 + 2 + 2  # tints of the zone, and what they leave of a dark cell and of a light one
        assert box(corner, corner, corner + SIDE, corner + SIDE).equals(thing(shades[0]))
        lines = drawing.only(Role.ZONE).bounds()
        assert lines[2] < corner + 2 * SIDE  # those of the zone in a1 and b1 alone
        assert lines[3] < corner + SIDE


def etched_levels(made: Game, cell: str) -> list[tuple[float, float, float]]:
    """The level lines that a laser scores in a cell: height, left and right end in mm from its lower left corner."""
    lattice = Board(*made.grid)
    surface = surface_of(made, lattice, SIDE)
    x, y = (c - SIDE / 2 for c in surface.spaces.middles[cell])
    lines = [s for s in segments(draw_etched_surface(made, surface), Role.ZONE)
             if s.coords[0][1] == s.coords[1][1] and s.within(box(x, y, x + SIDE, y + SIDE))]
    return sorted((s.bounds[1] - y, s.bounds[0] - x, s.bounds[2] - x) for s in lines)


def test_dark_cells_of_wood_have_lines_across_the_grain() -> None:
    """At 45 degrees, 0.61 mm apart: 0.863 mm above each other. They begin 0.008 of the cell from its border: in a
    square of 39.36 mm the longest are 0.431 mm above and below the diagonal, and 45 lie on either side; a 46th,
    39.25 mm off, would be 0.16 mm long, too short."""
    made = game("2x2", chequered=True, material="birch-ply-3mm")
    assert etched_levels(made, "a1") == etched_levels(made, "b1") == []
    lines = segments(draw_etched_surface(made, surface_of(made, Board(2, 2), SIDE)), Role.ZONE)
    in_a1 = [s for s in lines if s.within(box(0, 0, SIDE, SIDE))]
    heights = sorted(s.coords[0][1] - s.coords[0][0] for s in in_a1)
    assert [b - a for a, b in pairwise(heights)] == pytest.approx([0.61 * math.sqrt(2)] * 89, abs=1e-4)
    assert max(s.length for s in in_a1) == pytest.approx((39.36 - 0.305 * math.sqrt(2)) * math.sqrt(2), abs=1e-4)
    assert len(lines) == 2 * 90  # a1 and b2


@pytest.mark.parametrize(("material", "hatched"), [
    ("acrylic-3mm/white", "a1"), ("acrylic-3mm/clear", "b1"), ("acrylic-3mm/black", "b1")])
def test_acrylic_has_a_rising_hatch_on_the_cells_that_it_makes_darker_or_lighter(material: str, hatched: str) -> None:
    """Paint in white acrylic is dark: a1 is marked. Frost is light on clear and black acrylic: b1 is. 22 lines at 45
    degrees meet each side of 40 mm; 42 of them are 0.8 mm long and more in a square of 39.36 mm. The longest are half
    of 40/22 mm off its diagonal."""
    made = game("2x2", chequered=True, material=material)
    surface = surface_of(made, Board(*made.grid), SIDE)
    lines = segments(draw_etched_surface(made, surface), Role.ZONE)
    middles = [surface.spaces.middles[cell] for cell in (hatched, {"a1": "b2", "b1": "a2"}[hatched])]
    for x, y in middles:
        in_cell = [s for s in lines if s.within(box(x - SIDE / 2, y - SIDE / 2, x + SIDE / 2, y + SIDE / 2))]
        ends = [(*s.coords[0], *s.coords[1]) for s in in_cell]
        assert all(x1 - x0 == pytest.approx(y1 - y0, abs=1e-5) for x0, y0, x1, y1 in ends)
        heights = sorted(y0 - x0 for x0, y0, *_ in ends)
        assert [b - a for a, b in pairwise(heights)] == pytest.approx([40 / 22] * 41)
        assert max(s.length for s in in_cell) == pytest.approx((39.36 - 20 / 22) * math.sqrt(2))
        assert min(s.length for s in in_cell) >= 0.8
    assert len(lines) == 42 * len(middles)


@pytest.mark.parametrize(("material", "step"), [("acrylic-3mm/clear", 40 / 28), ("birch-ply-3mm", 0.61 * 2**0.5)])
def test_a_tint_is_a_hatch_that_a_laser_alone_draws(material: str, step: float) -> None:
    """Within its edge, three cells of 40 mm in an angle. On acrylic 28 lines, 1 mm apart or more, meet each of their
    sides; on wood they are 0.61 mm apart, as on dark cells. They go on from cell to cell, and 2.4 mm inside
    of its border are free, as in marquetry: the longest goes from 2.4 mm off the right side of c2 past the inner
    corner, which is 2.4 mm away, to 2.4 mm off the lower side of b1, 80 - 2.4 - 2.4 - 2.4 * sqrt(2) mm to the left. The
    lines of the grid are single then."""
    made = game("4x4", material=material, zones={"angle": {"cells": "b1-c1 c2", "pattern": "tint"}})
    lattice = Board(*made.grid)
    surface = surface_of(made, lattice, SIDE)
    etched = draw_etched_surface(made, surface)
    lines = [(*s.coords[0], *s.coords[1]) for s in segments(etched, Role.ZONE)]
    lines = [(x0, y0, x1, y1) for x0, y0, x1, y1 in lines if abs(x1 - x0) > 0.1 and abs(y1 - y0) > 0.1]
    area = unary_union([box(SIDE, 0, 3 * SIDE, SIDE), box(2 * SIDE, SIDE, 3 * SIDE, 2 * SIDE)])
    assert all(x1 - x0 == pytest.approx(y1 - y0, abs=1e-5) for x0, y0, x1, y1 in lines)
    assert all(LineString([(x0, y0), (x1, y1)]).within(area) for x0, y0, x1, y1 in lines)
    heights = sorted({round(y0 - x0, 3) for x0, y0, *_ in lines})
    assert [b - a for a, b in pairwise(heights)] == pytest.approx([step] * (len(heights) - 1), abs=2e-3)
    assert all(LineString([(x0, y0), (x1, y1)]).within(area.buffer(-2.38)) for x0, y0, x1, y1 in lines)
    longest = 80 - 2.4 - 2.4 - 2.4 * math.sqrt(2)
    assert longest - step < max(x1 - x0 for x0, _, x1, _ in lines) < longest + 0.05
    assert zone_pattern(made, "angle") == "none"
    assert [item.role for item in draw_surface(made, surface).items] == [Role.GRID]


def test_hatches_that_rise_and_fall_are_as_grey_and_as_fine() -> None:
    """Each line is single, and both have as much line, within a
    twentieth. Lines that rise are all as far apart, 40 mm / 22 / 1.41 = 1.29 mm; those that fall by turns 0.29 and 0.71
    of twice that."""
    lengths = list[float]()
    for pattern, apart in (("stripes", [1.29]), ("falling", [0.75, 1.83])):
        paths = hatch_cell([rectangle(0, 0, 40, 40)], 40.0, pattern)
        lengths.append(sum(math.dist(path.start, path.end) for path in paths))
        slope = 1 if pattern == "stripes" else -1
        places = sorted((y - slope * x) / math.sqrt(2) for x, y in (path.start for path in paths))
        assert sorted({round(b - a, 2) for a, b in pairwise(places)}) == apart
    assert lengths[0] == pytest.approx(lengths[1], rel=0.05)


@pytest.mark.parametrize("hatch", ["stripes", "falling", "crosshatch"])
@pytest.mark.parametrize(("other", "clear"), [("frame", 1.4), ("double", 1.4), ("corners", 1.2), ("arcs", 1.2)])
def test_the_hatch_of_a_zone_keeps_off_the_bands_and_corners_of_another(hatch: str, other: str, clear: float) -> None:
    """It stays 1.4 mm off bands and 1.2 mm off what is solid, as dark cells do."""
    def etched(*patterns: str) -> list[LineString]:
        zones = {pattern: {"cells": "b2", "pattern": pattern} for pattern in patterns}
        made = game("3x3", zones=zones)
        drawing = draw_etched_surface(made, surface_of(made, Board(*made.grid), SIDE)).only(Role.ZONE)
        paths = [path for item in drawing.items if isinstance(item, Shape) for path in item.paths]
        return [LineString(path.trace(0.01)) for path in paths]

    hatch_lines = [one for one in etched(hatch, other) if is_diagonal(one)]  # bands and corners are level or round
    grid_lines = etched()
    marks = unary_union([one for one in etched(other) if one not in grid_lines])
    assert hatch_lines
    assert min(one.distance(marks) for one in hatch_lines) == pytest.approx(clear, abs=0.02)


def is_diagonal(one: LineString) -> bool:
    x0, y0, x1, y1 = one.bounds
    return len(one.coords) == 2 and x1 - x0 == pytest.approx(y1 - y0, abs=1e-5)


def test_bands_are_the_same_on_dark_and_on_light_cells() -> None:
    """In a cell of 40 mm the band begins 1.8 mm from the border and has three lines 0.28 mm apart. On a dark cell
    1.4 mm beside it stay free of other lines. Two zones of dark squares have the same frame here, which the next test
    has otherwise."""
    homes = {}
    for cell, other in (("a1", "c3"), ("b1", "d3")):
        zones = {name: {"cells": place, "pattern": "frame"} for name, place in (("home", cell), ("other", other))}
        made = game("4x4", chequered=True, material="birch-ply-3mm", zones=zones)
        homes[cell] = etched_levels(made, cell)
    on_dark, on_light = ([round(x, 6) for piece in homes[cell] for x in piece] for cell in ("a1", "b1"))
    assert on_dark == on_light
    heights = {round(height, 2) for height, _, _ in homes["a1"]}
    assert heights == {1.8, 2.08, 2.36, 40 - 1.8, 40 - 2.08, 40 - 2.36}
    zones = {name: {"cells": place, "pattern": "frame"} for name, place in (("home", "a1"), ("other", "c3"))}
    made = game("4x4", chequered=True, material="birch-ply-3mm", zones=zones)
    lines = segments(draw_etched_surface(made, surface_of(made, Board(4, 4), SIDE)), Role.ZONE)
    across = unary_union([s for s in lines if is_diagonal(s)])
    bands = unary_union([s for s in lines if not is_diagonal(s)])
    assert across.distance(bands) == pytest.approx(1.4, abs=0.01)


def test_a_frame_of_dark_squares_is_one_light_line_and_of_light_ones_one_heavy_line() -> None:
    """In a cell of 40 mm a band of 0.04 x 40 = 1.6 mm begins 0.045 x 40 = 1.8 mm from the border. A laser leaves it
    free of the lines of dark squares: nothing is nearer than 0.8 mm to its middle, at 2.6 mm. Two lines 0.28 mm apart
    edge it on either side, from 1.52 to 1.8 mm and from 3.4 to 3.68 mm. From 0.32 mm off the border to the outermost of
    them lines are level and upright, in two steps of 0.6 mm: three would be 0.4 mm. Within it they rise, from
    3.68 + 0.61 mm on, 1.69 mm off the middle. On light squares three lines 0.45 mm apart are in the middle of the
    band."""
    zones = {"dark": {"cells": "a1", "pattern": "frame"}, "light": {"cells": "b1", "pattern": "frame"}}
    made = game("4x4", chequered=True, material="birch-ply-3mm", zones=zones)
    heights = {round(height, 2) for height, _, _ in etched_levels(made, "a1")}
    assert heights == {round(at, 2) for near in (0.32, 0.92, 1.52, 1.8, 3.4, 3.68)
                       for at in (near, 40 - near)}
    heights = {round(height, 2) for height, _, _ in etched_levels(made, "b1")}
    assert heights == {round(at, 2) for near in (2.15, 2.6, 3.05) for at in (near, 40 - near)}
    lines = segments(draw_etched_surface(made, surface_of(made, Board(4, 4), SIDE)), Role.ZONE)
    across = unary_union([s for s in lines if is_diagonal(s) and s.within(box(0, 0, 40, 40))])
    assert across.distance(box(2.6, 2.6, 37.4, 37.4).exterior) == pytest.approx(1.69, abs=0.005)


@pytest.mark.parametrize("pattern", ["corners", "dots"])
def test_a_dark_square_with_a_light_frame_keeps_the_other_patterns_on_it(pattern: str) -> None:
    """Within 0.2 mm of the lines of a pattern there are no other lines, with a frame on the square as without one."""
    other = {"other": {"cells": "a1", "pattern": pattern}}
    frames = {"dark": {"cells": "a1", "pattern": "frame"}, "light": {"cells": "b1", "pattern": "frame"}}
    plain, framed = (game("4x4", chequered=True, material="birch-ply-3mm", zones=zones)
                     for zones in (other, other | frames))
    surface = surface_of(plain, Board(4, 4), SIDE)
    paths = (SOLIDS[pattern](surface.spaces.middles["a1"], SIDE) if pattern in SOLIDS else
             surface.pattern_paths(pattern, "a1"))
    near = unary_union([LineString(points(path)).buffer(0.2) for path in paths])
    without, with_frame = (
        sum(line.intersection(near).length for line in segments(draw_etched_surface(made, surface), Role.ZONE))
        for made in (plain, framed))
    assert with_frame == pytest.approx(without, abs=0.01)


def test_a_zone_of_nobody_has_the_colour_of_its_material() -> None:
    made = game(zones={"lava": {"cells": "a1", "material": "acrylic-3mm/red"}})
    assert [item.tone for item in board(made).only(Role.SHADE).items] == ["red"]


@pytest.mark.parametrize("name", ["stripes", "falling", "dots", "crosshatch"])
def test_patterns_of_figures_leave_the_surroundings_of_a_piece_free(name: str) -> None:
    """A disc of 0.42 of the cell about the middle of a square, 0.29 in a hexagon, where a board has lines."""
    for compass, free in ((SQUARES, 0.42), (HEXAGONS_IN_ROWS, 0.29)):
        lattice = Board(3, 3, compass=compass)
        on_board = surface_of(game("3x3"), lattice, SIDE, spaces_of(lattice, SIDE))
        in_figure, (x, y) = replace(on_board, is_figure=True), on_board.spaces.middles["b2"]
        disc = Point(x, y).buffer(free * SIDE)
        drawn, sparse = (unary_union([LineString(points(p)) for p in surface.pattern_paths(name, "b2")])
                         for surface in (on_board, in_figure))
        assert drawn.intersects(disc)
        assert not sparse.intersects(disc)
        assert not sparse.is_empty
        assert Polygon(on_board.spaces.outlines["b2"]).contains(sparse)


def test_spaces_of_a_material_of_their_own_are_inlays_in_figures() -> None:
    figure = draw_figure(load_spec("abstract-game"), "board", "").drawing
    zone = [item for item in figure.items if item.group == "board/zones/red"]
    assert [(item.role, item.tone) for item in zone] == [*[(Role.INLAY, "wine")] * 4, (Role.FROST, "wine")]


def test_spaces_of_a_material_of_their_own_have_its_colour_and_frosted_lines() -> None:
    """An Abstract Game is inlaid; etched into one sheet, its four red spaces have a light tint."""
    spec = load_spec("abstract-game")
    zone = [i for i in draw_cells(spec.game, spec.lattice, SIDE).items if i.group.startswith("zones/red")]
    assert [item.role for item in zone] == [*[Role.INLAY] * 4, Role.FROST]
    sheet = spec.game.model_copy(update={"board": spec.game.board.model_copy(update={"build": "sheet"})})
    zone = [i for i in draw_cells(sheet, spec.lattice, SIDE).items if i.group.startswith("zones/red")]
    assert [item.role for item in zone] == [*[Role.SHADE] * 4, Role.ZONE]


def test_a_hatch_on_paper_ends_in_a_square_in_each_cell() -> None:
    """In cells of 40 mm it reaches 16 mm from the middle: the square is there, and every line ends on it."""
    made = game(zones={"home": {"cells": "a1 b1", "pattern": "stripes"}})
    (zone,) = draw_zone(made, surface_of(made, Board(*made.grid), 40.0), "home").only(Role.ZONE).items
    assert isinstance(zone, Shape)
    squares = [path for path in zone.paths if path.closed]
    assert [path.bounds() for path in squares] == [pytest.approx((4, 4, 36, 36)), pytest.approx((44, 4, 76, 36))]
    edges = unary_union([box(*path.bounds()).exterior for path in squares])
    ends = [point for path in zone.paths if not path.closed for point in path.trace(0.01)]
    assert ends
    assert all(edges.distance(Point(point)) < 1e-6 for point in ends)


def test_arrows_at_the_edge_of_charing_cross_point_the_way_of_the_pieces_that_win_there() -> None:
    """The rules text: White's knights win in column h (to the right) and its rooks in row 1 (down), Black's in column a
    and row 8. An arrow ends ahead in one point, the tip, and behind in two, the shaft. White's arrows are open, five
    lines; Black's are solid, with more. Homes have none, corners rings and bars."""
    spec = load_spec("charing-cross")
    side, border = spec.game.board.cell, spec.game.board.border
    art = draw_art(spec.game, (8 * side + 2 * border,) * 2).only(Role.ZONE)
    paths = [path for item in art.items if isinstance(item, Shape) for path in item.paths]
    ways = {"h": ("white", (1, 0)), "1": ("white", (0, -1)), "a": ("black", (-1, 0)), "8": ("black", (0, 1))}
    arrows = {f"{file}{rank}": file for file in "ah" for rank in (2, 3, 6, 7)}
    arrows |= {f"{file}{rank}": str(rank) for file in "bcfg" for rank in (1, 8)}
    cells: dict[str, list[Polygon]] = {}
    for path in paths:
        x0, y0, x1, y1 = path.bounds()
        cell = "abcdefgh"[int(((x0 + x1) / 2 - border) / side)] + str(int(((y0 + y1) / 2 - border) / side) + 1)
        if path.closed:
            cells.setdefault(cell, []).append(Polygon(path.flatten(0.01)))
    assert {*cells} == {*arrows, "a1", "a8", "h1", "h8"}
    for cell, edge in arrows.items():
        owner, (dx, dy) = ways[edge]
        outline = max(cells[cell], key=lambda polygon: polygon.area)
        ahead = sorted(x * dx + y * dy for x, y in outline.exterior.coords[:-1])
        assert ahead[-1] > ahead[-2] + 1, "a tip"
        assert ahead[1] == pytest.approx(ahead[0], abs=0.01), "a shaft"
        assert (len(cells[cell]) == 5) == (owner == "white")
        assert len(cells[cell]) >= 5


def test_hairlines_of_the_art_of_a_board_are_lines_and_grey_in_figures() -> None:
    """Charing Cross has nothing else: a laser scores them in seconds, and sweeps no area for them. A chevron there is
    two lines as broad as 0.28 mm, which are one area in a figure, also in the setup. Each sign lies in one square, so
    that it is dark enough to be read."""
    spec = load_spec("charing-cross")
    assert not draw_board(spec.game, spec.lattice).only(Role.MARK).items
    setup, example = (draw_figure(spec, kind, name).drawing for kind, name in (("setup", ""), ("example", "start")))
    for figure in (setup, example):
        assert {item.role for item in figure.items if "art" in item.group.split("/")} == {Role.DEEP_SHADE}
    marks = Drawing(tuple(item for item in example.items if "art" in item.group.split("/")))
    assert len(get_parts(all_of(marks))) == 4 * (8 - 2 - 2) + 4  # on each side; in the corners


def test_the_edge_of_a_tint_is_on_boards_and_in_no_figure() -> None:
    """The cross of Charing Cross has twelve corners, from (1, 1) to (7, 7) cells of 44 mm; four lines, 0.15 mm to
    1.05 mm inside of its border, so that frames in the cells around it are as far from them as from other lines."""
    spec = load_spec("charing-cross")
    low, high = spec.game.board.border + 44, spec.game.board.border + 7 * 44
    for is_etched in (False, True):  # a laser has each side as a line, which a seam of a board in parts may cut
        lines = segments(draw_board(spec.game, spec.lattice, etched=is_etched), Role.ZONE)
        straight = [one for one in lines if min(one.bounds[2] - one.bounds[0], one.bounds[3] - one.bounds[1]) < 1e-5]
        rings = get_parts(line_merge(unary_union(straight)))
        edges = sorted((ring.bounds for ring in rings if len(ring.coords) == 12 + 1 and ring.length > 8 * 44),
                       reverse=True)
        assert edges == [pytest.approx((low - gap, low - gap, high + gap, high + gap), abs=0.01)
                         for gap in (-1.05, -0.75, -0.45, -0.15)]
    setup = draw_figure(spec, "setup").drawing.only(Role.ZONE)  # homes are two cells wide
    wide = [path for item in setup.items if isinstance(item, Shape) for path in item.paths
            if path.closed and path.bounds()[2] - path.bounds()[0] > 3 * setup.size()[0] / 8]
    assert not wide


def test_the_art_of_a_board_is_whole_on_the_board_and_faint_in_examples(tmp_path: Path) -> None:
    folder = tmp_path / "charing-cross"
    shutil.copytree(template_folders()["charing-cross"], folder)
    (folder / "art" / "board.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="80mm" viewBox="0 0 80 80">'
        '<path d="M 3,13 h 4 v 4 h -4 Z M 53,3 h 4 v 4 h -4 Z"/></svg>', "utf-8")
    spec = load_spec(str(folder / "game.yaml"))
    board, setup = (draw_figure(spec, kind).drawing for kind in ("board", "setup"))
    art = all_of(board, Role.MARK)
    assert art.area > 20
    assert all_of(setup, Role.MARK).intersection(art).area == pytest.approx(art.area, rel=0.01)
    example = draw_figure(spec, "example", "start").drawing  # which shows the whole board
    assert all_of(example, Role.MARK).intersection(art).area < 0.2 * art.area
    signs = all_of(Drawing(tuple(item for item in example.items if item.group == "board/art"
                                 and item.role is Role.DEEP_SHADE)))
    assert signs.area == pytest.approx(1.25 ** 2 * art.area, rel=0.01), "larger, about the middle of its square"


def test_art_across_several_squares_is_faint_and_as_large_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "charing-cross"
    shutil.copytree(template_folders()["charing-cross"], folder)
    (folder / "art" / "board.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="80mm" viewBox="0 0 80 80">'
        '<path d="M 13,13 h 24 v 4 h -24 Z"/></svg>', "utf-8")
    spec = load_spec(str(folder / "game.yaml"))
    board, example = (draw_figure(spec, kind, name).drawing for kind, name in (("board", ""), ("example", "start")))
    art = [item for item in example.items if item.group == "board/art"]
    assert {item.role for item in art} == {Role.SHADE}
    assert all_of(Drawing(tuple(art))).bounds == pytest.approx(all_of(board, Role.MARK).bounds)


@pytest.mark.parametrize("name", ["charing-cross", "correction", "incorrect-checkers"])
def test_the_picture_of_a_board_among_the_components_shows_its_zones(name: str) -> None:
    spec = load_spec(name)
    picture = list_components(spec)[0].picture
    shown = sum(zone_pattern(spec.game, zone) != "none" for zone in spec.game.board.zones)
    items = picture.only(Role.ZONE, Role.FROST, Role.PIECE, Role.BODY).items
    assert len({item.group for item in items if "zones" in item.group.split("/")}) == shown


def test_frames_alone_tell_a_zone_of_dark_squares_from_one_of_light_squares() -> None:
    """Light frames on dark squares and dark ones on light squares, on boards and in figures, and no tint.
    Where a zone has squares of both kinds, or two zones have the same frame on dark squares, each has the tint of its
    player."""
    def find_looks(first: str, second: str, owners: tuple[str | None, str | None], *, is_figure: bool = True
                   ) -> set[tuple[Role, str]]:
        zones = {"a": {"cells": first, "pattern": "frame"} | ({"of": owners[0]} if owners[0] else {}),
                 "b": {"cells": second, "pattern": "frame"} | ({"of": owners[1]} if owners[1] else {})}
        made = game("4x4", chequered=True, zones=zones)
        lattice = Board(*made.grid)
        surface = figure_surface(made, lattice, 7.0) if is_figure else surface_of(made, lattice, 40.0, None)
        return {(item.role, item.tone) for name in "ab" for item in draw_zone(made, surface, name).items
                if isinstance(item, Shape)}

    owners: tuple[str | None, str | None]
    for owners in (("white", "black"), (None, None)):
        for is_figure in (True, False):
            looks = find_looks("a1 b2", "b1 a2", owners, is_figure=is_figure)
            assert looks == {(Role.FROST, "black"), (Role.ZONE, "white")}
    for cells in (("a1 b1", "a3 b3"), ("a1 b2", "c3 d4")):
        assert {role for role, _ in find_looks(*cells, ("white", "black"))} == {Role.SHADE, Role.ZONE}


def test_each_square_of_a_player_has_its_own_frame_solid_or_open() -> None:
    """In a figure of squares of 40 mm it begins 0.045 x 40 = 1.8 mm within a square and is 1.8 mm wide: solid in
    black, and in white, which shows no edge on light ground, with a fine line along both edges. Of
    1.8 mm / 0.28 mm + 1 = 7 lines a laser has all for black. For white its frame is broader, 0.07 x 40 = 2.8 mm, with
    four lines, 0.84 mm, at either edge: together as many. Neighbours are 3.6 mm apart. On the board it begins
    0.016 x 40 = 0.64 mm within a square, so that it is seen around a base."""
    zones = {tone: {"cells": cells, "pattern": "frames", "of": tone} for tone, cells in
             (("black", "a1 a2"), ("white", "c1 c2"))}
    made = game("4x4", cell=40, zones=zones)
    lattice = Board(*made.grid)
    for tone, left, count in (("black", 0.0, 7), ("white", 80.0, 8)):
        drawing = draw_zone(made, surface_of(made, lattice, 40.0, None), tone)
        first, second = (item for item in drawing.only(Role.BODY).items if isinstance(item, Shape))
        assert first.tone == tone
        assert [[round(v, 3) for v in path.bounds()] for path in first.paths] == [
            [left + 1.8, 1.8, left + 38.2, 38.2], [left + 3.6, 3.6, left + 36.4, 36.4]]
        assert second.bounds()[1] - first.bounds()[3] == pytest.approx(3.6)
        assert len(drawing.only(Role.GRID).items) == (2 if tone == "white" else 0)
        levels = etched_levels(made, f"{'abcd'[round(left / 40)]}1")
        assert len(levels) == 2 * count
        insets = sorted({round(level[0], 3) for level in levels} - {round(level[2], 3) for level in levels})[:count]
        assert (insets[0], insets[-1]) == pytest.approx((0.64, 0.64 + (6 * 0.28 if tone == "black" else 2.8)))
