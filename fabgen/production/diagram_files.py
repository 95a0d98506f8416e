"""A game → the files of `diagrams/`: every stand-alone figure in every chosen format."""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.diagrams.files import FigureStyle, figure_file_size, file_stem, render_figure
from fabgen.production.build_files import BuildFile, Progress
from fabgen.spec.build_options import DIAGRAM_THEMES, Options
from fabgen.spec.load import Spec


def make_diagrams(spec: Spec, options: Options, progress: Progress) -> Iterator[BuildFile]:
    """Every stand-alone figure, in the formats that are asked for."""
    from fabgen.figures.diagrams.catalogue import draw_all_figures

    progress("diagrams")
    style = FigureStyle(options.diagram_theme or DIAGRAM_THEMES[0], has_live_text=options.diagram_text == "live",
                        has_ground=options.diagram_ground == "white")
    for figure in draw_all_figures(spec):
        name, size = file_stem(figure.reference), figure_file_size(figure)
        for suffix, data in render_figure(figure, options.diagram_formats, style).items():
            yield BuildFile(f"diagrams/{name}.{suffix}", data, f"diagram: {figure.caption}", size)
