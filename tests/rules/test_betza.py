"""What is refused, where, and with which words; what else the grammar promises."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules.helpers import alone, betza_texts, joined

from fabgen.rules.betza import BetzaError, parse_betza
from fabgen.rules.boards import map_board


@pytest.mark.parametrize(("text", "mistakes"), [
    ("fQx9", [(0, "`Q` takes no direction"), (2, "`x` (other dialects only) is not part of the movement notation")]),
    ("W fF", [(1, "a space is not part of the movement notation")]),
    ("jD", [(0, "`j` (must jump) is not part of the movement notation")]),
    ("mfW", [(1, "the direction `f` stands after a mode")]),
    ("mcmW", [(2, "the mode `m` stands twice")]),
    ("fWsfN", [(2, "the direction `sf` is read differently by every engine")]),
    ("fsF", [(0, "the direction `fs` is read differently by every engine before `F`")]),
    ("fhW", [(0, "the direction `fh` does not go with `W`")]),
    ("hN", [(0, "the direction `h` is not a half")]),
    ("KK", [(1, "`KK` is not understood: only W, F, D, N, A, H, C, L, Z, J and G can be doubled")]),
    ("fcW12", [(4, "the range `12` is too long")]),
    ("fnNN", [(1, "`n` (blockable leap) does not go with `NN`: it leaps on and on")]),
    ("nD2", [(0, "`n` (blockable leap) does not go with `D2`: it leaps on and on")]),
    ("WW3", [(2, "`WW` has no limit already")]),
    ("nC", [(0, "`n` (blockable leap) does not go with `C`: no engine defines which cells")]),
    ("nL", [(0, "`n` (blockable leap) does not go with `L`: no engine defines which cells")]),
    ("nR", [(0, "`n` (blockable leap) does not go with `R`: it does not leap")]),
    ("nK", [(0, "`n` (blockable leap) does not go with `K`: it does not leap")]),
    ("fmcnW", [(3, "`n` (blockable leap) does not go with `W`: it does not leap")]),
    ("Wfm", [(1, "`fm` stands before no atom")]),
    ("3W", [(0, "the range `3` stands behind no atom")]),
    ("", [(0, "no movement is written")]),
    ("fF" * 200, [(200, "a movement of 400 letters is too long")]),
    ("é", [(0, "`é` is not part of the movement notation")]),
])
def test_refusals_point_at_the_letter(text, mistakes):
    with pytest.raises(BetzaError) as caught:
        parse_betza(text)
    assert [(m.column, m.what) for m in caught.value.mistakes] == mistakes
    assert (caught.value.column, caught.value.message) == mistakes[0]
    assert caught.value.hint


@pytest.mark.parametrize(("text", "hint"), [
    ("mfW", "`fmW`"), ("hF", "`h` (half) goes with N, C, L, Z and J"), ("sfN", "write `fs`"),
    ("hfN", "write `fh`"), ("vlN", "write `lv`"), ("fmK2", "`fmW2fmF2`"),
    ("fQ", "`fRfB`"),
    ("fsK", "each with its own directions"), ("pR", "`hops`"), ("gQ", "`hops`"), ("nNN", "`nN`"), ("ffW", "write `f`")])
def test_hints_say_what_to_write(text, hint):
    with pytest.raises(BetzaError) as caught:
        parse_betza(text)
    assert hint in caught.value.hint


@pytest.mark.parametrize(("text", "hint"), [
    ("forward", "write `fW` for forward; docs/notation.md explains the letters"),
    ("Forwards", "write `fW` for forwards; docs/notation.md explains the letters"),
    ("one step diagonally", "write `W` for step and `F` for diagonally; docs/notation.md explains the letters"),
    ("nothing", "write `none` for nothing; docs/notation.md explains the letters"),
    ("two spaces along a river", "write letters, such as `W` for one step; docs/notation.md explains the letters"),
    ("δύο βήματα", "write letters, such as `W` for one step; docs/notation.md explains the letters"),
])
def test_words_are_one_mistake_with_their_letters(text, hint):
    with pytest.raises(BetzaError) as caught:
        parse_betza(text)
    assert [(m.column, m.what, m.hint) for m in caught.value.mistakes] == [
        (0, f"`{text}` is not in the letters of the movement notation", hint)]


def test_only_what_can_be_done_on_the_board_is_proposed():
    """A map without lines has no forward, so the hint names the letters that there are."""
    with pytest.raises(BetzaError) as caught:
        parse_betza("forward", map_board(["kent", "essex"], [("kent", "essex")]).compass)
    assert len(caught.value.mistakes) > 1
    assert caught.value.hint.startswith("a capital must follow: ")


@pytest.mark.parametrize("letter", sorted(set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ[]()-?!_ ")
                                          - set("WFDNAHCLZJGKRBQfblrvshmcin")))
def test_every_other_letter_is_refused_by_name(letter):
    with pytest.raises(BetzaError) as caught:
        parse_betza(f"fF{letter}W")
    assert caught.value.column == 2
    assert ("a space" if letter == " " else f"`{letter}`") in caught.value.message


@pytest.mark.parametrize(("one", "other"), [
    ("C", "L"), ("Z", "J"), ("K", "WF"), ("Q", "RB"), ("R", "W0"), ("B", "F0"), ("WW", "W0"), ("FF", "B"), ("W1", "W"),
    ("R3", "W3"), ("NN", "N0"), ("DD", "D0"), ("N1", "N"), ("CC", "LL"), ("A9", "AA"),
    ("B2", "F2"), ("K0", "Q"), ("Q1", "K"), ("mcN", "N"), ("fbN", "vN"), ("lrW", "sW"), ("hlhrN", "N"), ("vvssN", "N"),
    ("fWfF", "fFfW"), ("vF", "F"), ("flfrF", "fF")])
def test_two_ways_to_write_one_movement(one, other):
    assert alone(one) == alone(other)


@pytest.mark.slow
@settings(max_examples=50)
@given(betza_texts, betza_texts)
def test_parts_add_up(one, other):
    (quiet, captures), (more_quiet, more_captures) = (alone(text, "c3", 5) for text in (one, other))
    assert alone(joined([one, other]), "c3", 5) == (quiet | more_quiet, captures | more_captures)


@given(st.text("fblrvshmcinWFDNAHCZGKRBQx019 ", max_size=8))
def test_any_text_is_read_or_refused_with_a_place(text):
    try:
        movement = parse_betza(text)
    except BetzaError as error:
        mistakes = error.mistakes
    else:
        assert str(movement) == text
        assert movement.words().endswith(".")
        return
    assert mistakes
    assert all(0 <= mistake.column <= len(text) and mistake.hint for mistake in mistakes)


def test_a_piece_may_stay_where_it_is():
    assert alone("none") == (set(), set())
    assert parse_betza("none").words() == "Does not move."
    for text in ("None", "noneW", "Wnone", "none "):
        with pytest.raises(BetzaError):
            parse_betza(text)


def test_modes_may_stand_in_any_order():
    for modes in itertools.permutations("cin"):
        assert alone(f"f{''.join(modes)}D") == (set(), {"d6"})
