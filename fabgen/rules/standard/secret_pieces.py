"""A game by the standard rules in which opponents do not see what kinds of pieces a player has: on the board until a
piece is revealed, or in the hand.

The rules themselves know all pieces. What an opponent is told is made of a position in which the hidden pieces are
alike, so that no view and no refusal depends on what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from fabgen.core.english import join_words
from fabgen.core.problems import nearest_hint
from fabgen.rules.boards import Cell
from fabgen.rules.position import HIDDEN, Piece, Position, Setting
from fabgen.rules.protocol import OptionMistake, Outcome, Remark, Rules
from fabgen.rules.standard.compile import has_hands
from fabgen.rules.standard.compiled_game import GameSource
from fabgen.rules.standard.engine import StandardEngine
from fabgen.rules.standard.note_names import HOPPED
from fabgen.rules.standard.options import Hidden, StandardOptions
from fabgen.rules.standard.state import NOWHERE, Fate, Move, State
from fabgen.rules.views import HiddenThings

REVEALED = "revealed"  # the section of a position that lists the cells of revealed pieces
HAND = "hand"
STAND_IN = "hidden piece"  # what refusals call a hidden piece
REVEAL_WORDS = {  # the sentences of books, by what reveals a piece and for how long
    ("capture", "for good"): "rule_revealed_by_capture_for_good",
    ("capture", "one action"): "rule_revealed_by_capture_one_action",
    ("move", "for good"): "rule_revealed_by_move_for_good",
    ("move", "one action"): "rule_revealed_by_move_one_action",
}
OPEN_OPTIONS = {  # options by which everybody would know a hidden piece, and why
    "royal": "a player who may not move because of an attack would know the attacker",
    "castling": "a player who castles shows what the two pieces are",
    "en_passant": "a piece that can be captured in passing shows what it is",
    "recurrence": "positions list earlier boards with all their pieces",
    "stacks": "a tower that moves shows its pieces",
    "sharing": "an action names the piece that goes, or is captured",
    "swap": "a player who takes the other side would see its pieces",
    "roll": "dice are not defined for hidden pieces",
    "draw": "a deck is not defined for hidden pieces",
}


class SecretState(NamedTuple):
    """A position, and the cells of the pieces that are revealed."""

    state: State
    revealed: frozenset[int] = NOWHERE


class OpenRules(Rules[State], Protocol):
    """What `SecretRules` need of the same game with everything open."""

    engine: StandardEngine
    source: GameSource
    pieces: Mapping[int, Piece]

    def action(self, position: State, player: str, text: str) -> Move | None:
        """The action that a text stands for."""

    def hops(self, action: Move) -> bool:
        """Whether an action jumps over a piece."""

    def inside(self, before: State, after: State) -> bool:
        """Whether a turn goes on."""

    def repetition_key(self, position: State) -> State:
        """What of a position counts for repetition."""

    def goes_on_without(self, position: State, player: str) -> bool:
        """Whether the game goes on when a player gives up."""

    def resign(self, position: State, player: str) -> State:
        """The position after a player has given up."""

    def further_moves(self, position: State, action: Move) -> tuple[tuple[Cell, Cell], ...]:
        """The moves of further pieces."""

    def word_actions(self) -> tuple[str, ...]:
        """The actions that name no cell."""

    def why_not_under(self, position: State, player: str, text: str, names: Mapping[int, Piece]) -> str:
        """Why a text is no action, with other names for some pieces by their codes."""


class SecretRules:
    """A game of the standard rule set with hidden pieces; see `rules.protocol.Rules` for the protocol. `inner`: the
    same game with everything open."""

    def __init__(self, inner: OpenRules, options: StandardOptions) -> None:
        self.inner, self.engine, self.source = inner, inner.engine, inner.source
        self.setting: Setting = inner.setting
        self.hidden = options.hidden or Hidden()
        self.kinds = hidden_kinds(options, self.setting.kinds)
        self.things = HiddenThings(self.kinds, (HAND,) if self.hidden.hands else (), (HOPPED,))
        self._players = tuple(self.setting.players)
        self._codes = frozenset(code for code, piece in inner.pieces.items() if piece.kind in self.kinds)

    def start(self) -> SecretState:
        """The set-up position."""
        return SecretState(self.inner.start(), self._read_revealed(self.source.start))

    def actors(self, position: SecretState) -> tuple[str, ...]:
        """The one player who may act, or no player when the game is over."""
        return self.inner.actors(position.state)

    def actions(self, position: SecretState, player: str) -> Sequence[Move]:
        """The actions of the player who has to act; none for the others."""
        return self.inner.actions(position.state, player)

    def apply(self, position: SecretState, actions: Mapping[str, Move]) -> SecretState:
        """The position after the actor's action. Raises ValueError for any other action."""
        after = self.inner.apply(position.state, actions)
        (move,) = actions.values()
        return SecretState(after, self._revealed_after(position, move, after))

    def _revealed_after(self, position: SecretState, move: Move, after: State) -> frozenset[int]:
        """The cells of the revealed pieces after an action."""
        newly = self._newly_revealed(position, move)
        cells = newly
        if self.hidden.stays == "for good":
            moved = {move.origin: move.target, **dict(move.row)}
            turned = self._turns_over(position.state, move)
            lost = {*moved.values(), *(move.taken if not turned else ())} - {*moved}
            # A piece that becomes another one is as unknown as any piece of its new kind.
            forgotten = {move.origin} if move.becomes else set()
            kept = (moved.get(cell, cell) for cell in position.revealed - lost - forgotten)
            cells = newly | {cell for cell in kept if cell >= 0}
        return frozenset(cell for cell in cells if after.board[cell] in self._codes)

    def _newly_revealed(self, position: SecretState, move: Move) -> frozenset[int]:
        """The cells of the pieces on the board that an action reveals, where they are after it."""
        by, taken = self.hidden.revealed_by, move.taken
        enemies = self.engine.game.enemies_taken(move)
        is_known = move.origin >= 0 and (by == "move" or (by == "capture" and bool(enemies)))
        turned = taken if self._turns_over(position.state, move) else ()
        return frozenset(({move.target} if is_known else set()) | {*turned})

    def _turns_over(self, state: State, move: Move) -> bool:
        """Whether an action turns over what it takes, so that both players know it."""
        hops = self.engine.game.hops[state.board[move.origin]] if move.path else None
        return (hops.fate if hops else self.engine.game.fate) is Fate.FLIPS

    def goes_on_without(self, position: SecretState, player: str) -> bool:
        """Whether the game goes on when a player gives up."""
        return self.inner.goes_on_without(position.state, player)

    def resign(self, position: SecretState, player: str) -> SecretState:
        """The position after a player has given up, whose pieces may leave the board. Nothing is revealed by it."""
        after = self.inner.resign(position.state, player)
        return SecretState(after, frozenset(cell for cell in position.revealed if after.board[cell] in self._codes))

    def inside(self, before: SecretState, after: SecretState) -> bool:
        """Whether the turn goes on."""
        return self.inner.inside(before.state, after.state)

    def hops(self, action: Move) -> bool:
        """Whether an action jumps over a piece."""
        return self.inner.hops(action)

    def further_moves(self, position: SecretState, action: Move) -> tuple[tuple[Cell, Cell], ...]:
        """The moves of the pieces that are pushed or go along in a row."""
        return self.inner.further_moves(position.state, action)

    def repetition_key(self, position: SecretState) -> SecretState:
        """What of a position counts for draws by repetition."""
        return position._replace(state=self.inner.repetition_key(position.state))

    def outcome(self, position: SecretState) -> Outcome | None:
        """The winners and the reason, or None while the game goes on."""
        return self.inner.outcome(position.state)

    def text(self, position: SecretState, action: Move) -> str:
        """An action as its player writes it."""
        return self.inner.text(position.state, action)

    def action(self, position: SecretState, player: str, text: str) -> Move | None:
        """The action that a text stands for; None for no action, or for several."""
        return self.inner.action(position.state, player, text)

    def word_actions(self) -> tuple[str, ...]:
        """The actions that name no cell."""
        return self.inner.word_actions()

    def seen_text(self, position: SecretState, action: Move, player: str) -> str:
        """An action as a player sees it: without the kind of a piece that is placed or promoted and stays hidden."""
        text = self.text(position, action)
        if action.becomes not in self._codes or player in self.actors(position):
            return text
        if action.target in self._newly_revealed(position, action):
            return text
        kind = self.inner.pieces[action.becomes].kind
        return HIDDEN + text.removeprefix(kind) if action.origin < 0 else text.replace(f"={kind}", f"={HIDDEN}")

    def reveals(self, position: SecretState, action: Move) -> tuple[tuple[Cell, Piece], ...]:
        """The hidden pieces that everybody gets to know by an action: those that it captures, and the piece that has
        acted where that reveals it."""
        board, names = position.state.board, self.setting.lattice.numbered_cells
        found = [(cell, board[cell]) for cell in action.taken if cell not in position.revealed]
        if action.origin not in position.revealed and action.target in self._newly_revealed(position, action):
            found.append((action.target, action.becomes or board[action.origin]))
        return tuple((names[cell], self.inner.pieces[code]) for cell, code in found if code in self._codes)

    def show(self, position: SecretState) -> Position:
        """The position as people write it, with all its pieces."""
        shown, names = self.inner.show(position.state), self.setting.lattice.numbered_cells
        if not position.revealed:
            return shown
        return replace(shown, notes={**shown.notes, REVEALED: ", ".join(names[c] for c in sorted(position.revealed))})

    def view(self, position: SecretState, player: str) -> Position:
        """What a player sees of a position."""
        names = self.setting.lattice.numbered_cells
        return self.things.seen_by(player, self.show(position), {names[cell] for cell in position.revealed})

    def read(self, position: Position) -> SecretState:
        """The inverse of `show`. Raises ValueError for a note that means nothing."""
        return SecretState(self.inner.read(position), self._read_revealed(position))

    def _read_revealed(self, position: Position) -> frozenset[int]:
        """The cells under `revealed`. Raises ValueError for a cell without a piece that could be hidden: positions that
        play alike must be equal."""
        text = position.notes.get(REVEALED, "")
        hidden = [cell for cell, piece in position.pieces.items() if piece.kind in self.kinds]
        cells = [self.setting.lattice.read_names(name.strip()).strip() for name in text.split(",") if name.strip()]
        for cell in cells:
            if cell not in hidden:
                kinds = join_words(sorted(self.kinds, key=self.setting.kinds.index), "or")
                raise ValueError(f"`{REVEALED}: {cell}`: no piece that can be hidden is there: name cells of a {kinds}")
        return frozenset(self.setting.lattice.order[cell] for cell in cells)

    def why_not(self, position: SecretState, player: str, text: str) -> str:
        """Why a text is no action of a player now; empty where it is one. Hidden pieces are not named."""
        if self.action(position, player, text) is not None:
            return ""
        if self.outcome(position):
            return self.inner.why_not(position.state, player, text)
        board, hands = bytearray(position.state.board), list(position.state.hands)
        names: dict[int, Piece] = {}
        for owner in self._players:
            if owner != player:
                names |= self._blur(position, owner, board, hands)
        blurred = position.state._replace(board=bytes(board), hands=tuple(hands))
        return self.inner.why_not_under(blurred, player, text, names)

    def _blur(self, position: SecretState, owner: str, board: bytearray, hands: list[int]) -> Mapping[int, Piece]:
        """Makes the hidden pieces of a player alike, on the board and in hand: all of a kind that none of the revealed
        ones has, if there is one. Returns the name of that kind for refusals."""
        codes = sorted(code for code in self._codes if self.inner.pieces[code].player == owner)
        known = {board[cell] for cell in position.revealed}
        stand_in = next((code for code in codes if code not in known), codes[0] if codes else 0)
        for cell, code in enumerate(board):
            if code in codes and cell not in position.revealed:
                board[cell] = stand_in
        if self.hidden.hands and hands:
            own = [code for code, piece in self.inner.pieces.items() if piece.player == owner]
            total = sum(hands[code] for code in own)
            for code in own:
                hands[code] = 0
            hands[stand_in or own[0]] = total
        return {stand_in: Piece(owner, STAND_IN)} if stand_in else {}


def hidden_kinds(options: StandardOptions, kinds: Sequence[str]) -> frozenset[str]:
    """The kinds of pieces that opponents do not tell apart on the board."""
    pieces = options.hidden.pieces if options.hidden else ()
    return frozenset(kinds if pieces == "all" else pieces)


def secret_mistakes(options: StandardOptions, start: Position) -> Iterator[OptionMistake]:
    """What is wrong with `hidden`, and the options beside it."""
    hidden, setting = options.hidden, start.setting
    if hidden is None:
        return
    key = ("hidden",)
    if not hidden.pieces and not hidden.hands:
        yield OptionMistake(key, "`hidden` hides nothing", "write `hidden: {pieces: all}`, or `hands: true`")
        return
    if len(setting.active_players) == 1:
        yield OptionMistake(key, "a single player has nothing to hide", "take `hidden` away, or add a player")
    if HIDDEN in (*setting.kinds, *setting.players):
        yield OptionMistake(key, f"a piece or a player is called `{HIDDEN}`, which is what views call hidden pieces",
                            "give it another name")
    unknown = [kind for kind in hidden.pieces if kind not in setting.kinds] if hidden.pieces != "all" else []
    for kind in unknown:
        yield OptionMistake((*key, "pieces"), f"there is no piece `{kind}`", nearest_hint(kind, setting.kinds))
    if not unknown:
        yield from _pieces_mistakes(hidden, options, start)
    if hidden.hands and not has_hands(options):
        yield OptionMistake((*key, "hands"), "nobody has pieces in hand",
                            "pieces come from hands with `drops`, or into them with `captured: hand`")
    for name, why in OPEN_OPTIONS.items():
        field = type(options).model_fields[name]
        if getattr(options, name) != field.get_default(call_default_factory=True):
            yield OptionMistake((name,), f"`{name}` does not go with `hidden`: {why}", "leave one of the two out")
    for number, action in enumerate(options.opening):
        if action.of == "enemy":
            what = "`of: enemy` does not go with `hidden`: who places an enemy's piece would know it"
            yield OptionMistake(("opening", number, "of"), what, "leave it out: players place pieces of their own")
    takes = options.capture_fates
    if "prisoner" in takes:
        what = "`takes: prisoner` does not go with `hidden`: a tower that moves shows its pieces"
        yield OptionMistake(("hops",), what, "write `takes: removed`, or leave `hidden` out")
    if "home" in takes:
        yield OptionMistake(key, "pieces that are re-placed at home do not go with `hidden`: everybody sees them",
                            "write `captured: removed`, or leave `hidden` out")


def _pieces_mistakes(hidden: Hidden, options: StandardOptions, start: Position) -> Iterator[OptionMistake]:
    """What is wrong with the hidden kinds of pieces, which all exist."""
    kinds, key = hidden_kinds(options, start.setting.kinds), ("hidden", "pieces")
    given = hidden.model_fields_set & {"revealed_by", "stays"}
    if not kinds:
        for name in sorted(given):
            yield OptionMistake(("hidden", name), f"`{name}` is about pieces on the board, and none are hidden",
                                "add `pieces: all`, or take it away")
        return
    if len(kinds) == 1:
        what = f"one hidden kind hides nothing: every hidden piece is a {next(iter(kinds))}"
        yield OptionMistake(key, what, "name a second kind of piece")
    if hidden.revealed_by == "nothing" and "stays" in given:
        yield OptionMistake(("hidden", "stays"), "`stays` says how long pieces are revealed, and nothing reveals them",
                            "take it away, or write `revealed_by: capture`")
    placed = {kind for kind in kinds for name in (kind, *(f"{player} {kind}" for player in start.setting.players))
              if name in options.drops}
    placed |= {step.places for step in options.opening if step.places in kinds}
    if placed and options.supply == "hand" and not hidden.hands:
        first = min(placed, key=start.setting.kinds.index)
        yield OptionMistake(key, f"the {first} is placed from a hand that everybody sees",
                            "add `hands: true` under `hidden`")
    if options.no_progress and (counted := kinds & {*options.no_progress.moves_of}):
        what = f"everybody would see by the count of `no_progress` that a {min(counted)} has moved"
        yield OptionMistake(("no_progress", "moves_of"), what, "name no hidden kind there")


def say_secrets(options: StandardOptions) -> Iterator[Remark]:
    """What books say about hidden pieces."""
    hidden = options.hidden
    if hidden is None:
        return
    for kind in ("",) if hidden.pieces == "all" else hidden.pieces:
        yield Remark("rule_hidden", kind)
        if key := REVEAL_WORDS.get((hidden.revealed_by, hidden.stays)):
            yield Remark(key, kind)
    if hidden.hands:
        yield Remark("rule_hidden_hands")


__all__ = ["HIDDEN", "REVEALED", "SecretRules", "SecretState", "hidden_kinds", "say_secrets", "secret_mistakes"]
