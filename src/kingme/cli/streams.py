"""The three standard streams, which a shell may have closed: `kingme play <&-`, `kingme moves >&-`."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path


def open_streams() -> bool:
    """Make the streams safe to use, and say whether there is an output.

    Without an input there is nothing to read, and without an error output nobody to complain to. In both places an open
    file takes the number of the closed one, which would otherwise go to the next file that is opened, say a database.
    """
    has_output = sys.stdout is not None
    sys.stdin = sys.stdin or _nothing("r")
    sys.stdout = sys.stdout or _nothing("w")
    sys.stderr = sys.stderr or _nothing("w")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old code page costs a glyph, never a traceback
    return has_output


def _nothing(mode: str) -> io.TextIOWrapper:
    stream = Path(os.devnull).open(mode)  # noqa: SIM115  (open as long as the program runs)
    assert isinstance(stream, io.TextIOWrapper)
    return stream
