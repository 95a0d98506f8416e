"""A spec and a folder of its build → a digest of the state of the game that the folder is made from."""

from __future__ import annotations

import hashlib

import fabgen
from fabgen.artwork.drawing_budget import MOST_BYTES
from fabgen.artwork.picture import LARGEST_PICTURE
from fabgen.spec.drawings import clean_drawing, drawing_files, picture_files
from fabgen.spec.load import Spec
from fabgen.spec.rules_file import rulebook_path


def folder_digest(spec: Spec, folder: str) -> str:
    """A digest of what a folder is made from: the game as declared, its drawings and words, fabgen's version and, for
    the rulebook, its text and its theme. Raises FabgenError where one of its files cannot be read."""
    text = spec.read_file(rulebook_path(spec)) + read_theme_file(spec) if folder == "rules" else b""
    declared = spec.game.model_dump_json().encode()
    drawings = [*read_drawing_files(spec).values(), *read_picture_files(spec).values()]
    translated = spec.translation.data if spec.translation else b""
    content = b"\0".join([fabgen.__version__.encode(), declared, text, translated, read_user_words(spec), *drawings])
    return hashlib.sha256(content).hexdigest()


def edition_key(folder: str) -> str:
    """The key in `origins.json` under which stands which fabgen made a folder."""
    return f"{folder}, fabgen"


def read_drawing_files(spec: Spec) -> dict[str, bytes]:
    """The drawings of a game by their paths, as they were understood: without scripts and links."""
    return {name: clean_drawing(spec.read_file(name, MOST_BYTES), name) for name in drawing_files(spec.game)}


def read_picture_files(spec: Spec) -> dict[str, bytes]:
    """The PNG and JPEG pictures of a game by their paths."""
    return {name: spec.read_file(name, LARGEST_PICTURE) for name in picture_files(spec.game)}


def read_art_files(spec: Spec) -> dict[str, bytes]:
    """The drawings and pictures of a game by their paths, byte by byte: labels and layers that `read_drawing_files`
    leaves out name the spaces of a map."""
    names = drawing_files(spec.game) + picture_files(spec.game)
    return {name: spec.read_file(name, max(MOST_BYTES, LARGEST_PICTURE)) for name in names}


def read_user_words(spec: Spec) -> bytes:
    """The game's own language file, empty where fabgen has the language built in."""
    name = spec.game.language
    return spec.read_file(name) if name.endswith((".yaml", ".yml")) else b""


def read_theme_file(spec: Spec) -> bytes:
    """The game's own theme of the rulebook, empty where the theme is a built-in one."""
    name = spec.game.book.theme_file
    return spec.read_file(name) if name else b""
