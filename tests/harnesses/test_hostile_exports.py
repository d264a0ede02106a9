"""Exports of tracing tools, broken in each way a file can be: told, and nothing is made up."""

import csv
import io
import json

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.detect import record_formats
from evalstore.harnesses.records import Skip, SourceFile
from tests.harnesses import (
    test_hosted_evals,
    test_langfuse,
    test_langfuse_table,
    test_otlp,
    test_weave,
)
from tests.harnesses.test_experiment_rows import LANGSMITH, PHOENIX, SPANS, as_csv

EXPORTS = {
    "braintrust": json.dumps(SPANS),
    "hosted_evals": json.dumps(test_hosted_evals.OBJECTS),
    "langfuse": json.dumps(test_langfuse.TRACES),
    "langfuse_table": json.dumps(test_langfuse_table.TRACES),
    "otlp": json.dumps(test_otlp.SPANS),
    "phoenix": json.dumps(PHOENIX),
    "weave": json.dumps(test_weave.ANSWER),
}
TABLES = {
    "langfuse_table": test_langfuse_table.as_csv(test_langfuse_table.TRACES),
    "langsmith": LANGSMITH,
    "phoenix": as_csv(PHOENIX),
}


def nested(level_count):
    """Write lists in lists."""
    return "[" * level_count + "]" * level_count


def in_first_text(text, value):
    """Put a value in the place of the first text that is one, which comes behind a colon."""
    start = text.index(': "') + 2
    end = text.index('"', start + 1) + 1
    return f"{text[:start]}{value}{text[end:]}"


def in_first_object(text, *pairs):
    """Put keys with values into the innermost object that ends first, before its own."""
    start = text.rindex('{"', 0, text.index("}")) + 1
    return f"{text[:start]}{', '.join(pairs)}, {text[start:]}"


def twice(text):
    """Give the innermost object that ends first a key that it has already."""
    start = text.rindex('{"', 0, text.index("}")) + 1
    return in_first_object(text, f"{text[start : text.index(':', start)]}: 0")


def with_column(text, name):
    """Add a column of this name behind the others, with a value in each row."""
    header, *rows = text.splitlines()
    return "\n".join([f"{header},{name}", *(f"{row},x" for row in rows)])


def in_first_cell(text, value):
    """Put a value in the place of the input of the first row, and leave out the others."""
    header, cells, *_ = csv.reader(io.StringIO(text))
    cells[next(at for at, column in enumerate(header) if column.startswith("input"))] = value
    file = io.StringIO()
    csv.writer(file, quoting=csv.QUOTE_ALL).writerows([header, cells])
    return file.getvalue()


def with_other_ids(text, name):
    """Call the column of ids otherwise."""
    return text.replace("example_id", name).replace('"id"', f'"{name}"')


# What each makes of an export, and whether it has to be told of; None where it may be.
BROKEN = {
    "cut in the middle": (lambda text: text[: len(text) // 2], True),
    "cut before its end": (lambda text: text[:-1], True),
    "cut in a text": (lambda text: text[: text.index(': "') + 3], True),
    "a key twice": (twice, True),
    "a key twice, once escaped": (
        lambda text: in_first_object(text, '"aa": 1', '"a\\u0061": 2'), True,
    ),
    "an escaped quote in a key": (lambda text: in_first_object(text, '"a\\u0022": 1'), False),
    "Latin-1": (lambda text: in_first_text(text, '"Z\u00fcrich"').encode("latin-1"), True),
    "UTF-16": (lambda text: text.encode("utf-16"), True),
    "NUL bytes": (lambda text: text.replace(" ", "\0", 3), True),
    "a control character": (lambda text: in_first_text(text, '"a\x01b"'), True),
    "no value": (lambda text: in_first_text(text, ""), True),
    "a comma too many": (lambda text: ",}".join(text.rsplit("}", 1)), True),
    "deep nesting": (lambda text: in_first_text(text, nested(5000)), True),
    "nested as deep as can be read": (lambda text: in_first_text(text, nested(230)), None),
    "nested beyond writing with more around it": (
        lambda text: in_first_text(text, nested(250)), True,
    ),
    "nested beyond writing": (lambda text: in_first_text(text, nested(300)), True),
    "objects nested beyond writing": (
        lambda text: in_first_text(text, '{"a":' * 300 + "1" + "}" * 300), True,
    ),
    "nested without an end": (lambda text: in_first_text(text, "[" * 5000), True),
    "single quotes": (lambda text: text.replace('"', "'"), True),
    "nothing": (lambda text: text[:0], True),
    "only spaces": (lambda text: " " * len(text), True),
    "a number alone": (lambda text: str(len(text)), True),
    "numbers in its place": (lambda text: json.dumps([len(text)] * 3), True),
    "NaN": (lambda text: in_first_text(text, "NaN"), None),
    "an infinity": (lambda text: in_first_text(text, "1e999"), None),
    "an integer of many digits": (lambda text: in_first_text(text, "9" * 400), None),
    "half a surrogate pair": (lambda text: in_first_text(text, '"\\ud83d"'), None),
    "a long text": (lambda text: in_first_text(text, f'"{"a" * 3_000_000}"'), None),
    "a mark of the byte order": (lambda text: f"\ufeff{text}", False),
}  # fmt: skip
BROKEN_TABLES = {
    "cut in a cell": (lambda text: text[: text.rindex('"')], True),
    "a cell too many": (lambda text: f"{text.strip()},more", True),
    "a cell too few": (lambda text: text.rstrip().rpartition(",")[0], True),
    "a column twice": (lambda text: with_column(text, text.split(",")[2]), True),
    "columns of no name": (lambda text: with_column(with_column(text, ""), ""), False),
    "a key twice in a cell": (lambda text: in_first_cell(text, '{"a": 1, "a": 2}'), False),
    "no column of ids": (lambda text: with_other_ids(text, "other"), True),
    "no header": (lambda text: text.partition("\n")[2], True),
    "only a header": (lambda text: text.partition("\n")[0], True),
    "semicolons": (lambda text: text.replace(",", ";"), True),
    "tabs": (lambda text: text.replace(",", "\t"), True),
    "NUL bytes": (lambda text: with_other_ids(text, "\0"), True),
    "Latin-1": (lambda text: f"{text}\u00fc".encode("latin-1"), True),
    "UTF-16": (lambda text: text.encode("utf-16"), True),
    "a quote that ends nothing": (lambda text: f'{text}"a"b,\n', True),
    "a quote that is not closed": (lambda text: f'{text}"a,\n', True),
    "nothing": (lambda text: text[:0], True),
    "only line breaks": (lambda _: "\n" * 9, True),
    "JSON in its place": (lambda text: json.dumps([text]), True),
    "a cell of 17 MB": (lambda text: f'{text}"{"a" * 17_000_000}"', True),
    "a mark of the byte order": (lambda text: f"\ufeff{text}", False),
    "other line breaks": (lambda text: text.replace("\n", "\r\n"), False),
    "an empty line": (lambda text: text.replace("\n", "\n\n"), False),
}  # fmt: skip


def told(path, format_name):
    """Read a file; return what is told of it, as an error or of what was left out."""
    source = SourceFile(path, path.name, "0" * 64)
    try:
        found = list(record_formats()[format_name].read(source))
    except UnreadableInputError as error:
        return str(error)
    for item in found:
        if not isinstance(item, Skip):
            json.loads(item.text, parse_constant=pytest.fail)
    return "\n".join(item.detail for item in found if isinstance(item, Skip))


def require_told(tmp_path, format_name, content, *, is_to_be_told):
    path = tmp_path / "odd"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    said = told(path, format_name)

    assert is_to_be_told in (None, bool(said))
    assert len(said) < 1500
    assert "Traceback" not in said


@pytest.mark.thinned(4)
@pytest.mark.parametrize("how", BROKEN)
@pytest.mark.parametrize("format_name", EXPORTS)
def test_an_export(tmp_path, format_name, how):
    """What cannot be read is named; no number is made of what is none."""
    broken, is_to_be_told = BROKEN[how]
    content = broken(EXPORTS[format_name])
    require_told(tmp_path, format_name, content, is_to_be_told=is_to_be_told)


@pytest.mark.thinned(4)
@pytest.mark.parametrize("how", BROKEN_TABLES)
@pytest.mark.parametrize("format_name", TABLES)
def test_a_table(tmp_path, format_name, how):
    """As an export."""
    broken, is_to_be_told = BROKEN_TABLES[how]
    content = broken(TABLES[format_name])
    require_told(tmp_path, format_name, content, is_to_be_told=is_to_be_told)


@pytest.mark.parametrize("format_name", EXPORTS)
def test_a_whole_export_is_read_in_silence(tmp_path, format_name):
    """Else the others would prove nothing."""
    path = tmp_path / "whole"
    path.write_text(EXPORTS[format_name])

    assert not told(path, format_name)
