"""`python -m fabgen` and the command `fabgen`: the command line. It can be stopped without a traceback even while it is
being imported and while Python ends."""

import gc
import os
import sys

RELEASED_AT_END = {"manifold3d"}  # libraries that print a list of what was not released when Python ended
# NumPy's library for products of matrices starts its threads when it is loaded, which takes as long as loading much of
# NumPy. No product here is large enough to be divided among them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Objects before Python searches for cycles: fabgen makes many small values and hardly any cycles. Of a million objects
# of a large build, one in a hundred was in one, and to find them took 0.25 s.
YOUNG = 4_000_000


def run() -> None:
    """Runs the command line. Exits with 130 or 143 (128 and the signal) if it is stopped while it is being imported."""
    try:  # imports are inside, so that a stop during one of them is caught
        import signal

        from fabgen.core.signals import terminable

        gc.set_threshold(YOUNG, 50, 100)
        try:
            with terminable():
                from fabgen.cli import main

                main(prog_name="fabgen")
        finally:
            if not RELEASED_AT_END & sys.modules.keys():
                # Python searches for cycles once more at its end, which takes as long as a fifth of a build.
                gc.freeze()
            if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
                signal.signal(signal.SIGINT, signal.SIG_DFL)  # all is done: a stop now ends the process at once
    except KeyboardInterrupt as stop:
        sys.stderr.write("\nstopped\n")
        sys.exit(getattr(stop, "exit_code", 130))
    except Exception:  # fabgen itself cannot be read: a library is missing
        import traceback

        traceback.print_exc()
        sys.exit(70)


if __name__ == "__main__":
    run()
