"""A game with left and right exchanged has the same actions, exchanged: on boards with even and odd files, with holes,
and of hexagons."""

import random

import pytest
from rules.standard.specs import at, build, texts
from rules.standard.test_chains import made_up

from fabgen.rules.boards import Board, hexagon_board
from fabgen.rules.position import Piece, Position
from fabgen.rules.protocol import OptionErrors

SWAPPED = str.maketrans("lr", "rl")


def glass(kind, lattice):
    """The function from a place to its place in the mirror."""
    files, ranks = lattice.files, lattice.ranks
    return {
        "squares": lambda x, y: (files - 1 - x, y),
        "rows": lambda x, y: (files + ranks - 2 - x - y, y),
        "files": lambda x, y: (files - 1 - x, x + y),
    }[kind]


def mirrored(kind, spec):
    """The spec in the mirror. Its zones are given by places, because the cells have other names there."""
    lattice = spec["board"]
    moved = glass(kind, lattice)
    there = {moved(*lattice.place(cell)) for cell in lattice.cells}
    files, ranks = (1 + max(places) for places in zip(*there, strict=True))
    holes = frozenset((x, y) for x in range(files) for y in range(ranks)) - there
    board = Board(files, ranks, holes, lattice.compass)

    def cells(text):
        return " ".join(board.cell(*moved(*lattice.place(cell))) for cell in text.split())

    rules = dict(spec["rules"])
    rules["hops"] = {piece: [hop | {"to": hop["to"].translate(SWAPPED)} for hop in hops]
                     for piece, hops in rules["hops"].items()}  # fmt: skip
    sides = {"left": "right", "right": "left"}
    return {
        "board": board,
        "players": {name: sides.get(way, way) for name, way in spec["players"].items()},
        "pieces": {name: moves.translate(SWAPPED) for name, moves in spec["pieces"].items()},
        "zones": {name: cells(text) for name, text in spec["zones"].items()},
        "rules": rules,
    }


def acts(spec, men, moved=lambda x, y: (x, y)):
    """Every action of `a`, by places as the mirror shows them."""
    game, lattice = build(spec), spec["board"]
    shown = Position(game.setting, {lattice.cell(*place): Piece(*man) for place, man in men.items()}, "a")
    named = [moved(*lattice.place(cell)) if cell else None for cell in lattice.numbered_cells]
    return {
        (named[one.origin], named[one.target], frozenset(named[cell] for cell in one.taken), one.becomes)
        for one in game.engine.actions(game.read(shown))
    }


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("chain", [{}, {"final": "further"}])
def test_a_mirrored_game_has_the_mirrored_actions(seed, chain):
    dice = random.Random(f"{seed} {chain}")
    for _ in range(60):
        slow, spec = made_up(dice)
        spec["rules"]["chain"] = spec["rules"].get("chain", {}) | chain
        if dice.random() < 0.5:  # hops over anybody that take nobody have a search of their own
            spec["rules"]["hops"] = {"man": [{"over": "any", "to": dice.choice(["W", "lWfW", "fW", "bWfW"])}]}
        moved = glass(slow.kind, spec["board"])
        try:
            here = acts(spec, slow.men, moved)
        except OptionErrors:
            continue
        there = acts(mirrored(slow.kind, spec), {moved(*place): man for place, man in slow.men.items()})
        assert here == there, (slow, chain)


@pytest.mark.parametrize("files", [5, 6, 7])
@pytest.mark.parametrize(("way", "men"), [("left", "e1; black: man d1 c2"), ("right", "a1; black: man b1 c2")])
def test_a_chain_that_goes_aside_first(files, way, men):
    """Over b1 or d1 to c1, and over c2 to c3."""
    spec = {"grid": (files, 4), "pieces": {"man": "none"}, "setup": "white: man a1; black: man b4"}
    rules = {"hops": {"man": [{"over": "any", "to": "fsW"}]}, "chain": {"final": "further"}}
    game = build({**spec, "rules": rules})
    assert texts(game, at(game, f"white: man {men}; turn: white")) == [f"{men[:2]}-c1-c3"]


def test_a_chain_on_hexagons_that_goes_back_first():
    """Upright files, so that a hop to the side goes half a cell back: over b2 to a1, a cell behind the start on c3; and
    from there over a2 to a3, a cell before it."""
    rules = {"hops": {"man": [{"over": "any", "to": "W"}]}, "chain": {"final": "further"}}
    game = build({"board": hexagon_board(3), "pieces": {"man": "none"}, "rules": rules, "setup": "white: man c1"})
    lattice = game.setting.lattice
    heights = [lattice.ahead(lattice.order[cell], "up") for cell in ("c3", "a1", "a3")]
    assert [height - heights[0] for height in heights] == [0, -2, 2]
    assert texts(game, at(game, "white: man c3; black: man b2 a2; turn: white")) == ["c3-a1-a3"]
