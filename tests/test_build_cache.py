"""A build with a cache → the same bytes as without; and only what nothing has changed of is taken from it."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import TINY

from fabgen import build as module
from fabgen.build import build, stage_content
from fabgen.core.cache import ResultCache, digest_of
from fabgen.spec.build_options import FOLDERS, Options
from fabgen.spec.load import load_spec
from fabgen.verify import verify

RULES = "# Aim\n\nBe first.\n\n![A pawn](moves:pawn)\n\n# Quick reference\n\nMove.\n"
SPEC = TINY + "aids:\n  reference: {kind: card}\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A small game with a card that shows a chapter."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "game.yaml").write_text(SPEC, "utf-8")
    (folder / "rules.md").write_text(RULES, "utf-8")
    return folder


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        text = (folder / name).read_text("utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), "utf-8")

    return change


SAME: Callable[[Path], None] = lambda folder: None  # noqa: E731


@pytest.mark.slow
def test_each_change_gives_the_bytes_of_a_build_without_a_cache(game: Path, tmp_path: Path) -> None:
    options = Options(papers=("a4",), books=("a5",), diagram_formats=("svg",))
    changes = {
        "first": (SAME, set()),
        "nothing": (SAME, {*FOLDERS}),
        "a caption": (edit("rules.md", "[A pawn]", "[One pawn]"), {"laser", "print", "diagrams"}),
        "what the card shows": (edit("rules.md", "Move.", "Move up."), {"laser", "diagrams"}),
        "a comment": (edit("game.yaml", "fabgen: 1", "fabgen: 1  # the form"), set()),
    }
    for name, (change, kept) in changes.items():
        change(game)
        cache = ResultCache(tmp_path / "cache")
        build(str(game), tmp_path / "with", options, cache=cache)
        if name != "nothing":
            shutil.rmtree(tmp_path / "without", ignore_errors=True)
            build(str(game), tmp_path / "without", options)
        assert bytes_of(tmp_path / "with") == bytes_of(tmp_path / "without"), name
        assert {word.removeprefix("folder ") for word in cache.reused if word.startswith("folder ")} == kept, name
        assert ("sheets" in cache.reused) == (name == "a comment")


def test_what_is_made_depends_on_all_that_it_reads(game: Path, tmp_path: Path) -> None:
    """Each line: a change, and the folders whose content stays the same by it."""
    def contents(options: Options = Options()) -> dict[str, str]:  # noqa: B008
        return {folder: digest_of(stage_content(load_spec(str(game)), folder, options)) for folder in FOLDERS}

    def unchanged(former: dict[str, str], now: dict[str, str]) -> set[str]:
        return {folder for folder in FOLDERS if former[folder] == now[folder]}

    first = contents()
    assert unchanged(first, contents()) == {*FOLDERS}
    assert unchanged(first, contents(Options(kerf=0.3))) == set()
    edit("rules.md", "Be first", "Be last")(game)
    assert unchanged(first, second := contents()) == {"laser", "print", "diagrams"}
    edit("rules.md", "Move.", "Stay.")(game)
    assert unchanged(second, third := contents()) == {"laser", "diagrams"}
    edit("game.yaml", "acrylic-3mm/green", "mine.yaml")(game)
    material = (Path(module.__file__).parent / "materials" / "mdf-3mm.yaml").read_text("utf-8")
    (game / "mine.yaml").write_text(material, "utf-8")
    assert unchanged(third, fourth := contents()) == set()
    (game / "mine.yaml").write_text(material + "# noted\n", "utf-8")
    assert unchanged(fourth, contents()) == set()


@pytest.mark.slow
def test_laser_and_diagrams_read_no_rules_text(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a changed caption leaves them: what the keys of the cache say is true."""
    spec = load_spec(str(game))
    (game / "rules.md").unlink()
    for folder in ("laser", "diagrams"):
        files = [*module.STAGES[folder](spec, Options(diagram_formats=("svg",)), lambda _: None)]
        assert files


@pytest.mark.slow
def test_a_proof_is_used_again_only_for_the_same_bytes(game: Path, tmp_path: Path,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    options, cache = Options(diagram_formats=("svg",)), ResultCache(tmp_path / "cache")
    out = build(str(game), tmp_path / "out", options, ["diagrams"], cache=cache).target
    assert verify(out, cache=cache) == []
    assert {"verify meanings", "verify formats"} <= {*cache.reused}
    file, manifest = out / "diagrams" / "moves-pawn.svg", out / "manifest.json"
    former = file.read_bytes()
    start, mark, end = former.rpartition(b' d="M ')
    damaged = start + mark + b"1" + end  # a corner of a mark, far away
    assert damaged != former
    file.write_bytes(damaged)
    text = manifest.read_text("utf-8").replace(hashlib.sha256(former).hexdigest(), hashlib.sha256(damaged).hexdigest())
    manifest.write_text(text.replace(f'"bytes": {len(former)}', f'"bytes": {len(damaged)}'), "utf-8")
    proven_anew = verify(out)
    assert [problem.where.file for problem in proven_anew] == ["diagrams/moves-pawn.svg"] * len(proven_anew) != []
    assert verify(out, cache=cache) == proven_anew
    assert verify(out, cache=cache) == proven_anew  # and what has problems is not kept
    file.write_bytes(former)
    problems = verify(out, cache=cache)  # the manifest no longer says what the file is
    assert problems == verify(out) != []
