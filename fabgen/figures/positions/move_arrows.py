"""The figure of a position → the arrows of its moves, with their numbers.

An arrow leads from just clear of the piece that moves to just clear of what is at its target. That of a jump is an arc.
The number of a move is where it covers least.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Role, Shape, draw
from fabgen.artwork.path import Point
from fabgen.artwork.regions import boundary_paths
from fabgen.figures.boards.board import zone_cells
from fabgen.figures.diagrams.marks import ARROW_HEAD, arrow, arrow_halo, player_arrow
from fabgen.figures.positions.arrow_sides import choose_bows
from fabgen.figures.positions.arrow_ways import FLAT, ArrowWay, filled_area
from fabgen.figures.positions.claims import TraceLeg, action_legs, arrow_actions
from fabgen.figures.positions.piece_icons import (
    BADGE,
    PiecePlace,
    actor_frame,
    landing_sign,
    number_badge,
    number_in_diamond,
    number_tag,
    placed_sign,
    player_tone,
    refusal_sign,
)
from fabgen.figures.positions.position_figure import TOKEN, PieceState, PositionFigure
from fabgen.rules.boards import Cell

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

BOW = 0.62  # of the cell: how far the arrow of a jump bends away from what it jumps over
APART = 0.28  # of the cell: how far each of two arrows bends that go opposite ways between the same cells
# Of the cell: how near the arc of a jump may come to other pieces; to marks, which have pale ground around them; to
# signs.
OFF_ARC, OFF_MARK, OFF_SIGN = 0.06, 0.17, 0.16
IN_SPACE = 0.42  # of the cell: how near an arc comes to the middle of a space that it crosses
BARE_START, BARE_END = 0.04, 0.1  # of the cell: from the middle of an empty cell to an arrow
# Of the cell: from the start of an arrow to a piece or a mark; from its end, which its line makes longer; to a frame.
OFF_THING, OFF_THING_AHEAD, OFF_FRAME = 0.13, 0.18, 0.06
REFUSED = 0.39  # of the cell: from its middle to an arrow, where the sign of an illegal action is
REFUSED_BOW = 0.74  # of the cell: how far the arrow of an illegal action bends, which has its sign on it
REFUSED_TONE, DASH, GAP = "grey", 0.16, 0.13  # of that arrow: its colour; of the cell: its dashes, between them
LEAST_ARROW = 0.45, 0.38  # of the cell: the shortest arrow, where it could end inside a frame, and elsewhere
# Of the cell: from its middle to the number of a move in its corner, across and up; its corners, the first ones first.
NUMBER_OUT, NUMBER_CORNERS = 0.32, ((-1, 1), (1, 1), (-1, -1), (1, -1))
IN_FRAME = 0.27  # the same within a frame
# The same of a diamond there, clear of the piece; of the cell: half its width, about; how much room it would have.
TAG_OUT, TAG_REACH, TAG_ROOM = 0.45, 0.25, 0.25
MOST_IN_DIAMOND = 9  # the number of one digit, for which a hollow diamond has room


@dataclass(frozen=True)
class MoveArrows:
    """The arrows of the moves in a figure."""

    figure: PositionFigure

    @cached_property
    def legs(self) -> tuple[TraceLeg, ...]:
        """The legs drawn as arrows: those of the line, else of the legal actions; and of chains among all actions."""
        claims, trace = self.figure.claims, self.figure.trace
        chains = tuple(action for action in claims.exactly if len(action.path) > 2)
        return (*trace.legs, *action_legs((*arrow_actions(claims, trace), *chains)))

    @cached_property
    def bows(self) -> Mapping[tuple[Cell, Cell], float]:
        """How far in mm each arrow bends to the left, by where it begins and ends."""
        bows = _choose_bows(self.figure, self.legs)
        return {(leg.start, leg.end): bow for leg, bow in zip(self.legs, bows, strict=True)}

    @cached_property
    def ways(self) -> Sequence[ArrowWay]:
        """The way of each arrow, clear of what is at its ends."""
        return [self.clear_way(leg) for leg in self.legs]

    def bow(self, leg: TraceLeg) -> float:
        """How far in mm the arrow of a leg bends to the left; 0 for a straight one."""
        bow = self.bows.get((leg.start, leg.end))
        return _choose_bows(self.figure, (leg,))[0] if bow is None else bow

    def clear_way(self, leg: TraceLeg) -> ArrowWay:
        """The way of a leg as its arrow is drawn: off pieces, marks and tokens, and off frames where it is long."""
        start = _arrow_spot(self.figure, leg, leg.start, "captured", "moved")
        end = _arrow_spot(self.figure, leg, leg.end, "present")
        return _clear_way(self.figure, leg, ArrowWay(start.middle, end.middle, self.bow(leg)))

    def is_near(self, spot: Point, distance: float) -> bool:
        """Whether an arrow comes nearer to a spot than so many mm."""
        return any(_distance_to_segment(spot, *pair) < distance for way in self.ways for pair in pairwise(way.places()))

    def draw(self) -> Iterator[Drawing]:
        """An arrow for each leg. Arrows of players who move at the same time have their colours. Arrows are drawn over
        what is past, with light paper around them, and under the pieces that are still there."""
        figure, side = self.figure, self.figure.side
        names = [f"{leg.start}-{leg.end}" for leg in self.legs]
        tones = [player_tone(figure.spec.game, leg.player) if figure.trace.is_simultaneous else "" for leg in self.legs]
        for way, name, tone in zip(self.ways, names, tones, strict=True):
            yield arrow_halo(way.start, way.end, side, way.bow, is_wide=bool(tone)).in_group(f"arrows/halos/{name}")
        for way, name, tone in zip(self.ways, names, tones, strict=True):
            drawing = (player_arrow(way.start, way.end, side, tone, way.bow) if tone
                       else arrow(way.start, way.end, side, way.bow))
            yield drawing.in_group(f"arrows/{name}")

    def draw_refused(self, leg: TraceLeg) -> Drawing:
        """The arrow of a leg that is not allowed: grey and dashed, with the sign of that on its middle. It bends to the
        other side than an arrow that goes the opposite way."""
        figure, side = self.figure, self.figure.side
        opposite = next((other for other in self.legs if (other.start, other.end) == (leg.end, leg.start)), None)
        bow = math.copysign(REFUSED_BOW * side, self.bow(opposite or leg) or 1.0)
        way = ArrowWay(figure.middle(leg.start), figure.middle(leg.end), bow)
        middle, clear = way.place(0.5), _clear_way(figure, leg, way)
        halo = arrow_halo(clear.start, clear.end, side, clear.bow)
        return halo + _dashed_arrow(clear, side) + refusal_sign(side).moved(*middle)

    def draw_numbers(self) -> Iterator[Drawing]:
        """Numbers of moves in the cells where they end: in the middle of a hollow diamond, else in a corner."""
        figure, side = self.figure, self.figure.side
        ends = {action.path[-1] for action in (*figure.claims.legal, *figure.claims.exactly) if action.path}
        for leg in self.legs:
            if leg.number:
                spot = self.number_spots[leg]
                if self._has_tag(leg):
                    sign = number_tag(leg.number, side, may_stop=leg.end in ends)
                elif spot == figure.middle(leg.end):
                    sign = number_in_diamond(leg.number, side)
                else:
                    sign = number_badge(leg.number, side)
                yield sign.moved(*spot).in_group(f"numbers/{leg.number}")

    @cached_property
    def number_spots(self) -> Mapping[TraceLeg, Point]:
        """Where the number of each leg is drawn.

        * In the middle of the cell where it ends, if a hollow diamond is there.
        * In a diamond of its own at a corner of the frame of that cell, if other numbers are in diamonds: of corners
          that are equally clear, the one with the most room around it.
        * Else in the corner that is most clear of pieces, marks, signs of placed pieces, arrows and other numbers; of
          corners that are equally clear the upper left. Where that cell has a frame, within it.
        """
        import shapely

        numbered = [leg for leg in self.legs if leg.number]
        if not numbered:
            return {}
        figure, side = self.figure, self.figure.side
        arrows = filled_area([arrow(way.start, way.end, side, way.bow) for way in self.ways], 0.0, (Role.PATH,))
        placed = [placed_sign(side).moved(*figure.middle(cell)) for cell in figure.trace.placed_cells]
        covered = shapely.union_all([figure.things, arrows, filled_area(placed, 0.0, (Role.PATH,))])
        spots = dict[TraceLeg, Point]()
        for leg in numbered:
            middle = figure.middle(leg.end)
            is_framed = leg.end in figure.acting_cells
            if (not is_framed and leg.number <= MOST_IN_DIAMOND and leg.end in figure.hollow_diamonds
                    and middle not in spots.values()):
                spots[leg] = middle
                continue
            has_tag = self._has_tag(leg)
            out, reach = (TAG_OUT, TAG_REACH) if has_tag else (IN_FRAME if is_framed else NUMBER_OUT, BADGE)
            candidates = _corner_spots(middle, out * side)
            discs = [shapely.Point(spot).buffer(reach * side) for spot in candidates]
            rooms = [disc.buffer(TAG_ROOM * side) if has_tag else shapely.Point() for disc in discs]
            costs = [tuple(round(float(area.intersection(covered).area), 3) for area in areas)
                     for areas in zip(discs, rooms, strict=True)]
            best = costs.index(min(costs))
            spots[leg] = candidates[best]
            covered = covered.union(discs[best])
        return spots

    def _has_tag(self, leg: TraceLeg) -> bool:
        """Whether the number of a leg has a diamond of its own beside the framed piece in the cell where it ends,
        because the numbers of other legs are in the diamonds of theirs."""
        figure = self.figure
        is_framed = leg.end in figure.acting_cells
        return bool(figure.hollow_diamonds) and leg.number <= MOST_IN_DIAMOND and is_framed


def _dashed_arrow(way: ArrowWay, side: float) -> Drawing:
    """The arrow of a way with gaps in its shaft."""
    import shapely

    outline = arrow(way.start, way.end, side, way.bow)
    area = shapely.union_all([shapely.Polygon(path.flatten(FLAT)) for item in outline.items
                              if isinstance(item, Shape) for path in item.paths])
    at = DASH * side
    while at + GAP * side < way.length - (ARROW_HEAD[0] + DASH / 2) * side:
        (x, y), (u, v) = (way.place(share / way.length) for share in (at, at + GAP * side))
        area = area.difference(shapely.LineString([(x, y), (u, v)]).buffer(side / 5, cap_style="flat"))
        at += (DASH + GAP) * side
    return draw(Role.PATH, *boundary_paths(area), tone=REFUSED_TONE)


def _choose_bows(figure: PositionFigure, legs: Sequence[TraceLeg]) -> list[float]:
    """How far in mm the arrows of some legs bend to the left: those of jumps bend to one side or the other, and two
    that go opposite ways between the same cells bend a little apart."""
    import shapely

    chords = [(figure.middle(leg.start), figure.middle(leg.end)) for leg in legs]
    jumps = [place for place, leg in enumerate(legs) if _is_jump(figure, leg)]
    things = figure.things
    if jumps:
        things = shapely.union_all([things.buffer(OFF_ARC * figure.side),
                                    figure.landing_marks.buffer(OFF_MARK * figure.side),
                                    figure.signs.buffer(OFF_SIGN * figure.side)])
    obstacles: list[BaseGeometry] = []
    for chord in chords:
        ends = shapely.union_all([shapely.Point(end).buffer(figure.side / 2) for end in chord])
        obstacles.append(things.difference(ends) if jumps else things)
    spaces = [_spaces_beside(figure, leg) for leg in legs] if jumps and figure.surface.has_squares else ()
    bows = choose_bows(chords, jumps, BOW * figure.side, obstacles, figure.surface.spaces.size, spaces)
    ways = {(leg.start, leg.end) for leg in legs}
    return [APART * figure.side if not bow and (leg.end, leg.start) in ways else bow
            for leg, bow in zip(legs, bows, strict=True)]


def _spaces_beside(figure: PositionFigure, leg: TraceLeg) -> BaseGeometry:
    """The squares with a sign of their zone off the way of a jump: an arc over one looks as if it were jumped over."""
    import shapely

    on_way, half = {leg.start, leg.end, *figure.spec.lattice.between(leg.start, leg.end)}, IN_SPACE * figure.side
    cells = (figure.middle(cell) for cell in zone_cells(figure.game, figure.surface) if cell not in on_way)
    return shapely.union_all([shapely.box(x - half, y - half, x + half, y + half) for x, y in cells])


def _is_jump(figure: PositionFigure, leg: TraceLeg) -> bool:
    """Whether a leg passes over a piece, or over one that was captured there."""
    return any(cell in figure.pieces for cell in figure.spec.lattice.between(leg.start, leg.end))


def _clear_way(figure: PositionFigure, leg: TraceLeg, way: ArrowWay) -> ArrowWay:
    """The part of the whole way of a leg that is clear of pieces, marks and tokens and, where it is long enough for
    that, of the frames around acting pieces."""
    starts, ends = _things_at(figure, leg, leg.start, BARE_START), _things_at(figure, leg, leg.end, BARE_END)
    framed = figure.acting_cells
    framed_start, framed_end = (
        area.union(_frame_area(figure, cell)) if cell in framed and cell not in figure.shared_cells else area
        for area, cell in ((starts, leg.start), (ends, leg.end)))
    off_frames = way.clear_part(framed_start, framed_end, 0.0)
    if off_frames.length >= LEAST_ARROW[0] * figure.side:
        return off_frames
    return way.clear_part(starts, ends, LEAST_ARROW[1] * figure.side)


def _frame_area(figure: PositionFigure, cell: Cell) -> BaseGeometry:
    """The area of a frame around the piece in a cell."""
    frame = actor_frame((1 + 2 * OFF_FRAME) * figure.side, figure.spec.lattice.compass)
    return filled_area([frame.moved(*figure.middle(cell))], 0.0, (Role.ACTOR,))


def _things_at(figure: PositionFigure, leg: TraceLeg, cell: Cell, bare: float) -> BaseGeometry:
    """The area that the arrow of a leg leaves free at one of its ends: the piece that it is about, else the mark, the
    token or the sign in the cell; in an empty cell a disc of a radius of `bare` cells."""
    import shapely

    side, is_start = figure.side, cell == leg.start
    spot, share = _arrow_spot(figure, leg, cell, *(("captured", "moved") if is_start else ("present",)))
    things: list[Drawing] = []
    if cell in figure.enlarged and figure.surface.has_squares:  # its frame
        x, y = figure.middle(cell)
        return shapely.box(x - side / 2, y - side / 2, x + side / 2, y + side / 2).buffer(OFF_FRAME * side)
    if cell in figure.pieces:
        on_cell = [drawn for drawn in figure.pieces[cell] if drawn.middle == spot] or figure.pieces[cell]
        things = [figure.bare_piece(drawn) for drawn in on_cell]
    elif cell in figure.landings.empty:
        things = [landing_sign(figure.landings.empty[cell], side).moved(*spot)]
    elif cell not in figure.token_cells and cell in figure.passages | figure.refused_cells:
        return shapely.Point(spot).buffer(REFUSED * side)
    area = filled_area(things, (OFF_THING if is_start else OFF_THING_AHEAD) * side * share)
    on_token = cell in figure.token_cells and (not things or is_start)
    return area.union(shapely.Point(spot).buffer((TOKEN / 2 if on_token else bare * share) * side))


def _arrow_spot(figure: PositionFigure, leg: TraceLeg, cell: Cell, *states: PieceState) -> PiecePlace:
    """Where an arrow begins or ends, in mm: the whole cell, or, in a space of a map in which several pieces are side by
    side, the place of the mover's piece in one of these states."""
    if cell in figure.shared_limits:
        for drawn in figure.pieces.get(cell, ()):
            if drawn.piece.player == leg.player and drawn.state in states:
                return PiecePlace(drawn.middle, drawn.share)
        met = figure.acting_piece(cell) if cell == leg.start else next(iter(figure.capturable_pieces(cell)), None)
        if met:
            return PiecePlace(met.middle, met.share)
        if cell == leg.end and (spot := figure.free_stall(cell)):
            return PiecePlace(spot, 1.0)
    return PiecePlace(figure.middle(cell), 1.0)


def _corner_spots(middle: Point, out: float) -> list[Point]:
    """The places in the corners of a cell, `out` mm across and up from its middle."""
    x, y = middle
    return [(x + across * out, y + up * out) for across, up in NUMBER_CORNERS]


def _distance_to_segment(p: Point, a: Point, b: Point) -> float:
    """The distance in mm from a point to the straight line from `a` to `b`."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.dist(p, (a[0] + along * dx, a[1] + along * dy))


__all__ = ["MoveArrows"]
