"""Tokens with two different faces, as newcomers write them: the hint leads to a flat piece that fabgen makes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from plays import race, raced

from fabgen.check.game import check_spec
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.components.kit import Fit, make_laser_kit
from fabgen.spec.load import load_spec

FIT = Fit(3.0, 0.1)
TWO_FACED = ["mark: star, back: moon", "marks: [star, moon]", "mark: [star, moon]", "faces: [star, moon]",
             "mark: star, reverse: moon", "mark: star, both_sides: true"]


def problem_of_token(folder: Path, keys: str) -> Problem:
    """The one Problem of a race with a token that has these keys."""
    token = f"tokens:\n  coin: {{count: 4, size: 18 mm, material: birch-ply-3mm, {keys}}}\nsetup:\n"
    with pytest.raises(FabgenError) as caught:
        load_spec(race(folder, ("setup:\n", token)))
    (problem,) = caught.value.problems
    return problem


@pytest.mark.parametrize("keys", TWO_FACED)
def test_a_token_with_two_faces_leads_to_a_flat_piece(tmp_path: Path, keys: str) -> None:
    problem = problem_of_token(tmp_path, keys)
    assert problem.where.key.startswith("tokens.coin.")
    assert "tile: disc" in problem.hint
    assert "back: moon" in problem.hint


def test_a_misspelled_mark_is_still_a_mark(tmp_path: Path) -> None:
    assert problem_of_token(tmp_path, "mrak: star").hint == "did you mean mark?"


def test_what_the_hint_says_is_a_piece_with_two_faces(tmp_path: Path) -> None:
    """Under each disc, with the star, lies a second one with the moon: two parts for each of the two players."""
    hint = problem_of_token(tmp_path, TWO_FACED[0]).hint
    (piece,) = re.findall(r"`(\{.*\})`", hint)
    assert yaml.safe_load(piece)["body"]["back"] == "moon"
    spec = raced(tmp_path, ("setup:\n", f"  coin: {piece}\nsetup:\n"))
    assert not [found for found in check_spec(spec) if found.level == "error" or found.where.key == "pieces.coin"]
    coins = [part for part in make_laser_kit(spec, lambda _: FIT) if "coin" in part.name]
    assert len(coins) == 4
