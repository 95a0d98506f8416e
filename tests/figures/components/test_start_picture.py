"""The start of a game on a player aid."""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, Shape, draw
from fabgen.artwork.paper_things import Net
from fabgen.artwork.path import rectangle
from fabgen.figures.components.start_picture import _leave_out_dots, draw_printed_start
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


def test_rings_that_would_be_dots_are_left_out_and_arrows_stay() -> None:
    """A ring of 10 mm with a hole, and an arrow of 13 mm with a hole, which is 6 mm wide and has a filling: with a
    least size of 11 mm only the ring goes, with its hole."""
    ring = rectangle(0, 0, 10, 10), rectangle(2, 2, 6, 6)
    arrow = rectangle(20, 0, 13, 13), rectangle(22, 2, 6, 6), rectangle(23, 3, 2, 2)
    lone = rectangle(50, 0, 5, 5)
    left = _leave_out_dots(draw(Role.ZONE, *ring, *arrow, lone), 11.0)
    assert [path.bounds() for item in left.items if isinstance(item, Shape) for path in item.paths] == [
        path.bounds() for path in (*arrow, lone)]
