"""Themes: a designer's own file changes what it says and takes the rest from the theme that it extends."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.artwork.drawing import Role
from fabgen.artwork.themes import load_theme, measure_lightness, read_theme, resolve_ink
from fabgen.core.problems import FabgenError


def own_theme(folder: Path, text: str) -> str:
    (folder / "mine.yaml").write_text(text)
    return str(folder / "mine.yaml")


def test_a_theme_changes_what_it_says_and_nothing_else(tmp_path: Path) -> None:
    text = 'extends: colour\nfont: Fira Sans\npalette: {green: "#3355AA"}\ninks:\n  grid: {stroke: "#999999"}\n'
    mine, colour = read_theme(own_theme(tmp_path, text)), load_theme("colour")
    assert mine.font == "Fira Sans"
    assert mine.inks[Role.GRID].stroke == "#999999"
    assert mine.inks[Role.GRID].width == colour.inks[Role.GRID].width
    assert mine.palette == colour.palette | {"green": "#3355aa"}
    piece = resolve_ink(mine, Role.PIECE, "green")
    assert piece is not None
    assert (piece.fill, piece.stroke) == ("#3355aa", colour.inks[Role.PIECE].stroke)


def test_a_theme_may_extend_another_file(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text('extends: bw\ninks:\n  grid: {width: 0.5}\n')
    mine = read_theme(own_theme(tmp_path, "extends: house.yaml\n"))
    assert mine.grey
    assert mine.inks[Role.GRID].width == 0.5


@pytest.mark.parametrize(("text", "where", "words"), [
    ('extends: colour\ninks:\n  grid: {stroke: red}\n', ":3:10 (inks.grid.stroke)", "`red` is not a colour"),
    ('extends: colour\ninks:\n  gird: {stroke: "#ff0000"}\n', ":3:3 (inks.gird)", "did you mean grid?"),
    ('extends: colour\ninks:\n  grid: {width: -1}\n', ":3:10 (inks.grid.width)", "too small"),
    ('extends: colour\ninks:\n  past: {dash: [0, 1]}\n', ":3:17 (inks.past.dash", "too small"),
    ('extends: colour\npalette: {green: "#12"}\n', ":2:11 (palette.green)", "`#12` is not a colour"),
    ("extends: colour\npatterns: {green: wavy}\n", ":2:12 (patterns.green)", "there is no pattern `wavy`"),
    ('extends: colour\nfont: "x; }"\n', ":2:1 (font)", "not the name of a font"),
    ("extends: colur\n", ":1:1 (extends)", "did you mean colour?"),
    ("extends: mine.yaml\n", ":1:1 (extends)", "extends itself"),
    ('extends: bw\npalette: {green: "#ff0000"}\n', ":1:1", "`#ff0000` of `palette.green` is no grey"),
    ("[1", ":2:1", "not YAML"),
])
def test_a_mistake_has_its_place(tmp_path: Path, text: str, where: str, words: str) -> None:
    path = own_theme(tmp_path, text)
    with pytest.raises(FabgenError) as error:
        read_theme(path)
    assert any(path + where in str(problem) and words in str(problem) for problem in error.value.problems)


@pytest.mark.parametrize("ink", ["low", "bw"])
def test_light_signs_on_patterns_have_a_line_around_them(ink: str) -> None:
    """Where a dark piece is printed as a pattern on white, a sign that is white alone would be lost in it."""
    sign = resolve_ink(load_theme(ink), Role.LIGHT_MARK, "white")
    assert sign is not None
    assert sign.fill == "#ffffff"
    assert sign.stroke is not None
    assert measure_lightness(sign.stroke) < 20


@pytest.mark.parametrize("theme", ["low", "bw", "etched", "workshop"])
def test_every_colour_of_a_spec_has_an_ink_in_each_theme(theme: str) -> None:
    """A colour that a theme lacks would be grey there, beside the name of another colour."""
    assert {*load_theme("colour").palette} - {*load_theme(theme).palette} == set()
