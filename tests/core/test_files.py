"""What a disk refuses, in words; what is read of it; and removal that never leaves the folder it was given."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from trouble import put, tree

from fabgen.core.files import (
    LARGEST_FILE,
    disk_error,
    find_kind,
    is_folder,
    read_file,
    read_text,
    remove_folder,
    sync_file,
    write_file,
)
from fabgen.core.problems import FabgenError, Problem


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


def unread(path: Path) -> Problem:
    with pytest.raises(FabgenError) as caught:
        read_text(path)
    [problem] = caught.value.problems
    assert problem.where.file == str(path)
    return problem


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert unread(tmp_path / "none.md").what == "cannot read the file: no such file or directory"
    assert unread(tmp_path / "a\0b").what == "no file can have this name"
    assert unread(tmp_path / "\ud800").what == "no file can have this name"
    assert unread(tmp_path).what == "this is a folder, and a file is needed"


@pytest.mark.parametrize(("data", "line", "column", "byte"), [
    ("name: café".encode("latin-1"), 1, 10, "(byte 10, 0xE9)"),
    ("ä\r\nöx".encode() + b"\xff", 2, 3, "(byte 8, 0xFF)"),  # ä, CR, LF, ö are six bytes, x the seventh
    (b"\xef\xbb\xbfab\x80", 1, 3, "(byte 6, 0x80)"),  # after a byte order mark
    (b"a\rb\xc3", 2, 2, "(byte 4, 0xC3)"),  # an old Macintosh's line end; half a letter at the end
])
def test_a_byte_that_is_not_utf_8_has_a_line_and_a_column(
    tmp_path: Path, data: bytes, line: int, column: int, byte: str
) -> None:
    (tmp_path / "rules.md").write_bytes(data)
    problem = unread(tmp_path / "rules.md")
    assert (problem.where.line, problem.where.column) == (line, column)
    assert problem.what == f"the file is not UTF-8 text {byte}"


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    """It is larger than the memory of most machines, and nothing of it is on the disk."""
    with open(tmp_path / "huge.yaml", "wb") as file:
        file.truncate(400_000_000_000)
    assert unread(tmp_path / "huge.yaml").what == "the file has 400000.0 MB; fabgen reads at most 1 MB"


def test_a_file_of_the_largest_size_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"#" * LARGEST_FILE)
    assert len(read_file(tmp_path / "a")) == LARGEST_FILE
    assert read_file(tmp_path / "a", LARGEST_FILE) == b"#" * LARGEST_FILE
    with pytest.raises(FabgenError):
        read_file(tmp_path / "a", LARGEST_FILE - 1)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs devices")
def test_a_device_and_a_pipe_are_never_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    assert {unread(tmp_path / name).what for name in ("pipe", "zero")} == {
        "this is a device, a pipe or a socket, and a file is needed"}
    assert [find_kind(tmp_path / name) for name in ("pipe", "zero", ".", "none")] == ["other", "other", "folder", ""]


def test_a_pipe_that_takes_the_place_of_a_file_does_not_keep_the_reader_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no pipes")
    (tmp_path / "file").write_text("")
    os.mkfifo(tmp_path / "pipe")
    status = os.stat(tmp_path / "file")
    monkeypatch.setattr(os, "stat", lambda path: status)
    assert read_file(tmp_path / "pipe") == b""


def test_a_folder_that_may_not_be_entered_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: object) -> os.stat_result:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(os, "stat", refuse)
    with pytest.raises(FabgenError, match="cannot look there: permission denied"):
        find_kind(tmp_path / "shop.yaml")
    assert unread(tmp_path / "shop.yaml").what == "cannot read the file: permission denied"


@pytest.mark.parametrize(("path", "hint"), [
    ("out/" + "g" * 201, "rename the folder of the game"),
    ("out/" + "g" * 200, "build into a folder with a shorter path"),
    ("d/" * 300 + "game", "build into a folder with a shorter path"),
])
def test_a_name_that_is_too_long_by_itself_is_not_blamed_on_its_folder(path: str, hint: str) -> None:
    [problem] = disk_error(OSError(errno.ENAMETOOLONG, "too long"), path).problems
    assert problem.hint.startswith(hint)
