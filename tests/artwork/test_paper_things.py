"""What all products of paper know of their parts."""

from __future__ import annotations

import pytest

from fabgen.artwork.paper_things import find_card_rim


@pytest.mark.parametrize(("shape", "size", "has_plate", "rim"), [
    ("disc", 30.0, True, 1.9), ("disc", 12.0, False, 1.9),  # a square of card, 1.9 mm wider than the disc at its middle
    ("square", 16.0, True, 1.9), ("square", 16.1, True, 0.0),  # small tokens alone, up to 16 mm
    ("square", 12.0, False, 0.0), ("corner", 12.0, True, 0.0), ("drawn", 12.0, True, 0.0),
])
def test_discs_and_small_tokens_with_a_plate_have_card_around_them(
        shape: str, size: float, has_plate: bool, rim: float) -> None:
    assert find_card_rim(shape, size, has_plate=has_plate) == rim
