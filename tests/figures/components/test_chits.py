"""Flat pieces of paper: the diagram is legible and safe from the cut, signs differ, what is too small is said."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
import shapely
from measure import all_of, things
from specs import loaded

from fabgen.artwork.drawing import Drawing, Role, Shape, draw
from fabgen.artwork.paper_things import Chit, ChitOutline
from fabgen.artwork.path import circle, polygon, rectangle
from fabgen.core.problems import FabgenError
from fabgen.figures.boards.board import draw_board
from fabgen.figures.boards.board_tones import find_board_tones
from fabgen.figures.components.paper_kit import make_paper_kit, make_piece_batch
from fabgen.figures.components.paper_pieces import (
    DIAGRAM_CELL,
    count_petals,
    draw_emblem,
    make_piece_chit,
    make_token_chit,
)
from fabgen.figures.diagrams.movement_diagram import draw_diagram
from fabgen.figures.pieces.bases import make_base
from fabgen.figures.positions.piece_icons import count_bars
from fabgen.rules.betza import parse_betza
from fabgen.rules.diagram import Diagram, HopPattern, movement_diagram, window_of
from fabgen.rules.directions import HEXAGONS_IN_FILES
from fabgen.rules.marks import Act, MoveMark
from fabgen.spec.load import load_spec, with_paper_cells
from fabgen.spec.values import Direction


def diagram(marks: dict[tuple[int, int], MoveMark]) -> Diagram:
    return Diagram(dict(sorted(marks.items())), window_of(marks))


STEPS = draw_diagram(diagram({(x, 1): MoveMark(Act.MOVE) for x in (-1, 0, 1)}), DIAGRAM_CELL)
WIDE = draw_diagram(diagram({(x, y): MoveMark(Act.CAPTURE) for x in (-2, 2) for y in (-2, 2)}), DIAGRAM_CELL)
ALL_ROUND = movement_diagram(
    parse_betza("mW", HEXAGONS_IN_FILES), (HopPattern(HEXAGONS_IN_FILES.offsets("W", (), False), False),)
)
ROUND = draw_diagram(ALL_ROUND, DIAGRAM_CELL)  # it fills a disc: a hexagon of cells, two steps to all sides
OURS = (Role.GRID, Role.MOVE, Role.CAPTURE, Role.SELF, Role.FORWARD, Role.MOVE_CELL)


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["disc", "square"])
@pytest.mark.parametrize("travel", [None, "up", "down", "left", "right"])
def test_nothing_touches_the_cut_or_another_mark(shape: str, travel: Direction | None) -> None:
    for sign in range(12):
        chit = make_piece_chit(STEPS, "Guard", "green", sign, shape, 32, travel)  # type: ignore[arg-type]
        cut = shapely.Point(0, 0).buffer(16, quad_segs=64) if shape == "disc" else shapely.box(-16, -16, 16, 16)
        shown, signs = all_of(chit.front, *OURS), all_of(chit.front, Role.MARK, Role.PATH)
        for drawn in (shown, signs):
            assert drawn.is_empty or cut.contains(drawn)
            assert drawn.is_empty or cut.exterior.distance(drawn) > 0.85
        assert cut.exterior.distance(shown) >= 2.59
        assert shown.distance(signs) > 0.1 or signs.is_empty
        assert bool(things(chit.front, Role.PATH)) == (travel is not None)


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "least"), [("disc", 19), ("square", 22)])
@pytest.mark.parametrize("travel", [None, "down", "up"])
def test_signs_keep_off_a_diagram_that_fills_its_piece(shape: str, least: int, travel: Direction | None) -> None:
    """At every size that is not refused; the size that a refusal names is not refused."""
    for sign in (3, 5):
        made = list[int]()
        for size in range(16, 34, 2):
            try:
                chit = make_piece_chit(ROUND, "Frog", "green", sign, shape, size, travel)  # type: ignore[arg-type]
            except FabgenError as error:
                named = int(str(error).split("a base of ")[1].split()[0])
                assert size < named
                make_piece_chit(ROUND, "Frog", "green", sign, shape, named, travel)  # type: ignore[arg-type]
                continue
            made.append(size)
            assert all_of(chit.front, *OURS).distance(all_of(chit.front, Role.MARK, Role.PATH)) > 0.3
        assert least <= made[0]
        assert made == list(range(made[0], 34, 2))


def test_signs_of_twelve_players_differ() -> None:
    signs = [all_of(make_piece_chit(STEPS, "Guard", "green", n, "disc", 32).front, Role.MARK) for n in range(12)]
    for one, other in combinations(signs, 2):
        assert one.symmetric_difference(other).area > 0.2  # mm²


def test_cells_are_legible_or_the_piece_is_refused_with_the_size_that_would_do() -> None:
    def cell(chit: Chit) -> float:
        x0, _, x1, _ = chit.front.only(Role.GRID).bounds()
        return (x1 - x0) / 5

    with pytest.raises(FabgenError) as caught:
        make_piece_chit(WIDE, "Guard", "green", 0, "disc", 28)
    assert "a base of 31 mm or more" in str(caught.value)  # 5 cells of 4 mm from corner to corner, and 1 mm each side
    assert cell(make_piece_chit(WIDE, "Guard", "green", 0, "disc", 31)) >= 4
    assert cell(make_piece_chit(WIDE, "Guard", "green", 0, "disc", 60)) == pytest.approx(6)


RIDER = draw_diagram(diagram({(x, y): MoveMark(Act.MOVE) for x, y in ((0, -1), (-1, 4), (1, 4), (0, 5))}), DIAGRAM_CELL)


@pytest.mark.parametrize(("sign", "shift"), [(0, 0.0), (1, 0.6)])
def test_a_high_diagram_leaves_the_middle_rather_than_the_piece(sign: int, shift: float) -> None:
    """1 x 7 cells of 4 mm are 28 mm high. On a disc of 34 mm they reach 14 mm down from the middle; the dash of the
    second player, bent 14.8 mm from the middle and 11.6 mm long, ends 14.8 cos(5.78 / 15.3) = 13.76 mm below it. Clear
    of it by 0.35 mm, the diagram goes up by 0.59 mm or more, in steps of 0.2 mm. Without a sign, cells grow until their
    corners are 1.5 mm from the cut, clear of the line of the rim: 15.5 / 14.14 as large."""
    column = draw_diagram(diagram({(0, y): MoveMark(Act.MOVE) for y in (-1, 5)}), DIAGRAM_CELL)
    chit = make_piece_chit(column, "Rider", "green", sign, "disc", 34)
    shown, signs = all_of(chit.front, *OURS), all_of(chit.front, Role.MARK)
    _, low, _, high = chit.front.only(Role.GRID).bounds()
    assert (high + low) / 2 == pytest.approx(shift, abs=0.01)
    assert high - low == pytest.approx(28 if sign else 30.69, abs=0.05)
    assert signs.is_empty or shown.distance(signs) >= 0.34


def test_the_corners_of_a_diagram_leave_the_rim_of_a_disc_whole() -> None:
    """5 x 5 cells of 4 mm or more on a disc of 31.5 mm: corners 1.5 mm from the cut, where the line of the rim ends
    0.9 mm from it. The line is over all light paper."""
    chit = make_piece_chit(WIDE, "Guard", "white", 0, "disc", 31.5)
    shown, rim = all_of(chit.front, Role.GRID), chit.front.only(Role.EDGE)
    assert max(math.hypot(*at) for at in shown.convex_hull.exterior.coords) <= 31.5 / 2 - 1.45
    order = [item.role for item in chit.front.items]
    assert max(n for n, role in enumerate(order) if role is Role.SHADE) < order.index(Role.EDGE)
    assert rim.bounds()[2] == pytest.approx(31.5 / 2 - 0.6)


def test_light_paper_follows_a_bent_dash() -> None:
    """The dash of a black piece is 1.2 to 2.2 mm from the cut of a disc of 32 mm: its paper, 0.3 mm around it, is
    nowhere nearer to the middle than 16 - 2.2 - 0.3 mm, as the corners of a rectangle would be farther out."""
    chit = make_piece_chit(None, "Guard", "black", 1, "disc", 32)
    papers = [all_of(Drawing((item,)), Role.SHADE) for item in chit.front.items if item.role is Role.SHADE]
    (paper,) = [area for area in papers if area.bounds[3] < -10]
    radii = [math.hypot(*at) for at in paper.exterior.coords]
    assert min(radii) > 13.4
    assert max(radii) < 15.2


@pytest.mark.parametrize("size", [24, 26, 33])
@pytest.mark.parametrize("drawn", [ROUND, RIDER], ids=["hexagons", "squares"])
def test_light_paper_does_not_reach_the_cut_of_a_disc(drawn: Drawing, size: int) -> None:
    """The corners of a rectangle around hexagons that fill the disc would be cut off."""
    try:
        chit = make_piece_chit(drawn, "Rider", "green", 0, "disc", size)
    except FabgenError:
        assert drawn is RIDER
        assert size < 33
        return
    paper = all_of(chit.front, Role.SHADE)
    assert paper.buffer(0.01).contains(all_of(chit.front, *OURS))
    assert shapely.Point(0, 0).buffer(size / 2 - 0.29, quad_segs=64).contains(paper)


def test_the_back_has_the_name_or_the_mark() -> None:
    plain = make_piece_chit(STEPS, "Guard", "green", 0, "disc", 32)
    assert [item.role for item in plain.back.items] == [Role.BODY, Role.EDGE, Role.SHADE, Role.LABEL]
    assert plain.back.only(Role.LABEL).size()[0] <= 0.75 * 32


@pytest.mark.parametrize(("body", "shape"), [
    ("{tile: disc, base: 32 mm}", "disc"), ("{tile: hex, base: 36 mm}", "disc"),
    ("{stack: square, base: 34 mm}", "square")])
def test_flat_bodies_are_chits_as_large_as_the_piece(tmp_path_factory: pytest.TempPathFactory, body: str,
                                                     shape: str) -> None:
    kit = make_paper_kit(loaded(tmp_path_factory.mktemp("x"), ("{standee: pawn}", body)))
    chit = next(batch.thing for batch in kit.batches if batch.name == "white guards")
    assert isinstance(chit, Chit)
    assert chit.shape == shape
    assert chit.size == pytest.approx({"disc": 32.0, "square": 34.0}[shape], abs=1)


def test_a_white_token_has_a_line_inside_its_cut() -> None:
    """On a square of white card nothing else shows where it ends: 0.6 mm inside of 12 mm."""
    chits = {tone: make_token_chit(Drawing(), None, "disc", 12.0, tone) for tone in ("white", "red")}
    lines = {tone: chit.front.only(Role.EDGE) for tone, chit in chits.items()}
    assert lines["white"].size() == pytest.approx((10.8, 10.8), abs=0.01)
    assert not lines["red"].items


@pytest.mark.parametrize(("shape", "half"), [("disc", (7.91, 7.91)), ("square", (4.7, 6.7))])
def test_signs_lie_in_the_middle_on_paper_that_has_the_form_of_the_piece(
    shape: ChitOutline, half: tuple[float, float]
) -> None:
    """A crescent 8 x 12 mm, whose box is 4 mm off the middle. 0.7 mm of paper are around it: around its box on a
    square, on a disc around the circle with a radius of sqrt(4² + 6²) = 7.21 mm. The second player has a bar on both
    sides."""
    crescent = draw(Role.MARK, polygon([(0, -6), (4, -4), (8, 0), (4, 4), (0, 6), (3, 0)]))
    chit = make_piece_chit(crescent, "Lamp", "blue", 1, shape, 30, back=crescent, has_sign=True)
    for side in (chit.front, chit.back):
        (sign,) = [mark for mark in things(side, Role.MARK) if mark.area > 10 and mark.bounds[3] > 0]
        assert len(things(side, Role.MARK)) == 2
        assert sign.bounds == pytest.approx((-4, -6, 4, 6))
        *_, paper = [area for area in things(side, Role.SHADE) if area.contains(sign)]
        assert paper.bounds == pytest.approx((-half[0], -half[1], half[0], half[1]), abs=0.01)


def test_the_sign_on_a_back_leaves_a_ring_of_colour() -> None:
    """On a disc of 30 mm signs are 0.62 of it across, and on paper 0.7 mm larger all around: 20 mm."""
    large = draw(Role.MARK, circle((3, 0), 12))
    back = make_piece_chit(None, "Lamp", "red", 0, "disc", 30, back=large).back
    assert things(back, Role.SHADE)[-1].bounds == pytest.approx((-10, -10, 10, 10), abs=0.02)


def test_a_round_piece_of_the_only_kind_is_a_square_tile() -> None:
    """A checker of 36 mm in a cell of 42 mm is 24.9 mm across in a cell of 29 mm. A square with its area has a side of
    0.886 x 24.9 = 22.0 mm; the diagram of 5 x 5 cells of 4 mm on its back needs 20 + 2 x 1.5 = 23 mm."""
    spec = with_paper_cells(load_spec("incorrect-checkers"))
    black, white = (make_piece_batch(spec, player, "checker", "tent", spec.words).thing for player in spec.game.players)
    for chit in (black, white):
        assert isinstance(chit, Chit)
        assert (chit.shape, chit.size) == ("square", 23.0)
        ground = chit.front.items[0]
        assert ground.bounds() == pytest.approx((-13.5, -13.5, 13.5, 13.5)), "ink 2 mm beyond every cut"
    assert isinstance(black, Chit)
    assert isinstance(white, Chit)
    for chit, tone, marks in ((black, "black", Role.LIGHT_MARK), (white, "white", Role.MARK)):
        *grounds, frame = chit.front.items[:2 if tone == "black" else 3]
        emblem = chit.front.items[len(grounds) + 1:]
        assert (grounds[-1].role, grounds[-1].tone) == (Role.BODY, tone), "in the colour of the player"
        if tone == "white":
            assert grounds[0].role is Role.CARD_GROUND, "a tint around what is white"
            assert grounds[1].bounds() == pytest.approx((-9, -9, 9, 9)), "white within the frame"
        assert {item.role for item in emblem} == {marks}, "light lines on black, dark ones on white"
        assert frame.role is (Role.SHADE if tone == "black" else Role.MARK), "no line around it: little ink is little"
        reach = max(map(abs, frame.bounds()))
        assert reach == pytest.approx(23 / 2 - 2.5), "a frame 2.5 mm inside"


@pytest.mark.parametrize(("game", "piece"), [("incorrect-checkers", "checker"), ("abstract-game", "piece")])
def test_the_emblem_of_black_has_the_bar_in_every_game(game: str, piece: str) -> None:
    """Black begins in one of them, White in the other: the ring of petals is empty on white tiles and has a bar on
    black ones. The feet of figures in books say the same."""
    spec = with_paper_cells(load_spec(game))
    for player in spec.game.players:
        chit = make_piece_batch(spec, player, piece, "tent", spec.words).thing
        assert isinstance(chit, Chit)
        bars = {"black": 1, "white": 0}[player]
        _, _, *within = (item for item in chit.front.items if item.role in (Role.MARK, Role.LIGHT_MARK, Role.SHADE))
        # behind the frame and the ring
        assert len(within) == bars
        for left, low, right, high in (bar.bounds() for bar in within):
            assert right - left > 2 * (high - low)
        assert count_bars(spec.game, player) == bars
        assert make_base(spec.game, player, piece).sign == bars, "the notch of the laser is the bar of the figures"


@pytest.mark.parametrize("size", [12, 15, 18, 24])
def test_a_small_disc_with_a_sign_has_no_shape_without_paths(size: float) -> None:
    """The light paper of a sign on a small disc covers all that the band of the second player leaves: then no sliver of
    colour is left to be filled."""
    star = draw(Role.MARK, rectangle(-3, -3, 6, 6))
    chit = make_piece_chit(star, "Guard", "green", 1, "disc", size, has_sign=True)
    assert all(item.paths for item in chit.front.items if isinstance(item, Shape))


@pytest.mark.parametrize(("pieces", "petals"), [(1, 6), (6, 6), (12, 12), (14, 14), (15, 8), (40, 14), (100, 14)])
def test_emblems_have_as_many_petals_as_a_player_has_pieces(pieces: int, petals: int) -> None:
    """Up to 14, and 6 at least; a half, a third or a quarter of more pieces, rounded up: 15 / 2, 40 / 3."""
    assert count_petals(pieces) == petals
    ring = draw_emblem(0, petals).items[0]
    assert isinstance(ring, Shape)
    distances = [math.hypot(*point) for point in ring.paths[0].flatten(0.01)]
    peaks = sum(a < b >= c for a, b, c in zip(distances[-1:] + distances[:-1], distances, distances[1:] + distances[:1],
                                             strict=True))
    assert peaks == petals
    assert max(distances) == pytest.approx(0.5)


def test_goals_of_tiles_have_flags_and_no_emblem() -> None:
    """Twelve flags in the colour of each player, each with a dark pole and outline; those of White, who sits at the far
    edge, stand on the heads of those of Black."""
    spec = with_paper_cells(load_spec("incorrect-checkers"))
    kit = make_paper_kit(spec)
    plain = draw_board(spec.game, spec.lattice, spec.map_spaces, tones=find_board_tones(spec))
    flags = kit.board.items[len(plain.items):]
    cloths = [item for item in flags if item.role is Role.BODY]
    assert [cloth.tone for cloth in cloths] == ["black"] * 12 + ["white"] * 12
    assert [item.role for item in flags].count(Role.MARK) == 24
    middle = kit.board.size()[1] / 2
    assert all((cloth.bounds()[1] > middle) == (cloth.tone == "black") for cloth in cloths)
    pole, cloth = flags[-2].bounds(), flags[-1].bounds()
    assert (cloth[1] + cloth[3]) / 2 < (pole[1] + pole[3]) / 2, "the cloth is low: upright for White"
