"""Aggregates: records of one model, with its results and a reference to its samples."""

import json
import math
import re
from datetime import UTC, datetime
from typing import Any

from evalstore.base import input_file
from evalstore.errors import RefusedEventError, UnreadableInputError
from evalstore.events.parsing import object_of, shortened
from evalstore.harnesses.every_eval_ever.metrics import OVERALL, parameters_of
from evalstore.harnesses.records import SourceFile
from evalstore.harnesses.values import mapping, mappings

BYTES_MAX = 256 * 1024 * 1024
KNOWN_VERSIONS = re.compile(r"0\.[23](\..*)?")
# The library that evalstore's own records name; only these have evalstore's names and details.
OWN_LIBRARY = "evalstore"
OF_RUNS = ("suite_version", "git_sha", "git_branch", "started_at")
OBJECTS = ("source_metadata", "eval_library", "detailed_evaluation_results")
# Numbers from this on are times in seconds since 1970 (March 1973), or in the parts below.
SECONDS_FROM = 1e8
PARTS = (1e9, 1e6, 1e3, 1)
# The end of the year 2199, the latest time that events accept.
SECONDS_MAX = 7258118399


def is_text(value: Any) -> bool:
    """Return whether a value is a text that is not blank."""
    return isinstance(value, str) and bool(value.strip())


def shown(value: Any) -> str:
    """
    Return a value as messages quote it, shortened.

    >>> shown("none"), shown([1])
    ('"none"', '"[1]"')
    """
    return shortened(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def opened(source: SourceFile) -> dict[str, Any]:
    """
    Return the aggregate of a file, and add warnings about parts that violate the format.

    Raises UnreadableInputError if the file is not an aggregate.
    """
    if source.path.stat().st_size > BYTES_MAX:
        raise UnreadableInputError(
            f"{source.name}: the aggregate is larger than {BYTES_MAX} bytes; write its samples to "
            "a JSON Lines file next to it"
        )
    record = _decoded(source)
    if not isinstance(record, dict) or not is_text(record.get("evaluation_id")):
        raise UnreadableInputError(f"{source.name}: expected an object with an evaluation_id")
    model = record.get("model_info")
    if not is_text(mapping(model).get("id")):
        name, value = ("id", model.get("id")) if isinstance(model, dict) else ("", model)
        place = f"model_info.{name}".strip(".")
        raise _unexpected(source, place, value, "the model's id, such as org/model")
    results = record.get("evaluation_results")
    if results is not None and not isinstance(results, list):
        raise _unexpected(source, "evaluation_results", results, "a list of results")
    _warn(record, source)
    return record


def is_own(record: dict[str, Any]) -> bool:
    """Return whether evalstore wrote an aggregate."""
    return mapping(record.get("eval_library")).get("name") == OWN_LIBRARY


def names_of(record: dict[str, Any]) -> dict[str, str]:
    """
    Return run id and system id of an aggregate.

    The system id is the model's id, or the original system id if evalstore wrote the aggregate.
    """
    model = record["model_info"]
    own_id = mapping(model.get("additional_details")).get("system_id") if is_own(record) else None
    return {
        "run_id": record["evaluation_id"],
        "system_id": own_id if is_text(own_id) else model["id"],
    }


def results_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the results of an aggregate."""
    return mappings(record.get("evaluation_results"))


def started(record: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a ``run_started`` record from an aggregate."""
    details = details_of(record)
    names = names_of(record)
    return {
        **names,
        "systems": [names["system_id"]],
        **{name: details.get(name) for name in OF_RUNS},
        "suite": details.get("suite") or _suite(record),
        "seconds": seconds(record.get("evaluation_timestamp")),
        "config": {
            "eval_library": record.get("eval_library"),
            "source_metadata": record.get("source_metadata"),
            "model_info": record.get("model_info"),
        },
    }


def details_of(record: dict[str, Any]) -> dict[str, Any]:
    """Return the details of the run in an aggregate that evalstore wrote; else nothing."""
    if not is_own(record):
        return {}
    return mapping(mapping(record.get("source_metadata")).get("additional_details"))


def seconds(value: object) -> float | None:
    """
    Return a time in seconds since 1970, else None.

    The value is a number of seconds, milli-, micro- or nanoseconds, or an ISO 8601 date.

    >>> seconds("1706000000"), seconds(1706000000000), seconds("2024-01-23T08:53:20Z")
    (1706000000.0, 1706000000.0, 1706000000.0)
    >>> seconds(1706000000000000), seconds("20240123"), seconds("2024")
    (1706000000.0, 1705968000.0, None)
    >>> seconds("yesterday"), seconds("-5"), seconds(None)
    (None, None, None)
    """
    text = str(value).strip()
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    # A number that is too small for a time may be a date without hyphens.
    time = _dated(text) if math.isnan(number) or 0 <= number < SECONDS_FROM else _counted(number)
    return time if time is not None and 0 <= time <= SECONDS_MAX else None


def _counted(number: float) -> float:
    return next((number / parts for parts in PARTS if number >= SECONDS_FROM * parts), number)


def _dated(text: str) -> float | None:
    try:
        date = datetime.fromisoformat(text)
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None


def _decoded(source: SourceFile) -> Any:
    """Return the JSON value of a file, which may have NaN and infinities."""
    try:
        text = input_file.read_bytes(source.path).decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=object_of)
    except UnicodeDecodeError as error:
        raise UnreadableInputError(
            f"{source.name}: byte {error.start} is not valid UTF-8; save the file as UTF-8"
        ) from error
    except RefusedEventError as error:
        raise UnreadableInputError(f"{source.name}: {error.detail}") from error
    except RecursionError as error:
        raise UnreadableInputError(
            f"{source.name}: the JSON is nested too deeply; write the inner part as a text"
        ) from error
    except ValueError as error:
        raise UnreadableInputError(
            f"{source.name}: not valid JSON: {error}; copy the file again from its source"
        ) from error


def _unexpected(
    source: SourceFile, place: str, value: object, expected: str
) -> UnreadableInputError:
    quoted = "nothing" if value is None else shown(value)
    return UnreadableInputError(f"{source.name}: {place}: found {quoted}, expected {expected}")


def _suite(record: dict[str, Any]) -> str:
    """
    Return a suite that is the same in every run.

    It is the common name of the evaluations, else that of the data sets, else the first part of
    the evaluation id.

    >>> filtered = {"source_data": {"dataset_name": "sums"}}
    >>> _suite({"evaluation_id": "x/m/1", "evaluation_results": [
    ...     {"evaluation_name": "sums/a", **filtered}, {"evaluation_name": "sums/b", **filtered}]})
    'sums'
    >>> _suite({"evaluation_id": "board/meta/llama/1706000000"})
    'board'
    """
    results = [
        result
        for result in results_of(record)
        if parameters_of(result).get("slice_value", OVERALL) == OVERALL
    ]
    evaluations = [result.get("evaluation_name") for result in results]
    sources = [mapping(result.get("source_data")).get("dataset_name") for result in results]
    for names in (evaluations, sources):
        if names and is_text(names[0]) and all(name == names[0] for name in names):
            return str(names[0])
    return str(record["evaluation_id"]).partition("/")[0].strip() or str(record["evaluation_id"])


def unknown(version: str, source: SourceFile) -> str:
    """Return the warning about an unknown version of the schema."""
    return (
        f"{source.name}: schema version {version!r} is unknown (known: 0.2 and 0.3); read as 0.3"
    )


def _warn(record: dict[str, Any], source: SourceFile) -> None:
    """
    Add warnings about an unknown version, parts of another type, and an invalid time.

    Parts of another type are set to None.
    """
    version = str(record.get("schema_version"))
    if not KNOWN_VERSIONS.fullmatch(version):
        source.warnings.append(unknown(version, source))
    for name in OBJECTS:
        if not isinstance(record.get(name) or {}, dict):
            source.warnings.append(
                f"{source.name}: {name}: found {shown(record[name])}, expected an object; ignored"
            )
            record[name] = None
    at = record.get("evaluation_timestamp")
    if at is not None and seconds(at) is None:
        source.warnings.append(
            f"{source.name}: evaluation_timestamp: found {shown(at)}, expected seconds since "
            "1970; the start of the run is unknown"
        )
