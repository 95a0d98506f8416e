"""`--cell`, `--fit-sheet` and `--minutes`: what is chosen is tried for real, and what does not serve is one message."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from specs import loaded, put

from fabgen.build import build, load_valid_game
from fabgen.check.chosen_size import CellTrials, choose_cell_size, choose_engraving
from fabgen.check.fewer_sheets import offer_smaller_cells
from fabgen.check.pieces import check_paper_cell
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.boards.board import board_size
from fabgen.laser.estimate import estimate_sheet
from fabgen.laser.job import make_laser_job
from fabgen.laser.selection import chosen_parts
from fabgen.laser.sheet import LaserSheet
from fabgen.laser.sheet_layout import make_sheets
from fabgen.paper.print_and_play import make_kit
from fabgen.spec.build_options import Options
from fabgen.spec.cell_size import resize_cells
from fabgen.spec.load import Spec, load_spec, with_paper_cells

FEW = ("guard:2",)


def sheets(spec: Spec, options: Options) -> list[LaserSheet]:
    job = make_laser_job(spec, options)
    return make_sheets(chosen_parts(spec, job.fit, options), job)


def refusal(spec: Spec, options: Options) -> Problem:
    with pytest.raises(FabgenError) as caught:
        choose_engraving(spec, choose_cell_size(spec, options))
    (problem,) = caught.value.problems
    return problem


def test_what_stands_in_cells_keeps_its_share(tmp_path: Path) -> None:
    """40 mm become 34: bases and heights are 0.85 of what the spec says, and so is a token of 20 mm."""
    game = loaded(tmp_path, ("{standee: pawn}", "{standee: pawn, base: 32 mm, height: 40 mm}")).game
    resized = resize_cells(game, 34.0)
    body = resized.pieces["guard"].body
    assert (resized.board.cell, body.base, body.height, resized.tokens["flag"].size) == (34, (27.2, 27.2), 34, 17)
    assert resized.pieces["lancer"].body == game.pieces["lancer"].body  # its base follows from the cell


@pytest.mark.slow
def test_a_build_with_another_cell_is_proven_by_it(tmp_path: Path) -> None:
    result = build(str(put(tmp_path)), tmp_path / "out", Options(cell=34.0, parts=("board",)), ["laser"])
    assert result.target.name == "skirmish-34mm-parts"
    job = json.loads((result.target / "laser" / "job.json").read_text())
    (board,) = [part for part in job["parts"] if part["name"] == "board"]
    assert board["width_mm"] == pytest.approx(5 * 34 + 2 * 13)  # the border stays


@pytest.mark.slow
@pytest.mark.parametrize(("cell", "words"), [(2.0, "cells are 8 to 120 mm"), (12.0, "too narrow for its foot")])
def test_a_cell_that_does_not_serve_is_one_message_with_those_that_do(tmp_path: Path, cell: float, words: str) -> None:
    spec = load_spec(str(put(tmp_path)))
    problem = refusal(spec, Options(cell=cell))
    assert words in problem.what
    words = problem.hint.removeprefix("cells that do: ").removesuffix(" mm")
    least, most = map(float, words.split(" to "))
    assert choose_cell_size(spec, Options(cell=least)).cell == least
    assert "does not serve" in refusal(spec, Options(cell=least - 1)).what
    assert most == 120
    with pytest.raises(FabgenError, match="does not serve"):
        load_valid_game(str(put(tmp_path)), Options(cell=cell))  # as `fabgen check --cell` asks


@pytest.mark.slow
def test_the_cell_that_fits_a_sheet_is_the_largest(tmp_path: Path) -> None:
    """Three materials, so three sheets; half a millimetre more needs another one, or a parted board."""
    spec = load_spec(str(put(tmp_path)))
    options = choose_cell_size(spec, Options(fit_sheet=(250.0, 250.0), parts=("guard:1", "board")))
    assert options.cell is not None
    assert options.sheet == (250, 250)
    assert options.cell % 0.5 == 0
    counts = []
    for cell in (options.cell, options.cell + 0.5):
        resized = load_spec(str(put(tmp_path)), cell=cell)
        parts = chosen_parts(resized, make_laser_job(resized, options).fit, options)
        counts.append((len(sheets(resized, options)), sum(part.count for part in parts)))
    assert counts[0][0] == 3
    assert counts[1][0] > 3 or counts[1][1] > counts[0][1]


def test_a_sheet_that_holds_no_game_is_refused_with_what_it_needs(tmp_path: Path) -> None:
    spec = load_spec(str(put(tmp_path)))
    problem = refusal(spec, Options(fit_sheet=(60.0, 60.0)))
    assert problem.what.startswith("one sheet of 60 x 60 mm does not hold this game: ")
    assert "excludes --cell" in refusal(spec, Options(fit_sheet=(250.0, 250.0), cell=30.0)).what


def test_a_sheet_is_refused_with_the_cells_that_the_game_needs_though_larger_ones_need_a_larger_sheet(
        tmp_path: Path) -> None:
    """The board of hexagons takes cells of 44.5 mm from this sheet at most, the panels about 41 mm at least."""
    (tmp_path / "game.yaml").write_text(
        "fabgen: 1\ntitle: Hexagons\ndesigner: Nobody\nplayers: {kelp: {forward: up, material: birch-ply-3mm}}\n"
        "board: {hexagon: 5, cell: 43 mm, border: 14 mm, material: birch-ply-3mm}\nbox: {}\n"
        "pieces: {turtle: {moves: W, body: {crossed: shield, face: sign, sign: T}}}\n")
    problem = refusal(load_spec(str(tmp_path)), Options(fit_sheet=(600.0, 400.0)))
    assert "its pieces and marks need cells of" in problem.what
    assert problem.what.endswith(
        "mm, and with these birch-ply-3mm needs more than one sheet (board, kelp pieces and box)")


def total(spec: Spec, options: Options) -> float:
    """Minutes at the laser."""
    machine = make_laser_job(spec, options).machine
    return sum(estimate_sheet(sheet, machine).total for sheet in sheets(spec, options)) / 60


@pytest.mark.slow
def test_engraving_is_simplified_until_the_job_is_quick_enough(tmp_path: Path) -> None:
    spec = load_spec(str(put(tmp_path)))
    styles = (None, "hatch:0.2mm", "hatch:0.3mm")
    times = {style: total(spec, Options(engrave=style, parts=FEW)) for style in styles}
    assert times[None] > times["hatch:0.2mm"] > times["hatch:0.3mm"]
    between = (times["hatch:0.2mm"] + times["hatch:0.3mm"]) / 2
    assert choose_engraving(spec, Options(minutes=times[None] + 0.1, parts=FEW)).engrave is None
    assert choose_engraving(spec, Options(minutes=between, parts=FEW)).engrave == "hatch:0.3mm"


@pytest.mark.slow
def test_a_time_that_is_too_short_is_refused_with_one_that_would_do(tmp_path: Path) -> None:
    spec = load_spec(str(put(tmp_path)))
    problem = refusal(spec, Options(minutes=0.2, parts=FEW))
    assert "cannot be cut in 0.2 min" in problem.what
    minutes = float(problem.hint.removeprefix("--minutes ").partition(",")[0])
    chosen = choose_engraving(spec, Options(minutes=minutes, parts=FEW))
    assert chosen.engrave
    assert total(spec, chosen) <= minutes


def test_fewer_sheets_takes_the_cell_that_the_hint_names(tmp_path: Path) -> None:
    """By hand: A4 has 210 mm, less 20 of margins and 10 for marks: a border of 10, 4 cells of 40 mm and a tab of 10 are
    just that. 8 x 8 cells of 42 mm take 6 sheets, cells of 40 mm 4."""
    spec = loaded(tmp_path, ("grid: 5x5", "grid: 8x8"), ("cell: 40 mm", "cell: 42 mm\n  border: 10 mm"))
    assert choose_cell_size(spec, Options(fewer_sheets=True, papers=("a4",))).cell == 40


def offers(spec: Spec, *papers: str) -> tuple[str, ...]:
    options = Options(papers=papers or ("a4",))
    objections = [CellTrials(spec, options, is_print_only).any_objection for is_print_only in (False, True)]
    return offer_smaller_cells(spec, make_kit(spec, options), options, *objections)


def test_any_objection_is_one_where_there_is_one(tmp_path: Path) -> None:
    """What is tried most quickly comes first; whether a cell serves does not depend on it."""
    trials = CellTrials(loaded(tmp_path), Options())
    answers = {cell: bool(trials.any_objection(cell)) for cell in (12.0, 20.0, 25.0, 30.0, 40.0, 300.0)}
    assert answers == {cell: bool(trials.objection(cell)) for cell in answers}
    assert set(answers.values()) == {True, False}


def checkers_with_cells(side: float) -> Spec:
    checkers = load_spec("incorrect-checkers", cell=None)
    board = checkers.game.board.model_copy(update={"cell": side, "paper_cell": None, "border": 14.0})
    return replace(checkers, game=checkers.game.model_copy(update={"board": board}))


def test_an_offer_says_how_to_get_the_cell(tmp_path: Path) -> None:
    """Bases that follow from the cell are resized by the option. The checkers' bases of 34 mm, whose diagram bears
    smaller ones, are resized with them. By hand: A4 has 180 mm for the tile, as below: a border of 14, 4 cells and a
    tab of 10."""
    wide = ("grid: 5x5", "grid: 8x8"), ("cell: 40 mm", "cell: 42 mm\n  border: 10 mm")
    assert offers(loaded(tmp_path, *wide)) == ("A4: 42 mm cells need 6 sheets; 40 mm cells need 4: --cell 40mm",)
    assert offers(checkers_with_cells(40.0)) == ("A4: 40 mm cells need 6 sheets; 39 mm cells need 4: --cell 39mm",)


def load_battle_with_steps() -> Spec:
    """Chess Battle with cells of 45 mm, a border of 14 mm and bases of 38 mm, and a rook that may also step
    diagonally, but captures nothing there: crosses tell something."""
    text_before, text_after = ("      . . * . .\n      # * @ * #\n      . . * . .\n",
                               "      . o * o .\n      # * @ * #\n      . o * o .\n")
    return load_spec("chess-battle", edit=lambda text: text.replace("moves: R\n", "moves: RmF\n")
                     .replace("base: 41 x 41.5 mm", "base: 38 mm")
                     .replace("paper_border: 8 mm", "").replace("border: 18.5 mm", "border: 14 mm")
                     .replace(" cell: 44 mm", " cell: 45 mm").replace("paper_cell: 29 mm", "paper_cell: 39 mm")
                     .replace(text_before, text_after))


def test_an_offer_for_paper_alone_asks_nothing_that_a_laser_needs() -> None:
    """This Chess Battle has bases of 38 mm for its diagrams, too small to read in acrylic cells of 39 mm. On paper
    a diagram of 5 x 5 cells of 4 mm needs 22 mm of a cell. By hand: A4 has 180 mm for the tile: a border of 14, 4 cells
    of 39 and a tab of 10. Incorrect Checkers on Letter would need cells of 27 mm, in which no piece bears 5 x 5 cells
    of 4 mm, and which are 68 % of 40 mm: no line."""
    spec = load_battle_with_steps()
    (line,) = offers(replace(spec, game=resize_cells(spec.game, 46)))  # without the cell that it gives for paper
    assert line == ("A4: 46 mm cells need 6 sheets; 39 mm cells need 4: on paper alone by --only print --cell 39mm, or "
                    "`paper_cell: 39 mm` in the spec")
    assert offers(checkers_with_cells(40.0), "letter") == ()
    assert offers(spec) == ("A4: 45 mm cells need 6 sheets; 39 mm cells need 4: `paper_cell: 39 mm` in the spec",)
    assert offers(with_paper_cells(spec)) == ()


def test_fewer_sheets_of_paper_alone_obeys_no_limit_of_the_laser() -> None:
    """By hand: A4 has 180 mm for the tile: a border of 14, 4 cells of 39 and a tab of 10 are 180, and of 39.5 they are
    182. On acrylic the knight's diagram has no room in such a cell, and the message says that paper bears it."""
    spec, options = load_battle_with_steps(), Options(fewer_sheets=True, papers=("a4",))
    assert choose_cell_size(spec, options, is_print_only=True).cell == 39
    with pytest.raises(FabgenError) as caught:
        choose_cell_size(spec, options)
    (problem,) = caught.value.problems
    assert "would save sheets, but they do not serve this game" in problem.what
    assert problem.hint.startswith("on paper alone they do: add --only print; cells that do serve: ")


def test_a_cell_for_paper_alone_is_refused_where_paper_does_not_bear_it() -> None:
    """A diagram of 5 x 5 cells of 3.8 mm, 4 mm of rim and a name of 9 mm are 32 mm, 0.9 of 35.6 mm."""
    spec = load_spec("charing-cross")
    with pytest.raises(FabgenError) as caught:
        choose_cell_size(spec, Options(cell=35.0), is_print_only=True)
    assert caught.value.problems[0].what.startswith("--cell 35mm does not serve this game: the paper standee of Knight")
    assert choose_cell_size(spec, Options(cell=36.0), is_print_only=True).cell == 36


def test_paper_has_cells_of_its_own(tmp_path: Path) -> None:
    """8 cells of 29 mm and two borders of 8.3 mm are 248.6 mm, of 44 mm and 18.5 mm 389 mm. A cell of the command line
    is for all products."""
    spec = load_spec("charing-cross")
    assert board_size(spec.game) == (389, 389)
    assert board_size(with_paper_cells(spec).game) == pytest.approx((248.6, 248.6))
    assert with_paper_cells(load_spec("charing-cross", cell=42)).game.board.cell == 42


def test_a_paper_cell_that_is_too_small_names_the_least(tmp_path: Path) -> None:
    """A name of 4 mm is enough in cells for paper: 26 mm in all are 0.9 of 28.9 mm. The cell that is named serves."""
    small = with_cell_on_paper(load_spec("charing-cross"), 28.0)
    problems = [*check_paper_cell(small)]
    assert len(problems) == 1
    assert problems[0].where.key == "board.paper_cell"
    assert problems[0].hint == "`paper_cell: 29 mm` or more"
    assert not [*check_paper_cell(with_cell_on_paper(small, 29.0))]


def with_cell_on_paper(spec: Spec, cell: float) -> Spec:
    board = spec.game.board.model_copy(update={"paper_cell": cell})
    return replace(spec, game=spec.game.model_copy(update={"board": board}))


@pytest.mark.parametrize(("game", "options", "what"), [
    ("correction", Options(fewer_sheets=True, cell=30.0), "--fewer-sheets chooses the cell: it excludes --cell"),
    ("abstract-game", Options(fewer_sheets=True, papers=("poster",)), "no smaller cells than 40 mm save a sheet of"),
])
def test_what_fewer_sheets_cannot_do_is_one_problem(game: str, options: Options, what: str) -> None:
    with pytest.raises(FabgenError) as caught:
        choose_cell_size(load_spec(game), options)
    (problem,) = caught.value.problems
    assert problem.what.startswith(what)
    assert problem.hint
