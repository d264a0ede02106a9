"""A persona's weeks and values: what was so, what was flagged, and what nobody knows."""

import pytest

WEEKS = (
    "select week, status, is_crisis, is_flagged from facts.drift_weeks order by system_id, week"
)
VALUES = (
    "select week, value_dim, is_crisis, is_flagged from facts.drift_values "
    "where system_id = 's' order by value_dim, week"
)
PROFILE = "select week, has_profile, is_profile_flagged from facts.drift_weeks order by week"


@pytest.fixture
def week(lines):
    """Return a maker of the case of one persona's week, in crisis in these values."""

    def make(number, *crisis_values, **payload):
        weights = [
            {"value_dim": "power", "weight": 0.75},
            {"value_dim": "security", "weight": 0.25},
        ]
        known = {
            "domain": "drift",
            "expected": list(crisis_values),
            "attributes": {"persona_id": "p", "week": number},
            "value_dims": weights,
        }
        return lines.case(f"w{number}", **known | payload)

    return make


@pytest.fixture
def read(lines):
    """Return a maker of what a system says of a week: its response, and its readings."""

    def make(number, *, system_id="s", **alignments):
        case_id = f"w{number}"
        return [
            lines.response(case_id, system_id),
            *(
                lines.response(
                    case_id, system_id, value_dim=name, alignment=alignment, uncertainty=0.1
                )
                for name, alignment in alignments.items()
            ),
        ]

    return make


@pytest.fixture
def detected(lines):
    """Return a maker of one trigger that fired."""

    def make(number, value_dim="power", trigger="crash", *, is_suppressed=False):
        return lines.line(
            "drift_detected",
            {
                "case_id": f"w{number}",
                "system_id": "s",
                "value_dim": value_dim,
                "trigger": trigger,
                "is_suppressed": is_suppressed,
            },
        )

    return make


@pytest.fixture
def examined(lines):
    """The event that says that the triggers were applied to the readings of system s."""

    def make(*systems, thresholds=None):
        parameters = {"systems": list(systems) or ["s"], "thresholds": thresholds or {}}
        return lines.line(
            "analysis_recorded",
            {
                "analysis_id": "drift_triggers",
                "method": "drift_triggers",
                "parameters": parameters,
            },
        )

    return make


def rows(warehouse, sql):
    return [tuple(row.values()) for row in warehouse.query(sql)]


def test_a_week_is_flagged_where_a_trigger_fired(warehouse, week, read, detected):
    """Held back, it does not flag; nor does the profile, which is no value of the persona."""
    warehouse.add(
        *(week(number) for number in (1, 2, 3, 4)), week(5, "power"),
        *(line for number in (1, 2, 3, 4, 5) for line in read(number, power=0.5)),
        detected(2), detected(3, is_suppressed=True), detected(4, "profile"),
    )  # fmt: skip

    assert [
        (1, "ok", False, None),
        (2, "ok", False, True),
        (3, "ok", False, False),
        (4, "ok", False, False),
        (5, "ok", True, False),
    ] == rows(warehouse, WEEKS)


@pytest.mark.sweep
def test_a_first_week_is_flagged_by_a_rut_alone(warehouse, week, read, detected, examined):
    """Whether it crashed is not known; that it is a rut is."""
    warehouse.add(week(4), week(5), *read(4, power=-0.9), *read(5, power=-0.9), examined())
    before = rows(warehouse, WEEKS)
    warehouse.add(detected(4, trigger="rut"))

    assert [(4, "ok", False, None), (5, "ok", False, False)] == before
    assert [(4, "ok", False, True), (5, "ok", False, False)] == rows(warehouse, WEEKS)


@pytest.mark.sweep
def test_a_week_without_a_reading_is_not_known(warehouse, lines, week, read, examined):
    """No response, a failed one, and one that says nothing of any value."""
    warehouse.add(
        *(week(number) for number in range(1, 6)),
        *read(1, power=0.5), *read(2, power=0.5),
        lines.response("w4", "s", status="error"), lines.response("w5", "s"), examined(),
    )  # fmt: skip

    assert [
        (1, "ok", False, None),
        (2, "ok", False, False),
        (3, "missing", False, None),
        (4, "error", False, None),
        (5, "ok", False, None),
    ] == rows(warehouse, WEEKS)


@pytest.mark.sweep
def test_a_system_that_said_nothing_is_there(warehouse, lines, week, read):
    """A declared system has a row for each week; without a declaration only who responded has."""
    warehouse.add(week(1), *read(1, power=0.5))
    undeclared = warehouse.column("select system_id from facts.drift_weeks")
    warehouse.add(lines.run_started(systems=["s", "silent"]))

    assert ["s"] == undeclared
    assert ["s", "silent"] == sorted(warehouse.column("select system_id from facts.drift_weeks"))


@pytest.mark.thinned(6)
@pytest.mark.parametrize("expected", [None, "power", "[power", 3, {"power": 1}])
def test_a_truth_that_is_no_list_is_not_known(warehouse, week, read, examined, expected):
    """Only a list says which values are in crisis; anything else leaves the week unknown."""
    warehouse.add(week(1), week(2, expected=expected), *read(2, power=0.5))
    warehouse.add(examined())

    assert [(1, "missing", False, None), (2, "ok", None, False)] == rows(warehouse, WEEKS)


@pytest.mark.sweep
def test_a_case_without_a_week_is_no_persona_week(warehouse, week, read):
    """A week that is no number, and a case that names none, are not here."""
    warehouse.add(
        week(1), *read(1, power=0.5),
        week(2, attributes={"persona_id": "p", "week": "second"}),
        week(3, attributes={"persona_id": "p"}),
        week(4, attributes={"week": 4}),
    )  # fmt: skip

    assert [1] == warehouse.column("select week from facts.drift_weeks")


@pytest.mark.sweep
def test_each_value_has_its_weeks(warehouse, week, read, detected):
    """A value that is only in crisis, and one that another system read, are there as well."""
    warehouse.add(
        week(1), week(2, "hedonism", "power"),
        *read(1, power=0.5), *read(2, power=-0.5), detected(2),
        *read(1, system_id="other", security=0.5, stimulation=0.1),
    )  # fmt: skip

    assert [
        (1, "hedonism", False, None),
        (2, "hedonism", True, None),
        (1, "power", False, None),
        (2, "power", True, True),
        # In the profile, and read by the other system alone.
        (1, "security", False, None),
        (2, "security", False, None),
        # `stimulation` is in no profile: it is what the other system made of it.
    ] == rows(warehouse, VALUES)


@pytest.mark.sweep
def test_the_profile_is_known_where_every_value_is_read(warehouse, week, read, detected):
    """It is looked at where a run has a detection of it; one value without reading hides it."""
    warehouse.add(
        *(week(number) for number in range(1, 5)),
        *read(1, power=0.5, security=0.5), *read(2, power=-0.5, security=0.5),
        *read(3, power=-0.5), *read(4, power=-0.5, security=0.5),
    )  # fmt: skip
    before = rows(warehouse, PROFILE)
    warehouse.add(detected(2, "profile"))

    assert [(number, False, None) for number in range(1, 5)] == before
    assert [(1, True, None), (2, True, True), (3, True, None), (4, True, False)] == rows(
        warehouse, PROFILE
    )


@pytest.mark.sweep
def test_readings_that_no_trigger_was_applied_to_flag_nothing(warehouse, week, read, examined):
    """Nobody looked, so that nobody knows; once somebody did, silence is an answer."""
    warehouse.add(*(week(n) for n in (1, 2)), *read(1, power=0.5), *read(2, power=-0.9))
    before = rows(warehouse, WEEKS), rows(warehouse, VALUES)[:2]
    warehouse.add(examined(), *read(1, system_id="other", power=0.5))
    warehouse.add(*read(2, system_id="other", power=0.5))

    assert [(1, "ok", False, None), (2, "ok", False, None)] == before[0]
    assert [(1, "power", False, None), (2, "power", False, None)] == before[1]
    assert [
        # The other system is named by no record.
        (1, "ok", False, None),
        (2, "ok", False, None),
        (1, "ok", False, None),
        (2, "ok", False, False),
    ] == rows(warehouse, WEEKS)
    assert (2, "power", False, False) == rows(warehouse, VALUES)[1]


@pytest.mark.sweep
def test_a_reading_that_came_later_was_not_looked_at(warehouse, week, read, examined):
    """Only what was in the log when the triggers were applied has an answer."""
    warehouse.add(*(week(n) for n in (1, 2, 3)), *read(1, power=0.5), *read(2, power=0.5))
    warehouse.add(examined())
    warehouse.add(*read(3, power=-0.9))

    assert [None, False, None] == warehouse.column(
        "select is_flagged from facts.drift_weeks order by week"
    )


@pytest.mark.sweep
def test_a_crisis_without_its_own_reading_is_not_missed(warehouse, week, read, detected):
    """What is not read could not fire: unknown, unless another value of the week fired."""
    warehouse.add(
        *(week(number, "power") for number in (2, 3, 4)), week(1), week(5), week(6, "power"),
        *read(1, power=0.5), *read(2, security=0.5), *read(3, security=-0.5),
        detected(3, "security"), *read(4, power=0.5), *read(5, security=0.5),
        *read(6, power=None, security=0.5),
    )  # fmt: skip

    assert [
        (1, "ok", False, None),
        (2, "ok", True, None),
        (3, "ok", True, True),
        (4, "ok", True, False),
        # In no crisis; that `power` was not read hides no crisis.
        (5, "ok", False, False),
        (6, "ok", True, None),
    ] == rows(warehouse, WEEKS)
    assert [{"scored_count": 2, "unscored_count": 2, "hit_rate": 0.5}] == warehouse.query(
        "select scored_count, unscored_count, hit_rate from metrics.hit_rate "
        "where slice_name = 'all'"
    )


def test_a_profile_that_never_fires_was_looked_at(warehouse, week, read, examined):
    """The record names it; until now only a profile that fired showed that somebody looked."""
    thresholds = {"values": {"profile": {"delta": 0.5}}}
    warehouse.add(
        *(week(n) for n in (1, 2)),
        *read(1, power=0.5, security=0.5), *read(2, power=0.5, security=0.5),
        examined(thresholds=thresholds),
    )  # fmt: skip

    assert [(1, True, None), (2, True, False)] == rows(warehouse, PROFILE)


@pytest.mark.sweep
def test_readings_alone_make_a_system(warehouse, lines, week, read, examined):
    """They stand for the response in the weeks; but who only reads answers no case."""
    readings = [line for n in (1, 2) for line in read(n, power=0.5)[1:]]
    warehouse.add(
        week(1, validators=["v"]), week(2, validators=["v"]), week(3, validators=["v"]),
        lines.response("w3", "s", value_dim="power", status="error"), *readings, examined(),
    )  # fmt: skip

    assert [
        (1, "ok", False, None),
        (2, "ok", False, False),
        (3, "error", False, None),
    ] == rows(warehouse, WEEKS)
    assert [] == warehouse.column("select status from facts.scored where system_id = 's'")
