-- Two of four answers are right: a spread of sqrt(1 / 3), and 2.8015852 of it over the root of 4.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'factual', 'ok', 'right', true, true),
    ('r1', 'maia', 'c2', 'factual', 'ok', 'wrong', false, true),
    ('r1', 'maia', 'c3', 'factual', 'ok', 'right', true, true),
    -- What never came counts as wrong.
    ('r1', 'maia', 'c4', 'factual', 'missing', null, false, true),
    -- An error and an open judgement are left out.
    ('r1', 'maia', 'c5', 'factual', 'error', null, null, true),
    ('r1', 'maia', 'c6', 'factual', 'ok', null, null, true),
    -- Two that are both right show no spread, and one alone has none.
    ('r1', 'steady', 'c1', 'factual', 'ok', 'right', true, true),
    ('r1', 'steady', 'c2', 'factual', 'ok', 'right', true, true),
    ('r1', 'lone', 'c1', 'factual', 'ok', 'right', true, true)
) as given (
    run_id, system_id, case_id, validator_id, status, outcome, is_right, is_primary_validator
);

-- expect metrics.minimum_detectable_effect
from (
    values
    ('r1', 'maia', 'factual', 'all', 'all', true, 4, 1, 1, 1, 0.808747989917599),
    ('r1', 'steady', 'factual', 'all', 'all', true, 2, 0, 0, 0, null),
    ('r1', 'lone', 'factual', 'all', 'all', true, 1, 0, 0, 0, null)
) as expected (
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count, minimum_detectable_effect
);
