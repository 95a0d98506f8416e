"""Breakthrough, hexapawn, fox and hounds, Jeson Mor and a small chess, from the docs: published counts and solutions,
and plain programs."""

import random
from functools import cache

import pytest
from rules import plain
from rules.outside.written import after, random_positions, texts, written

from fabgen.rules.perft import perft
from fabgen.rules.position import Position

BREAKTHROUGH = """
players: {white: up, black: down}
grid: 8x8
pieces: {pawn: fmWfF}
zones: {top: a8-h8, bottom: a1-h1}
setup: {white: {pawn: a1-h2}, black: {pawn: a7-h8}}
rules:
  win: [{reach: {white: top, black: bottom}}]
"""
CLOBBER = """
players: {white: up, black: down}
grid: 5x6
pieces: {stone: cW}
setup:
  white: {stone: a1 c1 e1 b2 d2 a3 c3 e3 b4 d4 a5 c5 e5 b6 d6}
  black: {stone: b1 d1 a2 c2 e2 b3 d3 a4 c4 e4 b5 d5 a6 c6 e6}
rules: standard
"""
HEXAPAWN = """
players: {white: up, black: down}
grid: 3x3
pieces: {pawn: fmWfcF}
zones: {top: a3-c3, bottom: a1-c1}
setup: {white: {pawn: a1-c1}, black: {pawn: a3-c3}}
rules:
  win: [{reach: {white: top, black: bottom}}]
"""
HOUNDS = """
players: {fox: up, hounds: down}
grid: 8x8
pieces: {vixen: mF, hound: fmF}
zones: {top: a8-h8}
setup: {fox: {vixen: e1}, hounds: {hound: b8 d8 f8 h8}}
rules:
  turns: [fox, hounds]
  win: [{reach: {vixen: top}}]
  stuck: {fox: loses, hounds: loses}
"""
JESON_MOR = """
players: {white: up, black: down}
grid: 9x9
pieces: {knight: N, crowned: N}
zones: {centre: e5, round: a1-i4 a5-d5 f5-i5 a6-i9}
setup: {white: {knight: a1-i1}, black: {knight: a9-i9}}
rules:
  promotion: {knight: {zone: {white: centre, black: centre}, to: [crowned]}}
  win:
    - reach: {crowned: round}
"""
CHESS = """
players: {white: up, black: down}
grid: 5x5
pieces: {king: K, queen: Q, rook: R, bishop: B, knight: N, pawn: fmWfcF}
zones: {top: a5-e5, bottom: a1-e1}
setup:
  white: {rook: a1, knight: b1, bishop: c1, queen: d1, king: e1, pawn: a2-e2}
  black: {rook: a5, knight: b5, bishop: c5, queen: d5, king: e5, pawn: a4-e4}
rules:
  promotion: {pawn: {zone: {white: top, black: bottom}, to: [queen, rook, bishop, knight]}}
  win: [{capture: [king]}]
"""


def from_fen(board):
    """A position of pawns from rows of digits and letters, the highest rank first; white is to move."""
    cells = {"P": [], "p": []}
    for rank, row in zip("87654321", board.split("/"), strict=True):
        file = 0
        for letter in row:
            if letter in cells:
                cells[letter].append("abcdefgh"[file] + rank)
            file += int(letter) if letter.isdigit() else 1
    return f"white: pawn {' '.join(cells['P'])}; black: pawn {' '.join(cells['p'])}; turn: white"


@pytest.mark.parametrize(
    ("board", "counts"),
    [
        ("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP", [22, 484, 11132]),
        ("1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P", [21, 358, 6898]),
    ],
)
def test_breakthrough(tmp_path, board, counts):
    rules = written(tmp_path, BREAKTHROUGH)
    start = rules.read(Position.parse(from_fen(board), rules.setting))
    assert [perft(rules, start, depth) for depth in (1, 2, 3)] == counts


def test_clobber(tmp_path):
    rules = written(tmp_path, CLOBBER)
    assert [perft(rules, rules.start(), depth) for depth in (1, 2)] == [49, 2116]


def winner(rules):
    """Who wins with best play."""

    @cache
    def best(position):
        if outcome := rules.outcome(position):
            return outcome.winners[0]
        (player,) = rules.actors(position)
        ends = {best(rules.apply(position, {player: action})) for action in rules.actions(position, player)}
        return player if player in ends else ends.pop()

    return best(rules.start())


def test_hexapawn(tmp_path):
    """Gardner's game: who begins loses."""
    rules = written(tmp_path, HEXAPAWN)
    assert winner(rules) == "black"
    assert texts(rules, rules.start()) == {"a1-a2", "b1-b2", "c1-c2"}
    assert texts(rules, after(rules, rules.start(), "b1-b2")) == {"a3xb2", "c3xb2", "a3-a2", "c3-c2"}
    blocked = rules.read(Position.parse("white: pawn b1 c1; black: pawn b2 c2 a3; turn: black", rules.setting))
    assert str(rules.outcome(after(rules, blocked, "a3-a2"))) == "None"  # b1xa2 is left


def test_fox_and_hounds(tmp_path):
    """The fox has two ways from e1; it is caught where it cannot move, and wins on the last rank."""
    rules = written(tmp_path, HOUNDS)
    assert texts(rules, rules.start()) == {"e1-d2", "e1-f2"}
    men = {"e1": "fox", "b8": "hounds", "d8": "hounds", "f8": "hounds", "h8": "hounds"}
    assert [perft(rules, rules.start(), n) for n in range(1, 6)] == [hunt(men, "fox", n) for n in range(1, 6)]
    caught = rules.read(Position.parse("fox: vixen a1; hounds: hound b2 d8; turn: fox", rules.setting))
    assert rules.outcome(caught).winners == ("hounds",)
    free = rules.read(Position.parse("fox: vixen a7; hounds: hound d6 f6; turn: fox", rules.setting))
    assert rules.outcome(after(rules, free, "a7-b8")).winners == ("fox",)


def hunt(men, player, depth):
    if depth == 0:
        return 1
    total = 0
    for cell, who in men.items():
        for dx in (-1, 1) if who == player else ():
            for dy in (-1, 1) if who == "fox" else (-1,):
                x, y = "abcdefgh".find(cell[0]) + dx, int(cell[1]) + dy
                to = "abcdefgh"[x] + str(y) if 0 <= x < 8 and 1 <= y <= 8 else ""
                if to and to not in men:
                    board = {place: one for place, one in men.items() if place != cell} | {to: who}
                    won = who == "fox" and y == 8
                    total += (depth == 1) if won else hunt(board, "hounds" if player == "fox" else "fox", depth - 1)
    return total


def test_jeson_mor(tmp_path):
    """Who leaves the middle cell has won; who is captured there has not. A knight is crowned there."""
    rules = written(tmp_path, JESON_MOR)
    men = dict.fromkeys(((x, 0) for x in range(9)), "w") | dict.fromkeys(((x, 8) for x in range(9)), "b")
    first = sum(len(set.union(*plain.targets("N", 9, 9, men, place))) for place, who in men.items() if who == "w")
    assert perft(rules, rules.start(), 1) == first == 30
    position = rules.read(Position.parse("white: knight d3 a1; black: knight f7 i9; turn: white", rules.setting))
    there = after(rules, position, "d3-e5=crowned")
    assert rules.outcome(there) is None
    assert rules.outcome(after(rules, after(rules, there, "i9-h7"), "e5-d7")).winners == ("white",)
    taken = after(rules, there, "f7xe5=crowned")
    assert rules.outcome(taken) is None
    assert rules.outcome(after(rules, after(rules, taken, "a1-b3"), "e5-c4")).winners == ("black",)


BETZA = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "fmWfcF"}


def test_small_chess(tmp_path):
    """Chess on 5 x 5 in which the king is captured, against the generator that knows the notation page alone."""
    rules, ended = written(tmp_path, CHESS), 0
    lattice = rules.setting.lattice
    for position in random_positions(rules, random.Random(11), 12, 50):
        shown = rules.show(position)
        if len(kings := [man.player for man in shown.pieces.values() if man.kind == "king"]) < 2:
            ended += 1
            assert rules.outcome(position).winners == tuple(kings)
            continue
        men = {lattice.place(cell): man.player for cell, man in shown.pieces.items()}
        expected = set()
        for cell, man in shown.pieces.items():
            if man.player != shown.turn:
                continue
            forward, last = ("up", "5") if man.player == "white" else ("down", "1")
            quiet, captures = plain.targets(BETZA[man.kind], 5, 5, men, lattice.place(cell), forward)
            for sign, target in [*(("-", to) for to in quiet), *(("x", to) for to in captures)]:
                to = lattice.cell(*target)
                promotes = man.kind == "pawn" and to[1] == last
                ends = ["=queen", "=rook", "=bishop", "=knight"] if promotes else [""]
                expected |= {f"{cell}{sign}{to}{end}" for end in ends}
        assert texts(rules, position) == expected, str(shown)
    assert ended > 2
