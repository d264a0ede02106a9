"""The gold questions stay what they are."""

import hashlib
import json

from evalstore.cases import canary
from evalstore.types.seeded_random import SeededRandom

# Each id with what it asks, as first published. Lines are added here, never changed.
FROZEN = {
    "canary-berlin-wall": "84d6ecf92afa156f",
    "canary-hastings": "b84a55601350d5da",
    "canary-moon-landing": "46139003a1945e2d",
    "canary-caesar": "92f2c75cfff04899",
    "canary-first-emperor": "1ff448c4e222cdd6",
    "canary-napoleon-waterloo": "717b0184104c77c4",
    "canary-caesar-breakfast": "ac9f27790db9bc36",
    "canary-sum": "89a2715b0f5d498b",
    "canary-product": "7b07c71007ea9e05",
    "canary-fraction": "20999b9c575a79b2",
    "canary-percent": "822131891457ea9f",
    "canary-equation": "a3e5d190a51a9406",
    "canary-kilometres": "e0af98a7ab49b562",
    "canary-primes": "e8db5c09f1d7a6b3",
    "canary-underdetermined": "24d8e85b1523890a",
    "canary-light": "bafd448a6b86235e",
    "canary-carbon": "a2c02b6cecf009f3",
    "canary-gold": "662bcea6c57b70c8",
    "canary-iron": "4e8b3194d366b4e6",
    "canary-water": "358fde186f6730f0",
    "canary-largest-planet": "7814f16195d73257",
    "canary-gold-lighter": "d7e0403bdf24faf2",
    "canary-ladder": "b7958435408e9621",
    "canary-wings": "f620241ab0ae48af",
    "canary-fire": "eb7eb72dc8ec572c",
    "canary-castle": "cb8e20a270a623c5",
}


def digest(case):
    text = json.dumps([case.turns, case.expected], ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_canaries_never_change():
    """An id asks for ever what it asked first; its key may only become wider."""
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
