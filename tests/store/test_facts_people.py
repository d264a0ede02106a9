"""People who label a sample of a run, beside the validators that judged all of it."""

import pytest

KIM, LEE = "human:kim", "human:lee"


def judged(lines, validators, case_ids=("c1", "c2")):
    for case_id in case_ids:
        yield lines.case(case_id)
        yield lines.response(case_id)
        for validator_id in validators:
            yield lines.verdict("right", case_id, validator_id=validator_id)


@pytest.mark.thinned(6)
@pytest.mark.parametrize(
    ("validators", "people", "primary"),
    [
        (["factual"], [KIM], "factual"),
        (["match"], [KIM], "match"),
        (["match"], [KIM, LEE], "match"),
        (["match", "format"], [KIM], None),
        ([], [KIM], KIM),
        ([], [KIM, LEE], None),
    ],
)
def test_people_are_primary_only_where_nobody_else_judges(
    warehouse, lines, validators, people, primary
):
    """What a person says of a sample leaves the numbers of the run on the validator's verdicts."""
    warehouse.add(
        *judged(lines, validators),
        *(lines.verdict("wrong", "c1", validator_id=name) for name in people),
    )

    found = dict(warehouse.scored("validator_id", "is_primary_validator"))

    assert found == {name: name == primary for name in (*validators, *people)}


@pytest.mark.sweep
def test_the_plan_of_a_run_comes_before_people(warehouse, lines):
    """A validator that the start names, and that has not judged yet, is not replaced."""
    warehouse.add(
        lines.run_started(validators=["match"]),
        *judged(lines, []),
        lines.verdict("wrong", "c1", validator_id=KIM),
    )

    found = warehouse.scored("case_id", "validator_id", "is_primary_validator")

    assert (("c1", KIM, False) in found, ("c1", "match", True) in found) == (True, True)
    assert ("c2", KIM, False) not in found


def test_a_case_names_a_person(warehouse, lines):
    """That the person has yet to label it makes nobody primary either."""
    warehouse.add(lines.case("c1", validators=["match", KIM]), lines.response("c1"))

    assert {"match": True, KIM: False} == dict(
        warehouse.scored("validator_id", "is_primary_validator")
    )


@pytest.mark.sweep
def test_a_person_judges_the_cases_that_were_labelled(warehouse, lines):
    """The others of the domain are not missing: they were not in the sample."""
    warehouse.add(
        *judged(lines, ["match"], ("c1", "c2", "c3")),
        lines.verdict("wrong", "c2", validator_id=KIM),
    )

    found = warehouse.scored("case_id", "validator_id", "is_right")

    assert found == [
        ("c1", "match", True), ("c2", KIM, False), ("c2", "match", True), ("c3", "match", True),
    ]  # fmt: skip


def test_a_person_rates_and_says_nothing_about_who_else_does(warehouse, lines):
    """Without a word on raters factual is one, beside a person's own labels."""
    warehouse.add(
        *judged(lines, ["factual", "format"], ["c1"]),
        lines.verdict("wrong", "c1", validator_id=KIM, is_rating=True, sampling_probability=0.25),
        lines.verdict("wrong", "c1", validator_id=LEE),
        lines.verdict("measured", "c1", validator_id="human:max", value=3, is_rating=False),
    )

    rows = warehouse.query(
        "select validator_id, is_rating, sampling_probability from facts.verdicts"
    )

    assert {tuple(row.values()) for row in rows} == {
        ("factual", True, None), ("format", False, None), (KIM, True, 0.25), (LEE, True, None),
        ("human:max", False, None),
    }  # fmt: skip
