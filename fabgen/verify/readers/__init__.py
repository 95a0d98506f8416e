"""A laser file of any format → its content. Each format has a reader of its own, none of which knows a writer."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from fabgen.core.manifest import ManifestEntry
from fabgen.core.problems import Problem
from fabgen.verify.readers.content import FileContent

JOB_SHEET = "job-sheet"  # the stem of what tells of the sheets, and is none
FORMATS = ("svg", "dxf", "lbrn2", "pdf")


def is_sheet(entry: ManifestEntry) -> bool:
    """Whether a file is a laser sheet in one of the formats."""
    path = PurePosixPath(entry.path)
    return entry.folder == "laser" and path.suffix[1:] in FORMATS and path.stem != JOB_SHEET


def read_sheet(folder: Path, entry: ManifestEntry) -> tuple[FileContent | None, list[Problem]]:
    """What the file shows and what is wrong with it as a file; nothing for a file that is no sheet."""
    path, form = folder / entry.path, PurePosixPath(entry.path).suffix[1:] if is_sheet(entry) else ""
    if form == "svg":
        from fabgen.verify.readers.svg import read_svg

        return read_svg(path, entry.path)
    if form == "dxf":
        from fabgen.verify.readers.dxf import read_dxf

        return read_dxf(path, entry.path)
    if form == "lbrn2":
        from fabgen.verify.readers.lbrn2 import read_lbrn2

        return read_lbrn2(path, entry.path, entry.size_mm or (0.0, 0.0))
    if form == "pdf":
        from fabgen.verify.readers.sheet_pdf import read_sheet_pdf

        return read_sheet_pdf(path, entry.path)
    return None, []
