"""The setup figure: everything lies free, the board is what one sees first, words are legible in a book."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import thing
from shapely import MultiPoint, box, union_all
from shapely.geometry.base import BaseGeometry
from specs import loaded

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, Shape
from fabgen.artwork.text import point_size
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.positions.setup import draw_setup
from fabgen.rules.boards import Board
from fabgen.spec.board import BoardSpec
from fabgen.spec.game import Game, Player
from fabgen.spec.load import Spec, load_spec
from fabgen.spec.pieces import PieceKind, Token

SIDE = 11.0
FORWARDS = ("up", "down", "right", "left")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Spec:
    return loaded(Path(tmp_path_factory.mktemp("setup")))


SHARED = Token(count=20, size=18.0, material="m")


def is_token(item: Item) -> bool:
    """Whether an item is the outline of a token, and not the edge of the board."""
    return item.role is Role.EDGE and not item.group.endswith("board/edge")


def figure(small: Spec, grid: str, forwards: tuple[str, ...], each: tuple[int, ...], tokens: int,
           token: Token = SHARED) -> Drawing:
    """The figure of a small game that was made larger: kinds of `each` pieces, players of some forwards, and kinds of
    tokens."""
    shapes = ("pawn", "knight", "spear")
    game: Game = small.game.model_copy(update={
        "board": BoardSpec(grid=grid, cell=40.0, material="m"),
        "players": {f"p{i}": Player(forward=way, colour="red", material="m") for i, way in enumerate(forwards)},
        "pieces": {f"k{i}": PieceKind.model_validate({"each": n, "moves": "W", "body": {"standee": shapes[i % 3]}})
                   for i, n in enumerate(each)},
        "tokens": {f"t{i}": token for i in range(tokens)}})
    files, ranks = game.grid
    made = replace(small, game=game, setting=replace(small.setting, lattice=Board(files, ranks)))
    return draw_setup(made, SIDE)


def men(drawing: Drawing) -> list[Item]:
    return [item for item in drawing.items if item.role is Role.PIECE]


def labels(drawing: Drawing) -> list[Lettering]:
    """The words of a figure but for the names of players."""
    return [i for i in drawing.items if isinstance(i, Lettering) and i.role is Role.LABEL
            and not i.group.startswith("seats/")]


def names(drawing: Drawing) -> dict[str, tuple[float, float]]:
    """The names of players, and the middle of each."""
    boxes = {i.text.string: i.bounds() for i in drawing.items
             if isinstance(i, Lettering) and i.group.startswith("seats/")}
    return {name: ((x0 + x1) / 2, (y0 + y1) / 2) for name, (x0, y0, x1, y1) in boxes.items()}


def test_every_player_has_their_name_at_their_own_edge() -> None:
    """Chess Battle: Blue below the board, Orange at its left, Black above it, White at its right; each next to a
    person in their colour. Their board is 88 mm wide."""
    drawing = draw_setup(load_spec("chess-battle"), SIDE)
    spots = names(drawing)
    assert [*sorted(spots)] == ["Black", "Blue", "Orange", "White"]
    assert spots["Blue"][1] < 0 < 88 < spots["Black"][1]
    assert spots["Orange"][0] < 0 < 88 < spots["White"][0]
    seats = [i for i in drawing.items if i.group.startswith("seats/") and isinstance(i, Lettering)]
    assert [i.text.angle for i in seats] == [0, 0, 0, 0]
    held = [i.bounds() for i in men(drawing) if i.bounds()[2] < 0]  # Orange's pieces, below the name
    assert max(box[3] for box in held) < spots["Orange"][1]
    people = {i.tone for i in drawing.items if i.role is Role.PLAYER_STRIP and i.group.startswith("seats/")}
    assert people == {"blue", "orange", "black", "white"}


def test_a_player_behind_the_pieces_of_another_is_said_to_sit_there() -> None:
    """Charing Cross: Black's rooks start at White's edge, and White's at Black's. Incorrect Checkers has each player's
    pieces at their own edge."""
    assert {*names(draw_setup(load_spec("charing-cross"), SIDE))} == {"White sits here", "Black sits here"}
    assert {*names(draw_setup(load_spec("incorrect-checkers"), SIDE))} == {"White", "Black"}


def test_a_single_player_needs_no_name(small: Spec) -> None:
    assert not names(figure(small, "8x8", ("up",), (8,), 0))
    assert len(names(figure(small, "8x8", ("up", "down"), (8,), 0))) == 2


def hull(items: list[Item]) -> BaseGeometry:
    corners = [item.bounds() for item in items]
    return MultiPoint([(x, y) for x0, y0, x1, y1 in corners for x in (x0, x1) for y in (y0, y1)]).envelope


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(4, 14), st.integers(4, 14), st.lists(st.sampled_from(FORWARDS), min_size=1, max_size=5),
       st.lists(st.integers(1, 30), min_size=1, max_size=5), st.integers(0, 6))
def test_nothing_lies_on_anything_else(
    small: Spec, files: int, ranks: int, forwards: list[str], each: list[int], tokens: int
) -> None:
    drawing = figure(small, f"{files}x{ranks}", tuple(forwards), tuple(each), tokens)
    faces = [i for i in drawing.items if is_token(i)]
    words = [i for i in drawing.items if isinstance(i, Lettering)]
    assert len(faces) == tokens
    things = [*(box(*i.bounds()) for i in (*men(drawing), *faces, *words)), box(0, 0, files * SIDE, ranks * SIDE)]
    assert all(a.intersection(b).area < 1e-6 for a, b in combinations(things, 2))
    width = drawing.size()[0] + 2 * 2.0
    for word in words:
        assert point_size(word.text.cap * 90 / width) >= 6


def test_four_players_sit_at_their_own_edges_and_the_board_dominates(small: Spec) -> None:
    """12 pieces each: 8 and 4. Rows of pieces are 11 mm deep, columns 0.75 of that: 22 and 16.5 mm a side, less than
    half of the board's 110 mm in all."""
    drawing = figure(small, "10x10", FORWARDS, (8, 2, 2), 2)
    up, down, right, left = (hull(men(drawing)[i:i + 12]).bounds for i in range(0, 48, 12))
    assert up[3] < 0
    assert down[1] > 110
    assert right[2] < 0
    assert left[0] > 110
    assert right[1] > 0
    assert right[3] < 110
    assert 110 / drawing.size()[0] > 0.65
    assert 110 / drawing.size()[1] > 0.55
    columns = sorted({round((i.bounds()[0] + i.bounds()[2]) / 2 / 8.25) for i in men(drawing)[36:]})
    assert len(columns) == 2
    tokens = hull([i for i in drawing.items if is_token(i)]).bounds
    assert tokens[3] < up[1]


@pytest.mark.parametrize(("each", "shown", "said"), [
    ((16,), 16, []), ((17,), 1, ["× 17"]), ((8, 8, 8), 24, []), ((8, 8, 9, 1), 4, ["× 8", "× 8", "× 9"]),
])
def test_many_of_a_kind_are_counted(small: Spec, each: tuple[int, ...], shown: int, said: list[str]) -> None:
    drawing = figure(small, "8x8", ("up",), each, 0)
    assert len(men(drawing)) == shown
    assert [label.text.string for label in labels(drawing)] == said


def test_two_players_keep_the_tokens_at_the_side(small: Spec) -> None:
    drawing = figure(small, "6x6", ("up", "down"), (4, 1, 1), 1)
    (face,) = [i for i in drawing.items if is_token(i)]
    assert face.bounds()[0] > 66
    assert sum(face.bounds()[1::2]) / 2 == pytest.approx(33)
    assert {round(thing(i).bounds[1], 3) for i in men(drawing)[:6]} == {round(thing(men(drawing)[0]).bounds[1], 3)}


def test_each_player_has_their_own_tokens(small: Spec) -> None:
    """Two of each of two kinds lie beside the pieces of each player, and none at the side, where shared ones are."""
    drawing = figure(small, "6x6", ("up", "down"), (2,), 2, Token(each=2, size=18.0, material="m"))
    faces = [item.bounds() for item in drawing.items if is_token(item)]
    assert len(faces) == 8
    assert sum(face[3] < 0 for face in faces) == 4
    assert sum(face[1] > 66 for face in faces) == 4
    assert not labels(drawing)
    things = [*(box(*face) for face in faces), *(box(*item.bounds()) for item in men(drawing))]
    assert not any(a.intersects(b) for a, b in combinations(things, 2))


@pytest.mark.parametrize("number", [{"each": 2}, {"count": 2}])
def test_tokens_that_only_a_variant_uses_are_left_out(small: Spec, number: dict[str, int]) -> None:
    """Neither beside the pieces of the players nor at the side, and no count is left behind."""
    drawing = figure(small, "6x6", ("up", "down"), (2,), 1, Token(**number, variant=True, size=18.0, material="m"))
    assert not [item for item in drawing.items if is_token(item)]
    assert not labels(drawing)


def test_many_tokens_of_each_player_are_counted(small: Spec) -> None:
    """17 are more than are drawn singly: a token with its count for each of two players."""
    drawing = figure(small, "6x6", ("up", "down"), (2,), 1, Token(each=17, size=18.0, material="m"))
    assert len([item for item in drawing.items if is_token(item)]) == 2
    assert [label.text.string for label in labels(drawing)] == ["× 17", "× 17"]


def test_men_that_start_on_the_board_stand_there_and_hands_beside_it(tmp_path: Path) -> None:
    """Two guards a side are set up; white holds a lancer and black nothing."""
    rules = "rules: {set: standard, drops: {lancer: board}}\nsetup: {white: {guard: a1 b1}, black: {guard: a5 b5}}\n"
    spec = loaded(tmp_path, ("tokens:\n", f"{rules}hand: {{white: {{lancer: 1}}}}\ntokens:\n"))
    drawing = draw_setup(spec, SIDE)
    on = [item for item in men(drawing) if item.bounds()[1] >= 0 and item.bounds()[3] <= 5 * SIDE]
    off = [item for item in men(drawing) if item not in on]
    cells = [(int(item.bounds()[0] // SIDE), int(item.bounds()[1] // SIDE)) for item in on]
    assert sorted(cells) == [(0, 0), (0, 4), (1, 0), (1, 4)]
    assert [item.tone for item in off] == ["white"]
    assert off[0].bounds()[3] < 0


def test_a_token_that_a_designer_has_drawn_lies_below_the_board_and_is_larger() -> None:
    """The arrow at EVEN, on top of the parity token, points to the board. A usual token is 0.8 cells large."""
    drawing = draw_setup(load_spec("abstract-game"), SIDE)
    (edge,) = [item.bounds() for item in drawing.items if item.role is Role.EDGE and item.group.startswith("piles/")]
    assert edge[3] < 0
    assert edge[2] - edge[0] == pytest.approx(1.6 * 0.8 * SIDE)
    assert 0 < edge[0] < edge[2] < 5 * SIDE


def test_stripes_of_zones_cover_squares_in_every_figure_behind_pieces_too() -> None:
    """The spawn rows of Correction are empty at the start; in the example, pieces have been put on b1 and d1. Stripes
    are 0.8 of a cell of 11 mm wide everywhere, three a cell, and without a frame."""
    spec = load_spec("correction")
    setup, example = (draw_figure(spec, kind, name).drawing for kind, name in (
        ("setup", ""), ("example", "spawned")))
    for figure in (setup, example):
        paths = [path for item in figure.items if isinstance(item, Shape) and item.role is Role.ZONE
                 and item.group.endswith("green spawn row") for path in item.paths]
        assert not any(path.closed for path in paths)
        by_cell = {number: [path.bounds() for path in paths if path.bounds()[0] // 11 == number]
                   for number in range(6)}
        assert {len(boxes) for boxes in by_cell.values()} == {3}
        for boxes in by_cell.values():
            assert max(x1 for _, _, x1, _ in boxes) - min(x0 for x0, *_ in boxes) == pytest.approx(8.8, abs=0.1)


def test_the_name_of_a_player_alone_at_an_edge_is_over_the_middle_of_the_board_at_every_size() -> None:
    """Its words have their anchor in the middle of the board, so that they stay there where a book makes them smaller.
    """
    for game in ("abstract-game", "charing-cross"):
        names = [item for item in draw_setup(load_spec(game), SIDE).items
                 if isinstance(item, Lettering) and item.group.startswith("seats/")]
        width = load_spec(game).lattice.files * SIDE
        assert [(name.text.at[0], name.text.anchor) for name in names] == [(pytest.approx(width / 2), "middle")] * 2


def test_cells_that_are_closed_at_the_start_are_hatched_in_the_setup() -> None:
    """An Abstract Game: twelve pieces, an even number, close the four blue spaces on a2, e2, a6 and e6."""
    drawing = draw_figure(load_spec("abstract-game"), "setup").drawing
    middles = {(round((x0 + x1) / 22 - 0.5), round((y0 + y1) / 22 - 0.5)) for item in drawing.items
               if item.group.endswith("closed") and item.role is Role.GRID and isinstance(item, Shape)
               for x0, y0, x1, y1 in [path.bounds() for path in item.paths]}
    assert middles == {(0, 1), (4, 1), (0, 5), (4, 5)}


def test_a_token_that_tells_the_number_of_pieces_is_drawn_as_in_examples() -> None:
    """The whole parity token, with both words, in the setup and under an example."""
    spec = load_spec("abstract-game")
    shapes = []
    for kind, name, group in (("setup", "", "piles/"), ("example", "even", "held")):
        drawing = draw_figure(spec, kind, name).drawing
        token = Drawing(tuple(item for item in drawing.items if item.group.startswith(group)))
        shapes.append([len(item.paths) for item in token.only(Role.MARK).items if isinstance(item, Shape)])
    assert shapes == [[18], [18]]  # the outlines of letters, frames and arrows


def test_cells_that_are_enlarged_keep_clear_of_a_track_and_of_what_players_hold(tmp_path: Path) -> None:
    """Three pieces start in a space that has room for one in the figure, a track is around the board, and both players
    have three pieces in hand."""
    (tmp_path / "game.yaml").write_text("""\
fabgen: 1
title: Shared
designer: Nobody
players: {red: {forward: up, material: acrylic-3mm/red}, blue: {forward: down, material: acrylic-3mm/blue}}
board:
  cell: 33 mm
  material: birch-ply-3mm
  zones: {tight: {cells: high, pattern: none}}
  map: {spaces: {wide: "0,0 60,0 60,40 0,40", high: "60,0 80,0 80,40 60,40", top: "0,40 80,40 80,80 0,80"}}
pieces: {barge: {each: 6, moves: W, body: {tile: disc, base: 13 mm, face: sign, sign: B}}}
setup: {red: {barge: wide wide wide}, blue: {barge: high high high}}
hand: {red: {barge: 3}, blue: {barge: 3}}
rules: {set: standard, sharing: {limit: {board: 3, tight: 9}}, drops: {barge: board}, win: [{capture: all}]}
tracks: {score: {last: 29, around: board}}
""")
    drawing = draw_setup(load_spec(str(tmp_path)), SIDE)

    def area(kind: str) -> BaseGeometry:
        boxes = [item.bounds() for item in drawing.items if item.group.startswith(kind)]
        assert boxes
        return union_all([box(*bounds) for bounds in boxes])

    (insets,) = {item.group for item in drawing.items if item.group.startswith("insets/")}
    pieces = [item for item in drawing.items if item.group == insets and item.role is Role.PIECE]
    assert len(pieces) == 3
    for piece in pieces:
        assert box(*piece.bounds()).disjoint(area("supplies/"))
        assert box(*piece.bounds()).disjoint(box(*area("track").bounds))
