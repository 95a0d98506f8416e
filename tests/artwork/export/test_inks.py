"""Ink of the finished files: little ink is little, black is only black, and what colour tells is told without it."""

from __future__ import annotations

import io
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pikepdf
import pypdfium2
import pytest

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.export.pdf import write_drawing
from fabgen.artwork.path import rectangle
from fabgen.artwork.themes import HATCHES, hatch_box, load_theme
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.paper.sheets import lay_out_set
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec
from fabgen.typeset.pages import write_pages
from fabgen.typeset.papers import load_paper

THEMES = {"full": "colour", "low": "low", "bw": "bw"}
GAMES = sorted(template_folders())
COLOURED = {b"rg", b"RG", b"k", b"K", b"sc", b"SC", b"scn", b"SCN", b"cs", b"CS", b"sh"}


@cache
def made(game: str, ink: str) -> bytes:
    return write_pages(
        lay_out_set(make_paper_kit(load_spec(game)), load_paper("a4")).one_sided, load_theme(THEMES[ink]), title="t"
    )


def coverage(data: bytes) -> float:
    """The mean over all pages of cyan, magenta, yellow and black, black taken out of the others, as inkcov has it."""
    pages = []
    for page in pypdfium2.PdfDocument(data):
        lack = 1 - np.asarray(page.render(scale=1).to_pil().convert("RGB")).astype(float) / 255
        black = lack.min(axis=2)
        pages.append((lack.sum(axis=2) - 2 * black).mean())
    return float(np.mean(pages))


def test_coverage_by_known_areas() -> None:
    def page(colour: str) -> bytes:
        theme = load_theme("bw").model_copy(update={"grey": False})
        inks = {**theme.inks, Role.SHADE: theme.inks[Role.SHADE].model_copy(update={"fill": colour})}
        shown = draw(Role.SHADE, rectangle(0, 0, 50, 100)) + draw(Role.TITLE, rectangle(99.99, 99.99, 0.01, 0.01))
        return write_drawing(shown, theme.model_copy(update={"inks": inks}), 0)

    assert coverage(page("#000000")) == pytest.approx(0.5, abs=0.01)
    assert coverage(page("#00ffff")) == pytest.approx(0.5, abs=0.01)
    assert coverage(page("#0000ff")) == pytest.approx(1.0, abs=0.01)  # cyan and magenta


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_little_ink_is_little(game: str) -> None:
    low, full = coverage(made(game, "low")), coverage(made(game, "full"))
    assert low <= 0.08
    assert low < 0.9 * full


@pytest.mark.slow
def test_little_ink_saves_most_where_there_is_most_colour() -> None:
    assert coverage(made("correction", "low")) <= 0.6 * coverage(made("correction", "full"))


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_black_is_only_black(game: str) -> None:
    def operators(data: bytes) -> set[bytes]:
        pdf = pikepdf.open(io.BytesIO(data))
        return {str(one.operator).encode() for page in pdf.pages for one in pikepdf.parse_content_stream(page)}

    assert not operators(made(game, "bw")) & COLOURED
    assert operators(made(game, "full")) & COLOURED  # the measure can fail


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("ink", ["low", "bw"])
def test_nothing_is_lost(game: str, ink: str) -> None:
    def words(data: bytes) -> list[str]:
        return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]

    assert words(made(game, ink)) == words(made(game, "full"))


@pytest.mark.parametrize("ink", ["low", "bw"])
def test_patterns_of_any_two_tones_differ_or_their_lightness_does(ink: str) -> None:
    theme = load_theme(ink)
    assert set(theme.patterns) == set(theme.palette)
    for one, other in combinations(theme.palette, 2):
        differ = theme.patterns[one] != theme.patterns[other]
        apart = abs(int(theme.palette[one][1:3], 16) - int(theme.palette[other][1:3], 16))
        assert differ or apart >= 20, (one, other)


def seen(ink: str, tone: str) -> np.ndarray:
    shown: Drawing = draw(Role.PIECE, rectangle(0, 0, 20, 20), tone=tone)
    image = pypdfium2.PdfDocument(write_drawing(shown, load_theme(ink), 0))[0].render(scale=150 / 72).to_pil()
    return np.asarray(image.convert("L")).astype(float)


def test_pieces_of_the_usual_players_look_unlike_in_grey() -> None:
    """At 150 dots an inch, in grey: what differs by half, on how much of the area."""
    tones = ["green", "orange", "blue", "red", "yellow", "purple", "sky", "white", "black"]
    shown = {tone: seen("bw", tone) for tone in tones}
    for one, other in combinations(tones, 2):
        share = float((abs(shown[one] - shown[other]) > 90).mean())
        assert share > 0.08, (one, other, share)
    assert (abs(seen("bw", "green") - seen("bw", "green")) > 0).mean() == 0


@pytest.mark.parametrize("name", sorted(HATCHES))
def test_patterns_are_what_a_printer_can_part(name: str) -> None:
    """0.75 mm between lines and more; the same pattern in a box that lies elsewhere."""
    lines, dots = hatch_box(name, (0, 0, 20, 20))
    moved, moved_dots = hatch_box(name, (100, 50, 120, 70))
    assert (len(lines), len(dots)) == (len(moved), len(moved_dots))
    straight = [path.flatten(0.01) for path in lines if len(path.flatten(0.01)) == 2]
    for rises in (True, False):
        ends = sorted({round(a[0] * (b[1] - a[1]) - a[1] * (b[0] - a[0]), 3) / np.hypot(b[0] - a[0], b[1] - a[1])
                       for a, b in straight if abs(b[0] - a[0]) > 1 and ((b[1] - a[1]) * (b[0] - a[0]) > 0) == rises})
        assert all(b - a >= 0.74 for a, b in pairwise(ends) if b - a > 1e-6)
