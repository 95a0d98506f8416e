"""Units → pages: the cheapest breaks, by hand for small cases, and nothing is ever lost, doubled or overfull."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabgen.typeset.page_breaks import NEVER, PageUnit, PlacedUnit, paginate

HEIGHT = 100.0


def text(height: float, **more: Any) -> PageUnit:
    """Lines of 10 points that may be divided between any two."""
    cuts = tuple(float(n) for n in range(10, int(height), 10))
    return PageUnit((height,), cuts, **{"passes": True, **more})


def figure(*heights: float, **more: Any) -> PageUnit:
    return PageUnit(heights, **{"floats": True, **more})


def shown(units: list[PageUnit]) -> list[list[int]]:
    return [[placed.unit for placed in page] for page in paginate(units, HEIGHT)]


def test_text_is_divided_where_the_page_ends() -> None:
    (first,), (second,) = paginate([text(150)], HEIGHT)
    assert first == PlacedUnit(0, 0, 0.0, -1, 9)  # the tenth cut lies at 100
    assert second == PlacedUnit(0, 0, 0.0, 9, -1)


def test_text_passes_a_figure_that_has_to_wait() -> None:
    assert shown([PageUnit((60,)), figure(50), text(40)]) == [[0, 2], [1]]


def test_a_figure_is_made_smaller_before_it_waits_for_long() -> None:
    pages = paginate([PageUnit((60,)), figure(45, 40), PageUnit((90,))], HEIGHT)
    assert [[(p.unit, p.size) for p in page] for page in pages] == [[(0, 0), (1, 1)], [(2, 0)]]


def test_nothing_but_text_passes_a_figure() -> None:
    assert shown([PageUnit((60,)), figure(50), PageUnit((30,))]) == [[0], [1, 2]]


def test_figures_keep_their_order() -> None:
    pages = shown([PageUnit((70,)), figure(50), figure(20), text(20)])
    order = [unit for page in pages for unit in page]
    assert order.index(1) < order.index(2)


def test_a_heading_goes_with_what_it_announces() -> None:
    assert shown([PageUnit((85,)), PageUnit((10,)), PageUnit((20,), stay=NEVER)]) == [[0], [1, 2]]


def test_what_opens_a_page_does() -> None:
    assert shown([PageUnit((10,)), PageUnit((10,), opens=True)]) == [[0], [1]]


def test_spaces_fall_together_and_vanish_at_the_head_of_a_page() -> None:
    (page,) = paginate([PageUnit((10,), before=9, after=5), PageUnit((10,), before=7)], HEIGHT)
    assert [placed.top for placed in page] == [0.0, 17.0]


def test_a_repeated_head_takes_its_room() -> None:
    table = PageUnit((200.0,), tuple(float(n) for n in range(20, 200, 10)), head=10.0)
    pages = paginate([table], HEIGHT)
    assert [(placed.start, placed.end) for (placed,) in pages] == [(-1, 8), (8, 17), (17, -1)]  # 100, 90 and 10 of 190


def test_what_is_higher_than_a_page_stands_alone() -> None:
    assert shown([PageUnit((30,)), PageUnit((150,)), PageUnit((30,))]) == [[0], [1], [2]]


HEAD = PageUnit((10.0,), level=1, cut=NEVER, ample=40.0)


def below(height: float, **more: Any) -> PageUnit:
    """What follows a heading."""
    return PageUnit((height,), **{"stay": NEVER, **more})


def test_a_heading_does_not_end_a_page_with_too_little_of_its_section() -> None:
    for first in (1, 2):
        pages = paginate([PageUnit((70,)), HEAD, below(10), PageUnit((60,))], HEIGHT, first)
        assert [[placed.unit for placed in page] for page in pages] == [[0], [1, 2, 3]]
    assert shown([PageUnit((50,)), HEAD, below(40), PageUnit((60,))]) == [[0, 1, 2], [3]], "four lines will do"
    assert shown([PageUnit((70,)), HEAD, below(10), PageUnit((10,)), PageUnit((60,))]) == [[0, 1, 2, 3], [4]], (
        "so will two blocks"
    )


def test_a_heading_and_its_whole_section_may_end_a_page() -> None:
    assert shown([PageUnit((70,)), HEAD, below(10), HEAD, below(60)]) == [[0, 1, 2], [3, 4]]
    deeper = PageUnit((10.0,), level=2, cut=NEVER, ample=40.0)
    assert shown([PageUnit((70,)), HEAD, below(10), deeper, below(60)]) == [[0], [1, 2, 3, 4]], "a part of the section"


def test_a_figure_waits_rather_for_the_facing_page() -> None:
    """A hole of 30 in 100 costs 5.8; a figure parted from its words 13 overleaf, a fifth of that in sight."""
    units = [text(70), figure(40.0, stay=13.0), text(60)]
    assert [[placed.unit for placed in page] for page in paginate(units, HEIGHT, 2)] == [[0, 2], [1, 2]]
    facing, overleaf = ([PageUnit((60,)), PageUnit((10,)), figure(40.0, stay=13.0)] for _ in range(2))
    assert [[p.unit for p in page] for page in paginate(facing, HEIGHT, 2)] == [[0, 1], [2]]
    assert [[p.unit for p in page] for page in paginate(overleaf, HEIGHT, 1)] == [[0], [1, 2]]


def test_the_last_page_is_not_left_nearly_empty() -> None:
    """Both ways take two pages; a figure of 30 is shrunk to 25 so that none is needed for a last line."""
    units = [figure(30.0, 25.0), *(PageUnit((10,), stay=0.3) for _ in range(7)), PageUnit((5,), stay=0.3)]
    assert len(paginate(units, HEIGHT)) == 1


UNITS = st.builds(
    lambda kind, lines, stay: text(10.0 * lines, stay=stay) if kind else figure(10.0 * lines, 8.0 * lines, stay=stay),
    st.booleans(), st.integers(1, 9), st.sampled_from([0.0, 1.0, NEVER]))


HEADED = st.one_of(UNITS, st.just(replace(HEAD, stay=0.3)))


@pytest.mark.slow
@given(st.lists(HEADED, min_size=1, max_size=12), st.sampled_from([1, 2]))
def test_figures_keep_their_order_and_their_section(units: list[PageUnit], first: int) -> None:
    """No figure stands before what comes first in the text, nor behind the next heading, nor before another figure."""
    order = [placed.unit for page in paginate(units, HEIGHT, first) for placed in page if placed.start < 0]
    floats = [n for n in order if units[n].floats]
    assert floats == sorted(floats)
    rest = [n for n in order if not units[n].floats]
    assert rest == sorted(rest)
    at = {unit: place for place, unit in enumerate(order)}
    for n in floats:
        assert all(at[before] < at[n] for before in rest if before < n)
        heading = next((later for later in rest if later > n and units[later].level), None)
        assert heading is None or at[n] < at[heading]


@pytest.mark.slow
@given(st.lists(HEADED, min_size=1, max_size=12), st.sampled_from([1, 2]))
def test_everything_stands_once_on_a_page_that_holds_it(units: list[PageUnit], first: int) -> None:
    seen: dict[int, int] = {}
    for page in paginate(units, HEIGHT, first):
        assert page
        for placed in page:
            unit = units[placed.unit]
            assert seen.get(placed.unit, -1) == placed.start, "a part follows the one before"
            seen[placed.unit] = placed.end if placed.end >= 0 else len(unit.cuts)
            begun = unit.cuts[placed.start] if placed.start >= 0 else 0.0
            ended = unit.cuts[placed.end] if placed.end >= 0 else unit.heights[placed.size]
            assert placed.top + ended - begun <= HEIGHT + 1e-3
    assert seen == {n: len(unit.cuts) for n, unit in enumerate(units)}
