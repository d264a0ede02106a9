"""The facts of a run that changes take the place of those there were."""

import duckdb

import evalstore
from evalstore.store.layout import Layout
from evalstore.store.verify.verify import verify

CASE = {"kind": "case_generated", "payload": {"case_id": "c", "prompt": "p"}}
ANSWER = {"case_id": "c", "system_id": "m"}
REPLY = {
    "kind": "response_recorded",
    "payload": {**ANSWER, "status": "ok", "answer": "a", "confidence": 0.5},
}
VERDICT = {
    "kind": "verdict_recorded",
    "payload": {**ANSWER, "validator_id": "v", "outcome": "right"},
}


def test_also_where_somebody_deleted_the_run(tmp_path):
    """After the next fold of the run the database has the rows of the log again."""
    store = evalstore.open(tmp_path / "store", create=True)
    store.append([{**event, "run_id": "r"} for event in (CASE, REPLY)])
    with duckdb.connect(tmp_path / "store" / "evalstore.duckdb") as connection:
        connection.execute("delete from facts.runs")

    store.append([{**VERDICT, "run_id": "r"}])

    assert [] == verify(Layout(tmp_path / "store")).findings
