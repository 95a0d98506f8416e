"""What a build would refuse is found by `check` with the same options, at the same place, before anything is made."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from specs import GAME, problems, put

from fabgen import build as building
from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import polygon, rectangle
from fabgen.build import build
from fabgen.check import refusals
from fabgen.check.refusals import find_refusals
from fabgen.cli import main
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import load_machine
from fabgen.laser.part_batches import find_part_problems
from fabgen.laser.preparation import find_cut_faults
from fabgen.laser.sheet_layout import make_sheets
from fabgen.materials.material import load_material
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec

# A body of 20 x 35 mm with a hat on it, 40 mm high on a page of 40 mm; a notch of 0.55 mm in the body, 8 mm deep from
# its right edge, half-way up. As a piece it is 50 mm high: all lengths times 1.25.
NOTCHED = """<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm" viewBox="0 0 40 40">
<path id="hat" d="M 15 0 H 25 V 6 H 15 Z"/>
<path id="body" d="M 10 5 H 30 V 19.725 H 22 V 20.275 H 30 V 40 H 10 Z"/></svg>"""
JOB = LaserJob(load_machine("generic"))


def notched(folder: Path) -> Path:
    path = put(folder, GAME.replace("standee: pawn", "standee: art/notch.svg"))
    (path.parent / "art").mkdir()
    (path.parent / "art" / "notch.svg").write_text(NOTCHED)
    return path


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, ["check", *args], prog_name="fabgen")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def test_a_notch_narrower_than_the_kerf_has_its_file_its_place_and_its_element(tmp_path: Path) -> None:
    """The notch is 0.69 mm wide as it is cut; in the file it goes from 22 to 30 mm, 20 mm above the foot."""
    spec = load_spec(str(notched(tmp_path)))
    assert find_refusals(spec, Options(kerf=0.6)) == []
    (found,) = find_refusals(spec, Options(kerf=0.7))
    assert (found.level, found.where.key) == ("error", "pieces.guard.body.standee")
    what, _, place = found.what.partition(", at ")
    assert what == "art/notch.svg: the outline (25.00 x 53.00 mm) has a notch that is narrower than the kerf of 0.7 mm"
    x, y = map(float, place.removesuffix(" mm from the lower left corner").split(","))
    assert 22 < x < 30
    assert y == pytest.approx(20, abs=0.2)
    assert found.hint.splitlines()[-1] == "in the file it is the element `body`"


@pytest.mark.slow
def test_check_and_build_refuse_it_alike_and_check_draws_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = notched(tmp_path)
    result = run(str(path), "--kerf", "0.7mm", "--pictures", str(tmp_path / "flaws"), "--json")
    assert result.exit_code == 1
    (error,) = [row for row in json.loads(result.stdout) if row["level"] == "error"]
    assert (tmp_path / "flaws" / "white-guard-standee-cuts-1.png").is_file()
    monkeypatch.setattr(building, "FOLDER_MAKERS", {})  # it is refused before anything is laid out
    with pytest.raises(FabgenError) as refused:
        build(str(path), tmp_path / "out", Options(kerf=0.7))
    assert [p.what for p in refused.value.problems if p.level == "error"] == [error["what"]]


def test_options_of_a_build_are_checked(tmp_path: Path) -> None:
    path = str(put(tmp_path))
    assert run(path, "-q").exit_code == 0
    small = run(path, "--sheet", "60x60mm", "-q")
    assert small.exit_code == 1
    assert "the board is larger than its sheet" in small.stderr
    assert run(path, "--kerf", "9mm", "-q").exit_code == 1


def test_parts_that_differ_in_colour_are_looked_at_once() -> None:
    red = Part("red base", draw(Role.EDGE, rectangle(0, 0, 20, 20), tone="red"), 2, "acrylic-3mm/red", "red pieces")
    blue = replace(red, name="blue base", drawing=draw(Role.EDGE, rectangle(0, 0, 20, 20), tone="blue"),
                   material="acrylic-3mm/blue")
    wood, wide = replace(red, material="birch-ply-3mm"), replace(red, drawing=draw(Role.EDGE, rectangle(0, 0, 21, 20)))
    assert list(refusals._distinct_parts([red, blue, wood, wide, replace(red, count=0)], JOB)) == [red, wood, wide]


def test_what_is_found_is_what_the_sheets_refuse() -> None:
    """A part with a notch of 0.1 mm, one of 2 m, and one that is sound."""
    notch = polygon([(0, 0), (20, 0), (20, 9.95), (5, 9.95), (5, 10.05), (20, 10.05), (20, 20), (0, 20)])
    parts = [Part(name, draw(Role.EDGE, edge), 1, "acrylic-3mm", "plates") for name, edge in (
        ("notched", notch), ("long", rectangle(0, 0, 2000, 10)), ("sound", rectangle(0, 0, 20, 20)))]
    with pytest.raises(FabgenError) as refused:
        make_sheets(parts, JOB)
    assert sorted(find_part_problems(parts, JOB)) == list(refused.value.problems)
    assert len(refused.value.problems) == 2


def test_a_fault_has_its_place() -> None:
    """Walls of 0.2 mm between two slots at y = 21.1 to 21.3; the middle of a hole that vanishes; a notch along
    y = 10 from x = 5 to 20."""
    material = load_material("acrylic-3mm").material
    plate = draw(Role.EDGE, rectangle(0, 0, 60, 40))
    walls = plate + draw(Role.HOLE, rectangle(20, 18, 18, 3.1), rectangle(20, 21.3, 18, 3.1))
    tiny = plate + draw(Role.HOLE, rectangle(20, 18, 18, 3.1))
    notch = draw(Role.EDGE, polygon(
        [(0, 0), (20, 0), (20, 9.95), (5, 9.95), (5, 10.05), (20, 10.05), (20, 20), (0, 20)]))
    for drawing, kerf, x, y in ((walls, 0.2, 29, 21.2), (tiny, 3.2, 29, 19.55), (notch, 0.2, 12.5, 10)):
        part = Part("plate", drawing, 1, "acrylic-3mm", "plates")
        (fault,) = find_cut_faults(part, JOB.machine, material, kerf)
        assert fault.spot is not None
        assert fault.spot[1] == pytest.approx(y, abs=0.05)
        assert abs(fault.spot[0] - x) < 9.1


@pytest.mark.parametrize(("rules", "line", "what"), [
    ("# A\n\nText.\n\n# Quick reference\n\nB\n\n# C\n\nD\n", 9, "a chapter follows `Quick reference`"),
    ("# A\n\nText.\n\n![" + "x" * 801 + "](board)\n", 5,
     "a caption of 801 characters is too long to stand under a figure"),
    ("# A\n\n## " + "x" * 201 + "\n\nText.\n", 3, "a heading of 201 characters is too long for a page"),
])
def test_a_book_that_cannot_be_bound_is_refused_at_its_line(tmp_path: Path, rules: str, line: int, what: str) -> None:
    path = put(tmp_path)
    path.with_name("rules.md").write_text(rules)
    found = building.check_spec(load_spec(str(path), allow_errors=True))
    assert [(one.what, one.where.line, one.where.file) for one in found] == [
        (what, line, str(path.with_name("rules.md")))]
    assert "<" not in str(found[0])


def test_captions_and_headings_may_be_as_long_as_that(tmp_path: Path) -> None:
    path = put(tmp_path)
    path.with_name("rules.md").write_text("# " + "x" * 200 + "\n\n![" + "x" * 800 + "](board)\n")
    assert building.check_spec(load_spec(str(path), allow_errors=True)) == []


def test_full_makes_everything_and_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, folders = str(put(tmp_path)), []

    def refuse(game: str, out: Path, options: Options, **more: object) -> None:
        folders.append((out, options.kerf))
        (out / "file").write_text("made")
        raise FabgenError([Problem(Location(), "the nest has no room"), Problem(Location(), "slow", "", "warning")])

    monkeypatch.setattr(building, "build", refuse)
    assert run(path, "-q").stderr == ""
    result = run(path, "-q", "--full", "--kerf", "0.3mm")
    assert (result.exit_code, result.stderr) == (1, "error: the nest has no room\n1 error\n")
    ((folder, kerf),) = folders
    assert (folder.exists(), kerf) == (False, 0.3)


def test_a_sound_game_has_no_problem(tmp_path: Path) -> None:
    assert problems(tmp_path) == []
    assert find_refusals(load_spec(str(put(tmp_path))), Options()) == []
