"""A part or a sheet and its material → a picture of the cut product: the sheet's own colour, engraving as frost or
scorch, holes open; and a picture of its lines in the machine's colours, in the order in which they are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from fabgen.artwork.drawing import Drawing, Lettering
from fabgen.artwork.export.svg import NAMESPACE, path_data
from fabgen.artwork.path import Path, rectangle
from fabgen.artwork.text import text_outlines
from fabgen.artwork.themes import load_theme, mix_colours, split_hex, tone_colour
from fabgen.core.units import format_number
from fabgen.laser.machine import Machine
from fabgen.laser.sheet import LaserSheet
from fabgen.materials.material import Stock
from fabgen.materials.operations import Operation

WOOD = {"plywood": "#e2c391", "MDF": "#b8926a", "card": "#d8d2c4"}  # the colours of sheets that are not dyed
CLEAR = "#d3e1e8"
BENCH = "#f3f4f5"  # what shows through a hole
MARGIN = 3.0  # mm around a picture
DARK = 150  # of 255: on sheets that are lighter, frost is a darker tint
Operations = Sequence[tuple[Operation, tuple[Path, ...]]]


@dataclass(frozen=True)
class MaterialLook:
    """The colours of a sheet: its face, its edge, and what is engraved."""

    face: str
    edge: str
    frost: str


def look_of(stock: Stock) -> MaterialLook:
    """The look of a piece of stock in its colour."""
    kind = stock.material.kind
    if kind in WOOD:
        face = WOOD[kind]
        return MaterialLook(face, mix_colours(face, "#2b1a0c", 0.75), mix_colours(face, "#3a2412", 0.75))
    tone = CLEAR if stock.colour in ("", "clear") else tone_colour(load_theme("colour"), stock.colour)
    red, green, blue = split_hex(tone)
    is_light = 0.3 * red + 0.59 * green + 0.11 * blue > DARK
    frost = mix_colours(tone, "#3d474f", 0.7) if is_light else mix_colours(tone, "#ffffff", 0.75)
    return MaterialLook(tone, mix_colours(tone, "#101418", 0.55), frost)


def operations_of(drawing: Drawing, machine: Machine) -> Operations:
    """The operations of a part's drawing, by the roles of a machine."""
    return [(operation, tuple(_paths_of(item))) for item in drawing.items
            if (operation := machine.roles[item.role]) is not None]


def _paths_of(item: object) -> Iterable[Path]:
    if isinstance(item, Lettering):
        return [path for glyph in text_outlines(item.text) for path in glyph]
    paths: tuple[Path, ...] = getattr(item, "paths", ())
    return paths


def draw_part_as_made(drawing: Drawing, machine: Machine, stock: Stock) -> bytes:
    """A single part as it will look."""
    x0, y0, x1, y1 = drawing.bounds()
    moved = drawing.moved(MARGIN - x0, MARGIN - y0)
    size = x1 - x0 + 2 * MARGIN, y1 - y0 + 2 * MARGIN
    svg = _Svg(*size)
    _paint_made(svg, operations_of(moved, machine), look_of(stock))
    return svg.data()


def draw_sheet_as_made(sheet: LaserSheet, stock: Stock) -> bytes:
    """The parts of a sheet as they will look, in their places on it."""
    svg, look = _Svg(sheet.width, sheet.height), look_of(stock)
    svg.add([rectangle(0, 0, sheet.width, sheet.height)], fill=mix_colours(look.face, "#ffffff", 0.8),
            stroke=look.edge, width=0.4)
    _paint_made(svg, [(mark.operation, mark.paths) for mark in sheet.marks], look)
    return svg.data()


def draw_sheet_lines(sheet: LaserSheet, machine: Machine) -> bytes:
    """The lines of a sheet in the machine's colours: areas filled, lines at least as wide as they can be seen."""
    svg = _Svg(sheet.width, sheet.height)
    svg.add([rectangle(0, 0, sheet.width, sheet.height)], fill="#ffffff", stroke="#9aa2a9", width=0.6)
    for mark in sheet.marks:
        paint = machine.operations[mark.operation]
        if paint.paint == "fill":
            svg.add(mark.paths, fill=paint.colour)
        else:
            svg.add(mark.paths, stroke=paint.colour, width=0.5)
    return svg.data()


def list_steps(sheet: LaserSheet, machine: Machine) -> list[dict[str, object]]:
    """The marks of a sheet in working order, each with its operation, colour, part and path, for the page to play."""
    return [{"operation": mark.operation.value, "colour": machine.operations[mark.operation].colour,
             "is_area": machine.operations[mark.operation].paint == "fill", "part": mark.part,
             "path": path_data(mark.paths, sheet.height)} for mark in sheet.marks]


def _paint_made(svg: _Svg, operations: Operations, look: MaterialLook) -> None:
    """Paints faces first, then holes, then what is engraved and scored."""
    layers: tuple[tuple[Operation, dict[str, object]], ...] = (
        (Operation.CUT_OUTER, {"fill": look.face, "stroke": look.edge, "width": 0.35}),
        (Operation.CUT_INNER, {"fill": BENCH, "stroke": look.edge, "width": 0.35}),
        (Operation.ENGRAVE, {"fill": look.frost}),
        (Operation.SCORE, {"stroke": look.frost, "width": 0.45}),
    )
    for wanted, style in layers:
        for operation, paths in operations:
            if operation is wanted:
                svg.add(paths, **style)  # type: ignore[arg-type]


class _Svg:
    """A picture of `width` x `height` mm that grows path by path."""

    def __init__(self, width: float, height: float) -> None:
        self.height = height
        size = format_number(width), format_number(height)
        self.root = ElementTree.Element("svg", {
            "xmlns": NAMESPACE, "version": "1.1", "width": f"{size[0]}mm", "height": f"{size[1]}mm",
            "viewBox": f"0 0 {size[0]} {size[1]}"})

    def add(self, paths: Iterable[Path], fill: str = "none", stroke: str = "", width: float = 0.0) -> None:
        """Adds paths as one shape."""
        values = {"fill": fill, "fill-rule": "evenodd", "d": path_data(paths, self.height)}
        if stroke:
            values |= {"stroke": stroke, "stroke-width": format_number(width), "stroke-linejoin": "round"}
        ElementTree.SubElement(self.root, "path", values)

    def data(self) -> bytes:
        """The file."""
        data: bytes = ElementTree.tostring(self.root, encoding="utf-8", xml_declaration=True)
        return data


def colours_in_order(sheet: LaserSheet, machine: Machine) -> Iterator[tuple[str, str]]:
    """Each operation on a sheet with its colour, in the order of the machine."""
    present = {mark.operation for mark in sheet.marks}
    yield from ((operation.value, machine.operations[operation].colour) for operation in machine.order
                if operation in present)
