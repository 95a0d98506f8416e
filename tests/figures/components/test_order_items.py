"""What is ordered from a service: cards with movements that overlap nothing, and pieces with plain faces."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from specs import loaded

from fabgen.artwork.drawing import Drawing, Lettering, Role
from fabgen.artwork.paper_things import SafeArea
from fabgen.core.problems import FabgenError
from fabgen.figures.components.order_items import make_movement_cards, make_order_items
from fabgen.spec.load import load_spec

POKER = SafeArea(57.15, 82.55)  # mm: 2.5 x 3.5 in less an eighth of an inch on all sides
LONG = "moves: fmWbcFfsmNbcNfmDbcAmHcCmZcLmG"  # 25 lines of words


def movement_sides(folder: Path, moves: str, room: SafeArea = POKER) -> list[Drawing]:
    spec = loaded(folder, ("moves: fmWfcF", moves), ("    diagram: |\n      x o x\n      . @ .\n", ""))
    card = next(card for card in make_movement_cards(spec) if "guard" in card.name.casefold())
    return list(card.sides(room))


def lettering(side: Drawing) -> list[str]:
    return [item.text.string for item in side.items if isinstance(item, Lettering)]


def test_a_piece_that_never_moves_has_a_card_without_words(tmp_path: Path) -> None:
    front, back = movement_sides(tmp_path, "moves: none")
    assert lettering(front) == ["Guard"]
    assert lettering(back) == ["Skirmish", "Skirmish"], "the title of the game, the same from both ends"
    assert front.only(Role.SELF).items


@pytest.mark.parametrize("moves", ["moves: W", LONG, "moves: fmWbcFfsmNbcNfmDbcAmH"])
def test_name_diagram_and_words_of_a_movement_overlap_nowhere(tmp_path: Path, moves: str) -> None:
    """From the top: name, diagram, words. Cells of 4 mm or more, so that they can be told apart."""
    front, *backs = movement_sides(tmp_path, moves)
    assert len(backs) <= 1
    bounds = [item.bounds() for item in front.items if isinstance(item, Lettering)]
    grid = front.only(Role.GRID).bounds()
    words = [(low, high) for _, low, _, high in bounds]
    assert words[0][0] > grid[3], "the name is over the diagram"
    assert all(high < grid[1] for _, high in words[1:]), "the words are under it"
    assert all(lower[1] < upper[0] for upper, lower in pairwise(words[1:]))
    cells = (grid[2] - grid[0], grid[3] - grid[1])
    files = {"moves: W": 3}.get(moves, 7)
    assert min(cells) >= 4 * files - 1e-6
    for side in (front, *backs):
        left, low, right, high = side.bounds()
        assert max(-left, right) <= POKER.width / 2
        assert max(-low, high) <= POKER.height / 2


def test_every_word_of_a_long_movement_is_on_the_card(tmp_path: Path) -> None:
    """It is too long for the front, and begins with what `fmW` means and ends with what `cL` and `mG` mean."""
    front, back = movement_sides(tmp_path, LONG)
    assert lettering(front) == ["Guard"]
    text = " ".join(lettering(back))
    assert text.startswith("Moves one step straight ahead")
    assert text.count("captures") == 1
    assert text.endswith("jumping over anything in the way.")


def test_a_card_without_room_for_the_diagram_says_so(tmp_path: Path) -> None:
    """Seven cells of 4 mm take 28 mm."""
    with pytest.raises(FabgenError, match="movement of the guard does not fit a card with a safe area of 26 x 60 mm"):
        movement_sides(tmp_path, "moves: H", SafeArea(27.2, 61.2))


@pytest.mark.parametrize("body", ["{standee: pawn, face: plain}", "{tile: disc, face: plain}"])
def test_a_piece_with_a_plain_face_is_ordered_without_its_diagram(tmp_path: Path, body: str) -> None:
    """On the smallest chit, too, and no note says that it lacks something."""
    spec = loaded(tmp_path, ("body: {standee: pawn}", f"body: {body}"))
    item = next(item for item in make_order_items(spec) if item.name == "black guard")
    front, back = item.sides(SafeArea(12, 12))
    assert not front.items, "black is told from white without a sign"
    assert lettering(back) == ["Guard"] or "standee" in body
    assert item.plain is None


def test_standing_pieces_of_all_players_lie_on_the_same_light_paper() -> None:
    """That of the diagram: a square in the middle, its corners rounded. Bars tell the players apart; the two of Black,
    which are dark on a dark piece, have light paper of their own."""
    fronts = [item.sides(SafeArea(25.4, 25.4))[0]
              for item in make_order_items(load_spec("chess-battle")) if item.name.endswith(" knight")]
    papers = [[shape.bounds() for shape in front.only(Role.SHADE).items if shape.tone == "white"] for front in fronts]
    assert len(papers) == 4
    assert [len(boxes) for boxes in papers] == [1, 1, 1 + 2, 1]
    assert [boxes[0] for boxes in papers] == [papers[0][0]] * 4
    left, low, right, high = papers[0][0]
    assert (left + right, right - left) == pytest.approx((0.0, high - low))
    assert [len(front.only(Role.MARK).items) for front in fronts] == [0, 1, 2, 3]
