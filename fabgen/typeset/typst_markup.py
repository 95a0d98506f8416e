r"""Words → Typst markup: runs of words in their styles, links, references to pages. Every character is meant literally.

>>> write_text("50 % of #3, [a] -- c3")
'50 % of \\#3, \\[a\\] \\-\\- c3'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from fabgen.artwork.export.typst import quote
from fabgen.artwork.text import has_italics
from fabgen.typeset import blocks as book

_SPECIAL = re.compile(r"[\\*_`#$<>@\[\]~'\"]|-(?![^\W\d])|/(?=[/*])|\.(?=\.)|(?<=\.)\.")
LONGEST_WORD = 40  # letters: a longer word may need more than a line
BOX_LETTERS = 4  # of a longer word
UNDETERMINED = "und"  # the language of a document whose tag has no code of ISO 639
LEAST_TO_TIE = 60  # letters: a shorter paragraph has one line, or a last one of several words
LEAST_TIED, MOST_TIED = 13, 24  # letters: the words at the end of a paragraph that stay in one line
_FIRST = re.compile(r"^(\s*)([=+/-])")  # marks of headings, lists and terms where a line begins
_NUMBERED = re.compile(r"^(\s*\d+)\.")
_PRODUCT = re.compile(r"(?<=\d) × (?=\d)")  # such as the size of a board, which stays in one line
_BEFORE_NUMBER = re.compile(r"(?<=[^\W\d]) (?=\d{1,3}(?:[.,]\d+)*(?!\w))")  # such as "round 2": it stays in one line
# A day, its month and its year, such as "17 September 2013" or "17. September 2013": they stay in one line.
_DATE = re.compile(r"(?<!\w)\d{1,2}\.? (?:de )?[^\W\d]+ (?:de )?\d{4}(?!\w)")
LONGEST_TERM = 8  # letters: words in italics that are no longer are a name, such as *Go to*, and stay in one line
_NOT_IN_LABEL = re.compile(r"[^a-z0-9]+")


def split_language(tag: str) -> tuple[str, str]:
    """The language and the region of a BCP 47 tag as Typst takes them; the region is empty where there is none.

    >>> split_language("en-GB"), split_language("x-elvish")
    (('en', 'GB'), ('und', ''))
    """
    language, _, region = tag.partition("-")
    if len(language) not in (2, 3):  # a private tag such as `x-test`
        return UNDETERMINED, ""
    return language, region if len(region) == 2 else ""


@lru_cache(maxsize=16_384)  # a book is written anew for each layout that is tried
def write_text(text: str, longest: int = LONGEST_WORD) -> str:
    """A text as markup that Typst sets as it is. Typst divides words at syllables only: a word of more than `longest`
    letters becomes boxes of a few letters, between which it may be divided.

    >>> write_text("x" * 40).count("#box[xxxx];")
    10
    """
    parts = re.split(rf"(\S{{{longest},}})", text)
    return "".join(_write_boxes(part) if n % 2 else _escape(part) for n, part in enumerate(parts))


def _write_boxes(word: str) -> str:
    return "".join(f"#box[{_escape(word[n:n + BOX_LETTERS])}];" for n in range(0, len(word), BOX_LETTERS))


def _escape(text: str) -> str:
    text = _PRODUCT.sub("\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}", text)
    text = _DATE.sub(lambda match: match[0].replace(" ", "\N{NO-BREAK SPACE}"), text)
    text = _BEFORE_NUMBER.sub("\N{NO-BREAK SPACE}", text)
    escaped = _SPECIAL.sub(lambda match: f"\\{match[0]}", text)
    escaped = _NUMBERED.sub(r"\1\\.", _FIRST.sub(r"\1\\\2", escaped))
    return escaped.replace("\N{NO-BREAK SPACE}", "~").replace("\n", " \\\n")


@dataclass
class Labels:
    """Anchors of a book → the names of Typst labels, each in small ASCII letters and unique."""

    names: dict[str, str] = field(default_factory=dict)
    placed: set[str] = field(default_factory=set)

    def name(self, anchor: str) -> str:
        """The label of an anchor."""
        if anchor not in self.names:
            stem = _NOT_IN_LABEL.sub("-", anchor.casefold()).strip("-") or "place"
            taken, number, name = set(self.names.values()), 2, stem
            while name in taken:
                name, number = f"{stem}-{number}", number + 1
            self.names[anchor] = name
        return self.names[anchor]

    def place(self, anchor: str) -> str:
        """The code that makes what is before it the target of links: ` <name>`. Empty without an anchor, and for one
        that has its place already."""
        if not anchor or anchor in self.placed:
            return ""
        self.placed.add(anchor)
        return f" <{self.name(anchor)}>"


def write_runs(
    runs: Iterable[book.TextRun], labels: Labels, known: frozenset[str], longest: int = LONGEST_WORD
) -> str:
    """Runs of words as markup. `known` are the anchors of the book; a link to anything else inside it is left out.
    Words of more than `longest` letters may be divided anywhere."""
    return "".join(_write_run(run, labels, known, longest) for run in runs)


def tie_end(runs: book.TextRuns) -> book.TextRuns:
    """Words of a paragraph with hard spaces between the last of them, so that its last line has a few of them.

    >>> text = "On your turn, you may first bring in some new pieces. Then you must move."
    >>> tie_end((book.TextRun(text),))[0].text[-19:]
    'Then you\\xa0must\\xa0move.'
    """
    tied: list[book.TextRun] = []
    rest, length = [*runs], 0
    if len(book.plain_text(runs)) < LEAST_TO_TIE:
        return runs
    while rest and length < LEAST_TIED and not rest[-1].see and not rest[-1].notation:
        run = rest.pop()
        *before, last = run.text.split(" ")
        while before and length + len(last) < LEAST_TIED and length + len(last) + len(before[-1]) < MOST_TIED:
            last = f"{before.pop()}\N{NO-BREAK SPACE}{last}"
        tied.append(replace(run, text=" ".join((*before, last))))
        length = MOST_TIED if before else length + len(last)
    return (*rest, *reversed(tied))


def _write_run(run: book.TextRun, labels: Labels, known: frozenset[str], longest: int) -> str:
    """The markup of a run: a reference, notation or words, then its weight, slant and link."""
    if run.see:
        words = _write_reference(run, labels, known)
    elif run.notation:
        spaces = run.text.replace(" ", "\N{NO-BREAK SPACE}")
        words = f"#notation[{write_text(spaces)}];"
    else:
        is_name = run.italic and len(run.text) <= LONGEST_TERM
        words = write_text(run.text.replace(" ", "\N{NO-BREAK SPACE}") if is_name else run.text, longest)
    if not words.strip():
        return words
    # A semicolon ends each piece of code: else a full stop or a bracket behind it would be taken for a part of it.
    words = f"#strong[{words}];" if run.bold else words
    words = f"#emph[{words}];" if run.italic and has_italics(run.text) else words
    if not run.link:
        return words
    if not run.link.startswith("#"):
        return f"#link({quote(run.link)})[{words}];"
    anchor = run.link.removeprefix("#")
    return f"#link(<{labels.name(anchor)}>)[{words}];" if anchor in known else words


def _write_reference(run: book.TextRun, labels: Labels, known: frozenset[str]) -> str:
    """Words with the pages of anchors, which Typst knows when the pages are set."""
    before, _, after = run.text.partition("{page}")
    anchors = ", ".join(f"<{labels.name(anchor)}>" for anchor in run.see if anchor in known)
    return f"#see({quote(before)}, {quote(after)}, {anchors});" if anchors else ""


__all__ = ["Labels", "tie_end", "write_runs", "write_text"]
