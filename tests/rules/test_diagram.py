"""Diagrams: computed from movements, read, written, compared."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from rules.helpers import alone, betza_texts, engine, setting

from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Board
from fabgen.rules.diagram import (
    Diagram,
    DiagramError,
    HopPattern,
    NoMarkError,
    Window,
    movement_diagram,
    parse_diagram,
    side_by_side,
)
from fabgen.rules.marks import ALL_MARKS, Act, MoveMark
from fabgen.rules.position import Piece, Position

OFFSETS = st.tuples(st.integers(-4, 4), st.integers(-4, 4)).filter(lambda offset: offset != (0, 0))
MARKS = st.dictionaries(OFFSETS, st.sampled_from(ALL_MARKS))
DIAGRAMS = MARKS.map(lambda marks: Diagram(marks, Window(-4, -4, 4, 4)))

COMPUTED = {
    "fF": "* . *\n. @ .",
    "fcW2smW": ". x .\n. x .\no @ o",
    "fcWfcDsmW": ". x .\n. x .\no @ o",
    "fmFfsmNfhcN": ". x . x .\n* o . o *\n. . @ . .",
    "cR2": ". . x . .\n. . x . .\nx x @ x x\n. . x . .\n. . x . .",
    "fimW2": "1\n1\n@",
    "ficW2": "2\n2\n@",
    "fiF": "3 . 3\n. @ .",
    "fmWfimW2": "1\no\n@",
    "fmRfimR": "O\no\n@",
    "fR": "#\n*\n@",
    "fmRfcW": "O\n*\n@",
    "fmRfcR3": "O\n*\n*\n*\n@",
    "fcRfmH": "X\n*\nx\nx\n@",
    "fR3": "*\n*\n*\n@",
    "fRfR3fD": "#\n*\n@",
    "bmWfcW": "x\n@\no",
}


@pytest.mark.parametrize(("text", "drawn"), COMPUTED.items())
def test_the_diagram_of_a_movement_is_the_one_drawn_by_hand(text, drawn):
    assert str(movement_diagram(parse_betza(text))) == drawn


@pytest.mark.parametrize(("text", "moves", "captures", "both"), [
    ("fF", 0, 0, 2), ("fcW2smW", 2, 2, 0), ("fmFfsmNfhcN", 2, 2, 2)])
def test_counts_of_etched_marks(text, moves, captures, both):
    found = list(movement_diagram(parse_betza(text)).marks.values())
    wanted = {MoveMark(Act.MOVE): moves, MoveMark(Act.CAPTURE): captures, MoveMark(Act.MOVE | Act.CAPTURE): both}
    assert {meaning: found.count(meaning) for meaning in wanted} == wanted
    assert len(found) == moves + captures + both


def spread(diagram, reach):
    """Acts by cell, `and on` carried out up to so many cells away."""
    found = {}
    for (x, y), meaning in diagram.marks.items():
        steps = max(abs(x), abs(y))
        for n in range(steps, reach + 1 if meaning.goes_on else steps + 1):
            found[x * n // steps, y * n // steps] = meaning.acts
    return found


def drawn_or_none(text, *hops):
    try:
        return movement_diagram(parse_betza(text), hops)
    except NoMarkError:
        return None


@pytest.mark.slow
@given(betza_texts)
def test_a_diagram_is_what_the_engine_does_on_a_board_big_enough(text):
    diagram = drawn_or_none(text)
    assume(diagram is not None)
    board = Board(9, 9)
    quiet, captures = alone(text, "e5", 9)
    acts = spread(diagram, 4)
    moves = {offset for offset, act in acts.items() if act & (Act.MOVE | Act.FIRST_MOVE)}
    crosses = {offset for offset, act in acts.items() if act & (Act.CAPTURE | Act.FIRST_CAPTURE)}
    assert {board.step("e5", *offset) for offset in moves} == quiet
    assert {board.step("e5", *offset) for offset in crosses} == captures


@pytest.mark.slow
@given(betza_texts)
def test_a_piece_that_has_moved_keeps_all_but_its_first_moves(text):
    diagram = drawn_or_none(text)
    assume(diagram is not None)
    where = setting(9, 9, ("it",), white="up", black="down")
    moved = engine(where, it=text).moves(Position(where, {"e5": Piece("white", "it")}), "e5")
    moves = {offset for offset, act in spread(diagram, 4).items() if act & Act.MOVE}
    assert {Board(9, 9).step("e5", *offset) for offset in moves} == {action.target for action in moved}


@pytest.mark.slow
@given(betza_texts)
def test_only_lines_that_differ_from_cell_to_cell_are_refused(text):
    if drawn_or_none(text) is None:
        assert sum(way.is_unlimited for way in parse_betza(text).ways) > 1  # two that go on in unequal steps


@pytest.mark.parametrize("betza", ["R", "mB", "cQ", "frFF"])
def test_a_slide_to_the_edge_is_not_one_of_any_range(betza):
    endless = movement_diagram(parse_betza(betza))
    assert max(endless.window.files, endless.window.ranks) <= 5
    assert all(endless != movement_diagram(parse_betza(betza.replace("FF", "F") + n)) for n in "123456789")


@pytest.mark.parametrize(("text", "drawn"), [
    ("ffNN", "# . . . #\n. . . . .\n. * . * .\n. . . . .\n. . @ . ."),
    ("ffN2", "* . . . *\n. . . . .\n. * . * .\n. . . . .\n. . @ . ."),
    ("smDD", "O . o . @ . o . O"),
    ("frcA0", ". . . . X\n. . . . .\n. . x . .\n. . . . .\n@ . . . ."),
    ("fRfDD", "#\n*\n@"),  # leaps along a line of steps add nothing
])
def test_a_rider_shows_its_leaps(text, drawn):
    assert movement_diagram(parse_betza(text)) == parse_diagram(drawn)


@pytest.mark.parametrize("text", ["mRcDD", "mDDcHH", "frmBfrcGG"])
def test_lines_that_never_become_alike_are_not_shown(text):
    assert drawn_or_none(text) is None


AROUND = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
AHEAD = ((0, 1),)


@pytest.mark.parametrize(("text", "hops", "drawn"), [
    ("fmW", [HopPattern(AHEAD, False)], "h\no\n@"),
    ("fmW", [HopPattern(AHEAD, True)], "l\no\n@"),
    ("fmW2", [HopPattern(AHEAD, False)], "m\no\n@"),
    ("fmW2", [HopPattern(AHEAD, True)], "t\no\n@"),
    ("fmW2", [HopPattern(AHEAD, True), HopPattern(AHEAD, False)], "a\no\n@"),
    ("fmW", [HopPattern(AHEAD, True), HopPattern(AHEAD, False)], "b\no\n@"),
    ("fmW", [HopPattern(AHEAD, True, far=True)], "L\no\n@"),
    ("fmR", [HopPattern(AHEAD, True, far=True)], "T\no\n@"),
    ("fmR", [HopPattern(AHEAD, True)], "O\nt\no\n@"),
    ("fmW3", [HopPattern(AHEAD, False, far=True)], "H\nm\nm\no\n@"),
    ("smW", [HopPattern(AROUND, True)], "l . l . l\n. . . . .\nl o @ o l\n. . . . .\nl . l . l"),
])
def test_hops_are_marked_where_they_land(text, hops, drawn):
    assert str(movement_diagram(parse_betza(text), hops)) == drawn


@pytest.mark.parametrize(("text", "hops", "drawn"), [
    ("fcW2", [HopPattern(AHEAD, False)], "c\nx\n@"),
    ("fcW2", [HopPattern(AHEAD, True)], "d\nx\n@"),
    ("fW2", [HopPattern(AHEAD, True)], "g\n*\n@"),
    ("fW2", [HopPattern(AHEAD, True), HopPattern(AHEAD, False)], "i\n*\n@"),
    ("fimW2", [HopPattern(AHEAD, False)], "j\n1\n@"),
    ("ficW2", [HopPattern(AHEAD, True)], "q\n2\n@"),
    ("fiW2", [HopPattern(AHEAD, True)], "u\n3\n@"),
    ("fmWficW", [], "4\n@"),
    ("fcWfimW", [], "5\n@"),
    ("rimR", [], "@ 1 !"),
    ("ricR", [], "@ 2 ?"),
    ("fR", [HopPattern(AHEAD, True, far=True)], "G\n*\n@"),
    ("fmRfiR", [HopPattern(AHEAD, True, far=True)], "Y\n4\n@"),
    ("fcRfimR", [HopPattern(AHEAD, False, far=True), HopPattern(AHEAD, True)], "^\n8\n5\n@"),
])
def test_everything_on_one_cell_has_a_mark(text, hops, drawn):
    assert str(movement_diagram(parse_betza(text), hops)) == drawn


@pytest.mark.parametrize(("text", "hops", "direction", "cells"), [
    ("mRcDD", [], "straight ahead", "a move, then a move or capture, then a move"),
    ("flmBflcGG", [], "diagonally forward to the left", "a move, then a move, then a move or capture"),
    ("lDD", [HopPattern(((-1, 0),), True, far=True)], "to the left",
     "nothing, then a move, capture or hop that takes, then a hop that takes"),
])
def test_a_line_that_never_becomes_alike_is_refused_in_words(text, hops, direction, cells):
    with pytest.raises(NoMarkError) as caught:
        movement_diagram(parse_betza(text), hops)
    told = f"{direction}, what it may do differs from cell to cell up to the edge ({cells}, and so on)"
    assert str(caught.value) == f"{told}, and no mark of a diagram goes on like that"


@pytest.mark.slow
@given(DIAGRAMS)
def test_text_and_diagram_are_inverse(diagram):
    read = parse_diagram(str(diagram))
    assert (read, read.window) == (diagram, diagram.window)
    assert hash(read) == hash(diagram)


def test_blanks_and_margins_make_no_difference():
    assert parse_diagram("\n  .x.\n  .x. \n  o@o\n\n") == parse_diagram(". . . . .\n. . x . .\n. . x . .\n. o @ o .\n")
    assert parse_diagram("x\n@") != parse_diagram("o\n@")
    assert parse_diagram("x\n@") != parse_diagram("@\nx")


@pytest.mark.parametrize(("text", "mistakes"), [
    (". x .\n. ~ .\no @ o", [(1, 2, "`~` is not a glyph of diagrams")]),
    (". x .\no @", [(1, 2, "this line has 2 glyphs, the longest has 3")]),
    (". x .\n. . .", [(0, 0, "the piece `@` is missing")]),
    ("", [(0, 0, "the piece `@` is missing")]),
    ("@" + "." * 300, [(0, 201, "the diagram has 301x1 cells")]),
    ("@" + "\n." * 300, [(201, 0, "the diagram has 1x301 cells")]),
    ("@ x\n. @", [(1, 2, "a second `@`")]),
    ("\n. x .\n\n~ @ @", [(2, 0, "this line has 0 glyphs, the longest has 3"), (3, 0, "`~` is not a glyph of diagrams"),
                         (3, 4, "a second `@`")]),
])
def test_every_mistake_with_its_place(text, mistakes):
    with pytest.raises(DiagramError) as caught:
        parse_diagram(text)
    assert [(m.line, m.column, m.what) for m in caught.value.mistakes] == mistakes


def test_side_by_side_marks_what_differs():
    text = side_by_side(parse_diagram(". x .\no @ o"), movement_diagram(parse_betza("fcW2smW")))
    assert text == "\n".join([
        "as written    as computed",
        " . [.] .       . [x] .",
        " .  x  .       .  x  .",
        " o  @  o       o  @  o"])


@given(DIAGRAMS, DIAGRAMS)
def test_brackets_stand_just_where_diagrams_differ(one, other):
    offsets = {*one.marks, *other.marks}
    assert side_by_side(one, other).count("[") == 2 * sum(one.marks.get(o) != other.marks.get(o) for o in offsets)


@pytest.mark.parametrize(("text", "drawn", "agrees"), [
    ("fmR", "O\no\n@", True), ("fmR", "o\no\n@", False), ("fmR", "O\no\no\n@", False),
    ("fmR", "o\no\no\no\n@", False),
    ("fmW2", "o\no\n@", True), ("fmW2", "O\no\n@", False), ("fmWfimW2", "o\no\n@", False),
    ("fcW2smW", ". x .\n. x .\no @ o", True), ("fcW2smW", ". x .\no @ o", False),
    ("fcWsmW", ". x .\n. x .\no @ o", False)])
def test_a_written_diagram_against_a_movement(text, drawn, agrees):
    assert (movement_diagram(parse_betza(text)) == parse_diagram(drawn)) is agrees
