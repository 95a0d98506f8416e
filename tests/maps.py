"""Maps as Inkscape writes them, shared by tests."""

import random
from itertools import pairwise

# A layer moved aside, a group scaled by a matrix, a curved border that two paths draw each its own way, relative
# commands, labels of the list of objects, words and a locked scan under it: what Inkscape 1.x writes.
DRAWING = """\
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="210mm" height="150mm" viewBox="0 0 210 150" version="1.1" id="svg1"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:xlink="http://www.w3.org/1999/xlink"
   xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg">
  <sodipodi:namedview id="namedview1" pagecolor="#ffffff" inkscape:document-units="mm" />
  <defs id="defs1" />
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" transform="translate(10,10)">
    <image id="scan" width="5" height="5" xlink:href="data:image/png;base64,iVBORw0KGgo=" />
    <path style="fill:#aaccee;stroke:#000000;stroke-width:0.5" d="M 0,0 H 40 V 30 C 30,34 10,26 0,30 Z" id="North" />
    <path style="fill:#ddddaa;stroke:#000000" d="m 0,30 c 10,-4 30,4 40,0 v 40 h -40 z" id="path123"
       inkscape:label="south" />
    <g id="g5" transform="matrix(2,0,0,2,40.2,0)">
      <rect style="fill:none;stroke:#000" id="rect7" inkscape:label="east" x="0" y="0" width="15" height="35" />
    </g>
    <circle id="moon" cx="120" cy="20" r="14" style="fill:#ccc" />
    <text id="text1" x="5" y="5"><tspan>North</tspan></text>
  </g>
</svg>
"""


# Nine spaces in three rows like bricks, so that borders meet three by three, each path with its own rounding; a border
# with a wave; relative paths that miss their start by a rounding; a lake in `b2` with the enclave `keep` in another
# hole; and a layer of decoration.
ROWS = (("a1", "a2", "a3"), ("b1", "b2", "b3"), ("c1", "c2", "c3"))
BRICKS = {"a1": {"a2", "b1"}, "a2": {"a1", "a3", "b1", "b2"}, "a3": {"a2", "b2", "b3"},
          "b1": {"a1", "a2", "b2", "c1", "c2"}, "b2": {"a2", "a3", "b1", "b3", "c2", "c3", "keep"},
          "b3": {"a3", "b2", "c3"}, "c1": {"b1", "c2"}, "c2": {"b1", "b2", "c1", "c3"}, "c3": {"b2", "b3", "c2"},
          "keep": {"b2"}}
ROSE = """\
  <g inkscape:groupmode="layer" id="layer2" inkscape:label="Rose">
    <path style="fill:#531" d="M 150,-20 L 156,0 L 150,20 L 144,0 Z" id="path9001" /></g>
"""


def bricks(jitter: float = 0.0, seed: int = 1, extra: str = ROSE) -> str:
    """That drawing; `jitter` is how far in mm each path's nodes are off in either direction, at most."""
    off = random.Random(seed)

    def at(x: float, y: float) -> str:
        return f"{x + off.uniform(-jitter, jitter):.5f},{y + off.uniform(-jitter, jitter):.5f}"

    def border(x: float, y: float, u: float, v: float) -> str:
        """A wave; the same either way round."""
        (p, q), (r, s) = sorted([(x, y), (u, v)])
        dx, dy = (r - p) / 3, (s - q) / 3
        first, second = (p + dx - dy / 2, q + dy + dx / 2), (r - dx + dy / 2, s - dy - dx / 2)
        bends = (first, second) if (p, q) == (x, y) else (second, first)
        return f"C {at(*bends[0])} {at(*bends[1])} {at(u, v)}"

    shapes = []
    for row, names in enumerate(ROWS):
        for n, name in enumerate(names):
            x, y = 60.0 * n + 30 * (row % 2), 70.0 * row
            ring = [(x, y), (x + 30, y), (x + 60, y), (x + 60, y + 70), (x + 30, y + 70), (x, y + 70)]
            start = at(*ring[0])
            d = f"M {start} " + " ".join(border(*p, *q) for p, q in pairwise(ring))
            d += f" {border(*ring[-1], *ring[0]).rsplit(' ', 1)[0]} {start} Z"
            if name == "b2":
                d += " M 98,92 h 8 v 12 h -8 z M 124,86 h 19.6 v 36 h -19.6 z"
            shapes.append(f'<path d="{d}" id="{name}" style="fill:#cc9;fill-rule:evenodd" />')
    shapes.append('<path d="m 124,86 h 19.6 v 36 h -19.6 l 0.00001,-36.00001 z" id="keep" style="fill:#c99" />')
    return (f'<svg width="260mm" height="250mm" viewBox="-20 -20 260 250" xmlns="http://www.w3.org/2000/svg" '
            f'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">\n'
            f'  <g inkscape:groupmode="layer" id="layer1" inkscape:label="Regions">{"".join(shapes)}</g>\n'
            f"{extra}</svg>\n")
