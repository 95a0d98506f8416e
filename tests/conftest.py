"""Builds that many tests read; nobody writes into them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from commands import four
from hypothesis import settings

from fabgen.build import Result, build
from fabgen.spec.build_options import Options

settings.register_profile("untimed", deadline=None)  # a busy machine is no failure
settings.load_profile("untimed")

os.environ["FABGEN_SHOP"] = "none"  # whoever runs the tests may have a shop of their own


@pytest.fixture(scope="session")
def correction(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The plain build of the template."""
    return build("correction", tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="session")
def foursome(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """A game of the user's own, built from a path with options and material of their own."""
    folder = tmp_path_factory.mktemp("four")
    return build(str(four(folder)), folder / "out ü x", Options(sheet=(600.0, 400.0), kerf=0.15, spacing=4.0))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
