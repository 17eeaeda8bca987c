"""What a process that was started to compute for another one does first: it ends with that one, and only then."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


def tie_to_parent() -> None:
    """Leave Ctrl-C to the process that started this one, and end with it, also when that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
