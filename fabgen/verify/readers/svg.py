"""An SVG file → its size and its elements in mm, y up, and every Problem of the file itself.

Read by ElementTree (structure) and svgelements (lengths). A laser file may hold only the subset of SVG
that all laser programs read alike: anything outside of it is read differently by Inkscape 1.2, MeerK40t 0.9.9, K40
Whisperer 0.65, svgelements 1.9 or vpype 1.15.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

from fabgen.core.english import count_things
from fabgen.core.problems import Location, Problem
from fabgen.verify.readers.content import Element, FileContent, doubled_ids, scale_name
from fabgen.verify.readers.contours import read_path_data
from fabgen.verify.readers.svg_styles import apply_styles
from fabgen.verify.readers.xml_text import read_xml

SIZE_TOLERANCE = 0.005  # mm between what a file says and what it must be
SURPLUS = 1 + 5.4e-7  # svgelements counts 0.0393701 inches a mm, a little more than 1 / 25.4
DEEPEST = 20  # groups within groups
_Painted = tuple[ElementTree.Element, str, dict[str, str]]


def read_svg(
    path: Path, file: str, *, strict: bool = True, shapes: bool = True
) -> tuple[FileContent | None, list[Problem]]:
    """The content of the file and its Problems; None where nothing can be read.

    `strict`: everything outside of the subset is a Problem; otherwise it is ignored, but for style sheets. `shapes`:
    whether to read elements, or only the size.
    """
    root, problems = _read_root(path, file)
    if root is None:
        return None, problems
    if not strict and shapes:
        problems += apply_styles(root, file)
    size, scale, size_problems = _check_size(root, file)
    problems += size_problems
    if size is None:
        return None, problems
    if strict:
        problems += check_subset(root, file)
    elements = list(_read_elements(root, file, scale, size[1], problems)) if shapes else []
    if strict:
        problems += doubled_ids(elements, file)
    return FileContent(file, *size, tuple(elements)), problems


def _read_root(path: Path, file: str) -> tuple[ElementTree.Element | None, list[Problem]]:
    """The root element and its Problems; None where the file is no SVG."""
    root, problems = read_xml(path, file)
    if root is not None and root.tag != f"{NAMESPACE}svg":
        return None, [Problem(Location(file), f"this is not an SVG file: it opens with `{tag_of(root)}`")]
    return root, problems


def _check_size(
    root: ElementTree.Element, file: str
) -> tuple[tuple[float, float] | None, tuple[float, float], list[Problem]]:
    """Width and height in mm as svgelements reads them, the mm a unit of the viewBox in x and y, and the Problems of
    the size."""
    missing = [name for name in ("width", "height", "viewBox") if name not in root.attrib]
    if missing:
        what = f"the file has no {' and no '.join(missing)}: programs would guess its size"
        return (
            None,
            (1.0, 1.0),
            [Problem(Location(file, key="svg"), what, "width and height in mm and a viewBox of the same numbers")],
        )
    size_text = " ".join(f'{name}="{root.attrib[name]}"' for name in ("width", "height", "viewBox"))
    problems = []
    if not all(re.fullmatch(r"\d+(\.\d+)?mm", root.attrib[name]) for name in ("width", "height")):
        problems.append(
            Problem(
                Location(file, key="svg"),
                f"the size is not in mm: {size_text}",
                "programs count other units at 72, 90 or 96 dots an inch",
            )
        )
    try:
        size, box = _read_size(root.attrib)
    except (ValueError, TypeError, AttributeError, IndexError):
        return None, (1.0, 1.0), [Problem(Location(file, key="svg"), f"the size cannot be read: {size_text}")]
    if box[0] or box[1] or any(abs(a - b) > SIZE_TOLERANCE for a, b in zip(size, box[2:], strict=True)):
        problems.append(
            Problem(
                Location(file, key="svg"),
                f"the drawing is scaled by {scale_name(size[0] / box[2])} when the file is opened: {size_text}",
                "the viewBox must be 0 0 and the width and height in mm",
            )
        )
    return size, (size[0] / box[2], size[1] / box[3]), problems


def _read_size(attributes: Mapping[str, str]) -> tuple[tuple[float, float], tuple[float, float, float, float]]:
    """Width and height in mm, and the viewBox. Raises ValueError for numbers that are no size."""
    from svgelements import Length

    width, height = (
        round(float(Length(attributes[name]).value(ppi=25.4)) / SURPLUS, 6) for name in ("width", "height")
    )
    x, y, w, h = (float(v) for v in re.split(r"[\s,]+", attributes["viewBox"].strip()))
    if not all(math.isfinite(v) for v in (width, height, x, y, w, h)) or min(width, height, w, h) <= 0:
        raise ValueError
    return (width, height), (x, y, w, h)


def _read_elements(
    root: ElementTree.Element, file: str, scale: tuple[float, float], height: float, problems: list[Problem]
) -> Iterator[Element]:
    """The paths as elements, in the order of the file. Adds Problems of path data."""
    order = 0
    for node, group, paint in _paths(root, file, problems):
        order += 1
        name = node.get("id", f"path {order}")
        fill, stroke = paint.get("fill", "#000000"), paint.get("stroke", "none")
        kind = "" if (fill == "none") == (stroke == "none") else "fill" if stroke == "none" else "stroke"
        try:
            contours = read_path_data(node.get("d", ""), scale, height)
        except ValueError as error:
            problems.append(Problem(Location(file, key=name), str(error)))
            continue
        colour = {"fill": fill, "stroke": stroke, "": f"fill {fill}, stroke {stroke}"}[kind]
        yield Element(name, group, kind, colour, order, contours, paint.get("stroke-width", ""))


def _paths(root: ElementTree.Element, file: str, problems: list[Problem]) -> Iterator[_Painted]:
    """The paths in the order of the file, each with its outermost group and the paint that it has or inherits."""
    waiting: list[tuple[ElementTree.Element, str, dict[str, str], int]] = [(root, "", {}, 0)]
    while waiting:
        node, group, paint, depth = waiting.pop()
        inherited = {**paint, **{key: value for key, value in node.attrib.items() if key in PAINT}}
        if tag_of(node) == "path":
            yield node, group, inherited
        if depth > DEEPEST:
            problems.append(Problem(Location(file, key=node.get("id", tag_of(node))), "elements are nested too deeply"))
            return
        outer_group = group or (node.get("id", "") if tag_of(node) == "g" else "")
        waiting += [(child, outer_group, inherited, depth + 1) for child in reversed(node)]


NAMESPACE = "{http://www.w3.org/2000/svg}"
PAINT = {"fill", "stroke", "stroke-width", "fill-rule", "stroke-linecap", "stroke-linejoin"}
ALLOWED = {
    "svg": {"width", "height", "viewBox", "version", "baseProfile"},
    "defs": set[str](),
    "g": {"id", *PAINT},
    "path": {"id", "d", *PAINT},
}


def tag_of(node: ElementTree.Element) -> str:
    """The name of an element, without its namespace if that is SVG's."""
    return str(node.tag).removeprefix(NAMESPACE)


def check_subset(root: ElementTree.Element, file: str) -> Iterator[Problem]:
    """Problems of elements, attributes and text outside of the subset; one for each kind, with its count."""
    seen: dict[tuple[str, str], list[str]] = {}
    for node in root.iter():
        name = tag_of(node)
        allowed = ALLOWED.get(name) if str(node.tag).startswith(NAMESPACE) else None
        if allowed is None or (name == "svg" and node is not root) or (name in ("defs", "path") and len(node)):
            seen.setdefault(("element", name), []).append(node.get("id", ""))
            continue
        for attribute in sorted(set(node.attrib) - allowed):
            seen.setdefault(("attribute", attribute), []).append(node.get("id", name))
        if (node.text or "").strip() or (node.tail or "").strip():
            seen.setdefault(("words", ""), []).append(node.get("id", name))
    for (kind, name), ids in seen.items():
        yield _unknown_kind(kind, name, ids, file)


_HINTS = {
    "text": "laser programs leave text out or change its font: words are outlines",
    "style": "some programs do not read styles: colours stand in attributes",
    "class": "some programs do not read styles: colours stand in attributes",
    "clip-path": "laser programs cut the whole shape",
    "visibility": "some programs cut what is hidden",
    "opacity": "some programs cut what is hidden",
    "display": "some programs cut what is hidden",
    "use": "some programs drop copies",
    "image": "only paths can be proven",
}


def _unknown_kind(kind: str, name: str, ids: list[str], file: str) -> Problem:
    """The Problem of all elements or attributes of one kind."""
    hint = _HINTS.get(name, "a laser file holds svg, g and path with plain attributes only")
    where = Location(file, key=ids[0] or name)
    if kind == "words":
        return Problem(where, "words stand between the elements", hint)
    count = count_things(len(ids), f"`{name}` {kind}")
    return Problem(where, f"{count}: programs do not agree on what to do with it", hint)
