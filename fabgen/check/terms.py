"""A game's rules text → warnings about its words: what an editor marks in the margin, where it can be told reliably.

Two words for one thing, a term or a notation that is used before it is explained, a sentence that is there twice, a
chapter of one line. A warning that is wrong costs more than one that is missing, so that every check here asks for
signs that a text of another meaning hardly has. What depends on English words is not asked of other languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.positions.captions import is_line_printed, write_claim_lines
from fabgen.figures.rulebook.passages import TextPassage, read_passages
from fabgen.figures.rulebook.rulebook import LONGEST_TERM
from fabgen.spec.examples import Case
from fabgen.spec.load import Spec
from fabgen.spec.place_words import PLACE_WORDS
from fabgen.spec.rules_file import read_rules_text

SHORTEST_REPEAT = 6  # words: a shorter sentence, such as `You may not pass.`, may be needed twice
ONE_LINE = 70  # characters: about one line of an A5 page
_JUMP_WORDS = {
    word: re.compile(pattern, re.I)
    for word, pattern in (("jump", r"\bjump(?:s|ed|ing)?\b"), ("hop", r"\bhop(?:s|ped|ping)?\b"))
}
_EXPLAINS = re.compile(r"\b(?:is|are|means?|stands? for|reads?|written|named|notation)\b", re.I)
# Captures alone: `a1-f1` in plain text may be a row of cells.
_CAPTURE_MOVE = re.compile(r"\b[a-z]{1,2}\d{1,2}(?:x[a-z]{1,2}\d{1,2})+\b")


@dataclass(frozen=True)
class _RulesWords:
    """The passages of a rules text: `body` without the quick reference, which repeats the rules by design."""

    body: tuple[TextPassage, ...]
    reference: tuple[TextPassage, ...]
    is_english: bool
    catalogue: Catalogue


def check_terms(spec: Spec) -> Iterator[Problem]:
    """Warnings about the words of the rules text. Nothing is said of a text that cannot be read, or whose language is
    not known; other checks do."""
    if spec.has_errors_under("language"):
        return
    try:
        catalogue = spec.words
        text = read_rules_text(spec)
        passages = read_passages(text, str(spec.folder / spec.game.rulebook))
    except FabgenError:
        return
    title = catalogue.text("quick_reference").casefold()
    starts = (n for n, p in enumerate(passages) if p.kind == "chapter" and p.text.strip().casefold() == title)
    start = next(starts, len(passages))
    body, reference = tuple(passages[:start]), tuple(passages[start:])
    words = _RulesWords(body, reference, catalogue.language.startswith("en"), catalogue)
    yield from _find_mixed_words(spec, words)
    yield from _find_early_terms(words)
    yield from _find_repeats(words)
    yield from _find_early_notation(spec, words)
    yield from _find_short_chapters(words)


def _find_mixed_words(spec: Spec, words: _RulesWords) -> Iterator[Problem]:
    """Two words for the places of the board, or for a jump; and `square` on a board that has none."""
    if not words.is_english:
        return
    passages = (*words.body, *words.reference)
    board = spec.game.board
    squares = _uses(passages, PLACE_WORDS["square"])
    if squares and not (board.grid and not board.points):
        what = "the text says `square`, but the board has no squares"
        yield _warn(squares[0], what, "call the places of this board cells, spaces or points, one word throughout")
    terms = {term.casefold() for passage in passages for term in passage.terms}
    for family in (PLACE_WORDS, _JUMP_WORDS):
        uses = {word: _uses(passages, pattern) for word, pattern in family.items()}
        uses = {word: places for word, places in uses.items() if places}
        if len(uses) > 1 and not all({word, f"{word}s"} & terms for word in uses):
            rarest = min(uses, key=lambda word: len(uses[word]))
            other_words = join_words([f"`{word}`" for word in uses if word != rarest])
            what = f"the text says `{rarest}` here and {other_words} elsewhere"
            yield _warn(uses[rarest][0], what, "use one word for one thing throughout the rules")


def _uses(passages: Sequence[TextPassage], pattern: re.Pattern[str]) -> list[TextPassage]:
    """The passages in which a pattern occurs, once for each occurrence."""
    return [passage for passage in passages for _ in pattern.finditer(passage.text)]


def _find_early_terms(words: _RulesWords) -> Iterator[Problem]:
    """Terms of several words that a later passage explains, in bold. The first chapter, which gives an overview, and
    links to the explanation may use them before."""
    chapters = [number for number, passage in enumerate(words.body) if passage.kind == "chapter"]
    first = chapters[1] if len(chapters) > 1 else len(words.body)
    explained: dict[tuple[str, ...], int] = {}
    for number, passage in enumerate(words.body):
        for term in passage.terms:
            explained.setdefault(_split_words(term), number)
    reported: set[tuple[str, ...]] = set()
    for number, passage in enumerate(words.body[first:], first):
        if passage.kind not in ("text", "caption"):
            continue
        for group in _word_groups(passage.unlinked):
            if number < explained.get(group, 0) and group not in reported:
                reported.add(group)
                line = words.body[explained[group]].where.line
                what = f"`{' '.join(group)}` is used before the text explains it, in line {line}"
                yield _warn(passage, what, "explain a term where it first appears, or link to the explanation")


def _split_words(text: str) -> tuple[str, ...]:
    """The words of a text in small letters."""
    return tuple(re.findall(r"[\w'’-]+", text.casefold()))


def _word_groups(text: str) -> Iterator[tuple[str, ...]]:
    """Every group of neighbouring words that is as long as a term of several words may be."""
    words = _split_words(text)
    for size in range(2, LONGEST_TERM + 1):
        yield from zip(*(words[start:] for start in range(size)), strict=False)


def _find_repeats(words: _RulesWords) -> Iterator[Problem]:
    """Sentences that are there twice, outside the quick reference."""
    first_lines: dict[tuple[str, ...], int | None] = {}
    for passage in words.body:
        if passage.kind not in ("text", "caption"):
            continue
        for sentence in re.split(r"(?<=[.!?])\s+", passage.text.strip()):
            key = _split_words(sentence)
            if len(key) < SHORTEST_REPEAT or sentence[-1:] not in (".", "!", "?"):
                continue
            if key in first_lines:
                what = f"this sentence is in line {first_lines[key]} already: {' '.join(sentence.split())}"
                yield _warn(passage, what, "say each rule once, where a player needs it")
            first_lines.setdefault(key, passage.where.line)


def _find_early_notation(spec: Spec, words: _RulesWords) -> Iterator[Problem]:
    """The first move in notation, in the text or under a figure, that no sentence before it has explained."""
    name = spec.lattice.name.pattern
    move = re.compile(rf"(?:{name})(?:[-x](?:{name}))+")
    listed = {f"example:{case.example.id}": _listed_lines(spec, case, words.catalogue) for case in spec.cases}
    for passage in words.body:
        moves = [code for code in passage.codes if move.fullmatch(code)]
        if moves and (not words.is_english or _EXPLAINS.search(passage.text)):
            return
        moves += [match[0] for match in _CAPTURE_MOVE.finditer(passage.text) if move.fullmatch(match[0])]
        claimed = [match[0] for line in listed.get(passage.figure, ()) for match in move.finditer(line)]
        if moves or claimed:
            where = f"the figure `{passage.figure}` lists moves" if claimed and not moves else "the text writes moves"
            what = f"{where} such as {[*moves, *claimed][0]} before it is explained how moves are written"
            example = f"`{[*moves, *claimed][0]}`"
            yield _warn(passage, what, f"explain it first, as in: Cells are named by column and row; {example} is ...")
            return


def _listed_lines(spec: Spec, case: Case, catalogue: Catalogue) -> list[str]:
    """The lines that a book prints under the figure of an example."""
    lines = write_claim_lines(spec, case, catalogue)
    return ["".join(run.text for run in line.text) for line in lines if is_line_printed(spec, line)]


def _find_short_chapters(words: _RulesWords) -> Iterator[Problem]:
    """Chapters with a single line of text."""
    chapters: list[tuple[TextPassage, list[TextPassage]]] = []
    for passage in words.body:
        if passage.kind == "chapter":
            chapters.append((passage, []))
        elif chapters:
            chapters[-1][1].append(passage)
    for chapter, passages in chapters if len(chapters) > 1 else ():
        if [passage.kind for passage in passages] == ["text"] and len(passages[0].text.strip()) <= ONE_LINE:
            what = f"the chapter `{chapter.text.strip()}` has only one line"
            yield _warn(chapter, what, "join it with the chapter before or after it")


def _warn(passage: TextPassage, what: str, hint: str) -> Problem:
    return Problem(passage.where, what, hint, "warning")


__all__ = ["check_terms"]
