"""A sheet made by hand, with one of everything that a format must hold: line, arc, circle, Bézier, area with a hole."""

from __future__ import annotations

from fabgen.artwork.path import Arc, Curve, Line, Path, circle, line, rectangle
from fabgen.laser.sheet import LaserSheet, Placement, SheetMark
from fabgen.materials.material import LaserSetting
from fabgen.materials.operations import Operation

QUARTER = 0.414213562  # tan(90 / 4 degrees): the bulge of a quarter turn
WAVE = Path((60.0, 60.0), (Curve((62.0, 66.0), (68.0, 54.0), (70.0, 60.0)), Line((65.0, 70.0))), closed=True)
BOW = Path((10.0, 80.0), (Arc((30.0, 80.0), 0.25), Line((40.0, 80.0))))
RING = (circle((20.0, 20.0), 4.0), circle((20.0, 20.0), 2.0).reversed())
SETTINGS = {
    Operation.ENGRAVE: LaserSetting(speed=300, power=18.5),
    Operation.SCORE: LaserSetting(speed=80, power=12),
    Operation.CUT_INNER: LaserSetting(speed=11, power=65, passes=2),
    Operation.CUT_OUTER: LaserSetting(speed=12.5, power=70),
}
SHEET = LaserSheet(
    name="one",
    material="acrylic-3mm/red",
    width=120.0,
    height=100.0,
    kerf=0.2,
    spacing=2.0,
    marks=(
        SheetMark("plate-1.move-1", Operation.ENGRAVE, RING, "plate-1"),
        SheetMark("plate-1.label-1", Operation.ENGRAVE, (WAVE,), "plate-1"),
        SheetMark("plate-1.grid-1", Operation.SCORE, (BOW,), "plate-1"),
        SheetMark("plate-1.grid-2", Operation.SCORE, (line((12.0, 12.0), (12.0, 90.0)),), "plate-1"),
        SheetMark("plate-1.hole-1", Operation.CUT_INNER, (circle((90.0, 20.0), 5.5),), "plate-1"),
        SheetMark("plate-1.edge-1", Operation.CUT_OUTER, (rectangle(5.0, 5.0, 110.0, 90.0, 3.0),), "plate-1"),
    ),
    placements=(Placement("plate-1", "plate", 0, 5.0, 5.0),),
    settings=SETTINGS,
)
