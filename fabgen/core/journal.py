"""Staged files ↔ files in place: either all of them are swapped or none. A journal guarantees this even if the process
is killed.

Before the first file is moved, the journal on the disk lists all moves, and the new files are complete in the staging
folder. So a later build that finds a journal can finish the swap or undo it. Every step checks where a file is before
it moves the file, and may be repeated. Only single files are renamed, never folders: other files and folders of the
user are not touched, and a program or a terminal that is in a folder stays in it.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from fabgen.core.files import MISSING, disk_error, is_folder, read_file, remove_folder, sync_folder, write_file
from fabgen.core.manifest import LARGEST_MANIFEST, safe_path
from fabgen.core.problems import FabgenError, Location, Problem, problem_error


@dataclass(frozen=True)
class OutputPaths:
    """An output folder and the paths beside it that a build uses, all on one disk."""

    target: Path

    @property
    def staging(self) -> Path:
        """The folder with the files of a build in progress."""
        return self.target.parent / f".{self.target.name}.fabgen-new"

    @property
    def lock(self) -> Path:
        """The file that a build locks while it works on the target."""
        return self.target.parent / f".{self.target.name}.fabgen-lock"

    @property
    def new(self) -> Path:
        """The new files, laid out as in the target. This path is longer than that of the target, so that a path that is
        too long fails early."""
        return self.staging / "new"

    @property
    def old(self) -> Path:
        """The former files, while the new ones are moved in."""
        return self.staging / "old"

    @property
    def journal(self) -> Path:
        """The list of moves of a swap that has begun."""
        return self.staging / "journal.json"

    def user_path(self, error: OSError) -> Path:
        """The path that the user knows for the one that failed: for a staged file, its place in the target."""
        failed_path = Path(os.fsdecode(error.filename)) if isinstance(error.filename, str | bytes) else self.target
        if failed_path.is_relative_to(self.new):
            return self.target / failed_path.relative_to(self.new)
        return failed_path if failed_path.is_relative_to(self.target) else self.target


@dataclass(frozen=True)
class FileSwap:
    """The moves of a swap, as paths relative to the target.

    * `outs`: files that are moved out of the target.
    * `ins`: files that are moved into it.
    * `emptied`: folders that become empty, innermost first.
    * `made`: folders that are made.
    * `fresh`: whether the target itself is made.
    """

    outs: tuple[str, ...]
    ins: tuple[str, ...]
    emptied: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    fresh: bool = False

    def __post_init__(self) -> None:
        for path in (*self.outs, *self.ins, *self.emptied, *self.made):
            safe_path(path)


def swap_files(place: OutputPaths, swap: FileSwap) -> None:
    """Swaps all files. If this fails or is interrupted, restores the target as it was and raises the error."""
    try:
        unfinished = place.staging / "journal.part"
        write_file(unfinished, json.dumps(asdict(swap), ensure_ascii=False).encode())
        os.replace(unfinished, place.journal)
        sync_folder(place.staging)
        _move_in(place, swap)
        os.unlink(place.journal)  # from here on the new files are the output
    except BaseException as error:
        if os.path.lexists(place.journal):
            _undo_after_failure(place, swap, error)
        if isinstance(error, OSError):
            raise disk_error(error, place.user_path(error)) from None
        raise


def recover_swap(place: OutputPaths) -> None:
    """Removes what a killed build left beside the target. A swap that the build had begun is finished, or undone if
    that fails. Raises FabgenError if the disk refuses."""
    try:
        swap = _read_journal(place)
        if swap:
            _finish_or_undo(place, swap)
        remove_folder(place.staging)
    except OSError as error:
        raise disk_error(error, place.staging) from None


def _finish_or_undo(place: OutputPaths, swap: FileSwap) -> None:
    """Finishes a swap, or undoes it if it cannot be finished, and removes the journal."""
    try:
        _move_in(place, swap)
    except (OSError, FabgenError):
        _move_back(place, swap)
    os.unlink(place.journal)


def _undo_after_failure(place: OutputPaths, swap: FileSwap, reason: BaseException) -> None:
    """Undoes a swap that failed. If this fails too, raises FabgenError with the Problems of both failures; the journal
    stays for the next build."""
    try:
        _move_back(place, swap)
        os.unlink(place.journal)
    except (OSError, FabgenError) as error:
        hint = f"nothing is lost, they are in {place.old}: put this right, and the next build into this folder mends it"
        unfinished = Problem(Location(str(place.target)), "the former files could not all be put back yet", hint)
        raise FabgenError([*_problems_of(place, reason), *_problems_of(place, error), unfinished]) from None


def _problems_of(place: OutputPaths, error: BaseException) -> tuple[Problem, ...]:
    """An error as Problems. None for errors that are not expected."""
    if isinstance(error, OSError):
        return disk_error(error, place.user_path(error)).problems
    return error.problems if isinstance(error, FabgenError) else ()


def _move_in(place: OutputPaths, swap: FileSwap) -> None:
    """Moves the former files out of the target and the new ones in."""
    for path in swap.outs:
        if path not in swap.ins:
            _move_out(place, path)
    for folder in swap.emptied:
        with suppress(OSError):  # a folder with files of the user stays
            os.rmdir(place.target / folder)
    for path in swap.ins:
        if os.path.lexists(place.new / path):
            if path in swap.outs:
                _move_out(place, path)
            _rename(place.new / path, place.target / path, place.target / path)


def _move_out(place: OutputPaths, path: str) -> None:
    """Moves a former file out of the target, unless it is out already. A folder stays, because fabgen cannot have made
    it in place of a file."""
    source, destination = place.target / path, place.old / path
    if os.path.lexists(source) and not is_folder(source) and not os.path.lexists(destination):
        _rename(source, destination, source)


def _move_back(place: OutputPaths, swap: FileSwap) -> None:
    """Moves the new files out of the target and the former ones back in."""
    for path in reversed(swap.ins):
        if not os.path.lexists(place.new / path) and os.path.lexists(place.target / path):
            _rename(place.target / path, place.new / path, place.target / path)
    for folder in reversed(swap.made):
        with suppress(OSError):
            os.rmdir(place.target / folder)
    for folder in reversed(swap.emptied):
        os.makedirs(place.target / folder, exist_ok=True)
    for path in reversed(swap.outs):
        if os.path.lexists(place.old / path):
            _rename(place.old / path, place.target / path, place.target / path)
    if swap.fresh:
        with suppress(OSError):
            os.rmdir(place.target)


def _rename(source: Path, destination: Path, user_path: Path) -> None:
    """Renames a file to a name that is free. Never replaces an existing file, which POSIX would do without an error.
    Raises FabgenError."""
    if os.path.lexists(destination):
        hint = "move it elsewhere and build again"
        raise problem_error("this came here while fabgen was swapping files", hint, Location(str(user_path)))
    try:
        os.makedirs(destination.parent, exist_ok=True)
        os.rename(source, destination)
    except OSError as error:
        raise disk_error(error, user_path) from None


def _read_journal(place: OutputPaths) -> FileSwap | None:
    """The swap that a killed build had begun. None without a journal."""
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(FileSwap).validate_json(read_file(place.journal, LARGEST_MANIFEST))
    except FabgenError as error:
        if error.problems[0].code == MISSING:
            return None
        raise
    except ValidationError:
        hint = (f"the former files are in {place.target} and {place.old}, the new ones in {place.new}: "
                f"keep what you need, then remove {place.staging}")
        raise problem_error("the journal of a killed build is damaged", hint, Location(str(place.journal))) from None
