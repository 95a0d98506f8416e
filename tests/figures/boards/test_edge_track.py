"""The track around a board: where its spaces and numbers are, worked out by hand, and what a designer reads where it
cannot be made."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.artwork.part import Fit
from fabgen.check.game import check_spec
from fabgen.core.problems import FabgenError
from fabgen.figures.boards.board import board_size, draw_board
from fabgen.figures.boards.board_split import sheet_board_parts
from fabgen.figures.boards.edge_track import draw_edge_track, edge_spaces, most_numbers, shortest_space
from fabgen.figures.components.component_list import list_components
from fabgen.figures.components.kit import make_laser_kit
from fabgen.figures.components.order_items import make_order_items
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.spec.components import Track
from fabgen.spec.load import Spec, load_spec

GAME = """\
fabgen: 1
title: Ring
designer: Nobody
players:
  green: {forward: up, material: acrylic-3mm/green}
  red: {forward: down, material: acrylic-3mm/red}
board: {BOARD, material: acrylic-3mm/clear}
pieces:
  spearman: {each: 1, moves: W, body: {tile: disc}}
tracks: {TRACKS}
"""
AROUND = "score: {last: 39, around: board}"


def game(
    tmp_path: Path, tracks: str = AROUND, board: str = "grid: 6x6, cell: 40 mm", *, allow_errors: bool = False
) -> Spec:
    (tmp_path / "game.yaml").write_text(GAME.replace("TRACKS", tracks).replace("BOARD", board))
    return load_spec(str(tmp_path), allow_errors=allow_errors)


def track(**keys: object) -> Track:
    return Track.model_validate({"last": 39, "around": "board", **keys})


def numbers(drawing: Drawing) -> dict[str, Lettering]:
    return {item.text.string: item for item in drawing.items
            if isinstance(item, Lettering) and item.group.startswith("track")}


def test_spaces_go_round_from_the_lower_left_corner() -> None:
    """Of 40 spaces 4 are corners and 9 on each side of a square; 302 mm less two corners of 15 mm, two margins of
    3 mm are 266 mm."""
    spaces = edge_spaces(track(), (302.0, 302.0))
    assert [space.number for space in spaces if space.is_corner] == [0, 10, 20, 30]
    assert spaces[0].box == (3.0, 3.0, 18.0, 18.0)
    assert spaces[1].box == pytest.approx((3.0, 18.0, 18.0, 18.0 + 266 / 9))
    assert spaces[11].box == pytest.approx((18.0, 284.0, 18.0 + 266 / 9, 299.0))
    assert spaces[39].box == pytest.approx((18.0, 3.0, 18.0 + 266 / 9, 18.0))
    for first, second in pairwise([*spaces, spaces[0]]):  # they share a border of 15 mm
        (a, b, c, d), (p, q, r, s) = first.box, second.box
        wide, high = min(c, r) - max(a, p), min(d, s) - max(b, q)
        assert sorted((round(wide, 6), round(high, 6))) == [0.0, 15.0]


def test_sides_share_the_numbers_so_that_the_shortest_space_is_as_long_as_possible() -> None:
    """Between the corners 264 x 114 mm: 20 spaces on 756 mm. An independent program tries all shares."""
    length = shortest_space(track(last=23), (300.0, 150.0))
    best = max(min(264 / a, 264 / b, 114 / c, 114 / (20 - a - b - c))
               for a in range(1, 18) for b in range(1, 18) for c in range(1, 18) if a + b + c < 20)
    assert length == pytest.approx(best)


def test_a_board_has_room_for_spaces_of_12_mm_or_as_long_as_its_markers() -> None:
    assert most_numbers(track(), (302.0, 302.0)) == 4 + 4 * 22  # 266 / 12
    assert most_numbers(track(cell="20 mm"), (302.0, 302.0)) == 4 + 4 * 18  # 256 / 14: a marker of 12 mm, and 2 mm
    assert most_numbers(track(cell="20 mm", markers=0), (302.0, 302.0)) == 4 + 4 * 21


def test_the_board_grows_by_the_track(tmp_path: Path) -> None:
    plain = game(tmp_path, "score: {last: 39}")
    size = board_size(plain.game)
    names = [item.bounds() for item in draw_board(plain.game, plain.lattice).only(Role.COORDINATE).items]
    spec = game(tmp_path)
    assert board_size(spec.game) == (size[0] + 36, size[1] + 36)
    board = draw_board(spec.game, spec.lattice)
    moved = [item.bounds() for item in board.only(Role.COORDINATE).items]
    assert moved == [pytest.approx([value + 18 for value in box]) for box in names]


def test_each_number_is_in_its_space_and_read_from_its_side(tmp_path: Path) -> None:
    spec = game(tmp_path)
    found = numbers(draw_board(spec.game, spec.lattice))
    assert sorted(map(int, found)) == list(range(40))
    for space in edge_spaces(spec.game.tracks["score"], (302.0, 302.0)):
        x0, y0, x1, y1 = found[str(space.number)].bounds()
        a, b, c, d = space.box
        assert a < x0 < x1 < c
        assert b < y0 < y1 < d
    angles = {number: found[number].text.angle % 360 for number in ("0", "5", "10", "15", "20", "25", "30", "35")}
    assert angles == {"0": 315, "5": 270, "10": 225, "15": 180, "20": 135, "25": 90, "30": 45, "35": 0}


def test_no_number_of_a_parted_board_crosses_a_seam(tmp_path: Path) -> None:
    """A sheet of 200 mm: the seam in the middle goes through the spaces 5, 15, 25 and 35."""
    spec = game(tmp_path)
    parts = sheet_board_parts(spec.game, spec.lattice, Fit(3.0, 0.1, room=(200.0, 200.0)))
    found = [(name, item) for part in parts for name, item in numbers(part.drawing).items()]
    assert sorted(int(name) for name, _ in found) == list(range(40))
    for name, item in found:
        x0, y0, x1, y1 = item.bounds()
        assert not x0 - 0.5 < 151 < x1 + 0.5, name
        assert not y0 - 0.5 < 151 < y1 + 0.5, name


def test_no_number_on_paper_crosses_a_seam(tmp_path: Path) -> None:
    kit = make_paper_kit(game(tmp_path))
    boxes = [item.bounds() for item in numbers(kit.draw_clear_board([151.0], [151.0])).values()]
    assert len(boxes) == 40
    assert not any(low < 151 < high for x0, y0, x1, y1 in boxes for low, high in ((x0, x1), (y0, y1)))
    middle = [item.bounds() for item in numbers(kit.board).values()]  # where nothing parts it
    assert sum(low < 151 < high for x0, y0, x1, y1 in middle for low, high in ((x0, x1), (y0, y1))) == 4


def test_the_track_is_part_of_the_board_in_every_list(tmp_path: Path) -> None:
    spec = game(tmp_path)
    markers = {"green score marker": 1, "red score marker": 1}
    cut = {part.name: part.count for part in make_laser_kit(spec, lambda _: Fit(3.0, 0.1))}
    assert {name: count for name, count in cut.items() if "score" in name} == markers
    assert {batch.id for batch in make_paper_kit(spec).batches if "score" in batch.id} == {*markers}
    assert {item.name for item in make_order_items(spec) if "score" in item.name} == {*markers}
    names = [row.name for row in list_components(spec)]
    assert "Score track, on the board" in names


def test_figures_of_the_board_and_of_the_set_up_show_it(tmp_path: Path) -> None:
    """With the markers in the corner of the first space, at the start."""
    spec = game(tmp_path)
    for kind in ("board", "setup"):
        drawing = draw_figure(spec, kind, "").drawing
        assert sorted(map(int, numbers(drawing))) == list(range(40))
        pieces = [item.bounds() for item in drawing.only(Role.PIECE).items
                  if isinstance(item, Shape) and item.group.startswith("track")]
        assert len(pieces) == (2 if kind == "setup" else 0)
        a, b, c, d = numbers(drawing)["0"].bounds()
        assert all(math.hypot((x0 + x1 - a - c) / 2, (y0 + y1 - b - d) / 2) < 3 for x0, y0, x1, y1 in pieces)


@pytest.mark.parametrize(("board", "size"), [
    ("hexagon: 3, cell: 40 mm", None), ("grid: 5x5, points: true, cell: 40 mm", (262.0, 262.0)),
    ('map: {spaces: {a: "0,0 80,0 80,80 0,80", b: "80,0 160,0 160,80 80,80"}}, cell: 80 mm', (222.0, 142.0)),
])
def test_boards_of_every_kind_have_it(tmp_path: Path, board: str, size: tuple[float, float] | None) -> None:
    spec = game(tmp_path, "score: {last: 30, around: board}", board)
    assert not [problem for problem in check_spec(spec) if "track" in problem.what]
    board_drawing = draw_board(spec.game, spec.lattice, spec.map_spaces)
    assert sorted(map(int, numbers(board_drawing))) == list(range(31))
    assert size is None or board_size(spec.game, spec.spaces) == pytest.approx(size)


@pytest.mark.parametrize(("tracks", "board", "what", "hint"), [
    ("score: {last: 99, around: board}", "", "a track of 100 numbers around a board of 302 x 302 mm has spaces of "
     "11.1 mm: 12 mm are needed", "`last: 91` at most; or cells of 44 mm or more"),
    ("score: {last: 6, around: board}", "", "a track of 7 numbers does not go around the board", "`last: 7`"),
    ("score: {last: 39, around: board, row: 10}", "", "a track around the board has no rows", "take `row` out"),
    ("score: {last: 39, around: board, material: mdf-3mm}", "", "no material of its own", "take `material` out"),
    ("score: {last: 39, around: table}", "", "`table`", "board"),
    ("score: {last: 39, around: board}, time: {last: 20, around: board}", "",
     "`score` and `time` would both go around the board", "a board of its own"),
    (AROUND, "build: lights", "a track cannot go around a board of lights", "take `around` out"),
    (AROUND, "build: inlay, spaces: [acrylic-3mm/black, acrylic-3mm/white]",
     "a track cannot go around an inlaid board", "take `around` out"),
    (AROUND, "paper_cell: 10 mm", "with the cells for paper", "`last: 31` at most"),
])
def test_one_message_says_what_is_wrong_and_what_would_do(tmp_path: Path, tracks: str, board: str, what: str, hint: str
                                                          ) -> None:
    keys = f"grid: 6x6, cell: 40 mm{', ' if board else ''}{board}"
    try:
        problems = [*check_spec(game(tmp_path, tracks, keys, allow_errors=True))]
    except FabgenError as error:
        problems = [*error.problems]
    found = [str(problem) for problem in problems if "track" in str(problem.where) or "track" in problem.what]
    assert len(found) == 1, found
    assert what in found[0]
    assert hint in found[0]


def test_numbers_that_read_as_others_upside_down_have_a_line_under_them(tmp_path: Path) -> None:
    # Of 0 to 39, half a turn makes another number of the track of 6 and 9 alone: 10 would read 01, 16 would read 91.
    spec = game(tmp_path)
    size = board_size(spec.game)
    ring = draw_edge_track(spec.game, size)
    bars = [item.bounds() for item in ring.items if isinstance(item, Shape) and item.role is Role.TITLE]
    spaces = {space.number: space.box for space in edge_spaces(spec.game.tracks["score"], size)}
    marked = sorted(number for bar in bars for number, (x0, y0, x1, y1) in spaces.items()
                    if x0 < bar[0] < bar[2] < x1 and y0 < bar[1] < bar[3] < y1)
    assert marked == [6, 9]
    assert len(bars) == 2


def test_a_smaller_board_of_fewer_players_has_room_for_the_track_too(tmp_path: Path) -> None:
    # 2 cells of 40 mm and 2 borders of 13 mm are 106 mm between the corners: nine spaces on a side have 11.8 mm each.
    players = GAME.replace("board:", "  blue: {forward: left, material: acrylic-3mm/blue}\nboard:")
    starts = "green: {spearman: a1}, red: {spearman: b2}"
    seats = f"seats: {{2: {{players: [green, red], board: {{grid: 2x2}}, setup: {{{starts}}}}}}}\n"
    setup = f"setup: {{{starts}, blue: {{spearman: f6}}}}\n"
    rules = "rules: {set: standard, win: [{capture: all}], losers: removed}\n"
    spec = players.replace("TRACKS", AROUND).replace("BOARD", "grid: 6x6, cell: 40 mm") + seats + setup + rules
    (tmp_path / "game.yaml").write_text(spec)
    (tmp_path / "rules.md").write_text("# Ring\n\nPlay.\n")
    problems = [problem for problem in check_spec(load_spec(str(tmp_path))) if problem.level == "error"]
    assert [problem.where.key for problem in problems] == ["seats.2"]
    assert problems[0].what.startswith("with 2 players: a track of 40 numbers around a board of 142 x 142 mm has "
                                       "spaces of 11.8 mm: ")
