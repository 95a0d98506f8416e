"""Classes of fits, measured in the files: the cut is simulated along the lines that svgelements reads, and the tab of a
standee is put into the slot of its base."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely
from clients.readers import read
from shapely import LineString, Polygon, box
from shapely.affinity import rotate, translate
from shapely.geometry.base import BaseGeometry
from specs import put

from fabgen.artwork.part import Fit
from fabgen.check.refusals import find_refusals
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.figures.components.kit import make_laser_kit
from fabgen.figures.joints.fit_coupons import finger_plates
from fabgen.figures.pieces.bases import SlotSeat
from fabgen.laser.formats.registry import FORMATS
from fabgen.laser.job import LaserJob, make_laser_job
from fabgen.laser.sheet_layout import make_sheets
from fabgen.laser.shop import read_shop
from fabgen.materials.material import load_material, make_fit
from fabgen.materials.operations import FitName
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec

# By hand, in mm: how much wider a slot is than its sheet is thick, and the nodes on both sides of it.
CLASSES: list[tuple[str, FitName | None, float, float]] = [
    ("acrylic-3mm", "loose", 0.20, 0.0), ("acrylic-3mm", None, 0.10, 0.0), ("acrylic-3mm", "press", 0.10, 0.08),
    ("birch-ply-3mm", "loose", 0.15, 0.0), ("birch-ply-3mm", "slide", 0.0, 0.0), ("birch-ply-3mm", None, -0.05, 0.0),
    ("mdf-3mm", None, 0.0, 0.0), ("mdf-3mm", "press", -0.03, 0.0), ("card-2mm", None, 0.0, 0.0),
]


def cut_joint(job: LaserJob, folder: Path) -> tuple[BaseGeometry, BaseGeometry]:
    """The slot of a guard's base and its standee as a beam of the job's kerf leaves them, from the SVG file: the slot
    level with its middle at the origin, the standee upright with its foot on y = 0."""
    parts = make_laser_kit(load_spec(str(put(folder))), job.fit)
    sheets = make_sheets([part for part in parts if part.name.startswith("white guard")], job)
    seen = [c for sheet in sheets for c in read("svg", FORMATS["svg"].write(sheet, job.machine)).contours]
    turns = {spot.instance: spot.turn for sheet in sheets for spot in sheet.placements}
    (hole,) = [Polygon(c.points) for c in seen if c.id.startswith("white-guard-base-1.hole")]
    (edge,) = [Polygon(c.points) for c in seen if c.id.startswith("white-guard-standee-1.edge")]
    kerf = sheets[0].kerf
    slot = rotate(hole.buffer(kerf / 2, quad_segs=32), -turns["white-guard-base-1"], origin=(0, 0))
    upright = rotate(edge.buffer(-kerf / 2, quad_segs=32), -turns["white-guard-standee-1"], origin=(0, 0))
    thickness = job.fit("acrylic-3mm/white").thickness
    x0, y0, x1, _ = upright.bounds
    middle = slot.envelope.centroid
    return translate(slot, -middle.x, -middle.y), translate(upright, -(x0 + x1) / 2, -y0 - thickness)


def length_across(shape: BaseGeometry, line: list[tuple[float, float]]) -> float:
    return float(shape.intersection(LineString(line)).length)


@pytest.mark.parametrize(("material", "fit", "play", "node"), CLASSES)
def test_a_tab_has_the_play_that_its_class_states(tmp_path: Path, material: str, fit: FitName | None, play: float,
                                                  node: float) -> None:
    job = make_laser_job(load_spec(str(put(tmp_path))), Options(material=material, fit=fit))
    slot, upright = cut_joint(job, tmp_path)
    thickness = load_material(material).material.thickness
    tab = length_across(upright, [(-99, -thickness / 2), (99, -thickness / 2)])
    assert tab > 4
    assert length_across(slot, [(-99, 0), (99, 0)]) - tab == pytest.approx(play, abs=0.01)  # nothing slips along it
    widths = [length_across(slot, [(x, -99), (x, 99)]) - thickness for x in (0, tab / 4, -tab / 4)]
    assert widths == pytest.approx([play, play - 2 * node, play - 2 * node], abs=0.01)
    # What the tab and the sheet around its slot have in common: nothing where it slides.
    pressed = box(-tab / 2, -thickness / 2, tab / 2, thickness / 2).difference(slot).area
    assert (pressed > 0.1) == (play < 0 or node > 0)
    # The foot sits on the base: under it nothing is wider than the tab but what a round beam leaves in a corner.
    assert length_across(upright, [(-99, -0.01), (99, -0.01)]) <= tab + (0.01 if job.fit(material).brittle else 0.1)
    assert length_across(upright, [(-99, -0.1), (99, -0.1)]) == pytest.approx(tab, abs=0.01)


def sharp_corners(shape: BaseGeometry) -> int:
    """The number of inner corners of an area that are sharper than 0.4 mm."""
    filled = shape.buffer(0.4, quad_segs=32).buffer(-0.4, quad_segs=32).difference(shape.buffer(0.002))
    return sum(corner.area > 0.01 for corner in getattr(filled, "geoms", [filled]))


@pytest.mark.parametrize(("material", "is_sharp"), [("acrylic-3mm", False), ("birch-ply-3mm", True), ("mdf-3mm", True)])
def test_only_a_brittle_sheet_has_relieved_corners(tmp_path: Path, material: str, is_sharp: bool) -> None:
    """A base with a slot, the foot of its standee, and two walls of a box: sharp inner corners in wood, none in
    acrylic."""
    job = make_laser_job(load_spec(str(put(tmp_path))), Options(material=material))
    slot, upright = cut_joint(job, tmp_path)
    plates = [Polygon(path.flatten(0.002)) for path in finger_plates(make_fit(load_material(material).material))]
    shapes = [box(-20, -20, 20, 20).difference(slot), upright, *plates]
    corners = [sharp_corners(shape) for shape in shapes]
    assert corners[:1] == ([4] if is_sharp else [0])
    assert all(corners) if is_sharp else not any(corners)


def test_a_pawn_by_hand(tmp_path: Path) -> None:
    """A pawn's foot is 10.4 mm on either side, so its tab is 1.1 of that, 11.44 mm. The ends of its slot touch the tab:
    it is 11.54 mm long, with ears of 0.5 mm beyond them, 12.54 mm in all."""
    slot, _ = cut_joint(make_laser_job(load_spec(str(put(tmp_path))), Options()), tmp_path)
    assert length_across(slot, [(-99, 0), (99, 0)]) == pytest.approx(11.54, abs=0.01)
    assert length_across(slot, [(-99, 1.05), (99, 1.05)]) == pytest.approx(12.54, abs=0.01)


def test_a_fit_that_a_material_lacks_is_refused_where_it_has_joints(tmp_path: Path) -> None:
    """Extruded acrylic has no press fit (it holds more stress); tokens have no joints."""
    spec = load_spec(str(put(tmp_path)))
    refusals = find_refusals(spec, Options(fit="press", material="acrylic-extruded-3mm"))
    expected = Problem(Location(), "acrylic-extruded-3mm has no press fit",
                       "loose or slide; or give it one in a shop file: `fits: {press: {play: -0.05 mm}}`")
    assert refusals == [expected]
    text = put(tmp_path).read_text().replace("acrylic-3mm/red", "card-2mm")
    assert find_refusals(load_spec(str(put(tmp_path, text))), Options(fit="press")) == []


def test_a_shop_states_its_own_fits() -> None:
    shop = read_shop("materials:\n  birch-ply-3mm: {fit: slide, fits: {slide: {play: 0.02 mm, node: 0.1 mm}}, "
                     "measured: 2.9 mm}\n", "shop.yaml")
    assert make_fit(shop.stock("birch-ply-3mm").material) == Fit(2.9, 0.02, brittle=False, node=0.1)
    with pytest.raises(FabgenError) as caught:
        read_shop("materials:\n  card-2mm: {fit: press}\n", "shop.yaml")
    (problem,) = caught.value.problems
    assert problem.where.line == 2
    assert "card-2mm has no press fit" in problem.what


def test_joints_follow_a_measured_clearance(tmp_path: Path) -> None:
    """`calibrate` measures how a sheet slides: 0.07 mm; a loose fit has 0.1 mm more."""
    shop = tmp_path / "shop.yaml"
    shop.write_text("materials:\n  acrylic-3mm: {measured: 2.9 mm, clearance: 0.07 mm}\n")
    fits = [make_laser_job(load_spec(str(put(tmp_path))), Options(shop=str(shop), fit=name)).fit("acrylic-3mm/white")
            for name in ("slide", "loose")]
    assert [fit.slot for fit in fits] == pytest.approx([2.97, 3.07])


@pytest.mark.parametrize("node", [0.08, 0.14])
def test_nodes_leave_room_for_short_tabs(tmp_path: Path, node: float) -> None:
    """Slots of every length are drawn without crossing themselves."""
    for tenths in range(40, 200):
        tab = tenths / 10
        hole = Polygon(SlotSeat(tab, tab + 1.1, 3.1, 0.0, 1.55, ear=0.5, node=node).hole().flatten(0.01))
        assert hole.is_valid
        assert shapely.box(-tab / 2, -1.5 + node, tab / 2, 1.5 - node).difference(hole.buffer(1e-6)).is_empty


def test_the_arms_of_crossed_slots_have_nodes_where_there_is_room() -> None:
    """Chess Battle's arms are 5.6 mm long: between a lead-in and a relief of 0.6 mm a node of 3 mm grips, and the slot
    is 0.16 mm narrower there. An arm of 2.4 mm has room for 1.2 mm, which is too short."""
    long_arm, short_arm = (SlotSeat(tab, tab + 1.3, 3.1, 0.0, 1.55, True, node=0.08) for tab in (13.1, 6.6))
    for seat, narrower in ((long_arm, 0.16), (short_arm, 0.0)):
        hole = rotate(Polygon(seat.hole().flatten(0.001)), -45, origin=(0, 0))
        for turn in range(4):
            arm = rotate(hole, 90 * turn, origin=(0, 0))
            middle = (seat.length + seat.width) / 4
            width = arm.intersection(LineString([(middle, -5), (middle, 5)])).length
            assert width == pytest.approx(3.1 - narrower, abs=0.002)
