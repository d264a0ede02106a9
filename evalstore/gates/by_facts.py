"""Name the runs that a decision reads and whose events a partial replica does not hold."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from evalstore.gates.adaptive import EarlierValues
from evalstore.gates.decide import BY_FACTS_ALONE, Decision
from evalstore.store.query.reader import Reader
from evalstore.store.replica import partial

RUNS_SHOWN_MAX = 3


def with_evidence(
    reader: Reader, decisions: Sequence[Decision], run_id: str, history: EarlierValues
) -> list[Decision]:
    """Return the decisions, those on facts of a pack with that in their reason."""
    replica = partial.of(reader.layout)
    if replica is None:
        return list(decisions)
    return [
        _with_runs(item, [read for read in _runs(item, run_id, history) if read in by_facts])
        for by_facts in [replica.runs_by_facts]
        for item in decisions
    ]


def _with_runs(item: Decision, run_ids: list[str]) -> Decision:
    if not run_ids:
        return item
    shown = ", ".join(run_ids[:RUNS_SHOWN_MAX])
    more = len(run_ids) - RUNS_SHOWN_MAX
    others = f" and {more} more" if more > 0 else ""
    reason = f"{item.reason}; {BY_FACTS_ALONE}, no event was read here: {shown}{others}"
    return replace(item, reason=reason, by_facts=tuple(run_ids))


def _runs(item: Decision, run_id: str, history: EarlierValues) -> Iterator[str]:
    """Yield the runs that a decision reads: its run, its baseline, its window of history."""
    read = [run_id]
    if item.regression is not None and item.regression.baseline_run_id is not None:
        read.append(item.regression.baseline_run_id)
    if item.gate.adaptive is not None:
        read += history.run_ids(item.gate.adaptive)
    yield from dict.fromkeys(read)
