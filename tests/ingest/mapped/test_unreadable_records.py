"""Records of a table that cannot be read, each counted by its own reason."""

import pytest


@pytest.mark.parametrize("is_list", [False, True])
def test_a_record_that_cannot_be_read_costs_no_other(store, is_list):
    """A key twice, too many levels for DuckDB, the end of a list that is cut: each is counted."""
    good, deep = '{"id": "c1", "mark": "ok"}', "[" * 121 + "]" * 121
    records = [
        good,
        '{"id": 1, "id": 2}',
        f'{{"id": "c2", "mark": {deep}}}',
        good.replace("1", "3"),
    ]
    content = f"[{','.join(records)}, {good[:9]}" if is_list else "\n".join(records)
    taken = store(content, name="marks.json")

    cut = {"cut short": 1} if is_list else {}
    assert {"duplicate key": 1, "nested too deep": 1, **cut} == dict(taken.files[0].skipped)
    assert [("c1",), ("c3",)] == store.rows("select case_id from facts.verdicts order by all")
