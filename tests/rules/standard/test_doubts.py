"""What can never happen in a game is told, each by a game that has it; what random play brings about is never called
impossible."""

import re

import pytest
from hypothesis import example, given
from rules.standard.random_specs import games
from rules.standard.specs import BREAKTHROUGH, GAMES, build
from rules.standard.test_properties import CALM, SEEDS, walk

from fabgen.rules.standard.impossibilities import impossibilities
from fabgen.rules.standard.reachability import reachability_of

# A game in which nothing is wrong, to be changed: bishops and pawns cross a board of 5 by 5.
CROSS = {
    "grid": (5, 5),
    "pieces": {"pawn": "fmWfF", "bishop": "B"},
    "zones": {
        "top": "a5-e5",
        "bottom": "a1-e1",
        "dark": "a1 c1 e1",
        "light": "b1 d1",
        "far dark": "a5 c5 e5",
        "far light": "b5 d5",
        "corner": "a5",
    },
    "setup": "white: bishop a1, pawn b1 c1; black: bishop e5, pawn d5 c5",
    "rules": {"win": [{"reach": {"white": "top", "black": "bottom"}}]},
}


def _impossible(game):
    return impossibilities(game.source, game.game)


def told(spec):
    return [(".".join(map(str, one.key)), one.level, one.what) for one in _impossible(build(spec))]


def test_games_that_can_be_played_have_none():
    assert told(CROSS) == []
    assert {name: told(spec) for name, spec in GAMES.items()} == {key: [] for key in GAMES}


@pytest.mark.parametrize(("by", "found"), [("any action", []), ("moves", ["by a move"])])
def test_a_goal_that_only_jumps_reach_cannot_be_met_where_only_moves_count(by, found):
    rules = {
        "hops": {"pawn": [{"over": "any"}]},
        "forbidden": {"pawn": "top"},
        "win": [{"reach": {"white pawn": "top"}, "by": by}],
    }
    spec = {"grid": (3, 5), "pieces": {"pawn": "mK"}, "zones": {"top": "a5-c5"}}
    spec["setup"] = "white: pawn a1 b1; black: pawn c1"
    assert [(key, what[-9:]) for key, _, what in told({**spec, "rules": rules})] == [
        ("rules.win.0.reach.white pawn", end) for end in found
    ]


def ruled(**rules):
    return {**CROSS, "rules": rules}


def reaching(zone="top", pieces="any", **reach):
    return ruled(win=[{"reach": reach or {"white": zone}, "pieces": pieces}])


PEACE = {**CROSS, "pieces": {"pawn": "mW", "bishop": "mB"}}  # nobody is ever taken
STUCK = {"pieces": {"pawn": "fmW", "king": "K"}, "grid": (3, 3)}


@pytest.mark.parametrize(
    ("spec", "key", "level", "what"),
    [
        # goals to reach
        (
            reaching(**{"white bishop": "far light"}),
            "rules.win.0.reach.white bishop",
            "error",
            "no white bishop can ever stand in the zone `far light`",
        ),
        (
            reaching(**{"white bishop": "far light", "white pawn": "top"}),
            "rules.win.0.reach.white bishop",
            "warning",
            "no white bishop can ever stand in the zone `far light`",
        ),
        (
            {**reaching(zone="top"), "rules": {"forbidden": {"white": "top"}, "win": [{"reach": {"white": "top"}}]}},
            "rules.win.0.reach.white",
            "error",
            "no white piece can ever stand in the zone `top`",
        ),
        (
            {**reaching(white="bottom"), "setup": "white: pawn a2; black: pawn c5"},
            "rules.win.0.reach.white",
            "error",
            "no white piece can ever stand in the zone `bottom`",
        ),
        (
            {**reaching(**{"white bishop": "top"}), "setup": "white: pawn a2; black: pawn c5, bishop e5"},
            "rules.win.0.reach.white bishop",
            "error",
            "no white bishop ever comes into play",
        ),
        (
            {
                **CROSS,
                "rules": {
                    "promotion": {"pawn": {"zone": {"white": "top"}, "to": ["bishop"]}},
                    "win": [{"reach": {"white pawn": "top"}}],
                },
            },
            "rules.win.0.reach.white pawn",
            "error",
            "no white pawn can ever stand in the zone `top`",
        ),
        (
            {**reaching(bishop="far light"), "setup": "white: bishop a1; black: pawn c5"},
            "rules.win.0.reach.bishop",
            "error",
            "no white bishop can ever stand in the zone `far light`",
        ),
        # all of them
        (
            {**PEACE, "rules": {"win": [{"reach": {"white": "far light"}, "pieces": "all"}]}},
            "rules.win.0.reach",
            "error",
            "3 pieces of white must all stand in `far light`, which has 2 cells",
        ),
        (
            {**CROSS, "rules": {"win": [{"reach": {"white": "far light"}, "pieces": "all"}]}},
            "rules.win.0.reach",
            "warning",
            "3 pieces of white must all stand in `far light`, which has 2 cells",
        ),
        (
            {
                **PEACE,
                "zones": {**CROSS["zones"], "goal": "b5 d5 b3"},
                "rules": {"win": [{"reach": {"white": "goal"}, "pieces": "all"}]},
            },
            "rules.win.0.reach",
            "error",
            "the white bishop from a1 can never stand in the zone `goal`",
        ),
        (
            {
                **PEACE,
                "setup": "white: bishop a1 c1 e1; black: pawn c5",
                "zones": {**CROSS["zones"], "goal": "b5 d5 a5 c5"},
                "rules": {"win": [{"reach": {"white": "goal"}, "pieces": "all"}]},
            },
            "rules.win.0.reach",
            "error",
            "at most 2 of the 3 pieces of white can stand in the zone `goal` at once",
        ),
        # filled
        (
            reaching(pieces="fill", white="top"),
            "rules.win.0.reach",
            "error",
            "white has 3 pieces to fill the 5 cells of `top`",
        ),
        (
            reaching(pieces="fill", **{"white bishop": "corner", "white pawn": "bottom"})
            | {"setup": "white: bishop a1, pawn b2 c2 d2 e2 a2; black: pawn c5", "grid": (5, 5)},
            "rules.win.0.reach",
            "error",
            "no piece of white can ever stand on a1, b1, c1, d1 and e1 of `bottom and corner`",
        ),
        # lines
        (ruled(win=[{"line": 6}]), "rules.win.0.line", "error", "no line of 6 has room on this board"),
        (
            {
                **ruled(win=[{"line": 5, "to": "F"}]),
                "grid": (5, 4),
                "setup": "white: pawn a1; black: pawn a4",
                "zones": {},
            },
            "rules.win.0.line",
            "error",
            "no line of 5 has room on this board",
        ),
        (ruled(win=[{"line": 4}]), "rules.win.0.line", "error", "white has 3 pieces, too few for a line of 4"),
        (
            {**ruled(win=[{"line": 3}]), "setup": "white: pawn a1 b1; black: pawn a5 b5 c5"},
            "rules.win.0.line",
            "warning",
            "white has 2 pieces, too few for a line of 3",
        ),
        # captures
        (
            ruled(win=[{"capture": ["bishop"]}], capture="none"),
            "rules.win.0.capture",
            "error",
            "white and black can never lose a bishop: no piece captures it, neither by moving nor by hopping",
        ),
        (
            {**ruled(win=[{"capture": "all"}]), "pieces": {"pawn": "mW", "bishop": "mB"}},
            "rules.win.0.capture",
            "error",
            "white and black can never lose a piece: no piece captures it, neither by moving nor by hopping",
        ),
        (
            {
                **ruled(win=[{"capture": "all"}]),
                "pieces": {"pawn": "mW", "bishop": "B"},
                "setup": "white: pawn a1; black: bishop e5",
            },
            "rules.win.0.capture",
            "warning",
            "black can never lose a piece: no piece captures it, neither by moving nor by hopping",
        ),
        (
            ruled(win=[{"capture": ["bishop"]}], captured="hand", drops={"bishop": "board"}),
            "rules.win.0.capture",
            "error",
            "white and black can never lose a bishop: what is captured goes to its owner's hand and still counts",
        ),
        (
            {**ruled(win=[{"capture": ["bishop"]}]), "setup": "white: pawn a1; black: pawn a5"},
            "rules.win.0.capture",
            "error",
            "no player starts with a bishop, so none can be captured",
        ),
        # losses and no goal at all
        (
            ruled(lose=[{"reach": {"white bishop": "light"}}]),
            "rules.lose.0.reach.white bishop",
            "warning",
            "no white bishop can ever stand in the zone `light`",
        ),
        (
            ruled(stuck="draws"),
            "rules",
            "warning",
            "no player can ever win this game: it has no goal, and a player who cannot move does not lose",
        ),
        (
            ruled(passing="always"),
            "rules",
            "warning",
            "no player can ever win this game: it has no goal, and a player who cannot move does not lose",
        ),
        # pieces that do nothing
        (
            {**STUCK, "pieces": {"pawn": "fmW", "king": "H"}, "setup": "white: pawn a1, king b2; black: pawn a3"},
            "pieces.king.moves",
            "warning",
            "the king can never move on this board",
        ),
        (
            {**STUCK, "setup": "white: pawn a1, king b1; black: pawn a1 b1 c1, king c3".replace("a1 b1 c1", "c1")},
            "pieces.pawn.moves",
            "warning",
            "the black pawn can never move on this board",
        ),
        (
            {**STUCK, "setup": "white: pawn a1; black: pawn a3"},
            "pieces.king",
            "warning",
            "the king never comes into play",
        ),
        # holes
        (
            {
                **STUCK,
                "setup": "white: pawn a1 b2; black: king c3",
                "zones": {"hole": "b2"},
                "rules": {"terrain": {"hole": {"open": "never"}}},
            },
            "setup.white.pawn",
            "error",
            "a white pawn starts on b2, which is never open",
        ),
        # hands
        (
            ruled(drops={"pawn": "bottom"}),
            "rules.drops.pawn",
            "warning",
            "nobody ever has a pawn in hand to place",
        ),
        (
            {**ruled(drops={"bishop": "bottom"}), "setup": "white: pawn a1; white hand: 2 pawn; black hand: 1 bishop"},
            "hand.white.pawn",
            "warning",
            "white has a pawn in hand and may never place it",
        ),
        # promotion
        (
            ruled(promotion={"pawn": {"zone": {"white": "bottom"}, "to": ["bishop"]}}),
            "rules.promotion.pawn",
            "warning",
            "no pawn ever comes to where it would be promoted",
        ),
    ],
)
def test_what_can_never_happen_is_reported(spec, key, level, what):
    assert (key, level, what) in told(spec)


@pytest.mark.parametrize(("limit", "found"), [
    (1, ["3 pieces of each of white and black must all stand in `corner`, which has 1 cell"]),
    (2, ["3 pieces of each of white and black must all stand in `corner`, which has 1 cell and room for 2"]),
    (3, []),
])
def test_a_cell_that_pieces_share_has_room_for_several(limit, found):
    sharing = {"limit": {"corner": limit, "board": 2}}
    rules = {"capture": "none", "sharing": sharing,
             "win": [{"reach": {"white": "corner", "black": "corner"}, "pieces": "all"}]}
    setup = "white: pawn a1 b1 c1; black: pawn c5 d5 e5"
    assert [what for _, _, what in told({**CROSS, "pieces": {"pawn": "K"}, "setup": setup, "rules": rules})] == found


def test_pieces_that_share_a_cell_need_places_of_their_own():
    """Two pawns of white start on a1 and two on c1. They go straight ahead, so those on c1 have c5 alone, which holds
    one piece, though the zone has room for four."""
    zones = {**CROSS["zones"], "home": "a5 c5", "wide": "a5"}
    rules = {"capture": "none", "sharing": {"limit": {"board": 2, "wide": 3, "narrow": 1}},
             "win": [{"reach": {"white": "home"}, "pieces": "all"}]}
    spec = {**CROSS, "pieces": {"pawn": "fW"}, "zones": {**zones, "narrow": "c5"}, "rules": rules,
            "setup": "white: pawn a1 a1 c1 c1; black: pawn e5"}
    assert "at most 3 of the 4 pieces of white can stand in the zone `home` at once" in [
        what for _, _, what in told(spec)]


def test_the_report_names_the_cells_that_can_be_reached():
    (found,) = _impossible(build(reaching(**{"white bishop": "far light"})))
    assert found.hint == "it comes only to a1, c1, e1, b2, d2, a3, c3 and 6 more"


@pytest.mark.parametrize(
    "changes",
    [
        {"hops": {"bishop": [{"over": "any", "to": "W"}]}},  # two cells straight: the other colour never, b-file never
        {"also": {"bishop": [{"moves": "mW", "when": "all goals filled"}]}},
        {"captured": "home", "homes": {"bishop": "far light"}},
        {"captured": "hand", "drops": {"bishop": "far light"}},
        {"captured": "captor", "drops": {"white bishop": "board"}},
        {"promotion": {"pawn": {"zone": {"white": "top"}, "to": ["bishop"]}}},
    ],
    ids=lambda changes: next(iter(changes)) + str(len(changes)),
)
def test_ways_to_the_other_colour(changes):
    """Each of these but the first takes a bishop to cells of the other colour."""
    spec = {**reaching(**{"white bishop": "far light"})}
    found = [what for _, _, what in told({**spec, "rules": {**spec["rules"], **changes}})]
    assert ("no white bishop can ever stand in the zone `far light`" in found) is ("hops" in changes)


def test_ground_that_stays_closed():
    """No piece is captured and none is added, so two pieces never become three."""
    spec = {
        "grid": (1, 5),
        "pieces": {"man": "mW"},
        "zones": {"wall": "a3", "far": "a5", "low": "a1"},
        "setup": "white: man a1; black: man a2",
        "rules": {"terrain": {"wall": {"open": "odd"}}, "win": [{"reach": {"white": "far", "black": "low"}}]},
    }
    assert [key for key, _, _ in told(spec)] == ["rules.win.0.reach.white"]
    even = {**spec, "rules": {**spec["rules"], "terrain": {"wall": {"open": "even"}}}}
    assert told(even) == []


def test_a_game_without_pieces_gets_no_report():
    assert told({**BREAKTHROUGH, "setup": ""}) == []


IN_A_HOLE = {  # an error, but not one about the goal, which is met
    "grid": (3, 3),
    "pieces": {"man": "W"},
    "zones": {"hole": "a1"},
    "rules": {"terrain": {"hole": {"open": "never"}}, "win": [{"reach": {"white": "hole"}}]},
    "setup": "white: man a1; black: man b1",
}


FROM_THE_ZONE = {  # a king comes to a3 in one move of two cells, never in two moves of one
    "grid": (3, 3),
    "pieces": {"man": "R2", "king": "flN"},
    "zones": {"corner": "a1"},
    "rules": {"promotion": {"man": {"zone": {"white": "corner"}, "to": ["king"], "choice": "may", "when": "touches"}}},
    "setup": "white: man a1; white: king b1",
}


def test_a_slide_that_promotes_because_of_its_start():
    game = build(FROM_THE_ZONE)
    standings = reachability_of(game.source, game.game).standings
    kings = {game.setting.lattice.cells[cell] for code, cell in standings if code == 2}
    assert {"a2", "a3"} <= kings


@pytest.mark.slow
@CALM
@example((IN_A_HOLE, build(IN_A_HOLE)), 0)
@given(games(), SEEDS)
def test_everything_that_random_play_reaches_was_called_possible(made, seed):
    """Every standing that random play reaches is among those called reachable, and no goal that is met was called out
    of reach."""
    _, game = made
    reachability = reachability_of(game.source, game.game)
    for position, _, _ in walk(game, seed, 40):
        standing = {(code, cell) for cell, code in enumerate(position.board) if code}
        assert standing <= reachability.standings
        assert {code for code, number in enumerate(position.hands) if number} <= reachability.held_codes
    if position.winner >= 0 and len(game.options.win) == 1 and not game.options.lose and game.game.players == 2:
        (winner,) = game.outcome(position).winners
        never = [one.what for one in _impossible(game) if one.level == "error" and one.key[:2] == ("rules", "win")]
        assert not [
            what for what in never if "never lose" in what or re.search(rf"\b{winner} (piece|man|king|has)", what)
        ]


@pytest.mark.parametrize(("rules", "pieces", "found"), [
    ({"chain": {}}, {}, [("rules.chain", "no piece hops, so there is nothing to chain")]),
    ({"in_turn": "move and capture", "capture": "none"}, {},
     [("rules.in_turn", "no piece ever captures, so no turn has a move and a capture")]),
    ({"in_turn": "move and capture"}, {"pawn": "mW", "bishop": "mB"},
     [("rules.in_turn", "no piece ever captures, so no turn has a move and a capture")]),
    ({"win": [{"reach": {"white": "top"}, "by": "moves"}]}, {},
     [("rules.win.0.by", "no piece hops, so every piece comes to the zone by a move")]),
    ({"chain": {}, "hops": {"pawn": [{"over": "any"}]}}, {}, []),
    ({"in_turn": "move and capture"}, {}, []),
    ({"in_turn": "move and capture", "capture": "none", "hops": {"pawn": [{"over": "any", "takes": "removed"}]}}, {},
     []),
    ({"win": [{"reach": {"white": "top"}, "by": "moves"}], "hops": {"pawn": [{"over": "any"}]}}, {}, []),
])
def test_options_that_need_hops_or_captures(rules, pieces, found):
    spec = {**CROSS, "rules": rules, "pieces": CROSS["pieces"] | pieces}
    assert [(key, what) for key, level, what in told(spec) if level == "warning"] == found


@pytest.mark.parametrize(("to", "pieces", "is_told"), [
    ("W", 7, True), ("W", 8, False), ("K", 3, True), ("K", 4, False)])
def test_a_ring_takes_eight_pieces_side_by_side_or_four_at_corners(to, pieces, is_told):
    """Around one square: all eight squares that touch it, or the four on its sides."""
    row, rest = "a1-d1", ("a2-c2", "a2-d2") if to == "W" else ("", "")
    cells = {7: f"{row} {rest[0]}", 8: f"{row} {rest[1]}", 3: "a1-c1", 4: "a1-d1"}[pieces]
    spec = {"grid": (5, 6), "pieces": {"pawn": "mK"}, "zones": {}, "rules": {"win": [{"ring": "any", "to": to}]},
            "setup": f"white: pawn {cells}; black: pawn {cells.replace('1', '6').replace('2', '5')}"}
    expected = [("rules.win.0.ring", "error", f"no chain of pieces of {player} can ever close such a ring")
                for player in ("white", "black")]
    assert told(spec) == (expected if is_told else [])
