"""A run with controls records which of its systems they are, and shows them to the cases."""

import json

import pytest

from evalstore.cli import call_command
from evalstore.running import controls_check
from evalstore.running.controls import CONTROLS
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

from .conftest import Adder

WANTED = ("run", "hallucination", "--domain", "math", "--cases", "6", "--seed", "s",
          "--set", "twin_share=0", "--controls")  # fmt: skip


@pytest.mark.sweep
def test_a_run_names_its_controls(tmp_path, capsys):
    """All six answer beside the suite's own system, and the start of the run lists them."""
    store = tmp_path / "store"
    Layout(store).create()

    assert 0 == call_command([*WANTED, "--run-id", "r1", "--store", str(store)])
    with reading(Layout(store)) as reader:
        [started] = reader.rows(
            "select payload from log.current_events where kind = 'run_started'"
        )
        answered = reader.rows(
            "select distinct payload ->> '$.system_id' as system_id, "
            "payload ->> '$.is_control' as is_control "
            "from log.current_events where kind = 'response_recorded'"
        )

    assert list(CONTROLS) == json.loads(str(started["payload"]))["controls"]
    assert {row["system_id"] for row in answered} == {"simulated", *CONTROLS}
    assert {row["system_id"] for row in answered if row["is_control"] == "true"} == set(CONTROLS)


def test_a_plan_shows_its_controls(capsys):
    """--dry-run says of each system whether it is a control."""
    assert 0 == call_command([*WANTED, "--dry-run"])
    said = capsys.readouterr().out

    assert all(f"{name} (control)" in said for name in CONTROLS)
    assert "simulated," in said


def test_controls_belong_to_a_new_run(tmp_path, capsys):
    """A resumed run has the systems it began with."""
    assert 2 == call_command(["run", "--resume", "r1", "--controls", "--store", str(tmp_path)])
    assert "leave out all other options" in capsys.readouterr().err


def test_a_system_may_look_at_the_cases_first(bench):
    """A system with ``prepare`` gets the cases of the run, once, before the first question."""
    seen = []

    class Counting(Adder):
        def prepare(self, cases):
            seen.append((len(list(cases)), len(self.asked)))

    bench.systems["adder"] = Counting("adder")
    bench.run()

    assert [(6, 0)] == seen


@pytest.mark.sweep
@pytest.mark.parametrize(("level", "code"), [(controls_check.LEVEL, 0), (1.1, 1)])
def test_the_check_of_a_suite(monkeypatch, capsys, level, code):
    """controls-check exits 1 and prints the rows where a control beats chance."""
    monkeypatch.setattr(controls_check, "LEVEL", level)

    assert code == call_command(["controls-check", "contradiction", "--cases", "40"])
    said = capsys.readouterr().out

    assert "contradiction, seed 0" in said
    assert ("self_contradiction" in said) == bool(code)


def test_the_check_as_json(capsys):
    """Every row comes with its counts, its chance and both p-values."""
    assert 0 == call_command(["controls-check", "drift", "--cases", "20", "--json"])
    rows = json.loads(capsys.readouterr().out)

    assert {"always_null", "deny", "majority"} <= {row["control"] for row in rows}
    assert all(0 <= row["p_value"] <= row["adjusted_p"] <= 1 for row in rows)
