"""The colours of things on paper: patterns are seen on their tints, and red is not taken for orange by anybody.

Contrast is WCAG 2's, lightness and distance are CIE 1976 L*a*b*, colour blindness is simulated with the matrices of
Machado, Oliveira and Fernandes (2009) at full severity.
"""

from __future__ import annotations

import math

import pytest

from fabgen.artwork.drawing import Role
from fabgen.artwork.themes import Theme, load_theme, resolve_ink

THEME = load_theme("colour")
EVERY = [load_theme(name) for name in ("colour", "low", "bw")]
SIGHTS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
Three = tuple[float, ...]


def times(matrix: tuple[Three, ...], v: Three) -> Three:
    return tuple(sum(a * b for a, b in zip(row, v, strict=True)) for row in matrix)


def linear(colour: str) -> Three:
    parts = (int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)


def contrast(one: str, other: str) -> float:
    low, high = sorted(times(XYZ, linear(colour))[1] for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, sight: str = "normal") -> Three:
    seen = tuple(min(max(c, 0.0), 1.0) for c in times(SIGHTS[sight], linear(colour)))
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (math.cbrt(v) if v > 0.008856 else 7.787 * v + 16 / 116
               for v in (a / b for a, b in zip(times(XYZ, seen), white, strict=True)))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def test_measures_by_known_values() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert lab("#d55e00")[0] == pytest.approx(54, abs=0.5)  # vermilion of Okabe and Ito
    assert lab("#56b4e9")[0] == pytest.approx(70, abs=0.5)  # their sky blue


@pytest.mark.parametrize("theme", EVERY, ids=lambda theme: str(theme.name))
@pytest.mark.parametrize("tone", [*THEME.palette, "unknown"])
def test_patterns_and_crosses_are_seen_on_every_tint(tone: str, theme: Theme) -> None:
    """3:1 is what WCAG 2.1 asks of graphics (1.4.11)."""
    inks = {role: resolve_ink(theme, role, tone) for role in (Role.SHADE, Role.ZONE, Role.CAPTURE)}
    shade, zone, capture = inks[Role.SHADE], inks[Role.ZONE], inks[Role.CAPTURE]
    tint, line, cross = shade and shade.fill, zone and zone.stroke, capture and capture.fill
    assert contrast(line or "", tint or "") >= 3
    assert contrast(cross or "", tint or "") >= 3


@pytest.mark.parametrize(("name", "piece"), [("colour", "white"), ("colour", "black"), ("bw", "white")])
def test_white_and_black_pieces_stand_out_on_dark_cells(name: str, piece: str) -> None:
    """Dark cells of a chequered board have the tint of black. 20 L* is what `look.md` asks; black pieces without colour
    are told by their pattern."""
    ground, body = (resolve_ink(load_theme(name), role, tone) for role, tone in (
        (Role.SHADE, "black"), (Role.PIECE, piece)))
    assert ground is not None
    assert body is not None
    assert abs(lab(body.fill or "")[0] - lab(ground.fill or "")[0]) >= 20


@pytest.mark.parametrize("theme", EVERY, ids=lambda theme: str(theme.name))
@pytest.mark.parametrize("tone", [*THEME.palette, "unknown"])
def test_patterns_do_not_shout(tone: str, theme: Theme) -> None:
    """Contrast enough to be seen, and little more: pieces have 7:1 and more where they are dark."""
    shade, zone = resolve_ink(theme, Role.SHADE, tone), resolve_ink(theme, Role.ZONE, tone)
    assert shade is not None
    assert zone is not None
    assert contrast(zone.stroke or "", shade.fill or "") <= 5


@pytest.mark.parametrize("sight", sorted(SIGHTS))
def test_red_is_reported_from_every_colour(sight: str) -> None:
    """Wine and walnut are for spaces of boards, and wine is a red itself."""
    red = THEME.palette["red"]
    for name, colour in THEME.palette.items():
        assert name in ("red", "wine", "walnut") or math.dist(lab(red, sight), lab(colour, sight)) >= 25, name


def test_red_is_reported_from_orange_in_grey() -> None:
    assert abs(lab(THEME.palette["red"])[0] - lab(THEME.palette["orange"])[0]) >= 25


@pytest.mark.parametrize("theme", EVERY, ids=lambda theme: str(theme.name))
@pytest.mark.parametrize("role", [Role.TITLE, Role.LABEL, Role.NOTE, Role.COORDINATE])
def test_words_are_read_on_paper(theme: Theme, role: Role) -> None:
    """4.5:1 is what WCAG 2.1 asks of text (1.4.3); labels stand on tints too."""
    found = resolve_ink(theme, role, "")
    assert contrast(found.fill if found and found.fill else "#ffffff", "#ffffff") >= 4.5
    for tone in theme.palette if role is Role.LABEL else ():
        shade = resolve_ink(theme, Role.SHADE, tone)
        assert contrast(found.fill if found and found.fill else "", shade.fill if shade and shade.fill else "") >= 4.5


def test_moves_and_captures_are_told_apart_by_lightness_or_shape() -> None:
    """Dot and cross: shape is the first cue. In black alone they are of one colour, and only shape is left."""
    for theme in EVERY:
        move, capture = resolve_ink(theme, Role.MOVE, ""), resolve_ink(theme, Role.CAPTURE, "")
        assert move
        assert capture
        assert move.fill
        assert capture.fill
        assert contrast(move.fill, "#ffffff") >= 4.5
        assert contrast(capture.fill, "#ffffff") >= 4.5
