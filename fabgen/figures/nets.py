"""Silhouette, diagram, name and player → a net of paper that folds up to a standee; a token's faces → a two-sided
chit. All mm.

The net, from its lower edge: front flap, front face, top fold, back face, back flap. The faces are glued back to back;
the flaps
fold outwards and make the foot. Both flaps are read from behind the piece, by its owner: forward leads away from the
standee.
"""

from __future__ import annotations

import math
from dataclasses import replace

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, draw, together, write
from fabgen.artwork.net import Chit, Fold, Net, Outline
from fabgen.artwork.path import circle, rectangle
from fabgen.artwork.text import text_width
from fabgen.base import problem

FOOTPRINT = 0.9  # of the board's cell, at most
HEADROOM = 4.0  # mm of paper over a silhouette
BACK_FLAP = 12.0  # mm: room for the name, and enough to glue a coin on
LEAST_FRONT = 10.0  # mm: so that a piece with a small diagram stands
RIM = 1.0  # mm between a diagram and the edges of its flap
DIAGRAM_CELL, LEAST_CELL = 6.0, 4.0  # mm: what diagrams are drawn with, and how small their cells may become in print
NAME_CAP, LEAST_CAP = 2.4, 1.4
SIGN = 5.0  # mm: a player's sign in the upper corners of both faces
BLEED = 2.0  # mm of ink beyond a cut
SAFE, SAFE_SHARE = 3.0, 0.12  # no mark is nearer to a cut than this, in mm or as a share of the size


def standee_net(
    silhouette: Drawing,
    diagram: Drawing,
    name: str,
    tone: str,
    sign: Drawing | None,
    width: float,
    height: float,
    cell: float,
) -> Net:
    """The net of a piece `height` mm tall on a strip `width` mm wide, for a board with cells of `cell` mm.

    `diagram` is drawn with cells of 6 mm, forward up; it shrinks to the room there is. FabgenError where its cells
    would come under
    4 mm, the least that prints legibly (300 dpi), with the board's cell that would do.
    """
    factor = _diagram_scale(diagram, name, width, cell)
    shown = diagram.scaled(factor)
    front = max(LEAST_FRONT, shown.size()[1] + 2 * RIM)
    face = height + HEADROOM
    top = front + face
    figure = _figure(silhouette, tone, width, height)
    front_face = figure.moved(width / 2, front) + _signs(sign, tone, width, top)
    back_face = _over(front_face, top)
    length = 2 * top - front + BACK_FLAP
    drawing = together(
        [_front_flap(shown, width, front), front_face, back_face, _name_plate(name, tone, width, length)]
    )
    folds = (Fold(front, "valley"), Fold(top, "mountain"), Fold(top + face, "valley"))
    return Net(drawing, width, length, folds, figure)


def _diagram_scale(diagram: Drawing, name: str, width: float, cell: float) -> float:
    breadth, depth = diagram.size()
    room = FOOTPRINT * cell
    factor = min(1.0, (width - 2 * RIM) / breadth, (room - BACK_FLAP - 2 * RIM) / depth)
    least = LEAST_CELL / DIAGRAM_CELL
    if factor < least or width > room + 1e-9:
        needed = (
            max(breadth * least + 2 * RIM, depth * least + 2 * RIM + BACK_FLAP, width if factor >= least else 0)
            / FOOTPRINT
        )
        raise problem(
            f"the paper standee of {name} does not fit a cell of {cell:g} mm with its diagram",
            f"cells of {math.ceil(needed):g} mm or more have room for it",
        )
    return factor


def _figure(silhouette: Drawing, tone: str, width: float, height: float) -> Drawing:
    """The silhouette in the player's tone, standing on the origin, no larger than the face has room for."""
    inked = Drawing(tuple(_toned(item, tone) for item in silhouette.items))
    x0, y0, x1, y1 = inked.bounds()
    factor = min(1.0, (width - 2 * RIM) / (x1 - x0), height / (y1 - y0))
    return inked.moved(-(x0 + x1) / 2, -y0).scaled(factor)


def _toned(item: Shape | Lettering, tone: str) -> Shape | Lettering:
    role = Role.PIECE if item.role is Role.EDGE else item.role
    return replace(item, role=role, tone=tone)


def _front_flap(diagram: Drawing, width: float, depth: float) -> Drawing:
    """The diagram turned about, so that forward leads away from the fold, and its nearest row lies at the fold."""
    x0, _, x1, y1 = diagram.turned(180).bounds()
    return diagram.turned(180).moved(width / 2 - (x0 + x1) / 2, depth - RIM - y1)


def _signs(sign: Drawing | None, tone: str, width: float, top: float) -> Drawing:
    """The player's sign, as on a playing card, in both upper corners of a face whose upper edge is at `top`."""
    if not sign:
        return Drawing()
    at = RIM + 1.0 + SIGN / 2
    one = _fitting(sign, SIGN)
    return one.moved(at, top - at) + one.moved(width - at, top - at)


def _fitting(drawing: Drawing, size: float) -> Drawing:
    """The drawing centred on the origin, as large as a square of that size holds."""
    x0, y0, x1, y1 = drawing.bounds()
    return drawing.moved(-(x0 + x1) / 2, -(y0 + y1) / 2).scaled(size / max(x1 - x0, y1 - y0))


def _over(drawing: Drawing, fold: float) -> Drawing:
    """The drawing folded over a level line: what lies behind it when the paper is closed."""
    return drawing.mirrored().turned(180).moved(0, 2 * fold)


def _name_plate(name: str, tone: str, width: float, length: float) -> Drawing:
    """The piece's name on the back flap, in a field of the player's tint, upright for who looks from behind."""
    wide, deep = width - 4 * RIM, 5.6
    cap = max(LEAST_CAP, min(NAME_CAP, NAME_CAP * (wide - 3) / text_width(name, NAME_CAP, bold=True)))
    middle = length - BACK_FLAP / 2
    plate = draw(Role.SHADE, rectangle((width - wide) / 2, middle - deep / 2, wide, deep, deep / 2), tone=tone)
    return plate + write(Role.LABEL, name, (width / 2, middle + cap / 2), cap, bold=True, angle=180.0)


def player_sign(number: int) -> Drawing | None:
    """The sign of a player counted from 0: none, then one to three level bars, then a ring with none to three bars,
    and so on."""
    bars = [rectangle(-2.5, 1.8 - 1.8 * i, 5, 1.0) for i in range(number % 4)]
    rings = [path for i in range(number // 4) for path in (circle((0, 0), 4.0 + 2 * i), circle((0, 0), 3.2 + 2 * i))]
    return (
        together([*(draw(Role.MARK, bar) for bar in bars), draw(Role.MARK, *rings) if rings else Drawing()])
        if number
        else None
    )


def token_net(face: Drawing, back: Drawing | None, shape: Outline, size: float, tone: str = "") -> Chit:
    """A chit `size` mm across whose mark keeps the safe distance from the cut; without a back, both sides show the
    face.

    Ground tint reaches 2 mm beyond the cut (print-and-play's usual bleed at home); safe distance: 3 mm, or 12 % of a
    small token.
    """
    half = size / 2 + BLEED
    ground = draw(
        Role.SHADE, circle((0, 0), half) if shape == "disc" else rectangle(-half, -half, 2 * half, 2 * half), tone=tone
    )
    room = size / 2 - min(SAFE, SAFE_SHARE * size)
    front = ground + _inside(face, shape, room)
    return Chit(front, ground + _inside(back, shape, room) if back is not None else front, shape, size, BLEED)


def _inside(face: Drawing, shape: Outline, room: float) -> Drawing:
    """The face's marks about the origin, shrunk where they reach out of the safe zone."""
    marks = face.without(Role.EDGE, Role.HOLE)
    if not marks.items:
        return marks
    reach = max(math.hypot(x, y) if shape == "disc" else max(abs(x), abs(y)) for x, y in _points(marks))
    return marks.scaled(min(1.0, room / reach)) if reach else marks


def _points(drawing: Drawing) -> list[tuple[float, float]]:
    points = [p for item in drawing.items if isinstance(item, Shape) for path in item.paths for p in path.flatten(0.02)]
    boxes = [item.bounds() for item in drawing.items if isinstance(item, Lettering)]
    return points + [(x, y) for x0, y0, x1, y1 in boxes for x in (x0, x1) for y in (y0, y1)]
