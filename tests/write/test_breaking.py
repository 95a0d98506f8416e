"""Units → pages: the cheapest breaks, by hand for small cases, and nothing is ever lost, doubled or overfull."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fabgen.write.breaking import NEVER, Placed, Unit, paginate

HEIGHT = 100.0


def text(height: float, **more: Any) -> Unit:
    """Lines of 10 points that may be divided between any two."""
    cuts = tuple(float(n) for n in range(10, int(height), 10))
    return Unit((height,), cuts, **{"passes": True, **more})


def figure(*heights: float, **more: Any) -> Unit:
    return Unit(heights, **{"floats": True, **more})


def shown(units: list[Unit]) -> list[list[int]]:
    return [[placed.unit for placed in page] for page in paginate(units, HEIGHT)]


def test_text_is_divided_where_the_page_ends() -> None:
    (first,), (second,) = paginate([text(150)], HEIGHT)
    assert first == Placed(0, 0, 0.0, -1, 9)  # the tenth cut lies at 100
    assert second == Placed(0, 0, 0.0, 9, -1)


def test_text_passes_a_figure_that_has_to_wait() -> None:
    assert shown([Unit((60,)), figure(50), text(40)]) == [[0, 2], [1]]


def test_a_figure_is_made_smaller_before_it_waits_for_long() -> None:
    pages = paginate([Unit((60,)), figure(45, 40), Unit((90,))], HEIGHT)
    assert [[(p.unit, p.size) for p in page] for page in pages] == [[(0, 0), (1, 1)], [(2, 0)]]


def test_nothing_but_text_passes_a_figure() -> None:
    assert shown([Unit((60,)), figure(50), Unit((30,))]) == [[0], [1, 2]]


def test_figures_keep_their_order() -> None:
    pages = shown([Unit((70,)), figure(50), figure(20), text(20)])
    order = [unit for page in pages for unit in page]
    assert order.index(1) < order.index(2)


def test_a_heading_goes_with_what_it_announces() -> None:
    assert shown([Unit((85,)), Unit((10,)), Unit((20,), stay=NEVER)]) == [[0], [1, 2]]


def test_what_opens_a_page_does() -> None:
    assert shown([Unit((10,)), Unit((10,), opens=True)]) == [[0], [1]]


def test_spaces_fall_together_and_vanish_at_the_head_of_a_page() -> None:
    (page,) = paginate([Unit((10,), before=9, after=5), Unit((10,), before=7)], HEIGHT)
    assert [placed.top for placed in page] == [0.0, 17.0]


def test_a_repeated_head_takes_its_room() -> None:
    table = Unit((200.0,), tuple(float(n) for n in range(20, 200, 10)), head=10.0)
    pages = paginate([table], HEIGHT)
    assert [(placed.start, placed.end) for (placed,) in pages] == [(-1, 8), (8, 17), (17, -1)]  # 100, 90 and 10 of 190


def test_what_is_higher_than_a_page_stands_alone() -> None:
    assert shown([Unit((30,)), Unit((150,)), Unit((30,))]) == [[0], [1], [2]]


UNITS = st.builds(
    lambda kind, lines, stay: text(10.0 * lines, stay=stay) if kind else figure(10.0 * lines, 8.0 * lines, stay=stay),
    st.booleans(), st.integers(1, 9), st.sampled_from([0.0, 1.0, NEVER]))


@given(st.lists(UNITS, min_size=1, max_size=12))
def test_everything_stands_once_on_a_page_that_holds_it(units: list[Unit]) -> None:
    seen: dict[int, int] = {}
    for page in paginate(units, HEIGHT):
        assert page
        for placed in page:
            unit = units[placed.unit]
            assert seen.get(placed.unit, -1) == placed.start, "a part follows the one before"
            seen[placed.unit] = placed.end if placed.end >= 0 else len(unit.cuts)
            begun = unit.cuts[placed.start] if placed.start >= 0 else 0.0
            ended = unit.cuts[placed.end] if placed.end >= 0 else unit.heights[placed.size]
            assert placed.top + ended - begun <= HEIGHT + 1e-3
    assert seen == {n: len(unit.cuts) for n, unit in enumerate(units)}
