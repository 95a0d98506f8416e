"""Spawning from a supply, and moves that the opponent may deny or banish → a rule set: a race of two players, each to
the other's home row."""
