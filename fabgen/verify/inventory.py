"""An output folder and its manifest → every file that should not be there, and every one that should and is not.

Which files a build makes is worked out from `source/`: from the folders that were built, the options and the spec. The
sheets of `laser/` and the figures of `diagrams/` are counted where they are read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path, PurePosixPath

from fabgen import __version__
from fabgen.core.manifest import MANIFEST, Manifest, ManifestEntry, stray_files
from fabgen.core.problems import Location, Problem
from fabgen.materials.key import MaterialKey
from fabgen.spec.build_options import FOLDERS
from fabgen.spec.drawings import drawing_files, picture_files
from fabgen.spec.origins import folder_digest
from fabgen.verify.expected_things import SOURCE
from fabgen.verify.files import AGAIN
from fabgen.verify.readers import is_sheet
from fabgen.verify.sources import DIAGRAM_THEME, BuildSources

JOB_FILES = ("laser/job-sheet.pdf", "laser/job.json")
DATA_FILES = ("machine.json", "options.json", "origins.json", "shop.json")
BOOK = r"rules/[^/]*-rules(?:-([a-z0-9-]+?))?{tongue}\.pdf|rules/[^/]*-rules{tongue}\.(html)"
TYPST_FILES = tuple(f"rules/typst/{name}" for name in (
    "README.md", "base.typ", "fonts/OFL.txt", "fonts/SourceSansPro-Bold.ttf", "fonts/SourceSansPro-It.ttf",
    "fonts/SourceSansPro-Regular.ttf", "fonts/SourceSansPro-Semibold.ttf", "main.typ", "pictures.typ", "settings.typ",
    "theme.typ"))  # of --typst-source
BOTH_SIDES = "-both-sides-"  # in the name of a file of sheets that are printed on both sides
PRINT = re.compile(r"print/[^/]*-(?:pnp-([a-z0-9]+)-[^/]*|board-(poster)[^/]*)\.pdf")
MODEL = re.compile(r"model/[^/]*\.(glb|3mf)")
A5, HTML = "a5", "html"  # the books whose files have no word for their size: a PDF and a web page


def check_inventory(
    folder: Path, manifest: Manifest, sources: BuildSources | None, only: Collection[str] = FOLDERS
) -> Iterator[Problem]:
    """Files that nobody listed and, where the sources could be read, files that nothing asks for, and files that are
    missing. Of a build that is not in place yet, only the folders `only` are there."""
    for path in stray_files(folder, manifest, (*FOLDERS, SOURCE)):
        yield Problem(Location(path), "this file is not in the manifest: no build of this game made it",
                      "move it away; files of your own may lie beside the folders of a build")
    if not manifest.entries:
        yield Problem(Location(MANIFEST), "the manifest lists no files", AGAIN)
    elif sources:
        yield from _check_entries(folder, manifest, sources, only)


def stale_folders(manifest: Manifest, sources: BuildSources) -> list[str]:
    """The folders that this fabgen made from another state of the game than the one in `source/`."""
    if manifest.fabgen != __version__:
        return []  # another version may read the same words as another state
    built = [name for name in FOLDERS if manifest.entries_in([name]) and name in sources.origins]
    return [name for name in built if sources.origins[name] != folder_digest(sources.spec, name)]


def _check_entries(
    folder: Path, manifest: Manifest, sources: BuildSources, only: Collection[str]
) -> Iterator[Problem]:
    """The Problems of the manifest's entries: of files that should be listed and are not, and of those that nothing
    asks for."""
    listed = {entry.path for entry in manifest}
    if manifest.title != (title := sources.spec.game.title):
        yield Problem(Location(MANIFEST), f"its title is “{manifest.title}”, the game's is “{title}”", AGAIN)
    for name in FOLDERS:
        if name in only and name in sources.origins and not manifest.entries_in([name]):
            yield Problem(Location(name), "this folder was built, and the manifest lists no file of it", AGAIN)
        if name not in sources.origins and manifest.entries_in([name]):
            yield Problem(Location(name), f"{SOURCE}/origins.json does not say what this folder was made from", AGAIN)
    wanted = set(_source_names(sources)) | (set(JOB_FILES) if manifest.entries_in(["laser"]) else set())
    wanted |= set(TYPST_FILES) if sources.options.typst_source and manifest.entries_in(["rules"]) else set()
    for path in sorted(wanted - listed):
        if not os.path.lexists(folder / path):  # else it is a stray file
            yield Problem(Location(path), "the manifest does not list this file, and it is not there", AGAIN)
    book_of = partial(_book_of, language=sources.options.language)
    yield from _check_set(manifest, "rules", sources.options.books, book_of)
    yield from _check_set(manifest, "print", sources.options.papers, _paper_of_set)
    for entry in manifest:
        if not _is_known(entry, wanted, sources.options.language):
            yield Problem(Location(entry.path), "fabgen verify does not know this file", "no build makes one like it")


def _check_set(
    manifest: Manifest, folder: str, names: Collection[str], name_of: Callable[[str], str]
) -> Iterator[Problem]:
    """A folder that was built has one file for each name that was chosen, and no other."""
    names_there = [name_of(entry.path) for entry in manifest.entries_in([folder])]
    for name in names if names_there else ():
        if name not in names_there:
            yield Problem(Location(folder), f"there is no {'page' if name == HTML else 'PDF'} for {name}", AGAIN)
        elif names_there.count(name) > 1:
            form = "pages" if name == HTML else "PDFs"
            yield Problem(Location(folder), f"there are {names_there.count(name)} {form} for {name}", AGAIN)
    for entry in manifest.entries_in([folder]):
        if (name := name_of(entry.path)) and name not in names:
            yield Problem(Location(entry.path), f"nobody asked for {name}", "source/options.json says what was chosen")


def _is_known(entry: ManifestEntry, expected: Collection[str], language: str | None) -> bool:
    """Whether a build makes files of this name; `expected` are those of fixed names."""
    if entry.folder == SOURCE:
        return entry.path in expected
    if entry.folder == "laser":
        return is_sheet(entry) or entry.path in JOB_FILES
    if entry.folder == "model":
        return MODEL.fullmatch(entry.path) is not None
    if entry.folder == "diagrams":
        return True  # `figures` knows each by its name
    return bool(_book_of(entry.path, language) or _paper_of(entry.path) or entry.path in expected)


def _book_of(path: str, language: str | None) -> str:
    """The kind of rulebook that a file of a build in this language is; empty for another file."""
    match = re.fullmatch(BOOK.format(tongue=re.escape(f"-{language}") if language else ""), path)
    return (match[1] or match[2] or A5) if match else ""


def _paper_of(path: str) -> str:
    """The paper of a print-and-play file; empty for another file."""
    match = PRINT.fullmatch(path)
    return (match[1] or match[2]) if match else ""


def _paper_of_set(path: str) -> str:
    """The same for the first file of a set; a second one, of sheets printed on both sides, is looked at with it."""
    return "" if BOTH_SIDES in path else _paper_of(path)


def _source_names(sources: BuildSources) -> Iterator[str]:
    """The files that a build copies or writes into `source/`."""
    game = sources.game
    materials = (MaterialKey.parse(text) for text in game.materials.values())
    words = [game.language] if PurePosixPath(game.language).suffix in (".yaml", ".yml") else []
    theme = [game.book.theme_file] if game.book.theme_file else []
    names = ["game.yaml", *DATA_FILES, game.rulebook, *drawing_files(game), *picture_files(game), *words, *theme,
             *(key.material for key in materials if key.is_file)]
    names += [DIAGRAM_THEME] if sources.options.diagram_theme_file else []
    names += [sources.spec.translation.name] if sources.spec.translation else []
    yield from (f"{SOURCE}/{name}" for name in names)
