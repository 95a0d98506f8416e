"""Staged files ↔ files in place: all of them swapped, or none. A journal makes that hold when the process is killed.

Before the first file moves, the journal on disk says what will move, and the new files are whole in the staging folder;
so whoever finds a journal can finish the swap, or undo it. Every step looks where a file is before it moves it, and may
be repeated. Only single files are renamed, never folders: what the user keeps beside them is not touched, nor the
folder it lies in, and a program or a terminal that is in a folder stays in it.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from fabgen.base import FabgenError, Problem, Where, problem
from fabgen.disk import is_folder, remove, settle_folder, told, write
from fabgen.manifest import safe


@dataclass(frozen=True)
class Place:
    """An output folder and the names beside it that a build uses, all on one disk."""

    target: Path

    @property
    def staging(self) -> Path:
        return self.target.parent / f".{self.target.name}.fabgen-new"

    @property
    def lock(self) -> Path:
        return self.target.parent / f".{self.target.name}.fabgen-lock"

    @property
    def new(self) -> Path:
        """The new files, laid out as in the target. Its path is longer than the target's: one too long fails early."""
        return self.staging / "new"

    @property
    def old(self) -> Path:
        """The former files, while the new ones are put in."""
        return self.staging / "old"

    @property
    def journal(self) -> Path:
        return self.staging / "journal.json"

    def shown(self, error: OSError) -> Path:
        """The path that the user knows for the one that failed: a staged file's place in the target."""
        failed = Path(os.fsdecode(error.filename)) if isinstance(error.filename, str | bytes) else self.target
        if failed.is_relative_to(self.new):
            return self.target / failed.relative_to(self.new)
        return failed if failed.is_relative_to(self.target) else self.target


@dataclass(frozen=True)
class Swap:
    """What moves, as paths from the target: files out and in, folders that empty (inner first), folders to make."""

    outs: tuple[str, ...]
    ins: tuple[str, ...]
    emptied: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    fresh: bool = False  # the target itself is made

    def __post_init__(self) -> None:
        for path in (*self.outs, *self.ins, *self.emptied, *self.made):
            safe(path)


def carry_out(place: Place, swap: Swap) -> None:
    """Swaps all; where that fails or is interrupted, the target is put back as it was and the failure raised."""
    try:
        part = place.staging / "journal.part"
        write(part, json.dumps(asdict(swap), ensure_ascii=False).encode())
        os.replace(part, place.journal)
        settle_folder(place.staging)
        _forward(place, swap)
        os.unlink(place.journal)  # from here on the new set is the set
    except BaseException as error:
        if os.path.lexists(place.journal):
            _undo(place, swap, error)
        if isinstance(error, OSError):
            raise told(error, place.shown(error)) from None
        raise


def mend(place: Place) -> None:
    """Removes what a killed build left beside the target; a swap it had begun is finished, or undone if that fails."""
    try:
        swap = _read_journal(place)
        if swap:
            _finish(place, swap)
        remove(place.staging)
    except OSError as error:
        raise told(error, place.staging) from None


def _finish(place: Place, swap: Swap) -> None:
    try:
        _forward(place, swap)
    except (OSError, FabgenError):
        _back(place, swap)
    os.unlink(place.journal)


def _undo(place: Place, swap: Swap, reason: BaseException) -> None:
    try:
        _back(place, swap)
        os.unlink(place.journal)
    except (OSError, FabgenError) as error:
        hint = f"nothing is lost, they are in {place.old}: put this right, and the next build into this folder mends it"
        later = Problem(Where(str(place.target)), "the former files could not all be put back yet", hint)
        raise FabgenError([*_problems(place, reason), *_problems(place, error), later]) from None


def _problems(place: Place, error: BaseException) -> tuple[Problem, ...]:
    if isinstance(error, OSError):
        return told(error, place.shown(error)).problems
    return error.problems if isinstance(error, FabgenError) else ()


def _forward(place: Place, swap: Swap) -> None:
    for path in swap.outs:
        if path not in swap.ins:
            _take(place, path)
    for folder in swap.emptied:
        with suppress(OSError):  # what the user keeps there keeps the folder
            os.rmdir(place.target / folder)
    for path in swap.ins:
        if os.path.lexists(place.new / path):
            if path in swap.outs:
                _take(place, path)
            _move(place.new / path, place.target / path, place.target / path)


def _take(place: Place, path: str) -> None:
    """A former file out of the target, unless it is out already, or a folder stands there (which cannot be ours)."""
    source, kept = place.target / path, place.old / path
    if os.path.lexists(source) and not is_folder(source) and not os.path.lexists(kept):
        _move(source, kept, source)


def _back(place: Place, swap: Swap) -> None:
    for path in reversed(swap.ins):
        if not os.path.lexists(place.new / path) and os.path.lexists(place.target / path):
            _move(place.target / path, place.new / path, place.target / path)
    for folder in reversed(swap.made):
        with suppress(OSError):
            os.rmdir(place.target / folder)
    for folder in reversed(swap.emptied):
        os.makedirs(place.target / folder, exist_ok=True)
    for path in reversed(swap.outs):
        if os.path.lexists(place.old / path):
            _move(place.old / path, place.target / path, place.target / path)
    if swap.fresh:
        with suppress(OSError):
            os.rmdir(place.target)


def _move(source: Path, destination: Path, shown: Path) -> None:
    """Renames a file onto a free name; never over something, which POSIX would do in silence."""
    if os.path.lexists(destination):
        hint = "move it elsewhere and build again"
        raise problem("this came here while fabgen was swapping files", hint, Where(str(shown)))
    try:
        os.makedirs(destination.parent, exist_ok=True)
        os.rename(source, destination)
    except OSError as error:
        raise told(error, shown) from None


def _read_journal(place: Place) -> Swap | None:
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(Swap).validate_json(place.journal.read_bytes())
    except FileNotFoundError:
        return None
    except ValidationError:
        hint = (f"the former files are in {place.target} and {place.old}, the new ones in {place.new}: "
                f"keep what you need, then remove {place.staging}")
        raise problem("the journal of a killed build is damaged", hint, Where(str(place.journal))) from None
