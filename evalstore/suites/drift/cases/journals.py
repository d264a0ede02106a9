"""
Journals: the weeks of a file of journal entries.

Each week of a persona is one case. The truth of a week follows from its judged entries, as in
``crisis_weeks``; if they are not judged, it is unknown whether the week is a crisis.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from evalstore.base.settings import choice, value_of
from evalstore.errors import UsageError
from evalstore.plugins.case import Case, content_id
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.drift.cases.crisis_weeks import alignment_class
from evalstore.suites.drift.crisis.journal_entries import JournalEntry, read_journals
from evalstore.suites.drift.engine import journal
from evalstore.suites.drift.engine.values import VALUES

VERSION = "1"
# Which values a critic has to read.
CORE, ALL = "core", "all"


def generate(
    rng: SeededRandom, count: int | None, settings: Mapping[str, object]
) -> Iterator[Case]:
    """
    Yield the weeks of the file ``journals``, persona by persona, a case each.

    ``count`` personas are drawn, in the order of the file; None takes all. The setting ``values``
    is `core` (the default: the core values of the persona, or all ten if these are unknown) or
    `all`. Raises UsageError for an invalid file or setting, and if the file has fewer personas.
    """
    wanted = value_of(settings, "values", "journals", choice((CORE, ALL)))
    file = read_journals(Path(str(settings["journals"])))
    personas = [
        list(group) for _, group in groupby(file.entries, key=lambda entry: entry.persona_id)
    ]
    if count is not None and count > len(personas):
        raise UsageError(
            f"{file.name} has {len(personas)} personas, expected at least {count}; lower --cases, "
            "or leave it out to use all"
        )
    places = (
        range(len(personas)) if count is None else sorted(rng.sample(range(len(personas)), count))
    )
    for place in places:
        for week, entries in groupby(personas[place], key=lambda entry: entry.week):
            yield _case(week, list(entries), wanted)


def _case(week: int, entries: Sequence[JournalEntry], wanted: str) -> Case:
    first = entries[0]
    values = VALUES if wanted == ALL or not first.core_values else first.core_values
    texts = [entry.text for entry in entries]
    classes = _classes(entries)
    weights = dict(zip(first.core_values, first.weights, strict=True))
    value_dims = [
        {
            "value_dim": value,
            **({"weight": weights[value]} if value in weights else {}),
            **({"alignment": classes[value]} if value in classes else {}),
        }
        for value in values
    ]
    crisis = tuple(value for value in first.core_values if classes.get(value) == -1)
    is_known = bool(first.core_values) and all(value in classes for value in first.core_values)
    return Case(
        case_id=content_id("journals", first.persona_id, week, texts),
        domain="drift",
        generator="journals",
        turns=(journal.written(week, values, texts, first.core_values or None),),
        validators=(),
        expected=crisis if is_known else None,
        label=("crisis" if crisis else "quiet") if is_known else None,
        cluster_id=first.persona_id,
        attributes={"persona_id": first.persona_id, "week": week},
        extra={"value_dims": value_dims},
    )


def _classes(entries: Sequence[JournalEntry]) -> dict[str, int]:
    """Return the class of each value for which every entry of the week was judged."""
    return {
        value: alignment_class([entry.labels[value] for entry in entries])
        for value in VALUES
        if all(value in entry.labels for entry in entries)
    }
