"""The `job.json` of a build → what its sheets leave over, as pieces of stock for a shop file.

Nothing is kept twice: a piece has the name of its game and sheet, and one whose name is there already stays out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fabgen.base import problem
from fabgen.declared import parse_data, read_text
from fabgen.make.profile import split_key
from fabgen.make.shopfile import with_stock
from fabgen.units import size

DATA = "laser/job.json"


def leftovers(output: Path) -> list[dict[str, Any]]:
    """What the sheets of a build leave over, as its `job.json` has it. Raises FabgenError where there is none."""
    return [sheet["leftover"] for sheet in _sheets(output) if sheet["leftover"]]


def used(output: Path) -> list[str]:
    """The offcuts that the sheets of a build lie on, by material and name."""
    return [f"{sheet['material']}, {sheet['stock']}" for sheet in _sheets(output) if sheet["offcut"]]


def taken(output: Path, text: str, file: str) -> list[str]:
    """The counted sheets of a shop that a build has used: how many of each, and how many there were."""
    sheets = [sheet for sheet in _sheets(output) if not sheet["offcut"]]
    used_up = Counter((*split_key(sheet["material"]), sheet["stock"]) for sheet in sheets)
    told = []
    for material, piece in _pieces(parse_data(text, file)[0]) if text.strip() else ():
        if piece.get("sheet") is None or piece.get("count") is None:
            continue
        name = piece.get("name") or "{:g} x {:g} mm".format(*size(str(piece["sheet"])))
        count = sum(found for (kind, colour, stock), found in used_up.items()
                    if (kind, stock) == (material, name) and piece.get("colour", "") in ("", colour))
        if count:
            shade = f"/{piece['colour']}" if piece.get("colour") else ""
            told.append(f"{count} of {piece['count']} of {material}{shade}, {name}")
    return told


def _sheets(output: Path) -> list[dict[str, Any]]:
    file = output / DATA
    try:
        sheets = json.loads(read_text(file))["sheets"]
        if all({"leftover", "offcut", "stock", "material"} <= sheet.keys() for sheet in sheets):
            return list(sheets)
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    raise problem(f"`{file}` is no job of this fabgen", "build the laser files again: fabgen build GAME")


def kept(text: str, file: str, pieces: list[dict[str, Any]]) -> tuple[str, list[dict[str, Any]]]:
    """A shop file's text with the pieces that are not in it yet, and which those are. Raises FabgenError as
    `shopfile.with_stock`."""
    there = set(_names(parse_data(text, file)[0])) if text.strip() else set()
    new = [piece for piece in pieces if (piece["material"], piece["name"]) not in there]
    for piece in reversed(new):  # each goes before what is there
        text = with_stock(text, file, piece["material"], [piece["shop"]])
    return text, new


def _names(shop: Any) -> Iterator[tuple[str, str]]:
    """Material and name of every piece of stock."""
    yield from ((material, str(piece.get("name", ""))) for material, piece in _pieces(shop))


def _pieces(shop: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Material of every piece of stock, and the piece."""
    materials = shop.get("materials") if isinstance(shop, dict) else None
    for material, own in (materials or {}).items():
        yield from ((material, piece) for piece in (own or {}).get("stock") or ())
