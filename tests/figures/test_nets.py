"""Nets: faces lie back to back, forward leads away from the standee, the foot leaves room in the cell, players differ
without colour."""

from __future__ import annotations

import pytest

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, draw, dump
from fabgen.artwork.net import Net
from fabgen.artwork.path import circle, polygon, rectangle
from fabgen.base import FabgenError
from fabgen.figures.nets import player_sign, standee_net, token_net

SHAPE = draw(Role.EDGE, polygon([(-8, 0), (8, 0), (3, 30), (-8, 20)]))  # not symmetric, so that a turn shows


def diagram(files: int, ranks: int) -> Drawing:
    """The own cell in the middle of the nearest row, one move straight ahead in the farthest."""
    cells = draw(Role.GRID, rectangle(-3 * files, -3, 6 * files, 6 * ranks))
    return cells + draw(Role.SELF, circle((0, 0), 1)) + draw(Role.MOVE, circle((0, 6 * (ranks - 1)), 1))


def net(files: int = 3, ranks: int = 3, sign: Drawing | None = None, cell: float = 40) -> Net:
    return standee_net(SHAPE, diagram(files, ranks), "scout", "green", sign, 32, 30, cell)


def middle(drawing: Drawing) -> tuple[float, float]:
    x0, y0, x1, y1 = drawing.bounds()
    return (x0 + x1) / 2, (y0 + y1) / 2


def test_faces_mirror_each_other_across_the_top_fold() -> None:
    made = net()
    top = next(f.y for f in made.folds if f.way == "mountain")
    front, back = made.drawing.only(Role.PIECE).items
    assert isinstance(front, Shape)
    assert isinstance(back, Shape)
    mirrored = [(x, 2 * top - y) for x, y in front.paths[0].flatten(0.01)]
    for one, other in zip(sorted(back.paths[0].flatten(0.01)), sorted(mirrored), strict=True):
        assert one == pytest.approx(other)


def test_folds_part_flaps_and_faces() -> None:
    valley, top, other = net().folds
    assert [f.way for f in (valley, top, other)] == ["valley", "mountain", "valley"]
    assert top.y - valley.y == pytest.approx(34)  # 30 mm of piece and 4 mm over it
    assert other.y - top.y == pytest.approx(34)
    assert net().drawing.only(Role.PIECE).bounds()[1] == pytest.approx(valley.y)  # it stands on the fold


def test_forward_leads_away_from_the_standee() -> None:
    made = net()
    own, ahead = middle(made.drawing.only(Role.SELF)), middle(made.drawing.only(Role.MOVE))
    assert ahead[1] < own[1] < made.folds[0].y
    assert own[0] == pytest.approx(16)
    assert own[1] - ahead[1] == pytest.approx(12)  # two cells of 6 mm: not shrunk
    assert made.folds[0].y - own[1] == pytest.approx(3 + 1)  # half a cell and the rim: the own cell is nearest


@pytest.mark.parametrize(
    ("files", "ranks", "cell"), [(3, 2, 40), (5, 3, 40), (3, 4, 40), (7, 3, 40), (5, 5, 45), (1, 1, 36)]
)
def test_the_foot_leaves_room_in_the_cell(files: int, ranks: int, cell: float) -> None:
    made = net(files, ranks, cell=cell)
    foot = made.folds[0].y + (made.height - made.folds[2].y)
    assert foot <= 0.9 * cell + 1e-9
    assert made.width <= 0.9 * cell
    x0, y0, x1, y1 = made.drawing.bounds()
    assert x0 >= 0
    assert y0 >= 0
    assert x1 <= made.width
    assert y1 <= made.height
    pieces = made.drawing.only(Role.GRID).size()
    assert pieces[0] / files >= 4 - 1e-9


def test_what_does_not_fit_names_the_cell_that_would() -> None:
    with pytest.raises(
        FabgenError, match="29 mm or more"
    ):  # three rows of 4 mm, two rims and the back flap: 26 mm / 0.9
        standee_net(SHAPE, diagram(3, 3), "scout", "green", None, 20, 30, 24)


def test_the_name_is_read_from_behind() -> None:
    (name,) = net().drawing.only(Role.LABEL).items
    assert isinstance(name, Lettering)
    assert name.text.string == "scout"
    assert name.text.angle == 180
    assert name.text.at[1] > net().folds[2].y


def test_players_after_the_first_have_signs_of_their_own() -> None:
    signs = [player_sign(n) for n in range(12)]
    assert signs[0] is None
    assert len({dump(s) for s in signs if s}) == 11
    bars = net(sign=player_sign(1)).drawing.only(Role.MARK)
    assert len(bars.items) == 4  # both corners of both faces
    assert not net().drawing.only(Role.MARK).items


@pytest.mark.parametrize(("shape", "size"), [("disc", 18.0), ("square", 25.0), ("disc", 30.0)])
def test_tokens_keep_marks_from_the_cut_and_ink_beyond_it(shape: str, size: float) -> None:
    chit = token_net(draw(Role.MARK, circle((0, 0), size)), None, "disc" if shape == "disc" else "square", size)
    safe = min(3.0, 0.12 * size)
    assert chit.front.only(Role.MARK).size() == pytest.approx((size - 2 * safe, size - 2 * safe), abs=0.05)
    assert chit.front.only(Role.SHADE).size() == pytest.approx((size + 4, size + 4))
    assert chit.back == chit.front
