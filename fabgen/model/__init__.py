"""The game as solids: every part in its place, what its joints share, and files for programs that show them."""
