"""The engine against the slow search: everything that may be done, on boards of squares and hexagons with holes, under
options for hops and chains made up at random; and what is written says how a chain goes."""

import random
import re

import pytest
from cases import cases
from rules.standard.slow import Slow
from rules.standard.specs import build

from fabgen.rules.boards import Board, hexagon_board, rhombus_board
from fabgen.rules.position import Piece, Position
from fabgen.rules.protocol import OptionErrors

MOVES = {"mW": ("W", ""), "cF": ("", "F"), "fmWcF": ("fW", "F"), "W": ("W", "W"), "mK": ("K", ""), "mFcW": ("F", "W")}
SQUARE = ["W", "F", "K", "fW", "fF", "bF", "lW", "fsW", "bsW"]
HEX = ["W", "W", "W", "fW", "bW", "lW", "vW"]
CHAIN = {
    "hops": [2, 3],
    "again": ["must"],
    "same_piece": ["once", "again", "friends once", "enemies once"],
    "start": ["taken"],
    "final": ["further", "further", "anywhere"],
    "turning": ["never"],
}


def board(dice):
    """Squares or hexagons with holes, the names of their cells, and the directions that are forward."""
    kind = dice.choice(["squares", "squares", "squares", "rows", "files"])
    size = dice.randint(3, 6), dice.randint(3, 6)
    whole = Board(*size) if kind == "squares" else dice.choice([rhombus_board(*size, kind), hexagon_board(3, kind)])
    ways = ["up", "down", "left", "right"] if kind == "squares" else ["up", "down"]
    return kind, whole.without(dice.sample(whole.cells, dice.choice([0, 0, 1, 2]))), ways


def some(dice, odds, **values):
    return {key: dice.choice(every) for key, every in values.items() if dice.random() < odds}


def hop(dice, takes, steps):
    far = some(dice, 0.2, far=[True]) or some(dice, 0.35, lands=["any"])
    more = some(dice, 0.3, per_turn=[1, 2], along=["one axis"])
    more |= {"takes": "removed"} if takes and dice.random() < 0.7 else {}
    return {"over": dice.choice(["friend", "enemy", "any"]), "to": dice.choice(steps), **far, **more}


def made_up(dice):
    """A spec with its position as `Slow` sees it; the same spec for `build`."""
    kind, lattice, ways = board(dice)
    places = {lattice.place(cell) for cell in lattice.cells}
    zones = {name: set(dice.sample(sorted(places), min(n, len(places)))) for name, n in (("z", 3), ("y", 2), ("t", 3))}
    takes = dice.random() < 0.5
    steps = SQUARE if kind == "squares" else HEX
    rules = {"hops": {one: [hop(dice, takes, steps) for _ in range(dice.randint(1, 2))] for one in ("man", "king")}}
    rules |= {"chain": some(dice, 0.35, **CHAIN)} if dice.random() < 0.9 else {}
    rules |= some(dice, 0.25, capture=["none"], compulsory=[True, "most"], forbidden=[{"man": "y"}])
    rules |= some(dice, 0.5, forbidden_to=["moves and hops"])
    if dice.random() < 0.3:
        rules["terrain"] = {"z": {"open": dice.choice(["even", "odd", "never"]), **some(
            dice, 0.5, count=["after"], over=["free"])}}  # fmt: skip
    if dice.random() < 0.3:
        end = some(dice, 0.4, choice=["may"], when=["touches"], in_chain=["waits"])
        rules["promotion"] = {"man": {"zone": {"a": "t"}, "to": ["king"], **end}}
    pieces = {"man": dice.choice([*MOVES]), "king": dice.choice([*MOVES])}
    forward = {"a": dice.choice(ways), "b": dice.choice(ways)}
    men = {place: (dice.choice("aab"), dice.choice(["man", "man", "king"]))
           for place in dice.sample(sorted(places), min(len(places) - 2, dice.randint(3, 12)))}  # fmt: skip
    slow = Slow(kind, places, forward, {p: MOVES[m] for p, m in pieces.items()}, zones, rules, men, "a")
    cells = {name: " ".join(lattice.cell(*place) for place in found) for name, found in zones.items()}
    return slow, {"board": lattice, "players": forward, "pieces": pieces, "zones": cells, "rules": rules}


def compared(slow, spec):
    """The game, its position, its actions; they must be those of the slow search."""
    game, lattice = build(spec), spec["board"]
    men = {lattice.cell(*place): Piece(*man) for place, man in slow.men.items()}
    shown = Position(game.setting, men, "a")
    position = game.read(shown)
    moves = game.engine.actions(position)
    named = [lattice.place(cell) if cell else None for cell in lattice.numbered_cells]
    found = [
        (named[move.origin], named[move.target], frozenset(named[cell] for cell in move.taken),
         game.pieces[move.becomes].kind if move.becomes else "") for move in moves]  # fmt: skip
    assert len(set(found)) == len(found)
    assert set(found) == slow.actions(), (slow, str(shown))
    return game, position, moves


def legs(lattice, text):
    """The legs of a chain as it is written."""
    written = re.findall(r"([-x])(?:\(([a-z]+[0-9]+)\))?([a-z]+[0-9]+)", text)
    return [(sign == "x", lattice.place(over) if over else None, lattice.place(to)) for sign, over, to in written]


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(8))
def test_the_slow_search_agrees(seed):
    dice, played = random.Random(seed), 0
    for _ in range(cases(120)):
        slow, spec = made_up(dice)
        try:
            game, position, moves = compared(slow, spec)
        except OptionErrors:
            continue
        played += 1
        lattice = spec["board"]
        for move in moves[:40]:
            text = game.text(position, move)
            assert game.action(position, "a", text) == move
            if move.path:
                assert slow.reads(lattice.place(lattice.numbered_cells[move.origin]), legs(lattice, text)), (slow, text)
        for _ in range(4):
            cells = [dice.choice(lattice.cells) for _ in range(5)]
            text = f"{dice.choice([lattice.cell(*place) for place in slow.men])}x({cells[1]}){cells[2]}-{cells[3]}"
            assert bool(game.why_not(position, "a", text)) is (game.action(position, "a", text) is None)
    assert played > cases(120) / 2


def slowly(men, size, kinds, **chain):
    """The ends and the captured pieces of the chains of the piece `a` on the first file of the first rank."""
    places = {(x, y) for x in range(size[0]) for y in range(size[1])}
    found = {place: (letter, "man") for place, letter in men.items()}
    rules = {"hops": {"man": kinds}, "chain": chain}
    return Slow("squares", places, {"a": "up"}, {"man": ("", "")}, {}, rules, found, "a").chains((0, 0), "man")


def test_the_slow_search_can_tell_a_difference():
    """a1 hops over a2 to a3, over a4 to a5."""
    men, over = {(0, 0): "a", (0, 1): "b", (0, 3): "b"}, {"over": "enemy", "to": "W"}
    first, second = ((0, 2), frozenset()), ((0, 4), frozenset())
    assert slowly(men, (1, 5), [over]) == {first, second}
    assert slowly(men, (1, 5), [over], hops=1) == {first}
    assert slowly(men, (1, 5), [over], again="must") == {second}
    assert slowly(men, (1, 5), [over | {"per_turn": 1}]) == {first}
    assert slowly(men, (1, 5), [over | {"takes": "removed"}]) == {
        ((0, 2), frozenset({(0, 1)})), ((0, 4), frozenset({(0, 1), (0, 3)}))}  # fmt: skip
    assert slowly(men, (1, 5), [{"over": "friend", "to": "W"}]) == set()
    assert slowly(men, (1, 5), [{"over": "enemy", "to": "bW"}]) == set()
