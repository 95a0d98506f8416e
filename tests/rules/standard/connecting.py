"""Hex, Y and Havannah as specs, and a plain referee for each: coordinates, union-find and walks, nothing of fabgen."""

from fabgen.rules.boards import hexagon_board, rhombus_board, triangle_board

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # hexagons in two coordinates


def hex_spec(side):
    last = "abcdefghijklmnopqrs"[side - 1]
    zones = {"west": f"a1-a{side}", "east": f"{last}1-{last}{side}"}
    zones |= {"south": f"a1-{last}1", "north": f"a{side}-{last}{side}"}
    goal = {"connect": {"white": ["west", "east"], "black": ["south", "north"]}}
    return placing(rhombus_board(side, side), zones, [goal])


def y_spec(side):
    last = "abcdefghijklmnopqrs"[side - 1]
    slope = " ".join(f"{'abcdefghijklmnopqrs'[x]}{side - x}" for x in range(side))
    zones = {"left": f"a1-a{side}", "low": f"a1-{last}1", "slope": slope}
    goal = {"connect": {"white": ["left", "low", "slope"], "black": ["left", "low", "slope"]}}
    return placing(triangle_board(side), zones, [goal])


def havannah_spec(side):
    board = hexagon_board(side)
    places = {cell: place for cell in board.cells if (place := board.place(cell))}
    borders = [[cell for cell in places if on_border(places[cell], n, side)] for n in range(6)]
    corners = [cell for cell in places if sum(cell in border for border in borders) == 2]
    sides = {f"side {n}": " ".join(c for c in border if c not in corners) for n, border in enumerate(borders)}
    zones = sides | {f"corner {n}": cell for n, cell in enumerate(corners)}
    names, ends = list(sides), [f"corner {n}" for n in range(6)]
    fork = {"connect": {"white": names, "black": names}, "at_least": 3}
    bridge = {"connect": {"white": ends, "black": ends}, "at_least": 2}
    return placing(board, zones, [fork, bridge, {"ring": "any"}])


def on_border(place, n, side):
    """Whether a place of a hexagon of hexagons lies on its n-th side."""
    (x, y), last = place, side - 1
    return (x == 0, y == 0, x == 2 * last, y == 2 * last, x + y == last, x + y == 3 * last)[n]


def placing(board, zones, goals):
    stones = len(board.cells)
    return {
        "board": board,
        "pieces": {"stone": "none"},
        "zones": zones,
        "rules": {"drops": {"stone": "board"}, "win": goals, "stuck": "draws"},
        "setup": f"white hand: {stones} stone; black hand: {stones} stone",
    }


class Unions:
    """Union-find over anything."""

    def __init__(self):
        self.parent = {}

    def root(self, item):
        while self.parent.setdefault(item, item) != item:
            item = self.parent[item]
        return item

    def join(self, a, b):
        self.parent[self.root(a)] = self.root(b)


def joined(stones, touches):
    """For each group of a set of places, the set of what it touches. `touches`: what a place touches."""
    unions, groups = Unions(), {}
    for x, y in stones:
        unions.root((x, y))
        for dx, dy in STEPS:
            if (x + dx, y + dy) in stones:
                unions.join((x, y), (x + dx, y + dy))
    for place in stones:
        groups.setdefault(unions.root(place), set()).update(touches(place))
    return list(groups.values())


def hex_won(stones, player, side):
    ends = (lambda p: [e for e in (0, side - 1) if p[0] == e]) if player == "white" else (
        lambda p: [e for e in (0, side - 1) if p[1] == e]
    )
    return any(len(ends_of_group) == 2 for ends_of_group in joined(stones, ends))


def y_won(stones, player, side):
    sides = lambda p: [n for n, on in enumerate((p[0] == 0, p[1] == 0, sum(p) == side - 1)) if on]  # noqa: E731
    return any(len(touched) == 3 for touched in joined(stones, sides))


def havannah_won(stones, player, side):
    """Which of fork, bridge and ring a player has."""

    def touches(place):
        sides = [n for n in range(6) if on_border(place, n, side)]
        return [("corner", *sides)] if len(sides) == 2 else [("side", n) for n in sides]

    found = set()
    for group in joined(stones, touches):
        kinds = [kind for kind, *_ in group]
        found |= {"fork"} if kinds.count("side") >= 3 else set()
        found |= {"bridge"} if kinds.count("corner") >= 2 else set()
    return found | ({"ring"} if has_ring(stones, side) else set())


def has_ring(stones, side):
    """Whether from some place, with a stone on it or not, nobody can walk to the border past the stones."""
    last = side - 1
    board = {(x, y) for x in range(2 * side - 1) for y in range(2 * side - 1) if last <= x + y <= 3 * last}
    border = {place for place in board if any(on_border(place, n, side) for n in range(6))}
    for place in board - border:
        seen, todo = {place}, [place]
        for x, y in todo:
            nexts = {(x + dx, y + dy) for dx, dy in STEPS} & board - stones - seen
            seen |= nexts
            todo += nexts
        if not seen & border:
            return True
    return False
