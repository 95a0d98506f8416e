"""The journal: what it says is trusted only when it is whole and stays inside the output folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from trouble import expected, is_swap_pending, put, recover_target, tree

from fabgen.core.problems import FabgenError


@pytest.mark.parametrize("journal", [b"", b"{", b"[]", b'{"outs": 1, "ins": []}', b"\xff",
                                     json.dumps({"outs": ["../precious"], "ins": []}).encode()])
def test_a_damaged_journal_moves_nothing_and_says_where_the_files_are(tmp_path: Path, journal: bytes) -> None:
    put(tmp_path, {"chess/a": b"1", "precious": b"2", ".chess.fabgen-new/new/laser/a": b"3"})
    put(tmp_path, {".chess.fabgen-new/journal.json": journal})
    before = tree(tmp_path)
    assert is_swap_pending(tmp_path / "chess")
    with pytest.raises(FabgenError) as caught:
        recover_target(tmp_path / "chess")
    assert "journal of a killed build is damaged" in str(caught.value)
    assert str(tmp_path / ".chess.fabgen-new") in caught.value.problems[0].hint
    assert tree(tmp_path) == before


def test_a_staging_folder_without_a_journal_is_only_removed(tmp_path: Path) -> None:
    put(tmp_path, {"chess/laser/a": b"1", ".chess.fabgen-new/new/laser/a": b"3"})
    put(tmp_path, {".chess.fabgen-new/journal.part": b"{"})
    assert not is_swap_pending(tmp_path / "chess")
    recover_target(tmp_path / "chess")
    assert list(tree(tmp_path)) == ["chess/laser/a"]


def begun(tmp_path: Path, **moves: list[str]) -> Path:
    """A target whose listed file `b` the user has replaced by a folder since a killed build wrote its journal."""
    put(tmp_path, {"chess/a": b"old", "chess/b/mine": b"mine", ".chess.fabgen-new/new/a": b"new"})
    put(tmp_path, {".chess.fabgen-new/new/b": b"new", ".chess.fabgen-new/journal.json": json.dumps(moves).encode()})
    return tmp_path / "chess"


def test_a_swap_that_cannot_be_finished_is_undone(tmp_path: Path) -> None:
    target = begun(tmp_path, outs=["a", "b"], ins=["a", "b"])
    recover_target(target)
    assert tree(tmp_path) == expected({"chess/a": b"old", "chess/b/mine": b"mine"})


def test_a_folder_in_place_of_a_former_file_is_not_taken_out(tmp_path: Path) -> None:
    target = begun(tmp_path, outs=["a", "b"], ins=["a"])
    recover_target(target)
    assert tree(tmp_path) == expected({"chess/a": b"new", "chess/b/mine": b"mine"})


def test_a_folder_that_was_empty_before_is_there_again_when_undone(tmp_path: Path) -> None:
    target = begun(tmp_path, outs=["a"], ins=["a", "b"], emptied=["empty"])
    (target / "empty").mkdir()
    recover_target(target)
    assert tree(target) == expected({"a": b"old", "b/mine": b"mine"}) | {"empty/": "empty"}


def test_recovery_without_a_former_build_makes_nothing(tmp_path: Path) -> None:
    recover_target(tmp_path / "none" / "chess")
    assert not is_swap_pending(tmp_path / "none" / "chess")
    assert list(tmp_path.iterdir()) == []
