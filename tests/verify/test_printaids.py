"""What is wrong with player aids is found: each defect is planted in a good set by another program."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pdfplumber
import pikepdf
import pytest
from built import share_written_game
from verify.planting import GAME, print_problems

from fabgen.build import build
from fabgen.spec.build_options import Options
from fabgen.verify.diagram_decoding import DiagramFault
from fabgen.verify.paper_cuts import PaperCut, find_paper_cuts
from fabgen.verify.player_aids import DecodedDiagramCache, is_within
from fabgen.verify.readers.page_pdf import PrintedPage
from fabgen.verify.readers.pdf import POINT, PdfPath

AIDS = """\
aids:
  quick reference: {kind: card, count: 2}
  notes: {kind: slips, count: 5, lines: [Board, Cell]}
  turns: {kind: slips, count: 3, lines: [Turn]}  # of one size with the notes, where these are low
"""
RULES = "# Small\n\nMove.\n\n# Quick reference\n\n![Knight](moves:knight) ![Spear](moves:spearman)\n\nMove.\n"


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = Options(papers=("a4",))
    return share_written_game(tmp_path_factory, "aids", GAME + AIDS, RULES, options, ("print",)).target


def planted(good: Path, tmp_path: Path, change: Callable[[bytes], bytes]) -> list[str]:
    """What is found once the sheets of the aids have been spoilt."""
    folder = Path(shutil.copytree(good, tmp_path / "copy"))
    (path,) = folder.glob("print/*.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        changed = 0
        for page in pdf.pages[-2:]:
            page.contents_coalesce()
            old = page.Contents.read_bytes()
            page.Contents.write(change(old))
            changed += change(old) != old
        assert changed, "the defect was not planted"
        pdf.save(path)
    return print_problems(folder)


def discs(data: bytes) -> list[re.Match[bytes]]:
    """Filled paths of eight curves and nothing else: dots."""
    return list(re.finditer(rb"n [\d. ]+ m (?:[\d. ]+ c ){8}h\nf\*?\n", data))


@pytest.mark.slow
def test_a_good_set_is_good(good: Path) -> None:
    assert print_problems(good) == []


@pytest.mark.slow
def test_a_mark_that_is_gone_is_found(good: Path, tmp_path: Path) -> None:
    def lose(data: bytes) -> bytes:
        dots = discs(data)
        return data[:dots[0].start()] + data[dots[0].end():] if dots else data

    assert any("movement diagram on a player aid is wrong" in what or "the player aids show the moves" in what
               for what in planted(good, tmp_path, lose))


@pytest.mark.slow
def test_leaves_of_another_size_are_found(good: Path, tmp_path: Path) -> None:
    """All is drawn a hundredth smaller."""
    assert any("which is the size of no player aid" in what or "player aids of" in what
               for what in planted(good, tmp_path, lambda data: b".99 0 0 .99 0 0 cm " + data))


@pytest.mark.slow
def test_words_at_a_cut_are_found(good: Path, tmp_path: Path) -> None:
    """The words of the slips are moved down by 9 mm: their labels are 10 mm above the cut."""
    def lower(data: bytes) -> bytes:
        return re.sub(rb"(1 0 0 1 [\d.]+ )([\d.]+)( cm)",
                      lambda m: m[1] + str(float(m[2]) - 9).encode() + m[3], data)

    assert any("comes too near to a cut" in what for what in planted(good, tmp_path, lower))


@pytest.mark.slow
def test_a_missing_leaf_is_found(good: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(good, tmp_path / "copy"))
    source = folder / "source" / "game.yaml"
    source.write_text(source.read_text().replace("count: 5", "count: 50"))
    assert any("player aids of 57 x" in what and "the game needs 50" in what for what in print_problems(folder))


def test_cuts_lie_between_marks_in_line() -> None:
    marks = [((-3.6, 5.0), (-1.0, 5.0)), ((21.0, 5.0), (23.6, 5.0)), ((3.0, 9.0), (8.0, 9.0))]
    side = PrintedPage(100, 100, 0, (), tuple(marks), (), (), (), frozenset(), None, 0.0)
    (cut,) = find_paper_cuts(side)
    assert (cut.axis, cut.at, cut.start, cut.end) == pytest.approx((0, 5.0, 0.0, 20.0))


@pytest.mark.parametrize(("box", "off"), [((2, 6, 4, 7), 1.0), ((2, 4, 4, 7), 0.0), ((2, 1, 4, 3), 2.0),
                                          ((30, 5, 31, 5), float("inf"))])
def test_how_far_a_box_is_from_a_cut(box: tuple[float, float, float, float], off: float) -> None:
    assert PaperCut(0, 5.0, 0.0, 20.0).off(box) == off


SPACES = ("{a: '0,0 40,0 40,40 0,40', b: '0,40 40,40 40,80 0,80', c: '0,80 40,80 40,120 0,120', "
          "d: '40,0 80,0 80,40 40,40'}")
BOARDS = {
    f"map: {{spaces: {SPACES}, lines: {{f: [a b c]}}}}": ("full", "a d", "fmW"),
    "hexagon: 3": ("low", "a1 b1", "fmWfF"),
    "rhombus: 4x4": ("full", "a1 b1", "mW"),
    "triangle: 5": ("bw", "a1 b1", "fmW"),
    "hexagon: 3, points: true": ("full", "a1 b1", "fmWcF"),
    "grid: 4x4, points: true": ("low", "a1 b1", "fmWcF"),
}
GAME_ON = """\
fabgen: 1
title: Aided
designer: Nobody
players:
  green: {{forward: up, material: acrylic-3mm/green}}
  red: {{forward: down, material: acrylic-3mm/red}}
board: {{{board}, cell: 40 mm, material: acrylic-3mm/clear}}
pieces:
  runner: {{each: 2, moves: {moves}, body: {{standee: pawn}}}}
  walker: {{each: 1, moves: mW, body: {{tile: disc}}}}
rules: {{set: standard, hops: {{walker: [{{over: any, to: W}}]}}}}
setup: {{green: {{runner: {cells}}}}}
aids: {{card: {{kind: card}}}}
"""


@pytest.mark.slow
@pytest.mark.parametrize("board", sorted(BOARDS))
def test_a_card_shows_the_moves_on_every_board(board: str, tmp_path: Path) -> None:
    ink, cells, moves = BOARDS[board]
    paper = "letter" if ink == "full" else "a4"
    text = GAME_ON.format(board=board, cells=cells, moves=moves)
    (tmp_path / "game.yaml").write_text(text)
    (tmp_path / "rules.md").write_text("# Aided\n\n![](setup)\n\n# Quick reference\n\n![](moves:runner) "
                                       "![](moves:walker)\n\nMove.\n")
    built = build(str(tmp_path), tmp_path / "out", Options(papers=(paper,), ink=ink), ("print",)).target
    assert print_problems(built) == []
    source = built / "source" / "game.yaml"
    source.write_text(source.read_text().replace(f"moves: {moves}", "moves: mW2"))
    assert any("player aid" in what for what in print_problems(built))


@pytest.mark.slow
@pytest.mark.parametrize("board", ["grid: 4x4", "hexagon: 3", "rhombus: 4x4"])
def test_an_example_on_a_card_is_no_movement_diagram(board: str, tmp_path: Path) -> None:
    """The sign of what is not allowed has a ring in the proportions of a piece's own cell."""
    example = '{id: far, title: Far, position: "green: runner a1; turn: green", illegal: [a1-c1]}'
    text = GAME_ON.format(board=board, cells="a1 b1", moves="fmW").replace("{kind: card}", "{kind: card, text: Pieces}")
    (tmp_path / "game.yaml").write_text(f"{text}examples: [{example}]\n")
    figures = "![](example:far)\n\n![](moves:walker)\n\n![](moves:runner)"
    (tmp_path / "rules.md").write_text(f"# Pieces\n\n{figures}\n")
    assert print_problems(build(str(tmp_path), tmp_path / "out", Options(papers=("a4",)), ("print",)).target) == []


def square(x: float, y: float, off: float = 0.0) -> PdfPath:
    """A filled square of 10 mm, one corner off its place."""
    corners = [(x, y), (x + 10 + off, y), (x + 10, y + 10), (x, y + 10)]
    steps = np.array([2, 0, 0, 0])
    return PdfPath(steps, np.array(corners) / POINT, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), filled=True, stroked=False)


@pytest.mark.parametrize(("moved", "off", "times"), [(0.0, 0.0, 1), (50.0, 0.0, 1), (50.0, 0.01, 2)])
def test_equal_copies_are_decoded_once_and_different_ones_again(moved: float, off: float, times: int) -> None:
    known, decoded = DecodedDiagramCache(), list[float]()

    def decode() -> dict[str, list[DiagramFault]]:
        decoded.append(off)
        return {"knight": []}

    for x, corner in ((0.0, 0.0), (moved, off)):
        assert known.recall((x, 0, x + 20, 20), [square(x + 5, 5, corner)], decode) == {"knight": []}
    assert len(decoded) == times


LONG_RULES = RULES + "\n" + "Nobody may do what nobody has said that nobody may do.\n\n" * 24


@pytest.fixture(scope="module")
def with_backs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Cards whose chapter goes on behind them, printed on both sides of the paper."""
    options, aids = Options(papers=("a4",), assembly="duplex"), AIDS.replace("count: 2", "count: 3, size: 70 x 90 mm")
    return share_written_game(tmp_path_factory, "aids-backs", GAME + aids, LONG_RULES, options, ("print",)).target


@pytest.mark.slow
def test_a_card_of_two_sides_is_not_folded_where_both_are_printed(with_backs: Path) -> None:
    """Every leaf is as wide as one side, and none has a fold."""
    assert print_problems(with_backs) == []
    (both,) = with_backs.glob("print/*both-sides*.pdf")
    with pdfplumber.open(both) as pdf:
        texts = [page.extract_text() for page in pdf.pages]
    fronts = [number for number, text in enumerate(texts) if "Quick references" in text and "back" not in text]
    assert fronts
    for number in fronts:
        assert "fold" not in texts[number]
        assert "nobody has said" in texts[number + 1], "the chapter goes on behind its front"


@pytest.mark.slow
@pytest.mark.parametrize(("matrix", "words"), [
    ("1 0 0 1 -80 0", "is not behind its card"), ("-1 0 0 1 595.276 0", "is mirrored"),
    ("1 0 0 -1 0 841.89", "is mirrored")])
def test_a_back_that_is_not_behind_its_card_is_found(
    with_backs: Path, tmp_path: Path, matrix: str, words: str
) -> None:
    """Moved by 28 mm; mirrored left to right, and top to bottom: the cards are in the middle of their sheet, so that
    these lie behind cards still."""
    folder = Path(shutil.copytree(with_backs, tmp_path / "copy"))
    (path,) = folder.glob("print/*both-sides*.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        page = pdf.pages[-1]
        page.contents_coalesce()
        page.Contents.write(b"q " + matrix.encode() + b" cm\n" + page.Contents.read_bytes() + b"\nQ")
        pdf.save(path)
    assert any(words in problem for problem in print_problems(folder))


def test_a_line_on_the_edge_of_a_piece_belongs_to_it() -> None:
    """With little ink nothing is printed beyond the outermost lines of a strip, which then are the edge of its box."""
    strip = (16.5, 185.1, 57.5, 266.4)
    assert is_within(strip, (16.5, 185.1, 35.5, 185.1))
    assert is_within(strip, (16.5, 185.1, 16.5, 204.1))
    assert not is_within(strip, (16.5, 179.6, 35.5, 179.6))
