"""Games of jumps, from the docs: konane, five field kono, grasshopper, peg solitaire, each against a plain program."""

import random

import pytest
from rules.outside.written import after, random_positions, texts, written

from fabgen.rules.perft import perft
from fabgen.rules.position import Position

KONANE = """
players: {black: up, white: down}
grid: 6x6
pieces: {stone: none}
setup:
  black: {stone: %s}
  white: {stone: %s}
rules:
  hops: {stone: [{over: enemy, to: W, takes: removed}]}
  chain: {turning: never}
"""
KONO = """
players: {white: up, black: down}
grid: 5x5
pieces: {man: mF}
zones: {north: a5-e5 a4 e4, south: a1-e1 a2 e2}
setup: {white: {man: a1-e1 a2 e2}, black: {man: a5-e5 a4 e4}}
rules:
  win: [{reach: {white: north, black: south}, pieces: all}]
"""
GRASSHOPPER = """
players: {white: up, black: down}
grid: 6x6
pieces: {man: mK}
zones: {camp: a1-c1 a2-b2 a3, far: f6-d6 f5-e5 f4}
setup: {white: {man: a1-c1 a2-b2 a3}, black: {man: f6-d6 f5-e5 f4}}
rules:
  hops: {man: [{over: any}]}
  chain: {}
  win: [{reach: {white: far, black: camp}, pieces: all}]
"""
SOLITAIRE = """
players: {one: up}
grid: 7x7
pieces: {peg: none}
zones: {corners: a1-b2 f1-g2 a6-b7 f6-g7, middle: d4}
setup: {one: {peg: %s}}
rules:
  hops: {peg: [{over: friend, to: W, takes: removed}]}
  terrain: {corners: {open: never}}
  win: [{reach: {peg: middle}, pieces: all}]
"""
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
ROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def name(place):
    return "abcdefg"[place[0]] + str(place[1] + 1)


def named(places):
    return " ".join(map(name, sorted(places)))


def moved(men, start, end, taken=()):
    left = {place: who for place, who in men.items() if place != start and place not in taken}
    return left | {end: men[start]}


def counted(men, player, depth, moves):
    """How many ways there are; `moves` gives the boards after each."""
    if depth == 0:
        return 1
    return sum(counted(board, "ba"[player == "b"], depth - 1, moves) for board in moves(men, player))


def board_of(rules, position):
    """{(x, y): "a" or "b"}: a begins."""
    names = dict(zip(rules.setting.players, "ab", strict=False))
    return {rules.setting.lattice.place(cell): names[man.player] for cell, man in rules.show(position).pieces.items()}


def konane(men, player):
    for (x, y), who in men.items():
        for dx, dy in STRAIGHT if who == player else ():
            taken = []
            while True:
                n = 2 * len(taken)
                prey, land = (x + (n + 1) * dx, y + (n + 1) * dy), (x + (n + 2) * dx, y + (n + 2) * dy)
                if men.get(prey, player) == player or land in men or not (0 <= land[0] < 6 and 0 <= land[1] < 6):
                    break
                taken.append(prey)
                yield moved(men, (x, y), land, taken)


def test_konane(tmp_path):
    """A black stone from the middle and a white one beside it are gone."""
    cells = {(x, y): "ab"[(x + y) % 2] for x in range(6) for y in range(6) if (x, y) not in ((2, 2), (2, 3))}
    sides = [named(place for place, who in cells.items() if who == side) for side in "ab"]
    rules = written(tmp_path, KONANE % tuple(sides))
    assert [perft(rules, rules.start(), n) for n in (1, 2, 3, 4)] == [
        counted(cells, "a", n, konane) for n in (1, 2, 3, 4)
    ]
    for position in random_positions(rules, random.Random(5), 8, 40):
        men = board_of(rules, position)
        player = "ab"[position.turn]
        found = [board_of(rules, after(rules, position, text)) for text in texts(rules, position)]
        assert sorted(map(str, map(sorted, map(dict.items, found)))) == sorted(
            map(str, map(sorted, map(dict.items, konane(men, player))))
        )
        if not found:
            assert rules.outcome(position).winners == (("white", "black")[position.turn],)


def kono(men, player):
    for (x, y), who in men.items():
        for dx in (-1, 1) if who == player else ():
            for dy in (-1, 1):
                land = (x + dx, y + dy)
                if land not in men and 0 <= land[0] < 5 and 0 <= land[1] < 5:
                    yield moved(men, (x, y), land)


def test_five_field_kono(tmp_path):
    rules = written(tmp_path, KONO)
    men = board_of(rules, rules.start())
    assert [perft(rules, rules.start(), n) for n in (1, 2, 3, 4)] == [counted(men, "a", n, kono) for n in (1, 2, 3, 4)]


def hopping(men, player, size=6):
    """All boards after one turn, each once: steps, and chains of hops over anybody."""
    for (x, y), who in sorted(men.items()):
        if who != player:
            continue
        others = {place: one for place, one in men.items() if place != (x, y)}

        def free(place, others=others):
            return place not in others and 0 <= place[0] < size and 0 <= place[1] < size

        ends = {(x + dx, y + dy) for dx, dy in ROUND if free((x + dx, y + dy))}
        todo, seen = [(x, y)], {(x, y)}
        while todo:
            a, b = todo.pop()
            lands = {(a + 2 * dx, b + 2 * dy) for dx, dy in ROUND if (a + dx, b + dy) in others}
            new = {land for land in lands if free(land)} - seen
            seen |= new
            todo += new
        for end in sorted((ends | seen) - {(x, y)}):
            yield moved(men, (x, y), end)


def test_grasshopper(tmp_path):
    """In games of the Halma family a chain may go over one piece again."""
    rules = written(tmp_path, GRASSHOPPER.replace("chain: {}", "chain: {same_piece: again}"))
    men = board_of(rules, rules.start())
    assert [perft(rules, rules.start(), n) for n in (1, 2, 3)] == [counted(men, "a", n, hopping) for n in (1, 2, 3)]
    for position in random_positions(rules, random.Random(3), 3, 60):
        if rules.outcome(position) is None:
            expected = len(list(hopping(board_of(rules, position), "ab"[position.turn])))
            assert len(texts(rules, position)) == expected


CROSS = {(x, y) for x in range(7) for y in range(7) if 2 <= x <= 4 or 2 <= y <= 4}


def pegs(men, _):
    for x, y in men:
        for dx, dy in STRAIGHT:
            prey, land = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if prey in men and land in CROSS and land not in men:
                yield moved(men, (x, y), land, [prey])


def test_peg_solitaire(tmp_path):
    """The English board of 33 holes; how many positions there are after each jump is known."""
    rules = written(tmp_path, SOLITAIRE % named(CROSS - {(3, 3)}))
    men = dict.fromkeys(CROSS - {(3, 3)}, "a")
    assert [perft(rules, rules.start(), n) for n in range(1, 6)] == [counted(men, "a", n, pegs) for n in range(1, 6)]
    positions, numbers = {rules.start()}, []
    for _ in range(5):
        numbers.append(len(positions))
        positions = {rules.apply(p, {"one": a}) for p in positions for a in rules.actions(p, "one")}
    assert numbers == [1, 4, 12, 60, 296]


@pytest.mark.parametrize(
    ("pegs_left", "jump", "result"),
    [("d2 d3", "d2xd4", "one won"), ("b4 c4 g4", "b4xd4", None), ("c2 c3", "c2xc4", "draw")],
)
def test_the_last_peg_stands_in_the_middle(tmp_path, pegs_left, jump, result):
    rules = written(tmp_path, SOLITAIRE % named(CROSS - {(3, 3)}))
    end = after(rules, rules.read(Position.parse(f"one: peg {pegs_left}; turn: one", rules.setting)), jump)
    outcome = str(rules.outcome(end))
    assert outcome.startswith(result or "draw: one cannot move")
