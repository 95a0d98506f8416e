"""A build and an n → the build with trouble at its n-th look at the disk: killed, refused or interrupted there.

Python announces each call that opens, renames, makes, removes or lists (its audit events) before it is made, whoever
makes it; so what fails here is not a list of functions that the tests know, but every such call under a folder.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from fabgen.core.journal import OutputPaths, recover_swap
from fabgen.core.manifest import Manifest, make_entry, parse_manifest
from fabgen.core.staging import stage_build

READS = {"os.scandir", "os.listdir"}
WRITES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod"}
Tree = dict[str, str]

OLD = {
    "laser/board.svg": b"old board", "laser/clear/tokens.svg": b"old tokens", "laser/Bases.svg": b"same",
    "print/a4.pdf": b"old a4", "diagrams/old/pawn.png": b"pawn", "diagrams/spear": b"a file", "rules/book/1.pdf": b"1",
}
NEW = {
    "laser/board.svg": b"new board", "laser/clear/tokens.svg": b"new tokens", "laser/Bases.svg": b"same",
    "print/letter.pdf": b"1", "diagrams/spear/man.png": b"in a folder", "rules/book": b"a file", "source/a": b"a",
}
OWN = {"todo.txt": b"mine", "laser/notes.txt": b"mine", "laser/clear/.hidden": b"mine", "sketches/deep/er/x": b"mine"}


class Disk:
    """Counts what is done under a folder and calls `strike` at the n-th; with `lasting` at each one from there on.

    Who only kills may leave out reading: it changes nothing on the disk.
    """

    def __init__(self, reading: bool = True) -> None:
        self.reading = reading
        self.root, self.left, self.lasting, self.struck = "", 0, False, ""
        self.strike: Callable[[], None] = lambda: None
        sys.addaudithook(self._hear)

    def _hear(self, event: str, args: tuple[object, ...]) -> None:
        if self.left and self._counts(event, args) and str(args[0]).startswith(self.root):
            self.count(event)

    def _counts(self, event: str, args: tuple[object, ...]) -> bool:
        if event == "open":
            return self.reading or bool(int(str(args[2])) & (os.O_WRONLY | os.O_RDWR))
        return event in WRITES or (self.reading and event in READS)

    def count(self, event: str) -> None:
        self.left -= 1
        if self.left == 0:
            self.left, self.struck = int(self.lasting), self.struck or event
            self.strike()

    @contextmanager
    def trouble(self, root: Path, n: int, strike: Callable[[], None], lasting: bool = False) -> Iterator[None]:
        self.root, self.left, self.lasting, self.struck, self.strike = str(root), n, lasting, "", strike
        try:
            yield
        finally:
            self.left = 0


def build(target: Path, files: dict[str, bytes], folders: tuple[str, ...] | None = None) -> Manifest:
    with stage_build(target) as work:
        for path, data in files.items():
            work.write(path, data)
        return work.swap_in(manifest(files), folders)


def manifest(files: dict[str, bytes]) -> Manifest:
    return Manifest("1.0", "chess", "Chess", tuple(make_entry(path, data, "a test") for path, data in files.items()))


def put(target: Path, files: dict[str, bytes]) -> None:
    for path, data in files.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(data)


def tree(folder: Path) -> Tree:
    """All that is in a folder: contents of files, targets of links, empty folders."""
    found = {}
    for above, folders, files in os.walk(folder):
        for name in [*files, *(name for name in folders if os.path.islink(os.path.join(above, name)))]:
            path = Path(above, name)
            found[path.relative_to(folder).as_posix()] = str(path.readlink()) if path.is_symlink() else digest(path)
        if not folders and not files:
            found[Path(above).relative_to(folder).as_posix() + "/"] = "empty"
    return found


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def expected(*sets: dict[str, bytes]) -> Tree:
    return {path: hashlib.sha256(data).hexdigest() for files in sets for path, data in files.items()}


def landed(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files and their manifest, as they stand in the target."""
    return {**files, "manifest.json": manifest(files).to_json()}


def old_output(target: Path) -> None:
    """A target with the former set, files of the user's own, a link and an empty folder."""
    build(target, OLD)
    put(target, OWN)
    (target / "print/mine").mkdir()
    if hasattr(os, "fork"):  # Windows makes links for few
        (target / "laser/link").symlink_to("nowhere")


def killed_builds(root: Path) -> None:
    """In root/1, root/2 and so on, the same build, killed at its n-th look at the disk; the last one lives."""
    old_output(root / "0" / "chess")
    parse_manifest(manifest(OLD).to_json())  # what it imports need not be imported by each child
    for n in range(1, 1000):
        shutil.copytree(root / "0", root / str(n), symlinks=True)
        child = os.fork()
        if not child:
            killed_build(root / str(n) / "chess", n)
            os._exit(0)
        if os.waitpid(child, 0)[1] == 0:
            return


def killed_build(target: Path, n: int) -> None:
    """The child's part; fsync, which Python does not announce, counts too, and as no power fails does nothing."""
    disk = Disk(reading=False)
    with disk.trouble(target.parent, n, lambda: os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))):
        os.fsync = lambda fd: disk.count("fsync")
        build(target, NEW)


def is_swap_pending(target: Path) -> bool:
    """Whether a swap of files in the target was interrupted, so that old and new files may be mixed there."""
    return os.path.lexists(OutputPaths(target).journal)


def recover_target(target: Path) -> None:
    """What the next build does first, and nothing else of it: the swap of a killed one is finished or undone."""
    place = OutputPaths(target)
    recover_swap(place)
    place.lock.unlink(missing_ok=True)
