"""Plans of pages: against pages counted by hand, against a slow program that tries every way to end each page, and
against the pages that Typst sets."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.path import rectangle
from fabgen.book.book_format import A5, FORMATS
from fabgen.book.book_theme import built_in_theme
from fabgen.book.growing_pictures import NO_PICTURES, GrowingPictures, LargerPicture
from fabgen.book.known_layouts import KnownLayouts
from fabgen.book.layout import Mark
from fabgen.book.layout_marks import measure_layout
from fabgen.book.layout_search import LayoutSearch
from fabgen.book.layout_sizes import largest_layout
from fabgen.book.page_breaks import NONE_MOVED, PageBreaker, PageEnd, _rank
from fabgen.book.page_penalties import last_page_fill, least_penalty
from fabgen.book.planned_marks import planned_marks
from fabgen.book.strips import Segment, Strip, enlarge_words, read_strips
from fabgen.typeset.blocks import Block, BookFigure, FigureRow, Heading, Listing, NoteBox, Paragraph, TextRun, TextTable
from tests.book.one_book import book

HEIGHT, SIZE = 100.0, 10.0  # of a page, of words: points


def words(text: str = "Words.") -> tuple[TextRun, ...]:
    return (TextRun(text),)


def figure(side: float = 20.0) -> BookFigure:
    return BookFigure(draw(Role.GRID, rectangle(0, 0, side, side)), words())


def breaker(body: Sequence[Block], *strips: Strip) -> PageBreaker:
    return PageBreaker(body, [Segment(((strip,),)) for strip in strips], HEIGHT, SIZE)


def lines(block: int, count: int, height: float = 10.0) -> list[Strip]:
    """A paragraph of lines without gaps, which may end a page anywhere."""
    return [Strip(block, is_first=n == 0, height=height) for n in range(count)]


def test_lines_fill_page_after_page() -> None:
    """26 lines of a tenth of a page: two full pages and one that is six tenths full, a quarter less than the last page
    should be; with three lines more it is full enough."""
    (plan,) = breaker([Paragraph(words())], *lines(0, 26)).plans(2)
    assert (plan.last_page, plan.last_fill) == (4, pytest.approx(0.6))
    assert not plan.breaks | plan.floats | plan.apart
    assert plan.penalty == pytest.approx(60 * 0.25)
    (full,) = breaker([Paragraph(words())], *lines(0, 29)).plans(2)
    assert full.penalty == pytest.approx(0)


@pytest.mark.parametrize(("items", "last_fill"), [(6, 0.95), (7, 0.8)])
def test_a_short_list_goes_to_the_next_page_as_a_whole(items: int, last_fill: float) -> None:
    """Lines of 5 points: a chapter of 14, one with a list of items of a line, and 13 lines below it. Four items still
    fit the first page. That costs 25 for a chapter that begins low, 4 since it does not open its page, and 3 or 6 for
    the last page; without them the hole of 30 points costs 42. Six items are a short list, and a page turn within them
    costs 15 more; seven are not."""
    body = [Heading(1, words(), "a"), Paragraph(words()), Heading(1, words(), "b"),
            Listing(((Paragraph(words()),),) * items), Paragraph(words())]
    made = breaker(body, Strip(0, holds_next=True, level=1), *lines(1, 14, 5),
                   Strip(2, holds_next=True, gap=8, level=1), *lines(3, items, 5), *lines(4, 13, 5))
    (plan,) = [plan for plan in made.plans(2) if plan.last_page == 3]
    assert plan.last_fill == pytest.approx(last_fill)


def test_what_holds_the_next_strip_moves_with_it() -> None:
    """Nine lines, a heading that holds the next two lines, which do not fit: the first page ends after nine lines."""
    body = [Paragraph(words()), Heading(2, words(), "h"), Paragraph(words())]
    strips = [*lines(0, 9), Strip(1, holds_next=True, gap=5, level=2), Strip(2, holds_next=True, height=10),
              Strip(2, is_first=False, height=10)]
    (plan,) = breaker(body, *strips).plans(2)
    assert (plan.last_page, plan.last_fill) == (3, pytest.approx(0.2))


def test_the_first_two_lines_of_a_paragraph_stay_together_and_the_last_two() -> None:
    """A paragraph of five lines of 10 points, as Typst measures it: capitals are 6.6 points high, base lines 6.6 + 6.2
    points apart. It may end a page behind its second line and its third, and behind its last."""
    size, page = replace(largest_layout(book(), A5), size=10 / A5.size), A5
    marks = [Mark(0, "top", False, 1, 30.0), Mark(0, "start", True, 1, 36.6), Mark(0, "end", False, 1, 36.6 + 4 * 12.8)]
    strips = read_strips([Paragraph(words())], marks, (), page, size)
    assert [strip.holds_next for strip in strips] == [True, False, False, True, False]
    assert [strip.height for strip in strips] == pytest.approx([6.6] * 5)
    assert [strip.gap for strip in strips[1:]] == pytest.approx([6.2] * 4)


@pytest.mark.parametrize(("groups", "holds"), [
    ((), "1110000110"),  # the head stays with the first row; the first three rows stay together, and the last
    ((3, 2, 4), "1110101110"),
    ((1, 2, 6), "1110111110"),  # the first row joins the group after it
])
def test_rows_of_a_group_stay_together(groups: tuple[int, ...], holds: str) -> None:
    """A head and nine rows of 60 points on pages of 507 points: six rows and the head fit a page, nine do not."""
    table = TextTable((words("A"),), ((words("1"),),) * 9, ("left",), groups)
    marks = [Mark(0, "TextTable", True, 1, 30.0), *(Mark(0, "row", False, 1, 30.0 + 60 * row) for row in range(10)),
             Mark(0, "bottom", False, 1, 630.0)]
    strips = read_strips([table], marks, (), A5, largest_layout(book(), A5))
    assert "".join("1" if strip.holds_next else "0" for strip in strips) == holds
    assert [strip.height for strip in strips] == pytest.approx([60.0] * 10)


def test_words_fill_the_place_of_a_figure_that_moves() -> None:
    """Half a page of words, a figure of six tenths, and half a page of words: the words go on, and the figure is on the
    next page with nothing below it. Without that, the first page would be half empty."""
    body = [Paragraph(words()), figure(), Paragraph(words())]
    strips = [*lines(0, 5), Strip(1, height=60, figure=1), *lines(2, 5)]
    best = min(breaker(body, *strips).plans(3), key=lambda plan: plan.penalty)
    assert best.floats == {1}
    assert best.last_fill == pytest.approx((60 + 1.1 * SIZE) / HEIGHT)


@pytest.mark.parametrize("above", [Heading(2, words(), "h"), Paragraph(words("As here:"))])
def test_a_figure_stays_with_its_heading_and_with_what_announces_it(above: Block) -> None:
    body = [above, figure(), Paragraph(words())]
    strips = [*lines(0, 5), Strip(1, height=60, figure=1), *lines(2, 5)]
    assert not any(plan.floats for plan in breaker(body, *strips).plans(2))


def test_no_words_of_the_next_section_stand_before_a_figure() -> None:
    body = [Paragraph(words()), figure(), Heading(2, words(), "h"), Paragraph(words())]
    strips = [*lines(0, 5), Strip(1, height=60, figure=1), Strip(2, holds_next=True, level=2), *lines(3, 4)]
    assert not any(plan.floats for plan in breaker(body, *strips).plans(2))


def test_a_figure_overleaf_from_its_words_costs_more_than_one_that_faces_them() -> None:
    """Page 2 and page 3 face each other; page 4 is overleaf from page 3."""
    body = [Paragraph(words()), figure()]
    strips = [*lines(0, 9), Strip(1, height=60, figure=1)]
    faces, overleaf = (breaker(body, *strips).plans(first)[0].penalty for first in (2, 3))
    assert overleaf - faces == pytest.approx(32.0 - 4.0)


@pytest.mark.parametrize(("anchor", "first", "last", "extra"), [
    ("figure/legend", 2, 60.0, 5.0), ("figure/legend", 3, 60.0, 10.0), ("figure/setup", 3, 60.0, 25.0),
    ("figure/setup", 2, 60.0, 5.0),
])
def test_a_first_figure_away_from_its_heading_costs(anchor: str, first: int, last: float, extra: float) -> None:
    """A heading and 13 lines, ten of which fill a page, and a figure below the others on the next one: facing it, or
    overleaf."""
    body = [Heading(2, words(), "a"), Paragraph(words()), replace(figure(), anchor=anchor)]
    strips = [Strip(0, holds_next=True, level=2), *lines(1, 13), Strip(2, height=last, figure=2)]
    (plan,) = breaker(body, *strips).plans(first)
    assert plan.other_penalty == pytest.approx(extra)


@pytest.mark.parametrize(("anchor", "cost"), [("", 20.0), ("figure/setup", 0.0)])
def test_a_page_of_figures_alone_costs_more_but_for_the_setup(anchor: str, cost: float) -> None:
    """Ten lines fill page 2, and a figure as high as a page fills page 3, which faces it; so it does with nine
    tenths of the page and a line below it."""
    body = [Paragraph(words()), replace(figure(), anchor=anchor), Paragraph(words())]
    alone = breaker(body[:2], *lines(0, 10), Strip(1, height=100, figure=1)).plans(2)[0]
    with_words = breaker(body, *lines(0, 10), Strip(1, height=90, figure=1), *lines(2, 1)).plans(2)[0]
    assert alone.last_page == with_words.last_page == 3
    assert alone.penalty - with_words.penalty == pytest.approx(cost)


def test_a_second_figure_may_be_overleaf_from_its_heading() -> None:
    body = [Heading(2, words(), "a"), figure(), Paragraph(words()), figure()]
    strips = [Strip(0, holds_next=True, level=2), Strip(1, height=20, figure=1), *lines(2, 11),
              Strip(3, height=70, figure=3)]
    (plan,) = breaker(body, *strips).plans(3)
    assert plan.other_penalty == 0


def test_a_page_may_begin_with_a_figure_though_it_has_room_before() -> None:
    """Seven lines of a tenth of a page leave room for the figure, and yet a plan lets it begin the next page."""
    body = [Paragraph(words()), figure(), Paragraph(words())]
    strips = [*lines(0, 7), Strip(1, height=20, figure=1), *lines(2, 3), Strip(2, height=65)]
    assert any(1 in plan.breaks for plan in breaker(body, *strips).plans(2))


def test_figures_with_cells_on_a_page_are_all_larger_or_none() -> None:
    """Two take 30 and 15 points where they are 1.3 times as large, and are 1.06 times as large at least: 6 and 3
    points. With less room, and then with what is left, there is a larger drawing, which takes 20 points."""
    boards = LargerPicture(30.0, 1.3, 1.06), LargerPicture(15.0, 1.3, 1.06)
    pictures = GrowingPictures((*boards, LargerPicture(20.0, 1.4)))
    assert pictures.room == 65
    assert [pictures.growth(room) for room in (-5, 8, 9, 50, 70)] == pytest.approx([0, 8, 9, 50, 65])
    assert [GrowingPictures(boards).growth(room) for room in (8, 9.1, 60)] == pytest.approx([0, 9.1, 45])
    assert pictures.join(NO_PICTURES) == NO_PICTURES.join(pictures) == pictures


def test_a_setup_that_is_larger_than_its_place_beside_the_caption_has_that_below() -> None:
    """0.4 more is 40 points, and from 0.2 on a caption of 15 points below. It is larger by 0.03 at least."""
    setup = LargerPicture(55.0, 1.4, beside=1.2, caption=15.0)
    assert [setup.factor_up_to(most) for most in (1.0, 1.02, 1.1, 1.5)] == pytest.approx([1, 1, 1.1, 1.4])
    assert [setup.points_at(factor) for factor in (1.0, 1.2, 1.24, 1.4)] == pytest.approx([0, 20, 39, 55])


def test_words_stand_beside_a_figure_where_that_saves_a_page() -> None:
    """Six lines, then four lines above or beside a figure of four tenths of a page: beside, all is on one page."""
    body = [Paragraph(words()), Paragraph(words()), figure()]
    group = Segment(((Strip(1, height=40, figure=2),), (*lines(1, 4), Strip(2, height=40, figure=2))), 2)
    segments = [*(Segment(((strip,),)) for strip in lines(0, 6)), group]
    (beside, above) = PageBreaker(body, segments, HEIGHT, SIZE).plans(2)
    assert (beside.last_page, beside.apart) == (2, frozenset())
    assert (above.last_page, above.apart) == (3, {2})


def test_many_figures_with_words_beside_them_are_planned_in_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty figures of a twentieth of a page, each with a line beside or above it: twenty fill the first page without a
    hole. In two ways each, all fillings of that page are more than 2 to the power of 14."""
    steps = 0
    fill_to_branch = PageBreaker._fill_to_branch

    def count_steps(self: PageBreaker, number: int, page: Any) -> Any:
        nonlocal steps
        steps += 1
        return fill_to_branch(self, number, page)

    monkeypatch.setattr(PageBreaker, "_fill_to_branch", count_steps)
    body: list[Block] = []
    segments = []
    for number in range(0, 80, 2):
        body += [Paragraph(words()), figure()]
        above = Strip(number, height=2), Strip(number + 1, height=5, figure=number + 1)
        segments.append(Segment(((Strip(number, height=5, figure=number + 1),), above), number + 1))
    ends = PageBreaker(body, segments, HEIGHT, SIZE)._page_ends(0, ())
    assert steps <= 8000
    (full,) = [end for end in ends if end.next_strip == 20 * 3]
    assert (full.fill, full.hole_penalty, full.apart) == (1.0, 0.0, frozenset())


def hole(fill: float) -> float:
    """What a page costs that is so full: by the words of `docs/rulebook.md`, like all costs here."""
    return 12 * (1 - fill) ** 2 + 300 * max(0.0, 0.92 - fill) ** 2 + 180 * max(0.0, 0.86 - fill)


def ways(strips: Sequence[Strip], start: int) -> Iterator[tuple[int, float, bool]]:
    """Each strip that may begin the page after the one that begins with a strip, how full that is then, and whether its
    last chapter or section has less than 95 points there and goes on overleaf. A section within the first 95 points of
    a chapter is a part of its beginning."""
    y, ends, section, level = 0.0, [], -1.0, 0
    for number in range(start, len(strips)):
        y += strips[number].height + (strips[number].gap if number > start else 0.0)
        if y > HEIGHT:
            break
        if strips[number].level and not (level == 1 and strips[number].level == 2 and y - section < 95):
            section, level = y, strips[number].level
        if not strips[number].holds_next:
            goes_on = number + 1 < len(strips) and strips[number + 1].level not in range(1, max(level, 1) + 1)
            ends.append((number + 1, y / HEIGHT, section >= 0 and y - section < 95 and goes_on))
    for number, (end, fill, is_low) in enumerate(ends):
        is_last = number == len(ends) - 1
        if end == len(strips) or is_last or (strips[end].level and fill >= 0.5):
            yield end, fill, is_low


def slow_penalties(strips: Sequence[Strip], page: int, start: int = 0) -> Iterator[tuple[int, float]]:
    """The last page and the penalty of every way to break the pages."""
    for end, fill, is_low in ways(strips, start):
        below_top = 4 * sum(strip.level == 1 for strip in strips[start + 1:end])
        if end == len(strips):
            yield page, 60 * max(0.0, 0.85 - fill) + below_top
            continue
        ends_chapter = strips[end].level == 1
        cost = hole(fill) - (0.15 if ends_chapter else 0) * (hole(fill) - 180 * max(0.0, 0.86 - fill))
        is_overleaf = page % 2 == 1
        is_stranded = not strips[end].level and not strips[end - 1].level  # each paragraph is a single line
        cost += (45 if is_overleaf else 25) * is_low + (14 if is_overleaf else 8) * is_stranded + below_top
        for last, rest in slow_penalties(strips, page + 1, end):
            yield last, cost + rest


@pytest.mark.parametrize("seed", range(12))
def test_plans_are_the_best_of_all_ways(seed: int) -> None:
    """Without figures, in which case all costs are those of holes, of chapters below the top of a page, of sections
    that begin low on one, and of pages that begin with a line which belongs to the page before."""
    chance = random.Random(seed)
    body: list[Block] = []
    strips: list[Strip] = []
    for _ in range(8):
        level = chance.choice((0, 0, 1, 2))
        if level:
            strips.append(Strip(len(body), holds_next=True, gap=chance.randint(3, 9), level=level))
            body.append(Heading(level, words(), f"h{len(body)}"))
        strips.append(Strip(len(body), height=chance.randint(90, 95) if level == 1 else chance.randint(8, 40), gap=2))
        body.append(Paragraph(words()))
    best: dict[int, float] = {}
    for last, penalty in slow_penalties(strips, 2):
        best[last] = min(penalty, best.get(last, penalty))
    plans = {plan.last_page: plan.penalty for plan in breaker(body, *strips).plans(2)}
    shared = {last for last, penalty in best.items() if penalty <= min(best.values()) + 20}  # worse ways are cut off
    assert shared
    assert {last: plans[last] for last in shared} == pytest.approx({last: best[last] for last in shared})


def test_no_plan_is_better_than_the_least_penalty_of_its_pages() -> None:
    """Blocks that fill 2.4 pages, on three pages of which the last may be empty: two pages of 1, so no hole."""
    assert least_penalty(2.4, 3) == 0
    assert least_penalty(3.2, 3) == float("inf")
    assert least_penalty(1.6, 3) == pytest.approx(2 * (12 * 0.2 ** 2 + 300 * 0.12 ** 2 + 180 * 0.06))


def test_larger_words_take_more_and_higher_lines_and_leave_pictures_as_they_are() -> None:
    """1.21 times as large words are 1.331 times as high: a line of 10 points with a gap of 4 in its paragraph, and a
    figure of 50 points, of which 30 are its picture. The gap above a block is 1.21 times as large."""
    line, shown = Strip(0, is_first=False, height=10, gap=4), Strip(1, height=50, gap=10, figure=1)
    enlarged = [segment.ways[0][0] for segment in enlarge_words([Segment(((strip,),)) for strip in (line, shown)],
                                                                1.21, {1: 30.0})]
    assert [strip.height for strip in enlarged] == pytest.approx([13.31, 30 + 20 * 1.331])
    assert [strip.gap for strip in enlarged] == pytest.approx([4 * 1.331, 12.1])


def some_chapters() -> tuple[Block, ...]:
    """Blocks of every kind, over several pages."""
    text = "a piece may jump over another one that stands beside it, and lands on the next free space of the board. "
    blocks: list[Block] = []
    for number in range(4):
        blocks += [Heading(1, words(f"Chapter {number}"), f"c{number}"), Paragraph(words(text * (3 + number))),
                   Listing(tuple((Paragraph(words(text * lines)),) for lines in (1, 2, 3))),
                   FigureRow((figure(50), figure(50))), Paragraph(words(text * 5)), figure(45),
                   Heading(2, words("Section"), f"s{number}"), NoteBox((Paragraph(words(text)),)),
                   TextTable((words("A"), words("B")), ((words("1"), words("2")),) * 4, ("left", "left")),
                   Paragraph(words(text * 7))]
    return tuple(blocks)


def places(marks: Sequence[Mark]) -> Counter[tuple[int, bool, int, int]]:
    return Counter((mark.number, mark.is_start, mark.page, mark.column) for mark in marks)


@pytest.mark.parametrize("air", [1.0, 0.96, 1.1])
@pytest.mark.parametrize("name", ["a5", "a4"])  # in one column, and in two
def test_typst_sets_every_block_where_the_plan_has_it(name: str, air: float) -> None:
    """All plans in one size, with figures that move and pages that begin with a chosen block."""
    content, page = book(*some_chapters(), reference=(Heading(1, words("Reference"), "r"),)), FORMATS[name]
    search = LayoutSearch(content, page, built_in_theme(), KnownLayouts())
    size = replace(search.sizes.largest, has_index=False)
    (measured,) = search.planner.measure_sizes([size])
    plans = search.planner.plan_layouts(replace(size, air=air), measured.segments(air))
    assert len(plans) >= 2
    for plan in plans:
        true = measure_layout(content, page, plan.layout, built_in_theme())
        assert places([*planned_marks(content, page, plan.breaker, plan.plan)]) == places(true)


@pytest.mark.parametrize("air", [0.96, 1.05, 1.1])
def test_blocks_with_more_space_between_lines_are_as_high_as_typst_sets_them(air: float) -> None:
    """To half a point for a figure, whose caption may have a line more or less in another size."""
    content = book(*some_chapters())
    search = LayoutSearch(content, A5, built_in_theme(), KnownLayouts())
    usual = replace(search.sizes.largest, has_index=False)
    sizes = search.planner.measure_sizes([usual, replace(usual, cell=0.8 * usual.cell, close_up=0.8 * usual.close_up,
                                                          figures=0.8)])
    assert len(sizes) == 2
    for size in sizes:
        (true,) = search.planner.measure_sizes([replace(size.layout, air=air)])
        for segment, set_so in zip(size.segments(air), true.segments(1.0), strict=True):
            for way, true_way in zip(segment.ways, set_so.ways, strict=True):
                for strip, true_strip in zip(way, true_way, strict=True):
                    assert strip.height == pytest.approx(true_strip.height, abs=0.5)
                    assert strip.gap == pytest.approx(true_strip.gap, abs=0.02) or strip is size.above[0]


def test_the_last_page_of_columns_is_as_full_as_all_of_them() -> None:
    """Of two columns, three tenths of the first: 0.15 of the page; the first and three tenths of the second: 0.65."""
    assert last_page_fill(0.3, 6, 2) == pytest.approx(0.15)
    assert last_page_fill(0.3, 7, 2) == pytest.approx(0.65)
    assert last_page_fill(0.3, 7, 1) == pytest.approx(0.3)


def test_the_end_of_the_last_page_is_ranked_without_its_hole() -> None:
    """Nine tenths of a page end the rules well: a way that fills all of it, but costs 0.2, is worse. On another page it
    is better: the hole costs 0.24 there."""
    short = PageEnd(-1, NONE_MOVED, 0.9, 0.24, 0.0, -1, frozenset())
    full = PageEnd(-1, NONE_MOVED, 1.0, 0.0, 0.2, -1, frozenset({3}))
    assert _rank(short) < _rank(full)
    assert _rank(short._replace(next_strip=4)) > _rank(full._replace(next_strip=4))
