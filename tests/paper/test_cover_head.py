"""The head of the first page in the colour of the game's book."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely
from specs import put

from fabgen.artwork.drawing import Drawing, Role, Shape, draw, draw_text
from fabgen.artwork.motif import Motif
from fabgen.artwork.path import line, rectangle
from fabgen.artwork.themes import MIX_SHARES, compute_contrast, load_theme, measure_lightness, mix_colours, tone_colour
from fabgen.paper.cover_head import colour_head, draw_motif, find_motif_tone, is_nearly_black, lighten_ground
from fabgen.paper.print_and_play import make_kit
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec

CROSS = Motif((line((-5, 0), (5, 0)), line((0, -5), (0, 5))), (10.0, 10.0), 1.0)
HEAD, TAB = draw(Role.GLUE, rectangle(0, 0, 100, 50)), draw(Role.GLUE, rectangle(0, -20, 10, 5))


def test_the_motif_fills_the_head_and_nothing_beside_it() -> None:
    """Lines 10 mm from each other both ways, 0.6 mm wide: 11 upright and 5 level ones cross 100 x 50 mm, the outermost
    upright ones with half of their width, as the middle of the head is on a line each way."""
    areas = [shapely.Polygon(outer.flatten(0.01), [hole.flatten(0.01) for hole in holes])
             for outer, *holes in draw_motif(CROSS, rectangle(0, 0, 100, 50))]
    assert shapely.union_all(areas).area == pytest.approx(10 * 0.6 * 50 + 5 * 0.6 * 100 - 5 * 10 * 0.36, rel=0.01)
    assert shapely.union_all(areas).bounds == pytest.approx((0, 0, 100, 50))


def test_only_the_head_has_the_colour() -> None:
    """The stripe that takes glue, in a picture of a step, stays as it is."""
    page = colour_head(HEAD + TAB, "orange", CROSS)
    assert page.items[0].role is Role.SHADE
    assert page.items[0].tone == "orange"
    assert {item.bounds() for item in page.only(Role.GLUE).items} == {TAB.bounds()}
    assert all(isinstance(item, Shape) for item in page.items)


def test_a_game_without_a_colour_and_a_page_without_a_head_stay() -> None:
    assert colour_head(HEAD, "", CROSS) == HEAD
    assert colour_head(Drawing(), "orange", CROSS) == Drawing()


@pytest.mark.parametrize(("ink", "colour"), [("full", "orange"), ("low", ""), ("bw", "")])
def test_little_ink_has_no_coloured_head(ink: str, colour: str) -> None:
    assert make_kit(load_spec("incorrect-checkers"), Options(ink=ink)).colour == colour


def test_a_game_that_names_no_colour_has_that_of_its_book(tmp_path: Path) -> None:
    """That of the first player whose pieces are seen on white paper."""
    path = put(tmp_path)
    assert make_kit(load_spec(str(path)), Options()).colour == "black"
    path.write_text(path.read_text("utf-8").replace("acrylic-3mm/black", "acrylic-3mm/orange"), "utf-8")
    assert make_kit(load_spec(str(path)), Options()).colour == "orange"


def test_the_motif_keeps_off_words() -> None:
    """2.5 mm off a word in the head and off a box that is given; as it is beside a word below the head."""
    word, below = (draw_text(Role.NOTE, "quiet", (50, y), 3.0) for y in (20, -10))
    box = (5.0, 40.0, 30.0, 43.0)
    page = colour_head(HEAD + word + below, "orange", CROSS, (box,))
    lines = [shapely.Polygon(outer.flatten(0.01), [hole.flatten(0.01) for hole in holes])
             for outer, *holes in (item.paths for item in page.items[1:] if isinstance(item, Shape))]
    assert lines
    for words in (word.bounds(), box):
        assert shapely.union_all(lines).distance(shapely.box(*words)) == pytest.approx(2.5, abs=0.1)
    assert shapely.union_all(lines).bounds[1] == pytest.approx(0)


@pytest.mark.parametrize(("colour", "stays"), [("black", False), ("red", False), ("yellow", True), ("orange", True)])
def test_the_ground_is_light_and_the_motif_barely_lighter(colour: str, stays: bool) -> None:
    """L* of the tints of yellow and orange are 96.5 and 91.2, more than the 88 that small words get; red has 80.9."""
    ground = lighten_ground(colour)
    assert (ground == colour) is stays
    light, lighter = (measure_lightness(mix_colours(tone_colour(load_theme("colour"), tone), *MIX_SHARES["tint"]))
                      for tone in (ground, find_motif_tone(ground)))
    assert 88 <= light < (100 if stays else 89)
    assert 1 < lighter - light <= 2.4


def test_a_nearly_black_head_has_white_words_and_others_stay() -> None:
    """Black has an L* of 17, walnut 15: less than 25. Red has 41, and its head is a light tint with dark words.
    Dark heads are as light as white words, with a contrast of 7 and more, allow, with less ink."""
    inside, below = (draw_text(Role.NOTE, "quiet", (50, y), 3.0) for y in (20, -10))
    dark, light = (colour_head(HEAD + inside + below, colour, CROSS) for colour in ("black", "red"))
    assert dark.items[0].role is Role.ETCHING
    assert 33 <= measure_lightness(dark.items[0].tone) < 34
    assert compute_contrast(dark.items[0].tone, "#ffffff") >= 7
    assert [(item.role, item.tone) for item in dark.items if not isinstance(item, Shape)] == [
        (Role.ETCHING, "white"), (Role.NOTE, below.items[0].tone)]
    assert light.items[0].role is Role.SHADE
    assert {item.role for item in light.items if not isinstance(item, Shape)} == {Role.NOTE}
    assert [is_nearly_black(colour) for colour in ("black", "walnut", "red", "")] == [True, True, False, False]
