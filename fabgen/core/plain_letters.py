"""Names as people write them → plain letters: without accents, and in Latin script for the names of files."""

from __future__ import annotations

import re
import unicodedata

# Letters that are no accented form of another letter, as people write them without the letter itself.
_PLAIN_LETTERS = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
_LATIN_LETTERS = {
    **dict(zip("αβγδεζηικλμνξοπρσςτυφω", "avgdeziiklmnxoprsstyfo", strict=True)), "θ": "th", "χ": "ch", "ψ": "ps",
    **dict(zip("абвгґдезиіјклмнопрстћуфхыэ", "abvggdeziijklmnoprstcufhye", strict=True)), "ж": "zh", "ц": "ts",
    "ч": "ch", "ш": "sh", "щ": "shch", "ю": "yu", "я": "ya", "є": "ye", "ђ": "dj", "љ": "lj", "њ": "nj", "џ": "dz",
    "ь": "", "ъ": "",
}


def write_without_accents(text: str) -> str:
    """The small letters and digits of a text in its own script, without accents.

    >>> write_without_accents("Île d'Or"), write_without_accents("Æbelø"), write_without_accents("Ελένη")
    ('iledor', 'aebelo', 'ελενη')
    """
    return "".join(letter for letter in _decompose(text) if letter.isalnum())


def make_slug(name: str) -> str:
    """A name as it is used in files and ids: small Latin letters, digits and single hyphens. Letters of scripts other
    than Latin, Greek and Cyrillic are left out; empty if nothing is left.

    >>> make_slug("Łukasz pieces"), make_slug("Ελένη pieces"), make_slug("Жюль pieces")
    ('lukasz-pieces', 'eleni-pieces', 'zhyul-pieces')
    """
    letters = (_LATIN_LETTERS.get(letter, letter) for letter in _decompose(name) if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", "".join(letters)).strip("-")


def _decompose(text: str) -> str:
    """A text in small letters, with accents as characters of their own."""
    letters = "".join(_PLAIN_LETTERS.get(letter, letter) for letter in text.lower())
    return unicodedata.normalize("NFKD", letters)
