"""Goals to connect and to close rings: Hex, Y and Havannah against plain referees, cases by hand, bad options."""

import random

import pytest
from cases import cases
from rules.standard.connecting import has_ring, havannah_spec, havannah_won, hex_spec, hex_won, y_spec, y_won
from rules.standard.specs import at, build

from fabgen.rules.boards import map_board
from fabgen.rules.protocol import OptionErrors
from fabgen.rules.standard.rules import STANDARD


def random_games(spec, games, seed):
    """Random games to their ends: for each, the list of positions as stones by player, and the outcome."""
    game, place = build(spec), spec["board"].place
    for n in range(games):
        dice, position, line = random.Random(f"{seed} {n}"), game.start(), []
        while not (outcome := game.outcome(position)):
            (player,) = game.actors(position)
            position = game.apply(position, {player: dice.choice(game.actions(position, player))})
            stones = {"white": set(), "black": set()}
            for cell, piece in game.show(position).pieces.items():
                stones[piece.player].add(place(cell))
            line.append((player, stones))
        yield line, outcome


def compare(spec, won, side, games, seed=1):
    """Compares the end of random games with a referee; the counts of games by winner."""
    winners = {}
    for line, outcome in random_games(spec, games, seed):
        for player, stones in line[:-1]:
            assert not won(stones[player], player, side)
        player, stones = line[-1]
        assert bool(won(stones[player], player, side)) == (outcome.winners == (player,)), (stones, outcome)
        winners[outcome.winners] = winners.get(outcome.winners, 0) + 1
    return winners


@pytest.mark.parametrize("side", [2, 3, 5])
def test_hex_is_won_by_the_first_who_joins_and_never_drawn(side):
    winners = compare(hex_spec(side), hex_won, side, 60)
    assert () not in winners
    assert sum(winners.values()) == 60
    assert len(winners) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "won", "side"),
    [(hex_spec, hex_won, 5), (y_spec, y_won, 6), (havannah_spec, havannah_won, 3), (havannah_spec, havannah_won, 4)],
)
def test_random_games_against_referees(spec, won, side):
    games = cases(2500, share=20)  # ten thousand in a long run
    winners = compare(spec(side), won, side, games, seed=side)
    assert sum(winners.values()) == games
    assert spec is havannah_spec or () not in winners


def test_y_is_never_drawn():
    assert () not in compare(y_spec(4), y_won, 4, 60)


def test_havannah_has_all_three_ends():
    reasons = [str(outcome.why) for _, outcome in random_games(havannah_spec(4), 120, 3)]
    for part in ("has joined 3 of side 0", "has joined 2 of corner 0", "has a ring around"):
        assert any(part in why for why in reasons), part


HAVANNAH = havannah_spec(4)


@pytest.mark.parametrize(
    ("white", "why"),
    [
        # d4 is the middle of the board; its six neighbours are a ring, with and without a stone inside.
        ("c3 c4 d3 d5 e3 e4", "white has a ring around d4"),
        ("c3 c4 d3 d4 d5 e3 e4", "white has a ring around d4"),
        ("c3 c4 d3 d5 e3", ""),
        ("a4 b4 c4 d4 e4 f4 g4", "white has joined 2 of"),
    ],
)
def test_rings_and_bridges_by_hand(white, why):
    board = HAVANNAH["board"]
    middle = board.neighbours("d4")
    if why.endswith("d4"):
        assert set(middle) <= set(white.split())
    game = build(HAVANNAH)
    outcome = game.outcome(at(game, f"white: stone {white}; black hand: 3 stone; turn: black"))
    assert (outcome.why if outcome else "").startswith(why)
    assert bool(outcome) == bool(why)


def square(goal, grid=(5, 5), **more):
    return {"grid": grid, "pieces": {"stone": "mW"}, "zones": {"left": "a1-a5", "right": "e1-e5"},
            "rules": {"win": [goal]}, "setup": "white: stone a1; black: stone e5", **more}


@pytest.mark.parametrize(
    ("to", "stones", "joined"),
    [
        ("W", "a1 b1 c1 d1 e1", True),
        ("W", "a1 b1 c1 d2 e2", False),
        ("K", "a1 b1 c1 d2 e2", True),
        ("F", "a1 b2 c3 d4 e5", True),
        ("F", "a1 b1 c1 d1 e1", False),
        (None, "a1 b1 c1 d2 e2", False),
    ],
)
def test_what_is_next_to_a_piece_on_squares(to, stones, joined):
    game = build(square({"connect": {"white": ["left", "right"]}, "to": to}))
    outcome = game.outcome(at(game, f"white: stone {stones}; black: stone a5; turn: black"))
    assert (str(outcome) if outcome else "") == ("white won: white has joined left and right" if joined else "")


@pytest.mark.parametrize(
    ("goal", "stones", "black", "why"),
    [
        ({"ring": "any"}, "b2 c2 d2 b3 d3 b4 c4 d4", "a5", "white has a ring around c3"),
        ({"ring": "any"}, "c2 b3 d3 c4", "a5", ""),  # one goes out between the corners
        ({"ring": "any", "to": "K"}, "c2 b3 d3 c4", "a5", "white has a ring around c3"),
        ({"ring": "any"}, "b2 c2 d2 b3 c3 d3 b4 c4 d4", "a5", "white has a ring around c3"),
        ({"ring": "vacant"}, "b2 c2 d2 b3 c3 d3 b4 c4 d4", "a5", ""),
        ({"ring": "enemy"}, "b2 c2 d2 b3 d3 b4 c4 d4", "a5", ""),
        ({"ring": "enemy"}, "b2 c2 d2 b3 d3 b4 c4 d4", "c3", "white has a ring around c3"),
        ({"ring": "any"}, "a1 b1 c1 a2 c2 a3 b3 c3", "a5", "white has a ring around b2"),  # along the edge
        ({"ring": "any"}, "a2 b2 b1", "a5", ""),  # the edge of the board is no part of a ring
    ],
)
def test_rings_on_squares(goal, stones, black, why):
    game = build(square(goal))
    outcome = game.outcome(at(game, f"white: stone {stones}; black: stone {black}; turn: black"))
    assert (outcome.why if outcome else "") == why


def test_rings_against_walks_on_random_boards():
    side, game = 4, build(havannah_spec(4))
    (aim,) = [aim for aim in game.game.goals.win if aim.player == 0 and hasattr(aim, "crossings")]
    board, seen = havannah_spec(4)["board"], set()
    for seed in range(400):
        dice = random.Random(seed)
        cells = [cell for cell in board.cells if dice.random() < dice.choice((0.5, 0.65, 0.8))]
        bytes_ = bytes(int(cell in cells) for cell in board.numbered_cells)
        ring = has_ring({board.place(cell) for cell in cells}, side)
        assert aim.is_met(bytes_) == ring
        seen.add(ring)
    assert seen == {True, False}


def test_a_map_is_connected_along_its_borders():
    board = map_board(["ash", "oak", "elm", "fir"], [("ash", "oak"), ("oak", "fir"), ("ash", "elm")])
    spec = {"board": board, "pieces": {"house": "none"}, "zones": {"shore": "ash", "hill": "fir"},
            "rules": {"drops": {"house": "board"}, "win": [{"connect": {"white": ["shore", "hill"]}}]},
            "setup": "white hand: 3 house; black hand: 1 house"}
    game = build(spec)
    assert game.outcome(at(game, "white: house ash elm fir; turn: black")) is not None  # black has no house left
    assert game.outcome(at(game, "white: house ash elm fir; black hand: 1 house; turn: black")) is None
    won = game.outcome(at(game, "white: house ash oak fir; black hand: 1 house; turn: black"))
    assert str(won) == "white won: white has joined shore and hill"


def test_who_connects_may_lose():
    spec = square({"capture": "all"})
    game = build(spec, lose=[{"connect": {"white": ["left", "right"]}}])
    assert str(game.outcome(at(game, "white: stone a1-e1; black: stone a5"))).startswith("black won: white has joined")


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ({"connect": {"white": ["left", "top"]}}, "there is no zone `top`"),
        ({"connect": {"green": ["left", "right"]}}, "`green` is no player, no piece and no `player piece`"),
        ({"connect": {"white": ["left", "right"]}, "at_least": 3}, "a chain cannot join 3 of 2 zones"),
        ({"connect": {"white": ["left", "left"]}}, "left is listed twice"),
    ],
)
def test_bad_options_are_told(goal, message):
    with pytest.raises(OptionErrors) as error:
        build(square(goal))
    assert [mistake.what for mistake in error.value.mistakes] == [message]


def test_steps_of_squares_are_refused_on_hexagons():
    spec = hex_spec(3)
    goal = {"connect": {"white": ["west", "east"]}, "to": "K"}
    with pytest.raises(OptionErrors, match="`K` is for squares"):
        build(spec, win=[goal])
    with pytest.raises(OptionErrors, match="`K` is for squares"):
        build(spec, win=[{"ring": "any", "to": "K"}])


def test_rings_are_refused_on_a_map():
    spec = {"board": map_board(["ash", "oak"], [("ash", "oak")]), "pieces": {"house": "mW"},
            "setup": "white: house ash; black: house oak"}
    with pytest.raises(OptionErrors, match="rings are not known on a map"):
        build(spec, win=[{"ring": "any"}])


def doubts(spec):
    return [(doubt.what, doubt.level) for doubt in STANDARD.doubts(build(spec))]


def test_what_can_never_be_joined_is_told():
    stuck = square({"connect": {"white": ["left", "right"]}}, pieces={"stone": "lmW"})
    assert ("no chain of pieces of white can ever join left and right", "error") in doubts(stuck)
    few = square({"connect": {"white": ["left", "right"]}}, setup="white: stone a1 b1; black: stone e5")
    assert ("no chain of pieces of white can ever join left and right", "error") in doubts(few)
    enough = square({"connect": {"white": ["left", "right"]}}, setup="white: stone a1 b1 c2 d2 c3; black: stone e5")
    assert doubts(enough) == []
    assert doubts(hex_spec(5)) == []
    assert doubts(havannah_spec(4)) == []
