"""Parts for laser tests: a board, slotted bases, silhouettes and discs, drawn from plain shapes."""

from __future__ import annotations

import math
from string import ascii_lowercase

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.part import Part
from fabgen.artwork.path import circle, polygon, rectangle, rounded_polygon
from fabgen.artwork.path import line as polyline

BOARD, CELL, BORDER = 6, 40.0, 13.0


def board(cells: int = BOARD, material: str = "acrylic-3mm/clear", group: str = "board") -> Part:
    """A board whose grid is drawn cell by cell, so that inner lines come twice; 13 mm of border, title over 100 mm²
    of ink."""
    side = cells * CELL
    squares = [rectangle(x * CELL, y * CELL, CELL, CELL) for x in range(cells) for y in range(cells)]
    names = [draw_text(Role.COORDINATE, ascii_lowercase[x], ((x + 0.5) * CELL, -9), 4) for x in range(cells)]
    drawing = draw(Role.EDGE, rectangle(-BORDER, -BORDER, side + 2 * BORDER, side + 2 * BORDER, 4)) + draw(
        Role.GRID, *squares
    )
    drawing += combine_drawings(names) + draw_text(
        Role.TITLE, "CORNERS AND CROSSES", (side / 2, side + 3), 7, bold=True
    )
    return Part("board", drawing, 1, material, group)


def base(name: str, count: int, slot: float = 3.1, size: float = 34.0, material: str = "acrylic-3mm/green") -> Part:
    """A rounded square with a slot, two dots and a cross that lean to one side, so that turns and mirrors show."""
    cross = rounded_polygon([(p, 0.3) for p in _cross(2.2, 0.5)])
    marks = (
        draw(Role.MOVE, circle((-10, 8), 1.5))
        + draw(Role.MOVE, circle((-10, -8), 1.5))
        + draw(Role.CAPTURE, cross).moved(10, 9)
    )
    body = draw(Role.EDGE, rectangle(-size / 2, -size / 2, size, size, 3)) + draw(
        Role.HOLE, rectangle(-9, -slot / 2, 18, slot, 0.5)
    )
    return Part(name, body + marks, count, material, "green pieces")


def _cross(arm: float, half: float) -> list[tuple[float, float]]:
    corner = [(half, half), (half, arm), (-half, arm)]
    turn = math.radians(90)
    return [_spun(p, turn * k) for k in range(4) for p in corner]


def _spun(p: tuple[float, float], angle: float) -> tuple[float, float]:
    c, s = math.cos(angle), math.sin(angle)
    return p[0] * c - p[1] * s, p[0] * s + p[1] * c


def standee(
    name: str, count: int, height: float = 46.0, head: float = 8.0, material: str = "acrylic-3mm/green"
) -> Part:
    """An upright with a tab below, a narrow waist and a round shoulder line."""
    corners = [
        ((-9, -3), 0.3),
        ((9, -3), 0.3),
        ((9, 0), 0.5),
        ((14, 0), 1.0),
        ((14, 5), 2.0),
        ((6, height * 0.5), 4.0),
        ((head, height * 0.72), 2.0),
        ((head, height), head * 0.9),
        ((-head, height), head * 0.9),
        ((-head, height * 0.72), 2.0),
        ((-6, height * 0.5), 4.0),
        ((-14, 5), 2.0),
        ((-14, 0), 1.0),
        ((-9, 0), 0.5),
    ]
    face = draw(Role.MARK, circle((2, height * 0.8), 1.2))
    return Part(name, draw(Role.EDGE, rounded_polygon(corners)) + face, count, material, "green pieces")


def disc(count: int, diameter: float = 18.0, material: str = "acrylic-3mm/red") -> Part:
    ring = draw(Role.MARK, circle((0, 0), 5.0), circle((0, 0), 3.5))
    return Part("denial token", draw(Role.EDGE, circle((0, 0), diameter / 2)) + ring, count, material, "tokens")


def plain(
    name: str, drawing: Drawing, count: int = 1, material: str = "acrylic-3mm/green", group: str = "sheet"
) -> Part:
    return Part(name, drawing, count, material, group)


def kit() -> list[Part]:
    """All of a small game: board, twelve pieces in three silhouettes with their bases, twenty tokens."""
    heights = {"pawn": (6, 38.0, 6.0), "knight": (3, 46.0, 9.0), "spearman": (3, 52.0, 5.0)}
    pieces = [
        part
        for name, (count, height, head) in heights.items()
        for part in (standee(f"green {name}", count, height, head), base(f"green {name} base", count))
    ]
    return [board(), *pieces, disc(20)]


__all__ = ["base", "board", "disc", "kit", "plain", "polygon", "polyline", "standee"]
