"""A game by the standard rules with dice or a deck of cards before each turn: they act like a player, with known
probabilities. What they show says how many steps a piece then goes, or which kind of piece moves.

The rules without chance say which actions there are; the roll or the card keeps those that fit it. A player who has
none of them passes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from fabgen.core.english import count_things, join_words
from fabgen.rules.boards import Board, Cell, MapBoard
from fabgen.rules.deck import Card, ShuffledDeck, as_card
from fabgen.rules.dice import DiceSum
from fabgen.rules.position import Piece, Position, Setting
from fabgen.rules.protocol import (
    CHANCE,
    Doubt,
    OptionMistake,
    Outcome,
    Rules,
    RulesWithFreeText,
    RulesWithResignation,
)
from fabgen.rules.standard.compiled_game import GameSource
from fabgen.rules.standard.engine import StandardEngine
from fabgen.rules.standard.options import Draw, StandardOptions
from fabgen.rules.standard.state import PASS, Move, State

ASIDE = "aside"  # the section of a position with the cards that have been played
WITHOUT_CHANCE = (  # options of turns that are more, or other, than one move of a piece
    "opening", "in_turn", "first_turn", "swap", "hops", "pushes", "royal", "castling", "en_passant", "drops",
    "compulsory", "passes", "recurrence", "repetition", "no_progress",
)  # fmt: skip


class ChanceState(NamedTuple):
    """A position; what the dice or the card show for the turn under way, None where they are to be rolled or drawn, or
    nothing is needed for what has to be decided; and the cards that were played since the deck was shuffled."""

    state: State
    shown: Card | None = None
    aside: tuple[Card, ...] = ()


def source_of_chance(options: StandardOptions) -> DiceSum | ShuffledDeck | None:
    """The dice or the deck of some options; None for a game without chance."""
    if options.roll is not None:
        return DiceSum.parse(options.roll)
    return deck_of(options.draw) if options.draw else None


def deck_of(draw: Draw) -> ShuffledDeck:
    """The deck of the option `draw`."""
    return ShuffledDeck.of(draw.cards, returns=draw.shuffled == "each turn")


def count_steps(lattice: Board, origin: Cell, target: Cell) -> int:
    """How many steps lead from a cell to another: along a line of neighbours, on a map along a line that has both, the
    shortest way. A leap is one step."""
    if not isinstance(lattice, MapBoard):
        return len(lattice.between(origin, target)) + 1
    lines = [line.spaces for line in lattice.lines if {origin, target} <= {*line.spaces}]
    return min((abs(spaces.index(origin) - spaces.index(target)) for spaces in lines), default=1)


class ChanceRules:
    """A game of the standard rule set with chance; see `rules.protocol.Rules` for the protocol. `inner`: the same game
    without it, played by `engine`; `source`: what it was compiled from; `pieces`: by code."""

    def __init__(
        self,
        inner: Rules[State],
        engine: StandardEngine,
        source: GameSource,
        dice_or_deck: DiceSum | ShuffledDeck,
        pieces: Mapping[int, Piece],
    ) -> None:
        self.inner, self.engine, self.source, self.pieces = inner, engine, source, pieces
        self.dice_or_deck = dice_or_deck
        self.setting: Setting = inner.setting

    def start(self) -> ChanceState:
        """The set-up position, before the first roll or card, unless the set-up says what was shown."""
        return ChanceState(self.inner.start(), *self._read_notes(self.source.start))

    def _is_to_decide(self, position: ChanceState) -> bool:
        """Whether chance has to decide now: a turn begins, and its player could act."""
        begins = position.shown is None and not self.engine.inside(position.state)
        return begins and bool(self.inner.actors(position.state))

    def chances(self, position: ChanceState) -> Mapping[Card, Fraction]:
        """The probability of each roll or card where chance has to decide; empty where a player decides."""
        if not self._is_to_decide(position):
            return {}
        return dict(self.dice_or_deck.chances(position.aside).items())

    def actors(self, position: ChanceState) -> tuple[str, ...]:
        """Chance, or the one player who may act; none when the game is over."""
        return (self.dice_or_deck.actor,) if self._is_to_decide(position) else self.inner.actors(position.state)

    def actions(self, position: ChanceState, player: str) -> list[Card] | list[Move]:
        """The rolls or cards, or the actions of the player who has to act."""
        if chances := self.chances(position):
            return [*chances] if player == self.dice_or_deck.actor else []
        moves = [*self.inner.actions(position.state, player)]
        if position.shown is None or not moves:
            return moves
        return [move for move in moves if move == PASS or self._fits(position, move)] or [PASS]

    def _fits(self, position: ChanceState, move: Move) -> bool:
        """Whether a move is one that was rolled, or that the card allows."""
        fits: bool = self._measure(position, move) == position.shown
        return fits

    def _measure(self, position: ChanceState, move: Move) -> Card:
        """What a move is held against: its number of steps, or the kind of the piece that moves."""
        if isinstance(position.shown, str):
            # Where pieces share cells, a move says which piece goes.
            return self.pieces[move.piece or position.state.board[move.origin]].kind
        cells = self.setting.lattice.numbered_cells
        return count_steps(self.setting.lattice, cells[move.origin], cells[move.target])

    def apply(self, position: ChanceState, actions: Mapping[str, Card | Move]) -> ChanceState:
        """The position after a roll, a card, or the actor's action. Raises ValueError for any other action."""
        if len(actions) != 1:
            raise ValueError(f"one player acts at a time, not {len(actions)}")
        ((player, action),) = actions.items()
        if action not in self.actions(position, player):
            raise ValueError(f"that is not an action of {player} now: {action}")
        if not isinstance(action, Move):
            return position._replace(shown=action)
        aside = position.aside
        if position.shown is not None:
            aside = self.dice_or_deck.lay_aside(aside, position.shown)
        return ChanceState(self.engine.apply(position.state, action), None, aside)

    def goes_on_without(self, position: ChanceState, player: str) -> bool:
        """Whether the game goes on when a player gives up."""
        return isinstance(self.inner, RulesWithResignation) and self.inner.goes_on_without(position.state, player)

    def resign(self, position: ChanceState, player: str) -> ChanceState:
        """The position after a player has given up. The next player has a roll or a card of their own."""
        assert isinstance(self.inner, RulesWithResignation)
        shown, aside = position.shown, position.aside
        aside = aside if shown is None else self.dice_or_deck.lay_aside(aside, shown)
        return ChanceState(self.inner.resign(position.state, player), None, aside)

    def inside(self, before: ChanceState, after: ChanceState) -> bool:
        """Whether the turn goes on: chance has decided, or a piece has to be re-placed."""
        return after.shown is not None or self.engine.inside(after.state)

    def hops(self, action: Card | Move) -> bool:
        """Whether an action jumps over a piece."""
        return isinstance(action, Move) and bool(action.path)

    def outcome(self, position: ChanceState) -> Outcome | None:
        """The winners and the reason, or None while the game goes on."""
        return self.inner.outcome(position.state)

    def text(self, position: ChanceState, action: Card | Move) -> str:
        """A roll or a card as it reads, an action as people write it."""
        return self.inner.text(position.state, action) if isinstance(action, Move) else str(action)

    def action(self, position: ChanceState, player: str, text: str) -> Card | Move | None:
        """The action that a text stands for; None for no action, or for several."""
        actions = self.actions(position, player)
        exact = (action for action in actions if self.text(position, action) == text.strip())
        if (found := next(exact, None)) is not None or player == self.dice_or_deck.actor:
            return found
        meant = self._action_without_chance(position, player, text)
        return meant if meant in actions else None

    def _action_without_chance(self, position: ChanceState, player: str, text: str) -> Move | None:
        """The action that a text would stand for if anything could be played."""
        rules = self.inner
        return rules.action(position.state, player, text) if isinstance(rules, RulesWithFreeText) else None

    def word_actions(self) -> tuple[str, ...]:
        """The actions that name no cell, and what chance may show."""
        return "pass", *map(str, self.dice_or_deck.faces())

    def show(self, position: ChanceState) -> Position:
        """The position as people write it: with what was rolled or drawn, and the cards aside."""
        notes = {} if position.shown is None else {self.dice_or_deck.section: str(position.shown)}
        if position.aside:
            notes[ASIDE] = ", ".join(map(str, position.aside))
        shown = self.inner.show(position.state)
        return replace(shown, notes={**shown.notes, **notes}) if notes else shown

    def view(self, position: ChanceState, player: str) -> Position:
        """What a player sees of a position: all but the order of the deck, which is not decided before a card is
        drawn."""
        return self.show(position)

    def read(self, position: Position) -> ChanceState:
        """The inverse of `show`. Raises ValueError for a note that means nothing."""
        return ChanceState(self.inner.read(position), *self._read_notes(position))

    def _read_notes(self, position: Position) -> tuple[Card | None, tuple[Card, ...]]:
        """What was rolled or drawn, and the cards aside. Raises ValueError for what cannot be."""
        aside: tuple[Card, ...] = ()
        for text in filter(None, map(str.strip, position.notes.get(ASIDE, "").split(","))):
            card = as_card(text)
            if card not in self.dice_or_deck.chances(aside):
                raise ValueError(f"`{ASIDE}: {text}` {self.dice_or_deck.explain_refusal(text, aside)}")
            aside = self.dice_or_deck.lay_aside(aside, card)
        text = position.notes.get(self.dice_or_deck.section, "").strip()
        if not text:
            return None, aside
        if as_card(text) not in self.dice_or_deck.chances(aside):
            raise ValueError(f"`{self.dice_or_deck.section}: {text}` {self.dice_or_deck.explain_refusal(text, aside)}")
        return as_card(text), aside

    def doubts(self) -> Iterator[Doubt]:
        """Numbers by which no piece could go from any cell, even on an empty board."""
        is_roll, longest = isinstance(self.dice_or_deck, DiceSum), self._longest_way()
        option, noun = ("roll", "roll") if is_roll else ("draw", "card")
        kinds = [shown for shown in self.dice_or_deck.faces() if isinstance(shown, str)]
        numbers = [shown for shown in self.dice_or_deck.faces() if isinstance(shown, int) and shown]
        if not longest or not numbers:
            return
        if longest < min(numbers) and not kinds:
            of_dice = f" of {self.dice_or_deck}" if is_roll else ""
            what = f"no {noun}{of_dice} can ever be played: a piece goes {count_things(longest, 'step')} at most"
            hint = f"other {'dice' if is_roll else 'cards'}, or pieces that slide further"
            yield Doubt(("rules", option), what, hint, "error")
        elif longest < max(numbers):
            what = f"a {noun} of more than {longest} can never be played: no piece goes so far"
            hint = f"{'fewer dice' if is_roll else 'other cards'}, a longer board, or pieces that slide further"
            yield Doubt(("rules", option), what, hint)

    def _longest_way(self) -> int:
        """The most steps that a piece can go from any cell of an empty board."""
        setting, longest = self.setting, 0
        for player in setting.players:
            for kind in setting.kinds:
                for cell in setting.lattice.cells:
                    alone = Position(setting, {cell: Piece(player, kind)}, player)
                    moves = self.source.movements.moves(alone, cell)
                    steps = (count_steps(setting.lattice, move.origin, move.target) for move in moves)
                    longest = max(longest, *steps, 0)
        return longest

    def why_not(self, position: ChanceState, player: str, text: str) -> str:
        """Why a text is no action of a player now; empty where it is one."""
        if self.action(position, player, text) is not None:
            return ""
        if self.outcome(position):
            return self.inner.why_not(position.state, player, text)
        if self._is_to_decide(position):
            if player != self.dice_or_deck.actor:
                return self.dice_or_deck.comes_first
            return f"{text} {self.dice_or_deck.explain_refusal(text, position.aside)}"
        shown = position.shown
        move = self._action_without_chance(position, player, text)
        if move is not None and shown is not None:
            return f"{text} {self._describe(position, move)}, and {self.dice_or_deck.describe(shown)}"
        actions = self.actions(position, player)
        if shown is not None and actions == [PASS]:
            what = f"no {shown} of {player} can move" if isinstance(shown, str) \
                else f"no piece of {player} can go {count_things(shown, 'step')}"
            return f"{what}: write `pass`"
        if shown is not None and text.strip() == "pass":
            what = f"move a {shown}" if isinstance(shown, str) else f"go {count_things(shown, 'step')}"
            return f"{player} can {what}, and passes only otherwise"
        return self.inner.why_not(position.state, player, text)

    def _describe(self, position: ChanceState, move: Move) -> str:
        """What a move does of what chance decides."""
        measure = self._measure(position, move)
        return f"moves a {measure}" if isinstance(measure, str) else f"goes {count_things(measure, 'step')}"


def chance_mistakes(options: StandardOptions, setting: Setting) -> Iterator[OptionMistake]:
    """What is wrong with `roll` or `draw`, and the options beside it."""
    dice_or_deck, option = source_of_chance(options), "roll" if options.roll is not None else "draw"
    if dice_or_deck is None:
        return
    if options.roll is not None and options.draw is not None:
        yield OptionMistake(("draw",), "`draw` does not go with `roll`: one of them decides a turn",
                            "leave one of the two out")
    if options.draw is not None:
        yield from _card_mistakes(options.draw, setting)
    names = dict(zip(CHANCE, ("dice", "deck"), strict=True))
    if dice_or_deck.actor in setting.players:
        yield OptionMistake((option,), f"a player is called `{dice_or_deck.actor}`",
                            f"records name the {names[dice_or_deck.actor]} so: another name for the player")
    decides = "moves one piece by what the dice show" if option == "roll" else "moves one piece by the card"
    for name in WITHOUT_CHANCE:
        field = type(options).model_fields[name]
        value = getattr(options, name)
        if value != field.get_default(call_default_factory=True) and not (name == "repetition" and value is None):
            what = f"`{name}` does not go with `{option}`, which {decides}"
            yield OptionMistake((name,), what, "leave one of the two out")


def _card_mistakes(draw: Draw, setting: Setting) -> Iterator[OptionMistake]:
    """Cards that are neither a number of steps nor a kind of piece."""
    for card in draw.cards:
        if isinstance(as_card(str(card)), str) and card not in setting.kinds:
            kinds = join_words([f"`{kind}`" for kind in setting.kinds], "or")
            yield OptionMistake(("draw", "cards", str(card)), f"`{card}` is no card",
                                f"a number of steps, such as `3`, or a kind of piece: {kinds}")


def say_chance(options: StandardOptions) -> Iterable[str]:
    """The sentences of books about chance, as keys of the catalogue of words."""
    dice_or_deck = source_of_chance(options)
    if isinstance(dice_or_deck, DiceSum):
        return ["rule_roll_die" if dice_or_deck.count == 1 else "rule_roll_dice"]
    if isinstance(dice_or_deck, ShuffledDeck):
        kinds = {type(card) for card in dice_or_deck.faces()}
        return ["rule_draw_either" if len(kinds) == 2 else "rule_draw_kind" if str in kinds else "rule_draw_steps"]
    return []


__all__ = ["ChanceRules", "ChanceState", "chance_mistakes", "say_chance", "source_of_chance"]
