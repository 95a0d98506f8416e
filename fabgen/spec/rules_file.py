"""A spec → the path and the text of its rules text, or the Problem that keeps it from being read."""

from __future__ import annotations

from dataclasses import replace

from fabgen.core.files import MISSING
from fabgen.core.game_files import OUTSIDE, locate_game_file, read_game_text
from fabgen.core.problems import FabgenError, problem_error
from fabgen.spec.load import Spec

LARGEST_RULES = 200_000  # bytes of a rules text: more than a hundred pages


def rulebook_path(spec: Spec) -> str:
    """The path of the rules text in the game's folder, with `/`. Raises FabgenError, at the key that names it, for a
    file that is not there or that a game may not read."""
    name, where = spec.game.rulebook, spec.source.value_location("rulebook")
    try:
        path = locate_game_file(spec.folder, name)
    except FabgenError as error:
        [problem] = error.problems
        if problem.code == MISSING:
            hint = "write it in Markdown; it may be short, and refer to figures: ![Setup](setup)"
            what = f"the rules text is missing: there is no file {spec.folder / name}"
            raise problem_error(what, hint, where) from None
        hint = "the rules text is in the folder of the game, like rules.md" if problem.code == OUTSIDE else problem.hint
        raise FabgenError([replace(problem, where=where, hint=hint)]) from None
    if not path.name.lower().endswith(".md"):
        raise problem_error(f"`{name}` is not the name of a Markdown file", "like rules.md", where)
    return name


def read_rules_text(spec: Spec) -> str:
    """The rules text of a game, translated where the spec is, with lines ended by `\\n`. Raises FabgenError as
    `rulebook_path` does, and for a text that is too large or not UTF-8."""
    text = read_game_text(spec.folder, rulebook_path(spec), LARGEST_RULES)
    return spec.translation.translate_rules(text) if spec.translation else text
