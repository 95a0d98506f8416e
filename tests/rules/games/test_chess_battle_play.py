"""Simultaneous orders played at random: nothing errs, nobody is lost, texts are inverses, and symmetry holds."""

import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules.games.battle import battle, texts

from fabgen.rules.games.chess_battle.options import RULINGS
from fabgen.rules.games.chess_battle.state import BattleAction, BattleActionKind, BattleState
from fabgen.rules.position import Position

READINGS = [{}] + [{ruling: reading} for ruling, known in RULINGS.items() for reading in known[1:]]
LISTED = {"schedule": ("a1-h1", "a2-b8", "c3-h8"), "endless": 4}
VARIANTS = {"medals": 2, "freezes": 1}
CAP = 160  # decisions: 24 in the set-up of 12 players, then 7 rounds, or 10 without an elimination for each player
FREELY = settings(max_examples=60)
GAMES = {number: battle(number) for number in (4, 9, 12)}


def walk(game, rng):
    """The positions of a game at random, from the start to the end, and what was decided on each."""
    position = game.start()
    for _ in range(CAP):
        actors = game.actors(position)
        decided = {player: rng.choice(game.actions(position, player)) for player in actors}
        yield position, decided
        if not actors:
            return
        position = game.apply(position, decided)
    raise AssertionError("the game does not end")


def everything_holds(game, position, decided):
    """What holds in any position; `decided` is not changed by applying it, nor is the position."""
    shown = game.show(position)
    assert game.read(shown) == position
    assert Position.parse(str(shown), game.setting) == shown
    assert bool(decided) == (game.outcome(position) is None)
    living = [man.player for _, man in shown.all_pieces()]
    out = shown.notes.get("out", "").split(", ") if "out" in shown.notes else []
    if position.round:
        assert sorted(living + out) == sorted(game.setting.players)
    for player, action in decided.items():
        every = texts(game, position, player)
        assert len(every) == len(set(every))
        assert game.why_not(position, player, game.text(position, action)) == ""
    if decided:
        before = repr(position)
        assert game.apply(position, decided) == game.apply(position, dict(reversed(decided.items())))
        assert repr(position) == before


@pytest.mark.slow
@pytest.mark.sample(7)
@pytest.mark.parametrize("number", range(4, 13))
def test_every_number_of_players_plays_to_the_end(number):
    game, rng = battle(number), random.Random(number)
    for _ in range(2):
        for position, decided in walk(game, rng):
            everything_holds(game, position, decided)
        rings = game.setting.lattice.files // 2
        assert position.round <= rings + 2  # the last ring turns red as round `rings` + 1 ends


@pytest.mark.sample(9)
@pytest.mark.parametrize("rulings", READINGS, ids=str)
@pytest.mark.parametrize("options", [{}, VARIANTS], ids=["plain", "variants"])
def test_every_reading_plays_to_the_end(rulings, options):
    listed = LISTED if "listed" in rulings.values() else {}
    game, rng = battle(5, rulings, **options, **listed), random.Random(5)
    for _ in range(2):
        for position, decided in walk(game, rng):
            everything_holds(game, position, decided)


@pytest.mark.slow
@settings(max_examples=15)
@given(st.fixed_dictionaries({ruling: st.sampled_from(known if ruling != "CB-10" else known[:1])
                              for ruling, known in RULINGS.items()}),
       st.integers(4, 12), st.booleans(), st.integers(0, 999))
def test_every_rule_holds_under_any_combination_of_readings(rulings, number, variants, seed):
    game = battle(number, rulings, **(VARIANTS if variants else {}))
    for position, decided in walk(game, random.Random(seed)):
        everything_holds(game, position, decided)


@st.composite
def rounds(draw):
    """A game, a position in one of its rounds - cells may be shared - and an order for everybody."""
    game = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    number, size = len(game.setting.players), len(game.setting.lattice.cells)
    at = draw(st.lists(st.integers(0, size - 1) | st.integers(0, 20), min_size=number, max_size=number))
    kinds = draw(st.lists(st.integers(0, 2), min_size=number, max_size=number))
    dead = draw(st.sets(st.integers(0, number - 1), max_size=number - 2))
    alive = (tuple(-1 if p in dead else value for p, value in enumerate(values)) for values in (kinds, at))
    position = BattleState(draw(st.integers(1, 5)), -1, *alive)
    return game, position, {p: draw(st.sampled_from(game.actions(position, p))) for p in game.actors(position)}


@pytest.mark.slow
@FREELY
@given(rounds())
def test_positions_of_rounds_read_back(drawn):
    game, position, orders = drawn
    everything_holds(game, position, orders)


@pytest.mark.slow
@FREELY
@given(rounds())
def test_resolution_word_for_word(drawn):
    """The rule as it is written, by names: entered cells first, then moves, then lights."""
    game, position, orders = drawn
    side = game.setting.lattice.files
    stood = {man.player: game.setting.lattice.place(cell) for cell, man in game.show(position).all_pieces()}
    goes = {player: divmod(order.second, side)[::-1] for player, order in orders.items()}
    eliminated = {b for b in stood for a in stood if a != b and goes[a] == stood[b] and stood[a] != stood[b]}
    red = position.round - 1  # so many rings are red when the round has ended
    expected = {player: cell for player, cell in goes.items()
                if player not in eliminated and min(*cell, side - 1 - cell[0], side - 1 - cell[1]) >= red}
    shown = game.show(game.apply(position, orders))
    assert {man.player: game.setting.lattice.place(cell) for cell, man in shown.all_pieces()} == expected


def turned(game, cell):
    """A quarter turn of the board."""
    side = game.setting.lattice.files
    y, x = divmod(cell, side)
    return x * side + side - 1 - y


def flipped(game, cell):
    """Left and right exchanged."""
    side = game.setting.lattice.files
    return cell - cell % side + side - 1 - cell % side


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("image", [turned, flipped])
@FREELY
@given(drawn=rounds())
def test_turned_and_flipped_boards_play_alike(image, drawn):
    game, position, orders = drawn

    def order(action):
        return BattleAction(BattleActionKind.ORDER, image(game, action.first), image(game, action.second))

    def seen(state):
        return state._replace(at=tuple(cell if cell < 0 else image(game, cell) for cell in state.at))

    for player in orders:
        assert {order(a) for a in game.actions(position, player)} == set(game.actions(seen(position), player))
    there = game.apply(seen(position), {player: order(action) for player, action in orders.items()})
    assert there == seen(game.apply(position, orders))


@FREELY
@given(rounds(), st.randoms(use_true_random=False))
def test_seats_do_not_matter_in_rounds(drawn, rng):
    game, position, orders = drawn
    players = tuple(game.setting.players)
    seats = rng.sample(range(len(players)), len(players))

    def seated(state):
        return state._replace(kinds=tuple(state.kinds[p] for p in seats), at=tuple(state.at[p] for p in seats))

    moved = {players[new]: orders[players[old]] for new, old in enumerate(seats) if players[old] in orders}
    assert game.apply(seated(position), moved) == seated(game.apply(position, orders))


@pytest.mark.slow
@FREELY
@given(rounds())
def test_two_on_no_cell_where_sharing_is_forbidden(drawn):
    game, position, orders = drawn
    strict = STRICT[len(game.setting.players)]
    after, stood = strict.apply(position, orders), set(position.at)
    fresh = [cell for cell in after.at if cell >= 0 and cell not in stood]
    assert len(fresh) == len(set(fresh))


STRICT = {number: battle(number, {"CB-5": "both out"}) for number in GAMES}


ROUND_THE_TABLE = [battle(4, start=f"turn: {player}") for player in "abcd"]


@FREELY
@given(st.integers(0, 3), st.integers(0, 99))
def test_the_set_up_turns_with_its_first_player(first, seed):
    """Who sits where does not matter to what may be chosen and placed, only to who does it."""
    one, other = ROUND_THE_TABLE[0], ROUND_THE_TABLE[first]
    pairs = zip(walk(one, random.Random(seed)), walk(other, random.Random(seed)), strict=False)
    turns = [*islice(pairs, 8)]
    assert turns
    for (here, decided), (there, likewise) in turns:
        assert list(decided.values()) == list(likewise.values())
        assert here.kinds == there.kinds[first:] + there.kinds[:first]
        assert here.at == there.at[first:] + there.at[:first]


@pytest.mark.slow
@settings(max_examples=15)
@given(st.integers(4, 12), st.integers(0, 999))
def test_no_placed_piece_is_attacked_by_a_later_one(number, seed):
    """Placed last is the first who chose; whoever attacks another as round 1 begins was placed before it."""
    game = battle(number)
    players = tuple(game.setting.players)
    position = next(position for position, _ in walk(game, random.Random(seed)) if position.round)
    placed = list(reversed(range(number)))
    for turn, p in enumerate(placed):
        aims = {action.second for action in game.actions(position, players[p])} - {position.at[p]}
        earlier = {position.at[q] for q in placed[:turn]}
        assert not aims & earlier


@pytest.mark.slow
@FREELY
@given(rounds())
def test_listed_actions_apply_and_no_other(drawn):
    game, position, orders = drawn
    player = next(iter(orders))
    listed = game.actions(position, player)
    origin = listed[0].first
    for action in (
        BattleAction(BattleActionKind.ORDER, origin, cell) for cell in range(len(game.setting.lattice.cells))
    ):
        if action in listed:
            game.apply(position, {**orders, player: action})
        else:
            assert game.why_not(position, player, game.text(position, action))
            with pytest.raises(ValueError, match="is not an action"):
                game.apply(position, {**orders, player: action})
