"""Nesting on what lies in the shop: offcuts of any shape, parts in parts, grain, lattices beside other parts,
leftovers, bounds; and people who will not wait."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon, affinity, box
from shapely.geometry.base import BaseGeometry

from fabgen.core.problems import FabgenError
from fabgen.laser.nest import search, spyrrow_strip
from fabgen.laser.nest.lattice import list_grids
from fabgen.laser.nest.layout import NestItem, NestLayout, NestPosition, SheetLimits, StockSheet
from fabgen.laser.nest.nest import NestPlanner, nest_parts
from fabgen.laser.nest.no_fit import pieces_without_notches
from fabgen.laser.nest.progress import NestProgress
from fabgen.laser.nest.raster import NestCache

ROOM = SheetLimits(600, 400, 5, 1)
L = StockSheet(((0, 0), (400, 0), (400, 180), (250, 180), (250, 300), (0, 300)), 1, "L", offcut=True)
FRAME = StockSheet(
    ((0, 0), (300, 0), (300, 300), (0, 300)), 1, "frame", (((60, 60), (60, 240), (240, 240), (240, 60)),), offcut=True
)


def item(area: Polygon, count: int, turns: tuple[int, ...] = (0, 90, 180, 270)) -> NestItem:
    return NestItem(area, area.bounds, count, turns)


def disc(diameter: float) -> Polygon:
    return shapely.Point(0, 0).buffer(diameter / 2, quad_segs=64)


def ell(arm: float, width: float) -> Polygon:
    return Polygon([(0, 0), (arm, 0), (arm, width), (width, width), (width, arm), (0, arm)])


def lying(items: list[NestItem], spot: NestPosition) -> Polygon:
    turned = affinity.rotate(items[spot.item].area, spot.turn, origin=(0, 0))
    return affinity.translate(turned, spot.x - turned.bounds[0], spot.y - turned.bounds[1])


def faults(items: list[NestItem], layout: NestLayout, room: SheetLimits) -> list[str]:
    """What is wrong with a layout on its own sheets, by shapely on true outlines."""
    found = [f"item {n}" for n, one in enumerate(items) if sum(s.item == n for s in layout.positions) != one.count]
    for n, sheet in enumerate(layout.sheets):
        areas = [lying(items, s) for s in layout.positions if s.sheet == n]
        material = sheet.area()
        found += [f"outside {n}" for a in areas if not material.covers(a)]
        found += [f"edge {n}" for a in areas if a.distance(material.boundary) < room.margin - 1e-5]
        near = shapely.STRtree(areas).query(areas, predicate="dwithin", distance=room.spacing - 1e-5)
        found += [f"near {n}" for i, j in near.T if i < j]
    return found


def test_faults_are_found() -> None:
    items = [item(box(0, 0, 100, 100), 1)]
    wrong = NestLayout((NestPosition(0, 0, 0, 280, 150),), (L,), 1, 1)
    assert faults(items, wrong, ROOM) == ["outside 0", "edge 0"]
    assert faults(items, NestLayout((NestPosition(0, 0, 0, 3, 10),), (L,), 1, 1), ROOM) == ["edge 0"]


@pytest.mark.slow
def test_offcuts_are_used_up_before_new_sheets() -> None:
    items = [item(disc(24), 60), item(ell(60, 20), 12), item(box(0, 0, 25, 40), 30)]
    layout = nest_parts(items, ROOM, [L, FRAME, StockSheet.rectangle(600, 400)])
    assert faults(items, layout, ROOM) == []
    assert {"L", "frame"} & {sheet.name for sheet in layout.sheets}


def test_nothing_lies_in_the_hole_of_an_offcut() -> None:
    items = [item(box(0, 0, 40, 40), 30)]  # a border of 60 mm holds one row on each side, 7 long: 4 * 7 - 4 in all
    layout = nest_parts(items, ROOM, [FRAME, StockSheet.rectangle(600, 400)])
    assert faults(items, layout, ROOM) == []
    assert 0 < sum(layout.sheets[s.sheet].name == "frame" for s in layout.positions) <= 24


def test_stock_that_is_too_small_is_a_problem() -> None:
    with pytest.raises(FabgenError, match="2 parts found no room"):
        nest_parts([item(box(0, 0, 200, 150), 3)], ROOM, [StockSheet.rectangle(220, 170, 1)])


def test_as_many_sheets_as_there_are() -> None:
    items = [item(box(0, 0, 200, 150), 3)]
    stock = [StockSheet.rectangle(220, 170, 2, "small"), StockSheet.rectangle(300, 200, None, "large")]
    layout = nest_parts(items, ROOM, stock)
    assert [sheet.name for sheet in layout.sheets].count("small") <= 2
    assert faults(items, layout, ROOM) == []


def test_parts_lie_in_the_holes_of_parts() -> None:
    """A frame of 390 x 390 mm leaves 200 mm beside it, too little for a square of 250; its hole of 300 holds it."""
    frame = box(0, 0, 390, 390).difference(box(45, 45, 345, 345))
    items = [item(frame, 1), item(box(0, 0, 250, 250), 1)]
    layout = nest_parts(items, ROOM)
    assert len(layout.sheets) == 1
    assert faults(items, layout, ROOM) == []
    solid = [item(box(0, 0, 390, 390), 1), items[1]]
    assert len(nest_parts(solid, ROOM).sheets) == 2


@pytest.mark.slow
def test_along_a_grain_parts_turn_half_or_not_at_all() -> None:
    items = [item(ell(90, 30), 12, (0, 180)), item(box(0, 0, 80, 30), 10, (0, 180))]
    layout = nest_parts(items, ROOM)
    assert {spot.turn for spot in layout.positions} <= {0, 180}
    assert faults(items, layout, ROOM) == []


@pytest.mark.parametrize(
    ("diameter", "square", "hexagonal"),
    [(18, 620, 703), (24, 345, 405), (25, 330, 377), (30, 228, 260), (32, 187, 221), (40, 126, 144), (50, 77, 91)],
)
def test_discs_on_a_sheet(diameter: float, square: int, hexagonal: int) -> None:
    """On 590 x 390 mm with a gap of 1 mm. Square: floor(591 / (d + 1)) floor(391 / (d + 1)). Hexagonal, by hand for 24:
    columns 25 sqrt(3) / 2 = 21.65 mm apart, (590 - 24) / 21.65 + 1 = 27 of them, of 15 and 15 by turns = 405."""
    grids = [grid.capacity for grid in list_grids(item(disc(diameter), 1), 0, ROOM)]
    assert grids[0] == square == math.floor(591 / (diameter + 1)) * math.floor(391 / (diameter + 1))
    assert max(grids) == hexagonal


@pytest.mark.slow
def test_many_discs_among_other_parts_may_lie_in_a_lattice() -> None:
    """260 discs of 30 mm fill a sheet; the others share the next with what is left of them."""
    items = [item(disc(30), 260 + 40), item(ell(60, 20), 9)]
    sheet = StockSheet.rectangle(600, 400)
    (laid,) = NestPlanner(items, ROOM, [sheet], NestProgress()).mixed_plans()
    spots = tuple(replace(spot, sheet=n) for n, (_, spots) in enumerate(laid) for spot in spots)
    assert faults(items, NestLayout(spots, tuple(sheet for sheet, _ in laid), 0, 1), ROOM) == []
    assert [spot.item for spot in laid[0][1]] == [0] * 260


def test_the_bound_of_tiles_that_fill_a_sheet_is_one() -> None:
    """Two tiles of 294.5 x 390 mm and their gap of 1 mm fill 590 x 390 mm; with half a gap around (its corners round)
    they need all of 591 x 391 mm."""
    layout = nest_parts([item(box(0, 0, 294.5, 390), 2)], ROOM)
    assert layout.sheets_used == pytest.approx(1.0)
    corners = 8 * (0.25 - math.pi / 16)
    assert layout.lower_bound == pytest.approx((591 * 391 - corners) / (591 * 391), rel=1e-4)
    assert layout.ratio == pytest.approx(1.0, abs=1e-4)


def test_what_is_left_of_a_sheet_is_stock_again() -> None:
    layout = nest_parts([item(box(0, 0, 100, 390), 1)], ROOM)
    left = layout.leftover
    assert left is not None
    assert left.offcut
    assert left.size() == pytest.approx((600 - 5 - 100 - 1, 400))
    again = nest_parts([item(box(0, 0, 480, 380), 1)], ROOM, [left])
    assert faults([item(box(0, 0, 480, 380), 1)], again, ROOM) == []


def test_what_is_left_may_be_an_l() -> None:
    left = nest_parts([item(box(0, 0, 100, 100), 1)], ROOM).leftover
    assert left is not None
    assert left.area().area == pytest.approx(600 * 400 - 106 * 106)
    assert len(left.outline) == 6


def test_a_full_sheet_leaves_nothing() -> None:
    assert nest_parts([item(box(0, 0, 580, 385), 1)], ROOM).leftover is None


@pytest.mark.slow
def test_the_same_whatever_the_hash_seed() -> None:
    code = (
        "import sys; from shapely import box, Polygon; from fabgen.laser.nest.nest import nest_parts\n"
        "from fabgen.laser.nest.layout import *\n"
        "shapes = [(box(0, 0, 60, 25), 9), (Polygon([(0, 0), (50, 0), (20, 40)]), 14), (box(0, 0, 110, 90), 5)]\n"
        "items = [NestItem(p, p.bounds, n) for p, n in shapes]\n"
        "print(nest_parts(items, SheetLimits(300, 200, 5, 1.3)).positions)"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "77")
    ]
    assert len(set(told)) == 1
    assert b"NestPosition" in told[0]


@st.composite
def shapes(draw: st.DrawFn) -> Polygon:
    """Stars of random arms: convex, hollow, thin."""
    count = draw(st.integers(3, 9))
    radii = [draw(st.integers(5, 45)) for _ in range(count)]
    corners = [
        (r * math.cos(2 * math.pi * i / count), r * math.sin(2 * math.pi * i / count)) for i, r in enumerate(radii)
    ]
    return Polygon(corners)


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(shapes(), st.integers(1, 4)), min_size=1, max_size=3), st.sampled_from([0.0, 0.4, 1.0, 2.7]))
def test_random_parts_on_random_stock(parts: list[tuple[Polygon, int]], spacing: float) -> None:
    room = SheetLimits(260, 190, 4, spacing)
    items = [item(area, count) for area, count in parts]
    layout = nest_parts(items, room, [L, FRAME, StockSheet.rectangle(260, 190)])
    assert [f for f in faults(items, layout, room) if spacing or not f.startswith("near")] == []


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C as in a terminal, also where the tests run in the background, in which shells ignore it."""
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, former)


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_keeps_the_best_so_far() -> None:
    items = [item(ell(60, 20), 30), item(disc(24), 40), item(box(0, 0, 50, 35), 40)]
    told: list[str] = []

    def press(step: str) -> None:
        told.append(step)
        if len(told) == 1:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    progress = NestProgress(press, "pieces")
    layout = nest_parts(items, ROOM, progress=progress)
    assert layout.is_interrupted
    assert faults(items, layout, ROOM) == []
    assert layout.layouts_tried < nest_parts(items, ROOM).layouts_tried
    assert told[0].startswith("pieces")
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.usefixtures("interruptible")
def test_a_search_that_was_started_with_ctrl_c_ignored_ignores_it() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with NestProgress() as progress:
        os.kill(os.getpid(), signal.SIGINT)
        assert not progress.is_interrupted
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


@pytest.mark.usefixtures("interruptible")
def test_the_second_ctrl_c_stops() -> None:
    with NestProgress() as progress:
        os.kill(os.getpid(), signal.SIGINT)
        assert progress.is_interrupted
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.slow
@pytest.mark.skipif(not spyrrow_strip.is_available(), reason="spyrrow is not installed (the extra `nest`)")
def test_spyrrow_repeats_and_is_checked() -> None:
    items = [item(ell(60, 20), 3), item(disc(24), 4), item(Polygon([(0, 0), (50, 0), (20, 40)]), 3)]
    first = spyrrow_strip.pack_sheet(items, SheetLimits(300, 200, 5, 1), NestProgress(), 1, None, 0)
    assert first is not None
    assert first == spyrrow_strip.pack_sheet(items, SheetLimits(300, 200, 5, 1), NestProgress(), 1, None, 0)
    assert spyrrow_strip.is_valid_sheet(items, first, SheetLimits(300, 200, 5, 1))


def test_layouts_of_others_are_not_believed() -> None:
    items = [item(box(0, 0, 50, 50), 2)]
    assert spyrrow_strip.is_valid_sheet(items, [NestPosition(0, 0, 0, 5, 5), NestPosition(0, 0, 0, 56, 5)], ROOM)
    assert not spyrrow_strip.is_valid_sheet(items, [NestPosition(0, 0, 0, 5, 5), NestPosition(0, 0, 0, 55.9, 5)], ROOM)
    assert not spyrrow_strip.is_valid_sheet(items, [NestPosition(0, 0, 0, 4.9, 5), NestPosition(0, 0, 0, 60, 5)], ROOM)
    assert not spyrrow_strip.is_valid_sheet(items, [NestPosition(0, 0, 0, 5, 5)], ROOM)


def test_a_failing_child_is_no_improvement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert spyrrow_strip.pack_sheet([item(box(0, 0, 50, 50), 2)], ROOM, NestProgress(), 1, None, 0) is None


def test_narrow_notches_are_filled_where_that_saves_pieces() -> None:
    """Slits of 1 mm, which no part with a gap of 1 mm can use; a notch of 30 mm stays."""
    slit = box(0, 0, 100, 60).difference(shapely.union_all([box(10 * k, 40, 10 * k + 1, 60) for k in range(1, 10)]))
    assert _filled(slit).area == pytest.approx(100 * 60, abs=0.01)
    notched = slit.difference(box(35, 0, 65, 20))
    assert _filled(notched).area == pytest.approx(100 * 60 - 30 * 20, abs=0.01)
    assert _filled(notched).covers(notched)
    assert _filled(ell(100, 30)).equals(ell(100, 30))


def _filled(area: shapely.Polygon) -> BaseGeometry:
    """The union of the pieces of an area for a gap of 1 mm."""
    pieces: BaseGeometry = shapely.union_all([shapely.Polygon(piece) for piece in pieces_without_notches(area, 1.0)])
    return pieces


def test_notches_that_are_filled_cost_no_room() -> None:
    """A comb of wide notches still takes its counterpart."""
    comb = box(0, 0, 100, 20).union(shapely.union_all([box(20 * k + 6, 20, 20 * k + 14, 60) for k in range(5)]))
    layout = nest_parts([item(comb, 2)], SheetLimits(130, 125, 5, 1))
    assert len(layout.sheets) == 1
    assert not faults([item(comb, 2)], layout, SheetLimits(130, 125, 5, 1))


@pytest.mark.slow
def test_a_job_that_hardly_could_be_better_is_not_searched() -> None:
    few, many = [item(disc(30), 3), item(ell(30, 10), 3)], [item(disc(30), 60), item(ell(60, 10), 60)]
    assert nest_parts(few, ROOM).layouts_tried < 10 < nest_parts(many, ROOM).layouts_tried
    assert nest_parts(few, ROOM, effort="high").layouts_tried > 10


@pytest.mark.slow
def test_a_search_that_can_save_no_sheet_ends_when_it_stops_to_help(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ells and triangles on one sheet: a longer search takes no fewer sheets. Plates of 400 x 210 mm, of which a sheet
    of 600 x 400 mm holds one by their shape, but nearly three by their area: there a search might save a sheet, and
    goes on."""
    scattered = [item(ell(120, 25), 8), item(Polygon([(0, 0), (140, 0), (30, 90)]), 8), item(disc(66), 5)]
    plates = [item(box(0, 0, 400, 210), 3), item(disc(60), 16)]
    short = [nest_parts(items, ROOM) for items in (scattered, plates)]
    monkeypatch.setattr(search, "TIDY_TRIES", 10**6)
    long = [nest_parts(items, ROOM) for items in (scattered, plates)]
    assert [len(layout.sheets) for layout in short] == [len(layout.sheets) for layout in long] == [1, 3]
    assert short[0].layouts_tried < long[0].layouts_tried
    assert short[1].layouts_tried == long[1].layouts_tried


def test_equal_batches_are_nested_once() -> None:
    cache, again = NestCache(), [item(affinity.translate(ell(30, 10), 50, 7), 4), item(disc(20), 9)]
    first = nest_parts([item(ell(30, 10), 4), item(disc(20), 9)], ROOM, cache=cache)
    shapes, tables = len(cache.outlines), len(cache.no_fit_tables)
    second = nest_parts(again, ROOM, cache=cache)
    assert [replace(s) for s in second.positions] == list(first.positions)
    assert len(cache.layouts) == 1
    nest_parts([item(ell(30, 10), 5), item(disc(20), 9)], ROOM, cache=cache)
    assert (len(cache.outlines), len(cache.layouts)) == (shapes, 2)
    assert len(cache.no_fit_tables) >= tables


@pytest.mark.slow
@settings(max_examples=5, deadline=None)
@given(st.integers(1, 6), st.integers(1, 6))
def test_what_is_remembered_changes_no_layout(ells: int, discs: int) -> None:
    cache = NestCache()
    nest_parts([item(ell(30, 10), 3), item(disc(20), 2)], ROOM, cache=cache)
    wanted = [item(ell(30, 10), ells), item(disc(20), discs)]
    assert nest_parts(wanted, ROOM, cache=cache) == nest_parts(wanted, ROOM)
