"""The name of a template or a path → `Spec`: the game as written, compiled to a board, movements and rules.

Every Problem is found and raised at once. Names that belong to a registry of a higher layer (shapes, marks, materials)
are checked by `check`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

from fabgen.core.files import LARGEST_FILE, decode_text
from fabgen.core.game_files import read_game_file, read_game_text, read_spec_file
from fabgen.core.languages import Catalogue, load_words
from fabgen.core.problems import FabgenError, Problem, nearest_hint, problem_error
from fabgen.core.yaml_models import YamlSource, parse_leniently
from fabgen.materials.key import MaterialKey
from fabgen.rules.boards import Board, Cell, TextError, parse_cells
from fabgen.rules.diagram import (
    SHORTEST_LINE,
    CastlePattern,
    Diagram,
    HopPattern,
    NoMarkError,
    movement_diagram,
    window_of,
)
from fabgen.rules.legal_moves import Movements
from fabgen.rules.marks import MOVE_OR_CAPTURE
from fabgen.rules.movement import Movement
from fabgen.rules.position import RESERVED, Position, Setting
from fabgen.rules.protocol import Features, Rules
from fabgen.spec.board import inlay_fault
from fabgen.spec.build_options import Options
from fabgen.spec.cell_size import resize_cells
from fabgen.spec.drawings import read_drawings
from fabgen.spec.drawn_positions import PositionView, compile_positions
from fabgen.spec.examples import RESULT_WORDS, Case, compile_examples
from fabgen.spec.game import Box, Game
from fabgen.spec.game_folder import SPEC, UnknownGame, find_game, template_folders
from fabgen.spec.lattices import lattice_of
from fabgen.spec.movements import (
    diagram_of,
    game_under_readings,
    locate_mistakes,
    movement_of,
    other_movements,
    readings_of,
)
from fabgen.spec.older_keys import with_keys_of_today
from fabgen.spec.other_sides import with_other_sides
from fabgen.spec.rules_of_play import PreparedRules, compile_rules, prepare_rules, start_position, with_player_count
from fabgen.spec.spaces import Spaces, spaces_of
from fabgen.spec.translation import Translation, read_translation

T = TypeVar("T")
NO_MOVEMENT = Movement("", ())  # replaces a movement that could not be read
NO_MARK_HINT = "give the leaps a range, such as `D3`, or let all moves along this line take the same steps"


@dataclass(frozen=True)
class Spec:
    """A loaded game: its declaration, the place of each value in the file, and the rules that it compiles to."""

    game: Game
    source: YamlSource
    folder: Path
    slug: str
    setting: Setting
    rules: Movements
    designer_diagrams: Mapping[str, Diagram]  # the diagrams that the designer drew, by piece
    cases: tuple[Case, ...]
    start: Position
    options: Any = None  # the options of the rule set, under the game's rulings
    play: Rules[Any] | None = None  # the rules of play; None while the spec has none
    full_game: Game | None = None  # the game with all its seats, where not all of them are taken
    # The Spec of the full game, where some seats are empty: worked examples are about the full game.
    full_spec: Spec | None = field(default=None, repr=False, compare=False)
    problems: tuple[Problem, ...] = ()  # found while loading; no errors, unless loaded with `allow_errors`
    unsound_pieces: frozenset[str] = frozenset()  # pieces whose movement could not be read; checks skip them
    map_spaces: Spaces | None = None  # the spaces of a map, from its drawing
    translation: Translation | None = None  # the translation that the words of the game come from
    jumps: Mapping[str, tuple[HopPattern, ...]] = field(default_factory=dict)  # the jumps that diagrams show, by piece
    features: Features = field(default_factory=Features)  # of the rules of play; the defaults without any
    position_views: Mapping[str, PositionView] = field(default_factory=dict)  # positions without claims, by id
    castle_patterns: Mapping[str, tuple[CastlePattern, ...]] = field(default_factory=dict)  # castling, by whom
    jumps_known: bool = True  # whether the rules could be read, so that `jumps` are those of the game

    @property
    def lattice(self) -> Board:
        """The lattice of the board."""
        return self.setting.lattice

    @property
    def words(self) -> Catalogue:
        """The words of the game's language. Raises FabgenError for a language that does not exist or lacks words."""
        return load_words(self.game.language, self.folder)

    def read_file(self, name: str, largest: int = LARGEST_FILE) -> bytes:
        """The bytes of a file that the spec names, by its path from the folder of the spec. Raises FabgenError for one
        that is not there, not in that folder, or too large."""
        return read_game_file(self.folder, name, largest)

    @cached_property
    def spaces(self) -> Spaces:
        """The outline and the middle of each cell of the board, in mm."""
        side = self.game.board.cell
        return self.map_spaces.scaled(side) if self.map_spaces else spaces_of(self.lattice, side)

    @property
    def cell_limits(self) -> Mapping[Cell, int]:
        """How many pieces cells hold side by side, for those that hold several; none while the rules are not sound."""
        if not self.features.room or self.play is None:
            return {}
        if self.map_spaces:
            return self.map_spaces.limits
        return cell_limits(self.lattice, self.features, zone_cells(self.game, self.lattice))

    @cached_property
    def results(self) -> dict[Hashable, Any]:
        """What `compute_once` has computed, by its key."""
        return {}

    def add_results(self, results: Mapping[Hashable, Any]) -> None:
        """Adds results of `compute_once` that are known from an equal spec."""
        self.results.update(results)

    def compute_once(self, key: Hashable, compute: Callable[[], T]) -> T:
        """A value that depends on nothing but this spec and the key, computed when it is first asked for."""
        if key not in self.results:
            self.results[key] = compute()
        value: T = self.results[key]
        return value

    @property
    def repetition(self) -> int | None:
        """How often a position must occur for the game to be a draw. None if repetition does not end it."""
        return self.features.repetition

    def movement(self, piece: str) -> Movement:
        """A piece's movement as it is drawn and described: without captures where the rules let no move capture."""
        movement = self.rules.movements[piece]
        return movement if self.features.captures else movement.without_captures()

    def castles(self, piece: str) -> tuple[CastlePattern, ...]:
        """The castling that all players who have any share for a kind of piece. Where it is not the same for all, no
        diagram can show the rest."""
        patterns_by_player = []
        for player in self.game.players:
            # The most exact key counts.
            keys = (f"{player} {piece}", player, piece)
            patterns = next((self.castle_patterns[key] for key in keys if key in self.castle_patterns), ())
            if patterns:
                patterns_by_player.append(patterns)
        if not patterns_by_player:
            return ()
        return tuple(pattern for pattern in patterns_by_player[0]
                     if all(pattern in patterns for patterns in patterns_by_player))

    def drawn_movement(self, piece: str) -> Movement:
        """A piece's movement as diagrams show it: with its castling."""
        movement, leaps = self.movement(piece), tuple(castle.leap for castle in self.castles(piece))
        return replace(movement, ways=(*movement.ways, *leaps)) if leaps else movement

    def diagram(self, piece: str) -> Diagram:
        """A piece's diagram as computed from the rules, which is drawn everywhere. Raises FabgenError if no marks can
        show what the piece may do; such a piece can be played, but not drawn."""
        try:
            return self._drawn_diagram(piece)
        except NoMarkError as error:
            what = f"the diagram of the {piece} cannot be drawn: {error}"
            raise problem_error(what, NO_MARK_HINT, self.source.value_location("pieces", piece, "moves")) from None

    def base_diagram(self, piece: str) -> Diagram:
        """The diagram on a piece itself, where room is short: a line of moves that goes on to the edge of the board is
        one cell long. Without marks for a piece whose face carries no diagram."""
        full_diagram = self.diagram(piece)
        if self.game.pieces[piece].body.face != "diagram":
            return Diagram({}, window_of(()), full_diagram.compass)
        return self._drawn_diagram(piece, 1)

    def _drawn_diagram(self, piece: str, shortest_line: int = SHORTEST_LINE) -> Diagram:
        """A piece's diagram with the marks of this game."""
        diagram = self.computed_diagram(piece, shortest_line)
        return diagram.of_only_kind() if self.has_only_one_kind_of_mark else diagram

    def computed_diagram(self, piece: str, shortest_line: int = SHORTEST_LINE) -> Diagram:
        """A piece's diagram, whatever other marks the game has. Raises NoMarkError if no marks can show it."""
        return _diagram(self.drawn_movement(piece), tuple(self.jumps.get(piece, ())), shortest_line)

    def has_errors_under(self, *keys: str) -> bool:
        """Whether there are errors under some keys: what was not read there cannot be judged."""
        return any(problem.level == "error" and problem.where.key.startswith(keys) for problem in self.problems)

    @cached_property
    def has_only_one_kind_of_mark(self) -> bool:
        """Whether all marks of the game's diagrams allow a move or a capture, so that a cross in them has no
        meaning of its own. False while a diagram cannot be drawn."""
        try:
            diagrams = [self.computed_diagram(piece) for piece in self.rules.movements]
        except NoMarkError:
            return False
        return {mark.acts for diagram in diagrams for mark in diagram.marks.values()} == {MOVE_OR_CAPTURE}

    @cached_property
    def diagram_problems(self) -> Mapping[str, Problem]:
        """A Problem for each piece whose diagram cannot be drawn."""
        problems = dict[str, Problem]()
        for piece in self.rules.movements:
            try:
                self.diagram(piece)
            except FabgenError as error:
                problems[piece] = error.problems[0]
        return problems


@lru_cache(maxsize=512)
def _diagram(movement: Movement, jumps: tuple[HopPattern, ...], shortest_line: int = SHORTEST_LINE) -> Diagram:
    """The diagram of a movement and jumps. Cached, because checks ask for the same one many times."""
    return movement_diagram(movement, jumps, shortest_line)


def load_spec(
    name: str, *, allow_errors: bool = False, language: str | None = None, cell: float | None = None,
    edit: Callable[[str], str] = str,
) -> Spec:
    """The compiled game. Raises FabgenError with every Problem if one of them is an error.

    * `allow_errors`: errors are in `problems` of the Spec, beside warnings and notices, instead of being raised; as
      much as possible is compiled. Raises FabgenError only for a game that does not exist or is no YAML.
    * `language`: the game's words are those of its translation into this language.
    * `cell`: the size of its cells in mm, instead of that of the spec.
    * `edit`: changes the text of the spec before it is read; the file stays as it is.
    """
    path = find_game(name)
    text = edit(decode_text(read_spec_file(path), str(path)))
    document, problems = parse_leniently(text, str(path), Game, update=with_keys_of_today)
    if document is None:
        raise FabgenError(problems)
    game = document.value
    translation = read_translation(path.parent, language) if language else None
    has_errors = any(problem.level == "error" for problem in problems)
    if translation:
        problems = [*problems, *translation.find_problems(game, _read_rules(path.parent, game.rulebook))]
        game = translation.translate_game(game)
    game = resize_cells(game, cell) if cell else game
    # A spec with errors is compiled for all its seats: the number of players could be wrong too.
    seats = game.seats if isinstance(game.seats, int) and not has_errors else len(game.active_players)
    has_empty_seats = seats != len(game.active_players)
    seated_game = with_player_count(game, document.source, seats) if has_empty_seats else game
    spec = _compile(seated_game, document.source, path, problems)
    spec = replace(spec, full_game=game if has_empty_seats else None, translation=translation)
    if not allow_errors and any(problem.level == "error" for problem in spec.problems):
        raise FabgenError(spec.problems)
    return spec


def _read_rules(folder: Path, name: str) -> str:
    """The rules text in the language of the source; empty where it cannot be read, which other checks report."""
    with suppress(FabgenError):
        return read_game_text(folder, name)
    return ""


@dataclass(frozen=True)
class _PieceRules:
    """How pieces move, apart from all other rules: the movements, the diagrams that the designer drew, and the pieces
    whose movement could not be read."""

    movements: Movements
    designer_diagrams: Mapping[str, Diagram]
    unsound_pieces: frozenset[str]


@dataclass(frozen=True)
class _PlayRules:
    """The setting with all sections of a position, the start, what was read of the rules (`prepared`), and the rules of
    play; each of the last two is None where there are no rules, or where these have errors."""

    setting: Setting
    start: Position
    prepared: PreparedRules | None
    play: Rules[Any] | None
    is_sound: bool

    @property
    def features(self) -> Features:
        """What figures and books ask of the rules; the defaults where there are none."""
        return self.prepared.rule_set.features(self.prepared.options) if self.prepared else Features()


def _compile(game: Game, source: YamlSource, path: Path, problems: list[Problem], with_cases: bool = True) -> Spec:
    """The Spec of a game as written, with the `problems` of reading it and those of compiling it. Without `with_cases`,
    worked examples and drawn positions are left out."""

    def compile_under_readings(readings: Mapping[str, str]) -> Spec:
        return _compile(game_under_readings(game, readings), source, path, [], with_cases=False)

    tokens = {name: token.with_total(len(game.active_players)) for name, token in game.tokens.items()}
    game = game.model_copy(update={"tokens": tokens})
    lattice, spaces = _read_board(game, source, path, problems)
    all_problems = [*problems, *_check_names(game, source, lattice)]
    game = _with_forwards_of_board(game, lattice)
    game = with_other_sides(game, source, all_problems)
    game = read_drawings(game, source, path.parent, all_problems)
    all_problems += _check_zones(game, source, lattice)
    pieces = _read_pieces(game, source, lattice, all_problems)
    rules = _compile_play(game, source, lattice, pieces.movements, all_problems)
    features = rules.features
    if features.room and rules.is_sound:
        spaces = replace(spaces, limits=cell_limits(lattice, features, zone_cells(game, lattice)))
    jumps, jumps_known = _jumps_of_pieces(game, lattice, rules.prepared, rules.play)
    spec = Spec(
        game,
        source,
        path.parent,
        path.parent.resolve().name if path.name == SPEC else path.stem,
        rules.setting,
        replace(pieces.movements, setting=rules.setting),
        pieces.designer_diagrams,
        (),
        rules.start,
        rules.prepared.options if rules.prepared else None,
        rules.play,
        unsound_pieces=pieces.unsound_pieces,
        jumps=jumps,
        features=features,
        jumps_known=jumps_known,
        castle_patterns=_castle_patterns(lattice, rules.prepared, rules.play),
        map_spaces=None if lattice.regular else spaces,
    )
    has_cases = with_cases and (rules.play or not game.rules)
    cases = tuple(compile_examples(game, source, spec, all_problems, compile_under_readings)) if has_cases else ()
    views = compile_positions(game, source, rules.start, all_problems, rules.play) if with_cases else {}
    return replace(spec, cases=cases, position_views=views, problems=tuple(sorted(set(all_problems))))


def _read_pieces(game: Game, source: YamlSource, lattice: Board, problems: list[Problem]) -> _PieceRules:
    """How pieces move, by the spec alone; adds the Problems of movements and diagrams. Raises FabgenError with all
    `problems` where a name cannot stand in a position."""
    compass = lattice.compass
    # Without the lines of a map that have mistakes, what goes along lines would seem to lead nowhere.
    has_lines = not any(problem.where.key.startswith("board.map.lines") for problem in problems)
    movement_results = {
        name: movement_of(game, source, compass, name, problems) if has_lines else None for name in game.pieces}
    movements = {name: movement for name, movement in movement_results.items() if movement}
    diagram_results = {name: diagram_of(game, source, name, problems) for name in game.pieces}
    diagrams = {name: diagram for name, diagram in diagram_results.items() if diagram}
    try:
        forwards = {name: player.forward for name, player in game.players.items()}
        setting = Setting(lattice, forwards, tuple(game.pieces), neutral=game.neutral)
    except ValueError:  # a name that positions cannot hold, reported by `_check_names`
        raise FabgenError(problems) from None
    all_movements = {name: movements.get(name, NO_MOVEMENT) for name in game.pieces}
    return _PieceRules(Movements(setting, all_movements, dict(other_movements(game, compass))), diagrams,
                       frozenset(game.pieces) - frozenset(movements))


def _compile_play(game: Game, source: YamlSource, lattice: Board, movements: Movements, problems: list[Problem]
                  ) -> _PlayRules:
    """The rules of play and the start, on the setting that they need; adds their Problems. The rules are compiled only
    where nothing has an error."""
    prepared = prepare_rules(game, source, lattice, problems)
    setting = prepared.setting if prepared else movements.setting
    # Where the rules cannot be read, nobody knows whether pieces may share a cell.
    start_setting = setting if prepared else replace(setting, shares_cells=True)
    start = start_position(game, source, start_setting, problems)
    is_sound = prepared is not None and not any(problem.level == "error" for problem in problems)
    play = None
    if prepared and is_sound:
        play = compile_rules(game, source, prepared, movements, start, zone_cells(game, lattice), problems)
    return _PlayRules(setting, start, prepared, play, is_sound)


def cell_limits(lattice: Board, features: Features, zones: Mapping[str, tuple[Cell, ...]]) -> dict[Cell, int]:
    """How many pieces cells hold side by side, for those that hold several."""
    limits = dict.fromkeys(lattice.cells, features.room.get("", 1))
    for name, number in features.room.items():
        limits |= dict.fromkeys(zones.get(name, ()), number)
    return {cell: number for cell, number in limits.items() if number > 1}


def _jumps_of_pieces(
    game: Game, lattice: Board, prepared: PreparedRules | None, play: Rules[Any] | None
) -> tuple[Mapping[str, tuple[HopPattern, ...]], bool]:
    """The jumps of each piece, and whether these are all. If the rules cannot be compiled, their jumps are used if they
    can be read."""
    if prepared is None:
        return {}, not game.rules
    if play:
        return prepared.rule_set.jumps(prepared.options, lattice.compass), True
    with suppress(TextError):
        jumps = prepared.rule_set.jumps(prepared.options, lattice.compass)
        if {*jumps} <= {*game.pieces}:
            return jumps, True
    return {}, False


def _castle_patterns(
    lattice: Board, prepared: PreparedRules | None, play: Rules[Any] | None
) -> Mapping[str, tuple[CastlePattern, ...]]:
    """The castling of the game; none where its rules cannot be compiled."""
    return prepared.rule_set.castles(prepared.options, lattice.compass) if prepared and play else {}


def _read_board(game: Game, source: YamlSource, path: Path, problems: list[Problem]) -> tuple[Board, Spaces]:
    """The lattice and the spaces of the board. Its Problems are left out if keys of the board could not be read,
    because they would only follow from that."""
    try:
        return lattice_of(game.board, source, path.parent)
    except FabgenError as error:
        errors = [problem for problem in problems if problem.level == "error"]
        is_reported = any(problem.where.key.startswith("board") for problem in errors)
        raise FabgenError(problems if is_reported else [*problems, *error.problems]) from None


def with_readings(spec: Spec, readings: Mapping[str, str]) -> Spec:
    """The same game under other readings of some rulings. Problems that they cause are in `problems`."""
    compiled = _compile(game_under_readings(spec.game, readings), spec.source, Path(spec.source.file), [])
    return replace(compiled, translation=spec.translation)


def with_players(spec: Spec, number: int | None) -> Spec:
    """The same game for another number of players, on the board that its rules give them. None keeps the number that
    the spec says. Raises FabgenError if the game cannot be played by that many."""
    if number is None or number == len(spec.game.active_players):
        return spec
    full_game = spec.full_game or spec.game
    game = with_player_count(full_game, spec.source, number)
    compiled = _compile(game, spec.source, Path(spec.source.file), [])
    full_spec = (spec.full_spec or spec) if isinstance(full_game.seats, dict) else None
    return replace(compiled, full_game=full_game, translation=spec.translation, full_spec=full_spec)


def with_paper_cells(spec: Spec) -> Spec:
    """The same game as print-and-play has it: all its cells and the border of its board are those that the spec gives
    for paper, and what stands in the cells is as much larger or smaller."""
    board = spec.game.board
    cell, border = board.paper_cell or board.cell, board.border if board.paper_border is None else board.paper_border
    if cell == board.cell and border == board.border:
        return spec

    def resize_game(game: Game) -> Game:
        resized = resize_cells(game, cell) if cell != board.cell else game
        sizes = {"paper_cell": board.paper_cell, "border": border}
        return resized.model_copy(update={"board": resized.board.model_copy(update=sizes)})

    game, full_game = resize_game(spec.game), spec.full_game and resize_game(spec.full_game)
    if game.board.map:  # the picture of a map is in mm, and is made when the spec is compiled
        spec = replace(_compile(game, spec.source, Path(spec.source.file), []), translation=spec.translation,
                       full_spec=spec.full_spec)
    return replace(spec, game=game, full_game=full_game)


def with_board_options(spec: Spec, options: Options) -> Spec:
    """The same game, its board and box made as the options say. A board that is marked on its back is marked on its
    front where all parts are cut from one coloured sheet. Raises FabgenError for a board that cannot be inlaid."""
    board, style = spec.game.board, options.board_style
    if not (style or options.box or options.material):
        return spec
    chosen_colour = MaterialKey.parse(options.material).colour if options.material else ""
    changes: dict[str, object] = {"side": "front"} if chosen_colour not in ("", "clear") else {}
    if style == "inlaid":
        if fault := inlay_fault(board):
            raise problem_error(f"{fault} is not inlaid: only whole grids of squares in one layer are",
                                "take --board-style scored or filled", spec.source.key_location("board"))
        changes |= {"build": "inlay", "side": "front"}
    elif style:
        changes |= {"style": style, "build": "sheet" if board.build == "inlay" else board.build}
    box = {"box": spec.game.box or Box()} if options.box else {}

    def remade(game: Game) -> Game:
        return game.model_copy(update={"board": game.board.model_copy(update=changes), **box})

    return replace(spec, game=remade(spec.game), full_game=spec.full_game and remade(spec.full_game))


def zone_cells(game: Game, lattice: Board) -> dict[str, tuple[Cell, ...]]:
    """The cells of each zone, by its name."""
    return {name: parse_cells(zone.cells, lattice) for name, zone in game.board.zones.items()}


def _with_forwards_of_board(game: Game, lattice: Board) -> Game:
    """The game with a direction of the board for each player who has another one, which `_check_names` reports."""
    known = lattice.compass.forwards
    lost = {name for name, player in game.players.items() if player.forward not in known}
    players = {name: player.model_copy(update={"forward": known[0]}) if name in lost else player
               for name, player in game.players.items()}
    return game.model_copy(update={"players": players}) if lost else game


def _check_names(game: Game, source: YamlSource, lattice: Board) -> Iterator[Problem]:
    """Problems of names that cannot be told apart in positions or as file names, whatever their capitals, and of a
    `forward` that is no direction of the board."""
    for name, player in game.players.items():
        if player.forward not in lattice.compass.forwards:
            where = source.value_location("players", name, "forward")
            what = f"nobody goes {player.forward} on this board"
            yield Problem(where, what, nearest_hint(player.forward, lattice.compass.forwards))
    for name in game.players:
        if name in RESERVED:
            yield Problem(
                source.key_location("players", name), f"a player cannot be called `{name}`", "positions use this word"
            )
        elif word := _word_of_results(name):
            what, hint = f"a player cannot be called `{name}`", f"`result` and `next` of examples use the word `{word}`"
            yield Problem(source.key_location("players", name), what, hint)
    for name in game.pieces:
        if cells := [word for word in name.split()[1:] if word in lattice]:
            yield Problem(
                source.key_location("pieces", name),
                f"a piece cannot be called `{name}`",
                f"positions would read the cell {cells[0]} in it",
            )
    yield from _check_owners(game, source)
    for kind in ("players", "pieces", "tokens"):
        names = list(getattr(game, kind))
        for number, name in enumerate(names):
            namesakes = (earlier for earlier in names[:number] if _file_key(earlier) == _file_key(name))
            if same_file := next(namesakes, None):
                difference = "their capitals" if same_file.casefold() == name.casefold() else "spaces and hyphens"
                yield Problem(
                    source.key_location(kind, name),
                    f"`{name}` and `{same_file}` differ only in {difference}",
                    "files of both could not lie side by side",
                )


def _word_of_results(name: str) -> str:
    """The word in a player's name that has another meaning where an example says who won or who is next: `draw`,
    `open`, or the `and` between two players. Empty if there is none."""
    words = name.casefold().split()
    if "and" in words:
        return "and"
    return words[0] if words[0] in RESULT_WORDS and len(words) == 1 else ""


def _check_owners(game: Game, source: YamlSource) -> Iterator[Problem]:
    """Problems of pieces that name unknown players, and else of players who have no piece."""
    is_owner_unknown = False
    for name, piece in game.pieces.items():
        by_player = tuple(piece.each) if isinstance(piece.each, dict) else ()
        for key, players in (("of", piece.of), ("each", by_player)):
            for player in players:
                if player not in game.players:
                    where = source.key_location("pieces", name, key)
                    hint = nearest_hint(player, list(game.players))
                    yield Problem(where, f"there is no player `{player}`", hint)
                    is_owner_unknown = True
    for player in game.players:
        has_other_sides = any(player in game.neutral_sides(name) for name in game.pieces)
        if not game.army(player) and not has_other_sides and not is_owner_unknown:
            what = f"{player} has no pieces: every piece is of other players"
            hint = "give this player one: `of`, or `each` by player"
            yield Problem(source.key_location("players", player), what, hint)


def _file_key(name: str) -> str:
    """A key that is equal for names whose files would have the same name on systems that ignore capitals."""
    return name.casefold().replace(" ", "-")


def _check_zones(game: Game, source: YamlSource, lattice: Board) -> Iterator[Problem]:
    """Problems of zones whose cells or owner do not exist, and of squares of the key of the art that do not."""
    for name in game.board.art_key:
        if name not in lattice:
            yield Problem(source.key_location("board", "art_key", name), *lattice.explain_unknown_cell(name))
    for name, zone in game.board.zones.items():
        key = ("board", "zones", name)
        try:
            parse_cells(zone.cells, lattice)
        except TextError as error:
            yield from locate_mistakes(error, source, *key, "cells")
        if zone.of and zone.of not in game.players:
            yield Problem(
                source.value_location(*key, "of"),
                f"there is no player `{zone.of}`",
                nearest_hint(zone.of, list(game.players)),
            )


__all__ = [
    "SPEC",
    "Case",
    "Spec",
    "UnknownGame",
    "find_game",
    "load_spec",
    "locate_mistakes",
    "readings_of",
    "template_folders",
]
