"""A plain program for orders at the same time, from docs/rules.md alone: it shares no code with the rules core. Pieces
are (player, kind) by place (file, rank); it tries every piece on every cell, and asks of each piece what happens to
it.

Kinds: a `man` goes one step to a side, a `rook` slides, a `pawn` goes one step ahead and captures ahead to the sides, a
`frog` jumps over one piece next to it and captures an enemy there.
"""

from itertools import product

SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0))
AHEAD = {"white": (0, 1), "black": (0, -1), "red": (1, 0)}


def name(place):
    return f"{'abcdefgh'[place[0]]}{place[1] + 1}"


class Table:
    """A game: its size, its players, what `simultaneous` says, and where captured pieces go (`removed` or `hand`)."""

    def __init__(self, size, players, rule, *, captured="removed", drops=False, passing="never", stuck="loses",
                 goals=()):
        self.width, self.height = size
        self.players, self.rule, self.captured, self.drops = players, rule, captured, drops
        self.passing, self.stuck, self.goals = passing, stuck, goals

    def inside(self, place):
        return 0 <= place[0] < self.width and 0 <= place[1] < self.height

    def moves(self, board, player):
        """The orders of pieces on the board: text, start, end, cells of captured pieces."""
        for start, (owner, kind) in board.items():
            if owner != player:
                continue
            for way in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y):
                yield from self.moves_along(board, start, kind, way)

    def moves_along(self, board, start, kind, way):
        player, straight = board[start][0], way in SIDES
        steps = [(start[0] + way[0] * n, start[1] + way[1] * n) for n in range(1, 9)]
        steps = [place for place in steps if self.inside(place)]
        if not steps:
            return
        first = board.get(steps[0])
        is_enemy = first is not None and first[0] != player
        if kind == "man" and straight and (first is None or is_enemy):
            yield self.written(start, steps[0], is_enemy)
        if kind == "pawn":
            ahead = AHEAD[player]
            if way == ahead and first is None:
                yield self.written(start, steps[0], False)
            if not straight and is_enemy and way[0] * ahead[0] + way[1] * ahead[1] == 1:
                yield self.written(start, steps[0], True)
        if kind == "rook" and straight:
            for place in steps:
                there = board.get(place)
                if there is None or there[0] != player:
                    yield self.written(start, place, there is not None)
                if there is not None:
                    break
        if kind == "frog" and straight and first is not None and len(steps) > 1 and steps[1] not in board:
            taken = {steps[0]} if is_enemy else set()
            sign = "x" if taken else "-"
            yield f"{name(start)}{sign}{name(steps[1])}", start, steps[1], taken

    def written(self, start, end, takes):
        return f"{name(start)}{'x' if takes else '-'}{name(end)}", start, end, {end} if takes else set()

    def orders(self, state, player):
        """All that a player may order, by its text: what moves, from (None: the hand), to, what it takes."""
        board, hands = state
        found = {text: (board[start], start, end, taken) for text, start, end, taken in self.moves(board, player)}
        for owner, kind in hands if self.drops else ():
            if owner == player:
                for place in product(range(self.width), range(self.height)):
                    if place not in board:
                        found[f"{kind}@{name(place)}"] = ((owner, kind), None, place, set())
        return found

    def choices(self, state):
        """What all players may order, with passes; the stuck players have none."""
        found = {player: self.orders(state, player) for player in self.players}
        if self.passing != "never" and any(found.values()):
            for orders in found.values():
                if self.passing == "always" or not orders:
                    orders["pass"] = None
        return found

    def result(self, state):
        """The winners as a list, empty for a draw; None while the game goes on."""
        board, hands = state
        meeting = [player for player in self.players if ("reach", player) in self.reached(board)]
        if meeting:
            return meeting if len(meeting) == 1 else []
        if "capture" in self.goals:
            left = {owner for owner, _ in (*board.values(), *hands)}
            alive = [player for player in self.players if player in left]
            if len(alive) < 2:
                return alive
        stuck = [player for player, orders in self.choices(state).items() if not orders]
        if not stuck:
            return None
        if self.passing != "never" or self.stuck == "draws" or len(stuck) > 1:
            return []
        (other,) = (player for player in self.players if player not in stuck)
        return stuck if self.stuck == "wins" else [other]

    def reached(self, board):
        """Who has a man or a pawn on the row that is furthest ahead."""
        last = {"white": lambda x, y: y == self.height - 1, "black": lambda x, y: y == 0}
        if "reach" not in self.goals:
            return set()
        return {("reach", owner) for place, (owner, kind) in board.items()
                if kind in ("man", "pawn") and last[owner](*place)}

    def after(self, state, chosen):
        """The position after the orders of all: asks each mover whether it goes, and then each piece whether it is
        captured."""
        board, hands = state
        movers = {player: order for player, order in chosen.items() if order is not None}
        goes, dies = {}, {}
        for player, (_, start, end, _) in movers.items():
            others = [order for other, order in movers.items() if other != player]
            meets = any(order[2] == end for order in others)
            faces = [order for order in others if order[1] is not None and start is not None
                     and (order[1], order[2]) == (end, start)]
            # A piece that is met elsewhere does not change places with this one.
            swaps = not meets and any(sum(order[2] == start for order in movers.values()) == 1 for order in faces)
            goes[player] = not ((meets and self.rule["same_cell"] == "bounce")
                                or (swaps and self.rule["swap"] == "bounce"))
            dies[player] = ((meets and self.rule["same_cell"] == "captured")
                            or (swaps and self.rule["swap"] == "captured"))
            movers[player] = (*movers[player], swaps)
        for player, (_, start, end, _, swaps) in movers.items():
            attacked = any(goes[other] and start in order[3] for other, order in movers.items() if other != player)
            # A piece that comes round to its own cell has not left it.
            stays = not goes[player] or start == end or (not swaps and self.rule["leaving"] == "captured")
            if start is not None and attacked and stays:
                dies[player] = True
        moving = {order[1] for order in movers.values()}
        hit = {place for player, order in movers.items() if goes[player] for place in order[3]}
        left, gone, held = {}, [], list(hands)
        for place, piece in board.items():
            if place not in moving:
                if place in hit:
                    gone.append(piece)
                else:
                    left[place] = piece
        for player, (piece, start, end, _, _) in movers.items():
            if start is None and goes[player]:
                held.remove(piece)
            if dies[player]:
                gone.append(piece)
            elif goes[player]:
                assert end not in left
                left[end] = piece
            elif start is not None:
                assert start not in left
                left[start] = piece
        if self.captured == "hand":
            held += gone
        return left, tuple(sorted(held))

    def lines(self, state, depth):
        """The number of lines of so many joint orders."""
        if depth == 0:
            return 1
        if self.result(state) is not None:
            return 0
        choices = self.choices(state)
        return sum(self.lines(self.after(state, dict(zip(choices, chosen, strict=True))), depth - 1)
                   for chosen in product(*(orders.values() for orders in choices.values())))

    def written_state(self, state):
        """A position as a comparable value: pieces by cell, and hands."""
        return {name(place): piece for place, piece in state[0].items()}, sorted(state[1])
