-- Four of five answers are rated alike, 0.8; by chance two such raters would agree on 0.36.
-- What is left, 0.44, is 11 of 16 parts of what chance leaves open.

-- given facts.verdicts
from (
    values
    -- They agree on four of five: two right, one wrong, one abstained.
    ('r1', 'maia', 'c1', 1, 'jo', 'right', true),
    ('r1', 'maia', 'c1', 1, 'kim', 'right', true),
    -- A second attempt is an answer of its own.
    ('r1', 'maia', 'c1', 2, 'jo', 'right', true),
    ('r1', 'maia', 'c1', 2, 'kim', 'right', true),
    ('r1', 'maia', 'c2', 1, 'jo', 'wrong', true),
    ('r1', 'maia', 'c2', 1, 'kim', 'wrong', true),
    ('r1', 'maia', 'c3', 1, 'jo', 'abstained', true),
    ('r1', 'maia', 'c3', 1, 'kim', 'abstained', true),
    ('r1', 'maia', 'c4', 1, 'jo', 'right', true),
    ('r1', 'maia', 'c4', 1, 'kim', 'wrong', true),
    -- One broke, one could not decide: left out, and counted.
    ('r1', 'maia', 'c5', 1, 'jo', 'error', true),
    ('r1', 'maia', 'c5', 1, 'kim', 'right', true),
    ('r1', 'maia', 'c6', 1, 'jo', 'right', true),
    ('r1', 'maia', 'c6', 1, 'kim', 'undetermined', true),
    -- Whether an answer is toxic is another question: no rating of the same thing.
    ('r1', 'maia', 'c1', 1, 'toxicity', 'wrong', false),
    -- Raters of one mind who know one category only: chance alone would agree.
    ('r1', 'plain', 'c1', 1, 'jo', 'right', true),
    ('r1', 'plain', 'c1', 1, 'kim', 'right', true)
) as given (run_id, system_id, case_id, attempt, validator_id, outcome, is_rating);

-- expect metrics.cohen_kappa
from (
    values
    (
        'r1', 'maia', 'raters=jo+kim', 5, 0, 1, 1,
        0.6875, 0.155965271674980, 1.0
    ),
    ('r1', 'plain', 'raters=jo+kim', 1, 0, 0, 0, null, null, null)
) as expected (
    run_id, system_id, variant,
    scored_count, missing_count, error_count, unscored_count, cohen_kappa, ci_low, ci_high
);
