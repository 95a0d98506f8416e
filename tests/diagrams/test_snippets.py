"""Snippets: lines that include a figure in Markdown, LaTeX and Typst, whatever its words are."""

from __future__ import annotations

from pathlib import Path

import pytest

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
    assert r'alt={Rank 5\_b: 50\% of "a" \& [b] \textbackslash{} \{c\} \#1 <i>\$}' in files["snippets.tex"]
    assert r"\caption{Knight: 3 \#1}" in files["snippets.tex"]
    assert r'alt: "Rank 5_b: 50% of \"a\" & [b] \\ {c} #1 <i>$"' in files["snippets.typ"]


def test_line_breaks_of_an_alt_text_become_spaces() -> None:
    files = write_snippets([of("svg", "pdf", alt="one\n\ntwo")])
    assert all(b"one two" in data for data in files.values())


@pytest.mark.slow
def test_typst_sets_the_snippets(tmp_path: Path) -> None:
    typst = pytest.importorskip("typst")
    files = write_snippets([of("svg")])
    (tmp_path / "snippets.typ").write_bytes(files["snippets.typ"])
    (tmp_path / "moves-knight.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"/>')
    assert typst.compile(str(tmp_path / "snippets.typ")).startswith(b"%PDF")
