"""Variants: one player with parameters at several values, as a sweep compares them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from kingme.arena.participant import Participant, with_parameter
from kingme.errors import KingMeError


@dataclass(frozen=True, slots=True)
class Variation:
    """A parameter and the values it takes."""

    key: str
    values: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Variation:
        """Read `beta=0.1/0.3/0.5`.

        >>> Variation.parse("simulations=1+0/5+25")
        Variation(key='simulations', values=('1+0', '5+25'))
        """
        key, sign, rest = (part.strip() for part in text.partition("="))
        values = tuple(value.strip() for value in rest.split("/"))
        if not sign or not key or not all(values):
            raise KingMeError(f"{text[:60]!r} is no variation: write beta=0.1/0.3/0.5")
        if len(set(values)) < len(values):
            raise KingMeError(f"{text[:60]!r} has a value twice")
        return cls(key, values)


def variants(spec: str, variations: Sequence[Variation]) -> list[Participant]:
    """A player with every combination of values, called after its parameters.

    >>> [player.name for player in variants("rave", [Variation("beta", ("0.1", "0.5"))])]
    ['rave beta=0.1', 'rave beta=0.5']
    """
    base = Participant.parse(spec)
    stem = base.name or base.spec
    made = []
    for choice in product(*(variation.values for variation in variations)):
        settings = list(zip((variation.key for variation in variations), choice, strict=True))
        varied = base.spec
        for key, value in settings:
            varied = with_parameter(varied, key, value)
        made.append(Participant(f"{stem} {','.join(f'{key}={value}' for key, value in settings)}", varied))
    return made
