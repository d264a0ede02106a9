"""The section of drift says whether critics have learned of the acts that its weeks tell of."""

import pytest

from evalstore.suites.drift.report import drift
from tests.reviews.report.test_drift_section import RUN, Drift


@pytest.mark.thinned(4)
@pytest.mark.parametrize(
    ("acts", "words"),
    [
        (("unseen", "unseen"), "No week describes an act that occurs in training"),
        (("unseen", "seen"), "2 of 4 weeks describe acts that do not occur in training"),
        (("seen", "seen"), "such weeks meet no target"),
        ((None, None), None),
    ],
)
def test_what_the_weeks_rest_on_is_said(tmp_path, acts, words):
    """Whether critics have learned of the acts comes first; nothing is said where nobody knows."""
    written = Drift("critic")
    for persona_id, kind in zip(("p1", "p2"), acts, strict=True):
        for week in (1, 2):
            written.week(persona_id, week, **({} if kind is None else {"acts": kind}))
            written.read("critic", persona_id, week)
    with written.reader(tmp_path) as reader:
        said = str(drift.section(reader, RUN))

    if words is None:
        assert "training" not in said
    else:
        assert words in said
