"""Backs lie behind their fronts, for either edge, either way of holding the paper, every size and any offset.

The truth here is a model of a sheet: a transparent one is turned over about the edge, as a hand does it, and looked at.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paper.turning import turned

from fabgen.artwork.drawing import Drawing, Role, Shape, draw
from fabgen.artwork.paper_things import Chit, Fold, Net, PaperBatch
from fabgen.artwork.path import Point, circle, polygon, rectangle
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError
from fabgen.paper.duplex import Flip, PrintAssembly, shared_room, turns_sidewise
from fabgen.paper.imposition import impose_batches
from fabgen.typeset.pages import SheetBody, SheetFrame
from fabgen.typeset.papers import load_paper

HOOK = draw(Role.MARK, polygon([(0, 0), (3, 0), (3, 1), (0, 2)]))  # no two sides of it are alike
PAPERS = ["a4", "letter", "a3", "tabloid"]


def shapes(drawing: Drawing, role: Role) -> Iterator[tuple[Point, ...]]:
    for item in drawing.items:
        if isinstance(item, Shape) and item.role is role:
            yield from (tuple(path.flatten(0.01)) for path in item.paths)


def coin(size: float, shape: str = "disc") -> Chit:
    half = size / 2 + 2
    path = circle((0, 0), half) if shape == "disc" else rectangle(-half, -half, 2 * half, 2 * half)
    ground = draw(Role.SHADE, path)
    return Chit(ground, ground + HOOK, "disc" if shape == "disc" else "square", size, 2.0)


@pytest.mark.parametrize(("sideways", "flip", "sidewise"), [
    (False, "long", True), (False, "short", False), (True, "long", False), (True, "short", True)])
def test_the_flip_edge_is_that_of_the_paper(sideways: bool, flip: Flip, sidewise: bool) -> None:
    assert turns_sidewise(SheetFrame(load_paper("a4"), sideways), flip) is sidewise


def sheet(count: int, size: float, shape: str, paper: str, assembly: PrintAssembly) -> list[SheetBody]:
    batches = [PaperBatch("coin", count, coin(size, shape), "coins")]
    return impose_batches(batches, load_paper(paper), load_words(), assembly)


def middles(drawing: Drawing) -> list[Point]:
    """The middles of the grounds; the white plate under a mark is on one."""
    grounds = [item for item in drawing.only(Role.SHADE).items if isinstance(item, Shape) and item.tone != "white"]
    boxes = [item.bounds() for item in grounds]
    return [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in boxes]


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(1, 90), st.floats(8, 70), st.sampled_from(["disc", "square"]), st.sampled_from(PAPERS),
       st.sampled_from(["long", "short"]), st.floats(-5, 5), st.floats(-5, 5))
def test_each_back_lies_behind_its_front(count: int, size: float, shape: str, paper: str, flip: Flip, dx: float,
                                         dy: float) -> None:
    found = 0
    for body in sheet(count, size, shape, paper, PrintAssembly("duplex", flip, (dx, dy))):
        assert body.back_items
        front, back = body.items[0].drawing, body.back_items[0].drawing
        seen = [turned((x - dx, y - dy), body.frame, flip) for x, y in middles(back)]
        for one, other in zip(sorted(middles(front)), sorted(seen), strict=True):
            assert one == pytest.approx(other, abs=1e-6)
        found += len(seen)
        x0, y0, x1, y1 = back.bounds()
        edge = body.frame.paper.margin - 1e-6
        assert min(x0, y0, body.frame.width - x1, body.frame.height - y1) >= edge
    assert found == count


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", [18.0, 60.0])
def test_backs_stand_upright_when_a_chit_is_turned_like_a_page(flip: Flip, paper: str, size: float) -> None:
    """Seen through the paper, a back is its own mirror image: then it is upright from behind. Chits that lie on their
    sides on the sheet have turned fronts too."""
    (body,) = sheet(5, size, "disc", paper, PrintAssembly("duplex", flip))
    assert body.back_items
    hook = next(shapes(body.back_items[0].drawing, Role.MARK))
    seen = [turned(p, body.frame, flip) for p in hook]
    along = (seen[1][0] - seen[0][0], seen[1][1] - seen[0][1])
    assert along[1] == pytest.approx(0, abs=1e-6)
    assert along[0] < 0  # the hook's foot leads to the left
    assert max(y for _, y in seen) - seen[0][1] == pytest.approx(-along[0] * 2 / 3, abs=1e-6)  # and its head is up


def test_a_back_that_is_mirrored_over_the_other_edge_is_seen() -> None:
    """The defect, planted: a sheet made for the long edge that is turned over the short one."""
    (body,) = sheet(5, 18, "disc", "a4", PrintAssembly("duplex", "long"))
    assert body.back_items
    seen = [turned(spot, body.frame, "short") for spot in middles(body.back_items[0].drawing)]
    fronts = middles(body.items[0].drawing)
    assert all(math.dist(one, other) > 1 for one in seen for other in fronts)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_blocks_start_at_the_same_corner_of_every_sheet(flip: Flip) -> None:
    bodies = sheet(100, 30, "disc", "a4", PrintAssembly("duplex", flip))
    assert len(bodies) > 2
    corners = []
    for body in bodies:
        x0, _, _, y1 = body.items[0].drawing.only(Role.SHADE).bounds()
        corners.append((round(x0, 6), round(y1, 6)))
    assert len(set(corners)) == 1


def test_an_offset_out_of_range_is_a_problem() -> None:
    with pytest.raises(FabgenError, match="6, 0 mm"):
        PrintAssembly("duplex", offset=(6, 0))


@pytest.mark.parametrize("flip", ["long", "short"])
def test_both_sides_share_their_room(flip: Flip) -> None:
    for sideways in (False, True):
        frame = SheetFrame(load_paper("letter"), sideways)
        left, bottom, right, top = shared_room(frame, PrintAssembly("duplex", flip, (1.0, -2.0)))
        ends = [turned(spot, frame, flip) for spot in ((left, bottom), (right, top))]
        for x, y in ends:
            assert frame.left_edge + 1 - 1e-9 <= x <= frame.right - 1 + 1e-9
            assert frame.bottom + 2 - 1e-9 <= y <= frame.top - 2 + 1e-9


def test_single_sided_sets_have_backs_only_for_tokens_that_turn() -> None:
    plain, king = coin(20), Chit(coin(20).front, coin(20).back, "disc", 20, 2.0, turns=True)
    single = PrintAssembly("single")
    (one,) = impose_batches([PaperBatch("coin", 6, plain, "coins")], load_paper("a4"), load_words(), single)
    assert len(middles(one.items[0].drawing)) == 6
    assert one.back_items is None
    (both,) = impose_batches([PaperBatch("coin", 6, king, "coins")], load_paper("a4"), load_words(), single)
    assert [len(middles(item.drawing)) for item in both.items] == [6, 6]


@pytest.mark.parametrize("flip", ["long", "short"])
def test_slotted_pieces_are_printed_behind_themselves_on_the_back(flip: Flip) -> None:
    figure = draw(Role.PIECE, polygon([(5, 20), (15, 20), (8, 40)]))
    folds = (Fold(12, "valley"), Fold(60, "mountain"), Fold(108, "valley"))
    net = Net(figure, 20, 120, folds, figure, "pawn", 25.0)
    batches, assembly = [PaperBatch("pawn", 3, net, "pieces")], PrintAssembly("duplex", flip)
    (body,) = impose_batches(batches, load_paper("a4"), load_words(), assembly)
    assert body.back_items is not None
    fronts, backs = ([shape for placed in side for shape in shapes(placed.drawing, Role.PIECE)]
                     for side in (body.items, body.back_items))
    assert len(fronts) == len(backs) == 3
    seen = {tuple(sorted(turned(point, body.frame, flip) for point in back)) for back in backs}
    wanted = {tuple(sorted((round(x, 6), round(y, 6)) for x, y in front)) for front in fronts}
    assert {tuple((round(x, 6), round(y, 6)) for x, y in one) for one in seen} == wanted


def test_tents_have_no_backs() -> None:
    figure = draw(Role.PIECE, rectangle(5, 20, 10, 20))
    net = Net(figure, 20, 120, (Fold(12, "valley"), Fold(60, "mountain"), Fold(108, "valley")), figure)
    for assembly in (PrintAssembly(), PrintAssembly("duplex")):  # the inside of a tent is glued shut
        (body,) = impose_batches([PaperBatch("pawn", 3, net, "pieces")], load_paper("a4"), load_words(), assembly)
        assert body.back_items is None
