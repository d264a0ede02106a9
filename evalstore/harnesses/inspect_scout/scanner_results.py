"""Results of one scanner, one row of Parquet each, grouped by transcript."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.harnesses.inspect.strict_json import decode
from evalstore.harnesses.non_finite import INFINITE
from evalstore.harnesses.records import Skip
from evalstore.harnesses.values import mapping, mappings, name, number, text, whole

ROWS_AT_ONCE = 256
ROW_GROUP_BYTES_MAX = 1024**3
EVAL_LOG, RESULT_SET, TEXT = "eval_log", "resultset", "string"
# The columns that are read; the scanned input is not.
PLACE = (
    "transcript_id", "transcript_source_type", "transcript_source_id", "transcript_task_id",
    "transcript_task_repeat", "transcript_model",
)  # fmt: skip
FOUND = (
    "scanner_key", "value", "value_type", "label", "answer", "explanation", "scan_error",
    "scan_model_usage", "timestamp",
)  # fmt: skip


@dataclass(slots=True)
class ScannedResults:
    """
    Results of one scanner, by transcript; ``read`` fills both fields.

    A scanner of messages has a row for each message, and a scanner with several results has them
    in one row; all of them belong to one transcript. Transcripts of several samples with one id
    and epoch are left out: their cases differ by question, which the results do not contain.
    """

    path: Path
    found: dict[tuple[str, ...], dict[str, Any]] = field(default_factory=dict)
    skips: list[Skip] = field(default_factory=list)

    def read(self) -> None:
        """Read the file; add a Skip for a file or row that cannot be read."""
        self._read_rows()
        self._leave_out_shared()
        self._mark_unread()

    def _read_rows(self) -> None:
        # Imported only here: every ingest imports the formats, and few of them read Parquet.
        import pyarrow
        from pyarrow import parquet

        try:
            input_file.require_regular(self.path)
            with parquet.ParquetFile(self.path) as file:
                sizes = [
                    file.metadata.row_group(at).total_byte_size
                    for at in range(file.metadata.num_row_groups)
                ]
                if max(sizes, default=0) > ROW_GROUP_BYTES_MAX:
                    detail = f"found a row group of {max(sizes)} bytes, expected at most 1 GiB"
                    self._skip(self.path.name, "row group too large", detail)
                    return
                names = file.schema_arrow.names
                twice = next((column for column in PLACE + FOUND if names.count(column) > 1), None)
                if twice is not None:
                    detail = (
                        f"found the column {twice} twice, expected it once; scan the logs again"
                    )
                    self._skip(self.path.name, "column twice", detail)
                    return
                columns = [column for column in PLACE + FOUND if column in names]
                row_number = 0
                for batch in file.iter_batches(ROWS_AT_ONCE, columns=columns):
                    for row in batch.to_pylist():
                        row_number += 1
                        self._take(f"{self.path.name}, row {row_number}", row)
        except OverflowError:
            detail = (
                "found a time before the year 1 or after 9999; the rest of the file is not read"
            )
            self._skip(self.path.name, "not readable", detail)
        except (pyarrow.ArrowException, OSError, ValueError) as error:
            first = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
            detail = f"not a complete Parquet file: {first}; copy the file again"
            self._skip(self.path.name, "not readable", detail)

    def records(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield each transcript's record with the location of its first row."""
        for record in self.found.values():
            yield record.pop("location"), record

    def infinite_counts(self) -> Counter[str]:
        """Return the number of infinite results of each scanner."""
        return Counter(
            record["scanner"]
            for record in self.found.values()
            for result in record["results"]
            if result["text"] in INFINITE
        )

    def _leave_out_shared(self) -> None:
        """Skip transcripts with equal run, case, model and epoch: they are of several samples."""
        places: defaultdict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
        for key in self.found:
            places[key[:-1]].append(key)
        for keys in places.values():
            if len(keys) == 1:
                continue
            for key in keys:
                record = self.found.pop(key)
                detail = (
                    f"found {len(keys)} transcripts of sample {record['case_id'][:100]} in epoch "
                    f"{record['attempt']}, expected one; give each sample of the task a unique id"
                )
                self._skip(record["location"], "several transcripts of one sample id", detail)

    def _mark_unread(self) -> None:
        """
        Mark each false that only means that the scanner could not parse a model's answer.

        Scout's own scanners return such a false without an answer. It is marked if other results
        of the scanner are numbers, or a false whose answer is "no".
        """
        of_scanners: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        for record in self.found.values():
            of_scanners[record["scanner"]] += record["results"]
        for results in of_scanners.values():
            is_telling = any(
                str(result["answer"]).casefold() == "no"
                if result["truth"] is False
                else result["truth"] is None and result["number"] is not None
                for result in results
            )
            for result in results:
                is_answerless = result.pop("is_by_model") and not result["answer"]
                if is_telling and is_answerless and result["truth"] is False:
                    result |= {"number": None, "text": "false", "is_unread": True}

    def _skip(self, location: str, reason: str, detail: str) -> None:
        self.skips.append(Skip(location, reason, detail))

    def _take(self, location: str, row: dict[str, Any]) -> None:
        if row.get("transcript_source_type") != EVAL_LOG:
            kind = text(row.get("transcript_source_type")) or "nothing"
            detail = (
                f"found a transcript of {kind[:100]}, expected one of an Inspect log (eval_log)"
            )
            self._skip(location, "no log of Inspect", detail)
            return
        place = {
            "run_id": text(row.get("transcript_source_id")),
            "case_id": text(row.get("transcript_task_id")),
            "system_id": text(row.get("transcript_model")),
            "attempt": whole(row.get("transcript_task_repeat")),
        }
        lacking = [key for key, value in place.items() if not value]
        scanner = name(row.get("scanner_key")) or self.path.stem
        if lacking:
            detail = f"{', '.join(lacking)} missing; scan the log again with a newer Scout"
            self._skip(location, "no place", detail)
            return
        transcript_id = text(row.get("transcript_id")) or ""
        key = (scanner, *(str(value) for value in place.values()), transcript_id)
        record = self.found.setdefault(
            key,
            {
                "location": location,
                **place,
                "scanner": scanner,
                "at": text(row.get("timestamp")),
                "judge": _judge(row.get("scan_model_usage")),
                "results": [],
            },
        )
        record["results"] += _results(row)


def _results(row: dict[str, Any]) -> list[dict[str, Any]]:
    """
    Return the results of a row: those of a result set, else one.

    A set that is not a list of objects is one result, its text.
    """
    is_text = row.get("value_type") == TEXT
    value = row.get("value") if is_text else _decoded(row.get("value"))
    several = [] if value is None else value
    is_by_model = bool(mapping(_decoded(row.get("scan_model_usage"))))
    if row.get("value_type") == RESULT_SET and _are_objects(several):
        return [_result(result, result.get("value"), is_by_model) for result in several]
    return [_result(row, value, is_by_model)]


def _are_objects(value: object) -> bool:
    return isinstance(value, list) and len(mappings(value)) == len(value)


def _result(fields: dict[str, Any], value: object, is_by_model: bool) -> dict[str, Any]:
    """
    Return a result with its number, 1 and 0 for true and false, or else its text.

    >>> _result({"label": "a"}, True, False)["number"], _result({}, {"x": 1}, False)["text"]
    (1, '{"x": 1}')
    """
    numeric = int(value) if isinstance(value, bool) else number(value)
    is_text = numeric is None and value is not None
    return {
        "number": numeric,
        "is_by_model": is_by_model,
        "truth": value if isinstance(value, bool) else None,
        "text": (text(value) or _written(value)) if is_text else None,
        "label": text(fields.get("label")),
        "answer": text(fields.get("answer")),
        "explanation": text(fields.get("explanation")),
        "error": text(fields.get("scan_error")),
    }


def _written(value: object) -> str:
    # A column may have bytes or times, which JSON does not have.
    return json.dumps(value, ensure_ascii=False, default=str)


def _decoded(value: object) -> Any:
    """Return the value of a cell of JSON; text that is invalid or repeats a key is unchanged."""
    if not isinstance(value, str):
        return value
    try:
        decoded, _ = decode(value.encode())
    except (ValueError, RecursionError):
        return value
    return decoded


def _judge(usage: object) -> dict[str, Any] | None:
    """Return the model that a scanner called; None unless it called exactly one."""
    models = list(mapping(_decoded(usage)))
    return {"model": models[0]} if len(models) == 1 else None
