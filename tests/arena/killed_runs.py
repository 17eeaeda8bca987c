"""Play a plan in processes that are killed again and again, and then to its end.

    python killed_runs.py STORE GAMES KILLS SEED

A script of its own, so that it may fork: a forked process has everything loaded and is playing within milliseconds. It
dies by a timer that counts its processor time, so that the moment is anywhere in its work, however busy the machine
is: the kernel ends it without asking, as SIGKILL would. Prints how many games were stored at each death.
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
    for number in (98, 99):  # load and compile everything; then measure
        used = time.process_time()
        play_serially(match_plan(games=20, seed=number), place)
        used = time.process_time() - used
    longest = games / kills * used / 20  # all lives together see about half of the games, so that none sees the last
    rng = random.Random(seed)
    for _ in range(kills):
        child = os.fork()
        if child == 0:
            signal.setitimer(signal.ITIMER_PROF, rng.uniform(0.0005, longest))
            play_serially(plan, place)
            os._exit(0)
        rng.random()
        _, status = os.waitpid(child, 0)
        with Store(place) as store:
            done = sum(info.done for info in store.runs() if info.plan.seed == 5)
        print(done, "killed" if os.WIFSIGNALED(status) else "ended", flush=True)
    play_serially(plan, place)


if __name__ == "__main__":
    main()
