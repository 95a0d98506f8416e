"""Cut lines on a sheet → the order in which the laser follows them, and where it enters each."""
