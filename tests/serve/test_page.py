"""The page in Chromium: it follows saves, keeps the last good picture through errors, and can be played with mouse and
keys."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import Browser, Page, find_chromium
from commands import TINY

from .conftest import copy_game

pytestmark = pytest.mark.slow
LONG = 120.0  # seconds: far more than anything takes
TABS = ("board", "pieces", "figures", "rulebook", "print", "laser", "assembly", "play", "problems")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = find_chromium()
    if not program:
        if os.environ.get("CI") and not os.environ.get("FABGEN_NO_SYSTEM_CLIENTS"):
            pytest.fail("Chromium is missing")
        pytest.skip("no Chromium here")
    with Browser(program) as opened:
        yield opened


def tiny_game(folder: Path) -> Path:
    folder.mkdir()
    (folder / "game.yaml").write_text(TINY, "utf-8")
    (folder / "rules.md").write_text("# Aim\n\nBe first.\n", "utf-8")
    return folder


def shows(version: int) -> str:
    """True once everything of a save is shown."""
    return f"document.body.dataset.version === '{version}'"


def picture_of(page: Page, view: str) -> Any:
    """The tag of the picture that a card shows, a digest of its bytes."""
    card = f"""document.querySelector('.card[data-view="{view}"]')"""
    page.wait_for(f"{card}.querySelector('img')?.naturalWidth > 0", LONG)
    return page.evaluate(f"{card}.dataset.tag")


def open_tab(browser: Browser, served: Any, tab: str, **options: Any) -> Page:
    page = browser.open_page(f"{served.address}#{tab}", **options)
    page.wait_for("document.body.dataset.version > 0", LONG)
    return page


@pytest.mark.parametrize("tab", TABS)
def test_each_tab_is_shown_without_an_error(browser: Browser, correction: Any, tab: str) -> None:
    with open_tab(browser, correction, tab) as page:
        assert page.evaluate("document.querySelector('[role=tab][aria-selected=true]').id") == f"tab-{tab}"
        broken = "[...document.images].filter(image => !(image.complete && image.naturalWidth)).length"
        page.wait_for(f"{broken} === 0", LONG)
        assert page.evaluate("document.images.length") > 0 or tab == "problems"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.errors == []
        strangers = [url for url in page.requests if not url.startswith((correction.address, "blob:", "data:"))]
        assert strangers == []


def test_a_save_changes_the_picture_and_leaves_tab_size_and_scroll(
    browser: Browser, serve: Callable[..., Any], tmp_path: Path
) -> None:
    served = serve(copy_game("correction", tmp_path / "game"))
    spec = served.folder / "game.yaml"
    with open_tab(browser, served, "figures", height=500) as page:
        page.evaluate("""(() => {
            const zoom = document.getElementById("zoom");
            zoom.value = 1.5;
            zoom.dispatchEvent(new Event("input"));
            window.scrollTo(0, 300);
        })()""")
        before = picture_of(page, "figure:example:pawn-takes")
        same = picture_of(page, "figure:example:long-spear")
        text = spec.read_text("utf-8")
        position = "green: pawn c3; orange: pawn b4 c4"
        assert text.count(position) == 1
        spec.write_text(text.replace(position, "green: pawn c3 f2; orange: pawn b4 c4"), "utf-8")
        page.wait_for(shows(2), LONG)
        assert picture_of(page, "figure:example:pawn-takes") != before
        assert picture_of(page, "figure:example:long-spear") == same
        state = "[location.hash, document.getElementById('zoom').value, scrollY]"
        assert page.evaluate(state) == ["#figures", "1.5", 300]


def test_the_last_good_picture_stays_under_the_errors(
    browser: Browser, serve: Callable[..., Any], tmp_path: Path
) -> None:
    served = serve(tiny_game(tmp_path / "tiny"))
    spec = served.folder / "game.yaml"
    with open_tab(browser, served, "pieces") as page:
        before = picture_of(page, "moves:pawn")
        spec.write_text(TINY.replace("moves: fW", "moves: fW?"), "utf-8")
        page.wait_for("document.querySelector('#panel.is-stale') !== null", LONG)
        assert page.evaluate("getComputedStyle(document.querySelector('.card img')).opacity") < "0.5"
        assert picture_of(page, "moves:pawn") == before
        link = page.evaluate("document.querySelector('#alert a').href")
        line = TINY.splitlines().index("  pawn: {moves: fW, body: {standee: pawn}}") + 1
        assert link.startswith(f"vscode://file{spec}:{line}:")
        spec.write_text(TINY.replace("moves: fW", "moves: fR"), "utf-8")
        page.wait_for(f"{shows(3)} && document.querySelector('#panel.is-stale') === null", LONG)
        assert page.evaluate("document.getElementById('alert').hidden")
        assert picture_of(page, "moves:pawn") != before


def test_two_pages_follow_one_save(browser: Browser, serve: Callable[..., Any], tmp_path: Path) -> None:
    served = serve(tiny_game(tmp_path / "tiny"))
    with open_tab(browser, served, "pieces") as first, open_tab(browser, served, "board") as second:
        pictures = picture_of(first, "moves:pawn"), picture_of(second, "figure:setup")
        text = TINY.replace("moves: fW", "moves: fR").replace("3x3", "4x4")
        (served.folder / "game.yaml").write_text(text, "utf-8")
        for page in (first, second):
            page.wait_for(shows(2), LONG)
        assert picture_of(first, "moves:pawn") != pictures[0]
        assert picture_of(second, "figure:setup") != pictures[1]


def test_many_saves_in_a_row_end_in_the_last(browser: Browser, serve: Callable[..., Any], tmp_path: Path) -> None:
    served = serve(tiny_game(tmp_path / "tiny"))
    with open_tab(browser, served, "board") as page:
        for number in range(40):
            text = TINY.replace("Tiny", f"Tiny {number}")
            (served.folder / "game.yaml").write_text(text if number % 3 else text + "oops: 1\n", "utf-8")
        (served.folder / "game.yaml").write_text(TINY.replace("Tiny", "The end"), "utf-8")
        page.wait_for("document.title === 'The end · fabgen'", LONG)
        page.wait_for("document.body.dataset.version > 1 && document.querySelector('#panel.is-stale') === null", LONG)
        assert page.errors == [error for error in page.errors if "422" in error or "409" in error]


def test_before_and_after_a_save_can_be_compared(browser: Browser, serve: Callable[..., Any], tmp_path: Path) -> None:
    served = serve(tiny_game(tmp_path / "tiny"))
    with open_tab(browser, served, "pieces") as page:
        page.click('.card[data-view="moves:pawn"]')
        page.wait_for("document.querySelector('#details .source') !== null", LONG)
        lines = TINY.splitlines()
        assert page.evaluate("document.querySelector('#details .source span').textContent").endswith(
            next(line for line in lines if "moves: fW" in line))
        former = page.evaluate("document.querySelector('#details .stack img').src")
        (served.folder / "game.yaml").write_text(TINY.replace("moves: fW", "moves: fR"), "utf-8")
        page.wait_for("document.querySelector('#details .former') !== null", LONG)
        assert page.evaluate("document.querySelector('#details .former').src") == former


def test_a_piece_is_moved_by_mouse_and_by_keys(browser: Browser, serve: Callable[..., Any], tmp_path: Path) -> None:
    served = serve(copy_game("incorrect-checkers", tmp_path / "game"))
    steps = "[...document.querySelectorAll('.board-side li')].map(item => item.textContent)"
    with open_tab(browser, served, "play", width=1200, height=900) as page:
        moves = page.evaluate("[...document.querySelectorAll('.board-side details button')].map(b => b.textContent)")
        start, end = next(text.split("-") for text in moves if text.count("-") == 1 and len(text) == 5)
        page.drag(f'[data-cell="{start}"]', f'[data-cell="{end}"]')
        page.wait_for(f"{steps}.length === 1", LONG)
        assert page.evaluate(steps)[0].endswith(f"{start}-{end}")
        assert page.evaluate(f"document.querySelector('[data-cell=\"{end}\"] img') !== null")
        moves = page.evaluate("[...document.querySelectorAll('.board-side details button')].map(b => b.textContent)")
        start, end = next(text.split("-") for text in moves if text.count("-") == 1 and len(text) == 5)
        page.evaluate(f"document.querySelector('[data-cell=\"{start}\"]').focus()")
        page.press("Enter")
        page.wait_for(f"document.querySelector('[data-cell=\"{end}\"].is-target') !== null", LONG)
        page.evaluate(f"document.querySelector('[data-cell=\"{end}\"]').focus()")
        page.press("Enter")
        page.wait_for(f"{steps}.length === 2", LONG)
        buttons = "[...document.querySelectorAll('.board-side button')]"
        page.evaluate(f"{buttons}.find(button => button.textContent === 'Undo').click()")
        page.wait_for(f"{steps}.length === 1", LONG)


def test_a_move_against_the_rules_gets_its_reason(browser: Browser, serve: Callable[..., Any], tmp_path: Path) -> None:
    served = serve(copy_game("incorrect-checkers", tmp_path / "game"))
    with open_tab(browser, served, "play", width=1200, height=900) as page:
        moves = page.evaluate("[...document.querySelectorAll('.board-side details button')].map(b => b.textContent)")
        start = moves[0][:2]
        reached = {text[-2:] for text in moves if text.startswith(start)}
        empty = page.evaluate("[...document.querySelectorAll('.cell')].filter(c => !c.querySelector('img'))"
                              ".map(c => c.dataset.cell)")
        end = next(cell for cell in empty if cell not in reached)
        page.drag(f'[data-cell="{start}"]', f'[data-cell="{end}"]')
        page.wait_for("document.querySelector('.refusal')?.textContent", LONG)
        assert page.evaluate("document.querySelectorAll('.board-side li').length") == 0


PRESS = """((text) => [...document.querySelectorAll('.board-side button')]
    .find(button => button.textContent === text).click())"""
PIECES = "document.querySelectorAll('.cell img').length"


def set_position(page: Page, text: str) -> None:
    page.evaluate(f"document.querySelector('.board-side textarea').value = {text!r}; {PRESS}('Set this position')")


def test_a_position_that_cannot_be_read_leaves_the_match(
    browser: Browser, serve: Callable[..., Any], tmp_path: Path
) -> None:
    served = serve(copy_game("incorrect-checkers", tmp_path / "game"))
    with open_tab(browser, served, "play") as page:
        pieces = page.evaluate(PIECES)
        assert pieces > 0
        set_position(page, "nobody: pawn z99")
        page.wait_for("!document.getElementById('alert').hidden", LONG)
        assert page.evaluate(PIECES) == pieces
        page.evaluate("location.reload()")
        page.wait_for("document.body?.dataset.version > 0 && document.getElementById('alert').hidden", LONG)
        page.wait_for(f"{PIECES} === {pieces}", LONG)


def test_a_kept_position_that_cannot_be_read_has_a_way_back(
    browser: Browser, serve: Callable[..., Any], tmp_path: Path
) -> None:
    """As after a save in which a piece got another name."""
    served = serve(copy_game("incorrect-checkers", tmp_path / "game"))
    with open_tab(browser, served, "play") as page:
        pieces = page.evaluate(PIECES)
        assert pieces > 0
        page.evaluate("""sessionStorage.setItem('match', JSON.stringify(
            {position: 'nobody: pawn z99', line: [], orders: {}})); location.reload()""")
        page.wait_for("document.querySelector('.board-side textarea')?.value === 'nobody: pawn z99'", LONG)
        assert not page.evaluate("document.getElementById('alert').hidden")
        page.evaluate(f"{PRESS}('Start again')")
        page.wait_for(f"{PIECES} === {pieces}", LONG)
        assert page.evaluate("document.getElementById('alert').hidden")


def test_a_page_that_is_not_seen_keeps_no_stream_and_catches_up(
    browser: Browser, serve: Callable[..., Any], tmp_path: Path
) -> None:
    served = serve(tiny_game(tmp_path / "tiny"))
    see = ("Object.defineProperty(document, 'hidden', {value: %s, configurable: true});"
           "document.dispatchEvent(new Event('visibilitychange'))")
    with open_tab(browser, served, "pieces") as hidden, open_tab(browser, served, "pieces") as seen:
        hidden.evaluate(see % "true")
        (served.folder / "game.yaml").write_text(TINY.replace("moves: fW", "moves: fR"), "utf-8")
        seen.wait_for(shows(2), LONG)
        assert hidden.evaluate(shows(1))
        hidden.evaluate(see % "false")
        hidden.wait_for(shows(2), LONG)


def test_tabs_are_reached_with_the_keys(browser: Browser, correction: Any) -> None:
    with open_tab(browser, correction, "board") as page:
        page.evaluate("document.getElementById('tab-board').focus()")
        page.press("ArrowRight")
        page.wait_for("document.querySelector('.card[data-view=\"moves:pawn\"] img') !== null", LONG)
        assert page.evaluate("document.activeElement.id") == "tab-pieces"
        page.press("End")
        assert page.evaluate("document.activeElement.id") == "tab-problems"


def test_an_option_is_told_as_a_command(browser: Browser, correction: Any) -> None:
    with open_tab(browser, correction, "laser") as page:
        page.click("#look-button")
        page.evaluate("""(() => {
            const kerf = document.querySelector('[name=kerf]');
            kerf.value = "0.3mm";
            kerf.dispatchEvent(new Event("change"));
        })()""")
        page.wait_for("document.getElementById('command').textContent.endsWith('--kerf 0.3mm')", LONG)


def test_the_order_of_cuts_is_played(browser: Browser, correction: Any) -> None:
    with open_tab(browser, correction, "laser") as page:
        page.click('.card[data-view="sheet:board"]')
        page.wait_for("document.querySelector('#details .stack') !== null", LONG)
        page.evaluate("[...document.querySelectorAll('#details button')].at(-1).click()")
        page.wait_for("document.querySelectorAll('#details svg path').length > 10", LONG)
        steps = correction.value("steps", sheet="board")["steps"]
        assert page.evaluate("document.querySelectorAll('#details svg path').length") == len(steps)
        assert steps[-1]["operation"] == "cut-outer"


def test_markup_in_a_game_stays_text(browser: Browser, serve: Callable[..., Any], tmp_path: Path) -> None:
    folder = tiny_game(tmp_path / "tiny")
    evil = "<img src=x onerror=document.body.remove()>"
    (folder / "game.yaml").write_text(TINY.replace("title: Tiny", f"title: '{evil}'"), "utf-8")
    (folder / "rules.md").write_text(f"# Aim\n\n{evil}\n", "utf-8")
    served = serve(folder)
    for tab in ("board", "problems", "play"):
        with open_tab(browser, served, tab) as page:
            assert page.evaluate("document.getElementById('title').textContent") == evil
            assert page.evaluate("document.scripts.length") == 1
