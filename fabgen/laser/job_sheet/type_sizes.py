"""The three sizes of type on a job sheet, which its pictures share, as heights of a capital in mm."""

SMALL, HEAD, DISPLAY = 2.0, 3.0, 8.0
LEAD = 4.3  # mm from line to line of small type
