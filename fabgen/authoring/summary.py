"""A sound spec → the game as fabgen understands it, for its designer to read: what each player has, how it moves,
what it is made of; and what a laser would have to do differently."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fabgen.artwork.part import Part
from fabgen.core.english import count_things, join_words
from fabgen.core.problems import FabgenError, Problem
from fabgen.core.units import format_number
from fabgen.figures.boards.board import board_size
from fabgen.figures.components.kit import board_parts
from fabgen.figures.components.player_boards import player_board_size
from fabgen.figures.positions.captions import describe_movement
from fabgen.laser.job import LaserJob
from fabgen.rules.diagram import Diagram
from fabgen.spec.load import Spec

MAKE_WORDS = {"buy": "bought", "paper": "a net of paper", "engrave": "tiles on a cube"}


def summarize_game(spec: Spec, job: LaserJob) -> Iterator[str]:
    """Lines of text: the board, tokens, paper, and each kind of piece with its diagram."""
    width, height = board_size(spec.game, spec.spaces)
    parts = _board_parts(spec, job)
    pieces = f", cut in {'one piece' if len(parts) == 1 else count_things(len(parts), 'part')}" if parts else ""
    size = f"{format_number(width, 1)} x {format_number(height, 1)} mm"
    yield f"  board: {_describe_outline(spec)} of {spec.game.board.cell:g} mm; {size}{pieces}"
    for name, token in spec.game.tokens.items():
        shape = f"{token.count} of the outline {token.shape}," if token.has_own_outline else (
            f"{count_things(token.count, token.shape)} of")
        yield f"  {name}: {shape} {token.size:g} mm"
    for number, seating in sorted(spec.game.seatings.items()):
        keys = [key for key in ("setup", "hand", "board") if getattr(seating, key) is not None]
        others = f", with {join_words([f'another `{key}`' for key in keys])}" if keys else ""
        yield f"  {count_things(number, 'player')}: {join_words([*seating.players])}{others}"
    for name, aid in spec.game.aids.items():
        yield f"  {name}: {aid.kind}{'' if aid.count is None else f' x {aid.count}'}, on paper"
    for name, deck in spec.game.decks.items():
        yield f"  {name}: {count_things(deck.total, 'card')} of {len(deck.cards)} kinds, {deck.size_name} size"
    for name, die in spec.game.dice.items():
        dice = "die" if die.count == 1 else "dice"
        yield f"  {name}: {die.count} {dice} with {die.sides} sides, {MAKE_WORDS[die.make]}"
    for name, track in spec.game.tracks.items():
        place = " around the board" if track.around else ""
        markers = count_things(track.markers, "marker")
        yield f"  {name}: a track from {track.first} to {track.last}{place}, {markers} each"
    for name, board in spec.game.player_boards.items():
        width, height = player_board_size(spec.game, name)
        slots = sum(len(place.labels) for place in board.places.values())
        yield (f"  {name}: a board for each player, {width:g} x {height:g} mm, "
               f"{count_things(len(board.places), 'place')} with {count_things(slots, 'slot')}")
    for name in spec.game.pieces:
        diagram = spec.diagram(name)
        moves = describe_movement(spec, name, spec.words, as_written=True)
        yield f"  {name}: {moves or 'Does not move.'}{_describe_reach(spec, diagram) if moves else ''}"
        yield from (f"      {row}" for row in str(diagram).splitlines())


def board_size_problems(spec: Spec, job: LaserJob) -> Iterator[Problem]:
    """A notice where the board must be parted, with the cell for which it would be in one piece; an error where no
    parting makes it fit."""
    where = spec.source.key_location("board", "cell")
    parts = _board_parts(spec, job)
    unparted = _with_split(spec, "never") if len(parts) > 1 else spec
    if all(map(job.holds_part, _board_parts(unparted, job))):
        return
    from fabgen.check.board_hints import board_hint  # late: it loads what lays out sheets
    from fabgen.check.size_requirements import SizeRequirements

    hint = board_hint(SizeRequirements(unparted, job), parting=len(parts) <= 1)
    if hint and len(parts) > 1:
        width, height = board_size(spec.game, spec.spaces)
        what = f"a board of {width:g} x {height:g} mm is cut in {count_things(len(parts), 'part')}, to be put together"
        yield Problem(where, what, f"in one part {hint}", "notice")
    elif hint:
        yield Problem(where, "the board is larger than its sheet", hint)


def _board_parts(spec: Spec, job: LaserJob) -> Sequence[Part]:
    """The parts of the board that are cut side by side; empty where it cannot be made, which a build reports."""
    try:
        return [part for part in board_parts(spec, job.fit) if part.group == "board"]
    except FabgenError:
        return ()


def _with_split(spec: Spec, split: str) -> Spec:
    board = spec.game.board.model_copy(update={"split": split})
    return replace(spec, game=spec.game.model_copy(update={"board": board}))


def _describe_outline(spec: Spec) -> str:
    """`6x6 cells`, `61 hexagons`, `12 spaces`."""
    board = spec.game.board
    if board.grid and not board.holes:
        return f"{board.grid} cells"
    return count_things(len(spec.lattice.cells), "cell" if board.grid else "space" if board.map else "hexagon")


def _describe_reach(spec: Spec, diagram: Diagram) -> str:
    """The number of cells that a piece can move to and capture on, in brackets, `and on` where a line goes on; empty
    on a map, where it differs from space to space."""
    if spec.game.board.map:
        return ""
    marks = diagram.marks.values()
    counts = (
        ("goes to", sum(mark.allows_empty for mark in marks)),
        ("captures on", sum(mark.captures for mark in marks)),
    )
    verbs = [f"{verb} {count_things(number, 'cell')}" for verb, number in counts if number]
    goes_on = " and on" if any(mark.goes_on for mark in marks) else ""
    return f" ({join_words(verbs) or 'stays where it is'}{goes_on})"
