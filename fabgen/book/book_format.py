"""The formats of a rulebook: its page, its margins and the size of its words."""

from __future__ import annotations

from dataclasses import dataclass, replace

BODY = 10.5  # points
LARGE_PRINT = 17.0  # points: guides for readers with low vision ask for 16 to 18


@dataclass(frozen=True)
class BookFormat:
    """A page and its margins in mm, the body size in points, and the purpose of the file in the manifest. `inside` is
    the margin at the fold. With a `bleed`, in mm, the book is for a print shop, which trims its pages to their size."""

    width: float
    height: float
    inside: float = 15.0
    outside: float = 15.0
    top: float = 13.0
    bottom: float = 18.0
    size: float = BODY
    purpose: str = ""
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
FORMATS = {"a5": A5, "half-letter": HALF_LETTER, "large-a4": LARGE_A4, "large-letter": LARGE_LETTER}
BLEED = 3.0  # mm
FORMATS["press-a5"] = replace(A5, bleed=BLEED, purpose="rulebook for a print shop, A5 and 3 mm of bleed, PDF/X-4")
FORMATS["press-half-letter"] = replace(
    HALF_LETTER, bleed=BLEED, purpose="rulebook for a print shop, half letter and 3 mm of bleed, PDF/X-4")
