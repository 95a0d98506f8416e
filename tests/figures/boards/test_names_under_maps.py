"""Names under a map: those that stand outside of their space, and below them those of spaces that have a number."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

from fabgen.artwork.drawing import Lettering, Role
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.spec.load import load_spec

# Nine spaces on a moor. In the figure of the example, Stone Circle has no room for its name beside the piece that left
# it, and Village none within its space.
GAME = """\
fabgen: 1
title: The White Stag
designer: Nobody
players:
  stag: {forward: up, material: acrylic-3mm/white}
  hunt: {forward: down, material: acrylic-3mm/black}
board:
  cell: 44 mm
  material: birch-ply-3mm
  map:
    spaces:
      Old Mill: "10,190 80,190 90,140 20,130"
      North Wood: "80,190 170,190 170,130 90,140"
      Fox's Den: "170,190 270,180 260,120 170,130"
      Long Meadow: "20,130 90,140 90,70 15,70"
      Stone Circle: "90,140 170,130 175,70 90,70"
      Heath: "170,130 260,120 265,70 175,70"
      Village: "15,70 90,70 90,10 20,10"
      Ford: "90,70 175,70 170,10 90,10"
      Ravine: "175,70 265,70 270,10 170,10"
pieces:
  deer: {of: stag, moves: W, body: {standee: hare}}
  hound: {of: hunt, each: 3, moves: W, body: {standee: wolf}}
setup:
  stag: {deer: Village}
  hunt: {hound: "Old Mill, North Wood, Heath"}
rules: {set: standard, turns: [stag, hunt], win: [{capture: [deer]}]}
examples:
  - id: caught
    title: A hound catches the deer.
    position: "stag: deer Ford; hunt: hound Stone Circle; turn: hunt"
    line: [Stone Circle x Ford]
    result: hunt
"""


def test_a_list_of_numbers_is_below_the_names_under_the_map(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "rules.md").write_text("# The White Stag\n\nCatch it.\n", "utf-8")
    drawing = draw_figure(load_spec(str(tmp_path)), "example", "caught").drawing
    names = [item for item in drawing.only(Role.COORDINATE).items if isinstance(item, Lettering)]
    below = [item for item in names if item.bounds()[3] < 0]
    assert len(below) >= 2
    for first, second in combinations(names, 2):
        a, b = first.bounds(), second.bounds()
        is_apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert is_apart, (first.text.string, second.text.string)
