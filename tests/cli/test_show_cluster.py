"""``show --cluster``: accuracy's interval by a key chosen when asking."""

import json

import pytest

from evalstore.cli import call_command

HOSTILE = "to\x1b[31mpic"


@pytest.fixture(scope="module")
def made_quiz(tmp_path_factory):
    """A store of four answers on two topics: both on ships right, both on stars wrong."""
    folder = tmp_path_factory.mktemp("quiz")
    events = [("run_started", {"suite": "quiz", "systems": ["maia"]})]
    for case_id, topic in (("c1", "ships"), ("c2", "ships"), ("c3", "stars"), ("c4", "stars")):
        about = {"case_id": case_id, "system_id": "maia"}
        outcome = "right" if topic == "ships" else "wrong"
        attributes = {"topic": topic, HOSTILE: "x"}
        events += [
            (
                "case_generated",
                {"case_id": case_id, "domain": "sea", "attributes": attributes},
            ),
            ("response_recorded", {**about, "status": "ok", "text": topic}),
            (
                "verdict_recorded",
                {**about, "validator_id": "factual", "outcome": outcome, "reason": "read"},
            ),
        ]
    path = folder / "quiz.ndjson"
    path.write_text(
        "".join(
            json.dumps({"kind": kind, "run_id": "r1", "payload": payload}) + "\n"
            for kind, payload in events
        ),
        encoding="utf-8",
    )
    store = folder / "warehouse"
    assert call_command(["init", "--store", str(store)]) == 0
    assert call_command(["ingest", str(path), "--store", str(store)]) == 0
    return store


@pytest.fixture
def show(evalstore, made_quiz):
    """Call ``show`` with these arguments on that store."""
    return lambda *arguments: evalstore("show", *arguments, "--store", made_quiz)


@pytest.mark.parametrize(
    ("key", "cluster_count", "error"),
    [("case", 4, 12**-0.5), ("topic", 2, 0.5), (HOSTILE, 1, None)],
)
def test_the_key_decides(show, key, cluster_count, error):
    """Single cases, topics, and one cluster of all, which tells nothing."""
    done = show("accuracy", "--cluster", key, "--json")

    [row] = json.loads(done.out)
    assert (0.5, cluster_count) == (row["accuracy"], row["cluster_count"])
    assert row["standard_error"] == (error if error is None else pytest.approx(error, abs=1e-12))
    assert row["unscored_count"] == 0


def test_nothing_found_is_said(show):
    """Where no row fits, there is still a header, and a word beside it."""
    done = show("cvrr", "--slice", "domain=sea", "--format", "csv")

    assert 0 == done.code
    assert done.out.startswith("run_id,")
    assert "cvrr has no values for this selection" in done.err


@pytest.mark.sweep
def test_filters_hold(show):
    """Slice, system, validator and run choose rows as they do without --cluster."""
    asked = ("accuracy", "--slice", "domain=sea", "--system", "maia", "--run", "r1", "--json")

    plain = json.loads(show(*asked).out)
    clustered = json.loads(show(*asked, "--cluster", "topic", "--validator", "factual").out)

    shared = ("slice_name", "slice_value", "accuracy", "scored_count", "validator_id")
    assert [[row[name] for name in shared] for row in plain] == [
        [row[name] for name in shared] for row in clustered
    ]
    assert show(*asked, "--cluster", "topic", "--validator", "nobody").code == 2


def test_the_sql_is_that_of_the_clusters(show):
    """With --sql, what is printed is what computes the interval."""
    done = show("accuracy", "--cluster", "topic", "--sql")

    assert "create or replace macro macros.accuracy_clustered(" in done.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("ece", "--cluster", "topic"), "ece has no clustered interval, only accuracy"),
        (("accuracy", "--cluster", "tpoic"), "no case has the attribute 'tpoic'"),
        (("accuracy", "--cluster", "tpoic"), "case, cluster, session, 'to\\x1b[31mpic', 'topic'"),
        (("accuracy", "--cluster", "topic", "--variant", "k=1"), "accuracy has no variant"),
        (("accuracy", "--cluster", "topic", "--run", "r9"), "no run 'r9'"),
    ],
)
def test_what_cannot_be_clustered_is_said(show, arguments, sentence):
    """Another metric, an unknown key, a variant or a run that is not there: exit 2 and why."""
    done = show(*arguments)

    assert done.code == 2
    assert sentence in done.err
    assert "\x1b" not in done.err


def test_what_is_not_sliced_is_shown(show):
    """A metric without slices has a row where no slice is asked for, and none to choose."""
    done = show("cost_usd_total", "--json")

    assert ["maia"] == [row["system_id"] for row in json.loads(done.out)]
    assert show("cost_usd_total", "--slice", "domain=sea").code == 2
