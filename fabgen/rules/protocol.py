"""A game's options → its rules: the protocol that every rule set answers, for two to twelve players. Positions are
values and never change.

A rule set may keep its positions in any compact form; `show` and `read` convert between it and the `Position` that
people write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, TypeVar, runtime_checkable

from fabgen.core.problems import Level
from fabgen.core.yaml_models import YamlModel
from fabgen.rules.boards import Cell
from fabgen.rules.diagram import CastlePattern, HopPattern
from fabgen.rules.directions import Compass
from fabgen.rules.legal_moves import Movements
from fabgen.rules.position import Piece, Position, Setting

P = TypeVar("P")
DICE, DECK = "dice", "deck"  # the names under which chance acts, in records too
CHANCE = (DICE, DECK)
ROLLED, DRAWN = "rolled", "drawn"  # the sections of a position that say what the dice or the card show


@dataclass(frozen=True)
class Outcome:
    """How a game ended: its winners, and why, in words. Several players may share a win; without a winner it is a
    draw."""

    winners: tuple[str, ...]
    why: str

    def __str__(self) -> str:
        return f"{' and '.join(self.winners)} won: {self.why}" if self.winners else f"draw: {self.why}"


class Rules(Protocol[P]):
    """The rules of a compiled game; P is their own kind of position, hashable and never changed."""

    @property
    def setting(self) -> Setting:
        """The board, the players, the kinds of pieces and the sections of positions."""

    def start(self) -> P:
        """The position before the first action."""

    def actors(self, position: P) -> tuple[str, ...]:
        """The players who have to decide now: one, or several at once where orders are simultaneous; none when the
        game is over."""

    def actions(self, position: P, player: str) -> Sequence[Any]:
        """All actions that a player may take now, each once, in a fixed order."""

    def apply(self, position: P, actions: Mapping[str, Any]) -> P:
        """The position after the actions of all actors. Raises ValueError for anything that is not among their
        actions."""

    def outcome(self, position: P) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def text(self, position: P, action: Any) -> str:
        """An action in the notation of specs and rulebooks: `c3-c4`, `c3xe5xg7`, `pawn@a1`, `deny`."""

    def show(self, position: P) -> Position:
        """The position as people write it."""

    def read(self, position: Position) -> P:
        """The inverse of `show`."""

    def why_not(self, position: P, player: str, text: str) -> str:
        """Why a text is no action of a player now, with the rule that forbids it; empty where it is an action."""


@runtime_checkable
class RulesWithTurns(Protocol):
    """Rules whose turns may take more than one decision. For rules without this method every decision is a turn."""

    def inside(self, before: Any, after: Any) -> bool:
        """Whether the turn of a position goes on in the position that a decision has led to."""


@runtime_checkable
class RulesWithFreeText(Protocol):
    """Rules that understand actions which are written differently than they write them."""

    def action(self, position: Any, player: str, text: str) -> Any | None:
        """The action that a text stands for; None for no action, or for several."""


@runtime_checkable
class RulesWithWords(Protocol):
    """Rules that know all their actions that name no cell; rules without this method may have any."""

    def word_actions(self) -> Sequence[str]:
        """Every action that names no cell, in whatever position it is one: `pass`, `deny`."""


@runtime_checkable
class RulesWithHops(Protocol):
    """Rules that know which of their actions are jumps; rules without this method have none."""

    def hops(self, action: Any) -> bool:
        """Whether an action goes over one piece or several."""


@runtime_checkable
class RulesWithFurtherMoves(Protocol):
    """Rules whose actions may move further pieces, as castling and pushing do; rules without this method have none."""

    def further_moves(self, position: Any, action: Any) -> tuple[tuple[Cell, Cell], ...]:
        """The cells from and to which an action moves pieces besides the one that its text names; the second is empty
        for a piece that leaves the board."""


@runtime_checkable
class RulesWithRepetition(Protocol):
    """Rules whose positions count something that does not tell them apart for draws by repetition; without this method
    equal positions are repeated ones."""

    def repetition_key(self, position: Any) -> Any:
        """What of a position counts for repetition."""


@runtime_checkable
class RulesWithChance(Protocol):
    """Rules in which dice or a deck of cards act like a player: `actors` names DICE alone where they are rolled, DECK
    where a card is drawn. Rules without this method have no chance in them."""

    def chances(self, position: Any) -> Mapping[Any, Fraction]:
        """The probability of each roll or card where chance has to decide, in a fixed order; empty where players
        decide."""


@runtime_checkable
class RulesWithResignation(Protocol):
    """Rules of games that go on among the others when a player gives up. Rules without this method end there."""

    def goes_on_without(self, position: Any, player: str) -> bool:
        """Whether the game goes on when a player gives up."""

    def resign(self, position: Any, player: str) -> Any:
        """The position after the player whose turn it is has given up."""


@runtime_checkable
class RulesWithAreas(Protocol):
    """Rules that call cells by a colour, which figures shade. Rules without this method have no such cells."""

    def areas(self, position: Any) -> Mapping[str, tuple[Cell, ...]]:
        """The cells of each colour in a position. Every position has the same names, in the same order."""


@runtime_checkable
class RulesWithClosedCells(Protocol):
    """Rules that close cells at times, which figures mark while they are closed. Rules without this method close none.
    """

    def closed_cells(self, position: Any) -> tuple[Cell, ...]:
        """The cells that are closed now, and open in other positions."""


@runtime_checkable
class RulesWithViews(Protocol):
    """Rules that say what a player sees of a position. For rules without this method everybody sees all of it."""

    def view(self, position: Any, player: str) -> Position:
        """The position as a player sees it: as `show`, but pieces that are hidden from the player have the kind
        `hidden`. For a name that is no player, what everybody sees."""


@runtime_checkable
class RulesWithSecrets(Protocol):
    """Rules in which something is hidden from a player. Rules without these methods hide nothing."""

    @property
    def setting(self) -> Setting:
        """As in `Rules`."""

    def seen_text(self, position: Any, action: Any, player: str) -> str:
        """An action of anybody as a player sees it: without the kinds of pieces that stay hidden, `hidden@a1`."""

    def reveals(self, position: Any, action: Any) -> tuple[tuple[Cell, Piece], ...]:
        """The hidden pieces that everybody gets to know by an action, with the cells where that happens."""


@dataclass(frozen=True)
class RuleSetInput:
    """What a spec gives to a rule set.

    * `movements`: how pieces move.
    * `zones`: cells by the zone's name.
    * `tokens`: the kinds of tokens.
    * `options`: the rule set's own options.
    * `start`: the set-up position.
    * `rulings`: the reading chosen for each ruling.
    * `cites`: the ruling behind an option, by the option's key.
    * `others`: by ruling, the options under each of its other readings.
    """

    movements: Movements
    zones: Mapping[str, tuple[Cell, ...]]
    tokens: tuple[str, ...]
    options: Any
    start: Position
    rulings: Mapping[str, str]
    cites: Mapping[str, str] = field(default_factory=dict)
    others: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)


NEVER_IN_PLAY = "never in play"  # the code of a Doubt


@dataclass(frozen=True)
class Doubt:
    """Something in a game's rules that can never happen: its key in the spec (from the top), what it is, and what to
    do about it. `code` is for programs: NEVER_IN_PLAY of a kind of piece that may lie beside the board by intention."""

    key: tuple[str | int, ...]
    what: str
    hint: str = ""
    level: Level = "warning"
    code: str = ""


@dataclass(frozen=True)
class PromotedPieces:
    """Pieces of a kind that may become one of the kinds `to`: those of the owners, each the name of a player, of the
    kind (everybody's), or `player kind`."""

    kind: str
    owners: frozenset[str]
    to: tuple[str, ...]

    def is_of(self, player: str) -> bool:
        """Whether the pieces of a player are promoted."""
        return bool(self.owners & {player, self.kind, f"{player} {self.kind}"})


@dataclass(frozen=True)
class Remark:
    """What the rules let some pieces do besides their movement, as a sentence of the catalogue of words: its key there,
    whose pieces it is about (a player, a kind, `player kind`, or empty: all), the number that it names, whether it
    tells how they capture, the zone and the other kind of piece that it names, whether it is about pieces that move
    by themselves alone, and the sentence in its place for pieces that move but never capture, if that is another."""

    key: str
    whose: str = ""
    number: int = 0
    captures: bool = False
    zone: str = ""
    piece: str = ""
    of_movers: bool = False
    peaceful_key: str = ""

    def is_about(self, kind: str, players: Iterable[str]) -> bool:
        """Whether it is about pieces of a kind, of any of these players."""
        return self.whose in ("", kind, *(name for player in players for name in (player, f"{player} {kind}")))


@dataclass(frozen=True)
class Features:
    """What the rules of a game have, as far as figures and rulebooks show it. The defaults are for a rule set without
    `features`.

    * `captures`: whether moves may capture at all.
    * `captured_fate`: what becomes of a piece that is captured by a move: `removed`, `home`, `hand` or `captor`; empty
      where no figure shows it.
    * `encloses`: whether moves capture what they enclose, instead of moving onto it.
    * `unarmed`: the kinds of pieces that take no part in that.
    * `has_hands`: whether players may have pieces beside the board.
    * `places`: whether players ever place a piece on the board, as `pawn@a1` does.
    * `repetition`: how often a position must occur to end the game in a draw; None: it never does.
    * `gained_kinds`: the kinds of pieces that a player may come to have more of than at the start, as by promotion.
    * `gains_captured`: whether captured pieces become their captor's, of whatever kind.
    * `turns_over`: whether pieces change sides by being turned over; None where the rules do not say.
    * `promotions`: which pieces become others.
    * `remarks`: what books say beside a piece's movement.
    * `royal`: the kinds of pieces that may not be left where they can be captured.
    * `in_passing`: by kind of piece, the kinds that it captures in passing.
    * `towers`: whether pieces are put on top of each other.
    * `room`: how many pieces a cell holds side by side: by zone, and for all other cells by an empty name.
    * `hidden_kinds`: the kinds of pieces that opponents do not tell apart on the board.
    * `hides_all_kinds`: whether these are all kinds.
    * `hides`: whether there is anything that a player may not see.
    """

    captures: bool = True
    captured_fate: str = ""
    encloses: bool = False
    unarmed: frozenset[str] = frozenset()
    has_hands: bool = False
    places: bool = True
    repetition: int | None = 3
    gained_kinds: frozenset[str] = frozenset()
    gains_captured: bool = False
    turns_over: bool | None = None
    promotions: tuple[PromotedPieces, ...] = ()
    remarks: tuple[Remark, ...] = ()
    royal: frozenset[str] = frozenset()
    in_passing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    towers: bool = False
    room: Mapping[str, int] = field(default_factory=dict)
    hidden_kinds: frozenset[str] = frozenset()
    hides_all_kinds: bool = False
    hides: bool = False

    def hides_kind(self, kind: str) -> bool:
        """Whether opponents may not see that a piece is of this kind."""
        return self.hides_all_kinds or kind in self.hidden_kinds

    def may_gain(self, kind: str) -> bool:
        """Whether a player may come to have more pieces of a kind than at the start."""
        return self.gains_captured or kind in self.gained_kinds


@dataclass(frozen=True)
class RuleSet:
    """A rule set that specs name under `rules: {set: NAME}`; found through the entry-point group `fabgen.rules`.

    * `options`: the model of its part of a spec.
    * `setting`: adds the sections that its positions need to a game's setting, from the options and the kinds of
      tokens.
    * `make`: compiles a game; raises OptionErrors for options that do not fit.
    * `rulings`: the readings that its own code knows, the default first.
    * `table`: the setting for a number of players, where a game may have different numbers.
    * `jumps`: the jumps of each piece under its options, on a board of this compass, as diagrams show them; raises
      TextError where options that are not compiled yet do not say which.
    * `castles`: castling under its options, by whom: a kind of piece, a player, or `player kind`; raises TextError like
      `jumps`.
    * `doubts`: yields what can never happen in a compiled game; where it is None, only movement is checked.
    * `features`: what a game under these options has.
    * `package`: set by fabgen: where a plug-in comes from.
    """

    name: str
    options: type[YamlModel]
    setting: Callable[[Setting, Any, tuple[str, ...]], Setting]
    make: Callable[[RuleSetInput], Rules[Any]]
    rulings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    table: Callable[[Setting, Any, int], Setting] | None = None
    jumps: Callable[[Any, Compass], Mapping[str, tuple[HopPattern, ...]]] = lambda options, compass: {}
    castles: Callable[[Any, Compass], Mapping[str, tuple[CastlePattern, ...]]] = lambda options, compass: {}
    doubts: Callable[[Any], Iterable[Doubt]] | None = None
    features: Callable[[Any], Features] = lambda options: Features()
    package: str = ""


@dataclass(frozen=True)
class OptionMistake:
    """What is wrong with an option: its key under `rules`, the mistake, and what would be right."""

    key: tuple[str | int, ...]
    what: str
    hint: str = ""


class OptionErrors(ValueError):
    """Options that do not fit their game: carries every OptionMistake."""

    def __init__(self, mistakes: Sequence[OptionMistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(m.what for m in mistakes))
