"""The zip of an order at a cutting service → every Problem of it: each part of the list has a file in both formats with
the same closed lines, of the size, the length of cut and the holes that the list says; nothing else is in the zip.

Read with other programs' readers of laser files.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from fabgen.core.english import count_things
from fabgen.core.problems import Location, Problem
from fabgen.verify.print_and_cut import AGAIN, SAME, read_lines
from fabgen.verify.readers.content import FileContent

QUOTE, README = "quote.csv", "README.txt"
LINES = re.compile(r"(svg|dxf)/([^/]+)\.\1")
COLUMNS = ("file", "part", "count", "width mm", "height mm", "cut length mm", "holes", "engraving drawing")
ROUNDED = 0.06  # mm: the list has one decimal


def is_cutting_zip(names: Sequence[str]) -> bool:
    """Whether the files of a zip are an order at a cutting service."""
    return "contents.csv" not in names and (QUOTE in names or any(name.startswith("engraving/") for name in names))


def check_cutting_zip(archive: zipfile.ZipFile) -> Iterator[Problem]:
    """Every Problem of a zip that can be unpacked."""
    names = archive.namelist()
    yield from (Problem(Location(name), "the file is missing from the zip", AGAIN) for name in (README, QUOTE)
                if name not in names)
    rows = read_quote(archive)
    if not rows or any(column not in row for row in rows for column in COLUMNS):
        yield Problem(Location(QUOTE), f"the list does not say {', '.join(COLUMNS)} of every part", AGAIN)
        return
    drawings = {row["engraving drawing"] for row in rows} - {""}
    stems = [Path(row["file"]).stem for row in rows]
    known = {README, QUOTE, *drawings, *(f"{form}/{stem}.{form}" for stem in stems for form in ("svg", "dxf"))}
    yield from (Problem(Location(name), "no row of the list names this file", AGAIN) for name in names
                if name not in known)
    yield from (Problem(Location(name), "the file is missing from the zip", AGAIN) for name in sorted(drawings)
                if name not in names)
    with TemporaryDirectory(prefix="fabgen-") as folder:
        for stem, row in zip(stems, rows, strict=True):
            contents = []
            for form in ("svg", "dxf"):
                content, problems = read_lines(archive, f"{form}/{stem}.{form}", Path(folder))
                yield from problems
                contents += [content] if content else []
            for content in contents:
                yield from _check_part(content, row)
            if len(contents) == 2:
                yield from _compare(contents[0], contents[1])


def summary_of_cutting_zip(archive: zipfile.ZipFile) -> str:
    """What was proven in a zip without a Problem."""
    rows = read_quote(archive)
    copies = sum(int(row["count"]) for row in rows)
    return f"{count_things(len(rows), 'part')} of closed lines, alike in both formats, to be cut {copies} times in all"


def read_quote(archive: zipfile.ZipFile) -> list[dict[str, str]]:
    """The rows of the list; none where it is missing or no text."""
    try:
        text = archive.read(QUOTE).decode("utf-8-sig")
    except (KeyError, UnicodeDecodeError):
        return []
    return [dict(row) for row in csv.DictReader(io.StringIO(text))]


def _check_part(content: FileContent, row: Mapping[str, str]) -> Iterator[Problem]:
    """The Problems of a part's lines, held against its row of the list."""
    where = Location(content.file)
    open_lines = [element.id for element in content.elements
                  if len(element.closed_contours.areas) < len(element.rings)]
    yield from (Problem(where, f"`{name}` is not closed", AGAIN) for name in open_lines)
    if open_lines:
        return
    areas = sorted((area for element in content.elements for area in element.areas), key=lambda area: -area.area)
    if not areas:
        yield Problem(where, "the file has no line", AGAIN)
        return
    outline, holes = areas[0], areas[1:]
    for hole in holes:
        if not outline.contains(hole):
            yield Problem(where, "a hole is not within the outline", AGAIN)
    x0, y0, x1, y1 = outline.bounds
    found = {"width mm": x1 - x0, "height mm": y1 - y0, "cut length mm": sum(area.length for area in areas),
             "holes": len(holes)}
    for column, number in found.items():
        # the list rounds, and a length is that of curves where readers have short chords
        slack = max(ROUNDED, 5e-4 * number) if column != "holes" else 0
        if not abs(_number(row[column]) - number) <= slack:
            what = f"{column} is {number:.1f}, and {QUOTE} says {row[column]}" if column != "holes" \
                else f"there are {number} holes, and {QUOTE} says {row[column]}"
            yield Problem(where, what, AGAIN)


def _compare(svg: FileContent, dxf: FileContent) -> Iterator[Problem]:
    """A Problem if the lines of a part in two formats are not the same."""
    svg_areas, dxf_areas = ([area for element in content.elements for area in element.areas] for content in (svg, dxf))
    is_same = len(svg_areas) == len(dxf_areas) and all(
        min((area.symmetric_difference(dxf_area).area for dxf_area in dxf_areas), default=1e9) <= SAME * area.length
        for area in svg_areas)
    if not is_same:
        yield Problem(Location(dxf.file), f"the lines are not those of {svg.file}", AGAIN)


def _number(text: str) -> float:
    """A number of the list; not a number for other text."""
    try:
        return float(text)
    except ValueError:
        return float("nan")


__all__ = ["check_cutting_zip", "is_cutting_zip", "summary_of_cutting_zip"]
