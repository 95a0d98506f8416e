"""A map as Inkscape writes it, shared by tests."""

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
