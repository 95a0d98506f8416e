"""What is in the box is on every product alike: cut, printed, listed in the book, ordered, and given a compartment.

Verify counts what is cut and printed. The component list, an order and the box are counted here alone.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from fabgen.artwork.part import Fit
from fabgen.figures.components.component_list import list_components
from fabgen.figures.components.kit import board_parts, make_laser_kit, make_player_pieces
from fabgen.figures.components.order_items import make_order_items
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.figures.components.player_aids import make_aid_batches
from fabgen.figures.components.storage_box import compartments, loose_things
from fabgen.spec.game import Game
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import Spec, load_spec

FIT = Fit(3.0, 0.1)
WORDS = {"fabgen", "title", "designer", "version", "year", "source", "summary", "facts", "players", "seats", "setup",
         "hand", "rules", "rulings", "examples", "positions", "rulebook", "words_limit", "language", "book", "one_set",
         "terms"}
THINGS = {"board", "pieces", "tokens"}  # what a game is played with
PRINTED = {"decks", "dice", "tracks", "player_boards"}  # counted by the functions of these names
APART = {"aids", "box"}  # on paper alone; of wood alone
HARBOUR = str(Path(__file__).parents[2] / "templates" / "harbour")  # has all of them
GAMES = [*sorted(template_folders()), HARBOUR]


def test_every_key_of_a_game_is_a_thing_or_none() -> None:
    """A new kind of thing is added to the lists of `figures/components/` (docs/architecture.md) and to `wanted`."""
    assert set(Game.model_fields) == WORDS | THINGS | PRINTED | APART


def wanted(spec: Spec) -> Counter[str]:
    """How many of each thing beside the board there are, as the parts to cut say: each piece has one carrier."""
    pieces = {kind.name: kind.count for kind in make_player_pieces(spec, lambda _: FIT)}
    return Counter(pieces) + Counter({f"{name} token": token.count for name, token in spec.game.tokens.items()})


def tracks(spec: Spec) -> Counter[str]:
    """A board for each track, and the markers of each player."""
    game = spec.game
    markers = Counter({f"{player} {name} marker": track.markers for name, track in game.tracks.items()
                       for player in game.players})
    return markers + Counter({f"{name} track": 1 for name in game.tracks})


def player_boards(spec: Spec) -> Counter[str]:
    """One of each for each player."""
    return Counter({f"{player} {name} board": 1 for name in spec.game.player_boards for player in spec.game.players})


def dice(spec: Spec, *ways: str) -> Counter[str]:
    """How many dice there are of each kind that is made in one of these ways."""
    return Counter({f"{name} die": die.count for name, die in spec.game.dice.items() if die.make in ways})


def cards(spec: Spec) -> Counter[str]:
    """How many cards each deck has."""
    return Counter({f"{name} deck": sum(card.count for card in deck.cards) for name, deck in spec.game.decks.items()})


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_part_to_cut_belongs_to_a_thing(game: str) -> None:
    spec = load_spec(game)
    of_board = {part.name for part in board_parts(spec, lambda _: FIT)}
    parts = [part.name for part in make_laser_kit(spec, lambda _: FIT)
             if part.name not in of_board and part.group != "box"]
    names = sorted(wanted(spec) + tracks(spec) + player_boards(spec) + dice(spec, "engrave"), key=len, reverse=True)
    assert {next((name for name in names if part.startswith(name)), part) for part in parts} == set(names)


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_printed_and_can_be_ordered(game: str) -> None:
    spec = load_spec(game)
    printed = Counter({batch.id: batch.count for batch in make_paper_kit(spec).batches})
    aids = Counter({f"{name} aid": printed[f"{name} aid"] for name in spec.game.aids})
    assert printed - aids == wanted(spec) + cards(spec) + tracks(spec) + player_boards(spec) + dice(
        spec, "paper", "engrave")
    ordered = Counter[str]()
    for item in make_order_items(spec):  # cards by their numbers: `weather 01`
        deck = item.name.rpartition(" ")[0]
        ordered[f"{deck} deck" if deck in spec.game.decks else item.name] += item.count
    aids = Counter({name: ordered[name] for name in spec.game.aids})
    names = {f"{player} {piece}": f"{player} {spec.game.piece_name(piece)}"  # an order has the names that people read
             for player in spec.game.players for piece in spec.game.pieces}
    bought = Counter({names.get(part, part): count for part, count in wanted(spec).items()})
    assert ordered - aids == bought + cards(spec) + tracks(spec) + player_boards(spec) + Counter(board=1)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_book_lists_as_many_as_there_are(game: str) -> None:
    spec = load_spec(game)
    rows = list_components(spec)
    game = spec.game
    things = (*game.pieces, *game.tokens, *game.decks, *game.dice, *game.player_boards, *game.aids)
    assert len(rows) == 1 + len(things) + 2 * len(game.tracks)  # a track has a row for itself and for its markers
    boxed = wanted(spec) + cards(spec) + tracks(spec) + player_boards(spec) + dice(spec, "buy", "paper", "engrave")
    assert sum(row.total for row in rows if row.group != "aids") == 1 + boxed.total()
    printed = Counter(batch.group for batch in make_aid_batches(spec) for _ in range(batch.count))
    assert sum(row.total for row in rows if row.group == "aids") == printed.total()


@pytest.mark.parametrize("game", GAMES)
def test_the_box_has_room_for_all(game: str) -> None:
    spec = load_spec(game)
    kinds = make_player_pieces(spec, lambda _: FIT)
    game, loose = spec.game, loose_things(spec.game, kinds, lambda _: FIT)
    others = {*(f"{name} cards" for name in game.decks), *(f"{name} dice" for name in game.dice)}
    assert set(compartments(game, kinds, 3.0, loose)) == {*game.players, *game.tokens, *others}
