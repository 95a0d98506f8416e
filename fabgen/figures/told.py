"""A worked example, or a piece → what a book says of it in words, from one catalogue for each language.

What is told is true: of a disputed example the claims that hold under the ruling, never those that its source makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from fabgen.artwork.book import Run, Runs
from fabgen.base import words as listed
from fabgen.figures.claimed import Claims
from fabgen.figures.diagram import heading
from fabgen.figures.trace import areas_of, played
from fabgen.rules.boards import Chart, Lattice
from fabgen.rules.diagram import Jump
from fabgen.rules.directions import SQUARES, Compass, Hexagons, Roads
from fabgen.rules.move_words import towards, ways
from fabgen.rules.notation import Spoken, origin_of, read_spoken
from fabgen.rules.protocol import Turns
from fabgen.spec.cases import Case, result_of
from fabgen.spec.load import Spec
from fabgen.words import Words


@dataclass(frozen=True)
class Told:
    """The claims of a case as they hold; `result` is `open`, `draw` or the winners, None where nothing is claimed."""

    legal: tuple[Spoken, ...]
    illegal: tuple[Spoken, ...]
    exactly: tuple[Spoken, ...] | None
    result: str | None
    next: tuple[str, ...]
    disputed: str | None


def told(case: Case) -> Told:
    """What a case claims, put right where a ruling disputes it."""
    example = case.example
    following = tuple(name.strip() for name in (example.next or "").split(",") if name.strip())
    if example.disputed is None:
        return Told(case.legal, case.illegal, case.exactly, example.result, following, None)
    every = {*case.all_actions()}
    claimed = (*case.legal, *case.illegal)
    lattice = case.position.setting.lattice
    return Told(
        tuple(action for action in claimed if action.text in every),
        tuple(action for action in claimed if action.text not in every),
        None if case.exactly is None else tuple(read_spoken(text, lattice) for text in case.asked()),
        example.result and result_of(case), tuple(case.actions) if following else (), example.disputed)


def claims_of(case: Case) -> Claims:
    """What the figure of a case shows of it."""
    holds = told(case)
    return Claims(holds.legal, holds.illegal, holds.exactly or (), case.match.hops() if case.match else frozenset())


def _labelled(case: Case, words: Words) -> Iterator[tuple[str, list[str]]]:
    """The claims of a case with what they are: all moves, all of one piece, some; what is not allowed."""
    told_ = told(case)
    if told_.exactly is not None:
        yield words.exactly if case.example.piece else words.exactly_all, list(map(str, told_.exactly))
    if told_.legal:
        yield _whole(case, told_.legal, words), list(map(str, told_.legal))
    if told_.illegal:
        yield words.may_not, list(map(str, told_.illegal))


def _whole(case: Case, legal: Sequence[Spoken], words: Words) -> str:
    """Whether some actions are all that there are, or all of one piece."""
    every, said = case.all_actions(), {action.text for action in legal}
    origins = {action.origin for action in legal}
    if said == {*every}:
        return words.exactly_all
    own = {text for text in every if {origin_of(text, case.position.setting.lattice)} == origins}
    return words.exactly if said == own else words.may


def claim_lines(case: Case, words: Words) -> tuple[Runs, ...]:
    """The lines under an example's figure: what was played, what may be done then and what not, how it ends, and the
    ruling that puts its source right."""
    told_ = told(case)
    line = [text for step in played(case) for text in _step(step)]
    lattice = case.position.setting.lattice
    lines = [_claim(words.played, [_apart(lattice, text) for text in line])] if line else []
    lines += [_claim(label, [_apart(lattice, text) for text in moves] or [words.nothing])
              for label, moves in _labelled(case, words)]
    ends = " ".join(_ends(case, words))
    lines += [(Run(ends, bold=True),)] if ends else []
    lines += [(Run(words.disputed.format(ruling=told_.disputed), italic=True),)] if told_.disputed else []
    return tuple(lines)


def _apart(lattice: Lattice, text: str) -> str:
    """An action as people read it: long names of a map stand off the sign of a capture.

    >>> from fabgen.rules.boards import chart
    >>> _apart(chart(["ash", "oak"], [("ash", "oak")]), "ashxoak")
    'ash × oak'
    """
    if not isinstance(lattice, Chart):
        return text
    name = lattice.name.pattern
    return re.sub(rf"({name})x(?={name})", r"\1 × ", text)


def case_words(spec: Spec, case: Case, words: Words) -> str:
    """A figure of an example for who cannot see it: the position, what is played, what holds then."""
    parts = [words.alt_position.format(position=case.start)]
    if line := played(case):
        parts.append(words.alt_played.format(line="; ".join(", ".join(_step(step)) for step in line)))
        parts.append(words.alt_then.format(position=case.position))
    parts += [words.alt_area.format(area=_capital(area), cells=", ".join(cells))
              for area, cells in areas_of(spec, case).items() if cells]
    parts += [words.alt_claim.format(label=label, moves=", ".join(moves) or words.nothing)
              for label, moves in _labelled(case, words)]
    return " ".join([*parts, *_ends(case, words)])


def movement_words(spec: Spec, piece: str, words: Words, *, as_written: bool = False) -> str:
    """How a piece moves, with its hops, as the rules say it: ahead is where its diagram points; `as_written`, where its
    player's forward is."""
    movement, way = spec.rules.movements[piece], heading(spec.diagram(piece)) or "up"
    if movement.compass is SQUARES and not as_written:
        movement = replace(movement, kinds=tuple(_ahead(kind, way) for kind in movement.kinds))
    said = [movement.words(words.said)] if movement.kinds else []
    for jump in spec.jumps.get(piece, ()):
        turned = _ahead(jump, way) if movement.compass is SQUARES and not as_written else jump
        said.append(_hop(turned, movement.compass, words))
    captures = any(getattr(way, "capture", False) for way in movement.kinds)  # as its words say
    if captures and getattr(spec.options, "capture", "") == "none":
        said.append(words.no_capture)
    return " ".join(said)


_D = TypeVar("_D")  # a way of moving, or a jump


def _ahead(directed: _D, way: str) -> _D:
    """What has directions, seen by somebody for whom a way is ahead."""
    turned: dict[str, Any] = {"directions": tuple(SQUARES.unoriented(d, way) for d in directed.directions)}  # type: ignore[attr-defined]
    return replace(directed, **turned)  # type: ignore[type-var]


def way_words(spec: Spec, piece: str, words: Words) -> str:
    """The description of a movement diagram, to be filled in: with where forward is, where there is one."""
    way = heading(spec.diagram(piece))
    return words.alt_moves_round if way is None else words.alt_moves.replace("{way}", words.said(way))


def _hop(jump: Jump, compass: Compass, words: Words) -> str:
    over = {"friend": words.hop_friend, "enemy": words.hop_enemy}.get(jump.over, words.hop_any)
    text = words.hop_far if jump.far else words.hop_near
    fates = {"home": words.hop_home, "hand": words.hop_hand, "captor": words.hop_captor}
    takes = fates.get(jump.fate, words.hop_takes) if jump.takes else ""
    if isinstance(compass, Hexagons | Roads):
        where = towards(compass, jump.directions, words.said)
    else:
        where = ways(jump.directions, words.said)
    return text.format(over=over, ways=where, takes=takes)


def _step(step: Sequence[tuple[str, str]]) -> Iterator[str]:
    """What was decided in one step; of several who decide at once, each with the name."""
    for player, text in step:
        yield text if len(step) == 1 else f"{player.capitalize()} {text}"


def _ends(case: Case, words: Words) -> Iterator[str]:
    told_ = told(case)
    if told_.result in ("draw", "open"):
        yield words.drawn if told_.result == "draw" else words.goes_on
    elif told_.result:
        winners = told_.result.replace(",", " ").split()
        several = "and" in winners
        yield (words.win if several else words.wins).format(players=_capital(told_.result))
    if told_.next:
        yield _pending(case, words).format(players=listed(map(_capital, told_.next), words.said("and")))


def _pending(case: Case, words: Words) -> str:
    """What those who decide next do: begin a turn; within a turn, choose a cell or an action, or answer with a word."""
    match = case.match
    if match is None or len(match.positions) < 2 or not isinstance(match.rules, Turns):
        return words.next
    if not match.rules.inside(*match.positions[-2:]):
        return words.next
    last = {player for player, _ in match.played[-1]}
    lattice, several = case.position.setting.lattice, len(case.actions) > 1
    spoken = any(read_spoken(text, lattice).path for text in case.all_actions())
    if spoken or last & {*case.actions}:
        return words.choose if several else words.chooses
    return words.answer if several else words.answers


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _claim(label: str, moves: Iterable[str]) -> Runs:
    runs = [run for move in moves for run in (Run(", "), Run(move, notation=True))]
    return Run(f"{label} ", bold=True), *runs[1:]
