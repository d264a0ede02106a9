"""Files of other tools with values changed at random are read, skipped or refused."""

import copy
import json
import random
from pathlib import Path

import pytest

from evalstore.base import sql_files
from evalstore.errors import EvalstoreError
from evalstore.harnesses import companions, detect
from evalstore.harnesses.records import Skip, SourceFile
from evalstore.store.connections import without_database
from tests.harnesses import (
    test_experiment_rows,
    test_helm,
    test_hosted_evals,
    test_otlp,
    test_weave,
)

FIXTURES = Path(__file__).parents[1] / "fixtures"
ODD = [
    None, True, False, 0, -1, 1.5, 1e308, -1e-300, 10**30, float("nan"), float("inf"), "", "a",
    "\ud800", "x" * 500, "{{ item.a }}", [], [1], [None], [[]], {}, {"a": 1}, {"a": {"b": [1]}},
    "\x00", "2026-01-01T00:00:00Z", "' or 1=1 --", "9" * 30,
    *(json.loads("[" * depth + "]" * depth) for depth in (230, 250, 300)),
]  # fmt: skip
ODD_NAMES = ["", "a.b", 'q"x', "\n", "scores", "name", "x" * 300]
MUTATION_COUNT = 25


def lines_of(objects):
    return "".join(json.dumps(one) + "\n" for one in objects)


def lines_in(name):
    return [json.loads(line) for line in (FIXTURES / name).read_text("utf-8").splitlines()]


def one_file(name, text_of):
    return lambda found: {name: text_of(found)}


def folder_of_helm(found):
    names = ("run_spec", "scenario_state", "per_instance_stats", "stats")
    return {f"{name}.json": json.dumps(found.get(name)) for name in names}


EVALUATION = test_otlp.record(
    test_otlp.evaluation("C", label="pass", value=0.5), traceId=test_otlp.TRACE, spanId="b"
)
# By format: what a whole file holds, and how its files are written, the one to name first.
WHOLE = {
    "openai_evals": (
        [
            record
            for name in ("capitals-judged", "capitals-tries")
            for record in lines_in(f"openai_evals/{name}.jsonl")
        ],
        one_file("a.jsonl", lines_of),
    ),
    "deepeval": (
        json.loads((FIXTURES / "deepeval/rivers.json").read_text("utf-8")),
        one_file("a.json", json.dumps),
    ),
    "hosted_evals": (test_hosted_evals.OBJECTS, one_file("a.jsonl", lines_of)),
    "phoenix": (test_experiment_rows.PHOENIX, one_file("a.json", json.dumps)),
    "braintrust": (test_experiment_rows.SPANS, one_file("a.json", json.dumps)),
    "weave": (test_weave.ANSWER, one_file("a.json", json.dumps)),
    "otlp": ([test_otlp.SPANS, test_otlp.logs(EVALUATION)], one_file("a.jsonl", lines_of)),
    "promptfoo": (
        json.loads((FIXTURES / "promptfoo/evaluation.json").read_text("utf-8")),
        one_file("a.json", json.dumps),
    ),
    "helm": (
        {
            "run_spec": test_helm.SPECIFICATION,
            "scenario_state": {"adapter_spec": {}, "request_states": test_helm.STATES},
            "per_instance_stats": test_helm.INSTANCES,
            "stats": test_helm.FIGURES,
        },
        folder_of_helm,
    ),
}


def places(found, above=()):
    """Yield the place of every value below the outermost."""
    items = found.items() if isinstance(found, dict) else enumerate(found)
    for key, value in items:
        yield (*above, key)
        if isinstance(value, dict | list):
            yield from places(value, (*above, key))


def mutated(found, draws):
    """Return a copy with a few values taken away, replaced or put under another name."""
    found = copy.deepcopy(found)
    for _ in range(draws.choice([1, 1, 1, 2, 3, 6])):
        *above, key = draws.choice([*places(found)] or [()])
        target = found
        for one in above:
            target = target[one]
        kind = draws.random()
        if kind < 0.2:
            del target[key]
        elif kind < 0.3 and isinstance(target, dict):
            target[draws.choice(ODD_NAMES)] = target[key]
        else:
            target[key] = copy.deepcopy(draws.choice(ODD))
        if not found:
            break
    return found


def take(connection, format_name, path):
    """Read a file and map its records, as an ingest does before it judges them."""
    module = detect.record_formats()[format_name]
    beside = tuple(detect.companions_of(path, format_name))
    source = SourceFile(path, path.name, companions.sha256_of(path, beside), companions=beside)
    records = [item for item in module.read(source) if not isinstance(item, Skip)]
    for macro in sql_files.names(module.MAPPING):
        connection.execute(sql_files.read(macro))
    connection.execute(
        sql_files.read("sql/append/records"),
        {
            "file_number": [1] * len(records),
            "source": ["a"] * len(records),
            "location": [record.location for record in records],
            "record": [record.text for record in records],
        },
    )
    return connection.execute(sql_files.read(module.MAPPING)).fetchall()


@pytest.mark.thinned(9)
@pytest.mark.parametrize("format_name", WHOLE)
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.sweep) for seed in range(1, 20))]
)
def test_mutated_files(tmp_path, format_name, seed):
    """Whatever a value has become, a reader takes, skips or refuses it, and its mapping holds."""
    whole, written = WHOLE[format_name]
    draws = random.Random(f"{format_name} {seed}")
    with without_database() as connection:
        connection.execute("set variable run_id = null")
        for number in range(MUTATION_COUNT):
            found = whole if number == 0 else mutated(whole, draws)
            files = written(found)
            for name, text in files.items():
                (tmp_path / name).write_text(text, encoding="utf-8")
            try:
                events = take(connection, format_name, tmp_path / next(iter(files)))
            except EvalstoreError:
                assert number, "the whole file is refused"
            else:
                assert number or events
