"""Groups of parts and their stocks → the names of sheets: a sheet is named after the groups on it.

Build and verify both use this module, so that they cannot disagree about where a part belongs.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from fabgen.make.typeset import AND

MOST_GROUPS = 3  # groups in a name; a sheet with more of them is named after its material
Batch = tuple[str, str]  # a group, and the key of its stock


def make_slug(name: str) -> str:
    """A name as it is used in files and ids: ASCII letters, digits and single hyphens. Empty if nothing is left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def make_slugs(names: Sequence[str], other: str = "sheet") -> list[str]:
    """A slug for each name, all different; `other` stands for an empty one."""
    seen: Counter[str] = Counter()
    unique = []
    for plain in (make_slug(name) or other for name in names):
        seen[plain] += 1
        unique.append(plain if seen[plain] == 1 else f"{plain}-v{seen[plain]}")
    return unique


def group_sheet_names(batches: Iterable[Batch]) -> dict[Batch, str]:
    """The name of a sheet with a single group of one stock, by group and stock: the group's name, with the stock if the
    group is cut from several."""
    keys = list(dict.fromkeys(batches))
    groups = Counter(group for group, _ in keys)
    labels = [group if groups[group] == 1 else f"{group} {key}" for group, key in keys]
    return dict(zip(keys, make_slugs(labels), strict=True))


def sheet_name(known: dict[Batch, str], batches: Iterable[Batch]) -> str:
    """The name of a sheet with these groups on it: the names of all of them, or their stock if there are over three."""
    on_sheet = set(batches)
    names = [name for batch, name in known.items() if batch in on_sheet]
    return AND.join(names) if len(names) <= MOST_GROUPS else make_slug(min(key for _, key in on_sheet)) or "sheet"


def groups_in_name(known: Iterable[str], name: str) -> set[str]:
    """The names of groups, out of the known ones, that a sheet's name consists of."""
    within = f"{AND}{name}{AND}"
    return {name} & {*known} or {group for group in known if f"{AND}{group}{AND}" in within}


def number_names(names: Iterable[str]) -> Iterator[str]:
    """The names in their order, made unique: a number is added to each that occurred before."""
    used = set[str]()
    for name in names:
        number, unique = 1, name
        while unique in used:
            number += 1
            unique = f"{name}-{number}"
        used.add(unique)
        yield unique


def has_name(name: str, right: str) -> bool:
    """True if a sheet has the right name, with or without a number."""
    return re.fullmatch(rf"{re.escape(right)}(-[1-9][0-9]*)?", name) is not None
