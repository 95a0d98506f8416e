"""A folder that another fabgen made: where something is wrong in it, a message says so first, once, and what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import fabgen
from fabgen.build import OTHER_MAKER, verify_build
from fabgen.cli import main
from fabgen.core.cache import digest_of_fabgen
from fabgen.core.problems import Location, Problem

WRONG = Problem(Location("print/a4.pdf"), "the tiles part a cell", "build the game again")
MADE = "this folder was made by "
NOTE = "build the game again: the other messages about this folder may have no other reason"


def messages(folder: Path, monkeypatch: pytest.MonkeyPatch, edition: str | None, version: str = fabgen.__version__,
             found: tuple[Problem, ...] = (WRONG,)) -> list[Problem]:
    """What is said of a build that has only one folder, in which verify found something."""
    (folder / "source").mkdir()
    entry = {"path": "print/a4.pdf", "purpose": "", "size_mm": None, "pages": None, "sha256": "0" * 64, "bytes": 1}
    manifest = {"fabgen": version, "game": "tiny", "title": "Tiny", "files": [entry]}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    origins = {"print": "0" * 64} | ({"print, fabgen": edition} if edition is not None else {})
    (folder / "source" / "origins.json").write_text(json.dumps(origins))
    monkeypatch.setattr("fabgen.verify.verify", lambda *_, **__: [*found])
    monkeypatch.setattr("fabgen.build._compare_with_source", lambda *_: [])
    return verify_build(folder)


@pytest.mark.parametrize(("edition", "version", "maker"), [
    ("0" * 64, fabgen.__version__, "another fabgen"),
    (None, fabgen.__version__, "another fabgen"),  # which did not write down what it was
    ("0" * 64, "0.0.9", f"fabgen 0.0.9, and this is {fabgen.__version__}"),
])
def test_the_maker_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edition: str | None, version: str,
                               maker: str) -> None:
    assert messages(tmp_path, monkeypatch, edition, version) == [Problem(Location("print"), MADE + maker, NOTE), WRONG]


def test_this_fabgen_is_not_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert messages(tmp_path, monkeypatch, digest_of_fabgen()) == [WRONG]


def test_a_folder_without_problems_is_proven_whoever_made_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert messages(tmp_path, monkeypatch, "0" * 64, found=()) == []


def test_the_command_prints_one_message_about_such_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred messages about print/ are counted; the one about laser/, which this fabgen built, stays."""
    made = Problem(Location("print"), MADE + "another fabgen", NOTE, code=OTHER_MAKER)
    altered = Problem(Location("laser/a.svg"), "the file was altered", "build the game again")
    found = [made, altered, *(Problem(Location(f"print/{n}.pdf"), "the tiles part a cell") for n in range(100))]
    monkeypatch.setattr("fabgen.build.verify_build", lambda *_: found)
    short, long = (CliRunner().invoke(main, ["verify", str(tmp_path), *flags]) for flags in ([], ["--all"]))
    assert short.exit_code == long.exit_code == 1
    assert short.stderr.splitlines() == [
        "print: error: this folder was made by another fabgen",
        "  build the game again; 100 messages about this folder may have no other reason: `fabgen verify --all` prints "
        "all",
        "laser/a.svg: error: the file was altered", "  build the game again"]
    assert long.stderr.count("the tiles part a cell") == 100
