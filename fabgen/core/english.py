"""Names and numbers -> the English of messages: lists in words, articles, plurals and possessives.

What is printed, cut or read aloud in any language has its words in `languages`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def join_words(items: Iterable[object], last: str = "and") -> str:
    """A list in words, with `last` before the last item.

    >>> join_words(["a", "b", "c"])
    'a, b and c'
    """
    texts = [str(item) for item in items]
    return f" {last} ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def with_article(words: str) -> str:
    """Words with `a` or `an` before them, by the sound of their first letters.

    >>> with_article("orange pawn"), with_article("unicorn")
    ('an orange pawn', 'a unicorn')
    """
    return f"{'an' if re.match('(?!uni|use|eu|one)[aeiou]', words.lower()) else 'a'} {words}"


def count_things(count: int, thing: str) -> str:
    """A number with a noun: `1 sheet`, `2 sheets`."""
    return f"{count} {pluralize(thing, count)}"


PLURALS = (  # endings of English words and their replacements; the first match is used
    (r"\b(sheep|deer|fish|bison|moose|swine|squid|series|species)$", r"\1"), (r"fish$", "fish"),
    (r"\b(dor)?mouse$", r"\1mice"), (r"\blouse$", "lice"), (r"\bgoose$", "geese"), (r"\bdie$", "dice"),
    (r"foot$", "feet"), (r"tooth$", "teeth"), (r"child$", "children"), (r"\bperson$", "people"), (r"\box$", "oxen"),
    (r"\b(wo)?man$|(?<=[a-z]{3})(?<!sha|ger|lis|tto|cai|nor|mus|hum)man$", r"\1men"),
    (r"\b(\w*)(wol|shel|hal|cal|lea|loa|thie|shea|dwar|\bel|sel|wi(?=fe)|kni|li(?=fe))fe?$", r"\1\2ves"),
    (r"(hero|echo|torpedo|buffalo|mosquito)$", r"\1es"), (r"(monarch|patriarch|matriarch|eunuch|loch)$", r"\1s"),
    (r"((?<!len)(?<=[bcdfghjklmnpqrtvwxyz])s|(?<=[a-z]e)s)$", r"\1"),  # names that are plural: orders, notes
    (r"(?<![aeiou])y$", "ies"), (r"(s|x|z|ch|sh)$", r"\1es"), (r"$", "s"),
)


def pluralize(name: str, count: int) -> str:
    """The English name of `count` things.

    >>> pluralize("order slip", 40), pluralize("Pawn", 1), pluralize("spearman", 2), pluralize("Wolf", 2)
    ('order slips', 'Pawn', 'spearmen', 'Wolves')
    >>> pluralize("orders", 12), pluralize("compass", 2), pluralize("bus", 2), pluralize("lens", 2)
    ('orders', 'compasses', 'buses', 'lenses')
    """
    if count == 1:
        return name
    ending, replacement = next(pair for pair in PLURALS if re.search(pair[0], name, re.IGNORECASE))
    plural_name = re.sub(ending, replacement, name, count=1, flags=re.IGNORECASE)
    return name[:1] + plural_name[1:] if name[:1].lower() == plural_name[:1].lower() else plural_name


def is_named_after(piece: str, player: str) -> bool:
    """Whether the name of a piece says whose it is: that of a `raider` of the player `raiders`, or of a `White` of
    `white`."""
    return player.casefold() in (piece.casefold(), pluralize(piece, 2).casefold())


def name_owned_piece(player: str, piece: str) -> str:
    """The name of a piece with that of its player, unless it says whose it is anyway.

    >>> name_owned_piece("white", "knight"), name_owned_piece("raiders", "raider")
    ('white knight', 'raider')
    """
    return piece if is_named_after(piece, player) else f"{player} {piece}"


def possessive(name: str) -> str:
    """The English possessive of a name.

    >>> possessive("white"), possessive("raiders")
    ("white's", "raiders'")
    """
    return f"{name}'" if name.endswith("s") else f"{name}'s"
