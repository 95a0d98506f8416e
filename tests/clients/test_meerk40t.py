"""MeerK40t itself, its kernel driven without a window, reads every sheet of the small game as SVG, DXF and LightBurn
project: what it would do along each line, how large it is, how long, and in which order it would cut.

With the core of colours (red cut, blue score, black engrave) it needs no setup. Traits of 0.9.9100 that are its own: it
reckons the boxes of arcs from their Béziers, gives black lines of a DXF layer ENGRAVE to its raster as well, and does
not turn the y of a project over.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from clients.clients import needed
from clients.models import contours, model, written

from fabgen.artwork.path import Arc, Line, circle_of
from fabgen.artwork.path import Path as Outline
from fabgen.laser.machine import load_machine, machine_names
from fabgen.laser.sheet import LaserSheet, SheetMark
from fabgen.materials.operations import CUTS, Operation

pytestmark = pytest.mark.slow

ORACLE = Path(__file__).with_name("meerk40t_oracle.py")
FORMS = ("svg", "dxf", "lbrn2")
BED = (270.0, 180.0)
PLACE = 0.02  # mm that a box may differ
ARC = 0.05  # of its radius: how far off it sees the box of an SVG arc (a circle of 20 to 30 mm as 20.245 to 29.755),
# and of the arcs of an open polyline in DXF, such as a digit's, or of a closed one with arcs no wider than SMALL: the
# round corners of bold letters
SMALL = 1.0  # mm
STROKED = ("#0000FF", "#FF0000", "#FF0000")
DOES = {  # with an area, a score and a cut
    "svg": ({"op raster"}, {"op engrave"}, {"op cut"}),
    "dxf": ({"op engrave", "op raster"}, {"op engrave"}, {"op cut"}),
    "lbrn2": ({"op raster"}, {"op cut"}, {"op cut"}),
}
STEP = {Operation.ENGRAVE: 0, Operation.SCORE: 1, Operation.CUT_INNER: 2, Operation.CUT_OUTER: 2}


def known(name: str) -> bool:
    """Whether a profile has the colours that MeerK40t knows by itself."""
    paints = load_machine(name).operations
    lines = (Operation.SCORE, *CUTS)
    return tuple(paints[o].colour.upper() for o in lines) == STROKED and paints[Operation.ENGRAVE].colour == "#000000"


CORE = [name for name in machine_names() if known(name)]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[int, str], dict[str, Any]]:
    """What MeerK40t makes of each sheet in each format; one process, with a HOME of its own."""
    needed("meerk40t")
    home = tmp_path_factory.mktemp("meerk40t")
    files = {}
    for n in range(len(model("generic").sheets)):
        for form in FORMS:
            files[home / f"{n}.{form}"] = (n, form)
            (home / f"{n}.{form}").write_bytes(written("generic", n, form))
    env = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    command = [sys.executable, str(ORACLE), *map(str, BED), *map(str, files)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, cwd=home)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.rpartition("@@@")[2])
    return {key: found[str(path)] for path, key in files.items()}


def sheets() -> list[tuple[int, LaserSheet]]:
    return list(enumerate(model("generic").sheets))


def wanted(sheet: LaserSheet, form: str) -> list[tuple[SheetMark, tuple[Outline, ...]]]:
    """The things that MeerK40t must see: marks in SVG, single contours elsewhere."""
    if form == "svg":
        return [(mark, mark.paths) for mark in sheet.marks]
    return [(mark, (path,)) for mark, path in contours(sheet)]


def box(paths: tuple[Outline, ...], sheet: LaserSheet, form: str) -> tuple[float, ...]:
    """Where MeerK40t must see some paths: its y runs down, but for projects."""
    boxes = [path.bounds() for path in paths]
    x0, y0, x1, y1 = (f(b[i] for b in boxes) for i, f in enumerate((min, min, max, max)))
    return (x0, y0, x1, y1) if form == "lbrn2" else (x0, sheet.height - y1, x1, sheet.height - y0)


def paired(
    told: dict[tuple[int, str], dict[str, Any]], form: str
) -> list[tuple[LaserSheet, SheetMark, Any, dict[str, Any]]]:
    """Each thing of the model with the element that lies in its place: the nearest box, each element once."""
    found = []
    for n, sheet in sheets():
        left = list(told[n, form]["elements"])
        for mark, paths in wanted(sheet, form):
            there = np.array(box(paths, sheet, form))
            off = [float(np.abs(np.array(e["box"]) - there).max()) for e in left]
            found.append((sheet, mark, paths, left.pop(int(np.argmin(off)))))
        assert left == [], "it sees more than there is"
    return found


def test_some_profiles_have_the_colours_that_it_knows() -> None:
    assert {"generic", "meerk40t", "k40-whisperer"} <= set(CORE)


def test_it_sees_every_id_of_an_svg_once(told: dict[tuple[int, str], dict[str, Any]]) -> None:
    assert sheets()
    for n, sheet in sheets():
        assert sorted(e["id"] for e in told[n, "svg"]["elements"]) == sorted(mark.id for mark in sheet.marks)


def test_it_does_to_every_id_what_the_model_says(told: dict[tuple[int, str], dict[str, Any]]) -> None:
    assert sheets()
    for n, sheet in sheets():
        does = {e["id"]: set(e["operations"]) for e in told[n, "svg"]["elements"]}
        assert does == {mark.id: DOES["svg"][STEP[mark.operation]] for mark in sheet.marks}


@pytest.mark.parametrize("name", CORE)
def test_other_profiles_of_these_colours_say_the_same(name: str) -> None:
    """They differ at most in line widths, which MeerK40t passes over, and in order."""
    own, generic = ({o: (p.paint, p.colour.upper()) for o, p in load_machine(one).operations.items()}
                    for one in (name, "generic"))  # fmt: skip
    assert own == generic


@pytest.mark.parametrize("form", FORMS)
def test_it_does_along_every_line_what_the_model_says(
    told: dict[tuple[int, str], dict[str, Any]], form: str
) -> None:
    wrong = [(mark.id, seen["operations"]) for _, mark, _, seen in paired(told, form)
             if set(seen["operations"]) != DOES[form][STEP[mark.operation]]]  # fmt: skip
    assert wrong == []


@pytest.mark.parametrize("form", FORMS)
def test_sizes_and_places_are_true(told: dict[tuple[int, str], dict[str, Any]], form: str) -> None:
    wrong = []
    for sheet, mark, paths, seen in paired(told, form):
        off = float(np.abs(np.array(seen["box"]) - np.array(box(paths, sheet, form))).max())
        has_small_arcs = not all(path.closed for path in paths) or widest(paths) <= SMALL
        curved = form == "svg" or (form == "dxf" and has_small_arcs)
        if off > PLACE + (ARC * widest(paths) if curved else 0):
            wrong.append((mark.id, round(off, 4)))
    assert wrong == []


def widest(paths: tuple[Outline, ...]) -> float:
    """The largest radius of an arc, in mm; 0 without arcs."""
    arcs = [circle_of(start, segment)[1] for path in paths for start, segment in path if isinstance(segment, Arc)]
    return max(arcs, default=0.0)


@pytest.mark.parametrize("form", FORMS)
def test_lengths_are_true(told: dict[tuple[int, str], dict[str, Any]], form: str) -> None:
    """Within 0.1 % and 0.05 mm for lines and arcs; it reckons the lengths of curves more coarsely."""
    wrong = []
    for _, mark, paths, seen in paired(told, form):
        plain = all(isinstance(segment, Line | Arc) for path in paths for _, segment in path)
        length = sum(path.length() for path in paths)
        if abs(seen["length"] - length) > (0.001 if plain else 0.02) * length + 0.05:
            wrong.append((mark.id, seen["length"], length))
    assert wrong == []


def test_a_project_brings_its_layers_with_speeds_and_powers_in_working_order(
    told: dict[tuple[int, str], dict[str, Any]]
) -> None:
    """Its powers count to 1000."""
    assert sheets()
    for n, sheet in sheets():
        there = [(op["label"], op["speed"], op["power"]) for op in told[n, "lbrn2"]["operations"]]
        here = [o for o in model("generic").machine.order if any(mark.operation is o for mark in sheet.marks)]
        assert there == [(o.value, sheet.settings[o].speed, sheet.settings[o].power * 10) for o in here]


@pytest.mark.parametrize("form", FORMS)
def test_it_cuts_what_lies_inside_first(told: dict[tuple[int, str], dict[str, Any]], form: str) -> None:
    """Its plan, after its own sorting: every piece of a hole comes before every piece of the outline around it."""
    assert sheets()
    for n, sheet in sheets():
        lines = [(mark, path) for mark, path in contours(sheet) if mark.operation in CUTS]
        cuts = [(mark, shapely.Polygon(path.flatten(0.002))) for mark, path in lines]
        cutting = [op for op in told[n, form]["operations"] if op["type"] == "op cut" and op["label"] != "score"]
        speeds = {op["speed"] for op in cutting}
        down = form != "lbrn2"
        plan = [(x, sheet.height - y if down else y) for v, x, y, *_ in told[n, form]["cuts"] if v in speeds]
        places = shapely.points(np.array(plan))
        when = {mark.id: np.flatnonzero(shapely.dwithin(places, area.exterior, 0.06)) for mark, area in cuts}
        assert all(len(found) for found in when.values()), "every contour is in the plan"
        inside = [(a.id, b.id) for a, one in cuts for b, other in cuts if a is not b and one.within(other)]
        assert not [pair for pair in inside if when[pair[0]].max() > when[pair[1]].min()]
