"""Draw some of a file's cases, each domain by its share and every session whole."""

from collections.abc import Sequence
from itertools import groupby

from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom


def draw(cases: Sequence[Case], count: int, rng: SeededRandom) -> list[Case]:
    """
    Return ``count`` cases in their order; a last session may exceed the count.

    Sessions, and cases without one, are shuffled within their domain and spread evenly over it,
    so that the drawn cases have each domain in its share.
    """
    units: dict[str, list[list[int]]] = {}
    numbered = enumerate(cases)
    for _, group in groupby(numbered, key=lambda each: each[1].session_id or each[0]):
        places = [place for place, _ in group]
        units.setdefault(cases[places[0]].domain, []).append(places)
    ranked: list[tuple[float, list[int]]] = []
    for units_of_domain in units.values():
        offset = rng.random()
        shuffled = rng.shuffled(units_of_domain)
        ranked += [((rank + offset) / len(shuffled), each) for rank, each in enumerate(shuffled)]
    drawn: list[int] = []
    for _, places in sorted(ranked):
        if len(drawn) >= count:
            break
        drawn += places
    return [cases[place] for place in sorted(drawn)]
