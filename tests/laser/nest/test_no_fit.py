"""No-fit tables against shapely, and of pieces whose level edges are tilted by rounding: as of those that are level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import affinity

from fabgen.laser.nest import no_fit
from fabgen.laser.nest.no_fit import NoFitTable, OutlineLoops, convex_pieces, join_pieces, make_no_fit_table

TILT = st.lists(st.sampled_from([-1e-15, 0.0, 1e-15]), min_size=4, max_size=4)


def loops_of(first: Sequence[Any], second: Sequence[Any]) -> tuple[OutlineLoops, OutlineLoops]:
    """The loops of the pieces of a first outline, and those of the negated second one."""
    negated = [-loop for loop in join_pieces(second)]
    return OutlineLoops.of_rings(join_pieces(first)), OutlineLoops.of_rings(negated)


@pytest.mark.slow
@given(TILT, TILT)
def test_rounding_tilts_nothing(top: list[float], low: list[float]) -> None:
    """A plate of 30 x 4 with corners along its long sides, beside one of 20 x 6: by hand, the second touches it nowhere
    where its left lower corner is 30 to the right, 4 higher, 20 to the left or 6 lower."""
    xs = (0.0, 10.0, 20.0, 30.0)
    upper = [(x, 4.0 + 4 * tilt) for x, tilt in zip(xs, top, strict=True)]
    lower = [(x, tilt) for x, tilt in zip(xs, low, strict=True)]
    plate = [*lower, *upper[::-1]]
    other = [(0.0, 0.0), (20.0, 0.0), (20.0, 6.0), (0.0, 6.0)]
    for one, two, size, across in ((plate, other, (30, 4), (20, 6)), (other, plate, (20, 6), (30, 4))):
        found = make_no_fit_table(*loops_of([one], [two]), 1.0)
        free = found.free()
        for (i, j), is_free in np.ndenumerate(free):
            x, y = i + found.x, j + found.y
            inside = -across[0] < x < size[0] and -across[1] < y < size[1]
            edge = x in (-across[0], size[0]) or y in (-across[1], size[1])
            assert edge or is_free is np.bool_(not inside)


FRAME = shapely.box(0, 0, 30, 20).difference(shapely.union_all([shapely.box(3, 3, 17, 17), shapely.box(20, 5, 27, 15)]))
HOOK = shapely.Polygon([(0, 0), (9, 0), (9, 3), (3, 3), (3, 8), (6, 8), (6, 11), (0, 11)])
STAR = shapely.Polygon([(0, 4), (3, 5), (4, 9), (5, 5), (9, 4), (5, 3), (4, 0), (3, 3)])


@pytest.mark.parametrize("sparse", [0, 10**9])  # all tables are drawn by bits, or all by entries
@pytest.mark.parametrize(("first", "second"), [(FRAME, STAR), (HOOK, FRAME), (FRAME, FRAME), (STAR, HOOK)])
def test_tables_say_what_shapely_says(
    first: shapely.Polygon, second: shapely.Polygon, sparse: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A place is free where the two outlines have no area in common: also in holes, around them and in inlets. The
    lattice is put where no edges of the outlines lie upon each other."""
    monkeypatch.setattr(no_fit, "SPARSE", sparse)
    shift = (0.37, 0.29)
    table = make_no_fit_table(*loops_of(convex_pieces(first), convex_pieces(second)), 1.0, shift)
    free = table.free()
    for (column, row), is_free in np.ndenumerate(free):
        displaced = affinity.translate(second, column + table.x + shift[0], row + table.y + shift[1])
        assert bool(is_free) == (first.intersection(displaced).area < 1e-9), (column, row)
    exchanged = table.reversed()
    assert (exchanged.free() == free[::-1, ::-1]).all()
    assert (exchanged.x, exchanged.y) == (1 - table.x - free.shape[0], 1 - table.y - free.shape[1])
    assert not free.all()


@pytest.mark.parametrize("down", [5, 8, 11, 16])
def test_a_part_clears_what_its_table_forbids(down: int) -> None:
    """A map cleared octet by octet at each row is the map whose places were asked for one by one, also where the table
    reaches over the edges; nothing changes before the first column that is kept up to date."""
    numbers = np.arange(7 * down).reshape(7, down) * 37 % 5
    table_free = numbers > 2
    table = NoFitTable(np.packbits(table_free, axis=1), -2, -3, down)
    for x, y in ((0, 0), (3, 1), (4, 2), (1, 5), (8, 10), (5, 15), (2, 20), (6, 22), (7, 23)):
        for start in (0, 4):
            places = np.ones((10, 24), dtype=bool)
            wanted = places.copy()
            for (i, j), is_free in np.ndenumerate(table_free):
                column, row = x - 2 + i, y - 3 + j
                if start <= column < 10 and 0 <= row < 24:
                    wanted[column, row] = is_free
            bits = np.asfortranarray(np.packbits(places, axis=1))
            assert table.count_taken(bits, x, y, start) == int((~wanted).sum())
            table.clear(bits, x, y, start)
            assert (np.unpackbits(bits, axis=1).astype(bool) == wanted).all(), (x, y, start)
