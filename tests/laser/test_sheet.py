"""Whole sheets, read back from their files by another program's parser: true size, gaps, kerf, order, colours,
nothing lost."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from itertools import combinations

import pytest
import shapely
from artwork.export.svg_read import Seen, read
from laser.laser_parts import base, board, disc, kit, plain
from shapely import MultiPolygon, Polygon, affinity

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import circle, rectangle
from fabgen.core.problems import FabgenError
from fabgen.laser.formats.svg import write_sheet
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import load_machine
from fabgen.laser.sheet import LaserSheet
from fabgen.laser.sheet_layout import make_sheets
from fabgen.materials.material import load_material

MACHINES = ("generic", "lightburn", "glowforge")
GENERIC = load_machine("generic")
Read = tuple[LaserSheet, tuple[float, float], list[Seen]]


def made(parts: list[Part], job: LaserJob) -> list[Read]:
    return [(sheet, *read(write_sheet(sheet, job.machine))) for sheet in make_sheets(parts, job)]


@pytest.fixture(scope="module", params=MACHINES)
def sheets(request: pytest.FixtureRequest) -> list[Read]:
    sheets = made(kit(), LaserJob(load_machine(request.param)))
    assert sheets
    assert all(seen for _, _, seen in sheets)
    return sheets


def is_outer(seen: Seen) -> bool:
    return ".edge-" in seen.id


def is_inner(seen: Seen) -> bool:
    return ".hole-" in seen.id


def instance(seen: Seen) -> str:
    return seen.id.partition(".")[0]


def remains(seen: list[Seen], kerf: float) -> Polygon | MultiPolygon:
    """What a beam of this width leaves of one part: the inside of its outline, less its holes, less half a beam on
    either side of each line."""
    body = shapely.union_all([Polygon(s.subpaths[0]) for s in seen if is_outer(s)])
    body = body.difference(shapely.union_all([Polygon(s.subpaths[0]) for s in seen if is_inner(s)]))
    lines = [
        shapely.LineString([*points, points[0]]) for s in seen if is_outer(s) or is_inner(s) for points in s.subpaths
    ]
    return body.difference(shapely.union_all(lines).buffer(kerf / 2, quad_segs=32))


def nominal(part: Part, turn: int) -> Polygon:
    """The part as drawn, turned over as a file does (y down) and turned by degrees, its box at the origin."""
    edge, *holes = [
        Polygon(p.flatten(0.0005))
        for role in (Role.EDGE, Role.HOLE)
        for item in part.drawing.only(role).items
        for p in item.paths
    ]  # type: ignore[union-attr]
    body = affinity.rotate(edge.difference(shapely.union_all(holes)), turn, origin=(0, 0))
    return at_origin(affinity.scale(body, 1, -1, origin=(0, 0)))


def at_origin(shape: Polygon) -> Polygon:
    return affinity.translate(shape, -shape.bounds[0], -shape.bounds[1])


@pytest.mark.slow
def test_pages_are_true(sheets: list[Read]) -> None:
    for sheet, size, _ in sheets:
        assert size == pytest.approx((sheet.width, sheet.height), abs=0.01)
    assert [sheet.name for sheet, *_ in sheets] == ["board", "green-pieces", "tokens"]
    assert [sheet.material for sheet, *_ in sheets] == ["acrylic-3mm/clear", "acrylic-3mm/green", "acrylic-3mm/red"]


@pytest.mark.slow
def test_a_simulated_cut_leaves_the_parts_as_drawn(sheets: list[Read]) -> None:
    parts = {part.name: part for part in kit()}
    for sheet, _, seen in sheets:
        turns = {placement.instance: placement for placement in sheet.placements}
        for name in sorted({instance(s) for s in seen}):
            left = remains([s for s in seen if instance(s) == name], sheet.kerf)
            wanted = nominal(parts[turns[name].part], turns[name].turn)
            assert shapely.hausdorff_distance(at_origin(left).boundary, wanted.boundary) < 0.01, name


def test_the_simulated_cut_sees_a_wrong_kerf() -> None:
    ((sheet, _, seen),) = made([base("base", 1)], LaserJob(GENERIC))
    left = remains(seen, sheet.kerf + 0.04)
    assert shapely.hausdorff_distance(at_origin(left).boundary, nominal(base("base", 1), 0).boundary) > 0.01


@pytest.mark.slow
def test_parts_keep_their_gap_and_the_margin(sheets: list[Read]) -> None:
    for sheet, (width, height), seen in sheets:
        rings = [shapely.LinearRing(s.subpaths[0]) for s in seen if is_outer(s)]
        assert min((a.distance(b) for a, b in combinations(rings, 2)), default=9) >= sheet.spacing - 0.001
        field = shapely.box(5, 5, width - 5, height - 5).buffer(0.001)
        assert all(field.covers(ring) for ring in rings)


@pytest.mark.slow
def test_every_part_is_there_and_every_mark_lies_on_it(sheets: list[Read]) -> None:
    for sheet, _, seen in sheets:
        count = sum(part.count for part in kit() if part.material == sheet.material)
        outlines = {instance(s): Polygon(s.subpaths[0]) for s in seen if is_outer(s)}
        assert len(outlines) == count == len(sheet.placements)
        assert all(
            outlines[instance(s)].covers(shapely.LineString(points))
            for s in seen
            if not is_outer(s)
            for points in s.subpaths
        )


def test_cuts_and_areas_are_closed(sheets: list[Read]) -> None:
    for _, _, seen in sheets:
        assert all(all(s.closed) for s in seen if s.group != "score")


def test_colours_are_the_published_ones_and_one_for_each_element(
    sheets: list[Read], request: pytest.FixtureRequest
) -> None:
    inner = {"generic": "#FF0000", "lightburn": "#00E000", "glowforge": "#00FF00"}[
        request.node.callspec.params["sheets"]
    ]
    for _, _, seen in sheets:
        for one in seen:
            wanted = {"engrave": ("#000000", None), "score": (None, "#0000FF"), "cut-inner": (None, inner)}
            assert (one.fill, one.stroke) == wanted.get(one.group, (None, "#FF0000"))


def test_working_order(sheets: list[Read]) -> None:
    for _, _, seen in sheets:
        groups = [s.group for s in seen]
        assert list(dict.fromkeys(groups)) == [
            g for g in ("engrave", "score", "cut", "cut-inner", "cut-outer") if g in groups
        ]
        for name in {instance(s) for s in seen}:
            cuts = [is_outer(s) for s in seen if instance(s) == name and (is_outer(s) or is_inner(s))]
            assert cuts == sorted(cuts)
            assert cuts[-1]


def test_one_colour_is_cut_part_by_part() -> None:
    ((_, _, seen),) = made([base("base", 4)], LaserJob(GENERIC))
    cuts = [instance(s) for s in seen if s.group == "cut"]
    assert cuts == [name for name in dict.fromkeys(cuts) for _ in range(2)]


def test_ids_are_unique(sheets: list[Read]) -> None:
    ids = [s.id for _, _, seen in sheets for s in seen]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z][a-z0-9-]*-\d+\.[a-z-]+-\d+", one) for one in ids)
    assert "green-pawn-base-1.move-2" in ids


def test_a_lefthanded_part_is_never_mirrored(sheets: list[Read]) -> None:
    """On every base the turn from first dot to second dot to cross is the same; a mirror would reverse it."""
    assert len(sheets) > 1
    for _, _, seen in sheets[1:2]:
        bases = {instance(s) for s in seen if "base" in s.id}
        assert bases
        for name in bases:
            dot, other, cross = (
                next(s for s in seen if s.id == f"{name}.{role}").subpaths[0].mean(axis=0)
                for role in ("move-1", "move-2", "capture-1")
            )
            # dots at (-10, 8) and (-10, -8), cross at (10, 9): counter-clockwise with y up, so negative with y down
            assert (other - dot)[0] * (cross - dot)[1] - (other - dot)[1] * (cross - dot)[0] < 0


def test_options_override_the_material() -> None:
    job = LaserJob(GENERIC, load_material("birch-ply-3mm").material, kerf=0.5, sheet=(300, 200), spacing=4.0)
    ((sheet, size, seen),) = made([base("base", 8)], job)
    assert (sheet.material, sheet.kerf, sheet.spacing) == ("birch-ply-3mm", 0.5, 4.0)
    assert size == pytest.approx((300, 200), abs=0.01)
    x = [s.subpaths[0][:, 0] for s in seen if is_outer(s)]
    assert max(v.max() - v.min() for v in x) == pytest.approx(34.5, abs=0.002)
    assert min(v.min() for v in x) == pytest.approx(5, abs=0.002)


def test_a_default_sheet_is_cut_down_to_the_bed() -> None:
    (sheet,) = make_sheets([base("base", 1)], LaserJob(load_machine("glowforge")))
    assert (sheet.width, sheet.height) == (495, 279)


def test_more_parts_than_a_sheet_holds() -> None:
    found = make_sheets([base("base", 20)], LaserJob(GENERIC, sheet=(150, 120)))
    assert [sheet.name for sheet in found] == ["green-pieces", "green-pieces-2", "green-pieces-3"]  # nine to a sheet
    assert [p.instance for sheet in found for p in sheet.placements].count("base-17") == 1


def test_a_group_of_two_materials_gets_two_names() -> None:
    parts = [base("one", 1), base("two", 1, material="acrylic-3mm/orange")]
    assert [sheet.name for sheet in make_sheets(parts, LaserJob(GENERIC))] == [
        "green-pieces-acrylic-3mm-green",
        "green-pieces-acrylic-3mm-orange",
    ]


def test_names_that_sound_alike_stay_apart() -> None:
    parts = [plain(name, draw(Role.EDGE, circle((0, 0), 9))) for name in ("Ältester", "altester", "אבג")]
    names = [p.instance for p in make_sheets(parts, LaserJob(GENERIC))[0].placements]
    assert sorted(names) == ["altester-1", "altester-v2-1", "part-1"]


@pytest.mark.parametrize(
    ("job", "what"),
    [
        (
            LaserJob(GENERIC, sheet=(250, 240)),
            ["board is 266.2 x 266.2 mm", "26.2 mm too wide and 36.2 mm too high", "a sheet of 277 x 277 mm"],
        ),
        (LaserJob(GENERIC, sheet=(40, 400)), ["board", "green pawn base is 34.2 x 34.2 mm", "4.2 mm too wide"]),
        (LaserJob(GENERIC, sheet=(2000, 400)), ["larger than the bed of `generic`", "the bed is 1300 x 900 mm"]),
        (LaserJob(GENERIC, sheet=(800, 1200)), ["turn it: 1200 x 800 mm"]),
        (LaserJob(GENERIC, sheet=(8, 400)), ["cannot be used"]),
        (LaserJob(GENERIC, kerf=-0.1), ["a kerf of -0.1 mm is out of range"]),
        (LaserJob(GENERIC, kerf=50), ["a kerf of 50 mm is out of range"]),
        (LaserJob(GENERIC, kerf=float("nan")), ["a kerf of nan mm is out of range"]),
        (LaserJob(GENERIC, spacing=0.2), ["too small for acrylic-3mm"]),
        (LaserJob(GENERIC, spacing=-1), ["a spacing of -1 mm is out of range"]),
    ],
)
def test_jobs_that_cannot_be_done(job: LaserJob, what: list[str]) -> None:
    with pytest.raises(FabgenError) as caught:
        make_sheets(kit(), job)
    assert [text for text in what if text not in str(caught.value)] == []


def test_problems_of_all_parts_come_at_once() -> None:
    bad = [
        plain(f"part {i}", draw(Role.EDGE, rectangle(0, 0, 50, 50)) + draw(Role.HOLE, rectangle(20, 20, 0.1, 9)))
        for i in range(3)
    ]
    with pytest.raises(FabgenError) as caught:
        make_sheets([*bad, board(20)], LaserJob(GENERIC))
    assert len(caught.value.problems) == 4


@pytest.mark.slow
def test_the_same_bytes_under_any_hash_seed() -> None:
    code = (
        "import sys, hashlib; from laser.laser_parts import kit; from fabgen.laser.sheet_layout import *;"
        "from fabgen.laser.machine import load_machine;"
        "from fabgen.laser.formats.svg import write_sheet; m = load_machine('lightburn');"
        "print(hashlib.sha256(b''.join(write_sheet(s, m) for s in make_sheets(kit(), LaserJob(m)))).hexdigest())"
    )
    tests = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    outs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": tests},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outs) == 1


def test_discs_are_round() -> None:
    ((_, _, seen),) = made([disc(3)], LaserJob(GENERIC))
    discs = [s for s in seen if is_outer(s)]
    assert len(discs) == 3
    for one in discs:
        points = one.subpaths[0]
        centre = (points.min(axis=0) + points.max(axis=0)) / 2
        reach = ((points - centre) ** 2).sum(axis=1) ** 0.5
        assert reach.min() == pytest.approx(9.1, abs=0.002)
        assert reach.max() == pytest.approx(9.1, abs=0.002)


def test_what_a_grain_forbids_to_turn_is_reported() -> None:
    tall = Part("panel", draw(Role.EDGE, rectangle(0, 0, 100, 380)), 1, "birch-ply-3mm", "box")
    with pytest.raises(FabgenError, match=r"panel is .* mm too high; birch-ply-3mm has a grain"):
        make_sheets([tall], LaserJob(load_machine("generic"), sheet=(400.0, 300.0)))
    for whole in (replace(tall, material="mdf-3mm"), replace(tall, may_cross_grain=True)):
        (sheet,) = make_sheets([whole], LaserJob(load_machine("generic"), sheet=(400.0, 300.0)))
        (placed,) = sheet.placements
        assert placed.turn % 180 == 90


def test_what_may_lie_across_a_grain_lies_along_it_where_it_can() -> None:
    low = Part("panel", draw(Role.EDGE, rectangle(0, 0, 100, 280)), 1, "birch-ply-3mm", "box", may_cross_grain=True)
    (sheet,) = make_sheets([low], LaserJob(load_machine("generic"), sheet=(400.0, 300.0)))
    assert [placed.turn % 180 for placed in sheet.placements] == [0]


def test_parts_lie_across_a_grain_where_that_saves_a_sheet() -> None:
    """Beside the panel there is room for both strips, but only for upright ones."""
    panel = Part("panel", draw(Role.EDGE, rectangle(0, 0, 250, 280)), 1, "birch-ply-3mm", "box", may_cross_grain=True)
    strips = Part("strip", draw(Role.EDGE, rectangle(0, 0, 270, 40)), 2, "birch-ply-3mm", "box", may_cross_grain=True)
    job = LaserJob(load_machine("generic"), sheet=(400.0, 300.0))
    (sheet,) = make_sheets([panel, strips], job)
    assert [placed.turn % 180 for placed in sheet.placements if placed.part == "strip"] == [90, 90]
    assert len(make_sheets([panel, replace(strips, may_cross_grain=False)], job)) == 2
