"""Answers → the text of a `shop.yaml`; one value more → the same text with it, its comments and its order kept.

What is written is read back before it is handed out: a file that could not be read is never written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fabgen.base import FabgenError, Where, problem
from fabgen.declared import Source, parse_data
from fabgen.laser.nest.layout import StockSheet
from fabgen.make.shop import read_shop
from fabgen.units import number

HEAD = """\
# What stands and lies in one workshop: `fabgen build GAME --shop FILE`, or without --shop where this file is
# shop.yaml in fabgen's config folder. What is not said here is as built in. docs/laser.md explains every key.
"""


@dataclass(frozen=True)
class Bought:
    """What somebody knows of a material in the shop; lengths in mm, None where nobody measured. `sheet` and `count`
    tell what is there of each of the `colours`."""

    material: str
    measured: float | None = None
    kerf: float | None = None
    sheet: tuple[float, float] | None = None
    count: int | None = None
    colours: tuple[str, ...] = ()


def shop_text(machine: str, bed: tuple[float, float] | None, watts: int | None, bought: Iterable[Bought],
              folder: str = ".") -> str:
    """The text of a shop file that will lie in `folder`. Raises FabgenError where an answer is wrong in itself."""
    lines = [f"machine: {quoted(machine)}"]
    lines += [f"bed: {_size(bed)}"] if bed else []
    lines += [f"watts: {watts}"] if watts else []
    materials = [line for one in bought for line in _material(one)]
    text = HEAD + "\n".join([*lines, *(["materials:", *materials] if materials else [])]) + "\n"
    try:
        read_shop(text, str(Path(folder) / "shop.yaml"))
    except FabgenError as error:  # no such file is there yet: what is wrong was answered, or given as an option
        raise FabgenError(replace(one, where=Where()) for one in error.problems) from None
    return text


def _material(bought: Bought) -> list[str]:
    """A material's lines; what is not known stands in a comment, to be filled in."""
    measured = "measured: " + (f"{number(bought.measured)} mm" if bought.measured else "... mm")
    kerf = "kerf: " + (f"{number(bought.kerf)} mm" if bought.kerf is not None else "... mm")
    lines = [
        f"  {quoted(bought.material)}:",
        "    # With a caliper, in several places, without the foil: slots are cut for it. Measure each new sheet.",
        f"    {'' if bought.measured else '# '}{measured}",
        f"    # The full width of a cut: `fabgen calibrate --material {bought.material}` makes a test piece.",
        f"    {'' if bought.kerf is not None else '# '}{kerf}",
    ]
    known = bought.measured or bought.kerf is not None or bought.sheet
    return [*lines, *_stock(bought)] if known else [f"{lines[0]} {{}}", *lines[1:]]


def _stock(bought: Bought) -> list[str]:
    if not bought.sheet:
        return []
    count = "" if bought.count is None else f", count: {bought.count}"
    shades = [f", colour: {quoted(colour)}" for colour in bought.colours] or [""]
    return ["    stock:", *(f"      - {{sheet: {_size(bought.sheet)}{count}{shade}}}" for shade in shades)]


def _size(size: tuple[float, float]) -> str:
    return f"{number(size[0])} x {number(size[1])} mm"


def quoted(text: str) -> str:
    """A text as YAML takes it inside braces: in quotes unless it is a plain word."""
    plain = re.fullmatch(r"[A-Za-z][\w./-]*(?: [\w./-]+)*", text)
    words = ("null", "true", "false", "yes", "no", "on", "off", "y", "n")
    return text if plain and text.lower() not in words else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def piece_text(offcut: StockSheet, colour: str, name: str) -> str:
    """An offcut as a shop file has it, its corners to a tenth of a millimetre."""
    outline, *holes = (
        "[" + ", ".join(f"[{number(x, 1)}, {number(y, 1)}]" for x, y in ring)  + "]"
        for ring in (offcut.outline, *offcut.holes)
    )
    told = [f"offcut: {outline}", *([f"holes: [{', '.join(holes)}]"] if holes else [])]
    told += [f"colour: {quoted(colour)}"] if colour else []
    return "{" + ", ".join([*told, f"name: {quoted(name)}"]) + "}"


def with_value(text: str, file: str, path: Sequence[str], value: str) -> str:
    """A shop file's text with a value set, such as `("materials", "acrylic-3mm", "kerf")` to `0.18 mm`; keys that are
    not there yet are added. Raises FabgenError for a file with mistakes, or one too unusual to be changed."""
    data, source = parse_data(text, file) if text.strip() else ({}, Source(file, "", {}, {}))
    known = next(n for n in range(len(path), -1, -1) if isinstance(_at(data, path[:n]), dict))
    if tuple(path) in source.values:
        node = source.values[tuple(path)]
        new = text[: node.start_mark.index] + value + text[node.end_mark.index :]
    else:
        new = _added(source, tuple(path[:known]), _at(data, path[:known]), path[known:], value, text)
    return _proven(new, file, path, value)


def with_stock(text: str, file: str, material: str, pieces: Sequence[str]) -> str:
    """A shop file's text with pieces of stock added before those that are there, each written like
    `{offcut: [[0, 0], [300, 0], [300, 120]], colour: green}`. Raises FabgenError as `with_value`."""
    path = ("materials", material, "stock")
    data, source = parse_data(text, file) if text.strip() else ({}, Source(file, "", {}, {}))
    if not isinstance(_at(data, path), list) or (*path, 0) not in source.places:
        return with_value(text, file, path, "[" + ", ".join(pieces) + "]")
    line, column = source.places[*path, 0]
    lines = text.split("\n")
    dash = lines[line - 1][: column - 1]
    if not re.fullmatch(r"\s*-\s+", dash):
        start = sum(len(one) + 1 for one in lines[: line - 1]) + column - 1
        return _proven(text[:start] + "".join(f"{piece}, " for piece in pieces) + text[start:], file, path)
    lines[line - 1 : line - 1] = [dash + piece for piece in pieces]
    return _proven("\n".join(lines), file, path)


def _at(data: Any, path: Sequence[str]) -> Any:
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _added(source: Source, place: tuple[str, ...], there: dict[str, Any], rest: Sequence[str], value: str,
           text: str) -> str:
    """The text with new keys inside a mapping: at its beginning, or inside its braces."""
    if not place and not there:
        return (text.rstrip("\n") + "\n" if text.strip() else HEAD) + "\n".join(_block(rest, value, 0)) + "\n"
    braces = _brace(source, place, text)
    if braces:
        inside = ": {".join(map(quoted, rest)) + f": {value}" + "}" * (len(rest) - 1) + (", " if there else "")
        return text[:braces] + inside + text[braces:]
    line, column = source.places[*place, next(iter(there))]
    lines = text.split("\n")
    at = source.places[place][0] if place else line - 1  # right under the key, above what comments the first child
    lines[at:at] = _block(rest, value, column - 1)
    return "\n".join(lines)


def _brace(source: Source, place: tuple[str, ...], text: str) -> int:
    """Where the inside of a mapping written in braces begins; 0 for one in lines."""
    line, column = source.places.get(place, (1, 1))
    start = sum(len(one) + 1 for one in text.split("\n")[: line - 1]) + column - 1
    key = r"""(?:"[^"\n]*"|'[^'\n]*'|[^:\n]+):\s*""" if place else r"\s*"
    match = re.compile(key + r"\{").match(text, start)
    return match.end() if match else 0


def _block(rest: Sequence[str], value: str, indent: int) -> list[str]:
    """New keys, each on a line of its own, two columns further in."""
    heads = [" " * (indent + 2 * n) + quoted(key) + ":" for n, key in enumerate(rest)]
    return [*heads[:-1], f"{heads[-1]} {value}"]


def _proven(text: str, file: str, path: Sequence[str], value: str = "") -> str:
    """The text, once it is read back and holds what it should."""
    read_shop(text, file)
    found = _at(parse_data(text, file)[0], path)
    if value and not isinstance(found, dict | list) and str(found) != value.strip("\"'"):
        raise problem("this file cannot be changed by fabgen", f"write it yourself: {'.'.join(path)}: {value}",
                      Where(file))
    return text
