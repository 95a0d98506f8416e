"""What a build makes: its files before they are written, and the names of its folders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from fabgen.core.manifest import ManifestEntry, make_entry
from fabgen.core.problems import FabgenError, Problem
from fabgen.spec.load import Spec

Progress = Callable[[str], None]
T = TypeVar("T")
MODEL = "model"
SOURCE = "source"
TYPST_FOLDER = "rules/typst"
LONGEST_STEM = 48  # characters: in any script the whole name stays under the 255 bytes that file systems take


@dataclass(frozen=True)
class BuildFile:
    """A file of a build before it is written.

    * `path`: from the output folder, with `/` between its parts.
    * `data`: its bytes.
    * `purpose`: what the file is for, in the words of the manifest.
    * `size`: width and height of a sheet or page in mm; None where it has none.
    * `pages`: how many pages it has; None where it has none.
    * `notes`: warnings and notes about it.
    * `folder_summary`: the lines of the summary about its whole folder.
    """

    path: str
    data: bytes
    purpose: str
    size: tuple[float, float] | None = None
    pages: int | None = None
    notes: tuple[Problem, ...] = ()
    folder_summary: tuple[str, ...] = ()

    def manifest_entry(self) -> ManifestEntry:
        """The entry of this file in the manifest."""
        return make_entry(self.path, self.data, self.purpose, self.size, self.pages)


def run_all(steps: Iterable[Callable[[], Iterable[T]]], earlier_problems: Iterable[Problem] = ()) -> list[T]:
    """The results of all steps in one list. Raises one FabgenError with their errors and the earlier ones."""
    results, problems = list[T](), list(earlier_problems)
    for step in steps:
        try:
            results += step()
        except FabgenError as error:
            problems += error.problems
    if any(problem.level == "error" for problem in problems):
        raise FabgenError(problems)
    return results


def document_stem(spec: Spec) -> str:
    """The start of the names of a game's documents: slug and version, in characters that every system can store."""
    return re.sub(r"[^\w.-]+", "-", f"{spec.slug}-{spec.game.version}")[:LONGEST_STEM].strip(".-")
