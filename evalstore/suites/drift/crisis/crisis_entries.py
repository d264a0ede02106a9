"""Journal entries: distribute the mentions of a week over entries, and write their text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.drift.crisis.crisis_language import (
    SEVERITIES,
    Scenario,
    Wording,
    aligned_acts,
    joined,
    neutral_acts,
    scenarios,
)

ENTRY_COUNT_MIN = 3
ENTRY_COUNT_MAX = 5
_CLAUSE_COUNT_MAX = 2
# Shares of mentions with their own entry, of single-clause entries with a neutral one, and of
# entries with both signals that have them in one sentence.
_ALONE_SHARE = 0.7
_JOINED_SHARE = 0.5
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
    A value that an entry mentions: acted by (1), acted against (-1), or both (0).

    ``severity`` and ``scenario`` determine the acts against the value; None allows any severity,
    or any scenario of the value.
    """

    value: str
    label: int
    severity: str | None = None
    scenario: Scenario | None = None

    def labels(self) -> dict[str, int]:
        """Return the label of the value, and 1 for a value that the acts favour, if any."""
        labels = {self.value: self.label}
        if self.label <= 0 and self.scenario is not None and self.scenario.favours:
            labels[self.scenario.favoured] = 1
        return labels


@dataclass(frozen=True, slots=True)
class Entry:
    """
    An entry with its labels.

    ``labels`` are -1, 0 or 1 by value, for the values that the entry mentions. A label of 0 means
    signals of both sides; the entry is then ``is_bimodal``.
    """

    text: str
    labels: Mapping[str, int]
    is_bimodal: bool


def entries_of(
    rng: SeededRandom, wording: Wording, needed: Sequence[Mention], extra: Sequence[Mention]
) -> list[Entry]:
    """
    Return three to five entries with all needed mentions, and extra ones that fit.

    No entry mentions a value twice; a mention of both signals has a separate entry.
    """
    groups = _groups(rng, _told(rng, needed), _told(rng, extra))
    return [_entry(rng, wording, group) for group in rng.shuffled(groups)]


def _told(rng: SeededRandom, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions, with a drawn scenario where a value is acted against without one."""
    return [
        mention
        if mention.label > 0 or mention.scenario is not None
        else replace(
            mention,
            scenario=rng.choice(
                [scenario for scenario in scenarios() if scenario.value == mention.value]
            ),
        )
        for mention in mentions
    ]


def _groups(
    rng: SeededRandom, needed: Sequence[Mention], extra: Sequence[Mention]
) -> list[list[Mention]]:
    wanted_count = rng.randint(ENTRY_COUNT_MIN, ENTRY_COUNT_MAX)
    groups: list[list[Mention]] = []
    # Most constrained first: both signals at once, then values with several mentions.
    repeated = [mention.value for mention in needed]
    ordered = sorted(needed, key=lambda item: (item.label != 0, -repeated.count(item.value)))
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
        and all(
            other.label != 0 and other.labels().keys().isdisjoint(mention.labels())
            for other in group
        )
    )


def _entry(rng: SeededRandom, wording: Wording, group: Sequence[Mention]) -> Entry:
    clauses = [clause for mention in group for clause in _clauses(rng, wording, mention)]
    if not clauses or (len(clauses) == 1 and rng.bernoulli(_NEUTRAL_CLAUSE_SHARE)):
        clauses.append(wording.clause(rng, neutral_acts()))
    clauses = rng.shuffled(clauses)
    is_bimodal = any(mention.label == 0 for mention in group)
    if is_bimodal and rng.bernoulli(_JOINED_SHARE):
        clauses = [joined(rng, *clauses)]
    frame = wording.frame(rng, is_double=len(clauses) == _CLAUSE_COUNT_MAX)
    return Entry(
        frame.around(*clauses),
        {value: label for mention in group for value, label in mention.labels().items()},
        is_bimodal,
    )


def _clauses(rng: SeededRandom, wording: Wording, mention: Mention) -> list[str]:
    clauses = []
    if mention.label >= 0:
        clauses.append(wording.clause(rng, aligned_acts(mention.value)))
    if mention.label <= 0:
        clauses.append(wording.clause(rng, _acts_against(rng, mention)))
    return clauses


def _acts_against(rng: SeededRandom, mention: Mention) -> tuple[str, ...]:
    assert mention.scenario is not None
    severity = mention.severity or rng.choice(SEVERITIES)
    return mention.scenario.acts[rng.choice(_MIXTURES[severity])]
