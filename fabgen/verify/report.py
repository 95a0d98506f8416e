"""A folder that was verified → one line on what there was to prove in it. It counts only what `verify` looks into."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from fabgen.core.manifest import ManifestEntry
from fabgen.core.problems import count_things, join_words
from fabgen.verify.expected_things import read_expected_job
from fabgen.verify.figures import is_moves
from fabgen.verify.readers import is_sheet, read_sheet

ID = re.compile(r' id="([^"]*)"')
EDGE = re.compile(r"(.*)-[0-9]+\.edge-1")
FRAME = re.compile(r"(.*)-([0-9]+)-to-([0-9]+)\.frame-1")


def summary(folder: Path, entries: Sequence[ManifestEntry]) -> str:
    """The counts of laser sheets, parts and decoded bases, of PDFs and of diagrams; those that are none left out."""
    sheets = [entry for entry in entries if is_sheet(entry)]
    paths = [entry.path for entry in entries if entry not in sheets]
    found = [_laser(folder, sheets)]
    found.append(_count_phrase(len([path for path in paths if path.endswith(".pdf") and not is_moves(path)]), "PDF"))
    found.append(_count_phrase(len([path for path in paths if is_moves(path)]), "diagram", " decoded"))
    told = "; ".join(one for one in found if one)
    return told or f"nothing but {count_things(len(paths), 'unaltered file')}: no laser sheet, PDF or diagram was built"


def _count_phrase(count: int, name: str, more: str = "") -> str:
    return count_things(count, name) + more if count else ""


def _laser(folder: Path, entries: Sequence[ManifestEntry]) -> str:
    """Sheets and parts are counted once, whatever formats hold them."""
    if not entries:
        return ""
    forms = sorted({entry.path.rpartition(".")[2] for entry in entries})
    files = [entry for entry in entries if entry.path.endswith(f".{forms[-1]}")]
    slugs = [slug for entry in files for id in _ids(folder, entry) for slug in _parts(id)]
    bases = read_expected_job(folder).bases()
    decoded = sum(slug in bases for slug in slugs)
    told = f"{count_things(len(files), 'laser sheet')} with {count_things(len(slugs), 'part')}"
    told += f", each as {join_words(forms)}" if len(forms) > 1 else ""
    return told + (f", {count_things(decoded, 'base')} decoded" if decoded else "")


def _ids(folder: Path, entry: ManifestEntry) -> list[str]:
    """The ids of a sheet's marks, which are proven to be those of the parts; an SVG's stand plainly in its text."""
    if entry.path.endswith(".svg"):
        return ID.findall((folder / entry.path).read_text("utf-8"))
    shown = read_sheet(folder, entry)[0]
    return [element.id for element in shown.elements] if shown else []


def _parts(id: str) -> list[str]:
    """The slug of each part that a mark is the first outline of: one, or all those of a block."""
    if match := EDGE.fullmatch(id):
        return [match[1]]
    match = FRAME.fullmatch(id)
    return [match[1]] * (int(match[3]) - int(match[2]) + 1) if match else []
