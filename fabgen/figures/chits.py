"""A flat piece of a game → a chit of paper: its diagram on the front, its name or its mark on the back. All mm.

The front carries its player's sign at the rear edge, one dash or more beside rings, and an arrowhead at the edge to
which the piece travels.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from fabgen.artwork.drawing import Drawing, Role, draw, together, write
from fabgen.artwork.net import Chit, Outline
from fabgen.artwork.path import circle, polygon, rectangle, turning
from fabgen.artwork.text import text_width
from fabgen.base import problem
from fabgen.figures.nets import DIAGRAM_CELL, LEAST_CELL, SAFE, points_of, token_net
from fabgen.figures.plan import TURN
from fabgen.spec.values import Direction

NARROW = {"disc": 1.0, "square": 2.6}  # mm from the diagram to the cut, where only so it is legible
BAND = 1.2, 2.2  # mm from the cut: where signs lie
OFF = 0.35  # mm between a sign and the diagram
STEPS = 24  # sizes that are tried
DASH, DASH_PITCH = 2.6, 3.6
ARROW, ARROW_HALF = (0.9, 2.5), 1.5  # mm from the cut: the tip and the foot of an arrowhead; half its width
NAME_SHARE, NAME_CAPS = 0.7, (1.4, 3.0)  # of the size: a name on the back; capitals in mm


def piece_chit(diagram: Drawing | None, name: str, tone: str, sign: int, shape: Outline, size: float,
               travel: Direction | None = None, back: Drawing | None = None) -> Chit:
    """A flat piece `size` mm across; `diagram` is drawn with cells of 6 mm, forward up, `sign` the player's number from
    0; without one its name stands on the front too. FabgenError where the diagram's cells would come under 4 mm, with
    the size that would do."""
    signs = partial(_signs, sign, shape, travel=travel)
    shown = _fitted(diagram, name, shape, size, signs) if diagram else _name(name, size)
    chit = token_net(draw(Role.MARK, circle((0, 0), 0.1)), back or _name(name, size), shape, size, tone)
    ground = chit.front.only(Role.SHADE)
    front = together([ground, shown, signs(size)])
    return replace(chit, front=front, turns=back is not None)


def _fitted(diagram: Drawing, name: str, shape: Outline, size: float, signs: Callable[[float], Drawing]) -> Drawing:
    """As large as there is room, safe from the cut where it stays legible so; clear of the signs anyway."""
    x0, y0, x1, y1 = diagram.bounds()
    centred = diagram.moved(-(x0 + x1) / 2, -(y0 + y1) / 2)
    reach = max(x1 - x0, y1 - y0) / 2
    if shape == "disc":  # hexagons leave the corners of their box free
        reach = min(math.hypot(x1 - x0, y1 - y0) / 2, max(math.hypot(*p) for p in points_of(centred)) + 1e-9)
    least = LEAST_CELL / DIAGRAM_CELL
    safe, most = (min(1.0, (size / 2 - rim) / reach) for rim in (SAFE, NARROW[shape]))
    if safe >= least:
        return centred.scaled(safe)
    if most >= least and (factor := _clear(centred, signs(size), least, most)):
        return centred.scaled(factor)
    sizes = range(max(1, math.ceil(2 * (reach * least + NARROW[shape]))), math.ceil(2 * (reach * least + SAFE)))
    needed = next((one for one in sizes if _apart(centred, signs(one), least)), sizes.stop)
    raise problem(f"the diagram of {name} does not fit a flat piece of paper of {size:g} mm",
                  f"a base of {needed} mm or more has room for it")


def _clear(diagram: Drawing, signs: Drawing, least: float, most: float) -> float:
    """The largest factor of some between two at which a diagram keeps off the signs; 0 for none."""
    steps = (most - (most - least) * n / STEPS for n in range(STEPS + 1))
    return next((factor for factor in steps if _apart(diagram, signs, factor)), 0.0)


def _apart(diagram: Drawing, signs: Drawing, factor: float) -> bool:
    """Whether the outline around a diagram at a scale keeps off each sign."""
    from shapely import MultiPoint

    around = MultiPoint(points_of(diagram.scaled(factor))).convex_hull
    return all(MultiPoint(points_of(Drawing((one,)))).convex_hull.distance(around) >= OFF for one in signs.items)


def _signs(number: int, shape: Outline, size: float, *, travel: Direction | None) -> Drawing:
    return _sign(number, shape, size, travel) + _arrow(size, travel)


def _sign(number: int, shape: Outline, size: float, travel: Direction | None) -> Drawing:
    """Dashes side by side along the rear edge, and rings beside them: the fifth player's sign has a ring again."""
    dashes, rings = number % 4, min(number // 4, 2)
    count, middle = dashes + rings, size / 2 - (BAND[0] + BAND[1]) / 2
    left = -DASH_PITCH * (count - 1) / 2 - (4.0 if travel == "down" else 0.0)
    thick = BAND[1] - BAND[0]
    dash = draw(Role.MARK, rectangle(-DASH / 2, -thick / 2, DASH, thick))
    ring = draw(Role.MARK, circle((0, 0), 0.7), circle((0, 0), 0.35))
    placed = [(dash if n < dashes else ring, left + DASH_PITCH * n) for n in range(count)]
    if shape == "square":
        return together(sign.moved(x, -middle) for sign, x in placed)
    return together(sign.moved(0, -middle).turned(math.degrees(x / middle)) for sign, x in placed)


def _arrow(size: float, travel: Direction | None) -> Drawing:
    if not travel:
        return Drawing()
    tip, foot = size / 2 - ARROW[0], size / 2 - ARROW[1]
    head = polygon([(foot, -ARROW_HALF), (tip, 0), (foot, ARROW_HALF)])
    return draw(Role.PATH, head.transformed(turning(TURN[travel])))


def _name(name: str, size: float) -> Drawing:
    """The piece's name for its other side."""
    least, most = NAME_CAPS
    cap = max(least, min(most, NAME_SHARE * size / text_width(name, 1.0, bold=True)))
    return write(Role.LABEL, name, (0, -cap / 2), cap, bold=True)
