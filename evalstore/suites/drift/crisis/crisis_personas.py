"""Personas of journals: core values, number of weeks, crises, and mentions by week."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.drift.crisis.crisis_entries import Entry, Mention, entries_of
from evalstore.suites.drift.crisis.crisis_language import Scenario, Wording, scenarios
from evalstore.suites.drift.engine.values import VALUES

WEEK_COUNT_MIN = 8
WEEK_COUNT_MAX = 10
# A journal may begin in any week up to this, so that week numbers carry no information.
FIRST_WEEK_MAX = 40
# Every fourth persona has no crisis.
_CONTROL_EVERY = 4
_WEIGHTS = (
    (0.5, 0.3, 0.2),
    (0.6, 0.25, 0.15),
    (0.45, 0.35, 0.2),
    (0.4, 0.3, 0.2, 0.1),
    (0.45, 0.25, 0.2, 0.1),
    (0.35, 0.3, 0.2, 0.15),
)
# Shares of the weeks without a crisis of a value; in the remaining weeks it is aligned.
_SILENT_SHARE = 0.008
_BIMODAL_SHARE = 0.03
_SLIP_SHARE = 0.012
# The share of weeks before a subtle crisis with conflicting signals.
_EARLY_SIGNAL_SHARE = 0.4
_TWO_EPISODES_SHARE = 0.25
_FIRST_IN_RANK_SHARE = 0.6
_OTHER_VALUE_SHARE = 0.4
_OTHER_VALUE_ALIGNED_SHARE = 0.6
_SECOND_MENTION_SHARE = 0.35
_MENTION_COUNTS = {"obvious": (2, 3), "moderate": (2, 2), "subtle": (1, 2)}


@dataclass(frozen=True, slots=True)
class JournalWeek:
    """One week with its entries; ``number`` counts from the first week of the journal."""

    number: int
    entries: tuple[Entry, ...]
    is_crisis: bool


@dataclass(frozen=True, slots=True)
class JournalPersona:
    """The writer of a journal; ``scenario`` and ``severity`` are None for a control."""

    persona_id: str
    values: tuple[str, ...]
    weights: tuple[float, ...]
    scenario: Scenario | None
    severity: str | None
    weeks: tuple[JournalWeek, ...]


def personas(
    rng: SeededRandom, count: int, wording: Wording, severities: Sequence[str]
) -> Iterator[JournalPersona]:
    """
    Yield personas; every fourth is a control.

    The values in crisis and the severities rotate in random order, so that few personas already
    cover many of them.
    """
    root = f"{rng.randint(0, 16**8 - 1):08x}"
    crisis_values = rng.shuffled(VALUES)
    turns = rng.shuffled(severities)
    crisis_count = 0
    for number in range(1, count + 1):
        persona_rng = SeededRandom(root, "persona", number)
        persona_id = f"{wording.split}-{root}-{number:04d}"
        if number % _CONTROL_EVERY == 0:
            yield _persona(persona_rng, persona_id, wording, None, None)
            continue
        value = crisis_values[crisis_count % len(crisis_values)]
        scenario = persona_rng.choice(
            [candidate for candidate in scenarios() if candidate.value == value]
        )
        severity = turns[crisis_count % len(turns)]
        crisis_count += 1
        yield _persona(persona_rng, persona_id, wording, scenario, severity)


def _persona(
    rng: SeededRandom,
    persona_id: str,
    wording: Wording,
    scenario: Scenario | None,
    severity: str | None,
) -> JournalPersona:
    weights = rng.choice(_WEIGHTS)
    values = _core_values(rng, len(weights), scenario)
    week_count, crisis_weeks = _calendar(rng)
    if scenario is None:
        crisis_weeks = ()
    weeks = []
    for number in range(1, week_count + 1):
        is_crisis = number in crisis_weeks
        needed: list[Mention] = []
        extra: list[Mention] = []
        for value in rng.shuffled(values):
            if scenario is None or severity is None or value != scenario.value:
                _mention_without_crisis(rng, value, needed, extra)
            elif is_crisis:
                is_first = number - 1 not in crisis_weeks
                needed += _crisis_mentions(rng, scenario, severity, is_first=is_first)
            elif (
                severity == "subtle"
                and number + 1 in crisis_weeks
                and rng.bernoulli(_EARLY_SIGNAL_SHARE)
            ):
                needed.append(Mention(value, 0, severity, scenario))
            else:
                _mention_without_crisis(rng, value, needed, extra)
        if rng.bernoulli(_OTHER_VALUE_SHARE):
            other = rng.choice([value for value in VALUES if value not in values])
            extra.append(Mention(other, 1 if rng.bernoulli(_OTHER_VALUE_ALIGNED_SHARE) else -1))
        entries = tuple(entries_of(rng, wording, needed, extra))
        weeks.append(JournalWeek(number, entries, is_crisis))
    # Drawn last. Crises occur in the fifth to ninth week, so a critic that knew the position of a
    # week could find most of them without reading.
    before = rng.randint(0, FIRST_WEEK_MAX - 1)
    numbered = tuple(replace(week, number=before + week.number) for week in weeks)
    return JournalPersona(persona_id, values, weights, scenario, severity, numbered)


def _core_values(rng: SeededRandom, count: int, scenario: Scenario | None) -> tuple[str, ...]:
    """
    Draw the core values by rank.

    The value in crisis ranks first or second, and the value it is given up for ranks below it.
    """
    if scenario is None:
        return tuple(rng.sample(VALUES, count))
    pair = (scenario.value, scenario.favoured)
    values = rng.sample([value for value in VALUES if value not in pair], count - len(pair))
    place = 0 if rng.bernoulli(_FIRST_IN_RANK_SHARE) else 1
    values.insert(place, scenario.value)
    values.insert(rng.randint(place + 1, len(values)), scenario.favoured)
    return tuple(values)


def _calendar(rng: SeededRandom) -> tuple[int, tuple[int, ...]]:
    """Draw the number of weeks, and the weeks in crisis: one or two runs of weeks."""
    aligned_count = rng.randint(4, 6)
    crisis_count = rng.randint(2, 3)
    crisis = [aligned_count + place for place in range(1, crisis_count + 1)]
    if rng.bernoulli(_TWO_EPISODES_SHARE) and crisis[-1] + 2 <= WEEK_COUNT_MAX:
        # A week without crisis follows the first week of crisis.
        crisis = [crisis[0], *(week + 1 for week in crisis[1:])]
    return rng.randint(max(WEEK_COUNT_MIN, crisis[-1] + 1), WEEK_COUNT_MAX), tuple(crisis)


def _crisis_mentions(
    rng: SeededRandom, scenario: Scenario, severity: str, *, is_first: bool
) -> list[Mention]:
    lowest, highest = _MENTION_COUNTS[severity]
    # A subtle crisis starts with a single entry.
    count = lowest if is_first else rng.randint(lowest, highest)
    return [Mention(scenario.value, -1, severity, scenario)] * count


def _mention_without_crisis(
    rng: SeededRandom, value: str, needed: list[Mention], extra: list[Mention]
) -> None:
    """Mention a value in a week without a crisis of it."""
    draw = rng.random() - _SILENT_SHARE
    if draw < 0:
        return
    draw -= _BIMODAL_SHARE
    if draw < 0 and all(mention.label != 0 for mention in needed):
        needed.append(Mention(value, 0))
        return
    needed.append(Mention(value, 1))
    draw -= _SLIP_SHARE
    if draw < 0:
        needed.append(Mention(value, -1))
    elif rng.bernoulli(_SECOND_MENTION_SHARE):
        extra.append(Mention(value, 1))
