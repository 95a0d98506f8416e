"""A worked example, or a kind of piece → its description in words, from one catalogue for each language.

Only claims that hold are printed: for a disputed example those under the ruling, never those of its source.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from fabgen.core.english import join_words as listed
from fabgen.core.languages import Catalogue
from fabgen.figures.diagrams.movement_diagram import main_direction
from fabgen.figures.positions.claims import (
    FigureClaims,
    action_legs,
    closed_cells,
    coloured_areas,
    find_captured_cells,
    find_chain_landings,
    find_jump_chains,
    played_steps,
)
from fabgen.figures.positions.position_words import describe_beside, describe_position
from fabgen.rules.boards import Board
from fabgen.rules.diagram import CastlePattern, HopPattern
from fabgen.rules.directions import SQUARES, Compass
from fabgen.rules.move_words import direction_words, number_word
from fabgen.rules.movement import Walk
from fabgen.rules.notation import ActionText, origin_of, read_action_text
from fabgen.rules.position import Position
from fabgen.rules.protocol import DECK, DICE, DRAWN, ROLLED
from fabgen.spec.examples import Case, result_of
from fabgen.spec.game import capitalize_first
from fabgen.spec.load import Spec
from fabgen.typeset.blocks import TextRun, TextRuns

MARKS_TELL = 6  # moves of one piece that its marks show better than their names
_ACTION_WORD = re.compile(r"\b[a-z]{2,}\b")
_PLACED, _MOVED = re.compile(r"([a-z][\w ]*)@(\w+)"), re.compile(r"(\w+)-(\w+)")  # without a capture or a promotion


@dataclass(frozen=True)
class SettledClaims:
    """The claims of a case that hold. `result`: `open`, `draw` or the winners, None without a claim about it.
    `disputed`: the ruling that corrects the example's source, if there is one."""

    legal: tuple[ActionText, ...]
    illegal: tuple[ActionText, ...]
    exactly: tuple[ActionText, ...] | None
    result: str | None
    next: tuple[str, ...]
    disputed: str | None


def settle_claims(case: Case) -> SettledClaims:
    """The claims of a case, corrected where a ruling disputes them."""
    example = case.example
    next_players = tuple(name.strip() for name in (example.next or "").split(",") if name.strip())
    if example.disputed is None:
        return SettledClaims(case.legal, case.illegal, case.exactly, example.result, next_players, None)
    all_actions = {*case.all_actions()}
    claimed_actions = (*case.legal, *case.illegal)
    lattice = case.position.setting.lattice
    return SettledClaims(
        tuple(action for action in claimed_actions if action.text in all_actions),
        tuple(action for action in claimed_actions if action.text not in all_actions),
        None if case.exactly is None else tuple(read_action_text(text, lattice) for text in case.expected_actions()),
        example.result and result_of(case), tuple(case.actions) if next_players else (), example.disputed)


def figure_claims(case: Case) -> FigureClaims:
    """The claims that the figure of a case shows."""
    claims = settle_claims(case)
    shown = FigureClaims(
        claims.legal, claims.illegal, claims.exactly or (), case.jumps,
        beside=case.example.beside, shows_zones=case.example.show_areas, closed=closed_cells(case),
    )
    match = case.match
    if match is None or played_steps(case) or not find_jump_chains(shown):
        return shown
    return find_chain_landings(
        shown, lambda way: any(match.understand(player, "-".join(way)) is not None for player in case.actions))


def _labelled_claims(case: Case, words: Catalogue) -> Iterator[tuple[str, tuple[ActionText, ...]]]:
    """The claims of a case as labels with actions: all moves, all of one piece, or some; and illegal ones. What a
    player says, such as that a move passes, is no move but an answer: `_answer_sentence` has these."""
    claims = settle_claims(case)
    if claims.exactly is not None and not _are_words(claims.exactly):
        yield words.text("exactly") if case.example.piece else words.text("exactly_all"), claims.exactly
    if claims.legal:
        yield _legal_label(case, claims.legal, words), claims.legal
    if claims.illegal and not _are_words(claims.illegal):
        yield words.text("may_not"), claims.illegal


def _answer_sentence(case: Case, words: Catalogue) -> str:
    """The answers that a player may give and those that they may not, where a case claims some; else empty."""
    claims, lattice = settle_claims(case), case.position.setting.lattice

    def quote_answers(actions: Sequence[ActionText]) -> str:
        names = (_name_actions(str(action), lattice, words) for action in actions)
        return listed([words.text("quoted", text=name) for name in names], words.text("or"))

    possible = quote_answers(claims.exactly or ()) if _are_words(claims.exactly or ()) else ""
    impossible = quote_answers(claims.illegal) if _are_words(claims.illegal) else ""
    if possible and impossible:
        return words.text("answers_all_but", answers=possible, others=impossible)
    if possible:
        return words.text("answers_all", answers=possible)
    return words.text("answers_not", answers=impossible) if impossible else ""


def _are_words(actions: Sequence[ActionText]) -> bool:
    """Whether actions are words that a player says, and at least one."""
    return bool(actions) and not any(action.path for action in actions)


def _legal_label(case: Case, legal: Sequence[ActionText], words: Catalogue) -> str:
    """The label of some legal actions: all there are, all of one piece, or only some."""
    all_texts, legal_texts = case.all_actions(), {action.text for action in legal}
    origins = {action.origin for action in legal}
    if legal_texts == {*all_texts}:
        return words.text("exactly_all")
    piece_texts = {text for text in all_texts if {origin_of(text, case.position.setting.lattice)} == origins}
    return words.text("exactly") if legal_texts == piece_texts else words.text("may")


@dataclass(frozen=True)
class ClaimLine:
    """A line under the figure of an example. `is_drawn`: whether marks and arrows of the figure show all of it.
    `is_remark`: whether it says for whom or under which rules the figure holds, without which it would mislead."""

    text: TextRuns
    is_drawn: bool = False
    is_remark: bool = False


def is_line_printed(spec: Spec, line: ClaimLine) -> bool:
    """Whether a book prints a line under a figure whose caption somebody wrote: remarks always, and what is no mark of
    the figure where the game asks for it. The caption says the rest."""
    return line.is_remark or (spec.game.book.moves_under_figures and not line.is_drawn)


def write_claim_lines(spec: Spec, case: Case, words: Catalogue) -> tuple[ClaimLine, ...]:
    """The lines under an example's figure: the moves played, the legal and illegal actions after them, the outcome, and
    the ruling that corrects its source."""
    claims = settle_claims(case)
    played_texts = [text for step in played_steps(case) for text in describe_step(spec, step, words)]
    lattice = case.position.setting.lattice
    lines = list[ClaimLine]()
    if case.viewer:
        seen_by = words.text("alt_seen_by", player=spec.game.player_title(case.viewer))
        lines.append(ClaimLine((TextRun(seen_by, italic=True),), is_remark=True))
    if roll := case.start.notes.get(ROLLED):  # before anything was played
        played_texts.insert(0, words.text("rolls", number=roll))
    if card := case.start.notes.get(DRAWN):
        played_texts.insert(0, _name_card(spec, card, words))
    if played_texts:
        said = _say_steps(spec, case, words) if len(played_texts) == len(played_steps(case)) else None
        runs = _claim_line(words.text("played"), said or played_texts, is_notation=not said)
        lines.append(ClaimLine(runs, _is_line_drawn(case)))
    marked_moves = _marked_moves(claims)
    for label, actions in _labelled_claims(case, words):
        moves = [*map(str, actions)]
        is_drawn = _are_actions_drawn(actions) and not (label == words.text("may") and played_steps(case))
        if moves and moves == marked_moves:
            count = words.text("marked_moves", number=len(moves))
            text: TextRuns = (TextRun(f"{label} ", bold=True), TextRun(count))
        elif not moves:
            text = (TextRun(words.text("no_moves_of_piece" if case.example.piece else "no_moves"), bold=True),)
        else:
            text = _claim_line(label, [_name_actions(text, lattice, words) for text in moves])
        lines.append(ClaimLine(text, is_drawn))
    if answers := _answer_sentence(case, words):
        lines.append(ClaimLine((TextRun(answers),)))
    is_next_plain = _is_next_plain(case) or _are_words(claims.exactly or ())  # the answers say who decides
    for sentence, is_next in _outcome_sentences(spec, case, words):
        lines.append(ClaimLine((TextRun(sentence, bold=True),), is_next and is_next_plain))
    lines += [ClaimLine((TextRun(text, italic=True),), is_remark=True) for text in reading_lines(case, words)]
    if claims.disputed:
        disputed = TextRun(words.text("disputed", ruling=claims.disputed), italic=True)
        lines.append(ClaimLine((disputed,), is_remark=True))
    return tuple(lines)


def _are_actions_drawn(actions: Sequence[ActionText]) -> bool:
    """Whether the marks of a figure show all that some actions say: each goes from cell to cell, or places the same
    kind of piece as the others, and no two of them look alike."""
    shown = {action.path for action in actions}
    placed = {action.text.partition("@")[0] for action in actions if not action.origin}
    return bool(actions) and len(shown) == len(actions) and len(placed) <= 1 and all(map(_is_action_drawn, actions))


def _is_action_drawn(action: ActionText) -> bool:
    """Whether cells are all that an action names, or a piece that is placed. A promotion, a part of a tower, and a word
    are drawn nowhere."""
    if not action.path or (len(action.path) > 2 and action.removed):
        return False
    return "@" in action.text if not action.origin else not any(sign in action.text for sign in "=*/+.")


def _is_line_drawn(case: Case) -> bool:
    """Whether arrows and placed pieces show the whole line of a case. A word that leaves the board as it is, such as
    one that lets a move pass, needs no mark."""
    match = case.match
    if match is None or case.start.notes.keys() & {ROLLED, DRAWN}:
        return False
    lattice = case.position.setting.lattice
    shown = [match.rules.show(position) for position in match.positions]
    for before, after, step in zip(shown, shown[1:], match.played, strict=False):
        is_still = (before.pieces, before.tokens) == (after.pieces, after.tokens)
        for player, text in step:
            if player in (DICE, DECK):
                return False
            if not _is_action_drawn(read_action_text(text, lattice)) and not is_still and len(step) == 1:
                return False
    return True


def _is_next_plain(case: Case) -> bool:
    """Whether the next players are those whom a reader expects: after a turn of somebody else, or of all at once."""
    match = case.match
    if match is None or not match.played:
        return False
    last = [player for player, _ in match.played[-1]]
    return not match.turn_goes_on() and (len(last) > 1 or not {*last} & {*case.actions})


def _marked_moves(claims: SettledClaims) -> list[str]:
    """All moves of one piece where they are many, and each has a space of its own that the figure marks; else none."""
    moves = claims.exactly or ()
    ends = {move.path[-1] for move in moves if len(move.path) == 2 and not move.removed and not move.row}
    is_of_one_piece = len({move.origin for move in moves}) == 1
    return [*map(str, moves)] if is_of_one_piece and len(moves) == len(ends) >= MARKS_TELL else []


def describe_case(spec: Spec, case: Case, words: Catalogue) -> str:
    """The figure of an example in words, as its alt text: the position, the moves played, the claims."""
    lattice = spec.lattice
    parts = [words.text("alt_position", position=describe_position(spec, case.seen_start, words))]
    if case.viewer:
        parts.append(words.text("alt_seen_by", player=spec.game.player_title(case.viewer)))
    if line := played_steps(case):
        steps = (", ".join(describe_step(spec, step, words)) for step in line)
        parts.append(words.text("alt_played", line="; ".join(steps)))
        is_over = case.outcome is not None
        reached = describe_position(spec, case.seen_position, words, is_over=is_over)
        parts.append(words.text("alt_then", position=reached))
    if case.example.beside:
        parts.append(describe_beside(spec, case.seen_position, case.example.beside, words))
    parts += [words.text("alt_area", area=capitalize_first(area), cells=", ".join(map(lattice.title, cells)))
              for area, cells in coloured_areas(case).items() if cells]
    if closed := closed_cells(case):
        parts.append(words.text("alt_closed", cells=", ".join(map(lattice.title, closed))))
    for label, actions in _labelled_claims(case, words):
        texts = ", ".join(_name_actions(str(action), lattice, words) for action in actions)
        parts.append(words.text("alt_claim", label=label, moves=texts or words.text("nothing")))
    if answers := _answer_sentence(case, words):
        parts.append(answers)
    return " ".join([*reading_lines(case, words), *parts, *(text for text, _ in _outcome_sentences(spec, case, words))])


def reading_lines(case: Case, words: Catalogue) -> list[str]:
    """What a reader must know of an example that holds under other readings of rulings than those of the game. It names
    the readings alone: a book shows no code of a ruling whose question it does not answer."""
    if not case.readings:
        return []
    readings = listed([*case.readings.values()], words.text("and"))
    return [words.text("other_readings", readings=readings)]


def describe_movement(spec: Spec, piece: str, words: Catalogue, *, as_written: bool = False) -> str:
    """The movement of a piece with its jumps, in the words of the rules. "Ahead" is the direction in which its diagram
    points; with `as_written`, its player's forward."""
    movement, direction = spec.movement(piece), main_direction(spec.diagram(piece)) or "up"
    if movement.compass.has_square_cells and not as_written:
        movement = replace(movement, ways=tuple(_turn_ahead(way, direction) for way in movement.ways))
    sentences = [movement.words(words)] if movement.ways else []
    for jump in spec.jumps.get(piece, ()):
        seen_jump = _turn_ahead(jump, direction) if movement.compass.has_square_cells and not as_written else jump
        sentences.append(_jump_words(seen_jump, movement.compass, words))
    for castle in spec.castles(piece):
        seen_castle = _turn_ahead(castle, direction) if movement.compass.has_square_cells and not as_written else castle
        sentences.append(_castle_words(spec, seen_castle, movement.compass, words))
        if piece in spec.features.royal:
            sentences.append(words.text("castles_unattacked"))
    if captured := spec.features.in_passing.get(piece):
        names = listed([spec.game.piece_name(kind) for kind in captured], words.text("or"))
        sentences.append(words.text("captures_in_passing", pieces=names))
    if piece in spec.features.royal:
        sentences.append(words.text("royal_piece"))
    written_ways = spec.rules.movements[piece].ways
    about_piece = (remark for remark in spec.features.remarks if remark.is_about(piece, spec.game.players))
    remarks = [remark for remark in about_piece if written_ways or not remark.of_movers]
    can_capture = any(isinstance(way, Walk) and way.capture for way in written_ways)
    if piece in spec.features.unarmed:
        sentences.append(words.text("takes_no_part_in_captures"))
    elif spec.features.encloses:
        turns_over = spec.features.turns_over
        sentences.append(words.text("turns_by_enclosing") if turns_over else words.text("captures_by_enclosing"))
    elif can_capture and not (spec.features.captures or any(remark.captures for remark in remarks)):
        sentences.append(words.text("no_capture"))
    for remark in remarks:
        zone = {"zone": spec.game.zone_name(remark.zone)} if remark.zone else {}
        other = {"piece": spec.game.piece_name(remark.piece)} if remark.piece else {}
        key = remark.peaceful_key if remark.peaceful_key and not can_capture else remark.key
        sentences.append(words.text(key, number=remark.number, **zone, **other))
    return " ".join(sentences)


_D = TypeVar("_D")  # a way of moving, or a jump


def _turn_ahead(directed: _D, direction: str) -> _D:
    """A way of moving or a jump with its directions as seen by a player for whom this direction is ahead."""
    directions = tuple(SQUARES.to_mover(d, direction) for d in directed.directions)  # type: ignore[attr-defined]
    changes: dict[str, Any] = {"directions": directions}
    return replace(directed, **changes)  # type: ignore[type-var]


def movement_alt_text(spec: Spec, piece: str, description: str, words: Catalogue) -> str:
    """A movement diagram's alt text around its description, with the direction of forward if the piece has one."""
    direction, name = main_direction(spec.diagram(piece)), spec.game.piece_name(piece)
    if direction is None:
        return words.text("alt_moves_round", piece=name, words=description)
    return words.text("alt_moves", piece=name, words=description, way=words.text(f"direction_{direction}"))


def _jump_words(jump: HopPattern, compass: Compass, words: Catalogue) -> str:
    """A jump in words."""
    over = words.text({"friend": "hop_friend", "enemy": "hop_enemy"}.get(jump.over, "hop_any"))
    take_keys = {"home": "hop_home", "hand": "hop_hand", "captor": "hop_captor", "prisoner": "hop_prisoner"}
    takes = words.text(take_keys.get(jump.fate, "hop_takes")) if jump.takes else ""
    directions = direction_words(compass, jump.directions, words)
    return words.text("hop_far" if jump.far else "hop_near", over=over, ways=directions, takes=takes)


def _castle_words(spec: Spec, castle: CastlePattern, compass: Compass, words: Catalogue) -> str:
    """Castling in words."""
    directions = direction_words(compass, castle.directions, words)
    partner = spec.game.piece_name(castle.partner)
    number = number_word(castle.steps, words)
    return words.count("castles", castle.steps, number=number, ways=directions, partner=partner)


def describe_step(spec: Spec, step: Sequence[tuple[str, str]], words: Catalogue) -> Iterator[str]:
    """The actions of one step; with the players' names if several decide at once."""
    for player, text in step:
        if player == DICE:
            action = words.text("rolls", number=text)
        elif player == DECK:
            action = _name_card(spec, text, words)
        else:
            action = _name_actions(text, spec.lattice, words)
        yield action if len(step) == 1 else f"{spec.game.player_title(player)} {action}"


def name_step(spec: Spec, before: Position, step: Sequence[tuple[str, str]], words: Catalogue, *,
              names_captured: bool) -> str:
    """One step as the title of a picture that shows it, such as `Knight a4 to b4, rook captured` or `Orange: deny`: in
    words, with the piece that moves in the position `before` and, with `names_captured`, those that it captures, or the
    player who says a word. Where all pieces are of one kind, a short sentence about the player: `White jumps to d4`. In
    notation where it says more, or several players act at once."""
    if len(step) == 1:
        (player, text), lattice = step[0], spec.lattice
        if said := _say_action(spec, player, text, words, is_only_move=False):
            action = read_action_text(text, lattice)
            mover = before.pieces.get(action.origin) if action.origin else None
            if mover and len(spec.game.pieces) == 1 and mover.kind in spec.game.pieces:
                return _say_act(spec, before, mover.player, action, words, names_captured=names_captured)
            if mover and mover.kind in spec.game.pieces:
                said = f"{capitalize_first(spec.game.piece_name(mover.kind))} {said}"
            elif not lattice.name.search(text):
                said = words.text("player_note", player=spec.game.player_title(player), text=said)
            if names_captured and (captured := _name_captured_pieces(spec, before, action, words)):
                term = spec.game.terms.captured or words.text("term_captured")
                said = words.text("said_captured", move=said, pieces=captured, captured=term)
            return said
    return "; ".join(describe_step(spec, step, words))


def _say_act(spec: Spec, before: Position, player: str, action: ActionText, words: Catalogue, *, names_captured: bool
             ) -> str:
    """A move as a short sentence about its player: where it captures, or where it ends."""
    name, title, joint = spec.game.player_title(player), spec.lattice.title, words.text("and")
    captured = find_captured_cells(spec.lattice, before, action) if not spec.features.turns_over else ()
    if captured and names_captured and not spec.game.terms.captured:
        return words.text("said_captures", player=name, cells=listed(map(title, captured), joint))
    is_jump = any(cell in before.pieces for leg in action_legs((replace(action, row=()),))
                  for cell in spec.lattice.between(leg.start, leg.end))
    return words.text("said_jumps" if is_jump else "said_moves", player=name, cell=title(action.path[-1]))


def _name_captured_pieces(spec: Spec, before: Position, action: ActionText, words: Catalogue) -> str:
    """The pieces that an action captures, such as `pawn` or `2 pawns and rook`; empty for none, for hidden ones, and
    where pieces are turned over instead."""
    cells = find_captured_cells(spec.lattice, before, action) if action.path and not spec.features.turns_over else ()
    counts = Counter(before.pieces[cell].kind for cell in cells if cell in before.pieces)
    is_english = words.language.startswith("en")
    names = [f"{count} {spec.game.piece_name(kind, count, english=is_english)}" if count > 1
             else spec.game.piece_name(kind) for kind, count in counts.items() if kind in spec.game.pieces]
    return listed(names, words.text("and")) if names else ""


def _say_steps(spec: Spec, case: Case, words: Catalogue) -> list[str] | None:
    """The steps of a line in words, such as `Pawn on b1` and `b1 to c2`; None where one of them says more than that."""
    said = []
    for step in played_steps(case):
        (player, text), *others = step
        sentence = None if others else _say_action(spec, player, text, words)
        if sentence is None:
            return None
        said.append(sentence)
    return said


def _say_action(spec: Spec, player: str, text: str, words: Catalogue, *, is_only_move: bool = True) -> str | None:
    """An action in words; None where it says more than where a piece goes: a promotion, a part of a tower. With
    `is_only_move` a capture says more too, and so does a move of several legs."""
    placed, title = _PLACED.fullmatch(text), spec.lattice.title
    if player in (DICE, DECK):
        return None
    if placed and placed[1] in spec.game.pieces:
        piece = capitalize_first(spec.game.piece_name(placed[1]))
        return words.text("said_placed", piece=piece, cell=title(placed[2]))
    if f"action_{text}" in words:
        return words.text(f"action_{text}")
    action = read_action_text(text, spec.lattice)
    if not action.origin or not _is_action_drawn(action) or action.row or (is_only_move and not _MOVED.fullmatch(text)):
        return None
    way = title(action.path[0])
    for cell in action.path[1:]:
        way = words.text("said_moved", start=way, end=title(cell))
    return way


def _name_card(spec: Spec, card: str, words: Catalogue) -> str:
    """That a card was drawn: with its number, or with the name of its piece."""
    return words.text("draws", card=spec.game.piece_name(card) if card in spec.game.pieces else card)


def _name_actions(text: str, lattice: Board, words: Catalogue) -> str:
    """An action with its words, such as `pass`, in the language of the book; notation stays as it is, with the names
    of spaces as people read them."""

    def name_word(match: re.Match[str]) -> str:
        return words.text(f"action_{match[0]}") if f"action_{match[0]}" in words else match[0]

    return _ACTION_WORD.sub(name_word, text) if lattice.write_action(text) == text else lattice.write_action(text)


def _outcome_sentences(spec: Spec, case: Case, words: Catalogue) -> Iterator[tuple[str, bool]]:
    """The result of an example in words, and who decides next; with each sentence whether it says the latter."""
    claims = settle_claims(case)
    if claims.result in ("draw", "open"):
        yield words.text("drawn") if claims.result == "draw" else words.text("goes_on"), False
    elif claims.result:
        winners = re.split(", | and ", claims.result)
        yield words.count("wins", len(winners), players=_name_players(spec, claims.result, words)), False
    if claims.next == (DICE,):
        yield words.text("rolls_next"), True
    elif claims.next == (DECK,):
        yield words.text("draws_next"), True
    elif claims.next:
        names = [_name_players(spec, name, words) for name in claims.next]
        yield _next_words(case, listed(names, words.text("and")), words), True


def _next_words(case: Case, players: str, words: Catalogue) -> str:
    """What the next players do: begin a turn or, within one, choose a cell or an action, or answer with a word."""
    match = case.match
    if match is None or not match.turn_goes_on():
        return words.text("next", players=players)
    last = {player for player, _ in match.played[-1]}
    lattice = case.position.setting.lattice
    is_choice = any(read_action_text(text, lattice).path for text in case.all_actions())
    key = "chooses" if is_choice or last & {*case.actions} else "answers"
    return words.count(key, len(case.actions), players=players)


def _name_players(spec: Spec, text: str, words: Catalogue) -> str:
    """Players as a claim has them, by the names that people read: one, or several as in `red and blue`."""
    players = re.split("(, | and )", text)
    if not any(spec.game.players[name].name for name in players if name in spec.game.players):
        return capitalize_first(text)
    joints = {" and ": f" {words.text('and')} "}
    named = (spec.game.player_name(part) if part in spec.game.players else joints.get(part, part) for part in players)
    return capitalize_first("".join(named))


def _claim_line(label: str, moves: Iterable[str], *, is_notation: bool = True) -> TextRuns:
    """A label in bold with the moves behind it."""
    runs = [run for move in moves for run in (TextRun(", "), TextRun(move, notation=is_notation))]
    return TextRun(f"{label} ", bold=True), *runs[1:]
