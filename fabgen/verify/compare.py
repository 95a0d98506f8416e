"""A part as the cuts on a sheet make it, and the part that the spec asks for → every difference of more than 0.01 mm.

The laser takes away half a kerf on both sides of a line. So a virtual cut shrinks outlines and widens holes by half
the kerf, and what is left must be the nominal part, wherever it lies and however it is turned; a mirrored part is
another.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fabgen.artwork.part import Part
from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.verify.nominal_part import SAMPLES, NominalPart, PartMarks
from fabgen.verify.readers.content import Element, FileContent, scale_name
from fabgen.verify.readers.contours import Points, parts_of
from fabgen.verify.readers.scan_rows import row_interval
from fabgen.verify.shapes import are_alike, boundary_of, lines_astray, linework, single_lines, thick_areas, unite
from fabgen.verify.virtual_cut import CutPart

if TYPE_CHECKING:
    from shapely import LinearRing
    from shapely.geometry.base import BaseGeometry

CUT_TOLERANCE = 0.01  # mm: how far a cut edge may be from the nominal one
MARK_TOLERANCE = 0.02  # mm: how far an engraved or scored line may be from the nominal one
SHORTEST_SEGMENT = 0.05  # mm: no drawing has a segment of a cut that is shorter
PIECES_OF_ARC = 4  # the most arcs as which a file may write one arc of the drawing
WIDEST_INTERVAL = 0.101  # mm between two rows of a fill: 0.1 and its rounding
LONGEST_BREAK = 0.02  # mm: the longest gap in a scored line, and the most of one that may stick out
SCORED_SLACK = 0.1, 5e-4, 3e-3  # scored length that rounding explains: mm, share of lines, of (coarser) words


def check_part(content: FileContent, cut_part: CutPart, nominal: NominalPart) -> list[Problem]:
    """Every difference between a part on the sheet and the one that the spec asks for."""
    virtual = _virtual_part(cut_part, nominal)
    fewest: list[Problem] | None = None  # the differences in the best pose
    for pose in _poses(virtual, nominal):  # a part that fits in several ways lies as its marks say
        differences = list(differing_marks(content, cut_part, nominal, pose))
        if fewest is None or len(differences) < len(fewest):
            fewest = differences
        if not differences:
            break
    if fewest is None:
        return list(_explain_shape(content, cut_part, nominal))
    return [*fewest, *_rough_cuts(content, cut_part, nominal), *_bridges_in_joints(content, cut_part, nominal)]


def _bridges_in_joints(content: FileContent, cut_part: CutPart, nominal: NominalPart) -> Iterator[Problem]:
    """Bridges on the tab of an upright, which lies under y = 0 in its drawing: what is left of them would jam in the
    slot."""
    import shapely

    spots = [(x, y) for outline in cut_part.outlines for ring in outline.rings for _, x, y in ring.bridges]
    if not spots or not nominal.part.into:
        return
    for pose in _poses(_virtual_part(cut_part, nominal), nominal):
        below = [spot for spot in spots if shapely.get_y(place_shape(shapely.Point(spot), invert_pose(pose))) < 0]
        if not below:
            return
        yield content.problem(cut_part.instance, f"a bridge of {cut_part.instance} is on its tab", "", below[0])
        return


def poses_of_front(content: FileContent, cut_part: CutPart, nominal: NominalPart) -> list[Pose]:
    """The poses in which a part's cuts and marks are those of the nominal part."""
    return [pose for pose in _poses(_virtual_part(cut_part, nominal), nominal)
            if not any(True for _ in differing_marks(content, cut_part, nominal, pose))]


def _rough_cuts(content: FileContent, cut_part: CutPart, nominal: NominalPart) -> Iterator[Problem]:
    """Cuts of the right shape in many short lines: machines stutter on them, and edges get facets."""
    contours = [contour for element in (*cut_part.outlines, *cut_part.holes) for contour in element.rings]
    expected = nominal.cut_steps
    if expected is None:
        return
    lengths = [length for contour in contours for length in contour.steps]
    arcs = sum(contour.arcs for contour in contours)
    start = f"the cuts of {cut_part.instance} have"
    if arcs < expected.arcs:
        what = f"{start} {arcs} arcs, the drawing {expected.arcs}"
        yield content.problem(cut_part.instance, what, "arcs stay arcs", cut_part.spot)
    if len(lengths) > PIECES_OF_ARC * expected.segments + PIECES_OF_ARC:
        what = f"{start} {len(lengths)} segments, the drawing {expected.segments}"
        yield content.problem(cut_part.instance, what, "", cut_part.spot)
    if (shortest := min(lengths, default=expected.shortest)) < min(SHORTEST_SEGMENT, expected.shortest / PIECES_OF_ARC):
        yield content.problem(
            cut_part.instance, f"{start} a segment of {format_number(shortest)} mm", "", cut_part.spot
        )


def is_cut_like(cut_part: CutPart, nominal: NominalPart) -> bool:
    """Whether the cuts alone leave the part that the spec asks for."""
    return next(_poses(_virtual_part(cut_part, nominal), nominal), None) is not None


def _virtual_part(cut_part: CutPart, nominal: NominalPart) -> BaseGeometry:
    """What a laser with the nominal kerf leaves of a part, in mm on the sheet."""
    area = _area_between_cuts(cut_part)
    return area.buffer(-nominal.kerf / 2, quad_segs=SAMPLES) if nominal.kerf else area


def _area_between_cuts(cut_part: CutPart) -> BaseGeometry:
    """The area within the outlines and outside of the holes as the file draws them, with no kerf taken off."""
    area = unite(cut_part.areas)
    return area.difference(unite(cut_part.windows)) if cut_part.windows else area


Pose = tuple[float, float, float, float]  # cosine and sine of the turn, and the move


def place_shape(shape: BaseGeometry, pose: Pose) -> BaseGeometry:
    """A shape turned about the origin, then moved."""
    from shapely.affinity import affine_transform

    c, s, x, y = pose
    return affine_transform(shape, (c, -s, s, c, x, y))


def invert_pose(pose: Pose) -> Pose:
    """From where a part lies to its own origin: there all copies of a part are alike."""
    c, s, x, y = pose
    return c, -s, -c * x - s * y, s * x - c * y


def _poses(virtual: BaseGeometry, nominal: NominalPart) -> Iterator[Pose]:
    """The ways in which the nominal part can lie so that all edges agree within CUT_TOLERANCE."""
    expected = nominal.reachable
    if virtual.is_empty or expected.is_empty or len(_rings(virtual)) != len(_rings(expected)):
        return
    if abs(virtual.area - expected.area) > CUT_TOLERANCE * expected.length:
        return
    boundary = boundary_of(virtual)
    for angle in _angles(virtual, expected):
        pose = _centring_pose(virtual, expected, angle)
        if are_alike(place_shape(boundary, invert_pose(pose)), expected.boundary, CUT_TOLERANCE):
            yield pose


def _centring_pose(virtual: BaseGeometry, expected: BaseGeometry, angle: float) -> Pose:
    c, s = (round(math.cos(angle)), round(math.sin(angle))) if angle in QUARTERS else (math.cos(angle), math.sin(angle))
    p, q = virtual.centroid, expected.centroid
    return c, s, p.x - (c * q.x - s * q.y), p.y - (s * q.x + c * q.y)


QUARTERS = (0.0, math.pi / 2, math.pi, 3 * math.pi / 2)
MOST_TURNS = 24  # that are tried besides quarters


def _angles(virtual: BaseGeometry, expected: BaseGeometry) -> Iterator[float]:
    """Turns to try: quarters, then those that bring the nominal part's farthest corner onto one that is as far."""
    yield from QUARTERS
    cut_corners, expected_corners = _polar(virtual), _polar(expected)
    if np.ptp(expected_corners.distances) < CUT_TOLERANCE:
        return
    farthest = int(np.argmax(expected_corners.distances))
    candidates = np.flatnonzero(np.abs(cut_corners.distances - expected_corners.distances[farthest]) < CUT_TOLERANCE)
    turns = (cut_corners.angles[candidates] - expected_corners.angles[farthest]) % (2 * math.pi)
    quarters = (*QUARTERS, 2 * math.pi)
    for turn in sorted({*np.round(turns, 4).tolist()})[:MOST_TURNS]:
        if min(abs(turn - quarter) for quarter in quarters) > 1e-3:
            yield turn


class _PolarCorners(NamedTuple):
    """The corners of a shape as seen from its centroid: angles in radians, and distances in mm."""

    angles: Points
    distances: Points


def _polar(shape: BaseGeometry) -> _PolarCorners:
    """The corners of a shape around its centroid."""
    import shapely

    points = shapely.get_coordinates(shape) - shapely.get_coordinates(shape.centroid)
    return _PolarCorners(np.arctan2(points[:, 1], points[:, 0]), np.hypot(points[:, 0], points[:, 1]))


def _rings(shape: BaseGeometry) -> list[BaseGeometry]:
    return [ring for part in parts_of(shape) for ring in (part.exterior, *part.interiors)]


class _MeasuredShift(NamedTuple):
    """How far a contour is moved out: in words, and in mm as the kerf wants it and as it is."""

    words: str
    expected: float
    measured: float

    @property
    def is_wrong(self) -> bool:
        """Whether the kerf wants another shift."""
        return abs(self.measured - self.expected) > CUT_TOLERANCE / 2


def _explain_shape(content: FileContent, cut_part: CutPart, nominal: NominalPart) -> Iterator[Problem]:
    """Why a part's cuts do not leave the nominal part: its holes, its scale, its kerf, or else its shape."""
    name = cut_part.instance
    if (holes := len(cut_part.holes)) != (expected := len(_rings(nominal.solid)) - len(parts_of(nominal.solid))):
        yield content.problem(name, f"{name} has {holes} holes, it should have {expected}", "", cut_part.spot)
        return
    outer, inner = _offsets(cut_part, nominal)
    half = nominal.kerf / 2
    grown = nominal.solid.buffer(half, join_style="mitre")
    scale = math.sqrt(_area_between_cuts(cut_part).area / grown.area) if grown.area else 1.0
    if abs(outer - half) > 1.2 * nominal.kerf and _is_scaled(cut_part, grown, nominal.kerf, scale):
        yield content.problem(
            name, f"{name} is drawn at {scale_name(scale)} of its size", "the file has been scaled", cut_part.spot
        )
        return
    rough = max([abs(outer - half), *(abs(shift + half) for shift in inner)], default=0.0)
    shifts = [_MeasuredShift(f"the outline of {name} is moved out by {format_number(outer)} mm", half, outer)]
    shifts += [_MeasuredShift(f"a hole of {name} is moved out by {format_number(shift)} mm", -half, shift)
               for shift in inner]
    wrong_shifts = [shift for shift in shifts if shift.is_wrong]
    is_another_shape = not wrong_shifts or rough >= max(1.0, 2 * nominal.kerf)
    for shift in () if is_another_shape else wrong_shifts:
        yield content.problem(
            name,
            f"{shift.words}; a kerf of {nominal.kerf:g} mm asks for {format_number(shift.expected)} mm",
            "outlines grow by half a kerf, holes shrink by it",
            cut_part.spot,
        )
    if is_another_shape:
        yield content.problem(name, f"what is cut is not the shape of the {nominal.part.name}", "", cut_part.spot)


def _offsets(cut_part: CutPart, nominal: NominalPart) -> tuple[float, list[float]]:
    """How far, in the mean, the outline and each hole are moved out from the nominal ones, by their areas."""
    solid = parts_of(nominal.solid)
    outer = sum(area.area for area in cut_part.areas) - sum(_inside(part.exterior) for part in solid)
    windows = sorted((_inside(ring), ring.length) for part in solid for ring in part.interiors)
    cut_areas = sorted(window.area for window in cut_part.windows)
    inner = [_shift(area - expected, length) for area, (expected, length) in zip(cut_areas, windows, strict=True)]
    return _shift(outer, sum(part.exterior.length for part in solid)), inner


def _shift(grown: float, length: float) -> float:
    """How far a convex line has moved out whose area has grown: A = L d + pi d² (Steiner's formula)."""
    root = length**2 + 4 * math.pi * grown
    return (math.sqrt(root) - length) / (2 * math.pi) if root > 0 else grown / length


def _inside(ring: LinearRing) -> float:
    """The area in mm² that a ring encloses."""
    import shapely

    return float(shapely.Polygon(ring).area)


def _is_scaled(cut_part: CutPart, grown: BaseGeometry, kerf: float, scale: float) -> bool:
    """Whether the sides of the bounding box have grown alike, and more than any kerf would explain."""
    pairs = zip(sorted(_sides(unite(cut_part.areas))), sorted(_sides(grown)), strict=True)
    return all(abs(a / b - scale) < 0.002 and abs(a - b) > 1.5 * kerf for a, b in pairs)


def _sides(shape: BaseGeometry) -> tuple[float, float]:
    x0, y0, x1, y1 = shape.bounds
    return x1 - x0, y1 - y0


def differing_marks(content: FileContent, cut_part: CutPart, nominal: NominalPart, pose: Pose) -> Iterator[Problem]:
    """Engraved areas and scored lines that are not those of the part."""
    engraved = place_shape(unite([p for e in cut_part.engraved for p in e.areas]), invert_pose(pose))
    lines = place_shape(linework([ring.points for e in cut_part.scored for ring in e.rings]), invert_pose(pose))
    filled = tuple(
        may and engraved.intersection(letter).area > 0.5 * letter.area
        for may, letter in zip(nominal.fillable, nominal.letters, strict=True)
    )
    marks = nominal.marks(filled)
    swept = [element for element in cut_part.engraved if element.rows]
    if swept:
        yield from _differing_rows(content, swept, place_shape(marks.engraved, pose))
    else:
        yield from _differing_areas(content, cut_part, engraved, marks.engraved, pose)
    differences = list(_differing_lines(content, cut_part, lines, marks, nominal.solid.boundary, pose))
    yield from differences or _surplus(content, cut_part, lines, nominal, marks.words)


def _differing_rows(content: FileContent, swept: Sequence[Element], expected: BaseGeometry) -> Iterator[Problem]:
    """Rows of fills that do not end where the expected areas end, rows that are missing, and areas without any."""
    import shapely

    owners = np.array([n for n, element in enumerate(swept) for _, runs in element.rows for _ in runs])
    ends = [[(start, y), (end, y)] for element in swept for y, runs in element.rows for start, end in runs]
    rows = np.asarray(shapely.linestrings(ends), dtype=object)
    near_expected = expected.buffer(MARK_TOLERANCE)
    shapely.prepare(near_expected)
    is_outside = ~shapely.covers(near_expected, rows)
    tree = shapely.STRtree(rows)
    for n, element in enumerate(swept):
        if (step := row_interval(element.rows)) > WIDEST_INTERVAL:
            what = f"the rows of {element.id} are {format_number(step)} mm apart"
            yield content.problem(element.id, what, "the ink would show stripes: 0.1 mm at most", element.spot)
        outside = [row.difference(near_expected) for row in rows[is_outside & (owners == n)]]
        yield from _astray(content, element.id, unite(outside), "should not be there")
    for area in parts_of(expected):
        row_numbers = tree.query(area, predicate="intersects")
        own_elements = [swept[n] for n in sorted({*owners[row_numbers].tolist()})]
        if not own_elements and not thick_areas(area, MARK_TOLERANCE).is_empty:
            spot = area.representative_point()
            part = swept[0].id.partition(".")[0]
            what = f"{format_number(area.area, 2)} mm² of {part} is not engraved"
            yield content.problem(part, what, "", (spot.x, spot.y))
        swept_area = unite([row.buffer(MARK_TOLERANCE) for row in rows[row_numbers]])
        for element in own_elements:
            # What abuts on it is swept in rows of its own, which lie at other heights.
            beside = unite([bar for other in own_elements if other is not element for bar in other.areas])
            reached = unite([swept_area, beside.buffer(row_interval(element.rows))])
            lost = area.buffer(-MARK_TOLERANCE).intersection(_rulers(element, area)).difference(reached)
            yield from _astray(content, element.id, lost, "are missing")


def _rulers(element: Element, area: BaseGeometry) -> BaseGeometry:
    """Lines right across an area at the heights of an element's rows, those included that are not there."""
    (left, low, right, high), first = area.bounds, element.rows[0][0]
    step = row_interval(element.rows)
    places = range(math.floor((low - first) / step), math.ceil((high - first) / step) + 1)
    return linework([np.array([(left - 1, first + k * step), (right + 1, first + k * step)]) for k in places])


def _astray(content: FileContent, id: str, rows: BaseGeometry, what: str) -> Iterator[Problem]:
    if rows.length:
        spot = rows.representative_point()
        yield content.problem(id, f"{format_number(rows.length, 2)} mm of its rows {what}", "", (spot.x, spot.y))


def _differing_areas(
    content: FileContent, cut_part: CutPart, engraved: BaseGeometry, expected: BaseGeometry, pose: Pose
) -> Iterator[Problem]:
    """Areas that should be engraved and are not, and those that are engraved and should not be."""
    if are_alike(boundary_of(engraved), boundary_of(expected), MARK_TOLERANCE):
        return  # equal boundaries bound equal areas
    for differing_area, what in (
        (expected.difference(engraved), "is not engraved"),
        (engraved.difference(expected), "is engraved that should not be"),
    ):
        beyond_tolerance = thick_areas(differing_area, MARK_TOLERANCE)
        if not beyond_tolerance.is_empty:
            spot = place_shape(beyond_tolerance.representative_point(), pose).coords[0]
            yield content.problem(
                cut_part.instance,
                f"{format_number(differing_area.area, 2)} mm² of {cut_part.instance} {what}",
                "",
                (spot[0], spot[1]),
            )


def _differing_lines(
    content: FileContent, cut_part: CutPart, scored: BaseGeometry, marks: PartMarks, edge: BaseGeometry, pose: Pose
) -> Iterator[Problem]:
    """Scored lines that are missing, and those that should not be there. Scored lines of the drawing that lie on the
    edge are left out by right, since the cut makes them."""
    lost = lines_astray(lines_astray(marks.scored, scored, MARK_TOLERANCE, flat=True), edge, MARK_TOLERANCE)
    gaps = [piece for piece in single_lines(lost) if piece.length > LONGEST_BREAK]
    extra = lines_astray(scored, marks.allowed, MARK_TOLERANCE)
    more = single_lines(extra) if extra.length > LONGEST_BREAK else []
    for differences, what in ((gaps, "is not scored"), (more, "is scored that should not be")):
        if differences:
            length = format_number(sum(piece.length for piece in differences), 2)
            spot = place_shape(differences[0], pose).coords[0]
            yield content.problem(
                cut_part.instance, f"a line of {cut_part.instance} {what} ({length} mm)", "", (spot[0], spot[1])
            )


def _surplus(
    content: FileContent, cut_part: CutPart, scored: BaseGeometry, nominal: NominalPart, words: float
) -> Iterator[Problem]:
    """Lines that stand twice side by side, nearer than any tolerance of place can tell."""
    expected_length, (slack, slack_share, slack_of_words) = nominal.scored_length + words, SCORED_SLACK
    if scored.length > expected_length + slack + slack_share * nominal.scored_length + slack_of_words * words:
        yield content.problem(
            cut_part.instance,
            f"{format_number(scored.length, 2)} mm are scored on {cut_part.instance}, "
            f"its lines are {format_number(expected_length, 2)} mm long",
            "a line stands twice, or wavers",
            cut_part.spot,
        )


def compare_identities(read: Iterable[str], expected: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The ids that are not as they should be: `missing` ones that were not read, in the order in which they are
    expected; then `unknown` ones, which nothing asks for, and `doubled` ones, in the order in which they were read.

    All formats come here: laser sheets, figures and printed pages.
    """
    counts, known = Counter(read), dict.fromkeys(expected)
    yield from ((id, "missing") for id in known if id not in counts)
    for id, count in counts.items():
        if id not in known:
            yield id, "unknown"
        elif count > 1:
            yield id, "doubled"


def check_counts(
    instances: Sequence[str], parts: dict[str, Part], sheet_of: dict[str, FileContent], form: str
) -> Iterator[Problem]:
    """Copies that are missing, stand twice, or are not in the kit.

    `instances`: the copies that were read from all sheets of the format `form`, such as `green-knight-base-2`.
    `parts`: the parts of the kit by slug. `sheet_of`: the sheet that each instance was read from.
    """
    expected = {f"{slug}-{copy}": part for slug, part in parts.items() for copy in range(1, part.count + 1)}
    for instance, fault in compare_identities(instances, expected):
        if fault == "missing":
            yield Problem(
                Location("laser"),
                f"{instance} is on no sheet" + ("" if form == "svg" else f" of the {form} files"),
                f"the kit has {expected[instance].count} of the {expected[instance].name}",
            )
        elif fault == "unknown":
            yield sheet_of[instance].problem(
                instance, f"{instance} is not in the kit of this game", "an extra part, or one under a wrong name"
            )
        else:
            yield sheet_of[instance].problem(instance, f"{instance} stands on {instances.count(instance)} sheets")
