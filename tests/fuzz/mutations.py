"""A sound spec, rules text, drawing or shop file → one that somebody could have spoilt: keys lost, doubled and
misspelt, values of other kinds and sizes, names that do not exist, texts with odd characters. All from a seed."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import yaml

NUMBERS = [0, -1, 1, 2, 3, 7, 13, 27, 201, 1e9, -1e9, 1e308, 1e-308, 0.1, 10**30, float("inf"), float("nan")]
TEXTS = [
    "", " ", "a", "A1", "a1", "z99", "a1-c3", "W", "fmWcF", "Q0", "mRcDD", "none", "null", "true", "🎲", "é", "\u202e",
    "x" * 500, "a\nb", "# no heading", "<b>bold</b>", "![](moves:nobody)", "../../etc/passwd", "art/none.svg", "40 mm",
    "1e9 mm", "-3 mm", "0x10", "white", "draw", "open", "turn", "%s {0} {x}", "a: b", "[", "{", "acrylic-3mm/red",
    "acrylic-3mm/nothing", "a1-h8",
]  # fmt: skip
KINDS: list[Callable[[], Any]] = [
    lambda: None, lambda: True, list, dict, lambda: [None], lambda: {"": ""}, lambda: [[[]]],
]  # fmt: skip
LINES = [
    "# Heading", "## Components", "![](setup)", "![](moves:x)", "| a | b |\n|---|---|\n| 1 |", "- item\n  - item",
    "1. one", "**bold", "[link](#nowhere)", "[](example:none)", "`code", "![" * 20, "\\", "a" * 300, "Quick reference",
    "# Quick reference", "&nbsp;", "<div>", "\t", "---", "***", "> quote", "🎲",
]  # fmt: skip

Place = tuple[Any, Any]  # a list or a mapping, and the key or the index of one of its values


def places(data: Any) -> Iterator[Place]:
    """Every value inside of lists and mappings, by what holds it and its key."""
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from places(data[key])


def spoil_tree(data: Any, chance: random.Random) -> Any:
    """Plain data with one to four values or keys changed."""
    spoilt = copy.deepcopy(data)
    for _ in range(chance.choice([1, 1, 1, 2, 2, 4])):
        found = list(places(spoilt))
        if found:
            _spoil_place(*chance.choice(found), found, chance)
    return spoilt


def _spoil_place(holder: Any, key: Any, found: list[Place], chance: random.Random) -> None:
    way = chance.randrange(9)
    value = holder[key]
    if way == 0:
        del holder[key]
    elif way == 1:
        holder[key] = chance.choice(NUMBERS)
    elif way == 2:
        holder[key] = chance.choice(TEXTS)
    elif way == 3:
        holder[key] = chance.choice(KINDS)()
    elif way == 4:  # the value of another key
        other, other_key = chance.choice(found)
        holder[key] = copy.deepcopy(other[other_key]) if other_key in other or isinstance(other, list) else None
    elif way == 5 and isinstance(holder, dict):  # another name of the key
        name = str(key)
        holder[chance.choice([name[:-1], name + "s", name.upper(), chance.choice(TEXTS)])] = holder.pop(key)
    elif way == 6 and isinstance(value, str):
        holder[key] = spoil_text(value, chance)
    elif way == 7 and isinstance(value, int | float) and not isinstance(value, bool):
        holder[key] = chance.choice([value + 1, value - 1, value * 2, -value, value * 100, value / 3])
    elif isinstance(holder, list):
        holder.insert(chance.randrange(len(holder) + 1), copy.deepcopy(value))
    else:
        holder[f"{key}{chance.choice(['2', ' b', '-x'])}"] = copy.deepcopy(value)


def spoil_text(text: str, chance: random.Random) -> str:
    """A text with one to three places cut, doubled or filled with something odd."""
    for _ in range(chance.choice([1, 1, 2, 3])):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 1, 1, 5, 40]))
        piece = chance.choice(["", "", text[start:end] * 2, chance.choice(TEXTS), chr(chance.randrange(32, 0x2FFF))])
        text = text[:start] + piece + text[end:]
    return text


def spoil_lines(text: str, chance: random.Random) -> str:
    """A text of lines with some of them lost, moved, doubled or odd."""
    lines = text.split("\n")
    for _ in range(chance.choice([1, 2, 4])):
        at = chance.randrange(len(lines))
        way = chance.randrange(4)
        if way == 0:
            del lines[at]
        elif way == 1:
            lines.insert(at, chance.choice(LINES))
        elif way == 2:
            lines[at] = spoil_text(lines[at], chance)
        else:
            lines.insert(chance.randrange(len(lines) + 1), lines[at])
        lines = lines or [""]
    return "\n".join(lines)


def spoil_yaml(text: str, chance: random.Random) -> str:
    """YAML that is spoilt as data, and now and then as text."""
    if chance.random() < 0.15:
        return spoil_lines(text, chance)
    return yaml.safe_dump(spoil_tree(yaml.safe_load(text), chance), sort_keys=False, allow_unicode=True)


ODD_NUMBERS = [
    "0", "-0", "-1", "1e999", "-1e999", "1e308", "1e-308", "1e20", "1e9", "-1e9", "99999", "1e5", "0.00001", "1e-33",
    ".5.5", "nan", "inf", "1e", "0x10", "", "100000000000000000000000000", "3", "50%", "2em",
]  # fmt: skip
ODD_VALUES = [
    "", "none", "inherit", "url(#none)", "url(#layer1)", "#layer1", "#svg5", "#use30", "javascript:alert(1)",
    "translate(1e9)", "scale(0)", "scale(1e9)", "skewX(90)", "matrix(0,0,0,0,0,0)", "rotate(1e5)", "M0 0", "M0 0Z",
    "M0 0A1e9 1e9 0 0 1 9 9", "zzz", "M0 0C", "0 0 0 0", "0 0 1 1e9", "0 0 1e-9 1", "white", "\u202e", "evenodd",
]  # fmt: skip
ODD_ELEMENTS = [
    "<g/>", "<text>a</text>", '<image width="9" height="9"/>', '<use href="#layer1"/>', '<use xlink:href="#use30"/>',
    '<circle cx="9" cy="9" r="1e5"/>', '<path d=""/>', "<script>alert(1)</script>", "<style>*{fill:#fff}</style>",
    '<svg viewBox="0 0 1 1"><rect width="9" height="9"/></svg>', '<rect width="1e-9" height="9"/>', "<!-- a -->",
    '<symbol id="s"><rect width="9" height="9"/></symbol>', "<a>", "</g>", "&amp;", "&none;", "<![CDATA[a]]>",
]  # fmt: skip
_NUMBER = re.compile(r"[-+]?\d*\.?\d+(?:e[-+]?\d+)?")
_ATTRIBUTE = re.compile(r"""([\w:-]+)=("[^"]*"|'[^']*')""")
_ELEMENT = re.compile(r"<(?!\?|!)[^<>]*>")


def spoil_drawing(text: str, chance: random.Random) -> str:
    """An SVG file with one to four of its numbers, attributes and elements changed."""
    for _ in range(chance.choice([1, 1, 2, 4])):
        way = chance.randrange(8)
        pattern = _NUMBER if way < 3 else _ATTRIBUTE if way < 6 else _ELEMENT
        found = list(pattern.finditer(text))
        if not found:
            continue
        match = chance.choice(found)
        if pattern is _NUMBER:
            changed = chance.choice([*ODD_NUMBERS, match[0] * 2, f"-{match[0]}"])
        elif pattern is _ATTRIBUTE:
            other = chance.choice(found)
            changed = chance.choice([
                "", f"{match[1]}2={match[2]}", f"{match[1]}={other[2]}", f"{other[1]}={match[2]}",
                f"{match[0]} {match[0]}",
                *(f'{match[1]}="{chance.choice(ODD_VALUES)}"' for _ in range(4)),
            ])  # fmt: skip
        else:
            odd = chance.choice(ODD_ELEMENTS)
            beside = [f"{match[0]}{odd}", f"{odd}{match[0]}"]
            changed = chance.choice(["", match[0] * 2, odd, f"{match[0]}<g>" * 70, *beside])
        text = text[: match.start()] + changed + text[match.end() :]
    return spoil_text(text, chance) if chance.random() < 0.1 else text
