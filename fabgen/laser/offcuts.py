"""The `job.json` of a build → the leftovers of its sheets, as pieces of stock for a shop file.

A piece is named after its game and sheet; a piece whose name is in the shop file already is not added again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fabgen.core.files import read_text
from fabgen.core.problems import problem_error
from fabgen.core.units import parse_size
from fabgen.core.yaml_models import parse_data
from fabgen.laser.shop import add_stock
from fabgen.materials.key import MaterialKey

DATA = "laser/job.json"
LARGEST = 5_000_000  # bytes of it


def read_leftovers(output: Path) -> list[dict[str, Any]]:
    """The leftovers of the sheets of a build, as its `job.json` has them. Raises FabgenError where there is no such
    file."""
    return [sheet["leftover"] for sheet in _job_sheets(output) if sheet["leftover"]]


def used_offcuts(output: Path) -> list[str]:
    """The offcuts that a build is cut from, as "material, name"."""
    return [f"{sheet['material']}, {sheet['stock']}" for sheet in _job_sheets(output) if sheet["offcut"]]


def used_sheet_lines(output: Path, text: str, file: str) -> list[str]:
    """A line for each counted sheet of a shop that a build uses: how many it uses, and how many the shop had."""
    sheets = [sheet for sheet in _job_sheets(output) if not sheet["offcut"]]
    used_counts = Counter((MaterialKey.parse(sheet["material"]), sheet["stock"]) for sheet in sheets)
    lines = []
    for material, piece in _stock_pieces(parse_data(text, file)[0]) if text.strip() else ():
        if piece.get("sheet") is None or piece.get("count") is None:
            continue
        name = piece.get("name") or "{:g} x {:g} mm".format(*parse_size(str(piece["sheet"])))
        count = sum(number for (key, stock), number in used_counts.items()
                    if (key.material, stock) == (material, name) and piece.get("colour", "") in ("", key.colour))
        if count:
            lines.append(f"{count} of {piece['count']} of {MaterialKey(material, piece.get('colour') or '')}, {name}")
    return lines


def _job_sheets(output: Path) -> list[dict[str, Any]]:
    """The sheets of the build's `job.json`. Raises FabgenError if this is not a job of this fabgen."""
    file = output / DATA
    try:
        sheets = json.loads(read_text(file, LARGEST))["sheets"]
        if all(_is_sheet(sheet) for sheet in sheets):
            return list(sheets)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise problem_error(f"`{file}` is no job of this fabgen", "build the laser files again: fabgen build GAME")


def _is_sheet(sheet: Any) -> bool:
    """Whether this is a sheet as `job.json` describes it, as far as offcuts go."""
    if not _has_texts(sheet, "material", "stock") or not {"leftover", "offcut"} <= sheet.keys():
        return False
    return not sheet["leftover"] or _has_texts(sheet["leftover"], "material", "name", "shape", "shop")


def _has_texts(value: Any, *keys: str) -> bool:
    """Whether a value is a mapping that has a text at each of the keys."""
    return isinstance(value, dict) and all(isinstance(value.get(key), str) for key in keys)


def add_leftovers(text: str, file: str, pieces: list[dict[str, Any]]) -> tuple[str, list[dict[str, Any]]]:
    """The text of a shop file with the pieces that are not in it yet, and those pieces. Raises FabgenError like
    `shop.add_stock`."""
    listed_names = _stock_pieces(parse_data(text, file)[0]) if text.strip() else ()
    known_names = {(material, str(piece.get("name", ""))) for material, piece in listed_names}
    new = [piece for piece in pieces if (piece["material"], piece["name"]) not in known_names]
    for piece in reversed(new):  # each is written before the stock that is there, so the last one goes first
        text = add_stock(text, file, piece["material"], [piece["shop"]])
    return text, new


def _stock_pieces(shop: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every piece of stock in the plain data of a shop file, with its material."""
    materials = shop.get("materials") if isinstance(shop, dict) else None
    for material, declared in (materials or {}).items():
        yield from ((material, piece) for piece in (declared or {}).get("stock") or ())
