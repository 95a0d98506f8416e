"""Simultaneous secret orders on a board that shrinks → a rule set: one piece a player, four to twelve players, the last one alive wins."""
