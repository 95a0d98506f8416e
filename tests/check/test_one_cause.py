"""One mistake in a spec, one message: nothing that follows from it is reported too, and no figure is drawn of a game
that cannot be drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.check.game import check_spec
from fabgen.core.problems import FabgenError, Problem
from fabgen.spec.load import load_spec
from tests.specs import put

CARD = "aids:\n  reference: {kind: card}\n"
DECK = "decks:\n  deeds:\n    cards: [{title: Guard, diagram: moves:guard}]\n"
TEXT = "# Skirmish\n\nTake turns.\n\n# Quick reference\n\n![](legend)\n\n![](moves:guard)\n"
SHARED = "rules:\n  set: standard\n  sharing: {limit: 2}\nsetup:\n  white: {guard: a1 a1}\n  black: {guard: e5 e5}\n"
SIGN = "{standee: pawn}", "{tile: disc, face: sign, sign: stra}"


def errors(folder: Path, extra: str, *pairs: tuple[str, str]) -> list[Problem]:
    """The errors of a game with further keys; its rules text has a quick reference with figures."""
    path = put(folder)
    text = path.read_text("utf-8")
    for old, new in pairs:
        assert old in text + extra
        text, extra = text.replace(old, new), extra.replace(old, new)
    path.write_text(text + extra, "utf-8")
    path.with_name("rules.md").write_text(TEXT, "utf-8")
    return [problem for problem in check_spec(load_spec(str(path), allow_errors=True)) if problem.level == "error"]


@pytest.mark.parametrize("extra", [CARD, DECK], ids=["card", "deck"])
@pytest.mark.parametrize(("old", "new", "what"), [
    ("{standee: pawn}", "{standee: boat}", "there is no shape `boat`"),
    (*SIGN, "there is no mark `stra`"),
], ids=["shape", "sign"])
def test_cards_of_a_game_that_cannot_be_drawn_are_left_out(
    tmp_path: Path, extra: str, old: str, new: str, what: str
) -> None:
    assert [problem.what for problem in errors(tmp_path, extra, (old, new))] == [what]


@pytest.mark.parametrize(("new", "what"), [
    ("limit: 0", "`0` is too small"),
    ("limit: {harbour: 2}", "there is no zone `harbour`"),
    ("limit: 2, compulsary: always", "unknown key `compulsary`"),
])
def test_a_mistake_in_the_limit_of_a_cell_does_not_move_pieces(tmp_path: Path, new: str, what: str) -> None:
    examples = "\nexamples:"  # those of the game are for pieces that do not share cells
    path = put(tmp_path)
    text = path.read_text("utf-8").partition(examples)[0].replace(
        "    moves: {ruling: REACH, long: fW2, short: fW}", "    moves: W").replace("rulings:\n  REACH: long", "")
    path.write_text(f"{text}\n{SHARED}".replace("limit: 2", new, 1), "utf-8")
    found = [problem for problem in check_spec(load_spec(str(path), allow_errors=True)) if problem.level == "error"]
    assert [problem.what for problem in found] == [what]


def test_the_material_of_the_board_is_reported_once(tmp_path: Path) -> None:
    extra = "tracks:\n  points: {last: 9}\ndice:\n  fate: {make: engrave}\n"
    found = errors(tmp_path, extra, ("acrylic-3mm/clear", "plywood"))
    assert [(problem.where.key, problem.what) for problem in found] == [
        ("board.material", "`plywood` is not a known material")]


def test_a_colour_in_place_of_a_material_is_reported_once_with_what_to_write(tmp_path: Path) -> None:
    """Without its material the player's colour is not known: that is not said too, nor that pieces look alike."""
    path = put(tmp_path)
    path.write_text(path.read_text("utf-8").replace("material: acrylic-3mm/black", "material: red"), "utf-8")
    spec = load_spec(str(path), allow_errors=True)
    problems = [problem for problem in check_spec(spec) if "players" in problem.where.key]
    assert [(problem.where.key, problem.what, problem.hint) for problem in problems] == [
        ("players.black.material", "`red` is a colour, not a material",
         "write `acrylic-3mm/red`: a material, then the colour")]


def test_a_material_of_a_track_is_reported_there(tmp_path: Path) -> None:
    found = errors(tmp_path, "tracks:\n  points: {last: 9, material: plywod}\n")
    assert [problem.where.key for problem in found] == ["tracks.points.material"]


@pytest.mark.parametrize(("extra", "key"), [
    ("tracks: {points: {last: 9, name: 名}}\n", "tracks.points.name"),
    ("dice: {fate: {name: 名}}\n", "dice.fate.name"),
    ("decks: {deeds: {name: 名, cards: [{title: Guard}]}}\n", "decks.deeds.name"),
    ("aids: {notes: {kind: slips, count: 2, lines: [Go], name: 名}}\n", "aids.notes.name"),
    ("facts: {thanks: 名}\n", "facts.thanks"),
])
def test_a_name_that_the_font_cannot_show_is_reported_once_at_its_place(tmp_path: Path, extra: str, key: str) -> None:
    assert [(problem.where.key, problem.what) for problem in errors(tmp_path, extra)] == [
        (key, "the font has no character for '名' (U+540D)")]


@pytest.mark.parametrize(("old", "new", "key"), [
    ("guard:\n    each: 3", "guard:\n    name: 名\n    each: 3", "pieces.guard.name"),
    ("flag: {count: 2,", "flag: {name: 名, count: 2,", "tokens.flag.name"),
    ("white: {forward: up,", "white: {name: 名, forward: up,", "players.white.name"),
    ("near: {cells: a1-e1,", "near: {name: 名, cells: a1-e1,", "board.zones.near.name"),
])
def test_a_name_of_a_thing_on_the_board_too(tmp_path: Path, old: str, new: str, key: str) -> None:
    assert {(problem.where.key, problem.what) for problem in errors(tmp_path, "", (old, new))} == {
        (key, "the font has no character for '名' (U+540D)")}


def test_a_missing_picture_of_a_card_names_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "skirmish" / "art").mkdir(parents=True)
    (tmp_path / "skirmish" / "art" / "storm.png").write_bytes(b"")
    deck = "decks: {deeds: {back: {picture: art/strom.png}, cards: [{title: Storm, picture: art/strom.png}]}}\n"
    assert [(problem.where.key, problem.hint) for problem in errors(tmp_path, deck)] == [
        ("decks.deeds.back.picture", "did you mean art/storm.png?"),
        ("decks.deeds.cards[1].picture", "did you mean art/storm.png?")]


@pytest.mark.parametrize("kind", ["example", "comic", "scene"])
def test_a_mistake_in_an_example_does_not_make_its_figure_unknown(tmp_path: Path, kind: str) -> None:
    path = put(tmp_path)
    text = path.read_text("utf-8").replace("    exactly: [c2-c3", "    exactli: [c2-c3")
    path.write_text(text.replace("    illegal: [c2xd3]\n", ""), "utf-8")
    rules = f"# Skirmish\n\nA guard strikes.\n\n![A strike]({kind}:strike)\n"
    path.with_name("rules.md").write_text(rules, "utf-8")
    found = [problem for problem in check_spec(load_spec(str(path), allow_errors=True)) if problem.level == "error"]
    assert [problem.what for problem in found] == ["unknown key `exactli`"]


@pytest.mark.parametrize(("old", "new", "expected"), [
    ("grid: 5x5", "grid: 5*5", "`5*5` is not a grid"),
    ("grid: 5x5", "grid: [5, 5]", "a list is not text"),
])
def test_of_a_board_that_was_not_read_nothing_is_said_about_its_title(
    tmp_path: Path, old: str, new: str, expected: str
) -> None:
    path = put(tmp_path)
    text = path.read_text("utf-8").replace(old, new, 1).replace("cell: 40 mm", "cell: 20 mm\n  border: 10 mm")
    path.write_text(text.replace("title: Skirmish", "title: The Skirmish of Nine Bridges"), "utf-8")
    found = [problem.what for problem in check_spec(load_spec(str(path), allow_errors=True))]
    assert expected in found
    assert not any("left out of the board" in what for what in found)


def test_no_zone_is_missed_in_rules_that_were_not_read(tmp_path: Path) -> None:
    """The word that is wrong may be the one that names the zone."""
    path = put(tmp_path)
    text = path.read_text("utf-8").replace("    far: {", "    marsh: {cells: c3}\n    far: {")
    path.write_text(text + "\nrules:\n  set: standard\n  forbidden: {guard: neer}\n", "utf-8")
    found = check_spec(load_spec(str(path), allow_errors=True))
    assert any(problem.what == "there is no zone `neer`" for problem in found)
    assert not any("names the zone" in problem.what for problem in found)


def test_a_player_who_stands_twice_is_not_missed_in_the_facts(tmp_path: Path) -> None:
    path = put(tmp_path)
    text = path.read_text("utf-8").replace("  black: {", "  white: {", 1) + "\nfacts: {players: 2}\n"
    path.write_text(text, "utf-8")
    with pytest.raises(FabgenError) as caught:
        load_spec(str(path), allow_errors=True)
    assert [problem.what for problem in caught.value.problems] == ["the key `white` stands twice here"]


@pytest.mark.parametrize(("board", "directions"), [
    ("grid: 5x5", "one of up, down, left or right"),
    ("hexagon: 4", "one of up, up-right, down-right, down, down-left or up-left"),
])
def test_a_wrong_direction_is_told_with_those_of_the_board(tmp_path: Path, board: str, directions: str) -> None:
    (tmp_path / "rules.md").write_text("# Rules\n\nGo.\n", "utf-8")
    (tmp_path / "game.yaml").write_text(
        "fabgen: 1\ntitle: Tiny\ndesigner: Nobody\n"
        "players:\n  green: {forward: east, material: acrylic-3mm/green}\n"
        f"board: {{{board}, cell: 40 mm, material: acrylic-3mm/clear}}\n"
        "pieces:\n  pawn: {moves: fW, body: {standee: pawn}}\n", "utf-8")
    found = [problem for problem in check_spec(load_spec(str(tmp_path), allow_errors=True)) if problem.level == "error"]
    assert [(problem.what, problem.hint) for problem in found] == [("nobody goes east on this board", directions)]


@pytest.mark.parametrize(("written", "hint"), [
    ("yes", "write `box: {}` for all as usual, or with its keys"), ("no", "leave `box` out")])
def test_a_box_that_is_yes_or_no_is_told_what_to_write(tmp_path: Path, written: str, hint: str) -> None:
    found = errors(tmp_path, f"box: {written}\n")
    assert [(problem.where.key, problem.hint) for problem in found] == [("box", hint)]


def test_an_unknown_language_is_told_with_those_that_fabgen_speaks(tmp_path: Path) -> None:
    found = errors(tmp_path, "language: deutsch\n")
    assert [(problem.what, problem.hint) for problem in found] == [
        ("`deutsch` is no language",
         "fabgen speaks de, en, es, fr and nl; or write the name of a .yaml file beside the spec")]
