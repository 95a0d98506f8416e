"""Letters of directions on squares → signs of offsets, for straight, diagonal and oblique atoms.

The readings are those on which Fairy-Stockfish and XBoard agree: docs/notation.md.
"""

from __future__ import annotations

Offset = tuple[int, int]


def _axis(*signs: str) -> frozenset[Offset]:
    return frozenset(("-0+".index(sign[0]) - 1, "-0+".index(sign[1]) - 1) for sign in signs)


# Straight atoms take each letter of a pair by itself, so that fsW is ahead or sideways.
_ONE: dict[str, frozenset[Offset]] = {
    "f": _axis("0+"), "b": _axis("0-"), "l": _axis("-0"), "r": _axis("+0"),
    "v": _axis("0+", "0-"), "s": _axis("-0", "+0"),
}
STRAIGHT = _ONE | {
    one + two: _ONE[one] | _ONE[two]
    for one, two in ("fl", "fr", "bl", "br", "lf", "lb", "rf", "rb", "fs", "bs", "lv", "rv")
}
DIAGONAL: dict[str, frozenset[Offset]] = {
    "f": _axis("-+", "++"), "b": _axis("--", "+-"), "l": _axis("--", "-+"), "r": _axis("+-", "++"),
    "v": _axis("-+", "++", "--", "+-"), "s": _axis("-+", "++", "--", "+-"),
    "fl": _axis("-+"), "lf": _axis("-+"), "fr": _axis("++"), "rf": _axis("++"),
    "bl": _axis("--"), "lb": _axis("--"), "br": _axis("+-"), "rb": _axis("+-"),
}


def _long(*offsets: Offset) -> frozenset[Offset]:
    return frozenset(offsets)


# For a (1,2) leap; the last letter of a pair names the long axis.
OBLIQUE: dict[str, frozenset[Offset]] = {
    "lf": _long((-1, 2)), "rf": _long((1, 2)), "lb": _long((-1, -2)), "rb": _long((1, -2)),
    "fl": _long((-2, 1)), "fr": _long((2, 1)), "bl": _long((-2, -1)), "br": _long((2, -1)),
    "fs": _long((-2, 1), (2, 1)), "bs": _long((-2, -1), (2, -1)),
    "lv": _long((-1, 2), (-1, -2)), "rv": _long((1, 2), (1, -2)),
}
OBLIQUE |= {
    "f": OBLIQUE["lf"] | OBLIQUE["rf"], "b": OBLIQUE["lb"] | OBLIQUE["rb"],
    "l": OBLIQUE["fl"] | OBLIQUE["bl"], "r": OBLIQUE["fr"] | OBLIQUE["br"],
    "v": OBLIQUE["lv"] | OBLIQUE["rv"], "s": OBLIQUE["fs"] | OBLIQUE["bs"],
    "hr": _long((1, 2), (2, -1), (-1, -2), (-2, 1)), "hl": _long((-1, 2), (-2, -1), (1, -2), (2, 1)),
}
OBLIQUE |= {2 * letter: OBLIQUE[letter] for letter in "fblrvs"} | {
    "fh": OBLIQUE["f"] | OBLIQUE["fs"], "bh": OBLIQUE["b"] | OBLIQUE["bs"],
    "lh": OBLIQUE["l"] | OBLIQUE["lv"], "rh": OBLIQUE["r"] | OBLIQUE["rv"],
}
