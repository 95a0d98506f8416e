"""fabgen: one game spec → laser files, print-and-play PDFs, a rulebook and diagrams that cannot contradict it."""

__version__ = "0.1.0"
