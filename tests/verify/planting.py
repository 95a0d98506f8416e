"""A small game, and how defects are planted in copies of its output by editing the files."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fabgen.core.manifest import read_manifest
from fabgen.core.problems import Problem
from fabgen.verify import verify
from fabgen.verify.print_and_play import print_checks
from fabgen.verify.sources import BuildSources

GAME = """\
fabgen: 1
title: Small
designer: Nobody
players:
  green: {forward: up, material: acrylic-3mm/green}
board:
  grid: 3x3
  cell: 40 mm
  material: acrylic-3mm/clear
  zones: {green home: {cells: a1-c1, of: green, pattern: dots}}
pieces:
  knight: {each: 1, moves: fmFfsmNfhcN, body: {standee: knight}}
  spearman: {each: 2, moves: fcW2smW, body: {standee: spear}}
tokens:
  stop: {count: 3, shape: disc, size: 18 mm, mark: no-entry, material: acrylic-3mm/red}
"""


def print_problems(folder: Path, gone: str | None = None) -> list[str]:
    """What is found in the print-and-play set of an output folder; `gone`: without files of this name, as if the build
    had never made them."""
    manifest = read_manifest(folder / "manifest.json")
    assert manifest
    entries = [entry for entry in manifest if gone is None or gone not in entry.path]
    assert gone is None or len(entries) == len([*manifest]) - 1
    return [str(problem) for check in print_checks(folder, entries, BuildSources(folder)) for problem in check()]


@dataclass(frozen=True)
class Planted:
    """A copy of a good output folder."""

    folder: Path

    def text(self, file: str) -> str:
        return (self.folder / file).read_text()

    def write(self, file: str, text: str) -> None:
        assert text != self.text(file), "the defect was not planted"
        (self.folder / file).write_text(text)

    def edit(self, file: str, old: str, new: str) -> None:
        """Every `old` becomes `new`; it must be there."""
        self.write(file, self.text(file).replace(old, new))

    def element(self, file: str, id: str) -> str:
        """The text of an element's line."""
        return next(line for line in self.text(file).splitlines(keepends=True) if f'id="{id}"' in line)

    def data(self, file: str, id: str) -> str:
        found = re.search(r' d="([^"]*)"', self.element(file, id))
        assert found
        return found[1]

    def letter(self, file: str, part: str) -> str:
        """The id of a stroke of the name on a part: of its scored lines the first that has a slope or a bend."""
        ids = re.findall(rf'id="({part}\.grid-\d+)"', self.text(file))
        return next(id for id in ids if not is_straight_across(self.data(file, id)))

    def redraw(self, file: str, id: str, change: Callable[[str], str]) -> None:
        """New path data for one element."""
        line = self.element(file, id)
        old = self.data(file, id)
        self.edit(file, line, line.replace(old, change(old)))

    def remove(self, file: str, id: str) -> None:
        self.edit(file, self.element(file, id), "")

    def seal(self) -> None:
        """Make the manifest agree with the files again, so that only their contents can be found wrong."""
        path = self.folder / "manifest.json"
        manifest = json.loads(path.read_text())
        for entry in manifest["files"]:
            data = (self.folder / entry["path"]).read_bytes()
            entry |= {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        path.write_text(json.dumps(manifest))

    def problems(self) -> list[Problem]:
        self.seal()
        return verify(self.folder)


def is_straight_across(data: str) -> bool:
    """Whether path data are one line that is level or upright."""
    values = [float(value) for value in re.findall(r"-?\d+(?:\.\d+)?", data)]
    return len(values) == 4 and (values[0] == values[2] or values[1] == values[3])


def numbers(
    data: str, point: Callable[[float, float], tuple[float, float]], flip: bool = False, factor: float = 1.0
) -> str:
    """Path data (M, L, C, A, Z) with each point mapped; `flip` turns arcs over, `factor` scales their radii."""
    out = []
    for command, rest in re.findall(r"([MLCAZ])([^MLCAZ]*)", data):
        values = [float(v) for v in re.findall(r"-?\d+(?:\.\d+)?", rest)]
        if command == "A":
            x, y = point(*values[5:])
            values = [
                values[0] * factor,
                values[1] * factor,
                0,
                values[3],
                values[4] if not flip else 1 - values[4],
                x,
                y,
            ]
        else:
            values = [v for i in range(0, len(values), 2) for v in point(values[i], values[i + 1])]
        out.append(" ".join([command, *(f"{round(v, 4):g}" if abs(v) < 10 else f"{v:.4f}" for v in values)]))
    return " ".join(out)


def moved(dx: float, dy: float) -> Callable[[str], str]:
    """Path data moved, in mm of the file: to the right and down."""
    return lambda data: numbers(data, lambda x, y: (x + dx, y + dy))
