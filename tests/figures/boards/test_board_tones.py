"""The tones of a board come from its materials, and no piece is harder to tell from its cells than it was on paper."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.artwork.themes import compute_contrast, load_theme, measure_lightness, resolve_ink, split_hex
from fabgen.figures.boards.board import draw_board, draw_zone
from fabgen.figures.boards.board_tones import BoardTones, find_board_tones
from fabgen.figures.boards.surface import surface_of
from fabgen.figures.diagrams.catalogue import draw_figure, make_figure_library
from fabgen.spec.load import Spec, load_spec, with_paper_cells
from fabgen.typeset.blocks import BookFigure


def with_board(name: str, **keys: object) -> Spec:
    spec = load_spec(name)
    return replace(spec, game=spec.game.model_copy(update={"board": spec.game.board.model_copy(update=keys)}))


def grey_of(colour: str) -> str:
    """The grey of a printer without colours: 0.2126 of red, 0.7152 of green and 0.0722 of blue."""
    weights = zip((0.2126, 0.7152, 0.0722), split_hex(colour), strict=True)
    return "#" + 3 * f"{round(sum(weight * part for weight, part in weights)):02x}"


@pytest.mark.parametrize(("material", "tone"), [
    ("birch-ply-3mm", "wood"), ("mdf-3mm", "wood"), ("card-1mm", "white"), ("acrylic-3mm", "clear"),
    ("acrylic-3mm/clear", "clear"), ("acrylic-3mm/green", "green"), ("birch-ply-3mm/black", "black"),
    ("no-such-thing", "clear"),  # the check reports it
])
def test_a_board_has_the_tone_of_its_material(material: str, tone: str) -> None:
    assert find_board_tones(with_board("incorrect-checkers", material=material)) == BoardTones(tone, tone, tone)


def test_inlaid_cells_have_the_tones_of_their_own_materials() -> None:
    """Of two materials the first is that of dark cells."""
    spec = with_board("abstract-game", spaces=("acrylic-3mm/blue", "acrylic-3mm/white"))
    assert find_board_tones(spec) == BoardTones("wood", "white", "blue")


def test_white_and_black_pieces_differ_by_20_from_dark_cells_of_every_tone() -> None:
    """L* of CIE 1976: white 100, the black of pieces 17.5, grey 59.3, which has a dark outline too. Light cells have 93
    or more. The contrast of light and dark cells is 1.6 or more, also in the greys of a printer (Rec. 709)."""
    theme = load_theme("colour")
    assert theme.palette
    for tone in theme.palette:
        dark, light = (resolve_ink(theme, role, tone) for role in (Role.DARK_CELL, Role.LIGHT_CELL))
        assert dark
        assert light
        assert dark.fill
        assert light.fill
        lightness = measure_lightness(dark.fill)
        assert min(100 - lightness, lightness - measure_lightness("#2b2b2b")) >= 20
        assert lightness - measure_lightness("#8a8f98") >= 14
        assert measure_lightness(light.fill) >= 93
        assert compute_contrast(light.fill, dark.fill) >= 1.6, "light and dark cells are seen"
        assert compute_contrast(grey_of(light.fill), grey_of(dark.fill)) >= 1.6


@pytest.mark.parametrize(("role", "tone", "ground", "ground_tone"), [
    (Role.ZONE, "wood", Role.LIGHT_CELL, "wood"),  # arrows of Charing Cross, goals on light squares
    (Role.FROST, "black", Role.DARK_CELL, "wood"),  # goals on dark squares
    (Role.DARK_SHADE, "black", Role.LIGHT_CELL, "wood"),  # arrows of Charing Cross in figures
    (Role.BODY, "black", Role.SHADE, "black"), (Role.GRID, "", Role.SHADE, "white"),  # frames of homes
    (Role.FROST, "red", Role.INLAY, "red"), (Role.FROST, "sky", Role.INLAY, "sky"),
    (Role.ZONE, "green", Role.SHADE, "green"), (Role.ZONE, "orange", Role.SHADE, "orange"),
])
def test_what_says_a_rule_on_paper_has_contrast_in_colour_and_in_grey(role: Role, tone: str, ground: Role,
                                                                      ground_tone: str) -> None:
    """1.6:1 and more."""
    inks = resolve_ink(load_theme("colour"), role, tone), resolve_ink(load_theme("colour"), ground, ground_tone)
    line, area = (ink and (ink.stroke or ink.fill) for ink in inks)
    assert line
    assert area
    assert compute_contrast(line, area) >= 1.6
    assert compute_contrast(grey_of(line), grey_of(area)) >= 1.6


def test_inlaid_spaces_are_told_apart_in_colour_and_in_grey() -> None:
    """Red (wine), blue (denim), black (walnut) and light spaces of An Abstract Game have a contrast of 1.6 or more,
    each with each other. Black is #33241a with 0.08 of white, #43362c; in grey 0.2126 x 67 + 0.7152 x 54 + 0.0722 x 44
    = 56 = 0x38."""
    theme, spec = load_theme("colour"), with_paper_cells(load_spec("abstract-game"))
    board = draw_board(spec.game, spec.lattice, tones=find_board_tones(spec))
    inlays = {item.tone: resolve_ink(theme, Role.INLAY, item.tone) for item in board.only(Role.INLAY).items}
    inks = [*inlays.values(), resolve_ink(theme, Role.LIGHT_CELL, "wood")]
    assert {*inlays} == {"wine", "denim", "walnut"}
    fills = [ink.fill for ink in inks if ink and ink.fill]
    assert len(fills) == 4
    for one, other in combinations(fills, 2):
        assert compute_contrast(one, other) >= 1.6
        assert compute_contrast(grey_of(one), grey_of(other)) >= 1.6
    assert [grey_of(ink.fill) for tone, ink in inlays.items() if tone == "walnut" and ink and ink.fill] == ["#383838"]


def test_frames_of_inlaid_spaces_are_seen_around_a_disc() -> None:
    """A disc of 32 mm in a cell of 40 mm leaves 0.1 of the cell on each side: on paper (30 mm) 3 mm. All lines of
    frames lie in that, with half of the width of a line, 0.15 mm; the double one has two with a gap, the single one is
    solid."""
    spec = with_paper_cells(load_spec("abstract-game"))
    surface = surface_of(spec.game, spec.lattice, 30.0)
    depths = {}
    for name in ("red", "blue"):
        paths = [path for item in draw_zone(spec.game, surface, name).only(Role.FROST).items
                 if isinstance(item, Shape) for path in item.paths]
        depths[name] = sorted({round(path.bounds()[0] % 30, 3) for path in paths})
        assert 0.15 < depths[name][0] < depths[name][-1] < 3 - 0.15
    gaps = {name: [b - a for a, b in pairwise(levels)] for name, levels in depths.items()}
    assert max(gaps["blue"]) < 0.3, "a solid line"
    assert sum(gap > 0.6 for gap in gaps["red"]) == 1, "two lines"


@pytest.mark.parametrize("ink", ["low", "bw", "etched"])
def test_other_inks_print_what_they_did(ink: str) -> None:
    """Light cells take no ink, dark ones as much as the tint of black did before boards had tones."""
    theme = load_theme(ink)
    dark, was = resolve_ink(theme, Role.DARK_CELL, "wood"), resolve_ink(theme, Role.SHADE, "black")
    assert resolve_ink(theme, Role.LIGHT_CELL, "wood") is None
    assert dark
    assert was
    assert dark.fill == was.fill


def test_a_board_with_tones_has_a_body_and_dark_cells_in_them() -> None:
    spec = load_spec("incorrect-checkers")
    board = draw_board(spec.game, spec.lattice, tones=find_board_tones(spec))
    body, *light = [item for item in board.items if item.role is Role.LIGHT_CELL]
    (band,) = board.only(Role.BAND).items
    assert band.bounds() == pytest.approx(board.only(Role.EDGE).bounds())
    assert body.bounds() == pytest.approx(band.paths[1].bounds()), "the body is what the band leaves"
    assert {item.tone for item in (body, *light, *board.only(Role.DARK_CELL).items)} == {"wood"}
    assert not draw_board(spec.game, spec.lattice).only(Role.LIGHT_CELL, Role.DARK_CELL).items


def ground(drawing: Drawing) -> Drawing:
    return drawing.only(Role.LIGHT_CELL)


def test_every_cell_of_a_figure_has_ground_also_near_by() -> None:
    """8 cells of 11 mm; the close-up shows b3 to d5 of them. The moves of a piece are 5 x 5 cells of 9 mm, which have
    ground in a book."""
    spec = load_spec("incorrect-checkers")
    assert ground(draw_figure(spec, "board").drawing).size() == pytest.approx((88, 88))
    near = ground(draw_figure(spec, "example", "opponent", close=True).drawing)
    assert near.bounds() == pytest.approx((11, 22, 44, 55))
    (moves,) = make_figure_library(spec).draw("moves", "checker", "")
    assert isinstance(moves, BookFigure)
    assert ground(moves.drawing).size() == pytest.approx((45, 45))
    assert not ground(draw_figure(spec, "moves", "checker").drawing).items
