"""How the C library deals with memory that was freed, where it is glibc's."""

from __future__ import annotations

from contextlib import suppress

TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3  # of glibc's malloc.h
KEPT = 256 * 1024**2  # bytes of freed memory that a process keeps before it gives some back
LARGEST_KEPT = 32 * 1024**2  # bytes: larger blocks, as of whole pictures, are given back at once. glibc takes no more


def keep_freed_memory() -> None:
    """Lets this process use freed memory again instead of giving it back to the system and asking for it anew.

    Arrays and pictures of some hundred kilobytes come and go thousands of times in a build, and the system clears each
    page that it hands out: a third of all pages. Does nothing where the C library is not glibc.
    """
    import ctypes  # late: only commands that make something need it

    with suppress(OSError, AttributeError, TypeError):  # TypeError: Windows has no library without a name
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(TRIM_THRESHOLD, KEPT)
        mallopt(MMAP_THRESHOLD, LARGEST_KEPT)
