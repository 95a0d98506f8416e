"""Paths and texts with a meaning → an immutable drawing. Roles say what a line means, never how it is made.

Only a profile turns a role into a colour, a laser power or an ink. A tone names a player or a terrain, which the
profile may show by a colour. A group names what an item belongs to in a figure (`pieces/c3`), for people who edit the
figure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from fabgen.artwork.path import (
    MIRROR,
    Arc,
    Curve,
    Matrix,
    Path,
    Point,
    Segment,
    join_boxes,
    rotation,
    scale_matrix,
    translation,
)
from fabgen.artwork.text import TextLine, text_bounds
from fabgen.core.units import format_number


class Role(Enum):
    """What a line, an area or a text means."""

    EDGE = "edge"  # outside of a part
    HOLE = "hole"  # inside of a part: slots and holes
    GRID = "grid"  # borders of cells
    ZONE = "zone"  # pattern of a zone: open lines and small rings
    LIGHT_CELL = "light cell"  # area of a board in the colour of its material, which is the tone (paper only)
    DARK_CELL = "dark cell"  # ... of the dark cells of a chequered board
    BAND = "band"  # along the edge of a board, darker than its light cells, in the colour of its material (paper only)
    SHADE = "shade"  # area of a cell that carries a tone (paper only)
    PALE_SHADE = "pale shade"  # ... of a light cell of a chequered board that the rules call by a colour
    DARK_SHADE = "dark shade"  # ... of dark cells, and of shadows
    DEEP_SHADE = "deep shade"  # ... in a stronger tint: a space of a material of its own, a piece that is gone
    INLAY = "inlay"  # ... in figures, of a space of a material of its own: almost the colour of the material
    FROST = "frost"  # pattern on a deep shade or an inlay: open lines (paper only)
    PICTURE = "picture"  # painted by the designer in a colour of their own, which is the tone (paper only)
    PLAYER_STRIP = "player strip"  # part of a strip of the players' colours, in the tone of one (paper only)
    CARD_GROUND = "card ground"  # of the paper around a round or a standing piece, over its cuts (paper only)
    PIECE = "piece"  # silhouette of a piece seen from the front
    BODY = "body"  # ground of a flat piece or a plain token of paper, over its cut (paper only)
    SELF = "self"  # the piece's own cell in a diagram
    FORWARD = "forward"  # sign that shows where forward is
    MOVE = "move"  # may move here
    MOVE_CELL = "move cell"  # area of a cell that may be moved to (paper only)
    CAPTURE = "capture"  # may capture here
    MARK = "mark"  # sign of a token or of a player
    LIGHT_MARK = "light mark"  # ... on the whole dark colour of a piece (paper only)
    TITLE = "title"  # name of the game and its designer
    COORDINATE = "coordinate"  # names of files and ranks, and of pieces on their bases
    LABEL = "label"  # other words that are printed or engraved on the part itself
    PATH = "path"  # arrow of an example
    PAST = "past"  # outline of a piece that was here before an example was played
    ACTOR = "actor"  # frame of the cell whose piece an example is about
    REFUSED = "refused"  # sign of a move that is not allowed
    FREE_LINE = "free line"  # drawn by people into a figure, and proven by nothing: dashed lines
    FREE_HEAD = "free head"  # ... heads of arrows
    FREE_AREA = "free area"  # ... shaded cells
    FREE_WORDS = "free words"
    FACE = "face"  # of a thing in a picture of the table: its side in the light
    DARK_FACE = "dark face"  # ... the same where it is dark, as the squares of a chequered board
    FLANK = "flank"  # ... its side out of the light, and its shadow
    BEVEL = "bevel"  # ... along the edges of its side in the light, where they are turned away from that (paper only)
    ETCHING = "etching"  # ... what is etched on its side in the light: light, but dark where fields are white
    FOLD = "fold"  # line to fold along
    TRIM = "trim"  # cut marks and ruled lines on paper
    CUT_LINE = "cut line"  # line to cut along where no mark beside it would help: round parts of paper
    REGISTRATION = "registration"  # black mark that the camera of a plotter looks for (paper only)
    GLUE = "glue"  # area that takes glue
    NOTE = "note"  # words and rulers for the people who make the game, not part of it


# Roles of paper and screens alone: a machine that leaves one out does nothing for it.
PAPER_ROLES = frozenset({
    Role.LIGHT_CELL, Role.DARK_CELL, Role.BAND, Role.SHADE, Role.PALE_SHADE, Role.DARK_SHADE, Role.DEEP_SHADE,
    Role.INLAY, Role.FROST, Role.PICTURE, Role.PLAYER_STRIP, Role.CARD_GROUND, Role.MOVE_CELL, Role.PIECE, Role.BODY,
    Role.LIGHT_MARK, Role.PATH, Role.PAST, Role.ETCHING,
    Role.ACTOR, Role.REFUSED, Role.FREE_LINE, Role.FREE_HEAD, Role.FREE_AREA, Role.FREE_WORDS, Role.FACE,
    Role.DARK_FACE, Role.FLANK, Role.BEVEL, Role.FOLD, Role.TRIM, Role.CUT_LINE, Role.REGISTRATION, Role.GLUE,
    Role.NOTE})
TINTS = (Role.SHADE, Role.PALE_SHADE, Role.DARK_SHADE, Role.DEEP_SHADE, Role.INLAY)  # of zones
GROUNDS = (*TINTS, Role.LIGHT_CELL, Role.DARK_CELL)  # what lies below the patterns of cells
# Roles that a theme may leave out, because themes without them have been written: each has the ink of another role
# then, or is not drawn.
OPTIONAL_INKS: dict[Role, Role | None] = {
    Role.LIGHT_CELL: None, Role.DARK_CELL: None, Role.BAND: Role.LIGHT_CELL, Role.PALE_SHADE: Role.SHADE,
    Role.DARK_SHADE: Role.SHADE,
    Role.DEEP_SHADE: Role.SHADE, Role.INLAY: Role.DEEP_SHADE, Role.FROST: Role.ZONE, Role.PLAYER_STRIP: Role.PICTURE,
    Role.CARD_GROUND: None, Role.LIGHT_MARK: Role.SHADE, Role.BEVEL: None, Role.ETCHING: Role.FACE}


@dataclass(frozen=True, init=False)
class Shape:
    """One thing to draw: paths that are filled together by the even-odd rule, their role, and a tone or an empty
    string. `strokes` are the centre lines of a sign that consists of broad strokes, for profiles that draw single
    lines; with `is_scored`, lines that cover the sign, which a machine that scores follows instead of sweeping it.
    `group` is the group that the item belongs to, after the groups around it: `pieces/c3`."""

    paths: tuple[Path, ...]
    role: Role
    tone: str = ""
    strokes: tuple[Path, ...] = ()
    group: str = ""
    is_scored: bool = False

    def __init__(self, paths: tuple[Path, ...], role: Role, tone: str = "", strokes: tuple[Path, ...] = (),
                 group: str = "", is_scored: bool = False) -> None:
        fields = self.__dict__  # as of a path: drawings are moved often
        fields["paths"], fields["role"], fields["tone"], fields["strokes"], fields["group"], fields["is_scored"] = (
            paths, role, tone, strokes, group, is_scored)

    def transformed(self, m: Matrix) -> Shape:
        """The shape under a similarity (move, turn, mirror, uniform scale)."""
        paths = tuple([p.transformed(m) for p in self.paths])
        strokes = tuple([p.transformed(m) for p in self.strokes]) if self.strokes else ()
        return Shape(paths, self.role, self.tone, strokes, self.group, self.is_scored)

    def with_group(self, group: str) -> Shape:
        """The shape in another group."""
        return Shape(self.paths, self.role, self.tone, self.strokes, group, self.is_scored)

    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y of the paths in mm."""
        return self._bounds

    @cached_property
    def _bounds(self) -> tuple[float, float, float, float]:
        return self.paths[0].bounds() if len(self.paths) == 1 else join_boxes([p.bounds() for p in self.paths])


@dataclass(frozen=True)
class Lettering:
    """A text with a role, a tone and a group, as a shape has them."""

    text: TextLine
    role: Role
    tone: str = ""
    group: str = ""

    def transformed(self, m: Matrix) -> Lettering:
        """The text under a similarity (move, turn, mirror, uniform scale)."""
        return Lettering(self.text.transformed(m), self.role, self.tone, self.group)

    def with_group(self, group: str) -> Lettering:
        """The text in another group."""
        return Lettering(self.text, self.role, self.tone, group)

    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y of the text in mm."""
        return text_bounds(self.text)


Item = Shape | Lettering


@dataclass(frozen=True)
class Drawing:
    """Items in painting order, in mm, y up. Every method returns a new drawing."""

    items: tuple[Item, ...] = ()

    def transformed(self, m: Matrix) -> Drawing:
        """The drawing under a similarity (move, turn, mirror, uniform scale)."""
        return Drawing(tuple([item.transformed(m) for item in self.items]))

    def moved(self, dx: float, dy: float) -> Drawing:
        """The drawing moved to the right and up, in mm."""
        return self.transformed(translation(dx, dy))

    def turned(self, degrees: float) -> Drawing:
        """The drawing turned about the origin, counter-clockwise."""
        return self.transformed(rotation(degrees))

    def scaled(self, factor: float) -> Drawing:
        """The drawing scaled about the origin. Widths of lines are not part of a drawing."""
        return self.transformed(scale_matrix(factor))

    def mirrored(self) -> Drawing:
        """The drawing mirrored about the vertical axis through the origin."""
        return self.transformed(MIRROR)

    def __add__(self, other: Drawing) -> Drawing:
        """This drawing with the other one painted over it."""
        return Drawing(self.items + other.items)

    def only(self, *roles: Role) -> Drawing:
        """Only the items of some roles."""
        return Drawing(tuple(item for item in self.items if item.role in roles))

    def without(self, *roles: Role) -> Drawing:
        """All items but those of some roles."""
        return Drawing(tuple(item for item in self.items if item.role not in roles))

    def in_group(self, group: str) -> Drawing:
        """The drawing with all its items in a group; groups that they had already are within it."""
        return Drawing(tuple([
            item.with_group(f"{group}/{item.group}" if item.group else group) for item in self.items]))

    def without_groups(self) -> Drawing:
        """The drawing without groups, where it is one thing of another figure."""
        return Drawing(tuple([item.with_group("") if item.group else item for item in self.items]))

    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y of all geometry in mm, without the widths of lines. Raises
        ValueError for an empty drawing."""
        return self._bounds

    @cached_property
    def _bounds(self) -> tuple[float, float, float, float]:
        return join_boxes([item.bounds() for item in self.items])

    def size(self) -> tuple[float, float]:
        """Width and height in mm. Raises ValueError for an empty drawing."""
        x0, y0, x1, y1 = self.bounds()
        return x1 - x0, y1 - y0


def draw(role: Role, *paths: Path, tone: str = "") -> Drawing:
    """A drawing of one shape."""
    return Drawing((Shape(paths, role, tone),))


def draw_text(role: Role, string: str, at: Point, cap: float, *, anchor: str = "middle", bold: bool = False,
          angle: float = 0.0, tone: str = "", tracking: float = 0.0) -> Drawing:
    """A drawing of one line of text. `cap` is the height of a capital in mm; `at` is on the base line; `tracking`, in
    capitals, is added between letters."""
    return Drawing((Lettering(TextLine(string, at, cap, anchor, bold, angle, tracking=tracking), role, tone),))


def combine_drawings(drawings: Iterable[Drawing]) -> Drawing:
    """Several drawings as one, painted in their order."""
    return Drawing(tuple(item for drawing in drawings for item in drawing.items))


def dump_drawing(drawing: Drawing) -> str:
    """A text with one line for each item, coordinates rounded to 1 µm. Figures are compared and reviewed in this
    form."""
    return "\n".join(_dump_item(item) for item in drawing.items) + "\n"


def _dump_item(item: Item) -> str:
    """The line of an item: its role, its tone, and its text or its paths."""
    tone = f" [{item.tone}]" if item.tone else ""
    if isinstance(item, Lettering):
        t = item.text
        style = " bold" if t.bold else ""
        mirrored = " mirrored" if t.mirrored else ""
        tracked = f" tracked {format_number(t.tracking)}" if t.tracking else ""
        turn = f"turned {format_number(t.angle)}{mirrored}{tracked}"
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


@dataclass(frozen=True)
class Callout:
    """The name of a part, and the points near its left and its right end where nothing covers the part."""

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
