"""Our shapes and marks → a sheet that shows each at true size, with its name, in mm.

A shape is shown at its own height and, beside it, 25 mm high; a mark on tokens of 18 mm and of 8 mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.path import circle
from fabgen.artwork.text import text_width
from fabgen.core.units import format_number
from fabgen.figures.diagrams.marks import MARKS
from fabgen.figures.silhouettes.outlines import SLOT, broad_line
from fabgen.figures.silhouettes.silhouettes import SHAPES, silhouette

SHEET_WIDTH = 270.0  # mm: an A4 page, landscape, with margins
SMALL = 25.0  # mm: the lower height at which shapes are shown
TOKENS = (18.0, 8.0)  # mm
SIZE_GAP, COLUMN_GAP, ROW_GAP = 3.0, 7.0, 6.0  # mm between two sizes of a sample, two samples, two rows
CAP, DROP = 2.2, 5.0  # mm: capitals of the names, and how far their base lines are below the samples
TONE = "black"


def shape_sheet() -> Drawing:
    """Every silhouette."""
    return _sheet((name, _shape_sample(name)) for name in sorted(SHAPES))


def mark_sheet() -> Drawing:
    """Every mark of tokens."""
    return _sheet((name, _mark_sample(name)) for name in sorted(MARKS))


def _shape_sample(name: str) -> Drawing:
    """A shape at its own height and at the small one."""
    natural = silhouette(name)
    return _side_by_side(
        draw(Role.PIECE, shape.outline(), *shape.holes, *shape.gates,
             *(broad_line(path, SLOT) for path in shape.lines), tone=TONE)
        for shape in (natural, silhouette(name, SMALL)))


def _mark_sample(name: str) -> Drawing:
    """A mark on both sizes of tokens."""
    tokens = (draw(Role.EDGE, circle((0, 0), size / 2)) + MARKS[name](size) for size in TOKENS)
    return _side_by_side(token.moved(0, token.size()[1] / 2) for token in tokens)


def _side_by_side(drawings: Iterable[Drawing]) -> Drawing:
    """Drawings from the left, on a common base line."""
    moved, x = list[Drawing](), 0.0
    for drawing in drawings:
        left, _, right, _ = drawing.bounds()
        moved.append(drawing.moved(x - left, 0))
        x += right - left + SIZE_GAP
    return combine_drawings(moved)


def _sheet(samples: Iterable[tuple[str, Drawing]]) -> Drawing:
    """Samples with their names in rows from the top, as many in each row as the sheet's width holds."""
    drawings, y = list[Drawing](), 0.0
    for row in _rows(samples):
        y -= max(sample.bounds()[3] for _, sample in row)
        x = 0.0
        for name, sample in row:
            label = draw_text(Role.LABEL, name, (x, y - DROP), CAP, anchor="start")
            drawings += [sample.moved(x, y), label]
            x += _sample_width(name, sample) + COLUMN_GAP
        y -= DROP + ROW_GAP
    return combine_drawings(drawings)


def _rows(samples: Iterable[tuple[str, Drawing]]) -> Iterator[list[tuple[str, Drawing]]]:
    """The samples of each row."""
    row, x = list[tuple[str, Drawing]](), 0.0
    for name, sample in samples:
        if row and x + _sample_width(name, sample) > SHEET_WIDTH:
            yield row
            row, x = [], 0.0
        row.append((name, sample))
        x += _sample_width(name, sample) + COLUMN_GAP
    yield row


def _sample_width(name: str, sample: Drawing) -> float:
    """The width in mm of a sample or its name."""
    return max(sample.size()[0], text_width(name, CAP))


CONTACT_SHEETS: dict[str, Callable[[], Drawing]] = {"shapes": shape_sheet, "marks": mark_sheet}


def describe_size(name: str) -> str:
    """The size of a shape in words: `46 mm high, foot 25 mm`."""
    shape = silhouette(name)
    return f"{format_number(shape.height, 1)} mm high, foot {format_number(2 * shape.foot, 1)} mm"
