"""Tiles that become another kind when they are turned over: one piece of the box with two diagrams, on every
product."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from built import share_written_game, verify_in_place
from measure import all_of
from specs import loaded, problems

from fabgen.artwork.drawing import Role
from fabgen.artwork.paper_things import Chit
from fabgen.artwork.part import Fit
from fabgen.build import Result
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError
from fabgen.figures.components.component_list import list_components
from fabgen.figures.components.kit import make_laser_kit
from fabgen.figures.components.order_items import make_order_items
from fabgen.figures.components.paper_kit import draw_flat_face, make_paper_kit, make_piece_batch
from fabgen.figures.pieces.bodies import make_piece_parts, make_player_piece

FIT = Fit(3.0, 0.1)
PAGE = (Path(__file__).parents[3] / "docs" / "recipes.md").read_text("utf-8")
SHOGI = re.findall(r"<!-- recipe: shogi -->\n```yaml\n(.*?)```", PAGE, re.S)[0]
TILE = "body: {tile: disc, back: {piece: champion}}"
CHAMPION = "  champion: {moves: K, body: {tile: disc}}\ntokens:"
PAIRS = (("body: {standee: pawn}", TILE), ("tokens:", CHAMPION))


@pytest.fixture(scope="module")
def shogi(tmp_path_factory: pytest.TempPathFactory) -> Result:
    rules = "# Rules\n\nTake turns.\n\n![](components)\n"
    return share_written_game(tmp_path_factory, "shogi", SHOGI, rules, only=("laser", "print", "rules"))


def test_the_other_side_is_a_layer_with_its_own_diagram(tmp_path: Path) -> None:
    """The king of 8 marks lies under the guard of 3, with the same outline in its mirror image."""
    spec = loaded(tmp_path, *PAIRS)
    tile, back = make_piece_parts(make_player_piece(spec, "black", "guard", FIT))
    alone, = make_piece_parts(make_player_piece(spec, "black", "champion", FIT))
    assert (tile.count, back.count, back.material) == (3, 3, "acrylic-3mm/black")
    mirrored = back.drawing.mirrored()
    assert all_of(tile.drawing, Role.EDGE).symmetric_difference(all_of(mirrored, Role.EDGE)).area < 1e-6
    marks = [all_of(part.drawing, Role.MOVE).area for part in (back, alone)]
    assert marks[0] == pytest.approx(marks[1])
    assert marks[0] > 0


def test_both_sides_in_register(tmp_path: Path) -> None:
    """With `both_sides` the tile itself carries the other diagram, and there is no second layer."""
    text = (PAIRS[0][0], TILE.replace("}}", "}, both_sides: true}"))
    spec = loaded(tmp_path, text, PAIRS[1], ("white: {forward: up, material: acrylic-3mm/white}",
                                             "white: {forward: up, material: birch-ply-3mm}"))
    tile, = make_piece_parts(make_player_piece(spec, "white", "guard", FIT))
    assert tile.both_sides
    assert tile.back
    assert not tile.back.only(Role.EDGE).items
    assert tile.back.items


def test_the_piece_is_counted_once(tmp_path: Path) -> None:
    """Of 3 guards and 1 lancer a player: 3 tiles with 3 backs, 1 upright with its base, and no champion by itself."""
    spec = loaded(tmp_path, *PAIRS)
    game = spec.game
    assert game.made_army("white") == {"guard": 3, "lancer": 1}
    assert game.count_of("white", "champion") == 3
    parts = Counter[str]()
    for part in make_laser_kit(spec, lambda _: FIT):
        parts[part.name] += part.count
    assert parts["white guard tile"] == parts["white guard back"] == 3
    assert not [name for name in parts if "champion" in name]
    assert not [batch.id for batch in make_paper_kit(spec).batches if "champion" in batch.id]
    assert not [item.name for item in make_order_items(spec) if "champion" in item.name]
    pieces = {row.name: row.total for row in list_components(spec, load_words()) if row.group == "pieces"}
    assert pieces == {"Guards (champion on the other side)": 6, "Lancers": 2}


def test_paper_has_the_other_diagram_on_the_back(tmp_path: Path) -> None:
    spec = loaded(tmp_path, *PAIRS)
    chit = make_piece_batch(spec, "white", "guard", "tent", load_words()).thing
    face = draw_flat_face(spec, "white", "champion")
    assert isinstance(chit, Chit)
    assert face
    assert chit.turns
    marks = [item for item in chit.back.items if item.role is Role.MOVE]
    assert len(marks) == len([item for item in face.items if item.role is Role.MOVE]) > 0


@pytest.mark.slow
def test_a_build_is_proven(shogi: Result) -> None:
    """Of the 22 pieces, 16 have two layers: 38 diagrams are read back from the sheets."""
    assert verify_in_place(shogi.target) == []


@pytest.mark.parametrize(("back", "kind", "message"), [
    ("{piece: champoin}", "{moves: K, body: {tile: disc}}", "there is no piece `champoin`"),
    ("{piece: 3}", "{moves: K, body: {tile: disc}}", "`3` is not text"),
    ("{piece: }", "{moves: K, body: {tile: disc}}", "the piece is empty"),
    ("{piece: guard}", "{moves: K, body: {tile: disc}}", "the guard cannot be the other side of itself"),
    ("{piece: champion}", "{moves: K, body: {tile: hex}}",
     "the champion is the other side of the guard, and its body has another outline or size"),
    ("{piece: champion}", "{moves: K, body: {standee: king}}",
     "the champion is the other side of the guard, and its body has another outline or size"),
    ("{piece: champion}", "{moves: K, body: {tile: disc, back: star}}",
     "the champion is the other side of the guard, and has a `back` or a `reverse` of its own"),
    ("{piece: champion}", "{moves: fW, body: {tile: disc, travel: up}}",
     "the guard and the champion are two sides of one tile, and do not point the same way"),
    ("{piece: champion}", "{each: 2, moves: K, body: {tile: disc}}",
     "the champion is the other side of the guard: there are as many of it as of these"),
])
def test_what_cannot_be_turned_over_is_one_message(back: str, kind: str, message: str, tmp_path: Path) -> None:
    body = f"body: {{tile: disc, back: {back}}}"
    found = problems(tmp_path, ("body: {standee: pawn}", body), ("tokens:", f"  champion: {kind}\ntokens:"))
    assert [problem.what for problem in found if problem.level == "error"] == [message]


def test_a_list_is_answered_by_how_the_other_side_is_written(tmp_path: Path) -> None:
    body = "body: {tile: disc, back: [champion]}"
    with pytest.raises(FabgenError) as caught:
        loaded(tmp_path, ("body: {standee: pawn}", body), ("tokens:", CHAMPION))
    assert [one.hint for one in caught.value.problems] == ["like back: {piece: king}"]


def test_a_number_that_is_right_may_be_written(tmp_path: Path) -> None:
    spec = loaded(tmp_path, PAIRS[0], ("tokens:", CHAMPION.replace("{moves", "{each: 3, moves")))
    assert spec.game.count_of("black", "champion") == 3
