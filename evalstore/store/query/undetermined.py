"""Reasons of undetermined verdicts and of cases that were not asked, which no share counts."""

from collections import Counter
from collections.abc import Container

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.store.query.queries import ALL, Filter
from evalstore.store.query.reader import Reader

REASONS_SHOWN_MAX = 2
NOTES_SHOWN_MAX = 5
REASON_CHARACTERS_MAX = 120
Owner = tuple[str, str, str]


def undetermined_reasons(reader: Reader, row_filter: Filter) -> dict[Owner, str]:
    """
    Return the number of undetermined verdicts and their two most frequent reasons, in words.

    They are those of the filter, whose first slice counts, by run, system and validator.
    """
    part = (row_filter.slices or ALL)[0]
    rows = reader.rows(
        sql_files.read("sql/queries/undetermined_reasons"),
        run_id=row_filter.run_id,
        system_id=row_filter.system_id,
        validator_id=row_filter.validator_id,
        slice_name=part.name,
        slice_value=part.value,
    )
    reasons: dict[Owner, Counter[str]] = {}
    for row in rows:
        owner = str(row["run_id"]), str(row["system_id"]), str(row["validator_id"])
        by_reason = reasons.setdefault(owner, Counter())
        by_reason[str(row["reason"])] = int(str(row["attempt_count"]))
    return {owner: _in_words(by_reason) for owner, by_reason in reasons.items()}


def undetermined_notes(
    reader: Reader, row_filter: Filter, validator_ids: Container[str]
) -> list[str]:
    """
    Return a sentence for each run and system on what these validators left undetermined.

    After ``NOTES_SHOWN_MAX`` of them, one sentence counts the others.
    """
    notes = [
        f"{validator_id} of {system_id} in {run_id}: {words}; shares leave these out"
        for (run_id, system_id, validator_id), words in undetermined_reasons(
            reader, row_filter
        ).items()
        if validator_id in validator_ids
    ]
    more = len(notes) - NOTES_SHOWN_MAX
    rest = f"{more} more rows have undetermined verdicts; choose one by --run and --system"
    return [*notes[:NOTES_SHOWN_MAX], *([rest] if more > 0 else [])]


def unasked_notes(
    reader: Reader, row_filter: Filter, shown: Container[tuple[object, object]]
) -> list[str]:
    """Return a sentence for each run and system in ``shown`` on the cases that it never got."""
    rows = reader.rows(
        sql_files.read("sql/queries/unasked_cases"),
        run_id=row_filter.run_id,
        system_id=row_filter.system_id,
    )
    notes = [
        f"{row['system_id']} in {row['run_id']}: {counted(int(str(row['case_count'])), 'case')} "
        f"left out, {row['reason']}"
        for row in rows
        if (row["run_id"], row["system_id"]) in shown
    ]
    more = len(notes) - NOTES_SHOWN_MAX
    rest = f"{more} more rows have cases that were not asked; choose one by --run and --system"
    return [*notes[:NOTES_SHOWN_MAX], *([rest] if more > 0 else [])]


def _in_words(by_reason: Counter[str]) -> str:
    shown = by_reason.most_common(REASONS_SHOWN_MAX)
    reasons = [f"{_shortened(reason)} ({count})" for reason, count in shown]
    if len(by_reason) > len(shown):
        reasons.append(counted(len(by_reason) - len(shown), "other reason"))
    verdicts = counted(by_reason.total(), "undetermined verdict")
    return f"{verdicts}: {', '.join(reasons)}"


def _shortened(reason: str) -> str:
    is_long = len(reason) > REASON_CHARACTERS_MAX
    return reason[:REASON_CHARACTERS_MAX] + "…" if is_long else reason
