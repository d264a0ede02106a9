"""The third section: what was decided, what was left out, and what is not known."""

from typing import Final

from evalstore.base.phrases import counted, ordinal
from evalstore.gates.decide import place_among_answers
from evalstore.reviews.evidence.collected import Collected, Row
from evalstore.reviews.evidence.decided_numbers import DecidedNumber, Key, Numbers, key_of
from evalstore.reviews.evidence.pieces import (
    PageCell,
    PagePart,
    PageSection,
    PageTable,
    cells,
    listed,
    measured,
    shown,
    were,
)
from evalstore.reviews.evidence.unknowns import unknowns

DECISIONS_SHOWN_MAX: Final = 300
TOLERANCE: Final = 1e-9
OUTCOMES: Final = ("fail", "broken", "undecided", "pass")


def analysis(found: Collected, numbers: Numbers, checkpoints: list[str]) -> PageSection:
    """Return the section; ``checkpoints`` are the sizes of the log that the pack has."""
    of_numbers = [_left_out(found, numbers), _changed(found, numbers)] if numbers else []
    return PageSection(
        "Analysis: what was found",
        [
            _decided(found, numbers),
            *of_numbers,
            PagePart("What is not known", lines=unknowns(found, numbers)),
            _record(found, checkpoints),
        ],
    )


def summary(found: Collected) -> list[str]:
    """Return what was decided in a few sentences."""
    answers = {run_id: found.answer(run_id) for run_id in found.run_ids}
    decided = [run_id for run_id in found.run_ids if answers[run_id]]
    if not decided:
        return [f"No gate decided on {counted(len(answers), 'run')} of suite {found.suite}."]
    counts = [(sum(answers[run] == name for run in decided), name) for name in OUTCOMES]
    told = listed(f"{name} on {count}" for count, name in counts if count)
    newest = decided[-1]
    sentences = [
        (
            f"Gates decided on {len(decided)} of {counted(len(answers), 'run')} of suite "
            f"{found.suite}: {told}."
        ),
        f"The newest decided run, {newest}, came to {answers[newest]}.",
    ]
    if later := found.run_ids[found.run_ids.index(newest) + 1 :]:
        sentences.append(f"Not decided, and newer: {listed(later)}.")
    return sentences


def _decided(found: Collected, numbers: Numbers) -> PagePart:
    rows = list(found.own_decisions())
    foreign = [row for row in found.decisions if row["is_foreign"]]
    older = len(found.decisions) - len(foreign) - len(rows)
    sentences = [
        f"Gates of this store made {counted(len(rows), 'decision')} by the newest configuration "
        "of each run."
        if rows
        else "No gate of this store decided on these runs."
    ]
    if older:
        sentences.append(
            f"{counted(older, 'decision')} by earlier configurations {were(older)} made before, "
            "and are in data/decisions.json."
        )
    if again := [row for row in rows if row["earlier_decisions"]]:
        sentences.append(
            f"{counted(len(again), 'decision')} {were(len(again))} made again, and "
            f"{sum(_was_another(row) for row in again)} of them said something else before."
        )
    if foreign:
        sentences.append(
            f"{counted(len(foreign), 'decision')} {were(len(foreign))} written by others; nothing "
            "rests on them, and data/decisions.json has them."
        )
    tables, left = [], DECISIONS_SHOWN_MAX
    for run_id in reversed(found.run_ids):
        of_run = sorted(found.own_decisions(run_id), key=_place)
        if of_run and left > 0:
            tables.append(_decisions(run_id, found.answer(run_id), of_run[:left], numbers))
        left -= len(of_run)
    if left < 0:
        sentences.append(
            f"The first {DECISIONS_SHOWN_MAX} are below, of the newest runs; data/decisions.json "
            "has all."
        )
    return PagePart("What was decided", sentences, tables=tables)


def _was_another(row: Row) -> bool:
    earlier = row["earlier_decisions"]
    return isinstance(earlier, list) and any(item != row["decision"] for item in earlier)


def _place(row: Row) -> tuple[object, ...]:
    return (
        row["is_informational"],
        place_among_answers(str(row["decision"])),
        row["gate_id"],
        row["system_id"] or "",
        row["slice_name"] or "",
        row["slice_value"] or "",
        row["variant"] or "",
    )


def _decisions(run_id: str, answer: str, rows: list[Row], numbers: Numbers) -> PageTable:
    columns = ("gate", "system", "of", "decision", "number", "required", "compared", "bundle")
    made = [
        cells(
            PageCell(shown(row["gate_id"]), "informs only" if row["is_informational"] else ""),
            PageCell(shown(row["system_id"]), shown(row["validator_id"] or "no judge")),
            PageCell(_slice(row), str(row["variant"] or "")),
            PageCell(str(row["decision"]), str(row["reason"] or ""), badge=str(row["decision"])),
            measured(row["value"], row["ci_low"], row["ci_high"], row["scored_count"]),
            PageCell(shown(row["threshold"]), _tries(row)),
            _compared(row),
            _bundle(numbers[key_of(row)]),
        )
        for row in rows
    ]
    came_to = f": {answer}" if answer else ", by gates that only inform"
    return PageTable(f"Run {run_id}{came_to}.", columns, made, frozenset({"number"}))


def _slice(row: Row) -> str:
    if row["slice_name"] == "all":
        return "all cases"
    if not row["slice_value"]:
        # It was decided before there was any number.
        return f"every value of {row['slice_name']}"
    return f"{row['slice_name']} = {row['slice_value']}"


def _tries(row: Row) -> str:
    """Return which try it was of its commit and branch, as far as the decision says."""
    places = [
        f"{ordinal(int(str(row[column])))} try of its {of}"
        for column, of in (("try_number", "commit"), ("branch_try_number", "branch"))
        if row[column] is not None
    ]
    return ", ".join(places)


def _compared(row: Row) -> PageCell:
    """Return what the number was compared with: a baseline, or the system to beat."""
    if row["baseline_run_id"]:
        drop = measured(row["drop_value"], row["drop_low"], row["drop_high"])
        pairs = f"{row['paired_count']:,} pairs" if isinstance(row["paired_count"], int) else ""
        note = "; ".join(part for part in (
            f"drop {drop.text} ({drop.note})" if row["drop_value"] is not None else "", pairs,
            f"{row['baseline_reference']}" if row["baseline_reference"] else "",
        ) if part)  # fmt: skip
        return PageCell(str(row["baseline_run_id"]), note)
    if row["lead_over_system_id"]:
        lead = measured(row["lead_value"], row["lead_low"], row["lead_high"])
        return PageCell(str(row["lead_over_system_id"]), f"lead {lead.text} ({lead.note})")
    if row["baseline_reference"]:
        return PageCell("no baseline", str(row["baseline_reference"]))
    return PageCell("—")


def _bundle(number: DecidedNumber) -> PageCell:
    return (
        PageCell("bundle", href=number.file) if number.file else PageCell("none", number.why_none)
    )


def _left_out(found: Collected, numbers: Numbers) -> PagePart:
    by_key: dict[Key, list[Row]] = {}
    for decision in found.own_decisions():
        if decision["value"] is not None:
            by_key.setdefault(key_of(decision), []).append(decision)
    rows = [
        cells(
            number.run_id, number.metric, row["system_id"], row["validator_id"], _slice(row),
            row["reason"], row["row_count"],
        )
        for key, number in numbers.items()
        for row in number.left_out_of(by_key.get(key, []))
    ]  # fmt: skip
    of_runs = sorted({number.run_id for number in numbers.values() if number.reasons})
    if not of_runs:
        return PagePart("What was left out", ["Of no decided number the rows can be named."])
    unnamed = sorted({n.metric for n in numbers.values() if n.file and not n.reasons})
    sentences = [
        "These rows were left out of the decided numbers. What a metric counts as wrong, since no "
        "response came, is not among them."
        if rows
        else "Nothing was left out of the decided numbers."
    ]
    if unnamed:
        sentences.append(f"The rows of {listed(unnamed)} cannot be named.")
    columns = ("run", "metric", "system", "validator", "of", "reason", "rows")
    shown_rows = rows[:DECISIONS_SHOWN_MAX]
    if len(rows) > len(shown_rows):
        sentences.append(f"The first {len(shown_rows)} of {len(rows)} are below.")
    table = PageTable(
        "Rows left out, by reason.", columns, shown_rows, frozenset({"rows"}), is_folded=True
    )
    return PagePart("What was left out", sentences, tables=[table] if rows else [])


def _changed(found: Collected, numbers: Numbers) -> PagePart:
    """Return which decided numbers are others now, computed again from the segments."""
    rows, same, unknown = [], 0, 0
    for decision in found.own_decisions():
        number = numbers[key_of(decision)]
        now, then = number.value_of(decision), decision["value"]
        if not number.file or not isinstance(then, float):
            unknown += 1
        elif now is not None and abs(now - then) < TOLERANCE:
            same += 1
        else:
            rows.append(cells(
                decision["run_id"], decision["gate_id"], decision["system_id"],
                _slice(decision), then, now,
            ))  # fmt: skip
    total = same + len(rows) + unknown
    sentences = [
        (
            f"Of the numbers of {counted(total, 'decision')}, {same} {were(same)} computed again "
            "from the segments alone with the same value."
        )
    ]
    if rows:
        sentences.append(
            f"{counted(len(rows), 'number')} {'has' if len(rows) == 1 else 'have'} another value "
            "now than at the decision: events came later, or a definition changed."
        )
    if unknown:
        sentences.append(
            f"Of {unknown} it was not looked at: there was no value to decide on, or there is no "
            "bundle."
        )
    columns = ("run", "gate", "system", "of", "decided on", "now")
    table = PageTable("Changed since the decision.", columns, rows, frozenset(columns[-2:]))
    return PagePart("What holds today", sentences, tables=[table] if rows else [])


def _record(found: Collected, checkpoints: list[str]) -> PagePart:
    log = found.log
    own = [row for row in found.decisions if not row["is_foreign"]]
    agreeing = sum(bool(row["is_root_recorded"]) for row in own)
    sentences = [
        (
            f"The log has {log['tree_size']:,} events, the newest recorded at "
            f"{shown(log['recorded_at'])} UTC."
        ),
    ]
    if own:
        sentences.append(
            f"The root that the log had at their size is named by {agreeing} of "
            f"{counted(len(own), 'decision')}."
        )
    sentences.append(f"The pack has the checkpoints of these sizes: {listed(checkpoints)}.")
    codes = {
        f"Root of the log at {log['tree_size']:,} events": str(log["root"]),
        "SHA-256 of the SQL of facts and metrics": str(log["views_sha256"]),
    }
    return PagePart("The record", sentences, codes)
