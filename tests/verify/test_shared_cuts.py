"""Backs behind fronts: verify asks for a back exactly behind each ground, and for crosses that show half a turn.

Two squares of 20 mm touch at x = 40: their grounds reach 2 mm beyond on the outer sides, backs 3 mm more.
"""

from __future__ import annotations

import pytest

from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec
from fabgen.verify.print_and_play import PrintedFile, PrintedSet
from fabgen.verify.printed_things import check_backs, check_chits
from fabgen.verify.readers.page_pdf import PrintedDocument, PrintedPage, PrintedThing
from fabgen.verify.readers.pdf import Box, Spot

GROUNDS = (20.0, 18.0, 40.0, 38.0), (40.0, 18.0, 60.0, 38.0)
CROSSES = (14.0, 14.0), (66.0, 14.0), (14.0, 46.0), (66.0, 46.0), (14.0, 30.0)
WIDTH, HEIGHT = 210.0, 297.0


def page(areas: tuple[Box, ...] = (), crosses: tuple[Spot, ...] = (), *, cuts: tuple[Box, ...] = (),
         things: tuple[PrintedThing, ...] = (), marks: tuple[tuple[Spot, Spot], ...] = ()) -> PrintedPage:
    lines = [(((x - 1.5, y), (x + 1.5, y)), ((x, y - 1.5), (x, y + 1.5))) for x, y in crosses]
    return PrintedPage(WIDTH, HEIGHT, 0, (), (*marks, *(line for pair in lines for line in pair)), cuts, areas, (),
                       frozenset(), None, 0.0, things=things)


def printed(options: Options, *pages: PrintedPage, game: str = "correction") -> PrintedSet:
    file = PrintedFile("print/set.pdf", PrintedDocument(pages, ""), options.assembly == "duplex")
    return PrintedSet("a4", load_spec(game), options, (file,))


def back_problems(shift: Spot = (0.0, 0.0), areas: tuple[Box, ...] = GROUNDS, *, is_turned: bool = False,
                  crosses: tuple[Spot, ...] = CROSSES) -> list[str]:
    """What is wrong with a sheet turned over its long edge, with everything on the back shifted in mm, or turned by
    half a turn around the middle of its block."""
    dx, dy = shift
    mirrored = [(WIDTH - x1 + dx, y0 + dy, WIDTH - x0 + dx, y1 + dy) for x0, y0, x1, y1 in areas]
    behind = [(WIDTH - x, y) for x, y in crosses]
    if is_turned:
        width, height = 2 * (WIDTH - 40.0), 60.0
        mirrored = [(width - x1, 56.0 - y1, width - x0, 56.0 - y0) for x0, y0, x1, y1 in mirrored]
        behind = [(width - x, height - y) for x, y in behind]
    pages = page(GROUNDS, crosses), page(tuple(mirrored), tuple(behind))
    return [problem.what for problem in check_backs(printed(Options(assembly="duplex", flip="long"), *pages))]


@pytest.mark.parametrize(("shift", "count"), [
    ((0.0, 0.0), 0), ((0.5, 0.0), 1), ((-0.5, 0.0), 1), ((0.0, 0.5), 1), ((1.0, 0.0), 1), ((0.0, -1.0), 1)])
def test_a_back_is_exactly_behind_its_front(shift: Spot, count: int) -> None:
    assert sum("nothing stands behind" in what for what in back_problems(shift)) == count


def test_a_missing_back_is_found() -> None:
    assert sum("nothing stands behind" in what for what in back_problems(areas=GROUNDS[:1])) == 1


def test_backs_that_are_turned_by_half_a_turn_are_found_on_a_symmetric_sheet() -> None:
    """Every ground has one behind it, and four crosses of five; without the fifth nothing would show the turn."""
    assert back_problems(is_turned=True) == ["the crosses do not stand behind those of the front"]
    assert back_problems(is_turned=True, crosses=CROSSES[:4]) == ["the crosses look the same after half a turn"]


def test_a_straight_cut_through_a_round_token_is_found() -> None:
    """The denial tokens of Correction are round. Marks of 2.6 mm begin 1 mm beyond a cut at y = 38 to 42."""
    size = load_spec("correction").game.tokens["denial"].size
    disc = (30.0, 40.0, 30.0 + size, 40.0 + size)
    thing = PrintedThing("denial token 1", disc, 1, ())

    def problems(y: float) -> list[str]:
        marks = (((23.4, y), (26.0, y)), ((33.0 + size, y), (35.6 + size, y)))
        sides = page(), page((disc,), things=(thing,), marks=marks)
        return [problem.what for problem in check_chits(printed(Options(), *sides)) if "straight cut" in problem.what]

    assert problems(38.1) == []
    assert len(problems(38.9)) == 1
    assert len(problems(42.0)) == 1
