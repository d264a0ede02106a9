"""A JSON export read as a stream: the parts around its rows, and the rows one by one."""

from collections.abc import Iterator
from typing import Any

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses.inspect.json_stream import JsonStream
from evalstore.harnesses.inspect.stream_errors import (
    CutShortError,
    MalformedError,
    TooLargeError,
    reason_of,
    rest_reason,
)
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError
from evalstore.harnesses.promptfoo.evaluated_rows import EvaluatedRow, NotARowError, row_of
from evalstore.harnesses.promptfoo.evaluation import EvaluationHead
from evalstore.harnesses.records import Skip, SourceFile
from evalstore.harnesses.values import (
    listed,
    mapping,
    mappings,
    name,
    scalars,
    text,
    whole,
    without_secrets,
)

VERSION = 3
DIGEST_LENGTH = 22
# Kept keys of the configuration; the rows contain the tests.
OPTIONS = {"evaluateOptions": "evaluate_options", "tags": "tags"}
CONFIG = ("description", "providers", *OPTIONS)


def head_of(source: SourceFile) -> EvaluationHead:
    """Return the head of a file that is not read yet, with a run id from its SHA-256."""
    return EvaluationHead(run_id=f"promptfoo-{source.sha256[:DIGEST_LENGTH]}")


def rows(
    source: SourceFile, head: EvaluationHead
) -> Iterator[tuple[str, EvaluatedRow, str] | Skip]:
    """Yield the rows in file order, and fill the head at the same time."""
    location = "the file"
    with input_file.open_text(
        source.path, encoding="utf-8-sig", errors="surrogateescape", newline=""
    ) as file:
        stream = JsonStream(file)
        try:
            for field in stream.names():
                location = field
                if field == "results" and stream.is_object():
                    yield from _results(stream, head, source)
                elif field == "config" and stream.is_object():
                    _take_config(stream, head)
                elif field in ("evalId", "metadata", "runtimeOptions"):
                    _take(field, stream.value()[0], head)
                else:
                    stream.skip()
        except CutShortError as error:
            yield Skip(
                location, "cut short",
                f"{error}; everything before it was read, "
                "export the evaluation again for the rest",
            )  # fmt: skip
        except (MalformedError, TooLargeError, RecursionError, ValueError) as error:
            yield Skip(
                location, rest_reason(error),
                f"the rest of the file cannot be read: {error}; write it again",
            )  # fmt: skip


def _results(
    stream: JsonStream, head: EvaluationHead, source: SourceFile
) -> Iterator[tuple[str, EvaluatedRow, str] | Skip]:
    for field in stream.names():
        if field == "results":
            for number in stream.elements():
                yield _row(stream, f"results[{number}]", head)
        elif field == "version":
            head.is_version_known = _is_known(stream.value()[0], source)
        elif field == "prompts":
            # An item that is not an object becomes {}, so that the columns keep their numbers.
            head.prompts = [mapping(item) for item in listed(stream.value()[0])]
            head.columns.declare_all(head.prompts)
        elif field == "stats":
            head.stats = mapping(stream.value()[0])
        elif field == "timestamp":
            head.timestamp = text(stream.value()[0])
        else:
            stream.skip()


def _row(
    stream: JsonStream, location: str, head: EvaluationHead
) -> tuple[str, EvaluatedRow, str] | Skip:
    try:
        row, is_strict = stream.element()
        is_known = head.is_version_known
        return location, *row_of(row, is_strict=is_strict, is_version_known=is_known)
    except (TooLargeError, MalformedError, RecursionError, ValueError) as error:
        return Skip(location, reason_of(error, "row"), str(error))
    except NotARowError as error:
        return Skip(location, "not a row", str(error))
    except NotStrictJsonError as error:
        return Skip(location, "row not writable", str(error))


def _is_known(version: object, source: SourceFile) -> bool:
    """
    Return True if a version is known; warn if it is not.

    Raises UnreadableInputError for a version that is too old.
    """
    version_number = whole(version)
    if version_number is not None and version_number < VERSION:
        raise UnreadableInputError(
            f"{source.name}: found promptfoo version {version_number} (before October 2024), "
            f"which has a table instead of rows; expected version {VERSION}. Run the evaluation, "
            "or `promptfoo export` it, with a newer promptfoo"
        )
    if version_number != VERSION:
        source.warnings.append(
            f"{source.name}: promptfoo version {version!r:.40} is unknown (known: {VERSION}); "
            f"read as {VERSION}"
        )
    return version_number == VERSION


def _take(field: str, value: object, head: EvaluationHead) -> None:
    fields = mapping(value)
    if field == "evalId":
        head.is_named = name(value) is not None
        head.run_id = name(value) or head.run_id
    elif field == "metadata":
        head.exported_at = text(fields.get("exportedAt"))
        head.started["promptfoo_version"] = text(fields.get("promptfooVersion"))
        head.started["node_version"] = text(fields.get("nodeVersion"))
    else:
        head.started["runtime_options"] = _open(fields) or None


def _take_config(stream: JsonStream, head: EvaluationHead) -> None:
    for field in stream.names():
        if field not in CONFIG:
            stream.skip()
            continue
        value, _ = stream.value()
        if field == "description":
            head.started["description"] = text(value)
        elif field == "providers":
            head.started["providers"] = _providers(value)
        else:
            head.started[OPTIONS[field]] = _open(mapping(value)) or None


def _providers(value: object) -> list[dict[str, Any]] | None:
    entries = [
        {"id": item} if isinstance(item, str) else item for item in listed(value) or [value]
    ]
    described = [
        {
            "id": name(provider.get("id")),
            "label": name(provider.get("label")),
            "config": _open(mapping(provider.get("config"))) or None,
        }
        for provider in mappings(entries)
    ]
    return [
        {key: value for key, value in provider.items() if value is not None}
        for provider in described
    ] or None


def _open(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the settings that are scalars, without secrets."""
    return without_secrets(scalars(fields))
