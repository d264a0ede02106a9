"""Columns of a table: what their names and values say of what they hold."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from evalstore.ingest.values import ATTRIBUTE_LENGTH_MAX

# By what a column may be: its names, the likeliest first, as words joined by _.
NAMES = {
    "case_id": (
        "case_id", "question_id", "sample_id", "example_id", "item_id", "test_id", "qid",
        "doc_id", "id", "key", "index",
    ),
    "run_id": ("run_id", "run", "run_name", "experiment_id", "experiment", "eval_id"),
    "prompt": ("prompt", "question", "input", "query", "problem", "instruction", "question_text"),
    "expected": (
        "expected", "expected_output", "expected_answer", "ground_truth", "correct_answer",
        "reference_answer", "reference", "gold", "gold_answer", "ideal", "target", "best_answer",
        "golden_answers", "gold_answers", "correct_answers", "reference_answers", "ideal_answers",
        "solution", "label",
    ),
    "response": (
        "response", "output", "completion", "actual_output", "model_output", "model_response",
        "generated_text", "generation", "reply", "prediction", "predicted", "model_answer",
        "answer",
    ),
    "answer": ("parsed_answer", "extracted_answer", "final_answer", "pred", "choice"),
    "system_id": (
        "system_id", "system", "model", "model_name", "model_id", "llm", "engine", "provider",
    ),
    "attempt": ("attempt", "trial", "epoch", "repeat", "repetition", "sample_index"),
    "confidence": ("confidence", "stated_confidence", "probability", "certainty"),
    "latency_ms": ("latency_ms", "duration_ms", "response_time_ms", "elapsed_ms"),
    "latency_s": (
        "latency", "latency_s", "seconds", "duration", "duration_s", "response_time", "elapsed",
    ),
    "tokens_in": ("tokens_in", "prompt_tokens", "input_tokens"),
    "tokens_out": ("tokens_out", "completion_tokens", "output_tokens"),
    "cost_usd": ("cost_usd", "cost", "total_cost", "price"),
    "error": ("error", "error_message", "exception"),
    "reason": ("reason", "explanation", "rationale", "comment", "feedback"),
    "occurred_at": ("occurred_at", "timestamp", "created_at", "time", "date", "datetime"),
    "domain": ("domain", "category", "subject", "topic", "task", "dataset", "subset"),
}  # fmt: skip
VERDICTS = (
    "is_correct", "correct", "correctness", "right", "passed", "pass", "success", "match",
    "exact_match", "accuracy", "acc", "score", "grade", "rating", "f1", "bleu", "rouge", "judge",
    "verdict", "result", "outcome",
)  # fmt: skip
# Types of DuckDB, by how their names begin; those of lists end in a bracket.
NESTED = ("JSON", "MAP", "STRUCT", "UNION", "VARIANT")
VERDICT_ENDINGS = ("_score", "_rating", "_correct", "_right", "_grade", "_match")
NUMBERS = (
    "attempt", "confidence", "latency_ms", "latency_s", "tokens_in", "tokens_out", "cost_usd",
)  # fmt: skip
# What tells that a system answered.
ASKED = {"expected", "system_id", "confidence", "latency_ms", "latency_s", "tokens_out", "error"}


@dataclass(frozen=True, slots=True)
class TableColumn:
    """
    One column: its name and type, and what its values are.

    ``value_count`` counts records with a value, ``different_count`` the different ones;
    ``smallest`` and ``greatest`` are of numbers. ``are_outcomes`` where each is a word of right or
    wrong.
    """

    name: str
    kind: str
    value_count: int = 0
    different_count: int = 0
    length_max: int = 0
    are_numbers: bool = False
    smallest: float | None = None
    greatest: float | None = None
    are_times: bool = False
    are_outcomes: bool = False

    @property
    def words(self) -> str:
        """The name in lower case, its words joined by ``_``: ``Best Answer`` is best_answer."""
        spoken = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", self.name)
        return re.sub(r"[^a-z0-9]+", "_", spoken.lower()).strip("_")

    @property
    def is_nested(self) -> bool:
        """Whether values are lists or objects, or not all of one type."""
        return self.kind.endswith("]") or self.kind.startswith(NESTED)

    @property
    def is_share(self) -> bool:
        """Whether every value is a number from 0 to 1."""
        return (
            self.are_numbers
            and self.smallest is not None
            and self.greatest is not None
            and self.smallest >= 0
            and self.greatest <= 1
        )

    def may_be(self, field: str) -> bool:
        """Say whether the values fit a field that the name fits."""
        if not self.value_count:
            return False
        if self.is_nested:
            # Several right answers are a list.
            return field == "expected"
        if field == "confidence":
            return self.is_share
        if field in NUMBERS:
            return self.are_numbers and (self.smallest or 0) >= 0
        return field != "occurred_at" or self.are_times


def guessed(columns: Iterable[TableColumn]) -> tuple[dict[str, TableColumn], list[TableColumn]]:
    """Return the column of each field that has one, and those that hold verdicts."""
    left = list(columns)
    found: dict[str, TableColumn] = {}
    for field, names in NAMES.items():
        for name in names:
            column = next((one for one in left if one.words == name and one.may_be(field)), None)
            if column is not None:
                found[field] = column
                left.remove(column)
                break
    response = found.get("response")
    if response is not None and response.words == "answer" and not found.keys() & ASKED:
        # With questions alone beside it, an answer is the right one.
        found["expected"] = found.pop("response")
    verdicts = [
        one
        for one in left
        if one.value_count
        and not one.is_nested
        and (one.words in VERDICTS or one.words.endswith(VERDICT_ENDINGS))
        and (one.are_outcomes or one.are_numbers)
    ]
    return found, verdicts


def attributes_among(columns: Iterable[TableColumn], record_count: int) -> list[TableColumn]:
    """List the columns to slice by: short values that come again."""
    return [
        one
        for one in columns
        if one.value_count
        and one.length_max <= ATTRIBUTE_LENGTH_MAX
        and (one.different_count == 1 or 2 * one.different_count <= record_count)
        and not one.is_nested
    ]
