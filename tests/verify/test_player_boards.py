"""What is wrong with player boards on paper and on laser sheets is found: each defect is planted in a good build."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from built import share_written_game
from verify.planting import Planted

from fabgen.spec.build_options import Options

GAME = """\
fabgen: 1
title: Small Port
designer: A stranger
players:
  north: {forward: up, material: acrylic-3mm/blue}
  south: {forward: down, material: acrylic-3mm/orange}
board: {grid: 3x3, cell: 30 mm, material: acrylic-3mm/clear}
pieces:
  ship: {each: 2, moves: W, body: {tile: disc, face: plain}}
tokens:
  coin: {count: 4, shape: disc, size: 18 mm, mark: star, material: acrylic-3mm/yellow}
setup: {north: {ship: a1 b1}, south: {ship: a3 b3}}
player_boards:
  dock:
    size: 150 x 90 mm
    material: birch-ply-3mm
    places:
      fleet: {holds: ship, count: 2}
      treasury: {holds: coin, count: 3}
      score: {numbers: 0-4, size: 12 x 12 mm}
    text: Sell your cargo here.
"""
SHEET, BOARD = "laser/player-boards.svg", "north-dock-board-1"
SLOTS = 10  # 2 + 3 + 5
Operations = list[pikepdf.ContentStreamInstruction]


@pytest.fixture(scope="session")
def port(tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = Options(papers=("a4",), formats=("svg",))
    return share_written_game(tmp_path_factory, "small port", GAME, "# Small Port\n", options,
                              ("laser", "print")).target


@pytest.fixture
def copy(port: Path, tmp_path: Path) -> Planted:
    return Planted(Path(shutil.copytree(port, tmp_path / "port")))


def operators(operations: Operations) -> list[str]:
    return [str(operation.operator) for operation in operations]


def lose_words(words: str) -> Callable[[Operations], None]:
    """Leaves out a text."""
    def spoil(operations: Operations) -> None:
        (number,) = (n for n, name in enumerate(operators(operations))
                     if name == "Tj" and str(operations[n].operands[0]) == words)
        del operations[number]
    return spoil


def lose_slot(operations: Operations) -> None:
    """Leaves out the first closed outline that is not filled, and keeps the others of its path."""
    names = operators(operations)
    end = names.index("h", names.index("S", names.index("f*") if "f*" in names else names.index("f")) + 1)
    start = max(n for n in range(end) if names[n] in ("m", "re"))
    del operations[start:end + 1]


def rename(operations: Operations) -> None:
    operations[0] = pikepdf.ContentStreamInstruction(
        [operations[0].operands[0], pikepdf.Dictionary(ID="north dock board 2")], pikepdf.Operator("BDC"))


def spoil_print(copy: Planted, change: Callable[[Operations], None]) -> list[str]:
    """The Problems once the board of the first player is changed on its sheet."""
    (path,) = copy.folder.glob("print/*.pdf")
    spoilt = 0
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for page in pdf.pages:
            operations = list(pikepdf.parse_content_stream(page))
            names = operators(operations)
            for start in [n for n, name in enumerate(names) if name == "BDC"
                          and operations[n].operands[1].get("/ID") == "north dock board 1"]:
                end = names.index("EMC", start)
                of_board = operations[start:end]
                change(of_board)
                page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(
                    [*operations[:start], *of_board, *operations[end:]]))
                spoilt += 1
        pdf.save(path)
    assert spoilt == 1, "the defect was not planted"
    return [str(problem) for problem in copy.problems()]


@pytest.mark.slow
@pytest.mark.parametrize(("change", "says"), [
    (lose_words("Fleet"), "north dock board 1 lacks “fleet”"),
    (lose_words("North"), "north dock board 1 lacks “north”"),
    (lose_words("3"), "north dock board 1 lacks “3”"),
    (lose_words("Sell your cargo here."), "north dock board 1 lacks “sell”, “your”, “cargo”"),
    (lose_slot, f"north dock board 1 has {SLOTS - 1} slots, not {SLOTS}"),
    (rename, "north dock board 1 is on no sheet"),
])
def test_what_a_printed_board_lacks_is_found(copy: Planted, change: Callable[[Operations], None], says: str) -> None:
    assert any(says in problem for problem in spoil_print(copy, change))


@pytest.mark.slow
def test_a_board_of_another_size_is_found(copy: Planted) -> None:
    copy.edit("source/game.yaml", "size: 150 x 90 mm", "size: 150 x 96 mm")
    assert any("north dock board 1 is 90.0 x 150.0 mm, not 96 x 150 mm" in str(problem) for problem in copy.problems())


@pytest.mark.slow
def test_slots_that_are_too_small_are_found(copy: Planted) -> None:
    """Printed for coins of 18 mm; with coins of 30 mm, nothing else on the board is large enough."""
    copy.edit("source/game.yaml", "size: 18 mm", "size: 30 mm")
    assert any("board 1 has 0 slots that are large enough for its place treasury, not 3" in str(problem)
               for problem in copy.problems())


@pytest.mark.slow
@pytest.mark.parametrize("element", ["grid-3", "label-1"])
def test_a_slot_or_a_name_that_is_not_on_the_laser_sheet_is_found(copy: Planted, element: str) -> None:
    copy.remove(SHEET, f"{BOARD}.{element}")
    assert any("north-dock-board-1" in str(problem) for problem in copy.problems())


@pytest.mark.slow
def test_a_board_that_is_not_on_the_laser_sheet_is_found(copy: Planted) -> None:
    text = copy.text(SHEET)
    copy.write(SHEET, "".join(line for line in text.splitlines(keepends=True) if f'id="{BOARD}.' not in line))
    problems = [str(problem) for problem in copy.problems()]
    assert any("north dock board" in problem or "north-dock-board" in problem for problem in problems)
