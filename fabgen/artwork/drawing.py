"""Paths and texts with a meaning → an immutable drawing. Roles say what a line means, never how it is made.

Only a profile turns a role into a colour, a power or an ink; a tone names a player or a terrain that the profile may
colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from fabgen.artwork.path import MIRROR, Arc, Curve, Matrix, Path, Point, Segment, rotation, scale_matrix, translation
from fabgen.artwork.text import TextLine, text_bounds
from fabgen.core.units import format_number


class Role(Enum):
    """What a line, an area or a text means."""

    EDGE = "edge"  # outside of a part
    HOLE = "hole"  # inside of a part: slots and holes
    GRID = "grid"  # borders of cells
    ZONE = "zone"  # pattern of a zone: open lines and small rings
    SHADE = "shade"  # area of a cell that carries a tone (paper only)
    PIECE = "piece"  # silhouette of a piece seen from the front
    SELF = "self"  # the piece's own cell in a diagram
    FORWARD = "forward"  # where forward is
    MOVE = "move"  # may move here
    MOVE_CELL = "move cell"  # area of a cell that may be moved to (paper only)
    CAPTURE = "capture"  # may capture here
    MARK = "mark"  # sign of a token or of a player
    TITLE = "title"  # name of the game and its designer
    COORDINATE = "coordinate"  # names of files and ranks
    LABEL = "label"  # other words that belong to the thing itself
    PATH = "path"  # arrow of an example
    PAST = "past"  # outline of what stood here before an example was played
    ACTOR = "actor"  # frame of the cell whose piece an example is about
    REFUSED = "refused"  # sign of a move that is not allowed
    FOLD = "fold"  # fold here
    TRIM = "trim"  # cut marks and rules on paper
    CUT_LINE = "cut line"  # cut here, where no mark can stand beside it: round things of paper
    GLUE = "glue"  # area that takes glue
    NOTE = "note"  # words and rulers for people who make it, not part of the game


@dataclass(frozen=True)
class Shape:
    """One thing to draw: paths taken together (even-odd where they are filled), their role, and a tone or none.
    `strokes` are the centre lines of a sign that consists of broad strokes, for profiles that draw single lines."""

    paths: tuple[Path, ...]
    role: Role
    tone: str = ""
    strokes: tuple[Path, ...] = ()

    def transformed(self, m: Matrix) -> Shape:
        paths = tuple([p.transformed(m) for p in self.paths])
        strokes = tuple([p.transformed(m) for p in self.strokes]) if self.strokes else ()
        return Shape(paths, self.role, self.tone, strokes)

    def bounds(self) -> tuple[float, float, float, float]:
        return _join_bounds([p.bounds() for p in self.paths])


@dataclass(frozen=True)
class Lettering:
    """A text with a role."""

    text: TextLine
    role: Role
    tone: str = ""

    def transformed(self, m: Matrix) -> Lettering:
        return Lettering(self.text.transformed(m), self.role, self.tone)

    def bounds(self) -> tuple[float, float, float, float]:
        return text_bounds(self.text)


Item = Shape | Lettering


@dataclass(frozen=True)
class Drawing:
    """Items in painting order; mm, y up."""

    items: tuple[Item, ...] = ()

    def transformed(self, m: Matrix) -> Drawing:
        return Drawing(tuple([item.transformed(m) for item in self.items]))

    def moved(self, dx: float, dy: float) -> Drawing:
        return self.transformed(translation(dx, dy))

    def turned(self, degrees: float) -> Drawing:
        """Turned about the origin, counter-clockwise."""
        return self.transformed(rotation(degrees))

    def scaled(self, factor: float) -> Drawing:
        return self.transformed(scale_matrix(factor))

    def mirrored(self) -> Drawing:
        """Mirrored about the vertical axis through the origin."""
        return self.transformed(MIRROR)

    def __add__(self, other: Drawing) -> Drawing:
        """This drawing with the other one painted over it."""
        return Drawing(self.items + other.items)

    def only(self, *roles: Role) -> Drawing:
        return Drawing(tuple(item for item in self.items if item.role in roles))

    def without(self, *roles: Role) -> Drawing:
        return Drawing(tuple(item for item in self.items if item.role not in roles))

    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y of all geometry in mm; widths of strokes and inks do not count."""
        return self._bounds

    @cached_property
    def _bounds(self) -> tuple[float, float, float, float]:
        return _join_bounds([item.bounds() for item in self.items])

    def size(self) -> tuple[float, float]:
        x0, y0, x1, y1 = self.bounds()
        return x1 - x0, y1 - y0


def draw(role: Role, *paths: Path, tone: str = "") -> Drawing:
    """A drawing of one shape."""
    return Drawing((Shape(paths, role, tone),))


def draw_text(role: Role, string: str, at: Point, cap: float, *, anchor: str = "middle", bold: bool = False,
          angle: float = 0.0, tone: str = "") -> Drawing:
    """A drawing of one line of text; `cap` is the height of a capital in mm, `at` is on the base line."""
    return Drawing((Lettering(TextLine(string, at, cap, anchor, bold, angle), role, tone),))


def combine_drawings(drawings: Iterable[Drawing]) -> Drawing:
    """Several drawings as one, painted in their order."""
    return Drawing(tuple(item for drawing in drawings for item in drawing.items))


def dump_drawing(drawing: Drawing) -> str:
    """One line for each item, rounded to 1 µm: the form in which figures are compared and reviewed."""
    return "\n".join(_dump_item(item) for item in drawing.items) + "\n"


def _dump_item(item: Item) -> str:
    tone = f" [{item.tone}]" if item.tone else ""
    if isinstance(item, Lettering):
        t = item.text
        style = " bold" if t.bold else ""
        mirrored = " mirrored" if t.mirrored else ""
        turn = f"turned {format_number(t.angle)}{mirrored}"
        place = f"at {_dump_point(t.at)} cap {format_number(t.cap)} {t.anchor}{style} {turn}"
        return f"{item.role.value}{tone}: {t.string!r} {place}"
    return f"{item.role.value}{tone}: " + "; ".join(_dump_path(p) for p in item.paths)


def _dump_path(path: Path) -> str:
    return " - ".join([_dump_point(path.start), *map(_dump_segment, path.segments)]) + (" close" if path.closed else "")


def _dump_segment(segment: Segment) -> str:
    if isinstance(segment, Arc):
        return f"arc {format_number(segment.bulge, 6)} {_dump_point(segment.to)}"
    if isinstance(segment, Curve):
        return f"curve {_dump_point(segment.first)} {_dump_point(segment.second)} {_dump_point(segment.to)}"
    return _dump_point(segment.to)


def _dump_point(p: Point) -> str:
    return f"{format_number(p[0])},{format_number(p[1])}"


def _join_bounds(boxes: Sequence[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


@dataclass(frozen=True)
class Callout:
    """A part's name, and the points near its left and its right end where nothing covers it."""

    name: str
    left: Point
    right: Point


@dataclass(frozen=True)
class NamedView:
    """A picture without words, and the names of the parts that it shows."""

    drawing: Drawing
    names: tuple[Callout, ...] = ()

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y of the picture, in mm."""
        return self.drawing.bounds()


__all__ = ["Drawing", "Item", "Lettering", "Role", "Shape", "combine_drawings", "draw", "draw_text", "dump_drawing"]
