"""Boxes in space → a camera with a natural lens that sees all of them, and where on its picture points appear.

Picture coordinates: x to the right and y upwards, in units of the distance along the view; `half_width` and
`half_height` are the edges of the picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

FIELD = 16.0  # degrees from the lower to the upper edge of the picture: as a lens of 85 mm sees a film of 35 mm
FILL = 0.96  # of the picture that may be filled
FULL, RISE = 0.8, 1.0  # of the height that a model fills at least; degrees by which the eye rises until it does
ROUNDS = 6  # of moving the camera until the model fits


@dataclass(frozen=True)
class ModelCamera:
    """An eye in mm, its directions forwards, to the right and up, and what it sees of a plane at distance 1."""

    eye: Any
    forward: Any
    right: Any
    up: Any
    half_width: float
    half_height: float

    def project(self, points: Any) -> Any:
        """Where points in space appear: an array of (x, y)."""
        away = points - self.eye
        depth = away @ self.forward
        return np.stack([away @ self.right / depth, away @ self.up / depth], axis=-1)


def aim_camera(corners: Any, width: int, height: int, around: float, down: float) -> ModelCamera:
    """A camera that sees all corners (rows of x, y, z) in a picture of so many pixels. It stands `around` degrees
    counter-clockwise of the lower edge of the board, and `down` from the zenith."""
    theta, phi = math.radians(around), math.radians(max(down, 0.5))
    back = np.array([math.sin(phi) * math.sin(theta), -math.sin(phi) * math.cos(theta), math.cos(phi)])
    right = np.array([math.cos(theta), math.sin(theta), 0.0])
    up = np.cross(back, right)
    half_height = math.tan(math.radians(FIELD / 2))
    half_width = half_height * width / height
    points = np.array(corners, float)
    target = (points.min(axis=0) + points.max(axis=0)) / 2
    distance = 1.0
    for _ in range(ROUNDS):
        away = points - target
        x, y, near = away @ right, away @ up, away @ back
        distance = float(np.max(near + np.maximum(np.abs(x) / half_width, np.abs(y) / half_height) / FILL))
        for direction, shares in ((right, x / (distance - near)), (up, y / (distance - near))):
            target = target + direction * (shares.min() + shares.max()) / 2 * distance
    return ModelCamera(target + back * distance, -back, right, up, half_width, half_height)


def fill_picture(corners: Any, width: int, height: int, around: float, down: float) -> ModelCamera:
    """A camera that sees the whole model, as `aim_camera`, but from higher up where the model from `down` degrees is so
    low that it fills less than FULL of the height."""
    while True:
        camera = aim_camera(corners, width, height, around, down)
        if down <= 0 or np.ptp(camera.project(corners)[:, 1]) >= 2 * FULL * camera.half_height:
            return camera
        down -= RISE


__all__ = ["ModelCamera", "aim_camera", "fill_picture"]
