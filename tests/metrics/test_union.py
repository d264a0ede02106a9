"""metrics.all_metrics holds every number once, and reads no more than it is asked for."""

import json

import pytest
from sqlglot import exp, parse_one

from evalstore.base import sql_files
from evalstore.errors import EvalstoreError
from evalstore.metrics import union
from evalstore.metrics.catalog import catalog
from tests.metrics.conftest import Warehouse

KEY = ("metric", "run_id", "system_id", "slice_name", "slice_value", "validator_id")
COUNTS = (
    "scored_count",
    "missing_count",
    "error_count",
    "unscored_count",
    "attempt_count",
    "left_out_attempt_count",
)
COLUMNS = (
    *KEY,
    "is_primary_validator",
    "variant",
    "value",
    *COUNTS,
    *("ci_low", "ci_high", "unit", "better"),
)
NUMBERS = sorted(name for name, metric in catalog().items() if metric.has_value)
ASKED = "where run_id = $run_id and slice_name = $slice_name"
# What is not sliced is all one slice.
OF_RUN = "where run_id = $run_id and $slice_name = 'all'"
# Its rows are few, and joined to those of the run.
ATTRIBUTES = "case_attributes"
# A view that is about one kind of judgement reads the rows of its validator.
VALIDATORS = (
    "factual", "phenomenological", "format_compliance", "evidence", "self_contradiction", "rating",
)  # fmt: skip
# What a family of metrics, or one metric, has to read beside the scored answers.
READ_BESIDE = {
    "abstention": ["cases"],  # Those that nobody judges, of which this warehouse has none.
    "phenomenology": ["verdict_scores", "verdict_scores", "verdicts"],
    "accuracy_these_cases": ["scored"],  # Sums, and the spreads of cases.
    "accuracy_weighted": ["run_weights"],
    "accuracy_corrected": [*["scored"] * 4, "verdicts"],
    **{name: ["alignments"] for name in ("qwk", "qwk_macro")},  # Counts, and their error.
}
RIGHT = {"outcome": "right", "is_right": True}
MEASURED = {"outcome": "measured", "value": 7.0}
# What is measured over verdicts in place of judged answers: beside others, or with who rates.
OF_VERDICTS = {
    "cohen_kappa": ["verdicts"] * 2,
    "judge_agreement": ["verdicts"] * 4,
    "fleiss_kappa": ["verdicts"] * 2,
    "krippendorff_alpha": ["verdicts"] * 2,
    "percent_agreement": ["verdicts"] * 2,
}
# What is measured over a critic's readings in place of judged answers.
OF_READINGS = (
    "critic_accuracy",
    "critic_mae",
    "qwk",
    "qwk_macro",
    "recall_per_class",
    "recall_per_class_macro",
    "uncertainty_coverage",
    "uncertainty_error_pearson",
    "uncertainty_error_spearman",
)
# What detections found, beside run, system, persona and week.
DETECTED = {
    "drift_weeks": ", 'ok' as status, week > 2 as is_crisis, week > 3 as is_flagged, "
    "true as has_profile, week > 1 as is_profile_flagged",
    "drift_values": ", 'power' as value_dim, 'ok' as status, week > 2 as is_crisis, "
    "week > 3 as is_flagged",
    "drift_detections": ", 'power' as value_dim, 'rut' as trigger, week > 3 as is_suppressed",
}
# What a metric of detections reads: of two averages, or two kinds of flags, each once.
OF_DETECTIONS = {
    "hit_rate": ["drift_weeks"] * 2,
    "false_positive_rate": ["drift_weeks"] * 2,
    "drift_precision": ["drift_values"] * 3,
    "drift_recall": ["drift_values"] * 3,
    "drift_f1": ["drift_values"] * 3,
    "episode_hit_rate": ["drift_values"],
    "episode_precision": ["drift_values"] * 2,
    "detection_lag_weeks": ["drift_values"],
    "suppression_rate": ["drift_detections", "drift_values"],
}


# What is measured over the labels of answers, whoever judged them.
OF_LABELS = dict.fromkeys(
    ("label_f1", "label_precision", "label_recall"),
    ["cases"] * 6 + ["responses"] * 4 + ["verdicts"],
)


@pytest.fixture(scope="module")
def filled():
    """
    A warehouse of two runs, with attributes, so that no scan is pruned for being empty.

    It is one of its own: what tables once held changes plans.
    """
    warehouse = Warehouse()
    warehouse.hold(
        [
            {
                "run_id": run_id,
                "validator_id": validator_id,
                "domain": "history",
                "label": label,
                "status": "ok",
                "answer": "UNKNOWN",
                "confidence": confidence,
                **(MEASURED if validator_id == "rating" else RIGHT),
            }
            for run_id in ("r1", "r2")
            for validator_id in VALIDATORS
            for label, confidence in (("C", 0.1), ("U", 0.9))
        ]
    )
    warehouse.connection.execute(
        "insert into facts.responses by name select run_id, system_id, case_id, 1 as attempt, "
        "true as is_final_attempt, status, label as answer, 120.0 as latency_ms, 0.5 as cost_usd "
        "from facts.scored; insert into facts.cases by name "
        "select distinct run_id, case_id, label as expected from facts.scored"
    )
    warehouse.connection.execute(
        "insert into facts.case_attributes by name "
        "select run_id, case_id, 'difficulty' as name, 'hard' as value from facts.scored"
    )
    warehouse.connection.execute(
        "insert into facts.verdict_scores by name select run_id, system_id, case_id, 1 as attempt,"
        " validator_id, unnest(['respect', 'integration', 'orientation']) as score_name, "
        "0.5 as score from facts.scored where validator_id = 'phenomenological'"
    )
    warehouse.connection.execute(
        "insert into facts.alignments by name select distinct run_id, system_id, 'p1' as "
        "persona_id, unnest(range(5)) as week, 'power' as value_dim, week / 5 as alignment, "
        "week / 3 as uncertainty, week % 2 as alignment_truth from facts.scored"
    )
    warehouse.connection.execute(
        "insert into facts.run_weights by name "
        "select distinct run_id, domain, 2.0 as weight from facts.scored"
    )
    for table in ("drift_weeks", "drift_values", "drift_detections"):
        warehouse.connection.execute(
            f"insert into facts.{table} by name select distinct run_id, system_id, 'p1' as "
            "persona_id, unnest(range(5)) as week" + DETECTED[table] + " from facts.scored"
        )
    warehouse.connection.execute(
        "insert into facts.verdicts by name select distinct run_id, system_id, case_id, 1 as "
        "attempt, unnest(['jo', 'kim', 'human:li']) as validator_id, 'right' as outcome, "
        "true as is_rating from facts.scored"
    )
    return warehouse


@pytest.mark.sweep
def test_the_columns_are_those_that_others_read(warehouse):
    """Names and types of the union are an interface."""
    expected = dict.fromkeys(COLUMNS, "VARCHAR")
    expected |= dict.fromkeys(("value", "ci_low", "ci_high"), "DOUBLE")
    expected |= dict.fromkeys(COUNTS, "BIGINT")
    expected["is_primary_validator"] = "BOOLEAN"

    described = warehouse.connection.execute("describe metrics.all_metrics").fetchall()

    assert expected == {row[0]: row[1] for row in described}
    assert list(COLUMNS) == [row[0] for row in described]


@pytest.fixture(scope="module")
def united(filled):
    """Read the union once: the plan of all its branches costs more than their rows."""
    filled.connection.execute("create temp table united as from metrics.all_metrics")
    yield filled
    filled.connection.execute("drop table temp.united")


@pytest.mark.thinned(6)
@pytest.mark.parametrize("name", NUMBERS)
def test_the_union_says_what_the_view_says(united, name):
    """A value, its counts and its interval are the same in both."""
    columns = ", ".join((*catalog()[name].grain, "scored_count", "error_count"))
    query = f"select {columns}, {{value}}::double from {{relation}} {{condition}} order by all"
    view = query.format(value=name, relation=f"metrics.{name}", condition="")
    branch = query.format(value="value", relation="temp.united", condition="where metric = $name")
    expected = united.connection.execute(view).fetchall()

    assert expected == united.connection.execute(branch, {"name": name}).fetchall()
    assert expected


def test_every_number_stands_there_once(united):
    """Metric, run, system, slice, validator and variant name one row."""
    repeated = united.connection.execute(
        "select metric, run_id, system_id, slice_name, slice_value, validator_id, variant "
        "from temp.united group by all having count(*) > 1"
    ).fetchall()

    assert repeated == []


def scans(connection, relation: str, parameters: dict) -> list[tuple[str, str]]:
    """Return table and filters of each scan that a plan still holds."""
    plan = connection.execute(
        f"explain (format json) select * from {relation}", parameters
    ).fetchall()[0][1]
    found = []
    nodes = json.loads(plan)
    while nodes:
        node = nodes.pop()
        nodes += node["children"]
        about = node["extra_info"]
        if "Table" in about:
            found.append((about["Table"].rpartition(".")[2], str(about.get("Filters", ""))))
    return sorted(found)


@pytest.mark.thinned(6)
@pytest.mark.parametrize("name", NUMBERS)
def test_a_question_about_one_run_reads_one_run(filled, name):
    """A bound run and slice reach the scans of every metric."""
    parameters = {"run_id": "r1", "slice_name": "all"}
    is_sliced = "slice_name" in catalog()[name].grain
    condition = ASKED if is_sliced else OF_RUN
    asked_of_facts = f"facts.sliced {ASKED}" if is_sliced else f"facts.responses {OF_RUN}"
    if name in OF_READINGS:
        asked_of_facts = f"facts.sliced_readings {ASKED}"
    asked = [table for table, _ in scans(filled.connection, asked_of_facts, parameters)]
    beside = READ_BESIDE.get(name, READ_BESIDE.get(catalog()[name].family, []))
    elsewhere = {**OF_DETECTIONS, **OF_VERDICTS, **OF_LABELS}
    expected = elsewhere.get(name, sorted(asked + beside))

    actual = scans(filled.connection, f"metrics.{name} {condition}", parameters)

    assert expected == [table for table, _ in actual]
    read = "scored" if is_sliced else "responses"
    if name not in elsewhere:
        assert ("alignments" if name in OF_READINGS else read) in {table for table, _ in actual}
    assert all("run_id = 'r1'" in filters for table, filters in actual if table != ATTRIBUTES)


@pytest.mark.sweep
def test_the_union_reads_what_its_branches_read(filled):
    """Run and slice reach every scan below the union; a metric that is named is read alone."""
    parameters = {"run_id": "r1", "slice_name": "all"}
    found = scans(filled.connection, f"metrics.all_metrics {ASKED}", parameters)

    assert [] == [
        (table, filters)
        for table, filters in found
        if table != ATTRIBUTES and "run_id = 'r1'" not in filters
    ]
    for name in (NUMBERS[0], "critic_mae", "latency_ms_p50", NUMBERS[-1]):
        condition = ASKED if "slice_name" in catalog()[name].grain else OF_RUN
        assert scans(filled.connection, f"metrics.{name} {condition}", parameters) == scans(
            filled.connection,
            f"metrics.all_metrics {ASKED} and metric = $metric",
            {**parameters, "metric": name},
        )


def test_a_metric_without_validator_or_slice_gets_theirs():
    """What a view does not have stands as a plain default, so that the key has no gap."""
    text = "create or replace view metrics.accuracy as select run_id, 0.5 as accuracy from facts.x"
    expected = {
        "run_id": "run_id",
        "slice_name": "'all'",
        "slice_value": "'all'",
        "validator_id": "''",
        "is_primary_validator": "TRUE",
        "variant": "''",
        "value": "CAST(accuracy AS DOUBLE)",
        "ci_low": "CAST(NULL AS DOUBLE)",
    }

    statement = union.statement([catalog()["accuracy"]], read=lambda _name: text)
    selects = parse_one(statement, dialect="duckdb").find(exp.Select).selects
    actual = {
        projection.alias: projection.this.sql(dialect="duckdb")
        for projection in selects
        if projection.alias in expected
    }

    assert expected == actual


def test_the_checked_in_view_is_what_the_catalog_gives():
    """A metric that was added or changed is in the file; `make docs` writes it."""
    assert union.statement(catalog().values()) == sql_files.read("sql/metrics/all_metrics")


def test_tables_are_left_out(warehouse):
    """A metric that is a table has no one number, and no branch."""
    tables = {name for name, metric in catalog().items() if not metric.has_value}
    statement = union.statement(catalog().values())

    assert tables
    assert not [name for name in tables if f"metrics.{name}" in statement]


def test_no_metric_is_an_error():
    """An empty folder is said, not installed."""
    with pytest.raises(EvalstoreError, match="no metrics to unite"):
        union.statement([])
