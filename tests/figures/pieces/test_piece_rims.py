"""Flat pieces that are as light or as dark as a ground have a rim; others have none."""

from __future__ import annotations

from pathlib import Path

import pytest
from measure import things
from pond import load_pond
from shapely import Point
from specs import loaded

from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Fit
from fabgen.figures.pieces.bodies import make_piece_parts, make_player_piece
from fabgen.figures.pieces.piece_rims import needs_rim
from fabgen.spec.load import Spec, load_spec


def tiles(folder: Path, white: str, black: str, board: str) -> Spec:
    """A game of discs in two materials on a board of a third."""
    spec = loaded(folder, ("{standee: pawn}", "{tile: disc, base: 34 mm}"))
    players = {name: spec.game.players[name].model_copy(update={"material": material})
               for name, material in (("white", white), ("black", black))}
    settings = spec.game.board.model_copy(update={"material": board})
    spec.game.__dict__.update(players=players, board=settings)
    spec.results.clear()
    return spec


@pytest.mark.parametrize(("white", "black", "board", "wanted"), [
    ("acrylic-3mm/white", "acrylic-3mm/red", "birch-ply-3mm", True),  # white on birch
    ("acrylic-3mm/black", "acrylic-3mm/red", "birch-ply-3mm", False),
    ("acrylic-3mm/white", "acrylic-3mm/black", "acrylic-3mm/black", True),  # black on black
    ("acrylic-3mm/white", "acrylic-3mm/black", "acrylic-3mm/clear", False),  # whose ground is the table
])
def test_a_rim_is_there_where_a_piece_would_melt_into_the_board(tmp_path: Path, white: str, black: str, board: str,
                                                               wanted: bool) -> None:
    assert needs_rim(tiles(tmp_path, white, black, board), "guard") is wanted


def test_standing_pieces_have_no_rim(tmp_path: Path) -> None:
    assert not needs_rim(loaded(tmp_path), "guard")


def test_pieces_along_a_drawing_have_no_rim_beside_the_lines_of_their_player(tmp_path: Path) -> None:
    """Fish of birch on a board of birch, where a disc would have a rim."""
    spec = load_pond(tmp_path, ("acrylic-3mm/green", "birch-ply-3mm"))
    assert not needs_rim(spec, "fish")


def test_an_inlaid_space_counts_as_a_ground() -> None:
    spec = load_spec("abstract-game")
    assert needs_rim(spec, "piece")
    parts = {player: next(make_piece_parts(make_player_piece(spec, player, "piece", Fit(3, 0.1))))
             for player in spec.game.players}
    for part in parts.values():
        (edge,) = things(part.drawing, Role.EDGE)
        rim = things(part.drawing, Role.ZONE)
        assert rim
        for line in (piece for item in rim for piece in getattr(item, "geoms", [item])):
            depths = [edge.exterior.distance(Point(p)) for p in line.coords]
            assert min(depths) > 0.5
            assert max(depths) < 1.6
        marks = [mark for role in (Role.MOVE, Role.CAPTURE) for mark in things(part.drawing, role)]
        assert all(mark.distance(line) > 0.4 for mark in marks for line in rim)
