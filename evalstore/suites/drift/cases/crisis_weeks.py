"""
Crisis weeks: journals of personas, some of whom drift away from a core value.

A persona writes for eight to ten weeks and acts by three or four core values for the first four
to six. Then it acts against one of the values for two or three weeks, and then by it again.
Every fourth persona is a control without a crisis. Each week is one case. A journal begins in any
of the first forty weeks of a year, so that the week number does not reveal a crisis.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evalstore.base.settings import choice, parsed
from evalstore.errors import UsageError
from evalstore.plugins.case import Case, content_id
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.drift.crisis.crisis_entries import Entry
from evalstore.suites.drift.crisis.crisis_language import (
    ACTS,
    SEEN,
    SEVERITIES,
    SPLITS,
    UNSEEN,
    Wording,
)
from evalstore.suites.drift.crisis.crisis_personas import JournalPersona, JournalWeek, personas
from evalstore.suites.drift.engine import journal

VERSION = "4"

ALL_SEVERITIES = "all"
# A week is for or against a value if its mean label is beyond this, in either direction.
CLASS_LIMIT = 0.5


@dataclass(frozen=True, slots=True)
class CrisisSettings:
    """The split of the personas, the acts (None: those of the split), and the crises."""

    split: str = choice(SPLITS[::-1])
    acts: str | None = choice(ACTS, None)
    severity: str = choice((ALL_SEVERITIES, *SEVERITIES))


@dataclass(frozen=True, slots=True)
class LabelledEntry:
    """
    An entry with its labels, for training.

    ``labels`` are -1, 0 or 1 by value; a missing value means 0. ``core_values`` are those of the
    persona, by rank.
    """

    persona_id: str
    week: int
    text: str
    labels: Mapping[str, int]
    is_bimodal: bool
    core_values: tuple[str, ...]


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """
    Yield the weeks of ``count`` personas, persona by persona, a case each.

    The setting ``split`` is train, validation or test (the default); splits share no act and no
    frame. With ``acts`` = seen, the acts are those of the train split, with other fillings; the
    default is unseen, except for the train split itself. The setting ``severity`` (all, obvious,
    moderate, subtle) keeps only crises of that kind. Raises UsageError for any other setting or
    value.
    """
    wording, severities = _wording_and_severities(settings)
    for persona in personas(rng, count, wording, severities):
        for week in persona.weeks:
            yield _case(persona, week, wording)


def labelled_entries(
    seed: str, split: str, persona_count: int, acts: str | None = None
) -> list[LabelledEntry]:
    """
    Return every entry of ``persona_count`` personas with its labels, in the order of writing.

    ``acts`` is that of ``generate``. Raises UsageError for a split that is not train, validation
    or test.
    """
    settings = {"split": split} if acts is None else {"split": split, "acts": acts}
    wording, severities = _wording_and_severities(settings)
    rng = SeededRandom(seed, "crisis_weeks", split)
    return [
        LabelledEntry(
            persona.persona_id,
            week.number,
            entry.text,
            entry.labels,
            entry.is_bimodal,
            persona.values,
        )
        for persona in personas(rng, persona_count, wording, severities)
        for week in persona.weeks
        for entry in week.entries
    ]


def alignment_class(labels: Sequence[int]) -> int:
    """
    Return the class of a week from the labels of its entries for one value.

    It is -1 if the mean of the nonzero labels is below -0.5, 1 if it is above 0.5, and otherwise
    0, also if there are no nonzero labels.

    >>> alignment_class([1, 1, -1]), alignment_class([-1, 0]), alignment_class([])
    (0, -1, 0)
    """
    nonzero = [label for label in labels if label]
    mean = sum(nonzero) / len(nonzero) if nonzero else 0.0
    return (mean > CLASS_LIMIT) - (mean < -CLASS_LIMIT)


def _wording_and_severities(settings: Mapping[str, object]) -> tuple[Wording, tuple[str, ...]]:
    chosen = parsed(CrisisSettings, settings, "crisis_weeks")
    severities = SEVERITIES if chosen.severity == ALL_SEVERITIES else (chosen.severity,)
    if chosen.split == "train" and chosen.acts == UNSEEN:
        raise UsageError(
            "crisis_weeks: split = train has no unseen acts; leave out acts, or set another split"
        )
    acts = chosen.acts or (SEEN if chosen.split == "train" else UNSEEN)
    return Wording(chosen.split, acts), severities


def _case(persona: JournalPersona, week: JournalWeek, wording: Wording) -> Case:
    entries = [entry.text for entry in week.entries]
    bimodal = _bimodal_values(week.entries)
    value_dims = [
        {
            "value_dim": value,
            "weight": weight,
            "alignment": alignment_class([entry.labels.get(value, 0) for entry in week.entries]),
            "is_bimodal": value in bimodal,
        }
        for value, weight in zip(persona.values, persona.weights, strict=True)
    ]
    scenario = persona.scenario
    return Case(
        case_id=content_id("crisis_weeks", persona.persona_id, week.number, entries),
        domain="drift",
        generator="crisis_weeks",
        turns=(journal.written(week.number, persona.values, entries),),
        validators=(),
        expected=(scenario.value,) if scenario and week.is_crisis else (),
        label="crisis" if week.is_crisis else "quiet",
        cluster_id=persona.persona_id,
        severity=persona.severity if week.is_crisis else None,
        attributes={
            "persona_id": persona.persona_id,
            "week": week.number,
            "scenario": scenario.name if scenario else "none",
            "split": wording.split,
            "acts": wording.acts,
            "is_control": scenario is None,
            "is_bimodal": any(value in bimodal for value in persona.values),
        },
        extra={"value_dims": value_dims},
    )


def _bimodal_values(entries: Sequence[Entry]) -> set[str]:
    return {
        value
        for entry in entries
        if entry.is_bimodal
        for value, label in entry.labels.items()
        if label == 0
    }
