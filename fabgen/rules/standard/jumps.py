"""Options → the hops of each piece as diagrams show them: the directions that the engine's own tables are made of."""

from __future__ import annotations

from collections.abc import Mapping

from fabgen.rules.betza import parse_betza
from fabgen.rules.diagram import Jump
from fabgen.rules.standard.options import Hop, Options
from fabgen.rules.standard.tables import steps


def jumps(options: Options) -> Mapping[str, tuple[Jump, ...]]:
    """By piece; options that have been compiled, so that their directions can be read."""
    return {piece: tuple(map(_jump, hops)) for piece, hops in options.hops.items()}


def _jump(hop: Hop) -> Jump:
    return Jump(steps(parse_betza(hop.to)), hop.takes != "nothing", hop.far, hop.over, hop.takes)
