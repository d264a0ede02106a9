"""Code quality report, as GitLab documents it."""

import json
from dataclasses import replace

from evalstore.reviews.outputs import gitlab
from tests.reviews.outputs.reviews import HOSTILE, PLACES, finding, review

SEVERITIES = {"info", "minor", "major", "critical", "blocker"}


def entries(found):
    return json.loads(gitlab.text(found, PLACES))


def test_an_entry_a_gate_that_does_not_pass():
    """Each with the documented fields, at the line that configures the gate."""
    found = entries(
        review(
            finding("fail"), finding("broken", gate_id="no-regression"), finding("undecided"),
            finding("pass"), finding("fail", is_informational=True),
        )
    )  # fmt: skip

    assert ["critical", "blocker", "major", "info"] == [entry["severity"] for entry in found]
    assert {
        "description": "accuracy (maia, factual), fail: Accuracy of maia is 0.5: fail.",
        "check_name": "evalstore/accuracy",
        "fingerprint": found[0]["fingerprint"],
        "severity": "critical",
        "location": {"path": "evals/evalstore.toml", "lines": {"begin": 3}},
    } == found[0]
    assert {"path": "evals/evalstore.toml", "lines": {"begin": 7}} == found[1]["location"]


def test_a_passing_gate_leaves_an_empty_list():
    """GitLab needs a report to know what is resolved."""
    assert [] == entries(review(finding("pass"), answer="pass"))


def test_fingerprints_are_of_gates_not_of_runs():
    """Another run, value and answer: the same one. Another system or slice: another."""
    first = finding(value=0.5)
    later = replace(finding("broken", value=0.4, reason="other", sentence="other"))
    others = [
        first, finding(system_id="b"), finding(slice_name="domain", slice_value="x"),
        finding(gate_id="other"), finding(variant="k=3"), finding(validator_id="second"),
    ]  # fmt: skip
    [one] = entries(review(first))
    [two] = entries(review(later, git_sha="9c02aa1"))

    assert one["fingerprint"] == two["fingerprint"]
    assert 6 == len({entry["fingerprint"] for entry in entries(review(*others))})


def test_hostile_text_is_json():
    """One line of visible characters, in ASCII."""
    text = gitlab.text(review(finding(gate_id=HOSTILE, sentence=HOSTILE)), PLACES)
    [entry] = json.loads(text)

    assert text.isascii()
    assert "\n" not in entry["description"]
    assert "[U+D800]" in entry["description"]
