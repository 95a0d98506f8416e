"""Pictures of solids: sizes, shadows and tones as hand calculation has them; and of a game, on the page of a job."""

from __future__ import annotations

import io
import math
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import circle, line, rectangle
from fabgen.figures.assembly.isometric import Pose, flat, upright_pose
from fabgen.figures.assembly.part_places import PosedPart
from fabgen.model.camera import aim_camera, fill_picture
from fabgen.model.coverage import PartCoverage, cover_part
from fabgen.model.model_parts import ModelPart, SolidLook
from fabgen.model.model_picture import draw_model, plate_corners
from fabgen.model.solids import PartSolid
from fabgen.model.surfaces import TABLES, choose_table, surface_of_look

BLACK = SolidLook("black", "#000000", 1.0, "#ffffff", "acrylic")
WHITE = SolidLook("white", "#ffffff", 1.0, "#1d2329", "acrylic")
RED = SolidLook("red", "#c00000", 1.0, "#ffffff", "acrylic")
BLACK_CARD = SolidLook("black card", "#000000", 1.0, "#ffffff", "card")  # whose edges do not shine
BIRCH = SolidLook("birch", "#e3c48f", 1.0, "#4a2d16", "plywood")
CLEAR = SolidLook("clear", "#dfe6ea", 0.3, "#ffffff", "acrylic")
SIDE = 300  # pixels


def item(name: str, drawing: Drawing, look: SolidLook, pose: Pose | None = None, thickness: float = 3.0) -> ModelPart:
    placed = PosedPart(Part(name, drawing, 1, "acrylic-3mm", "sheet"), pose or flat(), thickness, "acrylic-3mm")
    return ModelPart(name, PartSolid(placed, 0.02), look)


def square(side: float, x: float = 0.0, y: float = 0.0) -> Drawing:
    return draw(Role.EDGE, rectangle(x, y, side, side))


def levels(items: list[ModelPart], around: float = 0.0, down: float = 0.0, side: int = SIDE) -> np.ndarray:
    """The greys of the picture, the first row at the top."""
    return np.asarray(draw_model(items, side, side, 2, around, down).convert("L"), float)


def cover(drawing: Drawing, texel: float = 0.1) -> PartCoverage:
    return cover_part(item("part", drawing, RED).solid, texel)


# Averages


def test_what_a_sheet_covers_is_its_area() -> None:
    """A plate of 20 x 30 mm with a hole of radius 5 that has an island of radius 2: 600 - 25 π + 4 π mm²."""
    drawing = draw(Role.EDGE, rectangle(0, 0, 20, 30), circle((10, 15), 2)) + draw(Role.HOLE, circle((10, 15), 5))
    sheet = cover(drawing).sheet
    x, y = np.meshgrid(np.arange(0.05, 20, 0.1), np.arange(0.05, 30, 0.1))
    area = float(sheet.sample(x.ravel(), y.ravel(), 0.1).sum()) * 0.01
    assert area == pytest.approx(600 - 21 * math.pi, rel=0.01)
    assert sheet.nearest(np.array([10.0, 10.0, 10.0, -3.0]), np.array([15.0, 18.5, 25.0, 5.0])).round().tolist() == [
        1, 0, 1, 0]


def test_a_fine_hatch_becomes_an_even_tone() -> None:
    """Scored lines 0.2 mm wide and 0.8 mm apart cover 0.25 of the area, wherever an average over 2 mm is taken."""
    hatch = draw(Role.ZONE, *(line((0.0, 0.8 * n), (40.0, 0.8 * n)) for n in range(51)))
    coverage = cover(square(40) + hatch, 0.05)
    marks = coverage.hatches
    assert marks
    assert coverage.marks is None
    places = np.linspace(8, 32, 333)
    tones = marks.sample(places, places[::-1], 2.0)
    assert float(tones.mean()) == pytest.approx(0.25, abs=0.025)
    assert 0.2 < tones.min() <= tones.max() < 0.3  # a square of 1.6 mm holds two lines


def test_a_mark_in_the_hole_of_another_is_kept() -> None:
    ring = draw(Role.MARK, circle((10, 10), 6), circle((10, 10), 4)) + draw(Role.MARK, circle((10, 10), 1))
    marks = cover(square(20) + ring).marks
    assert marks
    assert marks.nearest(np.array([10.0, 12.5, 15.0, 18.0]), np.full(4, 10.0)).round().tolist() == [1, 0, 1, 0]


def test_lines_side_by_side_are_one_and_strokes_of_a_mark_are_apart() -> None:
    """Lines 0.2 mm wide are seen as one broad line where 0.15 mm are between them, and as two where 0.4 mm are, the
    least that is clear between strokes of a mark. Next to them a hatch keeps all its lines."""
    pairs = draw(Role.ZONE, *(line((x, 2.0), (x, 18.0)) for x in (5.0, 5.35, 10.0, 10.6)))
    hatch = draw(Role.ZONE, line((13.0, 2.0), (18.0, 7.0)), line((13.0, 2.45), (18.0, 7.45)))
    coverage = cover(square(20) + pairs + hatch, 0.05)
    assert coverage.marks
    assert coverage.hatches
    between = coverage.marks.nearest(np.array([5.175, 10.3]), np.full(2, 10.0))
    assert between.round().tolist() == [1, 0]
    assert coverage.marks.nearest(np.array([15.0]), np.array([4.0]))[0] == 0  # a line of the hatch is no mark
    assert coverage.hatches.nearest(np.array([15.0, 15.0]), np.array([4.0, 4.225])).round().tolist() == [1, 0]


def test_slanted_lines_that_touch_fill_a_solid_sign() -> None:
    """A bar at 45 degrees of lines 0.17 mm apart, each 0.2 mm wide, is a mark and no hatch; beside it lines 0.53 mm
    apart are a hatch."""
    bar = draw(Role.ZONE, *(line((2.0 + 0.12 * n, 8.0 - 0.12 * n), (10.0 + 0.12 * n, 16.0 - 0.12 * n))
                            for n in range(6)))
    hatch = draw(Role.ZONE, *(line((10.0 + 0.75 * n, 2.0), (14.0 + 0.75 * n, 6.0)) for n in range(6)))
    coverage = cover(square(20) + bar + hatch, 0.05)
    assert coverage.marks
    assert coverage.hatches
    across = np.linspace(0.0, 0.6, 13)  # from the first line of the bar to the last
    assert coverage.marks.nearest(6.0 + across, 12.0 - across).min() > 0.9
    assert coverage.hatches.nearest(6.0 + across, 12.0 - across).max() == 0
    assert coverage.hatches.nearest(np.array([12.0]), np.array([4.0]))[0] > 0.9
    assert coverage.marks.nearest(np.array([12.0]), np.array([4.0]))[0] == 0


def test_a_scored_line_is_as_sharp_as_the_picture() -> None:
    """A line 1.2 mm wide, of lines side by side, where a pixel is 0.6 mm: it shows in no more than the two or three
    pixels that it covers and one on either side."""
    frame = draw(Role.ZONE, *(line((10.0, 50 + 0.2 * n), (90.0, 50 + 0.2 * n)) for n in range(6)))
    marked, plain = (levels([item("plate", square(100) + drawing, RED)], side=186)[83:103, 93]
                     for drawing in (frame, Drawing()))
    shares = (marked - plain) / (marked - plain).max()
    assert 2 <= (shares > 0.05).sum() <= 5


# The camera


@pytest.mark.parametrize(("around", "down"), [(0, 0), (14, 53), (-30, 80)])
def test_everything_is_in_the_picture_and_fills_it(around: float, down: float) -> None:
    corners = np.array([(x, y, z) for x in (0, 300) for y in (0, 200) for z in (0, 40)], float)
    camera = aim_camera(corners, 1200, 600, around, down)
    shown = np.abs(camera.project(corners)) / (camera.half_width, camera.half_height)
    assert shown.max() == pytest.approx(0.96, abs=0.005)
    assert camera.half_height == pytest.approx(math.tan(math.radians(8)))  # 16 degrees: a long lens


def test_the_eye_rises_until_the_model_fills_four_fifths_of_the_height() -> None:
    """A board of 300 mm in a square picture, seen from 75 degrees, would be about a quarter as high as it is wide. From
    straight above it fills 0.96. In a picture that is four times as wide as it is high the eye need not rise."""
    corners = np.array([(x, y, 0) for x in (0, 300) for y in (0, 300)], float)

    def filled(width: int, height: int, down: float) -> tuple[float, float]:
        camera = fill_picture(corners, width, height, 0, down)
        shown = camera.project(corners)[:, 1] / camera.half_height
        return float(np.ptp(shown)) / 2, math.degrees(math.acos(-camera.forward[2]))

    share, down = filled(400, 400, 75)
    assert 0.8 <= share < 0.83
    assert 20 < down < 45  # a square from so far is cos(down) as high: 0.8 / 0.96 at 34 degrees, without perspective
    assert filled(400, 100, 60)[1] == pytest.approx(60)
    assert filled(400, 400, 0)[0] == pytest.approx(0.96, abs=0.005)


def test_the_eye_stands_where_it_was_told_to() -> None:
    """From the first player's side, halfway down: the eye is as high as it is far, and the board in the middle."""
    corners = np.array([(x, y, 0) for x in (-10, 10) for y in (-10, 10)], float)
    camera = aim_camera(corners, 400, 400, 0, 45)
    assert camera.eye[0] == pytest.approx(0, abs=1e-6)
    assert camera.eye[1] < 0
    assert camera.forward == pytest.approx([0, math.sqrt(0.5), -math.sqrt(0.5)])
    assert camera.project(np.array([[10.0, 0.0, 0.0]]))[0, 0] > 0


# What is seen


def test_a_disc_from_above_is_as_large_as_it_is() -> None:
    """A black disc of 20 mm in a white plate of 60 mm that has a hole for it. The plate is 288 pixels wide: in the
    middle 280 of them, its share is π 10² / (60 280/288)²."""
    plate = draw(Role.EDGE, rectangle(-30, -30, 60, 60)) + draw(Role.HOLE, circle((0, 0), 10))
    seen = levels([item("plate", plate, WHITE), item("disc", draw(Role.EDGE, circle((0, 0), 10)), BLACK_CARD)])
    seen = seen[10:-10, 10:-10]
    assert (seen < 50).mean() == pytest.approx(math.pi * 100 / (60 * 280 / 288) ** 2, rel=0.04)


def test_black_is_black_and_white_is_white() -> None:
    seen = levels([item("black", square(20), BLACK), item("white", square(20, 30), WHITE)], 14, 53)
    assert seen.min() < 50
    assert seen.max() > 235


def test_dark_faces_that_stand_have_light_of_their_own_and_light_ones_have_none() -> None:
    """Black: a sheen of 0.08 at the top. Red of 0.527 (#c00000 in linear light) has a lightness of 0.2126 * 0.527 =
    0.112, of which (1 - 0.112)**4 = 0.62 is dark; less 0.012 it is 0.515, of which 0.988 is vivid: 0.45 * 0.988 * 0.62
    = 0.276. White has nothing, nor have its painted lines."""
    black, red, white = (surface_of_look(look) for look in (BLACK, RED, WHITE))
    assert (black.sheen, black.face_glow) == (pytest.approx(0.08), 0.0)
    assert red.face_glow == pytest.approx(0.276, abs=0.002)
    assert (white.sheen, white.face_glow, white.mark_glow) == (0.0, 0.0, 0.0)


def test_a_black_figure_is_told_from_its_base_and_lighter_at_the_top() -> None:
    """A black plate 60 mm high stands behind one that lies. Seen from 45 degrees, its upper part is at least 20 levels
    lighter than what lies, its foot 4 at least, and both stay under a third of white."""
    base, figure = item("base", square(80, -40, -80), BLACK), item("figure", square(60, -30), BLACK, upright_pose(0, 3))
    picture = levels([base, figure], down=45)
    camera = fill_picture(np.concatenate([plate_corners(base, (-40, -80, 40, 0)),
                                          plate_corners(figure, (-30, 0, 30, 60))]), SIDE, SIDE, 0.0, 45)

    def level_at(point: tuple[float, float, float]) -> float:
        """The grey at a point in space."""
        ((x, y),) = camera.project(np.array([point]))
        column, row = (1 + x / camera.half_width) * SIDE / 2, (1 - y / camera.half_height) * SIDE / 2
        return float(picture[int(row) - 2:int(row) + 3, int(column) - 2:int(column) + 3].mean())

    lying, foot, top = level_at((0, -50, 3)), level_at((0, -1.5, 12)), level_at((0, -1.5, 54))
    assert lying + 4 < foot < top - 8
    assert lying + 20 < top < 85


def test_what_lies_behind_is_not_seen() -> None:
    """A black disc on the table in the middle of the picture, and a white plate above it: white is seen, whichever of
    them comes first. The disc alone is black there."""
    disc = item("disc", draw(Role.EDGE, circle((0, 0), 4)), BLACK)
    plate = item("plate", square(40, -20, -20), WHITE, flat().moved(0, 0, 10))
    middles = [levels(items)[SIDE // 2, SIDE // 2] for items in ([disc, plate], [plate, disc], [disc])]
    assert [middle > 200 for middle in middles] == [True, True, False]


def test_an_upright_is_as_high_as_it_is() -> None:
    """A plate 30 mm high and 60 mm wide, seen from 90 degrees: twice as wide as it is high. So is the picture; in a
    higher one the eye would rise."""
    upright = item("upright", draw(Role.EDGE, rectangle(0, 0, 60, 30)), WHITE, upright_pose(0, 3))
    seen = np.asarray(draw_model([upright], SIDE, SIDE // 2, 2, 0, 89.5).convert("L"), float)
    rows, columns = np.nonzero(seen > 150)  # lighter than the table
    assert np.ptp(columns) / np.ptp(rows) == pytest.approx(2.0, rel=0.05)


@pytest.mark.parametrize(("look", "number"), [
    (BIRCH, 0), (WHITE, 0), (CLEAR, 0), (BLACK, 0), (RED, 1),
    (SolidLook("walnut", "#5a3a28", 1.0, "#1f140d", "plywood"), 1),
    (SolidLook("tan", "#b58c66", 1.0, "#4a2d16", "plywood"), 2),
])
def test_the_table_is_the_first_from_which_a_board_stands_out(look: SolidLook, number: int) -> None:
    """Walnut for wood, white and black, and for clear acrylic, whose frost is white; pale oak for red, which some
    people see as brown, and for a board of walnut; smoked oak for a brown between the other two."""
    assert choose_table(look) == [*TABLES][number]


def test_all_tables_are_of_wood() -> None:
    """Red is brightest and blue is darkest, in early wood, which is the paler one, and in late wood."""
    for early, late in TABLES.items():
        colours = [[int(colour[n:n + 2], 16) for n in (1, 3, 5)] for colour in (early, late)]
        assert all(red > green > blue for red, green, blue in colours)
        assert all(pale > dark for pale, dark in zip(*colours, strict=True))


def test_the_table_is_that_of_the_board_and_not_of_what_lies_on_it() -> None:
    """Beside a red board it is pale, whatever comes first; beside a clear one of the same size it is dark."""
    piece = item("piece", square(10, 20, 20), CLEAR, flat().moved(0, 0, 3))
    corners = [levels(items, side=200)[1, 1] for items in (
        [piece, item("board", square(60), RED)], [item("board", square(60), RED), piece],
        [piece, item("board", square(60), CLEAR)])]
    assert corners[0] == corners[1] > corners[2] + 60


def test_the_table_is_seen_through_a_hole_and_a_clear_sheet_but_not_through_its_frost() -> None:
    frost = square(60, -30, -30) + draw(Role.MARK, rectangle(10, -10, 12, 12))
    seen = levels([item("clear", frost + draw(Role.HOLE, circle((-12, 0), 8)), CLEAR)])
    middle, scale = SIDE / 2, 0.96 * SIDE / 60
    hole, sheet, mark = (seen[int(middle - scale * y), int(middle + scale * x)]
                         for x, y in ((-12, 0), (0, -20), (16, -4)))
    assert abs(hole - sheet) < 30
    assert mark > sheet + 40


def test_a_shadow_falls_away_from_the_lamp_and_is_soft() -> None:
    """The lamp stands at the left and before the board: what a plate of 20 mm, 40 mm above the table, shades lies at
    its right and beyond it. At the edge of a shadow that comes from so far the light changes over several mm.

    White reflects 1.12 * 0.70 = 0.79 of the lamp's light, which comes from 45 degrees, and 0.42 of that of the room:
    1.2 shows as 246. The plate is wider than the lamp looks from the ground, 0.32 of 55 mm, and keeps back more than
    half of its light: less than 0.39 + 0.42 = 0.81 shows as 232 at most."""
    ground, plate = square(160, -80, -80), square(20, -10, -10)
    seen = levels([item("ground", ground, WHITE), item("plate", plate, WHITE, flat().moved(0, 0, 40))])
    middle, scale = SIDE / 2, 0.96 * SIDE / 160

    def tone(x: float, y: float) -> float:
        return float(seen[int(middle - scale * y), int(middle + scale * x)])

    # The middle of the plate is 38.5 mm above the ground, and the lamp stands 0.95 mm left and 0.75 mm before it for
    # each 1.2 mm above it.
    away = 38.5 * 0.95 / 1.2, 38.5 * 0.75 / 1.2
    right, left = tone(*away), tone(-away[0], -away[1])
    assert left > 240
    assert right < 232
    steps = [tone(x, away[1]) for x in np.arange(36, 61, 0.7)]
    assert sum(right + 3 < step < left - 3 for step in steps) >= 4


def test_what_touches_the_ground_has_a_sharp_shadow() -> None:
    """The shadow of a plate of 3 mm that lies on the ground ends within 3 mm."""
    seen = levels([item("ground", square(160, -80, -80), WHITE),
                   item("plate", square(60, -30, -30), BLACK, flat().moved(0, 0, 3))])
    row, scale = seen[SIDE // 2], 0.96 * SIDE / 160
    at = [float(row[int(SIDE / 2 + scale * x)]) for x in (31.2, 36, 60)]
    assert at[0] < at[2] - 25
    assert at[1] > at[2] - 12


def test_a_fine_hatch_is_no_moire_in_a_picture() -> None:
    """Lines at 45 degrees, 0.5 mm apart, where a pixel is 0.6 mm: all pixels of the area have nearly the same tone;
    frost and sheet are over a hundred levels apart."""
    shift = 0.5 * math.sqrt(2)  # above each other
    rulers = ((-100 + n * shift) for n in range(283))
    hatch = draw(Role.ZONE, *(line((max(0.0, -rise), max(0.0, rise)), (min(100.0, 100 - rise), min(100.0, 100 + rise)))
                              for rise in rulers))
    seen = levels([item("plate", square(100) + hatch, RED)], 0, 0, 186)
    area = seen[43:143, 43:143]
    assert float(np.ptp(area)) < 20
    plain, frost = (levels([item("plate", square(100) + mark, RED)], 0, 0, 180)[90, 90]
                    for mark in (Drawing(), draw(Role.MARK, rectangle(20, 20, 60, 60))))
    assert frost - plain > 100
    assert plain + 0.3 * (frost - plain) < area.mean() < frost - 0.1 * (frost - plain)


def test_wood_is_browned_between_the_lines_of_a_hatch() -> None:
    """Lines of 0.2 mm, 1 mm apart: between them wood is warmer than elsewhere, red by less of its light than blue."""
    lines = draw(Role.ZONE, *(line((0.0, float(y)), (100.0, float(y))) for y in range(5, 96)))
    tones = []
    for mark in (Drawing(), lines):
        picture = draw_model([item("plate", square(100) + mark, BIRCH)], SIDE, SIDE, 2, 0.0, 0.0)
        tones.append(np.asarray(picture.convert("RGB"), float)[100:200, 100:200].mean(axis=(0, 1)))
    plain, hatched = tones
    assert hatched[2] / plain[2] < hatched[0] / plain[0] - 0.05


def test_a_polished_rim_reflects_the_lamp_but_not_that_of_an_inlaid_space() -> None:
    """The lamp stands 45 degrees high, and left of the eye; somewhere along the near left of the rim of a red disc the
    bevel turns its light to an eye that is 45 degrees high: 0.25 of a lamp of 7 are 1.75, nearly a white glint. At the
    bevel turns its light to an eye that is as high: 0.25 of a lamp of 7 are 1.75, nearly a white glint. At the
    of a disc in a hole of a dull black sheet, which is as high."""
    ground = item("ground", square(40) + draw(Role.HOLE, circle((20, 20), 6.1)), BLACK_CARD)
    brightest = []
    for high in (3, 0):
        disc = item("disc", draw(Role.EDGE, circle((20, 20), 6)), RED, flat().moved(0, 0, high))
        seen = levels([ground, disc], 0, 45)[100:200]
        brightest.append([seen[:, at:at + 50].max() for at in (100, 150)])
    (glint, aside), inlaid = brightest
    assert glint > 220
    assert max(aside, *inlaid) < 208


def test_the_same_parts_give_the_same_picture_in_bands_too(monkeypatch: pytest.MonkeyPatch) -> None:
    items = [item("ground", square(60), WHITE), item("clear", square(20, 5, 5), CLEAR, flat().moved(0, 0, 3)),
             item("disc", draw(Role.EDGE, circle((40, 40), 9)), RED, flat().moved(0, 0, 3))]
    whole = draw_model(items, 90, 60, 2).tobytes()
    monkeypatch.setattr("fabgen.model.model_picture.BAND", 4000)
    assert draw_model(items, 90, 60, 2).tobytes() == whole


# A game


@pytest.fixture(scope="module")
def small_picture() -> Callable[[], bytes]:
    from fabgen.laser.job import make_laser_job
    from fabgen.model.game_picture import draw_small_game
    from fabgen.spec.build_options import Options
    from fabgen.spec.load import load_spec

    spec = load_spec("correction")
    job = make_laser_job(spec, Options())
    return lambda: draw_small_game(spec, job.fit, job.stock)


def test_the_picture_of_a_game_shows_its_colours_without_further_packages(
    small_picture: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Correction has green and orange pieces. Nothing of the extra `model` is asked for, nor a browser."""
    monkeypatch.setitem(__import__("sys").modules, "manifold3d", None)
    monkeypatch.setitem(__import__("sys").modules, "trimesh", None)
    data = small_picture()
    picture = Image.open(io.BytesIO(data))
    assert (picture.format, picture.size) == ("JPEG", (450, 288))
    red, green, blue = np.moveaxis(np.asarray(picture, float), 2, 0)
    assert ((green > red + 50) & (green > blue)).mean() > 0.01
    assert ((red > blue + 100) & (green > blue + 40)).mean() > 0.01
    assert len(data) < 60_000
