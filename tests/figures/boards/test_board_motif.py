"""The motif of a book: the ornament of its board as a pattern, or the lattice of its cells."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from shapely.geometry import LineString
from shapely.ops import unary_union
from specs import loaded

from fabgen.artwork.motif import Motif
from fabgen.artwork.path import Curve, line
from fabgen.artwork.path import Path as Line
from fabgen.figures.boards.board_motif import find_board_motif
from fabgen.figures.boards.border_ornament import BORDER_LINE, CORNER_MAKERS
from fabgen.spec.board import BoardSpec

GRID = "  grid: 5x5\n"


def board_of(folder: Path, board: str) -> BoardSpec:
    """A small game's board with another outline or more keys."""
    return loaded(folder, (GRID, board)).game.board


@pytest.mark.parametrize("name", CORNER_MAKERS)
def test_the_motif_has_the_corner_of_the_board_four_times(name: str, tmp_path: Path) -> None:
    """Every line of the corner is there and turned by quarters around the middle of the line, which is two lines 0.35
    mm apart, within 0.05 mm: so the four corners meet without a step."""
    motif = find_board_motif(board_of(tmp_path, f"{GRID}  ornament: {name}\n"))
    drawn = unary_union([LineString(path.trace(0.01)).buffer(0.05) for path in motif.lines])
    for path in CORNER_MAKERS[name][0](BORDER_LINE):
        for x, y in path.trace(0.01):
            x, y = x - 0.175, y - 0.175
            for corner in ((x, y), (-y, x), (-x, -y), (y, -x)):
                assert drawn.covers(LineString([corner, corner]).interpolate(0)), corner
    assert motif.size == pytest.approx((23.05, 23.05))  # two corners of 11.7 mm from the outer one of these lines


def test_a_dense_motif_is_paler_than_a_light_one(tmp_path: Path) -> None:
    """Strength times the share of the ground that its lines cover: a fifth at most, and as much for all dense ones."""
    weights = {}
    for name in CORNER_MAKERS:
        motif = find_board_motif(board_of(tmp_path, f"{GRID}  ornament: {name}\n"))
        strokes = unary_union([LineString(path.trace(0.01)).buffer(motif.width / 2) for path in motif.lines])
        weights[name] = motif.strength * strokes.area / (motif.size[0] * motif.size[1])
    assert weights.pop("lines") == pytest.approx(0.09, abs=0.01)  # at full strength
    assert [*weights.values()] == pytest.approx([0.21] * len(weights), abs=0.01)


def test_a_board_without_an_ornament_of_its_own_has_that_of_its_cells(tmp_path: Path) -> None:
    plain = find_board_motif(board_of(tmp_path, GRID))
    assert plain == find_board_motif(board_of(tmp_path, f"{GRID}  ornament: lines\n"))
    board = board_of(tmp_path, GRID)
    hexagons = find_board_motif(board.model_copy(update={"hexagon": 3}))
    wide, high = hexagons.size
    assert high / wide == pytest.approx(math.sqrt(3))  # three sides high, the width of a hexagon wide
    points = find_board_motif(board.model_copy(update={"points": True}))
    assert any(path.closed for path in points.lines)  # the ring on which a piece stands
    assert len({hexagons, points, plain}) == 3


def test_lines_are_written_from_where_the_pen_is() -> None:
    """Down is positive in SVG."""
    bow = Line((0.0, 1.0), (Curve((1.0, 2.0), (2.0, 2.0), (3.0, 1.0)),))
    motif = Motif((line((0, 0), (2, 0)), line((2, 1), (0, 1)), bow), (4.0, 4.0), 0.5)
    assert motif.write_svg() == "m0 0l2 0m0 -1l-2 0m0 0c1 -1 2 -1 3 0"
    assert motif.reach == 3.0
