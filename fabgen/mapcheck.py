"""A loaded spec with a map → warnings of what its drawing may not have meant: borders that nearly meet, spaces that
nothing leads to, shapes that nobody named."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from fabgen.base import Problem, plural, words
from fabgen.rules.boards import Chart
from fabgen.spec.load import Spec
from fabgen.spec.mapfile import unnamed
from fabgen.spec.maps import GAP, LEAST_EDGE
from fabgen.units import number

NEAR = 0.06  # of the cell: coasts that run along each other so near may have been meant to meet
FINE = 0.01  # mm


def check_map(spec: Spec) -> Iterator[Problem]:
    """Warnings alone; what is wrong with a map was told when it was read."""
    if isinstance(spec.lattice, Chart) and spec.drawn:
        yield from _near(spec, spec.lattice)
        yield from _lonely(spec, spec.lattice)
        yield from _unnamed(spec, spec.lattice)


def _near(spec: Spec, lattice: Chart) -> Iterator[Problem]:
    """Spaces that are no neighbours though their coasts run along each other."""
    import shapely

    cell = spec.game.board.cell
    spaces = spec.spaces
    areas = {name: shapely.Polygon(spaces.outlines[name], spaces.holes.get(name)) for name in lattice.names}
    coast = shapely.union_all(list(areas.values()), grid_size=FINE).boundary.buffer(2 * FINE)
    coasts = {name: area.boundary.intersection(coast) for name, area in areas.items()}
    for one, other in combinations(lattice.names, 2):
        if other in lattice.exits[one] or (gap := areas[one].distance(areas[other])) > NEAR * cell:
            continue
        along = coasts[one].intersection(areas[other].buffer(NEAR * cell)).length
        if along > LEAST_EDGE * cell:
            what = f"`{one}` and `{other}` are no neighbours, but only {number(gap)} mm apart along {number(along)} mm"
            hint = (f"draw them less than {number(GAP * cell)} mm apart on the board, or write "
                    f"`joined: [{one}-{other}]`"
                    f"\nfarther apart than {number(NEAR * cell)} mm if they are meant to be so")
            yield Problem(spec.source.inside("board", "map"), what, hint, "warning")


def _lonely(spec: Spec, lattice: Chart) -> Iterator[Problem]:
    reached = {name for line in lattice.lines for name in line.spaces}
    alone = [name for name in lattice.names if not lattice.exits[name] and name not in reached]
    if alone:
        what = f"{words([f'`{name}`' for name in alone])} {'has' if len(alone) == 1 else 'have'} no neighbours"
        hint = f"write `joined: [{alone[0]}-...]`, or a line that leads there"
        yield Problem(spec.source.inside("board", "map"), what, hint, "warning")


def _unnamed(spec: Spec, lattice: Chart) -> Iterator[Problem]:
    given = [*unnamed(lattice.names)]
    drawn = spec.game.board.map
    if given and drawn and drawn.file:
        what = (f"{plural(len(given), 'shape')} of {drawn.file} without a name {'is' if len(given) == 1 else 'are'} "
                f"taken for {'a space' if len(given) == 1 else 'spaces'}: {words([f'`{name}`' for name in given])}")
        hint = ("name what is a space in Inkscape's list of objects\n"
                "keep decoration out: put all spaces into one layer, and write `layer:` with its name")
        yield Problem(spec.source.inside("board", "map"), what, hint, "warning")
