"""`python -m fabgen` and the command `fabgen`: the command line, also stopped in peace while it is still being read."""

import gc
import sys
import traceback

YOUNG = 200_000  # objects before Python looks for cycles: fabgen makes many small values and hardly a cycle


def run() -> None:
    """The command line; 130 (128 + SIGINT) where the user stops it before it can say so itself."""
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
