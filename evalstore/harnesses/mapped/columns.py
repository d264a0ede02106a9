"""Columns of a table, and their meaning as guessed from names and values."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from evalstore.base.word_file import word_file
from evalstore.harnesses.values import ATTRIBUTE_LENGTH_MAX

FILE = Path(__file__).with_name("columns.toml")
WORDS = word_file(FILE)

NAMES = WORDS["names"]
VERDICTS = WORDS["verdicts"]
# Prefixes of DuckDB's nested types; names of list types end in a bracket.
NESTED = ("MAP", "STRUCT", "UNION", "VARIANT")
VERDICT_ENDINGS = WORDS["verdict_endings"]
# Measures for which lower is better.
LESS_IS_BETTER = ("toxicity", "hallucination", "noise_sensitivity")
BEGINNINGS = WORDS["beginnings"]
REASONS = ("justification", "reason", "rationale", "explanation", "comment", "feedback")
# A column of AlpacaEval: 2 prefers the second output, which is that of the system under test.
PREFERENCE = "preference"
PAIR = {"response": "output_2", "system_id": "generator_2"}
RIVAL = "output_1"
PREFERENCE_MAX = 2
NUMBERS = (
    "attempt", "confidence", "latency_ms", "latency_s", "tokens_in", "tokens_out", "cost_usd",
)  # fmt: skip
WHOLE = ("attempt", "tokens_in", "tokens_out")
# Fields that show that a system answered.
ASKED = {"expected", "system_id", "confidence", "latency_ms", "latency_s", "tokens_out", "error"}


@dataclass(frozen=True, slots=True)
class TableColumn:
    """
    One column: its name and type, and statistics of its values.

    ``value_count`` counts records with a value, ``different_count`` the different values;
    ``smallest`` and ``greatest`` are of numbers. ``are_outcomes`` is True if each value is a word
    for right, wrong, abstained, not parsed or missing. ``other_words`` are the most frequent
    values that are not such words, or not numbers, ``other_count`` counts them all;
    ``has_nothing`` is True if one of them means a missing value, such as N/A.
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
    are_whole: bool = False
    has_nested: bool = False
    has_nothing: bool = False
    other_words: list[str] | None = None
    other_count: int = 0

    @property
    def words(self) -> str:
        """The name in lower case, words joined by ``_``: ``Best Answer`` is best_answer."""
        spoken = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", self.name)
        return re.sub(r"[^a-z0-9]+", "_", spoken.lower()).strip("_")

    @property
    def is_nested(self) -> bool:
        """True if values are lists or objects."""
        return self.has_nested or self.kind.endswith("]") or self.kind.startswith(NESTED)

    @property
    def is_mixed(self) -> bool:
        """True if the column is JSON, in which each value has its own type."""
        return self.kind == "JSON" and not self.is_nested

    @property
    def is_measure(self) -> bool:
        """True if the numbers are amounts, for some of which lower is better, and not shares."""
        return self.words == PREFERENCE or self.words.startswith(LESS_IS_BETTER)

    @property
    def are_all_different(self) -> bool:
        """True if no value occurs twice."""
        return self.value_count > 1 and self.different_count == self.value_count

    @property
    def may_be_verdict(self) -> bool:
        """True if the values can be verdicts, whatever the name."""
        return not self.is_nested and (self.are_outcomes or self.are_numbers)

    @property
    def is_share(self) -> bool:
        """True if every value is a number from 0 to 1."""
        return (
            self.are_numbers
            and self.smallest is not None
            and self.greatest is not None
            and self.smallest >= 0
            and self.greatest <= 1
        )

    def may_be(self, field: str) -> bool:
        """Return True if the values fit a field that the name fits."""
        if not self.value_count:
            return False
        if self.is_nested:
            # A list may contain several right answers.
            return field == "expected"
        if field == "confidence":
            return self.is_share
        if field in NUMBERS:
            is_whole = self.are_whole or field not in WHOLE
            return self.are_numbers and is_whole and (self.smallest or 0) >= 0
        return field != "occurred_at" or self.are_times


def guessed(columns: Iterable[TableColumn]) -> tuple[dict[str, TableColumn], list[TableColumn]]:
    """Return the column of each field that has one, and the columns with verdicts."""
    left = list(columns)
    fields = pair = _of_a_pair(left)
    for field in NAMES:
        candidates = [column for column in _named(left, field) if column not in fields.values()]
        if field not in fields and candidates:
            fields = {**fields, field: candidates[0]}
    left = [column for column in left if column not in fields.values()]
    verdicts = [
        column
        for column in left
        if column.may_be_verdict
        and (_is_verdict(column.words) or (pair and column.words == PREFERENCE))
    ]
    response = fields.get("response")
    is_asked = verdicts or fields.keys() & ASKED
    if response is not None and response.words == "answer" and not is_asked:
        # Without verdicts or facts about a system, an answer is the right one.
        fields["expected"] = fields.pop("response")
    return fields, verdicts


def reason_of(verdict: TableColumn, columns: Iterable[TableColumn]) -> TableColumn | None:
    """
    Return the column with the reasons of a verdict, by its name; None if there is no such column.

    Its name is that of the verdict, with or without the last word, and a word for a reason.
    """
    stem = verdict.words.rpartition("_")[0]
    names = [f"{start}_{word}" for start in (stem, verdict.words) if start for word in REASONS]
    return next(
        (column for column in columns if column.words in names and not column.is_nested), None
    )


def other_runs(
    fields: Mapping[str, TableColumn], columns: Iterable[TableColumn]
) -> list[TableColumn]:
    """Return the columns with a name of runs that were not chosen as the run id."""
    return [
        column
        for column in columns
        if column.words in NAMES["run_id"]
        and column.value_count
        and column is not fields.get("run_id")
    ]


def _named(columns: list[TableColumn], field: str) -> list[TableColumn]:
    """Return the columns that may be a field by name and values, the most likely first."""
    by_words: dict[str, TableColumn] = {}
    for column in columns:
        if column.may_be(field):
            by_words.setdefault(column.words, column)
    candidates = [by_words[name] for name in NAMES[field] if name in by_words]
    if field == "case_id":
        # A column with a single value is unlikely to be the id of the case.
        candidates.sort(key=lambda column: column.different_count == 1)
    if field == "run_id" and any(
        column.are_all_different
        for name in ("case_id", "prompt")
        for column in columns
        if column.words in NAMES[name]
    ):
        # In a table of one row per question, a run id that never recurs is an id of the row.
        candidates = [column for column in candidates if not column.are_all_different]
    return candidates


def _of_a_pair(columns: list[TableColumn]) -> dict[str, TableColumn]:
    """Return the columns of the system under test if a preference compares two outputs."""
    by_words = {
        column.words: column for column in columns if column.value_count and not column.is_nested
    }
    preference = by_words.get(PREFERENCE)
    if (
        preference is None
        or not {RIVAL, PAIR["response"]} <= by_words.keys()
        or not preference.are_numbers
        or (preference.smallest or 0) < 0
        or (preference.greatest or 0) > PREFERENCE_MAX
    ):
        return {}
    return {field: by_words[name] for field, name in PAIR.items() if name in by_words}


def _is_verdict(words: str) -> bool:
    return words in VERDICTS or words.endswith(VERDICT_ENDINGS) or words.startswith(BEGINNINGS)


def attributes_among(columns: Iterable[TableColumn], record_count: int) -> list[TableColumn]:
    """Return the columns to slice by: those of short values that recur."""
    return [
        column
        for column in columns
        if column.value_count
        and column.length_max <= ATTRIBUTE_LENGTH_MAX
        and (column.different_count == 1 or 2 * column.different_count <= record_count)
        and not column.is_nested
    ]
