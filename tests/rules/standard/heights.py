"""A plain program for towers that are put on each other and go as far as they are high, which shares no code with the
rules core: towers are strings of letters, the lowest piece first, by place (column, row)."""

SQUARE = [(1, 0), (-1, 0), (0, 1), (0, -1)]
SIX = [*SQUARE, (1, -1), (-1, 1)]  # of hexagons in rows of which each is half a cell further to the right
ALL_EIGHT = [*SQUARE, (1, 1), (1, -1), (-1, 1), (-1, -1)]


def plain_tower_moves(towers, player, places, ways, rules):
    """All moves of a player as {text: towers after it}. `rules`: onto, vacant, height, splits, limit as the options."""
    found = {}
    if "carry" in rules:
        return plain_spreads(towers, player, places, ways, rules)
    for start, tower in towers.items():
        if tower[-1] != player:
            continue
        numbers = range(1, len(tower) + 1) if rules["splits"] else [len(tower)]
        for number in numbers:
            for dx, dy in ways:
                far = number if rules["height"] else 1
                end = start[0] + far * dx, start[1] + far * dy
                if end not in places:
                    continue
                there = towers.get(end, "")
                if not there and not rules["vacant"]:
                    continue
                if there and not may_cover(there[-1], player, rules["onto"]):
                    continue
                if number + len(there) > rules["limit"]:
                    continue
                after = dict(towers)
                after[end] = there + tower[len(tower) - number:]
                if number < len(tower):
                    after[start] = tower[: len(tower) - number]
                else:
                    del after[start]
                part = f"{number}*" if number < len(tower) else ""
                found[f"{part}{name(start)}-{name(end)}"] = after
    return found


def plain_spreads(towers, player, places, ways, rules):
    """The same for towers that leave pieces on each cell on their way; `carry`: how many may be lifted."""
    found = {}
    for start, tower in towers.items():
        if tower[-1] != player:
            continue
        for number in range(1, len(tower) + 1) if rules["splits"] else [len(tower)]:
            if number > rules["carry"]:
                continue
            rest = dict(towers)
            hand, left = tower[len(tower) - number:], tower[: len(tower) - number]
            del rest[start]
            if left:
                rest[start] = left
            for way in ways:
                for end, dropped, after in walk_and_drop(rest, start, way, hand, player, places, rules):
                    part = f"{number}*" if left or len(dropped) > 1 else ""
                    tail = "".join(f"/{count}" for count in dropped) if len(dropped) > 1 else ""
                    found[f"{part}{name(start)}-{name(end)}{tail}"] = after
    return found


def walk_and_drop(towers, place, way, hand, player, places, rules):
    """Where a hand of pieces, the lowest first, may end, with the numbers that were left and the towers then."""
    place = place[0] + way[0], place[1] + way[1]
    there = towers.get(place, "")
    if place not in places or (there and not may_cover(there[-1], player, rules["onto"])):
        return
    for number in range(1, len(hand) + 1):
        if len(there) + number > rules["limit"]:
            continue
        after = {**towers, place: there + hand[:number]}
        if number == len(hand):
            yield place, (number,), after
            continue
        for end, dropped, last in walk_and_drop(after, place, way, hand[number:], player, places, rules):
            yield end, (number, *dropped), last


def may_cover(top, player, onto):
    return onto == "any" or ((onto == "friend") == (top == player) and onto != "nothing")


def name(place):
    return "abcdefghij"[place[0]] + str(place[1] + 1)


def plain_count(towers, player, places, ways, rules, depth):
    """The number of lines of `depth` moves of a game that ends when a player cannot move."""
    moves = plain_tower_moves(towers, player, places, ways, rules)
    if depth == 1:
        return len(moves)
    other = "b" if player == "w" else "w"
    return sum(plain_count(after, other, places, ways, rules, depth - 1) for after in moves.values())


def text_of(towers, player):
    """A position as specs write it; every piece is a `man`."""
    players = {"w": "white", "b": "black"}
    tops = {letter: [name(place) for place, tower in sorted(towers.items()) if tower[-1] == letter] for letter in "wb"}
    sections = [f"{players[letter]}: man {' '.join(cells)}" for letter, cells in tops.items() if cells]
    for place, tower in sorted(towers.items()):
        if len(tower) > 1:
            sections.append(f"under {name(place)}: " + ", ".join(f"{players[c]} man" for c in reversed(tower[:-1])))
    return "; ".join([*sections, f"turn: {players[player]}"])
