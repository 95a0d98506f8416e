"""A game by the standard rules → a variant in Fairy-Stockfish's configuration, or what it cannot say, key by key.

The engine knows two players on a rectangle of squares of up to 12 files and 10 ranks. Pieces have the names that
`fabgen new --from-fairy` knows, or are written in Betza notation. A rule that has no key there is an error at its place
in the spec, since the variant would be another game; what changes no line of play is a warning.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fabgen.authoring.fairy_variant import MOVES, SIDES, STUCK
from fabgen.core.english import join_words
from fabgen.core.problems import FabgenError, Level, Problem, problem_error
from fabgen.rules.betza import NONE, parse_betza
from fabgen.rules.boards import Cell, MapBoard
from fabgen.rules.directions import SQUARES
from fabgen.rules.position import Piece
from fabgen.rules.standard.options import Capture, Castle, LineGoal, Promotion, Reach, StandardOptions
from fabgen.spec.load import Spec, zone_cells

MOST_FILES, MOST_RANKS = 12, 10  # of a board of Fairy-Stockfish, as it is built for large boards
MOST_CUSTOM = 25  # kinds of pieces that have no name there
ANOTHER_GAME = "without it, the variant would be another game"
WITHOUT = "the variant is written without it, which changes no line of play"
DOUBLE_STEP = "fmWfimnDfcF"
NAMES = {text: key for key, text in reversed(MOVES.items()) if key not in ("pawn", "king")}
SAID = {  # the options that `_Export` says, where it can
    "set", "turns", "capture", "captured", "royal", "castling", "en_passant", "compulsory", "promotion", "stuck",
    "win", "repetition", "no_progress",
}  # fmt: skip
_PART = re.compile(r"([a-z]*)(([A-Z])\3|[A-Z])(\d*)")
_RIDERS = "DAHCLZJG"  # leaps whose riders mean something else there
_SIDEWAYS = {"K": "kingside", "Q": "queenside"}


def variant_name(spec: Spec) -> str:
    """The name of a game's variant. Its start sets it apart from the engine's own variants, which a file cannot
    replace."""
    return "fabgen-" + re.sub(r"[^\w.-]+", "-", spec.slug)


def fairy_text(spec: Spec) -> tuple[str, list[Problem]]:
    """The section of a configuration file for a game, and a warning for what it leaves out. Raises FabgenError with
    every rule that it cannot say, and for a game by another rule set, on another board, or of other players."""
    _check_kind(spec)
    export = _Export(spec)
    lines = [f"{key} = {value}" for key, value in export.values().items()]
    if any(problem.level == "error" for problem in export.problems):
        raise FabgenError(export.problems)
    title = f"# {spec.game.title}, by {spec.game.designer}"
    return "\n".join([title, f"[{variant_name(spec)}]", *lines, ""]), export.problems


def _check_kind(spec: Spec) -> None:
    """Raises FabgenError for a game that has no variant at all."""
    board, where = spec.lattice, spec.source.value_location
    if not isinstance(spec.options, StandardOptions):
        raise problem_error("Fairy-Stockfish plays games by the `standard` rule set alone", "", where("rules"))
    if neutral := spec.game.neutral:
        what = f"Fairy-Stockfish has no neutral pieces, and the pieces of {join_words(neutral)} are neutral"
        raise problem_error(what, "take them out, or export a game without them", where("players", neutral[0]))
    if isinstance(board, MapBoard) or board.compass is not SQUARES:
        raise problem_error("Fairy-Stockfish plays on squares alone", "", where("board"))
    if board.files > MOST_FILES or board.ranks > MOST_RANKS:
        what = f"a board of {board.files}x{board.ranks} is too large for Fairy-Stockfish"
        raise problem_error(what, f"{MOST_FILES} files and {MOST_RANKS} ranks at most", where("board"))
    ways = [player.forward for player in spec.game.players.values()]
    if sorted(ways) != ["down", "up"]:
        what = "Fairy-Stockfish has two players, who face each other up and down the board"
        raise problem_error(what, "write `forward: up` and `forward: down`", where("players"))
    if len(spec.game.pieces) > len(string.ascii_lowercase):
        what = f"Fairy-Stockfish has a letter for each kind of piece, and there are {len(spec.game.pieces)} kinds"
        raise problem_error(what, f"{len(string.ascii_lowercase)} at most", where("pieces"))


class _CastleRight(NamedTuple):
    """A right to castle: its letter in Forsyth-Edwards notation (`K`, `Q`, `k` or `q`), the cell where the piece ends,
    and its rule."""

    letter: str
    end: Cell
    rule: Castle


@dataclass
class _Export:
    """The values of one variant; what cannot be said gathers in `problems`."""

    spec: Spec
    problems: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.options: StandardOptions = self.spec.options
        self.zones = zone_cells(self.spec.game, self.spec.lattice)
        players = [*self.spec.game.players]
        order = [*self.options.turns] or players
        if self.spec.game.players[players[0]].forward == "down":
            players.reverse()
        self.players = dict(zip(SIDES, players, strict=True))  # who moves up the board is White
        self.first = "w" if order[0] == self.players["white"] else "b"
        self.letters = _letters(self.spec.game.pieces, self._king())

    def unsaid(self, *key: str | int, why: str = "", level: Level = "error") -> None:
        """Adds a problem about a key of the spec that Fairy-Stockfish does not have."""
        name = [word for word in key if isinstance(word, str)][-1]
        what = f"Fairy-Stockfish cannot say `{name}` here{f': {why}' if why else ''}"
        hint = ANOTHER_GAME if level == "error" else WITHOUT
        self.problems.append(Problem(self.spec.source.value_location(*key), what, hint, level))

    def values(self) -> dict[str, str]:
        """The keys of the variant, in a fixed order."""
        board, options = self.spec.lattice, self.options
        values = {"maxRank": str(board.ranks), "maxFile": str(board.files)}
        values |= self._pieces() | {"startFen": self._position()} | self._castling() | self._promotion()
        values["stalemateValue"] = self._stuck()
        if options.compulsory is True:
            values["mustCapture"] = "true"
        elif options.compulsory:
            self.unsaid("rules", "compulsory", why="of several captures, any may be chosen there")
        values |= self._goals()
        values["nFoldRule"] = str(options.repetition or 0)
        values |= self._no_progress()
        if options.capture not in ("replace", "none"):
            self.unsaid("rules", "capture", why="a move captures on the cell where it ends")
        self._hands()
        for name in type(options).model_fields:
            if name not in SAID and getattr(options, name) != _default(options, name):
                self.unsaid("rules", name)
        return values

    # Pieces

    def _king(self) -> str:
        """The kind that is the king of Fairy-Stockfish: one royal piece of each player at most, and no more."""
        starts: list[Piece] = [*self.spec.start.pieces.values()] if self.spec.start else []
        royal = self.options.royal
        if len(royal) > 1:
            self.unsaid("rules", "royal", why="its king is of one kind, the same for both players")
            return ""
        counts = [sum((piece.player, piece.kind) == (player, kind) for piece in starts)
                for player in self.spec.game.players for kind in royal]
        if royal and max(counts, default=0) <= 1 and not self._becomes(royal[0]):
            return royal[0]
        if royal:
            self.unsaid("rules", "royal", why="it has one king of each player at most")
        return ""

    def _becomes(self, kind: str) -> bool:
        """Whether other pieces are promoted to a kind."""
        return any(kind in rule.to for rule in self.options.promotion.values())

    def _pieces(self) -> dict[str, str]:
        """The key of each kind of piece with its letter and its movement; that of a pawn with a double step."""
        values, king, number = dict[str, str](), self._king_without_warning, 0
        values["doubleStep"] = "false"
        for kind, letter in self.letters.items():
            text = self.spec.game.betza(kind)
            is_pawn = text == DOUBLE_STEP and "pawn" not in values and self.options.capture != "none"
            if is_pawn and (regions := self._double_steps(kind)) is not None:
                values |= {"pawn": letter, "doubleStep": "true"} | regions
                continue
            text = self._movement(kind, text)
            name = NAMES.get(text, "")
            if kind == king:
                values["king"] = letter if text == MOVES["king"] else f"{letter}:{text}"
            elif name and name not in values:
                values[name] = letter
            else:
                number += 1
                values[f"customPiece{number}"] = f"{letter}:{'-' if text == NONE else text}"
        if number > MOST_CUSTOM:
            self.unsaid("pieces", why=f"{number} kinds have movements of their own, and {MOST_CUSTOM} is the limit")
        return {"doubleStep": values.pop("doubleStep"), **values}

    @property
    def _king_without_warning(self) -> str:
        return next((kind for kind, letter in self.letters.items() if letter == "k" and kind in self.options.royal), "")

    def _movement(self, kind: str, text: str) -> str:
        """A movement in Fairy-Stockfish's letters: without captures where there are none, and without first moves."""
        parts = []
        for modifiers, atom, _, steps in _PART.findall("" if text == NONE else text):
            is_rider = steps or len(atom) > 1
            if is_rider and atom[0] in _RIDERS:
                self.unsaid("pieces", kind, "moves", why=f"`{atom}{steps}` is read in another way there")
                continue
            if "i" in modifiers:
                self.unsaid("pieces", kind, "moves", why=f"a first move, `{modifiers}{atom}{steps}`")
                continue
            if self.options.capture == "none":
                if "c" in modifiers and "m" not in modifiers:
                    continue
                directions = re.sub(r"[mcin]", "", modifiers)
                modifiers = f"{directions}m{'n' if 'n' in modifiers else ''}"
            parts.append(f"{modifiers}{atom}{steps}")
        return "".join(parts) or NONE

    def _double_steps(self, pawn: str) -> dict[str, str] | None:
        """The regions of double steps; None where pawns start on several ranks of their player, or appear later."""
        ranks_by_side = {side: {cell.lstrip(string.ascii_lowercase) for cell in self._starts(pawn, side)}
                         for side in SIDES}
        has_several_ranks = any(len(ranks) > 1 for ranks in ranks_by_side.values())
        if has_several_ranks or self._becomes(pawn) or pawn in self.options.drops:
            return None
        keys = {f"doubleStepRegion{side.title()}": f"*{ranks.pop()}" if ranks else "-"
                for side, ranks in ranks_by_side.items()}
        if not self.options.en_passant:
            keys["enPassantRegion"] = "-"
        elif self.options.en_passant != {pawn: (pawn,)}:
            self.unsaid("rules", "en_passant", why="pawns take pawns there")
        return keys

    def _starts(self, kind: str, side: str) -> list[Cell]:
        """The cells on which a player's pieces of a kind start."""
        piece = Piece(self.players[side], kind)
        pieces = self.spec.start.pieces if self.spec.start else {}
        return [cell for cell, piece_there in pieces.items() if piece_there == piece]

    def _position(self) -> str:
        """The first position as Forsyth-Edwards notation; holes are walls."""
        board, rows = self.spec.lattice, []
        pieces = self.spec.start.pieces if self.spec.start else {}
        for y in range(board.ranks - 1, -1, -1):
            row, gap = "", 0
            for x in range(board.files):
                cell = board.cell(x, y)
                piece = pieces.get(cell) if cell else None
                if cell and not piece:
                    gap += 1
                    continue
                row, gap = row + (str(gap) if gap else ""), 0
                row += self._letter(piece) if piece else "*"
            rows.append(row + (str(gap) if gap else ""))
        rights = "".join(letter for letter, _, _ in self._castles()) or "-"
        return f"{'/'.join(rows)} {self.first} {rights} - 0 1"

    def _letter(self, piece: Piece) -> str:
        letter = self.letters[piece.kind]
        return letter.upper() if piece.player == self.players["white"] else letter

    # Rules

    def _castles(self) -> list[_CastleRight]:
        """The rights to castle."""
        king, rights, board = self._king_without_warning, list[_CastleRight](), self.spec.lattice
        for side in SIDES:
            forward = "up" if side == "white" else "down"
            for start in self._starts(king, side):
                for castle in self._castles_of(king, side):
                    ways = _ways(castle.to or "sW")
                    for dx, dy in ways if forward == "up" else [(-dx, -dy) for dx, dy in ways]:
                        end = board.step(start, castle.steps * dx, castle.steps * dy)
                        partner = Piece(self.players[side], castle.partner)
                        if end and not dy and self._pieces_on_line(start, dx, dy).count(partner) == 1:
                            letter = "K" if dx > 0 else "Q"
                            rights.append(_CastleRight(letter if side == "white" else letter.lower(), end, castle))
        return rights

    def _castles_of(self, king: str, side: str) -> list[Castle]:
        keys = (king, f"{self.players[side]} {king}")
        return [castle for key in keys for castle in self.options.castling.get(key, ())] if king else []

    def _pieces_on_line(self, start: Cell, dx: int, dy: int) -> list[Piece]:
        """The pieces from a cell in a direction."""
        pieces, cell = self.spec.start.pieces if self.spec.start else {}, start
        pieces_on_line: list[Piece] = []
        while next_cell := self.spec.lattice.step(cell, dx, dy):
            cell = next_cell
            if cell in pieces:
                pieces_on_line.append(pieces[cell])
        return pieces_on_line

    def _castling(self) -> dict[str, str]:
        """The keys of castling."""
        castles = self._castles()
        ends = {letter.upper(): {end[0] for other, end, _ in castles if other.upper() == letter} for letter in "KQ"}
        partners = {castle.partner for _, _, castle in castles}
        wanted = sum(len(rules) for rules in self.options.castling.values())
        if wanted and (not castles or len(partners) != 1 or any(len(files) > 1 for files in ends.values())):
            self.unsaid("rules", "castling", why="the king and one kind of partner, to the same files for both players")
        if not castles:
            return {"castling": "false"}
        keys = {f"castling{_SIDEWAYS[letter].title()}File": files.pop() for letter, files in ends.items() if files}
        return {"castling": "true", **keys, "castlingRookPieces": self.letters[partners.pop()]}

    def _promotion(self) -> dict[str, str]:
        """The keys of promotion: one rule for all kinds that are promoted."""
        rules = self.options.promotion
        if not rules:
            return {"promotionRegionWhite": "-", "promotionRegionBlack": "-", "promotionPieceTypes": "-"}
        said = [rule for rule in rules.values() if rule.when == "ends"]
        zones = [self._zones_of(kind, rule) for kind, rule in rules.items()]
        alike = all((rule.to, rule.choice) == (said[0].to, said[0].choice) for rule in said)
        if len(said) < len(rules) or not alike or any(other != zones[0] for other in zones):
            self.unsaid("rules", "promotion", why="one rule for all kinds that are promoted at the end of a move")
        if not said:
            return {"promotionRegionWhite": "-", "promotionRegionBlack": "-", "promotionPieceTypes": "-"}
        kinds = "".join(self.letters[kind] for kind in rules)
        return {
            **{f"promotionRegion{side.title()}": _region(zones[0][side]) for side in SIDES},
            "promotionPawnTypes": kinds,
            "promotionPieceTypes": "".join(self.letters[kind] for kind in said[0].to),
            "mandatoryPawnPromotion": "false" if said[0].choice == "may" else "true",
        }

    def _zones_of(self, kind: str, rule: Promotion) -> dict[str, tuple[Cell, ...]]:
        """By side, the cells where a kind is promoted."""
        return {side: self.zones.get(rule.zone.get(f"{player} {kind}", rule.zone.get(player, "")), ())
                for side, player in self.players.items()}

    def _stuck(self) -> str:
        """The value of a player who cannot move."""
        words = {ending: value for value, ending in STUCK.items()}
        if isinstance(self.options.stuck, str) and self.options.stuck in words:
            return words[self.options.stuck]
        self.unsaid("rules", "stuck")
        return "loss"

    def _goals(self) -> dict[str, str]:
        """The keys of goals: a flag, extinction, a line."""
        values: dict[str, str] = {}
        for number, goal in enumerate(self.options.win):
            if isinstance(goal, Reach):
                keys = self._flags(goal)
            elif isinstance(goal, Capture):
                keys = self._extinction(goal, values)
            else:
                keys = self._line(goal) if isinstance(goal, LineGoal) else {}
            if not keys or any(values.get(key, text) != text for key, text in keys.items()
                               if key != "extinctionPieceTypes"):
                self.unsaid("rules", "win", number)
            else:
                values |= keys
        return values

    def _flags(self, goal: Reach) -> dict[str, str]:
        """The keys of a goal to bring one piece of a kind, or of any kind, into a region."""
        regions, kinds = dict[str, str](), dict[str, set[str]]()
        for key, zone in goal.reach.items():
            player, _, kind = key.partition(" ")
            sides = [side for side, name in self.players.items() if name == player]
            if not sides:  # the key is a kind of piece
                sides, kind = [*SIDES], key
            for side in sides:
                region = _region(self.zones.get(zone, ()))
                if regions.setdefault(side, region) != region:
                    return {}
                kinds.setdefault(side, set()).add(self.letters[kind] if kind else "*")
        if goal.pieces != "any" or goal.by != "any action" or any(len(letters) > 1 for letters in kinds.values()):
            return {}
        return {
            **{f"flagRegion{side.title()}": regions.get(side, "-") for side in SIDES},
            **{f"flagPiece{side.title()}": letters.pop() for side, letters in sorted(kinds.items())},
        }

    def _extinction(self, goal: Capture, known: Mapping[str, str]) -> dict[str, str]:
        """The keys of a goal to capture all pieces of a kind, or all but some; several kinds have one each."""
        if goal.capture != "all" and len(goal.capture) > 1:
            return {}
        types = "*" if goal.capture == "all" else self.letters[goal.capture[0]]
        types = known.get("extinctionPieceTypes", "") + types
        if "*" in types and len(types) > 1:
            return {}
        return {"extinctionValue": "loss", "extinctionPieceTypes": types,
                "extinctionPieceCount": str(goal.fewer_than - 1)}

    def _line(self, goal: LineGoal) -> dict[str, str]:
        """The keys of a goal to form a line."""
        straight, diagonal = goal.to in (None, "W", "K"), goal.to in (None, "F", "K")
        return {"connectN": str(goal.line), "connectHorizontal": _flag(straight), "connectVertical": _flag(straight),
                "connectDiagonal": _flag(diagonal)}

    def _no_progress(self) -> dict[str, str]:
        """The keys of a draw without progress, which the engine counts in moves of both players."""
        rule = self.options.no_progress
        if rule is None:
            return {"nMoveRule": "0"}
        if rule.actions % 2:
            self.unsaid("rules", "no_progress", "actions", why="an odd number")
            return {"nMoveRule": "0"}
        for kind in rule.moves_of:
            ways = _ways(self.spec.game.betza(kind))
            if any((-dx, -dy) in ways for dx, dy in ways):
                why = f"a move that a {kind} can take back is no progress"
                self.unsaid("rules", "no_progress", "moves_of", why=why)
        types = "".join(self.letters[kind] for kind in rule.moves_of)
        return {"nMoveRule": str(rule.actions // 2), "nMoveRuleTypes": types or "-"}

    def _hands(self) -> None:
        """What becomes of captured pieces, and pieces in hand; no matter if nothing is dropped and no goal counts."""
        lies_aside = not self.options.drops and not any(isinstance(goal, Capture) for goal in self.options.win)
        level: Level = "warning" if lies_aside else "error"
        if self.options.captured != "removed":
            into_hand = self.options.captured in ("hand", "captor")
            self.unsaid("rules", "captured", level=level if into_hand else "error")
        if self.spec.start and self.spec.start.held:
            self.unsaid("setup", why="pieces in hand", level=level)


def _ways(text: str) -> list[tuple[int, int]]:
    """The directions of a text such as `sW`, as steps to the right and ahead."""
    return [direction for way in parse_betza(text).ways for direction in way.directions]


def _letters(kinds: Iterable[str], king: str) -> dict[str, str]:
    """A letter for each kind: `k` for the king, elsewhere one of its name that is free, else any that is."""
    letters = {king: "k"} if king else {}
    for kind in kinds:
        free = [letter for letter in [*kind.lower(), *string.ascii_lowercase]
                if letter in string.ascii_lowercase and letter not in {*letters.values(), "k"}] or ["k"]
        letters.setdefault(kind, free[0])
    return letters


def _region(cells: Iterable[Cell]) -> str:
    """Cells as a region; `-` where there is none."""
    return " ".join(cells) or "-"


def _flag(value: bool) -> str:
    return str(value).lower()


def _default(options: StandardOptions, name: str) -> Any:
    """What an option is where nobody has written it."""
    return type(options).model_fields[name].get_default(call_default_factory=True)
