"""Evaluations of W&B Weave, as returned by a query for results to its API: JSON."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses import event_records
from evalstore.harnesses.experiment_rows import exported, json_rows
from evalstore.harnesses.experiment_rows.exported import TEXT_FIELDS, ExportedRow, ExportedRun
from evalstore.harnesses.held_lines import HeldLines
from evalstore.harnesses.inspect.strict_json import decode
from evalstore.harnesses.non_finite import written
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.values import (
    amount,
    listed,
    mapping,
    mappings,
    name,
    number,
    scalars,
    text,
)
from evalstore.harnesses.weave.weave_files import recognises

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = event_records.MAPPING
FAMILY = "experiment_rows"
HOLDS_WHOLE_RUN = True
# 2: scores of a trial without an output count, and a run has no end if the summary counts trials
# that are missing from the file.
READING = 2
# Fields of a dataset row with the right answer, and fields of a scorer's result with a reason.
EXPECTED_FIELDS = ("expected", "expected_output", "target", "reference", "ground_truth")
REASON_FIELDS = ("reason", "reasoning", "explanation", "rationale")
# weave:///ENTITY/PROJECT/object/NAME:DIGEST
REFERENCE = re.compile(r"^weave(?:-trace-internal)?://.*/([^/:]+):([^/:]+)$")
DIGEST_DIGITS = 8
DEPTH_MAX = 8
MILLISECONDS = 1000
FAILED = "its model or a scorer raised an error: Weave has neither output nor scores of this trial"
WARNINGS_SHOWN_MAX = 5

Place = tuple[str, tuple[int, int]]


@dataclass(slots=True)
class QueriedResults:
    """The pages of a file, merged: trials by evaluation, and summaries."""

    trials: dict[str, list[Place]] = field(default_factory=dict)
    summaries: dict[str, dict[str, Any]] = field(default_factory=dict)
    skips: list[Skip] = field(default_factory=list)
    calls: set[str] = field(default_factory=set)
    rows: set[str] = field(default_factory=set)
    row_count: int = 0
    warnings: dict[str, None] = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """True if the file has all rows that the query counted, and none was left out."""
        return not self.skips and len(self.rows) >= self.row_count

    def trial_count(self, evaluation_id: str) -> int:
        """Return the number of trials of an evaluation in its summary; 0 if not stated."""
        return int(amount(self.summaries.get(evaluation_id, {}).get("trial_count")) or 0)

    def miscounts(self) -> Iterator[str]:
        """Yield a doubt for each count that differs from the summary or the pages."""
        if len(self.rows) < self.row_count:
            yield (
                f"found {len(self.rows)} of {self.row_count} rows; append the other pages to the "
                "same file, one a line"
            )
            return
        if len(self.rows) > self.row_count > 0:
            yield (
                f"found {len(self.rows)} rows, expected at most {self.row_count}, the largest "
                "total that its pages state; put the results of different queries in separate "
                "files"
            )
        for evaluation_id in self.summaries:
            here, expected_count = (
                len(self.trials.get(evaluation_id, [])),
                self.trial_count(evaluation_id),
            )
            if expected_count and here != expected_count:
                yield (
                    f"evaluation {evaluation_id}: found {here} trials, expected {expected_count} "
                    "by its summary; query its results again"
                )

    def take(self, place: str, page: dict[str, Any], held: HeldLines) -> None:
        """Add a page of rows and its summary."""
        self.row_count = max(self.row_count, int(amount(page.get("total_rows")) or 0))
        self.warnings.update(
            (spoken, None) for message in listed(page.get("warnings")) if (spoken := name(message))
        )
        for summary in mappings(mapping(page.get("summary")).get("evaluations")):
            if (evaluation_id := name(summary.get("evaluation_call_id"))) is not None:
                self.summaries[evaluation_id] = summary
        for number_in, row in enumerate(mappings(page.get("rows"))):
            self._take_row(f"{place}, rows[{number_in}]", row, held)

    def _take_row(self, place: str, row: dict[str, Any], held: HeldLines) -> None:
        self.rows.add(str(row.get("row_digest")))
        question = {"case_id": name(row.get("row_digest")), "row": row.get("raw_data_row")}
        for evaluation in mappings(row.get("evaluations")):
            evaluation_id = name(evaluation.get("evaluation_call_id"))
            for trial in mappings(evaluation.get("trials")):
                call = name(trial.get("predict_and_score_call_id"))
                if evaluation_id is None or call is None:
                    detail = "the trial lacks its own id or that of its evaluation"
                    self.skips.append(Skip(place, "no id", detail))
                elif call in self.calls:
                    detail = f"the trial {call} occurs more than once"
                    self.skips.append(Skip(place, "given twice", detail))
                else:
                    self.calls.add(call)
                    line = held.add(json_rows.line_of({**question, "trial": trial}))
                    self.trials.setdefault(evaluation_id, []).append(
                        (f"{place}, trial {call}", line)
                    )


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield the start, a row for each trial, the figures and the end of each evaluation."""
    answer = QueriedResults()
    with HeldLines() as held:
        for item in json_rows.documents(source):
            if isinstance(item, Skip):
                answer.skips.append(item)
            elif isinstance(item[1].get("rows"), list):
                answer.take(*item, held)
            else:
                detail = "no rows of results; query again with include_rows set to true"
                answer.skips.append(Skip(item[0], "no rows", detail))
        source.doubts += [f"{source.name}: {doubt}" for doubt in answer.miscounts()]
        source.warnings += [
            f"{source.name}: Weave reports: {message}"
            for message in list(answer.warnings)[:WARNINGS_SHOWN_MAX]
        ]

        def rows() -> Iterator[tuple[ExportedRun, ExportedRow] | Skip]:
            yield from answer.skips
            for evaluation_id, places in answer.trials.items():
                run = _run(evaluation_id, answer, source)
                for place, line in places:
                    yield run, _row(place, decode(held.line(line))[0])

        yield from exported.records_of_runs(rows(), source, nothing="no trial of an evaluation")


def _run(evaluation_id: str, answer: QueriedResults, source: SourceFile) -> ExportedRun:
    summary = answer.summaries.get(evaluation_id, {})
    return ExportedRun(
        run_id=evaluation_id,
        suite=_named(summary.get("evaluation_ref"), has_digest=False) or "weave",
        system_id=_named(summary.get("model_ref"), has_digest=True)
        or name(summary.get("display_name"))
        or exported.system_of(source),
        generator="weave",
        config={
            key: summary.get(key)
            for key in ("display_name", "evaluation_ref", "model_ref", "trace_id", "started_at")
            if summary.get(key) is not None
        },
        figures=list(_figures(summary)),
        is_whole=answer.is_whole
        and len(answer.trials[evaluation_id]) >= answer.trial_count(evaluation_id),
    )


def _named(reference: object, *, has_digest: bool) -> str | None:
    """
    Return the object's name in a reference, with the first digits of its version.

    >>> _named("weave:///we/geo/object/Atlas:Xk3vP0aT9qLm", has_digest=True)
    'Atlas:Xk3vP0aT'
    """
    match = REFERENCE.match(text(reference) or "")
    if match is None:
        return name(reference)
    object_name, digest = match.groups()
    return name(f"{object_name}:{digest[:DIGEST_DIGITS]}" if has_digest else object_name)


def _row(location: str, held: dict[str, Any]) -> ExportedRow:
    trial = mapping(held["trial"])
    scores = mapping(trial.get("scores"))
    output = trial.get("model_output")
    seconds = number(trial.get("model_latency_seconds"))
    question, expected, attributes = _question(held["row"])
    return ExportedRow(
        location,
        question,
        case_id=held["case_id"],
        expected=expected,
        output=output,
        error=FAILED if output is None and not scores else None,
        latency_ms=amount(MILLISECONDS * seconds) if seconds is not None else None,
        cost_usd=amount(trial.get("total_cost")) or None,
        attributes=attributes,
        scores=[score for scorer, value in scores.items() for score in _scores(scorer, value)],
    )


def _question(row: object) -> tuple[Any, Any, dict[str, Any]]:
    """
    Return the question of a dataset row, the expected answer, and its values to slice by.

    The question is the row without the expected answer. If the row has one text under a usual name
    and otherwise only values to slice by, the question is that text.
    """
    fields = dict(mapping(row))
    if not fields:
        return row, None, {}
    expected = next((fields.pop(key) for key in EXPECTED_FIELDS if key in fields), None)
    texts = [key for key in TEXT_FIELDS if isinstance(fields.get(key), str)]
    others = {key: value for key, value in fields.items() if key not in texts}
    attributes = scalars(others)
    is_text = len(texts) == 1 and len(attributes) == len(others)
    return fields[texts[0]] if is_text else fields, expected, attributes


def _scores(scorer: str, value: object, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the values of a scorer, named by their path; a text next to them is their reason."""
    spoken = name(scorer) or "unnamed"
    if not isinstance(value, dict) or not value or depth == DEPTH_MAX:
        is_label = isinstance(value, list | dict) and value
        yield {
            "validator_id": spoken,
            "score": None if isinstance(value, list | dict) else value,
            "label": json.dumps(value, ensure_ascii=False) if is_label else None,
        }
        return
    why = next((key for key in REASON_FIELDS if text(value.get(key)) and len(value) > 1), None)
    for key, part in value.items():
        if key != why:
            for score in _scores(f"{scorer}.{key}", part, depth + 1):
                yield {"reason": value[why], **score} if why is not None else score


def _figures(summary: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the pass rates and the means in the summary."""
    for stats in mappings(summary.get("scorer_stats")):
        path = text(stats.get("path"))
        scorer = name(f"{stats.get('scorer_key')}.{path}" if path else stats.get("scorer_key"))
        for metric, value, count in (
            ("accuracy", "pass_rate", "pass_known_count"),
            ("mean", "numeric_mean", "numeric_count"),
        ):
            statistic = stats.get(value)
            if scorer is not None and (number(statistic) is not None or written(statistic)):
                yield {
                    "scorer": scorer,
                    "metric": metric,
                    "value": number(statistic),
                    "value_text": written(statistic),
                    "count": amount(stats.get(count)),
                }
