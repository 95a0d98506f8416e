"""Print-and-play PDFs, as PDFium reads them → every Problem of what they show, against spec and options.

Nothing that laid the sheets out is asked: paper sizes, the sizes of things and their counts come from what people
wrote, positions from the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from fabgen.core.manifest import ManifestEntry
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.core.units import format_number
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, load_spec, with_players
from fabgen.verify.expected_things import read_build_options
from fabgen.verify.files import AGAIN
from fabgen.verify.player_aids import check_aids
from fabgen.verify.printed_things import (
    SIZE,
    PrintedSet,
    check_backs,
    check_chits,
    check_identities,
    check_names,
    check_tiles,
)
from fabgen.verify.readers.page_pdf import PrintedPage, read_pages

PIXEL = 25.4 / 72  # mm: how well an edge of ink is known
FLOOR = 6.35  # mm: what printers leave white
LEAST_TYPE = 5.0  # points
MOST_INK = 0.08  # of the area, mean over the sheets of a set for little ink
RULERS = (100.0, 101.6)  # mm: 4 inches
SIDES = ("Sheet {number} of {total}, front", "Sheet {number} of {total}, back")
FLIPPED = {"long": "both sides, flip on the long edge", "short": "both sides, flip on the short edge"}


def print_checks(folder: Path, entries: Sequence[ManifestEntry]) -> list[Callable[[], list[Problem]]]:
    """What finds every Problem of the PDFs in `print/`, a check a paper; of `entries`, those of other folders are left
    out."""
    try:
        options = read_build_options(folder)
        spec = with_players(load_spec(str(folder / "source" / "game.yaml")), options.print_players)
    except FabgenError as error:
        return [partial(list, error.problems)]
    mine = {name: entry for entry in entries if entry.folder == "print" and (name := _paper(entry.path))}
    missing = [Problem(Location("print"), f"there is no PDF for {name}", AGAIN)
               for name in options.papers if name not in mine]
    return [partial(list, missing), *(partial(_check, folder, mine[name], name, spec, options) for name in mine)]


def check_prints(folder: Path, entries: Sequence[ManifestEntry]) -> list[Problem]:
    """Every Problem that the checks of `print_checks` find."""
    return [problem for check in print_checks(folder, entries) for problem in check()]


def _check(folder: Path, entry: ManifestEntry, paper: str, spec: Spec, options: Options) -> list[Problem]:
    read = read_pages(folder / entry.path)
    if not read or not read.sides:
        return []
    printed = PrintedSet(Location(entry.path), paper, spec, options, read, folder / entry.path)
    return [problem for check in CHECKS for problem in check(printed)]


def _paper(path: str) -> str:
    found = re.search(r"-pnp-([a-z0-9]+)-|-board-(poster)\b", path)
    return (found[1] or found[2]) if found else ""


def _sizes(printed: PrintedSet) -> Iterator[Problem]:
    """Defects 1 and 2: the paper as it is sold, nothing turned or cropped, bars of 100 mm and 4 in both ways."""
    from fabgen.typeset.papers import load_paper

    sold = None if printed.poster else sorted(load_paper(printed.paper).size)
    for place, side in enumerate(printed.read.sides, 1):
        if sold and max(abs(a - b) for a, b in zip(sorted((side.width, side.height)), sold, strict=True)) > SIZE:
            size = f"{format_number(side.width, 2)} x {format_number(side.height, 2)} mm"
            yield Problem(printed.on(place), f"the page is {size}, which is no {printed.paper}", AGAIN)
        if side.turned:
            yield Problem(printed.on(place), "the page is turned: printers would turn the backs otherwise", AGAIN)
        for way, axis in (("across", 0), ("upright", 1)):
            for length in (length for length in RULERS if not _bar(side, axis, length)):
                what = f"there is no bar of {length:g} mm {way}"
                yield Problem(printed.on(place), what, "nobody could see a wrong scale")


def _bar(side: PrintedPage, axis: int, length: float) -> bool:
    return any(abs(abs(a[axis] - b[axis]) - length) < SIZE and abs(a[1 - axis] - b[1 - axis]) < SIZE
               for a, b in side.lines)


def _margins(printed: PrintedSet) -> Iterator[Problem]:
    """Defect 2: no ink where printers have none."""
    for place, side in enumerate(printed.read.sides, 1):
        if side.inked is None:
            continue
        left, bottom, right, top = side.inked
        free = min(left, bottom, side.width - right, side.height - top)
        if free < FLOOR - PIXEL:
            yield Problem(printed.on(place), f"ink comes within {format_number(max(0.0, free), 1)} mm of the edge",
                          f"home printers leave up to {FLOOR} mm white")


def _labels(printed: PrintedSet) -> Iterator[Problem]:
    """Defect 10: each side says which it is, of how many, on what paper, at what scale, and how the paper is turned."""
    from fabgen.typeset.papers import load_paper

    sides, step = printed.read.sides, 2 if printed.duplex else 1
    if len(sides) % step:
        yield Problem(printed.where, "fronts and backs do not pair: the number of pages is odd", AGAIN)
    total = -(-len(sides) // step)
    asked = f"DuplexFlip{printed.options.flip.capitalize()}Edge" if printed.duplex else "Simplex"
    if printed.read.duplex != asked:
        what = f"the PDF asks printers for {printed.read.duplex or 'nothing'}, not {asked}"
        yield Problem(printed.where, what, AGAIN)
    for place, side in enumerate(sides):
        sheet = SIDES[place % 2] if printed.duplex else "Sheet {number} of {total}"
        told = [printed.phrases(sheet, number=place // step + 1, total=total), "100 %",
                printed.phrases(FLIPPED[printed.options.flip] if printed.duplex else "print one side only")]
        told += [] if printed.poster else [load_paper(printed.paper).name]
        for missing in (words for words in told if words not in side.text):
            yield Problem(printed.on(place + 1), f"the sheet does not say “{missing}”", AGAIN)


def _type(printed: PrintedSet) -> Iterator[Problem]:
    """Defect 8: no specks for words."""
    for place, side in enumerate(printed.read.sides, 1):
        small = [word for word in side.words if word.text.strip() and word.size < LEAST_TYPE - 0.01]
        if small:
            yield Problem(printed.on(place), f"“{small[0].text}” is set in {format_number(small[0].size, 1)} points",
                          f"{LEAST_TYPE:g} are the least that can be read")


def _ink(printed: PrintedSet) -> Iterator[Problem]:
    """Defect 7: little ink is little, and black is only black."""
    if printed.options.ink == "low":
        mean = sum(side.ink for side in printed.read.sides) / len(printed.read.sides)
        if mean > MOST_INK:
            yield Problem(printed.where, f"the sheets take {100 * mean:.1f} % of ink, summed over its colours",
                          f"with little ink it is to be {100 * MOST_INK:g} % at most")
    if printed.options.ink == "bw":
        for place, side in enumerate(printed.read.sides, 1):
            if any(len(set(colour)) > 1 for colour in side.colours):
                yield Problem(printed.on(place), "something on the page is coloured", "black only was asked for")


CHECKS = (check_identities, _sizes, _margins, _labels, _type, check_backs, check_chits, check_names, check_tiles,
          check_aids, _ink)
