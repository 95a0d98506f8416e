"""Sheets of print-and-play things: who shares them, and what they are called."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Literal, cast

import pytest
from shapely import LineString, unary_union
from shapely.ops import polygonize

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, draw
from fabgen.artwork.paper_things import Chit, Fold, Leaf, Net, PaperBatch, SmallerLeaf
from fabgen.artwork.path import circle, rectangle
from fabgen.artwork.text import text_width
from fabgen.core.languages import load_words
from fabgen.figures.components.paper_kit import even_bases, make_paper_kit
from fabgen.figures.components.paper_pieces import StripSize
from fabgen.paper import imposition
from fabgen.paper.duplex import FOLD_ASSEMBLY, PrintAssembly
from fabgen.paper.imposition import impose_batches, make_leaf_blocks, plan_bodies
from fabgen.paper.sheets import lay_out_set
from fabgen.paper.strip_blocks import BASES, list_base_grids, measure_bases
from fabgen.spec.load import load_spec, with_paper_cells
from fabgen.typeset.pages import SHEET, SheetBody
from fabgen.typeset.papers import load_paper


def net(width: float = 30.0) -> Net:
    figure = draw(Role.PIECE, rectangle(5, 20, 10, 20))
    folds = (Fold(12, "valley"), Fold(60, "mountain"), Fold(108, "valley"))
    return Net(figure, width, 120, folds, Drawing(), "pawn")


def test_players_with_few_pieces_share_sheets() -> None:
    """A4 lying has room for 297 - 20 - 7 - 8.4 = 261 mm: 6 strips of 30 mm with gaps of 10.2 mm between them."""
    batches = [PaperBatch(f"{name} pawns", 2, net(), f"{name} pieces") for name in ("red", "blue", "white")]
    (body,) = impose_batches(batches, load_paper("a4"), load_words())
    assert body.batch_names == ("red pawns", "blue pawns", "white pawns", BASES)
    assert body.title == "Red pieces, blue pieces, white pieces and bases"


def test_players_keep_their_own_sheets_where_sharing_saves_none() -> None:
    batches = [PaperBatch(f"{name} pawns", 6, net(), f"{name} pieces") for name in ("red", "blue")]
    assert [(body.title, body.batch_names) for body in impose_batches(batches, load_paper("a4"), load_words())] == [
        ("Red pieces and bases", ("red pawns", BASES)), ("Blue pieces and bases", ("blue pawns", BASES))]


def test_a_player_is_not_divided_where_that_costs_no_sheet() -> None:
    """Three equal strips of 23 x 150 mm a player. A4 lying has room for 260 x 158 mm: three players with 6 mm between
    their colours take 3 x 69 + 2 x 6 = 219 mm. One strip of the fourth would have room beside them (248 mm), but not
    all three."""
    long = replace(net(23.0), height=150.0)
    batches = [PaperBatch(f"{player} {kind}", 1, replace(long, tone=player), player, f"{player} {kind}")
               for player in ("red", "orange", "yellow", "green") for kind in ("knight", "bishop", "rook")]
    sheets = impose_batches(batches, load_paper("a4"), load_words("en"))
    players = [{item.id.split()[0] for item in sheet.items if item.id.split()[0] != "sheet"} for sheet in sheets]
    assert len(players) == 2
    assert not players[0] & players[1]


def test_equal_strips_of_a_game_lie_in_one_block() -> None:
    """Correction has four pawns, a knight and a spearman of two players, and the strips of knights are as long as those
    of spearmen: two blocks of strips, each scored once."""
    kit = make_paper_kit(with_paper_cells(load_spec("correction")))
    sheets = impose_batches(kit.batches, load_paper("a4"), load_words("en"))
    grounds = [item.tone for sheet in sheets for part in sheet.items if part.id != "sheet"
               for item in part.drawing.items
               if item.role is Role.CARD_GROUND and item.tone in ("green", "orange")]
    assert sorted(grounds) == ["green"] * 3 + ["orange"] * 3, "a ground for each kind of strips of one colour"


FACE = draw(Role.SHADE, circle((0, 0), 12))
COIN = Chit(FACE, FACE, "disc", 20, 2)
SLIPS = Leaf(draw(Role.NOTE, rectangle(1, 1, 48, 28)), 50, 30)


def titles(batches: list[PaperBatch], assembly: PrintAssembly = FOLD_ASSEMBLY) -> list[str]:
    return [body.title for body in impose_batches(batches, load_paper("a4"), load_words("en"), assembly)]


def test_strips_coins_and_aids_share_a_sheet_where_that_saves_some() -> None:
    """Two players with a strip and two coins each, a token, and two aids: all of it has room on one sheet of A4. Aids
    on plain paper keep to a sheet of their own."""
    things = [PaperBatch(f"{player} {kind}", count, thing, player) for player in ("red", "blue")
              for kind, count, thing in (("pawn", 1, net()), ("coins", 2, COIN))]
    things.append(PaperBatch("token", 1, COIN, "tokens"))
    assert titles([*things, PaperBatch("aids", 2, SLIPS, "aids")]) == ["Red, blue, aids, tokens and bases"]
    thin = PaperBatch("slips", 2, replace(SLIPS, thin=True), "slips")
    assert titles([*things, thin]) == ["Red, blue, tokens and bases", "Slips"]


def test_aids_are_the_largest_that_save_a_sheet() -> None:
    """A4 upright has room for 174 x 246 mm, lying for 261 x 159 mm. Nine coins of 50 mm, on cards
    of 53.8 mm with 2 mm of ink around them, take 165.4 x 165.4 mm. Beside or below them two aids of 120 x 150 mm have
    no room, nor two of 100 x 100 mm, which are 200 mm wide in one row, but two of 85 x 60 mm: 170 mm in a row."""
    drawn = list[tuple[float, float]]()

    def draw_leaf(*size: float) -> Leaf:
        drawn.append(size)
        return Leaf(SLIPS.drawing, *size)

    smaller = tuple(SmallerLeaf(*size, partial(draw_leaf, *size)) for size in ((100, 100), (85, 60), (60, 60)))
    aids = PaperBatch("aids", 2, Leaf(SLIPS.drawing, 120, 150, smaller=smaller), "aids")
    coins = PaperBatch("coins", 9, replace(COIN, size=50.0), "coins")
    assert titles([coins, aids]) == ["Coins and aids"]
    assert drawn == [(85, 60)], "only the leaf that saves a sheet is drawn"


def test_aids_whose_content_has_no_room_on_a_smaller_leaf_are_smaller_still() -> None:
    """As above, but the content has no room on 85 x 60 mm. Leaves of 60 x 60 mm follow; without them, none saves a
    sheet."""
    def draw_leaf(width: float, height: float) -> Leaf | None:
        return Leaf(SLIPS.drawing, width, height) if width == 60 else None

    smaller = tuple(SmallerLeaf(*size, partial(draw_leaf, *size)) for size in ((85, 60), (60, 60)))
    coins = PaperBatch("coins", 9, replace(COIN, size=50.0), "coins")
    large = Leaf(SLIPS.drawing, 120, 150)
    assert titles([coins, PaperBatch("aids", 2, replace(large, smaller=smaller), "aids")]) == ["Coins and aids"]
    assert titles([coins, PaperBatch("aids", 2, replace(large, smaller=smaller[:1]), "aids")]) == ["Coins", "Aids"]


def test_coins_fill_what_strips_leave_free() -> None:
    """14 strips of 30 x 120 mm: of A4 lying, which has room for 260 mm, a row of eight of them takes 240 mm. On the
    second sheet six leave 71 mm beside them, and twelve coins of 15 mm fill 49 x 124 mm of it."""
    strips = PaperBatch("pawns", 14, net(), "pieces")
    small = replace(COIN, size=15)
    coins = PaperBatch("coins", 12, small, "coins")
    alone = len(impose_batches([strips], load_paper("a4"), load_words())) + 1
    assert len(impose_batches([strips, coins], load_paper("a4"), load_words())) == alone - 1


def test_what_needs_no_back_stays_off_sheets_with_backs() -> None:
    """Coins have a back, tents have none."""
    coins = [PaperBatch(f"{player} coins", 2, COIN, player) for player in ("red", "blue")]
    tents = [PaperBatch(f"{player} pawn", 1, net(), f"{player} tents") for player in ("red", "blue")]
    assert titles([*coins, *tents], PrintAssembly("duplex")) == ["Red and blue", "Red tents, blue tents and bases"]


def test_a_net_of_a_die_says_how_it_is_folded() -> None:
    """Its folds are dashes, as those of flaps are, but the other way."""
    die = Leaf(SLIPS.drawing, 50, 30, is_net=True)
    (body,) = impose_batches([PaperBatch("dice", 1, die, "dice")], load_paper("a4"), load_words("en"))
    assert body.corner
    words = [item.text.string for item in body.corner.items if isinstance(item, Lettering)]
    assert words == ["cut", "cut on the grey line", "dashes: fold, print outside, and glue the tabs"]


def test_equal_strips_of_two_players_share_a_cut() -> None:
    """Two strips of 30 mm a player on one sheet: 4 strips side by side have five upright cuts, each marked above and
    below, and each player's strips keep their ids. A strip that is 20 mm wide stands apart."""
    batches = [PaperBatch(f"{name} pawns", 2, net(), "pieces", f"{name} pawn") for name in ("red", "blue")]
    batches.append(PaperBatch("dwarfs", 1, net(20.0), "pieces", "dwarf"))
    (body,) = impose_batches(batches, load_paper("a4"), load_words())
    assert body.batch_names == ("red pawns", "blue pawns", "dwarfs", BASES)
    assert [item.id for item in body.items] == [
        "sheet", "red pawn 1-to-2", "blue pawn 1-to-2", "sheet", "dwarf 1", "sheet"]
    bleed, red, blue, marks, dwarf, *_ = (item.drawing for item in body.items)
    upright = [path.bounds() for item in marks.only(Role.TRIM).items if isinstance(item, Shape) for path in item.paths]
    xs = Counter(round(x0, 3) for x0, y0, x1, y1 in upright if x0 == x1 and y1 - y0 > 2.5)
    assert [round(b - a, 6) for a, b in pairwise(sorted(xs))] == [30.0] * 4
    assert set(xs.values()) == {2}
    xs_of = sorted(xs)
    assert blue.only(Role.PIECE).bounds()[0] - red.only(Role.PIECE).bounds()[0] == pytest.approx(60)
    # The grounds reach 2 mm beyond the outer cuts, and blue's covers red's up to the cut that they share.
    grounds = bleed.bounds()[0], blue.bounds()[0], blue.bounds()[2]
    assert grounds == pytest.approx((xs_of[0] - 2, xs_of[2], xs_of[4] + 2))
    assert dwarf.only(Role.PIECE).bounds()[0] - 5 > max(xs) + 9  # 5 mm from the edge of the strip to its figure


def test_bases_fill_what_strips_leave_free() -> None:
    """Four strips of 30 x 120 mm and one of 40 x 120 mm, whose bases are 12 + 12 mm deep, as in `net`: a grid of each
    size, in the blank half of A4. Eight strips of 30 x 150 mm leave 21 x 159 mm of the 261 x 159 mm of A4 lying, and
    less above and below: no base of 30 mm."""
    batches = [PaperBatch("red pawns", 4, net(), "red pieces", "red pawn"),
               PaperBatch("red king", 1, replace(net(40.0), kind="king"), "red pieces", "red king")]
    (body,) = impose_batches(batches, load_paper("a4"), load_words())
    assert body.batch_names == ("red pawns", "red king", BASES)
    grids = [tuple(round(side, 3) for side in item.size()) for item in _outlines(body.items[-1].drawing)]
    assert grids == [(60.0, 48.0), (40.0, 24.0)]
    words = " ".join(item.text.string.replace("\N{NO-BREAK SPACE}", " ") for item in body.items[-1].drawing.items
                     if isinstance(item, Lettering))
    assert words == f"Bases: glue onto thick card, then cut apart {'pawn 30 × 24 mm ' * 4}king 40 × 24 mm"
    long = Net(net().drawing, 30, 150, net().folds, Drawing(), "pawn")
    (full,) = impose_batches([PaperBatch("red pawns", 8, long, "red pieces", "red pawn")], load_paper("a4"),
                             load_words())
    assert [item.id for item in full.items] == ["red pawn 1-to-8"]


@pytest.mark.parametrize(("count", "columns", "rows"), [(12, 4, 3), (8, 4, 2), (7, 4, 2), (1, 1, 1)])
def test_bases_share_their_edges(count: int, columns: int, rows: int) -> None:
    """Bases of 30 x 24 mm, the first grid with the fewest columns and rows: twelve are 4 x 3, seven 4 and 3. One line
    parts two of them, and each of them is as large as the card under its piece."""
    grid = next(iter(list_base_grids([PaperBatch("pawns", count, net(), "")], load_words()))).draw_front()
    outlines = [(path.flatten(0.01), path.closed) for item in grid.only(Role.HOLE).items if isinstance(item, Shape)
                for path in item.paths]
    lines = [LineString([*points, points[0]] if closed else points) for points, closed in outlines]
    bases = [base.bounds for base in polygonize(unary_union(lines))]
    assert len(bases) == count
    assert {(round(x1 - x0, 3), round(y1 - y0, 3)) for x0, y0, x1, y1 in bases} == {(30, 24)}
    assert grid.only(Role.HOLE).size() == pytest.approx((columns * 30, rows * 24))
    shared = sum(line.length for line in lines) - unary_union(lines).length
    assert shared == pytest.approx(0 if count % columns == 0 else count % columns * 30), "lines are drawn once"


def test_a_name_that_is_wider_than_its_base_is_smaller_and_not_left_out() -> None:
    """*Speerträger* is longer than 11 mm in the usual letters, and has 11 mm on a base of 13 mm."""
    batches = [PaperBatch(kind, 1, replace(net(width), kind=kind), "") for kind, width in
               (("Bauer", 30.0), ("Speerträger", 13.0))]
    drawing = next(iter(list_base_grids(batches, load_words("de")))).draw_front()
    lines = [item.text for item in drawing.items if isinstance(item, Lettering)]
    (name,) = [text for text in lines if text.string == "Speerträger"]
    assert text_width(name.string, name.cap) == pytest.approx(11.0)


def test_no_grid_of_bases_is_smaller_than_all_of_them() -> None:
    """Two bases of 30 x 24 mm and three of 40 x 24 mm: 1,440 and 2,880 mm². Where no free place is as large, none of
    the grids is tried."""
    batches = [PaperBatch("pawns", 2, net(30.0), ""), PaperBatch("rooks", 3, replace(net(40.0), kind="rook"), "")]
    assert measure_bases(batches) == pytest.approx(4320)
    grids = [*list_base_grids(batches, load_words())]
    assert grids
    assert min(grid.width * grid.height for grid in grids) >= 4320


def test_no_words_are_in_a_base() -> None:
    """They are over the grid of bases or beside it."""
    batch = PaperBatch("pawns", 2, net(23.0), "")
    sides = set[str]()
    for grid in list_base_grids([batch], load_words()):
        drawing = grid.draw_front()
        _, _, x1, y1 = drawing.only(Role.HOLE).bounds()
        left, low, _, _ = drawing.only(Role.NOTE).bounds()
        sides.add("over" if low >= y1 else "right" if left >= x1 else "in a base")
    assert sides == {"over", "right"}


def _outlines(drawing: Drawing) -> list[Drawing]:
    return [Drawing((item,)) for item in drawing.only(Role.HOLE).items]


def test_all_equal_strips_of_two_players_are_one_block_and_tokens_fill_what_is_free() -> None:
    """Correction, on A4: both knights and both spearmen are 91.8 mm long, and the eight pawns, whose faces are two
    thirds as long, 70.8 mm. Two players' strips of 22 mm with 4 mm between their colours are 92 mm and 180 mm of them.
    They lie on their sides: both kinds side by side, 10.2 mm apart, need 172.8 mm of 174.6 mm. Tokens of 16 mm are
    beside the shorter block, 180 - 92 - 10.2 mm: four times five, and end with the longer one."""
    kit = make_paper_kit(with_paper_cells(load_spec("correction")))
    bodies = plan_bodies(kit.batches, load_paper("a4"), kit.words, bases_matter=False)
    (body,) = [body for body in bodies if "denial tokens" in body.batch_names]
    long, short, tokens = body.spots
    assert [(spot.block.count, spot.block.width) for spot in (long, short)] == [(4, 92), (8, 180)]
    assert long.x == pytest.approx(short.x)
    assert long.y == pytest.approx(short.y + 70.8 + 10.2, abs=3)
    assert (tokens.block.width, tokens.block.height) == pytest.approx((64, 80))
    assert tokens.x + 64 == pytest.approx(short.x + 180)
    assert tokens.y + 80 == pytest.approx(long.y + 91.8)


def test_strips_on_their_sides_are_in_the_order_of_the_game() -> None:
    """Chess Battle, on A4: blue over orange, black over white beside these, and in each a knight over a bishop over a
    rook."""
    kit = make_paper_kit(with_paper_cells(load_spec("chess-battle")))
    sheet = next(sheet for sheet in impose_batches(kit.batches, load_paper("a4"), load_words("en"))
                 if any(item.id.startswith("blue knight") for item in sheet.items))
    places = {tuple(item.id.split()[:2]): item.drawing.only(Role.CARD_GROUND).bounds() for item in sheet.items
              if item.drawing.only(Role.CARD_GROUND).items and item.id != SHEET}
    for player in ("blue", "orange", "black", "white"):
        assert places[player, "knight"][1] > places[player, "bishop"][1] > places[player, "rook"][1]
    assert places["blue", "rook"][1] > places["orange", "knight"][1]
    assert places["black", "rook"][1] > places["white", "knight"][1]
    assert places["black", "knight"][0] > places["blue", "knight"][2] - 5


def test_bars_in_the_corner_have_their_zeros_apart() -> None:
    """Correction, on A4: the board reaches to the upright bars, which are below it: their 0 is not beside that of the
    level ones."""
    sheet = lay_out_set(make_paper_kit(with_paper_cells(load_spec("correction"))), load_paper("a4")).one_sided[1]
    (first, second) = [item.bounds() for part in sheet.items for item in part.drawing.items
                       if isinstance(item, Lettering) and item.text.string == "0"]
    assert max(second[0] - first[2], first[0] - second[2]) > 4.5


def test_bases_are_below_a_board_that_leaves_room_where_strips_leave_none() -> None:
    """Correction, on A4: twelve bases of 22 x 25 mm, below the board and clear of it, above the foot of the sheet."""
    kit = make_paper_kit(with_paper_cells(load_spec("correction")))
    board_sheet = lay_out_set(kit, load_paper("a4")).one_sided[1]
    board = next(item.drawing for item in board_sheet.items if item.id == "board")
    (bases,) = [item.drawing for item in board_sheet.items if item.drawing.only(Role.HOLE).items]
    x0, y0, x1, y1 = bases.only(Role.HOLE).bounds()
    assert (x1 - x0) * (y1 - y0) == pytest.approx(12 * 22 * 25)
    assert bases.bounds()[3] + 4 <= board.bounds()[1]
    assert y0 > 10 + 9  # the margin and the foot


@pytest.mark.parametrize(("name", "count"), [("chess-battle", 12)])
def test_games_have_their_bases_on_a_sheet_of_a4(name: str, count: int) -> None:
    """As many as there are standing pieces, clear of all else on the sheet; and no sheet more than without them. The
    last sheet of Charing Cross is full of strips and player aids: thick card is cut there by its size."""
    kit = make_paper_kit(with_paper_cells(load_spec(name)))
    sheets = impose_batches(kit.batches, load_paper("a4"), load_words("en"))
    (sheet,) = [sheet for sheet in sheets if BASES in sheet.batch_names]
    grid = sheet.items[-1].drawing
    size = next(batch.thing.card_size for batch in kit.batches if isinstance(batch.thing, Net))
    x0, y0, x1, y1 = grid.only(Role.HOLE).bounds()
    assert (x1 - x0) * (y1 - y0) == pytest.approx(count * size[0] * size[1]), "a grid without gaps"
    for item in sheet.items[:-1]:
        left, low, right, high = item.drawing.bounds()
        assert left > x1 or right < x0 or low > y1 or high < y0


def test_many_equal_strips_of_two_players_are_on_one_sheet() -> None:
    """Four pawns of 30 mm and a king of 45 mm a player take 174.2 mm, of the 261 mm that A4 lying has room for: a sheet
    a player. The eight pawns take 240 mm, or 250.2 mm before they touch: one sheet, and the kings are on another."""
    king = replace(net(45), folds=(Fold(20, "valley"), Fold(60, "mountain"), Fold(100, "valley")))
    batches = [PaperBatch(f"{name} {kind}", count, thing, f"{name} pieces", f"{name} {kind}")
               for name in ("red", "blue") for kind, count, thing in (("pawns", 4, net()), ("king", 1, king))]
    sheets = impose_batches(batches, load_paper("a4"), load_words("en"))
    assert [(body.title, body.batch_names) for body in sheets] == [
        ("Red pieces, blue pieces and bases", ("red pawns", "blue pawns", BASES)),
        ("Red pieces, blue pieces and bases", ("red king", "blue king", BASES))]


def test_folds_of_blocks_side_by_side_are_level() -> None:
    """A block of one row of squares of 20 mm has its fold 2 x 2 + 20 + 5 = 29 mm above its foot, one of 22 mm 31 mm.
    The fold is in the middle of a block, also with its marks."""
    coins = [PaperBatch(f"{size} mm", 3, replace(COIN, shape="square", size=size, turns=True), "coins",
                        f"coin {size}") for size in (20, 22)]
    (body,) = impose_batches(coins, load_paper("a4"), load_words("en"))
    boxes = [item.drawing.bounds() for item in body.items]
    assert len(boxes) == 2
    assert boxes[0][2] < boxes[1][0]
    assert (boxes[0][1] + boxes[0][3]) / 2 == pytest.approx((boxes[1][1] + boxes[1][3]) / 2)
    assert boxes[0][3] < boxes[1][3] - 1


def test_only_what_players_turn_over_is_folded() -> None:
    """Six squares of 20 mm with one face: 2 x 3 of them, and 2 mm of ink around, are 44 x 64 mm. With a back, the block
    is folded, and 3 x 2 are nearest to a square: 2 x (44 + 5) = 98 mm high. Marks reach 3.6 mm further."""
    for turns, height in ((False, 64), (True, 98)):
        square = replace(COIN, front=draw(Role.BODY, rectangle(-12, -12, 24, 24)), shape="square", turns=turns)
        square = replace(square, back=square.front)
        (body,) = impose_batches([PaperBatch("coins", 6, square, "coins", "coin")], load_paper("a4"), load_words("en"))
        _, low, _, high = body.items[0].drawing.bounds()
        assert high - low == pytest.approx(height + 2 * 3.6)


def test_a_card_with_a_back_has_crosses_on_both_sides() -> None:
    """Two cards of 60 x 80 mm in a row: a cross of 3 mm at each corner of the block, and one beside the middle of the
    first card."""
    sides = SLIPS.drawing, SLIPS.drawing
    (block,) = make_leaf_blocks("cards", Leaf(SLIPS.drawing, 120, 80, 60.0, sides=sides), 2, (200.0, 100.0),
                                PrintAssembly("duplex"))
    assert block.back_drawing
    wanted = {(x, y) for x in (-2.6, 122.6) for y in (-2.6, 82.6)} | {(-2.6, 40.0)}
    for side in (block.drawing, block.back_drawing):
        boxes = [path.bounds() for item in side.only(Role.TRIM).items if isinstance(item, Shape) for path in item.paths]
        level = {(round(x0 + 1.5, 3), round(y0, 3)) for x0, y0, x1, y1 in boxes if abs(x1 - x0 - 3) < 1e-6 and y0 == y1}
        assert level == wanted


def test_strips_that_are_folded_otherwise_share_no_cut() -> None:
    other = replace(net(), folds=(Fold(20, "valley"), Fold(60, "mountain"), Fold(100, "valley")))
    batches = [PaperBatch(name, 2, thing, "pieces", name) for name, thing in (("pawn", net()), ("king", other))]
    (body,) = impose_batches(batches, load_paper("a4"), load_words())
    assert [item.id for item in body.items] == ["pawn 1-to-2", "king 1-to-2", "sheet"]


def test_rows_of_equal_strips_save_a_sheet() -> None:
    """Letter lying has room for 279.4 - 35.4 = 244 mm: eight strips of 30 mm in one row, but not with 10.2 mm between
    the four of two players."""
    batches = [PaperBatch(f"{name} pawns", 4, net(), f"{name} pieces", f"{name} pawn") for name in ("red", "blue")]
    assert len(impose_batches(batches, load_paper("letter"), load_words())) == 1


def test_the_blocks_of_a_sheet_are_in_its_middle() -> None:
    """One leaf of 30 x 120 mm and six on A4: the marks of their cuts are as far from the left edge of the paper as
    from the right one, and as far from the words above as from those below."""
    for count in (1, 6):
        leaves = PaperBatch("aids", count, Leaf(SLIPS.drawing, 30, 120), "aids")
        (body,) = impose_batches([leaves], load_paper("a4"), load_words())
        (item,) = body.items
        xs, ys = zip(*(corner for cut in item.drawing.only(Role.TRIM).items if isinstance(cut, Shape)
                       for path in cut.paths for corner in (path.bounds()[:2], path.bounds()[2:])), strict=True)
        assert round(min(xs) + max(xs), 3) == body.frame.width
        assert round(min(ys) + max(ys), 3) == round(body.frame.top + body.frame.bottom, 3)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tokens_fill_what_strips_leave_free(paper: str) -> None:
    """Two sheets are enough: 8 strips of 28 x 104 mm on one; 4 of 30 x 145 mm on the other, with 100 mm and more beside
    them: on US Letter for a block of 5 tokens of 18 mm by 4, on A4 (158 mm deep) for turned ones, 7 by 1."""
    def strip(width: float, height: float) -> Net:
        folds = (Fold(12, "valley"), Fold(height / 2, "mountain"), Fold(height - 12, "valley"))
        return Net(Drawing(), width, height, folds, Drawing(), "piece")

    front = draw(Role.SHADE, rectangle(-9, -9, 18, 18))
    batches = [PaperBatch("pawns", 8, strip(28, 104), "pieces", "pawns"),
               PaperBatch("knights", 4, strip(30, 145), "pieces", "knights"),
               PaperBatch("tokens", 20, Chit(front, front, "square", 18, 0), "tokens", "tokens")]
    bodies = impose_batches(batches, load_paper(paper), load_words("en"))
    assert len(bodies) == 2
    for body in bodies:
        for item in body.items:
            left, bottom, right, top = item.drawing.bounds()
            assert left >= body.frame.left_edge
            assert right <= body.frame.right
            assert bottom >= body.frame.bottom
            assert top <= body.frame.top


def test_many_equal_strips_are_on_one_sheet_where_that_costs_none() -> None:
    """Correction's eight pawns of 22 mm need 8 x 22 + 4 mm = 180 mm, and have room in a row on A4 with tokens
    below them: six or more equal strips are cut and folded together."""
    kit = make_paper_kit(with_paper_cells(load_spec("correction")))
    for paper in ("a4", "letter"):
        sheets = impose_batches(kit.batches, load_paper(paper), load_words("en"))
        pawns = [{name for name in sheet.batch_names if name.endswith("pawns")} for sheet in sheets]
        assert [names for names in pawns if names] == [{"green pawns", "orange pawns"}], paper


def test_bases_lie_on_a_sheet_of_tokens_where_those_of_strips_have_no_room() -> None:
    """Eight strips of 30 x 150 mm fill a sheet that is 260 x 158 mm; three kinds of tokens are too many for a title."""
    long = Net(net().drawing, 30, 150, net().folds, Drawing(), "Knight")
    tokens = [PaperBatch(f"{name} tokens", 8, COIN, f"{name} tokens", name) for name in "abc"]
    batches = [PaperBatch("knights", 8, long, "pieces"), *tokens]
    sheets = impose_batches(batches, load_paper("a4"), load_words("en"))
    with_bases = [sheet for sheet in sheets if BASES in sheet.batch_names]
    assert [sheet.title for sheet in with_bases] == ["Tokens and bases"]


def test_bases_that_are_nearly_alike_are_of_one_size() -> None:
    """Bases of 30.4 x 24 mm, 27 x 24 mm and 20 x 24 mm: the second is 3.4 mm narrower than the first, the third 10.4
    mm. In whole millimetres that is 31 x 24 mm, where a base may have them, with the flap of 12 mm that all have."""
    nets = [net(width) for width in (30.4, 27.0, 20.0)]
    assert even_bases(nets, 40.0) == {(30.4, 24): StripSize(31, 12, 12), (27, 24): StripSize(31, 12, 12)}
    assert even_bases(nets, 30.9)[27, 24] == StripSize(30.4, 12, 12)


def test_strips_lie_across_an_upright_sheet_with_aids_below_where_that_saves_one() -> None:
    """Two colours of four strips of 22.6 mm take 8 x 22.6 + 4 = 184.8 mm of the 210 mm of A4: 12.6 mm are left at both
    sides, the margin of 10 mm and ink of 2 mm fit in. 297 - 20 - 13 - 9 - 8.4 mm are 246.6 mm high: aids of 150 mm have
    room below strips of 82 mm and their marks (10.2 mm). Strips of 23 mm take 188 mm: 11 mm are too little."""
    def sheets(width: float) -> list[SheetBody]:
        strip = replace(net(width), height=82.0, folds=(Fold(10, "valley"), Fold(41, "mountain"), Fold(72, "valley")),
                        drawing=draw(Role.PIECE, rectangle(5, 20, 10, 20)))
        pieces = [PaperBatch(f"{tone} pawns", 4, replace(strip, tone=tone), f"{tone} pieces", f"{tone} pawn")
                  for tone in ("red", "black")]
        words = draw(Role.LABEL, rectangle(4, 4, 20, 20))
        large = Leaf(words, 120, 156, smaller=(SmallerLeaf(86, 150, lambda: Leaf(words, 86, 150)),))
        aids = PaperBatch("aids", 2, large, "aids", "help aid")
        return impose_batches([*pieces, aids], load_paper("a4"), load_words())

    (sheet,) = sheets(22.6)
    assert (sheet.frame.width, sheet.frame.height) == (210, 297)
    boxes = [item.drawing.bounds() for item in sheet.items]
    assert min(box[0] for box in boxes) == pytest.approx(12.6 - 3.6)
    assert max(box[2] for box in boxes) == pytest.approx(210 - 12.6 + 3.6)
    ((aid_left, _, aid_right, aid_top),) = (item.drawing.bounds() for item in sheet.items if "aid" in item.id)
    assert (aid_left, aid_right) == pytest.approx((105 - 86 - 3.6, 105 + 86 + 3.6))
    assert aid_top <= min(item.drawing.bounds()[1] for item in sheet.items if "pawn" in item.id)
    assert len(sheets(23.0)) == 2


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pieces_of_incorrect_checkers_share_a_sheet_with_upright_aids(paper: str) -> None:
    """Tiles of 23 mm, four by three of each colour, take 92 x 148 mm with the gap of 10.2 mm between them; beside them
    two aids of 70 mm and more have room on either paper."""
    kit = make_paper_kit(with_paper_cells(load_spec("incorrect-checkers")))
    (sheet,) = impose_batches(kit.batches, load_paper(paper), load_words("en"))
    assert len(sheet.batch_names) == 3
    words = [item.text for part in sheet.items for item in part.drawing.items if isinstance(item, Lettering)]
    assert {text.angle for text in words if text.string.startswith("Quick")} == {0.0}
    body = [text.cap for text in words if text.string.startswith("Retreat")]
    assert body
    assert min(body) >= 2.09, "nine points"


@pytest.mark.parametrize("mode", ["fold", "duplex"])
def test_a_plan_says_what_its_sheets_have(mode: Literal["fold", "duplex"]) -> None:
    """Discs have a back, and a strip that is glued shut has none: where both sides are printed, they share no sheet."""
    batches = [PaperBatch("coins", 6, COIN, "coins", "coin"), PaperBatch("pawns", 2, net(), "pieces", "pawn")]
    paper, words, assembly = load_paper("a4"), load_words(), PrintAssembly(mode)
    plans = plan_bodies(batches, paper, words, assembly)
    sheets = impose_batches(batches, paper, words, assembly)
    assert [plan.batch_names for plan in plans] == [sheet.batch_names for sheet in sheets]
    assert [plan.has_back for plan in plans] == [bool(sheet.back_items) for sheet in sheets]
    assert any(plan.has_back for plan in plans) is (mode == "duplex")


def test_planning_draws_no_strip() -> None:
    undrawn = replace(net(), drawing=cast(Drawing, None), icon=cast(Drawing, None))
    batches = [PaperBatch(f"{name} pawns", 2, undrawn, f"{name} pieces") for name in ("red", "blue")]
    (plan,) = plan_bodies(batches, load_paper("a4"), load_words())
    assert plan.batch_names == ("red pawns", "blue pawns", BASES)


def test_strips_of_a_player_are_in_one_row_with_level_feet_the_highest_at_the_left(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where strips of all players make no common blocks. Faces of pawns in Correction are two thirds as long as those
    of knights and spearmen, so that their strips keep their own length. Four of them are 88 mm wide, the others
    44 mm, so that 2 x 10 tokens of 16 mm, 160 mm wide, say where the rows end."""
    monkeypatch.setattr(imposition, "_lay_out_kinds", lambda *_: [])
    kit = make_paper_kit(with_paper_cells(load_spec("correction")))
    bodies = plan_bodies(kit.batches, load_paper("a4"), kit.words)
    (body,) = [body for body in bodies if "denial tokens" in body.batch_names]
    *strips, tokens = body.spots
    assert [spot.block.count for spot in strips] == [2, 4, 2, 4]
    for high, low in (strips[:2], strips[2:]):
        assert (high.block.width, low.block.width) == pytest.approx((44, 88))
        assert high.block.height > low.block.height + 15
        assert high.y == pytest.approx(low.y)
        assert high.x == pytest.approx(tokens.x)
        assert low.x + 88 == pytest.approx(tokens.x + 160)
