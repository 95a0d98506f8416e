"""The journal: what it says is trusted only when it is whole and stays inside the output folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from trouble import put, tree

from fabgen.base import FabgenError
from fabgen.landing import mend, pending


@pytest.mark.parametrize("journal", [b"", b"{", b"[]", b'{"outs": 1, "ins": []}', b"\xff",
                                     json.dumps({"outs": ["../precious"], "ins": []}).encode()])
def test_a_damaged_journal_moves_nothing_and_says_where_the_files_are(tmp_path: Path, journal: bytes) -> None:
    put(tmp_path, {"chess/a": b"1", "precious": b"2", ".chess.fabgen-new/new/laser/a": b"3"})
    put(tmp_path, {".chess.fabgen-new/journal.json": journal})
    before = tree(tmp_path)
    assert pending(tmp_path / "chess")
    with pytest.raises(FabgenError) as caught:
        mend(tmp_path / "chess")
    assert "journal of a killed build is damaged" in str(caught.value)
    assert str(tmp_path / ".chess.fabgen-new") in caught.value.problems[0].hint
    assert tree(tmp_path) == before


def test_a_staging_folder_without_a_journal_is_only_removed(tmp_path: Path) -> None:
    put(tmp_path, {"chess/laser/a": b"1", ".chess.fabgen-new/new/laser/a": b"3"})
    put(tmp_path, {".chess.fabgen-new/journal.part": b"{"})
    assert not pending(tmp_path / "chess")
    mend(tmp_path / "chess")
    assert list(tree(tmp_path)) == ["chess/laser/a"]


def test_nothing_to_mend_makes_nothing(tmp_path: Path) -> None:
    mend(tmp_path / "none" / "chess")
    assert not pending(tmp_path / "none" / "chess")
    assert list(tmp_path.iterdir()) == []
