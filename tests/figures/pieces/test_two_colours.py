"""Discs of two colours: a layer of each player's material, no sign that would show on the wrong side, both colours on
paper, and as many parts on the sheets as the spec asks for."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pdfplumber
import pytest
import svgelements
from built import share_written_game, verify_in_place
from measure import all_of, things
from specs import loaded, problems

from fabgen.artwork.drawing import Role, Shape
from fabgen.artwork.paper_things import Chit
from fabgen.artwork.part import Fit
from fabgen.build import Result
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError
from fabgen.figures.components.order_items import make_order_items
from fabgen.figures.components.paper_kit import make_piece_batch
from fabgen.figures.pieces.bodies import make_piece_parts, make_player_piece

FIT = Fit(3.0, 0.1)
PAGE = (Path(__file__).parents[3] / "docs" / "recipes.md").read_text("utf-8")
DISCS = re.findall(r"<!-- recipe: discs-that-turn-over -->\n```yaml\n(.*?)```", PAGE, re.S)[0]
BODY = "{tile: disc, face: plain, reverse: other player}"


@pytest.fixture(scope="module")
def discs(tmp_path_factory: pytest.TempPathFactory) -> Result:
    rules = "# Rules\n\nTake turns.\n"
    return share_written_game(tmp_path_factory, "two-colours", DISCS, rules, only=("laser", "print"))


def test_a_layer_of_each_colour(tmp_path: Path) -> None:
    """The second one lies on the sheet of the other player, with the same outline, and is as many."""
    spec = loaded(tmp_path, ("{standee: pawn}", BODY))
    for player, other in (("white", "black"), ("black", "white")):
        tile, back = make_piece_parts(make_player_piece(spec, player, "guard", FIT))
        assert (tile.material, back.material) == (f"acrylic-3mm/{player}", f"acrylic-3mm/{other}")
        assert back.group == f"{other} pieces"
        assert tile.count == back.count == 3
        assert all_of(tile.drawing, Role.EDGE).symmetric_difference(all_of(back.drawing, Role.EDGE)).area < 1e-6


def test_no_sign_of_a_player_is_cut(tmp_path: Path) -> None:
    """It would be on both colours. Discs of one colour have it: their outlines differ."""
    for body, is_alike in ((BODY, True), ("{tile: disc, face: plain}", False)):
        spec = loaded(tmp_path, ("{standee: pawn}", body))
        white, black = (all_of(next(make_piece_parts(make_player_piece(spec, player, "guard", FIT))).drawing, Role.EDGE)
                        for player in ("white", "black"))
        assert (white.symmetric_difference(black).area < 1e-6) is is_alike


def test_a_ring_tells_the_sides_apart_where_both_are_of_one_material(tmp_path: Path) -> None:
    """It is on the side of the second player: on one of the two layers of every disc, whoever begins with it."""
    spec = loaded(tmp_path, ("{standee: pawn}", BODY))
    wood = {"material": "birch-ply-3mm"}
    players = {name: player.model_copy(update=wood) for name, player in spec.game.players.items()}
    plywood = replace(spec, game=spec.game.model_copy(update={"players": players}))
    for player, has_ring in (("white", [False, True]), ("black", [True, False])):
        layers = make_piece_parts(make_player_piece(plywood, player, "guard", FIT))
        assert [bool(things(layer.drawing, Role.MARK)) for layer in layers] == has_ring
    assert not [fault for fault in make_player_piece(plywood, "white", "guard", FIT).find_faults()
                if fault.level == "error"]


def test_a_face_that_is_not_plain_has_no_room_for_that_ring(tmp_path: Path) -> None:
    material = ("acrylic-3mm/black", "acrylic-3mm/white")
    star = ("{standee: pawn}", "{tile: disc, face: sign, sign: star, reverse: other player}")
    whats = [problem.what for problem in problems(tmp_path, star, material)]
    assert "both sides of the guard are of acrylic-3mm/white, and nothing tells them apart" in whats


def test_what_the_face_carries_is_on_both_sides(tmp_path: Path) -> None:
    spec = loaded(tmp_path, ("{standee: pawn}", "{tile: disc, face: sign, sign: star, reverse: other player}"))
    tile, back = make_piece_parts(make_player_piece(spec, "black", "guard", FIT))
    stars = [things(part.drawing, Role.MARK) for part in (tile, back)]
    assert [len(found) for found in stars] == [1, 1]
    assert stars[0][0].equals(stars[1][0]), "upright on both"


def test_paper_has_the_other_colour_on_the_back(tmp_path: Path) -> None:
    spec = loaded(tmp_path, ("{standee: pawn}", BODY))
    for player, other in (("white", "black"), ("black", "white")):
        chit = make_piece_batch(spec, player, "guard", "tent", load_words()).thing
        assert isinstance(chit, Chit)
        tones = [{item.tone for item in side.only(Role.BODY).items if isinstance(item, Shape)}
                 for side in (chit.front, chit.back)]
        assert tones == [{player}, {other}]
        assert chit.turns


def test_an_order_has_the_other_colour_on_the_back(tmp_path: Path) -> None:
    spec = loaded(tmp_path, ("{standee: pawn}", BODY))
    grounds = {item.name: (item.ground, item.back_ground) for item in make_order_items(spec)}
    assert grounds["white guard"] == ("white", "black")
    assert grounds["black guard"] == ("black", "white")
    assert grounds["white lancer"] == ("white", None)


@pytest.mark.parametrize(("body", "what"), [
    ("{standee: pawn, reverse: other player}", "a standee has no reverse"),
    ("{tile: disc, back: star, reverse: other player}", "`back` and `reverse` are both about its other side"),
    ("{tile: disc, reverse: other player, travel: left}", "a piece of two colours cannot point to its left or right"),
    ("{tile: disc, reverse: white}", "`white` is not known here"),
])
def test_what_cannot_have_two_colours_is_told(tmp_path: Path, body: str, what: str) -> None:
    try:
        found = problems(tmp_path, ("{standee: pawn}", body))
    except FabgenError as error:
        found = [*error.problems]
    assert any(what in problem.what for problem in found if problem.level == "error")


def test_a_piece_of_one_player_has_no_other_player(tmp_path: Path) -> None:
    found = problems(tmp_path, ("each: 3\n    moves: fmWfcF\n    body: {standee: pawn}",
                                f"each: {{white: 3}}\n    moves: fmWfcF\n    body: {BODY}"))
    told = [problem for problem in found if "and `reverse: other player` is for exactly two" in problem.what]
    assert len(told) == 1
    assert told[0].what.startswith("the guard belongs to 1 player,")


def test_a_whole_game_of_them_is_cut_and_verified(discs: Result) -> None:
    """Eighteen discs a player: thirty-six layers of each colour, counted in the files by svgelements."""
    assert verify_in_place(discs.target) == []
    for colour in ("black", "white"):
        svg = svgelements.SVG.parse(str(discs.target / "laser" / f"{colour}-pieces.svg"))
        outlines = [item for item in svg.elements() if isinstance(item, svgelements.Shape)]
        names = Counter(re.sub(r"-\d+\.edge.*", "", item.id) for item in outlines if item.id and ".edge" in item.id)
        other = {"black": "white", "white": "black"}[colour]
        assert names == {f"{colour}-disc-tile": 18, f"{other}-disc-back": 18}


def test_the_job_sheet_says_nothing_of_signs_that_are_not_cut(discs: Result) -> None:
    with pdfplumber.open(discs.target / "laser" / "job-sheet.pdf") as pdf:
        text = "\n".join(page.extract_text() for page in pdf.pages)
    assert "Whose base" not in text
    assert "Glue the two colours back to back" in text
