"""A store of random answers, and short ways to resample it."""

import random
from functools import cache

import pytest

import evalstore
from evalstore.metrics import catalog
from evalstore.statistics.bootstrap import BootstrapPlan, analyse
from evalstore.statistics.compared import ComparisonQuery
from evalstore.statistics.comparison import compare
from evalstore.store.query.queries import Filter
from evalstore.store.query.reader import reading
from tests import kept_stores

# Metrics that are about one kind of judgement read the rows of its validator.
VALIDATORS = {
    "contradiction_index": "self_contradiction",
    "evidence_quality": "evidence",
    "format_compliance_rate": "format_compliance",
    "mean_value": "rater",
}


def random_run(
    count, seed, run_id="r1", cluster_size=1, validator_id="factual", attempt_counts=(1,)
):
    """
    Return a run of claims with every status and outcome, labels, answers and clusters.

    A case has as many attempts as one of ``attempt_counts`` says; ``rater`` measures.
    """
    dice = random.Random(seed)
    events = [("run_started", {"suite": "s", "systems": ["a"]})]
    for number in range(count):
        case = {
            "case_id": f"c{number:04}", "domain": "even" if number % 2 == 0 else "odd",
            "label": "ECU"[number % 3], "validators": [validator_id],
            "cluster_id": f"k{number // cluster_size}",
        }  # fmt: skip
        events.append(("case_generated", case))
        attempts = range(1, 1 + dice.choice(attempt_counts))
        for about in [
            {"case_id": case["case_id"], "system_id": "a", "attempt": attempt}
            for attempt in attempts
        ]:
            events += random_answer(about, dice, validator_id)
    events.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": run_id, "payload": payload} for kind, payload in events]


def random_answer(about, dice, validator_id):
    """Return the events of one attempt, none where it never came."""
    status = dice.choices(["ok", "missing", "error", "unparsable"], [20, 2, 1, 1])[0]
    if status == "missing":
        return []
    response = about | {"status": status, "answer": dice.choice(["YES", "NO", "UNKNOWN"]),
                        "confidence_kind": dice.choice(["stated", "logprob"]),
                        "confidence": dice.choice([None, dice.random(), 0.7])}  # fmt: skip
    if status != "ok":
        return [("response_recorded", response)]
    outcome = dice.choices(["right", "wrong", "abstained", "error"], [12, 6, 2, 1])[0]
    verdict = about | {"validator_id": validator_id, "outcome": outcome, "reason": "told"}
    if outcome in {"right", "wrong"} and dice.random() < 0.3:
        verdict["score"] = dice.random()
    if validator_id == "rater" and outcome != "error":
        verdict |= {"outcome": "measured", "value": dice.gauss(0, 5), "score": None}
    return [("response_recorded", response), ("verdict_recorded", verdict)]


@pytest.fixture(scope="session")
def random_store(tmp_path_factory):
    """A store of one random run of 300 cases in clusters of five; for reading only."""
    store = evalstore.open(tmp_path_factory.mktemp("random") / "warehouse", create=True)
    store.append(random_run(300, seed=1, cluster_size=5))
    return store


@pytest.fixture(scope="session")
def store_for(tmp_path_factory):
    """
    Return a function that gives a store with verdicts of the validator a metric reads.

    One case of three has three attempts.
    """
    stores = {}

    def made(metric):
        validator_id = VALIDATORS.get(metric, "factual")
        if validator_id not in stores:
            store = evalstore.open(
                tmp_path_factory.mktemp(validator_id) / "warehouse", create=True
            )
            store.append(
                random_run(
                    300, seed=1, cluster_size=5, validator_id=validator_id,
                    attempt_counts=(1, 1, 3),
                )
            )  # fmt: skip
            stores[validator_id] = store
        return stores[validator_id]

    return made


@pytest.fixture(scope="session")
def measured():
    """
    Return slice value, variant, value and count of a metric in a store, by slice and variant.

    All metrics are read at once: the union takes longer to plan than to compute.
    """

    @cache
    def rows_of(store):
        return store.query(
            "select metric, slice_name, slice_value, variant, value, scored_count "
            "from metrics.all_metrics order by all"
        ).rows()

    def read(store, metric, slice_names):
        return [row[2:] for row in rows_of(store) if row[0] == metric and row[1] in slice_names]

    return read


@pytest.fixture
def store_of(tmp_path):
    """Return a function that makes a store of events."""

    def make(events):
        return kept_stores.store_of(events, tmp_path / "warehouse")

    return make


@pytest.fixture(scope="session")
def analysed():
    """Return a function that resamples one metric of the run r1 of a store."""

    def analyse_it(store, metric, wanted=None, **plan):
        with reading(store.layout) as reader:
            return analyse(reader, catalog.find(metric), "r1", wanted or Filter("r1"),
                           BootstrapPlan(**plan))  # fmt: skip

    return analyse_it


@pytest.fixture(scope="session")
def make_run():
    """Return the function that makes a random run."""
    return random_run


def scored_run(run_id, scores, *, cases=None, start=None, validator_id="factual"):
    """
    A run of scores by system and case, or lists of scores by attempt; None is an error.

    ``cases`` adds to a case, ``start`` to the start.
    """
    config = {"validators": {validator_id: "1"}}
    systems = sorted(scores)
    started = {"suite": "s", "suite_version": "1", "systems": systems, "config": config}
    found = [("run_started", started | (start or {}))]
    for case_id in sorted({case_id for by_case in scores.values() for case_id in by_case}):
        case = {"case_id": case_id, "domain": case_id[:1], "validators": [validator_id]}
        found.append(("case_generated", case | (cases or {}).get(case_id, {})))
    for system_id, by_case in scores.items():
        answers = [
            (case_id, attempt, score)
            for case_id, given in by_case.items()
            for attempt, score in enumerate(given if isinstance(given, list) else [given], 1)
        ]
        for case_id, attempt, score in answers:
            about = {"case_id": case_id, "system_id": system_id, "attempt": attempt}
            found.append(
                ("response_recorded", about | {"status": "error" if score is None else "ok"})
            )
            if score is not None:
                outcome = "right" if score >= 0.5 else "wrong"
                judged = {"validator_id": validator_id, "outcome": outcome, "score": score}
                found.append(("verdict_recorded", about | judged | {"reason": "told"}))
    found.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": run_id, "payload": payload} for kind, payload in found]


@pytest.fixture(scope="session")
def run_of():
    """Return the function that makes a run of scores."""
    return scored_run


@pytest.fixture(scope="session")
def ask():
    """Return a function that compares two runs of a store."""

    def ask_it(store, left="l", right="r", metrics=("accuracy",), **asked):
        with reading(store.layout) as reader:
            return compare(reader, ComparisonQuery(left, right, metrics, **asked))

    return ask_it


@pytest.fixture
def compared(store_of, run_of, ask):
    """Compare two runs of scores by case of one system."""

    def compare_them(left, right, *, cases=None, **asked):
        runs = [run_of(run_id, {"a": side}, cases=cases) for run_id, side in
                (("l", left), ("r", right))]  # fmt: skip
        return ask(store_of([*runs[0], *runs[1]]), **asked)

    return compare_them
