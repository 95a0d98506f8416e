"""Every option in a small game of its own: what it allows, what it forbids, and what is wrong with it."""

import pytest
from pydantic import ValidationError
from rules.standard.specs import at, build, play, texts, why

from fabgen.rules.protocol import OptionErrors

KING = {"grid": (5, 5), "pieces": {"king": "K", "man": "fmWfcF"}}
HOPPER = {"grid": (6, 6), "pieces": {"man": "mW"}, "zones": {"far": "a6-f6", "near": "a1-f1"}}


def hopping(*kinds, **rules):
    return build({**HOPPER, "rules": {"hops": {"man": list(kinds)}, **rules}})


# turns, passing, being stuck


def test_turns_go_round_all_players():
    spec = {
        **KING,
        "players": {"red": "up", "blue": "down", "grey": "left"},
        "setup": "red: king a1; blue: king c3; grey: king e5",
    }
    game = build(spec, turns=["blue", "grey", "red"])
    position = game.start()
    seen = []
    for _ in range(4):
        seen += game.actors(position)
        position = play(game, position, texts(game, position)[0])
    assert seen == ["blue", "grey", "red", "blue"]


@pytest.mark.parametrize(
    ("passing", "free", "blocked"), [("never", False, []), ("stuck", False, ["pass"]), ("always", True, ["pass"])]
)
def test_passing_is_legal_as_the_option_says(passing, free, blocked):
    game = build({"grid": (3, 3), "pieces": {"man": "fmW"}, "rules": {"passing": passing}})
    assert ("pass" in texts(game, at(game, "white: man a1; black: man c3; turn: white"))) is free
    assert texts(game, at(game, "white: man a1; black: man a2 c3; turn: white")) == blocked


def test_a_game_in_which_all_pass_is_drawn():
    game = build({"grid": (3, 3), "pieces": {"man": "fmW"}, "rules": {"passing": "stuck"}})
    end = at(game, "white: man a1; black: man a2; turn: white")
    assert str(game.outcome(end)) == "draw: white cannot do anything but pass"


@pytest.mark.parametrize(
    ("stuck", "outcome"),
    [
        ("loses", "black won: white cannot move"),
        ("draws", "draw: white cannot move"),
        ("wins", "white won: white cannot move"),
        ({"white": "wins", "black": "loses"}, "white won: white cannot move"),
    ],
)
def test_who_cannot_move_has_the_result_that_the_option_says(stuck, outcome):
    game = build({"grid": (3, 3), "pieces": {"man": "fmW"}, "rules": {"stuck": stuck}})
    assert str(game.outcome(at(game, "white: man a1; black: man a2; turn: white"))) == outcome


THREE = {"grid": (4, 4), "players": {"red": "up", "blue": "down", "grey": "up"}, "pieces": {"man": "fmWfcF"}}


def test_of_three_players_a_stuck_one_is_out_and_the_last_one_left_wins():
    game = build({**THREE, "setup": "red: man a1; blue: man a2 d4; grey: man b1"})
    position = game.start()
    assert game.actors(position) == ("blue",)
    assert str(game.show(position)) == "red: man a1; blue: man a2 d4; grey: man b1; out: red; turn: blue"
    assert game.read(game.show(position)) == position
    end = play(game, position, "d4-d3", "b1xa2", "d3-d2", "a2-a3", "d2-d1", "a3-a4")
    assert str(game.outcome(end)) == "grey won: nobody else is left"


def test_of_three_players_one_without_a_required_piece_is_out():
    game = build(
        {
            **THREE,
            "pieces": {"king": "K"},
            "rules": {"win": [{"capture": ["king"]}]},
            "setup": "red: king a1; blue: king b2; grey: king d4",
        }
    )
    after = play(game, game.start(), "a1xb2")
    assert game.actors(after) == ("grey",)
    assert game.show(after).notes == {"out": "blue"}


# captures


def test_without_captures_pieces_are_in_the_way():
    game = build({**KING, "rules": {"capture": "none"}})
    position = at(game, "white: king a1; black: man b2; turn: white")
    assert texts(game, position) == ["a1-a2", "a1-b1"]
    assert why(game, position, "a1xb2") == "the black man on b2 is in the way: no piece is captured by moving onto it"


@pytest.mark.parametrize(
    ("captured", "after"),
    [
        ("removed", "white: king b2; turn: black"),
        ("hand", "white: king b2; black hand: 1 man; turn: black"),
        ("captor", "white: king b2; white hand: 1 man; turn: black"),
    ],
)
def test_a_captured_piece_goes_where_the_option_says(captured, after):
    game = build({**KING, "rules": {"captured": captured}})
    end = play(game, at(game, "white: king a1; black: man b2; turn: white"), "a1xb2")
    assert str(game.show(end)) == after
    assert game.read(game.show(end)) == end


def test_captured_goes_home():
    game = build({**KING, "zones": {"camp": "a5 b5"}, "rules": {"captured": "home", "homes": {"black man": "camp"}}})
    position = play(game, at(game, "white: king a1; black: man b2; turn: white"), "a1xb2")
    assert texts(game, position) == ["man@a5", "man@b5"]
    assert str(game.show(position)) == "white: king b2; homeless: black man; turn: black"
    assert game.read(game.show(position)) == position
    assert str(game.show(play(game, position, "man@b5"))) == "white: king b2; black: man b5; turn: black"


def test_a_captured_piece_is_in_hand_as_another_kind():
    game = build({**KING, "rules": {"captured": "captor", "hand_as": {"king": "man"}, "drops": {"man": "board"}}})
    end = play(game, at(game, "white: man a1; black: king b2; turn: white"), "a1xb2")
    assert str(game.show(end)) == "white: man b2; white hand: 1 man; turn: black"


def test_a_compulsory_capture_forbids_all_else():
    game = build({**KING, "rules": {"compulsory": True}})
    position = at(game, "white: king a1 e1; black: man b2; turn: white")
    assert texts(game, position) == ["a1xb2"]
    assert why(game, position, "e1-e2") == "a capture is compulsory: a1xb2"


def test_the_chain_that_takes_most_pieces_is_compulsory():
    jump = {"over": "enemy", "to": "W", "takes": "removed"}
    position = "white: man a1 f1; black: man a2 a4 f2; turn: white"
    one, most = hopping(jump, chain={}, compulsory=True), hopping(jump, chain={}, compulsory="most")
    assert sorted(texts(one, at(one, position))) == ["a1xa3", "a1xa3xa5", "f1xf3"]
    assert texts(most, at(most, position)) == ["a1xa3xa5"]
    assert why(most, at(most, position), "f1xf3") == "a capture is compulsory and takes as many as can be: a1xa3xa5"


# hops and chains


def test_whose_pieces_may_be_jumped_over():
    position = "white: man c3 c4; black: man d3; turn: white"
    for over, found in {"friend": ["c3-c5"], "enemy": ["c3-e3"], "any": ["c3-c5", "c3-e3"]}.items():
        game = hopping({"over": over, "to": "W"})
        assert [text for text in texts(game, at(game, position), "c3") if text in ("c3-c5", "c3-e3")] == found


def test_hop_directions_are_the_players_own():
    game = hopping({"over": "any", "to": "fW"})
    assert "c3-c5" in texts(game, at(game, "white: man c3 c4; turn: white"))
    assert "c4-c2" in texts(game, at(game, "white: man c3; black: man c4; turn: black"))


def test_hops_in_a_chain():
    position = "white: man a1; black: man a2 a4; turn: white"
    jump = {"over": "enemy", "to": "W", "takes": "removed"}
    found = {}
    for chain in (None, {"hops": 1}, {"hops": 2}, {"again": "must"}):
        game = hopping(jump, chain=chain)
        found[str(chain)] = [text for text in texts(game, at(game, position)) if "x" in text]
    assert found["None"] == found["{'hops': 1}"] == ["a1xa3"]
    assert found["{'hops': 2}"] == ["a1xa3", "a1xa3xa5"]
    assert found["{'again': 'must'}"] == ["a1xa3xa5"]


def test_chains_that_do_not_turn():
    jump = {"over": "enemy", "to": "W", "takes": "removed"}
    position = "white: man a1; black: man a2 b3 a4; turn: white"
    free, straight = hopping(jump, chain={}), hopping(jump, chain={"turning": "never"})
    assert [t for t in texts(free, at(free, position)) if "x" in t] == ["a1xa3", "a1xa3xa5", "a1xa3xc3"]
    assert [t for t in texts(straight, at(straight, position)) if "x" in t] == ["a1xa3", "a1xa3xa5"]
    assert why(straight, at(straight, position), "a1xa3xc3") == "a chain does not turn"


@pytest.mark.parametrize(("same", "found"), [("once", []), ("again", ["b2-d4-d2-b4"])])
def test_the_same_piece_again(same, found):
    """From b2 over c3 to d4, over d3 to d2, over c3 again to b4: there is no other way."""
    game = hopping({"over": "friend", "to": "K"}, chain={"same_piece": same})
    position = at(game, "white: man b2 c3 d3; turn: white")
    assert [text for text in texts(game, position, "b2") if text.endswith("b4")] == found


def test_one_action_for_two_ways_to_the_same_end():
    game = hopping({"over": "friend", "to": "W"}, chain={})
    position = at(game, "white: man a1 a2 b3 b1 c2; turn: white")
    assert [text for text in texts(game, position, "a1") if text.endswith("c3")] == ["a1-a3-c3"]
    assert game.action(position, "white", "a1-a3-c3") == game.action(position, "white", "a1-c1-c3")
    assert why(game, position, "a1-a3-c3") == ""
    assert why(game, position, "a1-c3") == ""
    assert why(game, position, "a1-a3-a1-c1-c3") == "the piece on a2 is hopped twice"


def test_two_ways_that_capture_different_pieces_are_two_actions():
    game = hopping({"over": "enemy", "to": "fWrW", "takes": "removed"}, chain={"again": "must"})
    position = at(game, "white: man a1; black: man a2 b3 b1 c2; turn: white")
    assert [text for text in texts(game, position) if "x" in text] == ["a1xa3xc3", "a1xc1xc3"]


def test_a_turn_has_no_more_jumps_than_its_budget():
    game = hopping({"over": "friend", "to": "W", "per_turn": 1}, {"over": "enemy", "to": "W"}, chain={})
    position = at(game, "white: man a1 a2 b3; black: man a4; turn: white")
    assert [t for t in texts(game, position, "a1") if t.count("-") > 1] == ["a1-a3-a5"]
    assert why(game, position, "a1-a3-c3") == "one turn has one hop over own pieces, and b3 is one more"


def test_a_far_jump_lands_anywhere_behind_the_piece():
    game = hopping({"over": "enemy", "to": "W", "takes": "removed", "far": True})
    position = at(game, "white: man a1; black: man a3; turn: white")
    assert [text for text in texts(game, position) if "x" in text] == ["a1xa4", "a1xa5", "a1xa6"]
    assert str(game.show(play(game, position, "a1xa5"))) == "white: man a5; turn: black"
    two = at(game, "white: man a1; black: man a3 a4; turn: white")
    assert not [text for text in texts(game, two) if "x" in text]


def test_a_quiet_hop_and_a_quiet_move_to_the_same_cell_are_one():
    game = build({"grid": (5, 5), "pieces": {"man": "mD"}, "rules": {"hops": {"man": [{"over": "any", "to": "W"}]}}})
    assert texts(game, at(game, "white: man a1; black: man a2; turn: white")) == ["a1-a3", "a1-c1"]


def test_a_hopped_piece_to_the_hand():
    for takes, hand in {"hand": "black", "captor": "white"}.items():
        game = hopping({"over": "enemy", "to": "W", "takes": takes})
        end = play(game, at(game, "white: man a1; black: man a2; turn: white"), "a1xa3")
        assert game.show(end).held == {(hand, "hand"): {"man": 1}}


# hands and drops


DROPS = {"grid": (3, 3), "pieces": {"stone": "mW"}, "zones": {"low": "a1-c1"}}


def test_drops_in_zones():
    game = build(
        {
            **DROPS,
            "rules": {"drops": {"white": "low", "black": "board"}},
            "setup": "white: stone a1; white hand: 2 stone; black hand: 1 stone",
        }
    )
    assert [t for t in texts(game, game.start()) if "@" in t] == ["stone@b1", "stone@c1"]
    after = play(game, game.start(), "stone@b1")
    assert len(texts(game, after)) == 7
    assert str(game.show(after)) == "white: stone a1 b1; white hand: 1 stone; black hand: 1 stone; turn: black"
    assert why(game, game.start(), "stone@a2") == "a stone is not dropped on a2"
    assert why(game, game.start(), "stone@a1") == "the white stone on a1 is in the way"


def test_pieces_in_hand_are_placed_before_anything_moves():
    game = build({**DROPS, "rules": {"drops": {"stone": "board"}, "drops_first": True}})
    position = at(game, "white: stone a1; white hand: 1 stone; black: stone c3; turn: white")
    assert all("@" in text for text in texts(game, position))
    assert why(game, position, "a1-a2") == "pieces in hand are placed before anything moves"


def test_three_in_a_line():
    game = build(
        {
            **DROPS,
            "pieces": {"stone": "mD"},
            "rules": {"drops": {"stone": "board"}, "win": [{"line": 3}], "stuck": "draws", "drops_first": True},
            "setup": "white hand: 5 stone; black hand: 4 stone",
        }
    )
    won = play(game, game.start(), "stone@a1", "stone@b1", "stone@b2", "stone@c1", "stone@c3")
    assert str(game.outcome(won)) == "white won: white has 3 in a line"
    drawn = at(game, "white: stone a1 b2 c2 b3 a3; black: stone b1 c1 a2 c3; turn: black")
    assert (
        game.outcome(at(game, "white: stone a1 b2 c2 b3; black: stone b1 c1 a2 c3; white hand: 1 stone; turn: white"))
        is None
    )
    assert game.outcome(drawn) is not None


@pytest.mark.parametrize(
    ("to", "cells", "won"),
    [
        ("W", "a1 b1 c1", True),
        ("W", "a1 b2 c3", False),
        ("F", "a3 b2 c1", True),
        ("F", "a1 a2 a3", False),
        ("K", "b1 c1 a2", False),
    ],
)
def test_a_line_wins_in_the_directions_of_its_goal(to, cells, won):
    game = build({**DROPS, "rules": {"win": [{"line": 3, "to": to}]}})
    assert (game.outcome(at(game, f"white: stone {cells}; black: stone c2; turn: black")) is not None) is won


# promotion


PAWNS = {
    "grid": (3, 4),
    "pieces": {"pawn": "fmW", "queen": "Q", "rook": "R"},
    "zones": {"top": "a4-c4", "high": "a3-c4", "low": "a1-c1"},
}


@pytest.mark.parametrize(
    ("rule", "start", "actions"),
    [
        ({"to": ["queen"]}, "a3", ["a3-a4=queen"]),
        ({"to": ["queen", "rook"]}, "a3", ["a3-a4=queen", "a3-a4=rook"]),
        ({"to": ["queen"], "choice": "may"}, "a3", ["a3-a4", "a3-a4=queen"]),
        ({"to": ["queen"]}, "a2", ["a2-a3"]),
        ({"to": ["queen"], "zone": {"white": "low"}}, "a1", ["a1-a2"]),
        ({"to": ["queen"], "zone": {"white": "low"}, "when": "touches"}, "a1", ["a1-a2=queen"]),
    ],
)
def test_a_piece_is_promoted_where_and_when_the_rule_says(rule, start, actions):
    game = build({**PAWNS, "rules": {"promotion": {"pawn": {"zone": {"white": "top"}, **rule}}}})
    position = at(game, f"white: pawn {start}; turn: white")
    assert texts(game, position) == actions
    after = play(game, position, actions[-1])
    assert ("queen" in str(game.show(after)) or "rook" in str(game.show(after))) is ("=" in actions[-1])


@pytest.mark.parametrize(("in_chain", "actions"), [("ends", ["a2xa4=king"]), ("waits", ["a2xa4=king", "a2xa4xa6"])])
def test_promotion_in_a_chain(in_chain, actions):
    game = build(
        {
            "grid": (3, 6),
            "pieces": {"man": "mW", "king": "K"},
            "zones": {"four": "a4-c4"},
            "rules": {
                "hops": {"man": [{"over": "enemy", "to": "W", "takes": "removed"}]},
                "chain": {},
                "promotion": {"man": {"zone": {"white": "four"}, "to": ["king"], "in_chain": in_chain}},
            },
        }
    )
    position = at(game, "white: man a2; black: man a3 a5; turn: white")
    assert [text for text in texts(game, position) if "x" in text] == actions


# terrain, forbidden cells, first moves


def test_slides_stop_at_closed_ground_and_leaps_go_over_it():
    spec = {"grid": (5, 1), "zones": {"mud": "c1"}, "rules": {"terrain": {"mud": {"open": "even"}}}}
    slide, leap = build({**spec, "pieces": {"it": "R"}}), build({**spec, "pieces": {"it": "H"}})
    assert texts(slide, at(slide, "white: it a1; turn: white")) == ["a1-b1"]
    assert texts(slide, at(slide, "white: it a1; black: it e1; turn: white")) == ["a1-b1", "a1-c1", "a1-d1", "a1xe1"]
    assert texts(leap, at(leap, "white: it a1; turn: white")) == ["a1-d1"]
    assert (
        why(slide, at(slide, "white: it a1; turn: white"), "a1-d1") == "c1 is mud and closed: 1 pieces are on the board"
    )


def test_drops_need_open_ground():
    game = build(
        {
            "grid": (3, 1),
            "pieces": {"it": "mW"},
            "zones": {"mud": "c1"},
            "rules": {"terrain": {"mud": {"open": "even"}}, "drops": {"it": "board"}},
        }
    )
    assert [t for t in texts(game, at(game, "white: it a1; white hand: 1 it; turn: white")) if "@" in t] == ["it@b1"]


def test_forbidden_cells_are_crossed():
    game = build(
        {"grid": (5, 1), "pieces": {"it": "R"}, "zones": {"holy": "c1"}, "rules": {"forbidden": {"white": "holy"}}}
    )
    assert texts(game, at(game, "white: it a1; turn: white")) == ["a1-b1", "a1-d1", "a1-e1"]
    assert texts(game, at(game, "black: it a1; turn: black")) == ["a1-b1", "a1-c1", "a1-d1", "a1-e1"]


def test_several_zones_are_forbidden_together():
    """A refusal names the zone in which the cell lies."""
    spec = {"grid": (6, 1), "pieces": {"it": "R"}, "zones": {"holy": "c1", "mud": "e1 f1"}}
    game = build({**spec, "rules": {"forbidden": {"white": ["holy", "mud"]}}})
    here = at(game, "white: it a1; turn: white")
    assert texts(game, here) == ["a1-b1", "a1-d1"]
    assert why(game, here, "a1-c1") == "c1 is forbidden to the white it: it lies in holy"
    assert why(game, here, "a1-f1") == "f1 is forbidden to the white it: it lies in mud"


def test_pieces_are_dropped_on_several_zones():
    spec = {"grid": (6, 1), "pieces": {"it": "mW"}, "zones": {"holy": "c1", "mud": "e1 f1"}}
    game = build({**spec, "rules": {"drops": {"it": ["holy", "mud"]}}})
    placed = texts(game, at(game, "white: it a1; white hand: 1 it; turn: white"))
    assert [text for text in placed if "@" in text] == ["it@c1", "it@e1", "it@f1"]


def test_first_moves_from_the_start_and_from_a_position():
    game = build({"grid": (3, 5), "pieces": {"pawn": "fmWfimnD"}, "setup": "white: pawn a1 b2; black: pawn c5"})
    assert texts(game, game.start(), "a1") == ["a1-a2", "a1-a3"]
    assert str(game.show(game.start())) == "white: pawn a1 b2; black: pawn c5; unmoved: a1 b2 c5; turn: white"
    after = play(game, game.start(), "a1-a2", "c5-c4")
    assert texts(game, after, "a2") == ["a2-a3"]
    assert texts(game, after, "b2") == ["b2-b3", "b2-b4"]
    unsaid = at(game, "white: pawn a1; turn: white")
    assert texts(game, unsaid) == ["a1-a2"]
    assert why(game, unsaid, "a1-a3") == "the pawn on a1 may go to a3 on its first move only, and it has moved"


# goals


@pytest.mark.parametrize(
    ("pieces", "cells", "won"),
    [
        ("any", "a3 b1", True),
        ("any", "a1 b1", False),
        ("all", "a3 b3", True),
        ("all", "a3 b1", False),
        ("fill", "a3 b3 c3", True),
        ("fill", "a3 b3", False),
    ],
)
def test_a_zone_is_reached_by_as_many_pieces_as_the_goal_asks(pieces, cells, won):
    game = build(
        {**DROPS, "zones": {"top": "a3-c3"}, "rules": {"win": [{"reach": {"white": "top"}, "pieces": pieces}]}}
    )
    assert (game.outcome(at(game, f"white: stone {cells}; black: stone c2; turn: black")) is not None) is won


def test_several_goals_are_alternatives():
    game = build(
        {
            **DROPS,
            "zones": {"top": "a3-c3", "side": "c1-c3"},
            "rules": {
                "win": [{"reach": {"white": "top"}, "pieces": "all"}, {"reach": {"white": "side"}, "pieces": "all"}]
            },
        }
    )
    for cells, won in {"a3 b3": True, "c1 c2": True, "a3 c1": False}.items():
        assert (game.outcome(at(game, f"white: stone {cells}; black: stone a1; turn: black")) is not None) is won


def test_a_player_without_pieces_does_not_win():
    game = build(
        {
            **DROPS,
            "zones": {"top": "a3-c3"},
            "rules": {"win": [{"reach": {"white": "top", "black": "top"}, "pieces": "all"}]},
        }
    )
    assert game.outcome(at(game, "white: stone a1; turn: white")) is None


def test_losing_goals():
    game = build(
        {
            **DROPS,
            "zones": {"one": "a1-a3", "two": "b1-b3"},
            "rules": {
                "lose": [{"reach": {"white": "one"}, "pieces": "all"}, {"reach": {"white": "two"}, "pieces": "all"}]
            },
        }
    )
    assert (
        str(game.outcome(at(game, "white: stone b1 b2; black: stone c1; turn: white")))
        == "black won: all pieces of white stand in two"
    )


@pytest.mark.parametrize(
    ("goal", "left", "won"),
    [
        ({"capture": "all"}, "man a5", False),
        ({"capture": ["king"]}, "man a5", True),
        ({"capture": ["king"]}, "king a5", False),
        ({"capture": ["king"], "fewer_than": 2}, "king a5", True),
        ({"capture": ["man"], "fewer_than": 3}, "man a5 b5", True),
    ],
)
def test_capturing_wins_once_enough_is_captured(goal, left, won):
    game = build({**KING, "rules": {"win": [goal]}, "setup": "white: king a1; black: king d5 e5, man a4 b4 c4"})
    outcome = game.outcome(at(game, f"white: king a1; black: {left}; turn: black"))
    assert (outcome is not None and outcome.winners == ("white",)) is won


def test_capture_goals_concern_only_players_who_start_with_such_pieces():
    game = build(
        {**KING, "rules": {"win": [{"capture": ["man"], "fewer_than": 2}]}, "setup": "white: king a1; black: man a4 b4"}
    )
    assert game.outcome(game.start()) is None


def test_the_movers_goal_comes_first():
    game = build({**DROPS, "rules": {"win": [{"reach": {"white": "low", "black": "low"}}]}})
    both = "white: stone a1; black: stone b1; turn: "
    assert game.outcome(at(game, f"{both}black")).winners == ("white",)
    assert game.outcome(at(game, f"{both}white")).winners == ("black",)


# what does not fit


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        ({"win": [{"reach": {"white": "tpo"}}]}, "there is no zone `tpo`"),
        ({"win": [{"reach": {"whit": "low"}}]}, "`whit` is no player, no piece and no `player piece`"),
        ({"forbidden": {"kign": "low"}}, "`kign` is no player, no piece and no `player piece`"),
        ({"forbidden": {"king": ["low", "lwo"]}}, "there is no zone `lwo`"),
        ({"hops": {"pwan": [{"over": "any"}]}}, "there is no piece `pwan`"),
        ({"hops": {"king": [{"over": "any", "to": "N"}]}}, "`N` leads further than to neighbours"),
        (
            {"hops": {"king": [{"over": "any", "takes": "hand"}, {"over": "enemy", "takes": "removed"}]}},
            "hops of one piece take in several ways: hand and removed",
        ),
        (
            {"hops": {"king": [{"over": "any"}]}, "chain": {"again": "must", "same_piece": "again"}},
            "a chain that must go on while it can, over the same piece again, may never end",
        ),
        ({"also": {"king": [{"moves": "K", "when": "all goals filled"}]}}, "`K` is more than quiet steps and leaps"),
        ({"promotion": {"man": {"zone": {"white": "low"}, "to": ["man"]}}}, "a man cannot be promoted to a man"),
        ({"promotion": {"man": {"zone": {"white": "low"}, "to": ["quene"]}}}, "there is no piece `quene`"),
        ({"terrain": {"mud": {"open": "odd"}}}, "there is no zone `mud`"),
        ({"terrain": {"low": {"open": "odd"}, "lower": {"open": "even"}}}, "a1 is in two zones with terrain"),
        ({"turns": ["white", "white"]}, "the turns of white and white are not one turn of each player"),
        ({"stuck": {"green": "wins"}}, "no player is called `green`"),
        ({"hand_as": {"king": "crown"}}, "there is no piece `crown`"),
        ({"win": [{"capture": ["crown"]}]}, "there is no piece `crown`"),
    ],
)
def test_an_option_that_does_not_fit_the_game_is_a_mistake(rules, what):
    with pytest.raises(OptionErrors) as raised:
        build({**KING, "zones": {"low": "a1-c1", "lower": "a1"}, "rules": rules})
    assert [mistake.what for mistake in raised.value.mistakes] == [what]


def test_all_mistakes_at_once():
    with pytest.raises(OptionErrors) as raised:
        build({**KING, "rules": {"drops": {"king": "x"}, "homes": {"man": "y"}, "hand_as": {"a": "king"}}})
    assert [mistake.key for mistake in raised.value.mistakes] == [("homes", "man"), ("drops", "king"), ("hand_as", "a")]


@pytest.mark.parametrize(
    "rules",
    [
        {"custodian": True},
        {"hops": {"king": [{"over": "foe"}]}},
        {"chain": {"hops": 0}},
        {"win": [{"reach": {}, "line": 3}]},
        {"compulsory": "least"},
        {"lose": [{"capture": "all"}]},
        {"terrain": {"low": {"open": "always"}}},
    ],
)
def test_refused_by_the_model(rules):
    with pytest.raises(ValidationError):
        build({**KING, "zones": {"low": "a1"}, "rules": rules})


def test_too_many_kinds():
    with pytest.raises(OptionErrors, match="too many"):
        build({"pieces": {f"kind{n}": "W" for n in range(128)}})


# texts


def test_rulings_are_cited():
    game = build(
        {**HOPPER, "rules": {"hops": {"man": [{"over": "any", "to": "W"}]}, "chain": {"final": "further"}}},
        {"chain.final": "X-1"},
    )
    assert why(game, at(game, "white: man c3 b3; turn: white"), "c3-a3").endswith("and a3 does not lie further (X-1)")


@pytest.mark.parametrize(
    ("player", "text", "reason"),
    [
        ("black", "c3-c4", "it is the turn of white"),
        ("white", "c3", "`c3` is no action here: cells are a1 to f6, as in `c3-c4`"),
        ("white", "pass", "nobody may pass"),
        ("white", "d4-d5", "no piece stands on d4"),
        ("white", "man@a1", "no man is in the hand"),
    ],
)
def test_a_text_that_no_player_could_play_is_refused_in_words(player, text, reason):
    game = build(HOPPER)
    assert game.why_not(at(game, "white: man c3; black: man f6; turn: white"), player, text) == reason


def test_apply_refuses_an_illegal_action():
    game = build(HOPPER)
    position = at(game, "white: man c3; black: man f6; turn: white")
    move = game.action(position, "white", "c3-c4")
    for wrong in ({"black": move}, {}, {"white": move._replace(target=35)}):
        with pytest.raises(ValueError, match=r"action|acts"):
            game.apply(position, wrong)


def test_a_note_with_an_unknown_name():
    game = build({**KING, "rules": {"captured": "home"}})
    with pytest.raises(ValueError, match="names nobody"):
        at(game, "white: king a1; homeless: black crown")
