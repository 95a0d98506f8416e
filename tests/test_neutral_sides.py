"""Flat pieces of players with a neutral side (`reverse: neutral`): what is made, what is checked, and every output.

The game is the one of docs/recipes.md: nine lamps for each of two lighters, and nine of them on the board, dark up.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from built import build_in_place, verify_in_place
from recipe_games import find_problems, put_recipe

from fabgen.artwork.drawing import Shape
from fabgen.artwork.paper_things import Chit
from fabgen.artwork.part import Fit
from fabgen.core.problems import Problem
from fabgen.figures.assembly.part_places import assembled_things
from fabgen.figures.components.component_list import list_components
from fabgen.figures.components.kit import make_laser_kit
from fabgen.figures.components.order_items import make_order_items
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.diagrams.legend import CELL, legend_rows
from fabgen.figures.positions.piece_icons import draw_piece
from fabgen.laser.job import make_laser_job
from fabgen.model.model_parts import list_game_parts
from fabgen.rules.match import begin
from fabgen.rules.position import Piece
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, load_spec, with_players

RULES = "# Lamplighters\n\nLight the lamps.\n\n![](setup)\n\n![](example:light)\n\n![](components)\n\n![](legend)\n"
THREE = (("  dark: {neutral", "  green: {forward: left, material: acrylic-3mm/green}\n  dark: {neutral"),
         ("of: [red, blue], moves: Q", "of: [red, blue, green], moves: Q"),
         ("setup:\n", "seats: {2: [red, blue]}\nsetup:\n  green: {lighter: g4}\n"))


def load(folder: Path, *pairs: tuple[str, str]) -> Spec:
    return load_spec(str(put_recipe(folder, "neutral-discs", RULES, *pairs)))


def problems(folder: Path, *pairs: tuple[str, str]) -> list[Problem]:
    """The Problems of a changed game."""
    return find_problems(lambda: load(folder, *pairs))


def test_discs_of_the_players_are_made_and_none_for_nobody(tmp_path: Path) -> None:
    """18 lamps: nine red and nine blue tiles, each over a back of the wood of the dark ones."""
    spec = load(tmp_path)
    parts = {part.name: (part.count, part.material, part.group) for part in make_laser_kit(spec, lambda _: Fit(3, 0.1))
             if " lamp " in part.name}
    assert parts == {"red lamp tile": (9, "acrylic-3mm/red", "red pieces"),
                     "red lamp back": (9, "birch-ply-3mm", "dark pieces"),
                     "blue lamp tile": (9, "acrylic-3mm/blue", "blue pieces"),
                     "blue lamp back": (9, "birch-ply-3mm", "dark pieces")}


def test_they_are_listed_with_their_other_side(tmp_path: Path) -> None:
    spec = load(tmp_path)
    (row,) = [row for row in list_components(spec, spec.words) if row.name.startswith("Lamps")]
    assert (row.name, row.each, row.total) == ("Lamps (dark on the other side)", 9, 18)


def test_on_paper_and_in_print_on_demand_they_turn_to_the_neutral_colour(tmp_path: Path) -> None:
    """Both dark sides are alike; the front of Red's is not that of Blue's."""
    spec = load(tmp_path)
    chits = {batch.name: batch.thing for batch in make_paper_kit(spec).batches if isinstance(batch.thing, Chit)}
    assert [*chits] == ["red lamps", "blue lamps"]
    assert all(chit.turns for chit in chits.values())
    assert chits["red lamps"].back == chits["blue lamps"].back != chits["red lamps"].front
    lamps = [product for product in make_order_items(spec) if "lamp" in product.name.casefold()]
    assert [product.count for product in lamps] == [9, 9]


def test_the_legend_shows_a_lamp_that_was_turned_over(tmp_path: Path) -> None:
    spec = load(tmp_path)
    (sign,) = [row.sign for row in legend_rows(spec, spec.words) if row.text == "piece that was turned over"]
    lamp, lighter = (draw_piece(spec, Piece("red", kind), CELL, is_pointed=False) for kind in ("lamp", "lighter"))
    assert all(item in sign.items for item in lamp.items)
    assert not any(item in sign.items for item in lighter.items)


@pytest.mark.parametrize(("name", "upper", "lower"), [
    ("side:red-lamp", "red", "wood"), ("side:dark-lamp", "wood", "red"), ("side:blue-lamp", "blue", "wood"),
    ("assembled:red-lamp", "red", "wood"), ("assembled:dark-lamp", "wood", "red")])
def test_pictures_of_a_lamp_as_it_is_made_show_both_colours(name: str, upper: str, lower: str, tmp_path: Path) -> None:
    spec = load(tmp_path)
    drawing = draw_figure(spec, *name.split(":"), spec.words).drawing
    areas = [item for item in drawing.items if isinstance(item, Shape) and item.tone in ("red", "blue", "wood")]
    assert {item.tone for item in areas} == {upper, lower}
    heights = {tone: max(item.bounds()[3] for item in areas if item.tone == tone) for tone in (upper, lower)}
    assert heights[upper] > heights[lower]


def test_they_are_claimed_as_other_neutral_pieces(tmp_path: Path) -> None:
    spec = load(tmp_path)
    assert spec.play
    match = begin(spec.play, spec.play.start(), None).play({"red": "d1-c1"}).play({"blue": "d7-c7"})
    pieces = spec.play.show(match.position).pieces
    assert all(str(pieces[cell]) == "dark lamp" for cell in ("b2", "d2", "b6", "d6"))
    match = match.play({"red": "c1-c2"})
    pieces = spec.play.show(match.position).pieces
    assert [str(pieces[cell]) for cell in ("b2", "d2", "b6")] == ["red lamp", "red lamp", "dark lamp"]


def test_fewer_players_have_fewer_of_them(tmp_path: Path) -> None:
    """Nine lamps of each player: 27 for three, of which the dark ones are the other sides, and 18 for two."""
    spec = load(tmp_path, *THREE)
    assert spec.problems == ()
    assert spec.game.count_of("dark", "lamp") == 27
    assert with_players(spec, 2).game.count_of("dark", "lamp") == 18


def test_one_player_may_have_all_of_them(tmp_path: Path) -> None:
    """The dark lamps are the other sides of Red's nine."""
    spec = load(tmp_path, ("lamp: {each: 9,", "lamp: {of: red, each: 9,"))
    assert [spec.game.count_of(player, "lamp") for player in ("red", "blue", "dark")] == [9, 0, 9]


def test_of_one_material_a_ring_marks_the_neutral_side(tmp_path: Path) -> None:
    """Red and the lamps are of birch: the dark side has the ring, and Red's face has none."""
    spec = load(tmp_path, ("red: {forward: up, material: acrylic-3mm/red}",
                           "red: {forward: up, material: birch-ply-3mm, colour: red}"))
    marks = {part.name: len(part.drawing.items) for part in make_laser_kit(spec, lambda _: Fit(3, 0.1))}
    assert marks["red lamp back"] > marks["red lamp tile"]


@pytest.mark.parametrize(("pairs", "key", "what"), [
    ([("lamp: {each: 9,", "lamp: {each: {red: 9, blue: 9, dark: 9},")], "pieces.lamp.each",
     "each neutral lamp is the other side of one of a player: none are made for dark"),
    ([("lamp: {each: 9,", "lamp: {of: dark, each: 9,")], "pieces.lamp",
     "each neutral lamp is the other side of one of a player, and no player has a lamp"),
    ([("dark: {neutral: true,", "dark: {forward: left,")], "pieces.lamp.body.reverse",
     "`reverse: neutral`, but none of `players` is neutral"),
    ([("  dark: {neutral", "  dim: {neutral: true, material: mdf-3mm, colour: grey}\n  dark: {neutral")],
     "pieces.lamp.body.reverse", "`reverse: neutral` is the colour of one neutral side, and dim and dark are neutral"),
    ([("lamp: {each: 9,", "lamp: {each: 4,")], "pieces.lamp.each",
     "9 lamps are on the board or in hand at the start, but only 8 are made: those of dark are the other sides of "
     "those of red and blue"),
    ([("lamp: {each: 9,", "lamp: {each: 5,"), ("red: {lighter: d1}", "red: {lighter: d1, lamp: a1 b1}")],
     "pieces.lamp.each", "11 lamps are on the board or in hand at the start, but only 10 are made: those of dark are "
                         "the other sides of those of red and blue"),
    ([("reverse: neutral", "reverse: other player")], "pieces.lamp.body.reverse",
     "the lamp belongs to 3 players, and `reverse: other player` is for exactly two"),
    ([("  claims: W\n", "")], "pieces.lamp.body", "the lamp has a side in each colour, and no rule turns it over"),
])
def test_what_they_cannot_be(pairs: list[tuple[str, str]], key: str, what: str, tmp_path: Path) -> None:
    found = [(problem.where.key, problem.what) for problem in problems(tmp_path, *pairs)]
    assert (key, what) in found


def test_the_hint_for_three_owners_names_the_neutral_side(tmp_path: Path) -> None:
    found = problems(tmp_path, ("reverse: neutral", "reverse: other player"))
    assert "`reverse: neutral` gives the pieces of each player a neutral side" in [problem.hint for problem in found]


@pytest.mark.parametrize("folders", [("laser", "print", "rules", "diagrams"), ("model",)])
def test_every_output_is_built_and_proven(folders: tuple[str, ...], tmp_path: Path) -> None:
    put_recipe(tmp_path, "neutral-discs", RULES)
    result = build_in_place(tmp_path / "game.yaml", tmp_path / "out", Options(box="model" in folders), folders)
    assert verify_in_place(result.target) == []


def test_in_the_model_the_dark_side_is_up_at_the_start(tmp_path: Path) -> None:
    """Nine lamps lie on the board, each a red disc upside down, and one of each player waits with its colour up."""
    spec = load(tmp_path)
    job = make_laser_job(spec, Options())
    parts = list_game_parts(spec, assembled_things(spec, job.fit, job.stock), job.stock)
    faces = [(part.name.split()[0], part.solid.placed.material, part.solid.placed.pose.out[2], part.solid.placed.ends())
             for part in parts if " lamp " in part.name]
    board = job.fit("birch-ply-3mm").thickness
    low, middle, high = (board + level for level in (0.0, 3.0, 6.0))
    assert faces.count(("dark", "birch-ply-3mm", 1, (middle, high))) == 9
    assert faces.count(("dark", "acrylic-3mm/red", -1, (middle, low))) == 9
    assert {whose for whose, *_ in faces} == {"dark", "red", "blue"}
    assert [material for whose, material, out, _ in faces if whose == "red" and out > 0] == ["acrylic-3mm/red"]
