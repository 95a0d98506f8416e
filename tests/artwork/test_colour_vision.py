"""Differences of colours for all eyes."""

from __future__ import annotations

import pytest

from fabgen.artwork.colour_vision import least_difference


def test_greys_differ_by_their_lightness() -> None:
    """L* of #777777 is 50.03 (CIE 1976), the same for everybody; each row of a simulation adds up to 1."""
    assert least_difference("#777777", "#ffffff") == pytest.approx(100 - 50.03, abs=0.1)


def test_what_some_cannot_tell_counts_as_near() -> None:
    """Red and green of equal lightness are 150 apart in CIELAB with full colour vision, and much alike for protanopes
    or deuteranopes; red and blue stay apart for everybody."""
    assert least_difference("#c1121f", "#00664b") < 25
    assert least_difference("#c1121f", "#0b4f8a") > 50
