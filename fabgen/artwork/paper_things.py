"""Artwork for something of paper → a value that says how it is cut, folded and glued, and knows nothing of its page.

A `Net` is one strip that is folded up, and may have its base at its lower end; a `Chit` is flat and has two sides; a
`Leaf` is flat and has one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from fabgen.artwork.drawing import Drawing
from fabgen.core.languages import Catalogue

ChitOutline = Literal["disc", "square"]


@dataclass(frozen=True)
class Fold:
    """A fold across a net at height y in mm: `mountain` bends the printed sides outwards, `valley` towards each
    other."""

    y: float
    way: Literal["mountain", "valley"]


@dataclass(frozen=True)
class Net:
    """A rectangle to cut out, lower left corner at the origin, mm. `icon` is its picture for a list of parts, foot
    at the origin; `kind` is its name without its owner. With a `base`, that much of its lower end, in mm, is cut off
    and slit: the rest, folded, stands in the slit."""

    drawing: Drawing
    width: float
    height: float
    folds: tuple[Fold, ...]
    icon: Drawing
    kind: str = ""
    base: float = 0.0

    @property
    def footprint(self) -> tuple[float, float]:
        """Width and depth in mm of its standing surface: its base, else the flaps before the first fold and behind
        the last."""
        return self.width, self.base or self.folds[0].y + self.height - self.folds[-1].y


@dataclass(frozen=True)
class Chit:
    """A flat counter centred on the origin: each side as seen from that side, inked to `bleed` mm beyond the cut.
    `turns`: players turn it over during play, so that its back is needed."""

    front: Drawing
    back: Drawing
    shape: ChitOutline
    size: float
    bleed: float
    turns: bool = False


@dataclass(frozen=True)
class Leaf:
    """A rectangle of paper printed on one side, lower left corner at the origin, mm: a slip, a sheet, a card. The
    area to the right of an upright fold at x = `fold` is its back, folded behind and glued. `thin`: to print on
    paper, not on card."""

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
class PaperBatch:
    """Several things of one kind: their name for a reader, how many, and the group in which they are printed.
    `id` names one of them in files, in no language: `green knight`, `stop token`."""

    name: str
    count: int
    thing: Net | Chit | Leaf
    group: str
    id: str = ""


@dataclass(frozen=True)
class PaperKit:
    """What is to be printed: a board at true size with the x and y positions in mm where it may be parted, batches
    of things, the words of the game's language, and a note for the first page."""

    title: str
    designer: str
    version: str
    board: Drawing
    seams_x: tuple[float, ...]
    seams_y: tuple[float, ...]
    batches: tuple[PaperBatch, ...]
    words: Catalogue
    note: str = ""


ProductKind = Literal["board", "disc", "square", "card"]


@dataclass(frozen=True)
class SafeArea:
    """The area that is safe from the cut: width and height in mm around the origin (for a disc twice the diameter)."""

    width: float
    height: float


@dataclass(frozen=True)
class PrintProduct:
    """One kind of thing: how many, the size that it should have when cut, and its sides for a room: front, back, and
    further cards where it needs them.

    `most` is the largest size allowed. `ground` is the tone that fills it to its bleed; empty is white. Where no size
    has room for its sides, it gets those of `plain`, which leave out what `lacks` names.
    """

    name: str
    kind: ProductKind
    count: int
    size: tuple[float, float]
    largest_size: tuple[float, float]
    sides: Callable[[SafeArea], tuple[Drawing, ...]]
    ground: str = ""
    plain: Callable[[SafeArea], tuple[Drawing, ...]] | None = None
    lacks: str = ""
