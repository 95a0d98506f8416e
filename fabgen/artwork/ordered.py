"""What a print-on-demand service is to make → a value that is drawn once the service's size is known. All mm.

The cut of a service may be off by an eighth of an inch either way: everything that must not be lost or cut stays within
the room.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from fabgen.artwork.drawing import Drawing

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
