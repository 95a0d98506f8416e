"""The name of a template, a folder or a file → the file of a game's spec."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from fabgen.core.files import find_kind
from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint

SPEC = "game.yaml"


class UnknownGame(FabgenError):
    """There is no game of this name or path: a mistake in the command, not in a spec."""


def template_folders() -> dict[str, Path]:
    """The folders of the games that come with fabgen, by slug."""
    packaged = Path(str(files("fabgen"))) / "templates"
    root = packaged if packaged.is_dir() else packaged.parent.parent / "templates"
    return {folder.name: folder for folder in sorted(root.iterdir()) if (folder / SPEC).is_file()}


def find_game(name: str) -> Path:
    """The spec file for the name of a template, a folder or a file. Raises UnknownGame if there is none."""
    templates = template_folders()
    if name in templates:
        return templates[name] / SPEC
    try:
        return _find_by_path(Path(name), list(templates))
    except FabgenError as error:
        raise UnknownGame(error.problems) from None


def _find_by_path(path: Path, templates: list[str]) -> Path:
    """The spec file at a path. Raises UnknownGame with a hint if it is not a game."""
    kind = find_kind(path)
    if kind == "folder" and find_kind(path / SPEC):
        return path / SPEC
    if kind == "folder":
        raise UnknownGame([Problem(Location(str(path)), f"there is no {SPEC} in this folder")])
    if kind and path.suffix in (".yaml", ".yml"):
        _check_stem(path)
        return path
    if kind:
        hint = f"a game is a template's name, a folder with {SPEC}, or a .yaml file"
        raise UnknownGame([Problem(Location(str(path)), "this is not a game spec", hint)])
    hint = f"{nearest_hint(str(path), templates)}\na path to your own {SPEC} works too"
    raise UnknownGame([Problem(Location(), f"there is no game `{path}`", hint)])


def _check_stem(path: Path) -> None:
    """Refuses a file whose name has nothing but dots before its suffix: the folder of its output has that name."""
    if not path.stem.strip(". "):
        what = f"a spec cannot be called `{path.name}`: the folder of its output would be `{path.stem}`"
        raise UnknownGame([Problem(Location(str(path)), what, "give it a name, like game.yaml")])
