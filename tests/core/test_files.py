"""What a disk refuses, in words; and removal that never leaves the folder it was given."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from trouble import put, tree

from fabgen.core.files import disk_error, is_folder, remove_folder, sync_file, write_file


@pytest.mark.parametrize(("number", "what"), [
    (errno.ENOSPC, "the disk is full"), (errno.EACCES, "permission denied"), (errno.ENAMETOOLONG, "too long"),
    (errno.EROFS, "read-only"), (errno.ENOTDIR, "where a folder is needed"), (errno.EXDEV, "another disk"),
])
def test_each_disk_error_names_the_path_the_reason_and_a_remedy(number: int, what: str) -> None:
    (problem,) = disk_error(OSError(number, os.strerror(number)), "output/chess").problems
    assert problem.where.file == "output/chess"
    assert what in problem.what
    assert problem.hint


def test_an_unknown_disk_error_is_reported_in_the_systems_words() -> None:
    assert disk_error(OSError(errno.ECHILD, "No child processes"), "a").problems[0].what == "no child processes"
    assert disk_error(OSError("odd"), "a").problems[0].what == "odd"


def test_sync_file_returns_the_sha256_of_the_file(tmp_path: Path) -> None:
    write_file(tmp_path / "a", b"abc")  # FIPS 180-2, B.1
    assert sync_file(tmp_path / "a") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_read_only_files_are_removed_too(tmp_path: Path) -> None:
    put(tmp_path, {"a/b/c": b"1", "a/d": b"2"})
    (tmp_path / "a/b/c").chmod(0o444)
    remove_folder(tmp_path / "a")
    remove_folder(tmp_path / "a")
    assert tree(tmp_path) == {"./": "empty"}


@pytest.mark.skipif(os.name == "nt", reason="Windows makes links for few")
def test_links_are_removed_and_not_followed(tmp_path: Path) -> None:
    put(tmp_path, {"kept/x": b"1", "a/b": b"2"})
    (tmp_path / "a/link").symlink_to(tmp_path / "kept")
    (tmp_path / "a/file").symlink_to(tmp_path / "kept/x")
    assert not is_folder(tmp_path / "a/link")
    remove_folder(tmp_path / "a")
    assert list(tree(tmp_path)) == ["kept/x"]


@pytest.mark.skipif(os.name == "nt", reason="Windows makes links for few")
def test_a_link_that_cannot_be_removed_stays_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, {"kept": b"1"})
    (tmp_path / "a").mkdir()
    (tmp_path / "a/link").symlink_to(tmp_path / "kept")
    mode = (tmp_path / "kept").stat().st_mode

    def denied(path: str) -> None:
        raise PermissionError(path)

    monkeypatch.setattr(os, "unlink", denied)
    with pytest.raises(PermissionError):
        remove_folder(tmp_path / "a")
    assert (tmp_path / "kept").stat().st_mode == mode
