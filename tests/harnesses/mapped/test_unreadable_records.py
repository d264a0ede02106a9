"""Records of a table that cannot be read, each counted by its own reason."""

import gzip
import json
from hashlib import sha256

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


@pytest.mark.thinned(2)
@pytest.mark.parametrize("behind", ['\n[{"id": "c2", "mark": "no"}]', ",", "\nthe end", "]"])
def test_what_follows_a_list_is_told_of(store, behind):
    """A second list is no part of the first."""
    taken = store(f'[{{"id": "c1", "mark": "ok"}}]{behind}', name="marks.json")

    assert {"cut short": 1} == dict(taken.files[0].skipped)
    assert [("c1",)] == store.rows("select case_id from facts.verdicts")


def test_a_packed_list(store):
    """As docs/map.md has it; one that is cut is read up to there."""
    packed = gzip.compress(b'[{"id": "c1", "mark": "ok"}, {"id": "c2", "mark": "no"}]')
    whole = store(packed, name="marks.json.gz")
    cut = store(packed[:-12], name="cut.json.gz")

    assert {} == dict(whole.files[0].skipped)
    assert ["c1", "c2"] == sorted(
        one for (one,) in store.rows("select case_id from facts.verdicts")
    )
    assert {"cut short": 1} == dict(cut.files[0].skipped)


@pytest.mark.sweep
def test_a_packed_list_whose_sum_is_wrong(store):
    """Its records are whole, and that something in them may have been altered is said."""
    ids = [sha256(str(number).encode()).hexdigest() for number in range(5_000)]
    content = json.dumps([{"id": one, "mark": "ok"} for one in ids]).encode()
    taken = store(gzip.compress(content)[:-8] + b"\0" * 8, name="marks.json.gz")

    assert {"cut short": 1} == dict(taken.files[0].skipped)
    assert 0 < taken.files[0].new
