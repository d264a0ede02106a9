"""A log's own figures, which Inspect computed, beside what the store makes of the same log."""

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import evalstore
from evalstore.cli import call_command
from evalstore.errors import UnexplainedFiguresError

FIXTURES = Path(__file__).parents[2] / "fixtures" / "inspect"
LOGS = ("reducers", "errors", "ratings", "parts", "quiz")
REAL_DATA = os.environ.get("EVALSTORE_REAL_DATA")


def log(scores, metrics, *, count=None, scorer="match", **fields):
    """Return a log of one scorer; each score is (value, status or what else the sample has)."""
    return {
        "version": 2,
        "status": "success",
        "eval": {"eval_id": "r1", "task": "t", "model": "m", "created": "2026-01-01T00:00:00Z"},
        "results": {
            "total_samples": len(scores),
            "completed_samples": len(scores),
            "scores": [
                {"name": scorer, "scorer": scorer, "scored_samples": count, "reducer": None,
                 "metrics": {name: {"name": name, "value": value}
                             for name, value in metrics.items()}}
            ],
        } | fields.pop("results", {}),
        "samples": [
            {
                "id": number, "epoch": 1, "input": "?", "target": "yes",
                "output": {"choices": [{"message": {"content": f"yes {number}"}}]},
                "scores": {scorer: {"value": value}},
                **more,
            }
            for number, (value, more) in enumerate(scores, 1)
        ],
    } | fields  # fmt: skip


PLAIN = [("C", {}), ("C", {}), ("I", {}), ("I", {})]
SILENT = {"output": {"choices": []}}
BROKEN = {"error": {"message": "gone"}}
UNREAD = {"scores": {"match": {"value": "I", "explanation": "Grade not found in model output: x"}}}
INVALID = {"invalidation": {"reason": "a leak"}}


# Logs of one figure each: its verdict, the reason, the number reported and ours.
CASES = [
    (log(PLAIN, {"accuracy": 0.5}), ("agrees", None, 0.5, 0.5)),
    (log(PLAIN, {"accuracy": 50.0}), ("agrees", "in percent", 50, 50)),
    # vitals rounds to four decimals; one decimal less could be anything.
    (log(PLAIN[:3], {"accuracy": 0.6667}), ("agrees", None, 0.6667, 2 / 3)),
    (log(PLAIN[:3], {"accuracy": 0.667}), ("differs", None, 0.667, 2 / 3)),
    (log(PLAIN, {"accuracy": 0.25}), ("differs", None, 0.25, 0.5)),
    (log(PLAIN, {"accuracy": 0.5}, count=3), ("differs", None, 0.5, 0.5)),
    (
        log([("P", {}), ("I", {})], {"accuracy": 50.0}),
        (
            "differs", "in percent; the tool divides by the best score it gave, 0.5", 50, 25,
        ),
    ),
    (
        log([*PLAIN[:3], ("P", SILENT)], {"accuracy": 0.625}),
        ("agrees", None, 0.625, 0.625),
    ),
    (
        log([*PLAIN[:3], ("I", BROKEN)], {"accuracy": 0.5}),
        (
            "differs",
            "attempts that failed or have no answer, scored by the tool: 1", 0.5, 2 / 3,
        ),
    ),
    (
        log([*PLAIN[:3], ("C", INVALID)], {"accuracy": 0.75}),
        ("differs", "invalidated attempts that the tool counts: 1", 0.75, 2 / 3),
    ),
    (
        log([*PLAIN[:3], ("maybe", {})], {"accuracy": 0.5}),
        ("differs", "values that are no number, 0 to the tool: 1", 0.5, 2 / 3),
    ),
    # A grade that could not be read is no worst rating.
    (
        log([("8", {}), ("10", {}), ("I", {})], {"mean": 6.0}, scorer="marks"),
        ("differs", "grades that could not be read, 0 to the tool: 1", 6, 9),
    ),
    (
        log([*PLAIN[:3], ("I", UNREAD)], {"accuracy": 0.5}),
        ("differs", "grades that could not be read, 0 to the tool: 1", 0.5, 2 / 3),
    ),
    # What is named accounts for part of the difference only: then nobody knows.
    (log([*PLAIN[:3], ("maybe", {})], {"accuracy": 0.4}), ("differs", None, 0.4, 2 / 3)),
    (
        log(PLAIN[:1], {"accuracy": 0.7}, results={"completed_samples": 4}),
        ("not_comparable", "the log holds 1 of the 4 attempts it is of", 0.7, 1),
    ),
    (
        log([], {"accuracy": 0.7}),
        ("not_comparable", "the log holds no samples", 0.7, None),
    ),
    (
        log(PLAIN, {"bootstrap_stderr": 0.3}),
        (
            "not_comparable", "it rests on random draws, which nobody can draw again",
            0.3, None,
        ),
    ),
    (
        log(PLAIN, {"flair": 0.3}),
        ("not_comparable", "evalstore does not compute flair", 0.3, None),
    ),
    (
        log(PLAIN, {"accuracy": None}),
        ("not_comparable", "no number is reported", None, 0.5),
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def figures(tmp_path_factory):
    """Take in all logs at once; return the figures of each by its run."""
    folder = tmp_path_factory.mktemp("logs")
    for number, (content, _) in enumerate(CASES):
        named = content | {"eval": content["eval"] | {"eval_id": f"case-{number}"}}
        (folder / f"{number}.json").write_text(json.dumps(named))
    store = evalstore.open(tmp_path_factory.mktemp("figures"), create=True)
    store.ingest(str(folder), *(str(FIXTURES / f"{name}.eval") for name in LOGS))
    found: dict[str, list[Any]] = {}
    for row in store.query("from facts.reported_scores join facts.runs using (run_id)").to_dicts():
        found.setdefault(row["run_id"] if row["suite"] == "t" else row["suite"], []).append(row)
    return found


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "verdicts"),
    [
        # Eight reducers of letters, with a value missing, then with errors in 11 of 30 attempts.
        ("reducers", {"agrees": 16}),
        ("errors", {"agrees": 16}),
        # Measurements: mean, standard deviation, variance, standard error.
        ("ratings", {"agrees": 6}),
        # Parts of a dict, groups, two reducers; frequencies of values are not computed here.
        ("parts", {"agrees": 16, "not_comparable": 5}),
        ("quiz", {"agrees": 1, "not_comparable": 2}),
    ],
)
def test_our_figures_are_those_of_inspect(figures, name, verdicts):
    """Each figure is compared, and those that evalstore computes too are equal to 1e-9."""
    found = figures[name]

    assert verdicts == Counter(row["verdict"] for row in found)
    assert [] == [
        row
        for row in found
        if row["verdict"] == "agrees" and row["computed_value"] != pytest.approx(
            row["reported_value"], rel=1e-9, abs=1e-12
        )
    ]  # fmt: skip


@pytest.mark.sweep
def test_figures_from_before_an_edit_differ_for_that_reason(a_store):
    """An edit whose figures were not computed again explains each difference by itself."""
    a_store.ingest(str(FIXTURES / "parts_edited.eval"))
    found = {
        (row["validator_id"], row["metric"], row["reducer"], row["group_name"]): row
        for row in a_store.query("from facts.reported_scores").to_dicts()
    }
    edited = found["share", "mean", "mean", None]

    assert ("differs", "verdicts changed since: 1") == (edited["verdict"], edited["reason"])
    assert (0.5, pytest.approx(0.5 + (1 - 0.25) / 2 / 8)) == (
        edited["reported_value"], edited["computed_value"],
    )  # fmt: skip
    assert [] == [
        row for row in found.values() if row["verdict"] == "differs" and not row["reason"]
    ]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_what_differs_and_why(figures, number):
    """A reason is given only where it accounts for all of the difference."""
    [row] = figures[f"case-{number}"]
    _, (verdict, reason, reported, computed) = CASES[number]

    assert (verdict, reason) == (row["verdict"], row["reason"])
    assert (reported, computed) == (
        pytest.approx(row["reported_value"]), pytest.approx(row["computed_value"])
    )  # fmt: skip


@pytest.fixture
def written(tmp_path):
    """Write a log; return its path."""

    def write(content, name="log.json"):
        (tmp_path / name).write_text(json.dumps(content))
        return str(tmp_path / name)

    return write


@pytest.mark.sweep
def test_a_correction_made_here_explains_a_difference(a_store, written):
    """The log keeps its figure; somebody's verdict replaces one of its scores."""
    a_store.ingest(written(log(PLAIN, {"accuracy": 0.5}, count=4)))
    payload = {"case_id": "1", "system_id": "m", "validator_id": "match", "outcome": "wrong",
               "reason": "read again"}  # fmt: skip
    a_store.append([{"kind": "verdict_recorded", "run_id": "r1", "payload": payload}])
    [row] = a_store.query("from facts.reported_scores").to_dicts()

    assert ("differs", "verdicts changed since: 1") == (row["verdict"], row["reason"])
    assert (0.5, 0.25) == (row["reported_value"], row["computed_value"])


@pytest.mark.sweep
def test_ingest_says_how_the_figures_compare(a_store, written, capsys):
    """It counts them, and gives both numbers and the reason of each that differs."""
    content = log([*PLAIN[:3], ("C", BROKEN)], {"accuracy": 0.75, "flair": 1.0})
    arguments = ["ingest", written(content), "--store", str(a_store.layout.root)]
    assert 0 == call_command(arguments)
    words = capsys.readouterr().out
    content["eval"]["eval_id"] = "r2"
    written(content)
    assert 0 == call_command([*arguments, "--json"])
    told = json.loads(capsys.readouterr().out)["reported_figures"]

    assert "reported figures: 0 agree, 1 differs, 1 not comparable\n" in words
    assert (
        "  differs: t r1: match accuracy: the log reports 0.75, evalstore computes 0.666667: "
        "attempts that failed or have no answer, scored by the tool: 1\n"
    ) in words
    assert (0, 1, 1) == (told["agrees"], told["differs"], told["not_comparable"])
    assert [("r2", "accuracy"), ("r2", "flair")] == [
        (figure["run_id"], figure["metric"]) for figure in told["figures"]
    ]


@pytest.mark.sweep
def test_strict_refuses_a_difference_that_nobody_can_explain(a_store, written):
    """Nothing is appended, and both numbers are named; an explained difference passes."""
    with pytest.raises(
        UnexplainedFiguresError,
        match=r"match accuracy: the log reports 0.25, evalstore computes 0.5",
    ):
        a_store.ingest(written(log(PLAIN, {"accuracy": 0.25})), strict=True)
    size = a_store.query("select count(*) from log.events").item()
    explained = log([*PLAIN[:3], ("C", BROKEN)], {"accuracy": 0.75})
    accepted = a_store.ingest(written(explained), strict=True)

    assert (0, 1) == (size, len(accepted.compared.differing))
    assert [] == list(a_store.layout.inbox.iterdir())


@pytest.mark.sweep
def test_strict_counts_what_the_store_holds_already(a_store, written):
    """A log of half the samples agrees with its figure where the other half is in the store."""
    whole = log(PLAIN, {"accuracy": 0.5}, count=4)
    a_store.ingest(written(whole | {"samples": whole["samples"][:2], "results": None}))
    second = written(whole | {"samples": whole["samples"][2:]}, "second.json")
    told = a_store.ingest(second, strict=True).compared

    assert ["agrees"] == [figure.verdict for figure in told.figures]


@pytest.mark.sweep
def test_a_figure_of_one_log_is_not_that_of_a_run_of_two(a_store, written):
    """Logs that --run-id makes one run are compared with nothing, and pass --strict."""
    first = log(PLAIN[:2], {"accuracy": 1.0}, count=2)
    second = log([("I", {"id": 3}), ("I", {"id": 4})], {"accuracy": 0.0}, count=2)
    paths = [written(first, "first.json"), written(second, "second.json")]
    told = a_store.ingest(*paths, run_id="both", strict=True).compared

    assert [("not_comparable", "the run holds 4 attempts, more than the 2 it is of")] == [
        (figure.verdict, figure.reason) for figure in told.figures
    ]


@pytest.mark.real_data
@pytest.mark.skipif(REAL_DATA is None, reason="EVALSTORE_REAL_DATA names no folder")
def test_real_logs_agree_with_themselves(a_store):
    """Of what other people's logs report, nothing differs without a true reason."""
    compared = a_store.ingest(str(Path(REAL_DATA) / "inspect")).compared
    [differing] = compared.differing

    assert "25 agree, 1 differs, 7 not comparable" == str(compared)
    # In a log of vitals no answer was right, so half a point became the full score.
    assert (26.9231, pytest.approx(3.5 / 26 * 100)) == (
        differing.reported_value, differing.computed_value,
    )  # fmt: skip
    assert "the tool divides by the best score it gave, 0.5" in differing.reason
