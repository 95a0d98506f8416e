"""Simultaneous secret orders on a board that shrinks → a rule set: each player has one piece, and the last player alive
wins."""
