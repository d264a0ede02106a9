"""
The contents of the grid: columns of outcomes and numbers, and blocks of texts.

The blocks are compressed JSON, which the script of the page reads on demand, as in the report.
"""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from evalstore.errors import UsageError
from evalstore.reviews.charts.drawing.rows import Row, RowReader, count_of, text_of
from evalstore.reviews.report.case_index import VALUE_LIMIT, slice_of
from evalstore.reviews.report.rows import run_query
from evalstore.reviews.report.run_cases import (
    BLOCK_BYTES,
    TEXT_LIMITS,
    THREADS,
    Block,
    block_of,
)
from evalstore.statistics.paired import take_values
from evalstore.store.query.queries import newest_run, run_status
from evalstore.store.query.reader import Reader

ROWS_MIN: Final = 10
# The default number of runs if the columns are runs.
RUN_LIMIT: Final = 5
# The size of all texts before compression: 50,000 cases by four systems with 400 bytes each.
BYTE_BUDGET: Final = 80_000_000
# Of the chunks of texts that one query reads: 16 MB before compression.
CHUNKS_MAX: Final = 80
# Columns of numbers with their labels and units.
NUMBERS: Final = {
    "confidence": ("confidence", ""),
    "latency_ms": ("latency", "ms"),
    "cost_usd": ("cost", "USD"),
}


@dataclass(frozen=True)
class CaseGrid:
    """The suite, the number of cases, the limit of texts, and the blocks of the page."""

    suite: str
    row_count: int
    text_limit: int
    blocks: tuple[Block, ...]


def runs_of(
    reader: Reader, run_ids: Sequence[str], suite: str | None, *, is_by_run: bool
) -> list[str]:
    """
    Return the runs of the grid: those given, else the newest; with ``is_by_run`` the newest five.

    Raises UsageError for an unknown run, for a suite without runs, and for runs of several suites.
    """
    for run_id in run_ids:
        run_status(reader, run_id)
    chosen = list(dict.fromkeys(run_ids))
    if not chosen:
        limit = RUN_LIMIT if is_by_run else 1
        rows = run_query(reader, "grid/default_runs", suite=suite, run_limit=limit)
        chosen = [text_of(row, "run_id") for row in rows]
    if not chosen and suite is None:
        chosen = [newest_run(reader)]
    if not chosen:
        raise UsageError(f"no run is of the suite {suite!r}; `evalstore runs` lists the suites")
    suites = _suites_of(reader, chosen)
    if suite is not None and suites != {suite}:
        raise UsageError(
            f"--run names runs of {_listed(suites)}, --suite is {suite!r}; leave one out"
        )
    if len(suites) > 1:
        raise UsageError(
            f"the runs are of the suites {_listed(suites)}; a grid shows runs of one suite"
        )
    return chosen


def grid_of(
    reader: Reader,
    run_ids: Sequence[str],
    *,
    is_by_run: bool = False,
    system_ids: Sequence[str] = (),
    metrics: Sequence[str] = (),
    byte_budget: int = BYTE_BUDGET,
) -> CaseGrid:
    """
    Return the grid of some runs of one suite.

    ``byte_budget`` limits the size of the texts before compression to about a third: of the
    limits of their length the largest that fits is used, else the smallest. Raises UsageError if
    no system has a case, and for a metric without a value for each case.
    """
    [suite] = _suites_of(reader, run_ids)
    run_query(reader, "grid/grid_attempts", run_ids=[*run_ids])
    run_query(
        reader, "grid/grid_columns",
        run_ids=[*run_ids], system_ids=[*system_ids], is_by_run=is_by_run,
    )  # fmt: skip
    for name in ("grid_cells", "grid_rows", "grid_judged"):
        run_query(reader, f"grid/{name}")
    [cases] = run_query(reader, "grid/case_ids")
    row_count = count_of(cases, "row_count")
    if not row_count:
        raise UsageError(
            f"{_listed(set(run_ids))}: found no reply of the systems; `evalstore runs` lists what "
            "runs contain"
        )
    text_limit, byte_count = _limit_of(reader, byte_budget)
    chunk_size = max(ROWS_MIN, BLOCK_BYTES * row_count // max(byte_count, 1))
    texts = _texts(reader, row_count, text_limit, chunk_size)
    with ThreadPoolExecutor(THREADS) as pool:
        # Texts are compressed while the database makes the index.
        named = ((f"grid-texts-{count_of(row, 'chunk')}", text_of(row, "texts")) for row in texts)
        packed = pool.map(block_of, named)
        index = {
            "suite": suite,
            "rows": row_count,
            "case_ids": text_of(cases, "case_ids"),
            "columns": [_column_of(row) for row in run_query(reader, "grid/side_names")],
            "chunk": chunk_size,
            "limit": text_limit,
            "validators": _validators_of(reader),
            "slices": [
                slice_of(row) for row in run_query(reader, "grid/slices", value_limit=VALUE_LIMIT)
            ],
            **_numbers_of(reader, metrics),
        }
        blocks = (block_of(("grid-index", json.dumps(index))), *packed)
    return CaseGrid(suite, row_count, text_limit, blocks)


def _suites_of(reader: RowReader, run_ids: Sequence[str]) -> set[str]:
    return {text_of(row, "suite") for row in run_query(reader, "grid/suites", run_ids=[*run_ids])}


def _limit_of(reader: RowReader, byte_budget: int) -> tuple[int, int]:
    """Return the largest limit of texts that fits, else the smallest, and the size with it."""
    for row in run_query(reader, "grid/sizes", text_limits=list(TEXT_LIMITS)):
        if count_of(row, "byte_count") <= byte_budget:
            break
    return count_of(row, "text_limit"), count_of(row, "byte_count")


def _texts(reader: RowReader, row_count: int, text_limit: int, chunk_size: int) -> Iterator[Row]:
    """Yield the texts by chunk; a query reads so many chunks that its memory is limited."""
    part_size = chunk_size * CHUNKS_MAX
    for first_row in range(0, row_count, part_size):
        yield from run_query(
            reader, "grid/texts", text_limit=text_limit, chunk_size=chunk_size,
            first_row=first_row, end_row=first_row + part_size,
        )  # fmt: skip


def _column_of(row: Row) -> dict[str, str]:
    return {
        "run": text_of(row, "run_id"),
        "system": text_of(row, "system_id"),
        "at": text_of(row, "started_at"),
        "commit": text_of(row, "git_sha"),
    }


def _validators_of(reader: RowReader) -> list[dict[str, object]]:
    """Return the verdicts by validator; first, without a name, those shown by default."""
    rows = run_query(reader, "grid/outcomes")
    by_validator = groupby(rows, key=lambda row: text_of(row, "validator_id"))
    validators: list[dict[str, object]] = []
    for validator_id, columns in by_validator:
        each = list(columns)
        validators.append(
            {
                "validator": validator_id,
                "words": text_of(each[0], "outcome_words"),
                "outcomes": [text_of(row, "outcomes") for row in each],
                "scores": [text_of(row, "scores") for row in each],
            }
        )
    return validators


def _numbers_of(reader: Reader, metrics: Sequence[str]) -> dict[str, object]:
    """Return the attempts of each column, its other prompts, and its numbers that are known."""
    rows = run_query(reader, "grid/numbers")
    numbers = [
        (label, unit, [text_of(row, name) for row in rows])
        for name, (label, unit) in NUMBERS.items()
    ]
    for metric in dict.fromkeys(metrics):
        take_values(reader, metric)
        by_variant = groupby(
            run_query(reader, "grid/metric_values"), key=lambda row: text_of(row, "variant")
        )
        for variant, columns in by_variant:
            label = f"{metric} ({variant})" if variant else metric
            numbers.append((label, "", [text_of(row, "metric_values") for row in columns]))
    return {
        "attempts": [text_of(row, "attempts") for row in rows],
        "other_prompts": [text_of(row, "other_prompts") for row in rows],
        "numbers": [
            {"label": label, "unit": unit, "columns": columns}
            for label, unit, columns in numbers
            if any(text.strip(",") for text in columns)
        ],
    }


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(name or "(unknown)" for name in names))
