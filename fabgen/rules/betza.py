"""Betza text → `Movement`, or every letter in it that is not understood, with its column. Grammar: docs/notation.md.

Only what Fairy-Stockfish and XBoard read alike is accepted: directions, then modes, then an atom; nothing is
ignored silently.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fabgen.base import words
from fabgen.rules.lattice import Mistake, Offset, TextError
from fabgen.rules.moves import LameLeap, Leap, Movement, Slide, Way

ATOMS: dict[str, tuple[Offset, ...]] = {
    "W": ((0, 1),), "F": ((1, 1),), "D": ((0, 2),), "N": ((1, 2),), "A": ((2, 2),), "H": ((0, 3),),
    "C": ((1, 3),), "L": ((1, 3),), "Z": ((2, 3),), "J": ((2, 3),), "G": ((3, 3),),
    "K": ((0, 1), (1, 1)), "R": ((0, 1),), "B": ((1, 1),), "Q": ((0, 1), (1, 1)),
}
RANGED, DOUBLED, SLIDERS, COMPOUND, LAME = "WFKRBQ", "WF", "RBQ", "KQ", "DNAHZJG"
DIRECTIONS, MODES = "fblrvsh", "mcin"
NONE = "none"  # the movement of a piece that stays where it is placed, or only hops
LONGEST = 200
_VERTICAL, _HORIZONTAL = "fbvh", "rlsh"
_SUPPORTED = f"atoms are {words(ATOMS)}; directions {words(DIRECTIONS)}; modes {words(MODES)}"
_FOREIGN = {
    "a": "another leg", "d": "captures friends", "e": "en passant", "g": "grasshopper", "j": "must jump",
    "o": "cylindrical", "p": "hops over", "q": "circular", "t": "no hop over enemies", "x": "other dialects only",
    "y": "range conversion", "z": "crooked", "U": "universal leaper", "O": "castling", "I": "imitator",
    "X": "a lengthening suffix", "Y": "a lengthening suffix", "(": "a vector", "[": "a bracket", "-": "a chain of legs",
}


class BetzaError(TextError):
    """A movement that cannot be read; `.column` (from 0), `.what` and `.hint` are those of the first mistake."""


@dataclass(frozen=True)
class _Part:
    """One atom with what stands before and behind it; `start` is the column of its first letter."""

    start: int
    modifiers: str
    atom: str
    range: str

    @property
    def atom_column(self) -> int:
        return self.start + len(self.modifiers)

    @property
    def directions(self) -> str:
        return self.modifiers[: len(self.modifiers) - len(self.modes)]

    @property
    def modes(self) -> str:
        return self.modifiers[len(self.modifiers.rstrip(MODES)):]


def parse_betza(text: str) -> Movement:
    """The movement that a Betza string stands for, or `none`; raises BetzaError with every mistake in it."""
    if text == NONE:
        return Movement(text, ())
    if len(text) > LONGEST:
        raise BetzaError([Mistake(0, LONGEST, f"a movement of {len(text)} letters is too long",
                                  f"{LONGEST} letters are enough for any piece")])
    mistakes = [*_letters(text)]
    parts = [*_parts(text)]
    for part in parts:
        mistakes += _order(part)
        if part.atom[:1] in ATOMS:
            mistakes += [*_directed(part), *_ranged(part), *_lame(part)]
    if not text:
        mistakes = [Mistake(0, 0, "no movement is written", f"`{NONE}` for a piece that does not move; {_SUPPORTED}")]
    if mistakes:
        raise BetzaError(mistakes)
    return Movement(text, tuple(_way(part) for part in parts))


def _parts(text: str) -> Iterator[_Part]:
    """The parts of a text; an atom outside ATOMS marks a part that another mistake has been found in."""
    for found in re.finditer(r"([a-z]*)(([A-Z])\3|[A-Z]|\Z|[^a-z])([0-9]*)", text):
        if found.group():
            yield _Part(found.start(), found[1], found[2], found[4])


def _letters(text: str) -> Iterator[Mistake]:
    for column, letter in enumerate(text):
        if letter not in ATOMS and letter not in DIRECTIONS + MODES + "0123456789":
            name = "a space" if letter.isspace() else f"`{letter}`"
            dialect = f" ({_FOREIGN[letter]})" if letter in _FOREIGN else ""
            yield Mistake(0, column, f"{name}{dialect} is not part of the movement notation", _SUPPORTED)


def _order(part: _Part) -> Iterator[Mistake]:
    known = [letter for letter in part.modifiers if letter in DIRECTIONS + MODES]
    late = next((n for n, letter in enumerate(part.modifiers)
                 if letter in DIRECTIONS and set(part.modifiers[:n]) & set(MODES)), None)
    if late is not None:
        tidy = "".join(sorted(known, key=lambda letter: letter in MODES))
        yield Mistake(0, part.start + late, f"the direction `{part.modifiers[late]}` stands after a mode",
                      f"directions first, then modes: `{tidy}{part.atom}`")
    for n, letter in enumerate(part.modifiers):
        if letter in MODES and letter in part.modifiers[:n]:
            yield Mistake(0, part.start + n, f"the mode `{letter}` stands twice", "once is enough")
    if not part.atom:
        yield Mistake(0, part.start, f"`{part.modifiers}` stands before no atom",
                      f"a capital must follow: {words(ATOMS, 'or')}")
    elif part.atom.isdigit() and len(known) == len(part.modifiers):
        yield Mistake(0, part.atom_column, f"the range `{part.atom}` stands behind no atom",
                      "a range stands right behind its capital")


def _directed(part: _Part) -> Iterator[Mistake]:
    letters = part.modifiers.rstrip(MODES)
    if set(letters) & set(MODES) or not set(letters) <= set(DIRECTIONS):
        return
    if letters and part.atom[:1] in tuple(COMPOUND):
        yield Mistake(0, part.start, f"`{part.atom}` takes no direction", _parts_hint(part))
        return
    for n, token in _tokens(letters):
        if not (what := _refused(token, part.atom)):
            continue
        yield Mistake(0, part.start + n, f"the direction `{token}` {what[0]}", what[1])


def _parts_hint(part: _Part) -> str:
    one, other = "RB" if part.atom[0] == "Q" else "WF"
    if all(token in _STRAIGHT and token in _DIAGONAL for _, token in _tokens(part.directions)):
        return f"write its parts: `{part.modifiers}{one}{part.range}{part.modifiers}{other}{part.range}`"
    return f"write its parts {one} and {other}, each with its own directions"


def _ranged(part: _Part) -> Iterator[Mistake]:
    doubled = len(part.atom) == 2
    column = part.atom_column + len(part.atom)
    if doubled and part.atom[0] not in DOUBLED:
        yield Mistake(0, column - 1, f"`{part.atom}` is not understood: only {words(DOUBLED)} can be doubled",
                      f"write `{part.atom[0]}` once")
    elif part.range and doubled:
        yield Mistake(0, column, f"`{part.atom}` has no limit already",
                      f"write `{part.atom}` or `{part.atom[0]}{part.range[0]}`")
    elif part.range and part.atom not in RANGED:
        yield Mistake(0, column, f"`{part.atom}` leaps once, it takes no range",
                      f"a range goes with {words(RANGED, 'or')}")
    elif len(part.range) > 1:
        yield Mistake(0, column + 1, f"the range `{part.range}` is too long", "one digit, 0 for no limit")


def _lame(part: _Part) -> Iterator[Mistake]:
    if "n" in part.modes and part.atom[0] not in LAME:
        column = part.start + len(part.directions) + part.modes.index("n")
        why = "no engine defines which cells" if part.atom in "CL" else "it does not leap"
        yield Mistake(0, column, f"`n` (blockable leap) does not go with `{part.atom}`: {why}",
                      f"n goes with {words(LAME)}")


def _tokens(letters: str) -> Iterator[tuple[int, str]]:
    """Directions in pairs from the left, as the engines read them: a doubled letter, or one of each axis."""
    n = 0
    while n < len(letters):
        pair = letters[n : n + 2]
        crossed = len(pair) == 2 and any(p[0] in _VERTICAL and p[1] in _HORIZONTAL for p in (pair, pair[::-1]))
        size = 2 if crossed or (len(pair) == 2 and pair[0] == pair[1]) else 1
        yield n, letters[n : n + size]
        n += size


def _refused(token: str, atom: str) -> tuple[str, str] | None:
    """What is wrong with a direction of an atom, and what to write."""
    oblique = len(set(map(abs, ATOMS[atom[0]][0]))) == 2 and 0 not in ATOMS[atom[0]][0]
    table = _OBLIQUE if oblique else _STRAIGHT if 0 in ATOMS[atom[0]][0] else _DIAGONAL
    if token in table:
        return None
    turned = token[::-1]
    if token not in _OBLIQUE and turned in _OBLIQUE and turned in table:
        return "is read differently by every engine", f"write `{turned}`"
    if "h" in token:
        return ("is not a half", "halves are fh bh lh rh, and hl hr for the two turning sets") if oblique else \
            (f"does not go with `{atom}`", "`h` (half) goes with N, C, L, Z and J")
    if len(token) == 2 and token[0] == token[1]:
        return f"stands twice before `{atom}`", f"write `{token[0]}`"
    return f"is read differently by every engine before `{atom}`", f"directions of `{atom}` are {words(table, 'or')}"


def _axis(*signs: str) -> frozenset[Offset]:
    return frozenset(("-0+".index(sign[0]) - 1, "-0+".index(sign[1]) - 1) for sign in signs)


# Straight atoms take each letter of a pair by itself, so that fsW is ahead or sideways.
_STRAIGHT_ONE: dict[str, frozenset[Offset]] = {
    "f": _axis("0+"), "b": _axis("0-"), "l": _axis("-0"), "r": _axis("+0"),
    "v": _axis("0+", "0-"), "s": _axis("-0", "+0"),
}
_STRAIGHT = _STRAIGHT_ONE | {
    one + two: _STRAIGHT_ONE[one] | _STRAIGHT_ONE[two]
    for one, two in ("fl", "fr", "bl", "br", "lf", "lb", "rf", "rb", "fs", "bs", "lv", "rv")
}
_DIAGONAL: dict[str, frozenset[Offset]] = {
    "f": _axis("-+", "++"), "b": _axis("--", "+-"), "l": _axis("--", "-+"), "r": _axis("+-", "++"),
    "v": _axis("-+", "++", "--", "+-"), "s": _axis("-+", "++", "--", "+-"),
    "fl": _axis("-+"), "lf": _axis("-+"), "fr": _axis("++"), "rf": _axis("++"),
    "bl": _axis("--"), "lb": _axis("--"), "br": _axis("+-"), "rb": _axis("+-"),
}


def _long(*offsets: Offset) -> frozenset[Offset]:
    return frozenset(offsets)


# For a (1,2) leap; the last letter of a pair names the long axis.
_OBLIQUE: dict[str, frozenset[Offset]] = {
    "lf": _long((-1, 2)), "rf": _long((1, 2)), "lb": _long((-1, -2)), "rb": _long((1, -2)),
    "fl": _long((-2, 1)), "fr": _long((2, 1)), "bl": _long((-2, -1)), "br": _long((2, -1)),
    "fs": _long((-2, 1), (2, 1)), "bs": _long((-2, -1), (2, -1)),
    "lv": _long((-1, 2), (-1, -2)), "rv": _long((1, 2), (1, -2)),
}
_OBLIQUE |= {
    "f": _OBLIQUE["lf"] | _OBLIQUE["rf"], "b": _OBLIQUE["lb"] | _OBLIQUE["rb"],
    "l": _OBLIQUE["fl"] | _OBLIQUE["bl"], "r": _OBLIQUE["fr"] | _OBLIQUE["br"],
    "v": _OBLIQUE["lv"] | _OBLIQUE["rv"], "s": _OBLIQUE["fs"] | _OBLIQUE["bs"],
    "hr": _long((1, 2), (2, -1), (-1, -2), (-2, 1)), "hl": _long((-1, 2), (-2, -1), (1, -2), (2, 1)),
}
_OBLIQUE |= {2 * letter: _OBLIQUE[letter] for letter in "fblrvs"} | {
    "fh": _OBLIQUE["f"] | _OBLIQUE["fs"], "bh": _OBLIQUE["b"] | _OBLIQUE["bs"],
    "lh": _OBLIQUE["l"] | _OBLIQUE["lv"], "rh": _OBLIQUE["r"] | _OBLIQUE["rv"],
}


def _way(part: _Part) -> Way:
    offsets = _offsets(part)
    modes = part.modes
    quiet, capture = "m" in modes or "c" not in modes, "c" in modes or "m" not in modes
    first = "i" in modes
    unlimited = len(part.atom) == 2 or part.range == "0" or (part.atom in SLIDERS and not part.range)
    if unlimited or (part.range and part.range != "1"):
        return Slide(offsets, quiet, capture, first, None if unlimited else int(part.range))
    return (LameLeap if "n" in modes else Leap)(offsets, quiet, capture, first)


def _offsets(part: _Part) -> tuple[Offset, ...]:
    """The part's offsets, the farthest ahead first and from the left, so that equal movements look equal."""
    found: set[Offset] = set()
    for short, long in ATOMS[part.atom[0]]:
        tokens = [token for _, token in _tokens(part.directions)] or ["v", "s"]
        if short == 0:
            found |= {(long * x, long * y) for token in tokens for x, y in _STRAIGHT[token]}
        elif short == long:
            found |= {(long * x, long * y) for token in tokens for x, y in _DIAGONAL[token]}
        else:
            size = {1: short, -1: -short, 2: long, -2: -long}
            found |= {(size[x], size[y]) for token in tokens for x, y in _OBLIQUE[token]}
    return tuple(sorted(found, key=lambda offset: (-offset[1], offset[0])))
