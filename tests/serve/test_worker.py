"""What a save has not changed is not read and drawn again, and what it has changed is."""

from __future__ import annotations

import shutil
from collections import Counter
from itertools import combinations
from pathlib import Path

import pypdfium2
import pytest

from fabgen.laser.engraving import outline_polygon
from fabgen.laser.sheet import LaserSheet
from fabgen.laser.sheet_layout import make_sheets
from fabgen.materials.operations import Operation
from fabgen.serve.keep import Edit
from fabgen.serve.worker import GameReader, Request
from fabgen.spec.build_options import Options

TEMPLATES = Path(__file__).parents[2] / "templates"
CELL: tuple[Edit, ...] = ((("board", "cell"), "36 mm"),)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with a translation."""
    return Path(shutil.copytree(TEMPLATES / "correction", tmp_path / "game"))


def save(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_a_spec_stays_when_only_the_rules_text_is_saved(folder: Path) -> None:
    reader = GameReader(str(folder), Options())
    first = reader.load(1)
    save(folder / "rules.md", "# ", "# The ")
    assert reader.load(2) is first
    save(folder / "game.yaml", "cell: 40 mm", "cell: 41 mm")
    second = reader.load(3)
    assert second.game.board.cell == 41
    save(folder / "rules.md", "# The ", "# ")
    save(folder / "game.yaml", "cell: 41 mm", "cell: 40 mm")
    assert reader.load(4).game.board.cell == 40
    assert reader.load(4, edits=CELL).game.board.cell == 36
    assert reader.load(5).game.board.cell == 40


def test_a_spec_is_read_again_when_another_file_of_it_is_saved(folder: Path) -> None:
    reader = GameReader(str(folder), Options())
    first = reader.load(1)
    (folder / "more.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    assert reader.load(2) is not first


def test_a_spec_that_was_saved_while_it_was_read_is_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fabgen.spec import load

    reader, read = GameReader(str(folder), Options()), load.load_spec

    def read_and_save(*arguments: object, **options: object) -> object:
        spec = read(*arguments, **options)  # type: ignore[arg-type]
        save(folder / "game.yaml", "cell: 40 mm", "cell: 42 mm")
        return spec

    monkeypatch.setattr(load, "load_spec", read_and_save)
    assert reader.load(1).game.board.cell == 40
    monkeypatch.undo()
    assert reader.load(2).game.board.cell == 42


def test_figures_in_a_book_are_those_that_are_drawn_alone(folder: Path) -> None:
    """Drawn once for a spec, whatever else was drawn before."""
    from fabgen.figures.diagrams.catalogue import make_figure_library

    reader = GameReader(str(folder), Options())
    once = make_figure_library(reader.load(1))
    for kind, name in (("setup", ""), ("example", "pawn-takes"), ("moves", "pawn"), ("legend", "")):
        first, again = once.draw(kind, name, ""), make_figure_library(reader.load(1)).draw(kind, name, "")
        assert first == again == make_figure_library(GameReader(str(folder), Options()).load(1)).draw(kind, name, "")


@pytest.mark.slow
def test_a_rulebook_keeps_its_layout_until_the_best_is_searched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown at once has the new words; what is shown in the end is the book that a build makes."""
    from fabgen.book import rulebook_pdf

    searches, search = list[str](), rulebook_pdf.rank_layouts

    def search_and_note(*arguments: object) -> object:
        searches.append("search")
        return search(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(rulebook_pdf, "rank_layouts", search_and_note)
    reader = GameReader(str(folder), Options())
    assert reader.studio(Request(1, "views")).rulebook.startswith(b"%PDF")
    assert not reader.studio(Request(1, "views")).settle("rulebook")
    assert searches == ["search"]
    save(folder / "rules.md", "# Your turn\n", "# Your turn\n\n" + 40 * "Words that fill some lines.\n\n")
    studio = reader.studio(Request(2, "views"))
    draft = studio.rulebook
    assert searches == ["search"]
    assert count_pages(draft) > count_pages(reader.studio(Request(1, "views")).rulebook)
    assert studio.settle("rulebook")
    settled = len(searches)
    assert settled > 1, "a plan that Typst sets otherwise is searched once more"
    cold = GameReader(str(folder), Options()).studio(Request(1, "views")).rulebook
    assert studio.rulebook == cold != draft
    assert studio.settle("rulebook"), "a second page that shows the draft has to hear of it too"
    assert len(searches) == settled + settled - 1, "only the cold one searches again"


@pytest.mark.slow
def test_sheets_are_shown_in_a_first_layout_until_the_best_is_searched(folder: Path, tmp_path: Path,
                                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    """The first layout has every part, none over another; in the end there are the sheets of a build."""
    monkeypatch.setenv("FABGEN_CACHE", str(tmp_path / "cache"))
    studio = GameReader(str(folder), Options()).studio(Request(1, "views"))
    assert all("first layout" in view.words for view in studio.list_views("laser"))
    draft = studio.sheets
    assert count_parts(draft) == Counter({part.name: part.count for part in studio.parts if part.count})
    assert not find_overlaps(draft)
    assert studio.settle("laser")
    assert studio.sheets == make_sheets(studio.parts, studio.job) != draft
    assert not any("first layout" in view.words for view in studio.list_views("laser"))
    assert studio.settle("laser"), "a second page that shows the draft has to hear of it too"
    again = GameReader(str(folder), Options()).studio(Request(1, "views"))  # what is known needs no first layout
    assert again.sheets == studio.sheets
    assert not again.settle("laser")
    with pytest.raises(KeyError):
        again.settle("board")


def count_parts(sheets: list[LaserSheet]) -> Counter[str]:
    return Counter(placement.part for sheet in sheets for placement in sheet.placements)


def find_overlaps(sheets: list[LaserSheet]) -> list[tuple[str, str]]:
    """Parts whose outlines share some of a sheet, as shapely sees their cut lines."""
    overlaps = []
    for sheet in sheets:
        outlines = [(mark.part, outline_polygon(path)) for mark in sheet.marks
                    if mark.operation is Operation.CUT_OUTER for path in mark.paths]
        overlaps += [(a, b) for (a, first), (b, second) in combinations(outlines, 2)
                     if a != b and first.intersection(second).area > 1e-6]
    return overlaps


def count_pages(data: bytes) -> int:
    with pypdfium2.PdfDocument(data) as document:
        return len(document)
