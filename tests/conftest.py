"""Builds that many tests read; nobody writes into them."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from built import assert_untouched, run_folder, share_build, share_template
from cases import cases
from chromium import Browser, find_chromium
from clients.clients import needed
from commands import four
from hypothesis import settings
from remembered import drawing_games

from fabgen.build import Result, build
from fabgen.rules.diagram import Diagram, window_of
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec

settings.register_profile("untimed", deadline=None, max_examples=cases(100))  # a busy machine is no failure
settings.load_profile("untimed")

gc.set_threshold(100_000, 50, 100)  # as in a command: else every worker searches its many games for cycles

os.environ["FABGEN_SHOP"] = "none"  # whoever runs the tests may have a shop of their own
os.environ["FABGEN_CACHE"] = "none"  # what a test builds is made and verified there, whatever was built before


SLOW_FIXTURES = {"browser", "correction", "foursome", "all_formats"}  # builds and programs that no quick test may start


@pytest.fixture
def plain_bases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bases to cut have no diagrams: only paper asks for room for them."""
    def leave_plain(spec: Spec, piece: str) -> Diagram:
        return Diagram({}, window_of(()), spec.diagram(piece).compass)

    monkeypatch.setattr(Spec, "base_diagram", leave_plain)


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow are a test that needs a build of its own and, of a `sample`, the cases after the first few."""
    seen = Counter[str]()
    for item in items:
        if SLOW_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("slow")
        if mark := item.get_closest_marker("sample"):
            function = item.nodeid.partition("[")[0]
            seen[function] += 1
            if seen[function] > mark.args[0]:
                item.add_marker("slow")


@pytest.fixture(scope="session", autouse=True)
def _shared_builds_stay_as_they_are() -> Iterator[None]:
    yield
    assert_untouched()


@pytest.fixture(scope="session", autouse=True)
def _finished_games_are_drawn_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with drawing_games(run_folder(tmp_path_factory) / "pictures"):
        yield


@pytest.fixture(scope="session")
def correction(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The plain build of the template."""
    return share_template(tmp_path_factory, "correction")


@pytest.fixture(scope="session")
def foursome(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """A game of the user's own, built from a path with options and material of their own."""
    options = Options(sheet=(600.0, 400.0), kerf=0.15, spacing=4.0)
    return share_build(tmp_path_factory, "four", lambda folder: build(str(four(folder)), folder / "out ü x", options))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window, started once for all tests of a process."""
    program = find_chromium()
    if not program:
        needed("chromium")
    with Browser(program) as browser:
        yield browser


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
