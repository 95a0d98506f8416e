"""A folder and the path of a file in it, as a spec writes it → the bytes of the file: what a game may read.

A game may come from anybody. What its spec names (rules text, drawings, materials, words of a language) must therefore
be regular files of a reasonable size within the folder of the spec, links followed. Every file of a game is opened
here, or its path is asked for here first. What users themselves name, on the command line or in their shop file, may
be anywhere.
"""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

from fabgen.core.files import LARGEST_FILE, MISSING, decode_text, find_kind, read_file
from fabgen.core.manifest import safe_path
from fabgen.core.problems import FabgenError, Location, Problem

OUTSIDE = "game-file.outside"  # code of a problem: the path or a link leads out of the folder
# Bytes of a path and folders on it. A manifest may hold longer ones, because a build keeps these files in `source/`.
LONGEST_GAME_PATH, MOST_GAME_FOLDERS = 500, 10
BUILT_IN = Path(str(files("fabgen")))


def read_game_file(folder: Path, name: str, largest: int = LARGEST_FILE) -> bytes:
    """The bytes of a file that a game names. Raises FabgenError with one Problem as `locate_game_file` does, and for a
    file of more than `largest` bytes."""
    return read_file(locate_game_file(folder, name), largest)


def read_game_text(folder: Path, name: str, largest: int = LARGEST_FILE) -> str:
    """The text of a file that a game names, with lines ended by `\\n`. Raises FabgenError with one Problem."""
    return decode_text(read_game_file(folder, name, largest), str(folder / name))


def read_spec_file(path: Path) -> bytes:
    """The bytes of a spec. Users name it themselves, so that its name may be any that their system takes; but where it
    is a link, it must not lead out of its folder either. Raises FabgenError with one Problem."""
    return read_file(_check_place(path, path.parent))


def locate_game_file(folder: Path, name: str) -> Path:
    """The path of a file that a game names, for readers that open it themselves.

    Raises FabgenError with one Problem at that path for a name that is not a relative path with `/` or is too long, for
    a link that leads out of the folder, and where there is no regular file.
    """
    path = folder / name
    try:
        safe_path(name)
    except ValueError as error:
        hint = "a file of a game is in the folder of its spec, like art/dragon.svg"
        raise _game_file_error(path, str(error), hint, OUTSIDE) from None
    if len(name.encode()) > LONGEST_GAME_PATH or name.count("/") > MOST_GAME_FOLDERS:
        what = f"a path in a game has at most {LONGEST_GAME_PATH} bytes and {MOST_GAME_FOLDERS} folders"
        raise _game_file_error(path, what, "move the file nearer to the spec")
    return _check_place(path, folder)


def _check_place(path: Path, folder: Path) -> Path:
    """The path of a regular file in a folder, links followed. Raises FabgenError with one Problem for anything else."""
    kind = find_kind(path)
    if not kind:
        raise _game_file_error(path, "there is no such file beside the spec", "", MISSING)
    if kind != "file":
        what = "this is a folder" if kind == "folder" else "this is a device, a pipe or a socket"
        raise _game_file_error(path, f"{what}, and a file is needed", "")
    if not _is_built_in(folder) and not _is_inside(path, folder):
        hint = "copy the file itself into the folder of the game"
        raise _game_file_error(path, "this link leads out of the folder of the game", hint, OUTSIDE)
    return path


def _is_inside(path: Path, folder: Path) -> bool:
    """Whether a path leads into a folder, the links of both followed."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _is_built_in(folder: Path) -> bool:
    """Whether a folder came with fabgen: some installers link each of its files to a store of theirs."""
    return folder.is_relative_to(BUILT_IN)


def _game_file_error(path: Path, what: str, hint: str, code: str = "") -> FabgenError:
    return FabgenError([Problem(Location(str(path)), what, hint, code=code)])
