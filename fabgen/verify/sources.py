"""The folder `source/` of a build → what people wrote and chose for it. Each thing is read once, when it is first asked
for, and shared by all checks."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from fabgen.artwork.themes import Theme, load_theme
from fabgen.spec.build_options import Options
from fabgen.spec.game import Game
from fabgen.spec.load import Spec, load_spec, with_board_options, with_paper_cells, with_players
from fabgen.verify.expected_things import (
    SOURCE,
    ExpectedJob,
    read_build_options,
    read_expected_job,
    read_json,
    read_model,
)

DIAGRAM_THEME = "diagram-theme.yaml"  # the inks of a build's diagrams, where they are the designer's own


class BuildSources:
    """The sources of the build in a folder. Every property raises FabgenError where its files cannot be read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def spec(self) -> Spec:
        """The spec, compiled anew in the language and with the cells of the build, with the players that it says."""
        options = read_json(self.folder / SOURCE / "options.json")
        cell = options.get("cell")
        return load_spec(str(self.folder / SOURCE / "game.yaml"), language=options.get("language"),
                         cell=cell if isinstance(cell, float | int) else None)

    @cached_property
    def options(self) -> Options:
        """What the user chose."""
        return read_build_options(self.folder)

    @cached_property
    def origins(self) -> dict[str, Any]:
        """The digest of the state of the game that each folder was made from."""
        return read_json(self.folder / SOURCE / "origins.json")

    @cached_property
    def laser_spec(self) -> Spec:
        """The spec with the players that the parts are cut for."""
        stored = read_json(self.folder / SOURCE / "options.json")
        return with_board_options(with_players(self.spec, stored.get("players")), self.options)

    @cached_property
    def print_spec(self) -> Spec:
        """The spec with the players that the print-and-play set is for, and with its cells."""
        return with_paper_cells(with_players(self.spec, self.options.print_players))

    @cached_property
    def diagram_spec(self) -> Spec:
        """The spec with its usual players, which diagrams show."""
        return with_players(self.spec, None)

    @cached_property
    def diagram_theme(self) -> Theme:
        """The inks of the diagrams."""
        name = self.options.diagram_theme
        if not name or not self.options.diagram_theme_file:
            return load_theme(name or "colour")
        path = self.folder / SOURCE / DIAGRAM_THEME
        return read_model(Theme, read_json(path), path)

    @cached_property
    def job(self) -> ExpectedJob:
        """What the laser files must show."""
        return read_expected_job(self.folder, self.laser_spec)

    @property
    def game(self) -> Game:
        """The game with all its seats."""
        return self.spec.full_game or self.spec.game
