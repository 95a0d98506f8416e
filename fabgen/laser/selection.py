"""A spec and what a user chose of it → the parts to cut: the whole kit, chosen things, or one of each joint.

A chosen part is cut exactly as in the whole kit: same drawing, same name; only counts differ. Build and verify both use
this module, so that they cannot disagree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from fabgen.artwork.drawing import Drawing, Role, Shape, draw_text
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path
from fabgen.artwork.text import DESCENT, text_width
from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint, problem_error
from fabgen.figures.components.kit import FitOf, make_laser_kit
from fabgen.figures.joints.fit_coupons import coupon_parts
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec

RIM = 0.4  # mm between a name and the edges of its tab
LEAST, MOST_ENGRAVED = 1.42, 2.2  # mm: capitals; smaller ones have strokes under 0.18 mm and cannot be read


def engrave_names(parts: Sequence[Part], fit_of: Callable[[str], Fit], owners: Iterable[str] = ()) -> list[Part]:
    """The parts, with names on those that have a tab under y = 0; `owners` are the players in names of parts."""
    by_length = sorted(owners, key=len, reverse=True)  # the longer of two names that start alike comes first
    return [_name_part(part, fit_of(part.material), by_length) for part in parts]


def _name_part(part: Part, fit: Fit, owners: Sequence[str]) -> Part:
    """A part with its name on its tab, as far as it has one with room."""
    tab = _find_tab(part, fit)
    if tab is None:
        return part
    x0, x1 = tab
    depth, width = fit.thickness - 2 * RIM, x1 - x0 - 2 * RIM
    for text in _shorten_name(part.title, owners):
        cap = min(MOST_ENGRAVED, depth / (1 + DESCENT), width / text_width(text, 1.0))
        if cap >= LEAST:
            baseline = -fit.thickness + RIM + (depth - (1 + DESCENT) * cap) / 2 + DESCENT * cap
            return replace(part, drawing=part.drawing + draw_text(Role.LABEL, text, ((x0 + x1) / 2, baseline), cap))
    return part


def _find_tab(part: Part, fit: Fit) -> tuple[float, float] | None:
    """The left and right end of an upright's tab in mm, or of the left leg of a split one; None for other parts."""
    import shapely

    edge = part.drawing.only(Role.EDGE)
    if not part.into or part.back or abs(edge.bounds()[1] + fit.thickness) > 0.01:
        return None
    body = shapely.union_all([shapely.Polygon(path.flatten(0.01)) for path in _paths(edge)])
    middle = -fit.thickness / 2
    line = body.intersection(shapely.LineString([(-1000, middle), (1000, middle)]))
    legs = sorted((leg.bounds[0], leg.bounds[2]) for leg in getattr(line, "geoms", [line]))
    return legs[0] if legs else None


def _paths(drawing: Drawing) -> list[Path]:
    """The paths of a drawing's shapes."""
    return [path for item in drawing.items if isinstance(item, Shape) for path in item.paths]


def _shorten_name(name: str, owners: Sequence[str]) -> list[str]:
    """A name, then without its owner, then also without the kind of part, then its initials."""
    owner = next((player for player in owners if name.startswith(f"{player} ")), "")
    rest = name[len(owner) :].split()
    candidates = [name, " ".join(rest), " ".join(rest[:-1]), "".join(word[0].upper() for word in name.split())]
    return [text for text in dict.fromkeys(candidates) if text]


MOST_COPIES = 500  # of one thing: a larger number is a typing error


def chosen_parts(spec: Spec, fit_of: FitOf, options: Options) -> list[Part]:
    """The parts to cut under the given options. Raises FabgenError with a Problem for each unknown name."""
    parts = make_laser_kit(spec, fit_of)
    if options.names:
        parts = engrave_names(parts, fit_of, spec.game.players)
    back_marked = _back_marked_names(spec, parts)
    parts = [mirror_part(part) if part.name in back_marked and not fit_of(part.material).is_opaque else part
             for part in parts]
    if options.parts:
        parts = choose_parts(spec, parts, options.parts)
    return choose_joint_samples(parts, coupon_parts(spec, fit_of)) if options.fit_test else parts


def mirror_part(part: Part) -> Part:
    """The part as a laser makes it from its back: all of it mirrored, outline included, so that marks on the back of a
    clear sheet read correctly through the sheet."""
    unseen = tuple((-x1, y0, -x0, y1) for x0, y0, x1, y1 in part.hidden_edges)
    return replace(part, drawing=part.drawing.mirrored(), hidden_edges=unseen, mirrored=True)


def _back_marked_names(spec: Spec, parts: Sequence[Part]) -> set[str]:
    """The names of the parts that are marked on their backs: boards, tokens, and parts with a piece's diagram."""
    game = spec.game
    names = {f"{name} token" for name, token in game.tokens.items() if token.side == "back"}
    names |= {
        f"{player} {name} {piece.body.diagram_part}"
        for player in game.players
        for name, piece in game.pieces.items()
        if piece.body.side == "back"
    }
    boards = {part.name for part in parts if part.group == "board"} if game.board.side == "back" else set()
    return names | boards


@dataclass(frozen=True)
class PartChoice:
    """A thing to cut and how many of it: a piece or token by its name, `green knight` for one player's, a part by its
    name, or everything of one group (`board`, `box`, `green pieces`)."""

    name: str
    count: int


def read_choice(text: str) -> PartChoice:
    """The choice that a text like `knight:2` means; `knight` means one. Raises ValueError for anything else."""
    match = re.fullmatch(r"\s*([^\s:][^:]*?)\s*(?::\s*(\d+)\s*)?", text)
    if not match:
        raise ValueError(f"`{text}` is not a choice of parts: write it like knight:2")
    count = int(match[2] or 1)
    if not 0 < count <= MOST_COPIES:
        raise ValueError(f"{count} of the {match[1]}: from 1 to {MOST_COPIES}")
    return PartChoice(match[1], count)


def choose_parts(spec: Spec, parts: Sequence[Part], texts: Iterable[str]) -> list[Part]:
    """The parts of the chosen things only, as many as chosen. A chosen piece brings all its parts, for each player."""
    counts = {part.name: 0 for part in parts}
    problems = []
    for chosen in map(read_choice, texts):
        shares = _part_counts(spec, parts, chosen.name)
        if not shares:
            named_counts = [*spec.game.pieces, *spec.game.tokens, *dict.fromkeys(part.group for part in parts), *counts]
            problems.append(
                Problem(Location(), f"there is no `{chosen.name}` to cut", nearest_hint(chosen.name, named_counts))
            )
        for name, share in shares.items():
            counts[name] += chosen.count * share
    if problems:
        raise FabgenError(problems)
    return [replace(part, count=counts[part.name]) for part in parts if counts[part.name]]


def _part_counts(spec: Spec, parts: Sequence[Part], name: str) -> dict[str, int]:
    """The names of the parts that a chosen name means, and how many of each one thing of that name takes."""
    game, longer_names = spec.game, [part.name for part in parts]
    if name in longer_names:
        return {name: 1}
    if f"{name} token" in longer_names and name in game.tokens:
        return {f"{name} token": 1}
    if group := {part.name: part.count for part in parts if part.group == name}:
        return group
    counts: dict[str, int] = {}
    for player, piece in game.armies:
        if name not in (piece, f"{player} {piece}"):
            continue
        per_player = game.made_count(player, piece)
        # A part of "war machine crew" is not one of "war machine", although its name starts alike.
        longer = tuple(f"{player} {other_name} " for other_name in game.pieces if other_name.startswith(f"{piece} "))
        counts |= {part.name: max(1, part.count // per_player) for part in parts
                   if part.name.startswith(f"{player} {piece} ") and not part.name.startswith(longer)}
    return counts


def choose_joint_samples(parts: Sequence[Part], plates: Sequence[Part] = ()) -> list[Part]:
    """The smallest set of things with one of each joint of the kit, to be cut first: parts of the game where one goes
    into another, and `plates` for the joints of large things.

    Two joints are the same if their slots have the same sizes in the same material. Raises FabgenError if there is no
    joint.
    """
    sizes_seen = {part.name: part for part in parts}
    best: dict[object, tuple[float, list[str]]] = {}
    for base in parts:
        uprights = [part.name for part in parts if base.name in part.into]
        if uprights:
            names = [*uprights, base.name]
            area = sum(_box_area(sizes_seen[name]) for name in names)
            joint = (
                base.material,
                _slot_sizes(base),
                tuple(sorted(_slot_sizes(sizes_seen[name]) for name in uprights)),
            )
            if joint not in best or area < best[joint][0] - 1e-6:
                best[joint] = (area, names)
    if not best and not plates:
        raise problem_error(
            "nothing here goes into anything: there is no joint to test", "build without --fit-test", Location()
        )
    chosen_names = {name for _, names in best.values() for name in names}
    return [*(replace(part, count=1) for part in parts if part.name in chosen_names), *plates]


def _box_area(part: Part) -> float:
    """The area of the box around a part, in mm²."""
    width, height = part.drawing.only(Role.EDGE).size()
    return width * height


def _slot_sizes(part: Part) -> tuple[str, ...]:
    """The sizes of a part's holes, to a hundredth of a mm, sorted."""
    holes = part.drawing.only(Role.HOLE).items
    boxes = (path.bounds() for item in holes if isinstance(item, Shape) for path in item.paths)
    return tuple(sorted(f"{x1 - x0:.2f}x{y1 - y0:.2f}" for x0, y0, x1, y1 in boxes))
