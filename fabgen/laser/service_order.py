"""The parts of a game → what a cutting service takes: each part in a file of its own, cuts only and not nested, what is
engraved as a drawing, and a list for the quote.

A service is a file in `laser/cutting_services`: what it asks of files, with the page that says so.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from fabgen.artwork.drawing import Drawing, Lettering, Role, draw_text
from fabgen.artwork.export import pdf
from fabgen.artwork.part import Part
from fabgen.artwork.themes import load_theme
from fabgen.core.problems import FabgenError
from fabgen.core.profiles import load_built_in
from fabgen.core.units import Length
from fabgen.core.yaml_models import YamlModel
from fabgen.laser.formats.registry import FORMATS
from fabgen.laser.job import LaserJob
from fabgen.laser.second_sides import find_turning_by_service
from fabgen.laser.sheet import LaserSheet, make_slugs
from fabgen.laser.sheet_layout import make_part_sheet
from fabgen.materials.key import MaterialKey
from fabgen.materials.operations import CUTS, Operation
from fabgen.spec.game import capitalize_first

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

HEADER = ("file", "part", "count", "material", "colour", "thickness mm", "width mm", "height mm", "cut length mm",
          "holes", "engraved mm2", "engraved lines mm", "engraving drawing")
CUT_FORMATS: tuple[Literal["dxf", "svg"], ...] = ("dxf", "svg")
FLAT = 0.01  # mm: flattening of outlines whose area is measured
MARGIN, LINE, CAP = 12.0, 5.0, 2.5  # mm: around a drawing, between lines of words, their capitals


class LeastSize(YamlModel):
    """A least size: in mm, and as a share of the thickness; the larger of both. `round_only`: the share is for round
    holes, others have the least size in mm."""

    mm: Annotated[float, Field(ge=0, le=50)] = 0.0
    of_thickness: Annotated[float, Field(ge=0, le=10)] = 0.0
    round_only: bool = False

    def of(self, thickness: float, *, is_round: bool = False) -> float:
        """The size in mm for a thickness in mm."""
        counts = is_round or not self.round_only
        return max(self.mm, self.of_thickness * thickness if counts else 0.0)


class CuttingService(YamlModel):
    """What a cutting service asks of files. `source` is the page that says so, read in the month `read`; `has_kerf`:
    files are drawn with the kerf compensated, else at the true size of the part."""

    name: str
    home: str
    source: str
    read: str
    files: tuple[Literal["dxf", "svg"], ...]
    largest: tuple[Length, Length] | None = None
    least_hole: LeastSize = LeastSize()
    least_web: LeastSize = LeastSize()
    has_kerf: bool = False
    note: str


@dataclass(frozen=True)
class PartToCut:
    """A part for a cutting service: its sheet of the size of its outline, and the name of its files."""

    part: Part
    sheet: LaserSheet
    stem: str
    thickness: float

    @property
    def cuts(self) -> LaserSheet:
        """The sheet with its cuts alone."""
        return replace(self.sheet, marks=tuple(mark for mark in self.sheet.marks if mark.operation in CUTS))

    @property
    def is_engraved(self) -> bool:
        """Whether there is anything but cuts."""
        return len(self.cuts.marks) < len(self.sheet.marks)


@cache
def load_cutting_service(name: str) -> CuttingService:
    """A built-in cutting service by name. Raises FabgenError for an unknown one."""
    return load_built_in(name, "cutting_services", CuttingService, "cutting service")


def prepare_order(parts: Sequence[Part], job: LaserJob, service: CuttingService) -> list[PartToCut]:
    """Each kind of part alone. Raises FabgenError with every Problem of parts that cannot be cut."""
    if problems := find_turning_by_service(parts, service.name):
        raise FabgenError(problems)
    wanted = [replace(part, common_line=False) for part in parts if part.count > 0]
    stems = make_slugs([part.name for part in wanted], "part")
    prepared = []
    for part, stem in zip(wanted, stems, strict=True):
        material = job.stock(part.material).material
        sheet = make_part_sheet(part, job, job.kerf_of(material) if service.has_kerf else 0.0)
        prepared.append(PartToCut(part, sheet, stem, material.measured or material.thickness))
    return prepared


def order_files(parts: Sequence[PartToCut], job: LaserJob) -> Iterator[tuple[str, bytes]]:
    """The files of an order by their paths: cuts as DXF and SVG, drawings of what is engraved, the list."""
    yield "quote.csv", _write_quote(parts)
    for part in parts:
        for suffix in CUT_FORMATS:
            yield f"{suffix}/{part.stem}.{suffix}", FORMATS[suffix].write(part.cuts, job.machine)
    for part in parts:
        if part.is_engraved:
            yield f"engraving/{part.stem}.pdf", _draw_engraving(part)


def _write_quote(parts: Sequence[PartToCut]) -> bytes:
    """The list as CSV in UTF-8 with a byte order mark, so that spreadsheets read it correctly."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(HEADER)
    writer.writerows(_quote_row(part) for part in parts)
    return stream.getvalue().encode("utf-8-sig")


def _quote_row(part: PartToCut) -> tuple[str | int | float, ...]:
    """The row of a part: its file, sizes and lengths in mm, and what is engraved in mm²."""
    sheet, key = part.sheet, MaterialKey.parse(part.sheet.material)
    cut = sum(path.length() for mark in part.cuts.marks for path in mark.paths)
    holes = sum(mark.operation is Operation.CUT_INNER for mark in sheet.marks)
    area = _engraved_area(sheet).area
    lines = sum(path.length() for mark in sheet.marks if mark.operation is Operation.SCORE for path in mark.paths)
    drawing = f"engraving/{part.stem}.pdf" if part.is_engraved else ""
    return (f"dxf/{part.stem}.dxf", part.part.title, part.part.count, key.material, key.colour or "",
            part.thickness, round(sheet.width, 2), round(sheet.height, 2), round(cut, 1), holes, round(area, 1),
            round(lines, 1), drawing)


def _engraved_area(sheet: LaserSheet) -> BaseGeometry:
    """What is engraved on a sheet, as one area. The paths of a mark are one area by the even-odd rule."""
    import shapely

    area: BaseGeometry = shapely.Polygon()
    for mark in sheet.marks:
        if mark.operation is Operation.ENGRAVE:
            filled: BaseGeometry = shapely.Polygon()
            for path in mark.paths:
                points = path.flatten(FLAT)
                if len(points) > 2:
                    filled = filled.symmetric_difference(shapely.Polygon(points).buffer(0))
            area = area.union(filled)
    return area


def _draw_engraving(part: PartToCut) -> bytes:
    """What is engraved on a part, at true size over its outline, with words that say what it is and where."""
    drawing = part.part.drawing
    x0, y0, x1, y1 = drawing.only(Role.EDGE).bounds()
    side = "the back of a clear sheet, mirrored as it is drawn here" if part.part.mirrored else "the side that is shown"
    words = [
        f"{capitalize_first(part.part.title)}: {part.part.count} of {part.sheet.material}, {part.thickness:g} mm thick",
        f"True size, 1:1. Outline {x1 - x0:.2f} x {y1 - y0:.2f} mm. Black: engrave, on the surface, on {side}.",
        "Places in mm from the lower left corner of the outline:",
        *_list_features(drawing.without(Role.EDGE, Role.HOLE), x0, y0),
    ]
    lines = [draw_text(Role.NOTE, text, (x0, y0 - MARGIN / 2 - LINE * (number + 1)), CAP, anchor="start")
             for number, text in enumerate(words)]
    page = drawing + Drawing(tuple(item for line in lines for item in line.items))
    return pdf.write_drawing(page, load_theme("etched"), MARGIN, title=f"{part.part.title}: engraving")


def _list_features(marks: Drawing, x0: float, y0: float) -> Iterator[str]:
    """A line for each kind of thing that is engraved, with its words and its box."""
    for role in dict.fromkeys(item.role for item in marks.items):
        some = marks.only(role)
        left, low, right, high = some.bounds()
        texts = [item.text.string for item in some.items if isinstance(item, Lettering)]
        what = f"words {', '.join(dict.fromkeys(texts))[:60]}" if texts else f"{role.name.lower().replace('_', ' ')}"
        yield (f"{what}: {len(some.items)}, from {left - x0:.1f}, {low - y0:.1f} to {right - x0:.1f}, {high - y0:.1f}")
