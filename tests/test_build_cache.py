"""A build with a cache → the same bytes as without; and only what nothing has changed of is taken from it."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commands import TINY
from maps import DRAWING, bricks

from fabgen import build as module
from fabgen.build import build
from fabgen.core.cache import ResultCache, digest_of
from fabgen.production.cache_content import stage_content
from fabgen.spec.build_options import DEFAULT_FOLDERS, Options
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


def test_the_cover_is_chosen_before_processes_part(game: Path) -> None:
    """Only where the first process has the same game: it rates the same moments of play for its pictures."""
    spec, other = load_spec(str(game)), load_spec(str(game))
    plan = module.BuildPlan(spec, Options(), ("laser", "rules"), {"laser": spec, "rules": other}, ())
    module._choose_cover(plan, ["laser"], ["rules"])
    assert not spec.results
    assert not other.results
    module._choose_cover(replace(plan, folder_specs={"laser": spec, "rules": spec}), ["laser"], ["rules"])
    assert {"moments", "cover position"} <= spec.results.keys()


@pytest.mark.slow
def test_each_change_gives_the_bytes_of_a_build_without_a_cache(game: Path, tmp_path: Path) -> None:
    options = Options(papers=("a4",), books=("a5",), diagram_formats=("svg",))
    changes = {
        "first": (SAME, set()),
        "nothing": (SAME, {*DEFAULT_FOLDERS}),
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
        return {folder: digest_of(stage_content(load_spec(str(game)), folder, options)) for folder in DEFAULT_FOLDERS}

    def unchanged(former: dict[str, str], now: dict[str, str]) -> set[str]:
        return {folder for folder in DEFAULT_FOLDERS if former[folder] == now[folder]}

    first = contents()
    assert unchanged(first, contents()) == {*DEFAULT_FOLDERS}
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


PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
                       "awAAAABJRU5ErkJggg==")
ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M 0,0 H 10 V 10 H 0 Z"/></svg>\n'
WITH_FILES = """\
fabgen: 1
title: Files
designer: Nobody
language: mine.yaml
players: {green: {forward: up, material: sheet.yaml/green}}
board: {map: map.svg, cell: 33 mm, material: acrylic-3mm/clear}
pieces: {pawn: {body: {standee: pawn.svg, height: 15 mm}, moves: W}}
tokens: {coin: {count: 1, shape: disc, size: 18 mm, mark: coin.svg, material: acrylic-3mm/red}}
decks: {fate: {cards: [{title: One, picture: dot.png}, {title: Two, picture: card.svg}], back: {picture: back.svg}}}
"""


@pytest.mark.slow
def test_every_file_that_is_opened_changes_the_key(tmp_path: Path) -> None:
    """A build opens these files and no others of the game; one byte more in any of them, and nothing is used again."""
    files = {"game.yaml": WITH_FILES.encode(), "rules.md": b"# Aim\n\nBe first.\n",
             "map.svg": bricks(extra="").encode(), "mine.yaml": b"language: pl\n", "dot.png": PNG,
             "sheet.yaml": b"extends: acrylic-3mm\nkerf: 0.18 mm\n"}
    files |= {f"{name}.svg": ART.encode() for name in ("pawn", "coin", "card", "back")}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    opened: set[str] = set()
    sys.addaudithook(lambda event, args: opened.add(str(args[0])) if event == "open" else None)
    spec = load_spec(str(tmp_path))
    options = Options(papers=("a4",), books=("a5",))
    for folder in ("laser", "print", "rules"):
        for _ in module.FOLDER_MAKERS[folder](spec, options, lambda _: None):
            pass
    assert {Path(name).name for name in opened if name.startswith(str(tmp_path))} == {*files}
    first = digest_of(stage_content(spec, "rules", Options()))
    for name, data in files.items():
        (tmp_path / name).write_bytes(data + b"\n")
        assert digest_of(stage_content(load_spec(str(tmp_path)), "rules", Options())) != first, name
        (tmp_path / name).write_bytes(data)


def test_a_label_of_a_map_changes_the_key(tmp_path: Path) -> None:
    """Spaces are named by the labels of Inkscape's list of objects, which a picture of the map does not hold."""
    game = TINY.replace("{grid: 3x3, cell: 40 mm,", "{map: map.svg, cell: 40 mm,").replace("moves: fW", "moves: W")
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    digests = set()
    for label in ("south", "south-coast"):
        (tmp_path / "map.svg").write_text(DRAWING.replace('"south"', f'"{label}"'), "utf-8")
        digests.add(digest_of(stage_content(load_spec(str(tmp_path)), "laser", Options())))
    assert len(digests) == 2


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no modes of files")
def test_a_folder_that_others_may_write_to_is_not_used(tmp_path: Path) -> None:
    cache = ResultCache(tmp_path / "cache")
    assert [cache.get("n", 1, lambda: "own"), cache.get("n", 1, lambda: "other")] == ["own", "own"]
    (tmp_path / "cache").chmod(0o777)
    assert cache.get("n", 1, lambda: "made anew") == "made anew"


def test_only_old_results_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabgen.core.cache.LARGEST_CACHE", 10)
    (tmp_path / "letter.txt").write_text("my own, and longer than the cache may be")
    ResultCache(tmp_path).get("n", 1, lambda: "a result")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.slow
def test_laser_and_diagrams_read_no_rules_text(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a changed caption leaves them: what the keys of the cache say is true."""
    spec = load_spec(str(game))
    (game / "rules.md").unlink()
    for folder in ("laser", "diagrams"):
        files = [*module.FOLDER_MAKERS[folder](spec, Options(diagram_formats=("svg",)), lambda _: None)]
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


def test_a_changed_material_of_the_game_changes_its_sheets(tmp_path: Path) -> None:
    """A job only says where the game's own materials are; what they are decides about its sheets."""
    game = tmp_path / "game"
    game.mkdir()
    (game / "game.yaml").write_text(re.sub(r"material: [\w-]+(/\w+)?", "material: wood.yaml", TINY), "utf-8")
    (game / "rules.md").write_text(RULES, "utf-8")
    built = []
    for kerf in ("0.2", "0.4"):
        (game / "wood.yaml").write_text(f"extends: mdf-3mm\nkerf: {kerf}\n", "utf-8")
        for cache in (ResultCache(tmp_path / "cache"), None):
            target = build(str(game), tmp_path / f"{kerf}-{cache is None}", only=("laser",), cache=cache).target
            built.append({path.name: path.read_bytes() for path in sorted(target.glob("laser/*.svg"))})
    assert built[0] == built[1] != built[2] == built[3]


def test_what_is_saved_during_a_build_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawing that is saved after it was read, and before its key is: the next build draws it."""
    game, cache, options = tmp_path / "game", ResultCache(tmp_path / "cache"), Options(diagram_formats=("svg",))
    game.mkdir()
    (game / "game.yaml").write_text(TINY.replace("{standee: pawn}", "{standee: pawn.svg, height: 15 mm}"), "utf-8")
    (game / "rules.md").write_text(RULES, "utf-8")
    drawing = game / "pawn.svg"
    drawing.write_text(ART, "utf-8")
    load = module.load_spec

    def load_and_save(*arguments: Any, **options: Any) -> Any:
        spec = load(*arguments, **options)
        drawing.write_text(drawing.read_text("utf-8").replace("</svg>", "<!-- saved -->\n</svg>"), "utf-8")
        return spec

    monkeypatch.setattr(module, "load_spec", load_and_save)
    build(str(game), tmp_path / "out", options, ("diagrams",), cache=cache)
    monkeypatch.undo()
    again = ResultCache(tmp_path / "cache")
    build(str(game), tmp_path / "again", options, ("diagrams",), cache=again)
    assert "folder diagrams" not in again.reused
    third = ResultCache(tmp_path / "cache")
    build(str(game), tmp_path / "again", options, ("diagrams",), cache=third)
    assert "folder diagrams" in third.reused
