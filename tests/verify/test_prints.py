"""What is wrong with a print-and-play set is found: each defect is planted in a good one by other people's tools."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pdfplumber
import pikepdf
import pytest
from built import share_written_game
from verify.planting import GAME, print_problems

from fabgen.spec.build_options import Options

Plant = Callable[[pikepdf.Pdf], None]
FORMS = {
    "fold": Options(papers=("a4",)),
    "duplex": Options(papers=("letter",), assembly="duplex", flip="short", back_offset=(0.5, -1.0), ink="low",
                      standees="slotted"),
    "bw": Options(papers=("a4", "poster"), assembly="single", ink="bw"),
    "tinted": Options(papers=("a4",), assembly="duplex"),
}
FILLED = re.compile(rb"n [^\n]*\nf\*?\n")  # a path, and what fills it


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    large, rules = GAME.replace("grid: 3x3", "grid: 6x6").replace("a1-c1", "a1-f1"), "# Small\n\nMove.\n"
    return {name: share_written_game(tmp_path_factory, f"print-{name}", large, rules, options, ("print",)).target
            for name, options in FORMS.items()}


def planted(source: Path, tmp_path: Path, plant: Plant, name: str = "pnp") -> list[str]:
    """What is found once a PDF of a copy has been spoilt."""
    folder = Path(shutil.copytree(source, tmp_path / "copy"))
    (path,) = folder.glob(f"print/*{name}*.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        plant(pdf)
        pdf.save(path)
    return print_problems(folder)


def content(page: pikepdf.Page, change: Callable[[bytes], bytes]) -> None:
    page.contents_coalesce()
    old = page.Contents.read_bytes()
    new = change(old)
    assert new != old, "the defect was not planted"
    page.Contents.write(new)


def every(change: Callable[[bytes], bytes]) -> Plant:
    def plant(pdf: pikepdf.Pdf) -> None:
        for page in pdf.pages:
            content(page, change)

    return plant


def on(place: int, change: Callable[[bytes], bytes]) -> Plant:
    return lambda pdf: content(pdf.pages[place], change)


def within(matrix: str) -> Callable[[bytes], bytes]:
    return lambda data: b"q " + matrix.encode() + b" cm\n" + data + b"\nQ"


def half_of_fills(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """Changes each of the first half of the filled paths of a page."""

    def spoil(data: bytes) -> bytes:
        fills = FILLED.findall(data)
        numbers = iter(range(len(fills)))
        return FILLED.sub(lambda fill: change(fill[0]) if next(numbers) < len(fills) // 2 else fill[0], data)

    return spoil


def taller(pdf: pikepdf.Pdf) -> None:
    pdf.pages[1].MediaBox = [0, 0, 595.276, 850]


def turn(pdf: pikepdf.Pdf) -> None:
    pdf.pages[1].Rotate = 90


def simplex(pdf: pikepdf.Pdf) -> None:
    pdf.Root.ViewerPreferences.Duplex = pikepdf.Name("/DuplexFlipLongEdge")


def drop(place: int) -> Plant:
    def plant(pdf: pikepdf.Pdf) -> None:
        del pdf.pages[place]

    return plant


@pytest.mark.slow
def test_good_sets_are_good(sets: dict[str, Path]) -> None:
    assert sets.keys() == FORMS.keys()
    for folder in sets.values():
        assert print_problems(folder) == []


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize(("form", "plant", "words"), [
    ("fold", every(within("0.98 0 0 0.98 0 0")), "no bar of 100 mm"),  # 1: a size that is not the spec's
    ("fold", every(within("1 0 0 0.99 0 0")), "bar of 101.6 mm upright"),
    ("fold", on(1, within("0.99 0 0 1 0 0")), "no bar of 50 mm across"),  # each sheet shows its scale both ways
    ("fold", on(1, within("1 0 0 0.99 0 0")), "no bar of 50.8 mm upright"),
    ("fold", taller, "which is no a4"),  # 2: a page that is no paper
    ("fold", turn, "the page is turned"),
    ("fold", on(1, within("1 0 0 1 -16 0")), "mm of the edge"),  # 2: ink in the margin
    ("duplex", on(-1, within("1 0 0 1 6 0")), "crosses do not stand behind"),  # 3: backs that do not register
    ("duplex", on(-1, within("-1 0 0 -1 612 792")), "crosses do not stand behind"),  # 3: over the other edge
    ("duplex", simplex, "DuplexFlipLongEdge, not DuplexFlipShortEdge"),
    ("duplex", drop(-1), "the number of pages is odd"),
    ("fold", drop(1), "a tile of the board is missing"),  # 6
    ("bw", on(1, lambda data: b"1 0 0 rg 100 100 5 5 re f\n" + data), "is coloured"),  # 7
    ("duplex", every(lambda data: data + b"\n0 0 0 rg 60 300 400 250 re f"), "% of ink"),  # 7: not little
    ("fold", on(2, lambda data: re.sub(rb"(/F[\d+]+) [\d.]+ Tf", rb"\1 .4 Tf", data)), "points"),  # 8: specks
    ("fold", on(2, lambda data: re.sub(rb"(/F[\d+]+) [\d.]+ Tf", rb"\1 1.73 Tf", data)), "is set in 4.9 points"),
    ("fold", drop(-1), "tokens of 18 mm are printed as discs, the game needs 3"),  # 9: counts
    # 9: backs are no tokens; a front without its filled areas has none, although its back has
    ("duplex", on(-2, lambda data: re.sub(rb"(?<=\s)f\*?(?=\s)", b"n", data)),
     "0 tokens of 18 mm are printed as discs, the game needs 3"),
    ("fold", drop(0), "does not say “Sheet 1 of"),  # 10: sheets that do not say which they are
])
def test_defects_are_found(sets: dict[str, Path], tmp_path: Path, form: str, plant: Plant, words: str) -> None:
    name = "both-sides" if form == "duplex" else "pnp"
    assert words in "\n".join(planted(sets[form], tmp_path, plant, name))


@pytest.mark.slow
@pytest.mark.parametrize(("place", "change"), [
    (-1, lambda fill: b""),  # half of the backs are missing
    (-1, lambda fill: b"q 1 0 0 1 .5 0 cm\n" + fill + b"Q\n"),  # or do not register
    (-1, lambda fill: b"q 1 0 0 1 0 -1 cm\n" + fill + b"Q\n"),
    (-2, lambda fill: b"q 1 0 0 1 .5 0 cm\n" + fill + b"Q\n"),
    (-1, lambda fill: b"" if fill.count(b" m ") == 1 else fill),  # cards without discs, with holes for them
])
def test_discs_on_tinted_cards_have_their_backs_behind_them(
    sets: dict[str, Path], tmp_path: Path, place: int, change: Callable[[bytes], bytes]
) -> None:
    """Each disc lies within the ink of its card, which is no square at the edge of a block. The crosses stay."""
    problems = "\n".join(planted(sets["tinted"], tmp_path, on(place, half_of_fills(change)), "both-sides"))
    assert "nothing stands behind what is cut out" in problems


@pytest.mark.slow
def test_only_sheets_with_backs_are_in_the_file_of_both_sides(sets: dict[str, Path]) -> None:
    """No page of it says that nothing belongs there: each holds something, and fronts and backs as much."""
    (both,) = sets["duplex"].glob("print/*both-sides*.pdf")
    (one,) = sets["duplex"].glob("print/*one-side*.pdf")
    assert both.name > one.name, "the cover is printed first"
    with pdfplumber.open(both) as pdf:
        marked = [len([rect for rect in [*page.rects, *page.curves] if rect["fill"]]) for page in pdf.pages]
        assert len(marked) % 2 == 0
        assert all(count > 0 for count in marked)
        assert "Sheet 1 of" not in (pdf.pages[0].extract_text() or "")
    with pdfplumber.open(one) as pdf:
        total = len(pdf.pages) + len(marked) // 2
        texts = [page.extract_text() for page in pdf.pages]
    assert f"Sheet 1 of {total}" in texts[0]
    assert f"From sheet {total - len(marked) // 2 + 1} on" in texts[0]
    assert all("print one side only" in text for text in texts)


@pytest.mark.slow
@pytest.mark.parametrize(("gone", "words"), [
    ("both-sides", "is on no sheet"), ("one-side", "are not those of a set")])
def test_a_file_that_is_gone_is_found(sets: dict[str, Path], tmp_path: Path, gone: str, words: str) -> None:
    """The manifest does not list it either."""
    assert words in "\n".join(print_problems(sets["duplex"], gone))


@pytest.mark.slow
def test_fronts_without_backs_are_found(sets: dict[str, Path], tmp_path: Path) -> None:
    """The fronts of the tokens are moved into the file of sheets that are printed on one side."""
    folder = Path(shutil.copytree(sets["duplex"], tmp_path / "copy"))
    (both,), (one,) = folder.glob("print/*both-sides*.pdf"), folder.glob("print/*one-side*.pdf")
    with pikepdf.open(one, allow_overwriting_input=True) as pdf, pikepdf.open(both) as fronts:
        pdf.pages.append(fronts.pages[0])
        pdf.save(one)
    assert any(" back is on no sheet" in problem for problem in print_problems(folder, "both-sides"))


@pytest.mark.slow
def test_a_file_of_backs_that_nobody_asked_for_is_found(sets: dict[str, Path], tmp_path: Path) -> None:
    """A set that folds has one file."""
    folder = Path(shutil.copytree(sets["duplex"], tmp_path / "copy"))
    options = (folder / "source/options.json").read_text()
    assert '"assembly": "duplex"' in options
    (folder / "source/options.json").write_text(options.replace('"assembly": "duplex"', '"assembly": "fold"'))
    assert "are not those of a set" in "\n".join(print_problems(folder))


@pytest.mark.slow
def test_a_missing_paper_is_found(sets: dict[str, Path], tmp_path: Path) -> None:
    folder = Path(shutil.copytree(sets["fold"], tmp_path / "copy"))
    options = (folder / "source/options.json").read_text()
    (folder / "source/options.json").write_text(options.replace('"a4"', '"a4", "letter"'))
    assert "there is no PDF for letter" in "\n".join(print_problems(folder))


@pytest.mark.slow
def test_a_piece_too_few_is_found(sets: dict[str, Path], tmp_path: Path) -> None:
    folder = Path(shutil.copytree(sets["fold"], tmp_path / "copy"))
    spec = (folder / "source/game.yaml").read_text()
    (folder / "source/game.yaml").write_text(spec.replace("each: 2", "each: 3"))
    assert "2 pieces are named Spearman, the game has 3" in "\n".join(print_problems(folder))


@pytest.mark.parametrize(("old", "new"), [("border", "border: 20 mm\n  border"), ("cell: 40 mm", "cell: 44 mm")])
def test_a_board_of_another_size_is_found(sets: dict[str, Path], tmp_path: Path, old: str, new: str) -> None:
    folder = Path(shutil.copytree(sets["fold"], tmp_path / "copy"))
    spec = (folder / "source/game.yaml").read_text()
    new = new if old in spec else "cell: 40 mm\n  border: 20 mm"
    (folder / "source/game.yaml").write_text(spec.replace(old if old in spec else "cell: 40 mm", new))
    assert "of a board of" in "\n".join(print_problems(folder))


def test_a_damaged_source_is_a_problem(sets: dict[str, Path], tmp_path: Path) -> None:
    folder = Path(shutil.copytree(sets["fold"], tmp_path / "copy"))
    (folder / "source/options.json").write_text("{}")
    assert "cannot be read" in print_problems(folder)[0]
