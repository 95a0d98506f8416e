"""What may be done in a position, found slowly and from docs/rules.md alone: every order of hops, nothing pruned, no
tables. Cells are places (file, rank), also of hexagons; nothing of the engine is used."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

SQUARE = {"W": [(0, 1), (0, -1), (1, 0), (-1, 0)], "F": [(1, 1), (1, -1), (-1, 1), (-1, -1)]}
HEX = {
    "W": [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)],
    "F": [(1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)],
}
EYES = {  # how far to the right and ahead an offset points
    "squares": lambda x, y: (x, y),
    "rows": lambda x, y: (2 * x + y, y),
    "files": lambda x, y: (x, 2 * y + x),
}
TURNS = {"up": lambda x, y: (x, y), "down": lambda x, y: (-x, -y),
         "left": lambda x, y: (-y, x), "right": lambda x, y: (y, -x)}  # fmt: skip
ONCE = {"once": "friend enemy", "again": "", "friends once": "friend", "enemies once": "enemy"}
Place = tuple[int, int]


class Leg(NamedTuple):
    """One jump of a chain so far: its start, the cell it goes over, its landing, its kind, and its two steps."""

    here: Place
    over: Place
    land: Place
    kind: int
    steps: tuple[Place, Place]


@dataclass
class Slow:
    """A position of a game. `men`: (player, piece) by place. `moves`: by piece, the steps that move and those that
    capture. `zones`: by name. `forward`: by player. `player` is to act."""

    kind: str
    places: set[Place]
    forward: dict[str, str]
    moves: dict[str, tuple[str, str]]
    zones: dict[str, set[Place]]
    rules: dict[str, Any]
    men: dict[Place, tuple[str, str]]
    player: str

    def offsets(self, text: str) -> list[Place]:
        """`fW` as it lies on the board for the player."""
        atoms, letters = text.strip("fblsv"), text.strip("WFK")
        table, eye = SQUARE if self.kind == "squares" else HEX, EYES[self.kind]
        asked = {"f": lambda x, y: y > 0, "b": lambda x, y: y < 0, "v": lambda x, y: y != 0,
                 "l": lambda x, y: x < 0, "s": lambda x, y: x != 0}  # fmt: skip
        found = [one for atom in atoms.replace("K", "WF") for one in table[atom]]
        return [TURNS[self.forward[self.player]](*one) for one in found
                if not letters or any(asked[letter](*eye(*one)) for letter in letters)]  # fmt: skip

    def ahead(self, place: Place) -> int:
        """How far forward a place lies."""
        back = {"left": "right", "right": "left"}.get(self.forward[self.player], self.forward[self.player])
        return EYES[self.kind](*TURNS[back](*place))[1]

    def closed(self, taken: int) -> set[Place]:
        """Ground that is closed to what takes so many."""
        found: set[Place] = set()
        for name, terrain in self.rules.get("terrain", {}).items():
            count = len(self.men) - (taken if terrain.get("count") == "after" else 0)
            if {"even": count % 2 == 1, "odd": count % 2 == 0, "never": True}[terrain["open"]]:
                found |= self.zones[name]
        return found

    def actions(self) -> set[tuple[Place, Place, frozenset[Place], str]]:
        """From where, to where, who is taken, what it becomes."""
        found = set()
        for start, (owner, piece) in self.men.items():
            if owner == self.player:
                plain = set(self.walked(start, piece))
                quiet = {end for end, taken in plain if not taken}
                hops = {(end, taken) for end, taken in self.chains(start, piece) if taken or end not in quiet}
                found |= {(start, *one, new) for one in plain | hops for new in self.becomes(start, piece, one[0])}
        most = max((len(taken) for _, _, taken, _ in found), default=0)
        duty = {"most": most, True: min(most, 1), False: 0}[self.rules.get("compulsory", False)]
        return {one for one in found if len(one[2]) >= duty}

    def walked(self, start: Place, piece: str):
        forbidden = self.zones.get(self.rules.get("forbidden", {}).get(piece, ""), set())
        for text, takes in zip(self.moves[piece], (0, 1), strict=True):
            if takes and self.rules.get("capture") == "none":
                continue
            for x, y in self.offsets(text) if text else ():
                end = start[0] + x, start[1] + y
                stands = self.men.get(end)
                fits = stands is not None and stands[0] != self.player if takes else stands is None
                if end in self.places - forbidden and fits and not {start, end} & self.closed(takes):
                    yield end, frozenset([end] if takes else [])

    def becomes(self, start: Place, piece: str, end: Place) -> list[str]:
        rule = self.rules.get("promotion", {}).get(piece)
        zone = self.zones[rule["zone"][self.player]] if rule and self.player in rule["zone"] else set()
        if end in zone or (rule and rule.get("when") == "touches" and start in zone):
            return [*rule["to"], *([""] if rule.get("choice") == "may" else [])]
        return [""]

    def chains(self, start: Place, piece: str) -> set[tuple[Place, frozenset[Place]]]:
        """Where the chains of a man end, and whom they take."""
        return {(legs[-1].land, self.taken(legs, piece)) for legs in self.orders(start, piece)}

    def taken(self, legs: tuple[Leg, ...], piece: str) -> frozenset[Place]:
        kinds = self.rules["hops"][piece]
        return frozenset(leg.over for leg in legs if kinds[leg.kind].get("takes", "nothing") != "nothing")

    def orders(self, start: Place, piece: str):
        """Every chain that may end where it does; those that can go on alike are followed once."""
        kinds, chain = self.rules.get("hops", {}).get(piece, []), self.rules.get("chain", {"hops": 1})
        seen, todo = set(), [()]
        while todo:
            legs = todo.pop()
            more = [leg for leg in self.legs(start, piece, legs) if self.joins(legs, leg, piece, start)]
            more = [] if len(legs) >= (chain.get("hops") or 99) or self.stops(legs, piece) else more
            if legs and not (more and chain.get("again") == "must") and self.ends(start, legs, piece):
                yield legs
            for leg in more:
                new = (*legs, leg)
                length = len(new) if chain.get("hops") else 0
                counted = tuple(sorted(one.kind for one in new if kinds[one.kind].get("per_turn")))
                axes = frozenset((one.kind, self.axis(one)) for one in new)
                over = frozenset(one.over for one in new)
                heading = leg.steps if chain.get("turning") == "never" else None
                same = leg.land, self.taken(new, piece), over, length, counted, axes, heading
                if same not in seen:
                    seen.add(same)
                    todo.append(new)

    def axis(self, leg: Leg) -> Place:
        return max(leg.steps[0], (-leg.steps[0][0], -leg.steps[0][1]))

    def stops(self, legs: tuple[Leg, ...], piece: str) -> bool:
        """Whether it has come to where it is promoted."""
        rule = self.rules.get("promotion", {}).get(piece)
        ends = rule and self.player in rule["zone"] and rule.get("in_chain") != "waits"
        return bool(legs and ends and legs[-1].land in self.zones[rule["zone"][self.player]])

    def ends(self, start: Place, legs: tuple[Leg, ...], piece: str) -> bool:
        further = self.rules.get("chain", {}).get("final") != "further"
        goes = legs[-1].land != start or self.taken(legs, piece)
        return bool(goes and (further or self.ahead(legs[-1].land) > self.ahead(start)))

    def legs(self, start: Place, piece: str, before: tuple[Leg, ...]):
        """Hops from where a chain has come to: somebody to go over and a landing, on open ground."""
        here = before[-1].land if before else start
        for n, kind in enumerate(self.rules.get("hops", {}).get(piece, [])):
            takes = kind.get("takes", "nothing") != "nothing"
            closed = self.closed(len(self.taken(before, piece)) + takes)
            ways = self.offsets(kind.get("to", "K"))
            pairs = product(ways, ways) if kind.get("lands") == "any" else ((way, way) for way in ways)
            for over, on in pairs if here not in closed else ():
                for hurdle, land in self.jumps(start, here, over, on, kind.get("far", False), closed):
                    yield Leg(here, hurdle, land, n, (over, on))

    def jumps(self, start: Place, here: Place, over: Place, on: Place, far: bool, closed: set[Place]):
        """Whom one goes over in a direction, and where that lands; empty cells on the way only where it goes far."""
        others = {place: man for place, man in self.men.items() if place != start}
        wall = {start} if self.rules.get("chain", {}).get("start") == "taken" else set()
        empty = self.places - {*others} - closed - wall
        free = {place for name, one in self.rules.get("terrain", {}).items() if one.get("over") == "free"
                for place in self.zones[name]}  # fmt: skip
        hurdle = here[0] + over[0], here[1] + over[1]
        while far and hurdle in empty:
            hurdle = hurdle[0] + over[0], hurdle[1] + over[1]
        if hurdle not in others or hurdle in closed - free:
            return
        land = hurdle[0] + on[0], hurdle[1] + on[1]
        while land in empty and land != here:
            yield hurdle, land
            land = (land[0] + on[0], land[1] + on[1]) if far else here

    def joins(self, legs: tuple[Leg, ...], leg: Leg, piece: str, start: Place) -> bool:
        """Whether the rules of hops and chains let a hop follow some others."""
        kind, chain, rules = self.rules["hops"][piece][leg.kind], self.rules.get("chain", {}), self.rules
        whom = "friend" if self.men[leg.over][0] == self.player else "enemy"
        shut = rules.get("forbidden_to") == "moves and hops" and rules.get("forbidden", {}).get(piece)
        same = [one for one in legs if one.kind == leg.kind]
        return (
            kind["over"] in (whom, "any")
            and leg.over not in self.taken(legs, piece)
            and not (whom in ONCE[chain.get("same_piece", "once")] and leg.over in [one.over for one in legs])
            and len(same) < (kind.get("per_turn") or 99)
            and not (kind.get("along") == "one axis" and any(self.axis(one) != self.axis(leg) for one in same))
            and not (chain.get("turning") == "never" and legs and legs[-1].steps != leg.steps)
            and not (shut and leg.land in self.zones[shut])
        )

    def reads(self, start: Place, written: list[tuple[bool, Place | None, Place]]) -> bool:
        """Whether a chain may go as it is written: for each leg whether it takes, whom (if named), where it lands."""
        piece, found = self.men[start][1], [()]
        for takes, over, land in written:
            found = [(*legs, leg) for legs in found for leg in self.legs(start, piece, legs)
                     if leg.land == land and over in (None, leg.over) and self.joins(legs, leg, piece, start)
                     and (leg.over in self.taken((leg,), piece)) is takes]  # fmt: skip
        return any(self.ends(start, legs, piece) for legs in found)
