"""A laser file → its contours in the file's order, in mm, y up, as other people's readers see them: svgelements for
SVG, ezdxf for DXF, MeerK40t's loader for LightBurn projects, pdfplumber for PDF. Nothing of fabgen is used here."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
MM = 25.4 / 72


@dataclass(frozen=True)
class Contour:
    """One line: `look` is how the file says what is done along it, `id` is empty where the reader knows none."""

    id: str
    look: tuple[str, str]  # fill or stroke and #RRGGBB; the layer's name in DXF and projects
    points: Points
    closed: bool


@dataclass(frozen=True)
class Seen:
    """What a reader makes of a file; its size where the format has one."""

    size: tuple[float, float] | None
    contours: tuple[Contour, ...]


def read(form: str, data: bytes) -> Seen:
    """A file in one of the formats."""
    return READERS[form](data)


def svg(data: bytes) -> Seen:
    from svgelements import SVG, Close, Path

    root = ElementTree.fromstring(data)
    width, height = (float(root.attrib[side].removesuffix("mm")) for side in ("width", "height"))
    found = []
    for shape in SVG.parse(io.BytesIO(data), ppi=25.4, reify=True).elements():
        if isinstance(shape, Path):
            fill, stroke = (str(colour.hex).upper() if colour.value is not None else ""
                            for colour in (shape.fill, shape.stroke))  # fmt: skip
            look = ("both", fill + stroke) if fill and stroke else ("fill", fill) if fill else ("stroke", stroke)
            for sub in shape.as_subpaths():
                segments = list(Path(sub))
                points = np.concatenate([_sampled(s) for s in segments])
                closed = isinstance(segments[-1], Close)
                found.append(Contour(str(shape.id), look, points * [1, -1] + [0, height], closed))
    return Seen((width, height), tuple(found))


def _sampled(segment: Any) -> Points:
    if type(segment).__name__ in ("Line", "Close", "Move"):
        return np.array([(float(segment.end.x), float(segment.end.y))])
    count = 65 if type(segment).__name__ == "Arc" else 13
    return np.asarray(segment.npoint(np.linspace(0, 1, count)[1:]), dtype=float)


def dxf(data: bytes) -> Seen:
    import ezdxf
    from ezdxf.path import make_path

    document = ezdxf.read(io.StringIO(data.decode()))
    assert document.header["$INSUNITS"] == 4
    size = document.header["$LIMMAX"]
    found = []
    for entity in document.modelspace():
        line = make_path(entity)
        points = np.array([(p.x, p.y) for p in line.flattening(0.001)])
        if line.is_closed and np.abs(points[0] - points[-1]).max() < 1e-9:
            points[-1] = points[0]  # ezdxf reckons the end of a bulge anew
        name = str(entity.get_xdata("FABGEN")[0].value)
        found.append(Contour(name, ("layer", entity.dxf.layer), points, line.is_closed))
    return Seen((float(size[0]), float(size[1])), tuple(found))


class _Branch:
    """What MeerK40t's loader puts shapes and operations into."""

    def __init__(self, found: list[Contour]) -> None:
        self.found, self.label, self.node_lock, self.note = found, "", nullcontext(), ""

    def remove_all_children(self) -> None: ...

    def focus(self) -> None: ...

    def add(self, type: str, **known: Any) -> Any:
        made = _Branch(self.found)
        made.label, made.type, made.known = known.get("label", ""), type, known  # type: ignore[attr-defined]
        return made

    def add_reference(self, node: Any) -> None:
        points, closed = _meerk40t_points(node.type, node.known)
        self.found.append(Contour("", ("layer", self.label), points, closed))


def _meerk40t_points(kind: str, known: dict[str, Any]) -> tuple[Points, bool]:
    from meerk40t.core.geomstr import Geomstr
    from meerk40t.core.units import UNITS_PER_MM

    if kind == "elem ellipse":
        geometry, count = Geomstr.circle(known["rx"], known["cx"], known["cy"]), 48
        geometry.transform(known["matrix"])
    else:
        geometry, count = known["geometry"], 12
    lines = list(geometry.as_interpolated_points(interpolate=count))
    points = np.array([(p.real, p.imag) for p in lines if p is not None]) / UNITS_PER_MM
    return points, bool(np.hypot(*(points[0] - points[-1])) < 1e-6)


def lbrn2(data: bytes) -> Seen:
    from meerk40t.extra.lbrn import LbrnLoader

    found: list[Contour] = []
    elements: Any = _Branch(found)
    elements.op_branch = elements.elem_branch = _Branch(found)
    LbrnLoader.parse("", io.StringIO(data.decode()), elements)
    return Seen(None, tuple(found))


def pdf(data: bytes) -> Seen:
    import pdfplumber
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as document:
        steps = pikepdf.parse_content_stream(document.pages[0])
        order = [str(step.operands[0])[1:] for step in steps if str(step.operator) == "BMC"]
    page = pdfplumber.open(io.BytesIO(data)).pages[0]
    found = tuple(_drawn(thing) for thing in page.layout if hasattr(thing, "original_path"))
    assert list(dict.fromkeys(contour.id for contour in found)) == order, "two readers see the marks in one order"
    return Seen((float(page.width) * MM, float(page.height) * MM), found)


def _drawn(thing: Any) -> Contour:
    kind = "both" if thing.fill and thing.stroke else "fill" if thing.fill else "stroke"
    ink = thing.non_stroking_color if thing.fill else thing.stroking_color
    look = kind, "#" + "".join(f"{round(255 * v):02X}" for v in ink)
    points = np.concatenate(list(_path(thing.original_path)))
    closed = thing.original_path[-1][0] == "h"
    if closed and np.abs(points[0] - points[-1]).max() > 1e-9:
        points = np.concatenate([points, points[:1]])
    return Contour(str(thing.tag or ""), look, points * MM, closed)


def _path(steps: list[Any]) -> Iterator[Points]:
    here = np.zeros(2)
    for kind, *places in steps:
        spots = np.array(places, dtype=float).reshape(-1, 2)
        if kind in ("m", "l"):
            yield spots
        elif kind == "c":
            t = np.linspace(0, 1, 13)[1:, None]
            p, q, r, s = here, *spots
            yield (1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * q + 3 * (1 - t) * t**2 * r + t**3 * s
        here = spots[-1] if len(spots) else here


READERS: dict[str, Callable[[bytes], Seen]] = {"svg": svg, "dxf": dxf, "lbrn2": lbrn2, "pdf": pdf}
