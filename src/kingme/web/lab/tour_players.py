"""Whole searches in a tour: what players say of a position with more games, more depth, or another chance.

`games` compares flat Monte Carlo with different numbers of playouts, `depths` a search that goes deeper and deeper,
`levels` what weaker and stronger levels choose when they are asked many times.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import islice
from typing import Any

from kingme.board import Board
from kingme.players.base import Analysis, Limit
from kingme.web.lab.tour_search import (
    Moment,
    Question,
    TourError,
    TourSearch,
    View,
    figure,
    make_player,
    share,
    show_bars,
    show_board,
    show_table,
    signed,
)

MOST_CHOICES = 5


class GamesSearch(TourSearch):
    """Flat Monte Carlo; a moment is the number of playouts, and `seed` another run of luck."""

    def __init__(self, board: Board, spec: str) -> None:
        super().__init__(board, spec)
        self._known: dict[tuple[int, int], Analysis] = {}

    def analysis(self, games: int, seed: int) -> Analysis:
        if (games, seed) not in self._known:
            spec = f"{self.spec},minimum=1,playouts={games},seed={seed}"
            self._known[games, seed] = make_player(spec).analyse(self.board, Limit())
        return self._known[games, seed]

    def view(self, moment: Moment) -> View:
        if moment.at == "start":
            moves = tuple(tuple(move.path) for move in self.board.legal_moves())
            return {"board": show_board(self.board, arrows=moves)}
        analysis = self.analysis(moment.number, int(moment.get("seed", 1)))
        bars = []
        for line in analysis.lines:
            low, high = line.interval or (0.0, 1.0)
            value = line.value or 0.0
            text = f"{share(value)} of {line.visits}"
            bar: dict[str, Any] = {"label": str(line.move), "value": value, "text": text}
            if moment.get("intervals"):
                bar |= {"low": low, "high": high}
            bars.append(bar | {"best": line.move == analysis.move and not moment.get("open")})
        caption = f"Share of points after {moment.number:,} random games"
        best = () if moment.get("open") or analysis.move is None else (tuple(analysis.move.path),)
        return {"board": show_board(self.board, arrows=best), "bars": show_bars(caption, bars, 1.0, "share of points")}

    def ask(self, kind: str, moment: Moment) -> Question:
        seed = int(moment.get("seed", 1))
        if kind == "move":
            texts = [str(move) for move in self.board.legal_moves()]
            return Question.of(texts, str(self.analysis(int(moment.get("games", moment.at)), seed).move))
        raise TourError(f"random playouts cannot be asked for {kind!r}")

    def fact(self, name: str, argument: str) -> str:
        words = argument.split()
        games, seed = int(words[0]), int(words[1]) if len(words) > 1 and words[1].isdecimal() else 1
        analysis = self.analysis(games, seed)
        match name:
            case "move":
                return str(analysis.move)
            case "best":
                return share(analysis.value or 0.0)
            case "each":
                return f"{analysis.lines[0].visits:,}"
            case "share":
                line = next(line for line in analysis.lines if str(line.move) == words[-1])
                return share(line.value or 0.0)
            case "width":
                line = analysis.lines[0]
                low, high = line.interval or (0.0, 1.0)
                return f"{50 * (high - low):.0f}"
            case "moves":
                return str(len(analysis.lines))
        raise TourError(f"random playouts have no fact {name!r}")


class DepthsSearch(TourSearch):
    """A search to depth 1, 2, 3, …; a moment is the depth that it has come to."""

    def analysis(self, depth: int, *, twice: bool = False) -> Analysis:
        key = depth, twice
        if key not in self._known:
            made = make_player(f"{self.spec},depth={depth}")
            found = made.analyse(self.board, Limit())
            self._known[key] = made.analyse(self.board, Limit()) if twice else found
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[int, bool], Analysis]:
        return {}

    def view(self, moment: Moment) -> View:
        depth = int(moment.get("depth", moment.at))
        engine = self.spec.startswith("engine")
        head = ["Depth", "Best move", "Score", "Positions", *(["Known already"] if engine else [])]
        rows = []
        for at in range(1, depth + 1):
            analysis = self.analysis(at)
            row = [str(at), str(analysis.move), signed(str(analysis.score)), f"{analysis.nodes:,}"]
            rows.append([*row, f"{analysis.details['table_hits']:,}"] if engine else row)
        best = self.analysis(depth).move
        arrows = () if best is None or moment.get("open") else (tuple(best.path),)
        table = show_table("What each depth finds", head, rows, None if moment.get("open") else depth - 1)
        return {"board": show_board(self.board, arrows=arrows), "table": table}

    def ask(self, kind: str, moment: Moment) -> Question:
        depth = int(moment.get("to", moment.at))
        if kind == "move":
            tempting = dict.fromkeys(str(self.analysis(at).move) for at in range(1, 7))
            others = (str(move) for move in self.board.legal_moves() if str(move) not in tempting)
            texts = sorted([*tempting, *islice(others, max(0, MOST_CHOICES - len(tempting)))])
            return Question.of(texts, str(self.analysis(depth).move))
        if kind == "changes":
            same = self.analysis(depth).move == self.analysis(int(moment.at)).move
            return Question.of(
                ["It keeps its move", "It changes its mind"], "It keeps its move" if same else "It changes its mind"
            )
        raise TourError(f"a deepening search cannot be asked for {kind!r}")

    def fact(self, name: str, argument: str) -> str:
        first, *rest = map(int, argument.split())
        analysis = self.analysis(first)
        match name:
            case "move":
                return str(analysis.move)
            case "score":
                return signed(str(analysis.score))
            case "pv":
                return " ".join(map(str, analysis.pv))
            case "nodes":
                return f"{analysis.nodes:,}"
            case "hits":
                return f"{analysis.details['table_hits']:,}"
            case "again":
                return f"{self.analysis(first, twice=True).nodes:,}"
            case "ratio":
                return f"{analysis.nodes / self.analysis(rest[0]).nodes:.1f}"
        raise TourError(f"a deepening search has no fact {name!r}")


class LevelsSearch(TourSearch):
    """Levels that are asked `times` times with different seeds; `spec` names them with spaces between."""

    def __init__(self, board: Board, spec: str, times: int) -> None:
        super().__init__(board, spec)
        self.times = times
        self._counts: dict[str, Counter[str]] = {}

    def counts(self, level: str) -> Counter[str]:
        """How often a level plays which move."""
        if level not in self._counts:
            sign = "," if ":" in level else ":"
            made = (make_player(f"{level}{sign}seed={seed}") for seed in range(1, self.times + 1))
            self._counts[level] = Counter(str(each.analyse(self.board, Limit()).move) for each in made)
        return self._counts[level]

    @cached_property
    def truth(self) -> Analysis:
        """What the moves are worth to a search without an error."""
        return make_player(f"engine:nodes=20000,lines={len(self.board.legal_moves())}").analyse(self.board, Limit())

    @property
    def _best(self) -> str:
        return str(self.truth.move)

    def view(self, moment: Moment) -> View:
        best = self.truth.move
        view: View = {"board": show_board(self.board)}
        if moment.at == "start":
            return view
        if moment.at == "truth":
            rows = [[str(line.move), signed(str(line.score))] for line in self.truth.best_lines()]
            view["table"] = show_table("What the moves are worth, in men", ["Move", "Score"], rows, 0)
            view["board"] = show_board(self.board, arrows=(tuple(best.path),) if best else ())
            return view
        bars = []
        found = self.counts(moment.at)
        for line in self.truth.best_lines():
            count = found[str(line.move)]
            text = f"{count} of {self.times}"
            bars.append({"label": str(line.move), "value": count, "text": text, "best": line.move == best})
        name = self._title(moment.at)
        view["bars"] = show_bars(f"What {name} plays, asked {self.times} times", bars, float(self.times), "times")
        return view

    def _title(self, level: str) -> str:
        if level.startswith("engine:"):
            return f"the engine with {self.fact('nodes', level)} positions"
        return level.replace("level-", "level ") if level.startswith("level-") else level.capitalize()

    def ask(self, kind: str, moment: Moment) -> Question:
        level = moment.get("level", moment.at)
        if kind == "most":
            (first, count), *others = self.counts(level).most_common(2)
            if others and others[0][1] == count:
                raise TourError(f"{level} plays two moves equally often")
            return Question.of([str(line.move) for line in self.truth.best_lines()], first)
        if kind == "slips":
            levels = self.spec.split()
            slips = {name: self.times - self.counts(name)[self._best] for name in levels}
            worst = max(slips, key=slips.__getitem__)
            return Question.of([self._title(name) for name in levels], self._title(worst))
        if kind == "move":
            return Question.of([str(line.move) for line in self.truth.best_lines()], self._best)
        raise TourError(f"levels cannot be asked for {kind!r}")

    def fact(self, name: str, argument: str) -> str:
        match name:
            case "best":
                return self._best
            case "score":
                line = next(line for line in self.truth.lines if str(line.move) == argument)
                return signed(str(line.score))
            case "gap":
                scores = [line.score for line in self.truth.best_lines()]
                first, second = scores[0], scores[1]
                if first is None or second is None:
                    raise TourError("two moves are needed for a gap")
                return figure(first.men - second.men)
            case "times":
                return str(self.times)
            case "count":
                level, move = argument.split()
                return str(self.counts(level)[move])
            case "right":
                return str(self.counts(argument)[self._best])
            case "wrong":
                return str(self.times - self.counts(argument)[self._best])
            case "error":
                return f"{make_player(argument).parameters.error / 100:.2f}"
            case "nodes":
                return f"{make_player(argument).parameters.nodes:,}"
        raise TourError(f"levels have no fact {name!r}")
