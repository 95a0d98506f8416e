"""Ink on a plane, in mm, y up: paths, drawings, text and parts. No game anywhere."""
