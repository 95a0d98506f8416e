"""A sheet made by hand → G-code for GRBL 1.1. Expected words are worked out by hand; S1000 is full power."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from laser.formats.one_sheet import SHEET

from fabgen.artwork.path import circle, line, rectangle
from fabgen.laser.formats.gcode import fill_rows, write_sheet
from fabgen.laser.machine import Machine, load_machine
from fabgen.laser.sheet import SheetMark
from fabgen.materials.operations import Operation

GRBL = load_machine("grbl")


def words(machine: Machine = GRBL) -> list[str]:
    return write_sheet(SHEET, machine).decode().splitlines()


def mark(id: str, machine: Machine = GRBL) -> list[str]:
    """The lines of a mark, after its comment."""
    lines = words(machine)
    start = next(n for n, text in enumerate(lines) if text.startswith(f"; mark {id} "))
    end = next(n for n in range(start + 1, len(lines)) if lines[n].startswith(("; mark", "M5")))
    return lines[start + 1 : end]


def test_it_sets_the_machine_up_and_leaves_it_with_the_beam_off() -> None:
    lines = words()
    assert lines[:8] == [
        "; fabgen: sheet 120 x 100 mm", "; full power is S1000, laser mode is on: $30=1000, $32=1",
        "; a kerf of 0.2 mm is compensated", "G21", "G90", "G94", "G17", "M4 S0"]
    assert lines[-3:] == ["M5", "G0 X0 Y0", "M2"]


def test_marks_stand_in_the_sheets_order_with_operation_and_kind() -> None:
    assert [text[7:] for text in words() if text.startswith("; mark")] == [
        "plate-1.move-1 engrave fill", "plate-1.label-1 engrave fill", "plate-1.grid-1 score line",
        "plate-1.grid-2 score line", "plate-1.hole-1 cut-inner line", "plate-1.edge-1 cut-outer line"]


def test_an_arc_stays_an_arc() -> None:
    """Bulge 0.25 over a chord of 20 mm: the centre lies (1 - 1/16) / (4 * 1/4) * 20 = 18.75 mm above its middle."""
    assert mark("plate-1.grid-1") == [
        "G0 X10 Y80 S0", "G3 X30 Y80 I10 J18.75 S120 F4800", "G1 X40 Y80 S120 F4800"]


def test_a_clockwise_arc() -> None:
    hole = replace(SHEET, marks=(SheetMark("a", Operation.SCORE, (circle((20.0, 20.0), 4.0).reversed(),), "a"),))
    lines = write_sheet(hole, GRBL).decode().splitlines()
    assert [text[:2] for text in lines if text[:3] in ("G2 ", "G3 ")] == ["G2", "G2"]


def test_all_passes_of_a_mark_come_before_the_next() -> None:
    """Two passes at 11 mm/s (660 mm a minute) and 65 %."""
    once = ["G0 X84.5 Y20 S0", "G3 X95.5 Y20 I5.5 J0 S650 F660", "G3 X84.5 Y20 I-5.5 J0 S650 F660"]
    assert mark("plate-1.hole-1") == [*once, *once]


def test_powers_are_shares_of_full_power() -> None:
    """12.5 mm/s are 750 mm a minute; 70 % of S255 are S178.5."""
    assert mark("plate-1.edge-1")[1] == "G1 X5 Y8 S700 F750"
    assert mark("plate-1.edge-1", GRBL.model_copy(update={"full_power": 255}))[1] == "G1 X5 Y8 S178.5 F750"


def test_a_fill_is_rows_to_and_fro_with_the_beam_off_beside_them() -> None:
    """A ring of 8 mm, hole 4 mm, about 20, 20: 81 rows of 8/81 mm, the 41st (to the right) through its middle. Overscan
    is 2 mm; 300 mm/s, 18.5 %."""
    lines = mark("plate-1.move-1")
    assert sum(text.startswith("G0") for text in lines) == 81
    start = lines.index("G0 X14 Y20 S0")
    assert lines[start : start + 6] == [
        "G0 X14 Y20 S0", "G1 X16 Y20 S0 F18000", "G1 X18 Y20 S185 F18000", "G1 X22 Y20 S0 F18000",
        "G1 X24 Y20 S185 F18000", "G1 X26 Y20 S0 F18000"]
    assert re.fullmatch(r"G0 X25\.\d+ Y20\.0988 S0", lines[start + 6])  # the next row runs to the left
    assert lines[0].endswith("Y16.0494 S0")  # 16 and half of 8/81


def test_overscan_ends_at_the_sheet() -> None:
    near = replace(SHEET, marks=(SheetMark("a", Operation.ENGRAVE, (rectangle(1.0, 1.0, 118.5, 2.0),), "a"),))
    lines = write_sheet(near, GRBL).decode().splitlines()
    places = [float(x) for text in lines for x in re.findall(r"X(\S+) Y[12]", text)]
    assert (min(places), max(places)) == (0, 120)


@pytest.mark.parametrize(("height", "count"), [(0.05, 3), (0.3, 3), (0.41, 5), (0.5, 5), (0.51, 7), (8.0, 81)])
def test_rows_are_odd_in_number_and_at_most_a_tenth_apart(height: float, count: int) -> None:
    rows = fill_rows([rectangle(0.0, 0.0, 3.0, height)])
    assert len(rows) == count
    assert rows[0] == (pytest.approx(height / count / 2), [(0.0, 3.0)])


def test_every_move_between_lines_has_the_beam_off() -> None:
    assert all(text.endswith(" S0") for text in words() if text.startswith("G0 X") and text != "G0 X0 Y0")


def test_lines_are_short_enough_for_grbl_and_comments_hold_none_of_its_real_time_words() -> None:
    """GRBL takes 80 characters, and acts on ?, !, ~ and bytes from 0x80 wherever they stand."""
    data = write_sheet(SHEET, GRBL)
    assert max(map(len, data.splitlines())) <= 80
    assert not set(data) & {*b"?!~", *range(0x80, 0x100)}


def test_steps_that_round_to_nothing_are_left_out() -> None:
    path = line((1.0, 1.0), (1.00001, 1.0), (5.0, 1.0))
    tiny = replace(SHEET, marks=(SheetMark("a", Operation.SCORE, (path,), "a"),))
    assert write_sheet(tiny, GRBL).decode().count("\nG1 ") == 1
