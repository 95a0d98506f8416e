"""The lines on a print-and-play sheet → the straight cuts that its marks show.

A cut mark is a line of 2.6 mm, in line with a cut, at both of its ends.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from fabgen.verify.readers.page_pdf import PrintedPage
from fabgen.verify.readers.pdf import Box

MARK = 2.6  # mm: the length of a cut mark
AWAY = 1.0  # mm from a cut to where its mark begins
MARK_END = AWAY + MARK  # mm from a cut to the outer end of its mark
TOUCH = 0.05  # mm: lines that are as near as this meet
SIZE = 0.02  # mm by which a size may differ


@dataclass(frozen=True)
class PaperCut:
    """A straight cut through paper. `axis`: 0 for a level cut, 1 for an upright one; `at`: its place across; `start`,
    `end`: its ends along the axis. All in mm."""

    axis: int
    at: float
    start: float
    end: float

    def off(self, box: Box) -> float:
        """The distance of a box from the cut in mm; infinite where the box lies beside its ends."""
        low, high = box[self.axis], box[self.axis + 2]
        if high < self.start or low > self.end:
            return math.inf
        near_side, far_side = box[1 - self.axis], box[3 - self.axis]
        return max(near_side - self.at, self.at - far_side, 0.0)


def find_paper_cuts(side: PrintedPage) -> list[PaperCut]:
    """The cuts of a sheet, found by the marks at both ends of each."""
    cuts: list[PaperCut] = []
    for axis in (0, 1):
        marks = [(a[1 - axis], min(a[axis], b[axis])) for a, b in side.lines
                 if abs(a[1 - axis] - b[1 - axis]) < SIZE and abs(abs(a[axis] - b[axis]) - MARK) < SIZE]
        levels = sorted({round(at, 1) for at, _ in marks})
        for level in levels:
            row = sorted((start, at) for at, start in marks if abs(at - level) < TOUCH + SIZE)
            for (first, at), (second, _) in zip(row[::2], row[1::2], strict=False):
                cuts.append(PaperCut(axis, at, first + MARK + AWAY, second - AWAY))
    return list(dict.fromkeys(cuts))
