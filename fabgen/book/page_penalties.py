"""How full a page is, and the like → its penalty: the less, the better. Plans of pages and finished layouts are judged
by the same numbers.
"""

from __future__ import annotations

import math

FULL = 0.86  # of a page: what every page but the last should reach
AMPLE = 0.92  # of a page: one that is as full has no hole
FAR = 32.0  # of a figure that is not on the opening of the words before it: the penalty
FAR_SERIES = 18.0  # the same of one that follows another figure, which is on the opening of their words
OVERLEAF, BOARD_OVERLEAF = 10.0, 25.0  # of a first figure that is not on the opening of its heading; of the setup's
FACING = 5.0  # the same of a first figure on the page that faces its heading
NEXT_PAGE = 4.0  # of another figure on the page that faces its words
ONLY_FIGURES = 20.0  # of a page without heading and words, but for one with the setup
APART = 3.0  # of a figure that stands below words which might stand beside it, or moves to the next page
LOW = 45.0  # of a chapter or section that begins with a few lines at the foot of a page, and goes on overleaf
LOW_FACING = 25.0  # the same of one that goes on on the page that faces it
BELOW_TOP = 4.0  # of a chapter that does not begin its page
FEW_LINES = 95.0  # points below its heading
STRANDED = 8.0  # of a page that begins with one or two lines, which end what the page before says
STRANDED_OVERLEAF = 6.0  # the same, besides, where that page is overleaf
TORN = 15.0  # of a page that ends within a short list
TORN_OVERLEAF = 15.0  # the same, besides, where the list goes on overleaf
LAST = 0.85  # of a page: what the last page of the body should reach, with the imprint
LAST_GROWN = 0.8  # of a page: how full the last one is at least with larger figures, or it keeps the usual ones
PADDING, SHORT = 80.0, 12  # the penalty for a page that a booklet must add, and the pages from which that is all of it
UNFOLDED = 0.0  # the same where nothing is folded of the pages
SHRINKING = 28.0  # times the share by which figures and words are smaller than they might be: the penalty for that


def hole_penalty(fill: float, *, ends_chapter: bool = False) -> float:
    """What a page costs that is so full, 0 to 1: one large hole counts more than two that are half as large, far more
    below four fifths of a page, and less where a chapter ends."""
    share = 0.85 if ends_chapter else 1.0
    return share * (12 * (1 - fill) ** 2 + 300 * max(0.0, AMPLE - fill) ** 2) + 180 * max(0.0, FULL - fill)


def last_penalty(fill: float) -> float:
    """What the last page of the body costs that is so full, with the imprint where that is on it."""
    return 60.0 * max(0.0, LAST - fill)


def grown_last_fill(fill: float, growth: float) -> float:
    """How full the last page of the body is whose figures may make it so much fuller, which they do only if they nearly
    fill it."""
    return min(1.0, fill + growth) if fill + growth >= LAST_GROWN else fill


def last_page_fill(fill: float, column: int, columns: int) -> float:
    """How full the last page is, 0 to 1, when its text ends in the column number `column` (counted from 0 through all
    pages) and fills that column to `fill`."""
    return (column % columns + fill) / columns


def least_penalty(fill: float, pages: int, free: int = 1, growth: float = 0.0) -> float:
    """A lower bound for the penalty of any plan with `pages` pages: all pages equally full, except the last `free`,
    which cost nothing. `fill` and `growth` are heights in pages: of the blocks, and of what their figures may grow.
    Infinity where the blocks do not fit."""
    if fill > pages:
        return math.inf
    return (pages - free) * hole_penalty(min(1.0, (fill + growth) / (pages - free))) if pages > free else 0.0


def book_penalty(pages: int, shrinking: float, padding: float) -> float:
    """What the pages that a booklet must add cost, less in a short book, which has few ways to break its pages; and
    figures and words that are smaller than they might be."""
    return padding * min(1.0, pages / SHORT) * (-pages % 4) + SHRINKING * shrinking
