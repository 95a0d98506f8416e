"""The quick reference of every template shows how its pieces move; the marks of the book's figures stand elsewhere."""

from __future__ import annotations

import pytest

from fabgen.artwork.book import Figure, Heading, Paragraph, every, plain
from fabgen.figures.blocks import figure_anchor
from fabgen.spec.load import load_spec, template_folders
from fabgen.stages import read_rulebook

GAMES = sorted(template_folders())


@pytest.mark.parametrize("game", GAMES)
def test_the_quick_reference_has_what_one_needs_at_arms_length(game: str) -> None:
    spec = load_spec(game)
    book = read_rulebook(spec)
    behind = {block.anchor for block in every(book.reference) if isinstance(block, Figure)}
    assert behind == {figure_anchor(f"moves:{piece}") for piece in spec.game.pieces}
    assert figure_anchor("legend") in {block.anchor for block in every(book.body) if isinstance(block, Figure)}


@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_answered_in_a_sentence(game: str) -> None:
    spec = load_spec(game)
    assert all(ruling.answer for ruling in spec.game.rulings.values())
    body = read_rulebook(spec).body
    asked = [n for n, block in enumerate(body) if isinstance(block, Heading) and block.anchor.startswith("ruling/")]
    assert len(asked) == sum(bool(ruling.question) for ruling in spec.game.rulings.values())
    for n in asked:
        answer = body[n + 1]
        assert isinstance(answer, Paragraph)
        words = plain(answer.text)
        assert words[0].isupper()
        assert "'" not in words
        assert words.count(".") >= 2, words  # the answer and its reason


def test_the_component_list_says_for_how_many_it_counts() -> None:
    """Chess Battle has twelve seats, of which its book shows four; Correction has two."""
    heads = {game: [plain(cell) for block in read_rulebook(load_spec(game)).body if hasattr(block, "head")
                    for cell in block.head] for game in ("chess-battle", "correction")}
    assert "For 4 players" in heads["chess-battle"]
    assert "In all" in heads["correction"]
    assert "Up to 12 players" in read_rulebook(load_spec("chess-battle")).facts
