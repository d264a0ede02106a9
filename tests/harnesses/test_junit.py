"""JUnit XML: what becomes of tests, their runs and counts."""

import os
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.harnesses.ingest import IngestOptions, ingest
from evalstore.harnesses.junit import elements, junit
from evalstore.harnesses.junit.junit_cases import Seen, run_events
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

FIXTURE = Path(__file__).parents[1] / "fixtures/junit/capitals.xml"


def reader_of(folder):
    """Return a function that reads XML into an empty store, which is its ``layout``."""
    layout = Layout(folder / "store")
    layout.create()

    def read(text, name="report.xml", **options):
        path = folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return ingest(layout, [str(path)], IngestOptions(**options))

    read.layout = layout
    return read


@pytest.fixture
def store(tmp_path):
    """Return an empty store, and a function that reads XML into it."""
    return reader_of(tmp_path)


def rows(layout, sql):
    with reading(layout) as reader:
        return [tuple(row.values()) for row in reader.rows(sql)]


def test_what_pytest_wrote(store):
    """Each outcome of its tests, their properties, and its counts, which agree."""
    taken = store(FIXTURE.read_bytes(), is_strict=True)

    found = rows(
        store.layout,
        "select scored.case_id, system_id, scored.status, outcome, confidence, scored.domain, "
        "named.value as difficulty from facts.scored left join facts.case_attributes as named "
        "on named.case_id = scored.case_id and name = 'difficulty' order by 1",
    )
    system, case = "maia-2", "test_capitals::test_{}".format
    assert [
        (case("all_towns"), system, "ok", "unscored", None, "pytest", None),
        (case("asked"), system, "error", "error", None, "pytest", None),
        (case("atlantis"), system, "ok", "unscored", None, "pytest", None),
        (case("capital[Albania-Tirana-0.9]"), system, "ok", "right", 0.9, "elsewhere", "easy"),
        (case("capital[Ghana-Accra-0.4]"), system, "ok", "right", 0.4, "africa", "easy"),
        (case("capital[Peru-Cusco-0.8]"), system, "ok", "wrong", 0.8, "elsewhere", "easy"),
    ] == found
    [(accuracy, errors)] = rows(
        store.layout,
        "select accuracy, error_count from metrics.accuracy where slice_name = 'all'",
    )
    assert (pytest.approx(2 / 3), 1) == (accuracy, errors)
    [(text, reason)] = rows(
        store.layout,
        "select text, reason from facts.answers where outcome = 'wrong'",
    )
    assert "Cusco" in text
    assert "'Cusco' == 'Lima'" in reason
    assert str(taken.compared).startswith("4 agree, 0 differ, 0 not")


@pytest.mark.sweep
def test_runs_of_a_test_are_attempts(store):
    """Surefire's other runs and a name that comes again: each is an attempt, in their order."""
    store(
        """<testsuite name="s" tests="2" failures="1">
        <testcase classname="c" name="flaky"><flakyFailure message="first" time="2"/></testcase>
        <testcase classname="c" name="hard" time="1,000"><failure message="first"/>
        <rerunFailure message="second"/><rerunError message="third"/></testcase>
        <testcase classname="c" name="flaky"/></testsuite>"""
    )

    assert [
        ("c::flaky", 1, "wrong", "first", 2000.0),
        ("c::flaky", 2, "right", None, None),
        ("c::flaky", 3, "right", None, None),
        ("c::hard", 1, "wrong", "first", 1_000_000.0),
        ("c::hard", 2, "wrong", "second", None),
        ("c::hard", 3, "error", "third", None),
    ] == rows(
        store.layout,
        "select case_id, attempt, outcome, reason, latency_ms from facts.verdicts "
        "inner join facts.responses using (run_id, case_id, system_id, attempt) order by all",
    )


@pytest.mark.sweep
def test_counts_that_disagree_have_their_reason(store):
    """A suite that counts what it does not list; nested suites are counted with their own."""
    taken = store(
        """<testsuites tests="3"><testsuite name="outer" tests="2"><testcase name="a"/>
        <testsuite name="inner" tests="5" skip="0" disabled="1">
        <testcase name="b"><skipped/></testcase></testsuite></testsuite></testsuites>"""
    )

    assert [
        ("inner", "skipped", 1.0, 1.0, "agrees", None),
        ("inner", "tests", 5.0, 1.0, "differs", "the file counts other tests than it lists"),
        ("outer", "tests", 2.0, 2.0, "agrees", None),
        ("report", "tests", 3.0, 2.0, "differs", "the file counts other tests than it lists"),
    ] == rows(
        store.layout,
        "select group_name, metric, reported_value, computed_value, verdict, reason "
        "from facts.reported_scores order by all",
    )
    assert not taken.compared.unexplained


@pytest.mark.sweep
def test_a_name_in_two_suites_is_two_cases(store):
    """Where a test says neither class nor file, its suite tells it from another of the name."""
    suite = '<testsuite name="{}"><testcase name="login"/></testsuite>'
    text = f"<testsuites>{suite.format('chrome')}{suite.format('firefox')}{suite.format('')}"
    store(f"{text}</testsuites>")

    assert [("chrome::login",), ("firefox::login",), ("login",)] == rows(
        store.layout, "select case_id from facts.cases order by 1"
    )


@pytest.mark.sweep
def test_what_broke_a_suite_is_named(store):
    """An error of a suite is of no test; then the file's counts are not compared."""
    [file] = store(
        """<testsuites><testsuite name="ok"><testcase name="a"/></testsuite>
        <testsuite name="broken" tests="0" errors="1"><error message="collect"/></testsuite>
        </testsuites>"""
    ).files

    assert [
        "suite broken: collect; the error belongs to no test; fix the suite and run it again"
    ] == [skip.detail for skip in file.skips]
    assert [] == rows(store.layout, "select 1 from facts.reported_scores")


@pytest.mark.sweep
def test_the_same_file_is_the_same_run(store):
    """It is known again; another result of the same tests is another run."""
    text = FIXTURE.read_text()
    store(text)
    [again] = store(text, name="copy.xml").files
    store(text.replace("too slow", "very slow"))

    assert again.is_known
    assert [(2, 6)] == rows(
        store.layout, "select count(distinct run_id), count(distinct case_id) from facts.cases"
    )


@pytest.mark.sweep
def test_confidence_that_is_none_is_said(store):
    """One out of range becomes null, with what was there."""
    store(
        '<testsuite><testcase name="a"><properties><property name="Confidence" value="85"/>'
        "</properties></testcase></testsuite>"
    )

    assert [(None, "85")] == rows(
        store.layout,
        "select payload ->> '$.confidence', payload ->> '$.repairs[0].was' from log.events "
        "where kind = 'response_recorded'",
    )


def test_other_xml_is_not_recognised(tmp_path):
    """xUnit's own form, HTML and text are left to others."""
    for text in (
        "<assemblies><testsuite/></assemblies>",
        "<html>",
        "testsuite",
        "",
        "<testsuitex>",
    ):
        assert not junit.recognises(tmp_path, text.encode())
    for text in ('<?xml version="1.0"?><!-- <x> --><testsuite>', "\ufeff <ns:testsuites a=''>"):
        assert junit.recognises(tmp_path, text.encode())


@given(st.integers(1, 40), st.text("a&#x1b;<>\x1b é", max_size=30))
def test_blocks_do_not_matter(tmp_path_factory, block_bytes, said):
    """Wherever a file is cut into blocks, the same elements come."""
    escaped = said.replace("&", "&amp;").replace("<", "&lt;").replace("\x1b", "&#x1b;")
    path = tmp_path_factory.getbasetemp() / "blocks.xml"
    path.write_text(f"<testsuite><testcase name='a'>{escaped}</testcase></testsuite>")
    [expected] = [event for event in elements.events(path) if event.kind == "case"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(elements, "BLOCK_BYTES", block_bytes)
        patch.setattr(elements, "REGULAR_BYTES_MAX", 0)
        [found] = [event for event in elements.events(path) if event.kind == "case"]

    assert said.replace("\x1b", "\ufffd") == (found.element.text or "")
    assert tostring(expected.element) == tostring(found.element)


@pytest.mark.real_data
@pytest.mark.skipif(
    "EVALSTORE_REAL_DATA" not in os.environ, reason="EVALSTORE_REAL_DATA names no folder"
)
def test_files_of_others(store):
    """Of 15 files all are read; two counts differ, and the reason is the file's own."""
    folder = Path(os.environ["EVALSTORE_REAL_DATA"]) / "junit"

    taken = ingest(store.layout, [str(folder)])

    assert {"no test": 4, "cut short": 1} == {
        reason: count for file in taken.files for reason, count in file.skipped.items()
    }
    assert 15 == len([file for file in taken.files if file.format == "junit"])
    assert ["the file counts other tests than it lists"] == [
        figure.reason for figure in taken.compared.differing
    ]


@pytest.mark.parametrize(
    ("written", "milliseconds", "confidence"),
    [
        ("0.1", 100.0, 0.1),
        ("0,1", 100.0, 0.1),  # the decimal comma of a locale; without it, this would be certainty
        ("0,125", 125.0, 0.125),
        ("1,234", 1_234_000.0, None),
        ("1,234,567.5", 1_234_567_500.0, None),
        ("1,2,3", None, None),
        ("1e307", None, None),  # seconds that are no finite number of milliseconds
        ("NaN", None, None),
    ],
)
def test_a_comma_is_of_thousands_or_decimal(
    written: str, milliseconds: float | None, confidence: float | None
) -> None:
    element = Element("testcase", {"name": "t", "time": written})
    [[_, reply, _]] = run_events(element, "s::t", "s", {"confidence": written}, Seen())
    assert reply["payload"]["latency_ms"] == (milliseconds and pytest.approx(milliseconds))
    assert reply["payload"]["confidence"] == confidence
