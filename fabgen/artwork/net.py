"""Artwork for something of paper → a value that knows how it is cut, folded and glued, and nothing of the page it will
stand on.

A `Net` is one strip that is folded up; a `Chit` is flat and has two sides that are printed on one side of the paper,
folded and glued.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fabgen.artwork.drawing import Drawing

Outline = Literal["disc", "square"]


@dataclass(frozen=True)
class Fold:
    """A fold right across a net at height y in mm: `mountain` bends the printed sides outwards, `valley` towards each
    other."""

    y: float
    way: Literal["mountain", "valley"]


@dataclass(frozen=True)
class Net:
    """A rectangle to cut out, lower left corner at the origin, mm; `icon` is its picture for a list of parts, foot at
    the origin, `kind` what it is whoever owns it."""

    drawing: Drawing
    width: float
    height: float
    folds: tuple[Fold, ...]
    icon: Drawing
    kind: str = ""

    @property
    def footprint(self) -> tuple[float, float]:
        """Width and depth in mm of what it stands on: the flaps before the first fold and behind the last."""
        return self.width, self.folds[0].y + self.height - self.folds[-1].y


@dataclass(frozen=True)
class Chit:
    """A flat counter centred on the origin: each side as seen from that side, inked to `bleed` mm beyond the cut."""

    front: Drawing
    back: Drawing
    shape: Outline
    size: float
    bleed: float


@dataclass(frozen=True)
class Batch:
    """Some things of one kind: what a reader calls them, how many, and what they stand together with on the sheets."""

    name: str
    count: int
    thing: Net | Chit
    group: str


@dataclass(frozen=True)
class PaperKit:
    """What is to be printed: a board at true size with the x and y positions in mm where it may be parted, batches of
    things, and what else the first page has to say of them."""

    title: str
    designer: str
    version: str
    board: Drawing
    seams_x: tuple[float, ...]
    seams_y: tuple[float, ...]
    batches: tuple[Batch, ...]
    note: str = ""
