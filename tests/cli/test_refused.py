"""What a build refuses: every Problem of all stages in one run, and nothing is written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from built import files, problems
from commands import OAK, four, tiny
from pydantic import ValidationError

import fabgen.laser.formats.svg
from fabgen.build import build
from fabgen.spec.board import CELL_SIZES, BoardSpec
from fabgen.spec.build_options import Options

GRID = "grid: 3x3, cell: 40 mm"


def test_problems_of_all_stages_are_reported_in_one_run(tmp_path: Path) -> None:
    """A sheet too small, a cell larger than a page, a figure that does not exist."""
    large, text = "grid: 1x1, cell: 120 mm, border: 60 mm", "# Tiny\n\n![What?](moves:queen)\n"
    game = tiny(tmp_path / "tiny", GRID, large, rules=text)
    found = [p.what for p in problems(game, tmp_path / "out", Options(sheet=(100.0, 100.0)))]
    assert any(what.startswith("board is 240.2 x 240.2 mm") for what in found)  # two borders and the kerf of 0.2 mm
    assert any(what.startswith("green pawn base is ") for what in found)
    assert all(any(what.endswith(f"than a sheet of {paper}") for what in found) for paper in ("A4", "US Letter"))
    assert any("no figure `queen`" in what for what in found)
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
@pytest.mark.parametrize(("grid", "border", "sheet", "cell"), [
    ("6x6", 10, (350, 240), 34.5),  # (230 - 20 - 0.2) / 6 = 34.97
    ("4x6", 10, (300, 200), 42.0),  # upright 28.3; turned (190 - 20.2) / 4 = 42.45, (290 - 20.2) / 6 = 44.97
    ("6x4", 0, (200, 300), 47.0),  # turned (290 - 0.2) / 6 = 48.3, (190 - 0.2) / 4 = 47.45
])
def test_a_board_that_does_not_fit_says_which_cell_would(tmp_path: Path, grid: str, border: int,
                                                        sheet: tuple[float, float], cell: float) -> None:
    """The generic machine keeps margins of 5 mm, acrylic has a kerf of 0.2 mm; cells go by half millimetres."""
    home, out, job = tmp_path / "tiny", tmp_path / "out", Options(sheet=sheet)

    def game(side: float) -> str:
        return str(tiny(home, GRID, f"grid: {grid}, cell: {side} mm, border: {border} mm, split: never"))

    [found] = problems(game(80), out, job, "laser")
    assert found.hint.splitlines()[-1] .endswith(f"a cell of {cell:g} mm would fit")
    assert (found.where.key, found.where.line) == ("board.cell", 6)
    assert problems(game(cell + 0.5), out, job, "laser")
    assert build(game(cell), out, job, ["laser"]).built_folders == ("laser",)


@pytest.mark.parametrize(("side", "hint"), [
    # (65 - 26 - 0.2) / 3 = 12.9; the pawn has a foot of 20.8 mm, 1 mm on each side of it, and a base of 0.85
    # of its cell: 22.8 / 0.85 = 26.8
    (75.0, "let it be parted (take `split: never` out); in one part no cell serves both: the pawn needs cells of 27 mm "
           "or more, and the sheet of the board allows cells of 12.5 mm at most"),
    (60.0, "no cell of 8 mm or more fits this sheet"),  # (50 - 26.2) / 3 = 7.9
])
def test_a_cell_is_proposed_only_if_it_fits(tmp_path: Path, side: float, hint: str) -> None:
    game = tiny(tmp_path / "tiny", GRID, f"{GRID}, split: never")
    found = problems(game, tmp_path / "out", Options(sheet=(side, side)), "laser")
    assert [hint in p.hint.splitlines()[-1] for p in found if p.what.startswith("board is")] == [True]


def test_an_impossible_job_gets_no_advice(tmp_path: Path) -> None:
    [found] = problems(tiny(tmp_path / "tiny"), tmp_path / "out", Options(sheet=(3000.0, 100.0)), "laser")
    assert "larger than the bed" in found.what
    assert "cell" not in found.hint


def test_the_least_cell_is_that_of_the_spec() -> None:
    least, _ = CELL_SIZES
    assert BoardSpec(grid="3x3", cell=least, material="x").cell == least
    with pytest.raises(ValidationError):
        BoardSpec(grid="3x3", cell=least - 0.1, material="x")


@pytest.mark.slow
@pytest.mark.parametrize(("rulebook", "words"), [
    ("other.md", "the rules text is missing"),
    ("../rules.md", "not a relative path"),
    ("/etc/rules.md", "not a relative path"),
    ("a:b.md", "cannot be a file name"),
    ("game.yaml", "is not the name of a Markdown file"),
])
def test_the_rules_text_must_be_beside_the_spec(tmp_path: Path, rulebook: str, words: str) -> None:
    game = tiny(tmp_path / "tiny", "title: Tiny", f"title: Tiny\nrulebook: '{rulebook}'")
    found = problems(game, tmp_path / "out", None, "laser")
    assert [(p.where.line, p.where.key) for p in found] == [(3, "rulebook")]
    assert words in found[0].what


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="links, pipes and devices of POSIX")
@pytest.mark.parametrize(("leads", "words"), [
    ("/etc/passwd", "leads out of the folder"), ("../secret.md", "leads out of the folder"), ("/dev/zero", "a device"),
    ("none.md", "is missing"),
])
def test_nothing_from_elsewhere_gets_into_a_build(tmp_path: Path, leads: str, words: str) -> None:
    """What is built may be published: a rules text that is a link would carry a file of the user's along."""
    game = tiny(tmp_path / "tiny")
    (tmp_path / "secret.md").write_text("# Secret\n")
    (game / "rules.md").unlink()
    (game / "rules.md").symlink_to(leads)
    [found] = problems(game, tmp_path / "out")
    assert found.where.key == "rulebook"
    assert words in found.what
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_a_link_to_a_text_beside_it_is_read_and_copied_as_a_file(tmp_path: Path) -> None:
    game = tiny(tmp_path / "tiny")
    (game / "rules.md").rename(game / "text.md")
    (game / "rules.md").symlink_to("text.md")
    copied = build(str(game), tmp_path / "out", None, ["rules"]).target / "source/rules.md"
    assert not copied.is_symlink()
    assert copied.read_text() == "# Tiny\n"


@pytest.mark.parametrize("material", ["../oak.yaml/brown", "{}/oak.yaml"])
def test_a_material_beside_the_game_is_not_the_games(tmp_path: Path, material: str) -> None:
    (tmp_path / "oak.yaml").write_text(OAK)
    game = tiny(tmp_path / "tiny", "acrylic-3mm/green", material.format(tmp_path))
    [found] = [problem for problem in problems(game, tmp_path / "out") if problem.level == "error"]
    assert (found.where.line, found.where.key) == (5, "players.green.material")
    assert "is not a relative path inside its folder" in found.what


def test_names_whose_files_would_be_the_same_are_refused(tmp_path: Path) -> None:
    game = tiny(tmp_path / "tiny", "  pawn: {", "  red man: {moves: W, body: {standee: pawn}}\n  red-man: {")
    [found] = problems(game, tmp_path / "out")
    assert found.what == "`red-man` and `red man` differ only in spaces and hyphens"


@pytest.mark.slow
def test_a_build_that_verify_refuses_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = str(tiny(tmp_path / "tiny"))
    target = build(game, tmp_path / "out").target
    before = files(target)
    real = fabgen.laser.formats.svg.write_sheet
    monkeypatch.setattr(fabgen.laser.formats.svg, "write_sheet", lambda *args: real(*args).replace(b" Z", b"", 1))
    found = problems(game, tmp_path / "out", Options(kerf=0.3))
    assert any(p.where.file.startswith("laser/") for p in found)
    assert files(target) == before
    assert [path.name for path in target.parent.iterdir()] == ["tiny"]


def test_a_users_material_is_found_beside_the_spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    game = four(tmp_path / "game")
    monkeypatch.chdir(tmp_path / "elsewhere")
    (game.parent / "mats/oak.yaml").unlink()
    found = problems(game, tmp_path / "out")
    assert {p.where.key for p in found} == {"players.east.material", "tokens.disc.material"}
