"""An SVG file → its size and its elements in mm, y up, and every Problem of the file as a file.

Read by ElementTree (structure) and svgelements (lengths and path data); files with a DOCTYPE are refused unread, since
entities can hide or multiply what is cut.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from fabgen.base import Problem, Where, plural
from fabgen.units import number
from fabgen.verify.geometry import Ring, rings
from fabgen.verify.shapes import polygons
from fabgen.verify.subset import NAMESPACE, PAINT, strange, tag_of

if TYPE_CHECKING:
    from shapely import Polygon

LARGEST = 60_000_000  # bytes
SIZE_TOLERANCE = 0.005  # mm between what a file says and what it must be
SURPLUS = 1 + 5.4e-7  # svgelements counts 0.0393701 inches a mm
MOST = 6  # Problems of one kind that are told one by one
DEEPEST = 20
_Painted = tuple[ElementTree.Element, str, dict[str, str]]
KNOWN_SCALES = {
    96 / 72: "96/72",
    96 / 90: "96/90",
    90 / 96: "90/96",
    72 / 96: "72/96",
    25.4: "25.4 (inches as mm)",
    1 / 25.4: "1/25.4 (mm as inches)",
    96 / 25.4: "96/25.4 (pixels)",
    72 / 25.4: "72/25.4 (points)",
    25.4 / 96: "25.4/96",
    25.4 / 72: "25.4/72",
    10.0: "10",
    0.1: "1/10",
}


@dataclass(frozen=True)
class Element:
    """One path of a file: `paint` is fill or stroke, empty where it has both or none; `order` counts."""

    id: str
    group: str
    paint: str
    colour: str
    order: int
    rings: tuple[Ring, ...] = field(repr=False)

    @cached_property
    def areas(self) -> list[Polygon]:
        """What it fills, even-odd, as separate polygons."""
        return polygons(self.rings)

    @property
    def spot(self) -> tuple[float, float]:
        """A point of it, in mm from the lower left corner."""
        return self.rings[0].spot


@dataclass(frozen=True)
class Svg:
    """What a file shows: `file` as Problems name it, width and height in mm, elements in the order of the file."""

    file: str
    width: float
    height: float
    elements: tuple[Element, ...]

    def problem(self, key: str, what: str, hint: str = "", spot: tuple[float, float] | None = None) -> Problem:
        """A Problem of an element; a place is told from the left and the top, as most programs show it."""
        place = (
            f", {number(spot[0], 1)} mm from the left and {number(self.height - spot[1], 1)} mm from the top"
            if spot
            else ""
        )
        return Problem(Where(self.file, key=key), what + place, hint)


def few(problems: Iterable[Problem], most: int = MOST) -> list[Problem]:
    """The first Problems of one kind, and how many more there are."""
    found = list(problems)
    if len(found) <= most:
        return found
    rest = Problem(
        Where(found[0].where.file), f"{plural(len(found) - most, 'more problem')} like this: {found[most].what}"
    )
    return [*found[:most], rest]


def read_svg(path: Path, file: str, *, strict: bool = True, shapes: bool = True) -> tuple[Svg | None, list[Problem]]:
    """The file and its Problems; None where nothing can be read. `strict` lets the boring subset through alone;
    otherwise what else there is is passed over. Without `shapes` the size alone is read."""
    root, problems = _root(path, file)
    if root is None:
        return None, problems
    size, scale, wrong = _size(root, file)
    problems += wrong
    if size is None:
        return None, problems
    if strict:
        problems += strange(root, file)
    elements = list(_elements(root, file, scale, size[1], problems)) if shapes else []
    if strict:
        problems += _twice(elements, file)
    return Svg(file, *size, tuple(elements)), problems


def _root(path: Path, file: str) -> tuple[ElementTree.Element | None, list[Problem]]:
    try:
        data = path.read_bytes() if path.stat().st_size <= LARGEST else None
    except OSError as error:
        return None, [Problem(Where(file), f"the file cannot be read: {error.strerror or error}")]
    if data is None:
        return None, [
            Problem(
                Where(file), f"the file has more than {LARGEST // 1_000_000} MB", "no sheet of fabgen is that large"
            )
        ]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, [Problem(Where(file), f"this is not an SVG file of fabgen: byte {error.start + 1} is not UTF-8")]
    if re.search(r"<!\s*(DOCTYPE|ENTITY)|<\?(?!xml\s)", text, re.IGNORECASE) or re.match(
        r"""<\?xml[^>]*encoding\s*=\s*["'](?!utf-8)""", text, re.IGNORECASE
    ):
        return None, [
            Problem(
                Where(file),
                "the file declares a document type, a style sheet or another encoding: it is not read",
                "entities can hide or multiply what is cut",
            )
        ]
    return _parse(text, file)


def _parse(text: str, file: str) -> tuple[ElementTree.Element | None, list[Problem]]:
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        return None, [
            Problem(
                Where(file, line, column + 1),
                f"the file is damaged: {str(error).split(':')[0]}",
                "build the game again",
            )
        ]
    except (ValueError, RecursionError) as error:
        return None, [Problem(Where(file), f"the file is damaged: {error}", "build the game again")]
    if root.tag != f"{NAMESPACE}svg":
        return None, [Problem(Where(file), f"this is not an SVG file: it opens with `{tag_of(root)}`")]
    return root, []


def _size(
    root: ElementTree.Element, file: str
) -> tuple[tuple[float, float] | None, tuple[float, float], list[Problem]]:
    """Width and height in mm as svgelements reads them, and mm a unit of the viewBox."""
    missing = [name for name in ("width", "height", "viewBox") if name not in root.attrib]
    if missing:
        what = f"the file has no {' and no '.join(missing)}: programs would guess its size"
        return (
            None,
            (1.0, 1.0),
            [Problem(Where(file, key="svg"), what, "width and height in mm and a viewBox of the same numbers")],
        )
    shown = " ".join(f'{name}="{root.attrib[name]}"' for name in ("width", "height", "viewBox"))
    problems = []
    if not all(re.fullmatch(r"\d+(\.\d+)?mm", root.attrib[name]) for name in ("width", "height")):
        problems.append(
            Problem(
                Where(file, key="svg"),
                f"the size is not in mm: {shown}",
                "programs count other units at 72, 90 or 96 dots an inch",
            )
        )
    try:
        size, box = _measured(root.attrib)
    except (ValueError, TypeError, AttributeError, IndexError):
        return None, (1.0, 1.0), [Problem(Where(file, key="svg"), f"the size cannot be read: {shown}")]
    if box[0] or box[1] or any(abs(a - b) > SIZE_TOLERANCE for a, b in zip(size, box[2:], strict=True)):
        problems.append(
            Problem(
                Where(file, key="svg"),
                f"the drawing is scaled by {scale_name(size[0] / box[2])} when the file is opened: {shown}",
                "the viewBox must be 0 0 and the width and height in mm",
            )
        )
    return size, (size[0] / box[2], size[1] / box[3]), problems


def _measured(attributes: Mapping[str, str]) -> tuple[tuple[float, float], tuple[float, float, float, float]]:
    from svgelements import Length

    width, height = (
        round(float(Length(attributes[name]).value(ppi=25.4)) / SURPLUS, 6) for name in ("width", "height")
    )
    x, y, w, h = (float(v) for v in re.split(r"[\s,]+", attributes["viewBox"].strip()))
    if not all(math.isfinite(v) for v in (width, height, x, y, w, h)) or min(width, height, w, h) <= 0:
        raise ValueError
    return (width, height), (x, y, w, h)


def scale_name(scale: float) -> str:
    """A scale, with the mistake that it is known for."""
    known = next((name for value, name in KNOWN_SCALES.items() if abs(scale / value - 1) < 2e-4), "")
    return f"{scale:.4g}" + (f" = {known}" if known else "")


def _elements(
    root: ElementTree.Element, file: str, scale: tuple[float, float], height: float, problems: list[Problem]
) -> Iterator[Element]:
    order = 0
    for node, group, paint in _paths(root, file, problems):
        order += 1
        name = node.get("id", f"path {order}")
        fill, stroke = paint.get("fill", "#000000"), paint.get("stroke", "none")
        kind = "" if (fill == "none") == (stroke == "none") else "fill" if stroke == "none" else "stroke"
        try:
            found = rings(node.get("d", ""), scale, height)
        except ValueError as error:
            problems.append(Problem(Where(file, key=name), str(error)))
            continue
        colour = {"fill": fill, "stroke": stroke, "": f"fill {fill}, stroke {stroke}"}[kind]
        yield Element(name, group, kind, colour, order, found)


def _paths(root: ElementTree.Element, file: str, problems: list[Problem]) -> Iterator[_Painted]:
    """Paths in the order of the file, each with its outermost group and the paint that it has or inherits."""
    waiting: list[tuple[ElementTree.Element, str, dict[str, str], int]] = [(root, "", {}, 0)]
    while waiting:
        node, group, paint, depth = waiting.pop()
        own = {**paint, **{key: value for key, value in node.attrib.items() if key in PAINT}}
        if tag_of(node) == "path":
            yield node, group, own
        if depth > DEEPEST:
            problems.append(Problem(Where(file, key=node.get("id", tag_of(node))), "elements are nested too deeply"))
            return
        inside = group or (node.get("id", "") if tag_of(node) == "g" else "")
        waiting += [(child, inside, own, depth + 1) for child in reversed(node)]


def _twice(elements: list[Element], file: str) -> Iterator[Problem]:
    seen: set[str] = set()
    for element in elements:
        if element.id in seen:
            yield Problem(Where(file, key=element.id), "two elements have this id")
        seen.add(element.id)
