"""What is set up on the table of the model: each thing once, before the edge of the player whose it is."""

from __future__ import annotations

from pathlib import Path

from specs import changed, put

from fabgen.figures.assembly.part_places import assembled_things
from fabgen.laser.job import make_laser_job
from fabgen.model.model_parts import list_game_parts
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec

PLAYERS = """\
players:
  white: {forward: up, material: acrylic-3mm/white}
  black: {forward: down, material: acrylic-3mm/black}
"""
ALIKE = """\
players:
  red: {forward: up, material: acrylic-3mm/white}
  red guard: {forward: down, material: acrylic-3mm/black}
setup:
  red: {guard: a1}
"""


def test_a_piece_waits_for_its_own_player_alone(tmp_path: Path) -> None:
    """Red has a guard on the board and a lancer beside it; the red guard has both beside it."""
    text = changed((PLAYERS, ALIKE)).replace("of: white", "of: red").replace("of: black", "of: red guard")
    spec = load_spec(str(put(tmp_path, text[: text.index("examples:")])))
    job = make_laser_job(spec, Options())
    parts = list_game_parts(spec, assembled_things(spec, job.fit, job.stock), job.stock)
    things = {part.name.partition(":")[0] for part in parts if not part.name.startswith("board")}
    assert sorted(things) == ["red guard 1", "red guard guard 1", "red guard lancer 1", "red lancer 1"]
