"""Silhouette, diagram, name and player → a net of paper that folds up to a standee; a token's faces → a two-sided
chit. All mm.

A tent, from its lower edge: front flap, front face, middle fold, back face, back flap. The faces are glued back to
back; the flaps fold outwards and make the base. As on a base of acrylic, the diagram lies between the piece and its
owner, whose view nothing hides; the name lies beyond, and is upright for those on the other side. A slotted standee has
both flaps in one piece, as a base with a slit, and a tab at each face.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import (
    DARK_TONES,
    PAPER_TONES,
    PLATE_INSIDE,
    Chit,
    ChitOutline,
    Fold,
    Net,
    card_tone,
    chit_outline,
    draw_plate_with_sign,
    widened_outline,
)
from fabgen.artwork.path import Path, Point, circle, convex_hull, line, polygon, rectangle, rotation
from fabgen.artwork.regions import outer_outlines
from fabgen.artwork.text import text_width
from fabgen.core.problems import problem_error
from fabgen.figures.pieces.bases import TRAVEL_ANGLE, BasePlan
from fabgen.figures.pieces.drawn_outlines import bands_along, find_place
from fabgen.figures.pieces.face_signs import SIGN_SHARE, extent_points
from fabgen.spec.pieces import BASE_SIZES
from fabgen.spec.values import Direction

StandeeForm = Literal["tent", "slotted"]
# Of the board's cell: the largest base, one that a large diagram needs, and the same where cells are smaller on paper.
USUAL_FOOTPRINT, FOOTPRINT, SNUG_FOOTPRINT = 0.78, 0.9, 0.94
HEADROOM = 4.0  # mm of paper over and under a silhouette
FOOTROOM = 2.0  # mm of that under its foot: a fold that is scored a little off leaves the figure on its face
BACK_FLAP, LEAST_BACK = 9.0, 7.0  # mm: room for the name, and enough to glue on card; the same in a small cell
LEAST_FRONT = 10.0  # mm: a piece with a small diagram would fall over with less
TAB, TAB_SHARE = 6.0, 0.5  # mm deep, and of the strip's width: the tab of a slotted standee
SLIT_OVER = 0.6  # mm that the slit is longer than the tab
RIM = 2.0  # mm: the least distance from a diagram to a cut and to the fold of its flap
LEAST_FIGURE = 0.93  # of its size: a figure that looks to a side may be so small before its foot leaves the middle
LIGHT_LINE = 0.75, 1.05  # mm from the outline of a black figure: both edges of the light line in it
BESIDE = 2.0  # mm between a silhouette and the cuts beside it
# mm: the cells of diagrams as drawn, and the smallest in print; the smallest on a flap, and on one in a small cell: the
# smallest there are, and those that a wide strip is made for.
DIAGRAM_CELL, LEAST_CELL = 6.0, 4.0
FLAP_CELL, SNUG_FLAP_CELL, WIDE_SNUG_CELL = 3.8, 3.2, 3.6
NAME_CAP, LEAST_CAP = 2.8, 1.4  # mm: capitals of a name, and the smallest
NAME_SHARE_OF_FLAP = 0.5  # of the depth of a narrow back flap: the capitals of the name on it
ARROW_ROOM = 4.0  # mm: the width of an arrowhead beside a name
BLEED = 2.0  # mm of ink beyond a cut
SAFE, SAFE_SHARE = 3.0, 0.12  # the least distance from a mark to a cut, in mm or as a share of the size
FOOT_PAPER = 0.8  # mm of light paper around the bars in a dark foot
BAR_FOOT = 0.085  # half-widths of a foot: where the lowest bar begins
BARS = {1: (0.2, 0.2), 2: (0.22, 0.13), 3: (0.15, 0.11)}  # of bars, in half-widths of a foot: pitch, thickness


@dataclass(frozen=True)
class StripSize:
    """The measures of a strip in mm, so that it is cut and folded as others: its flaps before and behind the figure,
    at least its width and the length of a face, and the capitals of its name at most; 0 for what it needs alone."""

    width: float = 0.0
    front: float = 0.0
    back: float = 0.0
    face: float = 0.0
    cap: float = 0.0


AS_NEEDED = StripSize()


def make_standee_net(
    silhouette: Drawing,
    diagram: Drawing,
    name: str,
    tone: str,
    sign: Drawing | None,
    width: float,
    height: float,
    cell: float,
    travel: Direction | None = None,
    form: StandeeForm = "tent",
    least_size: StripSize = AS_NEEDED,
    *,
    is_snug: bool = False,
) -> Net:
    """The net of a piece `height` mm tall on a strip `width` mm wide, for a board with cells of `cell` mm.

    `silhouette` stands on the origin; `sign` marks its player. `diagram` is drawn with cells of 6 mm, forward up, and
    shrunk to the room there is; an empty one leaves its flap empty. Nothing but the ground is within RIM mm of a cut or
    a fold. Raises FabgenError where its cells would be smaller than FLAP_CELL mm, with the board's cell that would do.
    The strip has the measures of `least_size`, whose flap has room for the diagram. With `is_snug`, for cells that are
    smaller on paper, base and diagram may fill more of the cell, and the flap with the name is narrower.
    """
    factor, safe, footprint, back = scale_diagram(diagram, name, width, cell, is_snug=is_snug)
    width, back = max(width, least_size.width), least_size.back or back
    largest_front = least_size.front or footprint - back
    breadth, depth = _measure(diagram)
    if least_size.front and breadth:
        factor = min(1.0, (width - 2 * safe) / breadth, (largest_front - safe - RIM) / depth)
    flap_diagram, depth = diagram.scaled(factor), depth * factor
    front = least_size.front or max(min(LEAST_FRONT, largest_front), depth + safe + RIM)
    figure = _draw_standing_figure(silhouette, sign, tone, width, height)
    # In tenths of a millimetre, so that figures of one height have strips of one length.
    face = max(math.ceil(10 * (figure.size()[1] + HEADROOM) - 1e-6) / 10, least_size.face)
    top = front + face
    front_face = figure.moved(width / 2, front + FOOTROOM)
    back_face = _fold_over(front_face, top)
    length = 2 * top - front + back
    flap = _draw_front_flap(flap_diagram, width, front - RIM)
    plate = _draw_name_plate(name, width, front + back, back, travel, least_size.cap or NAME_CAP)
    if form == "slotted":
        net = _draw_slotted_net(flap + plate, front_face + back_face, figure, name, width, front, face, back)
        return replace(net, tone=tone)
    drawing = combine_drawings([flap, front_face, back_face, plate.moved(0, length - front - back)])
    folds = (Fold(front, "valley"), Fold(top, "mountain"), Fold(top + face, "valley"))
    return Net(drawing, width, length, folds, figure, name, tone=tone)


def _draw_standing_figure(silhouette: Drawing, sign: Drawing | None, tone: str, width: float, height: float) -> Drawing:
    """A silhouette with the sign of its player, `height` mm tall or as tall as a strip `width` mm wide lets it be, and
    with its outline over all of it."""
    paper = _draw_paper(sign, FOOT_PAPER) if sign and tone in DARK_TONES else Drawing()  # dark bars would be lost on it
    figure = _fit_figure(silhouette + paper + (sign or Drawing()), tone, width, height)
    if tone == "black":
        figure = figure.only(Role.PIECE) + _draw_light_line(figure) + figure.without(Role.PIECE)
    bodies = [item for item in figure.only(Role.PIECE).items if isinstance(item, Shape)]
    return figure + draw(Role.EDGE, *(path for body in bodies for path in body.paths))


def _draw_slotted_net(flaps: Drawing, faces: Drawing, figure: Drawing, name: str, width: float, front: float,
                      face: float, back: float) -> Net:
    """The base with its slit between diagram and name; above it the faces, with a tab at each end."""
    base, tab = front + back, TAB_SHARE * width
    slit = draw(Role.CUT_LINE, line((width / 2 - tab / 2 - SLIT_OVER / 2, front),
                                    (width / 2 + tab / 2 + SLIT_OVER / 2, front)))
    height = base + 2 * (TAB + face)
    low, high = base + TAB, height - TAB
    cuts = [line((x, end), (x, y), (edge, y)) for y, end in ((low, base), (high, height))
            for x, edge in ((width / 2 - tab / 2, 0.0), (width / 2 + tab / 2, width))]
    drawing = combine_drawings([flaps, slit, faces.moved(0, low - front), draw(Role.CUT_LINE, *cuts)])
    return Net(drawing, width, height, (Fold(low + face, "mountain"),), figure, name, base)


def measure_name(net: Net) -> float:
    """The height in mm of the capitals of the name on a net; infinite without one."""
    return min((item.text.cap for item in net.drawing.only(Role.LABEL).items
                if isinstance(item, Lettering) and item.text.string == net.kind), default=math.inf)


def length_of_face(net: Net) -> float:
    """The length in mm of one of the two faces of a net, from the foot of its figure to the middle fold."""
    return (net.height - net.base) / 2 - TAB if net.base else net.folds[1].y - net.folds[0].y


def strip_width(silhouette: Drawing, diagram: Drawing, cell: float, usual: float, *, is_snug: bool = False) -> float:
    """The width in mm of a piece's strip, in tenths: the usual share of the cell, or what figure and diagram need, up
    to the usual largest base. Only for a diagram that is not legible on that it is wider, up to the largest base, which
    is never rounded up. With `is_snug`, for cells that are smaller on paper, the usual ones measure whole millimetres:
    their bases do, and would else be wider."""
    x0, _, x1, _ = silhouette.bounds()
    breadth = _measure(diagram)[0]
    needed = max(2 * max(-x0, x1) + 2 * BESIDE, breadth + 2 * SAFE)
    flap_cell = WIDE_SNUG_CELL if is_snug else FLAP_CELL
    legible = math.ceil(10 * (breadth * flap_cell / DIAGRAM_CELL + 2 * RIM) - 1e-6) / 10
    usual_largest, largest = (math.floor(10 * share * cell + 1e-6) / 10 for share in (USUAL_FOOTPRINT, FOOTPRINT))
    width = max(usual * cell, min(needed, usual_largest))
    return round(max(math.floor(width + 1e-6) if is_snug else width, min(legible, largest)), 1)


def scale_diagram(diagram: Drawing, name: str, width: float, cell: float, *, is_snug: bool
                  ) -> tuple[float, float, float, float]:
    """The diagram's factor, its distance from the cuts, the largest depth of the base and the depth of the back flap in
    mm: the usual ones, or less distance, then a larger base and then, with `is_snug`, the narrowest back flap, if they
    must be for legibility. Raises FabgenError where none of them is enough."""
    breadth, depth = _measure(diagram)
    usual_factor = LEAST_CELL / DIAGRAM_CELL
    enough_factor = (SNUG_FLAP_CELL if is_snug else FLAP_CELL) / DIAGRAM_CELL
    tries = [(BACK_FLAP, share * cell, distance, least_factor) for share in (USUAL_FOOTPRINT, FOOTPRINT)
             for distance, least_factor in ((SAFE, usual_factor), (RIM, usual_factor))]
    tries.append((BACK_FLAP, FOOTPRINT * cell, RIM, FLAP_CELL / DIAGRAM_CELL))
    if is_snug:  # bases of whole millimetres
        tries += [(LEAST_BACK, FOOTPRINT * cell, RIM, usual_factor),
                  (LEAST_BACK, math.floor(SNUG_FOOTPRINT * cell + 1e-6), RIM, enough_factor)]
    for back, footprint, distance, least_factor in tries:
        sides = ((width - 2 * distance, breadth), (footprint - back - RIM - distance, depth))
        factor = min([1.0, *(free / length for free, length in sides if length)])
        if factor >= least_factor - 1e-9 and width <= max(footprint, FOOTPRINT * cell) + 1e-9:
            return factor, distance, footprint, back
    flap, share = (LEAST_BACK, SNUG_FOOTPRINT) if is_snug else (BACK_FLAP, FOOTPRINT)
    lengths = breadth * enough_factor + 2 * RIM, depth * enough_factor + 2 * RIM + flap
    needed = max(*lengths, width if factor >= enough_factor else 0) / share
    raise problem_error(
        f"the paper standee of {name} does not fit a cell of {cell:g} mm" + (" with its diagram" if breadth else ""),
        f"cells of {math.ceil(needed):g} mm or more have room for it",
    )


def _measure(diagram: Drawing) -> tuple[float, float]:
    """Width and height in mm of a diagram, which may be empty."""
    return diagram.size() if diagram.items else (0.0, 0.0)


def _fit_figure(silhouette: Drawing, tone: str, width: float, height: float) -> Drawing:
    """The silhouette in the player's tone, its foot at the origin, shrunk to the face where necessary. The foot is in
    the middle of the strip, or as near to it as a figure that looks to one side has room for."""
    inked = Drawing(tuple(_tone_item(item, tone) for item in silhouette.items))
    x0, y0, x1, _ = inked.bounds()
    factor = _fit_to_strip(inked, width, height)
    room = width / 2 - RIM
    aside = min(0.0, room - x1 * factor) + max(0.0, -x0 * factor - room)
    return inked.moved(0, -y0).scaled(factor).moved(aside, 0)


def _draw_light_line(figure: Drawing) -> Drawing:
    """A light line inside the outline of a black figure, in place of the dark line that others have: without it, it
    would be a blot. Holes have none, which are light themselves."""
    from shapely import Polygon, get_parts, unary_union

    bodies = [item for item in figure.only(Role.PIECE).items if isinstance(item, Shape)]
    rings = [[Polygon(path.flatten(FLAT)).buffer(0) for path in body.paths] for body in bodies]
    area = unary_union([outer for outer, *_ in rings])
    outer, inner = (area.buffer(-inset) for inset in LIGHT_LINE)
    holes = unary_union([hole for _, *holes in rings for hole in holes])
    band = get_parts(outer.difference(inner).difference(holes.buffer(LIGHT_LINE[0])))
    return combine_drawings(
        draw(Role.SHADE, *(polygon([*ring.coords][:-1]) for ring in (part.exterior, *part.interiors)), tone="white")
        for part in band)


def _fit_to_strip(silhouette: Drawing, width: float, height: float) -> float:
    """By what a silhouette is scaled on a strip `width` mm wide, to be no higher than `height` mm. It is as large as
    its foot has room in the middle, or LEAST_FIGURE of what there is room for elsewhere. What looks to one side, as the
    head of a horse, may be nearer to the cut than a foot."""
    x0, y0, x1, y1 = silhouette.bounds()
    short, long = sorted((-x0, x1))
    largest = min(1.0, (width - 2 * RIM) / (x1 - x0), height / (y1 - y0))
    in_middle = min((width / 2 - BESIDE) / max(short, 1e-6), (width / 2 - RIM) / long)
    return min(largest, max(in_middle, LEAST_FIGURE * largest))


def height_on_strip(silhouette: Drawing, width: float, height: float) -> float:
    """How high in mm a silhouette is on a strip `width` mm wide, where `height` mm are asked for."""
    _, y0, _, y1 = silhouette.bounds()
    return _fit_to_strip(silhouette, width, height) * (y1 - y0)


def _tone_item(item: Shape | Lettering, tone: str) -> Shape | Lettering:
    """An item in the player's tone."""
    role = Role.PIECE if item.role is Role.EDGE else item.role
    return replace(item, role=role, tone=tone) if role is Role.PIECE else item


def _draw_front_flap(diagram: Drawing, width: float, top: float) -> Drawing:
    """The diagram on light paper on the flap before its owner, up to `top`: forward points to the fold, over which the
    piece stands."""
    if not diagram.items:
        return diagram
    x0, y0, x1, y1 = diagram.bounds()
    paper = draw(Role.SHADE, rectangle(x0, y0, x1 - x0, y1 - y0), tone="white")
    return (paper + diagram).moved(width / 2 - (x0 + x1) / 2, top - y1)


def _fold_over(drawing: Drawing, fold: float) -> Drawing:
    """The drawing folded over a level line: its image behind it when the paper is folded."""
    return drawing.mirrored().turned(180).moved(0, 2 * fold)


def _draw_name_plate(name: str, width: float, length: float, back: float, travel: Direction | None,
                     largest_cap: float) -> Drawing:
    """The piece's name on the back flap, `back` mm deep, in capitals `largest_cap` mm high or lower, upright for those
    opposite of its owner."""
    room = width - 2 * SAFE - (2 * ARROW_ROOM if travel else 0.0)
    largest_cap = min(largest_cap, NAME_SHARE_OF_FLAP * back)
    cap = max(LEAST_CAP, min(largest_cap, NAME_CAP * room / text_width(name, NAME_CAP, bold=True)))
    middle = length - back / 2
    words = draw_text(Role.LABEL, name, (width / 2, middle + cap / 2), cap, bold=True, angle=180.0)
    return words + _draw_arrowhead(travel, (SAFE + ARROW_ROOM / 2, middle)) if travel else words


def _draw_arrowhead(travel: Direction, place: tuple[float, float]) -> Drawing:
    """An arrowhead on the back flap in the direction of travel: what is up on the flap is ahead on the table."""
    head = polygon([(-0.9, -1.3), (1.1, 0), (-0.9, 1.3)]).transformed(rotation(TRAVEL_ANGLE[travel]))
    return draw(Role.PATH, head).moved(*place)


def draw_player_sign(number: int, foot: float) -> Drawing | None:
    """The sign of a player, counted from 0, for a silhouette that stands on a foot of half the width `foot` in mm.

    None to three bars across the foot; the fifth to eighth player have a ring beside them, later players two rings.
    """
    if not number:
        return None
    bars, rings = number % 4, min(number // 4, 2)
    pitch, thickness = BARS.get(bars, (0.0, 0.0))
    left, right = ((-0.8, 0.8), (-0.4, 0.8), (-0.4, 0.4))[rings]
    bar_shapes = [rectangle(left, BAR_FOOT + pitch * i, right - left, thickness) for i in range(bars)]
    ring_shapes = [(circle((x, 0.27), 0.16), circle((x, 0.27), 0.09)) for x in (-0.65, 0.65)[:rings]]
    return combine_drawings(
        draw(Role.MARK, *paths) for paths in (*((bar,) for bar in bar_shapes), *ring_shapes)
    ).scaled(foot)


def make_token_chit(
    face: Drawing, back: Drawing | None, shape: ChitOutline, size: float, tone: str = "", *, is_plain: bool = False
) -> Chit:
    """A chit `size` mm across whose mark keeps the safe distance from the cut; without a back, both sides show the
    face.

    The ground reaches 2 mm beyond the cut, the usual bleed of print-and-play at home. It is a tint; with `is_plain` the
    whole colour or its pattern, because nothing else tells what the token is. One that is as light as paper has a line
    inside its cut. The safe distance is 3 mm, or 12 % of a small token. The sign of a square token with a tint is
    on a light plate.
    """
    room = size / 2 - min(SAFE, SAFE_SHARE * size)
    has_plate = shape == "square" and not is_plain
    ground = _draw_ground(Role.BODY if is_plain else Role.SHADE, shape, size, card_tone(tone) if has_plate else tone)
    if tone in PAPER_TONES and not has_plate:
        ground += _draw_rim(shape, size)

    def draw_side(marks: Drawing) -> Drawing:
        if has_plate and marks.items:
            return ground + draw_plate_with_sign("square", size, tone, marks)
        return ground + _shrink_marks(marks, shape, room)

    front = draw_side(face)
    return Chit(front, draw_side(back) if back is not None else front, shape, size, BLEED, look=front)


def make_drawn_chit(front_mark: Drawing, back_mark: Drawing, outline: Path, size: float, tone: str = "") -> Chit:
    """A chit cut along an outline of the designer, `size` mm long: a tint with its mark; without a mark, the whole
    colour or its pattern."""
    chit = Chit(Drawing(), Drawing(), "drawn", size, BLEED, drawn=outline)
    ground = draw(Role.SHADE if front_mark.items else Role.BODY, chit.outline(BLEED), tone=tone)
    front = ground + front_mark
    return replace(chit, front=front, back=ground.mirrored() + back_mark, look=front)


def make_corner_chit(front_mark: Drawing, back_mark: Drawing, size: float, arm: float, tone: str = "") -> Chit:
    """A corner `size` mm long with arms `arm` mm wide: the whole colour of its tone or its pattern, on both sides, and
    its mark, light on a dark tone, clear of the cuts. The marks are in the elbow of each side as seen from there."""
    ground = draw(Role.BODY, chit_outline("corner", size, arm, BLEED), tone=tone)
    front, back = ground, ground.mirrored()
    if front_mark.items:
        front += _ink_on(tone, _fit_in_elbow(front_mark, size, arm))
        back += _ink_on(tone, _fit_in_elbow(back_mark, size, arm, turn=-1))
    return Chit(front, back, "corner", size, BLEED, look=front, arm=arm)


def _fit_in_elbow(mark: Drawing, size: float, arm: float, turn: int = 1) -> Drawing:
    """A mark in the elbow of a corner, which is at the lower left, or with `turn` -1 at the lower right: in the largest
    circle that is CORNER_CLEAR mm from the two cuts beside it and from the inner corner."""
    radius = (math.sqrt(2) * (arm - CORNER_CLEAR) - CORNER_CLEAR) / (1 + math.sqrt(2))
    centred, middle = _centre(mark), CORNER_CLEAR + radius - size / 2
    reach = _reach("disc", extent_points(centred))
    return centred.scaled(radius / reach).moved(turn * middle, middle)


def _draw_ground(role: Role, shape: ChitOutline, size: float, tone: str) -> Drawing:
    """The area of a chit up to its bleed."""
    half = size / 2 + BLEED
    return draw(role, circle((0, 0), half) if shape == "disc" else rectangle(-half, -half, 2 * half, 2 * half),
                tone=tone)


def _shrink_marks(face: Drawing, shape: ChitOutline, room: float) -> Drawing:
    """The face's marks around the origin, shrunk if they reach beyond `room` mm."""
    marks = face.without(Role.EDGE, Role.HOLE)
    if not marks.items:
        return marks
    reach = _reach(shape, extent_points(marks))
    return marks.scaled(min(1.0, room / reach)) if reach else marks


CALM = 1.5  # mm from the corners of a diagram to the cut of a disc: clear of the line of its rim, where it is legible
NARROW = {"disc": 1.0, "square": 2.6}  # mm from the diagram to the cut, where it is not legible otherwise
TILE_FRAME, TILE_INSET = 0.9, 0.6  # mm: the frame of the back of a square tile, and from the diagram there to it
# mm: the radius of the corners of the frame of its front, PLATE_INSIDE mm from the cut, and how broad a light frame on
# a dark tile and a dark one on a light tile is. The emblem, of what is in the frame: so small that black tiles stay
# dark and white ones light.
TILE_CORNER, TILE_LINES, TILE_EMBLEM = 2.4, (0.7, 0.5), 0.64
# Of a round piece: the edges of the line along its rim, of its radius; the emblem, of its width.
MAN_RIM, MAN_EMBLEM = (0.86, 0.82), 0.47
EMBLEM_RING = 0.045  # of the height: the ring where it is thinnest
# How deep petals are, of the height, divided by their number; the least and the largest depth, of the height.
PETAL, LEAST_DEPTH, MOST_DEPTH = 0.7, 0.05, 0.09
PETAL_CORNERS, LEAST_PETALS, MOST_PETALS = 16, 6, 14
EMBLEM_BARS = {1: (0.16, 0.0), 2: (0.12, 0.25), 3: (0.09, 0.2)}  # by their number: thickness and pitch, of the height
BAND = 1.2, 2.2  # mm from the cut: the ring with the signs
WHITE_BAND, WHITE_BANDS = (1.0, 2.4), (0, 1, 4, 12)  # mm from the cut: a light band; its parts, by the player's number
RIM_LINE = 0.6  # mm from the cut to the line inside it
PLATE, SIGN_PAPER = 0.7, 0.3  # mm of light paper around a diagram or a name, and around a sign
CORNER_CLEAR = 1.2  # mm from the mark of a corner to the cuts beside it
SLIVER, FLAT = 2.4, 0.02  # mm: colour between light paper that is narrower is left out; the tolerance of flat arcs
PICTURE_PAPER, PICTURE_RING = (0.37, 0.29), (0.345, 0.315)  # of the size: the radii of the ring on a piece
OFF = 0.35  # mm between a sign and the diagram
STEPS = 24  # number of sizes to try
SIDESTEP, SIDESTEPS = 0.2, 12  # mm by which a diagram leaves the middle, and how often, to keep clear of the signs
DASH, DASH_PITCH = 2.6, 3.6
LONE_DASHES, BOW_STEPS = 0.34, 8  # of the size: dashes that stand alone, together; corners of a bent one
ARROW, ARROW_HALF = (0.9, 2.5), 1.5  # mm from the cut: the tip and the foot of an arrowhead; half its width
NAME_SHARE, NAME_CAPS = 0.7, (1.4, 3.0)  # of the size: a name on the back; capitals in mm
NAME_CLEAR = 0.1  # mm from the paper around such a name to the edge: a dot at 300 dpi


def make_piece_chit(diagram: Drawing | None, name: str, tone: str, sign: int, shape: ChitOutline, size: float,
               travel: Direction | None = None, back: Drawing | None = None, *, is_only_kind: bool = False,
               has_sign: bool = False, has_band: bool = True) -> Chit:
    """The chit of a flat piece, `size` mm across: a disc or a square in its player's colour, a line inside its cut.

    `diagram` is drawn with cells of 6 mm, forward up, and lies on light paper on the front; the name is on the back, or
    the mark `back` with the player's sign. With `has_sign`, a sign is in place of the diagram. An empty diagram leaves
    the front to the player's sign, and without one the name is there, too. Where a game has one kind of
    piece (`is_only_kind`), the front is a picture of the piece and the back has the diagram, or the picture too where
    there is none: a name would tell nothing. On a dark piece with a light band that band is the ring of the picture;
    `has_band`: pieces of other players than the first have one, which needs a ground in the whole colour to be seen.
    `sign` is the player's number from 0. Raises FabgenError where the diagram's cells would be smaller than 4 mm, with
    the size that would do.
    """
    signs = _draw_signs(sign, shape, size, travel=travel)
    band = _draw_band(sign, shape, size) if has_band else Drawing()
    body = _draw_ground(Role.BODY, shape, size, tone) + band + _draw_rim(shape, size)
    signed = body + _paper_around(signs, tone) + signs
    picture = signed if band.items and tone in DARK_TONES else signed + _draw_picture(shape, size)
    # On a small piece the paper around the name could reach beyond its edge.
    name_plate = _shrink_marks(_on_paper(_draw_name(name, size)), shape, size / 2 - NAME_CLEAR)
    named = body + name_plate
    if back is not None:
        shown = body + _draw_back_mark(back, _draw_player_sign(sign, shape, size, None), band, tone, shape, size)
    if diagram is None and is_only_kind and back is None:
        return Chit(picture, picture, shape, size, BLEED, False, True, picture)
    if diagram is None:
        return Chit(signed + name_plate, named if back is None else shown, shape, size, BLEED,
                    back is not None, True, signed)
    fitted = _fit_diagram(diagram, name, shape, size, partial(_draw_signs, sign, shape, travel=travel))
    plate = Drawing()
    if fitted.items:
        plate = _draw_sign_paper(fitted, shape) if has_sign else _draw_plate(fitted, shape, size)
    plate += _fill_slivers(plate, band)
    # The rim is over the light paper: corners of a diagram leave its line whole.
    look = body.without(Role.EDGE) + plate + signed.without(Role.BODY, Role.EDGE) + _draw_rim(shape, size)
    if is_only_kind and back is None and fitted.items:
        return Chit(picture, look + fitted, shape, size, BLEED, False, True, picture)
    return Chit(look + fitted, named if back is None else shown, shape, size, BLEED, back is not None, True, look)


def find_tile_size(diagram: Drawing, size: float) -> float | None:
    """The side in mm, in tenths, of a square tile for a round piece `size` mm across: with the area of that, or what
    its diagram needs on the back for cells of 4 mm, up to the size of the piece. None where that is too small."""
    around = 2 * (TILE_FRAME + TILE_INSET)
    needed = LEAST_CELL / DIAGRAM_CELL * max(diagram.size()) + around
    if needed > size + 1e-6:
        return None
    return max(math.ceil(10 * needed - 1e-6) / 10, round(math.sqrt(math.pi / 4) * size, 1))


def make_square_tile(diagram: Drawing, number: int, tone: str, size: float, petals: int) -> Chit:
    """A round piece of the only kind of a game as a square `size` mm long, because straight cuts part squares: all of
    it in the colour of its player, whose emblem has the `number` from 0 and some petals, with a frame, so far inside
    that no cut is off beside it, and the diagram on the back. Its ink lies under the marks of its block, which is no
    larger."""
    is_dark = tone in DARK_TONES
    inside = PLATE_INSIDE + TILE_LINES[not is_dark]
    rims = [rectangle(inset - size / 2, inset - size / 2, size - 2 * inset, size - 2 * inset,
                      TILE_CORNER - inset + PLATE_INSIDE) for inset in (PLATE_INSIDE, inside)]
    emblem = draw_emblem(number, petals).scaled(TILE_EMBLEM * (size - 2 * inside))
    frame = draw(Role.SHADE, *rims, tone="white") if is_dark else draw(Role.MARK, *rims)
    front = _draw_tile_ground(tone, size, rims[0]) + frame + _ink_on(tone, emblem)
    return Chit(front, _draw_tile_back(diagram, tone, size), "square", size, 0.0, False, True, front)


def _draw_tile_ground(tone: str, size: float, field: Path) -> Drawing:
    """The ground of a square tile up to its cuts and beyond: its colour, or around a `field` as light as paper a light
    tint of black, colder than cells of wood and no colour of a player: its edge is seen wherever it stands."""
    if tone not in PAPER_TONES:
        return _draw_ground(Role.BODY, "square", size, tone)
    return _draw_ground(Role.CARD_GROUND, "square", size, "black") + draw(Role.BODY, field, tone=tone)


def _ink_on(tone: str, marks: Drawing) -> Drawing:
    """Marks on the whole colour of a tone: light on a dark one."""
    if tone not in DARK_TONES:
        return marks
    return Drawing(tuple(replace(item, role=Role.LIGHT_MARK, tone="white") for item in marks.items))


def make_round_man(number: int, tone: str, size: float, petals: int) -> Chit:
    """The same piece as a disc `size` mm across, where a plotter cuts it round: its front alone, for the diagram has no
    room on a disc."""
    front = _draw_ground(Role.BODY, "disc", size, tone) + _draw_man_marks(number, tone, size / 2, petals)
    return Chit(front, Drawing(), "disc", size, BLEED, False, True, front)


def _draw_man_marks(number: int, tone: str, radius: float, petals: int) -> Drawing:
    """What is on a round piece: a grey line along the rim, and the emblem of its player."""
    rim = draw(Role.DEEP_SHADE, *(circle((0, 0), share * radius) for share in MAN_RIM), tone="black")
    return rim + _ink_on(tone, draw_emblem(number, petals).scaled(MAN_EMBLEM * 2 * radius))


def draw_emblem(number: int, petals: int) -> Drawing:
    """The emblem of a player, counted from 0, 1 mm high around the origin: a ring of petals, empty for
    the first player, with a pointed bar for the second, where figures have a bar, two bars for the third and three for
    the fourth. The next four players have a smaller ring around the same, and those after them two rings."""
    rounds, bars = number // 4, number % 4
    outer = 0.42 if rounds else 0.5
    deep = LEAST_DEPTH if rounds else min(MOST_DEPTH, max(LEAST_DEPTH, PETAL / petals))
    inner = outer - EMBLEM_RING - deep
    ring = draw(Role.MARK, _draw_petals(outer, deep, petals), circle((0, 0), inner))
    ring += draw(Role.MARK, circle((0, 0), 0.56), circle((0, 0), 0.5)) if rounds > 1 else Drawing()
    if not bars:
        return ring
    thick, pitch = EMBLEM_BARS[bars]
    reach = (bars - 1) / 2 * pitch + thick / 2  # the upper edge of the uppermost bar, whose corners are off the ring
    half = min(0.3, math.sqrt(inner**2 - reach**2) - 0.03)
    levels = [pitch * (i - (bars - 1) / 2) for i in range(bars)]
    bars_across = [draw(Role.MARK, polygon([(-half, y), (thick - half, y - thick / 2), (half - thick, y - thick / 2),
                                            (half, y), (half - thick, y + thick / 2), (thick - half, y + thick / 2)]))
                   for y in levels]
    return combine_drawings([ring, *bars_across])


def _draw_petals(radius: float, deep: float, petals: int) -> Path:
    """A round outline of petals, between which it goes in by some depth; the first of them is at the right."""
    corners = petals * PETAL_CORNERS
    turns = [math.tau * number / corners for number in range(corners)]
    radii = [radius - deep * (1 - abs(math.cos(petals * turn / 2))) for turn in turns]
    return polygon([(r * math.cos(turn), r * math.sin(turn)) for r, turn in zip(radii, turns, strict=True)])


def count_petals(pieces: int) -> int:
    """The petals of the emblems of a game: as many as a player has pieces, or a half, a third or a quarter of that
    where so many would not be seen across a table."""
    parts = next((parts for parts in (1, 2, 3, 4) if pieces <= parts * MOST_PETALS), 0)
    return max(LEAST_PETALS, -(-pieces // parts)) if parts else MOST_PETALS


def draw_goal_flag(tone: str) -> Drawing:
    """A flag in a player's tone with a dark pole and outline, 1 mm high around the origin, forward up: light flags are
    seen on light cells."""
    dark = draw(Role.MARK, rectangle(-0.3, -0.5, 0.09, 1.0), polygon([(-0.22, 0.5), (0.46, 0.18), (-0.22, -0.14)]))
    return dark + draw(Role.BODY, polygon([(-0.21, 0.4), (0.27, 0.18), (-0.21, -0.04)]), tone=tone)


def _draw_tile_back(diagram: Drawing, tone: str, size: float) -> Drawing:
    """The back of a square tile: the diagram on light paper, as large as it fits and without tinted cells, in a frame
    of the player's colour."""
    half, inner = size / 2 + BLEED, size - 2 * TILE_FRAME
    ground = draw(Role.BODY, rectangle(-half, -half, 2 * half, 2 * half), tone=tone)
    plate = rectangle(-inner / 2, -inner / 2, inner, inner)
    paper = draw(Role.SHADE, plate, tone="white")
    line_inside = draw(Role.HOLE, plate) if tone in PAPER_TONES else Drawing()
    marks = _centre(diagram.without(Role.MOVE_CELL))
    return ground + paper + line_inside + marks.scaled(min(1.0, (inner - 2 * TILE_INSET) / max(marks.size())))


def _paper_around(signs: Drawing, tone: str) -> Drawing:
    """Light paper around each sign on a dark piece."""
    papers = [_draw_halo(Drawing((item,)), SIGN_PAPER) for item in signs.items] if tone in DARK_TONES else []
    return combine_drawings(papers)


def _draw_back_mark(mark: Drawing, player_sign: Drawing, band: Drawing, tone: str, shape: ChitOutline, size: float
                    ) -> Drawing:
    """The mark on the back of a piece, in the middle on light paper and no larger than a sign on the front, beside the
    sign of the player."""
    rim = max(min(SAFE, SAFE_SHARE * size), BAND[1] + OFF if player_sign.items else 0.0)
    fitted = _shrink_marks(_centre(mark), shape, min(size / 2 - rim, SIGN_SHARE * size / 2))
    paper = _draw_sign_paper(fitted, shape)
    return paper + _fill_slivers(paper, band) + _paper_around(player_sign, tone) + player_sign + fitted


EDGE_BANDS, BAND_WIDTH = (1.5, 3.0), 1.0  # mm from the cut of a drawn piece to the lines along it; their width
BESIDE_BAND = 0.2  # mm from the innermost of them to the light paper under what lies on the piece


def make_plate_chit(face: Drawing | None, name: str, tone: str, plate: BasePlan, back: Drawing | None = None, *,
                    is_only_kind: bool = False) -> Chit:
    """The chit of a flat piece that is cut along a drawing, a line inside its cut. Further lines along it tell the
    players apart, as on a piece of wood or acrylic.

    `face` is drawn as for `make_piece_chit`, and lies where it has room; without one the name is there, too. The back
    carries the mark `back`, drawn around the origin for the largest circle on the piece, or else the name if it has
    room there and there is another kind of piece. Raises FabgenError where the cells of the face would be smaller than
    4 mm, with the base that would do.
    """
    body, back_body = (_draw_plate_body(side, tone) for side in (plate, plate.mirrored()))
    front = _fit_plate_name(name, plate) if face is None else _fit_plate_face(face, name, plate)
    look = body + _draw_plate_paper(front)
    if back is not None:
        (x, y), _ = plate.roomiest_circle()
        behind = back.moved(-x, y)
    else:
        behind = Drawing() if is_only_kind else _fit_plate_name(name, plate.mirrored())
    return Chit(look + front, back_body + _draw_plate_paper(behind) + behind, "drawn", max(plate.size()), BLEED,
                back is not None, True, look, drawn=plate.outline())


def _draw_plate_body(plate: BasePlan, tone: str) -> Drawing:
    """The ground of a piece that is cut along a drawing, the line inside its cut, and the lines of its player."""
    body = draw(Role.BODY, widened_outline(plate.outline(), BLEED), tone=tone)
    if lines := plate.lines_along(RIM_LINE):
        body += draw(Role.EDGE, *lines)
    for inset, dashes in zip(EDGE_BANDS, plate.edge_sign, strict=False):
        for margin in (SIGN_PAPER, 0.0) if tone in DARK_TONES else (0.0,):
            bands = bands_along(plate.outline(), inset, dashes, BAND_WIDTH + 2 * margin)
            role, band_tone = (Role.SHADE, "white") if margin else (Role.MARK, "")
            body += combine_drawings(draw(role, *band, tone=band_tone) for band in bands)
    return body


def _plate_rims(plate: BasePlan) -> tuple[float, float]:
    """How far from the cut in mm what lies on a drawn piece is: the safe distance, and the least where it has no room.
    """
    beside = BAND_WIDTH / 2 + BESIDE_BAND + PLATE
    inner = [inset + beside for inset, _ in zip(EDGE_BANDS, plate.edge_sign, strict=False)]
    return max([SAFE, *inner]), max([CALM, *inner])


def _fit_plate_face(face: Drawing, name: str, plate: BasePlan) -> Drawing:
    """What the face of a drawn piece carries, as large as it fits. Raises FabgenError where it does not."""
    if not face.items:
        return face
    if drawing := _largest_on_plate(face, plate):
        return drawing
    longest_side, largest_base = math.ceil(max(plate.size())), int(BASE_SIZES[1])
    larger = (size for size in range(longest_side, largest_base + 1) if _largest_on_plate(face, plate.scaled_to(size)))
    needed = next(larger, None)
    width, depth = plate.size()
    raise problem_error(
        f"{name}: its diagram does not fit a flat piece of paper of {width:.1f} x {depth:.1f} mm along its drawing",
        f"`base: {needed} mm` has room for it" if needed else "a drawing with more room in its middle")


def _largest_on_plate(face: Drawing, plate: BasePlan) -> Drawing | None:
    """A face at the largest factor at which it has room on a drawn piece; None where it has none."""
    points, least_factor = convex_hull(extent_points(face)), LEAST_CELL / DIAGRAM_CELL
    for rim in _plate_rims(plate):
        for step in range(STEPS + 1):
            factor = 1.0 - (1.0 - least_factor) * step / STEPS
            spots = tuple((factor * x, factor * y) for x, y in points)
            if place := find_place(plate.outline(), spots, rim):
                return face.scaled(factor).moved(*place)
    return None


def _fit_plate_name(name: str, plate: BasePlan) -> Drawing:
    """The name of a drawn piece, as large as it fits; empty where it has no room."""
    least_cap, largest_cap = NAME_CAPS
    for step in range(STEPS + 1):
        cap = largest_cap - (largest_cap - least_cap) * step / STEPS
        words = draw_text(Role.LABEL, name, (0.0, 0.0), cap, bold=True)
        if place := find_place(plate.outline(), tuple(extent_points(words)), _plate_rims(plate)[1]):
            return words.moved(*place)
    return Drawing()


def _draw_plate_paper(marks: Drawing) -> Drawing:
    """Light paper under what lies on a drawn piece, around the convex hull of it."""
    import shapely

    if not marks.items:
        return marks
    area = shapely.MultiPoint(extent_points(marks)).convex_hull.buffer(PLATE)
    return draw(Role.SHADE, *outer_outlines(area), tone="white")


def _draw_rim(shape: ChitOutline, size: float) -> Drawing:
    """The line inside the cut of a piece: white ones are told from the cell by it."""
    half = size / 2 - RIM_LINE
    return draw(Role.EDGE, circle((0, 0), half) if shape == "disc" else rectangle(-half, -half, 2 * half, 2 * half))


def _draw_band(number: int, shape: ChitOutline, size: float) -> Drawing:
    """The light band along the rim of a piece: whole for the second player, in four parts for the third, in twelve for
    the fourth, and so on; none for the first. It tells players apart where their colours are equally dark."""
    parts, middle = WHITE_BANDS[number % 4], size / 2 - (WHITE_BAND[0] + WHITE_BAND[1]) / 2
    if not parts:
        return Drawing()
    thickness = WHITE_BAND[1] - WHITE_BAND[0]
    if shape == "square":
        length = 2 * middle / (1 if parts == 1 else parts / 2 - 0.5) + (thickness if parts == 1 else 0.0)
        side = [rectangle(x - length / 2, -middle - thickness / 2, length, thickness)
                for x in ([0.0] if parts == 1 else [-middle + (2 * n + 0.5) * length for n in range(parts // 4)])]
        return combine_drawings(draw(Role.SHADE, *side, tone="white").turned(90 * turn) for turn in range(4))
    if parts == 1:
        return draw(Role.SHADE, *(circle((0, 0), middle + half) for half in (thickness / 2, -thickness / 2)),
                    tone="white")
    bow = draw(Role.SHADE, _make_bow(middle, thickness, math.pi * middle / parts), tone="white")
    return combine_drawings(bow.turned(360 * n / parts) for n in range(parts))


def _draw_picture(shape: ChitOutline, size: float) -> Drawing:
    """The ring on a flat piece, as figures show it, dark on light paper."""

    def ring(outer: float, inner: float) -> tuple[Path, Path]:
        if shape == "disc":
            return circle((0, 0), outer * size), circle((0, 0), inner * size)
        return (rectangle(-outer * size, -outer * size, 2 * outer * size, 2 * outer * size),
                rectangle(-inner * size, -inner * size, 2 * inner * size, 2 * inner * size))

    return draw(Role.SHADE, *ring(*PICTURE_PAPER), tone="white") + draw(Role.MARK, *ring(*PICTURE_RING))


def _draw_paper(marks: Drawing, margin: float) -> Drawing:
    """Light paper under marks, `margin` mm larger than they are."""
    x0, y0, x1, y1 = marks.bounds()
    return draw(Role.SHADE, rectangle(x0 - margin, y0 - margin, x1 - x0 + 2 * margin, y1 - y0 + 2 * margin, margin),
                tone="white")


def _draw_halo(marks: Drawing, margin: float) -> Drawing:
    """Light paper that follows the outlines of marks `margin` mm away; holes in them are light too. Words have a
    rectangle around them."""
    from shapely import Polygon, unary_union

    if not all(isinstance(item, Shape) for item in marks.items):
        return _draw_paper(marks, margin)
    paths = [path for item in marks.items if isinstance(item, Shape) for path in item.paths]
    area = unary_union([Polygon(path.flatten(FLAT)).buffer(0) for path in paths]).buffer(margin)
    return draw(Role.SHADE, *outer_outlines(area), tone="white")


def _fill_slivers(plate: Drawing, band: Drawing) -> Drawing:
    """Light paper where only a sliver of colour would be left between the paper of a diagram and a whole band."""
    from shapely import Polygon, get_parts, unary_union

    insides = [Polygon(item.paths[1].flatten(FLAT)) for item in band.items
               if isinstance(item, Shape) and len(item.paths) == 2]
    papers = [Polygon(path.flatten(FLAT)) for item in plate.items if isinstance(item, Shape) for path in item.paths]
    if not insides or not papers:
        return Drawing()
    rests = get_parts(unary_union(insides).difference(unary_union(papers)))
    slivers = [part.buffer(4 * FLAT) for part in rests
               if not part.is_empty and part.buffer(-SLIVER / 2).is_empty]
    return draw(Role.SHADE, *outer_outlines(unary_union(slivers)), tone="white") if slivers else Drawing()


def _draw_sign_paper(sign: Drawing, shape: ChitOutline) -> Drawing:
    """Light paper under a sign in the middle of a piece: round on a disc, as the piece is."""
    if shape != "disc":
        return _draw_paper(sign, PLATE)
    return draw(Role.SHADE, circle((0, 0), _reach(shape, extent_points(sign)) + PLATE), tone="white")


def _draw_plate(diagram: Drawing, shape: ChitOutline, size: float) -> Drawing:
    """Light paper under a diagram. On a disc whose edge the corners of a rectangle would reach, it follows the outline
    of the diagram."""
    x0, y0, x1, y1 = diagram.bounds()
    corner = max(math.hypot(x, y) for x in (x0, x1) for y in (y0, y1))
    if shape != "disc" or corner <= size / 2 - NARROW["disc"] + 1e-6:
        return _draw_paper(diagram, PLATE)
    hull = convex_hull(extent_points(diagram))
    return draw(Role.SHADE, polygon([_move_outwards(point, PLATE) for point in hull]), tone="white")


def _move_outwards(point: Point, distance: float) -> Point:
    """A point `distance` mm farther from the origin."""
    x, y = point
    factor = 1 + distance / math.hypot(x, y)
    return x * factor, y * factor


def _on_paper(marks: Drawing) -> Drawing:
    """Marks on light paper."""
    return _draw_paper(marks, PLATE) + marks if marks.items else marks


def _fit_diagram(diagram: Drawing, name: str, shape: ChitOutline, size: float,
                 signs: Callable[[float], Drawing]) -> Drawing:
    """The diagram as large as it fits clear of the signs, at the safe distance from the cut if legible there. It leaves
    the middle only where it has no room there."""
    if not diagram.items:
        return diagram
    x0, y0, x1, y1 = diagram.bounds()
    centred = _centre(diagram)
    reach = max(x1 - x0, y1 - y0) / 2
    if shape == "disc":  # hexagons leave the corners of their box free
        reach = min(math.hypot(x1 - x0, y1 - y0) / 2, _reach(shape, extent_points(centred)) + 1e-9)
    least_factor = LEAST_CELL / DIAGRAM_CELL
    safe_factor, calm_factor, bold_factor = (
        min(1.0, (size / 2 - rim) / reach) for rim in (SAFE, max(CALM, NARROW[shape]), NARROW[shape])
    )
    if safe_factor >= least_factor:
        return centred.scaled(safe_factor)
    for largest_factor in (calm_factor, bold_factor):
        if largest_factor < least_factor:
            continue
        if factor := _largest_clear_factor(centred, signs(size), least_factor, largest_factor):
            return centred.scaled(factor)
    if place := _find_room(centred, signs(size), least_factor, shape, size):
        return centred.scaled(least_factor).moved(*place)
    least_reach = reach * least_factor
    sizes = range(max(1, math.ceil(2 * (least_reach + NARROW[shape]))), math.ceil(2 * (least_reach + SAFE)))
    needed = next((needed_size for needed_size in sizes
                   if _find_room(centred, signs(needed_size), least_factor, shape, needed_size)), sizes.stop)
    raise problem_error(f"{name}: its diagram does not fit a flat piece of paper of {size:.1f} mm",
                        f"a base of {needed} mm or more has room for it, measured where it is narrowest")


def _centre(drawing: Drawing) -> Drawing:
    """A drawing with the middle of its box at the origin."""
    x0, y0, x1, y1 = drawing.bounds()
    return drawing.moved(-(x0 + x1) / 2, -(y0 + y1) / 2)


def _largest_clear_factor(diagram: Drawing, signs: Drawing, least_factor: float, largest_factor: float) -> float:
    """The largest of a row of factors between two at which a diagram keeps clear of the signs; 0 if none does."""
    steps = (largest_factor - (largest_factor - least_factor) * n / STEPS for n in range(STEPS + 1))
    return next((factor for factor in steps if _is_clear(diagram, signs, factor)), 0.0)


def _find_room(diagram: Drawing, signs: Drawing, factor: float, shape: ChitOutline, size: float
               ) -> tuple[float, float] | None:
    """The place nearest to the middle where a scaled diagram is clear of the signs and of the cut. None without one."""
    marks = diagram.scaled(factor)
    points = convex_hull(extent_points(marks))
    largest_reach = size / 2 - NARROW[shape] + 1e-9
    for step in range(SIDESTEPS + 1):
        for x, y in ((0, step), (0, -step), (step, 0), (-step, 0))[:4 if step else 1]:
            place = x * SIDESTEP, y * SIDESTEP
            inside = _reach(shape, [(u + place[0], v + place[1]) for u, v in points]) <= largest_reach
            if inside and _is_clear(marks.moved(*place), signs, 1.0):
                return place
    return None


def _reach(shape: ChitOutline, points: Iterable[Point]) -> float:
    """How far points are from the middle: on a disc straight, else along the farther of two axes."""
    return max(math.hypot(x, y) if shape == "disc" else max(abs(x), abs(y)) for x, y in points)


def _is_clear(diagram: Drawing, signs: Drawing, factor: float) -> bool:
    """Whether the convex hull of a scaled diagram keeps its distance from every sign."""
    from shapely import MultiPoint

    hull = MultiPoint(extent_points(diagram.scaled(factor))).convex_hull
    return all(MultiPoint(extent_points(Drawing((sign,)))).convex_hull.distance(hull) >= OFF for sign in signs.items)


def _draw_signs(number: int, shape: ChitOutline, size: float, *, travel: Direction | None) -> Drawing:
    """The player's sign and the arrowhead of a chit."""
    return _draw_player_sign(number, shape, size, travel) + _draw_chit_arrowhead(size, travel)


def _draw_player_sign(number: int, shape: ChitOutline, size: float, travel: Direction | None) -> Drawing:
    """Dashes side by side along the rear edge, with a ring for every four players before this one, two at most. One
    dash or two alone are long, unless the arrowhead is beside them."""
    dashes, rings = number % 4, min(number // 4, 2)
    count, middle = dashes + rings, size / 2 - (BAND[0] + BAND[1]) / 2
    length = max(DASH, LONE_DASHES * size / dashes) if dashes in (1, 2) and not rings and travel != "down" else DASH
    pitch = length + DASH_PITCH - DASH
    left = -pitch * (count - 1) / 2 - (4.0 if travel == "down" else 0.0)
    thickness = BAND[1] - BAND[0]
    ring = draw(Role.MARK, circle((0, 0), 0.7), circle((0, 0), 0.35))
    if shape == "square":
        dash = draw(Role.MARK, rectangle(-length / 2, -thickness / 2, length, thickness))
        return combine_drawings(
            (dash if n < dashes else ring).moved(left + pitch * n, -middle) for n in range(count))
    bow = draw(Role.MARK, _make_bow(middle, thickness, length)) if dashes else Drawing()
    return combine_drawings(
        (bow if n < dashes else ring.moved(0, -middle)).turned(math.degrees((left + pitch * n) / middle))
        for n in range(count))


def _make_bow(radius: float, thickness: float, length: float) -> Path:
    """A dash below the origin, bent around it."""
    angles = [-math.pi / 2 + length / radius * (n / BOW_STEPS - 0.5) for n in range(BOW_STEPS + 1)]
    inner, outer = ([(r * math.cos(a), r * math.sin(a)) for a in angles]
                    for r in (radius - thickness / 2, radius + thickness / 2))
    return polygon([*outer, *inner[::-1]])


def _draw_chit_arrowhead(size: float, travel: Direction | None) -> Drawing:
    """An arrowhead in the direction of travel, near the edge; nothing without a direction."""
    if not travel:
        return Drawing()
    tip, foot = size / 2 - ARROW[0], size / 2 - ARROW[1]
    head = polygon([(foot, -ARROW_HALF), (tip, 0), (foot, ARROW_HALF)])
    return draw(Role.PATH, head.transformed(rotation(TRAVEL_ANGLE[travel])))


def _draw_name(name: str, size: float) -> Drawing:
    """The piece's name, as large as it fits."""
    least_cap, largest_cap = NAME_CAPS
    cap = max(least_cap, min(largest_cap, NAME_SHARE * size / text_width(name, 1.0, bold=True)))
    return draw_text(Role.LABEL, name, (0, -cap / 2), cap, bold=True)
