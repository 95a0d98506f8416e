"""Named figures: what is asked for is drawn, in words too, and it is what the rules compute."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from measure import things
from specs import CAPTURE_ALL, STRIKE_PLAYED, changed, loaded, put

from fabgen.artwork.drawing import Drawing, Lettering, Role
from fabgen.check.game import check_rulebook
from fabgen.core.languages import load_words
from fabgen.figures.components.component_list import draw_cover, list_components
from fabgen.figures.diagrams.catalogue import (
    MOVES_CELL,
    draw_all_figures,
    draw_figure,
    figure_names,
    make_figure_library,
    stand_alone_figures,
)
from fabgen.figures.diagrams.legend import describe_mark
from fabgen.figures.diagrams.movement_diagram import draw_diagram
from fabgen.rules.diagram import Diagram, Window
from fabgen.rules.marks import ALL_MARKS, Act, MoveMark
from fabgen.rules.position import Position
from fabgen.spec.load import Spec, load_spec
from fabgen.typeset.blocks import BookFigure, plain_text


@pytest.fixture
def spec(tmp_path: Path) -> Spec:
    return loaded(tmp_path)


def cells(drawing: Drawing, *roles: Role) -> list[tuple[int, int]]:
    """The cells of a movement diagram whose middle a mark stands on."""
    found = [(t.centroid.x / MOVES_CELL, t.centroid.y / MOVES_CELL) for t in things(drawing, *roles)]
    whole = [(round(x), round(y)) for x, y in found]
    for at, cell in zip(found, whole, strict=True):
        assert at == pytest.approx(cell, abs=1e-3)
    return sorted(whole)


@pytest.mark.parametrize(("piece", "moves", "captures"), [
    ("pawn", [(-1, 1), (1, 1)], [(-1, 1), (1, 1)]),
    ("spearman", [(-1, 0), (1, 0)], [(0, 1), (0, 2)]),
    ("knight", [(-2, 1), (-1, 1), (1, 1), (2, 1)], [(-2, 1), (-1, 2), (1, 2), (2, 1)]),
])
def test_the_diagrams_of_correction(
    piece: str, moves: list[tuple[int, int]], captures: list[tuple[int, int]]
) -> None:
    """The move sets of its rules, formalised: quiet and capture."""
    figure = draw_figure(load_spec("correction"), "moves", piece).drawing
    assert cells(figure, Role.MOVE) == sorted(moves)
    assert cells(figure, Role.CAPTURE) == sorted(captures)
    assert cells(figure, Role.MOVE_CELL) == sorted(moves)  # green in print


def test_names_and_references(spec: Spec) -> None:
    assert figure_names(spec) == {
        "board": (), "setup": (), "components": (), "legend": (), "moves": ("guard", "lancer"), "example": ("strike",),
        "scene": ("strike",),
        **dict.fromkeys(("piece", "side", "top", "assembled"),
                        ("white-guard", "white-lancer", "black-guard", "black-lancer"))}
    assert [f.reference for f in draw_all_figures(spec)] == [
        "board", "setup", "legend", "moves:guard", "moves:lancer", "example:strike"]


def test_a_piece_that_never_moves_has_no_file_of_its_moves(tmp_path: Path) -> None:
    """A figure of it may still be asked for."""
    post = "  post: {moves: none, body: {tile: disc, face: plain}}\n"
    spec = load_spec(str(put(tmp_path, changed(("pieces:\n", f"pieces:\n{post}")))))
    assert [name for kind, name in stand_alone_figures(spec) if kind == "moves"] == ["guard", "lancer"]
    assert draw_figure(spec, "moves", "post").kind == "moves"


@pytest.mark.parametrize("reference", ["example:first-turn", "example"])
def test_a_game_without_examples_says_so(tmp_path: Path, reference: str) -> None:
    head, _, _ = changed().partition("examples:\n")
    path = put(tmp_path, head)
    path.with_name("rules.md").write_text(f"# A\n\n![]({reference})\n", "utf-8")
    spec = load_spec(str(path))
    (found,) = check_rulebook(spec)
    assert (found.what, found.where.line) == ("this game has no examples yet", 3)
    assert "examples" in found.hint


def test_a_comic_is_not_missing_where_other_mistakes_keep_its_example_from_being_judged(tmp_path: Path) -> None:
    """A win that is misspelled: nobody knows the rules, and the example has a line all the same."""
    spec = loaded(tmp_path, STRIKE_PLAYED, ("examples:\n", "rules: {set: standard, win: [{captur: all}]}\nexamples:\n"))
    assert not spec.cases
    (spec.folder / "rules.md").write_text("# A\n\n![](comic:strike)\n", "utf-8")
    assert not [*check_rulebook(spec)]
    assert figure_names(spec)["comic"] == ("strike",)


@pytest.mark.parametrize(("kind", "name"), [("dragon", ""), ("moves", "dragon"), ("example", "dragon")])
def test_what_is_not_there_is_a_key_error(spec: Spec, kind: str, name: str) -> None:
    with pytest.raises(KeyError):
        draw_figure(spec, kind, name)


def test_every_figure_has_a_caption_and_words_for_who_cannot_see_it(spec: Spec) -> None:
    for figure in draw_all_figures(spec):
        assert figure.caption
        assert len(figure.alt) > 10
    example = draw_figure(spec, "example", "strike")
    assert example.caption == "A guard strikes"
    assert "Not allowed: c2xd3." in example.alt
    assert "All its moves: c2-c3, c2xb3." in example.alt
    assert "White has 1 guard on c2; 1 lancer on a1. Black has 1 guard on b3. White is to move." in example.alt




@pytest.mark.parametrize(("book", "printed"), [("", []), ("book: {moves_under_figures: true}\n", ["White wins."])])
def test_a_caption_stands_alone_unless_the_game_asks_for_lines(tmp_path: Path, book: str, printed: list[str]) -> None:
    """The arrow shows the capture in either case; who has won is no mark, and is read aloud where it is not printed."""
    spec = loaded(tmp_path, STRIKE_PLAYED, CAPTURE_ALL, ("rules: {set", f"{book}rules: {{set"))
    (figure,) = make_figure_library(spec).draw("example", "strike", "White captures the last piece and wins.")
    assert isinstance(figure, BookFigure)
    assert [*map(plain_text, figure.claims)] == printed
    assert [*map(plain_text, figure.silent_claims)] == ["Played: c2xb3"] + ["White wins."] * (not printed)
    assert figure.alt.endswith("White wins.")


def test_a_figure_under_other_rules_always_says_so() -> None:
    """A reader would take the figure of a variant for the rules of this edition. That the rook has no move is no such
    remark: the caption says it."""
    (figure,) = make_figure_library(load_spec("chess-battle")).draw("example", "frozen", "White's rook stays on h3.")
    assert isinstance(figure, BookFigure)
    assert [*map(plain_text, figure.claims)] == ["Variant: freezing."]
    assert "This piece has no move." in map(plain_text, figure.silent_claims)


def test_the_legend_tells_a_slide_to_the_edge_from_one_of_three_cells(tmp_path: Path) -> None:
    def said(moves: str, drawn: str) -> str:
        changes = (("fmWfcF", moves), ("x o x\n      . @ .", drawn), ("long: fW2", "long: fmW"),
                   ("c2-c3, c2xb3", "c2-c3"))
        return draw_figure(loaded(tmp_path, *changes), "legend").alt

    assert "to the edge" in said("fmR", "O\n      o\n      @")
    assert "to the edge" not in said("fmR3", "o\n      o\n      o\n      @")
    assert "on its first move only" in said("fimWfmD", "o\n      1\n      @")


def test_every_mark_has_words_of_its_own() -> None:
    lines = [describe_mark(load_words(), meaning) for meaning in ALL_MARKS]
    assert len(set(lines)) == len(lines)


def test_everybodys_pieces_wait_beside_the_board(spec: Spec) -> None:
    figure = draw_figure(spec, "setup").drawing
    pieces = [i for i in figure.items if i.role is Role.PIECE and i.tone in ("white", "black")]
    assert [i.tone for i in pieces] == ["white"] * 4 + ["black"] * 4
    assert all(i.bounds()[3] < 0 for i in pieces[:4])
    assert all(i.bounds()[1] > 55 for i in pieces[4:])
    assert any(isinstance(i, Lettering) and i.text.string == "× 2" for i in figure.items)


def test_components_and_cover_count_and_show_all(spec: Spec) -> None:
    rows = list_components(spec)
    assert [(row.each, row.total) for row in rows] == [(None, 1), (3, 6), (1, 2), (None, 2)]
    without_positions = replace(spec, cases=(), play=None, start=Position(spec.setting, {}))
    pieces = [i for i in draw_cover(without_positions).items if i.role is Role.PIECE]
    assert [i.tone for i in pieces] == ["white"] * 2 + ["black"] * 2, "both kinds of both sides"
    boxes = [i.bounds() for i in pieces]
    assert all(left[2] < right[0] for left, right in pairwise(boxes))
    assert [round(box[3] - box[1], 6) for box in boxes] == [round(box[3] - box[1], 6) for box in reversed(boxes)]


@pytest.mark.slow
def test_the_sides_of_a_piece_are_reported_in_the_list_of_components() -> None:
    def told(game: str) -> list[tuple[str, ...]]:
        return [row.sides for row in list_components(load_spec(game))
                if row.each is not None and row.group != "aids"]

    assert told("incorrect-checkers") == [("12\N{NO-BREAK SPACE}Black", "12\N{NO-BREAK SPACE}White")]
    alike = 2 * [()]  # medals and freeze tokens
    assert told("chess-battle") == [*3 * [("Blue, Orange, Black, White",)], *alike]


def test_flat_pieces_stand_on_their_board_on_the_title_page() -> None:
    """Those of the position that the game names: ten black pieces, eleven white ones."""
    drawing = draw_cover(load_spec("incorrect-checkers"))
    assert drawing.only(Role.GRID).items
    assert not drawing.only(Role.COORDINATE).items
    assert len([i for i in drawing.items if i.role is Role.PIECE and i.tone == "black"]) == 10


def test_a_diagram_is_a_grid_whose_lines_stand_once() -> None:
    window = Window(-1, 0, 1, 2)
    drawing = draw_diagram(Diagram({(0, 2): MoveMark(Act.CAPTURE)}, window), 10)
    (grid,) = things(drawing, Role.GRID)
    assert grid.length == pytest.approx(4 * 30 + 4 * 30)
    assert drawing.only(Role.GRID).bounds() == pytest.approx((-15, -5, 15, 25))
    assert drawing.only(Role.MOVE_CELL).items == ()


def test_components_are_called_as_many_as_they_are() -> None:
    """24 pieces, but one board; tokens have their plural already."""
    alt = draw_figure(load_spec("incorrect-checkers"), "components").alt
    assert "24 Pieces" in alt
    assert "1 Board, 8 × 8" in alt
    alt = draw_figure(load_spec("correction"), "components").alt
    assert all(text in alt for text in ("8 Pawns", "2 Spearmen", "20 Denial tokens"))
