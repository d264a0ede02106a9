"""``evalstore chart`` on a store: the options choose what is drawn."""

import json

import pytest

from evalstore.cli import call_command


def lines():
    """Return the event lines of one run: three claims, each answered as it should be."""
    events = [("run_started", {"suite": "epistemic", "systems": ["maia"]})]
    for label, answer in (("E", "YES"), ("C", "NO"), ("U", "UNKNOWN")):
        about = {"case_id": label, "system_id": "maia"}
        said = {"status": "ok", "answer": answer, "confidence": 0.9, "confidence_kind": "stated"}
        judged = {"validator_id": "exact", "outcome": "right", "reason": "as expected"}
        events += [
            ("case_generated", {"case_id": label, "domain": "rivers", "label": label}),
            ("response_recorded", {**about, **said}),
            ("verdict_recorded", {**about, **judged}),
        ]
    return [
        json.dumps({"kind": kind, "run_id": "r1", "payload": payload}) for kind, payload in events
    ]


@pytest.fixture
def chart(tmp_path, monkeypatch):
    """Draw a chart of a small store; return its specification."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "events.ndjson").write_text("\n".join(lines()), encoding="utf-8")
    call_command(["init"])
    call_command(["ingest", "events.ndjson"])

    def drawn(*arguments):
        assert call_command(["chart", *arguments, "-o", "chart.json"]) == 0
        return json.loads((tmp_path / "chart.json").read_text(encoding="utf-8"))

    return drawn


def test_tables_are_drawn_from_the_store(chart):
    """Both tables come from their views; the kind of confidence is in the subtitle."""
    curve = chart("risk_coverage")["title"]
    matrix = chart("abstention_confusion")["title"]

    assert ["maia is right in all 3 answers"] == matrix["text"]
    assert "wrong in 0 % of" in " ".join(curve["text"])
    assert "confidence_kind=stated" in " ".join(curve["subtitle"])


@pytest.mark.sweep
def test_theme_is_chosen(chart):
    """A theme changes the colours and nothing else."""
    light, dark = chart("accuracy"), chart("accuracy", "--theme", "dark")

    assert light.pop("config")["background"] != dark.pop("config")["background"]
    assert light == dark


@pytest.mark.sweep
def test_slice_and_variant_are_chosen(chart):
    """One slice alone and one mapping are named in the subtitle."""
    bins = chart("reliability_bins", "--slice", "domain=rivers")["title"]["subtitle"]
    strict = chart("cvrr", "--variant", "mapping=strict")["title"]["subtitle"]

    assert "domain = rivers" in " ".join(bins)
    assert "mapping=strict." in " ".join(strict)


@pytest.mark.sweep
@pytest.mark.parametrize("option", ["--system", "--validator", "--variant"])
def test_unknown_names_are_refused(chart, option, capfd):
    """Each names what there is."""
    chart("cvrr")

    assert call_command(["chart", "cvrr", option, "nobody", "-o", "x.json"]) == 2
    assert "'nobody'" in capfd.readouterr().err


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("wanted", "words"),
    [("domain=lakes", "available: rivers"), ("colour", "available: all, ")],
)
def test_a_slice_without_rows_is_refused(chart, wanted, words, capfd):
    """An empty chart would look like a result; the slices there are get named."""
    chart("cvrr")

    assert call_command(["chart", "cvrr", "--slice", wanted, "-o", "x.json"]) == 2
    assert words in capfd.readouterr().err


def test_a_chart_without_data_is_refused(chart, tmp_path, capfd):
    """No picture is written; the message says what is missing, what it needs and what to run."""
    chart("cvrr")

    assert call_command(["chart", "judge_agreement", "-o", "x.png"]) == 2
    message = capfd.readouterr().err
    assert "people labelled no reply there" in message
    assert "`evalstore label`" in message
    assert not (tmp_path / "x.png").exists()


@pytest.mark.sweep
def test_the_store_is_no_place_for_a_chart(chart, tmp_path, capfd):
    """A checkpoint ends in .json too, and would be lost."""
    chart("cvrr")
    [checkpoint, *_] = sorted((tmp_path / "warehouse" / "checkpoints").iterdir())
    before = checkpoint.read_bytes()

    assert call_command(["chart", "cvrr", "-o", str(checkpoint)]) == 2
    assert "is inside the store" in capfd.readouterr().err
    assert before == checkpoint.read_bytes()
