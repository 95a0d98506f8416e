"""The rules text of a game → a Problem where its quick reference does not fit on one page; nothing else of the book
is laid out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fabgen.base import FabgenError, Problem, Location
from fabgen.figures.aids import read_chapter, read_chapters
from fabgen.make.theme import load_theme
from fabgen.piececheck import check_shapes
from fabgen.spec.game import Aid
from fabgen.spec.load import Spec
from fabgen.words import LanguageWords, load_words


def check_reference(spec: Spec) -> Iterator[Problem]:
    """The quick reference must fit on one page, the last: what a build would refuse is reported at its heading."""
    if any(problem.level == "error" for problem in (*spec.problems, *check_shapes(spec))):
        return
    try:
        words = load_words(spec.game.language, spec.folder)
        title = words.quick_reference.casefold()
        for heading, (line, _) in read_chapters(spec).items():
            if heading.casefold() == title:
                yield from _check_fit(spec, words, line)
    except FabgenError:  # a text or words that are missing: check_rulebook and check_language report them
        return


def _check_fit(spec: Spec, words: LanguageWords, line: int) -> Iterator[Problem]:
    from fabgen.write.book import check_reference as check_page  # late: it loads the typesetting

    blocks = read_chapter(spec, words.quick_reference, Aid(kind="card"), words)
    try:
        check_page(blocks, load_theme("colour"))
    except FabgenError as error:
        where = Location(str(spec.folder / spec.game.rulebook), line, 1)
        yield from (replace(problem, where=where) for problem in error.problems)
