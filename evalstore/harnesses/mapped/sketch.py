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
    "run_id": "the name of the file: give each run a name of its own",
    "case_id": "made of the question, so that the same question is the same case in every run",
    "case_id without prompt": "the number of the record, which another file has for another case",
    "system_id": "no column tells the model",
    "attempt": "counted for each case and system",
}
SECONDS = ("latency_s", "duration_s", "seconds")
RIGHT_WORDS = "'true', 'yes', 'y', 'correct', 'right', 'pass', 'passed', '1', '1.0'"
WRONG_WORDS = "'false', 'no', 'n', 'incorrect', 'wrong', 'fail', 'failed', '0', '0.0'"
ABSTENTION_WORDS = "'not_attempted', 'not attempted', 'abstained', 'abstain'"
# Words for nothing, where an error might be told.
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
    """A map as SQL that can be carried out as it is, and what is to be said of it."""

    text: str
    warnings: list[str]


def sketched(path: Path, name: str) -> Sketch:
    """
    Return a map of a file.

    Raises UnreadableInputError where the file is no table.
    """
    with table.opened(SourceFile(path, name, "0" * 64)) as (connection, skips):
        columns = columns_of(connection)
        [(record_count,)] = connection.execute("select count(*) from records").fetchall()
        found, verdicts = guessed(columns)
        shared = _shared_ids(connection, found)
    reasons = {one.name: reason for one in verdicts if (reason := reason_of(one, columns))}
    used = {id(one) for one in (*found.values(), *verdicts, *reasons.values())}
    rest = [one for one in columns if id(one) not in used]
    attributes = attributes_among(rest, record_count)
    left_out = [one for one in rest if one not in attributes]
    warnings = [*shared, *([] if verdicts else [_no_verdict(rest)])]
    lines = [
        *_introduction(name, record_count, len(skips)),
        *(f"-- {_comment(said[0].upper() + said[1:])}." for said in warnings),
        *_runs_told(found, rest),
        *_words_told([found[field] for field in NUMBERS if field in found], "left out"),
        *_words_told(verdicts, "unscored"),
        *_preference_told(verdicts),
        *_left_out(left_out),
        "",
        "with results as (",
        "    select",
        *_head(found, verdicts, attributes, Path(name).name.partition(".")[0] or "results"),
        *_verdicts(verdicts, reasons),
        "    from records",
        "),",
        "",
        sql_files.read("sql/mapped/sketched_events").partition("\nwith ")[2],
    ]
    return Sketch("\n".join(lines), [f"{name}: {said}" for said in warnings])


def _no_verdict(rest: list[TableColumn]) -> str:
    possible = verdict_columns.listed(rest)
    if possible:
        return f"no verdict: no column is called like a score; one could be {possible}"
    return f"no verdict: {verdict_columns.NONE}, so nothing says what is right"


def _shared_ids(
    connection: duckdb.DuckDBPyConnection, found: Mapping[str, TableColumn]
) -> list[str]:
    """Say of ids that have several questions in one run."""
    if not {"case_id", "prompt"} <= found.keys():
        return []
    run = found.get("run_id")
    asked = [
        (ConstantExpression("") if run is None else ColumnExpression(run.name)).alias("run_id"),
        *(ColumnExpression(found[field].name).alias(field) for field in ("case_id", "prompt")),
    ]
    connection.table("records").select(*asked).create_view("asked")
    [(id_count, example)] = connection.execute(sql_files.read("sql/mapped/shared_ids")).fetchall()
    if not id_count:
        return []
    said = f"{counted(id_count, 'id')} of several questions, such as {example}"
    return [f"{said}; each question is a case of its own, `id~digest` after what it asks"]


def _introduction(name: str, record_count: int, skip_count: int) -> Iterator[str]:
    shown = _comment(name)
    records = counted(record_count, "record")
    yield f"-- A map of {shown}, sketched from names and values of {records}."
    if skip_count:
        yield f"-- {counted(skip_count, 'more record')} could not be read, and would be skipped."
    yield "-- Read what was guessed, correct it, and look at the events that it gives:"
    yield f"--     evalstore ingest {_comment(shlex.quote(name))} --map THIS_FILE --dry-run"


def _runs_told(found: Mapping[str, TableColumn], rest: list[TableColumn]) -> Iterator[str]:
    for column in other_runs(found, rest):
        yield (
            f"-- Not taken for runs: {_comment(column.name)} ({column.different_count:,} "
            "different values); if it names them, make it the run_id."
        )


def _words_told(columns: list[TableColumn], becomes: str) -> Iterator[str]:
    """Name the values that are no numbers in columns of numbers, and no outcomes among these."""
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
    if any(one.words == PREFERENCE for one in verdicts):
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
        value = (
            _absent(field, found, run_id) if column is None
            else _error(column) if field == "error"
            else _text(column)
        )  # fmt: skip
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
    keeps_replies = str(bool(found.keys() & {"response", "answer"})).lower()
    without = "" if keeps_replies == "true" else "  -- no column of replies: none is missing"
    yield f"        {keeps_replies} as keeps_replies,{without}"
    judged = " or ".join(f"{_name(one)} is not null" for one in verdicts)
    yield f"        {judged or 'false'} as is_judged,"


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
    return "null::bigint"


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


def _verdicts(columns: list[TableColumn], reasons: Mapping[str, TableColumn]) -> Iterator[str]:
    if not columns:
        yield "        -- No column says what is right: there are no verdicts."
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


def _reason(verdict: TableColumn, told: TableColumn | None) -> str:
    """Return why a verdict is as it is: what a column says, or the word that is no verdict."""
    said = "null::varchar" if told is None else _text(told)
    if not verdict.other_words:
        return said
    if verdict.are_outcomes:
        known = f"{RIGHT_WORDS}, {WRONG_WORDS}, {ABSTENTION_WORDS}"
        is_other = f"lower(trim({_text(verdict)})) not in ({known})"
    else:
        is_other = f"{_number(verdict)} is null"
    word = f"{_literal(verdict.name + ' is ')} || left({_text(verdict)}, {VALUE_LENGTH_MAX})"
    return f"case when {is_other} then {word} else {said} end"


def _name(column: TableColumn) -> str:
    doubled = column.name.replace('"', '""')
    return f'"{doubled}"'


def _text(column: TableColumn) -> str:
    if column.is_mixed:
        return f"{_name(column)} ->> '$'"
    return f"{_name(column)}::json" if column.is_nested else f"{_name(column)}::varchar"


def _error(column: TableColumn) -> str:
    """Return what went wrong; a word that says that nothing did is none."""
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
    """Return a text that does not end a comment."""
    return " ".join(text.split())
