"""Games made at random from all options, and the same game turned or mirrored, as hypothesis strategies."""

from hypothesis import strategies as st
from rules.standard.specs import build

from fabgen.rules.boards import Board
from fabgen.rules.protocol import OptionErrors

MOVES = [
    "W",
    "mF",
    "fmWfF",
    "cW",
    "N",
    "R2",
    "mB",
    "fcW2smW",
    "Q",
    "mK",
    "flN",
    "fmWfimnD",
    "mDmA",
    "rmWrmF",
    "cK",
    "lfFmW",
]
STEPS = ["W", "F", "K", "fW", "fF", "lWfrF", "fsW"]
FORWARD = ["up", "left", "down", "right"]
PIECES = ("man", "king")


def maybe(key, strategy):
    """An option with a chance of one half."""
    return st.one_of(st.just({}), strategy.map(lambda value: {key: value}))


hops = st.builds(
    lambda fate, kinds: [
        kind | ({} if kind.pop("quiet") else {"takes": fate}) | ({"lands": "straight"} if kind["far"] else {})
        for kind in kinds
    ],
    st.sampled_from(["removed", "hand", "captor", "home"]),
    st.lists(
        st.fixed_dictionaries(
            {
                "over": st.sampled_from(["friend", "enemy", "any"]),
                "to": st.sampled_from(STEPS),
                "quiet": st.booleans(),
                "far": st.sampled_from([False, False, True]),
                "lands": st.sampled_from(["straight", "straight", "any"]),
            },
            optional={"per_turn": st.integers(1, 2), "along": st.just("one axis")},
        ),
        min_size=1,
        max_size=2,
    ),
)
chain = st.fixed_dictionaries(
    {},
    optional={
        "hops": st.sampled_from([None, 2, 3]),
        "again": st.sampled_from(["may", "must"]),
        "same_piece": st.sampled_from(["once", "again", "friends once", "enemies once"]),
        "start": st.just("taken"),
        "final": st.sampled_from(["anywhere", "further"]),
        "turning": st.sampled_from(["free", "never"]),
    },
)
zone = st.sampled_from(["z", "y"])
reach = st.fixed_dictionaries(
    {
        "reach": st.dictionaries(st.sampled_from(["one", "two", "man", "two king"]), zone, min_size=1, max_size=2),
        "pieces": st.sampled_from(["any", "all", "fill"]),
        "by": st.sampled_from(["any action", "moves"]),
    }
)
line = st.fixed_dictionaries({"line": st.integers(3, 4), "to": st.sampled_from(["W", "F", "K"])})
capture = st.fixed_dictionaries(
    {"capture": st.sampled_from(["all", ["king"]])}, optional={"fewer_than": st.integers(1, 2)}
)
promotion = st.fixed_dictionaries(
    {"zone": st.dictionaries(st.sampled_from(["one", "two"]), zone, min_size=1), "to": st.just(["king"])},
    optional={"choice": st.just("may"), "when": st.just("touches"), "in_chain": st.just("waits")},
)


@st.composite
def options(draw):
    """Options that fit together."""
    parts = [
        maybe("hops", st.dictionaries(st.sampled_from(PIECES), hops, min_size=1)),
        maybe("chain", chain),
        maybe("capture", st.just("none")),
        maybe("captured", st.sampled_from(["hand", "captor", "home"])),
        maybe("hand_as", st.just({"king": "man"})),
        maybe("compulsory", st.sampled_from([True, "most"])),
        maybe("promotion", promotion.map(lambda rule: {"man": rule})),
        maybe(
            "terrain",
            st.fixed_dictionaries(
                {
                    "z": st.fixed_dictionaries(
                        {"open": st.sampled_from(["even", "odd", "never"])},
                        optional={"count": st.just("after"), "over": st.just("free")},
                    )
                }
            ),
        ),
        maybe("forbidden", st.dictionaries(st.sampled_from(["one", "king"]), zone, min_size=1)),
        maybe("forbidden_to", st.just("moves and hops")),
        maybe("homes", st.dictionaries(st.sampled_from(["one", "two man"]), zone, min_size=1)),
        maybe("drops", st.dictionaries(st.sampled_from(["one", "man"]), st.sampled_from(["z", "board"]), min_size=1)),
        maybe("drops_first", st.just(True)),
        maybe("passing", st.sampled_from(["stuck", "always"])),
        maybe("stuck", st.sampled_from(["draws", "wins"])),
        maybe("stuck_when", st.just("no quiet action")),
        maybe("in_turn", st.just("move and capture")),
        maybe("win", st.lists(st.one_of(reach, line, capture), max_size=2)),
        maybe("lose", st.lists(reach, max_size=1)),
        maybe("also", st.fixed_dictionaries({"man": st.just([{"moves": "bmF", "when": "goals ahead filled"}])})),
    ]
    found = {}
    for part in parts:
        found |= draw(part)
    if "chain" in found and found["chain"].get("again") == "must":
        found["chain"]["same_piece"] = "once"
    return found


@st.composite
def specs(draw):
    """A spec with a random start."""
    files, ranks = draw(st.integers(3, 6)), draw(st.integers(3, 6))
    lattice = Board(files, ranks)
    names = ["one", "two", "three"][: draw(st.sampled_from([2, 2, 3]))]
    cells = st.sampled_from(lattice.cells)
    kinds = [f"{name} {piece}" for name in names for piece in PIECES]
    placed = draw(st.dictionaries(cells, st.sampled_from(kinds), min_size=2, max_size=14))
    rules = draw(options())
    known = (*names, *PIECES, *kinds)
    hand = draw(st.integers(0, 2)) if "drops" in rules else 0
    return {
        "grid": (files, ranks),
        "players": {name: draw(st.sampled_from(FORWARD)) for name in names},
        "pieces": {piece: draw(st.sampled_from(MOVES)) for piece in PIECES},
        "zones": {name: " ".join(draw(st.lists(cells, min_size=1, max_size=6, unique=True))) for name in ("z", "y")},
        "rules": _pruned(rules, known),
        "setup": "; ".join(
            [f"{kind.split()[0]}: {kind.split()[1]} {cell}" for cell, kind in placed.items()]
            + ([f"one hand: {hand} man"] if hand else [])
        ),
    }


def _pruned(value, known):
    """Options without the players that this game does not have."""
    if isinstance(value, list):
        return [_pruned(one, known) for one in value]
    if not isinstance(value, dict):
        return value
    missing = ("one", "two", "three", "two king", "two man")
    return {key: _pruned(one, known) for key, one in value.items() if key not in missing or key in known}


@st.composite
def games(draw):
    """A spec and its game; options that clash are left out one by one."""
    spec = draw(specs())
    while True:
        try:
            return spec, build(spec)
        except OptionErrors as error:
            wrong = error.mistakes[0].key[0]
            spec["rules"].pop(wrong)


def turned(spec):
    """The spec a quarter turn clockwise, and what that does to a cell."""
    (files, ranks), new = spec["grid"], Board(spec["grid"][1], spec["grid"][0])
    old = Board(files, ranks)

    def moved(cell):
        x, y = old.place(cell)
        return new.cell(y, files - 1 - x)

    forward = {"up": "right", "right": "down", "down": "left", "left": "up"}
    return _changed(spec, moved) | {
        "grid": (ranks, files),
        "players": {name: forward[way] for name, way in spec["players"].items()},
    }, moved


def mirrored(spec):
    """The spec with left and right exchanged, and what that does to a cell."""
    lattice = Board(*spec["grid"])

    def moved(cell):
        x, y = lattice.place(cell)
        return lattice.cell(lattice.files - 1 - x, y)

    sides = {"left": "right", "right": "left"}
    rules = dict(spec["rules"])
    if "hops" in rules:
        rules["hops"] = {
            piece: [hop | {"to": swapped(hop["to"])} for hop in kinds] for piece, kinds in rules["hops"].items()
        }
    return _changed(spec, moved) | {
        "players": {name: sides.get(way, way) for name, way in spec["players"].items()},
        "pieces": {piece: swapped(moves) for piece, moves in spec["pieces"].items()},
        "rules": rules,
    }, moved


def swapped(betza):
    """A movement string with left and right exchanged."""
    return betza.translate(str.maketrans("lr", "rl"))


def _changed(spec, moved):
    sections = [section.rsplit(" ", 1) for section in spec["setup"].split("; ")]
    setup = [f"{head} {tail if 'hand' in head else moved(tail)}" for head, tail in sections]
    zones = {name: " ".join(moved(cell) for cell in cells.split()) for name, cells in spec["zones"].items()}
    return spec | {"zones": zones, "setup": "; ".join(setup)}
