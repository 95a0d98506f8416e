"""Meaning across keys: every mistake is reported at its letter, all at once; a game is found by name or by path."""

from __future__ import annotations

import os
from pathlib import Path
from string import ascii_lowercase

import pytest
from specs import GAME, changed, loaded, marked, problems, put

from fabgen.core.problems import FabgenError
from fabgen.spec.game_folder import UnknownGame, template_folders
from fabgen.spec.load import load_spec

ROWS: list[tuple[str, list[tuple[str, str]], str, str, str]] = [
    ("zone off the board", [("a5-e5", "¤a5-f5")], "board.zones.far.cells", "f5", "a1"),
    ("zone of nobody", [("of: black", "of: ¤blakc")], "board.zones.far.of", "there is no player `blakc`",
     "did you mean black?"),
    ("direction on Q", [("fmWfcF", "¤fQ")], "pieces.guard.moves", "`Q` takes no direction", "fQ\n^"),
    ("bad letter in a reading", [("long: fW2", "long: f¤yW2")], "pieces.lancer.moves.long", "`y`", "fyW2\n ^"),
    ("bad letter in the reading not chosen", [("short: fW}", "short: f¤!W}")], "pieces.lancer.moves.short", "`!`",
     "f!W\n ^"),
    ("unknown ruling", [("ruling: REACH", "ruling: ¤RAECH")], "pieces.lancer.moves.ruling",
     "there is no ruling `RAECH`",
     "did you mean REACH?"),
    ("unknown reading", [("REACH: long", "REACH: ¤lnog")], "rulings.REACH", "has no reading `lnog`",
     "did you mean long?"),
    ("unknown glyph", [("x o x\n", "x ¤~ x\n")], "pieces.guard.diagram", "`~` is not a glyph", "@"),
    ("ragged diagram", [(". @ .\n", ". ¤@\n")], "pieces.guard.diagram", "2 glyphs", ""),
    ("no piece", [(". @ .\n", ". . .\n"), ("x o x\n", "¤x o x\n")], "pieces.guard.diagram", "`@` is missing", ""),
    ("two on one cell", [("black: guard b3", "black: guard ¤c2")], "examples[1].position", "c2", ""),
    ("misspelt piece", [("lancer a1", "¤lancre a1")], "examples[1].position", "lancre", "lancer"),
    ("cell off the board", [("guard b3", "guard ¤f3")], "examples[1].position", "f3", ""),
    ("missing turn", [("; turn: white", ""), ('    position: "', '    ¤position: "')], "examples[1].position",
     "whose turn",
     "turn: white"),
    ("turn of nobody", [("turn: white", "turn: ¤whiet")], "examples[1].position", "whiet", "white"),
    ("bad cell of a claim", [("piece: c2", "piece: ¤c9")], "examples[1].piece", "`c9` is not on the board", "a1"),
    ("unknown token", [("    piece: c2", "    beside: [¤flga]\n    piece: c2")], "examples[1].beside[1]",
     "there is no token `flga`", "did you mean flag?"),
    ("not a move", [("[c2xd3]", "[¤c2+d3]")], "examples[1].illegal[1]", "`c2+d3` is not an action", "c3-c4"),
    ("move off the board", [("c2-c3, c2xb3", "c2-c3, c2x¤b9")], "examples[1].exactly[2]", "`b9` is not on the board",
     ""),
    ("reserved name", [("  white: {", "  ¤turn: {"), ("of: white", "of: turn"), ('"white: g', '"turn: g'),
                       ("; turn: white", "")], "players.turn", "a player cannot be called `turn`", "positions"),
    ("piece with a cell in its name", [("  lancer:", "  ¤lancer a1:"), ("lancer a1;", "guard a1;")], "pieces.lancer a1",
     "cannot be called `lancer a1`", "a1"),
    ("names that differ in capitals", [("  black: {", "  ¤White: {"), ("of: black", "of: White"),
                                       ("; black:", "; White:")],
     "players.White", "`White` and `white` differ only in their capitals", ""),
    ("unnameable", [("  lancer:", "  ¤2lancer:"), ("lancer a1", "guard a1")], "pieces.2lancer", "cannot be a name",
     "letter"),
    ("no grid", [("grid: 5x5", "¤grid: 5x99")], "board.grid", "`5x99` is not a grid", "8x8"),
    ("no cells", [("cell: 40 mm", "¤cell: 0 mm")], "board.cell", "0 mm is out of range", "from 8 mm to 120 mm"),
    ("claims nothing", [("    exactly: [c2-c3, c2xb3]\n    illegal: [c2xd3]\n", ""), ("- id: strike", "- ¤id: strike")],
     "examples[1]", "claims nothing", "legal"),
]


@pytest.mark.parametrize(("pairs", "key", "what", "hint"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_a_mistake_is_found_at_its_letter(
    tmp_path: Path, pairs: list[tuple[str, str]], key: str, what: str, hint: str
) -> None:
    text, at = marked(changed(*pairs))
    path = put(tmp_path, text)
    with pytest.raises(FabgenError) as caught:
        load_spec(str(path))
    found = caught.value.problems
    mine = [p for p in found if p.where.key == key]
    assert mine, found
    assert {p.where.file for p in found} == {str(path)}
    assert what in mine[0].what
    assert hint in mine[0].hint
    assert (mine[0].where.line, mine[0].where.column) == at
    assert len(found) == 1


def test_each_row_starts_from_a_sound_game(tmp_path: Path) -> None:
    spec = load_spec(str(put(tmp_path)))
    assert spec.problems == ()
    assert spec.slug == "skirmish"
    assert sorted(spec.designer_diagrams) == ["guard"]
    assert [str(a) for a in spec.cases[0].exactly or ()] == ["c2-c3", "c2xb3"]


def test_all_mistakes_of_all_kinds_come_at_once(tmp_path: Path) -> None:
    spec = loaded(tmp_path, ("designer: Nobody", "desinger: Nobody"), ("fmWfcF", "fQx9"), ("a5-e5", "a9"),
                  ("x o x", "x ~ x"),
                  ("guard b3", "gard b9"), ("REACH: long", "REACH: lnog"), ("count: 2", "count: many"))
    assert list(dict.fromkeys(p.where.key for p in spec.problems)) == [
        "desinger", "board.zones.far.cells", "pieces.guard.moves", "pieces.guard.diagram", "tokens.flag.count",
        "rulings.REACH", "examples[1].position"]
    assert [(p.where.line, p.where.column) for p in spec.problems] == sorted(
        (p.where.line, p.where.column) for p in spec.problems)


def test_every_wrong_letter_of_a_movement_is_pointed_at(tmp_path: Path) -> None:
    """`fQx9`: Q takes no direction, so `f` is wrong; `x` is no letter of ours; `9` belongs to no atom."""
    spec = loaded(tmp_path, ("moves: fmWfcF", "moves: fQx9"))
    start = GAME.split("\n").index("    moves: fmWfcF"), len("    moves: ")
    assert {(p.where.line - 1, p.where.column - 1) for p in spec.problems} == {(start[0], start[1]),
                                                                               (start[0], start[1] + 2)}
    pointers = [p.hint.split("\n")[1].index("^") for p in spec.problems]
    assert sorted(set(pointers)) == [0, 2]
    assert all(p.hint.startswith("fQx9\n") for p in spec.problems)


def test_ids_that_occur_twice(tmp_path: Path) -> None:
    again = GAME[GAME.index("  - id: strike"):]
    path = put(tmp_path, GAME + again)
    with pytest.raises(FabgenError, match="the id `strike` stands twice") as caught:
        load_spec(str(path))
    (found,) = caught.value.problems
    assert (found.where.line, found.where.column) == (GAME.count("\n") + 1, 5)
    assert found.hint == "example 1 has it too"


def test_a_position_in_a_block_is_pointed_into(tmp_path: Path) -> None:
    text, at = marked(changed(
        ('    position: "white: guard c2, lancer a1; black: guard b3; turn: white"\n',
         "    position: |\n      white: guard c2, lancer a1\n      black: guard ¤z3\n      turn: white\n")))
    with pytest.raises(FabgenError) as caught:
        load_spec(str(put(tmp_path, text)))
    (found,) = caught.value.problems
    assert (found.where.line, found.where.column) == at


def test_one_player_needs_no_turn(tmp_path: Path) -> None:
    spec = loaded(tmp_path, ("  black: {forward: down, material: acrylic-3mm/black}\n", ""), (", of: black", ""),
                  ("; black: guard b3; turn: white", ""), ("c2-c3, c2xb3", "c2-c3"))
    assert spec.problems == ()


def test_a_version_is_what_was_written(tmp_path: Path) -> None:
    spec = loaded(tmp_path, ("designer: Nobody", "designer: Nobody\nversion: 1.10\nyear: 2013"))
    assert (spec.game.version, spec.game.year) == ("1.10", "2013")


@pytest.mark.parametrize("count", ["true", '"4"', "4.0", "0", "-1", "1000"])
def test_counts_are_whole_numbers_and_nothing_else(tmp_path: Path, count: str) -> None:
    assert [p.where.key for p in loaded(tmp_path, ("count: 2", f"count: {count}")).problems] == ["tokens.flag.count"]


@pytest.mark.slow
def test_a_game_is_found_by_folder_file_and_template_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path)
    other = path.with_name("variant.yaml")
    other.write_text(GAME)
    monkeypatch.chdir(path.parent)
    assert [load_spec(n).slug for n in (str(path), str(path.parent), ".", "variant.yaml")] == [*["skirmish"] * 3,
                                                                                               "variant"]
    for name in template_folders():
        assert load_spec(name).slug == name
    assert template_folders()


@pytest.mark.parametrize(("name", "what"), [
    ("correctoin", "there is no game `correctoin`"), ("", "no game.yaml in this folder"),
    ("nowhere/game.yaml", "there is no game"),
    ("empty", "no game.yaml in this folder"), ("notes.txt", "not a game spec"), ("x" * 3000, "cannot look there"),
])
def test_an_unknown_game_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, what: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("x")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownGame) as caught:
        load_spec(name)
    (found,) = caught.value.problems
    assert what in found.what


@pytest.mark.parametrize("name", ["...yaml", "..yaml", ". .yml"])
def test_a_spec_of_dots_would_be_built_beside_its_output_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """`Path("...yaml").stem` is `..`, the name of the folder above."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(GAME)
    with pytest.raises(UnknownGame, match="a spec cannot be called"):
        load_spec(name)
    (tmp_path / "..a.yaml").write_text(GAME)
    assert load_spec("..a.yaml").slug == "..a"


@pytest.mark.skipif(os.name != "posix", reason="names that Windows does not have")
def test_a_spec_may_have_any_other_name(tmp_path: Path) -> None:
    """A build keeps it as game.yaml."""
    path = tmp_path / 'chess: "draft"?.yaml'
    path.write_text(GAME)
    assert load_spec(str(path)).slug == 'chess: "draft"?'


@pytest.mark.skipif(os.name != "posix", reason="links, pipes and devices of POSIX")
@pytest.mark.parametrize("thing", ["link", "device", "pipe", "folder"])
def test_a_spec_that_is_no_file_of_its_folder(tmp_path: Path, thing: str) -> None:
    path = put(tmp_path)
    path.rename(tmp_path / "elsewhere.yaml")
    if thing == "pipe":
        os.mkfifo(path)
    elif thing == "folder":
        path.mkdir()
    else:
        path.symlink_to({"link": "../elsewhere.yaml", "device": "/dev/zero"}[thing])
    with pytest.raises(FabgenError) as caught:
        load_spec(str(path.parent))
    [problem] = caught.value.problems
    assert problem.where.file == str(path)
    assert {"link": "leads out of the folder", "folder": "a folder"}.get(thing, "a device, a pipe") in problem.what


def test_nothing_is_said_of_what_is_around_an_unreadable_value(tmp_path: Path) -> None:
    """A token needs a count, or one for each player. It has one here, which only cannot be read."""
    found = problems(tmp_path, ("count: 2", "count: !!int two"))
    assert [(problem.where.key, problem.what) for problem in found] == [
        ("tokens.flag.count", "cannot read the value `two`")]


def test_a_misspelt_template_has_a_hint() -> None:
    name = next(iter(template_folders()))
    with pytest.raises(UnknownGame) as caught:
        load_spec(name[:-2] + name[-1] + name[-2])
    assert f"did you mean {name}?" in caught.value.problems[0].hint


def test_the_rest_of_a_spec_is_checked_even_where_a_movement_cannot_be_read(tmp_path: Path) -> None:
    spec = loaded(tmp_path, ("fmWfcF", "fy"), ("a5-e5", "a9"))
    assert spec.unsound_pieces == {"guard"}
    assert {p.where.key for p in spec.problems} == {"pieces.guard.moves", "board.zones.far.cells"}


def test_a_piece_may_have_its_own_plural(tmp_path: Path) -> None:
    game = loaded(tmp_path, ("  guard:\n", "  guard:\n    plural: garda\n")).game
    assert [game.piece_name("guard", count) for count in (1, 3)] == ["guard", "garda"]
    assert [game.piece_name(piece, 2, english=False) for piece in game.pieces] == ["garda", "lancer"]
    assert game.piece_name("lancer", 2) == "lancers"


def test_too_many_players_are_counted(tmp_path: Path) -> None:
    """Twelve may be in a game; the letters of the alphabet are 26."""
    names = "".join(f"  p{letter}: {{forward: up, material: acrylic-3mm/white}}\n" for letter in ascii_lowercase)
    path = put(tmp_path, GAME.replace("players:\n", f"players:\n{names}"))
    with pytest.raises(FabgenError) as caught:
        load_spec(str(path))
    assert [(one.where.key, one.what, one.hint) for one in caught.value.problems] == [
        ("players", "28 are too many", "12 or fewer")]


def test_a_missing_key_is_shown_with_a_value(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("fabgen: 1\n", ""))
    with pytest.raises(FabgenError) as failure:
        load_spec(str(tmp_path))
    assert [(problem.what, problem.hint) for problem in failure.value.problems] == [
        ("the key `fabgen` is missing", "add `fabgen: ...` to the file, like `fabgen: 1`")]


EXAMPLES = GAME[GAME.index("examples:"):]
SETUPS = [  # after `setup: `, where ¤ is before the mistake; what is wrong, and what would be right
    ("", "[a1, b1]", "a list is not a setup, which says for each player and each piece where they start",
     "like setup: {white: {guard: a1 b1}}"),
    ("", "a1", "`a1` is not a setup, which says for each player and each piece where they start",
     "like setup: {white: {guard: a1}}"),
    (".white", "{¤white: [a1, b1]}", "a list does not say which pieces of white start there",
     "like white: {guard: a1 b1}"),
    (".white.guard", "{white: {¤guard: [a1, b1]}}", "a list is not one text with the cells where pieces start",
     "like guard: a1 b1"),
    (".white.guard", "{white: {¤guard: [North Sea, b1]}}", "a list is not one text with the cells where pieces start",
     'like guard: "North Sea, b1"'),
    (".white.guard", "{white: {¤guard: 3}}", "`3` is not one text with the cells where pieces start",
     "like guard: a1 b1; how many there are is `each` under the piece"),
]


@pytest.mark.parametrize(("key", "setup", "what", "hint"), SETUPS)
def test_what_a_setup_is(key: str, setup: str, what: str, hint: str, tmp_path: Path) -> None:
    before = "rulings:\n"
    text, at = marked(changed((before, f"{'setup' if '¤' in setup else '¤setup'}: {setup}\n{before}")))
    with pytest.raises(FabgenError) as caught:
        load_spec(str(put(tmp_path, text)))
    [problem] = caught.value.problems
    assert (problem.where.key, problem.what, problem.hint) == (f"setup{key}", what, hint)
    assert (problem.where.line, problem.where.column) == at


def test_a_comma_in_braces_ends_a_text(tmp_path: Path) -> None:
    """The second cell becomes a key without a value: the message says so, once, and what would be right."""
    [problem] = problems(tmp_path, ("rulings:\n", "setup: {white: {guard: a1, b1, c1}}\nrulings:\n"))
    assert (problem.where.key, problem.where.column) == ("setup.white.b1", 28)
    assert problem.what == "`b1` is not a piece, and has no cells: in braces, a comma ends the text before it"
    assert problem.hint == 'put several cells in quotes, like guard: "a1, b1"'
    [problem] = problems(tmp_path, ("near: {cells: a1-e1, of", "near: {cells: a1-e1, c3, of"))
    assert (problem.where.key, problem.what) == ("board.zones.near.c3", "unknown key `c3`")
    assert problem.hint.startswith("does it belong to the text before it? In braces a comma ends a text")


def test_a_piece_of_an_unknown_player_is_one_mistake(tmp_path: Path) -> None:
    """That white has no pieces follows from it."""
    pairs = [("  lancer:\n", "  lancer:\n    of: black\n"), ("  guard:\n", "  guard:\n    of: whyte\n"), (EXAMPLES, "")]
    [problem] = problems(tmp_path, *pairs)
    assert (problem.where.key, problem.what) == ("pieces.guard.of", "there is no player `whyte`")


@pytest.mark.parametrize(("word", "hint"), [
    ("disk", "`tile: disc` is a flat round piece"), ("square", "`tile: square`")])
def test_an_outline_alone_is_not_a_body(word: str, hint: str, tmp_path: Path) -> None:
    [problem] = problems(tmp_path, ("{standee: spear}", f"{{{word}: disc}}"))
    assert (problem.what, problem.hint) == (f"unknown key `{word}`", hint)
