"""The component list says how many tokens each player has, for every number of players."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest
from specs import GAME, loaded, put

from fabgen.artwork.drawing import Lettering, Role, Shape
from fabgen.core.languages import load_words
from fabgen.figures.components.aid_sizes import aid_count, draw_small_aid
from fabgen.figures.components.component_list import count_sides, list_components
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.figures.components.part_names import PartNames
from fabgen.spec.game import Aid
from fabgen.spec.load import load_spec, with_players


@pytest.mark.parametrize("players", [4, 6, 12])
def test_tokens_by_player(players: int) -> None:
    """In Chess Battle each player has 2 medals and a freeze; the corners are for all."""
    spec = with_players(load_spec("chess-battle"), players)
    rows = {row.name: (row.each, row.total) for row in list_components(spec) if "token" in row.name.lower()}
    assert rows == {
        "Medal tokens": (2, 2 * players),
        "Freeze tokens": (1, players),
        "Yellow corner tokens": (None, 4),
        "Red corner tokens": (None, 4),
    }


def test_one_token_is_called_a_token() -> None:
    """An Abstract Game has a single token, for all players."""
    assert [row.name for row in list_components(load_spec("abstract-game")) if row.group == "tokens"] == [
        "Parity token"]


def test_player_aids_are_listed_last() -> None:
    """Nine order slips for each of six players, and a card for two of them."""
    rows = list_components(with_players(load_spec("chess-battle"), 6))
    assert [(row.name, row.each, row.total) for row in rows[-2:]] == [
        ("Order slips", 9, 54), ("Quick references", None, 3)]
    assert [name for name, _ in groupby(row.group for row in rows)] == ["board", "pieces", "tokens", "aids"]


@pytest.mark.parametrize(("plural", "listed"), [("", "How they moves"), (", plural: how they move", "How they move")])
def test_an_aid_may_say_what_several_of_it_are_called(tmp_path: Path, plural: str, listed: str) -> None:
    aids = f"aids:\n  how they move: {{kind: score, rows: 9, count: 2{plural}}}\n"
    rows = list_components(loaded(tmp_path, ("pieces:\n", aids + "pieces:\n")))
    assert [row.name for row in rows if row.group == "aids"] == [listed]


@pytest.mark.parametrize(("game", "players", "tallest"), [
    ("correction", 2, 12.0), ("chess-battle", 4, 26 / (0.75 * 4)), ("chess-battle", 12, 6.5),
    ("abstract-game", 2, 10.0)])
def test_pieces_are_as_large_in_a_list_as_there_is_room_for(game: str, players: int, tallest: float) -> None:
    """Pieces that stand are 12 mm high, and lower where many are in a row of 26 mm, so that the names of four players
    fit a line; discs with their edges are as high as tokens."""
    rows = list_components(with_players(load_spec(game), players))
    shapes = [item for row in rows if row.group == "pieces" for item in row.picture.items
              if item.role in (Role.PIECE, Role.FLANK)]
    heights = [item.bounds()[3] - item.bounds()[1] for item in shapes]
    assert max(heights) == pytest.approx(tallest, rel=0.02)


@pytest.mark.parametrize(("aid", "each", "total", "name"), [
    ("{kind: score, rows: 20}", None, 1, "Record"),  # one for all players
    ("{kind: score, rows: 20, count: 5}", None, 5, "Records"),
    ("{kind: slips, count: 40, lines: [Bid]}", None, 40, "Records"),
    ("{kind: card, each: 2, text: Moves}", 2, 4, "Records"),
    ("{kind: card, count: 3, text: Moves}", None, 3, "Records"),
    ("{kind: card, text: Moves}", 1, 2, "Records"),  # a card for each player
])
def test_aids_are_counted_as_they_are_printed(tmp_path: Path, aid: str, each: int | None, total: int, name: str
                                              ) -> None:
    spec = load_spec(str(put(tmp_path, f"{GAME}\naids: {{record: {aid}}}\n")), allow_errors=True)
    row = list_components(spec)[-1]
    assert (row.name, row.each, row.total) == (name, each, total)
    assert aid_count(spec, spec.game.aids["record"]) == total


@pytest.mark.parametrize(("aid", "size"), [
    (Aid(kind="card"), (10 * 86 / 112, 10)),
    (Aid(kind="slips", count=9, lines=("Go to",), size=(60, 30)), (10, 5)),
    (Aid(kind="score", rows=9), (10 * 100 / 140, 10)),
])
def test_the_picture_of_an_aid_has_its_shape(aid: Aid, size: tuple[float, float]) -> None:
    """Its longer side is 10 mm; all of it lies within its edge."""
    picture = draw_small_aid(aid, 10)
    assert picture.only(Role.EDGE).size() == pytest.approx(size)
    assert picture.size() == pytest.approx(size)
    lines = [item for item in picture.only(Role.GRID).items if isinstance(item, Shape)]
    assert sum(len(item.paths) for item in lines) == {"card": 5, "slips": 1, "score": 7}[aid.kind]


def test_the_picture_of_a_slip_has_its_fields() -> None:
    """18 mm long, a slip of 57 x 38 mm is 12 mm high: its three words have room, each before its line. On one of
    7.5 mm they would be 2 points high."""
    aid = Aid(kind="slips", count=9, lines=("Player", "Round", "Go to"), size=(57, 38))
    words, lines = ([item for item in draw_small_aid(aid, 18).items if item.role is role]
                    for role in (Role.LABEL, Role.GRID))
    assert [item.text.string for item in words if isinstance(item, Lettering)] == ["Player", "Round", "Go to"]
    assert max(item.bounds()[2] for item in words) < min(item.bounds()[0] for item in lines)
    assert not draw_small_aid(aid, 7.5).only(Role.LABEL).items


def test_the_picture_of_a_low_slip_has_its_fields_side_by_side() -> None:
    """A slip of Chess Battle is 57 x 18.9 mm, so its picture of 18 mm is 6 mm high. Three fields have four edges, and a
    line above and below."""
    aid = load_spec("chess-battle").game.aids["order slip"]
    picture = draw_small_aid(aid, 18)
    assert picture.only(Role.EDGE).size() == pytest.approx((18, 18 * 18.9 / 57))
    assert sum(len(item.paths) for item in picture.only(Role.GRID).items if isinstance(item, Shape)) == 2 + 4
    assert not picture.only(Role.LABEL).items


def test_a_piece_of_one_side_names_that_side_once(tmp_path: Path) -> None:
    """The total is in a column of its own: of 2 pieces of White alone the row says White, not 2 White, and of a `white`
    nothing, which says it itself."""
    named = ("  white: {of: white, moves: W, body: {tile: disc}}\n"
             "  scout: {of: white, each: 2, moves: W, body: {tile: hex}}\n")
    spec = loaded(tmp_path, ("tokens:", f"{named}tokens:"))
    assert count_sides(spec, "scout", load_words()) == ("White",)
    assert count_sides(spec, "white", load_words()) == ()
    names = [batch.name for batch in make_paper_kit(spec).batches]
    assert {"white scouts", "White"} <= {*names}
    assert PartNames(spec.game, load_words()).title("white white tile") == "white tile"
