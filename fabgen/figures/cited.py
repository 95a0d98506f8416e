"""Codes of rulings in a text (COR-1) → what a reader gets for them: the number and the page of the question that the
book answers, or nothing where it answers none.

A code is letters, a hyphen and a number, or a name in capitals. Whatever begins like the codes of a game's rulings is
meant as one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fabgen.artwork.book import Block, Figure, Heading, Listing, Note, Paragraph, Run, Runs, Table, plain
from fabgen.artwork.drawing import Drawing
from fabgen.words import Words

PAGE, WITHIN = ", {page}", " ({page})"  # what tells the page behind a number, and behind other words
_CODE = re.compile(r"([^\W\d]\w*)-\d\w*")
_CAPITALS = re.compile(r"[^\W\da-z][^\Wa-z]{2,}")  # a name that no word is taken for
_JOINT = r", (?:and )?| and "
_GONE = "\0"  # stands where a code was of which nothing is told
_ENDS = (".", "!", "?", ":", ")", "”")  # what comes before a sentence


@dataclass(frozen=True)
class Questions:
    """The questions that a book answers: the number of each by its code, from 1; and its codes, answered or not."""

    words: Words
    numbers: Mapping[str, int]
    codes: Collection[str]

    def told(self, runs: Runs, *, any_name: bool = False) -> Runs:
        """Words in which questions take the place of codes; with `any_name`, of whatever a ruling is called."""
        found = pattern(self.codes, any_name=any_name)
        return _tidy([made for before, run in _before(runs) for made in self._run(run, before, found)]
                     ) if found else runs

    def line(self, runs: Runs) -> Runs | None:
        """The same for a line that stands for its code alone; None where the book answers no question of it."""
        codes = list(cites(runs, self.codes, any_name=True))
        told = not codes or any(code in self.numbers for code in codes)
        return self.told(runs, any_name=True) if told else None

    def _run(self, run: Run, before: str, found: re.Pattern[str]) -> Iterator[Run]:
        at = 0
        for match in () if run.notation or run.see else found.finditer(run.text):
            yield replace(run, text=run.text[at:match.start()])
            opens = not (head := (before + run.text[:match.start()]).rstrip()) or head.endswith(_ENDS)
            yield from self._reference(_codes(match[0]), run, opens=opens) or (replace(run, text=_GONE),)
            at = match.end()
        yield replace(run, text=run.text[at:])

    def _reference(self, codes: Iterable[str], style: Run, *, opens: bool) -> Sequence[Run]:
        """`Questions 4 and 7, page 12`, each number a link; nothing where none of these is answered."""
        asked = sorted({code for code in codes if code in self.numbers}, key=lambda code: self.numbers[code])
        if not asked:
            return ()
        said = self.words.said
        one, many = ("Question {number}", "Questions {numbers}") if opens else (
            "question {number}", "questions {numbers}")
        head, tail = (said(one, number=_GONE) if len(asked) == 1 else said(many, numbers=_GONE)).split(_GONE)
        out = [replace(style, text=head.replace(" ", "\N{NO-BREAK SPACE}"), link=f"#{anchor(asked[0])}")]
        for n, code in enumerate(asked):
            joint = "" if not n else f" {said('and')} " if n == len(asked) - 1 else ", "
            out += [replace(style, text=joint, link=""),
                    replace(style, text=f"{self.numbers[code]}", link=f"#{anchor(code)}")]
        where = replace(style, text=PAGE, link=f"#{anchor(asked[0])}", see=tuple(anchor(code) for code in asked))
        return [*out, replace(style, text=tail), where]


def anchor(code: str) -> str:
    """The name that links to an answer use."""
    return f"ruling/{code}"


def pattern(codes: Collection[str], *, any_name: bool = False) -> re.Pattern[str] | None:
    """What finds codes in a text, several at a time where they stand in a list; None where a game has none."""
    families = sorted({match[1] for code in codes if (match := _CODE.fullmatch(code))})
    names = sorted((code for code in codes if not _CODE.fullmatch(code) and (any_name or _CAPITALS.fullmatch(code))),
                   key=lambda code: (-len(code), code))
    kinds = [rf"(?:{'|'.join(map(re.escape, families))})-\d\w*"] if families else []
    one = "|".join([*kinds, *map(re.escape, names)])
    return re.compile(rf"(?<![\w-])(?:{one})(?:(?:{_JOINT})(?:{one}))*(?![\w-])") if one else None


def cites(runs: Runs, codes: Collection[str], *, any_name: bool = False) -> Iterator[str]:
    """The codes in words, as they come."""
    found = pattern(codes, any_name=any_name)
    for run in runs if found else ():
        for match in () if run.notation or not found else found.finditer(run.text):
            yield from _codes(match[0])


def words_of(block: Block) -> Iterator[Runs]:
    """Everything that is said in a block itself."""
    if isinstance(block, Heading | Paragraph):
        yield block.text
    elif isinstance(block, Figure):
        yield from (block.caption, *block.claims)
    elif isinstance(block, Table):
        yield from (cell for row in (block.head, *block.rows) for cell in row if not isinstance(cell, Drawing))


def uncited(blocks: Iterable[Block], codes: Collection[str], words: Words) -> list[Block]:
    """Blocks without codes, for who has no book at hand."""
    return [_uncited(block, Questions(words, {}, codes)) for block in blocks]


def _uncited(block: Block, none: Questions) -> Block:
    if isinstance(block, Heading | Paragraph):
        return replace(block, text=none.told(block.text))
    if isinstance(block, Listing):
        return replace(block, items=tuple(tuple(_uncited(one, none) for one in item) for item in block.items))
    if isinstance(block, Note):
        return Note(tuple(_uncited(one, none) for one in block.blocks))
    if isinstance(block, Table):
        return replace(block, rows=tuple(tuple(
            cell if isinstance(cell, Drawing) else none.told(cell) for cell in row) for row in block.rows))
    return block


def _codes(text: str) -> list[str]:
    return re.split(_JOINT, text)


def _before(runs: Runs) -> Iterator[tuple[str, Run]]:
    """Each run with the words before it."""
    for n, run in enumerate(runs):
        yield plain(runs[:n]), run


def _tidy(runs: Iterable[Run]) -> Runs:
    """The runs, nothing left of codes that are gone: no space before them, no brackets around them."""
    out: list[Run] = []
    gone = False
    for run in (run for run in runs if run.text or run.link):
        if run.text == _GONE:
            gone = _bared(out)
            continue
        text = run.text.removeprefix(")") if gone else run.text
        out, gone = [*out, replace(run, text=text)] if text or run.link else out, False
    return tuple(out)


def _bared(out: list[Run]) -> bool:
    """Take the space off the end of runs, and a bracket that opens there; whether there was one."""
    while out and not out[-1].text.rstrip(" "):
        out.pop()
    text = out[-1].text.rstrip(" ") if out else ""
    opened = text.endswith("(")
    if out:
        out[-1] = replace(out[-1], text=text[:-1].rstrip(" ") if opened else text)
    return opened
