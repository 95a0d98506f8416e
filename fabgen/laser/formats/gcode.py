"""A sheet → G-code for GRBL 1.1 in laser mode ($32=1): every move of the head, its speed and its power. mm, y up.

The origin is the lower left corner of the sheet. A comment before each mark holds its id, its operation, and whether
it is a `line` or a `fill`. Arcs stay arcs (G2, G3); Béziers become arcs within 0.002 mm. Fills are rows to and fro, at
most 0.1 mm apart; the head enters and leaves each row with the beam off, over the machine's `overscan` as far as the
sheet goes. The outermost rows lie half an interval inside of a mark, and one row goes through its middle. All passes of
a mark are made before the next mark. The beam is off (S0) on every move between lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from fabgen.artwork.path import Arc, Curve, Line, Path, Point, circle_of, curve_arcs, point_bounds
from fabgen.core.units import format_number
from fabgen.laser.estimate import PITCH, is_filled
from fabgen.laser.job import GUESS
from fabgen.laser.machine import Machine
from fabgen.laser.sheet import LaserSheet
from fabgen.materials.material import LaserSetting

PLACES = 4  # of a millimetre
FLAT = 0.0005  # mm: flattening of outlines for the ends of rows
SHORT = 0.01  # mm: shorter stretches of a row are left out
FLATTEST = 10_000.0  # mm: an arc of a larger radius is written as a line
# mm, absolute places, feed per minute, the plane of arcs; the beam follows the speed of the head.
SETUP = ("G21", "G90", "G94", "G17", "M4 S0")
FillRow = tuple[float, list[tuple[float, float]]]  # y, and from which x to which the beam is on
END = ("M5", "G0 X0 Y0", "M2")


def write_sheet(sheet: LaserSheet, machine: Machine) -> bytes:
    """A laser file: every pass of every mark, in the sheet's order."""
    lines = [
        f"; fabgen: sheet {format_number(sheet.width)} x {format_number(sheet.height)} mm",
        f"; full power is S{machine.full_power}, laser mode is on: $30={machine.full_power}, $32=1",
        f"; a kerf of {format_number(sheet.kerf)} mm is compensated",
        *SETUP,
    ]
    for mark in sheet.marks:
        setting = sheet.settings.get(mark.operation) or GUESS[mark.operation]
        filled = is_filled(machine, mark.operation)
        lines.append(f"; mark {mark.id} {mark.operation.value} {'fill' if filled else 'line'}")
        beam = _power(setting, machine)
        if filled:
            moves = list(_sweep(mark.paths, beam, machine.motion.overscan, sheet.width))
        else:
            moves = [move for path in mark.paths for move in _follow(path, beam)]
        lines += moves * setting.passes
    return ("\n".join([*lines, *END]) + "\n").encode()


def _power(setting: LaserSetting, machine: Machine) -> str:
    """The words for a setting: the beam's power as a share of the machine's full power, and mm a minute."""
    return f"S{format_number(setting.power / 100 * machine.full_power, 2)} F{format_number(setting.speed * 60, 2)}"


def _place(p: Point) -> str:
    return f"X{format_number(p[0], PLACES)} Y{format_number(p[1], PLACES)}"


def _follow(path: Path, beam: str) -> Iterator[str]:
    """The moves along a path. Steps that round to nothing are left out."""
    here = path.start
    yield f"G0 {_place(here)} S0"
    for start, segment in path:
        for step in curve_arcs(start, segment) if isinstance(segment, Curve) else [segment]:
            if _place(step.to) != _place(here):
                yield f"{_move(here, step)} {beam}"
                here = step.to


def _move(start: Point, step: Line | Arc) -> str:
    if isinstance(step, Arc) and step.bulge:
        centre, radius, _, sweep = circle_of(start, step)
        if radius < FLATTEST:
            to_centre = "I{} J{}".format(*(format_number(c - s, PLACES) for c, s in zip(centre, start, strict=True)))
            return f"{'G3' if sweep > 0 else 'G2'} {_place(step.to)} {to_centre}"
    return f"G1 {_place(step.to)}"


def _sweep(paths: Sequence[Path], beam: str, overscan: float, width: float) -> Iterator[str]:
    """The rows of an area that paths bound, to and fro, from its lower end to its upper one."""
    speed = beam.split()[1]
    for number, (y, stretches) in enumerate(fill_rows(paths)):
        first, last = max(0.0, stretches[0][0] - overscan), min(width, stretches[-1][1] + overscan)
        places = [_place((x, y)) for x in (first, *(end for stretch in stretches for end in stretch), last)]
        if number % 2:
            places.reverse()
        yield f"G0 {places[0]} S0"
        for step, (here, to) in enumerate(pairwise(places)):
            if to != here:
                yield f"G1 {to} {beam if step % 2 else f'S0 {speed}'}"


def fill_rows(paths: Sequence[Path]) -> list[FillRow]:
    """The rows that fill the even-odd area between closed paths, from the lower end of their box to the upper one. They
    are evenly spaced, at most PITCH apart, and odd in number; a row that meets no ink is left out."""
    import numpy as np

    _, low, _, high = point_bounds(p for path in paths for p in (path.bounds()[:2], path.bounds()[2:]))
    count = max(3, math.ceil((high - low) / PITCH - 1e-9) | 1)
    outlines = [path.flatten(FLAT) for path in paths]
    starts = np.array([p for outline in outlines for p in outline])
    ends = np.array([p for outline in outlines for p in (*outline[1:], outline[0])])
    rows = []
    for y in (low + (high - low) * (k + 0.5) / count for k in range(count)):
        crossed = (starts[:, 1] <= y) != (ends[:, 1] <= y)
        (x0, y0), (x1, y1) = starts[crossed].T, ends[crossed].T
        places = sorted((x0 + (x1 - x0) * (y - y0) / (y1 - y0)).tolist())
        stretches = [(a, b) for a, b in zip(places[::2], places[1::2], strict=True) if b - a >= SHORT]
        if stretches:
            rows.append((y, stretches))
    return rows
