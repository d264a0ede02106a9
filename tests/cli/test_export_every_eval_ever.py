"""Records of every_eval_ever: valid by its schemas, and back without a loss."""

import gzip
import json
from itertools import product
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalstore.cli import call_command
from evalstore.errors import UsageError
from evalstore.harnesses.append import append_events
from evalstore.harnesses.exports.export import export_records
from evalstore.harnesses.ingest import ingest
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold
from evalstore.store.query.reader import reading

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


TURNS = [
    {"role": "user", "content": "Where?"},
    {"role": "assistant", "content": [{"type": "text", "text": "Bern"}]},
]
SPOKEN = [
    {"turn_idx": 0, "role": "user", "content": "Where?"},
    {"turn_idx": 1, "role": "assistant", "content": "Bern"},
]
ASKED = [{"role": "user", "content": "Where is it?"}]
# What is recorded of a case and its reply, and what of it a line has, by paths.
SHAPES = {
    "several references": (
        {"prompt": "?", "expected": ["Bern", "Berne"]},
        {"text": "Bern"},
        {"input.reference": ["Bern", "Berne"]},
    ),
    "choices": (
        {"prompt": "?", "choices": ["Bern", "Basel"]},
        {"text": "Bern"},
        {"input.choices": ["Bern", "Basel"]},
    ),
    "choices without a text": (
        {"prompt": "?", "choices": ["Bern", None]},
        {"text": "Bern"},
        {"input.choices": None},
    ),
    "messages": (
        {"messages": [{"role": "system", "content": "Be brief."}, *ASKED]},
        {"text": "Bern"},
        {"input.raw": "Where is it?", "interaction_type": "single_turn"},
    ),
    "turns": (
        {"prompt": "?"},
        {"text": "Bern", "turns": TURNS},
        {"interaction_type": "multi_turn", "output": None, "messages": SPOKEN},
    ),
    "turns alone": (
        {"prompt": "?"},
        {"turns": TURNS, "answer": "Bern"},
        {"messages": SPOKEN, "output": None},
    ),
    "turns without roles": (
        {"prompt": "?"},
        {"turns": ["Where?", {"content": "Bern"}]},
        {"interaction_type": "single_turn", "output.raw": ["Bern"], "messages": None},
    ),
}


@pytest.mark.sweep
@pytest.mark.parametrize("name", SHAPES)
def test_each_part_has_its_place(tmp_path, name):
    """As the schema has it, and from there it comes back."""
    asked, replied, expected = SHAPES[name]
    about = {"case_id": "c", "system_id": "maia"}
    layout = Layout(tmp_path / "first")
    layout.create()
    events = [
        ("run_started", {"suite": "towns", "systems": ["maia"]}),
        ("case_generated", {"case_id": "c", **asked}),
        ("response_recorded", {**about, "status": "ok", **replied}),
        ("verdict_recorded", {**about, "validator_id": "v", "outcome": "right"}),
    ]
    lines = [{"kind": kind, "run_id": "r", "payload": payload} for kind, payload in events]
    append_events(layout, lines, source="test")
    fold(layout)

    path, aggregate, [line] = exported(layout, tmp_path / "out")

    jsonschema.validate(line, LINE)
    for place, value in expected.items():
        found = line
        for part in place.split("."):
            found = found[part]
        assert found == value
    second = Layout(tmp_path / "second")
    second.create()
    ingest(second, [str(path)])
    assert exported(second, tmp_path / "again", aggregate["evaluation_id"])[2] == [line]


@pytest.mark.sweep
def test_ratings_come_back(tmp_path):
    """Who rated is said, so that what several raters agree on is counted there too."""
    layout = store_of(tmp_path / "first", [("a", 1, "right", None), ("b", 1, "half", None)])
    for case_id, name in product("ab", ("exact", "other")):
        about = {"case_id": case_id, "system_id": "maia", "outcome": "right"}
        payload = {**about, "validator_id": name, "is_rating": True}
        event = {"kind": "verdict_recorded", "run_id": "r", "payload": payload}
        append_events(layout, [event], source="test")
    fold(layout)
    path, *_ = exported(layout, tmp_path / "out")
    second = Layout(tmp_path / "second")
    second.create()
    ingest(second, [str(path)])

    there = numbers(layout)
    assert any(metric == "percent_agreement" for metric, *_ in there)
    assert there == pytest.approx(numbers(second), abs=1e-9)


@pytest.mark.sweep
def test_own_words_that_are_broken_are_named(tmp_path):
    """A line whose attributes are no JSON is skipped by its place, and the others are read."""
    layout = store_of(tmp_path / "first", [("a", 1, "right", None), ("b", 1, "right", None)])
    path, _, lines = exported(layout, tmp_path / "out")
    lines[1]["metadata"]["attributes"] = "not json"
    beside = path.with_name(f"{path.stem}_samples.jsonl")
    beside.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    second = Layout(tmp_path / "second")
    second.create()

    [result] = ingest(second, [str(path)]).files

    [skip] = result.skips
    assert skip.location.endswith("line 2")
    assert 'metadata.attributes: found "not json"' in skip.detail


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--run", "r"], "set it to the folder above them"),
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


@pytest.mark.sweep
def test_systems_that_would_be_one_model_are_refused(tmp_path):
    """The record of one would take the place of the other's, whatever the system is called."""
    layout = store_of(tmp_path / "store", [("a", 1, "right", None)])
    about = {"case_id": "a", "system_id": "unknown/maia"}
    payload = {**about, "status": "missing"}
    event = {"kind": "response_recorded", "run_id": "r", "payload": payload}
    append_events(layout, [event], source="test")
    fold(layout)

    with reading(layout) as reader, pytest.raises(UsageError, match="'maia' and 'unknown/maia'"):
        export_records(reader, layout, "r", tmp_path / "out", system_id="maia")

    assert not (tmp_path / "out").exists()
