"""There is a mark, with a glyph of its own, for everything that movement and hops can do on one cell."""

from itertools import product

import pytest
from hypothesis import given, settings
from rules.standard.random_specs import games

from fabgen.rules.betza import parse_betza
from fabgen.rules.diagram import movement_diagram
from fabgen.rules.marks import ALL_MARKS, MARKS_BY_GLYPH, Act, MoveMark
from fabgen.rules.standard.hop_tables import jumps

MOVES = (Act(0), Act.MOVE, Act.FIRST_MOVE)
CAPTURES = (Act(0), Act.CAPTURE, Act.FIRST_CAPTURE)
HOPS = (Act(0), Act.HOP, Act.LOCUST, Act.HOP | Act.LOCUST)
# The first glyphs of all: games that were written with them keep their meaning.
EARLIEST = {
    "o": Act.MOVE, "x": Act.CAPTURE, "*": Act.MOVE | Act.CAPTURE,
    "1": Act.FIRST_MOVE, "2": Act.FIRST_CAPTURE, "3": Act.FIRST_MOVE | Act.FIRST_CAPTURE,
    "h": Act.HOP, "l": Act.LOCUST, "b": Act.HOP | Act.LOCUST,
    "m": Act.HOP | Act.MOVE, "t": Act.LOCUST | Act.MOVE, "a": Act.HOP | Act.LOCUST | Act.MOVE,
}


def test_every_combination_has_a_mark():
    """Three ways to move (never, always, first), three to capture, four to hop, without nothing at all: 35 by hand,
    each alone and going on."""
    combinations = {move | capture | hop for move, capture, hop in product(MOVES, CAPTURES, HOPS)} - {Act(0)}
    assert len(combinations) == 35
    assert {(mark.acts, mark.goes_on) for mark in ALL_MARKS} == set(product(combinations, (False, True)))
    assert len(ALL_MARKS) == 70


def test_every_glyph_is_one_printable_character_of_its_own():
    assert [MARKS_BY_GLYPH[mark.glyph] for mark in ALL_MARKS] == list(ALL_MARKS)
    assert len(MARKS_BY_GLYPH) == 70
    assert all(len(glyph) == 1 and glyph.isascii() and glyph.isprintable() for glyph in MARKS_BY_GLYPH)
    assert not {" ", "@", "."} & {*MARKS_BY_GLYPH}


@pytest.mark.parametrize(("glyph", "acts"), EARLIEST.items())
def test_the_first_glyphs_keep_their_meaning(glyph, acts):
    assert MARKS_BY_GLYPH[glyph] == MoveMark(acts)
    if glyph not in "123":
        capital = "#" if glyph == "*" else glyph.upper()
        assert MARKS_BY_GLYPH[capital] == MoveMark(acts, True)


@pytest.mark.parametrize("acts", [Act(0), Act.MOVE | Act.FIRST_MOVE, Act.CAPTURE | Act.FIRST_CAPTURE | Act.HOP])
def test_what_no_piece_does_is_no_mark(acts):
    with pytest.raises(ValueError, match="no mark"):
        MoveMark(acts)


@pytest.mark.parametrize(("mark", "empty", "captures", "words"), [
    (MoveMark(Act.CAPTURE | Act.FIRST_MOVE), True, True, "a capture or first move"),
    (MoveMark(Act.FIRST_CAPTURE), False, True, "a first capture"),
    (MoveMark(Act.CAPTURE | Act.HOP, True), True, True, "a capture or hop and on"),
    (MoveMark(Act.LOCUST), True, False, "a hop that takes"),
])
def test_what_a_mark_says(mark, empty, captures, words):
    assert (mark.allows_empty, mark.captures, mark.words) == (empty, captures, words)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(games())
def test_every_piece_of_a_random_game_has_a_diagram(drawn):
    spec, game = drawn
    hops = jumps(game.options, game.setting.lattice.compass)
    for piece, moves in spec["pieces"].items():
        assert movement_diagram(parse_betza(moves), hops.get(piece, ())).marks
