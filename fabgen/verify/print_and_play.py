"""Print-and-play PDFs, as PDFium reads them → every Problem of what they show, against spec and options.

No code that laid the sheets out is used: paper sizes, the sizes of things and their counts come from what people wrote,
positions from the file.
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
from fabgen.spec.load import Spec
from fabgen.verify.cards import check_cards
from fabgen.verify.dice_and_tracks import check_dice_and_tracks
from fabgen.verify.edge_tracks import check_edge_tracks
from fabgen.verify.files import AGAIN
from fabgen.verify.inventory import BOTH_SIDES
from fabgen.verify.paper_cuts import SIZE
from fabgen.verify.player_aids import check_aids
from fabgen.verify.player_boards import check_player_boards
from fabgen.verify.printed_things import (
    PrintedFile,
    PrintedSet,
    check_backs,
    check_chits,
    check_identities,
    check_names,
    check_tiles,
)
from fabgen.verify.readers.page_pdf import PrintedPage, read_pages
from fabgen.verify.sources import BuildSources

PIXEL = 25.4 / 72  # mm: how exactly an edge of ink is known, which is rendered at 72 dots an inch
FLOOR = 6.35  # mm, a quarter of an inch: the margin that home printers may leave white
LEAST_TYPE = 5.0  # points: the smallest type that can be read
MOST_INK = 0.08  # of the area, as the mean over the sheets of a set that is printed with little ink
# mm: the bars for checking the scale of the first sheet and of the others; the second ones are 4 and 2 inches. They lie
# within so many mm of the left and the lower edge of the paper.
FIRST_BARS, BARS, BAR_BAND = (100.0, 101.6), (50.0, 50.8), 20.0
SIDES = ("sheet_front", "sheet_back")  # keys of words, as below
FLIPPED = {"long": "both_sides_long", "short": "both_sides_short"}


def print_checks(
    folder: Path, entries: Sequence[ManifestEntry], sources: BuildSources
) -> list[Callable[[], list[Problem]]]:
    """The checks that find every Problem of the PDFs in `print/`, one check for each paper. Entries of other folders
    are left out."""
    try:
        options, spec = sources.options, sources.print_spec
    except FabgenError as error:
        return [partial(list, error.problems)]
    entries_by_paper: dict[str, list[ManifestEntry]] = {}
    for entry in entries:
        if entry.folder == "print" and (name := _paper_of(entry.path)):
            entries_by_paper.setdefault(name, []).append(entry)
    missing = [Problem(Location("print"), f"there is no PDF for {name}", AGAIN)
               for name in options.papers if name not in entries_by_paper]
    return [
        partial(list, missing),
        *(partial(_check_paper, folder, entries_by_paper[name], name, spec, options) for name in entries_by_paper),
    ]


def _check_paper(folder: Path, entries: Sequence[ManifestEntry], paper: str, spec: Spec, options: Options
                 ) -> list[Problem]:
    """Every Problem of the PDFs for a paper."""
    files = list[PrintedFile]()
    for entry in sorted(entries, key=lambda entry: _has_both_sides(entry.path)):
        read = read_pages(folder / entry.path)
        if not read or not read.sides:
            return []
        files.append(PrintedFile(entry.path, read, _has_both_sides(entry.path)))
    printed = PrintedSet(paper, spec, options, tuple(files))
    if not _is_whole(printed):
        what = f"the files for {paper} are not those of a set: one of each kind"
        return [Problem(printed.location, what, AGAIN)]
    return [problem for check in CHECKS for problem in check(printed)]


def _paper_of(path: str) -> str:
    """The name of the paper that a file is for, empty for other files."""
    match = re.search(r"-pnp-([a-z0-9]+)-|-board-(poster)\b", path)
    return (match[1] or match[2]) if match else ""


def _has_both_sides(path: str) -> bool:
    """Whether a file is for sheets that are printed on both sides."""
    return BOTH_SIDES in path


def _is_whole(printed: PrintedSet) -> bool:
    """Whether there is one file for sheets that are printed on one side and, with backs, at most one for the others."""
    kinds = [file.is_two_sided for file in printed.files]
    return kinds == [False] or (kinds == [False, True] and printed.has_backs)


def _check_sizes(printed: PrintedSet) -> Iterator[Problem]:
    """The page has the size of the paper, is not turned, and has bars of 50 mm and 2 in both ways, the
    first one bars of 100 mm and 4 in."""
    from fabgen.typeset.papers import load_paper

    paper_size = None if printed.poster else sorted(load_paper(printed.paper).size)
    for place, side in enumerate(printed.sides, 1):
        if (
            paper_size
            and max(abs(a - b) for a, b in zip(sorted((side.width, side.height)), paper_size, strict=True)) > SIZE
        ):
            size = f"{format_number(side.width, 2)} x {format_number(side.height, 2)} mm"
            yield Problem(printed.on(place), f"the page is {size}, which is no {printed.paper}", AGAIN)
        if side.turned:
            yield Problem(printed.on(place), "the page is turned: printers would turn the backs otherwise", AGAIN)
        for direction, axis in (("across", 0), ("upright", 1)):
            bars = FIRST_BARS if place == 1 else BARS
            for length in (length for length in bars if not _has_bar(side, axis, length)):
                what = f"there is no bar of {length:g} mm {direction}"
                yield Problem(printed.on(place), what, "nobody could see a wrong scale")


def _has_bar(side: PrintedPage, axis: int, length: float) -> bool:
    """Whether a page has a straight line of this length along an axis, near the edge of the paper."""
    return any(abs(abs(a[axis] - b[axis]) - length) < SIZE and abs(a[1 - axis] - b[1 - axis]) < SIZE
               and a[1 - axis] < BAR_BAND for a, b in side.lines)


def _check_margins(printed: PrintedSet) -> Iterator[Problem]:
    """There is no ink in the margin that printers leave white."""
    for place, side in enumerate(printed.sides, 1):
        if side.inked is None:
            continue
        left, bottom, right, top = side.inked
        margin = min(left, bottom, side.width - right, side.height - top)
        if margin < FLOOR - PIXEL:
            yield Problem(printed.on(place), f"ink comes within {format_number(max(0.0, margin), 1)} mm of the edge",
                          f"home printers leave up to {FLOOR} mm white")


def _check_labels(printed: PrintedSet) -> Iterator[Problem]:
    """Each side says which sheet it is, of how many, on what paper, at what scale, and how the paper is
    turned."""
    from fabgen.typeset.papers import load_paper

    total, number = sum(_count_sheets(file) for file in printed.files), 0
    for file in printed.files:
        step = 2 if file.is_two_sided else 1
        first = sum(len(other.read.sides) for other in printed.files[:printed.files.index(file)])
        if len(file.read.sides) % step:
            yield Problem(Location(file.path), "fronts and backs do not pair: the number of pages is odd", AGAIN)
        wanted = f"DuplexFlip{printed.options.flip.capitalize()}Edge" if file.is_two_sided else "Simplex"
        if file.read.duplex != wanted:
            what = f"the PDF asks printers for {file.read.duplex or 'nothing'}, not {wanted}"
            yield Problem(Location(file.path), what, AGAIN)
        for place, side in enumerate(file.read.sides):
            sheet = SIDES[place % 2] if file.is_two_sided else "sheet_number"
            phrases = [printed.words.text(sheet, number=number + place // step + 1, total=total), "100 %",
                       printed.words.text(FLIPPED[printed.options.flip] if file.is_two_sided else "one_side_only")]
            phrases += [] if printed.poster else [load_paper(printed.paper).name]
            for missing in (words for words in phrases if words not in side.text):
                yield Problem(printed.on(first + place + 1), f"the sheet does not say “{missing}”", AGAIN)
        number += _count_sheets(file)


def _count_sheets(file: PrintedFile) -> int:
    """The sheets of paper of a file."""
    return -(-len(file.read.sides) // 2) if file.is_two_sided else len(file.read.sides)


def _check_type_size(printed: PrintedSet) -> Iterator[Problem]:
    """No type is too small to read."""
    for place, side in enumerate(printed.sides, 1):
        too_small = [word for word in side.words if word.text.strip() and word.size < LEAST_TYPE - 0.01]
        if too_small:
            yield Problem(
                printed.on(place),
                f"“{too_small[0].text}” is set in {format_number(too_small[0].size, 1)} points",
                f"{LEAST_TYPE:g} are the least that can be read",
            )


def _check_ink(printed: PrintedSet) -> Iterator[Problem]:
    """Little ink is little, and black is only black."""
    if printed.options.ink == "low":
        mean = sum(side.ink for side in printed.sides) / len(printed.sides)
        if mean > MOST_INK:
            yield Problem(printed.location, f"the sheets take {100 * mean:.1f} % of ink, summed over its colours",
                          f"with little ink it is to be {100 * MOST_INK:g} % at most")
    if printed.options.ink == "bw":
        for place, side in enumerate(printed.sides, 1):
            if any(len(set(colour)) > 1 for colour in side.colours):
                yield Problem(printed.on(place), "something on the page is coloured", "black only was asked for")


CHECKS = (
    check_identities,
    _check_sizes,
    _check_margins,
    _check_labels,
    _check_type_size,
    check_backs,
    check_chits,
    check_names,
    check_tiles,
    check_aids,
    check_cards,
    check_dice_and_tracks,
    check_edge_tracks,
    check_player_boards,
    _check_ink,
)
