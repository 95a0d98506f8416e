"""What goes to a cutting service, read back by ezdxf and svgelements: each part alone at its true size, every line
closed; and what the service would refuse is told."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import ezdxf
import pytest
import svgelements
from ezdxf import path as dxf_path
from ezdxf.bbox import extents

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import circle, line, rectangle
from fabgen.check.cutting_rules import service_problems
from fabgen.cli.export import CUTTING_SERVICES
from fabgen.core.problems import FabgenError
from fabgen.core.profiles import profile_names
from fabgen.figures.components.kit import make_laser_kit
from fabgen.laser.job import LaserJob, make_laser_job
from fabgen.laser.service_order import (
    CuttingService,
    PartToCut,
    load_cutting_service,
    order_files,
    prepare_order,
)
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, load_spec


@cache
def order(service: str) -> tuple[Spec, dict[str, bytes]]:
    spec = load_spec("correction")
    job = make_laser_job(spec, Options())
    parts = prepare_order(make_laser_kit(spec, job.fit), job, load_cutting_service(service))
    return spec, dict(order_files(parts, job))


def rows(service: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(order(service)[1]["quote.csv"].decode("utf-8-sig"))))


def entities(data: bytes) -> list[Any]:
    return list(ezdxf.read(io.StringIO(data.decode())).modelspace())


def test_the_services_of_the_command_are_those_that_there_are() -> None:
    assert sorted(CUTTING_SERVICES) == profile_names("cutting_services")
    for name in CUTTING_SERVICES:
        assert re.fullmatch(r"https://\S+", load_cutting_service(name).source)


@pytest.mark.slow
def test_every_part_is_in_a_file_of_its_own_with_its_length_and_its_count() -> None:
    """Correction: a board, 12 pieces of a base and an upright each, 20 tokens."""
    spec, files = order("sendcutsend")
    listed = rows("sendcutsend")
    pieces = sum(spec.game.count_of(player, kind) for player, kind in spec.game.armies)
    assert sum(int(row["count"]) for row in listed) == 1 + 2 * pieces + 20
    assert {row["file"] for row in listed} == {name for name in files if name.startswith("dxf/")}
    for row in listed:
        found = entities(files[row["file"]])
        box = extents(found, fast=False)
        assert (box.size.x, box.size.y) == pytest.approx((float(row["width mm"]), float(row["height mm"])), abs=0.02)
        assert (box.extmin.x, box.extmin.y) == pytest.approx((0, 0), abs=0.01)
        paths = [dxf_path.make_path(entity) for entity in found]
        assert all(path.is_closed for path in paths)
        length = sum(a.distance(b) for path in paths for a, b in _pairs(list(path.flattening(0.001))))
        assert length == pytest.approx(float(row["cut length mm"]), abs=0.2)
        assert len(found) == 1 + int(row["holes"])
        assert bool(row["engraving drawing"]) == (row["engraving drawing"] in files)


def _pairs(points: list[Any]) -> list[tuple[Any, Any]]:
    return list(pairwise(points))


@pytest.mark.slow
def test_svg_and_dxf_have_the_same_size_and_the_base_that_of_the_spec() -> None:
    files = order("sendcutsend")[1]
    for row in rows("sendcutsend"):
        svg = svgelements.SVG.parse(io.StringIO(files[row["file"].replace("dxf", "svg")].decode()), ppi=25.4)
        paths = [shape for shape in svg.elements() if isinstance(shape, svgelements.Path)]
        boxes = [path.bbox() for path in paths]
        width = max(box[2] for box in boxes) - min(box[0] for box in boxes)
        assert width == pytest.approx(float(row["width mm"]), abs=0.02)
    base = next(row for row in rows("sendcutsend") if row["part"] == "green pawn base")
    assert (float(base["width mm"]), float(base["height mm"])) == (37.0, 38.0)
    assert float(base["engraved mm2"]) > 0
    assert base["holes"] == "1"


@pytest.mark.slow
def test_a_kerf_is_in_the_files_only_where_the_service_wants_it() -> None:
    """Cast acrylic of 3 mm loses 0.2 mm."""
    true, wide = (next(float(row["width mm"]) for row in rows(name) if row["part"] == "green pawn base")
                  for name in ("sendcutsend", "snapcut"))
    job = make_laser_job(order("snapcut")[0], Options())
    assert wide - true == pytest.approx(job.kerf_of(job.stock("acrylic-3mm/green").material), abs=0.011)


SERVICE = load_cutting_service("cutitout")
OUTLINE = rectangle(0, 0, 60, 40)
JOB = make_laser_job(load_spec("correction"), Options())


def told(part: Part, service: CuttingService = SERVICE, job: LaserJob = JOB) -> list[str]:
    return [problem.what for problem in service_problems(prepare_order([part], job, service), job, service)]


def part(*drawings: Any) -> Part:
    drawing = draw(Role.EDGE, OUTLINE)
    for other in drawings:
        drawing += other
    return Part("plate", drawing, 1, "acrylic-3mm/clear", "board")


def test_a_good_part_is_not_refused() -> None:
    assert told(part(draw(Role.HOLE, circle((20, 20), 3)))) == []


@pytest.mark.parametrize(("made", "words"), [
    (part(draw(Role.HOLE, circle((20, 20), 0.7))), "has a hole of 1.40 mm; Cut It Out needs at least 1.5 mm"),
    (part(draw(Role.EDGE, rectangle(70, 0, 20, 20))), "has 2 outlines, and a file holds one part"),
    (replace(part(), drawing=draw(Role.EDGE, rectangle(0, 0, 901, 40))), "is 901 x 40 mm; Cut It Out cuts 900 x 900"),
])
def test_what_the_service_refuses_is_told(made: Part, words: str) -> None:
    assert any(words in problem for problem in told(made)), told(made)


def test_a_thin_web_is_told() -> None:
    service = load_cutting_service("sendcutsend")
    thin = part(draw(Role.HOLE, rectangle(10, 1, 40, 38)))
    assert any("SendCutSend needs at least 1.5 mm" in problem for problem in told(thin, service))


@pytest.mark.parametrize(("paths", "words"), [
    ((OUTLINE, line((5, 5), (20, 20))), "has a cut that is not closed"),
    ((OUTLINE, rectangle(50, 10, 20, 20)), "has cuts that cross or lie on each other"),
    ((OUTLINE, rectangle(10, 10, 20, 20), rectangle(30, 10, 20, 20)), "has cuts that cross or lie on each other"),
])
def test_planted_lines_are_told(paths: tuple[Any, ...], words: str) -> None:
    """In what is written, not in the drawing: whoever made it so."""
    (good,) = prepare_order([part(draw(Role.HOLE, circle((20, 20), 3)))], JOB, SERVICE)
    hole, edge = (next(mark for mark in good.sheet.marks if mark.operation.value == f"cut-{side}")
                  for side in ("inner", "outer"))
    marks = [replace(edge, paths=(paths[0],)), *(replace(hole, paths=(path,)) for path in paths[1:])]
    bad = PartToCut(good.part, replace(good.sheet, marks=tuple(marks)), good.stem, good.thickness)
    assert any(words in problem.what for problem in service_problems([bad], JOB, SERVICE))


def test_an_unknown_service_is_told() -> None:
    with pytest.raises(FabgenError, match="there is no cutting service `sendcut`"):
        load_cutting_service("sendcut")
