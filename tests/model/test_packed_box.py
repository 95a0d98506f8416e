"""The closed box of every game holds the game: as many things as the spec says, none in another; and whoever moves one
of them further than its play is told."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from specs import loaded, with_lights

from fabgen.artwork.part import Fit
from fabgen.laser.job import make_laser_job
from fabgen.model.packed_box import PackedBox, headroom, pack_box, packing_problems
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec, with_board_options

GAMES = ("correction", "abstract-game", "chess-battle", "incorrect-checkers", "charing-cross")


@cache
def packed(game: str, material: str | None = None) -> PackedBox:
    options = Options(box=True, material=material)
    spec = with_lights(with_board_options(load_spec(game), options))
    job = make_laser_job(spec, options)
    found = pack_box(spec, job.fit, job.stock)
    assert found
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("material", [None, "birch-ply-3mm"])
def test_the_box_closes_over_the_whole_game(game: str, material: str | None) -> None:
    """1 mm of play is left over the tray."""
    box, spec = packed(game, material), load_spec(game).game
    assert [problem.what for problem in packing_problems(box)] == []
    assert headroom(box) == pytest.approx(1.0, abs=0.01)
    pieces = sum(spec.count_of(player, kind) for player, kind in spec.armies)
    tokens = sum(token.count for token in spec.tokens.values())
    board = sum(thing.name.startswith("board") for thing in box.contents)
    assert board >= 1
    assert len(box.contents) == board + 1 + pieces + tokens  # and the rulebook


@pytest.mark.parametrize("lid", ["lift", "slide"])
@pytest.mark.parametrize("thick", [2.0, 3.0, 6.0])
def test_any_lid_and_any_thickness(lid: str, thick: float, tmp_path: Path) -> None:
    spec = loaded(tmp_path, ("tokens:\n", f"box: {{lid: {lid}}}\ntokens:\n"))
    job = make_laser_job(spec, Options())
    box = pack_box(spec, lambda _: Fit(thick, 0.1), job.stock)
    assert box
    assert [problem.what for problem in packing_problems(box)] == []


BOXED = """\
fabgen: 1
title: Full
designer: Nobody
players:
  green: {forward: up, material: acrylic-3mm/green}
  orange: {forward: down, material: acrylic-3mm/orange}
board:
  grid: 6x6
  cell: 40 mm
  material: acrylic-3mm/clear
  joint: keys
pieces:
  pawn: {each: 3, moves: fW, body: {standee: pawn}}
decks:
  weather: {cards: [{count: 70, title: Storm, text: Nobody may jump.}]}
dice:
  fate: {count: 2}
  wind: {count: 1, make: engrave, size: 20 mm}
tracks:
  score: {first: 0, last: 20, markers: 2}
box: {}
"""


def boxed(folder: Path, lid: str = "lift") -> PackedBox:
    """The packed box of a game with every kind of thing, whose board is cut in parts by a bed of 200 mm."""
    (folder / "game.yaml").write_text(BOXED.replace("box: {}", f"box: {{lid: {lid}}}"))
    (folder / "rules.md").write_text("# Full\n")
    spec = load_spec(folder / "game.yaml")
    job = make_laser_job(spec, Options(sheet=(200.0, 200.0)))
    box = pack_box(spec, job.fit, job.stock)
    assert box
    return box


@pytest.mark.parametrize("lid", ["lift", "slide"])
def test_cards_dice_tracks_and_keys_have_room(tmp_path: Path, lid: str) -> None:
    box = boxed(tmp_path, lid)
    assert [problem.what for problem in packing_problems(box)] == []
    counts = Counter(thing.name for thing in box.contents)
    # Four parts of the board or more, with a key at a border of cells here and there; a track lies under the book.
    assert counts["board key"] >= 4
    assert {name: counts[name] for name in ("fate die", "wind die", "green score marker", "orange score marker",
                                            "score track", "rulebook")} == {
        "fate die": 2, "wind die": 1, "green score marker": 2, "orange score marker": 2, "score track": 1,
        "rulebook": 1}
    # The wind die has tiles of 3 mm on a cube of 20 mm, so that the tray is 27 mm deep and holds 81 cards of 0.32 mm.
    assert counts["weather cards"] == 1
    [deck] = [thing for thing in box.contents if thing.name == "weather cards"]
    assert deck.parts[0].thickness == pytest.approx(70 * 0.32)
    [die] = [thing for thing in box.contents if thing.name == "wind die"]
    assert die.parts[0].thickness == pytest.approx(26.0)


@pytest.mark.parametrize("name", ["weather cards", "wind die", "board key", "score track"])
def test_a_thing_that_is_too_high_is_told(tmp_path: Path, name: str) -> None:
    box = boxed(tmp_path)
    n = next(n for n, thing in enumerate(box.contents) if thing.name == name)
    thing = box.contents[n]
    high = tuple(replace(part, thickness=part.thickness + 40.0) for part in thing.parts)
    faulty = replace(box, contents=(*box.contents[:n], replace(thing, parts=high), *box.contents[n + 1 :]))
    assert [*packing_problems(faulty)]


def test_a_game_without_a_box_is_not_packed() -> None:
    spec = load_spec("correction")
    job = make_laser_job(spec, Options())
    assert pack_box(spec, job.fit, job.stock) is None


@pytest.mark.parametrize("game", GAMES)
def test_twenty_planted_faults_are_told(game: str) -> None:
    """A thing that is moved by more than what is free around it, one too many, one that is higher, a lid or a tray that
    is out of its place."""
    chance, box = random.Random(game), packed(game)
    for number in range(20):
        n = chance.randrange(len(box.contents))
        thing = box.contents[n]
        if number % 5 == 0:  # down through what it lies on
            parts = tuple(part.moved(0, 0, -2.0) for part in thing.parts)
            faulty = replace(box, contents=(*box.contents[:n], replace(thing, parts=parts), *box.contents[n + 1 :]))
        elif number % 5 == 1:  # one too many
            faulty = replace(box, contents=(*box.contents, replace(thing, name="one more")))
        elif number % 5 == 2:  # too high for the lid
            high = tuple(replace(part, thickness=part.thickness + 60.0) for part in thing.parts)
            faulty = replace(box, contents=(*box.contents[:n], replace(thing, parts=high), *box.contents[n + 1 :]))
        elif number % 5 == 3:  # a lid that is too low
            lid = tuple(part.moved(0, 0, -1.5) if part.part.name.startswith("box lid") else part
                        for part in box.case.parts)
            faulty = replace(box, case=replace(box.case, parts=lid))
        else:  # a tray that is off its place
            side = chance.choice([(2.5, 0), (-2.5, 0), (0, 2.5), (0, -2.5)])
            tray = replace(box.tray, parts=tuple(part.moved(*side, 0) for part in box.tray.parts))
            faulty = replace(box, tray=tray)
        assert [*packing_problems(faulty)], (number, thing.name)
