"""A sheet → DXF R2010 in mm, y up, for programs and services that take CAD files. Flat: polylines and circles, no
block, spline, hatch or text.

There is a layer for each look, named after its operation. Its colour is on the layer and on every entity, because some
readers use the one and some the other. Arcs stay arcs (bulges, CIRCLE); Béziers become arcs within 0.002 mm. Areas are
closed outlines: DXF has no fill that laser programs agree on. The id of each mark is in its extended data.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from fabgen.artwork.path import Arc, Curve, Line, Path, Point, curve_arcs, whole_circle
from fabgen.core.units import format_number
from fabgen.laser.machine import Machine
from fabgen.laser.settings_grid import SettingsGrid, choose_step_colours, unused_colours
from fabgen.laser.sheet import LaserSheet
from fabgen.materials.operations import Operation

if TYPE_CHECKING:
    from ezdxf.document import Drawing

APPID = "FABGEN"
TEXT = 1000  # group code of a string in extended data
PLACES = 6  # decimal places of a millimetre
BLACK = 7  # AutoCAD's colour 7 is black on paper and white on a dark screen


def write_sheet(sheet: LaserSheet, machine: Machine) -> bytes:
    """A laser file: one layer for each look, entities in the sheet's order."""
    import ezdxf

    with _without_dates():
        document = ezdxf.new("R2010", units=4)
        _set_up_document(document, sheet)
        layers = dict(_layers(document, machine))
        model = document.modelspace()
        for mark in sheet.marks:
            for path in mark.paths:
                entity = _draw_contour(model, path, layers[mark.operation])
                entity.set_xdata(APPID, [(TEXT, mark.id)])
        stream = io.StringIO()
        document.write(stream)
    return stream.getvalue().encode()


def palette() -> list[str]:
    """The colours of AutoCAD's table, so that readers that use its numbers can distinguish them."""
    from ezdxf.colors import DXF_DEFAULT_COLORS

    numbers = (*range(1, 7), *range(20, 250, 10), *range(14, 250, 10))
    return list(dict.fromkeys(f"#{DXF_DEFAULT_COLORS[i] & 0xFFFFFF:06X}" for i in numbers))


def grid_colours(machine: Machine) -> list[str]:
    """The colours for the squares of a test grid: the machine's own, else all of AutoCAD's."""
    return choose_step_colours(machine) if machine.palette else unused_colours(machine, palette())


def write_steps(grid: SettingsGrid) -> bytes:
    """A test grid: one layer for each step, in working order."""
    import ezdxf

    with _without_dates():
        document = ezdxf.new("R2010", units=4)
        document.header["$MEASUREMENT"] = 1
        model = document.modelspace()
        for step in grid.steps:
            look: dict[str, Any] = {"color": index(step.colour), "true_color": int(step.colour[1:], 16)}
            name = _layer_name(step.name)
            document.layers.add(name, **look)
            for path in step.paths:
                _draw_contour(model, path, {"layer": name, **look})
        stream = io.StringIO()
        document.write(stream)
    return stream.getvalue().encode()


def _layer_name(name: str) -> str:
    """A name that layers may have: `12 mm/s 70 %` is 12-MM-S-70-PC."""
    return name.replace(" %", " pc").replace("/", "-").replace(" ", "-").replace(".", "_").upper()


@contextmanager
def _without_dates() -> Iterator[None]:
    """A context in which ezdxf does not write the time and a new GUID into the file, so that the bytes stay the
    same."""
    import ezdxf

    before = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = before


def _set_up_document(document: Drawing, sheet: LaserSheet) -> None:
    """Sets the unit, the sheet as the drawing's limits, and what a person should know about the file."""
    low, high = (0.0, 0.0, 0.0), (sheet.width, sheet.height, 0.0)
    document.header["$MEASUREMENT"] = 1
    document.appids.add(APPID)
    model = document.modelspace()
    model.reset_limits(low[:2], high[:2])
    model.reset_extents(low, high)
    document.header["$LIMMIN"], document.header["$LIMMAX"] = low[:2], high[:2]
    document.header["$EXTMIN"], document.header["$EXTMAX"] = low, high
    document.set_modelspace_vport(sheet.height, (sheet.width / 2, sheet.height / 2))
    kerf = f"a kerf of {format_number(sheet.kerf)} mm is compensated: set the program's own to 0"
    document.header.custom_vars.append("fabgen", f"1 unit is 1 mm; {kerf}")


def _layers(document: Drawing, machine: Machine) -> Iterator[tuple[Operation, dict[str, Any]]]:
    """Each operation with the attributes of its entities."""
    for name, operations in machine.layer_groups():
        look: dict[str, Any] = {"color": index(machine.operations[operations[0]].colour)}
        if exact(machine.operations[operations[0]].colour) is None:
            look["true_color"] = int(machine.operations[operations[0]].colour[1:], 16)
        document.layers.add(name.upper(), **look)
        yield from ((operation, {"layer": name.upper(), **look}) for operation in operations)


def exact(colour: str) -> int | None:
    """The number of a colour in AutoCAD's table; None where the table does not have it. Black is 7."""
    from ezdxf.colors import DXF_DEFAULT_COLORS

    value = int(colour[1:], 16)
    if not value:
        return BLACK
    return next((i for i in range(1, 250) if DXF_DEFAULT_COLORS[i] == value), None)


def index(colour: str) -> int:
    """The number of the colour in AutoCAD's table that is nearest; of equally near ones the lowest number."""
    from ezdxf.colors import DXF_DEFAULT_COLORS, int2rgb

    target = int2rgb(int(colour[1:], 16))

    def distance_to_target(i: int) -> int:
        """The squared distance of a colour of the table."""
        return sum((a - b) ** 2 for a, b in zip(int2rgb(DXF_DEFAULT_COLORS[i]), target, strict=True))

    exact_number = exact(colour)
    return exact_number if exact_number is not None else min(range(1, 250), key=distance_to_target)


def _draw_contour(model: Any, path: Path, look: dict[str, Any]) -> Any:
    """One contour: a circle where the path is one, else a polyline with bulges for its arcs."""
    circle = whole_circle(path)
    if circle:
        (x, y), radius = circle
        return model.add_circle((round(x, PLACES), round(y, PLACES)), round(radius, PLACES), dxfattribs=look)
    points = _corners(path)
    return model.add_lwpolyline(points, format="xyb", close=path.closed, dxfattribs=look)


def _corners(path: Path) -> list[tuple[float, float, float]]:
    """The corners, each with the bulge of the segment after it. Steps that round to nothing are left out, and so is the
    last line of a closed path, back to its start."""
    corners: list[tuple[float, float, float]] = []
    current = _round_point(path.start)
    for segment in _plain(path):
        to = _round_point(segment.to)
        if to != current:
            corners.append((*current, round(segment.bulge, 9) if isinstance(segment, Arc) else 0.0))
        current = to
    return corners if path.closed else [*corners, (*current, 0.0)]


def _plain(path: Path) -> Iterator[Arc | Line]:
    """The segments of a path with Béziers replaced by arcs."""
    for start, segment in path:
        yield from curve_arcs(start, segment) if isinstance(segment, Curve) else [segment]


def _round_point(p: Point) -> Point:
    return round(p[0], PLACES), round(p[1], PLACES)
