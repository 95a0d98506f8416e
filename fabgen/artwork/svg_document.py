"""An SVG file from anybody → the part of it that fabgen reads, as a tree of elements, each value of it checked; and
that part as an SVG file again.

What the tree holds is all that is ever read of a drawing, and all that a build copies: shapes and groups, their places,
paints and names. Scripts, links, foreign objects, event attributes, metadata and style sheets are gone; what the style
sheets say is written at the elements. The file that a tree is written to gives the same tree again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path as File
from typing import NoReturn
from xml.parsers import expat

from fabgen.artwork.drawing_budget import (
    MOST_BYTES,
    MOST_DEPTH,
    MOST_ELEMENTS,
    MOST_SEGMENTS,
    MOST_TRANSFORMS,
    budget_error,
)
from fabgen.artwork.svg_values import (
    ARGUMENT_COUNTS,
    HREF,
    STYLE_PROPERTIES,
    WrongValueError,
    clean_value,
)
from fabgen.core.files import read_file
from fabgen.core.problems import FabgenError, Location, Problem, shorten

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
WORDS = frozenset({"text", "tspan"})
_CONTAINERS = frozenset({"svg", "g", "defs", "symbol", "a", "switch", "use", "clipPath", "mask", "marker", "pattern"})
_READ_TAGS = SHAPES | WORDS | _CONTAINERS | {"image", "style"}
_PREFIXES = {XLINK: "xlink", INKSCAPE: "inkscape"}
PICTURE_STARTS = {b"\x89PNG": "PNG", b"\xff\xd8\xff": "JPEG"}  # how files begin that are called .svg by mistake
BEFORE_XML = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"  # marks of the byte order and blanks
MOST_CLASSES = 50  # that are looked up for an element: editors write one or two
MOST_MISTAKES = 20  # values listed as wrong: a file with more of them is no drawing


@dataclass(eq=False)
class SvgElement:
    """An element of a drawing: its attributes by name, with the prefixes `inkscape` and `xlink`, and its line in the
    file."""

    tag: str
    attributes: dict[str, str]
    line: int = 0
    children: list[SvgElement] = field(default_factory=list)
    text: list[str] = field(default_factory=list)  # of a style sheet, in pieces

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    def walk(self) -> Iterator[SvgElement]:
        """This element and all elements in it, in the order of the file."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(reversed(element.children))


@dataclass(frozen=True)
class SvgDocument:
    """A drawing as it was understood: its file and its root element."""

    file: str
    root: SvgElement

    def to_bytes(self, *, shapes_only: bool = False) -> bytes:
        """The document as an SVG file; with `shapes_only` without its words and pictures."""
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', *_write_element(self.root, 0, shapes_only)]
        return ("\n".join(lines) + "\n").encode()

    @cached_property
    def lines(self) -> dict[str, int]:
        """The line in the file of each element that has an id."""
        return {element.id: element.line for element in self.root.walk() if element.id}


def read_document(file: File) -> SvgDocument:
    """The document of an SVG file. Raises FabgenError for a file that cannot be read or is no SVG, for values that
    cannot be what they should be, and for a drawing over its budget."""
    return parse_document(read_file(file, MOST_BYTES), str(file))


def parse_document(data: bytes, file: str) -> SvgDocument:
    """The document of the bytes of an SVG file; `file` is its name for Problems. Raises FabgenError as `read_document`
    does."""
    root = _TreeReader(file).parse(data)
    _write_styles_at_elements(root, file)
    _clean_attributes(root, file)
    _DrawingCosts(file, root).check()
    document = SvgDocument(file, root)
    if len(document.to_bytes()) > MOST_BYTES:
        raise budget_error(file, f"with its styles written at each shape it has over {MOST_BYTES / 1e6:g} MB")
    return document


def _other_file_problem(file: str, data: bytes) -> Problem:
    """The Problem of a file that is called .svg, but does not begin as XML does."""
    picture = next((kind for start, kind in PICTURE_STARTS.items() if data.startswith(start)), "")
    if not picture:
        what = f"this is not an SVG drawing: the file {'holds something else' if data.strip() else 'is empty'}"
        return Problem(Location(file), what, "draw it in Inkscape, say, and save it there as SVG")
    what = f"this is not an SVG drawing: it is a {picture} picture, which is made of pixels"
    hint = ("trace it in Inkscape (Path > Trace Bitmap) and save it as SVG\n"
            "signs and marks may be pictures in greys as well: there, let its name end in .png or .jpg")
    return Problem(Location(file), what, hint)


class _TreeReader:
    """The XML of a file → its tree, without the elements that are not read. Stops at the first limit."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root: SvgElement | None = None
        self.open_elements: list[SvgElement | None] = []  # None for one that is not read
        self.count = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._add_text
        self.parser.EntityDeclHandler = self._refuse_entities

    def parse(self, data: bytes) -> SvgElement:
        """The root of the tree. Raises FabgenError for what is not XML or not SVG, and for too large a tree."""
        try:
            self.parser.Parse(data, True)
        except expat.ExpatError as error:
            if not data.lstrip(BEFORE_XML).startswith(b"<"):
                raise FabgenError([_other_file_problem(self.file, data)]) from None
            where = Location(self.file, error.lineno, error.offset + 1)
            what = f"this is not XML: {expat.ErrorString(error.code)}"
            raise FabgenError([Problem(where, what, "save it as SVG in your editor")]) from None
        except (LookupError, ValueError):  # Python does not know the encoding, or it has several bytes a character
            what = "the encoding that this file declares is not known"
            raise FabgenError([Problem(Location(self.file, 1, 1), what, "save it as UTF-8")]) from None
        assert self.root is not None, "XML has a root element"
        return self.root

    def _start(self, name: str, values: dict[str, str]) -> None:
        """Begins an element, or leaves it out with all that is in it. Raises FabgenError for what is no SVG, and over a
        limit."""
        line = self.parser.CurrentLineNumber
        namespace, _, tag = name.rpartition(" ")
        if not self.open_elements and (tag != "svg" or namespace not in ("", SVG)):
            where = Location(self.file, line, self.parser.CurrentColumnNumber + 1)
            first = shorten(f"<{tag}>")
            what = f"this is not an SVG drawing: its first element is `{first}`, not `<svg>`"
            raise FabgenError([Problem(where, what, "save it as SVG in your editor")])
        if len(self.open_elements) >= MOST_DEPTH:
            what = f"its elements lie more than {MOST_DEPTH} deep inside each other"
            raise budget_error(self.file, what, "ungroup them in your editor (Object > Ungroup)", line)
        is_inside_unread = bool(self.open_elements) and self.open_elements[-1] is None
        tag = "text" if tag == "flowRoot" else tag  # Inkscape's words in a frame
        if is_inside_unread or namespace not in ("", SVG) or tag not in _READ_TAGS:
            self.open_elements.append(None)
            return
        self.count += 1
        if self.count > MOST_ELEMENTS:
            raise budget_error(self.file, f"it has over {MOST_ELEMENTS:,} elements", line=line)
        element = SvgElement(tag, {_prefixed_name(key): value for key, value in values.items()}, line)
        if self.open_elements and (parent := self.open_elements[-1]):
            parent.children.append(element)
        self.root = self.root or element
        self.open_elements.append(element)

    def _end(self, _: str) -> None:
        self.open_elements.pop()

    def _add_text(self, text: str) -> None:
        element = self.open_elements[-1]
        if element and element.tag == "style":
            element.text.append(text)

    def _refuse_entities(self, *_: object) -> None:
        where = Location(self.file, self.parser.CurrentLineNumber, 1)
        hint = "save it as plain SVG, in Illustrator without its editing capabilities"
        raise FabgenError([Problem(where, "the file declares entities", hint)])


def _prefixed_name(name: str) -> str:
    """The name of an attribute, with the prefix that fabgen uses where it has a namespace."""
    namespace, _, local = name.rpartition(" ")
    return f"{_PREFIXES.get(namespace, 'other')}:{local}" if namespace else local


_Declarations = dict[str, str]


def _write_styles_at_elements(root: SvgElement, file: str) -> None:
    """Writes what style sheets and `style` attributes say at the elements, in the order in which they count, and
    removes the sheets."""
    rules: dict[str, _Declarations] = {}
    count = 0
    for sheet in (element for element in root.walk() if element.tag == "style"):
        for selector, declarations in _parse_style_sheet("".join(sheet.text)):
            rules.setdefault(selector, {}).update(declarations)
            count += 1
            if count > MOST_ELEMENTS:
                raise budget_error(file, f"its style sheets have over {MOST_ELEMENTS:,} rules", line=sheet.line)
    for element in root.walk():
        element.children = [child for child in element.children if child.tag != "style"]
        selectors = ["*", element.tag, f"#{element.id}"]
        for name in element.attributes.pop("class", "").split(" ", MOST_CLASSES)[:MOST_CLASSES]:
            selectors += [f".{name}", f"{element.tag}.{name}"]
        for selector in selectors:
            element.attributes.update(rules.get(selector, {}))
        element.attributes.update(_parse_declarations(element.attributes.pop("style", "")))


def _parse_style_sheet(text: str) -> Iterator[tuple[str, _Declarations]]:
    """The selectors of a style sheet, each with what it declares."""
    before, *commented = text.split("/*")
    without_comments = "".join([before, *(part.partition("*/")[2] for part in commented)])
    for block in without_comments.split("}"):
        selectors, brace, declarations = block.partition("{")
        if brace:
            parsed = _parse_declarations(declarations)
            yield from ((selector.strip(), parsed) for selector in selectors.rpartition(";")[2].split(","))


def _parse_declarations(text: str) -> _Declarations:
    """What `fill: red; stroke: none` declares, as far as it is read."""
    pairs = (item.partition(":") for item in text.split(";"))
    named = ((name.strip().lower(), value.replace("!important", "").strip()) for name, _, value in pairs)
    return {name: value for name, value in named if name in STYLE_PROPERTIES and value}


def _clean_attributes(root: SvgElement, file: str) -> None:
    """Keeps the attributes that are read, as they are understood. Raises FabgenError for values that they cannot
    have."""
    mistakes: list[Problem] = []
    segments = transforms = 0
    for element in root.walk():
        kept: dict[str, str] = {}
        for name, value in element.attributes.items():
            try:
                cleaned = clean_value(element.tag, name, value)
            except WrongValueError as mistake:
                mistakes.append(_mistake_problem(file, element, name, mistake))
            else:
                kept |= {name: cleaned} if cleaned is not None else {}
        if "href" in kept:  # counts before the name with the prefix, which more editors know
            kept[HREF] = kept.pop("href")
        element.attributes = kept
        # Limits are checked here already, so that no more than twice as much as they allow is ever cleaned.
        segments += _count_segments(element)
        transforms += _count_transforms(element)
        _check_counts(file, segments=segments, transforms=transforms)
        if len(mistakes) >= MOST_MISTAKES:
            break
    if mistakes:
        raise FabgenError(mistakes[:MOST_MISTAKES])
    for element in root.walk():  # a path without `d` shows nothing, and svgelements cannot read it
        element.children = [child for child in element.children if child.tag != "path" or "d" in child.attributes]


def _check_counts(file: str, *, elements: int = 0, segments: int = 0, transforms: int = 0) -> None:
    """Raises FabgenError where a drawing has more of something than its budget."""
    for count, most, things in (
        (elements, MOST_ELEMENTS, "elements"),
        (segments, MOST_SEGMENTS, "segments"),
        (transforms, MOST_TRANSFORMS, "transforms, counted once for each element that they move"),
    ):
        if count > most:
            hint = "simplify it in your editor (Path > Simplify); a clone counts as often as it is shown"
            raise budget_error(file, f"it has over {most:,} {things}", hint)


def _mistake_problem(file: str, element: SvgElement, name: str, mistake: WrongValueError) -> Problem:
    what = f"`{name}` of {describe_element(element.tag, element.id)} {mistake.what}"
    return Problem(Location(file, element.line, 1), what, mistake.hint)


def describe_element(tag: str, id_: str) -> str:
    """An element as messages show it: by its tag and its id."""
    element = f'<{tag} id="{id_}">' if id_ else f"<{tag}>"
    return f"`{shorten(element)}`"


def _count_transforms(element: SvgElement) -> int:
    return element.attributes.get("transform", "").count("(") + (element.tag in ("use", "svg"))


_SEGMENTS = {"rect": 4, "circle": 4, "ellipse": 4, "line": 1, "text": 1, "tspan": 1, "image": 1}


def _count_segments(element: SvgElement) -> int:
    """The number of an element's own segments."""
    if element.tag == "path":
        return _count_path_segments(element.attributes.get("d", ""))
    if element.tag in ("polyline", "polygon"):
        return element.attributes.get("points", "").count(",")
    is_rounded = element.tag == "rect" and not element.attributes.keys().isdisjoint(("rx", "ry"))
    return _SEGMENTS.get(element.tag, 0) * (2 if is_rounded else 1)


def _count_path_segments(path: str) -> int:
    """The number of segments of a clean path. A path that goes on after it was closed counts as often as it is closed
    again: each time, its reader walks back to its start."""
    count = since_move = numbers = 0
    command, is_closed = "m", False
    for token in path.split():
        if token in "zZ":
            count += since_move if is_closed else 1
            since_move, is_closed = since_move + 1, True
        elif token.isalpha():
            command, numbers = token.lower(), 0
            if command == "m":
                since_move, is_closed = 0, False
        else:
            numbers += 1
            if numbers % ARGUMENT_COUNTS[command] == 0:
                count, since_move = count + 1, since_move + 1
    return count


@dataclass(frozen=True)
class _Cost:
    """What an element costs to read with all that is in it: its elements, its segments, its transforms counted once
    for each element that they move, and how deep it is."""

    elements: int
    segments: int
    transforms: int
    depth: int


class _DrawingCosts:
    """The costs of a drawing with its clones written out, calculated without writing them out."""

    def __init__(self, file: str, root: SvgElement) -> None:
        self.file, self.root = file, root
        self.by_id = {element.id: element for element in root.walk() if element.id}
        self.costs: dict[int, _Cost] = {}  # by the identity of the element
        self.under_way: list[SvgElement] = []

    def check(self) -> None:
        """Raises FabgenError for a drawing that is over its budget, and for a clone that contains itself."""
        cost = self._cost_of(self.root)
        _check_counts(self.file, elements=cost.elements, segments=cost.segments, transforms=cost.transforms)

    def _cost_of(self, element: SvgElement) -> _Cost:
        """The cost of an element with all clones in it. Raises FabgenError where it contains itself or is too deep."""
        if element in self.under_way:
            self._refuse_circle(element)
        if id(element) not in self.costs:
            self.under_way.append(element)
            self._check_depth(0)
            clone = self.by_id.get(element.attributes.get(HREF, "")[1:]) if element.tag == "use" else None
            inner = [self._cost_of(child) for child in (*element.children, *([clone] if clone else []))]
            elements = 1 + sum(cost.elements for cost in inner)
            segments = _count_segments(element) + sum(cost.segments for cost in inner)
            transforms = _count_transforms(element) * elements + sum(cost.transforms for cost in inner)
            depth = 1 + max((cost.depth for cost in inner), default=0)
            self.costs[id(element)] = _Cost(elements, segments, transforms, depth)
            self.under_way.pop()
        cost = self.costs[id(element)]
        self._check_depth(cost.depth)
        return cost

    def _check_depth(self, depth: int) -> None:
        if len(self.under_way) + depth > MOST_DEPTH:
            what = f"its elements, clones included, lie more than {MOST_DEPTH} deep inside each other"
            hint = "unlink the clones in your editor (Edit > Clone > Unlink Clone)"
            raise budget_error(self.file, what, hint, self.under_way[-1].line)

    def _refuse_circle(self, element: SvgElement) -> NoReturn:
        clone = next(inner for inner in reversed(self.under_way) if inner.tag == "use")
        original = describe_element(element.tag, element.id)
        what = f"the clone {describe_element(clone.tag, clone.id)} shows {original}, which contains the clone"
        hint = "unlink the clone in your editor (Edit > Clone > Unlink Clone), or delete it"
        raise FabgenError([Problem(Location(self.file, clone.line, 1), what, hint)])


def _write_element(element: SvgElement, depth: int, shapes_only: bool) -> Iterator[str]:
    """The lines of an element in a file."""
    from xml.sax.saxutils import quoteattr  # here, because it loads all that a web client needs

    namespaces = {"xmlns": SVG, "xmlns:xlink": XLINK, "xmlns:inkscape": INKSCAPE} if not depth else {}
    attributes = (f" {name}={quoteattr(value)}" for name, value in {**namespaces, **element.attributes}.items())
    start = f"{'  ' * depth}<{element.tag}{''.join(attributes)}"
    left_out = {*WORDS, "image"} if shapes_only else set()
    children = [child for child in element.children if child.tag not in left_out]
    if not children:
        yield f"{start}/>"
        return
    yield f"{start}>"
    for child in children:
        yield from _write_element(child, depth + 1, shapes_only)
    yield f"{'  ' * depth}</{element.tag}>"
