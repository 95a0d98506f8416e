"""Options that settle what a text leaves open, each on a board where its readings differ."""

import pytest
from rules.standard.specs import ABSTRACT, CROSSING, at, build, play, texts, why

from fabgen.rules.perft import divide, perft
from fabgen.rules.protocol import OptionErrors

LONE = {"grid": (5, 5), "pieces": {"man": "none"}}


def hopping(chain=None, *hops, **rules):
    """A board of five by five with pieces that only jump."""
    chained = {} if chain is None else {"chain": chain}
    return build({**LONE, "rules": {"hops": {"man": list(hops)}, **chained, **rules}})


def differ(one, other, position, cell=""):
    """The actions that are new in the second game, and those that are missing there."""
    here, there = (set(texts(game, at(game, position), cell)) for game in (one, other))
    return there - here, here - there


def test_a_jump_may_land_beside_the_piece_it_goes_over():
    straight, free = (hopping(None, {"over": "enemy", "to": "fF", "lands": lands}) for lands in ("straight", "any"))
    position = "white: man c1; black: man d2 b4; turn: white"
    assert texts(straight, at(straight, position)) == ["c1-e3"]
    assert sorted(texts(free, at(free, position))) == ["c1-c3", "c1-e3"]


def test_a_text_names_the_captured_piece_where_the_landing_leaves_it_open():
    game = hopping(None, {"over": "enemy", "to": "fF", "takes": "removed", "lands": "any"})
    position = at(game, "white: man c1; black: man b2 d2; turn: white")
    assert sorted(texts(game, position)) == ["c1x(b2)a3", "c1x(b2)c3", "c1x(d2)c3", "c1x(d2)e3"]
    assert str(game.show(play(game, position, "c1x(d2)c3"))) == "white: man c3; black: man b2; turn: black"
    assert why(game, position, "c1xc3") == "from c1 to c3 it goes over b2 or d2: write which, as in `x(b2)`"
    assert why(game, position, "c1x(b2)e3") == "the man does not hop from c1 to e3"
    assert game.action(position, "white", "c1xe3") == game.action(position, "white", "c1x(d2)e3")


def test_a_far_hop_lands_straight_behind():
    with pytest.raises(OptionErrors, match="a far hop lands straight behind"):
        hopping(None, {"over": "enemy", "far": True, "lands": "any"})


def test_one_direction_leaves_one_landing():
    """Why the ruling on the landing changes nothing on a board of squares where hops only go straight ahead."""
    hops = {"over": "enemy", "to": "fW", "takes": "removed"}
    one, other = (build(ABSTRACT, hops={"piece": [hops | {"lands": lands}]}) for lands in ("straight", "any"))
    assert one.game.hops[1].near[0][0][7] == other.game.hops[1].near[0][0][7] != ()
    assert perft(one, one.start(), 3) == perft(other, other.start(), 3)


def test_hops_of_one_kind_go_along_one_axis():
    kind = {"over": "enemy", "to": "W"}
    position = "white: man c1; black: man c2 c4 d3; turn: white"
    any_axis, one_axis, one_piece = (
        hopping({}, kind | more) for more in ({}, {"along": "one axis"}, {"per_turn": 1})
    )
    assert texts(any_axis, at(any_axis, position)) == ["c1-c3", "c1-c3-c5", "c1-c3-e3"]
    assert texts(one_axis, at(one_axis, position)) == ["c1-c3", "c1-c3-c5"]
    assert texts(one_piece, at(one_piece, position)) == ["c1-c3"]
    reason = "the hops over enemies of one turn go along one axis, and that over d3 does not"
    assert why(one_axis, at(one_axis, position), "c1-c3-e3") == reason


TWICE = "white: man a1 b3; black: man b2; turn: white"
STAYS, TAKES = {"over": "enemy"}, {"over": "friend", "takes": "removed"}


@pytest.mark.parametrize(
    ("same_piece", "goes"), [("once", False), ("enemies once", False), ("friends once", True), ("again", True)]
)
def test_which_pieces_a_chain_may_jump_over_twice(same_piece, goes):
    game = hopping({"same_piece": same_piece}, STAYS, TAKES)
    assert ("a1-c3xa3-c1" in texts(game, at(game, TWICE))) is goes
    assert why(game, at(game, TWICE), "a1-c3xa3-c1") == ("" if goes else "the piece on b2 is hopped twice")


def test_a_chain_that_must_go_on_over_the_same_enemy_may_never_end():
    with pytest.raises(OptionErrors, match="may never end"):
        hopping({"again": "must", "same_piece": "friends once"}, STAYS, TAKES)
    assert hopping({"again": "must", "same_piece": "enemies once"}, STAYS, TAKES)


RING = "white: man a1; black: man b1 c2 b3 a2 e5; turn: white"


@pytest.mark.parametrize(("start", "goes"), [("empty", True), ("taken", False)])
def test_the_cell_that_the_hopper_left(start, goes):
    game = hopping({"start": start}, {"over": "enemy", "to": "W", "takes": "removed"})
    round_ = "a1xc1xc3xa3xa1"
    assert (game.action(at(game, RING), "white", round_) is not None) is goes
    assert why(game, at(game, RING), round_) == ("" if goes else "the chain started on a1, which counts as taken")


def test_over_a_piece_on_closed_ground():
    position = "white: piece a5 e6 d5; black: piece a6 d6 c7; turn: white"
    free = {name: rule | {"over": "free"} for name, rule in ABSTRACT["rules"]["terrain"].items()}
    closed, open_ = build(ABSTRACT), build(ABSTRACT, terrain=free)
    assert differ(closed, open_, position) == ({"a5xa7"}, set())
    assert why(open_, at(open_, "white: piece a6; black: piece a5 b3 c3; turn: black"), "a5xa7") != ""


def test_a_far_hop_goes_over_a_piece_on_closed_ground_and_never_over_the_ground_itself():
    far = {"over": "enemy", "to": "W", "far": True}
    spec = {**LONE, "zones": {"marsh": "c1 d1"}}
    closed, free = (
        build({**spec, "rules": {"hops": {"man": [far]}, "terrain": {"marsh": {"open": "never", "over": over}}}})
        for over in ("closed", "free")
    )
    over = "white: man a1; black: man c1; turn: white"  # d1 is closed: nobody lands there, or beyond it
    assert texts(closed, at(closed, over)) == texts(free, at(free, over)) == []
    last = "white: man a1; black: man d1; turn: white"  # the empty c1 is in the way
    assert texts(free, at(free, last)) == []
    end = "white: man b1; black: man c1; turn: white"
    wide = build({**spec, "zones": {"marsh": "c1"}, "rules": free.options.model_dump(exclude_unset=True)})
    assert texts(wide, at(wide, end)) == ["b1-d1", "b1-e1"]


CORNERED = "white: piece a3; black: piece a4 b3 c7; turn: white"


def test_a_player_who_can_only_capture_is_stuck_or_not():
    usual, strict = build(ABSTRACT), build(ABSTRACT, stuck_when="no quiet action")
    assert texts(usual, at(usual, CORNERED)) == ["a3xa5"]
    assert str(strict.outcome(at(strict, CORNERED))) == "black won: white can only capture"
    assert build(ABSTRACT, {"stuck_when": "R-1"}, stuck_when="no quiet action").outcome(
        at(strict, CORNERED)
    ).why.endswith("(R-1)")


def test_a_player_who_can_only_capture_may_pass():
    game = build(ABSTRACT, stuck_when="no quiet action", passing="stuck")
    assert texts(game, at(game, CORNERED)) == ["a3xa5", "pass"]
    assert texts(build(ABSTRACT, passing="stuck"), at(game, CORNERED)) == ["a3xa5"]


BOTH = {"in_turn": "move and capture"}
MEETING = "white: piece b3 d3; black: piece b4 e7; turn: white"


def test_a_move_and_a_capture_in_one_turn():
    game = build(ABSTRACT, **BOTH)
    moved = play(game, at(game, MEETING), "d3-d4")
    assert str(game.show(moved)) == "white: piece b3 d4; black: piece b4 e7; done: moved; turn: white"
    assert texts(game, moved) == ["b3xb5", "pass"]
    assert why(game, moved, "d4-d5") == "white has moved this turn: what is left of it is a capture"
    assert game.actors(play(game, moved, "pass")) == game.actors(play(game, moved, "b3xb5")) == ("black",)


def test_a_capture_and_a_move_in_one_turn():
    game = build(ABSTRACT, **BOTH)
    captured = play(game, at(game, MEETING), "b3xb5")
    assert "done: captured" in str(game.show(captured))
    assert {"b5-b4", "d3-d4", "pass"} <= set(texts(game, captured))
    assert not [text for text in texts(game, captured) if "x" in text]


def test_a_turn_with_nothing_left_to_do_goes_over():
    game = build(ABSTRACT, **BOTH)
    quiet = "white: piece b3; black: piece c7; turn: white"
    assert game.actors(play(game, at(game, quiet), "b3-b4")) == ("black",)


def test_both_parts_are_one_turn_to_perft():
    """After d3-d4 comes the capture or nothing, after b3-b2 there is none; after b3xb5 any step, or nothing."""
    game = build(ABSTRACT, **BOTH)
    start = at(game, MEETING)
    counts = divide(game, start, 1)
    captured = play(game, start, "b3xb5")
    assert counts["b3xb5"] == len(texts(game, captured))
    assert counts["d3-d4"] == 2
    assert counts["b3-b2"] == 1
    assert sum(counts.values()) == perft(game, start, 1)


def test_a_compulsory_capture_binds_in_a_turn_with_two_parts():
    game = build(ABSTRACT, **BOTH, compulsory=True)
    assert texts(game, at(game, MEETING)) == ["b3xb5"]
    met = at(game, "white: piece b3 d3; black: piece c5 e7; turn: white")
    assert texts(game, play(game, met, "b3-b4")) == texts(build(ABSTRACT), play(build(ABSTRACT), met, "b3-b4"))
    below = play(game, at(game, "white: piece c3 d3; black: piece b4 e7; turn: white"), "c3-b3")
    assert texts(game, below) == ["b3xb5"]


def test_a_move_and_hops_are_two_actions():
    position = "white: piece b2 d3; black: piece b4 e7; turn: white"
    one, both = build(ABSTRACT, {"in_turn": "R-1"}), build(ABSTRACT, {"in_turn": "R-1"}, **BOTH)
    text = "b2-b3xb5"
    reason = "b2-b3 is a move, hops are another action"
    assert why(one, at(one, position), text) == f"{reason}, and a turn has one of them (R-1)"
    assert why(both, at(both, position), text) == f"{reason}: write the two one after the other (R-1)"


JUMP = "white: knight f7; black: rook g7; turn: white"


def crossing(by, **more):
    return build(CROSSING, win=[CROSSING["rules"]["win"][0] | {"by": by} | more])


def test_a_hop_into_a_goal_wins_or_not():
    usual, moves = crossing("any action"), crossing("moves")
    assert str(usual.outcome(play(usual, at(usual, JUMP), "f7xh7"))).startswith("white won")
    after = play(moves, at(moves, JUMP), "f7xh7")
    assert moves.outcome(after) is None
    assert str(moves.show(after)) == "white: knight h7; homeless: black rook; hopped: h7; turn: black"
    assert moves.read(moves.show(after)) == after
    assert str(moves.outcome(play(moves, at(moves, "white: knight g5; turn: white; black: rook a1"), "g5-h5")))


def test_a_piece_that_jumped_in_counts_once_it_has_moved_there():
    spec = {"grid": (3, 4), "pieces": {"man": "mW"}, "zones": {"top": "a3-c4"}}
    rules = {"hops": {"man": [{"over": "any", "to": "W"}]}, "win": [{"reach": {"white": "top"}, "by": "moves"}]}
    game = build({**spec, "rules": rules})
    start = at(game, "white: man a1 a2; black: man c1; turn: white")
    hopped = play(game, start, "a1-a3", "c1-b1")
    assert game.outcome(hopped) is None
    assert str(game.outcome(play(game, hopped, "a3-b3"))) == "white won: the white man has reached b3"
    away = play(game, hopped, "a2-b2", "b1-c1")
    assert game.outcome(away) is None


@pytest.mark.parametrize("pieces", ["all", "fill"])
def test_all_must_have_moved_in_where_hops_do_not_count(pieces):
    spec = {"grid": (2, 4), "pieces": {"man": "mW"}, "zones": {"top": "a4 b4"}}
    goal = {"reach": {"white": "top"}, "pieces": pieces, "by": "moves"}
    game = build({**spec, "rules": {"hops": {"man": [{"over": "any", "to": "W"}]}, "win": [goal]}})
    position = at(game, "white: man a2 b4; black: man a3 b1; turn: white")
    hopped = play(game, position, "a2-a4")
    assert game.outcome(hopped) is None
    assert str(game.outcome(at(game, "white: man a4 b4; black: man a3 b1; turn: black"))).startswith("white won")


@pytest.mark.parametrize("pieces", ["any", "all", "fill"])
def test_a_goal_by_any_action_counts_hops_though_another_goal_does_not(pieces):
    """The game remembers who hopped into the zone of the goal by moves, in which the other zone lies."""
    spec = {"grid": (3, 4), "pieces": {"man": "mW"}, "zones": {"top": "a3-c4", "near": "a3"}}
    near = {"reach": {"white": "near"}, "by": "any action", "pieces": pieces}
    goals = [{"reach": {"white": "top"}, "by": "moves"}, near]
    game = build({**spec, "rules": {"hops": {"man": [{"over": "any", "to": "W"}]}, "win": goals}})
    start = at(game, "white: man a1; black: man a2 c1; turn: white")
    assert str(game.outcome(play(game, start, "a1-a3"))).startswith("white won")


def test_a_note_with_an_unknown_name():
    game = crossing("moves")
    with pytest.raises(ValueError, match="names nobody"):
        at(game, "white: knight f7; black: rook g7; hopped: h8; turn: white")
