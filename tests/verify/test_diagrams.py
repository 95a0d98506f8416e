"""Movement diagrams of the figures: what a rulebook would print must be what the rules allow."""

from __future__ import annotations

import re

import pytest
from verify.planting import Planted, moved

SPEAR, KNIGHT = "diagrams/moves-spearman.svg", "diagrams/moves-knight.svg"
CELL = 9.0  # mm: the side of a cell in the figures
DOT, CROSS, TINT, PAPER = "move", "capture", "move-cell", "ground"  # classes of elements


def told(copy: Planted, *words: str) -> bool:
    return any(all(word in str(p) for word in words) for p in copy.problems())


def lines(copy: Planted, file: str, look: str) -> list[str]:
    return [line for line in copy.text(file).splitlines(keepends=True) if f'class="{look}"' in line]


def shift(line: str, dx: float, dy: float) -> str:
    return re.sub(r' d="([^"]*)"', lambda m: f' d="{moved(dx, dy)(m[1])}"', line)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("look", "words"),
    [
        (DOT, "the dot at -1,0 is missing: the spearman has a move there"),
        (CROSS, "the cross at 0,+1 is missing: the spearman has a capture there"),
        (TINT, "the cell at -1,0, where the spearman may move, is not tinted"),
    ],
)
def test_a_lost_mark_is_reported(copy: Planted, look: str, words: str) -> None:
    copy.edit(SPEAR, lines(copy, SPEAR, look)[0], "")
    assert told(copy, SPEAR, words)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dx", "words"),
    [(0.5, "the dot at -1,0 is 0.5 mm off"), (-CELL, "there is a dot at -2,0, where the spearman cannot go")],
)
def test_a_moved_dot_is_reported(copy: Planted, dx: float, words: str) -> None:
    line = lines(copy, SPEAR, DOT)[0]
    copy.edit(SPEAR, line, shift(line, dx, 0))
    assert told(copy, SPEAR, words)


@pytest.mark.slow
def test_an_extra_cross_is_reported(copy: Planted) -> None:
    line = lines(copy, KNIGHT, CROSS)[0]
    copy.edit(KNIGHT, line, line + shift(line, 0, -CELL))
    assert told(copy, KNIGHT, "where the knight cannot go")


@pytest.mark.slow
def test_only_the_paper_under_everything_is_ignored(copy: Planted) -> None:
    (page,) = lines(copy, SPEAR, PAPER)
    copy.edit(SPEAR, page, page + page)
    assert told(copy, SPEAR, "none of the marks")


@pytest.mark.slow
def test_a_smaller_sheet_is_no_paper(copy: Planted) -> None:
    (page,) = lines(copy, SPEAR, PAPER)
    copy.edit(SPEAR, page, page.replace("M 0 ", "M 1 "))
    assert told(copy, SPEAR, "none of the marks")


@pytest.mark.slow
def test_a_diagram_of_another_piece_is_reported(copy: Planted) -> None:
    copy.write(KNIGHT, copy.text(SPEAR))
    assert told(copy, KNIGHT, "at -2,+1", "the knight has a move or capture there")


@pytest.mark.slow
def test_a_diagram_that_cannot_be_read_is_reported(copy: Planted) -> None:
    line = lines(copy, SPEAR, "forward")[-1]
    copy.edit(SPEAR, line, "")
    assert told(copy, SPEAR, "the piece's own cell with its point forward is not there")


@pytest.mark.slow
def test_a_piece_without_diagram_is_reported(copy: Planted) -> None:
    copy.edit("manifest.json", "diagrams/moves-knight.", "diagrams/moves-horse.")
    for suffix in ("svg", "pdf", "png"):
        (copy.folder / f"diagrams/moves-knight.{suffix}").rename(copy.folder / f"diagrams/moves-horse.{suffix}")
    assert told(copy, "there is no movement diagram of the knight")


@pytest.mark.slow
def test_the_pdf_is_decoded_too(copy: Planted) -> None:
    """The knight's PDF under the spearman's name: only the PDF is wrong."""
    for name in ("knight", "spearman"):
        (copy.folder / f"diagrams/moves-{name}.pdf").rename(copy.folder / f"{name}.pdf")
    for name, other in (("knight", "spearman"), ("spearman", "knight")):
        (copy.folder / f"{name}.pdf").rename(copy.folder / f"diagrams/moves-{other}.pdf")
    assert told(copy, "diagrams/moves-spearman.pdf", "the cross at 0,+2 is missing: the spearman has a capture there")
    assert not told(copy, "diagrams/moves-spearman.svg", "is missing")
