"""A gate finds a run that was hidden from it, however many runs lie between."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import evalstore
from evalstore.cli import call_command
from evalstore.store.layout import Layout
from tests.store.integrity.conftest import events_of
from tests.store.integrity.test_doctored_database import TRIGGERED, UNTRIGGERED, doctor

RUN_COUNT = 14
AGAINST_MAIN = '[[gate]]\nmetric = "accuracy"\nmax_drop = 0.5\nbaseline = "branch:main"\n'
AGAINST_GREEN = '[[gate]]\nmetric = "accuracy"\nmax_drop = 0.5\n'
ADAPTIVE = """
[[gate]]
metric = "accuracy"
adaptive = { runs = 2, min_runs = 2, sigmas = 3, branch = "main" }
"""
OLDER_ALSO_IN_THE_LOG = (
    f"{UNTRIGGERED}update log.events set occurred_at = '2020-01-01' "
    f"where kind = 'run_started' and run_id = '{{run_id}}'; {TRIGGERED}; "
    "update facts.runs set started_at = '2020-01-01' where run_id = '{run_id}'"
)


def events_of_number(number: int) -> list[dict[str, Any]]:
    """Return the events of a run that began in this hour, of main or of a branch of its own."""
    events = events_of(f"r{number}", 0)
    events[0]["occurred_at"] = f"2026-01-01T{number:02}:00:00Z"
    events[0]["payload"]["git_branch"] = "main" if number < 3 else f"topic-{number}"
    return events


@pytest.fixture(scope="module")
def long_store(tmp_path_factory: pytest.TempPathFactory) -> Layout:
    """Return a store whose runs of branch main, r0 to r2, have eleven others after them."""
    store = evalstore.open(tmp_path_factory.mktemp("long") / "warehouse", create=True)
    # Those between are appended at once: each fold of its own would take a second.
    for numbers in ([0], [1], [2], range(3, RUN_COUNT - 1), [RUN_COUNT - 1]):
        store.append([event for number in numbers for event in events_of_number(number)])
    gates = store.layout.root.parent / "gates.toml"
    gates.write_text('[[gate]]\nmetric = "accuracy"\nmin = 0.0\n', encoding="utf-8")
    arguments = ["gate", "--store", str(store.layout.root), "--config", str(gates)]
    assert 0 == call_command([*arguments, "--run", "r2"])
    return store.layout


@pytest.fixture
def copied_long(long_store: Layout, tmp_path: Path) -> Layout:
    """Return a copy of the store, to be doctored."""
    shutil.copytree(long_store.root.parent, tmp_path / "copy")
    return Layout(tmp_path / "copy" / "warehouse")


@pytest.mark.thinned(8)
@pytest.mark.parametrize(
    ("gates", "statement"),
    [
        (AGAINST_MAIN, "update facts.runs set git_branch = 'topic' where run_id = 'r2'"),
        (AGAINST_MAIN, OLDER_ALSO_IN_THE_LOG.format(run_id="r2")),
        (AGAINST_MAIN, "delete from facts.responses where run_id = 'r2' and case_id = 'c1'"),
        (AGAINST_MAIN, "update facts.runs set git_branch = 'topic' where git_branch = 'main'"),
        (AGAINST_GREEN, "update facts.gates set decision = 'fail' where run_id = 'r2'"),
        (ADAPTIVE, "update facts.runs set run_status = 'cancelled' where run_id = 'r1'"),
        (ADAPTIVE, "delete from facts.responses where run_id = 'r1' and case_id = 'c1'"),
        (AGAINST_MAIN, OLDER_ALSO_IN_THE_LOG.format(run_id="r13")),
    ],
    ids=[
        "another branch",
        "older by the log, too",
        "fewer cases",
        "no run of the branch",
        "not green",
        "outside the window",
        "a window with fewer cases",
        "the newest made old",
    ],
)
def test_a_hidden_run_breaks_the_gate(
    copied_long: Layout, gates: str, statement: str, gate_says: Callable[[Layout], tuple[int, str]]
) -> None:
    """Which runs there are is read from the segments since the run that was chosen."""
    (copied_long.root.parent / "gates.toml").write_text(gates, encoding="utf-8")
    before, said = gate_says(copied_long)
    assert 0 == before, said
    doctor(copied_long, statement)
    code, said = gate_says(copied_long)

    assert 4 == code, said
    assert "does not match the segments" in said


def test_a_verdict_that_was_revised_hides_nothing(
    copied_long: Layout, gate_says: Callable[[Layout], tuple[int, str]]
) -> None:
    """What another run withdrew of its answers is no reason to refuse the newest run."""
    [*_, verdict] = [event for event in events_of_number(9) if event["kind"] == "verdict_recorded"]
    verdict["payload"]["outcome"] = "right"
    newest = events_of_number(RUN_COUNT)
    evalstore.open(copied_long.root).append([verdict, *newest])
    code, said = gate_says(copied_long)

    assert 0 == code, said


def test_a_retracted_start_hides_nothing(
    copied_long: Layout, gate_says: Callable[[Layout], tuple[int, str]]
) -> None:
    """A run without an end, whose start was retracted, is there by its answers; none is chosen."""
    (copied_long.root.parent / "gates.toml").write_text(AGAINST_MAIN, encoding="utf-8")
    store = evalstore.open(copied_long.root)
    store.append(events_of_number(RUN_COUNT)[:-1])
    sql = "select event_id from log.events where kind = 'run_started' and run_id = $run"
    [(event_id,)] = store.query(sql, run=f"r{RUN_COUNT}").rows()
    payload = {"event_id": str(event_id), "reason": "begun by mistake"}
    retraction = {"kind": "retracted", "run_id": f"r{RUN_COUNT}", "payload": payload}
    store.append([retraction, *events_of_number(RUN_COUNT + 1)])
    code, said = gate_says(copied_long)

    assert 0 == code, said
    doctor(
        copied_long, f"update facts.runs set suite = 'arithmetic' where run_id = 'r{RUN_COUNT}'"
    )
    code, said = gate_says(copied_long)

    assert 4 == code, said
    assert "facts.runs does not match the segments" in said


@pytest.mark.sweep
def test_the_newest_run_is_not_written_to_a_file_instead(
    copied_long: Layout, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``show -o`` of the newest run is refused if the newest run was made old."""
    doctor(copied_long, OLDER_ALSO_IN_THE_LOG.format(run_id="r13"))
    rows = tmp_path / "rows.json"
    arguments = ["show", "--all", "--store", str(copied_long.root), "--format", "json"]
    code = call_command([*arguments, "-o", str(rows)])

    assert 4 == code, capsys.readouterr()
    assert not rows.exists()
