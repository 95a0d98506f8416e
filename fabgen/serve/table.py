"""A position, the line that was played from it and a decision → the next position, what may be done there and why not,
as the rules core says it."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fabgen.core.problems import FabgenError, Problem, problem_error
from fabgen.rules.boards import Cell, TextError
from fabgen.rules.match import Match, NotPlayable, begin
from fabgen.rules.notation import split_mover, split_victim
from fabgen.rules.position import HIDDEN, Piece, Position
from fabgen.serve.guard import LARGEST_BODY
from fabgen.serve.studio import Studio
from fabgen.spec.load import Spec

if TYPE_CHECKING:
    from fabgen.artwork.drawing import Drawing

SIDE = 20.0  # mm: the cells of the picture of a table
MARGIN = 4.0  # mm around it
EVERYTHING = "*"  # the viewer who sees what the rules hide
MOST_STEPS, LONGEST_TEXT = 2000, LARGEST_BODY  # characters: a position may hold all earlier boards of a match


def play(studio: Studio, wish: Mapping[str, Any]) -> dict[str, Any]:
    """The table after a line. `wish` holds `position` (text; empty: the start), `line` (steps so far), and perhaps a
    `viewer` (who sees the table: a player, EVERYTHING, or else the player to move), a
    `player` with a `text` to be decided, and `orders` (the decisions of others who decide at once). What cannot be
    played comes back as `refusal`. Raises FabgenError for a position that cannot be read."""
    spec = studio.spec
    if spec.play is None:
        return _show_moves(studio, _read_position(spec, _text(wish, "position")))
    match, refusal = _replay(_begin(spec, _text(wish, "position")), _lines(wish))
    orders = {player: text for player, text in _orders(wish).items() if player in match.actors()}
    player, text, viewer = _text(wish, "player"), _text(wish, "text"), _text(wish, "viewer")
    if text and player in match.actors() and not refusal:
        action = match.understand(player, text)
        if action is None:
            refusal = match.why_not(player, text) or "this is no action here"
        else:
            orders[player] = action
            if len(orders) == len(match.actors()):
                match, orders = match.play(orders), {}
    elif text and not refusal:
        refusal = f"{player or 'nobody'} does not decide now"
    return _show_match(studio, match.roll(str(secrets.randbits(64))), orders, refusal, viewer)


def _text(wish: Mapping[str, Any], key: str) -> str:
    value = wish.get(key) or ""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise problem_error(f"`{key}` is no text of at most {LONGEST_TEXT} characters")
    return value


def _lines(wish: Mapping[str, Any]) -> list[str]:
    lines = wish.get("line") or []
    if not isinstance(lines, list) or len(lines) > MOST_STEPS or not all(isinstance(line, str) for line in lines):
        raise problem_error(f"`line` is no list of at most {MOST_STEPS} steps")
    return lines


def _orders(wish: Mapping[str, Any]) -> dict[str, str]:
    orders = wish.get("orders") or {}
    if not isinstance(orders, dict) or not all(isinstance(text, str) for text in orders.values()):
        raise problem_error("`orders` does not give a text for each player")
    return orders


def _read_position(spec: Spec, text: str) -> Position:
    """The position of a text; the start for an empty one. Raises FabgenError with every mistake in it."""

    from fabgen.spec.examples import with_unmoved_pieces

    if not text.strip():
        return with_unmoved_pieces(spec.start, spec.rules)
    try:
        return Position.parse(text, spec.setting)
    except TextError as error:
        raise FabgenError(Problem(spec.source.key_location("setup"), mistake.what, mistake.hint)
                          for mistake in error.mistakes) from None


def _begin(spec: Spec, text: str) -> Match:
    assert spec.play
    if not text.strip():
        return begin(spec.play, None, spec.repetition)
    try:
        return begin(spec.play, spec.play.read(_read_position(spec, text)), spec.repetition)
    except ValueError as error:
        raise problem_error(f"no match begins at this position: {error}") from None


def _replay(match: Match, lines: Sequence[str]) -> tuple[Match, str]:
    """The match after those steps that the rules still allow, and why the next one is not: the spec may have
    changed."""
    for number, line in enumerate(lines, 1):
        try:
            match = match.then(line)
        except NotPlayable as error:
            return match, f"step {number} is no longer legal: {error}"
    return match, ""


def _show_match(studio: Studio, match: Match, orders: Mapping[str, str], refusal: str, viewer: str = ""
                ) -> dict[str, Any]:
    """What the page shows of a match, as data for JSON: the board as the viewer sees it, the line so far, who decides
    and what they may do. `orders`: the decisions of those who have decided at the same time; `refusal`: why the last
    decision was not played."""
    actors, outcome = match.actors(), match.outcome()
    waiting = [player for player in actors if player not in orders]
    eyes = _eyes(match, waiting, viewer)
    position = match.rules.show(match.position) if eyes is None else match.view(eyes)
    choosing = [player for player in waiting[:1] if eyes in (None, player)]
    actions = [{"player": player, "text": text, "cells": choice_cells(studio.spec, text)}
               for player in choosing for text in match.texts(player)]
    return {**_show_position(studio, position), "line": match.record().splitlines(),
            "seen_line": match.record(eyes).splitlines(), "revealed": [*match.reveals()],
            "viewers": _viewers(studio) if match.is_secret() else {}, "viewer": viewer, "player": waiting[0]
            if waiting else "", "waiting": waiting, "orders": dict(orders), "actions": actions, "refusal": refusal,
            "outcome": str(outcome) if outcome else "", "is_playable": True}


def _eyes(match: Match, waiting: Sequence[str], viewer: str) -> str | None:
    """The player who sees the table, by the wish for a viewer; None where everything is seen: in a game without
    secrets, after its end, or by wish."""
    if not match.is_secret() or viewer == EVERYTHING or (not waiting and not viewer):
        return None
    return viewer if viewer in match.rules.setting.active_players else waiting[0] if waiting else None


def _viewers(studio: Studio) -> dict[str, str]:
    """The viewers of a table that the page offers, with their titles."""
    titles = {player: studio.spec.game.player_title(player) for player in studio.spec.game.active_players}
    return {"": "The player to move", **titles, EVERYTHING: "Everything"}


def _show_moves(studio: Studio, position: Position) -> dict[str, Any]:
    """A game without rules of play: how each piece may move, and nothing more."""
    spec = studio.spec
    actions = [{"player": piece.player, "text": text, "cells": choice_cells(spec, text)}
               for cell, piece in position.pieces.items() for text in map(str, spec.rules.moves(position, cell))]
    return {**_show_position(studio, position), "line": [], "player": "", "waiting": [], "orders": {},
            "actions": actions, "refusal": "", "outcome": "", "is_playable": False,
            "seen_line": [], "revealed": [], "viewers": {}, "viewer": ""}


def _show_position(studio: Studio, position: Position) -> dict[str, Any]:
    """The text of a position, the picture of the board under its pieces as SVG, the pieces, and where the cells are in
    the picture, as shares of its width and height from the upper left corner."""
    spec = studio.spec
    drawing = _draw_table(studio, position)
    x0, y0, x1, y1 = drawing.bounds()
    left, top, width, height = x0 - MARGIN, y1 + MARGIN, x1 - x0 + 2 * MARGIN, y1 - y0 + 2 * MARGIN
    spaces = spec.spaces.scaled(SIDE)

    def place(point: tuple[float, float]) -> list[float]:
        return [round((point[0] - left) / width, 5), round((top - point[1]) / height, 5)]

    cells = {cell: {"middle": place(spaces.middles[cell]), "outline": [place(p) for p in spaces.outlines[cell]]}
             for cell in spec.lattice.cells}
    pieces = [{"cell": cell, "player": piece.player, "kind": piece.kind, **_spot(spec, position, cell, number)}
              for number, cell, piece in _numbered_pieces(position)]
    towers = {cell: len(below) + 1 for cell, below in position.below.items()}
    return {"position": str(position), "ground": _write_ground(studio, drawing), "cells": cells, "pieces": pieces,
            "towers": towers, "icons": _icons(studio),
            "ratio": round(width / height, 5), "side": round(SIDE / width, 5),
            "names": {kind: spec.game.piece_name(kind) for kind in spec.game.pieces} | {HIDDEN: "hidden piece"},
            "players": {player: spec.game.player_title(player) for player in spec.game.players}}


def _numbered_pieces(position: Position) -> Iterator[tuple[int, Cell, Piece]]:
    """Every piece with its cell and its number there, from 0."""
    counts = Counter[Cell]()
    for cell, piece in position.all_pieces():
        yield counts[cell], cell, piece
        counts[cell] += 1


def _spot(spec: Spec, position: Position, cell: Cell, number: int) -> dict[str, list[float]]:
    """Where a piece is in a space of a map that has room for several: from its middle, in cells, y down; and its share
    of the usual size. Nothing for any other piece."""
    from fabgen.figures.positions.piece_icons import places_in_space

    count = 1 + len(position.further_pieces.get(cell, ()))
    if count == 1 or not spec.map_spaces or cell not in spec.cell_limits:
        return {}
    (x, y), share = places_in_space(spec.map_spaces, cell, count)[number]
    return {"spot": [round(x, 4), round(-y, 4), round(share, 4)]}


def _icons(studio: Studio) -> dict[str, list[float]]:
    """The box of each piece's picture about the middle of its cell, in cells, y down, by `player-kind`."""
    from fabgen.figures.positions.piece_icons import draw_piece

    spec, icons = studio.spec, {}
    for player in spec.game.players:
        for kind in (*spec.game.army(player), *((HIDDEN,) if spec.features.hides else ())):
            x0, y0, x1, y1 = draw_piece(spec, Piece(player, kind), SIDE).bounds()
            icons[f"{player}-{kind}"] = [round(v / SIDE, 4) for v in (x0 - 1, -y1 - 1, x1 - x0 + 2, y1 - y0 + 2)]
    return icons


def _draw_table(studio: Studio, position: Position) -> Drawing:
    """The board with what lies on it and beside it, without pieces."""
    from fabgen.figures.positions.claims import FigureClaims
    from fabgen.figures.positions.position import draw_position

    empty = replace(position, pieces={}, further_pieces={}, below={}, unmoved=frozenset())
    return draw_position(studio.spec, empty, FigureClaims(), SIDE, plain=True)


def _write_ground(studio: Studio, drawing: Drawing) -> str:
    from fabgen.artwork.export.layered_svg import LayeredStyle, write_layered
    from fabgen.artwork.themes import load_theme

    style = LayeredStyle(MARGIN)
    return studio.store.get("table", drawing, lambda: write_layered(drawing, load_theme("colour"), style)).decode()


def choice_cells(spec: Spec, text: str) -> list[str]:
    """The cells that an action names, in their order: `c3xe5` names two. Those that it removes pieces from at its end
    are left out: they are chosen from a list."""
    text = split_victim(split_mover(re.sub(r"(?<=.)(?:x\([^()]*\))+$", "", text))[1])[0]
    pattern, names = _cell_patterns(tuple(spec.lattice.cells))
    cells, at = list[str](), 0
    while match := pattern.search(text, at):
        cells.append(match[1])
        at = match.end()
        # Between two spaces of a map, an x is no part of either name.
        while text[at : at + 1] == "x" and (target := names.match(text, at + 1)):
            cells.append(target[1])
            at = target.end()
    return cells


@lru_cache(maxsize=8)
def _cell_patterns(cells: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Finds the name of a cell between other signs, and on both sides of an x after a number; and the name alone."""
    names = "|".join(map(re.escape, sorted(cells, key=len, reverse=True)))
    name = rf"({names})(?=$|[\W_]|x)"
    return re.compile(rf"(?:(?<![^\W_])|(?<=[0-9]x)){name}"), re.compile(name)
