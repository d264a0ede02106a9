"""Export a run in a foreign format; most formats are a SELECT that returns lines."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from evalstore.base import sql_files
from evalstore.base.phrases import unknown_name
from evalstore.errors import StoreError, UsageError
from evalstore.events.parsing import shortened
from evalstore.harnesses.exports.every_eval_ever.records import (
    EveryEvalEver,
    evaluation_id,
    records,
)
from evalstore.store.layout import Layout, publish
from evalstore.store.query import queries
from evalstore.store.query.reader import Reader

FOLDER = "sql/exports"
SYSTEM_PARAMETER = "$system_id"
# The format with two files, an aggregate and its lines; the others have only lines.
RECORDS = "every_eval_ever"
NAMES_SHOWN_MAX = 10
# Runs of these generators are exported even if their cards have no label.
LABELLED = (
    "select count(*) as case_count, "
    "count(*) filter (label in ('E', 'C', 'U') "
    "or generator in ('context_cards', 'epistemic_results')) as labelled_count, "
    "(select suite from facts.runs where run_id = $run_id) as suite "
    "from facts.cases where run_id = $run_id"
)
SYSTEMS = (
    "select distinct system_id from facts.scored where run_id = $run_id "
    "union select distinct system_id from facts.responses where run_id = $run_id "
    "order by system_id"
)


@dataclass(frozen=True, slots=True)
class Exported:
    """The lines of an export, and the number of cases without a line."""

    lines: list[str]
    left_out_count: int


def formats() -> list[str]:
    """
    Return the names of the export formats, sorted.

    >>> formats()
    ['context_cards', 'epistemic_results', 'every_eval_ever']
    """
    names = (name.removeprefix(f"{FOLDER}/") for name in sql_files.names(FOLDER))
    return sorted([RECORDS, *(name for name in names if "/" not in name)])


def export(
    reader: Reader, format_name: str, run_id: str, *, system_id: str | None = None
) -> Exported:
    """
    Return the lines of a run in a format.

    Raises UsageError if the format, run or system does not exist, or if there is no line.
    """
    if format_name not in formats():
        raise unknown_name("export format", format_name, formats())
    sql = sql_files.read(f"{FOLDER}/{format_name}")
    queries.run_status(reader, run_id)
    [counts] = reader.rows(LABELLED, run_id=run_id)
    if not counts["labelled_count"]:
        raise UsageError(
            f"run {run_id!r} of suite {counts['suite']!r} has no case labelled E, C or U, "
            f"expected for {format_name}; run `evalstore runs` to see each run's suite"
        )
    parameters: dict[str, object] = {"run_id": run_id}
    if SYSTEM_PARAMETER in sql:
        _require_system(reader, run_id, system_id)
        parameters["system_id"] = system_id
    elif system_id is not None:
        raise UsageError(f"--system: {format_name} are the same for every system; omit the option")
    _, rows = reader.table(sql, parameters)
    if not rows:
        raise UsageError(
            f"no case of run {run_id!r} has a question, because only its results were ingested; "
            f"run `evalstore ingest CARDS --run-id {run_id}` to add facts and questions"
        )
    is_by_case = SYSTEM_PARAMETER not in sql
    left_out_count = int(str(counts["case_count"])) - len(rows) if is_by_case else 0
    return Exported([str(line) for (line,) in rows], left_out_count)


def export_records(
    reader: Reader, layout: Layout, run_id: str, folder: Path, *, system_id: str | None = None
) -> tuple[Path, EveryEvalEver]:
    """
    Write a run of one system as a record of every_eval_ever.

    Return the path of its aggregate file, and the record. Both files are written below ``folder``,
    at the paths that the format prescribes, the lines before the aggregate; the same run always
    gives the same paths. Raises UsageError if the run or system does not exist, or if there are
    several systems and none is named; StoreError if a folder or file cannot be written.
    """
    queries.run_status(reader, run_id)
    names = _require_system(reader, run_id, system_id)
    if system_id is None:
        if len(names) > 1:
            raise UsageError(
                f"run {run_id!r} has {len(names)} systems, expected one for a record; choose it "
                f"with --system (available: {', '.join(names[:NAMES_SHOWN_MAX])})"
            )
        system_id = names[0]
    record = records(reader, run_id, system_id)
    record_id = record.aggregate["evaluation_id"]
    twins = [name for name in names if evaluation_id(record.suite, run_id, name) == record_id]
    if len(twins) > 1:
        raise UsageError(
            f"the records of {' and '.join(map(repr, twins))} in run {run_id!r} would have the "
            f"same id, {shortened(record_id)}; record the run again with other names"
        )
    layout.require_outside(folder)
    place = folder / record.folder
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"cannot create {place}: {error.strerror}; choose another path"
        ) from error
    write(layout, record.lines, place / f"{record.name}_samples.jsonl")
    write(layout, [record.text()], place / f"{record.name}.json")
    return place / f"{record.name}.json", record


def write(layout: Layout, lines: Iterable[str], output: Path) -> None:
    """
    Write lines to a file, atomically, or to a pipe or device.

    Raises UsageError for a path inside the store, StoreError if it cannot be written.
    """
    layout.require_outside(output)
    # Renaming onto a device such as /dev/null would replace it, if permissions allow.
    is_replaced = output.is_file() or not output.exists()
    final = output.resolve() if output.is_file() else output
    temporary = final.with_name(f".{final.name}.{os.getpid()}.tmp")
    try:
        with (temporary if is_replaced else output).open(
            "w", encoding="utf-8", newline="\n"
        ) as file:
            file.writelines(f"{line}\n" for line in lines)
        if is_replaced:
            publish(temporary, final)
    except OSError as error:
        if is_replaced:
            temporary.unlink(missing_ok=True)
        raise StoreError(
            f"cannot write {output}: {error.strerror}; choose another path"
        ) from error


def _require_system(reader: Reader, run_id: str, system_id: str | None) -> list[str]:
    """Return the systems of a run; raise UsageError if it has none, or lacks ``system_id``."""
    names = [str(row["system_id"]) for row in reader.rows(SYSTEMS, run_id=run_id)]
    if not names:
        raise UsageError(
            f"run {run_id!r} has no responses; ingest its results with --run-id {run_id}"
        )
    if system_id is not None and system_id not in names:
        raise unknown_name("system", system_id, names, f" in run {run_id!r}")
    return names
