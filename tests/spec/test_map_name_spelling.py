"""Names of spaces as people write them: read from drawings and texts, printed everywhere, with short names in
notation."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.core.languages import load_words
from fabgen.core.plain_letters import write_without_accents
from fabgen.core.problems import FabgenError
from fabgen.figures.positions.captions import describe_case, write_claim_lines
from fabgen.rules.boards import MapBoard, TextError, map_board, parse_cells
from fabgen.rules.notation import parse_action, read_action_text
from fabgen.rules.position import Position, Setting
from fabgen.spec.load import Spec, load_spec

SKERRIES = Path(__file__).parents[1] / "templates" / "skerries"
NAMES = {"northsea": "North Sea", "skane": "Skåne", "iledor": "Île d'Or", "ash": "ash"}


@pytest.fixture(scope="module")
def skerries() -> Spec:
    return load_spec(str(SKERRIES))


def board() -> MapBoard:
    return map_board(NAMES, [("northsea", "skane"), ("skane", "iledor"), ("iledor", "ash")], (), NAMES)


@pytest.mark.parametrize(("name", "short"), [
    ("North Sea", "northsea"), ("Skåne", "skane"), ("Île d'Or", "iledor"), ("Æbelø", "aebelo"), ("Łódź", "lodz"),
    ("Straße 7", "strasse7"), ("Москва", "москва"), ("kent", "kent"),
])
def test_short_names_are_the_plain_letters(name: str, short: str) -> None:
    assert write_without_accents(name) == short


@pytest.mark.parametrize("text", ["North Sea, Skåne", "northsea skane", "north sea,  SKÅNE", "North Sea skane"])
def test_cells_are_listed_by_either_name(text: str) -> None:
    assert parse_cells(text, board()) == ("northsea", "skane")


@pytest.mark.parametrize(("text", "mistakes"), [
    ("Nort Sea, Skåne", [("`Nort Sea` is not the name of a cell", "did you mean North Sea?")]),
    ("Skanne, ash", [("`Skanne` is not the name of a cell", "did you mean Skåne?")]),
    ("Iles d'Or\nAsh", [("`Iles d'Or` is not the name of a cell", "did you mean Île d'Or?")]),
    ("quokka", [("`quokka` is not the name of a cell", "cells here are North Sea, Skåne, Île d'Or, ash")]),
])
def test_a_misspelled_name_is_one_mistake_with_the_name_that_may_be_meant(text: str, mistakes: list[tuple[str, str]]
                                                                         ) -> None:
    with pytest.raises(TextError) as caught:
        parse_cells(text, board())
    assert [(mistake.what, mistake.hint) for mistake in caught.value.mistakes] == mistakes


@pytest.mark.parametrize("text", ["North Sea - Skåne", "North Sea-Skåne", "northsea-skane", "North Sea – Skåne"])
def test_a_move_is_written_with_either_name(text: str) -> None:
    action = parse_action(text, board())
    assert (action.origin, action.target, action.captured) == ("northsea", "skane", None)


@pytest.mark.parametrize("text", ["North Sea x Skåne", "North SeaxSkåne", "northseaxskane", "North Sea × Skåne"])
def test_a_capture_is_written_with_either_name(text: str) -> None:
    assert read_action_text(text, board()).path == ("northsea", "skane")
    assert read_action_text(text, board()).captures == (True,)


@pytest.mark.parametrize(("text", "what", "hint"), [
    ("Skåne - North See", "`North See` is not on the board", "did you mean North Sea?"),
    ("Skaane × North Sea", "`Skaane` is not on the board", "did you mean Skåne?"),
])
def test_the_wrong_name_of_a_move_is_the_one_that_is_reported(text: str, what: str, hint: str) -> None:
    with pytest.raises(TextError) as caught:
        read_action_text(text, board())
    mistake, = caught.value.mistakes
    assert (mistake.what, mistake.hint) == (what, hint)


def test_how_actions_are_written_is_shown_with_spaces_of_the_map() -> None:
    with pytest.raises(TextError) as caught:
        read_action_text("Skåne + ?", board())
    assert caught.value.mistakes[0].hint == (
        "`North Sea - Skåne` moves, `North Sea x Skåne` captures, `pawn@North Sea` places")
    for text in ("North Sea - Skåne", "North Sea x Skåne", "pawn@North Sea"):
        read_action_text(text, board())


def test_people_read_names() -> None:
    assert board().write_action("northseaxskane-iledor") == "North Sea × Skåne – Île d'Or"
    assert board().write_action("fleet@iledor") == "fleet@Île d'Or"
    assert board().write_action("pass") == "pass"
    assert board().picture({"skane": "F"})[:2] == ["North Sea .", "Skåne     F"]


def test_a_position_has_pieces_on_spaces_with_blanks() -> None:
    setting = Setting(board(), {"Éowyn": "up", "Ash": "down"}, ("Fleet", "North Wind"))
    position = Position.parse("Éowyn: Fleet North Sea, North Wind Île d'Or; Ash: Fleet ash; turn: Ash", setting)
    assert str(position) == "Éowyn: Fleet northsea, North Wind iledor; Ash: Fleet ash; turn: Ash"


def test_a_wrong_name_is_answered_with_the_right_one() -> None:
    assert board().explain_unknown_cell("Skone") == ("`Skone` is not on the board", "did you mean Skåne?")


def test_books_and_refusals_have_names(skerries: Spec) -> None:
    case, words = skerries.cases[0], load_words("en")
    runs = [run.text for line in write_claim_lines(skerries, case, words) for run in line.text]
    assert {"North Sea Rock – Skåne", "North Sea Rock × Wolf's Tooth"} <= {*runs}
    assert "northsea" not in describe_case(skerries, case, words)
    refusal = case.match.why_not("Éowyn", "North Sea Rock - Muck") if case.match else ""
    assert "North Sea Rock" in refusal
    assert "Muck" in refusal


MAP = """\
fabgen: 1
title: T
designer: D
players: {red: {forward: up, material: acrylic-3mm/red}}
board:
  cell: 40 mm
  material: birch-ply-3mm
  map:
    spaces: {North Sea: "0,0 40,0 40,40 0,40", Skåne: "40,0 80,0 80,40 40,40", MORE: "80,0 120,0 120,40 80,40"}
KEYS
pieces: {fleet: {moves: W, body: {tile: disc}}}
"""


def loaded(folder: Path, spaces: str, keys: str) -> Spec:
    path = folder / "game.yaml"
    path.write_text(MAP.replace("MORE", spaces).replace("KEYS", keys), "utf-8")
    return load_spec(str(path))


def test_short_names_and_names_may_be_given(tmp_path: Path) -> None:
    spec = loaded(tmp_path, "kent", "    ids: {North Sea: nth}\n    names: {nth: The North Sea}")
    assert spec.lattice.cells == ("nth", "skane", "kent")
    assert [spec.lattice.title(cell) for cell in spec.lattice.cells] == ["The North Sea", "Skåne", "kent"]


@pytest.mark.parametrize(("space", "keys", "what"), [
    ("Skane", "", "the spaces `Skåne` and `Skane` have the same short name `skane`"),
    ("4b", "", "`4b` cannot name a space"),
    ("kent", "    ids: {North See: nth}", "there is no space `North See`"),
    ("kent", "    ids: {North Sea: N S}", "`N S` cannot be the short name of a space"),
    ("kent", "    names: {nth: North Sea}", "no space has the short name `nth`"),
])
def test_mistakes_in_names_are_reported(tmp_path: Path, space: str, keys: str, what: str) -> None:
    with pytest.raises(FabgenError) as caught:
        loaded(tmp_path, space, keys)
    assert what in [problem.what for problem in caught.value.problems]


def test_a_name_may_have_an_apostrophe(skerries: Spec) -> None:
    assert skerries.game.piece_name("Barge", 2) == "King's Barges"
