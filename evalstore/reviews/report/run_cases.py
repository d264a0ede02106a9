"""
All cases of a run for the page: columns of all attempts, and blocks of their texts.

The blocks are compressed JSON, which the script of the page reads on demand. The size of the texts
determines how much of them is in the page, which notes what is left out.
"""

import base64
import gzip
import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from evalstore.base.phrases import short_commit
from evalstore.reviews.charts.drawing.numbers import counted
from evalstore.reviews.charts.drawing.rows import Row, RowReader, count_of, text_of
from evalstore.reviews.report.case_index import index_of
from evalstore.reviews.report.case_sets import Key, prepare
from evalstore.reviews.report.rows import anchor, run_query
from evalstore.reviews.review import Review
from evalstore.store.query.reader import Reader

# Limits on the texts of the page's main run, and of each other run, before compression.
BYTE_BUDGET: Final = 46_000_000
OTHER_BYTE_BUDGET: Final = 4_000_000
# Characters of one text; the largest limit that fits is used.
TEXT_LIMITS: Final = (4_000, 2_000, 1_000, 600, 400, 200)
# The size of one block of texts, before compression.
BLOCK_BYTES: Final = 200_000
ROWS_MIN: Final = 10
HISTORY_LIMIT: Final = 20
# The level of gzip; higher levels take twice the time and save one per cent.
LEVEL: Final = 6
THREADS: Final = 4


@dataclass(frozen=True)
class Block:
    """JSON compressed with gzip, in base64, and the id of its element."""

    name: str
    data: Markup


@dataclass(frozen=True)
class Carried:
    """
    The limits of a run's texts in the page.

    Lengths are in characters; ``baseline_limit`` is for the baseline's replies to cases whose
    verdict did not change.
    """

    text_limit: int
    baseline_limit: int
    is_failing_only: bool
    byte_count: int

    @property
    def described(self) -> str:
        """Return a sentence on the texts left out of the page."""
        parts = [f"Texts of more than {self.text_limit:,} characters are cut"]
        if self.is_failing_only:
            parts.append("only those of failing cases are included")
        if self.baseline_limit < self.text_limit:
            parts.append("replies of the baseline are included if the verdict changed")
        return "; ".join(parts) + "."


@dataclass(frozen=True)
class RunCases:
    """All cases of a run: ``anchor`` is their address, ``blocks`` contain their data."""

    anchor: str
    row_count: int
    carried: Carried
    baseline_run_id: str
    blocks: tuple[Block, ...]

    @property
    def described(self) -> str:
        """Return the number of answers and the limits of their texts as sentences."""
        return f"{counted(self.row_count, 'answer')} of the run. {self.carried.described}"

    @property
    def byte_count(self) -> int:
        """Return the size of the blocks in the page in bytes."""
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
    Return all cases of a run, with those that each number in ``keys`` counts; None without cases.

    ``byte_budget`` limits the size of the texts before compression to about a third.
    """
    grains = tuple(dict.fromkeys(keys))
    baseline = review.baseline.run_id if review and review.baseline else None
    placed = prepare(reader, run_id, grains)
    run_query(reader, "cases/page_rows", run_id=run_id)
    run_query(reader, "cases/page_judged", run_id=run_id, baseline_run_id=baseline)
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
    named_texts = (
        (f"{name}-texts-{count_of(row, 'chunk')}", text_of(row, "texts")) for row in texts
    )
    with ThreadPoolExecutor(THREADS) as pool:
        # Texts are compressed while the database makes the index.
        packed = pool.map(block_of, named_texts)
        index = index_of(reader, run_id, review, placed, row_count) | {
            "name": name,
            "baseline": baseline,
            "chunk": chunk_size,
            "chunks": [count_of(row, "chunk") for row in texts],
            "limit": carried.text_limit,
            "note": carried.described,
            "history": [_run_of(row) for row in history],
        }
        blocks = (block_of((f"{name}-index", json.dumps(index))), *packed)
    return RunCases(name, row_count, carried, baseline or "", blocks)


def carried_of(reader: RowReader, run_id: str, baseline: str | None, byte_budget: int) -> Carried:
    """Return the largest limits of texts with which a run fits into a budget of bytes."""
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
        "commit": short_commit(text_of(row, "git_sha")),
        "at": str(row["started_at"] or ""),
    }


def block_of(named: tuple[str, str]) -> Block:
    """Return the block of a name and a JSON text."""
    name, text = named
    # The store contains no surrogates; replace any that occur, like the store does.
    raw = text.encode("utf-8", "replace")
    packed = base64.b64encode(gzip.compress(raw, LEVEL, mtime=0)).decode("ascii")
    # Letters, digits, +, / and = have no meaning in HTML.
    return Block(name, Markup(packed))  # noqa: S704
