"""Validate one event: repair, redact and accept it, or refuse it by name."""

import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from evalstore.errors import RefusedEventError
from evalstore.events import images, parsing, repair, schemas, secrets, subjects, validation
from evalstore.plugins.image import Image

# The newest version of every kind's payload; older versions stay readable forever.
NEWEST_SCHEMA_VERSION = 1
FIRST_TIME = datetime(1970, 1, 1)  # noqa: DTZ001 the log's times are UTC and carry no zone
END_TIME = datetime(2200, 1, 1)  # noqa: DTZ001 as above

_RFC_3339 = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?"
    r"(?:[Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?"
)
_WHOLE_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(slots=True)
class AcceptedEvent:
    """
    One event as it will be kept.

    ``payload`` is compact JSON text with its keys in their original order; ``changes`` lists the
    differences from the input, and ``images`` were taken out of the payload, which names them.
    """

    kind: str
    run_id: str
    subject: str
    supersedes: str | None
    schema_version: int
    occurred_at: datetime | None
    source: str
    fields: dict[str, Any]
    changes: repair.Changes
    images: list[Image] = field(default_factory=list)

    @property
    def payload(self) -> str:
        """Return the payload as compact JSON text."""
        return json.dumps(self.fields, ensure_ascii=False, separators=(",", ":"))


def accept_line(
    line: str, default_source: str, *, may_hold_secret: bool = True, folder: Path | None = None
) -> AcceptedEvent:
    """
    Accept one event line; raise RefusedEventError if it is invalid.

    ``may_hold_secret`` is False if ``secrets.PREFILTER`` does not match the line. ``folder``
    contains the files of images that the event names.

    >>> line = '{"kind": "run_finished", "run_id": "r1", "payload": {"status": "failed"}}'
    >>> accept_line(line, "a.ndjson").payload
    '{"status":"failed"}'
    """
    envelope = parsing.parse(line)
    if type(envelope) is not dict:
        raise RefusedEventError(
            "not a JSON object",
            f"found {parsing.shortened(line)}, expected an object with kind, run_id and payload",
        )
    changes = repair.Changes()
    if parsing.may_need_repair(line):
        _repair_payload(envelope, changes)
    return _accepted(
        envelope, default_source, changes, may_hold_secret=may_hold_secret, folder=folder
    )


def accept_candidate(
    kind: str | None,
    run_id: str | None,
    payload_text: str | None,
    *,
    source: str,
    subject: str | None = None,
    supersedes: str | None = None,
    schema_version: str | None = None,
    occurred_at: str | None = None,
    may_hold_secret: bool = True,
) -> AcceptedEvent:
    """Accept one event from the columns of a mapped format; raise RefusedEventError if invalid."""
    columns = {
        "kind": kind,
        "run_id": run_id,
        "subject": subject,
        "supersedes": supersedes,
        "schema_version": schema_version,
        "occurred_at": occurred_at,
        "source": source,
    }
    envelope: dict[str, Any] = {
        name: value for name, value in columns.items() if value is not None
    }
    if schema_version is not None and _WHOLE_NUMBER.fullmatch(schema_version):
        envelope["schema_version"] = int(schema_version)
    changes = repair.Changes()
    if payload_text is not None:
        envelope["payload"] = parsing.parse(payload_text)
        if parsing.may_need_repair(payload_text):
            _repair_payload(envelope, changes)
    return _accepted(envelope, source, changes, may_hold_secret=may_hold_secret)


def _accepted(
    envelope: dict[str, Any],
    default_source: str,
    changes: repair.Changes,
    *,
    may_hold_secret: bool,
    folder: Path | None = None,
) -> AcceptedEvent:
    if may_hold_secret:
        # Before any other refusal, since those quote the input.
        _refuse_secrets(envelope)
    if not validation.fast_check(schemas.EVENT_LINE)(envelope):
        validation.refuse_invalid(schemas.EVENT_LINE, envelope, "")
    kind = envelope["kind"]
    version = _known_version(kind, envelope.get("schema_version"))
    payload = envelope["payload"]
    # Before the search for secrets, which would search their bytes.
    taken = images.taken(payload, folder) if images.may_hold_images(kind, payload) else []
    if may_hold_secret:
        payload = repair.redacted(payload, "", changes)
    repair.fit_schema(kind, payload, changes)
    if not validation.fast_check(kind)(payload):
        validation.refuse_invalid(kind, payload, "payload")
    repair.record(payload, changes)
    occurred_at = envelope.get("occurred_at")
    source = envelope.get("source")
    return AcceptedEvent(
        kind=kind,
        run_id=envelope["run_id"],
        subject=_same_subject(kind, payload, envelope.get("subject")),
        supersedes=envelope.get("supersedes"),
        schema_version=version,
        occurred_at=None if occurred_at is None else utc_time(occurred_at),
        source=default_source if source is None else source,
        fields=payload,
        changes=changes,
        images=taken,
    )


def _refuse_secrets(envelope: dict[str, Any]) -> None:
    """Raise RefusedEventError for a secret in the envelope: redaction would change the event."""
    for name, value in envelope.items():
        rules = secrets.redact_named(name, value)[1] if isinstance(value, str) else {}
        if rules:
            raise RefusedEventError(
                "secret in the envelope",
                f"{secrets.redact(name)[0]}: found a secret (rule {next(iter(rules))}), expected "
                "text that may be kept forever; write the event without it",
            )


def _repair_payload(envelope: dict[str, Any], changes: repair.Changes) -> None:
    if "payload" in envelope:
        envelope["payload"] = repair.repaired(envelope["payload"], "", changes)
    # The envelope is the key of the event: a broken value there is refused, never repaired.
    broken = repair.Changes()
    for name, value in envelope.items():
        if name != "payload":
            repair.repaired({name: value}, "", broken)
    if broken:
        first = broken.repairs[0]
        raise RefusedEventError(
            "bad form",
            f"{first['path']}: found {first['was']}, expected valid text or a finite number; "
            "write it again from the source",
        )


def _known_version(kind: str, version: int | None) -> int:
    if kind in schemas.kinds() and kind not in schemas.line_kinds():
        raise RefusedEventError(
            "written by the fold itself",
            f"kind: found {kind}, expected an event of a run; leave the line out, since the fold "
            "writes events of this kind itself",
        )
    if kind not in schemas.kinds():
        raise RefusedEventError(
            "unknown kind",
            f"kind: found {parsing.shortened(kind)}, expected one of "
            f"{', '.join(schemas.line_kinds())}; run `evalstore schema` to see them",
        )
    if version is not None and version > NEWEST_SCHEMA_VERSION:
        raise RefusedEventError(
            "newer schema version",
            f"schema_version: found {version} of {kind}, expected at most "
            f"{NEWEST_SCHEMA_VERSION}; install a newer evalstore",
        )
    return NEWEST_SCHEMA_VERSION if version is None else version


def _same_subject(kind: str, payload: dict[str, Any], subject: str | None) -> str:
    derived = subjects.subject(kind, payload)
    if subject is not None and subject != derived:
        raise RefusedEventError(
            "subject does not match",
            f"subject: found {parsing.shortened(subject)}, expected {parsing.shortened(derived)}, "
            "as derived from the payload; leave it out",
        )
    return derived


def utc_time(text: str) -> datetime:
    """
    Return the UTC time a text names; digits beyond the microsecond are dropped.

    >>> utc_time("2026-11-21T20:00:03+02:00")
    datetime.datetime(2026, 11, 21, 18, 0, 3)
    >>> utc_time("2026-11-21 20:00:03.5")
    datetime.datetime(2026, 11, 21, 20, 0, 3, 500000)
    """
    if _RFC_3339.fullmatch(text) is None:
        raise _not_a_time(text)
    try:
        at = datetime.fromisoformat(text.upper())
        if at.tzinfo is not None:
            at = at.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError) as error:
        raise _not_a_time(text) from error
    if not FIRST_TIME <= at < END_TIME:
        raise RefusedEventError(
            "time out of range",
            f"occurred_at: found {parsing.shortened(text)}, expected a time from 1970 to 2199; "
            "leave it out if the time is unknown",
        )
    return at


def _not_a_time(text: str) -> RefusedEventError:
    return RefusedEventError(
        "not a time",
        f"occurred_at: found {parsing.shortened(text)}, expected RFC 3339 such as "
        '"2026-11-21T20:00:03Z"; leave it out if the time is unknown',
    )
