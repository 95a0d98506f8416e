"""What is cut: marks never stand on a thing, every cut has its marks, ink reaches over it, and no mark of a thing is
near it. Each measure finds its planted defect."""

from __future__ import annotations

import pytest
import shapely

from fabgen.artwork.drawing import Drawing, Role, Shape, draw
from fabgen.artwork.paper_things import Chit, ChitOutline
from fabgen.artwork.path import circle, line
from fabgen.figures.components.paper_pieces import draw_player_sign, make_standee_net, make_token_chit
from fabgen.paper.chit_blocks import make_flat_block, make_folded_block, put_on_square_card
from fabgen.paper.duplex import PrintAssembly
from fabgen.paper.sheet_blocks import SheetBlock
from fabgen.paper.strip_blocks import make_net_block

MARK = draw(Role.MARK, circle((0, 0), 30))  # shrinks to the safe zone
DUPLEX, SINGLE = PrintAssembly("duplex"), PrintAssembly("single")
SIZE = 18.0


def chit(shape: str) -> Chit:
    """A square of 18 mm, or the card of that size that carries a disc: 1.9 mm of card are around its picture."""
    if shape == "square":
        return make_token_chit(MARK, None, "square", SIZE, "green")
    return put_on_square_card(make_token_chit(MARK, None, "disc", SIZE - 3.8, "green"))


def blocks(shape: str) -> list[SheetBlock]:
    thing = chit(shape)
    return [
        make_folded_block("folded", thing, 5, 3),
        make_flat_block("duplex", thing, 5, 3, DUPLEX),
        make_flat_block("single", thing, 5, 3, SINGLE),
    ]


def marks(block: SheetBlock) -> list[shapely.LineString]:
    return [shapely.LineString(path.flatten(0.01)) for item in block.drawing.only(Role.TRIM).items
            if isinstance(item, Shape) for path in item.paths]


def grounds(block: SheetBlock, role: Role = Role.SHADE) -> list[shapely.Polygon]:
    return [shapely.Polygon(item.paths[0].flatten(0.01)) for item in block.drawing.only(role).items
            if isinstance(item, Shape) and item.tone != "white"]  # without plates


def bleed_of(block: SheetBlock) -> float:
    """How far ink reaches beyond the squares: what three of them leave of the width of the block."""
    return (block.width - 3 * SIZE) / 2


def trims(block: SheetBlock) -> list[shapely.Polygon]:
    """The squares around what is cut out: 18 mm from one to the next, three in the upper row and two in the lower one,
    their ink from the lower left corner. A folded block has 5 mm from the fold to the ink on either side."""
    bleed = bleed_of(block)
    low = [(bleed + 18 * column, bleed + 18 * (1 - row)) for row, column in ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1))]
    if block.name == "folded":
        half = 5 + 2 * bleed + 2 * 18
        low = [(x, half + 5 + y) for x, y in low] + [(x, half - 5 - y - 18) for x, y in low]
    return [shapely.box(x, y, x + SIZE, y + SIZE) for x, y in low]


def spoilt(block: SheetBlock) -> int:
    """How many marks stand on what is cut out."""
    return sum(mark.intersects(trim.buffer(-0.01)) for mark in marks(block) for trim in trims(block))


@pytest.mark.parametrize("shape", ["disc", "square"])
def test_no_mark_is_on_a_token(shape: str) -> None:
    for block in blocks(shape):
        assert spoilt(block) == 0


def test_a_mark_on_a_token_is_noticed() -> None:
    block = blocks("square")[1]
    x, y = trims(block)[0].centroid.coords[0]
    beside = draw(Role.TRIM, line((x - 20, y), (x, y)))
    planted = SheetBlock(block.name, lambda: block.drawing + beside, block.width, block.height, ())
    assert spoilt(planted) == 1


def unmarked(block: SheetBlock) -> int:
    """How many sides of squares have no mark on their line at one end of the block or the other."""
    ends = [mark.coords for mark in marks(block)]
    missing = 0
    for left, low, right, high in (trim.bounds for trim in trims(block)):
        for axis, value in ((0, left), (0, right), (1, low), (1, high)):
            on = [e for e in ends if all(abs(p[axis] - value) < 1e-6 for p in e)]
            other = 1 - axis
            start, end = (low, high) if axis == 0 else (left, right)
            before = [e for e in on if max(p[other] for p in e) <= start]
            after = [e for e in on if min(p[other] for p in e) >= end]
            missing += not before or not after
    return missing


def test_every_straight_cut_has_marks_at_both_ends() -> None:
    for block in [*blocks("square"), *blocks("disc")]:
        assert unmarked(block) == 0
    bare = blocks("square")[1]
    kept = Drawing(tuple(item for item in bare.drawing.items if item.role is not Role.TRIM))
    assert unmarked(SheetBlock(bare.name, lambda: kept, bare.width, bare.height, ())) == 5 * 4


def test_two_neighbours_share_a_cut() -> None:
    """Three squares of 18 mm in a row: four upright cuts, 2, 20, 38 and 56 mm from the left, each marked at both ends
    of either half of the folded block."""
    upright = [mark.bounds[0] for mark in marks(blocks("square")[0]) if mark.bounds[0] == mark.bounds[2]]
    assert sorted(upright) == [x for x in (2.0, 20.0, 38.0, 56.0) for _ in range(4)]


def test_discs_are_round_pictures_on_squares_of_card() -> None:
    """The disc ends 1.9 mm before the straight cuts on every side, on the back too; nothing is cut along a line. The
    tint of the card goes on to the cuts that squares share and 2 mm over the others, 3 mm where backs are printed."""
    for block in blocks("disc"):
        bleed = 3 if block.name == "duplex" else 2
        assert bleed_of(block) == 0
        cards = shapely.union_all(grounds(block, Role.CARD_GROUND))
        squares = shapely.union_all([trim.buffer(bleed, join_style="mitre") for trim in trims(block)])
        assert cards.symmetric_difference(squares).area < 1e-6
        assert not block.drawing.only(Role.CUT_LINE).items
        for ink, trim in zip(grounds(block, Role.SHADE), trims(block), strict=True):
            assert ink.centroid.distance(trim.centroid) < 1e-6
            assert ink.bounds[2] - ink.bounds[0] == pytest.approx(SIZE - 3.8)
    back = make_flat_block("duplex", chit("disc"), 1, 1, DUPLEX).back_drawing
    assert back
    assert back.only(Role.SHADE).size() == pytest.approx((SIZE - 3.8, SIZE - 3.8))


def test_crosses_are_not_the_same_after_half_a_turn() -> None:
    """Of a block of one chit with its back, which is symmetric otherwise."""
    block = make_flat_block("duplex", chit("disc"), 1, 1, DUPLEX)
    assert block.back_drawing
    crosses = {tuple(round(value, 6) for value in mark.centroid.coords[0]) for mark in marks(block)
               if mark.length == pytest.approx(3)}
    assert len(crosses) == 5
    assert crosses != {(block.width - x, block.height - y) for x, y in crosses}


def test_ink_reaches_over_each_cut_and_over_no_neighbours() -> None:
    """Around squares, ink reaches 2 mm beyond each cut, its own or that of the neighbour beyond a shared one; none lies
    on another."""
    for block in blocks("square"):
        inks, things = grounds(block), trims(block)
        assert len(inks) == len(things)
        inked = shapely.union_all(inks).buffer(1e-6)
        assert all(inked.contains(thing.buffer(2 - 1e-6, join_style="mitre")) for thing in things)
        for number, ink in enumerate(inks):
            assert sum(ink.intersection(thing).area > 1e-6 for thing in things) == 1, number
        missing = shapely.union_all(inks[1:]).buffer(1e-6)
        assert not all(missing.contains(thing) for thing in things)


def test_backs_have_more_bleed_than_fronts() -> None:
    """3 mm, because printers are out; also around a block of several, 3 x 2 of 18 mm."""
    for count, columns, size in ((1, 1, (24, 24)), (6, 3, (60, 42))):
        behind = make_flat_block("t", chit("square"), count, columns, DUPLEX).back_drawing
        assert behind
        assert behind.only(Role.SHADE).size() == pytest.approx(size)


@pytest.mark.parametrize("shape", ["disc", "square"])
def test_marks_of_a_thing_keep_the_safe_distance(shape: str) -> None:
    """0.12 of a square or of the card that carries a disc, which is what is cut."""
    safe = 0.12 * SIZE
    for block in blocks(shape):
        zone = [shapely.Point(t.centroid).buffer(SIZE / 2 - safe + 0.02, quad_segs=64) for t in trims(block)]
        shown = [shapely.Polygon(p.flatten(0.01)) for i in block.drawing.only(Role.MARK).items if isinstance(i, Shape)
                 for p in i.paths]
        assert shown
        assert all(any(z.contains(s) for z in zone) for s in shown)


def _crossing(block: SheetBlock) -> set[float]:
    """At which heights marks reach onto a block: those of folds, by which they are told from cuts, and 3 mm of them."""
    strips = shapely.box(0, 0, block.width, block.height)
    onto = [mark for mark in marks(block) if mark.intersects(strips)]
    edges = strips.exterior.buffer(3.0 + 1e-6)
    assert all(edges.contains(mark.intersection(strips)) for mark in onto)
    return {round(mark.coords[0][1], 6) for mark in onto}


@pytest.mark.parametrize("form", ["tent", "slotted"])
def test_cuts_of_a_strip_are_marked_outside_of_it(form: str) -> None:
    shape = draw(Role.EDGE, circle((0, 20), 9), circle((0, 2), 9))
    moves = draw(Role.GRID, circle((0, 0), 6))
    net = make_standee_net(shape, moves, "scout", "green", draw_player_sign(1, 9), 32, 40, 40,
                      form="tent" if form == "tent" else "slotted")
    block = make_net_block("scout", net)
    assert _crossing(block) == {round(fold.y, 6) for fold in net.folds}
    levels = {round(mark.coords[0][1], 6) for mark in marks(block)}
    assert {0.0, round(net.height, 6)} <= levels
    assert net.base > 0 if form == "slotted" else net.base == 0
    assert round(net.base, 6) in levels  # the base is cut off


@pytest.mark.parametrize("count", [1, 4])
def test_strips_side_by_side_share_their_cuts_and_folds(count: int) -> None:
    """Strips of 32 mm: a cut more than there are strips, upright, each marked above and below; two level ones and three
    folds, each marked at the left and the right however many strips there are."""
    shape = draw(Role.EDGE, circle((0, 20), 9))
    net = make_standee_net(shape, Drawing(), "scout", "green", None, 32, 40, 40)
    block = make_net_block("scout", net, count)
    assert (block.width, block.count) == (32 * count, count)
    lines = [mark.bounds for mark in marks(block)]
    upright = sorted({round(x0, 6) for x0, _, x1, _ in lines if x0 == x1})
    assert upright == [32.0 * n for n in range(count + 1)]
    assert len([1 for x0, _, x1, _ in lines if x0 == x1]) == 2 * (count + 1)
    level = {round(y0, 6) for _, y0, _, y1 in lines if y0 == y1}
    assert level == {0.0, round(net.height, 6), *(round(fold.y, 6) for fold in net.folds)}
    assert _crossing(block) == {round(fold.y, 6) for fold in net.folds}


@pytest.mark.parametrize(("shape", "size", "square"), [("disc", 12.2, 16.0), ("square", 18.0, 18.0)])
def test_the_sign_of_a_token_is_as_large_on_a_square_and_no_line_is_along_its_cut(
        shape: ChitOutline, size: float, square: float) -> None:
    """A disc of 12.2 mm is on a card of 16 mm. The sign, a ring of 8 mm, lies on a plate 2.5 mm from the cuts with a
    rim of 0.5 mm: 0.82 of a round one of 16 - 6 mm, or 0.74 of a square one of 18 - 6 mm."""
    ring = draw(Role.MARK, circle((0, 0), 4), circle((0, 0), 3))
    chit = put_on_square_card(make_token_chit(ring, None, shape, size, "blue"))
    assert chit.front.only(Role.MARK).size()[0] == pytest.approx({"disc": 8.2, "square": 8.88}[shape], abs=0.02)
    assert {item.role for item in chit.front.items} <= {Role.CARD_GROUND, Role.SHADE, Role.DEEP_SHADE, Role.MARK}
    assert chit.size == pytest.approx(square)
