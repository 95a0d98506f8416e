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
from fabgen.verify.files import AGAIN
from fabgen.verify.pdfsides import Side, read_sides
from fabgen.verify.printaids import check_aids
from fabgen.verify.printpieces import check_backs, check_chits, check_names
from fabgen.verify.printset import SIZE, PrintSet
from fabgen.verify.printtiles import check_tiles

PIXEL = 25.4 / 72  # mm: how well an edge of ink is known
FLOOR = 6.35  # mm: what printers leave white
LEAST_TYPE = 5.0  # points
MOST_INK = 0.08  # of the area, mean over the sheets of a set for little ink
RULERS = (100.0, 101.6)


def print_checks(folder: Path, entries: Sequence[ManifestEntry]) -> list[Callable[[], list[Problem]]]:
    """What finds every Problem of the PDFs in `print/`, a check a paper; of `entries`, those of other folders are left
    out."""
    try:
        spec = load_spec(str(folder / "source" / "game.yaml"))
        options = Options.from_json((folder / "source" / "options.json").read_bytes())
        spec = with_players(spec, options.print_players)
    except FabgenError as error:
        return [partial(list, error.problems)]
    except (OSError, ValueError, TypeError):
        unread = Problem(Location("source/options.json"), "the options of this build cannot be read", AGAIN)
        return [partial(list, [unread])]
    mine = {name: entry for entry in entries if entry.folder == "print" and (name := _paper(entry.path))}
    missing = [Problem(Location("print"), f"there is no PDF for {name}", AGAIN)
               for name in options.papers if name not in mine]
    return [partial(list, missing), *(partial(_check, folder, mine[name], name, spec, options) for name in mine)]


def check_prints(folder: Path, entries: Sequence[ManifestEntry]) -> list[Problem]:
    """Every Problem that the checks of `print_checks` find."""
    return [problem for check in print_checks(folder, entries) for problem in check()]


def _check(folder: Path, entry: ManifestEntry, paper: str, spec: Spec, options: Options) -> list[Problem]:
    read = read_sides(folder / entry.path)
    if not read or not read.sides:
        return []
    one = PrintSet(Location(entry.path), paper, spec, options, read, folder / entry.path)
    return [problem for check in CHECKS for problem in check(one)]


def _paper(path: str) -> str:
    found = re.search(r"-pnp-([a-z0-9]+)-|-board-(poster)\b", path)
    return (found[1] or found[2]) if found else ""


def _sizes(one: PrintSet) -> Iterator[Problem]:
    """Defects 1 and 2: the paper as it is sold, nothing turned or cropped, bars of 100 mm and 4 in both ways."""
    from fabgen.typeset.papers import load_paper

    sold = None if one.poster else sorted(load_paper(one.paper).size)
    for place, side in enumerate(one.read.sides, 1):
        if sold and max(abs(a - b) for a, b in zip(sorted((side.width, side.height)), sold, strict=True)) > SIZE:
            size = f"{format_number(side.width, 2)} x {format_number(side.height, 2)} mm"
            yield Problem(one.on(place), f"the page is {size}, which is no {one.paper}", AGAIN)
        if side.turned:
            yield Problem(one.on(place), "the page is turned: printers would turn the backs otherwise", AGAIN)
        yield from (Problem(one.on(place), f"there is no bar of {length:g} mm {way}", "nobody could see a wrong scale")
                    for way, axis in (("across", 0), ("upright", 1)) for length in RULERS
                    if not _bar(side, axis, length))


def _bar(side: Side, axis: int, length: float) -> bool:
    return any(abs(abs(a[axis] - b[axis]) - length) < SIZE and abs(a[1 - axis] - b[1 - axis]) < SIZE
               for a, b in side.lines)


def _margins(one: PrintSet) -> Iterator[Problem]:
    """Defect 2: no ink where printers have none."""
    for place, side in enumerate(one.read.sides, 1):
        if side.inked is None:
            continue
        left, bottom, right, top = side.inked
        free = min(left, bottom, side.width - right, side.height - top)
        if free < FLOOR - PIXEL:
            yield Problem(one.on(place), f"ink comes within {format_number(max(0.0, free), 1)} mm of the edge",
                          f"home printers leave up to {FLOOR} mm white")


def _labels(one: PrintSet) -> Iterator[Problem]:
    """Defect 10: each side says which it is, of how many, on what paper, at what scale, and how the paper is turned."""
    from fabgen.paper.duplex import BACK, FLIPPED, FRONT, SHEETS
    from fabgen.typeset.papers import load_paper

    sides, step = one.read.sides, 2 if one.duplex else 1
    if len(sides) % step:
        yield Problem(one.where, "fronts and backs do not pair: the number of pages is odd", AGAIN)
    total = -(-len(sides) // step)
    asked = f"DuplexFlip{one.options.flip.capitalize()}Edge" if one.duplex else "Simplex"
    if one.read.duplex != asked:
        yield Problem(one.where, f"the PDF asks printers for {one.read.duplex or 'nothing'}, not {asked}", AGAIN)
    for place, side in enumerate(sides):
        sheet = SHEETS[(FRONT, BACK)[place % 2]] if one.duplex else "Sheet {number} of {total}"
        told = [one.said(sheet, number=place // step + 1, total=total), "100 %",
                one.said(FLIPPED[one.options.flip] if one.duplex else "print one side only")]
        told += [] if one.poster else [load_paper(one.paper).name]
        for missing in (words for words in told if words not in side.text):
            yield Problem(one.on(place + 1), f"the sheet does not say “{missing}”", AGAIN)


def _type(one: PrintSet) -> Iterator[Problem]:
    """Defect 8: no specks for words."""
    for place, side in enumerate(one.read.sides, 1):
        small = [word for word in side.words if word.text.strip() and word.size < LEAST_TYPE - 0.01]
        if small:
            yield Problem(one.on(place), f"“{small[0].text}” is set in {format_number(small[0].size, 1)} points",
                          f"{LEAST_TYPE:g} are the least that can be read")


def _ink(one: PrintSet) -> Iterator[Problem]:
    """Defect 7: little ink is little, and black is only black."""
    if one.options.ink == "low":
        mean = sum(side.ink for side in one.read.sides) / len(one.read.sides)
        if mean > MOST_INK:
            yield Problem(one.where, f"the sheets take {100 * mean:.1f} % of ink, summed over its colours",
                          f"with little ink it is to be {100 * MOST_INK:g} % at most")
    if one.options.ink == "bw":
        for place, side in enumerate(one.read.sides, 1):
            if any(len(set(colour)) > 1 for colour in side.colours):
                yield Problem(one.on(place), "something on the page is coloured", "black only was asked for")


CHECKS = (_sizes, _margins, _labels, _type, check_backs, check_chits, check_names, check_tiles, check_aids, _ink)

