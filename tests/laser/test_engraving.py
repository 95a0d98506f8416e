"""Areas as lines: lengths and counts by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabgen.artwork.drawing import Drawing, Role, Shape, draw, draw_text
from fabgen.artwork.part import Part
from fabgen.artwork.path import circle, rectangle
from fabgen.laser.engraving import INSET, apply_engraving_style, hatch_area
from fabgen.laser.machine import Engraving, Machine, load_machine, read_engraving
from fabgen.laser.preparation import prepare_part
from fabgen.materials.material import load_material
from fabgen.materials.operations import Operation

STOCK = load_material("acrylic-3mm").material


def machine(how: str) -> Machine:
    return load_machine("generic").model_copy(update={"engraving": read_engraving(how)})


def plate(marks: Drawing) -> Part:
    return Part("plate", draw(Role.EDGE, rectangle(-20, -20, 40, 40, 2)) + marks, 1, "acrylic-3mm", "plates")


def scored(part: Part, how: str) -> float:
    laser = machine(how)
    steps = prepare_part(apply_engraving_style(part, laser), laser, STOCK, 0.2).steps
    assert not any(step.operation is Operation.ENGRAVE for step in steps)
    return sum(path.length() for step in steps if step.operation is Operation.SCORE for path in step.paths)


def test_filled_areas_stay_as_they_are() -> None:
    part = plate(draw(Role.MOVE, circle((0, 0), 5)))
    assert apply_engraving_style(part, load_machine("generic")) is part


@pytest.mark.parametrize("role", [Role.COORDINATE, Role.TITLE])
def test_title_and_coordinates_are_single_lines_of_one_kind(role: Role) -> None:
    """Under 2.2 mm a capital I is one line as high as the capitals; a letter that the font of lines lacks keeps its
    outline."""
    part = plate(draw_text(role, "I", (0, 0), 2))
    laser = load_machine("generic")
    steps = prepare_part(apply_engraving_style(part, laser), laser, STOCK, 0.2).steps
    [word] = [step for step in steps if step.operation is not Operation.CUT_OUTER]
    assert word.operation is Operation.SCORE
    assert [path.closed for path in word.paths] == [False]
    assert word.paths[0].length() == pytest.approx(2, abs=1e-6)
    strange = plate(draw_text(role, "\u0416", (0, 0), 3))
    assert apply_engraving_style(strange, laser) is strange


def test_an_outline_is_as_long_as_the_circles_are_round() -> None:
    ring = draw(Role.MARK, circle((0, 0), 5), circle((0, 0), 3))
    assert scored(plate(ring), "outline") == pytest.approx(2 * math.pi * 8, abs=1e-6)


def test_a_hatch_fills_a_square() -> None:
    """A square of 10 mm around the origin, lines 1 mm apart: 9, from -4 to 4, each 0.15 mm short at both ends."""
    part = plate(draw(Role.MARK, rectangle(-5, -5, 10, 10)))
    assert scored(part, "hatch:1mm:0") == pytest.approx(40 + 9 * (10 - 2 * INSET))
    assert scored(part, "hatch:1mm:90") == pytest.approx(40 + 9 * (10 - 2 * INSET))


@pytest.mark.slow
@given(st.floats(0.2, 1.0), st.floats(-90, 90))
def test_a_hatch_covers_its_area(pitch: float, angle: float) -> None:
    """Lines a pitch apart: their length times the pitch is the area between them, whatever the angle."""
    engraving = Engraving(style="hatch", pitch=pitch, angle=angle)
    lines = hatch_area([circle((0, 0), 8)], engraving)
    inner = math.pi * (8 - INSET) ** 2
    assert sum(one.length() for one in lines) * pitch == pytest.approx(inner, rel=0.02)
    assert all(math.hypot(*p) <= 8 - INSET + 0.01 for one in lines for p in (one.start, one.end))


def test_the_hole_of_a_ring_stays_free() -> None:
    lines = hatch_area([circle((0, 0), 8), circle((0, 0), 4)], Engraving(style="hatch", pitch=0.5))
    assert all(math.hypot(*p) >= 4 + INSET - 0.01 for one in lines for p in (one.start, one.end))


def test_words_become_their_outlines() -> None:
    part = plate(draw_text(Role.LABEL, "Knight", (0, 0), 3))
    assert all(isinstance(item, Shape) for item in apply_engraving_style(part, machine("outline")).drawing.items)
    assert scored(part, "hatch") == scored(part, "outline") > 0


@pytest.mark.parametrize("text", ["", "dots", "outline:1", "hatch:0", "hatch:9mm", "hatch:1:2:3", "hatch:x"])
def test_what_is_no_way_to_engrave(text: str) -> None:
    with pytest.raises(ValueError, match="`"):
        read_engraving(text)


def test_a_machine_may_say_it_in_one_word() -> None:
    data = {**load_machine("generic").model_dump(), "engraving": "outline"}
    assert Machine.model_validate(data).engraving.style == "outline"
