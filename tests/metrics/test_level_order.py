"""Difficulties stand in their own order wherever slices are listed, easy first."""

from tests import kept_stores
from tests.gates.gated import run_of

ORDER = ["easy", "medium", "hard", "puzzling"]


def graded_run():
    """A run of two cases of each difficulty, of which the harder are wrong."""
    events = run_of("r1", ["right", "wrong"] * len(ORDER))
    for event in events:
        payload = event["payload"]
        if event["kind"] == "case_generated":
            number = int(payload["case_id"][1:])
            payload["attributes"] = {"difficulty": ORDER[::-1][number // 2]}
    return events


def test_difficulties_are_listed_from_easy_to_hard(tmp_path):
    """In a metric's rows, and what has no place of its own comes last; in a report as well."""
    store = kept_stores.store_of(graded_run(), tmp_path / "warehouse")
    rows = store.metric("accuracy", slice="difficulty").to_dicts()

    assert ORDER == [row["slice_value"] for row in rows]
