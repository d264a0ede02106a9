"""An empty answer says why, with counts: every metric, in stores that lack something."""

import pytest

import evalstore
from evalstore.base import sql_files
from evalstore.metrics.catalog import catalog, find
from evalstore.store.query import causes, queries
from evalstore.store.query.reader import reading

START = [("run_started", {"suite": "s"})]
CASES = [("case_generated", {"case_id": f"c{n}", "domain": "d"}) for n in range(6)]
LABELLED = [
    ("case_generated", {"case_id": f"c{n}", "domain": "d", "label": "EU"[n % 2]}) for n in range(6)
]
WEEKS = [
    ("case_generated",
     {"case_id": f"c{n}", "domain": "d", "expected": [],
      "attributes": {"persona_id": "p", "week": n}})
    for n in range(6)
]  # fmt: skip


def responses(**said):
    about = {"system_id": "a", "status": "ok"}
    return [("response_recorded", {"case_id": f"c{n}", **about, **said}) for n in range(6)]


def verdicts(outcome, **said):
    about = {"system_id": "a", "validator_id": "factual", "outcome": outcome, "reason": "so"}
    return [("verdict_recorded", {"case_id": f"c{n}", **about, **said}) for n in range(6)]


READINGS = responses(value_dim="power", alignment=0.5)
STORES = {
    "nothing": [],
    "cases": START + CASES,
    "responses": START + CASES + responses(text="4"),
    "errors": START + LABELLED + responses(answer="4") + verdicts("error"),
    "confident": START + LABELLED + responses(answer="YES", confidence=0.5) + verdicts("right"),
    "failed": START + LABELLED + responses() + responses(status="error"),
    "unread": START + WEEKS + responses(),
    "unexamined": START + WEEKS + READINGS,
}
# A sentence that has to come for each, and for the metrics named.
SENTENCES = {
    ("nothing", "accuracy"): "the store has no runs; run `evalstore ingest PATH` to add one",
    ("cases", "accuracy"):
        "none of 6 cases has a response; run `evalstore ingest PATH` to add them",
    ("responses", "accuracy"):
        "none of 6 responses is judged; run `evalstore judge RUN --validator NAME`",
    ("responses", "ece"):
        "none of 6 responses has a confidence; record `confidence` (0 to 1) with each",
    ("responses", "cvrr"):
        "none of 6 cases is labelled E, C or U; set `label` in case_generated",
    ("responses", "percent_agreement"):
        "0 validators rated 0 cases, at least 2 are needed; name them in `raters` of run_started, "
        "and run `evalstore judge RUN --validator NAME`",
    ("responses", "latency_ms_p50"):
        "none of 6 responses has a latency_ms; record `latency_ms` with each",
    ("errors", "abstention_precision"):
        "none of 6 labelled cases is answered with YES, NO or UNKNOWN",
    ("errors", "accuracy"):
        "none of 6 attempts is right or wrong: 0 lost to errors of the system, 6 verdicts are "
        "errors, 0 measured, 0 undetermined or without a verdict",
    ("confident", "auroc_confidence"):
        "all 6 claims are right; the metric needs right and wrong ones",
    ("confident", "overconfidence_index"): "none of 6 claims has a confidence above 0.7",
    ("confident", "cvrr"): "none of 6 labelled cases is labelled C (contradicted)",
    ("confident", "abstention_precision"):
        "none of 6 answers to 6 labelled cases abstains: 6 YES, 0 NO, 0 missing",
    ("failed", "latency_ms_p95"):
        "all 6 responses are errors of the system; run `evalstore failures --by reason`",
    ("unread", "hit_rate"):
        "none of 6 responses has an alignment; record `alignment` and `value_dim` with each",
    ("unexamined", "false_positive_rate"):
        "no trigger was applied to the 6 readings of this run; run `evalstore drift detect RUN`",
    ("unexamined", "qwk"):
        "none of 6 readings has a true class; set `value_dims` in case_generated",
}  # fmt: skip


@pytest.fixture
def store_of(tmp_path):
    """Return a function that makes a store of one run."""

    def make(payloads):
        store = evalstore.open(tmp_path / "warehouse", create=True)
        if payloads:
            store.append({"kind": kind, "run_id": "r", "payload": said} for kind, said in payloads)
        return store

    return make


@pytest.mark.thinned(9)
@pytest.mark.parametrize("name", STORES)
def test_every_empty_metric_has_its_cause(store_of, name):
    """A sentence of its own, with a count; that nothing explains it is said of no metric."""
    said = {}
    with reading(store_of(STORES[name]).layout) as reader:
        for metric in catalog().values():
            wanted = queries.Filter()
            if causes.is_empty(metric, queries.rows_of(reader, metric, wanted)):
                said[metric.name] = causes.why_empty(reader, metric, wanted)
    unexplained = {
        metric: cause
        for metric, cause in said.items()
        if not cause or cause.startswith(f"{metric} counts none") or "\n" in cause
    }

    assert said
    assert {} == unexplained
    assert name == "nothing" or all(any(map(str.isdigit, cause)) for cause in said.values())
    assert {metric: cause for (where, metric), cause in SENTENCES.items() if where == name} == {
        metric: said.get(metric) for where, metric in SENTENCES if where == name
    }


@pytest.mark.sweep
def test_the_cause_is_that_of_the_slice(store_of):
    """Counted in what was asked, not in the whole run."""
    payloads = [*START, *LABELLED, *responses(answer="YES"), *verdicts("right")]
    payloads.append(("case_generated", {"case_id": "other", "domain": "e"}))
    metric = find("licensed_accuracy")
    with reading(store_of(payloads).layout) as reader:
        unknown, entailed = (
            causes.why_empty(reader, metric, queries.Filter(slices=(queries.Slice(*part),)))
            for part in (("label", "U"), ("domain", "e"))
        )

    assert "none of 3 labelled cases is labelled E (entailed)" == unknown
    assert "none of 1 cases is labelled E, C or U; set `label` in case_generated" == entailed


def test_every_cause_is_named_and_every_name_is_a_file():
    """No file that nobody asks, no name without a file."""
    asked = {
        cause.partition(" of ")[0]
        for metric in catalog().values()
        for cause in (*causes.FIRST, *metric.empty, *causes.LAST)
    }
    files = {name.rpartition("/")[2] for name in sql_files.names("sql/causes")}
    scopes = {name.rpartition("/")[2] for name in sql_files.names(causes.SCOPE)}

    assert files - scopes == asked
