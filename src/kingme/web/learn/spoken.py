"""Players in words: what a spec or a preset says, for readers who never typed one."""

from __future__ import annotations

import re

from kingme.players.presets import PRESETS

_NAMES = {
    "random": "Random",
    "greedy": "Greedy",
    "minimax": "Minimax",
    "flat": "Flat Monte Carlo",
    "mcts": "Monte Carlo tree search",
    "rave": "RAVE",
    "heuristic-rave": "Heuristic RAVE",
    "hybrid": "Hybrid",
    "engine": "Engine",
}
_SETTINGS = {
    "iterations": "{} simulations",
    "playouts": "{} random games",
    "minimum": "{} random games a move at least",
    "depth": "{} plies deep",
    "nodes": "{} positions",
    "positions": "{} positions",
    "threads": "{} threads",
    "lines": "{} lines",
    "cutoff": "random games of {} plies",
    "c": "exploration {}",
    "k": "halfway at {} visits",
    "endgame": "alpha-beta from {} pieces",
    "error": "errors of about {} hundredths of a man",
}
_CHOICES = {
    "expansion=one": "",
    "expansion=all": "all replies added at once",
    "cut=pieces": "more pieces win",
    "cut=evaluation": "the better evaluation wins",
    "cut=half": "a cut game counts as a draw",
    "cut=lead": "half a point for a lead",
    "pruning=off": "no pruning",
    "deepening=on": "depth by depth",
    "schedule=decay": "all-moves-as-first fades",
    "credit=tree": "moves count in the whole tree",
    "credit=path": "moves count along the path",
    "amaf=on": "all moves as first",
    "result=graded": "graded results",
    "tables=on": "endgame tables",
    "compare=on": "compared with a search without pruning",
    "ties=first": "",
    "trace=on": "",
}
_HIDDEN = ("seed", "weights", "hash")
_SPEC = re.compile(r"([a-z][a-z0-9+-]*)(?::([a-z0-9]+=[^\s]+))?")


def spoken(spec: str) -> str | None:
    """A spec in words; None for what is none.

    >>> spoken("mcts:iterations=5000,cutoff=20")
    'Monte Carlo tree search (5,000 simulations, random games of 20 plies)'
    >>> spoken("b-mcts"), spoken("material")
    ('UCT', None)
    """
    found = _SPEC.fullmatch(spec)
    if found is None or (found[1] not in _NAMES and found[1] not in PRESETS):
        return None
    name = _NAMES.get(found[1]) or PRESETS[found[1]].title
    settings = spoken_settings(found[2] or "")
    return f"{name} ({settings})" if settings else name


def spoken_settings(settings: str) -> str:
    """What stands behind the colon of a spec, in words.

    >>> spoken_settings("depth=3,pruning=off,seed=1")
    '3 plies deep, no pruning'
    """
    return ", ".join(filter(None, map(_setting, settings.split(",")))) if settings else ""


def _setting(text: str) -> str:
    if text in _CHOICES:
        return _CHOICES[text]
    key, _, value = text.partition("=")
    if key in _HIDDEN:
        return ""
    shown = f"{int(value):,}" if value.isdecimal() else value
    return _SETTINGS.get(key, f"{key} {{}}").format(shown)
