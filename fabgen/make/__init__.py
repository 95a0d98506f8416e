"""Drawings and parts → sheets and pages. No game anywhere."""
