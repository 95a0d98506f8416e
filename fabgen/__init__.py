"""fabgen: one game spec in; laser files, print-and-play PDFs, a rulebook and diagrams out, none of which can disagree with the rules."""

__version__ = "0.1.0"
