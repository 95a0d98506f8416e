"""A laser file of any format → its content. Each format has its own reader, which shares nothing with the writer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePosixPath

from fabgen.core.manifest import ManifestEntry
from fabgen.core.problems import Problem
from fabgen.verify.readers.content import FileContent

JOB_SHEET = "job-sheet"  # the stem of a PDF that describes the sheets and is no sheet itself

ReadResult = tuple[FileContent | None, list[Problem]]


def is_sheet(entry: ManifestEntry) -> bool:
    """Whether a file is a laser sheet in one of the formats."""
    path = PurePosixPath(entry.path)
    return entry.folder == "laser" and path.suffix[1:] in READERS and path.stem != JOB_SHEET


def read_sheet(folder: Path, entry: ManifestEntry) -> ReadResult:
    """What the file shows, and the Problems of the file itself; nothing for a file that is no sheet."""
    if not is_sheet(entry):
        return None, []
    return READERS[PurePosixPath(entry.path).suffix[1:]](folder / entry.path, entry)


def _read_svg(path: Path, entry: ManifestEntry) -> ReadResult:
    from fabgen.verify.readers.svg import read_svg

    return read_svg(path, entry.path)


def _read_dxf(path: Path, entry: ManifestEntry) -> ReadResult:
    from fabgen.verify.readers.dxf import read_dxf

    return read_dxf(path, entry.path)


def _read_lbrn2(path: Path, entry: ManifestEntry) -> ReadResult:
    from fabgen.verify.readers.lbrn2 import read_lbrn2

    return read_lbrn2(path, entry.path, entry.size_mm or (0.0, 0.0))


def _read_pdf(path: Path, entry: ManifestEntry) -> ReadResult:
    from fabgen.verify.readers.sheet_pdf import read_sheet_pdf

    return read_sheet_pdf(path, entry.path)


def _read_gcode(path: Path, entry: ManifestEntry) -> ReadResult:
    from fabgen.verify.readers.gcode import read_gcode

    return read_gcode(path, entry.path)


# By suffix. A test holds them against the formats that are written, which this package does not know.
READERS: dict[str, Callable[[Path, ManifestEntry], ReadResult]] = {
    "svg": _read_svg, "dxf": _read_dxf, "lbrn2": _read_lbrn2, "pdf": _read_pdf, "gcode": _read_gcode,
}
