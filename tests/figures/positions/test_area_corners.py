"""Corner tokens lie around what an area of their colour surrounds."""

from __future__ import annotations

import pytest

from fabgen.artwork.drawing import Role, Shape
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.positions.area_corners import find_frames
from fabgen.figures.positions.claims import FigureClaims
from fabgen.figures.positions.piece_icons import player_letters
from fabgen.figures.positions.position import draw_position
from fabgen.rules.boards import Board, Cell, parse_cells
from fabgen.rules.position import Position
from fabgen.spec.load import load_spec

BOARD = Board(6, 6)
EDGE, SECOND = "a1-f1 a6-f6 a2-a5 f2-f5", "b2-e2 b5-e5 b3-b4 e3-e4"
MIDDLE = "c3-d4"


def areas(**texts: str) -> dict[str, tuple[Cell, ...]]:
    return {tone: parse_cells(text, BOARD) if text else () for tone, text in texts.items()}


@pytest.mark.parametrize(("cells", "frames"), [
    ({"red": "", "yellow": EDGE}, {"yellow": (1, 4, 1, 4)}),
    ({"red": EDGE, "yellow": SECOND}, {"red": (1, 4, 1, 4), "yellow": (2, 3, 2, 3)}),
    ({"yellow": SECOND, "red": EDGE}, {"red": (1, 4, 1, 4), "yellow": (2, 3, 2, 3)}),  # in any order
    ({"red": f"{EDGE} {SECOND}", "yellow": MIDDLE}, {"red": (2, 3, 2, 3)}),  # nothing is left inside the yellow ones
    ({"red": "a1-a6"}, {}),  # on one side only
    ({"red": "a1-f1 a6-f6 a2 f2"}, {}),  # what is left is no rectangle
    ({}, {}),
])
def test_an_area_that_surrounds_a_rectangle_has_its_corners_there(
    cells: dict[str, str], frames: dict[str, tuple[int, int, int, int]]
) -> None:
    assert find_frames(BOARD, areas(**cells)) == frames


def test_the_corners_lie_on_the_area_with_their_elbows_at_the_rest() -> None:
    """After round 1 the edge of 8 x 8 is yellow. A corner is 39 mm with arms of 6 mm, on cells of 44 mm; in cells of
    11 mm arms are 1.5 wide, less than 0.14 of the cell. The lower left one has its inner corner at 11, 11: from
    11 - 1.5 on, and as far beyond it as in truth, 33 mm on the board."""
    drawing = draw_figure(load_spec("chess-battle"), "example", "zones-1").drawing
    boxes = sorted(item.bounds() for item in drawing.items if item.group == "board/corners/yellow")
    assert len(boxes) == 4
    low, high = 11 - 1.5, 11 + 33 / 44 * 11
    assert boxes[0] == pytest.approx((low, low, high, high))
    assert boxes[-1] == pytest.approx((88 - high, 88 - high, 88 - low, 88 - low))
    assert not any(item.role is Role.PIECE and "red" in item.group for item in drawing.items)


def test_four_colours_of_different_lightness_need_no_letters() -> None:
    """L* of black 18, blue 46, orange 71, white 100: 12 and more apart. Twelve players have letters."""
    spec = load_spec("chess-battle")
    assert player_letters(spec.game) == {}
    whole = spec.full_game or spec.game
    assert len(player_letters(whole)) == len(whole.players) == 12


def test_an_area_is_seen_on_every_cell_of_a_chequered_board() -> None:
    """After round 1 the 28 cells at the edge of 8 x 8 are yellow, half of them dark. The last area that is painted at
    the middle of each of them is a yellow one: the paler tint on light cells, where x + y is odd."""
    drawing = draw_figure(load_spec("chess-battle"), "example", "zones-1").drawing
    grounds = (Role.LIGHT_CELL, Role.DARK_CELL, Role.SHADE, Role.PALE_SHADE)
    fields = [item for item in drawing.items if item.role in grounds and item.group.startswith("board")]
    for x in range(8):
        for y in range(8):
            u, v = (x + 0.5) * 11, (y + 0.5) * 11
            boxes = [(item, path.bounds()) for item in fields if isinstance(item, Shape) for path in item.paths]
            top = [item for item, (x0, y0, x1, y1) in boxes if x0 < u < x1 and y0 < v < y1][-1]
            if {x, y} & {0, 7}:
                role = Role.SHADE if (x + y) % 2 == 0 else Role.PALE_SHADE
                assert (top.role, top.tone) == (role, "yellow")
            else:
                assert top.tone != "yellow"


def test_the_enlarged_cell_of_an_area_has_its_tint_and_no_pattern() -> None:
    """Chess Battle's a1 is dark and, after round 1, yellow."""
    spec = load_spec("chess-battle")
    position = Position.parse("blue: rook a1; white: knight a1", spec.setting)
    drawing = draw_position(spec, position, FigureClaims(), 11, areas={"yellow": ("a1",)})
    inset = [item for item in drawing.items if item.group == "insets/a1"]
    assert [item.tone for item in inset if item.role is Role.SHADE and item.tone != "white"] == ["yellow"]
    assert not [item for item in inset if item.role in (Role.ZONE, Role.FROST)]
    on_board = [item for item in drawing.items if item.group == "board/areas/yellow"]
    assert [item.role for item in on_board] == [Role.SHADE, Role.ZONE]


def test_the_figure_of_an_example_may_leave_areas_out() -> None:
    """The figure of `zones-1` shows the yellow edge after round 1 and lists its 28 spaces in words, the one of `share`,
    also after round 1, does neither."""
    spec = load_spec("chess-battle")
    shown, plain = (draw_figure(spec, "example", name) for name in ("zones-1", "share"))
    groups = [{item.group for item in named.drawing.items} for named in (shown, plain)]
    assert [("board/areas/yellow" in found, "board/corners/yellow" in found) for found in groups] == [
        (True, True), (False, False)]
    assert "h8. Next" in shown.alt
    assert "a8" not in plain.alt
