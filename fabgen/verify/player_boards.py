"""The player boards on print-and-play sheets → every Problem of them: each has the names of the board, of its player
and of its places, the numbers and the text, and as many slots as its places have, large enough for what they hold.

How many boards there are is proven with the ids of all things (`printed_things`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fabgen.core.problems import Problem
from fabgen.spec.components import BoardPlace
from fabgen.spec.game import Game, capitalize_first
from fabgen.verify.files import AGAIN
from fabgen.verify.paper_cuts import MARK_END, SIZE
from fabgen.verify.printed_things import PrintedSet, lies_within, player_board_ids
from fabgen.verify.readers.page_pdf import PrintedPage, PrintedThing

TO_SPARE = 1.0  # mm that a slot is larger than what lies in it, at least
LEAST_BASE = 0.6  # of a cell: the base of a piece, where the spec does not say it
LIST_NAMES = 3  # names in a message


def check_player_boards(printed: PrintedSet) -> Iterator[Problem]:
    """Every Problem of the player boards of a set."""
    ids = player_board_ids(printed.spec)
    if printed.poster or not ids:
        return
    for place, side in enumerate(printed.sides, 1):
        for thing in side.things:
            if thing.id in ids:
                board, player = ids[thing.id]
                faults = [*_word_faults(printed.spec.game, board, player, thing),
                          *_slot_faults(printed.spec.game, board, side, thing), *_size_faults(printed, board, thing)]
                yield from (Problem(printed.on(place), fault, AGAIN) for fault in faults)


def _word_faults(game: Game, name: str, player: str, thing: PrintedThing) -> Iterator[str]:
    """Words that are missing on a board, or that should not be there."""
    board = game.player_boards[name]
    texts = [game.player_board_name(name), game.player_title(player), board.text or ""]
    texts += [settings.name or place for place, settings in board.places.items()]
    texts += [label for settings in board.places.values() for label in settings.labels]
    wanted = _count_words(texts)
    read = _count_words(thing.words)
    for words, what in ((wanted - read, "lacks"), (read - wanted, "should not have")):
        if words:
            listed = ", ".join(f"“{word}”" for word in [*words][:LIST_NAMES])
            yield f"{thing.id} {what} {listed}"


def _count_words(texts: list[str] | tuple[str, ...]) -> Counter[str]:
    """The words of some texts in small letters."""
    return Counter(word.casefold() for text in texts for word in capitalize_first(text).split())


def _slot_faults(game: Game, name: str, side: PrintedPage, thing: PrintedThing) -> Iterator[str]:
    """Slots that are missing on a board, and places for which it has too few that are large enough."""
    slots = [sorted((box[2] - box[0], box[3] - box[1])) for box in side.bent if lies_within(box, thing.box)]
    places = game.player_boards[name].places
    total = sum(len(place.labels) for place in places.values())
    if len(slots) != total:
        yield f"{thing.id} has {len(slots)} slots, not {total}"
    for place, settings in places.items():
        shorter, longer = sorted(_least_slot(game, settings))
        count = sum(width > shorter - SIZE and height > longer - SIZE for width, height in slots)
        if count < len(settings.labels):
            yield (f"{thing.id} has {count} slots that are large enough for its place {place}, "
                   f"not {len(settings.labels)}")


def _least_slot(game: Game, place: BoardPlace) -> tuple[float, float]:
    """Width and height in mm that a slot has at least."""
    if place.size:
        return place.size
    sizes = list[tuple[float, float]]()
    for name in place.holds:
        if name in game.pieces:
            side = LEAST_BASE * game.board.cell
            sizes.append(game.pieces[name].body.base or (side, side))
        elif name in game.tokens:
            sizes.append((game.tokens[name].size, game.tokens[name].size))
        elif name in game.decks:
            sizes.append(game.decks[name].size)
        else:
            sizes.append((game.dice[name].size, game.dice[name].size))
    return max(width for width, _ in sizes) + TO_SPARE, max(height for _, height in sizes) + TO_SPARE


def _size_faults(printed: PrintedSet, name: str, thing: PrintedThing) -> Iterator[str]:
    """A board that is not as large as the spec says."""
    declared = printed.spec.game.player_boards[name].size
    if declared is None:
        return
    x0, y0, x1, y1 = thing.box
    wanted, sizes = sorted(declared), sorted((x1 - x0 - 2 * MARK_END, y1 - y0 - 2 * MARK_END))
    if any(abs(size - side) > SIZE for size, side in zip(sizes, wanted, strict=True)):
        yield f"{thing.id} is {sizes[0]:.1f} x {sizes[1]:.1f} mm, not {wanted[0]:g} x {wanted[1]:g} mm"


__all__ = ["check_player_boards"]
