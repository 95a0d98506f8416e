"""A folder that was verified → one line that says how much was proven in it. It counts only what `verify` looks at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from fabgen.core.english import count_things, join_words
from fabgen.core.manifest import ManifestEntry
from fabgen.verify.figures import is_moves
from fabgen.verify.press import REQUIREMENTS, is_press_book
from fabgen.verify.readers import is_sheet, read_sheet
from fabgen.verify.sources import BuildSources

ID = re.compile(r' id="([^"]*)"')
EDGE = re.compile(r"(.*)-[0-9]+\.edge-1")
FRAME = re.compile(r"(.*)-([0-9]+)-to-([0-9]+)\.frame-1")


def summary(folder: Path, entries: Sequence[ManifestEntry], sources: BuildSources) -> str:
    """The counts of laser sheets, parts and decoded bases, of PDFs and of diagrams; counts of 0 are left out."""
    sheets = [entry for entry in entries if is_sheet(entry)]
    paths = [entry.path for entry in entries if entry not in sheets]
    phrases = [_count_laser(folder, sheets, sources)]
    phrases.append(_count_phrase(len([path for path in paths if path.endswith(".pdf") and not is_moves(path)]), "PDF"))
    press_books = len([entry for entry in entries if is_press_book(entry)])
    checked = f" checked against the list of {len(REQUIREMENTS)} requirements"
    phrases.append(_count_phrase(press_books, "press book", checked))
    phrases.append(_count_phrase(len([path for path in paths if path.endswith(".html")]), "web page"))
    phrases.append(_count_phrase(len([path for path in paths if is_moves(path)]), "diagram", " decoded"))
    phrases.append(_count_phrase(len([path for path in paths if path.endswith(".glb")]), "model"))
    text = "; ".join(phrase for phrase in phrases if phrase)
    return text or f"nothing but {count_things(len(paths), 'unaltered file')}: no laser sheet, PDF or diagram was built"


def _count_phrase(count: int, name: str, suffix: str = "") -> str:
    """A count with its noun, empty for 0."""
    return count_things(count, name) + suffix if count else ""


def _count_laser(folder: Path, entries: Sequence[ManifestEntry], sources: BuildSources) -> str:
    """The counts of sheets, parts and decoded bases. Sheets and parts count once, whatever formats hold them."""
    if not entries:
        return ""
    formats = sorted({entry.path.rpartition(".")[2] for entry in entries})
    files = [entry for entry in entries if entry.path.endswith(f".{formats[-1]}")]
    slugs = [slug for entry in files for id in _ids(folder, entry) for slug in _slugs_of_mark(id)]
    bases = sources.job.bases()
    decoded = sum(slug in bases for slug in slugs)
    text = f"{count_things(len(files), 'laser sheet')} with {count_things(len(slugs), 'part')}"
    text += f", each as {join_words(formats)}" if len(formats) > 1 else ""
    return text + (f", {count_things(decoded, 'base')} decoded" if decoded else "")


def _ids(folder: Path, entry: ManifestEntry) -> list[str]:
    """The ids of a sheet's marks, which `verify` has proven to be those of the parts. Those of an SVG are read from its
    text, which is faster."""
    if entry.path.endswith(".svg"):
        return ID.findall((folder / entry.path).read_text("utf-8"))
    content = read_sheet(folder, entry)[0]
    return [element.id for element in content.elements] if content else []


def _slugs_of_mark(id: str) -> list[str]:
    """The slug of each part of which a mark is the first outline: of one part, or of all parts of a block; empty for
    other marks."""
    if match := EDGE.fullmatch(id):
        return [match[1]]
    match = FRAME.fullmatch(id)
    return [match[1]] * (int(match[3]) - int(match[2]) + 1) if match else []
