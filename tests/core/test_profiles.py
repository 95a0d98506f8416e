"""Machines and materials: complete, exact to their sources, and helpful where a name or a file is wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fabgen.artwork.drawing import Role
from fabgen.core.problems import FabgenError
from fabgen.laser.machine import load_machine, machine_names
from fabgen.materials.material import load_material, make_fit, material_names
from fabgen.materials.operations import Operation

ENGRAVE, SCORE, INNER, OUTER = Operation
# The published tables: three-colour core; LightBurn palette entries 00, 01, 03, 02; ascending hex for Glowforge; the
# colours 1, 3, 6, 15 of JobControl; pens of the Universal driver; Ponoko's blue cuts.
CORE = ("#000000", "#0000FF", "#FF0000", "#FF0000")
COLOURS = {
    "epilog": ("#000000", "#0000FF", "#00FF00", "#FF0000"),
    "generic": CORE,
    "glowforge": ("#000000", "#0000FF", "#00FF00", "#FF0000"),
    "grbl": CORE,
    "k40-whisperer": CORE,
    "lightburn": ("#000000", "#0000FF", "#00E000", "#FF0000"),
    "meerk40t": CORE,
    "ponoko": ("#000000", "#FF0000", "#0000FF", "#0000FF"),
    "rdworks": ("#000000", "#0000FF", "#00FF00", "#FF0000"),
    "trotec": ("#000000", "#0000FF", "#00FF00", "#FF6600"),
    "trotec-convention": CORE,
    "universal": ("#000000", "#0000FF", "#FF00FF", "#FF6600"),
    "universal-convention": CORE,
    "xtool": CORE,
}
# The widest line that is still a vector, mm: drivers of Epilog and Universal take 0.001 in.
HAIRLINES = {"epilog": 0.0254, "universal": 0.0254, "universal-convention": 0.0254, "generic": 0.0254,
             "trotec": 0.01, "trotec-convention": 0.01, "ponoko": 0.01}
# JobControl's table and the pens of the Universal driver, as red, green, blue.
TABLES = {
    "trotec": "0,0,0 255,0,0 0,0,255 51,102,153 0,255,255 0,255,0 0,153,51 0,102,51 153,153,51 153,102,51 102,51,0 "
              "102,0,102 153,0,204 255,0,255 255,102,0 255,255,0",
    "universal": "0,0,0 255,0,0 0,255,0 255,255,0 0,0,255 255,0,255 0,255,255 255,102,0",
    "epilog": "255,0,0 0,255,0 0,0,255 0,255,255 255,255,0 255,0,255",
}
CAST = {2: (1.4, 2.6), 3: (2.3, 3.7), 4: (3.2, 4.8), 5: (4.1, 5.9), 6: (5.0, 7.0)}  # ISO 7823-1: 0.4 mm + 10 %
EXTRUDED = {2: (1.8, 2.2), 3: (2.85, 3.15), 4: (3.8, 4.2), 5: (4.75, 5.25), 6: (5.7, 6.3)}  # ISO 7823-2
# The 60 W seeds of protolab.certifitrax: ranges of speed in mm/s and of power in %.
SEEDS = {"acrylic-3mm": ((10, 15), (65, 75)), "acrylic-6mm": ((5, 8), (85, 95)), "birch-ply-3mm": ((12, 18), (70, 80)),
         "birch-ply-6mm": ((5, 8), (95, 100)), "mdf-3mm": ((15, 20), (60, 70)), "card-2mm": ((25, 35), (30, 40))}
# Kerfs that were found, mm: lowest and highest of all sources.
KERFS = {"acrylic-3mm": (0.10, 0.25), "acrylic-6mm": (0.18, 0.30), "birch-ply-3mm": (0.18, 0.20),
         "birch-ply-6mm": (0.25, 0.25), "mdf-3mm": (0.15, 0.18), "mdf-6mm": (0.20, 0.22), "card-2mm": (0.12, 0.19)}


def test_built_in_machines_and_materials_are_listed_without_those_to_be_extended() -> None:
    assert machine_names() == sorted(COLOURS)
    assert {f"{kind}-{t}mm" for kind in ("acrylic", "acrylic-extruded") for t in range(2, 7)} <= set(material_names())
    assert {"birch-ply-3mm", "mdf-3mm", "card-1mm", "card-2mm"} <= set(material_names())
    assert not any(name.startswith("_") for name in (*machine_names(), *material_names()))


@pytest.mark.parametrize("name", machine_names())
def test_every_machine_profile_is_complete(name: str) -> None:
    machine = load_machine(name)
    assert machine.name == name
    assert set(machine.roles) == set(Role)
    assert set(machine.operations) == set(Operation)
    assert machine.roles[Role.EDGE] is OUTER
    assert machine.roles[Role.HOLE] is INNER
    assert machine.roles[Role.NOTE] is None


@pytest.mark.parametrize(("name", "colours"), COLOURS.items())
def test_colours_are_the_published_ones(name: str, colours: tuple[str, ...]) -> None:
    machine = load_machine(name)
    assert tuple(machine.operations[o].colour for o in Operation) == colours
    assert [machine.operations[o].paint for o in Operation] == ["fill", "stroke", "stroke", "stroke"]


@pytest.mark.parametrize("name", machine_names())
def test_lines_are_thin_enough_for_their_driver(name: str) -> None:
    machine = load_machine(name)
    widths = {machine.operations[o].width for o in (SCORE, INNER, OUTER)}
    assert len(widths) == 1
    assert 0 < (max(w or 0 for w in widths)) <= HAIRLINES.get(name, 0.1)


@pytest.mark.parametrize(("name", "table"), TABLES.items())
def test_palettes_are_the_published_ones(name: str, table: str) -> None:
    rows = [tuple(map(int, row.split(","))) for row in table.split()]
    assert [tuple(bytes.fromhex(colour[1:])) for colour in load_machine(name).palette] == rows


def test_the_lightburn_palette_has_thirty_colours_and_no_pure_green_yellow_or_cyan() -> None:
    palette = load_machine("lightburn").palette
    assert len(set(palette)) == 30
    assert not {"#00FF00", "#FFFF00", "#00FFFF"} & set(palette)
    assert [palette[n] for n in (0, 1, 3, 2)] == [load_machine("lightburn").operations[o].colour for o in Operation]


@pytest.mark.parametrize("name", machine_names())
def test_only_conventional_colour_maps_cut_too_early(name: str) -> None:
    machine = load_machine(name)
    assert machine.order_fault() == ("cuts before it scores" if name.endswith("-convention") else "")
    assert machine.unverified
    assert len(machine.notes) >= 2


@pytest.mark.parametrize(("colours", "told"), [
    ({INNER: "#FF0000", OUTER: "#00FF00"}, "cuts outlines before holes"), ({SCORE: "#FFFFFF"}, "cuts before it scores"),
    ({ENGRAVE: "#FFFFFF"}, "cuts before it scores"), ({INNER: "#FF0000"}, "")])
def test_a_wrong_working_order_is_noticed(colours: dict[Operation, str], told: str) -> None:
    """Glowforge goes by hex value: 0000FF, 00FF00, FF0000."""
    machine = load_machine("glowforge")
    painted = {o: paint.model_copy(update={"colour": colours.get(o, paint.colour)})
               for o, paint in machine.operations.items()}
    assert machine.model_copy(update={"operations": painted}).order_fault() == told


def test_glowforge_colours_rise_in_working_order() -> None:
    machine = load_machine("glowforge")
    steps = [int(machine.operations[o].colour[1:], 16) for o in machine.order]
    assert steps == sorted(steps)


def test_one_colour_for_all_cuts_makes_one_group() -> None:
    assert [name for name, _ in load_machine("generic").layer_groups()] == ["engrave", "score", "cut"]
    assert [name for name, _ in load_machine("lightburn").layer_groups()] == [
        "engrave",
        "score",
        "cut-inner",
        "cut-outer",
    ]


@pytest.mark.parametrize("name", machine_names())
def test_every_machine_moves_as_fast_as_its_corner_allows(name: str) -> None:
    """GRBL's junction deviation, 0.03 mm: corner speed squared is 0.03 a s / (1 - s), s the sine of 45 degrees."""
    motion = load_machine(name).motion
    assert motion.corner == pytest.approx((0.03 * motion.acceleration * 2.41421) ** 0.5, abs=0.6)
    assert motion.travel > motion.corner


@pytest.mark.parametrize("name", material_names())
def test_every_material_has_settings_for_three_powers(name: str) -> None:
    """40 W half as fast or twice over, 80 W 30 % faster (protolab.certifitrax)."""
    settings = load_material(name).material.settings
    assert set(settings) == {40, 60, 80}
    for operation in Operation:
        weak, plain, strong = (settings[watts][operation] for watts in (40, 60, 80))
        assert weak.speed / weak.passes == pytest.approx(plain.speed / 2)
        assert strong.speed == pytest.approx(1.3 * plain.speed)
        assert weak.power == plain.power == strong.power


@pytest.mark.parametrize(("name", "seed"), SEEDS.items())
def test_starting_settings_are_those_of_the_source(name: str, seed: tuple[tuple[int, int], tuple[int, int]]) -> None:
    (slow, fast), (weak, strong) = seed
    setting = load_material(name).material.settings[60][OUTER]
    assert slow <= setting.speed <= fast
    assert weak <= setting.power <= strong


@pytest.mark.parametrize(("name", "kerfs"), KERFS.items())
def test_kerfs_are_in_the_published_range(name: str, kerfs: tuple[float, float]) -> None:
    assert kerfs[0] <= load_material(name).material.kerf <= kerfs[1]


@pytest.mark.parametrize(("kind", "ranges"), [("acrylic", CAST), ("acrylic-extruded", EXTRUDED)])
def test_acrylic_is_as_thick_as_its_standard_says(kind: str, ranges: dict[int, tuple[float, float]]) -> None:
    for thickness, range_ in ranges.items():
        material = load_material(f"{kind}-{thickness}mm").material
        assert (material.thickness, material.thickness_range) == (thickness, pytest.approx(range_))
        assert material.web == thickness  # "no widths less than 3 mm in 3 mm acrylic" (cutlasercut)
        assert material.least_hole == max(1, thickness / 2)  # cutitout.uk, gosnapcut


@pytest.mark.parametrize("name", material_names())
def test_every_material_is_sensible(name: str) -> None:
    material = load_material(name).material
    assert material.clearance == (0.1 if material.family == "acrylic" else 0)
    usual = -0.05 if material.kind == "plywood" else material.clearance  # UPenn: 0.025 to 0.05 mm overlap in wood
    assert material.gap == 0.5  # what is between nearer cuts burns away (cutlasercut, laserengravingservice.co.uk)
    assert material.grain == (material.kind == "plywood")
    assert material.price
    assert material.price.amount > 0
    assert material.name == name
    low, high = material.thickness_range
    assert low <= material.thickness <= high
    assert material.spacing >= max(2 * material.kerf, 1.0)  # the rule for the gap between nested parts
    assert make_fit(material).slot == pytest.approx(material.thickness + usual)
    plays = [fit.play for fit in material.fit_classes.values()]
    assert plays == sorted(plays, reverse=True)  # the loosest first
    assert max(fit.node for fit in material.fit_classes.values()) < 0.15  # Ponoko, of nodes in acrylic


def test_cast_acrylic_follows_its_standard() -> None:
    material = load_material("acrylic-3mm").material
    assert (material.kerf, material.clearance) == (0.20, 0.10)
    assert material.thickness_range == pytest.approx((3 - (0.4 + 0.3), 3 + (0.4 + 0.3)))  # ISO 7823-1: 0.4 mm + 10 %


@pytest.mark.parametrize(
    ("key", "name", "colour"),
    [
        ("acrylic-3mm/green", "acrylic-3mm", "green"),
        ("acrylic-3mm", "acrylic-3mm", ""),
        ("birch-ply-3mm/dark walnut", "birch-ply-3mm", "dark walnut"),
    ],
)
def test_a_material_key_is_taken_apart_into_material_and_colour(key: str, name: str, colour: str) -> None:
    stock = load_material(key)
    assert (stock.key, stock.material.name, stock.colour) == (key, name, colour)


def test_a_measured_thickness_counts() -> None:
    assert make_fit(load_material("acrylic-3mm").material, 2.85).slot == pytest.approx(2.95)


def test_unknown_names_get_the_nearest_one_as_a_hint() -> None:
    with pytest.raises(FabgenError, match="did you mean glowforge"):
        load_machine("glowforg")
    with pytest.raises(FabgenError, match="did you mean acrylic-3mm"):
        load_material("acrilic-3mm/green")


def written(folder: Path, text: str) -> str:
    file = folder / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_users_file_extends_a_machine(tmp_path: Path) -> None:
    machine = load_machine(
        written(tmp_path, "extends: lightburn\nname: mine\nbed: 300 x 200 mm\nroles: {grid: engrave}\n")
    )
    assert (machine.bed, machine.roles[Role.GRID], machine.roles[Role.ZONE]) == ((300, 200), ENGRAVE, SCORE)
    assert machine.operations[INNER].colour == "#00E000"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("extends: lightbrun\nname: mine\n", "did you mean lightburn"),
        ("extends: mine.yaml\nname: mine\n", "extends itself"),
        (
            "extends: generic\nname: mine\norder: [cut-outer, cut-inner, score, engrave]\n",
            "must end with cut-inner, cut-outer",
        ),
        ("extends: generic\nname: mine\norder: [score, score, cut-inner, cut-outer]\n", "names each operation once"),
        ("extends: generic\nname: mine\noperations: {score: {paint: fill}}\n", "a stroke needs a `width`"),
        ("extends: generic\nname: mine\noperations: {score: {colour: blue}}\n", "blue"),
        ("extends: generic\nname: mine\nroles: {edge: cut}\n", "`cut` is not known here"),
        ("extends: generic\nname: mine\nbed: 5 x 5 mm\n", "smaller than its margins"),
        ("extends: trotec\nname: mine\noperations: {score: {colour: '#0000FE'}}\n", "no such colour for score"),
        ("extends: generic\nname: mine\nruns: palette\n", "needs a `palette`"),
        ("extends: generic\nname: mine\nformats: [bmp]\n", "`bmp` is not known here"),
        ("extends: generic\nname: mine\nsorts: anyhow\n", "`anyhow` is not known here"),
        ("extends: generic\nname: mine\nwatts: 0\n", "`0` is too small"),
        ("extends: generic\nname: mine\nmotion: {speed: 5}\n", "unknown key `speed`"),
        (
            "name: mine\nabout: x\nbed: 300 x 200 mm\nmargin: 5\ntext: outline\nengraved_text: 1\n"
            "order: [engrave, score, cut-inner, cut-outer]\n"
            "roles: {edge: cut-outer}\noperations: {}\n",
            "says nothing of hole, grid",
        ),
    ],
)
def test_a_machine_with_mistakes_does_not_load(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(FabgenError) as caught:
        load_machine(written(tmp_path, text))
    assert what in str(caught.value)


def test_a_users_file_extends_a_material(tmp_path: Path) -> None:
    key = written(tmp_path, "extends: acrylic-3mm\nthickness: 2.8 mm\nkerf: 0.18 mm\n")
    stock, parent = load_material(f"{key}/green"), load_material("acrylic-3mm").material
    assert (stock.material.thickness, stock.material.kerf, stock.colour) == (2.8, 0.18, "green")
    kept = {"extends", "thickness", "kerf"}
    assert stock.material.model_dump(exclude=kept) == parent.model_dump(exclude=kept)
    with pytest.raises(FabgenError, match="did you mean acrylic-3mm"):
        load_material(written(tmp_path, "extends: acrilic-3mm\n"))


@pytest.mark.parametrize(("line", "what", "hint"), [
    ("kerf: 3 mm", "`3 mm` is too large", "2 mm or less"), ("kerf: -1", "`-1` is too small", "0 or more"),
    ("thickness: 0 mm", "`0 mm` is too small", "0 mm is already too small"),
    ("thickness_range: [2 mm]", "item 2 of this list is missing", ""),
    ("thickness_range: [2, 3, 4]", "3 are too many", "2 or fewer"),
    ("thickness_range: [4, 2]", "`thickness_range` goes from 4 down to 2 mm", "write the smaller one first"),
    ("measured: 29 mm", "29 mm was measured on a sheet of nominally 3 mm", "is it another material, or another unit?"),
    ("price: 5", "`5` is not a price", "write it like 18 EUR or 12.50 USD"),
])
def test_a_material_out_of_bounds_is_reported_in_words(tmp_path: Path, line: str, what: str, hint: str) -> None:
    with pytest.raises(FabgenError) as caught:
        load_material(written(tmp_path, f"extends: acrylic-3mm\n{line}\n"))
    assert [(p.what, p.hint) for p in caught.value.problems] == [(what, hint)]


def test_an_invalid_colour_is_reported_in_words(tmp_path: Path) -> None:
    with pytest.raises(FabgenError) as caught:
        load_machine(written(tmp_path, "extends: generic\nname: mine\noperations: {score: {colour: blue}}\n"))
    assert [(p.what, p.hint) for p in caught.value.problems] == [
        ("`blue` is not a colour", "write it as # and six digits from 0 to F, like #FF0000, in quotes")]


SHEET = "extends: acrylic-3mm\nkerf: 0.15 mm\n"


def test_a_game_names_materials_in_its_folder_only(tmp_path: Path) -> None:
    game = tmp_path / "game"
    (game / "mats").mkdir(parents=True)
    (tmp_path / "mine.yaml").write_text(SHEET)
    (game / "mats/base.yaml").write_text(SHEET)
    (game / "mats/near.yaml").write_text("extends: base.yaml\nkerf: 0.3 mm\n")
    (game / "mats/far.yaml").write_text("name: far\nextends: ../../mine.yaml\n")
    (game / "mats/inner.yaml").write_text("extends: ../mats/base.yaml\n")
    assert load_material("mats/near.yaml/red", game).material.kerf == 0.3
    assert load_material("mats/inner.yaml", game).material.kerf == 0.15
    for name in ("../mine.yaml", str(tmp_path / "mine.yaml"), "mats/far.yaml", "a\0.yaml"):
        with pytest.raises(FabgenError, match=r"inside its folder|every system"):
            load_material(name, game)
    with pytest.raises(FabgenError) as caught:
        load_material("mats/far.yaml", game)
    assert (caught.value.problems[0].where.line, caught.value.problems[0].where.key) == (2, "extends")


def test_a_user_names_materials_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "mine.yaml").write_text(SHEET)
    (tmp_path / "deep/far.yaml").write_text("extends: ../mine.yaml\n")
    monkeypatch.chdir(tmp_path / "deep")
    for name in ("../mine.yaml", str(tmp_path / "mine.yaml"), "far.yaml"):
        assert load_material(name).material.kerf == 0.15


@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
def test_a_material_that_is_a_link_or_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "mine.yaml").write_text(SHEET)
    (tmp_path / "game/link.yaml").symlink_to("../mine.yaml")
    os.mkfifo(tmp_path / "game/pipe.yaml")
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    for name, what in (("link.yaml", "leads out"), ("pipe.yaml", "a pipe")):
        with pytest.raises(FabgenError, match=what):
            load_material(name, tmp_path / "game")
    with pytest.raises(FabgenError, match="a device"):
        load_material(str(tmp_path / "zero.yaml"))  # also one that users name themselves
