"""The blocks of a rules text → those of a book: figures numbered, links to them told, rulings answered, an index.

Nothing that the designer wrote is changed but for the numbers of figures and the links.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

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
from fabgen.spec.game import Ruling
from fabgen.words import Words

INDEX_FROM = 8  # entries that the contents do not have: with fewer, they will do


@dataclass(frozen=True)
class _Links:
    """What runs of words may lead to: figures by anchor with their numbers, rulings by code with their anchors."""

    words: Words
    figures: Mapping[str, int]
    rulings: Mapping[str, str]

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
    return (*made, *_answers(asked, links), *_index(made, words))


def _bound(block: Block, links: _Links, count: Iterator[int]) -> Block:
    """A block with its figures numbered and its links told."""
    if isinstance(block, Paragraph):
        return replace(block, text=links.runs(block.text))
    if isinstance(block, Figure):
        return _numbered(block, links, next(count))
    if isinstance(block, FigureRow):
        return FigureRow(tuple(_numbered(figure, links, next(count)) for figure in block.figures))
    if isinstance(block, Listing):
        return replace(block, items=tuple(tuple(_bound(one, links, count) for one in item) for item in block.items))
    if isinstance(block, Note):
        return Note(tuple(_bound(one, links, count) for one in block.blocks), _anchor(lead(block)))
    if isinstance(block, Table):
        return replace(block, rows=tuple(tuple(
            cell if isinstance(cell, Drawing) else links.runs(cell) for cell in row) for row in block.rows))
    return block


def _numbered(figure: Figure, links: _Links, number: int) -> Figure:
    told = Run(links.words.figure_number.format(number=number) + "\N{NO-BREAK SPACE}", bold=True)
    claims = tuple(links.runs(claim) for claim in figure.claims)
    return replace(figure, caption=(told, *links.runs(figure.caption)), claims=claims,
                   anchor=figure.anchor if links.figures.get(figure.anchor) == number else "")


def lead(note: Note) -> str:
    """The bold sentence that a note starts with, without its full stop; empty where it starts otherwise."""
    first = note.blocks[0] if note.blocks else None
    runs = first.text if isinstance(first, Paragraph) else ()
    text = runs[0].text.strip() if runs and runs[0].bold else ""
    return text[:-1] if text.endswith((".", ":", "!")) else ""


def _anchor(text: str) -> str:
    return text and "note/" + re.sub(r"\W+", "-", text.lower()).strip("-")


def _answers(asked: Mapping[str, Ruling], links: _Links) -> Iterator[Block]:
    """A chapter of questions and answers, one for each ruling that asks something."""
    if not asked:
        return
    words = links.words
    yield Heading(1, (Run(words.rulings),), "rulings/")
    for code, ruling in asked.items():
        reading = ruling.reading[:1].upper() + ruling.reading[1:]
        answer = words.ruling_answer.format(reading=reading, why=ruling.why or "").strip()
        yield Heading(3, (Run(ruling.question or ""),), links.rulings[code])
        yield Paragraph((Run(f"{answer} "), Run(code, italic=True)))


def _index(blocks: Iterable[Block], words: Words) -> Iterator[Block]:
    """An index of headings and of what notes start with; none where the contents say nearly as much."""
    headings = [block for block in blocks if isinstance(block, Heading)]
    found = {plain(heading.text): heading.anchor for heading in headings}
    told = {lead(block): block.anchor for block in every(blocks) if isinstance(block, Note) and lead(block)}
    beyond = sum(heading.level == 3 for heading in headings) + len(told.keys() - found.keys())
    if beyond >= INDEX_FROM:
        entries = told | found
        yield Heading(1, (Run(words.index),), "index/")
        yield Register(tuple(sorted(entries.items(), key=lambda entry: (entry[0].casefold(), entry[0]))))
