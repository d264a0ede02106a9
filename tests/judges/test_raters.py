"""Raters among the validators of the package."""

from evalstore.plugins import registry


def test_raters_are_those_of_right_answers():
    """Every other one asks something else, so that nobody can agree with it about the answer."""
    raters = [
        name
        for name in registry.module_names("validators")
        if getattr(registry.load("validators", name), "IS_RATER", False)
    ]

    assert ["factual", "refusal"] == raters
