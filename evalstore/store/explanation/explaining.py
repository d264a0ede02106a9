"""
Explain a metric's numbers: what the database says, and what the segments give.

The numbers of the store's database are set beside those of a database in memory, which has the
facts of the run as the segments alone give them. Rows, events and reasons are those of the latter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import duckdb

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.errors import QueryError, UsageError
from evalstore.metrics import counted as counted_rows
from evalstore.metrics import parameters
from evalstore.metrics.catalog import Metric
from evalstore.store.explanation.equality import are_equal
from evalstore.store.explanation.explained import (
    ChangedRow,
    ExplainedEvents,
    ExplainedNumber,
    Explanation,
    LaterChange,
)
from evalstore.store.explanation.recomputing import RecomputedRun, recomputed
from evalstore.store.query import counting, queries
from evalstore.store.query.queries import Filter
from evalstore.store.query.reader import Reader
from evalstore.store.verify import integrity

if TYPE_CHECKING:
    from evalstore.store.explanation.bundles.bundling import BundleOptions

CHANGED_ROWS_MAX = 5
MACRO = re.compile(r"macros\.(\w+)\(")
ROW_KEYS = (
    "system_id", "validator_id", "slice_name", "slice_value", "variant", "case_id", "attempt",
    "item",
)  # fmt: skip
GATE_KEYS = ("system_id", "validator_id", "slice_name", "slice_value", "variant")
ROW_PARTS = ("reason", "weight", "numerator", "denominator")
Row = dict[str, object]
Key = tuple[object, ...]


def explain(
    reader: Reader,
    metric: Metric,
    row_filter: Filter,
    *,
    tree_size: int | None = None,
    row_limit: int | None = None,
    bundle: BundleOptions | None = None,
) -> Explanation:
    """
    Explain the numbers of a metric in one run.

    ``row_filter`` names the run and one slice. ``tree_size`` is an earlier size of the log, with
    whose numbers the present ones are compared. At most ``row_limit`` rows are listed, all if it
    is None. A ``bundle`` is written if the database and the segments agree.

    Raises UsageError if nothing is selected, the log never ended at ``tree_size`` or the bundle
    cannot be written, and CorruptStoreError if a segment that is needed was altered.
    """
    run_id = str(row_filter.run_id)
    sql_names = needed_files(metric)
    if bundle is not None:
        if row_filter.chosen or tree_size is not None:
            raise UsageError(
                "a bundle has the present number by the defaults of its metric; leave out --set "
                "and --at, or the bundle"
            )
        bundle.require_new(reader.layout)
    with recomputed(reader.layout, run_id, sql_names) as now:
        explanation = beside(reader, now, metric, row_filter, row_limit)
        if bundle is not None and explanation.is_equal:
            # Imported here, since most explanations are without a bundle.
            from evalstore.store.explanation.bundles import bundling

            written = bundling.write(now, metric, sql_names, row_filter, bundle)
            explanation = replace(explanation, bundle=written)
        if tree_size is None:
            return explanation
        with recomputed(reader.layout, run_id, sql_names, tree_size) as then:
            return _since(explanation, now, then, row_filter)


def needed_files(metric: Metric) -> list[str]:
    """Return the files of a metric, of the relation of its rows, and of their macros."""
    names = [metric.sql_name]
    if not metric.why_not_counted:
        relation, _ = counted_rows.relation_of(metric)
        names.append(f"{counted_rows.VIEWS}/{relation.removeprefix('facts.')}")
        parts = " ".join(counted_rows.parts_of(metric).values())
        names += [f"sql/macros/{name}" for name in dict.fromkeys(MACRO.findall(parts))]
    return names


def beside(
    reader: Reader,
    now: RecomputedRun,
    metric: Metric,
    row_filter: Filter,
    row_limit: int | None = None,
    *,
    problems: list[str] | None = None,
) -> Explanation:
    """
    Set the numbers and rows of the database beside those of a recomputed run; see explain.

    ``problems`` are those of the definitions, if they are known from another explanation.
    """
    if problems is None:
        problems = integrity.definition_problems(reader)
    computed = _numbers(now.reader, metric, row_filter)
    stored: dict[Key, Row] = {}
    stored_digest: Row = {}
    try:
        stored = _numbers(reader, metric, row_filter)
        if not metric.why_not_counted:
            stored_digest = _select_rows(reader, metric, row_filter)
    except (QueryError, duckdb.Error):
        # A view that was dropped, or reads a column that was, is among the problems.
        if not problems:
            raise
    if not stored and not computed and not problems:
        queries.require_names(reader, metric, row_filter)
    explanation = Explanation(
        metric=metric,
        run_id=str(row_filter.run_id),
        record=now.record,
        numbers=list(_both(metric, stored, computed)),
        problems=problems,
        why_no_rows=metric.why_not_counted,
    )
    if metric.why_not_counted:
        return explanation
    explanation = _with_rows(explanation, now, row_filter, row_limit)
    if stored_digest == _digest(now.reader):
        return explanation
    stored_rows = _rows(reader) if stored_digest else {}
    return replace(explanation, changed_rows=_changed_rows(stored_rows, _rows(now.reader)))


def _numbers(reader: Reader, metric: Metric, row_filter: Filter) -> dict[Key, Row]:
    """Return the rows of a metric by the values of its grain."""
    [part] = row_filter.slices
    parameters.define(reader.connection, row_filter.chosen, f"metrics.{metric.name}")
    columns, rows = reader.table(*queries.rows_statement(metric, row_filter, part))
    named = [dict(zip(columns, row, strict=True)) for row in rows]
    return {tuple(row[name] for name in metric.grain): row for row in named}


def _both(
    metric: Metric, stored: dict[Key, Row], computed: dict[Key, Row]
) -> Iterator[ExplainedNumber]:
    """Yield the numbers of both, those of the segments first in their order."""
    for key in dict.fromkeys((*computed, *stored)):
        left, right = stored.get(key), computed.get(key)
        yield ExplainedNumber(
            grain=dict(zip(metric.grain, key, strict=True)),
            stored=_values(metric, left),
            recomputed=_values(metric, right),
            different=different_columns(left, right),
        )


def _values(metric: Metric, row: Row | None) -> Row | None:
    """Return the columns beside the grain, the value as ``value``."""
    if row is None:
        return None
    return {
        "value" if name == metric.name else name: value
        for name, value in row.items()
        if name not in metric.grain
    }


def different_columns(left: Row | None, right: Row | None) -> list[str]:
    """
    Return the columns in which two rows differ by more than rounding.

    >>> different_columns({"ece": 0.1, "n": 3}, {"ece": 0.1 + 1e-15, "n": 4})
    ['n']
    >>> different_columns({"ece": 0.1}, None)
    ['ece']
    """
    names = dict.fromkeys((*(left or {}), *(right or {})))
    if left is None or right is None:
        return list(names)
    return [name for name in names if not are_equal(left.get(name), right.get(name))]


def _with_rows(
    explanation: Explanation, now: RecomputedRun, row_filter: Filter, row_limit: int | None
) -> Explanation:
    """Add the rows, the reasons of those left out, and the events."""
    count = _select_rows(now.reader, explanation.metric, row_filter)["row_count"]
    now.reader.connection.execute(sql_files.read("sql/explanations/explained_events"))
    rows = now.reader.rows(sql_files.read("sql/explanations/row_list"), row_limit=row_limit)
    listed = sorted({position for row in rows for position in _positions(row)})
    by_source = now.reader.rows(sql_files.read("sql/explanations/event_counts"))
    return replace(
        explanation,
        row_count=int(str(count)),
        rows=rows,
        reasons=now.reader.rows(
            sql_files.read("sql/explanations/reasons"), run_id=row_filter.run_id
        ),
        events=ExplainedEvents(
            count=sum(int(str(row["event_count"])) for row in by_source),
            by_source=by_source,
            listed=now.reader.rows(
                sql_files.read("sql/explanations/event_list"), positions=listed
            ),
        ),
    )


def _select_rows(reader: Reader, metric: Metric, row_filter: Filter) -> Row:
    """Make explained_rows, the rows that a metric counts or leaves out; return their digest."""
    counting.select_counted(reader, metric, row_filter.chosen)
    [part] = row_filter.slices
    reader.connection.execute(
        sql_files.read("sql/explanations/explained_rows"), queries.parameters_of(row_filter, part)
    )
    return _digest(reader)


def _digest(reader: Reader) -> Row:
    return reader.rows(sql_files.read("sql/explanations/row_digest"))[0]


def _rows(reader: Reader) -> dict[Key, Row]:
    """Return explained_rows by their keys."""
    found: dict[Key, Row] = {}
    for row in reader.rows("from explained_rows order by row_number"):
        key = tuple(row[name] for name in ROW_KEYS)
        # A row that comes twice has a key of its own.
        found[key if key not in found else (*key, row["row_number"])] = row
    return found


def _changed_rows(left: dict[Key, Row], right: dict[Key, Row]) -> list[ChangedRow]:
    """Return the rows that only one side has, or that contribute otherwise."""
    changed = []
    for key in dict.fromkeys((*right, *left)):
        before, after = _parts(left.get(key)), _parts(right.get(key))
        if different_columns(before, after):
            changed.append(ChangedRow(dict(zip(ROW_KEYS, key, strict=False)), before, after))
    return changed


def _parts(row: Row | None) -> Row | None:
    return None if row is None else {name: row[name] for name in ROW_PARTS}


def _positions(row: Row) -> Sequence[int]:
    positions = row["positions"]
    return positions if isinstance(positions, list) else []


def _since(
    explanation: Explanation, now: RecomputedRun, then: RecomputedRun, row_filter: Filter
) -> Explanation:
    """Add what the numbers were at an earlier size of the log, and what was appended since."""
    metric = explanation.metric
    earlier = _numbers(then.reader, metric, row_filter)
    current = _numbers(now.reader, metric, row_filter)
    changed: list[ChangedRow] = []
    is_named = not metric.why_not_counted
    if is_named and _select_rows(then.reader, metric, row_filter) != _digest(now.reader):
        changed = _changed_rows(_rows(then.reader), _rows(now.reader))
    size = then.record.tree_size
    rows = now.reader.rows(sql_files.read("sql/explanations/changes"), tree_size=size)
    numbers = list(_both(metric, earlier, current))
    return replace(
        explanation,
        change=LaterChange(
            tree_size=size,
            root=then.record.root,
            numbers=numbers,
            events=rows,
            rows=changed,
            decisions=list(_outdated(now.reader, metric, numbers, size)),
        ),
    )


def _outdated(
    reader: Reader, metric: Metric, numbers: list[ExplainedNumber], tree_size: int
) -> Iterator[Row]:
    """Yield the decisions up to a size whose number is another one now, with ``value_now``."""
    decisions = reader.rows(
        sql_files.read("sql/explanations/earlier_decisions"),
        metric=metric.name,
        tree_size=tree_size,
    )
    for decision in decisions:
        for number in numbers:
            is_its = all(
                decision[name] in {None, "", number.grain[name]}
                for name in GATE_KEYS
                if name in number.grain
            )
            value = (number.recomputed or {}).get("value")
            if is_its and not are_equal(decision["value"], value):
                yield {**decision, "value_now": value}


def difference(explanation: Explanation) -> str:
    """Return a sentence on what the database and the segments differ in, empty if in nothing."""
    texts = [*explanation.problems]
    different = [number for number in explanation.numbers if number.different]
    if different:
        texts.append(
            f"{counted(len(different), 'number')} of the database "
            f"{'differs' if len(different) == 1 else 'differ'} from the segments"
        )
    if explanation.changed_rows:
        rows = counted(len(explanation.changed_rows), "row differs", "rows differ")
        names = "; ".join(str(row) for row in explanation.changed_rows[:CHANGED_ROWS_MAX])
        texts.append(f"{rows}: {names}")
    return "; ".join(texts)
