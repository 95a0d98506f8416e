"""A folder that was verified → one line on what there was to prove in it. It counts only what `verify` looks into."""

from __future__ import annotations

import re
from pathlib import Path

from fabgen.base import plural
from fabgen.manifest import Manifest
from fabgen.verify.diagrams import is_moves
from fabgen.verify.expect import expected

OUTLINE = re.compile(r' id="([^"]*)-[0-9]+\.edge-1"')


def summary(folder: Path, manifest: Manifest) -> str:
    """The counts of laser sheets, parts and decoded bases, of PDFs and of diagrams; those that are none left out."""
    paths = [entry.path for entry in manifest]
    found = [_laser(folder, [path for path in paths if path.startswith("laser/") and path.endswith(".svg")])]
    found.append(_counted(len([path for path in paths if path.endswith(".pdf") and not is_moves(path)]), "PDF"))
    found.append(_counted(len([path for path in paths if is_moves(path)]), "diagram", " decoded"))
    told = "; ".join(one for one in found if one)
    return told or f"nothing but {plural(len(paths), 'unaltered file')}: no laser sheet, PDF or diagram was built"


def _counted(count: int, name: str, more: str = "") -> str:
    return plural(count, name) + more if count else ""


def _laser(folder: Path, sheets: list[str]) -> str:
    if not sheets:
        return ""
    slugs = [slug for path in sheets for slug in OUTLINE.findall((folder / path).read_text("utf-8"))]
    bases = expected(folder).bases()
    decoded = sum(slug in bases for slug in slugs)
    told = f"{plural(len(sheets), 'laser sheet')} with {plural(len(slugs), 'part')}"
    return told + (f", {plural(decoded, 'base')} decoded" if decoded else "")
