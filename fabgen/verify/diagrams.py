"""The figures under `diagrams/` → whether movement diagrams show the legal moves, and all formats are of one size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from fabgen.core.manifest import ManifestEntry
from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.verify.decode import Fault, differences, read_diagram
from fabgen.verify.pdfpaths import filled
from fabgen.verify.recognise import figure
from fabgen.verify.shown import Element, Shown
from fabgen.verify.svg import SIZE_TOLERANCE

if TYPE_CHECKING:
    from shapely import Polygon

    from fabgen.verify.expect import Expected

FOLDER = "diagrams"
MOVES = "moves-"


@dataclass(frozen=True)
class Picture:
    """A figure as one of its files shows it: its size, and its filled areas with the ids of their elements."""

    sheet: Shown
    areas: tuple[tuple[str, Polygon], ...]


def picture(folder: Path, entry: ManifestEntry, svg: Shown | None) -> Picture | None:
    """A figure's file to be decoded: an SVG that was read, or a PDF; None where nothing can be read."""
    if svg is not None:
        seen = svg.elements[1:] if svg.elements and _is_page(svg, svg.elements[0]) else svg.elements
        return Picture(svg, tuple((e.id, area) for e in seen if e.paint == "fill" for area in e.areas))
    if not entry.path.endswith(".pdf") or entry.size_mm is None:
        return None
    return Picture(Shown(entry.path, *entry.size_mm, ()), tuple(("", area) for area in filled(folder / entry.path)))


def _is_page(svg: Shown, first: Element) -> bool:
    """Whether the first element is the paper: a rectangle of the file's own size, under everything else."""
    page = (0.0, 0.0, svg.width, svg.height)
    return first.paint == "fill" and len(first.areas) == 1 and all(
        abs(a - b) < SIZE_TOLERANCE for a, b in zip(first.areas[0].bounds, page, strict=True)
    ) and abs(first.areas[0].area - svg.width * svg.height) < 2 * SIZE_TOLERANCE * (svg.width + svg.height)


def is_moves(path: str) -> bool:
    """Whether a file is a movement diagram that can be decoded."""
    return path.startswith(f"{FOLDER}/{MOVES}") and path.endswith((".svg", ".pdf"))


def check_formats(entries: Iterable[ManifestEntry]) -> Iterator[Problem]:
    """One figure has one size in all its formats."""
    figures: dict[str, list[ManifestEntry]] = defaultdict(list)
    for entry in entries:
        if entry.folder == FOLDER and entry.size_mm:
            figures[str(PurePosixPath(entry.path).with_suffix(""))].append(entry)
    for same in figures.values():
        first = same[0]
        for other in same[1:]:
            yield from _unequal(first, other)


def _unequal(one: ManifestEntry, other: ManifestEntry) -> Iterator[Problem]:
    (w, h), (u, v) = one.size_mm or (0.0, 0.0), other.size_mm or (0.0, 0.0)
    if max(abs(w - u), abs(h - v)) > 0.01:
        yield Problem(
            Location(other.path),
            f"{format_number(u)} x {format_number(v)} mm, but {PurePosixPath(one.path).name} is {format_number(w)} x {format_number(h)} mm",
        )


def check_moves(pictures: Sequence[Picture], expected: Expected) -> Iterator[Problem]:
    """Every piece has movement diagrams, and each of them shows what the rules allow."""
    shown: dict[str, list[Picture]] = defaultdict(list)
    for one in pictures:
        shown[PurePosixPath(one.sheet.file).stem].append(one)
    for piece in expected.spec.game.pieces:
        found = shown.get(f"{MOVES}{piece.replace(' ', '-')}", [])
        if not found:
            yield Problem(Location(FOLDER), f"there is no movement diagram of the {piece} that can be read")
        for one in found:
            yield from (fault_problem(one.sheet, fault, "") for fault in _faults(one, expected, piece))


def _faults(shown: Picture, expected: Expected, piece: str) -> Iterator[Fault]:
    reading = read_diagram((figure(area, id) for id, area in shown.areas), expected.plane(piece),
                           expected.way(piece))
    yield from reading.faults
    if reading.own_cell:
        yield from differences(reading, expected.marks(piece), piece, tints=True)


def fault_problem(svg: Shown, fault: Fault, key: str) -> Problem:
    """A fault of a diagram at its element, or at the key of the whole."""
    return svg.problem(
        fault.id or key,
        fault.what,
        "the diagram must show the legal moves, which are computed from the spec",
        fault.spot,
    )
