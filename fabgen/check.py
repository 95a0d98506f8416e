"""A loaded spec → every Problem in its meaning: diagrams against movement, examples against rules, names, sizes, words.

Warnings do not stop a build; errors do. Nothing is written here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from fabgen.artwork.part import Fit
from fabgen.artwork.text import missing_characters
from fabgen.base import FabgenError, Problem, nearest, problem, words
from fabgen.declared import read_text
from fabgen.faults import Key
from fabgen.figures.blocks import Figures, read_blocks
from fabgen.figures.board import PATTERN_ORDER, board_size, shared_lines, zone_pattern
from fabgen.figures.catalogue import figure_names
from fabgen.figures.marks import MARKS
from fabgen.figures.paper import paper_kit
from fabgen.figures.piece import Fault, base_layout, base_side
from fabgen.figures.position import tone_of
from fabgen.figures.silhouettes import SHAPES, Silhouette, silhouette
from fabgen.make.profile import fit_of, load_material
from fabgen.make.theme import load_theme
from fabgen.manifest import safe
from fabgen.playcheck import PLAY_CHECKS
from fabgen.rules.diagram import side_by_side
from fabgen.rules.lattice import Lattice, TextError, parse_cells
from fabgen.rules.notation import Spoken
from fabgen.rules.position import board_text
from fabgen.spec.cases import Case, why_not
from fabgen.spec.load import Spec, read_otherwise

Check = Callable[[Spec], Iterator[Problem]]
LARGEST_CELL = 120  # mm: what a spec may say
LONGEST_LINE = 200  # characters of a title or another line: longer ones would be too small to read on a board


def check_spec(spec: Spec) -> list[Problem]:
    """All Problems of a game, sorted by place; those found while loading included."""
    return sorted({*spec.problems, *(one for check in CHECKS for one in check(spec))})


def check_diagrams(spec: Spec) -> Iterator[Problem]:
    """What the designer drew must be what the movement says."""
    for piece, written in spec.written.items():
        if piece in spec.unsound or written == (computed := spec.diagram(piece)):
            continue
        says = "with its hops says" if spec.jumps.get(piece) else "says"
        what = f"the diagram of the {piece} is not what `{spec.game.betza(piece)}` {says}"
        yield Problem(spec.source.where("pieces", piece, "diagram"), what, side_by_side(written, computed))


def check_examples(spec: Spec) -> Iterator[Problem]:
    """Every claim of a worked example must be what the rules say; the rule that forbids is named.

    Where players or grid could not be read, none is judged: the rules would be those of another game."""
    if any(p.level == "error" and p.where.key.startswith(("players", "board.grid")) for p in spec.problems):
        return
    for case in spec.cases:
        if not spec.unsound & {man.piece for man in case.position.men.values()}:
            yield from _disputed(spec, case) if case.example.disputed else _check_claims(spec, case)


def _check_claims(spec: Spec, case: Case) -> Iterator[Problem]:
    every = case.all_actions()
    shown = f"{board_text(case.position)}\nlegal: {words(case.asked()) or 'nothing'}"

    def wrong(what: str, *key: str | int) -> Problem:
        return Problem(spec.source.where("examples", case.number, *key), what, shown)

    for i, action in enumerate(case.legal):
        if action.text not in every:
            yield wrong(f"{action} is not legal: {why_not(case, spec.rules, action.text)}", "legal", i)
    for i, action in enumerate(case.illegal):
        if action.text in every:
            yield wrong(f"{action} is legal", "illegal", i)
    if case.exactly is not None and {a.text for a in case.exactly} != set(case.asked()):
        yield wrong("; ".join(_differences(spec, case, case.exactly)), "exactly")
    if case.example.result is not None and case.example.result != (result := result_of(case)):
        yield wrong(f"the result is `{result}`, not `{case.example.result}`", "result")
    if case.example.next is not None and set(_listed(case.example.next)) != set(case.actions):
        yield wrong(f"{words(case.actions) or 'nobody'} decides next, not {case.example.next}", "next")


def result_of(case: Case) -> str:
    """How a case ends, as examples write it: `open`, `draw`, or the winners."""
    if case.outcome is None:
        return "open"
    return words(case.outcome.winners) or "draw"


def _listed(text: str) -> list[str]:
    return [name.strip() for name in text.replace(" and ", ",").split(",")]


def _differences(spec: Spec, case: Case, claimed: Sequence[Spoken]) -> Iterator[str]:
    """What `exactly` leaves out, and why each move that it adds is not there."""
    asked = case.asked()
    if missing := [text for text in asked if text not in {a.text for a in claimed}]:
        yield f"{words(missing)} {'is' if len(missing) == 1 else 'are'} legal too"
    for action in dict.fromkeys(claimed):
        if action.text not in asked:
            why = why_not(case, spec.rules, action.text) or f"it is not a move of the piece on {case.example.piece}"
            yield f"{action} is not legal: {why}"


def _disputed(spec: Spec, case: Case) -> Iterator[Problem]:
    """A claim of the source that its own rules contradict: a notice with what holds under which reading."""
    name = case.example.disputed or ""
    ruling = spec.game.rulings[name]
    where = spec.source.where("examples", case.number, "disputed")
    false = list(_check_claims(spec, case))
    if not false:
        yield Problem(
            where,
            f"nothing in this example is disputed: all of it holds under {name} ({ruling.reading})",
            "take `disputed` out",
            "warning",
        )
        return
    holds = [reading for reading in ruling.others if not _false_under(spec, case, name, reading)]
    other = (
        f"; it holds under the reading {words(holds, 'or')}" if holds else "; it holds under no reading that is listed"
    )
    yield Problem(
        where,
        f"disputed ({name}, here {ruling.reading}): {'; '.join(p.what for p in false)}{other}",
        false[0].hint,
        "notice",
    )


def _false_under(spec: Spec, case: Case, name: str, reading: str) -> bool:
    """Whether a case's claims are false under another reading of a ruling."""
    other = read_otherwise(spec, {name: reading})
    again = next((c for c in other.cases if c.number == case.number), None)
    return again is None or any(_check_claims(other, again))


def check_shapes(spec: Spec) -> Iterator[Problem]:
    """Names that stand in a registry of ours."""
    for name, piece in spec.game.pieces.items():
        yield from _known(spec, ("pieces", name, "body", "standee"), "shape", piece.body.standee, list(SHAPES))
    for name, token in spec.game.tokens.items():
        if token.mark is not None:
            yield from _known(spec, ("tokens", name, "mark"), "mark", token.mark, list(MARKS))


def _known(spec: Spec, key: Key, kind: str, word: str, valid: list[str]) -> Iterator[Problem]:
    if word not in valid:
        yield Problem(spec.source.inside(*key), f"there is no {kind} `{word}`", nearest(word, valid))


def check_materials(spec: Spec) -> Iterator[Problem]:
    """Every material that the spec names must be known."""
    game = spec.game
    named: dict[Key, str] = {("players", name): player.material for name, player in game.players.items()}
    named |= {("tokens", name): token.material for name, token in game.tokens.items()}
    for key, material in [*named.items(), (("board",), game.board.material)]:
        try:
            load_material(material, spec.folder)
        except FabgenError as error:
            where = spec.source.inside(*key, "material")
            yield from (Problem(where, p.what, p.hint, p.level) for p in error.problems)


def check_players(spec: Spec) -> Iterator[Problem]:
    """The colours of players on paper must be known, and differ."""
    palette = load_theme("colour").palette
    tones = {name: tone_of(spec.game, name) for name in spec.game.players}
    for name, tone in tones.items():
        key = ("players", name, "colour" if spec.game.players[name].colour else "material")
        if tone not in palette:
            yield Problem(
                spec.source.inside(*key),
                f"the {name} player prints grey: the colour `{tone}` is not known",
                f"add `colour:` with one of {words(palette, 'or')}",
                "warning",
            )
    for one, other in combinations(tones, 2):
        if tones[one] == tones[other]:
            yield Problem(
                spec.source.where("players", other),
                f"{one} and {other} both print {tones[one]}",
                "give one of them another `colour`",
                "warning",
            )


def check_pieces(spec: Spec) -> Iterator[Problem]:
    """Bases leave room in their cells, hold their pieces upright, and carry legible marks, in acrylic and on paper."""
    for name, piece in spec.game.pieces.items():
        if piece.body.standee in SHAPES:
            shape = silhouette(piece.body.standee, piece.body.height)
            where = spec.source.where("pieces", name, "body")
            yield from (Problem(where, *said) for said in _base(spec, name, shape))
            yield from (Problem(where, *said) for said in _paper(spec, name, shape))


def _paper(spec: Spec, name: str, shape: Silhouette) -> Iterator[Fault]:
    """What the paper kit refuses of a piece, with a cell that serves paper and laser alike."""
    if name in spec.unsound or missing_characters(name) or not (refused := _unfolded(spec, name)):
        return
    cells = range(math.ceil(spec.game.board.cell), LARGEST_CELL + 1)
    own = spec.game.pieces[name].body.base  # which does not grow with the cell
    cut = (c for c in cells if own or all(level != "error" for _, _, level in _base(_celled(spec, c), name, shape)))
    cell = next((c for c in cut if not _unfolded(_celled(spec, c), name)), None)
    hint = f"cells of {cell} mm or more have room for it" if cell else "no cell has room for it: draw a shorter move"
    yield from ((problem.what, f"{hint}{_board_of(spec, cell)}", problem.level) for problem in refused)


def _unfolded(spec: Spec, name: str) -> tuple[Problem, ...]:
    """The Problems of a paper kit with one kind of piece alone."""
    game, player = spec.game, next(iter(spec.game.players))
    board = game.board.model_copy(update={"grid": "1x1", "zones": {}})
    alone = {"players": {player: game.players[player]}, "pieces": {name: game.pieces[name]}, "tokens": {}}
    small = game.model_copy(update={**alone, "board": board, "title": "-", "designer": "-"})
    try:
        paper_kit(replace(spec, game=small, setting=replace(spec.setting, lattice=Lattice(1, 1))))
    except FabgenError as error:
        return error.problems
    return ()


def _board_of(spec: Spec, cell: int | None) -> str:
    """The size that a board of such cells has, where it exceeds the sheet of its material."""
    try:
        sheet = load_material(spec.game.board.material, spec.folder).material.sheet
    except FabgenError:  # reported elsewhere
        return ""
    width, height = board_size(_celled(spec, cell).game) if cell else (0.0, 0.0)
    larger = f"{width:g} x {height:g} mm and needs a larger sheet than {sheet[0]:g} x {sheet[1]:g} mm"
    fits = min(width, height) <= min(sheet) and max(width, height) <= max(sheet)
    return "" if fits else f"; a board of them is {larger}"


def _celled(spec: Spec, cell: float) -> Spec:
    """The game with another cell."""
    board = spec.game.board.model_copy(update={"cell": float(cell)})
    return replace(spec, game=spec.game.model_copy(update={"board": board}))


def _base(spec: Spec, name: str, shape: Silhouette) -> Iterator[Fault]:
    side, cell, foot = base_side(spec.game, name), spec.game.board.cell, 2 * shape.foot
    if side > 0.95 * cell:
        what = f"a base of {side:g} mm leaves no room in a cell of {cell:g} mm"
        yield what, f"{0.9 * cell:g} mm or less", "error"
    if side < shape.height / 2:
        yield (
            f"the {name} is {shape.height:g} mm high on a base of {side:g} mm and tips over",
            f"a base of {shape.height / 2:g} mm or more, or a lower piece",
            "warning",
        )
    if foot > side - 2:
        low = math.floor(shape.height * (side - 2) / foot)
        yield (
            f"the base of the {name}, {side:g} mm, is too narrow for its foot of {foot:g} mm: 1 mm must stay on "
            "each side",
            f"a base of {foot + 2:g} mm or more, or a `height` of {low} mm or less",
            "error",
        )
    elif name not in spec.unsound:
        last = len(spec.game.players) - 1
        yield from base_layout(spec.diagram(name), side, shape.foot, _fit(spec), last).faults(name)


def _fit(spec: Spec) -> Fit:
    """The thickest fit among the players' materials; 3 mm where none is known, which is reported elsewhere."""
    fits = [Fit(3.0, 0.1)]
    for player in spec.game.players.values():
        try:
            fits.append(fit_of(load_material(player.material, spec.folder).material))
        except FabgenError:
            continue
    return max(fits[1:] or fits, key=lambda fit: fit.thickness)


def check_zones(spec: Spec) -> Iterator[Problem]:
    """Zones may share cells only where their patterns have no line in common: none is drawn twice. Zones that touch are
    told apart by their patterns."""
    for one, other, cell in shared_lines(spec.game, spec.lattice):
        yield Problem(
            spec.source.where("board", "zones", other),
            f"{cell} lies in the zone `{one}` too, and both have lines in common",
            "give one of them another `pattern`",
        )
    for one, other in combinations(spec.game.board.zones, 2):
        pattern = zone_pattern(spec.game, one)
        if pattern == zone_pattern(spec.game, other) != "none" and _touch(spec, one, other):
            yield Problem(
                spec.source.where("board", "zones", other),
                f"the zones `{one}` and `{other}` touch, and both have {pattern}",
                "give one of them another `pattern`",
                "warning",
            )
    zones = [name for name in spec.game.board.zones if zone_pattern(spec.game, name) != "none"]
    if len(zones) > len(PATTERN_ORDER):
        yield Problem(
            spec.source.where("board", "zones", zones[len(PATTERN_ORDER)]),
            f"there are {len(zones)} zones and {len(PATTERN_ORDER)} patterns: some zones look alike",
            "make one zone of those that mean the same",
            "warning",
        )


def _touch(spec: Spec, one: str, other: str) -> bool:
    """Whether cells of two zones that share no cell are neighbours."""
    try:
        here, there = (parse_cells(spec.game.board.zones[name].cells, spec.lattice) for name in (one, other))
    except TextError:  # reported where the spec is loaded
        return False
    around = {spec.lattice.step(cell, dx, dy) for cell in here for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return bool(around & {*there}) and not {*here} & {*there}


def check_words(spec: Spec) -> Iterator[Problem]:
    """Every word that is drawn must have its characters in the font: never boxes, never silence."""
    for key, text in _drawn(spec):
        if len(text) > LONGEST_LINE:
            yield Problem(spec.source.where(*key), f"{len(text)} characters in one line", f"{LONGEST_LINE} at most")
        if missing := missing_characters(text):
            shown = words([f"{c!r} (U+{ord(c):04X})" for c in missing[:6]] + (["more"] if len(missing) > 6 else []))
            yield Problem(
                spec.source.where(*key),
                f"the font has no character for {shown}",
                "Latin, Greek and Cyrillic letters can be set; write it in one of these scripts",
            )


def _drawn(spec: Spec) -> Iterator[tuple[Key, str]]:
    game = spec.game
    for key in ("title", "designer", "version", "year", "source", "summary"):
        yield (key,), getattr(game, key) or ""
    for kind in ("players", "pieces", "tokens"):
        yield from (((kind, name), name) for name in getattr(game, kind))
    yield from ((("board", "zones", name), name) for name in game.board.zones)
    yield from ((("examples", i, "title"), example.title) for i, example in enumerate(game.examples))


def rulebook(spec: Spec) -> str:
    """Where the rules text lies in the game's folder, `/` between the parts. Raises FabgenError if it is not there."""
    name, where = spec.game.rulebook, spec.source.inside("rulebook")
    try:
        safe(name)
    except ValueError as error:
        raise problem(str(error), "the rules text lies in the folder of the game, like rules.md", where) from None
    if not name.lower().endswith(".md"):
        raise problem(f"`{name}` is not the name of a Markdown file", "like rules.md", where)
    if not (spec.folder / name).is_file():
        what = f"the rules text is missing: there is no file {spec.folder / name}"
        raise problem(what, "write it in Markdown; it may be short, and refer to figures: ![Setup](setup)", where)
    return name


def check_rulebook(spec: Spec) -> Iterator[Problem]:
    """The rules text must be there, be plain Markdown, and refer only to figures that the game has."""
    try:
        path = spec.folder / rulebook(spec)
        yield from read_blocks(read_text(path), str(path), Figures(figure_names(spec), lambda *_: ()))[1]
    except FabgenError as error:
        yield from error.problems


CHECKS: tuple[Check, ...] = (
    check_diagrams,
    check_examples,
    check_shapes,
    check_materials,
    check_players,
    check_pieces,
    check_zones,
    check_words,
    check_rulebook,
    *PLAY_CHECKS,
)
