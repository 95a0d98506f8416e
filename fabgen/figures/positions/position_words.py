"""A position → sentences that a player understands, for readers who cannot see its figure.

The text form of positions (`green: pawn c3; phase: move`) is for specs. In a book, every section of it becomes a
sentence of the catalogue, so that the language of the game decides the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue
from fabgen.rules.boards import Cell
from fabgen.rules.position import HIDDEN, Position
from fabgen.spec.game import Game
from fabgen.spec.load import Spec

# The keys of sentences about pieces beside the board, by section; a section of another rule set has a general sentence.
_HELD_KEYS = {"hand": "position_hand", "supply": "position_supply", "resting": "position_resting"}


def describe_position(spec: Spec, position: Position, words: Catalogue, *, is_over: bool = False) -> str:
    """A position in sentences, without the mark that ends the last one. If the game `is_over`, nothing is said of the
    turn."""
    sentences = [*_board_sentences(spec, position, words), *_section_sentences(spec, position, words)]
    if not is_over:
        sentences += _turn_sentences(spec, position, words)
    return " ".join(sentences).removesuffix(".")


def name_section(spec: Spec, player: str, section: str, words: Catalogue) -> str:
    """Whose things beside the board they are, and where. A section of a rule set that the words do not know keeps its
    own name."""
    key = f"section_{section}"
    section_words = words.text(key) if key in words else section
    return words.text("section_of_player", player=spec.game.player_title(player), section=section_words)


def head_section(spec: Spec, player: str, section: str, words: Catalogue) -> str:
    """The heading of a row of things that a player holds: `Red holds:`, `Green supply:`."""
    if f"held_{section}" in words:
        return words.text(f"held_{section}", player=spec.game.player_title(player))
    return words.text("held_things", section=name_section(spec, player, section, words))


def _board_sentences(spec: Spec, position: Position, words: Catalogue) -> Iterator[str]:
    """The pieces and the tokens on the board."""
    if not position.pieces and not any(position.tokens.values()):
        yield words.text("position_empty")
    for player in spec.game.players:
        cells_by_kind: dict[str, list[Cell]] = {}
        for cell, piece in position.top_pieces():
            if piece.player == player:
                cells_by_kind.setdefault(piece.kind, []).append(spec.lattice.title(cell))
        groups = [
            words.count(
                "position_group",
                len(cells_by_kind[kind]),
                piece=_piece_name(spec, kind, len(cells_by_kind[kind]), words),
                cells=_join_items(cells_by_kind[kind], words),
            )
            for kind in (*spec.game.pieces, HIDDEN)
            if kind in cells_by_kind
        ]
        if groups:
            text = words.text("clause_separator").join(groups)
            yield words.text("position_pieces", player=spec.game.player_title(player), groups=text)
    for cell in sorted(position.below, key=position.setting.lattice.order.__getitem__):
        pieces = _tower_words(spec, position, cell, words)
        yield words.text("position_tower", cell=spec.lattice.title(cell), pieces=pieces)
    for token, counts in position.tokens.items():
        titles = {spec.lattice.title(cell): number for cell, number in counts.items()}
        cells = [title if number == 1 else f"{title} ({number})" for title, number in titles.items()]
        number_of_tokens = sum(counts.values())
        if cells:
            name = spec.game.token_name(token)
            yield words.count("position_lying", number_of_tokens, token=name, cells=_join_items(cells, words))


def _tower_words(spec: Spec, position: Position, cell: Cell, words: Catalogue) -> str:
    """The pieces below the top of a tower, from the top down."""
    runs = [(piece, len([*run])) for piece, run in groupby(reversed(position.below[cell]))]
    return ", ".join(
        words.text("tower_pieces", count=number, piece=_piece_name(spec, piece.kind, number, words),
                   player=spec.game.player_title(piece.player))
        for piece, number in runs
    )


def _section_sentences(spec: Spec, position: Position, words: Catalogue) -> Iterator[str]:
    """What players have beside the board."""
    for (player, section), counts in position.held.items():
        pieces = [
            words.text("alt_count", count=number, component=_piece_name(spec, kind, number, words))
            for kind, number in counts.items()
            if number
        ]
        if section in _HELD_KEYS:
            title = spec.game.player_title(player)
            yield words.text(_HELD_KEYS[section], player=title, pieces=_join_items(pieces, words))
        else:
            heading = name_section(spec, player, section, words)
            yield words.text("position_section", section=heading, content=_join_items(pieces, words))
    for (player, section), number in position.counts.items():
        if section == "tokens":
            yield words.count("position_tokens", number, player=spec.game.player_title(player))
        else:
            heading = name_section(spec, player, section, words)
            yield words.text("position_section", section=heading, content=number)


def _turn_sentences(spec: Spec, position: Position, words: Catalogue) -> Iterator[str]:
    """Whose turn it is, and what the rule set notes about it."""
    if position.unmoved:
        cells = sorted(position.unmoved, key=lambda cell: position.setting.lattice.order[cell])
        yield words.text("position_unmoved", cells=_join_items(map(spec.lattice.title, cells), words))
    if position.turn is not None:
        yield words.text("position_turn", player=spec.game.player_title(position.turn))
    rule_set = _as_key(spec.game.rule_set)
    for name, value in position.notes.items():
        key = f"note_{rule_set}_{_as_key(name)}"
        key_with_value = f"{key}_{_as_key(value)}"
        if key_with_value in words:
            yield words.text(key_with_value)
        elif key in words:
            yield words.text(key, value=_readable_value(spec, value, position, words))
        else:
            readable_value = _readable_value(spec, value, position, words)
            yield words.text("position_note", name=name.capitalize(), value=readable_value)


def _as_key(name: str) -> str:
    """A name as it is written in a key of the catalogue: `chess_battle`."""
    return re.sub(r"\W", "_", name)


def _readable_value(spec: Spec, value: str, position: Position, words: Catalogue) -> str:
    """The value of a note: a list of cells or of players in words, anything else as it is."""
    cells = value.replace(",", " ").split()
    if cells and all(cell in position.setting.lattice for cell in cells):
        return _join_items(map(spec.lattice.title, cells), words)
    names = [name.strip() for name in value.split(",")]
    return _join_items([_capital_names(name, spec.game) for name in names], words)


def _capital_names(text: str, game: Game) -> str:
    """A text with the names of players capitalised, as in `Red to Green`."""
    return " ".join(game.player_title(word) if word in game.players else word for word in text.split())


def _piece_name(spec: Spec, kind: str, number: int, words: Catalogue) -> str:
    if kind == HIDDEN:
        return words.count("hidden_piece", number)
    return spec.game.piece_name(kind, number, english=words.language.startswith("en"))


def _join_items(items: Iterable[object], words: Catalogue) -> str:
    return join_words(items, words.text("and"))


def is_turned_token(spec: Spec, position: Position, name: str) -> bool:
    """Whether a token beside the board is turned by half a turn, as the number of pieces on the board says."""
    upright = spec.game.tokens[name].upright_when
    return upright is not None and (position.count_pieces() % 2 == 0) != (upright == "even")


def describe_beside(spec: Spec, position: Position, names: Sequence[str], words: Catalogue) -> str:
    """The sentence about tokens beside the board, turned as they lie there."""
    count = position.count_pieces()
    things = [words.text("alt_turned" if is_turned_token(spec, position, name) else "alt_upright",
                         token=spec.game.token_name(name), count=count) if spec.game.tokens[name].upright_when
              else spec.game.token_name(name) for name in names]
    return words.text("alt_beside", things=_join_items(things, words))


__all__ = ["describe_beside", "describe_position", "head_section", "is_turned_token", "name_section"]
