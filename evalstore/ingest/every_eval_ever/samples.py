"""Lines of samples: each the score of one reply by one metric, with what all of them show."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from evalstore.errors import RefusedEventError
from evalstore.ingest import json_lines
from evalstore.ingest.every_eval_ever import sample_fields
from evalstore.ingest.every_eval_ever.metrics import (
    SCORE,
    UNKNOWN_LEVEL,
    ResultMetric,
    ResultMetrics,
)
from evalstore.ingest.held_records import HeldRecords
from evalstore.ingest.inspect.scorers import Scorers
from evalstore.ingest.inspect.strict_json import encode, repaired
from evalstore.ingest.records import Skip, SourceFile, SourceRecord
from evalstore.ingest.values import mapping

HASH_DIGITS = 8
# Where Inspect's converter says which repetition of a sample a line is of.
EPOCH = "epoch"
OF_OTHERS = "of another record"
ATTEMPT_MAX = 2**31 - 2
# A sample of a run.
Sample = tuple[str, str]
# The same, and the digest of what it asks.
Case = tuple[Sample, str]


@dataclass(slots=True)
class SamplesRead:
    """How many lines a file of samples has, and whether all of them could be read."""

    row_count: int = 0
    is_whole: bool = True


@dataclass(slots=True)
class SampleLines:
    """
    The lines of one file, and what those so far make of the next.

    ``names`` are the run and the system of the aggregate they belong to, as far as it names them;
    ``is_own`` says whether evalstore wrote it, and is None where each line has to say so.
    """

    metrics: ResultMetrics
    names: dict[str, str]
    is_own: bool | None = None
    scorers: Scorers = field(default_factory=Scorers)
    measuring: set[str] = field(default_factory=set)
    binary: set[str] = field(default_factory=set)
    # What each sample asks; two questions of one id are two cases.
    questions: dict[Sample, set[str]] = field(default_factory=dict)
    # Whether the reply to a case at an attempt is an error.
    replies: dict[tuple[Case, int], bool] = field(default_factory=dict)
    asked: dict[tuple[Case, str], int] = field(default_factory=dict)
    told: set[tuple[Case, int, str]] = field(default_factory=set)
    # Of lines that several metrics may be of: the attempt of a reply, and how many were of it.
    shared: dict[tuple[Case, str], tuple[int, int]] = field(default_factory=dict)
    # Tools count repetitions from 1, and some from 0.
    first_attempt: int = 1

    def record_of(self, line: dict[str, Any]) -> dict[str, Any]:
        """
        Return what the mapping reads of a line.

        Raises RefusedEventError where it is another record's, or says again what was said.
        """
        self._require_own_run(line)
        is_own = sample_fields.is_own(line) if self.is_own is None else self.is_own
        metadata = mapping(line.pop("metadata", None))
        noted = metadata if is_own else {}
        sample_fields.own_json(noted, "messages", list)
        attributes = sample_fields.own_json(noted, "attributes", dict) if is_own else metadata
        metric = self.metrics.of_line(line)
        case = (_sample(line), sample_fields.question(line))
        attempt, validator_id = self._verdict_of(case, line, metadata, noted)
        is_error = line["error"] is not None
        asked = self.questions.setdefault(case[0], set())
        is_first, is_new_reply = case[1] not in asked, (case, attempt) not in self.replies
        asked.add(case[1])
        self.replies.setdefault((case, attempt), is_error)
        is_unknown = metric is not None and self._is_unknown(metric, line)
        if metric is not None and not is_error and not is_unknown and not is_own:
            self._note(validator_id, metric, line["evaluation"])
        return {
            "run_id": line["evaluation_id"],
            "system_id": line["model_id"],
            "sample": line,
            "noted": noted,
            "attributes": attributes,
            "question": case[1],
            "validator_id": validator_id,
            "is_own": is_own,
            "is_of_metric": metric is not None,
            "is_unknown": is_unknown,
            "attempt": attempt,
            "is_first": is_first,
            "is_new_reply": is_new_reply,
        }

    def _require_own_run(self, line: dict[str, Any]) -> None:
        pairs = (("evaluation_id", "run_id"), ("model_id", "system_id"))
        for name, named in pairs:
            expected = self.names.get(named, line[name])
            if expected != line[name]:
                raise RefusedEventError(
                    OF_OTHERS,
                    f"{name}: found {line[name]!r}, expected {expected!r} as in the aggregate; "
                    "move it to the samples of its own",
                )

    def _note(self, validator_id: str, metric: ResultMetric, judged: dict[str, Any]) -> None:
        self.scorers.number(validator_id, judged["score"])
        if metric.measures(judged["score"], is_correct=judged["is_correct"]):
            self.measuring.add(validator_id)
        if metric.is_binary:
            self.binary.add(validator_id)

    def _is_unknown(self, metric: ResultMetric, line: dict[str, Any]) -> bool:
        return metric.has_unknown_level and line["evaluation"]["score"] == UNKNOWN_LEVEL

    def _verdict_of(
        self, case: Case, line: dict[str, Any], metadata: dict[str, Any], noted: dict[str, Any]
    ) -> tuple[int, str]:
        """Return the attempt and the validator of a line, which no line before it has."""
        validator_id = str(noted.get("validator_id") or self.metrics.name_of(line))
        said = metadata.get("attempt" if noted else EPOCH)
        is_error = line["error"] is not None
        shared_count = 0 if noted else self.metrics.shared_count(line)
        if said is None or not str(said).isdecimal() or int(str(said)) > ATTEMPT_MAX:
            if shared_count:
                return self._shared(case, line, shared_count, is_error=is_error)
            attempt = self._next(case, validator_id, is_error=is_error)
        else:
            attempt = int(str(said))
            self.first_attempt = min(self.first_attempt, attempt)
            names = [validator_id, *(f"{SCORE}:{place + 1}" for place in range(1, shared_count))]
            free = [name for name in names if (case, attempt, name) not in self.told]
            if not free:
                raise RefusedEventError(
                    "told twice",
                    f"sample {case[0][1]!r}: attempt {attempt} has a score of {validator_id} "
                    "already; number the attempts",
                )
            validator_id = free[0]
        self.told.add((case, attempt, validator_id))
        return attempt, validator_id

    def _next(self, case: Case, validator_id: str, *, is_error: bool) -> int:
        attempt = self.asked.get((case, validator_id), 0) + 1
        # A call that failed and one that did not are no reply to the same attempt.
        while (
            self.replies.get((case, attempt), is_error) != is_error
            or (case, attempt, validator_id) in self.told
        ):
            attempt += 1
        self.asked[case, validator_id] = attempt
        return attempt

    def _shared(
        self, case: Case, line: dict[str, Any], shared_count: int, *, is_error: bool
    ) -> tuple[int, str]:
        """Lines of one reply are as many verdicts on it as there are metrics to be of."""
        reply = (case, sample_fields.reply(line))
        attempt, count = self.shared.get(reply, (0, 0))
        if count % shared_count == 0:
            attempt = self._next(case, SCORE, is_error=is_error)
        self.shared[reply] = (attempt, count + 1)
        place = count % shared_count
        return attempt, f"{SCORE}:{place + 1}" if place else SCORE


def samples(
    source: SourceFile,
    path: Path,
    metrics: ResultMetrics,
    started: dict[str, Any] | None,
    *,
    is_own: bool | None = None,
) -> Generator[SourceRecord | Skip, None, SamplesRead]:
    """
    Yield a record for each line, after the start of its run where no aggregate tells of it.

    ``started`` is what the aggregate says of the start; None without an aggregate. Return how
    many lines there are.
    """
    read = SamplesRead()
    if not path.stat().st_size:
        # A record of attempts that all errored has no line.
        return read
    names = {} if started is None else {name: started[name] for name in ("run_id", "system_id")}
    lines = SampleLines(metrics, names, is_own)
    suite = None if started is None else str(started["suite"])
    objections: list[tuple[str, str]] = []
    with HeldRecords() as held:
        for item in json_lines.read(
            SourceFile(path, source.name, source.sha256, warnings=source.warnings),
            "sample",
            sample_fields.FIELDS,
        ):
            place = f"{path.name}, {item.location}"
            if isinstance(item, Skip):
                read.row_count, read.is_whole = read.row_count + 1, False
                yield Skip(place, item.reason, item.detail)
                continue
            line = orjson.loads(item.text).get("fields")
            if line is None:
                continue
            read.row_count += 1
            try:
                line, found = sample_fields.checked(line)
                record = lines.record_of(line)
            except RefusedEventError as refusal:
                read.is_whole &= refusal.reason == OF_OTHERS
                yield Skip(place, refusal.reason, refusal.detail)
                continue
            objections += [(place, objection) for objection in found]
            suite = suite or str(line["evaluation_name"])
            held.add(place, encode(repaired(record, "", [])))
        yield from _held(held, lines, source, suite or SCORE, is_alone=started is None)
    source.warnings += sample_fields.warnings_of(objections, source.name)
    return read


def _held(
    held: HeldRecords, lines: SampleLines, source: SourceFile, suite: str, *, is_alone: bool
) -> Iterator[SourceRecord]:
    """Yield the lines with what all of them show: scales, and samples of several questions."""
    shown = lines.scorers.scales(
        lambda name, is_outside: source.scales.are_measurements(
            suite,
            name,
            is_outside=name in lines.measuring or (is_outside and name not in lines.binary),
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
        is_named = record["is_of_metric"] or record["is_own"]
        unnamed_count += not is_named and record["sample"]["error"] is None
        question = record.pop("question")
        is_shared = len(lines.questions[_sample(record["sample"])]) > 1
        yield SourceRecord(
            location,
            encode(
                {
                    "kind": "sample",
                    **record,
                    "attempt": record["attempt"] + 1 - lines.first_attempt,
                    "case_id": f"{sample_id}#{question[:HASH_DIGITS]}" if is_shared else sample_id,
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
