"""Told apart on paper: the measure against published numbers, planted games that must be refused, and all templates."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from specs import loaded

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.paper_things import Chit
from fabgen.artwork.path import circle, rectangle
from fabgen.artwork.themes import load_theme, measure_lightness, tone_colour
from fabgen.check import printed_looks
from fabgen.check.printed_looks import (
    LookPictures,
    PrintedLook,
    are_told_apart,
    check_printed_looks,
    lightness,
    lightness_views,
    render_lights,
)
from fabgen.core.cache import ResultCache
from fabgen.core.languages import load_words
from fabgen.figures.components.paper_kit import make_piece_batch
from fabgen.figures.components.paper_pieces import make_square_tile
from fabgen.figures.positions.piece_icons import player_tone
from fabgen.spec.build_options import InkMode
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec


def test_lightness_is_that_of_cie_1976() -> None:
    """White, black, and the grey of 18 % that has L* 49.5 in every table of photographers."""
    assert lightness(np.array([1.0, 0.0])) == pytest.approx([100.0, 0.0])
    assert lightness(np.array([0.18])) == pytest.approx([49.5], abs=0.05)


def test_greys_stay_as_they_are_for_every_eye() -> None:
    """The matrices of Machado et al. keep neutral colours; code 128 of sRGB has L* 53.6."""
    views = lightness_views(np.full((1, 1, 3), ((128 / 255 + 0.055) / 1.055) ** 2.4))
    assert set(views) == {"in colour", "in grey", "protanopia", "deuteranopia", "tritanopia"}
    assert [float(pixels[0, 0]) for pixels in views.values()] == pytest.approx([53.59] * 5, abs=0.05)


def test_red_is_darker_without_its_cones() -> None:
    """Pure red: L* 53.2; seen with protanopia, 0.2126 * 0.152 + 0.7152 * 0.115 + 0.0722 * -0.004 of the light."""
    views = lightness_views(np.array([[[1.0, 0.0, 0.0]]]))
    assert float(views["in colour"][0, 0]) == pytest.approx(53.24, abs=0.05)
    light = 0.2126 * 0.152286 + 0.7152 * 0.114503 - 0.0722 * 0.003882
    assert float(views["protanopia"][0, 0]) == pytest.approx(116 * light ** (1 / 3) - 16, abs=0.01)
    assert float(views["in grey"][0, 0]) == pytest.approx(32.4, abs=0.3)  # code 76 of 255


def test_twenty_of_lightness_or_a_pattern_that_is_seen() -> None:
    flat = np.full((30, 30), 50.0)
    striped = flat + 7 * np.where(np.arange(30) % 2, 1, -1)
    assert are_told_apart(flat, flat + 20)
    assert not are_told_apart(flat, flat + 19.9)
    assert are_told_apart(flat, striped)
    assert not are_told_apart(flat, flat + (striped - flat) * 5.9 / 7)
    assert are_told_apart(flat, flat + 16.1 + (striped - flat) * 3.6 / 7), "0.8 and 0.6 of both, squared: 1"
    assert not are_told_apart(flat, flat + 15.9 + (striped - flat) * 3.6 / 7)


@pytest.mark.parametrize(("pitch", "is_seen"), [(0.5, False), (3.0, True)])
def test_fine_lines_become_a_tint_at_50_cm(pitch: float, is_seen: bool) -> None:
    lines = [rectangle(-8, y * pitch, 16, pitch / 2) for y in range(round(-8 / pitch), round(8 / pitch))]
    (light,) = render_lights([draw(Role.MARK, *lines)], load_theme("bw"), (-6.0, -6.0, 6.0, 6.0))
    assert (float(lightness(light[..., 1]).std()) > 6) == is_seen


def look(name: str, tone: str, *, ring: bool = False) -> PrintedLook:
    disc = draw(Role.SHADE, circle((0, 0), 12), tone=tone)
    line = draw(Role.EDGE, circle((0, 0), 9.4))
    return PrintedLook(name, ("players", name), disc + line if ring else disc, (circle((0, 0), 10),), tone)


def test_what_the_first_sheets_printed_is_refused() -> None:
    """Black as a tint of #c4c4c4 on cells of the same; white on white paper, which a line mends."""
    black, cell, white = look("b", "black"), look("c", "black"), look("w", "white")
    lined = look("l", "white", ring=True)
    paper = PrintedLook("p", ("board",), draw(Role.SHADE, rectangle(-12, -12, 24, 24), tone="white"), ())
    pictures = LookPictures(("full", 2), [black, cell, white, lined, paper])
    assert len(pictures.alike_in(black, cell)) == 5
    assert len(pictures.alike_in(white, paper)) == 5
    assert pictures.alike_in(lined, paper) == []
    assert pictures.alike_in(black, paper) == []


def test_tokens_by_colour_alone_are_refused_with_what_would_do(tmp_path: Path) -> None:
    old = "  flag: {count: 2, size: 20 mm, mark: star, material: acrylic-3mm/red}"
    cup = "\n  cup: {count: 2, size: 20 mm, mark: %s, material: acrylic-3mm/purple}"
    problems = list(check_printed_looks(loaded(tmp_path, (old, old + cup % "star")), "full", ResultCache()))
    assert [problem.level for problem in problems] == ["error"]
    assert "the token flag and the token cup look alike from 50 cm on paper in full colour (in colour" in (
        problems[0].what)
    assert "give one of them another `mark`" in problems[0].hint
    assert problems[0].where.key == "tokens.flag"
    assert list(check_printed_looks(loaded(tmp_path, (old, old + cup % "lock")), "full", ResultCache())) == []


@pytest.mark.parametrize(("ink", "level"), [("full", "warning"), ("bw", "warning"), ("low", "error")])
def test_what_is_alike_in_the_ink_of_a_build_is_refused(ink: InkMode, level: str, tmp_path: Path) -> None:
    """Little ink leaves black and yellow tokens of one mark pale. A game that is printed otherwise may have them."""
    old = "  flag: {count: 2, size: 20 mm, mark: star, material: acrylic-3mm/red}"
    pair = old.replace("red", "black") + "\n" + old.replace("flag", "cup").replace("red", "yellow")
    (problem,) = check_printed_looks(loaded(tmp_path, (old, pair)), ink, ResultCache())
    assert problem.level == level
    assert "look alike from 50 cm on paper in little ink" in problem.what
    assert ("or print in full colour" in problem.hint) is (ink == "low")


@pytest.mark.parametrize(("shape", "size", "is_told"), [
    ("square", 20, True),  # a disc and a square as wide share pi / 4 = 0.79 of the square
    ("disc", 21, False),  # 0.91
    ("disc", 23, True),  # 0.76
])
def test_tokens_are_told_apart_by_their_outlines(shape: str, size: int, is_told: bool, tmp_path: Path) -> None:
    old = "  flag: {count: 2, size: 20 mm, mark: star, material: acrylic-3mm/red}"
    cup = f"\n  cup: {{count: 2, shape: {shape}, size: {size} mm, mark: star, material: acrylic-3mm/red}}"
    flag = old.replace("size:", "shape: disc, size:")
    assert (list(check_printed_looks(loaded(tmp_path, (old, flag + cup)), "full", ResultCache())) == []) is is_told


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("game", sorted(template_folders()))
def test_everything_in_the_templates_is_told_apart(game: str) -> None:
    assert list(check_printed_looks(load_spec(game), "full", ResultCache())) == []


@pytest.mark.parametrize("ink", ["full", "low", "bw"])
def test_black_checkers_are_dark_and_white_ones_light(ink: str, tmp_path: Path) -> None:
    """By lightness alone, whatever is drawn on them: black at least 20 L* darker than the dark cells, which have the
    tint of black, and white at least 30 lighter than black. A disc of 36 mm is a tile of 36 x 0.886 = 31.9 mm, on which
    the piece ends 2 mm from the cut: its radius is 13.95 mm."""
    dark = PrintedLook("c", ("board",), draw(Role.SHADE, rectangle(-30, -30, 60, 60), tone="black"), ())
    words = load_words("en", tmp_path)
    chits = [make_piece_batch(load_spec("incorrect-checkers"), player, "checker", "tent", words).thing
             for player in ("black", "white")]
    black, white = (PrintedLook(str(n), ("players",), chit.look, (circle((0, 0), 13.9),))
                    for n, chit in enumerate(chits) if isinstance(chit, Chit))
    pictures = LookPictures((ink, 2), [dark, black, white])
    mask = pictures.masks[black]
    means = {look: float(pictures.views[look]["in grey"][mask].mean()) for look in (dark, black, white)}
    assert means[black] <= means[dark] - 20
    assert means[white] >= means[black] + 30


def write_game(folder: Path, colours: Mapping[str, str], board: str, pieces: str) -> None:
    """A game of players with these colours, in cells of 44 mm."""
    players = "".join(f"  {name}: {{forward: up, material: acrylic-3mm/{tone}}}\n" for name, tone in colours.items())
    (folder / "game.yaml").write_text(
        f"fabgen: 1\ntitle: Rivers\ndesigner: Nobody\nplayers:\n{players}"
        f"board: {{{board}, cell: 44 mm, material: birch-ply-3mm}}\npieces:\n{pieces}")


def test_a_hint_never_names_the_colour_of_another_player(tmp_path: Path) -> None:
    # Orange and green are alike to some eyes, and blue is the first player's: Coral must not be told to take it.
    write_game(tmp_path, {"jade": "blue", "coral": "orange", "azure": "green"}, "grid: 5x5",
               "  heron: {moves: W, body: {standee: ship}}\n")
    problems = list(check_printed_looks(load_spec(str(tmp_path)), "full", ResultCache()))
    assert problems
    for problem in problems:
        offered = set(problem.hint.split("`colour` ")[-1].replace(" or ", ", ").split(", "))
        assert offered
        assert not offered & {"blue", "orange", "green"}, problem.hint


def test_a_hint_is_tried_in_the_window_in_which_it_will_be_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another window pixels lie elsewhere, and a colour that is told apart by a hair there is refused here."""
    windows = []

    class Recorded(LookPictures):
        def __init__(self, *values) -> None:
            super().__init__(*values)
            windows.append(self.window)

    monkeypatch.setattr(printed_looks, "LookPictures", Recorded)
    pieces = ("  heron: {moves: W, body: {standee: ship, height: 24 mm}}\n"
              "  stone: {of: jade, moves: W, body: {tile: disc, face: plain}}\n")
    write_game(tmp_path, {"jade": "blue", "coral": "orange", "azure": "green"}, "grid: 5x5", pieces)
    assert [*check_printed_looks(load_spec(str(tmp_path)), "full", ResultCache())]
    assert len(windows) > 3, "the looks in three inks, and trials"
    assert len({*windows}) == 1


def test_hints_for_one_player_name_the_same_colours(tmp_path: Path) -> None:
    # A standing boat in orange is like a green one to some eyes, a flat seal in little ink to all: what tells the
    # boats apart need not tell the seals apart, but one player has one colour.
    write_game(tmp_path, {"north": "blue", "east": "orange", "south": "green"}, "hexagon: 4",
               "  boat: {moves: W, body: {standee: ship}}\n"
               "  seal: {moves: W, body: {tile: disc, face: sign, sign: star, back: drop}}\n")
    problems = list(check_printed_looks(load_spec(str(tmp_path)), "full", ResultCache()))
    assert {problem.where.key for problem in problems} == {"players.east"}
    assert {problem.what.split(" look alike")[0] for problem in problems} == {
        "the east boat and the south boat", "the east seal and the south seal"}
    (hint,) = {problem.hint for problem in problems}
    spec = (tmp_path / "game.yaml").read_text()
    for colour in hint.split("`colour` ")[-1].replace(" or ", ", ").split(", "):
        (tmp_path / "game.yaml").write_text(spec.replace("acrylic-3mm/orange", f"acrylic-3mm/{colour}"))
        assert list(check_printed_looks(load_spec(str(tmp_path)), "full", ResultCache())) == []


def test_players_of_chess_battle_do_not_look_like_its_danger_zones() -> None:
    """Of twelve players the first ten have neither colour of the corners. Of the four who play unless more are asked
    for, black has L* 18, blue 46, orange 71 and white 100: 20 apart, so that no sign is needed."""
    spec = load_spec("chess-battle")
    whole = spec.full_game or spec.game
    tones = [player_tone(whole, player) for player in whole.players]
    corners = {token.tone for token in whole.tokens.values() if token.shape == "corner"}
    assert corners == {"yellow", "red"}
    assert len(set(tones)) == 12
    assert not corners & {*tones[:10]}
    palette = load_theme("colour")
    lightnesses = sorted(measure_lightness(tone_colour(palette, tone)) for tone in tones[:4])
    assert lightnesses == pytest.approx([18, 46, 71, 100], abs=0.6)
    assert all(lighter - darker > 20 for darker, lighter in pairwise(lightnesses))


@pytest.mark.parametrize("tones", [("red", "blue"), ("blue", "red"), ("wine", "denim")])
def test_the_emblems_of_the_first_two_players_tell_tiles_whose_colours_are_equally_dark(tones: tuple[str, str]) -> None:
    """`fabgen new` gives its first players red and blue, which are alike for eyes without green cones: a dot in the
    ring of petals differs from a bar, whichever of both colours has it."""
    diagram = draw(Role.GRID, rectangle(-5, -5, 10, 10))
    tiles = [make_square_tile(diagram, number, tone, 23.0, petals=6) for number, tone in enumerate(tones)]
    first, second = (PrintedLook(tone, ("players", tone), tile.look, (tile.outline(),), tone)
                     for tone, tile in zip(tones, tiles, strict=True))
    assert LookPictures(("full", 2), [first, second]).alike_in(first, second) == []
