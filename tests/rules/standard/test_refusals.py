"""What is told of texts that are no action: the words, and the ruling only where it decides; and how chains are
written."""

import pytest
from rules.standard.specs import ABSTRACT, CROSSING, at, build, play, texts, why
from rules.test_readings import match

from fabgen.rules.boards import Board
from fabgen.rules.position import Position, PositionError
from fabgen.rules.standard.hop_tables import HopTableMaker
from fabgen.rules.standard.options import StandardOptions
from fabgen.spec.load import load_spec, with_readings

LONE = {"grid": (5, 5), "pieces": {"man": "none"}}
BOTH = {"in_turn": "move and capture"}
CITED = {"passing": "R-1", "compulsory": "R-2"}


def hopping(*hops, **rules):
    return build({**LONE, "rules": {"hops": {"man": list(hops)}, "chain": {}, **rules}})


@pytest.mark.parametrize(("text", "empty"), [("a4x(b5)c6", "b5"), ("a4x(b4)c4", "b4")])
def test_a_hop_over_an_empty_cell(text, empty):
    game = build(CROSSING)
    assert why(game, game.start(), text) == f"no piece stands on {empty} to hop over"


def test_no_piece_jumps_over_the_cell_that_it_left():
    game = hopping({"over": "any", "to": "K", "lands": "any"})
    position = at(game, "white: man c2; black: man c3; turn: white")
    assert why(game, position, "c2-d3-(c2)b1") == "no piece stands on c2 to hop over"


@pytest.mark.parametrize(("text", "reason"), [
    ("stone@a1", "no piece is called `stone`; did you mean Stone?"),
    ("Stome@a1", "no piece is called `Stome`; did you mean Stone?"),
    ("marble@a1", "no piece is called `marble`"),
    ("Stone@b2", "`b2` is a hole: it is among the `holes` of the board"),
    ("Stone@b9", "`b9` is not on the board: cells here are a1 to c3"),
])
def test_a_drop_of_an_unknown_piece_or_onto_no_cell_is_told_with_what_may_be_meant(text, reason):
    game = build({"board": Board(3, 3).without(["b2"]), "pieces": {"Stone": "none"},
                  "rules": {"drops": {"Stone": "board"}, "supply": "endless"}})
    assert why(game, game.start(), text) == f"`{text}` is no drop: {reason}"


TWICE = [{"over": "enemy", "to": "fW"}, {"over": "enemy", "to": "bsW", "takes": "removed"}]


@pytest.mark.parametrize(("lands", "chains"), [
    ("straight", {"c2-c4", "c2-c4xc2"}),
    ("any", {"c2-c4", "c2-c4x(c3)c2", "c2-c4x(c3)b3", "c2-c4x(c3)d3"}),
])
def test_a_piece_jumped_over_twice_is_captured_by_the_second_leg(lands, chains):
    """c2 over c3 to c4, which takes nobody; back over c3, which takes."""
    rules = {"hops": {"man": [TWICE[0], TWICE[1] | {"lands": lands}]}, "chain": {"same_piece": "again"}}
    game = build({**LONE, "rules": rules})
    position = at(game, "white: man c2; black: man c3 a5; turn: white")
    assert set(texts(game, position)) == chains
    assert all(game.text(position, game.action(position, "white", text)) == text for text in chains)
    assert str(game.show(play(game, position, *(text for text in chains if text.endswith("c2"))))) == (
        "white: man c2; black: man a5; turn: black")


def test_legs_are_written_in_an_order_that_the_rules_allow():
    """Up and down only: a2 goes over a3 to b3, then over b4 to c4. Over b3 first would be to the side."""
    game = hopping({"over": "enemy", "to": "W", "takes": "removed", "lands": "any", "along": "one axis"})
    position = at(game, "white: man a2; black: man a3 b4; turn: white")
    assert {"a2x(a3)b3x(b4)c4", "a2x(a3)b3x(b4)b5", "a2x(a3)b3x(b4)a4"} <= set(texts(game, position))


def test_the_jumps_of_a_piece_are_computed_once_for_each_cell(monkeypatch):
    game = hopping({"over": "enemy", "to": "K", "takes": "removed", "lands": "any"})
    position = at(game, "white: man c3; black: man b4 d4 b2 d2 c5; turn: white")
    made, slots = [], HopTableMaker._slots
    monkeypatch.setattr(HopTableMaker, "_slots", lambda self, *where: made.append(where) or slots(self, *where))
    written = texts(game, position)
    assert len(written) > 20
    before = len(made)
    assert before <= 2 * 25  # cells, after an even and an odd number of losses
    assert texts(game, position) == written
    assert game.action(position, "white", written[-1]) is not None
    assert len(made) == before
    reasons = [why(game, position, text) for text in ("c3x(b4)c1", "c3x(d4)c2") for _ in range(2)]
    assert all(reasons)
    assert len(made) <= before + 25


@pytest.mark.parametrize(("rules", "position", "reason"), [
    (BOTH, "white: piece b3 d3; black: piece b4 e7; done: moved; turn: white", "a capture is compulsory: b3xb5 (R-2)"),
    ({"stuck_when": "no quiet action", "passing": "stuck"}, "white: piece a3; black: piece a4 b3 c7; turn: white",
     "a capture is compulsory: a3xa5 (R-2)"),
    ({"passing": "always"}, "white: piece b3; black: piece b4 e7; turn: white", "a capture is compulsory: b3xb5 (R-2)"),
    ({"passing": "stuck"}, "white: piece b3; black: piece b4 e7; turn: white",
     "a player may pass only if they can do nothing else (R-1)"),
    ({}, "white: piece b3; black: piece e7; turn: white", "nobody may pass (R-1)"),
    (BOTH, "white: piece b3; black: piece e7; turn: white",
     "nobody may pass before a part of the turn is done (R-1)"),
])
def test_why_passing_is_refused(rules, position, reason):
    game = build(ABSTRACT, CITED, compulsory=True, **rules)
    assert "pass" not in texts(game, at(game, position))
    assert why(game, at(game, position), "pass") == reason


@pytest.mark.parametrize(("note", "told"), [
    ("done: moved, captured", "`done: moved, captured` is no part of a turn: it says moved or captured, one of them"),
    ("done: nonsense", "`done: nonsense` is no part of a turn: it says moved or captured, one of them"),
    ("hopped: f7", "`hopped: f7`: f7 is no goal that the white knight has to move into"),
])
def test_notes_that_mean_nothing(note, told):
    game = build(CROSSING, **BOTH, win=[CROSSING["rules"]["win"][0] | {"by": "moves"}])
    with pytest.raises(ValueError, match=r"done|hopped") as error:
        at(game, f"white: knight f7; black: rook g7; {note}; turn: white")
    assert str(error.value) == told


@pytest.mark.parametrize(("game", "ruling", "reading", "note", "where"), [
    ("abstract-game", "ABS-4", "one of", "done: moved", "both"),
    ("charing-cross", "CC-2", "wins", "hopped: h7", "does not win"),
])
def test_a_section_of_another_reading(game, ruling, reading, note, where):
    setting = with_readings(load_spec(game), {ruling: reading}).setting
    with pytest.raises(PositionError) as error:
        Position.parse(f"turn: white; {note}", setting)
    assert error.value.message == f"positions here have no `{note.split(':')[0]}`"
    assert error.value.hint == f"they have it where {ruling} is read as `{where}`"


@pytest.mark.sample(2)
@pytest.mark.parametrize(("readings", "game", "position", "text", "reason"), [
    ({}, "abstract-game", "white: piece a5; black: piece d6 e7; turn: white", "a5x(d6)d7",
     "the piece does not hop from a5 to d7"),
    ({}, "incorrect-checkers", "black: checker b2 d2; white: checker a8; turn: black", "b2-(d2)d4",
     "the checker does not hop from b2 to d4"),
    ({"IC_5": "never back"}, "incorrect-checkers", "black: checker c5 d4; white: checker c4 a8; turn: black",
     "c5-c3-e5", "the checker does not hop from c5 to c3 (IC-5)"),
    ({"IC_5": "never back"}, "incorrect-checkers", "black: checker c5 d4; white: checker c4 a8; turn: black",
     "c5-b3-e5", "the checker does not hop from c5 to b3"),
])
def test_a_ruling_is_named_only_where_another_reading_would_allow_it(readings, game, position, text, reason):
    one = match(game, position, **readings)
    assert one.why_not(one.actors()[0], text) == reason


def test_the_landing_that_another_reading_would_allow():
    """Straight ahead on either diagonal; beside d2 lies c3, but neither e1 nor b3."""
    hops = {"over": "enemy", "to": "fF"}
    other = StandardOptions.model_validate({"hops": {"man": [hops | {"lands": "any"}]}})
    game = build({**LONE, "rules": {"hops": {"man": [hops]}}}, {"hops.man.0.lands": "R-1"}, {"R-1": (other,)})
    position = at(game, "white: man c1; black: man d2 b2; turn: white")
    assert why(game, position, "c1-(d2)c3") == "the man does not hop from c1 to c3 (R-1)"
    assert why(game, position, "c1-(d2)e1") == "the man does not hop from c1 to e1"
    assert why(game, position, "c1-(b2)b3") == "the man does not hop from c1 to b3"


def test_two_ends_mean_the_single_hop_where_only_one_is():
    """From b2 to c3 over b3; or over b3 to b4 and over c4 down to c3."""
    game = hopping({"over": "enemy", "to": "W", "takes": "removed", "lands": "any"})
    position = at(game, "white: man b2; black: man b3 c4; turn: white")
    assert {"b2x(b3)c3", "b2x(b3)b4x(c4)c3"} <= set(texts(game, position))
    assert game.text(position, game.action(position, "white", "b2xc3")) == "b2x(b3)c3"
    either = at(game, "white: man b2; black: man b3 c2; turn: white")
    assert game.action(either, "white", "b2xc3") is None
    assert why(game, either, "b2xc3") == "from b2 to c3 it goes over b3 or c2: write which, as in `x(b3)`"
