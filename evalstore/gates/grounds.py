"""What gates of a run rest on, and whether all of it is as evalstore and the segments have it."""

from collections.abc import Iterator, Sequence

from evalstore.gates.adaptive import EarlierValues
from evalstore.gates.gate import Gate
from evalstore.gates.regression import Baselines
from evalstore.store import integrity
from evalstore.store.reader import Reader


def doubts(
    reader: Reader,
    gates: Sequence[Gate],
    run_id: str,
    history: EarlierValues,
    baselines: Baselines,
    *,
    is_newest: bool,
) -> list[str]:
    """
    Say what could make a number of these gates another one.

    ``is_newest`` where nobody named the run, so that it was chosen.
    Definitions come first: what is computed after that relies on them.
    """
    found = integrity.definition_doubts(reader)
    if found:
        return found
    reads_others = any(gate.adaptive is not None or gate.max_drop is not None for gate in gates)
    others = list(dict.fromkeys(_other_runs(gates, history, baselines)))
    passed_over = integrity.neighbours(
        reader, run_id, others, is_newest=is_newest, reads_others=reads_others
    )
    return integrity.fact_doubts(reader, [run_id, *others], passed_over)


def _other_runs(
    gates: Sequence[Gate], history: EarlierValues, baselines: Baselines
) -> Iterator[str]:
    """Yield the runs that gates read beside the one they decide on."""
    for gate in gates:
        if gate.adaptive is not None:
            yield from history.run_ids(gate.adaptive)
        if gate.max_drop is not None:
            baseline = baselines.of(gate)
            # Nothing is read of one that cannot be held against.
            if baseline.run_id is not None and not baseline.obstacle:
                yield baseline.run_id
