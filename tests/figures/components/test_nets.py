"""Nets: faces lie back to back, the diagram is before its owner, the foot leaves room in the cell, players differ
without colour."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest
from specs import put

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, draw, dump_drawing
from fabgen.artwork.paper_things import Net
from fabgen.artwork.path import circle, polygon, rectangle
from fabgen.artwork.text import text_width
from fabgen.core.problems import FabgenError
from fabgen.figures.components.paper_kit import common_name_cap, make_paper_kit
from fabgen.figures.components.paper_pieces import (
    StripSize,
    draw_player_sign,
    make_standee_net,
    make_token_chit,
    measure_name,
    strip_width,
)
from fabgen.spec.load import load_spec, with_paper_cells

SHAPE = draw(Role.EDGE, polygon([(-8, 0), (8, 0), (3, 30), (-8, 20)]))  # not symmetric, so that a turn shows


def diagram(files: int, ranks: int) -> Drawing:
    """The own cell in the middle of the nearest row, one move straight ahead in the farthest."""
    cells = draw(Role.GRID, rectangle(-3 * files, -3, 6 * files, 6 * ranks))
    return cells + draw(Role.SELF, circle((0, 0), 1)) + draw(Role.MOVE, circle((0, 6 * (ranks - 1)), 1))


def net(files: int = 3, ranks: int = 3, sign: Drawing | None = None, cell: float = 40) -> Net:
    return make_standee_net(SHAPE, diagram(files, ranks), "scout", "green", sign, 32, 30, cell)


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
    assert top.y - valley.y == pytest.approx(34)  # 30 mm of piece and 4 mm over and under it
    assert other.y - top.y == pytest.approx(34)
    assert net().drawing.only(Role.PIECE).bounds()[1] == pytest.approx(valley.y + 2.0)  # clear of a fold a little off


def test_the_diagram_lies_between_the_piece_and_its_owner() -> None:
    """The owner looks at the front face, and the front flap points at them: what is up on it leads to the standee, and
    on ahead."""
    made = net(cell=45)
    own, ahead = middle(made.drawing.only(Role.SELF)), middle(made.drawing.only(Role.MOVE))
    assert own[1] < ahead[1] < made.folds[0].y
    assert own[0] == pytest.approx(16)
    assert ahead[1] - own[1] == pytest.approx(12)  # two cells of 6 mm: not shrunk
    # Half a cell and 2 mm to the fold: the farthest row is nearest.
    assert made.folds[0].y - ahead[1] == pytest.approx(3 + 2.0)


def test_a_diagram_is_smaller_rather_than_nearer_to_its_fold() -> None:
    """A base of 0.78 x 38 mm with a back flap of 9 mm leaves 20.64 mm: 3 mm to the cut and 2 mm to the fold leave 15.64
    mm for 16 mm of rows of 4 mm."""
    made = make_standee_net(SHAPE, diagram(3, 4).scaled(2 / 3), "scout", "green", None, 29, 30, 38)
    _, low, _, high = made.drawing.only(Role.GRID).bounds()
    assert (made.folds[0].y - high, high - low) == pytest.approx((2.0, 15.64))
    assert made.folds[0].y + 9 == pytest.approx(0.78 * 38)


def test_a_base_is_larger_than_usual_only_for_a_diagram_that_needs_it() -> None:
    """Five rows of 4 mm with two rims of 2 mm and a back flap of 9 mm are 33 mm: within 0.78 of 43 mm, beyond it at 38
    mm (29.64 mm), where 0.9 are 34.2 mm."""
    depths = {cell: next(made.footprint[1] for made in [net(3, 5, cell=cell)]) for cell in (43.0, 38.0)}
    assert 33 - 1e-9 <= depths[43] <= 0.78 * 43 + 1e-9
    assert 0.78 * 38 < depths[38] <= 0.9 * 38 + 1e-9


def test_an_arrowhead_on_the_back_flap_points_where_the_piece_goes() -> None:
    """The back flap lies ahead of the piece, and what is up on it is ahead: right is right for the owner."""
    for travel, (dx, dy) in {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}.items():
        made = make_standee_net(SHAPE, diagram(3, 3), "scout", "green", None, 32, 30, 40, travel)
        (head,) = made.drawing.only(Role.PATH).items
        assert isinstance(head, Shape)
        points = head.paths[0].flatten(0.01)[:3]
        # Two sides of the arrowhead are equally long: they meet in its tip.
        (tip,) = (p for p in points if len({round(math.dist(p, q), 6) for q in points if q is not p}) == 1)
        rear = [sum(q[axis] for q in points if q is not tip) / 2 for axis in (0, 1)]
        assert (round((tip[0] - rear[0]) / 2), round((tip[1] - rear[1]) / 2)) == (dx, dy)


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
        FabgenError, match="28 mm or more"
    ):  # three rows of 3.8 mm, two rims of 2 mm and the back flap: 24.4 mm / 0.9
        make_standee_net(SHAPE, diagram(3, 3), "scout", "green", None, 20, 30, 25)


def test_a_cell_that_is_smaller_on_paper_has_a_snug_base() -> None:
    """0.94 of 29 mm are 27 whole mm: 7 mm for the name, and 20 mm for five rows of 3.2 mm with 2 mm on both sides.
    Three rows of 4 mm and two rims leave 9.4 mm of 0.9 x 26 mm, so that the base is no larger than in other games."""
    made = make_standee_net(SHAPE, diagram(5, 5), "scout", "green", None, 22, 30, 29, is_snug=True)
    assert made.footprint == pytest.approx((22, 27))
    assert made.height - made.folds[2].y == pytest.approx(7)
    x0, low, x1, high = made.drawing.only(Role.GRID).bounds()
    assert (x1 - x0, low, high) == pytest.approx((5 * 3.2, 2.0, 18.0))
    assert make_standee_net(SHAPE, diagram(3, 3), "scout", "green", None, 20, 30, 26, is_snug=True).footprint[1] < 23.41
    with pytest.raises(FabgenError, match="29 mm or more"):  # 5 x 3.2 + 2 x 2 + 7 = 27 mm, / 0.94 = 28.7
        make_standee_net(SHAPE, diagram(5, 5), "scout", "green", None, 22, 30, 28, is_snug=True)


@pytest.mark.parametrize(("rows", "cells"), [(2, 16 / 3), (3, 12.2 / 3)])
def test_a_strip_of_given_measures_has_them(rows: int, cells: float) -> None:
    """Flaps of 17.2 mm and 8 mm, a strip of 22 mm: three columns with 3 mm beside them are 16 mm wide, three rows with
    3 mm to the cut and 2 mm to the fold 12.2 mm deep."""
    size = StripSize(22, 17.2, 8, 40)
    made = make_standee_net(SHAPE, diagram(3, rows), "scout", "green", None, 21, 30, 40, least_size=size)
    assert [fold.y for fold in made.folds] == pytest.approx([17.2, 57.2, 97.2])
    assert made.footprint == pytest.approx((22, 25.2))
    assert made.drawing.only(Role.GRID).size()[0] == pytest.approx(3 * cells)


def test_the_name_is_read_from_the_other_side() -> None:
    (name,) = net().drawing.only(Role.LABEL).items
    assert isinstance(name, Lettering)
    assert name.text.string == "scout"
    assert name.text.angle == 180
    assert name.text.at[1] > net().folds[2].y


def test_signs_of_twelve_players_differ_and_stay_in_the_foot() -> None:
    signs = [draw_player_sign(n, 10) for n in range(12)]
    assert signs[0] is None
    shown = [s for s in signs if s]
    assert len({dump_drawing(s) for s in shown}) == 11
    for sign in shown:
        x0, y0, x1, y1 = sign.bounds()
        assert -8.5 < x0 < x1 < 8.5  # on a foot from -10 to 10
        assert 0.8 < y0 < y1 < 5  # clear of the fold, and where a pedestal is widest
    assert [len(s.items) for s in shown] == [1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5]  # bars, then a ring and bars, two rings


def test_a_sign_stands_in_the_silhouette_on_both_faces() -> None:
    made = net(sign=draw_player_sign(1, 8))
    bars = made.drawing.only(Role.MARK)
    assert len(bars.items) == 2
    figure = made.drawing.only(Role.PIECE).items
    for bar, face in zip(bars.items, figure, strict=True):
        (x0, y0, x1, y1), (left, low, right, high) = bar.bounds(), face.bounds()
        assert left < x0 < x1 < right
        assert low < y0 < y1 < high
    assert made.icon.only(Role.MARK).items  # the list of parts shows it too
    assert not net().drawing.only(Role.MARK).items


LEANING = draw(Role.PIECE, polygon([(-12, 0), (12, 0), (17, 30), (-12, 30)]))  # looks to the right


@pytest.mark.parametrize(("cell", "files", "width"),
                         [(60, 3, 42), (50, 3, 38), (45, 3, 35.1), (40, 8, 34.4), (36, 8, 32.4)])
def test_a_strip_is_as_wide_as_it_must_and_a_foot_may(cell: float, files: int, width: float) -> None:
    """0.7 of the cell where that is enough; else 2 x 17 + 2 x 2 mm, up to 0.78 of the cell. Eight files of 3.8 mm and
    two rims of 2 mm are 34.4 mm, up to 0.9 of the cell."""
    assert strip_width(LEANING, diagram(files, 2), cell, 0.7) == pytest.approx(width)


@pytest.mark.parametrize(("cell", "aside"), [(60.0, 0.0), (45.0, 0.0), (40.0, 1.2648)])
def test_nothing_comes_near_the_cuts_beside_it(cell: float, aside: float) -> None:
    """Foot and head keep 2 mm from the cuts. On a strip of 32 mm, a figure of 29 mm is 28 mm wide at most; of 0.93 of
    that size it reaches 0.93 x 28 / 29 x 17 = 15.265 mm to one side, where there are 14: its foot is so much off the
    middle."""
    width = strip_width(LEANING, diagram(5, 2), cell, 0.8)
    made = make_standee_net(LEANING, diagram(5, 2), "scout", "green", None, width, 30, cell)
    x0, _, x1, _ = made.drawing.only(Role.PIECE).bounds()
    assert x0 >= 2 - 1e-9
    assert width - x1 >= 2 - 1e-9
    outline = made.icon.only(Role.PIECE).items[0]
    assert isinstance(outline, Shape)
    ground = [x for x, y in outline.paths[0].flatten(0.01) if abs(y) < 1e-6]
    assert (max(ground) + min(ground)) / 2 == pytest.approx(-aside, abs=1e-4)
    marks = made.drawing.without(Role.PIECE, Role.EDGE)
    x0, y0, x1, y1 = marks.bounds()
    assert min(x0, width - x1, y0, made.height - y1) >= 3 - 1e-9


@pytest.mark.parametrize(("shape", "size"), [("disc", 18.0), ("square", 25.0), ("disc", 30.0)])
def test_tokens_keep_marks_from_the_cut_and_ink_beyond_it(shape: str, size: float) -> None:
    chit = make_token_chit(draw(Role.MARK, circle((0, 0), size)), None, "disc" if shape == "disc" else "square", size)
    safe = min(3.0, 0.12 * size)
    wide = size - 2 * safe if shape == "disc" else 0.74 * (size - 2 * 3.0)  # on a plate with its rim
    assert chit.front.only(Role.MARK).size() == pytest.approx((wide, wide), abs=0.05)
    assert chit.front.only(Role.SHADE).size() == pytest.approx((size + 4, size + 4))
    assert chit.back == chit.front


def slotted(width: float = 32) -> Net:
    return make_standee_net(
        SHAPE, diagram(3, 3), "scout", "green", draw_player_sign(1, 8), width, 30, 40, form="slotted"
    )


def test_a_slotted_standee_has_the_flaps_of_a_tent_as_its_base() -> None:
    made, tent = slotted(), net(sign=draw_player_sign(1, 8))
    assert made.footprint == pytest.approx(tent.footprint)
    shown = made.drawing.only(Role.GRID, Role.SELF, Role.MOVE)
    assert dump_drawing(shown) == dump_drawing(tent.drawing.only(Role.GRID, Role.SELF, Role.MOVE))
    (name,) = made.drawing.only(Role.LABEL).items
    assert isinstance(name, Lettering)
    assert made.folds[0].y > made.base > name.text.at[1] > tent.folds[0].y  # beyond the slit, on the base
    assert name.text.angle == 180


def test_the_tab_goes_into_the_slit() -> None:
    """6 mm deep, half the strip wide; the slit 0.6 mm longer, between diagram and name."""
    made = slotted()
    slit, *_ = made.drawing.only(Role.CUT_LINE).items
    x0, y0, x1, y1 = slit.bounds()
    assert (y0, x0 + x1) == pytest.approx((y1, 32))
    assert x1 - x0 == pytest.approx(16.6)
    assert made.drawing.only(Role.GRID).bounds()[3] < y0 < made.drawing.only(Role.LABEL).bounds()[1]
    front, back = made.drawing.only(Role.PIECE).items
    assert front.bounds()[1] == pytest.approx(made.base + 6 + 2.0)  # the piece stands over the base
    assert made.height - back.bounds()[3] == pytest.approx(6 + 2.0)
    (fold,) = made.folds
    assert fold.y == pytest.approx((made.base + made.height) / 2)  # tab lies on tab
    assert back.bounds()[3] - fold.y == pytest.approx(fold.y - front.bounds()[1])


@pytest.mark.parametrize(("name", "order"), [
    ("charing-cross", ["rook", "knight"]), ("chess-battle", ["rook", "knight", "bishop"]),
    ("correction", ["pawn", "knight", "spearman"])])
def test_no_figure_is_higher_than_one_whose_piece_is_higher(name: str, order: list[str]) -> None:
    """A knight that looks to one side has less room on its strip than a rook, which is 46 mm high where the knight is
    48 mm in Charing Cross, and 47 and 52 mm in Chess Battle."""
    nets = {batch.thing.kind.lower(): batch.thing for batch in make_paper_kit(with_paper_cells(load_spec(name))).batches
            if isinstance(batch.thing, Net)}
    heights = [nets[kind].icon.only(Role.PIECE).size()[1] for kind in order]
    assert all(lower <= higher + 1e-6 for lower, higher in pairwise(heights))
    for net in nets.values():  # a figure is within its strip, and at least 2 mm from the cuts
        x0, _, x1, _ = net.icon.only(Role.PIECE).bounds()
        assert max(-x0, x1) <= net.width / 2 - 2 + 1e-6


@pytest.mark.parametrize(("name", "base", "front"), [
    ("correction", (22, 25), 17.3), ("chess-battle", (22, 27), 20.0), ("charing-cross", (22, 27), 20.0)])
def test_both_flaps_cover_the_base_of_every_piece(name: str, base: tuple[float, float], front: float) -> None:
    """Correction in cells of 27 mm, where bases are 25 mm at most: spearmen need the deepest flap, 13.3 mm of diagram
    with 2 mm on both sides, with 7 mm for the name 24.3 mm, or 25 whole ones. Its knights have 5 x 3.6 + 2 x 2 = 22 mm
    of width. The diagrams of Chess Battle and Charing Cross in cells of 29 mm fill 5 x 3.2 + 2 x 2 = 20 mm of 27 mm;
    strips of 0.78 of the cell, 22.6 mm, are 22 whole ones wide, which is 5 x 3.6 + 2 x 2 mm too. So the name has 7 mm
    or more everywhere."""
    nets = [batch.thing for batch in make_paper_kit(with_paper_cells(load_spec(name))).batches
            if isinstance(batch.thing, Net)]
    for net in nets:
        near, far = net.folds[0].y, net.height - net.folds[-1].y
        assert (net.width, near + far) == pytest.approx(base)
        assert near == pytest.approx(front)
        assert far >= 7 - 1e-6
        assert net.card_size == base
    heights = {round(net.height, 1) for net in nets}
    assert len(heights) == (2 if name == "correction" else 1), "pawns have faces of two thirds of a spearman's"


def test_a_black_figure_has_a_light_line_inside_its_outline() -> None:
    """0.75 mm to 1.05 mm inside of 20 x 24 mm; a hole of 2 mm, light itself, and other figures have none."""
    figure = draw(Role.PIECE, rectangle(-10, 0, 20, 24), circle((0, 12), 1))
    nets = {tone: make_standee_net(figure, Drawing(), "scout", tone, None, 32, 30, 40) for tone in ("black", "red")}
    lines = [item for item in nets["black"].icon.only(Role.SHADE).items if isinstance(item, Shape)]
    boxes = sorted(tuple(round(side, 2) for path in item.paths for side in path.bounds()[2:]) for item in lines)
    assert boxes == [(9.25, 23.25, 8.95, 22.95)]
    assert not nets["red"].icon.only(Role.SHADE).items


def test_all_names_of_a_set_are_of_one_size() -> None:
    """That of Correction's spearmen, whose name has 16 mm of room: that of pawns would have 2.8 mm."""
    nets = [batch.thing for batch in make_paper_kit(with_paper_cells(load_spec("correction"))).batches
            if isinstance(batch.thing, Net)]
    cap = 16 / text_width("Spearman", 1.0, bold=True)
    assert cap < 2.8
    assert [measure_name(net) for net in nets] == pytest.approx([cap] * len(nets))


@pytest.mark.parametrize(("caps", "common"), [
    ([2.8, 2.4, 2.8], 2.4), ([2.8, 1.4, 2.6, 1.4], 2.6), ([2.8, 1.5, 1.4], 1.4), ([2.8, 2.8], 0.0), ([], 0.0),
    ([math.inf, 2.8], 0.0)])
def test_a_single_long_name_does_not_make_all_others_small(caps: list[float], common: float) -> None:
    """Under seven tenths of the next one it keeps its size to itself; of two long ones the common size is taken."""
    assert common_name_cap(caps) == common


def test_strips_with_one_very_long_name_have_large_names_otherwise(tmp_path: Path) -> None:
    path = put(tmp_path)
    path.write_text(path.read_text("utf-8").replace(
        "  guard:\n", "  guard:\n    name: watchman of the nine great bridges\n"), "utf-8")
    caps = {batch.thing.kind: measure_name(batch.thing)
            for batch in make_paper_kit(load_spec(str(path))).batches if isinstance(batch.thing, Net)}
    assert caps["Lancer"] == pytest.approx(2.8)
    assert caps["Watchman of the nine great bridges"] < 0.7 * 2.8
