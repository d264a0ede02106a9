"""Reasons not to trust the numbers that gates read: altered facts and lost payloads."""

from collections.abc import Iterator, Sequence

from evalstore.base.phrases import counted
from evalstore.gates.adaptive import EarlierValues
from evalstore.gates.checked_judge import labelled_runs
from evalstore.gates.gate import Gate
from evalstore.gates.regression import Baselines
from evalstore.store.query.reader import Reader
from evalstore.store.verify import integrity


def integrity_problems(
    reader: Reader,
    gates: Sequence[Gate],
    run_id: str,
    history: EarlierValues,
    baselines: Baselines,
    *,
    is_newest: bool,
    has_segments: bool,
    is_recheck: bool = False,
) -> list[str]:
    """
    Return the problems in the database or the segments that make these gates unreliable.

    ``is_newest`` is True if the run was chosen as the newest, not named. Without ``has_segments``
    there is nothing to compare facts with, and only lost payloads are reported. With
    ``is_recheck`` all facts are computed from the segments.
    Definitions are checked first, because all other checks rely on them.
    """
    if not has_segments:
        return _lost_payloads(reader, [run_id, *_other_runs(gates, history, baselines)])
    problems = integrity.definition_problems(reader)
    if problems:
        return problems
    others = [*_other_runs(gates, history, baselines), *labelled_runs(reader, gates)]
    others = list(dict.fromkeys(others))
    passed_over = set(_not_whole(gates, history, baselines)).difference(others, [run_id])
    return integrity.fact_problems(
        reader,
        [run_id, *others],
        sorted(passed_over),
        chosen=_chosen(gates, run_id, history, baselines, is_newest=is_newest),
        shows_texts=False,
        is_recheck=is_recheck,
    )


def _chosen(
    gates: Sequence[Gate],
    run_id: str,
    history: EarlierValues,
    baselines: Baselines,
    *,
    is_newest: bool,
) -> list[str] | None:
    """
    Return the runs that were chosen among all runs; None if all were named by their ids.

    The list is empty if a gate looked for more runs than exist, or counts runs or decisions, so
    that it considered all runs.
    """
    if any(gate.max_tries or gate.max_age or gate.judge for gate in gates):
        return []
    chosen = [run_id] if is_newest else []
    for gate in gates:
        if gate.adaptive is not None:
            window = history.run_ids(gate.adaptive)
            if len(window) < gate.adaptive.run_count:
                return []
            chosen += window
        if gate.max_drop is not None and not baselines.is_named(gate):
            found = baselines.all_of(gate)
            if any(baseline.run_id is None for baseline in found):
                return []
            chosen += [name for baseline in found for name in baseline.run_ids]
    return chosen or None


def _other_runs(
    gates: Sequence[Gate], history: EarlierValues, baselines: Baselines
) -> Iterator[str]:
    """Yield the runs that gates read besides the one they decide on."""
    for gate in gates:
        if gate.adaptive is not None:
            yield from history.run_ids(gate.adaptive)
        if gate.max_drop is not None:
            for baseline in baselines.all_of(gate):
                # A run that cannot be a baseline is not read.
                if not baseline.obstacle:
                    yield from baseline.run_ids


def _not_whole(
    gates: Sequence[Gate], history: EarlierValues, baselines: Baselines
) -> Iterator[str]:
    """Yield the runs that gates skipped because of missing cases or payloads."""
    for gate in gates:
        if gate.adaptive is not None:
            yield from history.not_whole(gate.adaptive)
        if gate.max_drop is not None:
            for baseline in baselines.all_of(gate):
                yield from baseline.not_whole


def _lost_payloads(reader: Reader, run_ids: Sequence[str]) -> list[str]:
    """Report how many events of these runs have lost their payload, if any."""
    [row] = reader.rows(
        "select count(*) as event_count from log.events "
        "where payload is null and list_contains($run_ids, run_id)",
        run_ids=list(run_ids),
    )
    count = int(str(row["event_count"]))
    if not count:
        return []
    events = counted(count, "event was", "events were")
    return [f"{events} redacted: their content is not known"]
