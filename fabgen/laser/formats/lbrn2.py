"""A sheet → a LightBurn project (.lbrn2): the only format that carries our settings, priorities and order. mm, y up.

One group for each part, named like it, with a shape for each of its contours; no text. There is a layer (CutSetting)
for each operation, with speed, power and passes; its number is its colour in LightBurn's palette. Circles are ellipses
and therefore exact; other arcs are Béziers within 0.0005 mm.

The format is not published: this is what LightBurn's own files contain (LightBurn forum 42317 and 52174, nucarve.com
"What's in a shape"). A group has an XForm, and its shapes in Children. That LightBurn reads every detail of it is
unverified; MeerK40t reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from xml.etree import ElementTree

from fabgen.artwork.path import Arc, Curve, Line, Path, Point, arc_curves, whole_circle
from fabgen.core.units import format_number
from fabgen.laser.job import GUESS
from fabgen.laser.machine import Machine
from fabgen.laser.settings_grid import SettingsGrid
from fabgen.laser.sheet import LaserSheet
from fabgen.materials.material import LaserSetting
from fabgen.materials.operations import Operation

# LightBurn 2.0, "Color Palette", as quoted by the LightBurnColor table of a public boxes.py derivative.
PALETTE = (
    "#000000", "#0000FF", "#FF0000", "#00E000", "#D0D000", "#FF8000", "#00E0E0", "#FF00FF", "#B4B4B4", "#0000A0",
    "#A00000", "#00A000", "#A0A000", "#C08000", "#00A0FF", "#A000A0", "#808080", "#7D87B9", "#BB7784", "#4A6FE3",
    "#D33F6A", "#8CD78C", "#F0B98D", "#F6C4E1", "#FA9ED4", "#500A78", "#B45A00", "#004754", "#86FA88", "#FFDB66",
)  # fmt: skip
USUAL = {Operation.ENGRAVE: 0, Operation.SCORE: 1, Operation.CUT_INNER: 3, Operation.CUT_OUTER: 2}
INTERVAL = 0.1  # mm between the lines of a fill: 254 lines an inch
# All areas of a layer are filled at once, by the even-odd rule: filled one by one, counters of letters would close.
FILL = "mergeAll"
# By layer, then by priority, each in the order of the file: only inner shapes are moved before outer ones.
ORDER = {
    "ByLayer": 0, "ByGroup": -1, "ByPriority": 1, "WhichDirection": 0, "InnerToOuter": 1, "ByDirection": 0,
    "ReduceTravel": 0, "HideBacklash": 0, "ReduceDirChanges": 0, "ChooseCorners": 0, "AllowReverse": 0,
    "RemoveOverlaps": 0, "OptimalEntryPoint": 0,
}  # fmt: skip
PLACES = 4  # decimal places of a millimetre: rounding then changes an arc less than its Béziers do


def write_sheet(sheet: LaserSheet, machine: Machine) -> bytes:
    """A laser file: layers in working order, then the groups of parts, in the order in which they are cut out. Shapes
    are in the sheet's order in their group, each named after its mark."""
    root = ElementTree.Element("LightBurnProject", AppVersion="1.7.08", FormatVersion="1", MaterialHeight="0",
                               MirrorX="False", MirrorY="False")
    numbers = layer_numbers(machine)
    prefs = ElementTree.SubElement(root, "UIPrefs")
    _values(prefs, {f"Optimize_{name}": value for name, value in ORDER.items()})
    for place, operation in enumerate(machine.order):
        if any(mark.operation is operation for mark in sheet.marks):
            setting = sheet.settings.get(operation) or GUESS[operation]
            filled = machine.operations[operation].paint == "fill"
            _layer(root, operation, numbers[operation], setting, place, filled)
    places = count()
    for part in [*dict.fromkeys(mark.part for mark in reversed(sheet.marks))][::-1]:
        marks = [mark for mark in sheet.marks if mark.part == part]
        shapes = _group(root, part, numbers[marks[0].operation])
        for mark in marks:
            shapes.extend(_shape(path, numbers[mark.operation], mark.id, next(places)) for path in mark.paths)
    ElementTree.SubElement(root, "Notes", ShowOnLoad="1", Notes=_notes(sheet))
    ElementTree.indent(root)
    return ('<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n").encode()


def write_steps(grid: SettingsGrid) -> bytes:
    """A test grid: one layer for each step, in working order."""
    root = ElementTree.Element("LightBurnProject", AppVersion="1.7.08", FormatVersion="1", MaterialHeight="0",
                               MirrorX="False", MirrorY="False")
    prefs = ElementTree.SubElement(root, "UIPrefs")
    _values(prefs, {f"Optimize_{name}": value for name, value in ORDER.items()})
    for number, step in enumerate(grid.steps):
        _add_layer(root, step.name, number, step.setting, number, False)
    contours = [(number, step, path) for number, step in enumerate(grid.steps) for path in step.paths]
    for place, (number, step, path) in enumerate(contours):
        root.append(_shape(path, number, step.name, place))
    ElementTree.SubElement(root, "Notes", ShowOnLoad="1", Notes=f"{grid.title}: a test grid, weakest square first.")
    ElementTree.indent(root)
    return ('<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n").encode()


def grid_colours(_machine: Machine) -> list[str]:
    """The colours for the squares of a test grid: those of the layers after the usual ones."""
    return list(PALETTE[3:28])


def layer_numbers(machine: Machine) -> dict[Operation, int]:
    """The layer of each operation: that of its colour in the palette, else the usual one. No two operations share a
    layer."""
    numbers: dict[Operation, int] = {}
    for operation in reversed(machine.order):  # of two operations with one colour the later keeps it
        colour = machine.operations[operation].colour.upper()
        free = [n for n in (USUAL[operation], *range(len(PALETTE))) if n not in numbers.values()]
        with_its_colour = [n for n in free if PALETTE[n] == colour]
        taken_by_colour = {
            PALETTE.index(p.colour.upper()) for p in machine.operations.values() if p.colour.upper() in PALETTE
        }
        numbers[operation] = [*with_its_colour, *(n for n in free if n not in taken_by_colour), *free][0]
    return numbers


def _layer(
    root: ElementTree.Element, operation: Operation, number: int, setting: LaserSetting, place: int, filled: bool
) -> None:
    """Adds the layer of an operation."""
    _add_layer(root, operation.value, number, setting, place, filled)


def _add_layer(
    root: ElementTree.Element, name: str, number: int, setting: LaserSetting, place: int, filled: bool
) -> None:
    """Adds a layer with its setting; `place` is its place in the working order."""
    node = ElementTree.SubElement(root, "CutSetting", type="Scan" if filled else "Cut")
    values: dict[str, object] = {
        "index": number, "name": name, "minPower": format_number(setting.least_power),
        "maxPower": format_number(setting.power),
        "speed": format_number(setting.speed), "kerf": 0, "priority": place, "numPasses": setting.passes, "doOutput": 1,
        "hide": 0,
    }  # fmt: skip
    _values(
        node,
        values | ({"scanOpt": FILL, "interval": format_number(INTERVAL), "bidir": 1, "crossHatch": 0, "angle": 0}
                  if filled else {}),
    )


def _values(node: ElementTree.Element, values: dict[str, object]) -> None:
    """Adds a child with a `Value` for each entry."""
    for name, value in values.items():
        ElementTree.SubElement(node, name, Value=str(value))


def _notes(sheet: LaserSheet) -> str:
    """The notes of the project: material, kerf and remarks."""
    lines = [
        f"{sheet.name}: {sheet.material}, sheet of {format_number(sheet.width)} x {format_number(sheet.height)} mm.",
        f"A kerf of {format_number(sheet.kerf)} mm is compensated in the drawing: "
        "leave every layer's kerf offset at 0.",
        "Speeds and powers are a place to start: test first on a scrap of the same sheet.",
    ]
    return "\n".join(lines)


def _group(root: ElementTree.Element, name: str, layer: int) -> ElementTree.Element:
    """Adds an empty group; returns the node for its shapes. Its layer is that of its first shape."""
    group = ElementTree.SubElement(root, "Shape", Type="Group", CutIndex=str(layer), Name=name)
    ElementTree.SubElement(group, "XForm").text = "1 0 0 1 0 0"
    return ElementTree.SubElement(group, "Children")


def _shape(path: Path, layer: int, name: str, place: int) -> ElementTree.Element:
    """A contour as a shape: an ellipse for a circle, else a path."""
    circle = whole_circle(path)
    if circle:
        (x, y), radius = circle
        size = format_number(radius, PLACES)
        shape = ElementTree.Element("Shape", Type="Ellipse", CutIndex=str(layer), Name=name, Rx=size, Ry=size)
        ElementTree.SubElement(shape, "XForm").text = f"1 0 0 1 {_point((x, y))}"
        return shape
    vertex_numbers = {"Type": "Path", "CutIndex": str(layer), "Name": name, "VertID": str(place), "PrimID": str(place)}
    shape = ElementTree.Element("Shape", vertex_numbers)
    ElementTree.SubElement(shape, "XForm").text = "1 0 0 1 0 0"
    steps = [step for step in _steps(path) if _point(step[0]) != _point(step[1].to) or isinstance(step[1], Curve)]
    ElementTree.SubElement(shape, "VertList").text = "".join(_vertices(path, steps))
    last = len(steps) - 1
    joins = (f"{'B' if isinstance(step, Curve) else 'L'}{i} {0 if path.closed and i == last else i + 1}"
             for i, (_, step) in enumerate(steps))
    ElementTree.SubElement(shape, "PrimList").text = "".join(joins)
    return shape


_Step = tuple[Point, Line | Curve]


def _steps(path: Path) -> Iterator[_Step]:
    """The lines and Béziers of a path, each with its start."""
    for start, segment in path:
        current = start
        for step in arc_curves(start, segment) if isinstance(segment, Arc) else [segment]:
            yield current, step
            current = step.to


def _vertices(path: Path, steps: list[_Step]) -> Iterator[str]:
    """Each vertex with the handle after it (c0) and the one before it (c1); `c0x1` means none."""
    starts = [start for start, _ in steps] + ([] if path.closed else [steps[-1][1].to])
    for i, p in enumerate(starts):
        leaving = steps[i][1] if i < len(steps) else None
        arriving = steps[i - 1][1] if i or path.closed else None
        handle_after = _handle("c0", leaving.first) if isinstance(leaving, Curve) else "c0x1"
        handle_before = _handle("c1", arriving.second) if isinstance(arriving, Curve) else "c1x1"
        yield f"V{_point(p)}{handle_after}{handle_before}"


def _handle(name: str, p: Point) -> str:
    """A handle as the format writes it."""
    return f"{name}x{format_number(p[0], PLACES)}{name}y{format_number(p[1], PLACES)}"


def _point(p: Point) -> str:
    """A point as the format writes it."""
    return f"{format_number(p[0], PLACES)} {format_number(p[1], PLACES)}"
