"""Names beside pictures and pages of pictures: nothing overlaps, nothing leaves its column, pages are full."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from itertools import combinations

import pdfplumber
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from pdfplumber.page import Page

from fabgen.artwork.drawing import Callout, Drawing, Lettering, NamedView, Role, draw
from fabgen.artwork.path import rectangle
from fabgen.laser.job_sheet.assembly_pictures import draw_assembly
from fabgen.laser.job_sheet.callouts import BETWEEN, draw_callouts, space_names
from fabgen.laser.job_sheet.job_sheet import write_job_pdf
from fabgen.laser.job_sheet.work import AssemblyInstructions, JobContent
from fabgen.laser.machine import load_machine

MM = 25.4 / 72
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
    shown = draw_callouts(picture(300, 200, *(f"some part {n}" for n in range(9))), 120, 90, 30, both_sides=both)
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
    shown = draw_callouts(picture(20, 10, "it"), 120, 90, 30, both_sides=True).drawing().only(Role.PIECE)
    assert shown.size() == pytest.approx((20, 10))


def assembly_pages(things: Sequence[AssemblyInstructions]) -> Iterator[Page]:
    """The pages after the first one of an A4 job sheet without sheets."""
    data, _, count = write_job_pdf(JobContent("Game", load_machine("generic"), (), {}, (), tuple(things)), "a4")
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        assert len(pdf.pages) == count
        yield from pdf.pages[1:]


def picture_sizes(page: Page) -> list[tuple[float, float]]:
    """Width and height in mm of each box on a page that is filled with the colour of an unknown tone."""
    boxes = [box for box in (*page.rects, *page.curves) if box["fill"] and box["height"] > 20]
    return [(round(box["width"] * MM), round(box["height"] * MM)) for box in boxes]


def test_a_large_thing_has_pictures_of_rising_heights_and_a_small_one_a_picture_for_two_columns_and_three() -> None:
    large = AssemblyInstructions("Board", picture(500, 450, "left", "right"), (), is_large=True)
    heights = [drawing.only(Role.PIECE).size()[1] for drawing in draw_assembly(large, 180)]
    # The width leaves 180 mm less twice 4 mm and the names, about 4 and 6 mm: 160 mm or 145 mm high.
    assert heights[:4] == pytest.approx([92, 110, 130, heights[3]])
    assert 140 < heights[3] < 155
    small = AssemblyInstructions("Pawn", picture(200, 50, "a part"), ())
    two, three = (drawing.only(Role.PIECE).size()[0] for drawing in draw_assembly(small, 180))
    assert 86 - 24 - 4 <= two <= 86
    assert 54 - 17 - 4 <= three <= 54


@pytest.mark.slow
def test_large_things_fill_their_pages() -> None:
    """Three pictures of 500 x 450 mm on paper of 180 x 261 mm inside its margins: two of at least 92 mm on the first
    page, and the last one as wide as its names leave, 144 mm high or more."""
    things = [AssemblyInstructions(f"Thing {n}", picture(500, 450, "left", "right"), ("Do this.", "Then that."), True)
              for n in range(3)]
    first, second = map(picture_sizes, assembly_pages(things))
    assert [height for _, height in first] == [92, 92]
    assert [height > 140 for _, height in second] == [True]


@pytest.mark.slow
@pytest.mark.parametrize(("count", "pages"), [(1, 1), (9, 1), (20, 2)])
def test_small_things_take_as_few_pages_as_can_be(count: int, pages: int) -> None:
    """Of 60 x 50 mm. Two columns hold three rows on a page, so twenty things would need four pages; in three columns
    they are smaller, and seven rows need two pages."""
    things = [AssemblyInstructions(f"Thing {n}", picture(60, 50, "a part"), ("Do this.",)) for n in range(count)]
    found = list(assembly_pages(things))
    assert len(found) == pages
    titles = [title for page in found for title in re.findall(r"Thing \d+", page.extract_text())]
    assert titles == [f"Thing {n}" for n in range(count)]
    bottoms = [page.height - word["bottom"] for page in found for word in page.extract_words()]
    assert min(bottoms) * MM > 10


def test_a_job_without_assembly_has_no_page_for_it() -> None:
    assert not list(assembly_pages([]))
