"""A plain program for pieces that share cells, which has nothing of the rules core: a position is a dict from each
cell to a sorted list of (player, kind), and moves are made and judged by lists alone."""


class Crowds:
    """A game on cells with neighbours. `steps`: by kind and cell, the cells that it steps to; `rays`: by kind and cell,
    the lines that it slides along. `limits`: by cell. `enemies`: as the option."""

    def __init__(self, players, steps, limits, enemies, rays=None, quiet_only=(), captures_only=()):
        self.players, self.steps, self.limits, self.enemies = players, steps, limits, enemies
        self.rays = rays or {}
        self.quiet_only, self.captures_only = quiet_only, captures_only

    def targets(self, position, kind, cell):
        yield from self.steps.get(kind, {}).get(cell, ())
        for ray in self.rays.get(kind, {}).get(cell, ()):
            for to in ray:
                yield to
                if position.get(to):
                    break

    def moves(self, position, player):
        """Every move as {(kind, start, end, what is captured): position after it}."""
        found = {}
        for start, pieces in position.items():
            for kind in {kind for owner, kind in pieces if owner == player}:
                for end in self.targets(position, kind, start):
                    there = position.get(end, [])
                    enemies = [piece for piece in there if piece[0] != player]
                    for prey in self.choices(kind, enemies):
                        stay = list(there)
                        for piece in prey:
                            stay.remove(piece)
                        if len(stay) + 1 > self.limits[end]:
                            continue
                        left = list(pieces)
                        left.remove((player, kind))
                        after = {**position, start: left, end: sorted([*stay, (player, kind)])}
                        found[kind, start, end, tuple(prey)] = {c: p for c, p in after.items() if p}
        return found

    def choices(self, kind, enemies):
        """What may be captured at once: a list of choices, an empty one where nothing is."""
        if not enemies:
            return [] if kind in self.captures_only else [[]]
        if self.enemies == "beside":
            return [[]]
        if self.enemies == "closed" or kind in self.quiet_only:
            return []
        if self.enemies == "all captured":
            return [enemies]
        if self.enemies == "captured if alone":
            return [enemies] if len(enemies) == 1 else []
        return [[piece] for piece in sorted(set(enemies))]

    def perft(self, position, turn, depth):
        """Ways to play on; a player without pieces has lost, and so has one who cannot move."""
        if depth == 0:
            return 1
        if any(all(owner != player for pieces in position.values() for owner, _ in pieces)
               for player in self.players):
            return 0
        following = (turn + 1) % len(self.players)
        return sum(self.perft(after, following, depth - 1)
                   for after in self.moves(position, self.players[turn]).values())


def crowd_text(position, player, players, kinds):
    """The position as the specs write it."""
    sections = []
    for owner in players:
        groups = []
        for kind in kinds:
            cells = [cell for cell, pieces in position.items() for piece in pieces if piece == (owner, kind)]
            if cells:
                groups.append(f"{kind} {' '.join(cells)}")
        if groups:
            sections.append(f"{owner}: {', '.join(groups)}")
    return "; ".join([*sections, f"turn: {player}"])


def crowds_of(shown):
    """The cells of a position of the rules core as this program has them."""
    cells = {}
    for cell, piece in shown.all_pieces():
        cells.setdefault(cell, []).append((piece.player, piece.kind))
    return {cell: sorted(pieces) for cell, pieces in cells.items()}
