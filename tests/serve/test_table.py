"""What a click on the page's table stands for."""

from pathlib import Path

import pytest
from rules.outside.test_mechanics import written

from fabgen.serve.look import Look
from fabgen.serve.studio import Store, Studio
from fabgen.serve.table import choice_cells, play
from fabgen.spec.load import load_spec


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("c2-c1", ["c2", "c1"]),
        ("c2xc1", ["c2", "c1"]),
        ("c2-c1x(d2)", ["c2", "c1"]),
        ("c2-c1x(d2)x(a1)", ["c2", "c1"]),
        ("man@c1x(d2)", ["c1"]),
        ("c1x(c2)d3", ["c1", "c2", "d3"]),
        ("a1..c1-a2", ["a1", "c1", "a2"]),
        ("x(d4)", ["d4"]),
        ("pass", []),
    ],
)
def test_the_last_cell_of_an_action_is_where_it_ends(tmp_path: Path, text: str, cells: list[str]) -> None:
    assert choice_cells(load_spec(str(written(tmp_path, "milling"))), text) == cells


def test_a_tower_comes_from_its_top_down_with_its_height(tmp_path: Path) -> None:
    """b2 jumps over c3: the man on top of c3 goes below the one from b2."""
    studio = Studio(load_spec(str(written(tmp_path, "towers"))), Look(), Store())
    position = "white: man b2 e1; black: man c3 e5; under c3: 2 black man, white officer; turn: white"
    table = play(studio, {"position": position, "line": ["b2xd4"]})
    on_cells = {cell: [f"{piece['player']} {piece['kind']}" for piece in table["pieces"] if piece["cell"] == cell]
                for cell in table["towers"]}
    assert table["towers"] == {"c3": 3, "d4": 2}
    assert on_cells == {"c3": ["black man", "black man", "white officer"], "d4": ["white man", "black man"]}


def kinds_of(table: dict, player: str) -> set[str]:
    return {piece["kind"] for piece in table["pieces"] if piece["player"] == player}


@pytest.mark.parametrize(
    ("viewer", "white", "black", "can_act"),
    [
        ("", {"hidden"}, {"friend", "thief"}, True),  # black is to move after white
        ("black", {"hidden"}, {"friend", "thief"}, True),
        ("white", {"friend", "thief"}, {"hidden"}, False),
        ("*", {"friend", "thief"}, {"friend", "thief"}, True),
        ("nobody", {"hidden"}, {"friend", "thief"}, True),
    ],
)
def test_a_table_is_seen_by_one_side(tmp_path: Path, viewer: str, white: set, black: set, can_act: bool) -> None:
    studio = Studio(load_spec(str(written(tmp_path, "hiding"))), Look(), Store())
    table = play(studio, {"line": ["b2-b3"], "viewer": viewer})
    assert (kinds_of(table, "white"), kinds_of(table, "black")) == (white, black)
    assert bool(table["actions"]) is can_act
    assert list(table["viewers"]) == ["", "white", "black", "*"]
    assert {f"{piece['player']}-{piece['kind']}" for piece in table["pieces"]} <= {*table["icons"]}
    assert ("hidden" in table["position"]) is (viewer != "*")


def test_a_table_tells_who_is_revealed(tmp_path: Path) -> None:
    studio = Studio(load_spec(str(written(tmp_path, "hiding"))), Look(), Store())
    table = play(studio, {"line": ["b2-b3", "b4xb3"], "viewer": "white"})
    assert table["revealed"] == ["white friend on b3", "black friend on b3"]
    assert table["seen_line"] == ["white: b2-b3", "black: b4xb3"]
    assert kinds_of(table, "black") == {"friend", "hidden"}


def test_a_game_without_secrets_offers_no_viewers(tmp_path: Path) -> None:
    studio = Studio(load_spec(str(written(tmp_path, "towers"))), Look(), Store())
    table = play(studio, {"viewer": "black"})
    assert (table["viewers"], table["revealed"]) == ({}, [])
    assert table["actions"]


def test_orders_of_all_players_are_collected_and_no_picture_or_text_of_a_position_shows_them(tmp_path: Path) -> None:
    studio = Studio(load_spec(str(written(tmp_path, "ordering"))), Look(), Store())
    start = play(studio, {})
    assert start["waiting"] == ["white", "black"]
    first = play(studio, {"player": "white", "text": "b1-b2"})
    assert (first["waiting"], first["orders"], first["line"]) == (["black"], {"white": "b1-b2"}, [])
    assert {action["player"] for action in first["actions"]} == {"black"}
    assert (first["position"], first["pieces"]) == (start["position"], start["pieces"])
    both = play(studio, {"player": "black", "text": "b5-b4", "orders": first["orders"]})
    assert both["line"] == both["seen_line"] == ["white: b1-b2; black: b5-b4"]
    assert both["waiting"] == ["white", "black"]
    assert "turn" not in both["position"]
    assert play(studio, {"player": "black", "text": "b5-b3"})["refusal"] == "the scout on b5 cannot reach b3"
