"""The drawings that a spec names, such as `art/dragon.svg` → paths that carry the art read from the files. Problems of
a file are reported at the key that names it.

A value that ends in `.svg` is a drawing. It must be in the folder of the spec, so that a build can keep a copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from fabgen.artwork.line_screen import MOST_LINES, read_line_screen
from fabgen.artwork.picture import LARGEST_PICTURE
from fabgen.artwork.svg_artwork import (
    ART_HEIGHT,
    SvgArtwork,
    fit_flat_outline,
    make_cutout,
    make_flat_outline,
    read_art,
    read_cut,
)
from fabgen.artwork.svg_document import parse_document
from fabgen.artwork.svg_file import ArtError
from fabgen.core.files import MISSING
from fabgen.core.game_files import OUTSIDE, locate_game_file, read_game_file
from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint
from fabgen.core.yaml_models import YamlSource
from fabgen.spec.game import Game


def is_drawing(word: str | None) -> bool:
    """Whether a word names a drawing, an SVG file, instead of one of fabgen's shapes or marks."""
    return word is not None and word.lower().endswith(".svg")


def is_grey_picture(word: str | None) -> bool:
    """Whether a word names a picture of dots, a PNG or JPEG file."""
    return word is not None and word.lower().endswith((".png", ".jpg", ".jpeg"))


def is_art(word: str | None) -> bool:
    """Whether a word names a file of the designer that is etched: a drawing, or a picture in greys."""
    return is_drawing(word) or is_grey_picture(word)


def drawing_path_problem(word: str, folder: Path) -> Problem | None:
    """The Problem of the path of a drawing, or None. The file must be in the folder of the spec."""
    if not is_art(word):
        return Problem(Location(), "this is not the path of an SVG file", "like art/board.svg")
    try:
        locate_game_file(folder, word)
    except FabgenError as error:
        [problem] = error.problems
        hint = problem.hint
        if problem.code == MISSING:
            hint = _nearby_drawings(word, folder)
        elif problem.code == OUTSIDE:
            hint = "copy it into a folder beside the spec, like art/dragon.svg"
        return replace(problem, where=Location(), hint=hint)
    return None


def _nearby_drawings(word: str, folder: Path) -> str:
    """A hint with the drawings that may be meant."""
    drawings = sorted(path.relative_to(folder).as_posix() for path in (
        *folder.glob(f"*{Path(word).suffix}"), *folder.glob(f"*/*{Path(word).suffix}")))
    return nearest_hint(word, drawings[:20]) or "a path from the folder of the spec, like art/dragon.svg"


Key = tuple[str, ...]
# The keys of a body that take a drawing, and whether the drawing is cut.
CUT_BY_BODY_KEY = {"standee": True, "crossed": True, "tile": True, "back": False, "sign": False}


class DrawingPath(str):
    """The path of a drawing as a spec writes it, with the art that was read from it."""

    art: SvgArtwork

    def __new__(cls, word: str, art: SvgArtwork) -> DrawingPath:
        """The path with its art."""
        path = super().__new__(cls, word)
        path.art = art
        return path


class NamedDrawing(NamedTuple):
    """A drawing that a spec names: the key, the path of the file, and whether its outline is cut."""

    key: Key
    word: str
    is_cut: bool


def drawings_of(game: Game) -> Iterator[NamedDrawing]:
    """Each drawing that is a shape, a mark or the board's art."""
    words: list[tuple[Key, str | None, bool]] = [  # as a NamedDrawing, and those that name no drawing
        (("pieces", name, "body", key), getattr(piece.body, key), is_cut)
        for name, piece in game.pieces.items() for key, is_cut in CUT_BY_BODY_KEY.items()
    ]
    words += [(("tokens", name, "mark"), token.mark, False) for name, token in game.tokens.items()]
    words += [(("tokens", name, "shape"), token.shape, True) for name, token in game.tokens.items()
              if token.has_own_outline]
    words.append((("board", "art"), game.board.art, False))
    for key, word, is_cut in words:
        if isinstance(word, str) and word and (is_art(word) or key == ("board", "art")):
            yield NamedDrawing(key, word, is_cut)


def drawing_files(game: Game) -> list[str]:
    """The paths of all drawings, the one of a map included, each once, sorted."""
    maps = [game.board.map.file] if game.board.map and game.board.map.file else []
    on_cards = [path for deck in game.decks.values() for path in deck.pictures if is_drawing(path)]
    return sorted({*(str(word) for _, word, _ in drawings_of(game) if not is_grey_picture(word)), *maps, *on_cards})


def picture_files(game: Game) -> list[str]:
    """The paths of all pictures of dots, PNG and JPEG files, each once, sorted."""
    etched = {str(word) for _, word, _ in drawings_of(game) if is_grey_picture(word)}
    return sorted(etched | {path for deck in game.decks.values() for path in deck.pictures if not is_drawing(path)})


def read_drawings(game: Game, source: YamlSource, folder: Path, problems: list[Problem]) -> Game:
    """The game with its drawings read. Their Problems are added to `problems`."""
    for key, word, cut in drawings_of(game):
        if isinstance(word, DrawingPath):
            continue
        try:
            drawing = DrawingPath(word, read_drawing(word, folder, cut, _count_lines(game, key)))
            if key[0] == "tokens" and cut:
                make_flat_outline(drawing.art, game.tokens[key[1]].size)
            elif key[-1] == "tile":
                fit_flat_outline(drawing.art, *(game.pieces[key[1]].body.base or (game.board.cell, game.board.cell)))
            elif cut:  # kept for those who draw and cut it
                make_cutout(drawing.art, game.pieces[key[1]].body.height or ART_HEIGHT)
            game = _replace_value(game, key, drawing)
        except FabgenError as error:
            where = source.value_location(*key)
            problems += [replace(problem, where=where, what=f"{name_place(word, problem)}: {problem.what}")
                         for problem in error.problems]
    return game


def name_place(word: str, problem: Problem) -> str:
    """The path of a drawing as the spec has it, with the line of what is wrong in it: `art/dragon.svg:7`."""
    return f"{word}:{problem.where.line}" if problem.where.line else word


def clean_drawing(data: bytes, word: str) -> bytes:
    """The SVG file of a drawing that was read before, with what was understood of it and nothing else."""
    return parse_document(data, word).to_bytes(shapes_only=True)


PITCH = 0.85  # mm between the lines of a picture, about: as fine as acrylic and plywood show
MARK_SHARE, SIGN_SHARE = 0.72, 0.5  # of a token, and about of a cell, that a picture takes


def _count_lines(game: Game, key: Key) -> int:
    """In how many lines a picture is engraved, by the size of what it is on."""
    if key == ("board", "art"):
        return MOST_LINES
    if key[0] != "tokens":
        return round(game.board.cell * SIGN_SHARE / PITCH)
    token = game.tokens[key[1]]
    return round((token.arm or token.size) * MARK_SHARE / PITCH)  # the mark of a corner is in its elbow


def read_drawing(word: str, folder: Path, cut: bool, lines: int = MOST_LINES) -> SvgArtwork:
    """The art that a path in a spec leads to; a picture in greys in so many lines. Raises FabgenError for a path that
    is misplaced, and ArtError, with the places, for a drawing that is unsuitable."""
    file = folder / word
    if problem := drawing_path_problem(word, folder):
        raise FabgenError([problem])
    if is_grey_picture(word):
        if cut:
            what = "a picture of dots has no outline that could be cut"
            raise FabgenError([Problem(Location(), what, "trace it in your editor (Inkscape: Path > Trace Bitmap) and "
                                       "save it as SVG")])
        return read_line_screen(read_game_file(folder, word, LARGEST_PICTURE), lines)
    return read_cut(file) if cut else read_art(file, "etch")


def _replace_value(model: Any, key: Key, value: object) -> Any:
    """A copy of a model, or of a mapping of models, with one value replaced."""
    first, *rest = key
    if isinstance(model, dict):
        return {**model, first: _replace_value(model[first], tuple(rest), value)}
    inner = _replace_value(getattr(model, first), tuple(rest), value) if rest else value
    return model.model_copy(update={first: inner})


__all__ = [
    "ArtError",
    "DrawingPath",
    "clean_drawing",
    "drawing_files",
    "drawings_of",
    "is_art",
    "is_drawing",
    "name_place",
    "picture_files",
    "read_drawing",
    "read_drawings",
]
