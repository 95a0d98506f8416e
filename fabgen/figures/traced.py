"""A designer's own drawing and a height → a silhouette as our own ones are, to be put on a tab and into figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fabgen.artwork.art import Art
from fabgen.artwork.cutout import cutout
from fabgen.artwork.path import Path, Point, rounded, scaling
from fabgen.figures.outlines import Corner

HEIGHT = 50.0  # mm: where the spec does not say


@dataclass(frozen=True)
class Traced:
    """An open path from the right end of the foot over the top to the left end, and holes."""

    top: Path
    holes: tuple[Path, ...] = ()

    @property
    def height(self) -> float:
        return self.top.bounds()[3]

    @property
    def foot(self) -> float:
        """Half the width that it stands on."""
        return self.top.start[0]

    @property
    def field(self) -> tuple[float, float]:
        """Where a player's sign fits: its lower edge, and half its width."""
        return 0.4, self.sign

    @property
    def sign(self) -> float:
        """Half the width for which a player's sign is drawn."""
        return 0.75 * self.foot

    def scaled(self, factor: float) -> Traced:
        m = scaling(factor)
        return Traced(self.top.transformed(m), tuple(hole.transformed(m) for hole in self.holes))

    def outline(self) -> Path:
        """The closed outline standing on y = 0."""
        return Path(self.top.start, self.top.segments, closed=True)

    def joined(self, tab: Sequence[Corner]) -> Path:
        """The outline with the corners of a tab under its foot, from left to right."""
        right, left = self.top.start, self.top.segments[-1].to
        aside: list[Corner] = [(right, 0.0), ((right[0], self.height), 0.0), ((left[0], self.height), 0.0), (left, 0.0)]
        under = rounded([*aside, *tab])
        ends = [segment.to for segment in under.segments]
        return Path(right, (*self.top.segments, *under.segments[_last(ends, left) + 1 :]), closed=True)


def _last(ends: Sequence[Point], point: Point) -> int:
    return max(n for n, end in enumerate(ends) if end == point)


def traced(art: Art, height: float | None) -> Traced:
    """A drawing as it is cut, so high; 50 mm where nothing is said."""
    made = cutout(art, height or HEIGHT)
    return Traced(made.top, made.holes)
