"""What a page has chosen is kept in the spec: only these lines, only if asked, and only as long as the file is the one
that was shown."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from chromium import Browser
from commands import TINY

from fabgen.core.problems import FabgenError
from fabgen.serve.keep import keep_change, plan_change
from fabgen.spec.game_folder import template_folders

from .conftest import Served, copy_game
from .test_page import LONG, browser, open_tab, shows

__all__ = ["browser"]
CELL = [(("board", "cell"), "36 mm")]


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """The spec of a small game."""
    path = tmp_path / "game" / "game.yaml"
    path.parent.mkdir()
    path.write_text(f"# mine\n{TINY}", "utf-8")
    return path


def names_beside(spec: Path) -> list[str]:
    return sorted(path.name for path in spec.parent.iterdir())


def test_only_the_lines_that_change_are_written(spec: Path) -> None:
    change = plan_change(spec, CELL)
    assert spec.read_text("utf-8") == f"# mine\n{TINY}"
    assert [(line.kind, line.number, line.text) for line in change.lines if line.kind != "same"] == [
        ("old", 7, "board: {grid: 3x3, cell: 40 mm, material: acrylic-3mm/clear}"),
        ("new", 7, "board: {grid: 3x3, cell: 36 mm, material: acrylic-3mm/clear}")]
    assert [line.number for line in change.lines if line.kind == "same"] == [5, 6, 8, 9]
    spec.chmod(0o640)
    keep_change(spec, change)
    assert spec.read_text("utf-8") == f"# mine\n{TINY}".replace("cell: 40 mm", "cell: 36 mm")
    assert names_beside(spec) == ["game.yaml"]
    if os.name != "nt":
        assert stat.S_IMODE(spec.stat().st_mode) == 0o640


def test_a_file_that_was_saved_meanwhile_stays(spec: Path) -> None:
    change = plan_change(spec, CELL)
    spec.write_text(f"# theirs\n{TINY}", "utf-8")
    with pytest.raises(FabgenError, match="has changed since it was read"):
        keep_change(spec, change)
    assert spec.read_text("utf-8") == f"# theirs\n{TINY}"


def test_a_save_while_the_new_file_is_written_wins(spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change = plan_change(spec, CELL)
    chmod = os.chmod

    def save_meanwhile(path: Any, mode: int) -> None:
        spec.write_text("# theirs\n", "utf-8")
        chmod(path, mode)

    monkeypatch.setattr("os.chmod", save_meanwhile)
    with pytest.raises(FabgenError, match="has changed since it was read"):
        keep_change(spec, change)
    assert spec.read_text("utf-8") == "# theirs\n"
    assert names_beside(spec) == ["game.yaml"]


@pytest.mark.parametrize("name", ["os.fsync", "os.chmod", "os.replace"])
def test_what_was_there_is_there_after_a_failure(spec: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    change = plan_change(spec, CELL)

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(name, fail)
    with pytest.raises(FabgenError, match="the disk is full"):
        keep_change(spec, change)
    monkeypatch.undo()
    assert spec.read_text("utf-8") == f"# mine\n{TINY}"
    assert names_beside(spec) == ["game.yaml"]


def test_a_game_of_fabgen_itself_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabgen.serve.keep.replace_file", lambda *_: pytest.fail("it would be written"))
    path = template_folders()["correction"] / "game.yaml"
    with pytest.raises(FabgenError, match="comes with fabgen"):
        keep_change(path, plan_change(path, CELL))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_out_of_the_folder_is_not_followed(spec: Path, tmp_path: Path) -> None:
    change = plan_change(spec, CELL)
    (tmp_path / "elsewhere.yaml").write_text(f"# mine\n{TINY}", "utf-8")
    spec.unlink()
    spec.symlink_to(tmp_path / "elsewhere.yaml")
    with pytest.raises(FabgenError, match="leads out of the folder"):
        keep_change(spec, change)
    assert (tmp_path / "elsewhere.yaml").read_text("utf-8") == f"# mine\n{TINY}"


@pytest.mark.slow
def test_the_server_writes_only_what_it_has_shown(serve: Callable[..., Served], tmp_path: Path) -> None:
    served = serve(copy_game("correction", tmp_path / "game"))
    spec = served.folder / "game.yaml"
    text, look = spec.read_text("utf-8"), json.dumps({"cell": "36 mm", "kerf": "0.3mm", "ruling:COR-1": "leap"})
    change = served.value("change", look=look)
    changed = text.replace("  cell: 40 mm", "  cell: 36 mm")
    changed = changed.replace("  COR-1:\n    reading: blocked", "  COR-1:\n    reading: leap")
    assert changed.count("\n") == text.count("\n")
    assert [line["text"] for line in change["lines"] if line["kind"] == "new"] == [
        "  cell: 36 mm", "    reading: leap"]
    origin = f"http://127.0.0.1:{served.port}"
    wish = json.dumps({"tag": change["tag"]}).encode()
    path = f"keep?version=1&look={look.replace(' ', '%20')}"
    assert served.ask(path, "POST", wish)[:2] == (400, b"")
    assert served.ask(path, "POST", wish, Origin="http://evil.example")[:2] == (403, b"")
    assert served.ask(path.replace("36", "37"), "POST", wish, Origin=origin)[:2] == (409, b"")
    assert served.ask(path, "POST", b'{"tag": ""}', Origin=origin)[:2] == (409, b"")
    assert spec.read_text("utf-8") == text
    status, data, _ = served.ask(path, "POST", wish, Origin=origin)
    assert (status, json.loads(data)["file"]) == (200, "game.yaml")
    assert spec.read_text("utf-8") == changed
    served.wait_until(lambda: served.version() > 1)
    assert served.ask(path, "POST", wish, Origin=origin)[:2] == (409, b"")


@pytest.mark.slow
def test_a_slider_is_kept_from_the_page(browser: Browser, serve: Callable[..., Served], tmp_path: Path) -> None:
    served = serve(copy_game("correction", tmp_path / "game"))
    spec = served.folder / "game.yaml"
    text = spec.read_text("utf-8")
    with open_tab(browser, served, "board") as page:
        page.click("#look-button")
        page.wait_for("document.querySelector('[name=cell-slider]') !== null", LONG)
        page.evaluate("""(() => {
            const slider = document.querySelector('[name=cell-slider]');
            slider.value = 36.5;
            slider.dispatchEvent(new Event("input"));
        })()""")
        page.wait_for("document.getElementById('yaml').textContent === 'board:\\n  cell: 36.5 mm'", LONG)
        page.click("#keep-button")
        page.wait_for("document.querySelector('#change[open] .is-new') !== null", LONG)
        assert spec.read_text("utf-8") == text
        page.click("#write-change")
        page.wait_for(f"{shows(2)} && document.getElementById('keep').hidden", LONG)
    assert spec.read_text("utf-8") == text.replace("  cell: 40 mm", "  cell: 36.5 mm")
