"""The page in Chromium: it follows saves, keeps the last good picture through errors, and can be played with mouse and
keys."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import Browser, Page, find_chromium
from commands import TINY

from fabgen.serve.app import PAGE

from .conftest import copy_game

pytestmark = pytest.mark.slow
LONG = 120.0  # seconds: far more than anything takes
TABS = ("board", "pieces", "figures", "rulebook", "print", "laser", "assembly", "model", "play", "problems")


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
        assert page.evaluate("document.images.length") > 0 or tab in ("model", "problems")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.errors == []
        strangers = [url for url in page.requests if not url.startswith((correction.address, "blob:", "data:"))]
        assert strangers == []


def model_note(page: Page) -> str:
    """What stands under the model: its parts, and its size as three.js has read it."""
    return str(page.wait_for("document.querySelector('.stage .note')?.textContent", LONG))


def model_picture(page: Page) -> str:
    """A digest of the drawn model."""
    data = page.evaluate("document.querySelector('.window canvas').toDataURL()")
    return hashlib.sha256(data.encode()).hexdigest()


def model_colours(page: Page) -> set[str]:
    """The colours of the drawn model, as red, green or blue: whichever is the largest by far in a pixel."""
    return set(page.evaluate("""(() => {
        const pen = new OffscreenCanvas(200, 100).getContext('2d');
        pen.drawImage(document.querySelector('.window canvas'), 0, 0, 200, 100);
        const {data} = pen.getImageData(0, 0, 200, 100), seen = {};
        for (let n = 0; n < data.length; n += 4) {
            const shares = [data[n], data[n + 1], data[n + 2]], [, next, most] = shares.toSorted((a, b) => a - b);
            if (data[n + 3] > 200 && next < most - 40) {
                const name = ['red', 'green', 'blue'][shares.indexOf(most)];
                seen[name] = (seen[name] ?? 0) + 1;
            }
        }
        return Object.keys(seen).filter((name) => seen[name] > 20);
    })()"""))


def test_the_model_has_the_size_of_the_spec_and_keeps_the_eye_through_a_save(
    browser: Browser, serve: Callable[..., Any], tmp_path: Path
) -> None:
    """The board is 3 cells of 40 mm with a border of 12 mm on each side, cut from 3 mm."""
    spec = TINY.replace("cell: 40 mm", "cell: 40 mm, border: 12 mm")
    folder = tiny_game(tmp_path / "tiny")
    (folder / "game.yaml").write_text(spec, "utf-8")
    served = serve(folder)
    with open_tab(browser, served, "model") as page:
        assert model_note(page)
        assert model_colours(page) == {"green"}
        page.evaluate("[...document.querySelectorAll('.things button')].find(it => it.textContent === 'Board').click()")
        page.wait_for("document.querySelector('.stage')?.dataset.view === 'thing:board'", LONG)
        assert model_note(page) == "1 part, 144.0 × 144.0 mm, 3.0 mm high"
        page.click(".window canvas")
        before = model_picture(page)
        page.evaluate("document.querySelector('.window canvas').dispatchEvent("
                      "new KeyboardEvent('keydown', {key: 'ArrowRight'}))")
        turned = model_picture(page)
        assert turned != before
        (served.folder / "game.yaml").write_text(spec.replace("title: Tiny", "title: Teeny"), "utf-8")
        page.wait_for(shows(2), LONG)
        (served.folder / "game.yaml").write_text(spec.replace("cell: 40 mm", "cell: 50 mm"), "utf-8")
        page.wait_for(shows(3), LONG)
        assert model_note(page) == "1 part, 174.0 × 174.0 mm, 3.0 mm high"
        (served.folder / "game.yaml").write_text(spec, "utf-8")
        page.wait_for(shows(4), LONG)
        assert model_note(page) == "1 part, 144.0 × 144.0 mm, 3.0 mm high"
        assert model_picture(page) == turned
        assert page.errors == []


def test_the_3d_view_is_made_of_its_source_and_the_published_three() -> None:
    """`model.js` is what esbuild makes of `.ci/web/src/model.js` and the pinned package, byte for byte."""
    web = Path(__file__).parents[2] / ".ci" / "web"
    if not (web / "node_modules").is_dir() and os.environ.get("FABGEN_NO_SYSTEM_CLIENTS"):
        pytest.skip("no packages of npm here")
    command = json.loads((web / "package.json").read_text("utf-8"))["scripts"]["model"].split()
    command[0] = str(web / "node_modules" / ".bin" / command[0])
    made = subprocess.run([*(word for word in command if not word.startswith("--outfile"))], cwd=web, check=True,
                          capture_output=True, timeout=60).stdout
    assert made == (PAGE / "model.js").read_bytes()


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
