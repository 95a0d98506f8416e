"""Parts and their material → the flaws that cutting would have, each with its place on the part, before anything is
cut.

Only drawings are examined, no game; a job says which material a part is cut from. Distances in mm at nominal size. The
checks are about one part, or about parts that go into each other; `laser.part_batches` reports parts that no sheet
holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Lettering, Role, Shape
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, Point
from fabgen.artwork.regions import even_odd_area
from fabgen.core.problems import FabgenError, Level, Location, Problem
from fabgen.core.units import format_number
from fabgen.figures.pieces.openings import opening_web
from fabgen.laser.engraving import outline_polygon
from fabgen.laser.job import LaserJob
from fabgen.materials.material import Material

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

FINE = 0.002  # mm: how far flattened curves may be from the true ones
TOUCH = 1e-6  # mm: shapes that are no farther apart than this touch
SPECK = 0.02  # mm: areas that are no wider than this are rounding errors
BURNT = 1.0  # mm: narrower strips warp or burn away in any material (laserengravingservice.co.uk)
LEAST_SLOT_FILL = 0.85  # the share of its smallest enclosing rectangle that a slot with rounded corners fills
LONGEST_FINGER = 2.0  # widths: a thin finger that is longer breaks off
BESIDE_EDGE, BESIDE_SLOT = 2.0, 1.5  # thicknesses of material between a slot and an edge, and between slots
SHARP_CORNER, THIN_WEB = "laser.sharp-corner", "laser.thin-web"  # codes of Problems
SAME_PLACE = 0.02  # mm: flaws of two parts that are no farther apart are at one place
CRACK = 0.5  # mm: a brittle sheet breaks at inner corners of a smaller radius (Ponoko's guide to slots)
BRITTLE = ("cast acrylic", "extruded acrylic")
LEAST_BASE_WIDTH = 0.5  # of the height of a piece: with a narrower base it tips over
STEM = 0.127  # of the height of capitals: the width of the font's strokes
LEAST_ROUNDNESS = 0.9  # a hole that fills a larger share of its enclosing circle is round, and so no slot
FINE_MARKS = "fine marks"  # the kind of flaws of what is engraved; other kinds are of outlines and holes
CUT_FLAWS = "cuts"  # the kind of flaws for which no machine file is made: of either
CUTS = (Role.EDGE, Role.HOLE)
SCORED = (Role.GRID, Role.ZONE, Role.COORDINATE, Role.TITLE)


@dataclass(frozen=True)
class Flaw:
    """One flaw of a part: its kind (a key of CHECKS, `tips`, `size` or `cuts`), the part's name, the box of its place
    in the part's own mm, and the message with a hint."""

    kind: str
    part: str
    box: tuple[float, float, float, float]
    message: str
    hint: str = ""
    level: Level = "warning"
    code: str = ""

    @property
    def middle(self) -> Point:
        """The middle of the flaw's box, in the part's own mm."""
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2

    def is_like(self, flaw: Flaw, box: tuple[float, float, float, float]) -> bool:
        """Whether a flaw of another part, at a box of its own mm, is the same one at the same place."""
        is_same_kind = (self.kind, self.message) == (flaw.kind, flaw.message)
        return is_same_kind and all(abs(a - b) < SAME_PLACE for a, b in zip(self.box, box, strict=True))

    def is_at(self, flaw: Flaw) -> bool:
        """Whether another flaw of the part has a box that meets the box of this one."""
        (x0, y0, x1, y1), (left, low, right, top) = self.box, flaw.box
        return x0 <= right and left <= x1 and y0 <= top and low <= y1

    @property
    def problem(self) -> Problem:
        """The flaw as a Problem, with the place in its location."""
        x, y = self.middle
        place = f"{self.part} at {format_number(x, 1)}, {format_number(y, 1)} mm"
        return Problem(Location(key=place), self.message, self.hint, self.level, self.code)


def find_flaws(part: Part, material: Material) -> list[Flaw]:
    """All flaws of one part in its material. Empty for a part whose cuts are not closed outlines, which `prepare_part`
    refuses."""
    areas = PartAreas(part)
    if not areas.edges or not all(path.closed for path in _paths_of(part, *CUTS)) \
            or not all(area.is_valid for area in (*areas.edges, *areas.holes)):
        return []
    return [flaw for check in CHECKS.values() for flaw in check(areas, material)]


def list_faces(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts, and behind each that is marked on both sides its back, as a part of its own with the same outline."""
    for part in parts:
        yield part
        if part.both_sides and part.back:
            drawing = part.drawing.only(Role.EDGE) + part.back
            yield replace(part, name=f"{part.name} back", drawing=drawing, back=None, both_sides=False)


def making_problems(parts: Iterable[Part], job: LaserJob) -> tuple[Problem, ...]:
    """What cannot be made well: one Problem for parts that share a flaw, and one for a part that has it in several
    places. Raises FabgenError where something cannot be made at all."""
    faces = [part for part in list_faces(parts) if part.count > 0]
    flaws = (flaw for part in faces for flaw in find_flaws(part, job.stock(part.material).material))
    groups: dict[object, list[Flaw]] = {}
    for flaw in distinct_flaws(flaws, faces):
        groups.setdefault((flaw.part, flaw.message, flaw.hint, flaw.level), []).append(flaw)
    problems = tuple(_merge_alike(*group) for group in groups.values())
    if errors := [problem for problem in problems if problem.level == "error"]:
        raise FabgenError(errors)
    return problems


def distinct_flaws(flaws: Iterable[Flaw], parts: Iterable[Part]) -> list[Flaw]:
    """The flaws of parts without those that an earlier part has, too: players have the same parts, and a layer that is
    glued under a part is its mirror image."""
    layers = {part.name for part in parts if part.into}
    distinct = list[Flaw]()
    for flaw in flaws:
        x0, y0, x1, y1 = flaw.box
        mirrored = (-x1, y0, -x0, y1)
        is_known = any(earlier.is_like(flaw, flaw.box) for earlier in distinct)
        is_known = is_known or (flaw.part in layers and any(
            earlier.is_like(flaw, mirrored) for earlier in distinct if earlier.part != flaw.part))
        if not is_known:
            distinct.append(flaw)
    return distinct


def _merge_alike(flaw: Flaw, *further: Flaw) -> Problem:
    """A flaw of a part as a Problem, with the number of its places if there are several."""
    problem = flaw.problem
    key = f"{problem.where.key}, one of {len(further) + 1} places" if further else problem.where.key
    return replace(problem, where=replace(problem.where, key=key))


def _paths_of(part: Part, *roles: Role) -> list[Path]:
    """The paths of a part in some roles."""
    return [p for item in part.drawing.items if isinstance(item, Shape) and item.role in roles for p in item.paths]


@dataclass(frozen=True, eq=False)
class PartAreas:
    """The areas of a part in its own mm, each made once for all checks."""

    part: Part

    @cached_property
    def edges(self) -> list[Polygon]:
        """The areas within its outlines."""
        return [outline_polygon(path, FINE) for path in _paths_of(self.part, Role.EDGE)]

    @cached_property
    def holes(self) -> list[Polygon]:
        """The areas of its holes."""
        return [outline_polygon(path, FINE) for path in _paths_of(self.part, Role.HOLE)]

    @cached_property
    def outer_area(self) -> BaseGeometry:
        """The area within its outlines, holes included."""
        import shapely

        body: BaseGeometry = shapely.union_all(self.edges)
        return body

    @cached_property
    def solid(self) -> BaseGeometry:
        """The area within its outlines and outside of its holes."""
        import shapely

        return self.outer_area.difference(shapely.union_all(self.holes)) if self.holes else self.outer_area


def find_thin_webs(areas: PartAreas, material: Material) -> Iterator[Flaw]:
    """Strips that join two areas and are too narrow for the material, and thin fingers that stick out far. Beside an
    opening of our own shapes strips may be narrower: they are short, and there is another on its other side. Those of a
    designer's drawing may be long, such as legs."""
    if areas.part.has_openings:
        found = [*_find_thin_strips(areas.part, areas.outer_area, material, material.web)]
        yield from found
        yield from (flaw for flaw in _find_thin_strips(areas.part, areas.solid, material, opening_web(material.web))
                    if not any(flaw.is_at(known) for known in found))
    else:
        yield from _find_thin_strips(areas.part, areas.solid, material, material.web)


def _find_thin_strips(part: Part, body: BaseGeometry, material: Material, web: float) -> Iterator[Flaw]:
    """The strips and fingers of a body that are narrower than `web` mm."""
    strips, cores = _open_area(body, web)
    for strip in strips:
        contacts = _count_contacts(strip, cores, web)
        if contacts < 2 and _length(strip) <= LONGEST_FINGER * web:
            continue
        if contacts > 1:
            width = _narrowest_width(body, strip, web)
            what = f"only a strip of {format_number(width, 2)} mm holds the part together here"
        else:
            width = strip.area / _length(strip)  # the mean width: a finger may end in a point
            what = f"a finger only {format_number(width, 2)} mm wide is {format_number(_length(strip), 1)} mm long"
        level: Level = "error" if width < max(BURNT, material.gap) - SPECK else "warning"
        hint = f"{material.name} needs at least {web:g} mm"
        yield Flaw("thin webs", part.name, strip.bounds, what, hint, level, THIN_WEB)


def find_thin_gaps(areas: PartAreas, material: Material) -> Iterator[Flaw]:
    """Slits between two cuts that are so near to each other that they melt into one, and inner corners at which a
    brittle sheet cracks."""
    part, body = areas.part, areas.solid
    void = body.envelope.buffer(2).difference(body)
    slits = _open_area(void, material.gap)[0] if material.gap else []
    gaps = [slit for slit in slits if _length(slit) > 2 * material.gap]
    for slit in gaps:
        width = format_number(_narrowest_width(void, slit, material.gap), 2)
        what = f"a gap of {width} mm may close again or burn wider"
        yield Flaw("thin gaps", part.name, slit.bounds, what, f"keep cuts {material.gap:g} mm apart or more")
    if material.kind in BRITTLE:
        yield from _find_cracks(part, body, gaps)


def _find_cracks(part: Part, body: BaseGeometry, gaps: Sequence[BaseGeometry]) -> Iterator[Flaw]:
    """The sharp inner corners, found as the areas that growing and shrinking the part by a small disc fills. Corners at
    the ends of gaps are left out, because the gap is reported."""
    radius = 0.9 * CRACK
    filled = body.buffer(radius, quad_segs=32).buffer(-radius, quad_segs=32)
    for corner in _polygons(filled.difference(body)):
        if corner.area > 0.01 and not any(corner.intersects(gap) for gap in gaps):
            core = corner.buffer(-SPECK / 2)  # without the hair-thin fringes along both sides of the corner
            box = (corner if core.is_empty else core).bounds
            yield Flaw("thin gaps", part.name, box, "an inner corner is sharp: the sheet cracks there",
                       f"round it with {CRACK:g} mm or more", code=SHARP_CORNER)


def hole_sizes(part: Part) -> Iterator[tuple[float, bool]]:
    """How wide each hole of a part is at its widest, in mm, and whether it is round."""
    import shapely

    for hole in PartAreas(part).holes:
        yield 2 * float(shapely.maximum_inscribed_circle(hole, tolerance=0.01).length), _is_round(hole)


def find_small_holes(areas: PartAreas, material: Material) -> Iterator[Flaw]:
    """Holes that are too small: they close again, or break out."""
    import shapely

    for hole in areas.holes:
        if not hole.buffer(-material.least_hole / 2 - SPECK).is_empty:
            continue  # a larger disc has room: its exact size takes far longer
        diameter = 2 * float(shapely.maximum_inscribed_circle(hole, tolerance=0.01).length)
        if diameter < material.least_hole - SPECK:
            what = f"a hole of {format_number(diameter, 2)} mm is too small to be cut cleanly"
            hint = f"{material.name} needs at least {material.least_hole:g} mm"
            yield Flaw("small holes", areas.part.name, hole.bounds, what, hint)


def find_fine_marks(areas: PartAreas, material: Material) -> Iterator[Flaw]:
    """Engraved strokes and letters that are too fine, and marks that run into each other. What is only printed is no
    mark."""
    import shapely

    part, thinnest = areas.part, material.least_stroke
    no_marks = (*CUTS, *SCORED, Role.PICTURE)
    marks = [area for item in part.drawing.items if isinstance(item, Shape) and item.role not in no_marks
             for area in _filled_areas(item)]
    for mark in marks:
        strips, cores = _open_area(mark, thinnest)
        if cores.is_empty or any(_count_contacts(strip, cores, thinnest) > 1 for strip in strips):
            yield Flaw(FINE_MARKS, part.name, mark.bounds, f"a mark has strokes under {thinnest:g} mm and is lost",
                       "a larger base, or fewer cells in the diagram")
    reach = thinnest / 2 - SPECK
    near_pairs = shapely.STRtree(marks).query(marks, predicate="dwithin", distance=reach).T.tolist() if marks else []
    for i, j in near_pairs:
        if i < j and marks[i].distance(marks[j]) > TOUCH:
            box = shapely.shortest_line(marks[i], marks[j]).bounds
            yield Flaw(FINE_MARKS, part.name, box, "two marks run into each other", "keep them apart")
    for item in part.drawing.items:
        if isinstance(item, Lettering) and item.role not in SCORED and STEM * item.text.cap < 0.9 * thinnest:
            what = f"the words {item.text.string!r} are too small to be read"
            hint = f"capitals of {format_number(thinnest / STEM, 1)} mm or more"
            yield Flaw(FINE_MARKS, part.name, item.bounds(), what, hint)


def _filled_areas(item: Shape) -> list[Polygon]:
    """The areas of a filled shape, by the even-odd rule."""
    rings = [outline_polygon(path, FINE) for path in item.paths if path.closed]
    return _polygons(even_odd_area([ring if ring.is_valid else ring.buffer(0) for ring in rings]))


def find_islands(areas: PartAreas, material: Material) -> Iterator[Flaw]:
    """Loose areas: an outline or a hole within a hole, and areas that the holes separate from the rest of the part."""
    part, holes, edges = areas.part, areas.holes, areas.edges
    for inner in (*holes, *edges):
        if any(hole is not inner and hole.contains(inner) for hole in holes):
            yield Flaw("islands", part.name, inner.bounds, "this lies inside a hole and falls out with it",
                       "join it to the rest with a bridge, or engrave it", "error")
    bodies = sorted(_polygons(areas.solid), key=lambda polygon: -polygon.area)
    for loose in bodies[len(edges) :]:
        what = "the cuts separate this from the rest of the part"
        yield Flaw("islands", part.name, loose.bounds, what, "keep the cuts apart", "error")


def find_slots_near_edges(areas: PartAreas, material: Material) -> Iterator[Flaw]:
    """Slots that are so near to an edge or to each other that the material between is too weak to hold the part in the
    slot. Nothing is held in an opening."""
    import shapely

    if areas.part.has_openings:
        return
    thickness = material.measured or material.thickness
    slots = [hole for hole in areas.holes if not _is_round(hole)]
    edges = [edge.exterior for edge in areas.edges]
    for n, slot in enumerate(slots):
        neighbours: list[tuple[BaseGeometry, float, str]] = [(edge, BESIDE_EDGE, "the edge") for edge in edges]
        neighbours += [(neighbour, BESIDE_SLOT, "another slot") for neighbour in slots[:n]]
        for neighbour, thicknesses, name in neighbours:
            if (gap := float(slot.distance(neighbour))) < thicknesses * thickness - SPECK:
                what = f"{_hole_noun(slot)} is {format_number(gap, 2)} mm from {name}"
                box = shapely.shortest_line(slot, neighbour).bounds
                hint = f"keep {thicknesses:g} thicknesses, {thicknesses * thickness:g} mm"
                yield Flaw("slots near edges", areas.part.name, box, what, hint)


def _hole_noun(hole: Polygon) -> str:
    """The word for a hole in a message: a slot fills its enclosing rectangle, a hole of a drawing may not."""
    return "a slot" if hole.area > LEAST_SLOT_FILL * hole.minimum_rotated_rectangle.area else "a hole"


def _is_round(hole: Polygon) -> bool:
    """Whether a hole is nearly a circle."""
    import shapely

    return bool(hole.area > LEAST_ROUNDNESS * shapely.minimum_bounding_circle(hole).area)


def find_tipping(parts: Iterable[Part]) -> Iterator[Flaw]:
    """Flaws of upright parts that are more than twice as high as their base is wide. Their feet are at y = 0."""
    parts_by_name = {part.name: part for part in parts}
    for part in parts_by_name.values():
        bases = [parts_by_name[name] for name in part.into if name in parts_by_name]
        height = part.drawing.only(Role.EDGE).bounds()[3]
        for base in bases:
            width = min(base.drawing.only(Role.EDGE).size())
            if width < LEAST_BASE_WIDTH * height - SPECK:
                what = f"it is {height:g} mm high on a base of {width:g} mm and tips over"
                yield Flaw(
                    "tips",
                    part.name,
                    part.drawing.bounds(),
                    what,
                    f"a base of {LEAST_BASE_WIDTH * height:g} mm or more",
                )


def find_oversized(part: Part, material: Material) -> Iterator[Flaw]:
    """The flaw of a part that no sheet of its material holds, however it is turned."""
    width, height = part.drawing.only(Role.EDGE).size()
    sheets = [piece.sheet for piece in material.stock if piece.sheet] or [material.sheet]
    if not any(max(width, height) <= max(sheet) and min(width, height) <= min(sheet) for sheet in sheets):
        largest = max(sheets, key=lambda sheet: sheet[0] * sheet[1])
        what = f"it is {width:.1f} x {height:.1f} mm, larger than a sheet of {largest[0]:g} x {largest[1]:g} mm"
        yield Flaw("size", part.name, part.drawing.bounds(), what, "a larger sheet, or parted", "error")


CHECKS: dict[str, Callable[[PartAreas, Material], Iterator[Flaw]]] = {
    "thin webs": find_thin_webs,
    "thin gaps": find_thin_gaps,
    "small holes": find_small_holes,
    FINE_MARKS: find_fine_marks,
    "islands": find_islands,
    "slots near edges": find_slots_near_edges,
}


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    """The polygons of a geometry, without empty ones."""
    return [polygon for polygon in getattr(shape, "geoms", [shape]) if polygon.area > 0]


def _open_area(body: BaseGeometry, width: float) -> tuple[list[Polygon], BaseGeometry]:
    """The places where a body is narrower than a width in mm, and its corners: what is lost when the body is shrunk and
    grown again by a disc of this width (a morphological opening). And the shrunk body: where the disc's middle can
    be."""
    radius = width / 2 - SPECK / 2
    cores = body.buffer(-radius, quad_segs=16)
    wide_areas = cores.buffer(width / 2, quad_segs=16)  # by half a speck more, so that rounding leaves nothing over
    removed = _polygons(body.difference(wide_areas))
    return [place for place in removed if not place.buffer(-SPECK / 2).is_empty], cores


def _count_contacts(strip: Polygon, cores: BaseGeometry, width: float) -> int:
    """The number of places at which a narrow strip touches the wide areas of its body, whose `cores` are those of
    `_open_area` for this width in mm."""
    import shapely

    x0, y0, x1, y1 = strip.bounds
    # Only the cores near the strip are examined: nothing that is grown from others can touch it.
    nearby_cores = shapely.clip_by_rect(cores, x0 - width, y0 - width, x1 + width, y1 + width)
    wide_areas = nearby_cores.buffer(width / 2 + SPECK / 2, quad_segs=16)
    contacts = _polygons(wide_areas.intersection(strip.buffer(SPECK)))
    if len(contacts) < 2:
        return len(contacts)
    return len(_polygons(shapely.union_all([polygon.buffer(SPECK) for polygon in contacts])))


def _length(strip: Polygon) -> float:
    """The longer side of the smallest rectangle around a strip, in mm."""
    corners = list(strip.minimum_rotated_rectangle.boundary.coords)
    return max(math.dist(p, q) for p, q in pairwise(corners))


def _narrowest_width(body: BaseGeometry, strip: Polygon, widest: float) -> float:
    """The least width of a strip in mm, by bisection: shrunk and grown by a smaller disc, the strip stays whole."""
    surroundings = body.intersection(strip.buffer(2 * widest))
    low, high = 0.0, widest
    for _ in range(9):
        middle = (low + high) / 2
        opened = surroundings.buffer(-middle / 2, quad_segs=16).buffer(middle / 2 + SPECK / 2, quad_segs=16)
        low, high = (low, middle) if strip.difference(opened).buffer(-SPECK / 4).area else (middle, high)
    return high
