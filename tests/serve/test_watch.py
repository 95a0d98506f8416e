"""The files that a game may read: which changes count as a save."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from fabgen.serve import watch
from fabgen.serve.watch import GameFiles


def game_files(folder: Path, shop: Path | None = None) -> GameFiles:
    folder.mkdir()
    (folder / "game.yaml").write_text("title: Tiny\n", "utf-8")
    return GameFiles(folder / "game.yaml", shop)


def is_seen(files: GameFiles, path: Path, text: str = "something else\n") -> bool:
    """Whether a change of a file changes the state."""
    before = files.state()
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return files.state() != before


@pytest.mark.parametrize("name", ["game.yaml", "rules.md", "art/dragon.svg"])
def test_a_manifest_beside_the_spec_hides_nothing(tmp_path: Path, name: str) -> None:
    files = game_files(tmp_path / "game")
    (tmp_path / "game" / "manifest.json").write_text("{}", "utf-8")
    assert is_seen(files, tmp_path / "game" / name)


def test_a_build_in_the_folder_is_no_source(tmp_path: Path) -> None:
    files = game_files(tmp_path / "game")
    output = tmp_path / "game" / "output"
    output.mkdir()
    (output / "manifest.json").write_text("{}", "utf-8")
    assert not is_seen(files, output / "rules.md")


def test_a_spec_is_seen_beside_thousands_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "MOST_FILES", 2)
    files = game_files(tmp_path / "game")
    for name in "abc":
        (tmp_path / "game" / f"{name}.md").touch()
    assert is_seen(files, tmp_path / "game" / "game.yaml")


def test_the_files_that_a_shop_names_are_seen(tmp_path: Path) -> None:
    shop = tmp_path / "shop.yaml"
    shop.write_text("machine: mine.yaml\n", "utf-8")
    (tmp_path / "mine.yaml").write_text("extends: club.yaml\n", "utf-8")
    (tmp_path / "club.yaml").write_text("extends: mine.yaml\n", "utf-8")
    files = game_files(tmp_path / "game", shop)
    assert is_seen(files, tmp_path / "club.yaml", "extends: generic\n")
    assert is_seen(files, tmp_path / "mine.yaml", "extends: club.yaml\nmargin: 5 mm\n")
    assert not is_seen(files, tmp_path / "strange.yaml")
    assert is_seen(files, shop, "machine: lightburn\n")
    assert not is_seen(files, tmp_path / "mine.yaml")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_linked_folders_are_seen_and_circles_end(tmp_path: Path) -> None:
    files = game_files(tmp_path / "game")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "game" / "art").symlink_to(tmp_path / "pictures")
    (tmp_path / "pictures" / "circle").symlink_to(tmp_path / "game")
    (tmp_path / "pictures" / "other-circle").symlink_to(tmp_path / "pictures")
    assert is_seen(files, tmp_path / "pictures" / "dragon.svg")
    assert len([*files._paths()]) == 3  # the spec, by itself and in its folder, and the dragon


def test_a_save_before_the_watch_begins_is_a_save(tmp_path: Path) -> None:
    """What was saved since the first look, while the server was starting, is told first."""
    files = game_files(tmp_path / "game")
    first = files.state()
    (tmp_path / "game" / "game.yaml").write_text("title: Tiny too\n", "utf-8")

    async def next_state() -> bytes:
        stop = asyncio.Event()
        try:
            return await anext(watch.watch_saves(files, first, stop))
        finally:
            stop.set()

    assert asyncio.run(next_state()) == files.state() != first
