"""Close-ups: the window holds what is told and no more than it must, and nothing stands out of it."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon
from specs import changed, loaded, put

from fabgen.artwork.drawing import Lettering, Role, Shape, draw, draw_text
from fabgen.artwork.path import circle, line, rectangle
from fabgen.artwork.themes import load_theme
from fabgen.core.problems import FabgenError
from fabgen.diagrams.figure_size import LEAST_STROKE, SizeWish, draw_sized_figure
from fabgen.figures.diagrams.catalogue import BOARD_CELL, book_window, draw_figure, make_figure_library
from fabgen.figures.positions.captions import figure_claims
from fabgen.figures.positions.claims import FigureClaims, Trace, find_passages
from fabgen.figures.positions.close_up import (
    crop_box,
    crop_drawing,
    draw_edge,
    find_action_cells,
    level_windows,
    list_wider_windows,
    run_on,
)
from fabgen.figures.positions.position import draw_position
from fabgen.figures.rulebook.rules_text import read_blocks
from fabgen.rules.boards import Board
from fabgen.rules.notation import read_action_text
from fabgen.rules.position import Position, Setting
from fabgen.spec.load import Spec, load_spec
from fabgen.typeset.blocks import BookFigure, walk_blocks

BOX = (10.0, 10.0, 30.0, 30.0)


def test_the_window_has_three_cells_at_least_and_stays_on_the_board() -> None:
    board = Board(8, 8)
    assert crop_box(board, ["a1"], 10.0) == (0, 0, 30, 30)
    assert crop_box(board, ["h8"], 10.0) == (50, 50, 80, 80)
    assert crop_box(board, ["c3", "g4"], 10.0) == (20, 20, 70, 50)
    assert crop_box(board, [], 10.0) is None
    assert crop_box(Board(2, 8), ["a1"], 10.0) == (0, 0, 20, 30)


def test_close_ups_side_by_side_are_as_high_as_the_highest() -> None:
    """e4-f7 has four ranks. A close-up at the lower edge gets more above it, one nearer to the upper edge below it."""
    level = level_windows(Board(8, 8), [{"a1", "b2"}, {"e4", "f7"}, {"c5", "d6"}])
    assert [sorted({cell[1] for cell in window}) for window in level] == [
        [*"1234"], [*"4567"], [*"3456"]]
    assert [sorted({cell[0] for cell in window}) for window in level] == [
        [*"ab"], [*"ef"], [*"cd"]]


def test_two_close_ups_side_by_side_are_five_cells_wide() -> None:
    """They grow on both sides in turn, as far as the board goes on; a wider one stays as it is."""
    narrow, wide = level_windows(Board(8, 8), [{"a1", "b2"}, {"c4", "h7"}])
    assert sorted({cell[0] for cell in narrow}) == [*"abcde"]
    assert sorted({cell[0] for cell in wide}) == [*"cdefgh"]


def test_wider_close_ups_show_more_files_of_the_same_ranks() -> None:
    """b4-e6 has strips of 0.3 cells at both sides. Files come where there are more of them: with column h a strip is
    left out, and the other one with column a."""
    wider = list_wider_windows(Board(8, 8), {"b4", "e6"})
    assert ["".join(sorted({cell[0] for cell in cells})) for _, cells in wider] == ["bcdef", "bcdefg", "bcdefgh",
                                                                                    "abcdefgh"]
    assert [more for more, _ in wider] == pytest.approx([1.0, 2.0, 2.7, 3.4])
    assert {cell[1] for _, cells in wider for cell in cells} == {*"456"}


def test_a_board_that_is_seen_from_edge_to_edge_is_not_wider() -> None:
    assert list_wider_windows(Board(8, 8), {"a4", "h6"}) == []


@given(st.lists(st.sampled_from(Board(8, 8).cells), min_size=1, max_size=6))
def test_the_window_holds_its_cells(cells: list[str]) -> None:
    board = Board(8, 8)
    box = crop_box(board, cells, 1.0)
    assert box is not None
    for x, y in map(board.place, cells):
        assert box[0] <= x <= x + 1 <= box[2]
        assert box[1] <= y <= y + 1 <= box[3]
    assert 0 <= box[0] < box[2] <= 8
    assert 0 <= box[1] < box[3] <= 8


@pytest.mark.parametrize(("start", "end", "wanted"), [
    ((0, 20), (40, 20), ((10, 20), (30, 20))), ((0, 0), (40, 40), ((10, 10), (30, 30))),
    ((12, 12), (18, 18), ((12, 12), (18, 18))), ((0, 10), (40, 10), ((10, 10), (30, 10)))])
def test_lines_are_cut_at_the_edge(start: tuple[float, float], end: tuple[float, float], wanted: object) -> None:
    (item,) = crop_drawing(draw(Role.GRID, line(start, end)), BOX, 10.0).items
    assert isinstance(item, Shape)
    (path,) = item.paths
    assert (path.start, path.segments[-1].to) == wanted


def test_other_things_are_in_or_out() -> None:
    ring = draw(Role.PIECE, circle((20, 20), 4), circle((20, 20), 3))
    inside = ring + draw(Role.MOVE, circle((25, 25), 1)) + draw_text(Role.LABEL, "R", (15, 15), 2)
    outside = draw(Role.MOVE, circle((5, 5), 1), circle((31, 20), 3)) + draw_text(Role.LABEL, "S", (50, 15), 2)
    outside += draw(Role.GRID, line((0, 5), (40, 5))) + draw_text(Role.COORDINATE, "a", (15, 15), 2)
    assert crop_drawing(inside + outside, BOX, 10.0) == inside


@pytest.fixture
def spec(tmp_path: Path) -> Spec:
    return loaded(tmp_path)


def test_a_small_example_is_shown_from_near_with_marks_that_can_be_read(spec: Spec) -> None:
    """c2-c3, c2xb3, not c2xd3: of 5 by 5 cells, b2 to d4 are shown, so cells are 20 / 3 mm instead of 20 / 5."""
    small = draw_sized_figure(spec, "example", "strike", SizeWish(longest=20.0)).figure.drawing
    large = draw_sized_figure(spec, "example", "strike", SizeWish(longest=60.0)).figure.drawing
    assert max(small.size()) == pytest.approx(18.8, abs=0.05)
    dots = [max(item.bounds()[2] - item.bounds()[0] for item in one.only(Role.MOVE).items) for one in (small, large)]
    assert dots[0] > 0.3 * 6.0 > 0.3 * 4.0
    assert not small.only(Role.COORDINATE).items
    assert large.only(Role.COORDINATE).items
    assert LEAST_STROKE == 0.18


def test_the_names_of_what_is_shown_stand_beside_it() -> None:
    """Files are named below the board, ranks at its left; the box begins at 10, 10."""
    shown = draw_text(Role.COORDINATE, "b", (15, -3), 2) + draw_text(Role.COORDINATE, "2", (-2, 14), 2, anchor="end")
    beyond = draw_text(Role.COORDINATE, "e", (45, -3), 2) + draw_text(Role.COORDINATE, "5", (-2, 44), 2, anchor="end")
    kept = [i.text for i in crop_drawing(shown + beyond, BOX, 10.0).items if isinstance(i, Lettering)]
    assert [(text.string, text.at) for text in kept] == [("b", (15, 7)), ("2", (8, 14))]


@pytest.mark.parametrize(("wish", "names"), [(True, "bcd234"), (False, ""), (None, "")])
def test_a_close_up_has_the_names_that_are_wished_for(spec: Spec, wish: bool | None, names: str) -> None:
    """Cells of 6 mm have names of 1.4 mm where these are wished for, and else none that small."""
    drawing = draw_sized_figure(spec, "example", "strike", SizeWish(longest=19.0, coordinates=wish)).figure.drawing
    shown = [i.text.string for i in drawing.only(Role.COORDINATE).items if isinstance(i, Lettering)]
    assert sorted(shown) == sorted(names)
    assert max(drawing.size()) == pytest.approx(17.8, abs=0.05)


@cache
def game(name: str) -> Spec:
    return load_spec(name)


def corners(cells: Collection[str]) -> str:
    """The lower left and the upper right of some cells of a board of squares, such as b3-f6; empty for none."""
    files, ranks = sorted(cell[0] for cell in cells), sorted(int(cell[1:]) for cell in cells)
    return f"{files[0]}{ranks[0]}-{files[-1]}{ranks[-1]}" if cells else ""


def window(name: str, example: str, caption: str = "A caption.", close_up: str = "auto", shown: str = "") -> str:
    """The corners of what the figure of an example shows in a book."""
    case = next(case for case in game(name).cases if case.example.id == example)
    written = case.example.model_copy(update={"close_up": close_up})
    case = replace(case, example=written, shown_cells=frozenset(shown.split()))
    return corners(book_window(game(name), case, caption))


@pytest.mark.parametrize(("name", "example", "wanted"), [
    ("incorrect-checkers", "opponent", "a2-e6"),  # c3 to b4, d4 or over c4 to c5, and a square around them
    ("charing-cross", "knight-stops", "c1-f4"),  # d1, d2, d3, e2: below row 1 there is no board
    ("abstract-game", "occupied", "c4-e7"),  # d5, d6 and d7 on a board of 5 by 7
    ("abstract-game", "printed", "a4-e7"),  # with pieces on a5, a6, d5, d6 and e6: all of its columns
    ("charing-cross", "goals", "f2-h6"),  # g4, h3, h4, h5: the board ends at column h
    ("incorrect-checkers", "retreat", "a4-f8"),  # with a square around them, 7 by 6 of 64 squares are over 0.6
    ("incorrect-checkers", "start", ""),  # the first turn of Black: 24 pieces
    ("charing-cross", "start", ""),  # the start: pieces on all four edges
    ("chess-battle", "zones-2", ""),  # a3 to g6 at most, but the ring that turns red is all around the board
    ("correction", "reached", ""),  # 36 spaces
])
def test_a_figure_of_a_book_shows_what_its_example_is_about(name: str, example: str, wanted: str) -> None:
    assert window(name, example) == wanted


def test_cells_that_a_caption_names_are_shown() -> None:
    """b4, c3, c5, d4 and f6: a2-g7 has 42 of 64 squares, over 0.6; without a square around, b3-f6 has 20, under a
    half."""
    assert window("incorrect-checkers", "opponent", "The square f6 is far away.") == "b3-f6"
    assert window("incorrect-checkers", "opponent", "From a1 to h8.") == ""


def test_an_example_may_say_what_its_figure_shows() -> None:
    """The cells that it names, all that is marked, and what lies between; or the whole board."""
    assert window("incorrect-checkers", "opponent", close_up="none") == ""
    assert window("incorrect-checkers", "opponent", close_up="a2", shown="a2") == "a2-d5"
    assert window("correction", "reached", close_up="f1", shown="f1") != ""


def test_a_game_may_show_whole_boards() -> None:
    spec = game("incorrect-checkers")
    design = spec.game.book.model_copy(update={"close_up": "none"})
    whole = replace(spec, game=spec.game.model_copy(update={"book": design}))
    case = next(case for case in spec.cases if case.example.id == "opponent")
    assert book_window(whole, case, "") == frozenset()


def test_no_piece_and_no_token_is_left_out() -> None:
    """Whatever an example leaves to fabgen: its close-up leaves out empty cells alone."""
    close_ups = 0
    for spec in map(game, ("incorrect-checkers", "charing-cross", "chess-battle")):
        for case in spec.cases:
            if (shown := book_window(spec, case, "")) and case.example.close_up == "auto":
                close_ups += 1
                on_board = {*case.seen_position.pieces, *(c for t in case.seen_position.tokens.values() for c in t)}
                assert on_board <= shown, case.example.id
    assert close_ups >= 15  # many of these games' examples say themselves what their figures show


def test_a_close_up_draws_everything_that_the_whole_board_has() -> None:
    """All but the board itself and the names of what is not shown: also arcs that bend over the edge. `labels` of a
    stand-alone figure are the lines about its reading, which are words in a book."""
    compared = list[str]()
    for spec in map(game, ("incorrect-checkers", "charing-cross", "chess-battle")):
        library = make_figure_library(spec)
        assert spec.cases
        for case in spec.cases:
            (figure,) = library.draw("example", case.example.id, "")
            if isinstance(figure, BookFigure) and figure.close_up and case.example.close_up == "auto":
                whole = draw_figure(spec, "example", case.example.id).drawing
                signs, all_signs = (
                    [(item.role, item.group) for item in drawing.without(Role.COORDINATE).items
                     if not item.group.startswith(("board/", "labels"))] for drawing in (figure.drawing, whole))
                assert signs == all_signs, case.example.id
                compared.append(case.example.id)
    assert compared


@pytest.mark.parametrize(("text", "close_ups"), [
    ("![](example:opponent)\n![](example:retreat)", [True, True]),
    ("![](example:opponent)\n![](example:won)", [False, False]),  # the end of a game is about the whole board
    ("![](example:opponent)\n\n![](example:won)", [True, False]),  # in two rows
])
def test_figures_of_one_row_show_whole_boards_if_one_of_them_does(text: str, close_ups: list[bool]) -> None:
    """8 files of 11 mm are a whole board; a2-e6 with strips at both sides is narrower."""
    spec = load_spec("incorrect-checkers", edit=lambda text: text.replace(", close_up: a4-h8", ""))
    blocks, problems = read_blocks(text, "rules.md", make_figure_library(spec))
    figures = [block for block in walk_blocks(blocks) if isinstance(block, BookFigure)]
    assert not problems
    assert [figure.close_up for figure in figures] == close_ups
    assert [figure.drawing.size()[0] < 8 * BOARD_CELL for figure in figures] == close_ups


def test_close_ups_of_one_row_are_equally_high() -> None:
    """Of the two, only the second is about d7; alone, the first has two ranks less."""
    text = "![](example:opponent)\n![](example:second)"
    heights = []
    for written in (text, text.replace("\n", "\n\n")):
        blocks, _ = read_blocks(written, "rules.md", make_figure_library(game("incorrect-checkers")))
        heights.append([block.drawing.size()[1] for block in walk_blocks(blocks) if isinstance(block, BookFigure)])
    (first, second), (alone, highest) = heights
    assert first == second == highest
    assert alone <= highest - BOARD_CELL


def test_a_wider_close_up_has_the_same_pieces_and_is_as_high() -> None:
    """The step shows b4-f5 with strips at both sides and has one piece."""
    spec = game("incorrect-checkers")
    (figure,) = make_figure_library(spec).draw("example", "step", "")
    assert isinstance(figure, BookFigure)
    assert [wider.more for wider in figure.wider] == pytest.approx([factor * BOARD_CELL for factor in (1.0, 1.7, 2.4)])
    for wider in figure.wider:
        drawing = wider.draw()
        assert drawing.size()[0] == pytest.approx(figure.drawing.size()[0] + wider.more, abs=0.1)
        assert drawing.size()[1] == pytest.approx(figure.drawing.size()[1], abs=0.1 * BOARD_CELL)
        assert sum(item.group.startswith("pieces/") for item in drawing.items) == sum(
            item.group.startswith("pieces/") for item in figure.drawing.items)


def test_no_piece_comes_into_a_wider_close_up_that_its_example_leaves_out() -> None:
    """Beside b4-f5, column g would come first: there are two pieces."""
    spec = load_spec("incorrect-checkers", edit=lambda text: text.replace(
        'close_up: b4-f5, position: "black: checker d4;', 'close_up: b4-f5, position: "black: checker d4 g7 g5;'))
    (figure,) = make_figure_library(spec).draw("example", "step", "")
    assert isinstance(figure, BookFigure)
    assert len(figure.wider) == 0


@pytest.mark.parametrize(("example", "wanted"), [("opponent", "a2-e6"), ("won", "a1-h8")])
def test_a_figure_that_stands_alone_shows_what_it_shows_in_a_book(example: str, wanted: str) -> None:
    drawing = draw_figure(game("incorrect-checkers"), "example", example).drawing
    names = [item.text.string for item in drawing.items if isinstance(item, Lettering) and item.role is Role.COORDINATE]
    files, ranks = sorted(name for name in names if name.isalpha()), sorted(name for name in names if name.isdigit())
    assert f"{files[0]}{ranks[0]}-{files[-1]}{ranks[-1]}" == wanted


def test_figures_with_signs_in_their_cells_ask_for_wide_ones() -> None:
    """The marks of the first moves are in cells; the setup has pieces alone, and a diagram no pieces."""
    text = "![](example:start)\n\n![](setup)\n\n![](moves:piece)"
    blocks, _ = read_blocks(text, "rules.md", make_figure_library(game("abstract-game")))
    figures = [block for block in walk_blocks(blocks) if isinstance(block, BookFigure)]
    assert [figure.least_cell for figure in figures] == [7.3, 0.0, 0.0]


def test_the_boards_of_a_row_ask_for_equally_wide_cells() -> None:
    """Nobody is eliminated in the first of these rounds; a piece in the second has a cross."""
    blocks, _ = read_blocks("![](example:zones-1)\n![](example:zones-2)", "rules.md", make_figure_library(
        game("chess-battle")))
    figures = [block for block in walk_blocks(blocks) if isinstance(block, BookFigure)]
    assert [figure.least_cell for figure in figures] == [7.3, 7.3]


def test_a_close_up_that_an_example_asks_for_stays_one_beside_a_board(tmp_path: Path) -> None:
    spec = load_spec(str(put(tmp_path, changed(("    piece: c2\n", "    piece: c2\n    close_up: c2\n")))))
    name = next(case.example.id for case in spec.cases if case.shown_cells)
    blocks, _ = read_blocks(f"![](example:{name})\n![](board)", "rules.md", make_figure_library(spec))
    close_up, whole = (block for block in walk_blocks(blocks) if isinstance(block, BookFigure))
    assert close_up.close_up
    assert not whole.close_up


def test_the_board_runs_on_where_it_is_cut_and_ends_at_its_edge() -> None:
    """0.3 of a cell of 10 mm on three sides; the fourth is the edge of a board of 80 mm. The patterns of zones end
    with the close-up."""
    box = (10.0, 0.0, 40.0, 30.0)
    beyond = run_on(box, 10.0, (80.0, 80.0))
    assert beyond == (7.0, 0.0, 43.0, 33.0)
    cell = draw(Role.DARK_CELL, rectangle(0, 0, 10, 10)).in_group("board/chequers")
    pattern = draw(Role.ZONE, rectangle(0, 0, 10, 10)).in_group("board/zones/home")
    border = draw(Role.GRID, line((0, 10), (80, 10))).in_group("board/lines")
    piece = draw(Role.PIECE, circle((5, 5), 4)).in_group("pieces/a1")
    cropped = crop_drawing(cell + pattern + border + piece, box, 10.0, beyond)
    assert [item.role for item in cropped.items] == [Role.DARK_CELL, Role.GRID]
    assert cropped.items[0].bounds() == pytest.approx((7, 0, 10, 10))
    assert cropped.items[1].bounds() == pytest.approx((7, 10, 43, 10))


def test_curved_areas_of_the_board_are_cut_at_the_edge() -> None:
    """A ring around the middle of a box of 20 mm, radii 12 and 8 mm: four segments of the outer circle are beyond the
    box, each of 144 acos(10/12) - 10 sqrt(44) = 18.006 mm2, so 144 pi - 64 pi - 72.03 = 179.30 mm2 are in it."""
    ring = draw(Role.SHADE, circle((20, 20), 12), circle((20, 20), 8)).in_group("board/art")
    (item,) = crop_drawing(ring, BOX, 10.0, BOX).items
    assert isinstance(item, Shape)
    outer, inner = (Polygon(path.flatten(0.001)) for path in item.paths)
    assert outer.symmetric_difference(inner).area == pytest.approx(179.30, abs=0.2)
    assert item.bounds() == pytest.approx(BOX, abs=0.01)


def test_a_close_up_has_cells_where_pieces_were_placed_or_turned() -> None:
    trace = Trace(turned_cells=("b2",), placed_cells=("g7",))
    position = Position(Setting(Board(8, 8), {"white": "up"}, ("man",)), {})
    assert find_action_cells(Board(8, 8), position, FigureClaims(), trace) == {"b2", "g7"}


def test_a_cell_is_for_passing_only_if_that_is_true_of_every_refused_move() -> None:
    """c3 may go over e3 to e5, and not stop there. That g2 may not go to e3 either has another reason; and a piece that
    may not stop where it began has an arrow."""
    board = Board(8, 8)
    legal, short, other = (read_action_text(text, board) for text in ("c3-e3-e5", "c3-e3", "g2-e3"))
    trip, longer = (read_action_text(text, board) for text in ("c3-c5-c3", "c3-c5-c3-c1"))
    assert find_passages(FigureClaims((legal,), (short,))) == {"e3"}
    assert find_passages(FigureClaims((legal,), (short, other))) == set()
    assert find_passages(FigureClaims((longer,), (trip,))) == set()


def test_things_held_have_letters_of_one_size_below_whole_boards() -> None:
    """The spec's figure of a whole board is lettered as that of a book: by the width of the board, 8 cells of 10 mm."""
    spec = game("chess-battle")
    case = next(case for case in spec.cases if case.example.id == "placing")
    heights = {runs_on: {item.text.cap for item in draw_position(
        spec, case.seen_position, figure_claims(case), 10.0, runs_on=runs_on).items
        if isinstance(item, Lettering) and item.group.startswith("held")} for runs_on in (False, True)}
    assert heights[True] == heights[False]
    assert [*heights[True]] == pytest.approx([1.98 / 39 * 80])


@pytest.mark.parametrize(("beyond", "wanted"), [
    ((7, 7, 43, 43), []),
    ((7, 0, 43, 33), [[(7, 0), (43, 0)]]),
    ((0, 47, 33, 80), [[(33, 80), (0, 80), (0, 47)]]),  # the upper left corner
    ((0, 0, 33, 33), [[(0, 33), (0, 0), (33, 0)]]),
    ((0, 7, 80, 43), [[(80, 7), (80, 43)], [(0, 43), (0, 7)]]),  # from edge to edge
    ((0, 7, 80, 80), [[(80, 7), (80, 80), (0, 80), (0, 7)]]),
])
def test_the_edge_of_the_board_is_one_line_on_the_sides_where_it_is_seen(
    beyond: tuple[float, float, float, float], wanted: list[list[tuple[float, float]]]
) -> None:
    """On a board of 80 mm."""
    shapes = [item for item in draw_edge(beyond, (80.0, 80.0)).items if isinstance(item, Shape)]
    lines = [[path.start, *(segment.to for segment in path.segments)] for shape in shapes for path in shape.paths]
    assert lines == wanted


def test_a_piece_beyond_a_close_up_is_not_seen_and_an_arc_that_bends_over_its_edge_is() -> None:
    """Cells of 10 mm, of which 3 mm are seen below the close-up: the middle of either circle is 2 mm below it."""
    below = draw(Role.PIECE, circle((15, 8), 2))
    drawing = below.in_group("pieces/b1") + below.in_group("arrows/a2-c2")
    cropped = crop_drawing(drawing, (0, 10, 40, 40), 10, (0, 7, 43, 43))
    assert [item.group for item in cropped.items] == ["arrows/a2-c2"]


def test_the_edge_lies_over_the_board_and_under_what_is_on_it() -> None:
    """Charing Cross: c1-f4 is cut at three sides. In every ink, the edge is twice as heavy as the grid."""
    (figure,) = make_figure_library(game("charing-cross")).draw("example", "knight-stops", "")
    assert isinstance(figure, BookFigure)
    groups = [item.group for item in figure.drawing.items]
    at = groups.index("board/edge")
    assert all(group.startswith("board/") for group in groups[:at])
    assert not any(group.startswith("board/") for group in groups[at + 1:])
    for ink in ("colour", "low", "bw"):
        inks = load_theme(ink).inks
        assert inks[Role.EDGE].width == pytest.approx(2 * inks[Role.GRID].width)


def test_the_pictures_of_a_comic_run_on_where_the_board_does() -> None:
    """An Abstract Game: a5-e7 is cut below alone, where 0.3 of the next row is seen on cells of 11 mm; the edge of the
    board is on the other three sides, from there up."""
    drawing = draw_figure(game("abstract-game"), "comic", "captured").drawing
    edges = [item for item in drawing.items if item.group.endswith("board/edge")]
    assert len(edges) == 2
    for edge in edges:
        left, low, right, high = edge.bounds()
        assert (right - left, high - low) == pytest.approx((5 * 11, 3.3 * 11))


def test_a_close_up_has_the_words_of_the_whole_position_and_what_players_hold() -> None:
    spec = game("chess-battle")
    (figure,) = make_figure_library(spec).draw("example", "placing", "")
    whole = draw_figure(spec, "example", "placing")
    assert isinstance(figure, BookFigure)
    assert figure.close_up
    assert figure.alt == whole.alt
    held, all_held = ([item.text.string for item in drawing.items if isinstance(item, Lettering)
                       and item.group.startswith("held")] for drawing in (figure.drawing, whole.drawing))
    assert held == all_held != []
    names = {item.text.string for item in figure.drawing.only(Role.COORDINATE).items if isinstance(item, Lettering)}
    assert names == {*"bcdefg", *"23456"}


@pytest.mark.parametrize(("cells", "words"), [("a1-z9", "z9"), ("near", "near")])
def test_cells_of_a_close_up_that_are_none_are_told(tmp_path: Path, cells: str, words: str) -> None:
    with pytest.raises(FabgenError) as caught:
        load_spec(str(put(tmp_path, changed(("    piece: c2\n", f"    piece: c2\n    close_up: {cells}\n")))))
    (problem,) = caught.value.problems
    assert problem.where is not None
    assert words in problem.what
    assert problem.hint


def test_a_corner_that_encloses_is_seen(tmp_path: Path) -> None:
    """In the Tafl of docs/recipes.md a raider goes from c4 to c7 and takes the guard on b7, against the corner a7. With
    the king on e4 that is a4-e7; a square around it would be 6 by 5 of 49, over 0.6."""
    page = (Path(__file__).parents[3] / "docs" / "recipes.md").read_text("utf-8")
    path = tmp_path / "game.yaml"
    path.write_text(re.findall(r"<!-- recipe: tafl -->\n```yaml\n(.*?)```", page, re.S)[0], "utf-8")
    path.with_name("rules.md").write_text("# Rules\n\nTake turns.\n", "utf-8")
    spec = load_spec(str(path))
    case = next(case for case in spec.cases if case.example.id == "corner")
    assert corners(book_window(spec, case, "A caption.")) == "a4-e7"
