"""Draughts of several countries, from the docs: published counts, and a plain program that knows nothing of ours."""

import random

import pytest
from rules.outside.written import random_positions, texts, written

from fabgen.rules.perft import perft
from fabgen.rules.position import Piece, Position

GAME = """
players: {{white: up, black: down}}
grid: {size}x{size}
pieces: {{man: fmF, king: {king}}}
zones: {{top: {top}, bottom: {bottom}}}
setup: {{white: {{man: {white}}}, black: {{man: {black}}}}}
rules:
  turns: [{first}]
  capture: none
  hops:
    man: [{{over: enemy, to: {man}, takes: removed}}]
    king: [{{over: enemy, to: F, takes: removed, far: {far}}}]
  chain: {{again: must}}
  compulsory: {compulsory}
  promotion: {{man: {{zone: {{white: top, black: bottom}}, to: [king], in_chain: {in_chain}}}}}
  win: [{{capture: all}}]
"""
INTERNATIONAL = {
    "size": 10,
    "king": "mB",
    "man": "F",
    "far": "true",
    "compulsory": "most",
    "in_chain": "waits",
    "rows": 4,
}
BRAZILIAN = INTERNATIONAL | {"size": 8, "rows": 3}
ENGLISH = {"size": 8, "king": "mF", "man": "fF", "far": "false", "compulsory": "true", "in_chain": "ends", "rows": 3}
POOL = INTERNATIONAL | {"size": 8, "rows": 3, "compulsory": "true"}  # American pool checkers: any capture will do
KINDS = {"international": INTERNATIONAL, "brazilian": BRAZILIAN, "english": ENGLISH, "pool": POOL}


def dark(size, ranks):
    return [(x, y) for y in ranks for x in range(size) if (x + y) % 2 == 0]


def name(place):
    return "abcdefghij"[place[0]] + str(place[1] + 1)


def game(folder, size, rows, **options):
    cells = {
        "white": " ".join(map(name, dark(size, range(rows)))),
        "black": " ".join(map(name, dark(size, range(size - rows, size)))),
        "top": f"{name((0, size - 1))}-{name((size - 1, size - 1))}",
        "bottom": f"a1-{name((size - 1, 0))}",
    }
    return written(folder, GAME.format(size=size, first="white, black", **cells, **options))


# The plain program: men is {(x, y): "w" "W" "b" "B"}, capitals are kings.
DIAGONALS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def inside(place, size):
    return 0 <= place[0] < size and 0 <= place[1] < size


def ahead(letter):
    return 1 if letter in "wW" else -1


def captures(men, start, kind):
    """{(end, cells of who is taken)} of all whole chains of one piece."""
    size, letter = kind["size"], men[start]
    flying = letter.isupper() and kind["far"] == "true"
    back = letter.isupper() or kind["man"] == "F"
    others = {place: who for place, who in men.items() if place != start}
    found = set()

    def follow(here, taken):
        crowned = taken and letter.islower() and here[1] == (size - 1 if letter == "w" else 0)
        onward = []
        for dx, dy in DIAGONALS:
            if (dy != ahead(letter) and not back) or (crowned and kind["in_chain"] == "ends"):
                continue
            n = 1
            while flying and inside((here[0] + n * dx, here[1] + n * dy), size):
                if (here[0] + n * dx, here[1] + n * dy) in others:
                    break
                n += 1
            prey = (here[0] + n * dx, here[1] + n * dy)
            if prey not in others or others[prey].lower() == letter.lower() or prey in taken:
                continue
            m = n + 1
            while inside(land := (here[0] + m * dx, here[1] + m * dy), size) and land not in others:
                onward.append((land, taken | {prey}))
                m += 1
                if not flying:
                    break
        if taken and not onward:
            found.add((here, taken))
        for land, more in onward:
            follow(land, more)

    follow(start, frozenset())
    return found


def moves(men, player, kind):
    """{(start, end, taken)}, the captures alone where there are any."""
    size = kind["size"]
    own = [place for place, letter in men.items() if letter.lower() == player]
    taking = {(start, *end) for start in own for end in captures(men, start, kind)}
    if taking:
        most = max(len(taken) for _, _, taken in taking) if kind["compulsory"] == "most" else 1
        return {move for move in taking if len(move[2]) >= most}
    quiet = set()
    for x, y in own:
        letter = men[x, y]
        far = size if letter.isupper() and kind["far"] == "true" else 1
        for dx, dy in DIAGONALS:
            for n in range(1, far + 1):
                to = (x + n * dx, y + n * dy)
                if (letter.islower() and dy != ahead(letter)) or not inside(to, size) or to in men:
                    break
                quiet.add(((x, y), to, frozenset()))
    return quiet


def played(men, move, size):
    start, end, taken = move
    after = {place: letter for place, letter in men.items() if place not in taken}
    letter = after.pop(start)
    crowned = end[1] == (size - 1 if letter in "wW" else 0)
    return after | {end: letter.upper() if crowned else letter}


def count(men, player, kind, depth):
    if depth == 0:
        return 1
    other = "b" if player == "w" else "w"
    return sum(count(played(men, move, kind["size"]), other, kind, depth - 1) for move in moves(men, player, kind))


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("kind", "counts"),
    [
        ("international", [9, 81, 658, 4265, 27117]),  # published by the authors of many programs
        ("english", [7, 49, 302, 1469, 7361]),
        ("brazilian", [7, 49, 302, 1469, 7473]),
        ("pool", [7, 49, 302, 1469, 7482]),
    ],
)
def test_each_kind_of_draughts_has_as_many_lines_of_play_as_listed(tmp_path, kind, counts):
    rules = game(tmp_path, **KINDS[kind])
    assert [perft(rules, rules.start(), depth) for depth in range(1, 6)] == counts


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", KINDS)
def test_the_plain_program_counts_the_same(tmp_path, kind):
    size, rows = KINDS[kind]["size"], KINDS[kind]["rows"]
    men = dict.fromkeys(dark(size, range(rows)), "w") | dict.fromkeys(dark(size, range(size - rows, size)), "b")
    rules = game(tmp_path, **KINDS[kind])
    assert count(men, "w", KINDS[kind], 4) == perft(rules, rules.start(), 4)


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_positions_of_random_games_and_of_kings(tmp_path, kind, seed):
    """What may be done, as sets of (start, end, taken): chains that meet are one action."""
    rules, dice = game(tmp_path, **KINDS[kind]), random.Random(seed)
    positions = [
        *random_positions(rules, dice, 2, 60),
        *(scattered(rules, dice, KINDS[kind]["size"]) for _ in range(60)),
    ]
    for position in positions:
        shown = rules.show(position)
        place = rules.setting.lattice.place
        letters = {"white man": "w", "white king": "W", "black man": "b", "black king": "B"}
        men = {place(cell): letters[str(man)] for cell, man in shown.pieces.items()}
        player = shown.turn[0]
        cells = rules.setting.lattice.cells
        actions = [action for who in rules.actors(position) for action in rules.actions(position, who)]
        found = {
            (place(cells[a.origin]), place(cells[a.target]), frozenset(place(cells[c]) for c in a.taken))
            for a in actions
        }
        assert len(found) == len(actions) == len(texts(rules, position))
        over = not all(any(letter.lower() == who for letter in men.values()) for who in "wb")
        assert found == (set() if over else moves(men, player, KINDS[kind])), str(shown)
        for action in actions:
            crowned = men[place(cells[action.origin])].islower() and place(cells[action.target])[1] in (
                (KINDS[kind]["size"] - 1,) if player == "w" else (0,)
            )
            assert bool(action.becomes) is crowned


def scattered(rules, dice, size):
    """Men and kings anywhere: men not on their last rank."""
    men = {}
    for x, y in dice.sample(dark(size, range(1, size - 1)), dice.randint(6, 16)):
        piece = dice.choice(["man", "king"])
        men[name((x, y))] = Piece(dice.choice(["white", "black"]), piece)
    return rules.read(Position(rules.setting, men, dice.choice(["white", "black"])))
