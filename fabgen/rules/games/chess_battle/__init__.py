"""Simultaneous secret orders on a board that shrinks → a rule set: one piece each, the last alive wins."""
