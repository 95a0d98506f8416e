"""An output folder → every Problem of its files, read back by other people's parsers and held against the recompiled spec.

`verify` never raises for what it finds in the folder: damaged, missing or foreign files are Problems like all others.
"""

from __future__ import annotations

from pathlib import Path

from fabgen.base import FabgenError, Problem
from fabgen.manifest import Entry, Manifest

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
    from fabgen.verify.diagrams import check_formats, check_moves, is_moves
    from fabgen.verify.expect import expected
    from fabgen.verify.files import check_png, check_size
    from fabgen.verify.pdf import check_pdf
    from fabgen.verify.sheets import check_sheets
    from fabgen.verify.svg import Svg, read_svg

    problems: list[Problem] = list(check_formats(manifest))
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
    folders = {entry.folder for entry in manifest}
    try:
        wanted = expected(folder) if folders & {LASER, DIAGRAMS} else None
    except FabgenError as error:
        return problems + list(error.problems)
    if wanted and LASER in folders:
        problems += check_sheets([svg for path, svg in svgs.items() if path.startswith(f"{LASER}/")], wanted)
    if wanted and DIAGRAMS in folders:
        problems += check_moves(svgs, wanted)
    return problems



