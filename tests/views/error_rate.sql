-- Two of five expected answers were lost to an error, one of the system and one of the validator.

-- given facts.scored
from (
    values
    ('r1', 'maia', 'c1', 'factual', 'ok', 'right', true),
    ('r1', 'maia', 'c2', 'factual', 'error', null, null),
    ('r1', 'maia', 'c3', 'factual', 'ok', 'error', null),
    -- The validator stumbled over an answer that never came: that one is missing, not an error.
    ('r1', 'maia', 'c4', 'factual', 'missing', 'error', false),
    -- Undetermined is a verdict, not an error.
    ('r1', 'maia', 'c5', 'factual', 'ok', 'undetermined', null)
) as given (run_id, system_id, case_id, validator_id, status, outcome, is_right);

-- expect metrics.error_rate
from (
    values
    ('r1', 'maia', 'all', 'all', 5, 1, 2, 1, 0.4, 0.117620774232648, 0.769275718723987)
) as expected (
    run_id, system_id, slice_name, slice_value,
    scored_count, missing_count, error_count, unscored_count, error_rate, ci_low, ci_high
);
