"""A DXF file of a laser sheet → its size and its elements in mm, y up, and every Problem of the file itself.

Read and audited by ezdxf. Only what all programs read alike is accepted: closed or open polylines and circles in model
space, on visible layers, in the colour of their layer.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from fabgen.core.english import count_things
from fabgen.core.problems import Location, Problem
from fabgen.verify.readers.content import Element, FileContent, doubled_ids, join_contours, scale_name
from fabgen.verify.readers.contours import FAR, Contour, Points, build_contour, flat_turn
from fabgen.verify.readers.xml_text import read_text

APPID = "FABGEN"
MM, VERSION = 4, "AC1024"  # $INSUNITS; R2010
BYLAYER, PAPER = 256, 7
DRAWN = ("LWPOLYLINE", "CIRCLE")
DAMAGE = (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError, RecursionError, AssertionError,
          ZeroDivisionError, StopIteration)  # errors that ezdxf raises for damaged files  # fmt: skip


def read_dxf(path: Path, file: str) -> tuple[FileContent | None, list[Problem]]:
    """The content of the file and its Problems; None where nothing can be read."""
    from ezdxf import DXFError

    text, problems = read_text(path, file)
    if text is None:
        return None, problems
    try:
        return _read_document(text, file)
    except (DXFError, *DAMAGE) as error:
        what = str(error).splitlines()[0][:80] if str(error) else type(error).__name__
        return None, [Problem(Location(file), f"the file is damaged: {what}", "build the game again")]


def _read_document(text: str, file: str) -> tuple[FileContent, list[Problem]]:
    """The content of a DXF text and its Problems. May raise any error of ezdxf."""
    import ezdxf

    document = ezdxf.read(io.StringIO(text))
    audit = document.audit()
    messages = [str(entry.message) for entry in (*audit.errors, *audit.fixes)]
    problems = [
        Problem(Location(file), f"ezdxf audit: {message}", "other readers mend this in other ways")
        for message in messages
    ]
    problems += _check_header(document, file)
    x, y = document.header["$LIMMAX"][:2]
    problems += _check_entities(document, file)
    contours = [pair for pair in map(_read_contour, _drawn_entities(document)) if pair is not None]
    elements = join_contours(_element(document, entity, contour) for entity, contour in contours)
    problems += list(doubled_ids(elements, file))
    lost = sum(1 for _ in _drawn_entities(document)) - len(contours)
    problems += (
        [Problem(Location(file), f"{count_things(lost, 'contour')} cannot be read: no place on a sheet")]
        if lost
        else []
    )
    return FileContent(file, float(x), float(y), tuple(elements)), problems


def _check_header(document: Any, file: str) -> Iterator[Problem]:
    """Problems of version, unit and origin."""
    from ezdxf.enums import InsertUnits
    from ezdxf.units import conversion_factor

    units = int(document.header.get("$INSUNITS", 0))
    if units != MM:
        scale = conversion_factor(InsertUnits(units), InsertUnits.Millimeters) if units else 0.0
        consequence = (
            f"programs scale it by {scale_name(scale)}" if scale else "it has no unit: programs would guess its size"
        )
        yield Problem(
            Location(file, key="$INSUNITS"), f"the drawing is not in mm: {consequence}", "$INSUNITS must be 4"
        )
    if document.dxfversion != VERSION:
        yield Problem(Location(file, key="$ACADVER"), f"the file is {document.acad_release}, not R2010")
    if document.header.get("$MEASUREMENT") != 1:
        yield Problem(Location(file, key="$MEASUREMENT"), "the drawing does not say that it is metric")
    if any(abs(v) > 1e-9 for v in document.header["$LIMMIN"][:2]):
        yield Problem(Location(file, key="$LIMMIN"), "the sheet does not begin at 0, 0")


def _check_entities(document: Any, file: str) -> Iterator[Problem]:
    """Problems of everything in the file that is not drawn, or that programs read differently."""
    used = {entity.dxf.layer for entity in document.modelspace()}
    for layer in document.layers:
        if layer.dxf.name in used and (layer.is_off() or layer.is_frozen() or not layer.dxf.plot):
            yield Problem(Location(file, key=layer.dxf.name), "the layer is hidden", "some programs cut what is hidden")
    drawn_ids = {id(entity) for entity in _drawn_entities(document)}
    for entity in document.entitydb.values():
        if entity.dxftype() in _GRAPHIC and id(entity) not in drawn_ids:
            name = _name(entity)
            what = f"a {entity.dxftype()} stands outside of what is drawn"
            yield Problem(Location(file, key=name), what, "a laser file holds polylines and circles alone")
    for entity in _drawn_entities(document):
        for what in _find_oddities(document, entity):
            yield Problem(Location(file, key=_name(entity)), what)


_GRAPHIC = {
    "LINE", "ARC", "ELLIPSE", "SPLINE", "TEXT", "MTEXT", "HATCH", "INSERT", "POINT", "SOLID", "TRACE", "IMAGE",
    "POLYLINE", "3DFACE", "DIMENSION", "LEADER", "MPOLYGON", "HELIX", "RAY", "XLINE", "ATTRIB", "REGION", "MESH",
    "WIPEOUT", "TOLERANCE", "SHAPE", "VIEWPORT", *DRAWN,
} - {"VIEWPORT"}  # fmt: skip


def _drawn_entities(document: Any) -> Iterator[Any]:
    """The polylines and circles in model space."""
    yield from (entity for entity in document.modelspace() if entity.dxftype() in DRAWN)


def _find_oddities(document: Any, entity: Any) -> Iterator[str]:
    """What programs would read differently about an entity."""
    if tuple(entity.dxf.get("extrusion", (0, 0, 1))) != (0, 0, 1) or _height(entity):
        yield "the contour does not lie flat: programs leave it out or turn it over"
    if entity.dxf.get("invisible", 0):
        yield "the contour is hidden: some programs cut what is hidden"
    if entity.dxftype() == "LWPOLYLINE" and (entity.dxf.get("const_width", 0) or any(p[2] or p[3] for p in entity)):
        yield "the line has a width: programs engrave lines that are wide"
    if entity.dxf.layer in document.layers and _hex(entity) not in (_hex(document.layers.get(entity.dxf.layer)), ""):
        yield f"its colour {_hex(entity)} is not that of its layer {entity.dxf.layer}: readers go by either"


def _height(entity: Any) -> float:
    """How far an entity is above the plane."""
    if entity.dxftype() == "CIRCLE":
        return float(entity.dxf.center.z)
    return float(entity.dxf.get("elevation", 0))


def _name(entity: Any) -> str:
    """The id in the extended data, or else the type and handle that every entity has."""
    if entity.has_xdata(APPID):
        return next((str(tag.value) for tag in entity.get_xdata(APPID) if tag.code == 1000), "")
    return f"{entity.dxftype()} {entity.dxf.handle}"


def _hex(entity: Any) -> str:
    """The colour of an entity or a layer as `#RRGGBB`; empty where the entity takes that of its layer."""
    from ezdxf.colors import DXF_DEFAULT_COLORS, int2rgb

    if entity.dxf.hasattr("true_color"):
        r, g, b = int2rgb(entity.dxf.true_color)
    elif entity.dxf.color == BYLAYER:
        return ""
    elif abs(entity.dxf.color) == PAPER:
        return "#000000"
    else:
        r, g, b = int2rgb(DXF_DEFAULT_COLORS[abs(entity.dxf.color)])
    return f"#{r:02X}{g:02X}{b:02X}"


def _element(document: Any, entity: Any, contour: Contour) -> Element:
    """An entity with its line as an element."""
    layer = document.layers.get(entity.dxf.layer) if entity.dxf.layer in document.layers else None
    colour = _hex(entity) or (_hex(layer) if layer else "")
    return Element(_name(entity), entity.dxf.layer.lower(), "stroke", colour, 0, (contour,))


def _read_contour(entity: Any) -> tuple[Any, Contour] | None:
    """An entity with its line; None where it has no length or lies off every sheet."""
    try:
        contour = _read_circle(entity) if entity.dxftype() == "CIRCLE" else _read_polyline(entity)
    except ValueError:
        return None
    return (entity, contour) if contour else None


def _read_circle(entity: Any) -> Contour | None:
    """The line of a circle, from west over south and east; None for an impossible radius."""
    x, y, radius = float(entity.dxf.center.x), float(entity.dxf.center.y), float(entity.dxf.radius)
    if not 0 < radius < FAR:
        return None
    west, east = (x - radius, y), (x + radius, y)
    halves = [(flat_turn((x, y), radius, turn, math.pi, end), True) for turn, end in ((math.pi, east), (0.0, west))]
    return build_contour(np.array([west]), halves, closed=True)


def _read_polyline(entity: Any) -> Contour | None:
    """The line of a polyline; None where it has no segment."""
    corners = [(float(x), float(y), float(bulge)) for x, y, bulge in entity.get_points("xyb")]
    pairs = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    steps = [(_flatten_segment((x, y), (u, v), bulge), bulge != 0) for (x, y, bulge), (u, v, _) in pairs]
    if not entity.closed:
        steps.pop()
    return build_contour(np.array([corners[0][:2]]), steps, entity.closed) if steps else None


def _flatten_segment(start: tuple[float, float], end: tuple[float, float], bulge: float) -> Points:
    """The points of a segment after its first. The centre of a bulge comes from ezdxf."""
    from ezdxf.math import bulge_center, bulge_radius

    if not bulge or math.dist(start, end) < 1e-9:
        return np.array([end])
    centre = bulge_center(start, end, bulge)
    first = math.atan2(start[1] - centre.y, start[0] - centre.x)
    return flat_turn((centre.x, centre.y), float(bulge_radius(start, end, bulge)), first, 4 * math.atan(bulge), end)
