"""Betza text → `Movement`, or every letter in it that is not understood, with its column. Grammar: docs/notation.md.

Directions, then modes, then an atom. What is accepted means the same in Fairy-Stockfish and XBoard, except riders of
the leaps D, A, H, C, L, Z, J and G, and `nH`, which those programs do not read. No letter is ignored silently.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fabgen.core.english import join_words
from fabgen.core.problems import shorten
from fabgen.rules.boards import Mistake, TextError
from fabgen.rules.directions import DIAGONAL, SQUARES, STRAIGHT, Compass
from fabgen.rules.movement import LameLeap, Leap, Movement, MoveWay, Slide

ATOMS = SQUARES.atoms
SLIDERS = "RBQ"  # atoms that slide without a limit where no range is written
UNDIRECTED = "KQ"  # atoms that take no direction: their parts have different ones
NAMED_ATOMS = "KRBQ"  # atoms named after chess pieces, which stand for other atoms
LAME = "DNAHZJG"  # leaps that `n` makes blockable: for them the engines define which cells they cross
DIRECTIONS, MODES = "fblrvsh", "mcin"
NONE = "none"  # the movement of a piece that stays where it is, or only jumps
LONGEST = 200  # letters of a movement: far more than any piece needs
HOPPERS = "gjp"  # letters of other dialects for pieces that jump
_HOPS = "how a piece hops stands under `rules`, in `hops`: see docs/rules.md\n"
_VERTICAL, _HORIZONTAL = "fbvh", "rlsh"
_FOREIGN = {
    "a": "another leg", "d": "captures friends", "e": "en passant", "g": "grasshopper", "j": "must jump",
    "o": "cylindrical", "p": "hops over", "q": "circular", "t": "no hop over enemies", "x": "other dialects only",
    "y": "range conversion", "z": "crooked", "U": "universal leaper", "O": "castling", "I": "imitator",
    "X": "a lengthening suffix", "Y": "a lengthening suffix", "(": "a vector", "[": "a bracket", "-": "a chain of legs",
}

_WORDS = {  # what people write who do not know the notation, in its letters
    "forward": "fW", "forwards": "fW", "backward": "bW", "backwards": "bW", "back": "bW", "sideways": "sW",
    "left": "lW", "right": "rW", "straight": "W", "orthogonal": "W", "orthogonally": "W", "diagonal": "F",
    "diagonally": "F", "any": "K", "king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N",
    "pawn": "fmWfcF", "step": "W", "nothing": NONE, "never": NONE,
}


class BetzaError(TextError):
    """A movement that cannot be read. `column` (from 0), `message` and `hint` are those of the first mistake."""


@dataclass(frozen=True)
class _Part:
    """An atom with its modifiers and its range; `start` is the column of its first letter."""

    start: int
    modifiers: str
    atom: str
    range: str

    @property
    def atom_column(self) -> int:
        """The column of the atom's first letter."""
        return self.start + len(self.modifiers)

    @property
    def directions(self) -> str:
        """The letters before the modes."""
        return self.modifiers[: len(self.modifiers) - len(self.modes)]

    @property
    def modes(self) -> str:
        """The modes before the atom."""
        return self.modifiers[len(self.modifiers.rstrip(MODES)):]


def parse_betza(text: str, compass: Compass = SQUARES) -> Movement:
    """The movement that a Betza string, or `none`, stands for on a board of this compass. Raises BetzaError with every
    mistake in it."""
    if text == NONE:
        return Movement(text, (), compass)
    if len(text) > LONGEST:
        raise BetzaError([Mistake(0, LONGEST, f"a movement of {len(text)} letters is too long",
                                  f"{LONGEST} letters are enough for any piece")])
    mistakes = [*_check_letters(text, compass)]
    parts = [*_split_parts(text)]
    for part in parts:
        mistakes += _check_order(part, compass)
        if part.atom[:1] in compass.atoms:
            mistakes += _check_directions(part, compass)
            mistakes += _check_range(part, compass)
            mistakes += _check_lame(part, compass)
    if mistakes and (hint := _hint_for_words(text, compass)):
        mistakes = [Mistake(0, 0, f"`{shorten(text)}` is not in the letters of the movement notation", hint)]
    if not text:
        hint = f"`{NONE}` for a piece that does not move; {_supported_letters(compass)}"
        mistakes = [Mistake(0, 0, "no movement is written", hint)]
    if mistakes:
        raise BetzaError(mistakes)
    ways = [_way_of(part, compass) for part in parts]
    hint = "slides and leaps go along its `lines`, and it has none"
    if idle := [part for part, way in zip(parts, ways, strict=True) if not way.directions]:
        raise BetzaError(Mistake(0, part.start, f"`{part.modifiers}{part.atom}{part.range}` leads nowhere on this map",
                                 hint) for part in idle)
    return Movement(text, tuple(ways), compass)


def _hint_for_words(text: str, compass: Compass) -> str:
    """How some words are written in the notation of such a board; empty for what is no words."""
    words = dict.fromkeys(re.findall(r"[a-z]{3,}", text.lower()))
    letters = {word: _WORDS[word] for word in words if word in _WORDS and _is_sound(_WORDS[word], compass)}
    known = join_words(f"`{code}` for {word}" for word, code in letters.items())
    if not known and len(re.findall(r"[^\W\d_]{3,}", text)) > 1 and " " in text.strip():
        known = "letters, such as `W` for one step"
    return f"write {known}; docs/notation.md explains the letters" if known else ""


def _is_sound(text: str, compass: Compass) -> bool:
    """Whether a text is a movement on such a board."""
    try:
        parse_betza(text, compass)
    except BetzaError:
        return False
    return True


def _split_parts(text: str) -> Iterator[_Part]:
    """The parts of a text; an atom outside ATOMS marks a part in which `_check_letters` finds a mistake."""
    for match in re.finditer(r"([a-z]*)(([A-Z])\3|[A-Z]|\Z|[^a-z])([0-9]*)", text):
        if match.group():
            yield _Part(match.start(), match[1], match[2], match[4])


def _supported_letters(compass: Compass) -> str:
    return f"atoms are {join_words(compass.atoms)}; directions {join_words(DIRECTIONS)}; modes {join_words(MODES)}"


def _check_letters(text: str, compass: Compass) -> Iterator[Mistake]:
    """Letters that are no part of the notation on such a board."""
    for column, letter in enumerate(text):
        if letter not in compass.atoms and letter not in DIRECTIONS + MODES + "0123456789":
            name = "a space" if letter.isspace() else f"`{letter}`"
            dialect = f" ({_FOREIGN[letter]})" if letter in _FOREIGN else ""
            what = "has no meaning on such a board" if letter in ATOMS else "is not part of the movement notation"
            hint = _HOPS if letter in HOPPERS else ""
            yield Mistake(0, column, f"{name}{dialect} {what}", hint + _supported_letters(compass))


def _check_order(part: _Part, compass: Compass) -> Iterator[Mistake]:
    """Directions after modes, modes that occur twice, and modifiers or ranges without an atom."""
    known_letters = [letter for letter in part.modifiers if letter in DIRECTIONS + MODES]
    late_places = (n for n, letter in enumerate(part.modifiers)
                   if letter in DIRECTIONS and set(part.modifiers[:n]) & set(MODES))
    if (place := next(late_places, None)) is not None:
        ordered = "".join(sorted(known_letters, key=lambda letter: letter in MODES))
        yield Mistake(0, part.start + place, f"the direction `{part.modifiers[place]}` stands after a mode",
                      f"directions first, then modes: `{ordered}{part.atom}`")
    for n, letter in enumerate(part.modifiers):
        if letter in MODES and letter in part.modifiers[:n]:
            yield Mistake(0, part.start + n, f"the mode `{letter}` stands twice", "once is enough")
    if not part.atom:
        yield Mistake(0, part.start, f"`{part.modifiers}` stands before no atom",
                      f"a capital must follow: {join_words(compass.atoms, 'or')}")
    elif part.atom.isdigit() and len(known_letters) == len(part.modifiers):
        yield Mistake(0, part.atom_column, f"the range `{part.atom}` stands behind no atom",
                      "a range stands right behind its capital")


def _check_directions(part: _Part, compass: Compass) -> Iterator[Mistake]:
    """Directions that the atom does not have."""
    letters = part.modifiers.rstrip(MODES)
    if set(letters) & set(MODES) or not set(letters) <= set(DIRECTIONS):
        return
    if letters and part.atom[:1] in tuple(UNDIRECTED):
        yield Mistake(0, part.start, f"`{part.atom}` takes no direction", _parts_hint(part))
        return
    for n, token in _tokens(letters):
        if refusal := compass.explain_bad_direction(token, part.atom[0]):
            what, hint = refusal
            yield Mistake(0, part.start + n, f"the direction `{token}` {what}", hint)


def _parts_hint(part: _Part) -> str:
    """How to write an atom that takes no directions by its parts."""
    straight, diagonal = "RB" if part.atom[0] == "Q" else "WF"
    if all(token in STRAIGHT and token in DIAGONAL for _, token in _tokens(part.directions)):
        return f"write its parts: `{part.modifiers}{straight}{part.range}{part.modifiers}{diagonal}{part.range}`"
    return f"write its parts {straight} and {diagonal}, each with its own directions"


def _check_range(part: _Part, compass: Compass) -> Iterator[Mistake]:
    """Ranges and doubled letters that the atom does not take."""
    doubled, ranged = len(part.atom) == 2, (*compass.riders, *(atom for atom in compass.atoms if atom in NAMED_ATOMS))
    column = part.atom_column + len(part.atom)
    if doubled and part.atom[0] not in compass.riders:
        yield Mistake(
            0,
            column - 1,
            f"`{part.atom}` is not understood: only {join_words(compass.riders)} can be doubled",
            f"write `{part.atom[0]}` once",
        )
    elif part.range and doubled:
        yield Mistake(0, column, f"`{part.atom}` has no limit already",
                      f"write `{part.atom}` or `{part.atom[0]}{part.range[0]}`")
    elif part.range and part.atom not in ranged:
        yield Mistake(0, column, f"`{part.atom}` leaps once on such a board, it takes no range",
                      f"a range goes with {join_words(ranged, 'or')}")
    elif len(part.range) > 1:
        yield Mistake(0, column + 1, f"the range `{part.range}` is too long", "one digit, 0 for no limit")


def _check_lame(part: _Part, compass: Compass) -> Iterator[Mistake]:
    """`n` where no rule says which cells a leap crosses."""
    if "n" in part.modes and not compass.has_lame_leaps:
        column = part.start + len(part.directions) + part.modes.index("n")
        yield Mistake(0, column, "`n` (blockable leap) has no meaning on such a board", "it goes with square cells")
    elif "n" in part.modes and part.atom[0] not in LAME:
        column = part.start + len(part.directions) + part.modes.index("n")
        leaps = part.atom[0] not in NAMED_ATOMS and compass.is_leap(compass.offsets(part.atom[0], (), False))
        why = "no engine defines which cells" if leaps else "it does not leap"
        yield Mistake(0, column, f"`n` (blockable leap) does not go with `{part.atom}`: {why}",
                      f"n goes with {join_words(LAME)}")
    elif "n" in part.modes and _rides(part):
        column = part.start + len(part.directions) + part.modes.index("n")
        yield Mistake(0, column, f"`n` (blockable leap) does not go with `{part.atom}{part.range}`: it leaps on and on",
                      f"write `{part.modifiers}{part.atom[0]}`, or leave `n` out")


def _rides(part: _Part) -> bool:
    """Whether the part is repeated in its direction."""
    return len(part.atom) == 2 or part.range not in ("", "1") or (part.atom in SLIDERS and not part.range)


def _tokens(letters: str) -> Iterator[tuple[int, str]]:
    """Directions with their columns, in pairs from the left, as the engines read them: a pair is a doubled letter, or
    one letter of each axis."""
    n = 0
    while n < len(letters):
        pair = letters[n : n + 2]
        has_both_axes = len(pair) == 2 and any(
            order[0] in _VERTICAL and order[1] in _HORIZONTAL for order in (pair, pair[::-1])
        )
        size = 2 if has_both_axes or (len(pair) == 2 and pair[0] == pair[1]) else 1
        yield n, letters[n : n + size]
        n += size


def _way_of(part: _Part, compass: Compass) -> MoveWay:
    """The way of moving that a part stands for."""
    modes = part.modes
    quiet, capture = "m" in modes or "c" not in modes, "c" in modes or "m" not in modes
    first = "i" in modes
    tokens = tuple(token for _, token in _tokens(part.directions))
    unlimited = len(part.atom) == 2 or part.range == "0" or (part.atom in SLIDERS and not part.range)
    slides = _rides(part)
    offsets = compass.offsets(part.atom[0], tokens, slides)
    if slides:
        return Slide(offsets, quiet, capture, first, None if unlimited else int(part.range))
    return (LameLeap if "n" in modes else Leap)(offsets, quiet, capture, first)
