"""Words that tell where things stand (`page 12`) → what they say, once pages are broken.

Before that, a mark stands for each number: it takes the room of one, and is filled in when it is painted. Whether
anything is said depends on the pages too: a reader who sees the thing needs no page. So words are set by a guess, and
set again where it was wrong.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from fabgen.core.languages import Catalogue, load_words
from fabgen.typeset import blocks as book

FIRST, DIGIT = 0xE000, "0"  # marks are private characters, which no font has; the room of a digit goes with each
_MARK = re.compile(f"([\ue000-\uf8ff]){DIGIT}")


@dataclass(frozen=True)
class PageReferences:
    """Where everything in a book stands, as far as it is known, and how that is said.

    `numbers` are the pages of all anchors; `backs` those anchors that stand on a back cover, which has no number.
    `told` says of each run with `see`, by its identity, whose pages it tells; the others go by a guess. `marks` are the
    anchors behind marks.
    """

    words: Catalogue = field(default_factory=load_words)
    numbers: dict[str, int] = field(default_factory=dict)
    backs: set[str] = field(default_factory=set)
    told: dict[int, tuple[str, ...]] = field(default_factory=dict)
    marks: list[str] = field(default_factory=list)

    def page(self, anchor: str) -> str:
        """The number of an anchor's page, or the words for the back cover; empty for what stands nowhere."""
        return self.words.text("back_cover") if anchor in self.backs else str(self.numbers.get(anchor, ""))

    def first(self, anchor: str, page: int) -> bool:
        """Whether what stands on a page is what links lead to."""
        return self.numbers.get(anchor, page) == page

    def page_phrase(self, run: book.TextRun) -> str:
        """What a run with `see` says, marks in the place of numbers."""
        anchors = self.told.get(id(run), guess(run))
        return run.text.format(page=self._phrase(anchors)) if anchors else ""

    def fill_in_numbers(self, text: str) -> str:
        """A text with the numbers in the place of marks."""
        return _MARK.sub(lambda found: self.page(self.marks[ord(found[1]) - FIRST]), text)

    def has_changed(self, run: book.TextRun, pages: Collection[int], *, more: bool) -> bool:
        """Whether a run on these pages says too much or too little, which is put right for the next time it is set;
        with `more`, only too little counts."""
        now, right = self.told.get(id(run), guess(run)), self._away(run, pages)
        if now == right or (more and {*right} <= {*now}):
            return False
        self.told[id(run)] = tuple(dict.fromkeys((*now, *right))) if more else right
        return True

    def _away(self, run: book.TextRun, pages: Collection[int]) -> tuple[str, ...]:
        """Anchors that are not to be seen from all of these pages, one for each page that they stand on."""
        found = {self.page(anchor): anchor for anchor in reversed(run.see) if self.page(anchor)
                 and (anchor in self.backs or any(self.numbers[anchor] // 2 != page // 2 for page in pages))}
        return tuple(sorted(found.values(), key=lambda anchor: self.numbers.get(anchor, 0)))

    def _phrase(self, anchors: Iterable[str]) -> str:
        some = [anchor for anchor in anchors if anchor not in self.backs]
        marks = [self._mark(anchor) for anchor in some]
        joint = f" {self.words.text('and')} "
        joined = joint.join([part for part in (", ".join(marks[:-1]), *marks[-1:]) if part])
        pages = self.words.count("pages", len(some), pages=joined) if some else ""
        back = self.words.text("back_cover") if len(some) < len([*anchors]) else ""
        return joint.join(part for part in (pages, back) if part).replace(" ", "\N{NO-BREAK SPACE}")

    def _mark(self, anchor: str) -> str:
        if anchor not in self.marks:
            self.marks.append(anchor)
        return chr(FIRST + self.marks.index(anchor)) + DIGIT


def guess(run: book.TextRun) -> tuple[str, ...]:
    """Whose pages a run may have to tell: figures stand near the words about them, other things elsewhere."""
    return () if run.see[0].startswith("figure/") else run.see[:1]


def fill(paragraph: Any, paging: PageReferences) -> None:
    """Fill in the numbers in the lines of a reportlab paragraph that has been wrapped."""
    for line in paragraph.blPara.lines:
        if isinstance(line, tuple):
            line[1][:] = [paging.fill_in_numbers(word) for word in line[1]]
            continue
        for part in line.words if hasattr(line, "words") else ():
            if hasattr(part, "text"):
                part.text = paging.fill_in_numbers(part.text)


def page_phrase_from(text: Iterable[book.TextRun]) -> Iterator[book.TextRun]:
    """The runs that tell pages."""
    return (run for run in text if run.see)
