"""Parts in their places → solids (manifold3d), and for each two that meet how much of one lies in the other.

Slots and sockets are wider than what goes into them, so that two parts of a loose or sliding fit share no room at all;
in a press fit the friction nodes of a slot bite into the tab. manifold3d is imported late: it comes with the extra
`model`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, Shape
from fabgen.artwork.part import Fit
from fabgen.artwork.path import Path, Point
from fabgen.artwork.single_line import missing_stroke_characters, weighted_strokes
from fabgen.artwork.text import text_outlines
from fabgen.artwork.themes import load_theme
from fabgen.core.problems import Location, Problem, problem_error
from fabgen.figures.assembly.isometric import ON_PAPER
from fabgen.figures.assembly.part_places import AssembledThing, PosedPart
from fabgen.materials.key import MaterialKey

if TYPE_CHECKING:
    from collections.abc import Iterable


FINE = 0.005  # mm: a chord is off its arc by less than any clearance
MARK_DEPTH = 0.05  # mm: how far an etched mark stands out of its face, so that it can be seen
SCORE_WIDTH, BURNT_WIDTH = 0.2, 0.28  # mm: a scored line in acrylic; one in wood or card, with its browned sides
PLAY = 0.03  # mm by which half of a clearance may be exceeded
TOUCHING = 0.01  # mm³: two parts that touch share less by rounding
OUTLINES = (Role.EDGE, Role.HOLE)
SCORED_WORDS = (Role.TITLE, Role.COORDINATE)  # by every machine that comes with fabgen


@dataclass(frozen=True)
class Joint:
    """Two parts of a thing that share room, by their names.

    * `volume`: what they share, in mm³.
    * `depth`: how far one bites into the other, in mm: the thickness of what they share.
    """

    thing: str
    parts: tuple[str, str]
    volume: float
    depth: float


@dataclass(frozen=True)
class PartSolid:
    """A placed part as a solid. `fine`: how far in mm a chord may be off an arc."""

    placed: PosedPart
    fine: float = FINE

    @cached_property
    def plate(self) -> Any:
        """The part as a `Manifold`, its back in the plane of its drawing."""
        return _extrude_rings(outline_rings(self.placed.part.drawing, self.fine), self.placed.thickness)

    @cached_property
    def marks(self) -> Any:
        """The etched marks as a thin `Manifold` on the face of the plate; None where nothing is etched."""
        rings = [[(x, y) for x, y in ring.coords[:-1]]
                 for polygon in mark_areas(self.placed.part.drawing, 2 * self.fine, self.score_width)
                 for ring in (polygon.exterior, *polygon.interiors)]
        return _extrude_rings(rings, MARK_DEPTH).translate((0, 0, self.placed.thickness)) if rings else None

    @property
    def score_width(self) -> float:
        """How wide a scored line is in the material of the part, in mm."""
        return SCORE_WIDTH if MaterialKey.parse(self.placed.material).is_acrylic else BURNT_WIDTH

    @property
    def matrix(self) -> list[list[float]]:
        """From the drawing to its place: three rows of four numbers, mm."""
        pose = self.placed.pose
        return [list(row) for row in zip(pose.across, pose.along, pose.out, pose.origin, strict=True)]

    @cached_property
    def body(self) -> Any:
        """The part as a `Manifold`, in place."""
        return self.plate.transform(self.matrix)


def load_solids() -> Any:
    """The module manifold3d. Raises FabgenError with a hint where it is not installed."""
    try:
        import manifold3d
    except ImportError:
        raise problem_error("the model needs packages that are not installed",
                            "pip install 'fabgen[model]'") from None
    return manifold3d


def find_joints(thing: AssembledThing) -> Iterator[Joint]:
    """Each two parts of a thing that share room. Where all joints are loose or sliding there is none."""
    solids = [PartSolid(placed) for placed in thing.parts]
    boxes = [solid.body.bounding_box() for solid in solids]
    for i, first in enumerate(solids):
        for j in range(i + 1, len(solids)):
            common = first.body ^ solids[j].body if boxes_meet(boxes[i], boxes[j]) else None
            if common and common.volume() > TOUCHING:
                names = (first.placed.part.name, solids[j].placed.part.name)
                yield Joint(thing.name, names, common.volume(), max(map(_thickness, common.decompose())))


def _thickness(slab: Any) -> float:
    """How thick a thin solid is, in mm: twice its volume by its surface. Of a thick one it is less than its sides."""
    return float(2 * slab.volume() / slab.surface_area())


def boxes_meet(a: Sequence[float], b: Sequence[float]) -> bool:
    """Whether two boxes (least x, y, z, greatest x, y, z) have points in common."""
    return all(a[n] < b[n + 3] and b[n] < a[n + 3] for n in range(3))


def allowed_bite(fit: Fit) -> float:
    """How far in mm one part of a fit may bite into another: by what a slot is narrower than its tab, and by a friction
    node; 0 for a fit with clearance."""
    return max(0.0, -fit.clearance) + fit.node


def find_loose_parts(thing: AssembledThing) -> Iterator[str]:
    """The names of the parts that stand in slots and may move further to either face than half of their clearance."""
    solids = [PartSolid(placed) for placed in thing.parts]
    for solid in solids:
        slots = [other for other in solids if other.placed.part.name in solid.placed.part.into]
        out = solid.placed.pose.out
        if not slots or abs(out[2]) > 0.5:  # it lies on them
            continue
        reach = max(0.0, thing.fit.clearance) / 2 + PLAY
        moved = [solid.body.translate([way * reach * part for part in out]) for way in (1, -1)]
        if any(all((body ^ slot.body).volume() <= TOUCHING for slot in slots) for body in moved):
            yield solid.placed.part.name


def joint_problems(thing: AssembledThing) -> Iterator[Problem]:
    """A problem for each joint of a thing that is tighter than its fit says, or looser."""
    for name in find_loose_parts(thing):
        what = f"{thing.name}: {name} has more play in its slot than its clearance of {thing.fit.clearance:g} mm"
        yield Problem(Location(), what, "")
    for joint in find_joints(thing):
        if joint.depth > allowed_bite(thing.fit) + TOUCHING:
            what = (f"{thing.name}: {joint.parts[0]} and {joint.parts[1]} lie {joint.depth:.2f} mm in each other, "
                    f"{joint.volume:.1f} mm³ in all; their fit allows {allowed_bite(thing.fit):.2f} mm")
            yield Problem(Location(), what, "")


def outline_rings(drawing: Drawing, fine: float) -> list[list[Point]]:
    """The outlines and holes of a part as polygons; a point is inside where it is inside an odd number of them."""
    return [path.flatten(fine) for item in drawing.only(*OUTLINES).items if isinstance(item, Shape)
            for path in item.paths]


def _extrude_rings(rings: Sequence[Sequence[Point]], thickness: float) -> Any:
    """A plate with these outlines, from 0 to its thickness."""
    import numpy as np

    kernel = load_solids()
    section = kernel.CrossSection([np.array(ring) for ring in rings], kernel.FillRule.EvenOdd)
    return kernel.Manifold.extrude(section, thickness)


def _is_scored(item: Item) -> bool:
    """Whether an item is a word that a laser scores in single lines: those on boards, as far as the font has the
    characters."""
    return (isinstance(item, Lettering) and item.role in SCORED_WORDS
            and not missing_stroke_characters(item.text.string))


def _line_strings(lines: Sequence[Sequence[Point]]) -> Any:
    """Lines with these points, at least one, made at once: one by one takes five times as long."""
    import numpy as np
    import shapely

    numbers = np.repeat(np.arange(len(lines)), [len(points) for points in lines])
    return shapely.linestrings([point for points in lines for point in points], indices=numbers)


def mark_areas(drawing: Drawing, fine: float, score_width: float = SCORE_WIDTH, *, united: bool = True
               ) -> Iterator[Any]:
    """What is etched on a face, as polygons: areas as they are, lines `score_width` mm wide. The theme of
    etched diagrams says which is which. Lines of one item that meet are one polygon where they are `united`."""
    import shapely

    inks = load_theme("etched").inks
    for item in drawing.without(*OUTLINES, *ON_PAPER).items:
        is_scored = _is_scored(item)
        if isinstance(item, Lettering):
            groups: Iterable[Sequence[Path]] = [weighted_strokes(item.text)] if is_scored else text_outlines(item.text)
        else:
            groups = [item.paths]
        for paths in filter(None, groups):
            lines = [path.trace(fine) for path in paths]
            area: Any = shapely.Polygon()
            if not is_scored and (isinstance(item, Lettering) or inks[item.role].fill):
                for points in lines:
                    area = area.symmetric_difference(shapely.Polygon(points).buffer(0))
            else:
                # Lines that end where others begin, as the sides of a frame, have a full corner there.
                merged = shapely.line_merge(shapely.multilinestrings(_line_strings(lines)))
                scored = [merged] if united else [*shapely.get_parts(merged)]
                area = shapely.buffer(scored, score_width / 2, cap_style="flat", join_style="mitre", mitre_limit=1.5)
            yield from (piece for piece in shapely.get_parts(shapely.get_parts(area)) if piece.area > 0)
