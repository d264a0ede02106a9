-- Four of five answers are rated alike, 0.8; of all ten ratings 5 are right, 3 wrong and 2
-- abstained, so that chance gives 0.38: 0.42 of 0.62.

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
    ('r1', 'plain', 'c1', 1, 'kim', 'right', true),
    -- A single rater agrees with no one.
    ('r1', 'lone', 'c1', 1, 'jo', 'right', true)
) as given (run_id, system_id, case_id, attempt, validator_id, outcome, is_rating);

-- expect metrics.fleiss_kappa
from (
    values
    ('r1', 'maia', 5, 0, 1, 1, 2, 0.677419354838710),
    ('r1', 'plain', 1, 0, 0, 0, 2, null),
    ('r1', 'lone', 1, 0, 0, 0, 1, null)
) as expected (
    run_id, system_id,
    scored_count, missing_count, error_count, unscored_count, rater_count, fleiss_kappa
);
