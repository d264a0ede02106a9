"""Logs other people made: every sample and every score is there, and the means are theirs."""

import collections
import json
import os
import zipfile
from pathlib import Path

import pytest

FOLDER = os.environ.get("EVALSTORE_REAL_DATA")
LOGS = sorted(
    path for path in Path(FOLDER or "absent").glob("inspect/*.*") if path.suffix != ".txt"
)
pytestmark = [
    pytest.mark.real_data,
    pytest.mark.skipif(FOLDER is None, reason="EVALSTORE_REAL_DATA names no folder"),
]


def independently_read(path):
    """Read the whole log at once with the standard library alone."""
    if path.suffix == ".json":
        found = json.loads(path.read_text())
        return found, found.get("samples") or []
    with zipfile.ZipFile(path) as archive:
        return json.loads(archive.read("header.json")), [
            json.loads(archive.read(name))
            for name in archive.namelist()
            if name.startswith("samples/")
        ]


def test_there_are_logs_to_read():
    """An empty folder would make the tests below say nothing."""
    assert 19 == len(LOGS)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name[:40])
def test_every_sample_and_score_is_read(events, path):
    """Cases, responses, and verdicts of each scorer are as many as the file holds."""
    _, samples = independently_read(path)
    expected_scores = collections.Counter(
        name for sample in samples for name in sample.get("scores") or {}
    )
    found = events(path)
    kinds = collections.Counter(kind for kind, *_ in found)
    verdict_counts = collections.Counter(
        json.loads(payload)["validator_id"]
        for kind, *_, payload in found
        if kind == "verdict_recorded"
    )

    assert (len(samples), expected_scores) == (kinds["response_recorded"], verdict_counts)
    assert len({str(sample["id"]) for sample in samples}) == kinds["case_generated"]
    assert (1, 1) == (kinds["run_started"], kinds["run_finished"])


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name[:40])
def test_the_mean_score_is_the_accuracy_the_log_states(events, path):
    """
    Where Inspect states an accuracy over the samples in the log, it is the mean of their scores.

    vitals states per cents, and counts partly right answers in its own way: above 1, not a share.
    """
    header, samples = independently_read(path)
    results = header.get("results") or {}
    is_whole = results.get("total_samples") == len(samples)
    stated = {
        score["name"]: score["metrics"]["accuracy"]["value"]
        for score in results.get("scores", [])
        if is_whole and any(sample.get("scores") for sample in samples)
        if score["metrics"].get("accuracy", {"value": 2})["value"] <= 1
    }
    scores = collections.defaultdict(list)
    for kind, *_, payload in events(path):
        if kind == "verdict_recorded":
            verdict = json.loads(payload)
            scores[verdict["validator_id"]].append(verdict["score"])
    means = {name: sum(scores[name]) / max(1, len(scores[name])) for name in stated}

    assert pytest.approx(stated) == means


@pytest.mark.parametrize(
    ("pattern", "outcomes", "mean"),
    [
        # Agents: the work is in files, and the log keeps no reply.
        ("44/log.json", {"right": 2, "wrong": 2}, 0.5),
        ("files/inspect/ks/*code-consolidate*", {"right": 1}, 2 / 3),
        ("files/inspect/scicode/*.eval", {"right": 13, "wrong": 37}, 0.26),
        # Two samples of one id with other questions.
        ("05/log.json", {"right": 2, "wrong": 1}, 2 / 3),
        ("05/log.eval", {"right": 2, "wrong": 1}, 2 / 3),
        # A grade that could not be read.
        ("57/log.json", {"measured": 2, "unscored": 1}, 9),
        ("files/inspect/teormin/*qm-problems*", {"measured": 29, "unscored": 1}, 230 / 29),
        ("46/log.json", {"right": 1, "wrong": 1, "unscored": 1}, 0.5),
    ],
)
def test_cases_of_public_reports_are_counted_as_their_makers_counted_them(
    events, pattern, outcomes, mean
):
    """Each answer that was judged counts, by the first of its scorers."""
    [path] = Path(FOLDER).glob(f"cases/{pattern}")
    found = events(path)
    verdicts = [json.loads(payload) for kind, *_, payload in found if kind == "verdict_recorded"]
    first = [one for one in verdicts if one["validator_id"] == verdicts[0]["validator_id"]]
    numbers = [one.get("score", one.get("value")) for one in first if one["outcome"] != "unscored"]

    assert outcomes == collections.Counter(one["outcome"] for one in first)
    assert pytest.approx(mean) == sum(numbers) / len(numbers)
    assert {"ok"} == {
        json.loads(payload)["status"] for kind, *_, payload in found if kind == "response_recorded"
    }
