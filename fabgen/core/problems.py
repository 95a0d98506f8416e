"""What is wrong, where, and what would be right → one value, which only the command line prints.

Every expected error in fabgen is a `Problem`. A function that meets several errors collects them all and raises one
`FabgenError`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from fabgen.core.english import join_words

Level = Literal["error", "warning", "notice"]


LONGEST_QUOTE = 60  # characters: the most of a value that a message quotes
_LONG_QUOTE = re.compile(rf"`([^`\n]{{{LONGEST_QUOTE + 1},}})`")
_LONG_KEY = re.compile(rf"[^.\[\]]{{{LONGEST_QUOTE + 1},}}")


@dataclass(frozen=True, order=True)
class Location:
    """A place in a file. Line and column count from 1; 0 means the whole file. `key` is the dotted path of keys."""

    file: str = ""
    line: int = 0
    column: int = 0
    key: str = ""

    def __str__(self) -> str:
        """`game.yaml:3:5 (pieces.pawn.moves)`, without what is not known."""
        text = self.file
        if self.line:
            text += f":{self.line}:{self.column}"
        key = _LONG_KEY.sub(lambda match: shorten(match[0]), self.key)
        return " ".join(part for part in (text, f"({key})" if key else "") if part)


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that is wrong: where it is, what it is, and a hint of what would be right.

    `code` names the kind of problem for programs, with a namespace: `piece.base-too-small-for-slot`. It is a constant
    beside the code that reports the problem, so that no caller has to interpret the English words. Two problems of the
    same words are equal, whatever their codes, and the code is never printed.
    """

    where: Location
    what: str
    hint: str = ""
    level: Level = "error"
    code: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        """Shortens the values that the message quotes."""
        if "`" in self.what:
            object.__setattr__(self, "what", _LONG_QUOTE.sub(lambda match: f"`{shorten(match[1])}`", self.what))

    def __str__(self) -> str:
        """The message as the command line prints it, the hint on lines below."""
        place = str(self.where)
        head = f"{place}: " if place else ""
        hint = "".join(f"\n  {line}" for line in self.hint.splitlines())
        return f"{head}{self.level}: {self.what}{hint}"


class FabgenError(Exception):
    """An expected failure, with every Problem that was found, sorted by place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type[FabgenError], tuple[tuple[Problem, ...]]]:
        """Pickles with its problems, for another process. A subclass arrives there as a plain FabgenError."""
        return FabgenError, (self.problems,)


def problem_error(what: str, hint: str = "", where: Location | None = None) -> FabgenError:
    """A FabgenError with one Problem, ready to raise."""
    return FabgenError([Problem(where or Location(), what, hint)])


def shorten(text: str) -> str:
    """A value as messages quote it; of a long value only its start and its end, where paths say the file.

    >>> shorten("/home/somebody/" + "x" * 70 + "/job.json")
    '/home/somebody/xxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxx/job.json'
    """
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE - 20]}...{text[-17:]}"


# What people call things, and fabgen's word for it: a shape, a material, a colour, an option, a key.
COMMON_WORDS = {
    "boat": "ship", "vessel": "ship", "sailboat": "ship", "tree": "fir", "pine": "fir", "dice": "die", "cube": "die",
    "jewel": "gem", "diamond": "gem", "tower": "rook", "horse": "knight", "rabbit": "hare", "bunny": "hare",
    "dog": "wolf", "bird": "falcon", "eagle": "falcon", "mage": "wizard", "sorcerer": "wizard", "spirit": "ghost",
    "home": "house", "hut": "house", "banner": "flag", "fort": "castle", "fortress": "castle", "monarch": "king",
    "circle": "disc", "disk": "disc", "round": "disc", "hexagon": "hex",
    "plywood": "birch-ply", "ply": "birch-ply", "wood": "birch-ply", "birch": "birch-ply", "perspex": "acrylic",
    "plexiglass": "acrylic", "plexiglas": "acrylic", "plexi": "acrylic", "pmma": "acrylic", "cardboard": "card",
    "fibreboard": "mdf", "fiberboard": "mdf", "gray": "grey", "color": "colour", "must": "compulsory",
    "money": "tokens", "coins": "tokens", "counters": "tokens", "chips": "tokens", "cards": "decks", "score": "tracks",
    "mats": "player_boards", "playmats": "player_boards", "playerboards": "player_boards",
    "mandatory": "compulsory", "forced": "compulsory", "obligatory": "compulsory", "transparent": "clear",
}


CLOSE = 0.6  # in likeness, from 0 to 1: words that may be meant
MUCH_CLOSER = 0.2  # in likeness: a word that is so much closer than another is meant, and not the other


def close_words(word: str, valid: Sequence[str]) -> list[str]:
    """The valid words that a misspelled one may mean, at most three spellings, in any capitals; a common word means
    fabgen's word for the same thing, also at the start of a longer one: `plywood-3mm`. A word that only has other
    capitals is meant alone, and so is one that is much closer than the others."""
    if same := [v for v in valid if v.lower() == word.lower()]:
        return same
    first, dash, rest = word.lower().partition("-")
    meant = COMMON_WORDS.get(first, first) + dash + rest
    known = {v.lower() for v in valid}
    if meant != word.lower() and (exact := [v for v in valid if v.lower() == meant]):
        return exact
    starting = sorted(v for v in known if v.startswith(f"{meant}-")) if meant != word.lower() else []
    close = starting[:3] or _likely_words(word.lower(), known)
    return list(dict.fromkeys(v for v in valid if v.lower() in close))


def _likely_words(word: str, known: Collection[str]) -> list[str]:
    """The three known words that are most like a word, without those that are much less so than the first."""
    ranked = sorted(((difflib.SequenceMatcher(None, v, word).ratio(), v) for v in known), reverse=True)[:3]
    return [v for likeness, v in ranked if likeness >= max(CLOSE, ranked[0][0] - MUCH_CLOSER)]


def nearest_hint(word: str, valid: Sequence[str]) -> str:
    """A hint for a word that is not valid: the valid words that are close to it, else all of them. Empty if there are
    none."""
    if close := close_words(word, valid):
        return f"did you mean {join_words(close, 'or')}?"
    return f"one of {join_words(valid, 'or')}" if valid else ""
