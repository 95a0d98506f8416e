"""A loaded spec with a map → warnings of what its drawing may not mean: borders that nearly meet, spaces that
nothing leads to, shapes without a name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from fabgen.base import Problem, count_things, join_words
from fabgen.rules.boards import MapBoard
from fabgen.spec.load import Spec
from fabgen.spec.mapfile import unnamed_shapes
from fabgen.spec.maps import GAP, LEAST_EDGE
from fabgen.units import format_number

NEAR = 0.06  # of the cell: borders that run along each other so near may have been meant to meet
FINE = 0.01  # mm


def check_map(spec: Spec) -> Iterator[Problem]:
    """Warnings only: errors of a map are reported when it is read."""
    if isinstance(spec.lattice, MapBoard) and spec.map_spaces:
        yield from _check_gaps(spec, spec.lattice)
        yield from _check_isolated(spec, spec.lattice)
        yield from _check_unnamed(spec, spec.lattice)


def _check_gaps(spec: Spec, lattice: MapBoard) -> Iterator[Problem]:
    """Spaces that are not neighbours although their borders run along each other."""
    import shapely

    cell = spec.game.board.cell
    spaces = spec.spaces
    areas = {name: shapely.Polygon(spaces.outlines[name], spaces.holes.get(name)) for name in lattice.names}
    outer_border = shapely.union_all(list(areas.values()), grid_size=FINE).boundary.buffer(2 * FINE)
    outer_borders = {name: area.boundary.intersection(outer_border) for name, area in areas.items()}
    for first, second in combinations(lattice.names, 2):
        if second in lattice.neighbours_by_cell[first] or (gap := areas[first].distance(areas[second])) > NEAR * cell:
            continue
        shared_length = outer_borders[first].intersection(areas[second].buffer(NEAR * cell)).length
        if shared_length > LEAST_EDGE * cell:
            what = (f"`{first}` and `{second}` are no neighbours, but only {format_number(gap)} mm apart along "
                    f"{format_number(shared_length)} mm")
            hint = (f"draw them less than {format_number(GAP * cell)} mm apart on the board, or write "
                    f"`joined: [{first}-{second}]`"
                    f"\nfarther apart than {format_number(NEAR * cell)} mm if they are meant to be so")
            yield Problem(spec.source.value_location("board", "map"), what, hint, "warning")


def _check_isolated(spec: Spec, lattice: MapBoard) -> Iterator[Problem]:
    reached = {name for line in lattice.lines for name in line.spaces}
    isolated = [name for name in lattice.names if not lattice.neighbours_by_cell[name] and name not in reached]
    if isolated:
        what = f"{join_words([f'`{name}`' for name in isolated])} {'has' if len(isolated) == 1 else 'have'} no neighbours"
        hint = f"write `joined: [{isolated[0]}-...]`, or a line that leads there"
        yield Problem(spec.source.value_location("board", "map"), what, hint, "warning")


def _check_unnamed(spec: Spec, lattice: MapBoard) -> Iterator[Problem]:
    names = [*unnamed_shapes(lattice.names)]
    map_ = spec.game.board.map
    if names and map_ and map_.file:
        verb, spaces = ("is", "a space") if len(names) == 1 else ("are", "spaces")
        what = (f"{count_things(len(names), 'shape')} of {map_.file} without a name {verb} taken for {spaces}: "
                f"{join_words([f'`{name}`' for name in names])}")
        hint = ("name what is a space in Inkscape's list of objects\n"
                "keep decoration out: put all spaces into one layer, and write `layer:` with its name")
        yield Problem(spec.source.value_location("board", "map"), what, hint, "warning")
