"""JUnit XML of several suites: what a case is, and what a suite counts."""

import os
from pathlib import Path

import pytest

from evalstore.errors import DoubtfulInputError
from tests.harnesses.test_junit import reader_of, rows

OPENS = '<testcase classname="unit" name="opens"/>'
FIREFOX = f'<testsuite name="firefox" tests="1" failures="0">{OPENS}</testsuite>'
CHROME = (
    '<testsuite name="chrome" tests="1" failures="1"><testcase classname="unit" name="opens">'
    '<failure message="blank"/></testcase></testsuite>'
)
MOBILE = (
    f'<testsuite name="chrome" package="mobile" tests="2" failures="0">{OPENS}'
    '<testcase classname="unit" name="closes"/></testsuite>'
)
SUITES = (FIREFOX, CHROME, MOBILE)
CASES = "select case_id, outcome from facts.verdicts order by case_id, attempt"
FIGURES = (
    "select group_name, metric, reported_value, computed_value, verdict "
    "from facts.reported_scores order by all"
)


@pytest.fixture
def store(tmp_path):
    """Return an empty store, and a function that reads XML into it."""
    return reader_of(tmp_path)


def test_a_test_of_several_suites_is_a_case_of_each(tmp_path):
    """Whatever the order of the suites; what only one of them lists keeps its name."""
    for number, order in enumerate((SUITES, SUITES[::-1])):
        folder = tmp_path / str(number)
        folder.mkdir()
        store = reader_of(folder)
        taken = store(f"<testsuites>{''.join(order)}</testsuites>", is_strict=True)

        assert [
            ("chrome (mobile)::unit::opens", "right"),
            ("chrome::unit::opens", "wrong"),
            ("firefox::unit::opens", "right"),
            ("unit::closes", "right"),
        ] == rows(store.layout, CASES)
        assert str(taken.compared).startswith("6 agree, 0 differ, 0 not")
        [file] = taken.files
        assert ["1 test in several suites, such as unit::opens"] == [
            warning.partition(": ")[2].partition("; ")[0] for warning in file.warnings
        ]


def test_suites_within_suites_are_told_apart_by_their_path(store):
    """A class-less test is named after its suite, and where that is not enough after the path."""
    suite = '<testsuite name="{}"><testsuite name="login"><testcase name="ok"/></testsuite>'
    store(f"<testsuites>{suite.format('a')}</testsuite>{suite.format('b')}</testsuite>"
          "</testsuites>")  # fmt: skip

    assert [("a/login::ok", "right"), ("b/login::ok", "right")] == rows(store.layout, CASES)


def test_suites_of_one_name_list_attempts(store):
    """What nothing tells apart was run twice, and each suite counts the run that it lists."""
    suite = '<testsuite name="s" tests="1" failures="{}"><testcase classname="c" name="a">{}'
    again = suite.format(1, '<failure message="no"/>')
    taken = store(f"<testsuites>{suite.format(0, '')}</testcase></testsuite>{again}</testcase>"
                  "</testsuite></testsuites>")  # fmt: skip

    assert [("c::a", "right"), ("c::a", "wrong")] == rows(store.layout, CASES)
    assert str(taken.compared).startswith("4 agree, 0 differ, 0 not")
    assert "1 test is in several suites of one name, such as c::a" in taken.files[0].doubts[0]


def test_a_name_that_a_suite_lists_again_counts_again(store):
    """Of a parametrised test each listing is an attempt, and counts as the suite counts it."""
    taken = store(
        '<testsuite name="s" tests="3" failures="1"><testcase classname="c" name="a"/>'
        '<testcase classname="c" name="a"><failure/></testcase><testcase classname="c" name="a"/>'
        "</testsuite>"
    )

    assert [("c::a", "right"), ("c::a", "wrong"), ("c::a", "right")] == rows(store.layout, CASES)
    assert str(taken.compared).startswith("2 agree, 0 differ, 0 not")


def test_a_suite_that_counts_each_name_once(store):
    """A test that failed, and failed again while it was torn down, is one test of two faults."""
    taken = store(
        '<testsuite name="pytest" tests="1" failures="1" errors="1">'
        '<testcase classname="c" name="a"><failure/></testcase>'
        '<testcase classname="c" name="a"><error/></testcase></testsuite>'
    )

    assert str(taken.compared).startswith("3 agree, 0 differ, 0 not")


FLAKY = (
    '<testcase classname="c" name="flaky"><flakyFailure message="1"/><flakyFailure message="2"/>'
    '</testcase><testcase classname="c" name="bad"><failure message="1"/>'
    '<rerunFailure message="2"/></testcase>'
)


@pytest.mark.parametrize(("tests", "failures"), [(2, 1), (5, 4)])
def test_reruns_count_as_the_tool_counts_them(store, tests, failures):
    """Surefire counted every run in its time; where a suite counts tests, the outcome is one."""
    taken = store(f'<testsuite name="s" tests="{tests}" failures="{failures}">{FLAKY}</testsuite>')

    assert str(taken.compared).startswith("2 agree, 0 differ, 0 not")
    assert [(5,)] == rows(store.layout, "select count(*) from facts.responses")


def test_counts_of_nothing_that_is_listed(store):
    """Every count is held against something, also where a suite lists no test at all."""
    taken = store(
        '<testsuites><testsuite name="s" tests="1"><testcase classname="c" name="a"/></testsuite>'
        '<testsuite name="gone" tests="2" failures="1"/><testsuite name="empty" tests="0"/>'
        "</testsuites>"
    )

    assert [
        ("gone", "failures", 1.0, 0.0, "differs"),
        ("gone", "tests", 2.0, 0.0, "differs"),
        ("s", "tests", 1.0, 1.0, "agrees"),
    ] == rows(store.layout, FIGURES)
    assert not taken.compared.unexplained


def test_a_test_counts_though_its_file_keeps_no_text(store):
    """None is missing: what was answered is not kept, and what was skipped is unscored."""
    store(
        '<testsuite name="s"><testcase classname="c" name="a"/><testcase classname="c" name="b">'
        '<failure/></testcase><testcase classname="c" name="c"><skipped/></testcase>'
        '<testcase classname="c" name="d"><error/></testcase><testcase classname="c" name="e">'
        "<system-out>Lima</system-out></testcase></testsuite>"
    )

    assert [
        ("c::a", "ok", "not_kept", "right"),
        ("c::b", "ok", "not_kept", "wrong"),
        ("c::c", "ok", "not_kept", "unscored"),
        ("c::d", "error", None, "error"),
        ("c::e", "ok", None, "right"),
    ] == rows(
        store.layout,
        "select case_id, status, text_status, outcome from facts.responses "
        "inner join facts.verdicts using (run_id, system_id, case_id, attempt) order by 1",
    )
    assert [(2 / 3, 0, 1, 1)] == [
        (pytest.approx(accuracy), *rest)
        for accuracy, *rest in rows(
            store.layout,
            "select accuracy, missing_count, error_count, unscored_count from metrics.accuracy "
            "where slice_name = 'all'",
        )
    ]


def test_a_test_without_a_name_is_its_class(store):
    """What failed while a class was set up is a failing case of the class, and counts."""
    taken = store(
        '<testsuite name="s" tests="2" failures="2"><testcase name="" classname="c"><failure/>'
        '</testcase><testcase classname="d"><failure/></testcase></testsuite>',
        is_strict=True,
    )

    assert [("c", "wrong"), ("d", "wrong")] == rows(store.layout, CASES)
    assert str(taken.compared).startswith("2 agree, 0 differ, 0 not")


def test_tests_without_a_name_are_merged_with_a_word(store):
    """Several of one class cannot be told apart: attempts, which is said and fails --strict."""
    text = '<testsuite name="s"><testcase classname="c"/><testcase classname="c"/></testsuite>'
    with pytest.raises(DoubtfulInputError, match="2 tests without a name, such as of c"):
        store(text, is_strict=True)
    store(text)

    assert [("c", "right"), ("c", "right")] == rows(store.layout, CASES)


@pytest.mark.real_data
@pytest.mark.skipif(
    "EVALSTORE_REAL_DATA" not in os.environ, reason="EVALSTORE_REAL_DATA names no folder"
)
@pytest.mark.parametrize(
    ("name", "agreeing", "attempts"),
    [
        ("33/browsers.xml", 6, 3),
        ("files/junit/dorny_external__java__pulsar-test-report.xml", 708, 808),
        ("files/junit/jenkins_gh-237__TEST-io.olamy.FlakyTest.xml", 4, 3),
        ("files/junit/jenkins_junit-report-empty-testcasename.xml", 4, 1),
    ],
)
def test_counts_of_files_of_others(store, name, agreeing, attempts):
    """All counts of these files are right."""
    path = Path(os.environ["EVALSTORE_REAL_DATA"]) / "cases" / name
    taken = store(path.read_bytes())

    assert str(taken.compared).startswith(f"{agreeing} agree, 0 differ, 0 not")
    assert [(attempts,)] == rows(store.layout, "select count(*) from facts.responses")
