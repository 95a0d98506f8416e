"""Every file in the folders of a build is accounted for: what nobody listed, what nothing asks for, what is missing,
and what was made from another state of the game. Each is named."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from built import share_build
from commands import OAK, fabgen, tiny
from verify.planting import Planted

from fabgen.build import Result, build
from fabgen.spec.build_options import Options
from fabgen.verify import STALE, proof_summary, verify

pytestmark = pytest.mark.slow
UNLISTED = "this file is not in the manifest: no build of this game made it"
UNKNOWN = "fabgen verify does not know this file"
ABSENT = "the manifest does not list this file, and it is not there"


def told(folder: Path) -> list[tuple[str, str]]:
    """The file and the words of each Problem."""
    return [(problem.where.file, problem.what) for problem in verify(folder)]


def change_manifest(folder: Path, change: Callable[[list[dict[str, Any]]], None]) -> None:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    change(manifest["files"])
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")


def list_file(folder: Path, path: str, data: bytes = b"x", **values: object) -> None:
    """Puts a file into a folder and into its manifest."""
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_bytes(data)
    entry = {"path": path, "purpose": "evil", "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data), **values}
    change_manifest(folder, lambda entries: entries.append(entry))


def take_out(folder: Path, *paths: str) -> None:
    """Takes files out of a folder and out of its manifest."""
    for path in paths:
        (folder / path).unlink()
    change_manifest(folder, lambda entries: entries.__setitem__(
        slice(None), [entry for entry in entries if entry["path"] not in paths]))


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Every folder of a small game with files of its own."""
    def make(folder: Path) -> Result:
        game = tiny(folder / "tiny", "acrylic-3mm/green", "mats/oak.yaml/green")
        (game / "mats").mkdir(exist_ok=True)
        (game / "mats/oak.yaml").write_text(OAK)
        return build(str(game), folder / "out", Options(papers=("a4",), books=("a5", "booklet-a4", "html")))

    return share_build(tmp_path_factory, "whole", make)


@pytest.fixture
def whole_copy(whole: Result, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole.target, tmp_path / "tiny"))


def test_a_whole_folder_is_accounted_for(copy: Planted) -> None:
    assert told(copy.folder) == []


@pytest.mark.parametrize("path", ["laser/mine.svg", "laser/deep/er/mine.txt", "source/mine.yaml", "rules/old.pdf",
                                  "print/.hidden", "diagrams/board.SVG"])
def test_a_file_that_nobody_listed(copy: Planted, path: str) -> None:
    (copy.folder / path).parent.mkdir(parents=True, exist_ok=True)
    (copy.folder / path).write_text("<svg/>")
    assert told(copy.folder) == [(path, UNLISTED)]


def test_each_of_several_is_named(copy: Planted) -> None:
    for path in ("laser/a.svg", "laser/b.svg", "diagrams/c.svg"):
        (copy.folder / path).write_text("<svg/>")
    assert told(copy.folder) == [(path, UNLISTED) for path in ("diagrams/c.svg", "laser/a.svg", "laser/b.svg")]


def test_what_lies_beside_the_folders_is_the_users(copy: Planted) -> None:
    (copy.folder / "notes.txt").write_text("mine")
    (copy.folder / "photos").mkdir()
    (copy.folder / "photos/table.jpg").write_text("mine")
    for name in (".DS_Store", "Thumbs.db", "desktop.ini"):  # left by file managers
        (copy.folder / "laser" / name).write_text("")
    assert told(copy.folder) == []


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_links_are_no_files_of_a_build(copy: Planted) -> None:
    (copy.folder / "laser/link").symlink_to("..")
    assert told(copy.folder) == [("laser/link", UNLISTED)]
    (copy.folder / "laser/link").unlink()
    (copy.folder / "laser/board.svg").rename(copy.folder / "board.svg")
    (copy.folder / "laser/board.svg").symlink_to("../board.svg")
    assert told(copy.folder) == [("laser/board.svg", "this is a link, and a build makes files")]


def test_a_manifest_without_files(copy: Planted) -> None:
    change_manifest(copy.folder, lambda entries: entries.clear())
    files = sorted(path.relative_to(copy.folder).as_posix() for path in copy.folder.rglob("*") if path.is_file())
    strays = [(path, UNLISTED) for path in files if path != "manifest.json"]
    assert sorted(told(copy.folder)) == sorted([*strays, ("manifest.json", "the manifest lists no files")])


def test_a_manifest_without_files_in_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"fabgen": "1", "game": "x", "title": "x", "files": []}')
    assert told(tmp_path) == [("manifest.json", "the manifest lists no files")]


@pytest.mark.parametrize("folder", ["laser", "diagrams"])
def test_a_folder_that_was_built_and_is_gone(copy: Planted, folder: str) -> None:
    take_out(copy.folder, *(path.relative_to(copy.folder).as_posix() for path in (copy.folder / folder).iterdir()))
    assert told(copy.folder) == [(folder, "this folder was built, and the manifest lists no file of it")]


@pytest.mark.parametrize("path", ["laser/job.json", "laser/job-sheet.pdf"])
def test_a_file_that_every_job_has(copy: Planted, path: str) -> None:
    take_out(copy.folder, path)
    assert told(copy.folder) == [(path, ABSENT)]


@pytest.mark.parametrize("path", ["source/options.json", "source/origins.json", "source/machine.json",
                                  "source/shop.json", "source/rules.md", "source/game.yaml"])
def test_a_file_that_every_source_has(copy: Planted, path: str) -> None:
    take_out(copy.folder, path)
    assert any(path in f"{file} {what}" for file, what in told(copy.folder))


@pytest.mark.parametrize("path", ["laser/evil.txt", "source/evil.yaml", "evil.txt", "other/evil.txt", "rules/evil.exe",
                                  "print/evil.txt", "laser/sub/job.json"])
def test_a_listed_file_that_no_build_makes(copy: Planted, path: str) -> None:
    list_file(copy.folder, path)
    assert (path, UNKNOWN) in told(copy.folder)


@pytest.mark.slow
@pytest.mark.parametrize(("path", "what"), [
    ("rules/tiny-1-rules.pdf", ("rules", "there is no PDF for a5")),
    ("rules/tiny-1-rules-booklet-a4.pdf", ("rules", "there is no PDF for booklet-a4")),
    ("rules/tiny-1-rules.html", ("rules", "there is no page for html")),
    ("print/tiny-1-pnp-a4-fold.pdf", ("print", "this folder was built, and the manifest lists no file of it")),
    ("source/mats/oak.yaml", ("source/mats/oak.yaml", ABSENT)),
])
def test_a_file_that_the_user_chose(whole_copy: Path, path: str, what: tuple[str, str]) -> None:
    assert told(whole_copy) == []
    take_out(whole_copy, path)
    assert told(whole_copy) == [what]


@pytest.mark.slow
def test_two_files_for_one_book_and_a_book_that_nobody_chose(whole_copy: Path) -> None:
    book, size = (whole_copy / "rules/tiny-1-rules.pdf").read_bytes(), [148.0, 210.0]
    list_file(whole_copy, "rules/evil-rules.pdf", book, size_mm=size)
    list_file(whole_copy, "rules/tiny-1-rules-large-a4.pdf", book, size_mm=size)
    assert told(whole_copy) == [("rules", "there are 2 PDFs for a5"),
                                ("rules/tiny-1-rules-large-a4.pdf", "nobody asked for large-a4")]


@pytest.mark.slow
def test_a_build_over_another_state_says_what_it_proved_and_verify_what_it_cannot_prove(tmp_path: Path) -> None:
    """The sheets that stay are those of the former board: neither command says yes to them."""
    home = tiny(tmp_path / "tiny")
    target = build(str(home), tmp_path / "output", only=["laser", "diagrams"]).target
    tiny(home, "cell: 40 mm", "cell: 41 mm")
    ended = fabgen("build", "tiny", "--only", "diagrams", cwd=tmp_path)
    assert ended.returncode == 0
    assert "warning: laser was made from an earlier state of this game" in ended.stderr
    assert ended.stdout.splitlines()[-1] == (
        "verified: 3 PDFs; 2 diagrams decoded; not looked at: laser, which `fabgen verify` proves")
    assert told(target)[0] == ("laser", STALE)
    assert ("diagrams", STALE) not in told(target)
    assert fabgen("build", "tiny", cwd=tmp_path).returncode == 0
    assert told(target) == []


def relist(folder: Path, path: str) -> None:
    """Makes the manifest say of a file what it is now."""
    data = (folder / path).read_bytes()
    found = {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
    change_manifest(folder, lambda entries: [entry.update(found) for entry in entries if entry["path"] == path])


def test_what_another_version_made_is_not_called_stale(copy: Planted) -> None:
    """It may read the same words as another state; what the files show is proven all the same."""
    copy.edit("source/origins.json", json.loads(copy.text("source/origins.json"))["laser"], "0" * 64)
    relist(copy.folder, "source/origins.json")
    assert told(copy.folder) == [("diagrams", STALE), ("laser", STALE)]  # one digest, two folders
    manifest = json.loads(copy.text("manifest.json"))
    copy.write("manifest.json", json.dumps(manifest | {"fabgen": "0.0.1"}))
    assert told(copy.folder) == []


@pytest.mark.slow
def test_the_summary_counts_the_folders_that_are_asked_for(copy: Planted) -> None:
    assert proof_summary(copy.folder, ["laser"]).startswith("3 laser sheets with 10 parts, 3 bases decoded; 1 PDF")
    assert "laser" not in proof_summary(copy.folder, ["diagrams"])


@pytest.mark.slow
def test_a_build_warns_of_files_that_verify_will_report(tmp_path: Path) -> None:
    home = tiny(tmp_path / "tiny")
    target = build(str(home), tmp_path / "out", only=["diagrams"]).target
    for n in range(7):
        (target / f"diagrams/mine-{n}.txt").write_text("mine")
    [warning] = build(str(home), tmp_path / "out", only=["diagrams"]).notes
    assert (warning.level, warning.where.file) == ("warning", str(target / "diagrams"))
    assert warning.what == ("this folder holds files that are not of this build: mine-0.txt, mine-1.txt, mine-2.txt, "
                            "mine-3.txt, mine-4.txt and 2 more")
    assert len(told(target)) == 7
