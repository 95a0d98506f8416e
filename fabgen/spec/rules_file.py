"""A spec → the path and the text of its rules text, or the Problem that keeps it from being read."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

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


def read_chapters(spec: Spec) -> dict[str, tuple[int, str]]:
    """The chapters of a rulebook by heading: the line of each, from 1, and its text with the heading."""
    text = read_rules_text(spec)
    starts = [match.start() for match in re.finditer(r"^# ", text, re.MULTILINE)] + [len(text)]
    numbered = [(text.count("\n", 0, start) + 1, text[start:end]) for start, end in pairwise(starts)]
    chapters: dict[str, tuple[int, str]] = {}
    for line_number, chapter in numbered:
        chapters.setdefault(chapter.partition("\n")[0][2:].strip(), (line_number, chapter))
    return chapters


def card_chapters(spec: Spec) -> tuple[str, ...]:
    """The chapters of the rulebook that cards show: all that paper takes from the rules text. A change elsewhere in
    the text changes no card."""
    cards = [aid for aid in spec.game.aids.values() if aid.kind == "card"]
    if not cards:
        return ()
    words = spec.words
    headings = {(aid.text or words.text("quick_reference")).casefold() for aid in cards}
    return tuple(text for heading, (_, text) in read_chapters(spec).items() if heading.casefold() in headings)
