"""A rulebook's Markdown → blocks of a book, with every Problem of the text collected at its line and column.

A figure is a reference in image syntax, in a paragraph of its own; several in one paragraph are set side by side. A
block quote is a note, a rule `---` a page break. Only plain Markdown is understood; anything else is a Problem.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from markdown_it.tree import SyntaxTreeNode as Node

from fabgen.artwork.drawing import Drawing
from fabgen.artwork.text import missing_characters
from fabgen.core.languages import Catalogue
from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint
from fabgen.spec.markdown import count_table_cells, curl_quotes, find_place, heading_anchor, parse_markdown
from fabgen.typeset.blocks import (
    Align,
    Block,
    BookFigure,
    FigureRow,
    Heading,
    Listing,
    NoteBox,
    PageBreak,
    Paragraph,
    TextRun,
    TextRuns,
    TextTable,
    WiderDrawings,
    plain_text,
    walk_blocks,
)

PAGE, WITHIN = ",\N{NO-BREAK SPACE}{page}", " ({page})"  # the page after a number, and after other words
_CODE = re.compile(r"([^\W\d]\w*)-\d\w*")
_CAPITALS = re.compile(r"[^\W\da-z][^\Wa-z]{2,}")  # a name that cannot be mistaken for a word
_LIST_SEPARATOR = r", (?:and )?| and "
_REMOVED = "\0"  # placeholder for a code without a question, and for a number in a phrase
_SENTENCE_ENDS = (".", "!", "?", ":", ")", "”")  # signs before the start of a sentence


@dataclass(frozen=True)
class QuestionNumbers:
    """The questions that a book answers. `numbers`: the number of each from 1, by code; `codes`: the codes of all
    rulings."""

    words: Catalogue
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
        """One run, with references to questions in place of its codes."""
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
        answered = sorted({code for code in codes if code in self.numbers}, key=lambda code: self.numbers[code])
        if not answered:
            return ()
        key = "questions_first" if opens_sentence else "questions"
        last_separator = f" {self.words.text('and')} "
        head, _, tail = self.words.count(key, len(answered), numbers=_REMOVED).partition(_REMOVED)
        runs = [replace(style, text=head.replace(" ", "\N{NO-BREAK SPACE}"), link=f"#{ruling_anchor(answered[0])}")]
        for n, code in enumerate(answered):
            separator = "" if not n else last_separator if n == len(answered) - 1 else ", "
            runs += [replace(style, text=separator, link=""),
                     replace(style, text=f"{self.numbers[code]}", link=f"#{ruling_anchor(code)}")]
        page = replace(
            style, text=PAGE, link=f"#{ruling_anchor(answered[0])}", see=tuple(ruling_anchor(code) for code in answered)
        )
        return [*runs, replace(style, text=tail), page]


def ruling_anchor(code: str) -> str:
    """The anchor of the answer to a ruling's question."""
    return f"ruling/{code}"


def compile_code_pattern(codes: Collection[str], *, any_name: bool = False) -> re.Pattern[str] | None:
    """A pattern that finds codes in a text, a list of codes as one match; None where the game has no rulings."""
    return _compile_codes(tuple(codes), any_name)


@lru_cache(maxsize=8)  # each paragraph asks for that of its game
def _compile_codes(codes: tuple[str, ...], any_name: bool) -> re.Pattern[str] | None:
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


def remove_codes(blocks: Iterable[Block], codes: Collection[str], words: Catalogue) -> list[Block]:
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
    """The codes in a list of codes."""
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
    """Removes spaces at the end of the runs, and an opening bracket there. Returns whether there was a bracket."""
    while runs and not runs[-1].text.rstrip(" "):
        runs.pop()
    text = runs[-1].text.rstrip(" ") if runs else ""
    had_bracket = text.endswith("(")
    if runs:
        runs[-1] = replace(runs[-1], text=text[:-1].rstrip(" ") if had_bracket else text)
    return had_bracket


LONGEST_HEADING, LONGEST_CAPTION = 200, 800  # characters: more do not fit a page, in the narrowest column of all books
WHOLE_BOARDS = ("board", "setup", "seats", "example", "position")  # kinds of figures that show a board
DEEPEST, WIDEST = 4, 8  # levels of nested lists and notes (a list takes two); columns of a table
TABLE_CAPTION = ": "  # what a caption below a table starts with
_UNSUPPORTED = (  # syntax of other dialects, which would be printed as written: (how it looks, what it is, the hint)
    (re.compile(r"^\[[ xX]\](?=\s)"), "a box to tick", "a rulebook has bullets: take the brackets away"),
    (re.compile(r"\[\^[^\]\s]+\]"), "a footnote", "say it in the text, or in a note: > **Title.** Words."),
    (re.compile(r"(?<!!)\[[^\[\]]+\]\[[^\[\]]*\]"), "a link to a reference that is not there",
     "link to a heading: [words](#heading)"),
    (re.compile(r"(?<!!)\[[^\[\]]+\]\([^()]*\s[^()]*\)"), "a link with spaces in it",
     "headings have hyphens there: [words](#the-heading)"),
    (re.compile(r"!\[[^\[\]]*\]\[[^\[\]]*\]"), "a figure by a reference that is not there", "write ![caption](board)"),
    (re.compile(r"~~(?=\S).+?~~"), "struck out text", "leave it out"),
    (re.compile(r"\{\{.*?\}\}|\{%.*?%\}"), "a placeholder of another program",
     "figures and the list of components come by reference: ![](components)"),
    (re.compile(r"\[\[.*?\]\]"), "a link of a wiki", "link to a heading: [words](#heading)"),
)
_TABLE_ROW = re.compile(r"\s*\|.*\|\s*|\s*\|?(\s*:?-+:?\s*\|)+(\s*:?-+:?\s*)?")  # looks like part of a table
ADDRESSES = ("https://", "http://", "mailto:")
_FORBIDDEN_NODES = {
    "html_block": ("HTML cannot stand in a rulebook",
                   "write it in Markdown; figures come by reference: `![caption](board)`"),
    "html_inline": ("HTML cannot stand in a rulebook",
                    "for bold write **bold**, for a line break end the line with a backslash"),
    "fence": ("a code block cannot stand in a rulebook", "write moves as `c3-c4`; show positions as examples"),
    "code_block": ("four spaces make this a code block, which cannot stand in a rulebook", "take the spaces away"),
    "heading": ("a heading cannot stand in a list or a note", "start it at the beginning of a line"),
    "hr": ("a page break cannot stand in a list or a note", "start it at the beginning of a line"),
}


@dataclass(frozen=True)
class FigureLibrary:
    """The figures that a rulebook may refer to, and the function that draws them.

    * `names`: the names of each kind of figure; none for a kind without names (`board`).
    * `draw(kind, name, caption)`: the blocks that replace a reference; the caption is empty where the text gives none.
    * `rulings`: the codes that the text may cite.
    * `proper`: the game's own names.
    * `draw_whole(name)`: the whole board of an example whose figure is a close-up; None where it must be one.
    * `draw_level(examples)`: the close-ups of examples, which are pairs of a name and a caption, all equally high, each
      with its wider drawings; none where figures stay as they are.
    * `draw_table(head, rows)`: the figure in place of a table; None for a table that stays one.
    """

    names: Mapping[str, tuple[str, ...]]
    draw: Callable[[str, str, str], tuple[Block, ...]]
    rulings: tuple[str, ...] = ()
    proper: tuple[str, ...] = ()
    draw_whole: Callable[[str], Drawing | None] = lambda _: None
    draw_level: Callable[[Sequence[tuple[str, str]]], Sequence[tuple[Drawing, WiderDrawings]]] = lambda _: ()
    draw_table: Callable[[Sequence[str], Sequence[Sequence[str]]], BookFigure | None] = lambda _head, _rows: None

    @property
    def references(self) -> tuple[str, ...]:
        """Every reference as a rulebook writes it."""
        pairs = ((kind, name) for kind, names in self.names.items() for name in names or ("",))
        return tuple(f"{kind}:{name}" if name else kind for kind, name in pairs)


@dataclass(frozen=True)
class _RulesSource:
    """The text that is being read, with the problems, headings, figures and links found so far."""

    file: str
    lines: list[str]
    figures: FigureLibrary
    problems: list[Problem] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    chapters: list[TextRuns] = field(default_factory=list)  # the titles of chapters
    figure_targets: list[str] = field(default_factory=list)  # references to figures, in their order
    links: list[tuple[str, Location]] = field(default_factory=list)

    def locate(self, node: Node, character: str = "") -> Location:
        """The place of a node, or of a character in it."""
        return Location(self.file, *find_place(node, self.lines, character))

    def report(self, where: Location, what: str, hint: str = "") -> None:
        """Adds a Problem."""
        self.problems.append(Problem(where, what, hint))


def read_blocks(text: str, file: str, figures: FigureLibrary) -> tuple[list[Block], list[Problem]]:
    """The blocks of a Markdown text, and every Problem in it; `file` is its name in the problems."""
    source = _RulesSource(file, text.splitlines(), figures)
    try:
        nodes = parse_markdown(text, file).children
    except FabgenError as error:  # too much of something
        return [], list(error.problems)
    blocks = _read_nodes(nodes, source, top=True)
    if not blocks:
        source.report(Location(file, 1, 1), "the rulebook has no text", "start it with a heading such as `# Overview`")
    for target, where in source.links:
        _check_link(target, where, source)
    return blocks, source.problems


def chapter_lines(text: str) -> list[int]:
    """The line, from 1, of the heading of each chapter."""
    chapters = (node for node in parse_markdown(text).children if node.type == "heading" and node.tag == "h1")
    return [node.map[0] + 1 for node in chapters if node.map]


def count_words(blocks: Sequence[Block]) -> int:
    """The number of words in a text, with headings, tables and captions, without the words inside figures."""
    return sum(
        len(re.findall(r"\w[\w'’-]*", plain_text(text))) for block in walk_blocks(blocks) for text in _texts_of(block)
    )


def _texts_of(block: Block) -> Iterator[TextRuns]:
    """The words of a block itself, without those of the blocks in it."""
    if isinstance(block, Heading | Paragraph):
        yield block.text
    elif isinstance(block, BookFigure):
        yield block.caption
    elif isinstance(block, TextTable):
        yield from (cell for row in (block.head, *block.rows) for cell in row if isinstance(cell, tuple))


def find_unprintable(text: str, where: Callable[[str], Location]) -> Iterator[Problem]:
    """A Problem for each character that the book's font lacks; `where` gives the place of a character."""
    for character in missing_characters(text.replace("\N{NO-BREAK SPACE}", " ")):
        name = unicodedata.name(character, "a control character").lower()
        yield Problem(where(character), f"the font has no character {character!r} (U+{ord(character):04X}, {name})",
                      "write it in other letters: the font has Latin, Greek and Cyrillic, and common signs")


def _read_node(node: Node, source: _RulesSource, top: bool = False) -> list[Block]:
    """The blocks of a node; headings and page breaks are allowed only at the `top` level."""
    if node.type == "paragraph":
        return _read_paragraph(node, source)
    if node.type in ("heading", "hr") and top:
        return _read_heading(node, source) if node.type == "heading" else [PageBreak()]
    if node.type in ("blockquote", "bullet_list", "ordered_list") and node.level > DEEPEST:
        source.report(source.locate(node), "lists and notes are nested too deeply for a page", "at most three deep")
        return []
    if node.type == "blockquote":
        return [NoteBox(_read_children(node, source))]
    if node.type in ("bullet_list", "ordered_list"):
        first = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        return [Listing(tuple(_read_children(item, source) for item in node.children), first)]
    if node.type == "table":
        return [_read_table(node, source)]
    source.report(source.locate(node), *_FORBIDDEN_NODES.get(node.type, (f"{node.type} cannot stand here", "")))
    return []


def _read_children(node: Node, source: _RulesSource) -> tuple[Block, ...]:
    """The blocks of all children of a node."""
    return tuple(_read_nodes(node.children, source))


def _read_nodes(nodes: Iterable[Node], source: _RulesSource, top: bool = False) -> list[Block]:
    """The blocks of nodes that follow each other. A paragraph that starts with `:` is the caption of the table above
    it, as in other Markdown programs."""
    blocks = list[Block]()
    above = ""  # the type of the node above
    for node in nodes:
        if above == "table" and node.type == "paragraph" and node.children[0].content.startswith(TABLE_CAPTION):
            blocks[-1] = _add_table_caption(blocks[-1], node, source)
        else:
            blocks += _read_node(node, source, top)
        above = node.type
    return blocks


def _add_table_caption(table: Block, node: Node, source: _RulesSource) -> Block:
    """The figure that stands in place of a table, with a caption of the designer's."""
    if not isinstance(table, BookFigure):
        source.report(source.locate(node), "only a table that stands as slips has a caption",
                      "write these words as text, without the colon")
        return table
    caption = plain_text(_read_runs(node.children[0], source)).removeprefix(TABLE_CAPTION)
    return replace(table, caption=_curl_caption((TextRun(caption),)))


def _read_heading(node: Node, source: _RulesSource) -> list[Block]:
    """The block of a heading, with its anchor."""
    text, level = _read_runs(node.children[0], source), int(node.tag[1])
    if not plain_text(text).strip():
        source.report(source.locate(node), "this heading has no words")
    if (count := len(plain_text(text))) > LONGEST_HEADING:
        source.report(source.locate(node), f"a heading of {count} characters is too long for a page",
                      f"{LONGEST_HEADING} at most; write the rest as text under it")
    if level == 1 and text in source.chapters:
        source.report(source.locate(node), f"two chapters have the title `{plain_text(text)}`",
                      "give one of them other words")
    source.chapters.extend([text] if level == 1 else [])
    if level > 3:
        source.report(source.locate(node), f"a heading of level {level}; a rulebook has three", "use #, ## or ###")
    anchor = heading_anchor(plain_text(text), source.anchors)
    source.anchors.append(anchor)
    return [Heading(level, text, anchor)]


def _read_paragraph(node: Node, source: _RulesSource) -> list[Block]:
    """The blocks of a paragraph: its words, or the figures that it refers to."""
    inline = node.children[0]
    for number, row_text in enumerate(inline.content.split("\n")):
        if _TABLE_ROW.fullmatch(row_text):
            line, column = find_place(inline, source.lines)
            source.report(Location(source.file, line + number, column), "this row belongs to no table",
                          "a table is a head, then dashes for as many columns, then its rows, with no empty line "
                          "between")
            break
    parts = [child for child in inline.children if child.type not in ("softbreak", "text") or child.content.strip()]
    if any(part.type != "image" for part in parts):
        return [Paragraph(_read_runs(inline, source))]
    block_lists = [_read_figure(part, source) for part in parts]
    figures = [block for group in block_lists for block in group if isinstance(block, BookFigure)]
    if len(figures) > 1 and len(figures) == sum(map(len, block_lists)):
        shown = _show_alike([str(part.attrs["src"]) for part in parts], figures, source.figures)
        return [FigureRow(_share_least_cells(shown))]
    return [block for group in block_lists for block in group]


def _show_alike(targets: Sequence[str], figures: Sequence[BookFigure], library: FigureLibrary
                ) -> tuple[BookFigure, ...]:
    """The figures of a row, of whole boards alone if any of them shows one: a close-up beside a board looks like a
    board of other squares. Close-ups of a row are equally high."""
    if len(targets) != len(figures):
        return tuple(figures)
    if all(figure.close_up and target.startswith("example:") for target, figure in zip(targets, figures, strict=True)):
        level = library.draw_level([(target.partition(":")[2], plain_text(figure.caption))
                                    for target, figure in zip(targets, figures, strict=True)])
        shown = level or [(figure.drawing, figure.wider) for figure in figures]
        return tuple(replace(figure, drawing=drawing, wider=wider)
                     for figure, (drawing, wider) in zip(figures, shown, strict=True))
    if not any(figure.cell and not figure.close_up and target.partition(":")[0] in WHOLE_BOARDS
               for target, figure in zip(targets, figures, strict=True)):
        return tuple(figures)
    whole = [library.draw_whole(target.partition(":")[2]) if figure.close_up and target.startswith("example:") else None
             for target, figure in zip(targets, figures, strict=True)]
    return tuple(replace(figure, drawing=drawing, wider=WiderDrawings(), close_up=False) if drawing else figure
                 for figure, drawing in zip(figures, whole, strict=True))


def _share_least_cells(figures: Sequence[BookFigure]) -> tuple[BookFigure, ...]:
    """The figures of a row, of which those of one kind ask for equally wide cells, whether they have signs or not."""
    least_cells = dict[tuple[float, bool], float]()
    for figure in figures:
        kind = figure.cell, figure.close_up
        least_cells[kind] = max(figure.least_cell, least_cells.get(kind, 0.0))
    return tuple(replace(figure, least_cell=least_cells[figure.cell, figure.close_up]) for figure in figures)


def _read_figure(node: Node, source: _RulesSource) -> tuple[Block, ...]:
    """The blocks of a reference to a figure; none, and a Problem, where there is no such figure."""
    where, target = source.locate(node), str(node.attrs["src"])
    caption = plain_text(_read_spans(node, source, TextRun("")))
    kind, _, name = target.partition(":")
    if len(caption) > LONGEST_CAPTION:
        source.report(where, f"a caption of {len(caption)} characters is too long to stand under a figure",
                      f"{LONGEST_CAPTION} at most; write the rest as text")
    for link in node.walk():
        if link.type == "link" and not link.children and _is_figure_target(str(link.attrs["href"]), source):
            source.report(where, f"the link to `{link.attrs['href']}` in this caption has no words",
                          "captions have no numbers of other figures: write what you mean in words")
    if target not in source.figures.references:
        source.report(where, *_explain_unknown(target, kind, name, source.figures))
        return ()
    source.figure_targets.append(target)
    try:
        blocks = source.figures.draw(kind, name, caption)
    except FabgenError as error:
        for problem in error.problems:
            source.problems.append(replace(problem, where=where) if problem.where == Location() else problem)
        return ()
    if any(isinstance(block, BookFigure) and not plain_text(block.caption).strip() for block in blocks):
        source.report(where, f"the figure `{target}` has no caption",
                      f"write what it shows between the brackets: ![...]({target})")
    return tuple(replace(block, anchor=block.anchor or figure_anchor(target), caption=_curl_caption(block.caption))
                 if isinstance(block, BookFigure) else block for block in blocks)


def _curl_caption(runs: TextRuns) -> TextRuns:
    """A caption with curled quotes like the text around it: Markdown leaves those in the words of an image straight."""
    return tuple(replace(run, text=curl_quotes(run.text)) for run in runs)


def figure_anchor(reference: str) -> str:
    """The anchor of a figure; its slash keeps it apart from the anchors of headings."""
    return "figure/" + re.sub(r"\W", "-", reference)


def _is_figure_target(target: str, source: _RulesSource) -> bool:
    """Whether a link is meant for a figure, even one that does not exist."""
    return target in source.figures.references or target.partition(":")[0] in {*source.figures.names, "example"}


def _explain_unknown(target: str, kind: str, name: str, figures: FigureLibrary) -> tuple[str, str]:
    """What is wrong with a reference to a figure, and the hint."""
    names = figures.names.get(kind)
    if names and not name:
        return f"`{kind}` needs the name of one figure", f"write `{kind}:` and one of {', '.join(names)}"
    if names:
        return f"no figure `{name}` among `{kind}`", nearest_hint(name, names)
    if names is not None:
        return f"`{kind}` takes no name", f"write `{kind}` alone"
    if kind == "example":
        return "this game has no examples yet", "worked examples stand under `examples` in the spec: see docs/spec.md"
    if re.search(r"[/.]", target):
        what = f"`{target}` is a picture file; a rulebook shows figures that fabgen draws"
        return what, nearest_hint(target, figures.references)
    return f"no figure `{target}`", nearest_hint(target, figures.references)


_ALIGN: dict[str, Align] = {"text-align:right": "right", "text-align:center": "middle"}


def _read_table(node: Node, source: _RulesSource) -> Block:
    """The block of a table, or the figure that stands in its place."""
    columns = len(node.children[0].children[0].children)
    if columns > WIDEST:
        what = f"a table of {columns} columns; a page has room for {WIDEST}"
        source.report(source.locate(node), what, "make two tables of it")
    for row in (row for part in node.children[1:] for row in part.children):
        line = source.lines[row.map[0]] if row.map else ""
        if count_table_cells(line) > columns:
            source.report(
                source.locate(row),
                f"this row has {count_table_cells(line)} cells, the table {columns} columns",
                "add a column to its head and to its dashes, or write \\| for a bar that divides nothing",
            )
    rows = [[_read_runs(cell.children[0], source) if cell.children else () for cell in row.children]
            for part in node.children for row in part.children]
    heads = node.children[0].children[0].children
    align = tuple(_ALIGN.get(str(cell.attrs.get("style", "")), "left") for cell in heads)
    head, *others = ([plain_text(cell).strip() for cell in row] for row in rows)
    figure = source.figures.draw_table(head, others)
    return figure or TextTable(tuple(rows[0]), tuple(tuple(row) for row in rows[1:]), align)


def _read_runs(inline: Node, source: _RulesSource) -> TextRuns:
    """The words of a line with their styles."""
    return tuple(run for run in _read_spans(inline, source, TextRun("")) if run.text or run.link)


def _read_spans(node: Node, source: _RulesSource, style: TextRun) -> Iterator[TextRun]:
    """The words under a node, each with the styles of the nodes above it."""
    for child in node.children:
        if child.type in ("text", "text_special", "code_inline"):
            yield _read_words(child, source, style)
        elif child.type in ("softbreak", "hardbreak"):
            yield replace(style, text=" " if child.type == "softbreak" else "\n")
        elif child.type == "link" and not child.children:
            yield _read_empty_link(child, source, style)
        elif child.type in ("strong", "em", "link"):
            yield from _read_spans(child, source, _apply_style(child, source, style))
        elif child.type == "image":
            source.report(source.locate(child), "a figure stands among words",
                          "put it in a paragraph of its own, an empty line before and after")
        else:
            fault = _FORBIDDEN_NODES.get(child.type, (f"{child.type} cannot stand here", ""))
            source.report(source.locate(child), *fault)


def _read_empty_link(node: Node, source: _RulesSource, style: TextRun) -> TextRun:
    """A link without words, which is allowed to a figure: its number becomes the words."""
    linked = _apply_style(node, source, style)
    if not _is_figure_target(target := str(node.attrs["href"]), source):
        what = f"the link to `{target}` has no words"
        source.report(source.locate(node), what, f"write them in the brackets: [...]({target})")
    return linked


# Markdown does not read this as an image.
_FIGURE_WITH_SPACES = re.compile(r"!\[(?P<caption>[^\]]*)\]\((?P<target>[^()<>]*\s[^()<>]*)\)")


def _read_words(node: Node, source: _RulesSource, style: TextRun) -> TextRun:
    """The words of a text node, with Problems for what is not supported."""
    text = node.content.replace("\t", " ")
    for figure in _FIGURE_WITH_SPACES.finditer(text if node.type == "text" else ""):
        target = figure["target"]
        source.report(source.locate(node, f"({target})"), f"spaces in `{target}`: such a name needs angle brackets",
                      f"write ![{figure['caption']}](<{target.strip()}>)")
    for sign, what, hint in _UNSUPPORTED if node.type == "text" else ():
        for match in sign.finditer(text):
            source.report(source.locate(node, match[0]), f"{what}, `{match[0].strip()}`, cannot stand in a rulebook",
                          hint)
    source.problems.extend(find_unprintable(text, lambda character: source.locate(node, character)))
    source.problems.extend(_unknown_codes(text, node, source) if node.type == "text" else ())
    return replace(style, text=text, notation=style.notation or node.type == "code_inline")


def _unknown_codes(text: str, node: Node, source: _RulesSource) -> Iterator[Problem]:
    """A notice for each code that looks like one of the game's rulings but is none: nothing is printed for it."""
    rulings = source.figures.rulings
    for code in find_codes((TextRun(text),), rulings):
        if code not in rulings:
            what = f"there is no ruling `{code}`: the book prints nothing for it"
            hint = nearest_hint(code, rulings) or "add it to `rulings`, or take it out"
            yield Problem(source.locate(node, code), what, hint, "notice")


def _apply_style(node: Node, source: _RulesSource, style: TextRun) -> TextRun:
    """A style with that of a node added."""
    if node.type == "link":
        target = str(node.attrs["href"])
        source.links.append((target, source.locate(node)))
        return replace(style, link=f"#{figure_anchor(target)}" if target in source.figures.references else target)
    return replace(style, bold=style.bold or node.type == "strong", italic=style.italic or node.type == "em")


def _check_link(target: str, where: Location, source: _RulesSource) -> None:
    """Reports a link that leads neither to a heading or figure of this book nor to an address."""
    if target in source.figures.references:
        if target not in source.figure_targets:
            source.report(where, f"the figure `{target}` does not stand in this book", f"show it: ![...]({target})")
    elif target.startswith("#"):
        if target[1:] not in source.anchors:
            near = nearest_hint(target, [f"#{name}" for name in source.anchors])
            source.report(where, f"no heading has the anchor `{target}`", near)
    elif _is_figure_target(target, source):
        kind, _, name = target.partition(":")
        source.report(where, *_explain_unknown(target, kind, name, source.figures))
    elif not target.startswith(ADDRESSES):
        source.report(where, f"the link `{target}` leads nowhere from a printed book",
                      "link to a heading (`#setup`) or to an https:// address")
