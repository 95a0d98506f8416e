"""Denial and banishment: what holds in every position of every reading, played at random."""

import random
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules.games.denying import BACK, LAME, LEAP, OTHERS, at, game, play, shown, texts, turned

from fabgen.rules.games.correction.options import RULINGS
from fabgen.rules.games.correction.state import BANISH, DENY, DONE, PASS, CorrectionAction, CorrectionActionKind
from fabgen.rules.position import Position

LAST = {ruling: known[-1] for ruling, known in RULINGS.items()}
GAMES = {
    "published": game(), "leaping spear": game(moves=LEAP), "lame knight": game(moves=LAME),
    "knight goes back": game(moves=BACK), "every other reading": game(LAST),
    "small pile": game({"COR-11": "finite"}, pile=3), "dear": game(costs={"deny": 2, "banish": 2}),
    "three spawns": game(spawns=3), **{f"{ruling} {reading}": game({ruling: reading}) for ruling, reading in OTHERS}}
PIECES = Counter({"pawn": 4, "spearman": 1, "knight": 1})
EVERY = [
    DONE,
    PASS,
    DENY,
    BANISH,
    *(CorrectionAction(CorrectionActionKind.MOVE, a, b) for a in range(36) for b in range(36)),
    *(CorrectionAction(CorrectionActionKind.SPAWN, code, cell) for code in range(1, 7) for cell in range(36)),
]
KNOWN = frozenset(EVERY)


def random_play(rules, seed, plies):
    """Positions and what was done in each, as (position, actor, action, text), to the end or a number of plies."""
    draw, position = random.Random(seed), rules.start()
    for _ in range(plies):
        actors = rules.actors(position)
        if not actors:
            return
        actions = rules.actions(position, actors[0])
        action = draw.choice(actions)
        yield position, actors[0], action, rules.text(position, action)
        position = rules.apply(position, {actors[0]: action})


def pieces(rules, position):
    """All pieces of each player, on the board and beside it."""
    what = rules.show(position)
    found = {player: Counter(man.kind for man in what.pieces.values() if man.player == player)
             for player in ("green", "orange")}
    for (player, _), held in what.held.items():
        found[player].update(held)
    return found


def tokens(rules, position):
    what = rules.show(position)
    return sum(what.counts.values()) + sum(number for cells in what.tokens.values() for number in cells.values())


@pytest.mark.slow
@pytest.mark.sample(21)
@pytest.mark.parametrize("name", GAMES)
def test_random_play_to_the_end_or_400_plies(name):
    rules = GAMES[name]
    for seed in range(2):
        turns = [*random_play(rules, seed, 400)]
        assert turns
        for position, player, action, text in turns:
            known = texts(rules, position)
            assert len(set(known)) == len(known)
            assert known != ["pass"]
            assert rules.why_not(position, player, text) == ""
            assert rules.read(rules.show(position)) == position
            assert action in KNOWN


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize("name", GAMES)
def test_the_text_form_is_complete(name):
    """What is read from the text plays on alike: also in positions at the end of the game."""
    rules = GAMES[name]
    steps = [*random_play(rules, 0, 150)]
    position, player, action, _ = steps[-1]
    last = rules.apply(position, {player: action})
    for one in (*(step[0] for step in steps), last):
        assert at(rules, shown(rules, one)) == one
        assert Position.parse(shown(rules, one), rules.setting) == rules.show(one)
        assert rules.outcome(at(rules, shown(rules, one))) == rules.outcome(one)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_pieces_and_tokens_are_conserved(name):
    """Tokens come from spawning only, and go only where they are paid; pieces leave the game only in COR-20 `gone`."""
    rules = GAMES[name]
    turns = [*random_play(rules, 0, 200)]
    assert turns
    for position, player, action, text in turns:
        follower = rules.apply(position, {player: action})
        change = tokens(rules, follower) - tokens(rules, position)
        paid = {"deny": {0, -1}, "banish": {-2, -3, 0}}.get(text, {1, 0} if "@" in text else {0})
        assert change in paid
        if name == "published":
            assert change == {"deny": 0, "banish": -3}.get(text, 1 if "@" in text else 0)
        left, had = pieces(rules, follower), pieces(rules, position)
        if name in ("COR-20 gone", "every other reading"):
            captured = text == "pass" or "x" in text
            assert all(left[side] <= had[side] for side in left)
            assert sum(had[side].total() - left[side].total() for side in left) <= captured
        else:
            assert left == {"green": PIECES, "orange": PIECES}


@pytest.mark.slow
@settings(max_examples=40)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.integers(1, 120))
def test_every_listed_action_applies_and_no_other(name, seed, plies):
    rules = GAMES[name]
    *_, (position, player, _, _) = random_play(rules, seed, plies)
    before, actions = shown(rules, position), rules.actions(position, player)
    for action in actions:
        rules.apply(position, {player: action})
    assert shown(rules, position) == before
    for action in EVERY:
        if action not in actions:
            with pytest.raises(ValueError, match="is not an action"):
                rules.apply(position, {player: action})
    other = "orange" if player == "green" else "green"
    with pytest.raises(ValueError, match="is not an action"):
        rules.apply(position, {other: actions[0]})


@settings(max_examples=40)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.integers(1, 120), st.booleans())
def test_a_mirrored_or_rotated_game_has_the_mirrored_actions(name, seed, plies, rotated):
    rules = GAMES[name]
    *_, (position, player, action, text) = random_play(rules, seed, plies)
    there = at(rules, turned(shown(rules, position), rotated))
    assert {turned(one, rotated) for one in texts(rules, position)} == set(texts(rules, there))
    follower = shown(rules, rules.apply(position, {player: action}))
    assert at(rules, turned(follower, rotated)) == play(rules, there, turned(text, rotated))


@pytest.mark.slow
@settings(max_examples=40)
@given(st.sampled_from(["published", "leaping spear", "lame knight", "knight goes back"]), st.integers(0, 10**6))
def test_moves_agree_with_the_movements_of_the_pieces(name, seed):
    """Where no piece is new and no token lies, all moves of all pieces are open: positions of a game without what it
    remembers."""
    rules = GAMES[name]
    played = [(rules.show(position), player) for position, player, _, _ in random_play(rules, seed, 60)]
    moving = [(what, player) for what, player in played if what.notes.get("phase") == "move"]
    assert moving
    for what, player in moving:
        bare = replace(what, tokens={}, notes={"phase": "move"})
        moves = set(map(str, rules.refusals.movements.all_moves(bare, player)))
        assert set(texts(rules, rules.read(bare))) == moves


@pytest.mark.slow
@settings(max_examples=25)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.integers(1, 120))
def test_every_refusal_has_a_reason(name, seed, plies):
    rules = GAMES[name]
    *_, (position, player, _, _) = random_play(rules, seed, plies)
    known = set(texts(rules, position))
    moves = {rules.text(position, action) for action in EVERY if action.what is not CorrectionActionKind.SPAWN}
    spawns = {f"{piece}@{cell}" for piece in PIECES for cell in rules.setting.lattice.cells}
    for text in (moves | spawns | {"", "@", "x", "c3-", "pawn@", "c3-c3"}) - known:
        reason = rules.why_not(position, player, text)
        assert reason
        assert reason != f"it is written {text}", text
        assert not re.search(r"None|_", reason)


def test_the_order_of_spawning_makes_no_other_position():
    rules = GAMES["published"]
    one, other = (play(rules, rules.start(), line) for line in ("pawn@a1 knight@f1", "knight@f1 pawn@a1"))
    assert one == other
    assert hash(one) == hash(other)
