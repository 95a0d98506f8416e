"""What fabgen knows → a name and a line about it: games, machines, materials, papers, shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def _games() -> Iterator[tuple[str, str]]:
    from fabgen.spec.load import load_spec, template_folders

    for slug in template_folders():
        game = load_spec(slug).game
        yield slug, f"{game.title} by {game.designer}: {game.summary or ''}".rstrip(": ")


def _machines() -> Iterator[tuple[str, str]]:
    from fabgen.make.profile import load_machine, machine_names

    for name in machine_names():
        machine = load_machine(name)
        yield name, f"{machine.about}; bed {machine.bed[0]:g} x {machine.bed[1]:g} mm"


def _materials() -> Iterator[tuple[str, str]]:
    from fabgen.make.profile import load_material, material_names

    for name in material_names():
        material = load_material(name).material
        yield name, f"{material.about}; kerf {material.kerf:g} mm, clearance {material.clearance:g} mm"


def _paper_list() -> Iterator[tuple[str, str]]:
    from fabgen.make.paper import load_paper, paper_names

    for name in paper_names():
        paper = load_paper(name)
        yield name, f"{paper.name}, {paper.size[0]:g} x {paper.size[1]:g} mm"


def _shapes() -> Iterator[tuple[str, str]]:
    from fabgen.figures.silhouettes import SHAPES

    for name, shape in sorted(SHAPES.items()):
        yield name, (shape.__doc__ or "").splitlines()[0]


KINDS: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "games": _games, "machines": _machines, "materials": _materials, "papers": _paper_list, "shapes": _shapes,
}
