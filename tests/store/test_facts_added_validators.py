"""Validators that no case names count beside those that their cases name."""

import pytest


def test_a_validator_that_no_case_names_judges_its_domain_beside_the_others(warehouse, lines):
    """What `judge` added counts on every case of the domain, and does not become primary."""
    warehouse.add(
        lines.case("c1", validators=["format"]),
        lines.case("c2", validators=["format"]),
        lines.case("c3", domain="history", validators=["format"]),
        lines.response("c1"),
        lines.verdict("right", "c1", validator_id="format"),
        lines.verdict("wrong", "c1", validator_id="added"),
        # The others never came; in history nothing was judged at all.
    )

    found = warehouse.scored("case_id", "validator_id", "is_right", "is_primary_validator")
    assert found == [
        ("c1", "added", False, False), ("c1", "format", True, True),
        ("c2", "added", False, False), ("c2", "format", False, True),
        ("c3", "added", False, False), ("c3", "format", False, True),
    ]  # fmt: skip


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("outcome", "primary"),
    [("unscored", "match"), ("undetermined", "match"), ("wrong", "factual")],
)
def test_factual_becomes_primary_where_it_found_something_to_judge(
    warehouse, lines, outcome, primary
):
    """One that was added, and says of everything that it cannot judge it, changes nothing."""
    warehouse.add(
        lines.run_started(validators=["match"]),
        lines.case("c1"),
        lines.response("c1"),
        lines.verdict("right", "c1", validator_id="match"),
        lines.verdict(outcome, "c1", validator_id="factual"),
    )

    assert {("factual", primary == "factual"), ("match", primary == "match")} == {
        *warehouse.scored("validator_id", "is_primary_validator")
    }
