"""Details of a task: a row for each document, in the formats before and since version 0.11."""

import ast
import hashlib
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from evalstore.base import input_file
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError, encode, repaired
from evalstore.harnesses.lighteval.grades import is_beside, objection_to
from evalstore.harnesses.lm_eval.task_samples import TaskSamples
from evalstore.harnesses.non_finite import INFINITE, as_texts
from evalstore.harnesses.records import Skip, SourceRecord
from evalstore.harnesses.values import listed, mapping, number, scalars, text, whole

if TYPE_CHECKING:
    import pyarrow

NUMBER = (int, float)
ROWS_AT_ONCE = 64
ROW_GROUP_BYTES_MAX = 1024**3
LITERAL_LENGTH_MAX = 1_000_000
CHOICES_MIN = 2
# The columns that are read, since 0.11 and before; tokens and logits are not.
NEWER = (
    "doc.query", "doc.choices", "doc.gold_index", "doc.specific", "metric",
    "model_response.text", "model_response.text_post_processed", "model_response.logprobs",
)  # fmt: skip
OLDER = (
    "example", "choices", "gold", "gold_index", "specifics", "metrics", "predictions",
    "pred_logits",
)  # fmt: skip
# Metrics that state whether the answer is right.
RATING = ("acc", "em", "exact_match", "extractive_match", "pem", "quasi_exact_match")


class NotDetailsError(Exception):
    """A row that is not the details of a document."""


def records(path: Path, task: TaskSamples, lower: set[str]) -> Iterator[SourceRecord | Skip]:
    """Yield a record for each row, or a Skip for a row or file that cannot be read."""
    # Imported only here: every ingest imports the formats, and few of them read Parquet.
    import pyarrow
    from pyarrow import parquet

    try:
        input_file.require_regular(path)
        with parquet.ParquetFile(path) as file:
            large = max(
                (
                    file.metadata.row_group(at).total_byte_size
                    for at in range(file.metadata.num_row_groups)
                ),
                default=0,
            )
            if large > ROW_GROUP_BYTES_MAX:
                detail = f"found a row group of {large} bytes, expected at most 1 GiB; split it"
                yield Skip(path.name, "row group too large", detail)
                return
            number_of_row = 0
            for batch in file.iter_batches(ROWS_AT_ONCE, columns=_columns(file.schema_arrow)):
                for row in batch.to_pylist():
                    number_of_row += 1
                    yield _record(row, f"{path.name}, row {number_of_row}", task, lower)
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        first = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        yield Skip(
            path.name, "not readable", f"not a complete Parquet file: {first}; copy the file again"
        )


def _columns(schema: "pyarrow.Schema") -> list[str]:
    if "doc" not in schema.names:
        return [name for name in OLDER if name in schema.names]
    return [column for column in NEWER if column.partition(".")[0] in schema.names]


def _record(
    row: dict[str, Any], location: str, task: TaskSamples, lower: set[str]
) -> SourceRecord | Skip:
    try:
        repairs: list[dict[str, str]] = []
        sample = repaired(_newer(row) if "doc" in row else _older(row), "", repairs)
        data = orjson.dumps([sample["query"], sample["choices"]], option=orjson.OPT_SORT_KEYS)
        # One row is one document: its location distinguishes two with the same content.
        place = {"doc_id": location, "doc_hash": hashlib.sha256(data).hexdigest()}
        document = task.document_of(place)
        record = {
            "sample": {
                "case_id": document.case_id,
                "is_first": True,
                **_asked(sample, task),
                "scores": _scores(sample["metrics"], document.case_id, task, lower),
                "repairs": repairs or None,
            },
        }
        written = encode(record)
    except NotDetailsError as error:
        return Skip(location, "not details", str(error))
    except (NotStrictJsonError, RecursionError, TypeError) as error:
        return Skip(location, "row not writable", f"found a value that JSON cannot hold: {error}")
    task.keep(document, location)
    return SourceRecord(location, written)


def _newer(row: dict[str, Any]) -> dict[str, Any]:
    doc, response = mapping(row.get("doc")), mapping(row.get("model_response"))
    if not isinstance(doc.get("query"), str) or not isinstance(row.get("metric"), dict):
        raise NotDetailsError(
            f"expected `doc.query` and `metric`, found {sorted(doc)[:5]} and {sorted(row)[:5]}"
        )
    texts = listed(response.get("text"))
    processed = listed(response.get("text_post_processed"))
    return {
        "query": doc["query"],
        "choices": listed(doc.get("choices")),
        "gold": doc.get("gold_index"),
        "attributes": mapping(doc.get("specific")),
        "metrics": _given(row["metric"]),
        "texts": texts,
        "answer": processed[0] if processed and processed[:1] != texts[:1] else None,
        "logprobs": listed(response.get("logprobs")),
    }


def _older(row: dict[str, Any]) -> dict[str, Any]:
    metrics = _literal(row.get("metrics"))
    if not isinstance(row.get("example"), str) or not isinstance(metrics, dict):
        raise NotDetailsError(f"expected `example` and `metrics`, found {sorted(row)[:8]}")
    if not all(isinstance(name, str) for name in metrics):
        raise NotDetailsError(f"expected names of metrics as text, found {[*metrics][:8]}")
    predictions = listed(_literal(row.get("predictions")))
    while len(predictions) == 1 and isinstance(predictions[0], list):
        predictions = predictions[0]
    # With choices, each prediction is a log-probability, alone or with an is-greedy flag.
    firsts = [
        prediction[0] if isinstance(prediction, list | tuple) and prediction else prediction
        for prediction in predictions
    ]
    is_likely = bool(firsts) and all(number(prediction) is not None for prediction in firsts)
    logits = listed(_literal(row.get("pred_logits")))
    choices, gold = listed(_literal(row.get("choices"))), listed(_literal(row.get("gold")))
    return {
        "query": row["example"],
        "choices": choices or gold,
        # Without choices, every gold answer is right.
        "gold": _literal(row.get("gold_index")) if choices else [*range(len(gold))],
        "attributes": mapping(_literal(row.get("specifics"))),
        "metrics": _given(metrics),
        "texts": [] if is_likely else predictions,
        "answer": None,
        "logprobs": firsts if is_likely else logits,
    }


def _asked(sample: dict[str, Any], task: TaskSamples) -> dict[str, Any]:
    """Return the question and the reply: its texts, or the most likely choice."""
    choices = [item for item in sample["choices"] if isinstance(item, str)]
    gold = sample["gold"] if isinstance(sample["gold"], list) else [sample["gold"]]
    numbers = [at for at in map(whole, gold) if at is not None and at < len(choices)]
    target = [choices[at].strip() for at in numbers] or None
    attributes = scalars(sample["attributes"])
    for name, value in attributes.items():
        task.values.setdefault(name, set()).add(value)
    question = {
        "prompt": sample["query"],
        "target": target[0] if target and len(target) == 1 else target,
        "attributes": attributes or None,
    }
    logprobs = [number(item) for item in sample["logprobs"]]
    likely = [item for item in logprobs if item is not None]
    if len(choices) >= CHOICES_MIN and len(likely) == len(logprobs) == len(choices):
        picked = max(range(len(likely)), key=likely.__getitem__)
        shares = sum(math.exp(item - likely[picked]) for item in likely)
        return question | {
            "choices": [choice.strip() for choice in choices],
            "texts": [choices[picked].strip()],
            "has_answer": True,
            "attempts": 1,
            "confidence": 1 / shares,
            "log_likelihoods": likely,
        }
    texts = [item if isinstance(item, str) else None for item in sample["texts"]] or [None]
    return question | {
        "texts": texts,
        "attempts": len(texts),
        "has_answer": bool(likely) or any(item is not None for item in texts),
        "log_likelihoods": likely or None,
        "answer": text(sample["answer"]),
    }


def _scores(
    metrics: dict[str, Any], case_id: str, task: TaskSamples, lower: set[str]
) -> list[dict[str, Any]]:
    scores = []
    for metric, value in metrics.items():
        # A judge's prompt and reply are text next to its score.
        if not metric or (is_beside(metric) and not isinstance(value, NUMBER)):
            continue
        objection = objection_to(metric, value, metrics)
        scored = task.scorers.number(metric, value if objection is None else None)
        is_infinite = value in INFINITE
        if metric in RATING:
            task.scorers.rating.add(metric)
        if metric in lower:
            task.lower.add(metric)
        # LightEval also counts a grade that it could not parse.
        is_complete = scored is not None or is_infinite or objection is not None
        task.note(metric, case_id, is_complete=is_complete, infinite_count=int(is_infinite))
        scores.append(
            {"validator_id": metric, "attempt": 1, "value": value, "number": scored,
             "is_of_all": False, "objection": objection}
        )  # fmt: skip
    return scores


def _given(metrics: dict[str, Any]) -> dict[str, Any]:
    """
    Return the metrics of a document: those that are not null, and all texts of judges.

    Parquet has null for metrics of other documents, but not for NaN. Missing texts of judges are
    kept because they explain a score. Values that are not finite become text.
    """
    return {
        metric: as_texts(value)
        for metric, value in metrics.items()
        if value is not None or is_beside(metric)
    }


def _literal(value: object) -> object:
    """Return the value of a Python literal, as in older versions; other text is unchanged."""
    if not isinstance(value, str) or len(value) > LITERAL_LENGTH_MAX:
        return value
    try:
        return ast.literal_eval(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return value
