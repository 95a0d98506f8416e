"""Nesting: nothing lost, nothing overlaps, gaps hold on true outlines, all inside the margins; equal parts lie in
rows."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon, affinity, box

from fabgen.laser.nest.layout import NestItem, NestPosition, SheetLimits
from fabgen.laser.nest.nest import nest_parts

SHEET = SheetLimits(600, 400, 5, 2)


def disc(diameter: float) -> Polygon:
    return shapely.Point(0, 0).buffer(diameter / 2, quad_segs=64)


def item(area: Polygon, count: int, turns: tuple[int, ...] = (0, 90, 180, 270)) -> NestItem:
    return NestItem(area, area.bounds, count, turns)


def lying(items: list[NestItem], spots: list[NestPosition]) -> dict[int, list[Polygon]]:
    """The outlines on each sheet, by shapely's own turning."""
    sheets: dict[int, list[Polygon]] = {}
    for spot in spots:
        turned = affinity.rotate(items[spot.item].area, spot.turn, origin=(0, 0))
        x0, y0, _, _ = turned.bounds
        sheets.setdefault(spot.sheet, []).append(affinity.translate(turned, spot.x - x0, spot.y - y0))
    return sheets


def faults(items: list[NestItem], spots: list[NestPosition], room: SheetLimits) -> list[str]:
    """Everything that is wrong with a layout, checked on true outlines."""
    found = [f"item {i}" for i, one in enumerate(items) if sum(s.item == i for s in spots) != one.count]
    field = box(room.margin, room.margin, room.width - room.margin, room.height - room.margin).buffer(1e-6)
    for number, areas in lying(items, spots).items():
        found += [f"outside on {number}" for area in areas if not field.covers(area)]
        near = shapely.STRtree(areas).query(areas, predicate="dwithin", distance=room.spacing - 1e-3)
        found += [f"near on {number}" for i, j in near.T if i < j]
    return found


def knight() -> Polygon:
    return Polygon(
        [
            (0, 0),
            (30, 0),
            (30, 5),
            (27, 8),
            (29, 22),
            (28, 32),
            (24, 41),
            (15, 50),
            (4, 35),
            (0, 28),
            (11, 28),
            (14, 27),
            (11, 20),
            (3, 8),
        ]
    )


def ell(a: float, t: float) -> Polygon:
    return Polygon([(0, 0), (a, 0), (a, t), (t, t), (t, a), (0, a)])


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "items",
    [
        [item(disc(18.2), 20)],
        [item(box(0, 0, 34.2, 34.2), 12), item(knight(), 12)],
        [item(box(0, 0, 300, 300), 1), item(disc(30), 24), item(knight(), 6), item(ell(60, 20), 5)],
        [item(ell(200, 60), 9)],
        [item(knight(), 12), item(knight(), 3), item(disc(24), 9)],
        [item(box(0, 0, 380, 200), 2)],
        [item(box(0, 0, 590, 390), 2)],
    ],
)
def test_layouts_hold(items: list[NestItem]) -> None:
    spots = nest_parts(items, SHEET).positions
    assert faults(items, spots, SHEET) == []
    assert nest_parts(items, SHEET).positions == spots


def test_faults_are_found() -> None:
    items = [item(disc(18), 2)]
    near = [NestPosition(0, 0, 0, 10, 10), NestPosition(0, 0, 0, 29.9, 10)]
    assert faults(items, near, SHEET) == ["near on 0"]
    assert faults(items, [NestPosition(0, 0, 0, 4.9, 10), NestPosition(0, 0, 0, 60, 10)], SHEET) == ["outside on 0"]
    assert faults(items, near[:1], SHEET) == ["item 0"]


def test_discs_lie_in_even_rows_at_exact_pitch_from_the_upper_left() -> None:
    spots = nest_parts([item(disc(18.2), 20)], SHEET).positions
    assert sorted({round(s.x, 6) for s in spots}) == [5, 25.2]
    assert sorted({round(395 - 18.2 - s.y, 6) for s in spots}) == pytest.approx([20.2 * k for k in range(10)])


@pytest.mark.parametrize(("diameter", "count"), [(18, 703), (24, 405), (40, 144)])
def test_a_full_sheet_of_discs_takes_the_hexagonal_lattice(diameter: float, count: int) -> None:
    """Counts of the best hexagonal lattice on 590 x 390 mm, gap 1 mm; one direction alone may reach a few less."""
    room = SheetLimits(600, 400, 5, 1)
    items = [item(disc(diameter), round(count * 0.97))]
    spots = nest_parts(items, room).positions
    assert {s.sheet for s in spots} == {0}
    assert faults(items, spots, room) == []


def test_a_strip_that_fits_only_on_its_side_is_turned() -> None:
    items = [item(box(0, 0, 50, 500), 3)]
    spots = nest_parts(items, SHEET).positions
    assert {s.turn for s in spots} == {90}
    assert faults(items, spots, SHEET) == []


def test_more_than_a_sheet_holds_goes_on_the_next() -> None:
    items = [item(box(0, 0, 290, 190), 5)]  # four to a sheet
    spots = nest_parts(items, SHEET).positions
    assert [sum(s.sheet == n for s in spots) for n in (0, 1)] == [4, 1]
    assert faults(items, spots, SHEET) == []


def test_silhouettes_nest_closer_than_their_boxes() -> None:
    triangle = Polygon([(0, 0), (40, 0), (20, 50)])
    spots = nest_parts([item(triangle, 40)], SHEET).positions
    width, height = max(s.x for s in spots) + 50 - 5, 390
    assert 40 * triangle.area / (width * height) > 0.55  # in boxes a triangle fills half of its own, less the gaps
    assert faults([item(triangle, 40)], spots, SHEET) == []


@st.composite
def shapes(draw: st.DrawFn) -> Polygon:
    count = draw(st.integers(3, 7))
    radii = [draw(st.integers(6, 40)) for _ in range(count)]
    return Polygon(
        [(r * math.cos(2 * math.pi * i / count), r * math.sin(2 * math.pi * i / count)) for i, r in enumerate(radii)]
    )


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(st.lists(st.tuples(shapes(), st.integers(1, 6)), min_size=1, max_size=4), st.sampled_from([0.5, 2.0, 3.3]))
def test_random_parts(parts: list[tuple[Polygon, int]], spacing: float) -> None:
    room = SheetLimits(250, 180, 5, spacing)
    items = [item(area, count) for area, count in parts]
    assert faults(items, nest_parts(items, room).positions, room) == []
