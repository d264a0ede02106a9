"""Counted and left-out cases of the numbers of a run, as a report shows them."""

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

# Of one reason; `evalstore show METRIC --counted --format csv` has all.
CASES_SHOWN_MAX: Final = 3
Key = tuple[str, str, str, str]


@dataclass(frozen=True)
class CaseLink:
    """A case by its name, with the anchor of its texts on the page, None where it is not there."""

    case_id: str
    anchor: str | None


@dataclass(frozen=True)
class LeftOutRows:
    """How many cases, and attempts at these and others, were left out for one reason."""

    reason: str
    case_count: int
    attempt_count: int
    cases: tuple[CaseLink, ...]

    @property
    def described(self) -> str:
        """Count them, in attempts where their cases are counted by other attempts."""
        if self.case_count == 0:
            return f"{counted(self.attempt_count, 'attempt')} of cases that count: {self.reason}"
        return f"{self.case_count:,}: {self.reason}"

    @property
    def more_count(self) -> int:
        return self.case_count - len(self.cases)


@dataclass(frozen=True)
class CountedRows:
    """What several metrics of one system, validator and variant counted and left out alike."""

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
    Return what was counted, and for each metric, system, validator and variant the anchor of it.

    Only those of ``keys`` are shown; a case that is among the failing ones of the page is linked.
    """
    known = set(keys)
    shown = {case.anchor for group in failures for case in group.cases}
    alike: dict[tuple[tuple[str, str, str], int, tuple[LeftOutRows, ...]], list[str]] = {}
    for key, rows in _counted_rows(reader, run_id, known):
        count, left_out = _tally(run_id, rows, shown)
        alike.setdefault((key[1:], count, left_out), []).append(key[0])
    listed = []
    anchors: dict[Key, str] = {}
    for (about, count, left_out), metrics in alike.items():
        found_anchors = {
            (metric, *about): counted_anchor(run_id, (metric, *about, ALL, ALL))
            for metric in metrics
        }
        listed.append(
            CountedRows(tuple(found_anchors.values()), tuple(metrics), *about, count, left_out)
        )
        anchors |= found_anchors
    return tuple(listed), anchors


def with_slices(
    rows: Sequence[CountedRows], slices: Iterable[MetricRow]
) -> tuple[CountedRows, ...]:
    """Add the addresses of what numbers of slices counted to what they are parts of."""
    found: dict[Key, list[str]] = {}
    for row in slices:
        if row.counted_anchor is not None:
            found.setdefault(row.counted_key, []).append(row.counted_anchor)
    return tuple(
        replace(
            row,
            anchors=(
                *row.anchors,
                *(
                    name
                    for metric in row.metrics
                    for name in found.get(
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
    """Yield the rows of each key by its metric; what several metrics count alike is read once."""
    alike = counting_alike(catalog().values())
    metrics = sorted({metric for metric, *_ in keys if metric in alike})
    if not metrics:
        return
    sources = {alike[metric].name: alike[metric] for metric in metrics}
    reader.connection.execute(selection_statement(*sources.values()))
    found: dict[str, list[tuple[Key, list[Row]]]] = {}
    read = run_query(reader, "counted", run_id=run_id, case_limit=CASES_SHOWN_MAX)
    for source, group in groupby(read, key=_key):
        found.setdefault(source[0], []).append((source, list(group)))
    for metric in metrics:
        for source, rows in found.get(alike[metric].name, []):
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
