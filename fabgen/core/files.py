"""Bytes ↔ files. An error of the disk → a Problem that says which path, what is wrong and what would be right.

Only regular files are read, and none that is larger than its reader expects: a device or a pipe may never end.
"""

from __future__ import annotations

import codecs
import errno
import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal

from fabgen.core.problems import FabgenError, Location, Problem, problem_error

LARGEST_FILE = 1_000_000  # bytes of a text that a person wrote
MISSING, NOT_A_FILE = "file.missing", "file.no-regular-file"  # codes of problems

PathKind = Literal["", "file", "folder", "other"]

LONGEST_OUTPUT_NAME = 200  # bytes of a name, of 255: the others are for what staging and writing add to it

_FREE_SPACE = "free some space, or build onto another disk with -o"
_SHORTER_PATH = "build into a folder with a shorter path with -o"
_REASONS = {
    "ENOSPC": ("the disk is full", _FREE_SPACE),
    "EDQUOT": ("your share of the disk is used up", _FREE_SPACE),
    "EFBIG": ("the file is larger than this disk or this account may hold", _FREE_SPACE),
    "EROFS": ("the disk is read-only", "build onto another disk with -o"),
    "EIO": ("the disk fails to read or write", "is it still connected and sound?"),
    "EACCES": ("permission denied", "may you write there, and is it closed in every other program?"),
    "EPERM": ("permission denied", "may you write there, and is it closed in every other program?"),
    "EBUSY": ("it is in use", "close it in every other program"),
    "ETXTBSY": ("it is in use", "close it in every other program"),
    "ENOENT": ("no such file or directory", "nothing can be made there: build into another folder with -o"),
    "ENAMETOOLONG": ("the path is too long for this system", _SHORTER_PATH),
    "ENOTDIR": ("a file stands where a folder is needed", "move the file away, or build into another folder with -o"),
    "EEXIST": ("something else stands here already", "move it away, or build into another folder with -o"),
    "EISDIR": ("a folder stands where a file is needed", "move the folder away, or build into another folder with -o"),
    "ELOOP": ("links lead in a circle", "build into another folder with -o"),
    "EXDEV": ("it lies on another disk than the folder it is in", "build into another folder with -o"),
}
DISK_TROUBLE = frozenset({"ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EIO"})  # errors of the whole disk, not of one file
_SHARING = (32, 33)  # ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION of Windows: another program holds the file
_LONGEST_WINDOWS_PATH = 259  # characters: MAX_PATH without the zero at its end


def disk_error(error: OSError, path: Path | str) -> FabgenError:
    """A failed system call as an error with one Problem, at the path that the user knows."""
    name = error_name(error)
    what, hint = _REASONS.get(name, ((error.strerror or str(error)).lower(), ""))
    if getattr(error, "winerror", None) in _SHARING:
        what, hint = _REASONS["EBUSY"]
    elif name == "ENOENT" and os.name == "nt" and len(os.path.abspath(str(path))) > _LONGEST_WINDOWS_PATH:
        what, hint = _REASONS["ENAMETOOLONG"]
    if name == "ENAMETOOLONG" and len(os.fsencode(Path(path).name)) > LONGEST_OUTPUT_NAME:
        what, hint = "the name is too long for the files that fabgen makes beside it", "rename the folder of the game"
    return problem_error(what, hint, Location(str(path)))


def error_name(error: OSError) -> str:
    """The system's name of an error, such as `ENOSPC`. Its numbers differ between systems."""
    return errno.errorcode.get(error.errno or 0, "")


def read_file(path: Path, largest: int = LARGEST_FILE) -> bytes:
    """The bytes of a regular file. Raises FabgenError where there is none, where the system refuses it, and for a file
    of more than `largest` bytes, which is not read."""
    try:
        if stat.S_ISDIR(mode := os.stat(path).st_mode) or not stat.S_ISREG(mode):
            what = "a folder" if stat.S_ISDIR(mode) else "a device, a pipe or a socket"
            raise _read_error(path, f"this is {what}, and a file is needed", code=NOT_A_FILE)
        with open(path, "rb", opener=_open_without_waiting) as file:
            length = os.fstat(file.fileno()).st_size
            data = b"" if length > largest else file.read(largest + 1)  # it may grow while it is read
    except ValueError:  # a zero, or half a character
        raise _read_error(path, "no file can have this name", code=MISSING) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        code = MISSING if error_name(error) in ("ENOENT", "ENOTDIR") else ""
        raise _read_error(path, f"cannot read the file: {reason}", code=code) from None
    if max(length, len(data)) > largest:
        unit, size = ("kB", 1e3) if largest < 1e6 else ("MB", 1e6)
        length = max(length, len(data))
        what = f"the file has {length / size:.1f} {unit}; fabgen reads at most {largest / size:.3g} {unit}"
        raise _read_error(path, what, "is this the right file?")
    return data


def _open_without_waiting(path: str, flags: int) -> int:
    """Opens a file. A pipe that has just taken its place does not keep the reader waiting."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _read_error(path: Path, what: str, hint: str = "", code: str = "") -> FabgenError:
    return FabgenError([Problem(Location(str(path)), what, hint, code=code)])


def read_text(path: Path, largest: int = LARGEST_FILE) -> str:
    """The text of a file that a person wrote, with lines ended by `\\n`. Raises FabgenError as `read_file` does, and
    for a file that is not UTF-8."""
    return decode_text(read_file(path, largest), str(path))


def decode_text(data: bytes, file: str) -> str:
    """The text of a file's bytes, with lines ended by `\\n`. Raises FabgenError, with line and column, for bytes that
    are not UTF-8."""
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        return _join_lines(data.removeprefix(mark).decode())
    except UnicodeDecodeError as error:
        before = _join_lines(error.object[: error.start].decode())
        where = Location(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
        what = f"the file is not UTF-8 text (byte {len(mark) + error.start + 1}, 0x{error.object[error.start]:02X})"
        raise FabgenError([Problem(where, what, "save it as UTF-8 in your editor")]) from None


def _join_lines(text: str) -> str:
    """The text with the line ends of every system as `\\n`."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def find_kind(path: Path) -> PathKind:
    """What a path leads to, links followed: a "file", a "folder", something "other", or nothing. Raises FabgenError
    where the system does not let fabgen look."""
    try:
        mode = os.stat(path).st_mode
    except ValueError:
        return ""
    except OSError as error:
        if error_name(error) in ("ENOENT", "ENOTDIR"):
            return ""
        hint = "write a shorter name" if error_name(error) == "ENAMETOOLONG" else ""
        raise _read_error(path, f"cannot look there: {(error.strerror or str(error)).lower()}", hint) from None
    return "file" if stat.S_ISREG(mode) else "folder" if stat.S_ISDIR(mode) else "other"


def is_folder(path: Path) -> bool:
    """Whether there is a folder at the path. A link to a folder does not count."""
    with suppress(OSError):
        return stat.S_ISDIR(os.lstat(path).st_mode)
    return False


def walk_folder(folder: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """Like `os.walk`, innermost folders first. A folder that cannot be read raises OSError instead of being skipped."""
    def refuse(error: OSError) -> None:
        raise error

    return os.walk(folder, topdown=False, onerror=refuse)


def write_file(path: Path, data: bytes) -> None:
    """Writes a file and waits until it is safely on the disk. Raises OSError."""
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def sync_file(path: Path) -> str:
    """Waits until a file is safely on the disk, and returns its sha256. Raises OSError."""
    with open(path, "rb+") as file:  # opened for writing, because Windows flushes no other files
        os.fsync(file.fileno())
        return hashlib.file_digest(file, "sha256").hexdigest()


def sync_folder(folder: Path) -> None:
    """Waits until the names in a folder are safely on the disk. Windows cannot open folders, so it is skipped there."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def remove_folder(folder: Path) -> None:
    """Removes a folder that fabgen made, with everything in it, including read-only files. Links are removed, never
    followed. Raises OSError."""
    if not os.path.lexists(folder):
        return
    for parent, folders, files in walk_folder(folder):
        for name in files:
            _unlink(os.path.join(parent, name))
        for name in folders:
            path = os.path.join(parent, name)
            _unlink(path) if os.path.islink(path) else os.rmdir(path)
    os.rmdir(folder)


def _unlink(path: str) -> None:
    """Removes a file or a link, including a read-only file on Windows."""
    try:
        os.unlink(path)
    except PermissionError:
        if os.path.islink(path):
            raise  # chmod would change the file to which the link leads
        os.chmod(path, stat.S_IWRITE)  # Windows does not remove read-only files
        os.unlink(path)


def replace_file(path: Path, data: bytes, check: Callable[[], None] = lambda: None) -> None:
    """Replaces a file as a whole; who may read and write it stays. `check` is called when the new file is complete and
    may raise. Raises FabgenError if the disk refuses. After any error the former file is still there."""
    temporary = path.with_name(f".{path.name}.fabgen-new")
    try:
        write_file(temporary, data)
        with suppress(FileNotFoundError):
            os.chmod(temporary, stat.S_IMODE(os.stat(path).st_mode))
        check()
        os.replace(temporary, path)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise disk_error(error, path) from None
        raise
