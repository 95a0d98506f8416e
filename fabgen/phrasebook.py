"""Phrases that fabgen says, in English → the same in the language of a game.

Code names a phrase by its English text, with what is filled in between braces; the catalogue of a language
(`core/words`) has the translation of each under `phrases`. English needs none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, eq=False)
class Phrases:
    """The phrases of one language by their English text; what is not in `table` stays English. `language` is its
    BCP 47 tag."""

    table: Mapping[str, str] = field(default_factory=dict)
    language: str = "en-GB"

    def __call__(self, text: str, **values: object) -> str:
        """A phrase with its values filled in."""
        said = self.table.get(text, text)
        return said.format(**values) if values else said

    def counted(self, number: int, one: str, many: str) -> str:
        """The phrase for one thing, or the phrase for several, whose number fills `{count}`."""
        return self(one) if number == 1 else self(many, count=number)


ENGLISH = Phrases()
