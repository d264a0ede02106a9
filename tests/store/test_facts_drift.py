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


def test_a_first_week_is_flagged_by_a_rut_alone(warehouse, week, read, detected):
    """Whether it crashed is not known; that it is a rut is."""
    warehouse.add(week(4), week(5), *read(4, power=-0.9), *read(5, power=-0.9))
    before = rows(warehouse, WEEKS)
    warehouse.add(detected(4, trigger="rut"))

    assert [(4, "ok", False, None), (5, "ok", False, False)] == before
    assert [(4, "ok", False, True), (5, "ok", False, False)] == rows(warehouse, WEEKS)


def test_a_week_without_a_reading_is_not_known(warehouse, lines, week, read):
    """No response, a failed one, and one that says nothing of any value."""
    warehouse.add(
        *(week(number) for number in range(1, 6)),
        *read(1, power=0.5), *read(2, power=0.5),
        lines.response("w4", "s", status="error"), lines.response("w5", "s"),
    )  # fmt: skip

    assert [
        (1, "ok", False, None),
        (2, "ok", False, False),
        (3, "missing", False, None),
        (4, "error", False, None),
        (5, "ok", False, None),
    ] == rows(warehouse, WEEKS)


def test_a_system_that_said_nothing_is_there(warehouse, lines, week, read):
    """A declared system has a row for each week; without a declaration only who responded has."""
    warehouse.add(week(1), *read(1, power=0.5))
    undeclared = warehouse.column("select system_id from facts.drift_weeks")
    warehouse.add(lines.run_started(systems=["s", "silent"]))

    assert ["s"] == undeclared
    assert ["s", "silent"] == sorted(warehouse.column("select system_id from facts.drift_weeks"))


@pytest.mark.parametrize("expected", [None, "power", "[power", 3, {"power": 1}])
def test_a_truth_that_is_no_list_is_not_known(warehouse, week, read, expected):
    """Only a list says which values are in crisis; anything else leaves the week unknown."""
    warehouse.add(week(1), week(2, expected=expected), *read(2, power=0.5))

    assert [(1, "missing", False, None), (2, "ok", None, False)] == rows(warehouse, WEEKS)


def test_a_case_without_a_week_is_no_persona_week(warehouse, week, read):
    """A week that is no number, and a case that names none, are not here."""
    warehouse.add(
        week(1), *read(1, power=0.5),
        week(2, attributes={"persona_id": "p", "week": "second"}),
        week(3, attributes={"persona_id": "p"}),
        week(4, attributes={"week": 4}),
    )  # fmt: skip

    assert [1] == warehouse.column("select week from facts.drift_weeks")


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
