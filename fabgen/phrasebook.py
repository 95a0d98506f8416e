"""Phrases that fabgen says, in English → the same in the language of a game.

Code names a phrase by its English text, with values in braces; the catalogue of a language (`core/words`) has the
translations under `phrases`. English needs none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, eq=False)
class Phrases:
    """The phrases of one language by their English text; a phrase that `table` lacks stays English. `language` is
    its BCP 47 tag."""

    table: Mapping[str, str] = field(default_factory=dict)
    language: str = "en-GB"

    def __call__(self, text: str, **values: object) -> str:
        """A phrase with its values filled in."""
        phrase = self.table.get(text, text)
        return phrase.format(**values) if values else phrase

    def plural_phrase(self, number: int, one: str, many: str) -> str:
        """The phrase `one` for one thing; else the phrase `many`, with the number as `{count}`."""
        return self(one) if number == 1 else self(many, count=number)


ENGLISH = Phrases()
