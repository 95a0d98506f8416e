"""Both engines against the plain generator of `plain.py`: random movements, boards and men; and which texts are
movements at all."""

import itertools
import random

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st
from rules import plain
from rules.helpers import betza_texts, engine, positions, quiet_and_captures, readable, setting

from fabgen.rules.position import Piece, Position
from fabgen.rules.standard.options import StandardOptions
from fabgen.rules.standard.rules import StandardRules

MOVEMENTS = cases(10_000)
WAYS = ("up", "down", "left", "right")
LETTERS = "fblrvshmcinWFDNAHCLZJGKRBQ0123456789"
ELSEWHERE = "adegjkopqtuwxyzEIMOPSTUVXY(),-[]? é½"  # letters of other dialects, and what nobody writes


def some_movement(dice):
    """A random text by the grammar of the page; any letters may pair up as directions."""
    return "".join(_part(dice) for _ in range(dice.choice((1, 1, 2, 2, 3, 4))))


def _part(dice):
    atoms, words = dice.choice(list(plain.DIRECTIONS.items()))
    atom = dice.choice(atoms)
    directions = "".join(dice.choices(words, k=dice.choice((0, 1, 1, 2, 3)))) if words else ""
    known = "mcin" if atom in "DHAGNZJ" else "mci"
    modes = "".join(dice.sample(known, dice.choice((0, 0, 1, 1, 2, 3))))
    ranges = ["", "1"] if "n" in modes else ["", "", *"0123456789", *([atom] if atom not in "KRBQ" else [])]
    return f"{directions}{modes}{atom}{dice.choice(ranges)}"


def some_mistakes(dice, text):
    """The text with a few letters put in, changed or taken out."""
    for _ in range(dice.choice((1, 1, 2, 3))):
        at = dice.randrange(len(text) + 1)
        letter = dice.choice((dice.choice(LETTERS), dice.choice(LETTERS), dice.choice(ELSEWHERE), ""))
        text = text[:at] + letter + text[at + dice.choice((0, 1)) :]
    return text


def some_position(dice):
    """Pieces of two or three players, whose forward is any direction, on a board of any shape."""
    files, ranks = (dice.choice((*range(1, 9), 11)) for _ in "xy")
    players = {name: dice.choice(WAYS) for name in ("one", "two", "three")[: dice.choice((2, 2, 3))]}
    where = setting(files, ranks, ("it",), **players)
    number = dice.randint(1, min(len(where.lattice.cells), 10))
    men = {cell: Piece(dice.choice(list(players)), "it") for cell in dice.sample(where.lattice.cells, number)}
    unmoved = frozenset(cell for cell in men if dice.random() < 0.5)
    return Position(where, men, dice.choice(list(men.values())).player, unmoved)


def expected(text, position, cell):
    """(quiet, captures) as names of cells, by the plain generator."""
    lattice = position.setting.lattice
    men = {lattice.place(cell): man.player for cell, man in position.pieces.items()}
    forward = position.setting.players[position.pieces[cell].player]
    fresh = cell in position.unmoved
    found = plain.targets(text, lattice.files, lattice.ranks, men, lattice.place(cell), forward, fresh)
    return tuple({lattice.cell(*place) for place in part} for part in found)


def played(text, position):
    """The same for every piece of the player to move, by the rule set that plays."""
    game = StandardRules(
        engine(position.setting, it=text), {}, StandardOptions(stuck="draws"), position
    )  # nobody's turn is skipped
    state = game.read(position)
    found = {cell: (set(), set()) for cell, man in position.pieces.items() if man.player == position.turn}
    for move in game.engine.actions(state):
        origin, target = (position.setting.lattice.cells[cell] for cell in move[:2])
        assert move.taken in ((), (move.target,))
        part = found[origin][bool(move.taken)]
        assert target not in part, f"{origin}-{target} twice"
        part.add(target)
    return found


@pytest.mark.slow
def test_thousands_of_movements_on_random_boards():
    dice, tried = random.Random(1), set()
    while len(tried) < MOVEMENTS:
        text = some_movement(dice)
        known = readable(text)
        assert known is (plain.parts(text) is not None), text
        if text in tried or not known:
            continue
        tried.add(text)
        position = some_position(dice)
        cell = dice.choice([cell for cell, man in position.pieces.items() if man.player == position.turn])
        wanted = expected(text, position, cell)
        moves = engine(position.setting, it=text).moves(position, cell)
        assert quiet_and_captures(moves) == wanted, (text, str(position), cell)
        if len(tried) % 2:  # to compile a game takes longer than all the rest
            assert played(text, position)[cell] == wanted, (text, str(position), cell)


@pytest.mark.slow
def test_thousands_of_texts_are_movements_or_not():
    dice, movements = random.Random(2), 0
    for _ in range(MOVEMENTS):
        text = some_mistakes(dice, some_movement(dice))
        known = readable(text)
        movements += known
        assert known is (plain.parts(text) is not None), text
    assert MOVEMENTS / 10 < movements < MOVEMENTS * 9 / 10


@pytest.mark.parametrize("length", [1, 2, 3])
def test_every_short_text_of_a_few_letters(length):
    """Pairs, doubled capitals and digits in every order."""
    for letters in itertools.product("fsrhmnWNFCKD12", repeat=length):
        text = "".join(letters)
        assert readable(text) is (plain.parts(text) is not None), text


SIZES = st.tuples(st.integers(1, 8), st.integers(1, 8))
BOARDS = SIZES.flatmap(lambda size: positions(setting(*size, ("it",), one="up", two="down", three="left")))


@pytest.mark.slow
@given(betza_texts, BOARDS)
def test_both_generators_agree(text, position):
    """The same again with movements that shrink to the smallest that differ."""
    rules = engine(position.setting, it=text)
    for cell in position.pieces:
        assert quiet_and_captures(rules.moves(position, cell)) == expected(text, position, cell)


@pytest.mark.parametrize(
    ("text", "quiet"),
    [
        ("fsN", {(0, 3), (4, 3)}),
        ("hrN", {(3, 4), (4, 1), (1, 0), (0, 3)}),
        ("fF2", {(1, 3), (0, 4), (3, 3), (4, 4)}),
        ("lfA", {(0, 4)}),
        ("rvD", {(4, 2), (2, 4), (2, 0)}),
        ("bnZW", {(2, 3), (2, 1), (1, 2), (3, 2)}),
    ],
)
def test_the_plain_generator_itself(text, quiet):
    assert plain.targets(text, 5, 5, {(2, 2): "one"}, (2, 2)) == (quiet, set())


@pytest.mark.parametrize(
    ("forward", "cells"), [("up", {(1, 4)}), ("down", {(3, 0)}), ("left", {(0, 1)}), ("right", {(4, 3)})]
)
def test_the_plain_generator_turns(forward, cells):
    """Two ahead and one to the left of c3, whichever way ahead is."""
    assert plain.targets("lfN", 5, 5, {(2, 2): "one"}, (2, 2), forward)[0] == cells
