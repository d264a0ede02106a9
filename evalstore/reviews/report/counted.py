"""Counted and left-out cases of the numbers of a run, for a report."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from evalstore.metrics.catalog import catalog
from evalstore.metrics.counted import counting_alike, selection_statement
from evalstore.reviews.charts.drawing.numbers import counted
from evalstore.reviews.charts.drawing.rows import Row, RowReader, count_of, text_of
from evalstore.reviews.report.case_sets import ALL, counted_anchor
from evalstore.reviews.report.failing_case import SystemFailures
from evalstore.reviews.report.metric_row import MetricRow
from evalstore.reviews.report.rows import anchor, run_query

# Per reason; `evalstore show METRIC --counted --format csv` lists all.
CASES_SHOWN_MAX: Final = 3
Key = tuple[str, str, str, str]


@dataclass(frozen=True)
class CaseLink:
    """A case id, with the anchor of its texts on the page, None if they are not on it."""

    case_id: str
    anchor: str | None


@dataclass(frozen=True)
class LeftOutRows:
    """The cases left out for one reason, and the attempts, also at cases that count."""

    reason: str
    case_count: int
    attempt_count: int
    cases: tuple[CaseLink, ...]

    @property
    def described(self) -> str:
        """Return the count of cases, or of attempts if no case is left out, and the reason."""
        if self.case_count == 0:
            return f"{counted(self.attempt_count, 'attempt')} of cases that count: {self.reason}"
        return f"{self.case_count:,}: {self.reason}"

    @property
    def more_count(self) -> int:
        return self.case_count - len(self.cases)


@dataclass(frozen=True)
class CountedRows:
    """Counted and left-out cases shared by metrics of one system, validator and variant."""

    anchors: tuple[str, ...]
    metrics: tuple[str, ...]
    system_id: str
    validator_id: str
    variant: str
    counted_count: int
    left_out: tuple[LeftOutRows, ...]


def counted_of_run(
    reader: RowReader, run_id: str, keys: Iterable[Key], failures: Sequence[SystemFailures]
) -> tuple[tuple[CountedRows, ...], dict[Key, str]]:
    """
    Return the counted and left-out cases, and their anchor by metric, system, validator, variant.

    Only ``keys`` are included; failing cases of the page are linked.
    """
    wanted = set(keys)
    shown = {case.anchor for group in failures for case in group.cases}
    alike: dict[tuple[tuple[str, str, str], int, tuple[LeftOutRows, ...]], list[str]] = {}
    for key, rows in _counted_rows(reader, run_id, wanted):
        count, left_out = _tally(run_id, rows, shown)
        alike.setdefault((key[1:], count, left_out), []).append(key[0])
    listed = []
    anchors: dict[Key, str] = {}
    for (about, count, left_out), metrics in alike.items():
        metric_anchors = {
            (metric, *about): counted_anchor(run_id, (metric, *about, ALL, ALL))
            for metric in metrics
        }
        listed.append(
            CountedRows(tuple(metric_anchors.values()), tuple(metrics), *about, count, left_out)
        )
        anchors |= metric_anchors
    return tuple(listed), anchors


def with_slices(
    rows: Sequence[CountedRows], slices: Iterable[MetricRow]
) -> tuple[CountedRows, ...]:
    """Add the addresses of slices' numbers to the rows of the same metric over all cases."""
    anchors_by_key: dict[Key, list[str]] = {}
    for row in slices:
        if row.counted_anchor is not None:
            anchors_by_key.setdefault(row.counted_key, []).append(row.counted_anchor)
    return tuple(
        replace(
            row,
            anchors=(
                *row.anchors,
                *(
                    name
                    for metric in row.metrics
                    for name in anchors_by_key.get(
                        (metric, row.system_id, row.validator_id, row.variant), []
                    )
                ),
            ),
        )
        for row in rows
    )


def _counted_rows(
    reader: RowReader, run_id: str, keys: Collection[Key]
) -> Iterator[tuple[Key, list[Row]]]:
    """Yield each key with its rows; metrics that count the same cases are read once."""
    alike = counting_alike(catalog().values())
    metrics = sorted({metric for metric, *_ in keys if metric in alike})
    if not metrics:
        return
    sources = {alike[metric].name: alike[metric] for metric in metrics}
    reader.connection.execute(selection_statement(*sources.values()))
    by_source: dict[str, list[tuple[Key, list[Row]]]] = {}
    read = run_query(reader, "counted", run_id=run_id, case_limit=CASES_SHOWN_MAX)
    for source, group in groupby(read, key=_key):
        by_source.setdefault(source[0], []).append((source, list(group)))
    for metric in metrics:
        for source, rows in by_source.get(alike[metric].name, []):
            key = (metric, *source[1:])
            if key in keys:
                yield key, rows


def _key(row: Row) -> Key:
    metric, system_id, validator_id, variant = (
        text_of(row, name) for name in ("metric", "system_id", "validator_id", "variant")
    )
    return metric, system_id, validator_id, variant


def _tally(run_id: str, rows: list[Row], shown: set[str]) -> tuple[int, tuple[LeftOutRows, ...]]:
    count = sum(count_of(row, "case_count") for row in rows if row["reason"] is None)
    left_out = tuple(
        LeftOutRows(
            text_of(row, "reason"),
            count_of(row, "case_count"),
            count_of(row, "attempt_count"),
            tuple(_links(run_id, row, shown)),
        )
        for row in rows
        if row["reason"] is not None
    )
    return count, left_out


def _links(run_id: str, row: Row, shown: set[str]) -> Iterable[CaseLink]:
    cases = row["cases"]
    for case_id in cases if isinstance(cases, list) else ():
        name = anchor("case", run_id, text_of(row, "system_id"), str(case_id))
        yield CaseLink(str(case_id), name if name in shown else None)
