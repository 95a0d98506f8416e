"""`python -m fabgen` is the same as `fabgen`."""

from fabgen.cli import main

main(prog_name="fabgen")
