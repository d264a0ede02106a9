-- Two attempts at c1, one right: one draw finds it in half of all cases, two always do.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'factual', 'ok', 'right', true, true),
    ('r1', 'maia', 'c2', 'factual', 'ok', 'abstained', false, true),
    ('r1', 'maia', 'c3', 'factual', 'error', null, null, true),
    ('r1', 'maia', 'c4', 'factual', 'missing', null, false, true),
    ('r1', 'maia', 'c5', 'factual', 'ok', null, null, true)
) as given (
    run_id, system_id, case_id, validator_id, status, outcome, is_right, is_primary_validator
);

-- given facts.responses
from (
    values
    ('r1', 'maia', 'c1', 1, false, 'ok'),
    ('r1', 'maia', 'c1', 2, true, 'ok'),
    -- What cannot be parsed is an attempt that is not right, and so is who abstains.
    ('r1', 'maia', 'c2', 1, false, 'unparsable'),
    ('r1', 'maia', 'c2', 2, true, 'ok'),
    -- One attempt failed: a second one is lacking through an error.
    ('r1', 'maia', 'c3', 1, false, 'ok'),
    ('r1', 'maia', 'c3', 2, true, 'error'),
    -- The case c4 has no response: one attempt, not right. That of c5 has no verdict, and is none.
    ('r1', 'maia', 'c5', 1, true, 'ok')
) as given (run_id, system_id, case_id, attempt, is_final_attempt, status);

-- given facts.verdicts
from (
    values
    ('r1', 'maia', 'c1', 1, 'factual', 'wrong', null),
    -- A graded attempt is right from one half on.
    ('r1', 'maia', 'c1', 2, 'factual', 'right', 0.5),
    ('r1', 'maia', 'c2', 2, 'factual', 'abstained', null),
    ('r1', 'maia', 'c3', 1, 'factual', 'right', null),
    -- Another validator's verdict is about something else.
    ('r1', 'maia', 'c1', 1, 'evidence', 'right', null)
) as given (run_id, system_id, case_id, attempt, validator_id, outcome, score);

-- expect metrics.pass_at_k
from (
    values
    -- 0.5, 0, 1 and 0 of the cases c1 to c4.
    ('r1', 'maia', 'factual', 'all', 'all', 'k=1', true, 4, 1, 0, 1, 0.375),
    ('r1', 'maia', 'factual', 'all', 'all', 'k=2', true, 2, 1, 1, 2, 0.5),
    ('r1', 'maia', 'factual', 'all', 'all', 'k=5', true, 0, 1, 0, 5, null),
    ('r1', 'maia', 'factual', 'all', 'all', 'k=10', true, 0, 1, 0, 5, null)
) as expected (
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count, pass_at_k
);
