"""The picture of a piece whose parts are joined: what stands on a base hides no mark, and the base has its name."""

from __future__ import annotations

import pytest
from measure import all_of, things
from shapely import Point

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.artwork.themes import load_theme, measure_lightness, resolve_ink
from fabgen.figures.diagrams.catalogue import draw_figure, figure_names
from fabgen.spec.load import load_spec


def test_the_marks_of_a_base_are_light_and_in_front_of_what_stands_on_it() -> None:
    """A Knight of Correction has two dots, two crosses and two ringed crosses, of a ring and a cross; its own mark is a
    ring and a point. There are lines around its cells, and a name behind its slot for the opponent. White has 3.4:1
    with green, more than the 3:1 from which frost is read."""
    figure = draw_figure(load_spec("correction"), "assembled", "green-knight").drawing
    shapes = [item for item in figure.items if isinstance(item, Shape) and item.group == "piece"]
    etched = [item for item in shapes if item.role is Role.ETCHING]
    assert {item.tone for item in etched} == {"white"}
    face, upright = (things(figure, Role.PIECE)[number] for number in (0, 1))
    assert all(face.buffer(0.01).covers(area) for area in things(figure, Role.ETCHING))
    assert upright.area > 100
    in_front = [item for item in etched if not upright.intersects(all_of(Drawing((item,))))]
    marks = [item for item in in_front if max(item.bounds()[2] - item.bounds()[0], 0) < 5]
    assert len(marks) == 2 + 2 + 2 * 2 + 2


@pytest.mark.parametrize(("game", "piece", "role"), [
    ("correction", "orange-pawn", Role.MARK), ("charing-cross", "white-rook", Role.MARK),
    ("charing-cross", "black-rook", Role.FACE), ("chess-battle", "orange-rook", Role.MARK),
    ("chess-battle", "blue-rook", Role.ETCHING)])
def test_marks_that_have_to_be_painted_are_dark(game: str, piece: str, role: Role) -> None:
    """White has 2.2:1 with orange, 5.2:1 with blue and 14:1 with black."""
    figure = draw_figure(load_spec(game), "assembled", piece).drawing
    shown = (Role.MARK, Role.FACE, Role.ETCHING)
    assert {item.role for item in figure.items if item.group == "piece" and item.role in shown} == {role}


@pytest.mark.parametrize("ink", ["low", "bw"])
def test_frost_is_white_in_full_colour_and_dark_where_plates_are_white(ink: str) -> None:
    """White names with dark outlines are blots on the lines of a pattern."""
    figure = draw_figure(load_spec("chess-battle"), "assembled", "blue-knight").drawing
    tones = {item.tone for item in figure.only(Role.ETCHING).items if isinstance(item, Shape)}
    assert tones == {"white"}
    coloured, plain = (resolve_ink(load_theme(name), Role.ETCHING, "white") for name in ("colour", ink))
    assert coloured is not None
    assert plain is not None
    assert (coloured.fill, coloured.stroke, plain.stroke) == ("#ffffff", None, None)
    assert measure_lightness(str(plain.fill)) < 20


def test_a_dark_piece_is_set_off_from_its_base_by_a_light_line() -> None:
    """The light area behind the rook is wider than the rook, and stays on the base."""
    figure = draw_figure(load_spec("charing-cross"), "assembled", "black-rook").drawing
    face, rook = (things(figure, Role.PIECE)[number] for number in (0, 1))
    halo = max((area for area in things(figure, Role.FACE) if area.intersects(rook)), key=lambda area: area.area)
    assert halo.difference(rook).area > 1.0
    assert face.buffer(0.01).covers(halo)


def test_the_name_of_the_base_is_clear_of_the_piece_and_its_line_ends_on_the_base() -> None:
    figure = draw_figure(load_spec("correction"), "assembled", "orange-pawn").drawing
    (name,) = [item for item in figure.items if isinstance(item, Lettering)]
    (leader,) = [item for item in figure.items
                 if item.group == "labels" and isinstance(item, Shape) and item.role is Role.TRIM]
    piece = max(area.bounds[2] for area in things(figure, Role.PIECE))
    assert (name.text.string, name.bounds()[0] > piece) == ("base", True)
    base, (path,) = things(figure, Role.PIECE)[0], leader.paths
    assert base.buffer(0.01).covers(Point(path.start))


def test_no_stub_of_a_shadow_is_seen_beside_a_standing_piece() -> None:
    """Two plates of 3 mm cast a shadow 0.36 * 6 = 2.2 mm to the right; a Knight of 46 mm would cast one of 17 mm, more
    than a third of its base of 40 mm."""
    figure = draw_figure(load_spec("correction"), "assembled", "green-knight").drawing
    (shadow,), base = things(figure, Role.DARK_SHADE), things(figure, Role.PIECE)[0]
    assert 0 < shadow.bounds[2] - base.bounds[2] < 0.1 * (base.bounds[2] - base.bounds[0])


def test_crossed_panels_have_no_such_picture_and_a_disc_has_no_base() -> None:
    assert "white-piece" in figure_names(load_spec("abstract-game"))["assembled"]
    disc = draw_figure(load_spec("abstract-game"), "assembled", "white-piece").drawing
    assert not [item for item in disc.items if isinstance(item, Lettering)]
    with pytest.raises(KeyError):
        draw_figure(load_spec("abstract-game"), "assembled", "white-queen")
