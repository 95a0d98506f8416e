"""A name and a count → what they are called together, by the rules of English: other languages leave names as they
are."""

from __future__ import annotations

import re


def many(name: str, count: int) -> str:
    """The plural of a name where there are not just one.

    >>> many("order slip", 40), many("Pawn", 1), many("spearman", 2)
    ('order slips', 'Pawn', 'spearmen')
    """
    if count == 1:
        return name
    if re.search(r"[a-z]{3}(?<!sha|ger|lis|tto)man$", name.lower()):
        return name[:-2] + "en"
    if re.search(r"[^aeiou]y$", name):
        return name[:-1] + "ies"
    return name + ("es" if re.search(r"(s|x|z|ch|sh)$", name) else "s")


__all__ = ["many"]
