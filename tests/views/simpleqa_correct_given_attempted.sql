-- Four attempts, two of them right: those who did not try are not in the denominator.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'ok', 'right', null, true),
    ('r1', 'maia', 'c2', 'ok', 'wrong', null, false),
    -- A graded answer is right from one half on.
    ('r1', 'maia', 'c3', 'ok', 'right', 0.5, true),
    ('r1', 'maia', 'c4', 'ok', 'wrong', 0.25, false),
    -- Abstained, missing and unparsable: not attempted, whatever a validator made of it.
    ('r1', 'maia', 'c5', 'ok', 'abstained', null, false),
    ('r1', 'maia', 'c6', 'missing', null, null, false),
    ('r1', 'maia', 'c7', 'unparsable', 'wrong', null, false),
    -- Lost to an error of the system, of the validator, and without a verdict: left out.
    ('r1', 'maia', 'c8', 'error', null, null, null),
    ('r1', 'maia', 'c9', 'ok', 'error', null, null),
    ('r1', 'maia', 'c10', 'ok', null, null, null),
    -- silent attempts nothing: there is a row, and no value.
    ('r1', 'silent', 'c1', 'ok', 'abstained', null, false)
) as given (run_id, system_id, case_id, status, outcome, score, is_right);

-- expect metrics.simpleqa_correct_given_attempted
from (
    values
    ('r1', 'maia', 'all', 'all', 4, 1, 2, 1, 3, 0.5, 0.1500389891521, 0.8499610108479),
    ('r1', 'silent', 'all', 'all', 0, 0, 0, 0, 1, null, null, null)
) as expected (
    run_id, system_id, slice_name, slice_value,
    scored_count, missing_count, error_count, unscored_count, not_attempted_count,
    simpleqa_correct_given_attempted, ci_low, ci_high
);
