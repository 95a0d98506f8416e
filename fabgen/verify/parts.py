"""A part as the cuts on a sheet make it, and the part that the spec asks for → every difference of more than 0.01 mm.

The laser takes away half a kerf on both sides of a line. So a virtual cut shrinks outlines and widens holes by half the
kerf, and what is left must be the nominal part, wherever it lies and however it is turned; a mirrored part is another.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from fabgen.artwork.part import Part
from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.verify.cuttings import Cutting
from fabgen.verify.geometry import Points
from fabgen.verify.nominal import SAMPLES, Nominal
from fabgen.verify.shapes import alike, astray, edges, linework, parts_of, pieces, thick, united
from fabgen.verify.shown import Shown, scale_name

if TYPE_CHECKING:
    from shapely import LinearRing
    from shapely.geometry.base import BaseGeometry

CUT = 0.01  # mm: how far a cut edge may be from the nominal one
DRAWN = 0.02  # mm: how far an engraved or scored line may be
SHORT = 0.05  # mm: a segment of a cut that is shorter is no drawing's
SPLIT = 4  # an arc is written as up to four
BROKEN = 0.02  # mm: the longest gap in a scored line, and the most of one that may stick out
SLACK = 0.1, 5e-4, 3e-3  # scored length that rounding explains: mm, shares of lines and (coarser flattened) of words


def check_part(shown: Shown, cutting: Cutting, nominal: Nominal) -> list[Problem]:
    """Every difference between a part on the sheet and the one that the spec asks for."""
    body = _body(cutting)
    virtual = body.buffer(-nominal.kerf / 2, quad_segs=SAMPLES) if nominal.kerf else body
    least: list[Problem] | None = None
    for pose in _poses(virtual, nominal):  # a part that fits in several ways lies as its marks say
        found = list(_differing_marks(shown, cutting, nominal, pose))
        least = found if least is None or len(found) < len(least) else least
        if not found:
            break
    if least is None:
        return list(_unlike(shown, cutting, nominal, body))
    return [*least, *_rough(shown, cutting, nominal)]


def _rough(shown: Shown, cutting: Cutting, nominal: Nominal) -> Iterator[Problem]:
    """Cuts of the right shape in many short lines: machines stutter on them, and edges get facets."""
    rings = [ring for e in (*cutting.outlines, *cutting.holes) for ring in e.rings]
    if nominal.commands is None:
        return
    (most, arcs, least), steps = nominal.commands, [step for ring in rings for step in ring.steps]
    told = f"the cuts of {cutting.instance} have"
    if (made := sum(ring.arcs for ring in rings)) < arcs:
        yield shown.problem(cutting.instance, f"{told} {made} arcs, the drawing {arcs}", "arcs stay arcs", cutting.spot)
    if len(steps) > SPLIT * most + SPLIT:
        yield shown.problem(cutting.instance, f"{told} {len(steps)} segments, the drawing {most}", "", cutting.spot)
    if (short := min(steps, default=least)) < min(SHORT, least / 2):
        yield shown.problem(cutting.instance, f"{told} a segment of {format_number(short)} mm", "", cutting.spot)


def _body(cutting: Cutting) -> BaseGeometry:
    body = united(cutting.areas)
    return body.difference(united(cutting.windows)) if cutting.windows else body


Pose = tuple[float, float, float, float]  # cosine and sine of the turn, and the move


def placed(shape: BaseGeometry, pose: Pose) -> BaseGeometry:
    """A shape turned about the origin, then moved."""
    from shapely.affinity import affine_transform

    c, s, x, y = pose
    return affine_transform(shape, (c, -s, s, c, x, y))


def back(pose: Pose) -> Pose:
    """From where a part lies to its own origin: there all copies of a part are alike."""
    c, s, x, y = pose
    return c, -s, -c * x - s * y, s * x - c * y


def _poses(virtual: BaseGeometry, nominal: Nominal) -> Iterator[Pose]:
    """The ways in which the nominal part can lie so that all edges agree within CUT."""
    wanted = nominal.reachable
    if virtual.is_empty or wanted.is_empty or len(_rings(virtual)) != len(_rings(wanted)):
        return
    if abs(virtual.area - wanted.area) > CUT * wanted.length:
        return
    here = edges(virtual)
    for angle in _angles(virtual, wanted):
        pose = _centred(virtual, wanted, angle)
        if alike(placed(here, back(pose)), wanted.boundary, CUT):
            yield pose


def _centred(virtual: BaseGeometry, wanted: BaseGeometry, angle: float) -> Pose:
    c, s = (round(math.cos(angle)), round(math.sin(angle))) if angle in QUARTERS else (math.cos(angle), math.sin(angle))
    p, q = virtual.centroid, wanted.centroid
    return c, s, p.x - (c * q.x - s * q.y), p.y - (s * q.x + c * q.y)


QUARTERS = (0.0, math.pi / 2, math.pi, 3 * math.pi / 2)


def _angles(virtual: BaseGeometry, wanted: BaseGeometry) -> Iterator[float]:
    """Turns to try: quarters, then those that bring the nominal part's farthest corner onto one that is as far."""
    yield from QUARTERS
    here, there = _polar(virtual), _polar(wanted)
    if np.ptp(there[1]) < CUT:
        return
    far = int(np.argmax(there[1]))
    alike = np.flatnonzero(np.abs(here[1] - there[1][far]) < CUT)
    turns = np.unique(np.round((here[0][alike] - there[0][far]) % (2 * math.pi), 4))
    yield from (float(turn) for turn in turns[:24] if min(abs(turn - q) for q in (*QUARTERS, 2 * math.pi)) > 1e-3)


def _polar(shape: BaseGeometry) -> tuple[Points, Points]:
    import shapely

    points = shapely.get_coordinates(shape) - shapely.get_coordinates(shape.centroid)
    return np.arctan2(points[:, 1], points[:, 0]), np.hypot(points[:, 0], points[:, 1])


def _rings(shape: BaseGeometry) -> list[BaseGeometry]:
    return [ring for part in parts_of(shape) for ring in (part.exterior, *part.interiors)]


def _unlike(shown: Shown, cutting: Cutting, nominal: Nominal, body: BaseGeometry) -> Iterator[Problem]:
    """Why a part's cuts do not leave the nominal part: its holes, its scale, its kerf, or else its shape."""
    name = cutting.instance
    if (holes := len(cutting.holes)) != (wanted := len(_rings(nominal.solid)) - len(parts_of(nominal.solid))):
        yield shown.problem(name, f"{name} has {holes} holes, it should have {wanted}", "", cutting.spot)
        return
    outer, inner = _offsets(cutting, nominal)
    half = nominal.kerf / 2
    grown = nominal.solid.buffer(half, join_style="mitre")
    scale = math.sqrt(body.area / grown.area) if grown.area else 1.0
    if abs(outer - half) > 1.2 * nominal.kerf and _scaled(cutting, grown, nominal.kerf, scale):
        yield shown.problem(
            name, f"{name} is drawn at {scale_name(scale)} of its size", "the file has been scaled", cutting.spot
        )
        return
    rough = max([abs(outer - half), *(abs(shift + half) for shift in inner)], default=0.0)
    told = [(f"the outline of {name} is moved out by {format_number(outer)} mm", half, outer)]
    told += [(f"a hole of {name} is moved out by {format_number(shift)} mm", -half, shift) for shift in inner]
    wrong = [(what, wanted_shift) for what, wanted_shift, shift in told if abs(shift - wanted_shift) > CUT / 2]
    for what, wanted_shift in wrong if rough < max(1.0, 2 * nominal.kerf) else ():
        yield shown.problem(
            name,
            f"{what}; a kerf of {nominal.kerf:g} mm asks for {format_number(wanted_shift)} mm",
            "outlines grow by half a kerf, holes shrink by it",
            cutting.spot,
        )
    if not wrong or rough >= max(1.0, 2 * nominal.kerf):
        yield shown.problem(name, f"what is cut is not the shape of the {nominal.part.name}", "", cutting.spot)


def _offsets(cutting: Cutting, nominal: Nominal) -> tuple[float, list[float]]:
    """How far, in the mean, the outline and each hole are moved out from the nominal ones, by their areas."""
    solid = parts_of(nominal.solid)
    outer = sum(area.area for area in cutting.areas) - sum(_inside(part.exterior) for part in solid)
    windows = sorted((_inside(ring), ring.length) for part in solid for ring in part.interiors)
    made = sorted(window.area for window in cutting.windows)
    inner = [_shift(area - wanted, length) for area, (wanted, length) in zip(made, windows, strict=True)]
    return _shift(outer, sum(part.exterior.length for part in solid)), inner


def _shift(grown: float, length: float) -> float:
    """How far a convex line has moved out whose area has grown: A = L d + pi d² (Steiner's formula)."""
    root = length**2 + 4 * math.pi * grown
    return (math.sqrt(root) - length) / (2 * math.pi) if root > 0 else grown / length


def _inside(ring: LinearRing) -> float:
    """The area in mm² that a ring encloses."""
    import shapely

    return float(shapely.Polygon(ring).area)


def _scaled(cutting: Cutting, grown: BaseGeometry, kerf: float, scale: float) -> bool:
    """Whether the sides of the bounding box have grown alike, and more than any kerf would explain."""
    pairs = zip(sorted(_sides(united(cutting.areas))), sorted(_sides(grown)), strict=True)
    return all(abs(a / b - scale) < 0.002 and abs(a - b) > 1.5 * kerf for a, b in pairs)


def _sides(shape: BaseGeometry) -> tuple[float, float]:
    x0, y0, x1, y1 = shape.bounds
    return x1 - x0, y1 - y0


def _differing_marks(shown: Shown, cutting: Cutting, nominal: Nominal, pose: Pose) -> Iterator[Problem]:
    """Engraved areas and scored lines that are not those of the part."""
    made = placed(united([p for e in cutting.engraved for p in e.areas]), back(pose))
    lines = placed(linework([ring.points for e in cutting.scored for ring in e.rings]), back(pose))
    filled = tuple(
        may and made.intersection(letter).area > 0.5 * letter.area
        for may, letter in zip(nominal.fillable, nominal.letters, strict=True)
    )
    marks = nominal.marks(filled)
    yield from _differing_areas(shown, cutting, made, marks.engraved, pose)
    found = list(_differing_lines(shown, cutting, (lines, marks.scored, nominal.solid.boundary), pose))
    yield from found or _surplus(shown, cutting, lines, nominal, marks.words)


def _differing_areas(
    shown: Shown, cutting: Cutting, made: BaseGeometry, wanted: BaseGeometry, pose: Pose
) -> Iterator[Problem]:
    if alike(edges(made), edges(wanted), DRAWN):
        return  # equal boundaries bound equal areas
    for lost, what in (
        (wanted.difference(made), "is not engraved"),
        (made.difference(wanted), "is engraved that should not be"),
    ):
        left = thick(lost, DRAWN)
        if not left.is_empty:
            spot = placed(left.representative_point(), pose).coords[0]
            yield shown.problem(
                cutting.instance, f"{format_number(lost.area, 2)} mm² of {cutting.instance} {what}", "", (spot[0], spot[1])
            )


def _differing_lines(
    shown: Shown, cutting: Cutting, lines: tuple[BaseGeometry, BaseGeometry, BaseGeometry], pose: Pose
) -> Iterator[Problem]:
    """Of lines that are made, those that are wanted, and the edge: scored lines of the drawing that lie on the edge are
    left out by right, since the cut makes them."""
    made, wanted, edge = lines
    lost = astray(astray(wanted, made, DRAWN, flat=True), edge, DRAWN)
    gaps = [piece for piece in pieces(lost) if piece.length > BROKEN]
    extra = astray(made, wanted, DRAWN)
    more = pieces(extra) if extra.length > BROKEN else []
    for found, what in ((gaps, "is not scored"), (more, "is scored that should not be")):
        if found:
            length = format_number(sum(piece.length for piece in found), 2)
            spot = placed(found[0], pose).coords[0]
            yield shown.problem(
                cutting.instance, f"a line of {cutting.instance} {what} ({length} mm)", "", (spot[0], spot[1])
            )


def _surplus(shown: Shown, cutting: Cutting, made: BaseGeometry, nominal: Nominal, words: float) -> Iterator[Problem]:
    """Lines that stand twice side by side, nearer than any tolerance of place can tell."""
    most, (least, share, wordy) = nominal.scored_length + words, SLACK
    if made.length > most + least + share * nominal.scored_length + wordy * words:
        yield shown.problem(
            cutting.instance,
            f"{format_number(made.length, 2)} mm are scored on {cutting.instance}, its lines are {format_number(most, 2)} mm long",
            "a line stands twice, or wavers",
            cutting.spot,
        )


def check_counts(
    found: Sequence[str], wanted: dict[str, Part], known: dict[str, Shown], form: str
) -> Iterator[Problem]:
    """Copies that are missing, stand twice, or are not in the kit. `known` tells the sheet of an instance, `form` the
    format that holds them all."""
    names = {f"{key}-{copy}": part for key, part in wanted.items() for copy in range(1, part.count + 1)}
    for instance in names:
        if instance not in found:
            yield Problem(
                Location("laser"),
                f"{instance} is on no sheet" + ("" if form == "svg" else f" of the {form} files"),
                f"the kit has {names[instance].count} of the {names[instance].name}",
            )
    for instance in dict.fromkeys(found):
        if instance not in names:
            yield known[instance].problem(
                instance, f"{instance} is not in the kit of this game", "an extra part, or one under a wrong name"
            )
        elif found.count(instance) > 1:
            yield known[instance].problem(instance, f"{instance} stands on {found.count(instance)} sheets")
