"""What people write: the game spec as declared models, and its loading."""
