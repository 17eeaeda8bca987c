"""What the tests of endgame tables share."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from kingme.endgame import named, places

COUNTS = Path(__file__).parent.parent / "data" / "tb_counts_2to4.txt"


class Counts(NamedTuple):
    """A line of `tb_counts_2to4.txt`, which an independent solver wrote: Black to move, that is, the side to move."""

    positions: int
    all: list[int]  # lost, won, drawn
    calm: list[int]  # the same without captures for either side
    longest_win: int
    longest_loss: int


@pytest.fixture(scope="session")
def expected() -> dict[str, Counts]:
    """Counts by the name of a slice."""
    found = {}
    for line in COUNTS.read_text().splitlines():
        if line[:1].isdigit():
            left, middle, right = (part.split() for part in line.split("|"))
            win, draw, loss = map(int, left[5:8])
            calm_win, calm_draw, calm_loss = map(int, middle[1:4])
            found["".join(left[:4])] = Counts(
                int(left[4]), [loss, win, draw], [calm_loss, calm_win, calm_draw], int(right[0]), int(right[1])
            )
    assert len(found) == 4 + 12 + 25
    return found


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Away from the tables that this user has built."""
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def nothing_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the package contained no tables."""
    monkeypatch.setattr(places, "SHIPPED", tmp_path / "shipped")


@pytest.fixture
def digests_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the package did not know what right tables are."""
    monkeypatch.setattr(named, "right_digests", dict)
