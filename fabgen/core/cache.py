"""What a result is made from → the result, kept on the disk from one build to the next.

A key is a digest of everything that the result depends on: the values given, and fabgen's own files with the versions
of the packages that are installed, so that another version never meets a result of this one. A result that cannot be
read whole is made again. The cache is the user's own folder, which nobody else may read.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from pathlib import Path, PurePath
from typing import Any, TypeVar

from pydantic import BaseModel

from fabgen.core.files import read_file

T = TypeVar("T")
ENVIRONMENT = "FABGEN_CACHE"  # the environment variable with the folder of the cache; `none`: no cache
LARGEST_CACHE = 400_000_000  # bytes; the results used longest ago are removed first
LARGEST_RESULT = 100_000_000  # bytes
SUFFIX = ".result"
RESULT_NAME = re.compile(r"[0-9a-f]{64}\.(result|\d+)")  # a number: what a process was writing


def default_cache_folder() -> Path | None:
    """The folder of the cache in the user's own; None if the environment says `none`, and for a user without any."""
    chosen = os.environ.get(ENVIRONMENT, "")
    if chosen:
        return None if chosen == "none" else Path(chosen)
    with suppress(RuntimeError):  # there is no home
        return _user_cache_folder()
    return None


def _user_cache_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "fabgen" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "fabgen"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fabgen"


@dataclass
class ResultCache:
    """Results in a folder. None for the folder: nothing is kept.

    `reused`: the names of the results that `get` and `has` have found. `is_current` says whether the files from which
    keys were made are still the same; a result that was made while they changed is not kept.
    """

    folder: Path | None = None
    reused: list[str] = field(default_factory=list)
    is_current: Callable[[], bool] = lambda: True

    def get(self, name: str, content: Any, make: Callable[[], T]) -> T:
        """The result of `make`, or the former one for the same content. What `make` raises is raised."""
        file = self._file(name, content)
        if file is None:
            return make()
        known = self._read(file)
        if known is not None:
            self.reused.append(name)
            former: T = known[0]
            return former
        result = make()
        self._write(file, result)
        return result

    def recall(self, name: str, content: Any) -> Any:
        """What `keep` kept last for some content; None where there is nothing. The caller has to prove that it still
        holds: it may have been kept before something changed that the content does not tell."""
        file = self._file(name, content)
        known = self._read(file) if file else None
        return known[0] if known else None

    def keep(self, name: str, content: Any, value: Any) -> None:
        """Keeps a value for `recall`, in the place of the one that was kept before."""
        if file := self._file(name, content):
            self._write(file, value)

    def has(self, name: str, content: Any) -> bool:
        """Whether there is a result for some content. One that is there is noted in `reused`, as `get` does."""
        file = self._file(name, content)
        is_there = file is not None and self._read(file) is not None
        self.reused += [name] if is_there else []
        return is_there

    def _file(self, name: str, content: Any) -> Path | None:
        """The file of a result; None where there is no cache, or the content cannot be told apart."""
        if self.folder is None or not _is_private(self.folder):
            return None
        try:
            key = digest_of((name, digest_of_installation(), content))
        except (TypeError, RecursionError):
            return None
        return self.folder / (key + SUFFIX)

    def _read(self, file: Path) -> tuple[Any] | None:
        """The result in a file; None where there is none that is whole."""
        try:
            data = read_file(file, LARGEST_RESULT)
            if hashlib.sha256(data[32:]).digest() != data[:32]:
                return None
            result = (pickle.loads(data[32:]),)
            os.utime(file)
            return result
        except Exception:  # whatever is wrong with it, the result is made again
            return None

    def _write(self, file: Path, result: Any) -> None:
        """Keeps a result, unless the disk refuses."""
        temporary = file.with_suffix(f".{os.getpid()}")
        if not self.is_current():
            return
        try:
            data = pickle.dumps(result)
            if len(data) > LARGEST_RESULT:
                return
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            temporary.write_bytes(hashlib.sha256(data).digest() + data)
            os.replace(temporary, file)
        except (OSError, pickle.PicklingError, TypeError, AttributeError):
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            return
        self._remove_old()

    def _remove_old(self) -> None:
        """Removes the results used longest ago while there are too many."""
        assert self.folder
        with suppress(OSError):
            results = [(entry.stat().st_mtime, entry.stat().st_size, entry.path) for entry in os.scandir(self.folder)
                       if RESULT_NAME.fullmatch(entry.name)]
            size = sum(result[1] for result in results)
            for _, length, path in sorted(results):
                if size <= LARGEST_CACHE:
                    break
                os.unlink(path)
                size -= length


def _is_private(folder: Path) -> bool:
    """Whether a folder is the user's own and nobody else may write to it, or is not there yet: reading a result runs
    what it says."""
    if not hasattr(os, "getuid"):
        return True
    with suppress(FileNotFoundError, NotADirectoryError):
        state = folder.stat()
        return state.st_uid == os.getuid() and not state.st_mode & 0o022
    return True


def digest_of(value: Any) -> str:
    """A digest of a value by its content: equal for equal values in every process. Raises TypeError for a value of a
    kind whose content is unknown."""
    digest = hashlib.sha256()
    for data in _digested_bytes(value):
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.hexdigest()


def _digested_bytes(value: Any) -> Iterator[bytes]:
    """The content of a value as bytes, part by part, each kind of value with a mark of its own."""
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        yield f"{kind.__name__} {value!r}".encode(errors="surrogatepass")
    elif kind is bytes:
        yield b"bytes"
        yield value
    elif kind in (tuple, list):
        yield f"{kind.__name__} {len(value)}".encode()
        for item in value:
            yield from _digested_bytes(item)
    elif kind in (set, frozenset):
        yield from _digested_bytes((kind.__name__, tuple(sorted(digest_of(item) for item in value))))
    elif isinstance(value, Mapping):
        yield f"mapping {len(value)}".encode()
        for key, item in value.items():
            yield from _digested_bytes(key)
            yield from _digested_bytes(item)
    else:
        yield f"{kind.__module__}.{kind.__qualname__}".encode()
        yield from _digested_bytes(_content(value))


def _content(value: Any) -> Any:
    """What a value of a class consists of."""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, PurePath):
        return str(value)
    if isinstance(value, tuple):  # one with names
        return tuple(value)
    if is_dataclass(value):
        return tuple(getattr(value, item.name) for item in fields(value))
    if isinstance(value, BaseModel):
        return tuple(getattr(value, name) for name in type(value).model_fields)
    if isinstance(value, float | int | str):  # with what a class of its own adds
        return value.__reduce_ex__(2)[1:3] if vars(value) else value.__getnewargs__()
    if hasattr(value, "tobytes") and hasattr(value, "shape"):  # an array of numpy
        return str(value.dtype), tuple(value.shape), value.tobytes()
    raise TypeError(f"the content of a {type(value).__name__} is unknown")


@lru_cache(maxsize=1)
def digest_of_fabgen() -> str:
    """A digest of fabgen's own files, which also tells two states of the same version apart. What lies beside the
    package in a checkout, and in it where it is installed, is left out: games and recipes."""
    digest = hashlib.sha256()
    root = str(files("fabgen"))
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", "templates"))
        for name in sorted(set(names) - {"recipes.md"}):
            path = os.path.join(folder, name)
            digest.update(os.path.relpath(path, root).encode(errors="surrogateescape") + b"\0")
            digest.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return digest.hexdigest()


@lru_cache(maxsize=1)
def digest_of_installation() -> str:
    """A digest of fabgen's own files, of Python's version, and of the names and versions of all installed packages."""
    digest = hashlib.sha256(f"{sys.version}\0{digest_of_fabgen()}\0".encode())
    for folder in sys.path:
        with suppress(OSError):
            digest.update("\0".join(sorted(name for name in os.listdir(folder or ".")
                                           if name.endswith((".dist-info", ".egg-info")))).encode())
    return digest.hexdigest()
