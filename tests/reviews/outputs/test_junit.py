"""JUnit XML of decisions: valid, read by the library that tools use, and red when gate is."""

from functools import cache
from pathlib import Path

import pytest

from evalstore.errors import StoreError, UndecidedError
from evalstore.reviews.outputs import junit
from evalstore.reviews.outputs.stopped import stopped_review
from tests.reviews.outputs.reviews import HOSTILE, case, finding, review

junitparser = pytest.importorskip("junitparser")
xmlschema = pytest.importorskip("xmlschema")


@cache
def schema():
    """The schema, built once."""
    return xmlschema.XMLSchema(Path(__file__).parent / "junit.xsd")


def parsed(found):
    """The only suite of a file that is valid by the schema."""
    text = junit.text(found)
    schema().validate(text)
    [suite] = junitparser.JUnitXml.fromstring(text.encode())
    return suite


def outcomes(found):
    """The class of outcome, its type and message, of each test case; None of one that passes."""
    return [
        next(((type(item).__name__, item.type) for item in test.result), None)
        for test in parsed(found)
    ]


def test_each_answer_has_its_outcome():
    """Undecided exits 3, so it is an error; what only informs can fail nothing."""
    found = review(
        finding("fail"), finding("broken"), finding("undecided"), finding("pass"),
        finding("fail", is_informational=True), finding("pass", is_informational=True),
    )  # fmt: skip

    assert [
        ("Failure", "fail"), ("Error", "broken"), ("Error", "undecided"), None,
        ("Skipped", "informational"), None,
    ] == outcomes(found)  # fmt: skip


def test_counts_times_and_properties():
    """The suite is the run's, with its duration; properties name what is known of it."""
    suite = parsed(review(finding("fail"), finding("broken"), finding("pass"), cases=[case()]))

    assert ("quiz", 3, 1, 1, 0) == (
        suite.name, suite.tests, suite.failures, suite.errors, suite.skipped
    )  # fmt: skip
    assert (90.0, "2026-01-01T00:00:00") == (suite.time, suite.timestamp)
    assert {
        "decision": "fail", "run_id": "r1", "git_sha": "4be1d07", "run_status": "completed",
        "case_count": "30", "failing_case_count": "1",
    } == {item.name: item.value for item in suite.properties()}  # fmt: skip


def test_a_failure_names_its_cases():
    """Message, threshold and case ids in the failure, the texts of the cases below it."""
    found = finding(cases=("c1", "c2"), case_count=9)
    [test] = parsed(review(found, cases=[case("c1"), case("c3"), case("c2", system_id="other")]))
    [failure] = test.result

    assert "fail: Accuracy of maia is 0.5: fail." == failure.message
    assert "threshold: at least 0.8\ncases: c1, c2 and 7 more" in failure.text
    assert (
        "c1 maia became wrong\n  asked: When?\n  expected: 1066\n  answered: 1067\n"
        "  verdict: wrong by factual"
    ) == test.system_out


def test_tests_are_named_by_what_is_decided_on():
    """Slices and systems tell findings of one gate apart, validators where nothing else does."""
    suite = parsed(
        review(
            finding(slice_name="domain", slice_value="history"),
            finding("pass"),
            finding(system_id="other"),
            finding("pass", validator_id="second"),
        )
    )

    assert [
        ("quiz", "accuracy (maia, domain=history)"), ("quiz", "accuracy (maia, factual)"),
        ("quiz", "accuracy (other)"), ("quiz", "accuracy (maia, second)"),
    ] == [(test.classname, test.name) for test in suite]  # fmt: skip


def test_hostile_text_stays_text():
    """Whatever models and files say, the file is valid XML that can be written as UTF-8."""
    found = finding(
        gate_id=HOSTILE, system_id=HOSTILE, sentence=HOSTILE, reason=HOSTILE + ".",
        threshold=HOSTILE, cases=(HOSTILE,), case_count=1,
    )  # fmt: skip
    shown = case(HOSTILE, system_id=HOSTILE, prompt=HOSTILE, response=HOSTILE, verdict=HOSTILE)
    [test] = parsed(review(found, cases=[shown], suite=HOSTILE, run_status=HOSTILE))

    assert "[U+0000]" in test.name
    assert "[U+D800]" in test.system_out
    assert "]]><x/>&" in test.result[0].text


@pytest.mark.parametrize(
    ("error", "kind"),
    [(StoreError("no store"), "broken"), (UndecidedError("no run"), "undecided")],
)
def test_where_nothing_was_decided_there_is_an_error(error, kind):
    """A gate that stopped leaves a file with one error in it."""
    found = stopped_review(str(error), error, "")

    assert [("Error", kind)] == outcomes(found)
    assert str(error) in junit.text(found)
