"""The sentences of movements, and that they name just the directions there are."""

import pytest
from hypothesis import given
from rules.helpers import betza_texts

from fabgen.rules.betza import parse_betza


@pytest.mark.parametrize(("text", "sentence"), [
    ("fF", "Moves or captures one step diagonally forward."),
    ("fcW2smW", "Moves one step sideways; captures one or two steps straight ahead, blocked by any piece in between."),
    ("fcWfcDsmW", "Moves one step sideways; captures one step straight ahead, or exactly two steps straight ahead, "
                  "jumping over anything in the way."),
    ("fmFfsmNfhcN", "Moves one step diagonally forward, or in an L-shape (two steps to either side and one forward), "
                    "jumping over anything in the way; captures in an L-shape (two steps straight ahead and one "
                    "to either side, or two steps to either side and one forward), jumping over anything in the way."),
    ("N", "Moves or captures in an L-shape (two steps straight in any direction and one to either side), "
          "jumping over anything in the way."),
    ("NN", "Moves or captures in an L-shape (two steps straight in any direction and one to either side), "
           "any number of times in the same direction, blocked only by pieces on which a leap ends."),
    ("fD3", "Moves or captures exactly two steps straight ahead, one to three times in the same direction, "
            "blocked only by pieces on which a leap ends."),
    ("K", "Moves or captures one step in any direction, straight or diagonal."),
    ("Q", "Moves or captures any number of steps in any direction, straight or diagonal, "
          "blocked by any piece in between."),
    ("bmW3", "Moves one to three steps straight back, blocked by any piece in between."),
    ("nA", "Moves or captures exactly two steps diagonally in any direction, if the cell in between is empty."),
    ("fnH", "Moves or captures exactly three steps straight ahead, if both cells in between are empty."),
    ("lfnN", "Moves or captures in an L-shape (two steps straight ahead and one to the left), "
             "if the neighbouring cell on the longer side is empty."),
    ("fmWfcFfimnD", "Moves one step straight ahead; captures one step diagonally forward; on its first move it moves "
                    "exactly two steps straight ahead, if the cell in between is empty."),
    ("flbrF", "Moves or captures one step diagonally forward to the left or diagonally backward to the right."),
    ("rbF1", "Moves or captures one step diagonally backward to the right."),
    ("fsW", "Moves or captures one step straight ahead or sideways."),
])
def test_a_movement_is_written_out_in_a_sentence(text, sentence):
    assert parse_betza(text).words() == sentence


@pytest.mark.slow
@given(betza_texts)
def test_sentences_are_whole(text):
    sentence = parse_betza(text).words()
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert "  " not in sentence
    assert "()" not in sentence
    assert " ," not in sentence


@pytest.mark.parametrize(("text", "unlimited"), [
    ("R", True), ("fFB", True), ("W9", False), ("N", False), ("W0", True), ("NN", True), ("N2", False)])
def test_a_movement_is_unlimited_where_only_the_edge_ends_it(text, unlimited):
    assert parse_betza(text).is_unlimited is unlimited
