"""The cases that ``facts.regressions`` names are those that ``compare`` counts."""

import random

import evalstore
from evalstore.statistics.compared import ComparisonQuery
from evalstore.statistics.comparison import compare
from evalstore.store.query.reader import reading


def run_of(run_id, seed):
    """Return a run of forty cases in two domains: right, wrong, unparsable, failed, not there."""
    dice = random.Random(seed)
    events = [("run_started", {"suite": "s", "systems": ["a"]})]
    for number in range(40):
        about = {"case_id": f"c{number}", "system_id": "a"}
        status = dice.choices(["ok", "missing", "error", "unparsable"], [20, 2, 2, 2])[0]
        case = {"case_id": f"c{number}", "domain": "xy"[number % 2], "prompt": f"{number}?",
                "validators": ["factual"]}  # fmt: skip
        verdict = {"validator_id": "factual", "outcome": dice.choice(["right", "wrong"])}
        events.append(("case_generated", case))
        if status != "missing":
            events.append(("response_recorded", about | {"status": status, "text": "said"}))
        if status == "ok":
            events.append(("verdict_recorded", about | verdict))
    events.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": run_id, "payload": payload} for kind, payload in events]


def test_compare_counts_the_same_cases(tmp_path):
    """Of each kind of change there are as many as compare says, and the moved cases are they."""
    store = evalstore.open(tmp_path / "warehouse", create=True)
    store.append([*run_of("r1", 1), *run_of("r2", 2)])
    with reading(store.layout) as reader:
        question = ComparisonQuery("r1", "r2", ("accuracy",), moved_count=99)
        [compared] = compare(reader, question).rows
        found = {
            (row["case_id"], row["change"])
            for row in reader.rows("select case_id, change from facts.regressions")
        }
    counts = {
        "became right": compared.pairs.higher_count,
        "became wrong": compared.pairs.lower_count,
    }

    assert min(counts.values()) > 3
    assert counts == {name: sum(name == change for _, change in found) for name in counts}
    assert found == {
        (case.case_id, "became right" if case.is_higher else "became wrong")
        for case in compared.moved
    }
