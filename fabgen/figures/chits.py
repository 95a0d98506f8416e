"""A flat piece of a game → a chit of paper: its diagram on the front, its name or its mark on the back. All mm.

The front carries its player's sign at the rear edge (dashes, and rings beside them) and an arrowhead at the edge
towards which the piece travels.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from fabgen.artwork.drawing import Drawing, Role, draw, combine_drawings, draw_text
from fabgen.artwork.net import Chit, ChitOutline
from fabgen.artwork.path import circle, polygon, rectangle, rotation
from fabgen.artwork.text import text_width
from fabgen.base import problem_error
from fabgen.figures.nets import DIAGRAM_CELL, LEAST_CELL, SAFE, extent_points, make_token_chit
from fabgen.figures.plan import TRAVEL_ANGLE
from fabgen.spec.values import Direction

NARROW = {"disc": 1.0, "square": 2.6}  # mm from the diagram to the cut, where it is not legible otherwise
BAND = 1.2, 2.2  # mm from the cut: the ring with the signs
OFF = 0.35  # mm between a sign and the diagram
STEPS = 24  # number of sizes to try
DASH, DASH_PITCH = 2.6, 3.6
ARROW, ARROW_HALF = (0.9, 2.5), 1.5  # mm from the cut: the tip and the foot of an arrowhead; half its width
NAME_SHARE, NAME_CAPS = 0.7, (1.4, 3.0)  # of the size: a name on the back; capitals in mm


def make_piece_chit(diagram: Drawing | None, name: str, tone: str, sign: int, shape: ChitOutline, size: float,
               travel: Direction | None = None, back: Drawing | None = None) -> Chit:
    """The chit of a flat piece, `size` mm across.

    `diagram` is drawn with cells of 6 mm, forward up; without one the name is on the front, too. `sign` is the player's
    number from 0. Raises FabgenError where the diagram's cells would be smaller than 4 mm, with the size that would do.
    """
    signs = partial(_draw_signs, sign, shape, travel=travel)
    content = _fit_diagram(diagram, name, shape, size, signs) if diagram else _draw_name(name, size)
    chit = make_token_chit(draw(Role.MARK, circle((0, 0), 0.1)), back or _draw_name(name, size), shape, size, tone)
    tint = chit.front.only(Role.SHADE)
    front = combine_drawings([tint, content, signs(size)])
    return replace(chit, front=front, turns=back is not None)


def _fit_diagram(diagram: Drawing, name: str, shape: ChitOutline, size: float,
                 signs: Callable[[float], Drawing]) -> Drawing:
    """The diagram as large as it fits clear of the signs, at the safe distance from the cut if legible there."""
    x0, y0, x1, y1 = diagram.bounds()
    centred = diagram.moved(-(x0 + x1) / 2, -(y0 + y1) / 2)
    reach = max(x1 - x0, y1 - y0) / 2
    if shape == "disc":  # hexagons leave the corners of their box free
        reach = min(math.hypot(x1 - x0, y1 - y0) / 2, max(math.hypot(*p) for p in extent_points(centred)) + 1e-9)
    least = LEAST_CELL / DIAGRAM_CELL
    safe_factor, bold_factor = (min(1.0, (size / 2 - rim) / reach) for rim in (SAFE, NARROW[shape]))
    if safe_factor >= least:
        return centred.scaled(safe_factor)
    if bold_factor >= least and (factor := _largest_clear_factor(centred, signs(size), least, bold_factor)):
        return centred.scaled(factor)
    sizes = range(max(1, math.ceil(2 * (reach * least + NARROW[shape]))), math.ceil(2 * (reach * least + SAFE)))
    needed = next((needed_size for needed_size in sizes if _is_clear(centred, signs(needed_size), least)), sizes.stop)
    raise problem_error(f"the diagram of {name} does not fit a flat piece of paper of {size:g} mm",
                  f"a base of {needed} mm or more has room for it")


def _largest_clear_factor(diagram: Drawing, signs: Drawing, least: float, most: float) -> float:
    """The largest of a row of factors between two at which a diagram keeps clear of the signs; 0 if none does."""
    steps = (most - (most - least) * n / STEPS for n in range(STEPS + 1))
    return next((factor for factor in steps if _is_clear(diagram, signs, factor)), 0.0)


def _is_clear(diagram: Drawing, signs: Drawing, factor: float) -> bool:
    """Whether the convex hull of a scaled diagram keeps its distance from every sign."""
    from shapely import MultiPoint

    hull = MultiPoint(extent_points(diagram.scaled(factor))).convex_hull
    return all(MultiPoint(extent_points(Drawing((sign,)))).convex_hull.distance(hull) >= OFF for sign in signs.items)


def _draw_signs(number: int, shape: ChitOutline, size: float, *, travel: Direction | None) -> Drawing:
    return _draw_player_sign(number, shape, size, travel) + _draw_chit_arrowhead(size, travel)


def _draw_player_sign(number: int, shape: ChitOutline, size: float, travel: Direction | None) -> Drawing:
    """Dashes side by side along the rear edge, with a ring for every four players before this one, two at most."""
    dashes, rings = number % 4, min(number // 4, 2)
    count, middle = dashes + rings, size / 2 - (BAND[0] + BAND[1]) / 2
    left = -DASH_PITCH * (count - 1) / 2 - (4.0 if travel == "down" else 0.0)
    thickness = BAND[1] - BAND[0]
    dash = draw(Role.MARK, rectangle(-DASH / 2, -thickness / 2, DASH, thickness))
    ring = draw(Role.MARK, circle((0, 0), 0.7), circle((0, 0), 0.35))
    signs = [(dash if n < dashes else ring, left + DASH_PITCH * n) for n in range(count)]
    if shape == "square":
        return combine_drawings(sign.moved(x, -middle) for sign, x in signs)
    return combine_drawings(sign.moved(0, -middle).turned(math.degrees(x / middle)) for sign, x in signs)


def _draw_chit_arrowhead(size: float, travel: Direction | None) -> Drawing:
    if not travel:
        return Drawing()
    tip, foot = size / 2 - ARROW[0], size / 2 - ARROW[1]
    head = polygon([(foot, -ARROW_HALF), (tip, 0), (foot, ARROW_HALF)])
    return draw(Role.PATH, head.transformed(rotation(TRAVEL_ANGLE[travel])))


def _draw_name(name: str, size: float) -> Drawing:
    """The piece's name, as large as it fits."""
    least, most = NAME_CAPS
    cap = max(least, min(most, NAME_SHARE * size / text_width(name, 1.0, bold=True)))
    return draw_text(Role.LABEL, name, (0, -cap / 2), cap, bold=True)
