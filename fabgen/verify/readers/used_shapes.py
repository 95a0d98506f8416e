"""The pictures of a web page → the same pictures with each `use` replaced by the shape that it shows, at its place.

A `use` may show a path of an earlier picture, moved and not changed in any other way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from fabgen.core.problems import Location, Problem
from fabgen.verify.readers.svg import NAMESPACE

USE, PATH = f"{NAMESPACE}use", f"{NAMESPACE}path"
ALLOWED = {"href", "x", "y"}
_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")


def place_used_shapes(root: ElementTree.Element, file: str) -> Iterator[Problem]:
    """Replaces every `use` in a page by a path. Problems: one that shows no earlier path, or that changes it."""
    paths: dict[str, ElementTree.Element] = {}
    for parent in root.iter():
        for place, node in enumerate(parent):
            if node.tag == PATH and "id" in node.attrib:
                paths[node.attrib["id"]] = node
            if node.tag != USE:
                continue
            where, target = Location(file, key=node.get("href", "use")), paths.get(node.get("href", "")[1:])
            if unknown := sorted(set(node.attrib) - ALLOWED):
                yield Problem(where, f"fabgen verify does not know the attribute `{unknown[0]}` of `use`")
            if target is None or not node.get("href", "").startswith("#"):
                yield Problem(where, "this is no shape that was drawn earlier in the page")
                continue
            try:
                data = _move_path(target.get("d", ""), float(node.get("x", "0")), float(node.get("y", "0")))
            except ValueError:
                yield Problem(where, "the place of a shape is damaged")
                continue
            look = {name: value for name, value in target.attrib.items() if name != "id"}
            placed = ElementTree.Element(PATH, {**look, "d": data})
            placed.tail = node.tail
            parent[place] = placed


def _move_path(data: str, dx: float, dy: float) -> str:
    """Path data of absolute M, L, C, A and Z, moved by a distance in its own units. Raises ValueError for others."""
    return " ".join(_move_command(command, [float(value) for value in rest.split()], dx, dy)
                    for command, rest in _COMMAND.findall(data))


def _move_command(command: str, values: list[float], dx: float, dy: float) -> str:
    first = {"M": 0, "L": 0, "C": 0, "A": 5, "Z": 0}.get(command)  # the place of the first coordinate
    if first is None or (len(values) - first) % 2:
        raise ValueError(f"`{command}` with {len(values)} numbers")
    moved = [value + (dy if n % 2 else dx) for n, value in enumerate(values[first:])]
    return " ".join([command, *(repr(value) for value in (*values[:first], *moved))])
