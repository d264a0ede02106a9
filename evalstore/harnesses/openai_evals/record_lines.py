"""Lines of a file of records: specifications, events of samples, and final reports."""

from collections.abc import Iterator
from typing import Any

from evalstore.errors import UnreadableInputError
from evalstore.events.parsing import shortened
from evalstore.harnesses import event_lines
from evalstore.harnesses.held_lines import HeldLines
from evalstore.harnesses.inspect.stream_errors import reason_of
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError, decode, encode, repaired
from evalstore.harnesses.non_finite import infinite_in, not_finite_in
from evalstore.harnesses.openai_evals.harness_run import MATCH, METRICS, HarnessRun
from evalstore.harnesses.records import Skip, SourceFile
from evalstore.harnesses.repeated_keys import RepeatedKeyError

SPECIFICATION, REPORT = "spec", "final_report"
EXPECTED = "expected {specification}, {report} or an event with run_id, sample_id, type and data"
JUDGING = (MATCH, METRICS)
SAMPLE_ID_LENGTH_MAX = 512


class NoHarnessRecordError(Exception):
    """A line that is not a record of the harness."""


def runs(source: SourceFile, held: HeldLines, skips: list[Skip]) -> dict[str, HarnessRun]:
    """
    Return the runs of a file by id, with the lines of their samples in ``held``.

    Lines that are not records are added to ``skips``. Raises UnreadableInputError if the file has
    no lines.
    """
    runs_by_id: dict[str, HarnessRun] = {}
    is_empty = True
    last = ""
    for number, line in _lines(source, skips):
        is_empty = False
        try:
            record, is_strict = decode(line, takes_other_bytes=True)
            last = _take(record, line if is_strict else None, runs_by_id, last, held)
        except NoHarnessRecordError as error:
            skips.append(Skip(f"line {number}", "no record", str(error)))
        except NotStrictJsonError as error:
            skips.append(Skip(f"line {number}", "record not writable", str(error)))
        except (RecursionError, RepeatedKeyError) as error:
            skips.append(Skip(f"line {number}", reason_of(error), str(error)))
        except ValueError as error:
            detail = f"{error}; the last line is incomplete if the run was killed"
            skips.append(Skip(f"line {number}", "no JSON", detail))
    if is_empty and not skips:
        raise UnreadableInputError(
            f"{source.name}: the file is empty, expected the records of a run of openai/evals"
        )
    return runs_by_id


def _lines(source: SourceFile, skips: list[Skip]) -> Iterator[tuple[int, bytes]]:
    for item in event_lines.numbered_lines(source.path):
        if isinstance(item, Skip):
            skips.append(item)
        else:
            yield item


def _take(
    record: Any, line: bytes | None, runs_by_id: dict[str, HarnessRun], last: str, held: HeldLines
) -> str:
    """Add a record to its run; return the run's id. Raises NoHarnessRecordError."""
    if not isinstance(record, dict):
        raise NoHarnessRecordError(f"found {shortened(str(record))}, {_expected()}")
    if "sample_id" in record:
        return _take_event(record, line, runs_by_id, held)
    repairs: list[dict[str, str]] = []
    clean: dict[str, Any] = record if line is not None else repaired(record, "", repairs)
    specification = clean.get(SPECIFICATION)
    if isinstance(specification, dict):
        run_id = _text(specification, "run_id")
        run = runs_by_id.setdefault(run_id, HarnessRun(run_id))
        run.specify(specification)
        return run_id
    if isinstance(clean.get(REPORT), dict):
        run_id = _text(clean, "run_id") if "run_id" in clean else last
        if run_id not in runs_by_id:
            raise NoHarnessRecordError("found a final report before the specification of its run")
        runs_by_id[run_id].final_report = clean[REPORT]
        runs_by_id[run_id].report_texts = {
            path.removeprefix(f"{REPORT}."): was for path, was in not_finite_in(repairs).items()
        }
        return run_id
    raise NoHarnessRecordError(f"found an object with {sorted(record)[:5]}, {_expected()}")


def _take_event(
    record: dict[str, Any], line: bytes | None, runs_by_id: dict[str, HarnessRun], held: HeldLines
) -> str:
    repairs: list[dict[str, str]] = []
    if line is None:
        # A repaired record contains its repairs.
        record = repaired(record, "", repairs)
        line = encode({**record, "repairs": repairs}).encode()
    sample_id = record["sample_id"]
    if not isinstance(sample_id, str) or not 0 < len(sample_id) <= SAMPLE_ID_LENGTH_MAX:
        raise NoHarnessRecordError(
            f"sample_id: found {shortened(str(sample_id))}, expected text of 1 to "
            f"{SAMPLE_ID_LENGTH_MAX} characters"
        )
    run_id, kind = _text(record, "run_id"), _text(record, "type")
    run = runs_by_id.get(run_id)
    if run is None:
        run = runs_by_id[run_id] = HarnessRun(run_id)
    event_id = record.get("event_id")
    if type(event_id) is int:
        if run.has_number(event_id) and _is_held(line, run.samples.get(sample_id, []), held):
            run.repeated_count += 1
            return run_id
        run.event_count += 1
        run.last_event = max(run.last_event, event_id)
    if kind == METRICS and isinstance(data := record.get("data"), dict):
        run.take_metrics(data)
        run.infinite.update(
            path.removeprefix("data.") for path in infinite_in(repairs) if path.startswith("data.")
        )
    if kind in JUDGING:
        of_kind = f"{kind} {sample_id}"
        if of_kind in run.judged:
            run.rejudged.add(sample_id)
        run.judged.add(of_kind)
    places = run.samples.get(sample_id)
    if places is None:
        run.samples[sample_id] = [held.add(line)]
    else:
        places.append(held.add(line))
    return run_id


def _is_held(line: bytes, places: list[tuple[int, int]], held: HeldLines) -> bool:
    """Return True if a sample already has the same line."""
    return any(held.line(place) == line for place in places)


def _text(record: dict[str, Any], name: str) -> str:
    value = record.get(name)
    if not isinstance(value, str) or not value or value.isspace():
        raise NoHarnessRecordError(f"{name}: found {shortened(str(value))}, expected text")
    return value


def _expected() -> str:
    return EXPECTED.format(specification=SPECIFICATION, report=REPORT)
