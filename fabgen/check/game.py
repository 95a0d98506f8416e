"""A loaded spec → every Problem in its meaning: diagrams against movement, examples against rules, names, sizes, words.

Errors stop a build, warnings do not. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from fabgen.artwork.drawing import Drawing
from fabgen.artwork.text import missing_characters
from fabgen.artwork.themes import load_theme
from fabgen.check.board import check_boards, check_map
from fabgen.check.examples import check_examples
from fabgen.check.pieces import (
    can_draw_figures,
    check_alike_pieces,
    check_both_sides,
    check_drawings,
    check_hidden_pieces,
    check_paper_cell,
    check_pieces,
    check_reverses,
    check_shapes,
    check_towers,
    materials_without_tone,
)
from fabgen.check.play import PLAY_CHECKS
from fabgen.check.printed_looks import check_printed_looks
from fabgen.check.shared_spaces import check_shared_spaces
from fabgen.check.terms import check_terms
from fabgen.core.cache import ResultCache
from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue
from fabgen.core.model_problems import Key
from fabgen.core.problems import FabgenError, Location, Problem, close_words, nearest_hint
from fabgen.figures.boards.board import find_meanings, zone_pattern, zones_sharing_lines
from fabgen.figures.boards.zone_patterns import PATTERN_ORDER
from fabgen.figures.components import cards, player_aids
from fabgen.figures.components.aid_sizes import aid_count
from fabgen.figures.components.dice import check_dice
from fabgen.figures.components.kit import lines_of_halves
from fabgen.figures.components.player_aids import read_chapter
from fabgen.figures.components.player_boards import check_player_boards
from fabgen.figures.components.slips import find_slips
from fabgen.figures.diagrams.catalogue import figure_names
from fabgen.figures.pieces.bodies import count_parts
from fabgen.figures.positions.cover_position import choose_cover_position
from fabgen.figures.positions.piece_icons import player_tone
from fabgen.figures.rulebook.marks_key import add_marks_key
from fabgen.figures.rulebook.rulebook import find_following_chapter
from fabgen.figures.rulebook.rules_text import FigureLibrary, count_words, read_blocks
from fabgen.materials.key import MaterialKey
from fabgen.materials.material import load_material, material_names
from fabgen.rules.boards import Cell, TextError, parse_cells
from fabgen.rules.diagram import side_by_side
from fabgen.spec.build_options import InkMode, Options
from fabgen.spec.game import MOST_LEAVES, MOST_PARTS, Aid
from fabgen.spec.load import Spec
from fabgen.spec.rules_file import read_chapters, read_rules_text
from fabgen.typeset.blocks import BookFigure, Paragraph, TextRun

Check = Callable[[Spec], Iterator[Problem]]
SizeCheck = Callable[[Spec, Options | None], Iterator[Problem]]
PrintCheck = Callable[[Spec, InkMode, ResultCache], Iterator[Problem]]
MOST_CHARACTERS = 6  # that a message lists
LONGEST_LINE = 200  # characters of a title or another line: a longer one would be too small to read on a board


def check_spec(spec: Spec, options: Options | None = None, *, book: bool = True, cache: ResultCache | None = None
               ) -> list[Problem]:
    """All Problems of a game sorted by place, including those of loading it: what the tuples of checks at the end of
    this module find.

    Without `book`, nothing of the rulebook is typeset, which takes most of the time. The sizes in hints are right for a
    build with the options. Results that are known from before are taken from the cache."""
    checks = CHECKS + BOOK_CHECKS if book else CHECKS
    problems = {problem for check in checks for problem in check(spec)}
    problems |= {problem for check in SIZE_CHECKS for problem in check(spec, options)}
    ink = options.ink if options else "full"
    problems |= {problem for check in PRINT_CHECKS for problem in check(spec, ink, cache or ResultCache())}
    return sorted({*spec.problems, *problems})


def check_player_names(spec: Spec) -> Iterator[Problem]:
    """A Problem for players who are called alike: nobody could tell whom a sentence means."""
    players_by_name: dict[str, list[str]] = {}
    for player in spec.game.players:
        players_by_name.setdefault(spec.game.player_title(player).casefold(), []).append(player)
    for players in players_by_name.values():
        if len(players) > 1:
            what = f"{join_words(players)} have the same name: {spec.game.player_title(players[0])}"
            where = spec.source.key_location("players", players[-1], "name")
            yield Problem(where, what, "give each of them a `name` of its own")


def check_diagrams(spec: Spec) -> Iterator[Problem]:
    """Every piece needs a diagram that can be drawn, and what the designer drew must be what the movement says, jumps
    included. Nothing is compared while the rules cannot be read."""
    yield from spec.diagram_problems.values()
    if not spec.jumps_known:
        return
    for piece, written in spec.designer_diagrams.items():
        if piece in spec.unsound_pieces or piece in spec.diagram_problems:
            continue
        if written == (computed := spec.computed_diagram(piece)):
            continue
        says = "with its hops says" if spec.jumps.get(piece) else "says"
        says = "with its castling says" if spec.castles(piece) else says
        says += "" if spec.features.captures else " where no move captures"
        what = f"the diagram of the {piece} is not what `{spec.game.betza(piece)}` {says}"
        yield Problem(spec.source.key_location("pieces", piece, "diagram"), what, side_by_side(written, computed))


def check_materials(spec: Spec) -> Iterator[Problem]:
    """A Problem for each material that is not known, where the spec names it."""
    for key, material in spec.game.materials.items():
        is_of_board = key[0] in ("dice", "tracks", "player_boards") and material == spec.game.board.material
        if is_of_board and key != ("board", "material"):
            continue  # reported as that of the board
        try:
            load_material(material, spec.folder)
        except FabgenError as error:
            where, file = spec.source.value_location(*key), MaterialKey.parse(material)
            if colour_hint := _colour_hint(file.material):
                yield Problem(where, f"`{file.material}` is a colour, not a material", colour_hint)
                continue
            name = f"{file.material}: " if file.is_file else ""
            yield from (problem if problem.where.line else replace(problem, where=where, what=f"{name}{problem.what}")
                        for problem in error.problems)


def _colour_hint(word: str) -> str:
    """What to write instead of a colour where a material should stand; empty for any other word, and for the name of a
    colour that is a material too, as wood is."""
    is_colour = word in load_theme("colour").palette and not close_words(word, material_names())
    return f"write `acrylic-3mm/{word}`: a material, then the colour" if is_colour else ""


def check_players(spec: Spec) -> Iterator[Problem]:
    """Warnings for players whose colours on paper are unknown or the same."""
    palette = load_theme("colour").palette
    tones = {name: player_tone(spec.game, name) for name in spec.game.players}
    unknown = materials_without_tone(spec)
    for name, tone in tones.items():
        key = ("players", name, "colour" if spec.game.players[name].colour else "material")
        if tone not in palette and not (key[-1] == "material" and spec.game.players[name].material in unknown):
            yield Problem(
                spec.source.value_location(*key),
                f"the pieces of {name} are grey on paper: the colour `{tone}` is not known",
                f"add `colour:` with one of {join_words(palette, 'or')}",
                "warning",
            )
    for first, second in combinations(tones, 2):
        if tones[first] == tones[second] and not spec.game.one_set:
            what = f"{first} and {second} are both {tones[first]} on paper"
            yield Problem(
                spec.source.key_location("players", second), what, "give one of them another `colour`", "warning"
            )


def check_cover(spec: Spec) -> Iterator[Problem]:
    """Problems of the cover: a position or a move that cannot be read, a move that is not legal there, moves that its
    composition does not show, and colours of the book that are not known."""
    try:
        if spec.game.book.cover or spec.game.book.cover_moves:
            choose_cover_position(spec)
    except FabgenError as error:
        yield from error.problems
    composition = spec.game.book.composition
    if spec.game.book.cover_moves and composition != "move":
        what = f"`composition: {composition}` shows no moves"
        hint = "take `cover_moves` away, or write `composition: move`"
        yield Problem(spec.source.key_location("book", "cover_moves"), what, hint, "warning")
    for key, colour in (("colour", spec.game.book.colour), ("accent", spec.game.book.accent)):
        if colour and (hint := _unknown_colour_hint(colour)):
            yield Problem(spec.source.value_location("book", key), f"the colour `{colour}` of the book is not known",
                          hint)


def _unknown_colour_hint(colour: str) -> str:
    """What to write for a colour that is not in the palette; empty for one that is."""
    palette = load_theme("colour").palette
    if colour in palette:
        return ""
    return nearest_hint(colour, [*palette]) or f"write one of {join_words(palette, 'or')}"


def check_halves(spec: Spec) -> Iterator[Problem]:
    """Problems of tokens whose halves have colours that are not known, or nothing that these could fill."""
    for name, token in spec.game.tokens.items():
        for colour in token.halves or ():
            if hint := _unknown_colour_hint(colour):
                yield Problem(spec.source.key_location("tokens", name, "halves"),
                              f"the colour `{colour}` is not known", hint)
        if token.halves and not all(lines_of_halves(token)):
            what = (f"no line of the mark `{token.mark}` lies in its upper half alone, or none in its lower half, so "
                    "that a colour would fill nothing" if token.mark else
                    "these tokens have no mark whose halves the colours could fill")
            hint = "take `halves` away, or choose a `mark` with a closed line above its middle and one below"
            yield Problem(spec.source.key_location("tokens", name, "halves"), what, hint)


def check_zones(spec: Spec) -> Iterator[Problem]:
    """Problems of zones whose patterns collide. Zones may share cells only if their patterns have no line in common,
    since no line is drawn twice; zones that touch must have different patterns."""
    hint = "give one of them another `pattern`"
    for first, second, cell in zones_sharing_lines(spec.game, spec.lattice):
        what = f"{cell} lies in the zone `{first}` too, and both have lines in common"
        yield Problem(spec.source.key_location("board", "zones", second), what, hint)
    for pattern, first, second in _touching_zones(spec):
        if pattern != "none":
            what = f"the zones `{first}` and `{second}` touch, and both have {pattern}"
            yield Problem(spec.source.key_location("board", "zones", second), what, hint, "warning")
    zones = [name for name in spec.game.board.zones if zone_pattern(spec.game, name) != "none"]
    if len(zones) > len(PATTERN_ORDER) and (duplicate := _second_with_pattern(spec, zones)):
        yield Problem(
            spec.source.key_location("board", "zones", duplicate),
            f"there are {len(zones)} zones and {len(PATTERN_ORDER)} patterns: some zones look alike",
            "make one zone of those that mean the same, or give each the `pattern` that you mean",
            "warning",
        )


def _second_with_pattern(spec: Spec, zones: Sequence[str]) -> str:
    """The first zone that repeats the pattern of an earlier one, unless the designer has chosen both patterns. Empty if
    there is none."""
    zones_by_pattern = dict[str, list[str]]()
    for name in zones:
        earlier = zones_by_pattern.setdefault(zone_pattern(spec.game, name), [])
        if any(spec.game.board.zones[zone].pattern is None for zone in (name, *earlier)) and earlier:
            return name
        earlier.append(name)
    return ""


def _touching_zones(spec: Spec) -> Iterator[tuple[str, str, str]]:
    """Each pair of zones of one pattern that share no cell and have cells that are neighbours, after the pattern."""
    cells, around = dict[str, set[Cell]](), dict[str, set[Cell]]()
    for name, zone in spec.game.board.zones.items():
        with suppress(TextError):  # reported where the spec is loaded
            cells[name] = {*parse_cells(zone.cells, spec.lattice)}
            around[name] = {neighbour for cell in cells[name] for neighbour in spec.lattice.neighbours(cell)}
    for first, second in combinations(cells, 2):
        pattern = zone_pattern(spec.game, first)
        is_alike = pattern == zone_pattern(spec.game, second)
        if is_alike and around[first] & cells[second] and not cells[first] & cells[second]:
            yield pattern, first, second


def check_amounts(spec: Spec) -> Iterator[Problem]:
    """Problems of more parts of pieces and tokens, or more aids, than fabgen makes of one game."""
    game = spec.game
    pieces = sum(game.made_count(player, piece) * count_parts(game.pieces[piece].body) for player, piece in game.armies)
    tokens = sum(token.count for token in game.tokens.values())
    leaves = sum(aid_count(spec, aid) for aid in game.aids.values())
    cards = sum(deck.total for deck in game.decks.values())
    if pieces + tokens > MOST_PARTS:
        what = f"{pieces + tokens} parts of pieces and tokens are too many for one game"
        hint = f"{MOST_PARTS} at most, of all kinds and players together; a standee is cut in two parts"
        yield Problem(spec.source.key_location("pieces" if pieces >= tokens else "tokens"), what, hint)
    if leaves > MOST_LEAVES:
        what = f"{leaves} slips, cards and sheets are too many for one game"
        yield Problem(spec.source.key_location("aids"), what, f"{MOST_LEAVES} at most, of all aids together")
    if cards > MOST_LEAVES:
        yield Problem(spec.source.key_location("decks"), f"{cards} cards are too many for one game",
                      f"{MOST_LEAVES} at most, of all decks together")


def check_drawn_texts(spec: Spec) -> Iterator[Problem]:
    """A Problem for each drawn text that is too long, or has a character that the font lacks."""
    for key, text in _drawn_texts(spec):
        if len(text) > LONGEST_LINE and key[0] != "facts":  # those are set in as many lines as they take
            yield Problem(
                spec.source.key_location(*key), f"{len(text)} characters in one line", f"{LONGEST_LINE} at most"
            )
        if missing := missing_characters(text):
            examples = [f"{character!r} (U+{ord(character):04X})" for character in missing[:MOST_CHARACTERS]]
            listed = join_words(examples + (["more"] if len(missing) > MOST_CHARACTERS else []))
            yield Problem(
                spec.source.key_location(*key),
                f"the font has no character for {listed}",
                "Latin, Greek and Cyrillic letters can be set; write it in one of these scripts",
            )


def _drawn_texts(spec: Spec) -> Iterator[tuple[Key, str]]:
    """The texts of a spec that are drawn on parts or paper, with their keys."""
    game = spec.game
    for key in ("title", "designer", "version", "year", "source", "summary"):
        yield (key,), getattr(game, key) or ""
    for kind in ("players", "pieces", "tokens", "decks", "dice", "tracks", "player_boards"):
        yield from _names_of_things((kind,), getattr(game, kind))
    for name, board in game.player_boards.items():
        yield from _names_of_things(("player_boards", name, "places"), board.places)
        yield ("player_boards", name, "text"), " ".join((board.text or "").split())
    yield from ((("aids", name, "name"), aid.name) for name, aid in game.aids.items() if aid.name)
    yield from _names_of_things(("board", "zones"), game.board.zones)
    yield from find_meanings(game)
    yield from ((("board", "art_key", cell), words) for cell, words in game.board.art_key.items())
    yield from ((("facts", key), getattr(game.facts, key) or "") for key in ("licence", "copyright", "thanks"))
    if game.board.map:
        yield from ((("board", "map"), spec.lattice.title(cell)) for cell in spec.lattice.cells)
    yield from ((("examples", i, "title"), example.title) for i, example in enumerate(game.examples))
    for i, position in enumerate(game.positions):
        yield ("positions", i, "title"), position.title
        yield from ((("positions", i, "labels", cell), label) for cell, label in position.labels.items())


def _names_of_things(key: Key, things: Mapping[str, Any]) -> Iterator[tuple[Key, str]]:
    """What people read as the name of each thing: its `name`, else its key."""
    for name, thing in things.items():
        yield ((*key, name, "name"), thing.name) if getattr(thing, "name", None) else ((*key, name), name)


def check_rulebook(spec: Spec) -> Iterator[Problem]:
    """The rules text must exist, be plain Markdown, and refer only to figures that the game has."""
    try:
        text, file = read_rules_text(spec), str(spec.folder / spec.game.rulebook)
        blocks, problems = read_blocks(text, file, _captions_only(spec))
        yield from problems
        with suppress(FabgenError):  # words of the language that are missing: check_language reports them
            yield from find_following_chapter(blocks, text, Path(file), spec.words)
        yield from _check_length(spec, count_words(blocks))
    except FabgenError as error:
        yield from error.problems


def _captions_only(spec: Spec) -> FigureLibrary:
    """The game's figures, each replaced by the designer's words under it: its caption, else its title."""
    titles = {("position", name): view.title for name, view in spec.position_views.items()}
    titles |= {(kind, case.example.id): case.example.title for kind in ("example", "comic") for case in spec.cases}

    def draw_caption(kind: str, name: str, caption: str) -> tuple[Paragraph]:
        return (Paragraph((TextRun(caption or titles.get((kind, name), "")),)),)

    def draw_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> BookFigure | None:
        slips = find_slips(spec, head) if rows else None
        return BookFigure(Drawing(), (TextRun(slips),)) if slips else None

    return FigureLibrary(_written_figure_names(spec), draw_caption, tuple(spec.game.rulings), draw_table=draw_table)


def _written_figure_names(spec: Spec) -> dict[str, tuple[str, ...]]:
    """The kinds of figures and the names in each, with those of examples that were left out because of a mistake in
    them: only that mistake is reported, and not each figure of such an example too."""
    names = figure_names(spec)
    examples = {example.id for example in spec.game.examples}
    left_out = tuple(node.value for key, node in spec.source.values.items()
                     if key[0] == "examples" and key[2:] == ("id",) and node.value not in examples)
    if not left_out or not spec.problems:
        return names
    return names | {kind: (*names.get(kind, ()), *left_out) for kind in ("example", "comic", "scene")}


def _check_length(spec: Spec, count: int) -> Iterator[Problem]:
    """A Problem if the rules text has more words than `words_limit` allows."""
    limit = spec.game.words_limit
    if limit is not None and count > limit:
        what = f"the rulebook's text has {count} words, {count - limit} over the limit of {limit}"
        yield Problem(spec.source.value_location("words_limit"), what, "what fabgen adds is not counted")


def check_reference(spec: Spec) -> Iterator[Problem]:
    """The words under each figure of the quick reference must fit a page. A build would refuse them, so the Problem is
    at the heading of the reference in the rules text."""
    if not can_draw_figures(spec) or any(problem.level == "error" for problem in check_diagrams(spec)):
        return
    try:
        words = spec.words
        title = words.text("quick_reference").casefold()
        for heading, (line, _) in read_chapters(spec).items():
            if heading.casefold() == title:
                yield from _check_fit(spec, words, line)
    except FabgenError:  # a text or words that are missing: check_rulebook and check_language report them
        return


def _check_fit(spec: Spec, words: Catalogue, line: int) -> Iterator[Problem]:
    """The Problems of typesetting the quick reference, at its line in the rules text."""
    from fabgen.book.rulebook_pdf import check_reference as check_page  # late: it loads the typesetting

    blocks = read_chapter(spec, words.text("quick_reference"), Aid(kind="card"), words)
    try:
        check_page(add_marks_key(spec, blocks, words), words)
    except FabgenError as error:
        where = Location(str(spec.folder / spec.game.rulebook), line, 1)
        yield from (replace(problem, where=where) for problem in error.problems)


def check_cards(spec: Spec) -> Iterator[Problem]:
    """Problems of aids and decks. What shows figures of the game is only looked at where figures can be drawn."""
    has_figures = can_draw_figures(spec)
    yield from player_aids.check_aids(spec, has_figures=has_figures)
    yield from cards.check_decks(spec, has_figures=has_figures)


def check_book_theme(spec: Spec) -> Iterator[Problem]:
    """A theme of the designer's own must be there and compile, with the keys that a theme may have."""
    name = spec.game.book.theme_file
    if not name:
        return
    from fabgen.book.book_theme import load_book_theme  # late: it loads the typesetting
    from fabgen.book.theme_check import check_theme

    try:
        theme = load_book_theme(name, spec.folder)
    except FabgenError as error:
        where = spec.source.value_location("book", "theme")
        yield from (replace(problem, where=where, what=f"{name}: {problem.what}") for problem in error.problems)
        return
    yield from check_theme(theme)


def check_language(spec: Spec) -> Iterator[Problem]:
    """The words of the game's language must exist, in every plural form that the language needs."""
    try:
        yield from spec.words.warnings
    except FabgenError as error:
        where = spec.source.value_location("language")
        yield from (problem if problem.where.line else replace(problem, where=where) for problem in error.problems)


CHECKS: tuple[Check, ...] = (
    check_diagrams,
    check_examples,
    check_shapes,
    check_paper_cell,
    check_towers,
    check_hidden_pieces,
    check_both_sides,
    check_reverses,
    check_alike_pieces,
    check_materials,
    check_players,
    check_player_names,
    check_cover,
    check_drawings,
    check_map,
    check_shared_spaces,
    check_zones,
    check_halves,
    check_amounts,
    check_drawn_texts,
    check_rulebook,
    check_terms,
    check_language,
    check_cards,
    check_dice,
    check_player_boards,
    *PLAY_CHECKS,
)
SIZE_CHECKS: tuple[SizeCheck, ...] = (check_pieces, check_boards)  # their hints depend on the options of a build
PRINT_CHECKS: tuple[PrintCheck, ...] = (check_printed_looks,)  # of things on paper; they take long, and are cached
BOOK_CHECKS: tuple[Check, ...] = (check_reference, check_book_theme)
