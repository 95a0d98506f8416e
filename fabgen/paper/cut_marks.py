"""Sizes in mm → the marks that show where to cut and where to fold, and the key that explains them.

Marks are outside what is cut out, and end before the marks of a neighbour begin.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import draw_fold_mark
from fabgen.artwork.path import MIRROR, Path, Point, line, polygon, rectangle, translation
from fabgen.artwork.text import text_width
from fabgen.core.languages import Catalogue
from fabgen.typeset.pages import BODY, HEADING

MARK = (1.0, 3.6)  # mm from the edge where a mark begins and ends
STRIPES = 3.0  # mm from stripe to stripe of a glue tab
BETWEEN_MARKS = 3.0  # mm between the marks of two blocks: they are not taken for one line
GAP = 2 * MARK[1] + BETWEEN_MARKS  # mm between blocks
SAMPLE, KEY_COLUMN_GAP = 10.0, 4.0  # mm in the key: the length of a sample, the gap between columns
KEY_TICK = 1.6  # mm: a cut mark in the key, shorter than those of sheets: none is taken for one
KEY_CORNER = 1.6  # mm: how high the corner of a block in the key is
ROW, KEY_HEIGHT = 4.8, 9.9  # mm in the key: from line to line at most, and from its first line to its last at most
DEEPEST = 4  # lines: the head of a sheet has no room for a higher key above the topmost cut marks


def make_corner_marks(width: float, height: float, mark: tuple[float, float] = MARK) -> list[Path]:
    """The eight cut marks around a rectangle with its lower left corner at the origin: where a `mark` begins and ends,
    in mm from its corners."""
    start, end = mark
    level = [line((x + s * start, y), (x + s * end, y)) for y in (0.0, height) for x, s in ((0.0, -1), (width, 1))]
    upright = [line((x, y + s * start), (x, y + s * end)) for x in (0.0, width) for y, s in ((0.0, -1), (height, 1))]
    return level + upright


def draw_diamond(x: float, y: float, half: float) -> Drawing:
    """A whole diamond around x, y, like the one that two half-diamonds make where tiles meet."""
    return draw(Role.NOTE, polygon([(x - half, y), (x, y - half), (x + half, y), (x, y + half)]))


def draw_tab(corners: Sequence[Point], pitch: float = STRIPES) -> Drawing:
    """A glue tab: a tint with stripes across, half of `pitch` mm wide, so that nobody takes it for a part of the
    board."""
    import shapely

    tab = shapely.Polygon(corners)
    left, bottom, right, top = tab.bounds
    rise = top - bottom
    count = math.ceil((right - left + rise) / pitch)
    slants = [(left - rise + pitch * n, left - rise + pitch * (n + 0.5)) for n in range(count)]
    stripes = shapely.union_all([shapely.Polygon([(near, bottom), (far, bottom), (far + rise, top), (near + rise, top)])
                                 for near, far in slants]).intersection(tab)
    outlines = [polygon([*part.exterior.coords][:-1]) for part in shapely.get_parts(stripes)
                if isinstance(part, shapely.Polygon)]
    return draw(Role.GLUE, polygon(corners)) + draw(Role.DARK_CELL, *outlines, tone="grey")


def draw_cross(x: float, y: float, half: float = 1.5) -> Drawing:
    """A cross, which marks the same place on both sides of a sheet."""
    return draw(Role.TRIM, line((x - half, y), (x + half, y)), line((x, y - half), (x, y + half)))


def _draw_half_diamonds() -> Drawing:
    """The two halves of a diamond, a little apart."""
    left = polygon([(4.4, -1.4), (4.4, 1.4), (3.0, 0)])
    return draw(Role.NOTE, left, left.transformed(MIRROR).transformed(translation(SAMPLE, 0)))


def _draw_corner_ticks() -> Drawing:
    """The two marks at the corner of a block, and the corner."""
    x, top, gap = SAMPLE / 2 - 1.0, 0.4 - BODY / 2, MARK[0] / 2
    ticks = line((x - gap - KEY_TICK, top), (x - gap, top)), line((x, top + gap), (x, top + gap + KEY_TICK))
    return draw(Role.GLUE, rectangle(x, top - KEY_CORNER, 1.5 * KEY_CORNER, KEY_CORNER)) + draw(Role.TRIM, *ticks)


SAMPLES = {  # by the keys of their words
    "key_cut": _draw_corner_ticks(),
    "key_cut_line": draw(Role.CUT_LINE, line((0, 0), (SAMPLE, 0))),
    "key_middle_fold": draw_fold_mark((0, SAMPLE), True),
    "key_flap_folds": draw_fold_mark((0, SAMPLE), False),
    "key_fold": draw_fold_mark((0, SAMPLE), True),
    "key_inside_fold": draw_fold_mark((0, SAMPLE), False),
    "key_net_folds": draw(Role.FOLD, line((0, 0), (SAMPLE, 0))),
    "key_diamonds": _draw_half_diamonds(),
    "key_crosses": draw_cross(SAMPLE / 2, 0),
}
CUT, CUT_ROUND, MIDDLE, FLAP, FOLD, INSIDE_FOLD, NET_FOLD, JOIN, CROSSES = SAMPLES


def draw_key(marks: Iterable[str], mark: Catalogue) -> Drawing:
    """The key of the marks that a sheet uses, left of and below the origin, in the order of `SAMPLES`.

    It has at most as many lines as the head of a sheet has room for; more marks take further columns to the left. The
    middle fold is left out if the key has the general fold, because both look alike.
    """
    explained = [key for key in SAMPLES if key in {*marks}]
    explained = [key for key in explained if key != MIDDLE or FOLD not in explained]
    column_rows = min(DEEPEST, -(-len(explained) // -(-len(explained) // DEEPEST))) if explained else 1
    columns = [explained[n : n + column_rows] for n in range(0, len(explained), column_rows)]
    # Its lines are level with those of the number of the sheet, unless it needs the room above to be clear of marks.
    drop = HEADING - BODY if column_rows < DEEPEST else 0.0
    pitch = min(ROW, (KEY_HEIGHT - drop) / max(1, column_rows - 1))
    drawing, right = Drawing(), 0.0
    for column in reversed(columns):
        drawing = _draw_column(column, right, pitch, mark).moved(0, -drop) + drawing
        right = drawing.bounds()[0] - KEY_COLUMN_GAP
    return drawing


def _draw_column(rows: Sequence[str], right: float, pitch: float, words: Catalogue) -> Drawing:
    """One column of the key, left of x = `right`."""
    x = right - max(text_width(words.text(key), BODY) for key in rows)
    return combine_drawings(
        SAMPLES[key].moved(x - SAMPLE - 2, -BODY / 2 - pitch * i)
        + draw_text(Role.NOTE, words.text(key), (x, -BODY - pitch * i), BODY, anchor="start")
        for i, key in enumerate(rows)
    )
