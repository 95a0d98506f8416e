"""What parts are made of: sheet materials with their thickness, fits and laser settings. Lengths in mm."""
