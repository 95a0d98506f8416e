"""Every command and option: what it says, where it says it, and how it ends."""

from __future__ import annotations

import errno
import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from commands import OAK, tiny

from fabgen import __version__
from fabgen.build import Result as Built
from fabgen.cli import main
from fabgen.cli.build import build
from fabgen.core.problems import problem_error

COMMANDS = ("build", "calibrate", "check", "diagram", "export", "keep-offcuts", "list", "moves", "new", "new-shop",
            "new-words", "perft", "play", "schema", "serve", "translate", "verify")


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, list(args), prog_name="fabgen")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def test_version_prints_the_version_of_fabgen() -> None:
    assert run("--version").stdout == f"fabgen {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_explains_each_command_with_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"\n    fabgen {command} " in result.stdout
    assert "Example" in result.stdout


def test_help_lists_all_commands_whole() -> None:
    text = run("-h").stdout
    listed = [line.split()[0] for line in text.partition("Commands:")[2].splitlines() if line.strip()]
    assert listed == list(COMMANDS)
    assert "..." not in text.partition("Commands:")[2].replace("machines, ...", "")


# --- commands that cannot be understood: 2, and nothing on standard output -------------------------------------------


@pytest.mark.sample(20)
@pytest.mark.parametrize(("args", "words"), [
    ([], ["Usage"]),
    (["bild", "correction"], ["No such command", "build"]),
    (["build"], ["Missing argument 'GAME'"]),
    (["build", "corection"], ["there is no game `corection`", "did you mean correction?", "game.yaml works too"]),
    (["check", "nosuch/game.yaml"], ["there is no game `nosuch"]),
    (["moves", "."], ["Error: .: there is no game.yaml in this folder\n"]),
    (["build", "x" * 300], ["cannot look there", "too long"]),
    (["build", "correction", "--only", "lasr"], ["there is no folder `lasr`", "laser"]),
    (["build", "correction", "--only", ","], ["nothing is named here"]),
    (["build", "correction", "--machine", "glowforg"], ["there is no machine `glowforg`", "did you mean glowforge?"]),
    (["build", "correction", "--machine", "mine.yaml"], ["there is no file `mine.yaml`"]),
    (["build", "correction", "--material", "acrylic"], ["there is no material `acrylic`", "acrylic-3mm"]),
    (["build", "correction", "--paper", "a4,a5"], ["no paper `a5`", "letter"]),
    (["build", "correction", "--kerf", "thin"], ["`thin` is not a length", "40 mm, 4 cm or 1.5 in"]),
    (["build", "correction", "--kerf", "nan"], ["`nan` is not a length"]),
    (["build", "correction", "--spacing", "2 furlongs"], ["is not a length"]),
    (["build", "correction", "--sheet", "600"], ["`600` is not a size", "600 x 400 mm"]),
    (["build", "correction", "-o", ""], ["nothing is named here"]),
    (["build", "correction", "extra"], ["unexpected extra argument"]),
    (["diagram", "correction", "board"], ["Missing option '-o'"]),
    (["diagram", "correction", "moves:knigt", "-o", "k.svg"], ["no figure `moves:knigt`", "moves:knight"]),
    (["diagram", "correction", "knight", "-o", "k.bmp"], ["does not end in .svg, .pdf, .png, .eps or .gif"]),
    (["diagram", "correction", "knight", "-o", "k.gif"], ["only a film can be a .gif"]),
    (["diagram", "correction", "film:recover", "-o", "k.pdf"], ["a film is a .gif or an .svg, not a .pdf"]),
    (["diagram", "correction", "film:recover", "-o", "k.gif", "--ground", "transparent"], ["a GIF has a white ground"]),
    (["diagram", "correction", "film:recover", "-o", "k.gif", "--seconds", "1,two"], ["`two` is not a time"]),
    (["diagram", "correction", "film:recover", "-o", "k.gif", "--seconds", "0.05"],
     ["0.05 seconds is out of range: from 0.1 to 60"]),
    (["diagram", "correction", "film:recover", "-o", "k.gif", "--seconds", "nan"], ["out of range"]),
    (["diagram", "correction", "comic:recover", "-o", "k.svg", "--once"], ["--seconds and --once go with a film"]),
    (["diagram", "correction", "board", "-o", "k.svg", "--line", "b1-b2"], ["--line goes with the NAME example"]),
    (["diagram", "correction", "film:recover", "-o", "k.gif", "--position", "x"], ["--position goes with --line"]),
    (["diagram", "charing-cross", "film", "-o", "k.gif", "--line", "a4-b9"], ["--line", "`b9` is not on the board"]),
    (["diagram", "charing-cross", "film", "-o", "k.gif", "--line", "a4-d7"], ["--line", "a4-d7: "]),
    (["diagram", "charing-cross", "film", "-o", "k.gif", "--line", ""], ["this line has no action"]),
    (["diagram", "charing-cross", "film", "-o", "k.gif", "--line", "a4-b4", "--position", "x"], ["--position"]),
    (["diagram", "charing-cross", "film", "-o", "k.gif"], ["there is no figure `film`"]),
    (["diagram", "correction", "knight", "-o", "nosuch/k.svg"], ["there is no folder `nosuch`"]),
    (["diagram", "correction", "-o", "k.svg"], ["give the NAME of a figure, or --all"]),
    (["diagram", "correction", "knight", "--all", "-o", "k"], ["--all takes no NAME"]),
    (["diagram", "correction", "knight", "--formats", "svg", "-o", "k.svg"], ["--formats goes with --all"]),
    (["diagram", "correction", "--all", "--formats", "svg,gif", "-o", "k"], ["there is no format `gif`"]),
    (["diagram", "correction", "knight", "--size", "3mm", "-o", "k.svg"], ["3 mm is out of range", "8 mm to 1000 mm"]),
    (["diagram", "correction", "knight", "--size", "30mm", "--width", "2cm", "-o", "k.svg"], ["exclude each other"]),
    (["diagram", "correction", "knight", "--theme", "pink", "-o", "k.svg"], ["there is no theme `pink`"]),
    (["diagram", "correction", "knight", "--theme", "pink.yaml", "-o", "k.svg"], ["there is no file `pink.yaml`"]),
    (["diagram", "correction", "knight", "--text", "dead", "-o", "k.svg"], ["'outlines', 'live'"]),
    (["diagram", "correction", "knight", "--ground", "grey", "-o", "k.svg"], ["'white', 'transparent'"]),
    (["build", "correction", "--diagram-theme", "bw"], ["there is no theme of diagrams `bw`", "colour or etched"]),
    (["build", "correction", "--diagram-theme", "pink.yaml"], ["there is no file `pink.yaml`"]),
    (["build", "correction", "--diagram-formats", "png"], ["a build proves its diagrams by their SVG or PDF"]),
    (["build", "correction", "--diagram-formats", "gif,svg"], ["there is no format `gif`", "svg, pdf, png, eps"]),
    (["export", "correction"], ["either --pod with a service"]),
    (["diagram", "correction", "board", "-o", "k.svg", "--language", "?"], ["`?` is not the tag of a language"]),
    (["export", "correction", "--pod", "printer"], ["'game-crafter', 'drivethru', 'makeplayingcards'"]),
    (["export", "correction", "--cut", "nobody"], ["'cutitout', 'lasercut-parts'"]),
    (["moves", "correction", "--piece", "c3"], ["--piece", "no piece stands on c3"]),
    (["moves", "correction", "--position", "green: spearmn c3"], ["no piece is called `spearmn`", "spearman"]),
    (["moves", "correction", "--position", "green: pawn c3 c3"], ["c3"]),
    (["moves", "correction", "--position", "green: pawn c3", "--piece", "z9"], ["`z9` is not on the board", "a1 to"]),
    (["moves", "correction", "--position", "green: pawn c3", "--piece", "c4"], ["no piece stands on c4"]),
    (["list", "things"], ["'games', 'recipes', 'machines'"]),
    (["verify", "nosuch"], ["there is no folder `nosuch`"]),
])
def test_a_command_that_cannot_be_understood(here: Path, args: list[str], words: list[str]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    for word in words:
        assert word in result.stderr
    assert not list(here.iterdir())


@pytest.mark.parametrize("args", [["export", "correction", "--pod", "drivethru"],
                                  ["diagram", "correction", "board", "-o", "k.svg"]])
def test_a_language_without_a_translation_is_named(here: Path, args: list[str]) -> None:
    result = run(*args, "--language", "pl")
    assert result.exit_code == 1
    assert "not translated into `pl`" in result.stderr
    assert not list(here.iterdir())


# --- problems in a spec: 1, all of them on standard error, nothing written -------------------------------------------

LONG = "x<&\\\"" * 100
BODY = "body: {standee: pawn}}"


@pytest.mark.sample(13)
@pytest.mark.parametrize(("old", "new", "words"), [
    ("designer: Nobody", "desinger: Nobody", ["game.yaml:3:1", "`desinger`", "designer"]),
    ("title: Tiny", "title: Tiny\n\tversion: 1", ["a tab"]),
    ("title: Tiny", "title: [Tiny", ["not YAML"]),
    ("fW", "fQx9", ["game.yaml:8:", "(pieces.pawn.moves)", "fQx9\n"]),
    ("{standee: pawn}", "{standee: pwan}", ["there is no shape `pwan`", "pawn"]),
    ("cell: 40 mm", "cell: 0", ["game.yaml:6:", "(board.cell)", "from 8 mm to 120 mm"]),
    ("cell: 40 mm", "cell: 1e9", ["(board.cell)", "from 8 mm to 120 mm"]),
    ("title: Tiny", f'title: "{LONG}"', ["game.yaml:2:1 (title)", "characters"]),
    ("title: Tiny", "title: Tiny שלום", ["game.yaml:2:1 (title)", "'ש' (U+05E9)"]),
    ("acrylic-3mm/clear", "acryl-3mm/clear", ["(board.material)", "acrylic-3mm"]),
    (BODY, "body: {standee: pawn}, diagram: '@'}", ["the diagram of the pawn is not what `fW` says"]),
    (BODY, f"{BODY}\nexamples: [{{id: a, position: 'green: pawn a1 a1', legal: [a1-a2]}}]",
     ["game.yaml:9:", "a1"]),
    (BODY, f"{BODY}\nexamples: [{{id: a, position: 'green: pawn a9', legal: [a1-a2]}}]",
     ["game.yaml:9:", "a9"]),
    (BODY, f"{BODY}\nx: &a [1,1,1,1,1,1,1,1]\n" + "".join(
        f"x{i}: &a{i} [{','.join([f'*a{i - 1}' if i else '*a'] * 8)}]\n" for i in range(9)), ["aliases"]),
])
@pytest.mark.parametrize("command", [["build"], ["check"], ["check", "--json"]])
def test_a_spec_with_a_mistake(here: Path, old: str, new: str, words: list[str], command: list[str]) -> None:
    tiny(here / "tiny", old, new)
    result = run(*command, "tiny")
    assert result.exit_code == 1
    told = result.stderr
    if "--json" in command:
        assert result.stderr == ""
        rows = json.loads(result.stdout)
        assert {"file", "line", "column", "key", "level", "what", "hint"} == rows[0].keys()
        told = "\n".join(f"{r['file']}:{r['line']}:{r['column']} ({r['key']}) {r['what']} {r['hint']}" for r in rows)
    else:
        assert result.stdout == ""
    for word in words:
        assert word in told
    assert [path.name for path in here.iterdir()] == ["tiny"]


@pytest.mark.parametrize(("data", "words"), [
    (b"title: x\n" * 4_500_000, "40.5 MB"),
    (b"\xff\xfe\x00", "not UTF-8"),
    (b"title: \x00", "U+0000"),
    (b"", "not a mapping"),
    (b"- a\n- b\n", "not a mapping"),
])
def test_a_file_that_is_no_spec_is_reported_in_one_problem(here: Path, data: bytes, words: str) -> None:
    (here / "game.yaml").write_bytes(data)
    result = run("build", "game.yaml")
    assert result.exit_code == 1
    assert result.stderr.count("error:") == 1
    assert words in result.stderr


def test_all_mistakes_are_reported_at_once(here: Path) -> None:
    text = tiny(here / "tiny").joinpath("game.yaml").read_text()
    text = text.replace("fW", "fQx9").replace("designer", "desinger").replace("acrylic-3mm/clear", "glass")
    (here / "tiny/game.yaml").write_text(text)
    rows = json.loads(run("check", "tiny", "--json").stdout)
    assert {"desinger", "pieces.pawn.moves", "board.material"} <= {row["key"] for row in rows}
    (misspelled,) = (row for row in rows if "`desinger`" in row["what"])
    assert "designer" in misspelled["hint"]
    assert not any("`designer` is missing" in row["what"] for row in rows)  # the hint says it


def test_an_unknown_game_is_json_too(here: Path) -> None:
    result = run("check", "corection", "--json")
    assert result.exit_code == 2
    assert [row["what"] for row in json.loads(result.stdout)] == ["there is no game `corection`"]


@pytest.mark.slow
def test_without_rules_text_check_and_build_say_so(here: Path) -> None:
    tiny(here / "tiny").joinpath("rules.md").unlink()
    for command in ("check", "build"):
        result = run(command, "tiny")
        assert result.exit_code == 1
        assert "the rules text is missing" in result.stderr


# --- problems of a job ------------------------------------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize(("args", "words"), [
    (["--kerf", "1.2cm"], "a kerf of 12 mm is out of range"),
    (["--kerf", "4mm"], "a kerf of 4 mm is over half the thickness of acrylic-3mm, 3 mm"),
    (["--kerf", "-1mm"], "a kerf of -1 mm is out of range"),
    (["--sheet", "2x2cm"], "pawn base is 34.2 x 34.2 mm with its kerf; the sheet has 10 x 10 mm inside its margins"),
    (["--sheet", "100x30in"], "larger than the bed of `generic`"),
    (["--spacing", "0"], "a spacing of 0 mm is too small"),
])
def test_an_impossible_job_is_reported(here: Path, args: list[str], words: str) -> None:
    tiny(here / "tiny")
    result = run("build", "tiny", *args)
    assert result.exit_code == 1
    assert words in result.stderr
    assert not (here / "output").exists()


# --- build ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_build_lists_the_folders_and_shows_no_progress_in_a_pipe(here: Path) -> None:
    tiny(here / "tiny")
    result = run("build", "tiny", "--paper", "a4", "--thickness", "3mm")
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == str(here / "output" / "tiny")
    assert lines[-1].startswith("verified: 2 laser sheets with 3 parts")
    assert [line for line in lines if line.startswith("    ")] == [
        line for line in lines if re.search(r"acrylic-3mm/\w+: 1 sheet, about \d+ min", line)]
    assert dict(line.split(maxsplit=1) for line in lines[1:-1] if not line.startswith("    ")) == {
        "diagrams/": "12 files", "laser/": "4 files", "print/": "1 file", "rules/": "3 files", "source/": "6 files"}


def test_a_list_that_is_given_twice_counts_twice() -> None:
    arguments = ["tiny", "--only", "print", "--only", "laser", "--paper", "letter", "--paper", "a3", "--book", "a5"]
    values = build.make_context("build", arguments).params
    assert values["only"] == ("laser", "print")
    assert set(values["papers"]) == {"letter", "a3"}
    assert values["books"] == ("a5",)
    assert values["parts"] is None


@pytest.mark.slow
def test_build_of_one_folder_names_the_folders_that_stay(here: Path) -> None:
    tiny(here / "tiny")
    assert run("build", "tiny", "-q").stdout == ""
    result = run("build", "tiny", "--only", "rules,print")
    assert "laser/      4 files, as before" in result.stdout
    assert "rules/      3 files\n" in result.stdout


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(("length", "kerf"), [("0.3mm", 0.3), ("0.03 cm", 0.3), ("0.01in", 0.254), ("0.3", 0.3)])
def test_lengths_may_be_mm_cm_or_in(here: Path, length: str, kerf: float) -> None:
    tiny(here / "tiny")
    result = run("build", "tiny", "--only", "laser", "--kerf", length, "--sheet", "12x10in", "--spacing", "0.4 cm")
    assert result.exit_code == 0
    options = json.loads((here / "output/tiny/source/options.json").read_text())
    assert (options["kerf"], options["sheet"], options["spacing"]) == (kerf, [304.8, 254.0], 4.0)


@pytest.mark.sample(1)
@pytest.mark.parametrize("folder", ["with space", "ünï Ω", "deep/er", "~/home"])
def test_output_goes_to_any_folder(here: Path, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    monkeypatch.setenv("HOME", str(here / "me"))
    monkeypatch.setenv("USERPROFILE", str(here / "me"))
    tiny(here / "tiny")
    assert run("build", "tiny", "--only", "diagrams", f"--output={folder}").exit_code == 0
    assert (here / folder.replace("~", "me") / "tiny" / "manifest.json").is_file()
    assert not (here / "~").exists()


@pytest.mark.slow
def test_machine_and_material_may_be_files_of_the_user(here: Path) -> None:
    tiny(here / "tiny")
    (here / "mine.yaml").write_text("extends: generic\nname: mine\nabout: in the shed\nbed: 300 x 250 mm\n")
    (here / "card.yaml").write_text(OAK.replace("oak", "card").replace("4.1 mm", "2 mm").replace("3.9", "1.9"))
    assert run("build", "tiny", "--only", "laser", "--machine", "mine.yaml", "--material", "card.yaml").exit_code == 0
    assert json.loads((here / "output/tiny/source/machine.json").read_text())["bed"] == [300.0, 250.0]
    shop = json.loads((here / "output/tiny/source/shop.json").read_text())
    assert {key: value["thickness"] for key, value in shop.items()} == {
        "acrylic-3mm/clear": 2.0, "acrylic-3mm/green": 2.0}
    os.remove(here / "mine.yaml")
    os.remove(here / "card.yaml")
    assert run("verify", "output/tiny").exit_code == 0


@pytest.mark.slow
def test_a_users_material_may_extend_another(here: Path) -> None:
    tiny(here / "tiny", "acrylic-3mm/green", "sheet.yaml/green")
    (here / "tiny/sheet.yaml").write_text("extends: acrylic-3mm\nthickness: 2.8 mm\nkerf: 0.7 mm\n")
    result = run("build", "tiny", "--only", "laser")
    assert (result.exit_code, result.stderr) == (0, "warning: a kerf is usually about 0.2 mm: is 0.7 mm right?\n"
                                                 "  measure it with a test cut; it is the full width of a cut\n")
    assert run("verify", "output/tiny").exit_code == 0


def test_a_profile_with_a_mistake_is_a_problem(here: Path) -> None:
    tiny(here / "tiny")
    (here / "mine.yaml").write_text("extends: generic\nname: mine\nabout: x\nbad: 300 x 250 mm\n")
    result = run("build", "tiny", "--machine", "mine.yaml")
    assert result.exit_code == 1
    assert "mine.yaml:4:1 (bad)" in result.stderr


def test_options_for_a_folder_that_stays_are_reported(here: Path) -> None:
    tiny(here / "tiny")
    result = run("build", "tiny", "--only", "rules", "--kerf", "0.3mm", "--paper", "a4")
    assert result.exit_code == 0
    assert [line.split()[1] for line in result.stderr.splitlines()] == ["--kerf", "--paper"]


@pytest.mark.slow
def test_warnings_end_with_0(here: Path) -> None:
    tiny(here / "tiny", "body: {standee: pawn}", "body: {standee: spear, height: 60 mm, base: 29 mm}")
    for command in (["check"], ["build", "--only", "laser"]):
        result = run(*command, "tiny")
        assert result.exit_code == 0
        assert "game.yaml:8:" in result.stderr
        assert "warning: " in result.stderr
    rows = json.loads(run("check", "tiny", "--json").stdout)
    assert [row["level"] for row in rows] == ["warning"]


def test_a_users_game_with_the_name_of_a_template_is_reported(here: Path) -> None:
    tiny(here / "correction")
    assert "yours is `./correction`" in run("check", "correction").stderr
    assert run("check", "./correction").stdout.startswith("Tiny 1:")


def test_an_output_folder_that_is_a_file(here: Path) -> None:
    tiny(here / "tiny")
    (here / "out").write_text("mine")
    result = run("build", "tiny", "-o", "out")
    assert result.exit_code == 1
    assert str(here / "out") in result.stderr
    assert (here / "out").read_text() == "mine"


def test_an_output_folder_that_may_not_be_written(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny(here / "tiny")
    (here / "out" / "tiny").mkdir(parents=True)
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith("tiny"))  # root may write anywhere
    result = run("build", "tiny", "-o", "out")
    assert result.exit_code == 1
    assert "permission denied" in result.stderr


def test_a_path_that_is_too_long(here: Path) -> None:
    tiny(here / "tiny")
    result = run("build", "tiny", "-o", "a" * 300)
    assert result.exit_code == 1
    assert "too long" in result.stderr


# --- check, diagram, moves, list, verify ------------------------------------------------------------------------------


@pytest.mark.slow
def test_check_says_what_is_sound(here: Path) -> None:
    said = run("check", "correction").stdout
    assert said.startswith("Correction 1.01: 2 players, each with 4 pawns, 1 knight and 1 spearman; "
                           "3 diagrams and 21 examples agree with the rules\n"
                           "  board: 6x6 cells of 40 mm; 277 x 277 mm, cut in one piece\n")
    assert "  denial: 20 discs of 18 mm\n" in said
    assert "(goes to 4 cells and captures on 4 cells)\n      . x . x .\n      * o . o *\n      . . @ . .\n" in said
    assert run("check", str(tiny(here / "tiny"))).stdout == (
        "Tiny 1: 1 player, with 1 pawn\n  board: 3x3 cells of 40 mm; 146 x 146 mm, cut in one piece\n"
        "  pawn: Moves or captures one step straight ahead. (goes to 1 cell and captures on 1 cell)\n"
        "      *\n      @\n")
    assert run("check", "correction", "--quiet").stdout == ""
    assert json.loads(run("check", "correction", "--json").stdout) == []


def test_check_says_which_cell_would_fit_in_one_piece(here: Path) -> None:
    """By hand: 3 mm acrylic comes in 600 x 400 mm; 8 cells and two borders of 13 mm in 400 mm less the margins."""
    tiny(here / "tiny", "grid: 3x3, cell: 40 mm", "grid: 8x8, cell: 60 mm")
    result = run("check", "tiny")
    assert result.exit_code == 0
    assert result.stderr.startswith("tiny/game.yaml:6:20 (board.cell): notice: ")
    assert "notice: a board of 506 x 506 mm is cut in 2 parts" in result.stderr
    assert "a cell of 45 mm would fit" in result.stderr


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "file", "start"), [
    ("moves:knight", "a.svg", b"<?xml"), ("knight", "b.PDF", b"%PDF-"), ("example:friend", "c.png", b"\x89PNG"),
    ("board", "d.svg", b"<?xml"), ("setup", "e.svg", b"<?xml"), ("components", "f.svg", b"<?xml"),
    ("board", "board.eps", b"%!PS-Adobe-3.0 EPSF-3.0"),
])
def test_diagram_writes_one_figure(here: Path, name: str, file: str, start: bytes) -> None:
    assert run("diagram", "correction", name, "-o", file).exit_code == 0
    assert (here / file).read_bytes().startswith(start)
    assert [path.name for path in here.iterdir()] == [file]


@pytest.mark.slow
def test_diagram_writes_the_bytes_of_the_build(here: Path, correction: Built) -> None:
    run("diagram", "correction", "moves:knight", "-o", "k.png")
    assert (here / "k.png").read_bytes() == (correction.target / "diagrams/moves-knight.png").read_bytes()


def test_moves_of_a_position() -> None:
    """Row 8 of the game's test table: the spear reaches the second cell, and goes sideways."""
    result = run("moves", "correction", "--position", "green: spearman c3; orange: pawn c5; turn: green")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "green: c3-b3, c3-d3, c3xc5"


def test_moves_of_one_piece_and_of_an_empty_cell() -> None:
    text = "green: spearman c3, pawn a4, knight b5; orange: pawn c4"
    for cell, moves in (("a4", "green: nothing"), ("c3", "green: c3-b3, c3-d3, c3xc4")):
        result = run("moves", "correction", "--position", text, "--piece", cell)
        assert result.stdout.splitlines()[-1] == moves


def test_moves_without_rules_or_a_turn_are_reported_player_by_player(here: Path) -> None:
    """South's pawn goes up, North's down; a1 is the last rank of North's."""
    one = "  green: {forward: up, material: acrylic-3mm/green}\n"
    two = one.replace("green:", "south:") + one.replace("green:", "north:").replace("up", "down")
    game = str(tiny(here / "tiny", one, two))
    text = run("moves", game, "--position", "south: pawn b1; north: pawn c3").stdout
    assert text.endswith("\n\nsouth: b1-b2\nnorth: c3-c2\n")
    text = run("moves", game, "--position", "south: pawn b1; north: pawn a1").stdout
    assert text.endswith("\n\nsouth: b1-b2\nnorth: no legal move\n")
    text = run("moves", game, "--position", "south: pawn b1; north: pawn a1; turn: south", "--piece", "b1").stdout
    assert text.endswith("\n\nb1-b2\n")


def test_moves_without_a_position_describes_how_pieces_move() -> None:
    text = run("moves", "correction").stdout
    assert "pawn: Moves or captures one step diagonally forward.\n\n  * . *\n  . @ .\n" in text
    assert "\n  . x . x .\n  * o . o *\n  . . @ . .\n" in text


@pytest.mark.slow
@pytest.mark.parametrize(("what", "names"), [
    ("games", {"correction"}), ("machines", {"generic", "lightburn", "glowforge"}), ("materials", {"acrylic-3mm"}),
    ("papers", {"a4", "letter"}), ("shapes", {"pawn", "knight", "spear"}), ("colours", {"green", "clear"}),
    ("marks", {"no-entry", "ring", "star"}), ("patterns", {"stripes", "dots", "corners", "crosshatch"}),
])
def test_list_prints_the_names_of_each_kind_with_a_line_about_them(what: str, names: set[str]) -> None:
    lines = run("list", what).stdout.splitlines()
    assert names <= {line.split()[0] for line in lines}
    assert all(len(line.split()) > 1 for line in lines)


@pytest.mark.slow
def test_verify_of_a_good_and_of_a_changed_folder(here: Path) -> None:
    run("build", str(tiny(here / "tiny")), "-q", "--only", "laser")
    assert run("verify", "output/tiny").exit_code == 0
    assert run("verify", "output/tiny", "-q").stdout == ""
    board = here / "output/tiny/laser/board.svg"
    board.write_text(board.read_text().replace("mm", "cm", 1))
    result = run("verify", "output/tiny")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "laser/board.svg" in result.stderr


def test_verify_of_a_folder_without_a_build(here: Path) -> None:
    result = run("verify", ".")
    assert result.exit_code == 1
    assert "there is no manifest" in result.stderr


def test_a_mistake_in_fabgen_is_a_traceback_and_one_line(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """70 is EX_SOFTWARE of sysexits.h; 1 means that a Problem was printed."""
    tiny(here / "tiny")
    monkeypatch.setattr("fabgen.build.check_spec", lambda *_: 1 / 0)
    result = run("check", "tiny")
    assert result.exit_code == 70
    first, *_, last_but_one, last = result.stderr.splitlines()
    assert (first, last_but_one) == ("Traceback (most recent call last):", "ZeroDivisionError: division by zero")
    assert last == ("this is a mistake in fabgen, not in your files: please report it, with the lines above and what "
                    f"`fabgen --version` says (fabgen {__version__})")


def test_an_expected_error_is_a_problem_wherever_it_comes_from(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = problem_error("the disk is full", "free some space")
    monkeypatch.setattr("fabgen.authoring.new_game.starter_files", lambda *args, **options: _raise(problem))
    assert (run("new", "x").exit_code, run("new", "x").stderr) == (1, "error: the disk is full\n  free some space\n")


def _raise(error: Exception) -> None:
    raise error


CLOSED = [
    ("build", "tiny"), ("check", "tiny"), ("calibrate", "--material", "mdf-3mm"), ("keep-offcuts", "."),
    ("new-shop", "--machine", "generic"),
]


@pytest.mark.parametrize("args", CLOSED)
def test_a_config_folder_that_may_not_be_read(here: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]) -> None:
    """Whoever runs the tests as root may read everything: the system's refusal is put in its place."""
    tiny(here / "tiny")
    monkeypatch.delenv("FABGEN_SHOP", raising=False)
    shop, real = here / "config/shop.yaml", os.stat
    monkeypatch.setattr("fabgen.cli.shop.default_shop_file", lambda: shop)
    monkeypatch.setattr("fabgen.cli.keep_offcuts.default_shop_file", lambda: shop)

    def refuse(path: object, **options: object) -> os.stat_result:
        if path == shop:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "stat", refuse)
    result = run(*args)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{shop}: error: cannot look there: permission denied\n")


@pytest.mark.parametrize(("closed", "args"), [
    ("pl.yaml", ["new-words", "pl", "-o", "pl.yaml"]), ("game.yaml", ["check"]), ("out", ["verify", "out"]),
])
def test_a_folder_that_may_not_be_entered(
    here: Path, monkeypatch: pytest.MonkeyPatch, closed: str, args: list[str]
) -> None:
    real = os.stat

    def refuse(path: object, **options: object) -> os.stat_result:
        if str(path) == closed:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "stat", refuse)
    result = run(*args)
    assert (result.exit_code, result.stderr) == (1, f"{closed}: error: cannot look there: permission denied\n")


def test_a_record_that_is_no_text(here: Path) -> None:
    (here / "record.txt").write_bytes(b"a3-b4\n\xff")
    result = run("play", "incorrect-checkers", "-o", "record.txt")
    assert (result.exit_code, result.stderr) == (
        1, "record.txt:2:1: error: the file is not UTF-8 text (byte 7, 0xFF)\n  save it as UTF-8 in your editor\n")


@pytest.mark.parametrize("job", [
    "[" * 100_000, '{"sheets": [7]}', '{"sheets": 7}', "7", '{"sheets": [{"leftover": 7, "offcut": 1, "stock": "a", '
    '"material": "b"}]}', '{"sheets": [{"leftover": null, "offcut": 1, "stock": {}, "material": []}]}',
])
def test_a_job_that_is_none(here: Path, job: str) -> None:
    (here / "out/laser").mkdir(parents=True)
    (here / "out/laser/job.json").write_text(job)
    result = run("keep-offcuts", "out")
    assert (result.exit_code, "is no job of this fabgen" in result.stderr) == (1, True)


def test_a_material_may_have_one_colour_for_all_parts(here: Path) -> None:
    """As the help of --material says."""
    assert run("check", "incorrect-checkers", "--material", "acrylic-3mm/black").exit_code == 0
    refused = run("check", "incorrect-checkers", "--material", "acrilic-3mm/black")
    assert refused.exit_code == 2
    assert "there is no material `acrilic-3mm`: did you mean acrylic-3mm" in refused.stderr
