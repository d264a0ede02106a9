"""Lines of samples, each the score of one reply by one metric, made into records."""

from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import orjson

from evalstore.errors import RefusedEventError
from evalstore.harnesses import event_records, json_lines
from evalstore.harnesses.case_ids import DIGITS, CaseIds
from evalstore.harnesses.every_eval_ever import aggregate, sample_fields
from evalstore.harnesses.every_eval_ever.attempts import (
    NUMBER_DIGITS_MAX,
    Attempts,
    Case,
    Judgement,
    Sample,
)
from evalstore.harnesses.every_eval_ever.metrics import (
    SCORE,
    UNKNOWN_LEVEL,
    ResultMetric,
    ResultMetrics,
    name_of,
)
from evalstore.harnesses.every_eval_ever.sample_events import sample_events
from evalstore.harnesses.every_eval_ever.shown_scales import ShownScales
from evalstore.harnesses.held_records import HeldRecords
from evalstore.harnesses.inspect.strict_json import encode, repaired
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.values import mapping, text, unknown_fields


@dataclass(slots=True)
class SamplesRead:
    """Counts of the lines in a file of samples and of other records' lines among them."""

    row_count: int = 0
    other_count: int = 0
    is_whole: bool = True

    def holds(self, expected: int | None) -> bool:
        """
        Return whether the file has all samples that a record states.

        If several records share a file, some state the number of all lines and some of their own.

        >>> SamplesRead(4, 2).holds(2), SamplesRead(4, 2).holds(4), SamplesRead(4, 2).holds(3)
        (True, True, False)
        >>> SamplesRead(2, 2).holds(2), SamplesRead(0).holds(0), SamplesRead(3, 2).holds(None)
        (False, True, True)
        """
        is_all = self.own_count > 0 and self.row_count == expected
        return self.is_whole and (is_all or self.own_count >= (expected or 0))

    @property
    def own_count(self) -> int:
        """The number of lines of the record itself."""
        return self.row_count - self.other_count


# The field in which Inspect's converter writes the repetition of a sample.
EPOCH = "epoch"
OF_OTHERS = "of another record"


@dataclass(slots=True)
class SampleLines:
    """
    The lines of one file, and the state that all of them share.

    ``names`` are run id, system id and model id of the aggregate, if there is one. ``is_own`` is
    whether evalstore wrote it; None means that it is decided for each line.
    """

    metrics: ResultMetrics
    names: dict[str, str]
    is_own: bool | None = None
    attempts: Attempts = field(default_factory=Attempts)
    scales: ShownScales = field(default_factory=ShownScales)
    # Case ids by run: two questions with one sample id are two cases.
    ids: dict[str, CaseIds] = field(default_factory=dict)
    asked: set[tuple[str, ...]] = field(default_factory=set)
    # Attributes of each case in lines of other tools, and those that differ between its attempts.
    attributes_of: dict[tuple[str, ...], dict[str, Any]] = field(default_factory=dict)
    varying: dict[tuple[str, ...], set[str]] = field(default_factory=dict)
    # Unknown versions of the schema.
    unknown_versions: dict[str, None] = field(default_factory=dict)
    # The systems of each run, in the order of their first lines.
    systems: dict[str, dict[str, None]] = field(default_factory=dict)

    def record_of(self, line: dict[str, Any]) -> dict[str, Any]:
        """
        Return the record of a line.

        Raises RefusedEventError if the line belongs to another record, or repeats another line.
        """
        self._require_own_run(line)
        is_own = sample_fields.is_own(line) if self.is_own is None else self.is_own
        version = sample_fields.unknown_version(line)
        raw_fields = None
        if version is not None:
            self.unknown_versions[version] = None
            raw_fields = unknown_fields(line, sample_fields.KNOWN) or None
        metadata = mapping(line.pop("metadata", None))
        noted = metadata if is_own else {}
        sample_fields.own_json(noted, "messages", list)
        attributes = sample_fields.own_json(noted, "attributes", dict) if is_own else metadata
        metric = self.metrics.of_line(line)
        question = sample_fields.question(line)
        judgement = self._judgement((_sample(line), question), line, metric, metadata, noted)
        place = self.attempts.note(judgement)
        self.systems.setdefault(line["evaluation_id"], {})[line["model_id"]] = None
        case = (*_asked(line), question)
        is_first = case not in self.asked
        self.asked.add(case)
        run_id, sample_id = _asked(line)
        self.ids.setdefault(run_id, CaseIds()).note(sample_id, question[:DIGITS])
        if not is_own:
            self._note_attributes(case, attributes)
        is_unknown = metric is not None and self._is_unknown(metric, line)
        if metric is not None and not judgement.is_error and not is_unknown and not is_own:
            metric_name = (judgement.validator_id, judgement.evaluation)
            self.scales.note(metric_name, metric, line["evaluation"])
        return {
            "run_id": line["evaluation_id"],
            "system_id": self.names.get("system_id", line["model_id"]),
            "sample": line,
            "noted": noted,
            "raw_fields": raw_fields,
            "attributes": attributes,
            "question": question,
            "is_own": is_own,
            "is_of_metric": metric is not None,
            "is_unknown": is_unknown,
            "is_first": is_first,
            "judgement": asdict(judgement),
            "place": place,
        }

    def _require_own_run(self, line: dict[str, Any]) -> None:
        for name, named in (("evaluation_id", "run_id"), ("model_id", "model_id")):
            expected = self.names.get(named, line[name])
            if expected != line[name]:
                raise RefusedEventError(
                    OF_OTHERS,
                    f"{name}: found {line[name]!r}, expected {expected!r} as in the aggregate; "
                    "move the line to the samples of its own record",
                )

    def _note_attributes(self, case: tuple[str, ...], attributes: dict[str, Any]) -> None:
        """Register the attributes of a case; those that differ between attempts are left out."""
        attributes.pop(EPOCH, None)
        first = self.attributes_of.setdefault(case, attributes)
        if first is not attributes:
            differing = {
                key for key, value in attributes.items() if first.get(key, value) != value
            }
            if differing:
                self.varying.setdefault(case, set()).update(differing)

    def _is_unknown(self, metric: ResultMetric, line: dict[str, Any]) -> bool:
        return metric.has_unknown_level and line["evaluation"]["score"] == UNKNOWN_LEVEL

    def _judgement(
        self,
        case: Case,
        line: dict[str, Any],
        metric: ResultMetric | None,
        metadata: dict[str, Any],
        noted: dict[str, Any],
    ) -> Judgement:
        is_unnamed = not noted and text(line.get("evaluation_result_id")) is None
        attempt = str(metadata.get("attempt" if noted else EPOCH))
        is_number = attempt.isdecimal() and len(attempt) <= NUMBER_DIGITS_MAX
        is_error = line["error"] is not None
        # An error without a metric is that of the call, whatever the line has as its reply.
        is_call = bool(noted) or (is_error and metric is None)
        return Judgement(
            case,
            validator_id=str(noted.get("validator_id") or name_of(metric, line)),
            evaluation=str(line["evaluation_name"]) if is_unnamed else None,
            shared_count=self.metrics.shared_count(line) if is_unnamed else 0,
            stated=int(attempt) if is_number else None,
            is_error=is_error,
            reply="" if is_call else sample_fields.reply(line),
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
    Yield a record for each line; without an aggregate, also the start of each run.

    ``started`` has the aggregate's fields of the run's start; None without an aggregate. Return
    the counts of lines.
    """
    read = SamplesRead()
    if not path.stat().st_size:
        # evalstore exports a run whose attempts all had errors without lines.
        return read
    names = _names(started)
    lines = SampleLines(metrics, names, is_own)
    suite = None if started is None else str(started["suite"])
    objections: list[tuple[str, str]] = []
    with HeldRecords() as held:
        for item in json_lines.read(
            SourceFile(path, source.name, source.sha256, warnings=source.warnings),
            "sample",
            sample_fields.FIELDS,
            named_numbers=("evaluation",),
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
                line, problems = sample_fields.checked(line)
                record = lines.record_of(line)
            except RefusedEventError as refusal:
                is_of_others = refusal.reason == OF_OTHERS
                read.other_count += is_of_others
                read.is_whole &= is_of_others
                yield Skip(place, refusal.reason, refusal.detail)
                continue
            objections += [(place, objection) for objection in problems]
            suite = suite or str(line["evaluation_name"])
            held.add(place, encode(repaired(record, "", [])))
        yield from _held(held, lines, source, suite or SCORE, is_alone=started is None)
    if lines.unknown_versions and started is None:
        # With an aggregate the warning is about its version.
        source.warnings.append(aggregate.unknown(", ".join(lines.unknown_versions), source))
    source.warnings += sample_fields.warnings_of(objections, source.name)
    source.warnings += lines.scales.infinity_warnings(lines.attempts.name_of, path.name)
    return read


def _held(
    held: HeldRecords, lines: SampleLines, source: SourceFile, suite: str, *, is_alone: bool
) -> Iterator[SourceRecord]:
    """Yield the stored records with attempt, case id and scales, which depend on all lines."""
    shown = lines.scales.to_dict(lines.attempts.name_of, suite, source)
    unnamed_count = 0
    runs: set[str] = set()
    for location, text_held in held:
        record = orjson.loads(text_held)
        sample_id = record["sample"]["sample_id"]
        if is_alone and record["run_id"] not in runs:
            runs.add(record["run_id"])
            yield _start(location, record, list(lines.systems[record["run_id"]]))
        is_named = record["is_of_metric"] or record["is_own"]
        unnamed_count += not is_named and record["sample"]["error"] is None
        sample, question = _asked(record["sample"]), record.pop("question")
        case_ids = lines.ids[record["run_id"]]
        case = (_sample(record["sample"]), question)
        judgement = Judgement(**{**record.pop("judgement"), "case": case})
        attempt = lines.attempts.attempt_of(judgement, record.pop("place"))
        for key in lines.varying.get((*sample, question), ()):
            record["attributes"].pop(key, None)
        record |= {**asdict(attempt), "case_id": case_ids.case_id(sample_id, question[:DIGITS])}
        yield event_records.record(location, record["run_id"], *sample_events(record, shown))
    if unnamed_count:
        source.warnings.append(
            f"{source.name}: {unnamed_count} of {len(held)} samples have an "
            "`evaluation_result_id` that is missing or not in the record, so they are unscored"
        )
    for ids in lines.ids.values():
        ids.tell(source)
    if lines.attempts.retried_count:
        source.doubts.append(
            f"{source.name}: {lines.attempts.retried_count} of {len(held)} samples have an error "
            "on one line and a reply to the same attempt on another; the reply counts"
        )


def _names(started: dict[str, Any] | None) -> dict[str, str]:
    if started is None:
        return {}
    model_id = started["config"]["model_info"]["id"]
    return {name: started[name] for name in ("run_id", "system_id")} | {"model_id": model_id}


def _start(location: str, record: dict[str, Any], systems: list[str]) -> SourceRecord:
    payload = {"suite": record["sample"]["evaluation_name"], "systems": systems}
    return event_records.record(location, record["run_id"], event_records.started(payload))


def _asked(line: dict[str, Any]) -> tuple[str, str]:
    return str(line["evaluation_id"]), str(line["sample_id"])


def _sample(line: dict[str, Any]) -> Sample:
    return (*_asked(line), str(line["model_id"]))
