"""A small game for a machine → its sheets as the model has them, and each of them written in every format."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from verify.planting import GAME

from fabgen.artwork.part import Part
from fabgen.artwork.path import Path as Line
from fabgen.figures.components.kit import make_laser_kit
from fabgen.laser.formats.registry import FORMATS
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import Machine, load_machine
from fabgen.laser.sheet import LaserSheet, SheetMark
from fabgen.laser.sheet_layout import make_sheets
from fabgen.materials.material import make_fit
from fabgen.spec.load import load_spec

SIZE = (270.0, 180.0)  # mm: fits every built-in bed
FORMS = ("svg", "dxf", "lbrn2", "pdf")


@dataclass(frozen=True)
class Model:
    """What a job makes, before it is written."""

    machine: Machine
    job: LaserJob
    parts: dict[str, Part]
    sheets: tuple[LaserSheet, ...]


@cache
def model(name: str) -> Model:
    """The small game for a built-in machine."""
    machine = load_machine(name)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "game.yaml").write_text(GAME)
        (Path(folder) / "rules.md").write_text("# Small\n")
        size = tuple(min(a, b) for a, b in zip(SIZE, machine.bed, strict=True))
        job = LaserJob(machine, sheet=(size[0], size[1]))
        parts = make_laser_kit(load_spec(folder), lambda key: make_fit(job.stock(key).material))
    return Model(machine, job, {part.name: part for part in parts}, tuple(make_sheets(parts, job)))


@cache
def written(name: str, sheet: int, form: str) -> bytes:
    """A sheet of the small game in a format."""
    made = model(name)
    return FORMATS[form].write(made.sheets[sheet], made.machine)


def contours(sheet: LaserSheet, form: str = "svg") -> list[tuple[SheetMark, Line]]:
    """Every line of a sheet by itself, in the order of a file: in working order, or part by part in a project, as they
    are cut out."""
    last = {mark.part: n for n, mark in enumerate(sheet.marks)}
    marks = sorted(sheet.marks, key=lambda mark: last[mark.part]) if form == "lbrn2" else sheet.marks
    return [(mark, path) for mark in marks for path in mark.paths]
