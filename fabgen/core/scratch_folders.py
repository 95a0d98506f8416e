"""A folder for files that one process needs only while it runs → removed at its end; where the process was killed, by
the next one that makes such a folder.

A lock file in the folder says whether its process still runs: the system gives the lock up when the process ends,
however it ends.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

LOCK = ".in-use"
LEAST_AGE = 60.0  # seconds: a younger folder may not be locked yet


class ScratchFolder:
    """A new folder beside other temporary files, whose name begins with `prefix`."""

    def __init__(self, prefix: str) -> None:
        from filelock import FileLock

        remove_abandoned_folders(prefix)
        self.path = Path(tempfile.mkdtemp(prefix=prefix))
        self._lock = FileLock(self.path / LOCK)
        self._lock.acquire()

    def remove(self) -> None:
        """Removes the folder and everything in it."""
        self._lock.release()
        shutil.rmtree(self.path, ignore_errors=True)


def remove_abandoned_folders(prefix: str) -> None:
    """Removes the folders of this user whose process was killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        with suppress(OSError):
            if not folder.is_symlink() and _is_own(folder) and _is_abandoned(folder / LOCK):
                shutil.rmtree(folder, ignore_errors=True)


def _is_own(folder: Path) -> bool:
    """Whether a folder belongs to this user."""
    return not hasattr(os, "getuid") or folder.lstat().st_uid == os.getuid()


def _is_abandoned(lock_file: Path) -> bool:
    """Whether no process holds a lock any more."""
    from filelock import FileLock, Timeout

    if time.time() - lock_file.stat().st_mtime < LEAST_AGE:
        return False
    lock: Any = FileLock(lock_file, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        return False
    lock.release()
    return True


__all__ = ["ScratchFolder", "remove_abandoned_folders"]
