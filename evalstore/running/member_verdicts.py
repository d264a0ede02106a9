"""Verdicts of a panel's members: those in the store, and those of this process."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from evalstore.base import sql_files
from evalstore.events.subjects import subject
from evalstore.plugins.verdict import Verdict
from evalstore.running.judging import Validator
from evalstore.running.restoring import restored_case
from evalstore.running.row_verdicts import Row, RowVerdict
from evalstore.store.query.reader import Reader


@dataclass(slots=True)
class MemberVerdicts:
    """
    The verdicts of members in this process, by validator and event of the response.

    None means that the member was not asked about a response; ``stopped`` contains the reason.
    """

    member_ids: frozenset[str]
    by_member: dict[str, dict[str, Verdict | None]] = field(default_factory=dict)
    stopped: str | None = None

    def note(self, validator_id: str, judged: RowVerdict) -> None:
        """Keep the verdict on a row if its validator is a member."""
        if validator_id not in self.member_ids:
            return
        verdict = judged.verdict
        self.stopped = self.stopped or judged.stopped
        # Without the model's reply, which the verdict's own event contains.
        kept = verdict and Verdict(
            verdict.outcome, verdict.reason, score=verdict.score, tags=verdict.tags,
            value=verdict.value,
        )  # fmt: skip
        event_id = str(judged.row["response_event_id"])
        self.by_member.setdefault(validator_id, {})[event_id] = kept

    def has(self, validator_id: str, row: Row) -> bool:
        """Return True if a member has judged a row in this process."""
        return str(row["response_event_id"]) in self.by_member.get(validator_id, {})


def validator_part(validator_id: str) -> str:
    """Return the validator's part of a verdict subject, its last path component."""
    parts = {"case_id": "", "system_id": "", "validator_id": validator_id}
    return subject("verdict_recorded", parts).rpartition("/")[2]


def standing_verdicts(
    reader: Reader, run_id: str, panel: Validator, positions: Sequence[int]
) -> dict[str, dict[str, Verdict]]:
    """Return the logged verdicts of the members' current versions, by response and member."""
    rows: list[dict[str, Any]] = reader.rows(
        sql_files.read("sql/queries/member_verdicts"),
        run_id=run_id,
        validator_ids=[member.validator_id for member in panel.members],
        validator_parts=[validator_part(member.validator_id) for member in panel.members],
        validator_digests=[member.digest for member in panel.members],
        validator_versions=[member.version for member in panel.members],
        positions=list(positions),
    )
    verdicts: dict[str, dict[str, Verdict]] = {}
    for row in rows:
        payload = orjson.loads(row["verdict"])
        verdicts.setdefault(str(row["response_event_id"]), {})[row["validator_id"]] = Verdict(
            payload["outcome"],
            payload.get("reason") or "",
            score=payload.get("score"),
            tags=tuple(payload.get("tags") or ()),
            value=payload.get("value"),
        )
    return verdicts


def panel_verdicts(
    panel: Validator,
    rows: Iterable[Row],
    standing: Mapping[str, Mapping[str, Verdict]],
    fresh: MemberVerdicts,
) -> Generator[RowVerdict]:
    """Yield the panel's verdict on each row; None if a member was not asked about it."""
    for row in rows:
        payload = orjson.loads(row["response"])
        case = restored_case(orjson.loads(row["case_payload"]), payload)
        event_id = str(row["response_event_id"])
        verdicts: dict[str, Verdict | None] = dict(standing.get(event_id, {}))
        for member in panel.members:
            judged = fresh.by_member.get(member.validator_id, {})
            if event_id in judged:
                verdicts[member.validator_id] = judged[event_id]
        present_verdicts = {
            name: verdict for name, verdict in verdicts.items() if verdict is not None
        }
        if len(present_verdicts) < len(verdicts):
            yield RowVerdict(row, payload, case, None, fresh.stopped)
        else:
            yield RowVerdict(row, payload, case, panel.panel_verdict(present_verdicts))
