"""Counts that others have published, from specs without Python; the deepest ones take some seconds."""

import pytest
from rules.standard.specs import BREAKTHROUGH, CLOBBER, DRAUGHTS, at, build

from fabgen.rules.perft import divide, perft

FROM_PLAY = "1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P"


def placed(board):
    """A position of breakthrough from rows of digits and letters, the eighth rank first."""
    cells = {"P": [], "p": []}
    for rank, row in zip("87654321", board.split("/"), strict=True):
        spread = "".join("." * int(c) if c.isdigit() else c for c in row)
        for file, letter in zip("abcdefgh", spread, strict=True):
            if letter != ".":
                cells[letter].append(file + rank)
    return f"white: pawn {' '.join(cells['P'])}; black: pawn {' '.join(cells['p'])}; turn: white"


@pytest.mark.sample(1)
@pytest.mark.parametrize("pushed", [False, True])
@pytest.mark.parametrize(
    ("spec", "counts"),
    [
        (BREAKTHROUGH, [22, 484, 11132, 256036]),
        (CLOBBER, [49, 2116, 80063]),
        (DRAUGHTS, [7, 49, 302, 1469, 7361, 36768, 179740]),
    ],
    ids=["breakthrough", "clobber", "draughts"],
)
def test_from_the_start(spec, counts, pushed):
    game = build(spec)
    assert [perft(game, game.start(), depth, pushed) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("depth", "count"), [(1, 21), (2, 358), (3, 6898), (4, 121264)])
def test_breakthrough_from_play(depth, count):
    game = build(BREAKTHROUGH)
    assert perft(game, at(game, placed(FROM_PLAY)), depth) == count


def test_divided_counts_add_up():
    game = build(BREAKTHROUGH)
    behind = divide(game, game.start(), 3)
    assert len(behind) == 22
    assert sum(behind.values()) == 11132


@pytest.mark.slow
@pytest.mark.parametrize(("betza", "total"), [("N", 336), ("B", 560), ("R", 896), ("Q", 1456), ("K", 420)])
def test_totals_over_an_empty_chess_board(betza, total):
    game = build({"pieces": {"it": betza}})
    alone = [at(game, f"white: it {cell}; turn: white") for cell in game.setting.lattice.cells]
    assert sum(perft(game, position, 1) for position in alone) == total
