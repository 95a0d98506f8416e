"""Results are kept by their content, and only whole ones are used again."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from fabgen.core import cache as module
from fabgen.core.cache import ResultCache, digest_of


@dataclass(frozen=True)
class Pair:
    left: object
    right: object


@dataclass(frozen=True)
class OtherPair:
    left: object
    right: object


def test_a_result_is_made_once_for_the_same_content(tmp_path: Path) -> None:
    made = list[str]()
    for content in ("a", "a", "b", "a"):
        assert ResultCache(tmp_path).get("x", content, lambda content=content: made.append(content) or [content]) == [
            content]
    assert made == ["a", "b"]
    assert ResultCache(tmp_path).get("y", "a", lambda: 1) == 1  # the name counts too
    assert ResultCache().get("x", "a", lambda: 2) == 2


def test_another_fabgen_meets_no_result_of_this_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ResultCache(tmp_path).get("x", 1, lambda: "old") == "old"
    monkeypatch.setattr(module, "digest_of_installation", lambda: "another")
    assert ResultCache(tmp_path).get("x", 1, lambda: "new") == "new"


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:-1], lambda data: data[:40] + b"x" + data[41:],
                                    lambda data: b"y" * len(data)])
def test_a_damaged_result_is_made_again(tmp_path: Path, damage: object) -> None:
    ResultCache(tmp_path).get("x", 1, lambda: "a" * 100)
    [file] = tmp_path.iterdir()
    file.write_bytes(damage(file.read_bytes()))  # type: ignore[operator]
    assert ResultCache(tmp_path).get("x", 1, lambda: "again") == "again"


def test_no_error_is_kept_and_a_cache_that_cannot_be_written_hinders_nothing(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        ResultCache(tmp_path).get("x", 1, lambda: 1 // 0)
    assert not ResultCache(tmp_path).has("x", 1)
    (tmp_path / "file").write_text("", "utf-8")
    assert ResultCache(tmp_path / "file").get("x", 1, lambda: 5) == 5
    assert ResultCache(tmp_path).get("x", object(), lambda: 6) == 6  # content that cannot be told apart


def test_results_used_longest_ago_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    monkeypatch.setattr(module, "LARGEST_CACHE", 3500)
    for number in range(5):
        ResultCache(tmp_path).get("x", number, lambda: b"x" * 1000)
        for file in tmp_path.iterdir():
            os.utime(file, (file.stat().st_atime, file.stat().st_mtime - 10))
    assert [ResultCache(tmp_path).has("x", number) for number in range(5)] == [False, False, True, True, True]


@pytest.mark.parametrize(("one", "other"), [
    (1, 1.0), (1, True), ("1", 1), (b"a", "a"), ((1, 2), [1, 2]), ((1, (2,)), (1, 2)), (("a", "b"), ("ab", "")),
    (Pair(1, 2), Pair(2, 1)), (Pair(1, 2), OtherPair(1, 2)), (0.1 + 0.2, 0.3), ({"a": 1}, {"a": 2}), (None, "None"),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}), (frozenset({1}), frozenset({2})), ((), ((),)), (0.0, -0.0),
])
def test_different_contents_have_different_digests(one: object, other: object) -> None:
    assert digest_of(one) != digest_of(other)
    assert digest_of(one) == digest_of(one)


def test_a_digest_is_the_same_in_every_process() -> None:
    code = ("from fabgen.core.cache import digest_of; print(digest_of((frozenset({'one', 'two', 'three', 'four'}),"
            "{'a': (1, 2.5, None)})))")
    seen = {subprocess.run([sys.executable, "-c", code], env={**__import__("os").environ, "PYTHONHASHSEED": seed},
                           capture_output=True, text=True, check=True).stdout for seed in ("1", "2")}
    assert len(seen) == 1
