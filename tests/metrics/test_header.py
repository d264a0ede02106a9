"""A header says what it must, or the error says where it does not."""

import pytest

from evalstore.errors import EvalstoreError
from evalstore.metrics.catalog import Metric, parse

ACCURACY = "views/accuracy/accuracy"
WHOLE = """\
-- How much of what was asked a system gets right,
-- in one number.
--
-- Errors are left out.
--
-- Missing answers are not.
--
-- grain: run_id, system_id
-- unit: share of answers
-- range: 0 to 1
-- better: higher
-- source: mean correctness;
--     Wilson 1927
-- draws: reliability
-- empty: no_response, no_verdict of evidence
-- outcomes: not read
-- rightness: of all cases
-- counts: facts.counted_answers where label = 'E'
-- numerator: weight
--     * correctness

create or replace view metrics.accuracy as
-- unit: a comment below the header is none of it
select 1
"""


def test_a_header_is_read_whole():
    """Sentence, prose and keys are told apart; lines that go on are joined."""
    expected = Metric(
        sql_name=ACCURACY,
        sentence="How much of what was asked a system gets right, in one number.",
        prose="Errors are left out.\n\nMissing answers are not.",
        grain=("run_id", "system_id"),
        unit="share of answers",
        range="0 to 1",
        better="higher",
        source="mean correctness; Wilson 1927",
        shape="value",
        parameters="",
        parameter=(),
        default="",
        draws="reliability",
        slice="domain",
        section="",
        place=1_000,
        label="",
        resamples="",
        interval="cases like these",
        empty=("no_response", "no_verdict of evidence"),
        outcomes="not read",
        rightness="of all cases",
        counts="facts.counted_answers where label = 'E'",
        reason="reason",
        weight="",
        numerator="weight * correctness",
        denominator="",
    )

    assert expected == parse(WHOLE, ACCURACY)


@pytest.mark.parametrize(
    ("found", "replacement", "message"),
    [
        (
            "-- unit: share of answers",
            "-- units: share",
            r"a\.sql:9: expected one of .*'units: sh",
        ),
        ("-- unit: share of answers\n", "", r"a\.sql:8: the header lacks unit"),
        ("-- unit: share of answers", "-- unit:", r"a\.sql:9: the key unit has no value"),
        ("-- range: 0 to 1", "-- unit: again", r"a\.sql:10: the key unit is also on line 9"),
        ("-- better: higher", "-- better: up", r"a\.sql:11: better is 'up', expected .*higher"),
        ("-- better: higher", "-- shape: cube\n-- better: higher", r"a\.sql:11: shape is 'cube'"),
        ("-- better: higher", "-- owner: me\n-- better: higher", r"a\.sql:11: .*'owner: me'"),
        (
            "-- better: higher",
            "-- better: higher\n-- section: a, b",
            r"a\.sql:12: the place .* 'b', expected a number",
        ),
        ("-- range: 0 to 1", "-- no key at all", r"a\.sql:10: expected one of the keys"),
    ],
)
def test_a_wrong_key_is_named_with_its_line(found, replacement, message):
    """Unknown, missing, empty, repeated and misvalued keys are errors that say where."""
    with pytest.raises(EvalstoreError, match=message):
        parse(WHOLE.replace(found, replacement), "views/a/a")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("select 1", r"a\.sql:1: .* found no comment"),
        ("-- Only a sentence.\n\nselect 1", r"a\.sql:1: .* found only one paragraph"),
        ("-- A sentence.\n--\n-- And prose.\n", r"a\.sql:3: expected one of the keys"),
    ],
)
def test_a_header_without_keys_is_no_header(text, message):
    """A file without a header, or without keys in it, is refused."""
    with pytest.raises(EvalstoreError, match=message):
        parse(text, "views/a/a")
