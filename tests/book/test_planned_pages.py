"""A book has the pages that its plan promises, however long its text is."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pikepdf
import pytest
from cases import cases

from fabgen.artwork.themes import load_theme
from fabgen.book.book_format import A5
from fabgen.book.book_theme import built_in_theme
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.layout import Mark
from fabgen.book.layout_marks import measure_layout
from fabgen.book.layout_search import LayoutSearch, rank_layouts
from fabgen.book.layout_sizes import largest_layout
from fabgen.book.measured_sizes import MeasuredSize
from fabgen.book.page_breaks import PageBreaker
from fabgen.book.planned_marks import planned_marks
from fabgen.book.rulebook_pdf import fit_to_format, write_project
from fabgen.book.strips import Strip
from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec
from fabgen.typeset.blocks import Book, Heading, Paragraph, TextRun

MOST_LINES = 12


@cache
def book(game: str) -> Book:
    return read_game_rulebook(load_spec(game))


def with_longer_setup(content: Book, lines: int) -> Book:
    """A book with so many more lines below the heading of its setup."""
    body = content.body
    place = 1 + next(number for number, block in enumerate(body)
                     if isinstance(block, Heading) and block.text[0].text == "Setting up")
    more = Paragraph(tuple(TextRun(f"Line {number} of the setup says nothing that matters to a player. ")
                           for number in range(lines)))
    return replace(content, body=(*body[:place], *[more] * bool(lines), *body[place:]))


def count_pages(pdf: bytes) -> int:
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return len(opened.pages)


def check_promise(game: str, lines: int) -> None:
    """Holds the pages of the best layout against those of the PDF. No plan is set twice for that."""
    content, known = with_longer_setup(book(game), lines), KnownLayouts()
    made = write_project(content, load_theme("colour"), A5, known=known)
    (_, score), *_ = rank_layouts(fit_to_format(content, A5), A5, built_in_theme(), KnownLayouts())
    assert count_pages(made.pdf) == score.pages
    assert known.trusts_plans


@pytest.mark.parametrize("lines", [0, 2, 5])
def test_a_setup_that_is_a_few_lines_longer_has_the_pages_of_its_plan(lines: int) -> None:
    """The setup of Charing Cross has larger cells than its examples."""
    check_promise("charing-cross", lines)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "game"), list(enumerate(sorted(template_folders()))))
def test_books_of_many_lengths_have_the_pages_of_their_plans(number: int, game: str) -> None:
    """One length in four for each game, so that every length has a game; all of them in a long run."""
    step = 4 // cases(4)
    for lines in range(number % step, MOST_LINES + 1, step):
        check_promise(game, lines)


def places(marks: list[Mark]) -> Counter[tuple[int, bool, int]]:
    return Counter((mark.number, mark.is_start, mark.page) for mark in marks)


@pytest.mark.parametrize("game", ["abstract-game", "correction"])
def test_every_block_is_where_the_plan_has_it(game: str) -> None:
    content, look = fit_to_format(book(game), A5), built_in_theme()
    search = LayoutSearch(content, A5, look, KnownLayouts())
    search.plan_pages(replace(search.sizes.largest, has_index=False))
    assert search.judge.plans
    for layout, plan in search.judge.plans.items():
        true = measure_layout(content, A5, layout, look)
        assert places([*planned_marks(content, A5, plan.breaker, plan.plan)]) == places(true)


def test_a_plan_that_does_not_hold_is_replaced_by_one_that_typst_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strips that are a tenth less high than they are: more fits the pages of a plan than those of the book, which is
    judged by what Typst sets then, and still has a multiple of four pages."""
    spread_lines = MeasuredSize._spread_lines

    def lower(size: MeasuredSize, air: float) -> Iterator[Strip]:
        return (strip._replace(height=0.9 * strip.height) for strip in spread_lines(size, air))

    monkeypatch.setattr(MeasuredSize, "_spread_lines", lower)
    known = KnownLayouts()
    made = write_project(book("charing-cross"), load_theme("colour"), A5, known=known)
    assert not known.trusts_plans
    best, *_ = rank_layouts(fit_to_format(book("charing-cross"), A5), A5, built_in_theme(),
                            KnownLayouts(trusts_plans=False))
    assert count_pages(made.pdf) == best[1].pages == 12


def test_the_ways_to_break_the_same_strips_are_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the reference turns out to take two pages, and the pages are planned once more: a second search makes
    no breaker for strips that the first one had."""
    made: list[object] = []

    def make_breaker(body: object, segments: object, *rest: object) -> PageBreaker:
        made.append((segments, *rest))
        return PageBreaker(body, segments, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("fabgen.book.layout_planner.PageBreaker", make_breaker)
    content, known = fit_to_format(book("correction"), A5), KnownLayouts()
    rank_layouts(content, A5, built_in_theme(), known)
    assert made
    largest = replace(largest_layout(content, A5), reference_pages=2)
    rank_layouts(content, A5, built_in_theme(), known, largest)
    assert all(made[number] not in made[:number] for number in range(len(made)))
