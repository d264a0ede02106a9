"""Journal entries: distribute the mentions of a week over entries, and word them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalstore.cases._crisis_language import (
    SEVERITIES,
    Scenario,
    aligned_acts,
    drawn_clause,
    drawn_frame,
    neutral_acts,
    scenarios,
)
from evalstore.types.seeded_random import SeededRandom

ENTRY_COUNT_MIN = 3
ENTRY_COUNT_MAX = 5
_CLAUSE_COUNT_MAX = 2
# Shares of mentions with their own entry, and of single-clause entries with a neutral one.
_ALONE_SHARE = 0.7
_NEUTRAL_CLAUSE_SHARE = 0.25

# The mixture of act severities in a crisis of each severity.
_MIXTURES: dict[str, tuple[str, ...]] = {
    "obvious": ("obvious",) * 3 + ("moderate",),
    "moderate": ("moderate",) * 3 + ("subtle",),
    "subtle": ("subtle",),
}


@dataclass(frozen=True, slots=True)
class Mention:
    """
    A value that an entry speaks of: kept to (1), acted against (-1), or both at once (0).

    ``severity`` and ``scenario`` say how it is acted against; any severity and any scenario of
    the value where they are None.
    """

    value: str
    label: int
    severity: str | None = None
    scenario: Scenario | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """
    An entry with its labels.

    ``labels`` are -1, 0 or 1 by value, for the values that the entry speaks of; a label of 0 is
    one with both signals, and then the entry ``is_bimodal``.
    """

    text: str
    labels: Mapping[str, int]
    is_bimodal: bool


def entries_of(
    rng: SeededRandom, split: str, needed: Sequence[Mention], extra: Sequence[Mention]
) -> list[Entry]:
    """
    Return three to five entries with all needed mentions, and extra ones that fit.

    No entry mentions a value twice; a mention of both signals has an entry of its own.
    """
    groups = _groups(rng, needed, extra)
    return [_entry(rng, split, group) for group in rng.shuffled(groups)]


def _groups(
    rng: SeededRandom, needed: Sequence[Mention], extra: Sequence[Mention]
) -> list[list[Mention]]:
    wanted_count = rng.randint(ENTRY_COUNT_MIN, ENTRY_COUNT_MAX)
    groups: list[list[Mention]] = []
    # Most constrained first: both signals at once, then values with several mentions.
    repeated = [mention.value for mention in needed]
    ordered = sorted(needed, key=lambda one: (one.label != 0, -repeated.count(one.value)))
    for mention in ordered:
        _place(rng, groups, mention, wanted_count, ENTRY_COUNT_MAX)
    for mention in extra:
        _place(rng, groups, mention, wanted_count, wanted_count)
    groups += [[] for _ in range(wanted_count - len(groups))]
    return groups


def _place(
    rng: SeededRandom,
    groups: list[list[Mention]],
    mention: Mention,
    wanted_count: int,
    count_max: int,
) -> None:
    """Add a mention as a new entry or to another; drop it if neither fits."""
    open_groups = [group for group in groups if _has_room(group, mention)]
    is_alone = len(groups) < wanted_count and rng.bernoulli(_ALONE_SHARE)
    if open_groups and not is_alone:
        rng.choice(open_groups).append(mention)
    elif len(groups) < count_max:
        groups.append([mention])


def _has_room(group: Sequence[Mention], mention: Mention) -> bool:
    return (
        mention.label != 0
        and len(group) < _CLAUSE_COUNT_MAX
        and all(other.label != 0 and other.value != mention.value for other in group)
    )


def _entry(rng: SeededRandom, split: str, group: Sequence[Mention]) -> Entry:
    clauses = [clause for mention in group for clause in _clauses(rng, split, mention)]
    if not clauses or (len(clauses) == 1 and rng.bernoulli(_NEUTRAL_CLAUSE_SHARE)):
        clauses.append(drawn_clause(rng, neutral_acts(), split))
    clauses = rng.shuffled(clauses)
    frame = drawn_frame(rng, split, is_double=len(clauses) == _CLAUSE_COUNT_MAX)
    return Entry(
        frame.around(*clauses),
        {mention.value: mention.label for mention in group},
        any(mention.label == 0 for mention in group),
    )


def _clauses(rng: SeededRandom, split: str, mention: Mention) -> list[str]:
    found = []
    if mention.label >= 0:
        found.append(drawn_clause(rng, aligned_acts(mention.value), split))
    if mention.label <= 0:
        found.append(drawn_clause(rng, _acts_against(rng, mention), split))
    return found


def _acts_against(rng: SeededRandom, mention: Mention) -> tuple[str, ...]:
    scenario = mention.scenario or rng.choice(
        [one for one in scenarios() if one.value == mention.value]
    )
    severity = mention.severity or rng.choice(SEVERITIES)
    return scenario.acts[rng.choice(_MIXTURES[severity])]
