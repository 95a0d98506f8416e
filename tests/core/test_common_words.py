"""Suggestions know what people call things."""

from __future__ import annotations

import pytest

from fabgen.core.problems import close_words

SHIPS = ["castle", "ship", "shield", "fir"]
MATERIALS = ["acrylic-3mm", "birch-ply-3mm", "birch-ply-4mm", "card-1mm", "mdf-3mm"]


@pytest.mark.parametrize(("word", "valid", "meant"), [
    ("boat", SHIPS, ["ship"]), ("Boat", SHIPS, ["ship"]), ("tree", SHIPS, ["fir"]), ("shiip", SHIPS, ["ship"]),
    ("plywood", MATERIALS, ["birch-ply-3mm", "birch-ply-4mm"]), ("plywood-4mm", MATERIALS, ["birch-ply-4mm"]),
    ("perspex-3mm", MATERIALS, ["acrylic-3mm"]), ("compulsary", ["compulsory", "chain"], ["compulsory"]),
    ("mandatory", ["compulsory", "chain"], ["compulsory"]), ("money", ["tokens", "decks"], ["tokens"]),
    ("coins", ["tokens", "decks"], ["tokens"]), ("cards", ["tokens", "decks"], ["decks"]),
])
def test_a_common_word_means_the_word_of_fabgen(word: str, valid: list[str], meant: list[str]) -> None:
    assert close_words(word, valid) == meant
