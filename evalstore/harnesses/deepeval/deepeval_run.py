"""Records of a test run: its start, its test cases, its reported figures, and its end."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.deepeval import deepeval_figures
from evalstore.harnesses.deepeval.case_events import case_events
from evalstore.harnesses.deepeval.cases import JudgedCase, NotACaseError, case_of
from evalstore.harnesses.held_records import HeldRecords
from evalstore.harnesses.inspect.json_stream import JsonStream
from evalstore.harnesses.inspect.stream_errors import (
    CutShortError,
    MalformedError,
    TooLargeError,
    reason_of,
    rest_reason,
)
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError, encode, repaired
from evalstore.harnesses.non_finite import InfiniteValues
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.scales import SHARE
from evalstore.harnesses.values import mapping, name, scalars, text, whole, without_secrets

UNNAMED_SUITE, UNNAMED_SYSTEM = "deepeval", "unnamed"
DIGEST_LENGTH = 22
CASES = ("testCases", "conversationalTestCases")
OF_RUN = (
    "testFile", "identifier", "hyperparameters", "metricsScores", "testPassed", "testFailed",
    "datasetAlias", "datasetId", "datasetVersion",
)  # fmt: skip
MODEL = "model"


@dataclass(slots=True)
class TestRun:
    """The parts of a run read so far: its fields, its test cases, and the skipped ones."""

    # Pytest would collect a class of this name.
    __test__ = False

    fields: dict[str, Any] = field(default_factory=dict)
    cases: list[JudgedCase] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)

    @property
    def suite(self) -> str:
        """The name of the dataset, else of the test file, else ``deepeval``."""
        suite = name(self.fields.get("datasetAlias")) or name(self.fields.get("testFile"))
        return suite or UNNAMED_SUITE

    @property
    def system_id(self) -> str:
        """The hyperparameter ``model``, else ``unnamed``."""
        parameters = mapping(self.fields.get("hyperparameters"))
        models = [name(value) for key, value in parameters.items() if key.lower() == MODEL]
        return next(filter(None, models), UNNAMED_SYSTEM)


def records(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the records in the order of events, after the whole file was read.

    The file has neither a run id nor a time, so the run id is a digest of the content; all files
    that DeepEval writes for one run have the same. Raises UnreadableInputError if there is no test
    case.
    """
    with HeldRecords() as held:
        run = TestRun()
        _read(source, run, held)
        if not run.cases:
            problem = str(run.skips[0]) if run.skips else "none"
            raise UnreadableInputError(
                f"{source.name}: expected test cases of DeepEval, found {problem}; ingest the "
                "`.deepeval/.latest_run_full.json` of a run"
            )
        repairs: list[dict[str, str]] = []
        figured = deepeval_figures.reported(run.fields, run.cases)
        run.fields = repaired(run.fields, "", repairs)
        run_id = f"deepeval-{_digest(run, held)}"
        yield event_records.record("the file", run_id, _started(run, repairs))
        yield from run.skips
        InfiniteValues(Counter(infinite for case in run.cases for infinite in case.infinite)).tell(
            source
        )
        shares = [scorer for scorer, kind in source.scales.declared.items() if kind == SHARE]
        yield from _case_records(run, held, run_id, shares)
    yield from _end(run, run_id, figured, source)


def _end(
    run: TestRun,
    run_id: str,
    figured: tuple[list[dict[str, Any]], list[str]],
    source: SourceFile,
) -> Iterator[SourceRecord]:
    if run.skips:
        source.warnings.append(
            f"{source.name}: test cases were skipped, so the figures that the file reports for "
            "all test cases are not recorded, and the run is not marked as ended"
        )
        return
    reported, reported_spans = figured
    if reported_spans:
        source.warnings.append(
            f"{source.name}: metrics of spans are not read, nor are the figures of "
            f"{', '.join(reported_spans[:5])}, which include them"
        )
    if reported:
        figures = [
            event_records.figure({"system_id": run.system_id, **figure}) for figure in reported
        ]
        yield event_records.record("metricsScores", run_id, *figures)
    if whole(run.fields.get("testPassed")) is not None:
        yield event_records.record("testPassed", run_id, event_records.finished())


def _read(source: SourceFile, run: TestRun, held: HeldRecords) -> None:
    with input_file.open_text(
        source.path, encoding="utf-8-sig", errors="surrogateescape", newline=""
    ) as file:
        stream = JsonStream(file)
        try:
            for member in stream.names():
                if member == "testRunData" and stream.is_object():
                    for inner in stream.names():
                        _take(stream, inner, run, held)
                else:
                    _take(stream, member, run, held)
        except CutShortError as error:
            run.skips.append(
                Skip(
                    "the file", "cut short",
                    f"{error}; everything before it was read, run the tests again for the rest",
                )
            )  # fmt: skip
        except (MalformedError, TooLargeError, RecursionError, ValueError) as error:
            run.skips.append(
                Skip(
                    "the file",
                    rest_reason(error),
                    f"the rest of the file cannot be read: {error}",
                )
            )


def _take(stream: JsonStream, member: str, run: TestRun, held: HeldRecords) -> None:
    if member in CASES:
        for number in stream.elements():
            _take_case(stream, member, f"{member}[{number}]", run, held)
    elif member in OF_RUN:
        run.fields[member] = stream.value()[0]
    else:
        stream.skip()


def _take_case(
    stream: JsonStream, member: str, location: str, run: TestRun, held: HeldRecords
) -> None:
    try:
        value, is_strict = stream.element()
        case, record = case_of(value, is_strict=is_strict, is_conversation=member != CASES[0])
        held.add(location, record)
        run.cases.append(case)
    except (TooLargeError, MalformedError, RecursionError, ValueError) as error:
        run.skips.append(Skip(location, reason_of(error, "test case"), str(error)))
    except NotACaseError as error:
        run.skips.append(Skip(location, "not a test case", str(error)))
    except NotStrictJsonError as error:
        run.skips.append(Skip(location, "test case not writable", str(error)))


def _digest(run: TestRun, held: HeldRecords) -> str:
    digest = hashlib.sha256(encode(run.fields).encode())
    for _, record in held:
        digest.update(record.encode())
    return digest.hexdigest()[:DIGEST_LENGTH]


def _case_records(
    run: TestRun, held: HeldRecords, run_id: str, shares: list[str]
) -> Iterator[SourceRecord]:
    expected = defaultdict(set)
    for case in run.cases:
        expected[case.case_key].add(case.asked_digest)
    attempts: dict[str, int] = defaultdict(int)
    for case, (location, record) in zip(run.cases, held, strict=True):
        # A question with several right answers or contexts is several cases.
        is_shared = len(expected[case.case_key]) > 1
        case_id = f"{case.case_key}-{case.asked_digest}" if is_shared else case.case_key
        attempts[case_id] += 1
        place = {"case_id": case_id, "system_id": run.system_id, "attempt": attempts[case_id]}
        events = case_events(orjson.loads(record), place, run.suite, shares)
        yield event_records.record(location, run_id, *events)


def _started(run: TestRun, repairs: list[dict[str, str]]) -> event_records.Event:
    parameters = scalars(run.fields.get("hyperparameters"))
    raters = [deepeval_figures.SUCCESS] if any(case.is_judged for case in run.cases) else None
    return event_records.started(
        {
            "suite": run.suite,
            "systems": [run.system_id],
            "raters": raters,
            "validators": raters,
            "config": {
                "hyperparameters": without_secrets(parameters) or None,
                "identifier": text(run.fields.get("identifier")),
                "dataset_id": text(run.fields.get("datasetId")),
                "dataset_version": text(run.fields.get("datasetVersion")),
                "test_file": text(run.fields.get("testFile")),
            },
            "repairs": repairs or None,
        }
    )
