"""Figures of positions: dots exactly on targets, pieces in their cells, each side known without colour."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from measure import all_of, area, things
from shapely import box
from shapely.affinity import rotate
from specs import loaded

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.artwork.path import Path as Outline
from fabgen.artwork.text import point_size
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.diagrams.marks import dot
from fabgen.figures.positions.claims import FigureClaims, Trace, TraceLeg
from fabgen.figures.positions.piece_icons import capture_sign, draw_icon, draw_piece, refusal_corner_sign
from fabgen.figures.positions.position import draw_position
from fabgen.figures.silhouettes.silhouettes import SHAPES, silhouette
from fabgen.rules.boards import Board
from fabgen.rules.notation import read_action_text
from fabgen.rules.position import Piece, Position
from fabgen.spec.load import Spec, load_spec

SIDE = 11.0
LATTICE = Board(5, 5)


@pytest.fixture
def spec(tmp_path: Path) -> Spec:
    return loaded(tmp_path)


def drawn(spec: Spec, text: str, claims: FigureClaims) -> Drawing:
    return draw_position(spec, Position.parse(text, spec.setting), claims, SIDE)


def centres(drawing: Drawing, *roles: Role) -> list[tuple[float, float]]:
    return [(round(t.centroid.x, 3), round(t.centroid.y, 3)) for t in things(drawing, *roles)]


def cell(file: int, rank: int) -> tuple[float, float]:
    """The middle of a cell counted from 1."""
    return (file - 0.5) * SIDE, (rank - 0.5) * SIDE


def test_dots_lie_exactly_on_the_target_cells(spec: Spec) -> None:
    claims = FigureClaims(
        exactly=(
            read_action_text("c2-c3", LATTICE),
            read_action_text("c2-a4", LATTICE),
            read_action_text("c2xb3", LATTICE),
        )
    )
    figure = drawn(spec, "white: guard c2; black: guard b3; turn: white", claims)
    assert sorted(centres(figure, Role.MOVE)) == sorted([cell(3, 3), cell(1, 4)])
    (hit,) = things(figure, Role.CAPTURE)
    assert box(1 * SIDE, 2 * SIDE, 2 * SIDE, 3 * SIDE).contains(hit)  # in the corner of b3, beside the piece
    assert centres(figure, Role.ACTOR) == [cell(3, 2)]


def test_a_legal_move_is_an_arrow_that_ends_in_its_target(spec: Spec) -> None:
    claims = FigureClaims(legal=tuple(read_action_text(text, LATTICE) for text in ("c2-c4", "a2-a3")))
    figure = drawn(spec, "white: guard a2 c2; turn: white", claims)
    arrow = max(things(figure, Role.PATH), key=lambda thing: thing.bounds[3])
    assert arrow.bounds[3] == pytest.approx(3.5 * SIDE - 0.1 * SIDE)
    assert arrow.bounds[1] > 1.5 * SIDE
    assert arrow.centroid.x == pytest.approx(2.5 * SIDE)


def test_legal_moves_of_one_piece_are_marks_beside_its_frame(spec: Spec) -> None:
    """c4 is the cell whose middle is at 2.5 and 3.5 cells."""
    figure = drawn(spec, "white: guard a2 c2; turn: white", FigureClaims(legal=(read_action_text("c2-c4", LATTICE),)))
    assert not things(figure, Role.PATH)
    assert centres(figure, Role.MOVE) == [(2.5 * SIDE, 3.5 * SIDE)]
    assert [item.group for item in figure.only(Role.ACTOR).items] == ["frames/c2"]


def test_what_is_not_legal_carries_a_sign_beside_a_piece_or_in_the_middle(spec: Spec) -> None:
    claims = FigureClaims(illegal=(read_action_text("c2-d3", LATTICE), read_action_text("c2xb3", LATTICE)))
    figure = drawn(spec, "white: guard c2; black: guard b3; turn: white", claims)
    signs = all_of(figure, Role.REFUSED)
    assert len(signs.geoms) == 2  # type: ignore[attr-defined]
    middles = sorted((g.centroid.x, g.centroid.y) for g in signs.geoms)  # type: ignore[attr-defined]
    assert middles[1] == pytest.approx(cell(4, 3), abs=0.05)
    assert box(SIDE, 2 * SIDE, 2 * SIDE, 3 * SIDE).contains(box(*sorted(signs.geoms, key=lambda g: g.bounds)[0].bounds))  # type: ignore[attr-defined]


def test_pieces_stand_in_their_cells_whatever_they_are(spec: Spec) -> None:
    figure = drawn(spec, "white: guard a1, lancer e5; black: lancer c3; turn: white", FigureClaims())
    pieces = things(figure, Role.PIECE)
    assert len(pieces) == 3
    cells = [
        box(0, 0, SIDE, SIDE),
        box(2 * SIDE, 2 * SIDE, 3 * SIDE, 3 * SIDE),
        box(4 * SIDE, 4 * SIDE, 5 * SIDE, 5 * SIDE),
    ]
    for piece in pieces:
        assert sum(c.contains(piece) for c in cells) == 1


def test_sides_are_told_apart_by_tone_and_by_bars(spec: Spec) -> None:
    first, second = (draw_piece(spec, Piece(player, "guard"), SIDE) for player in ("white", "black"))
    assert [i.tone for i in (*first.items, *second.items) if i.role is Role.PIECE] == ["white", "black"]
    assert (len(first.only(Role.MARK).items), len(second.only(Role.MARK).items)) == (0, 1)


def crossing(folder: Path) -> Spec:
    """The lancers go to the right, the guards ahead."""
    return loaded(folder, ("long: fW2, short: fW", "long: rW2, short: rW"))


def test_pieces_that_go_different_ways_have_points_and_others_have_none(spec: Spec, tmp_path: Path) -> None:
    assert not draw_piece(spec, Piece("white", "guard"), SIDE).only(Role.FORWARD).items
    other = crossing(tmp_path)
    up, down, right = (all_of(draw_piece(other, man, SIDE), Role.FORWARD) for man in (
        Piece("white", "guard"), Piece("black", "guard"), Piece("white", "lancer")))
    assert up.centroid.y < (up.bounds[1] + up.bounds[3]) / 2  # broad below, pointed above
    assert down.centroid.y > (down.bounds[1] + down.bounds[3]) / 2
    assert right.centroid.x < (right.bounds[0] + right.bounds[2]) / 2


def test_a_point_turned_by_a_third_lies_elsewhere(tmp_path: Path) -> None:
    """Of three players around a hexagon each has another forward: their points must not look alike. So a point stands
    ahead of its piece, not in a corner."""
    point = all_of(draw_piece(crossing(tmp_path), Piece("white", "guard"), SIDE), Role.FORWARD)
    assert not point.intersects(rotate(point, 120, origin=(0, 0)))
    assert point.centroid.x == pytest.approx(0)
    assert point.bounds[1] > 0.2 * SIDE


@pytest.mark.parametrize("kind", ["guard", "lancer"])
@pytest.mark.parametrize("player", ["white", "black"])
def test_a_point_is_clear_of_its_piece(tmp_path: Path, kind: str, player: str) -> None:
    man = draw_piece(crossing(tmp_path), Piece(player, kind), SIDE)
    assert all_of(man, Role.FORWARD).distance(all_of(man, Role.PIECE)) > 0


@pytest.mark.parametrize("name", sorted(SHAPES))
@pytest.mark.parametrize("sign", [0, 1, 2])
def test_an_icon_keeps_its_size_and_its_bars_within_its_foot(name: str, sign: int) -> None:
    icon = draw_icon(silhouette(name), 15, 10, sign, "green")
    body = icon.items[0]
    assert isinstance(body, Shape)
    outline: Outline = body.paths[0]
    x0, y0, x1, y1 = outline.bounds()
    assert y0 == pytest.approx(0)
    assert y1 <= 15 + 1e-6
    assert x1 - x0 <= 10 + 1e-6
    assert y1 == pytest.approx(15) or x1 - x0 == pytest.approx(10)
    bars = things(icon, Role.MARK)
    assert len(bars) == sign
    assert all(area([outline]).contains(bar) for bar in bars)


def test_the_point_is_large_enough_to_be_seen_in_a_book_on_light_paper_at_the_border(tmp_path: Path) -> None:
    """Two positions stand side by side in 56 mm each; six cells and their coordinates leave 8.6 mm for a cell. The
    point lies within the frame of the cell, and light paper parts it from the frame and from the piece, which is about
    the middle of the cell."""
    man = draw_piece(crossing(tmp_path), Piece("white", "guard"), 8.6)
    point = all_of(man, Role.FORWARD)
    x0, y0, x1, y1 = point.bounds
    assert max(x1 - x0, y1 - y0) >= 2.7
    assert min(x1 - x0, y1 - y0) >= 1.0
    assert box(-3.6, -3.6, 3.6, 3.6).contains(point)
    paper = all_of(Drawing(tuple(i for i in man.items if getattr(i, "tone", "") == "white")), Role.SHADE)
    body = all_of(man, Role.PIECE)
    assert paper.contains(point.buffer(0.1))
    assert not body.intersects(point.buffer(0.1))
    a, b, c, d = body.bounds
    assert ((a + c) / 2, (b + d) / 2) == pytest.approx((0, 0), abs=0.9)


def test_an_empty_board_has_its_grid_edge_zones_and_coordinates_only(spec: Spec) -> None:
    figure = drawn(spec, "turn: white", FigureClaims())
    assert {i.role for i in figure.items} == {
        Role.LIGHT_CELL, Role.SHADE, Role.ZONE, Role.GRID, Role.EDGE, Role.COORDINATE}
    assert [item.bounds() for item in figure.only(Role.EDGE).items] == [(0, 0, 5 * SIDE, 5 * SIDE)]
    assert figure.only(Role.GRID).bounds() == pytest.approx((0, 0, 5 * SIDE, 5 * SIDE))


def grounds(drawing: Drawing, sign: tuple[float, float, float, float]) -> list[int]:
    """Where in the order of painting light paper lies under a sign's middle."""
    x, y = (sign[0] + sign[2]) / 2, (sign[1] + sign[3]) / 2
    return [n for n, i in enumerate(drawing.items) if i.role is Role.SHADE and i.tone == "white"
            and i.bounds()[0] < x < i.bounds()[2] and i.bounds()[1] < y < i.bounds()[3]]


def test_where_one_may_go_though_somebody_stands_there_is_a_ringed_cross_in_the_corner(spec: Spec) -> None:
    claims = FigureClaims(exactly=(read_action_text("c2-b3", LATTICE), read_action_text("c2-c3", LATTICE)))
    figure = drawn(spec, "white: guard c2; black: guard b3; turn: white", claims)
    corner = box(1.5 * SIDE, 2.5 * SIDE, 2 * SIDE, 3 * SIDE)
    (hit,) = things(figure, Role.CAPTURE)
    rings = [ring for ring in things(figure, Role.MOVE) if corner.contains(ring)]
    assert corner.contains(hit)
    assert len(rings) == 1
    assert len(things(figure, Role.MOVE)) == 2  # the ring, and a dot on c3


def test_what_may_be_placed_has_a_sign_of_its_own(spec: Spec) -> None:
    figure = drawn(spec, "white: guard c2; turn: white", FigureClaims(legal=(read_action_text("guard@d4", LATTICE),)))
    sign = all_of(figure, Role.MOVE)
    assert box(3.2 * SIDE, 3.2 * SIDE, 3.8 * SIDE, 3.8 * SIDE).contains(sign)
    assert len(sign.geoms) == 2  # type: ignore[attr-defined]  # a caret over a line
    assert sign.symmetric_difference(all_of(dot(SIDE).moved(*cell(4, 4)))).area > 0.5 * sign.area
    assert not things(figure, Role.PATH)


def test_a_hop_is_a_diamond_a_step_a_dot_and_both_are_both(spec: Spec) -> None:
    """A dot in a diamond measures 0.75 of one alone, the diamond of a hop 0.94 of 0.9."""
    claims = FigureClaims(exactly=tuple(read_action_text(t, LATTICE) for t in ("c2-c3", "c2-e4", "c1xc3", "b1-d1")),
                    hops=frozenset({"c2-e4", "c1xc3", "b1-d1"}))
    figure = drawn(spec, "white: guard c2 c1 b1; turn: white", claims)
    sizes: dict[tuple[int, int], list[float]] = {}
    for shape in things(figure, Role.MOVE):
        x0, _, x1, _ = shape.bounds
        place = int(shape.centroid.x // SIDE) + 1, int(shape.centroid.y // SIDE) + 1
        sizes.setdefault(place, []).append(round((x1 - x0) / SIDE, 2))
    assert sizes == {(3, 3): [0.85], (5, 4): [0.85], (4, 1): [0.85]}
    both, hop = (FigureClaims(exactly=tuple(read_action_text(t, LATTICE) for t in texts), hops=frozenset({"c2-e4"}))
                 for texts in (("c2-e4", "d3-e4"), ("c2-e4",)))
    marks = [drawn(spec, "white: guard c2 d3; turn: white", claims) for claims in (both, hop)]
    extra = all_of(marks[0], Role.MOVE).symmetric_difference(all_of(marks[1], Role.MOVE))
    assert extra.area == pytest.approx(all_of(dot(0.6 * SIDE)).area, rel=1e-3)


def test_a_hop_that_takes_has_its_cross(spec: Spec) -> None:
    text = "white: guard c2; black: guard c3; turn: white"
    actions = (read_action_text("c2xc4", LATTICE),)
    stays, takes = (drawn(spec, text, FigureClaims(exactly=actions, hops=hops)) for hops in (
        frozenset[str](), frozenset({"c2xc4"})))
    inside = box(2 * SIDE, 3 * SIDE, 3 * SIDE, 4 * SIDE)
    assert not [hit for hit in things(stays, Role.CAPTURE) if inside.contains(hit)]
    assert len([hit for hit in things(takes, Role.CAPTURE) if inside.contains(hit)]) == 1


@pytest.mark.parametrize(("claims", "framed"), [
    ({"legal": ("c2-c3",)}, [(3, 2)]),
    ({"legal": ("c2-c3", "c2-d2")}, [(3, 2)]),
    ({"legal": ("c2-c3", "a1-a2")}, []),
    ({"legal": ("guard@d4",)}, []),
    ({"exactly": ("c2-c3", "a1-a2")}, [(1, 1), (3, 2)]),
])
def test_the_one_piece_that_all_is_reported_of_has_a_frame(
    spec: Spec, claims: dict[str, tuple[str, ...]], framed: list[tuple[int, int]]
) -> None:
    made = FigureClaims(**{name: tuple(read_action_text(t, LATTICE) for t in texts) for name, texts in claims.items()})
    figure = drawn(spec, "white: guard c2 a1; turn: white", made)
    assert sorted(centres(figure, Role.ACTOR)) == sorted(cell(*place) for place in framed)


def test_after_a_line_the_piece_that_went_has_the_frame(spec: Spec) -> None:
    trace = Trace((TraceLeg("c2", "c3", 0, "white"),))
    position = Position.parse("white: guard c3 a1; turn: white", spec.setting)
    assert centres(draw_position(spec, position, FigureClaims(), SIDE, trace), Role.ACTOR) == [cell(3, 3)]
    both = FigureClaims(exactly=(read_action_text("a1-a2", LATTICE),))
    assert centres(draw_position(spec, position, both, SIDE, trace), Role.ACTOR) == [cell(1, 1)]


def test_what_is_not_allowed_lies_over_everything(spec: Spec) -> None:
    claims = FigureClaims(legal=(read_action_text("c2-c4", LATTICE),), illegal=(read_action_text("c2-c3", LATTICE),))
    roles = [item.role for item in drawn(spec, "white: guard c2; black: guard c3; turn: white", claims).items]
    last = max(n for n, role in enumerate(roles) if role is Role.REFUSED)
    assert {*roles[last + 1 :]} <= {Role.COORDINATE}


def test_the_only_kind_of_tokens_is_a_rim_around_the_piece_on_it(spec: Spec) -> None:
    """The token is 0.86 of the cell wide as alone, in the middle of the cell, and the piece on it as large as alone:
    half of the token is seen, also at its sides."""
    men = {"c4": Piece("white", "guard")}
    figure = draw_position(spec, Position(spec.setting, men, tokens={"flag": {"c4": 1}}), FigureClaims(), SIDE)
    on_cells = Drawing(tuple(item for item in figure.items if item.group.startswith("tokens/")))
    token, man = all_of(on_cells, Role.EDGE).convex_hull, all_of(figure, Role.PIECE)
    assert token.bounds[2] - token.bounds[0] == pytest.approx(0.86 * SIDE)
    assert token.difference(man).area > 0.5 * token.area
    assert token.bounds[0] < man.bounds[0] < man.bounds[2] < token.bounds[2]
    assert man.area == pytest.approx(all_of(draw_piece(spec, men["c4"], SIDE), Role.PIECE).area)
    assert box(2 * SIDE, 3 * SIDE, 3 * SIDE, 4 * SIDE).contains(man.union(token))
    (x, y), (u, v) = cell(3, 4), (token.centroid.x, token.centroid.y)
    assert (u, v) == pytest.approx((x, y), abs=1e-6)


def test_a_token_of_several_kinds_is_beside_the_piece_on_it() -> None:
    """Chess Battle has yellow and red corners: the token is up and to the left of the middle of c4, 0.56 cells wide."""
    battle = load_spec("chess-battle")
    kind = next(name for name, token in battle.game.tokens.items() if token.tone == "red")
    men = {"c4": Piece("blue", "knight")}
    figure = draw_position(battle, Position(battle.setting, men, tokens={kind: {"c4": 1}}), FigureClaims(), SIDE)
    x0, y0, x1, y1 = Drawing(tuple(item for item in figure.items if item.group == "tokens/c4")).bounds()
    (x, y) = cell(3, 4)
    assert ((x0 + x1) / 2 - x, (y0 + y1) / 2 - y) == (pytest.approx(-0.18 * SIDE), pytest.approx(0.19 * SIDE))
    assert max(x1 - x0, y1 - y0) == pytest.approx(0.56 * SIDE)


def test_what_lies_beside_a_board_is_legible_in_a_book(spec: Spec) -> None:
    """In a book of A5 a figure is 40 mm wide or more: words have 8 pt there, names of files and ranks 6 pt."""
    position = Position(spec.setting, {}, counts={("white", "tokens"): 5})
    figure = draw_position(spec, position, FigureClaims(), SIDE)
    scale = 40 / figure.size()[0]
    caps = {role: min(i.text.cap for i in figure.items if isinstance(i, Lettering) and i.role is role)
            for role in (Role.LABEL, Role.COORDINATE)}
    assert point_size(caps[Role.LABEL] * scale) >= 8
    assert point_size(caps[Role.COORDINATE] * scale) >= 6


def test_two_signs_on_one_cell_have_two_places_on_light_paper(spec: Spec) -> None:
    claims = FigureClaims(exactly=(read_action_text("c2xb3", LATTICE),), illegal=(read_action_text("c2-b3", LATTICE),))
    figure = drawn(spec, "white: guard c2; black: guard b3; turn: white", claims)
    upper, lower = (box(1.5 * SIDE, y * SIDE, 2 * SIDE, (y + 0.5) * SIDE) for y in (2.5, 2.0))
    hit, refused = all_of(figure, Role.CAPTURE), all_of(figure, Role.REFUSED)
    assert upper.contains(hit)
    assert lower.contains(refused)
    last = max(n for n, item in enumerate(figure.items) if item.role is Role.PIECE)
    assert all(any(n > last for n in grounds(figure, sign.bounds)) for sign in (hit, refused))


def test_an_arrow_ends_at_a_token_and_its_sign_has_light_paper(spec: Spec) -> None:
    """The token's edge is 0.43 of the cell from its middle."""
    illegal = tuple(read_action_text(text, LATTICE) for text in ("c2-c4", "a2-b4"))
    claims = FigureClaims(legal=(read_action_text("c2-c4", LATTICE),), illegal=illegal)
    men = {"c2": Piece("white", "guard")}
    figure = draw_position(spec, Position(spec.setting, men, tokens={"flag": {"c4": 1}}), claims, SIDE)
    (arrow,) = things(figure, Role.PATH)
    assert arrow.bounds[3] == pytest.approx((3.5 - 0.43) * SIDE, abs=2 * SIDE / 400)  # a step on its way
    token = max(n for n, item in enumerate(figure.items) if item.role is Role.MARK)
    sign = all_of(Drawing(tuple(i for i in figure.items if i.group == "refusals/c4")), Role.REFUSED)
    assert any(n > token for n in grounds(figure, sign.bounds))
    assert box(2.5 * SIDE, 3.5 * SIDE, 3 * SIDE, 4 * SIDE).contains(sign)


@pytest.mark.parametrize("count", [1, 2])
def test_as_many_light_bars_are_seen_on_a_black_piece_as_it_has(count: int) -> None:
    """What is dark on a black piece is not seen: light paper around a bar would be two light bars."""
    icon = draw_icon(silhouette("rook"), 15, 10, count, "black")
    seen = all_of(icon, Role.SHADE).difference(all_of(icon, Role.MARK))
    assert len(getattr(seen, "geoms", [seen])) == count
    assert seen.area >= 1.9 * all_of(icon, Role.MARK).area


def test_a_bar_is_seen_on_a_piece_of_a_colour() -> None:
    icon = draw_icon(silhouette("rook"), 15, 10, 1, "green")
    (bar,) = things(icon, Role.MARK)
    assert all_of(icon, Role.SHADE).contains(bar)
    assert [item.role for item in icon.items] == [Role.PIECE, Role.SHADE, Role.MARK]


def test_an_action_back_to_where_it_began_has_a_refused_arrow_beside_the_allowed_one(spec: Spec) -> None:
    """c2 jumps over c3 to c4, and may not jump back: the arrow of that goes by the other side of c3, from c4 to c2, and
    the sign lies on its middle, as large as in an empty cell, 0.74 of a cell off c3 and clear of it. It is grey and
    dashed. On c2 itself there is no sign."""
    claims = FigureClaims(legal=(read_action_text("c2-c4-c2", LATTICE),))
    illegal = FigureClaims(legal=(read_action_text("c2-c4", LATTICE), read_action_text("a1-a2", LATTICE)),
                           illegal=(read_action_text("c2-c4-c2", LATTICE),))
    text = "white: guard c2 c3 a1; turn: white"
    figure = drawn(spec, text, illegal)
    (forth,) = (all_of(Drawing((item,))) for item in figure.items if item.group == "arrows/c2-c4")
    refused = [item for item in figure.items if item.role is Role.REFUSED]
    assert {item.group for item in refused} == {"refusals/c4-c2"}
    (shaft,) = [item for item in figure.items if item.role is Role.PATH and item.group == "refusals/c4-c2"]
    assert shaft.tone == "grey"
    back, sign = all_of(Drawing((shaft,))), all_of(Drawing(tuple(refused)), Role.REFUSED)
    assert len(back.geoms) > 4  # type: ignore[attr-defined]
    assert sign.bounds[2] - sign.bounds[0] == pytest.approx(0.62 * SIDE, rel=0.01)
    assert (forth.centroid.x - 2.5 * SIDE) * (back.centroid.x - 2.5 * SIDE) < 0
    assert abs(sign.centroid.x - 2.5 * SIDE) == pytest.approx(0.74 * SIDE, abs=0.01 * SIDE)
    assert sign.centroid.y == pytest.approx(2.5 * SIDE, abs=0.01 * SIDE)
    assert not sign.intersects(all_of(figure, Role.PIECE))
    low, high = back.bounds[1] / SIDE, back.bounds[3] / SIDE
    assert 1.5 + 0.3 < low < high < 3.5 + 0.035  # from c4, half a shaft more, to just above the piece on c2
    assert drawn(spec, text, claims).only(Role.REFUSED).items == ()


def test_signs_in_corners_are_large_and_lie_within_their_cells(spec: Spec) -> None:
    """Cells of six in a row are 7.3 mm in a book that is 44 mm wide: a cross is 2.6 mm or more there, from corner to
    corner 0.62 of 0.6 of the cell, and the sign of what is not allowed 0.59 of 0.62."""
    for sign, size in ((capture_sign(SIDE), 0.62 * 0.6), (refusal_corner_sign(SIDE), 0.59 * 0.62)):
        x0, y0, x1, y1 = sign.bounds()
        assert max(x1, y1) <= SIDE / 2 + 0.01 * SIDE
        assert min(x0, y0) > 0
        assert 44 / 6 * size > 2.6
    cross_box, ring_box = (sign.only(role).bounds() for sign, role in (
        (capture_sign(SIDE), Role.CAPTURE), (refusal_corner_sign(SIDE), Role.REFUSED)))
    # A cross with round ends: its arms are 0.62 x 0.15 wide, so along an axis it reaches
    # (0.372 - 0.093) / 2 / sqrt(2) and half a width further.
    assert cross_box[2] - cross_box[0] == pytest.approx(2 * (0.1395 / math.sqrt(2) + 0.0465) * SIDE, rel=0.01)
    assert ring_box[2] - ring_box[0] == pytest.approx(0.366 * SIDE, rel=0.01)


def refusal_shapes(name: str, example: str) -> dict[str, int]:
    """The number of shapes of each refusal in a figure, by its group: two in a ban sign, one in a diamond."""
    drawing = draw_figure(load_spec(name), "example", example).drawing
    groups = [item.group for item in drawing.items if item.role is Role.REFUSED]
    return {group: groups.count(group) for group in groups}


@pytest.mark.parametrize(("example", "signs"), [
    ("dip", {"refusals/f2": 1, "refusals/h4": 1}),  # back over e3 and g3, on to f6: no stop on the way
    ("joined", {"refusals/e3": 1}),
    ("level", {"refusals/e3": 2}),  # the same jump, with nowhere to go on to
    ("second", {"refusals/c7": 2}),  # one space further than a legal jump, not on its way
])
def test_where_a_piece_may_land_but_not_stop(example: str, signs: dict[str, int]) -> None:
    assert refusal_shapes("incorrect-checkers", example) == signs


@pytest.mark.parametrize(("example", "count", "is_turned"), [("printed", 5, True), ("even", 6, False)])
def test_a_token_beside_the_board_is_turned_as_the_number_of_pieces_says(example: str, count: int, is_turned: bool
                                                                          ) -> None:
    """The whole token is shown. EVEN is four outlines, O and D have a hole each; EVEN has the double frame of red
    spaces, of four outlines, and is red, ODD the single one of blue spaces, of two; and each has an arrow, at the edge.
    The word for the number is above the other."""
    spec = load_spec("abstract-game")
    figure = draw_figure(spec, "example", example)
    held = [item for item in figure.drawing.items if item.group == "held"]
    (label,) = [item.text.string for item in held if isinstance(item, Lettering)]
    assert label == f"Pieces: {count}"
    assert ("turned around" in figure.alt, "upright" in figure.alt) == (is_turned, not is_turned)
    (marks,) = [item for item in held if isinstance(item, Shape) and item.role is Role.MARK]
    low, high = marks.bounds()[1], marks.bounds()[3]
    middles = [(path.bounds()[1] + path.bounds()[3]) / 2 for path in marks.paths]
    above = [path for path, middle in zip(marks.paths, middles, strict=True) if middle > (low + high) / 2]
    even, odd = 4 + 4 + 1, 6 + 2 + 1
    assert (len(above), len(marks.paths)) == (odd if is_turned else even, even + odd)
    tints = {item.tone: item.bounds()[1] for item in held if isinstance(item, Shape) and item.role is Role.SHADE}
    assert {*tints} == {"white", "denim", "wine"}  # of the token, and of its halves
    assert (tints["denim"] > tints["wine"]) == is_turned
    pointer = max(marks.paths, key=lambda path: path.bounds()[3])
    assert len(pointer.flatten(0.01)) == 3


def test_captured_pieces_that_rest_lie_on_their_side() -> None:
    """Correction: the Knight that was captured rests, the Pawns and the Spearman in the supply stand. It lies beside
    its base, which is upright, and is larger than they are drawn."""
    drawing = draw_figure(load_spec("correction"), "example", "recover").drawing
    held = [item.bounds() for item in drawing.items
            if item.group == "held" and isinstance(item, Shape) and item.role is Role.PIECE]
    assert [y1 - y0 > x1 - x0 for x0, y0, x1, y1 in held] == [True, True, False, True]
    pawn, _, knight, base = held
    assert base[0] < knight[0] < base[2] < knight[2]
    assert knight[2] - knight[0] > 1.2 * (pawn[3] - pawn[1])


def test_an_example_without_tokens_beside_the_board_shows_none() -> None:
    figure = draw_figure(load_spec("abstract-game"), "example", "capture")
    assert not [item for item in figure.drawing.items if item.group == "held"]
