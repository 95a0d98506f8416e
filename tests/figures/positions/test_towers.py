"""Towers in figures: where the piece on top is, bars for the pieces below it, their words, and flat bodies."""

from dataclasses import replace
from pathlib import Path

import pytest
from rules.outside.test_mechanics import TOWERS, written
from specs import put
from tables import draw_table

from fabgen.artwork.drawing import Lettering, Role
from fabgen.check.pieces import check_towers
from fabgen.core.languages import load_words
from fabgen.figures.positions.claims import FigureClaims, make_trace
from fabgen.figures.positions.position import draw_position
from fabgen.figures.positions.position_words import describe_position
from fabgen.figures.positions.table_view import PieceMaker, TableView
from fabgen.figures.positions.towers import draw_lower_pieces, place_top
from fabgen.rules.match import begin
from fabgen.rules.position import Piece, Position
from fabgen.spec.load import load_spec

TEXT = "white: man b2 e1; black: man c3 e5; under c3: 2 black man, white officer; turn: white"


@pytest.fixture(scope="module")
def spec(tmp_path_factory):
    return load_spec(str(written(tmp_path_factory.mktemp("towers"), "towers")))


def test_nothing_changes_for_a_piece_alone():
    assert place_top(0) == (0.0, 1.0)


@pytest.mark.parametrize("below", [1, 2, 3, 5, 12, 40])
def test_a_tower_stays_in_its_cell(spec, below):
    """The bars begin at the lower edge of the cell and reach the foot of the piece on top, which ends below the upper
    edge: pieces are 0.8 of a cell high."""
    bars = draw_lower_pieces(spec, [Piece("black", "man")] * below, 100.0)
    shapes = [item for item in bars.items if item.role == Role.PIECE]
    assert len(shapes) == below
    raised, share = place_top(below)
    assert min(item.bounds()[1] for item in shapes) > -50
    foot, head = 100 * (raised - 0.4 * share), 100 * (raised + 0.4 * share)
    assert foot == pytest.approx(max(item.bounds()[3] for item in shapes), abs=2)
    assert head <= 50
    assert bars.bounds()[2] <= 50
    assert [item.text.string for item in bars.items if isinstance(item, Lettering)] == [str(below + 1)]


def test_the_bars_tell_players_and_kinds(spec):
    """White has no stroke, black has one, a man has no dot, an officer has one: each is a mark on light paper."""
    kinds = [Piece("white", "man"), Piece("black", "man"), Piece("white", "officer"), Piece("black", "officer")]
    marks = [sum(item.role == Role.MARK for item in draw_lower_pieces(spec, [piece], 30.0).items) for piece in kinds]
    assert marks == [0, 1, 1, 2]
    tones = [next(item.tone for item in draw_lower_pieces(spec, [piece], 30.0).items) for piece in kinds]
    assert tones == ["white", "black", "white", "black"]


def test_a_figure_has_the_bars_in_the_group_of_the_cell(spec):
    drawing = draw_position(spec, Position.parse(TEXT, spec.setting), FigureClaims(), 20.0)
    bodies = [item for item in drawing.items if item.role == Role.PIECE and item.group.startswith("pieces/c3")]
    assert len(bodies) == 1 + 3  # the piece on top, and three bars


def test_a_captured_top_is_marked_though_an_equal_piece_was_below_it(spec):
    """b2xd4 takes the man on top of c3, and a man of the same player is on top then."""
    case = next(case for case in spec.cases if case.example.id == "prisoner")
    assert make_trace(case).captured_pieces == {"c3": (Piece("black", "man"),)}
    rules = spec.play
    position = Position.parse(TEXT, spec.setting)
    match = begin(rules, rules.read(position), 3).then("b2xd4")
    trace = make_trace(replace(case, match=match))
    assert trace.captured_pieces == {"c3": (Piece("black", "man"),)}
    assert trace.moved_pieces == {"b2": (Piece("white", "man"),)}


def test_a_position_in_words(spec):
    words = load_words("en", spec.folder)
    assert describe_position(spec, Position.parse(TEXT, spec.setting), words) == (
        "White has 2 men on e1 and b2. Black has 2 men on c3 and e5. On c3, below the piece on top, from the top down: "
        "2 men (Black), 1 officer (White). White is to move"
    )


def test_the_picture_of_the_table_has_all_plates(spec):
    """Five tops, and three plates below one of them: of each plate its face is one shape."""
    with_tower = draw_table(spec, Position.parse(TEXT, spec.setting))
    without = draw_table(spec, Position.parse(TEXT.replace("under c3: 2 black man, white officer; ", ""), spec.setting))
    faces = [sum(item.role == Role.PIECE for item in drawing.items) for drawing in (with_tower, without)]
    assert faces[0] - faces[1] == 3


def test_pieces_of_towers_are_flat(tmp_path: Path):
    text = TOWERS.replace("moves: fmF, body: {tile: disc}", "moves: fmF, body: {standee: pawn}")
    (problem,) = check_towers(load_spec(str(put(tmp_path, text))))
    assert problem.level == "warning"
    assert problem.what == "nothing can be put on top of the man, and this game has towers of pieces"
    assert problem.hint == "a flat piece: `body: {tile: disc}`"


def test_what_is_covered_is_neither_captured_nor_gone(tmp_path: Path):
    """c1-e1 puts a tower of two on a black stone, which stays below it."""
    growing = load_spec(str(written(tmp_path, "growing")))
    case = next(case for case in growing.cases if case.example.id == "covered")
    trace = make_trace(case)
    assert trace.captured_pieces == {}
    assert trace.moved_pieces == {"c1": (Piece("white", "stone"),)}
    assert [(leg.start, leg.end) for leg in trace.legs] == [("c1", "e1")]


def test_plates_on_the_table_lie_on_each_other(spec):
    """Plates of 3 mm: the one on top of three others is 9 mm above where it lies alone."""
    table = TableView(spec, Position.parse(TEXT, spec.setting), {}, PieceMaker(spec))
    lifts = sorted(standing.lift for standing in table.pieces)
    assert lifts == pytest.approx([0.0, 0.0, 0.0, 0.0, 3.0, 6.0, 9.0])
