"""Groups of parts and their stocks → the names of sheets: a sheet is called after what lies on it.

Build and verify ask here, so that they cannot disagree on where a part belongs.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from fabgen.make.typeset import AND

MOST = 3  # groups that a name tells; a sheet of more is called after its material
Batch = tuple[str, str]  # a group, and the key of its stock


def slug(name: str) -> str:
    """A name as files and ids hold it: ASCII letters, digits and single hyphens; empty where nothing is left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def slugs(names: Sequence[str], other: str = "sheet") -> list[str]:
    """A slug for each name, no two the same."""
    seen: Counter[str] = Counter()
    found = []
    for plain in (slug(name) or other for name in names):
        seen[plain] += 1
        found.append(plain if seen[plain] == 1 else f"{plain}-v{seen[plain]}")
    return found


def homes(batches: Iterable[Batch]) -> dict[Batch, str]:
    """The name of a sheet that holds one group of one stock alone: the group; with its stock where the group has
    several."""
    keys = list(dict.fromkeys(batches))
    groups = Counter(group for group, _ in keys)
    labels = [group if groups[group] == 1 else f"{group} {key}" for group, key in keys]
    return dict(zip(keys, slugs(labels), strict=True))


def sheet_name(known: dict[Batch, str], here: Iterable[Batch]) -> str:
    """The name of a sheet with these groups on it: all of theirs, or that of their stock where they are many."""
    there = set(here)
    names = [name for batch, name in known.items() if batch in there]
    return AND.join(names) if len(names) <= MOST else slug(min(key for _, key in there)) or "sheet"


def claimed(known: Iterable[str], name: str) -> set[str]:
    """Of the names of groups those that a sheet's name tells."""
    within = f"{AND}{name}{AND}"
    return {name} & {*known} or {one for one in known if f"{AND}{one}{AND}" in within}


def numbered(names: Iterable[str]) -> Iterator[str]:
    """Names in their order, a number after each that was there before."""
    used = set[str]()
    for name in names:
        number, one = 1, name
        while one in used:
            number += 1
            one = f"{name}-{number}"
        used.add(one)
        yield one


def is_called(name: str, right: str) -> bool:
    """Whether a sheet has the right name, with a number or without."""
    return re.fullmatch(rf"{re.escape(right)}(-[1-9][0-9]*)?", name) is not None
