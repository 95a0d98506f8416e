"""What a game may read: regular files of a reasonable size in its folder, links followed, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import fabgen.core.game_files as game_files
from fabgen.core.files import LARGEST_FILE, MISSING
from fabgen.core.game_files import OUTSIDE, locate_game_file, read_game_file, read_game_text
from fabgen.core.problems import FabgenError, Problem

posix = pytest.mark.skipif(os.name != "posix", reason="links, pipes and devices of POSIX")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a game with one drawing, beside a file that is none of its business."""
    (tmp_path / "secret.md").write_text("a secret")
    (tmp_path / "game" / "art").mkdir(parents=True)
    (tmp_path / "game" / "art" / "a.svg").write_bytes(b"<svg/>\r\n")
    return tmp_path / "game"


def refused(folder: Path, name: str) -> Problem:
    with pytest.raises(FabgenError) as caught:
        read_game_file(folder, name)
    [problem] = caught.value.problems
    assert problem.where.file == str(folder / name)
    return problem


def test_a_file_in_the_folder_is_read(folder: Path) -> None:
    assert read_game_file(folder, "art/a.svg") == b"<svg/>\r\n"
    assert read_game_text(folder, "art/a.svg") == "<svg/>\n"
    assert locate_game_file(folder, "art/a.svg") == folder / "art/a.svg"


@pytest.mark.parametrize("name", ["../secret.md", "art/../../secret.md", "/etc/passwd", "", ".", "a//b", "a\0.md",
                                  "art\\a.svg", "\ud800"])
def test_a_name_that_is_no_path_inside_the_folder(folder: Path, name: str) -> None:
    assert refused(folder, name).code == OUTSIDE


def test_a_path_inside_that_climbs_is_refused_too(folder: Path) -> None:
    """`art/../art/a.svg` would be inside, but not on a system where `art` is a link."""
    assert refused(folder, "art/../art/a.svg").code == OUTSIDE


@posix
def test_links_are_followed_and_must_end_inside(folder: Path) -> None:
    (folder / "in.svg").symlink_to("art/a.svg")
    (folder / "out.md").symlink_to(folder.parent / "secret.md")
    (folder / "far").symlink_to(folder.parent)
    (folder / "round").symlink_to("round")
    assert read_game_file(folder, "in.svg") == b"<svg/>\r\n"
    assert (refused(folder, "out.md").code, refused(folder, "far/secret.md").code) == (OUTSIDE, OUTSIDE)
    assert "cannot look there" in refused(folder, "round").what


@posix
def test_the_folder_itself_may_be_a_link(folder: Path) -> None:
    (folder.parent / "link").symlink_to(folder)
    assert read_game_file(folder.parent / "link", "art/a.svg") == b"<svg/>\r\n"


@posix
def test_games_that_come_with_fabgen_may_be_linked_into_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As some installers do, file by file."""
    (folder / "rules.md").symlink_to(folder.parent / "secret.md")
    monkeypatch.setattr(game_files, "BUILT_IN", folder.parent)
    assert read_game_text(folder, "rules.md") == "a secret"
    assert refused(folder, "../secret.md").code == OUTSIDE


@pytest.mark.parametrize("name", ["a/" * 11 + "b.svg", "a" * 497 + ".svg", "ä" * 250 + ".svg"])
def test_a_path_that_a_build_could_not_copy(folder: Path, name: str) -> None:
    assert refused(folder, name).what == "a path in a game has at most 500 bytes and 10 folders"


def test_a_file_that_is_not_there(folder: Path) -> None:
    assert refused(folder, "art/b.svg").code == MISSING
    assert refused(folder, "art/a.svg/b.svg").code == MISSING  # a file where the folder should be


@posix
def test_only_regular_files_are_read(folder: Path) -> None:
    os.mkfifo(folder / "pipe.md")
    assert "a pipe" in refused(folder, "pipe.md").what
    assert "a folder" in refused(folder, "art").what
    (folder / "zero.md").symlink_to("/dev/zero")
    assert "a device" in refused(folder, "zero.md").what


def test_a_large_file_is_refused_unread(folder: Path) -> None:
    with open(folder / "large.md", "wb") as file:
        file.truncate(LARGEST_FILE + 1)
    assert "1.0 MB; fabgen reads at most 1 MB" in refused(folder, "large.md").what


def test_a_folder_that_may_not_be_entered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: object, **options: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "stat", refuse)
    assert refused(folder, "art/a.svg").what == "cannot look there: permission denied"
