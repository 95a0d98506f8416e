"""A LightBurn project → its elements and layers in mm, y up, and every Problem of the file itself.

Read by ElementTree, and by the format of LightBurn's own files: vertices with handles, joined by lines (L) and Béziers
(B). Shapes are accepted in one group for each part, named like it, that neither turns nor moves them; a layer that does
more than our settings say (kerf, tabs, hidden) is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from fabgen.core.problems import Location, Problem
from fabgen.verify.readers.content import Element, FileContent, Layer, doubled_ids, join_contours
from fabgen.verify.readers.contours import FAR, Contour, Points, build_contour, flat_bezier, flat_turn
from fabgen.verify.readers.xml_text import read_xml

_N = r"-?(?:0|[1-9]\d{0,5})(?:\.\d+)?"
_VERTEX = re.compile(rf"V({_N}) ({_N})(?:c0x({_N})c0y({_N})|c0x1)(?:c1x({_N})c1y({_N})|c1x1)")
_JOIN = re.compile(r"([LB])(\d{1,6}) (\d{1,6})")
_PLACE = re.compile(rf"1 0 0 1 ({_N}) ({_N})")
ATTRIBUTES = {
    "Path": {"Type", "CutIndex", "Name", "VertID", "PrimID"},
    "Ellipse": {"Type", "CutIndex", "Name", "Rx", "Ry"},
}
ROOT = {"FormatVersion": "1", "MirrorX": "False", "MirrorY": "False"}
CHILDREN = {"UIPrefs", "CutSetting", "Shape", "Notes"}
PREFERENCES = {  # LightBurn keeps the order of the file, except that holes come before the contour around them
    "Optimize_ByLayer": "0", "Optimize_ByGroup": "-1", "Optimize_ByPriority": "1", "Optimize_InnerToOuter": "1",
    "Optimize_WhichDirection": "0", "Optimize_ByDirection": "0", "Optimize_ReduceTravel": "0",
    "Optimize_HideBacklash": "0", "Optimize_ReduceDirChanges": "0", "Optimize_ChooseCorners": "0",
    "Optimize_AllowReverse": "0", "Optimize_RemoveOverlaps": "0", "Optimize_OptimalEntryPoint": "0",
}  # fmt: skip
FIXED = {"kerf": "0", "doOutput": "1", "hide": "0"}
FIXED_FILL = {"scanOpt": "mergeAll", "bidir": "1", "crossHatch": "0", "angle": "0",
              "interval": "0.1"}  # mm between rows: 254 lines an inch
OWN = {"index", "name", "minPower", "maxPower", "speed", "priority", "numPasses"}  # each layer's own
_Vertex = tuple[Points, Points | None, Points | None]  # a place, the handle after it, the handle before it


def read_lbrn2(path: Path, file: str, size: tuple[float, float]) -> tuple[FileContent | None, list[Problem]]:
    """The content of the file and its Problems; None where nothing can be read. The format has no sheet: `size` in mm
    is that of the manifest."""
    root, problems = read_xml(path, file)
    if root is None:
        return None, problems
    if root.tag != "LightBurnProject":
        return None, [Problem(Location(file), f"this is not a LightBurn project: it opens with `{root.tag}`")]
    problems += _check_project(root, file)
    layers: dict[str, tuple[Layer, str]] = {}
    for node in root.iter("CutSetting"):
        problems += _read_layer(node, file, layers)
    in_file = _read_elements(root, file, layers, problems)
    priorities = {layer.name: layer.priority for layer, _ in layers.values()}
    # LightBurn works layer by layer, so that a hole in one layer is cut before the outline around it in a later one.
    elements = join_contours(sorted(in_file, key=lambda element: priorities.get(element.group, math.inf)))
    problems += doubled_ids(elements, file)
    return FileContent(file, *size, tuple(elements), tuple(layer for layer, _ in layers.values())), problems


def _check_project(root: ElementTree.Element, file: str) -> Iterator[Problem]:
    """Problems of the root, the preferences and the children of the project."""
    for name, right_value in ROOT.items():
        if root.get(name) != right_value:
            yield Problem(Location(file, key=name), f"{name} is `{root.get(name, '')}`, it must be `{right_value}`",
                          "the drawing would lie mirrored, or in another notation")  # fmt: skip
    preferences = {child.tag: child.get("Value", "") for node in root.iter("UIPrefs") for child in node}
    for name in sorted(preferences.keys() | PREFERENCES.keys()):
        value, preference = preferences.get(name, ""), PREFERENCES.get(name)
        if preference is None:
            yield Problem(Location(file, key=name), f"fabgen verify does not know the preference `{name}`")
        elif value != preference:
            yield Problem(Location(file, key=name), f"{name} is `{value}`, it must be `{preference}`",
                          "another order would cut outlines before the holes in them")  # fmt: skip
    for node in root:
        if node.tag not in CHILDREN:
            what = f"a `{node.tag}` stands in the project"
            yield Problem(Location(file, key=node.tag), what, "only shapes can be proven")


def _read_layer(node: ElementTree.Element, file: str, layers: dict[str, tuple[Layer, str]]) -> Iterator[Problem]:
    """Adds a layer by its index. Yields its Problems. Layers are listed in working order, so each must have a later
    priority than those before."""
    values = {child.tag: child.get("Value", "") for child in node}
    index, name, kind = values.get("index", ""), values.get("name", ""), node.get("type", "")
    where = Location(file, key=f"CutSetting {name or index}")
    fixed = FIXED | FIXED_FILL if kind == "Scan" else FIXED
    for key in dict.fromkeys((*values, *fixed)):
        if key not in OWN and fixed.get(key) != values.get(key):
            what = f"the layer has {key} {values[key]}" if key in values else f"the layer has no {key}"
            yield Problem(where, what, "kerf and order are in the drawing, and no layer is hidden")
    try:
        numbers = [float(values[key]) for key in ("speed", "maxPower", "minPower", "numPasses", "priority")]
    except (KeyError, ValueError):
        numbers = [math.nan]
    if kind not in ("Scan", "Cut") or not all(map(math.isfinite, numbers)):
        yield Problem(where, f"the layer of type `{kind}` has no speed, power, passes and priority that can be read")
        return
    speed, power, min_power, passes, priority = numbers
    if index in layers or name in [layer.name for layer, _ in layers.values()]:
        yield Problem(where, f"two layers have the number {index} or the name `{name}`")
    if any(priority <= layer.priority for layer, _ in layers.values()):
        yield Problem(where, f"the priority {priority:g} is not after those of the layers before", "they set the order")
    layers[index] = Layer(name, speed, power, int(passes), priority, min_power), "fill" if kind == "Scan" else "stroke"


def _read_elements(
    root: ElementTree.Element, file: str, layers: dict[str, tuple[Layer, str]], problems: list[Problem]
) -> Iterator[Element]:
    """The shapes of the project as elements, in the order of the file. Adds Problems of shapes that cannot be read, and
    of groups that are not those of parts."""
    groups: set[str] = set()
    for place, (group, node) in enumerate(_shapes_of(root), 1):
        name = node.get("Name", f"shape {place}")
        if node is group:
            problems += _check_group(node, file, groups)
            continue
        in_group = group.get("Name", "") if group is not None else ""
        if in_group and "Name" in node.attrib and name.rpartition(".")[0] != in_group:
            what = f"it is in the group `{in_group}`"
            problems.append(Problem(Location(file, key=name), what, "each part has a group with all its shapes"))
        try:
            contour = _read_contour(node)
        except ValueError as error:
            problems.append(Problem(Location(file, key=name), str(error)))
            continue
        index = node.get("CutIndex", "")
        layer, paint = layers.get(index, (None, ""))
        yield Element(name, layer.name if layer else f"C{index}", paint, f"layer {index}", place, (contour,))


def _shapes_of(root: ElementTree.Element) -> Iterator[tuple[ElementTree.Element | None, ElementTree.Element]]:
    """Every group with itself, every shape with the group that it is in, in the order of the file."""
    for node in root.findall("Shape"):
        if node.get("Type") == "Group":
            yield node, node
            yield from ((node, shape) for shape in node.iterfind("Children/Shape"))
        else:
            yield None, node


def _check_group(node: ElementTree.Element, file: str, groups: set[str]) -> Iterator[Problem]:
    """Problems of a group: it is turned or moved, or there are two of one name. Adds its name to `groups`."""
    name = node.get("Name", "")
    where = Location(file, key=name)
    if node.findtext("XForm", "") != "1 0 0 1 0 0":
        yield Problem(where, "the group is turned, scaled or moved by its XForm")
    if name and name in groups:
        yield Problem(where, f"two groups have the name `{name}`")
    unknown = sorted({*node.attrib} - {"Type", "Name", "CutIndex"}) + [c.tag for c in node if c.tag not in GROUP_PARTS]
    if unknown:
        yield Problem(where, f"a group with {' '.join(unknown)}: only groups of shapes can be proven")
    groups.add(name)


GROUP_PARTS = ("XForm", "Children")


def _read_contour(node: ElementTree.Element) -> Contour:
    """The line of a shape. Raises ValueError, in words, for anything but a flat path or circle."""
    kind = node.get("Type", "")
    unknown_attributes = sorted(set(node.attrib) - ATTRIBUTES.get(kind, set()))
    if kind not in ATTRIBUTES or unknown_attributes or sorted(child.tag for child in node) != _PARTS[kind]:
        raise ValueError(
            f"a shape of type `{kind}` {' '.join(unknown_attributes)}: only flat paths and circles can be proven"
        )
    place = _PLACE.fullmatch(node.findtext("XForm", ""))
    if not place:
        raise ValueError("the shape is turned or scaled by its XForm")
    shift = float(place[1]), float(place[2])
    contour = _read_circle(node, shift) if kind == "Ellipse" else _read_path(node, shift)
    if not contour:
        raise ValueError("the shape draws nothing")
    return contour


_PARTS = {"Path": ["PrimList", "VertList", "XForm"], "Ellipse": ["XForm"]}


def _read_circle(node: ElementTree.Element, centre: tuple[float, float]) -> Contour | None:
    """The line of a circle. Raises ValueError for an ellipse."""
    across, down = (node.get(name, "") for name in ("Rx", "Ry"))
    if across != down or not re.fullmatch(_N, across) or not 0 < (radius := float(across)) < FAR:
        raise ValueError(f"the ellipse of {across} by {down} is no circle")
    west, east = (centre[0] - radius, centre[1]), (centre[0] + radius, centre[1])
    halves = [(flat_turn(centre, radius, turn, math.pi, end), True) for turn, end in ((math.pi, east), (0.0, west))]
    return build_contour(np.array([west]), halves, closed=True)


def _read_path(node: ElementTree.Element, shift: tuple[float, float]) -> Contour | None:
    """The line of a path. Raises ValueError where its vertices and joins do not make one line."""
    vertices = _read_vertices(node.findtext("VertList", ""), shift)
    data = node.findtext("PrimList", "")
    joins = [(kind, int(i), int(j)) for kind, i, j in _JOIN.findall(data)]
    if not joins or "".join(f"{kind}{i} {j}" for kind, i, j in joins) != data:
        raise ValueError("the shape's PrimList holds more than lines and Béziers, one for each")
    broken = joins[0][1] != 0 or any(a[2] != b[1] for a, b in pairwise(joins))
    if broken or max(j for _, _, j in joins) >= len(vertices):
        raise ValueError("the shape's lines do not follow each other")
    closed = joins[-1][2] == 0
    if len({i for _, i, _ in joins}) != len(joins) or len(vertices) != len(joins) + (not closed):
        raise ValueError("the shape has vertices that are not drawn, or are drawn twice")
    steps = [(_flatten_step(kind, vertices[i], vertices[j]), kind == "B") for kind, i, j in joins]
    return build_contour(vertices[0][0].reshape(1, 2), steps, closed)


def _read_vertices(data: str, shift: tuple[float, float]) -> list[_Vertex]:
    """The vertices of a path, moved to their place. Raises ValueError for damaged data."""
    matches = list(_VERTEX.finditer(data))
    if not matches or "".join(match[0] for match in matches) != data:
        raise ValueError("the shape's VertList is damaged")

    def place(x: str | None, y: str | None) -> Points | None:
        return np.array([float(x) + shift[0], float(y) + shift[1]]) if x and y else None

    return [
        (np.add([float(match[1]), float(match[2])], shift), place(match[3], match[4]), place(match[5], match[6]))
        for match in matches
    ]


def _flatten_step(kind: str, start: _Vertex, end: _Vertex) -> Points:
    """The points of one join after its first. Raises ValueError for a Bézier without handles."""
    if kind == "L":
        return end[0].reshape(1, 2)
    if start[1] is None or end[2] is None:
        raise ValueError("a Bézier has no handles")
    return flat_bezier(np.array([start[0], start[1], end[2], end[0]]))
