"""What the nests of one build have found out → what those after them need not find out again.

Only what follows from its key alone is kept here, so that a nest answers the same whatever came before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabgen.make.layout import Layout
    from fabgen.make.nofit import Table
    from fabgen.make.raster import Variant


@dataclass(frozen=True, eq=False)
class Memory:
    """Outlines in their turns, by shape and gap; no-fit tables, by two outlines and the lattice; whole layouts, by all
    that they follow from."""

    shapes: dict[object, list[Variant]] = field(default_factory=dict)
    tables: dict[object, Table] = field(default_factory=dict)
    layouts: dict[object, Layout] = field(default_factory=dict)
