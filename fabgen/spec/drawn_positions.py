"""Positions as written under `positions` → positions to draw, and every Problem of them.

Such a position claims nothing, so nothing of it is proven. What is drawn into it freely is kept apart from the marks of
worked examples, and figures draw it in another form and colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from fabgen.core.english import join_words
from fabgen.core.problems import Location, Problem
from fabgen.core.yaml_models import YamlSource
from fabgen.rules.boards import Cell, TextError, parse_cells
from fabgen.rules.position import Position
from fabgen.rules.protocol import Rules
from fabgen.rules.views import hides, view
from fabgen.spec.game import DrawnPosition, Game

FAR_SIDE = ("down", "down-left", "down-right")  # the forwards of players who see the board from its far side
NEAR_SIDE = ("up", "up-left", "up-right")
ARROW_HINT = "write the cells that it joins, like b1-c3"


@dataclass(frozen=True)
class PositionView:
    """A position to draw. `seen`: the same as the viewer sees it. `viewer`: the player from whose side it is seen, if
    that is said; `is_flipped`: whether that is the far side; `shown_cells`: those of a close-up, empty for the
    whole board; `acting`: the cells of the pieces that it explains. The rest is free drawing: arrows from cell to cell,
    framed and shaded cells, and words on cells."""

    title: str
    position: Position
    viewer: str = ""
    is_flipped: bool = False
    shown_cells: tuple[Cell, ...] = ()
    arrows: tuple[tuple[Cell, Cell], ...] = ()
    framed: tuple[Cell, ...] = ()
    shaded: tuple[Cell, ...] = ()
    labels: tuple[tuple[Cell, str], ...] = ()
    seen: Position | None = None  # None where it is no other than `position`
    acting: tuple[Cell, ...] = ()

    @property
    def seen_position(self) -> Position:
        """The position as the viewer sees it."""
        return self.seen or self.position


def compile_positions(
    game: Game, source: YamlSource, start: Position, problems: list[Problem], play: Rules[Any] | None = None
) -> dict[str, PositionView]:
    """Every position that can be read, by its id. Problems of the others are added to `problems`. `play`: the rules of
    play, which say what a player sees."""
    views = dict[str, PositionView]()
    for number, written in enumerate(game.positions):
        reader = _ViewReader(game, source, number, start, [], play)
        if written.id in views:
            where = source.key_location("positions", number, "id")
            what = f"the id `{written.id}` is there twice"
            reader.problems.append(Problem(where, what, "give one of them another id"))
        view = reader.read(written)
        problems += reader.problems
        if view and not reader.problems:
            views[written.id] = view
    return views


@dataclass(frozen=True)
class _ViewReader:
    """Reads one position; its mistakes are added to `problems`."""

    game: Game
    source: YamlSource
    number: int
    start: Position
    problems: list[Problem]
    play: Rules[Any] | None = None

    def read(self, written: DrawnPosition) -> PositionView | None:
        """The position to draw; None where its pieces cannot be read."""
        position = self.start if written.position is None else self._read_pieces(written.position)
        cells = {key: self._read_cells(key, getattr(written, key)) for key in ("close_up", "frames", "shade", "piece")}
        arrows = tuple(self._read_arrows(written.arrows))
        labels = tuple(self._read_labels(written.labels))
        is_flipped = self._is_flipped(written.view)
        if cells["close_up"] and not self.game.board.grid:
            self._report("close_up", "only a board of squares can be shown from near", "take `close_up` away")
        if position is None:
            return None
        if written.piece is not None and len(cells["piece"]) != 1 and not self.problems:
            self._report("piece", "`piece` names one cell, that of the piece that is explained", "piece: c5")
        for cell in cells["piece"]:
            if cell not in position.pieces:
                self._report("piece", f"no piece stands on {position.setting.lattice.title(cell)}",
                             "name the cell of a piece of the position")
        return PositionView(written.title, position, written.view or "", is_flipped, cells["close_up"], arrows,
                            cells["frames"], cells["shade"], labels, self._as_seen(position, written.view),
                            cells["piece"])

    def _as_seen(self, position: Position, viewer: str | None) -> Position | None:
        """What the viewer sees of the position; None where that is all of it, or nobody is named."""
        if viewer not in self.game.players or self.play is None or not hides(self.play):
            return None
        try:
            return replace(view(self.play, self.play.read(position), viewer), turn=position.turn)
        except ValueError as error:
            self._report("position", str(error))
            return None

    def _report(self, key: str, what: str, hint: str = "") -> None:
        self.problems.append(Problem(self._locate(key), what, hint))

    def _locate(self, *keys: str | int, line: int = 0, column: int = 0) -> Location:
        return self.source.value_location("positions", self.number, *keys, line=line, column=column)

    def _report_text(self, error: TextError, *keys: str | int) -> None:
        """Reports the mistakes of a text, each wrong name once."""
        first = {mistake.what: mistake for mistake in reversed(error.mistakes)}
        self.problems.extend(Problem(self._locate(*keys, line=m.line, column=m.column), m.what, m.hint)
                             for m in error.mistakes if first[m.what] is m)

    def _read_pieces(self, text: str) -> Position | None:
        try:
            return Position.parse(text, self.start.setting)
        except TextError as error:
            self._report_text(error, "position")
            return None

    def _read_cells(self, key: str, text: str | None) -> tuple[Cell, ...]:
        try:
            return parse_cells(text, self.start.setting.lattice) if text else ()
        except TextError as error:
            self._report_text(error, key)
            return ()

    def _read_arrows(self, texts: tuple[str, ...]) -> Iterator[tuple[Cell, Cell]]:
        """The legs of all arrows."""
        lattice = self.start.setting.lattice
        for place, text in enumerate(texts):
            cells = lattice.split_names(text)
            unknown = [cell for cell in cells if cell not in lattice]
            if len(cells) < 2 or "" in cells:
                self.problems.append(Problem(self._locate("arrows", place), f"`{text}` is no arrow", ARROW_HINT))
            elif unknown:
                where = self._locate("arrows", place, column=text.find(unknown[0]))
                self.problems.append(Problem(where, *lattice.explain_unknown_cell(unknown[0])))
            elif any(a == b for a, b in pairwise(cells)):
                what = f"the arrow `{text}` ends where it begins"
                self.problems.append(Problem(self._locate("arrows", place), what, ARROW_HINT))
            else:
                yield from pairwise(cells)

    def _read_labels(self, labels: Mapping[str, str]) -> Iterator[tuple[Cell, str]]:
        lattice = self.start.setting.lattice
        for name, words in labels.items():
            cell = lattice.read_names(name).strip()
            if cell in lattice:
                yield cell, words
            else:
                self.problems.append(Problem(self._locate("labels", name), *lattice.explain_unknown_cell(name)))

    def _is_flipped(self, player: str | None) -> bool:
        """Whether a player sees the board from its far side."""
        if player is None:
            return False
        if mistake := self.game.explain_wrong_viewer(player):
            self._report("view", *mistake)
            return False
        players = {name: self.game.players[name] for name in self.game.active_players}
        forward = players[player].forward
        if forward not in (*FAR_SIDE, *NEAR_SIDE):
            seats = [name for name, player_spec in players.items() if player_spec.forward in (*FAR_SIDE, *NEAR_SIDE)]
            hint = f"write {join_words(seats, 'or')}" if seats else "take `view` away"
            self._report("view", f"{player} sits at a side, and figures are seen from the near or the far side", hint)
        return forward in FAR_SIDE


__all__ = ["PositionView", "compile_positions"]
