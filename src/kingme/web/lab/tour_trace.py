"""A minimax search in a tour: the tree in the order of the search, with values, alpha, beta and cutoffs.

Moments are `start`, `enter 18-23 27x18`, `leave 18-23` (the moves from the root) and `end`. Positions that the search
has not come to yet are there as outlines, so that a tree can be worked out by hand; of a search with pruning they come
from the same search without it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kingme.board import Board
from kingme.players.base import Analysis, Limit
from kingme.players.evaluations import write_score
from kingme.players.minimax_trace import TraceEvent
from kingme.web.lab.tour_search import (
    Choice,
    Moment,
    Question,
    TourError,
    TourSearch,
    View,
    make_player,
    show_board,
    signed,
)

Way = tuple[str, ...]  # the moves from the root
MOST_CHOICES = 4
BACK = "None: it goes back up"


class TraceSearch(TourSearch):
    """A search of `minimax`; `full` is the same without pruning."""

    def __init__(self, board: Board, spec: str, full: TraceSearch | None = None) -> None:
        super().__init__(board, spec)
        self.full = full or self
        self.analysis: Analysis = make_player(f"{spec},trace=on,compare=on").analyse(board, Limit())
        self.events: list[TraceEvent] = list(self.analysis.trace)
        self.ways: list[Way] = []
        for event in self.events:
            above = self.ways[-1][: event.ply - 1] if event.ply else ()
            self.ways.append((*above, str(event.move)) if event.ply else ())
        self.index = {way: number for number, way in enumerate(self.ways)}
        self.moments = self._moments()

    def _moments(self) -> list[tuple[str, int]]:
        """In and out of every position, in the order of the search."""
        moments: list[tuple[str, int]] = []
        open_events: list[int] = []
        for number, event in enumerate(self.events):
            while open_events and self.events[open_events[-1]].ply >= event.ply:
                moments.append(("leave", open_events.pop()))
            open_events.append(number)
            moments.append(("enter", number))
        while open_events:
            moments.append(("leave", open_events.pop()))
        return moments

    @cached_property
    def boards(self) -> list[Board]:
        """The position of every event."""
        found: list[Board] = []
        for event, way in zip(self.events, self.ways, strict=True):
            found.append(self.board if event.move is None else found[self.index[way[:-1]]].play(event.move))
        return found

    @cached_property
    def twins(self) -> set[int]:
        """The events whose position was searched before."""
        first: dict[str, int] = {}
        return {number for number, board in enumerate(self.boards) if first.setdefault(board.fen(), number) != number}

    def _place(self, moment: Moment) -> int:
        """How many of the moments have been."""
        if moment.at == "start":
            return 1
        if moment.at == "end":
            return len(self.moments)
        kind, _, text = moment.at.partition(" ")
        return self.moments.index((kind, self._event(text))) + 1

    def _event(self, text: str) -> int:
        way = tuple(text.split()) if text != "root" else ()
        if way not in self.index:
            raise TourError(f"the search of {self.spec} does not come to {text!r}")
        return self.index[way]

    # --- what is shown ------------------------------------------------------------------------------------------------

    def view(self, moment: Moment) -> View:
        place = self._place(moment)
        current = self.moments[place - 1][1] if place else 0
        trees = [self._tree(place, current, moment)]
        if moment.get("beside"):
            trees.insert(0, self.full._tree(len(self.full.moments), 0, moment))
        move = self.events[current].move
        return {"trees": trees, "board": show_board(self.boards[current], tuple(move.path) if move else ())}

    def _tree(self, place: int, current: int, moment: Moment) -> dict[str, Any]:
        entered = {number for kind, number in self.moments[:place] if kind == "enter"}
        left = {number for kind, number in self.moments[:place] if kind == "leave"}
        best = self._best(left)
        nodes = []
        for number, (event, way) in enumerate(zip(self.full.events, self.full.ways, strict=True)):
            mine = self.index.get(way)
            above = self.index.get(way[:-1])
            state = self._state(mine, above, entered, left)
            node: dict[str, Any] = {
                "id": number,
                "parent": None if event.move is None else self.full.index[way[:-1]],
                "label": str(event.move) if event.move else "start",
                "shape": "leaf" if event.kind != "inner" else "max" if event.node == "MAX" else "min",
                "state": "now" if mine == current and place < len(self.moments) else state,
                "fen": self.full.boards[number].fen(),
                "path": list(event.move.path) if event.move else [],
            }
            if mine is not None and mine in left:
                node["value"] = self._value_text(mine)
            if mine is not None and mine in entered and moment.get("bounds", False) and node["shape"] != "leaf":
                node["under"] = f"α {self._bound(mine, 'alpha')}  β {self._bound(mine, 'beta')}"
            if moment.get("twins") and number in self.full.twins:
                node["under"] = "seen before"
            if mine is not None and above is not None and best.get(above) == mine:
                node["best"] = True
            nodes.append(node)
        pruned = self.analysis.details["evaluated"] < self.full.analysis.details["evaluated"]
        caption = f"{'With' if self is not self.full else 'Without'} pruning" if moment.get("beside") else "The search"
        return {"caption": caption, "nodes": nodes, "pruned": pruned}

    def _state(self, mine: int | None, above: int | None, entered: set[int], left: set[int]) -> str:
        if mine in left:
            return "done"
        if mine in entered:
            return "open"
        if above is None:  # below a position that is never searched
            return "cut" if len(left) == len(self.events) else "ahead"
        return "cut" if above in left else "ahead"

    def _best(self, left: set[int]) -> dict[int, int]:
        """Of each position the best of the moves that are done: the first with the best value."""
        best: dict[int, int] = {}
        for number in sorted(left):
            way = self.ways[number]
            if not way:
                continue
            above = self.index[way[:-1]]
            sign = 1 if self.events[above].node == "MAX" else -1
            old = best.get(above)
            if old is None or sign * self._number(number) > sign * self._number(old):
                best[above] = number
        return best

    def _number(self, event: int) -> float:
        return write_score(self.events[event].value, 1.0)

    def _value_text(self, event: int) -> str:
        return signed(str(self.events[event].value))

    def _bound(self, event: int, name: str) -> str:
        value = getattr(self.events[event], name)
        return signed(str(value)) if value is not None else "−∞" if name == "alpha" else "+∞"

    # --- what is asked ------------------------------------------------------------------------------------------------

    def ask(self, kind: str, moment: Moment) -> Question:
        place = self._place(moment)
        current = self.moments[place - 1][1]
        match kind:
            case "next":
                return self._ask_next(place)
            case "more":
                texts = ["Yes, there is another", "No, it goes back up"]
                return Question.of(texts, texts[0 if self.moments[place][0] == "enter" else 1])
            case "value":
                return self._ask_value(self._named(moment, current))
            case "cut":
                event = self.events[self._named(moment, current)]
                texts = ["Yes, they are cut off", "No, it looks at them"]
                return Question.of(texts, texts[0 if event.cutoff and event.skipped else 1])
            case "who":
                event = self.events[self._named(moment, current)]
                texts = ["MAX, who takes the highest value", "MIN, who takes the lowest value"]
                return Question.of(texts, texts[0 if event.node == "MAX" else 1])
            case "move":
                choices = [Choice(way[0], self.full.index[way]) for way in self.full.ways if len(way) == 1]
                answer = [choice.text for choice in choices].index(str(self.analysis.move))
                return Question(tuple(choices), answer)
            case "alpha" | "beta":
                return self._ask_bound(kind, self._named(moment, current))
        raise TourError(f"a minimax search cannot be asked for {kind!r}")

    def _named(self, moment: Moment, current: int) -> int:
        return self._event(moment.get("node")) if moment.get("node") else current

    def _ask_next(self, place: int) -> Question:
        """Which position is next: below the one that the search is in, or none of them."""
        here = self.ways[self._open(place)[-1]]
        entered = {number for kind, number in self.moments[:place] if kind == "enter"}
        below = [way for way in self.full.ways if way[:-1] == here and way and self.index.get(way) not in entered]
        if not below:
            raise TourError(f"there is nothing to choose from below {' '.join(here)!r}")
        choices = [Choice(way[-1], self.full.index[way]) for way in below]
        choices.append(Choice(BACK))
        kind, event = self.moments[place]
        answer = below.index(self.ways[event]) if kind == "enter" else len(below)
        return Question(tuple(choices), answer)

    def _open(self, place: int) -> list[int]:
        """The positions that the search is in, from the root down."""
        inside: list[int] = []
        for kind, number in self.moments[:place]:
            if kind == "enter":
                inside.append(number)
            else:
                inside.pop()
        return inside

    def _ask_value(self, event: int) -> Question:
        answer = self._value_text(event)
        way = self.ways[event]
        near = [number for number, other in enumerate(self.full.ways) if other[: len(way)] == way and other != way]
        values = {self.full._value_text(number): self.full._number(number) for number in near}
        values[answer] = self._number(event)
        for number in (1.0, -1.0, 0.0, 2.0, -2.0):  # so that there is something to choose from
            if len(values) < 3:
                values.setdefault(signed(f"{number:+g}") if number else "0", number)
        kept = sorted(values, key=lambda text: (text != answer, abs(values[text] - values[answer])))[:MOST_CHOICES]
        return Question.of(sorted(kept, key=values.__getitem__), answer)

    def _ask_bound(self, name: str, event: int) -> Question:
        answer = self._bound(event, name)
        seen = {self._value_text(number): self._number(number) for number in range(len(self.events))}
        others = [text for text in sorted(seen, key=seen.__getitem__) if text != answer][:2]
        kept = [*others, *([answer] if answer in seen else [])]
        return Question.of(["−∞", *sorted(kept, key=seen.__getitem__), "+∞"], answer)

    # --- what is told -------------------------------------------------------------------------------------------------

    def fact(self, name: str, argument: str) -> str:
        last, plain = self.analysis.details["last"], self.full.analysis.details["last"]
        match name:
            case "move":
                return str(self.analysis.move)
            case "score":
                return signed(str(self.analysis.score))
            case "pv":
                return " ".join(map(str, self.analysis.pv))
            case "value":
                return self._value_text(self._event(argument))
            case "alpha" | "beta":
                return self._bound(self._event(argument), name)
            case "skipped":
                return str(self.events[self._event(argument)].skipped)
            case "nodes" | "evaluated":
                return f"{last[name]:,}"
            case "moves":
                return str(len(self.boards[self._event(argument)].legal_moves()))
            case "depth":
                return str(last["depth"])
            case "saved":
                return f"{1 - last['evaluated'] / plain['evaluated']:.0%}".replace("%", " %")
            case "different":
                return f"{len({board.fen() for board in self.boards}):,}"
            case "visits":
                return f"{len(self.boards):,}"
            case "repeated":
                return str(len(self.twins))
            case "leaves":
                return f"{sum(event.kind == 'leaf' for event in self.events):,}"
            case "cutoffs":
                return str(sum(event.cutoff and event.skipped > 0 for event in self.events))
        raise TourError(f"a minimax search has no fact {name!r}")

    def link(self, moment: Moment) -> dict[str, str] | None:
        return {"mode": "trace", "at": str(self._place(moment))}
