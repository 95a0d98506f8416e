"""Outlines → the place of each copy on its sheet: our own nester for normal effort, spyrrow in addition for high
effort."""
