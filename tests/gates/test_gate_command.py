"""``evalstore gate``: the exit code, the recorded decisions, and the report that agrees."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import evalstore
from evalstore.cli import call_command

StoreWith = Callable[..., evalstore.Store]
JudgedRun = Callable[..., list[dict[str, Any]]]


def gates_file(folder: Path, text: str) -> str:
    path = folder / "gates.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.thinned(50)
@pytest.mark.parametrize(
    ("code", "outcomes", "reason"),
    [
        (0, ["right"] * 9 + ["wrong"], "nine of ten are enough"),
        (1, ["right"] * 4 + ["wrong"] * 6, "four of ten are not"),
        (1, ["right"] * 4 + [None] * 6, "a missing answer counts as wrong"),
        (3, ["right"] * 3, "three cases are too few"),
        (4, ["right"] * 9 + ["crash"], "one crash in ten is too much to leave out"),
    ],
)
def test_exit_codes(
    tmp_path: Path, store_with: StoreWith, judged_run: JudgedRun,
    code: int, outcomes: list[str | None], reason: str,
) -> None:  # fmt: skip
    """Each answer has its code."""
    store = store_with(judged_run("r1", outcomes))
    gates = gates_file(tmp_path, '[[gate]]\nmetric = "accuracy"\nmin = 0.5\nmin_count = 5')

    assert code == call_command(["gate", "--store", str(store.layout.root), "--config", gates]), (
        reason
    )


@pytest.mark.sweep
def test_the_newest_run_is_decided_on(
    tmp_path: Path,
    store_with: StoreWith,
    judged_run: JudgedRun,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without --run it is the one with the newest run_started, and it is named."""
    newer = judged_run("newer", ["wrong"] * 5)
    newer[0]["occurred_at"] = "2026-02-01T00:00:00Z"
    store = store_with(newer, judged_run("older", ["right"] * 5))
    gates = gates_file(tmp_path, '[[gate]]\nmetric = "accuracy"\nmin = 0.5')
    code = call_command(["gate", "--store", str(store.layout.root), "--config", gates, "--json"])

    assert (1, "newer") == (code, json.loads(capsys.readouterr().out)["run_id"])


@pytest.mark.sweep
def test_an_unfinished_run_is_undecided_unless_allowed(
    tmp_path: Path, store_with: StoreWith, judged_run: JudgedRun
) -> None:
    """--allow-incomplete decides all the same."""
    store = store_with(judged_run("r1", ["right"] * 5, is_finished=False))
    gates = gates_file(tmp_path, '[[gate]]\nmetric = "accuracy"\nmin = 0.5')
    arguments = ["gate", "--store", str(store.layout.root), "--config", gates]
    codes = [call_command(arguments), call_command([*arguments, "--allow-incomplete"])]

    assert [3, 0] == codes


def test_decisions_are_events_and_the_report_shows_the_same(
    tmp_path: Path, store_with: StoreWith, judged_run: JudgedRun
) -> None:
    """What the gate said stands in facts.gates with its provenance, and on the page."""
    store = store_with(judged_run("r1", ["right"] * 8 + ["wrong"] * 2))
    gates = gates_file(
        tmp_path,
        '[[gate]]\nmetric = "accuracy"\nmin = 0.5\n'
        '[[gate]]\nmetric = "accuracy"\nid = "strict"\nmin = 0.99\n',
    )
    page = tmp_path / "page.html"
    root = str(store.layout.root)
    code = call_command(["gate", "--store", root, "--config", gates])
    call_command(["report", "--store", root, "-o", str(page)])
    recorded = store.query(
        "select gate_id, decision, value, scored_count, tree_size, length(root) as root_length "
        "from facts.gates order by gate_id"
    ).rows()

    assert 1 == code
    # 32 events of the run, and the one that says where they are from.
    assert [("accuracy", "pass", 0.8, 10, 33, 64), ("strict", "fail", 0.8, 10, 33, 64)] == recorded
    assert "1 fail" in page.read_text(encoding="utf-8")


@pytest.mark.sweep
@pytest.mark.parametrize("option", ["--no-record", "--dry-run"])
def test_nothing_is_recorded_when_asked_not_to(
    tmp_path: Path, store_with: StoreWith, judged_run: JudgedRun, option: str
) -> None:
    """The log stays as long as it was."""
    store = store_with(judged_run("r1", ["wrong"] * 5))
    gates = gates_file(tmp_path, '[[gate]]\nmetric = "accuracy"\nmin = 0.5')
    code = call_command(["gate", "--store", str(store.layout.root), "--config", gates, option])

    assert {"--no-record": 1, "--dry-run": 0}[option] == code
    assert 0 == len(store.query("from facts.gates"))


@pytest.mark.sweep
def test_each_value_of_a_slice_must_pass(
    tmp_path: Path, store_with: StoreWith, judged_run: JudgedRun
) -> None:
    """`where = { domain = "*" }` fails when one domain does, though the whole would pass."""
    store = store_with(judged_run("r1", ["right", "right", "right", "wrong"] * 5))
    root = str(store.layout.root)
    whole = '[[gate]]\nmetric = "accuracy"\nmin = 0.7\n'
    codes = [
        call_command(["gate", "--store", root, "--config", gates_file(tmp_path, text)])
        for text in (whole, whole + 'where = { domain = "*" }')
    ]

    assert [0, 1] == codes


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no gate is configured"),
        ("[[gate]]\nmin = 1", "`metric` is not set"),
        ('[[gate]]\nmetric = "acuracy"\nmin = 1', "no metric 'acuracy'; the closest of"),
        ('[[gate]]\nmetric = "accuracy"', "the gate has no threshold"),
        ('[[gate]]\nmetric = "accuracy"\nmin = "1"', "expected a finite number"),
        ('[[gate]]\nmetric = "accuracy"\nmin = nan', "expected a finite number"),
        ('[[gate]]\nmetric = "accuracy"\nminimum = 1', "no setting 'minimum'"),
        ('[[gate]]\nmetric = "reliability_bins"\nmin = 1', "is a table"),
        ('[[gate]]\nmetric = "accuracy"\nmin = 1\nmin_count = -1', "expected a whole number"),
        ('[[gate]]\nmetric = "accuracy"\nmin = 1\nwhere = 3', "`where` is 3"),
        ('[[gate]]\nmetric = "accuracy"\nmin = 1\nwhere = {a = "b", c = "d"}', "two slices"),
        (
            '[[gate]]\nmetric = "accuracy"\nmin = 1\nwhere.validator_id = "left"',
            "`where` names 'validator_id', expected 'validator'",
        ),
        ('[[gate]]\nmetric = "accuracy"\nmin = 1\n' * 2, "two gates have the id"),
        ("[[gate", "not readable as TOML"),
        (
            '[[gates]]\nmetric = "accuracy"\nmin = 1',
            "in [[gates]], expected [[gate]]",
        ),
        ('[gates]\nmetric = "accuracy"\nmin = 1', "found a gate in [gates], expected [[gate]]"),
        ('[gate]\nmetric = "accuracy"\nmin = 1', "expected [[gate]], once for each gate"),
        ("[[gate]]\nmetric = accuracy", 'is `metric = "…"`, with quotes, meant?'),
        ('[[gate]]\nmetric = "accuracy"\nmin = 0,85', "is `min = 0.85` meant?"),
        ('[[gate]]\nmetric = "accuracy"\nmin = 85%', "is `min = 0.85` meant?"),
        ('[[gate]]\nmetric = "accuracy"\nslice = "domain=d"', '`where = { domain = "d" }`'),
        ('[[gate]]\nmetric = "accuracy"\nslice = "domain"', '`where = { domain = "*" }`'),
        ('[[gate]]\nmetric = "accuracy"\nsystem = "maia"', '`where = { system = "maia" }`'),
    ],
)
def test_a_bad_configuration_is_refused_by_name(
    tmp_path: Path, store_with: StoreWith, judged_run: JudgedRun,
    capsys: pytest.CaptureFixture[str], text: str, said: str,
) -> None:  # fmt: skip
    """Exit code 2 and a sentence that names the field."""
    store = store_with(judged_run("r1", ["right"]))
    code = call_command(
        ["gate", "--store", str(store.layout.root), "--config", gates_file(tmp_path, text)]
    )

    assert (2, True) == (code, said in capsys.readouterr().err)


@pytest.mark.sweep
def test_a_run_with_two_validators_wants_one_named(
    tmp_path: Path,
    store_with: StoreWith,
    judged_run: JudgedRun,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without a primary validator nothing is decided, and the sentence names them."""
    events = judged_run("r1", ["right"] * 3)
    for event in events:
        if event["kind"] == "case_generated":
            event["payload"]["validators"] = ["left", "right"]
        if event["kind"] == "verdict_recorded":
            event["payload"]["validator_id"] = "left"
    store = store_with(events)
    root = str(store.layout.root)
    gate = '[[gate]]\nmetric = "accuracy"\nmin = 0.5\n'
    code = call_command(["gate", "--store", root, "--config", gates_file(tmp_path, gate)])
    said = capsys.readouterr().out
    named = gates_file(tmp_path, gate + 'where = { validator = "left" }')

    assert (3, True) == (code, "name one of these in `where`: left, right" in said)
    assert 0 == call_command(["gate", "--store", root, "--config", named])


@pytest.mark.sweep
def test_a_late_revision_takes_the_green_from_the_report(
    tmp_path: Path, store_with: StoreWith, judged_run: JudgedRun
) -> None:
    """A recorded pass that no longer follows from the numbers is out of date, never green."""
    store = store_with(judged_run("r1", ["right"] * 5))
    root, page = str(store.layout.root), tmp_path / "page.html"
    gates = gates_file(tmp_path, '[[gate]]\nmetric = "accuracy"\nmin = 0.9')
    code = call_command(["gate", "--store", root, "--config", gates])
    [revised] = [
        event
        for event in judged_run("r1", ["wrong"])
        if event["kind"] == "verdict_recorded"
    ]  # fmt: skip
    store.append([revised])
    call_command(["report", "--store", root, "-o", str(page)])
    text = page.read_text(encoding="utf-8")

    assert 0 == code
    assert "Out of date: 1 decision of 1" in text
    assert "none fails" not in text


@pytest.mark.sweep
def test_a_domain_of_errors_alone_breaks_the_gate(
    tmp_path: Path, store_with: StoreWith, judged_run: JudgedRun
) -> None:
    """Where nobody judged half of the cases, the other half cannot pass for the whole."""
    events = judged_run("r1", ["right", "crash"] * 10)
    for event in events:
        if event["kind"] == "case_generated":
            del event["payload"]["validators"]
    store = store_with(events)
    gates = gates_file(tmp_path, '[[gate]]\nmetric = "accuracy"\nmin = 0.9')

    assert 4 == call_command(["gate", "--store", str(store.layout.root), "--config", gates])


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("metric", "most"),
    [("accuracy", 1), ("error_rate", 1), ("latency_ms_p50", 1e9), ("missing_rate", 1)],
)
def test_a_gate_decides_once_for_each_system(
    tmp_path: Path, store_with: StoreWith, judged_run: JudgedRun, metric: str, most: float
) -> None:
    """One system and one slice make one decision, whatever the metric."""
    store = store_with(judged_run("r1", ["right"] * 9 + ["wrong"]))
    gates = gates_file(tmp_path, f'[[gate]]\nmetric = "{metric}"\nmax = {most}')
    call_command(["gate", "--store", str(store.layout.root), "--config", gates])

    decisions = store.query("select count(*) from facts.gates where run_id = 'r1'")

    assert [(1,)] == decisions.rows()
