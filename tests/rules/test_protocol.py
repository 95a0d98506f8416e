"""What rule sets say beside their rules, and the old name of their module."""

from __future__ import annotations

import importlib
import sys

import pytest

from fabgen.rules import protocol, rule_sets
from fabgen.rules.boards import Board, MapLine, hexagon_board, map_board
from fabgen.rules.games.skeleton import LegalityRow, first_reason, is_legal
from fabgen.rules.protocol import Features


def test_the_old_module_has_all_public_names_and_warns() -> None:
    sys.modules.pop("fabgen.rules.game", None)
    with pytest.warns(DeprecationWarning, match=r"moved to fabgen\.rules\.protocol"):
        old = importlib.import_module("fabgen.rules.game")
    renamed = {"Given": "RuleSetInput"}
    homes = {name: rule_sets if name == "rule_sets" else protocol for name in old.__all__}
    assert all(getattr(old, name) is getattr(home, renamed.get(name, name)) for name, home in homes.items())


@pytest.mark.parametrize("name", ["chess-battle", "correction"])
def test_games_say_that_they_have_hands(name: str) -> None:
    rule_set = rule_sets.rule_sets()[name]()
    assert rule_set.features(None) == Features(has_hands=True)


def test_a_row_forbids_with_its_own_reason() -> None:
    rows = (LegalityRow[int, str](lambda n: n > 9, lambda n, unit: f"{n} {unit} are too many"),
            LegalityRow[int, str](lambda n: n % 2 == 1, lambda n, unit: f"{n} is odd"))
    assert [is_legal(rows, n) for n in (2, 3, 11)] == [True, False, False]
    assert [first_reason(rows, n, "men") for n in (2, 3, 11)] == ["", "3 is odd", "11 men are too many"]


def test_boards_answer_for_their_kind() -> None:
    road = map_board("abc", [("a", "b")], [MapLine(("a", "b", "c")), MapLine(("b", "a"))])
    boards = (Board(2, 2), Board(2, 2).without(["a1"]), hexagon_board(2), road)
    assert [board.kind for board in boards] == ["squares", "squares", "hexagons", "map"]
    assert [board.is_rectangle for board in boards] == [True, False, False, False]
    assert [board.plane is board.compass for board in boards] == [True, True, True, False]
    assert road.line_pairs == (("b", "a"), ("b", "c"))
    assert boards[0].line_pairs == ()
    assert boards[0].neighbours_by_cell["a1"] == boards[0].neighbours("a1")
