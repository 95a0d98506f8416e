"""Options → the hops of each piece as diagrams show them: the directions that the engine's own tables are made of."""

from __future__ import annotations

from collections.abc import Mapping

from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Mistake, TextError
from fabgen.rules.diagram import Jump
from fabgen.rules.directions import Compass, Offset, Roads
from fabgen.rules.standard.options import Hop, Options
from fabgen.rules.standard.tables import steps


def jumps(options: Options, compass: Compass) -> Mapping[str, tuple[Jump, ...]]:
    """By piece. Raises TextError where a direction cannot be read, or leads further than to neighbours."""
    return {piece: tuple(_jump(hop, compass) for hop in hops) for piece, hops in options.hops.items()}


def directions(hop: Hop, compass: Compass) -> tuple[Offset, ...]:
    """Where a hop goes; on a map along its lines. Raises TextError."""
    offsets = steps(parse_betza(hop.to or compass.around, compass))
    if isinstance(compass, Roads) and any(not far for far, _ in offsets):
        return compass.offsets("R", (), True)  # neighbours that no line joins have nothing behind them
    return offsets


def far_steps(offsets: tuple[Offset, ...], compass: Compass) -> bool:
    """Whether some lead further than to neighbours, over whom nobody hops."""
    return any(compass.distance(offset) != 1 for offset in offsets)


def _jump(hop: Hop, compass: Compass) -> Jump:
    offsets = directions(hop, compass)
    if far_steps(offsets, compass):
        raise TextError([Mistake(0, 0, f"`{hop.to}` leads further than to neighbours")])
    return Jump(offsets, hop.takes != "nothing", hop.far, hop.lands == "any", hop.over, hop.takes)
