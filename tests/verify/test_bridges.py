"""Cuts with bridges are proven like closed ones, and each planted fault of a bridge is found."""

from __future__ import annotations

import json
import math
import re
import shutil
from pathlib import Path

import pytest
from built import share_written_game
from verify.planting import GAME, Planted

from fabgen.laser.formats.registry import FORMATS
from fabgen.spec.build_options import Options
from fabgen.verify import verify

PIECES, STANDEE, BASE = "laser/green-pieces.svg", "green-knight-standee-1.edge-1", "green-knight-base-1.edge-1"
SLOT = "green-knight-base-1.hole-1"


@pytest.fixture(scope="session")
def hung(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The laser sheets of the small game with bridges, in every format."""
    options = Options(bridges="3:0.6mm", formats=tuple(FORMATS))
    return share_written_game(tmp_path_factory, "bridges", GAME, "# Small\n", options, ("laser",)).target


@pytest.fixture
def copy(hung: Path, tmp_path: Path) -> Planted:
    """A copy whose SVG files alone are compared, so that a fault is told once."""
    folder = Path(shutil.copytree(hung, tmp_path / "copy"))
    return Planted(folder)


def planted(copy: Planted) -> str:
    return "\n".join(str(problem) for problem in copy.problems())


def test_every_format_is_proven(hung: Path) -> None:
    assert verify(hung) == []


def test_gaps_in_the_file_are_as_wide_as_asked(hung: Path) -> None:
    """Read with a pattern, not with fabgen: a bridge of 0.6 mm and a kerf of 0.2 mm are 0.8 mm."""
    for id in (STANDEE, BASE):
        line = next(line for line in (hung / PIECES).read_text().splitlines() if f'id="{id}"' in line)
        data = re.findall(r' d="([^"]*)"', line)[0]
        pieces = [[float(v) for v in re.findall(r"-?[\d.]+", piece)] for piece in data.split("M")[1:]]
        ends = [(piece[:2], piece[-2:]) for piece in pieces]
        gaps = [math.dist(end, start) for (_, end), (start, _) in zip(ends, [*ends[1:], ends[0]], strict=True)]
        assert gaps == pytest.approx([0.8] * 3, abs=0.002)


@pytest.mark.parametrize(("wider", "told"), [(3.0, "3.6 mm wide"), (0.05, "0.65 mm wide")])
def test_a_wide_bridge_is_found(copy: Planted, wider: float, told: str) -> None:
    def widen(data: str) -> str:
        first = data.index(" M")
        steps = data[:first].rsplit(" L ", 1)  # the last line of the first piece ends too early
        x, y = (float(v) for v in steps[1].split()[:2])
        before = [float(v) for v in re.findall(r"-?[\d.]+", steps[0])][-2:]
        share = 1 - wider / math.dist(before, (x, y))
        return f"{steps[0]} L {before[0] + (x - before[0]) * share:.3f} {before[1] + (y - before[1]) * share:.3f}" + (
            data[first:])

    copy.redraw(PIECES, BASE, widen)
    assert f"a bridge is {told}, the job asks for 0.6 mm" in planted(copy)


def test_an_outline_without_bridges_is_found(copy: Planted) -> None:
    copy.redraw(PIECES, BASE, lambda data: re.sub(r" M (\S+ \S+)", r" L \1", data) + " Z")
    assert "the outline keeps no bridge" in planted(copy)


def test_a_slot_that_stays_is_found(copy: Planted) -> None:
    copy.redraw(PIECES, SLOT, lambda data: data.removesuffix(" Z"))
    text = planted(copy)
    assert SLOT in text


def test_bridges_that_nobody_asked_for_are_found(copy: Planted) -> None:
    options = json.loads((copy.folder / "source/options.json").read_text())
    (copy.folder / "source/options.json").write_text(json.dumps(options | {"bridges": None}))
    assert "it leaves 3 gaps, and the job asks for no bridges" in planted(copy)


def test_a_moved_piece_of_an_outline_is_found(copy: Planted) -> None:
    def move(data: str) -> str:
        first, rest = data.split(" M", 1)
        return re.sub(r"L (\S+) (\S+)", lambda m: f"L {float(m[1]) + 0.1:.3f} {m[2]}", first) + " M" + rest

    copy.redraw(PIECES, BASE, move)
    assert "green-knight-base-1" in planted(copy)


def test_files_without_ids_are_proven(copy: Planted) -> None:
    for file in (copy.folder / "laser").glob("*"):
        if file.suffix in (".dxf", ".pdf", ".lbrn2", ".gcode") and file.name != "job-sheet.pdf":
            file.unlink()
    manifest = json.loads((copy.folder / "manifest.json").read_text())
    manifest["files"] = [entry for entry in manifest["files"] if (copy.folder / entry["path"]).exists()]
    (copy.folder / "manifest.json").write_text(json.dumps(manifest))
    options = json.loads((copy.folder / "source/options.json").read_text())
    (copy.folder / "source/options.json").write_text(json.dumps(options | {"formats": ["svg"]}))
    for file in (copy.folder / "laser").glob("*.svg"):
        file.write_text(re.sub(r'(<path [^>]*?) id="[^"]*"', r"\1", file.read_text()))
    assert [problem for problem in copy.problems() if problem.where.file != "laser/job.json"] == []
