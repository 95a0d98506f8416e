"""Artwork for something of paper → a value that knows how it is cut, folded and glued, and nothing of the page it will
stand on.

A `Net` is one strip that is folded up, and may have its base at its lower end; a `Chit` is flat and has two sides; a
`Leaf` is flat and has one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fabgen.artwork.drawing import Drawing
from fabgen.phrasebook import ENGLISH, Phrases

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
    the origin, `kind` what it is whoever owns it. With a `base`, that much of its lower end is cut off and slit: the
    rest, folded, stands in the slit."""

    drawing: Drawing
    width: float
    height: float
    folds: tuple[Fold, ...]
    icon: Drawing
    kind: str = ""
    base: float = 0.0

    @property
    def footprint(self) -> tuple[float, float]:
        """Width and depth in mm of what it stands on: its base, else the flaps before the first fold and behind the
        last."""
        return self.width, self.base or self.folds[0].y + self.height - self.folds[-1].y


@dataclass(frozen=True)
class Chit:
    """A flat counter centred on the origin: each side as seen from that side, inked to `bleed` mm beyond the cut.
    `turns`: players turn it over in play, so that nobody can do without its back."""

    front: Drawing
    back: Drawing
    shape: Outline
    size: float
    bleed: float
    turns: bool = False


@dataclass(frozen=True)
class Leaf:
    """A rectangle of paper printed on one side, lower left corner at the origin, mm: a slip, a sheet, a card. What lies
    right of an upright fold at `fold` is its back: it is folded behind and glued. `thin`: it wants paper, not card."""

    drawing: Drawing
    width: float
    height: float
    fold: float = 0.0
    thin: bool = False

    @property
    def icon(self) -> Drawing:
        """Its picture for a list of parts: foot at the origin, in the middle."""
        return self.drawing.moved(-self.width / 2, 0)


@dataclass(frozen=True)
class Batch:
    """Some things of one kind: what a reader calls them, how many, and what they stand together with on the sheets."""

    name: str
    count: int
    thing: Net | Chit | Leaf
    group: str


@dataclass(frozen=True)
class PaperKit:
    """What is to be printed: a board at true size with the x and y positions in mm where it may be parted, batches of
    things, what else the first page has to say of them, and the phrases of the game's language."""

    title: str
    designer: str
    version: str
    board: Drawing
    seams_x: tuple[float, ...]
    seams_y: tuple[float, ...]
    batches: tuple[Batch, ...]
    note: str = ""
    said: Phrases = ENGLISH
