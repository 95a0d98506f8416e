"""A small game whose pieces are cut along drawings, each of a size and an area that are worked out by hand."""

from __future__ import annotations

from pathlib import Path

from fabgen.spec.load import Spec, load_spec

GAME = """\
fabgen: 1
title: Pond
designer: Nobody
players:
  reed: {forward: up, material: acrylic-3mm/green}
  mud: {forward: down, material: acrylic-3mm/black}
board: {grid: 5x5, cell: 48 mm, material: birch-ply-3mm}
pieces:
  fish: {each: 3, moves: W, body: {tile: art/fish.svg}}
  leaf: {each: 2, moves: F, body: {tile: art/leaf.svg, base: 32 mm, face: sign, sign: star, back: ring}}
  shell: {each: 1, moves: K, body: {tile: art/shell.svg, base: 30 mm, face: plain, reverse: other player}}
setup:
  reed: {fish: a1 c1 e1, leaf: b1 d1, shell: c2}
  mud: {fish: a5 c5 e5, leaf: b5 d5, shell: c4}
rules: {set: standard, win: [{capture: all}]}
"""
SVG = ('<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">'
       '<path id="it" d="{path}" {paint}/></svg>')
INK, LINE = 'fill="#000" fill-rule="evenodd"', 'fill="none" stroke="#000" stroke-width="0.1"'
FISH = "M60 20 L40 0 L20 6 L0 0 V40 L20 34 L40 40 Z"  # 60 x 40 mm, 1760 mm²: 2 (17 + 17 + 10) 20
LEAF = "M0 30 H40 L0 0 Z"  # its right angle at the lower left
SHELL = "M0 30 H40 L30 0 H0 Z"
FISH_SIZE = 40.8, 27.2  # mm: 0.85 of a cell of 48 mm, and two thirds of that
FISH_AREA = 1760 * 0.68**2
LEAF_SIZE, LEAF_AREA = (32.0, 24.0), 384.0
SHELL_SIZE, SHELL_AREA = (30.0, 22.5), 1050 * (30 / 40) ** 2


def put_pond(folder: Path, *pairs: tuple[str, str], fish: str = FISH, paint: str = INK) -> Path:
    """The game's file in a folder of its own, with some words replaced, each of which is in it once."""
    text = GAME
    for old, new in pairs:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
        text = text.replace(old, new)
    path = folder / "pond" / "game.yaml"
    (path.parent / "art").mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    path.with_name("rules.md").write_text("# Pond\n\nTake turns.\n", "utf-8")
    for name, outline, look in (("fish", fish, paint), ("leaf", LEAF, INK), ("shell", SHELL, INK)):
        (path.parent / "art" / f"{name}.svg").write_text(SVG.format(path=outline, paint=look), "utf-8")
    return path


def load_pond(folder: Path, *pairs: tuple[str, str], fish: str = FISH, paint: str = INK) -> Spec:
    """The game, in spite of its errors."""
    return load_spec(str(put_pond(folder, *pairs, fish=fish, paint=paint)), allow_errors=True)
