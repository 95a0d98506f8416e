"""What a spec says of players, age and time → the words for it on the cover of the book and on the box."""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.core.languages import Catalogue
from fabgen.spec.game import Facts


def list_facts(facts: Facts, players: int, most: int, words: Catalogue) -> Iterator[str]:
    """Who plays and how long: `2 to 4 players`, `Ages 8 and up`, `30 minutes`. What the `facts` say of players
    comes first; else there are `players`, or up to `most` where that is more."""
    if facts.players:
        yield _count_span("players", "players_range", facts.players, words)
    elif most > players:
        yield words.count("up_to_players", most)
    else:
        yield words.count("players", players)
    if facts.age:
        yield words.count("age", facts.age)
    if facts.minutes:
        yield _count_span("minutes", "minutes_range", facts.minutes, words)


def _count_span(number_key: str, range_key: str, span: tuple[int, int], words: Catalogue) -> str:
    """A number of things, or the fewest and the most."""
    fewest, most = span
    return words.count(number_key, most) if fewest == most else words.count(range_key, most, least=fewest)
