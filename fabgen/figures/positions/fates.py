"""A spec → what happens to the pieces that are captured or jumped over under its rules."""

from __future__ import annotations

from fabgen.rules.movement import Walk
from fabgen.spec.load import Spec

FATES = ("removed", "home", "hand", "captor", "prisoner")


def find_fates(spec: Spec) -> tuple[str, ...]:
    """What happens to captured pieces under these rules: some of FATES, in this order."""
    walks = (way for movement in spec.rules.movements.values() for way in movement.ways)
    used_fates = {*find_hop_fates(spec)}
    walking = any(isinstance(way, Walk) and way.capture for way in walks)
    if walking and spec.features.captured_fate:
        used_fates.add(spec.features.captured_fate)
    return tuple(fate for fate in FATES if fate in used_fates)


def find_hop_fates(spec: Spec) -> tuple[str, ...]:
    """What happens to pieces that are jumped over and do not stay."""
    jump_fates = {jump.fate for jumps in spec.jumps.values() for jump in jumps if jump.takes}
    return tuple(fate for fate in FATES if fate in jump_fates)


def sends_home(spec: Spec) -> bool:
    """Whether every piece that is captured or jumped over goes home, if there is room."""
    return find_fates(spec) == ("home",)


__all__ = ["find_fates", "find_hop_fates", "sends_home"]
