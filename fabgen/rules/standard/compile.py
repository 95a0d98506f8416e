"""Setting, movements, zones and options → the tables of a game: terrain, promotion, moves, jumps, goals and all others
of `compiled_game`. Every name in the options that does not fit is a mistake with its key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from fabgen.core.english import join_words
from fabgen.core.problems import nearest_hint
from fabgen.rules.boards import TextError
from fabgen.rules.directions import Squares
from fabgen.rules.movement import Leap, Movement, Slide, Walk
from fabgen.rules.position import Piece
from fabgen.rules.protocol import OptionMistake
from fabgen.rules.standard.attacks import AttackTables
from fabgen.rules.standard.castling import compile_castling
from fabgen.rules.standard.compiled_game import CompiledGame, FlattenedPiece, GameSource, MoveCondition
from fabgen.rules.standard.connections import code_table, neighbours_by_number
from fabgen.rules.standard.en_passant import compile_en_passant
from fabgen.rules.standard.enclosures import Enclosure, rays_of_cells
from fabgen.rules.standard.flights import Flights
from fabgen.rules.standard.goals import compile_goals
from fabgen.rules.standard.groups import Groups
from fabgen.rules.standard.hop_tables import HopKind, HopTableMaker, HopTables, directions, far_steps
from fabgen.rules.standard.mills import Mills, mill_lines
from fabgen.rules.standard.names import BOARD, Names
from fabgen.rules.standard.openings import Opening, OpeningStep
from fabgen.rules.standard.options import (
    Also,
    Hop,
    OpeningAction,
    Push,
    Stacks,
    StandardOptions,
)
from fabgen.rules.standard.pushes import FEWER, Pushes, PushRule, push_rays
from fabgen.rules.standard.shared_cells import BESIDE, CAPTURING, CLOSED, SharedCells, sharing_of_enemies
from fabgen.rules.standard.stacks import NO_LIMIT, TowerRules
from fabgen.rules.standard.state import (
    COUNTED,
    ENEMY,
    FRIEND,
    NEVER,
    NOBODY,
    NOWHERE,
    ChainRule,
    Fate,
    Ground,
    MemoryRule,
    PromotionRule,
)
from fabgen.rules.standard.stops import Stops, slide_nexts
from fabgen.rules.standard.tables import CellMoves, LazyTable, MoveTableMaker, mask, rows_ahead, sides_of_cells
from fabgen.rules.standard.tower_moves import TowerMoves, tower_lines
from fabgen.rules.standard.unsuited_options import options_without_sharing, options_without_towers

MOST_CODES = 255  # a piece code is one byte
MOST_LETTERS = 61  # kinds of pieces that a text of earlier boards can tell apart
MORE_JUMPS_THAN_ANY_TURN = 10_000  # more jumps than a turn can have
OPEN = {"even": 0, "odd": 1, "never": NEVER}
FATES = {
    "nothing": Fate.NOTHING,
    "removed": Fate.REMOVED,
    "hand": Fate.HAND,
    "captor": Fate.CAPTOR,
    "home": Fate.HOME,
    "flips": Fate.FLIPS,
    "prisoner": Fate.PRISONER,
}
OVER = {"friend": FRIEND, "enemy": ENEMY, "any": FRIEND | ENEMY}
CAPTURED_HOW = {"surround": "in a group without a liberty", "mill": "by a line"}
ONCE = {"once": FRIEND | ENEMY, "again": 0, "friends once": FRIEND, "enemies once": ENEMY}


def compile_game(source: GameSource) -> tuple[CompiledGame | None, list[OptionMistake]]:
    """The tables of a game, and everything that is wrong with its options. There are no tables where there are
    mistakes."""
    compiler = GameCompiler(source, Names(source.start.setting, source.zones))
    compiled = compiler.compile() if compiler.has_room_for_codes() else None
    mistakes = list(dict.fromkeys(compiler.names.mistakes))
    return (None if mistakes else compiled), mistakes


@dataclass
class GameCompiler:
    """Makes the tables of one game part by part; mistakes gather in `names`."""

    source: GameSource
    names: Names
    hop_tables: dict[object, HopTables] = field(default_factory=dict)  # equal jumps share their tables

    @property
    def options(self) -> StandardOptions:
        """The options of the spec."""
        return self.source.options

    @property
    def movements(self) -> Mapping[str, Movement]:
        """The movement of each kind of piece."""
        return self.source.movements.movements

    @property
    def all_codes(self) -> range:
        """All codes, including 0."""
        return range(1 + len(self.names.codes))

    @cached_property
    def ground(self) -> Ground:
        """Where and when cells are open."""
        lattice, terrain = self.names.setting.lattice, self.options.terrain
        opens = [NOBODY] * len(lattice.numbered_cells)
        zones: dict[str, frozenset[int]] = {}
        for name, rule in terrain.items():
            zones[name] = self.names.zone(name, "terrain", name)
            for cell in sorted(zones[name]):
                if opens[cell] != NOBODY:
                    what = f"{lattice.numbered_cells[cell]} is in two zones with terrain"
                    self.names.report(("terrain", name), what, "one terrain a cell")
                opens[cell] = OPEN[rule.open]
        after = (zones[name] for name, rule in terrain.items() if rule.count == "after")
        passable = (zones[name] for name, rule in terrain.items() if rule.over == "free")
        forbidden = self.names.by_code(self.options.forbidden, "forbidden")
        return Ground(
            tuple(forbidden.get(code, NOWHERE) for code in self.all_codes),
            self.options.forbidden_to == "moves and hops",
            tuple(opens) if terrain else (),
            NOWHERE.union(*after),
            NOWHERE.union(*passable),
            zones,
        )

    def _move_table_maker(self, code: int, movement: Movement, parity: int) -> MoveTableMaker:
        """The maker of one code's moves by a movement, at a parity of the pieces on the board."""
        setting = self.names.setting
        forward = setting.players[self.names.pieces_by_code[code].player]
        promotes = self.promotes.get(code)
        return MoveTableMaker(setting.lattice, movement, forward, code, self.ground, parity, promotes, self.captures)

    @property
    def captures(self) -> bool:
        """Whether moving onto an enemy takes it."""
        return self.options.capture == "replace"

    def _enclosure(self) -> Enclosure | Groups | Mills | None:
        """What captures by enclosing or by lines; None where pieces are captured by moving onto them, or not at all."""
        if self.options.capture == "mill":
            return self._mills()
        if self.options.capture == "surround":
            return self._groups
        return self._custodial_enclosure() if self.options.capture == "custodial" else None

    def _mills(self) -> Mills:
        """The lines that let a player remove an enemy."""
        mill, names = self.options.mill, self.names
        lattice = names.setting.lattice
        lines = mill_lines(lattice, mill.to, mill.line)
        if not any(lines):
            names.report(("mill", "line"), f"no line of {mill.line} has room on this board", "a shorter line")
        exact, walked = mill.longer == "not", mill.by == "moves"
        spares_lines, removes_for_each = mill.in_line == "spared", mill.two_lines == "remove two"
        return Mills(lines, self._groups.owner, mill.line, exact, walked, spares_lines, removes_for_each)

    def _flights(self) -> Flights:
        """Who flies when."""
        names = self.names
        limits = {code: number for code, (_, number) in names.values_by_code(self.options.flies, "flies").items()}
        kinds = len(names.setting.kinds)
        low = tuple(1 + player * kinds for player in range(len(names.players)))
        promotes = tuple(self.promotes.get(code) for code in self.all_codes)
        cells = tuple(n for n, name in enumerate(names.setting.lattice.numbered_cells) if name)
        return Flights(tuple(limits.get(code, 0) for code in self.all_codes), low, kinds, cells, self.ground, promotes)

    @cached_property
    def _groups(self) -> Groups:
        """What is next to each other."""
        surround, names = self.options.surround, self.names
        neighbours = neighbours_by_number(names.setting.lattice, surround.to)
        owner = (NOBODY, *(names.players.index(piece.player) for piece in names.pieces_by_code.values()))
        return Groups(neighbours, owner, surround.suicide == "allowed")

    def _royal(self) -> tuple[bytes, ...]:
        """By player, the table of the codes that may not be left where they can be captured."""
        names = self.names
        kinds = names.pieces(self.options.royal, "royal")
        if kinds and names.setting.neutral:
            what = "check is not defined in games with neutral pieces"
            names.report(("royal",), what, f"`win: [{{capture: [{self.options.royal[0]}]}}]`")
        elif kinds and len(names.players) != 2:
            what = f"check is for two players, and there are {len(names.players)}"
            names.report(("royal",), what, "`win: [{capture: [king]}]`")
        if kinds and self.options.in_turn != "one action":
            what = f"check is for turns of one action, and `in_turn` is `{self.options.in_turn}`"
            names.report(("royal",), what, f"`win: [{{capture: [{self.options.royal[0]}]}}]`, or leave `in_turn` out")
        codes = {code: piece.player for code, piece in names.pieces_by_code.items() if piece.kind in kinds}
        by_player = ([code for code, owner in codes.items() if owner == player] for player in names.players)
        return tuple(code_table(royal_codes) for royal_codes in by_player) if kinds else ()

    def _memory(self) -> MemoryRule:
        """What the game remembers of earlier turns."""
        options, report = self.options, self.names.report
        actions = options.in_turn if isinstance(options.in_turn, int) else 1
        if options.first_turn and options.first_turn > 1 and actions == 1:
            report(("first_turn",), "the first turn has more actions than the others", "`in_turn: 2` for the others")
        playing = self.names.setting.active_players
        if options.swap and len(playing) != 2:
            report(("swap",), f"{len(playing)} players cannot swap sides", "this rule is for two players")
        if options.passes and options.passing != "always":
            hint = "`passing: always`, or leave `passes` out"
            report(("passes",), "players may not pass so often in a row", hint)
        recurrence = "" if options.recurrence == "free" else options.recurrence
        if recurrence and len(self.names.codes) > MOST_LETTERS:
            what = f"positions write earlier boards with {MOST_LETTERS} letters, and there are more kinds of pieces"
            report(("recurrence",), what, "`repetition` draws the game instead")
        first, passes = options.first_turn or actions, options.passes or 0
        return MemoryRule(actions, first, options.swap, passes, recurrence, len(options.opening))

    def _komi(self) -> tuple[float, ...]:
        """By player: what is added to their count at the end."""
        names, komi = self.names, self.options.komi
        for name in komi:
            names.check_active(name, "has no count", "komi", name)
        if komi and not {*COUNTED} & {*self._fate_of_stuck_players()}:
            names.report(("komi",), "nothing is counted at the end", "`stuck: most area` or `stuck: most pieces`")
        return tuple(komi.get(player, 0) for player in names.players)

    def _custodial_enclosure(self) -> Enclosure:
        """The tables of custodial capture."""
        custodial, names = self.options.custodial, self.names
        lattice = names.setting.lattice
        unarmed = names.pieces(custodial.unarmed, "custodial", "unarmed")
        hostile = names.by_code(custodial.hostile, "custodial", "hostile")
        all_sides = names.by_code(custodial.all_sides, "custodial", "all_sides")
        return Enclosure(
            rays_of_cells(lattice, custodial.to),
            sides_of_cells(lattice, custodial.to),
            1 if custodial.run == "one" else MORE_JUMPS_THAN_ANY_TURN,
            (False, *(piece.kind not in unarmed for piece in names.pieces_by_code.values())),
            tuple(hostile.get(code, NOWHERE) for code in self.all_codes),
            tuple(all_sides.get(code, NOWHERE) for code in self.all_codes),
            custodial.edge == "closed",
        )

    def _check_captures(self) -> None:
        """Adds a mistake for options about captures that do not go with the way of capturing."""
        options = self.options
        if options.capture != "custodial" and "custodial" in options.model_fields_set:
            hint = "`capture: custodial`, or leave `custodial` out"
            self.names.report(("custodial",), f"no piece captures so: `capture` is `{options.capture}`", hint)
        if options.capture != "custodial" and options.captured == "flips":
            how = CAPTURED_HOW.get(options.capture, "by moving onto it")
            what = f"a piece that is captured {how} cannot change sides where it stands"
            self.names.report(("captured",), what, "`captured: flips` goes with `capture: custodial`")
        if "mill" in options.model_fields_set and options.capture != "mill":
            hint = "`capture: mill`, or leave `mill` out"
            self.names.report(("mill",), f"no piece captures so: `capture` is `{options.capture}`", hint)
        if options.captured == "flips" and any(push.edge == "open" for push in options.pushes.values()):
            what = "a piece that is pushed off the board cannot change sides where it stands"
            self.names.report(("captured",), what, "`captured: removed`, or `edge: closed` under `pushes`")
        if "surround" in options.model_fields_set and options.capture != "surround" and not self._counts_areas:
            hint = "`capture: surround`, or leave `surround` out"
            self.names.report(("surround",), f"no piece captures so: `capture` is `{options.capture}`", hint)
        if options.supply == "endless" and not options.drops:
            self.names.report(("supply",), "nothing is dropped from the supply", "say where under `drops`")

    @property
    def _counts_areas(self) -> bool:
        """Whether areas decide who wins."""
        stuck = self.options.stuck
        return "most area" in ((stuck,) if isinstance(stuck, str) else stuck.values())

    @cached_property
    def promotes(self) -> dict[int, PromotionRule]:
        """Where and to what each code is promoted; codes that never are have no entry."""
        rules: dict[int, PromotionRule] = {}
        for piece, rule in self.names.values_by_piece(self.options.promotion, "promotion").items():
            into = list(dict.fromkeys(self.names.pieces(rule.to, "promotion", piece, "to")))
            if piece in into:
                self.names.report(
                    ("promotion", piece, "to"),
                    f"a {piece} cannot be promoted to a {piece}",
                    "`choice: may` lets it stay what it is",
                )
            self.names.report_neutral(rule.zone, "never promoted", "promotion", piece, "zone")
            for code, cells in self.names.by_code(rule.zone, "promotion", piece, "zone").items():
                owner = self.names.pieces_by_code[code]
                if owner.kind == piece:
                    choices = tuple(self.names.codes[Piece(owner.player, name)] for name in into)
                    rules[code] = PromotionRule(
                        cells, choices, rule.choice == "may", rule.when == "touches", rule.in_chain == "ends"
                    )
        return rules

    def _hop_tables_by_code(self) -> tuple[HopTables | None, ...]:
        """The jumps by code; None for pieces that do not jump."""
        table = {
            piece: (self._hop_kinds(piece, hops), hops)
            for piece, hops in self.names.values_by_piece(self.options.hops, "hops").items()
            if hops
        }
        for piece, (_, hops) in table.items():
            fates = {hop.takes for hop in hops} - {"nothing"}
            if len(fates) > 1:
                self.names.report(
                    ("hops", piece),
                    f"hops of one piece take in several ways: {join_words(sorted(fates))}",
                    "let all of them take alike",
                )
        return tuple(
            self._tables_of_hops(code, table[self.names.pieces_by_code[code].kind][0])
            if code and self.names.pieces_by_code[code].kind in table
            else None
            for code in self.all_codes
        )

    def _hops_may_end_like_moves(self) -> tuple[bool, ...]:
        """By code, whether a jump may end where a quiet move does.

        A near jump goes two cells in one direction, so it ends an even number of files and of ranks away. It can end
        like a move only if some move does that too, as a flight or a tower of two pieces may, or if jumps go far or
        land beside.
        """
        by_height = self.options.stacks is not None and self.options.stacks.steps == "height"
        if self.options.flies or by_height:
            return (False, *(True for _ in self.names.pieces_by_code))
        far_kinds = {kind for kind, hops in self.options.hops.items()
                     if any(hop.far or hop.lands == "any" for hop in hops)}
        kinds_by_code = (piece.kind for piece in self.names.pieces_by_code.values())
        return (False, *(kind in far_kinds or self._may_move_evenly(kind) for kind in kinds_by_code))

    def _may_move_evenly(self, piece: str) -> bool:
        """Whether a piece has a move that may end an even number of files and of ranks away."""
        also = [
            self.names.betza(rule.moves, "also", piece, i, "moves")
            for i, rule in enumerate(self.options.also.get(piece, ()))
        ]
        ways = [way for movement in (self.movements[piece], *also) for way in movement.ways]
        return any(not isinstance(way, Leap) or any(x % 2 == y % 2 == 0 for x, y in way.directions) for way in ways)

    def _hop_kinds(self, piece: str, hops: tuple[Hop, ...]) -> tuple[HopKind, ...]:
        """The options about a piece's jumps as the kinds of jumps that tables are made of."""
        return tuple(
            HopKind(
                tuple(self._directions(hop, ("hops", piece, i, "to"))),
                OVER[hop.over],
                FATES[hop.takes],
                hop.per_turn or 0,
                hop.far,
                hop.lands == "any",
                hop.along == "one axis",
            )
            for i, hop in enumerate(hops)
        )

    def _opening(self) -> Opening:
        """The first actions of the game."""
        steps = tuple(self._opening_step(n, action) for n, action in enumerate(self.options.opening))
        endless = self.options.supply == "endless"
        return Opening(steps, self._groups.neighbours, endless, drawn_from=self._drawn_from)

    def _opening_step(self, number: int, action: OpeningAction) -> OpeningStep:
        """One action of the opening."""
        names, key = self.names, ("opening", number)
        if (action.removes is None) == (action.places is None):
            what = "this action both removes and places" if action.removes else "this action neither removes nor places"
            names.report(key, what, "`removes: own`, or `places: stone`")
        if action.of == "enemy" and action.removes:
            names.report((*key, "of"), "`of` says whose piece is placed", "`removes: enemy`")
        playing = names.setting.active_players
        if action.of == "enemy" and len(playing) != 2:
            what = "with more than two players, `of: enemy` does not say whose piece it is"
            names.report((*key, "of"), what, "leave it out: players place pieces of their own")
        player = NOBODY
        if action.by is not None and names.check_active(action.by, "has no turn", *key, "by"):
            player = names.players.index(action.by)
        kinds = names.pieces([action.places], *key) if action.places else names.setting.kinds
        # Neutral pieces are enemies that can be removed, but nobody holds one to be placed.
        usable = {code: piece for code, piece in names.pieces_by_code.items()
                  if piece.kind in kinds and (action.removes or piece.player in playing)}
        is_own = "enemy" not in (action.removes, action.of)
        codes = tuple(
            frozenset(code for code, piece in usable.items() if (piece.player == player) is is_own)
            for player in names.players
        )
        zone = action.where if isinstance(action.where, str) else " or ".join(action.where)
        cells = names.together(action.where, *key, "where")
        return OpeningStep(player, cells, zone, codes, action.places is not None, action.next_to == "gap")

    def _pushes(self) -> Pushes:
        """What rows push."""
        lattice, names = self.names.setting.lattice, self.names
        offsets = {piece: self._push_directions(piece, push)
                   for piece, push in names.values_by_piece(self.options.pushes, "pushes").items()}
        rules: list[PushRule | None] = [None]
        rays: list[tuple[tuple[tuple[int, ...], ...], ...]] = [()]
        for piece in names.pieces_by_code.values():
            push, forward = self.options.pushes.get(piece.kind), names.setting.players[piece.player]
            if push is None or piece.kind not in offsets:
                rules.append(None)
                rays.append(())
                continue
            turned = tuple(lattice.compass.to_board(offset, forward) for offset in offsets[piece.kind])
            enemies = FEWER if push.enemies == "fewer" else push.enemies
            rules.append(PushRule(turned, push.row, enemies, push.edge == "open", push.sideways and push.row > 1))
            rays.append(push_rays(lattice, turned))
        return Pushes(tuple(rules), tuple(rays), self.ground)

    def _push_directions(self, piece: str, push: Push) -> tuple[tuple[int, int], ...]:
        """The offsets of a push. Adds a mistake for directions that cannot be read, and for rows that never move so."""
        key = ("pushes", piece)
        if push.sideways and not self.names.setting.lattice.regular:
            self.names.report((*key, "sideways"), "a map has no rows side by side", "leave `sideways` out")
        if push.sideways and push.row == 1:
            self.names.report((*key, "sideways"), "one piece is no row to move sideways", "`row: 2`, or a movement")
        if push.row == 1 and push.enemies in ("fewer", 0):
            what = "one piece pushes nothing: it pushes no enemy, and no piece of its own player"
            self.names.report((*key, "row"), what, "`row: 2`, or `enemies: 1`")
        return tuple(self._directions(Hop(over="any", to=push.to), (*key, "to")))

    def _stops(self) -> Stops:
        """Which slides go on until something stops them."""
        names, lattice = self.names, self.names.setting.lattice
        kinds = names.pieces(self.options.until_stopped, "until_stopped")
        for n, kind in enumerate(self.options.until_stopped):
            if kind in kinds and not any(isinstance(way, Slide) for way in self.movements[kind].ways):
                names.report(("until_stopped", n), f"the {kind} does not slide", "`moves: R`, or leave it out")
        tables = (
            slide_nexts(lattice, self.movements[piece.kind], names.setting.players[piece.player])
            if piece.kind in kinds else None
            for piece in names.pieces_by_code.values()
        )
        return Stops((None, *tables), self.ground)

    def _stacks(self, hops: tuple[HopTables | None, ...]) -> TowerRules:
        """The towers of the game. Adds a mistake for each option that does not go with towers."""
        options, names = self.options, self.names
        if not options.has_towers:
            return TowerRules(used=False, limit=NO_LIMIT, fates=())
        for key, word, hint in options_without_towers(options):
            names.report(key, f"{word} is not defined for towers of pieces", hint)
        has_prisoners = any(hop.takes == "prisoner" for kinds in options.hops.values() for hop in kinds)
        if options.stacks and options.stacks.onto == "nothing" and not has_prisoners:
            hint = "`onto: any`, or `takes: prisoner` under `hops`"
            names.report(("stacks",), "no piece is ever put on or below another", hint)
        stacks = options.stacks or Stacks()
        fates = tuple(hop.fate if hop else Fate.NOTHING for hop in hops)
        anchors = self._codes_of(names.pieces(stacks.anchors, "stacks", "anchors"))
        uncounted = self._codes_of(names.pieces(stacks.uncounted, "stacks", "uncounted"))
        has_first_moves = any(way.first for movement in self.movements.values() for way in movement.ways)
        goes_onto_pieces = stacks.onto != "nothing" and stacks.steps == "as moves"  # other steps refuse it themselves
        if has_first_moves and (anchors or goes_onto_pieces):
            word, subject = ("anchors", "`anchors` do") if anchors else ("onto", f"`onto: {stacks.onto}` does")
            what = f"{subject} not go with moves that only a piece has that has not moved"
            names.report(("stacks", word), what, "leave the `i` out of `moves`")
        if stacks.uncounted and "most pieces" not in self._fate_of_stuck_players():
            what = "no pieces are counted at the end, so none can be left out"
            names.report(("stacks", "uncounted"), what, "add `stuck: most pieces`, or leave it out")
        if stacks.counted == "top" and "most pieces" not in self._fate_of_stuck_players():
            what = "no pieces are counted at the end"
            names.report(("stacks", "counted"), what, "add `stuck: most pieces`, or leave it out")
        counting = bytes(0 if code in uncounted else code for code in range(256))
        neighbours = neighbours_by_number(names.setting.lattice, "W") if anchors else ()
        covered = bytearray(range(256))
        for flattened in self._flattened_codes():
            covered[flattened.closed] = flattened.becomes
        limit, counts_tops = stacks.limit or NO_LIMIT, stacks.counted == "top"
        return TowerRules(True, limit, fates, anchors, neighbours, counting, counts_tops, bytes(covered))

    def _flattened_codes(self) -> Iterator[FlattenedPiece]:
        """Every pair of a code and a closed one that it goes onto."""
        stacks, codes = self.options.stacks or Stacks(), self.names.codes
        for kind, becomes in stacks.flattens.items():
            for closed, flat in becomes.items():
                if {kind, closed, flat} <= {*self.names.setting.kinds}:
                    for player in self.names.players:
                        for owner in self.names.players:
                            yield FlattenedPiece(
                                codes[Piece(player, kind)], codes[Piece(owner, closed)], codes[Piece(owner, flat)]
                            )

    def _check_flattened_kinds(self, stacks: Stacks) -> None:
        """Adds a mistake for each kind under `flattens` that does not exist, is not closed, or becomes two things."""
        names, kinds = self.names, self.names.setting.kinds
        results: dict[str, str] = {}
        names.values_by_piece(stacks.flattens, "stacks", "flattens")
        for kind, becomes in stacks.flattens.items():
            for closed, flat in becomes.items():
                key = ("stacks", "flattens", kind, closed)
                if flat not in kinds:
                    names.report(key, f"there is no piece `{flat}`", nearest_hint(flat, kinds))
                elif closed not in stacks.closed:
                    names.report(key, f"anything may be put on a {closed}", f"add it under `closed`: [{closed}]")
                elif results.setdefault(closed, flat) != flat or flat in stacks.closed:
                    what = f"a {closed} that is covered becomes one kind of piece that is not closed"
                    names.report(key, what, "write the same kind each time")

    def _codes_of(self, kinds: Iterable[str]) -> frozenset[int]:
        """The codes of some kinds of pieces, of all players."""
        wanted = {*kinds}
        return frozenset(code for code, piece in self.names.pieces_by_code.items() if piece.kind in wanted)

    def _moves_first(self) -> int:
        """The player who makes the first move once all pieces in hand are placed. Adds a mistake where that is no
        player, or nothing says when it is."""
        options, names, key = self.options, self.names, ("moves_first",)
        if options.moves_first is None:
            return NOBODY
        if not names.check_active(options.moves_first, "has no turn", *key):
            return NOBODY
        if not options.drops_first or options.supply == "endless":
            names.report(key, "nothing says that all pieces are placed before the first move",
                        "add `drops_first: true`, with pieces in hand")
        if self._memory().is_needed or options.in_turn != "one action":
            names.report(key, "`moves_first` goes with turns of one action alone",
                        "leave it out, or `in_turn`, `opening`, `swap`, `passes` and `recurrence`")
        if options.capture_fates & {"hand", "captor"}:
            names.report(key, "captured pieces come into hands, so all pieces are placed more than once",
                        "leave `moves_first` out, or write `captured: removed` and `takes: removed`")
        return names.players.index(options.moves_first)

    def _tower_moves(self) -> TowerMoves | None:
        """How towers move that do more than to go to vacant cells as a whole. Adds a mistake for movements of which
        the height of a tower cannot be a multiple."""
        stacks, names = self.options.stacks, self.names
        if stacks is None:
            return None
        if stacks.vacant == "closed" and stacks.onto == "nothing":
            names.report(("stacks", "vacant"), "towers can move nowhere", "`onto: any`, or leave `vacant` out")
        if not stacks.moves_otherwise:
            return None
        for key in ("also", "until_stopped"):
            if getattr(self.options, key):
                names.report((key,), f"`{key}` is not defined for towers that move so", f"leave `{key}` out")
        by_height, spreads, lattice = stacks.steps == "height", stacks.steps == "spread", names.setting.lattice
        in_steps = by_height or spreads
        if spreads and self.options.promotion:
            names.report(("promotion",), "`promotion` is not defined for towers that spread", "leave `promotion` out")
        if in_steps and not lattice.regular:
            names.report(("stacks", "steps"), "on a map no cell is several steps away in one direction", "`as moves`")
        for kind, movement in self.movements.items():
            if in_steps and any(not isinstance(way, Leap | Slide) or way.first for way in movement.ways):
                what = f"the {kind} has moves with conditions, which are no directions for towers"
                names.report(("stacks", "steps"), what, "`moves: W`, `F` or `K` for it, or `steps: as moves`")
        self._check_flattened_kinds(stacks)
        lines = (
            tower_lines(lattice, self.movements[piece.kind], names.setting.players[piece.player], in_steps=in_steps)
            for piece in names.pieces_by_code.values()
        )
        return TowerMoves(
            OVER.get(stacks.onto, 0),
            stacks.vacant == "closed",
            by_height,
            stacks.lifts == "any",
            spreads,
            stacks.limit or NO_LIMIT,
            stacks.carry or NO_LIMIT,
            ({}, *lines),
            self.ground,
            tuple(self.promotes.get(code) for code in self.all_codes),
            self._sides_that_hold() if stacks.surrounded == "stays" else (),
            self._codes_of(names.pieces(stacks.closed, "stacks", "closed")),
            frozenset((flattened.code, flattened.closed) for flattened in self._flattened_codes()),
        )

    def _shared_cells(self, walks: tuple[Mapping[int, CellMoves], ...]) -> SharedCells | None:
        """The cells that pieces share. Adds a mistake for each option that does not go with them."""
        options, names = self.options, self.names
        if options.sharing is None:
            return None
        for key, word, hint in options_without_sharing(options):
            names.report(key, f"{word} is not defined for pieces that share cells", hint)
        enemies = sharing_of_enemies(options)
        if enemies in CAPTURING and options.capture == "none":
            what = f"`enemies: {enemies}` captures, and with `capture: none` nothing is captured"
            names.report(("sharing", "enemies"), what, f"`{BESIDE}` or `{CLOSED}`, or leave `capture` out")
        if enemies not in CAPTURING and options.capture == "replace":
            what = f"with `enemies: {enemies}` nothing is captured by moving onto it"
            names.report(("sharing", "enemies"), what, f"add `capture: none`, or {join_words(CAPTURING, 'or')}")
        unmoved = [kind for kind, movement in self.movements.items() if any(way.first for way in movement.ways)]
        if unmoved:
            what = f"the {unmoved[0]} has a first move of its own, which is not defined for pieces that share cells"
            names.report(("sharing",), what, "leave `i` out of its movement")
        mistakes = len(names.mistakes)
        limits = self._cell_limits()
        has_limits = len(names.mistakes) == mistakes  # else what the start has too many of follows from the mistake
        if has_limits and max(limits, default=1) < 2:
            names.report(("sharing", "limit"), "no cell holds more than one piece", "`limit: 2`, or leave it out")
        owner = (NOBODY, *(names.players.index(piece.player) for piece in names.pieces_by_code.values()))
        shared = SharedCells(limits, enemies, owner, walks)
        start = self.source.start
        for cell in start.pieces if has_limits else ():
            number = 1 + len(start.further_pieces.get(cell, ()))
            if number > limits[names.setting.lattice.order[cell]]:
                limit = limits[names.setting.lattice.order[cell]]
                what = f"{number} pieces start on {names.setting.lattice.title(cell)}, which holds {limit}"
                names.report(("sharing", "limit"), what, f"`limit: {number}`, or start with fewer there")
        return shared

    def _cell_limits(self) -> tuple[int, ...]:
        """By cell, how many pieces it holds. Adds a mistake where two zones give a cell different numbers."""
        sharing, names = self.options.sharing, self.names
        assert sharing is not None
        cells = names.setting.lattice.numbered_cells
        if isinstance(sharing.limit, int):
            return (sharing.limit,) * len(cells)
        limits = [sharing.limit.get(BOARD, 1)] * len(cells)
        zones: dict[int, str] = {}
        for name, limit in sharing.limit.items():
            for cell in sorted(names.zone(name, "sharing", "limit", name)) if name != BOARD else ():
                if cell in zones and limits[cell] != limit:
                    what = f"{names.cells([cell])} is in {zones[cell]} too, where a cell holds {limits[cell]}"
                    names.report(("sharing", "limit", name), what, "one number for a cell")
                zones[cell], limits[cell] = name, limit
        return tuple(limits)

    def _sides_that_hold(self) -> tuple[tuple[int, ...], ...]:
        """By cell, the cells on its sides; none where it is at the edge, which is always open."""
        sides = sides_of_cells(self.names.setting.lattice, "W")
        return tuple(neighbours if -1 not in neighbours else () for neighbours in sides)

    def _directions(self, hop: Hop, key: tuple[str | int, ...]) -> Iterable[tuple[int, int]]:
        """The offsets of a jump or a push. Adds a mistake where they cannot be read or lead further than to
        neighbours."""
        compass = self.names.setting.lattice.compass
        try:
            offsets = directions(hop, compass)
        except TextError as error:
            if hop.to is None:
                self.names.report(key, "this map has no lines along which pieces could go so", "add `lines` to the map")
            else:
                self.names.report(key, f"`{hop.to}` is no direction: {error.message}", compass.hop_words)
            return ()
        if hop.far and hop.lands == "any":
            self.names.report(
                (*key[:-1], "lands"), "a far hop lands straight behind", "leave out `lands` or `far`"
            )
        if far_steps(offsets, compass):
            self.names.report(key, f"`{hop.to}` leads further than to neighbours", compass.hop_words)
            return ()
        return offsets

    def _tables_of_hops(self, code: int, kinds: tuple[HopKind, ...]) -> HopTables:
        """The tables of a code. Codes with equal jumps share their tables, so that the engine looks at a position once
        for all such pieces."""
        forward = self.names.setting.players[self.names.pieces_by_code[code].player]
        shut = self.ground.no_landing(code)
        key = (kinds, forward, shut)
        if key not in self.hop_tables:
            closed = tuple(
                (self.ground.closed_cells(parity, 0), self.ground.closed_cells(parity, 1))
                for parity in self.ground.parities
            )
            maker = HopTableMaker(self.names.setting.lattice, forward, kinds, closed, shut, self.ground.passable)
            self.hop_tables[key] = maker.hops(len(self.hop_tables))
        return self.hop_tables[key]

    def _chain(self) -> ChainRule:
        """The rule about chains. Adds a mistake where a chain that must go on could never end."""
        chain = self.options.chain
        if chain is None:
            return ChainRule(1, False, FRIEND | ENEMY, False, False, False)
        once = ONCE[chain.same_piece]
        # Such a jump leaves the other piece in place and may go over it again, back and forth.
        leaves_pieces = any(hop.takes == "nothing" and OVER[hop.over] & ~once for hop in self.options.all_hops)
        if chain.again == "must" and leaves_pieces:
            self.names.report(
                ("chain",),
                "a chain that must go on while it can, over the same piece again, may never end",
                "`same_piece: once`",
            )
        return ChainRule(
            chain.hops or MORE_JUMPS_THAN_ANY_TURN,
            chain.again == "must",
            once,
            chain.final == "further",
            chain.turning == "never",
            chain.start == "taken",
        )

    def has_room_for_codes(self) -> bool:
        """Whether every piece code fits into a byte; a mistake where it does not."""
        if len(self.names.codes) > MOST_CODES:
            kinds = len(self.names.setting.kinds)
            self.names.report(
                (),
                f"{len(self.names.players)} players with {kinds} kinds of pieces each are too many",
                f"players times kinds go to {MOST_CODES}",
            )
        return len(self.names.codes) <= MOST_CODES

    def compile(self) -> CompiledGame:
        """All tables of the game."""
        options, setting, names = self.options, self.names.setting, self.names
        first, following = self._turn_order()
        self._check_captures()
        hops = self._hop_tables_by_code()
        homes = names.by_code(options.homes, "homes")
        drops = names.by_code(options.drops, "drops")
        names.report_neutral(options.drops, "never placed", "drops")
        names.report_neutral(options.flies, "never moves", "flies")
        walks = tuple(
            tuple(self._move_row(code, parity) for code in self.all_codes) for parity in self.ground.parities
        )
        attacks = AttackTables(walks[0])
        promotes = tuple(self.promotes.get(code) for code in self.all_codes)
        castling = compile_castling(names, options.castling, self.movements, self.ground)
        return CompiledGame(
            players=len(setting.players),
            kinds=len(setting.kinds),
            cells=len(setting.lattice.numbered_cells),
            first_player=first,
            next_player=following,
            neutral=sum(1 << n for n, player in enumerate(names.players) if player in setting.neutral),
            claim_cells=self._claim_cells(),
            walks=walks,
            conditional_moves=self._conditional_moves(),
            may_repeat_moves=self._may_repeat_moves(),
            hops=hops,
            hops_end_like_moves=self._hops_may_end_like_moves(),
            chain=self._chain(),
            forward=tuple(rows_ahead(setting.lattice, forward) for forward in setting.players.values()),
            promotes=promotes,
            ground=self.ground,
            captures_by_moving=self.captures,
            enclosure=self._enclosure(),
            flights=self._flights(),
            opening=replace(self._opening(), first=first),
            pushes=self._pushes(),
            stops=self._stops(),
            stacks=self._stacks(hops),
            tower_moves=self._tower_moves(),
            sharing=self._shared_cells(walks[0]),
            groups=self._groups,
            memory=self._memory(),
            royal=self._royal(),
            attacks=attacks,
            attacks_are_lines=self._attacks_are_lines(),
            castling=castling,
            en_passant=compile_en_passant(names, options, walks[0], attacks, promotes),
            no_progress=options.no_progress.actions if options.no_progress else 0,
            progress=self._progress(),
            komi=self._komi(),
            homes=tuple(tuple(sorted({*homes.get(code, self._start_cells(code))})) for code in self.all_codes),
            drops=tuple(tuple(sorted(drops.get(code, ()))) for code in self.all_codes),
            drawn_from=self._drawn_from,
            ends=self._ends(),
            open_cells=self._open_cells(),
            drops_first=bool(options.drops_first),
            drops_in_order=options.drops_first == "in order",
            moves_first=self._moves_first(),
            has_endless_supply=options.supply == "endless",
            has_hands=has_hands(options),
            hand_as=self._hand_as(),
            goals=compile_goals(names, options, self._starting_counts(), self._keeps_all_pieces()),
            fate=FATES[options.captured],
            compulsory=bool(options.compulsory),
            must_take_most=options.compulsory == "most",
            only_captures=options.compulsory == "always",
            passing=options.passing,
            stuck=self._fate_of_stuck_players(),
            clears_losers=self._clears_losers(),
            needs_quiet=options.stuck_when == "no quiet action",
            has_two_part_turns=options.in_turn == "move and capture",
            codes_with_first_moves=frozenset(
                code
                for code, piece in names.pieces_by_code.items()
                if any(way.first for way in self.movements[piece.kind].ways)
            ),
        )

    def _attacks_are_lines(self) -> bool:
        """Whether royal pieces are captured by ordinary moves alone, and stay royal."""
        options = self.options
        royal_kinds = {*options.royal}
        hops_capture = any(hop.takes != "nothing" for kinds in options.hops.values() for hop in kinds)
        captured_in_passing = {kind for kinds in options.en_passant.values() for kind in kinds}
        promoted_kinds = {*options.promotion} | {kind for rule in options.promotion.values() for kind in rule.to}
        has_other_captures = hops_capture or bool(options.pushes)
        if not self.captures or has_other_captures or options.terrain:
            return False
        return not royal_kinds & (captured_in_passing | promoted_kinds)

    def _progress(self) -> frozenset[int]:
        """The codes whose moves are progress."""
        rule, names = self.options.no_progress, self.names
        kinds = names.pieces(rule.moves_of, "no_progress", "moves_of") if rule else []
        return frozenset(code for code, piece in names.pieces_by_code.items() if piece.kind in kinds)

    def _turn_order(self) -> tuple[int, tuple[int, ...]]:
        """The number of the player who begins, and for each player the number of the next."""
        players, playing = self.names.players, list(self.names.setting.active_players)
        order = list(self.options.turns) or playing
        unknown = [name for name in order if name not in players]
        for name in unknown:
            self.names.report(("turns",), f"no player is called `{name}`", nearest_hint(name, playing))
        if unknown:
            order = playing
        elif sorted(order) != sorted(playing):
            self.names.report(
                ("turns",),
                f"the turns of {join_words(order)} are not one turn of each player",
                f"list each of {join_words(playing)} once",
            )
            order = playing
        following = {player: player for player in players}
        following |= {player: order[(n + 1) % len(order)] for n, player in enumerate(order)}
        return players.index(order[0]), tuple(players.index(following[player]) for player in players)

    def _claim_cells(self) -> tuple[tuple[int, ...], ...]:
        """By cell, the cells next to it where neutral pieces are claimed; empty where none ever are. Adds a mistake for
        each option that does not say what happens to a piece that is claimed."""
        options, names = self.options, self.names
        if not options.claims:
            return ()
        if not names.setting.neutral:
            hint = "say whose pieces nobody owns: `neutral: true` under one of `players`"
            names.report(("claims",), "there are no neutral pieces to claim", hint)
        for key, is_used in (("stacks", options.has_towers), ("sharing", options.sharing), ("hidden", options.hidden),
                             ("simultaneous", options.simultaneous)):
            if is_used:
                names.report(("claims",), f"claims are not defined together with `{key}`", f"leave `{key}` out")
        if options.claims == "K" and not isinstance(names.setting.lattice.compass, Squares):
            names.report(("claims",), "`K` is for squares", "write `claims: W`: spaces that share a side")
        return tuple(map(tuple, neighbours_by_number(names.setting.lattice, options.claims)))

    def _move_row(self, code: int, parity: int) -> Mapping[int, CellMoves]:
        """The ordinary moves of a code by cell; none for code 0."""
        return (
            self._move_table_maker(code, self.movements[self.names.pieces_by_code[code].kind], parity).row()
            if code
            else {}
        )

    def _conditional_moves(self) -> tuple[tuple[MoveCondition, ...], ...]:
        """Movement under conditions, by code."""
        rules_by_piece: dict[str, list[tuple[Also, Movement]]] = {}
        for piece, extra in self.names.values_by_piece(self.options.also, "also").items():
            for i, rule in enumerate(extra):
                movement = self.names.betza(rule.moves, "also", piece, i, "moves")
                are_quiet_leaps = all(
                    isinstance(way, Leap) and way.quiet and not way.capture and not way.first for way in movement.ways
                )
                if not are_quiet_leaps:
                    self.names.report(
                        ("also", piece, i, "moves"),
                        f"`{rule.moves}` is more than quiet steps and leaps",
                        "write m and an atom, such as `bmF`",
                    )
                rules_by_piece.setdefault(piece, []).append((rule, movement))
        return tuple(
            tuple(self._condition(code, *pair) for pair in rules_by_piece.get(self.names.pieces_by_code[code].kind, ()))
            if code
            else ()
            for code in self.all_codes
        )

    def _may_repeat_moves(self) -> bool:
        """Whether a conditional move may go where an ordinary move, or one under another condition, goes too."""
        for piece, extra in self.options.also.items():
            ways = [*self.movements[piece].ways] if piece in self.movements else []
            for i, rule in enumerate(extra):
                ways += self.names.betza(rule.moves, "also", piece, i, "moves").ways
            offsets = [offset for way in ways for offset in way.directions]
            if len(offsets) > len(set(offsets)) or not all(isinstance(way, Leap) for way in ways):
                return True
        return False

    def _condition(self, code: int, also: Also, movement: Movement) -> MoveCondition:
        """One entry of `also` for one code, with its tables."""
        zone = self._goal_cells(self.names.pieces_by_code[code].player)
        walks = tuple(self._move_table_maker(code, movement, parity).row() for parity in self.ground.parities)
        # On an empty board, without terrain: only cells that are forbidden to the piece stay closed.
        maker = self._move_table_maker(code, self.movements[self.names.pieces_by_code[code].kind], 0)
        row = replace(maker, ground=replace(self.ground, opens=()), promotes=None, captures=True).row()
        masks = {
            "goals ahead filled": lambda cell: mask(zone & quiet_reach(row, cell)),
            "all goals filled": lambda cell: mask(zone - {cell}),
        }
        goals = LazyTable(masks[also.when]) if also.when in masks else None
        return MoveCondition(walks, goals, zone, also.without == "holds")

    def _goal_cells(self, player: str) -> frozenset[int]:
        """All cells that a player's pieces are to reach, whatever kind of goal names them."""
        number = self.names.players.index(player)
        aims = compile_goals(self.names, self.options, {}, False).win
        return frozenset(cell for aim in aims if aim.player == number for cell in aim.zone or ())

    def _start_cells(self, code: int) -> tuple[int, ...]:
        """The cells where pieces of a code start."""
        order = self.names.setting.lattice.order
        standing = self.source.start.top_pieces()
        return tuple(order[cell] for cell, piece in standing if self.names.codes[piece] == code)

    def _starting_counts(self) -> dict[int, int]:
        """The number of pieces of each code at the start, on the board and in hand."""
        counts_by_code = {code: len(self._start_cells(code)) for code in self.all_codes}
        for (player, _), counts in self.source.start.held.items():
            for piece, number in counts.items():
                counts_by_code[self.names.codes[Piece(player, piece)]] += number
        return counts_by_code

    def _keeps_all_pieces(self) -> bool:
        """Whether no piece ever leaves the board."""
        if self.options.capture not in ("replace", "none"):
            return False
        walks = [way for movement in self.movements.values() for way in movement.ways if isinstance(way, Walk)]
        return not (
            (self.captures and any(way.capture for way in walks))
            or any(hop.takes != "nothing" for hop in self.options.all_hops)
            or any(push.edge == "open" for push in self.options.pushes.values())
            or any(action.removes for action in self.options.opening)
            or (self.options.stacks is not None and self.options.stacks.onto != "nothing")
        )

    def _clears_losers(self) -> bool:
        """Whether the pieces of players who are out leave the board."""
        is_cleared = self.options.losers == "removed"
        if is_cleared and len(self.names.setting.active_players) < 3:
            what = "a game of two ends when a player loses, so nothing is left to remove"
            self.names.report(("losers",), what, "leave `losers` out")
        if is_cleared and self.options.has_towers:
            what = "`losers: removed` is not defined for towers of pieces"
            self.names.report(("losers",), what, "leave `losers` out: they stay where they are")
        return is_cleared

    def _hand_as(self) -> tuple[int, ...]:
        """By code: the code of the piece in a hand."""
        held_as = self.names.values_by_piece(self.options.hand_as, "hand_as")
        for kind, name in held_as.items():
            if name not in self.names.setting.kinds:
                self.names.report(
                    ("hand_as", kind), f"there is no piece `{name}`", nearest_hint(name, self.names.setting.kinds)
                )
        return (
            0,
            *(
                self.names.codes.get(Piece(piece.player, held_as.get(piece.kind, piece.kind)), code)
                for code, piece in self.names.pieces_by_code.items()
            ),
        )

    @cached_property
    def _drawn_from(self) -> tuple[int, ...]:
        """By code: the code that a piece has in a hand before it is dropped; 0 for a kind that is not dropped."""
        names, options, key = self.names, self.options, ("placed_as",)
        if options.placed_as and options.supply == "endless":
            names.report(key, "pieces of an endless supply are placed as what they are",
                        "list all of them under `drops`, and leave `placed_as` out")
        held_kinds: dict[str, str] = {}
        for hand_kind, forms in names.values_by_piece(options.placed_as, *key).items():
            for number, form in enumerate(forms):
                if form in held_kinds:
                    what = f"a {form} would come from the {held_kinds[form]} in hand and from the {hand_kind}"
                    names.report((*key, hand_kind, number), what, "each piece under one of them, once")
                held_kinds[form] = hand_kind
                if form not in names.setting.kinds:
                    names.report((*key, hand_kind, number), f"there is no piece `{form}`",
                                nearest_hint(form, names.setting.kinds))
                elif form != hand_kind:
                    self._check_form(form, hand_kind, (*key, hand_kind, number))
        drawn = [0]
        for piece in names.pieces_by_code.values():
            kind = held_kinds.get(piece.kind, "" if piece.kind in options.placed_as else piece.kind)
            drawn.append(names.codes.get(Piece(piece.player, kind), 0))
        return tuple(drawn)

    def _check_form(self, form: str, hand_kind: str, key: tuple[str | int, ...]) -> None:
        """Adds a mistake for a kind of piece, as which another one is placed, that would itself lie in a hand, or may
        be placed nowhere."""
        names, options = self.names, self.options
        owners = [player for (player, _), counts in self.source.start.held.items() if counts.get(form)]
        if owners:
            what = f"{owners[0]} has a {form} in hand, which is placed from a {hand_kind} alone"
            names.report(key, what, f"a {hand_kind} in hand for it")
        if options.capture_fates & {"hand", "captor"} and options.hand_as.get(form) != hand_kind:
            what = f"a {form} that is captured would lie in a hand, and is placed from a {hand_kind} alone"
            names.report(key, what, f"`hand_as: {{{form}: {hand_kind}}}`")
        places = {form, *names.players, *(f"{player} {form}" for player in names.players)}
        opened = any(action.places == form for action in options.opening)
        if not places & {*options.drops} and not opened:
            names.report(key, f"nothing says where a {form} is placed", f"`drops: {{{form}: board}}`")

    def _ends(self) -> tuple[str, ...]:
        """What ends the game besides goals. Adds a mistake for what never happens, or has happened at the start."""
        options, names, ends = self.options, self.names, tuple(dict.fromkeys(self.options.ends))
        places = options.drops or any(action.places for action in options.opening)
        if "full board" in ends and not places:
            names.report(("ends", ends.index("full board")), "no piece is ever placed, so the board is never full",
                        "leave it out, or say under `drops` what is placed")
        if "empty hand" in ends:
            key = ("ends", ends.index("empty hand"))
            if not places or options.supply == "endless":
                names.report(key, "nobody places pieces from a hand", "`full board`, or `drops` from a hand")
                return ends
            holders = {player for (player, _), counts in self.source.start.held.items() if any(counts.values())}
            empty = [player for player in names.setting.active_players if player not in holders]
            if empty and (self.source.start.pieces or holders):
                names.report(key, f"{empty[0]} has nothing in hand at the start, where the game would be over",
                            f"pieces for {empty[0]} under `hand`")
        return ends

    def _open_cells(self) -> tuple[int, ...]:
        """The cells that hold pieces when the board is full: all but holes."""
        cells, opens = self.names.setting.lattice.numbered_cells, self.ground.opens
        return tuple(number for number, name in enumerate(cells) if name and not (opens and opens[number] == NEVER))

    def _fate_of_stuck_players(self) -> tuple[str, ...]:
        """By player: what happens to them when they cannot act."""
        stuck, players = self.options.stuck, self.names.players
        if isinstance(stuck, str):
            return (stuck,) * len(players)
        for name in stuck:
            self.names.check_active(name, "has no turn", "stuck", name)
        playing = self.names.setting.active_players
        fate_of_neutral = stuck.get(playing[0], "loses")  # neutral pieces have no turn, so theirs is never asked for
        fates = tuple(stuck.get(player, "loses") if player in playing else fate_of_neutral for player in players)
        if (self.options.passes or self.options.ends) and {*COUNTED} & {*fates} and len({*fates}) > 1:
            ending = "passes end" if self.options.passes else "`ends` ends"
            what = f"{ending} the game for all players at once, which is not both {join_words(sorted({*fates}))}"
            self.names.report(("stuck",), what, "one word for all players, such as `stuck: most area`")
        return fates


def places_pieces(options: StandardOptions) -> bool:
    """Whether players place pieces from a hand or a supply."""
    return bool(options.drops) or any(action.places for action in options.opening)


def has_hands(options: StandardOptions) -> bool:
    """Whether pieces can be in a hand."""
    takes = options.capture_fates
    return (places_pieces(options) and options.supply == "hand") or bool(takes & {"hand", "captor"})


def quiet_reach(row: Mapping[int, CellMoves], cell: int) -> frozenset[int]:
    """The cells that quiet moves could still reach from a cell on an empty board, not counting the cell itself."""
    reached: set[int] = set()
    unvisited = [cell]
    while unvisited:
        walks = row[unvisited.pop()]
        rays = (to for ray, _ in walks.rays for to, quiet, _ in ray if quiet)
        nexts = {*(to for to, _ in walks.quiet), *(to for to, _, _ in walks.both), *rays} - reached
        reached |= nexts
        unvisited += nexts
    return frozenset(reached - {cell})
