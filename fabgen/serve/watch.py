"""A game's folder and files beside it → a state for each save, in which nothing but content counts.

Editors write in many ways: into the file, beside it and then rename, twice in a row; folders are deleted and come back.
The system's own notices only say when to look; the state is what the files hold then. Where there are no notices
(network drives, containers), a look every half second finds a save too.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path

from fabgen.core.problems import FabgenError
from fabgen.core.profiles import YAML

SUFFIXES = frozenset({".yaml", ".yml", ".md", ".svg", ".typ", ".json", ".txt", ".ttf", ".otf", ".png", ".jpg"})
TEXTS = frozenset({".yaml", ".yml", ".md", ".svg", ".typ", ".txt"})  # those that have lines to show
MOST_FILES = 2000  # that are looked at in a folder
MOST_FOLDERS = 500
DEEPEST = 6  # folders inside each other
PAUSE = 0.5  # seconds between two looks without a notice
SETTLE = 0.01  # seconds after a notice, which comes after 15 ms of quiet, until a save is taken as finished
LARGEST_HASHED = 8_000_000  # bytes: of larger files only size and time count
OUTPUT = "manifest.json"  # a folder inside of a game's with this file is a build, not a source


FileEntry = tuple[tuple[int, int, int], bytes]  # a stamp (size, time and number), and the digest of the content


class GameFiles:
    """The files that a game may read: its spec, the others in the folder of it, and those that a shop is read from."""

    def __init__(self, spec: Path, shop: Path | None = None) -> None:
        self.spec, self.folder, self.shop = spec, spec.parent, shop
        self._digests: dict[str, FileEntry] = {}

    def state(self, without: Path | None = None) -> bytes:
        """A digest of the names and contents of all files, but perhaps one. Equal states look equal on every tab."""
        digest, entries = hashlib.sha256(), dict[str, FileEntry]()
        for path in self._paths():
            with suppress(OSError):
                entries[path] = entry = self._entry(path)
                if without and Path(path) == without:
                    continue
                digest.update(path.encode(errors="surrogateescape") + b"\0" + entry[1])
        self._digests = entries
        return digest.digest()

    def texts(self) -> dict[str, Path]:
        """The texts of the game that people write, by their paths from its folder."""
        paths = [self.spec, *map(Path, islice(_walk(str(self.folder), DEEPEST, set()), MOST_FILES))]
        return {path.relative_to(self.folder).as_posix(): path for path in paths if path.suffix.lower() in TEXTS}

    def name_of(self, file: str) -> str:
        """The path of a file from the game's folder; only its name for a file elsewhere."""
        path = Path(os.path.abspath(file))
        folder = os.path.abspath(self.folder)
        return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name

    def _entry(self, path: str) -> FileEntry:
        """What is known of a file. Its content is read only if its stamp has changed."""
        status = os.stat(path)
        stamp = status.st_size, status.st_mtime_ns, status.st_ino
        former = self._digests.get(path)
        if former and former[0] == stamp:
            return former
        if status.st_size > LARGEST_HASHED:
            return stamp, repr(stamp).encode()
        return stamp, hashlib.sha256(Path(path).read_bytes()).digest()

    def _paths(self) -> Iterator[str]:
        yield str(self.spec)
        if self.shop:
            yield from map(str, _profile_files(self.shop))
        yield from islice(_walk(str(self.folder), DEEPEST, set()), MOST_FILES)


def _profile_files(path: Path) -> Iterator[Path]:
    """The files of a shop or of a profile: its own, that of the machine that it names, and what they extend."""
    files = [path]
    for file in files:  # it grows
        yield file
        with suppress(OSError, UnicodeError):
            files += [file.parent / name for name in _named_files(file.read_text("utf-8"))
                      if file.parent / name not in files]


@lru_cache(maxsize=16)
def _named_files(text: str) -> list[str]:
    from fabgen.core.yaml_models import parse_data

    with suppress(FabgenError):
        names = [parse_data(text, "")[0].get(key) for key in ("machine", "extends")]
        return [name for name in names if isinstance(name, str) and name.endswith(YAML)]
    return []


def _walk(folder: str, depth: int, visited: set[tuple[int, int]]) -> Iterator[str]:
    """The files under a folder that a game may read, sorted. Links are followed, into no folder twice."""
    identity = _identity(Path(folder))
    if identity is None or identity in visited or len(visited) >= MOST_FOLDERS:
        return
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    if visited and any(entry.name == OUTPUT for entry in entries):
        return
    visited.add(identity)
    for entry in entries:
        if entry.name.startswith("."):
            continue
        with suppress(OSError):
            if entry.is_dir():
                if depth:
                    yield from _walk(entry.path, depth - 1, visited)
            elif os.path.splitext(entry.name)[1].lower() in SUFFIXES and entry.is_file():
                yield entry.path


async def watch_saves(files: GameFiles, state: bytes, stop: asyncio.Event) -> AsyncIterator[bytes]:
    """The state of the files each time that it has changed from the one before, first from `state`, until `stop`."""
    notice = asyncio.Event()
    notices = asyncio.create_task(_wait_for_notices(files, notice, stop))
    try:
        while not stop.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(notice.wait(), PAUSE)
            if notice.is_set():
                notice.clear()
                await asyncio.sleep(SETTLE)
            former, state = state, await asyncio.to_thread(files.state)
            if state != former and not stop.is_set():
                yield state
    finally:
        notices.cancel()
        with suppress(asyncio.CancelledError):
            await notices


async def _wait_for_notices(files: GameFiles, notice: asyncio.Event, stop: asyncio.Event) -> None:
    """Sets `notice` whenever the system reports a change; begins anew when the folder has been replaced."""
    from watchfiles import awatch

    while not stop.is_set():
        before = _identity(files.folder)
        paths = [path for path in (files.folder, files.shop) if path and path.exists()]
        ended = asyncio.Event()
        watcher = asyncio.create_task(_note_changes(awatch(*paths, stop_event=ended, step=15, debounce=200,
                                                           watch_filter=None, recursive=True), notice)) \
            if paths else None
        while not stop.is_set() and _identity(files.folder) == before and (watcher is None or not watcher.done()):
            await asyncio.sleep(PAUSE)
        ended.set()
        if watcher:
            watcher.cancel()
            with suppress(asyncio.CancelledError, OSError, RuntimeError):
                await watcher
        notice.set()
        await asyncio.sleep(PAUSE)


async def _note_changes(changes: AsyncIterator[object], notice: asyncio.Event) -> None:
    with suppress(OSError, RuntimeError):  # the folder is gone, or there are no watches left: looking goes on
        async for _ in changes:
            notice.set()


def _identity(folder: Path) -> tuple[int, int] | None:
    """What tells a folder from another one of the same name; None where there is none."""
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
