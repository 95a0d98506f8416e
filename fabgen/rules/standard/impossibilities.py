"""What can never happen in a game, for `check`: goals out of reach, pieces that never move, options without effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fabgen.rules.movement import LameLeap, Slide
from fabgen.rules.protocol import NEVER_IN_PLAY, Doubt
from fabgen.rules.standard.compiled_game import CompiledGame, GameSource
from fabgen.rules.standard.goal_checks import GoalChecks
from fabgen.rules.standard.names import Names
from fabgen.rules.standard.options import Reach, StandardOptions
from fabgen.rules.standard.reachability import Reachability, reachability_of
from fabgen.rules.standard.state import NEVER


def impossibilities(source: GameSource, game: CompiledGame) -> Iterator[Doubt]:
    """All that can never happen in a game; nothing about a game without pieces, which is not finished."""
    reachability = reachability_of(source, game)
    if not sum(reachability.piece_counts):
        return
    names = Names(source.start.setting, source.zones)
    yield from GoalChecks(source.options, names, game, reachability).goals()
    idle = IdleOptionChecks(source.options, names, game, reachability)
    yield from (*idle.holes(), *idle.idle_pieces(), *idle.hands(), *idle.promotion(), *idle.mills())
    yield from idle.hops_and_captures()
    yield from (*idle.castling(), *idle.captures_in_passing())


@dataclass
class IdleOptionChecks:
    """One game's pieces and options, held against where its pieces may ever come."""

    options: StandardOptions
    names: Names
    game: CompiledGame
    reachability: Reachability

    def castling(self) -> Iterator[Doubt]:
        """Ways to castle for which no two pieces start right."""
        keys = {code: key for code, (key, _) in self.names.values_by_code(self.options.castling, "castling").items()}
        starts: set[tuple[str, int]] = set()
        standings = self.reachability.start_standings
        for code, cell in standings:
            for line in self.game.castling.lines[code][cell] if self.game.castling else ():
                if any((line.partner, partner) in standings for partner in line.cells[line.steps - 1 :]):
                    starts.add((keys[code], line.number))
        for key, castles in self.options.castling.items():
            for number, castle in enumerate(castles):
                if (key, number) not in starts:
                    what = f"this castling can never happen: no {castle.partner} starts on such a line, far enough away"
                    hint = "another start, other directions under `to`, or fewer `steps`"
                    yield Doubt(("rules", "castling", key, number), what, hint, "warning")

    def captures_in_passing(self) -> Iterator[Doubt]:
        """Pieces that never cross a cell, and so are never captured there."""
        movements = self.reachability.movements
        kinds = {piece.kind: movements[code].ways for code, piece in self.names.pieces_by_code.items()}
        for captor, captured in self.options.en_passant.items():
            for number, kind in enumerate(captured):
                if not any(isinstance(way, Slide | LameLeap) and way.quiet for way in kinds[kind]):
                    what = f"a {kind} never crosses a cell, so it is never captured in passing"
                    hint = "a slide such as `fimR2`, or a leap that can be blocked, such as `fimnD`"
                    yield Doubt(("rules", "en_passant", captor, number), what, hint, "warning")

    def holes(self) -> Iterator[Doubt]:
        """Pieces that start where the board has no cell."""
        for code, cell in self.reachability.start_standings:
            if self.game.ground.opens and self.game.ground.opens[cell] == NEVER:
                piece, where = self.names.pieces_by_code[code], self.names.cells([cell])
                what, hint = f"a {piece} starts on {where}, which is never open", "another cell, or other terrain"
                yield Doubt(("setup", piece.player, piece.kind), what, hint, "error")

    def idle_pieces(self) -> Iterator[Doubt]:
        """Kinds of pieces that can do nothing, or never come into play."""
        able = set[int]()
        for code, cell in self.reachability.standings:
            if code not in able and self.reachability.next_standings(code, cell):
                able.add(code)
        able |= {code for code in self.reachability.codes if self.game.drops[code]}
        for kind in self.names.setting.kinds:
            codes = [code for piece, code in self.names.codes.items() if piece.kind == kind]
            stuck = [code for code in codes if code in self.reachability.codes - able]
            moves = self.reachability.movements[codes[0]]
            if not self.reachability.codes & {*codes} and not self.reachability.held_codes & {*codes}:
                hint = ("give it a place in `setup` or `hand`, or promote to it; if it is meant to lie beside the "
                        "board, write `beside_board: true`")
                what = f"the {kind} never comes into play"
                yield Doubt(("pieces", kind), what, hint, "warning", NEVER_IN_PLAY)
            for label in self._piece_labels(stuck, codes) if moves.ways else ():
                what = f"the {label} can never move on this board"
                yield Doubt(("pieces", kind, "moves"), what, "a longer board, other moves or another place", "warning")

    def _piece_labels(self, chosen: list[int], codes: list[int]) -> list[str]:
        """The name of a kind of piece where all its codes on the board are chosen, else a label for each code."""
        if chosen and chosen == [code for code in codes if code in self.reachability.codes]:
            return [self.names.pieces_by_code[codes[0]].kind]
        return [str(self.names.pieces_by_code[code]) for code in chosen]

    def hands(self) -> Iterator[Doubt]:
        """Pieces in hand that may never be placed, and places for pieces that are never in a hand."""
        opening_codes = {self.game.drawn_from[form] for form, _ in self.reachability.opening_standings}
        for code, number in self.reachability.hands.items():
            if number and not any(self.reachability.drop_places(code)) and code not in opening_codes:
                piece = self.names.pieces_by_code[code]
                what = f"{piece.player} has a {piece.kind} in hand and may never place it"
                hint = ("name it under `drops`; if it is meant to lie beside the board, leave it out of `hand` and "
                        f"write `beside_board: true` under `pieces.{piece.kind}`")
                yield Doubt(("hand", piece.player, piece.kind), what, hint, "warning")
        chosen = self.names.values_by_code(self.options.drops)
        for name in self.options.drops:
            held = {self.game.drawn_from[code] for code, (key, _) in chosen.items() if key == name}
            if not held & self.reachability.held_codes:
                hint = "pieces come into a hand by `hand:` of the spec, or by `captured`"
                yield Doubt(("rules", "drops", name), f"nobody ever has a {name} in hand to place", hint, "warning")

    def promotion(self) -> Iterator[Doubt]:
        """Pieces that never come to where they would be promoted."""
        for kind in self.options.promotion:
            promotions = {
                code: promotion
                for piece, code in self.names.codes.items()
                if piece.kind == kind and (promotion := self.game.promotes[code])
            }
            is_promoted = any(
                new in promotions[code].into
                for code, cell in self.reachability.standings
                if code in promotions
                for new, _ in self.reachability.next_standings(code, cell)
            )
            if not is_promoted:
                what = f"no {kind} ever comes to where it would be promoted"
                yield Doubt(("rules", "promotion", kind), what, "another zone, or other moves", "warning")

    def mills(self) -> Iterator[Doubt]:
        """Lines for which no player has pieces enough."""
        number, most = self.options.mill.line, max(self.reachability.piece_counts)
        if self.options.capture == "mill" and most < number and not self.reachability.changes_sides:
            what = f"a line takes {number} pieces, and no player has more than {most}"
            yield Doubt(("rules", "mill", "line"), what, "a shorter line, or more pieces", "error")

    def hops_and_captures(self) -> Iterator[Doubt]:
        """Options for hops in a game without hops, and for captures in one without captures."""
        if self.options.chain is not None and not any(self.options.hops.values()):
            yield Doubt(("rules", "chain"), "no piece hops, so there is nothing to chain", "add `hops`", "warning")
        if self.options.compulsory and not self.reachability.fates:
            what = "no piece ever captures, so there is no capture to be compulsory"
            yield Doubt(("rules", "compulsory"), what, "add a capture, or leave `compulsory` out", "warning")
        if self.options.in_turn == "move and capture" and not self.reachability.fates:
            what = "no piece ever captures, so no turn has a move and a capture"
            yield Doubt(("rules", "in_turn"), what, "add a capture, or leave `in_turn` out", "warning")
        if any(self.game.hops[code] for code in self.reachability.codes):
            return
        both = (("win", self.options.win), ("lose", self.options.lose))
        for word, i, goal in ((word, i, goal) for word, goals in both for i, goal in enumerate(goals)):
            if isinstance(goal, Reach) and goal.by == "moves":
                what = "no piece hops, so every piece comes to the zone by a move"
                yield Doubt(("rules", word, i, "by"), what, "leave `by` out", "warning")
