"""Rules and spec → drawings and parts: the only place where a game meets millimetres."""
