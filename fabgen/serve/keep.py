"""The spec's file and what a page has chosen → the file with these values, the lines that differ, and the file replaced
by it: the only place where `fabgen serve` writes to a game."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from fabgen.core.files import LARGEST_FILE, decode_text, read_file, replace_file
from fabgen.core.game_files import read_spec_file
from fabgen.core.problems import Location, problem_error
from fabgen.core.yaml_edits import set_value
from fabgen.spec.game_folder import template_folders

NEIGHBOURS = 2  # lines that are shown before and after those that change
Edit = tuple[tuple[str, ...], str | int | bool]  # a key of the spec, and its value


@dataclass(frozen=True)
class DiffLine:
    """A line of a comparison: `kind` is same, old or new; its number in the former or, if new, in the new file."""

    kind: str
    number: int
    text: str


@dataclass(frozen=True)
class SpecChange:
    """A spec before and after some edits, as the bytes of its file, and the lines that differ with their neighbours.
    The tag names both."""

    file: str
    former: bytes
    data: bytes
    lines: tuple[DiffLine, ...]

    @property
    def tag(self) -> str:
        """A digest of what is replaced by what."""
        return hashlib.sha256(hashlib.sha256(self.former).digest() + hashlib.sha256(self.data).digest()).hexdigest()


def edit_text(text: str, file: str, edits: Iterable[Edit]) -> str:
    """The text of a spec with some values. Raises FabgenError for one that cannot be set."""
    for key, value in edits:
        text = set_value(text, file, key, value)
    return text


def plan_change(path: Path, edits: Iterable[Edit]) -> SpecChange:
    """What a spec would become. Raises FabgenError where it cannot be read, or a value cannot be set."""
    former = read_spec_file(path)
    decode_text(former, str(path))  # it says where bytes are no UTF-8
    before = former.decode()
    after = edit_text(before, str(path), edits)
    return SpecChange(path.name, former, after.encode(), tuple(_compare(before, after)))


def _compare(before: str, after: str) -> Iterable[DiffLine]:
    old_lines, new_lines = before.splitlines(), after.splitlines()
    for group in SequenceMatcher(None, old_lines, new_lines, autojunk=False).get_grouped_opcodes(NEIGHBOURS):
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                yield from (DiffLine("same", n + 1, old_lines[n]) for n in range(i1, i2))
            else:
                yield from (DiffLine("old", n + 1, old_lines[n]) for n in range(i1, i2))
                yield from (DiffLine("new", n + 1, new_lines[n]) for n in range(j1, j2))


def keep_change(path: Path, change: SpecChange) -> None:
    """Replaces the file of a spec by what was planned. Raises FabgenError, and the file is as it was, for a game that
    comes with fabgen, for a file that may not be written or has changed since it was read, and if the disk refuses."""
    where = Location(str(path))
    if path.parent.resolve() in [folder.resolve() for folder in template_folders().values()]:
        hint = "make a copy of your own with `fabgen new my-game --from GAME`, and serve that"
        raise problem_error("this game comes with fabgen", hint, where)
    read_spec_file(path)  # it says where a link leads out of the game's folder
    file = Path(os.path.realpath(path))
    if not os.access(file, os.W_OK):
        raise problem_error("this file may not be written", "change its permissions, or copy the lines", where)

    def check() -> None:
        if read_file(file, LARGEST_FILE) != change.former:
            raise problem_error("the file has changed since it was read", "look at the changes again", where)

    check()
    replace_file(file, change.data, check)
