"""The operations of a laser, which machines draw and materials have settings for, and the classes of joints."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal

from pydantic import Field

from fabgen.core.units import Length


class Operation(Enum):
    """What a laser does along a line or over an area."""

    ENGRAVE = "engrave"
    SCORE = "score"
    CUT_INNER = "cut-inner"
    CUT_OUTER = "cut-outer"


CUTS = (Operation.CUT_INNER, Operation.CUT_OUTER)
PositiveLength = Annotated[Length, Field(gt=0, le=10_000)]  # a length over 0, 10 m at most
FitName = Literal["loose", "slide", "press"]  # how joints hold, the loosest first
Speed = Annotated[float, Field(gt=0, le=10_000)]  # mm/s
