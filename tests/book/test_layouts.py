"""Layouts of books: how full their pages are, in a multiple of four, and how they are judged."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache

import pikepdf
import pytest
from cases import cases

from fabgen.artwork.drawing import Lettering, Role, draw_text
from fabgen.artwork.text import point_size
from fabgen.artwork.themes import load_theme
from fabgen.book.book_format import A5, FORMATS
from fabgen.book.book_theme import built_in_theme
from fabgen.book.figure_sizes import SMALL_TYPE
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.layout import Layout, Mark
from fabgen.book.layout_marks import measure_layout
from fabgen.book.layout_score import LayoutScore, far_figures, page_fills
from fabgen.book.layout_search import LayoutSearch, rank_layouts
from fabgen.book.page_depth import BrokenPlanError, spread_room
from fabgen.book.rulebook_pdf import fit_to_format, write_book
from fabgen.book.rulebook_typst import LETTER_GROUPS, RulebookProject
from fabgen.core.units import POINTS_PER_MM
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec
from fabgen.typeset.blocks import Book
from tests.book.one_book import book as gambit

# The least that a page of the body is full, but for the last. An Abstract Game has eight pages with 17 figures: one of
# its pages misses two thirds by a line or two. In large print, two rows of figures do not fit a page, and a list of
# components that needs most of a page leaves the one before it half empty. On average they are 0.8 full, in large print
# 0.78.
LEAST = {"a5": 0.6, "half-letter": 0.6, "a4": 0.6, "letter": 0.6, "square": 0.6, "large-a4": 0.39, "large-letter": 0.4}


@cache
def book(game: str) -> Book:
    return read_game_rulebook(load_spec(game))


# Of two sizes of paper each sets other games, but for A5, which is the usual one; in a long run both set all of them.
OTHER_SIZES = {"half-letter": 1, "a4": 0, "letter": 1, "large-a4": 0, "large-letter": 1}
FILLED = [(game, name) for number, game in enumerate(sorted(template_folders())) for name in sorted(LEAST)
          if number % 2 == OTHER_SIZES.get(name, number % 2) or cases(2) == 2]


def test_every_format_fills_pages_of_two_games_and_more() -> None:
    assert min(sum(name == other for _, other in FILLED) for name in LEAST) >= 2


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), FILLED)
def test_pages_are_filled(game: str, name: str) -> None:
    page, look, known = FORMATS[name], built_in_theme(), KnownLayouts()
    content = fit_to_format(book(game), page)
    layout, score = rank_layouts(content, page, look, known)[0]
    try:
        final = spread_room(content, page, layout, look, known)  # with figures as large as the pages have room
    except BrokenPlanError:  # as a build does
        known.distrust_plans()
        layout, score = rank_layouts(content, page, look, known)[0]
        final = spread_room(content, page, layout, look, known)
    *fills, _ = page_fills(measure_layout(content, page, replace(final, has_contents=False), look, known), page)
    assert len(fills) >= 3
    assert min(fills) >= LEAST[name]
    assert sum(fills) / len(fills) >= (0.77 if page.is_large_print else 0.8)
    if name in ("a5", "half-letter"):  # the others are not folded
        assert score.pages % 4 == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(template_folders()))
def test_the_book_has_the_pages_of_one_of_the_best_layouts(game: str) -> None:
    promised = {score.pages for _, score in rank_layouts(fit_to_format(book(game), A5), A5, built_in_theme())[:3]}
    with pikepdf.open(io.BytesIO(write_book(book(game), load_theme("colour")))) as pdf:
        assert len(pdf.pages) in promised
        assert len(pdf.pages) % 4 == 0


TOP, HEIGHT = A5.top * POINTS_PER_MM, A5.frame[1] * POINTS_PER_MM


def test_a_page_is_as_full_as_its_blocks_reach() -> None:
    """A figure of a quarter of the page, one of a half below it, and one on the next page."""
    marks = [Mark(0, "BookFigure", True, 2, TOP), Mark(0, "BookFigure", False, 2, TOP + HEIGHT / 4),
             Mark(1, "BookFigure", True, 2, TOP + HEIGHT / 4 + 10),
             Mark(1, "BookFigure", False, 2, TOP + HEIGHT * 3 / 4),
             Mark(2, "BookFigure", True, 3, TOP), Mark(2, "BookFigure", False, 3, TOP + 100)]
    assert page_fills(marks, A5)[:-1] == pytest.approx([0.75])


def test_a_hole_in_the_middle_of_a_page_does_not_count_as_full() -> None:
    marks = [Mark(0, "BookFigure", True, 2, TOP), Mark(0, "BookFigure", False, 2, TOP + 50),
             Mark(1, "BookFigure", True, 2, TOP + HEIGHT - 50), Mark(1, "BookFigure", False, 2, TOP + HEIGHT),
             Mark(2, "BookFigure", True, 3, TOP), Mark(2, "BookFigure", False, 3, TOP + 100)]
    assert page_fills(marks, A5)[:-1] == pytest.approx([(100 + 20) / HEIGHT])  # and the usual gap of 20 points


def test_a_paragraph_that_goes_on_fills_its_page() -> None:
    marks = [Mark(0, "Paragraph", True, 2, TOP + 9), Mark(0, "Paragraph", False, 3, TOP + 40)]
    assert page_fills(marks, A5)[:-1] == pytest.approx([1.0])


def test_a_figure_overleaf_is_far_and_one_on_the_facing_page_is_not() -> None:
    """Pages 2 and 3 face each other, 3 and 4 do not."""
    for page, far in ((3, 0), (4, 1)):
        marks = [Mark(0, "Paragraph", True, 2, 50), Mark(0, "Paragraph", False, 2, 90),
                 Mark(1, "FigureRow", True, page, 50), Mark(1, "FigureRow", False, page, 90)]
        assert len(far_figures(marks)) == far


def test_full_pages_whole_sheets_and_large_figures_are_better() -> None:
    good = LayoutScore((0.9, 0.9), 12, 0, 0.0)
    for worse in (LayoutScore((0.9, 0.5), 12, 0, 0.0), LayoutScore((0.9, 0.9), 13, 0, 0.0),
                  LayoutScore((0.9, 0.9), 12, 1, 0.0), LayoutScore((0.9, 0.9), 12, 0, 0.2),
                  LayoutScore((0.9, 0.9), 12, 0, 0.0, True)):
        assert worse.penalty > good.penalty


@pytest.mark.parametrize(("pages", "layout", "suited"), [
    (20, {"is_imprint_below": True}, {"has_contents": True}),
    (19, {"is_imprint_below": True}, {"is_imprint_below": True}),
    (18, {}, {}),
])
def test_a_plan_that_is_set_in_another_number_of_pages_is_a_layout_all_the_same(
        monkeypatch: pytest.MonkeyPatch, pages: int, layout: dict[str, bool], suited: dict[str, bool]) -> None:
    """A book of 20 pages or more has contents, which hold the imprint."""
    search = LayoutSearch(gambit(), A5, built_in_theme())
    monkeypatch.setattr(search.judge, "marks", lambda layout: [Mark(0, "Paragraph", True, pages, TOP)])
    size = search.sizes.largest
    search.judge.other_penalties[replace(size, **layout)] = 3.5
    ((best, score), *_) = search.judge.rank(replace(size, **layout))
    assert best == replace(size, **suited)
    assert score.other_penalty == 3.5


@pytest.mark.parametrize("group", ["held", "piles/coin", "supplies/red/pawn-2"])
def test_words_beside_a_board_are_no_larger_than_a_caption(group: str) -> None:
    """Words of twice the size of a caption become half as large in a book; others stay as large as they are drawn."""
    cap = 2 * SMALL_TYPE / point_size(1.0)
    project = RulebookProject(gambit(), A5, Layout(8.0, 8.0), built_in_theme())
    drawing = draw_text(Role.LABEL, "x 3", (0, 0), cap).in_group(group) + draw_text(Role.LABEL, "a", (50, 0), cap)
    placed = project.pictures[project._add_picture(drawing, 1.0)]
    caps = {item.text.string: item.text.cap for item in placed.sized_drawing.items if isinstance(item, Lettering)}
    assert caps == {"x 3": pytest.approx(cap / 2), "a": cap}


def test_a_setup_names_its_piles_and_supplies_as_books_do() -> None:
    spec = load_spec("correction")
    drawing = draw_figure(spec, "setup", "", spec.words).drawing
    assert {*LETTER_GROUPS.counted} <= {item.group.partition("/")[0] for item in drawing.items}
