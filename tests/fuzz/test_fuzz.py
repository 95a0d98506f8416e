"""Spoilt inputs: a result or Problems in plain words, never anything else. `run.py` runs any number of them by hand."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from cases import cases
from fuzz.mutations import spoil_drawing
from fuzz.run import run_case
from fuzz.stops import prepare_stage, stop_build
from fuzz.targets import SMALL, judge_drawing, spoil_game, verify_manifest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabgen.api import build

CHUNK = 25  # cases of one test


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, cases(1000, share=2), CHUNK))
def test_a_spoilt_game(start: int) -> None:
    assert {seed: found for seed in range(start, start + CHUNK) if (found := run_case("game", seed))} == {}


@pytest.mark.sample(1)
@pytest.mark.parametrize("start", range(0, cases(400, share=2), CHUNK))
def test_a_spoilt_shop_file(start: int) -> None:
    assert {seed: found for seed in range(start, start + CHUNK) if (found := run_case("shop", seed))} == {}


@pytest.mark.sample(1)
@pytest.mark.parametrize("start", range(0, cases(600, share=2), CHUNK))
def test_a_spoilt_drawing(start: int) -> None:
    assert {seed: found for seed in range(start, start + CHUNK) if (found := run_case("drawing", seed))} == {}


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted((SMALL / "drawings").glob("*.svg"))), st.randoms(use_true_random=False))
def test_any_spoilt_drawing_is_a_picture_or_a_problem(seed: Path, chance: random.Random) -> None:
    text = spoil_drawing(seed.read_text("utf-8"), chance)
    with tempfile.TemporaryDirectory() as folder:
        assert list(judge_drawing(text, Path(folder))) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(cases(12, share=2)))
def test_as_real_processes(seed: int, tmp_path: Path) -> None:
    """The command prints Problems and exits with 0 or 1: nothing of a traceback."""
    spoil_game(random.Random(f"process {seed}"), tmp_path / "game")
    command = [sys.executable, "-m", "fabgen", "check", str(tmp_path / "game")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode in (0, 1), ran.stderr
    assert "Traceback" not in ran.stderr + ran.stdout


@pytest.mark.slow
def test_a_spoilt_manifest(tmp_path: Path) -> None:
    """Whatever stands in a manifest, verify answers in Problems."""
    built = build(str(SMALL / "hexagons"), tmp_path / "out", only=("diagrams",)).target
    for seed in range(cases(60, share=2)):
        assert list(verify_manifest(built, random.Random(f"manifest {seed}"), tmp_path / f"{seed}")) == [], seed


@pytest.mark.slow
def test_a_build_that_is_stopped_leaves_the_old_files_or_the_new_ones(tmp_path: Path) -> None:
    """And no traceback. What a stop says depends on the moment; `tests/cli/test_process.py` stops processes at known
    ones."""
    stage = prepare_stage(tmp_path)
    found = {seed: stop_build(stage, seed)[1] for seed in range(cases(4, share=2))}
    assert {seed: wrong for seed, wrong in found.items() if wrong} == {}
