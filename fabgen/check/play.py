"""A loaded spec → Problems of its rules of play: a game that is over at the start, events that can never happen, wrong
counts, rulings and zones without effect."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from fabgen.check.board import find_crowded_track
from fabgen.core.english import count_things, join_words
from fabgen.core.model_problems import Key
from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint
from fabgen.rules.position import Piece
from fabgen.rules.protocol import NEVER_IN_PLAY, RuleSet
from fabgen.rules.rule_sets import package_warnings, rule_sets
from fabgen.spec.board import TINT
from fabgen.spec.fewer_players import texts_in
from fabgen.spec.game import Game
from fabgen.spec.load import Spec, with_players
from fabgen.spec.movements import readings_of


def check_start(spec: Spec) -> Iterator[Problem]:
    """A Problem if the game is over before it starts, or the rules cannot tell what may be done then."""
    if spec.play is None:
        return
    where = spec.source.key_location("setup" if spec.game.setup else "rules")
    try:
        outcome = spec.play.outcome(spec.play.start())
    except FabgenError as error:  # such as too many chains of jumps
        yield from (replace(problem, where=where) for problem in error.problems)
        return
    if outcome:
        hint = "change the setup or the goals"
        if spec.start.setting.held and not spec.game.hand:
            hint = "pieces that are placed need to be there: `hand: {...}`, or `supply: endless` under `rules`"
        elif not spec.start.pieces:
            player = next(iter(spec.game.players))
            piece, count = next(iter(spec.game.made_army(player).items()), ("pawn", 1))
            cells = " ".join(map(spec.lattice.title, spec.lattice.cells[:min(count, 2 if spec.lattice.regular else 1)]))
            hint = f"no piece is on the board: say where they start, like `setup: {{{player}: {{{piece}: {cells}}}}}`"
        yield Problem(where, f"the game is over before it starts: {outcome}", hint)


def check_movable(spec: Spec) -> Iterator[Problem]:
    """A warning for pieces that can move from no cell of the board. Skipped if the rule set has its own check."""
    rule_set = _rule_set(spec)
    if rule_set and rule_set.doubts:
        return
    for piece in spec.game.pieces:
        if piece not in spec.unsound_pieces and spec.rules.movements[piece].ways and not _can_move(spec, piece):
            where = spec.source.key_location("pieces", piece, "moves")
            what = f"the {piece} can never move on this board"
            yield Problem(where, what, "a longer board, or other moves", "warning")


def _can_move(spec: Spec, piece: str) -> bool:
    """Whether a piece of some player has a cell to move to from some cell, on an empty board."""
    lattice, ways = spec.lattice, spec.rules.movements[piece].ways
    directions = [direction for way in ways for direction in way.directions]
    forwards = {player.forward for player in spec.game.players.values()}
    offsets = {lattice.compass.to_board(direction, forward) for direction in directions for forward in forwards}
    return any(lattice.step(cell, *offset) is not None for offset in offsets for cell in lattice.cells)


def check_never_happens(spec: Spec) -> Iterator[Problem]:
    """Problems that the rule set finds in its own rules: events that can never happen."""
    rule_set = _rule_set(spec)
    if spec.play is not None and rule_set and rule_set.doubts:
        beside_board = {("pieces", name) for name, piece in spec.game.pieces.items() if piece.beside_board}
        for doubt in rule_set.doubts(spec.play):
            if doubt.code == NEVER_IN_PLAY and doubt.key in beside_board:
                continue  # the designer says so
            yield Problem(spec.source.key_location(*doubt.key), doubt.what, doubt.hint, doubt.level)


def _rule_set(spec: Spec) -> RuleSet | None:
    """The rule set that the game names. None if the game has no rules, or the rule set does not exist."""
    load = rule_sets().get(spec.game.rule_set)
    with suppress(FabgenError):  # of a plug-in that fails, reported where the spec is loaded
        return load() if load else None
    return None


def check_packages(spec: Spec) -> Iterator[Problem]:
    """Warnings about packages whose rule sets cannot be found, for a game that names a rule set."""
    if _rule_set(spec):
        yield from package_warnings()


def check_counts(spec: Spec) -> Iterator[Problem]:
    """Problems of the numbers of pieces: those at the start must be those that are made."""
    game = spec.game
    if not (game.setup or game.hand) or spec.has_errors_under("setup", "hand", "players", "board"):
        return
    at_start, of_fewer = _count_at_start(spec), Counter[Piece]()
    for number, seating in game.seatings.items():
        if seating.setup or seating.hand:  # pieces may be made for this start alone
            with suppress(FabgenError):  # which check_seats reports
                of_fewer |= _count_at_start(with_players(spec, number))
    for piece in game.pieces:
        if not spec.has_errors_under(f"pieces.{piece}.each", f"pieces.{piece}.of", "rules"):
            pieces = {player: Piece(player, piece) for player in game.players}
            start_counts = {player: at_start[of_player] for player, of_player in pieces.items()}
            counts_of_fewer = {player: of_fewer[of_player] for player, of_player in pieces.items()}
            yield from _check_count(spec, piece, start_counts, counts_of_fewer)
    for piece in game.pieces:
        if game.front_kinds(piece):
            yield from _check_tiles(spec, piece, at_start)
        if game.neutral_sides(piece):
            yield from _check_neutral_sides(spec, piece, at_start)


def _check_neutral_sides(spec: Spec, piece: str, at_start: Mapping[Piece, int]) -> Iterator[Problem]:
    """A Problem where players and the neutral side start with more pieces of a kind together than are made for the
    players, whose other sides are neutral. More than a player has by itself are reported elsewhere."""
    game = spec.game
    (neutral,) = game.neutral_sides(piece)
    counts = {player: at_start[Piece(player, piece)] for player in game.players}
    made, total = game.count_of(neutral, piece), sum(counts.values())
    if total > made and all(counts[player] <= game.count_of(player, piece) for player in game.active_players):
        name, makers = game.piece_name(piece, total), game.makers(piece)
        enough = {player: max(counts[player], -(-total // len(makers))) for player in makers}
        yield Problem(spec.source.key_location("pieces", piece, "each"),
                      f"{total} {name} are on the board or in hand at the start, but only {made} are made: those of "
                      f"{neutral} are the other sides of those of {join_words(makers)}",
                      f"fewer of them, or {_each_hint(game, piece, enough)}")


def _check_tiles(spec: Spec, back: str, at_start: Mapping[Piece, int]) -> Iterator[Problem]:
    """A Problem for players who start with more pieces of a kind and of those on whose other side it is than tiles are
    made. Those of whom a kind on the front is too many by itself are reported there."""
    game, kinds = spec.game, (*spec.game.front_kinds(back), back)
    for player in game.players:
        counts = {kind: at_start[Piece(player, kind)] for kind in kinds}
        is_reported = any(counts[kind] > game.count_of(player, kind) for kind in game.front_kinds(back))
        if counts[back] and sum(counts.values()) > game.count_of(player, back) and not is_reported:
            listed = join_words(f"{count} {game.piece_name(kind, count)}" for kind, count in counts.items() if count)
            made = game.count_of(player, back)
            tiles = f"{count_things(made, 'tile') if made else 'no tiles'} {'is' if made == 1 else 'are'} made"
            front = next((kind for kind in kinds if game.count_of(player, kind)), kinds[0])
            enough = game.count_of(player, front) + sum(counts.values()) - made
            section = "setup" if back in game.setup.get(player, {}) else "hand"
            yield Problem(spec.source.key_location(section, player, back),
                          f"{player} starts with {listed}, but only {tiles}: the {game.piece_name(back, 1)} is the "
                          f"other side of {join_words(f'the {game.piece_name(kind, 1)}' for kind in kinds[:-1])}",
                          f"fewer of them, or `each: {enough}` under the piece `{front}`")


def _count_at_start(spec: Spec) -> Counter[Piece]:
    """How many of each player's pieces are on the board and in hand at the start."""
    counts = Counter(piece for _, piece in spec.start.all_pieces())
    for (player, _), hand in spec.start.held.items():
        counts.update({Piece(player, piece): number for piece, number in hand.items()})
    return counts


def _check_count(
    spec: Spec, piece: str, start_counts: Mapping[str, int], counts_of_fewer: Mapping[str, int]
) -> Iterator[Problem]:
    """Problems of one kind of piece: how many each player starts with, in the whole game and in those of fewer players,
    is compared with the number that is made."""
    yield from _check_too_many(spec, piece, start_counts)
    largest_counts = {player: max(number, counts_of_fewer[player]) for player, number in start_counts.items()}
    if any(largest_counts.values()):
        yield from _check_beside_board(spec, piece)
        yield from _check_spare(spec, piece, largest_counts)


def _check_too_many(spec: Spec, piece: str, start_counts: Mapping[str, int]) -> Iterator[Problem]:
    """An error for players who start with more pieces of a kind than are made for them. `_check_neutral_sides` counts
    the neutral ones, `_check_tiles` those on the other sides of tiles."""
    game = spec.game
    if game.front_kinds(piece):
        return
    counts = {player: count for player, count in start_counts.items() if player not in game.neutral_sides(piece)}
    too_many = defaultdict[tuple[int, int], list[str]](list)  # players by how many they start with, and are made
    for player, number in counts.items():
        if number > game.count_of(player, piece):
            too_many[number, game.count_of(player, piece)].append(player)
    for (number, made), players in too_many.items():
        yield Problem(spec.source.key_location("pieces", piece, "each"),
                      _too_few_text(game, players, piece, number, made), _amount_hint(game, piece, counts))


def _check_beside_board(spec: Spec, piece: str) -> Iterator[Problem]:
    """An error for a kind that is in the game from the start and is said to lie beside the board."""
    if spec.game.pieces[piece].beside_board:
        name = spec.game.piece_name(piece)
        yield Problem(spec.source.key_location("pieces", piece, "beside_board"),
                      f"the {name} is on the board or in hand at the start, so it does not lie beside it",
                      "take `beside_board` out, or the piece out of `setup` and `hand`")


def _check_spare(spec: Spec, piece: str, start_counts: Mapping[str, int]) -> Iterator[Problem]:
    """Problems of more pieces of a kind than anybody starts with. Of tiles that are turned over there may be more: what
    is not there at the start is there with the other side up."""
    game = spec.game
    stock = {player: game.count_of(player, piece) for player in game.players}
    spare = {player: stock[player] - number for player, number in start_counts.items() if stock[player] > number}
    if not spare or _is_side_of_tiles(game, piece):
        return
    if len({*stock.values()}) > 1 or len(spare) < len(start_counts):
        yield from _check_unequal_spare(spec, piece, start_counts, [*spare])
    elif not spec.features.may_gain(piece):  # else the others are for promotions, or for pieces that change sides
        where, largest_count = spec.source.key_location("pieces", piece, "each"), max(start_counts.values())
        made = stock[next(iter(stock))]
        for_each = " for each player" if len(stock) > 1 else ""
        name = game.piece_name(piece, made)
        what = f"{made} {name} are made{for_each}, but nobody starts with more than {largest_count}"
        hint = f"each: {largest_count}"
        if spec.features.has_hands:  # what is to be placed in the course of the game is in hand at the start
            hands = ", ".join(f"{player}: {{{piece}: {count}}}" for player, count in spare.items())
            what = f"{what}, on the board and in hand"
            hint = f"hand: {{{hands}}} gives players the others to place\nor fewer of them: {hint}"
        yield Problem(where, what, hint, "warning")


def _check_unequal_spare(
    spec: Spec, piece: str, start_counts: Mapping[str, int], players_with_spare: Sequence[str]
) -> Iterator[Problem]:
    """Problems of a kind of which some players start with all that are made for them, and others with fewer."""
    game = spec.game
    players_by_counts = defaultdict[tuple[int, int], list[str]](list)  # by how many they start with, and are made
    for player in players_with_spare:
        players_by_counts[start_counts[player], game.count_of(player, piece)].append(player)
    for (number, made), players in players_by_counts.items():
        name = game.piece_name(piece, number or 1)
        for_each = f"each of {join_words(players)}" if len(players) > 1 else players[0]
        start = f"{join_words(players)} {'start' if len(players) > 1 else 'starts'} with {number or 'no'} {name}"
        what = f"{start}, and {made} {'is' if made == 1 else 'are'} made for {for_each}"
        if number and not game.hand and not spec.features.may_gain(piece):  # who begins often holds one more
            hint = f"is a cell missing under `setup`? else {_amount_hint(game, piece, start_counts)}"
            yield Problem(spec.source.key_location("setup", players[0], piece), what, hint, "notice")
        elif not number and not spec.features.may_gain(piece):
            yield Problem(
                spec.source.key_location("pieces", piece, "each"), what,
                f"{_amount_hint(game, piece, start_counts)}; or place them under `setup`", "warning",
            )


def _is_side_of_tiles(game: Game, piece: str) -> bool:
    """Whether a kind of piece is a side of tiles that are turned over to another kind, or from one."""
    return bool(game.pieces[piece].body.back_kind or game.front_kinds(piece))


def _too_few_text(game: Game, players: Sequence[str], piece: str, number: int, made: int) -> str:
    """The message that players start with more of a kind than are made for each of them."""
    are_several, name = len(players) > 1, game.piece_name(piece, number)
    start = f"{join_words(players)} {'start' if are_several else 'starts'} with {number} {name}"
    start += " each" if are_several else ""
    if not made:
        return f"{start}, but none are made for {'them' if are_several else players[0]}"
    return f"{start}, but only {made} {'is' if made == 1 else 'are'} made{' for each' if are_several else ''}"


def _amount_hint(game: Game, piece: str, counts: Mapping[str, int]) -> str:
    """How to write the numbers that players start with. A kind `of` some of them says only their numbers."""
    owners = game.pieces[piece].of
    if owners and any(count and player not in owners for player, count in counts.items()):
        return f"it is `of: {', '.join(owners)}`: leave that out if others have the {piece} too"
    return _each_hint(game, piece, {player: counts[player] for player in owners or counts if player in counts})


def _each_hint(game: Game, piece: str, counts: Mapping[str, int]) -> str:
    """The shortest way to write the numbers of a kind by player: `each: 8` or `each: {white: 8, black: 1}`."""
    if len({*counts.values()}) == 1:
        return f"each: {max(counts.values())}"
    return f"each: {{{', '.join(f'{player}: {count}' for player, count in counts.items())}}}"


def check_promotions(spec: Spec) -> Iterator[Problem]:
    """A warning where pieces are promoted to a kind of which their player has none in the box, so that the rule cannot
    be carried out with the components."""
    game = spec.game
    for promoted in spec.features.promotions:
        if promoted.kind not in game.pieces:  # reported as an unknown piece
            continue
        owners = [name for name in game.active_players if promoted.is_of(name) and game.count_of(name, promoted.kind)]
        for kind in promoted.to:
            fronts = game.front_kinds(kind)
            if fronts and promoted.kind not in fronts:
                tile = game.piece_name(promoted.kind, 1)
                what = f"a {tile} becomes a {game.piece_name(kind, 1)}, which is not on its other side"
                yield Problem(spec.source.key_location("rules", "promotion", promoted.kind, "to"), what,
                              f"`back: {{piece: {kind}}}` in the body of the {tile}, or promote to another piece",
                              "warning")
                continue
            lacking = [name for name in owners if kind in game.pieces and not game.count_of(name, kind)]
            if not lacking or (spec.features.gains_captured and len(lacking) < len(game.players)):
                continue  # else the other players' pieces may become theirs
            where = spec.source.key_location("rules", "promotion", promoted.kind, "to")
            pawn, king = game.piece_name(promoted.kind, 1), game.piece_name(kind, 1)
            what = f"a {pawn} of {join_words(lacking, 'or')} becomes a {king}, but no {king} is made for them"
            counts = {name: game.count_of(name, kind) or int(name in lacking) for name in game.players}
            instead = " instead of `of`" if game.pieces[kind].of else ""
            hint = f"{_each_hint(game, kind, counts)} under the piece `{kind}`{instead}"
            yield Problem(where, what, f"{hint}\nor promote to another piece", "warning")


def check_claimed(spec: Spec) -> Iterator[Problem]:
    """A warning where players get neutral pieces of a kind of which none is made for them, so that nothing in the box
    shows whose a piece is then."""
    game = spec.game
    if not spec.features.gains_captured or spec.has_errors_under("pieces", "rules"):
        return
    for kind in game.pieces:
        numbers = {player: game.count_of(player, kind) for player in game.players}
        lacking = [player for player in game.active_players if not numbers[player]]
        if not lacking or not any(numbers[player] for player in game.neutral):
            continue
        name, largest_number = game.piece_name(kind, 1), max(numbers.values())
        counts = {player: count or largest_number for player, count in numbers.items()}
        players = join_words(lacking, "or")
        what = f"{players} may get a neutral {name}, but no {name} is made for them to put in its place"
        yield Problem(spec.source.key_location("pieces", kind), what, _each_hint(game, kind, counts), "warning")


def check_rulings(spec: Spec) -> Iterator[Problem]:
    """Problems of rulings: each must have an effect, and its reading must be known."""
    readings_by_ruling = _known_rulings(spec)
    used_rulings = {*_rulings_in(spec.game.rules), *(e.disputed for e in spec.game.examples), *_moves_by_ruling(spec)}
    for name, ruling in spec.game.rulings.items():
        where = spec.source.key_location("rulings", name)
        if name in readings_by_ruling:
            if ruling.reading not in readings_by_ruling[name]:
                yield Problem(
                    where,
                    f"the ruling {name} has no reading `{ruling.reading}`",
                    nearest_hint(ruling.reading, list(readings_by_ruling[name])),
                )
        elif name not in used_rulings:
            yield Problem(
                where,
                f"nothing in this spec depends on the ruling {name}",
                "name it where it decides something: {ruling: " + name + ", ...}",
                "warning",
            )


def check_answers(spec: Spec) -> Iterator[Problem]:
    """A notice for each question of the rulebook that only has the name of a reading for an answer."""
    for name, ruling in spec.game.rulings.items():
        if ruling.question and not ruling.answer:
            yield Problem(spec.source.key_location("rulings", name),
                          f"the rulebook answers the question of {name} with the name of its reading: "
                          f"`{ruling.reading}`", "add `answer`, a sentence", "notice")


def check_readings(spec: Spec) -> Iterator[Problem]:
    """A warning for each reading that is written somewhere but not listed by its ruling."""
    moves = (
        (("pieces", piece, "moves"), ruling, reading)
        for piece, declared in spec.game.pieces.items()
        for ruling, reading in readings_of(declared.moves)
    )
    options = (
        (key, str(value["ruling"]), str(reading))
        for key, value in _ruled_parts(spec.game.rules, ("rules",))
        for reading in value
        if reading != "ruling"
    )
    for key, name, reading in dict.fromkeys((*moves, *options)):
        ruling = spec.game.rulings.get(name)
        if ruling and ruling.others and reading not in (ruling.reading, *ruling.others):
            what = f"the ruling {name} does not list the reading `{reading}`"
            hint = "add it to its `others`, or leave it out here"
            yield Problem(spec.source.key_location(*key, reading), what, hint, "warning")


def _ruled_parts(value: Any, key: Key) -> Iterator[tuple[Key, dict[str, Any]]]:
    """Every part of the rules that depends on a ruling, with its key."""
    if isinstance(value, dict) and "ruling" in value:
        yield key, value
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from _ruled_parts(part, (*key, name))


def _known_rulings(spec: Spec) -> Mapping[str, tuple[str, ...]]:
    """The rulings that the game's rule set decides itself, with their readings."""
    rule_set = _rule_set(spec)
    return rule_set.rulings if rule_set else {}


def _rulings_in(value: Any) -> Iterator[str]:
    """The names of the rulings in a part of the rules."""
    if isinstance(value, dict):
        yield from [str(value["ruling"])] if "ruling" in value else []
        for part in value.values():
            yield from _rulings_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from _rulings_in(part)


def _moves_by_ruling(spec: Spec) -> Iterator[str]:
    """The names of the rulings on which the moves of pieces depend."""
    return (ruling for piece in spec.game.pieces.values() for ruling, _ in readings_of(piece.moves))


def check_unused_zones(spec: Spec) -> Iterator[Problem]:
    """A warning for zones that no rule names, in a game with rules, unless they have an owner or a material, or are a
    tint, which is a decoration."""
    if not spec.game.rules or spec.has_errors_under("rules"):
        return
    words_in_rules = set(texts_in(spec.game.rules))
    for name, zone in spec.game.board.zones.items():
        if name not in words_in_rules and zone.of is None and zone.material is None and zone.pattern != TINT:
            yield Problem(
                spec.source.key_location("board", "zones", name),
                f"no rule names the zone `{name}`",
                "name it in `rules`, give it to a player with `of`, or leave it out",
                "warning",
            )


def check_seats(spec: Spec) -> Iterator[Problem]:
    """The games of fewer players, where the spec says who plays them: what the rules do not allow there."""
    game = spec.full_game or spec.game
    if any(problem.level == "error" for problem in spec.problems):
        return
    rule_set = _rule_set(spec)
    if rule_set and rule_set.table and any(seating.differs for seating in game.seatings.values()):
        what = f"`{game.rule_set}` says itself who plays where not all do, and where the pieces start"
        yield Problem(spec.source.key_location("seats"), what, "take `setup`, `hand` and `board` out of `seats`")
    for number, seating in sorted(game.seatings.items()):
        problems = list[Problem]()
        try:
            fewer = with_players(spec, number)
            problems += [*fewer.problems, *check_start(fewer)]
            if seating.board:
                problems += find_crowded_track(fewer)
            if seating.differs:
                errors = [problem for problem in check_counts(fewer) if problem.level == "error"]
                problems += map(_with_hint_for_seats, errors)
        except FabgenError as error:
            problems += error.problems
        for problem in dict.fromkeys(problems):
            if problem.level == "error":
                where = _seating_location(spec, number, problem.where)
                is_of_whole_game = seating.differs and not where.key.endswith(problem.where.key)
                place = f" (`{problem.where.key}` of the whole game)" if is_of_whole_game else ""
                hint = (is_of_whole_game and _hint_to_leave_out(game, problem.where)) or problem.hint
                yield replace(problem, where=where, what=f"with {number} players: {problem.what}{place}", hint=hint)


def _with_hint_for_seats(problem: Problem) -> Problem:
    """A problem of a number of pieces without the numbers of the game of fewer players, which are not those of the
    whole game. One of tiles, at the set-up, names the piece whose number is too small."""
    if not problem.where.key.startswith("pieces."):
        return problem
    return replace(problem, hint="make more of them (`each`), or let fewer start")


def _hint_to_leave_out(game: Game, where: Location) -> str:
    """How to say that another board does not have a zone or the holes of the whole game; empty if the problem is at
    neither."""
    if where.key.startswith("board.holes"):
        return 'list the holes of this board under `board`, or write `holes: ""` for none'
    zone = next((name for name in game.board.zones if where.key == f"board.zones.{name}.cells"), "")
    return zone and f'list its cells on this board under `zones`, or write `{zone}: ""` for no such zone'


def _seating_location(spec: Spec, number: int, where: Location) -> Location:
    """The place under `seats` of what is wrong with the game of fewer players: in its own set-up, where it has one."""
    seats_key = f"seats.{number}"
    if where.key == seats_key or where.key.startswith(f"{seats_key}."):
        return where
    key: Key = (*seats_key.split("."), *where.key.split("."))
    while key not in spec.source.places and len(key) > 1:
        key = key[:-1]
    return spec.source.key_location(*key)


PLAY_CHECKS = (
    check_seats,
    check_start,
    check_movable,
    check_never_happens,
    check_counts,
    check_promotions,
    check_claimed,
    check_rulings,
    check_answers,
    check_readings,
    check_unused_zones,
    check_packages,
)
