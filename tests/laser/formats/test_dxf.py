"""A sheet made by hand → DXF, read back by ezdxf. Expected values are reckoned by hand from the sheet."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from typing import Any

import ezdxf
import pytest
from ezdxf.math import bulge_center, bulge_radius
from laser.formats.one_sheet import BOW, QUARTER, SHEET, WAVE
from measure import curve_point
from shapely import LineString, Point

from fabgen.artwork.path import Curve
from fabgen.laser.formats.dxf import write_sheet
from fabgen.laser.machine import Machine, load_machine, machine_names

CORE = load_machine("generic")


PROGRAM = """\
import hashlib, sys
sys.path[:0] = {path!r}
from laser.formats.one_sheet import SHEET
from fabgen.laser.machine import load_machine
from fabgen.laser.formats.registry import FORMATS
print(*(hashlib.sha256(form.write(SHEET, load_machine("lightburn"))).hexdigest() for form in FORMATS.values()))
"""


def read(machine: Machine = CORE) -> Any:
    return ezdxf.read(io.StringIO(write_sheet(SHEET, machine).decode()))


def drawn(document: Any, id: str) -> list[Any]:
    return [e for e in document.modelspace() if e.get_xdata("FABGEN")[0].value == id]


@pytest.mark.sample(9)
@pytest.mark.parametrize("name", machine_names())
def test_the_audit_is_clean(name: str) -> None:
    audit = read(load_machine(name)).audit()
    assert audit.errors == []
    assert audit.fixes == []


def test_the_drawing_says_mm_and_how_large_the_sheet_is() -> None:
    document = read()
    assert document.dxfversion == "AC1024"
    assert (document.header["$INSUNITS"], document.header["$MEASUREMENT"]) == (4, 1)
    assert tuple(document.header["$LIMMAX"])[:2] == (120, 100)
    assert tuple(document.header["$EXTMAX"])[:2] == (120, 100)


def test_entities_stand_in_the_order_of_the_sheet_each_with_its_id() -> None:
    ids = [e.get_xdata("FABGEN")[0].value for e in read().modelspace()]
    assert ids == ["plate-1.move-1", "plate-1.move-1", "plate-1.label-1", "plate-1.grid-1", "plate-1.grid-2",
                   "plate-1.hole-1", "plate-1.edge-1"]  # fmt: skip


def test_only_polylines_and_circles_stand_in_it() -> None:
    assert {e.dxftype() for e in read().modelspace()} == {"LWPOLYLINE", "CIRCLE"}


def test_an_arc_is_a_bulge() -> None:
    """110 x 90 mm with corners of 3 mm: eight corners, every other segment a quarter turn."""
    (edge,) = drawn(read(), "plate-1.edge-1")
    assert edge.closed
    corners = edge.get_points("xyb")
    assert len(corners) == 8
    assert sorted(round(bulge, 9) for _, _, bulge in corners) == [0] * 4 + [QUARTER] * 4
    assert {min(x for x, _, _ in corners), max(x for x, _, _ in corners)} == {5, 115}
    (bow,) = drawn(read(), "plate-1.grid-1")
    assert not bow.closed
    assert [tuple(corner) for corner in bow.get_points("xyb")] == [(10, 80, 0.25), (30, 80, 0), (40, 80, 0)]


def test_a_bulge_is_on_the_side_that_the_sheet_has_it() -> None:
    """Bulge 0.25 on a chord of 20 mm: the sagitta is 2.5 mm; counter-clockwise from left to right it hangs below."""
    (bow,) = drawn(read(), "plate-1.grid-1")
    (x, y, bulge), (u, v, _), _ = bow.get_points("xyb")
    centre, radius = bulge_center((x, y), (u, v), bulge), bulge_radius((x, y), (u, v), bulge)
    assert (centre.x, centre.y - radius) == pytest.approx((20, 77.5))
    assert BOW.bounds()[1] == pytest.approx(77.5)


def test_a_circle_is_a_circle() -> None:
    (hole,) = drawn(read(), "plate-1.hole-1")
    assert (hole.dxftype(), tuple(hole.dxf.center), hole.dxf.radius) == ("CIRCLE", (90, 20, 0), 5.5)
    assert [e.dxf.radius for e in drawn(read(), "plate-1.move-1")] == [4, 2]


def test_a_bezier_becomes_arcs_within_two_micrometres() -> None:
    from ezdxf.path import make_path

    (wave,) = drawn(read(), "plate-1.label-1")
    shown = LineString([(p.x, p.y) for p in make_path(wave).flattening(1e-5)])
    curve = WAVE.segments[0]
    assert isinstance(curve, Curve)
    away = [shown.distance(Point(curve_point(WAVE.start, curve, k / 200))) for k in range(201)]
    assert max(away) < 0.0021
    assert len(wave) < 30


@pytest.mark.parametrize(
    ("machine", "layers"),
    [
        ("generic", {"ENGRAVE": (7, "plate-1.move-1"), "SCORE": (5, "plate-1.grid-1"), "CUT": (1, "plate-1.edge-1")}),
        ("glowforge", {"ENGRAVE": (7, "plate-1.label-1"), "SCORE": (5, "plate-1.grid-2"),
                       "CUT-INNER": (3, "plate-1.hole-1"), "CUT-OUTER": (1, "plate-1.edge-1")}),
    ],
)  # fmt: skip
def test_each_look_has_a_layer_of_its_colour(machine: str, layers: dict[str, tuple[int, str]]) -> None:
    """AutoCAD's colours: 1 red, 3 green, 5 blue, 7 black on paper."""
    document = read(load_machine(machine))
    assert {layer.dxf.name for layer in document.layers} - {"0", "Defpoints"} == set(layers)
    for name, (colour, id) in layers.items():
        entity = drawn(document, id)[0]
        assert (entity.dxf.layer, entity.dxf.color, document.layers.get(name).dxf.color) == (name, colour, colour)


def test_a_colour_that_autocad_lacks_is_exact_all_the_same() -> None:
    document = read(load_machine("lightburn"))  # #00E000 for holes: AutoCAD's table has no such green
    assert drawn(document, "plate-1.hole-1")[0].rgb == (0, 0xE0, 0)
    assert document.layers.get("CUT-INNER").rgb == (0, 0xE0, 0)


@pytest.mark.slow
def test_the_same_sheet_gives_the_same_bytes_in_another_process_under_another_hash_seed() -> None:
    said = set()
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": f"17000000{seed}0"}
        done = subprocess.run([sys.executable, "-c", PROGRAM.format(path=sys.path)], env=env, capture_output=True,
                              text=True, check=True)  # fmt: skip
        said.add(done.stdout)
    assert len(said) == 1
    assert len(said.pop().split()) == 5
