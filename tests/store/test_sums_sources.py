"""The header of a table of sums that says without what it has no row."""

import re

import duckdb
import pytest

import evalstore
from evalstore.base import sql_files
from evalstore.store.facts import sums
from evalstore.store.layout import Layout
from evalstore.store.verify.verify import verify

START = ("run_started", {"suite": "s", "systems": ["m"]})
CASE = ("case_generated", {"case_id": "c", "prompt": "p"})
LABELLED = ("case_generated", {"case_id": "c", "prompt": "p", "label": "U"})
ANSWER = {"case_id": "c", "system_id": "m"}
REPLY = ("response_recorded", {**ANSWER, "status": "ok", "answer": "a", "confidence": 0.5})


def verdict(**said):
    return ("verdict_recorded", {**ANSWER, "validator_id": "v", **said})


RUNS = {
    "judged": [START, CASE, REPLY, verdict(outcome="right")],
    "measured": [START, CASE, REPLY, verdict(outcome="measured", value=2.5)],
    "labelled": [START, LABELLED, REPLY, verdict(outcome="right")],
    "unjudged": [START, LABELLED, REPLY],
    "unlabelled": [START, CASE, REPLY],
    "begun": [START],
}
# Runs with verdicts where nothing is scored: of a critic's readings, and of an undeclared system.
UNSCORED = {
    "readings": [
        ("run_started", {"suite": "s"}),
        CASE,
        ("response_recorded", {**ANSWER, "status": "ok", "value_dim": "x", "alignment": 1}),
        verdict(outcome="right"),
    ],
    "undeclared": [
        ("run_started", {"suite": "s", "systems": ["another"]}),
        ("case_generated", {"case_id": "c", "prompt": "p", "systems": ["m"]}),
        REPLY,
        verdict(outcome="right"),
    ],
}
# What is said later takes the place of it.
LATER = {
    "judged": [verdict(outcome="measured", value=1.0)],
    "measured": [verdict(outcome="wrong")],
    "labelled": [CASE],
}
WITH_ROWS = """
    select run_id, count(*) as row_count
    from facts.{}
    group by all
    order by all
"""


def appended(store, runs):
    store.append(
        [
            {"kind": kind, "run_id": run_id, "payload": payload}
            for run_id, given in runs.items()
            for kind, payload in given
        ]
    )


def with_rows(store, name):
    return dict(store.query(WITH_ROWS.format(name)).rows())


@pytest.mark.parametrize("name", sums.SUMS)
def test_a_source_is_looked_for(name):
    """A header that names another would leave the table empty for ever."""
    looked_for = re.findall(r"'(\w+)' as source", sql_files.read("sql/fold/sums_sources"))

    assert sums.source_of(name) in looked_for


def test_sums_are_kept_of_every_run_that_has_some(tmp_path):
    """
    A fold leaves out what finds nothing, of a run that is new and of one that changed.

    A row that stands twice is found.
    """
    store = evalstore.open(tmp_path / "store", create=True)
    found = []

    for runs in (RUNS, LATER):
        appended(store, runs)
        found.append({name: with_rows(store, name) for name in sums.SUMS})
        computed = {name: with_rows(store, f"computed_{name}") for name in sums.SUMS}
        assert computed == found[-1]

    before, after = found
    assert {"judged", "measured", "labelled"} == after["judges"].keys()
    with duckdb.connect(tmp_path / "store" / "evalstore.duckdb") as connection:
        connection.execute("insert into facts.answer_sums from facts.answer_sums limit 1")
    [doubled] = verify(Layout(tmp_path / "store")).findings
    assert "facts.answer_sums: 1 row does not match the facts" in doubled.detail
    assert {"measured"} == before["measured_sums"].keys()
    assert {"judged"} == after["measured_sums"].keys()
    assert {"labelled", "unjudged"} == before["abstention_sums"].keys()
    assert {"unjudged"} == after["abstention_sums"].keys()
    assert "begun" not in before["answer_sums"]


def test_who_judged_is_kept_where_nothing_is_scored(tmp_path):
    """Folded alone and beside a run that has scored rows, it is the same, and verify agrees."""
    store = evalstore.open(tmp_path / "store", create=True)
    appended(store, UNSCORED)
    alone = with_rows(store, "judges")
    appended(store, {"judged": RUNS["judged"]})

    assert dict.fromkeys(UNSCORED, 1) == alone
    assert with_rows(store, "computed_judges") == with_rows(store, "judges")
    assert [] == verify(Layout(tmp_path / "store")).findings
