"""All records of one evaluation: its start, its rows, the reported figures, and its end."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from evalstore.base.phrases import counted
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.held_records import HeldRecords
from evalstore.harnesses.inspect.strict_json import encode, repaired, strict
from evalstore.harnesses.non_finite import InfiniteValues
from evalstore.harnesses.promptfoo import promptfoo_figures
from evalstore.harnesses.promptfoo.assertion_counts import way_of
from evalstore.harnesses.promptfoo.assertions import METRIC, SCORE, SUCCESS
from evalstore.harnesses.promptfoo.attempts import RowPlaces, row_places
from evalstore.harnesses.promptfoo.evaluated_rows import EvaluatedRow
from evalstore.harnesses.promptfoo.prompt_columns import Columns, columns_of
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.scales import PART, SHARE, Scales
from evalstore.harnesses.values import name

UNNAMED = "promptfoo"
# The parts of the configuration, by their names in the head, and their names in the event.
CONFIG = {
    "promptfoo_version": "promptfoo_version",
    "node_version": "node_version",
    "providers": "providers",
    "evaluate_options": "evaluateOptions",
    "runtime_options": "runtimeOptions",
    "tags": "tags",
}


@dataclass(slots=True)
class EvaluationHead:
    """The parts of an evaluation around its rows, filled while they are read."""

    run_id: str
    columns: Columns = field(default_factory=Columns)
    prompts: list[dict[str, Any]] = field(default_factory=list)
    started: dict[str, Any] = field(default_factory=dict)
    stats: dict[str, Any] = field(default_factory=dict)
    timestamp: str | None = None
    exported_at: str | None = None
    is_version_known: bool = True
    is_named: bool = False

    @property
    def suite(self) -> str:
        """The description in the configuration, else ``promptfoo``."""
        return name(self.started.get("description")) or UNNAMED

    def of(self, evaluation_id: str | None) -> "EvaluationHead":
        """Return the head of the evaluation that rows name, or this one if they do not."""
        if evaluation_id is None:
            return self
        return EvaluationHead(run_id=evaluation_id, is_named=True)


@dataclass(frozen=True, slots=True)
class EvaluationRows:
    """The rows of one evaluation; ``numbers`` are their indices among the rows of the file."""

    head: EvaluationHead
    rows: list[EvaluatedRow]
    numbers: list[int]
    held: HeldRecords
    is_whole: bool


def records(
    head: EvaluationHead, items: Iterable[tuple[str, EvaluatedRow, str] | Skip], source: SourceFile
) -> Iterator[SourceRecord | Skip]:
    """
    Yield the records in the order of events; all rows are read before the first is yielded.

    Each evaluation named in rows is a run. If a row is left out, the run is incomplete: no end and
    no reported figures are yielded. Raises UnreadableInputError if there are no rows.
    """
    skips: list[Skip] = []
    rows: list[EvaluatedRow] = []
    with HeldRecords() as held:
        for item in items:
            if isinstance(item, Skip):
                skips.append(item)
            else:
                location, row, text = item
                rows.append(row)
                held.add(location, text)
        if not rows and (skips or not head.prompts):
            _refuse(skips, source)
        yield from skips
        if not head.columns.found:
            rows = _in_columns(rows, source)
        infinite = InfiniteValues(Counter(scorer for row in rows for scorer in row.infinite))
        infinite.tell(source)
        numbers: dict[str | None, list[int]] = defaultdict(list)
        for number, row in enumerate(rows):
            numbers[None if head.is_named else row.evaluation_id].append(number)
        for evaluation_id, of_run in numbers.items() or [(None, [])]:
            run = EvaluationRows(
                head.of(evaluation_id), rows, of_run, held, is_whole=not skips,
            )  # fmt: skip
            yield from _run_records(run, source)
    if skips:
        source.warnings.append(
            f"{source.name}: rows were skipped, so the figures that the file reports for all rows "
            "are not recorded, and the run is not marked as ended"
        )


def _in_columns(rows: list[EvaluatedRow], source: SourceFile) -> list[EvaluatedRow]:
    """Return rows with the columns that providers and prompts imply; a doubt if they differ."""
    if len({row.evaluation_id for row in rows}) > 1:
        return rows
    columns = columns_of([(row.column, row.provider, row.prompt_label) for row in rows])
    if columns is None:
        return rows
    source.doubts.append(
        f"{source.name}: one promptIdx has several providers or prompts, which are separate "
        "systems; the file probably joins several evaluations. Put each in a separate file"
    )
    return [replace(row, column=column) for row, column in zip(rows, columns, strict=True)]


def _refuse(skips: list[Skip], source: SourceFile) -> None:
    first = str(skips[0]) if skips else "none"
    raise UnreadableInputError(
        f"{source.name}: expected rows of a promptfoo evaluation, found {first}; write the file "
        "again with `promptfoo eval -o results.json`"
    )


def _run_records(run: EvaluationRows, source: SourceFile) -> Iterator[SourceRecord]:
    head = run.head
    for number in run.numbers:
        row = run.rows[number]
        head.columns.declare(row.column, row.provider, row.prompt_label, row.prompt_raw)
    yield _started(head)
    yield from _row_records(run, source)
    if not run.is_whole:
        return
    reported = promptfoo_figures.reported(head.prompts, head.columns.systems(), head.stats)
    if reported:
        figures = map(event_records.figure, strict(reported))
        yield event_records.record("prompts", strict(head.run_id), *figures)
    yield _finished(head)


def _row_records(run: EvaluationRows, source: SourceFile) -> Iterator[SourceRecord]:
    head, rows = run.head, [run.rows[number] for number in run.numbers]
    systems = head.columns.systems()
    placed = row_places(rows)
    places = placed.places
    counts = [(rows[number].column, rows[number].assertion_counts) for number in places]
    common = encode(
        {
            "kind": "row",
            "run_id": head.run_id,
            "suite": head.suite,
            "is_only_prompt": head.columns.has_one_prompt,
            "shares": _shares(head, rows, source.scales),
            "counted_assertions": way_of(head.prompts, counts),
        }
    )[:-1]
    if source.scales.trouble is not None:
        source.warnings.append(f"{source.name}: {source.scales.trouble}")
    _tell_of_others(placed, len(rows), source)
    systems_of_cases = _asked(head, rows, places) if run.is_whole else {}
    wanted = {number: at for at, number in enumerate(run.numbers) if at in places}
    seen: set[str] = set()
    for number, (location, text) in enumerate(run.held):
        if number not in wanted:
            continue
        case_id, attempt = places[wanted[number]]
        place_fields = encode(
            {
                "case_id": case_id,
                "is_first_of_case": case_id not in seen,
                "system_id": systems[run.rows[number].column],
                "attempt": attempt,
                "systems": systems_of_cases.get(case_id),
            }
        )
        seen.add(case_id)
        yield SourceRecord(location, f'{common},{place_fields[1:-1]},"row":{text}}}')


def _tell_of_others(placed: RowPlaces, row_count: int, source: SourceFile) -> None:
    """Add doubts about rows that were written again, and rows of another evaluation."""
    replaced_count = row_count - len(placed.places)
    if replaced_count:
        rows = counted(replaced_count, "row is", "rows are")
        source.doubts.append(
            f"{source.name}: {rows} replaced by a later one of the same testIdx, promptIdx and "
            "test; do not join files of several evaluations"
        )
    if placed.clash_count:
        rows = counted(placed.clash_count, "row has", "rows have")
        source.doubts.append(
            f"{source.name}: {rows} the testIdx and promptIdx of another test; each test is a "
            "case, but the file probably joins several evaluations. Put each in a separate file"
        )


def _asked(
    head: EvaluationHead, rows: list[EvaluatedRow], places: dict[int, tuple[str, int]]
) -> dict[str, list[str]]:
    """
    Return the systems of each case that was not put to all systems, if the file has every row.

    A test may name its prompts and providers, and is then not put to the others. If the file
    counts more rows than it has, the missing ones are unknown, and nothing is returned.
    """
    if promptfoo_figures.counts(head.stats).get("samples", len(rows)) > len(rows):
        return {}
    systems = head.columns.systems()
    columns = defaultdict(set)
    for number, (case_id, _) in places.items():
        columns[case_id].add(rows[number].column)
    return {
        case_id: [systems[column] for column in sorted(case_columns)]
        for case_id, case_columns in columns.items()
        if len(case_columns) < len(systems)
    }


def _shares(head: EvaluationHead, rows: list[EvaluatedRow], scales: Scales) -> list[str]:
    """
    Return the validators whose numbers are shares: named scores declared so, and the score.

    The score is a measurement instead if one is outside 0 to 1, or if it is declared to be. Named
    scores are measurements unless they are declared to be shares, each or all of them.
    """
    is_outside = any(row.score is not None and not 0 <= row.score <= 1 for row in rows)
    declared = [
        scorer
        for scorer, kind in scales.declared.items()
        if kind == SHARE and scorer.partition(PART)[0] == METRIC
    ]
    is_measured = scales.are_measurements(head.suite, SCORE, is_outside=is_outside)
    return declared if is_measured else [SCORE, *declared]


def _started(head: EvaluationHead) -> SourceRecord:
    repairs: list[dict[str, str]] = []
    run_id, suite = repaired(head.run_id, "", repairs), repaired(head.suite, "", repairs)
    systems = list(head.columns.systems().values())
    started = repaired(
        {**head.started, "timestamp": head.timestamp, "systems": systems}, "", repairs
    )
    payload = {
        "suite": suite,
        "systems": started["systems"],
        "raters": [SUCCESS],
        "validators": [SUCCESS],
        "config": {named: started.get(part) for part, named in CONFIG.items()},
        "repairs": repairs or None,
    }
    return event_records.record(
        "the file", run_id, event_records.started(payload, started["timestamp"])
    )


def _finished(head: EvaluationHead) -> SourceRecord:
    repairs: list[dict[str, str]] = []
    run_id = repaired(head.run_id, "", repairs)
    repaired(head.suite, "", repairs)
    event = event_records.finished(
        counts=promptfoo_figures.counts(head.stats),
        # An evaluation that people rated later is distinguished by it from the one before.
        scored_at=repaired(head.exported_at, "scored_at", repairs),
        repairs=repairs or None,
    )
    return event_records.record("stats", run_id, event)
