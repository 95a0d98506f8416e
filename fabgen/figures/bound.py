"""The blocks of a rules text → those of a book: figures numbered, links to them told, rulings answered, an index.

Nothing that the designer wrote is changed but for the numbers of figures and the links.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from fabgen.artwork.book import (
    Block,
    Figure,
    FigureRow,
    Heading,
    Listing,
    Note,
    Paragraph,
    Register,
    Run,
    Runs,
    Table,
    every,
    plain,
)
from fabgen.artwork.drawing import Drawing
from fabgen.figures.markdown import curled
from fabgen.spec.game import Ruling
from fabgen.words import Words

INDEX_FROM = 8  # entries that the contents do not have: with fewer, they will do
LONGEST_TERM = 3  # words in bold: more are a sentence or a warning, and no term


@dataclass(frozen=True)
class _Links:
    """What runs of words may lead to: figures by anchor with their numbers, rulings by code with their anchors; `terms`
    grows: each term, in small letters, as it came first, with its anchor."""

    words: Words
    figures: Mapping[str, int]
    rulings: Mapping[str, str]
    terms: dict[str, tuple[str, str]] = field(default_factory=dict)

    def place(self, terms: Iterable[str]) -> str:
        """The anchor of a paragraph that brings in some of these terms; empty where it brings in none."""
        new = {term.casefold(): term for term in terms if term.casefold() not in self.terms}
        anchor = f"term/{len(self.terms) + 1}" if new else ""
        self.terms.update({key: (term, anchor) for key, term in new.items()})
        return anchor

    def runs(self, runs: Runs) -> Runs:
        return tuple(made for run in runs for made in self._run(run))

    def _run(self, run: Run) -> Iterator[Run]:
        number = self.figures.get(run.link.removeprefix("#"))
        if number:
            yield replace(run, text=self.words.figure_link.format(text=run.text, number=number))
        elif run.link or not self.rulings:
            yield run
        else:
            codes = "|".join(map(re.escape, sorted(self.rulings, key=lambda code: (-len(code), code))))
            parts = re.split(rf"(?<![\w-])({codes})(?![\w-])", run.text)
            yield from (replace(run, text=text, link=f"#{self.rulings[text]}" if n % 2 else "")
                        for n, text in enumerate(parts) if text)


def bind(body: Sequence[Block], rulings: Mapping[str, Ruling], words: Words) -> tuple[Block, ...]:
    """The body with its figures numbered from 1, its links, answers to questions, and an index where it helps."""
    asked = {code: ruling for code, ruling in rulings.items() if ruling.question}
    figures = [block.anchor for block in every(body) if isinstance(block, Figure)]
    numbers = {anchor: n for n, anchor in reversed([*enumerate(figures, 1)])}
    links = _Links(words, numbers, {code: f"ruling/{code}" for code in asked})
    count = iter(range(1, len(figures) + 1))
    made = tuple(_bound(block, links, count) for block in body)
    return (*made, *_answers(asked, links), *_index(made, links))


def _bound(block: Block, links: _Links, count: Iterator[int]) -> Block:
    """A block with its figures numbered and its links told."""
    if isinstance(block, Paragraph):
        return replace(block, text=links.runs(block.text), anchor=links.place(terms_of(block)))
    if isinstance(block, Figure):
        return _numbered(block, links, next(count))
    if isinstance(block, FigureRow):
        return FigureRow(tuple(_numbered(figure, links, next(count)) for figure in block.figures))
    if isinstance(block, Listing):
        return replace(block, items=tuple(tuple(_bound(one, links, count) for one in item) for item in block.items))
    if isinstance(block, Note):
        return Note(tuple(_bound(one, links, count) for one in block.blocks))
    if isinstance(block, Table):
        return replace(block, rows=tuple(tuple(
            cell if isinstance(cell, Drawing) else links.runs(cell) for cell in row) for row in block.rows))
    return block


def _numbered(figure: Figure, links: _Links, number: int) -> Figure:
    told = Run(links.words.figure_number.format(number=number) + "\N{NO-BREAK SPACE}", bold=True)
    claims = tuple(links.runs(claim) for claim in figure.claims)
    return replace(figure, caption=(told, *links.runs(figure.caption)), claims=claims,
                   anchor=figure.anchor if links.figures.get(figure.anchor) == number else "")


def terms_of(block: Block) -> list[str]:
    """The terms that a paragraph brings in: its words in bold, few and without a stop; what ends in one is a title or a
    sentence."""
    bold = [plain(runs).strip() for is_bold, runs in groupby(block.text, lambda run: run.bold) if is_bold
            ] if isinstance(block, Paragraph) else []
    return [text for text in bold if text and text[-1] not in ".,:;!?" and len(text.split()) <= LONGEST_TERM]


def _answers(asked: Mapping[str, Ruling], links: _Links) -> Iterator[Block]:
    """A chapter of questions and answers, one for each ruling that asks something."""
    if not asked:
        return
    words = links.words
    yield Heading(1, (Run(words.rulings),), "rulings/")
    for code, ruling in asked.items():
        answer = ruling.answer or f"{ruling.reading[:1].upper()}{ruling.reading[1:]}."
        told = words.ruling_answer.format(answer=answer, why=ruling.why or "").strip()
        yield Heading(3, (Run(curled(ruling.question or "")),), links.rulings[code])
        yield Paragraph((Run(f"{curled(told)} "), Run(code, italic=True)))


def _index(blocks: Iterable[Block], links: _Links) -> Iterator[Block]:
    """An index of headings and terms, each where it comes first; none where the contents say nearly as much."""
    headings = [block for block in blocks if isinstance(block, Heading)]
    found = {plain(heading.text): heading.anchor for heading in headings}
    known = {text.casefold() for text in found}
    told = dict(entry for key, entry in links.terms.items() if key not in known)
    if sum(heading.level == 3 for heading in headings) + len(told) >= INDEX_FROM:
        entries = told | found
        yield Heading(1, (Run(links.words.index),), "index/")
        yield Register(tuple(sorted(entries.items(), key=lambda entry: (entry[0].casefold(), entry[0]))))
