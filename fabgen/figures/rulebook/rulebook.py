"""rules.md, the figures that it refers to and the imprint of a game → a `Book`, or every Problem in them.

The words are the designer's. fabgen adds a title page, contents, numbers of figures, page references behind links,
claims under examples, a chapter of questions and answers, and an index; their words come from one catalogue for each
language. Codes of rulings in the text become references to the questions that the book answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from pathlib import Path

import fabgen
from fabgen.artwork.drawing import Drawing
from fabgen.core.files import read_text
from fabgen.core.languages import Catalogue, load_words
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.figures.rulebook.game_facts import list_facts
from fabgen.figures.rulebook.rules_text import (
    PAGE,
    WITHIN,
    FigureLibrary,
    QuestionNumbers,
    chapter_lines,
    find_codes,
    find_unprintable,
    read_blocks,
    ruling_anchor,
    runs_of,
)
from fabgen.spec.game import Facts, Ruling
from fabgen.spec.markdown import curl_quotes
from fabgen.spec.rules_file import LARGEST_RULES
from fabgen.typeset.blocks import (
    Block,
    Book,
    BookFigure,
    FigureRow,
    Heading,
    IndexBlock,
    Listing,
    NoteBox,
    Paragraph,
    TextRun,
    TextRuns,
    TextTable,
    plain_text,
    walk_blocks,
)

TITLE_PAGE_KEYS = ("title", "designer", "summary", "source")
INDEX_FROM = 8  # terms that are no headings: with fewer, the contents will do
LONGEST_TERM = 3  # words in bold: more of them are a sentence or a warning, not a term
LONGEST_NOTE = 500  # letters of a note on the edition that stands in small type above the imprint
LISTED = 2  # the deepest level of headings in the contents; links to deeper headings print their page
CAPITALS = ("de", "lb")  # languages that write nouns with a capital everywhere
_TEXT, _NUMBER = "\1", "\2"  # placeholders in a phrase, to be replaced by runs of words with their styles


@dataclass(frozen=True)
class BookImprint:
    """What the title page and the imprint say about a game. `most`: the largest number of players, where the book shows
    fewer. What `facts` say of the players comes first."""

    title: str
    designer: str
    version: str
    players: int
    summary: str = ""
    year: str = ""
    source: str = ""
    most: int = 0
    facts: Facts = field(default_factory=Facts)


@dataclass(frozen=True)
class Component:
    """A row of the component list.

    * `name`: what it is called, in the plural for several.
    * `each`: how many each player has; None for shared things.
    * `total`: how many are in the box; `sides`: the counts of each side.
    * `group`: the kind of component; a long table goes on over a page break between two groups.
    """

    name: str
    picture: Drawing
    each: int | None
    total: int
    sides: tuple[str, ...] = ()
    group: str = "board"


def read_book(path: Path, figures: FigureLibrary, imprint: BookImprint, cover: Drawing | None = None,
              words: Catalogue | None = None, rulings: Mapping[str, Ruling] | None = None, text: str | None = None
              ) -> Book:
    """The rulebook of a game with its rulings answered at the end; `text` is the rules text, by default that of the
    file. FabgenError with every Problem of its text."""
    words = words or load_words()
    text = read_text(path, LARGEST_RULES) if text is None else text
    blocks, problems = read_blocks(text, str(path), figures)
    start = _reference_start(blocks, words.text("quick_reference"))
    problems += find_following_chapter(blocks, text, path, words)
    title_page = {key: getattr(imprint, key) for key in (*TITLE_PAGE_KEYS, "version", "year")}
    title_page |= {f"facts.{key}": getattr(imprint.facts, key) or "" for key in ("copyright", "licence", "thanks")}
    for key, value in title_page.items():
        problems += find_unprintable(value, lambda character, key=key: Location(key=key))  # type: ignore[misc]
    if any(problem.level == "error" for problem in problems):
        raise FabgenError(problems)
    body, reference = bind_blocks(blocks[:start], write_briefly(blocks[start:]), rulings or {}, words, figures.proper)
    note = find_edition_note(body, words)
    content = _add_title_page([*body[:note.start], *body[note.stop:]], reference, imprint, cover, words)
    return replace(content, edition_note=tuple(body[note.start:note.stop]))


def find_edition_note(body: Sequence[Block], words: Catalogue) -> range:
    """The numbers of the blocks of a chapter on the edition, if it is a few sentences; else none."""
    title = words.text("edition_note").casefold()
    chapters = [number for number, block in enumerate(body) if isinstance(block, Heading) and block.level == 1]
    for start, stop in pairwise([*chapters, len(body)]):
        heading, *blocks = body[start:stop]
        if isinstance(heading, Heading) and plain_text(heading.text).casefold() == title:
            texts = [plain_text(block.text) for block in blocks if isinstance(block, Paragraph)]
            if len(texts) == len(blocks) and sum(map(len, texts)) <= LONGEST_NOTE:
                return range(start, stop)
    return range(0)


def find_following_chapter(blocks: Sequence[Block], text: str, path: Path, words: Catalogue) -> Iterator[Problem]:
    """A Problem where a chapter follows the quick reference, at its heading in the text."""
    start = _reference_start(blocks, words.text("quick_reference"))
    following = sum(isinstance(block, Heading) and block.level == 1 for block in blocks[start + 1:])
    if following:
        yield Problem(Location(str(path), chapter_lines(text)[-following], 1),
                      f"a chapter follows `{words.text('quick_reference')}`",
                      "the quick reference fills the last page: put it last")


def _reference_start(blocks: Sequence[Block], title: str) -> int:
    """The number of the block that opens the quick reference; the number of blocks where there is none."""
    for number, block in enumerate(blocks):
        if isinstance(block, Heading) and block.level == 1 and plain_text(block.text).casefold() == title.casefold():
            return number
    return len(blocks)


def _add_title_page(body: Sequence[Block], reference: Sequence[Block], imprint: BookImprint, cover: Drawing | None,
                    words: Catalogue) -> Book:
    title, designer, summary, source = (curl_quotes(getattr(imprint, key)) for key in TITLE_PAGE_KEYS)
    lines = [words.text("design", designer=designer), words.text("edition", version=imprint.version)]
    lines += [words.text("published", year=imprint.year)] if imprint.year else []
    lines += [words.text("source", source=source)] if source else []
    made_by = words.text("made_by", fabgen=fabgen.__version__)
    return Book(
        title=title, byline=words.text("byline", designer=designer), summary=summary,
        facts=words.text("separator").join(list_facts(imprint.facts, imprint.players, imprint.most, words)),
        author=designer, contents=words.text("contents"), language=words.language, cover=cover,
        imprint=tuple((TextRun(line),) for line in (" ".join(lines), *_list_rights(imprint.facts, words), made_by)),
        rights=words.text("copyright", copyright=curl_quotes(rights)) if (rights := imprint.facts.copyright) else "",
        body=tuple(body), reference=tuple(reference), cover_alt=words.text("alt_cover", title=title),
        words=words,
    )


def _list_rights(facts: Facts, words: Catalogue) -> Iterator[str]:
    """The lines of an imprint about who owns a game, who may use it, and who helped."""
    rights = [words.text(key, **{key: value}) for key in ("copyright", "licence") if (value := getattr(facts, key))]
    yield from (curl_quotes(line) for line in (" ".join(rights), facts.thanks) if line)


def make_component_table(components: Iterable[Component], words: Catalogue, players: int = 0) -> TextTable:
    """The component list with pictures, names and counts; `players` is the number of players whose pieces are counted,
    where more may play."""
    listed_components = list(components)
    picture, name, each = words.text("picture"), words.text("component"), words.text("each")
    total = words.count("for_players", players) if players else words.text("all")
    groups = tuple(len(list(rows)) for _, rows in groupby(listed_components, key=lambda c: c.group))
    if any(c.each is not None for c in listed_components if c.group != "aids"):
        rows = tuple((c.picture, _component_name(c, words), _component_count(c.each), _component_count(c.total))
                     for c in listed_components)
        return TextTable(_table_head(picture, name, each, total), rows, ("middle", "left", "right", "right"), groups)
    # Where no number holds for every player, as with unequal armies, a column of them would be empty.
    short_rows = tuple((c.picture, _component_name(c, words), _component_count(c.total)) for c in listed_components)
    return TextTable(_table_head(picture, name, total), short_rows, ("middle", "left", "right"), groups)


def _table_head(*titles: str) -> tuple[TextRuns, ...]:
    return tuple((TextRun(title),) for title in titles)


def _component_name(component: Component, words: Catalogue) -> TextRuns:
    """The name of a component and, in a line below, how many there are of each side."""
    sides = words.text("separator").join(component.sides)
    return (TextRun(component.name, bold=True), *([TextRun(f"\n{sides}")] if sides else []))


def _component_count(number: int | None) -> TextRuns:
    return (TextRun("–" if number is None else str(number)),)


def write_briefly(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks of a quick reference. A figure without a caption of its own gets its brief one, and neighbours of that
    kind share a row."""
    brief_blocks: list[Block] = []
    for is_brief, group in groupby(blocks, _has_brief_captions):
        if is_brief:
            figures = tuple(_caption_briefly(figure) for block in group for figure in _figures_of(block))
            brief_blocks.append(FigureRow(figures) if len(figures) > 1 else figures[0])
            continue
        for block in group:
            is_row = isinstance(block, FigureRow)
            brief_blocks.append(FigureRow(tuple(map(_caption_briefly, _figures_of(block)))) if is_row else block)
    return tuple(brief_blocks)


def _figures_of(block: Block) -> tuple[BookFigure, ...]:
    """The figures of a block that is a figure or a row of figures."""
    return block.figures if isinstance(block, FigureRow) else (block,) if isinstance(block, BookFigure) else ()


def _has_brief_captions(block: Block) -> bool:
    return bool(_figures_of(block)) and all(figure.brief for figure in _figures_of(block))


def _caption_briefly(figure: BookFigure) -> BookFigure:
    return replace(figure, caption=figure.brief or figure.caption)


@dataclass(frozen=True)
class _Links:
    """The targets of links in runs of words.

    `figures`: the numbers of figures by anchor. `deep`: the anchors of headings that the contents leave out. `titles`:
    the words of headings by anchor. Two fields grow while blocks are bound: `terms`, by the term in small letters, has
    the term as it was first written and its anchor; `cited` has the anchor of the place that first refers to a
    question.
    """

    questions: QuestionNumbers
    figures: Mapping[str, int]
    deep: Collection[str]
    titles: Mapping[str, str]
    terms: dict[str, tuple[str, str]] = field(default_factory=dict)
    cited: dict[str, str] = field(default_factory=dict)

    @property
    def words(self) -> Catalogue:
        """The words of the book's language."""
        return self.questions.words

    def note_paragraph(self, block: Paragraph) -> str:
        """The anchor of a paragraph that introduces a term or is the first to refer to a question; else empty."""
        new_terms = {term.casefold(): term for term in find_terms(block) if term.casefold() not in self.terms}
        new_codes = self._new_codes(block.text)
        name = f"term/{len(self.terms) + 1}" if new_terms else f"cited/{new_codes[0]}" if new_codes else ""
        self.terms.update({key: (term, name) for key, term in new_terms.items()})
        self.cited.update(dict.fromkeys(new_codes, name))
        return name

    def note_figure(self, block: BookFigure) -> None:
        """Notes the questions that a figure is the first to refer to."""
        if block.anchor:
            self.cited.update({code: block.anchor for words in runs_of(block) for code in self._new_codes(words)})

    def _new_codes(self, runs: TextRuns) -> list[str]:
        """The codes in the runs to which no earlier place refers."""
        codes = find_codes(runs, self.questions.codes)
        return [code for code in codes if code in self.questions.numbers and code not in self.cited]

    def resolve(self, runs: TextRuns) -> TextRuns:
        """The runs with page references behind their links, and with questions in place of codes."""
        resolved: list[TextRun] = []
        for link, group in groupby(runs, lambda run: run.link):
            part = tuple(group)
            resolved += self._resolve_link(link.removeprefix("#"), part) if link else part
        return self.questions.replace_codes(tuple(resolved))

    def _resolve_link(self, target: str, part: TextRuns) -> TextRuns:
        """The words of a link: to a figure with its number, to a heading outside the contents with its page, and so to
        any heading whose words it repeats: *see Setting up (page 3)*."""
        style = replace(part[-1], bold=False, italic=False, notation=False)
        page = replace(style, text=PAGE, see=(target,))
        number = self.figures.get(target)
        if not number:
            has_page = target in self.deep or plain_text(part).strip() == self.titles.get(target)
            return (*part, replace(page, text=WITHIN)) if has_page else part
        if not plain_text(part).strip():
            text = self.words.text("figure", number=number).replace(" ", "\N{NO-BREAK SPACE}")
            return replace(style, text=text), page
        phrase = self.words.text("figure_link", text=_TEXT, number=f"{number}{_NUMBER}")
        before, _, after = phrase.partition(_TEXT)
        inner, _, outer = after.replace(" (", "\N{NO-BREAK SPACE}(").partition(_NUMBER)
        link = (replace(style, text=before), *part, replace(style, text=inner), page, replace(style, text=outer))
        return tuple(run for run in link if run.text)


def bind_blocks(body: Sequence[Block], reference: Sequence[Block], rulings: Mapping[str, Ruling], words: Catalogue,
         proper: Collection[str] = ()) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """The body with numbered figures, resolved links, answers to questions and, where it helps, an index; and the
    reference with resolved links.

    Nothing that the designer wrote is changed except numbers of figures, links, and codes of rulings. `proper` are
    names that keep their capitals in the index.
    """
    questions = _order_questions(body, rulings)
    figures = [block.anchor for block in walk_blocks(body) if isinstance(block, BookFigure)]
    numbers = {anchor: n for n, anchor in reversed([*enumerate(figures, 1)])}
    deep = {block.anchor for block in (*body, *reference) if isinstance(block, Heading) and block.level > LISTED}
    titles = {block.anchor: plain_text(block.text) for block in body if isinstance(block, Heading)}
    links = _Links(QuestionNumbers(words, {code: n for n, code in enumerate(questions, 1)}, [*rulings]), numbers, deep,
                   titles)
    count = iter(range(1, len(figures) + 1))
    bound_body = tuple(_bind_block(block, links, count) for block in body)
    # Terms and questions of the reference get no anchors: the body has them.
    reference_links = replace(links, terms={}, cited=dict.fromkeys(questions, ""))
    bound_reference = tuple(_bind_block(block, reference_links, None) for block in reference)
    return (*bound_body, *_write_answers(questions, links), *_write_index(bound_body, links, proper)), bound_reference


def _order_questions(body: Sequence[Block], rulings: Mapping[str, Ruling]) -> dict[str, Ruling]:
    """The rulings with a question: in the order in which the text cites them, then the others as in the spec."""
    codes = (code for block in walk_blocks(body) for words in runs_of(block) for code in find_codes(words, [*rulings]))
    return {code: rulings[code] for code in dict.fromkeys([*codes, *rulings])
            if code in rulings and rulings[code].question}


def _bind_block(block: Block, links: _Links, count: Iterator[int] | None) -> Block:
    """A block with resolved links, and with numbered figures where `count` gives the numbers."""
    if isinstance(block, Heading):
        return replace(block, text=links.questions.replace_codes(block.text))
    if isinstance(block, Paragraph):
        name = links.note_paragraph(block) if count else ""
        return replace(block, text=links.resolve(block.text), anchor=name)
    if isinstance(block, BookFigure):
        return _bind_figure(block, links, next(count) if count else 0)
    if isinstance(block, FigureRow):
        return FigureRow(tuple(_bind_figure(figure, links, next(count) if count else 0) for figure in block.figures))
    if isinstance(block, Listing):
        return replace(block, items=tuple(tuple(_bind_block(inner, links, count) for inner in item)
                                          for item in block.items))
    if isinstance(block, NoteBox):
        return NoteBox(tuple(_bind_block(inner, links, count) for inner in block.blocks))
    if isinstance(block, TextTable):
        return replace(block, rows=tuple(tuple(
            cell if isinstance(cell, Drawing) else links.resolve(cell) for cell in row) for row in block.rows))
    return block


def _bind_figure(figure: BookFigure, links: _Links, number: int) -> BookFigure:
    """A figure with its number (0: none) before its caption. A claim whose only words are a code without a question is
    left out."""
    label = (replace(_number_label(links.words, number), bold=True),) if number else ()
    is_first = bool(number) and links.figures.get(figure.anchor) == number
    if is_first:
        links.note_figure(figure)
    return replace(figure, caption=(*label, *links.resolve(figure.caption)), claims=_bind_claims(figure.claims, links),
                   silent_claims=_bind_claims(figure.silent_claims, links),
                   anchor=figure.anchor if is_first or not number else "")


def _bind_claims(claims: Sequence[TextRuns], links: _Links) -> tuple[TextRuns, ...]:
    lines = (links.questions.replace_codes_in_claim(claim) for claim in claims)
    return tuple(links.resolve(line) for line in lines if line is not None)


def _number_label(words: Catalogue, number: int) -> TextRun:
    return TextRun(words.text("figure_number", number=number) + "\N{NO-BREAK SPACE}")


def find_terms(block: Block) -> list[str]:
    """The terms that a paragraph introduces: words in bold, few of them and not ending in a punctuation mark, as titles
    and sentences do."""
    if not isinstance(block, Paragraph):
        return []
    bold = [plain_text(runs).strip() for is_bold, runs in groupby(block.text, lambda run: run.bold) if is_bold]
    return [text for text in bold if text and text[-1] not in ".,:;!?" and len(text.split()) <= LONGEST_TERM]


def _write_answers(questions: Mapping[str, Ruling], links: _Links) -> Iterator[Block]:
    """A chapter of numbered questions and answers, each with the page of its rule."""
    if not questions:
        return
    words = links.words
    yield Heading(1, (TextRun(words.text("rulings")),), "rulings/")
    for code, ruling in questions.items():
        answer = ruling.answer or f"{ruling.reading[:1].upper()}{ruling.reading[1:]}."
        text = words.text("ruling_answer", answer=answer, why=ruling.why or "").strip()
        number = _number_label(words, links.questions.numbers[code])
        yield Heading(3, (number, TextRun(curl_quotes(ruling.question or ""))), ruling_anchor(code))
        rule = links.cited.get(code, "")
        page = (TextRun(WITHIN, link=f"#{rule}", see=(rule,)),) if rule else ()
        yield Paragraph((TextRun(curl_quotes(text)), *page))


def _write_index(blocks: Iterable[Block], links: _Links, proper: Collection[str]) -> Iterator[Block]:
    """An index of terms, each with its first place, and of headings that the contents leave out; none where it would
    say little more than the contents."""
    headings = [block for block in blocks if isinstance(block, Heading)]
    listed = {plain_text(heading.text).casefold() for heading in headings}
    terms = [entry for key, entry in links.terms.items() if key not in listed]
    if len(terms) < INDEX_FROM:
        return
    deep = [(plain_text(heading.text), heading.anchor) for heading in headings if heading.level > LISTED]
    entries = [(_index_entry(text, links.words.language, proper), name) for text, name in (*terms, *deep)]
    yield Heading(1, (TextRun(links.words.text("index")),), "index/")
    yield IndexBlock(tuple(sorted(entries, key=lambda entry: (entry[0].casefold(), entry[0]))))


def _index_entry(text: str, language: str, proper: Collection[str]) -> str:
    """A term in small letters; names and words in capitals keep theirs."""
    first = text.split()[0]
    names = {word.casefold() for name in proper for word in name.split()}
    if first.casefold() in names or (len(first) > 1 and first.upper() == first) or language.startswith(CAPITALS):
        return text
    return text[:1].lower() + text[1:]


__all__ = [
    "INDEX_FROM",
    "BookImprint",
    "Component",
    "FigureLibrary",
    "bind_blocks",
    "find_terms",
    "make_component_table",
    "read_book",
    "write_briefly",
]
