"""Lines of samples: each the score of one reply by one metric, with what all of them show."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from evalstore.ingest import json_lines
from evalstore.ingest.every_eval_ever.aggregate import UNNAMED, is_text
from evalstore.ingest.every_eval_ever.metrics import SCORE, ResultMetrics
from evalstore.ingest.held_records import HeldRecords
from evalstore.ingest.inspect.scorers import Scorers
from evalstore.ingest.inspect.strict_json import encode, repaired
from evalstore.ingest.json_lines import Field
from evalstore.ingest.records import Skip, SourceFile, SourceRecord
from evalstore.ingest.values import listed, mapping, number

HASH_DIGITS = 8
# Where Inspect's converter says which repetition of a sample a line is of.
EPOCH = "epoch"


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_judged(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("is_correct"), bool)
        and number(value.get("score")) is not None
    )


FIELDS = (
    Field("evaluation_id", is_text, "text"),
    Field("model_id", is_text, "text"),
    Field("evaluation_name", is_text, "text"),
    Field("sample_id", is_text, "text"),
    Field("input", _is_object, "an object with raw"),
    Field("evaluation", _is_judged, "an object with score and is_correct"),
)
# A sample of a run.
Sample = tuple[str, str]
# The same, and the digest of what it asks.
Case = tuple[Sample, str]


@dataclass(slots=True)
class SampleLines:
    """
    The lines of one file, and what those so far make of the next.

    ``names`` are the run and the system of the aggregate they belong to, as far as it names them.
    """

    metrics: ResultMetrics
    names: dict[str, str]
    scorers: Scorers = field(default_factory=Scorers)
    lower: set[str] = field(default_factory=set)
    binary: set[str] = field(default_factory=set)
    # What each sample asks; two questions of one id are two cases.
    questions: dict[Sample, set[str]] = field(default_factory=dict)
    # Whether the reply to a case at an attempt is an error.
    replies: dict[tuple[Case, int], bool] = field(default_factory=dict)
    asked: dict[tuple[Case, str], int] = field(default_factory=dict)

    def record_of(self, line: dict[str, Any]) -> dict[str, Any]:
        """Return what the mapping reads of a line."""
        noted = mapping(line.get("metadata"))
        metric = self.metrics.of_line(line)
        validator_id = noted.get("validator_id") or (metric.validator_id if metric else SCORE)
        case = (_sample(line), _question(line))
        is_error = line.get("error") is not None
        attempt = self._attempt(case, validator_id, noted, is_error=is_error)
        asked = self.questions.setdefault(case[0], set())
        is_first, is_new_reply = case[1] not in asked, (case, attempt) not in self.replies
        asked.add(case[1])
        self.replies.setdefault((case, attempt), is_error)
        if metric is not None and not is_error and "validator_id" not in noted:
            self.scorers.number(validator_id, line["evaluation"]["score"])
            if metric.is_lower_better:
                self.lower.add(validator_id)
            if metric.is_binary:
                self.binary.add(validator_id)
        return {
            "run_id": line["evaluation_id"],
            "system_id": line["model_id"],
            "sample": line,
            "question": case[1],
            "validator_id": validator_id,
            "is_of_metric": metric is not None,
            "attempt": attempt,
            "is_first": is_first,
            "is_new_reply": is_new_reply,
        }

    def objection(self, line: dict[str, Any]) -> str | None:
        """Say why a line is none of the aggregate's."""
        pairs = (("evaluation_id", "run_id"), ("model_id", "system_id"))
        for name, named in pairs:
            expected = self.names.get(named, UNNAMED)
            if expected not in (UNNAMED, line[name]):
                return (
                    f"{name}: found {line[name]!r}, expected {expected!r} as in the aggregate; "
                    "move it to the samples of its own"
                )
        return None

    def _attempt(
        self, case: Case, validator_id: str, noted: dict[str, Any], *, is_error: bool
    ) -> int:
        said = str(noted.get("attempt") or noted.get(EPOCH) or "")
        if said.isdecimal() and 0 < int(said) < 2**31:
            return int(said)
        attempt = self.asked.get((case, validator_id), 0) + 1
        # A call that failed and one that did not are no reply to the same attempt.
        while self.replies.get((case, attempt), is_error) != is_error:
            attempt += 1
        self.asked[case, validator_id] = attempt
        return attempt


def samples(
    source: SourceFile, path: Path, metrics: ResultMetrics, started: dict[str, Any] | None
) -> Iterator[SourceRecord | Skip]:
    """
    Yield a record for each line, after the start of its run where no aggregate tells of it.

    ``started`` is what the aggregate says of the start; None without an aggregate.
    """
    if not path.stat().st_size:
        # A record of attempts that all errored has no line.
        return
    lines = SampleLines(metrics, {} if started is None else started)
    suite = None if started is None else str(started["suite"])
    with HeldRecords() as held:
        for item in json_lines.read(
            SourceFile(path, source.name, source.sha256, warnings=source.warnings),
            "sample",
            FIELDS,
        ):
            place = f"{path.name}, {item.location}"
            if isinstance(item, Skip):
                yield Skip(place, item.reason, item.detail)
                continue
            line = orjson.loads(item.text).get("fields")
            if line is None:
                continue
            objection = lines.objection(line)
            if objection is not None:
                yield Skip(place, "of another record", objection)
                continue
            suite = suite or str(line["evaluation_name"])
            held.add(place, encode(repaired(lines.record_of(line), "", [])))
        yield from _held(held, lines, source, suite or SCORE, is_alone=started is None)


def _held(
    held: HeldRecords, lines: SampleLines, source: SourceFile, suite: str, *, is_alone: bool
) -> Iterator[SourceRecord]:
    """Yield the lines with what all of them show: scales, and samples of several questions."""
    shown = lines.scorers.scales(
        lambda name, is_outside: source.scales.are_measurements(
            suite,
            name,
            is_outside=(is_outside or name in lines.lower) and name not in lines.binary,
        )
    )
    unnamed_count = 0
    runs: set[str] = set()
    for location, text in held:
        record = orjson.loads(text)
        sample_id = record["sample"]["sample_id"]
        if is_alone and record["run_id"] not in runs:
            runs.add(record["run_id"])
            yield _start(location, record)
        is_error = record["sample"].get("error") is not None
        unnamed_count += not record["is_of_metric"] and not is_error
        question = record.pop("question")
        is_shared = len(lines.questions[_sample(record["sample"])]) > 1
        case_id = f"{sample_id}#{question[:HASH_DIGITS]}" if is_shared else sample_id
        yield SourceRecord(
            location,
            encode(
                {
                    "kind": "sample",
                    **record,
                    "case_id": case_id,
                    "measuring": shown["measuring"],
                    "binary": sorted(lines.binary),
                }
            ),
        )
    if unnamed_count:
        source.warnings.append(
            f"{source.name}: {unnamed_count} of {len(held)} samples name none of the record's "
            "results (`evaluation_result_id`), so what they score nobody knows: they are unscored"
        )


def _start(location: str, record: dict[str, Any]) -> SourceRecord:
    started = {
        "run_id": record["run_id"],
        "system_id": record["system_id"],
        "suite": record["sample"]["evaluation_name"],
        "seconds": None,
        "config": None,
    }
    return SourceRecord(location, encode({"kind": "run_started", "started": started}))


def _sample(line: dict[str, Any]) -> Sample:
    return str(line["evaluation_id"]), str(line["sample_id"])


def _question(line: dict[str, Any]) -> str:
    asked = mapping(line.get("input"))
    parts = (asked.get("raw"), listed(asked.get("reference")), listed(asked.get("choices")))
    return hashlib.sha256(orjson.dumps(repaired(list(parts), "", []))).hexdigest()
