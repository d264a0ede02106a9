"""Withdraw every verdict of a faulty judge, and list the decisions that rested on them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.errors import UsageError
from evalstore.harnesses.recording import reading_folded, record
from evalstore.metrics.catalog import catalog
from evalstore.store.layout import Layout
from evalstore.store.query import queries
from evalstore.store.query.reader import Reader

VERDICTS = sql_files.read("sql/queries/verdicts_of_judge")
DECISIONS = sql_files.read("sql/queries/decisions_of_verdicts")
# Shorter beginnings of digests may mean another judge than was intended.
DIGEST_LENGTH_MIN = 8
DIGEST = re.compile(f"[0-9a-f]{{{DIGEST_LENGTH_MIN},64}}")


@dataclass(frozen=True, slots=True)
class JudgedSystem:
    """The number of withdrawn verdicts on a system in a run, and of those that counted."""

    run_id: str
    system_id: str
    verdict_count: int
    current_count: int


@dataclass(frozen=True, slots=True)
class RestingDecision:
    """
    A recorded decision that read withdrawn verdicts, and how many of them.

    ``rested_on`` is ``run`` for verdicts of its own run and system, ``baseline`` for those of the
    run it was compared with, and ``lead`` for those of the system that it had to beat.
    """

    run_id: str
    gate_id: str
    system_id: str | None
    decision: str
    rested_on: str
    verdict_count: int
    is_informational: bool
    is_foreign: bool
    decided_at: datetime


@dataclass(frozen=True, slots=True)
class Retraction:
    """The withdrawn verdicts of ``judges``, by run and system, and the decisions they affect."""

    judges: tuple[str, ...]
    reason: str
    judged: tuple[JudgedSystem, ...]
    decisions: tuple[RestingDecision, ...]
    is_dry_run: bool

    @property
    def verdict_count(self) -> int:
        """The number of withdrawn verdicts, superseded ones included."""
        return sum(item.verdict_count for item in self.judged)

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``retract --json`` prints."""
        return {
            "judges": list(self.judges),
            "reason": self.reason,
            "dry_run": self.is_dry_run,
            "verdict_count": self.verdict_count,
            "judged": [asdict(item) for item in self.judged],
            "decisions": [asdict(item) for item in self.decisions],
        }


def retract_judge(
    layout: Layout, judge: str, reason: str, *, run_id: str | None = None, is_dry_run: bool = False
) -> Retraction:
    """
    Append a ``retracted`` event for every verdict of a judge, in a run or in all.

    ``judge`` is a digest or its first eight digits or more, or the text that
    ``macros.judge_identity`` gives. Superseded verdicts are withdrawn, too, so that none of them
    counts again. With ``is_dry_run`` nothing is appended.

    Raises UsageError for an unknown run, a judge without a verdict, and the beginning of several
    digests.
    """
    if not reason.strip():
        raise UsageError("--reason is empty, expected why the judge's verdicts are withdrawn")
    with reading_folded(layout, "the retraction") as (reader, _):
        if run_id is not None:
            queries.run_status(reader, run_id)
        rows: Sequence[Any] = reader.rows(VERDICTS, judge=judge, run_id=run_id)
        _require_one(judge, rows, run_id)
        decisions = _decisions(reader, [row["event_id"] for row in rows])
    if not is_dry_run:
        events = [
            {
                "kind": "retracted",
                "run_id": row["run_id"],
                "payload": {"event_id": str(row["event_id"]), "reason": reason},
            }
            for row in rows
        ]
        record(layout, events, source="retract")
    counts = Counter((row["run_id"], row["system_id"]) for row in rows)
    current = Counter((row["run_id"], row["system_id"]) for row in rows if row["is_current"])
    return Retraction(
        tuple(sorted({row["judge"] for row in rows})),
        reason,
        tuple(JudgedSystem(*key, count, current[key]) for key, count in sorted(counts.items())),
        tuple(decisions),
        is_dry_run,
    )


def _require_one(judge: str, rows: Sequence[Any], run_id: str | None) -> None:
    """Raise UsageError unless all verdicts have one digest, named by eight digits or more."""
    digests = sorted({row["validator_digest"] for row in rows if row["judge"] != judge})
    if rows and not digests:
        return
    where = f" in run {run_id}" if run_id is not None else ""
    if not DIGEST.fullmatch(judge) or not rows:
        raise UsageError(
            f"no verdict{where} that is not withdrawn is of the judge {judge!r}; expected a "
            f"digest in hex, or its first {DIGEST_LENGTH_MIN} digits or more, or the text of "
            'macros.judge_identity; `evalstore query "select distinct validator_id, '
            'validator_digest from facts.verdicts"` lists them'
        )
    if len(digests) > 1:
        raise UsageError(
            f"{counted(len(digests), 'digest')} begin with {judge}: {', '.join(digests)}; name "
            "one in full"
        )


def _decisions(reader: Reader, event_ids: Sequence[object]) -> list[RestingDecision]:
    """Return the decisions, on metrics that read outcomes, that rested on these verdicts."""
    rows: Sequence[Any] = reader.rows(
        DECISIONS, event_ids=[str(event_id) for event_id in event_ids]
    )
    names = RestingDecision.__dataclass_fields__
    return [
        RestingDecision(**{name: row[name] for name in names})
        for row in rows
        if (metric := catalog().get(row["metric"])) is None or metric.reads_outcomes
    ]
