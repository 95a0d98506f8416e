"""The colour in which the figures of a game explain is told from all that lies under arrows and frames."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.artwork.drawing import Role
from fabgen.artwork.themes import load_theme, resolve_ink
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.positions.explanation_colour import EXPLAINING
from fabgen.spec.load import load_spec

GAME = """fabgen: 1
title: Colours
designer: Nobody
players: {black: {forward: up, material: acrylic-3mm/PIECES}, white: {forward: down, material: acrylic-3mm/white}}
board: {grid: 4x4, cell: 20 mm, border: 10 mm, material: birch-ply-3mm}
pieces:
  man: {each: 4, moves: mW, body: {tile: disc, base: 16 mm}}
setup: {black: {man: a1}, white: {man: d4}}
rules: {set: standard}
examples:
  - {id: step, title: T, position: "black: man b2; turn: black", line: [b2-b3], next: white}
"""


def colours_of(folder: Path, pieces: str) -> set[str | None]:
    """The colours of arrows and frames in the figure, and of those in the legend."""
    (folder / "game.yaml").write_text(GAME.replace("PIECES", pieces), encoding="utf-8")
    spec, theme = load_spec(folder / "game.yaml"), load_theme("colour")
    items = [item for reference in (("example", "step"), ("legend", ""))
             for item in draw_figure(spec, *reference).drawing.items if item.role in EXPLAINING]
    assert {item.role for item in items} == {Role.PATH, Role.ACTOR}
    inks = [resolve_ink(theme, item.role, item.tone) for item in items]
    return {ink.stroke for ink in inks if ink}


@pytest.mark.parametrize(("pieces", "colour"), [
    ("black", "#0b4f8a"),  # a black of 15 L* and a dark blue of 33 L*, which has a hue too
    ("blue", "#b85000"),  # blue pieces are near to blue, and to violet and magenta for tritanopes
])
def test_arrows_and_frames_have_one_colour_that_no_piece_has(tmp_path: Path, pieces: str, colour: str) -> None:
    assert colours_of(tmp_path, pieces) == {colour}


def test_the_blue_spaces_of_an_abstract_game_make_its_figures_explain_in_violet() -> None:
    spec = load_spec("abstract-game")
    items = [item for case in spec.cases for item in draw_figure(spec, "example", case.example.id).drawing.items]
    assert {item.tone for item in items if item.role in EXPLAINING} == {"#8800cc"}
