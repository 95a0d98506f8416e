"""Re-exports; goes with the move."""

from fabgen.core.profiles import load_built_in as load
from fabgen.core.profiles import profile_folder as folder
from fabgen.core.profiles import profile_names as names

__all__ = ["folder", "load", "names"]
