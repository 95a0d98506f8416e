"""Figures of positions: dots exactly on targets, pieces in their cells, each side known without colour."""

from __future__ import annotations

from pathlib import Path

import pytest
from measure import all_of, area, things
from shapely import box
from specs import loaded

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.artwork.path import Path as Outline
from fabgen.figures.position import Claims, draw_icon, draw_man, draw_position
from fabgen.figures.silhouettes import SHAPES, silhouette
from fabgen.rules.lattice import Lattice
from fabgen.rules.notation import read_spoken
from fabgen.rules.position import Man, Position
from fabgen.spec.load import Spec

SIDE = 11.0
LATTICE = Lattice(5, 5)


@pytest.fixture
def spec(tmp_path: Path) -> Spec:
    return loaded(tmp_path)


def drawn(spec: Spec, text: str, claims: Claims) -> Drawing:
    return draw_position(spec, Position.parse(text, spec.setting), claims, SIDE)


def centres(drawing: Drawing, *roles: Role) -> list[tuple[float, float]]:
    return [(round(t.centroid.x, 3), round(t.centroid.y, 3)) for t in things(drawing, *roles)]


def cell(file: int, rank: int) -> tuple[float, float]:
    """The middle of a cell counted from 1."""
    return (file - 0.5) * SIDE, (rank - 0.5) * SIDE


def test_dots_lie_exactly_on_the_target_cells(spec: Spec) -> None:
    claims = Claims(
        exactly=(read_spoken("c2-c3", LATTICE), read_spoken("c2-a4", LATTICE), read_spoken("c2xb3", LATTICE))
    )
    figure = drawn(spec, "white: guard c2; black: guard b3; turn: white", claims)
    assert sorted(centres(figure, Role.MOVE)) == sorted([cell(3, 3), cell(1, 4)])
    (hit,) = things(figure, Role.CAPTURE)
    assert box(1 * SIDE, 2 * SIDE, 2 * SIDE, 3 * SIDE).contains(hit)  # in the corner of b3, beside the piece
    assert centres(figure, Role.ACTOR) == [cell(3, 2)]


def test_a_legal_move_is_an_arrow_that_ends_in_its_target(spec: Spec) -> None:
    figure = drawn(spec, "white: guard c2; turn: white", Claims(legal=(read_spoken("c2-c4", LATTICE),)))
    (arrow,) = things(figure, Role.PATH)
    assert arrow.bounds[3] == pytest.approx(3.5 * SIDE - 0.1 * SIDE)
    assert arrow.bounds[1] > 1.5 * SIDE
    assert arrow.centroid.x == pytest.approx(2.5 * SIDE)


def test_what_is_not_legal_carries_a_sign_beside_a_piece_or_in_the_middle(spec: Spec) -> None:
    claims = Claims(illegal=(read_spoken("c2-d3", LATTICE), read_spoken("c2xb3", LATTICE)))
    figure = drawn(spec, "white: guard c2; black: guard b3; turn: white", claims)
    signs = all_of(figure, Role.REFUSED)
    assert len(signs.geoms) == 2  # type: ignore[attr-defined]
    middles = sorted((g.centroid.x, g.centroid.y) for g in signs.geoms)  # type: ignore[attr-defined]
    assert middles[1] == pytest.approx(cell(4, 3), abs=0.05)
    assert box(SIDE, 2 * SIDE, 2 * SIDE, 3 * SIDE).contains(box(*sorted(signs.geoms, key=lambda g: g.bounds)[0].bounds))  # type: ignore[attr-defined]


def test_pieces_stand_in_their_cells_whatever_they_are(spec: Spec) -> None:
    figure = drawn(spec, "white: guard a1, lancer e5; black: lancer c3; turn: white", Claims())
    pieces = things(figure, Role.PIECE)
    assert len(pieces) == 3
    cells = [
        box(0, 0, SIDE, SIDE),
        box(2 * SIDE, 2 * SIDE, 3 * SIDE, 3 * SIDE),
        box(4 * SIDE, 4 * SIDE, 5 * SIDE, 5 * SIDE),
    ]
    for piece in pieces:
        assert sum(c.contains(piece) for c in cells) == 1


def test_sides_are_told_apart_by_tone_by_bars_and_by_the_way_they_go(spec: Spec) -> None:
    first, second = (draw_man(spec, Man(player, "guard"), SIDE) for player in ("white", "black"))
    assert [i.tone for i in (*first.items, *second.items) if i.role is Role.PIECE] == ["white", "black"]
    assert (len(first.only(Role.MARK).items), len(second.only(Role.MARK).items)) == (0, 1)
    up, down = all_of(first, Role.FORWARD), all_of(second, Role.FORWARD)
    assert up.centroid.y < (up.bounds[1] + up.bounds[3]) / 2  # broad below, pointed above
    assert down.centroid.y > (down.bounds[1] + down.bounds[3]) / 2


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


def test_the_wedge_is_large_enough_to_be_seen_in_a_book(spec: Spec) -> None:
    """Two positions stand side by side in 56 mm each; six cells and their coordinates leave 8.6 mm for a cell."""
    wedge = all_of(draw_man(spec, Man("white", "guard"), 8.6), Role.FORWARD)
    x0, y0, x1, y1 = wedge.bounds
    assert min(x1 - x0, y1 - y0) >= 1.2
    assert box(-4.3, -4.3, 4.3, 4.3).contains(wedge)


def test_an_empty_board_has_its_grid_zones_and_coordinates_only(spec: Spec) -> None:
    figure = drawn(spec, "turn: white", Claims())
    assert {i.role for i in figure.items} == {Role.SHADE, Role.ZONE, Role.GRID, Role.COORDINATE}
    assert figure.only(Role.GRID).bounds() == pytest.approx((0, 0, 5 * SIDE, 5 * SIDE))


def grounds(drawing: Drawing, sign: tuple[float, float, float, float]) -> list[int]:
    """Where in the order of painting light paper lies under a sign's middle."""
    x, y = (sign[0] + sign[2]) / 2, (sign[1] + sign[3]) / 2
    return [n for n, i in enumerate(drawing.items) if i.role is Role.SHADE and i.tone == "white"
            and i.bounds()[0] < x < i.bounds()[2] and i.bounds()[1] < y < i.bounds()[3]]


def test_where_one_may_go_though_somebody_stands_there_is_a_ringed_cross_in_the_corner(spec: Spec) -> None:
    claims = Claims(exactly=(read_spoken("c2-b3", LATTICE), read_spoken("c2-c3", LATTICE)))
    figure = drawn(spec, "white: guard c2; black: guard b3; turn: white", claims)
    corner = box(1.5 * SIDE, 2.5 * SIDE, 2 * SIDE, 3 * SIDE)
    (hit,) = things(figure, Role.CAPTURE)
    rings = [ring for ring in things(figure, Role.MOVE) if corner.contains(ring)]
    assert corner.contains(hit)
    assert len(rings) == 1
    assert len(things(figure, Role.MOVE)) == 2  # the ring, and a dot on c3


def test_what_may_be_placed_is_a_dot(spec: Spec) -> None:
    figure = drawn(spec, "white: guard c2; turn: white", Claims(legal=(read_spoken("guard@d4", LATTICE),)))
    assert centres(figure, Role.MOVE) == [cell(4, 4)]
    assert not things(figure, Role.PATH)


def test_two_signs_on_one_cell_have_two_places_on_light_paper(spec: Spec) -> None:
    claims = Claims(exactly=(read_spoken("c2xb3", LATTICE),), illegal=(read_spoken("c2-b3", LATTICE),))
    figure = drawn(spec, "white: guard c2; black: guard b3; turn: white", claims)
    upper, lower = (box(1.5 * SIDE, y * SIDE, 2 * SIDE, (y + 0.5) * SIDE) for y in (2.5, 2.0))
    hit, refused = all_of(figure, Role.CAPTURE), all_of(figure, Role.REFUSED)
    assert upper.contains(hit)
    assert lower.contains(refused)
    last = max(n for n, item in enumerate(figure.items) if item.role is Role.PIECE)
    assert all(any(n > last for n in grounds(figure, sign.bounds)) for sign in (hit, refused))


def test_an_arrow_ends_at_a_token_and_its_sign_has_light_paper(spec: Spec) -> None:
    """The token's edge is 0.43 of the cell from its middle."""
    claims = Claims(legal=(read_spoken("c2-c4", LATTICE),), illegal=(read_spoken("c2-c4", LATTICE),))
    men = {"c2": Man("white", "guard")}
    figure = draw_position(spec, Position(spec.setting, men, lying={"flag": {"c4": 1}}), claims, SIDE)
    (arrow,) = things(figure, Role.PATH)
    assert arrow.bounds[3] == pytest.approx((3.5 - 0.43) * SIDE)
    token = max(n for n, item in enumerate(figure.items) if item.role is Role.MARK)
    sign = all_of(figure, Role.REFUSED)
    assert any(n > token for n in grounds(figure, sign.bounds))
    assert box(2.5 * SIDE, 3.5 * SIDE, 3 * SIDE, 4 * SIDE).contains(sign)


def test_a_bar_is_seen_on_a_black_piece() -> None:
    icon = draw_icon(silhouette("rook"), 15, 10, 1, "black")
    (bar,) = things(icon, Role.MARK)
    light = all_of(icon, Role.SHADE)
    assert light.contains(bar)
    assert light.area > 2 * bar.area
    assert [item.role for item in icon.items] == [Role.PIECE, Role.SHADE, Role.MARK]
