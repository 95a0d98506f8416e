"""The ink of a build and the number of players → the theme in which the sheets of a game are printed."""

from __future__ import annotations

from fabgen.artwork.drawing import Role
from fabgen.artwork.themes import Theme, load_theme

THEMES = {"full": "colour", "low": "low", "bw": "bw"}
FEW = 4  # players: the pieces of more have patterns in full colour, too, because bars alone do not tell so many


def print_theme(ink: str, players: int) -> Theme:
    """How the sheets of a game for a number of players are inked: `full`, `low` or `bw`. In full colour the picture of
    the table shows the board in the colours in which it is printed."""
    theme = load_theme(THEMES[ink])
    if ink != "full":
        return theme
    theme = theme.model_copy(update={"inks": {
        **theme.inks, Role.FACE: theme.inks[Role.LIGHT_CELL], Role.DARK_FACE: theme.inks[Role.DARK_CELL]}})
    if players <= FEW:
        return theme
    inks = {**theme.inks, Role.PIECE: theme.inks[Role.PIECE].model_copy(update={"fill": "tint", "hatch": "shade"}),
            Role.BODY: theme.inks[Role.BODY].model_copy(update={"hatch": "shade"})}
    return theme.model_copy(update={"inks": inks, "patterns": load_theme(THEMES["low"]).patterns})


__all__ = ["print_theme"]
