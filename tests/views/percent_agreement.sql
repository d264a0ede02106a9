-- Four of five answers are rated alike: 0.8.

-- given facts.verdicts
from (
    values
    -- They agree on four of five: two right, one wrong, one abstained.
    ('r1', 'maia', 'c1', 1, 'jo', 'right'),
    ('r1', 'maia', 'c1', 1, 'kim', 'right'),
    -- A second attempt is an answer of its own.
    ('r1', 'maia', 'c1', 2, 'jo', 'right'),
    ('r1', 'maia', 'c1', 2, 'kim', 'right'),
    ('r1', 'maia', 'c2', 1, 'jo', 'wrong'),
    ('r1', 'maia', 'c2', 1, 'kim', 'wrong'),
    ('r1', 'maia', 'c3', 1, 'jo', 'abstained'),
    ('r1', 'maia', 'c3', 1, 'kim', 'abstained'),
    ('r1', 'maia', 'c4', 1, 'jo', 'right'),
    ('r1', 'maia', 'c4', 1, 'kim', 'wrong'),
    -- One broke, one could not decide: left out, and counted.
    ('r1', 'maia', 'c5', 1, 'jo', 'error'),
    ('r1', 'maia', 'c5', 1, 'kim', 'right'),
    ('r1', 'maia', 'c6', 1, 'jo', 'right'),
    ('r1', 'maia', 'c6', 1, 'kim', 'undetermined'),
    -- Whether an answer is well formed is another question: no rating of the same thing.
    ('r1', 'maia', 'c1', 1, 'format_compliance', 'wrong'),
    -- One common answer that neither can rate: the row is there, the value is not.
    ('r1', 'plain', 'c1', 1, 'jo', 'unscored'),
    ('r1', 'plain', 'c1', 1, 'kim', 'undetermined'),
    -- No common answer, no row.
    ('r1', 'apart', 'c1', 1, 'jo', 'right'),
    ('r1', 'apart', 'c2', 1, 'kim', 'right')
) as given (run_id, system_id, case_id, attempt, validator_id, outcome);

-- expect metrics.percent_agreement
from (
    values
    (
        'r1', 'maia', 'raters=jo+kim', 5, 0, 1, 1,
        0.8, 0.375534629762525, 0.963775891367570
    ),
    ('r1', 'plain', 'raters=jo+kim', 0, 0, 0, 1, null, null, null)
) as expected (
    run_id, system_id, variant,
    scored_count, missing_count, error_count, unscored_count, percent_agreement, ci_low, ci_high
);
