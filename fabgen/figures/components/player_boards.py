"""The player boards of a spec → a board for each player with named places, to cut and to print. All mm.

From the top: the name of the board, the player's name and sign; the places, each with its name over slots of the size
of what it holds, as high and as far left as there is room; the text. The boards of all players have the same places,
large enough for the pieces of each.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import Leaf, PaperBatch, PrintProduct
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, circle, line, rectangle
from fabgen.artwork.text import text_width
from fabgen.core.languages import Catalogue
from fabgen.core.problems import Problem, problem_error
from fabgen.figures.components.paper_pieces import draw_player_sign
from fabgen.figures.pieces.bases import make_base
from fabgen.figures.positions.piece_icons import player_tone
from fabgen.spec.components import BOARD_SIDES, BoardPlace, PlayerBoard
from fabgen.spec.game import Game, capitalize_first
from fabgen.spec.load import Spec

FRAME, CORNER = 6.0, 4.0  # from what is drawn to the edge; the radius of its corners
CLEARANCE = 2.0  # of a slot: how much larger it is than what lies in it
SLOT_CORNER = 1.5  # the radius of the corners of a slot
HEAD, TITLE_CAP, PLAYER_CAP = 9.0, 3.6, 2.8  # the height of the head; capitals of the name of a board, of a player
HEAD_INSET = 2.0  # from the ends of a tinted head to its words
FOOT = 4.0  # half the width of a player's sign
BETWEEN = 4.0  # the least distance of the title and the player's name
NAME_CAP, NAME_GAP = 2.4, 1.6  # capitals of the name of a place; from it to the slots
NUMBER_SHARE, NUMBER_WIDTH = 0.3, 0.7  # of a slot: capitals of its number, the width that it may take
LEAST_NUMBER_CAP = 1.65  # capitals of a number: type of 7 points
APART, ROWS_APART, SLOTS_APART = 6.0, 5.0, 2.0  # between places side by side, between their rows, between slots
TEXT_CAP, TEXT_PITCH = 2.4, 4.8  # capitals of the text; from line to line
USUAL_WIDTH = 150.0  # of a board without a size: the least
PAPER = 240.0, 155.0  # of a board without a size: its sides at most, if it can, for A4 and US Letter
STEP = 5.0  # by which a board is widened
TENT = 0.8  # of a cell: the strip of a piece of paper, which may be wider than its base
TILES = 8.0  # how much larger a blank cube is with a tile of 4 mm at most on each face


Box = tuple[float, float, float, float]  # left, top, right, bottom in mm from the upper left corner, y down


@dataclass(frozen=True)
class BoardSlot:
    """The slots of a place: round or not, and how wide and deep in mm."""

    is_round: bool
    width: float
    depth: float

    def outline(self, x: float, top: float) -> Path:
        """The outline of one, its upper left corner at a spot."""
        if self.is_round:
            return circle((x + self.width / 2, top - self.width / 2), self.width / 2)
        return rectangle(x, top - self.depth, self.width, self.depth, min(SLOT_CORNER, self.width / 4, self.depth / 4))


@dataclass(frozen=True)
class PlacedPlace:
    """A place on a board: its key, its slots in columns, and its upper left corner in mm from that of the board, y
    down."""

    place: str
    slot: BoardSlot
    columns: int
    x: float
    y: float


@dataclass(frozen=True)
class BoardLayout:
    """The places and the lines of text of a board of some width, with the least height in mm that it takes."""

    places: tuple[PlacedPlace, ...]
    rows: tuple[float, ...]  # y where places begin, from the top
    lines: tuple[str, ...]
    height: float


def find_slot(game: Game, place: BoardPlace) -> BoardSlot:
    """The slots of a place: as large as the largest thing that it holds, and a little larger."""
    if place.size:
        return BoardSlot(False, *place.size)
    forms = [form for name in place.holds for form in _find_forms(game, name)]
    width, depth = (max(sizes) + CLEARANCE for sizes in zip(*((form.width, form.depth) for form in forms), strict=True))
    if all(form.is_round for form in forms):
        return BoardSlot(True, max(width, depth), max(width, depth))
    return BoardSlot(False, width, depth)


def _find_forms(game: Game, name: str) -> Iterator[BoardSlot]:
    """What things of a kind take, for each player who has it."""
    if name in game.pieces:
        body = game.pieces[name].body
        tent = TENT * game.board.cell if body.shape and not body.crossed else 0.0
        for player in game.owners(name) or tuple(game.players)[:1]:
            base = make_base(game, player, name)
            width, depth = base.size()
            yield BoardSlot(base.shape == "disc" and not tent and not base.travel, max(width, tent), max(depth, tent))
    elif name in game.tokens:
        token = game.tokens[name]
        yield BoardSlot(token.shape == "disc", token.size, token.size)
    elif name in game.decks:
        yield BoardSlot(False, *game.decks[name].size)
    else:
        die = game.dice[name]
        side = die.size + (TILES if die.make == "engrave" else 0.0)
        yield BoardSlot(False, side, side)


def _place_title(board: PlayerBoard, place: str) -> str:
    return capitalize_first(board.places[place].name or place)


def lay_out_board(game: Game, name: str, width: float) -> BoardLayout | None:
    """The places of a board of this width, in rows; None where it is too narrow for a slot, a name or its head."""
    board, room = game.player_boards[name], width - 2 * FRAME
    if not all(_head_fits(game, name, player, width) for player in game.active_players):
        return None
    placed, boxes = list[PlacedPlace](), list[Box]()
    for place, settings in board.places.items():
        slot, count = find_slot(game, settings), len(settings.labels)
        slots_in_line = int((room + SLOTS_APART + 1e-9) // (slot.width + SLOTS_APART))
        title = text_width(_place_title(board, place), NAME_CAP, bold=True)
        if slots_in_line < 1 or title > room or not _numbers_fit(settings, slot):
            return None
        lines = math.ceil(count / slots_in_line)
        columns = slots_in_line if settings.numbers and lines > 1 else math.ceil(count / lines)
        place_width = max(columns * (slot.width + SLOTS_APART) - SLOTS_APART, title)
        height = NAME_CAP + NAME_GAP + lines * (slot.depth + SLOTS_APART) - SLOTS_APART
        x, y = _find_spot(boxes, place_width, height, width - FRAME)
        boxes.append((x, y, x + place_width, y + height))
        placed.append(PlacedPlace(place, slot, columns, x, y))
    lines_of_text = _wrap_text(board.text or "", room)
    if lines_of_text is None:
        return None
    foot = ROWS_APART + TEXT_CAP + (len(lines_of_text) - 1) * TEXT_PITCH if lines_of_text else 0.0
    rows = tuple(sorted({spot.y for spot in placed}))
    return BoardLayout(tuple(placed), rows, lines_of_text, max(box[3] for box in boxes) + foot + FRAME)


def _find_spot(boxes: Sequence[Box], width: float, height: float, right: float) -> tuple[float, float]:
    """The upper left corner for a place of some size: as high as possible, and there as far left, clear of the places
    before it."""
    lefts = sorted({FRAME, *(box[2] + APART for box in boxes)})
    tops = sorted({FRAME + HEAD + ROWS_APART, *(box[3] + ROWS_APART for box in boxes)})
    return next((x, y) for y in tops for x in lefts
                if x + width <= right + 1e-9 and all(_are_apart((x, y, x + width, y + height), box) for box in boxes))


def _are_apart(one: Box, other: Box) -> bool:
    """Whether two places keep their distance: beside each other, or one above the other."""
    return (one[0] >= other[2] + APART - 1e-9 or one[2] + APART <= other[0] + 1e-9
            or one[1] >= other[3] + ROWS_APART - 1e-9 or one[3] + ROWS_APART <= other[1] + 1e-9)


def _numbers_fit(place: BoardPlace, slot: BoardSlot) -> bool:
    """Whether the numbers of a place can be read in its slots."""
    return not place.numbers or _number_cap(place, slot) >= LEAST_NUMBER_CAP


def _number_cap(place: BoardPlace, slot: BoardSlot) -> float:
    widest = max(text_width(label, 1.0, bold=True) for label in place.labels)
    return min(NUMBER_SHARE * slot.depth, NUMBER_WIDTH * slot.width / widest)


def _head_fits(game: Game, name: str, player: str, width: float) -> bool:
    """Whether the name of a board and that of a player, with its sign, fit side by side."""
    title = text_width(capitalize_first(game.player_board_name(name)), TITLE_CAP, bold=True)
    owner = text_width(game.player_title(player), PLAYER_CAP, bold=True)
    return title + BETWEEN + owner + BETWEEN + 2 * FOOT <= width - 2 * (FRAME + HEAD_INSET)


def _wrap_text(text: str, room: float) -> tuple[str, ...] | None:
    """The lines of a text in a room of some width; None where a word is wider."""
    lines = list[str]()
    for paragraph in filter(None, (part.split() for part in text.splitlines())):
        current = ""
        for word in paragraph:
            if text_width(word, TEXT_CAP) > room:
                return None
            longer = f"{current} {word}".strip()
            if text_width(longer, TEXT_CAP) > room:
                lines.append(current)
                longer = word
            current = longer
        lines.append(current)
    return tuple(lines)


def player_board_size(game: Game, name: str) -> tuple[float, float]:
    """Width and height in mm: as the spec says, else as compact as its places and usual paper allow. Raises
    FabgenError where none has room."""
    if declared := game.player_boards[name].size:
        return declared
    fitting = _fitting_sizes(game, name, USUAL_WIDTH, 0.0)
    if not fitting:
        raise problem_error(*_no_room(game, name))
    on_paper = [size for size in fitting if max(size) <= PAPER[0] and min(size) <= PAPER[1]]
    return min(on_paper or fitting, key=lambda size: (size[0] * size[1], size[0]))


def _fitting_sizes(game: Game, name: str, width: float, height: float) -> list[tuple[float, float]]:
    """Sizes of a board that have room for its places, none narrower or lower than this, in steps of width."""
    longest_side, sizes = BOARD_SIDES[1], list[tuple[float, float]]()
    widths = [width + STEP * step for step in range(int((longest_side - width) // STEP) + 1)]
    for across in widths if widths and widths[-1] == longest_side else [*widths, longest_side]:
        layout = lay_out_board(game, name, across)
        if layout and layout.height <= longest_side:
            sizes.append((across, max(height, float(math.ceil(layout.height - 1e-6)))))
    return sizes


def _no_room(game: Game, name: str) -> tuple[str, str]:
    """What is wrong with a board whose places fit no size, and what would do."""
    longest_side = BOARD_SIDES[1]
    largest = f"{longest_side:g} x {longest_side:g} mm"
    return (f"the player board `{name}` has more places than fit {largest}, the largest board",
            "fewer slots, or shorter names and text; or divide it between two boards")


def check_player_boards(spec: Spec) -> Iterator[Problem]:
    """A Problem for each player board that has no room for its places, with a size that has.
    A board for a piece whose body could not be read is not judged."""
    game = spec.game
    for name, board in game.player_boards.items():
        held = {kind for place in board.places.values() for kind in place.holds}
        if any(spec.has_errors_under(f"pieces.{kind}.body") for kind in held & {*game.pieces}):
            continue
        width, height = board.size or (USUAL_WIDTH, BOARD_SIDES[1])
        layout = lay_out_board(game, name, width)
        if layout and layout.height <= height + 1e-6:
            continue
        sizes = _fitting_sizes(game, name, width, height if board.size else 0.0)
        where = spec.source.key_location("player_boards", name, "size") if board.size else (
            spec.source.key_location("player_boards", name))
        if not sizes:
            yield Problem(where, *_no_room(game, name))
        elif board.size:
            across, down = min(sizes, key=lambda size: (size[0] * size[1], size[0]))
            yield Problem(where, f"the player board `{name}` of {width:g} x {height:g} mm has no room for its places",
                          f"`size: {across:g} x {down:g} mm` has room; or leave `size` out")


def draw_player_board(game: Game, name: str, player: str, *, has_ground: bool = True) -> Drawing:
    """The board of a player, its lower left corner at the origin, without its edge; with a ground in the player's
    colour under its head. Raises FabgenError where it has no room."""
    width, height = player_board_size(game, name)
    layout = lay_out_board(game, name, width)
    if not layout or layout.height > height + 1e-6:
        raise problem_error(f"the player board `{name}` of {width:g} x {height:g} mm has no room for its places",
                            "fabgen check says which size has")
    spare = (height - layout.height) / (len(layout.rows) + 1)  # is divided between the rows
    board, drawings = game.player_boards[name], [_draw_head(game, name, player, width, height, has_ground=has_ground)]
    for placed in layout.places:
        down = spare * (layout.rows.index(placed.y) + 0.5)
        drawings.append(_draw_place(board, placed, height - placed.y - down))
    foot = FRAME + spare / 2
    drawings += [draw_text(Role.LABEL, text, (FRAME, foot + TEXT_PITCH * number), TEXT_CAP, anchor="start")
                 for number, text in enumerate(reversed(layout.lines))]
    return combine_drawings(drawings)


def _draw_head(game: Game, name: str, player: str, width: float, height: float, *, has_ground: bool) -> Drawing:
    """The name of a board at the left, that of its player at the right with the player's sign, on a line."""
    foot = height - FRAME - HEAD
    inset = HEAD_INSET if has_ground else 0.0
    right = width - FRAME - inset
    title = capitalize_first(game.player_board_name(name))
    drawings = [
        draw(Role.GRID, line((FRAME, foot), (width - FRAME, foot))),
        draw_text(Role.LABEL, title, (FRAME + inset, foot + (HEAD - TITLE_CAP) / 2), TITLE_CAP, anchor="start",
                  bold=True),
        draw_text(Role.LABEL, game.player_title(player), (right, foot + (HEAD - PLAYER_CAP) / 2), PLAYER_CAP,
                  anchor="end", bold=True),
    ]
    if has_ground:
        tint = draw(Role.SHADE, rectangle(FRAME, foot, width - 2 * FRAME, HEAD), tone=player_tone(game, player))
        drawings.insert(0, tint)
    sign = draw_player_sign(game.sign_number(player), FOOT)
    if sign:
        _, y0, x1, y1 = sign.bounds()
        left = right - text_width(game.player_title(player), PLAYER_CAP, bold=True) - BETWEEN / 2
        drawings.append(sign.moved(left - x1, foot + HEAD / 2 - (y0 + y1) / 2))
    return combine_drawings(drawings)


def _draw_place(board: PlayerBoard, placed: PlacedPlace, top: float) -> Drawing:
    """The name of a place over its slots."""
    slot, settings = placed.slot, board.places[placed.place]
    title = draw_text(Role.LABEL, _place_title(board, placed.place), (placed.x, top - NAME_CAP), NAME_CAP,
                      anchor="start", bold=True)
    outlines, numbers = list[Path](), list[Drawing]()
    for number, label in enumerate(settings.labels):
        x = placed.x + number % placed.columns * (slot.width + SLOTS_APART)
        y = top - NAME_CAP - NAME_GAP - number // placed.columns * (slot.depth + SLOTS_APART)
        outlines.append(slot.outline(x, y))
        if label:
            cap = _number_cap(settings, slot)
            middle = x + slot.width / 2, y - slot.depth / 2 - cap / 2
            numbers.append(draw_text(Role.LABEL, label, middle, cap, bold=True))
    return draw(Role.GRID, *outlines) + title + combine_drawings(numbers)


def draw_small_board(game: Game, name: str, width: float) -> Drawing:
    """The board of the game's first player as lists show it: `width` mm wide, without words; the middle of its foot at
    the origin."""
    drawing = draw_whole_board(game, name, width).without(Role.LABEL)
    return drawing.moved(-width / 2, 0)


def draw_whole_board(game: Game, name: str, width: float) -> Drawing:
    """The board of the game's first player with its edge, as a figure `width` mm wide."""
    across, up = player_board_size(game, name)
    edge = draw(Role.EDGE, rectangle(0, 0, across, up, CORNER))
    return (draw_player_board(game, name, next(iter(game.players))) + edge).scaled(width / across)


def make_player_board_parts(spec: Spec) -> list[Part]:
    """The boards of all players to cut."""
    game, parts = spec.game, list[Part]()
    for name, board in game.player_boards.items():
        edge = draw(Role.EDGE, rectangle(0, 0, *player_board_size(game, name), CORNER))
        material = board.material or game.board.material
        parts += [Part(f"{player} {name} board", edge + draw_player_board(game, name, player, has_ground=False), 1,
                       material, "player boards", by_thickness=False) for player in game.active_players]
    return parts


def make_player_board_batches(spec: Spec, words: Catalogue) -> list[PaperBatch]:
    """The boards of all players as leaves of card in a group of their own."""
    game, batches = spec.game, list[PaperBatch]()
    for name in game.player_boards:
        size = player_board_size(game, name)
        for player in game.active_players:
            title = player_board_title(game, name, player, words)
            leaf = Leaf(draw_player_board(game, name, player), *size, is_board=True)
            batches.append(PaperBatch(title, 1, leaf, words.text("group_of_player_boards"), f"{player} {name} board"))
    return batches


def player_board_title(game: Game, name: str, player: str, words: Catalogue) -> str:
    """What people call the board of a player."""
    return words.text("player_board_title", player=game.player_name(player), board=game.player_board_name(name))


def order_player_boards(spec: Spec) -> Iterator[PrintProduct]:
    """The boards of all players, to order."""
    game = spec.game
    for name in game.player_boards:
        width, height = player_board_size(game, name)
        for player in game.active_players:
            drawing = draw_player_board(game, name, player).moved(-width / 2, -height / 2)
            yield PrintProduct(f"{player} {name} board", "board", 1, (width, height), (width, height),
                               lambda _, drawing=drawing: (drawing,), is_exact=True)  # type: ignore[misc]


__all__ = ["check_player_boards", "draw_player_board", "draw_small_board", "draw_whole_board", "find_slot",
           "lay_out_board", "make_player_board_batches", "make_player_board_parts", "order_player_boards",
           "player_board_size", "player_board_title"]
