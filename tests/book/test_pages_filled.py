"""The books of the games that come with fabgen have no half-empty pages, in any of their sizes."""

from __future__ import annotations

from functools import cache

import pytest

from fabgen.artwork.themes import load_theme
from fabgen.book.rulebook_pdf import FORMATS
from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec
from fabgen.typeset.blocks import Book
from fabgen.typeset.boxes import TextStyle, register_faces
from fabgen.typeset.document import WordRun, break_words
from fabgen.typeset.flow import set_units

# The least and the mean of a page's height: half of one is free before a chapter with a table that does not fit; in
# large print figures cannot shrink, and two rows of them do not fit a page.
FILLED = {"a5": (0.5, 0.83), "half-letter": (0.5, 0.83), "large-a4": (0.4, 0.75), "large-letter": (0.4, 0.75)}


@cache
def book(game: str) -> Book:
    return read_game_rulebook(load_spec(game))


def shares(run: WordRun, height: float) -> list[float]:
    """How much of each page is used, but for the last."""
    out = []
    for page in run.pages[:-1]:
        last = page[-1]
        unit = run.units[last.unit]
        end = unit.cuts[last.end] if last.end >= 0 else unit.heights[last.size]
        begun = unit.cuts[last.start] - unit.head if last.start >= 0 else 0.0
        out.append((last.top + end - begun) / height)
    return out


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a5", "half-letter", "large-a4", "large-letter"])
@pytest.mark.parametrize("game", sorted(template_folders()))
def test_pages_are_filled(game: str, name: str) -> None:
    register_faces()
    page = FORMATS[name]
    setting = TextStyle(load_theme("colour"), *page.frame, page.size, most=page.large)
    used = shares(break_words(set_units(book(game).body, setting), setting.height, first=3), setting.height)
    assert len(used) >= 3
    assert max(used) <= 1.0 + 1e-6
    least, mean = FILLED[name]
    assert min(used) >= least
    assert sum(used) / len(used) >= mean
