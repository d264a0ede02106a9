"""The options of the methods that read, and what those give that write or record."""

import pytest

from evalstore.errors import UsageError
from tests.api.reads.quiz import events_of
from tests.kept_stores import store_of


def test_rows_without_types_are_the_same(store):
    """They are Python values; a frame needs types."""
    plain = store.failures(run="now", typed=False)

    assert store.failures(run="now").rows() == plain.rows()
    assert (2, 1) == (len(plain), len(plain.head(1)))
    assert repr(plain).startswith("run_id")
    assert "<td" in plain._repr_html_()
    with pytest.raises(UsageError, match="read them with typed=True"):
        plain.arrow()
    with pytest.raises(UsageError, match="read them with typed=True"):
        plain.relation()


def test_notes_say_what_the_rows_do_not_cover(tmp_path):
    """Events that are not folded, runs that are not finished, values that are missing."""
    store = store_of(events_of("now", 10)[:-1], tmp_path / "warehouse")
    store.append(
        [{"kind": "run_finished", "run_id": "now", "payload": {"status": "failed"}}], fold=False
    )
    notes = []
    store.runs(on_note=notes.append)
    store.metric("cvrr", on_note=notes.append)

    waiting = "1 event accepted, not folded yet; run `evalstore fold` to include them"
    assert [waiting, waiting] == [note for note in notes if "folded" in note]
    assert any("run now is not finished" in note for note in notes)
    assert "none of 12 cases is labelled E, C or U" in notes[-1]


def test_rows_of_a_metric_that_are_passed_on_are_checked(store):
    """Of one run and of all; those that are right are the same."""
    for run in ("now", None):
        assert store.metric("accuracy", run=run).rows() == (
            store.metric("accuracy", run=run, check=True).rows()
        )
        assert len(store.failures(run=run, check=True)) == len(store.failures(run=run))


def test_accuracy_has_intervals_by_cluster(store):
    """By case or another key; of accuracy alone."""
    [row] = store.metric("accuracy", run="now", cluster="case").to_dicts()

    assert 10 / 12 == pytest.approx(row["accuracy"])
    with pytest.raises(UsageError, match="accuracy"):
        store.metric("ece", cluster="case")


def test_what_a_metric_counted(store, command):
    """Each attempt, or the numbers by reason; the failures among them with a note."""
    notes = []
    [row] = store.counted("accuracy", run="now", by_reason=True).to_dicts()

    assert (None, "scored_count", 12) == (row["reason"], row["counted_in"], row["case_count"])
    assert command("show", "accuracy", "--counted", "--run", "now")[1] == (
        store.counted("accuracy", run="now").to_dicts()
    )
    assert 2 == len(store.failures(run="now", metric="accuracy", on_note=notes.append))
    assert ["accuracy: 12 rows counted"] == notes
    with pytest.raises(UsageError, match="expected at most one"):
        store.failures(metric="accuracy", by="tag")


def numbers_rounded(value):
    """Return a JSON value with its numbers at ten digits."""
    if isinstance(value, dict):
        return {name: numbers_rounded(item) for name, item in value.items()}
    if isinstance(value, list):
        return [numbers_rounded(item) for item in value]
    return float(f"{value:.10g}") if isinstance(value, float) else value


def test_every_metric_of_a_run(store, command):
    """As the command prints it, and as rows with their types."""
    metrics = store.run_metrics("now")

    printed, of_method = command("show", "--all", "--run", "now")[1], metrics.document()
    assert printed["metrics"].keys() == of_method["metrics"].keys()
    for name, printed_metric in printed["metrics"].items():
        # Sums over several threads differ in their last digits.
        assert numbers_rounded(printed_metric) == numbers_rounded(of_method["metrics"][name])
    assert {"now"} == {row["run_id"] for row in metrics.result().to_dicts()}


def test_names_are_known(store):
    """For a shell, or a menu."""
    assert ["before", "now"] == sorted(store.known_names("run"))
    assert ["maia"] == store.known_names("system", run="now")
    assert ["factual"] == store.known_names("validator")
    assert {"domain", "domain=math"} <= {*store.known_names("slice", run="now")}


def test_a_bounded_query_gives_rows(store):
    """With the process limited until the block ends; without, it is ``query``."""
    with store.bounded_query("select $x as x", {"x": 3}) as result:
        assert [(3,)] == result.rows()


@pytest.mark.sweep
def test_a_comparison_is_recorded_and_drawn(tmp_path):
    """On request: a page, and the rows as events."""
    store = store_of(events_of("before", 2) + events_of("now", 10), tmp_path / "warehouse")
    found = store.compare("before", "now", page="markdown", page_case_limit=2, record=True)

    assert {"new": 1, "revised": 0, "duplicate": 0} == found.recorded
    assert "Accuracy of maia: better" in found.page
    assert {"before", "now"} == {found.to_dict()[side]["run_id"] for side in ("left", "right")}
    again = store.compare("before", "now", record=True)
    assert 1 == again.recorded["duplicate"]


@pytest.mark.sweep
def test_changes_of_level_are_recorded(tmp_path, tutored):
    """Nothing where none was found; the newest points have steps."""
    store = store_of(events_of("before", 2) + events_of("now", 10), tmp_path / "warehouse")
    trend = store.trends("accuracy", record=True, step_count=1)

    assert {"new": 0, "revised": 0, "duplicate": 0} == trend.recorded
    [[step]] = trend.steps
    assert 8 / 12 == pytest.approx(step.step.difference)
    assert [] == tutored.trends("accuracy", by="session", detect=False).detected


@pytest.mark.sweep
def test_an_interval_is_resampled(tmp_path, command):
    """And recorded on request."""
    store = store_of(events_of("now", 10), tmp_path / "warehouse")
    found = store.bootstrap("accuracy", resamples=200, record=True)

    assert ("now", {"new": 1, "revised": 0, "duplicate": 0}) == (found.run_id, found.recorded)
    assert 10 / 12 == pytest.approx(found.analyses[0].results.value)
    assert store.bootstrap("accuracy", resamples=200).recorded is None


@pytest.mark.sweep
def test_notes_and_a_site_are_written(store, tmp_path):
    """Each folder lists its files."""
    progress = []
    vault = store.vault(tmp_path / "vault", runs="now")
    site = store.site(tmp_path / "site", limit=1, on_progress=lambda *done: progress.append(done))

    assert "Runs/now.md" in vault.written
    assert "index.html" in site.written
    assert (1, 1) == progress[-1]
    with pytest.raises(UsageError, match="inside the store"):
        store.site(store.folder / "site")


@pytest.mark.sweep
def test_a_chart_is_written(store, tmp_path):
    """In the format of its ending."""
    store.chart("accuracy", run="now", output=tmp_path / "chart.svg", theme="dark")
    assert "<svg" in (tmp_path / "chart.svg").read_text(encoding="utf-8")


def test_a_run_is_exported(store, tmp_path):
    """Two files in folders of their own, which have to be named."""
    exported = store.export("every_eval_ever", "now", output=tmp_path)

    assert exported.path.exists()
    assert (12, {}) == (len(exported.lines), exported.left_out)
    with pytest.raises(UsageError, match="two files"):
        store.export("every_eval_ever", "now")
    with pytest.raises(UsageError, match="no case labelled E, C or U"):
        store.export("context_cards", "now")


@pytest.mark.parametrize("method", ["tune_drift", "validate_drift", "drift_robustness"])
def test_a_run_without_readings_has_no_drift(store, method):
    """As the command says, and so does the detection."""
    with pytest.raises(UsageError, match="has no readings of alignment"):
        getattr(store, method)("now")
    with pytest.raises(UsageError, match="has no readings of alignment"):
        store.detect_drift("now")


def test_the_database_is_that_of_the_dictionary(tmp_path):
    """Comments can be written into it."""
    store = store_of(events_of("now", 10), tmp_path / "warehouse")
    store.require()

    assert "" == store.dictionary_differences()
    assert store.write_comments() > 100
