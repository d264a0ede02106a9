"""A gate with a value of a parameter: what it decides, records and hashes."""

import json

import pytest

from evalstore.cli import call_command
from evalstore.errors import UsageError
from evalstore.gates.config import config_sha256, read
from evalstore.gates.control import Control

GATE = '[[gate]]\nmetric = "ece"\nmax = 0.15\n'


def made_of(folder, text):
    path = folder / "gates.toml"
    path.write_text(text, encoding="utf-8")
    return read(path)


def hash_of(folder, text):
    return config_sha256(made_of(folder, text), Control(), allow_incomplete=False)


def test_only_a_choice_changes_the_hash(tmp_path):
    """A default, written or not, is the gate that it was."""
    plain = hash_of(tmp_path, GATE)

    assert plain == hash_of(tmp_path, f"{GATE}set = {{ bins = 10 }}\n")
    assert plain != hash_of(tmp_path, f"{GATE}set = {{ bins = 15 }}\n")


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        (
            "set = { bin = 15 }",
            "gates.toml, gate 1, set: ece has no parameter 'bin'; it has: bins",
        ),
        ("set = { bins = 0 }", "gate 1, set: ece: the parameter bins is 0, expected an integer"),
        ("set = 15", "gate 1, set: found 15, expected a table such as { bins = 15 }"),
    ],
)
def test_a_wrong_value_is_said(tmp_path, setting, sentence):
    """With the file, the gate and what is known."""
    with pytest.raises(UsageError) as caught:
        made_of(tmp_path, f"{GATE}{setting}\n")

    assert sentence in str(caught.value)


def test_gates_of_one_metric_by_different_bins(store_with, judged_run, tmp_path, capsys):
    """Each is decided by its own value, says so, and records it."""
    low = judged_run("r", ["wrong"] * 6 + ["right"] * 4, confidence=0.62)
    high = judged_run("r", ["right"] * 6, confidence=0.68)[1:-1]
    for event in high:
        event["payload"]["case_id"] = "h" + event["payload"]["case_id"]
    root = str(store_with([*low[:-1], *high, low[-1]]).layout.root)
    path = tmp_path / "gates.toml"
    one = '[[gate]]\nid = "{}"\nmetric = "ece"\nmax = 0.15\nset = {{ bins = {} }}\n'
    path.write_text("".join(one.format(f"by-{bins}", bins) for bins in (10, 50)), encoding="utf-8")

    code = call_command(["gate", "--store", root, "--config", str(path), "--json"])
    ten, fifty = json.loads(capsys.readouterr().out)["gates"]

    # Together 10 of 16 are right, at 0.6425 on average; apart 4 of 10, and 6 of 6.
    assert (code, ten["decision"], fifty["decision"]) == (1, "pass", "fail")
    assert ten["value"] == pytest.approx(0.6425 - 10 / 16)
    assert fifty["value"] == pytest.approx((10 * 0.22 + 6 * 0.32) / 16)
    assert "parameters" not in ten
    assert fifty["parameters"] == {"bins": 50}
    assert fifty["threshold"] == "at most 0.15 (with bins=50)"
    recorded = [
        "query", "select gate_id, threshold from facts.gates order by all", "--store", root,
        "--json",
    ]  # fmt: skip
    assert call_command(recorded) == 0
    assert json.loads(capsys.readouterr().out)[1]["threshold"] == "at most 0.15 (with bins=50)"


def test_an_interval_is_of_the_value_that_is_asked(store_with, judged_run, tmp_path, capsys):
    """Where a bootstrap gives it: the resamples have the bins of the gate, too."""
    low = judged_run("r", ["wrong"] * 60 + ["right"] * 40, confidence=0.62)
    high = judged_run("r", ["right"] * 60, confidence=0.68)[1:-1]
    for event in high:
        event["payload"]["case_id"] = "h" + event["payload"]["case_id"]
    root = str(store_with([*low[:-1], *high, low[-1]]).layout.root)
    path = tmp_path / "gates.toml"
    one = (
        '[[gate]]\nid = "by-{0}"\nmetric = "ece"\nmax = 0.15\nrequire = "shown"\n'
        "set = {{ bins = {0} }}\n"
    )
    path.write_text("".join(one.format(bins) for bins in (10, 50)), encoding="utf-8")

    code = call_command(["gate", "--store", root, "--config", str(path), "--json"])
    ten, fifty = json.loads(capsys.readouterr().out)["gates"]

    assert (code, ten["decision"], fifty["decision"]) == (1, "pass", "fail")
