"""A print-and-play PDF as it was read, with what it should be."""

from __future__ import annotations

from dataclasses import dataclass

from fabgen.base import Where
from fabgen.options import Options
from fabgen.spec.load import Spec
from fabgen.verify.pdfsides import Box, Document, Spot

SIZE = 0.02  # mm
LARGE = 8.0  # mm: the least chit


@dataclass(frozen=True)
class PrintSet:
    """A file, what it should be, and what is in it."""

    where: Where
    paper: str
    spec: Spec
    options: Options
    read: Document

    @property
    def poster(self) -> bool:
        return self.paper == "poster"

    @property
    def duplex(self) -> bool:
        return self.options.assembly == "duplex" and not self.poster

    def on(self, place: int) -> Where:
        return Where(self.where.file, key=f"page {place}")


def middle(box: Box) -> Spot:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def near(one: Spot, other: Spot) -> bool:
    """Whether two places are one, to a twentieth of a millimetre."""
    return abs(one[0] - other[0]) < 0.05 and abs(one[1] - other[1]) < 0.05


def is_round(box: Box) -> bool:
    """Whether a box is as wide as high, and as large as a chit."""
    width, height = box[2] - box[0], box[3] - box[1]
    return width > LARGE - SIZE and abs(width - height) < SIZE
