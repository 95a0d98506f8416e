"""Hints about sizes: one size that is right for everything, or what excludes it; and whoever follows a hint is rid of
the problem and has no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from built import problems
from cases import cases
from commands import tiny

from fabgen.authoring.summary import board_size_problems
from fabgen.build import build
from fabgen.check.board import check_boards
from fabgen.check.board_hints import add_tile_hints
from fabgen.check.pieces import check_pieces
from fabgen.check.size_requirements import SizeRequirements, with_base, with_board, with_body, with_cell_size
from fabgen.core.problems import Location, Problem
from fabgen.figures.pieces.bases import NAME_TOO_LONG
from fabgen.laser.job import make_laser_job
from fabgen.paper.tiles import CELL_TOO_LARGE
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, load_spec

GAME = """\
fabgen: 1
title: Sizes
designer: Nobody
players:
  white: {{forward: up, material: acrylic-3mm/white}}
  black: {{forward: down, material: acrylic-3mm/black}}
board: {{{board}, material: acrylic-3mm/clear}}
pieces:
{pieces}"""


@cache
def game(board: str, *pieces: str) -> Spec:
    """A game from the text of its board and of each piece: `guard: {moves: W, body: {standee: pawn}}`."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        path.write_text(GAME.format(board=board, pieces="".join(f"  {piece}\n" for piece in pieces)), "utf-8")
        return load_spec(str(path), allow_errors=True)


def size_problems(spec: Spec, options: Options) -> list[Problem]:
    """What is wrong with sizes, as `fabgen check` and a build report it."""
    job = make_laser_job(spec, options)
    return [*check_pieces(spec, options), *check_boards(spec, options), *board_size_problems(spec, job)]


def hints(board: str, *pieces: str, **options: object) -> dict[str, str]:
    """The hint of each problem of sizes by the key of its place; of several at one place the last."""
    return {p.where.key: p.hint for p in size_problems(game(board, *pieces), Options(**options))}


# 7 x 7 cells of 3.8 mm, 4 mm of rim and a name of 9 mm: 39.6 mm on paper, 0.9 of a cell of 44 mm; 9 x 9 cells: 47.2 mm,
# 0.9 of a cell of 52.4 mm.
GUARD = "guard: {moves: R3, body: {standee: pawn}}"
TOWER = "tower: {moves: N2, body: {standee: pawn}}"
PAWN = "pawn: {moves: fW, body: {standee: pawn}}"  # a foot of 24 mm and 2 mm beside it: 0.85 of a cell of 30.6 mm


# Sheets of 600 x 400 mm have 589.8 x 389.8 mm inside margins of 5 mm and half a kerf of 0.2 mm all round.
@pytest.mark.parametrize(("board", "piece", "hint"), [
    # 10 cells and two borders of 13 mm: 466 mm, in parts
    ("grid: 10x10, cell: 40 mm", GUARD, "cells of 44 mm or more have room for it; a board of them is 466 x 466 mm and "
     "is cut in parts from sheets of 600 x 400 mm"),
    # (389.8 - 26) / 6 = 60.6
    ("grid: 6x6, cell: 40 mm, split: never", GUARD, "cells of 44 to 60 mm have room for it"),
    # (389.8 - 10) / 8 = 47.5
    ("grid: 8x8, cell: 40 mm, border: 5 mm, split: never", GUARD, "cells of 44 to 47 mm have room for it"),
    # (389.8 - 26) / 10 = 36.4: in one part none has
    ("grid: 10x10, cell: 36 mm, split: never", GUARD, "cells of 44 mm or more have room for it where the board may be "
     "parted (take `split: never` out); a board of them is 466 x 466 mm and is cut in parts from sheets of "
     "600 x 400 mm"),
])
@pytest.mark.usefixtures("plain_bases")
def test_a_cell_for_a_piece_is_one_for_the_board_too(board: str, piece: str, hint: str) -> None:
    assert hints(board, piece)["pieces.guard.body"] == hint


@pytest.mark.usefixtures("plain_bases")
def test_the_sheet_is_that_of_the_job() -> None:
    """Sheets of 300 x 200 mm have 189.8 mm: (189.8 - 26) / 3 = 54.6. Without a job they are those of the material."""
    board = "grid: 3x3, cell: 40 mm, split: never"
    assert hints(board, GUARD, sheet=(300.0, 200.0))["pieces.guard.body"] == "cells of 44 to 54 mm have room for it"
    assert hints(board, GUARD)["pieces.guard.body"] == "cells of 44 mm or more have room for it"
    # The bed of a K40 is as large.
    assert hints(board, GUARD, machine="k40-whisperer")["pieces.guard.body"] == "cells of 44 to 54 mm have room for it"


@pytest.mark.slow
@pytest.mark.usefixtures("plain_bases")
def test_one_cell_for_all_pieces() -> None:
    found = hints("grid: 4x4, cell: 40 mm", GUARD, TOWER)
    assert found["pieces.tower.body"] == "cells of 53 mm or more have room for it"
    assert found["pieces.guard.body"] == "cells of 53 mm or more have room for it and the tower"


@pytest.mark.usefixtures("plain_bases")
def test_a_piece_that_a_base_cures_asks_no_cell_of_the_others() -> None:
    """A base of 22 mm is too small for the foot of a pawn, one of 22.8 mm is not; a larger cell would do without it."""
    found = hints("grid: 4x4, cell: 40 mm", GUARD, "pawn: {moves: fW, body: {standee: pawn, base: 22 mm}}")
    assert found["pieces.guard.body"] == "cells of 44 mm or more have room for it"
    assert found["pieces.pawn.body"].startswith("a base of 22.8 mm or more")


# --- boards -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("plain_bases")
def test_the_cell_of_a_board_leaves_room_for_the_pieces() -> None:
    """(389.8 - 26) / 8 = 45.5."""
    def hint(piece: str) -> str:
        return hints("grid: 8x8, cell: 60 mm", piece)["board.cell"]

    assert hint(PAWN) == "in one part a cell of 45 mm would fit"
    assert hint(TOWER) == ("in one part no cell serves both: the tower on paper needs cells of 53 mm or more, and the "
                           "sheet of the board allows cells of 45 mm at most")


@pytest.mark.usefixtures("plain_bases")
def test_a_board_that_may_be_parted_is_offered_that_first() -> None:
    never = "grid: 8x8, cell: 60 mm, split: never"
    assert hints(never, PAWN)["board.cell"] == (
        "let it be parted (take `split: never` out), or a cell of 45 mm would fit")
    assert hints(never, TOWER)["board.cell"] == (
        "let it be parted (take `split: never` out); in one part no cell serves both: the tower on paper needs cells "
        "of 53 mm or more, and the sheet of the board allows cells of 45 mm at most")


HEXAGONS = "hexagon: 6, cell: 60 mm"  # never parted


def test_what_else_would_help_is_named_only_if_it_would() -> None:
    """Six cells a side are 11 cells wide and 10 x 0.866 + 1.155 = 9.815 cells high: (389.8 - 26) / 9.815 = 37.07, and
    (589.8 - 26) / 11 is more. The bed of the generic machine is 1300 x 900 mm, that of a K40 300 x 200 mm."""
    standee, tile = (f"guard: {{moves: mW3, body: {{{body}}}}}" for body in ("standee: pawn", "tile: hex, face: plain"))
    reason, others = hints(HEXAGONS, standee)["board.cell"].split("\n")
    assert re.fullmatch(r"no cell serves both: the guard needs cells of \d+ mm or more, and the sheet of the "
                        r"board allows cells of 37 mm at most", reason)
    assert others == "a flat body (`tile`) or a shorter move takes less room; or a smaller board, or a larger sheet"
    small = hints(HEXAGONS, standee, machine="k40-whisperer")["board.cell"]
    assert small.endswith("\na shorter move takes less room; or a smaller board")
    # A tile of 7 cells across on its own needs no larger cells than the sheet allows.
    assert hints(HEXAGONS, tile)["board.cell"] == "a cell of 37 mm would fit"


def test_a_board_that_fits_is_no_problem() -> None:
    assert hints("grid: 8x8, cell: 45 mm", PAWN) == {}


def test_a_smaller_cell_says_what_it_would_be_warned_of() -> None:
    """(389.8 - 26) / 10 = 36.4: the base is 30.6 mm wide, too little for five words. Where there is a second kind,
    bases carry names."""
    long = "guard of the northern gate: {moves: fW, body: {standee: spear}}"
    hint = hints("grid: 10x10, cell: 60 mm", long, "counter: {moves: W, body: {tile: disc, face: plain}}")["board.cell"]
    assert re.fullmatch(r"in one part a cell of 36 mm would fit, but then the name of the guard of the northern gate "
                        r"is shortened to `.*` on its base", hint)



# --- bases and heights ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cell", "body", "hint"), [
    # nine tenths of the cell
    (40, "base: 50 mm", "36 mm or less"),
    # the foot of 20.8 mm and 1 mm on each side of it; 33.6 mm x 20 / 20.8 = 32.3 mm
    (40, "base: 22 mm", "a base of 22.8 mm or more, or a `height` of 32 mm or less"),
    # 0.85 of 25 mm are 21.25 mm, 0.95 of it 23.7 mm; 33.6 mm x 19.25 / 20.8 = 31.1 mm
    (25, "", "a base of 22.8 mm or more, or a `height` of 31 mm or less"),
])
def test_a_base_that_is_wrong(cell: float, body: str, hint: str) -> None:
    pawn = f"guard: {{moves: fW, body: {{standee: pawn{', ' * bool(body)}{body}}}}}"
    assert hints(f"grid: 4x4, cell: {cell} mm", pawn)["pieces.guard.body"] == hint


@pytest.mark.usefixtures("plain_bases")
def test_a_smaller_base_is_proposed_only_if_it_has_room() -> None:
    """50 mm lie in nine and a half tenths of 52.7 mm; 36 mm have no room for 7 x 7 cells."""
    spec = game("grid: 4x4, cell: 40 mm", "guard: {moves: R3, body: {standee: pawn, base: 50 mm}}")
    large, paper = check_pieces(spec)
    assert large.what == "a base of 50 mm leaves no room in a cell of 40 mm"
    assert large.hint == paper.hint == "cells of 53 mm or more have room for it"


def test_no_base_is_proposed_that_a_spec_may_not_give() -> None:
    """A base has 12 mm at least; nine tenths of 9 mm are 8.1 mm."""
    spec = game("grid: 4x4, cell: 9 mm", "guard: {moves: fW, body: {tile: square, base: 28 mm}}")
    assert [problem.hint for problem in check_pieces(spec)] == ["cells of 30 mm or more have room for it"]


def test_a_piece_too_low_for_its_slot_is_told_to_grow() -> None:
    """A knight of 12 mm has a foot of 5.6 mm, of which a tab takes 0.55: 3.1 mm, and it needs 4 mm, which it has from
    16 mm on. The thickness of the sheet does not matter."""
    spec = game("grid: 4x4, cell: 44 mm", "guard: {moves: R2, body: {standee: knight, height: 12 mm}}")
    (fault,) = check_pieces(spec)
    assert fault.what == "the foot of the guard is 5.6 mm wide, too narrow for a tab of 4 mm"
    assert fault.hint == "no cell has room for it: a `height` of 16 mm or more"


# --- lamps, names, paper ----------------------------------------------------------------------------------------------


def test_a_hole_smaller_than_any_asks_for_a_larger_cell(tmp_path: Path) -> None:
    """A cell of 8 mm less a strip of 6 mm and 1 mm on both sides leaves nothing; a hole of 6 mm wants 14 mm."""
    board = "grid: 4x4, cell: 8 mm, build: lights, lights: {hole: 6 mm, material: mdf-6mm}"
    assert hints(board, "flag: {moves: fW, body: {tile: square}}")["board.lights.hole"].startswith("cells of ")
    roomy = board.replace("cell: 8", "cell: 12")
    assert hints(roomy, "flag: {moves: fW, body: {tile: square}}")["board.lights.hole"] == "4 mm or less"


def test_a_pitch_smaller_than_any_is_not_proposed() -> None:
    """A cell of 14 mm less a strip of 3 mm and 1 mm on both sides leaves 9 mm; less a hole of 6 mm 3 mm, and a pitch
    has 5 mm at least."""
    board = "grid: 8x8, cell: 14 mm, build: lights, lights: {hole: 6 mm, led_pitch: 33 mm}"
    assert hints(board, "flag: {moves: fW, body: {tile: square}}")["board.lights.led_pitch"] == (
        "without `led_pitch` each has its own")


@pytest.mark.parametrize(("sheet", "hint"), [
    (None, "shorter names, or larger cells"), ((70.0, 50.0), "shorter names")])
def test_larger_cells_for_names_are_proposed_only_if_the_sheet_holds_them(
    sheet: tuple[float, float] | None, hint: str
) -> None:
    """Two spaces of 12 mm and two borders of 13 mm are 50 x 38 mm; the small sheet has 39.8 mm in height. In the border
    there is no room for the longest of names, beside a number in its space, either."""
    spaces = "thelandofthegiantsandofalltheirmanyherds: '0,0 40,0 40,40 0,40', b: '40,0 80,0 80,40 40,40'"
    board = f"map: {{spaces: {{{spaces}}}}}, cell: 12 mm"
    assert hints(board, "flag: {moves: W, body: {tile: square}}", sheet=sheet)["board.cell"] == hint


@pytest.mark.parametrize(("moves", "body", "hint"), [
    # A4 is 210 mm wide: less margins of 10 mm and 5 mm for marks at either side (bars are narrower), it has 180 mm,
    # of which two borders take 120 mm
    ("fW", "standee: pawn", "cells of 60 mm would fit"),
    ("N2mW", "crossed: rook",
     "no cell serves both: the guard needs cells of 73 mm or more, and A4 paper allows cells of 60 mm at most"),
])
def test_a_cell_for_paper_is_one_for_the_pieces_too(tmp_path: Path, moves: str, body: str, hint: str) -> None:
    spec = game("grid: 1x1, cell: 120 mm, border: 60 mm", f"guard: {{moves: {moves}, body: {{{body}}}}}")
    problem = Problem(Location(), "a cell is larger than a sheet", "", code=CELL_TOO_LARGE)
    other = Problem(Location(), "something else", "stays")
    assert [p.hint for p in add_tile_hints(SizeRequirements.of_options(spec), [problem, other])] == [hint, "stays"]


@pytest.mark.slow
def test_a_material_of_the_job_has_hints_of_its_own(tmp_path: Path) -> None:
    """The least cell of a 3 x 3 diagram is 31 mm in 3 mm acrylic; 6 mm wants more beside its slot, 5 mm would do."""
    sheet = "cell: 40 mm, material: acrylic-3mm/clear}\npieces:\n  pawn: {moves: fW"
    path = tiny(tmp_path / "tiny", sheet, sheet.replace("40 mm", "31 mm").replace("fW", "K"))
    (found,) = problems(path, tmp_path / "out", Options(material="acrylic-6mm"), "laser")
    assert found.where.key == "pieces.pawn.body"
    least = re.fullmatch(r"cells of (\d+) mm or more have room for it, or material of 5 mm or less", found.hint)
    assert least
    tiny(tmp_path / "tiny", sheet, sheet.replace("40 mm", f"{least[1]} mm").replace("fW", "K"))
    assert build(str(path), tmp_path / "out", Options(material="acrylic-6mm"), ["laser"]).built_folders == ("laser",)


# --- whoever follows a hint -------------------------------------------------------------------------------------------

BOARDS = ("grid: 4x4", "grid: 8x5", "grid: 12x12", "hexagon: 3", "grid: 3x3, build: inlay", "grid: 5x5, build: lights")
BODIES = ("standee: pawn", "standee: king", "standee: spear", "crossed: rook", "stack: disc", "stack: hex",
          "tile: disc", "tile: square", "tile: hex")
MOVES = ("W", "K", "R3", "fR9", "mBcN", "N2", "fW2")
SHEETS = (None, (300.0, 200.0), (400.0, 400.0))
NUMBER = r"(\d+(?:\.\d+)?) mm"
NO_SIZE = ("no cell", "thinner material", "without `led_pitch`", "shorter name", "a lower piece", "a flat body")


def random_game(seed: int) -> tuple[Spec, Options]:
    """A small game of any sizes that a spec may give, and the options of a build."""
    dice = Random(seed)
    pieces = [f"{name}: {{moves: {dice.choice(MOVES)}, body: {{{dice.choice(BODIES)}}}}}"
              for name in ("guard", "spearman")[: dice.randint(1, 2)]]
    spec = game(f"{dice.choice(BOARDS)}, cell: 40 mm", *pieces)
    split = dice.choice(("auto", "never")) if spec.game.board.grid else "auto"
    spec = with_board(spec, cell=float(dice.randint(8, 120)), border=float(dice.choice([0, 13, 60])), split=split)
    for name, piece in spec.game.pieces.items():
        if dice.random() < 0.5:
            spec = with_base(spec, name, dice.randint(12, 60))
        if piece.body.shape and dice.random() < 0.5:
            spec = with_body(spec, name, height=float(dice.randint(12, 100)))
    return spec, Options(sheet=dice.choice(SHEETS))


def faults(spec: Spec, options: Options) -> dict[tuple[str, str], Problem]:
    """The problems of sizes, by place and kind. A name that is too long wants a shorter one, and a board in parts is
    no fault."""
    return {(p.where.key, p.code or re.sub(r"[\d.]+", "N", p.what)): p for p in size_problems(spec, options)
            if p.level != "notice" and p.code != NAME_TOO_LONG}


def followed(spec: Spec, problem: Problem) -> Iterator[Spec]:
    """The game with each size that a hint proposes, and with what it says of base and board."""
    name = problem.where.key.split(".")[1]
    # What excludes a cell names sizes too, which are not proposed: "cells of 92 mm or more have room for it, but ...".
    hint = re.sub(r"(in one part |cells of [^;]*, but [^;]*\n)?no cell serves(.|\n)*", "", problem.hint)
    bare = with_base(spec, name, None) if "where no `base`" in hint else spec
    parted = with_board(bare, split="auto") if "may be parted" in hint else bare
    for low, high in re.findall(rf"cells of (?:{NUMBER[:-3]} to )?{NUMBER}", hint):
        yield from (with_cell_size(parted, float(cell)) for cell in (low, high) if cell)
    for cell in re.findall(f"a cell of {NUMBER} would fit", hint):
        yield with_cell_size(spec, float(cell))
    if "let it be parted" in hint:
        yield with_board(spec, split="auto")
    for base in re.findall(f"a base of {NUMBER}", hint) + re.findall(f"^{NUMBER} or less", hint):
        yield with_base(spec, name, float(base)) if name in spec.game.pieces else with_lights(spec, hole=float(base))
    for height in re.findall(f"a `height` of {NUMBER}", hint):
        yield with_body(spec, name, height=float(height))
    for border in re.findall(f"a `border` of {NUMBER}", hint):
        yield with_board(spec, border=float(border))


def with_lights(spec: Spec, **changes: float) -> Spec:
    """The game with other values of some keys of its lights."""
    return with_board(spec, lights=spec.game.board.lights.model_copy(update=changes))


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(cases(60, share=2)))
def test_who_follows_a_hint_is_rid_of_the_problem_and_has_no_other(seed: int) -> None:
    """So hints go in no circle. A hint without a size says that there is none."""
    spec, options = random_game(seed)
    before = faults(spec, options)
    for kind, problem in before.items():
        proposals = [*followed(spec, problem)]
        assert proposals or any(words in problem.hint for words in NO_SIZE), problem
        for changed in proposals:
            after = {*faults(changed, options)}
            assert kind not in after, problem
            assert {place for place, _ in after} <= {place for place, _ in before}, problem


@pytest.mark.slow
@pytest.mark.usefixtures("plain_bases")
def test_pieces_that_lack_room_are_told_of_one_cell() -> None:
    """In one part (400 - 10.2 - 26) / 8 = 45.5 mm would do for the guard without its base, never for the tower."""
    bare_guard = GUARD.replace("pawn", "pawn, base: 19 mm")
    found = hints("grid: 8x5, cell: 36 mm, split: never", bare_guard, TOWER, sheet=(400.0, 400.0))
    parted = "the board may be parted (take `split: never` out); a board of them is 450 x 291 mm"
    assert found["pieces.tower.body"].startswith(f"cells of 53 mm or more have room for it where {parted}")
    assert found["pieces.guard.body"].startswith("cells of 53 mm or more have room for it")
    assert f"where no `base` is given and {parted}" in found["pieces.guard.body"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(cases(60, share=2)))
def test_where_no_cell_serves_both_there_is_none(seed: int) -> None:
    """Any cell leaves a piece without room, or a board that its sheet does not hold."""
    spec, options = random_game(seed)
    for problem in size_problems(spec, options):
        if "no cell serves" in problem.hint:
            in_question = with_board(spec, split="never") if "in one part" in problem.hint else spec
            sizes = SizeRequirements.of_options(in_question, options)
            cells = [float(cell) for cell in range(8, 121)]
            assert not [cell for cell in cells if all(needed.is_met(cell) for needed in sizes.cells)], problem
