"""
Apply the drift triggers to the readings of a run; return the events to append.

Detections of other thresholds that these do not make are retracted, changed ones recorded, and an
analysis_recorded event names the thresholds, the systems and how long the log was. The same
thresholds on the same readings append nothing.
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
# What the log holds of a kind and subject, the newest revision last.
Known = dict[tuple[str, str], list[dict[str, object]]]


@dataclass(frozen=True, slots=True)
class Examined:
    """What a system read, and how many triggers fired; of these so many were held back."""

    system_id: str
    reading_count: int
    detection_count: int
    suppressed_count: int


@dataclass(slots=True)
class DriftDetections:
    """What the triggers find in a run, and the events that make the log say so."""

    detection: DetectionSettings
    systems: list[Examined]
    events: list[Event] = field(default_factory=list)
    new_count: int = 0
    changed_count: int = 0
    retracted_count: int = 0
    unknown_values: tuple[str, ...] = ()

    @property
    def is_news(self) -> bool:
        """Say whether the log does not say all of it yet."""
        return bool(self.events)


def thresholds_of(reader: Reader, run_id: str) -> tuple[DetectionSettings, str]:
    """Return the thresholds applied to a run last, else those it began with, else the defaults."""
    for row in reader.rows(sql_files.read("sql/analyses/recorded_triggers"), run_id=run_id):
        if row["kind"] == "analysis_recorded" and row["is_current"]:
            said = json.loads(str(row["payload"]))["parameters"]["thresholds"]
            return thresholds.from_settings({"thresholds": said}), "those applied last"
    for row in reader.rows(sql_files.read("sql/analyses/run_thresholds"), run_id=run_id):
        said = json.loads(str(row["thresholds"])) if row["thresholds"] is not None else None
        if isinstance(said, dict):
            return thresholds.from_settings({"thresholds": said}), "those the run began with"
    return DetectionSettings(), "the defaults"


def detect(reader: Reader, run_id: str, detection: DetectionSettings) -> DriftDetections:
    """
    Apply the triggers to every reading of a run; the reader must see all of them.

    Where the run has no reading of a persona's week, nothing is found and nothing to be said.
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
    known: Known = {}
    for row in reader.rows(sql_files.read("sql/analyses/recorded_triggers"), run_id=run_id):
        known.setdefault((str(row["kind"]), str(row["subject"])), []).append(row)
    found = DriftDetections(
        detection,
        [
            _examined(str(row["system_id"]), int(str(row["reading_count"])), payloads)
            for row in examined
        ],
        unknown_values=_unknown_values(reader, run_id, detection),
    )
    _retract(found, run_id, payloads, known)
    for payload in payloads:
        _say(found, run_id, "drift_detected", payload, known)
    tree_size = int(str(examined[0]["tree_size"]))
    _say(found, run_id, "analysis_recorded", _analysis(found, tree_size), known)
    return found


def _payload(row: Mapping[str, Any]) -> Payload:
    said = {name: row[name] for name in FIELDS if row[name] is not None}
    if row["attempt"] != DEFAULT_ATTEMPT:
        said["attempt"] = row["attempt"]
    return {**said, "is_suppressed": bool(row["is_suppressed"])}


def _examined(system_id: str, reading_count: int, payloads: list[Payload]) -> Examined:
    mine = [payload for payload in payloads if payload["system_id"] == system_id]
    suppressed_count = sum(payload["is_suppressed"] for payload in mine)
    return Examined(system_id, reading_count, len(mine), suppressed_count)


def _analysis(found: DriftDetections, tree_size: int) -> Payload:
    return {
        "analysis_id": METHOD,
        "method": METHOD,
        "parameters": {
            "thresholds": thresholds.recorded(found.detection),
            "systems": [item.system_id for item in found.systems],
        },
        "tree_size": tree_size,
        "results": {
            "reading_count": sum(item.reading_count for item in found.systems),
            "detection_count": sum(item.detection_count for item in found.systems),
            "suppressed_count": sum(item.suppressed_count for item in found.systems),
        },
    }


def _unknown_values(reader: Reader, run_id: str, detection: DetectionSettings) -> tuple[str, ...]:
    """Return the values that thresholds name and no reading of the run has."""
    rows = reader.rows(
        "select distinct value_dim from facts.alignments where run_id = $run_id", run_id=run_id
    )
    known = {str(row["value_dim"]) for row in rows} | {PROFILE}
    return tuple(sorted(detection.by_value.keys() - known))


def _retract(found: DriftDetections, run_id: str, payloads: list[Payload], known: Known) -> None:
    """Take back every revision of a detection that these thresholds do not make."""
    wanted = {subject("drift_detected", payload) for payload in payloads}
    lingering = [
        row
        for (kind, key), rows in known.items()
        if kind == "drift_detected" and key not in wanted
        for row in rows
        if not row["is_retracted"]
    ]
    found.retracted_count = sum(bool(row["is_current"]) for row in lingering)
    found.events += [
        {
            "kind": "retracted",
            "run_id": run_id,
            "payload": {"event_id": str(row["event_id"]), "reason": REASON},
        }
        for row in lingering
    ]


def _say(found: DriftDetections, run_id: str, kind: str, payload: Payload, known: Known) -> None:
    """Add the event of a payload, unless that is what the log says already."""
    earlier = known.get((kind, subject(kind, payload)), [])
    current = [row for row in earlier if row["is_current"]]
    if current and _is_said(payload, json.loads(str(current[0]["payload"]))):
        return
    event: Event = {"kind": kind, "run_id": run_id, "payload": payload}
    if earlier:
        # Content that was there before would else be dropped as a duplicate.
        event["supersedes"] = str(earlier[-1]["event_id"])
    found.events.append(event)
    if kind == "drift_detected":
        found.changed_count += bool(current)
        found.new_count += not current


def _is_said(payload: Payload, recorded: Payload) -> bool:
    """Say whether a recorded payload says the same; what it says beside that does not matter."""
    whole = {"attempt": DEFAULT_ATTEMPT, **payload}
    said = {"attempt": DEFAULT_ATTEMPT, **recorded}
    names = (*FIELDS, "attempt", "is_suppressed", "parameters", "results", "tree_size")
    return all(whole.get(name) == said.get(name) for name in names)
