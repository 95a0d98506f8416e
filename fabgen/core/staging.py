"""Bytes → files in an output folder, either all of them or none. Other files of the user stay in any case.

A build is staged beside its target, under a lock, and swapped in when it is complete. Files that the former manifest
lists are replaced or removed. All other files are the user's and are never written, moved or removed. After any failure
the target is as it was, and nothing is left beside it. Ctrl-C and SIGTERM wait while files are swapped and while the
staging folder is removed. After a killed build, the next one first repairs the target.
"""

from __future__ import annotations

import dataclasses
import errno
import os
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from fabgen.core.files import (
    DISK_TROUBLE,
    disk_error,
    error_name,
    is_folder,
    remove_folder,
    sync_file,
    sync_folder,
    walk_folder,
    write_file,
)
from fabgen.core.journal import FileSwap, OutputPaths, recover_swap, swap_files
from fabgen.core.manifest import MANIFEST, Manifest, fold_path, parent_folders, read_manifest, safe_path
from fabgen.core.problems import FabgenError, Location, Problem, problem_error
from fabgen.core.signals import DelayedStop, find_stop

_LOCK_TIMEOUT = 0.3  # seconds to wait, because a build that is just ending may still hold the lock


@dataclass(frozen=True)
class StagedBuild:
    """A build in progress. `folder` is laid out as the target will be; `former_manifest` lists the files that are in
    the target now. `swaps` grows by one when the new files are in place."""

    target: Path
    folder: Path
    former_manifest: Manifest | None
    delay: DelayedStop = field(default_factory=DelayedStop)
    swaps: list[FileSwap] = field(default_factory=list)

    @property
    def stop_note(self) -> str:
        """What a stop now leaves in the target, in words."""
        if self.swaps:
            return "the new build is in place"
        return "the former build is untouched" if self.former_manifest else "nothing was built"

    def write(self, path: str, data: bytes) -> Path:
        """Writes a new file, given by its path relative to the target (`laser/board.svg`). Raises FabgenError if the
        disk refuses."""
        file = self.folder / safe_path(path)
        try:
            os.makedirs(file.parent, exist_ok=True)
            file.write_bytes(data)
        except OSError as error:
            raise disk_error(error, self.target / path) from None
        return file

    def swap_in(self, manifest: Manifest, folders: Collection[str] | None = None) -> Manifest:
        """Swaps the staged files in and returns the manifest as written.

        * `manifest`: the new files, all of which must be staged.
        * `folders`: the folders that this build replaces, by default all of the new and the former manifest. Files and
          entries of other folders stay.

        A listed file that the user has edited is still fabgen's and is replaced. Raises FabgenError, with the target as
        before, if a new file would overwrite one of the user's or the disk refuses. Raises ValueError if the staged
        files are not those of the manifest.
        """
        former = self.former_manifest.entries if self.former_manifest else ()
        replaced_folders = {entry.folder for entry in (*manifest, *former)} if folders is None else set(folders)
        kept_entries = tuple(entry for entry in former if entry.folder not in replaced_folders)
        merged = dataclasses.replace(manifest, entries=(*manifest.entries, *kept_entries))
        try:
            _check_staged(self.folder, manifest, replaced_folders)
            write_file(self.folder / MANIFEST, merged.to_json())
            swap = self._plan_swap([entry.path for entry in manifest],
                                   [entry.path for entry in former if entry.folder in replaced_folders])
        except OSError as error:
            raise disk_error(error, OutputPaths(self.target).user_path(error)) from None
        self.delay.begin()  # until the staging folder is gone
        if swap.ins or swap.outs:
            swap_files(OutputPaths(self.target), swap)
        self.swaps.append(swap)
        return merged

    def _plan_swap(self, new: list[str], former: list[str]) -> FileSwap:
        """The moves of a swap: no file that is already the same, no file that is not fabgen's, and the manifest last.
        Raises FabgenError for files of the user in the way."""
        new, former = [*new, MANIFEST], [*former, *([MANIFEST] if self.former_manifest else [])]
        present = [path for path in former if os.path.lexists(self.target / path) and not is_folder(self.target / path)]
        problems = [problem for path in new for problem in _find_obstacles(self.target, path, present)]
        problems += [problem for path in present for problem in _find_links(self.target, path)]
        if problems:
            raise FabgenError(problems)
        unchanged = {path for path in present
                     if path in new and _have_same_bytes(self.target / path, self.folder / path)}
        emptied = [
            path for path in parent_folders(former) if path not in parent_folders(new) and is_folder(self.target / path)
        ]
        return FileSwap(
            outs=tuple(path for path in present if path not in unchanged),
            ins=tuple(path for path in new if path not in unchanged),
            emptied=tuple(reversed(emptied)),
            made=tuple(path for path in parent_folders(new) if not is_folder(self.target / path)),
            fresh=not self.target.exists(),
        )


@contextmanager
def stage_build(target: Path) -> Iterator[StagedBuild]:
    """A place to write a build of the target folder while the block runs. `swap_in` puts the files in place.

    First repairs what a killed build left. Raises FabgenError, also inside the block, if the target cannot be a folder,
    its manifest is damaged, another build of it is running, or the disk refuses. Without `swap_in` the target stays as
    it is. A stop (KeyboardInterrupt) gets a note of what it leaves.
    """
    place, delay = _output_place(target), DelayedStop()
    work: StagedBuild | None = None
    try:
        with ExitStack() as stack:
            stack.callback(delay.end)
            stack.enter_context(_parent_folder(place))
            stack.enter_context(_lock_target(place))
            stack.callback(delay.begin)  # what is cleaned up from here on is not interrupted
            recover_swap(place)
            _check_writable(place.target)
            work = StagedBuild(place.target, place.new, read_manifest(place.target / MANIFEST), delay)
            stack.enter_context(_staging_folder(place))
            stack.callback(delay.begin)
            yield work
    except BaseException as error:
        stop = find_stop(error)
        if stop is None:
            raise
        stop.add_note(work.stop_note if work else "nothing was changed")
        raise stop from None


def _output_place(target: Path) -> OutputPaths:
    """The paths of a target. If the target is a link, those of the real folder, so that everything happens on that
    folder's disk."""
    return OutputPaths(Path(os.path.realpath(target) if os.path.islink(target) else os.path.abspath(target)))


@contextmanager
def _staging_folder(place: OutputPaths) -> Iterator[None]:
    """The staging folder. An error of the disk there becomes a FabgenError; errors of other files are raised as they
    are."""
    try:
        _make_staging(place)
        yield
    except OSError as error:
        if error_name(error) in DISK_TROUBLE or str(error.filename).startswith(str(place.staging)):
            raise disk_error(error, place.user_path(error)) from None
        raise
    finally:
        # While there is a journal, the next build needs the folder to finish or undo the swap.
        if not os.path.lexists(place.journal):
            with suppress(OSError):
                remove_folder(place.staging)


def _make_staging(place: OutputPaths) -> None:
    """Makes the staging folder. Raises FabgenError."""
    try:
        os.makedirs(place.new)
    except OSError as error:
        raise disk_error(error, place.staging) from None


@contextmanager
def _parent_folder(place: OutputPaths) -> Iterator[None]:
    """Makes the folder that contains the target if needed, and removes it again if it stays empty."""
    parent = place.target.parent
    try:
        missing_folders = [path for path in (parent, *parent.parents) if not os.path.lexists(path)]
        parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk_error(error, parent) from None
    try:
        yield
    finally:
        with suppress(OSError):
            for path in missing_folders:
                path.rmdir()


@contextmanager
def _lock_target(place: OutputPaths) -> Iterator[None]:
    """Reserves the target for this build.

    The lock file is removed while the lock is held, so that no process locks a file whose name is gone (filelock checks
    for that after it locks). Windows does not remove open files; there, filelock removes it after the release.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(place.lock, timeout=_LOCK_TIMEOUT)
    try:
        lock.acquire()
    except Timeout:
        hint = "wait until it has finished, or build into another folder with -o"
        raise problem_error("another build into this folder is running", hint, Location(str(place.target))) from None
    except OSError as error:
        raise disk_error(error, place.target) from None
    try:
        yield
    finally:
        try:
            with suppress(OSError):
                os.unlink(place.lock)
        finally:  # after Ctrl-C too
            lock.release()


def _check_writable(target: Path) -> None:
    """Raises FabgenError early for a target that would make the build fail at the end, after all the work."""
    if os.path.lexists(target) and not target.is_dir():
        hint = "move it away, or build into another folder with -o"
        raise problem_error("this is a file, and the output goes into a folder", hint, Location(str(target)))
    if target.is_dir() and not os.access(target, os.W_OK | os.X_OK):
        raise disk_error(PermissionError(errno.EACCES, "permission denied"), target)


def _check_staged(folder: Path, manifest: Manifest, replaced_folders: set[str]) -> None:
    """Compares the staged files with the manifest, and waits until they are safely on the disk. Raises ValueError if
    they differ."""
    paths = {Path(parent, name) for parent, _, files in walk_folder(folder) for name in files}
    staged = {path.relative_to(folder).as_posix() for path in paths} - {MANIFEST}
    entries = {entry.path: entry for entry in manifest}
    misplaced = {entry.path for entry in manifest if entry.folder not in replaced_folders or entry.folder == entry.path}
    stray = sorted((staged ^ entries.keys()) | misplaced)
    if stray:
        raise ValueError(f"the manifest does not list what is staged for {sorted(replaced_folders)}: {stray}")
    for path in sorted(staged):
        if sync_file(folder / path) != entries[path].sha256 or os.path.getsize(folder / path) != entries[path].bytes:
            raise ValueError(f"`{path}` is not what the manifest says")
    for path in ("", *parent_folders(staged)):
        sync_folder(folder / path)


def _find_obstacles(target: Path, path: str, present: list[str]) -> list[Problem]:
    """Problems of the user's files that are in the place of a new file."""
    problems = _find_links(target, path)
    hint = "move it away, or build into another folder with -o"
    for parent in parent_folders([path]):
        is_file = os.path.lexists(target / parent) and not is_folder(target / parent)
        if is_file and parent not in present and not problems:
            what = "this file of yours stands where fabgen needs a folder"
            problems.append(Problem(Location(str(target / parent)), what, hint))
    if not problems and os.path.lexists(target / path) and not _is_replaceable(target, path, present):
        if not (target / MANIFEST).exists():
            hint += f"\n(without {MANIFEST} fabgen takes every file here for yours)"
        what = "fabgen would overwrite this, which is not among the files it made"
        problems.append(Problem(Location(str(target / path)), what, hint))
    return problems


def _find_links(target: Path, path: str) -> list[Problem]:
    """Problems of links on the path to a file."""
    return [Problem(Location(str(target / parent)), "this is a link, and fabgen writes only inside the output folder",
                    "replace it by a folder, or link the output folder as a whole")
            for parent in parent_folders([path]) if (target / parent).is_symlink()]


def _is_replaceable(target: Path, path: str, present: list[str]) -> bool:
    """Whether the swap moves the file away that is here: it is listed, in any spelling of the same file, or it is a
    folder of such files."""
    status = os.lstat(target / path)
    if is_folder(target / path):
        children = [f"{path}/{name}" for name in os.listdir(target / path)]
        return path in parent_folders(present) and all(
            _is_replaceable(target, listed_path, present) for listed_path in children
        )
    if path in present:
        return True
    same_names = [listed_path for listed_path in present if fold_path(listed_path) == fold_path(path)]
    return any(os.path.samestat(status, os.lstat(target / listed_path)) for listed_path in same_names)


def _have_same_bytes(first: Path, second: Path) -> bool:
    """Whether two regular files hold the same bytes."""
    if first.is_symlink() or not first.is_file() or first.stat().st_size != second.stat().st_size:
        return False
    return first.read_bytes() == second.read_bytes()
