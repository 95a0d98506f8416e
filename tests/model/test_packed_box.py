"""The closed box of every game holds the game: as many things as the spec says, none in another; and whoever moves one
of them further than its play is told."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from specs import loaded

from fabgen.artwork.part import Fit
from fabgen.laser.job import make_laser_job
from fabgen.model.packed_box import PackedBox, headroom, pack_box, packing_problems
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec, with_making

GAMES = ("correction", "abstract-game", "chess-battle", "incorrect-checkers", "charing-cross")


@cache
def packed(game: str, material: str | None = None) -> PackedBox:
    options = Options(box=True, material=material)
    spec = with_making(load_spec(game), options)
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
