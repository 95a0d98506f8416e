"""A plain program for Tak's pieces on small boards, from its published rules, which shares no code with the rules core:
stacks are strings, the lowest piece first, by place; flats are w b, walls (standing stones) W B, capstones C (white's)
and D (black's). Every piece may be placed at any time."""

from rules.standard.heights import SQUARE, name

OWN = {"white": "wWC", "black": "bBD"}
KINDS = {"w": "flat", "b": "flat", "W": "wall", "B": "wall", "C": "cap", "D": "cap"}


def road_actions(stacks, player, size, carry):
    """All actions as {text: stacks after it}."""
    places = [(x, y) for x in range(size) for y in range(size)]
    actions = {f"{KINDS[piece]}@{name(place)}": {**stacks, place: piece}
               for place in places if place not in stacks for piece in OWN[player]}
    for start, stack in stacks.items():
        if stack[-1] not in OWN[player]:
            continue
        for number in range(1, min(carry, len(stack)) + 1):
            rest = {place: pieces for place, pieces in stacks.items() if place != start}
            if number < len(stack):
                rest[start] = stack[:-number]
            for way in SQUARE:
                for end, drops, after in spread(rest, start, way, stack[-number:], places):
                    part = f"{number}*" if number < len(stack) or len(drops) > 1 else ""
                    tail = "".join(f"/{count}" for count in drops) if len(drops) > 1 else ""
                    actions[f"{part}{name(start)}-{name(end)}{tail}"] = after
    return actions


def spread(stacks, place, way, carried, places):
    """Where carried pieces may end, with what was left on each place, and the stacks then."""
    place = place[0] + way[0], place[1] + way[1]
    if place not in places:
        return
    below = stacks.get(place, "")
    if below[-1:] in tuple("WB"):
        if carried in ("C", "D"):
            yield place, (1,), {**stacks, place: below[:-1] + below[-1].lower() + carried}
        return
    if below[-1:] in tuple("CD"):
        return
    for count in range(1, len(carried) + 1):
        after = {**stacks, place: below + carried[:count]}
        if count == len(carried):
            yield place, (count,), after
        else:
            for end, drops, last in spread(after, place, way, carried[count:], places):
                yield end, (count, *drops), last


def has_road(stacks, player, size):
    """Whether flats and capstones of a player on top join two opposite sides: flood fill from one of them."""
    own = {place for place, stack in stacks.items() if stack[-1] in OWN[player] and KINDS[stack[-1]] != "wall"}
    for axis in (0, 1):
        todo = [place for place in own if place[axis] == 0]
        seen = {*todo}
        while todo:
            x, y = todo.pop()
            if (x, y)[axis] == size - 1:
                return True
            for dx, dy in SQUARE:
                near = x + dx, y + dy
                if near in own - seen:
                    seen.add(near)
                    todo.append(near)
    return False


def road_lines(stacks, player, size, carry, depth):
    """The number of lines of so many actions; a finished game has none."""
    if has_road(stacks, "white", size) or has_road(stacks, "black", size):
        return 0
    actions = road_actions(stacks, player, size, carry)
    if depth == 1:
        return len(actions)
    other = "black" if player == "white" else "white"
    return sum(road_lines(after, other, size, carry, depth - 1) for after in actions.values())


class Tak:
    """The whole game: the first stone of each player is a flat of the other colour, flats and walls are stones of one
    reserve, and a full board or an empty reserve ends the game, which flats on top then decide."""

    def __init__(self, size, stones, capstones):
        self.size, self.start = size, ({}, {"white": (stones, capstones), "black": (stones, capstones)}, "white", 0)

    def actions(self, state):
        """All actions as {text: state after it}."""
        stacks, reserves, player, played = state
        other = "black" if player == "white" else "white"
        after = {}
        if played < 2:
            for x in range(self.size):
                for y in range(self.size):
                    if (x, y) not in stacks:
                        used = {**reserves, other: (reserves[other][0] - 1, reserves[other][1])}
                        after[f"flat@{name((x, y))}"] = ({**stacks, (x, y): other[0]}, used, other, played + 1)
            return after
        stones, capstones = reserves[player]
        for text, made in road_actions(stacks, player, self.size, self.size).items():
            kind, is_placed, _ = text.partition("@")
            left = (stones, capstones)
            if is_placed:
                left = (stones, capstones - 1) if kind == "cap" else (stones - 1, capstones)
            if min(left) >= 0:
                after[text] = (made, {**reserves, player: left}, other, played + 1)
        return after

    def result(self, state):
        """The winner, `draw`, or an empty text while the game goes on. A road of the player who has just moved comes
        first."""
        stacks, reserves, player, _ = state
        other = "black" if player == "white" else "white"
        for who in (other, player):
            if has_road(stacks, who, self.size):
                return who
        if len(stacks) < self.size ** 2 and (0, 0) not in reserves.values():
            return ""
        white, black = (sum(stack[-1] == letter for stack in stacks.values()) for letter in "wb")
        return "draw" if white == black else "white" if white > black else "black"

    def lines(self, state, depth):
        """The number of lines of so many actions; a finished game has none."""
        if self.result(state):
            return 0
        after = self.actions(state)
        return len(after) if depth == 1 else sum(self.lines(one, depth - 1) for one in after.values())
