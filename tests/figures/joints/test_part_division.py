"""Panels that exceed their sheet: the parts fit it, leave nothing out, and go together with the clearance between."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry.base import BaseGeometry
from specs import loaded

from fabgen.artwork.drawing import Drawing, Role, Shape, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import circle, line, rectangle
from fabgen.figures.components.kit import make_laser_kit
from fabgen.figures.joints.joints import Casing, knob
from fabgen.figures.joints.panel_split import split_part

ROOM = (290.0, 190.0)


def area(drawing: Drawing) -> BaseGeometry:
    shapes = [item for item in drawing.items if isinstance(item, Shape)]
    edges = [shapely.Polygon(p.flatten(0.005)) for item in shapes if item.role is Role.EDGE for p in item.paths]
    holes = [shapely.Polygon(p.flatten(0.005)) for item in shapes if item.role is Role.HOLE for p in item.paths]
    return shapely.union_all(edges).difference(shapely.union_all(holes))


def fits(drawing: Drawing) -> bool:
    sides = sorted(drawing.only(Role.EDGE).size())
    return sides[0] <= ROOM[1] and sides[1] <= ROOM[0]


def plate(width: float, height: float) -> Part:
    return Part("plate", draw(Role.EDGE, rectangle(0, 0, width, height, 1.0)), 2, "mdf-3mm", "box")


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(st.floats(30, 1000), st.floats(30, 700), st.sampled_from([0.0, 0.1, 0.3]))
def test_parts_fit_their_sheet_and_leave_only_the_clearance_out(width: float, height: float, clearance: float) -> None:
    whole = plate(width, height)
    found = split_part(whole, Fit(3.0, clearance, ROOM))
    areas = [area(one.drawing) for one in found]
    assert all(fits(one.drawing) for one in found)
    assert all(a.intersection(b).area < 1e-6 for a, b in combinations(areas, 2))
    missing = area(whole.drawing).difference(shapely.union_all(areas).buffer(1e-6))
    assert missing.buffer(-clearance / 2 - 0.01).is_empty
    assert (len(found) == 1) == fits(whole.drawing)
    assert {one.count for one in found} == {2}


def test_the_fewest_parts_numbered_from_the_left_then_from_below() -> None:
    """560 x 360 mm in 290 x 190 mm: with a knob of 4.7 mm, halves of 280 + 4.7 and 180 + 4.7 mm."""
    found = split_part(plate(560, 360), Fit(3.0, 0.1, ROOM))
    assert knob(30).reach == pytest.approx(4.7)
    assert [one.name for one in found] == ["plate 1", "plate 2", "plate 3", "plate 4"]
    middles = [area(one.drawing).centroid for one in found]
    assert [(m.x > 280, m.y > 180) for m in middles] == [(False, False), (False, True), (True, False), (True, True)]


def test_knobs_hold_both_ways() -> None:
    """Pulled apart by half a millimetre, the two halves of a plate overlap: the dovetails do not let go."""
    one, other = (area(part.drawing) for part in split_part(plate(400, 150), Fit(3.0, 0.1, ROOM)))
    for dx in (0.5, 2.0):
        assert one.intersection(shapely.affinity.translate(other, dx, 0)).area > 0.05


def test_a_wall_is_parted_in_a_gap_between_fingers() -> None:
    """Where the wall has a gap, its panel beside it has a finger: it bridges the seam."""
    fit = Fit(3.0, 0.1, ROOM)
    case = Casing(400, 380, 28, fit)
    bottom = area(split_part(Part("bottom", draw(Role.EDGE, case.bottom()), 1, "x", "box"), fit)[0].drawing)
    halves = split_part(Part("front", draw(Role.EDGE, case.front()), 1, "x", "box"), fit)
    assert len(halves) == 2
    left = area(halves[0].drawing)
    low = left.intersection(shapely.box(0, 0, 400, 1)).bounds  # the fingers of the left half
    seam = left.intersection(shapely.box(0, 24, 400, 25)).bounds[2]  # over the knob
    assert seam - low[2] > 1.5
    floor = bottom.intersection(shapely.box(0, 3.1, 400, 100)).bounds[2]
    assert abs(floor - seam) > 5  # the seam of the bottom is elsewhere


def test_holes_and_lines_are_kept_whole_or_cut_at_the_seam() -> None:
    hole, score = draw(Role.HOLE, circle((200, 75), 9)), draw(Role.GRID, line((10, 20), (390, 20)))
    whole = Part("lid", plate(400, 150).drawing + hole + score, 1, "mdf-3mm", "box")
    found = split_part(whole, Fit(3.0, 0.1, ROOM))
    assert len(found) == 2  # of 400 mm
    assert sum(len(one.drawing.only(Role.HOLE).items) for one in found) == 1
    lengths = [path.length() for one in found for item in one.drawing.only(Role.GRID).items
               if isinstance(item, Shape) for path in item.paths]
    assert sum(lengths) == pytest.approx(380)
    for one in found:
        body = area(one.drawing).buffer(0.01)
        for item in one.drawing.only(Role.GRID).items:
            assert isinstance(item, Shape)
            assert all(body.covers(shapely.LineString(p.flatten(0.01))) for p in item.paths)


def test_what_cannot_be_parted_stays_whole() -> None:
    """A disc has no straight edge."""
    disc = Part("disc", draw(Role.EDGE, circle((0, 0), 200)), 1, "mdf-3mm", "box")
    assert split_part(disc, Fit(3.0, 0.1, ROOM)) == [disc]


@pytest.mark.slow
@pytest.mark.parametrize("what", ["box: {}\n", "box: {lid: slide}\n", "lights"])
def test_every_panel_of_a_box_and_of_a_case_fits_a_small_sheet(tmp_path: Path, what: str) -> None:
    board = "  material: acrylic-3mm/clear\n"
    pairs = [(board, board + "  build: lights\n")] if what == "lights" else [("tokens:\n", f"{what}tokens:\n")]
    spec = loaded(tmp_path, ("  cell: 40 mm\n", "  cell: 60 mm\n"), *pairs)
    made = [part for part in make_laser_kit(spec, lambda _: Fit(3.0, 0.1, ROOM)) if part.group in ("box", "light case")]
    assert made
    assert [part.name for part in made if not fits(part.drawing)] == []


def test_along_a_grain_a_panel_is_not_turned_to_fit() -> None:
    upright = plate(180, 280)
    assert len(split_part(upright, Fit(3.0, 0.1, ROOM))) == 1
    made = split_part(upright, Fit(3.0, 0.1, ROOM, grain=True))
    assert len(made) == 2
    assert all(one.drawing.size()[0] <= 290 and one.drawing.size()[1] <= 190 for one in made)
