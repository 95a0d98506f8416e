"""The printer sheet measures what it says: whatever the printer is out by, the lines that meet name the offset that
makes backs register."""

from __future__ import annotations

import pytest
from paper.turning import turned

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.paper.duplex import Flip, PrintAssembly, back_of_sheet
from fabgen.paper.printer_test import (
    EVERY,
    PITCH,
    STEP,
    STEPS,
    draw_ladder,
    draw_vernier_back,
    draw_vernier_front,
    make_printer_sheet,
    write_printer_pdf,
)
from fabgen.typeset.pages import SheetFrame
from fabgen.typeset.papers import load_paper


def lines(drawing: Drawing) -> list[tuple[float, float, float, float]]:
    return [path.bounds() for item in drawing.only(Role.TRIM).items if isinstance(item, Shape) for path in item.paths]


def met(front: list[float], back: list[float]) -> float:
    """The number of the line that meets one behind it."""
    place = min(range(len(front)), key=lambda k: abs(front[k] - back[k]))
    assert abs(front[place] - back[place]) < 0.01
    return STEP * (place - STEPS)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("out", "up"), [(0.0, 0.0), (1.0, -0.5), (-3.75, 2.25), (4.0, 4.0)])
def test_the_numbers_that_are_read_undo_the_printers_error(flip: Flip, paper: str, out: float, up: float) -> None:
    frame, assembly = SheetFrame(load_paper(paper)), PrintAssembly("duplex", flip)
    printed = back_of_sheet(draw_vernier_back(frame, assembly), frame, assembly).moved(
        out, up
    )  # where the printer puts it
    front, back = lines(draw_vernier_front(frame)), lines(printed)
    count = 2 * STEPS + 1
    across = met([b[0] for b in front[:count]], [turned((b[0], b[1]), frame, flip)[0] for b in back[:count]])
    along = met([b[1] for b in front[count:]], [turned((b[0], b[1]), frame, flip)[1] for b in back[count:]])
    assert (across, along) == pytest.approx((-out, -up))
    PrintAssembly("duplex", flip, (across, along))  # is in range


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_ladders_touch_no_words(paper: str) -> None:
    front = make_printer_sheet(load_paper(paper), PrintAssembly("duplex", "long"))[0]
    words = [item for placed in front.items for item in placed.drawing.items if isinstance(item, Lettering)]
    steps = [one for one in words if one.text.string in {"3", "4", "5", "6.35", "8", "10"}
             and not one.text.bold]
    others = [one for one in words if one not in steps]
    assert len(steps) == 4 * 6
    assert min(one.text.cap for one in steps) >= 1.8  # mm: 7 points and more
    for step in steps:
        x0, y0, x1, y1 = step.bounds()
        for other in others:
            u0, v0, u1, v1 = other.bounds()
            assert max(u0 - x1, x0 - u1, v0 - y1, y0 - v1) > 0.3, (step.text.string, other.text.string)


def test_the_lines_of_a_ladder_are_at_their_distances() -> None:
    assert sorted(round(y, 2) for _, y, _, _ in lines(draw_ladder())) == [3, 4, 5, 6.35, 8, 10]


def test_numbers_are_beside_their_lines() -> None:
    front = draw_vernier_front(SheetFrame(load_paper("a4")))
    first = lines(front)
    numbers = [item.text for item in front.items if isinstance(item, Lettering) and item.role is Role.NOTE]
    across = [text for text in numbers if text.anchor == "middle"]
    assert [text.string for text in across] == ["-4", "-3", "-2", "-1", "0", "+1", "+2", "+3", "+4"]
    for place, text in enumerate(across):
        assert text.at[0] == pytest.approx(first[EVERY * place][0])
    assert PITCH * EVERY > 3  # mm: numbers have room


def test_the_sheet_has_two_sides_and_bars_on_both() -> None:
    front, back = make_printer_sheet(load_paper("a4"), PrintAssembly("duplex", "short"))
    for page in (front, back):
        drawn = [b for placed in page.items for b in lines(placed.drawing)]
        assert sum(abs(x1 - x0 - 100) < 1e-6 for x0, _, x1, _ in drawn) == 1
        assert sum(abs(y1 - y0 - 100) < 1e-6 for _, y0, _, y1 in drawn) == 1
    assert write_printer_pdf("a4", "long") == write_printer_pdf("a4", "long")
