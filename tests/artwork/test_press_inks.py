"""Inks of a press: those that are stated, those of mixes and greys, and those that the profile computes."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from fabgen.artwork.press_inks import MOST_INK, PressInks, PressTable, compute_inks, stated_inks
from fabgen.artwork.themes import MIXES, load_theme
from fabgen.core.yaml_models import parse_leniently


@pytest.mark.parametrize("name", ["colour", "low"])
def test_every_colour_of_a_theme_of_books_is_stated(name: str) -> None:
    theme = load_theme(name)
    colours = {*theme.palette.values()}
    colours |= {colour for ink in theme.inks.values() for colour in (ink.stroke, ink.fill, ink.hatch)
                if colour and colour not in MIXES}
    greys = {colour for colour in colours if len({colour[1:3], colour[3:5], colour[5:7]}) == 1}
    assert colours - greys - stated_inks().keys() == set()


def test_every_colour_of_a_look_is_stated() -> None:
    looks = (files("fabgen") / "book" / "themes").iterdir()
    colours = {colour for look in looks for colour in re.findall(r'rgb\("(#[0-9a-f]{6})"\)', look.read_text("utf-8"))}
    assert "#0b4f8a" in colours
    assert colours - stated_inks().keys() == set()


def test_a_tint_is_mixed_from_the_inks_of_its_tone() -> None:
    """Blue is 90 45 0 10 and #0072b2. `tint` has 72 % of white: 0.28 x 90 = 25.2, 12.6, 0, 2.8. `shade` has 45 % of
    black: 0.55 x 90 = 49.5, 24.8, 0, 0.55 x 10 + 45 = 50.5. #0072b2 with 72 % of white is #b8d8ea: 0 + 255 x 0.72 =
    184 = b8; 114 + 141 x 0.72 = 215.5 = d8; 178 + 77 x 0.72 = 233.4 = e9."""
    inks = PressInks(load_theme("colour"))
    assert inks.convert("#0072b2") == (90, 45, 0, 10)
    assert inks.convert("#b8d8e9") == (25.2, 12.6, 0, 2.8)
    assert inks.convert("#003f62") == (49.5, 24.8, 0, 50.5)


@pytest.mark.parametrize(("colour", "black"), [
    ("#ffffff", 0), ("#000000", 100), ("#5c5c5c", 64), ("#1a1a1a", 100),  # words: solid, not a screen of 90 %
    ("#353535", 79), ("#333333", 100), ("#5c646a", 61),  # a grey with a hue that nobody sees
])
def test_a_grey_is_black_ink_alone(colour: str, black: float) -> None:
    assert PressInks(load_theme("colour")).convert(colour) == (0, 0, 0, black)


@pytest.mark.parametrize("colour", ["#ff0000", "#00ff00", "#0000ff", "#123400", "#001133", "#300010", "#7fffd4"])
def test_no_computed_colour_takes_too_much_ink(colour: str) -> None:
    inks = compute_inks(colour)
    assert sum(inks) <= MOST_INK
    assert all(0 <= ink <= 100 for ink in inks)


def test_the_profile_keeps_hues() -> None:
    """A red is magenta and yellow, a green cyan and yellow, a blue cyan and magenta."""
    red, green, blue = (compute_inks(colour) for colour in ("#e00000", "#00a000", "#0000c0"))
    assert (red[0], green[1], blue[2]) == (0, 0, 0)
    assert min(*red[1:3], green[0], green[2], *blue[:2]) > 60


@pytest.mark.parametrize(("colour", "main"), [("#e4f0ec", 0), ("#f0e4ea", 1), ("#f2f0e4", 2)])
def test_a_pale_ground_keeps_its_hue(colour: str, main: int) -> None:
    inks = compute_inks(colour)
    assert inks[main] == max(inks[:3]) >= 5
    assert inks[3] < 8


def test_a_muted_colour_keeps_its_hue() -> None:
    """#8b8370 is 139 131 112: black is 1 - 139/255 = 45 %, magenta 1 - 131/139 = 6 %, yellow 1 - 112/139 = 19 %."""
    assert compute_inks("#8b8370") == (0, 6, 19, 45)


@pytest.mark.parametrize("colour", ["#6b3a1f", "#8b8370", "#2a3f50", "#445566", "#b0a890"])
def test_a_computed_colour_has_two_colours_and_black(colour: str) -> None:
    """Three would make a grey that goes with the least error of a plate."""
    assert min(compute_inks(colour)[:3]) == 0 < compute_inks(colour)[3]


@pytest.mark.parametrize(("line", "words"), [
    ('"#112233": [80, 80, 80, 80]', "these inks take 320 %, more than 300 %"),
    ('"#112233": [0, 0, 101, 0]', "too large"),
    ('blue: [0, 0, 0, 0]', "`blue` is not a colour"),
])
def test_a_wrong_table_does_not_load(line: str, words: str) -> None:
    problems = parse_leniently(f"inks:\n  {line}\n", "inks.yaml", PressTable)[1]
    assert len(problems) == 1
    assert words in str(problems[0])
    assert problems[0].where.line == 2
