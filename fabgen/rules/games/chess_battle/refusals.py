"""A text that is no action → why, in words, with the ruling that forbids it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fabgen.core.english import join_words
from fabgen.core.problems import nearest_hint
from fabgen.rules.boards import Cell
from fabgen.rules.games.chess_battle.engine import TOKEN_USE_ROWS, BattleEngine, TokenUse
from fabgen.rules.games.chess_battle.state import NOTHING, BattleActionKind, BattleState, occupied_cells
from fabgen.rules.games.skeleton import first_reason
from fabgen.rules.position import Setting


class BattleRefusals:
    """Explains the refusals of one game."""

    def __init__(self, setting: Setting, engine: BattleEngine) -> None:
        self.setting, self.engine = setting, engine
        self.players, self.cells = tuple(setting.players), setting.lattice.cells

    def actor(self, state: BattleState, name: str) -> str:
        """Why a player has nothing to decide now; empty where the player has."""
        if name not in self.players:
            return f"there is no player `{name}`: {nearest_hint(name, self.players)}"
        acting = self.engine.actors(state)
        if not acting:
            return "the game is over"
        p = self.players.index(name)
        if p in acting:
            return ""
        if not state.round:
            choosing = NOTHING in state.kinds
            way = "choices go clockwise" if choosing else "placing goes counter-clockwise from the last who chose"
            return f"it is the turn of {self.players[state.turn]}: {way}"
        return f"{name} is out: only living players decide" if state.at[p] < 0 else f"{name} has no token left to use"

    def action(self, state: BattleState, name: str, text: str) -> str:
        """Why a text is none of the actions of a player who has to decide."""
        p = self.players.index(name)
        if state.round:
            return self._explain_token_use(state, p, text) if state.talk else self._explain_order(state, p, text)
        if state.kinds[p] == NOTHING:
            return f"`{text}` is no piece: {nearest_hint(text, self.setting.kinds)}"
        return self._explain_placing(state, p, text)

    def _explain_placing(self, state: BattleState, p: int, text: str) -> str:
        """Why a piece may not be placed on a cell."""
        piece, at, cell = text.partition("@")
        chosen_kind = self.setting.kinds[state.kinds[p]]
        if not at or cell not in self.setting.lattice:
            return f"`{text}` places nothing on a cell of the board: write `{chosen_kind}@{self.cells[0]}`"
        if piece != chosen_kind:
            return f"{self.players[p]} chose the {chosen_kind}, not the {piece}"
        number = self.setting.lattice.order[cell]
        if number in state.at:
            return f"{self.players[state.at.index(number)]} stands on {cell}"
        return self._explain_attacks(state, p, cell, number)

    def _explain_attacks(self, state: BattleState, p: int, cell: Cell, number: int) -> str:
        """The placed pieces that would be attacked, or would attack, from a cell."""
        piece = f"the {self.setting.kinds[state.kinds[p]]} on {cell}"
        attacked = [q for q, at in enumerate(state.at) if at >= 0 and self._sees(state, p, number, at)]
        if attacked:
            return f"{piece} would attack {self._name_players(state, attacked)} (CB-15)"
        seeing = [q for q, at in enumerate(state.at) if at >= 0 and self._sees(state, q, at, number)]
        return f"{piece} would be attacked by {self._name_players(state, seeing)} (CB-14)"

    def _sees(self, state: BattleState, p: int, cell: int, target: int) -> bool:
        """Whether a player's piece attacks a target from a cell, past the pieces on the board."""
        occupied, attacks = occupied_cells(state.at), self.engine.tables.kinds[p][state.kinds[p]].attacks[cell]
        return any(to == target and not between & occupied for to, between in attacks)

    def _name_players(self, state: BattleState, players: Sequence[int]) -> str:
        """Some players with their cells, in words."""
        return join_words(f"{self.players[q]} on {self.cells[state.at[q]]}" for q in players)

    def _explain_token_use(self, state: BattleState, p: int, text: str) -> str:
        """Why a token may not be used in this way during the talk."""
        verb, _, name = text.partition(" ")
        if verb not in ("freeze", "medal"):
            return f"`{text}` cannot be done during the talk: `pass`, `freeze PLAYER` or `medal PLAYER`"
        if name not in self.players:
            return f"there is no player `{name}`: {nearest_hint(name, self.players)}"
        use = TokenUse(self.engine, state, p, self.players.index(name))
        return first_reason(TOKEN_USE_ROWS[BattleActionKind[verb.upper()]], use, self.players)

    def _explain_order(self, state: BattleState, p: int, text: str) -> str:
        """Why an order cannot be carried out."""
        origin = self.cells[state.at[p]]
        piece = f"the {self.setting.kinds[state.kinds[p]]} on {origin}"
        if p in state.frozen:
            return f"{self.players[p]} is frozen: any order is void this round (freezing)"
        if text == "stay":
            return f"{piece} can move, so it must (CB-8)"
        match = re.fullmatch(r"([a-z]+[0-9]+)-([a-z]+[0-9]+)", text)
        if not match:
            return f"`{text}` is no order: write `{origin}-`, then the cell to go to, or `stay`"
        outside = [cell for cell in match.groups() if cell not in self.setting.lattice]
        if outside:
            return f"{outside[0]} is not on the board: cells here are {self.setting.lattice}"
        if match[1] != origin:
            return f"{self.players[p]}'s piece stands on {origin}, not on {match[1]}"
        return self._explain_target(state, p, piece, self.setting.lattice.order[match[2]])

    def _explain_target(self, state: BattleState, p: int, piece: str, to: int) -> str:
        """Why a piece cannot be ordered to a cell."""
        at, occupied = state.at[p], occupied_cells(state.at)
        kind, target = self.engine.tables.kinds[p][state.kinds[p]], self.cells[to]
        if to == at:
            return "an order to go nowhere is written `stay`"
        if self.engine.chosen.red_illegal and self.engine.red(state.round) >> to & 1:
            return f"{target} is red (CB-13)"
        row = kind.rows[at]
        orders = (*row.goes, *((order, mask) for order, mask, _ in row.takes))
        between = [mask & occupied & ~(1 << to) for order, mask in orders if order.second == to]
        if between and all(between):
            blocking = [q for q, cell in enumerate(state.at) if cell >= 0 and between[0] >> cell & 1]
            blockers = self._name_players(state, blocking)
            return f"{piece} is blocked by {blockers}, who stands there as the round begins (CB-2)"
        if between:
            return f"{piece} goes to {target} only while {'no piece' if occupied >> to & 1 else 'a piece'} stands there"
        if (kind.stuck or kind.apart) and any(order.second == to for order, _ in kind.steps[at].goes):
            return f"{piece} may not step to {target}: " + self._explain_fallback(kind.stuck != ())
        price = "loses" if self.engine.chosen.invalid_loses else "is void"
        return f"{piece} cannot reach {target}: such an order {price} (CB-9)"

    def _explain_fallback(self, stuck: bool) -> str:
        """The condition for the fallback that is not met."""
        if stuck:
            condition = "on the board" if self.engine.chosen.stuck_on_board else "that is not red"
            return f"a move of its own has a target {condition} (CB-16)"
        if self.engine.chosen.pairwise:
            return "no living player keeps to the other colour (CB-17)"
        return "only the last two step so, when they keep to different colours (CB-17)"
