"""When a review says why nothing was counted or shown, by what was judged in the run."""

from dataclasses import replace

import pytest

from evalstore.reviews.sentences import (
    JudgedAnswers,
    nothing_left_out_sentence,
    unknown_drop_sentence,
)

NOTHING = JudgedAnswers(is_scored=False, deciding=(), measuring=(), primary="", has_readings=False)
UNKNOWN = "The smallest detectable drop is unknown: "


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, f"{UNKNOWN}no case was scored."),
        (
            {"is_scored": True, "deciding": ("factual",), "primary": "factual"},
            f"{UNKNOWN}only one case was scored, or all scored cases count the same.",
        ),
        # What was judged is never said to be unjudged.
        (
            {"deciding": ("exact", "model")},
            f"{UNKNOWN}none of the validators of the run is the primary one: exact, model.",
        ),
        (
            {"deciding": ("format_compliance",), "primary": "factual"},
            f"{UNKNOWN}factual, the primary validator, scored no case.",
        ),
        (
            {"measuring": ("rating",), "primary": "rating"},
            f"{UNKNOWN}the verdicts are measurements, not right or wrong: rating.",
        ),
        ({"has_readings": True}, ""),
    ],
)
def test_why_no_drop_is_known(changes, expected):
    """Only of a run in which nothing was judged is said that no case was scored."""
    assert expected == unknown_drop_sentence(replace(NOTHING, **changes))


UNCOUNTED = "No case was counted: "


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"is_scored": True, "primary": "factual"}, "No case was left out."),
        ({}, f"{UNCOUNTED}no answer was judged."),
        (
            {"deciding": ("exact", "model")},
            f"{UNCOUNTED}none of the validators of the run is the primary one: exact, model.",
        ),
        # Two raters are rivals as two that decide are.
        (
            {"deciding": ("exact",), "measuring": ("rating",)},
            f"{UNCOUNTED}none of the validators of the run is the primary one: exact, rating.",
        ),
        (
            {"deciding": ("factual",), "primary": "factual"},
            f"{UNCOUNTED}only controls were judged.",
        ),
        # A critic reads weeks, of which accuracy says nothing.
        ({"has_readings": True}, ""),
    ],
)
def test_no_case_is_left_out(changes, expected):
    """Said of a run of which a case is counted; of another one, why none is."""
    run = replace(NOTHING, **changes)

    assert expected == nothing_left_out_sentence(run, is_counted=run.is_scored)
