"""The name of a built-in profile, or the path of a user's own YAML file → the profile as a frozen model.

Profiles are data: a new machine, material, paper, ink or service is one more YAML file in its folder, without code. A
file may extend another one (`extends: NAME`). The package that owns a folder declares what its profiles hold. A
file that a game names, and all that it extends, must be in the folder of the game; a user's own may be anywhere.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache, reduce
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from fabgen.core.files import find_kind, read_text
from fabgen.core.game_files import locate_game_file, read_game_text
from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint, problem_error
from fabgen.core.yaml_models import YamlModel, merge_data, parse_data, parse_leniently, read_yaml

T = TypeVar("T", bound=YamlModel)
FOLDERS = {  # kind of profile -> its folder in the package
    "machines": "laser/machines",
    "materials": "materials",
    "papers": "paper/papers",
    "inks": "paper/inks",
    "services": "paper/services",
    "plotters": "paper/plotters",
    "cutting_services": "laser/cutting_services",
}
YAML = (".yaml", ".yml")
Texts = tuple[tuple[str, str], ...]  # the text and path of a file, then those of the file that it extends, and so on


@cache
def profile_folder(kind: str) -> Path:
    """The folder of the built-in profiles of a kind (`machines`, `papers`)."""
    return Path(str(files("fabgen"))).joinpath(*FOLDERS[kind].split("/"))


@cache
def _built_in_files(kind: str) -> Mapping[str, Path]:
    """The files of the built-in profiles of a kind by their names, sorted. Listed once: each part of a job asks for its
    material again."""
    return {path.stem: path for path in sorted(profile_folder(kind).glob("*.yaml"), key=lambda path: path.stem)}


def profile_names(kind: str) -> list[str]:
    """The built-in profiles of a kind, sorted, without files whose name starts with `_`: those are only extended."""
    return [name for name in _built_in_files(kind) if not name.startswith("_")]


def load_built_in(name: str, kind: str, model: type[T], noun: str) -> T:
    """A built-in profile by name. Raises FabgenError for an unknown name, which calls the kind by its `noun`,
    "paper"."""
    if name not in profile_names(kind):
        raise problem_error(f"there is no {noun} `{name}`", nearest_hint(name, profile_names(kind)))
    return read_yaml(profile_folder(kind) / f"{name}.yaml", model).value


def load_profile(name: str, kind: str, model: type[T], folder: Path = Path(), *, game: Path | None = None) -> T:
    """A built-in profile by name, or the one in a YAML file by its path, with everything that it extends.

    The path is taken from `folder`, or from the folder of the `game` that names the file. Raises FabgenError for an
    unknown name and for every mistake in the files.
    """
    if not name.endswith(YAML) and name not in profile_names(kind):
        raise problem_error(
            f"`{name}` is not a known {kind[:-1]}",
            nearest_hint(name, profile_names(kind)) + "\nor the path of a .yaml file of your own",
        )
    path = (game or folder) / name if name.endswith(YAML) else profile_folder(kind) / f"{name}.yaml"
    profile: T = _parse_profile(_read_chain(path, kind, game), model)
    return profile


def profile_data(name: str, kind: str, folder: Path = Path()) -> dict[str, Any]:
    """The plain data of a built-in profile or of a YAML file, including what it extends. Empty for a name that is
    neither."""
    user_file = folder / name
    if name not in profile_names(kind) and not (name.endswith(YAML) and find_kind(user_file) == "file"):
        return {}
    path = user_file if name.endswith(YAML) else profile_folder(kind) / f"{name}.yaml"
    texts = _read_chain(path, kind)
    return merge_data(_extended_data(texts), parse_data(*texts[0])[0])


@lru_cache(maxsize=64)
def _parse_profile(texts: Texts, model: type[YamlModel]) -> Any:
    """The value of a profile. Cached by the texts, because each part of a job asks for its material again."""
    (text, file), *_ = texts
    document, problems = parse_leniently(text, file, model, _extended_data(texts))
    if problems or not document:
        raise FabgenError(problems)
    return document.value


def _extended_data(texts: Texts) -> dict[str, Any]:
    """The plain data of all files that the first one extends. Nearer files override farther ones."""
    return reduce(merge_data, (parse_data(*text_and_path)[0] for text_and_path in texts[:0:-1]), {})


def _read_chain(path: Path, kind: str, game: Path | None = None, chain: tuple[Path, ...] = ()) -> Texts:
    """A file, the one that it extends, the one that this extends, and so on. Where a game names the file, all of them
    are built in or in its folder. Raises FabgenError for a circle."""
    is_own = game is not None and path.parent != profile_folder(kind)
    text = read_game_text(game, _path_in(game, path)) if game and is_own else read_text(path)
    name, where = _parent_name(text, str(path))
    if name is None:
        return ((text, str(path)),)
    built_in = _built_in_files(kind)
    parent = built_in.get(name, path.parent / name)
    if game and is_own and name not in built_in:
        try:
            locate_game_file(game, _path_in(game, parent))
        except FabgenError as error:
            raise FabgenError(replace(problem, where=where) for problem in error.problems) from None
    if parent in (*chain, path) or find_kind(parent) != "file":
        message = "extends itself" if parent in (*chain, path) else f"`{name}` is not there to extend"
        raise FabgenError([Problem(where, message, nearest_hint(name, profile_names(kind)))])
    return ((text, str(path)), *_read_chain(parent, kind, game, (*chain, path)))


def _path_in(folder: Path, path: Path) -> str:
    """The path of a file from a folder, with `/`; it starts with `..` where the file is elsewhere."""
    return Path(os.path.relpath(path, folder)).as_posix()


@lru_cache(maxsize=64)
def _parent_name(text: str, file: str) -> tuple[str | None, Location]:
    """The name of the profile that a file extends, None if there is none, and the place where the file says so."""
    data, source = parse_data(text, file)
    name = data.get("extends")
    return None if name is None else str(name), source.key_location("extends")
