"""The wheel, installed with its dependencies in a clean environment, builds a game in an empty folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from fabgen import __version__
from fabgen.spec.game_folder import template_folders

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
BIN = "Scripts" if os.name == "nt" else "bin"


def run(*command: str | Path, cwd: Path) -> str:
    """What a command says; the test fails with all of it if the command does."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    ended = subprocess.run(list(map(str, command)), cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of what the project is made of: nothing is left in the checkout."""
    pytest.importorskip("hatchling")
    copy, out = tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("wheel")
    for name in ("fabgen", "templates"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "docs").mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "docs/recipes.md"):
        shutil.copy(ROOT / name, copy / name)
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", out, copy, cwd=copy)
    [found] = out.glob("*.whl")
    return found


def test_the_wheel_holds_all_that_is_not_code(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    kept = [path.relative_to(ROOT).as_posix() for path in (ROOT / "fabgen").rglob("*")
            if path.is_file() and path.suffix in (".yaml", ".md", ".ttf")]
    kept += ["fabgen/py.typed", "fabgen/artwork/fonts/OFL.txt", "fabgen/authoring/starter/recipes.md"]
    kept += [f"fabgen/templates/{slug}/{file}" for slug in template_folders() for file in ("game.yaml", "rules.md")]
    assert len(kept) > 10
    assert set(kept) - names == set()
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert tops == {"fabgen", f"fabgen-{__version__}.dist-info"}


def test_the_installed_wheel_builds_in_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    home, empty = tmp_path / "venv", tmp_path / "empty"
    venv.create(home, symlinks=os.name != "nt")
    empty.mkdir()
    # This Python's pip installs into it, and compiles nothing: most modules of the dependencies are never imported.
    run(sys.executable, "-m", "pip", "--python", home / BIN / "python", "install", "--quiet", "--no-compile",
        "--disable-pip-version-check", wheel, cwd=empty)
    assert run(home / BIN / "fabgen", "--version", cwd=empty) == f"fabgen {__version__}\n"
    said = run(home / BIN / "fabgen", "build", "abstract-game", cwd=empty)
    assert said.splitlines()[0] == str(empty / "output" / "abstract-game")
    assert (empty / "output/abstract-game/laser/board.svg").is_file()
    # One of plywood and one of each of four colours.
    assert "verified: 6 laser sheets" in run(home / BIN / "fabgen", "verify", "output/abstract-game", cwd=empty)
