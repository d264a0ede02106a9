"""Inspect logs in one ``.json`` file, as Inspect and vitals write them, read as a stream."""

from collections.abc import Iterator
from typing import Any

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses.inspect import inspect_runs, samples
from evalstore.harnesses.inspect.json_stream import JsonStream
from evalstore.harnesses.inspect.stream_errors import (
    CutShortError,
    MalformedError,
    TooLargeError,
    reason_of,
    rest_reason,
)
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError
from evalstore.harnesses.inspect.whole_log import Head, records
from evalstore.harnesses.inspect_json.inspect_json_files import recognises
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

__all__ = ["HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = "ingest/inspect"
# 2: scores without a reply count, each question of an id is a case, grades are not ratings.
READING = 2
HOLDS_WHOLE_RUN = True
HEAD = ("version", "status", "eval", "plan", "results", "stats", "error", "invalidated")


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the run's start, its samples in file order, the reported figures, and its end.

    Raises UnreadableInputError if the log has no ``eval`` object.
    """
    header, odd = _header(source)
    spec = header.get("eval")
    if not isinstance(spec, dict):
        raise UnreadableInputError(
            f"{source.name}: expected an Inspect log with an `eval` that is an object, found "
            f"{type(spec).__name__}; copy the log again from its source"
        )
    log = inspect_runs.log_of(spec, header, source)
    log.is_version_known = inspect_runs.warn_of_version(header, source)
    head = Head(spec, header.get("plan"), header, "eval", "results")
    if odd is not None:
        yield odd
    yield from records(head, _samples(source, log), log, source)


def _header(source: SourceFile) -> tuple[dict[str, Any], Skip | None]:
    """
    Read the parts of the log around its samples; skip the samples only if parts follow them.

    Return the parts, and a Skip for the error that ended the reading. If the file is cut short,
    the Skip is None: reading the samples reports it. Raises UnreadableInputError if the error
    comes before ``eval``.
    """
    header: dict[str, Any] = {}
    with input_file.open_text(
        source.path, encoding="utf-8-sig", errors="surrogateescape", newline=""
    ) as file:
        stream = JsonStream(file)
        name = "the log"
        try:
            for name in stream.names():
                if name == "samples" and {"eval", "status"} <= header.keys():
                    break
                if name in HEAD:
                    header[name], _ = stream.value()
                else:
                    stream.skip()
        except CutShortError:
            # The parts before the cut may still identify the run.
            return header, None
        except (MalformedError, TooLargeError, RecursionError, ValueError) as error:
            if "eval" not in header:
                raise UnreadableInputError(f"{source.name}: {error}") from error
            detail = f"{error}; from there on only the samples of the log are read"
            return header, Skip(name, rest_reason(error), detail)
    return header, None


def _samples(source: SourceFile, log: samples.Log) -> Iterator[SourceRecord | Skip]:
    location = "the log's end"
    with input_file.open_text(
        source.path, encoding="utf-8-sig", errors="surrogateescape", newline=""
    ) as file:
        stream = JsonStream(file)
        try:
            for name in stream.names():
                if name != "samples":
                    stream.skip()
                    continue
                for number in stream.elements():
                    location = f"samples[{number}]"
                    yield _sample(stream, location, log)
                return
        except CutShortError as error:
            yield Skip(
                location,
                "cut short",
                f"{error}; everything before it was read, copy the log again for the rest",
            )
        # An integer of thousands of digits raises ValueError.
        except (MalformedError, TooLargeError, RecursionError, ValueError) as error:
            detail = f"the rest of the log cannot be read: {error}"
            yield Skip(location, rest_reason(error), detail)


def _sample(stream: JsonStream, location: str, log: samples.Log) -> SourceRecord | Skip:
    try:
        sample, is_strict = stream.element()
        return SourceRecord(location, samples.record_text(sample, is_strict, log))
    except (TooLargeError, MalformedError, RecursionError, ValueError) as error:
        return Skip(location, reason_of(error, "sample"), str(error))
    except samples.NotASampleError as error:
        return Skip(location, "not a sample", str(error))
    except NotStrictJsonError as error:
        return Skip(location, "sample not writable", str(error))
