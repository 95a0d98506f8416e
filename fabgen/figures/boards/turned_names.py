"""Names on a board that are read from several sides → which are another name when they are upside down: 6 and 9. A line
under these says which way they stand."""

from __future__ import annotations

from collections.abc import Container

# How a sign reads after half a turn.
UPSIDE_DOWN = dict(zip("0168bdnopqsuxz9HIMNOSWXZ", "0198qpuodbsnxz6HIWNOSMXZ", strict=True))


def is_ambiguous(name: str, names: Container[str]) -> bool:
    """True when the name, read from the opposite seat, is another one of `names`: 6 and 9 on the same board."""
    reading = "".join(UPSIDE_DOWN.get(sign, " ") for sign in reversed(name))
    return reading != name and reading in names
