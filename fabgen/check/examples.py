"""Worked examples → a Problem for each claim that the rules do not support. A claim that the source itself disputes is
a notice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fabgen.core.english import join_words
from fabgen.core.problems import Problem, close_words, nearest_hint
from fabgen.rules.notation import ActionText
from fabgen.rules.position import Piece, Position, board_text, split_sections
from fabgen.rules.protocol import CHANCE, RulesWithChance, RulesWithWords
from fabgen.spec.examples import RESULT_WORDS, Case, result_of, why_not
from fabgen.spec.load import Spec, with_readings


def check_examples(spec: Spec) -> Iterator[Problem]:
    """Problems of the worked examples: every claim must agree with the rules. A Problem names the rule that forbids an
    action.

    Examples are skipped if the players or the grid could not be read, because the rules would be those of another game.
    """
    if any(p.level == "error" and p.where.key.startswith(("players", "board.grid")) for p in spec.problems):
        return
    for case in spec.cases:
        yield from _check_stock(spec, case)
        if not spec.unsound_pieces & {piece.kind for piece in case.position.pieces.values()}:
            yield from _check_disputed(spec, case) if case.example.disputed else _check_claims(spec, case)


def _check_stock(spec: Spec, case: Case) -> Iterator[Problem]:
    """The position of an example must not hold more pieces of a player than are made, on the board and beside it,
    unless the rules let a player gain some."""
    if case.example.position is None:
        return
    piece_counts = Counter(piece for _, piece in case.start.all_pieces())
    for (player, _), hand in case.start.held.items():
        piece_counts.update({Piece(player, kind): count for kind, count in hand.items()})
    for piece, count in piece_counts.items():
        number_made = spec.game.count_of(piece.player, piece.kind)
        if count > number_made and not spec.features.may_gain(piece.kind):
            where = spec.source.key_location("examples", case.number, "position")
            name = spec.game.piece_name(piece.kind, count)
            verb = "is" if number_made == 1 else "are"
            what = f"{piece.player} has {count} {name} here, but {number_made or 'none'} {verb} made"
            yield Problem(where, what, f"take some out, or make more under `pieces`: {piece.kind}: {{each: {count}}}")


def _check_claims(spec: Spec, case: Case) -> Iterator[Problem]:
    """A Problem for each claim of an example that the rules do not support."""
    all_actions = case.all_actions()
    over = f", the game is over: {case.outcome}" if case.outcome else ""
    hint = f"{board_text(case.position)}\nlegal: {_list_expected(case) or 'nothing'}{over}"

    spell = case.position.setting.lattice.write_action

    def false_claim(what: str, *key: str | int) -> Problem:
        return Problem(spec.source.key_location("examples", case.number, *key), what, hint)

    for i, action in enumerate(case.legal):
        if action.text not in all_actions:
            yield false_claim(f"{spell(action.text)} is not legal: {why_not(case, action.text)}", "legal", i)
    for i, action in enumerate(case.illegal):
        if action.text in all_actions:
            yield false_claim(f"{spell(action.text)} is legal", "illegal", i)
        elif mistake := _explain_nonsense(spec, action):
            yield Problem(spec.source.key_location("examples", case.number, "illegal", i), *mistake)
    if case.exactly is not None and {a.text for a in case.exactly} != set(case.expected_actions()):
        yield false_claim("; ".join(_differences(case, case.exactly)), "exactly")
    if case.example.result is not None and (mistake := _unknown_player(spec, case.example.result)):
        yield Problem(spec.source.key_location("examples", case.number, "result"), *mistake)
    elif case.example.result is not None and case.example.result != (result := result_of(case)):
        yield false_claim(f"the result is `{result}`, not `{case.example.result}`", "result")
    if case.then is not None:
        yield from (false_claim(what, "then") for what in _wrong_sections(spec, case, case.then))
    chance = CHANCE if isinstance(spec.play, RulesWithChance) else ()
    if case.example.next is not None and (mistake := _unknown_player(spec, case.example.next, chance)):
        yield Problem(spec.source.key_location("examples", case.number, "next"), *mistake)
    elif case.example.next is not None and set(_split_names(case.example.next)) != set(case.actions):
        verb = "decide" if len(case.actions) > 1 else "decides"
        yield false_claim(f"{join_words(case.actions) or 'nobody'} {verb} next, not {case.example.next}", "next")


def _list_expected(case: Case) -> str:
    """The actions that `exactly` must list; where several players decide at the same time, player by player."""
    expected, spell = case.expected_actions(), case.position.setting.lattice.write_action
    if len(case.actions) < 2:
        return join_words(map(spell, expected))
    texts_by_player = {player: [text for text in texts if text in expected] for player, texts in case.actions.items()}
    return "; ".join(f"{player}: {join_words(map(spell, texts))}" for player, texts in texts_by_player.items() if texts)


def _wrong_sections(spec: Spec, case: Case, claimed: Position) -> Iterator[str]:
    """What is wrong with the sections that an example says the position has after its line. Others may hold anything:
    of a player who is not named, nothing is claimed."""
    written, actual = split_sections(str(claimed)), split_sections(str(case.position))
    for name in dict.fromkeys((*split_sections(case.example.then or ""), *written)):
        if written.get(name, "") != actual.get(name, ""):
            yield f"then it is `{name}: {actual.get(name, '') or 'nothing'}`, not `{name}: {written.get(name, '')}`"


def _explain_nonsense(spec: Spec, action: ActionText) -> tuple[str, str] | None:
    """What is wrong with a text that is illegal only because it is an action nowhere, and a hint: a claim of that kind
    proves nothing. None for a text that could be an action."""
    kind, is_placement, _ = action.text.partition("@")
    if is_placement:
        kind, kinds = kind.strip(), [*spec.game.pieces]
        return None if kind in kinds else (f"there is no piece `{kind}`", nearest_hint(kind, kinds))
    if len(action.path) > 1 or action.removed or not isinstance(spec.play, RulesWithWords):
        return None
    words = spec.play.word_actions()
    if action.text in words:
        return None
    forms = "`c3-c4` moves, `c3xc4` captures, `pawn@c4` places a pawn"
    listed = f"{forms}, and the words are {join_words([f'`{word}`' for word in words])}" if len(words) < 9 else forms
    hint = f"did you mean {join_words(close, 'or')}?" if (close := close_words(action.text, words)) else listed
    return f"`{action}` is not an action of this game in any position", hint


def _unknown_player(spec: Spec, result: str, other_names: tuple[str, ...] = ()) -> tuple[str, str] | None:
    """What is wrong with a result, or with the players who are next, and a hint, if a word names no player and none of
    the others who may decide. None if every word does."""
    valid_names = (*spec.game.active_players, *other_names, *RESULT_WORDS)
    if result in valid_names:
        return None
    unknown = next((name for name in _split_names(result) if name not in (*spec.game.players, *other_names)), None)
    return None if unknown is None else (f"there is no player `{unknown}`", nearest_hint(unknown, valid_names))


def _split_names(text: str) -> list[str]:
    """The names in `white and black` or `white, black`."""
    return [name.strip() for name in text.replace(" and ", ",").split(",")]


def _differences(case: Case, claimed: Sequence[ActionText]) -> Iterator[str]:
    """The legal actions that `exactly` leaves out, and why each action that it adds is not legal."""
    legal, lattice = case.expected_actions(), case.position.setting.lattice
    spell = lattice.write_action
    if missing := [text for text in legal if text not in {a.text for a in claimed}]:
        yield f"{join_words(map(spell, missing))} {'is' if len(missing) == 1 else 'are'} legal too"
    for action in dict.fromkeys(claimed):
        if action.text not in legal:
            piece = case.example.piece
            of_piece = f"it is not a move of the piece on {lattice.title(piece)}" if piece else ""
            why = of_piece or "nobody who decides may do it"
            yield f"{spell(action.text)} is not legal: {why_not(case, action.text) or why}"


def _check_disputed(spec: Spec, case: Case) -> Iterator[Problem]:
    """A notice for a claim of the source that its own rules contradict: the readings under which it holds."""
    name = case.example.disputed or ""
    ruling = spec.game.rulings[name]
    where = spec.source.key_location("examples", case.number, "disputed")
    false_claims = list(_check_claims(spec, case))
    if not false_claims:
        yield Problem(
            where,
            f"nothing in this example is disputed: all of it holds under {name} ({ruling.reading})",
            "take `disputed` out",
            "warning",
        )
        return
    readings = [reading for reading in ruling.others if not _is_false_under(spec, case, name, reading)]
    false_text = "; ".join(problem.what for problem in false_claims)
    if not readings:
        other_readings = (
            f"nor under {join_words(ruling.others, 'or')}" if ruling.others else "and it has no other reading"
        )
        hint = "`disputed` names the ruling that decides the claim: correct the claim, or name another ruling\n"
        yield Problem(
            where,
            f"{false_text}; this does not depend on {name}: it does not hold under {ruling.reading}, {other_readings}",
            hint + false_claims[0].hint,
        )
        return
    yield Problem(
        where,
        f"disputed ({name}, here {ruling.reading}): {false_text}; "
        f"it holds under the reading {join_words(readings, 'or')}",
        false_claims[0].hint,
        "notice",
    )


def _is_false_under(spec: Spec, case: Case, name: str, reading: str) -> bool:
    """Whether a claim of a case is false under another reading of a ruling."""
    other_spec = with_readings(spec, {name: reading})
    same_case = next((candidate for candidate in other_spec.cases if candidate.number == case.number), None)
    return same_case is None or any(_check_claims(other_spec, same_case))
