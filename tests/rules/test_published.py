"""Target lists and counts that others have published, and totals that any chess player can count."""

import pytest
from rules.helpers import alone, engine, quiet_and_captures, setting

from fabgen.rules.betza import parse_betza
from fabgen.rules.position import Piece, Position

# Library `bishop` (MIT): a white piece on d4 of 8x8, white king g1, black king b8.
BISHOP = {
    "ffN": "c6 e6", "lfN": "c6", "lhN": "c6 b5 b3 c2", "rfZ": "f7", "bhC": "c1 e1 g3 a3", "rbF1": "e3",
    "vN": "c2 c6 e2 e6", "fslbC": "a5 g5 c1",
}
PATTERNS = {
    "N": 8, "BN": 12, "FWDA": 16, "B2ND": 16, "FWDsN": 16, "rbB": 1, "bB": 2, "fsN": 2, "vZ": 4, "lfC": 1, "flrbN": 2,
}
# Fairy-Stockfish: piece, cell, player; its moves on an empty board; its captures, tried with enemies around.
ENGINE = {
    "fF": ("c3", "b4 d4", "b4 d4"),
    "fcW2smW": ("c3", "b3 d3", "c4 c5"),
    "fcWfcDsmW": ("c3", "b3 d3", "c4 c5"),
    "fmFfsmNfhcN": ("c3", "a4 b4 d4 e4", "a4 b5 d5 e4"),
    "mW": ("c4", "b4 c3 c5 d4", ""),
    "fmF": ("d4", "c5 e5", ""),
    "bmWbmF": ("d4", "c3 d3 e3", ""),
}


@pytest.mark.parametrize(("text", "cells"), BISHOP.items())
def test_a_bishop_written_in_each_way_reaches_the_published_cells(text, cells):
    where = setting(8, 8, ("it", "king"), white="up", black="down")
    position = Position(where, {"d4": Piece("white", "it"), "g1": Piece("white", "king"), "b8": Piece("black", "king")})
    moves = engine(where, it=text, king="K").moves(position, "d4")
    assert quiet_and_captures(moves) == (set(cells.split()), set())


@pytest.mark.parametrize(("text", "count"), PATTERNS.items())
def test_a_pattern_has_as_many_directions_as_published(text, count):
    assert sum(len(way.directions) for way in parse_betza(text).ways) == count


@pytest.mark.parametrize(("text", "cell", "moves", "captures"), [(text, *row) for text, row in ENGINE.items()])
def test_strings_of_the_engine(text, cell, moves, captures):
    assert alone(text, cell) == (set(moves.split()), set(captures.split()))


@pytest.mark.parametrize(("text", "count"), [("N", 8), ("B", 13), ("R", 14), ("K", 8)])
def test_chess_pieces_on_d5(text, count):
    assert len(alone(text, "d5")[0]) == count


@pytest.mark.parametrize(("text", "player", "cell", "cells"), [
    ("rmWrmF", "black", "e5", "d4 d5 d6"),
    ("bmWbmF", "white", "d4", "c3 d3 e3"), ("bmWbmF", "black", "d4", "c5 d5 e5")])
def test_the_other_player_reads_letters_turned_round(text, player, cell, cells):
    where = setting(8, 8, ("it",), white="up", black="down")
    moves = engine(where, it=text).moves(Position(where, {cell: Piece(player, "it")}), cell)
    assert {move.target for move in moves} == set(cells.split())


@pytest.mark.parametrize(("text", "total"), [("N", 336), ("NN", 608), ("B", 560), ("R", 896), ("Q", 1456), ("K", 420)])
def test_totals_over_an_empty_chess_board(text, total):
    where = setting(8, 8, ("it",), white="up")
    rules = engine(where, it=text)
    boards = {cell: Position(where, {cell: Piece("white", "it")}) for cell in where.lattice.cells}
    assert sum(len(rules.moves(position, cell)) for cell, position in boards.items()) == total


# Strings that Fairy-Stockfish, XBoard and this page read alike.
DIALECTS = {"fsN": {(-2, 1), (2, 1)}, "flN": {(-2, 1)}, "lfN": {(-1, 2)}, "rfN": {(1, 2)}, "frN": {(2, 1)},
            "fhN": {(-1, 2), (1, 2), (-2, 1), (2, 1)}, "fmW": {(0, 1)}}


@pytest.mark.parametrize(("text", "offsets"), DIALECTS.items())
def test_directions_on_which_dialects_agree_are_read_so(text, offsets):
    assert {offset for way in parse_betza(text).ways for offset in way.directions} == offsets
