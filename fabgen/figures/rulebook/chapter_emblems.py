"""The body of a rulebook → the picture beside the heading of each of its chapters, by what its figures show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fabgen.figures.components.component_list import Emblem, Emblems
from fabgen.spec.game import Game
from fabgen.typeset.blocks import Block, BookFigure, Heading, plain_text, walk_blocks

# Figures of moves in a chapter about moving: so many, and such a share of those in the chapter that has the most.
LEAST_MOVES, MOVES_SHARE = 3, 1 / 3
TOKENS_SHARE = 1 / 3  # of the figures of a chapter about tokens: those with tokens on the board
MOVES, TOKENS = ("arrows", "frames"), "tokens"  # groups of drawings


def choose_emblems(game: Game, body: Sequence[Block], emblems: Emblems) -> tuple[Emblem, ...]:
    """The picture for the end of the book, and then that of each chapter: the move where the figures show moves, tokens
    where they show tokens or the heading names them, and else pieces, of other kinds and players each time."""
    if not emblems.rows:
        return ()
    chapters = [*_split_chapters(body)]
    moves = [sum(map(_shows_move, figures)) for _, figures in chapters]
    fewest_moves = max(LEAST_MOVES, MOVES_SHARE * max(moves, default=0))
    chosen, row_count, token_count = [emblems.rows[0]], 0, 0
    for (title, figures), move_count in zip(chapters, moves, strict=True):
        is_named = any(name.casefold() in title.casefold() for name in map(game.token_name, game.tokens))
        with_tokens = sum(_shows_group(figure, (TOKENS,)) for figure in figures)
        if emblems.tokens and (is_named or (with_tokens and with_tokens >= TOKENS_SHARE * len(figures))):
            chosen.append(emblems.tokens[token_count % len(emblems.tokens)])
            token_count += 1
        elif emblems.move and move_count >= fewest_moves:
            chosen.append(emblems.move)
        else:
            chosen.append(emblems.rows[row_count % len(emblems.rows)])
            row_count += 1
    return tuple(chosen)


def _split_chapters(body: Sequence[Block]) -> Iterator[tuple[str, list[BookFigure]]]:
    """The title and the figures of each chapter."""
    starts = [number for number, block in enumerate(body) if isinstance(block, Heading) and block.level == 1]
    for start, end in zip(starts, [*starts[1:], len(body)], strict=True):
        heading = body[start]
        assert isinstance(heading, Heading)
        figures = [block for block in walk_blocks(body[start:end]) if isinstance(block, BookFigure)]
        yield plain_text(heading.text), figures


def _shows_move(figure: BookFigure) -> bool:
    return figure.anchor.startswith("figure/moves-") or _shows_group(figure, MOVES)


def _shows_group(figure: BookFigure, groups: tuple[str, ...]) -> bool:
    return any(item.group.partition("/")[0] in groups for item in figure.drawing.items)
