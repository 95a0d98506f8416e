"""What must hold for every game that the options can make."""

import random

import pytest
from cases import cases
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rules.standard.random_specs import games, mirrored, turned
from rules.standard.specs import build, play, texts

from fabgen.rules.perft import divide, perft
from fabgen.rules.position import Position
from fabgen.rules.standard.state import Move

CALM = settings(
    deadline=None, max_examples=cases(120), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
SEEDS = st.integers(0, 2**32 - 1)


def walk(game, seed, plies=25):
    """Positions of a random game, each with its legal actions and the one that was played."""
    dice = random.Random(seed)
    position = game.start()
    for _ in range(plies):
        actors = game.actors(position)
        if not actors:
            yield position, [], None
            return
        actions = game.actions(position, actors[0])
        chosen = dice.choice(actions)
        yield position, actions, chosen
        position = game.apply(position, {actors[0]: chosen})


@pytest.mark.slow
@CALM
@given(games(), SEEDS)
def test_the_invariants_of_every_position(made, seed):
    """One random game tests all invariants, because compiling a game takes longer than playing it."""
    _, game = made
    for position, actions, chosen in walk(game, seed, 40):
        actions_and_texts_are_unique(game, position, actions)
        show_and_read_are_inverses(game, position)
        an_outcome_comes_with_the_end_of_actions(game, position, actions)
        if chosen is not None:
            apply_keeps_its_input_and_every_piece(game, position, chosen)


def actions_and_texts_are_unique(game, position, actions):
    written = [game.text(position, action) for action in actions]
    assert len(set(written)) == len(written)
    same = [(move.origin, move.target, move.taken, move.becomes) for move in actions]
    assert len(set(same)) == len(same)
    assert [game.action(position, game.actors(position)[0], text) for text in written] == actions


def show_and_read_are_inverses(game, position):
    shown = game.show(position)
    assert game.read(shown) == position
    assert game.read(Position.parse(str(shown), game.setting)) == position


def apply_keeps_its_input_and_every_piece(game, position, chosen):
    """No piece appears from nowhere. Pieces are lost only by capture, or while they wait and no home is vacant."""
    before = repr(position)
    after = game.engine.apply(position, chosen)
    assert repr(position) == before
    assert hash(after) == hash(game.engine.apply(position, chosen))
    lost = pieces(position) - pieces(after)
    assert 0 <= lost <= max(len(chosen.taken), len(position.homeless))


def pieces(state):
    """The pieces on the board, in hand and waiting to be re-placed."""
    return len(state.board) - state.board.count(0) + sum(state.hands) + len(state.homeless)


def an_outcome_comes_with_the_end_of_actions(game, position, actions):
    assert (game.outcome(position) is None) is bool(actions)
    assert all(
        not game.actions(position, player) for player in game.setting.players if player not in game.actors(position)
    )


@pytest.mark.slow
@CALM
@given(games(), SEEDS, st.data())
def test_nothing_else_is_applied(made, seed, data):
    _, game = made
    for position, actions, _ in walk(game, seed, 4):
        cells = st.integers(-1, game.game.cells - 1)
        move = data.draw(st.builds(Move, cells, cells))
        player = game.setting.players and next(iter(game.setting.players))
        allowed = move in actions and player in game.actors(position)
        try:
            game.apply(position, {player: move})
        except (ValueError, KeyError):
            assert not allowed
        else:
            assert allowed


@pytest.mark.slow
@CALM
@given(games(), SEEDS)
def test_every_refusal_has_a_reason(made, seed):
    _, game = made
    dice = random.Random(seed)
    cells = game.setting.lattice.cells
    for position, actions, _ in walk(game, seed, 5):
        written = {game.text(position, action) for action in actions}
        for _ in range(6):
            text = "".join(
                [dice.choice(cells), *(dice.choice("-x") + dice.choice(cells) for _ in range(dice.choice((1, 1, 2))))]
            )
            text += dice.choice(["", "", "=king"])
            for player in game.setting.players:
                legal = player in game.actors(position) and game.action(position, player, text) is not None
                assert bool(game.why_not(position, player, text)) is not legal
                assert legal or text not in written or player not in game.actors(position)


def seen(game, position, moved=lambda cell: cell):
    """The actions with their cells moved, as values that do not depend on how an action is written."""
    cells = game.setting.lattice.cells

    def name(cell):
        return moved(cells[cell]) if cell >= 0 else ""

    return {
        (name(move.origin), name(move.target), frozenset(map(name, move.taken)), move.becomes)
        for move in game.engine.actions(position)
    }


@pytest.mark.slow
@CALM
@given(games(), SEEDS, st.sampled_from([turned, mirrored]))
def test_a_turned_or_mirrored_game_has_the_same_actions(made, seed, change):
    spec, game = made
    other_spec, moved = change(spec)
    other = build(other_spec)
    twin = other.start()
    for position, actions, chosen in walk(game, seed, 8):
        assert seen(game, position, moved) == seen(other, twin)
        if chosen is None:
            break
        there = next(iter(seen_move(game, [chosen], moved)))
        twin = other.engine.apply(
            twin, next(move for move in other.engine.actions(twin) if seen_move(other, [move]) == {there})
        )
        assert (game.outcome(position) is None) is bool(actions)


def seen_move(game, moves, moved=lambda cell: cell):
    cells = game.setting.lattice.cells
    return {
        (
            moved(cells[m.origin]) if m.origin >= 0 else "",
            moved(cells[m.target]) if m.target >= 0 else "",
            frozenset(moved(cells[c]) for c in m.taken),
            m.becomes,
        )
        for m in moves
    }


@pytest.mark.parametrize("change", [turned, mirrored])
def test_several_homeless_pieces_are_re_placed_in_the_order_of_the_spec(change):
    """The order of cells would not do, because a mirror reverses it."""
    spec = {
        "grid": (7, 3),
        "players": {"one": "up", "two": "down"},
        "pieces": {"man": "W", "king": "W"},
        "zones": {"z": "a3 b3"},
        "rules": {"hops": {"man": [{"over": "enemy", "to": "K", "takes": "home"}]}, "chain": {}, "homes": {"two": "z"}},
        "setup": "one: man a2; two: king b2; two: man d2",
    }
    other, moved = change(spec)
    for made, path in ((spec, ("a2", "c2", "e2")), (other, map(moved, ("a2", "c2", "e2")))):
        game = build(made)
        position = play(game, game.start(), "x".join(path))
        assert {text.split("@")[0] for text in texts(game, position)} == {"man"}


@pytest.mark.slow
@settings(CALM, max_examples=30)
@given(games())
def test_ways_of_counting_agree(made):
    _, game = made
    start = game.start()
    counted = perft(game, start, 2)
    assert counted == perft(game, start, 2, pushed=True) == sum(divide(game, start, 2).values())
    assert counted == perft(Plain(game), start, 2)


class Plain:
    """A game by the protocol alone, without its engine."""

    def __init__(self, game):
        self.game = game

    def __getattr__(self, name):
        if name == "quick":
            raise AttributeError(name)
        return getattr(self.game, name)
