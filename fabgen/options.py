"""What a user chose for a build ↔ JSON. Lengths in mm; None where a profile decides."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

FOLDERS = ("laser", "print", "rules", "diagrams")  # what a build makes, in this order
PAPERS = ("a4", "letter")
BOOKS = ("a5", "booklet-a4", "booklet-letter")
EVERY_BOOK = ("a5", "half-letter", "large-a4", "large-letter", *BOOKS[1:])
# The options that only the folder `laser` depends on.
LASER = ("machine", "material", "kerf", "sheet", "spacing", "thickness", "shop", "formats", "parts", "fit_test",
         "names", "engrave", "effort", "players")
PRINT = ("papers", "assembly", "flip", "back_offset", "ink", "standees", "print_players")
RULES = ("books",)


@dataclass(frozen=True)
class Options:
    """The job: machine and materials of the laser, papers of the print-and-play. Stands in `source/options.json`.

    `shop` is the path of a shop file; without a `machine`, it is the shop's, else the generic one."""

    machine: str | None = None
    material: str | None = None
    kerf: float | None = None
    sheet: tuple[float, float] | None = None
    spacing: float | None = None
    papers: tuple[str, ...] = PAPERS
    books: tuple[str, ...] = BOOKS
    thickness: float | None = None
    shop: str | None = None
    formats: tuple[str, ...] | None = None  # of the laser files
    parts: tuple[str, ...] | None = None  # only these: `knight:2`
    fit_test: bool = False  # only one of each joint
    scrap: tuple[float, float] | None = None  # the sheet of a fit test, found by the build
    names: bool = False  # etched on hidden faces
    engrave: str | None = None  # how areas are marked: `hatch:0.4mm:45`, else as the machine says
    effort: Literal["normal", "high"] = "normal"  # of nesting
    assembly: str = "fold"  # of the print-and-play: fold, duplex or single
    flip: str = "long"  # the edge over which paper is turned: long or short
    back_offset: tuple[float, float] | None = None  # mm to the right and up, of backs as they are printed
    ink: str = "full"  # full, low or bw
    standees: str = "tent"  # tent or slotted
    players: int | None = None  # how many the laser files are for, where a game takes several numbers
    print_players: int | None = None  # the same of the print-and-play

    @property
    def part(self) -> str:
        """What a build makes of a laser job that is not all of it: its folder is called so too."""
        return "fit-test" if self.fit_test else "parts" if self.parts else ""

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
        keys = [*(LASER if "laser" in kept else ()), *(PRINT if "print" in kept else ()),
                *(RULES if "rules" in kept else ())]
        return replace(self, **{key: getattr(former, key) for key in keys})
