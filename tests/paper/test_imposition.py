"""Sheets of print-and-play things: who shares them, and what they are called."""

from __future__ import annotations

from dataclasses import replace

from fabgen.artwork.drawing import Drawing, Lettering, Role, draw
from fabgen.artwork.paper_things import Chit, Fold, Leaf, Net, PaperBatch
from fabgen.artwork.path import circle, rectangle
from fabgen.core.languages import load_words
from fabgen.paper.duplex import FOLD_ASSEMBLY, PrintAssembly
from fabgen.paper.imposition import impose_batches
from fabgen.typeset.papers import load_paper


def net(width: float = 30.0) -> Net:
    figure = draw(Role.PIECE, rectangle(5, 20, 10, 20))
    folds = (Fold(12, "valley"), Fold(60, "mountain"), Fold(108, "valley"))
    return Net(figure, width, 120, folds, Drawing(), "pawn")


def test_players_with_few_pieces_share_sheets() -> None:
    """A4 lying has room for 297 - 20 - 7 - 10 = 260 mm: 6 strips of 30 mm with gaps of 9.2 mm between them."""
    batches = [PaperBatch(f"{name} pawns", 2, net(), f"{name} pieces") for name in ("red", "blue", "white")]
    (body,) = impose_batches(batches, load_paper("a4"), load_words())
    assert body.batch_names == ("red pawns", "blue pawns", "white pawns")
    assert body.title == "Red pieces, blue pieces and white pieces"


def test_players_keep_their_own_sheets_where_sharing_saves_none() -> None:
    batches = [PaperBatch(f"{name} pawns", 6, net(), f"{name} pieces") for name in ("red", "blue")]
    assert [(body.title, body.batch_names) for body in impose_batches(batches, load_paper("a4"), load_words())] == [
        ("Red pieces", ("red pawns",)), ("Blue pieces", ("blue pawns",))]


def test_a_player_is_not_divided_where_that_costs_no_sheet() -> None:
    """Three strips of 23 mm a player. A4 lying has room for one row of eight in 260 mm (8 x 23 + 7 x 9.2 = 248.4 mm):
    two players and two strips of the third. Two whole players on each of two sheets take no more of them."""
    batches = [PaperBatch(f"{player} {kind}", 1, net(23.0), player, f"{player} {kind}")
               for player in ("red", "orange", "yellow", "green") for kind in ("knight", "bishop", "rook")]
    sheets = impose_batches(batches, load_paper("a4"), load_words("en"))
    players = [{item.id.split()[0] for item in sheet.items if item.id.split()[0] != "sheet"} for sheet in sheets]
    assert players == [{"red", "orange"}, {"yellow", "green"}]


FACE = draw(Role.SHADE, circle((0, 0), 12))
COIN = Chit(FACE, FACE, "disc", 20, 2)
SLIPS = Leaf(draw(Role.NOTE, rectangle(1, 1, 48, 28)), 50, 30)


def titles(batches: list[PaperBatch], assembly: PrintAssembly = FOLD_ASSEMBLY) -> list[str]:
    return [body.title for body in impose_batches(batches, load_paper("a4"), load_words("en"), assembly)]


def test_strips_coins_and_cards_share_a_sheet_and_what_is_written_on_keeps_to_its_own() -> None:
    """Two players with a strip and two coins each, a token, and two cards: all of it has room on one sheet of A4. Slips
    are of paper, not of card."""
    things = [PaperBatch(f"{player} {kind}", count, thing, player) for player in ("red", "blue")
              for kind, count, thing in (("pawn", 1, net()), ("coins", 2, COIN))]
    batches = [*things, PaperBatch("token", 1, COIN, "tokens"), PaperBatch("cards", 2, SLIPS, "cards"),
               PaperBatch("slips", 2, replace(SLIPS, thin=True), "slips")]
    assert titles(batches) == ["Red, blue, tokens and cards", "Slips"]


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
    assert titles([*coins, *tents], PrintAssembly("duplex")) == ["Red and blue", "Red tents and blue tents"]


def test_a_net_of_a_die_says_how_it_is_folded() -> None:
    """Its folds are dashes, as those of flaps are, but the other way."""
    die = Leaf(SLIPS.drawing, 50, 30, is_net=True)
    (body,) = impose_batches([PaperBatch("dice", 1, die, "dice")], load_paper("a4"), load_words("en"))
    assert body.corner
    words = [item.text.string for item in body.corner.items if isinstance(item, Lettering)]
    assert words == ["cut", "cut on the grey line", "dashes: fold, print outside, and glue the tabs"]
