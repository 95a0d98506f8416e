"""Diagrams: computed from movements, read, written, compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules.helpers import alone, betza_texts

from fabgen.rules.betza import parse_betza
from fabgen.rules.diagram import (
    Diagram,
    DiagramError,
    Meaning,
    Window,
    matching_diagram,
    movement_diagram,
    parse_diagram,
    side_by_side,
)
from fabgen.rules.lattice import Lattice

OFFSETS = st.tuples(st.integers(-4, 4), st.integers(-4, 4)).filter(lambda offset: offset != (0, 0))
MARKS = st.dictionaries(OFFSETS, st.sampled_from(Meaning))
DIAGRAMS = MARKS.map(lambda marks: Diagram(marks, Window(-4, -4, 4, 4)))

COMPUTED = {
    "fF": "* . *\n. @ .",
    "fcW2smW": ". x .\n. x .\no @ o",
    "fcWfcDsmW": ". x .\n. x .\no @ o",
    "fmFfsmNfhcN": ". x . x .\n* o . o *\n. . @ . .",
    "cR2": ". . x . .\n. . x . .\nx x @ x x\n. . x . .\n. . x . .",
    "fimW2": "o\no\n@",
    "bmWfcW": "x\n@\no",
}


@pytest.mark.parametrize(("text", "drawn"), COMPUTED.items())
def test_computed(text, drawn):
    assert str(movement_diagram(parse_betza(text))) == drawn


@pytest.mark.parametrize(("text", "moves", "captures", "both"), [
    ("fF", 0, 0, 2), ("fcW2smW", 2, 2, 0), ("fmFfsmNfhcN", 2, 2, 2)])
def test_counts_of_etched_marks(text, moves, captures, both):
    found = list(movement_diagram(parse_betza(text)).marks.values())
    assert [found.count(meaning) for meaning in Meaning] == [moves, captures, both]


@given(betza_texts)
def test_a_diagram_is_what_the_engine_does_on_a_board_big_enough(text):
    board = Lattice(9, 9)
    quiet, captures = alone(text, "e5", 9)
    marks = movement_diagram(parse_betza(text), limit=4).marks
    moves = {offset for offset, meaning in marks.items() if meaning is not Meaning.CAPTURE}
    crosses = {offset for offset, meaning in marks.items() if meaning is not Meaning.MOVE}
    assert {board.step("e5", *offset) for offset in moves} == quiet
    assert {board.step("e5", *offset) for offset in crosses} == captures


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
    (". x .\n. z .\no @ o", [(1, 2, "`z` is not a glyph of diagrams")]),
    (". x .\no @", [(1, 2, "this line has 2 glyphs, the longest has 3")]),
    (". x .\n. . .", [(0, 0, "the piece `@` is missing")]),
    ("", [(0, 0, "the piece `@` is missing")]),
    ("@" + "." * 300, [(0, 201, "the diagram has 301x1 cells")]),
    ("@" + "\n." * 300, [(201, 0, "the diagram has 1x301 cells")]),
    ("@ x\n. @", [(1, 2, "a second `@`")]),
    ("\n. x .\n\n? @ @", [(2, 0, "this line has 0 glyphs, the longest has 3"), (3, 0, "`?` is not a glyph of diagrams"),
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
    ("fmR", "o\no\no\n@", True), ("fmR", "o\no\n@", False), ("fmR", "o\no\no\no\no\n@", True),
    ("fmR", ".\no\no\no\n@", False),
    ("fmW3", "o\no\no\n@", True), ("fmW3", "o\no\no\no\n@", False), ("fcW2smW", ". x .\n. x .\no @ o", True),
    ("fcW2smW", ". x .\no @ o", False), ("fcWsmW", ". x .\n. x .\no @ o", False)])
def test_a_written_diagram_against_a_movement(text, drawn, agrees):
    written = parse_diagram(drawn)
    assert (matching_diagram(parse_betza(text), written, 6) == written) is agrees


def test_on_a_small_board_a_slide_is_drawn_as_far_as_it_can_go():
    written = parse_diagram("o\no\n@")
    assert matching_diagram(parse_betza("fmR"), written, 3) == written
