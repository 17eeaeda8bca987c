"""Standings: one computation, and everybody who shows them shows the same numbers."""

from __future__ import annotations

import math
import re

import pytest

from kingme.arena.elo import Strength
from kingme.arena.ratings import rate
from kingme.arena.record import GameRecord, pair_up
from kingme.arena.report import RunReport
from kingme.arena.report_tables import standings as report_standings
from kingme.arena.standings import ranked, rated, standings
from kingme.arena.stats import summarise
from kingme.arena.stored import Outline
from kingme.outcome import Color, Termination
from kingme.web.arena.run_table import make_table

NAMES = ("ann", "bob", "cid")
PAIRINGS = (("ann", "bob"), ("ann", "cid"), ("bob", "cid"))


@pytest.fixture
def records() -> list[GameRecord]:
    """Four games per pairing: the first of the two wins more; one game is lost on time."""
    made = []
    for pair in range(6):
        first, second = PAIRINGS[pair % 3]
        for half, (black, white) in enumerate(((first, second), (second, first))):
            winner = (Color.BLACK, Color.WHITE, None)[(pair + half) % 3]
            why = Termination.NO_MOVES if winner is not None else Termination.REPETITION
            why = Termination.TIME_FORFEIT if (pair, half) == (0, 0) else why
            times = ((0.25, 0.75), (2.0,))
            made.append(GameRecord(2 * pair + half, pair, black, white, winner, why, plies=40, times=times))
    return made


def test_rows_are_what_the_figures_say(records):
    summary = summarise(records)
    rows = standings(reversed(records))
    assert [row.name for row in rows] == list(NAMES)
    for row in rows:
        found = summary.players[row.name]
        assert row.tally == found.tally
        assert row.move_time == pytest.approx(found.move_time.mean.value)
        assert row.forfeits.total() == found.forfeits_lost
    assert {row.name: dict(row.forfeits) for row in rows if row.forfeits} == {"bob": {Termination.TIME_FORFEIT: 1}}
    assert [row.name for row in ranked(rows)] == summary.ranking


def test_players_without_a_game_come_last(records):
    rows = standings(records, ["dan", *NAMES])
    assert (rows[0].name, rows[0].tally.games) == ("dan", 0)
    assert math.isnan(rows[0].move_time)
    assert rated(rows, rate(pair_up(records)))[-1].name == "dan"


def test_report_and_page_show_the_same_numbers(records):
    ratings = rate(pair_up(records))
    rows = rated(standings(records), ratings)
    assert [row.strength.value for row in rows] == [rating.rating for rating in ratings.ratings]
    report = RunReport.of(records)
    shown = report_standings(report).rows
    assert [cells[1:6] for cells in shown] == [
        (row.name, *map(str, (row.tally.games, row.tally.wins, row.tally.draws, row.tally.losses))) for row in rows
    ]
    games = [
        Outline(
            record.number,
            record.pair,
            NAMES.index(record.black),
            NAMES.index(record.white),
            None if record.winner is None else int(record.winner),
            str(record.termination.value),
            record.plies,
            "",
            "",
            0.0,
        )
        for record in records
    ]
    page = make_table(_Info(), NAMES, games)
    assert [(row.name, row.wins, row.draws, row.losses, row.score) for row in page.standings] == [
        (row.name, row.tally.wins, row.tally.draws, row.tally.losses, row.tally.score) for row in rows
    ]
    assert [row.rating for row in page.standings] == pytest.approx([row.strength.value for row in rows], abs=1e-3)
    notebook = re.findall(r"<td[^>]*>(ann|bob|cid)</td>", report._repr_html_())
    assert notebook == [row.name for row in rows]


class _Info:
    """As much of a run as a table asks for."""

    class plan:  # noqa: N801
        sprt = None


@pytest.mark.parametrize(
    ("strength", "text"),
    [
        (Strength(41.2, 11.0, 71.0), "+41 ± 30"),
        (Strength(math.inf, 300.4, math.inf), "> +300"),
        (Strength(-math.inf, -math.inf, -300.4), "< -300"),
        (Strength(0.0, -math.inf, math.inf), "?"),
    ],
)
def test_a_strength_says_what_is_known_of_it(strength, text):
    assert strength.text == text
