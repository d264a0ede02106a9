"""Records of every_eval_ever: valid by its schemas, and back without a loss."""

import gzip
import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalstore.cli import call_command
from evalstore.ingest.append import append_events
from evalstore.ingest.ingest import ingest
from evalstore.store.fold import fold
from evalstore.store.layout import Layout
from evalstore.store.reader import reading

FIXTURES = Path(__file__).parents[1] / "fixtures/every_eval_ever"
AGGREGATE, LINE = (
    json.loads(gzip.decompress((FIXTURES / f"{name}.schema.json.gz").read_bytes()))
    for name in ("eval", "instance_level_eval")
)
# Fates of an answer: what is recorded of it, and of its verdict.
FATES = {
    "right": ({"status": "ok", "text": "Bern"}, {"outcome": "right"}),
    "half": ({"status": "ok", "text": "Basel"}, {"outcome": "wrong", "score": 0.25}),
    "abstained": ({"status": "ok", "text": "I do not know."}, {"outcome": "abstained"}),
    "missing": ({"status": "missing"}, None),
    "unparsable": ({"status": "unparsable", "text": "{"}, None),
    "error": ({"status": "error", "error": "timeout"}, None),
    "unscored": ({"status": "ok", "text": "x"}, {"outcome": "unscored"}),
}
HAVE_LINES = ("right", "half", "abstained", "missing", "unparsable")


def store_of(folder, answers):
    """Make a store of run r: rows of case, attempt, fate and confidence."""
    layout = Layout(folder)
    layout.create()
    events = [("run_started", {"suite": "towns", "systems": ["maia"], "git_sha": "0" * 40})]
    for case_id in sorted({case_id for case_id, *_ in answers}):
        about = {"case_id": case_id, "prompt": f"{case_id}?", "expected": "Bern"}
        events.append(("case_generated", {**about, "attributes": {"level": "hard"}, "label": "E"}))
    for case_id, attempt, fate, confidence in answers:
        about = {"case_id": case_id, "system_id": "maia", "attempt": attempt}
        response, verdict = FATES[fate]
        said = {} if confidence is None else {"confidence": confidence}
        events.append(("response_recorded", {**about, **response, **said}))
        if verdict is not None:
            events.append(("verdict_recorded", {**about, "validator_id": "factual", **verdict}))
    append_events(
        layout,
        [{"kind": kind, "run_id": "r", "payload": payload} for kind, payload in events],
        source="test",
    )
    fold(layout)
    return layout


def exported(layout, folder, run_id="r"):
    """Export a run by the command; return the aggregate's path, it and its lines."""
    code = call_command(
        ["export", "--format", "every_eval_ever", "--run", run_id, "-o", str(folder),
         "--store", str(layout.root)]
    )  # fmt: skip
    assert code == 0
    [path] = folder.glob("data/*/*/*/*[0-9a-f].json")
    lines = path.with_name(f"{path.stem}_samples.jsonl").read_text(encoding="utf-8").splitlines()
    return path, json.loads(path.read_text(encoding="utf-8")), [json.loads(line) for line in lines]


def numbers(layout):
    """Return every number of the store by what it is of."""
    with reading(layout) as reader:
        rows = reader.rows(
            "select metric, validator_id, variant, slice_name, slice_value, value "
            "from metrics.all_metrics where value is not null"
        )
    return {tuple(list(row.values())[:-1]): row["value"] for row in rows}


def round_trip(folder, answers):
    """Export a store, take the files into a fresh one, and export that; return both sides."""
    first = store_of(folder / "first", answers)
    path, aggregate, lines = exported(first, folder / "out")
    second = Layout(folder / "second")
    second.create()
    [result] = ingest(second, [str(path)]).files
    assert not result.skips
    *_, again = exported(second, folder / "again", aggregate["evaluation_id"])
    return first, second, aggregate, lines, again


@pytest.mark.sweep
def test_what_is_written_is_valid_and_comes_back(tmp_path):
    """By the schemas of 0.3; attempts, missing and abstained answers are the same after it."""
    answers = [(f"c{n}", 1, fate, 0.9 if n % 2 else None) for n, fate in enumerate(FATES)]
    answers += [("c0", 2, "half", 0.5)]
    kept = [answer for answer in answers if answer[2] in HAVE_LINES]

    _, second, aggregate, lines, again = round_trip(tmp_path, answers)

    jsonschema.validate(aggregate, AGGREGATE)
    for line in lines:
        jsonschema.validate(line, LINE)
    assert len(kept) == len(lines) == aggregate["detailed_evaluation_results"]["total_rows"]
    left_out = aggregate["detailed_evaluation_results"]["additional_details"]
    assert left_out == {
        "left out: error: the system failed": "1",
        "left out: unscored": "1",
    }
    assert lines == again
    # What has no line is not known there; the numbers are those of the same answers.
    expected = numbers(store_of(tmp_path / "kept", kept))
    assert expected == pytest.approx(numbers(second), abs=1e-9)


@pytest.mark.sweep
@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a", "b", "ü/../;|"]),
            st.integers(1, 3),
            st.sampled_from(HAVE_LINES),
            st.none() | st.floats(0, 1),
        ),
        min_size=1,
        max_size=6,
        unique_by=lambda answer: answer[:2],
        # Where nobody judged, no line has a validator.
    ).filter(lambda answers: any(FATES[answer[2]][1] for answer in answers))
)
def test_nothing_is_lost_on_the_way(tmp_path_factory, answers):
    """Whatever has a line comes back: the lines, and every number."""
    folder = tmp_path_factory.mktemp("trip")
    first, second, aggregate, lines, again = round_trip(folder, answers)

    assert lines == again
    assert numbers(first) == pytest.approx(numbers(second), abs=1e-9)
    jsonschema.validate(aggregate, AGGREGATE)


@pytest.mark.thinned(4)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--run", "r"], "say below which with -o"),
        (["--run", "none", "-o", "out"], "no run 'none'"),
        (["--run", "r", "--system", "other", "-o", "out"], "no system 'other'"),
        (["--run", "r", "-o", "store/out"], "inside the store"),
    ],
)
def test_what_cannot_be_written(tmp_path, monkeypatch, capfd, arguments, words):
    """A clear error, and no file."""
    monkeypatch.chdir(tmp_path)
    store_of(tmp_path / "store", [("a", 1, "right", None)])

    code = call_command(["export", "--format", "every_eval_ever", *arguments, "--store", "store"])

    assert code == 2
    assert words in capfd.readouterr().err
    assert not (tmp_path / "out").exists()
