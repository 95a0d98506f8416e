"""What a spec says under `rules:` for the standard rule set → frozen models. docs/rules.md explains every option with
an example."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag

from fabgen.core.yaml_models import YamlModel
from fabgen.rules.dice import DiceSum
from fabgen.rules.standard.field_words import GOAL_WORDS, OPTION_WORDS

Whose = Literal["friend", "enemy", "any"]
Fated = Literal["removed", "hand", "captor", "home"]
Ending = Literal["loses", "draws", "wins", "most pieces", "most area"]
Zones = str | tuple[str, ...]  # one zone, or several taken together


CellLimit = Annotated[int, Field(ge=1, le=40)]  # pieces on one cell


class Hop(YamlModel):
    """A jump over a piece onto an empty cell behind it.

    * `over`: whose piece may be jumped over.
    * `to`: directions as Betza steps of W, F, K (`fF`, `W`, `K`); all of them unless given.
    * `takes`: what happens to the piece that was jumped over. `nothing`: it stays. `removed`: it leaves the game.
      `hand`: it goes to its owner's hand; `captor`: to the hand of the player who jumped. `home`: its owner puts it
      back on a vacant home cell; where there is none, it leaves the game. `prisoner`: it goes below the piece that
      jumped, as the lowest of a tower; of a tower only the piece on top is taken.
    * `per_turn`: how many jumps of this kind one turn allows; any number if not given.
    * `along`: whether those of one turn must all go along one axis: up and down, side to side, or along one diagonal.
    * `lands`: on the cell directly behind the other piece, or on any cell next to it in one of the directions `to`.
    * `far`: whether there may be empty cells before the other piece and behind it; otherwise that piece is a neighbour
      and the landing is next to it.
    """

    over: Whose
    to: str | None = None
    takes: Literal["nothing", "prisoner"] | Fated = "nothing"
    per_turn: Annotated[int, Field(ge=1, le=200)] | None = None
    along: Literal["any axis", "one axis"] = "any axis"
    lands: Literal["straight", "any"] = "straight"
    far: bool = False


class Chain(YamlModel):
    """How several jumps join in one turn; without it a turn has one jump.

    * `hops`: how many at most; any number if null.
    * `again`: whether a player must go on jumping while possible.
    * `same_piece`: whether a piece may be jumped over twice in a turn, or only an enemy, or only a friend. A captured
      piece is never jumped over again.
    * `final`: whether the last cell must lie further forward than the first.
    * `turning`: whether the direction may change.
    * `start`: whether the cell that the jumping piece left counts as empty for it, or as taken.
    """

    hops: Annotated[int, Field(ge=1)] | None = None
    again: Literal["may", "must"] = "may"
    same_piece: Literal["once", "again", "friends once", "enemies once"] = "once"
    final: Literal["anywhere", "further"] = "anywhere"
    turning: Literal["free", "never"] = "free"
    start: Literal["empty", "taken"] = "empty"


class Also(YamlModel):
    """Quiet movement under a condition: friends must stand on every goal cell of a set, not counting the piece's own
    cell.

    * `goals ahead filled`: the goal cells that the piece could still reach by its ordinary moves on an empty board.
    * `goals in reach filled`: those that it could reach now by any number of its moves and jumps while no other piece
      moves.
    * `all goals filled`: all goal cells.
    * `without`: whether the condition holds where the set is empty.
    """

    moves: str
    when: Literal["goals ahead filled", "goals in reach filled", "all goals filled"]
    without: Literal["holds", "fails"] = "holds"


class Promotion(YamlModel):
    """A piece that ends its move in the zone becomes one of `to`: it `must`, or it `may`.

    * `zone`: by player, or by `player piece`.
    * `when`: whether only the end of a move counts, or (`touches`) its start too.
    * `in_chain`: whether a chain of jumps ends where it enters the zone, or goes on and promotes only what ends there
      (`waits`).

    A drop never promotes.
    """

    zone: dict[str, str] = Field(min_length=1, examples=[{"white": "top"}])
    to: Annotated[tuple[str, ...], Field(min_length=1, examples=[["king"]])]
    choice: Literal["must", "may"] = "must"
    when: Literal["ends", "touches"] = "ends"
    in_chain: Literal["ends", "waits"] = "ends"


class Terrain(YamlModel):
    """Cells of a zone that are open only at times. Pieces move into, out of and over them, and are dropped on them,
    only while the number of pieces on the board is even or odd; with `never` they are holes in the board.

    * `count`: whether the pieces are counted before the action, or after its captures have left the board.
    * `over`: whether a piece on a closed cell may be jumped over.
    """

    open: Literal["even", "odd", "never"]
    count: Literal["before", "after"] = "before"
    over: Literal["closed", "free"] = "closed"


class Custodial(YamlModel):
    """Capture of enemies between the piece that has moved, or has been dropped, and another piece of its player.

    * `to`: the lines that count, as directions W, F or K.
    * `run`: whether exactly one enemy is taken on a line, or any number of them one after the other.
    * `hostile`: the zones whose vacant cells count as an enemy to a piece, by whom.
    * `all_sides`: the zones where a piece is taken only if an enemy or a hostile cell is on every side of it, by whom.
    * `edge`: whether the edge of the board counts as an enemy for that, or leaves the side open.
    * `unarmed`: the kinds of pieces that take part in no capture.
    """

    to: Literal["W", "F", "K"] = "W"
    run: Literal["one", "any"] = "one"
    hostile: dict[str, Zones] = Field(default_factory=dict, examples=[{"white": "corner"}])
    all_sides: dict[str, Zones] = Field(default_factory=dict, examples=[{"king": "board"}])
    edge: Literal["open", "closed"] = "open"
    unarmed: tuple[str, ...] = Field((), examples=[["king"]])


class Surround(YamlModel):
    """Capture of groups of enemies that are surrounded: pieces next to each other of which none is next to a vacant
    cell.

    * `to`: the directions in which pieces are next to each other, W, F or K.
    * `suicide`: whether players may leave a group of their own without a vacant cell next to it, which is then
      captured.
    """

    to: Literal["W", "F", "K"] = "W"
    suicide: Literal["forbidden", "allowed"] = "forbidden"


class Mill(YamlModel):
    """Removal of an enemy by closing a line of pieces of one player next to each other (a mill).

    * `line`: how many pieces make a line.
    * `to`: the directions of lines, W, F or K; on a map all its lines.
    * `longer`: whether more pieces in a row are a line too.
    * `by`: whether a piece that has just been dropped closes a line, or only one that has moved.
    * `in_line`: whether pieces that stand in a line are `spared` while their player has others, or `removed` like them.
    * `two_lines`: whether two lines closed at once remove one enemy, or two.
    """

    line: Annotated[int, Field(ge=2, le=100)] = 3
    to: Literal["W", "F", "K"] = "W"
    longer: Literal["counts", "not"] = "counts"
    by: Literal["any action", "moves"] = "any action"
    in_line: Literal["spared", "removed"] = "spared"
    two_lines: Literal["remove one", "remove two"] = "remove one"


class Push(YamlModel):
    """A row of pieces of a player, one behind the other, that moves one step together and pushes enemies in front of
    it.

    * `to`: the directions as steps of W, F, K; all of them unless given.
    * `row`: how many pieces of the player move together, at the highest.
    * `enemies`: how many enemies they push: `fewer` than they are, or a number at the highest.
    * `edge`: whether an enemy at the edge of the board is pushed off it, and captured (`open`), or not (`closed`).
    * `sideways`: whether a row also moves to a side, where all cells are vacant.
    """

    to: str | None = None
    row: Annotated[int, Field(ge=1, le=200)] = 1
    enemies: Literal["fewer"] | Annotated[int, Field(ge=0, le=200)] = "fewer"
    edge: Literal["closed", "open"] = "closed"
    sideways: bool = False


class Stacks(YamlModel):
    """Towers: pieces on top of each other on one cell. The piece on top owns the tower, and moves all of it.

    * `limit`: how many pieces a tower may have; any number if not given.
    * `onto`: on whose pieces a tower may be put by moving.
    * `vacant`: whether a tower may also move to a vacant cell.
    * `steps`: how far it goes: as its top piece moves; or exactly as many cells as pieces move (`height`), over
      whatever is between; or cell by cell in one direction, leaving one or more pieces on each, the lowest first
      (`spread`).
    * `lifts`: whether all of a tower moves, or any number of pieces from its top.
    * `carry`: how many pieces move at the highest; any number if not given.
    * `closed`: kinds of pieces that nothing is put on.
    * `flattens`: kinds of pieces that go onto a closed one nevertheless, alone and at the end of a move, and the kind
      that it becomes.
    * `surrounded`: whether a tower with others next to it on every side moves, or `stays`.
    * `anchors`: kinds of pieces; after each move, everything leaves the game that is not joined to a tower with such a
      piece in it, by towers next to each other.
    * `uncounted`: kinds of pieces; a tower with such a piece on top counts for nobody at the end.
    * `counted`: what a tower counts at the end: `all` its pieces, or the one on `top`.
    """

    limit: Annotated[int, Field(ge=2, le=200)] | None = None
    onto: Literal["nothing"] | Whose = "nothing"
    vacant: Literal["open", "closed"] = "open"
    steps: Literal["as moves", "height", "spread"] = "as moves"
    lifts: Literal["all", "any"] = "all"
    carry: Annotated[int, Field(ge=1, le=200)] | None = None
    closed: tuple[str, ...] = Field((), examples=[["wall", "cap"]])
    flattens: dict[str, dict[str, str]] = Field(default_factory=dict, examples=[{"cap": {"wall": "flat"}}])
    surrounded: Literal["moves", "stays"] = "moves"
    anchors: tuple[str, ...] = Field((), examples=[["ring"]])
    uncounted: tuple[str, ...] = Field((), examples=[["ring"]])
    counted: Literal["all", "top"] = "all"

    @property
    def moves_otherwise(self) -> bool:
        """Whether towers do more by moving than to go to vacant cells as a whole."""
        is_other = self.onto != "nothing" or self.steps != "as moves" or self.surrounded == "stays"
        is_other = is_other or bool(self.closed)
        return is_other or self.lifts == "any" or self.carry is not None


class SharingRule(YamlModel):
    """Several pieces side by side on one cell, none on top of another. A piece moves by itself, out of a cell that it
    shares as out of any other.

    * `limit`: how many pieces a cell holds: a number for all cells, or a number by zone. `board` is then for all cells
      of no other zone in the list; a cell in none of them holds one.
    * `enemies`: what happens where a piece enters a cell with enemies. `all captured`: it captures them all. `one
      captured`: it captures one of them, the player says which, and stands beside the others. `captured if alone`: it
      captures an enemy who is alone there; two or more close the cell. `beside`: it captures nothing and stands beside
      them. `closed`: it cannot enter. Unless given, all are captured, or with `capture: none` the cell is closed.
    """

    limit: CellLimit | Annotated[dict[str, CellLimit], Field(min_length=1, max_length=60)] = Field(examples=[3])
    enemies: Literal["all captured", "one captured", "captured if alone", "beside", "closed"] | None = Field(
        None, examples=["one captured"]
    )


class OpeningAction(YamlModel):
    """One of the first actions of a game, before turns as they are from then on.

    * `removes`: whose piece is taken off the board, the player's own or an enemy's; or `places`: the kind of piece that
      is placed on a vacant cell, from hand or supply.
    * `of`: whose piece is placed, the player's own or an enemy's, from that player's hand.
    * `by`: the player; if not given, the next one in turn.
    * `where`: the zone, or zones, in which it happens; the whole board if not given.
    * `next_to`: with `gap`, a vacant cell has to be next to that cell.
    """

    removes: Literal["own", "enemy"] | None = None
    places: str | None = None
    of: Literal["own", "enemy"] = "own"
    by: str | None = None
    where: Zones = "board"
    next_to: Literal["anything", "gap"] = "anything"


class Castle(YamlModel):
    """A move of an unmoved piece along a line towards an unmoved friend, which then goes to the cell that the piece has
    crossed last.

    * `partner`: the kind of that friend, the first piece on the line.
    * `to`: the directions, as steps of W, F or K for the player's own view; to the left and right unless given.
    * `steps`: how many cells the piece goes.
    """

    partner: str = Field(examples=["rook"])
    to: str | None = Field(None, examples=["sW"])
    steps: Annotated[int, Field(ge=1, le=50)] = 2


class NoProgress(YamlModel):
    """A draw after so many actions in a row, of all players, without a capture, a drop or a promotion.

    * `actions`: how many; 100 where each of two players has fifty moves.
    * `moves_of`: kinds of pieces whose moves are progress too.
    """

    actions: Annotated[int, Field(ge=2, le=10_000)]
    moves_of: tuple[str, ...] = Field((), examples=[["pawn"]])


class GoalModel(YamlModel):
    """The base of all goals."""

    field_words = GOAL_WORDS


class Reach(GoalModel):
    """A goal: `any` or `all` of a player's pieces that have a zone stand in it, or they `fill` it.

    Zones are given by player, piece or `player piece`. `by`: with `moves`, a piece that jumped into its zone counts
    only after it has moved there by an ordinary move; otherwise it does not matter how the piece came there.
    """

    reach: dict[str, str] = Field(min_length=1, examples=[{"white": "top"}])
    pieces: Literal["any", "all", "fill"] = "any"
    by: Literal["any action", "moves"] = "any action"


class Capture(GoalModel):
    """A goal against every player who starts with such pieces: fewer than `fewer_than` of them are left, counting those
    on the board, in hand and waiting to be re-placed.

    `capture`: all pieces, or the kinds named. `fewer_than`: 1 where the player must lose all of them.
    """

    capture: Literal["all"] | tuple[str, ...] = Field(examples=[["king"]])
    fewer_than: Annotated[int, Field(ge=1, le=10_000)] = 1


class LineGoal(GoalModel):
    """A goal: `line` pieces of one player next to each other in a straight line. `to`: the directions that count, W, F
    or K."""

    line: Annotated[int, Field(ge=2, le=100)]
    to: Literal["W", "F", "K"] | None = None


class Connect(GoalModel):
    """A goal: a chain of a player's pieces, each next to another of it, that has a piece in each of some zones.

    Zones are listed by player, piece or `player piece`. `at_least`: how many of the zones are enough; all if not given.
    `to`: the directions in which pieces are next to each other, W, F or K; neighbours if not given. `without`: kinds of
    pieces that are no part of a chain.
    """

    connect: dict[str, Annotated[tuple[str, ...], Field(min_length=2, max_length=60)]] = Field(
        min_length=1, examples=[{"white": ["west", "east"]}]
    )
    at_least: Annotated[int, Field(ge=2, le=60)] | None = None
    to: Literal["W", "F", "K"] | None = None
    without: tuple[str, ...] = Field((), examples=[["wall"]])


class Ring(GoalModel):
    """A goal: a ring of one player's pieces, each next to another of it, around a cell.

    `ring`: what one of the cells inside has to hold: `any` (it does not matter, the player's own pieces count too), a
    `vacant` cell, or an `enemy`. `to`: the directions in which pieces are next to each other, W or K; neighbours if not
    given.
    """

    ring: Literal["any", "vacant", "enemy"]
    to: Literal["W", "K"] | None = None


GOALS = ("reach", "capture", "line", "connect", "ring")


def _goal_tag(value: Any) -> str | None:
    """The key that tells a goal's model: one of GOALS."""
    keys = value if isinstance(value, dict) else getattr(value, "model_fields_set", ())
    return next((word for word in GOALS if word in keys), None)


Goal = Annotated[
    Annotated[Reach, Tag("reach")]
    | Annotated[Capture, Tag("capture")]
    | Annotated[LineGoal, Tag("line")]
    | Annotated[Connect, Tag("connect")]
    | Annotated[Ring, Tag("ring")],
    Discriminator(_goal_tag),
]
Placing = Annotated[
    Annotated[Reach, Tag("reach")]
    | Annotated[LineGoal, Tag("line")]
    | Annotated[Connect, Tag("connect")]
    | Annotated[Ring, Tag("ring")],
    Discriminator(_goal_tag),
]


Count = Annotated[int, Field(ge=1, le=100)]


class Draw(YamlModel):
    """A deck from which a card is drawn before each turn: how many there are of each card, a number of steps or a kind
    of piece; and when the cards that were played are shuffled in again."""

    cards: Annotated[dict[int | str, Count], Field(min_length=1, max_length=100)] = Field(examples=[{1: 4, 2: 2}])
    shuffled: Literal["when empty", "each turn"] = "when empty"


class Hidden(YamlModel):
    """What opponents of a player do not see.

    * `pieces`: the kinds of pieces that look alike to them, or `all`.
    * `revealed_by`: what reveals such a piece to everybody: to capture, to move at all, or `nothing`. A piece that is
      captured is always seen.
    * `stays`: whether it is revealed for good, or until the next action.
    * `hands`: whether they see only how many pieces a player has in hand.
    """

    pieces: Literal["all"] | tuple[str, ...] = Field((), examples=["all"])
    revealed_by: Literal["capture", "move", "nothing"] = "capture"
    stays: Literal["for good", "one action"] = "for good"
    hands: bool = False


class Simultaneous(YamlModel):
    """Orders of all players at the same time, each as if no other piece moved, and what happens where they meet.

    * `same_cell`: pieces that go to the same cell all go back (`bounce`), or are all captured.
    * `swap`: two pieces that go to each other's cells both go back (`bounce`), pass each other, or are both captured.
    * `leaving`: whether a piece that leaves its cell is safe from a capture there (`saved`), or captured nevertheless.
    """

    same_cell: Literal["bounce", "captured"] = "bounce"
    swap: Literal["bounce", "pass", "captured"] = "bounce"
    leaving: Literal["saved", "captured"] = "saved"


def _refuse_no_turns(turns: Any) -> Any:
    """The value of `turns`. Raises ValueError for the word that says that there are none."""
    if turns == "simultaneous":
        raise ValueError("players who order at the same time have no turns: write `simultaneous: {same_cell: bounce}`")
    return turns


class StandardOptions(YamlModel):
    """The standard rule set's own part of a spec."""

    field_words = OPTION_WORDS

    set: Literal["standard"] = "standard"
    turns: Annotated[tuple[str, ...], BeforeValidator(_refuse_no_turns)] = Field((), examples=[["white", "black"]])
    opening: Annotated[tuple[OpeningAction, ...], Field(max_length=200)] = Field(
        (), examples=[[{"removes": "own"}, {"removes": "own", "next_to": "gap"}]]
    )
    in_turn: Literal["one action", "move and capture"] | Annotated[int, Field(ge=2, le=20)] = "one action"
    first_turn: Annotated[int, Field(ge=1, le=20)] | None = None
    simultaneous: Simultaneous | None = Field(None, examples=[{"swap": "captured"}])
    roll: Annotated[str, AfterValidator(lambda text: str(DiceSum.parse(text)))] | None = Field(None, examples=["2d6"])
    draw: Draw | None = Field(None, examples=[{"cards": {1: 4, 2: 4, 3: 2}}])
    swap: bool = False
    hops: dict[str, tuple[Hop, ...]] = Field(
        default_factory=dict, examples=[{"pawn": [{"over": "enemy", "takes": "removed"}]}]
    )
    chain: Chain | None = Field(None, examples=[{"again": "must"}])
    also: dict[str, tuple[Also, ...]] = Field(
        default_factory=dict, examples=[{"pawn": [{"moves": "bmF", "when": "all goals filled"}]}]
    )
    capture: Literal["replace", "none", "custodial", "surround", "mill"] = "replace"
    custodial: Custodial = Field(default_factory=Custodial, examples=[{"to": "W", "hostile": {"pawn": "corner"}}])
    surround: Surround = Field(default_factory=Surround, examples=[{"suicide": "allowed"}])
    mill: Mill = Field(default_factory=Mill, examples=[{"line": 3, "two_lines": "remove two"}])
    flies: dict[str, Annotated[int, Field(ge=1, le=10_000)]] = Field(default_factory=dict, examples=[{"man": 3}])
    pushes: dict[str, Push] = Field(default_factory=dict, examples=[{"man": {"row": 3, "edge": "open"}}])
    until_stopped: tuple[str, ...] = Field((), examples=[["robot"]])
    stacks: Stacks | None = Field(None, examples=[{"limit": 5}])
    sharing: SharingRule | None = Field(None, examples=[{"limit": 3}])
    captured: Fated | Literal["flips"] = "removed"
    claims: Literal["W", "K"] | None = Field(None, examples=["K"])
    hand_as: dict[str, str] = Field(default_factory=dict, examples=[{"gold": "pawn"}])
    royal: tuple[str, ...] = Field((), examples=[["king"]])
    castling: dict[str, tuple[Castle, ...]] = Field(
        default_factory=dict, examples=[{"king": [{"partner": "rook", "steps": 2}]}]
    )
    en_passant: dict[str, tuple[str, ...]] = Field(default_factory=dict, examples=[{"pawn": ["pawn"]}])
    compulsory: bool | Literal["most", "always"] = False
    promotion: dict[str, Promotion] = Field(
        default_factory=dict, examples=[{"pawn": {"zone": {"white": "top"}, "to": ["king"]}}]
    )
    terrain: dict[str, Terrain] = Field(default_factory=dict, examples=[{"marsh": {"open": "even"}}])
    forbidden: dict[str, Zones] = Field(default_factory=dict, examples=[{"knight": "edge"}])
    forbidden_to: Literal["moves", "moves and hops"] = "moves"
    homes: dict[str, Zones] = Field(default_factory=dict, examples=[{"white": "bottom"}])
    drops: dict[str, Zones] = Field(default_factory=dict, examples=[{"pawn": "board"}])
    drops_first: bool | Literal["in order"] = False
    moves_first: str | None = Field(None, examples=["white"])
    supply: Literal["hand", "endless"] = "hand"
    placed_as: dict[str, Annotated[tuple[str, ...], Field(min_length=1)]] = Field(
        default_factory=dict, examples=[{"flat": ["flat", "wall"]}]
    )
    ends: tuple[Literal["full board", "empty hand"], ...] = Field((), examples=[["full board", "empty hand"]])
    passing: Literal["never", "stuck", "always"] = "never"
    passes: Annotated[int, Field(ge=2, le=12)] | None = None
    recurrence: Literal["free", "board", "board and turn"] = "free"
    stuck: Ending | dict[str, Ending] = Field("loses", examples=[{"white": "wins"}])
    losers: Literal["stay", "removed"] = "stay"
    komi: dict[str, Annotated[float, Field(ge=0, le=1000)]] = Field(default_factory=dict, examples=[{"white": 7.5}])
    stuck_when: Literal["no action", "no quiet action"] = "no action"
    win: tuple[Goal, ...] = Field((), examples=[[{"capture": "all"}, {"reach": {"white": "top"}}]])
    lose: tuple[Placing, ...] = Field((), examples=[[{"reach": {"white": "top"}}]])
    hidden: Hidden | None = Field(None, examples=[{"pieces": "all"}])
    repetition: Annotated[int, Field(ge=2)] | None = 3
    no_progress: NoProgress | None = Field(None, examples=[{"actions": 100, "moves_of": ["pawn"]}])

    @property
    def all_hops(self) -> list[Hop]:
        """The hops of all pieces."""
        return [hop for hops in self.hops.values() for hop in hops]

    @property
    def capture_fates(self) -> frozenset[str]:
        """What may become of captured pieces: by moves, and by each hop; `nothing` for hops that capture nothing."""
        return frozenset((self.captured, *(hop.takes for hop in self.all_hops)))

    @property
    def has_towers(self) -> bool:
        """Whether several pieces may be on top of each other."""
        return self.stacks is not None or any(hop.takes == "prisoner" for hop in self.all_hops)
