"""The start of a game on a player aid."""

from __future__ import annotations

from collections import Counter

import pytest

from fabgen.artwork.drawing import Drawing, Role, Shape, draw
from fabgen.artwork.paper_things import Net
from fabgen.artwork.path import rectangle
from fabgen.figures.boards.board import draw_board
from fabgen.figures.boards.board_tones import find_board_tones
from fabgen.figures.components.start_picture import LEFT_OUT, _take_marks, draw_printed_start
from fabgen.spec.load import load_spec


def test_marks_of_cells_with_pieces_are_left_out_and_others_stay() -> None:
    """A frame 2 mm inside of each of the 64 cells of Charing Cross, of which pieces stand on eight, on a ground as
    large as each cell: 64 grounds and 56 frames."""
    spec = load_spec("templates/charing-cross")
    half, rim = spec.spaces.cell_size / 2, spec.game.rim
    board = Drawing()
    for x, y in spec.spaces.middles.values():
        left, low = rim + x - half, rim + y - half
        board += draw(Role.SHADE, rectangle(left, low, 2 * half, 2 * half))
        board += draw(Role.ZONE, rectangle(left + 2, low + 2, 2 * half - 4, 2 * half - 4))
    icon = draw(Role.PIECE, rectangle(-5, 0, 10, 20))
    things = {army: Net(Drawing(), 20, 60, (), icon) for army in spec.game.armies}
    start = draw_printed_start(spec, board, things)
    assert len(spec.start.pieces) == 8
    assert [len(start.only(role).items) for role in (Role.SHADE, Role.ZONE, Role.BODY)] == [64, 56, 8]


def test_marks_in_cells_become_larger_and_have_few_lines() -> None:
    """In cells of 30 mm: a ring between squares of 10 mm and 8 mm, 1 mm broad, becomes one line in the middle of it, a
    square of 9 mm; a solid square of 6 mm, engraved in lines, keeps these; a frame of 26 mm stays in the board. 10 mm
    become 0.74 of 30 mm."""
    ring = rectangle(-5, -5, 10, 10), rectangle(-4.5, -4.5, 9, 9), rectangle(-4, -4, 8, 8)
    solid = [rectangle(30 - half, -half, 2 * half, 2 * half) for half in (3.0, 2.6, 2.2, 1.8, 1.4, 1.0, 0.6, 0.2)]
    frame = rectangle(47, -13, 26, 26)
    board, marks = _take_marks(draw(Role.ZONE, *ring, *solid, frame), [(0.0, 0.0), (30.0, 0.0), (60.0, 0.0)], 30.0)
    assert [path.bounds() for item in board.items if isinstance(item, Shape) for path in item.paths] == [frame.bounds()]
    first, second = (item for item in marks.items if isinstance(item, Shape))
    factor = 0.74 * 30 / 10
    assert len(first.paths) == 1
    assert first.bounds() == pytest.approx((-4.5 * factor, -4.5 * factor, 4.5 * factor, 4.5 * factor), abs=0.1)
    assert len(second.paths) == len(solid)
    assert second.bounds() == pytest.approx((30 - 3 * factor, -3 * factor, 30 + 3 * factor, 3 * factor), abs=0.1)


def test_the_start_of_charing_cross_tells_open_arrows_from_solid_ones_and_shows_rings() -> None:
    """Of the 28 cells at the edge eight are homes, and the four corners have rings, whose slash leaves two holes; eight
    have open arrows, drawn as one line, and eight solid ones, of more lines."""
    spec = load_spec("templates/charing-cross")
    board = draw_board(spec.game, spec.lattice, spec.map_spaces, tones=find_board_tones(spec))
    rim = spec.game.rim
    middles = [(rim + x, rim + y) for x, y in spec.spaces.middles.values()]
    _, marks = _take_marks(board.without(*LEFT_OUT), middles, spec.spaces.cell_size)
    lines = Counter(len(item.paths) for item in marks.items if isinstance(item, Shape) and item.tone == "wood")
    assert (lines[2], lines[1]) == (4, 8)
    assert sum(count for number, count in lines.items() if number > 2) == 8
