"""Pictures of sheets: no word hides a line of a part, few parts are shown larger, numbers are whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
import shapely
from laser.laser_parts import base, board, disc, kit
from shapely.geometry.base import BaseGeometry

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.artwork.part import Part
from fabgen.laser.estimate import estimate_sheet
from fabgen.laser.job import LaserJob
from fabgen.laser.job_sheet.sheet_picture import draw_sheet
from fabgen.laser.job_sheet.work import JobContent, JobSheetEntry
from fabgen.laser.machine import load_machine
from fabgen.laser.sheet_layout import make_sheets

WIDE, HIGH = 180.0, 128.0


def work(parts: Sequence[Part], sheet: tuple[float, float] = (600, 400)) -> JobContent:
    job = LaserJob(load_machine("generic"), sheet=sheet)
    made = make_sheets(parts, job)
    sheets = [
        JobSheetEntry(one, job.stock(one.material), estimate_sheet(one, job.machine), (f"{one.name}.svg",))
        for one in made
    ]
    return JobContent("Game", job.machine, tuple(sheets), {part.name: part for part in parts}, ())


def drawn(made: JobContent, n: int = 0) -> Drawing:
    sheet = made.sheets[n].sheet
    kinds = list(dict.fromkeys(spot.part for spot in sheet.placements))
    return draw_sheet(made, sheet, kinds, WIDE, HIGH)


def lines(drawing: Drawing, *roles: Role) -> Iterator[BaseGeometry]:
    for item in drawing.items:
        if isinstance(item, Shape) and item.role in roles:
            for path in item.paths:
                points = path.flatten(0.01)
                yield shapely.LineString([*points, *([points[0]] if path.closed else [])])


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("parts", [kit(), [board()], [base(f"base {n}", 3, size=30.0 + n) for n in range(4)]])
def test_no_word_hides_what_is_cut_or_engraved(parts: list[Part]) -> None:
    made = work(parts)
    assert made.sheets
    for n in range(len(made.sheets)):
        shown = drawn(made, n)
        grounds = [shapely.Polygon(line.coords) for line in lines(shown, Role.GLUE)]
        assert grounds
        solid = shapely.union_all(list(lines(shown, Role.EDGE, Role.HOLE, Role.MOVE)))
        assert not any(ground.intersects(solid) for ground in grounds)


def test_few_parts_are_shown_larger_and_the_sheet_small_beside_them() -> None:
    few, full = drawn(work([disc(2)])), drawn(work([disc(2)], (60, 40)))
    wide = [max(line.bounds[2] - line.bounds[0] for line in lines(shown, Role.EDGE)) for shown in (few, full)]
    assert wide == pytest.approx([18.2, 18.2], abs=0.01)  # with the kerf, at true size; on the whole sheet 18.2 / 3.5
    words = [item.text.string for item in few.items if isinstance(item, Lettering)]
    assert "the whole sheet" in words
    assert "the whole sheet" not in [item.text.string for item in full.items if isinstance(item, Lettering)]


def test_every_part_of_a_long_strip_is_shown_once() -> None:
    made = work([base("base", 9)])
    assert len(list(lines(drawn(made), Role.EDGE))) == 9
