"""Defects planted in rulebooks are found: tags, words for figures, bookmarks, the order of pages in a booklet."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from built import share_written_game
from verify.planting import GAME

from fabgen.artwork.themes import load_theme
from fabgen.book.booklet import write_booklet
from fabgen.book.rulebook_pdf import write_project
from fabgen.core.languages import load_words
from fabgen.core.manifest import ManifestEntry
from fabgen.core.problems import Problem
from fabgen.spec.build_options import Options
from fabgen.typeset.blocks import Book, Heading, PageBreak, Paragraph, TextRun
from fabgen.verify.rulebook import book_checks

TEXT = """# Start

![](components)

![The board.](board)

![How a knight goes.](moves:knight)

# End

Words to fill another page.

---

More words.

# Quick reference

Win.
"""


def check_books(folder: Path, entries: list[ManifestEntry]) -> list[Problem]:
    """What all checks of rulebooks find."""
    return [problem for check in book_checks(folder, entries) for problem in check()]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[ManifestEntry]]:
    """A small game's rulebooks, verified by their build."""
    result = share_written_game(tmp_path_factory, "booked", GAME, TEXT, Options(), ("rules",))
    return result.target, list(result.manifest)


def problems(made: tuple[Path, list[ManifestEntry]], tmp_path: Path, ending: str, change: Callable[[pikepdf.Pdf], Any]
             ) -> list[Problem]:
    """What is found once a book is changed."""
    folder = Path(shutil.copytree(made[0], tmp_path / "out"))
    (entry,) = [one for one in made[1] if one.path.endswith(ending)]
    with pikepdf.open(folder / entry.path, allow_overwriting_input=True) as pdf:
        change(pdf)
        pdf.save(folder / entry.path)
    return check_books(folder, made[1])


def figures(node: Any) -> list[Any]:
    kids = [kid for kid in node.get("/K", []) if isinstance(kid, pikepdf.Dictionary) and "/S" in kid]
    return [found for kid in kids for found in ([kid] if kid.S == "/Figure" else []) + figures(kid)]


def untag(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.MarkInfo


def untell(pdf: pikepdf.Pdf) -> None:
    del figures(pdf.Root.StructTreeRoot)[-1].Alt


def unmark(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.Outlines


def silence(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.Lang


def swap(pdf: pikepdf.Pdf) -> None:
    pdf.pages.append(pdf.pages[0])
    del pdf.pages[0]


def flip(pdf: pikepdf.Pdf) -> None:
    pdf.Root.ViewerPreferences.Duplex = pikepdf.Name.DuplexFlipLongEdge


def scale(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.ViewerPreferences.PrintScaling


def drop(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[-1]


@pytest.mark.slow
def test_an_unaltered_build_has_no_problem(made: tuple[Path, list[ManifestEntry]]) -> None:
    assert check_books(*made) == []
    assert sorted(entry.path.partition("-rules")[2] for entry in made[1] if entry.folder == "rules") == [
        "-booklet-a4.pdf", "-booklet-letter.pdf", ".pdf"]


@pytest.mark.slow
@pytest.mark.parametrize(("ending", "change", "what"), [
    ("-rules.pdf", untag, "not tagged"),
    ("-rules.pdf", untell, "1 of 3 figures are not told"),
    ("-rules.pdf", unmark, "no bookmarks"),
    ("-rules.pdf", silence, "its language"),
    ("-booklet-a4.pdf", swap, "not those of the A5 book"),
    ("-booklet-letter.pdf", flip, "short edge"),
    ("-booklet-letter.pdf", scale, "true size"),
    ("-booklet-a4.pdf", drop, "a sheet lacks one"),
])
def test_a_planted_defect_is_found(made: tuple[Path, list[ManifestEntry]], tmp_path: Path, ending: str,
                                   change: Callable[[pikepdf.Pdf], Any], what: str) -> None:
    (found,) = problems(made, tmp_path, ending, change)
    assert what in found.what
    assert found.where.file.endswith(ending)


def test_damaged_books_are_reported_elsewhere(made: tuple[Path, list[ManifestEntry]], tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    entries = [replace(entry, path=f"rules/{entry.path.rpartition('/')[2]}") for entry in made[1]
               if entry.folder == "rules"]
    for entry in entries:
        (tmp_path / entry.path).write_bytes(b"no PDF")
    assert check_books(tmp_path, entries) == []


@pytest.mark.parametrize(("back_pages", "wanted"), [
    (1, 0), (2, 0), (3, 1),
], ids=["before the last page", "before the reference of two pages", "within the rules"])
def test_blank_pages_of_a_booklet_stand_before_the_last_page_or_chapter(
    tmp_path: Path, back_pages: int, wanted: int
) -> None:
    """A cover, two pages of rules and two of reference: five pages, so that three blank ones fill the sheets."""
    body = (Heading(1, (TextRun("Aim"),), "aim"), Paragraph((TextRun("Win."),)), PageBreak(),
            Paragraph((TextRun("Two move."),)))
    reference = (Heading(1, (TextRun("Quick reference"),), "q"),
                 *(Paragraph((TextRun(f"Step {number} of the turn comes before the next one. " * 3),))
                   for number in range(25)))
    content = Book("Gambit", "By Ada", "Summary.", "2 players", "Ada", "Contents", "en-GB", None,
                   ((TextRun("Imprint."),),), body, reference)
    made = write_project(content, load_theme("colour"))
    assert (made.pages, made.back_pages) == (5, 2)
    sheets = write_booklet(made.pdf, "a4", load_theme("colour"), load_words(), back_pages=back_pages)
    entries = []
    for name, data in (("rules/gambit-1-rules.pdf", made.pdf), ("rules/gambit-1-rules-booklet-a4.pdf", sheets)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
        entries.append(ManifestEntry(name, "rulebook", None, None, "", len(data)))
    assert len([p for p in check_books(tmp_path, entries) if "not those of the A5 book" in p.what]) == wanted
