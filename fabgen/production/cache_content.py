"""What the folders of a build are made from, as keys of the cache."""

from __future__ import annotations

from typing import Any

from fabgen.laser.job import make_laser_job
from fabgen.production.source_files import diagram_theme_data, profiles_as_data, user_material_files
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec
from fabgen.spec.origins import read_art_files, read_theme_file, read_user_words
from fabgen.spec.place_words import find_place_word
from fabgen.spec.rules_file import card_chapters, rulebook_path


def stage_content(spec: Spec, folder: str, options: Options) -> Any:
    """Everything that the files of a folder are made from, and that their notes name: the spec and its drawings, the
    job and the materials, the options, and of the rules text what the folder shows. Raises FabgenError where one of the
    game's files cannot be read."""
    text: object = card_chapters(spec) if folder == "print" else ()
    if folder in ("print", "diagrams"):  # the legend has the word of the rules text for the places of the board
        text = text, find_place_word(spec)
    if folder == "rules":
        text = spec.read_file(rulebook_path(spec)), read_theme_file(spec)
    return (game_content(spec, options), make_laser_job(spec, options), profiles_as_data(spec, options),
            diagram_theme_data(options), text)


def game_content(spec: Spec, options: Options) -> Any:
    """The game without its rules text, as the options have it: what its figures are drawn from."""
    files = [read_art_files(spec), read_user_words(spec), spec.translation.data if spec.translation else b"",
             [spec.read_file(name) for name in user_material_files(spec)]]
    return spec.source.file, spec.source.text, spec.slug, options, files
