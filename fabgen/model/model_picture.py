"""The parts of a model → a picture of them as they will look: sheets of true thickness on a table, under a soft lamp.

Every part is a plate: its outline through its thickness. A ray from the eye is followed into the plate and through it
until it meets material, so that no mesh is needed, nor any package that draws in three dimensions. What is finer than
the picture comes from averages (`coverage`): etched lines never flicker, and shadows are sharp where things touch and
soft further off. The same parts give the same picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from PIL import Image

from fabgen.model.camera import ModelCamera, fill_picture
from fabgen.model.coverage import PartCoverage, cover_part
from fabgen.model.model_parts import ModelPart, SolidLook
from fabgen.model.surfaces import (
    SheetSurface,
    choose_table,
    display_levels,
    grain_at,
    linear_colour,
    surface_of_look,
    table_colour,
)

AROUND, DOWN = 7.0, 54.0  # degrees: where the eye stands
BAND = 600_000  # rays that are followed together
LAMP, LAMP_BLUR = (-0.95, -0.75, 1.2), 0.32  # its direction, for an eye in front; how wide it looks: mm for each mm
LAMP_LIGHT = (1.26, 1.12, 0.97)  # warm
POOL = 2.2  # times as far as the corner of the model: where the lamp gives half as much light as in the middle
ROOM_LIGHT, ROOM_BLUR = (0.39, 0.42, 0.46), 0.8  # the light that comes from all sides of the room
BOUNCE = (0.26, 0.21, 0.17)  # warm light from table and board on what faces downwards or aside
FILL_LIGHT = (0.58, 0.54, 0.48)  # from opposite of the lamp, on upright sheets alone: white stays white from behind
MOST_STEPS, HALVINGS = 48, 4  # of a ray through a plate
CLEAR_SHADE = 0.25  # of the light that clear acrylic keeps back
CLEAR_RIM = 0.45  # how much of the light of its edge the face of a clear sheet shows along its border
CLEAR_VEIL = 0.006  # of the light on a clear sheet that it scatters
CLEAR_TINT = (0.93, 0.965, 0.97)  # of what is seen through a sheet
REFRACTION = 1.49  # of acrylic: the back of a clear sheet seems nearer
SMOOTH = 0.5  # mm: over how much the edge of a part is averaged to find where it faces
MOST_LEVELS, FINEST_LEVEL = 8, 1.5  # depths of a plate in which a shadow is looked up; mm from one to the next
RIM_WIDTH = 0.9  # mm: how far inside its border the face of a sheet shows the light of its edge
BROWNED_WOOD = "#f2d3a0"  # the light that wood reflects between the lines of a hatch, of what it reflects elsewhere
BROWN_WIDTH = 0.5  # mm: how far inside its border the face of wood is browned by the laser
COARSE = 6  # rays from one such depth to the next, where a ray is wide
RANKS = (4, 0, 6, 2, 8, 1, 5, 3, 7)  # by which the rays of a pixel decide between two averages
TABLE_TURN = -4.0  # degrees from the side of the eye to the grain of the table
ARRIS, ARRIS_PIXELS = 0.4, 2.0  # mm: the polished bevel between face and edge of acrylic; how wide it is at least
ARRIS_FROM, ARRIS_SHINE = 0.25, 0.25  # of its width, where it begins; of the light that it reflects
EDGE_SHINE = 0.06  # of the light that polished edges reflect
EDGE_CORE = 0.3  # how much darker an edge of acrylic is half-way up than along its borders
WINDOW, WINDOW_LIGHT = (-0.55, 0.7, 0.46), 2.2  # a window far at the left: its direction, for an eye in front
LAMP_MIRROR = 7.0  # how bright the lamp is in a mirror
GLOSS_AT = 0.83  # the cosine of the angle at which their reflections begin
UPRIGHT, SHEEN_FOOT = 0.5, 0.25  # how far faces look up at most that count as upright; of their sheen, at the foot
LEAST_SLOPE = 0.2  # of a face: at lower ones marks are no more averaged
HORIZON = 40  # times the distance of the model: where the table ends
TABLE_ID, FAR = -1, np.float32(1e9)
FLUSH = 0.1  # mm between the faces of parts that are level
NEARER = np.float32(0.001)  # mm: what is not so much nearer is as far


@dataclass(frozen=True)
class _Plate:
    """A part in its place, ready to be drawn."""

    item: ModelPart
    surface: SheetSurface
    cover: PartCoverage
    axes: Any  # columns: across, along, out
    origin: Any
    thickness: float
    is_inlaid: bool

    @cached_property
    def corners(self) -> Any:
        """The eight corners of its box in space."""
        return plate_corners(self.item, self.cover.bounds)

    @cached_property
    def fine_axes(self) -> Any:
        """Its axes, in the numbers of the picture."""
        return self.axes.astype(np.float32)

    @cached_property
    def shift(self) -> Any:
        """Its origin in its own axes."""
        return self.to_local(self.origin)

    def to_local(self, vector: Any) -> Any:
        """A direction in the plate's own axes."""
        return (self.axes.T @ vector).astype(np.float32)


@dataclass(frozen=True)
class _Hits:
    """Where rays through a part of the picture meet a plate: `rows` and `columns` say which part."""

    rows: slice
    columns: slice
    depth: Any  # FAR where they do not
    x: Any
    y: Any
    is_edge: Any
    height: Any  # above the back of the plate


@dataclass(frozen=True)
class _Shade:
    """A plate that may keep light from a direction: its number, the direction in its own axes, and the rows and columns
    of the band where it may."""

    number: int
    plate: _Plate
    way: Any
    window: tuple[slice, slice]

    def places(self, corner: tuple[int, int], step: int) -> tuple[int, int, int, int]:
        """First and last row, first and last column, of every `step`-th ray from a corner."""
        rows, columns = self.window
        (top, left), last = corner, step - 1
        return (max((rows.start - top) // step, 0), max((rows.stop - top + last) // step, 0),
                max((columns.start - left) // step, 0), max((columns.stop - left + last) // step, 0))


def draw_model(items: Sequence[ModelPart], width: int, height: int, samples: int = 3, around: float = AROUND,
               down: float = DOWN) -> Image.Image:
    """The picture, in pixels; `samples` squared rays for each. The eye stands `around` degrees from the first player's
    side and `down` from the zenith, or higher where the model would leave much of the height empty."""
    return _Renderer(items, width, height, samples, around, down).draw()


def plate_corners(item: ModelPart, bounds: tuple[float, float, float, float]) -> Any:
    """The eight corners of a part's box in space; `bounds`: of its drawing."""
    matrix = np.array(item.solid.matrix, float)
    x0, y0, x1, y1 = bounds
    local = [(x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (0.0, item.solid.placed.thickness)]
    return np.array(local) @ matrix[:, :3].T + matrix[:, 3]


class _Renderer:
    def __init__(self, items: Sequence[ModelPart], width: int, height: int, samples: int, around: float, down: float
                 ) -> None:
        self.width, self.height, self.samples = width * samples, height * samples, samples
        boxes = [plate_corners(item, outline_bounds(item)) for item in items]
        self.floor = float(min(box[:, 2].min() for box in boxes))
        self.camera: ModelCamera = fill_picture(np.concatenate(boxes), width, height, around, down)
        self.distance = float(np.linalg.norm(self.camera.eye - np.concatenate(boxes).mean(axis=0)))
        self.pixel = 2 * self.camera.half_width / self.width  # of a ray, at distance 1
        self.plates = [*self._make_plates(items, boxes)]
        self.table = choose_table(_find_ground(items, boxes))
        self.from_top = sorted(range(len(boxes)), key=lambda number: -float(boxes[number][:, 2].max()))
        self.turn = np.radians(around)
        # For an eye at the left both lights come from the right: so they shine on faces of figures, not on their edges.
        side = -1.0 if around < 0 else 1.0
        self.lamp, self.window = (_unit(_turn_about_z((side * x, y, z), self.turn)) for x, y, z in (LAMP, WINDOW))
        corners = np.concatenate(boxes)[:, :2]
        self.middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
        self.pool = POOL * float(np.hypot(*np.ptp(corners, axis=0))) / 2
        self.through = np.array([*(plate.surface.through for plate in self.plates), 0], np.float32)  # last: the table
        self.filled = np.array([*(not plate.surface.is_clear and abs(float(plate.axes[2, 2])) < UPRIGHT
                                  for plate in self.plates), False], np.float32)
        self.room = [*_spread_directions(samples * samples)]

    def _make_plates(self, items: Sequence[ModelPart], boxes: Sequence[Any]) -> Iterator[_Plate]:
        """The plates of the picture. Parts of one drawing share their coverage, as fine as a pixel on the nearest."""
        covers = dict[Any, PartCoverage]()
        surfaces = {item.look: surface_of_look(item.look) for item in items}
        for item, box, is_inlaid in zip(items, boxes, _find_inlays(boxes), strict=True):
            key = item.solid.placed.part.drawing
            if key not in covers:
                near = float(((box - self.camera.eye) @ self.camera.forward).min())
                covers[key] = cover_part(item.solid, near * self.pixel)
            matrix = np.array(item.solid.matrix, float)
            yield _Plate(item, surfaces[item.look], covers[key], matrix[:, :3], matrix[:, 3],
                         item.solid.placed.thickness, is_inlaid)

    def draw(self) -> Image.Image:
        """The whole picture, band by band."""
        rows = max(self.samples, BAND // self.width // self.samples * self.samples)
        bands = [self._draw_band(top, min(top + rows, self.height)) for top in range(0, self.height, rows)]
        return Image.fromarray(np.concatenate(bands), "RGB")

    # ---- One band

    def _draw_band(self, top: int, bottom: int) -> Any:
        """The levels of some rows of rays, as pixels."""
        camera, size = self.camera, (bottom - top, self.width)
        self.x = ((np.arange(self.width) + 0.5) * self.pixel - camera.half_width).astype(np.float32)[None, :]
        self.y = (camera.half_height - (np.arange(top, bottom) + 0.5) * self.pixel).astype(np.float32)[:, None]
        self.top = top
        self.shades = dict[tuple[float, ...], list[_Shade]]()
        fall = camera.forward[2] + self.x * camera.right[2] + self.y * camera.up[2]
        far = -camera.eye[2] / HORIZON  # what is beyond, and what looks over the table, is as far as the horizon
        depth = ((self.floor - camera.eye[2]) / np.minimum(fall, far / self.distance)).astype(np.float32)
        owner = np.full(size, TABLE_ID, np.int16)
        u, v, w = (np.zeros(size, np.float32) for _ in range(3))
        is_edge = np.zeros(size, bool)
        for number in self.from_top:
            plate = self.plates[number]
            if plate.surface.is_clear or (hits := self._meet(plate, depth)) is None:
                continue
            at = hits.rows, hits.columns
            nearer = hits.depth < depth[at]
            for field, values in ((depth, hits.depth), (u, hits.x), (v, hits.y), (w, hits.height),
                                  (is_edge, hits.is_edge)):
                field[at][nearer] = values[nearer]
            owner[at][nearer] = number
        points = self._points(depth, slice(None), slice(None))
        normals = np.zeros((3, *size), np.float32)
        normals[2] = 1
        colour = np.empty((*size, 3), np.float32)
        shine, glow = np.full(size, 0.006, np.float32), np.zeros(size, np.float32)
        self._colour_table(owner == TABLE_ID, points, colour)
        for number, where in _places_by_owner(owner):
            self._colour_plate(self.plates[number], where, (u, v, w, is_edge), (colour, normals, shine, glow))
        light = colour * self._light(points, normals, owner) + colour * glow[..., None]
        light += self._mirror(normals, shine, slice(None), slice(None))
        self._add_clear(light, depth)
        samples = self.samples
        light = np.minimum(light, 1.5).reshape(size[0] // samples, samples, size[1] // samples, samples, 3)
        return display_levels(light.mean(axis=(1, 3)))

    def _points(self, depth: Any, rows: slice, columns: slice) -> Any:
        """The points in space at these depths, as three planes."""
        camera, x, y = self.camera, self.x[:, columns], self.y[rows]
        return np.stack([np.float32(camera.eye[n]) + depth * (np.float32(camera.forward[n])
                         + x * np.float32(camera.right[n]) + y * np.float32(camera.up[n])) for n in range(3)])

    def _window(self, points: Any, side: float = 0.0) -> tuple[slice, slice] | None:
        """The rows and columns of this band in which points in space may appear, what lies between them, and what is
        less than `side` rays away. They begin and end at a pixel."""
        shown = self.camera.project(points)
        (x0, y0), (x1, y1) = shown.min(axis=0), shown.max(axis=0)
        side += 2
        left = int(max((x0 + self.camera.half_width) / self.pixel - side, 0))
        right = int(min((x1 + self.camera.half_width) / self.pixel + side + 1, self.width))
        high = int(max((self.camera.half_height - y1) / self.pixel - side - self.top, 0))
        low = int(min((self.camera.half_height - y0) / self.pixel + side + 1 - self.top, len(self.y)))
        if left >= right or high >= low:
            return None
        samples = self.samples
        return (slice(high // samples * samples, -(-low // samples) * samples),
                slice(left // samples * samples, -(-right // samples) * samples))

    # ---- What is seen

    def _meet(self, plate: _Plate, limit: Any) -> _Hits | None:
        """Where the rays of this band first meet a plate: on a face, or further in on an edge. Edges are not looked for
        where a plate begins beyond the `limit` of a ray."""
        if (window := self._window(plate.corners)) is None:
            return None
        rows, columns = window
        x, y, camera = self.x[:, columns], self.y[rows], self.camera
        ox, oy, oz = plate.to_local(camera.eye - plate.origin)
        forward, right, up = (plate.to_local(axis) for axis in (camera.forward, camera.right, camera.up))
        dx, dy, dz = (forward[n] + x * right[n] + y * up[n] for n in range(3))
        dz = np.where(np.abs(dz) < 1e-6, np.float32(1e-6), dz)
        to_top, to_back = (np.float32(plate.thickness) - oz) / dz, -oz / dz
        first, last = np.minimum(to_top, to_back), np.maximum(to_top, to_back)
        u, v = ox + first * dx, oy + first * dy
        sheet = plate.cover.sheet
        is_face = sheet.nearest(u, v) >= 0.5
        depth = np.where(is_face, first, FAR)
        height = np.where(to_top <= to_back, np.float32(plate.thickness), np.float32(0)) + np.zeros_like(depth)
        is_edge = np.zeros(depth.shape, bool)
        rest = np.nonzero((~is_face & (first < limit[rows, columns] - NEARER)).ravel())[0]
        dxs, dys, dzs, *spans = (field.ravel()[rest] for field in (dx, dy, dz, first, last))
        found, at = _follow(sheet, plate.cover.bounds, (ox, oy), self._steps_through(plate), dxs, dys,
                            *spans)
        rest, dxs, dys, dzs = rest[found], dxs[found], dys[found], dzs[found]
        for field, values in ((depth, at), (u, ox + at * dxs), (v, oy + at * dys), (height, oz + at * dzs),
                              (is_edge, True)):
            field.ravel()[rest] = values
        return _Hits(rows, columns, depth, u, v, is_edge, height)

    # ---- Colours

    def _colour_table(self, where: Any, points: Any, colour: Any) -> None:
        """The table, whose grain runs from side to side."""
        x, y = _turn_about_z((points[0][where], points[1][where]), -self.turn - np.radians(TABLE_TURN))
        colour[where] = table_colour(self.table, x.astype(np.float32), y.astype(np.float32))

    def _colour_plate(self, plate: _Plate, where: Any, hit: tuple[Any, Any, Any, Any],
                      into: tuple[Any, Any, Any, Any]) -> None:
        """The colours, normals and lustre of a plate at the rays `where`."""
        u, v, w, edge = (field[where] for field in hit)
        colour, normals, shine, glow = into
        surface = plate.surface
        colours: Any = np.broadcast_to(surface.colour, (len(u), 3))
        shines: Any = np.full(len(u), surface.shine, np.float32)
        if surface.grain:
            grain = grain_at(surface.grain, u + 37 * plate.thickness, v)[:, None]
            colours = colours * (1 + surface.grain_depth * (grain - 1))
        lit: Any = np.zeros(len(u), np.float32)
        if is_upright := abs(float(plate.axes[2, 2])) < UPRIGHT:
            foot, top = plate.cover.bounds[1::2]
            rise = np.clip((v - foot) / (top - foot), 0, 1)
            colours = colours + np.float32(surface.sheen) * (SHEEN_FOOT + (1 - SHEEN_FOOT) * rise ** 2)[:, None]
            lit = np.full(len(u), surface.face_glow, np.float32)
        if plate.cover.has_marks:
            marked, hatched = plate.cover.mark_shares(u, v, self._pixel_on(plate), self._stretch(plate))
            share = surface.cover * np.where(edge | (w <= 0), 0, marked)
            if is_upright:
                lit = lit * (1 - share) + np.float32(surface.mark_glow) * share
            if surface.grain:  # between the lines of a hatch wood is browned
                colours = colours * (1 - np.multiply.outer(hatched * ~edge, 1 - linear_colour(BROWNED_WOOD)))
            colours = colours * (1 - share[:, None]) + surface.marks * share[:, None]
            shines = shines * (1 - share)
        local = np.zeros((3, len(u)), np.float32)
        local[2] = np.where(w > plate.thickness / 2, 1, -1)
        if surface.rim:
            rim_width = BROWN_WIDTH if surface.grain else RIM_WIDTH
            bright = np.where(edge, 0, self._border_share(plate, u, v, rim_width) * np.float32(surface.rim))
            colours = colours + (surface.border - colours) * bright[:, None]
            if not surface.grain and not plate.is_inlaid:
                self._polish(plate, u, v, np.nonzero(bright)[0], local, shines)
        if edge.any():
            plies = np.where(np.mod(w, 1.2) < 0.6, 1.25, 0.8) if surface.grain == "plywood" else _edge_tone(plate, w)
            colours = np.where(edge[:, None], surface.edge * plies[:, None], colours)
            lit = np.where(edge, surface.glow, lit)
            shines = np.where(edge, surface.shine if surface.grain else EDGE_SHINE, shines)
            local[:, edge] = _edge_normals(plate, u[edge], v[edge])
        colour[where], shine[where], glow[where] = colours, shines, lit
        for n, plane in enumerate(plate.axes.astype(np.float32) @ local):
            normals[n][where] = plane

    def _border_share(self, plate: _Plate, x: Any, y: Any, width: float) -> Any:
        """How near points of a face are to its border, from 0 to 1 there, over a width in mm or one ray."""
        return np.clip(2 - 2 * plate.cover.sheet.sample(x, y, max(width, self._distance_to(plate) * self.pixel)), 0, 1)

    def _polish(self, plate: _Plate, x: Any, y: Any, places: Any, local: Any, shines: Any) -> None:
        """Tilt the normals of a face along its border, among the `places`, and make it shine there: the arris."""
        share = self._border_share(plate, x[places], y[places], max(ARRIS, ARRIS_PIXELS * self._pixel_on(plate)))
        places, share = places[share > ARRIS_FROM], share[share > ARRIS_FROM]
        local[:, places] = (local[:, places] + _edge_normals(plate, x[places], y[places])) * np.float32(0.5 ** 0.5)
        shines[places] = np.maximum(shines[places], share * np.float32(ARRIS_SHINE))

    # ---- Light

    def _light(self, points: Any, normals: Any, owner: Any, rows: slice = slice(None), columns: slice = slice(None),
               lit: Any = True) -> Any:
        """The light on points of the picture, for each colour. `rows` and `columns` begin at a pixel; points that are
        not `lit` need no shadows.

        Each ray of a pixel asks for one direction of the room; what a pixel shows is the mean of its rays.
        """
        samples, corner = self.samples, (rows.start or 0, columns.start or 0)
        lit = np.broadcast_to(lit, owner.shape)
        ranks = np.empty(points.shape[1:], np.float32)
        around = np.empty(points.shape[1:], np.float32)
        for number in range(samples * samples):
            row, column = divmod(number, samples)
            at = slice(row, None, samples), slice(column, None, samples)
            seen, facing, own, asks = (np.ascontiguousarray(field[..., *at]) for field in (points, normals, owner, lit))
            ranks[at] = RANKS[number % len(RANKS)] / len(RANKS)
            direction = self.room[number]
            around[at] = np.maximum(0.3 + 0.7 * _dot(facing, direction), 0)
            around[at] *= self._visible(direction, ROOM_BLUR, seen, own, asks, corner, samples, 1, ranks[at])
        lamp = self._visible(self.lamp, LAMP_BLUR, points, owner, lit, corner, 1, MOST_LEVELS, ranks)
        facing = _dot(normals, self.lamp)
        lamp *= np.maximum(facing, -facing * self.through[owner])
        lamp /= 1 + ((points[0] - np.float32(self.middle[0])) ** 2 + (points[1] - np.float32(self.middle[1])) ** 2
                     ) / np.float32(self.pool ** 2)
        light = lamp[..., None] * np.array(LAMP_LIGHT, np.float32)
        light += (self.filled[owner] * np.maximum(-facing, 0))[..., None] * np.array(FILL_LIGHT, np.float32)
        light += around[..., None] * np.array(ROOM_LIGHT, np.float32)
        light += (0.5 - 0.5 * normals[2])[..., None] * np.array(BOUNCE, np.float32)
        return light

    def _visible(self, direction: Any, blur: float, points: Any, owner: Any, lit: Any, corner: tuple[int, int],
                 step: int, most_depths: int, ranks: Any) -> Any:
        """How much of a lamp in a direction is seen from points, from 0 to 1. Averages over what is between stand for
        the width of the lamp; `most_depths`: in how many depths of a plate they are looked up; `ranks`, from 0 to 1,
        decide between two widths. The points are those of every `step`-th ray from a `corner`."""
        seen = np.ones(points.shape[1:], np.float32)
        for shade in self._shades(direction, blur):
            low, high, left, right = shade.places(corner, step)
            at = slice(low, high), slice(left, right)
            if not seen[at].size:
                continue
            plate, way = shade.plate, shade.way
            shift, axes = plate.shift, plate.fine_axes
            planes = [points[n][at] for n in range(3)]
            qz = _dot(planes, axes[:, 2]) - shift[2]
            # Only points that the plate can keep the light from: behind it, and not its own.
            behind = qz * way[2] < np.float32(plate.thickness * max(way[2], 0) - 0.01 * abs(way[2]))
            met = np.nonzero((behind & lit[at] & (owner[at] != shade.number)).ravel())[0]
            if not met.size:
                continue
            planes = [plane.ravel()[met] for plane in planes]
            qx, qy, qz = (_dot(planes, axes[:, n]) - shift[n] for n in range(3))
            long = plate.thickness * float(np.hypot(way[0], way[1]) / abs(way[2]))
            level_length = max(FINEST_LEVEL, COARSE * self.pixel * self.distance)
            count = min(max(1, int(np.ceil(long / level_length))), most_depths)
            x0, y0, x1, y1 = plate.cover.bounds
            covered = np.zeros(seen[at].shape, np.float32)
            at_ranks = ranks[at].ravel()
            for level in range(count):
                distance = (np.float32(plate.thickness * (level + 0.5) / count) - qz) / way[2]
                x, y, lamp_width = qx + distance * way[0], qy + distance * way[1], blur * distance
                near = (distance > 0.01) & (x > x0 - lamp_width) & (x < x1 + lamp_width)
                near &= (y > y0 - lamp_width) & (y < y1 + lamp_width)
                some = np.nonzero(near)[0]
                if some.size:
                    at_points = met[some]
                    amount = plate.cover.sheet.average(x[some], y[some], lamp_width[some], at_ranks[at_points])
                    covered.ravel()[at_points] = np.maximum(covered.ravel()[at_points], amount)
            seen[at] *= 1 - covered * np.float32(CLEAR_SHADE if plate.surface.is_clear else 1.0)
        return seen

    def _shades(self, direction: Any, blur: float) -> Sequence[_Shade]:
        """The plates that may keep light from a direction in this band, worked out once for each direction."""
        key = tuple(direction.tolist())
        if key not in self.shades:
            self.shades[key] = [*self._find_shades(direction, blur)]
        return self.shades[key]

    def _find_shades(self, direction: Any, blur: float) -> Iterator[_Shade]:
        """The plates that may keep light from a direction. Those that are seen edge-on from there keep none."""
        for number, plate in enumerate(self.plates):
            way = plate.to_local(direction)
            window = self._shaded_window(plate, direction, blur)
            if window is not None and abs(way[2]) >= 0.03:
                yield _Shade(number, plate, way, window)

    def _shaded_window(self, plate: _Plate, direction: Any, blur: float) -> tuple[slice, slice] | None:
        """Where in this band a plate may keep light from a direction."""
        above = (plate.corners[:, 2:] - self.floor) / direction[2]
        near = float(((plate.corners - self.camera.eye) @ self.camera.forward).min())
        return self._window(np.concatenate([plate.corners, plate.corners - direction * above]),
                            blur * float(above.max()) / near / self.pixel)

    def _mirror(self, normals: Any, shine: Any, rows: slice, columns: slice) -> Any:
        """What faces reflect: the room, brighter above; a window far at the left, which fades over the model; and the
        lamp, which bevels show."""
        camera, x, y = self.camera, self.x[:, columns], self.y[rows]
        view = np.stack([np.float32(camera.forward[n]) + x * np.float32(camera.right[n])
                         + y * np.float32(camera.up[n]) for n in range(3)])
        view /= np.sqrt((view ** 2).sum(axis=0))
        along = (view * normals).sum(axis=0)
        away = view - 2 * along * normals
        fresnel = shine * (1 + 6 * np.maximum(1 - np.abs(along), 0) ** 4)
        window, lamp = (np.clip((_dot(away, way) - GLOSS_AT) / (1 - GLOSS_AT), 0, 1) ** 2
                        for way in (self.window, self.lamp))
        room = 0.12 + 0.15 * np.maximum(away[2], 0) + WINDOW_LIGHT * window + LAMP_MIRROR * lamp
        return (fresnel * room)[..., None] * np.array((1.0, 0.98, 0.94), np.float32)

    def _steps_through(self, plate: _Plate) -> int:
        """In how many steps rays are followed through a plate: each about a texel long."""
        way = plate.to_local(plate.corners.mean(axis=0) - self.camera.eye)
        aside = float(np.hypot(way[0], way[1]))
        long = plate.thickness * aside / max(abs(float(way[2])), 1e-3 * aside)
        x0, y0, x1, y1 = plate.cover.bounds
        across = float(np.hypot(x1 - x0, y1 - y0))
        return int(min(max(np.ceil(1.3 * min(long, across) / plate.cover.sheet.texel), 2), MOST_STEPS))

    def _pixel_on(self, plate: _Plate) -> float:
        """How wide a pixel of the picture is on a plate that faces the eye, in mm."""
        return self._distance_to(plate) * self.pixel * self.samples

    def _stretch(self, plate: _Plate) -> float:
        """How many times as long as it is wide a pixel is on the faces of a plate."""
        way = plate.to_local(_unit(plate.corners.mean(axis=0) - self.camera.eye))
        return 1 / max(abs(float(way[2])), LEAST_SLOPE)

    def _distance_to(self, plate: _Plate) -> float:
        """How far the middle of a plate is along the view."""
        return float(np.mean((plate.corners - self.camera.eye) @ self.camera.forward))

    # ---- Clear sheets

    def _add_clear(self, light: Any, depth: Any) -> None:
        """Clear plates over what is behind them, the farthest first."""
        clear = [(number, plate) for number, plate in enumerate(self.plates) if plate.surface.is_clear]
        clear.sort(key=lambda pair: (-self._distance_to(pair[1]), pair[0]))
        for number, plate in clear:
            if (hits := self._meet(plate, depth)) is None:
                continue
            at = hits.rows, hits.columns
            where = hits.depth < depth[at]
            if not where.any():
                continue
            size = where.shape
            near = np.where(where, hits.depth, depth[at])
            points = self._points(near, *at)
            local = np.zeros((3, *size), np.float32)
            local[2] = np.where(hits.height > plate.thickness / 2, 1, -1)
            edge = where & hits.is_edge
            shine = np.full(size, plate.surface.shine, np.float32)
            border = np.where(where & ~edge, self._border_share(plate, hits.x, hits.y, RIM_WIDTH), 0)
            flat, shines = local.reshape(3, -1), shine.reshape(-1)
            self._polish(plate, hits.x.ravel(), hits.y.ravel(), np.nonzero(border.ravel())[0], flat, shines)
            if edge.any():
                local[:, edge] = _edge_normals(plate, hits.x[edge], hits.y[edge])
                shine[edge] = EDGE_SHINE
            normals = np.einsum("ij,jkl->ikl", plate.axes.astype(np.float32), local)
            frost = np.zeros(size, np.float32)
            if plate.cover.has_marks:
                u, v = self._through_sheet(plate, hits)
                frost = plate.surface.cover * plate.cover.mark_shares(u, v, self._pixel_on(plate),
                                                                          self._stretch(plate))[0]
            behind = light[at]
            lit = where & ((frost > 0) | (border > 0) | edge)  # elsewhere nothing shows how light the sheet is
            shade = self._light(points, normals, np.full(size, number, np.int16), *at, lit)
            rim = plate.surface.edge * (0.75 * shade + plate.surface.glow)
            through = behind * np.array(CLEAR_TINT, np.float32) + CLEAR_VEIL * plate.surface.colour
            frost = frost[..., None]
            through += frost * (plate.surface.marks * np.float32(0.92) * shade - through)
            through += CLEAR_RIM * border[..., None] * (rim - through)
            tone = _edge_tone(plate, hits.height)[..., None]
            through = np.where(edge[..., None], 0.2 * behind + 0.8 * rim * tone, through)
            through += self._mirror(normals, shine, *at)
            light[at] = np.where(where[..., None], through, behind)

    def _through_sheet(self, plate: _Plate, hits: _Hits) -> tuple[Any, Any]:
        """Where rays that enter a clear sheet meet the marks on its back, which refraction lifts."""
        camera, x, y = self.camera, self.x[:, hits.columns], self.y[hits.rows]
        forward, right, up = (plate.to_local(axis) for axis in (camera.forward, camera.right, camera.up))
        dx, dy, dz = (forward[n] + x * right[n] + y * up[n] for n in range(3))
        # By Snell's law the way along the sheet is its thickness times the tangent of the angle inside.
        length = np.sqrt(dx * dx + dy * dy + dz * dz) * np.float32(REFRACTION)
        further = np.float32(plate.thickness) / np.sqrt(np.maximum(length * length - dx * dx - dy * dy, 1e-6))
        return hits.x + further * dx, hits.y + further * dy


def _follow(sheet: Any, bounds: tuple[float, float, float, float], start: tuple[float, float], steps: int, dx: Any,
            dy: Any, first: Any, last: Any) -> tuple[Any, Any]:
    """Which rays meet the material of a plate between two distances, and at what distance."""
    for origin, way, low, high in ((start[0], dx, bounds[0], bounds[2]), (start[1], dy, bounds[1], bounds[3])):
        way = np.where(np.abs(way) < 1e-7, np.float32(1e-7), way)
        one, other = (low - origin) / way, (high - origin) / way
        first, last = np.maximum(first, np.minimum(one, other)), np.minimum(last, np.maximum(one, other))
    active = np.nonzero(first < last)[0]
    if active.size:
        middle, aside = ((first + last) / 2)[active], np.hypot(dx[active], dy[active])
        active = active[sheet.has_near(start[0] + middle * dx[active], start[1] + middle * dy[active],
                                       float(((last - first)[active] * aside).max()))]
    if not active.size:
        return active, first[:0]
    found, outside, inside = list[Any](), list[Any](), list[Any]()
    for step in range(1, steps + 1):
        at = first[active] + (last - first)[active] * np.float32((step - 0.5) / steps)
        is_in = sheet.nearest(start[0] + at * dx[active], start[1] + at * dy[active]) >= 0.5
        met = active[is_in]
        found.append(met)
        inside.append(at[is_in])
        outside.append(first[met] + (last - first)[met] * np.float32(max(step - 1.5, 0) / steps))
        active = active[~is_in]
        if not active.size:
            break
    rays, before, within = np.concatenate(found), np.concatenate(outside), np.concatenate(inside)
    for _ in range(HALVINGS):
        middle = (before + within) / 2
        is_in = sheet.nearest(start[0] + middle * dx[rays], start[1] + middle * dy[rays]) >= 0.5
        within, before = np.where(is_in, middle, within), np.where(is_in, before, middle)
    return rays, within


def _places_by_owner(owner: Any) -> Iterator[tuple[int, tuple[Any, Any]]]:
    """For each plate that is seen its number and the rows and columns where, in the order of the picture."""
    places = np.nonzero((owner != TABLE_ID).ravel())[0]
    numbers = owner.ravel()[places]
    order = np.argsort(numbers, kind="stable")
    places, numbers = places[order], numbers[order]
    starts = np.nonzero(np.diff(numbers, prepend=TABLE_ID))[0].tolist()
    for start, end in pairwise([*starts, len(places)]):
        yield int(numbers[start]), np.divmod(places[start:end], owner.shape[1])


def _edge_tone(plate: _Plate, height: Any) -> Any:
    """How bright an edge of acrylic is at heights in mm: light runs along its faces, and its core is darker."""
    return 1 + EDGE_CORE * ((2 * height / plate.thickness - 1) ** 2 - 0.5)


def _edge_normals(plate: _Plate, x: Any, y: Any) -> Any:
    """The directions in which the edge of a plate faces, in its own axes: away from where there is more of it."""
    sheet, near = plate.cover.sheet, SMOOTH
    across = sheet.sample(x - near, y, near) - sheet.sample(x + near, y, near)
    along = sheet.sample(x, y - near, near) - sheet.sample(x, y + near, near)
    long = np.maximum(np.hypot(across, along), 1e-6)
    return np.stack([across / long, along / long, np.zeros_like(across)]).astype(np.float32)


def outline_bounds(item: ModelPart) -> tuple[float, float, float, float]:
    """The box of a part's outline in its own plane, in mm: least x, least y, greatest x, greatest y."""
    from fabgen.artwork.drawing import Role

    return item.solid.placed.part.drawing.only(Role.EDGE).bounds()


def _find_ground(items: Sequence[ModelPart], boxes: Sequence[Any]) -> SolidLook:
    """The look of the part that covers most of the table, the board of a game: the first of equal ones."""
    areas = [float(np.prod(np.ptp(box[:, :2], axis=0))) for box in boxes]
    return items[int(np.argmax(areas))].look


def _find_inlays(boxes: Sequence[Any]) -> list[bool]:
    """For each box whether it lies within another that is as high: then the part shows its face alone."""
    lows, highs = (np.array([find(box, axis=0) for box in boxes]) for find in (np.min, np.max))
    is_level = np.abs(highs[:, None, 2] - highs[None, :, 2]) < FLUSH
    is_within = (lows[:, None, :2] > lows[None, :, :2]) & (highs[:, None, :2] < highs[None, :, :2])
    found: list[bool] = (is_level & is_within.all(axis=2)).any(axis=1).tolist()
    return found


def _spread_directions(count: int) -> Iterator[Any]:
    """Directions to all sides and upwards, more of them high up, as many as light comes from there."""
    for number in range(count):
        high = (1 - (number + 0.5) / count * 0.92) ** 0.5
        turn = 0.7 + number * np.pi * (3 - 5 ** 0.5)
        aside = (1 - high * high) ** 0.5
        yield np.array([aside * np.cos(turn), aside * np.sin(turn), high])


def _dot(planes: Any, vector: Any) -> Any:
    """The products of vectors in three planes with another vector."""
    terms = (plane * np.float32(part) for plane, part in zip(planes, vector, strict=True) if part)
    product = next(terms, None)
    for term in terms:
        product += term
    return np.zeros_like(planes[0]) if product is None else product


def _turn_about_z(vector: Sequence[Any], angle: float) -> tuple[Any, ...]:
    """A vector turned counter-clockwise about z, by radians."""
    x, y, *rest = vector
    cos, sin = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    return (cos * x - sin * y, sin * x + cos * y, *rest)


def _unit(direction: Sequence[float]) -> Any:
    vector = np.array(direction, float)
    return vector / np.linalg.norm(vector)


__all__ = ["AROUND", "draw_model", "outline_bounds", "plate_corners"]
