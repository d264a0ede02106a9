"""Verdicts on rows of responses: in sequence, or concurrently if a model is asked."""

from collections.abc import Generator, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from evalstore.base import sql_files
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict
from evalstore.running.judging import Validator
from evalstore.running.model_calls.spending import SpentError
from evalstore.running.replies.payloads import PayloadError
from evalstore.running.restoring import restored_case, restored_response
from evalstore.store.query.reader import Reader

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rivals:
    """
    The replies that others are compared with, by case and attempt.

    ``system_id`` is empty if each system is compared with itself in another run.
    """

    system_id: str = ""
    is_same_run: bool = True
    payloads: Mapping[tuple[str, str, int], str] = field(default_factory=dict)

    def of(self, payload: Mapping[str, Any]) -> Response | None:
        """Return the rival of a response: of the same attempt, else of the first, else None."""
        own_system_id = str(payload["system_id"])
        system_id = self.system_id or own_system_id
        if system_id == own_system_id and self.is_same_run:
            return None
        case_id, attempt = str(payload["case_id"]), int(payload.get("attempt") or 1)
        for tried in (attempt, 1):
            rival = self.payloads.get((system_id, case_id, tried))
            if rival is not None:
                return restored_response(orjson.loads(rival))
        return None


@dataclass(frozen=True, slots=True)
class RowVerdict:
    """A row with its case and the verdict, None if a spending limit is reached."""

    row: Row
    payload: Mapping[str, Any]
    case: Case
    verdict: Verdict | None
    stopped: str | None = None


def rivals_of(reader: Reader, run_id: str, validator: Validator) -> Rivals:
    """Return the rivals that a validator's settings name; empty if it compares nothing."""
    system_id = str(validator.settings.get("against_system") or "")
    other_run = str(validator.settings.get("against_run") or run_id)
    if not (system_id or validator.settings.get("against_run")):
        return Rivals()
    rows: list[dict[str, Any]] = reader.rows(
        sql_files.read("sql/queries/rival_replies"), run_id=other_run, system_id=system_id or None
    )
    payloads = {(row["system_id"], row["case_id"], row["attempt"]): row["payload"] for row in rows}
    return Rivals(system_id, other_run == run_id, payloads)


def row_verdicts(
    validator: Validator, rows: Iterable[Row], rivals: Rivals, attachments: Path
) -> Generator[RowVerdict]:
    """
    Judge rows in order; if a model is asked, concurrently up to its service's limit.

    The folder ``attachments`` contains the images of cases. The verdict is None if a spending
    limit was reached. An interrupt cancels the rows that were not asked yet.
    """
    concurrency = getattr(validator.session, "concurrency", 1)
    if concurrency == 1:
        for row in rows:
            yield _judged(validator, row, rivals, attachments)
        return
    pool = ThreadPoolExecutor(concurrency, thread_name_prefix="judge")
    futures: list[Future[RowVerdict]] = []
    is_whole = False
    try:
        futures = [pool.submit(_judged, validator, row, rivals, attachments) for row in rows]
        for future in futures:
            yield future.result()
        is_whole = True
    finally:
        if not is_whole:
            validator.session.close()
        pool.shutdown(cancel_futures=True)


def _judged(validator: Validator, row: Row, rivals: Rivals, attachments: Path) -> RowVerdict:
    payload = orjson.loads(row["response"])
    case = restored_case(orjson.loads(row["case_payload"]), payload, attachments)
    try:
        verdict = validator.verdict(case, restored_response(payload), rivals.of(payload))
    except SpentError as error:
        return RowVerdict(row, payload, case, None, str(error))
    except PayloadError as error:
        verdict = Verdict("error", f"the response cannot be read: {error}")
    return RowVerdict(row, payload, case, verdict)
