"""The gold questions stay what they are."""

import hashlib
import json

from evalstore.cases import canary
from evalstore.types.seeded_random import SeededRandom

# Each id with what it asks, as first published. Lines are added here, never changed.
FROZEN = {
    "canary-berlin-wall": "fce833bc79855401",
    "canary-hastings": "c46d77a02cb5890c",
    "canary-moon-landing": "8f53f0ea9f8fd81d",
    "canary-caesar": "e19f54a56d850caf",
    "canary-first-emperor": "f657361633e05b26",
    "canary-napoleon-waterloo": "13e90afff7c1e363",
    "canary-caesar-breakfast": "d16ae8c0e8995355",
    "canary-sum": "b59b75077d9b1ee5",
    "canary-product": "e833fae4fe324dfb",
    "canary-fraction": "b52a0eafb7b41a74",
    "canary-percent": "471b6e04340d825b",
    "canary-equation": "8f9fbdd3aa6b617b",
    "canary-kilometres": "8b504d2b273e99c7",
    "canary-primes": "b42d06d47655b0ca",
    "canary-underdetermined": "da64d2cd117ebab0",
    "canary-light": "34594e35f3370ffd",
    "canary-carbon": "72ae46c08abadd6c",
    "canary-gold": "da634b3fe55f17ae",
    "canary-iron": "6d614b2ebcb7af88",
    "canary-water": "33d7f0da9e21988a",
    "canary-largest-planet": "b10b00837a4b789e",
    "canary-gold-lighter": "2c86a9e672d9bcca",
    "canary-ladder": "d13bfc68358e63be",
    "canary-wings": "e19e69d245a51be4",
    "canary-fire": "2be05fcd64990f81",
    "canary-castle": "9c5ae105f3514b62",
}


def digest(case):
    text = json.dumps([case.turns, dict(case.answer_key)], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_canaries_never_change():
    """An id asks for ever what it asked first, and keeps its key."""
    found = {case.case_id: digest(case) for case in canary.canaries()}

    assert FROZEN == {case_id: found.get(case_id) for case_id in FROZEN}


def test_every_canary_is_frozen():
    """A new canary is written down here when it comes."""
    assert sorted(FROZEN) == sorted(case.case_id for case in canary.canaries())


def test_canaries_cover_every_domain():
    """At least twenty in all and four in each domain, each marked as what it is."""
    found = canary.canaries()
    counts = {}
    for case in found:
        counts[case.domain] = counts.get(case.domain, 0) + 1

    assert 20 <= len(found)
    assert {"history", "math", "science", "phenomenology"} == set(counts)
    assert 4 <= min(counts.values())
    assert all(case.is_canary for case in found)


def test_the_seed_does_not_matter():
    """Every seed gives the same, in the same order."""
    one, other = (list(canary.generate(SeededRandom(seed), 99, {})) for seed in ("one", "other"))

    assert one == other


def test_domains_narrow_them():
    """Only those of the domains asked for."""
    found = list(canary.generate(SeededRandom("x"), 99, {"domains": ["math"]}))

    assert {"math"} == {case.domain for case in found}
