"""An output folder → every Problem of its files.

Files are read back by other people's parsers and held against the spec, which is compiled anew.

`verify` never raises for what it finds in the folder: damaged, missing or foreign files are Problems like all others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from fabgen.core.manifest import Manifest, ManifestEntry
from fabgen.core.problems import FabgenError, Problem
from fabgen.core.worker import run_in_halves

if TYPE_CHECKING:
    from fabgen.verify.shown import Shown

LASER, PRINT, DIAGRAMS, SOURCE = "laser", "print", "diagrams", "source"
BOOKS, PAPER, MEANINGS = 1.0, 2.0, 4.0  # about how long the checks of all books, of a paper and of marks take


def verify(folder: Path) -> list[Problem]:
    """Every Problem of the files that the folder's manifest lists, or of a print-on-demand order, a zip, sorted by
    file; empty when all is proven."""
    from fabgen.verify.files import check_file, manifest_of
    from fabgen.verify.order import check_order

    if folder.suffix == ".zip":
        return check_order(folder)

    try:
        manifest = manifest_of(folder)
    except FabgenError as error:
        return list(error.problems)
    altered = {entry.path: check_file(folder, entry) for entry in manifest}
    problems = [p for wrong in altered.values() for p in wrong]
    present = [entry for entry in manifest if (folder / entry.path).is_file()]
    problems += _contents(folder, present, manifest)
    return sorted(set(problems))


def proven(folder: Path) -> str:
    """What there was to prove in a folder in which `verify` finds no Problem, from the files themselves:
    `4 laser sheets with 62 parts, 38 bases decoded; 3 PDFs; 14 diagrams decoded`. Says so where there was nothing.

    Raises FabgenError where the manifest or the sources cannot be read.
    """
    from fabgen.verify.files import manifest_of
    from fabgen.verify.order import proven_order
    from fabgen.verify.summary import summary

    if folder.suffix == ".zip":
        return proven_order(folder)
    return summary(folder, manifest_of(folder))


def _contents(folder: Path, present: list[ManifestEntry], manifest: Manifest) -> list[Problem]:
    """What the files themselves say, whether or not they are the ones that were built."""
    from fabgen.verify.book import check_books
    from fabgen.verify.diagrams import check_formats
    from fabgen.verify.prints import print_checks

    problems, shown = _formats(folder, present)
    problems += check_formats(manifest)
    folders = {entry.folder for entry in manifest}
    checks: list[tuple[float, Callable[[], list[Problem]]]] = [(BOOKS, partial(check_books, folder, present))]
    checks += [(PAPER, check) for check in (print_checks(folder, present) if PRINT in folders else ())]
    if folders & {LASER, DIAGRAMS}:
        checks.append((MEANINGS, partial(_meanings, folder, present, folders, shown)))
    found = run_in_halves(lambda check: check[1](), checks, lambda check: check[0])
    return problems + [problem for some in found for problem in some]


def _formats(folder: Path, present: list[ManifestEntry]) -> tuple[list[Problem], dict[str, Shown]]:
    """Each file by its own format, and what those show that could be read, by path."""
    from fabgen.verify.files import check_png, check_size
    from fabgen.verify.pdf import check_pdf

    problems: list[Problem] = []
    found: dict[str, Shown] = {}
    for entry in (one for one in present if one.folder != SOURCE):  # what people wrote and drew is as they made it
        if entry.path.endswith(".pdf"):
            problems += check_pdf(folder, entry, prints=entry.folder in (PRINT, LASER))
        elif entry.path.endswith(".png"):
            problems += check_png(folder, entry)
        shown, wrong = _read(folder, entry)
        problems += wrong + (check_size(entry, shown.width, shown.height) if shown else [])
        found |= {entry.path: shown} if shown else {}
    return problems, found


def _read(folder: Path, entry: ManifestEntry) -> tuple[Shown | None, list[Problem]]:
    """A file whose marks can be read one by one: every SVG, and each format of a laser sheet."""
    from fabgen.verify.diagrams import is_moves
    from fabgen.verify.formats import read_sheet
    from fabgen.verify.svg import read_svg

    if entry.folder == LASER:
        return read_sheet(folder, entry)
    if entry.path.endswith(".svg"):
        return read_svg(folder / entry.path, entry.path, strict=False, shapes=is_moves(entry.path))
    return None, []


def _meanings(folder: Path, present: list[ManifestEntry], folders: set[str], found: dict[str, Shown]) -> list[Problem]:
    """What the files show, against the spec."""
    from fabgen.verify.diagrams import check_moves, is_moves, picture
    from fabgen.verify.expect import expected
    from fabgen.verify.sheets import check_sheets

    problems: list[Problem] = []
    try:
        wanted = expected(folder)
    except FabgenError as error:
        return list(error.problems)
    if LASER in folders:
        problems += check_sheets([shown for path, shown in found.items() if path.startswith(f"{LASER}/")], wanted)
    if DIAGRAMS in folders:
        pictures = [picture(folder, entry, found.get(entry.path)) for entry in present if is_moves(entry.path)]
        problems += check_moves([one for one in pictures if one], wanted)
    return problems
