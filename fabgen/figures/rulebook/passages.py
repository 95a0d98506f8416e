"""A rules text → its passages in reading order: headings, paragraphs, captions and cells of tables, with their places.

For checks of words, which need no figures and no layout.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from markdown_it.tree import SyntaxTreeNode as Node

from fabgen.core.problems import Location
from fabgen.figures.rulebook.rulebook import LONGEST_TERM
from fabgen.spec.markdown import find_place, parse_markdown


@dataclass(frozen=True)
class TextPassage:
    """A heading, a paragraph, a caption or a cell of a table.

    * `kind`: `chapter`, `heading`, `text`, `caption` or `cell`.
    * `text`: its words; `unlinked`: its words without those of links.
    * `codes`: the texts in code spans; `terms`: the terms in bold; `figure`: the figure of a caption.
    """

    where: Location
    kind: str
    text: str
    unlinked: str = ""
    codes: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    figure: str = ""


@dataclass
class _TextReader:
    """Collects the passages of a rules text in their order."""

    file: str
    lines: list[str]
    passages: list[TextPassage] = field(default_factory=list)

    def read(self, node: Node) -> None:
        """Adds the passages in a node."""
        if node.type == "inline":
            self._read_inline(node)
            return
        for child in node.children:
            self.read(child)

    def _read_inline(self, node: Node) -> None:
        parent = node.parent
        assert parent is not None
        kind = {"heading": "chapter" if parent.tag == "h1" else "heading", "td": "cell", "th": "cell"}.get(
            parent.type, "text"
        )
        for image in (child for child in node.walk() if child.type == "image"):
            caption = " ".join(child.content for child in image.walk() if child.type == "text" and child is not image)
            figure = str(image.attrs["src"])
            self.passages.append(TextPassage(self._locate(image), "caption", caption, caption, figure=figure))
        text = _words_of(node, links=True)
        codes = tuple(child.content for child in node.walk() if child.type == "code_inline")
        if text.strip() or codes:
            place = self._locate(parent if parent.type == "heading" else node.children[0])
            terms = tuple(term for child in node.walk() if child.type == "strong" if (term := _term_of(child)))
            unlinked = _words_of(node, links=False)
            self.passages.append(TextPassage(place, kind, text, unlinked, codes, terms if kind == "text" else ()))

    def _locate(self, node: Node) -> Location:
        """The place of a node. That of a text is where its first word is, not the mark of its list."""
        return Location(self.file, *find_place(node, self.lines))


def _words_of(node: Node, *, links: bool) -> str:
    """The words of a node in one line, without those of figures, and of links if they are not asked for."""
    if node.type == "image" or (node.type == "link" and not links):
        return " "
    if node.type in ("softbreak", "hardbreak"):
        return " "
    return "".join(_words_of(child, links=links) for child in node.children) if node.children else node.content


def _term_of(strong: Node) -> str:
    """The term that words in bold introduce; empty where they are a title or a sentence."""
    text = " ".join(_words_of(strong, links=True).split())
    return text if text and text[-1] not in ".,:;!?" and len(text.split()) <= LONGEST_TERM else ""


def read_passages(text: str, file: str) -> list[TextPassage]:
    """The passages of a Markdown text; `file` is its name in their places. Raises FabgenError for a text beyond the
    limits of `parse_markdown`."""
    reader = _TextReader(file, text.splitlines())
    reader.read(parse_markdown(text, file))
    return reader.passages


__all__ = ["TextPassage", "read_passages"]
