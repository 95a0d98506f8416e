"""The figures of a set → text to copy into a book: Markdown, LaTeX and Typst, each with size, caption and alt text.

A set has a file of snippets for each of these languages that can include one of its formats. The first line says that
fabgen wrote the file, so that the next set may replace it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple
from urllib.parse import quote

MARK = "written by fabgen diagram"  # in the first line of every file of snippets


class Snippet(NamedTuple):
    """What a snippet says of a figure: its file, caption and alt text, and its width in mm."""

    path: str
    caption: str
    alt: str
    width: float


def write_snippets(figures: Iterable[Mapping[str, Snippet]]) -> dict[str, bytes]:
    """The files of snippets by name; `figures` are the snippets of each figure by the suffix of its file. A language
    that can include none of the formats has no file."""
    listed, files = list(figures), dict[str, bytes]()
    for name, (head, forms, write) in _LANGUAGES.items():
        chosen = [next((of_figure[form] for form in forms if form in of_figure), None) for of_figure in listed]
        snippets = [write(snippet) for snippet in chosen if snippet]
        if snippets:
            files[name] = "\n\n".join([head, *snippets, ""]).encode()
    return files


def _markdown(snippet: Snippet) -> str:
    alt = "".join("\\" + c if c in "\\[]`*_<>&!" else c for c in _one_line(snippet.alt))
    caption = _one_line(snippet.caption).replace("\\", "\\\\").replace('"', '\\"')
    return f'![{alt}]({quote(snippet.path)} "{caption}")'


_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
          "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",  # other signs in TeX's first encoding
          **{c: "\\" + c for c in "{}#$%&_"}}


def _latex(snippet: Snippet) -> str:
    alt, caption = ("".join(_LATEX.get(c, c) for c in _one_line(text)) for text in (snippet.alt, snippet.caption))
    return "\n".join([
        r"\begin{figure}", r"  \centering",
        rf"  \includegraphics[width={snippet.width:.2f}mm, alt={{{alt}}}]{{{snippet.path}}}",
        rf"  \caption{{{caption}}}", r"\end{figure}",
    ])


def _typst(snippet: Snippet) -> str:
    image = f"image({_typst_string(snippet.path)}, width: {snippet.width:.2f}mm, alt: {_typst_string(snippet.alt)})"
    return f"#figure(\n  {image},\n  caption: {_typst_string(snippet.caption)},\n)"


def _typst_string(text: str) -> str:
    return '"' + _one_line(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _one_line(text: str) -> str:
    return " ".join(text.split())


# By file name: its first lines, the formats that the language can include (the best first), and a snippet's text.
_LANGUAGES: dict[str, tuple[str, tuple[str, ...], Callable[[Snippet], str]]] = {
    "snippets.md": (f"<!-- {MARK}: copy the lines of a figure into your own text -->", ("svg", "png"), _markdown),
    "snippets.tex": (
        f"% {MARK}: copy the lines of a figure into your own text, or \\input this file\n"
        "% needs \\usepackage{graphicx}; alt= is written to the PDF by LaTeX of 2023 or later with tagging\n"
        "% letters beyond those of western Europe need \\usepackage[T1]{fontenc}, other scripts LuaLaTeX or XeLaTeX",
        ("pdf", "eps", "png"), _latex),
    "snippets.typ": (f"// {MARK}: copy the lines of a figure into your own text, or #include this file",
                     ("svg", "png", "pdf"), _typst),
}
SNIPPETS = tuple(_LANGUAGES)

__all__ = ["MARK", "SNIPPETS", "Snippet", "write_snippets"]
