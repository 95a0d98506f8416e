"""Batches of things on paper → sheets of blocks with their backs, group by group, as few as possible.

A block is cut out of a sheet as one piece. Groups share sheets where that saves paper. The blocks of a sheet are in the
middle of it, so that equal sheets can be cut as a pile.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, groupby, product

from fabgen.artwork.drawing import Drawing
from fabgen.artwork.paper_things import (
    CardPack,
    Chit,
    Leaf,
    Net,
    PaperBatch,
    SmallerLeaf,
)
from fabgen.artwork.path import Box, Matrix, Point, translation
from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.paper.chit_blocks import (
    BLOCK_FORMS,
    BlockForm,
    list_full_blocks,
    make_chit_blocks,
    put_on_square_card,
    single_chit_block,
)
from fabgen.paper.cut_marks import GAP, MARK, draw_key
from fabgen.paper.duplex import FOLD_ASSEMBLY, PrintAssembly, back_of_sheet, draw_edge_words, shared_room
from fabgen.paper.even_rows import place_even_rows
from fabgen.paper.sheet_blocks import (
    BACK,
    STRIP_BLEED,
    SheetBlock,
    make_card_block,
    make_card_blocks,
    make_leaf_block,
    make_leaf_blocks,
    name_blocks,
    turn_block,
)
from fabgen.paper.sheet_composition import compose_sheet
from fabgen.paper.sheet_packing import PACKING_ORDERS, BlockSpot, cut_out, pack_groups, pack_rows, pack_ways, place_rows
from fabgen.paper.strip_blocks import (
    BASES,
    are_equal_nets,
    are_equal_strips,
    gap_between,
    join_blocks,
    list_base_grids,
    make_net_block,
    make_net_blocks,
    measure_bases,
    part_strips,
)
from fabgen.spec.game import capitalize_first
from fabgen.typeset.pages import RULER_LENGTH, SHEET, PageItem, SheetBody, SheetFrame, find_ruler_foot
from fabgen.typeset.papers import Paper

CLEAR = 4.2  # mm around all blocks for their outer marks
BASE_CLEAR = 7.0  # mm between a block, with its marks, and the outlines of bases
MANY_KINDS = 3  # of tokens: a title does not name so many
MANY_STRIPS = 6  # equal strips of all players: so many are worth being cut and folded together
MOST_EVEN = 4  # kinds of flat things over player aids for which all ways to arrange them are tried
DIVIDED_GROUP = 2.5  # blocks that a player's strips on one more sheet are as bad as
MOST_DROP = 6.0  # mm by which a block is moved so that its fold is level with another
MOST_EXTRA = 2  # blocks by which a batch of chits may be divided further, to fill what other things leave free


@dataclass(frozen=True)
class _SheetArrangement:
    """A way to lay out a group: the frame of the sheet, the free box on it in mm, and whether blocks are turned by a
    quarter."""

    frame: SheetFrame
    box: Box
    is_turned: bool

    @property
    def room(self) -> Point:
        """The width and height in mm that blocks may take, measured along the blocks' own axes."""
        left, bottom, right, top = self.box
        width, height = right - left - 2 * CLEAR, top - bottom - 2 * CLEAR
        return (height, width) if self.is_turned else (width, height)

    def centre(self, sheet: Sequence[BlockSpot]) -> list[BlockSpot]:
        """The blocks of a sheet in the middle of the free box; across the sheet in the middle of the paper, or as near
        to it as the box allows."""
        left, bottom, right, top = self.box
        rim = min(block.bleed for block, _, _ in sheet)  # ink around all cuts is in the room, too
        low = min(x + block.bleed for block, x, _ in sheet) - rim
        wide = max(x + block.width - block.bleed for block, x, _ in sheet) + rim - low
        deep = max(-y for _, _, y in sheet)
        across, along = (deep, wide) if self.is_turned else (wide, deep)
        least, most = left + CLEAR, right - CLEAR - across
        dx = max(min((self.frame.width - across) / 2, most), least) - least
        dy = max(0.0, (top - bottom - 2 * CLEAR - along) / 2)
        if self.is_turned:
            return [BlockSpot(block, x + dy - low, y - dx) for block, x, y in sheet]
        return [BlockSpot(block, x + dx - low, y - dy) for block, x, y in sheet]

    def matrix_of(self, spot: BlockSpot) -> Matrix:
        """The matrix that moves a block to its place on the sheet. x and y of a spot are along the blocks' own axes,
        from the upper left corner, so that y is negative. Turned blocks begin at the upper left too: the first ones
        are over the next ones, and the first row is at the left."""
        left, _, _, top = self.box
        if self.is_turned:
            return 0.0, -1.0, 1.0, 0.0, left + CLEAR - spot.y - spot.block.height, top - CLEAR - spot.x
        return translation(spot.x + left + CLEAR, spot.y + top - CLEAR)


@dataclass(frozen=True)
class PlannedBody:
    """What will be on a sheet: most sheets are only tried, and those that are kept are drawn at the end. `groups` are
    the names in its title, by those of the batches; `kinds` the keys of shorter words for those of pieces and
    tokens."""

    groups: Mapping[str, str]
    arrangement: _SheetArrangement
    spots: Sequence[BlockSpot]
    kinds: Mapping[str, str]

    @property
    def batch_names(self) -> tuple[str, ...]:
        """The names of the batches of which the sheet has something."""
        return tuple(dict.fromkeys(name for block, _, _ in self.spots for name in (block.name, *block.others) if name))

    @property
    def has_back(self) -> bool:
        """Whether something is printed on the other side of the sheet."""
        return any(block.draw_back or any(part.draw_back for part in block.parts) for block, _, _ in self.spots)


def impose_batches(
    batches: Sequence[PaperBatch], paper: Paper, words: Catalogue, assembly: PrintAssembly = FOLD_ASSEMBLY, *,
    bases_matter: bool = True
) -> list[SheetBody]:
    """The sheets of all groups, in the order of the batches. Without `bases_matter` strips lie as they are handiest,
    and the outlines of their bases are beside strips alone, where these leave room for them. Raises FabgenError with a
    Problem for each size of things that no sheet can hold."""
    bodies = plan_bodies(batches, paper, words, assembly, bases_matter=bases_matter)
    return [_draw_body(body, assembly, words) for body in bodies]


def plan_bodies(
    batches: Sequence[PaperBatch], paper: Paper, words: Catalogue, assembly: PrintAssembly = FOLD_ASSEMBLY, *,
    bases_matter: bool = True
) -> list[PlannedBody]:
    """What `impose_batches` draws."""
    batches = [replace(batch, thing=put_on_square_card(batch.thing)) if isinstance(batch.thing, Chit) else batch
               for batch in batches]
    groups = _group_batches(batches)
    misfits = [batch for batch in batches if all(_lay_out_sheets([batch], arrangement, assembly, words) is None
                                                 for arrangement in _list_arrangements([batch], paper, assembly))]
    if misfits:
        raise FabgenError(_report_misfits(misfits, _list_arrangements(misfits, paper, assembly), assembly))
    lay_out = partial(_lay_out_group, counts_bases=bases_matter)
    group_sheets: _GroupSheets = [(members, lay_out(members, paper, assembly, words)) for members in groups]
    for kinds, is_two_sided in product(SHARING, (False, True)):
        may_share = partial(_may_share, kinds, is_two_sided if assembly.is_double_sided else None)
        group_sheets = _share_sheets(
            group_sheets, may_share, lambda members: lay_out(members, paper, assembly, words)
        )
    group_sheets = _gather_equal_strips(
        group_sheets, lambda members, groups: lay_out(members, paper, assembly, words, groups)
    )
    group_sheets = _fill_with_aids(group_sheets, (
        # Words are turned by a quarter only where no sheet has room for them upright.
        lambda members, aids, most_sheets: lay_out(
            [*members, *aids], paper, assembly, words, is_turned=False, most_sheets=most_sheets),
        lambda members, aids, most_sheets: lay_out(
            [*members, *aids], paper, assembly, words, is_turned=True, most_sheets=most_sheets),
        lambda strips, aids, _: _lay_out_below(strips, aids, paper, assembly, words),
    ))
    if not bases_matter:
        group_sheets = [
            (members, lay_out(members, paper, assembly, words, has_bases=False))
            if len({type(batch.thing) for batch in members}) > 1 and any(BASES in body.batch_names for body in bodies)
            else (members, bodies) for members, bodies in group_sheets]
    group_sheets = _add_missing_bases(
        group_sheets, lambda members, bases: lay_out(members, paper, assembly, words, bases=bases)
    )
    return [body for _, bodies in group_sheets for body in bodies]


# Lays out batches and the player aids beside or below them on a number of sheets at most; empty where that fails.
_LayOutWithAids = Callable[[list[PaperBatch], list[PaperBatch], int], list[PlannedBody]]


def _fill_with_aids(group_sheets: _GroupSheets, ways: Sequence[_LayOutWithAids]) -> _GroupSheets:
    """The groups, with player aids of card on sheets of flat pieces, tokens or strips where that saves a sheet: as
    large as they are, or the largest smaller ones that do, in the first of several ways in which that succeeds."""
    for number, (aids, aid_bodies) in enumerate(group_sheets):
        if not all(_is_aid_of_card(batch) for batch in aids) or any(body.has_back for body in aid_bodies):
            continue
        places = [place for place, (members, bodies) in enumerate(group_sheets)
                  if all(isinstance(batch.thing, Chit | Net) for batch in members)
                  and not any(body.has_back for body in bodies)]
        too_small = set[tuple[SmallerLeaf, ...]]()
        for lay_out, leaves, place in product(ways, _list_smaller_leaves(aids), places):
            members, bodies = group_sheets[place]
            most_sheets = len(bodies) + len(aid_bodies) - 1
            # Where things lie depends on their sizes alone: smaller leaves are drawn when a place for them is known.
            if leaves in too_small or not lay_out(members, _plan_smaller_aids(aids, leaves), most_sheets):
                continue
            if choice := _draw_smaller_aids(aids, leaves):
                merged = [*group_sheets]
                merged[place] = [*members, *choice], lay_out(members, choice, most_sheets)
                return merged[:number] + merged[number + 1:]
            too_small.add(leaves)
    return group_sheets


def _lay_out_below(strips: Sequence[PaperBatch], aids: Sequence[PaperBatch], paper: Paper, assembly: PrintAssembly,
                   words: Catalogue) -> list[PlannedBody]:
    """An upright sheet with all strips in one row, whose ink may reach the margins, and the aids in a row below it.
    Empty where there is no room for that, or where the row would run into the upright ruler."""
    if assembly.is_double_sided or not all(isinstance(batch.thing, Net) for batch in strips):
        return []
    frame = SheetFrame(paper)
    arrangement = _SheetArrangement(frame, shared_room(frame, assembly), False)
    room = frame.width - 2 * (paper.margin + STRIP_BLEED), arrangement.room[1]
    ways = [_list_ways(batch, partial(_make_batch_blocks, room=room, assembly=assembly, words=words), room)
            for batch in strips]
    row, *further_rows = [way[0] for way in _join_ways(ways, strips, room, assembly)]
    aid_blocks = [block for batch in aids for block in _make_batch_blocks(batch, arrangement.room, assembly, words)]
    wide, high = (sum(b.width for b in aid_blocks) + GAP * (len(aid_blocks) - 1), max(b.height for b in aid_blocks))
    spare = room[1] - row[0].height - GAP - high
    low = frame.top - CLEAR - spare / 2 - row[0].height
    if (further_rows or len(row) > 1 or row[0].width > room[0] or wide > arrangement.room[0] or spare < 0
            or low < find_ruler_foot(frame) + RULER_LENGTH + CLEAR):
        return []
    # In the middle of the head's width, or as near to it as the margin allows marks to be.
    middle = min((frame.left_edge + frame.right) / 2, frame.right - MARK[1] - row[0].width / 2)
    left = max(frame.width / 2, middle) - arrangement.box[0] - CLEAR
    spots, x = [BlockSpot(row[0], left - row[0].width / 2, -spare / 2 - row[0].height)], left - wide / 2
    for block in aid_blocks:
        spots.append(BlockSpot(block, x, -spare / 2 - row[0].height - GAP - block.height))
        x += block.width + GAP
    (spots,) = _draw_copies_alike([spots], assembly)
    return [PlannedBody(_name_groups([*strips, *aids], words), arrangement, spots, _name_kinds([*strips, *aids]))]


def _is_aid_of_card(batch: PaperBatch) -> bool:
    """Whether a batch is a player aid that is printed on card."""
    return isinstance(batch.thing, Leaf) and batch.thing.is_aid and not batch.thing.thin


def _list_smaller_leaves(aids: Sequence[PaperBatch]) -> list[tuple[SmallerLeaf, ...]]:
    """Smaller leaves for some aids, one for each, the largest first, as long as each of them has smaller ones. The
    first tuple is empty, for the aids as they are."""
    return [(), *zip(*(batch.thing.smaller for batch in aids if isinstance(batch.thing, Leaf)), strict=False)]


def _plan_smaller_aids(aids: Sequence[PaperBatch], smaller: Sequence[SmallerLeaf]) -> list[PaperBatch]:
    """Some aids on smaller leaves without their drawings; as they are where there are no smaller ones."""
    return [replace(batch, thing=Leaf(Drawing(), leaf.width, leaf.height))
            for batch, leaf in zip(aids, smaller, strict=True)] if smaller else [*aids]


def _draw_smaller_aids(aids: Sequence[PaperBatch], smaller: Sequence[SmallerLeaf]) -> list[PaperBatch]:
    """Some aids on smaller leaves with their drawings. Empty where an aid has no room on its smaller leaf."""
    if not smaller:
        return [*aids]
    leaves = [leaf.draw() for leaf in smaller]
    return [replace(batch, thing=leaf) for batch, leaf in zip(aids, leaves, strict=True) if leaf] if all(leaves) else []


def _add_missing_bases(group_sheets: _GroupSheets,
                       lay_out: Callable[[list[PaperBatch], list[PaperBatch]], list[PlannedBody]]) -> _GroupSheets:
    """The groups, with the outlines of those bases that have no room on the sheets of their pieces on the first sheet
    of tokens, flat pieces or player aids that has room for them. `lay_out` also gets the pieces on these bases."""
    all_bodies = [body for _, bodies in group_sheets for body in bodies]
    standing = list_without_bases([batch for members, _ in group_sheets for batch in members], all_bodies)
    for number, (members, bodies) in enumerate(group_sheets):
        if not standing or not all(isinstance(batch.thing, Chit) or _is_aid_of_card(batch) for batch in members):
            continue
        with_bases = lay_out(members, standing)
        if len(with_bases) == len(bodies) and any(BASES in body.batch_names for body in with_bases):
            return [*group_sheets[:number], (members, with_bases), *group_sheets[number + 1:]]
    return group_sheets


def list_without_bases(batches: Sequence[PaperBatch], bodies: Sequence[SheetBody | PlannedBody]) -> list[PaperBatch]:
    """The standing pieces on sheets without the outlines of their bases, where no other sheet has these."""
    with_outlines = {name for body in bodies if BASES in body.batch_names for name in body.batch_names}
    without = {name for body in bodies for name in body.batch_names} - with_outlines
    has_other_sheet = any(BASES in body.batch_names and not any(batch.name in body.batch_names for batch in batches
                                                                if isinstance(batch.thing, Net)) for body in bodies)
    return [] if has_other_sheet else [batch for batch in batches
                                       if batch.name in without and isinstance(batch.thing, Net)]


def _gather_equal_strips(group_sheets: _GroupSheets,
                         lay_out: Callable[[list[PaperBatch], Mapping[str, str]], list[PlannedBody]]) -> _GroupSheets:
    """The groups, with the strips of all players sorted by their size where many equal ones are on several sheets, and
    all that are equal have room on one then: they are cut and folded together. `lay_out` also gets the names of the
    groups by those of the batches."""
    strips = [n for n, (members, _) in enumerate(group_sheets) if all(isinstance(b.thing, Net) for b in members)]
    kinds = list[list[PaperBatch]]()
    for batch in (batch for n in strips for batch in group_sheets[n][0]):
        kind = next((kind for kind in kinds if are_equal_nets(kind[0].thing, batch.thing)), None)
        if kind is None:
            kinds.append([batch])
        else:
            kind.append(batch)
    bodies = [body for n in strips for body in group_sheets[n][1]]

    def is_on_one_sheet(kind: Sequence[PaperBatch], bodies: Sequence[PlannedBody]) -> bool:
        names = {batch.name for batch in kind}
        return sum(not names.isdisjoint(body.batch_names) for body in bodies) == 1

    if not any(sum(batch.count for batch in kind) >= MANY_STRIPS and not is_on_one_sheet(kind, bodies)
               for kind in kinds):
        return group_sheets
    sorted_strips = [replace(batch, group=f"{n}") for n, kind in enumerate(kinds) for batch in kind]
    sorted_bodies = lay_out(sorted_strips, {batch.name: batch.group for kind in kinds for batch in kind})
    if len(sorted_bodies) > len(bodies) or not all(is_on_one_sheet(kind, sorted_bodies) for kind in kinds):
        return group_sheets
    return [(sorted_strips, sorted_bodies) if n == strips[0] else group for n, group in enumerate(group_sheets)
            if n not in strips[1:]]


def _group_batches(batches: Sequence[PaperBatch]) -> list[list[PaperBatch]]:
    """The batches by group, the groups in the order in which they first occur."""
    order = list(dict.fromkeys(batch.group for batch in batches))
    members = sorted(batches, key=lambda batch: order.index(batch.group))
    return [list(group) for _, group in groupby(members, key=lambda batch: batch.group)]


# What may share sheets, in this order: sheets of one kind of things are cut and folded in one go.
SHARING: tuple[tuple[type, ...], ...] = ((Net,), (Chit,), (Net, Chit))
_GroupSheets = list[tuple[list[PaperBatch], list[PlannedBody]]]  # the batches of a group, and its sheets


def _share_sheets(group_sheets: _GroupSheets, may_share: Callable[[PaperBatch], bool],
                  lay_out: Callable[[list[PaperBatch]], list[PlannedBody]]) -> _GroupSheets:
    """The groups, with those of whose batches all may share on common sheets if that saves paper."""
    same_kind = [n for n, (members, _) in enumerate(group_sheets) if all(map(may_share, members))]
    if len(same_kind) < 2:
        return group_sheets
    members = [batch for n in same_kind for batch in group_sheets[n][0]]
    shared = lay_out(members)
    if len(shared) >= sum(len(group_sheets[n][1]) for n in same_kind):
        return group_sheets
    return [
        (members, shared) if n == same_kind[0] else group
        for n, group in enumerate(group_sheets)
        if n not in same_kind[1:]
    ]


def _lay_out_group(
    batches: Sequence[PaperBatch], paper: Paper, assembly: PrintAssembly, words: Catalogue,
    groups: Mapping[str, str] | None = None, bases: Sequence[PaperBatch] = (), is_turned: bool | None = None,
    most_sheets: float = math.inf, *, has_bases: bool = True, counts_bases: bool = True
) -> list[PlannedBody]:
    """The sheets of one group, laid out in the way that takes the fewest; among equals, with the handiest strips, in
    the order of the game, and with nets in the fewest rows. `groups` are the names in the titles of the sheets, by the
    names of the batches; else those of their groups. `bases` are standing pieces on other sheets, the outlines of whose
    bases are on the first of these that has room for them; without `has_bases` no sheet has any, and without
    `counts_bases` strips lie as they are handiest, with room for these or not. `is_turned`: whether blocks are turned
    by a quarter, where that is not None. Empty where there is a limit of sheets, and no way has `most_sheets` or fewer.
    Raises FabgenError if none works: then each thing fits a sheet, but in another way than others of the group."""
    arrangements = [arrangement for arrangement in _list_arrangements(batches, paper, assembly)
                    if is_turned in (None, arrangement.is_turned)]
    layouts = []
    for arrangement in arrangements:
        sheets = _lay_out_sheets(batches, arrangement, assembly, words, most_sheets, counts_bases=counts_bases)
        if sheets is not None:
            layouts.append((arrangement, sheets))
    if not layouts and most_sheets < math.inf:
        return []
    if not layouts:
        raise FabgenError(_report_misfits(batches, arrangements, assembly))

    def cost(layout: tuple[_SheetArrangement, list[list[BlockSpot]]]) -> tuple[float, ...]:
        sheets = layout[1]
        return (*_rate_strips(sheets, batches, assembly),
                _count_missing_bases(sheets, batches, layout[0], assembly, words) if counts_bases else 0,
                not _is_in_order(sheets, batches), _count_net_rows(sheets, batches))

    fewest = min(len(sheets) for _, sheets in layouts)
    arrangement, sheets = min((layout for layout in layouts if len(layout[1]) == fewest), key=cost)
    groups = groups or _name_groups(batches, words)
    bodies = list[PlannedBody]()
    for sheet in _draw_copies_alike([_join_equal_strips(sheet, assembly) for sheet in sheets], assembly):
        spots = _align_folds(sheet, arrangement.room[1])
        if has_bases:
            spots = _add_base_grids(spots, _find_standing(spots, batches) or bases, arrangement, words)
        bases = () if any(block.name == BASES for block, _, _ in spots) else bases
        spots = compose_sheet(spots, arrangement.room)
        bodies.append(PlannedBody(groups, arrangement, arrangement.centre(spots), _name_kinds(batches)))
    return bodies


def _find_standing(sheet: Sequence[BlockSpot], batches: Sequence[PaperBatch]) -> list[PaperBatch]:
    """The standing pieces of which a sheet has some."""
    names = {name for block, _, _ in sheet for name in (block.name, *block.others)}
    return [batch for batch in batches if batch.name in names and isinstance(batch.thing, Net)]


def _count_missing_bases(sheets: Sequence[Sequence[BlockSpot]], batches: Sequence[PaperBatch],
                         arrangement: _SheetArrangement, assembly: PrintAssembly, words: Catalogue) -> int:
    """How many sheets with standing pieces have no room for their bases."""
    missing = 0
    for sheet in sheets:
        spots = _align_folds(_join_equal_strips(sheet, assembly), arrangement.room[1])
        if standing := _find_standing(spots, batches):
            missing += len(_add_base_grids(spots, standing, arrangement, words)) == len(spots)
    return missing


def _name_groups(batches: Sequence[PaperBatch], words: Catalogue) -> dict[str, str]:
    """What titles say of batches, by their names: of many kinds of tokens that share sheets with nothing else but
    player aids, only that they are tokens."""
    names = {batch.name: _name_in_title(batch) for batch in batches}
    others = [batch for batch in batches if not _is_aid_of_card(batch)]
    are_tokens = all(isinstance(batch.thing, Chit) and not batch.thing.is_piece for batch in others)
    if are_tokens and len({names[batch.name] for batch in others}) >= MANY_KINDS:
        return names | {batch.name: _say_within(words.text("panel_tokens"), words) for batch in others}
    return names


def _name_kinds(batches: Sequence[PaperBatch]) -> dict[str, str]:
    """The keys of the shorter words for pieces and tokens, by the names of their batches."""
    kinds = dict[str, str]()
    for batch in batches:
        if isinstance(batch.thing, Net) or (isinstance(batch.thing, Chit) and batch.thing.is_piece):
            kinds[batch.name] = "group_of_one_set"
        elif isinstance(batch.thing, Chit):
            kinds[batch.name] = "panel_tokens"
    return kinds


def _name_in_title(batch: PaperBatch) -> str:
    """What the title of a sheet says of a batch: its group, but the name of a player aid, as in the list of parts."""
    return batch.name if isinstance(batch.thing, Leaf) and batch.thing.is_aid else batch.group


def _add_base_grids(sheet: Sequence[BlockSpot], standing: Sequence[PaperBatch], arrangement: _SheetArrangement,
                    words: Catalogue) -> list[BlockSpot]:
    """The blocks of a sheet, and the bases of some standing pieces, to be glued onto thick card, where the sheet has
    room left for them. They have no marks around them, and their words are upright."""
    if not standing:
        return [*sheet]
    room = arrangement.room
    free: tuple[Box, ...] = ((0.0, -room[1], room[0], 0.0),)
    for block, x, y in sheet:
        free = cut_out((x - BASE_CLEAR, y - BASE_CLEAR, x + block.width + BASE_CLEAR,
                        y + block.height + BASE_CLEAR), free)
    least_area = measure_bases(standing)
    free = tuple(box for box in free if (box[2] - box[0]) * (box[3] - box[1]) >= least_area)
    for grid in list_base_grids(standing, words) if free else ():  # many sheets that are tried are too full for bases
        grid = _turn_back(grid) if arrangement.is_turned else grid
        spots = [(-top, left) for left, bottom, right, top in free
                 if right - left >= grid.width and top - bottom >= grid.height]
        if spots:
            depth, x = min(spots)
            return [*sheet, BlockSpot(grid, x, -depth - grid.height)]
    return [*sheet]


def _turn_back(block: SheetBlock) -> SheetBlock:
    """A block turned by a quarter to the left: upright on a sheet whose blocks are turned to the right."""
    return replace(block, draw_front=lambda: block.drawing.turned(90).moved(block.height, 0), width=block.height,
                   height=block.width)


def _align_folds(sheet: Sequence[BlockSpot], depth: float) -> list[BlockSpot]:
    """The blocks of a sheet `depth` mm deep, with blocks moved down by a little where their fold is level with that of
    another one then: both are scored and folded at once."""
    spots = list(sheet)
    for number, (block, x, y) in enumerate(spots):
        if block.fold is None:
            continue
        drops = [y + block.fold - (other_y + other.fold) for other, _, other_y in spots if other.fold is not None]
        dropped = BlockSpot(block, x, y - max((drop for drop in drops if 0 < drop <= MOST_DROP), default=0.0))
        others = [spot for spot in spots if spot.block is not block]
        if dropped.y >= -depth - 1e-6 and not any(_are_too_near(dropped, spot) for spot in others):
            spots[number] = dropped
    return spots


def _are_too_near(spot: BlockSpot, other: BlockSpot) -> bool:
    """Whether two blocks leave less than the gap for their marks between them."""
    (block, x, y), (other_block, other_x, other_y) = spot, other
    return (max(x, other_x) < min(x + block.width, other_x + other_block.width) + GAP - 1e-6
            and max(y, other_y) < min(y + block.height, other_y + other_block.height) + GAP - 1e-6)


def _join_equal_strips(sheet: Sequence[BlockSpot], assembly: PrintAssembly) -> list[BlockSpot]:
    """The blocks of a sheet, with equal strips of different pieces side by side moved together, so that one cut parts
    two of them and each fold is scored once for all. Other blocks stay where they are."""
    joined = dict[int, BlockSpot]()  # by the numbers of their first blocks on the sheet
    ends = dict[int, float]()  # where the last of the strips that are joined ended before it was moved
    for number, (block, x, y) in sorted(enumerate(sheet), key=lambda numbered: numbered[1][1]):
        first = next((n for n, (former, _, level) in joined.items() if are_equal_strips(former, block)
                      and abs(level - y) < 1e-6 and abs(ends[n] + GAP - x) < 1e-6), None)
        if first is None:
            joined[number] = BlockSpot(block, x, y)
        else:
            former, left, _ = joined[first]
            joined[first] = BlockSpot(join_blocks(former, block, assembly), left, y)
        ends[number if first is None else first] = x + block.width
    return [spot for _, spot in sorted(joined.items())]


def _draw_copies_alike(sheets: Sequence[Sequence[BlockSpot]], assembly: PrintAssembly) -> list[list[BlockSpot]]:
    """The blocks of all sheets, those of pieces of which copies are joined with others on any sheet in parts as well:
    so all copies of a piece look alike."""
    of_joined = {name for sheet in sheets for block, _, _ in sheet if block.net and block.parts
                 for name in (block.name, *block.others)}
    return [[spot._replace(block=part_strips(spot.block, assembly)) if spot.block.name in of_joined else spot
             for spot in sheet] for sheet in sheets]


def _is_in_order(sheets: Sequence[Sequence[BlockSpot]], batches: Sequence[PaperBatch]) -> bool:
    """Whether the blocks of the sheets are in the order of their batches."""
    numbers = {batch.name: number for number, batch in enumerate(batches)}
    order = [numbers[block.name] for sheet in sheets for block, _, _ in sheet]
    return order == sorted(order)


def _count_net_rows(sheets: Sequence[Sequence[BlockSpot]], batches: Sequence[PaperBatch]) -> int:
    """In how many rows the nets of some sheets lie: a row is cut and scored along one edge of the ruler."""
    nets = {batch.name for batch in batches if isinstance(batch.thing, Net)}
    return sum(len({round(y + block.height, 3) for block, _, y in sheet if block.name in nets}) for sheet in sheets)


def _list_arrangements(batches: Sequence[PaperBatch], paper: Paper, assembly: PrintAssembly
                       ) -> list[_SheetArrangement]:
    """The ways in which batches may lie on sheets: blocks upright or turned, on upright sheets or sideways ones. What
    has no back may take the room that backs of sheets need for their rulers and words."""
    frames = [SheetFrame(paper, sideways) for sideways in (False, True)]
    assembly = assembly if any(map(_has_back, batches)) else FOLD_ASSEMBLY
    return [_SheetArrangement(frame, shared_room(frame, assembly), is_turned)
            for is_turned in (False, True) for frame in frames]


def _may_share(kinds: tuple[type, ...], is_two_sided: bool | None, batch: PaperBatch) -> bool:
    """Whether a batch may be on a sheet of some kinds of things, and has a back as the others, where that is not
    None."""
    return isinstance(batch.thing, kinds) and is_two_sided in (None, _has_back(batch))


def _has_back(batch: PaperBatch) -> bool:
    """Whether there is something behind the things of a batch where both sides of the paper are printed."""
    thing = batch.thing
    return thing.base > 0 if isinstance(thing, Net) else bool(thing.fold) if isinstance(thing, Leaf) else True


def _report_misfits(
    batches: Sequence[PaperBatch], arrangements: Sequence[_SheetArrangement], assembly: PrintAssembly
) -> Iterable[Problem]:
    """A Problem for each size of smallest blocks, with the names of all batches that need it: no sheet holds them."""
    room = max((arrangement.room for arrangement in arrangements), key=lambda size: size[1])
    misfits: dict[tuple[float, float, bool], list[str]] = {}
    for batch in batches:
        block = _smallest_block(batch, assembly)
        misfits.setdefault((block.width, block.height, isinstance(batch.thing, Net)), []).append(batch.name)
    for (width, height, is_net), names in misfits.items():
        yield Problem(
            Location(),
            f"{join_words(names)} {'need' if len(names) > 1 else 'needs'} {width:.0f} x {height:.0f} mm of paper; "
            f"{arrangements[0].frame.paper.name} has room for {math.floor(room[0])} x {math.floor(room[1])} mm",
            _size_hint(height - room[1], is_net),
        )


def _size_hint(excess: float, is_net: bool) -> str:
    """What makes a block small enough that is `excess` mm too high. The strip of a standing piece has it twice."""
    if excess <= 0:
        return "make it smaller"
    if is_net:
        return f"make the figure {math.ceil(excess / 2)} mm lower: its strip shows it twice"
    return f"make it {math.ceil(excess)} mm shorter in paper, or smaller"


def _smallest_block(batch: PaperBatch, assembly: PrintAssembly) -> SheetBlock:
    """The smallest block that a sheet must hold."""
    artwork = batch.thing
    if isinstance(artwork, Leaf):
        return make_leaf_block(batch.name, artwork, 1, 1)
    if isinstance(artwork, CardPack):
        return make_card_block(batch.name, artwork, artwork.cards[:1], 1, assembly)
    if isinstance(artwork, Net):
        return make_net_block(batch.name, artwork)
    return single_chit_block(batch, artwork, assembly)


def _lay_out_sheets(batches: Sequence[PaperBatch], arrangement: _SheetArrangement, assembly: PrintAssembly,
                    words: Catalogue, most_sheets: float = math.inf, *, counts_bases: bool = True
                    ) -> list[list[BlockSpot]] | None:
    """The blocks in rows from the upper left, sheet by sheet: the first way that takes the fewest sheets and, of these,
    divides many equal strips the least, then has the fewest blocks of strips, and then, with `counts_bases`, room for
    most bases. Unless that
    wastes paper, nets are joined, groups are on sheets of their own or whole on a common one, else blocks are at least
    in the game's order, and blocks of chits are few and nearly square. None if a block does not fit, or if all ways
    take more than `most_sheets`."""
    room, layouts = arrangement.room, list[list[list[BlockSpot]]]()
    nets = sum(batch.count > 1 and isinstance(batch.thing, Net) for batch in batches)
    make_blocks = partial(_make_batch_blocks, room=room, assembly=assembly, words=words)
    for is_joined, form in product((True, False) if nets else (True,), BLOCK_FORMS[:2]):
        groups = [[block for batch in members for block in make_blocks(batch, form=form, is_joined=is_joined)]
                  for members in _group_batches(batches)]
        blocks = [block for group in groups for block in group]
        if any(b.width > room[0] + 1e-6 or b.height > room[1] + 1e-6 for b in blocks) or not blocks:
            return None
        by_height = sorted(blocks, key=lambda b: -b.height)
        layouts += [pack_groups(groups, room), pack_rows(blocks, room), pack_rows(by_height, room)]
    if min(map(len, layouts)) > 1:
        all_ways = [_list_ways(batch, make_blocks, room) for batch in batches]
        for batch_ways in (all_ways, _join_ways(all_ways, batches, room, assembly)):
            layouts += [pack_ways(sorted(batch_ways, key=key), room) for key in PACKING_ORDERS]
    even = [] if arrangement.is_turned else _lay_out_even_rows(batches, make_blocks, room, assembly)
    layouts = [*even, *_lay_out_kinds(batches, make_blocks, room, assembly),
               *_lay_out_players(batches, make_blocks, room, assembly), *layouts]
    fewest = min(map(len, layouts))
    if fewest > most_sheets:
        return None
    layouts = [sheets for sheets in layouts if len(sheets) == fewest]
    rates = [_rate_strips(sheets, batches, assembly) for sheets in layouts]
    lowest = min(rates)
    best = [sheets for sheets, rate in zip(layouts, rates, strict=True) if rate == lowest]
    if not counts_bases:
        return best[0]
    return min(best, key=lambda sheets: _count_missing_bases(sheets, batches, arrangement, assembly, words))


def _lay_out_even_rows(batches: Sequence[PaperBatch], make_blocks: Callable[..., list[SheetBlock]], room: Point,
                       assembly: PrintAssembly) -> list[list[list[BlockSpot]]]:
    """Flat things that are printed on one side in the rows over the player aids that are most even between the outer
    cuts of these, where one sheet has room for that; else nothing."""
    aids = [batch for batch in batches if _is_aid_of_card(batch)]
    chits = [(batch, batch.thing) for batch in batches
             if isinstance(batch.thing, Chit) and not batch.thing.turns and not assembly.is_double_sided]
    if not aids or not 1 < len(chits) <= MOST_EVEN or len(aids) + len(chits) < len(batches):
        return []
    below = pack_rows([block for batch in aids for block in make_blocks(batch)], room)
    width, depth = max(spot.x + spot.block.width for spot in below[0]), -min(spot.y for spot in below[0])
    if len(below) > 1 or depth + GAP >= room[1]:
        return []
    ways = [list_full_blocks(batch, chit, room, assembly) for batch, chit in chits]
    spots = place_even_rows(ways, width, room[1] - depth - GAP)
    if not spots:
        return []
    foot = min(spot.y for spot in spots) - GAP
    return [[[*spots, *(spot._replace(y=spot.y + foot) for spot in below[0])]]]


def _lay_out_players(batches: Sequence[PaperBatch], make_blocks: Callable[..., list[SheetBlock]], room: Point,
                     assembly: PrintAssembly) -> list[list[list[BlockSpot]]]:
    """The strips of each group in a row of their own, and everything else below and beside these rows, where a sheet
    has room for the rows; else nothing."""
    strips = [batch for batch in batches if isinstance(batch.thing, Net)]
    joined = [_join_row([block for batch in members for block in make_blocks(batch)], assembly)
              for members in _group_batches(strips)]
    if len(joined) > 1:  # which reach up to the head: the highest are at the left, where no key of marks is above them
        joined = [sorted(row, key=lambda block: -block.height) for row in joined]
    return _add_others(place_rows(joined, room), batches, make_blocks, room)


def _lay_out_kinds(batches: Sequence[PaperBatch], make_blocks: Callable[..., list[SheetBlock]], room: Point,
                   assembly: PrintAssembly) -> list[list[list[BlockSpot]]]:
    """All equal strips in one block, the longest ones first, and everything else below and beside these rows, where a
    sheet has room for the rows; else nothing."""
    strips = [block for batch in batches if isinstance(batch.thing, Net) for block in make_blocks(batch)]
    kinds = list[list[SheetBlock]]()
    for block in strips:
        kind = next((kind for kind in kinds if are_equal_strips(kind[0], block)), None)
        if kind is None:
            kinds.append([block])
        else:
            kind.append(block)
    rows = sorted((_join_row(kind, assembly) for kind in kinds), key=lambda row: -row[0].height)
    if len(rows) < 2:
        return []
    widest = max(sum(block.width for block in row) + GAP * (len(row) - 1) for row in rows)
    placed = place_rows(rows, room)  # what is beside a row ends with the longest one, where that is possible
    return [layout for width in (widest, room[0]) for layout in _add_others(placed, batches, make_blocks,
                                                                             (min(width, room[0]), room[1]))]


def _add_others(rows: Sequence[BlockSpot], batches: Sequence[PaperBatch], make_blocks: Callable[..., list[SheetBlock]],
                room: Point) -> list[list[list[BlockSpot]]]:
    """All that is not a strip below and beside some rows of strips; nothing where there are no rows."""
    if not rows:
        return []
    others = [_list_ways(batch, make_blocks, room) for batch in batches if not isinstance(batch.thing, Net)]
    return [pack_ways(sorted(others, key=key), room, rows) for key in PACKING_ORDERS]


def _join_row(blocks: Sequence[SheetBlock], assembly: PrintAssembly) -> list[SheetBlock]:
    """The blocks of a row, with equal strips that follow each other in one block."""
    row = list[SheetBlock]()
    for block in blocks:
        if row and are_equal_strips(row[-1], block):
            row[-1] = join_blocks(row[-1], block, assembly)
        else:
            row.append(block)
    return row


def _rate_strips(sheets: Sequence[Sequence[BlockSpot]], batches: Sequence[PaperBatch], assembly: PrintAssembly
                 ) -> tuple[int, int, float]:
    """How unhandy the strips of some sheets are: how many times many equal ones are on one more sheet than they need;
    how many groups are scattered; and in how many blocks all of them lie, with DIVIDED_GROUP for each further sheet
    that has strips of a group."""
    blocks = _count_strip_blocks(sheets, assembly)
    return (_count_divided_strips(sheets), _count_scattered_groups(sheets, batches),
            blocks + DIVIDED_GROUP * _count_divided_groups(sheets, batches))


def _count_scattered_groups(sheets: Sequence[Sequence[BlockSpot]], batches: Sequence[PaperBatch]) -> int:
    """How many groups have strips on a sheet that are level neither at their upper nor at their lower ends: nobody sees
    at once what belongs together, unless all strips of a kind are one block."""
    groups = {batch.name: batch.group for batch in batches}
    scattered = 0
    for sheet in sheets:
        strips = [block for block, _, _ in sheet if block.net]
        if not any(are_equal_strips(first, second) for first, second in combinations(strips, 2)):
            continue
        ends = dict[str, list[tuple[float, float]]]()
        for block, _, y in sheet:
            names = (block.name, *block.others) if block.net else ()
            for name in names:
                ends.setdefault(groups[name], []).append((round(y, 3), round(y + block.height, 3)))
        for levels in ends.values():
            lows, tops = {low for low, _ in levels}, {top for _, top in levels}
            scattered += min(len(lows), len(tops)) > 1
    return scattered


def _count_divided_groups(sheets: Sequence[Sequence[BlockSpot]], batches: Sequence[PaperBatch]) -> int:
    """On how many sheets more than one the strips of each group are, added up."""
    groups = {batch.name: batch.group for batch in batches}
    places = {(number, groups[name]) for number, sheet in enumerate(sheets) for block, _, _ in sheet if block.net
              for name in (block.name, *block.others)}
    return len(places) - len({group for _, group in places})


def _count_strip_blocks(sheets: Sequence[Sequence[BlockSpot]], assembly: PrintAssembly) -> int:
    """In how many blocks the strips of some sheets lie: each is scored on its own."""
    return sum(block.net is not None for sheet in sheets for block, _, _ in _join_equal_strips(sheet, assembly))


def _count_divided_strips(sheets: Sequence[Sequence[BlockSpot]]) -> int:
    """How many times many strips that are cut and folded alike are on one more sheet than they need."""
    kinds = list[tuple[Net, dict[int, int]]]()  # with the number of their strips by that of the sheet
    for number, sheet in enumerate(sheets):
        for block, _, _ in sheet:
            if block.net is None:
                continue
            counts = next((counts for net, counts in kinds if are_equal_nets(net, block.net)), None)
            if counts is None:
                kinds.append((block.net, counts := {}))
            counts[number] = counts.get(number, 0) + block.count
    return sum(len(counts) - 1 for _, counts in kinds if sum(counts.values()) >= MANY_STRIPS)


def _list_ways(batch: PaperBatch, make_blocks: Callable[..., list[SheetBlock]], room: Point
               ) -> list[list[SheetBlock]]:
    """The ways of dividing a batch into blocks, the usual one first, and those of more blocks later. Chits may lie
    turned by a quarter, too."""
    if isinstance(batch.thing, Net):
        return [make_blocks(batch, is_joined=is_joined) for is_joined in (True, False)]
    if not isinstance(batch.thing, Chit):
        return [make_blocks(batch)]
    ways = [make_blocks(batch, form=form, extra=extra) for extra in range(MOST_EXTRA + 1) for form in BLOCK_FORMS]
    turned = [[*map(turn_block, blocks)] for blocks in ways]
    return ways + [blocks for blocks in turned if all(b.width <= room[0] and b.height <= room[1] for b in blocks)]


def _join_ways(batch_ways: Sequence[list[list[SheetBlock]]], batches: Sequence[PaperBatch], room: Point,
               assembly: PrintAssembly) -> list[list[list[SheetBlock]]]:
    """The ways of some batches, with equal strips of different pieces in one row where the room is as wide. A row that
    has no room for all strips of a group that are equal has none of them."""
    joined = list[list[list[SheetBlock]]]()
    fits = dict[tuple[int, str], bool]()  # by the numbers of rows and by groups: whether a row has room for these

    def is_row_for(number: int, block: SheetBlock, group: str) -> bool:
        """Whether a row is of strips that are equal to those of a block, and has room for all such strips of its
        group."""
        row, *further_blocks = joined[number][0]
        if further_blocks or not are_equal_strips(row, block):
            return False
        row_width = row.width + gap_between(row, block)
        if (number, group) not in fits:
            equal = [ways[0][0] for batch, ways in zip(batches, batch_ways, strict=True)
                     if batch.group == group and are_equal_strips(ways[0][0], block)]
            fits[number, group] = row_width + sum(strip.width for strip in equal) <= room[0] + 1e-6
        return fits[number, group] and row_width + block.width <= room[0] + 1e-6

    for batch, ways in zip(batches, batch_ways, strict=True):
        block, *further_blocks = ways[0]
        numbers = range(0 if further_blocks else len(joined))
        number = next((number for number in numbers if is_row_for(number, block, batch.group)), None)
        if number is None:
            fits[len(joined), batch.group] = True
            joined.append(ways)
        else:
            joined[number] = [[join_blocks(joined[number][0][0], block, assembly)]]
    return joined




def _draw_body(body: PlannedBody, assembly: PrintAssembly, words: Catalogue) -> SheetBody:
    """The sheet with its blocks, their backs, the key of its marks, and a title that names its groups."""
    arrangement, sheet, names = body.arrangement, body.spots, body.batch_names
    front = tuple(item for spot in sheet for item in _front_items(spot.block, arrangement.matrix_of(spot)))
    backs = [
        PageItem(
            back_of_sheet(spot.block.back_drawing.transformed(arrangement.matrix_of(spot)), arrangement.frame,
                          assembly),
            id=SHEET if spot.block.parts else f"{spot.block.id}{BACK}",
        )
        for spot in sheet
        if spot.block.back_drawing
    ]
    backs += [
        PageItem(
            back_of_sheet(part.back.transformed(arrangement.matrix_of(spot)), arrangement.frame, assembly),
            id=f"{part.id}{BACK}",
        )
        for spot in sheet
        for part in spot.block.parts
        if part.back
    ]
    key = draw_key({mark for block, _, _ in sheet for mark in block.marks}, words)
    groups_here = dict.fromkeys(body.groups[name] for name in names if name != BASES)
    groups_here |= {words.text("list_bases"): None} if BASES in names else {}
    title = capitalize_first(join_words(groups_here, words.text("and")))
    short_groups = _shorten_groups([name for name in names if name != BASES], body, words)
    short_groups += [words.text("list_bases")] if BASES in names else []
    short_title = capitalize_first(join_words(short_groups, words.text("and")))
    if not backs:
        return SheetBody(arrangement.frame, title, front, names, key, short_title=short_title)
    edge = PageItem(draw_edge_words(arrangement.frame, assembly, words), id=SHEET)
    return SheetBody(arrangement.frame, title, (*front, edge), names, key, back_items=(*backs, edge),
                     short_title=short_title)


def _shorten_groups(names: Iterable[str], body: PlannedBody, words: Catalogue) -> list[str]:
    """What a sheet says of the groups of some batches where their names have no room: of the pieces of several players,
    only that they are pieces, and of several kinds of tokens, that they are tokens."""
    groups_by_kind = dict[str, dict[str, None]]()
    for name in names:
        groups_by_kind.setdefault(body.kinds.get(name) or body.groups[name], {})[body.groups[name]] = None
    return [_say_within(words.text(kind), words) if len(groups) > 1 else next(iter(groups))
            for kind, groups in groups_by_kind.items()]


def _say_within(heading: str, words: Catalogue) -> str:
    """A heading of one noun as it is within a sentence: with a small letter, but in German."""
    return heading if words.language.startswith("de") else heading[:1].lower() + heading[1:]


def _front_items(block: SheetBlock, matrix: Matrix) -> list[PageItem]:
    """The front of a block on its sheet, and what has ids of its own on it."""
    parts = [PageItem(part.front.transformed(matrix), id=part.id) for part in block.parts]
    return [*parts, PageItem(block.drawing.transformed(matrix), id=SHEET if parts else block.id)]


def _make_batch_blocks(
    batch: PaperBatch, room: Point, assembly: PrintAssembly, words: Catalogue, *,
    form: BlockForm = "square", extra: int = 0, is_joined: bool = True
) -> list[SheetBlock]:
    """The blocks of a batch, by the kind of thing; `form`, `extra` and `is_joined` are for those that have a choice."""
    if isinstance(batch.thing, Net):
        return name_blocks(make_net_blocks(batch, batch.thing, room, assembly, is_joined), batch.id)
    if isinstance(batch.thing, CardPack):
        return make_card_blocks(batch.name, batch.thing, room, assembly)
    if isinstance(batch.thing, Leaf):
        return name_blocks(make_leaf_blocks(batch.name, batch.thing, batch.count, room, assembly), batch.id)
    return make_chit_blocks(batch, batch.thing, room, assembly, words, form=form, extra=extra)
