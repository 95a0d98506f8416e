"""The component list says how many tokens each player has, for every number of players."""

from __future__ import annotations

import pytest

from fabgen.figures.components.component_list import list_components
from fabgen.spec.load import load_spec, with_players


@pytest.mark.parametrize("players", [4, 6, 12])
def test_tokens_by_player(players: int) -> None:
    """In Chess Battle each player has 2 medals and a freeze; the corners are for all."""
    spec = with_players(load_spec("chess-battle"), players)
    rows = {row.name: (row.each, row.total) for row in list_components(spec) if "token" in row.name.lower()}
    assert rows == {
        "Medal tokens": (2, 2 * players),
        "Freeze tokens": (1, players),
        "Yellow corner tokens": (None, 4),
        "Red corner tokens": (None, 4),
    }


def test_one_token_is_called_a_token() -> None:
    """An Abstract Game has a single token, for all players."""
    assert list_components(load_spec("abstract-game"))[-1].name == "Parity token"
