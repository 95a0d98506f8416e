"""The blocks of a rules text → those of a book: figures numbered, links to them told, questions answered, an index.

Nothing that the designer wrote is changed but for the numbers of figures, the links, and codes of rulings, which lead
to the questions that the book answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
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
from fabgen.figures.cited import PAGE, WITHIN, Questions, anchor, cites, words_of
from fabgen.figures.markdown import curled
from fabgen.spec.game import Ruling
from fabgen.words import Words

INDEX_FROM = 8  # terms that are no headings: with fewer, the contents will do
LONGEST_TERM = 3  # words in bold: more are a sentence or a warning, and no term
LISTED = 2  # the deepest level of headings in the contents: links to others tell their page
CAPITALS = ("de", "lb")  # languages whose nouns have capitals wherever they stand
_TEXT, _NUMBER = "\1", "\2"  # stand in a phrase where more than words goes in


@dataclass(frozen=True)
class _Links:
    """What runs of words may lead to: figures by anchor with their numbers, headings that the contents leave out,
    questions. Two grow while blocks are bound: `terms`, each in small letters, as it came first, with its anchor; and
    `cited`, the anchor of the place where a question comes first."""

    questions: Questions
    figures: Mapping[str, int]
    deep: Collection[str]
    terms: dict[str, tuple[str, str]] = field(default_factory=dict)
    cited: dict[str, str] = field(default_factory=dict)

    @property
    def words(self) -> Words:
        return self.questions.words

    def place(self, block: Paragraph) -> str:
        """The anchor of a paragraph that brings in a term or is the first to lead to a question; empty elsewhere."""
        new = {term.casefold(): term for term in terms_of(block) if term.casefold() not in self.terms}
        asked = self._new(block.text)
        name = f"term/{len(self.terms) + 1}" if new else f"cited/{asked[0]}" if asked else ""
        self.terms.update({key: (term, name) for key, term in new.items()})
        self.cited.update(dict.fromkeys(asked, name))
        return name

    def cite(self, block: Figure) -> None:
        """Note the questions that a figure is the first to lead to."""
        if block.anchor:
            self.cited.update({code: block.anchor for words in words_of(block) for code in self._new(words)})

    def _new(self, runs: Runs) -> list[str]:
        codes = cites(runs, self.questions.codes)
        return [code for code in codes if code in self.questions.numbers and code not in self.cited]

    def runs(self, runs: Runs) -> Runs:
        """Words with their links told, questions in the place of codes."""
        parts = [(link, tuple(part)) for link, part in groupby(runs, lambda run: run.link)]
        linked = (self._linked(link.removeprefix("#"), part) if link else part for link, part in parts)
        return self.questions.told(tuple(run for part in linked for run in part))

    def _linked(self, target: str, part: Runs) -> Runs:
        """The words of a link: to a figure with its number, to what is not in the contents with its page."""
        style = replace(part[-1], bold=False, italic=False, notation=False)
        where = replace(style, text=PAGE, see=(target,))
        if number := self.figures.get(target):
            if not plain(part).strip():
                return replace(style, text=self._numbered(number)), where
            told = self.words.figure_link.format(text=_TEXT, number=f"{number}{_NUMBER}")
            before, _, after = told.partition(_TEXT)
            inner, _, outer = after.replace(" (", "\N{NO-BREAK SPACE}(").partition(_NUMBER)
            made = (replace(style, text=before), *part, replace(style, text=inner), where, replace(style, text=outer))
            return tuple(run for run in made if run.text)
        return (*part, replace(where, text=WITHIN)) if target in self.deep else part

    def _numbered(self, number: int) -> str:
        return self.words.said("figure {number}", number=number).replace(" ", "\N{NO-BREAK SPACE}")


def bind(body: Sequence[Block], reference: Sequence[Block], rulings: Mapping[str, Ruling], words: Words,
         proper: Collection[str] = ()) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """The body with its figures numbered from 1, its links, answers to questions, and an index where it helps; and the
    reference, its links told. `proper` are names that keep their capitals in the index."""
    asked = _in_order(body, rulings)
    figures = [block.anchor for block in every(body) if isinstance(block, Figure)]
    numbers = {anchor: n for n, anchor in reversed([*enumerate(figures, 1)])}
    deep = {block.anchor for block in (*body, *reference) if isinstance(block, Heading) and block.level > LISTED}
    links = _Links(Questions(words, {code: n for n, code in enumerate(asked, 1)}, [*rulings]), numbers, deep)
    count = iter(range(1, len(figures) + 1))
    made = tuple(_bound(block, links, count) for block in body)
    last = tuple(_bound(block, replace(links, terms={}, cited=dict.fromkeys(asked, "")), None) for block in reference)
    return (*made, *_answers(asked, links), *_index(made, links, proper)), last


def _in_order(body: Sequence[Block], rulings: Mapping[str, Ruling]) -> dict[str, Ruling]:
    """The rulings that ask something: as the text comes to them, then as the spec has them."""
    told = (code for block in every(body) for words in words_of(block) for code in cites(words, [*rulings]))
    return {code: rulings[code] for code in dict.fromkeys([*told, *rulings])
            if code in rulings and rulings[code].question}


def _bound(block: Block, links: _Links, count: Iterator[int] | None) -> Block:
    """A block with its links told and, of what is counted, its figures numbered."""
    if isinstance(block, Heading):
        return replace(block, text=links.questions.told(block.text))
    if isinstance(block, Paragraph):
        name = links.place(block) if count else ""
        return replace(block, text=links.runs(block.text), anchor=name)
    if isinstance(block, Figure):
        return _numbered(block, links, next(count) if count else 0)
    if isinstance(block, FigureRow):
        return FigureRow(tuple(_numbered(figure, links, next(count) if count else 0) for figure in block.figures))
    if isinstance(block, Listing):
        return replace(block, items=tuple(tuple(_bound(one, links, count) for one in item) for item in block.items))
    if isinstance(block, Note):
        return Note(tuple(_bound(one, links, count) for one in block.blocks))
    if isinstance(block, Table):
        return replace(block, rows=tuple(tuple(
            cell if isinstance(cell, Drawing) else links.runs(cell) for cell in row) for row in block.rows))
    return block


def _numbered(figure: Figure, links: _Links, number: int) -> Figure:
    """A figure with its number, if it has one, and its words; a line that leads to no question is gone."""
    told = (replace(_counted(links.words, number), bold=True),) if number else ()
    first = bool(number) and links.figures.get(figure.anchor) == number
    if first:
        links.cite(figure)
    lines = (links.questions.line(claim) for claim in figure.claims)
    claims = tuple(links.runs(line) for line in lines if line is not None)
    return replace(figure, caption=(*told, *links.runs(figure.caption)), claims=claims,
                   anchor=figure.anchor if first or not number else "")


def _counted(words: Words, number: int) -> Run:
    return Run(words.figure_number.format(number=number) + "\N{NO-BREAK SPACE}")


def terms_of(block: Block) -> list[str]:
    """The terms that a paragraph brings in: its words in bold, few and without a stop; what ends in one is a title or a
    sentence."""
    bold = [plain(runs).strip() for is_bold, runs in groupby(block.text, lambda run: run.bold) if is_bold
            ] if isinstance(block, Paragraph) else []
    return [text for text in bold if text and text[-1] not in ".,:;!?" and len(text.split()) <= LONGEST_TERM]


def _answers(asked: Mapping[str, Ruling], links: _Links) -> Iterator[Block]:
    """A chapter of questions and answers, numbered, each with the page of its rule."""
    if not asked:
        return
    words = links.words
    yield Heading(1, (Run(words.rulings),), "rulings/")
    for code, ruling in asked.items():
        answer = ruling.answer or f"{ruling.reading[:1].upper()}{ruling.reading[1:]}."
        told = words.ruling_answer.format(answer=answer, why=ruling.why or "").strip()
        number = _counted(words, links.questions.numbers[code])
        yield Heading(3, (number, Run(curled(ruling.question or ""))), anchor(code))
        rule = links.cited.get(code, "")
        where = (Run(WITHIN, link=f"#{rule}", see=(rule,)),) if rule else ()
        yield Paragraph((Run(curled(told)), *where))


def _index(blocks: Iterable[Block], links: _Links, proper: Collection[str]) -> Iterator[Block]:
    """An index of terms, each where it comes first, and of headings that the contents leave out; none where the
    contents say nearly as much."""
    headings = [block for block in blocks if isinstance(block, Heading)]
    known = {plain(heading.text).casefold() for heading in headings}
    terms = [entry for key, entry in links.terms.items() if key not in known]
    if len(terms) < INDEX_FROM:
        return
    deep = [(plain(heading.text), heading.anchor) for heading in headings if heading.level > LISTED]
    entries = [(_entered(text, links.words.language, proper), name) for text, name in (*terms, *deep)]
    yield Heading(1, (Run(links.words.index),), "index/")
    yield Register(tuple(sorted(entries, key=lambda entry: (entry[0].casefold(), entry[0]))))


def _entered(text: str, language: str, proper: Collection[str]) -> str:
    """A term as an index has it: in small letters, but for names and for what is written in capitals."""
    first = text.split()[0]
    named = {word.casefold() for name in proper for word in name.split()}
    if first.casefold() in named or (len(first) > 1 and first.upper() == first) or language.startswith(CAPITALS):
        return text
    return text[:1].lower() + text[1:]
