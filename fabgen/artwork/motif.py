"""Lines that repeat in both directions: what a board and the pages of a book have in common."""

from __future__ import annotations

from dataclasses import dataclass

from fabgen.artwork.path import Arc, Line, Path, Point, arc_points, path_bounds


@dataclass(frozen=True)
class Motif:
    """One field of a pattern: its lines around the origin, in mm, how far it is from there to the next fields to the
    right and above, and how wide its lines are drawn, so that those side by side look like one.

    `strength`: the share of the usual difference from its ground with which it is drawn behind words, so that a dense
    one is no heavier than others.
    """

    lines: tuple[Path, ...]
    size: Point
    width: float
    strength: float = 1.0

    @property
    def reach(self) -> float:
        """How far the lines reach to the right, the left, up or down, whichever is most."""
        return max(map(abs, path_bounds(self.lines)))

    def write_svg(self) -> str:
        """The SVG commands of one field, y down: they begin where the pen is, so that they can be repeated from any
        point."""
        pen = _Pen()
        for path in self.lines:
            pen.move("m", path.start)
            for start, segment in path:
                if isinstance(segment, Line):
                    pen.move("l", segment.to)
                    continue
                for curve in arc_points(start, segment) if isinstance(segment, Arc) else (segment,):
                    pen.move("c", *curve)
        return pen.commands


class _Pen:
    """Writes relative commands. Where it is, is what it wrote: rounding does not add up."""

    def __init__(self) -> None:
        self.at: Point = (0.0, 0.0)
        self.commands = ""

    def move(self, command: str, *points: Point) -> None:
        """Adds a command whose points are seen from where the pen is; the last one is where it goes."""
        steps = [(round(x - self.at[0], 2), round(-y - self.at[1], 2)) for x, y in points]
        self.commands += command + " ".join(f"{dx:g} {dy:g}" for dx, dy in steps)
        self.at = self.at[0] + steps[-1][0], self.at[1] + steps[-1][1]


__all__ = ["Motif"]
