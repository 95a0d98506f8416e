"""Our shapes and marks → a sheet that shows each at true size, with its name, in mm.

A shape stands at its own height and, beside it, at 25 mm; a mark lies on tokens of 18 mm and of 8 mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from fabgen.artwork.drawing import Drawing, Role, draw, together, write
from fabgen.artwork.path import circle
from fabgen.artwork.text import text_width
from fabgen.figures.marks import MARKS
from fabgen.figures.silhouettes import SHAPES, silhouette
from fabgen.units import number

WIDE = 270.0  # mm: an A4 page, lying, with margins
SMALL = 25.0  # mm: the lower height at which shapes are shown
TOKENS = (18.0, 8.0)  # mm
BESIDE, APART, ABOVE = 3.0, 7.0, 6.0  # mm between two sizes of one thing, two things, two rows
CAP, DROP = 2.2, 5.0  # mm: of the names, and how far they stand below
TONE = "black"


def shape_sheet() -> Drawing:
    """Every silhouette."""
    return _sheet((name, _shape(name)) for name in sorted(SHAPES))


def mark_sheet() -> Drawing:
    """Every mark of tokens."""
    return _sheet((name, _mark(name)) for name in sorted(MARKS))


def _shape(name: str) -> Drawing:
    natural = silhouette(name)
    return _beside(draw(Role.PIECE, shape.outline(), *shape.holes, tone=TONE)
                   for shape in (natural, silhouette(name, SMALL)))


def _mark(name: str) -> Drawing:
    sizes = (draw(Role.EDGE, circle((0, 0), size / 2)) + MARKS[name](size) for size in TOKENS)
    return _beside(one.moved(0, one.size()[1] / 2) for one in sizes)


def _beside(drawings: Iterable[Drawing]) -> Drawing:
    """From the left, on one ground."""
    out, x = list[Drawing](), 0.0
    for one in drawings:
        left, _, right, _ = one.bounds()
        out.append(one.moved(x - left, 0))
        x += right - left + BESIDE
    return together(out)


def _sheet(things: Iterable[tuple[str, Drawing]]) -> Drawing:
    """Rows from the top, as many in each as its width holds."""
    out, y = list[Drawing](), 0.0
    for row in _rows(things):
        y -= max(one.bounds()[3] for _, one in row)
        x = 0.0
        for name, one in row:
            label = write(Role.LABEL, name, (x, y - DROP), CAP, anchor="start")
            out += [one.moved(x, y), label]
            x += _width(name, one) + APART
        y -= DROP + ABOVE
    return together(out)


def _rows(things: Iterable[tuple[str, Drawing]]) -> Iterator[list[tuple[str, Drawing]]]:
    row, x = list[tuple[str, Drawing]](), 0.0
    for name, one in things:
        if row and x + _width(name, one) > WIDE:
            yield row
            row, x = [], 0.0
        row.append((name, one))
        x += _width(name, one) + APART
    yield row


def _width(name: str, one: Drawing) -> float:
    return max(one.size()[0], text_width(name, CAP))


SHEETS: dict[str, Callable[[], Drawing]] = {"shapes": shape_sheet, "marks": mark_sheet}


def measure(name: str) -> str:
    """The size of a shape in words: `46 mm high, foot 25 mm`."""
    shape = silhouette(name)
    return f"{number(shape.height, 1)} mm high, foot {number(2 * shape.foot, 1)} mm"
