-- Two attempts at c1, one right: two draws are never both right.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 1, 'factual', true, 'ok', 'wrong', null, false),
    -- A graded attempt is right from one half on.
    ('r1', 'maia', 'c1', 2, 'factual', true, 'ok', 'right', 0.5, true),
    -- What cannot be parsed is an attempt that is not right, and so is who abstains.
    ('r1', 'maia', 'c2', 1, 'factual', true, 'unparsable', null, null, false),
    ('r1', 'maia', 'c2', 2, 'factual', true, 'ok', 'abstained', null, false),
    -- One attempt failed: a second one is lacking through an error.
    ('r1', 'maia', 'c3', 1, 'factual', true, 'ok', 'right', null, true),
    ('r1', 'maia', 'c3', 2, 'factual', true, 'error', null, null, null),
    -- The case c4 has no response: one attempt, not right. That of c5 has no verdict, and is none.
    ('r1', 'maia', 'c4', 1, 'factual', true, 'missing', null, null, false),
    ('r1', 'maia', 'c5', 1, 'factual', true, 'ok', null, null, null),
    -- Of c6 both attempts are right.
    ('r1', 'maia', 'c6', 1, 'factual', true, 'ok', 'right', null, true),
    ('r1', 'maia', 'c6', 2, 'factual', true, 'ok', 'right', null, true)
) as given (
    run_id, system_id, case_id, attempt, validator_id, is_primary_validator,
    status, outcome, score, is_right
);

-- expect metrics.pass_hat_k
from (
    values
    -- One draw is as in pass_at_k: 0.5, 0, 1, 0 and 1 of the cases c1 to c4 and c6.
    ('r1', 'maia', 'factual', 'all', 'all', 'k=1', true, 5, 1, 0, 1, 0.5),
    -- Both attempts are right at c6 only.
    ('r1', 'maia', 'factual', 'all', 'all', 'k=2', true, 3, 1, 1, 2, 1 / 3),
    ('r1', 'maia', 'factual', 'all', 'all', 'k=5', true, 0, 1, 0, 6, null),
    ('r1', 'maia', 'factual', 'all', 'all', 'k=10', true, 0, 1, 0, 6, null)
) as expected (
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count, pass_hat_k
);
