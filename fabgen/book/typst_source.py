"""The files of a rulebook's Typst project → the same files with fonts and a page of instructions, for somebody who
lays out the book on their own."""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.typeset.typst_process import FONTS, Files

README = "README.md"
PROJECT = "rulebook as a Typst project"
CONTENTS = {"main.typ": "the text", "settings.typ": "sizes and words", "pictures.typ": "the figures",
            "base.typ": "its functions", "theme.typ": "the theme"}


def list_project_files(project: Files, title: str) -> Iterator[tuple[str, bytes, str]]:
    """The path in the project's folder, the contents and the purpose of each file."""
    for name, text in project.items():
        yield name, text if isinstance(text, bytes) else text.encode(), f"{PROJECT}: {CONTENTS[name]}"
    for font in sorted(FONTS.glob("*.ttf")):
        yield f"fonts/{font.name}", font.read_bytes(), f"{PROJECT}: a font"
    yield "fonts/OFL.txt", (FONTS / "OFL.txt").read_bytes(), f"{PROJECT}: the licence of the fonts"
    yield README, _write_readme(title).encode(), f"{PROJECT}: how to compile it"


def _write_readme(title: str) -> str:
    return (f"# {title}: the rulebook as a Typst project\n\n"
            "Get Typst from https://typst.app and compile the book in this folder:\n"
            "`typst compile --font-path fonts main.typ`\n"
            "`main.typ` has the text, `pictures.typ` the figures, `settings.typ` sizes and words, `theme.typ` the "
            "look.\n"
            "`base.typ` has the functions of the book and lists what a theme may replace.\n"
            "`fabgen build` writes this folder again: work on a copy of it.\n")
