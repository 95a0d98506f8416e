"""An XML tree → what is in it that not all laser programs read alike. Only the boring subset of SVG is let through.

Each refused thing is known to be read in different ways: tried with Inkscape 1.2, MeerK40t 0.9.9, K40 Whisperer 0.65,
svgelements 1.9 and vpype 1.15.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from fabgen.core.problems import Location, Problem, count_things

NAMESPACE = "{http://www.w3.org/2000/svg}"
PAINT = {"fill", "stroke", "stroke-width", "fill-rule", "stroke-linecap", "stroke-linejoin"}
ALLOWED = {
    "svg": {"width", "height", "viewBox", "version", "baseProfile"},
    "defs": set[str](),
    "g": {"id", *PAINT},
    "path": {"id", "d", *PAINT},
}


def tag_of(node: ElementTree.Element) -> str:
    """The name of an element, without its namespace where that is SVG's."""
    return str(node.tag).removeprefix(NAMESPACE)


def strange(root: ElementTree.Element, file: str) -> Iterator[Problem]:
    """Elements, attributes and words that are not of the subset; each kind once, with its count."""
    seen: dict[tuple[str, str], list[str]] = {}
    for node in root.iter():
        name = tag_of(node)
        known = ALLOWED.get(name) if str(node.tag).startswith(NAMESPACE) else None
        if known is None or (name == "svg" and node is not root) or (name in ("defs", "path") and len(node)):
            seen.setdefault(("element", name), []).append(node.get("id", ""))
            continue
        for attribute in sorted(set(node.attrib) - known):
            seen.setdefault(("attribute", attribute), []).append(node.get("id", name))
        if (node.text or "").strip() or (node.tail or "").strip():
            seen.setdefault(("words", ""), []).append(node.get("id", name))
    for (kind, name), ids in seen.items():
        yield _stranger(kind, name, ids, file)


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


def _stranger(kind: str, name: str, ids: list[str], file: str) -> Problem:
    hint = _HINTS.get(name, "a laser file holds svg, g and path with plain attributes only")
    where = Location(file, key=ids[0] or name)
    if kind == "words":
        return Problem(where, "words stand between the elements", hint)
    count = count_things(len(ids), f"`{name}` {kind}")
    return Problem(where, f"{count}: programs do not agree on what to do with it", hint)
