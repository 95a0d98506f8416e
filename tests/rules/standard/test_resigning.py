"""A player of three who gives up: the others go on, their pieces stay or leave, records replay."""

import pytest
from rules.standard.specs import at, build, build_any

from fabgen.rules.match import NotPlayable, begin, replay
from fabgen.rules.protocol import OptionErrors

THREE = {"white": "up", "black": "down", "grey": "right"}
SPEC = {"grid": (4, 4), "players": THREE, "pieces": {"king": "K"},
        "setup": "white: king a1; black: king d4 c4; grey: king a4",
        "rules": {"win": [{"capture": "all"}], "repetition": None}}


def test_the_others_go_on():
    """White gives up in the first turn: black is next, and white's king stays in the way."""
    match = begin(build(SPEC), None, None).resign("white")
    assert match.actors() == ("black",)
    shown = match.rules.show(match.position)
    assert str(shown) == "white: king a1; black: king c4 d4; grey: king a4; out: white; turn: black"
    match = match.play({"black": "c4-b3"}).play({"grey": "a4-a3"})
    assert match.actors() == ("black",)
    assert match.record() == "white: resign\nblack: c4-b3\ngrey: a4-a3"
    assert replay(match.rules, match.record().splitlines(), None, None) == match
    assert match.undo_decision().undo_decision().undo_decision().actors() == ("white",)


def test_a_piece_of_a_loser_may_be_captured_and_decides_nothing():
    game = build(SPEC)
    position = at(game, "white: king a1; black: king b2 d4; grey: king a4; out: white; turn: black")
    match = begin(game, position, None).play({"black": "b2xa1"})
    assert match.outcome() is None
    assert match.actors() == ("grey",)


def test_pieces_of_losers_may_leave():
    match = begin(build(SPEC, losers="removed"), None, None).resign("white")
    assert str(match.rules.show(match.position)) == "black: king c4 d4; grey: king a4; out: white; turn: black"


def test_pieces_leave_when_a_player_cannot_move():
    """Grey's pawn at the edge cannot move: grey is out, and the pawn is gone before white moves."""
    spec = {**SPEC, "pieces": {"king": "K", "pawn": "fmW"},
            "setup": "white: king a1; black: king d4; grey: pawn d1"}
    match = begin(build(spec, losers="removed"), None, None).play({"white": "a1-a2"}).play({"black": "d4-c4"})
    assert str(match.rules.show(match.position)) == "white: king a2; black: king c4; out: grey; turn: white"


def test_pieces_that_share_a_cell_leave_it_to_the_others():
    spec = {**SPEC, "setup": "white: king a1 a1 b1; black: king a1 d4; grey: king a4"}
    game = build(spec, sharing={"limit": 4, "enemies": "beside"}, capture="none", losers="removed")
    match = begin(game, None, None).resign("white")
    assert str(match.rules.show(match.position)) == "black: king a1 d4; grey: king a4; out: white; turn: black"


def test_in_the_middle_of_a_turn():
    """White has one of two actions left: it is not black's."""
    match = begin(build(SPEC, in_turn=2), None, None).play({"white": "a1-a2"})
    assert match.actors() == ("white",)
    after = match.resign("white")
    assert after.actors() == ("black",)
    assert "left" not in str(after.rules.show(after.position))


def test_pieces_leave_when_no_home_is_left_for_the_last_king():
    """Grey's king is captured, and white's man has taken its home: grey is out, and their man leaves at once."""
    spec = {"grid": (4, 4), "players": THREE, "pieces": {"man": "K", "king": "K"}, "zones": {"throne": "d1",
            "board": "a1-d4"}, "setup": "white: man a1 d1, king a2; black: king b4, man d4; grey: king b2, man c4",
            "rules": {"captured": "home", "homes": {"king": ["throne"], "man": ["board"]}, "losers": "removed",
                      "win": [{"capture": ["king"]}], "repetition": None}}
    match = begin(build(spec), None, None).play({"white": "a1xb2"})
    assert str(match.rules.show(match.position)) == (
        "white: man d1 b2, king a2; black: man d4, king b4; out: grey; turn: black")


def test_nobody_resigns_during_an_opening():
    """Grey removes a piece of their own first; nobody can do that for them. After it, the others go on."""
    spec = {**SPEC, "setup": "white: king a1; black: king d4; grey: king a4 b4"}
    match = begin(build(spec, opening=[{"removes": "own", "by": "grey"}]), None, None)
    assert match.actors() == ("grey",)
    assert not match.goes_on_without("grey")
    with pytest.raises(NotPlayable):
        match.then("grey: resign")
    match = match.then("x(a4)")
    assert match.goes_on_without(match.actors()[0])


def test_a_jump_into_a_goal_is_forgotten_with_the_piece():
    """Grey has jumped into c3, which does not count. Grey's pieces leave; black walks into c3 and wins."""
    spec = {"grid": (5, 5), "players": THREE, "pieces": {"man": "K"}, "zones": {"middle": "c3"},
            "setup": "white: man d1 e5; black: man d2 b2; grey: man a1 a5; turn: grey",
            "rules": {"hops": {"man": [{"over": "any", "to": "K"}]}, "losers": "removed", "repetition": None,
                      "win": [{"reach": dict.fromkeys(THREE, "middle"), "by": "moves"}]}}
    match = begin(build(spec), None, None)
    for line in ("a1-c3", "e5-e4", "d2-e2"):
        match = match.then(line)
    match = match.resign("grey")
    assert "hopped" not in str(match.rules.show(match.position))
    assert match.then("d1-d2").then("b2-c3").outcome().winners == ("black",)


def test_a_piece_that_has_left_is_not_captured_in_passing():
    """White's pawn goes two cells to b4, and loses there: it leaves, and black has nothing to capture on b3."""
    spec = {"grid": (5, 6), "players": {"white": "up", "black": "down", "grey": "down"},
            "pieces": {"pawn": "fmWfimnDfcF", "king": "K"}, "zones": {"trap": "b4"},
            "setup": "white: pawn b2, king a1; black: pawn c4, king e6; grey: king a6; unmoved: b2; turn: white",
            "rules": {"en_passant": {"pawn": ["pawn"]}, "losers": "removed", "win": [{"capture": ["king"]}],
                      "lose": [{"reach": {"white": "trap"}}], "repetition": None}}
    match = begin(build(spec), None, None).then("b2-b4")
    assert str(match.rules.show(match.position)) == (
        "black: pawn c4, king e6; grey: king a6; out: white; turn: black")
    assert [text for text in match.texts("black") if text.startswith("c4")] == ["c4-c3"]


@pytest.mark.parametrize("in_turn", [2, "move and capture"])
def test_who_has_to_re_place_a_piece_in_the_turn_of_another_player(in_turn):
    """Black gives up instead of putting the captured man back: white still has the other part of the turn, as if the
    man had been put back."""
    spec = {"grid": (4, 4), "players": THREE, "pieces": {"man": "K"}, "zones": {"base": "d1 c1 b1"},
            "setup": "white: man a1 a2; black: man b2 d4; grey: man a4 c3",
            "rules": {"in_turn": in_turn, "captured": "home", "homes": {"man": ["base"]}, "win": [{"capture": "all"}],
                      "repetition": None}}
    match = begin(build(spec), None, None).then("a1xb2")
    assert match.actors() == ("black",)
    assert match.then("man@d1").actors() == ("white",)
    after = match.resign("black")
    assert after.actors() == ("white",)
    assert "a2-a1" in after.texts("white")
    assert ("b2xc3" in after.texts("white")) is (in_turn == 2)  # else they have captured already
    assert after.then("a2-a1").actors() == ("grey",)


@pytest.mark.parametrize(("losers", "text"), [
    ("stay", "white: man a1, king b1; black: man d4, king c4; grey: man a4, king b4; revealed: a1, d4; out: white; "
             "turn: black"),
    ("removed", "black: man d4, king c4; grey: man a4, king b4; revealed: d4; out: white; turn: black"),
])
def test_a_player_with_hidden_pieces(losers, text):
    """What is revealed stays so, as far as it is on the board; the others go on and see no more than before."""
    spec = {**SPEC, "pieces": {"man": "K", "king": "K"},
            "setup": "white: man a1, king b1; black: man d4, king c4; grey: man a4, king b4"}
    game = build_any(spec, hidden={"pieces": "all"}, losers=losers)
    start = "white: man a1, king b1; black: man d4, king c4; grey: man a4, king b4; revealed: a1, d4; turn: white"
    match = begin(game, at(game, start), None)
    assert match.goes_on_without("white")
    after = match.resign("white")
    assert after.position == at(game, text)
    assert after.actors() == ("black",)
    assert after.seen_line(0, "black") == "white: resign"
    assert after.reveals() == ()
    assert replay(game, ["white: resign"], at(game, start), None) == after
    assert "grey: hidden a4 b4" in str(after.view("black"))


def test_the_last_of_three_wins():
    """With two players left nobody goes on without either of them."""
    match = begin(build(SPEC), None, None).resign("white")
    assert not match.goes_on_without("black")
    with pytest.raises(NotPlayable, match="does not go on without black"):
        match.resign("black")


def test_two_players_do_not_go_on():
    two = {"pieces": {"king": "K"}, "setup": "white: king a1; black: king d4"}
    assert not begin(build(two)).goes_on_without("white")
    with pytest.raises(OptionErrors, match="nothing is left to remove"):
        build(two, losers="removed")


def test_only_who_has_the_turn_gives_up():
    match = begin(build(SPEC), None, None)
    assert not match.goes_on_without("black")
    with pytest.raises(NotPlayable, match="white has to decide now"):
        match.then("black: resign")
