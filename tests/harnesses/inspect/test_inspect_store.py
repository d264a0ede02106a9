"""Inspect logs in a store: what counts there, and what earlier logs and declarations decide."""

import pytest

import evalstore
from evalstore.errors import StoreError, UsageError
from evalstore.harnesses import scales
from evalstore.harnesses.ingest import IngestOptions, ingest
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.verify.verify import verify

OUTCOMES = (
    "select outcome, count(*), avg(value), count(score) from facts.verdicts "
    "where run_id = coalesce($run, run_id) and validator_id = $validator group by all order by all"
)


@pytest.fixture
def a_store(tmp_path):
    """An empty store."""
    return evalstore.open(tmp_path / "warehouse", create=True)


@pytest.fixture
def taken(a_store, log_path):
    """Ingest logs in one call; return the runs of the last."""

    def take(*names, **declared):
        before = set(a_store.runs().pl()["run_id"])
        options = IngestOptions(scales=declared)
        ingested = ingest(a_store.layout, [str(log_path(name)) for name in names], options)
        assert not ingested.skipped
        return ingested, sorted(set(a_store.runs().pl()["run_id"]) - before)

    return take


def test_ratings_are_measured_and_never_right(a_store, taken):
    """Twenty values of mean 4.9; no score, and nothing is lost."""
    taken("ratings.eval")

    assert [("measured", 20, pytest.approx(4.9), 0)] == (
        a_store.query(OUTCOMES, run=None, validator="rating").rows()
    )
    assert [(None,)] == a_store.query("select distinct is_right from facts.scored").rows()


@pytest.mark.sweep
@pytest.mark.parametrize("is_at_once", [True, False])
def test_an_earlier_log_of_the_task_decides(a_store, taken, is_at_once):
    """In the same call, or long before."""
    names = ("ratings.eval", "two_ratings.eval")
    for group in [names] if is_at_once else [[name] for name in names]:
        taken(*group)

    assert [("measured", 22, 0)] == a_store.query(
        "select outcome, count(*), count(score) from facts.verdicts "
        "where validator_id = 'rating' group by all"
    ).rows()


@pytest.mark.sweep
def test_another_declaration_reads_the_same_file_again(a_store, taken):
    """It is a revision: the log has both readings, and the newest counts."""
    _, [run] = taken("two_ratings.eval")
    first = a_store.query(OUTCOMES, run=run, validator="rating").rows()
    known, _ = taken("two_ratings.eval")
    declared, _ = taken("two_ratings.eval", rating="measurement")
    again, _ = taken("two_ratings.eval", rating="measurement")

    assert [("right", 2, None, 2)] == first
    assert (True, 0, 2, True) == (
        known.files[0].is_known,
        declared.files[0].new,
        declared.files[0].revised,
        again.files[0].is_known,
    )
    assert [("measured", 2, 1, 0)] == (a_store.query(OUTCOMES, run=run, validator="rating").rows())


def test_a_store_that_is_busy_leaves_the_log_to_decide():
    """It goes on without, and says what it could not ask."""

    def busy():
        raise StoreError("held by another process")

    known = scales.Scales({}, busy)

    assert known.are_measurements("t", "v", is_outside=True)
    assert not known.are_measurements("t", "w", is_outside=False)
    assert "held by another process" in known.trouble


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", {}),
        (
            '[scales]\nrating = "measurement"\n"a.b" = "share"',
            {"rating": "measurement", "a.b": "share"},
        ),
    ],
)
def test_scales_are_declared_in_the_configuration(tmp_path, text, found):
    """A file without them, or none at all, declares nothing."""
    path = tmp_path / "evalstore.toml"
    absent = scales.declared_in(path)
    path.write_text(text, encoding="utf-8")

    assert ({}, found) == (absent, scales.declared_in(path))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[scales]\nrating = "percent"', r"`rating` is 'percent', expected one of share, measure"),
        ("[scales]\nrating = {low = 1}", r"`rating` is \{'low': 1\}, expected"),
        ("scales = 3", r"\[scales\]: found 3, expected a table"),
        ("[scales", "not readable as TOML"),
    ],
)
def test_a_wrong_declaration_is_named(tmp_path, text, said):
    """The file, the key, what was found and what was expected."""
    path = tmp_path / "evalstore.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(UsageError, match=f"evalstore.toml.*{said}"):
        scales.declared_in(path)


@pytest.mark.sweep
def test_runs_know_their_task_and_what_they_retry(a_store, taken):
    """A retry keeps the task's id; an eval set has an id too; other logs are no retries."""
    taken("retried_second.json", "retried_first.json", "set_1.json", "set_2.json", "quiz.json")
    rows = a_store.query(
        "select runs.suite, runs.run_status, runs.eval_set_id is not null, earlier.run_status "
        "from facts.runs left join facts.retries using (run_id) "
        "left join facts.runs as earlier on retries.retry_of = earlier.run_id order by all"
    ).rows()

    assert [
        ("quiz", "completed", False, None),
        ("retried", "completed", False, "failed"),
        ("retried", "completed", True, "failed"),
        ("retried", "failed", False, None),
        ("retried", "failed", True, None),
    ] == rows


@pytest.mark.sweep
def test_figures_and_measurements_survive_a_rebuild(a_store, taken):
    """Facts come from the log alone, and verify finds nothing."""
    taken("parts.eval", "parts_edited.eval", "errors.eval")
    query = "from facts.verdicts order by all"
    before = a_store.query(query).rows()
    rebuild(a_store.layout)

    assert before == a_store.query(query).rows()
    assert verify(a_store.layout).holds
    assert (
        37
        == a_store.query(
            "select count(*) from log.current_events where kind = 'score_reported'"
        ).item()
    )


@pytest.mark.sweep
def test_the_newest_run_of_a_task_is_its_state(a_store, taken):
    """In whatever order the logs come; a task of no set is not in one."""
    _, runs = taken("set_2.json", "set_1.json", "retried_first.json")
    [(suite, status, run_count, run_id, superseded)] = a_store.query(
        "select suite, run_status, run_count, run_id, superseded_run_ids from facts.eval_set_tasks"
    ).rows()

    assert ("retried", "completed", 2) == (suite, status, run_count)
    assert {run_id, *superseded} < set(runs)
    assert [("failed",)] == a_store.query(
        "select run_status from facts.runs where run_id = $run", run=superseded[0]
    ).rows()
