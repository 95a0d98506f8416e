"""Drawings → SVG for people who edit it in a layout program: named groups, a class for each role, words as outlines or
as text; y points down in the file.

One user unit is 1 mm, and coordinates are as in `svg`. The groups are those that items name. A role has one class (one
for each tone where its colours depend on the tone), and every rule of the style sheet is one class with plain values:
rsvg reads no variables, and some layout programs read no other selectors. Lasers never get these files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from xml.etree import ElementTree

from fabgen.artwork.drawing import Drawing, Item, Lettering, Shape
from fabgen.artwork.export.svg import NAMESPACE, PAGE, cut_hatch, path_data
from fabgen.artwork.path import Path, rectangle
from fabgen.artwork.text import TextLine, point_size, text_outlines
from fabgen.artwork.themes import WIDTH, ResolvedInk, Theme, resolve_ink
from fabgen.core.units import POINTS_PER_MM, format_number

ROOT = "figure"  # the first word of a root's id, which sets it apart from the ids of groups
GROUND = "ground"  # the id and the class of the paper under a figure
FONTS = ("Source Sans Pro", "Source Sans 3", "Arial")  # families of live text, of which the first is the one it fits
GENERIC = "sans-serif"


@dataclass(frozen=True)
class LayeredStyle:
    """How a figure is written: its margin in mm, whether words stay text, and whether white paper is under it.

    `hidden_groups` are not seen, unless a rule in `further_rules`, which end the style sheet, shows them.
    """

    margin: float = 2.0
    has_live_text: bool = False
    has_ground: bool = True
    hidden_groups: frozenset[str] = frozenset()
    further_rules: tuple[str, ...] = ()


def write_layered(drawing: Drawing, theme: Theme, style: LayeredStyle | None = None, title: str = "",
                  description: str = "", language: str = "", name: str = "") -> bytes:
    """A picture that fits the drawing with its margin. `description` is for readers who cannot see it, `name` is a part
    of its id."""
    style = style or LayeredStyle()
    x0, y0, x1, y1 = drawing.bounds()
    width, height = x1 - x0 + 2 * style.margin, y1 - y0 + 2 * style.margin
    size = format_number(width), format_number(height)
    head = {"xmlns": NAMESPACE, "version": "1.1", "width": f"{size[0]}mm", "height": f"{size[1]}mm",
            "viewBox": f"0 0 {size[0]} {size[1]}"}
    head |= {"id": f"{ROOT}-{name}"} if name else {}
    head |= {"xml:lang": language} if language else {}
    root = ElementTree.Element("svg", head | ({"role": "img"} if description else {}))
    for tag, text in (("title", title), ("desc", description)):
        if text:
            ElementTree.SubElement(root, tag).text = text
    rules = ElementTree.SubElement(root, "style")
    body = _Body(root, theme, height, style)
    if style.has_ground:
        body.add_ground(width)
    for item in drawing.moved(style.margin - x0, style.margin - y0).items:
        body.add_item(item)
    rules.text = _style_sheet(body.classes, theme, style)
    ElementTree.indent(root, " ")
    return ('<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n").encode()


def group_id(group: str) -> str:
    """The id of a group: letters, digits and dashes.

    >>> group_id("pieces/St James's")
    'pieces-St-James-s'
    """
    return "-".join("".join(c if c.isalnum() or c in "_-" else "-" for c in part) for part in group.split("/"))


class _Body:
    """The elements of a file as they are added, and the classes that they use with their declarations."""

    def __init__(self, root: ElementTree.Element, theme: Theme, height: float, style: LayeredStyle) -> None:
        self.theme, self.height, self.style = theme, height, style
        self.classes: dict[str, str] = {}
        self._open: list[tuple[str, ElementTree.Element]] = [("", root)]  # the groups around the next element
        self._ids = {GROUND: 1}

    def add_ground(self, width: float) -> None:
        """Adds the paper."""
        self.classes[GROUND] = f"fill: {PAGE}"
        sheet = path_data([rectangle(0, 0, width, self.height)], self.height)
        ElementTree.SubElement(self._open[-1][1], "path", {"id": GROUND, "class": GROUND, "d": sheet})

    def add_item(self, item: Item) -> None:
        """Adds an item in its group, if the theme inks it."""
        ink = resolve_ink(self.theme, item.role, item.tone)
        if ink is None:
            return
        parent = self._group_element(item.group)
        look = self._class_stem(item)
        if isinstance(item, Lettering):
            self._add_words(parent, item, look, ink)
        else:
            self._add_shape(parent, item, look, ink)

    def _group_element(self, group: str) -> ElementTree.Element:
        """The element of a group. Groups that are open already are used again, others are closed."""
        parts = group.split("/") if group else []
        wanted = ["/".join(parts[: n + 1]) for n in range(len(parts))]
        common = sum(1 for _ in takewhile(lambda pair: pair[0][0] == pair[1],
                                          zip(self._open[1:], wanted, strict=False)))
        del self._open[common + 1 :]
        for path in wanted[common:]:
            name = group_id(path)
            self._ids[name] = self._ids.get(name, 0) + 1
            id = name if self._ids[name] == 1 else f"{name}-{self._ids[name]}"
            look = {"id": id} | ({"visibility": "hidden"} if path in self.style.hidden_groups else {})
            self._open.append((path, ElementTree.SubElement(self._open[-1][1], "g", look)))
        return self._open[-1][1]

    def _class_stem(self, item: Item) -> str:
        """The class of an item, before what tells outlines and words apart: its role, and its tone if it matters."""
        ink, role = self.theme.inks[item.role], item.role.value.replace(" ", "-")
        has_tone = any(colour and not colour.startswith("#") for colour in (ink.stroke, ink.fill, ink.hatch))
        return f"{role}-{group_id(item.tone)}" if has_tone and item.tone else role

    def _add_path(
        self, parent: ElementTree.Element, name: str, look: str, paths: Sequence[Path]
    ) -> ElementTree.Element:
        """Adds paths with a class, whose declarations are `look`."""
        self.classes[name] = look
        return ElementTree.SubElement(parent, "path", {"class": name, "d": path_data(paths, self.height)})

    def _add_shape(self, parent: ElementTree.Element, shape: Shape, stem: str, ink: ResolvedInk) -> None:
        """Adds a shape, the pattern over its fill, and then its outline again."""
        is_closed = all(path.closed for path in shape.paths)
        name = stem if is_closed or not ink.fill else f"{stem}-line"
        element = self._add_path(parent, name, _declare(ink.fill if is_closed else None, ink), shape.paths)
        if is_closed and ink.fill and len(shape.paths) > 1:
            element.set("fill-rule", "evenodd")
        if ink.pattern == "plain" or not is_closed:
            return
        lines, areas = cut_hatch(shape, ink.pattern)
        if lines:
            look = f"fill: none; stroke: {ink.hatch}; stroke-width: {format_number(WIDTH)}"
            self._add_path(parent, f"{stem}-pattern", look, lines)
        if areas:
            self._add_path(parent, f"{stem}-pattern-dots", f"fill: {ink.hatch}", areas)
        if ink.stroke:
            self._add_path(parent, f"{stem}-outline", _declare(None, ink), shape.paths)

    def _add_words(self, parent: ElementTree.Element, item: Lettering, stem: str, ink: ResolvedInk) -> None:
        """Adds words as outlines, or as text. Mirrored words are always outlines."""
        name, look = f"{stem}-words" if ink.stroke else stem, f"fill: {ink.fill or ink.stroke}"
        if not self.style.has_live_text or item.text.mirrored:
            self._add_path(parent, name, look, [path for glyph in text_outlines(item.text) for path in glyph])
            return
        self.classes[name] = look
        values = {"class": name, **text_attributes(item.text, self.height)}
        ElementTree.SubElement(parent, "text", values).text = item.text.string


def text_attributes(text: TextLine, height: float) -> dict[str, str]:
    """The place, size, weight and angle of a `text` element on a page that is `height` mm high."""
    x, y = format_number(text.at[0]), format_number(height - text.at[1])
    values = {"x": x, "y": y, "font-size": format_number(point_size(text.cap) / POINTS_PER_MM, 4)}
    values |= {"text-anchor": text.anchor} if text.anchor != "start" else {}
    values |= {"font-weight": "bold"} if text.bold else {}
    values |= {"letter-spacing": format_number(text.tracking * text.cap)} if text.tracking else {}
    return values | ({"transform": f"rotate({format_number(-text.angle)} {x} {y})"} if text.angle % 360 else {})


def _declare(fill: str | None, ink: ResolvedInk) -> str:
    """The declarations of a class of shapes."""
    return "; ".join(_declarations(fill, ink))


def _declarations(fill: str | None, ink: ResolvedInk) -> Iterator[str]:
    """The fill, then the stroke with its width in mm and its dashes where an ink has one."""
    yield f"fill: {fill or 'none'}"
    if ink.stroke:
        yield f"stroke: {ink.stroke}"
        yield f"stroke-width: {format_number(ink.width)}"
        yield "stroke-linecap: round"
        yield "stroke-linejoin: round"
    if ink.stroke and ink.dash:
        yield f"stroke-dasharray: {' '.join(map(format_number, ink.dash))}"


def _style_sheet(classes: dict[str, str], theme: Theme, style: LayeredStyle) -> str:
    """The rules of a file, one a line: first the font of live text, then the classes by name."""
    families = (theme.font, *FONTS) if theme.font else FONTS
    fonts = ", ".join([*(f"'{family}'" for family in dict.fromkeys(families)), GENERIC])
    rules = [f"text {{ font-family: {fonts} }}"] if style.has_live_text else []
    rules += [f".{name} {{ {classes[name]} }}" for name in sorted(classes)]
    rules += style.further_rules
    return "\n  " + "\n  ".join(rules) + "\n "


__all__ = ["LayeredStyle", "group_id", "text_attributes", "write_layered"]
