"""A template's name, a folder or a file → the file of a game's spec."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from fabgen.base import FabgenError, Problem, Where, nearest

SPEC = "game.yaml"


class UnknownGame(FabgenError):
    """No game of this name or path: a mistake in the command, not in a spec."""


def template_folders() -> dict[str, Path]:
    """The games that come with fabgen, by slug."""
    inside = Path(str(files("fabgen"))) / "templates"
    root = inside if inside.is_dir() else inside.parent.parent / "templates"
    return {folder.name: folder for folder in sorted(root.iterdir()) if (folder / SPEC).is_file()}


def find_game(name: str) -> Path:
    """The spec's file for a template's name, a folder or a file."""
    templates = template_folders()
    if name in templates:
        return templates[name] / SPEC
    try:
        return _own_game(Path(name), list(templates))
    except OSError as error:  # a name too long, a folder that may not be looked into
        what = f"cannot look there: {(error.strerror or str(error)).lower()}"
        raise UnknownGame([Problem(Where(name), what)]) from None


def _own_game(path: Path, templates: list[str]) -> Path:
    if path.is_dir() and (path / SPEC).is_file():
        return path / SPEC
    if path.is_file() and path.suffix in (".yaml", ".yml"):
        return path
    if path.is_dir():
        raise UnknownGame([Problem(Where(str(path)), f"there is no {SPEC} in this folder")])
    if path.exists():
        raise UnknownGame(
            [
                Problem(
                    Where(str(path)),
                    "this is not a game spec",
                    f"a game is a template's name, a folder with {SPEC}, or a .yaml file",
                )
            ]
        )
    raise UnknownGame(
        [
            Problem(
                Where(),
                f"there is no game `{path}`",
                f"{nearest(str(path), templates)}\na path to your own {SPEC} works too",
            )
        ]
    )
