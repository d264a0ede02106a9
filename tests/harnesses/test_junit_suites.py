"""JUnit XML of several suites: what a case is, and what a suite counts."""

import os
from pathlib import Path

import pytest

from evalstore.errors import DoubtfulInputError
from tests.harnesses.test_junit import reader_of
from tests.harnesses.together import read_together

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


# The files of the tests below, by what they are; the strict ones are read with ``is_strict``.
FILES = {}
STRICT = {
    "several suites": f"<testsuites>{''.join(SUITES)}</testsuites>",
    "several suites, turned": f"<testsuites>{''.join(SUITES[::-1])}</testsuites>",
}


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    """Return what became of each file."""
    return read_together(tmp_path_factory.mktemp("lax"), FILES, ".xml") | read_together(
        tmp_path_factory.mktemp("strict"), STRICT, ".xml", is_strict=True
    )


@pytest.mark.parametrize("name", ["several suites", "several suites, turned"])
def test_a_test_of_several_suites_is_a_case_of_each(taken, name):
    """Whatever the order of the suites; what only one of them lists keeps its name."""
    assert [
        ("chrome (mobile)::unit::opens", "right"),
        ("chrome::unit::opens", "wrong"),
        ("firefox::unit::opens", "right"),
        ("unit::closes", "right"),
    ] == taken[name].rows(CASES)
    assert str(taken[name].compared).startswith("6 agree, 0 differ, 0 not")
    assert ["1 test in several suites, such as unit::opens"] == [
        warning.partition(": ")[2].partition("; ")[0] for warning in taken[name].file.warnings
    ]


NESTED = (
    '<testsuite name="{}"><testsuite name="login"><testcase name="ok"/></testsuite></testsuite>'
)
FILES["nested"] = f"<testsuites>{NESTED.format('a')}{NESTED.format('b')}</testsuites>"


def test_suites_within_suites_are_told_apart_by_their_path(taken):
    """A class-less test is named after its suite, and where that is not enough after the path."""
    assert [("a/login::ok", "right"), ("b/login::ok", "right")] == taken["nested"].rows(CASES)


ONE_NAME = (
    '<testsuite name="s" tests="1" failures="{}"><testcase classname="c" name="a">{}</testcase>'
    "</testsuite>"
)
FILES["one name"] = (
    f"<testsuites>{ONE_NAME.format(0, '')}{ONE_NAME.format(1, '<failure/>')}</testsuites>"
)


def test_suites_of_one_name_list_attempts(taken):
    """What nothing tells apart was run twice, and each suite counts the run that it lists."""
    file, compared, rows = taken["one name"]

    assert [("c::a", "right"), ("c::a", "wrong")] == rows(CASES)
    assert str(compared).startswith("4 agree, 0 differ, 0 not")
    assert "1 test is in several suites of the same name, such as c::a" in file.doubts[0]


FILES["listed again"] = (
    '<testsuite name="s" tests="3" failures="1"><testcase classname="c" name="a"/>'
    '<testcase classname="c" name="a"><failure/></testcase><testcase classname="c" name="a"/>'
    "</testsuite>"
)


def test_a_name_that_a_suite_lists_again_counts_again(taken):
    """Of a parametrised test each listing is an attempt, and counts as the suite counts it."""
    _, compared, rows = taken["listed again"]

    assert [("c::a", "right"), ("c::a", "wrong"), ("c::a", "right")] == rows(CASES)
    assert str(compared).startswith("2 agree, 0 differ, 0 not")


FILES["torn down"] = (
    '<testsuite name="pytest" tests="1" failures="1" errors="1">'
    '<testcase classname="c" name="a"><failure/></testcase>'
    '<testcase classname="c" name="a"><error/></testcase></testsuite>'
)


def test_a_suite_that_counts_each_name_once(taken):
    """A test that failed, and failed again while it was torn down, is one test of two faults."""
    assert str(taken["torn down"].compared).startswith("3 agree, 0 differ, 0 not")


FLAKY = (
    '<testcase classname="c" name="flaky"><flakyFailure message="1"/><flakyFailure message="2"/>'
    '</testcase><testcase classname="c" name="bad"><failure message="1"/>'
    '<rerunFailure message="2"/></testcase>'
)


for name, tests, failures in (("of tests", 2, 1), ("of runs", 5, 4)):
    FILES[name] = f'<testsuite name="s" tests="{tests}" failures="{failures}">{FLAKY}</testsuite>'


@pytest.mark.parametrize("name", ["of tests", "of runs"])
def test_reruns_count_as_the_tool_counts_them(taken, name):
    """Surefire counted every run in its time; where a suite counts tests, the outcome is one."""
    assert str(taken[name].compared).startswith("2 agree, 0 differ, 0 not")
    assert [(5,)] == taken[name].rows("select count(*) from facts.responses")


FILES["nothing"] = (
    '<testsuites><testsuite name="s" tests="1"><testcase classname="c" name="a"/></testsuite>'
    '<testsuite name="gone" tests="2" failures="1"/><testsuite name="empty" tests="0"/>'
    "</testsuites>"
)


def test_counts_of_nothing_that_is_listed(taken):
    """Every count is held against something, also where a suite lists no test at all."""
    assert [
        ("gone", "failures", 1.0, 0.0, "differs"),
        ("gone", "tests", 2.0, 0.0, "differs"),
        ("s", "tests", 1.0, 1.0, "agrees"),
    ] == taken["nothing"].rows(FIGURES)
    assert not taken["nothing"].compared.unexplained


FILES["no text"] = (
    '<testsuite name="s"><testcase classname="c" name="a"/><testcase classname="c" name="b">'
    '<failure/></testcase><testcase classname="c" name="c"><skipped/></testcase>'
    '<testcase classname="c" name="d"><error/></testcase><testcase classname="c" name="e">'
    "<system-out>Lima</system-out></testcase></testsuite>"
)


def test_a_test_counts_though_its_file_keeps_no_text(taken):
    """None is missing: what was answered is not kept, and what was skipped is unscored."""
    rows = taken["no text"].rows

    assert [
        ("c::a", "ok", "not_kept", "right"),
        ("c::b", "ok", "not_kept", "wrong"),
        ("c::c", "ok", "not_kept", "unscored"),
        ("c::d", "error", None, "error"),
        ("c::e", "ok", None, "right"),
    ] == rows(
        "select case_id, status, text_status, outcome from facts.responses "
        "inner join facts.verdicts using (run_id, system_id, case_id, attempt) order by 1",
    )
    assert [(2 / 3, 0, 1, 1)] == [
        (pytest.approx(accuracy), *rest)
        for accuracy, *rest in rows(
            "select accuracy, missing_count, error_count, unscored_count from metrics.accuracy "
            "where slice_name = 'all'",
        )
    ]


STRICT["a class"] = (
    '<testsuite name="s" tests="2" failures="2"><testcase name="" classname="c"><failure/>'
    '</testcase><testcase classname="d"><failure/></testcase></testsuite>'
)


def test_a_test_without_a_name_is_its_class(taken):
    """What failed while a class was set up is a failing case of the class, and counts."""
    _, compared, rows = taken["a class"]

    assert [("c", "wrong"), ("d", "wrong")] == rows(CASES)
    assert str(compared).startswith("2 agree, 0 differ, 0 not")


FILES["no names"] = (
    '<testsuite name="s"><testcase classname="c"/><testcase classname="c"/></testsuite>'
)


def test_tests_without_a_name_are_merged_with_a_word(taken, tmp_path):
    """Several of one class cannot be told apart: attempts, which is said and fails --strict."""
    with pytest.raises(DoubtfulInputError, match="2 tests without a name, such as in c"):
        reader_of(tmp_path)(FILES["no names"], is_strict=True)

    assert [("c", "right"), ("c", "right")] == taken["no names"].rows(CASES)


# Files of others: how many figures agree, and how many attempts they have.
OF_OTHERS = {
    "33/browsers.xml": (6, 3),
    "files/junit/dorny_external__java__pulsar-test-report.xml": (708, 808),
    "files/junit/jenkins_gh-237__TEST-io.olamy.FlakyTest.xml": (4, 3),
    "files/junit/jenkins_junit-report-empty-testcasename.xml": (4, 1),
}


@pytest.mark.real_data
@pytest.mark.skipif(
    "EVALSTORE_REAL_DATA" not in os.environ, reason="EVALSTORE_REAL_DATA names no folder"
)
def test_counts_of_files_of_others(tmp_path):
    """All counts of these files are right."""
    folder = Path(os.environ["EVALSTORE_REAL_DATA"]) / "cases"
    files = {name: (folder / name).read_bytes() for name in OF_OTHERS}
    for name, (_, compared, rows) in read_together(tmp_path, files, ".xml").items():
        agreeing, attempts = OF_OTHERS[name]
        assert str(compared).startswith(f"{agreeing} agree, 0 differ, 0 not"), name
        assert [(attempts,)] == rows("select count(*) from facts.responses"), name
