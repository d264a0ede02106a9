"""The case and the attempt of each row, as all rows of an evaluation together show them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses.case_ids import question_digest
from evalstore.harnesses.promptfoo.evaluated_rows import EvaluatedRow


@dataclass(frozen=True, slots=True)
class RowPlaces:
    """
    The case and the attempt of each row by its number; a row that was replaced has none.

    ``clash_count`` says how many rows have the test and the column of another question.
    """

    places: dict[int, tuple[str, int]] = field(default_factory=dict)
    clash_count: int = 0


def row_places(rows: Sequence[EvaluatedRow]) -> RowPlaces:
    """
    Return where each row belongs.

    Rows of one case and column are attempts in the order of their tests, however they came in.
    A row of the same test, column and question as an earlier one was written again and takes its
    place.
    """
    case_ids = _case_ids(rows)
    # Of each test and column, the newest row of each question.
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
    return RowPlaces(places, sum(len(found) - 1 for found in newest.values()))


def _case_ids(rows: Sequence[EvaluatedRow]) -> list[str]:
    assertions = defaultdict(set)
    prompts: dict[tuple[str, int], set[Any]] = defaultdict(set)
    for row in rows:
        assertions[row.case_key].add(row.assertions_digest)
        if not row.has_question:
            prompts[row.case_key, row.column].add(_asked(row))
    several = {case_key for (case_key, _), found in prompts.items() if len(found) > 1}
    # All columns of a test are one case: its question is that of the first of them.
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


def _case_id(row: EvaluatedRow, has_others: bool, asked: tuple[int, str] | None) -> str:
    # Two tests of the same variables that demand different things are two cases.
    case_id = f"{row.case_key}-{row.assertions_digest}" if has_others else row.case_key
    if asked is None:
        return case_id
    own = _asked(row) if row.test_number is None else asked[1]
    return f"{case_id}-{question_digest(own)}"


def _asked(row: EvaluatedRow) -> str:
    return row.prompt_raw if isinstance(row.prompt_raw, str) else ""
