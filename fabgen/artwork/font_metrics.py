"""A TrueType file → which characters it has and how wide they are, read from its tables.

fontTools reads these too, but is slow to load; it is needed for outlines alone. The tables are described in
https://learn.microsoft.com/en-us/typography/opentype/spec/.
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import unpack_from

ALL_CHARACTERS = (3, 10)  # platform and encoding of the list of characters that has all of Unicode


@dataclass(frozen=True)
class FontMetrics:
    """Sizes of a font in its own units: the em, the height of a capital, and the advance of each character by its
    code."""

    em: float
    cap_height: float
    advances: dict[int, int]


def read_font_metrics(data: bytes) -> FontMetrics:
    """The metrics of a font whose list of all Unicode characters is in format 12, as in the fonts of this package."""
    count, = unpack_from(">H", data, 4)
    entries = (unpack_from(">4s4xLL", data, 12 + 16 * n) for n in range(count))
    tables = {tag: data[start:start + length] for tag, start, length in entries}
    em, = unpack_from(">H", tables[b"head"], 18)
    cap_height, = unpack_from(">h", tables[b"OS/2"], 88)
    widths = _read_widths(tables[b"hhea"], tables[b"hmtx"])
    glyphs = _read_characters(tables[b"cmap"])
    # Glyphs after the last width of the table have that last width.
    return FontMetrics(em, cap_height, {code: widths[min(glyph, len(widths) - 1)] for code, glyph in glyphs.items()})


def _read_widths(header: bytes, metrics: bytes) -> list[int]:
    """The advances of the glyphs in their order."""
    count, = unpack_from(">H", header, 34)
    return list(unpack_from(">" + "Hxx" * count, metrics))


def _read_characters(table: bytes) -> dict[int, int]:
    """The numbers of the glyphs by character code."""
    count, = unpack_from(">H", table, 2)
    subtables = (unpack_from(">HHL", table, 4 + 8 * n) for n in range(count))
    start = next(offset for platform, encoding, offset in subtables if (platform, encoding) == ALL_CHARACTERS)
    groups, = unpack_from(">L", table, start + 12)
    glyphs = dict[int, int]()
    for n in range(groups):
        first, last, glyph = unpack_from(">LLL", table, start + 16 + 12 * n)
        glyphs |= zip(range(first, last + 1), range(glyph, glyph + last - first + 1), strict=True)
    return glyphs
