"""Worked examples → a Problem for each claim that is not what the rules say; what a source disputes is a notice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fabgen.base import Problem, nearest, words
from fabgen.rules.notation import Spoken
from fabgen.rules.position import board_text
from fabgen.spec.cases import Case, result_of, why_not
from fabgen.spec.load import Spec, read_otherwise


def check_examples(spec: Spec) -> Iterator[Problem]:
    """Every claim of a worked example must be what the rules say; the rule that forbids is named.

    Where players or grid could not be read, none is judged: the rules would be those of another game."""
    if any(p.level == "error" and p.where.key.startswith(("players", "board.grid")) for p in spec.problems):
        return
    for case in spec.cases:
        if not spec.unsound & {man.piece for man in case.position.men.values()}:
            yield from _disputed(spec, case) if case.example.disputed else _check_claims(spec, case)


def _check_claims(spec: Spec, case: Case) -> Iterator[Problem]:
    every = case.all_actions()
    shown = f"{board_text(case.position)}\nlegal: {words(case.asked()) or 'nothing'}"

    def wrong(what: str, *key: str | int) -> Problem:
        return Problem(spec.source.where("examples", case.number, *key), what, shown)

    for i, action in enumerate(case.legal):
        if action.text not in every:
            yield wrong(f"{action} is not legal: {why_not(case, action.text)}", "legal", i)
    for i, action in enumerate(case.illegal):
        if action.text in every:
            yield wrong(f"{action} is legal", "illegal", i)
    if case.exactly is not None and {a.text for a in case.exactly} != set(case.asked()):
        yield wrong("; ".join(_differences(case, case.exactly)), "exactly")
    if case.example.result is not None and (unknown := _unknown(spec, case.example.result)):
        yield Problem(spec.source.where("examples", case.number, "result"), *unknown)
    elif case.example.result is not None and case.example.result != (result := result_of(case)):
        yield wrong(f"the result is `{result}`, not `{case.example.result}`", "result")
    if case.example.next is not None and (stranger := _unknown(spec, case.example.next)):
        yield Problem(spec.source.where("examples", case.number, "next"), *stranger)
    elif case.example.next is not None and set(_listed(case.example.next)) != set(case.actions):
        yield wrong(f"{words(case.actions) or 'nobody'} decides next, not {case.example.next}", "next")


def _unknown(spec: Spec, result: str) -> tuple[str, str] | None:
    """A word in a result, or of who is next, that is no player's, and what may be meant; None where there is none."""
    known = (*spec.game.players, "draw", "open")
    if result in known:
        return None
    wrong = next((name for name in _listed(result) if name not in spec.game.players), None)
    return None if wrong is None else (f"there is no player `{wrong}`", nearest(wrong, known))


def _listed(text: str) -> list[str]:
    return [name.strip() for name in text.replace(" and ", ",").split(",")]


def _differences(case: Case, claimed: Sequence[Spoken]) -> Iterator[str]:
    """What `exactly` leaves out, and why each move that it adds is not there."""
    asked = case.asked()
    if missing := [text for text in asked if text not in {a.text for a in claimed}]:
        yield f"{words(missing)} {'is' if len(missing) == 1 else 'are'} legal too"
    for action in dict.fromkeys(claimed):
        if action.text not in asked:
            piece = case.example.piece
            why = f"it is not a move of the piece on {piece}" if piece else "nobody who decides may do it"
            yield f"{action} is not legal: {why_not(case, action.text) or why}"


def _disputed(spec: Spec, case: Case) -> Iterator[Problem]:
    """A claim of the source that its own rules contradict: a notice with what holds under which reading."""
    name = case.example.disputed or ""
    ruling = spec.game.rulings[name]
    where = spec.source.where("examples", case.number, "disputed")
    false = list(_check_claims(spec, case))
    if not false:
        yield Problem(
            where,
            f"nothing in this example is disputed: all of it holds under {name} ({ruling.reading})",
            "take `disputed` out",
            "warning",
        )
        return
    holds = [reading for reading in ruling.others if not _false_under(spec, case, name, reading)]
    other = (
        f"; it holds under the reading {words(holds, 'or')}" if holds else "; it holds under no reading that is listed"
    )
    yield Problem(
        where,
        f"disputed ({name}, here {ruling.reading}): {'; '.join(p.what for p in false)}{other}",
        false[0].hint,
        "notice",
    )


def _false_under(spec: Spec, case: Case, name: str, reading: str) -> bool:
    """Whether a case's claims are false under another reading of a ruling."""
    other = read_otherwise(spec, {name: reading})
    again = next((c for c in other.cases if c.number == case.number), None)
    return again is None or any(_check_claims(other, again))
