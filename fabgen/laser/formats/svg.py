"""A sheet → SVG for laser programs: one group for each look, in working order."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import svgwrite.container
import svgwrite.path

from fabgen.artwork.export.svg import path_data, svg_bytes, svg_root
from fabgen.core.units import format_number
from fabgen.laser.machine import Machine
from fabgen.laser.settings_grid import SettingsGrid, choose_step_colours
from fabgen.laser.sheet import LaserSheet, SheetMark
from fabgen.materials.operations import Operation


def write_sheet(sheet: LaserSheet, machine: Machine) -> bytes:
    """A laser file: one group for each look in working order, marks in the sheet's order, each with its id and one
    stroke or one fill."""
    root = svg_root(sheet.width, sheet.height)
    rank = {operation: name for name, operations in machine.layer_groups() for operation in operations}
    for name, marks in groupby(sheet.marks, key=lambda mark: rank[mark.operation]):
        group = root.add(svgwrite.container.Group(id=name, debug=False))
        for mark in marks:
            group.add(_mark(mark, machine, sheet.height))
    return svg_bytes(
        root,
        f"fabgen: 1 unit is 1 mm; a kerf of {format_number(sheet.kerf)} mm is compensated: set the program's own to 0",
    )


def write_steps(grid: SettingsGrid) -> bytes:
    """A test grid: one colour for each step, in working order."""
    root = svg_root(grid.width, grid.height)
    for number, step in enumerate(grid.steps):
        look = {"fill": "none", "stroke": step.colour, "stroke_width": format_number(grid.line_width)}
        root.add(svgwrite.path.Path(path_data(step.paths, grid.height), id=f"step-{number}", debug=False, **look))
    return svg_bytes(root, "fabgen: 1 unit is 1 mm; a test grid, one colour a square")


def grid_colours(machine: Machine) -> list[str]:
    """The colours for the squares of a test grid."""
    return choose_step_colours(machine)


def _mark(mark: SheetMark, machine: Machine, height: float) -> Any:
    """A mark as a path with its id and its paint."""
    paint = machine.operations[mark.operation]
    look = (
        {"fill": paint.colour, "stroke": "none"}
        if mark.operation is Operation.ENGRAVE and paint.paint == "fill"
        else {"fill": "none", "stroke": paint.colour, "stroke_width": format_number(paint.width or 0)}
    )
    return svgwrite.path.Path(path_data(mark.paths, height), id=mark.id, debug=False, **look)
