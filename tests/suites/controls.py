"""What controls get right of a suite beyond chance, for the tests of the suites."""

from evalstore.running.controls_check import suite_rows


def above_chance(suite, *, seed="controls", count, **settings):
    """Return validator, domain and kind of every row in which a control beats chance."""
    _, rows = suite_rows(suite, seed, count, settings)
    assert rows
    return sorted(
        {(row.validator_id, row.domain, row.question_kind) for row in rows if row.beats_chance}
    )
