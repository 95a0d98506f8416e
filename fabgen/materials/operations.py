"""The operations of a laser, which machines draw and materials have settings for."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

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
Speed = Annotated[float, Field(gt=0, le=10_000)]  # mm/s
