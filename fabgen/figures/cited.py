"""Codes of rulings in a text (COR-1) → references to the questions that the book answers, with number and page.

A code is letters, a hyphen and a number, or a name in capitals. Any code with the letters of one of the game's rulings
counts as a code of a ruling. Where the book answers no question for a code, the code is removed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fabgen.artwork.book import Block, BookFigure, Heading, Listing, NoteBox, Paragraph, TextRun, TextRuns, TextTable, plain_text
from fabgen.artwork.drawing import Drawing
from fabgen.words import LanguageWords

PAGE, WITHIN = ", {page}", " ({page})"  # the page after a number, and after other words
_CODE = re.compile(r"([^\W\d]\w*)-\d\w*")
_CAPITALS = re.compile(r"[^\W\da-z][^\Wa-z]{2,}")  # a name that cannot be mistaken for a word
_LIST_SEPARATOR = r", (?:and )?| and "
_REMOVED = "\0"  # placeholder for a code without a question, and for a number in a phrase
_SENTENCE_ENDS = (".", "!", "?", ":", ")", "”")  # signs before the start of a sentence


@dataclass(frozen=True)
class QuestionNumbers:
    """The questions that a book answers, by code with their `numbers` from 1; `codes` are those of all rulings."""

    words: LanguageWords
    numbers: Mapping[str, int]
    codes: Collection[str]

    def replace_codes(self, runs: TextRuns, *, any_name: bool = False) -> TextRuns:
        """The runs with references to questions in place of codes, with `any_name` in place of any ruling's name."""
        codes_pattern = compile_code_pattern(self.codes, any_name=any_name)
        if not codes_pattern:
            return runs
        return _tidy_gaps(part for number, run in enumerate(runs)
                          for part in self._replace_in_run(run, plain_text(runs[:number]), codes_pattern))

    def replace_codes_in_claim(self, runs: TextRuns) -> TextRuns | None:
        """The same for a claim that is only there for its codes; None where the book answers none of them."""
        codes = list(find_codes(runs, self.codes, any_name=True))
        is_kept = not codes or any(code in self.numbers for code in codes)
        return self.replace_codes(runs, any_name=True) if is_kept else None

    def _replace_in_run(self, run: TextRun, before: str, codes_pattern: re.Pattern[str]) -> Iterator[TextRun]:
        end = 0
        for match in () if run.notation or run.see else codes_pattern.finditer(run.text):
            yield replace(run, text=run.text[end:match.start()])
            preceding = (before + run.text[:match.start()]).rstrip()
            opens_sentence = not preceding or preceding.endswith(_SENTENCE_ENDS)
            reference = self._write_reference(_split_codes(match[0]), run, opens_sentence=opens_sentence)
            yield from reference or (replace(run, text=_REMOVED),)
            end = match.end()
        yield replace(run, text=run.text[end:])

    def _write_reference(self, codes: Iterable[str], style: TextRun, *, opens_sentence: bool) -> Sequence[TextRun]:
        """`Questions 4 and 7, page 12`, each number a link; empty where the book answers none of them."""
        asked = sorted({code for code in codes if code in self.numbers}, key=lambda code: self.numbers[code])
        if not asked:
            return ()
        phrase = self.words.translations
        singular, plural = ("Question {number}", "Questions {numbers}") if opens_sentence else (
            "question {number}", "questions {numbers}")
        sentence = phrase(singular, number=_REMOVED) if len(asked) == 1 else phrase(plural, numbers=_REMOVED)
        head, tail = sentence.split(_REMOVED)
        runs = [replace(style, text=head.replace(" ", "\N{NO-BREAK SPACE}"), link=f"#{ruling_anchor(asked[0])}")]
        for n, code in enumerate(asked):
            separator = "" if not n else f" {phrase('and')} " if n == len(asked) - 1 else ", "
            runs += [replace(style, text=separator, link=""),
                     replace(style, text=f"{self.numbers[code]}", link=f"#{ruling_anchor(code)}")]
        page = replace(style, text=PAGE, link=f"#{ruling_anchor(asked[0])}", see=tuple(ruling_anchor(code) for code in asked))
        return [*runs, replace(style, text=tail), page]


def ruling_anchor(code: str) -> str:
    """The anchor of the answer to a ruling's question."""
    return f"ruling/{code}"


def compile_code_pattern(codes: Collection[str], *, any_name: bool = False) -> re.Pattern[str] | None:
    """A pattern that finds codes in a text, a list of codes as one match; None where the game has no rulings."""
    families = sorted({match[1] for code in codes if (match := _CODE.fullmatch(code))})
    names = sorted((code for code in codes if not _CODE.fullmatch(code) and (any_name or _CAPITALS.fullmatch(code))),
                   key=lambda code: (-len(code), code))
    patterns = [rf"(?:{'|'.join(map(re.escape, families))})-\d\w*"] if families else []
    alternatives = "|".join([*patterns, *map(re.escape, names)])
    if not alternatives:
        return None
    return re.compile(rf"(?<![\w-])(?:{alternatives})(?:(?:{_LIST_SEPARATOR})(?:{alternatives}))*(?![\w-])")


def find_codes(runs: TextRuns, codes: Collection[str], *, any_name: bool = False) -> Iterator[str]:
    """The codes in the runs, in their order."""
    codes_pattern = compile_code_pattern(codes, any_name=any_name)
    for run in runs if codes_pattern else ():
        for match in () if run.notation or not codes_pattern else codes_pattern.finditer(run.text):
            yield from _split_codes(match[0])


def runs_of(block: Block) -> Iterator[TextRuns]:
    """The words of a block itself, claims of figures included, without those of the blocks in it."""
    if isinstance(block, Heading | Paragraph):
        yield block.text
    elif isinstance(block, BookFigure):
        yield from (block.caption, *block.claims)
    elif isinstance(block, TextTable):
        yield from (cell for row in (block.head, *block.rows) for cell in row if not isinstance(cell, Drawing))


def remove_codes(blocks: Iterable[Block], codes: Collection[str], words: LanguageWords) -> list[Block]:
    """The blocks without codes, for a card whose reader may not have the book at hand."""
    return [_remove_codes_from(block, QuestionNumbers(words, {}, codes)) for block in blocks]


def _remove_codes_from(block: Block, nothing: QuestionNumbers) -> Block:
    if isinstance(block, Heading | Paragraph):
        return replace(block, text=nothing.replace_codes(block.text))
    if isinstance(block, Listing):
        return replace(block, items=tuple(tuple(_remove_codes_from(inner, nothing) for inner in item)
                                          for item in block.items))
    if isinstance(block, NoteBox):
        return NoteBox(tuple(_remove_codes_from(inner, nothing) for inner in block.blocks))
    if isinstance(block, TextTable):
        return replace(block, rows=tuple(tuple(
            cell if isinstance(cell, Drawing) else nothing.replace_codes(cell) for cell in row) for row in block.rows))
    return block


def _split_codes(text: str) -> list[str]:
    return re.split(_LIST_SEPARATOR, text)


def _tidy_gaps(runs: Iterable[TextRun]) -> TextRuns:
    """The runs without placeholders of removed codes, and without the space before them and brackets around them."""
    tidied: list[TextRun] = []
    had_bracket = False
    for run in (run for run in runs if run.text or run.link):
        if run.text == _REMOVED:
            had_bracket = _strip_gap(tidied)
            continue
        text = run.text.removeprefix(")") if had_bracket else run.text
        tidied, had_bracket = [*tidied, replace(run, text=text)] if text or run.link else tidied, False
    return tuple(tidied)


def _strip_gap(runs: list[TextRun]) -> bool:
    """Remove spaces at the end of the runs, and an opening bracket there. Returns whether there was a bracket."""
    while runs and not runs[-1].text.rstrip(" "):
        runs.pop()
    text = runs[-1].text.rstrip(" ") if runs else ""
    had_bracket = text.endswith("(")
    if runs:
        runs[-1] = replace(runs[-1], text=text[:-1].rstrip(" ") if had_bracket else text)
    return had_bracket
