"""A player aid → how many copies are made, its size, and its small picture in lists. All lengths in mm.

Lists show what kind of leaf an aid is, not its words: those of a card are set with the rules text, which has lists of
its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.path import line, rectangle
from fabgen.artwork.text import text_width
from fabgen.spec.game import Aid
from fabgen.spec.load import Spec

RIM = 5.0  # between words and a cut
# Unless the spec says: three slips or two cards side by side on A4; 0: as high as needed.
SLIP, CARD, SHEET = (57.0, 0.0), (86.0, 112.0), (100.0, 140.0)
# Of a card with a back, without a size in the spec, whose chapter is too long for the usual size: A6.
LARGE_CARD = (105.0, 148.0)
# Of a card without a back and without a size in the spec: two fill a sheet of A4 and one of US Letter. For more players
# the usual size, four of which fill a sheet, if the type is not small.
FULL_CARD, MANY_CARDS = (120.0, 156.0), 3
# What a full card may be where that saves a sheet, the largest first: beside or below other things, on either paper.
SMALLER_CARDS = ((86.0, 156.0), (86.0, 150.0), (86.0, 144.0), (80.0, 156.0), (86.0, 142.0),
                 (86.0, 138.0), (79.0, 158.0), (75.0, 158.0), (86.0, 135.0), (70.0, 163.0), (86.0, 132.0),
                 (70.0, 156.0), (86.0, 126.0), (86.0, 120.0), CARD)
CLOSE_RIM = 4.0  # between words and a cut on these
PITCH, TITLE = 8.4, 2.6  # from line to line of a slip, and of titles
# A slip of a few labels has them side by side: 36 such slips fill a sheet of A4 and of US Letter.
BESIDE, LOW_SLIP = 3, 18.9
LOW_LABEL, LONGEST_LABEL = 1.9, 11.5  # capitals of labels side by side; the width of the longest
MOST_LINES = 5  # in a picture
LINE_STARTS = {"slips": 0.4, "card": 0.15, "score": 0.1}  # of the width of a picture
SIDE_MARGIN, HEADING_HEIGHT = 0.12, 0.1  # of the same: beside the lines, and the bar that stands for a heading

# Of the words on a small slip: their capitals, the least from line to line, and the longest, of the slip's width.
FIELD_CAP, FIELD_PITCH, MOST_FIELD = 1.5, 2.4, 0.5


def aid_count(spec: Spec, aid: Aid) -> int:
    """How many copies are made: one for each player, but a single score sheet, unless the spec says."""
    players = len(spec.game.active_players)
    if aid.shared_by:
        return math.ceil(players / aid.shared_by)
    return aid.each * players if aid.each else aid.count or (1 if aid.kind == "score" else players)


def aid_count_each(aid: Aid) -> int | None:
    """How many copies each player has; None where all share them, or where the spec counts them together."""
    return aid.each or (1 if aid.kind == "card" and not (aid.count or aid.shared_by) else None)


def aid_size(aid: Aid) -> tuple[float, float]:
    """Width and height of one side of an aid."""
    if aid.size:
        return aid.size
    if aid.kind == "slips":
        return SLIP[0], LOW_SLIP if is_low_slip(aid) else 2 * RIM + TITLE + PITCH * len(aid.lines)
    return CARD if aid.kind == "card" else SHEET


def is_low_slip(aid: Aid) -> bool:
    """Whether the labels of a slip are side by side: a few short ones, on slips without a size in the spec."""
    return aid.kind == "slips" and not aid.size and len(aid.lines) <= BESIDE and all(
        text_width(label, LOW_LABEL, bold=True) <= LONGEST_LABEL for label in aid.lines)


def field_edges(count: int) -> tuple[float, ...]:
    """The edges of the fields of a low slip, of its width: it is folded in half, and the fold is between two fields.

    >>> field_edges(2), field_edges(3)
    ((0.0, 0.5, 1.0), (0.0, 0.25, 0.5, 1.0))
    """
    if count < 2:
        return 0.0, 1.0
    before = math.ceil(count / 2)  # fields before the fold
    after = count - before
    return (*(0.5 * number / before for number in range(before)),
            *(0.5 + 0.5 * number / after for number in range(after + 1)))


def card_sizes(aid: Aid) -> tuple[tuple[float, float], ...]:
    """The sizes that a card with a chapter and a back may have, the smallest first: the one in the spec, or else two.
    """
    return (aid.size,) if aid.size else (CARD, LARGE_CARD)


def flat_card_sizes(aid: Aid, count: int) -> tuple[tuple[float, float], ...]:
    """The sizes that each of `count` cards without a back may have, the smallest first."""
    if aid.size:
        return (aid.size,)
    return (CARD, FULL_CARD) if count >= MANY_CARDS else (FULL_CARD,)


def draw_small_aid(aid: Aid, longest: float) -> Drawing:
    """An aid as lists show it, its longer side `longest` mm, with the middle of its foot at the origin: a bar for its
    heading, and lines for its words, for what is written on it or for its rows. A slip has the words before its lines,
    where they are legible."""
    factor = longest / max(aid_size(aid))
    width, height = (factor * side for side in aid_size(aid))
    bar, margin = HEADING_HEIGHT * min(longest, height), SIDE_MARGIN * width
    right, top = width / 2 - margin, height - 1.8 * bar
    drawing = draw(Role.EDGE, rectangle(-width / 2, 0, width, height))
    drawing += draw(Role.MARK, rectangle(-right, top, right + 0.1 * width, bar))
    if is_low_slip(aid):
        return drawing + _draw_fields(len(aid.lines), right, top - bar, bar)
    count = min(MOST_LINES, len(aid.lines) if aid.kind == "slips" else MOST_LINES)
    start = -width / 2 + max(margin, LINE_STARTS[aid.kind] * width)
    rows = [top * (1 - number / (count + 0.9)) for number in range(1, count + 1)]
    if aid.kind == "slips" and (names := _draw_field_names(aid, rows, -right, width)).items:
        drawing, start = drawing + names, names.bounds()[2] + FIELD_CAP / 2
    drawing += draw(Role.GRID, *(line((start, y), (right, y)) for y in rows))
    if aid.kind == "score":
        columns = [start + (right - start) * share for share in (1 / 3, 2 / 3)]
        drawing += draw(Role.GRID, *(line((x, rows[-1]), (x, rows[0])) for x in columns))
    return drawing


def _draw_fields(count: int, right: float, high: float, low: float) -> Drawing:
    """The fields of a slip whose labels are side by side, between two heights, from -`right` to `right`."""
    edges = [right * (2 * share - 1) for share in field_edges(count)]
    level = [line((-right, y), (right, y)) for y in (low, high)]
    return draw(Role.GRID, *level, *(line((x, low), (x, high)) for x in edges))


def _draw_field_names(aid: Aid, rows: Sequence[float], left: float, width: float) -> Drawing:
    """The words before the lines of a small slip of this width, at the heights of `rows`; nothing where there are more
    or where they would be too long or too close."""
    pitch = rows[0] - rows[1] if len(rows) > 1 else FIELD_PITCH
    widest = max(text_width(label, FIELD_CAP, bold=True) for label in aid.lines)
    if len(aid.lines) > len(rows) or pitch < FIELD_PITCH or widest > MOST_FIELD * width:
        return Drawing()
    return combine_drawings(draw_text(Role.LABEL, label, (left, y), FIELD_CAP, anchor="start", bold=True)
                            for label, y in zip(aid.lines, rows, strict=True))


__all__ = ["CARD", "CLOSE_RIM", "FULL_CARD", "LARGE_CARD", "LOW_LABEL", "PITCH", "RIM", "SHEET", "SLIP",
           "SMALLER_CARDS", "TITLE", "aid_count", "aid_count_each", "aid_size", "card_sizes", "draw_small_aid",
           "field_edges", "flat_card_sizes", "is_low_slip"]
