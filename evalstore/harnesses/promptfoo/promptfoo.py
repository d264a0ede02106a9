"""Evaluations of promptfoo, as JSON exports (version 3) or JSON Lines of rows."""

from collections.abc import Iterator

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_lines, json_lines
from evalstore.harnesses.detect import text_of, unpacked
from evalstore.harnesses.inspect.stream_errors import reason_of
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError, decode
from evalstore.harnesses.inspect.top_level_names import top_level_names
from evalstore.harnesses.promptfoo import evaluation, export
from evalstore.harnesses.promptfoo.evaluated_rows import EvaluatedRow, NotARowError, row_of
from evalstore.harnesses.promptfoo.promptfoo_files import FIELDS, recognises, version_in
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.repeated_keys import RepeatedKeyError

__all__ = ["HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

PIECE_BYTES = 16 * 1024 * 1024

MAPPING = "ingest/promptfoo"
HOLDS_WHOLE_RUN = True
# 2: verdicts on answers missing from the file count; a grade that could not be parsed, and a
# score that includes one, do not; rows with one place and another test are separate cases.
READING = 2
HEAD_BYTES = 65536


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the run's start, its rows, the reported figures, and the run's end.

    Raises UnreadableInputError if the file is neither an export nor rows.
    """
    head = export.head_of(source)
    with input_file.open_bytes(source.path) as file:
        start = unpacked(file.read(HEAD_BYTES))
    text = text_of(start)
    if not text.startswith("{"):
        raise UnreadableInputError(
            f"{source.name}: found neither a promptfoo export (an object with `results`) nor "
            "rows, one a line; write it again with `promptfoo eval -o results.json`"
        )
    if json_lines.holds(start, FIELDS):
        yield from evaluation.records(head, rows(source), source)
        return
    names = set(top_level_names(text))
    if version_in(text) is None and not {"results", "evalId"} <= names:
        raise UnreadableInputError(
            f"{source.name}: found an object with {sorted(names)[:5]}, expected a promptfoo "
            "export with `evalId` and `results` of version 3; write it again with "
            "`promptfoo eval -o results.json`"
        )
    yield from evaluation.records(head, export.rows(source, head), source)


def rows(source: SourceFile) -> Iterator[tuple[str, EvaluatedRow, str] | Skip]:
    """Yield the rows in file order, after unpacking gzip or zstd."""
    for piece in event_lines.pieces(source.path, PIECE_BYTES):
        yield from piece.skips
        # Only a line feed ends a line: JSON text may contain other line separators.
        with input_file.open_bytes(piece.path) as file:
            for number, line in enumerate(file, piece.first_line_number):
                stripped = line.removeprefix(event_lines.BYTE_ORDER_MARK).strip()
                if stripped:
                    yield _row(f"line {number}", stripped)


def _row(location: str, line: bytes) -> tuple[str, EvaluatedRow, str] | Skip:
    try:
        row, is_strict = decode(line)
        return location, *row_of(row, is_strict=is_strict)
    except NotARowError as error:
        return Skip(location, "not a row", str(error))
    except NotStrictJsonError as error:
        return Skip(location, "row not writable", str(error))
    except (RecursionError, RepeatedKeyError) as error:
        return Skip(location, reason_of(error, "row"), str(error))
    except ValueError as error:
        return Skip(location, "row malformed", f"{error}; write the file again")
