"""A small game built once by the real pipeline, and copies of it to plant defects in."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from built import share_written_game
from remembered import verifying
from verify.planting import GAME, Planted

from fabgen.spec.build_options import Options


@pytest.fixture(scope="module", autouse=True)
def _parts_are_compared_once() -> Iterator[None]:
    with verifying():
        yield


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of the small game, verified by its build; its sheets are square."""
    options = Options(sheet=(300.0, 300.0), formats=("svg",))
    return share_written_game(tmp_path_factory, "small", GAME, "# Small\n", options, ("laser", "diagrams")).target


@pytest.fixture
def copy(small: Path, tmp_path: Path) -> Planted:
    """A copy of the small game's output to plant a defect in."""
    return Planted(Path(shutil.copytree(small, tmp_path / "small")))
