"""LightEval: what becomes of results and details, of newer and older versions; hostile files."""

import json
import shutil
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from evalstore.errors import EvalstoreError, UnreadableInputError
from evalstore.harnesses.lighteval import lighteval

FIXTURES = Path(__file__).parents[1] / "fixtures/lighteval"
STAMP = "2026-01-02T03-04-05.678901"
TASKS = {"capitals|0": "capitals", "sums:add|0": "add", "sums:times|0": "times"}
OLDER = {
    "example": "Capital of Chad?", "choices": "[]", "gold": "['N\\'Djamena']", "gold_index": "[]",
    "metrics": "{'em': 1.0}", "predictions": "['N\\'Djamena']",
    "specifics": "{'continent': 'Africa'}",
}  # fmt: skip


@pytest.fixture
def evaluated(tmp_path):
    """Return a folder as LightEval writes it; its names cannot lie in a repository."""
    root = tmp_path / "out"
    results = root / "results/our/model" / f"results_{STAMP}.json"
    details = root / "details/our/model" / STAMP
    results.parent.mkdir(parents=True)
    details.mkdir(parents=True)
    shutil.copy(FIXTURES / "results.json", results)
    for task, name in TASKS.items():
        shutil.copy(FIXTURES / f"{name}.parquet", details / f"details_{task}_{STAMP}.parquet")
    return root


@pytest.fixture
def read(take, tmp_path):
    """Return a function that reads details of these rows, beside results of one task."""

    def of(*rows, metrics=None, results=None, schema=None, **options):
        folder = tmp_path / "older"
        folder.mkdir(exist_ok=True)
        table = pyarrow.Table.from_pylist(list(rows), schema)
        parquet.write_table(table, folder / f"details_t|0_{STAMP}.parquet")
        found = {
            "config_general": {"lighteval_sha": "?", "model_name": "m"},
            "results": {"t|0": metrics or {}},
        }
        path = folder / f"results_{STAMP}.json"
        path.write_text(json.dumps(found if results is None else results))
        return take(path, **options)

    return of


def rows(store, sql):
    return [tuple(row) for row in store.query(sql)]


@pytest.mark.sweep
def test_what_lighteval_wrote(take, a_store, evaluated):
    """Every mean agrees, of tasks and of averages; means of standard errors are not computed."""
    taken = take(evaluated, is_strict=True)

    assert str(taken.compared) == "8 agree, 0 differ, 4 not comparable"
    assert [
        ("capitals|0", "em", "Lima", "Cusco", "wrong", None),
        ("sums:add|0", "acc", "2", "2", "right", None),
        ("sums:times|0", "acc", "9", "6", "wrong", 0.55),
    ] == rows(
        a_store,
        "select runs.suite, validator_id, cases.expected, responses.text, outcome, "
        "case when runs.suite = 'sums:times|0' then round(responses.confidence, 2) end "
        "from facts.scored inner join facts.cases using (run_id, case_id) "
        "inner join facts.responses using (run_id, case_id, system_id, attempt) "
        "inner join facts.runs using (run_id) where validator_id != 'hit' "
        "and (cases.prompt like '%Peru%' or cases.prompt in ('1 + 1 =', '3 * 3 =')) "
        "order by runs.suite",
    )


@pytest.mark.sweep
def test_details_are_found_where_the_hub_keeps_them(take, evaluated, tmp_path):
    """In a data set of the Hub they lie in a folder of the stamp, below the results."""
    hub = tmp_path / "hub"
    shutil.copytree(evaluated / "details/our/model", hub)
    shutil.copy(FIXTURES / "results.json", hub / f"results_{STAMP}.json")

    assert str(take(hub).compared).startswith("8 agree")


@pytest.mark.sweep
def test_details_alone(take, a_store, evaluated):
    """Beside results the results are to be named; else they are read, without figures or end."""
    [details] = evaluated.glob("details/our/model/*/details_capitals*")
    with pytest.raises(UnreadableInputError, match="ingest that file, which reads both"):
        take(details)
    shutil.rmtree(evaluated / "results")

    [file] = take(details).files

    assert "details without results (capitals|0)" in file.warnings[0]
    assert [("model", 3, 0)] == rows(
        a_store,
        "select system_id, count(*), (select count(*) from log.events "
        "where kind in ('run_finished', 'score_reported')) from facts.responses group by 1",
    )


def test_results_alone(take, a_store, evaluated):
    """Runs with figures and no case, and a warning that counts the tasks."""
    shutil.rmtree(evaluated / "details")

    taken = take(evaluated)

    assert "3 tasks have figures but no details" in taken.files[0].warnings[0]
    assert str(taken.compared) == "0 agree, 0 differ, 12 not comparable"


@pytest.mark.sweep
def test_rows_of_older_versions(read, a_store):
    """Before 0.11 the columns are others; in 0.6 each is text, as Python shows its value."""
    likely = OLDER | {
        "example": "2 + 2 =", "choices": "[' 4', ' 5']", "gold": "[]", "gold_index": "[0]",
        "predictions": "[(-2.0, False), (-0.5, True)]", "metrics": "{'em': 0.0}",
    }  # fmt: skip
    taken = read(OLDER, likely, metrics={"em": 0.5, "em_stderr": 0.5})

    assert str(taken.compared) == "1 agrees, 0 differ, 0 not comparable"
    assert [
        ("2 + 2 =", "4", "5", 0.818),
        ("Capital of Chad?", "N'Djamena", "N'Djamena", None),
    ] == rows(
        a_store,
        "select prompt, expected, text, round(confidence, 3) "
        "from facts.cases inner join facts.responses using (run_id, case_id) order by 1",
    )


def test_rows_of_values(read, a_store):
    """Some versions write the same columns as values."""
    read(
        {
            "example": "2 + 2 =", "choices": [" 4", " 5"], "gold": [], "gold_index": [0],
            "predictions": [-0.5, -2.0], "metrics": {"em": 1.0}, "specifics": None,
        }
    )  # fmt: skip

    assert [("4", "4", "right")] == rows(
        a_store, "select expected, text, outcome from facts.answers"
    )


@pytest.mark.sweep
def test_metrics_keep_their_meaning(read, a_store):
    """NaN is unscored, null is of other documents; numbers outside 0 to 1 measure."""
    doc = {"query": "a", "choices": [], "gold_index": [0]}
    newer = {"doc": doc, "model_response": {"text": ["x", "y"], "logprobs": []}}
    read(
        newer | {"metric": {"em": float("nan"), "length": 7.0, "other": None}},
        newer | {"doc": doc | {"query": "b"}, "metric": {"em": 1.0, "length": 1.0, "other": 0.0}},
    )

    assert [
        ("a", "em", "unscored"), ("a", "length", "measured"),
        ("b", "em", "right"), ("b", "length", "measured"), ("b", "other", "wrong"),
    ] == rows(
        a_store,
        "select prompt, validator_id, outcome from facts.verdicts "
        "inner join facts.cases using (run_id, case_id) order by 1, 2",
    )  # fmt: skip
    assert [(1, "x"), (2, "y")] == rows(
        a_store,
        "select attempt, text from facts.responses inner join facts.cases "
        "using (run_id, case_id) where prompt = 'a' order by 1",
    )


@pytest.mark.sweep
def test_a_corpus_figure_is_not_compared(read, a_store):
    """The configuration of a task names what made it."""
    read(
        OLDER,
        results={
            "config_general": {"lighteval_sha": "?"},
            "results": {"t|0": {"em": 0.25}},
            "config_tasks": {
                "t": {"metric": [{"metric_name": "em", "corpus_level_fn": "<a.CorpusF1 at 0x7f>"}]}
            },
        },
    )

    assert [("not_comparable", "evalstore does not compute CorpusF1")] == rows(
        a_store, "select verdict, reason from facts.reported_scores"
    )


HOSTILE = {
    "no example": ({"example": None}, True),
    "metrics that are a list": ({"metrics": "[1]"}, True),
    "metrics that are code": ({"metrics": "__import__('os').getcwd()"}, True),
    "metrics cut short": ({"metrics": "{'em': 1"}, True),
    "deep nesting": ({"predictions": "[" * 3000 + "]" * 3000}, False),
    "a deep tower": ({"specifics": "-" * 50_000 + "1"}, False),
    "a long literal": ({"gold": "'" + "a" * 2_000_000 + "'"}, False),
    "an endless number": ({"metrics": "{'em': 1e999}"}, False),
    "a long integer": ({"metrics": "{'em': 1" + "0" * 400 + "}"}, False),
    "a complex number": ({"metrics": "{'em': 1j}"}, True),
    "bytes": ({"metrics": "{'em': b'1'}"}, True),
    "a set": ({"metrics": "{'em': {1}}"}, True),
    "keys that are numbers": ({"metrics": "{1: 1.0}"}, True),
    "an empty key": ({"metrics": "{'': 1.0}"}, False),
    "a list of numbers": ({"metrics": "{'em': [1.0, 2.0]}"}, False),
    "half a surrogate pair": ({"predictions": "['\\ud800']"}, False),
    "NUL": ({"predictions": "['\\x00']"}, False),
    "a gold that is far": ({"gold_index": "[99999999999]"}, False),
    "a gold that is text": ({"gold_index": "'a'"}, False),
    "predictions of nothing": ({"predictions": "[None, 3]"}, False),
    "a key twice": ({"metrics": "{'em': 1.0, 'em': 0.0}"}, False),
    "odd names": ({"metrics": "{'a\\'\"$[0]\\x1b': 1.0}"}, False),
}


@pytest.mark.sweep
def test_hostile_rows(read, a_store):
    """What is no row of details is named by its number; the others are read."""
    found = [OLDER | changes | {"example": changes.get("example", f"q{number}")}
             for number, (changes, _) in enumerate(HOSTILE.values())]  # fmt: skip

    [file] = read(OLDER, *found).files

    left_out = {skip.location.rpartition(" ")[2] for skip in file.skips}
    for number, (name, (changes, is_left_out)) in enumerate(HOSTILE.items(), start=2):
        assert (is_left_out or changes == {"example": None}) == (str(number) in left_out), name
    assert all(len(skip.detail) < 500 for skip in file.skips)
    assert [("right",)] == rows(
        a_store,
        "select outcome from facts.verdicts inner join facts.cases using (run_id, case_id) "
        "where prompt = 'Capital of Chad?'",
    )


@pytest.mark.sweep
@pytest.mark.parametrize("content", [b"PAR1", b"PAR1" + b"\xff" * 400 + b"PAR1", b"", b"{}"])
def test_details_that_are_no_parquet(read, take, a_store, tmp_path, content):
    """They are left out and named, the figures are recorded, and the run has no end."""
    read(OLDER, metrics={"em": 1.0})
    [details] = tmp_path.glob("older/*.parquet")
    details.write_bytes(content)

    [file] = take(tmp_path / "older" / f"results_{STAMP}.json").files

    assert {"not readable": 1} == dict(file.skipped)


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    "results",
    [[], {}, {"results": []}, {"results": {}}, {"results": {"t": 3}}, "results", None],
)
def test_results_without_tasks(take, a_store, tmp_path, results):
    """They are refused by name, and the store is as it was."""
    path = tmp_path / "results.json"
    path.write_text(json.dumps(results))

    with pytest.raises(EvalstoreError, match=r"results\.json"):
        take(path, format_name="lighteval")
    assert list(a_store.layout.inbox.iterdir()) == []


def test_only_results_and_details_are_recognised(tmp_path):
    """Neither those of other harnesses nor other Parquet."""
    head = (FIXTURES / "results.json").read_bytes()
    assert lighteval.recognises(tmp_path / "results.json", head)
    assert lighteval.recognises(tmp_path / f"details_t|0_{STAMP}.parquet", b"PAR1")
    assert not lighteval.recognises(tmp_path / "table.parquet", b"PAR1")
    assert not lighteval.recognises(tmp_path / "results.json", b'{"results": {"t": {}}}')
