"""The drawings of one web page → inline SVG that shares its shapes: a shape that is on the page already is used again
at its new place, and words stay text. Single characters are shapes.

One user unit is 1 mm, and coordinates are as in `svg`. Words have the font of the page, whose widths nobody knows here:
`textLength` gives them the width that they have in the font of all other products.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.etree import ElementTree

from fabgen.artwork.drawing import Drawing, Item, Lettering
from fabgen.artwork.export.layered_svg import text_attributes
from fabgen.artwork.export.svg import PAGE, ink_item, ink_pattern, path_data
from fabgen.artwork.path import Path, Point, rectangle, translation
from fabgen.artwork.text import TextLine, line_width, text_outlines
from fabgen.artwork.themes import ResolvedInk, Theme, resolve_ink
from fabgen.core.units import format_number

SHAPE_ID = "shape."  # the start of the ids of shapes that are used again


@dataclass(frozen=True)
class _FirstUse:
    """A shape where it is first on the page: its element, and the point where its outline begins."""

    element: ElementTree.Element
    start: Point


@dataclass
class InlinePictures:
    """Draws the pictures of a page, `margin` mm of paper around each. Serialise their elements when the last picture
    has been drawn, because a shape gets its id when it is used again."""

    theme: Theme
    margin: float
    _shapes: dict[tuple[str, str], _FirstUse] = field(default_factory=dict)
    _ids: int = 0

    def draw(self, drawing: Drawing) -> tuple[tuple[float, float], list[ElementTree.Element]]:
        """The width and height of a picture in mm, and its elements: the page, painted white, then every item that the
        theme inks."""
        x0, y0, x1, y1 = drawing.bounds()
        width, height = x1 - x0 + 2 * self.margin, y1 - y0 + 2 * self.margin
        ground = path_data([rectangle(0, 0, width, height)], height)
        elements = [ElementTree.Element("path", {"d": ground, "fill": PAGE})]
        for item in drawing.moved(self.margin - x0, self.margin - y0).items:
            if ink := resolve_ink(self.theme, item.role, item.tone):
                elements += self._ink(item, ink, height)
        return (width, height), elements

    def _ink(self, item: Item, ink: ResolvedInk, height: float) -> Iterator[ElementTree.Element]:
        """The elements of an item."""
        if isinstance(item, Lettering) and not _is_outlined(item.text):
            yield _write_words(item, ink, height)
            return
        letters = text_outlines(item.text) if isinstance(item, Lettering) else ()
        paths = [path for letter in letters for path in letter] if isinstance(item, Lettering) else item.paths
        yield self._share(ink_item(item, ink, height).get_xml(), paths, height)
        for pattern in ink_pattern(item, ink, height):
            yield pattern.get_xml()

    def _share(self, element: ElementTree.Element, paths: Sequence[Path], height: float) -> ElementTree.Element:
        """The element of a shape, or a reference to the same shape elsewhere on the page."""
        x, y = paths[0].start
        to_origin = translation(-x, -y)
        look = " ".join(f"{name}={value}" for name, value in element.items() if name != "d")
        key = look, path_data([path.transformed(to_origin) for path in paths], 0.0)
        start = x, height - y  # in the file, y points down
        first = self._shapes.setdefault(key, _FirstUse(element, start))
        if first.element is element:
            return element
        if "id" not in first.element.attrib:
            self._ids += 1
            first.element.set("id", f"{SHAPE_ID}{self._ids}")
        shifts = {name: format_number(to - origin) for name, to, origin in zip("xy", start, first.start, strict=True)}
        shifts = {name: shift for name, shift in shifts.items() if shift != "0"}
        return ElementTree.Element("use", {"href": f"#{first.element.get('id')}", **shifts})


def _is_outlined(text: TextLine) -> bool:
    """Whether words are outlines: mirrored words, and single characters, such as the names of files and ranks. These
    are signs that come again and again, and as text they would say nothing to a search for words."""
    return text.mirrored or len(text.string) == 1


def _write_words(item: Lettering, ink: ResolvedInk, height: float) -> ElementTree.Element:
    """Words as text, as wide as in the font that they were placed with."""
    text = item.text
    width = format_number(line_width(text))
    element = ElementTree.Element("text", {**text_attributes(text, height), "fill": ink.fill or ink.stroke or PAGE,
                                           "textLength": width, "lengthAdjust": "spacingAndGlyphs"})
    element.text = text.string
    return element


__all__ = ["SHAPE_ID", "InlinePictures"]
