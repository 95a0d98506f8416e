"""A game's rules text → a Problem where its quick reference does not fit its page; nothing else of the book is laid
out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fabgen.base import FabgenError, Problem, Where
from fabgen.figures.aids import chapter, chapters_of
from fabgen.make.theme import load_theme
from fabgen.piececheck import check_shapes
from fabgen.spec.game import Aid
from fabgen.spec.load import Spec
from fabgen.words import Words, load_words


def check_reference(spec: Spec) -> Iterator[Problem]:
    """The quick reference has one page, the last: what a build would refuse is told at its heading."""
    if any(one.level == "error" for one in (*spec.problems, *check_shapes(spec))):
        return
    try:
        words = load_words(spec.game.language, spec.folder)
        title = words.quick_reference.casefold()
        for line in [line for head, (line, _) in chapters_of(spec).items() if head.casefold() == title]:
            yield from _refused(spec, words, line)
    except FabgenError:  # a text or words that are not there: told where they are asked for
        return


def _refused(spec: Spec, words: Words, line: int) -> Iterator[Problem]:
    from fabgen.write.book import check_reference as fitted  # loads what sets type

    blocks = chapter(spec, words.quick_reference, Aid(kind="card"), words)
    try:
        fitted(blocks, load_theme("colour"))
    except FabgenError as error:
        where = Where(str(spec.folder / spec.game.rulebook), line, 1)
        yield from (replace(one, where=where) for one in error.problems)
