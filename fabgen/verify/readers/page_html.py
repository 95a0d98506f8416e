"""A web page → its elements, ids, pictures and words, and every Problem of the page itself.

Read by the standard library's HTML parser. A page may hold only elements and attributes that can neither run nor load
anything, every element is closed where it was opened, every id is there once, and every link leads to one of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

from fabgen.core.problems import Location, Problem
from fabgen.verify.readers.svg import NAMESPACE
from fabgen.verify.readers.xml_text import read_text

VOID = {"meta", "br", "wbr"}  # elements without an end
EVERYWHERE = {"id", "class"}
ALLOWED: dict[str, set[str]] = {
    "html": {"lang"}, "head": set(), "meta": {"charset", "name", "content"}, "title": set(), "style": set(),
    "body": set(), "header": set(), "nav": {"aria-labelledby"}, "main": set(), "section": set(), "footer": set(),
    "div": set(), "h1": set(), "h2": set(), "h3": set(), "h4": set(), "h5": set(), "h6": set(), "p": set(),
    "a": {"href"}, "strong": set(), "em": set(), "code": set(), "br": set(), "wbr": set(), "ul": set(),
    "ol": {"start"}, "li": set(), "table": set(), "thead": set(), "tbody": set(), "tr": set(), "th": {"scope"},
    "td": set(), "figure": set(), "figcaption": set(), "details": set(), "summary": set(),
}
SVG_TAGS = ("title", "desc", "path", "use", "text")  # inside of a picture
# The HTML parser writes all names in small letters.
SVG_NAMES = {"viewbox": "viewBox", "textlength": "textLength", "lengthadjust": "lengthAdjust"}
LOADING = {"src", "srcset", "href", "xlink:href", "action", "formaction", "data", "poster", "background", "ping"}
# What a style sheet must not do: load anything, write words of its own, or hide words.
STYLE_FAULTS = (
    (re.compile(r"url\s*\(|@import|@font-face|image-set\s*\(|//"), "the style sheet loads something"),
    (re.compile(r"\bcontent\s*:"), "the style sheet writes words of its own"),
    (re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0"), "the style sheet hides something"),
)
NESTED = 60  # elements within elements


@dataclass(frozen=True)
class HtmlPage:
    """A page: its root element, with SVG elements in their namespace, and the text of its style sheets."""

    file: str
    root: ElementTree.Element
    style: str

    def pictures(self) -> Iterator[ElementTree.Element]:
        """The inline SVG elements in their order."""
        yield from self.root.iter(f"{NAMESPACE}svg")


def read_page(path: Path, file: str) -> tuple[HtmlPage | None, list[Problem]]:
    """The page and its Problems; None where it cannot be read."""
    text, problems = read_text(path, file)
    if text is None:
        return None, problems
    if not text.startswith("<!DOCTYPE html>\n"):
        problems.append(Problem(Location(file, 1, 1), "the page does not open with `<!DOCTYPE html>`"))
    parser = _PageParser(file)
    parser.feed(text)
    parser.close()
    root = parser.finish()
    problems += parser.problems
    if root is None:
        return None, [*problems, Problem(Location(file), "there is no `html` element in the page")]
    page = HtmlPage(file, root, "".join(node.text or "" for node in root.iter("style")))
    return page, [*problems, *_check_style(page), *_check_references(page)]


class _PageParser(HTMLParser):
    """Builds the tree of a page and collects Problems."""

    def __init__(self, file: str) -> None:
        super().__init__(convert_charrefs=True)
        self.file = file
        self.problems: list[Problem] = []
        self._builder = ElementTree.TreeBuilder()
        self._open: list[str] = []
        self._has_root = False

    def finish(self) -> ElementTree.Element | None:
        """The root element, once all is read."""
        for tag in reversed(self._open):
            self._report(f"the element `{tag}` is not closed")
            self._builder.end(tag)
        return self._builder.close() if self._has_root else None

    def _report(self, what: str, hint: str = "") -> None:
        line, column = self.getpos()
        self.problems.append(Problem(Location(self.file, line, column + 1), what, hint))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens an element; one that may not be there is a Problem, and is read all the same."""
        if (not self._has_root and tag != "html") or (self._has_root and not self._open):
            self._report(f"the element `{tag}` is outside of `html`")
            return
        if len(self._open) > NESTED:
            self._report("elements are nested too deeply")
            return
        in_picture = "svg" in self._open
        self._check_element(tag, attrs, in_picture)
        is_svg = in_picture or tag == "svg"
        values = {SVG_NAMES.get(name, name) if is_svg else name: value or "" for name, value in attrs}
        name = f"{NAMESPACE}{tag}" if is_svg else tag
        self._builder.start(name, values)
        self._has_root = True
        if tag in VOID:
            self._builder.end(name)
        else:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that closes itself, as shapes of pictures do. Browsers do not close other elements there."""
        depth = len(self._open)
        self.handle_starttag(tag, attrs)
        if "svg" not in self._open and tag not in VOID:
            self._report(f"the element `{tag}` does not close itself in HTML")
        if len(self._open) > depth:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Closes the latest open element. Another one is a Problem."""
        if not self._open or self._open[-1] != tag:
            self._report(f"the element `{tag}` is closed where it is not open")
            return
        self._open.pop()
        is_svg = tag == "svg" or "svg" in self._open
        self._builder.end(f"{NAMESPACE}{tag}" if is_svg else tag)

    def handle_data(self, data: str) -> None:
        """Adds words to the open element."""
        if self._open:
            self._builder.data(data)
        elif data.strip():
            self._report("words stand outside of `html`")

    def handle_comment(self, data: str) -> None:
        """A comment is a Problem: no page of fabgen has one."""
        self._report("fabgen verify does not know this comment")

    def handle_decl(self, decl: str) -> None:
        """Only the document type of HTML5 may stand here."""
        if decl != "DOCTYPE html":
            self._report(f"fabgen verify does not know the declaration `{decl[:40]}`")

    def unknown_decl(self, data: str) -> None:
        """A marked section is a Problem."""
        self._report("fabgen verify does not know this declaration")

    def handle_pi(self, data: str) -> None:
        """A processing instruction is a Problem."""
        self._report("fabgen verify does not know this instruction")

    def _check_element(self, tag: str, attrs: list[tuple[str, str | None]], in_picture: bool) -> None:
        """Reports an element or attributes that no page has. Those of a picture's shapes are checked with the
        picture."""
        if tag == "script":
            self._report("there is a script in the page", "a rulebook runs nothing: build it again")
        elif tag != "svg" and tag not in (SVG_TAGS if in_picture else ALLOWED):
            self._report(f"fabgen verify does not know the element `{tag}`", "no page of a rulebook has one")
        names = [name for name, _ in attrs]
        for name in sorted(name for name, count in Counter(names).items() if count > 1):
            self._report(f"the attribute `{name}` is there twice")
        for name, value in attrs:
            if in_picture or tag == "svg" or tag == "script":
                is_inside = tag == "use" and name == "href" and (value or "").startswith("#")
                unknown = not is_inside and (name.startswith("on") or name in LOADING or name == "style")
            else:
                unknown = name not in ALLOWED.get(tag, set()) | EVERYWHERE
            if unknown and name in LOADING:
                self._report(f"the element `{tag}` loads `{value}`", "a rulebook loads nothing from elsewhere")
            elif unknown:
                self._report(f"fabgen verify does not know the attribute `{name}` of `{tag}`")


def _check_style(page: HtmlPage) -> Iterator[Problem]:
    for pattern, what in STYLE_FAULTS:
        if match := pattern.search(page.style):
            yield Problem(Location(page.file, key="style"), f"{what}: `{match[0]}`", "build the game again")


def _check_references(page: HtmlPage) -> Iterator[Problem]:
    """Problems of ids that several elements have, and of links and labels that lead to none."""
    ids = Counter(node.get("id", "") for node in page.root.iter() if "id" in node.attrib)
    for id, count in ids.items():
        if count > 1:
            yield Problem(Location(page.file, key=id), f"{count} elements have this id")
    for node in page.root.iter():
        target = node.get("href", "")
        if target.startswith("#") and target[1:] not in ids:
            yield Problem(Location(page.file), f"a link leads to `{target}`, which is not in the page")
        for label in node.get("aria-labelledby", "").split():
            if label not in ids:
                yield Problem(Location(page.file), f"an element is labelled by `{label}`, which is not in the page")
