"""
Every case of a run in the page: columns of all attempts, and their texts in blocks of many.

The blocks are JSON, compressed, and read by the script of the page only when somebody asks for
them. How much of the texts stands in the page follows from their size; the page says so.
"""

import base64
import gzip
import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from evalstore.reviews.charts.drawing.numbers import counted
from evalstore.reviews.charts.drawing.rows import Row, RowReader, count_of, text_of
from evalstore.reviews.report.case_index import index_of
from evalstore.reviews.report.case_sets import Key, prepare
from evalstore.reviews.report.rows import anchor, run_query
from evalstore.reviews.review import Review
from evalstore.store.query.reader import Reader

# Of the texts of the run that the page is about, and of each other run, before compression.
BYTE_BUDGET: Final = 46_000_000
OTHER_BYTE_BUDGET: Final = 4_000_000
# Characters of one text; the longest that fits is taken.
TEXT_LIMITS: Final = (4_000, 2_000, 1_000, 600, 400, 200)
# Of one block of texts, before compression.
BLOCK_BYTES: Final = 200_000
ROWS_MIN: Final = 10
HISTORY_LIMIT: Final = 20
# Of gzip: higher ones take twice the time for a percent.
LEVEL: Final = 6
THREADS: Final = 4


@dataclass(frozen=True)
class Block:
    """JSON, compressed with gzip and written in base64, and the id of its element."""

    name: str
    data: Markup


@dataclass(frozen=True)
class Carried:
    """
    How much of the texts of a run the page carries.

    Lengths are in characters; ``baseline_limit`` is of replies of cases that came out alike.
    """

    text_limit: int
    baseline_limit: int
    is_failing_only: bool
    byte_count: int

    @property
    def described(self) -> str:
        """Say what is left out of the page."""
        parts = [f"Texts of more than {self.text_limit:,} characters are cut"]
        if self.is_failing_only:
            parts.append("only those of cases that fail are in the page")
        if self.baseline_limit < self.text_limit:
            parts.append("replies of the baseline are there where the verdict changed")
        return "; ".join(parts) + "."


@dataclass(frozen=True)
class RunCases:
    """All cases of a run: ``anchor`` is their address, ``blocks`` hold them as data."""

    anchor: str
    row_count: int
    carried: Carried
    baseline_run_id: str
    blocks: tuple[Block, ...]

    @property
    def described(self) -> str:
        """Say how many answers there are, and which of their texts the page carries."""
        return f"{counted(self.row_count, 'answer')} of the run. {self.carried.described}"

    @property
    def byte_count(self) -> int:
        """Count the bytes that the blocks take in the page."""
        return sum(len(block.data) for block in self.blocks)


def run_cases(
    reader: Reader,
    run_id: str,
    review: Review | None = None,
    keys: Iterable[Key] = (),
    *,
    byte_budget: int = BYTE_BUDGET,
) -> RunCases | None:
    """
    Return all cases of a run, and of each number in ``keys`` which it counted; None without any.

    ``byte_budget`` limits the texts, before they are compressed to about a third.
    """
    asked = tuple(dict.fromkeys(keys))
    baseline = review.baseline.run_id if review and review.baseline else None
    placed = prepare(reader, run_id, asked)
    run_query(reader, "cases/rows", run_id=run_id)
    run_query(reader, "cases/judged", run_id=run_id, baseline_run_id=baseline)
    [counts] = run_query(reader, "cases/row_counts")
    row_count = count_of(counts, "row_count")
    if not row_count:
        return None
    carried = carried_of(reader, run_id, baseline, byte_budget)
    history = run_query(reader, "cases/history_runs", run_id=run_id, history_limit=HISTORY_LIMIT)
    chunk_size = max(ROWS_MIN, BLOCK_BYTES * row_count // max(carried.byte_count, 1))
    texts = run_query(
        reader,
        "cases/texts",
        run_id=run_id,
        baseline_run_id=baseline,
        text_limit=carried.text_limit,
        baseline_limit=carried.baseline_limit,
        is_failing_only=carried.is_failing_only,
        has_case_events=carried.byte_count <= OTHER_BYTE_BUDGET,
        history_run_ids=[text_of(row, "run_id") for row in history],
        validator_id=text_of(counts, "validator_id"),
        chunk_size=chunk_size,
    )
    name = anchor("cases", run_id)
    said = ((f"{name}-texts-{count_of(row, 'chunk')}", text_of(row, "texts")) for row in texts)
    with ThreadPoolExecutor(THREADS) as pool:
        # Texts are compressed while the database makes the index.
        packed = pool.map(_block_of, said)
        index = index_of(reader, run_id, review, placed, row_count) | {
            "name": name,
            "baseline": baseline,
            "chunk": chunk_size,
            "chunks": [count_of(row, "chunk") for row in texts],
            "limit": carried.text_limit,
            "note": carried.described,
            "history": [_run_of(row) for row in history],
        }
        blocks = (_block_of((f"{name}-index", json.dumps(index))), *packed)
    return RunCases(name, row_count, carried, baseline or "", blocks)


def carried_of(reader: RowReader, run_id: str, baseline: str | None, byte_budget: int) -> Carried:
    """Return the longest limit of texts at which a run stays within a budget of bytes."""
    sizes = run_query(
        reader,
        "cases/sizes",
        run_id=run_id,
        baseline_run_id=baseline,
        text_limits=list(TEXT_LIMITS),
    )
    for row in sizes:
        limit, size = count_of(row, "text_limit"), count_of(row, "byte_count")
        for baseline_limit, column in ((limit, "baseline_byte_count"), (0, "moved_byte_count")):
            byte_count = size + count_of(row, column)
            if byte_count <= byte_budget:
                return Carried(limit, baseline_limit, False, byte_count)
    for row in sizes:
        byte_count = count_of(row, "failing_byte_count") + count_of(row, "moved_byte_count")
        if byte_count <= byte_budget:
            break
    return Carried(count_of(row, "text_limit"), 0, True, byte_count)


def _run_of(row: Row) -> dict[str, str]:
    return {
        "run": text_of(row, "run_id"),
        "commit": text_of(row, "git_sha"),
        "at": str(row["started_at"] or ""),
    }


def _block_of(named: tuple[str, str]) -> Block:
    name, text = named
    # No surrogate is in a store; what is one all the same is replaced, as the store does.
    raw = text.encode("utf-8", "replace")
    packed = base64.b64encode(gzip.compress(raw, LEVEL, mtime=0)).decode("ascii")
    # Letters, digits, +, / and = have no meaning in HTML.
    return Block(name, Markup(packed))  # noqa: S704
