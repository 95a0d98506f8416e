"""The picture of a cover: perspective, what lies on the board, and which position is chosen."""

from __future__ import annotations

import math
import shutil
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import shapely
from commands import tiny
from tables import draw_table

from fabgen.artwork.colour_vision import least_difference
from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.artwork.themes import load_theme, tone_colour
from fabgen.check.game import check_cover
from fabgen.core.problems import FabgenError
from fabgen.figures.components.component_list import compose_cover
from fabgen.figures.pieces.bodies import layer_count
from fabgen.figures.positions.cover_position import choose_cover_position, choose_moment_of_play
from fabgen.figures.positions.facets import draw_facets
from fabgen.figures.positions.piece_icons import piece_silhouette
from fabgen.figures.positions.table_view import (
    Camera,
    CoverPicture,
    PieceMaker,
    TableView,
    _camera_of_moves,
    _lower_eye,
    _spare_pieces,
    _stand_off,
    _top_of_part,
    _window_of_moves,
    compose_table,
    compose_whole_table,
    measure_overlap,
)
from fabgen.rules.notation import read_action_text
from fabgen.rules.position import Position
from fabgen.spec.game import BookDesign
from fabgen.spec.load import Spec, load_spec


def with_book(spec: Spec, **keys: Any) -> Spec:
    return replace(spec, game=spec.game.model_copy(update={"book": BookDesign(**keys)}))


def tones(drawing: Drawing, role: Role) -> list[str]:
    return [item.tone for item in drawing.items if item.role is role]


def test_what_is_farther_away_is_smaller() -> None:
    """At 45 degrees and a distance of 100: 10 mm across are 10 mm at the middle, and 10 * 100 / (100 + d) where the
    board is d farther from the eye."""
    camera = Camera(100.0, tilt=45.0, turn=0.0)
    assert camera.project((0.0, 0.0, 0.0)) == (0.0, 0.0)
    assert camera.project((10.0, 0.0, 0.0)) == pytest.approx((10.0, 0.0))
    far = 30 * math.cos(math.radians(45))
    assert camera.project((10.0, 30.0, 0.0))[0] == pytest.approx(10 * 100 / (100 + far))
    assert camera.project((10.0, -30.0, 0.0))[0] == pytest.approx(10 * 100 / (100 - far))
    assert camera.project((0.0, 0.0, 10.0))[1] > 0, "up is up"


def test_every_piece_is_on_the_table_in_its_colour() -> None:
    spec = load_spec("correction")
    text = "green: pawn a1 b1, knight c3; orange: spearman d6; denial: e5; turn: green"
    position = Position.parse(text, spec.setting)
    faces = tones(draw_table(spec, position), Role.PIECE)
    assert sorted(faces) == ["blue"] + 6 * ["green"] + 2 * ["orange"], "a base and an upright each, and the token"


def test_near_things_are_painted_over_far_ones() -> None:
    spec = load_spec("correction")
    position = Position.parse("green: pawn a1; orange: pawn a6; turn: green", spec.setting)
    assert tones(draw_table(spec, position), Role.PIECE) == ["orange", "orange", "green", "green"]


def test_flat_pieces_lie_and_dark_cells_are_dark() -> None:
    spec = load_spec("incorrect-checkers")
    drawing = draw_table(spec, spec.start)
    assert tones(drawing, Role.PIECE).count("black") == tones(drawing, Role.PIECE).count("white") == 12
    assert tones(drawing, Role.DARK_FACE) == 32 * ["wood"], "half of 64 squares"


def with_body(spec: Spec, piece: str, **keys: object) -> Spec:
    kind = spec.game.pieces[piece]
    body = kind.body.model_copy(update=keys)
    pieces = {**spec.game.pieces, piece: kind.model_copy(update={"body": body})}
    return replace(spec, game=spec.game.model_copy(update={"pieces": pieces}))


def test_a_plain_face_has_no_rings() -> None:
    """Others have two, which look like those of a draughtsman; they are grey on black pieces."""
    spec = load_spec("incorrect-checkers")
    flat = next(iter(spec.game.pieces))
    for player, role in (("white", Role.FLANK), ("black", Role.DEEP_SHADE)):
        position = Position.parse(f"{player}: {flat} c3", spec.setting)
        tops = [len(tones(draw_table(with_body(spec, flat, face=face), position), role))
                for face in ("diagram", "plain")]
        assert tops[0] - tops[1] == 2


def test_layers_of_a_stack_are_three_millimetres_wider_than_the_one_above() -> None:
    """1.5 mm on every side, seen in the middle of the board at true size, but for perspective: under a tenth off."""
    spec = load_spec("abstract-game")
    player, kind = next(pair for pair in spec.game.armies)
    spec = with_body(spec, kind, tile=None, stack="disc", layers=2)
    cell = spec.lattice.cells[len(spec.lattice.cells) // 2]
    tone = spec.game.players[player].tone(player)
    drawing = draw_table(spec, Position.parse(f"{player}: {kind} {cell}", spec.setting))
    widths = [item.bounds()[2] - item.bounds()[0] for item in drawing.items
              if item.role is Role.PIECE and item.tone == tone]
    assert len(widths) == layer_count(spec.game.pieces[kind].body)
    assert [a - b for a, b in pairwise(widths)] == pytest.approx([3.0] * (len(widths) - 1), rel=0.1)


def test_a_light_line_sets_a_piece_off_from_the_one_behind_it() -> None:
    spec = load_spec("charing-cross")
    near, apart = (Position.parse(text, spec.setting)
                   for text in ("black: rook d1, knight d2", "black: rook a1, knight g6"))
    faces, faces_apart = (tones(draw_table(spec, position), Role.FACE).count("white") for position in (near, apart))
    assert (faces, faces_apart) == (1, 0)  # only the nearer one, where it hides the other
    assert measure_overlap(near, PieceMaker(spec)) > 0.1 > measure_overlap(apart, PieceMaker(spec)) == 0


def test_the_face_of_crossed_panels_is_one_area() -> None:
    """A base and a face: no line runs along the slot."""
    spec = load_spec("chess-battle")
    position = Position.parse("blue: knight d4", spec.setting)
    assert tones(draw_table(spec, position), Role.PIECE) == ["blue", "blue"]


def test_holes_and_zones_are_seen(tmp_path: Path) -> None:
    """A hole in the middle of 3 x 3 cells is struck through by two strokes; a zone of nobody has a tint."""
    board = 'board: {grid: 3x3, holes: b2, zones: {ford: {cells: "a1 b1"}},'
    spec = load_spec(tiny(tmp_path, "board: {grid: 3x3,", board) / "game.yaml")
    drawing = draw_table(spec, Position(spec.setting, {}))
    assert len([item for item in drawing.items if item.role is Role.SHADE]) == 3, "two cells and the hole"
    assert next(len(item.paths) for item in drawing.items if item.role is Role.GRID) == 2


def test_roads_of_a_map_are_drawn(tmp_path: Path) -> None:
    spaces = {"kent": "0,0 40,0 40,40 0,40", "essex": "40,0 80,0 80,40 40,40"}
    text = ", ".join(f"{name}: '{corners}'" for name, corners in spaces.items())
    board = f"board: {{map: {{spaces: {{{text}}}, lines: {{f: [kent essex]}}}},"
    spec = load_spec(tiny(tmp_path, "board: {grid: 3x3,", board) / "game.yaml")
    drawing = draw_table(spec, Position(spec.setting, {}))
    assert [item for item in drawing.items if item.role is Role.ZONE]


@pytest.mark.parametrize("game", ["correction", "charing-cross", "abstract-game"])
def test_the_chosen_position_is_a_moment_of_play(game: str) -> None:
    spec = with_book(load_spec(game))
    chosen = choose_cover_position(spec)
    assert chosen
    assert chosen.position.pieces != spec.start.pieces
    assert {piece.player for piece in chosen.position.pieces.values()} == {*spec.game.players}
    assert choose_cover_position(with_book(load_spec(game))) == chosen, "the same each time"
    (move,) = chosen.moves
    assert move.path[0] in chosen.position.pieces
    assert str(move) in {action for actions in chosen.legal.values() for action in actions}


def test_all_who_move_at_once_have_a_move_on_the_cover() -> None:
    chosen = choose_cover_position(with_book(load_spec("chess-battle")))
    assert chosen
    movers = [chosen.position.pieces[move.path[0]].player for move in chosen.moves]
    assert sorted(movers) == sorted({piece.player for piece in chosen.position.pieces.values()})


def test_a_designer_names_the_moves_of_the_cover() -> None:
    """The position of the example `captured` of An Abstract Game: White may capture d6."""
    spec, position = load_spec("abstract-game"), "white: piece a5 e6 d5; black: piece a6 d6; turn: white"
    chosen = choose_cover_position(with_book(spec, cover=position, cover_moves=("d5-c5",)))
    assert chosen
    assert [move.path for move in chosen.moves] == [("d5", "c5")]
    striking = choose_cover_position(with_book(spec, cover=position))
    assert striking
    assert [str(move) for move in striking.moves] == ["d5xd7"], "a capture is the most striking one"


def test_a_designer_chooses_an_example_a_position_or_a_text() -> None:
    spec = load_spec("correction")
    case = spec.cases[0]
    chosen = choose_cover_position(with_book(spec, cover=case.example.id))
    assert chosen
    assert chosen.position == case.position
    chosen = choose_cover_position(with_book(spec, cover="green: pawn c4; turn: green"))
    assert chosen
    assert [*chosen.position.pieces] == ["c4"]


@pytest.mark.parametrize(("keys", "what"), [
    ({"cover": "nothing"}, "there is no position or example `nothing`"),
    ({"cover": "green: pawn z9"}, "z9"),
    ({"cover": "green: pawn c3; turn: green", "cover_moves": ("c3-c5",)}, "`c3-c5` is not a legal action"),
    ({"cover": "green: pawn c3; green supply: 1 pawn; turn: green", "cover_moves": ("pawn@a1",)},
     "`pawn@a1` moves no piece"),
    ({"cover_moves": ("nonsense!",)}, "`nonsense!` is not an action"),
    ({"cover": "green: pawn c3; turn: green", "cover_moves": ("z9-c5",)}, "z9"),
    ({"cover": "green: pawn c3 e2; turn: green", "cover_moves": ("c3-d4", "e2-d3")}, "names 2 moves, but"),
    ({"cover": "green: pawn c3; turn: green", "cover_moves": ("c3-d4",), "composition": "table"},
     "`composition: table` shows no moves"),
    ({"colour": "orangee"}, "the colour `orangee` of the book is not known"),
    ({"accent": "redd"}, "the colour `redd` of the book is not known"),
])
def test_a_wrong_choice_is_one_problem(keys: dict[str, Any], what: str) -> None:
    (problem,) = check_cover(with_book(load_spec("correction"), **keys))
    assert what in problem.what
    assert problem.hint


@pytest.mark.parametrize(("move", "hint"), [
    ("c3-c5", "the piece on c3 may: c3-b4 and c3-d4"),
    ("d6-c5", "the piece on d6 has no legal move; legal: e2-d3, e2-f3, c3-b4 and c3-d4"),
    ("a1-a2", "there is no piece on a1; legal: e2-d3, e2-f3, c3-b4 and c3-d4"),
    ("nothing", "legal: e2-d3, e2-f3, c3-b4 and c3-d4"),
])
def test_an_illegal_move_of_the_cover_is_answered_with_legal_ones(move: str, hint: str) -> None:
    """A pawn of Correction moves diagonally. That of the other player has no move now."""
    cover = "green: pawn c3 e2; orange: pawn d6; turn: green"
    (problem,) = check_cover(with_book(load_spec("correction"), cover=cover, cover_moves=(move,)))
    assert problem.hint == hint


def test_of_many_legal_moves_five_are_listed_and_the_others_counted() -> None:
    """Six pawns in a row have 10 moves: the outer ones have one each, the others two. The designer is told that fabgen
    chose a position."""
    cover = "green: pawn a1 b1 c1 d1 e1 f1; turn: green"
    (problem,) = check_cover(with_book(load_spec("correction"), cover=cover, cover_moves=("a4-a5",)))
    assert problem.hint.endswith(" and 5 more")
    (problem,) = check_cover(with_book(load_spec("correction"), cover_moves=("a1-f6",)))
    assert problem.hint.endswith(" (fabgen chose the position: `cover:` names another one)")


def test_where_all_move_at_once_each_player_has_at_most_one_move() -> None:
    spec = load_spec("chess-battle")
    moves = spec.game.book.cover_moves
    assert not [*check_cover(spec)]
    chosen = choose_cover_position(spec)
    assert chosen
    mover = chosen.position.pieces[chosen.moves[0].path[0]].player
    (problem,) = check_cover(with_book(spec, cover=spec.game.book.cover, cover_moves=(moves[0], moves[1], moves[0])))
    assert problem.what == f"`{moves[0]}` is the second move of {mover} on the cover"


def test_a_position_that_cannot_be_read_is_not_drawn() -> None:
    with pytest.raises(FabgenError):
        choose_cover_position(with_book(load_spec("correction"), cover="nothing"))


def test_no_picture_shows_the_end_of_a_game() -> None:
    """At the end of Incorrect Checkers all twelve black pieces stand on the three ranks farthest from their player, and
    seem to walk off the board. The example of a win has more pieces that moved than any moment of play."""
    spec = load_spec("incorrect-checkers")
    (won,) = (case.position for case in spec.cases if case.example.id == "won")
    chosen = choose_moment_of_play(spec)
    assert chosen
    assert chosen.position != won
    black = [cell for cell, piece in chosen.position.all_pieces() if piece.player == "black"]
    assert any(int(cell[1:]) < 6 for cell in black)
    assert choose_cover_position(with_book(spec, cover="won")), "a designer may choose it"


def test_of_two_moments_the_one_that_hides_less_is_chosen() -> None:
    """Charing Cross: on the cover, no piece hides as much as half of another one."""
    spec = with_book(load_spec("charing-cross"))
    chosen = choose_cover_position(spec)
    assert chosen
    assert measure_overlap(chosen.position, PieceMaker(spec)) < 0.5


def test_from_above_the_part_with_the_most_pieces_is_seen() -> None:
    """The board of Incorrect Checkers has 8 cells of 42 mm. Five pieces stand in 3 x 3 cells near its middle, two far
    from them: the part of 4.6 x 4.3 cells shows the five, and a cell is as wide as it is high."""
    spec = load_spec("incorrect-checkers")
    text = "black: checker c3 e3 d4 c5 e5; white: checker h8 a7; turn: black"
    picture = compose_table(spec, Position.parse(text, spec.setting), {}, "above")
    assert picture.window is not None
    assert picture.fills
    x0, y0, x1, y1 = picture.window
    assert (x1 - x0, y1 - y0) == pytest.approx((4.6 * 42, 4.3 * 42))
    discs = [item for item in picture.drawing.items if item.role is Role.PIECE]
    middles = [((a + c) / 2, (b + d) / 2) for a, b, c, d in (disc.bounds() for disc in discs)]
    assert sum(x0 < x < x1 and y0 < y < y1 for x, y in middles) == 5
    assert all(abs((c - a) - (d - b)) < 0.1 for a, b, c, d in (disc.bounds() for disc in discs)), "they are round"


def test_from_above_a_part_of_a_narrow_board_shows_nothing_but_the_board() -> None:
    """A board of 5 x 7 cells, turned by 17 degrees: a turn by as much brings the corners of the part back onto it."""
    spec = load_spec("abstract-game")
    picture = compose_table(spec, spec.start, {}, "above")
    assert picture.window is not None
    x0, y0, x1, y1 = picture.window
    width, height = 5 * 40 + 2 * 17, 7 * 40 + 2 * 17
    c, s = math.cos(math.radians(17)), math.sin(math.radians(17))
    for x, y in ((x0, y0), (x0, y1), (x1, y0), (x1, y1)):
        assert abs(x * c - y * s) <= width / 2 + 0.1
        assert abs(x * s + y * c) <= height / 2 + 0.1


def test_from_above_a_standing_piece_lies_upright_on_the_turned_board() -> None:
    """0.86 of a cell of 44 mm high: 37.84 mm, for the tallest piece. The board is turned by 17 degrees."""
    spec = load_spec("charing-cross")
    picture = compose_table(spec, Position.parse("white: rook d4; turn: white", spec.setting), {}, "above")
    (rook,) = [item for item in picture.drawing.items if item.role is Role.PIECE]
    c, s = math.cos(math.radians(17)), math.sin(math.radians(17))
    heights = [x * s + y * c for path in rook.paths for x, y in path.flatten(0.05)]
    tallest = max(piece_silhouette(spec.game, kind).height for kind in spec.game.pieces)
    share = (piece_silhouette(spec.game, "rook").height / tallest) ** 0.6
    assert max(heights) - min(heights) == pytest.approx(0.86 * 44 * share, rel=0.01)


@pytest.mark.parametrize(("piece", "least"), [
    ((95.0, 30.0, 105.0, 60.0), (20.0, 20.0, 60.0, 60.0)),  # half of it is cut off at the right
    ((40.0, 70.0, 50.0, 88.0), (20.0, 0.0, 60.0, 60.0)),  # its top is
    ((-9.0, -9.0, 1.0, 3.0), (5.0, 5.0, 100.0, 80.0)),  # only a sliver of it is seen, and the part may only grow
])
def test_the_edge_of_a_picture_cuts_no_piece_where_another_part_avoids_that(
    piece: tuple[float, float, float, float], least: tuple[float, float, float, float]
) -> None:
    table: Any = SimpleNamespace(seen_boxes=lambda: [piece])
    x0, y0, x1, y1 = _spare_pieces(table, (0.0, 0.0, 100.0, 80.0), least)
    assert (x1 - x0) / (y1 - y0) == pytest.approx(100 / 80)
    assert (min(x0, least[0]), min(y0, least[1]), max(x1, least[2]), max(y1, least[3])) == (x0, y0, x1, y1)
    wide = max(0.0, min(x1, piece[2]) - max(x0, piece[0]))
    high = max(0.0, min(y1, piece[3]) - max(y0, piece[1]))
    share = wide * high / ((piece[2] - piece[0]) * (piece[3] - piece[1]))
    assert share < 0.03 or share > 0.97


def test_tokens_have_boxes_as_pieces_have() -> None:
    """A denial token of Correction on a cell, seen as wide as it is in the middle of the board, but for perspective."""
    spec = load_spec("correction")
    position = Position.parse("green: pawn c3; denial: d4; turn: green", spec.setting)
    table = TableView(spec, position, {}, PieceMaker(spec))
    piece, token = table.seen_boxes()
    assert piece == table.piece_box(table.pieces[0])
    assert 1.0 <= (token[2] - token[0]) / spec.game.tokens["denial"].size < 1.4


def test_the_eye_is_lower_where_the_far_edge_of_a_deep_board_is_not_seen() -> None:
    """A step at the near edge of a board of eight rows."""
    spec = load_spec("charing-cross")
    position = Position.parse("white: knight d1, rook e2; black: rook c3; turn: white", spec.setting)
    table = TableView(spec, position, {}, PieceMaker(spec), moves=[read_action_text("d1-e3", spec.lattice)])
    high = table.seen_by(Camera(420.0, 43.0, -14.0, table.ribbons[0].ends[0]))
    low = _lower_eye(high, 1.0)
    assert low.camera.tilt < high.camera.tilt
    x0, y0, x1, _ = window = _window_of_moves(low, 1.0)
    assert _top_of_part(low, window) <= y0 + 1.15 * (x1 - x0)
    assert _lower_eye(low, 1.0).camera == low.camera


def test_a_picture_that_cuts_no_piece_stays_as_it_is() -> None:
    table: Any = SimpleNamespace(seen_boxes=lambda: [(10.0, 10.0, 20.0, 30.0)])
    window = 0.0, 0.0, 100.0, 80.0
    assert _spare_pieces(table, window, window) == window


def test_one_piece_from_near_fills_two_thirds_of_the_part_that_is_seen() -> None:
    spec = load_spec("correction")
    position = Position.parse("green: pawn a1, spearman c3; turn: green", spec.setting)
    picture = compose_table(spec, position, {}, "piece")
    assert picture.window is not None
    assert not picture.fills
    x0, y0, x1, y1 = picture.window
    shapes = [item.bounds() for item in picture.drawing.items if item.role is Role.PIECE]
    inside = [box for box in shapes if x0 < box[0] and box[2] < x1 and y0 < box[1] and box[3] < y1]
    assert len(inside) == 2, "the base and the upright of the spearman, which is taller and nearer to the middle"
    high = max(box[3] for box in inside) - min(box[1] for box in inside)
    assert high / (y1 - y0) == pytest.approx(0.66, abs=0.06)
    assert compose_whole_table(spec, position, {}, "piece") == compose_table(spec, position, {}, "table").drawing


def test_from_near_a_figure_is_open_where_it_is_cut_through() -> None:
    """A spearman has a slot in its foot and one in its point, a pawn one in its foot, a rook a band, a window and a
    gate; from afar they are specks."""
    def count_openings(game: str, pieces: str, composition: str) -> list[int]:
        spec = load_spec(game)
        items = compose_table(spec, Position.parse(pieces, spec.setting), {}, composition).drawing.items
        return sorted(len(item.paths) - 1 for item in items if isinstance(item, Shape) and item.role is Role.PIECE)

    pieces = "green: pawn a1, spearman c3; turn: green"
    assert count_openings("correction", pieces, "piece") == [0, 0, 1, 2]  # two bases, two uprights
    assert count_openings("correction", pieces, "table") == [0, 0, 0, 0]
    assert count_openings("charing-cross", "white: rook d4; turn: white", "piece") == [0, 3]
    assert count_openings("charing-cross", "white: rook d4; turn: white", "table") == [0, 0]


def test_a_jump_of_a_standing_piece_begins_at_the_edge_of_its_base() -> None:
    """On a diagonal way at a rounded corner: farther from the middle than a side, nearer than the corner."""
    spec = load_spec("charing-cross")
    chosen = choose_cover_position(spec)
    assert chosen
    table = TableView(spec, chosen.position, {}, PieceMaker(spec), moves=chosen.moves)
    (move,) = chosen.moves
    made = PieceMaker(spec).make(chosen.position.pieces[move.path[0]])
    ribbon = table.move_ribbon(move)
    (x0, y0), (x1, y1) = ribbon.ends[0], ribbon.ends[-1]
    assert abs(x1 - x0) == pytest.approx(abs(y1 - y0))
    wide, deep = made.base_plan.size()
    assert max(wide, deep) / 2 < ribbon.start_gap < math.hypot(wide, deep) / 2


def test_the_far_edge_of_the_board_is_seen_on_a_cover() -> None:
    """As wide as a page shows it, where the height of the part is 0.66 of its width."""
    spec = load_spec("chess-battle")
    chosen = choose_cover_position(spec)
    assert chosen
    cover = compose_table(spec, chosen.position, chosen.areas, "move", chosen.moves)
    assert cover.window
    left, low, right, top = cover.window
    wide = max(right - left, (top - low) / 0.71)  # a page of A5 below a title in two lines
    plates = [path for shape in cover.drawing.only(Role.FACE).items[:1] for path in shape.paths]
    points = [(x, y) for path in plates for x, y in path.flatten(0.05)]
    middle = (left + right) / 2
    edge = shapely.Polygon(points).intersection(shapely.box(middle - wide / 2, -1e4, middle + wide / 2, 1e4))
    assert edge.bounds[3] <= top + 0.5


def test_the_whole_table_is_seen_without_a_move() -> None:
    spec = load_spec("correction")
    position = Position.parse("green: pawn a1; turn: green", spec.setting)
    assert BookDesign().composition == "move"
    for composition in ("table", "move"):
        assert compose_table(spec, position, {}, composition).window is None


def compose_moves(spec: Spec, text: str, *moves: str) -> CoverPicture:
    return compose_table(spec, Position.parse(text, spec.setting), {}, "move",
                         [read_action_text(move, spec.lattice) for move in moves])


def test_a_move_has_an_arrow_in_the_colour_of_the_book_that_is_seen_with_its_pieces() -> None:
    """Charing Cross is red; its rook jumps over a knight. A white piece is far from them."""
    spec = load_spec("charing-cross")
    picture = compose_moves(spec, "black: rook d5; white: knight c6, rook h1; turn: black", "d5xb7")
    assert picture.window is not None
    x0, y0, x1, y1 = picture.window
    boxes = {tone: [item.bounds() for item in picture.drawing.items if item.role is Role.PIECE and item.tone == tone]
             for tone in ("red", "black", "white")}
    assert len(boxes["red"]) == 1
    inside = {tone: sum(x0 < box[0] and box[2] < x1 and y0 < box[1] and box[3] < y1 for box in each)
              for tone, each in boxes.items()}
    assert inside["red"] == 1
    assert inside["black"] == 2, "a base and an upright"
    assert inside["white"] >= 2
    assert len(boxes["white"]) == 4


def test_the_arrow_of_a_jump_passes_above_the_piece() -> None:
    """Its top is higher in the picture than that of the knight; it is in front of both pieces."""
    spec = load_spec("charing-cross")
    items = compose_moves(spec, "black: rook d5; white: knight c6; turn: black", "d5xb7").drawing.items
    faces = [(item.tone, item.bounds()[3]) for item in items if item.role is Role.PIECE]
    assert [tone for tone, _ in faces] == ["white", "white", "black", "black", "red"]
    assert dict(faces)["red"] > max(high for tone, high in faces if tone == "white")


def test_a_cover_is_seen_from_where_the_arrow_hides_no_head() -> None:
    """The rook jumps from the right of the knight to its left, away from the eye. Turned by 14 degrees to the other
    side, the board would have the shaft across the knight's head. What is close to the arrow counts a little."""
    spec = load_spec("charing-cross")
    position = Position.parse("black: rook d2; white: knight c3; turn: black", spec.setting)
    table = TableView(spec, position, {}, PieceMaker(spec), moves=[read_action_text("d2xb4", spec.lattice)])
    (ribbon,) = map(table.move_ribbon, table.moves)
    camera = _camera_of_moves(table, 1.0)
    assert table.seen_by(camera).measure_hidden([ribbon]) < 0.05
    assert table.seen_by(replace(camera, turn=-14.0)).measure_hidden([ribbon]) > 0.3


def test_a_cover_shows_where_a_move_lands_and_its_arcs_from_their_side() -> None:
    """Seen along the move, its second arc would be a steep loop whose head hides more of where it lands."""
    spec = load_spec("incorrect-checkers")
    text = "white: checker f7 e6 c4; black: checker c1 e1; turn: white"
    position = Position.parse(text, spec.setting)
    table = TableView(spec, position, {}, PieceMaker(spec), moves=[read_action_text("f7-d5-b3", spec.lattice)])
    (ribbon,) = map(table.move_ribbon, table.moves)
    camera = _camera_of_moves(table, 1.0)
    chosen, along = table.seen_by(camera), table.seen_by(replace(camera, turn=225.0, tilt=28.0))
    assert sum(map(chosen.measure_end_on, ribbon.legs)) < 0.2 < sum(map(along.measure_end_on, ribbon.legs))
    assert chosen.measure_hidden([ribbon]) < 0.05 < along.measure_hidden([ribbon])
    # The head covers less than half of the last of two places, the arcs little of the first one.
    assert chosen.measure_hidden_landings([ribbon]) < 0.6


def test_a_nearer_piece_hides_where_a_move_lands() -> None:
    """The rook jumps from d2 to b4; b3 is nearer than that, b5 behind it."""
    spec = load_spec("charing-cross")
    moves = [read_action_text("d2xb4", spec.lattice)]

    def hidden(knights: str) -> float:
        position = Position.parse(f"black: rook d2; white: knight c3{knights}; turn: black", spec.setting)
        table = TableView(spec, position, {}, PieceMaker(spec), Camera(400.0, tilt=30.0, turn=0.0), moves)
        return table.measure_hidden_landings([*map(table.move_ribbon, moves)])

    assert 0 < hidden("") == hidden(", knight b5") < hidden(", knight b3")


def test_a_flat_piece_has_the_bar_of_its_player() -> None:
    """The second player, Black in both games, has one; the bar is light, within dark rings."""
    for game, kind in (("abstract-game", "piece"), ("incorrect-checkers", "checker")):
        spec = load_spec(game)
        cell = next(iter(spec.start.pieces))
        for player, count in (("black", 1), ("white", 0)):
            drawing = draw_table(spec, Position.parse(f"{player}: {kind} {cell}; turn: black", spec.setting))
            light = [item for item in drawing.items if item.role is Role.SHADE and item.tone == "white"]
            assert len(light) == count


def test_the_piece_of_a_long_move_is_large_on_a_cover() -> None:
    """A piece of 32 mm is a sixth as wide as the picture or more where the move begins; it was a seventh, seen from
    where the move runs from left to right."""
    spec = load_spec("incorrect-checkers")
    text = "white: checker f7 e6 c4; black: checker c1 e1; turn: white"
    picture = compose_moves(spec, text, "f7-d5-b3")
    assert picture.window
    tops = [item.bounds() for item in picture.drawing.items
            if isinstance(item, Shape) and item.role is Role.PIECE and item.tone == "white"]
    x0, _, x1, _ = min(tops, key=lambda box: box[1])  # the nearest piece is that which moves
    assert (x1 - x0) / (picture.window[2] - picture.window[0]) > 1 / 6


def test_no_part_of_the_board_is_behind_the_eye_of_a_cover() -> None:
    """The nearest corner of the board is 350 mm in front of the place that the eye looks at."""
    spec = load_spec("charing-cross")
    table = TableView(spec, Position(spec.setting, {}), {}, PieceMaker(spec))
    near, far = (Camera(distance, 0.0, 0.0, (0.0, 350.0 - table.size[1] / 2)) for distance in (300.0, 900.0))
    assert _stand_off(table, near).distance == pytest.approx(350 / 0.7)
    assert _stand_off(table, far) == far


def test_an_arrow_hides_heads_behind_it_and_at_its_nearer_end_alone() -> None:
    """The arrow is drawn over the rook that it begins at, and over what stands behind that; c3 is behind the arrow, d1
    in front of it."""
    spec = load_spec("charing-cross")
    moves = [read_action_text("d2xb4", spec.lattice)]

    def view(knights: str) -> TableView:
        position = Position.parse(f"black: rook d2; white: {knights}; turn: black", spec.setting)
        return TableView(spec, position, {}, PieceMaker(spec), Camera(400.0, tilt=36.0, turn=-14.0), moves)

    ribbon = view("knight c3").move_ribbon(moves[0])  # which rises over the knight
    rook = view("knight h8").measure_hidden([ribbon])
    assert rook > 0
    assert view("knight h8, knight d1").measure_hidden([ribbon]) == rook
    assert view("knight c3").measure_hidden([ribbon]) > rook


def test_an_arrow_has_a_colour_that_is_told_from_all_that_it_crosses() -> None:
    """An Abstract Game is yellow, as light as wood and white; its spaces are blue, red and black. Of several moves each
    has the colour of its player."""
    spec = load_spec("abstract-game")
    picture = compose_moves(spec, "white: piece d4; black: piece b2; turn: white", "d4-d5")
    (arrow,) = {*tones(picture.drawing, Role.PIECE)} - {"white", "black"}
    colours = [tone_colour(load_theme("colour"), tone) for tone in ("wood", "blue", "red", "black", "white")]
    told = {tone: min(least_difference(tone_colour(load_theme("colour"), tone), colour) for colour in colours)
            for tone in (arrow, "yellow")}
    assert told[arrow] > 25 > told["yellow"]
    spec = load_spec("chess-battle")
    arrows = tones(compose_moves(spec, "blue: rook a1; white: rook h8", "a1-a4", "h8-h5").drawing, Role.PIECE)
    assert sorted(arrows) == 3 * ["blue"] + 3 * ["white"]


@pytest.mark.parametrize("move", ["d4xd5", "d4xe5"])
def test_the_arrow_of_a_capture_beside_the_piece_rises_from_its_base_to_the_top_of_the_other(move: str) -> None:
    """On the board, the bases of both pieces would hide it. A capture two cells away lies on the board."""
    spec = load_spec("correction")
    text = "green: pawn d4; orange: pawn d5 e5 b6; turn: green"
    items = compose_moves(spec, text, move).drawing.items
    faces = [(item.tone, item.bounds()) for item in items if item.role is Role.PIECE]
    (arrow,) = [box for tone, box in faces if tone == "red"]  # the blue of the book is too near to the green of a pawn
    base = min((box for tone, box in faces if tone == "green"), key=lambda box: box[3])
    assert base[1] < arrow[1] < base[3], "it begins on the base"
    assert arrow[3] > max(box[3] for tone, box in faces if tone == "green"), "and rises above the pawn"
    far = [item.tone for item in compose_moves(spec, text, "d4xb6").drawing.items if item.role is Role.PIECE]
    assert far[0] == "red", "below all pieces"


def test_the_cell_where_a_single_move_lands_has_a_frame() -> None:
    """Each landing of a jump of two legs; none where several move at once."""
    spec = load_spec("incorrect-checkers")
    text = "white: checker f7 e6 c4; black: checker a1; turn: white"
    items = compose_moves(spec, text, "f7-d5-b3").drawing.items
    (arrow,) = {item.tone for item in items if item.role is Role.PIECE} - {"white", "black"}
    (frames,) = [item for item in items if item.role is Role.FACE and item.tone == arrow]
    assert len(frames.paths) == 2 * 2, "outside and inside"
    spec = load_spec("chess-battle")
    items = compose_moves(spec, "blue: rook a1; orange: rook h8", "a1-a4", "h8-h5").drawing.items
    assert not [item for item in items if item.role is Role.FACE and item.tone == "orange"]


def test_a_shadow_has_the_colour_of_the_cell_on_which_it_falls() -> None:
    """a2 of An Abstract Game is blue (denim), a4 black (walnut) and a3 wood."""
    spec = load_spec("abstract-game")
    for cell, tone in (("a2", "denim"), ("a4", "walnut"), ("a3", "wood")):
        drawing = draw_table(spec, Position.parse(f"white: piece {cell}; turn: white", spec.setting))
        shadows = [item.tone for item in drawing.items if item.role is Role.FLANK and item.tone != "white"]
        assert shadows.count(tone) >= 1 + (tone == "wood"), "the board's own flank is wood, too"


def test_the_board_is_turned_so_that_the_move_goes_away() -> None:
    """White plays down the board: what was farthest is nearest then, and is painted last."""
    spec = load_spec("abstract-game")
    text = "white: piece d6; black: piece d2; turn: white"
    assert tones(compose_moves(spec, text, "d6-d5").drawing, Role.PIECE)[-1] == "white"
    assert tones(compose_moves(spec, text, "d2-d3").drawing, Role.PIECE)[-1] == "black"


def test_a_dark_piece_on_a_dark_cell_has_a_light_line() -> None:
    """b1 of An Abstract Game is black, a1 is wood."""
    spec = load_spec("abstract-game")
    for cells, count in (("b1", 1), ("a1", 0), ("a1, piece b1", 1)):  # only the one that needs it
        drawing = draw_table(spec, Position.parse(f"black: piece {cells}; turn: black", spec.setting))
        assert sum(item.role is Role.FACE and item.tone == "white" for item in drawing.items) == count


def area_of(drawing: Drawing, role: Role, tone: str) -> float:
    """How much of a picture a role covers in a tone, in mm²."""
    return sum(abs(path.area()) for item in drawing.items if isinstance(item, Shape) and item.role is role
               and item.tone == tone for path in item.paths)


def test_the_edges_of_dark_and_light_pieces_are_seen_from_near() -> None:
    """A black piece is light along its edges, at its sides and in its openings, a white one dark on one side."""
    spec = load_spec("charing-cross")
    position = Position.parse("black: knight c3, rook c2; white: rook b4; turn: black", spec.setting)
    near = compose_table(spec, position, {}, "move", (read_action_text("c3-b3", spec.lattice),)).drawing
    afar = draw_table(spec, position)
    assert area_of(near, Role.DEEP_SHADE, "black") > 100
    assert area_of(near, Role.BEVEL, "white") > 20
    assert not area_of(near, Role.BEVEL, "black")
    assert not area_of(near, Role.FLANK, "black")
    assert area_of(afar, Role.DEEP_SHADE, "black") > 100, "its sides"
    assert not area_of(afar, Role.BEVEL, "white")


def test_a_bevel_is_light_at_the_upper_left_and_dark_at_the_lower_right() -> None:
    """Of a square of 10 mm whose bevel is 1 mm wide: light falls 0.8 to the right and 0.6 down, so the light part is a
    strip of 0.8 at the left and one of 0.6 above, with the two corners at which it meets the dark part."""
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    light, dark = draw_facets([square], "red", 1.0, 0.0).items
    strips = 10 * 10 - 9.2 * 9.4
    for item, role, corner, size in ((light, Role.DEEP_SHADE, (0, 10), strips),
                                     (dark, Role.BEVEL, (10, 0), strips - 2 * 0.8 * 0.6)):
        assert isinstance(item, Shape)
        assert item.role is role
        area = shapely.Polygon(item.paths[0].flatten(0.1))
        assert area.area == pytest.approx(size)
        assert area.distance(shapely.Point(corner)) < 1e-6


def test_a_face_too_narrow_for_a_bevel_has_none() -> None:
    assert not draw_facets([[(0.0, 0.0), (10.0, 0.0), (10.0, 0.6), (0.0, 0.6)]], "red", 1.0, 0.3).items


def test_a_piece_whose_upper_half_is_a_rectangle_is_hidden_by_an_arrow_too(tmp_path: Path) -> None:
    """The outline has no corner between its foot and its top, 7.5 mm and 40 mm high."""
    shutil.copytree(Path(__file__).parents[3] / "templates" / "charing-cross", tmp_path / "game")
    path = "M0 40 L20 40 L20 32.5 L14 32.5 L14 0 L6 0 L6 32.5 L0 32.5 Z"
    (tmp_path / "game" / "post.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 40" width="20mm" height="40mm">'
        f'<path d="{path}"/></svg>')
    written = tmp_path / "game" / "game.yaml"
    text = written.read_text()
    assert "standee: rook, height: 34 mm" in text
    written.write_text(text.replace("standee: rook, height: 34 mm", "standee: post.svg"))
    assert compose_cover(load_spec(str(tmp_path / "game"), allow_errors=True))
