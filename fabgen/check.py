"""A loaded spec → every Problem in its meaning: diagrams against movement, examples against rules, shapes, materials, sizes, words.

Warnings do not stop a build; errors do. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from fabgen.artwork.part import Fit
from fabgen.artwork.text import missing_characters
from fabgen.base import Problem, Where, nearest, plural, words
from fabgen.figures.marks import MARKS
from fabgen.figures.piece import base_layout, base_side
from fabgen.figures.silhouettes import SHAPES, silhouette
from fabgen.make.profile import fit_of, load_material
from fabgen.base import FabgenError
from fabgen.rules.diagram import side_by_side
from fabgen.rules.notation import Action
from fabgen.rules.position import Position, board_text
from fabgen.spec.load import Case, Spec

Check = Callable[[Spec], Iterator[Problem]]


def check_spec(spec: Spec) -> list[Problem]:
    """All Problems of a game, sorted by place; those found while loading included."""
    found = {*spec.problems, *(problem for check in CHECKS for problem in check(spec))}
    return sorted(found)


def check_diagrams(spec: Spec) -> Iterator[Problem]:
    """What the designer drew must be what the movement says."""
    for piece, written in spec.written.items():
        computed = spec.diagram(piece)
        if written != computed:
            yield Problem(spec.source.where("pieces", piece, "diagram"), f"the diagram of the {piece} is not what `{spec.game.betza(piece)}` says",
                          side_by_side(written, computed))


def check_examples(spec: Spec) -> Iterator[Problem]:
    """Every claim of a worked example must be what the rules say; the rule that forbids is named."""
    for case in spec.cases:
        yield from _check_claims(spec, case)


def _check_claims(spec: Spec, case: Case) -> Iterator[Problem]:
    legal = actions_of(spec, case)
    every = set(spec.rules.all_moves(case.position, case.position.turn or next(iter(spec.setting.players))))
    for i, action in enumerate(case.legal):
        if action not in every:
            yield Problem(spec.source.where("examples", case.number, "legal", i), f"{action} is not legal: {spec.rules.why_illegal(case.position, action)}",
                          _shown(spec, case.position, legal))
    for i, action in enumerate(case.illegal):
        if action in every:
            yield Problem(spec.source.where("examples", case.number, "illegal", i), f"{action} is legal", _shown(spec, case.position, legal))
    if case.exactly is not None and set(case.exactly) != set(legal):
        yield Problem(spec.source.where("examples", case.number, "exactly"), _difference(case.exactly, legal), _shown(spec, case.position, legal))


def actions_of(spec: Spec, case: Case) -> tuple[Action, ...]:
    """The legal actions that a case's `exactly` speaks of: one piece's, or all of the player to move."""
    if case.piece is not None:
        return spec.rules.moves(case.position, case.piece)
    return spec.rules.all_moves(case.position, case.position.turn or next(iter(spec.setting.players)))


def _difference(claimed: Sequence[Action], legal: Sequence[Action]) -> str:
    missing, extra = [a for a in legal if a not in claimed], [a for a in claimed if a not in legal]
    parts = [f"{words(missing)} {'is' if len(missing) == 1 else 'are'} legal too"] if missing else []
    parts += [f"{words(extra)} {'is' if len(extra) == 1 else 'are'} not legal"] if extra else []
    return "; ".join(parts)


def _shown(spec: Spec, position: Position, legal: Sequence[Action]) -> str:
    return f"{board_text(position)}\nlegal: {words(legal) or 'nothing'}"


def check_shapes(spec: Spec) -> Iterator[Problem]:
    """Names that stand in a registry of ours."""
    for name, piece in spec.game.pieces.items():
        if piece.body.standee not in SHAPES:
            yield Problem(spec.source.inside("pieces", name, "body", "standee"), f"there is no shape `{piece.body.standee}`", nearest(piece.body.standee, list(SHAPES)))
    for name, token in spec.game.tokens.items():
        if token.mark is not None and token.mark not in MARKS:
            yield Problem(spec.source.inside("tokens", name, "mark"), f"there is no mark `{token.mark}`", nearest(token.mark, list(MARKS)))


def check_materials(spec: Spec) -> Iterator[Problem]:
    """Every material that the spec names must be known."""
    named = [(("players", name, "material"), player.material) for name, player in spec.game.players.items()]
    named += [(("tokens", name, "material"), token.material) for name, token in spec.game.tokens.items()]
    for key, material in [*named, (("board", "material"), spec.game.board.material)]:
        try:
            load_material(material)
        except FabgenError as error:
            yield from (Problem(spec.source.inside(*key), p.what, p.hint, p.level) for p in error.problems)


def check_pieces(spec: Spec) -> Iterator[Problem]:
    """Bases leave room in their cells, carry legible marks, and keep their pieces upright."""
    for name, piece in spec.game.pieces.items():
        if piece.body.standee not in SHAPES:
            continue
        side, where = base_side(spec.game, name), spec.source.where("pieces", name, "body")
        shape = silhouette(piece.body.standee, piece.body.height)
        if side > 0.95 * spec.game.board.cell:
            yield Problem(where, f"a base of {side:g} mm leaves no room in a cell of {spec.game.board.cell:g} mm", f"{0.9 * spec.game.board.cell:g} mm or less")
        if side < shape.height / 2:
            yield Problem(where, f"the {name} is {shape.height:g} mm high on a base of {side:g} mm and tips over", f"a base of {shape.height / 2:g} mm or more, or a lower piece", "warning")
        if 2 * shape.foot > side - 2:
            yield Problem(where, f"the foot of the {name} is {2 * shape.foot:g} mm wide, its base {side:g} mm", f"a base of {2 * shape.foot + 2:g} mm or more, or a lower piece")
        elif not (layout := base_layout(spec.diagram(name), side, shape.foot, _fit(spec))).legible:
            yield Problem(where, f"the diagram of the {name} would have cells of {layout.cell:.1f} mm on its base, too small to read", "a larger base, for which the board needs larger cells")


def _fit(spec: Spec) -> Fit:
    """The thickest fit among the players' materials; 3 mm where none is known, which is reported elsewhere."""
    fits = []
    for player in spec.game.players.values():
        try:
            fits.append(fit_of(load_material(player.material).material))
        except FabgenError:
            fits.append(Fit(3.0, 0.1))
    return max(fits, key=lambda fit: fit.thickness)


def check_words(spec: Spec) -> Iterator[Problem]:
    """Every word that is drawn must have its characters in the font: never boxes, never silence."""
    game = spec.game
    drawn: list[tuple[tuple[str | int, ...], str]] = [((key,), getattr(game, key) or "") for key in ("title", "designer", "version", "year", "source", "summary")]
    drawn += [(("players", name), name) for name in game.players] + [(("pieces", name), name) for name in game.pieces]
    drawn += [(("tokens", name), name) for name in game.tokens] + [(("examples", i, "title"), e.title) for i, e in enumerate(game.examples)]
    for key, text in drawn:
        if missing := missing_characters(text):
            shown = words(f"{c!r} (U+{ord(c):04X})" for c in missing[:6])
            yield Problem(spec.source.where(*key), f"the font has no {plural(len(missing), 'character').split(' ', 1)[1]} {shown}",
                          "Latin, Greek and Cyrillic letters can be set; write it in one of these scripts")


CHECKS: tuple[Check, ...] = (check_diagrams, check_examples, check_shapes, check_materials, check_pieces, check_words)

__all__ = ["CHECKS", "Where", "actions_of", "check_spec"]
