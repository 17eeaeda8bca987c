"""Spec strings of parameters: every type read and written, every mistake explained."""

from __future__ import annotations

from dataclasses import dataclass, fields

import pytest

from kingme import KingMeError
from kingme.players.parameters import Parameters, allowed, kind, param


def even(text: str) -> None:
    if len(text) % 2:
        raise KingMeError(f"{text} is odd")


@dataclass(frozen=True)
class Sample(Parameters):
    count: int = param(10, "how many", low=1, high=100)
    factor: float = param(1.5, "how much", low=0.0)
    cap: float = param(0.5, "at most", high=2.0)
    switch: bool = param(True, "whether")
    mode: str = param("slow", "which", choices=("slow", "fast"))
    word: str = param("ab", "a word of even length", check=even)
    seed: int | None = param(None, "seed", low=0)
    share: float | None = param(None, "share", low=0.0, high=1.0)


def read(text: str) -> Sample:
    return Sample.parse("sample", text)


def test_every_type() -> None:
    assert read("") == Sample()
    full = read("count=7,factor=2,cap=-1,switch=off,mode=fast,word=abcd,seed=3,share=0.25")
    assert full == Sample(7, 2.0, -1.0, False, "fast", "abcd", 3, 0.25)
    assert [type(getattr(full, item.name)) for item in fields(full)] == [int, float, float, bool, str, str, int, float]
    assert read(" count = 7 , switch = ON ,") == Sample(count=7)
    assert read("seed=none,share=none") == Sample()
    assert [read(f"switch={word}").switch for word in ("on", "true", "yes", "1")] == [True] * 4
    assert [read(f"switch={word}").switch for word in ("off", "false", "no", "0")] == [False] * 4


@pytest.mark.parametrize(
    "sample",
    [
        Sample(),
        Sample(count=7, switch=False, mode="fast"),
        Sample(factor=1234567.0, cap=0.1 + 0.2, share=1e-7),
        Sample(factor=2.0, seed=10**30, word="xy=z"),
    ],
)
def test_writing_and_reading_are_inverse(sample: Sample) -> None:
    name, _, text = sample.format("sample").partition(":")
    assert name == "sample"
    assert read(text) == sample


def test_a_whole_number_may_be_larger_than_any_float() -> None:
    assert read("seed=" + "9" * 400).seed == 10**400 - 1


def test_only_what_differs_is_written() -> None:
    assert Sample().format("sample") == "sample"
    assert Sample(factor=2.0, switch=False).format("sample") == "sample:factor=2,switch=off"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("speed=3", "sample has no parameter 'speed': it has count, factor, cap, switch, mode, word, seed, share"),
        ("count=0", "sample: count takes a whole number from 1 to 100, not '0'"),
        ("count=101", "sample: count takes a whole number from 1 to 100, not '101'"),
        ("count=2.5", "sample: count takes a whole number from 1 to 100, not '2.5'"),
        ("count=many", "sample: count takes a whole number from 1 to 100, not 'many'"),
        ("count=none", "sample: count takes a whole number from 1 to 100, not 'none'"),
        ("factor=-1", "sample: factor takes a number from 0 up, not '-1'"),
        ("factor=inf", "sample: factor takes a number from 0 up, not 'inf'"),
        ("factor=nan", "sample: factor takes a number from 0 up, not 'nan'"),
        ("cap=3", "sample: cap takes a number up to 2, not '3'"),
        ("switch=maybe", "sample: switch takes on or off, not 'maybe'"),
        ("mode=medium", "sample: mode takes one of slow, fast, not 'medium'"),
        ("word=abc", "abc is odd"),
        ("seed=-1", "sample: seed takes a whole number from 0 up or none, not '-1'"),
        ("share=2", "sample: share takes a number from 0 to 1 or none, not '2'"),
        ("count", "sample: count needs a value: a whole number from 1 to 100"),
        ("count=", "sample: count needs a value: a whole number from 1 to 100"),
        ("count=1,count=2", "sample: count is given twice"),
    ],
)
def test_mistakes_are_explained(text: str, message: str) -> None:
    with pytest.raises(KingMeError) as caught:
        read(text)
    assert str(caught.value) == message


def test_a_player_without_parameters() -> None:
    with pytest.raises(KingMeError, match="plain has no parameter 'x': it has no parameters"):
        Parameters.parse("plain", "x=1")


def test_kinds_in_words() -> None:
    described = {item.name: (kind(item), allowed(item)) for item in fields(Sample)}
    assert described["word"] == (str, "text")
    assert described["switch"] == (bool, "on or off")
    assert described["seed"] == (int, "a whole number from 0 up or none")
    assert described["share"] == (float, "a number from 0 to 1 or none")
