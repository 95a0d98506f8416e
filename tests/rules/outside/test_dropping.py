"""Games of placing, from the docs: noughts and crosses, three men's morris, and a small shogi."""

import random
from functools import cache

import pytest
from rules.outside.written import after, random_positions, texts, written

from fabgen.rules.perft import perft
from fabgen.rules.position import Position

NOUGHTS = """
players: {cross: up, nought: down}
grid: 3x3
pieces: {stone: none}
hand: {cross: {stone: 5}, nought: {stone: 4}}
rules:
  drops: {stone: board}
  win: [{line: 3}]
  stuck: draws
"""
MORRIS = """
players: {white: up, black: down}
grid: 3x3
pieces: {man: mW}
hand: {white: {man: 3}, black: {man: 3}}
rules:
  drops: {man: board}
  drops_first: true
  win: [{line: 3, to: W}]
"""
SHOGI = """
players: {white: up, black: down}
grid: 3x4
pieces: {lion: K, giraffe: W, elephant: F, chick: fW, hen: WfF}
zones: {top: a4-c4, bottom: a1-c1}
setup:
  white: {elephant: a1, lion: b1, giraffe: c1, chick: b2}
  black: {giraffe: a4, lion: b4, elephant: c4, chick: b3}
rules:
  captured: captor
  hand_as: {hen: chick}
  drops: {chick: board, giraffe: board, elephant: board}
  promotion: {chick: {zone: {white: top, black: bottom}, to: [hen]}}
  win:
    - capture: [lion]
    - reach: {white lion: top, black lion: bottom}
"""


@pytest.mark.slow
def test_noughts_and_crosses(tmp_path):
    """A game ends with the line that wins: 255168 games, of which so many take five turns, six and so on."""
    rules = written(tmp_path, NOUGHTS)
    assert [perft(rules, rules.start(), n) for n in range(1, 7)] == [9, 72, 504, 3024, 15120, 54720]

    @cache
    def games(position):
        """How many games end after so many more turns, and which cross wins, nought wins, nobody wins."""
        outcome = rules.outcome(position)
        if outcome:
            return {(0, outcome.winners): 1}
        (player,), found = rules.actors(position), {}
        for action in rules.actions(position, player):
            for (turns, winners), number in games(rules.apply(position, {player: action})).items():
                found[turns + 1, winners] = found.get((turns + 1, winners), 0) + number
        return found

    assert games(rules.start()) == {
        (5, ("cross",)): 1440,
        (6, ("nought",)): 5328,
        (7, ("cross",)): 47952,
        (8, ("nought",)): 72576,
        (9, ("cross",)): 81792,
        (9, ()): 46080,
    }
    assert sum(games(rules.start()).values()) == 255168


LINES = [{(x, y) for x in range(3)} for y in range(3)] + [{(x, y) for y in range(3)} for x in range(3)]


def morris(men, held, player, depth):
    """How many ways there are to place three men each, then to step, until three stand in a row or file."""
    if depth == 0:
        return 1
    if any({place for place, who in men.items() if who == 1 - player} >= line for line in LINES):
        return 0
    free = [(x, y) for x in range(3) for y in range(3) if (x, y) not in men]
    if held[player]:
        left = tuple(n - (side == player) for side, n in enumerate(held))
        return sum(morris(men | {place: player}, left, 1 - player, depth - 1) for place in free)
    boards = [
        {k: v for k, v in men.items() if k != (x, y)} | {to: player}
        for (x, y), who in men.items()
        for to in free
        if who == player and abs(to[0] - x) + abs(to[1] - y) == 1
    ]
    return sum(morris(board, held, 1 - player, depth - 1) for board in boards)


@pytest.mark.slow
def test_three_mens_morris(tmp_path):
    rules = written(tmp_path, MORRIS)
    counts = [perft(rules, rules.start(), n) for n in range(1, 7)]
    assert counts[:5] == [9, 72, 504, 3024, 15120]
    assert counts == [morris({}, (3, 3), 0, n) for n in range(1, 7)]


# A plain small shogi: men maps (x, y) to (player, letter), hands are sorted letters.
AROUND = {
    "L": [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y],
    "G": [(0, 1), (0, -1), (1, 0), (-1, 0)],
    "E": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    "C": [(0, 1)],
    "H": [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)],
}
LETTERS = {"lion": "L", "giraffe": "G", "elephant": "E", "chick": "C", "hen": "H"}
NAMES = {letter: piece for piece, letter in LETTERS.items()}


def shogi(men, hand, player):
    """The texts of all actions."""
    way = 1 if player == "white" else -1
    found = set()
    for (x, y), (owner, letter) in men.items():
        for dx, dy in AROUND[letter] if owner == player else ():
            to = (x + dx * way, y + dy * way)
            if not (0 <= to[0] < 3 and 0 <= to[1] < 4) or men.get(to, ("", ""))[0] == player:
                continue
            hen = "=hen" if letter == "C" and to[1] == (3 if way > 0 else 0) else ""
            found.add(f"{name((x, y))}{'x' if to in men else '-'}{name(to)}{hen}")
    free = [(x, y) for x in range(3) for y in range(4) if (x, y) not in men]
    return found | {f"{NAMES[letter]}@{name(place)}" for letter in set(hand) for place in free}


def name(place):
    return "abc"[place[0]] + str(place[1] + 1)


def test_small_shogi(tmp_path):
    rules, tried = written(tmp_path, SHOGI), 0
    assert texts(rules, rules.start()) == {"b1-a2", "b1-c2", "c1-c2", "b2xb3"}
    for position in random_positions(rules, random.Random(7), 25, 40):
        shown, place = rules.show(position), rules.setting.lattice.place
        men = {place(cell): (man.player, LETTERS[man.kind]) for cell, man in shown.pieces.items()}
        lions = {owner for owner, letter in men.values() if letter == "L"}
        tries = {
            owner for (_, y), (owner, letter) in men.items() if letter == "L" and y == (3 if owner == "white" else 0)
        }
        if len(lions) < 2 or tries:
            assert rules.outcome(position).winners == ((lions if len(lions) < 2 else tries).pop(),)
            continue
        hand = [LETTERS[piece] for piece in shown.held.get((shown.turn, "hand"), {})]
        assert texts(rules, position) == shogi(men, hand, shown.turn), str(shown)
        tried += bool(hand)
    assert tried > 50


def test_a_hen_is_a_chick_in_hand(tmp_path):
    rules = written(tmp_path, SHOGI)
    position = rules.read(
        Position.parse("white: lion b1, elephant a1; black: hen b2, lion b4; turn: white", rules.setting)
    )
    assert rules.show(after(rules, position, "a1xb2")).held == {("white", "hand"): {"chick": 1}}
