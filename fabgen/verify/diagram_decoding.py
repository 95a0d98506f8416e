"""Filled shapes → the diagram that they show, from geometry alone: the cell and the kind of each mark.

The own cell's ring and the point ahead of it give scale, place and forward, however the part is turned; where a piece
goes all ways alike, the ring alone gives scale and place, and every quarter turn shows the same. After that a mark is
its distance from the own cell in cells. What each mark consists of stands in `verify.diagram_marks`;
shapes are told by their own features.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from fabgen.core.units import format_number
from fabgen.rules.diagram import Diagram
from fabgen.rules.directions import SQUARES, Offset, Plane
from fabgen.rules.marks import MoveMark
from fabgen.verify.diagram_marks import (
    ALL_SIDES,
    BROAD_MARK,
    BROAD_OWN,
    JUMP_RING,
    JUMP_RING_GAPS,
    MARK_PARTS,
    MARKS_IN_RING,
    MARKS_OF_MEANING,
    OWN_RING,
    OWN_RING_STROKE,
    POINT_FOOT,
    POINT_HALF,
    POINT_TIP,
    TINTS,
    WHOLE_RING,
    MarkPart,
    MarkShape,
    Vector,
    arrow_ends,
    corners_of,
    heads,
    jump_arcs,
    jump_ring_names,
)

BACKWARD = 1e-6  # cells: a step that leads back further than this turns a piece round
OFF = 0.03  # cells that a mark may lie off its place
SIZE = 0.03  # cells that a mark's size may differ
OWN_SHAPES = (("ring", (0.0, 0.0)), ("triangle", (0.0, (POINT_TIP + 2 * POINT_FOOT) / 3)))  # for forward up
OWN_HOLE = 1 - 2 * OWN_RING_STROKE / OWN_RING  # of the ring's own diameter
LETTER_RING = 0.6  # of the largest ring with the proportions of the own cell's: smaller ones are in letters, as in a g
TURNED = 8.0  # degrees that a mark may be turned
IN_RING = 0.4  # cells that parts of a mark in a ring of jumps may lie nearer to the piece, or further off
ARC_AREA = 0.1  # by how much of its area an arc of a ring of jumps may differ
DEGREES = {"up": 0, "left": 90, "down": 180, "right": 270, "up-left": 60, "down-left": 120, "down-right": 240,
           "up-right": 300}  # of the directions in which a piece may point, counter-clockwise from up
JUMP_ARCS = {name: ends for gaps in JUMP_RING_GAPS.values() for name, ends in jump_arcs(gaps).items()}
JUMP_RING_NAMES = frozenset[str]().union(*map(jump_ring_names, JUMP_RING_GAPS))
SAYS = {frozenset[str](): "nothing", **{kinds: meaning.words for meaning, kinds in MARKS_OF_MEANING.items()}}


@dataclass(frozen=True)
class DiagramFrame:
    """Where a diagram lies: the middle of the own cell, the unit vector forward, and the side of a cell in mm."""

    own: Vector
    forward: Vector
    cell: float

    def place(self, p: Vector) -> Vector:
        """A point in cells to the right of and ahead of the own cell."""
        x, y = p[0] - self.own[0], p[1] - self.own[1]
        fx, fy = self.forward
        return (x * fy - y * fx) / self.cell, (x * fx + y * fy) / self.cell

    def angle(self, way: Vector) -> float:
        """The direction of a vector in degrees from the right of the piece."""
        fx, fy = self.forward
        return math.degrees(math.atan2(way[0] * fx + way[1] * fy, way[0] * fy - way[1] * fx))


@dataclass(frozen=True)
class DiagramFault:
    """What is wrong with a diagram: a sentence, the id of the element and its place, where there is one."""

    what: str
    id: str = ""
    spot: Vector | None = None


@dataclass(frozen=True)
class DecodedDiagram:
    """What a diagram shows: kinds of marks by cell, tinted cells, faults; nothing is read without `own_cell`."""

    own_cell: bool
    marks: dict[Offset, frozenset[str]]
    tinted: frozenset[Offset]
    faults: tuple[DiagramFault, ...]


def find_frames(figures: Sequence[MarkShape], way: str | None = "up") -> list[DiagramFrame]:
    """Every own cell among the shapes: a triangle with a ring behind it, in the proportions of the mark, that points
    `way` where the player's forward is up; for None a ring alone, in its proportions, its player's forward taken as
    up."""
    rings = [f for f in figures if f.kind == "ring"]
    if way is None:
        own_rings = [ring for ring in rings if abs(_hole(ring) - OWN_HOLE) < 2 * SIZE]
        least = LETTER_RING * max((ring.span for ring in own_rings), default=0.0)
        own_rings = [ring for ring in own_rings if ring.span >= least]
        return [DiagramFrame(ring.middle, (0.0, 1.0), ring.span / OWN_RING) for ring in own_rings]
    return [
        _turn_frame(frame, -DEGREES[way])
        for triangle in figures
        if triangle.kind == "triangle"
        for ring in rings
        if (frame := _frame(triangle, ring))
    ]


def _hole(ring: MarkShape) -> float:
    """The diameter of a ring's hole, as a share of its own."""
    x0, _, x1, _ = ring.area.interiors[0].bounds
    return float(x1 - x0) / ring.span


def _turn_frame(frame: DiagramFrame, angle: float) -> DiagramFrame:
    (x, y), turn = frame.forward, math.radians(angle)
    forward = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
    return replace(frame, forward=forward)


def _frame(triangle: MarkShape, ring: MarkShape) -> DiagramFrame | None:
    """The place of a diagram whose own cell is a triangle and a ring; None where their proportions are not its own."""
    corners = corners_of(triangle.area)
    apex = max(corners, key=lambda p: math.dist(p, ring.middle))
    reach = math.dist(apex, ring.middle)
    cell = reach / POINT_TIP
    forward = ((float(apex[0]) - ring.middle[0]) / reach, (float(apex[1]) - ring.middle[1]) / reach)
    frame = DiagramFrame(ring.middle, forward, cell)
    feet = sorted(frame.place((float(p[0]), float(p[1]))) for p in corners if math.dist(p, apex) > 1e-6)
    wanted = [(-POINT_HALF, POINT_FOOT), (POINT_HALF, POINT_FOOT)]
    fits = len(feet) == 2 and all(math.dist(p, q) < SIZE for p, q in zip(feet, wanted, strict=True))
    return frame if fits and abs(ring.span / cell - OWN_RING) < SIZE else None


def forward_in_diagram(diagram: Diagram) -> str | None:
    """Which way the point of a piece must show in its diagram: to where most of its marks lie. No step (other than a
    hop) may lead back from there. Ahead where there is no such way; None where the marks lie alike on all sides.
    """
    compass = diagram.compass
    marks = dict(diagram.marks)
    next_side = "left" if compass is SQUARES else "up-left"
    if {compass.to_board(offset, next_side): meaning for offset, meaning in marks.items()} == marks:
        return None
    spots = {offset: compass.middle_of(offset) for offset in marks}
    steps = [spots[offset] for offset, meaning in marks.items() if meaning.steps]
    reach = {"up": 0.0}
    for way in ("up", "down", "right", "left"):
        turn = math.radians(90 + DEGREES[way])
        x, y = round(math.cos(turn)), round(math.sin(turn))
        if all(x * u + y * v > -BACKWARD for u, v in steps):
            reach[way] = round(sum(x * u + y * v for u, v in spots.values()), 6)
    return max(reach, key=reach.__getitem__)


def read_diagram(figures: Iterable[MarkShape], plane: Plane = SQUARES, way: str | None = "up",
                 turns: Sequence[float] = (0.0,)) -> DecodedDiagram:
    """What the shapes show on cells of a compass; the point of the piece's own cell shows `way`, or is not there
    (None): then the diagram may be turned by any of `turns`, in degrees. Exactly one own cell must be among them; a
    shape that is no mark is a fault."""
    shapes = list(figures)
    found = find_frames(shapes, way)
    if len(found) != 1:
        own = "the piece's own cell" + (" with its point forward" if way else "")
        what = f"{own} is not there" if not found else f"there are {len(found)} own cells"
        return DecodedDiagram(False, {}, frozenset(), (DiagramFault(what),))
    frames = [_turn_frame(found[0], turn) for turn in ((0.0,) if way else turns)]
    readings = [_read(shapes, frame, plane, way) for frame in frames]
    if all(reading.faults for reading in readings):
        readings += [_read(shapes, replace(frame, cell=frame.cell / BROAD_OWN), plane, way, BROAD_OWN)
                     for frame in frames]
    return min(readings, key=lambda reading: len(reading.faults))


def _read(shapes: Sequence[MarkShape], frame: DiagramFrame, plane: Plane, way: str | None,
          own_size: float = 1.0) -> DecodedDiagram:
    """What the shapes show if the piece's own mark has a share of its usual size: more than 1 with a ring of jumps."""
    own = _own_shapes(way, own_size)
    faults: list[DiagramFault] = []
    marks: dict[Offset, list[str]] = {}
    tinted: list[Offset] = []
    for shape in shapes:
        at = _frame_in_ring(shape, frame) if own_size > 1 else frame
        kind, cell, wrong = _mark(shape, at, plane, own)
        faults += wrong
        if kind == "tint":
            tinted.append(cell)
        elif kind:
            marks.setdefault(cell, []).append(kind)
    if own_size > 1 and not JUMP_RING_NAMES & {*marks.get((0, 0), ())}:
        faults.append(DiagramFault("the piece's own mark is too large for its cell"))
    faults += [
        DiagramFault(f"two marks of one kind stand on {_cell_text(cell)}")
        for cell, kinds in sorted(marks.items())
        if len(set(kinds)) < len(kinds)
    ]
    return DecodedDiagram(
        True, {cell: frozenset(kinds) for cell, kinds in sorted(marks.items())}, frozenset(tinted), tuple(faults)
    )


def _frame_in_ring(shape: MarkShape, frame: DiagramFrame) -> DiagramFrame:
    """The frame in which a mark within a ring of jumps has its usual size and lies on its cell; for the piece's own
    mark and for the ring the frame itself."""
    x, y = frame.place(shape.middle)
    if abs(math.hypot(x, y) - MARKS_IN_RING) > IN_RING or _jump_ring_part(shape, frame):
        return frame
    turn = math.radians(45 * round(math.degrees(math.atan2(y, x)) / 45))
    u, v = (round(part) for part in (math.cos(turn), math.sin(turn)))  # the cell that lies this way
    right, ahead = (MARKS_IN_RING * part - BROAD_MARK * cell for part, cell in (
        (math.cos(turn), u), (math.sin(turn), v)))
    (ox, oy), (fx, fy) = frame.own, frame.forward
    own = ox + frame.cell * (right * fy + ahead * fx), oy + frame.cell * (ahead * fy - right * fx)
    return replace(frame, own=own, cell=BROAD_MARK * frame.cell)


_Own = Sequence[tuple[str, Vector]]


def _own_shapes(way: str | None, size: float = 1.0) -> _Own:
    """The shapes of the own cell and where their middles lie, in cells from its own, for a share of its usual size."""
    if way is None:
        return (("ring", (0.0, 0.0)),)
    turn = math.radians(DEGREES[way])
    return [(kind, (-size * y * math.sin(turn), size * y * math.cos(turn))) for kind, (_, y) in OWN_SHAPES]


def _mark(shape: MarkShape, frame: DiagramFrame, plane: Plane, own: _Own) -> tuple[str, Offset, list[DiagramFault]]:
    """The kind and the cell of a mark; an empty kind for the own cell and for what is no mark."""
    x, y = frame.place(shape.middle)
    cell = plane.cell_at((x, y))
    u, v = plane.middle_of(cell)
    if part := _jump_ring_part(shape, frame):
        return part, (0, 0), []
    if any(shape.kind == kind and math.dist(spot, (x, y)) < OFF for kind, spot in own):
        return "", cell, []
    size = shape.span / frame.cell
    alike = [g for g in (*MARK_PARTS, TINTS[plane]) if g.shape == shape.kind and abs(size - g.share) < SIZE]
    if not alike:
        what = f"a {shape.kind} of {format_number(shape.span, 2)} mm" if shape.kind else "a shape"
        return "", cell, [DiagramFault(f"{what} on {_cell_text(cell)} is none of the marks", shape.id, shape.middle)]
    glyph = min(alike, key=lambda g: _stray_order(g, math.dist(g.spot((u, v)), (x - u, y - v)), abs(size - g.share)))
    wrong = _describe_misplacement(glyph, shape, frame, cell, (u, v))
    return glyph.name, cell, [DiagramFault(wrong, shape.id, shape.middle)] if wrong else []


def _jump_ring_part(shape: MarkShape, frame: DiagramFrame) -> str:
    """The part of the sign of jumps to all sides that a shape is; empty for any other shape."""
    import shapely

    inner, outer = JUMP_RING
    outlines = [shapely.get_coordinates(ring)[:-1].tolist() for ring in (shape.area.exterior, *shape.area.interiors)]
    places = (frame.place((x, y)) for outline in outlines for x, y in outline)  # most shapes are off with their first
    if any(min(abs(math.hypot(*p) - radius) for radius in JUMP_RING) > OFF for p in places):
        return ""
    rings = [[frame.place((x, y)) for x, y in outline] for outline in outlines]
    points = [point for ring in rings for point in ring]
    if shape.kind == "ring":
        holes = [abs(math.hypot(*p) - inner) < OFF for p in rings[1]]
        return WHOLE_RING if all(holes) and abs(shape.span / frame.cell / 2 - outer) < OFF else ""
    for name, (start, end) in JUMP_ARCS.items():
        middle, half = math.radians(start + end) / 2, math.radians(end - start) / 2
        turns = [_turn_from(middle, math.atan2(y, x)) for x, y in points]
        corners = [(radius * math.cos(middle + side), radius * math.sin(middle + side))
                   for radius in JUMP_RING for side in (half, -half)]
        is_within = all(abs(turn) < half + OFF / inner for turn in turns)
        area = half * (outer**2 - inner**2) * frame.cell**2
        if (is_within and all(min(math.dist(corner, p) for p in points) < OFF for corner in corners)
                and abs(shape.area.area - area) < ARC_AREA * area):
            return name
    return ""


def _turn_from(start: float, angle: float) -> float:
    """How far an angle is from another, from -pi to pi, in radians."""
    return (angle - start + math.pi) % (2 * math.pi) - math.pi


def _stray_order(glyph: MarkPart, off: float, misfit: float) -> tuple[bool, bool, float, float]:
    """Order of what a shape may be: where it is in no glyph's place, it strayed from the middle of its cell. Of glyphs
    in one place it is the one of its size."""
    return off > OFF, off > OFF and glyph.moved, off, misfit


def _describe_misplacement(glyph: MarkPart, shape: MarkShape, frame: DiagramFrame, cell: Offset, own: Vector) -> str:
    """What is wrong with a mark's place or turn in its cell, whose middle is given; empty where it is right."""
    (x, y), (u, v) = frame.place(shape.middle), own
    off = math.dist(glyph.spot(own), (x - u, y - v))
    if off > OFF:
        place = "its place" if glyph.moved else "its cell's middle"
        return f"the {glyph.name} at {_cell_text(cell)} is {format_number(off * frame.cell, 2)} mm off {place}"
    if glyph.shape == "triangle":
        points = [frame.place((float(p[0]), float(p[1]))) for p in corners_of(shape.area)]
        placed = [min(math.dist((hx + u, hy + v), p) for p in points) < OFF for hx, hy in heads(own)]
        return "" if all(placed) else f"the {glyph.name} at {_cell_text(cell)} does not point away from the piece"
    if glyph.shape == "arrow":
        points = [frame.place((float(p[0]), float(p[1]))) for p in corners_of(shape.area)]
        tip, foot = ((px + u, py + v) for px, py in arrow_ends(own))
        half = shape.span / frame.cell / 2
        ends = min(math.dist(tip, p) for p in points), min(math.dist(foot, p) for p in points)
        fits = ends[0] < OFF and ends[1] < half
        return "" if fits else f"the {glyph.name} at {_cell_text(cell)} does not point away from the piece"
    if glyph.fold and _turn(frame.angle(shape.axis) - glyph.angle, glyph.fold) > TURNED:
        stands = "diagonally" if glyph.shape.endswith("cross") else "upright"
        return f"the {glyph.name} at {_cell_text(cell)} does not stand {stands} in its cell"
    return ""


def _turn(angle: float, fold: float) -> float:
    """How far an angle is from a multiple of `fold`, in degrees.

    >>> _turn(-88, 90)
    2.0
    """
    return float(abs((angle + fold / 2) % fold - fold / 2))


def differences(
    diagram: DecodedDiagram, legal: dict[Offset, MoveMark], of: str, *, tints: bool = False
) -> Iterator[DiagramFault]:
    """How what is shown differs from what the rules say of a piece; `tints` where cells to move to are tinted."""
    for cell in sorted({*diagram.marks, *legal}):
        decoded_marks = diagram.marks.get(cell, frozenset())
        wanted = MARKS_OF_MEANING[legal[cell]] if cell in legal else frozenset()
        yield from _difference(cell, decoded_marks, wanted, of)
    if tints:
        moves = {cell for cell, meaning in legal.items() if meaning.allows_empty}
        yield from (
            DiagramFault(f"the cell at {_cell_text(cell)} is tinted as if the {of} may move there")
            for cell in sorted(diagram.tinted - moves)
        )
        yield from (
            DiagramFault(f"the cell at {_cell_text(cell)}, where the {of} may move, is not tinted")
            for cell in sorted(moves - diagram.tinted)
        )


def spell_out_jumps(diagram: DecodedDiagram) -> DecodedDiagram:
    """The same diagram with the marks of eight jumps on their cells, where a ring around all marks says that the
    piece jumps to all sides."""
    own_marks = diagram.marks.get((0, 0), frozenset())
    parts = own_marks & JUMP_RING_NAMES
    jumps = [acts for acts in JUMP_RING_GAPS if parts == jump_ring_names(acts)]
    if not jumps:
        return diagram
    marks = {**diagram.marks, (0, 0): own_marks - parts}
    for cell in ALL_SIDES:
        marks[cell] = marks.get(cell, frozenset()) | MARKS_OF_MEANING[MoveMark(jumps[0])]
    return replace(diagram, marks={cell: kinds for cell, kinds in sorted(marks.items()) if kinds})


def _difference(cell: Offset, drawn: frozenset[str], wanted: frozenset[str], of: str) -> Iterator[DiagramFault]:
    """The fault of one cell: marks that are missing there, or are not those of what the piece may do. `of` names it."""
    if drawn == wanted:
        return
    lost, extra = sorted(wanted - drawn), sorted(drawn - wanted)
    if lost and not extra:
        yield DiagramFault(
            f"the {' and the '.join(lost)} at {_cell_text(cell)} {'are' if len(lost) > 1 else 'is'} missing: "
            f"the {of} has {SAYS[wanted]} there"
        )
    elif not wanted:
        yield DiagramFault(f"there is a {' and a '.join(extra)} at {_cell_text(cell)}, where the {of} cannot go")
    else:
        yield DiagramFault(
            f"there is a {' and a '.join(sorted(drawn))} at {_cell_text(cell)}, where the {of} has {SAYS[wanted]}: "
            f"a {' with a '.join(sorted(wanted))}"
        )


def _cell_text(cell: Offset) -> str:
    """A cell from the piece's own: to the right, then ahead.

    >>> _cell_text((-1, 2))
    '-1,+2'
    """
    return ",".join(f"{step:+d}" if step else "0" for step in cell)
