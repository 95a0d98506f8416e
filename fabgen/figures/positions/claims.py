"""A position and the claims about it → the cells that its figure marks, and the kind of each mark; cells only.

A mark shows the kind of its action: a step or a jump. The rules say which actions jump over a piece.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from fabgen.rules.boards import Board, Cell
from fabgen.rules.marks import Act
from fabgen.rules.match import Match
from fabgen.rules.notation import ActionText, read_action_text
from fabgen.rules.position import Piece, Position
from fabgen.rules.standard.note_names import HOMELESS
from fabgen.spec.examples import Case

PiecesByCell = Mapping[Cell, tuple[Piece, ...]]


@dataclass(frozen=True)
class TraceLeg:
    """One arrow of `player`; `number` is its place in the line, 0 if the line has only one step."""

    start: Cell
    end: Cell
    number: int = 0
    player: str = field(default="", compare=False)


@dataclass(frozen=True)
class Trace:
    """The trace of a line of play.

    * `moved_pieces`: pieces that moved off a cell; `captured_pieces`: pieces that were captured there.
    * `turned_cells`: where pieces were turned over, and `placed_cells`: where they were placed, if they still stand
      there.
    * `lifted_tokens`: the cells from which tokens were taken up, by kind.
    * `is_simultaneous`: whether several players decided at once.
    * `replaced_cells`: where pieces were captured that were placed again in the line, or are to be placed next.
    * `returned_cells`: where pieces were taken off the board without a capture, which their owners hold again. They are
      among `captured_pieces` too.
    * `spared_pieces`: pieces that would go home next, but the action that jumped over or captured them has ended the
      match. On the table they are still where they were.
    """

    legs: tuple[TraceLeg, ...] = ()
    moved_pieces: PiecesByCell = field(default_factory=dict)
    captured_pieces: PiecesByCell = field(default_factory=dict)
    turned_cells: tuple[Cell, ...] = ()
    placed_cells: tuple[Cell, ...] = ()
    lifted_tokens: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    is_simultaneous: bool = False
    replaced_cells: tuple[Cell, ...] = ()
    returned_cells: tuple[Cell, ...] = ()
    spared_pieces: PiecesByCell = field(default_factory=dict)


def played_steps(case: Case) -> tuple[tuple[tuple[str, str], ...], ...]:
    """The steps of a case's line, each with its players and their actions."""
    return case.match.played if case.match else ()


def make_trace(case: Case) -> Trace:
    """The trace of a case's line; an empty one without a line."""
    if case.match is None or not case.match.played:
        return Trace()
    positions = [case.match.rules.show(position) for position in case.match.positions]
    seen = [case.as_seen(position) for position in case.match.positions] if case.viewer else positions
    lattice = positions[0].setting.lattice
    steps = [[(player, read_action_text(text, lattice)) for player, text in step if lattice.name.search(text)]
             for step in case.match.played]
    further = [[(player, leg) for leg in legs for player, _ in played[:1]]
               for played, legs in zip(case.match.played, case.match.further_moves(), strict=True)]
    turned = [*_turned_pieces(positions, steps)]
    # Everybody gets to know a piece that is captured; where a hidden piece was is seen, not what it is.
    is_simultaneous = any(len(step) > 1 for step in case.match.played)
    captured = _split_departed(positions, steps, further, turned, is_simultaneous=is_simultaneous)[1]
    moved = _split_departed(seen, steps, further, turned if seen is positions else [],
                            is_simultaneous=is_simultaneous)[0]
    placed_pieces = [*_placed_pieces(positions, steps)]
    placed = _standing_cells(placed_pieces, positions)
    again = {piece for _, _, piece in placed_pieces} | {*_pieces_to_place(case)}
    replaced = tuple(sorted({cell for cell, piece in captured if piece in again}))
    spared = _spared_pieces(case, captured)
    captured = [departure for departure in captured if departure not in spared]
    lifted = _lifted_tokens(positions[0], positions[-1])
    return Trace(_number_legs(steps, further), _group_by_cell(moved, positions[-1]), _group_by_cell(captured),
                 _standing_cells(turned, positions), placed, lifted, is_simultaneous, replaced,
                 tuple(sorted({*_returned_cells(positions, steps)})), _group_by_cell(spared))


def _spared_pieces(case: Case, captured: _Departures) -> _Departures:
    """The pieces among those captured that still wait to go home in a match that is over, on cells that are empty. An
    action that moves onto a piece has taken its cell."""
    assert case.match is not None, "only rules end a match"
    last = case.match.rules.show(case.match.position)
    if HOMELESS not in last.notes or not case.match.outcome():
        return []
    waiting = last.notes[HOMELESS].split(", ")
    return [(cell, piece) for cell, piece in captured if str(piece) in waiting and cell not in last.pieces]


def _returned_cells(positions: Sequence[Position], steps: _Steps) -> Iterator[Cell]:
    """The cells from which pieces were taken off the board without a capture, and whose owners then held one more of
    that kind: in a step in which no piece came to another cell and no action captures, off a cell that no action
    names. A piece that moves may be captured where it arrives, so that nobody stands there."""
    for (before, after), step in zip(pairwise(positions), steps, strict=True):
        actions = [action for _, action in step]
        if any(any(action.captures) or action.removed for action in actions) or any(
                before.pieces.get(cell) != piece for cell, piece in after.pieces.items()):
            continue
        named = {cell for action in actions for cell in (*action.path, *(cell for leg in action.row for cell in leg))}
        for cell, piece in before.pieces.items():
            is_gone = cell not in after.pieces and cell not in named
            if is_gone and _count_held(after, piece) > _count_held(before, piece):
                yield cell


def _count_held(position: Position, piece: Piece) -> int:
    """How many pieces of this kind and player the player has beside the board."""
    return sum(counts.get(piece.kind, 0) for (player, _), counts in position.held.items() if player == piece.player)


def _turned_pieces(positions: list[Position], steps: _Steps) -> Iterator[tuple[int, Cell, Piece]]:
    """Pieces that were turned over: by step, where a piece of the same kind has another owner than before, though no
    action ends there. With the piece as it was."""
    for number, ((before, after), step) in enumerate(zip(pairwise(positions), steps, strict=True)):
        ends = {action.path[-1] for _, action in step if action.path}
        for cell, piece in before.pieces.items():
            now = after.pieces.get(cell)
            if now and now.kind == piece.kind and now.player != piece.player and cell not in ends:
                yield number, cell, piece


def _placed_pieces(positions: list[Position], steps: _Steps) -> Iterator[tuple[int, Cell, Piece]]:
    """Pieces that were placed, by step, with the piece that stands there after it."""
    for number, (after, step) in enumerate(zip(positions[1:], steps, strict=True)):
        cells = [action.path[0] for _, action in step if len(action.path) == 1 and "@" in action.text]
        yield from ((number, cell, after.pieces[cell]) for cell in cells if cell in after.pieces)


def _pieces_to_place(case: Case) -> Iterator[Piece]:
    """The pieces that players may place next."""
    assert case.match is not None, "only rules place pieces"
    for player in case.match.actors():
        kinds = {text.partition("@")[0] for text in case.match.texts(player) if "@" in text}
        yield from (Piece(player, kind) for kind in sorted(kinds))


def _standing_cells(pieces: Iterable[tuple[int, Cell, Piece]], positions: list[Position]) -> tuple[Cell, ...]:
    """The cells of these pieces on which a piece stands to the end."""
    return tuple(sorted({cell for step, cell, _ in pieces
                         if all(cell in position.pieces for position in positions[step + 1 :])}))


def make_step_trace(case: Case, step: int) -> Trace:
    """The trace of one step of a case's line, counted from 0; an answer to a declared move has the trace of that move.
    Raises IndexError for a step that the line has not."""
    if case.match is None or step >= len(case.match.played):
        raise IndexError(step)
    first = step - 1 if _answers_a_move(case.match, step) else step
    positions, played = case.match.positions[first : step + 2], case.match.played[first : step + 1]
    return make_trace(replace(case, match=replace(case.match, positions=positions, played=played)))


def _answers_a_move(match: Match, step: int) -> bool:
    """True for a step that names no cell after a move that has changed nothing on the table yet: it was only declared,
    which the notes of the position may say."""
    if step == 0:
        return False
    before, now = (replace(match.rules.show(position), turn=None, unmoved=frozenset(), notes={})
                   for position in match.positions[step - 1 : step + 1])
    lattice = now.setting.lattice
    names_cell = any(lattice.name.search(text) for _, text in match.played[step])
    is_after_move = any(read_action_text(text, lattice).origin for _, text in match.played[step - 1]
                        if lattice.name.search(text))
    return is_after_move and not names_cell and before == now


def case_after(case: Case, steps: int) -> Case:
    """The case with its line only so many steps long. Its claims are not about that position."""
    if case.match is None:
        return case
    played, positions = case.match.played[:steps], case.match.positions[: steps + 1]
    return replace(case, match=replace(case.match, positions=positions, played=played))


def closed_cells(case: Case) -> tuple[Cell, ...]:
    """The cells that the rules have closed in the last position of a case; none if the figure of the example shows no
    zones."""
    return case.match.closed_cells() if case.match and case.example.show_areas else ()


def coloured_areas(case: Case) -> Mapping[str, tuple[Cell, ...]]:
    """The cells that the rules call by a colour in a case's position, by colour; empty if the rules have none, or if
    the figure of the example shows none."""
    return case.match.areas() if case.match and case.example.show_areas else {}


def action_legs(actions: Iterable[ActionText]) -> tuple[TraceLeg, ...]:
    """The legs of actions, each leg once; those of an action with several legs are numbered."""
    legs: list[TraceLeg] = []
    for action in actions:
        legs += [TraceLeg(*leg, number if len(action.path) > 2 else 0)
                 for number, leg in enumerate(pairwise(action.path), 1)]
        legs += [TraceLeg(*leg, 0) for leg in action.row]
    return tuple(dict.fromkeys(legs))


_Steps = list[list[tuple[str, ActionText]]]  # players and actions, by step


_FurtherLegs = list[list[tuple[str, tuple[Cell, Cell]]]]  # players and moves of their other pieces, by step


def _number_legs(steps: _Steps, further: _FurtherLegs) -> tuple[TraceLeg, ...]:
    """The legs numbered through the whole line; simultaneous actions, and pieces that move together, share a number."""
    legs: list[TraceLeg] = []
    number = 0
    for step, others in zip(steps, further, strict=True):
        number += len(step) > 1
        for player, leg in ((player, leg) for player, action in step for leg in pairwise(action.path)):
            number += len(step) == 1
            legs.append(TraceLeg(*leg, number, player))
        legs += [TraceLeg(*leg, number, player) for player, leg in _side_legs(step, others)]
    return tuple(legs) if number > 1 else tuple(replace(leg, number=0) for leg in legs)


_Departures = list[tuple[Cell, Piece]]


def _side_legs(step: list[tuple[str, ActionText]], others: list[tuple[str, tuple[Cell, Cell]]]
               ) -> list[tuple[str, tuple[Cell, Cell]]]:
    """Those moves of further pieces that get an arrow: pieces that are pushed along the arrow of the one that acts get
    none."""
    ends = {action.path[-1] for _, action in step if action.path} | {end for _, (_, end) in others}
    return [(player, leg) for player, leg in others if leg[1] and leg[0] not in ends]


def _split_departed(positions: list[Position], steps: _Steps, further: _FurtherLegs,
                    turned: list[tuple[int, Cell, Piece]], *, is_simultaneous: bool) -> tuple[_Departures, _Departures]:
    """Pieces that moved off their cells, and pieces that were captured there. Those that were turned over, by step, are
    neither.

    A piece has moved if it left the cell that an action starts from, and a piece of the same player appeared
    elsewhere, or if it moved along with another; any other piece that is gone was captured. One that moves at the same
    time as others and is gone has moved and was captured where it went, unless somebody came to where it was.
    """
    moved: _Departures = []
    captured: _Departures = []
    starts: set[Cell] = set()
    pairs = zip(pairwise(positions), steps, further, strict=True)
    for number, ((before, after), step, others) in enumerate(pairs):
        starts |= {action.origin for _, action in step if action.origin}
        was, now = Counter(before.top_pieces()), Counter(after.top_pieces())
        was = was + Counter(_equal_taken_tops(before, after)) - Counter(_covered_tops(before, after))
        for _, (start, end) in others:
            piece = before.pieces[start]
            was -= Counter({(start, piece): 1})
            was += Counter({(end or start, piece): 1})
            moved += [(start, piece)] if end else []
        turned_here = [(cell, piece) for at, cell, piece in turned if at == number]
        was, now = was - Counter(turned_here), now - Counter((cell, after.pieces[cell]) for cell, _ in turned_here)
        arrived = Counter(piece.player for _, piece in (now - was).elements())
        departures = sorted((was - now).elements(), key=lambda departure: departure[0] not in starts)
        for cell, piece in departures:
            is_move = cell in starts and arrived[piece.player] > 0
            arrived[piece.player] -= is_move
            goal = _find_fall(step, cell, piece) if is_simultaneous and not is_move else None
            if is_move or goal:
                moved.append((cell, piece))
            if not is_move:
                captured.append((goal or cell, piece))
        starts = set() if departures else starts
    return moved, captured


def _find_fall(step: Sequence[tuple[str, ActionText]], cell: Cell, piece: Piece) -> Cell | None:
    """Where a piece is captured that moves at the same time as others: where it goes, unless another player comes to
    the cell that it leaves. None where it is captured on that cell."""
    goals = [action.path[-1] for player, action in step
             if player == piece.player and action.origin == cell and len(action.path) > 1]
    is_met = any(player != piece.player and len(action.path) > 1 and action.path[-1] == cell for player, action in step)
    return goals[0] if goals and not is_met else None


def _equal_taken_tops(before: Position, after: Position) -> Iterator[tuple[Cell, Piece]]:
    """The tops of towers that are gone, where an equal piece was below them."""
    for cell, below in before.below.items():
        piece = before.pieces[cell]
        if after.pieces.get(cell) == piece and len(after.below.get(cell, ())) < len(below):
            yield cell, piece


def _covered_tops(before: Position, after: Position) -> Iterator[tuple[Cell, Piece]]:
    """The tops of towers that others have been put on, and pieces alone. A piece that becomes another kind by that, as
    a wall that is laid flat, is covered too."""
    for cell in after.below:
        tower, now = before.tower(cell), after.tower(cell)
        is_kept = bool(tower) and len(now) > len(tower) and now[: len(tower) - 1] == tower[:-1]
        if is_kept and now[len(tower) - 1].player == tower[-1].player:
            yield cell, before.pieces[cell]


def _group_by_cell(departures: _Departures, now: Position | None = None) -> PiecesByCell:
    """The pieces by cell, without those on cells that are occupied in the position `now`; in the spaces of a map that
    have room for several, these too."""
    by_cell: dict[Cell, tuple[Piece, ...]] = {}
    shares_spaces = now is not None and now.setting.shares_cells and now.setting.lattice.kind == "map"
    for cell, piece in departures:
        if now is None or cell not in now.pieces or shares_spaces:
            by_cell[cell] = (*by_cell.get(cell, ()), piece)
    return by_cell


def _lifted_tokens(before: Position, after: Position) -> dict[str, tuple[Cell, ...]]:
    """The cells from which tokens of each kind were taken up."""
    kinds = {name: tuple(cell for cell in cells if cell not in after.tokens.get(name, {}))
             for name, cells in before.tokens.items()}
    return {name: cells for name, cells in kinds.items() if cells}


@dataclass(frozen=True)
class FigureClaims:
    """The claims that a figure shows: `legal` and `illegal` actions, `exactly` all legal ones; `hops`: the texts of
    those that jump over a piece; `stops` and `passages`: the empty cells on the ways of chains among them where the
    piece may stop, and where it may not; `beside`: the kinds of tokens that are shown beside the board; `shows_zones`:
    whether the board has its zones; `closed`: the cells that the rules have closed in the position that is shown."""

    legal: tuple[ActionText, ...] = ()
    illegal: tuple[ActionText, ...] = ()
    exactly: tuple[ActionText, ...] = ()
    hops: frozenset[str] = frozenset()
    stops: frozenset[Cell] = frozenset()
    passages: frozenset[Cell] = frozenset()
    beside: tuple[str, ...] = ()
    shows_zones: bool = True
    closed: tuple[Cell, ...] = ()


def find_jump_chains(claims: FigureClaims) -> list[ActionText]:
    """The legal actions of several jumps that take nothing."""
    return [action for action in (*claims.legal, *claims.exactly)
            if len(action.path) > 2 and action.text in claims.hops and not any(action.captures)]


def find_chain_landings(claims: FigureClaims, may_stop: Callable[[tuple[Cell, ...]], bool]) -> FigureClaims:
    """The claims with the cells on which chains of jumps that take nothing land. `may_stop`: whether a turn may end
    after a part of a chain, given by its cells."""
    chains = [action.path for action in find_jump_chains(claims)]
    parts = {way[:count] for way in chains for count in range(2, len(way) + 1)}
    away = {part for part in parts if part[-1] != part[0]}
    stops = {part[-1] for part in away if part in chains or may_stop(part)}
    passages = {part[-1] for part in away} - stops
    return replace(claims, stops=frozenset(stops), passages=frozenset(passages))


def arrow_actions(claims: FigureClaims, trace: Trace) -> tuple[ActionText, ...]:
    """The legal actions that a figure shows by arrows. Marks show those after a line of play, drops, and moves that are
    all of one piece, which has a frame, and each go from one cell to another."""
    if trace.legs:
        return ()
    origins = {action.origin for action in (*claims.legal, *claims.illegal, *claims.exactly) if action.path}
    return tuple(action for action in claims.legal
                 if action.origin and (len(origins) > 1 or len(action.path) != 2 or action.row))


def is_round_trip(action: ActionText) -> bool:
    """Whether an action of several legs ends where its piece began."""
    return len(action.path) > 2 and action.path[-1] == action.path[0]


def find_passages(claims: FigureClaims) -> set[Cell]:
    """The cells where actions may not end, though for each of them a longer one that is legal begins in the same way.
    Not the start of a piece that would return to it: an arrow shows that way."""
    ways = [action.path for action in (*claims.legal, *claims.exactly)]
    refused = [action.path for action in claims.illegal if action.path and not is_round_trip(action)]
    begun = [path for path in refused
             if any(len(way) > len(path) > 1 and way[:len(path)] == path for way in ways)]
    return {path[-1] for path in begun} - {path[-1] for path in refused if path not in begun} | claims.passages


def find_acting_cells(position: Position, claims: FigureClaims, trace: Trace) -> list[Cell]:
    """The cells of the pieces that an example is about.

    These are the pieces whose moves it lists without arrows: where it lists all moves, those that can move. If all
    claims are about one piece, it is that piece, even after it has moved.
    """
    origins = {action.origin for action in claims.exactly} - {None} or {action.origin for action in claims.illegal}
    arrows = {action.origin for action in claims.legal}
    actions = (*claims.illegal, *claims.exactly, *claims.legal)
    subjects = {action.origin or action.text for action in actions if action.path}
    moved = _moved_piece_cell(position, trace)
    if moved and subjects <= {moved}:
        origins |= {moved}
    elif not trace.legs and len(subjects) == 1:
        origins |= arrows
    return sorted(cell for cell in position.pieces if cell in origins)


def _moved_piece_cell(position: Position, trace: Trace) -> Cell | None:
    """The cell of the one piece that has moved along the line; None if several pieces moved, or it is gone."""
    legs = trace.legs
    if not legs or trace.is_simultaneous or any(a.end != b.start or a.player != b.player for a, b in pairwise(legs)):
        return None
    ends = (legs[-1].end, legs[0].start)
    return next(
        (cell for cell in ends if cell in position.pieces and position.pieces[cell].player == legs[0].player), None
    )


@dataclass(frozen=True)
class LandingMarks:
    """The cells where a mark shows an action, not an arrow.

    * `empty`: empty cells with the ways to land there.
    * `drops`: the cells where a piece may be dropped.
    * `entries`: occupied cells that a piece may enter without a capture in the notation.
    """

    empty: Mapping[Cell, Act]
    drops: tuple[Cell, ...]
    entries: tuple[Cell, ...]


def find_landings(position: Position, claims: FigureClaims, trace: Trace) -> LandingMarks:
    """The marks of claims in a position: steps and jumps, with a capture where the notation says so."""
    arrows = arrow_actions(claims, trace)
    actions = (*claims.exactly, *(a for a in claims.legal if a not in arrows))
    occupied, empty = {*position.pieces}, dict[Cell, Act]()
    for action in (a for a in actions if a.origin and a.path[-1] not in occupied):
        act = (Act.LOCUST if any(action.captures) else Act.HOP) if action.text in claims.hops else Act.MOVE
        empty[action.path[-1]] = empty.get(action.path[-1], Act(0)) | act
    for cell in claims.stops - occupied - {*empty}:
        empty[cell] = Act.HOP
    drops = {a.path[-1] for a in actions if not a.origin and "@" in a.text}
    ends = {a.path[-1] for a in actions if a.origin} | drops
    captured = {
        c for a in claims.exactly + claims.legal for c in find_captured_cells(position.setting.lattice, position, a)
    }
    order = {cell: empty[cell] for cell in sorted(empty)}
    return LandingMarks(order, tuple(sorted(drops - occupied)), tuple(sorted(ends & occupied - captured)))


def find_captured_cells(lattice: Board, position: Position, action: ActionText) -> tuple[Cell, ...]:
    """The cells whose pieces an action captures: for each leg the target, or the first piece on the way to it, and
    those that it removes besides."""
    legs = zip(action_legs((replace(action, row=()),)), action.captures, strict=True)
    cells = (cell for leg, takes in legs if takes and (cell := _captured_cell(lattice, position, leg)))
    return *cells, *action.removed


def _captured_cell(lattice: Board, position: Position, leg: TraceLeg) -> Cell | None:
    """The cell of the piece that one leg captures; None where it captures nothing."""
    if leg.end in position.pieces:
        return leg.end
    return next((cell for cell in lattice.between(leg.start, leg.end) if cell in position.pieces), None)
