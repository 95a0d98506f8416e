"""Bytes → files in an output folder, all of them or none. What the user keeps there stays, whatever happens.

A build is staged beside its target, under a lock, and lands when it is whole: files that the former manifest lists are
replaced or removed, everything else is the user's and is never written, moved or removed. After any failure the target
is as it was and nothing is left beside it; a killed build is mended by the next one, before it does anything else.
"""

from __future__ import annotations

import dataclasses
import errno
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from fabgen.base import FabgenError, Problem, Where, problem
from fabgen.disk import DISK_TROUBLE, code, is_folder, remove, settle, settle_folder, told, walk, write
from fabgen.manifest import MANIFEST, Manifest, folded, parents, read_manifest, safe
from fabgen.swap import Place, Swap, carry_out
from fabgen.swap import mend as mend_place

_LOCK_PATIENCE = 0.3  # seconds: another build that is just ending lets this one in


@dataclass(frozen=True)
class Work:
    """A build under way: `folder` is laid out as the target will be, `former` is the manifest of what stands there."""

    target: Path
    folder: Path
    former: Manifest | None

    def write(self, path: str, data: bytes) -> Path:
        """A file of the new set at its path from the target (`laser/board.svg`); FabgenError where the disk refuses."""
        place = self.folder / safe(path)
        try:
            os.makedirs(place.parent, exist_ok=True)
            place.write_bytes(data)
        except OSError as error:
            raise told(error, self.target / path) from None
        return place

    def land(self, manifest: Manifest, folders: Collection[str] | None = None) -> Manifest:
        """Swaps the staged files in and returns the manifest as written.

        manifest: the new files, each staged. folders: those that this build replaces (all of the new and the former
        manifest, if not given); files and entries of other folders stay. A listed file that the user has edited since
        is still fabgen's and is replaced. Raises FabgenError, the target as before, if a new file would overwrite a
        user's own or the disk refuses; ValueError if the staged files are not the manifest's.
        """
        former = self.former.entries if self.former else ()
        built = {one.folder for one in (*manifest, *former)} if folders is None else set(folders)
        kept = tuple(one for one in former if one.folder not in built)
        whole = dataclasses.replace(manifest, entries=(*manifest.entries, *kept))
        try:
            _settle(self.folder, manifest, built)
            write(self.folder / MANIFEST, whole.dump())
            swap = self._plan([one.path for one in manifest], [one.path for one in former if one.folder in built])
        except OSError as error:
            raise told(error, Place(self.target).shown(error)) from None
        if swap.ins or swap.outs:
            carry_out(Place(self.target), swap)
        return whole

    def _plan(self, new: list[str], former: list[str]) -> Swap:
        """What has to move: nothing that is already the same, nothing that is not ours; the manifest last."""
        new, former = [*new, MANIFEST], [*former, *([MANIFEST] if self.former else [])]
        taken = [path for path in former if os.path.lexists(self.target / path) and not is_folder(self.target / path)]
        problems = [found for path in new for found in _obstacles(self.target, path, taken)]
        problems += [found for path in taken for found in _links(self.target, path)]
        if problems:
            raise FabgenError(problems)
        same = {path for path in taken if path in new and _alike(self.target / path, self.folder / path)}
        emptied = [path for path in parents(former) if path not in parents(new) and is_folder(self.target / path)]
        return Swap(
            outs=tuple(path for path in taken if path not in same),
            ins=tuple(path for path in new if path not in same),
            emptied=tuple(reversed(emptied)),
            made=tuple(path for path in parents(new) if not is_folder(self.target / path)),
            fresh=not self.target.exists(),
        )


@contextmanager
def stage(target: Path) -> Iterator[Work]:
    """A place to write a build of the target folder, for as long as the block runs; `land()` brings it to the target.

    First mends what a killed build left. Raises FabgenError if the target cannot be a folder, its manifest is damaged,
    another build of it is running, or the disk refuses, also inside the block. Without `land()` the target stays as is.
    """
    place = _place(target)
    with _parents(place), _locked(place):
        mend_place(place)
        _writable(place.target)
        former = read_manifest(place.target / MANIFEST)
        with _staging(place):
            yield Work(place.target, place.new, former)


def pending(target: Path) -> bool:
    """Whether a swap of files in the target is under way or was cut off: old and new files may stand there mixed."""
    return os.path.lexists(_place(target).journal)


def mend(target: Path) -> None:
    """Finishes or undoes the swap of a killed build of the target and removes what it left; `stage` does so itself."""
    place = _place(target)
    if os.path.lexists(place.staging) or os.path.lexists(place.lock):
        with _locked(place):
            mend_place(place)


def _place(target: Path) -> Place:
    """The folder itself where the target is a link, so that all happens on the folder's own disk."""
    return Place(Path(os.path.realpath(target) if os.path.islink(target) else os.path.abspath(target)))


@contextmanager
def _staging(place: Place) -> Iterator[None]:
    """The staging folder; what the disk refuses there is told, errors of the block about other files are left alone."""
    try:
        _make(place)
        yield
    except OSError as error:
        if code(error) in DISK_TROUBLE or str(error.filename).startswith(str(place.staging)):
            raise told(error, place.shown(error)) from None
        raise
    finally:
        if not os.path.lexists(place.journal):  # else the next build needs it all
            with suppress(OSError):
                remove(place.staging)


def _make(place: Place) -> None:
    try:
        os.makedirs(place.new)
    except OSError as error:
        raise told(error, place.staging) from None


@contextmanager
def _parents(place: Place) -> Iterator[None]:
    """The folder that holds the target; made if need be, and not left behind empty."""
    parent = place.target.parent
    try:
        missing = [path for path in (parent, *parent.parents) if not os.path.lexists(path)]
        parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise told(error, parent) from None
    try:
        yield
    finally:
        with suppress(OSError):
            for path in missing:
                path.rmdir()


@contextmanager
def _locked(place: Place) -> Iterator[None]:
    """Holds the target for this build alone.

    The lock file is removed while the lock is held, so that no one locks a file whose name is gone (filelock looks for
    that after it locks); Windows removes no open file, there filelock itself does it after the release.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(place.lock, timeout=_LOCK_PATIENCE)
    try:
        lock.acquire()
    except Timeout:
        hint = "wait until it has finished, or build into another folder with -o"
        raise problem("another build into this folder is running", hint, Where(str(place.target))) from None
    except OSError as error:
        raise told(error, place.target) from None
    try:
        yield
    finally:
        with suppress(OSError):
            os.unlink(place.lock)
        lock.release()


def _writable(target: Path) -> None:
    """Refuses early what would fail at the end, after all the work."""
    if os.path.lexists(target) and not target.is_dir():
        hint = "move it away, or build into another folder with -o"
        raise problem("this is a file, and the output goes into a folder", hint, Where(str(target)))
    if target.is_dir() and not os.access(target, os.W_OK | os.X_OK):
        raise told(PermissionError(errno.EACCES, "permission denied"), target)


def _settle(folder: Path, manifest: Manifest, built: set[str]) -> None:
    """Holds the staged files against the manifest and waits until they are safely on the disk."""
    found = {Path(above, name) for above, _, files in walk(folder) for name in files}
    staged = {path.relative_to(folder).as_posix() for path in found} - {MANIFEST}
    listed = {one.path: one for one in manifest}
    outside = {one.path for one in manifest if one.folder not in built or one.folder == one.path}
    stray = sorted((staged ^ listed.keys()) | outside)
    if stray:
        raise ValueError(f"the manifest does not list what is staged for {sorted(built)}: {stray}")
    for path in sorted(staged):
        if settle(folder / path) != listed[path].sha256 or os.path.getsize(folder / path) != listed[path].bytes:
            raise ValueError(f"`{path}` is not what the manifest says")
    for path in ("", *parents(staged)):
        settle_folder(folder / path)


def _obstacles(target: Path, path: str, taken: list[str]) -> list[Problem]:
    """What of the user's stands where a new file must go."""
    found = _links(target, path)
    for above in parents([path]):
        if os.path.lexists(target / above) and not is_folder(target / above) and above not in taken and not found:
            found.append(Problem(Where(str(target / above)), "this file of yours stands where fabgen needs a folder",
                                 "move it away, or build into another folder with -o"))
    if not found and os.path.lexists(target / path) and not _ours(target, path, taken):
        hint = "move it away, or build into another folder with -o"
        if not (target / MANIFEST).exists():
            hint += f"\n(without {MANIFEST} fabgen takes every file here for yours)"
        what = "fabgen would overwrite this, which is not among the files it made"
        found.append(Problem(Where(str(target / path)), what, hint))
    return found


def _links(target: Path, path: str) -> list[Problem]:
    return [Problem(Where(str(target / above)), "this is a link, and fabgen writes only inside the output folder",
                    "replace it by a folder, or link the output folder as a whole")
            for above in parents([path]) if (target / above).is_symlink()]


def _ours(target: Path, path: str, taken: list[str]) -> bool:
    """Whether what stands here moves away: listed, in any spelling of the same file, or a folder of such."""
    here = os.lstat(target / path)
    if is_folder(target / path):
        inside = [f"{path}/{name}" for name in os.listdir(target / path)]
        return path in parents(taken) and all(_ours(target, one, taken) for one in inside)
    spelled = [one for one in taken if folded(one) == folded(path)]
    return path in spelled or any(os.path.samestat(here, os.lstat(target / one)) for one in spelled)


def _alike(one: Path, other: Path) -> bool:
    """Whether two regular files hold the same bytes."""
    if one.is_symlink() or not one.is_file() or one.stat().st_size != other.stat().st_size:
        return False
    return one.read_bytes() == other.read_bytes()
