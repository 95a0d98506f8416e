"""What must hold for every laser file, as functions from a case to its faults, over what other people's readers see.

They are the ten of the research on what users of laser cutters complain about: size, double lines, open contours, what
lies outside, what is hidden, fonts, colours, kerf, order, and what is too thin or too near.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import shapely
from clients.models import Model, contours
from clients.readers import Contour, Seen
from measure import all_of
from shapely.affinity import rotate, translate
from shapely.geometry.base import BaseGeometry

from fabgen.artwork.drawing import Role
from fabgen.laser.sheet import LaserSheet, SheetMark
from fabgen.materials.operations import CUTS, Operation

PLACE = 0.02  # mm that a line may lie off its place: that of a reader's arcs is the most of it
CUT = 0.012  # mm that a cut part may differ: 0.01, and what the flattening of a reader adds
STEPS = {Operation.ENGRAVE: 0, Operation.SCORE: 1, Operation.CUT_INNER: 2, Operation.CUT_OUTER: 2}
TAGS = {
    "svg": {"svg", "g", "path"},
    "lbrn2": {"LightBurnProject", "UIPrefs", "CutSetting", "Shape", "XForm", "VertList", "PrimList", "Notes",
              "Children"},
}


@dataclass(frozen=True)
class Case:
    """A sheet of a job, the file that was written of it, and what a reader sees in that."""

    model: Model
    sheet: LaserSheet
    form: str
    data: bytes
    seen: Seen

    @cached_property
    def pairs(self) -> list[tuple[SheetMark, Contour]]:
        """Each contour of the file with the mark that the model has in its place."""
        wanted = contours(self.sheet, self.form)
        return [(mark, seen) for (mark, _), seen in zip(wanted, self.seen.contours, strict=False)]

    @cached_property
    def worked(self) -> list[tuple[SheetMark, Contour]]:
        """The same in the order in which a program works: that of the file, in a project layer by layer."""
        if self.form != "lbrn2":
            return self.pairs
        layers = [{child.tag: child.get("Value", "") for child in node}
                  for node in ElementTree.fromstring(self.data).iter("CutSetting")]
        priorities = {layer["name"]: float(layer["priority"]) for layer in layers}
        return sorted(self.pairs, key=lambda pair: priorities[pair[1].look[1]])

    @cached_property
    def cuts(self) -> list[tuple[SheetMark, BaseGeometry]]:
        return [(mark, shapely.Polygon(seen.points)) for mark, seen in self.worked if mark.operation in CUTS]

    def of(self, part: str, operation: Operation) -> list[BaseGeometry]:
        return [area for mark, area in self.cuts if mark.part == part and mark.operation is operation]


def size(case: Case) -> Iterator[str]:
    """1: true size and place, in mm, of the file and of every line in it; not mirrored."""
    if case.seen.size and max(abs(a - b) for a, b in zip(case.seen.size, (case.sheet.width, case.sheet.height),
                                                         strict=True)) > 0.001:  # fmt: skip
        yield f"the file is {case.seen.size}"
    for (mark, path), seen in zip(contours(case.sheet, case.form), case.seen.contours, strict=False):
        wanted = path.flatten(0.002)
        there = shapely.LineString([*wanted, *wanted[:1]] if path.closed else wanted)
        here = shapely.LineString(seen.points)
        if not (there.buffer(PLACE, quad_segs=2).covers(here) and here.buffer(PLACE, quad_segs=2).covers(there)):
            yield f"{mark.id} lies elsewhere"


def doubles(case: Case) -> Iterator[str]:
    """2: no line is followed twice, whether it is cut or scored."""
    lines = [shapely.LineString(seen.points) for mark, seen in case.pairs if mark.operation is not Operation.ENGRAVE]
    lines += [shapely.LineString(seen.points) for seen in case.seen.contours[len(case.pairs):]]
    once = shapely.union_all(lines, grid_size=0.001).length
    if (twice := sum(line.length for line in lines) - once) > PLACE:
        yield f"{twice:.3f} mm are followed twice"


def closed(case: Case) -> Iterator[str]:
    """3: cuts and engraved areas end where they begin, and bound an area."""
    for mark, seen in case.pairs:
        if mark.operation is Operation.SCORE:
            continue
        if not seen.closed or np.abs(seen.points[0] - seen.points[-1]).max() > 1e-6:
            yield f"{mark.id} is open"
        elif not shapely.LinearRing(seen.points).is_simple:
            yield f"{mark.id} crosses itself"


def inside(case: Case) -> Iterator[str]:
    """4: nothing lies outside of the sheet's margin."""
    margin = case.model.machine.margin - 0.002
    frame = shapely.box(margin, margin, case.sheet.width - margin, case.sheet.height - margin)
    yield from (f"{seen.id or seen.look} lies outside" for seen in case.seen.contours
                if not frame.covers(shapely.LineString(seen.points)))  # fmt: skip


def counted(case: Case) -> Iterator[str]:
    """5: the file holds what is to be done, and nothing else."""
    wanted = [mark.id for mark, _ in contours(case.sheet, case.form)]
    if len(case.seen.contours) != len(wanted):
        yield f"{len(case.seen.contours)} contours, {len(wanted)} are to be made"
    named = [seen.id for seen in case.seen.contours if seen.id]
    if named and named != wanted:
        yield "the names differ"


def plain(case: Case) -> Iterator[str]:
    """6: no words, no pictures, nothing that programs read in different ways."""
    if case.form in TAGS:
        tags = {node.tag.rpartition("}")[2] for node in ElementTree.fromstring(case.data).iter()}
        strange = {tag for tag in tags - TAGS[case.form] if tag[0].isupper() or case.form == "svg"}
        yield from (f"<{tag}>" for tag in sorted(strange) if not tag.startswith("Optimize_"))
    if case.form == "dxf":
        text = case.data.decode()
        yield from (kind for kind in ("TEXT", "MTEXT", "INSERT", "HATCH", "SPLINE", "IMAGE") if f"\n{kind}\n" in text)
    if case.form == "pdf":
        import io

        import pdfplumber

        page = pdfplumber.open(io.BytesIO(case.data)).pages[0]
        yield from ["words"] * bool(page.chars) + ["pictures"] * bool(page.images)


def looks(case: Case) -> Iterator[str]:
    """7: each line has the one look that its operation has in the profile."""
    machine = case.model.machine
    for mark, seen in case.pairs:
        paint = machine.operations[mark.operation]
        layer = next(name for name, own in machine.layer_groups() if mark.operation in own)
        wanted = {
            "dxf": ("layer", layer.upper()),
            "lbrn2": ("layer", mark.operation.value),
        }.get(case.form, (paint.paint, paint.colour.upper()))
        if seen.look != wanted:
            yield f"{mark.id} is {seen.look}, not {wanted}"


def kerf(case: Case) -> Iterator[str]:
    """8: half a kerf on either side of every cut leaves the part that was drawn."""
    half = case.sheet.kerf / 2
    for place in case.sheet.placements:
        outer, inner = (shapely.union_all(case.of(place.instance, o)) for o in reversed(CUTS))
        made = outer.difference(inner).buffer(-half, quad_segs=16)
        drawing = case.model.parts[place.part].drawing
        drawn = all_of(drawing, Role.EDGE).difference(all_of(drawing, Role.HOLE))
        drawn = drawn.buffer(half, quad_segs=16).buffer(-half, quad_segs=16)  # no beam enters a corner sharper than it
        there = translate(rotate(drawn, place.turn, origin=(0, 0)), place.x, place.y)
        off = shapely.hausdorff_distance(made.boundary, there.boundary) if not made.is_empty else np.inf
        if off > CUT:
            yield f"{place.instance} comes out {off:.3f} mm off"


def ordered(case: Case) -> Iterator[str]:
    """9: engrave, score, cut; what lies in a contour before that contour."""
    ranks = [STEPS[mark.operation] for mark, _ in case.worked]
    yield from (f"{b[0].id} comes too late" for a, b in pairwise(case.worked)
                if STEPS[a[0].operation] > STEPS[b[0].operation])  # fmt: skip
    areas = [area for _, area in case.cuts]
    inner, outer = shapely.STRtree(areas).query(areas, predicate="within")
    yield from (f"{case.cuts[i][0].id} comes after {case.cuts[j][0].id}"
                for i, j in zip(inner.tolist(), outer.tolist(), strict=True) if i > j)  # fmt: skip
    assert ranks


def apart(case: Case) -> Iterator[str]:
    """10: nothing between two cuts is so thin that it burns away, and parts keep their distance."""
    lines = [(mark, area.exterior) for mark, area in case.cuts]
    gap = min(case.model.job.stock(part.material).material.gap for part in case.model.parts.values())
    for i, (mark, line) in enumerate(lines):
        for other, beside in lines[:i]:
            least = gap if mark.part == other.part else case.sheet.spacing
            if (near := shapely.distance(line, beside)) < least - 0.004:
                yield f"{mark.id} and {other.id} are {near:.3f} mm apart"


INVARIANTS: tuple[Callable[[Case], Iterator[str]], ...] = (
    size, doubles, closed, inside, counted, plain, looks, kerf, ordered, apart,
)  # fmt: skip
