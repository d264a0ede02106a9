"""A first map of a table, guessed from the names, types and values of its columns."""

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from evalstore import sql_files
from evalstore.ingest.mapped import table
from evalstore.ingest.mapped.columns import TableColumn, attributes_among, guessed
from evalstore.ingest.records import SourceFile
from evalstore.phrases import counted

TEXTS = ("run_id", "case_id", "prompt", "expected", "system_id", "response", "answer", "error",
         "reason", "domain")  # fmt: skip
ABSENT = {
    "run_id": "the name of the file: give each run a name of its own",
    "case_id": "made of the question, so that the same question is the same case in every run",
    "case_id without prompt": "the number of the record, which another file has for another case",
    "system_id": "no column tells the model",
    "attempt": "counted for each case and system",
}
SECONDS = ("latency_s", "duration_s", "seconds")
OUTCOME = """case
                    when lower(trim({0})) in (
                        'true', 'yes', 'y', 'correct', 'right', 'pass', 'passed', '1', '1.0'
                    ) then 'right'
                    when {0} is not null then 'wrong'
                    else 'unscored'
                end"""
SHARE = "case when {0} >= 0.5 then 'right' when {0} is not null then 'wrong' else 'unscored' end"
MEASURED = "case when {0} is not null then 'measured' else 'unscored' end"


def sketched(path: Path, name: str) -> str:
    """
    Return a map of a file, as SQL that can be carried out as it is.

    Raises UnreadableInputError where the file is no table.
    """
    with table.opened(SourceFile(path, name, "0" * 64)) as (connection, skips):
        described = connection.execute("describe records").fetchall()
        own = {"record_number", "file_name"}
        kinds = {row[0]: row[1] for row in described if row[0] not in own}
        [(record_count,)] = connection.execute("select count(*) from records").fetchall()
        profiled = {}
        if kinds:
            rows = connection.execute(sql_files.read("sql/mapped/column_profile")).fetchall()
            profiled = {row[0]: row[1:] for row in rows}
    columns = [TableColumn(one, kind, *profiled.get(one, ())) for one, kind in kinds.items()]
    found, verdicts = guessed(columns)
    used = {id(one) for one in (*found.values(), *verdicts)}
    rest = [one for one in columns if id(one) not in used]
    attributes = attributes_among(rest, record_count)
    left_out = [one for one in rest if one not in attributes]
    lines = [
        *_introduction(name, record_count, len(skips)),
        *_left_out(left_out),
        "",
        "with results as (",
        "    select",
        *_head(found, verdicts, attributes, Path(name).name.partition(".")[0] or "results"),
        "    from records",
        ")",
        sql_files.read("sql/mapped/sketched_events"),
    ]
    return "\n".join(lines)


def _introduction(name: str, record_count: int, skip_count: int) -> Iterator[str]:
    shown = _comment(name)
    records = counted(record_count, "record")
    yield f"-- A map of {shown}, sketched from names and values of {records}."
    if skip_count:
        yield f"-- {counted(skip_count, 'more record')} could not be read, and would be skipped."
    yield "-- Read what was guessed, correct it, and look at the events that it gives:"
    yield f"--     evalstore ingest {_comment(shlex.quote(name))} --map THIS_FILE --dry-run"


def _left_out(columns: list[TableColumn]) -> Iterator[str]:
    for column in columns:
        why = (
            "nested" if column.is_nested
            else "no value" if not column.value_count
            else f"{column.different_count:,} different values of up to "
            f"{column.length_max:,} characters"
        )  # fmt: skip
        yield f"-- Not used: {_comment(column.name)} ({why})."


def _head(
    found: Mapping[str, TableColumn],
    verdicts: list[TableColumn],
    attributes: list[TableColumn],
    run_id: str,
) -> Iterator[str]:
    yield "        record_number,"
    yield f"        {_literal(run_id)} as suite,"
    for field in TEXTS:
        column = found.get(field)
        known = f"{field} without prompt" if "prompt" not in found else field
        words = ABSENT.get(known, ABSENT.get(field))
        said = f"  -- {words}" if column is None and words else ""
        value = _absent(field, found, run_id) if column is None else _text(column)
        yield f"        {value} as {field},{said}"
    counted_attempts = "" if "attempt" in found else f"  -- {ABSENT['attempt']}"
    yield f"        {_attempt(found)} as attempt,{counted_attempts}"
    for field in ("confidence", "tokens_in", "tokens_out", "cost_usd"):
        yield f"        {_number(found.get(field))} as {field},"
    yield f"        {_latency(found)} as latency_ms,{_unit_guessed(found)}"
    at = found.get("occurred_at")
    occurred_at = "null" if at is None else f"try_cast({_name(at)} as timestamp)"
    yield f"        {occurred_at} as occurred_at,"
    yield from _attributes(attributes)
    has_responses = str(bool(found.keys() & {"response", "answer", "error"} or verdicts)).lower()
    yield f"        {has_responses} as has_responses,"
    yield from _verdicts(verdicts)


def _absent(field: str, found: Mapping[str, TableColumn], run_id: str) -> str:
    if field == "run_id":
        return _literal(run_id)
    if field == "case_id":
        prompt = found.get("prompt")
        return "record_number::varchar" if prompt is None else f"left(sha256({_text(prompt)}), 16)"
    return "'unnamed'" if field == "system_id" else "null::varchar"


def _attempt(found: Mapping[str, TableColumn]) -> str:
    if "attempt" in found and (found["attempt"].smallest or 0) >= 1:
        return _number(found["attempt"]) + "::bigint"
    if "attempt" in found:
        return f"1 + {_number(found['attempt'])}::bigint"
    return "row_number() over (partition by run_id, case_id, system_id order by record_number)"


def _latency(found: Mapping[str, TableColumn]) -> str:
    if "latency_s" in found and "latency_ms" not in found:
        return f"1000 * {_number(found['latency_s'])}"
    return _number(found.get("latency_ms"))


def _unit_guessed(found: Mapping[str, TableColumn]) -> str:
    """Return a comment where nothing but the column's name says in what its numbers are."""
    column = found.get("latency_s")
    if column is None or "latency_ms" in found or column.words in SECONDS:
        return ""
    return "  -- taken for seconds, which the column does not say"


def _attributes(columns: list[TableColumn]) -> Iterator[str]:
    if not columns:
        yield "        null::json as attributes,"
        return
    yield "        json_object("
    for place, column in enumerate(columns):
        comma = "," if place < len(columns) - 1 else ""
        yield f"            {_literal(column.name)}, {_name(column)}{comma}"
    yield "        ) as attributes,"


def _verdicts(columns: list[TableColumn]) -> Iterator[str]:
    if not columns:
        yield "        -- No column says what is right: there are no verdicts."
        yield (
            "        []::struct(validator_id varchar, outcome varchar, score double, "
            "value double)[] as verdicts"
        )
        return
    yield "        ["
    for place, column in enumerate(columns):
        number = _number(column)
        is_share = column.is_share and not column.are_outcomes
        if column.are_outcomes:
            outcome = OUTCOME.format(_text(column))
        else:
            outcome = (SHARE if is_share else MEASURED).format(number)
        is_measured = not column.are_outcomes and not is_share
        yield "            {"
        yield f"                'validator_id': {_literal(column.name)},"
        yield f"                'outcome': {outcome},"
        yield f"                'score': {number if is_share else 'null::double'},"
        yield f"                'value': {number if is_measured else 'null::double'}"
        yield "            }" + ("," if place < len(columns) - 1 else "")
    yield "        ] as verdicts"


def _name(column: TableColumn) -> str:
    doubled = column.name.replace('"', '""')
    return f'"{doubled}"'


def _text(column: TableColumn) -> str:
    return f"{_name(column)}::json" if column.is_nested else f"{_name(column)}::varchar"


def _number(column: TableColumn | None) -> str:
    return "null::double" if column is None else f"try_cast({_name(column)} as double)"


def _literal(text: str) -> str:
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def _comment(text: str) -> str:
    """Return a text that does not end a comment."""
    return " ".join(text.split())
