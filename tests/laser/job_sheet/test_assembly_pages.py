"""Names beside pictures and pages of pictures: nothing overlaps, nothing leaves its column, pages are full."""

from __future__ import annotations

from itertools import combinations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from fabgen.artwork.drawing import Callout, Drawing, Lettering, NamedView, Role, draw
from fabgen.artwork.path import rectangle
from fabgen.laser.job_sheet.assembly_pages import AssemblyInstructions, putting_pages
from fabgen.typeset.callouts import BETWEEN, draw_callouts, space_names

WIDE, HIGH = 180.0, 250.0
heights = st.lists(st.tuples(st.floats(-100, 0), st.floats(1, 8)), max_size=8)


def picture(width: float, height: float, *names: str) -> NamedView:
    """A box whose things are all in its middle."""
    spot = (width / 2, height / 2)
    return NamedView(
        draw(Role.PIECE, rectangle(0, 0, width, height)), tuple(Callout(name, spot, spot) for name in names)
    )


def words(drawing: Drawing) -> list[Lettering]:
    return [item for item in drawing.items if isinstance(item, Lettering)]


@pytest.mark.slow
@given(heights)
def test_names_keep_their_distance(wanted: list[tuple[float, float]]) -> None:
    ordered = sorted(wanted, key=lambda one: -one[0])
    places = space_names(ordered, -100)
    gaps = [places[n] - places[n + 1] - (ordered[n][1] + ordered[n + 1][1]) / 2 for n in range(len(places) - 1)]
    assert all(gap >= BETWEEN - 1e-9 for gap in gaps)
    assert not places or places[-1] - ordered[-1][1] / 2 >= -100 - 1e-9


def test_names_that_have_room_stand_where_they_are_wanted() -> None:
    assert space_names([(-10.0, 2.0), (-30.0, 2.0), (-50.0, 2.0)], -100) == [-10, -30, -50]


@pytest.mark.parametrize("both", [True, False])
def test_names_of_one_place_stand_apart_beside_the_picture(both: bool) -> None:
    shown = draw_callouts(picture(300, 200, *(f"some part {n}" for n in range(9))), 120, 90, 30, both=both)
    drawing = shown.drawing()
    boxes = [shapely.box(*one.bounds()) for one in words(drawing)]
    assert len(boxes) == 9
    assert not any(a.intersects(b) for a, b in combinations(boxes, 2))
    seen = shapely.box(*drawing.only(Role.PIECE).bounds())
    assert not any(box.intersects(seen) for box in boxes)
    x0, low, x1, top = drawing.bounds()
    assert x0 >= -1e-6
    assert x1 <= 120 + 1e-6
    assert top <= 1e-6
    assert low >= -shown.height - 1e-6


def test_nothing_is_larger_than_it_is() -> None:
    shown = draw_callouts(picture(20, 10, "it"), 120, 90, 30, both=True).drawing().only(Role.PIECE)
    assert shown.size() == pytest.approx((20, 10))


def test_large_things_fill_their_pages() -> None:
    """Three pictures of 500 x 450 mm in 180 x 250 mm: two pages; with the page to itself, the last one is as wide as
    its names leave: 180 less twice 4 mm and two names."""
    things = [AssemblyInstructions(f"Thing {n}", picture(500, 450, "left", "right"), ("Do this.", "Then that."), True)
              for n in range(3)]
    pages = putting_pages(things, WIDE, HIGH)
    assert len(pages) == 2
    assert all(page.bounds()[1] >= -HIGH for page in pages)
    assert pages[0].bounds()[1] < -0.85 * HIGH
    x0, _, x1, _ = pages[1].only(Role.PIECE).bounds()
    assert x1 - x0 > 150


@pytest.mark.parametrize(("count", "pages"), [(0, 0), (3, 1), (6, 1), (20, 3)])
def test_small_things_take_as_few_pages_as_can_be(count: int, pages: int) -> None:
    """Of 60 x 50 mm: three in a row and four rows on a page where two columns of larger ones would not do."""
    things = [AssemblyInstructions(f"Thing {n}", picture(60, 50, "a part"), ("Do this.",)) for n in range(count)]
    found = putting_pages(things, WIDE, HIGH)
    assert len(found) <= pages
    titles = [one.text.string for page in found for one in words(page) if one.text.string.startswith("Thing")]
    assert titles == [f"Thing {n}" for n in range(count)]
    assert all(page.bounds()[1] >= -HIGH for page in found)
