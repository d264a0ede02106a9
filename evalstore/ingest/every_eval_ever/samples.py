"""Lines of samples: each the score of one reply by one metric, with what all of them show."""

from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import orjson

from evalstore.errors import RefusedEventError
from evalstore.ingest import json_lines
from evalstore.ingest.every_eval_ever import sample_fields
from evalstore.ingest.every_eval_ever.attempts import (
    NUMBER_DIGITS_MAX,
    Attempts,
    Case,
    Judgement,
    Sample,
)
from evalstore.ingest.every_eval_ever.metrics import (
    SCORE,
    UNKNOWN_LEVEL,
    ResultMetric,
    ResultMetrics,
)
from evalstore.ingest.held_records import HeldRecords
from evalstore.ingest.inspect.strict_json import encode, repaired
from evalstore.ingest.records import Skip, SourceFile, SourceRecord
from evalstore.ingest.values import mapping, text

HASH_DIGITS = 8
# Where Inspect's converter says which repetition of a sample a line is of.
EPOCH = "epoch"
OF_OTHERS = "of another record"


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
    attempts: Attempts = field(default_factory=Attempts)
    # By the name and the evaluation of a metric: whether its scores show that it measures.
    scales: dict[tuple[str, str | None], bool] = field(default_factory=dict)
    binary: set[tuple[str, str | None]] = field(default_factory=set)
    # What each sample asks; two questions of one id are two cases.
    questions: dict[Sample, set[str]] = field(default_factory=dict)

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
        judgement = self._judgement(case, line, metadata, noted)
        place = self.attempts.note(judgement)
        asked = self.questions.setdefault(case[0], set())
        is_first = case[1] not in asked
        asked.add(case[1])
        is_unknown = metric is not None and self._is_unknown(metric, line)
        if metric is not None and not judgement.is_error and not is_unknown and not is_own:
            self._note(judgement, metric, line["evaluation"])
        return {
            "run_id": line["evaluation_id"],
            "system_id": line["model_id"],
            "sample": line,
            "noted": noted,
            "attributes": attributes,
            "question": case[1],
            "is_own": is_own,
            "is_of_metric": metric is not None,
            "is_unknown": is_unknown,
            "is_first": is_first,
            "judgement": asdict(judgement),
            "place": place,
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

    def _note(self, line: Judgement, metric: ResultMetric, judged: dict[str, Any]) -> None:
        named, score = (line.validator_id, line.evaluation), judged["score"]
        is_outside = not metric.is_binary and not 0 <= score <= 1
        measures = is_outside or metric.measures(score, is_correct=judged["is_correct"])
        self.scales[named] = measures or self.scales.get(named, False)
        if metric.is_binary:
            self.binary.add(named)

    def measuring(self, suite: str, source: SourceFile) -> list[str]:
        """Return the names of the metrics that measure, once all lines are noted."""
        shown: dict[str, bool] = {}
        for named, measures in self.scales.items():
            name = self.attempts.name_of(*named)
            shown[name] = measures or shown.get(name, False)
        return sorted(
            name
            for name, measures in shown.items()
            if source.scales.are_measurements(suite, name, is_outside=measures)
        )

    def _is_unknown(self, metric: ResultMetric, line: dict[str, Any]) -> bool:
        return metric.has_unknown_level and line["evaluation"]["score"] == UNKNOWN_LEVEL

    def _judgement(
        self, case: Case, line: dict[str, Any], metadata: dict[str, Any], noted: dict[str, Any]
    ) -> Judgement:
        is_unnamed = not noted and text(line.get("evaluation_result_id")) is None
        said = str(metadata.get("attempt" if noted else EPOCH))
        is_number = said.isdecimal() and len(said) <= NUMBER_DIGITS_MAX
        return Judgement(
            case,
            validator_id=str(noted.get("validator_id") or self.metrics.name_of(line)),
            evaluation=str(line["evaluation_name"]) if is_unnamed else None,
            shared_count=self.metrics.shared_count(line) if is_unnamed else 0,
            said=int(said) if is_number else None,
            is_error=line["error"] is not None,
            reply=sample_fields.reply(line) if is_unnamed else "",
        )


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
    """Yield the lines with what all of them show: attempts, scales, cases of several questions."""
    named = lines.attempts.name_of
    measuring = lines.measuring(suite, source)
    binary = sorted({named(*one) for one in lines.binary})
    unnamed_count = 0
    runs: set[str] = set()
    for location, text_held in held:
        record = orjson.loads(text_held)
        sample_id = record["sample"]["sample_id"]
        if is_alone and record["run_id"] not in runs:
            runs.add(record["run_id"])
            yield _start(location, record)
        is_named = record["is_of_metric"] or record["is_own"]
        unnamed_count += not is_named and record["sample"]["error"] is None
        sample, question = _sample(record["sample"]), record.pop("question")
        judgement = Judgement(**{**record.pop("judgement"), "case": (sample, question)})
        told = lines.attempts.attempt_of(judgement, record.pop("place"))
        is_shared = len(lines.questions[sample]) > 1
        yield SourceRecord(
            location,
            encode(
                {
                    "kind": "sample",
                    **record,
                    **asdict(told),
                    "case_id": f"{sample_id}#{question[:HASH_DIGITS]}" if is_shared else sample_id,
                    "measuring": measuring,
                    "binary": binary,
                }
            ),
        )
    if unnamed_count:
        source.warnings.append(
            f"{source.name}: {unnamed_count} of {len(held)} samples name none of the record's "
            "results (`evaluation_result_id`), so what they score nobody knows: they are unscored"
        )
    if lines.attempts.retried_count:
        source.warnings.append(
            f"{source.name}: {lines.attempts.retried_count} of {len(held)} samples have an error, "
            "and another line the reply to the same attempt: the reply stands"
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
