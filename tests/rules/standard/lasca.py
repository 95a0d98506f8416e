"""Lasca as a spec, and a plain program for it that shares no code with the rules core: towers are strings of w W b B
(capitals are officers), the lowest piece first."""

from rules.standard.specs import coloured

LASCA = {
    "grid": (7, 7),
    "pieces": {"man": "fmF", "officer": "mF"},
    "zones": {"top": "a7-g7", "bottom": "a1-g1"},
    "rules": {
        "capture": "none",
        "hops": {
            "man": [{"over": "enemy", "to": "fF", "takes": "prisoner"}],
            "officer": [{"over": "enemy", "to": "F", "takes": "prisoner"}],
        },
        "chain": {"again": "must"},
        "compulsory": True,
        "promotion": {"man": {"zone": {"white": "top", "black": "bottom"}, "to": ["officer"]}},
    },
    "setup": f"white: man {coloured(7, 7, 0, (1, 2, 3))}; black: man {coloured(7, 7, 0, (5, 6, 7))}",
}
SIZE = 7
DIAGONALS = [(1, 1), (-1, 1), (1, -1), (-1, -1)]


def start_towers():
    """The 22 men at the start by place: (0, 0) is a1."""
    places = [(x, y) for y in range(SIZE) for x in range(SIZE) if (x + y) % 2 == 0]
    return {(x, y): "w" if y < 3 else "b" for x, y in places if y != 3}


def plain_results(towers, player, limit=1000):
    """All different positions after one action of `w` or `b`, as frozensets of (place, tower)."""
    own = sorted(place for place, tower in towers.items() if tower[-1].lower() == player)
    captures = {frozenset(after.items()) for place in own for after in _chains(towers, place, frozenset(), limit)}
    if captures:
        return captures
    steps = set()
    for x, y in own:
        for dx, dy in _ways(towers[x, y][-1]):
            end = x + dx, y + dy
            if _is_inside(end) and end not in towers:
                after = dict(towers)
                after[end] = _crowned(after.pop((x, y)), end)
                steps.add(frozenset(after.items()))
    return steps


def _ways(letter):
    """The diagonals of a piece: those ahead for a man, all for an officer."""
    return DIAGONALS if letter.isupper() else [way for way in DIAGONALS if way[1] == (1 if letter == "w" else -1)]


def _is_inside(place):
    return 0 <= place[0] < SIZE and 0 <= place[1] < SIZE


def _crowned(tower, place):
    """The tower with an officer on top where a man has come to the last row."""
    if (tower[-1], place[1]) in (("w", SIZE - 1), ("b", 0)):
        return tower[:-1] + tower[-1].upper()
    return tower


def _chains(towers, place, robbed, limit):
    """The positions after all whole chains of the tower on a place. `robbed`: the places that lost a piece before."""
    x, y = place
    tower = towers[place]
    for dx, dy in _ways(tower[-1]):
        over, end = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
        if over not in towers or over in robbed or not _is_inside(end) or end in towers or len(tower) >= limit:
            continue
        if towers[over][-1].lower() == tower[-1].lower():
            continue
        after = dict(towers)
        moved = after.pop(place)
        prisoner, left = after[over][-1], after[over][:-1]
        if left:
            after[over] = left
        else:
            del after[over]
        moved = prisoner + moved
        after[end] = _crowned(moved, end)
        if after[end] != moved:
            yield after
            continue
        further = list(_chains(after, end, robbed | {over}, limit))
        yield from further or [after]


def plain_perft(towers, player, depth, limit=1000):
    """The number of lines of `depth` actions."""
    results = plain_results(towers, player, limit)
    if depth == 1:
        return len(results)
    other = "b" if player == "w" else "w"
    return sum(plain_perft(dict(after), other, depth - 1, limit) for after in results)


LETTERS = {"w": "white man", "W": "white officer", "b": "black man", "B": "black officer"}


def cell(place):
    """The name of a place."""
    return "abcdefg"[place[0]] + str(place[1] + 1)


def position_text(towers, player):
    """A position as specs write it."""
    sections = {"white": [], "black": []}
    under = []
    for place, tower in sorted(towers.items()):
        name, kind = LETTERS[tower[-1]].split()
        sections[name].append(f"{kind} {cell(place)}")
        if len(tower) > 1:
            under.append(f"under {cell(place)}: " + ", ".join(LETTERS[letter] for letter in reversed(tower[:-1])))
    whose = [f"{name}: {', '.join(pieces)}" for name, pieces in sections.items() if pieces]
    return "; ".join([*whose, *under, f"turn: {'white' if player == 'w' else 'black'}"])


def shown_towers(position):
    """The towers of a `Position`, as the plain program has them."""
    letters = {name: letter for letter, name in LETTERS.items()}
    lattice = position.setting.lattice
    return {
        lattice.place(name): "".join(letters[str(piece)] for piece in position.tower(name)) for name in position.pieces
    }
