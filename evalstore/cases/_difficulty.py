"""Difficulty of a card, from what it prints: the same measure for every label."""

from collections.abc import Sequence

from evalstore.cases._card_facts import PrintedFact
from evalstore.knowledge.claim import Claim
from evalstore.knowledge.rule_phrases import Rule

# Facts that name the subject, and those that name the object, from which on there is much to read.
NAMED_FROM = 4
GRADES = ("easy", "medium", "hard")
HOPS = frozenset({"inverse", "sub_property", "sub_inverse", "symmetric", "transitive"})


def difficulty(
    claim: Claim, facts: Sequence[PrintedFact], rules: Sequence[Rule], *, is_denied: bool
) -> str:
    """
    Return ``easy``, ``medium`` or ``hard``.

    One point each: the claim is a denial; its subject and object are named four times or more in
    the facts; the card has rules; by one of them other statements may entail it. A card of at
    most one point is easy, one of two is medium.
    """
    ends = (claim.subject, claim.object)
    named_count = sum(end in fact.ends for fact in facts for end in ends)
    has_hop = any(one["kind"] in HOPS for one in rules)
    points = is_denied + (named_count >= NAMED_FROM) + bool(rules) + has_hop
    return GRADES[min(max(points - 1, 0), 2)]
