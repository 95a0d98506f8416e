"""game.yaml → `Game`, as written: frozen models that forbid unknown keys.

Anything that concerns several keys is checked in `spec.load` and in `check`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PrivateAttr,
    ValidationInfo,
    field_validator,
    model_validator,
)

from fabgen.core.english import count_things, is_named_after, join_words, name_owned_piece, pluralize
from fabgen.core.model_problems import MistakeAtKey, show_value
from fabgen.core.problems import nearest_hint
from fabgen.core.units import Size, show_length
from fabgen.core.yaml_models import YamlModel
from fabgen.materials.key import MaterialKey
from fabgen.spec.board import BoardSpec, OtherBoard
from fabgen.spec.build_options import BOOK_THEMES
from fabgen.spec.components import Deck, Dice, PlayerBoard, Track
from fabgen.spec.pieces import ByRuling, PieceKind, Token
from fabgen.spec.values import Count, Forward, Id, Language, Name, Span, Text, Title, Version, Words, required_like


def capitalize_first(name: str) -> str:
    """A name with a capital letter; the others stay as they are."""
    return name[:1].upper() + name[1:]


class Player(YamlModel):
    """A side: where its forward is, the colour of its pieces on paper, and the material that they are cut from.
    `neutral`: nobody plays it, and its pieces belong to nobody until a player gets them; ahead is then up."""

    forward: Forward = required_like("up")
    colour: str = ""  # a name of the palette; default the colour of the material, else the player's own name
    material: str = required_like("acrylic-3mm/clear")
    name: Title | None = None  # what people read instead of the key
    neutral: bool = False

    @model_validator(mode="before")
    @classmethod
    def _give_forward(cls, value: Any) -> Any:
        """Pieces of nobody need no direction of their own."""
        is_neutral = isinstance(value, Mapping) and value.get("neutral", False) is not False
        return {"forward": "up", **value} if is_neutral else value

    def tone(self, name: str) -> str:
        """The colour name of this player's pieces on paper; `name` is the player's name."""
        return self.colour or MaterialKey.parse(self.material).colour or name


class Ruling(YamlModel):
    """What a source leaves open and how this edition decides it: the reading chosen and the others; for who reads the
    rulebook the question, its answer, and why, in sentences."""

    reading: Text = required_like("blocked")
    others: tuple[Text, ...] = ()
    question: Words | None = None
    answer: Words | None = None
    why: Words | None = None


def _as_reading(value: object) -> object:
    """A ruling may be written as its reading alone."""
    return value if isinstance(value, dict | Ruling) else {"reading": value}


def _split_lines(value: object) -> object:
    """Actions may be written as lines of text: the record of a game, as `fabgen play` saves it."""
    return [line.strip() for line in value.splitlines() if line.strip()] if isinstance(value, str) else value


class Example(YamlModel):
    """A worked example: a position (default the start), a line of actions from it, and what holds then.

    `legal`, `illegal` and `exactly` list actions of the player to decide, or of the piece on the cell `piece`.
    `result` is `green` (who won), `draw` or `open`; `next` names who decides; `then` holds sections of the position
    after the line. `view` is the player who sees the figure: what is hidden from that player is not shown.
    `close_up` is `auto`, `none`, or the cells that the figure shows in a book. `show_areas`: whether it shows zones and
    the cells that the rules call by a colour. `beside`: tokens that its figure shows beside the board.
    `disputed` names a ruling under which the source's own claim is false. `under`: the readings of rulings that it
    speaks of, whichever the game has chosen.
    """

    id: Id
    title: Words = required_like("An example")
    position: str | None = None
    line: Annotated[tuple[str, ...], BeforeValidator(_split_lines)] = ()
    piece: str | None = None
    legal: tuple[str, ...] = ()
    illegal: tuple[str, ...] = ()
    exactly: tuple[str, ...] | None = None
    result: Words | None = None
    next: Words | None = None
    then: str | None = None
    view: str | None = None
    close_up: str = "auto"  # or `none`, or cells
    show_areas: bool = True
    beside: tuple[str, ...] = Field(default=(), examples=[["parity"]])
    disputed: str | None = None
    under: dict[str, str] = Field(default_factory=dict, examples=[{"REACH": "long"}])

    @model_validator(mode="after")
    def _check_claims(self) -> Example:
        """An example must claim something."""
        if not (self.legal or self.illegal or self.result or self.next or self.then) and self.exactly is None:
            hint = "add `legal`, `illegal` or `exactly` with a list of moves, `result`, `next` or `then`"
            raise ValueError(f"this example claims nothing\n{hint}")
        return self


class DrawnPosition(YamlModel):
    """A position that is drawn and claims nothing. `view` is the player from whose side it is seen, and who does not
    see what the rules hide from them; `close_up` the cells that it shows. `arrows`, `frames`, `shade` and `labels`
    are drawn freely, so that they look like no mark of the rules."""

    id: Id
    title: Words = required_like("A fork")
    position: str | None = None
    view: str | None = None
    close_up: str | None = None
    arrows: Annotated[tuple[str, ...], Field(max_length=50)] = ()
    piece: str | None = None
    frames: str | None = None
    shade: str | None = None
    labels: dict[str, Annotated[Words, Field(max_length=30)]] = Field(default_factory=dict, examples=[{"c3": "A"}])


class Box(YamlModel):
    """A finger-jointed box with a tray for pieces and tokens over the board; its lid is lifted off, or slides. `inside`
    is its width and depth, by default what the game needs."""

    material: str = "birch-ply-3mm"
    lid: Literal["lift", "slide"] = "lift"
    inside: Size | None = Field(default=None, examples=["320 x 320 mm"])


class BookDesign(YamlModel):
    """How the rulebook looks: a built-in theme, or a Typst file beside the spec; the position in the picture of its
    cover, by the id of an example or of a position, or as text; the moves with arrows in it; how that picture is
    composed; the colour of the ground under it, and a second one. `moves_under_figures`: whether moves that were
    played, and who won or decides next, stand in lines under the captions of worked examples. `close_up`: whether
    figures of examples show the part of the board that they are about."""

    theme: Annotated[str, AfterValidator(lambda name: _check_theme(name))] = BOOK_THEMES[0]
    cover: Text | None = Field(default=None, examples=["opening"])
    cover_moves: Annotated[tuple[Text, ...], Field(max_length=12, examples=[["d5xd7"]])] = ()
    composition: Literal["move", "table", "above", "piece"] = "move"
    colour: str | None = None  # a name of the palette; default that of the first player whose colour is seen on white
    accent: str | None = None  # a name of the palette; default a bright one of the board, its tokens or its pieces
    moves_under_figures: bool = False
    close_up: Literal["auto", "none"] = "auto"

    @property
    def theme_file(self) -> str:
        """The path of a theme of the designer's own; empty for a built-in one."""
        return self.theme if self.theme.endswith(".typ") else ""


def _check_theme(name: str) -> str:
    """The name of a theme, or the path of a file. Raises ValueError for another name."""
    if name not in BOOK_THEMES and not name.endswith(".typ"):
        hint = f"there are {join_words(BOOK_THEMES)}; a theme of your own is a file, like theme.typ"
        raise ValueError(f"there is no theme `{name}`\n{hint}")
    return name


class GameTerms(YamlModel):
    """The words that the rules text has for what fabgen calls to `capture`, and for a piece that was `captured`."""

    capture: Words | None = None
    captured: Words | None = None


class Facts(YamlModel):
    """What the cover and the imprint of a book and the lid of a box say about a game. `age`: in years, of the youngest
    players. `thanks`: a sentence."""

    players: Span | None = Field(default=None, examples=["2-4"])  # default: those of the game
    age: Annotated[Count, Field(ge=1, le=99)] | None = None
    minutes: Span | None = Field(default=None, examples=["20-30"])
    licence: Words | None = None
    copyright: Words | None = None
    thanks: Words | None = None


MOST_PARTS = 2_000  # to cut, of all pieces and tokens together: a build of as many takes a minute and a half
MOST_LEAVES = 1_000  # of all aids together
AID_KEYS = {"slips": ("lines",), "card": ("text",), "score": ("rows", "columns")}  # the keys of each kind


class Aid(YamlModel):
    """What a game needs on paper beyond board and pieces. `slips`: to write on, a label for each of `lines`; `card`: a
    chapter of the rulebook (`text`, by its heading; default its quick reference); `score`: numbered `rows` under
    `columns` (default the players), for scores or moves."""

    kind: Literal["slips", "card", "score"] = required_like("slips")
    count: Annotated[Count, Field(ge=1, le=500)] | None = None  # default: a card for each player, one score sheet
    each: Annotated[Count, Field(ge=1, le=100)] | None = None  # as many for each player who plays, instead of `count`
    shared_by: Annotated[Count, Field(ge=2, le=12)] | None = None  # one for so many players, instead of `count`
    size: Annotated[Size, AfterValidator(lambda size: _check_leaf_size(size))] | None = None
    lines: Annotated[tuple[Words, ...], Field(max_length=8)] = ()
    text: Words | None = None
    rows: Annotated[Count, Field(ge=1, le=60)] | None = None
    columns: Annotated[tuple[Words, ...], Field(max_length=12)] = ()
    name: Words | None = None  # what people read instead of the key
    plural: Words | None = None  # the name of several; default by the rules of English

    @model_validator(mode="after")
    def _check_keys(self) -> Aid:
        """Each kind of aid has its own keys; those that it needs must be there."""
        for key in (key for keys in AID_KEYS.values() for key in keys):
            if getattr(self, key) and key not in AID_KEYS[self.kind]:
                valid = join_words(AID_KEYS[self.kind])
                raise ValueError(f"{self.kind} have no `{key}`\nbesides size and their number they have {valid}")
        if self.count and self.each:
            raise ValueError("`count` and `each` say the same twice\n`each` is for each player who plays: keep one")
        if self.shared_by and (self.count or self.each):
            raise ValueError("`shared_by` says how many there are, and so do `count` and `each`\nkeep one of them")
        count_key = "each" if self.each else "shared_by" if self.shared_by else "count"
        needed = {"slips": (count_key, "lines"), "score": ("rows",)}.get(self.kind, ())
        if missing := [key for key in needed if not getattr(self, key)]:
            raise ValueError(f"{self.kind} need `{missing[0]}`\n"
                             "write it, like {kind: slips, each: 12, lines: [Round, To]} or {kind: score, rows: 20}")
        return self


def _check_leaf_size(size: tuple[float, float]) -> tuple[float, float]:
    """The size of a sheet in mm, if it is in range. Raises ValueError if it is not."""
    if not all(30 <= side <= 260 for side in size):
        width, height = (show_length(side, 30, 260) for side in size)
        raise ValueError(f"{width} x {height} mm is out of range\nfrom 30 mm to 260 mm a side")
    return size


def check_setup_shape(value: object, players: Collection[str] = (), pieces: Collection[str] = ()) -> object:
    """A setup as it is written, if it has the form of one. Raises ValueError where it has not, with an example of the
    players and pieces of the game."""
    player, piece = next(iter(players), "white"), next(iter(pieces), "pawn")
    if value is not None and not isinstance(value, Mapping):
        what = f"{show_value(value)} is not a setup, which says for each player and each piece where they start"
        raise ValueError(f"{what}\nlike setup: {{{player}: {{{piece}: {_write_cells(value)}}}}}")
    for owner, kinds in (value or {}).items():
        if kinds is not None and not isinstance(kinds, Mapping):
            what = f"{show_value(kinds)} does not say which pieces of {owner} start there"
            raise MistakeAtKey((owner,), f"{what}\nlike {owner}: {{{piece}: {_write_cells(kinds)}}}")
        before, start = piece, ""
        for kind, cells in (kinds or {}).items():
            if cells is None and pieces and kind not in pieces:
                what = f"`{kind}` is not a piece, and has no cells: in braces, a comma ends the text before it"
                text = f"{start}, {kind}" if start else "a1, b1"
                raise MistakeAtKey((owner, kind), f"{what}\nput several cells in quotes, like {before}: \"{text}\"")
            before, start = kind, cells
        for kind, cells in (kinds or {}).items():
            if cells is not None and not isinstance(cells, str):
                what = f"{show_value(cells)} is not one text with the cells where pieces start"
                count = "; how many there are is `each` under the piece" if isinstance(cells, int) else ""
                raise MistakeAtKey((owner, kind), f"{what}\nlike {kind}: {_write_cells(cells)}{count}")
    return value


def _write_cells(value: object) -> str:
    """The cells that somebody has written in another form, as a setup has them; some cells where they are not to be
    found."""
    items = value if isinstance(value, list) else [value]
    cells = [item for item in items if isinstance(item, str) and "," not in item]
    if not cells or len(cells) < len(items):
        return "a1 b1"
    return f'"{", ".join(cells)}"' if any(" " in cell for cell in cells) else " ".join(cells)


Setup = dict[Name, dict[Name, str]]
Hands = dict[Name, dict[Name, Annotated[Count, Field(ge=0, le=200)]]]


class SeatPlan(YamlModel):
    """Who plays where not all do, and what is then another than in the whole game: where pieces start, what is in hand,
    and the board."""

    players: tuple[Name, ...] = required_like(("white", "black"))
    setup: Setup | None = Field(None, examples=[{"white": {"pawn": "a2-h2"}}])
    hand: Hands | None = Field(None, examples=[{"white": {"pawn": 4}}])
    board: OtherBoard | None = Field(None, examples=[{"grid": "6x6"}])

    @field_validator("setup", mode="before")
    @classmethod
    def _check_setup_shape(cls, value: object) -> object:
        """A setup has players, and their pieces, with cells."""
        return check_setup_shape(value)

    @property
    def differs(self) -> bool:
        """Whether something stands or lies in another place than in the whole game."""
        return self.setup is not None or self.hand is not None or self.board is not None


def _as_seating(value: object) -> object:
    """A seating may be written as its players alone."""
    return {"players": value} if isinstance(value, list | tuple) else value


Seatings = Annotated[dict[Annotated[int, Field(ge=1, le=11)], Annotated[SeatPlan, BeforeValidator(_as_seating)]],
                     Field(min_length=1, max_length=11)]


class Game(YamlModel):
    """A game as its designer wrote it."""

    fabgen: Version = required_like(1)
    title: Words = required_like("Untitled")
    designer: Words = required_like("Unnamed")
    version: Words = "1"
    year: Words | None = None
    source: Words | None = None
    summary: Words | None = None
    facts: Facts = Field(default_factory=Facts, examples=[{"players": "2-4", "age": 8, "minutes": 30}])
    players: Annotated[dict[Name, Player], Field(min_length=1, max_length=12)]
    # How many of the players play unless asked; or, by their number, who plays where not all do.
    seats: Annotated[Count, Field(ge=1, le=12)] | Seatings | None = Field(None, examples=[4])
    board: BoardSpec
    pieces: Annotated[dict[Name, PieceKind], Field(min_length=1)]
    tokens: dict[Name, Token] = Field(default_factory=dict)
    box: Annotated[Box | None, BeforeValidator(lambda value: None if value == "none" else value)] = None
    aids: dict[Name, Aid] = Field(default_factory=dict)  # on paper: slips, cards, score sheets
    decks: dict[Name, Deck] = Field(default_factory=dict)
    dice: dict[Name, Dice] = Field(default_factory=dict)
    tracks: dict[Name, Track] = Field(default_factory=dict)
    player_boards: dict[Name, PlayerBoard] = Field(default_factory=dict)  # one of each for each player
    one_set: bool = False  # of flat pieces for all players: whose a piece is, is told by where it points
    setup: Setup = Field(default_factory=dict, examples=[{"white": {"pawn": "a2-h2"}}])  # where pieces start
    hand: Hands = Field(default_factory=dict, examples=[{"white": {"pawn": 4}}])  # the pieces in hand at the start
    rules: str | dict[str, Any] = Field(default_factory=dict)  # a rule set's name, or {set: NAME, its options}
    rulings: dict[str, Annotated[Ruling, BeforeValidator(_as_reading)]] = Field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    positions: Annotated[tuple[DrawnPosition, ...], Field(max_length=200)] = ()  # drawn, without claims
    rulebook: str = "rules.md"
    book: BookDesign = Field(default_factory=BookDesign, examples=[{"theme": "classic"}])
    terms: GameTerms = Field(default_factory=GameTerms, examples=[{"capture": "eliminate", "captured": "eliminated"}])
    words_limit: Annotated[Count, Field(ge=1)] | None = None  # the most words that the text of the rulebook may have
    language: Language = "en"  # of the words that fabgen adds to the rulebook
    _all_players: dict[str, Player] | None = PrivateAttr(default=None)  # where only some of them take part

    @field_validator("setup", mode="before")
    @classmethod
    def _check_setup_shape(cls, value: object, info: ValidationInfo) -> object:
        """A setup has players, and their pieces, with cells."""
        return check_setup_shape(value, info.data.get("players", ()), info.data.get("pieces", ()))

    @model_validator(mode="after")
    def _check_neutral(self) -> Game:
        """Somebody plays, and nothing but pieces on the board is of nobody."""
        if self.neutral and not self.active_players:
            raise MistakeAtKey(("players",), "every one of `players` is neutral, so nobody plays\n"
                                             "take `neutral` out of those who have turns")
        if self.neutral and tuple(self.players)[len(self.active_players):] != self.neutral:
            raise MistakeAtKey(("players", self.neutral[0]), "neutral pieces are named after all players\n"
                                                             f"write `{self.neutral[0]}` last under `players`")
        for name in self.neutral:
            if any(self.hand.get(name, {}).values()):
                raise MistakeAtKey(("hand", name), f"`{name}` is neutral, and nobody holds its pieces\n"
                                                   "let them start on the board, under `setup`")
        return self

    @model_validator(mode="after")
    def _check_neutral_sides(self) -> Game:
        """Pieces with the neutral colour on their other side are those of players; the neutral ones are these sides."""
        for name, kind in self.pieces.items():
            if kind.body.reverse != "neutral":
                continue
            if len(self.neutral) != 1:
                what = (f"`reverse: neutral` is the colour of one neutral side, and {join_words(self.neutral)} are "
                        "neutral" if self.neutral else "`reverse: neutral`, but none of `players` is neutral")
                hint = ("take the others out of `players`, or `reverse` out of the body" if self.neutral else
                        "add a side under `players`, like `wild: {neutral: true, material: birch-ply-3mm}`")
                raise MistakeAtKey(("pieces", name, "body", "reverse"), f"{what}\n{hint}")
            neutral, what = self.neutral[0], f"each neutral {name} is the other side of one of a player"
            if not any(kind.count_of(player) for player in self.active_players):
                hint = f"write how many each player has, like `each: {{{self.active_players[0]}: 6}}`"
                raise MistakeAtKey(("pieces", name), f"{what}, and no player has a {name}\n{hint}")
            if isinstance(kind.each, dict) and neutral in kind.each:
                hint = f"take `{neutral}` out of `each`"
                raise MistakeAtKey(("pieces", name, "each"), f"{what}: none are made for {neutral}\n{hint}")
        return self

    @model_validator(mode="after")
    def _check_one_set(self) -> Game:
        """Pieces of one set look alike, and show by where they point whose they are."""
        if self.one_set and (fault := self._find_fault_of_one_set()):
            key, what, hint = fault
            raise MistakeAtKey(key, f"{what}\n{hint}")
        return self

    def _find_fault_of_one_set(self) -> tuple[tuple[str, ...], str, str] | None:
        """Why players cannot share one set of pieces: the key, what is wrong, and a hint; None where they can."""
        leave_out = "take `one_set` out"
        if self.neutral:
            what = "in one set, every piece points away from its player, and neutral pieces have none"
            return ("one_set",), what, leave_out
        if len(self.players) < 2:
            what = "`one_set` is for pieces that several players share, and there is one player"
            return ("one_set",), what, leave_out
        (first, settings), *others = self.players.items()
        share = "share one set of pieces, and its"
        for name, player in others:
            if player.material != settings.material:
                return (("players", name, "material"), f"{first} and {name} {share} material is not the same",
                        f"write `material: {settings.material}` for {name} too")
            if player.tone(name) != settings.tone(first):
                return (("players", name, "colour"), f"{first} and {name} {share} colour is not the same",
                        f"write `colour: {settings.tone(first)}` for {name} too")
        if len({player.forward for player in self.players.values()}) < len(self.players):
            return (("one_set",), "players who share one set need a `forward` each, and two have the same",
                    f"change one of them, or {leave_out}")
        for name, kind in self.pieces.items():
            key, body = ("pieces", name, "body"), kind.body
            if not body.tile or body.reverse:
                return (key, f"the {name} is in one set for all players, so it must be a flat piece of one colour",
                        f"write `body: {{tile: square, travel: up}}`, or {leave_out}")
            if not body.travel and not body.has_drawn_outline:
                return (key, f"the {name} does not point anywhere, so nothing shows whose it is",
                        "add `travel: up` to its body, or cut it along a drawing")
        return None

    @model_validator(mode="after")
    def _check_facts(self) -> Game:
        """A cover promises no more players than the game has."""
        if self.facts.players and self.facts.players[1] > len(self.active_players):
            promised_count, player_count = self.facts.players[1], len(self.active_players)
            raise MistakeAtKey(("facts", "players"),
                               f"`facts` say up to {promised_count} players, but `players` has {player_count}\n"
                               f"add the others to `players`, or write `players: {player_count}` in `facts`")
        return self

    @model_validator(mode="after")
    def _check_seats(self) -> Game:
        """Players who take seats are players of the game, as many as there are seats."""
        for number, seating in self.seatings.items():
            names = seating.players
            for name in names:
                if name in self.neutral:
                    raise MistakeAtKey(("seats", str(number)), f"`{name}` is neutral, so it takes no seat\n"
                                                               "leave it out: neutral pieces stay for fewer players")
                if name not in self.active_players:
                    hint = nearest_hint(name, list(self.active_players))
                    raise MistakeAtKey(("seats", str(number)), f"no player is called `{name}`\n{hint}")
            if number >= len(self.active_players):
                players = count_things(len(self.active_players), "player")
                raise MistakeAtKey(("seats", str(number)), f"the game has {players}\n"
                                                           "`seats` says who plays where fewer do")
            if len({*names}) != number or len(names) != number:
                raise MistakeAtKey(("seats", str(number)),
                                   f"this needs {count_things(number, 'different player')}, not "
                                   f"{join_words(names) or 'none'}\n"
                                   f"such as `{number}: [{', '.join([*self.active_players][:number])}]`")
            if seating.board and (fault := seating.board.fault_beside(self.board)):
                raise MistakeAtKey(("seats", str(number)), fault)
        return self

    @model_validator(mode="after")
    def _check_tracks(self) -> Game:
        """One track goes around the board, and only around a board of one sheet."""
        names = [name for name, track in self.tracks.items() if track.around]
        if names[1:]:
            raise MistakeAtKey(("tracks", names[1], "around"),
                               f"`{names[0]}` and `{names[1]}` would both go around the board\n"
                               f"take `around` out of one of them: it is then a board of its own")
        if names and self.board.build != "sheet":
            kind = "an inlaid board" if self.board.build == "inlay" else "a board of lights"
            raise MistakeAtKey(("tracks", names[0], "around"),
                               f"a track cannot go around {kind}\n"
                               "take `around` out, and the track is a board of its own; or take `build` out of `board`")
        return self

    @property
    def edge_track(self) -> str | None:
        """The name of the track that goes around the board; None without one."""
        return next((name for name, track in self.tracks.items() if track.around), None)

    @property
    def own_tracks(self) -> dict[str, Track]:
        """The tracks that are boards of their own."""
        return {name: track for name, track in self.tracks.items() if not track.around}

    @property
    def rim(self) -> float:
        """How far the edge of the board is from its cells, in mm: its border, and the track around it."""
        return self.board.border + sum(track.edge_width for track in self.tracks.values())

    @model_validator(mode="after")
    def _check_player_boards(self) -> Game:
        """A place on a player board holds kinds of things that the game has, each of one sort."""
        sorts: dict[str, Mapping[str, object]] = {
            "pieces": self.pieces, "tokens": self.tokens, "decks": self.decks, "dice": self.dice}
        valid_names = list(dict.fromkeys(name for things in sorts.values() for name in things))
        for board, declared in self.player_boards.items():
            for place, settings in declared.places.items():
                for name in settings.holds:
                    sorts_with_name = [sort for sort, things in sorts.items() if name in things]
                    key = ("player_boards", board, "places", place, "holds")
                    if not sorts_with_name:
                        raise MistakeAtKey(key, f"the place `{place}` holds `{name}`, which is no piece, token, deck "
                                                f"or kind of dice\n{nearest_hint(name, valid_names)}")
                    if len(sorts_with_name) > 1:
                        raise MistakeAtKey(key, f"`{name}` is the name of {join_words(sorts_with_name)}\n"
                                                "give one of them another key, so that the place can name it")
        return self

    @property
    def seatings(self) -> dict[int, SeatPlan]:
        """Who plays where not all do, by their number; empty where the spec does not say it."""
        return self.seats if isinstance(self.seats, dict) else {}

    @property
    def rule_set(self) -> str:
        """The name of the rule set; empty if the game has no rules yet."""
        if isinstance(self.rules, str):
            return self.rules
        return str(self.rules.get("set", "standard")) if self.rules else ""

    def betza(self, piece: str) -> str:
        """The movement string of a piece under the chosen readings of the game's rulings."""
        moves = self.pieces[piece].moves
        while isinstance(moves, ByRuling):
            moves = moves.readings[self.rulings[moves.ruling].reading]
        return moves

    def piece_name(self, piece: str, count: int = 1, *, english: bool = True) -> str:
        """The name of `count` pieces of a kind. For several this is its `plural` if it has one; else its `name` or its
        key, made plural by the rules of English. Names in other languages stay as they are."""
        kind = self.pieces[piece]
        name = kind.name or piece
        return kind.plural if kind.plural and count != 1 else pluralize(name, count) if english else name

    def army_name(self, player: str, piece: str) -> str:
        """A player's pieces of a kind as people read them: `horde raider`. With the key of the kind, which is unique,
        where the player has two kinds of the same name."""
        names = [self.piece_name(kind).casefold().replace(" ", "-") for kind in self.army(player)]
        name = self.piece_name(piece)
        if self.one_set:
            return name
        is_unique = names.count(name.casefold().replace(" ", "-")) == 1
        return name_owned_piece(player, name if is_unique else piece)

    def says_owner(self, player: str, piece: str) -> bool:
        """Whether the name of a kind of piece says whose it is, so that that of the player is not joined to it: the
        `raider` of the `raiders`."""
        return self.one_set or is_named_after(self.piece_name(piece), self.player_name(player))

    def player_name(self, player: str) -> str:
        """The name of a player: its `name`, else its key."""
        return self.players[player].name or player

    def player_title(self, player: str) -> str:
        """The name of a player with a capital, as at the start of a sentence."""
        name = self.players[player].name
        return capitalize_first(name) if name else player.capitalize()

    def token_name(self, token: str) -> str:
        """The name of a kind of token: its `name`, else its key."""
        return self.tokens[token].name or token

    def zone_name(self, zone: str) -> str:
        """The name of a zone: its `name`, else its key."""
        return self.board.zones[zone].name or zone

    def aid_name(self, aid: str, count: int = 1, *, english: bool = True) -> str:
        """The name of `count` player aids of a kind. For several this is its `plural` if it has one; else its `name` or
        its key, made plural by the rules of English. Names in other languages stay as they are."""
        kind = self.aids[aid]
        name = kind.name or aid
        return kind.plural if kind.plural and count != 1 else pluralize(name, count) if english else name

    def deck_name(self, deck: str) -> str:
        """The name of a deck of cards: its `name`, else its key."""
        return self.decks[deck].name or deck

    def die_name(self, die: str) -> str:
        """The name of a kind of dice: its `name`, else its key."""
        return self.dice[die].name or die

    def track_name(self, track: str) -> str:
        """The name of a track: its `name`, else its key."""
        return self.tracks[track].name or track

    def player_board_name(self, board: str) -> str:
        """The name of a player board: its `name`, else its key."""
        return self.player_boards[board].name or board

    def seat_players(self, players: tuple[str, ...]) -> Game:
        """The game with some of its players, which remembers the others."""
        seated = self.model_copy(update={"players": {player: self.players[player] for player in players}})
        seated._all_players = self.all_players
        return seated

    @property
    def all_players(self) -> dict[str, Player]:
        """The players of the whole game, also where this is the game of some of them: signs are shared out among these,
        so that a player has the same one whoever plays."""
        return self._all_players or self.players

    @property
    def active_players(self) -> tuple[str, ...]:
        """The players who have turns, in their order: all but those who are neutral."""
        return tuple(name for name, player in self.players.items() if not player.neutral)

    @property
    def neutral(self) -> tuple[str, ...]:
        """Those of `players` whose pieces belong to nobody."""
        return tuple(name for name, player in self.players.items() if player.neutral)

    def explain_wrong_viewer(self, name: str) -> tuple[str, str] | None:
        """Why nobody of this name sees the board, and a hint; None for a player who has turns."""
        if name in self.active_players:
            return None
        if name in self.neutral:
            return f"`{name}` is neutral and sees nothing", f"write {join_words(self.active_players, 'or')}"
        return f"there is no player `{name}`", nearest_hint(name, list(self.active_players))

    @property
    def has_black_and_white(self) -> bool:
        """Whether the whole game has two players whose colours are black and white, and no neutral pieces."""
        return sorted(player.tone(name) for name, player in self.all_players.items()) == ["black", "white"]

    def sign_number(self, player: str) -> int:
        """The number from 0 by which signs tell the pieces of a player from others: bars in figures and on paper, cut
        corners and notches of bases. That of the player in the whole game; in games of two, black and white, Black has
        the sign, whoever begins."""
        if self.one_set:
            return 0
        if self.has_black_and_white:
            return int(self.players[player].tone(player) == "black")
        return list(self.all_players).index(player)

    def count_of(self, player: str, piece: str) -> int:
        """How many pieces of a kind a player has. This number is made, printed and listed; of the other side of a
        kind it is the number of pieces that can be turned over to it."""
        return self.pieces[piece].count_of(player)

    def front_kinds(self, piece: str) -> tuple[str, ...]:
        """The kinds of pieces that become this kind when they are turned over; empty for a kind that is made by
        itself."""
        return tuple(name for name, kind in self.pieces.items() if kind.body.back_kind == piece)

    def neutral_sides(self, piece: str) -> tuple[str, ...]:
        """The neutral side whose pieces of a kind are the other sides of those of the players; empty for a kind of
        which neutral pieces are made by themselves."""
        return self.neutral if self.pieces[piece].body.reverse == "neutral" else ()

    @property
    def made_kinds(self) -> tuple[str, ...]:
        """The kinds of pieces that are made: all but those that are the other side of another kind."""
        backs = {kind.body.back_kind for kind in self.pieces.values()}
        return tuple(piece for piece in self.pieces if piece not in backs)

    def owners(self, piece: str) -> tuple[str, ...]:
        """The players who have a kind of piece, in their order."""
        return tuple(player for player in self.players if self.count_of(player, piece))

    def makers(self, piece: str) -> tuple[str, ...]:
        """The players for whom pieces of a kind are made: its owners, without a neutral one who has the other sides of
        the others."""
        return tuple(player for player in self.owners(piece) if player not in self.neutral_sides(piece))

    def army(self, player: str) -> tuple[str, ...]:
        """The kinds of pieces that a player has, in their order, with those on the other side of pieces."""
        return tuple(piece for piece in self.pieces if self.count_of(player, piece))

    def made_army(self, player: str) -> dict[str, int]:
        """The pieces that a player has of those that are made: the number of each kind, in their order."""
        return {piece: count for piece in self.made_kinds if player not in self.neutral_sides(piece)
                if (count := self.count_of(player, piece))}

    def maker(self, player: str) -> str:
        """The player under whose name the pieces of a player are made: the first one where all share one set."""
        return next(iter(self.players)) if self.one_set else player

    def made_count(self, player: str, piece: str) -> int:
        """How many pieces of a kind are made under the name of a player: of one set for all players, those of all."""
        if player in self.neutral_sides(piece):
            return 0
        if not self.one_set:
            return self.count_of(player, piece)
        return sum(self.count_of(owner, piece) for owner in self.players) if player == self.maker(player) else 0

    @property
    def has_seats_at_sides(self) -> bool:
        """Whether players sit at the left or the right side of the board too."""
        return any(self.players[player].forward in ("right", "left") for player in self.active_players)

    @property
    def armies(self) -> tuple[tuple[str, str], ...]:
        """Every pair of a player and a kind of piece that is made for the player."""
        return tuple((player, piece) for player in self.players for piece in self.made_kinds
                     if self.made_count(player, piece))

    @property
    def equal_armies(self) -> bool:
        """Whether all players who have turns have the same number of each kind of piece."""
        return all(len({self.count_of(player, piece) for player in self.active_players}) == 1 for piece in self.pieces)

    @property
    def materials(self) -> dict[tuple[str | int, ...], str]:
        """The name of each material that parts of this game are cut from, by the keys under which the spec writes
        it."""
        board = self.board
        keys: dict[tuple[str | int, ...], str] = {("players", name, "material"): p.material
                                                   for name, p in self.players.items()}
        keys |= {("tokens", name, "material"): token.material for name, token in self.tokens.items()}
        keys |= {("dice", name, "material"): die.material or board.material
                 for name, die in self.dice.items() if die.make == "engrave"}
        keys |= {("tracks", name, "material"): track.material or board.material
                 for name, track in self.own_tracks.items()}
        keys |= {("player_boards", name, "material"): declared.material or board.material
                 for name, declared in self.player_boards.items()}
        keys[("board", "material")] = board.material
        if board.build == "inlay":
            keys |= {("board", "zones", name, "material"): zone.material
                      for name, zone in board.zones.items() if zone.material}
            keys |= {("board", "spaces", i): key for i, key in enumerate(board.spaces)}
        if board.build == "lights":
            keys[("board", "lights", "material")] = board.lights.material
        return keys | ({("box", "material"): self.box.material} if self.box else {})

    @property
    def grid(self) -> tuple[int, int]:
        """The numbers of files and ranks of a board of squares."""
        assert self.board.grid, "this board is no grid of squares"
        files, ranks = self.board.grid.split("x")
        return int(files), int(ranks)
