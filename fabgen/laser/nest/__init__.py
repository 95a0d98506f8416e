"""Outlines → where each copy lies on its sheet: one nester for normal effort, spyrrow for high effort."""
