"""Chits that share a cut: verify asks for ink beyond every cut, its own or a neighbour's, and for a back behind it.

Two octagons of 20 mm touch at x = 40: their cuts are 20..40 and 40..60, their grounds reach 2 mm beyond on the outer
sides, backs 3 mm.
"""

from __future__ import annotations

import pytest

from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec
from fabgen.verify.print_and_play import PrintedFile, PrintedSet
from fabgen.verify.printed_things import check_backs, check_chits
from fabgen.verify.readers.page_pdf import PrintedDocument, PrintedPage
from fabgen.verify.readers.pdf import Box, Spot

CUTS = (20.0, 20.0, 40.0, 40.0), (40.0, 20.0, 60.0, 40.0)
GROUNDS = (18.0, 18.0, 40.0, 42.0), (40.0, 18.0, 62.0, 42.0)
BACKS = (17.0, 17.0, 40.0, 43.0), (40.0, 17.0, 63.0, 43.0)
CROSSES = (14.0, 14.0), (66.0, 14.0), (14.0, 46.0), (66.0, 46.0)
WIDTH, HEIGHT = 210.0, 297.0


def page(cuts: tuple[Box, ...] = (), areas: tuple[Box, ...] = (), crosses: tuple[Spot, ...] = ()) -> PrintedPage:
    lines = [(((x - 1.5, y), (x + 1.5, y)), ((x, y - 1.5), (x, y + 1.5))) for x, y in crosses]
    return PrintedPage(WIDTH, HEIGHT, 0, (), tuple(line for pair in lines for line in pair), cuts, areas, (),
                       frozenset(), None, 0.0)


def printed(options: Options, *pages: PrintedPage) -> PrintedSet:
    file = PrintedFile("print/set.pdf", PrintedDocument(pages, ""), options.assembly == "duplex")
    return PrintedSet("a4", load_spec("correction"), options, (file,))


def rims(cuts: tuple[Box, ...], areas: tuple[Box, ...]) -> int:
    """How many pages have a cut without ink beyond it."""
    problems = check_chits(printed(Options(), page(), page(cuts, areas)))
    return sum("no ink reaches beyond" in problem.what for problem in problems)


@pytest.mark.parametrize(("cuts", "areas", "count"), [
    (CUTS, GROUNDS, 0),
    (CUTS, GROUNDS[:1], 1),  # the neighbour has no ground
    (CUTS[:1], GROUNDS[:1], 1),  # no neighbour: its ground ends at the cut
    (CUTS, ((18.5, 18.0, 40.0, 42.0), GROUNDS[1]), 1),  # 1.5 mm beyond the cut
    (CUTS, ((10.0, 10.0, 70.0, 50.0),), 1),  # a large area is no ground
    ((*CUTS, (20.6, 20.6, 39.4, 39.4)), GROUNDS, 0),  # the line inside the rim is no cut
])
def test_ink_goes_on_beyond_every_cut(cuts: tuple[Box, ...], areas: tuple[Box, ...], count: int) -> None:
    assert rims(cuts, areas) == count


def missing_backs(shift: Spot, areas: tuple[Box, ...] = BACKS) -> int:
    """Of the two octagons on a sheet turned over its long edge, with everything on the back shifted in mm."""
    dx, dy = shift
    seen = tuple((WIDTH - x1 + dx, y0 + dy, WIDTH - x0 + dx, y1 + dy) for x0, y0, x1, y1 in areas)
    crosses = tuple((WIDTH - x, y) for x, y in CROSSES)
    pages = page(CUTS, GROUNDS, CROSSES), page((), seen, crosses)
    problems = check_backs(printed(Options(assembly="duplex", flip="long"), *pages))
    return sum("nothing stands behind" in problem.what for problem in problems)


@pytest.mark.parametrize(("shift", "count"), [
    ((0.0, 0.0), 0), ((0.5, 0.0), 1), ((-0.5, 0.0), 1), ((0.0, 0.5), 1), ((1.0, 0.0), 1), ((0.0, -1.0), 1)])
def test_a_back_is_exactly_behind_its_front(shift: Spot, count: int) -> None:
    assert missing_backs(shift) == count


def test_the_line_inside_a_cut_is_no_cut_on_either_side() -> None:
    """A white piece has a line 0.6 mm inside its cut, on its back too."""
    rim = (20.6, 20.6, 39.4, 39.4)
    front = page((CUTS[0], rim), ((17.0, 17.0, 43.0, 43.0),), CROSSES)
    seen = tuple((WIDTH - x1, y0, WIDTH - x0, y1) for x0, y0, x1, y1 in (rim, (17.0, 17.0, 43.0, 43.0)))
    back = page(seen[:1], seen[1:], tuple((WIDTH - x, y) for x, y in CROSSES))
    two_sided = printed(Options(assembly="duplex", flip="long"), front, back)
    assert [*check_backs(two_sided)] == []
    assert not [problem for problem in check_chits(two_sided) if "no ink" in problem.what]


def test_a_missing_back_is_found() -> None:
    assert missing_backs((0.0, 0.0), BACKS[:1]) == 1
