"""The formats of a rulebook: its page, its margins and the size of its words."""

from __future__ import annotations

from dataclasses import dataclass, replace

BODY = 10.5  # points
COLUMN_GUTTER = 9.0  # mm between columns of text
LARGE_PRINT = 17.0  # points: guides for readers with low vision ask for 16 to 18


@dataclass(frozen=True)
class BookFormat:
    """A page and its margins in mm, the body size in points, and the purpose of the file in the manifest.

    `inside` is the margin at the fold. Text runs in `columns`. A book of at most `most_pages` has neither a cover nor
    contents: its title stands above the first chapter. With a `bleed`, in mm, the book is for a print shop, which trims
    its pages to their size.
    """

    width: float
    height: float
    inside: float = 15.0
    outside: float = 15.0
    top: float = 13.0
    bottom: float = 18.0
    size: float = BODY
    purpose: str = ""
    columns: int = 1
    most_pages: int = 0
    bleed: float = 0.0

    @property
    def frame(self) -> tuple[float, float]:
        """Width and height of the frame in mm."""
        return self.width - self.inside - self.outside, self.height - self.top - self.bottom

    @property
    def sheet(self) -> tuple[float, float]:
        """Width and height in mm of a page before it is trimmed."""
        return self.width + 2 * self.bleed, self.height + 2 * self.bleed

    @property
    def column_width(self) -> float:
        """The width of a column of text in mm."""
        return (self.frame[0] - (self.columns - 1) * COLUMN_GUTTER) / self.columns

    @property
    def has_cover(self) -> bool:
        """False where the title stands above the first chapter."""
        return not self.most_pages

    @property
    def large(self) -> float:
        """How much larger than usual type and figures are: more than 1 in large print."""
        return self.size / BODY

    @property
    def is_large_print(self) -> bool:
        """True in large print, whose reference may take several pages."""
        return self.large > 1.3


# A5 and half letter have the same frame, so that their pages break at the same lines.
A5 = BookFormat(148.0, 210.0, purpose="rulebook, A5, in reading order")
HALF_LETTER = BookFormat(139.7, 215.9, inside=10.85, outside=10.85, top=15.5, bottom=21.4,
                         purpose="rulebook, half letter, in reading order")
LARGE_A4 = BookFormat(210.0, 297.0, inside=20.0, outside=20.0, top=18.0, bottom=24.0, size=LARGE_PRINT,
                      purpose="rulebook in large print, A4, in reading order")
LARGE_LETTER = BookFormat(215.9, 279.4, inside=22.95, outside=22.95, top=18.0, bottom=24.0, size=LARGE_PRINT,
                          purpose="rulebook in large print, Letter, in reading order")
# In one column, lines of 10.5 points would have more than 100 characters there.
A4 = BookFormat(210.0, 297.0, inside=20.0, outside=20.0, top=17.0, bottom=22.0, columns=2,
                purpose="rulebook, A4, in reading order")
LETTER = BookFormat(215.9, 279.4, inside=22.95, outside=22.95, top=17.0, bottom=22.0, columns=2,
                    purpose="rulebook, Letter, in reading order")
SQUARE = BookFormat(210.0, 210.0, inside=20.0, outside=20.0, top=15.0, bottom=20.0, columns=2,
                    purpose="rulebook, 210 mm square, in reading order")
FORMATS = {"a5": A5, "half-letter": HALF_LETTER, "a4": A4, "letter": LETTER, "square": SQUARE, "large-a4": LARGE_A4,
           "large-letter": LARGE_LETTER}
BLEED = 3.0  # mm
FORMATS["press-a5"] = replace(A5, bleed=BLEED, purpose="rulebook for a print shop, A5 and 3 mm of bleed, PDF/X-4")
FORMATS["press-half-letter"] = replace(
    HALF_LETTER, bleed=BLEED, purpose="rulebook for a print shop, half letter and 3 mm of bleed, PDF/X-4")
# The four pages of a sheet that is folded once, by the name of the sheet.
FOLDER_PAGES = {"a4": BookFormat(148.5, 210.0, inside=12.0, outside=12.0, top=10.0, bottom=14.0, most_pages=4),
                "letter": BookFormat(139.7, 215.9, inside=10.5, outside=10.5, top=10.0, bottom=14.0, most_pages=4)}
