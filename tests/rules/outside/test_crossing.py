"""Three more games whose specs were written from docs/rules.md alone; each against a plain program that shares no code
with the package: knights that race, a fox among geese on a board with holes, and men who hop from corner to corner."""

import pytest
from rules.outside.written import after, texts, written

from fabgen.rules.perft import perft

KNIGHTS = """
players: {white: up, black: down}
grid: 8x8
zones: {top: a8-h8, bottom: a1-h1}
pieces: {knight: fhN}
setup: {white: {knight: a1-h2}, black: {knight: a7-h8}}
rules: {win: [{reach: {white: top, black: bottom}}]}
"""
GEESE = """
players: {fox: up, geese: down}
grid: 7x7
zones: {holes: a1-b2 f1-g2 a6-b7 f6-g7}
pieces: {fox: mK, goose: fsmW}
setup: {fox: {fox: d3}, geese: {goose: c7-e7 c6-e6 a5-g5}}
rules:
  turns: [geese, fox]
  terrain: {holes: {open: never}}
  hops: {fox: [{over: enemy, to: K, takes: removed}]}
  chain: {}
  win: [{capture: [goose], fewer_than: 4}]
"""
CORNERS = """
players: {white: up, black: down}
grid: 8x8
zones: {low: a1-c3, high: f6-h8}
pieces: {man: mW}
setup: {white: {man: a1-c3}, black: {man: f6-h8}}
rules:
  hops: {man: [{over: any, to: W}]}
  chain: {same_piece: again}
  win: [{reach: {white: high, black: low}, pieces: fill}]
"""
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
AROUND = (*STRAIGHT, (1, 1), (1, -1), (-1, 1), (-1, -1))


def block(left, bottom, right, top):
    return frozenset((x, y) for x in range(left, right + 1) for y in range(bottom, top + 1))


BOARD = block(0, 0, 7, 7)
CROSS = block(2, 0, 4, 6) | block(0, 2, 6, 4)


def knights(own, others, ahead, depth):
    """Who comes to the last row has won: nobody plays on."""
    if depth == 0:
        return 1
    total, last = 0, 7 if ahead > 0 else 0
    for x, y in own:
        for dx, dy in ((1, 2), (-1, 2), (2, 1), (-2, 1)):
            to = (x + dx, y + ahead * dy)
            if to in BOARD - own:
                ended = to[1] == last and depth > 1
                total += 0 if ended else knights(others - {to}, own - {(x, y)} | {to}, -ahead, depth - 1)
    return total


def beside(place, steps, times=1):
    return [(place[0] + times * dx, place[1] + times * dy) for dx, dy in steps]


def leaps(start, men, free, steps, again):
    """Every (landing, men hopped over) by any number of hops; where nobody is taken it does not matter over whom."""
    found, todo = set(), [(start, frozenset())]
    while todo:
        place, over = todo.pop()
        for man, to in zip(beside(place, steps), beside(place, steps, 2), strict=True):
            one = (to, over if again else over | {man})
            if man in men - over and to in free and one not in found:
                found.add(one)
                todo.append(one)
    return found


def geese(fox, flock, geese_next, depth):
    if depth == 0 or len(flock) < 4:
        return int(depth == 0)
    if geese_next:
        moves = [(man, to) for man in flock for to in beside(man, ((0, -1), (1, 0), (-1, 0)))]
        return sum(geese(fox, flock - {man} | {to}, False, depth - 1)
                   for man, to in moves if to in CROSS - flock - {fox})
    steps = {(to, frozenset()) for to in beside(fox, AROUND) if to in CROSS - flock}
    hops = leaps(fox, flock, CROSS - flock, AROUND, False)
    return sum(geese(to, flock - taken, True, depth - 1) for to, taken in steps | hops)


def corners(own, others, depth):
    if depth == 0:
        return 1
    total = 0
    for man in own:
        men = (own | others) - {man}
        ends = {to for to, _ in leaps(man, men, BOARD - men, STRAIGHT, True)} - {man}
        ends |= {to for to in beside(man, STRAIGHT) if to in BOARD - men}
        total += sum(corners(others, own - {man} | {to}, depth - 1) for to in ends)
    return total


def test_knights_that_race(tmp_path):
    game = written(tmp_path, KNIGHTS)
    counts = [perft(game, game.start(), depth) for depth in (1, 2, 3)]
    assert counts == [knights(block(0, 0, 7, 1), block(0, 6, 7, 7), 1, depth) for depth in (1, 2, 3)]


def test_a_fox_among_geese(tmp_path):
    game = written(tmp_path, GEESE)
    flock = block(2, 5, 4, 6) | block(0, 4, 6, 4)
    counts = [perft(game, game.start(), depth) for depth in (1, 2, 3, 4)]
    assert counts == [geese((3, 2), flock, True, depth) for depth in (1, 2, 3, 4)]
    taken = after(game, after(game, game.start(), "d5-d4"), "d3xd5")
    assert "d3-d4" not in texts(game, taken)
    assert game.actors(taken) == ("geese",)


@pytest.mark.slow
def test_from_corner_to_corner(tmp_path):
    game = written(tmp_path, CORNERS)
    counts = [perft(game, game.start(), depth) for depth in (1, 2, 3, 4)]
    assert counts == [corners(block(0, 0, 2, 2), block(5, 5, 7, 7), depth) for depth in (1, 2, 3, 4)]
