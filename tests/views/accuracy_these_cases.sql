-- Of two cases one is always right and one never: 0.5, as far as four attempts tell.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 1, 'factual', true, 'ok', 'right', true),
    ('r1', 'maia', 'c1', 2, 'factual', true, 'ok', 'right', true),
    ('r1', 'maia', 'c1', 3, 'factual', true, 'ok', 'right', true),
    ('r1', 'maia', 'c1', 4, 'factual', true, 'ok', 'right', true),
    ('r1', 'maia', 'c2', 1, 'factual', true, 'ok', 'wrong', false),
    -- What never came is wrong, once more.
    ('r1', 'maia', 'c2', 2, 'factual', true, 'missing', null, false),
    ('r1', 'maia', 'c2', 3, 'factual', true, 'unparsable', null, false),
    ('r1', 'maia', 'c2', 4, 'factual', true, 'ok', 'abstained', false),
    -- A failed attempt is none, and leaves the case's other one.
    ('r1', 'maia', 'c2', 5, 'factual', true, 'error', null, null),
    -- Without a second attempt nothing is known of how they vary.
    ('r2', 'maia', 'c1', 1, 'factual', true, 'ok', 'right', true),
    ('r2', 'maia', 'c2', 1, 'factual', true, 'ok', 'wrong', false),
    -- Nothing was judged.
    ('r3', 'maia', 'c1', 1, 'factual', true, 'ok', null, null)
) as given (
    run_id, system_id, case_id, attempt, validator_id, is_primary_validator,
    status, outcome, is_right
);

-- expect metrics.accuracy_these_cases
from (
    values
    -- On either side what Wilson's interval says of none of eight.
    (
        'r1', 'maia', 'factual', 'all', 'all', true, 2, 0, 0, 0, 9, 1,
        0.5, 0.1755924351161198, 0.8244075648838802
    ),
    ('r2', 'maia', 'factual', 'all', 'all', true, 2, 0, 0, 0, 2, 0, 0.5, null, null),
    ('r3', 'maia', 'factual', 'all', 'all', true, 0, 0, 0, 1, 1, 1, null, null, null)
) as expected (
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count, attempt_count,
    left_out_attempt_count, accuracy_these_cases, ci_low, ci_high
);
