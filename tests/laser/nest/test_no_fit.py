"""No-fit tables of pieces whose level edges are tilted by rounding: as of those that are level."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabgen.laser.nest.no_fit import make_no_fit_table, make_pieces, negate_pieces

TILT = st.lists(st.sampled_from([-1e-15, 0.0, 1e-15]), min_size=4, max_size=4)


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
        found = make_no_fit_table(make_pieces([one]), negate_pieces(make_pieces([two])), 1.0)
        free = found.free()
        for (i, j), is_free in np.ndenumerate(free):
            x, y = i + found.x, j + found.y
            inside = -across[0] < x < size[0] and -across[1] < y < size[1]
            edge = x in (-across[0], size[0]) or y in (-across[1], size[1])
            assert edge or is_free is np.bool_(not inside)
