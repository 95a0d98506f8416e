"""The files that a build made ↔ `manifest.json`. The files that a manifest lists are fabgen's; all others are the
user's.

A path in a manifest is relative, with `/`, and valid on every system: it never leads out of its folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from math import isfinite
from pathlib import Path, PurePosixPath
from typing import Any

from fabgen.core.files import MISSING, disk_error, is_folder, read_file, walk_folder
from fabgen.core.problems import FabgenError, Location, Problem, problem_error, shorten

MANIFEST = "manifest.json"
LARGEST_MANIFEST = 1_000_000  # bytes: the manifests of fabgen's own games have up to 30,000
MOST_FILES = 2_000  # that a manifest may list

# Microsoft, "Naming Files, Paths, and Namespaces": characters and names that Windows refuses in a file name.
_FORBIDDEN = frozenset('<>:"|?*\\')
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
LITTER = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})  # of file managers
LONGEST_NAME_BYTES, LONGEST_PATH_BYTES = 255, 1000  # of a file on common file systems, and of its path in a folder
MOST_FOLDERS = 20  # on a path
_HINT = "it lists what fabgen may replace, so it must be whole: move it away, or build into another folder with -o"


def safe_path(path: str) -> str:
    """The path itself. Raises ValueError if it is not a relative POSIX path that every system can store inside a
    folder."""
    for part in path.split("/"):
        if part in ("", ".", ".."):
            raise ValueError(f"`{_escape(path)}` is not a relative path inside its folder")
        forbidden = sorted({letter for letter in part if letter in _FORBIDDEN or not letter.isprintable()})
        if forbidden or part[-1] in " ." or part.partition(".")[0].lower() in _DEVICES:
            raise ValueError(f"`{_escape(path)}` cannot be a file name on every system")
    return path


def _escape(text: str) -> str:
    """A text with its invisible characters as escapes: a zero as `\\x00`."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def fold_path(path: str) -> str:
    """One text for all spellings of a path that a file system may treat as the same: upper and lower case, and accents
    that are encoded differently."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def parent_folders(paths: Iterable[str]) -> list[str]:
    """The folders that contain the paths, each folder before those inside it.

    >>> parent_folders(["laser/a/b.svg"])
    ['laser', 'laser/a']
    """
    return sorted({str(parent) for path in paths for parent in PurePosixPath(path).parents} - {"."})


@dataclass(frozen=True)
class ManifestEntry:
    """A file that a build made: its path relative to the output folder, its purpose, width and height in mm, number of
    pages, sha256 and size in bytes. Raises ValueError for a path that is not valid on every system, and for a negative
    size."""

    path: str
    purpose: str
    size_mm: tuple[float, float] | None
    pages: int | None
    sha256: str
    bytes: int

    def __post_init__(self) -> None:
        safe_path(self.path)
        longest = max(len(part.encode()) for part in self.path.split("/"))
        if longest > LONGEST_NAME_BYTES or len(self.path.encode()) > LONGEST_PATH_BYTES:
            raise ValueError(f"`{shorten(self.path)}`, {len(self.path)} characters, is too long to be a path of fabgen")
        if self.path.count("/") > MOST_FOLDERS:
            raise ValueError(f"`{shorten(self.path)}` has more than {MOST_FOLDERS} folders")
        if self.size_mm and not all(isfinite(length) and length >= 0 for length in self.size_mm):
            raise ValueError(f"{self.size_mm} is no size")

    @property
    def folder(self) -> str:
        """The first folder on the path of the file: `laser` for `laser/clear/board.svg`."""
        return self.path.partition("/")[0]


def make_entry(
    path: str, data: bytes, purpose: str, size_mm: tuple[float, float] | None = None, pages: int | None = None
) -> ManifestEntry:
    """The entry of a file with these bytes."""
    return ManifestEntry(path, purpose, size_mm, pages, hashlib.sha256(data).hexdigest(), len(data))


@dataclass(frozen=True)
class Manifest:
    """All files of an output folder, sorted by path. Raises ValueError if two paths cannot exist in one folder."""

    fabgen: str
    game: str
    title: str
    entries: tuple[ManifestEntry, ...]

    def __post_init__(self) -> None:
        """Sorts the entries and checks their paths."""
        object.__setattr__(self, "entries", tuple(sorted(self.entries, key=lambda entry: entry.path)))
        paths = [fold_path(entry.path) for entry in self.entries]
        used_paths = {fold_path(MANIFEST), *parent_folders(paths)}
        for path in paths:
            if path in used_paths:
                raise ValueError(f"`{path}` stands twice, or is a folder too (upper and lower case count as the same)")
            used_paths.add(path)

    def __iter__(self) -> Iterator[ManifestEntry]:
        """The entries, sorted by path."""
        return iter(self.entries)

    def entries_in(self, folders: Collection[str]) -> tuple[ManifestEntry, ...]:
        """The entries in some of the folders."""
        return tuple(entry for entry in self.entries if entry.folder in folders)

    def to_json(self) -> bytes:
        """JSON that is the same for the same manifest: entries sorted by path, unknown values left out, UTF-8, with a
        newline at the end."""
        files = [{key: value for key, value in asdict(entry).items() if value is not None} for entry in self.entries]
        data = {"fabgen": self.fabgen, "game": self.game, "title": self.title, "files": files}
        return (json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()


def stray_files(folder: Path, manifest: Manifest, folders: Collection[str]) -> list[str]:
    """The files in some folders of an output folder that its manifest does not list, sorted; a link is a file. What
    file managers leave behind does not count. Raises FabgenError where a folder cannot be read."""
    listed = {unicodedata.normalize("NFC", entry.path) for entry in manifest}  # some systems decompose names
    stray_paths: list[Path] = []
    for name in folders:
        top = folder / name
        if not is_folder(top):
            stray_paths += [top] if os.path.lexists(top) else []
            continue
        try:
            for parent, below, files in walk_folder(top):
                stray_paths += [Path(parent, file) for file in files if file not in LITTER]
                stray_paths += [path for path in (Path(parent, child) for child in below) if path.is_symlink()]
        except OSError as error:
            raise disk_error(error, top) from None
    paths = [path.relative_to(folder).as_posix() for path in stray_paths]
    return sorted(path for path in paths if unicodedata.normalize("NFC", path) not in listed)


def read_manifest(path: Path) -> Manifest | None:
    """The manifest in a file. None if there is no file. Raises FabgenError if it is damaged or foreign."""
    try:
        data = read_file(path, LARGEST_MANIFEST)
    except FabgenError as error:
        [problem] = error.problems
        if problem.code == MISSING:
            return None
        raise FabgenError([replace(problem, hint=_HINT)]) from None
    return parse_manifest(data, str(path))


def parse_manifest(data: bytes, file: str = MANIFEST) -> Manifest:
    """The manifest in the bytes of a file. Raises FabgenError with every Problem in them."""
    try:
        content = json.loads(data.decode())
    except UnicodeDecodeError as error:
        what = f"this is no manifest of fabgen: byte {error.start + 1} is not UTF-8"
        raise problem_error(what, _HINT, Location(file)) from None
    except json.JSONDecodeError as error:
        where = Location(file, error.lineno, error.colno)
        raise problem_error(f"the manifest is damaged: {error.msg.lower()}", _HINT, where) from None
    except (RecursionError, ValueError):
        raise problem_error("this is no manifest of fabgen", _HINT, Location(file)) from None
    return _validate(content, file)


def _validate(content: Any, file: str) -> Manifest:
    """The manifest of data read from JSON. Raises FabgenError with every Problem."""
    from pydantic import TypeAdapter, ValidationError

    if not isinstance(content, dict) or not {"fabgen", "files"} <= content.keys():
        raise problem_error("this is no manifest of fabgen", _HINT, Location(file))
    if isinstance(content["files"], list) and len(content["files"]) > MOST_FILES:
        what = f"the manifest lists {len(content['files'])} files; fabgen reads at most {MOST_FILES}"
        raise problem_error(what, _HINT, Location(file, key="files"))
    try:
        values = {("entries" if key == "files" else key): _add_optional_keys(value) for key, value in content.items()}
        return TypeAdapter(Manifest).validate_python(values)
    except ValidationError as error:
        raise FabgenError(_problem_of_error(detail, file) for detail in error.errors()) from None


def _add_optional_keys(value: Any) -> Any:
    """Entries with the keys `size_mm` and `pages`, which `to_json` leaves out if their values are unknown."""
    if not isinstance(value, list):
        return value
    return [{"size_mm": None, "pages": None, **entry} if isinstance(entry, dict) else entry for entry in value]


def _problem_of_error(error: Any, file: str) -> Problem:
    """An error of Pydantic as a Problem at its key, counted from 1: `files[3].path`."""
    names = ("files" if part == "entries" else part for part in error["loc"])
    key = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in names).removeprefix(".")
    what = str(error["ctx"]["error"]) if error["type"] == "value_error" else error["msg"][0].lower() + error["msg"][1:]
    return Problem(Location(file, key=key), f"the manifest is damaged: {what}", _HINT)
