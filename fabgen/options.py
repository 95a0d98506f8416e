"""What a user chose for a build ↔ JSON. Lengths in mm; None where a profile decides."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, fields, replace
from typing import Any

FOLDERS = ("laser", "print", "rules", "diagrams")  # what a build makes, in this order
PAPERS = ("a4", "letter")
LASER = ("machine", "material", "kerf", "sheet", "spacing")  # the options that only the folder `laser` depends on
PRINT = ("papers",)


@dataclass(frozen=True)
class Options:
    """The job: machine and materials of the laser, papers of the print-and-play. Stands in `source/options.json`."""

    machine: str = "generic"
    material: str | None = None
    kerf: float | None = None
    sheet: tuple[float, float] | None = None
    spacing: float | None = None
    papers: tuple[str, ...] = PAPERS

    def dump(self) -> bytes:
        """Deterministic JSON."""
        return (json.dumps(vars(self), indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()

    @classmethod
    def parse(cls, data: bytes) -> Options:
        """The options that `dump` wrote; ValueError for anything else."""
        found = json.loads(data)
        if not isinstance(found, dict) or found.keys() != {field.name for field in fields(cls)}:
            raise ValueError("these are not the options of a build")
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in found.items()}
        return cls(**values)

    def keeping(self, former: Options, kept: Collection[str]) -> Options:
        """These options, but the former ones for the folders that stay as they are."""
        keys = [*(LASER if "laser" in kept else ()), *(PRINT if "print" in kept else ())]
        return replace(self, **{key: getattr(former, key) for key in keys})
