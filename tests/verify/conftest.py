"""A small game built once by the real pipeline, and copies of it to plant defects in."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from verify.planting import GAME, Planted

from fabgen.build import build
from fabgen.spec.build_options import Options


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of the small game, verified by its build; its sheets are square."""
    home = tmp_path_factory.mktemp("small") / "small"
    home.mkdir()
    (home / "game.yaml").write_text(GAME)
    (home / "rules.md").write_text("# Small\n")
    return build(str(home), home / "out", Options(sheet=(300.0, 300.0), formats=("svg",)), ("laser", "diagrams")).target


@pytest.fixture
def copy(small: Path, tmp_path: Path) -> Planted:
    """A copy of the small game's output to plant a defect in."""
    return Planted(Path(shutil.copytree(small, tmp_path / "small")))
