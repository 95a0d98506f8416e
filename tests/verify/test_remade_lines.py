"""A line to cut or to fold along that is missing on a sheet, elsewhere, or one too many: told by the
same sheet made from `source/`, whatever its ink, also where strips are joined."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import pairwise
from typing import Any

import pikepdf
import pytest

from fabgen.artwork.drawing import Role, combine_drawings, draw
from fabgen.artwork.path import circle, line
from fabgen.artwork.themes import load_theme
from fabgen.core.problems import Location
from fabgen.paper.cut_marks import draw_fold_mark
from fabgen.paper.strip_blocks import make_net_block
from fabgen.typeset.pages import PageItem, SheetPage, write_pages
from fabgen.verify.remade_documents import compare_documents
from tests.figures.components.test_nets import net

START, PAINT = "m", ("S", "s")


@cache
def sheet() -> bytes:
    """Two strips that are joined, so that one mark at either end parts them, and a round with its grey hairline."""
    strips = make_net_block("scouts", net(), 2).drawing.moved(20, 40)
    marks = draw_fold_mark((20, 30), True).moved(0, 20) + draw(Role.TRIM, line((20, 10), (60, 10)))
    drawing = combine_drawings([strips, marks, draw(Role.CUT_LINE, circle((150, 60), 12))])
    return write_pages([SheetPage(210, 297, (PageItem(drawing),), "1")], load_theme("colour"))


def strokes() -> list[tuple[int, int]]:
    """The first instruction of each line that is drawn, and the one behind its last. Of several lines that are drawn at
    once, each is one."""
    with pikepdf.open(BytesIO(sheet())) as pdf:
        operators = [str(step.operator) for step in pikepdf.parse_content_stream(pdf.pages[0])]
    places, first = list[tuple[int, int]](), -1
    for number, operator in enumerate(operators):
        first = number if operator == START and first < 0 else first
        if operator in PAINT:
            starts = [n for n in range(first, number) if operators[n] == START]
            places += pairwise([*starts, number]) if len(starts) > 1 else [(first, number + 1)]
        first = -1 if operator in (*PAINT, "f", "f*", "B", "B*", "n") else first
    return places


def edited(change: Any) -> bytes:
    with pikepdf.open(BytesIO(sheet())) as pdf:
        steps = change([*pikepdf.parse_content_stream(pdf.pages[0])])
        pdf.pages[0].Contents = pdf.make_stream(pikepdf.unparse_content_stream(steps))
        stream = BytesIO()
        pdf.save(stream)
    return stream.getvalue()


def messages(change: Any) -> list[str]:
    return [problem.what for problem in compare_documents(Location("print/a4.pdf"), edited(change), sheet())]


def test_the_same_lines_in_other_bytes_are_no_problem() -> None:
    assert edited(lambda steps: steps) != sheet()
    assert messages(lambda steps: steps) == []


def test_every_missing_line_is_reported() -> None:
    places = strokes()
    assert len(places) >= 8 + 2 + 6 * 2 + 2  # marks at corners and between strips, at three folds, and the two above
    for first, end in places:
        (what,) = messages(lambda steps, a=first, b=end: steps[:a] + steps[b:])
        assert what.startswith("page 1 lacks the line from ")


def test_every_line_that_is_a_millimetre_off_is_reported() -> None:
    def shift(steps: list[Any], first: int, end: int) -> list[Any]:
        moved = [pikepdf.ContentStreamInstruction([float(value) + 72 / 25.4 for value in step.operands], step.operator)
                 if str(step.operator) in ("m", "l", "c") else step for step in steps[first:end]]
        return steps[:first] + moved + steps[end:]

    lines = strokes()
    assert lines
    for first, end in lines:
        (what,) = messages(lambda steps, a=first, b=end: shift(steps, a, b))
        assert what.startswith("page 1 lacks the line from ")


@pytest.mark.parametrize("ink", [(0.0, 0.0, 0.0), (0.56, 0.59, 0.62)])
def test_a_line_too_many_is_reported_with_its_place(ink: tuple[float, ...]) -> None:
    """As thin as a line to cut along, 0.15 mm, and as grey."""
    def step(operator: str, *operands: float) -> Any:
        return pikepdf.ContentStreamInstruction(list(operands), pikepdf.Operator(operator))

    point = 72 / 25.4
    line_steps = [step("q"), step("RG", *ink), step("w", 0.15 * point), step("m", 90 * point, 200 * point),
                  step("l", 120 * point, 200 * point), step("S"), step("Q")]
    assert messages(lambda steps: steps + line_steps) == ["page 1 has a line too many, from 90, 200 to 120, 200 mm"]
