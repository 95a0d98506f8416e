"""What the command line does, as three calls: `load`, `check`, `build`. This page is the whole of the public interface.

    from fabgen.api import FabgenError, Options, build, check, load

Everything that is wrong comes as `Problem`s: `check` returns them, the others raise one `FabgenError` that carries all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabgen.core.problems import FabgenError, Location, Problem

if TYPE_CHECKING:
    from fabgen.build import Result
    from fabgen.spec.build_options import FOLDERS, Options
    from fabgen.spec.load import Spec

Where = Location  # the name of a Problem's place in this interface
# Imported when they are first asked for, so that importing this module costs next to nothing.
MODULES_OF_LATE_NAMES = {
    "FOLDERS": "fabgen.spec.build_options",
    "Options": "fabgen.spec.build_options",
    "Result": "fabgen.build",
    "Spec": "fabgen.spec.load",
}


def __getattr__(name: str) -> Any:
    if name not in MODULES_OF_LATE_NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(MODULES_OF_LATE_NAMES[name]), name)


def load(game: str | Path) -> Spec:
    """Loads a game: the name of one that comes with fabgen, or the path of a folder or of its spec.

    `spec.game` is what its designer wrote, `spec.rules` how its pieces move, `spec.play` the rules of play (None where
    there are none), `spec.cases` its worked examples. Raises FabgenError with every Problem of the spec.
    """
    from fabgen.spec.load import load_spec

    return load_spec(str(game))


def check(game: str | Path) -> list[Problem]:
    """Everything that is wrong or doubtful in a game, sorted by its place: errors, warnings and notices (`level`).

    Mistakes in the files are returned. Raises FabgenError only for a game that does not exist or is not YAML.
    """
    from fabgen.check.game import check_spec
    from fabgen.spec.load import load_spec

    return check_spec(load_spec(str(game), allow_errors=True))


def build(
    game: str | Path,
    out: str | Path = "output",
    options: Options | None = None,
    only: Collection[str] | None = None,
    progress: Callable[[str], None] = lambda step: None,
) -> Result:
    """Makes the folders `only` of a game, verifies them, and moves them into place under `out`/<slug of the game>.

    Without `only`, all folders but the model are made.

    `result.target` is that folder, `result.manifest` lists every file with its purpose and its size in mm,
    `result.notes` what a person should know. `progress` is called with the name of each step. Raises FabgenError with
    every Problem; then nothing on the disk has changed.
    """
    from fabgen.build import build as build_game
    from fabgen.spec.build_options import DEFAULT_FOLDERS

    return build_game(str(game), Path(out), options, DEFAULT_FOLDERS if only is None else only, progress)


__all__ = [
    "FOLDERS", "FabgenError", "Location", "Options", "Problem", "Result", "Spec", "Where", "build", "check", "load",
]
