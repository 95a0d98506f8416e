"""A spec → its paper kit: names and counts as in the rulebook, in the spec's order, and what tells sides apart."""

from __future__ import annotations

import pytest

from fabgen.artwork.paper_things import Net
from fabgen.core.languages import load_words
from fabgen.figures.components.paper_kit import describe_player_signs, make_paper_kit
from fabgen.spec.load import load_spec


def test_names_are_capitalised_plural_and_in_the_order_of_the_spec() -> None:
    spec = load_spec("correction")
    kit = make_paper_kit(spec)
    assert [(b.count, b.name) for b in kit.batches] == [
        (4, "green Pawns"),
        (1, "green Knight"),
        (1, "green Spearman"),
        (4, "orange Pawns"),
        (1, "orange Knight"),
        (1, "orange Spearman"),
        (20, "denial tokens"),
        (2, "quick references"),
    ]
    assert kit.note == "Orange pieces carry a bar in the foot."


def test_bases_fit_their_cells() -> None:
    spec = load_spec("correction")
    for batch in make_paper_kit(spec).batches:
        if isinstance(batch.thing, Net):
            assert max(batch.thing.footprint) <= 0.9 * spec.game.board.cell + 1e-9


@pytest.mark.parametrize(
    ("count", "ends"),
    [(3, "a none, b 1 bar and c 2 bars."), (6, "d 3 bars, e 1 ring and f 1 ring + 1 bar.")],
)
def test_the_signs_of_more_players_are_listed(count: int, ends: str) -> None:
    assert describe_player_signs("abcdefghijkl"[:count], load_words()).endswith(ends)
