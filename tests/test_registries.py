"""Registries are whole: each name works, each meaning is answered everywhere, and the documentation knows it."""

from __future__ import annotations

import typing
from pathlib import Path

import pytest
import yaml
from pydantic import ValidationError

import fabgen.check.game as check
import fabgen.check.play as playcheck
from fabgen.artwork.drawing import PAPER_ROLES, Drawing, Role, Shape
from fabgen.artwork.paper_things import draw_player_strip
from fabgen.artwork.themes import Theme, compute_contrast, load_theme, resolve_ink
from fabgen.core.languages import BUILT_IN_WORDS, load_words
from fabgen.core.profiles import profile_folder
from fabgen.figures.boards.zone_patterns import LINES, PATTERN_ORDER, PATTERNS
from fabgen.figures.diagrams import catalogue
from fabgen.figures.diagrams.marks import DIRECTION_ANGLES, MARKS
from fabgen.figures.diagrams.movement_diagram import ON_STEP_MARKS, STEP_MARKS
from fabgen.figures.silhouettes.silhouettes import SHAPES
from fabgen.laser.machine import Machine, load_machine, machine_names
from fabgen.materials.material import load_material, material_names
from fabgen.materials.operations import Operation
from fabgen.rules.directions import FORWARD, HEX_FORWARD
from fabgen.rules.marks import ALL_MARKS
from fabgen.spec.board import Zone
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec
from fabgen.spec.values import FORWARDS, Direction

DOCS = Path(__file__).parents[1] / "docs"
LOOK = (DOCS / "look.md").read_text("utf-8")


def stems(kind: str) -> list[str]:
    return sorted(p.stem for p in profile_folder(kind).glob("*.yaml") if p.stem[0] != "_")


@pytest.mark.parametrize("name", stems("inks"))
def test_every_theme_answers_for_every_role(name: str) -> None:
    theme = load_theme(name)
    assert theme.name == name
    written = yaml.safe_load((profile_folder("inks") / f"{name}.yaml").read_text("utf-8"))["inks"]
    assert set(written) == {role.value for role in Role}
    assert set(theme.inks) == set(Role)
    for role in Role:
        found = resolve_ink(theme, role, "green")
        assert found is None or found.stroke or found.fill


def test_a_theme_that_leaves_a_role_out_does_not_load() -> None:
    text = (profile_folder("inks") / "colour.yaml").read_text("utf-8")
    data = yaml.safe_load(text)
    del data["inks"]["fold"]
    del data["inks"]["glue"]
    with pytest.raises(ValidationError, match="says nothing of fold and glue\nwrite an ink for each"):
        Theme.model_validate(data)


def test_a_theme_from_before_the_colours_of_cells_loads_and_leaves_them_out() -> None:
    data = yaml.safe_load((profile_folder("inks") / "colour.yaml").read_text("utf-8"))
    del data["inks"]["light cell"], data["inks"]["dark cell"]
    theme = Theme.model_validate(data)
    assert resolve_ink(theme, Role.LIGHT_CELL, "wood") is None
    assert resolve_ink(theme, Role.DARK_CELL, "wood") is None
    assert {role: ink for role, ink in theme.inks.items() if role not in (Role.LIGHT_CELL, Role.DARK_CELL)} == {
        role: ink for role, ink in load_theme("colour").inks.items() if role not in (Role.LIGHT_CELL, Role.DARK_CELL)}


@pytest.mark.parametrize(("name", "is_drawn"), [("colour", True), ("low", False), ("bw", False)])
def test_the_strip_of_the_players_colours_is_for_full_colour_alone(name: str, is_drawn: bool) -> None:
    """With less ink it would be a row of pale fields that are nearly alike."""
    strip = draw_player_strip(("red", "blue"), 24.0, 1.2)
    inks = {resolve_ink(load_theme(name), item.role, item.tone) is not None for item in strip.items
            if isinstance(item, Shape)}
    assert inks == {is_drawn}


def test_a_strip_of_no_colours_is_empty() -> None:
    assert draw_player_strip((), 24.0, 1.2) == Drawing()


@pytest.mark.parametrize("name", machine_names())
def test_every_machine_answers_for_every_role_and_operation(name: str) -> None:
    machine = load_machine(name)
    assert set(machine.roles) == set(Role)
    assert set(machine.operations) == set(Operation)
    assert machine.roles[Role.EDGE] is Operation.CUT_OUTER
    assert machine.roles[Role.HOLE] is Operation.CUT_INNER
    for role in (Role.MOVE_CELL, Role.SHADE, Role.NOTE, Role.FOLD, Role.TRIM, Role.GLUE):
        assert machine.roles[role] is None  # paper only


def test_a_theme_from_before_deep_shades_has_the_inks_of_tints_and_patterns() -> None:
    data = yaml.safe_load((profile_folder("inks") / "colour.yaml").read_text("utf-8"))
    del data["inks"]["deep shade"], data["inks"]["frost"]
    theme = Theme.model_validate(data)
    assert theme.inks[Role.DEEP_SHADE] == theme.inks[Role.SHADE]
    assert theme.inks[Role.FROST] == theme.inks[Role.ZONE]


@pytest.mark.parametrize("tone", ["red", "blue", "black", "green", "orange", "yellow", "white", "wood"])
def test_lines_on_the_deep_tint_of_every_colour_are_seen(tone: str) -> None:
    """White lines or dark ones: a contrast of 2.5 at least."""
    theme = load_theme("colour")
    ground, lines = resolve_ink(theme, Role.DEEP_SHADE, tone), resolve_ink(theme, Role.FROST, tone)
    assert ground is not None
    assert lines is not None
    assert compute_contrast(ground.fill or "", lines.stroke or "") >= 2.5


def test_a_machine_from_before_the_colours_of_cells_loads_as_it_was() -> None:
    data = load_machine("generic").model_dump(mode="json")
    del data["roles"]["light cell"], data["roles"]["dark cell"]
    machine = Machine.model_validate(data)
    assert machine == load_machine("generic")


def test_a_machine_may_leave_out_what_the_common_file_lists_for_paper_alone() -> None:
    roles = yaml.safe_load((profile_folder("machines") / "_common.yaml").read_text("utf-8"))["roles"]
    assert {role.value for role in PAPER_ROLES} == {role for role, operation in roles.items() if operation == "none"}
    data = load_machine("generic").model_dump(mode="json")
    for role in ("glue", "grid", "zone"):
        del data["roles"][role]
    with pytest.raises(ValidationError, match="says nothing of grid and zone\n"):
        Machine.model_validate(data)


@pytest.mark.parametrize("name", material_names())
def test_every_material_loads(name: str) -> None:
    assert load_material(name).material.name


@pytest.mark.parametrize("name", sorted(path.stem for path in BUILT_IN_WORDS.glob("*.yaml")))
def test_every_language_has_all_words(name: str) -> None:
    assert load_words(name).language


def test_patterns_agree_wherever_they_are_listed() -> None:
    (literal,) = [a for a in typing.get_args(Zone.model_fields["pattern"].annotation) if typing.get_args(a)]
    assert set(PATTERNS) == set(LINES) == set(PATTERN_ORDER) == set(typing.get_args(literal)) - {"none", "tint"}


def test_every_direction_can_be_walked_and_drawn() -> None:
    assert set(typing.get_args(Direction)) == set(FORWARD)
    assert set(FORWARDS) == set(DIRECTION_ANGLES) == set(FORWARD) | set(HEX_FORWARD)


def test_every_meaning_has_a_mark() -> None:
    steps = {mark.steps for mark in ALL_MARKS if not mark.hops}
    assert set(STEP_MARKS) == set(ON_STEP_MARKS) == steps


def test_every_check_is_called() -> None:
    written = [value for module in (check, playcheck) for name, value in vars(module).items()
               if name.startswith("check_") and name != "check_spec"]
    assert len(written) >= 7
    assert set(check.CHECKS + check.SIZE_CHECKS + check.PRINT_CHECKS + check.BOOK_CHECKS) == set(written)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(template_folders()))
def test_every_figure_of_every_template_is_drawn(name: str) -> None:
    spec = load_spec(name)
    kinds = catalogue.figure_names(spec)
    for kind, names in kinds.items():
        for one in names or ("",):
            assert catalogue.draw_figure(spec, kind, one).drawing.items
    with pytest.raises(KeyError):
        catalogue.draw_figure(spec, "dragon")


@pytest.mark.parametrize("word", sorted([*SHAPES, *MARKS, *PATTERNS]))
def test_the_documentation_knows_every_shape_mark_and_pattern(word: str) -> None:
    assert f"`{word}`" in LOOK
