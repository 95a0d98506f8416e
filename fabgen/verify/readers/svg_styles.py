"""The style sheet of a figure's SVG → the same elements with their looks as attributes, and what could not be read.

Read by a parser of its own, because no reader of SVG that verify uses knows style sheets. It knows what a figure may
have, rules of one class or of all `text` with plain values, and reports everything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from fabgen.core.problems import Location, Problem

NAMESPACE = "{http://www.w3.org/2000/svg}"
LOOKS = {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray"}
_RULE = re.compile(r"\s*(\.[A-Za-z][\w-]*|text)\s*\{([^{}]*)\}")


def apply_styles(root: ElementTree.Element, file: str) -> list[Problem]:
    """Turns the classes of all elements into attributes, and removes the style sheet. Returns the Problems of rules
    that are not known and of classes that have no rule."""
    sheets = [(parent, node) for parent in root.iter() for node in parent if node.tag == f"{NAMESPACE}style"]
    rules, problems = dict[str, dict[str, str]](), list[Problem]()
    for parent, sheet in sheets:
        problems += _read_rules(sheet.text or "", rules, file)
        parent.remove(sheet)
    for node in root.iter():
        name = node.attrib.pop("class", None)
        if name is None:
            continue
        if name not in rules:
            where = Location(file, key=node.get("id", "class"))
            problems.append(Problem(where, f"there is no rule for the class `{name}`", "build the game again"))
        node.attrib.update(rules.get(name, {}))
    return problems


def _read_rules(text: str, rules: dict[str, dict[str, str]], file: str) -> Iterator[Problem]:
    """Adds the rules of a sheet by class. Yields the Problems of those that are not known."""
    end = 0
    for match in _RULE.finditer(text):
        if text[end : match.start()].strip():
            break
        end = match.end()
        pairs = [part.partition(":") for part in match[2].split(";") if part.strip()]
        looks = {name.strip(): value.strip() for name, _, value in pairs}
        allowed = LOOKS if match[1].startswith(".") else {"font-family"}
        for unknown in sorted(looks.keys() - allowed):
            yield Problem(Location(file, key="style"), f"fabgen verify does not know `{unknown}` of `{match[1]}`")
        if match[1].startswith("."):
            rules[match[1][1:]] = looks
    if rest := text[end:].strip():
        rule = rest.splitlines()[0][:60]
        yield Problem(Location(file, key="style"), f"fabgen verify does not know this rule: {rule}")
