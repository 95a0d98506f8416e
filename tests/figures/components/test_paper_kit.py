"""A spec → its paper kit: names and counts as in the rulebook, in the spec's order, and what tells sides apart."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from shapely import Polygon
from specs import loaded

from fabgen.artwork.drawing import Role, Shape
from fabgen.artwork.paper_things import Chit, Net
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError
from fabgen.figures.components.paper_kit import (
    describe_player_signs,
    describe_substitute,
    make_paper_kit,
    make_piece_batch,
)
from fabgen.figures.components.paper_pieces import StandeeForm
from fabgen.spec.load import load_spec, with_paper_cells


def test_names_are_plural_and_in_the_order_of_the_spec() -> None:
    spec = load_spec("correction")
    kit = make_paper_kit(spec)
    assert [(b.count, b.name) for b in kit.batches] == [
        (4, "green pawns"),
        (1, "green knight"),
        (1, "green spearman"),
        (4, "orange pawns"),
        (1, "orange knight"),
        (1, "orange spearman"),
        (20, "denial tokens"),
        (2, "quick references"),
    ]
    assert kit.note == "Orange pieces carry a bar in the foot."


def test_bases_fit_their_cells() -> None:
    spec = load_spec("correction")
    nets = [batch.thing for batch in make_paper_kit(spec).batches if isinstance(batch.thing, Net)]
    assert nets
    assert max(side for net in nets for side in net.footprint) <= 0.9 * spec.game.board.cell + 1e-9


@pytest.mark.parametrize(
    ("count", "ends"),
    [(3, "a none, b 1 bar and c 2 bars."), (6, "d 3 bars, e 1 ring and f 1 ring + 1 bar.")],
)
def test_the_signs_of_more_players_are_listed(count: int, ends: str) -> None:
    assert describe_player_signs(dict(enumerate("abcdefghijkl"[:count])), load_words()).endswith(ends)


def test_only_black_and_white_pieces_need_no_sign(tmp_path: Path) -> None:
    black_and_white = loaded(tmp_path)
    green = loaded(tmp_path, ("acrylic-3mm/black", "acrylic-3mm/green"))
    assert make_paper_kit(black_and_white).note == ""
    assert make_paper_kit(green).note == "Black pieces carry a bar in the foot."


def test_paper_pieces_have_the_lines_of_cut_ones_but_none_in_the_foot(tmp_path: Path) -> None:
    """A rook has a band, a line and its rim, on two faces: four paths, also where it is so low (26 of
    41 mm) that a cut one has none. In its foot, 4.2 of 41 mm, are the bars of players alone."""
    for height in (26, 41):
        spec = loaded(tmp_path, ("{standee: pawn}", f"{{standee: rook, height: {height} mm}}"))
        rooks = [batch.thing for batch in make_paper_kit(spec).batches if "guard" in batch.name]
        assert len(rooks) == 2
        for net in rooks:
            assert isinstance(net, Net)
            lines = [path for item in net.drawing.only(Role.FROST).items if isinstance(item, Shape)
                     for path in item.paths]
            assert len(lines) == 4
            _, low, _, high = net.icon.only(Role.PIECE).bounds()
            assert net.icon.only(Role.FROST).bounds()[1] > low + 4.2 / 41 * (high - low)


@pytest.mark.parametrize("form", ["tent", "slotted"])
@pytest.mark.parametrize("body", ["standee: pawn, height: 20 mm", "crossed: pawn, height: 20 mm, base: 16 x 16 mm",
                                  "tile: disc"])
def test_a_plain_face_has_no_diagram_and_asks_for_no_room(tmp_path: Path, form: StandeeForm, body: str) -> None:
    """A flap of cells of 24 mm has no room for five rows: 5 x 4 mm, two rims and a back flap of 9 mm are 31 mm."""
    def make_guard(face: str) -> Net | Chit:
        spec = loaded(tmp_path, ("moves: fmWfcF", "moves: N"), ("    diagram: |\n      x o x\n      . @ .\n", ""),
                      ("body: {standee: pawn}", f"body: {{{body}, face: {face}}}"), ("cell: 40 mm", "cell: 24 mm"))
        thing = make_piece_batch(spec, "black", "guard", form, load_words()).thing
        assert isinstance(thing, Net | Chit)
        return thing

    with pytest.raises(FabgenError):
        make_guard("diagram")
    plain = make_guard("plain")
    drawing = plain.drawing if isinstance(plain, Net) else plain.front
    assert not drawing.only(Role.GRID, Role.MOVE, Role.CAPTURE, Role.SELF, Role.MOVE_CELL).items
    assert not drawing.only(Role.MARK).items, "black is told from white without a sign"
    if isinstance(plain, Net):
        assert max(plain.footprint) <= 0.9 * 24 + 1e-9


def test_strips_of_nearly_one_length_are_of_one_length() -> None:
    """Chess Battle's strips have equal flaps: the bishop is the highest, with 4 mm over it. It is 45 mm high with its
    tab in the slot, its outline 44.75 mm, its face in whole tenths 48.8 mm; and it is narrower than the 30.3 mm that
    a strip of 34.3 mm, 0.78 of a cell of 44 mm, has between its margins of 2 mm. The folds of all three are level, so
    that each is scored once. A base of 34.3 mm, in whole mm 35, has a front flap of 25.3 mm, and the rest is the back
    flap. Correction's pawns are much lower than its knights and spearmen, 28 mm and 44 mm: with 4 mm over each, strips
    of pawns keep their length, and those of knights, 36.9 mm high, have that of spearmen."""
    nets = {batch.thing.kind: batch.thing for batch in make_paper_kit(load_spec("chess-battle")).batches
            if isinstance(batch.thing, Net)}
    folds = {tuple(round(fold.y, 3) for fold in net.folds) for net in nets.values()}
    assert len(nets) == 3, "knight, bishop and rook"
    assert len(folds) == 1
    assert {round(net.height, 1) for net in nets.values()} == {round(35 + 2 * 48.8, 1)}
    others = {batch.thing.kind: batch.thing for batch in make_paper_kit(load_spec("correction")).batches
              if isinstance(batch.thing, Net)}
    assert len({round(net.height) for net in others.values()}) == 2


@pytest.mark.parametrize(("game", "said"), [
    ("charing-cross", "chess"), ("incorrect-checkers", "checkers"), ("abstract-game", "checkers"),
    ("correction", ""), ("chess-battle", ""),
])
def test_sets_of_chess_and_checkers_may_stand_in(game: str, said: str) -> None:
    """Two knights and two rooks of each colour are in a chess set, 12 discs in one of checkers. Spearmen are in none,
    and no set has four colours."""
    spec = load_spec(game)
    sentence = describe_substitute(spec.game, spec.words)
    assert (said in sentence) if said else not sentence


@pytest.mark.parametrize(("forward", "turn"), [("up", 0), ("up-right", 300), ("down-left", 120)])
def test_homes_show_their_pieces_turned_to_their_player(forward: str, turn: int, tmp_path: Path) -> None:
    """On hexagons in files, up-right is 60 degrees to the right of up: 300 degrees, counter-clockwise. A pawn is 1.6
    times as high as it is wide, so that the head lies where it goes."""
    (tmp_path / "game.yaml").write_text(
        "fabgen: 1\ntitle: Hexa\ndesigner: Nobody\nplayers:\n"
        f"  white: {{forward: {forward}, material: acrylic-3mm/white}}\n"
        "board: {hexagon: 3, cell: 40 mm, material: birch-ply-3mm, zones: {home: {cells: c3, of: white}}}\n"
        "pieces: {pawn: {moves: fW, body: {standee: pawn}}}\nsetup: {white: {pawn: c3}}\n")
    kit = make_paper_kit(load_spec(str(tmp_path)))
    (outline,) = [item for item in kit.board.items if isinstance(item, Shape) and item.role is Role.ZONE
                  and item.tone == "white" and len(item.paths[0].segments) > 8]
    area = Polygon(outline.paths[0].flatten(0.05))
    x, y = area.centroid.coords[0]
    x0, y0, x1, y1 = area.minimum_rotated_rectangle.bounds
    low = ((x0 + x1) / 2 - x, (y0 + y1) / 2 - y)  # a pawn is heavier below: its middle lies ahead of its centroid
    angle = math.degrees(math.atan2(low[1], low[0])) - 90
    assert (angle - turn + 180) % 360 - 180 == pytest.approx(0, abs=12)


@pytest.mark.parametrize(("game", "tents"), [("charing-cross", 8), ("incorrect-checkers", 0)])
def test_the_picture_of_the_first_sheet_shows_things_of_paper(game: str, tents: int) -> None:
    """A tent shows its base of two flaps and its face, each in the tint of its player; of the tiles, the twelve white
    ones have a rim. No base of a made piece is in the whole colour: Charing Cross has eight figures."""
    kit = make_paper_kit(with_paper_cells(load_spec(game)))
    picture = kit.draw_picture()
    tints = [item.tone for item in picture.items if item.role is Role.CARD_GROUND]
    rims = 0 if tents else 12
    assert sorted(tints) == sorted([*["black", "wood"] * tents, *["black"] * rims]), "white strips are on wood"
    wholes = [item for item in picture.items if item.role is Role.PIECE and item.tone in ("black", "white")]
    assert len(wholes) == tents, "tiles have no outline"
