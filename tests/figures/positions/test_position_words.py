"""Positions in sentences: every section of the text form is said, and none in the notation of specs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from specs import loaded

from fabgen.core.languages import Catalogue, load_words
from fabgen.figures.positions.position_words import describe_position, head_section, name_section
from fabgen.rules.position import Position
from fabgen.spec.load import Spec, load_spec

WORDS = load_words()


def described(spec: Spec, text: str, *, is_over: bool = False) -> str:
    return describe_position(spec, Position.parse(text, spec.setting), WORDS, is_over=is_over)


@pytest.mark.parametrize(("position", "sentences"), [
    ("green: pawn c3; phase: move; denied: d4; again: c3; turn: green",
     "Green has 1 pawn on c3. Green is to move. The spawn phase is over. d4 may not be entered again this turn. "
     "The piece on c3 must make a different move"),
    ("green: pawn b4 c4, spearman e1; orange tokens: 1; green tokens: 2; denial: d4 d4 e5; turn: orange",
     "Green has 2 pawns on b4 and c4; 1 spearman on e1. There are denial tokens on d4 (2) and e5. "
     "Orange has 1 token. Green has 2 tokens. Orange is to move"),
    ("orange supply: 2 pawn, 1 knight; orange resting: 1 spearman; denial: d4; turn: green",
     "There is a denial token on d4. Orange has 2 pawns and 1 knight in the supply. "
     "Orange has 1 spearman resting in the supply. Green is to move"),
    ("green: pawn a5; mode: new begun; pending: a5-b6; turn: green",
     "Green has 1 pawn on a5. Green is to move. A new piece has moved. The move a5-b6 has been declared"),
    ("turn: green", "The board is empty. Green is to move"),
])  # fmt: skip
def test_a_position_in_sentences(position: str, sentences: str) -> None:
    assert described(load_spec("correction"), position) == sentences


def test_players_in_notes_are_names() -> None:
    spec = load_spec("chess-battle")
    (case,) = (case for case in spec.cases if case.example.id == "frozen-out")
    text = describe_position(spec, case.start, WORDS)
    assert text.endswith(
        "This is round 2. These players are frozen: White. "
        "These players have used their freeze tokens: Blue, Orange and Black"
    )


def test_the_turn_is_not_said_of_a_game_that_is_over(tmp_path: Path) -> None:
    spec = loaded(tmp_path)
    text = "white: guard c2; black: guard b3; turn: white"
    assert described(spec, text) == "White has 1 guard on c2. Black has 1 guard on b3. White is to move"
    assert described(spec, text, is_over=True) == "White has 1 guard on c2. Black has 1 guard on b3"
    assert described(spec, "white: guard c2; unmoved: c2").endswith("These pieces have not moved yet: c2")


def test_sections_of_another_rule_set_keep_their_names_until_the_words_know_them(tmp_path: Path) -> None:
    spec = loaded(tmp_path)
    setting = replace(spec.setting, held=("reserve",), counts=("coins",), notes=("clock",))
    position = Position.parse("white: guard c2; white reserve: 2 lancer; black coins: 3; clock: late", setting)
    assert describe_position(spec, position, WORDS).endswith("White reserve: 2 lancers. Black coins: 3. Clock: late")
    spec.game.__dict__["rules"] = "far-off"
    known = Catalogue(
        "en", {**WORDS.entries, "note_far_off_clock": "The clock says {value}.", "section_reserve": "stock"}, "en"
    )
    assert describe_position(spec, position, known).endswith(
        "White stock: 2 lancers. Black coins: 3. The clock says late"
    )
    assert name_section(spec, "white", "hand", WORDS) == "White hand"
    headings = [head_section(spec, "white", section, WORDS) for section in ("hand", "supply", "reserve")]
    assert headings == ["White holds:", "White supply:", "White reserve:"]
