"""What a line of play leaves behind on a figure, and what a book says of it: read off the rules, true under rulings."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest
from measure import all_of, area, things
from shapely import LineString, Point, box

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.core.languages import load_words
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.diagrams.legend import draw_legend
from fabgen.figures.diagrams.movement_diagram import main_direction
from fabgen.figures.positions.captions import (
    describe_movement,
    figure_claims,
    name_step,
    settle_claims,
    write_claim_lines,
)
from fabgen.figures.positions.claims import (
    FigureClaims,
    Trace,
    TraceLeg,
    _answers_a_move,
    action_legs,
    make_step_trace,
    make_trace,
)
from fabgen.figures.positions.comic import BOOK, COLUMN, draw_comic
from fabgen.figures.positions.piece_icons import draw_piece, player_letters, shared_cell_places, spread_pieces
from fabgen.figures.positions.position import draw_position
from fabgen.rules.boards import Board
from fabgen.rules.diagram import parse_diagram
from fabgen.rules.match import Match
from fabgen.rules.notation import read_action_text
from fabgen.rules.position import Piece, Position
from fabgen.spec.examples import Case
from fabgen.spec.load import Spec, load_spec
from fabgen.typeset.blocks import plain_text

WORDS, SIDE = load_words(), 11.0
HOPS = """\
fabgen: 1
title: Hops
designer: Nobody
players:
  white: {forward: up, material: acrylic-3mm/white}
  black: {forward: down, material: acrylic-3mm/black}
board: {grid: 5x5, cell: 40 mm, material: acrylic-3mm/clear}
pieces:
  man: {each: 4, moves: fmW, body: {standee: pawn}}
  king: {each: 1, moves: W, body: {standee: rook}}
rules:
  set: standard
  capture: CAPTURE
  hops: {man: [{over: enemy, to: F, takes: removed}]}
  chain: {again: may}
  win: [{capture: all}]
rulings:
  ODD: {reading: plain, others: [odd]}
examples:
"""
ORDERS = """\
fabgen: 1
title: Orders
designer: Nobody
players:
  red: {forward: up, material: acrylic-3mm/red}
  blue: {forward: right, material: acrylic-3mm/blue}
  rust: {forward: down, material: acrylic-3mm/orange}
  black: {forward: left, material: acrylic-3mm/black}
board: {grid: 8x8, cell: 40 mm, material: acrylic-3mm/clear}
pieces:
  tower: {moves: R, body: {standee: rook}}
rules: {set: chess-battle, fallback: {stuck: [], apart: []}}
examples:
"""

TURNING = """\
fabgen: 1
title: Turning
designer: Nobody
players:
  white: {forward: up, material: acrylic-3mm/white}
  black: {forward: down, material: acrylic-3mm/black}
board: {grid: 5x5, cell: 40 mm, material: acrylic-3mm/clear}
pieces:
  disc: {each: 25, moves: none, body: {tile: disc, face: plain, reverse: other player}}
rules: {drops: {disc: board}, supply: endless, capture: custodial, custodial: {to: K, run: any}, captured: flips}
examples:
"""
WALKS = HOPS.replace("  hops: {man: [{over: enemy, to: F, takes: removed}]}\n  chain: {again: may}\n", "").replace(
    "CAPTURE\n  win: [{capture: all}]", "none")


def spec_of(folder: Path, example: str, game: str = HOPS) -> Spec:
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(game.replace("CAPTURE", "replace") + f"  - {{id: one, title: One, {example}}}\n")
    return load_spec(str(folder), allow_errors=True)


def only(spec: Spec) -> Case:
    (case,) = spec.cases
    return case


def draw_small(spec: Spec) -> Drawing:
    """The whole board of the example."""
    case = only(spec)
    return draw_position(spec, case.seen_position, figure_claims(case), SIDE, make_trace(case))


def said(spec: Spec) -> list[str]:
    return [plain_text(line.text) for line in write_claim_lines(spec, only(spec), WORDS)]


DOUBLE = 'position: "white: man a1 e1; black: man b2 d4 e5; turn: white"'


def test_a_chain_that_takes_two_is_two_numbered_legs_and_two_crosses(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, f"{DOUBLE}, line: [a1xc3xe5], next: black".replace(" e5", ""))
    trace = make_trace(only(spec))
    assert trace.legs == (TraceLeg("a1", "c3", 1), TraceLeg("c3", "e5", 2))
    assert trace.moved_pieces == {"a1": (Piece("white", "man"),)}
    assert trace.captured_pieces == {"b2": (Piece("black", "man"),), "d4": (Piece("black", "man"),)}
    figure = draw_figure(spec, "example", "one").drawing
    assert len(things(figure, Role.PATH)) == 2
    assert len([i for i in figure.items if i.role is Role.PAST]) == 3
    crosses = [(t.centroid.x, t.centroid.y) for t in things(figure, Role.CAPTURE)]
    bodies = [i.bounds() for i in figure.only(Role.PAST).items if i.group in ("past/b2", "past/d4")]
    middles = sorted(((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in bodies)
    assert [x for x, _ in middles] == pytest.approx([1.5 * 11, 3.5 * 11])
    heights = sorted(y1 - y0 for _, y0, _, y1 in bodies)
    assert heights[0] == pytest.approx(heights[1])
    lower = [(x, y - 0.12 * heights[0]) for x, y in middles]  # at 0.38 of the height, so that heads are seen
    assert sorted(crosses) == [pytest.approx(middle, abs=1e-3) for middle in lower]
    numbers = [i.text.string for i in figure.items if isinstance(i, Lettering) and i.role is Role.LABEL]
    assert numbers == ["1", "2"]


def test_one_step_has_no_number_and_a_piece_that_is_replaced_shares_the_cell(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, 'position: "white: king a1; black: man a2 e5; turn: white", line: [a1xa2], next: black')
    assert make_trace(only(spec)) == Trace(
        (TraceLeg("a1", "a2"),), {"a1": (Piece("white", "king"),)}, {"a2": (Piece("black", "man"),)})
    figure = draw_small(spec)
    here = [i for i in figure.items if i.role in (Role.PIECE, Role.PAST) and 11 < i.bounds()[1] < i.bounds()[3] < 22
            and not i.group.startswith("insets/")]
    assert [i.group for i in here] == ["pieces/a2"]  # in its usual size and place
    assert (here[0].bounds()[0] + here[0].bounds()[2]) / 2 == pytest.approx(5.5)
    enlarged = [i for i in figure.items if i.role in (Role.PIECE, Role.PAST) and i.group == "insets/a2"]
    (left, _, right, _), (other, _, last, _) = sorted(i.bounds() for i in enlarged)
    assert left < right <= other + 1e-6 < last < 0  # at the left of the board: a2 is in its left third


def test_steps_of_a_line_are_counted_through(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, 'position: "white: man b1; black: man d5; turn: white", '
                             "line: [b1-b2, d5-d4, b2-b3], next: black")
    trace = make_trace(only(spec))
    assert [leg.number for leg in trace.legs] == [1, 2, 3]
    assert (sorted(trace.moved_pieces), trace.captured_pieces) == (["b1", "b2", "d5"], {})
    assert said(spec) == ["Played: b1 to b2, d5 to d4, b2 to b3", "Next: Black."]


def test_orders_at_once_are_arrows_without_numbers_and_the_eliminated_are_crossed(tmp_path: Path) -> None:
    """Red and blue change places: both moved to where the other was standing. Rust leaves; black stays."""
    spec = spec_of(tmp_path, 'position: "red: tower b2; blue: tower b5; rust: tower g7; black: tower h1", '
                             'line: ["red: b2-b5; blue: b5-b2; rust: g7-g3; black: stay"], next: "rust, black"', ORDERS)
    trace = make_trace(only(spec))
    assert trace.legs == (TraceLeg("b2", "b5"), TraceLeg("b5", "b2"), TraceLeg("g7", "g3"))
    assert sorted(trace.captured_pieces) == ["b2", "b5"]
    assert sorted(trace.moved_pieces) == ["g7"]
    assert said(spec) == ["Played: Red b2-b5, Blue b5-b2, Rust g7-g3, Black stay", "Next: Rust and Black."]


@pytest.mark.slow
def test_cells_that_rules_call_by_a_colour_are_shaded_and_explained(tmp_path: Path) -> None:
    """In round 2 the outer ring is yellow: 28 cells of 8 x 8."""
    spec = spec_of(tmp_path, 'position: "red: tower b2; blue: tower b5; rust: tower g7; black: tower h1; round: 2", '
                             "legal: [b2-c2]", ORDERS)
    figure = draw_figure(spec, "example", "one")
    assert len([i for i in figure.drawing.items if i.role is Role.SHADE and i.tone == "yellow"]) == 28
    assert "Yellow spaces: a1, b1," in figure.alt
    assert "Red cells" not in figure.alt
    told_ = draw_legend(spec, WORDS)[1]
    assert WORDS.text("legend_area", area="yellow") in told_
    assert WORDS.text("legend_area", area="red") not in told_


def test_several_men_on_a_cell_are_all_drawn_apart_and_with_letters(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, 'position: "red: tower c3; blue: tower c3; rust: tower c3; black: tower h1; round: 2", '
                             "legal: [c3-c4]", ORDERS)
    figure = draw_small(spec)
    boxes = [i.bounds() for i in figure.items if i.role is Role.PIECE and i.group.startswith("pieces/")]
    assert len(boxes) == 1, "those on c3 are in the enlarged cell alone"
    inside = [i.bounds() for i in figure.items if i.role is Role.PIECE and i.group == "insets/c3"]
    assert len(inside) == 3
    assert all(a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
               for n, a in enumerate(inside) for b in inside[n + 1:])
    assert player_letters(spec.game) == {"red": "R", "blue": "B", "rust": "U", "black": "L"}
    letters = {i.text.string: i.group for i in figure.items if isinstance(i, Lettering) and i.text.bold}
    assert letters == {"R": "insets/c3", "B": "insets/c3", "U": "insets/c3", "L": "pieces/h1"}


def test_a_cell_that_several_men_share_is_shown_again_more_than_twice_as_large_beside_the_board(tmp_path: Path) -> None:
    """c3 is in the left third of the board, whose cells are 11 mm wide (c begins at 22 mm of 88): its middle is at 27.5
    mm, so its inset, 25.3 mm wide, lies to the left of the names of the ranks, within the height of the board."""
    spec = spec_of(tmp_path, 'position: "red: tower c3; blue: tower c3; rust: tower c3; black: tower h1; round: 2", '
                             "legal: [c3-c4], close_up: none", ORDERS)
    figure = draw_figure(spec, "example", "one").drawing
    inset = [i for i in figure.items if i.group == "insets/c3"]
    frame = max((i.bounds() for i in inset if i.role is Role.SHADE and i.tone == "white"), key=lambda b: b[3] - b[1])
    assert (frame[2] - frame[0], frame[3] - frame[1]) == pytest.approx((2.3 * 11, 2.3 * 11))
    assert frame[2] < min(i.bounds()[0] for i in figure.items if i.role is Role.COORDINATE and i.group == "coordinates")
    assert 0 <= frame[1] < frame[3] <= 88
    men = [i.bounds() for i in inset if i.role is Role.PIECE]
    assert len(men) == 3
    parts = men + [i.bounds() for i in inset if i.role is Role.LABEL]
    assert all(frame[0] <= b[0] and b[2] <= frame[2] and frame[1] <= b[1] and b[3] <= frame[3] for b in parts)
    on_board = [i.bounds() for i in draw_small(spec).items if i.role is Role.PIECE and i.group == "pieces/h1"]
    assert min(b[3] - b[1] for b in men) > 1.2 * max(b[3] - b[1] for b in on_board), "larger than a lone one"
    (name,) = [i.text.string for i in inset if isinstance(i, Lettering) and i.role is Role.COORDINATE]
    assert name == "c3"


def test_a_square_that_is_shown_enlarged_has_its_frame_on_the_board_and_its_pieces_beside_it(tmp_path: Path) -> None:
    """Three men on c3, whose square is 22 to 33 mm from the left and from the foot of the board, and one on h1."""
    spec = spec_of(tmp_path, 'position: "red: tower c3; blue: tower c3; rust: tower c3; black: tower h1; round: 2", '
                             "legal: [c3-c4], close_up: none", ORDERS)
    figure = draw_figure(spec, "example", "one").drawing
    assert {i.group for i in figure.items if i.role is Role.PIECE} == {"pieces/h1", "insets/c3"}
    assert (22, 22, 33, 33) in [tuple(round(n, 6) for n in i.bounds()) for i in figure.items
                                if i.role is Role.EDGE and i.group == "insets/c3"]


def test_arrows_end_at_the_frame_of_an_enlarged_square() -> None:
    """Blue moves from d3 to f5, from which White moves to e3."""
    figure = draw_figure(load_spec("chess-battle"), "example", "shared-hit").drawing
    (frame,) = [item.bounds() for item in figure.items if item.role is Role.EDGE and item.group == "insets/f5"
                and item.bounds()[3] - item.bounds()[1] < 12][:1]
    for name in ("d3-f5", "f5-e3"):
        points = [point for item in figure.items if item.group == f"arrows/{name}" and isinstance(item, Shape)
                  for path in item.paths for point in path.trace(0.05)]
        assert points
        assert not [1 for x, y in points if frame[0] < x < frame[2] and frame[1] < y < frame[3]]


def test_every_picture_of_a_comic_enlarges_a_cell_whose_pieces_are_nowhere_else(tmp_path: Path) -> None:
    """Nothing happens on f5 in the first round. In the second rust joins red and blue there. No picture has them on its
    board."""
    rounds = ('"red: stay; blue: stay; rust: f3-f4; black: stay", "red: stay; blue: stay; rust: f4-f5; black: stay"')
    spec = spec_of(tmp_path, 'position: "red: tower f5; blue: tower f5; rust: tower f3; black: tower h1; round: 1", '
                             f"line: [{rounds}], next: red", ORDERS)
    comic = draw_comic(spec, only(spec), 11.0, spec.words)
    enlarged = [item.group.split("/")[1] for item in comic.items if item.group.endswith("insets/f5")]
    assert [*dict.fromkeys(enlarged)] == ["1", "2", "3"]


def test_a_comic_for_a_column_of_text_has_fewer_pictures_in_a_row() -> None:
    """Boards of five files with their names, half a cell apart: a row of three has over 16 cells, which would be 4.6 mm
    wide in a column of 74 mm. Two have over 10.5."""
    spec = load_spec("abstract-game")
    case = next(case for case in spec.cases if case.example.id == "opened")
    wide, narrow = (draw_comic(spec, case, 10.0, spec.words, room) for room in (BOOK, COLUMN))
    assert wide.size()[0] > 160
    assert 105 < narrow.size()[0] < 115
    assert COLUMN / narrow.size()[0] * 10 > 6.5
    assert narrow.size()[1] > 1.9 * wide.size()[1]


@pytest.mark.parametrize("overhang", [0.6, 0.0])
def test_rows_of_held_things_do_not_part_the_pictures_of_a_comic(overhang: float, monkeypatch: pytest.MonkeyPatch
                                                                 ) -> None:
    """Boards of three files with a strip of 0.3 of a cell on either side, half a cell and the names of the ranks apart.
    Their rows, which reach beyond them on the right, begin below them where there is room for that, else below the
    names of the ranks. In both cases they end before the next board."""
    monkeypatch.setattr("fabgen.figures.positions.comic.OVERHANG", overhang)
    spec = load_spec("correction")
    case = next(case for case in spec.cases if case.example.id == "turn")
    comic, before = draw_comic(spec, case, 10.0, spec.words), 0.0
    for number in range(1, 7):
        items = [item for item in comic.items if item.group.startswith(f"comic/{number}/")]
        rows = Drawing(tuple(item for item in items if item.group.split("/")[2] == "held")).bounds()
        board = Drawing(tuple(item for item in items if item.group.split("/")[2] == "board")).bounds()
        names = Drawing(tuple(item for item in items if item.role is Role.COORDINATE)).bounds()
        assert board[2] - board[0] == pytest.approx(36, abs=0.5)
        assert rows[0] == pytest.approx(board[0] if overhang else names[0], abs=0.2)
        assert rows[2] > board[2]
        assert number % 3 == 1 or before < rows[0]
        before = rows[2]


def test_insets_of_a_full_row_stay_within_the_width_of_the_board() -> None:
    """Eight insets of two cells: beside a board of eight there is room for three with their names, so they are above.
    With half a cell between them three fit above eight cells, so there are three rows."""
    spec = load_spec("chess-battle")
    files = "abcdefgh"
    text = "; ".join(f"{player}: " + ", ".join(f"{kind} {name}4" for name in files)
                     for player, kind in (("blue", "knight"), ("orange", "rook")))
    position = Position.parse(text, spec.setting)
    alone = draw_position(spec, Position.parse("blue: knight a4", spec.setting), FigureClaims(), 10.0)
    drawing = draw_position(spec, position, FigureClaims(), 10.0)
    assert drawing.size()[0] == pytest.approx(alone.size()[0])
    frames = {item.group: item.bounds() for item in drawing.items
              if item.role is Role.SHADE and item.tone == "white" and item.group.startswith("insets/")}
    assert sorted(frames) == [f"insets/{name}4" for name in files]
    assert len({round(box[1], 6) for box in frames.values()}) == 3
    assert all(a[2] <= b[0] + 1e-6 or b[2] <= a[0] + 1e-6 or a[3] <= b[1] or b[3] <= a[1]
               for a, b in combinations(frames.values(), 2))


def test_an_inset_is_beside_a_close_up_and_no_higher() -> None:
    """The close-up has the files f to h, 50 to 80 mm from the board's edge, and the ranks 3 to 5, up to 50 mm: f4 is in
    its left third, so its inset, half a cell away, and its name are at the left of it."""
    spec = load_spec("chess-battle")
    position = Position.parse("blue: knight f4; orange: rook f4", spec.setting)
    drawing = draw_position(spec, position, FigureClaims(), 10.0, box=(50.0, 20.0, 80.0, 50.0))
    (name,) = [item for item in drawing.items if item.role is Role.COORDINATE and item.group == "insets/f4"]
    assert name.bounds()[2] < 50
    assert name.bounds()[3] <= 50


def test_a_cell_of_a_single_man_is_not_shown_again(tmp_path: Path) -> None:
    figure = draw_figure(spec_of(tmp_path, f"{DOUBLE}, legal: [a1xc3]"), "example", "one").drawing
    assert not [i for i in figure.items if i.group.startswith("insets")]


def test_the_arrow_of_a_jump_is_an_arc_clear_of_what_it_jumps_over(tmp_path: Path) -> None:
    """From a1 over b2 to c3, on cells of 11 mm: the middle of b2 is at 16.5, 16.5. A bow of 0.62 of a cell is 6.82 mm
    from it, less half a shaft of 0.05 of the cell."""
    text = f"{DOUBLE}, legal: [a1xc3], illegal: [e1-a5]"  # of two pieces, so that arrows say which one goes where
    figure = draw_figure(spec_of(tmp_path, text), "example", "one").drawing
    (jump,) = [i for i in figure.items if i.group == "arrows/a1-c3"]
    assert isinstance(jump, Shape)
    outline = area(jump.paths)
    assert outline.distance(Point(16.5, 16.5)) == pytest.approx(6.82 - 0.025 * 11, abs=0.1)
    assert not outline.intersects(LineString([(14, 14), (19, 19)]))


def test_the_arc_of_a_jump_keeps_off_the_pale_ground_of_a_mark_beside_it() -> None:
    """On cells of 11 mm: c3 jumps to e3 below the mark on d4, whose ground would be under an arc above d3. The middle
    of row 3 is at 27.5 mm."""
    figure = draw_figure(load_spec("incorrect-checkers"), "example", "joined").drawing
    (jump,) = [item.bounds() for item in figure.items if item.group == "arrows/c3-e3"]
    assert jump[1] < 27.5 - 0.5 * 11
    assert jump[3] < 27.5 + 0.3 * 11


def test_the_number_of_a_landing_on_a_framed_piece_stands_where_there_is_most_room() -> None:
    """A chain that comes back to d4, whose middle is at 38.5, 38.5: one arrow arrives from above, one leaves to the
    left and up, one downwards to the right. The lower left corner is free."""
    figure = draw_figure(load_spec("incorrect-checkers"), "example", "around").drawing
    boxes = [item.bounds() for item in figure.items if item.group == "numbers/4"]
    assert max(box[2] for box in boxes) < 38.5
    assert max(box[3] for box in boxes) < 38.5


@pytest.mark.parametrize("count", range(1, 13))
def test_places_in_a_cell_do_not_overlap_however_many(count: int) -> None:
    """A man is at most 0.66 of its part wide and 0.8 high."""
    found = shared_cell_places(count)
    boxes = [(x - 0.33 * s, y - 0.4 * s, x + 0.33 * s, y + 0.4 * s) for (x, y), s in found]
    assert len(boxes) == count
    assert all(low >= -0.5 and high <= 0.5 for b in boxes for low, high in ((b[0], b[2]), (b[1], b[3])))
    assert all(a[2] <= b[0] + 1e-9 or b[2] <= a[0] + 1e-9 or a[3] <= b[1] + 1e-9 or b[3] <= a[1] + 1e-9
               for n, a in enumerate(boxes) for b in boxes[n + 1:])


@pytest.mark.parametrize(("text", "way"), [
    ("o @ o\n. x .", "down"), ("o\n@", "up"), ("@ o", "right"), ("o @", "left"), (". o .\no @ o\n. o .", None),
    ("o\n@\no", "up"), (". o .\n. @ .\no . o", "up"),
    ("h . h . h\n. . . o .\nh . @ o h\n. . . o .\nh . h . h", "right"),
    ("l . l\n. @ .\n. o .", "up"),
])
def test_the_wedge_points_where_a_piece_goes(text: str, way: str | None) -> None:
    assert main_direction(parse_diagram(text)) == way


def test_legs_of_chains_are_drawn_once() -> None:
    lattice = Board(8, 8)
    spoken = [read_action_text(text, lattice) for text in ("b2-a3", "b2-d4", "b2-d4-f6", "b2-d4-f6-h4")]
    assert action_legs(spoken) == (
        TraceLeg("b2", "a3"),
        TraceLeg("b2", "d4"),
        TraceLeg("b2", "d4", 1),
        TraceLeg("d4", "f6", 2),
        TraceLeg("f6", "h4", 3),
    )


@pytest.mark.parametrize(("claims", "legal", "illegal", "result"), [
    ("illegal: [a1-a2], legal: [a1-b2]", ["a1-a2"], ["a1-b2"], None),
    ("result: black", [], [], "open"),
])
def test_of_a_disputed_example_the_book_says_what_holds(
    tmp_path: Path, claims: str, legal: list[str], illegal: list[str], result: str | None
) -> None:
    spec = spec_of(tmp_path, f'position: "white: man a1; black: man e5; turn: white", {claims}, disputed: ODD')
    holds = settle_claims(only(spec))
    assert [a.text for a in holds.legal] == legal
    assert [a.text for a in holds.illegal] == illegal
    assert holds.result == result
    assert said(spec)[-1] == WORDS.text("disputed", ruling="ODD")
    assert "Black wins" not in " ".join(said(spec))


def test_the_result_stands_under_the_figure(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, 'position: "white: man a1; black: man b2; turn: white", line: [a1xc3], result: white')
    assert said(spec) == ["Played: a1xc3", "White wins."]
    assert draw_figure(spec, "example", "one").alt.endswith("White wins.")


def test_a_piece_that_never_captures_is_not_said_to_capture_an_enemy_that_is_alone(tmp_path: Path) -> None:
    """Both kinds move alike, and one captures: a space with one enemy is closed to the other."""
    sharing = "sharing: {limit: 2, enemies: captured if alone}"
    text = HOPS.replace("fmW", "mW").replace("capture: CAPTURE\n  hops: {man: [{over: enemy, to: F, takes: removed}]}\n"
                                             "  chain: {again: may}", sharing)
    spec = spec_of(tmp_path, "illegal: [a1xa2], position: 'white: man a1; black: man a2; turn: white'", text)
    assert describe_movement(spec, "man", WORDS).endswith(WORDS.text("rule_sharing_closed"))
    assert describe_movement(spec, "king", WORDS).endswith(WORDS.text("rule_sharing_alone"))


def test_hops_and_captures_are_reported_in_words(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, 'position: "white: man a1; black: man b2; turn: white", legal: [a1xc3]')
    assert describe_movement(spec, "man", WORDS) == (
        "Moves one step straight ahead. Jumps over an enemy piece right next to it (diagonally in any direction) and "
        "lands directly beyond it, if no piece is there; the piece that it jumps over is captured.")
    assert "captures nothing" not in describe_movement(spec, "king", WORDS)
    quiet = spec_of(tmp_path / "q", "legal: [a1-a2], position: 'white: man a1; black: man e5; turn: white'",
                    HOPS.replace("CAPTURE", "none"))
    assert describe_movement(quiet, "king", WORDS).endswith(WORDS.text("no_capture"))
    assert WORDS.text("no_capture") not in describe_movement(quiet, "man", WORDS)  # whose words tell of no capture


def test_tokens_on_cells_lie_under_men_with_their_count() -> None:
    spec = load_spec("correction", edit=lambda text: text.replace("close_up: a2-f5", "close_up: none"))
    example = next(case for case in spec.cases if len(case.position.tokens.get("denial", {})) == 2)
    figure = draw_figure(spec, "example", example.example.id).drawing
    edges = [i.bounds() for i in figure.items
             if i.role is Role.EDGE and i.group != "board/edge" and not i.group.startswith("held")]
    cells = [spec.lattice.place(cell) for cell in sorted(example.position.tokens["denial"])]
    assert [(int(x0 // 11), int(y0 // 11)) for x0, y0, _, _ in edges] == cells


def test_a_piece_that_is_gone_has_a_light_rim_around_its_dashed_outline(tmp_path: Path) -> None:
    """On cells of 11 mm: 0.05 of them all around. So it is seen on a ground of any colour, its own as well."""
    figure = draw_figure(spec_of(tmp_path, f"{DOUBLE}, line: [a1xc3], next: black"), "example", "one").drawing
    for group, role in (("past/a1", Role.DEEP_SHADE), ("past/b2", Role.INLAY)):  # it moved, it was captured
        rim, body, outline = [i for i in figure.items if isinstance(i, Shape) and i.group == group][:3]
        assert (rim.tone, body.role, outline.role) == ("white", role, Role.PAST)
        assert area(rim.paths).contains(area(outline.paths[:1]).buffer(0.51))
        assert area(outline.paths[:1]).buffer(0.59).contains(area(rim.paths))


def test_an_arrow_lies_over_what_is_past_and_under_its_cross(tmp_path: Path) -> None:
    figure = draw_figure(spec_of(tmp_path, f"{DOUBLE}, line: [a1xc3], next: black"), "example", "one").drawing
    found = {role: [n for n, i in enumerate(figure.items) if i.role is role]
             for role in (Role.PAST, Role.PATH, Role.CAPTURE, Role.PIECE)}
    assert max(found[Role.PAST]) < min(found[Role.PATH])
    assert max(found[Role.PATH]) < min(found[Role.CAPTURE])
    assert max(found[Role.PATH]) < min(found[Role.PIECE])


def test_arrows_of_straight_moves_are_straight_where_pieces_share_a_cell(tmp_path: Path) -> None:
    """Red takes d7 from below; blue had left it for a7. Red stands in d7, and both arrows are on the middle lines of
    column d (38.5 mm) and row 7 (71.5 mm); blue's ends 0.1 of a cell before the middle of a7. Blue has its cross in the
    enlarged cell alone: the board shows who is in d7 at the end."""
    spec = spec_of(tmp_path, 'position: "red: tower d4; blue: tower d7; rust: tower g7; black: tower h1", '
                             'line: ["red: d4-d7; blue: d7-a7; rust: g7-g3; black: stay"], next: "red, rust, black"',
                   ORDERS)
    figure = draw_small(spec)
    (level,) = [t.bounds for t in things(figure, Role.PATH) if t.bounds[2] - t.bounds[0] > 20]
    (upright,) = [t.bounds for t in things(figure, Role.PATH) if t.bounds[0] < 38.5 < t.bounds[2] and t.bounds != level]
    assert (level[1] + level[3]) / 2 == pytest.approx(71.5)
    assert (upright[0] + upright[2]) / 2 == pytest.approx(38.5)
    assert level[0] == pytest.approx(0.6 * 11, abs=0.1)
    assert {i.group for i in figure.only(Role.CAPTURE).items} == {"insets/d7"}
    (red,) = [i for i in figure.items if i.role is Role.PIECE and i.tone == "red" and i.group.startswith("pieces/")]
    # Alone in its cell, red is 0.09 of the cell to the right of its middle, beside its letter.
    assert (red.bounds()[0] + red.bounds()[2]) / 2 == pytest.approx(38.5 + 0.09 * 11)
    assert not [i for i in figure.items if i.group == "past/d7"]


def test_a_piece_that_is_lost_where_it_went_has_its_cross_there() -> None:
    """Chess Battle: Blue goes from c2 to b4 and eliminates Black there, and b4 turns red. On c2 Blue is pale; the
    enlarged b4 has both crosses, and the board nobody on it."""
    spec = load_spec("chess-battle")
    trace = make_trace(next(case for case in spec.cases if case.example.id == "caught-in-red"))
    assert [(cell, [piece.player for piece in pieces]) for cell, pieces in trace.moved_pieces.items()] == [
        ("c2", ["blue"])]
    assert {cell: {piece.player for piece in pieces} for cell, pieces in trace.captured_pieces.items()} == {
        "b4": {"blue", "black"}}
    drawing = draw_figure(spec, "example", "caught-in-red").drawing
    assert {item.group for item in drawing.items if item.role is Role.CAPTURE} == {"insets/b4"}
    assert not [item for item in drawing.items if item.group in ("pieces/b4", "past/b4")]


def test_a_piece_that_somebody_meets_where_it_was_has_its_cross_there() -> None:
    """Chess Battle: Orange leaves d7, to which Blue comes; and Orange and Black swap f3 and f6."""
    spec = load_spec("chess-battle")
    for name, cells in (("caught", {"d7"}), ("swapped", {"f3", "f6"})):
        assert {*make_trace(next(case for case in spec.cases if case.example.id == name)).captured_pieces} == cells


@pytest.mark.parametrize(("name", "homed", "lost"), [
    ("jumped", {"c4"}, set()),  # White is to place the knight on a4 or a5
    ("taken-home", {"b4"}, set()),  # a5 is occupied now
    ("edge-jump", {"c2"}, set()),
    ("no-home", set(), {"c4"}),  # both home squares are occupied: the knight is removed
    ("corner-won", set(), set())])  # the game is over, and the rook is still on g7
def test_a_piece_that_goes_home_has_a_house_and_one_that_is_removed_a_cross(name: str, homed: set[str], lost: set[str]
                                                                           ) -> None:
    """Charing Cross. The cross has twelve corners with round ends, the house eleven straight ones."""
    spec = load_spec("charing-cross")
    trace = make_trace(next(case for case in spec.cases if case.example.id == name))
    assert {*trace.replaced_cells} == homed
    assert {*trace.captured_pieces} - homed == lost
    drawing = draw_figure(spec, "example", name).drawing
    signs = {item.group: item for item in drawing.items if item.role is Role.CAPTURE and isinstance(item, Shape)}
    assert {*signs} == {f"signs/past-{cell}" for cell in homed | lost}
    for cell in homed:
        assert len(signs[f"signs/past-{cell}"].paths[0].flatten(0.01)) == 11


def test_a_piece_that_was_jumped_over_by_the_winning_jump_is_still_there() -> None:
    """Charing Cross: the knight jumps over g7 into the corner, and the game is over before the rook goes home."""
    spec = load_spec("charing-cross")
    trace = make_trace(next(case for case in spec.cases if case.example.id == "corner-won"))
    assert {cell: [str(piece) for piece in pieces] for cell, pieces in trace.spared_pieces.items()} == {
        "g7": ["black rook"]}
    groups = {item.group for item in draw_figure(spec, "example", "corner-won").drawing.items}
    assert {group for group in groups if group.endswith("g7")} == {"pieces/g7"}


def test_prisoners_and_pieces_of_hands_have_crosses() -> None:
    """Correction: the Knight that is captured rests in the supply; nobody places it next."""
    drawing = draw_figure(load_spec("correction"), "example", "recover").drawing
    (sign,) = [item for item in drawing.items if item.role is Role.CAPTURE and isinstance(item, Shape)]
    assert len(sign.paths[0].flatten(0.01)) != 11


def test_men_who_share_a_cell_stand_where_they_come_from_or_go() -> None:
    assert [x for (x, _), _ in spread_pieces([(0, 0), (-1, 0)])] == [0.25, -0.25]
    assert [x for (x, _), _ in spread_pieces([(0, 0), (1, 0)])] == [-0.25, 0.25]
    assert spread_pieces([(0, 0)] * 5) == shared_cell_places(5)


def test_letters_stand_clear_of_pieces_and_of_the_frame(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, 'position: "red: tower b2; blue: tower b5; rust: tower g7; black: tower h1"', ORDERS)
    inner = 0.93 / 2 * SIDE - 0.35  # half of its stroke of 0.7 mm
    for player in spec.game.players:
        man = draw_piece(spec, Piece(player, "tower"), SIDE)
        (letter,) = [i.bounds() for i in man.items if isinstance(i, Lettering)]
        assert box(-inner, -inner, inner, inner).contains(box(*letter))
        assert not any(piece.intersects(box(*letter)) for piece in things(man, Role.PIECE))
        assert [i.role for i in man.items][-2:] == [Role.SHADE, Role.LABEL]  # on light paper


@pytest.mark.parametrize(("legal", "label"), [
    ("c3-c4, c3-b3", "Allowed, for example:"),
    ("a1-a2", "All its moves:"),
    ("c3-c4, c3-b3, c3-d3, c3-c2", "All its moves:"),
    ("c3-c4, c3-b3, c3-d3, c3-c2, a1-a2", "All moves:"),
])
def test_a_list_says_whether_it_is_complete(tmp_path: Path, legal: str, label: str) -> None:
    spec = spec_of(tmp_path, f'position: "white: man a1, king c3; black: man e5; turn: white", legal: [{legal}]')
    assert said(spec)[0] == f"{label} {legal}"


HOMES = HOPS.replace("takes: removed", "takes: home").replace(
    "grid: 5x5,", "grid: 5x5, zones: {white man home: {cells: a1 b1}, black man home: {cells: a5 b5}},").replace(
    "win: [{capture: all}]", "win: [{reach: {white: black man home, black: white man home}}]").replace(
    "  king: {each: 1, moves: W, body: {standee: rook}}\n", "").replace(
    "rules:\n", "setup: {white: {man: a1 b1}, black: {man: a5 b5}}\nrules:\n", 1)


def test_a_choice_within_a_turn_is_no_new_turn(tmp_path: Path) -> None:
    """A man that was hopped over goes home, where its player says; after that the other's turn begins."""
    start = 'position: "white: man c3; black: man d4; turn: white"'
    pending = spec_of(tmp_path / "a", f"{start}, line: [c3xe5], exactly: [man@a5, man@b5], next: black", HOMES)
    assert said(pending)[-1] == "Black chooses."
    done = spec_of(tmp_path / "b", f"{start}, line: [c3xe5, man@a5], next: black", HOMES)
    assert said(done)[-1] == "Next: Black."


def test_who_may_only_say_something_answers() -> None:
    spec = load_spec("correction")
    pending = [case for case in spec.cases if "pending" in case.position.notes]
    lines = [plain_text(write_claim_lines(spec, case, WORDS)[-1].text) for case in pending]
    assert "Orange answers." in lines
    assert not [line for line in lines if line.startswith("Next")]


def test_hops_are_reported_by_the_rules(tmp_path: Path) -> None:
    """A step and a hop of one man, and the mark of each: a dot, and a diamond with a cross."""
    position = 'position: "white: man c3; black: man d4; turn: white"'
    spec = spec_of(tmp_path, f"{position}, exactly: [c3-c4, c3xe5]")
    match = only(spec).match
    assert match is not None
    assert match.hops() == {"c3xe5"}
    figure = draw_figure(spec, "example", "one").drawing
    marks = {(int(t.centroid.x // 11), int(t.centroid.y // 11)): t.bounds for t in things(figure, Role.MOVE)}
    assert {place: round((x1 - x0) / 11, 2) for place, (x0, _, x1, _) in marks.items()} == {(2, 3): 0.5, (4, 4): 0.85}
    told = draw_legend(spec, WORDS)[1]
    assert "may jump here over a piece, which is captured" in told
    assert WORDS.text("legend_move") in told


def test_a_movement_is_reported_from_where_its_diagram_points(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, "position: 'white: man a1; turn: white', legal: [a1-b1]",
                   HOPS.replace("moves: fmW,", "moves: rmWrmF,").replace(
                       "  hops: {man: [{over: enemy, to: F, takes: removed}]}\n  chain: {again: may}\n", ""))
    assert describe_movement(spec, "man", WORDS).startswith(
        "Moves one step straight ahead, or one step diagonally forward.")
    assert describe_movement(spec, "man", WORDS, as_written=True).startswith("Moves one step to the right")
    assert draw_figure(spec, "moves", "man").alt.startswith("Movement of the man; forward is right.")
    assert draw_figure(spec, "moves", "king").alt.startswith("Movement of the king. ")


def test_where_no_move_captures_no_mark_says_so(tmp_path: Path) -> None:
    """The king is etched with what it may do under these rules, whatever its movement could do elsewhere."""
    line = "legal: [a1-a2], position: 'white: man a1; black: man e5; turn: white'"
    quiet = spec_of(tmp_path, line, HOPS.replace("CAPTURE", "none"))
    assert str(quiet.diagram("king")) == ". o .\no @ o\n. o ."
    assert describe_movement(quiet, "king", WORDS) == (
        "Moves one step straight ahead, straight back or sideways. It does not capture by moving.")


def test_what_takes_no_part_in_captures_is_not_said_to_capture(tmp_path: Path) -> None:
    """The king of this game neither encloses men nor is a partner for it; the man does."""
    enclosing = "capture: custodial\n  custodial: {unarmed: [king]}"
    line = "legal: [a1-a2], position: 'white: man a1; black: man e5; turn: white'"
    spec = spec_of(tmp_path, line, WALKS.replace("capture: none", enclosing))
    assert describe_movement(spec, "king", WORDS) == (
        "Moves one step straight ahead, straight back or sideways. It takes no part in captures.")
    assert describe_movement(spec, "man", WORDS) == "Moves one step straight ahead. It captures what it encloses."


def test_what_never_moves_is_not_said_to_move_onto_others(tmp_path: Path) -> None:
    line = "legal: [a1-a2], position: 'white: man a1; black: man e5; turn: white'"
    towers = WALKS.replace("moves: W", "moves: none").replace("capture: none", "capture: none\n  stacks: {onto: any}")
    spec = spec_of(tmp_path, line, towers)
    assert "covers it" in describe_movement(spec, "man", WORDS)
    assert describe_movement(spec, "king", WORDS).startswith("Pieces on top of each other are a tower.")


def test_discs_that_turn_over_stay_whole_and_have_their_own_sign(tmp_path: Path) -> None:
    """White's disc on d3 encloses b3 and c3 between a3 and d3; nobody was captured, and no cell holds two pieces."""
    example = 'position: "white: disc a3; black: disc b3 c3 e1; turn: white", line: [disc@d3], next: black'
    spec = spec_of(tmp_path, example, TURNING)
    trace = make_trace(only(spec))
    assert (trace.turned_cells, trace.placed_cells) == (("b3", "c3"), ("d3",))
    assert (trace.captured_pieces, trace.moved_pieces) == ({}, {})
    drawing = draw_figure(spec, "example", "one", WORDS).drawing
    signs = {item.group.rpartition("-")[2] for item in drawing.items if item.group.startswith("signs/line-")}
    assert signs == {"b3", "c3", "d3"}
    legend = {*draw_legend(spec, WORDS)[1]}
    assert {"piece that was placed", "piece that was turned over"} <= legend
    assert not legend & {"captured piece", "allowed move"}


def test_a_disc_that_is_enclosed_again_stands_as_it_is_now(tmp_path: Path) -> None:
    """Black turns d3 over between d2 and d4: it has been placed and turned over."""
    example = 'position: "white: disc a3; black: disc b3 c3 d2; turn: white", line: [disc@d3, disc@d4], next: white'
    trace = make_trace(only(spec_of(tmp_path, example, TURNING)))
    assert trace.placed_cells == ("d3", "d4")
    assert trace.turned_cells == ("b3", "c3", "d3")


def test_a_piece_that_can_be_captured_has_a_cross_in_a_corner_and_one_that_was_is_crossed_out(tmp_path: Path) -> None:
    """On cells of 11 mm the first is 0.62 of 0.6 of a cell from tip to tip along a diagonal, at 0.8 of its sides. The
    other is one of 0.56 about the middle of the disc, which is pale."""
    def find_cross(name: str, claim: str) -> tuple[float, float]:
        """The middle and the width of the cross, in cells."""
        spec = spec_of(tmp_path / name, f"{DOUBLE.replace(' d4', '')}, {claim}")
        (sign,) = (item for item in draw_figure(spec, "example", "one").drawing.items
                   if item.role is Role.CAPTURE and item.group.startswith("signs/"))
        x0, _, x1, _ = sign.bounds()
        return (x0 + x1) / 2 / 11, (x1 - x0) / 11

    was, can_be = find_cross("was", "line: [a1xc3], next: black"), find_cross("can", "legal: [a1xc3]")
    # The round ends of strokes reach half their width beyond the middle of the end.
    assert can_be == pytest.approx((1.8, (0.372 - 0.093) / math.sqrt(2) + 0.093), abs=1e-3)
    assert was == pytest.approx((1.5, (0.56 - 0.06) / math.sqrt(2) + 0.06), abs=1e-3)


def test_pieces_have_a_light_rim_where_cells_are_coloured() -> None:
    """An Abstract Game has black pieces on black spaces: 0.05 of the cell all around is light there."""
    figure = draw_figure(load_spec("abstract-game"), "example", "even").drawing
    rim, edge, body = [item for item in figure.items if isinstance(item, Shape) and item.group == "pieces/d6"][:3]
    assert (rim.role, rim.tone, body.role, body.tone) == (Role.SHADE, "white", Role.PIECE, "black")
    for shape in (edge, body):  # the edge is seen below the body
        assert area(rim.paths).contains(area(shape.paths[:1]).buffer(0.51))


def test_an_answer_is_drawn_with_the_move_that_it_answers() -> None:
    """A pawn of Correction is denied d4 and may go to b4: each answer has the arrow of its move, and the pawn that has
    left c3 has moved, not been captured. The titles say who answers."""
    spec = load_spec("correction")
    (case,) = (case for case in spec.cases if case.example.id == "turn")
    assert case.match is not None
    spawned, declared, denied, declared_again, passed = (make_step_trace(case, step) for step in range(5))
    assert (spawned.placed_cells, spawned.legs) == (("b1",), ())
    assert [[*trace.legs] for trace in (declared, denied)] == 2 * [[TraceLeg("c3", "d4")]]
    assert [[*trace.legs] for trace in (declared_again, passed)] == 2 * [[TraceLeg("c3", "b4")]]
    assert (denied.moved_pieces, passed.moved_pieces) == ({}, {"c3": (Piece("green", "pawn"),)})
    assert passed.captured_pieces == {}
    titles = [name_step(spec, case.seen_position, step, WORDS, names_captured=False) for step in case.match.played]
    assert [titles[0], titles[2], titles[4]] == ["Spearman on b1", "Orange: deny", "Orange: pass"]
    with pytest.raises(IndexError):
        make_step_trace(case, 5)


@pytest.mark.parametrize(("played", "now", "is_answer"), [
    ("c3-d4", "pending: c3-d4; turn: orange", True),
    ("c3-d4", "pending: c3-d4; denial: d4; turn: orange", False),
    ("c3-d4", "green supply: 1 pawn; turn: orange", False),
    ("c3-d4", "orange: pawn d4; turn: orange", False),
    ("pass", "turn: orange", False),
])
def test_only_a_move_that_has_changed_nothing_on_the_table_is_answered(played: str, now: str, is_answer: bool) -> None:
    """A pass after a step that moved no piece, but took a token or a held piece, is a step of its own."""
    spec = load_spec("correction")
    before, after = (Position.parse(f"green: pawn c3; {text}", spec.setting) for text in ("turn: green", now))
    rules = SimpleNamespace(show=lambda position: position)
    match = Match(rules, (before, after, after), ((("green", played),), (("orange", "pass"),)))  # type: ignore[arg-type]
    assert _answers_a_move(match, 1) is is_answer


def test_captured_pieces_have_no_english_plural_in_other_languages(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, f"{DOUBLE}, line: [a1xc3xe5], next: black".replace(" e5", ""))
    case = only(spec)
    assert case.match is not None
    before, step = case.match.rules.show(case.match.positions[0]), case.match.played[0]
    titles = [name_step(spec, before, step, load_words(language), names_captured=True) for language in ("en", "de")]
    assert ["2 men" in title for title in titles] == [True, False]
    assert "2 man" in titles[1]


@pytest.mark.parametrize(("game", "name", "titles"), [
    ("abstract-game", "captured", ["White captures on d6"]),
    ("incorrect-checkers", "opening", ["Black jumps to d4", "White jumps to d5", "Black jumps to d6"]),
])
def test_where_all_pieces_are_of_one_kind_titles_are_sentences_about_players(game: str, name: str, titles: list[str]
                                                                             ) -> None:
    spec = load_spec(game)
    (case,) = (case for case in spec.cases if case.example.id == name)
    assert case.match is not None
    shown = map(case.match.rules.show, case.match.positions)
    assert [name_step(spec, before, step, WORDS, names_captured=True)
            for before, step in zip(shown, case.match.played, strict=False)] == titles


def test_the_sign_of_a_placed_piece_is_in_the_upper_left_corner_clear_of_it() -> None:
    """On cells of 11 mm, in every example of Correction that places pieces."""
    spec = load_spec("correction")
    cases = [case for case in spec.cases if make_trace(case).placed_cells]
    assert cases
    for case in cases:
        figure = draw_position(spec, case.seen_position, figure_claims(case), 11.0, make_trace(case))
        for name in make_trace(case).placed_cells:
            file, rank = spec.lattice.place(name)
            sign = [i for i in figure.items if i.group == f"signs/line-{name}" and i.role is Role.PATH]
            x0, y0, x1, y1 = Drawing(tuple(sign)).bounds()
            assert file * 11 < x0 < x1 < (file + 0.5) * 11
            assert (rank + 0.5) * 11 < y0 < y1 < (rank + 1) * 11
            pieces = Drawing(tuple(i for i in figure.items if i.group == f"pieces/{name}"))
            assert all_of(pieces, Role.PIECE).disjoint(box(x0, y0, x1, y1))


def test_a_piece_that_is_taken_off_the_board_without_a_capture_has_a_sign_of_its_own_and_no_cross() -> None:
    """Correction: Green declares a5-b6, and Orange banishes the Pawn, which goes back to Green's supply. In the other
    example the Pawn captures the Knight on d4, which rests in Orange's supply."""
    spec = load_spec("correction")
    banished, captured = (next(case for case in spec.cases if case.example.id == name)
                          for name in ("banished", "recover"))
    assert make_trace(banished).returned_cells == ("a5",)
    assert make_trace(captured).returned_cells == ()
    drawing = draw_figure(spec, "example", "banished").drawing
    assert not drawing.only(Role.CAPTURE).items
    head, bar = [item for item in drawing.items if item.group == "signs/past-a5" and item.role is Role.PATH]
    assert isinstance(head, Shape)
    (top, *feet) = sorted((point for path in head.paths for point in path.trace(0.1)[:3]), key=lambda p: -p[1])
    assert all(top[1] > y > bar.bounds()[3] for _, y in feet)  # it points up from the bar


def test_houses_are_beside_pieces_that_would_go_home_and_that_went_where_no_arrow_is() -> None:
    """Charing Cross: the knight on c4 would go home, and has gone home, past which an arc leads at the upper right. Its
    ghost is grey, and that of a black piece darker."""
    spec = load_spec("charing-cross")
    for name, up in (("jump", 1), ("jumped", -1)):
        drawing = draw_figure(spec, "example", name).drawing
        house = all_of(Drawing(tuple(item for item in drawing.items if item.group in ("signs/c4", "signs/past-c4"))),
                       Role.CAPTURE)
        body = all_of(Drawing(tuple(item for item in drawing.items if item.group in ("pieces/c4", "past/c4"))),
                      Role.PIECE, Role.PAST, Role.FORWARD)
        assert not house.intersects(body)
        x, y = (house.centroid.x / 11 - 2.5, house.centroid.y / 11 - 3.5)
        assert x > 0.3
        assert up * y > 0.3
        assert house.bounds[3] - house.bounds[1] > 0.33 * 11  # as large as a third of the cell
    past = draw_figure(spec, "example", "jumped").drawing
    assert [item.tone for item in past.items if item.group == "past/c4" and item.role is Role.DEEP_SHADE] == ["grey"]
    assert [item.tone for item in past.items if item.group == "past/d3" and item.role is Role.DEEP_SHADE] == ["black"]


CLASH = """
fabgen: 1
title: Clash
designer: Nobody
players:
  night: {forward: up, material: acrylic-3mm/black}
  day: {forward: down, material: acrylic-3mm/white}
board: {grid: 5x5, cell: 40 mm, material: birch-ply-4mm}
hand: {night: {man: 0}}
pieces:
  man: {each: 3, moves: K, body: {stack: disc, face: plain}}
setup:
  night: {man: a1 b1 c1}
  day: {man: a5 b5 c5}
rules:
  set: standard
  simultaneous: {same_cell: captured}
  captured: hand
  drops: {man: board}
examples:
  - id: clash
    title: Both are captured on c3
    position: "night: man c2; day: man c4"
    line: "night: c2-c3; day: c4-c3"
    next: night and day
"""


def test_pieces_that_meet_and_are_captured_into_hands_are_captured_not_returned(tmp_path: Path) -> None:
    """Nobody stands on c3 after the step, and each player holds one man more."""
    (tmp_path / "game.yaml").write_text(CLASH)
    (tmp_path / "rules.md").write_text("# Clash\n")
    (case,) = load_spec(str(tmp_path)).cases
    trace = make_trace(case)
    assert trace.returned_cells == ()
    assert {piece.player for piece in trace.captured_pieces["c3"]} == {"night", "day"}
