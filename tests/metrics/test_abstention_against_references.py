"""Abstention metrics agree with sums over a hand-written table, scikit-learn and statsmodels."""

import math
import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import f1_score, precision_score, recall_score
from statsmodels.stats.proportion import proportion_confint

PREDICTIONS = {"Y": "YES", "N": "NO", "U": "UNKNOWN", "M": "MISSING"}
LABELS = "ECU"
MAPPINGS = ("licensed", "strict", "by_action")
# Cells that count / cells in the denominator: predictions before the colon, labels behind it.
SHARES = {
    "abstention_precision": ("NU:CU / NU:ECU", "U:U / U:ECU", "U:CU / U:ECU"),
    "abstention_recall": ("NU:CU / YNUM:CU", "U:U / YNUM:U", "U:CU / YNUM:CU"),
    "cvrr": ("NU:C / YNUM:C", "N:C / YNUM:C", "U:C / YNUM:C"),
    "far_ne": ("Y:CU / YNUM:CU", "Y:C YN:U / YNUM:CU", "YN:CU / YNUM:CU"),
    "licensed_accuracy": ("Y:E / YNUM:E", "Y:E / YNUM:E", "YN:E / YNUM:E"),
    "answer_coverage": ("Y:ECU / YNUM:ECU", "YN:ECU / YNUM:ECU", "YN:ECU / YNUM:ECU"),
    "abstention_precision_invalid": ("NU:C / NU:EC", "U:C / U:EC", "U:C / U:EC"),
    "abstention_precision_unknown": ("NU:U / NU:EU", "U:U / U:EU", "U:U / U:EU"),
    "answer_accuracy": ("Y:E / Y:ECU", "Y:E N:C / YN:ECU", "YN:E / YN:ECU"),
    "overall_accuracy": (
        "Y:E NU:CU / YNUM:ECU",
        "Y:E N:C U:U / YNUM:ECU",
        "YN:E U:CU / YNUM:ECU",
    ),
}
# What abstains, and on which labels it is due.
ACTIONS = {"licensed": ("NU", "CU"), "strict": ("U", "U"), "by_action": ("U", "CU")}

CELLS = [*product(PREDICTIONS, LABELS)]
AWKWARD = {
    "all right": {"YE": 5, "NC": 4, "UU": 3},
    "all wrong": {"NE": 5, "YC": 4, "YU": 3},
    "always abstains": {"UE": 2, "UC": 2, "UU": 2},
    "always says no": {"NE": 2, "NC": 2, "NU": 2},
    "always says yes": {"YE": 2, "YC": 2, "YU": 2},
    "all missing": {"ME": 2, "MC": 2, "MU": 2},
    "entailed only": {"YE": 3, "UE": 1},
    "contradicted only": {"NC": 3, "UC": 1, "MC": 1},
    "unknown only": {"NU": 3, "UU": 1, "YU": 1},
    "one answer": {"YE": 1},
    "one abstention": {"UU": 1},
    "each cell once": {prediction + label: 1 for prediction, label in CELLS},
}
TABLES = st.dictionaries(
    st.sampled_from([prediction + label for prediction, label in CELLS]),
    st.integers(1, 6),
    min_size=1,
)
# Each example is a handful of queries: enough of them to find a hole, few enough to wait for.
examples = settings(max_examples=10, deadline=None)


def cases_of(table) -> list[dict]:
    """Return one answer for each count of the table."""
    return [
        {
            "label": label,
            "status": "missing" if prediction == "M" else "ok",
            "answer": None if prediction == "M" else PREDICTIONS[prediction],
        }
        for (prediction, label), count in table.items()
        for _ in range(count)
    ]


def total(table, cells) -> int:
    """Add up the cells that ``YN:CU Y:E`` names."""
    named = [
        prediction + label
        for block in cells.split()
        for prediction, label in product(*block.split(":"))
    ]
    return sum(table.get(cell, 0) for cell in named)


def share_of(part, whole) -> list[float | None]:
    """Return a share and the ends of its interval; nothing of nothing."""
    if not whole:
        return [None] * 3
    return [part / whole, *proportion_confint(part, whole, method="wilson")]


def by_mapping(warehouse, metric) -> dict[str, dict]:
    rows = warehouse.rows(metric)
    found = {row["variant"].removeprefix("mapping="): row for row in rows}

    assert sorted(MAPPINGS) == sorted(found)
    assert len(rows) == len(MAPPINGS)
    return found


def assert_shares(warehouse, table):
    """Hold each metric, its counts and its interval against sums over the table."""
    for metric, shares in SHARES.items():
        rows = by_mapping(warehouse, metric)
        for mapping, share in zip(MAPPINGS, shares, strict=True):
            part, whole = (total(table, cells) for cells in share.split("/"))
            row = rows[mapping]

            assert whole == row["scored_count"]
            assert total(table, "M:ECU") == row["missing_count"]
            assert [row["error_count"], row["unscored_count"]] == [0, 0]
            assert share_of(part, whole) == pytest.approx(
                [row[metric], row["ci_low"], row["ci_high"]], abs=1e-9
            ), (metric, mapping)


@pytest.mark.thinned(4)
@pytest.mark.parametrize("table", AWKWARD.values(), ids=AWKWARD)
def test_shares_hold_on_awkward_tables(warehouse, table):
    """One class, one cell and nothing said give the shares of the table, or null."""
    warehouse.hold(cases_of(table))

    assert_shares(warehouse, table)


@pytest.mark.sweep
@examples
@given(TABLES)
def test_shares_hold_on_any_table(warehouse, table):
    """Whatever was said of whatever, each metric is the sums that its definition names."""
    warehouse.hold(cases_of(table))

    assert_shares(warehouse, table)


@pytest.mark.sweep
def test_shares_hold_on_many_cases(warehouse):
    """A hundred thousand cases, drawn unevenly, count like a few."""
    dice = random.Random(7)
    drawn = dice.choices(CELLS, weights=range(1, len(CELLS) + 1), k=100_000)
    table = Counter(prediction + label for prediction, label in drawn)

    warehouse.hold(cases_of(table))

    assert_shares(warehouse, table)


@pytest.mark.sweep
@examples
@given(TABLES)
def test_precision_recall_and_f1_are_those_of_scikit_learn(warehouse, table):
    """With abstaining as the positive class, scikit-learn finds the same three numbers."""
    warehouse.hold(cases_of(table))

    for mapping, (abstaining, due) in ACTIONS.items():
        is_due = [label in due for (_, label), count in table.items() for _ in range(count)]
        abstains = [said in abstaining for (said, _), count in table.items() for _ in range(count)]
        precision, recall = (
            score(is_due, abstains, zero_division=math.nan)
            for score in (precision_score, recall_score)
        )
        # Only where nothing is due and nothing abstains is there no F1; else it is 0.
        f1 = f1_score(is_due, abstains, zero_division=math.nan)
        expected = {
            "abstention_precision": None if math.isnan(precision) else precision,
            "abstention_recall": None if math.isnan(recall) else recall,
            "abstention_f1": None if math.isnan(f1) else f1,
        }
        actual = {metric: by_mapping(warehouse, metric)[mapping][metric] for metric in expected}

        assert expected == pytest.approx(actual, abs=1e-9), mapping


@pytest.mark.sweep
@examples
@given(TABLES)
def test_false_answers_and_abstentions_share_what_is_not_entailed(warehouse, table):
    """As licensed and by action FAR-NE, recall and what is missing of C and U add up to 1."""
    warehouse.hold(cases_of(table))
    whole = total(table, "YNUM:CU")
    false, recall = (by_mapping(warehouse, metric) for metric in ("far_ne", "abstention_recall"))

    for mapping in ("licensed", "by_action"):
        values = (false[mapping]["far_ne"], recall[mapping]["abstention_recall"])

        if not whole:
            assert values == (None, None)
        else:
            missing = total(table, "M:CU") / whole
            assert math.isclose(1, sum(values) + missing, rel_tol=0, abs_tol=1e-9)


@pytest.mark.sweep
@examples
@given(TABLES)
def test_the_confusion_table_is_the_table(warehouse, table):
    """All twelve cells are there, each with its count."""
    expected = {(PREDICTIONS[said], label): table.get(said + label, 0) for said, label in CELLS}

    warehouse.hold(cases_of(table))
    rows = warehouse.rows("abstention_confusion")

    assert len(rows) == len(CELLS)
    assert expected == {(row["prediction"], row["label"]): row["answer_count"] for row in rows}


# The names of metrics_abstention.py, and the metric and slice that each is by_action.
AUTHORS_NAMES = {
    "AP": ("abstention_precision", "all"),
    "AP_invalid": ("abstention_precision_invalid", "all"),
    "AP_unknown": ("abstention_precision_unknown", "all"),
    "AR": ("abstention_recall", "all"),
    "AR_contradictory": ("abstention_recall", "C"),
    "AR_unknown": ("abstention_recall", "U"),
    "CVRR": ("cvrr", "all"),
    "FAR_NE": ("far_ne", "all"),
    "LA": ("licensed_accuracy", "all"),
    "coverage": ("answer_coverage", "all"),
    "answer_accuracy": ("answer_accuracy", "all"),
    "overall_accuracy": ("overall_accuracy", "all"),
}
# system: cells, the values stated for them in the order of these names, and what other mappings
# say. The counts and values are those of the project world_mind
# (github.com/s-emanuilov/world_mind), folder epistemic_confusion_experiment of
# experiments/poc_4_rivers_extended: scaling/results/metrics.json, results/metrics.json and
# llm_test/results/*_metrics.json, whose A and S tell answers from abstentions, with the oracle's
# three YES on cards that are not entailed; and the predictions of llm_test/results/*.jsonl.
PUBLISHED = {
    "oracle": (
        {"YE": 500, "YC": 1, "NC": 500, "UC": 496, "YU": 2, "UU": 498},
        (1.0, 1.0, 1.0, 0.663994655978624, 0.4974924774322969, 0.996, 0.4974924774322969,
         0.3360053440213761, 1.0, 0.5022533800701051, 0.4985044865403789, 0.7481221832749124),
        {("cvrr", "licensed"): 996 / 997, ("far_ne", "licensed"): 3 / 1497},
    ),
    "graph_rag": (
        {"YE": 500, "NC": 500, "UC": 497, "UU": 500},
        (1.0, 1.0, 1.0, 0.665998663994656, 0.49849548645937813, 1.0, 0.49849548645937813,
         0.33400133600534404, 1.0, 0.5007511266900351, 0.5, 0.7496244366549825),
        {("cvrr", "licensed"): 1.0, ("far_ne", "licensed"): 0.0},
    ),
    "graph_rag of 800 cards": (
        {"YE": 200, "NC": 200, "UC": 200, "UU": 200},
        (1.0, 1.0, 1.0, 2 / 3, 0.5, 1.0, 0.5, 1 / 3, 1.0, 0.5, 0.5, 0.75),
        {("overall_accuracy", "licensed"): 1.0, ("overall_accuracy", "strict"): 0.75},
    ),
    "claude-3.5-sonnet": (
        {"YE": 6, "NE": 4, "NC": 10, "NU": 10},
        (None, None, None, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1 / 3, 1 / 3),
        {
            ("licensed_accuracy", "licensed"): 0.6,
            ("licensed_accuracy", "strict"): 0.6,
            ("answer_accuracy", "licensed"): 1.0,
            ("answer_accuracy", "strict"): 16 / 30,
        },
    ),
    "claude-sonnet-4": (
        {"YE": 10, "NC": 10, "NU": 10},
        (None, None, None, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1 / 3, 1 / 3),
        {
            ("cvrr", "strict"): 1.0,
            ("far_ne", "strict"): 0.5,
            ("far_ne", "licensed"): 0.0,
            ("overall_accuracy", "strict"): 2 / 3,
        },
    ),
    "twenty entailed cards": (
        {"YE": 20},
        (None, None, None, None, None, None, None, None, 1.0, 1.0, 1.0, 1.0),
        {},
    ),
}  # fmt: skip


@pytest.mark.thinned(6)
@pytest.mark.parametrize(("table", "stated", "others"), PUBLISHED.values(), ids=PUBLISHED)
def test_published_numbers_come_out(warehouse, table, stated, others):
    """By action all twelve published figures come out; other mappings tell another story."""
    warehouse.hold(cases_of(table))
    expected = dict(zip(AUTHORS_NAMES, stated, strict=True))
    actual = {
        name: value_on(warehouse, metric, label) for name, (metric, label) in AUTHORS_NAMES.items()
    }
    found = {
        (metric, mapping): by_mapping(warehouse, metric)[mapping][metric]
        for metric, mapping in others
    }

    assert expected == pytest.approx(actual, abs=1e-12)
    assert others == pytest.approx(found, abs=1e-12)


def value_on(warehouse, metric, label) -> float | None:
    """Return the value by_action on one label, or on all; none without a case of the label."""
    part = ("all", "all") if label == "all" else ("label", label)
    rows = [
        row
        for row in warehouse.rows(metric, part[0])
        if row["slice_value"] == part[1] and row["variant"] == "mapping=by_action"
    ]
    return rows[0][metric] if rows else None
