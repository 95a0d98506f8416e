"""A picture and the names of its things → the picture in a column of a page, scaled, its names beside it at a size that
is read, each with a line to its thing; names never overlap. mm, y up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fabgen.artwork.drawing import Callout, Drawing, NamedView, Role, combine_drawings, draw
from fabgen.artwork.path import Point, circle, line
from fabgen.artwork.text import text_width
from fabgen.laser.job_sheet.type_sizes import SMALL
from fabgen.typeset.pages import draw_paragraph, wrap_text

LINE = 1.6 * SMALL  # mm from line to line of a name
ASIDE = 4.0  # mm between the picture and its names
BETWEEN = 1.8  # mm between two names
POINT = 0.45  # mm: radius of the dot at the end of a line
ALIKE = 0.12  # of the picture's width: a thing that reaches both ends nearly alike is named where there is room


@dataclass(frozen=True)
class CalloutName:
    """A name in lines, and the point of its thing on the page."""

    lines: tuple[str, ...]
    spot: Point

    @property
    def height(self) -> float:
        return LINE * (len(self.lines) - 1) + SMALL

    @property
    def width(self) -> float:
        return max(text_width(text, SMALL) for text in self.lines)


@dataclass(frozen=True)
class CalloutPicture:
    """A picture as it will be set: its scale, where its upper left corner lies, and its names at the left and at the
    right with the heights of their middles; nothing is drawn yet."""

    view: NamedView
    scale: float
    left: float
    names: tuple[tuple[tuple[CalloutName, float], ...], tuple[tuple[CalloutName, float], ...]]

    @property
    def picture_height(self) -> float:
        """The height of the picture alone, in mm."""
        _, low, _, top = self.view.bounds
        return (top - low) * self.scale

    @property
    def overhang(self) -> float:
        """How far in mm names reach above the top of the picture."""
        return max([0.0, *(y + name.height / 2 + 0.3 * SMALL for side in self.names for name, y in side)])

    @property
    def height(self) -> float:
        """The height of the picture with its names, in mm."""
        ends = [y - one.height / 2 - 0.3 * SMALL for side in self.names for one, y in side]
        return self.overhang - min([-self.picture_height, *ends])

    def drawing(self) -> Drawing:
        """The picture with its names, hanging from y = 0."""
        x0, _, x1, y1 = self.view.bounds
        place = (self.scale, 0.0, 0.0, self.scale, self.left - x0 * self.scale, -y1 * self.scale - self.overhang)
        edges = (self.left - ASIDE, self.left + (x1 - x0) * self.scale + ASIDE)
        names = [_draw_names(side, edge, right=bool(n)) for n, (side, edge) in
                 enumerate(zip(self.names, edges, strict=True))]
        return self.view.drawing.transformed(place) + combine_drawings(names).moved(0, -self.overhang)


def draw_callouts(view: NamedView, width: float, height: float, widest: float, *, both_sides: bool) -> CalloutPicture:
    """The picture with its names at its right, or on `both_sides`, names no wider than `widest` mm. As large as width
    and height allow, never larger than the things are."""
    x0, y0, x1, y1 = view.bounds
    sides = _split_sides(view, both_sides)
    rooms = [max((_name_width(callout.name, widest) for callout in side), default=-ASIDE) + ASIDE for side in sides]
    scale = min(1.0, (width - sum(rooms)) / (x1 - x0), height / (y1 - y0))
    left = rooms[0] + (width - sum(rooms) - (x1 - x0) * scale) / 2 if both_sides else 0.0

    def place_point(p: Point) -> Point:
        return (p[0] - x0) * scale + left, (p[1] - y1) * scale

    left_names = [CalloutName(tuple(wrap_text(callout.name, SMALL, widest)), place_point(callout.left))
                  for callout in sides[0]]
    right_names = [CalloutName(tuple(wrap_text(callout.name, SMALL, widest)), place_point(callout.right))
                   for callout in sides[1]]
    low = (y0 - y1) * scale
    return CalloutPicture(view, scale, left, (_place_names(left_names, low), _place_names(right_names, low)))


def _name_width(name: str, widest: float) -> float:
    """The width in mm of a name in lines of at most `widest` mm."""
    return max(text_width(text, SMALL) for text in wrap_text(name, SMALL, widest))


def _split_sides(view: NamedView, both_sides: bool) -> tuple[list[Callout], list[Callout]]:
    """The things that are named at the left and at the right."""
    if not both_sides:
        return [], list(view.names)
    x0, _, x1, _ = view.drawing.bounds()
    left, right = list[Callout](), list[Callout]()
    for callout in sorted(view.names, key=lambda callout: -callout.right[1]):
        nearer = (callout.left[0] - x0) - (x1 - callout.right[0])  # under nothing: the left end is nearer to its edge
        is_even = abs(nearer) < ALIKE * (x1 - x0)
        (left if (len(left) < len(right) if is_even else nearer < 0) else right).append(callout)
    return left, right


def _place_names(names: Sequence[CalloutName], low: float) -> tuple[tuple[CalloutName, float], ...]:
    """Names in their order from the top, each as near as can be to the height of its thing."""
    ordered = sorted(names, key=lambda name: (-name.spot[1], name.spot[0]))
    return tuple(zip(ordered, space_names([(name.spot[1], name.height) for name in ordered], low), strict=True))


def _draw_names(names: Sequence[tuple[CalloutName, float]], edge: float, *, right: bool) -> Drawing:
    """Names along an edge and the lines to their things."""
    out, outward = Drawing(), 1.0 if right else -1.0
    for name, y in names:
        out += draw(Role.TRIM, line(name.spot, (edge - outward * 2.0, y), (edge - outward * 0.8, y)))
        out += draw(Role.MARK, circle(name.spot, POINT))
        start = edge if right else edge - name.width
        out += draw_paragraph(name.lines, (start, y + name.height / 2 - SMALL), SMALL, LINE)
    return out


def space_names(best: Sequence[tuple[float, float]], low: float) -> list[float]:
    """Heights of the middles of names from the top: the best ones, moved apart as far as they need, and up again where
    they would end under `low` mm. `best`: for each name the best height of its middle, and its own height."""
    places = list[float]()
    for n, (y, height) in enumerate(best):
        above = places[-1] - (best[n - 1][1] + height) / 2 - BETWEEN if places else y
        places.append(min(y, above))
    below = low
    for n in reversed(range(len(places))):
        places[n] = max(places[n], below + best[n][1] / 2)
        below = places[n] + best[n][1] / 2 + BETWEEN
    return places
