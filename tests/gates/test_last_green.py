"""Which runs are green: those that a gate decided on, and none that counts blocked."""

import pytest

from evalstore.cli import call_command
from evalstore.gates.baseline import LAST_GREEN, baseline_of
from evalstore.store.query.reader import reading

GATING = '[[gate]]\nid = "a"\nmetric = "accuracy"\nmin = 0.5\n'
FAILING = '[[gate]]\nid = "b"\nmetric = "accuracy"\nmin = 1.0\ninformational = true\n'
PASSING = FAILING.replace("1.0", "0.1")


@pytest.mark.sweep
def test_informational_gates_make_no_run_green_and_none_red(store_with, judged_run, tmp_path):
    """A run whose informational gate failed is green; one that had no other gate is not."""
    file = tmp_path / "gates.toml"
    runs = {"green": GATING + FAILING, "told": PASSING, "new": ""}
    store = store_with()
    for day, (run_id, text) in enumerate(runs.items(), start=1):
        events = judged_run(run_id, ["right"] * 4 + ["wrong"])
        store.append([event | {"occurred_at": f"2026-01-0{day}T00:00:00Z"} for event in events])
        if text:
            file.write_text(text, encoding="utf-8")
            root = str(store.layout.root)
            call_command(["gate", "--store", root, "--config", str(file), "--run", run_id])
    with reading(store.layout) as reader:
        found = baseline_of(reader, "new", LAST_GREEN).run_id

    assert "green" == found
