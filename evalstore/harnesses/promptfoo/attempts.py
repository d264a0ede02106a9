"""Case and attempt of each row, which depend on all rows of an evaluation."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses.case_ids import question_digest
from evalstore.harnesses.promptfoo.evaluated_rows import EvaluatedRow


@dataclass(frozen=True, slots=True)
class RowPlaces:
    """
    Case id and attempt of each row by number; rows that were replaced are missing.

    ``clash_count`` is the number of rows with the test and column of another question.
    """

    places: dict[int, tuple[str, int]] = field(default_factory=dict)
    clash_count: int = 0


def row_places(rows: Sequence[EvaluatedRow]) -> RowPlaces:
    """
    Return the case and attempt of each row.

    Rows of one case and column are attempts in the order of their tests, not of the file. A row of
    the same test, column and question as an earlier one replaces it.
    """
    case_ids = _case_ids(rows)
    # For each test and column, the newest row of each question.
    newest: dict[tuple[Any, int], dict[str, int]] = defaultdict(dict)
    for number, row in enumerate(rows):
        if row.test_number is not None:
            newest[row.test_number, row.column][case_ids[number]] = number
    groups = defaultdict(list)
    for number, row in enumerate(rows):
        case_id = case_ids[number]
        if row.test_number is not None:
            if newest[row.test_number, row.column][case_id] != number:
                continue
            order = row.test_number
        else:
            order = number
        groups[case_id, row.column].append((order, number))
    places = {
        number: (case_id, attempt)
        for (case_id, _), members in groups.items()
        for attempt, (_, number) in enumerate(sorted(members), 1)
    }
    return RowPlaces(places, sum(len(by_question) - 1 for by_question in newest.values()))


def _case_ids(rows: Sequence[EvaluatedRow]) -> list[str]:
    assertions = defaultdict(set)
    prompts: dict[tuple[str, int], set[Any]] = defaultdict(set)
    for row in rows:
        assertions[row.case_key].add(row.assertions_digest)
        if not row.has_question:
            prompts[row.case_key, row.column].add(_asked(row))
    several = {case_key for (case_key, _), questions in prompts.items() if len(questions) > 1}
    # All columns of a test are one case, whose question is that of the first column.
    first: dict[tuple[str, int | None], tuple[int, str]] = {}
    for row in rows:
        if row.case_key in several:
            place = row.case_key, row.test_number
            first[place] = min(first.get(place, (row.column, _asked(row))),
                               (row.column, _asked(row)))  # fmt: skip
    return [
        _case_id(
            row, len(assertions[row.case_key]) > 1, first.get((row.case_key, row.test_number))
        )
        for row in rows
    ]


def _case_id(row: EvaluatedRow, has_others: bool, first_question: tuple[int, str] | None) -> str:
    # Two tests with the same variables and different assertions are two cases.
    case_id = f"{row.case_key}-{row.assertions_digest}" if has_others else row.case_key
    if first_question is None:
        return case_id
    prompt = _asked(row) if row.test_number is None else first_question[1]
    return f"{case_id}-{question_digest(prompt)}"


def _asked(row: EvaluatedRow) -> str:
    return row.prompt_raw if isinstance(row.prompt_raw, str) else ""
