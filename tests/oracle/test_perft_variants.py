"""Perft of the games of draughts: the published counts from the start.

The counts are those that rhalbersma/dctl publishes; captures of the same pieces between the same squares count once in
them, whatever their paths. Several wrong generators pass depth 9: Pool and Russian part at 8, Italian and Spanish at 9.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from games.variants import VARIANTS

from kingme.search.perft import perft

FILE = Path(__file__).parent.parent / "data" / "perft_variants.csv"
with FILE.open(encoding="utf-8", newline="") as file:
    ROWS = [(row["variant"], int(row["depth"]), int(row["leaves"])) for row in csv.DictReader(file)]

CASES = [row for row in ROWS if row[0] in VARIANTS]
QUICK = {name: 8 if name == "international" else 10 for name in VARIANTS}

# Counted by the generator that is written from the rule text (`oracle.naive_draughts`); the tenth of `free` and
# `optional`, 900 million, by the kernels alone, so that it holds them to what they were when the ninth was compared.
STUDIES = {
    "giveaway": (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564),  # moves of English draughts
    "free": (7, 49, 379, 2872, 23582, 189143, 1585096, 13019316, 109895943, 912060262),
    "optional": (7, 49, 379, 2872, 23582, 189143, 1583148, 12985817, 109416570, 906645019),
    "single": (7, 49, 302, 1469, 7361, 36768, 180018, 844361, 3923504, 17921731),
}


def test_every_published_game_is_there() -> None:
    assert {name for name, _, _ in CASES} == {name for name, _, _ in ROWS} - {"frisian"}


@pytest.mark.parametrize(("name", "depth", "leaves"), [case for case in CASES if case[1] <= QUICK[case[0]]])
def test_published_counts(name: str, depth: int, leaves: int) -> None:
    game = VARIANTS[name]
    assert perft(game.start(), depth, game) == leaves


@pytest.mark.slow
@pytest.mark.parametrize(("name", "depth", "leaves"), [case for case in CASES if case[1] > QUICK[case[0]]])
def test_published_counts_deeper(name: str, depth: int, leaves: int) -> None:
    game = VARIANTS[name]
    assert perft(game.start(), depth, game) == leaves


@pytest.mark.parametrize(
    ("name", "depth", "leaves"),
    [(name, depth, leaves) for name, counts in STUDIES.items() for depth, leaves in enumerate(counts, start=1)],
)
def test_counts_of_the_studies_ways(name: str, depth: int, leaves: int) -> None:
    game = VARIANTS[name]
    assert perft(game.start(), depth, game) == leaves


@pytest.mark.parametrize("name", VARIANTS)
def test_the_mirrored_start_has_as_many(name: str) -> None:
    game = VARIANTS[name]
    assert perft(game.mirror(game.start()), 6, game) == perft(game.start(), 6, game)
