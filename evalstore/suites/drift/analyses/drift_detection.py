"""
Apply the drift triggers to the readings of a run; return the events to append.

Recorded detections that these thresholds do not reproduce are retracted, new and changed ones are
recorded, and an analysis_recorded event names the thresholds, the systems and the tree size. The
same thresholds on the same readings append nothing.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evalstore.base import sql_files
from evalstore.events.subjects import DEFAULT_ATTEMPT, subject
from evalstore.store.query.reader import Reader
from evalstore.suites.drift.engine import thresholds
from evalstore.suites.drift.engine.thresholds import DetectionSettings
from evalstore.suites.drift.engine.triggers import PROFILE

METHOD = "drift_triggers"
FIELDS = ("case_id", "system_id", "value_dim", "trigger", "drop", "level", "weeks", "uncertainty")
REASON = "no trigger fires here with the thresholds applied last"

Event = dict[str, object]
Payload = dict[str, Any]
# Recorded events by kind and subject, the newest revision last.
Known = dict[tuple[str, str], list[dict[str, object]]]


@dataclass(frozen=True, slots=True)
class Examined:
    """Number of readings of a system, of its detections, and of those that were suppressed."""

    system_id: str
    reading_count: int
    detection_count: int
    suppressed_count: int


@dataclass(slots=True)
class DriftDetections:
    """Detections in a run, and the events that bring the log up to date with them."""

    detection: DetectionSettings
    systems: list[Examined]
    events: list[Event] = field(default_factory=list)
    new_count: int = 0
    changed_count: int = 0
    retracted_count: int = 0
    unknown_values: tuple[str, ...] = ()

    @property
    def is_news(self) -> bool:
        """Return True if there are events to append."""
        return bool(self.events)


def thresholds_of(reader: Reader, run_id: str) -> tuple[DetectionSettings, str]:
    """Return the thresholds last applied to a run, else those of its start, else the defaults."""
    for row in reader.rows(sql_files.read("sql/analyses/recorded_triggers"), run_id=run_id):
        if row["kind"] == "analysis_recorded" and row["is_current"]:
            recorded = json.loads(str(row["payload"]))["parameters"]["thresholds"]
            return thresholds.from_settings({"thresholds": recorded}), "those applied last"
    for row in reader.rows(sql_files.read("sql/analyses/run_thresholds"), run_id=run_id):
        recorded = json.loads(str(row["thresholds"])) if row["thresholds"] is not None else None
        if isinstance(recorded, dict):
            return thresholds.from_settings({"thresholds": recorded}), "those the run began with"
    return DetectionSettings(), "the defaults"


def detect(reader: Reader, run_id: str, detection: DetectionSettings) -> DriftDetections:
    """
    Apply the triggers to every reading of a run; the reader must see all of them.

    Return an empty result without events if the run has no reading of a persona's week.
    """
    examined = reader.rows(sql_files.read("sql/analyses/examined_readings"), run_id=run_id)
    if not examined:
        return DriftDetections(detection, [])
    fired = reader.rows(
        sql_files.read("sql/queries/drift_detections"),
        run_id=run_id,
        thresholds=detection.rows(),
        ema_alpha=detection.ema_alpha,
    )
    payloads = [_payload(row) for row in fired]
    logged: Known = {}
    for row in reader.rows(sql_files.read("sql/analyses/recorded_triggers"), run_id=run_id):
        logged.setdefault((str(row["kind"]), str(row["subject"])), []).append(row)
    result = DriftDetections(
        detection,
        [
            _examined(str(row["system_id"]), int(str(row["reading_count"])), payloads)
            for row in examined
        ],
        unknown_values=_unknown_values(reader, run_id, detection),
    )
    _retract(result, run_id, payloads, logged)
    for payload in payloads:
        _say(result, run_id, "drift_detected", payload, logged)
    tree_size = int(str(examined[0]["tree_size"]))
    _say(result, run_id, "analysis_recorded", _analysis(result, tree_size), logged)
    return result


def _payload(row: Mapping[str, Any]) -> Payload:
    payload = {name: row[name] for name in FIELDS if row[name] is not None}
    if row["attempt"] != DEFAULT_ATTEMPT:
        payload["attempt"] = row["attempt"]
    return {**payload, "is_suppressed": bool(row["is_suppressed"])}


def _examined(system_id: str, reading_count: int, payloads: list[Payload]) -> Examined:
    mine = [payload for payload in payloads if payload["system_id"] == system_id]
    suppressed_count = sum(payload["is_suppressed"] for payload in mine)
    return Examined(system_id, reading_count, len(mine), suppressed_count)


def _analysis(result: DriftDetections, tree_size: int) -> Payload:
    return {
        "analysis_id": METHOD,
        "method": METHOD,
        "parameters": {
            "thresholds": thresholds.recorded(result.detection),
            "systems": [item.system_id for item in result.systems],
        },
        "tree_size": tree_size,
        "results": {
            "reading_count": sum(item.reading_count for item in result.systems),
            "detection_count": sum(item.detection_count for item in result.systems),
            "suppressed_count": sum(item.suppressed_count for item in result.systems),
        },
    }


def _unknown_values(reader: Reader, run_id: str, detection: DetectionSettings) -> tuple[str, ...]:
    """Return the values that thresholds name but no reading of the run has."""
    rows = reader.rows(
        "select distinct value_dim from facts.alignments where run_id = $run_id", run_id=run_id
    )
    names = {str(row["value_dim"]) for row in rows} | {PROFILE}
    return tuple(sorted(detection.by_value.keys() - names))


def _retract(result: DriftDetections, run_id: str, payloads: list[Payload], logged: Known) -> None:
    """Retract every revision of a detection that these thresholds do not reproduce."""
    wanted = {subject("drift_detected", payload) for payload in payloads}
    lingering = [
        row
        for (kind, key), rows in logged.items()
        if kind == "drift_detected" and key not in wanted
        for row in rows
        if not row["is_retracted"]
    ]
    result.retracted_count = sum(bool(row["is_current"]) for row in lingering)
    result.events += [
        {
            "kind": "retracted",
            "run_id": run_id,
            "payload": {"event_id": str(row["event_id"]), "reason": REASON},
        }
        for row in lingering
    ]


def _say(result: DriftDetections, run_id: str, kind: str, payload: Payload, logged: Known) -> None:
    """Add the event of a payload, unless the log contains the same content already."""
    earlier = logged.get((kind, subject(kind, payload)), [])
    current = [row for row in earlier if row["is_current"]]
    if current and _is_said(payload, json.loads(str(current[0]["payload"]))):
        return
    event: Event = {"kind": kind, "run_id": run_id, "payload": payload}
    if earlier:
        # Without this, content equal to an earlier revision would be dropped as a duplicate.
        event["supersedes"] = str(earlier[-1]["event_id"])
    result.events.append(event)
    if kind == "drift_detected":
        result.changed_count += bool(current)
        result.new_count += not current


def _is_said(payload: Payload, recorded: Payload) -> bool:
    """Return True if a recorded payload has the same values; other fields are ignored."""
    whole = {"attempt": DEFAULT_ATTEMPT, **payload}
    earlier = {"attempt": DEFAULT_ATTEMPT, **recorded}
    names = (*FIELDS, "attempt", "is_suppressed", "parameters", "results", "tree_size")
    return all(whole.get(name) == earlier.get(name) for name in names)
