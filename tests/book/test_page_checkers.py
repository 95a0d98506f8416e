"""The rulebook as a web page, as judged by other people's programs: axe-core in Chromium (accessibility) and the Nu
validator (HTML). Neither finds anything in the page of any built-in game."""

from __future__ import annotations

import json
import re
import subprocess
from itertools import product
from pathlib import Path

import pytest
from book.test_rulebook_html import page_of_game
from chromium import Browser, Page
from clients.clients import needed, needed_file

from fabgen.spec.game_folder import template_folders

GAMES = sorted(template_folders())
WIDTHS = (1000, 390)  # CSS pixels: a desk, a telephone
# Violations, and what axe-core cannot decide by itself: but the contrast of words in pictures, where it never knows
# the ground.
RUN_AXE = """axe.run(document, {resultTypes: ["violations", "incomplete"]}).then(result =>
    [...result.violations, ...result.incomplete].flatMap(rule => rule.nodes.map(node => `${rule.id}: ${node.html}`))
        .filter(barrier => !barrier.startsWith("color-contrast: <text ")))"""
# The size of type in a legend on the screen, in CSS pixels: the least.
LEGEND_SIZE = """Math.min(...[...document.querySelectorAll("figure[id='figure/legend'] text")].map(words =>
    words.getAttribute("font-size") * words.getScreenCTM().a))"""
OPEN_ALL = "document.querySelectorAll('details').forEach(details => details.open = true)"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The page of each game as a file."""
    folder = tmp_path_factory.mktemp("pages")
    files = {game: folder / f"{game}.html" for game in GAMES}
    for game, file in files.items():
        file.write_text(page_of_game(game), "utf-8")
    return files


def find_barriers(page: Page) -> list[str]:
    """What axe-core says of a page, with all that can be unfolded."""
    page.evaluate(f"{needed_file('axe-core/axe.min.js').read_text('utf-8')}; 0")
    page.evaluate(OPEN_ALL)
    barriers: list[str] = page.evaluate(RUN_AXE)
    return barriers


def validate(*files: Path) -> list[str]:
    """What the Nu validator says of some pages: errors, warnings and remarks."""
    needed("java")
    jar = needed_file("vnu-jar/build/dist/vnu.jar")
    ended = subprocess.run(["java", "-jar", jar, "--format", "json", *files], capture_output=True, text=True,
                           timeout=300, check=False)
    return [f"{Path(message['url']).name}:{message['lastLine']}: {message['message']}"
            for message in json.loads(ended.stderr)["messages"]]


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing(browser: Browser, pages: dict[str, Path], game: str) -> None:
    with browser.open_page(pages[game].as_uri()) as page:
        for width, scheme in product(WIDTHS, ("light", "dark")):
            page.resize(width)
            page.set_colour_scheme(scheme)
            assert find_barriers(page) == [], (width, scheme)
            assert page.evaluate("document.documentElement.scrollWidth") == width  # nothing reaches beyond the screen
        assert page.evaluate(LEGEND_SIZE) >= 14  # in the narrow page, the last
        assert page.errors == []
        assert page.requests == [pages[game].as_uri()]


@pytest.mark.parametrize("game", GAMES)
def test_words_in_pictures_have_contrast(game: str) -> None:
    colours = {*re.findall(r'<text [^>]*fill="(#[0-9a-f]{6})"', page_of_game(game))}
    assert colours
    for colour in colours:  # WCAG 2.1, contrast ratio with white
        channels = [int(colour[n:n + 2], 16) / 255 for n in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
        assert 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5, colour


def test_the_nu_validator_finds_nothing(pages: dict[str, Path]) -> None:
    assert validate(*pages.values()) == []


def test_axe_finds_what_was_planted(browser: Browser, pages: dict[str, Path], tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    page_text = pages["correction"].read_text("utf-8")
    pale = page_text.replace("--words: #1d2329", "--words: #c0c4c8").replace('lang="en', 'data-lang="en')
    file.write_text(pale, "utf-8")
    with browser.open_page(file.as_uri()) as page:
        rules = {barrier.partition(":")[0] for barrier in find_barriers(page)}
    assert {"color-contrast", "html-has-lang"} <= rules


def test_the_nu_validator_finds_what_was_planted(pages: dict[str, Path], tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(pages["correction"].read_text("utf-8").replace("<main ", "<main align=left ", 1), "utf-8")
    [message] = validate(file)
    assert "“align” not allowed on element “main”" in message
