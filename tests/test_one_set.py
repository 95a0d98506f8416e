"""One set of tiles for both players of shogi: made, listed and counted once, and shown as each player lays them.

The game is the one of docs/recipes.md: on each side a king, a gold, a silver, a bishop, a rook and a pawn, of which
four have another side.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from built import build_in_place, verify_in_place
from recipe_games import put_recipe

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.artwork.part import Fit
from fabgen.check.game import check_spec
from fabgen.core.problems import FabgenError
from fabgen.figures.components.component_list import list_components
from fabgen.figures.components.kit import make_laser_kit
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.diagrams.legend import legend_rows
from fabgen.rules.match import begin
from fabgen.rules.position import Position
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, load_spec

RULES = "# Shogi\n\nTake the king.\n\n![](setup)\n\n![](example:captured)\n\n![](components)\n\n![](legend)\n"


def put(folder: Path, *pairs: tuple[str, str]) -> Path:
    """The game in a folder, with some words replaced."""
    return put_recipe(folder, "shogi", RULES, *pairs)


def load(folder: Path, *pairs: tuple[str, str]) -> Spec:
    return load_spec(str(put(folder, *pairs)))


def test_it_is_cut_once_and_nobody_is_named(tmp_path: Path) -> None:
    """6 kinds of tiles and 4 other sides, two of each; all tiles of a kind are alike."""
    parts = [part for part in make_laser_kit(load(tmp_path), lambda _: Fit(3.0, 0.1)) if part.group == "pieces"]
    assert sum(part.count for part in parts) == 2 * (6 + 4)
    assert {part.count for part in parts} == {2}
    assert not [part for part in parts if "sente" in part.label or "gote" in part.label]


def test_it_is_printed_and_listed_once(tmp_path: Path) -> None:
    spec = load(tmp_path)
    kit = make_paper_kit(spec)
    assert [(batch.name, batch.count) for batch in kit.batches] == [
        (name, 2) for name in ("Kings", "Golds", "Silvers", "Bishops", "Rooks", "Pawns")]
    rows = [row for row in list_components(spec, spec.words) if row.group == "pieces"]
    assert [(row.each, row.total, row.sides) for row in rows] == [(None, 2, ())] * 6


def test_figures_show_where_each_piece_points(tmp_path: Path) -> None:
    """A triangle for each of the 12 pieces at the start, with its tip up for sente and down for gote."""
    drawing = draw_figure(load(tmp_path), "setup").drawing
    assert len(drawing.only(Role.FORWARD).items) == 12
    assert count_ahead(drawing) == (6, 6)


FOUR = """\
fabgen: 1
title: Four at a Table
designer: Nobody
one_set: true
players:
  south: {forward: up, material: birch-ply-3mm, colour: wood}
  west: {forward: right, material: birch-ply-3mm, colour: wood}
  north: {forward: down, material: birch-ply-3mm, colour: wood}
  east: {forward: left, material: birch-ply-3mm, colour: wood}
board: {grid: 5x5, cell: 40 mm, material: birch-ply-3mm}
pieces: {man: {each: 1, moves: fW, body: {tile: square, travel: up, face: name}}}
setup: {south: {man: c1}, west: {man: a3}, north: {man: c5}, east: {man: e3}}
rules: {set: standard, win: [{capture: all}]}
examples:
  - {id: step, title: A step., position: "south: man c1; west: man a3; turn: south", legal: [c1-c2]}
"""


def test_four_players_have_no_letters_on_one_set(tmp_path: Path) -> None:
    """As on the table, no tile of a figure has a sign of a player. The legend tells them by where they point."""
    (tmp_path / "game.yaml").write_text(FOUR, "utf-8")
    (tmp_path / "rules.md").write_text(RULES, "utf-8")
    spec = load_spec(str(tmp_path), allow_errors=True)  # about the figures of RULES alone
    items = draw_figure(spec, "example", "step").drawing.items
    assert {item.text.string for item in items if isinstance(item, Lettering)} == {*"abcde12345"}
    rows = [row.text for row in legend_rows(spec, spec.words)]
    assert rows[-4:] == ["South piece; forward is up", "West piece; forward is right", "North piece; forward is down",
                         "East piece; forward is left"]


def count_ahead(drawing: Drawing) -> tuple[int, int]:
    """How many triangles have their tip up, and how many down: a tip is where one corner is alone in its height."""
    ups = downs = 0
    for item in drawing.only(Role.FORWARD).items:
        assert isinstance(item, Shape)
        heights = sorted(round(y, 3) for _, y in item.paths[0].flatten(0.01)[:3])
        ups += heights[0] == heights[1]
        downs += heights[1] == heights[2]
    return ups, downs


def test_a_captured_tile_is_dropped_by_its_captor_without_a_spare(tmp_path: Path) -> None:
    """Sente takes gote's only pawn with their own pawn, and so has both of the set; positions may show that."""
    spec = load(tmp_path)
    assert spec.play
    text = "sente: king a1, pawn c3; gote: king e5, pawn c4; turn: sente"
    match = begin(spec.play, spec.play.read(Position.parse(text, spec.play.setting)), None)
    for player, action in (("sente", "c3xc4"), ("gote", "e5-e4"), ("sente", "pawn@a2")):
        match = match.play({player: action})
    assert str(spec.play.show(match.position)).startswith("sente: king a1, pawn a2 c4; gote: king e4")
    assert [problem for problem in check_spec(spec) if problem.level in ("error", "warning")] == []


FAULTS = {
    "of two materials": ([("gote: {forward: down, material: birch-ply-3mm,",
                           "gote: {forward: down, material: mdf-3mm,")],
                         "players.gote.material",
                         "sente and gote share one set of pieces, and its material is not the same"),
    "of two colours": ([("gote: {forward: down, material: birch-ply-3mm, colour: wood",
                         "gote: {forward: down, material: birch-ply-3mm, colour: grey")],
                       "players.gote.colour", "sente and gote share one set of pieces, and its colour is not the same"),
    "one way": ([("gote: {forward: down", "gote: {forward: up")], "one_set",
                "players who share one set need a `forward` each, and two have the same"),
    "standing": ([("king: {moves: K, body: {tile: square, travel: up}}", "king: {moves: K, body: {standee: king}}")],
                 "pieces.king.body",
                 "the king is in one set for all players, so it must be a flat piece of one colour"),
    "pointless": ([("king: {moves: K, body: {tile: square, travel: up}}", "king: {moves: K, body: {tile: square}}")],
                  "pieces.king.body", "the king does not point anywhere, so nothing shows whose it is"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_one_set_cannot_be(name: str, tmp_path: Path) -> None:
    pairs, key, words = FAULTS[name]
    with pytest.raises(FabgenError) as caught:
        load(tmp_path, *pairs)
    assert [(problem.where.key, problem.what) for problem in caught.value.problems] == [(key, words)]
    assert caught.value.problems[0].hint


def test_every_output_is_built_and_proven(tmp_path: Path) -> None:
    """With a box, whose tray has one compartment for all tiles."""
    result = build_in_place(put(tmp_path, ("rules:\n", "box: {}\nrules:\n")), tmp_path / "out", Options())
    assert verify_in_place(result.target) == []
