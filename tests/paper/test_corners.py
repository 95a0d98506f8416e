"""Tokens of the shape `corner`: an L of the right size on every product, and each back behind its front.

The places are worked out by hand for a corner of 40 mm with arms of 10 mm: ink reaches 2 mm beyond a cut, 3 mm on backs
that are printed on the other side of the paper, and the fold of a block is 5 mm from the ink.
"""

from __future__ import annotations

import pytest
import shapely
import shapely.affinity

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.artwork.paper_things import Chit, Fold, Net, PaperBatch
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError
from fabgen.figures.components.kit import draw_sign_of_token, draw_token, token_outline
from fabgen.figures.components.paper_kit import make_token
from fabgen.paper.chit_blocks import make_flat_block, make_folded_block
from fabgen.paper.duplex import PrintAssembly
from fabgen.paper.imposition import impose_batches
from fabgen.production.orders import make_pod_order
from fabgen.spec.cell_size import resize_cells
from fabgen.spec.load import load_spec
from fabgen.spec.pieces import Token
from fabgen.typeset.papers import load_paper

CORNER = Token(count=4, shape="corner", size=40.0, width=10.0, mark="star", material="acrylic-3mm/red")


def outlines(drawing: Drawing, role: Role) -> list[shapely.Polygon]:
    return [shapely.Polygon(path.flatten(0.001)) for item in drawing.only(role).items if isinstance(item, Shape)
            for path in item.paths]


def test_a_corner_is_cut_as_an_l() -> None:
    """Two arms of 40 x 10 mm that share a square of 10 mm: 700 mm2, less 0.2146 r2 with r = 0.8 for each of five
    rounded corners; the sixth is inside and adds as much."""
    (outline,) = outlines(token_outline(CORNER), Role.EDGE)
    assert outline.area == pytest.approx(700 - 4 * (1 - 3.14159265 / 4) * 0.8**2, abs=0.01)
    assert outline.bounds == pytest.approx((-20, -20, 20, 20))
    assert not outline.contains(shapely.Point(-9, -9))
    assert outline.contains(shapely.Point(-11, 15))
    assert outline.contains(shapely.Point(15, -11))


def test_the_mark_is_in_the_elbow_of_either_side() -> None:
    """A star of 0.83 of the arm, its middle 5 mm from the two outer edges; from the back the elbow is at the right."""
    for is_back, x in ((False, -15.0), (True, 15.0)):
        (mark,) = outlines(draw_sign_of_token(CORNER, seen_from_back=is_back), Role.MARK)
        left, low, right, high = mark.bounds
        assert (left + right) / 2 == pytest.approx(x, abs=0.3)
        assert (low + high) / 2 == pytest.approx(-15, abs=0.6)
        assert max(right - left, high - low) < 8.3
    assert draw_token(CORNER.model_copy(update={"mark": None})).only(Role.MARK).items == ()


def test_folded_backs_lie_behind_their_fronts() -> None:
    """A block of one: 44 mm wide with the ink, its fold at 49 mm. The back is the front turned over at the fold."""
    block = make_folded_block("t", make_token(CORNER), 1, 1)
    front, back = outlines(block.drawing, Role.CUT_LINE)
    assert (block.width, block.height) == (44, 98)
    assert front.equals(shapely.Polygon([(2, 56), (42, 56), (42, 66), (12, 66), (12, 96), (2, 96)]))
    assert back.equals(shapely.Polygon([(2, 42), (42, 42), (42, 32), (12, 32), (12, 2), (2, 2)]))
    for cut, ink in zip((front, back), outlines(block.drawing, Role.BODY), strict=True):
        assert ink.equals(cut.buffer(2, join_style="mitre"))


def test_backs_on_the_other_side_lie_behind_their_fronts() -> None:
    """Seen through the paper the ink of a back reaches 3 mm beyond the cut of its front, on all six sides."""
    block = make_flat_block("t", make_token(CORNER), 1, 1, PrintAssembly("duplex"))
    (cut,), back = outlines(block.drawing, Role.CUT_LINE), block.back_drawing
    assert cut.equals(shapely.Polygon([(3, 3), (43, 3), (43, 13), (13, 13), (13, 43), (3, 43)]))
    assert back is not None
    (ink,) = outlines(back, Role.BODY)
    assert ink.equals(cut.buffer(3, join_style="mitre"))


def test_each_corner_lies_in_the_angle_of_the_one_before() -> None:
    """Two corners of 40 mm with arms of 10 mm, with ink 2 mm around them: the second one is 10 mm to the right and up,
    so that both take 54 x 54 mm, and one cut parts them: no paper is between them. Closed, each back is behind its
    front: the block is symmetric about its fold, 59 mm up. No ink hides a mark. A mark in an elbow is as far from both
    cuts beside it as from the inner corner at 10, 10 mm: its middle is d from the cuts with d = sqrt 2 x (10 - d), so
    that d = 10 sqrt 2 / (1 + sqrt 2) = 5.858 mm; with the ink of 2 mm that is at 7.858 and, 10 mm on, at 17.858 mm."""
    block = make_folded_block("t", make_token(CORNER), 2, 2)
    first, second, *backs = outlines(block.drawing, Role.CUT_LINE)
    assert (block.width, block.height) == (54, 118)
    assert first.equals(shapely.Polygon([(2, 66), (42, 66), (42, 76), (12, 76), (12, 106), (2, 106)]))
    assert second.equals_exact(shapely.affinity.translate(first, 10, 10), 1e-6, normalize=True)
    assert first.intersection(second).area < 1e-6
    assert first.intersection(second).length == pytest.approx(60), "both inner edges of the first one, 30 mm each"
    for front, back in zip((first, second), backs, strict=True):
        mirrored = shapely.affinity.scale(front, 1, -1, origin=(0, 59))
        assert back.equals_exact(mirrored, 1e-6, normalize=True)
    marks = sorted((mark.bounds[0] + mark.bounds[2]) / 2 for mark in outlines(block.drawing, Role.LIGHT_MARK))
    assert marks == pytest.approx([7.858, 7.858, 17.858, 17.858], abs=0.001), "in the elbows, on both halves"
    roles = [item.role for item in block.drawing.items]
    upper = roles[:roles.index(Role.LIGHT_MARK)]
    assert upper.count(Role.BODY) == 2, "the ink of both fronts lies under their marks"


def test_corners_of_two_kinds_share_a_sheet() -> None:
    """Two blocks of 4 corners of 38 mm with arms of 9.5 mm, in nests: 42 + 3 x 9.5 = 70.5 mm wide and high. A4 has
    room for 174 x 246 mm: both side by side, with 10.2 mm between them."""
    words = load_words("en")
    chit = make_token(CORNER.model_copy(update={"size": 38.0}))
    batches = [PaperBatch(f"{name} tokens", 4, chit, "tokens", f"{name} token") for name in ("a", "b")]
    (sheet,) = impose_batches(batches, load_paper("a4"), words)
    assert {item.id for item in sheet.items} == {"a token 1-to-4", "b token 1-to-4"}
    wide = [PaperBatch(f"{name} wide tokens", 8, make_chit_of(60.0), "tokens", f"{name} token") for name in "ab"]
    # A nest of four is 64 + 3 x 10 = 94 mm wide and high: two have room on a sheet, not the four of both kinds.
    assert len(impose_batches(wide, load_paper("a4"), words)) == 2


def make_chit_of(size: float) -> Chit:
    return make_token(CORNER.model_copy(update={"size": size}))


@pytest.mark.parametrize("mark", ["key", "leaf", "hourglass", "lock", "star", "flame"])
def test_a_mark_is_half_a_millimetre_from_the_edges_of_a_narrow_arm(mark: str) -> None:
    """The elbow of a corner of 20 mm with arms of 4 mm is within -10 and -6 mm, both ways."""
    narrow = CORNER.model_copy(update={"mark": mark, "size": 20.0, "width": 4.0})
    left, low, right, high = draw_sign_of_token(narrow).bounds()
    assert min(left + 10, low + 10, -6 - right, -6 - high) >= 0.5 - 1e-9


def test_cells_of_another_size_keep_the_shape() -> None:
    """Cells of 0.8 of 44 mm: corners of 31.2 mm instead of 39 mm, with arms of 4.8 mm instead of 6 mm."""
    game = resize_cells(load_spec("chess-battle").game, 35.2)
    assert (game.tokens["red corner"].size, game.tokens["red corner"].arm) == pytest.approx((31.2, 4.8))


def test_arms_have_a_width_of_their_own() -> None:
    assert Token(count=1, shape="corner", size=40.0, material="acrylic-3mm").arm == 10.0
    assert Token(count=1, size=40.0, material="acrylic-3mm").arm == 0.0


@pytest.mark.parametrize(("keys", "what", "hint"), [
    ({"shape": "disc", "width": 5.0}, "a disc has no arms", "take `width` out, or write `shape: corner`"),
    ({"shape": "corner", "width": 20.0}, "arms of 20 mm are too wide for a corner of 30 mm",
     "write `width: 13 mm`, or write `size: 45 mm`"),  # 0.45 of 30 is 13.5, and 20 is 0.45 of 44.4
])
def test_impossible_corners_say_what_would_do(keys: dict[str, object], what: str, hint: str) -> None:
    with pytest.raises(ValueError, match=what) as error:
        Token.model_validate({"count": 4, "size": 30.0, "material": "acrylic-3mm", **keys})
    assert hint in str(error.value)


def test_a_service_makes_no_corners() -> None:
    """The order says so, and has everything else."""
    order = make_pod_order(load_spec("chess-battle"), "game-crafter")
    assert any("makes no corners" in note for note in order.notes), order.notes


def test_what_no_sheet_holds_is_one_message_for_all_players() -> None:
    """A strip of 80 x 300 mm: upright sheets of A4 have room for 174 x 246 mm, or 159 x 261 mm where things are turned.
    261.6 mm are 38.4 mm less, and the strip shows the figure twice: 19.2 mm, 20 whole ones."""
    net = Net(Drawing(), 80.0, 300.0, (Fold(150.0, "mountain"),), Drawing())
    batches = [PaperBatch(f"{player} towers", 2, net, player, f"{player} tower") for player in ("green", "red")]
    with pytest.raises(FabgenError) as caught:
        impose_batches(batches, load_paper("a4"), load_words("en"))
    (problem,) = caught.value.problems
    assert problem.what == ("green towers and red towers need 80 x 300 mm of paper; "
                            "A4 has room for 159 x 261 mm")
    assert problem.hint == "make the figure 20 mm lower: its strip shows it twice"
