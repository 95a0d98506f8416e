"""A plain program for DVONN on small boards, from its published rules, which shares no code with the rules core: towers
are strings of letters, the lowest piece first, by place (column, row); R is a red piece."""

from rules.standard.heights import SIX, name


def other(player):
    return "b" if player == "w" else "w"


def plain_start(white, black):
    """The game before anything is placed: towers, hands (the letters still to be placed), and who is to act."""
    return {}, {"w": white, "b": black}, "w"


def plain_actions(state, places):
    """All actions as {text: state after it}; a pass where only the other player can move; none when the game is
    over."""
    towers, hands, player = state
    if hands["w"] or hands["b"]:
        return {f"{'ring' if hands[player][0] == 'R' else 'man'}@{name(place)}": placed(state, place)
                for place in places if place not in towers}
    moves = plain_moves(towers, player, places)
    if not moves and plain_moves(towers, other(player), places):
        return {"pass": (towers, hands, other(player))}
    return {text: (after, hands, other(player)) for text, after in moves.items()}


def placed(state, place):
    towers, hands, player = state
    left = {**hands, player: hands[player][1:]}
    is_last = not left["w"] and not left["b"]
    return {**towers, place: hands[player][0]}, left, "w" if is_last else other(player)


def plain_moves(towers, player, places):
    moves = {}
    for (x, y), tower in towers.items():
        if tower[-1] != player or all((x + dx, y + dy) in towers for dx, dy in SIX):
            continue
        for dx, dy in SIX:
            end = x + len(tower) * dx, y + len(tower) * dy
            if end in towers:
                after = {place: pieces for place, pieces in towers.items() if place not in ((x, y), end)}
                after[end] = towers[end] + tower
                moves[f"{name((x, y))}-{name(end)}"] = only_joined(after)
    return moves


def only_joined(towers):
    """What is in contact with a red piece: found by growing from all of them until nothing is added."""
    joined = {place for place, tower in towers.items() if "R" in tower}
    while True:
        more = {(x + dx, y + dy) for x, y in joined for dx, dy in SIX} & towers.keys()
        if more <= joined:
            return {place: tower for place, tower in towers.items() if place in joined}
        joined |= more


def plain_lines(state, places, depth):
    """The number of lines of play of so many actions."""
    actions = plain_actions(state, places)
    if depth == 1:
        return len(actions)
    return sum(plain_lines(after, places, depth - 1) for after in actions.values())


def plain_score(towers):
    """The pieces in the towers of white and of black."""
    return [sum(len(tower) for tower in towers.values() if tower[-1] == player) for player in "wb"]
