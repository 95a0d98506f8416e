"""A path as a spec writes it → whether it leads to a drawing in the folder of the spec."""

from __future__ import annotations

from pathlib import Path

from fabgen.base import Problem, Location, nearest_hint


def is_drawing(word: str | None) -> bool:
    """Whether a word names a drawing, an SVG file, instead of one of fabgen's shapes or marks."""
    return word is not None and word.lower().endswith(".svg")


def drawing_path_problem(word: str, folder: Path) -> Problem | None:
    """What is wrong with the path of a drawing, or None. It must be in the folder of the spec, so that a build can
    keep a copy."""
    hint = "copy it into a folder beside the spec, like art/dragon.svg"
    parts = word.split("/")
    if not is_drawing(word):
        return Problem(Location(), "this is not the path of an SVG file", "like art/board.svg")
    if "\\" in word or ":" in word or any(part in ("", ".", "..") for part in parts):
        return Problem(Location(), "this path leaves the folder of the spec, or is not written with `/`", hint)
    if any(set(part) & set('<>"|?*') or part[-1] in " ." or not part.isprintable() for part in parts):
        return Problem(Location(), "this cannot be the name of a file on every system", "letters, digits and hyphens")
    if not (folder / word).resolve().is_relative_to(folder.resolve()):
        return Problem(Location(), "this link leads out of the folder of the spec", hint)
    if not (folder / word).is_file():
        return Problem(Location(), "there is no such file beside the spec", _nearby_drawings(word, folder))
    return None


def _nearby_drawings(word: str, folder: Path) -> str:
    """A hint with the drawings that may be meant."""
    drawings = sorted(path.relative_to(folder).as_posix() for path in (*folder.glob("*.svg"), *folder.glob("*/*.svg")))
    return nearest_hint(word, drawings[:20]) or "a path from the folder of the spec, like art/dragon.svg"
