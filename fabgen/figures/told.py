"""A worked example, or a piece → what a book says of it in words, from one catalogue for each language.

What is told is true: of a disputed example the claims that hold under the ruling, never those that its source makes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fabgen.artwork.book import Run, Runs
from fabgen.base import words as listed
from fabgen.figures.trace import areas_of, played
from fabgen.rules.compass import Compass, Hexagons, Roads
from fabgen.rules.diagram import Jump
from fabgen.rules.notation import Spoken, read_spoken
from fabgen.rules.phrases import ways
from fabgen.rules.waywords import towards
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


def claim_lines(case: Case, words: Words) -> tuple[Runs, ...]:
    """The lines under an example's figure: what was played, what may be done then and what not, how it ends, and the
    ruling that puts its source right."""
    told_ = told(case)
    every = words.exactly if case.example.piece else words.exactly_all
    rows = [(words.played, [text for step in played(case) for text in _step(step)])]
    rows += [] if told_.exactly is None else [(every, list(map(str, told_.exactly)) or [words.nothing])]
    rows += [(words.may, list(map(str, told_.legal))), (words.may_not, list(map(str, told_.illegal)))]
    lines = [_claim(label, moves) for label, moves in rows if moves]
    ends = " ".join(_ends(told_, words))
    lines += [(Run(ends, bold=True),)] if ends else []
    lines += [(Run(words.disputed.format(ruling=told_.disputed), italic=True),)] if told_.disputed else []
    return tuple(lines)


def case_words(spec: Spec, case: Case, words: Words) -> str:
    """A figure of an example for who cannot see it: the position, what is played, what holds then."""
    told_ = told(case)
    parts = [words.alt_position.format(position=case.start)]
    if line := played(case):
        parts.append(words.alt_played.format(line="; ".join(", ".join(_step(step)) for step in line)))
        parts.append(words.alt_then.format(position=case.position))
    parts += [words.alt_area.format(area=_capital(area), cells=", ".join(cells))
              for area, cells in areas_of(spec, case).items() if cells]
    claims = ((words.alt_exactly, told_.exactly), (words.alt_legal, told_.legal or None),
              (words.alt_illegal, told_.illegal or None))
    parts += [text.format(moves=", ".join(map(str, moves)) or words.nothing)
              for text, moves in claims if moves is not None]
    return " ".join([*parts, *_ends(told_, words)])


def movement_words(spec: Spec, piece: str, words: Words) -> str:
    """How a piece moves, with its hops, as the rules say it."""
    movement = spec.rules.movements[piece]
    said = [movement.words(words.said)] if movement.kinds else []
    said += [_hop(jump, movement.compass, words) for jump in spec.jumps.get(piece, ())]
    if getattr(spec.options, "capture", "") == "none":
        said.append(words.no_capture)
    return " ".join(said)


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


def _ends(told_: Told, words: Words) -> Iterator[str]:
    if told_.result in ("draw", "open"):
        yield words.drawn if told_.result == "draw" else words.goes_on
    elif told_.result:
        winners = told_.result.replace(",", " ").split()
        several = "and" in winners
        yield (words.win if several else words.wins).format(players=_capital(told_.result))
    if told_.next:
        yield words.next.format(players=listed([_capital(name) for name in told_.next], words.said("and")))


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _claim(label: str, moves: Iterable[str]) -> Runs:
    runs = [run for move in moves for run in (Run(", "), Run(move, notation=True))]
    return Run(f"{label} ", bold=True), *runs[1:]
