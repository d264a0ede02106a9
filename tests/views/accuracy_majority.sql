-- Of c1 right has two of three, of c2 wrong has; c3 is tied and the first verdict, wrong, decides.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 1, 'factual', 'ok', 'wrong', null, false),
    ('r1', 'maia', 'c1', 2, 'factual', 'ok', 'right', null, true),
    ('r1', 'maia', 'c1', 3, 'factual', 'ok', 'right', null, true),
    ('r1', 'maia', 'c2', 1, 'factual', 'ok', 'wrong', null, false),
    ('r1', 'maia', 'c2', 2, 'factual', 'ok', 'wrong', null, false),
    ('r1', 'maia', 'c2', 3, 'factual', 'ok', 'right', null, true),
    ('r1', 'maia', 'c3', 1, 'factual', 'ok', 'wrong', null, false),
    ('r1', 'maia', 'c3', 2, 'factual', 'ok', 'right', null, true),
    -- An attempt that failed has no vote: the one that is left decides.
    ('r1', 'maia', 'c4', 1, 'factual', 'error', null, null, null),
    ('r1', 'maia', 'c4', 2, 'factual', 'ok', 'right', 0.75, true),
    -- Nothing of c5 counts, an error kept it out; c6 is not judged; c7 never came.
    ('r1', 'maia', 'c5', 1, 'factual', 'error', null, null, null),
    ('r1', 'maia', 'c6', 1, 'factual', 'ok', null, null, null),
    ('r1', 'maia', 'c7', 1, 'factual', 'missing', null, null, false)
) as given (run_id, system_id, case_id, attempt, validator_id, status, outcome, score, is_right);

-- expect metrics.accuracy_majority
from (
    values
    ('r1', 'maia', 'factual', 'all', 'all', 5, 1, 1, 1, 13, 0.35)
) as expected (
    run_id, system_id, validator_id, slice_name, slice_value,
    scored_count, missing_count, error_count, unscored_count, attempt_count, accuracy_majority
);
