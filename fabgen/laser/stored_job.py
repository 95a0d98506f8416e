"""The machine and the materials that a build has stored in `source/` → its laser job again, years later and without the
user's shop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fabgen.core.problems import Location, Problem
from fabgen.laser.job import LaserJob, bridges_of
from fabgen.laser.machine import Machine
from fabgen.laser.shop import Workshop
from fabgen.materials.material import Stock
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec


@dataclass(frozen=True)
class StoredWorkshop(Workshop):
    """The materials of a build, measured and in their colours, by the keys that the spec and the sheets have."""

    stocks: Mapping[str, Stock] = field(default_factory=dict, hash=False)

    def stock(self, key: str, game: Path | None = None) -> Stock:
        """The stock that a material's key names."""
        return self.stocks[key] if key in self.stocks else super().stock(key, game)


@dataclass(frozen=True)
class StoredJob(LaserJob):
    """The job of a build. `remarks` are those of its `job.json`."""

    remarks: tuple[str, ...] = ()

    def warn_of_other_colours(self, stock: Stock) -> tuple[Problem, ...]:
        """The warning about other colours in the shop as the build has it, because `source/` holds only the colours
        that the game needs."""
        start = f"the shop has no sheet of {stock.key}: there is "
        halves = [remark.partition("; ") for remark in self.remarks if remark.startswith(start)]
        return tuple(Problem(Location(), message, hint, "warning") for message, _, hint in halves)


def restore_job(
    spec: Spec, options: Options, machine: Machine, stocks: Mapping[str, Stock], remarks: Sequence[str]
) -> StoredJob:
    """The job of a build from its stored options, machine, and stocks by the material's key in the spec."""
    by_key = {**stocks, **{stock.key: stock for stock in stocks.values()}}
    return StoredJob(
        machine,
        kerf=options.kerf,
        sheet=machine.cut_area(options.sheet) if options.sheet else None,
        spacing=options.spacing,
        folder=spec.folder,
        shop=StoredWorkshop(stocks=by_key),
        effort=options.effort,
        formats=options.formats or (),
        fit_name=options.fit,
        bridges=bridges_of(options),
        remarks=tuple(remarks),
    )
