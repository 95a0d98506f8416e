"""The picture of hexagons in docs/spec.md is made by the program; what its words say of the cells ahead is so."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Board, hexagon_board, rhombus_board, triangle_board
from fabgen.rules.directions import Hexagons

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize(("board", "cell", "forward", "ahead"), [
    (hexagon_board(3), "c3", "up", "b3 c4 d3"), (hexagon_board(3), "c3", "up-right", "c4 d3 d2"),
    (rhombus_board(4, 4), "b2", "up", "a3 b3"), (triangle_board(5), "b2", "down-right", "c2 c1"),
])
def test_the_cells_ahead(board: Board, cell: str, forward: str, ahead: str) -> None:
    assert isinstance(board.compass, Hexagons)
    (way,) = parse_betza("fW", board.compass).ways
    steps = (board.compass.to_board(step, forward) for step in way.directions)
    assert {board.step(cell, *step) for step in steps} == {*ahead.split()}


def test_the_picture_is_shown_and_shows_these_boards() -> None:
    script, page = (DOCS / "hexagons.py").read_text("utf-8"), (DOCS / "spec.md").read_text("utf-8")
    assert "](pictures/hexagons.png)" in page
    assert (DOCS / "pictures" / "hexagons.png").stat().st_size > 5000
    for board, cell, forward in (("hexagon: 3", "c3", "up"), ("hexagon: 3", "c3", "up-right"),
                                 ("rhombus: 4x4", "b2", "up"), ("triangle: 5", "b2", "down-right")):
        assert f'("{board}", "{cell}", "{forward}")' in script
