"""An output folder → every Problem of its files.

Files are read back by other people's parsers and held against the spec, which is compiled anew.

`verify` never raises for what it finds in the folder: damaged, missing or foreign files are Problems like all others.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fabgen.base import FabgenError, Problem
from fabgen.manifest import Entry, Manifest

if TYPE_CHECKING:
    from fabgen.verify.svg import Svg

LASER, PRINT, DIAGRAMS = "laser", "print", "diagrams"


def verify(folder: Path) -> list[Problem]:
    """Every Problem of the files that the folder's manifest lists, sorted by file; empty when all is proven."""
    from fabgen.verify.files import check_file, manifest_of

    try:
        manifest = manifest_of(folder)
    except FabgenError as error:
        return list(error.problems)
    altered = {entry.path: check_file(folder, entry) for entry in manifest}
    problems = [p for wrong in altered.values() for p in wrong]
    present = [entry for entry in manifest if (folder / entry.path).is_file()]
    problems += _contents(folder, present, manifest)
    return sorted(set(problems))


def _contents(folder: Path, present: list[Entry], manifest: Manifest) -> list[Problem]:
    """What the files themselves say, whether or not they are the ones that were built."""
    from fabgen.verify.diagrams import check_formats

    problems, svgs = _formats(folder, present)
    folders = {entry.folder for entry in manifest}
    problems += check_formats(manifest)
    return problems + (_meanings(folder, present, folders, svgs) if folders & {LASER, DIAGRAMS} else [])


def _formats(folder: Path, present: list[Entry]) -> tuple[list[Problem], dict[str, Svg]]:
    """Each file by its own format, and the SVGs that could be read, by path."""
    from fabgen.verify.diagrams import is_moves
    from fabgen.verify.files import check_png, check_size
    from fabgen.verify.pdf import check_pdf
    from fabgen.verify.svg import read_svg

    problems: list[Problem] = []
    svgs: dict[str, Svg] = {}
    for entry in present:
        if entry.path.endswith(".svg"):
            laser = entry.folder == LASER
            svg, wrong = read_svg(folder / entry.path, entry.path, strict=laser, shapes=laser or is_moves(entry.path))
            problems += wrong + (check_size(entry, svg.width, svg.height) if svg else [])
            svgs |= {entry.path: svg} if svg else {}
        elif entry.path.endswith(".pdf"):
            problems += check_pdf(folder, entry, prints=entry.folder == PRINT)
        elif entry.path.endswith(".png"):
            problems += check_png(folder, entry)
    return problems, svgs


def _meanings(folder: Path, present: list[Entry], folders: set[str], svgs: dict[str, Svg]) -> list[Problem]:
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
        problems += check_sheets([svg for path, svg in svgs.items() if path.startswith(f"{LASER}/")], wanted)
    if DIAGRAMS in folders:
        shown = [picture(folder, entry, svgs.get(entry.path)) for entry in present if is_moves(entry.path)]
        problems += check_moves([one for one in shown if one], wanted)
    return problems
