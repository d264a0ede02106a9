"""Figures that files report, compared with ours after a fold."""

import json
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest

import evalstore
from evalstore.errors import UnexplainedFiguresError
from evalstore.harnesses import reported
from evalstore.harnesses.ingest import ingest
from evalstore.store.layout import Layout

FIXTURES = Path(__file__).parents[1] / "fixtures/openai_evals"


def test_figures_are_compared_where_they_do_not_fit(tmp_path, monkeypatch):
    """A bound of memory that is too small costs a second try, and no figure."""
    layout = Layout(tmp_path / "store")
    layout.create()
    tried = []

    @contextmanager
    def too_small(_connection, limit_bytes):
        tried.append(limit_bytes)
        yield
        raise duckdb.OutOfMemoryException("Out of Memory Error: failed to pin block")

    monkeypatch.setattr(reported, "bounded_memory", too_small)
    taken = ingest(layout, [str(FIXTURES)])

    assert [reported.COMPARING_BYTES] == tried
    assert str(taken.compared) == "5 agree, 1 differs, 16 not comparable"


def run_of(verdicts, figures, *, counts=None, errors=(), run_id="r"):
    """
    Return the events of a run with one system, scorer `s`, and the figures that its tool reports.

    ``verdicts`` are of cases and attempts: a number, None where the scorer gave nothing, or what
    it wrote. ``errors`` are the places of verdicts on attempts that failed.
    """
    events = [("run_started", {"suite": "t", "systems": ["m"]})]
    for place, (case_id, attempt, given) in enumerate(verdicts):
        keys = {"case_id": case_id, "system_id": "m", "attempt": attempt}
        if attempt == 1:
            events.append(("case_generated", {"case_id": case_id, "domain": "t"}))
        is_error = place in errors
        answered = {"status": "error", "error": "gone"} if is_error else {"text": "yes"}
        events.append(("response_recorded", {**keys, "status": "ok", **answered}))
        events.append(("verdict_recorded", {**keys, "validator_id": "s", **outcome_of(given)}))
    events += [
        ("score_reported", {"system_id": "m", "scorer": "s", "metric": "mean", **figure})
        for figure in figures
    ]
    events.append(("run_finished", {"status": "completed", "counts": counts or {}}))
    return [{"kind": kind, "run_id": run_id, "payload": payload} for kind, payload in events]


def outcome_of(given):
    """Return what a verdict says of a value, of a right or wrong answer, or of what is neither."""
    if given in ("right", "wrong"):
        return {"outcome": given, "reason": given}
    if isinstance(given, int | float):
        return {"outcome": "measured", "value": given, "reason": "measured"}
    unscored = {"outcome": "unscored", "reason": "no score"}
    return unscored if given is None else {**unscored, "scorer_value": given}


def each(*values):
    """Return the values as those of as many cases, each with one attempt."""
    return [(f"c{number}", 1, value) for number, value in enumerate(values, 1)]


@pytest.fixture(scope="module")
def rows_of(tmp_path_factory):
    """
    Return a function that gives what became of a run's figures.

    Its rows are ordered by validator, metric and value. All runs are appended at once, since a
    fold of each would take a second.
    """
    store = evalstore.open(tmp_path_factory.mktemp("compared") / "store", create=True)
    store.append([event for run_id, run in RUNS.items() for event in run_of(**run, run_id=run_id)])
    rows = store.query(
        "from facts.reported_scores order by validator_id, metric, reported_value"
    ).to_dicts()
    return lambda run_id: [row for row in rows if row["run_id"] == run_id]


# The runs of the tests below, by the name of the test and the place of its parameters.
RUNS = {}


UNREAD = "grades that could not be read, 0 to the tool: 1"
# What a scorer gave, the mean that its tool reports, what becomes of it, and our mean.
UNSCORED = [
    (
        each(8, 10, "I"), {"value": 6, "count": 3},
        ("differs", UNREAD, 9),
    ),
    # The letters of grades are told from words.
    (
        each(8, 10, "I", "oh"), {"value": 4.5},
        (
            "differs",
            UNREAD + "; values that are no number, 0 to the tool: 1", 9,
        ),
    ),
    (
        each(*[1] * 16, *[None] * 4), {"value": 0.8, "count": 20},
        ("differs", "values that were not given, 0 to the tool: 4", 1),
    ),
    # Who leaves out what was not given agrees, and nothing is said of zeros.
    (each(*[1] * 16, *[None] * 4), {"value": 1}, ("agrees", None, 1)),
    (each(2, 4, None), {"value": 2.5}, ("differs", None, 3)),
    (
        each(8, 10, "I", None), {"value": 4.5},
        (
            "differs",
            "values that were not given, 0 to the tool: 1; " + UNREAD, 9,
        ),
    ),
    (
        each(8, 10, 3), {"value": 7, "errors": [2]},
        ("differs", "attempts that failed or have no answer, scored by the tool: 1", 9),
    ),
    (
        each(1, 3, "Infinity", "-Infinity", "Infinity"), {"value": None, "value_text": "Infinity"},
        (
            "not_comparable",
            "the tool reports Infinity; a mean over the 2 finite values; 3 are infinite", 2,
        ),
    ),
    (
        each(1, 3, "Infinity"), {"value": 2},
        ("agrees", "a mean over the 2 finite values; 1 is infinite", 2),
    ),
    (
        each(1, 3, "Infinity"), {"value": 5},
        ("differs", "a mean over the 2 finite values; 1 is infinite", 2),
    ),
    (
        each(1, 3), {"value": None, "value_text": "NaN"},
        ("not_comparable", "the tool reports NaN", 2),
    ),
    (each(1, 3), {"value": None}, ("not_comparable", "no number is reported", 2)),
]  # fmt: skip


for place, (verdicts, figure, _) in enumerate(UNSCORED):
    errors = figure.pop("errors", ())
    RUNS[f"unscored {place}"] = {"verdicts": verdicts, "figures": [figure], "errors": errors}


@pytest.mark.parametrize("place", range(len(UNSCORED)))
def test_what_is_unscored_here_and_counts_for_the_tool(rows_of, place):
    """What the tool counts as 0 explains a difference; infinite values count for nobody."""
    *_, expected = UNSCORED[place]
    [row] = rows_of(f"unscored {place}")

    assert expected == (row["verdict"], row["reason"], row["computed_value"])


# Attempts at two cases, of which the first has one that is scored, and figures under a reducer.
FEW = [("c1", 1, "wrong"), ("c1", 2, None), ("c1", 3, None)]
FIVE = [("c2", place, "right" if place % 2 else "wrong") for place in range(1, 6)]
REDUCED = [
    # Without the case of which too few attempts are scored it is 0.9; 1 nobody can explain.
    ({"reducer": "pass_at_2", "value": 1, "count": 2}, ("differs", None, 0.9)),
    ({"reducer": "pass_at_2", "value": 0.9, "count": 1}, ("agrees", None, 0.9)),
    (
        {"reducer": "pass_at_2", "value": 0.95, "count": 2},
        ("differs", "cases with fewer than 2 scored attempts, 1 to the tool: 1", 0.9),
    ),
    (
        {"reducer": "pass_at_2", "value": 0.45, "count": 2},
        ("differs", "values that were not given, 0 to the tool: 2", 0.9),
    ),
    ({"reducer": "pass_k_2", "value": 0.3, "count": 1}, ("agrees", None, 0.3)),
    ({"reducer": "pass_k_2", "value": 1, "count": 2}, ("differs", None, 0.3)),
    ({"reducer": "at_least_2", "value": 0.5, "count": 2}, ("agrees", None, 0.5)),
    ({"reducer": "at_least_2", "value": 1, "count": 2}, ("differs", None, 0.5)),
]


for place, (figure, _) in enumerate(REDUCED):
    figures = [{"metric": "accuracy", **figure}]
    RUNS[f"reduced {place}"] = {"verdicts": [*FEW, *FIVE], "figures": figures}


@pytest.mark.parametrize("place", range(len(REDUCED)))
def test_attempts_that_are_not_scored_leave_scores_of_0_and_1(rows_of, place):
    """Under a reducer with a threshold they make a figure no less comparable."""
    _, expected = REDUCED[place]
    [row] = rows_of(f"reduced {place}")

    assert expected[:2] == (row["verdict"], row["reason"])
    assert pytest.approx(expected[2]) == row["computed_value"]


RUNS["graded"] = {
    "verdicts": [("c1", 1, 1), ("c1", 2, 0.5)],
    "figures": [{"reducer": "at_least_1", "value": 0.25}],
}


def test_a_threshold_is_not_known_of_graded_scores_alone(rows_of):
    """A score that is neither 0 nor 1 leaves the threshold open."""
    [row] = rows_of("graded")

    assert (
        "the log does not say its reducer's threshold, and not all scores are 0 or 1"
        == (row["reason"])
    )


# Cases of one and of three attempts: means and standard errors over cases and over attempts.
UNEVEN = [("c1", 1, 8), ("c2", 1, 2), ("c2", 2, 2), ("c2", 3, 4)]
OF_CASES = {"value": 16 / 3, "stderr": 8 / 3}
OF_ATTEMPTS = {"value": 4, "stderr": 2**0.5}
PAIRS = [
    (OF_CASES, ("agrees", None)),
    (OF_ATTEMPTS, ("agrees", "of attempts, not of cases")),
    (
        {**OF_CASES, "stderr": OF_ATTEMPTS["stderr"]},
        ("differs", "the standard error is that of a mean over attempts"),
    ),
    (
        {**OF_ATTEMPTS, "stderr": OF_CASES["stderr"]},
        (
            "differs",
            "of attempts, not of cases; the standard error is that of a mean over cases",
        ),
    ),
    ({**OF_CASES, "stderr": 1.5}, ("differs", None)),
]


for place, (figure, _) in enumerate(PAIRS):
    apart = [{"value": figure["value"]}, {"metric": "stderr", "value": figure["stderr"]}]
    RUNS[f"beside {place}"] = {"verdicts": UNEVEN, "figures": [figure]}
    RUNS[f"apart {place}"] = {"verdicts": UNEVEN, "figures": apart}


@pytest.mark.parametrize("place", range(len(PAIRS)))
def test_a_standard_error_is_that_of_the_mean_beside_it(rows_of, place):
    """Mean and error have to come of one way, and the reason names the way of the other."""
    _, expected = PAIRS[place]
    [row] = rows_of(f"beside {place}")

    assert expected == (row["verdict"], row["reason"])


@pytest.mark.parametrize("place", range(len(PAIRS)))
def test_a_standard_error_of_its_own_goes_with_the_mean(rows_of, place):
    """As a figure of its own, it is held against the way of the mean of the same scorer."""
    _, (verdict, reason) = PAIRS[place]
    mean, error = rows_of(f"apart {place}")
    reason = None if reason is None else reason.removeprefix("of attempts, not of cases; ")

    assert "agrees" == mean["verdict"]
    assert (verdict, reason) == (error["verdict"], error["reason"])


LABELS = each("left", "left", "both", "centre", "left")


RUNS["labels"] = {
    "verdicts": LABELS,
    "figures": [
        {"scorer": "s.left", "value": 0.6, "stderr": 0.06**0.5, "count": 5},
        {"scorer": "s.both", "value": 0.3, "count": 5},
        {"metric": "left", "value": 0.6},
        {"metric": "centre", "value": 0.4},
        {"metric": "middle", "value": 0},
    ],
}


def test_a_figure_of_a_label_is_the_share_with_it(rows_of):
    """Named as a part of the scorer, or by the label as its metric, it is computed."""
    rows = rows_of("labels")

    assert [
        ("s", "centre", "differs", 0.2, None),
        ("s", "left", "agrees", 0.6, None),
        ("s", "middle", "not_comparable", None, "evalstore does not compute middle"),
        ("s.both", "mean", "differs", 0.2, None),
        ("s.left", "mean", "agrees", 0.6, None),
    ] == [
        (row["validator_id"], row["metric"], row["verdict"], row["computed_value"], row["reason"])
        for row in rows
    ]


RUNS["failed"] = {
    "verdicts": LABELS,
    "figures": [{"scorer": "s.left", "value": 0.6}],
    "errors": [4],
}


def test_a_label_of_an_attempt_that_failed_counts_for_the_tool_alone(rows_of):
    """Its figure differs, with that reason."""
    [row] = rows_of("failed")

    assert (
        "differs", "attempts that failed or have no answer, scored by the tool: 1", 0.5,
    ) == (row["verdict"], row["reason"], row["computed_value"])  # fmt: skip


# Of three samples that were read the tool says how many there were, and the mean is right.
COUNTED = [
    ({"samples": 3, "completed_samples": 3}, {}, ("agrees", None)),
    (
        {"samples": 5, "completed_samples": 5}, {},
        ("not_comparable", "the log holds 3 of the 5 attempts it is of"),
    ),
    (
        {"samples": 2, "completed_samples": 2}, {},
        ("not_comparable", "the run holds 3 attempts, more than the 2 it is of"),
    ),
    # Of a log that was killed none may be counted as completed.
    ({"samples": 3, "completed_samples": 0}, {}, ("agrees", None)),
    ({}, {"count": 3, "unscored_count": 0}, ("agrees", None)),
    (
        {}, {"count": 3, "unscored_count": 2},
        ("not_comparable", "the log holds 3 of the 5 samples it is of"),
    ),
    ({}, {"count": 4}, ("differs", None)),
]  # fmt: skip


for place, (counts, figure, _) in enumerate(COUNTED):
    figures = [{"value": 8, **figure}]
    RUNS[f"counted {place}"] = {
        "verdicts": each(8, 8, 8),
        "figures": figures,
        "counts": counts,
    }


@pytest.mark.parametrize("place", range(len(COUNTED)))
def test_a_figure_agrees_where_the_samples_are_as_many_as_the_tool_counts(rows_of, place):
    """Numbers that are equal prove nothing where samples were lost on both sides."""
    *_, expected = COUNTED[place]
    [row] = rows_of(f"counted {place}")

    assert expected == (row["verdict"], row["reason"])


@pytest.fixture
def taken(a_store, tmp_path):
    """Ingest a run of three samples of one value; return what ingest says."""

    def take(figure, counts, **options):
        path = tmp_path / "run.ndjson"
        events = run_of(each(8, 8, 8), [{"value": 8, **figure}], counts=counts)
        path.write_text("\n".join(json.dumps(event) for event in events))
        return a_store.ingest(str(path), **options)

    return take


def test_ingest_says_of_samples_that_the_tool_counts_and_nobody_read(taken):
    """Both counts, as a warning; nothing where all were read."""
    told = taken({}, {"samples": 5, "completed_samples": 5})

    assert ["t r: the tool counts 5 samples, found 3 in the files read"] == told.warnings
    assert [] == taken({}, {"samples": 3, "completed_samples": 3}).warnings


def test_a_count_that_differs_alone_is_said_with_both_numbers(taken):
    """The means are equal, and the words say of how many scores each is."""
    with pytest.raises(
        UnexplainedFiguresError,
        match="the log reports 8 of 4, evalstore computes 8 of 3: no known",
    ):
        taken({"count": 4}, {}, strict=True)
