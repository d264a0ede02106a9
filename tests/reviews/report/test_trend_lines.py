"""Trend lines of a run, and the sparklines that draw them."""

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree as ET

import pytest

from evalstore.metrics import catalog
from evalstore.reviews.report.sparkline import described, sparkline
from evalstore.reviews.report.trend_band import GateBand
from evalstore.reviews.report.trend_lines import trends_of_run
from evalstore.statistics import trends
from evalstore.store.query.reader import reading
from tests.kept_stores import store_of

FIRST = datetime(2026, 3, 2, 2, tzinfo=UTC)
RUN_COUNT = 28
FALL = 24


def events_of(number, system_id="maia", **started):
    """A run of 20 cases of two domains; from the FALL on half of what was right is wrong."""
    moment = (FIRST + timedelta(days=number)).isoformat()
    right_count = (18 if number % 2 else 17) if number < FALL else 9
    payload = {"suite": "quiz", "systems": [system_id], "git_sha": f"{number:07x}0", **started}
    events = [("run_started", payload | {"committed_at": moment})]
    for place in range(20):
        about = {"case_id": f"c{place}", "system_id": system_id}
        outcome = "right" if place < right_count else "wrong"
        events += [
            ("case_generated", {"case_id": f"c{place}", "domain": "ab"[place % 2]}),
            ("response_recorded", about | {"status": "ok", "confidence": 0.8}),
            ("verdict_recorded", about | {"validator_id": "factual", "outcome": outcome,
                                          "reason": "told"}),
        ]  # fmt: skip
    graded = {"case_id": "c0", "system_id": system_id, "validator_id": "phenomenological"}
    events.append(("verdict_recorded", graded | {"outcome": "right", "reason": "told",
                                                 "scores": {"respect": 1}}))  # fmt: skip
    events.append(("run_finished", {"status": "completed"}))
    return [
        {"kind": kind, "run_id": f"r{number:02}", "payload": payload, "occurred_at": moment}
        for kind, payload in events
    ]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A store of 28 runs, the last of which has been decided on."""
    events = [event for number in range(RUN_COUNT) for event in events_of(number)]
    found = store_of(events, tmp_path_factory.mktemp("trends") / "warehouse")
    config = found.layout.root.parent / "evalstore.toml"
    config.write_text(
        '[[gate]]\nmetric = "accuracy"\nmin = 0.8\n'
        '[[gate]]\nid = "b"\nmetric = "accuracy"\nmin = 0.3\nmax = 0.9\nwhere = "domain=b"\n'
        '[[gate]]\nmetric = "ece"\nmax = 0.1\ninformational = true\n',
        encoding="utf-8",
    )
    found.gate(config, run="r27")
    return found


@pytest.fixture
def lines_of(store):
    def read(run_id):
        with reading(store.layout) as reader:
            return trends_of_run(reader, run_id)

    return read


@pytest.mark.sweep
def test_lines_are_what_gates_asked_about_the_worst_first(lines_of):
    """Each gated value is a line with its gate's band; what only informs is last, and says so."""
    found = [
        (line.key.metric, line.slice_text, line.decision_text, line.band)
        for line in lines_of("r27")
    ]

    assert found == [
        ("accuracy", "", "fail", GateBand(0.8)),
        ("accuracy", "domain = b", "pass", GateBand(0.3, 0.9)),
        ("ece", "", "fail, for information", GateBand(maximum=0.1)),
    ]


@pytest.mark.sweep
def test_a_run_without_decisions_has_the_headlines(lines_of):
    """No gate: the metrics of a dashboard that the run has a value of, accuracy by domain too."""
    found = [(line.key.metric, line.slice_text) for line in lines_of("r03")]

    assert found[:3] == [
        ("accuracy", ""),
        ("accuracy", "domain = a"),
        ("accuracy", "domain = b"),
    ]
    # Grades of a validator that is not the primary one are values, too.
    assert {"ece", "overconfidence_index", "respect_index"} <= {metric for metric, _ in found}
    assert all(line.band.is_open for line in lines_of("r03"))


@pytest.mark.sweep
def test_a_line_ends_with_its_run(lines_of):
    """What came later is in no page of an earlier run, so that the page stays as it is."""
    [line, *_] = lines_of("r03")

    assert [point.run_id for point in line.commits.points] == ["r00", "r01", "r02", "r03"]
    assert line.is_of_run
    assert len(line.weeks.points) == 1


def test_a_fall_is_marked_where_it_began(lines_of):
    """The drawing has a mark at the run from which on the level is lower, the text says it."""
    line = lines_of("r27")[0]
    [change] = line.commits.changes
    drawn = ET.fromstring(sparkline(line))
    marks = [shape for shape in drawn if shape.get("class") == "change"]

    assert (change.direction, change.began_place) == ("fell", FALL)
    assert [round(5 + 230 * FALL / 27, 1)] == [float(mark.get("x1")) for mark in marks]
    assert "the level fell from 0.875 to 0.450 at commit 0000018" in drawn.get("aria-label")


def test_weeks_out_of_commits_are_those_of_the_query(store):
    """The last point of each week is the same as that of a history asked for by week."""
    with reading(store.layout) as reader:
        accuracy = catalog.find("accuracy")
        [by_commit] = trends.series_of(reader, trends.TrendHistory(accuracy, "quiz"))
        [by_week] = trends.series_of(reader, trends.TrendHistory(accuracy, "quiz", by="week"))

    assert by_week.points == trends.last_of_weeks(by_commit.points)


def test_a_sparkline_says_itself_in_words(lines_of):
    """First, last, lowest, highest, direction and gate stand in the text alternative."""
    assert described(lines_of("r27")[0]).startswith(
        "accuracy of maia; 28 runs; first 0.850 at commit 0000000; last 0.450 at commit 000001b; "
        "lowest 0.450 at commit 0000018; highest 0.900 at commit 0000001; down by 0.400; "
        "the gate requires at least 0.8; the level fell"
    )


def test_what_has_no_value_is_a_gap(lines_of):
    """A line is broken where a run has no value and where a week has no run, not drawn across."""
    from dataclasses import replace

    line = lines_of("r27")[0]
    points = list(line.commits.points)
    points[10] = replace(points[10], value=None, ci_low=None, ci_high=None)
    broken = replace(line, commits=replace(line.commits, points=tuple(points)))
    weeks = [point for number, point in enumerate(line.weeks.points) if number != 1]
    skipped = replace(line, weeks=replace(line.weeks, points=tuple(weeks)))

    def part_count(drawing):
        return len(re.findall(r'class="values"', drawing))

    assert (part_count(sparkline(line)), part_count(sparkline(broken))) == (1, 2)
    assert (part_count(sparkline(line, "week")), part_count(sparkline(skipped, "week"))) == (1, 2)
    assert "1 run without a value" in described(broken)


def test_names_of_others_are_text_in_a_drawing(lines_of):
    """A system of any name can neither end the attribute nor bring an element."""
    from dataclasses import replace

    line = lines_of("r27")[0]
    hostile = '"><script>alert(1)</script><svg onload="x'
    drawn = ET.fromstring(sparkline(replace(line, key=replace(line.key, system_id=hostile))))

    assert {"rect", "line", "polygon", "polyline", "circle"} >= {shape.tag for shape in drawn}
    assert set(drawn.attrib) == {"class", "viewBox", "width", "height", "role", "aria-label"}
    assert hostile[:20] in drawn.get("aria-label")
