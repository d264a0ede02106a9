"""The case and the attempt of each row, as all rows of an evaluation together show them."""

from collections import defaultdict
from collections.abc import Sequence

from evalstore.ingest.promptfoo.rows import EvaluatedRow


def cases_and_attempts(rows: Sequence[EvaluatedRow]) -> dict[int, tuple[str, int]]:
    """
    Return the case and the attempt of each row by its number; a row that was replaced has none.

    Rows of one case and column are attempts in the order of their tests, however they came in.
    A row of the same test and column as an earlier one was written again and takes its place.
    """
    newest = {
        (row.test_number, row.column): number
        for number, row in enumerate(rows)
        if row.test_number is not None
    }
    assertions = defaultdict(set)
    for row in rows:
        assertions[row.case_key].add(row.assertions_digest)
    groups = defaultdict(list)
    for number, row in enumerate(rows):
        if row.test_number is not None and newest[row.test_number, row.column] != number:
            continue
        # Two tests of the same variables that demand different things are two cases.
        is_shared = len(assertions[row.case_key]) > 1
        case_id = f"{row.case_key}-{row.assertions_digest}" if is_shared else row.case_key
        order = number if row.test_number is None else row.test_number
        groups[case_id, row.column].append((order, number))
    return {
        number: (case_id, attempt)
        for (case_id, _), members in groups.items()
        for attempt, (_, number) in enumerate(sorted(members), 1)
    }
