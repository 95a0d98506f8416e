"""Boards of lights: a crate of strips on the borders of cells, a lamp in each cell, a case around them that fits."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
import shapely
from boxes import check_case
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import area, things
from shapely import Polygon, box
from specs import loaded, problems

from fabgen.artwork.drawing import Role, Shape
from fabgen.artwork.part import Fit, Part
from fabgen.check.part_flaws import find_flaws
from fabgen.figures.boards.light_board import lamp_row
from fabgen.figures.components.kit import board_parts
from fabgen.materials.material import load_material
from fabgen.spec.load import Spec

FIT = Fit(3.0, 0.1)
CELL, BORDER, LIP, DEPTH = 40.0, 13.0, 2.0, 25.0


def spec(folder: Path, lights: str = "{}") -> Spec:
    return loaded(folder, ("  zones:", f"  build: lights\n  lights: {lights}\n  zones:"))


def kit(folder: Path, lights: str = "{}", fit: Fit = FIT) -> dict[str, Part]:
    return {part.name: part for part in board_parts(spec(folder, lights), lambda _: fit)}


def edge(part: Part) -> Polygon:
    (found,) = things(part.drawing, Role.EDGE)
    assert isinstance(found, Polygon)
    return found


def slits(strip: Polygon) -> list[float]:
    """The middles of a strip's slits, which are 3.1 mm wide."""
    full = box(*strip.bounds).difference(strip)
    return sorted(s.centroid.x for s in getattr(full, "geoms", [full]) if s.area > 10)


def test_the_layers_by_hand(tmp_path: Path) -> None:
    """5 x 40 + 26 = 226 mm; the case 2 mm inside of it; strips round the grid too, for 13 - 2 - 3 - 0.5 - 1.55 = 5.95
    mm are left beside the outer slits, and 4.5 are needed."""
    made = kit(tmp_path)
    assert {name: part.count for name, part in made.items()} == {
        "board": 1, "lamp layer": 1, "case front": 2, "case side": 2, "case foot": 8,
        "strip along ranks": 6, "strip along files": 6}
    assert made["board"].drawing.only(Role.EDGE).size() == pytest.approx((226, 226))
    assert made["lamp layer"].drawing.only(Role.EDGE).size() == pytest.approx((222, 222))
    for name in ("strip along ranks", "strip along files"):
        strip = edge(made[name])
        assert (strip.bounds[2], strip.bounds[3]) == pytest.approx((226 - 2 * 5.5, DEPTH))
        assert slits(strip) == pytest.approx([BORDER - 5.5 + CELL * i for i in range(6)])


def test_strips_are_slit_from_opposite_sides_and_stand_on_the_ground(tmp_path: Path) -> None:
    made = kit(tmp_path)
    above, below = edge(made["strip along ranks"]), edge(made["strip along files"])
    x = slits(above)[2]
    line = shapely.LineString([(x, -5), (x, 50)])
    assert above.intersection(line).bounds[1::2] == pytest.approx((0, 12.5 - 0.65))  # half less 0.05 and 0.6
    assert below.intersection(line).bounds[1::2] == pytest.approx((12.5 + 0.65, DEPTH))


def test_a_narrow_border_has_no_room_for_a_ring(tmp_path: Path) -> None:
    found = loaded(tmp_path, ("  zones:", "  border: 10 mm\n  build: lights\n  zones:"))
    made = {part.name: part for part in board_parts(found, lambda _: FIT)}
    assert made["strip along ranks"].count == 4
    assert slits(edge(made["strip along ranks"])) == pytest.approx([10 - 5.5 + CELL * i for i in range(1, 5)])


@pytest.mark.parametrize("lights", ["{}", "{led_pitch: 33.3 mm}", "{led_pitch: 16.67 mm, hole: 5 mm}"])
def test_every_cell_has_a_lamp_clear_of_the_strips(tmp_path: Path, lights: str) -> None:
    made = kit(tmp_path, lights)
    drawn = made["lamp layer"].drawing.only(Role.HOLE).items
    holes = [area([path]) for item in drawn if isinstance(item, Shape) for path in item.paths]
    wall = shapely.union_all([box(BORDER + CELL * i - 1.5, 0, BORDER + CELL * i + 1.5, 226) for i in range(6)]
                             + [box(0, BORDER + CELL * i - 1.5, 226, BORDER + CELL * i + 1.5) for i in range(6)])
    assert min(hole.distance(wall) for hole in holes) >= 1.0 - 1e-6
    for x in range(5):
        for y in range(5):
            cell = box(BORDER + CELL * x, BORDER + CELL * y, BORDER + CELL * (x + 1), BORDER + CELL * (y + 1))
            assert any(cell.contains(hole) for hole in holes)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 12), st.floats(20, 60), st.floats(8, 40))
def test_lamps_of_a_strip_keep_its_pitch(cells: int, side: float, pitch: float) -> None:
    row = lamp_row(cells, side, 3.0, 6.0, pitch)
    steps = [(b - a) / pitch for a, b in pairwise(row)]
    assert all(abs(step - round(step)) < 1e-6 and step > 0.5 for step in steps)
    assert all(5.5 - 1e-6 <= x % side <= side - 5.5 + 1e-6 for x in row)  # half a strip, half a hole, 1 mm
    if pitch <= side - 11:
        assert {int(x / side) for x in row} == set(range(cells))


def test_without_a_pitch_lamps_are_in_the_middles() -> None:
    assert lamp_row(3, 40, 3, 6, None) == [20, 60, 100]


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.builds(Fit, st.sampled_from([2.0, 3.0, 4.0, 6.0]), st.sampled_from([0.0, 0.1, 0.2])))
def test_the_case_goes_together(tmp_path_factory: pytest.TempPathFactory, fit: Fit) -> None:
    made = kit(tmp_path_factory.mktemp("x"), fit=fit)
    floor = shapely.affinity.translate(edge(made["lamp layer"]), -LIP, -LIP)
    assert isinstance(floor, Polygon)
    front, side = edge(made["case front"]), edge(made["case side"])
    check_case(floor, front, front, side, side, fit)


@pytest.mark.slow
def test_a_parted_layer_meets_the_same_walls(tmp_path: Path) -> None:
    fit = Fit(3.0, 0.1, (240.0, 150.0))
    found = board_parts(spec(tmp_path), lambda _: fit)
    floors = [edge(part) for part in found if part.name.startswith("lamp layer")]
    assert len(floors) == 2
    made = {part.name: part for part in found}
    floor = shapely.affinity.translate(shapely.union_all([f.buffer(0.2).buffer(-0.2) for f in floors]), -LIP, -LIP)
    front, side = edge(made["case front"]), edge(made["case side"])
    check_case(floor, front, front, side, side, fit, slack=0.05)


def test_no_part_is_too_weak(tmp_path: Path) -> None:
    parts = kit(tmp_path).values()
    assert parts
    for part in parts:
        assert not find_flaws(part, load_material(part.material).material)


def test_cells_without_a_lamp_are_reported(tmp_path: Path) -> None:
    """Lamps 60 mm apart, half of that beside the middle of 200 mm: 10, 70, 130, 190 mm. The cell from 80 to 120
    has none; with one on the middle, those at 40 and 160 mm would lie on strips."""
    found = problems(tmp_path, ("  zones:", "  build: lights\n  lights: {led_pitch: 60 mm}\n  zones:"))
    [told] = [p for p in found if p.where.key == "board.lights.led_pitch"]
    assert told.what == "1 of the 5 cells of a rank have no lamp at a pitch of 60 mm"
    assert told.hint.startswith("a pitch of 29 mm or less")  # 40 - 3 - 2 - 6


def test_holes_and_walls_need_room(tmp_path: Path) -> None:
    found = problems(tmp_path, ("  cell: 40 mm\n", "  cell: 24 mm\n  border: 4 mm\n"),
                     ("  zones:", "  build: lights\n  lights: {hole: 20 mm}\n  zones:"))
    told = {p.where.key: (p.what, p.hint) for p in found}
    assert told["board.lights.hole"][1] == "19 mm or less"  # 24 - 3 - 2
    assert told["board.border"][1] == "a `border` of 5.5 mm or more"  # 2 + 3 + 0.5
