"""Answers → the text of a `shop.yaml`; one more value → the same text with it, comments and order kept.

The new text is read back before it is returned, so that a file that cannot be read is never written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fabgen.base import FabgenError, Location, problem_error
from fabgen.declared import YamlSource, parse_data
from fabgen.laser.nest.layout import StockSheet
from fabgen.make.shop import read_shop
from fabgen.units import format_number

HEAD = """\
# What stands and lies in one workshop: `fabgen build GAME --shop FILE`, or without --shop where this file is
# shop.yaml in fabgen's config folder. What is not said here is as built in. docs/laser.md explains every key.
"""


@dataclass(frozen=True)
class ShopEntry:
    """A material of the user for a new shop file. Lengths in mm, None if not measured. There are `count` sheets of the
    size `sheet` in each of the `colours`."""

    material: str
    measured: float | None = None
    kerf: float | None = None
    sheet: tuple[float, float] | None = None
    count: int | None = None
    colours: tuple[str, ...] = ()


def write_shop_text(machine: str, bed: tuple[float, float] | None, watts: int | None, bought: Iterable[ShopEntry],
              folder: str = ".") -> str:
    """The text of a new shop file in `folder`. Raises FabgenError for wrong answers."""
    lines = [f"machine: {quote_yaml(machine)}"]
    lines += [f"bed: {_size_text(bed)}"] if bed else []
    lines += [f"watts: {watts}"] if watts else []
    materials = [line for material in bought for line in _material_lines(material)]
    text = HEAD + "\n".join([*lines, *(["materials:", *materials] if materials else [])]) + "\n"
    try:
        read_shop(text, str(Path(folder) / "shop.yaml"))
    except FabgenError as error:  # the file is not written yet, so places in it would mean nothing to the user
        raise FabgenError(replace(problem, where=Location()) for problem in error.problems) from None
    return text


def _material_lines(bought: ShopEntry) -> list[str]:
    """The lines of a material. Unknown values are in comments, to be filled in."""
    measured = "measured: " + (f"{format_number(bought.measured)} mm" if bought.measured else "... mm")
    kerf = "kerf: " + (f"{format_number(bought.kerf)} mm" if bought.kerf is not None else "... mm")
    lines = [
        f"  {quote_yaml(bought.material)}:",
        "    # With a caliper, in several places, without the foil: slots are cut for it. Measure each new sheet.",
        f"    {'' if bought.measured else '# '}{measured}",
        f"    # The full width of a cut: `fabgen calibrate --material {bought.material}` makes a test piece.",
        f"    {'' if bought.kerf is not None else '# '}{kerf}",
    ]
    is_known = bought.measured or bought.kerf is not None or bought.sheet
    if not is_known:
        return [f"{lines[0]} {{}}", *lines[1:]]  # a mapping that holds nothing but comments is written as {}
    if not bought.sheet:
        return lines
    count = "" if bought.count is None else f", count: {bought.count}"
    shades = [f", colour: {quote_yaml(colour)}" for colour in bought.colours] or [""]
    return [*lines, "    stock:", *(f"      - {{sheet: {_size_text(bought.sheet)}{count}{shade}}}" for shade in shades)]


def _size_text(size: tuple[float, float]) -> str:
    return f"{format_number(size[0])} x {format_number(size[1])} mm"


def quote_yaml(text: str) -> str:
    """A text as a YAML value inside braces: in quotes unless it consists of plain words."""
    plain = re.fullmatch(r"[A-Za-z][\w./-]*(?: [\w./-]+)*", text)
    words = ("null", "true", "false", "yes", "no", "on", "off", "y", "n")
    return text if plain and text.lower() not in words else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def offcut_text(offcut: StockSheet, colour: str, name: str) -> str:
    """An offcut as an entry of a shop file, its corners to a tenth of a millimetre."""
    outline, *holes = (
        "[" + ", ".join(f"[{format_number(x, 1)}, {format_number(y, 1)}]" for x, y in ring)  + "]"
        for ring in (offcut.outline, *offcut.holes)
    )
    values = [f"offcut: {outline}", *([f"holes: [{', '.join(holes)}]"] if holes else [])]
    values += [f"colour: {quote_yaml(colour)}"] if colour else []
    return "{" + ", ".join([*values, f"name: {quote_yaml(name)}"]) + "}"


def set_value(text: str, file: str, path: Sequence[str], value: str) -> str:
    """The text of a shop file with a value set, such as `("materials", "acrylic-3mm", "kerf")` to `0.18 mm`. Missing
    keys are added. Raises FabgenError for a file with mistakes, or one too unusual to be changed."""
    data, source = parse_data(text, file) if text.strip() else ({}, YamlSource(file, "", {}, {}))
    known = next(n for n in range(len(path), -1, -1) if isinstance(_at(data, path[:n]), dict))
    if tuple(path) in source.values:
        node = source.values[tuple(path)]
        new = text[: node.start_mark.index] + value + text[node.end_mark.index :]
    else:
        new = _add_keys(source, tuple(path[:known]), _at(data, path[:known]), path[known:], value, text)
    return _check_text(new, file, path, value)


def add_stock(text: str, file: str, material: str, pieces: Sequence[str]) -> str:
    """The text of a shop file with pieces of stock added before those in it, each written like
    `{offcut: [[0, 0], [300, 0], [300, 120]], colour: green}`. Raises FabgenError like `with_value`."""
    path = ("materials", material, "stock")
    data, source = parse_data(text, file) if text.strip() else ({}, YamlSource(file, "", {}, {}))
    if not isinstance(_at(data, path), list) or (*path, 0) not in source.places:
        return set_value(text, file, path, "[" + ", ".join(pieces) + "]")
    line, column = source.places[*path, 0]
    lines = text.split("\n")
    dash = lines[line - 1][: column - 1]
    if not re.fullmatch(r"\s*-\s+", dash):
        start = sum(len(earlier) + 1 for earlier in lines[: line - 1]) + column - 1
        return _check_text(text[:start] + "".join(f"{piece}, " for piece in pieces) + text[start:], file, path)
    lines[line - 1 : line - 1] = [dash + piece for piece in pieces]
    return _check_text("\n".join(lines), file, path)


def _at(data: Any, path: Sequence[str]) -> Any:
    """The value at a path of keys; None where it is missing."""
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _add_keys(source: YamlSource, place: tuple[str, ...], siblings: dict[str, Any], rest: Sequence[str], value: str,
           text: str) -> str:
    """The text with new keys inside the mapping at `place`: at its beginning, or inside its braces."""
    if not place and not siblings:
        return (text.rstrip("\n") + "\n" if text.strip() else HEAD) + "\n".join(_key_lines(rest, value, 0)) + "\n"
    brace_end = _brace_end(source, place, text)
    if brace_end:
        inside = ": {".join(map(quote_yaml, rest)) + f": {value}" + "}" * (len(rest) - 1) + (", " if siblings else "")
        return text[:brace_end] + inside + text[brace_end:]
    line, column = source.places[*place, next(iter(siblings))]
    lines = text.split("\n")
    at = source.places[place][0] if place else line - 1  # right under the key, above comments on the first child
    lines[at:at] = _key_lines(rest, value, column - 1)
    return "\n".join(lines)


def _brace_end(source: YamlSource, place: tuple[str, ...], text: str) -> int:
    """The index after the opening brace of a mapping; 0 for a mapping that is not in braces."""
    line, column = source.places.get(place, (1, 1))
    start = sum(len(earlier) + 1 for earlier in text.split("\n")[: line - 1]) + column - 1
    key = r"""(?:"[^"\n]*"|'[^'\n]*'|[^:\n]+):\s*""" if place else r"\s*"
    match = re.compile(key + r"\{").match(text, start)
    return match.end() if match else 0


def _key_lines(rest: Sequence[str], value: str, indent: int) -> list[str]:
    """New keys, each on its own line, two columns further in than the one before."""
    heads = [" " * (indent + 2 * n) + quote_yaml(key) + ":" for n, key in enumerate(rest)]
    return [*heads[:-1], f"{heads[-1]} {value}"]


def _check_text(text: str, file: str, path: Sequence[str], value: str = "") -> str:
    """The text itself, after it was read back and the value was found at its path. Raises FabgenError otherwise."""
    read_shop(text, file)
    written = _at(parse_data(text, file)[0], path)
    if value and not isinstance(written, dict | list) and str(written) != value.strip("\"'"):
        raise problem_error("this file cannot be changed by fabgen", f"write it yourself: {'.'.join(path)}: {value}",
                      Location(file))
    return text
