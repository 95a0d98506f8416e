"""The manifest: the same bytes for the same files, and nothing read from it leads out of the output folder."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabgen.core.manifest import (
    Manifest,
    ManifestEntry,
    fold_path,
    make_entry,
    parent_folders,
    parse_manifest,
    read_manifest,
    safe_path,
)
from fabgen.core.problems import FabgenError

SUM = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # of "abc": FIPS 180-2, B.1

WRITTEN = f"""{{
  "fabgen": "0.1.0",
  "game": "chess",
  "title": "Schach ♞",
  "files": [
    {{
      "path": "laser/board.svg",
      "purpose": "cut the board",
      "size_mm": [
        300.0,
        200.5
      ],
      "sha256": "{SUM}",
      "bytes": 3
    }},
    {{
      "path": "rules/book.pdf",
      "purpose": "read",
      "pages": 8,
      "sha256": "{SUM}",
      "bytes": 3
    }}
  ]
}}
"""


def test_the_form_of_the_file() -> None:
    book = make_entry("rules/book.pdf", b"abc", "read", pages=8)
    board = make_entry("laser/board.svg", b"abc", "cut the board", (300.0, 200.5))
    assert Manifest("0.1.0", "chess", "Schach ♞", (book, board)).to_json().decode() == WRITTEN


def test_entries_of_some_folders() -> None:
    manifest = parse_manifest(WRITTEN.encode())
    assert [one.path for one in manifest.entries_in(("laser", "print"))] == ["laser/board.svg"]
    assert [one.folder for one in manifest] == ["laser", "rules"]


TEXTS = st.text(st.characters(codec="utf-8"))
NAMES = st.text("abXé-_. ", min_size=1, max_size=3).filter(lambda part: part[-1] not in " .")
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
SIZES = st.tuples(st.floats(0, 1e6), st.floats(0, 1e6))
ENTRIES = st.builds(
    ManifestEntry, PATHS, TEXTS, st.none() | SIZES, st.none() | st.integers(1), st.just(SUM), st.integers(0)
)
APART = st.lists(ENTRIES, max_size=3, unique_by=lambda one: fold_path(one.folder))


@pytest.mark.slow
@given(TEXTS, APART)
def test_dump_and_parse_are_inverses_whatever_the_order(title: str, entries: list[ManifestEntry]) -> None:
    manifest = Manifest("1", "chess", title, tuple(entries))
    assert parse_manifest(manifest.to_json()) == manifest
    assert Manifest("1", "chess", title, tuple(reversed(entries))).to_json() == manifest.to_json()


@pytest.mark.parametrize("path", [
    "", "/etc/passwd", "..", "../a", "a/../b", "a//b", "a/", "./a", "C:/a", "C:a", "a\\b", "a:stream", "nul",
    "a/COM1.txt", "a.", "a ", "a\nb", "a\0b", "a?", "a\u202eb",
])
def test_invalid_paths_are_refused(path: str) -> None:
    with pytest.raises(ValueError, match=r"relative path|file name"):
        safe_path(path)
    listed = vars(make_entry("a", b"", "p")) | {"path": path}
    data = json.dumps({"fabgen": "1", "game": "g", "title": "t", "files": [listed]})
    with pytest.raises(FabgenError, match=r"\(files\[1\]\): error: the manifest is damaged"):
        parse_manifest(data.encode())


@pytest.mark.parametrize("path", ["a", "laser/clear board.svg", "..a/b", "a/...b", "com10", "laser/ß (2).svg", "a/~$"])
def test_a_path_that_every_system_can_store_is_taken_as_it_is(path: str) -> None:
    assert safe_path(path) == path


@pytest.mark.parametrize("path", [
    "laser/" + "x" * 256, "laser/" + "ä" * 128, "a/" * 600 + "b", "a/" * 21 + "b", "laser/\ud800",
])
def test_paths_that_no_build_makes(path: str) -> None:
    """Common file systems take names of 255 bytes; half a character has no bytes at all."""
    listed = {"path": path, "purpose": "p", "sha256": "0", "bytes": 1}
    data = json.dumps({"fabgen": "1", "game": "g", "title": "t", "files": [listed]})
    with pytest.raises(FabgenError, match=r"too long|every system|more than 20 folders"):
        parse_manifest(data.encode())


@pytest.mark.parametrize(("one", "other"), [
    ("a/b", "a/b"), ("a/b", "A/B"), ("a/é", "a/e\u0301"), ("a", "a/b"), ("A/b", "a/B/c"),
])
def test_paths_that_cannot_exist_in_one_folder_are_refused(one: str, other: str) -> None:
    with pytest.raises(ValueError, match="stands twice"):
        Manifest("1", "g", "t", (make_entry(one, b"", "p"), make_entry(other, b"", "p")))


def test_the_manifest_does_not_list_itself() -> None:
    with pytest.raises(ValueError, match="stands twice"):
        Manifest("1", "g", "t", (make_entry("Manifest.json", b"", "p"),))


@pytest.mark.parametrize(("data", "place", "what"), [
    (b"", "m.json:1:1", "damaged"),
    (b'{"fabgen": "1",\n "files": [}', "m.json:2:12", "damaged"),
    (WRITTEN.encode()[:-20], "m.json:21:7", "damaged"),
    (b"\xff\xfe", "m.json", "byte 1 is not UTF-8"),
    (b"[" * 100_000, "m.json", "no manifest of fabgen"),
    (b'{"name": "somebody else\'s"}', "m.json", "no manifest of fabgen"),
    (b"[]", "m.json", "no manifest of fabgen"),
    (b'{"fabgen": "1", "files": 3, "game": "g", "title": "t"}', "(files)", "damaged"),
    (WRITTEN.replace('"bytes": 3', '"bytes": "x"', 1).encode(), "(files[1].bytes)", "damaged"),
    (WRITTEN.replace("300.0", "NaN").encode(), "(files[1])", "no size"),
    (WRITTEN.replace("rules/book.pdf", "laser/BOARD.svg").encode(), "m.json", "stands twice"),
])
def test_a_damaged_file_is_a_problem_at_its_place(tmp_path: Path, data: bytes, place: str, what: str) -> None:
    (tmp_path / "m.json").write_bytes(data)
    with pytest.raises(FabgenError) as caught:
        read_manifest(tmp_path / "m.json")
    assert place in str(caught.value)
    assert what in str(caught.value)


@pytest.mark.parametrize(("data", "what"), [
    (b'{"fabgen": "1", "files": [' + b"{}," * 3_300_000 + b"{}]}", "the file has 9.9 MB; fabgen reads at most 1 MB"),
    (b'{"fabgen": "1", "files": [' + b"{}," * 300_000 + b"{}]}", "lists 300001 files; fabgen reads at most 2000"),
])
def test_a_manifest_that_no_build_wrote_is_refused_before_its_files_are_looked_at(
    tmp_path: Path, data: bytes, what: str
) -> None:
    """One of 9.9 MB once took over 2 GB and minutes."""
    (tmp_path / "m.json").write_bytes(data)
    with pytest.raises(FabgenError) as caught:
        read_manifest(tmp_path / "m.json")
    [problem] = caught.value.problems
    assert what in problem.what


def test_all_mistakes_in_a_manifest_are_reported_at_once() -> None:
    data = WRITTEN.replace('"bytes": 3', '"bytes": null').replace("laser/", "../")
    with pytest.raises(FabgenError) as caught:
        parse_manifest(data.encode())
    assert {problem.where.key for problem in caught.value.problems} >= {"files[1].bytes", "files[2].bytes"}


def test_no_file_is_no_manifest(tmp_path: Path) -> None:
    assert read_manifest(tmp_path / "manifest.json") is None


def test_a_folder_in_its_place_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(FabgenError):
        read_manifest(tmp_path)


def test_an_entry_is_computed_from_the_bytes() -> None:
    data = bytes(range(256)) * 100
    assert make_entry("a", data, "p") == ManifestEntry("a", "p", None, None, hashlib.sha256(data).hexdigest(), 25600)


def test_folders_come_before_the_files_in_them() -> None:
    assert parent_folders(["b/c/d", "a/x", "b/y", "top"]) == ["a", "b", "b/c"]
