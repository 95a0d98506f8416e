"""The same game and options give the same bytes: in another process, folder, time zone, language, with other hashes."""

from __future__ import annotations

from pathlib import Path

import pytest
from built import files
from commands import fabgen, four

from fabgen.build import Result

pytestmark = pytest.mark.slow

ELSEWHERE = {"PYTHONHASHSEED": "4711", "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "LANG": "tr_TR.UTF-8",
             "HOME": "/nowhere", "COLUMNS": "20", "SOURCE_DATE_EPOCH": "86400"}


def differing(one: dict[str, str], other: dict[str, str]) -> set[str]:
    """The files that only one of both has, or that are not the same."""
    return {path for path in one.keys() | other.keys() if one.get(path) != other.get(path)}


def test_another_process_makes_the_same_bytes(tmp_path: Path, correction: Result) -> None:
    (tmp_path / "far away").mkdir()
    ended = fabgen("build", "correction", "-q", cwd=tmp_path / "far away", env=ELSEWHERE)
    assert ended.returncode == 0
    assert "error" not in ended.stderr
    assert differing(files(tmp_path / "far away/output/correction"), files(correction.target)) == set()


def test_a_game_of_ones_own_too_wherever_it_lies(tmp_path: Path, foursome: Result) -> None:
    four(tmp_path / "moved")
    args = ("--sheet", "60x40cm", "--kerf", "0.15", "--spacing", "4 mm", "-o", "..")
    ended = fabgen("build", "four.yaml", "-q", *args, cwd=tmp_path / "moved", env={**ELSEWHERE, "PYTHONHASHSEED": "1"})
    assert ended.returncode == 0
    assert "error" not in ended.stderr
    assert differing(files(tmp_path / "four"), files(foursome.target)) == set()


@pytest.mark.parametrize("path", ["laser/board.svg", "manifest.json"])
def test_a_difference_would_be_seen(correction: Result, path: str) -> None:
    found = files(correction.target)
    assert differing(found, {**found, path: "0"}) == {path}
