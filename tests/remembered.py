"""Pure functions that many tests call with the same arguments → their results, computed once in each process, or once
for all processes of a run.

Tests plant one defect in a copy of a build and prove all of it again; most of what is proven is the same as in the test
before. Here nothing is left out: a result is used again only for arguments of the same content (bytes of files,
elements of a part, the drawing that it is held against). A defect changes the content, so what is planted is always
proven itself; `tests/test_remembered.py` holds this against calls without a memory.
"""

from __future__ import annotations

import os
import pickle
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from fabgen.core.cache import digest_of
from fabgen.core.manifest import ManifestEntry
from fabgen.model import game_picture
from fabgen.verify.nominal_part import NominalPart
from fabgen.verify.readers.content import FileContent
from fabgen.verify.virtual_cut import CutPart

Key = Callable[..., object]
MOST = 150  # results of a function, the last ones used


class Memory:
    """A function that remembers its last results by the content of its arguments, as `key` gives it."""

    def __init__(self, function: Callable[..., Any], key: Key, most: int = MOST) -> None:
        self.function, self.key, self.most = function, key, most
        self.results: OrderedDict[str, Any] = OrderedDict()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            key = digest_of(self.key(*args, **kwargs))
        except (TypeError, OSError, RecursionError):  # no content that can be told apart
            return self.function(*args, **kwargs)
        if key in self.results:
            self.results.move_to_end(key)
        else:
            self.results[key] = self.function(*args, **kwargs)
            if len(self.results) > self.most:
                self.results.popitem(last=False)
        result = self.results[key]
        return copied(result)


def copied(result: Any) -> Any:
    """A list of its own for each caller, also in a tuple: some add to what they get."""
    if isinstance(result, list):
        return [copied(item) for item in result]
    return tuple(map(copied, result)) if type(result) is tuple else result


def svg_key(path: Path, *rest: object, **options: object) -> object:
    return path.read_bytes(), rest, options


def sheet_key(path: Path, entry: ManifestEntry) -> object:
    return path.read_bytes(), entry


def part_key(content: FileContent, part: CutPart, nominal: NominalPart) -> object:
    """All that a part is compared by; of its file, what Problems say of a place."""
    areas = [area.wkb for area in (*part.areas, *part.windows)]
    return (content.file, content.width, content.height, part.instance, part.block, areas, part.outlines, part.holes,
            part.engraved, part.scored, nominal.part, nominal.machine, nominal.kerf)


def plain_key(*args: object, **named: object) -> object:
    return args, named


_MEMORIES: dict[tuple[str, str], Memory] = {}
VERIFYING: list[tuple[str, str, Key]] = [
    ("fabgen.verify.readers.svg", "read_svg", svg_key),
    *(("fabgen.verify.readers", f"_read_{form}", sheet_key) for form in ("dxf", "lbrn2", "pdf", "gcode")),
    ("fabgen.verify.sheets", "check_part", part_key),
    ("fabgen.verify.expected_things", "NominalPart", plain_key),
]


@contextmanager
def verifying() -> Iterator[None]:
    """While tests verify: the functions of VERIFYING remember their results, in this process as long as it lives. No
    second process does half of the work, since it would forget them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fabgen.core.worker._is_processor_free", lambda: False)
        for place, name, key in VERIFYING:
            module = import_module(place)
            function = getattr(module, name)
            memory = _MEMORIES.setdefault((place, name), Memory(function, key))
            patch.setattr(module, name, memory)
            for suffix, reader in getattr(module, "READERS", {}).items():
                if reader is function:
                    patch.setitem(module.READERS, suffix, memory)
        yield


@contextmanager
def drawing_games(folder: Path) -> Iterator[None]:
    """While tests build: the picture of the finished game on each job sheet is drawn once for the same parts in the
    same places, and kept in a folder, since builds draw it in a second process. It takes half of the time of a small
    job. Commands that tests run as real processes draw theirs anew, also where they compare it with what is here."""
    folder.mkdir(parents=True, exist_ok=True)
    draw_model = game_picture.draw_model

    def recall_or_draw(*args: Any) -> Any:
        file = folder / digest_of(args)
        if not file.exists():
            new = folder / f"{file.name} {os.getpid()}"  # another worker may draw the same
            new.write_bytes(pickle.dumps(draw_model(*args)))
            new.replace(file)
        return pickle.loads(file.read_bytes())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_picture, "draw_model", recall_or_draw)
        yield
