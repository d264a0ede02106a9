"""A first map of a table, guessed from the names, types and values of its columns."""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import duckdb
from duckdb import ColumnExpression, ConstantExpression

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.harnesses.mapped import table, verdict_columns
from evalstore.harnesses.mapped.columns import (
    NUMBERS,
    PAIR,
    PREFERENCE,
    RIVAL,
    TableColumn,
    attributes_among,
    guessed,
    other_runs,
    reason_of,
)
from evalstore.harnesses.mapped.profile import columns_of
from evalstore.harnesses.records import SourceFile

TEXTS = ("run_id", "case_id", "prompt", "expected", "system_id", "response", "answer", "error",
         "reason", "domain")  # fmt: skip
ABSENT = {
    "run_id": "the name of the file: give each run a unique name",
    "case_id": "computed from the question, so that it is the same case in every run",
    "case_id without prompt": "the number of the record, which is another case in another file",
    "system_id": "no column contains the model",
    "attempt": "counted for each case and system",
}
SECONDS = ("latency_s", "duration_s", "seconds")
RIGHT_WORDS = "'true', 'yes', 'y', 'correct', 'right', 'pass', 'passed', '1', '1.0'"
WRONG_WORDS = "'false', 'no', 'n', 'incorrect', 'wrong', 'fail', 'failed', '0', '0.0'"
ABSTENTION_WORDS = "'not_attempted', 'not attempted', 'abstained', 'abstain'"
# Values that mean that there was no error.
NO_ERROR = "'', 'nan', 'n/a', 'na', 'none', 'null', '-', '<na>'"
OUTCOME = f"""case
                    when lower(trim({{0}})) in (
                        {RIGHT_WORDS}
                    ) then 'right'
                    when lower(trim({{0}})) in (
                        {WRONG_WORDS}
                    ) then 'wrong'
                    when lower(trim({{0}})) in (
                        {ABSTENTION_WORDS}
                    ) then 'abstained'
                    else 'unscored'
                end"""
SHARE = "case when {0} >= 0.5 then 'right' when {0} is not null then 'wrong' else 'unscored' end"
MEASURED = "case when {0} is not null then 'measured' else 'unscored' end"
PREFERRED = "case when {0} in (0, 1.5) then 0.5 else {0} - 1 end"
VALUE_LENGTH_MAX = 60


@dataclass(frozen=True, slots=True)
class Sketch:
    """A map as executable SQL, and the warnings about it."""

    text: str
    warnings: list[str]


def sketched(path: Path, name: str) -> Sketch:
    """Return a map of a file; raises UnreadableInputError if the file is not a table."""
    with table.opened(SourceFile(path, name, "0" * 64)) as (connection, skips):
        columns = columns_of(connection)
        [(record_count,)] = connection.execute("select count(*) from records").fetchall()
        fields, verdicts = guessed(columns)
        shared = _shared_ids(connection, fields)
    reasons = {
        column.name: reason for column in verdicts if (reason := reason_of(column, columns))
    }
    used = {id(column) for column in (*fields.values(), *verdicts, *reasons.values())}
    rest = [column for column in columns if id(column) not in used]
    attributes = attributes_among(rest, record_count)
    left_out = [column for column in rest if column not in attributes]
    warnings = [*shared, *([] if verdicts else [_no_verdict(rest)])]
    lines = [
        *_introduction(name, record_count, len(skips)),
        *(f"-- {_comment(warning[0].upper() + warning[1:])}." for warning in warnings),
        *_runs_told(fields, rest),
        *_words_told([fields[field] for field in NUMBERS if field in fields], "left out"),
        *_words_told(verdicts, "unscored"),
        *_preference_told(verdicts),
        *_left_out(left_out),
        "",
        "with results as (",
        "    select",
        *_head(fields, verdicts, attributes, Path(name).name.partition(".")[0] or "results"),
        *_verdicts(verdicts, reasons),
        "    from records",
        "),",
        "",
        sql_files.read("sql/mapped/sketched_events").partition("\nwith ")[2],
    ]
    return Sketch("\n".join(lines), [f"{name}: {warning}" for warning in warnings])


def _no_verdict(rest: list[TableColumn]) -> str:
    possible = verdict_columns.listed(rest)
    if possible:
        return f"no verdict: no column has the name of a score; candidates: {possible}"
    return f"no verdict: {verdict_columns.NONE}"


def _shared_ids(
    connection: duckdb.DuckDBPyConnection, fields: Mapping[str, TableColumn]
) -> list[str]:
    """Return a warning about ids with several questions in one run; empty if there are none."""
    if not {"case_id", "prompt"} <= fields.keys():
        return []
    run = fields.get("run_id")
    selected = [
        (ConstantExpression("") if run is None else ColumnExpression(run.name)).alias("run_id"),
        *(ColumnExpression(fields[field].name).alias(field) for field in ("case_id", "prompt")),
    ]
    connection.table("records").select(*selected).create_view("asked")
    [(id_count, example)] = connection.execute(sql_files.read("sql/mapped/shared_ids")).fetchall()
    if not id_count:
        return []
    summary = f"{counted(id_count, 'id')} shared by several questions, such as {example}"
    return [
        f"{summary}; each question becomes a separate case with the id `id~digest of the question`"
    ]


def _introduction(name: str, record_count: int, skip_count: int) -> Iterator[str]:
    shown = _comment(name)
    records = counted(record_count, "record")
    yield f"-- A map of {shown}, sketched from names and values of {records}."
    if skip_count:
        yield f"-- {counted(skip_count, 'more record')} could not be read, and would be skipped."
    yield "-- Check and correct the guesses, then look at the events that it returns:"
    yield f"--     evalstore ingest {_comment(shlex.quote(name))} --map THIS_FILE --dry-run"


def _runs_told(fields: Mapping[str, TableColumn], rest: list[TableColumn]) -> Iterator[str]:
    for column in other_runs(fields, rest):
        yield (
            f"-- Not used as run_id: {_comment(column.name)} ({column.different_count:,} "
            "different values); if it names the runs, make it the run_id."
        )


def _words_told(columns: list[TableColumn], becomes: str) -> Iterator[str]:
    """Yield comments on values that are not numbers or not outcomes in columns of those."""
    for column in columns:
        if column.other_words:
            shown = ", ".join(repr(word[:VALUE_LENGTH_MAX]) for word in column.other_words)
            what = "no word of right or wrong" if column.are_outcomes else "no number"
            is_one = column.other_count == 1
            yield _comment(
                f"-- In {column.name} {column.other_count:,} of {column.value_count:,} values "
                f"{'is' if is_one else 'are'} {what}, and {becomes}: {shown}."
            )


def _preference_told(verdicts: list[TableColumn]) -> Iterator[str]:
    if any(verdict.words == PREFERENCE for verdict in verdicts):
        yield (
            f"-- A preference of 2 is for {PAIR['response']}, the reply here, and 1 for {RIVAL}; "
            "0 and 1.5 are draws. Its mean is the win rate."
        )


def _left_out(columns: list[TableColumn]) -> Iterator[str]:
    for column in columns:
        why = (
            "no value" if not column.value_count
            else "nested" if column.is_nested
            else f"{column.different_count:,} different values of up to "
            f"{column.length_max:,} characters"
        )  # fmt: skip
        yield f"-- Not used: {_comment(column.name)} ({why})."


def _head(
    fields: Mapping[str, TableColumn],
    verdicts: list[TableColumn],
    attributes: list[TableColumn],
    run_id: str,
) -> Iterator[str]:
    yield "        record_number,"
    yield f"        {_literal(run_id)} as suite,"
    for field in TEXTS:
        column = fields.get(field)
        absent_key = f"{field} without prompt" if "prompt" not in fields else field
        words = ABSENT.get(absent_key, ABSENT.get(field))
        comment = f"  -- {words}" if column is None and words else ""
        value = (
            _absent(field, fields, run_id) if column is None
            else _error(column) if field == "error"
            else _text(column)
        )  # fmt: skip
        yield f"        {value} as {field},{comment}"
    counted_attempts = "" if "attempt" in fields else f"  -- {ABSENT['attempt']}"
    yield f"        {_attempt(fields)} as attempt,{counted_attempts}"
    for field in ("confidence", "tokens_in", "tokens_out", "cost_usd"):
        yield f"        {_number(fields.get(field))} as {field},"
    yield f"        {_latency(fields)} as latency_ms,{_unit_guessed(fields)}"
    at = fields.get("occurred_at")
    occurred_at = "null" if at is None else f"try_cast({_name(at)} as timestamp)"
    yield f"        {occurred_at} as occurred_at,"
    yield from _attributes(attributes)
    has_responses = str(bool(fields.keys() & {"response", "answer", "error"} or verdicts)).lower()
    yield f"        {has_responses} as has_responses,"
    keeps_replies = str(bool(fields.keys() & {"response", "answer"})).lower()
    without = "" if keeps_replies == "true" else "  -- no column of replies: none is missing"
    yield f"        {keeps_replies} as keeps_replies,{without}"
    judged = " or ".join(f"{_name(verdict)} is not null" for verdict in verdicts)
    yield f"        {judged or 'false'} as is_judged,"


def _absent(field: str, fields: Mapping[str, TableColumn], run_id: str) -> str:
    if field == "run_id":
        return _literal(run_id)
    if field == "case_id":
        prompt = fields.get("prompt")
        return "record_number::varchar" if prompt is None else f"left(sha256({_text(prompt)}), 16)"
    return "'unnamed'" if field == "system_id" else "null::varchar"


def _attempt(fields: Mapping[str, TableColumn]) -> str:
    if "attempt" in fields and (fields["attempt"].smallest or 0) >= 1:
        return _number(fields["attempt"]) + "::bigint"
    if "attempt" in fields:
        return f"1 + {_number(fields['attempt'])}::bigint"
    return "null::bigint"


def _latency(fields: Mapping[str, TableColumn]) -> str:
    if "latency_s" in fields and "latency_ms" not in fields:
        return f"1000 * {_number(fields['latency_s'])}"
    return _number(fields.get("latency_ms"))


def _unit_guessed(fields: Mapping[str, TableColumn]) -> str:
    """Return a comment if the unit of the latency is a guess from the column's name."""
    column = fields.get("latency_s")
    if column is None or "latency_ms" in fields or column.words in SECONDS:
        return ""
    return "  -- seconds assumed, because the name of the column has no unit"


def _attributes(columns: list[TableColumn]) -> Iterator[str]:
    if not columns:
        yield "        null::json as attributes,"
        return
    yield "        json_object("
    for place, column in enumerate(columns):
        comma = "," if place < len(columns) - 1 else ""
        yield f"            {_literal(column.name)}, {_name(column)}{comma}"
    yield "        ) as attributes,"


def _verdicts(columns: list[TableColumn], reasons: Mapping[str, TableColumn]) -> Iterator[str]:
    if not columns:
        yield "        -- No column contains scores, so there are no verdicts."
        yield (
            "        []::struct(validator_id varchar, outcome varchar, score double, "
            "value double, reason varchar)[] as verdicts"
        )
        return
    yield "        ["
    for place, column in enumerate(columns):
        number = _number(column)
        if column.words == PREFERENCE:
            number = PREFERRED.format(number)
        is_share = column.is_share and not column.are_outcomes and not column.is_measure
        if column.are_outcomes:
            outcome = OUTCOME.format(_text(column))
        else:
            outcome = (SHARE if is_share else MEASURED).format(_number(column))
        is_measured = not column.are_outcomes and not is_share
        yield "            {"
        yield f"                'validator_id': {_literal(column.name)},"
        yield f"                'outcome': {outcome},"
        yield f"                'score': {number if is_share else 'null::double'},"
        yield f"                'value': {number if is_measured else 'null::double'},"
        yield f"                'reason': {_reason(column, reasons.get(column.name))}"
        yield "            }" + ("," if place < len(columns) - 1 else "")
    yield "        ] as verdicts"


def _reason(verdict: TableColumn, reason_column: TableColumn | None) -> str:
    """Return the SQL of a verdict's reason: its reason column, or a value that is no verdict."""
    reason_sql = "null::varchar" if reason_column is None else _text(reason_column)
    if not verdict.other_words:
        return reason_sql
    if verdict.are_outcomes:
        words = f"{RIGHT_WORDS}, {WRONG_WORDS}, {ABSTENTION_WORDS}"
        is_other = f"lower(trim({_text(verdict)})) not in ({words})"
    else:
        is_other = f"{_number(verdict)} is null"
    word = f"{_literal(verdict.name + ' is ')} || left({_text(verdict)}, {VALUE_LENGTH_MAX})"
    return f"case when {is_other} then {word} else {reason_sql} end"


def _name(column: TableColumn) -> str:
    doubled = column.name.replace('"', '""')
    return f'"{doubled}"'


def _text(column: TableColumn) -> str:
    if column.is_mixed:
        return f"{_name(column)} ->> '$'"
    return f"{_name(column)}::json" if column.is_nested else f"{_name(column)}::varchar"


def _error(column: TableColumn) -> str:
    """Return the SQL of an error; null for words that mean that there was no error."""
    text = _text(column)
    if column.are_outcomes:
        return f"case when lower(trim({text})) in ({RIGHT_WORDS}) then {_literal(column.name)} end"
    if not column.has_nothing:
        return text
    return f"case when lower(trim({text})) not in ({NO_ERROR}) then {text} end"


def _number(column: TableColumn | None) -> str:
    if column is None:
        return "null::double"
    value = f"({_text(column)})" if column.is_mixed else _name(column)
    return f"try_cast({value} as double)"


def _literal(text: str) -> str:
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def _comment(text: str) -> str:
    """Return a text on one line, so that it cannot end a comment."""
    return " ".join(text.split())
