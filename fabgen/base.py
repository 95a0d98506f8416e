"""What went wrong, where, and what would be right → one value that only the command line prints.

Every expected error in fabgen is a `Problem`; functions that meet some collect them all and raise one `FabgenError`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Level = Literal["error", "warning", "notice"]


@dataclass(frozen=True, order=True)
class Where:
    """A place in a file: line and column count from 1, 0 means the file as a whole; key is the path of keys, dotted."""

    file: str = ""
    line: int = 0
    column: int = 0
    key: str = ""

    def __str__(self) -> str:
        place = self.file
        if self.line:
            place += f":{self.line}:{self.column}"
        return " ".join(part for part in (place, f"({self.key})" if self.key else "") if part)


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that is wrong: where it stands, what it is, and a hint of what would be right."""

    where: Where
    what: str
    hint: str = ""
    level: Level = "error"

    def __str__(self) -> str:
        place = str(self.where)
        head = f"{place}: " if place else ""
        hint = "".join(f"\n  {line}" for line in self.hint.splitlines())
        return f"{head}{self.level}: {self.what}{hint}"


class FabgenError(Exception):
    """Expected failure: carries every Problem that was found, in the order of their places."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type[FabgenError], tuple[tuple[Problem, ...]]]:
        """As another process hands it over: with its Problems, whatever kind of failure it is."""
        return FabgenError, (self.problems,)


def problem(what: str, hint: str = "", where: Where | None = None) -> FabgenError:
    """One Problem, ready to raise."""
    return FabgenError([Problem(where or Where(), what, hint)])


def words(items: Iterable[object], last: str = "and") -> str:
    """A list as a person writes it.

    >>> words(["a", "b", "c"])
    'a, b and c'
    """
    texts = [str(item) for item in items]
    return f" {last} ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def plural(count: int, thing: str) -> str:
    """A count with its thing: `1 sheet`, `2 sheets`."""
    return f"{count} {many(thing, count)}"


PLURALS = (  # ends of English words and what takes their place, the first that fits
    (r"\b(sheep|deer|fish|bison|moose|swine|squid|series|species)$", r"\1"), (r"fish$", "fish"),
    (r"\b(dor)?mouse$", r"\1mice"), (r"\blouse$", "lice"), (r"\bgoose$", "geese"), (r"\bdie$", "dice"),
    (r"foot$", "feet"), (r"tooth$", "teeth"), (r"child$", "children"), (r"\bperson$", "people"), (r"\box$", "oxen"),
    (r"\b(wo)?man$|(?<=[a-z]{3})(?<!sha|ger|lis|tto|cai|nor|mus|hum)man$", r"\1men"),
    (r"\b(\w*)(wol|shel|hal|cal|lea|loa|thie|shea|dwar|\bel|sel|wi(?=fe)|kni|li(?=fe))fe?$", r"\1\2ves"),
    (r"(hero|echo|torpedo|buffalo|mosquito)$", r"\1es"), (r"(monarch|patriarch|matriarch|eunuch|loch)$", r"\1s"),
    (r"(?<![aeiou])y$", "ies"), (r"(s|x|z|ch|sh)$", r"\1es"), (r"$", "s"),
)


def many(name: str, count: int) -> str:
    """What so many are called in English.

    >>> many("order slip", 40), many("Pawn", 1), many("spearman", 2), many("Wolf", 2), many("lynx", 2)
    ('order slips', 'Pawn', 'spearmen', 'Wolves', 'lynxes')
    """
    if count == 1:
        return name
    end, other = next(pair for pair in PLURALS if re.search(pair[0], name, re.IGNORECASE))
    found = re.sub(end, other, name, count=1, flags=re.IGNORECASE)
    return name[:1] + found[1:] if name[:1].lower() == found[:1].lower() else found


def nearest(word: str, valid: Sequence[str]) -> str:
    """A hint for a word that is not among the valid ones: the close ones first, else all of them."""
    close = difflib.get_close_matches(word.lower(), [v.lower() for v in valid], n=3, cutoff=0.6)
    found = list(dict.fromkeys(v for v in valid if v.lower() in close))
    if found:
        return f"did you mean {words(found, 'or')}?"
    return f"one of {words(valid, 'or')}" if valid else ""
