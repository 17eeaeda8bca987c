"""Play a plan in processes that are killed again and again, and then to its end.

    python killed_runs.py STORE GAMES KILLS SEED

A script of its own, so that it may fork: a forked process has everything loaded and is playing within milliseconds,
and the moment of its death can be anywhere in its work. Prints how many games were stored at each death.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time

from arena.helpers import match_plan, play_serially

from kingme.arena.store import Store


def main() -> None:
    place, games, kills, seed = sys.argv[1], *(int(word) for word in sys.argv[2:])
    plan = match_plan(games=games, seed=5)
    play_serially(match_plan(games=2, seed=99), place)  # load and compile everything
    rng = random.Random(seed)
    deaths = 0
    while deaths < kills:
        child = os.fork()
        if child == 0:
            play_serially(plan, place)
            os._exit(0)
        time.sleep(rng.uniform(0.0, 0.25))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        deaths += os.WIFSIGNALED(status)
        with Store(place) as store:
            done = [info.done for info in store.runs() if info.plan.seed == 5]
        print(*done, flush=True)
        if os.WIFEXITED(status):
            break
    play_serially(plan, place)


if __name__ == "__main__":
    main()
