"""Sheets with parts that are marked on both sides → a second file for each, in register with the first.

The sheet is its own jig: a part that was cut out is turned over in its own hole, left and right, and lies there with
half a kerf to spare. So the second file has the marks of the backs at the places of the fronts, and no cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Part
from fabgen.core.problems import Location, Problem
from fabgen.laser.engraving import apply_engraving_style
from fabgen.laser.job import LaserJob
from fabgen.laser.order.sequence import PlacedPart, order_marks
from fabgen.laser.preparation import PreparedPart, prepare_part
from fabgen.laser.sheet import LaserSheet
from fabgen.materials.operations import CUTS

SUFFIX = "-backs"  # of the name of a second file


def find_second_side_problems(parts: Sequence[Part], job: LaserJob) -> list[Problem]:
    """Why parts cannot be turned over in their own holes: they hang on bridges, or a service cuts them."""
    names = _names_of_turned(parts)
    if names and job.bridges:
        what = f"{names[0]} is turned over in its own hole, and hangs on bridges there"
        return [Problem(Location(), what, "build without --bridges")]
    return find_turning_by_service(parts, f"`{job.machine.name}`") if job.machine.service else []


def find_turning_by_service(parts: Sequence[Part], service: str) -> list[Problem]:
    """The Problem of parts that somebody has to turn over at the laser, where a service cuts them."""
    names = _names_of_turned(parts)
    what = f"{names[0]} is turned over at the laser, and {service} is a service" if names else ""
    hint = "take `both_sides` out: its back is then a layer to glue on"
    return [Problem(Location(), what, hint)] if names else []


def _names_of_turned(parts: Sequence[Part]) -> list[str]:
    return [part.name for part in parts if part.both_sides and part.count]


def make_second_sides(sheets: Sequence[LaserSheet], parts: Sequence[Part], job: LaserJob) -> list[LaserSheet]:
    """The second file of each sheet that has parts with two sides, named like it. Without placements: nothing is cut
    from it."""
    prepared = {part.name: _prepare_back(part, job) for part in parts if part.both_sides and part.back and part.count}
    return [second for sheet in sheets if (second := _turn_sheet(sheet, prepared, job)).marks]


def _prepare_back(part: Part, job: LaserJob) -> PreparedPart:
    """The marks of a part's back, as they are seen when it is turned over."""
    assert part.back, "only parts with a back come here"
    drawing = part.drawing.only(Role.EDGE) + part.back
    material = job.stock(part.material).material
    marked = apply_engraving_style(replace(part, drawing=drawing), job.machine)
    return prepare_part(marked, job.machine, material, job.kerf_of(material))


def _turn_sheet(sheet: LaserSheet, backs: Mapping[str, PreparedPart], job: LaserJob) -> LaserSheet:
    placed = [PlacedPart(backs[spot.part], spot) for spot in sheet.placements if spot.part in backs]
    marks = order_marks(placed, job.machine, (0.0, sheet.height)) if placed else []
    named = [replace(mark, id=mark.id.replace(".", ".back-", 1)) for mark in marks if mark.operation not in CUTS]
    return replace(sheet, name=sheet.name + SUFFIX, marks=tuple(named), placements=(), notes=(), leftover=None)


__all__ = ["SUFFIX", "find_second_side_problems", "find_turning_by_service", "make_second_sides"]
