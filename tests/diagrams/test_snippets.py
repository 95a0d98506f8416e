"""Snippets: lines that include a figure in Markdown, LaTeX and Typst, whatever its words are."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pypdfium2
import pytest
from clients.clients import needed
from commands import fabgen

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.export import pdf, svg
from fabgen.artwork.path import rectangle
from fabgen.artwork.themes import load_theme
from fabgen.diagrams.snippets import Snippet, write_snippets

ALT = 'Rank 5_b: 50% of "a" & [b] \\ {c} #1 <i>$'


def of(*suffixes: str, alt: str = ALT) -> dict[str, Snippet]:
    return {suffix: Snippet(f"moves-knight.{suffix}", "Knight: 3 #1", alt, 60.0) for suffix in suffixes}


def test_each_language_includes_the_format_that_suits_it() -> None:
    files = write_snippets([of("svg", "pdf", "png", "eps")])
    assert list(files) == ["snippets.md", "snippets.tex", "snippets.typ"]
    assert b"](moves-knight.svg " in files["snippets.md"]
    assert b"{moves-knight.pdf}" in files["snippets.tex"]
    assert b'image("moves-knight.svg", width: 60.00mm, alt: ' in files["snippets.typ"]


def test_a_language_that_can_include_no_format_has_no_file() -> None:
    assert list(write_snippets([of("eps")])) == ["snippets.tex"]
    assert list(write_snippets([])) == []


def test_the_words_of_a_figure_break_no_language() -> None:
    files = {name: data.decode() for name, data in write_snippets([of("svg", "pdf")]).items()}
    alt = r'![Rank 5\_b: 50% of "a" \& \[b\] \\ {c} #1 \<i\>$]'
    assert alt + '(moves-knight.svg "Knight: 3 #1")' in files["snippets.md"]
    alt = r'alt={Rank 5\_b: 50\% of "a" \& [b] \textbackslash{} \{c\} \#1 \textless{}i\textgreater{}\$}'
    assert alt in files["snippets.tex"]
    assert r"\caption{Knight: 3 \#1}" in files["snippets.tex"]
    assert r'alt: "Rank 5_b: 50% of \"a\" & [b] \\ {c} #1 <i>$"' in files["snippets.typ"]


def test_line_breaks_of_an_alt_text_become_spaces() -> None:
    files = write_snippets([of("svg", "pdf", alt="one\n\ntwo")])
    assert all(b"one two" in data for data in files.values())


HARD = "Rank 5_b: 50% of [b] \\ {c} #1 <i> a|b $2 ^ ~ & 3 × 4, Türme"  # what a caption may hold


def set_with_latex(folder: Path) -> str:
    """The words of the PDF that pdfLaTeX makes of the snippets in a folder."""
    needed("pdflatex")
    book = "\\documentclass{article}\\usepackage{graphicx}\\begin{document}\\input{snippets}\\end{document}"
    (folder / "book.tex").write_text(book)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "book.tex"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, encoding="latin-1", timeout=200, check=False)
    assert ended.returncode == 0, ended.stdout[-2000:]
    assert "Overfull \\hbox" not in ended.stdout
    return read_words((folder / "book.pdf").read_bytes())


def set_with_typst(folder: Path) -> str:
    """The words of the PDF that Typst makes of the snippets in a folder."""
    typst = pytest.importorskip("typst")
    (folder / "book.typ").write_text('#include "snippets.typ"')
    return read_words(typst.compile(str(folder / "book.typ")))


def read_words(data: bytes) -> str:
    """All words of a PDF, with single spaces."""
    return " ".join(" ".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(data)).split())


@pytest.mark.slow
def test_latex_and_typst_set_any_words(tmp_path: Path) -> None:
    square = draw(Role.GRID, rectangle(0, 0, 40, 20))
    theme = load_theme("colour")
    figures = {"svg": svg.write_drawing(square, theme), "pdf": pdf.write_drawing(square, theme)}
    snippets = {}
    for suffix, data in figures.items():
        (tmp_path / f"a.{suffix}").write_bytes(data)
        snippets[suffix] = Snippet(f"a.{suffix}", HARD, ALT, 44.0)
    for name, data in write_snippets([snippets]).items():
        (tmp_path / name).write_bytes(data)
    # In TeX's first encoding an underscore is a rule, and hat, tilde and umlaut are accents beside letters.
    plain = HARD.partition(" ×")[0].replace("_", " ").translate({ord("^"): "\N{MODIFIER LETTER CIRCUMFLEX ACCENT}",
                                                                 ord("~"): "\N{SMALL TILDE}"})
    assert f"Figure 1: {plain}" in set_with_latex(tmp_path)
    assert f"Figure 1: {HARD}" in set_with_typst(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["correction", "charing-cross"])
def test_latex_and_typst_set_every_figure_of_a_game(tmp_path: Path, game: str) -> None:
    ended = fabgen("diagram", game, "--all", "-o", "set", "--formats", "svg,pdf", cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    folder = tmp_path / "set"
    figures = len([*folder.glob("*.pdf")])
    assert figures >= 12
    for words in (set_with_latex(folder), set_with_typst(folder)):
        assert all(f"{n}: " in words for n in range(1, figures + 1))
