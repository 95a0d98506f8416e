"""What fabgen knows → a name and a line about it: games, recipes, machines, materials, papers, shapes, colours, marks,
patterns."""

from __future__ import annotations

from collections.abc import Callable, Iterator

SHEET_DPI = 200


def _games() -> Iterator[tuple[str, str]]:
    from fabgen.spec.game_folder import template_folders
    from fabgen.spec.load import load_spec

    for slug in template_folders():
        game = load_spec(slug).game
        yield slug, f"{game.title} by {game.designer}: {game.summary or ''}".rstrip(": ")


def _recipes() -> Iterator[tuple[str, str]]:
    from fabgen.authoring.recipes import read_recipes

    for name, recipe in read_recipes().items():
        yield name, recipe.about


def _machines() -> Iterator[tuple[str, str]]:
    from fabgen.laser.machine import load_machine, machine_names

    for name in machine_names():
        machine = load_machine(name)
        formats, mistake = ", ".join(machine.formats), machine.order_fault()
        yield name, f"{machine.about}; bed {machine.bed[0]:g} x {machine.bed[1]:g} mm; {formats}"
        if mistake:
            yield "", f"CAUTION: in its own order of colours it {mistake}; change that at the machine"
        yield from (("", f"unverified: {claim}") for claim in machine.unverified)


def _materials() -> Iterator[tuple[str, str]]:
    from fabgen.materials.material import load_material, material_names

    for name in material_names():
        material = load_material(name).material
        (low, high), price = material.thickness_range, material.price
        cost = f"; about {price.amount:g} {price.currency} a sheet" if price else ""
        fit = f"kerf {material.kerf:g} mm, clearance {material.clearance:g} mm"
        yield name, f"{material.about}, {low:g} to {high:g} mm; {fit}{cost}"


def _papers() -> Iterator[tuple[str, str]]:
    from fabgen.typeset.papers import load_paper, paper_names

    for name in paper_names():
        paper = load_paper(name)
        yield name, f"{paper.name}, {paper.size[0]:g} x {paper.size[1]:g} mm"
    yield "poster", "the board in one piece, as large as it is, for a copy shop"


def _shapes() -> Iterator[tuple[str, str]]:
    from fabgen.figures.silhouettes.contact_sheets import describe_size
    from fabgen.figures.silhouettes.silhouettes import SHAPES

    for name, shape in sorted(SHAPES.items()):
        yield name, f"{(shape.__doc__ or '').splitlines()[0]} {describe_size(name)}"


def _colours() -> Iterator[tuple[str, str]]:
    from fabgen.artwork.themes import load_theme

    yield from load_theme("colour").palette.items()


def _marks() -> Iterator[tuple[str, str]]:
    from fabgen.figures.diagrams.marks import MARKS

    for name, mark in sorted(MARKS.items()):
        yield name, (mark.__doc__ or "").splitlines()[0]


def _patterns() -> Iterator[tuple[str, str]]:
    from fabgen.figures.boards.zone_patterns import PATTERN_ORDER

    ordinals = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    for number, name in enumerate(PATTERN_ORDER):
        yield name, f"{ordinals[number]} where a zone does not choose"


LISTINGS: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "games": _games, "recipes": _recipes, "machines": _machines, "materials": _materials, "papers": _papers,
    "shapes": _shapes, "colours": _colours, "marks": _marks, "patterns": _patterns,
}


def contact_sheet(kind: str, suffix: str) -> bytes:
    """A sheet of all shapes or marks at true size with their names, as svg, pdf or png."""
    from fabgen.artwork.export import pdf, png, svg
    from fabgen.artwork.themes import load_theme
    from fabgen.figures.silhouettes.contact_sheets import CONTACT_SHEETS

    drawing, theme, title = CONTACT_SHEETS[kind](), load_theme("workshop"), f"The {kind} of fabgen, at true size"
    if suffix == "svg":
        return svg.write_drawing(drawing, theme, title=title)
    page = pdf.write_drawing(drawing, theme, title=title)
    return page if suffix == "pdf" else png.render_page(page, SHEET_DPI)
