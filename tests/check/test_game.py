"""What a game claims is held against its rules, and what it names against what there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from specs import GAME, marked, problems, put

from fabgen.check.game import check_spec
from fabgen.core.problems import Problem
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec


def only(folder: Path, *pairs: tuple[str, str]) -> Problem:
    (found,) = problems(folder, *pairs)
    return found


def place(found: Problem) -> tuple[int, int]:
    return found.where.line, found.where.column


def at(words: str) -> tuple[int, int]:
    """Where some words of the game begin."""
    return marked(GAME.replace(words, "¤" + words))[1]


@pytest.mark.slow
def test_a_sound_game_and_all_templates_have_no_problems(tmp_path: Path) -> None:
    assert problems(tmp_path) == []
    for name in template_folders():
        assert [p for p in check_spec(load_spec(name)) if p.level != "notice"] == []


def test_a_diagram_that_is_not_what_the_movement_says_is_shown_beside_it(tmp_path: Path) -> None:
    found = only(tmp_path, ("x o x\n", "x o o\n"))
    assert place(found) == at("diagram: |")
    assert found.what == "the diagram of the guard is not what `fmWfcF` says"
    lines = found.hint.split("\n")
    assert [line.split() for line in lines] == [
        ["as", "written", "as", "computed"], ["x", "o", "[o]", "x", "o", "[x]"], [".", "@", ".", ".", "@", "."]]


def test_a_missing_cross_and_an_extra_row_are_seen(tmp_path: Path) -> None:
    assert "[.]" in only(tmp_path, ("x o x\n", ". o x\n")).hint
    assert "[o]" in only(tmp_path, ("      . @ .\n", "      . @ .\n      . o .\n")).hint
    assert problems(tmp_path, ("      . @ .\n", "      . @ .\n      . . .\n")) == []  # empty margins make no difference


def test_a_spear_that_may_be_blocked_and_one_that_leaps_have_the_same_diagram(tmp_path: Path) -> None:
    """Crosses are found with one enemy at a time; with two, the far one would hide (notation, the diagram's trap)."""
    drawn = ("    body: {standee: spear}", "    body: {standee: spear}\n    diagram: |\n      x\n      x\n      @")
    for moves in ("fcW2", "fcWfcD"):
        assert problems(tmp_path, drawn, ("long: fW2", f"long: {moves}")) == []


@pytest.mark.parametrize(("claim", "why"), [
    ("c2-b3", "the black guard stands on b3: the move is written c2xb3"),
    ("c2xc3", "no piece stands on c3: the move is written c2-c3"),
    ("c2-d3", "the guard on c2 goes to d3 only to capture, and no piece stands there"),
    ("c2-e5", "the guard on c2 cannot reach e5"),
    ("a1xb3", "the lancer on a1 cannot reach b3"),
    ("b3-b2", "it is the turn of white, and the guard on b3 belongs to black"),
    ("d4-d5", "no piece stands on d4"),
])
def test_a_false_legal_names_the_rule(tmp_path: Path, claim: str, why: str) -> None:
    found = only(tmp_path, ("illegal: [c2xd3]", f"legal: [c2-c3, {claim}]"))
    assert found.where.key == "examples[1].legal[2]"
    assert found.what == f"{claim} is not legal: {why}"
    assert found.hint.endswith("legal: c2xb3 and c2-c3")


def test_a_false_illegal(tmp_path: Path) -> None:
    found = only(tmp_path, ("illegal: [c2xd3]", "illegal: [c2xd3, c2xb3]"))
    assert (found.where.key, found.what) == ("examples[1].illegal[2]", "c2xb3 is legal")


@pytest.mark.parametrize(("claims", "what"), [
    ("c2-c3", "c2xb3 is legal too"),
    ("", "c2xb3 and c2-c3 are legal too"),
    ("c2-c3, c2xb3, c2-d3",
     "c2-d3 is not legal: the guard on c2 goes to d3 only to capture, and no piece stands there"),
    ("c2-c3, c2xb3, a1-a2", "a1-a2 is not legal: it is not a move of the piece on c2"),
    ("c2-c3, c2-c4", "c2xb3 is legal too; c2-c4 is not legal: the guard on c2 cannot reach c4"),
])
def test_a_wrong_exactly(tmp_path: Path, claims: str, what: str) -> None:
    found = only(tmp_path, ("exactly: [c2-c3, c2xb3]", f"exactly: [{claims}]"))
    assert place(found) == at("exactly:")
    assert found.what == what


def test_exactly_without_a_piece_covers_all_pieces_of_the_player(tmp_path: Path) -> None:
    """The lancer `fW2` on a1 reaches a2 and a3."""
    found = only(tmp_path, ("    piece: c2\n", ""))
    assert found.what == "a1-a2 and a1-a3 are legal too"
    whole = ("[c2-c3, c2xb3]", "[c2-c3, c2xb3, a1-a2, a1-a3]")
    assert problems(tmp_path, ("    piece: c2\n", ""), whole) == []


def test_a_ruling_changes_what_is_true(tmp_path: Path) -> None:
    long = [("    piece: c2\n", "    piece: a1\n"), ("[c2-c3, c2xb3]", "[a1-a2, a1-a3]")]
    assert problems(tmp_path, *long) == []
    found = only(tmp_path, *long, ("REACH: long", "REACH: short"))
    assert found.what == "a1-a3 is not legal: the lancer on a1 cannot reach a3 (REACH)"


BOTH = ("REACH: long", "REACH: {reading: long, others: [short], why: Because.}")
LANCER = "    position: \"white: guard c2, lancer a1; black: guard b3; turn: white\"\n    piece: c2\n"


@pytest.mark.parametrize(("claims", "told"), [
    ("exactly: [a1-a2, a1-a3]", ["a1-a3 is not legal: the lancer on a1 cannot reach a3 (REACH)"]),
    ("legal: [a1-a3]", ["a1-a3 is not legal: the lancer on a1 cannot reach a3 (REACH)"]),
    ("illegal: [a1-a3]", []),
    ("exactly: [a1-a2]", []),
])
def test_a_game_without_rules_is_judged_under_another_reading_too(tmp_path: Path, claims: str, told: list[str]) -> None:
    """The lancer `fW` goes to a2 and no further."""
    alone = (LANCER, "    under: {REACH: short}\n    position: \"white: lancer a1; turn: white\"\n")
    pairs = (BOTH, alone, ("    exactly: [c2-c3, c2xb3]\n", f"    {claims}\n"), ("    illegal: [c2xd3]\n", ""))
    found = problems(tmp_path, *pairs)
    assert [p.what for p in found if p.level == "error"] == told
    assert [p.where.key for p in found if p.level == "notice"] == ["examples[1].under"]


def test_one_ruling_is_not_disputed_and_chosen_at_once(tmp_path: Path) -> None:
    found = only(tmp_path, BOTH, ("    piece: c2\n", "    piece: c2\n    disputed: REACH\n    under: {REACH: short}\n"))
    assert found.where.key == "examples[1].under.REACH"
    assert found.what == "`disputed` names REACH too: keep one of the two"


@pytest.mark.parametrize(("old", "new", "what", "hint"), [
    ("standee: pawn", "standee: pwan", "there is no shape `pwan`", "did you mean pawn?"),
    ("mark: star", "mark: satr", "there is no mark `satr`", "did you mean star"),
    ("acrylic-3mm/red", "acryllic-3mm/red", "`acryllic-3mm` is not a known material", "did you mean acrylic-3mm"),
    ("acrylic-3mm/black", "birch/black", "`birch` is not a known material", "birch-ply-3mm"),
    ("material: acrylic-3mm/clear", "material: glass", "`glass` is not a known material", "acrylic-3mm"),
])
def test_names_that_are_in_no_registry(tmp_path: Path, old: str, new: str, what: str, hint: str) -> None:
    found = only(tmp_path, (old, new))
    line, column = at(old)
    assert place(found) == (line, column + (len(old.split(": ")[0]) + 2 if ": " in old else 0))
    assert what in found.what
    assert hint in found.hint


@pytest.mark.parametrize(("cell", "shown"), [
    ("0", "0 mm is out of range"), ("7.999999", "7.999999 mm is out of range"),
    ("1e9", "1e+09 mm is out of range"), ("-40 mm", "-40 mm is out of range"),
    ("banana", "`banana` is not a length"), ("[40]", "is not a length"), (".inf", "is not a length"),
])
def test_cell_sizes_that_no_board_has(tmp_path: Path, cell: str, shown: str) -> None:
    found = only(tmp_path, ("cell: 40 mm", f"cell: {cell}"))
    assert place(found) == at("cell: 40")
    assert shown in found.what


@pytest.mark.parametrize(("body", "what", "hint", "level"), [
    ("base: 39 mm", "a base of 39 mm leaves no room in a cell of 40 mm", "36 mm or less", "error"),
    # It wants a base of 45 mm, and its cell has room for 38 mm; its foot is 20.8 x 90 / 33.6 = 55.7 mm wide, and 0.85
    # of a cell of 68 mm are 57.8 mm. At 70 mm the foot is 43.3 mm, and 0.85 of 54 mm are 45.9 mm.
    ("height: 90 mm", "the guard is 90 mm high on a base of 34 mm and tips over", "cells of 68 mm or more, or a lower",
     "warning"),
    ("height: 70 mm", "the guard is 70 mm high on a base of 34 mm and tips over", "cells of 54 mm or more, or a lower",
     "warning"),
    ("base: 21 mm", "the base of the guard, 21 mm, is too narrow for its foot of 20.8 mm: 1 mm must stay on each side",
     "a base of 22.8 mm or more, or a `height` of 30 mm or less", "error"),
    ("height: 16 mm, base: 30 x 16 mm", "would have cells of", "mm or more has room for it", "error"),
    ("height: 12 mm, base: 13 mm", "too small for a slot", "a base of 18 mm or more has room for it", "error"),
])
def test_bodies_that_do_not_work(tmp_path: Path, body: str, what: str, hint: str, level: str) -> None:
    found = [p for p in problems(tmp_path, ("standee: pawn", f"standee: pawn, {body}")) if what in p.what]
    assert [(p.level, p.where.key) for p in found] == [(level, "pieces.guard.body")]
    assert hint in found[0].hint
    assert place(found[0]) == at("body: {standee: pawn}")


@pytest.mark.parametrize(("title", "what"), [
    ("<&\"", ""),
    ("'", ""),
    ("Ἀθῆναι и Ω", ""),
    ("שלום <&\"", "the font has no character for 'ש' (U+05E9), 'ל' (U+05DC), 'ו' (U+05D5) and 'ם' (U+05DD)"),
    ("x" * 200, ""),
    ("x" * 201, "201 characters in one line"),
    ("♞" + "♟", "the font has no character for '♞' (U+265E) and '♟' (U+265F)"),
    ("a\u200bb", "'\\u200b' (U+200B)"),
])
def test_titles_are_set_right_or_refused_by_name(tmp_path: Path, title: str, what: str) -> None:
    quoted = title.replace("'", "''")
    found = problems(tmp_path, ("title: Skirmish", f"title: '{quoted}'"))
    left_out = [p.what for p in found if p.level == "notice"]  # of a title of 200 letters, which no board has room for
    assert [what.startswith("the title is left out of the board") for what in left_out] == [True] * (len(title) >= 200)
    found = [p for p in found if p.level != "notice"]
    assert [what in p.what for p in found] == ([True] if what else [])
    assert all(p.where.key == "title" and place(p) == (2, 1) for p in found)


def test_a_title_of_five_hundred_characters_with_hebrew_is_refused_for_both(tmp_path: Path) -> None:
    title = ("<&\" שלום " * 60)[:500].strip()
    found = problems(tmp_path, ("title: Skirmish", f"title: '{title}'"))
    assert any("characters in one line" in p.what for p in found)
    assert any("'ש' (U+05E9)" in p.what for p in found)
    assert len(found) == 2


def test_zones_that_would_draw_the_same_lines_twice(tmp_path: Path) -> None:
    twice = ("    far: {cells: a5-e5, of: black}",
             "    far: {cells: a5-e5, of: black}\n    goal: {cells: c1-c3, pattern: stripes}")
    found = only(tmp_path, twice)
    assert found.where.key == "board.zones.goal"
    assert found.what.startswith("c1 lies in the zone `near` too")
    for pattern, count in (("crosshatch", 1), ("dots", 0), ("corners", 0)):
        pair = (twice[0], twice[1].replace("stripes", pattern))
        assert len(problems(tmp_path, pair)) == count


def test_mistakes_of_all_layers_come_at_once_sorted_by_place(tmp_path: Path) -> None:
    found = problems(tmp_path, ("designer: Nobody", "designer: שלום"), ("cell: 40 mm", "cell: 4 m"), ("a5-e5", "a9"),
                     ("fmWfcF", "fy"), ("standee: spear", "standee: spaer"), ("acrylic-3mm/red", "tin"),
                     ("guard b3", "gard b3"))
    assert list(dict.fromkeys(p.where.key for p in found)) == [
        "designer", "board.cell", "board.zones.far.cells", "pieces.guard.moves", "pieces.lancer.body.standee",
        "tokens.flag.material", "examples[1].position"]
    assert [place(p) for p in found] == sorted(place(p) for p in found)


def test_claims_about_a_movement_that_cannot_be_read_are_not_checked(tmp_path: Path) -> None:
    found = problems(tmp_path, ("fmWfcF", "fy"), ("x o x", "x x x"), ("[c2xd3]", "[c2xb3]"))
    assert {p.where.key for p in found} == {"pieces.guard.moves"}


def test_a_game_file_is_named_in_every_problem(tmp_path: Path) -> None:
    path = put(tmp_path)
    assert {p.where.file for p in problems(tmp_path, ("mark: star", "mark: x"))} == {str(path)}


def test_two_players_are_not_called_alike(tmp_path: Path) -> None:
    """A name is what people read of a player, be it written as `name` or as the key."""
    named = ("acrylic-3mm/black}", "acrylic-3mm/black, name: White}")
    (found,) = [problem for problem in problems(tmp_path, named) if "same name" in problem.what]
    assert (found.level, found.where.key) == ("error", "players.black.name")
    assert found.what == "white and black have the same name: White"
