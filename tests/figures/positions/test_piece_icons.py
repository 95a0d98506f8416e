"""Pieces in figures: one ring on a disc, and the sizes of those that share an enlarged cell."""

from __future__ import annotations

import pytest
from measure import all_of

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.positions.piece_icons import draw_piece
from fabgen.rules.position import Piece
from fabgen.spec.load import load_spec


@pytest.mark.parametrize("player", ["white", "black"])
def test_a_disc_has_one_ring_that_is_no_hole(player: str) -> None:
    """In a cell of 10 mm a disc is 0.66 cells wide, and its ring has a radius of 0.32 of that; 9 % of it broad."""
    drawing = draw_piece(load_spec("abstract-game"), Piece(player, "piece"), 10.0)
    (body,) = [item for item in drawing.items if isinstance(item, Shape) and item.role is Role.PIECE]
    (ring,) = [item for item in drawing.items if isinstance(item, Shape) and item.role is Role.DEEP_SHADE]
    assert len(body.paths) == 1
    left, _, right, _ = ring.bounds()
    assert right - left == pytest.approx(2 * 0.32 * 6.6 * 1.045, rel=0.01)
    assert all_of(Drawing((ring,))).area == pytest.approx(6.2832 * 0.32 * 6.6 * 0.09 * 0.32 * 6.6, rel=0.02)


def test_pieces_in_an_enlarged_cell_stay_in_it_with_their_crosses() -> None:
    """Figure 14 of Chess Battle has three pieces and no cross, figure 15 two crosses: the pieces of the first are
    larger than in a cell of their own, those of the second have their crosses within the frame."""
    spec = load_spec("chess-battle")
    shared = [case.example.id for case in spec.cases]
    found = 0
    for name in shared:
        drawing = draw_figure(spec, "example", name).drawing
        items = [item for item in drawing.items if item.group.startswith("insets/") and isinstance(item, Shape)]
        if not items:
            continue
        frame = max((item.bounds() for item in items if item.role is Role.EDGE),
                    key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
        in_frame = [item.bounds() for item in items if item.role in (Role.PIECE, Role.CAPTURE)]
        assert in_frame
        assert all(frame[0] < x0 and frame[1] < y0 and x1 < frame[2] and y1 < frame[3] for x0, y0, x1, y1 in in_frame)
        found += 1
    assert found >= 3
