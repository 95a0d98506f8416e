"""The rulebook as a Typst project for somebody who lays it out on their own."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import typst
from pypdfium2 import PdfDocument
from specs import loaded

from fabgen.book.booklet import SHEETS
from fabgen.core.problems import FabgenError
from fabgen.production.rulebook_files import make_rulebooks
from fabgen.spec.build_options import Options
from fabgen.verify.inventory import TYPST_FILES

RULES = """\
# Setting up

Put all pieces on the board.

![The start](setup)

# Play

| Piece | Move |
|---|---|
| Guard | one |
"""


def pages(data: bytes) -> list[tuple[str, bytes]]:
    """The words and the picture of each page."""
    return [(page.get_textpage().get_text_range(), page.render(scale=0.5).to_pil().tobytes())
            for page in PdfDocument(io.BytesIO(data))]


@pytest.mark.slow
def test_the_project_compiles_to_the_same_pages(tmp_path: Path) -> None:
    spec = loaded(tmp_path)
    spec.folder.joinpath("rules.md").write_text(RULES)
    files = {one.path: one.data
             for one in make_rulebooks(spec, Options(books=("half-letter", "a4"), typst_source=True), lambda _: None)}
    for path, data in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    assert sorted(path for path in files if "/typst/" in path) == [*TYPST_FILES]
    folder = tmp_path / "rules/typst"
    assert "typst compile --font-path fonts main.typ" in (folder / "README.md").read_text()
    compiled = typst.compile(folder / "main.typ", root=folder, font_paths=[folder / "fonts"], ignore_system_fonts=True)
    (first,) = [data for path, data in files.items() if path.endswith("-half-letter.pdf")]
    assert pages(compiled) == pages(first)


@pytest.mark.slow
def test_short_rules_lie_on_one_sheet_and_long_ones_are_refused_with_their_pages(tmp_path: Path) -> None:
    spec = loaded(tmp_path)
    spec.folder.joinpath("rules.md").write_text(RULES)
    (sheet,) = make_rulebooks(spec, Options(books=("folder-a4",)), lambda _: None)
    assert (sheet.pages, sheet.size) == (2, SHEETS["a4"])
    outside, inside = (page.get_textpage().get_text_range() for page in PdfDocument(io.BytesIO(sheet.data)))
    assert "SETTING UP" in outside  # the first page is on the outside
    assert "staple" not in outside + inside
    spec.folder.joinpath("rules.md").write_text(RULES + "\nWords of a rule that goes on and on.\n\n" * 400)
    with pytest.raises(FabgenError, match=r"the rules need \d+ pages, and a sheet that is folded once has 4"):
        list(make_rulebooks(spec, Options(books=("folder-a4",)), lambda _: None))
