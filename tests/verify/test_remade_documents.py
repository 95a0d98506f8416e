"""What no other check looks for in a document of a build, and what the same document made from `source/` tells: a
word, a number, a picture, a title, a link or a script that somebody changed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from built import reseal, share_build
from commands import tiny

from fabgen.build import Result, build, verify_build
from fabgen.spec.build_options import Options
from fabgen.verify import verify

pytestmark = pytest.mark.slow
BOOK, PRINT = "rules/tiny-1-rules.pdf", "print/tiny-1-pnp-a4-fold.pdf"


def build_tiny(folder: Path, *change: str) -> Result:
    game = tiny(folder / "tiny", *change)
    (game / "rules.md").write_text(f"# Rules\n\nYou win with {3 if change else 4} pawns.\n\n![](components)\n")
    return build(str(game), folder / "out", Options(papers=("a4",), books=("a5", "booklet-a4")), ["print", "rules"])


@pytest.fixture(scope="session")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Result:
    return share_build(tmp_path_factory, "documents", build_tiny)


@pytest.fixture
def folder(documents: Result, tmp_path: Path) -> Path:
    return Path(shutil.copytree(documents.target, tmp_path / "tiny"))


def told(folder: Path) -> list[tuple[str, str]]:
    return [(problem.where.file, problem.what) for problem in verify_build(folder)]


def plant(folder: Path, file: str, change: Callable[[Any], object]) -> list[tuple[str, str]]:
    with pikepdf.open(folder / file, allow_overwriting_input=True) as pdf:
        change(pdf)
        pdf.save(folder / file)
    reseal(folder, file)
    return told(folder)


def test_a_sound_build_has_no_problem(folder: Path) -> None:
    assert told(folder) == []


def test_a_book_of_an_earlier_text(folder: Path, tmp_path: Path) -> None:
    earlier = build_tiny(tmp_path / "earlier", "title: Tiny", "title: Tiny")
    shutil.copy(earlier.target / BOOK, folder / BOOK)
    shutil.copy(earlier.target / "rules/tiny-1-rules-booklet-a4.pdf", folder / "rules")
    for file in (BOOK, "rules/tiny-1-rules-booklet-a4.pdf"):
        reseal(folder, file)
    assert verify(folder) == []  # no other check reads what the text says
    assert told(folder)[0] == (BOOK, "page 2 says “3” where this game's says “4”")


def test_print_and_play_of_other_moves(folder: Path, tmp_path: Path) -> None:
    earlier = build_tiny(tmp_path / "earlier", "moves: fW", "moves: fmW")
    shutil.copy(earlier.target / PRINT, folder / PRINT)
    reseal(folder, PRINT)
    found = told(folder)
    assert len(found) == 2, "the first sheet, whose steps show the pieces, and theirs"
    for file, what in found:
        assert file == PRINT
        assert what.endswith("does not look like this game's")


@pytest.mark.parametrize(("change", "what"), [
    (lambda pdf: pdf.docinfo.__setitem__("/Title", "Other"), "its title is “Other”, not “Tiny”"),
    (lambda pdf: pdf.Root.__setitem__("/OpenAction", pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.beep()")),
     "it has `/OpenAction`, which no build writes"),
    (lambda pdf: pdf.Root.Outlines.First.__setitem__("/Title", "Wrong"), "a bookmark is “Wrong”, not “Rules”"),
], ids=["title", "script", "bookmark"])
def test_what_lies_around_the_pages(folder: Path, change: Callable[[Any], object], what: str) -> None:
    assert plant(folder, BOOK, change) == [(BOOK, what)]


def test_a_link_of_somebody_else(folder: Path) -> None:
    def add_link(pdf: Any) -> None:
        action = pikepdf.Dictionary(S=pikepdf.Name.URI, URI="http://example.org")
        note = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[50, 50, 90, 90], A=action)
        pdf.pages[1].Annots = pdf.make_indirect(pikepdf.Array([pdf.make_indirect(note)]))

    assert plant(folder, BOOK, add_link) == [(BOOK, "page 2 has other links than this game's")]


def test_a_manifest_with_another_title(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"title": "Other"}))
    assert told(folder) == [("manifest.json", "its title is “Other”, the game's is “Tiny”")]
