"""Each method that reads gives what the command of its name does."""

import json

import pytest

from evalstore.cli import call_command
from evalstore.errors import UndecidedError, UsageError
from tests.api.reads.quiz import events_of
from tests.kept_stores import store_of

GATES = '[[gate]]\nid = "right"\nmetric = "accuracy"\nmin = 0.5\nmin_count = 2\n'


@pytest.mark.sweep
def test_answers_are_those_of_a_run_system_and_case(store):
    """One row an attempt; a name that is not there is an error."""
    assert (24, 12) == (len(store.answers()), len(store.answers(run="now")))
    [row] = store.answers(run="now", system="maia", case="c11").to_dicts()
    assert ("2 + 2?", "<b>5</b>", "wrong") == (row["prompt"], row["text"], row["outcome"])
    assert ["sum"] == row["verdicts"]["factual"]["tags"]
    with pytest.raises(UsageError, match="did you mean 'now'"):
        store.answers(run="noww")


def test_failures_are_those_of_the_command(store, command):
    """Also by tag, and no more than asked for."""
    _, printed = command("failures", "--run", "now")
    assert [row["case_id"] for row in printed] == [
        row["case_id"] for row in store.failures(run="now").to_dicts()
    ]
    for by in ("tag", "reason"):
        assert command("failures", "--by", by)[1] == store.failures(by=by).to_dicts()
    assert 1 == len(store.failures(limit=1))
    with pytest.raises(UsageError, match="expected one of tag, reason"):
        store.failures(by="domain")


def test_runs_are_those_of_the_command(store, command):
    """In the same order."""
    assert [row["run_id"] for row in command("runs")[1]] == [row[0] for row in store.runs()]


@pytest.mark.sweep
def test_a_comparison_has_the_figures_of_the_command(store, command):
    """Difference, interval, p-value and counts of the row, and the cases that changed."""
    found = store.compare("before", "now")
    [row] = command("compare", "before", "now")[1]["rows"]

    assert row == found.table.to_dicts()[0]
    assert (row["difference"], row["p_value"]) == (found.difference, found.p_value)
    assert (row["ci_low"], row["ci_high"]) == found.interval
    assert (12, 8, 0, 4, "better") == (
        found.paired_count, found.win_count, found.loss_count, found.tie_count, found.verdict
    )  # fmt: skip
    assert [("better", 0.0, 1.0)] * 8 == [tuple(row)[7:] for row in found.cases]
    assert found.reason is None
    assert repr(found).startswith("maia, accuracy, all: right is better by 0.6667")
    assert "<td" in found._repr_html_()


@pytest.mark.sweep
def test_several_rows_have_no_single_figure(store):
    """The table has them; what is not comparable raises."""
    found = store.compare("before", "now", metric=["accuracy", "brier"], control="holm")
    assert ["accuracy", "brier"] == [row[0] for row in found.table]
    with pytest.raises(UsageError, match="found 2 rows, expected one"):
        _ = found.difference
    with pytest.raises(UndecidedError):
        store.compare("before", "now", validator="nobody")
    with pytest.raises(UsageError, match="control is 'homl', expected one of none, "):
        store.compare("before", "now", control="homl")


@pytest.mark.sweep
def test_trends_by_session_are_those_of_the_command(tutored, capfd):
    """The points in the order of the sessions, and each change with its sentence."""
    root = str(tutored.layout.root)
    call_command(
        ["trends", "accuracy", "--by", "session", "--runs", "40", "--json",
         "--store", root],
    )  # fmt: skip
    [series] = json.loads(capfd.readouterr().out)["series"]
    found = tutored.trends("accuracy", by="session", runs="pilot")
    points, changes = found.points.to_dicts(), found.changes.to_dicts()

    assert [(point["session_id"], point["value"]) for point in series["points"]] == [
        (point["session_id"], point["value"]) for point in points
    ]
    assert {"31"} == {change["at_session_id"] for change in changes}
    printed = [change for item in series["detections"] for change in item["changes"]]
    assert [change["sentence"] for change in printed] == [change["sentence"] for change in changes]
    assert changes[0]["sentence"] in repr(found)


def test_trends_by_run_have_a_point_for_each(store):
    """In the order of the commits; the detectors say that there are too few."""
    found = store.trends("accuracy")

    assert [("before", 2 / 12), ("now", 10 / 12)] == [
        (row["run_id"], row["value"]) for row in found.points.to_dicts()
    ]
    assert 0 == len(found.changes)
    assert "found 2 known values in all, expected at least 21" in found.notes[0]


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"by": "month"}, "expected one of run, week, session"),
        ({"runs": "now"}, "runs is 'now', expected none unless by is 'session'"),
        ({"week_of": "start"}, "week_of is 'start', expected 'commit' unless by is 'week'"),
        ({"reference_count": 1}, "expected 2 or more"),
        ({"by": "session"}, "no completed run with sessions"),
        ({"suite": "quizz"}, "did you mean 'quiz'"),
    ],
)
def test_trends_that_cannot_be_are_refused(store, asked, said):
    """Each with the way out."""
    with pytest.raises(UsageError, match=said):
        store.trends("accuracy", **asked)


@pytest.mark.sweep
def test_a_gate_decides_as_the_command(store, command, tmp_path):
    """With its exit code; nothing is recorded unless wanted."""
    path = tmp_path / "gates.toml"
    path.write_text(GATES, encoding="utf-8")
    good = store.gate(path, run="now", record=False)
    bad = store.gate(path, run="before", record=False)
    code, printed = command("gate", "--config", str(path), "--run", "before", "--dry-run")

    assert (True, "pass", 0) == (good.passed, good.decision, good.exit_code)
    assert (False, "fail", 1, "before") == (bad.passed, bad.decision, bad.exit_code, bad.run_id)
    assert (0, "fail") == (code, printed["decision"])
    assert [printed["gates"][0]["reason"]] == [row["reason"] for row in bad.decisions.to_dicts()]
    assert "run before: fail (not recorded)" in repr(bad)
    assert "at least 0.5" in bad._repr_html_()
    assert 0 == len(store.query("from facts.gates"))


@pytest.mark.sweep
def test_a_gate_is_recorded(tmp_path):
    """As the command records it."""
    store = store_of(events_of("now", 10), tmp_path / "warehouse")
    path = tmp_path / "gates.toml"
    path.write_text(GATES, encoding="utf-8")

    assert store.gate(path).recorded
    assert [("right", "pass")] == store.query("select gate_id, decision from facts.gates").rows()


@pytest.mark.sweep
def test_a_chart_is_one_of_altair(store):
    """With its theme; names that are not there raise."""
    chart = store.chart("accuracy", run="now", slice="domain")
    assert "math" in chart.to_json()
    assert chart.to_dict()["config"]["background"]
    with pytest.raises(UsageError, match="did you mean 'domain'"):
        store.chart("accuracy", run="now", slice="domian")


@pytest.mark.sweep
def test_a_report_is_written(store, tmp_path):
    """Markdown by its ending, of the runs that were named."""
    path = store.report(tmp_path / "report.md", runs=["now"])
    text = path.read_text(encoding="utf-8")

    assert "now" in text
    with pytest.raises(UsageError, match="no run 'then'"):
        store.report(tmp_path / "other.md", runs=["then"])


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda store: store.report("page.pdf"), "found the ending '.pdf', expected"),
        (lambda store: store.report("page", format="pdf"), "format is 'pdf', expected 'html' or"),
        (lambda store: store.report("page", runs="then"), "no run 'then'"),
        (lambda store: store.failures(limit=-1), "limit is -1, expected 0 or more"),
        (lambda store: store.failures(variant="k=1"), "variant is 'k=1' and metric is None"),
        (lambda store: store.compare("now", "now", case_limit=-1), "case_limit is -1, expected 0"),
        (lambda store: store.compare("now", "now", page="pdf"), "page is 'pdf', expected 'html'"),
        (lambda store: store.tune_drift("now", grid={"taulow": [0]}), "did you mean 'tau_low'"),
    ],
)
def test_what_cannot_be_meant_is_refused(store, call, said):
    """Before anything is read or written."""
    with pytest.raises(UsageError, match=said):
        call(store)


def test_a_written_chart_is_the_one_that_is_returned(store, tmp_path):
    """Writing a chart alone gives the same file as drawing one to return."""
    store.chart("accuracy", run="now", output=tmp_path / "returned.svg")
    store.write_chart("accuracy", tmp_path / "written.svg", run="now")

    assert (tmp_path / "returned.svg").read_bytes() == (tmp_path / "written.svg").read_bytes()
