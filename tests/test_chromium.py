"""The driver of Chromium, on a page of its own: what it reads, clicks and types, and what it says of a broken page."""

from __future__ import annotations

from pathlib import Path

import pytest
from chromium import Browser, BrowserError

PAGE = """<!DOCTYPE html>
<html lang="en"><title>Gambit</title>
<style>p { height: 3000px } @media (prefers-color-scheme: dark) { body { background: #000000 } }</style>
<p>Far above</p>
<button onclick="setTimeout(() => this.textContent = 'pressed', 50)">press</button>
<form onsubmit="document.title = document.querySelector('input').value; return false"><input></form>
<script>SCRIPT</script>
"""


def write_page(folder: Path, script: str = "") -> str:
    path = folder / "page.html"
    path.write_text(PAGE.replace("SCRIPT", script))
    return path.as_uri()


def test_a_page_is_read_clicked_and_typed_into(browser: Browser, tmp_path: Path) -> None:
    with browser.open_page(write_page(tmp_path), width=390) as page:
        assert page.evaluate("[document.title, innerWidth]") == ["Gambit", 390]
        page.click("button")
        page.wait_for("document.querySelector('button').textContent === 'pressed'")
        page.click("input")
        page.type_text("Zü")
        page.press("g")
        page.press("Enter")
        page.wait_for("document.title === 'Züg'")
        assert page.errors == []
        assert page.requests == [(tmp_path / "page.html").as_uri()]


def test_colours_and_screenshots(browser: Browser, tmp_path: Path) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    with browser.open_page(write_page(tmp_path), scheme="dark") as page:
        assert page.evaluate(colour) == "rgb(0, 0, 0)"
        page.set_colour_scheme("light")
        assert page.evaluate(colour) == "rgba(0, 0, 0, 0)"
        for is_full in (True, False):
            page.screenshot(tmp_path / "page.png", is_full)
            png = (tmp_path / "page.png").read_bytes()
            width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
            assert width == 1000
            assert (height > 3000) is is_full
            assert is_full or height == 800


def test_what_fails_is_said(browser: Browser, tmp_path: Path) -> None:
    with browser.open_page(write_page(tmp_path, "console.error('no board', 3); nothing.at.all")) as page:
        assert page.errors[0] == "no board 3"
        assert page.errors[1].startswith("ReferenceError: nothing is not defined")
        with pytest.raises(BrowserError, match="ReferenceError: piece"):
            page.evaluate("piece.moves")
        with pytest.raises(BrowserError, match="no element for #board"):
            page.click("#board")
        with pytest.raises(BrowserError, match=r"not true within 0 s: 1 > 2; errors of the page: \['no board 3'"):
            page.wait_for("1 > 2", seconds=0)
        with pytest.raises(BrowserError, match=r"none\.html: net::ERR_FILE_NOT_FOUND"):
            page.navigate((tmp_path / "none.html").as_uri())
