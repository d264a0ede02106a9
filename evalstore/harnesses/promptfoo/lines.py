"""The rows of a JSON Lines file, which promptfoo appends as they come in."""

from collections.abc import Iterator

from evalstore.base import input_file
from evalstore.harnesses import event_lines
from evalstore.harnesses.inspect.stream_errors import reason_of
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError, decode
from evalstore.harnesses.promptfoo.rows import EvaluatedRow, NotARowError, row_of
from evalstore.harnesses.records import Skip, SourceFile
from evalstore.harnesses.repeated_keys import RepeatedKeyError

PIECE_BYTES = 16 * 1024 * 1024
FIELDS = ("success", "promptIdx", "testIdx", "testCase")


def rows(source: SourceFile) -> Iterator[tuple[str, EvaluatedRow, str] | Skip]:
    """Yield the rows in the order of the file, unpacked from gzip or zstd where they are."""
    for piece in event_lines.pieces(source.path, PIECE_BYTES):
        yield from piece.skips
        # Only a line feed ends a line: inside JSON text stand other separators of lines.
        with input_file.open_bytes(piece.path) as file:
            for number, line in enumerate(file, piece.first_line_number):
                stripped = line.removeprefix(event_lines.BYTE_ORDER_MARK).strip()
                if stripped:
                    yield _row(f"line {number}", stripped)


def _row(location: str, line: bytes) -> tuple[str, EvaluatedRow, str] | Skip:
    try:
        found, is_strict = decode(line)
        return location, *row_of(found, is_strict=is_strict)
    except NotARowError as error:
        return Skip(location, "not a row", str(error))
    except NotStrictJsonError as error:
        return Skip(location, "row not writable", str(error))
    except (RecursionError, RepeatedKeyError) as error:
        return Skip(location, reason_of(error, "row"), str(error))
    except ValueError as error:
        return Skip(location, "row malformed", f"{error}; write the file again")
