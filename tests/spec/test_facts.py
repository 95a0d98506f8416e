"""`facts` of a spec: what is understood, what is refused with which words, and what covers say in five languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError
from fabgen.figures.rulebook.game_facts import list_facts
from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
from fabgen.spec.game import Facts
from fabgen.spec.load import load_spec
from fabgen.typeset.blocks import plain_text

GAME = """fabgen: 1
title: T
designer: D
facts: {FACTS}
players:
  white: {forward: up}
  black: {forward: down}
board: {grid: 3x3, cell: 40 mm, material: acrylic-3mm/clear}
pieces:
  pawn: {each: 1, moves: W, body: {standee: pawn}}
"""


def load(folder: Path, facts: str):  # type: ignore[no-untyped-def]
    """The game with these facts."""
    text = GAME.replace("FACTS", facts).replace("forward: up", "forward: up, material: acrylic-3mm/white")
    (folder / "game.yaml").write_text(text.replace("forward: down", "forward: down, material: acrylic-3mm/black"))
    (folder / "rules.md").write_text("# Start\n\nMove.\n")
    return load_spec(str(folder))


@pytest.mark.parametrize(("written", "span"), [("30", (30, 30)), ("20-30", (20, 30)), ("20 – 30", (20, 30)),
                                               ("[20, 30]", (20, 30))])
def test_a_range_is_a_number_or_the_least_and_the_most(tmp_path: Path, written: str, span: tuple[int, int]) -> None:
    assert load(tmp_path, f"minutes: {written}").game.facts.minutes == span


@pytest.mark.parametrize(("facts", "what"), [
    ("minutes: half an hour", "`half an hour` is neither a number nor a range"),
    ("minutes: 40-20", "the range `40-20` is out of order"),
    ("minutes: 0", "`0` is out of range"),
    ("players: 2-5", "`facts` say up to 5 players, but `players` has 2"),
    ("agee: 8", "agee"),
])
def test_a_wrong_fact_is_one_problem_at_its_place(tmp_path: Path, facts: str, what: str) -> None:
    with pytest.raises(FabgenError) as caught:
        load(tmp_path, facts)
    (problem,) = caught.value.problems
    assert what in problem.what
    assert problem.hint


SPOKEN = {
    "en": ["2 to 4 players", "Ages 8 and up", "20 to 30 minutes"],
    "de": ["2 bis 4 Spieler", "ab 8 Jahren", "20 bis 30 Minuten"],
    "fr": ["2 à 4 joueurs", "dès 8 ans", "20 à 30 minutes"],
    "es": ["De 2 a 4 jugadores", "a partir de 8 años", "de 20 a 30 minutos"],
    "nl": ["2 tot 4 spelers", "vanaf 8 jaar", "20 tot 30 minuten"],
}


@pytest.mark.parametrize("language", SPOKEN)
def test_covers_say_facts_in_five_languages(language: str) -> None:
    facts = Facts(players=(2, 4), age=8, minutes=(20, 30))
    assert list(list_facts(facts, 4, 0, load_words(language))) == SPOKEN[language]


def test_one_of_them_is_singular() -> None:
    facts = Facts(players=(1, 1), age=1, minutes=(1, 1))
    assert list(list_facts(facts, 1, 0, load_words("de"))) == [
        "1 Spieler", "ab 1 Jahr", "1 Minute"]


def test_the_imprint_has_rights_and_thanks(tmp_path: Path) -> None:
    facts = "copyright: 1843 Ada Byron, licence: CC BY 4.0, thanks: Thanks to all."
    imprint = [plain_text(line) for line in read_game_rulebook(load(tmp_path, facts)).imprint]
    assert imprint[1:3] == ["© 1843 Ada Byron. Licence: CC BY 4.0.", "Thanks to all."]


def test_the_cover_says_what_the_source_of_incorrect_checkers_says() -> None:
    """Its source: 2 players / 30 minutes / 8 years and older."""
    facts = read_game_rulebook(load_spec("incorrect-checkers")).facts
    assert facts == "2 players · Ages 8 and up · 30 minutes"
