"""Times and costs of sheets by hand, and what is said where engraving takes the most."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from laser.laser_parts import kit

from fabgen.artwork.path import Path, circle, rectangle
from fabgen.artwork.path import line as polyline
from fabgen.core.problems import Problem
from fabgen.laser.estimate import (
    Bill,
    estimate_sheet,
    format_minutes,
    list_bills,
    travel_seconds,
    warn_of_long_engraving,
)
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import Machine, Motion, load_machine
from fabgen.laser.sheet import LaserSheet, SheetMark
from fabgen.laser.sheet_layout import make_sheets
from fabgen.materials.material import LaserSetting, Price
from fabgen.materials.operations import Operation

ENGRAVE, SCORE, INNER, OUTER = Operation
MOTION = Motion(travel=200, acceleration=1000, corner=10, raster=400, overscan=5)
MACHINE = load_machine("generic").model_copy(update={"motion": MOTION})
SETTINGS = {ENGRAVE: LaserSetting(speed=300, power=20), SCORE: LaserSetting(speed=100, power=15, passes=2),
            INNER: LaserSetting(speed=10, power=60), OUTER: LaserSetting(speed=10, power=60)}


def sheet(*marks: tuple[Operation, Path], name: str = "one", material: str = "acrylic-3mm/red") -> LaserSheet:
    made = tuple(
        SheetMark(f"part-{n}.mark-1", operation, (path,), f"part-{n}") for n, (operation, path) in enumerate(marks)
    )
    return LaserSheet(name, material, 400, 300, 0.2, 2.0, made, (), (), SETTINGS)


def test_a_line_by_hand() -> None:
    """110 mm at 100 mm/s with 1000 mm/s²: 1.2 s, twice. From the upper left corner (0, 300) to it it is 100 mm."""
    found = estimate_sheet(sheet((SCORE, polyline((0, 200), (110, 200)))), MACHINE)
    assert found.seconds == {SCORE: pytest.approx(2.4)}
    assert found.lengths == {SCORE: pytest.approx(220)}
    assert found.travel == pytest.approx(100 + (110**2 + 100**2) ** 0.5)
    moving = travel_seconds(100, 200, 1000) + travel_seconds(found.travel - 100, 200, 1000)
    assert found.travel_time == pytest.approx(moving)
    assert found.total == pytest.approx(2.4 + found.travel_time)


def test_an_area_by_hand() -> None:
    """30 x 20 mm: 200 rows of 30 mm and 2 x 5 mm, at 300 mm/s too short to reach full speed: 2 sqrt(40 / 1000)."""
    found = estimate_sheet(sheet((ENGRAVE, rectangle(10, 10.05, 30, 20))), MACHINE)
    assert found.seconds == {ENGRAVE: pytest.approx(200 * 2 * (40 / 1000) ** 0.5)}
    assert found.lengths == {ENGRAVE: pytest.approx(200 * 30)}
    assert found.travel == 0


def test_without_inertia_times_are_lengths_over_speeds() -> None:
    cut, area = circle((100, 100), 20), rectangle(10, 10, 30, 20)
    marked = sheet((ENGRAVE, area), (SCORE, polyline((0, 0), (50, 50))), (OUTER, cut))
    found = estimate_sheet(marked, MACHINE, inertia=False)
    assert found.seconds[SCORE] == pytest.approx(2 * 5000**0.5 / 100)
    assert found.seconds[OUTER] == pytest.approx(cut.length() / 10)
    assert found.seconds[ENGRAVE] == pytest.approx((200 * 30 + 20) / 300)  # rows of the box, and its height
    assert found.travel_time == pytest.approx(found.travel / 200)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["generic", "glowforge"])
def test_a_whole_kit_without_inertia_is_within_two_per_cent_of_length_over_speed(name: str) -> None:
    machine = load_machine(name)
    sheets = make_sheets(kit(), LaserJob(machine))
    assert sheets
    for made in sheets:
        found = estimate_sheet(made, machine, inertia=False)
        for operation in (SCORE, INNER, OUTER):
            lines = [path for mark in made.marks if mark.operation is operation for path in mark.paths]
            flat = [[*path.flatten(0.001), *([path.start] if path.closed else [])] for path in lines]
            length = sum(math.dist(p, q) for points in flat for p, q in pairwise(points))
            assert found.seconds.get(operation, 0) == pytest.approx(length / made.settings[operation].speed, rel=0.02)
        assert estimate_sheet(made, machine).total > found.total - found.seconds.get(ENGRAVE, 0)


def test_inertia_costs_time_and_high_acceleration_none() -> None:
    quick = MACHINE.model_copy(update={"motion": Motion(travel=200, acceleration=100_000, corner=10_000, overscan=0)})
    plain = sheet((SCORE, rectangle(10, 10, 80, 60)), (OUTER, rectangle(5, 5, 90, 70)))
    ideal = estimate_sheet(plain, quick, inertia=False)
    assert estimate_sheet(plain, quick).total == pytest.approx(ideal.total, rel=0.01)
    assert estimate_sheet(plain, MACHINE).total > ideal.total


def test_a_machine_that_engraves_lines_follows_them() -> None:
    outlined = MACHINE.operations | {ENGRAVE: MACHINE.operations[SCORE]}
    machine = Machine.model_validate({**MACHINE.model_dump(), "operations": outlined})
    found = estimate_sheet(sheet((ENGRAVE, rectangle(10, 10, 30, 20))), machine, inertia=False)
    assert found.seconds == {ENGRAVE: pytest.approx(100 / 300)}


def test_bills_are_by_material() -> None:
    one, two = (sheet((OUTER, rectangle(10, 10, 80, 60)), name=name) for name in ("a", "b"))
    other = replace(one, material="birch-ply-3mm")
    prices = {"acrylic-3mm/red": Price(amount=12.5, currency="EUR")}
    found = list_bills([one, two, other], [estimate_sheet(made, MACHINE) for made in (one, two, other)], prices.get)
    seconds = estimate_sheet(one, MACHINE).total
    assert found == [Bill("acrylic-3mm/red", 2, pytest.approx(2 * seconds), Price(amount=25, currency="EUR")),
                     Bill("birch-ply-3mm", 1, pytest.approx(seconds), None)]
    assert str(found[0]) == "acrylic-3mm/red: 2 sheets, about 1 min, 25.00 EUR"
    assert str(found[1]) == "birch-ply-3mm: 1 sheet, about 1 min"


@pytest.mark.parametrize(("seconds", "said"), [(1, "1 min"), (89, "1 min"), (150, "2 min"), (3600, "1 h 0 min"),
                                               (5400, "1 h 30 min")])
def test_times_as_people_say_them(seconds: float, said: str) -> None:
    assert format_minutes(seconds) == said


def _warnings(*sheets: LaserSheet) -> list[Problem]:
    """The warnings of long engraving on some sheets."""
    return warn_of_long_engraving(sheets, [estimate_sheet(sheet, MACHINE) for sheet in sheets], MACHINE)


def test_much_engraving_is_warned_of_with_what_else_it_could_be() -> None:
    """Two areas of 40 x 40 mm, 380 mm from end to end: 400 rows of 390 mm take 1.6 s each, 640 s; by themselves 800
    rows of 50 mm take 0.447 s each, 358 s. A hatch has 160 lines of 40 mm, half a second each with their turns."""
    areas = [(ENGRAVE, rectangle(x, 100, 40, 40)) for x in (10, 350)]
    (told,) = _warnings(sheet(*areas, (OUTER, rectangle(5, 5, 20, 20))))
    assert told.level == "warning"
    assert told.what == "engraving takes 11 min of the 11 min of this job"
    assert told.hint == "it would take 6 min filled part by part, 1 min as a hatch of 0.5 mm or 1 min as outlines"


def test_little_engraving_is_not_mentioned() -> None:
    hardly_engraved = sheet((ENGRAVE, rectangle(10, 10, 2, 2)), (OUTER, rectangle(5, 5, 80, 80)))
    assert _warnings(hardly_engraved) == []
    three_minutes = sheet((ENGRAVE, rectangle(10, 100, 40, 40)))  # one area of the test above: 179 s, and nothing else
    assert _warnings(three_minutes) == []
    assert _warnings() == []
