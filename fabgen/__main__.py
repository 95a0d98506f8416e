"""`python -m fabgen` and the command `fabgen`: the command line. It can be stopped without a traceback even while it is
being imported."""

import gc
import sys
import traceback

YOUNG = 200_000  # objects before Python searches for cycles: fabgen makes many small values and hardly any cycles


def run() -> None:
    """Runs the command line. Exits with 130 (128 + SIGINT) if the user stops it while it is being imported."""
    gc.set_threshold(YOUNG, 50, 100)
    try:
        from fabgen.cli import main

        main(prog_name="fabgen")
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped\n")
        sys.exit(130)
    except Exception:  # fabgen itself cannot be read: a library is missing
        traceback.print_exc()
        sys.exit(70)


if __name__ == "__main__":
    run()
