"""Pieces in figures: one ring on a disc, its edge below it, and the sizes of those that share an enlarged cell."""

from __future__ import annotations

from pathlib import Path

import pytest
from measure import all_of
from specs import loaded, put

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.positions.piece_icons import draw_piece, player_letters
from fabgen.figures.silhouettes.outlines import Silhouette
from fabgen.rules.position import Piece
from fabgen.spec.load import load_spec

DISC = 7.6 / 1.09  # mm: in a cell of 10 mm a disc and its edge, 0.09 of it, are 0.76 cells high


def shapes(player: str, *roles: Role) -> list[Shape]:
    drawing = draw_piece(load_spec("abstract-game"), Piece(player, "piece"), 10.0)
    return [item for item in drawing.items if isinstance(item, Shape) and item.role in roles]


@pytest.mark.parametrize("player", ["white", "black"])
def test_a_disc_has_one_ring_that_is_no_hole(player: str) -> None:
    """Its ring has a radius of 0.32 of the disc, and is 9 % of it broad."""
    (body,) = shapes(player, Role.PIECE)
    *_, ring = shapes(player, Role.DEEP_SHADE)
    assert len(body.paths) == 1
    left, _, right, _ = ring.bounds()
    assert right - left == pytest.approx(2 * 0.32 * DISC * 1.045, rel=0.01)
    assert all_of(Drawing((ring,))).area == pytest.approx(6.2832 * 0.32 * DISC * 0.09 * 0.32 * DISC, rel=0.02)


def test_the_only_stone_with_a_plain_face_has_a_ring_and_no_letter(tmp_path: Path) -> None:
    """The stone on the table has nothing on it. Of two plain discs each has its letter."""
    stone = "  stone: {moves: none, body: {tile: disc, face: plain}}\n"
    others = "  keeper: {moves: F, body: {tile: hex, face: plain}}\n  scout: {moves: W, body: {tile: disc}}\n"
    for more, count in (("", 1), (stone.replace("stone", "pebble"), 2)):
        spec = loaded(tmp_path, ("pieces:\n", "pieces:\n" + stone + others + more))
        drawing = draw_piece(spec, Piece(next(iter(spec.game.players)), "stone"), 10.0)
        (body,) = (item for item in drawing.items if isinstance(item, Shape) and item.role is Role.PIECE)
        assert len(body.paths) == count, "an S is one more outline"


def test_the_letter_of_a_black_piece_lies_on_light_paper(tmp_path: Path) -> None:
    kinds = "pieces:\n  stone: {moves: none, body: {tile: disc}}\n  keeper: {moves: F, body: {tile: hex}}\n"
    spec = loaded(tmp_path, ("pieces:\n", kinds))
    edge, paper, body, *_ = draw_piece(spec, Piece("black", "stone"), 10.0).items
    assert isinstance(paper, Shape)
    assert isinstance(body, Shape)
    assert (edge.role, paper.role, paper.tone) == (Role.DEEP_SHADE, Role.SHADE, "white")
    assert paper.paths[0] == body.paths[0]
    assert len(body.paths) == 2


def test_players_have_letters_of_the_names_that_people_read(tmp_path: Path) -> None:
    """South is called Moss, so its pieces have an M. Two that begin with the same letter have different ones."""
    names = {"south": "Moss", "west": "Rust", "north": "Mist", "east": "east"}
    tones = {"south": "green", "west": "orange", "north": "blue", "east": "red"}
    players = "".join(f"  {key}: {{forward: up, material: acrylic-3mm/{tones[key]}, name: {name}}}\n"
                      for key, name in names.items())
    text = ("fabgen: 1\ntitle: Four\ndesigner: N\nplayers:\n" + players
            + "board: {grid: 4x4, cell: 40 mm, material: birch-ply-3mm}\n"
            + "pieces:\n  pawn: {moves: W, body: {standee: pawn}}\n")
    spec = load_spec(str(put(tmp_path, text)), allow_errors=True)
    assert player_letters(spec.game) == {"south": "M", "west": "R", "north": "I", "east": "E"}


@pytest.mark.parametrize(("player", "role"), [("white", Role.FLANK), ("black", Role.DEEP_SHADE)])
def test_the_edge_of_a_flat_piece_is_seen_below_it(player: str, role: Role) -> None:
    """Both are in the middle of the cell; the edge of a black piece is grey."""
    (body,), edge = shapes(player, Role.PIECE), shapes(player, Role.FLANK, Role.DEEP_SHADE)[0]
    assert edge.role is role
    left, low, right, high = body.bounds()
    assert edge.bounds() == pytest.approx((left, low - 0.09 * DISC, right, high), abs=0.01)
    assert edge.bounds() == pytest.approx((-DISC / 2, -3.8, DISC / 2, 3.8), abs=0.01)
    # Half a disc above, half a disc below, and what lies between them.
    assert all_of(Drawing((edge,))).area == pytest.approx(0.7854 * DISC ** 2 + 0.09 * DISC * DISC, rel=0.01)


def test_the_edge_of_a_hexagon_is_seen_below_its_corners_too() -> None:
    """Pointed at both sides: the edge has a corner more there, so many mm below it."""
    sides = ((4.0, 0.0), (8.0, 6.0), (4.0, 12.0), (-4.0, 12.0), (-8.0, 6.0), (-4.0, 0.0))
    shape = Silhouette(tuple((corner, 0.0) for corner in sides), flank=1.0)
    corners = [(4.0, -1.0), (8.0, 5.0), (8.0, 6.0), (4.0, 12.0), (-4.0, 12.0), (-8.0, 6.0), (-8.0, 5.0), (-4.0, -1.0)]
    assert {(round(x, 6), round(y, 6)) for x, y in shape.outline_with_flank().flatten(0.01)} == {*corners}
    assert shape.scaled(2.0).flank == 2.0


def test_pieces_in_an_enlarged_cell_stay_in_it_with_their_crosses() -> None:
    """Figure 14 of Chess Battle has three pieces and no cross, figure 15 two crosses: the pieces of the first are
    larger than in a cell of their own, those of the second have their crosses within the frame."""
    spec = load_spec("chess-battle")
    shared = [case.example.id for case in spec.cases]
    found = 0
    for name in shared:
        drawing = draw_figure(spec, "example", name).drawing
        items = [item for item in drawing.items if item.group.startswith("insets/") and isinstance(item, Shape)]
        if not items:
            continue
        frame = max((item.bounds() for item in items if item.role is Role.EDGE),
                    key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
        in_frame = [item.bounds() for item in items if item.role in (Role.PIECE, Role.CAPTURE)]
        assert in_frame
        assert all(frame[0] < x0 and frame[1] < y0 and x1 < frame[2] and y1 < frame[3] for x0, y0, x1, y1 in in_frame)
        found += 1
    assert found >= 3
